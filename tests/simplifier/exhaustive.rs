//! A task against what the simplifier makes of it, in every small model.
//!
//! Constants take all values of a range, functions those of a few tables. Where a model meets the hypotheses and violates the goal,
//! some part of the simplified task must have such a model too: the same one, with some values for the constants that
//! the simplifier has brought in. So a task may become harder, and never wrongly easier.

use std::collections::BTreeMap;

use gpuhoare::base::{Config, FileId};
use gpuhoare::logic::{FoldKind, Op, SymbolId, TermId, Terms};
use gpuhoare::simplify::heuristics::stronger;
use gpuhoare::simplify::{Part, Way, otherwise, simplify};
use gpuhoare::tasks::{Assign, Form, TaskSet, parse};

use crate::eval::{self, Model as _, written};

/// Values of constants.
const CONSTANTS: std::ops::RangeInclusive<i64> = -2..=3;
/// Values of `goal`, which stands for what a term is compared with.
const COMPARED: std::ops::RangeInclusive<i64> = -5..=9;
/// Values of constants that the simplifier brings in.
const BROUGHT_IN: std::ops::RangeInclusive<i64> = -2..=8;
/// Functions: `0`, `i`, `i + 1`, `i mod 2`, `2*i`, and any.
const TABLES: u64 = 6;

/// What a check has seen.
#[derive(Debug, Default)]
pub struct Seen {
    /// How often each rule and family was used.
    pub uses: BTreeMap<String, usize>,
    /// Models of the hypotheses.
    pub models: usize,
    /// Those that violate the goal.
    pub countermodels: usize,
    /// A countermodel that was lost, in words.
    pub wrong: Option<String>,
}

/// Checks a task, as text: hypotheses and the goal behind `|-`, or instead of it a term of numbers.
pub fn check(task: &str) -> Seen {
    let set = read(task);
    let whole = simplify(&set, &set.tasks[0], &Config::default(), &mut |_, _, _| {});
    let ways: Vec<Vec<Part>> =
        std::iter::once(whole).chain(otherwise(&set, &set.tasks[0], Way::ByWriter, &Config::default())).collect();
    let mut seen = Seen::default();
    for part in ways.iter().flatten() {
        for (name, times) in &part.uses {
            *seen.uses.entry(name.clone()).or_default() += times;
        }
    }
    let open = |parts: &Vec<Part>| parts.iter().filter(|part| !part.proved).cloned().collect::<Vec<_>>();
    let ways: Vec<Vec<Part>> = ways.iter().map(open).collect();
    let ways: Vec<Vec<Brought<'_>>> =
        ways.iter().map(|parts| parts.iter().map(|part| Brought::of(part, &set)).collect()).collect();
    over_countermodels(&set, &mut seen, &mut |model| {
        let loses = |parts: &&Vec<Brought<'_>>| !parts.iter().any(|part| part.is_refuted_by(&mut model.clone()));
        let shown: Vec<String> = ways.iter().find(loses)?.iter().map(|part| part.part.show()).collect();
        Some(format!("and no part of it is:\n{}", shown.join("\n")))
    });
    seen
}

/// Checks what the extra heuristics make of a task's parts: a model that refutes a part refutes each part from which it follows.
/// `uses` counts these.
pub fn check_heuristics(task: &str) -> Seen {
    let set = read(task);
    let parts = simplify(&set, &set.tasks[0], &Config::default(), &mut |_, _, _| {});
    let parts: Vec<Part> = parts.into_iter().filter(|part| !part.proved).collect();
    let made: Vec<(&Part, Part)> = parts.iter().flat_map(|part| stronger(part).map(move |made| (part, made))).collect();
    let mut seen = Seen { uses: [("stronger".to_owned(), made.len())].into(), ..Seen::default() };
    let pairs: Vec<(Brought<'_>, Brought<'_>)> =
        made.iter().map(|(part, made)| (Brought::of(part, &set), Brought::of(made, &set))).collect();
    over_countermodels(&set, &mut seen, &mut |model| {
        let is_lost = |(part, made): &&(Brought<'_>, Brought<'_>)| {
            part.is_refuted_by(&mut model.clone()) && !made.is_refuted_by(&mut model.clone())
        };
        let (part, made) = pairs.iter().find(is_lost)?;
        Some(format!("and so is\n{}but not\n{}", part.part.show(), made.part.show()))
    });
    seen
}

/// Visits the models that meet the hypotheses and violate the goal until one of them is wrong, in the words of `lost`.
fn over_countermodels(set: &TaskSet, seen: &mut Seen, lost: &mut dyn FnMut(&Model) -> Option<String>) {
    let mut model = Model::of(set);
    // Without functions one table is as good as another.
    let functions = set
        .terms
        .postorder(&roots(set))
        .into_iter()
        .any(|term| !set.terms.args(term).is_empty() && matches!(set.terms.op(term), Op::Apply(_)));
    for table in 0..if functions { TABLES } else { 1 } {
        model.table = table;
        over_constants(&mut model, 0, &mut |model| {
            let holds = |form: &Form| match form {
                Form::Proposition(term) => model.holds(&set.terms, *term),
                Form::Assign(_) | Form::Schema(_) => true,
            };
            if !set.hypotheses.iter().all(|hypothesis| holds(&hypothesis.form)) {
                return;
            }
            seen.models += 1;
            if model.holds(&set.terms, set.tasks[0].goal) {
                return;
            }
            seen.countermodels += 1;
            if seen.wrong.is_none() {
                let values = &model.constants;
                seen.wrong = lost(model).map(|why| format!("false where {values:?}, table {table}, {why}"));
            }
        });
    }
}

/// The task with a declaration of each name that occurs.
fn read(task: &str) -> TaskSet {
    let words = |text: &str| -> Vec<String> {
        let is_part = |letter: char| letter.is_alphanumeric() || "_!?".contains(letter);
        text.split(|letter| !is_part(letter)).map(str::to_owned).collect()
    };
    let is_constant = |name: &String| name.len() == 1 && name.starts_with(char::is_lowercase) && !"fhp".contains(name);
    let mut names: Vec<String> = words(task).into_iter().filter(is_constant).collect();
    names.extend(["goal", "blockDim.x", "gridDim.x"].map(str::to_owned));
    names.sort();
    names.dedup();
    let mut text = "kernel \"k\"\n".to_owned();
    names.iter().for_each(|name| text += &format!("constant {name}: Int\n"));
    text += "symbol f: (Int) -> Int\nsymbol f!1: (Int) -> Int\nsymbol h: (Int) -> Int\nsymbol p: (Int) -> Bool\n";
    text += "variables i?0, j?1, k?2, tx?3, bx?4\nlaunch block=(blockDim.x, 1, 1) grid=(gridDim.x, 1, 1)\n";
    let (hypotheses, goal) = match task.split_once("|-") {
        Some((hypotheses, goal)) => (hypotheses, goal.trim().to_owned()),
        None => {
            let (hypotheses, term) = task.rsplit_once(';').unwrap_or(("", task));
            (hypotheses, format!("{} == goal", term.trim()))
        }
    };
    let hypotheses: Vec<&str> = hypotheses.split(';').map(str::trim).filter(|fact| !fact.is_empty()).collect();
    for (at, fact) in hypotheses.iter().enumerate() {
        text += &format!("h{at} \"requires\": {fact}\n");
    }
    let all: String = (0..hypotheses.len()).map(|at| format!("h{at} ")).collect();
    text += &format!("task k/ensures1 ensures {all}|- {goal}\n");
    match parse::task_set(FileId(0), &text) {
        Ok(set) => set,
        Err(found) => panic!("{}: {text}", found.message),
    }
}

/// All terms of the task.
fn roots(set: &TaskSet) -> Vec<TermId> {
    let mut roots = vec![set.tasks[0].goal];
    for hypothesis in &set.hypotheses {
        match &hypothesis.form {
            Form::Proposition(term) => roots.push(*term),
            Form::Assign(assign) => {
                roots.extend([assign.range, assign.mask, assign.value]);
                roots.extend(&assign.index);
            }
            Form::Schema(_) => {}
        }
    }
    roots
}

fn over_constants(model: &mut Model, at: usize, visit: &mut dyn FnMut(&Model)) {
    let names = model.names.clone();
    let Some(name) = names.get(at) else {
        return visit(model);
    };
    let range = match name.as_str() {
        "goal" => COMPARED,
        "blockDim.x" | "gridDim.x" => 1..=3,
        _ => CONSTANTS,
    };
    for value in range {
        model.constants.insert(name.clone(), value);
        over_constants(model, at + 1, visit);
    }
}

/// An unproved part and the constants that it has beyond those of its task.
struct Brought<'a> {
    part: &'a Part,
    constants: Vec<String>,
}

impl<'a> Brought<'a> {
    fn of(part: &'a Part, set: &TaskSet) -> Brought<'a> {
        let mut roots = part.facts.clone();
        roots.extend(&part.quantified);
        roots.push(part.goal);
        let own: Vec<String> = Model::of(set).names;
        let constants = part.terms.symbols_in(&roots).into_iter();
        let constants = constants.filter(|symbol| part.terms.symbol_info(*symbol).args.is_empty());
        let names = constants.map(|symbol| part.terms.symbol_info(symbol).name.clone());
        Brought { part, constants: names.filter(|name| !own.contains(name)).collect() }
    }

    /// Some values of the new constants make all facts true and the goal false.
    fn is_refuted_by(&self, model: &mut Model) -> bool {
        self.with(model, 0)
    }

    fn with(&self, model: &mut Model, given: usize) -> bool {
        let terms = &self.part.terms;
        let open = &self.constants[given..];
        let is_decided = |term: &TermId| {
            let mentions = terms.symbols_in(&[*term]);
            !mentions.iter().any(|symbol| open.contains(&terms.symbol_info(*symbol).name))
        };
        // A fact that is false already ends the search.
        if !self.part.facts.iter().filter(|fact| is_decided(fact)).all(|fact| model.holds(terms, *fact)) {
            return false;
        }
        let Some(next) = open.first() else {
            let quantified = self.part.quantified.iter().all(|fact| model.holds(terms, *fact));
            return quantified && !model.holds(terms, self.part.goal);
        };
        BROUGHT_IN.into_iter().any(|value| {
            model.constants.insert(next.clone(), value);
            self.with(model, given + 1)
        })
    }
}

#[derive(Clone)]
struct Model {
    constants: BTreeMap<String, i64>,
    /// The constants of the task.
    names: Vec<String>,
    table: u64,
    writers: Vec<(Assign, Terms)>,
}

impl Model {
    /// The constants that occur in the task, without values.
    fn of(set: &TaskSet) -> Model {
        let writers = set.hypotheses.iter().filter_map(|hypothesis| match &hypothesis.form {
            Form::Assign(assign) => Some((assign.clone(), set.terms.clone())),
            Form::Proposition(_) | Form::Schema(_) => None,
        });
        let writers = writers.collect();
        let occurring = set.terms.symbols_in(&roots(set)).into_iter();
        let names = occurring.map(|symbol| set.terms.symbol_info(symbol));
        let names: Vec<String> =
            names.filter(|symbol| symbol.args.is_empty()).map(|symbol| symbol.name.clone()).collect();
        // Threads write whether a task speaks of their number or not.
        let launch = ["blockDim.x", "gridDim.x"].map(|name| (name.to_owned(), 2));
        Model { constants: launch.into(), names, table: 0, writers }
    }

    /// An array's cell: after a write, the value of one of its writers, else the old one.
    fn cell(&self, name: &str, at: i64) -> i64 {
        let of_name = |writer: &&(Assign, Terms)| writer.1.symbol_info(writer.0.new).name == name;
        if let Some((assign, terms)) = self.writers.iter().find(of_name) {
            return written(self, terms, assign, at).next().unwrap_or_else(|| self.apply(terms, assign.old, at));
        }
        match (self.table, name) {
            (0, _) => 0,
            (1, _) => at,
            (2, _) => at + 1,
            (3, _) => at.rem_euclid(2),
            (4, _) => 2 * at,
            _ => {
                let seed = name.bytes().fold(17_u64, |seed, byte| seed.wrapping_mul(31) ^ u64::from(byte));
                let mixed = (at as u64 ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                ((mixed >> 40) % 4) as i64 - 1
            }
        }
    }
}

impl eval::Model for Model {
    const QUANTIFIED: std::ops::RangeInclusive<i64> = -3..=13;

    fn constant(&self, name: &str) -> i64 {
        self.constants[name]
    }

    fn apply(&self, terms: &Terms, symbol: SymbolId, at: i64) -> i64 {
        self.cell(&terms.symbol_info(symbol).name, at)
    }

    fn empty(&self, kind: FoldKind) -> i64 {
        if kind == FoldKind::MinOver { 11 } else { 13 }
    }
}
