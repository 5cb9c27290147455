//! Every step of the simplifier against the solvers: what a rule makes of a term equals it under what is known. A step that a
//! solver refutes is a wrong rule; where something is abstracted (powers of two, folds), one that neither proves may be. Laws of
//! folds are not asked: they are lemmas of `specs`, proved by induction. Nor is what the constructors of terms see to be equal.
//!
//! The short run takes some kernels. The long one is
//!
//! ```sh
//! cargo test --release --test steps -- --ignored --nocapture long
//! ```
//!
//! over the files and folders in `STEPS_FILES` (all of `examples`), with `STEPS_SECONDS` for each question (0.3). It prints a table of
//! the rules: how many different steps there are, how many of them each solver proves, and one that neither does. With `faults` in
//! place of `long` each rule is made wrong in several ways ([`faults`]), and it is told who notices.

mod faults;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use gpuhoare::base::config::Solving;
use gpuhoare::base::{Config, Files, StopFlag};
use gpuhoare::logic::traverse::Importer;
use gpuhoare::logic::{Op, SymbolId, TermId, Terms, VarId};
use gpuhoare::pipeline::{self, generate};
use gpuhoare::simplify;
use gpuhoare::simplify::rules::rule::Rule;
use gpuhoare::simplify::rules::step::{Conclusion, Premise, Recorder, Step};
use gpuhoare::smt::{self, Outcome, Portfolio, Query};
use rayon::prelude::*;

use faults::Kind;

/// Solvers do not always find that there is no other writer; `tests/simplifier` evaluates what comes of that rule.
#[test]
fn every_step_of_these_kernels_is_proved() {
    let files = ["reverseBlocks", "matrixAdd", "gridStrideCopy", "matVec"].map(|name| format!("examples/{name}.cu"));
    let tally = check(&files.map(PathBuf::from), 2.0);
    let is_proved = |(rule, row): (&Rule, &Row)| *rule == Rule::AssignSolved || row.open.is_none();
    assert!(tally.len() >= 8 && tally.iter().all(is_proved), "{}", table(&tally));
}

#[test]
#[ignore = "long: see the head of the file"]
fn long() {
    let text = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.to_owned());
    let named = text("STEPS_FILES", "examples");
    let files: Vec<PathBuf> = named.split_whitespace().flat_map(files_in).collect();
    let seconds = text("STEPS_SECONDS", "0.3").parse().expect("seconds are a number");
    println!("{}", table(&check(&files, seconds)));
}

/// What becomes of faults in rules.
#[test]
#[ignore = "long: see the head of the file"]
fn faults() {
    let named = std::env::var("STEPS_FILES").unwrap_or_else(|_| FAULTY.join(" "));
    let files: Vec<PathBuf> = named.split_whitespace().flat_map(files_in).collect();
    for (rule, kind, fate) in fates(&files, &faults::all()) {
        println!("{:<24} {:<14} {fate:?}", rule.name(), format!("{kind:?}"));
    }
}

#[test]
fn one_fault_a_rule_is_noticed() {
    let faults = [
        (Rule::AssignOwnCell, Kind::Swapped),
        (Rule::AssignSolved, Kind::OffByOne),
        (Rule::ConstantEquation, Kind::OffByOne),
        (Rule::GuardedEquality, Kind::Condition(0)),
        (Rule::Decide, Kind::Condition(0)),
        (Rule::Cancel, Kind::Strict),
        (Rule::PowerProduct, Kind::Swapped),
        (Rule::ExactQuotient, Kind::Condition(0)),
        (Rule::NaturalQuotient, Kind::Condition(0)),
        (Rule::OrderedExtremum, Kind::Condition(0)),
        (Rule::DigitQuotient, Kind::Condition(2)),
        (Rule::QuotientTimesDivisor, Kind::OffByOne),
    ];
    let missed: Vec<_> = fates(&FAULTY.map(PathBuf::from), &faults)
        .into_iter()
        .filter(|(.., fate)| *fate != faults::Fate::Caught)
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Files in which most rules are used.
const FAULTY: [&str; 3] = ["examples/blockSum.cu", "examples/matrixMul.cu", "examples/reverseBlocks.cu"];

fn fates(files: &[PathBuf], all: &[(Rule, Kind)]) -> Vec<(Rule, Kind, faults::Fate)> {
    let right = Arc::new(Steps::default());
    let recorder: Arc<dyn Recorder> = right.clone();
    threads().install(|| files.par_iter().for_each(|file| simplified(file, &recorder)));
    let prover = Prover::new(1.0);
    let fate = |(rule, kind): &(Rule, Kind)| (*rule, *kind, faults::fate(*rule, *kind, files, &right, &prover));
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

type Tally = BTreeMap<Rule, Row>;

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
    let answers: Vec<Vec<(Rule, [bool; 2], String)>> = threads.install(|| {
        let answer = |((rule, less), all): ((Rule, String), BTreeMap<String, Question>)| {
            let proved = prover.proves(&less);
            let all = all.into_iter().map(|(text, question)| {
                let proved = if proved == [true; 2] { proved } else { prover.proves_or(proved, &text, &question) };
                (rule, proved, question.shown)
            });
            all.collect()
        };
        steps.into_par_iter().map(answer).collect()
    });
    let mut tally = Tally::new();
    for (rule, proved, shown) in answers.into_iter().flatten() {
        let row = tally.entry(rule).or_default();
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
    for (rule, row) in tally {
        let name = rule.name();
        let [first, second] = row.by_one;
        let left = row.steps - row.by_both - first - second;
        out += &format!("{name:<24} {:>7} {:>7} {first:>7} {second:>7} {left:>7}\n", row.steps, row.by_both);
    }
    for (rule, open) in tally.iter().filter_map(|(rule, row)| Some((rule, row.open.as_ref()?))) {
        out += &format!("\n{}, for one, is open:\n{open}\n", rule.name());
    }
    out
}

/// Simplifies all tasks of a file.
fn simplified(file: &Path, recorder: &Arc<dyn Recorder>) {
    let config = Config::default();
    let program = pipeline::lower(&mut Files::new(), &root().join(file), &[], &config);
    for kernel in program.kernels.iter().filter(|kernel| kernel.unsupported.is_empty()) {
        for set in generate::execute(kernel, &config).with_races().with_functions().sets {
            for task in &set.tasks {
                simplify::recorded(&set, task, &config, recorder);
            }
        }
    }
}

/// The different steps that were seen: by the query in which nothing is known but literals about what the step speaks of, each query
/// with all that is known.
#[derive(Default, Debug)]
struct Steps(Mutex<BTreeMap<(Rule, String), BTreeMap<String, Question>>>);

#[derive(Clone, Debug)]
struct Question {
    /// Something was abstracted.
    approximate: bool,
    /// The step for people.
    shown: String,
}

impl Steps {
    /// All that a rule has said, with all that was known.
    fn questions(&self, rule: Rule) -> BTreeMap<String, Question> {
        let steps = self.0.lock().expect("no thread has failed");
        let of_rule = steps.iter().filter(|((other, _), _)| *other == rule);
        of_rule.flat_map(|(_, all)| all.clone()).collect()
    }
}

impl Recorder for Steps {
    fn record(&self, step: &Step<'_>) {
        if let Conclusion::Equal(before, _) = step.conclusion
            && matches!(step.terms.op(before), Op::Fold(..))
        {
            return;
        }
        let mut terms = Terms::new();
        let mut importer = Importer::new(step.terms);
        importer.all_operators(&mut terms);
        let (cell, goal) = match step.conclusion {
            Conclusion::Holds(fact) => (Vec::new(), importer.term(&mut terms, fact)),
            Conclusion::Equal(before, after) => {
                let [before, after] = [before, after].map(|term| importer.term(&mut terms, term));
                (terms.args(before).to_vec(), terms.eq(before, after))
            }
        };
        let mut hypotheses: Vec<TermId> = Vec::new();
        for premise in step.premises {
            hypotheses.push(of_premise(&mut terms, &mut importer, &cell, premise));
        }
        if terms.is_true(goal) {
            return;
        }
        let mut spoken_of = hypotheses.clone();
        spoken_of.push(goal);
        let (symbols, free) = (terms.symbols_in(&spoken_of), terms.free(goal).clone());
        let known: Vec<TermId> = step.known.iter().map(|literal| importer.term(&mut terms, *literal)).collect();
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
        seen.entry((step.rule, less.text)).or_default().entry(all.text).or_insert(question);
    }
}

/// What a premise says of the cell that is read.
fn of_premise(terms: &mut Terms, importer: &mut Importer<'_>, cell: &[TermId], premise: &Premise<'_>) -> TermId {
    match *premise {
        Premise::Fact(fact) => importer.term(terms, fact),
        Premise::Assign(assign) => {
            let assign = assign.imported(importer, terms);
            assign.at(terms, cell)
        }
        Premise::Equation { symbol, args, guard, value } => {
            let args: Vec<TermId> = args.iter().map(|arg| importer.term(terms, *arg)).collect();
            let guard: Vec<TermId> = guard.iter().map(|literal| importer.term(terms, *literal)).collect();
            let (value, symbol) = (importer.term(terms, value), importer.symbol(terms, symbol));
            let head = terms.apply(symbol, &args);
            let (guard, equal) = (terms.and(&guard), terms.eq(head, value));
            let body = terms.implies(guard, equal);
            let own = args.iter().zip(cell).filter_map(|(arg, at)| match terms.op(*arg) {
                Op::Var(var) => Some((*var, *at)),
                _ => None,
            });
            let own: BTreeMap<VarId, TermId> = own.collect();
            terms.substitute(body, &own)
        }
    }
}
