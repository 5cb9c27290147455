//! Every step of the simplifier against the solvers: what a rule makes of a term equals it under what is known, and what is stated
//! follows from what it is an instance of. A step that a solver refutes is a wrong law; where something is abstracted (powers of two,
//! folds), one that neither proves may be. Laws of folds are not asked: they are lemmas of `specs`, proved by induction. Nor is what
//! the constructors of terms see to be equal. [`parts`] asks whether the steps of a part are all that its proof needs.
//!
//! The short runs take some kernels. The long one is
//!
//! ```sh
//! cargo test --release --test steps -- --ignored --nocapture long
//! ```
//!
//! over the files and folders in `STEPS_FILES` (all of `examples`), with `STEPS_SECONDS` for each question (0.3). It prints a table of
//! the laws: how many different steps there are, how many of them each solver proves, and one that neither does. With `whole` in place
//! of `long` it is told which parts follow from their steps (2 seconds each). With `faults` each law is made wrong in several ways
//! ([`faults`]), and it is told who notices.

mod faults;
mod parts;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use gpuhoare::base::config::Solving;
use gpuhoare::base::{Config, Files, StopFlag};
use gpuhoare::logic::traverse::Importer;
use gpuhoare::logic::{Op, SymbolId, TermId, Terms, VarId};
use gpuhoare::pipeline::{self, generate};
use gpuhoare::simplify::rules::families::Family;
use gpuhoare::simplify::rules::rule::Rule;
use gpuhoare::simplify::rules::step::{Conclusion, Law, Premise, Recorder, Step};
use gpuhoare::simplify::{self, Way};
use gpuhoare::smt::{self, Outcome, Portfolio, Query};
use gpuhoare::tasks::{Task, TaskSet};
use rayon::prelude::*;

use faults::Kind;

/// Solvers do not always find that there is no other writer; `tests/simplifier` evaluates what comes of that rule.
#[test]
fn every_step_of_these_kernels_is_proved() {
    let files = ["basics/reverseBlocks", "basics/matrixAdd", "basics/gridStrideCopy", "matrices/matVec"]
        .map(|name| format!("examples/{name}.cu"));
    let tally = check(&files.map(PathBuf::from), 2.0);
    let is_proved = |(law, row): (&Law, &Row)| *law == Law::Rule(Rule::AssignSolved) || row.open.is_none();
    assert!(tally.len() >= 8 && tally.iter().all(is_proved), "{}", table(&tally));
}

#[test]
#[ignore = "long: see the head of the file"]
fn long() {
    let (files, seconds) = asked("0.3");
    println!("{}", table(&check(&files, seconds)));
}

/// The files and seconds that are asked for.
fn asked(seconds: &str) -> (Vec<PathBuf>, f64) {
    let text = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.to_owned());
    let named = text("STEPS_FILES", "examples");
    let files = named.split_whitespace().flat_map(files_in).collect();
    (files, text("STEPS_SECONDS", seconds).parse().expect("seconds are a number"))
}

#[test]
fn the_parts_of_these_kernels_follow_from_their_steps() {
    let files = [
        "basics/reverseBlocks", "basics/matrixAdd", "basics/gridStrideCopy", "basics/vectorAdd", "basics/saxpy",
        "reductions/blockSumAny",
    ]
    .map(|name| format!("examples/{name}.cu"));
    let parts = parts::check(&files.map(PathBuf::from), 5.0);
    let open: Vec<&str> = parts.iter().filter(|(_, by)| *by != [true; 2]).map(|(part, _)| &*part.shown).collect();
    assert!(parts.len() >= 60 && open.is_empty(), "of {} parts: {}", parts.len(), open.join("\n"));
}

/// How many parts follow from their steps.
#[test]
#[ignore = "long: see the head of the file"]
fn whole() {
    let (files, seconds) = asked("2");
    let parts = parts::check(&files, seconds);
    for by in [[true; 2], [true, false], [false, true], [false; 2]] {
        let those: Vec<_> = parts.iter().filter(|(_, other)| *other == by).collect();
        let statements: usize = those.iter().map(|(part, _)| part.size).sum();
        println!("z3, cvc5: {by:?}: {} parts with {statements} statements", those.len());
        for (part, _) in those.iter().filter(|_| by != [true; 2]) {
            println!("  {}", part.id);
        }
    }
}

/// What becomes of faults in rules.
#[test]
#[ignore = "long: see the head of the file"]
fn faults() {
    let named = std::env::var("STEPS_FILES").unwrap_or_else(|_| FAULTY.join(" "));
    let files: Vec<PathBuf> = named.split_whitespace().flat_map(files_in).collect();
    for (law, kind, fate) in fates(&files, &faults::all()) {
        println!("{:<24} {:<14} {fate:?}", law.name(), format!("{kind:?}"));
    }
}

#[test]
fn one_fault_a_law_is_noticed() {
    let faults = [
        (Law::Rule(Rule::AssignOwnCell), Kind::Swapped),
        (Law::Rule(Rule::AssignSolved), Kind::OffByOne),
        (Law::Rule(Rule::ConstantEquation), Kind::OffByOne),
        (Law::Rule(Rule::GuardedEquality), Kind::Condition(3)),
        (Law::Rule(Rule::Decide), Kind::Condition(0)),
        (Law::Rule(Rule::Cancel), Kind::Strict),
        (Law::Rule(Rule::PowerProduct), Kind::Swapped),
        (Law::Rule(Rule::ExactQuotient), Kind::Condition(0)),
        (Law::Rule(Rule::NaturalQuotient), Kind::Condition(0)),
        (Law::Rule(Rule::OrderedExtremum), Kind::Condition(0)),
        (Law::Rule(Rule::DigitQuotient), Kind::Condition(2)),
        (Law::Rule(Rule::QuotientTimesDivisor), Kind::OffByOne),
        (Law::Family(Family::ProductMonotone), Kind::Strict),
    ];
    let fates = fates(&FAULTY.map(PathBuf::from), &faults);
    let missed: Vec<_> = fates.into_iter().filter(|(.., fate)| *fate != faults::Fate::Caught).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Files in which most rules are used.
const FAULTY: [&str; 5] = [
    "examples/reductions/blockSum.cu",
    "examples/reductions/blockSumInterleaved.cu",
    "examples/scans/scanGrid.cu",
    "examples/matrices/matrixMulFlat.cu",
    "examples/basics/reverseBlocks.cu",
];

fn fates(files: &[PathBuf], all: &[(Law, Kind)]) -> Vec<(Law, Kind, faults::Fate)> {
    let right = Arc::new(Steps::default());
    let recorder: Arc<dyn Recorder> = right.clone();
    threads().install(|| files.par_iter().for_each(|file| simplified(file, &recorder)));
    let prover = Prover::new(1.0);
    let fate = |(law, kind): &(Law, Kind)| (*law, *kind, faults::fate(*law, *kind, files, &right, &prover));
    threads().install(|| all.par_iter().map(fate).collect())
}

fn files_in(name: &str) -> Vec<PathBuf> {
    let (mut todo, mut files) = (vec![PathBuf::from(name)], Vec::new());
    while let Some(path) = todo.pop() {
        match std::fs::read_dir(root().join(&path)) {
            Ok(entries) => todo.extend(entries.filter_map(|entry| Some(path.join(entry.ok()?.file_name())))),
            Err(_) if path.extension().is_some_and(|extension| extension == "cu") => files.push(path),
            Err(_) => {}
        }
    }
    files.sort();
    files
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What became of the steps of a rule.
#[derive(Default)]
struct Row {
    steps: usize,
    by_both: usize,
    /// By the first solver alone, and by the second.
    by_one: [usize; 2],
    /// One that neither proves.
    open: Option<String>,
}

type Tally = BTreeMap<Law, Row>;

/// The steps of these files, each put to each solver.
///
/// # Panics
///
/// If one is refuted.
fn check(files: &[PathBuf], seconds: f64) -> Tally {
    let threads = threads();
    let steps = Arc::new(Steps::default());
    let recorder: Arc<dyn Recorder> = steps.clone();
    threads.install(|| files.par_iter().for_each(|file| simplified(file, &recorder)));
    let prover = Prover::new(seconds);
    let steps = std::mem::take(&mut *steps.0.lock().expect("no thread has failed"));
    let asked: usize = steps.values().map(|same| same.len()).sum();
    println!("{asked} steps, {} by what they speak of", steps.len());
    let answers: Vec<Vec<(Law, [bool; 2], String)>> = threads.install(|| {
        let answer = |((law, less), all): ((Law, String), BTreeMap<String, Question>)| {
            let proved = prover.proves(&less);
            let all = all.into_iter().map(|(text, question)| {
                let proved = if proved == [true; 2] { proved } else { prover.proves_or(proved, &text, &question) };
                (law, proved, question.shown)
            });
            all.collect()
        };
        steps.into_par_iter().map(answer).collect()
    });
    let mut tally = Tally::new();
    for (law, proved, shown) in answers.into_iter().flatten() {
        let row = tally.entry(law).or_default();
        row.steps += 1;
        match proved {
            [true, true] => row.by_both += 1,
            [true, false] => row.by_one[0] += 1,
            [false, true] => row.by_one[1] += 1,
            [false, false] => row.open = row.open.take().or(Some(shown)),
        }
    }
    tally
}

/// Terms are walked as deep as they are.
fn threads() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().stack_size(256 << 20).build().expect("threads start")
}

/// Both solvers, each asked alone.
pub struct Prover([Portfolio; 2]);

impl Prover {
    fn new(seconds: f64) -> Prover {
        let config = Config { solving: Solving { timeout: Some(seconds), ..Solving::default() }, ..Config::default() };
        let (solvers, _) = smt::locate(&config, &|line| eprintln!("{line}")).expect("there are solvers");
        let alone: Vec<Portfolio> = solvers.into_iter().map(|solver| Portfolio::new(vec![solver], &config)).collect();
        Prover(alone.try_into().unwrap_or_else(|_| panic!("there are two solvers")))
    }

    fn outcomes(&self, text: &str) -> [Outcome; 2] {
        let query = Query::new(text);
        [0, 1].map(|at| self.0[at].solve(&query, &StopFlag::new()).outcome)
    }

    /// Which solvers prove it.
    fn proves(&self, text: &str) -> [bool; 2] {
        self.outcomes(text).map(|outcome| outcome == Outcome::Unsat)
    }

    /// Which solvers prove a step, beside those that have.
    ///
    /// # Panics
    ///
    /// If one refutes it.
    fn proves_or(&self, proved: [bool; 2], text: &str, question: &Question) -> [bool; 2] {
        let outcomes = self.outcomes(text);
        let refuted = !question.approximate && outcomes.iter().any(|outcome| matches!(outcome, Outcome::Sat { .. }));
        assert!(!refuted, "refuted:\n{}\n{text}", question.shown);
        [0, 1].map(|at| proved[at] || outcomes[at] == Outcome::Unsat)
    }
}

fn table(tally: &Tally) -> String {
    let mut out = format!("{:<24} {:>7} {:>7} {:>7} {:>7} {:>7}\n", "rule", "steps", "both", "z3", "cvc5", "neither");
    for (law, row) in tally {
        let name = law.name();
        let [first, second] = row.by_one;
        let left = row.steps - row.by_both - first - second;
        out += &format!("{name:<24} {:>7} {:>7} {first:>7} {second:>7} {left:>7}\n", row.steps, row.by_both);
    }
    for (law, open) in tally.iter().filter_map(|(law, row)| Some((law, row.open.as_ref()?))) {
        out += &format!("\n{}, for one, is open:\n{open}\n", law.name());
    }
    out
}

/// Simplifies all tasks of a file.
fn simplified(file: &Path, recorder: &Arc<dyn Recorder>) {
    each_task(file, &mut |set, task, config| drop(simplify::recorded(set, task, Way::Whole, config, recorder)));
}

/// The tasks of a file, one after the other.
fn each_task(file: &Path, visit: &mut dyn FnMut(&TaskSet, &Task, &Config)) {
    let config = Config::default();
    let program = pipeline::lower(&mut Files::new(), &root().join(file), &pipeline::front::Given::default(), &config);
    for kernel in program.kernels.iter().filter(|kernel| kernel.unsupported.is_empty()) {
        for set in generate::execute(kernel, &config).with_races().with_functions().sets {
            set.tasks.iter().for_each(|task| visit(&set, task, &config));
        }
    }
}

/// The different steps that were seen: by the query in which nothing is known but literals about what the step speaks of, each query
/// with all that is known.
#[derive(Default, Debug)]
struct Steps(Mutex<BTreeMap<(Law, String), BTreeMap<String, Question>>>);

#[derive(Clone, Debug)]
struct Question {
    /// Something was abstracted.
    approximate: bool,
    /// The step for people.
    shown: String,
}

impl Steps {
    /// All that a law has said, with all that was known.
    fn questions(&self, law: Law) -> BTreeMap<String, Question> {
        let steps = self.0.lock().expect("no thread has failed");
        let of_law = steps.iter().filter(|((other, _), _)| *other == law);
        of_law.flat_map(|(_, all)| all.clone()).collect()
    }
}

impl Recorder for Steps {
    fn record(&self, step: &Step<'_>) {
        if !is_asked(step) {
            return;
        }
        let mut terms = Terms::new();
        let mut importer = Importer::new(step.terms);
        importer.all_operators(&mut terms);
        let goal = match step.conclusion {
            Conclusion::Holds(fact) => importer.term(&mut terms, fact),
            Conclusion::Equal(before, after) => {
                let [before, after] = [before, after].map(|term| importer.term(&mut terms, term));
                terms.eq(before, after)
            }
            Conclusion::OneOf { alternatives, first_new } => {
                one_of(step.terms, &mut terms, &mut importer, alternatives, first_new)
            }
        };
        let mut hypotheses: Vec<TermId> = Vec::new();
        for premise in step.premises {
            hypotheses.push(of_premise(&mut terms, &mut importer, premise));
        }
        if terms.is_true(goal) {
            return;
        }
        let mut spoken_of = hypotheses.clone();
        spoken_of.push(goal);
        let (symbols, free) = (terms.symbols_in(&spoken_of), terms.free(goal).clone());
        let known: Vec<TermId> = step.known.iter().map(|literal| importer.term(&mut terms, *literal)).collect();
        hypotheses.extend(definitions(&mut terms, &spoken_of));
        let is_about = |literal: &&TermId| {
            let is_launch = |symbol: &SymbolId| terms.symbol_info(*symbol).name.contains("Dim.");
            terms.symbols_in(&[**literal]).iter().all(|symbol| symbols.contains(symbol) || is_launch(symbol))
                && terms.free(**literal).iter().all(|var| free.contains(var))
        };
        let less: Vec<TermId> = hypotheses.iter().chain(known.iter().filter(is_about)).copied().collect();
        hypotheses.extend(known);
        let (less, all) = (smt::encode(&terms, &less, goal), smt::encode(&terms, &hypotheses, goal));
        let shown = simplify::show(&terms, &hypotheses, &[], goal);
        let mut seen = self.0.lock().expect("no thread has failed");
        let question = Question { approximate: all.approximate, shown };
        seen.entry((step.law, less.text)).or_default().entry(all.text).or_insert(question);
    }
}

/// What defines the powers of two and the folds that occur (`specs/arithmetic.spec`, `specs/folds.spec`), of which solvers know
/// nothing: the first unfolding of each.
fn definitions(terms: &mut Terms, roots: &[TermId]) -> Vec<TermId> {
    let (one, two) = (terms.int(1), terms.int(2));
    let mut facts = Vec::new();
    for term in terms.postorder(roots) {
        match *terms.op(term) {
            Op::IsPow2 => {
                let number = terms.args(term)[0];
                let positive = terms.le(one, number);
                facts.push(terms.implies(term, positive));
                let (is_one, is_more) = (terms.eq(number, one), terms.le(two, number));
                facts.push(terms.implies(is_one, term));
                let half = terms.div(number, two);
                let (double, half_is) = (terms.mul(two, half), terms.is_pow2(half));
                let is_double = terms.eq(number, double);
                let both = terms.and(&[is_double, half_is]);
                let unfolded = terms.eq(term, both);
                facts.push(terms.implies(is_more, unfolded));
            }
            Op::Fold(kind, _) if terms.is_closed(term) => {
                let (lo, hi, sort) = (terms.args(term)[0], terms.args(term)[1], terms.sort(term));
                let Some(unit) = terms.unit(kind, sort) else { continue };
                let (is_empty, is_unit) = (terms.lt(hi, lo), terms.eq(term, unit));
                facts.push(terms.implies(is_empty, is_unit));
            }
            _ => {}
        }
    }
    facts
}

/// Laws of folds, of powers and of declared operators are not, nor what speaks of all functions. A fold in which variables have
/// values may have another form than the one with the variables: to solvers an instance of it is another unknown.
fn is_asked(step: &Step<'_>) -> bool {
    let terms = step.terms;
    let is_fold = |term: &TermId| matches!(terms.op(*term), Op::Fold(..));
    let has_fold = |term: TermId| terms.postorder(&[term]).iter().any(is_fold);
    match (step.law, step.conclusion) {
        (Law::Rule(Rule::InstanceOfLemma) | Law::Inside, _) => false,
        (Law::Rule(_), Conclusion::Equal(before, _)) => !is_fold(&before),
        (Law::Rule(_), _) => match step.premises {
            [Premise::Universal { body, .. }] => !has_fold(*body),
            _ => true,
        },
        (Law::Family(family), _) => FAMILIES.contains(&family),
    }
}

/// Facts of arithmetic that solvers can be asked.
const FAMILIES: [Family; 6] = [
    Family::DivMod,
    Family::QuotientRange,
    Family::MixedRadix,
    Family::ExactQuotient,
    Family::ProductMonotone,
    Family::ProductSign,
];

/// What a premise says, of the cell that is read if one is.
fn of_premise(terms: &mut Terms, importer: &mut Importer<'_>, premise: &Premise<'_>) -> TermId {
    let cell = |terms: &mut Terms, importer: &mut Importer<'_>, read: TermId| {
        let read = importer.term(terms, read);
        terms.args(read).to_vec()
    };
    match *premise {
        Premise::Fact(fact) => importer.term(terms, fact),
        Premise::Assign { assign, read, .. } => {
            let cell = cell(terms, importer, read);
            let assign = assign.imported(importer, terms);
            assign.at(terms, &cell)
        }
        Premise::Equation { read, symbol, args, guard, value } => {
            let cell = cell(terms, importer, read);
            let args: Vec<TermId> = args.iter().map(|arg| importer.term(terms, *arg)).collect();
            let guard: Vec<TermId> = guard.iter().map(|literal| importer.term(terms, *literal)).collect();
            let (value, symbol) = (importer.term(terms, value), importer.symbol(terms, symbol));
            let head = terms.apply(symbol, &args);
            let (guard, equal) = (terms.and(&guard), terms.eq(head, value));
            let body = terms.implies(guard, equal);
            let own = args.iter().zip(&cell).filter_map(|(arg, at)| match terms.op(*arg) {
                Op::Var(var) => Some((*var, *at)),
                _ => None,
            });
            let own: BTreeMap<VarId, TermId> = own.collect();
            terms.substitute(body, &own)
        }
        Premise::Universal { vars, body, .. } => {
            let vars: Vec<VarId> = vars.iter().map(|var| importer.var(terms, *var)).collect();
            let body = importer.term(terms, body);
            terms.forall(&vars, body)
        }
        Premise::Schema { .. } | Premise::Opened(_) => terms.bool(true),
    }
}

/// One of the alternatives holds for some values of the new symbols, all of it for all values of what is free in it.
fn one_of(
    from: &Terms,
    terms: &mut Terms,
    importer: &mut Importer<'_>,
    alternatives: &[Vec<TermId>],
    first_new: SymbolId,
) -> TermId {
    let mut new = BTreeMap::new();
    for (symbol, info) in from.symbols().filter(|(symbol, _)| *symbol >= first_new) {
        assert!(info.args.is_empty(), "{} is no constant", info.name);
        let var = terms.fresh_var(info.name.clone(), info.result);
        new.insert(importer.symbol(terms, symbol), var);
    }
    let closed = |terms: &mut Terms, importer: &mut Importer<'_>, fact: TermId| {
        let fact = importer.term(terms, fact);
        let free = terms.free(fact).to_vec();
        let fact = terms.forall(&free, fact);
        terms.rewrite(fact, &mut |terms, term| match terms.op(term) {
            Op::Apply(symbol) => new.get(symbol).map(|var| terms.var(*var)),
            _ => None,
        })
    };
    let mut all = Vec::new();
    for facts in alternatives {
        let facts: Vec<TermId> = facts.iter().map(|fact| closed(terms, importer, *fact)).collect();
        all.push(terms.and(&facts));
    }
    let any = terms.or(&all);
    let new: Vec<VarId> = new.values().copied().collect();
    terms.exists(&new, any)
}
