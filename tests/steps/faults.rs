//! Laws made wrong on purpose, in ways that are derived from any law: a condition is met without a look, sides change places, a
//! number is one off, `<` stands for `<=`. Each fault that changes what is said must leave a step that no solver proves.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use gpuhoare::logic::{Op, Sort, TermId, Terms};
use gpuhoare::simplify::egraph::table;
use gpuhoare::simplify::rules::rule::Rule;
use gpuhoare::simplify::rules::step::{Law, Recorder, Step};

use super::{FAMILIES, Prover, Steps, simplified};

/// Conditions of a rule that are dropped, one at a time.
const MOST_CONDITIONS: usize = 4;
/// Steps of a faulty rule that are put to the solvers.
const MOST_ASKED: usize = 40;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The condition that is asked after so many others.
    Condition(usize),
    Swapped,
    OffByOne,
    Strict,
}

/// What became of a fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// The rule said nothing that it does not say without the fault.
    Unseen,
    /// A step was refuted, or proved by neither solver.
    Caught,
    /// Each new step was proved.
    Harmless(String),
}

/// All faults of the laws that are asked of.
pub fn all() -> Vec<(Law, Kind)> {
    let rules: BTreeSet<Rule> = table::rules().filter(|rule| is_asked(*rule)).collect();
    let changes = [Kind::Swapped, Kind::OffByOne, Kind::Strict];
    let kinds = (0..MOST_CONDITIONS).map(Kind::Condition).chain(changes);
    let of_rules = rules.into_iter().flat_map(|rule| kinds.clone().map(move |kind| (Law::Rule(rule), kind)));
    let stated = INSTANCES.map(Law::Rule).into_iter().chain(FAMILIES.map(Law::Family));
    of_rules.chain(stated.flat_map(|law| changes.map(|kind| (law, kind)))).collect()
}

/// Rules that state facts.
const INSTANCES: [Rule; 3] = [Rule::InstanceAtRead, Rule::InstanceAtBound, Rule::InstanceAtThread];

/// Laws of folds are lemmas, and of powers of two solvers know little: they prove few of the right steps.
fn is_asked(rule: Rule) -> bool {
    let name = rule.name();
    let left_out = ["fold-", "sum-", "guard-", "extremum-", "even-power", "bit-of-power", "power-mask", "bits-apart"];
    !left_out.iter().any(|law| name.starts_with(law))
}

/// What becomes of a fault in these files, of which the right law takes these steps.
pub fn fate(law: Law, kind: Kind, files: &[PathBuf], right: &Steps, prover: &Prover) -> Fate {
    let seen = Arc::new(Faulty { law, kind, seen: Steps::default() });
    let recorder: Arc<dyn Recorder> = seen.clone();
    files.iter().for_each(|file| simplified(file, &recorder));
    let right = right.questions(law);
    let new: Vec<_> = seen.seen.questions(law).into_iter().filter(|(text, _)| !right.contains_key(text)).collect();
    if new.is_empty() {
        return Fate::Unseen;
    }
    let mut asked = new.into_iter().take(MOST_ASKED);
    let mut last = String::new();
    let caught = asked.any(|(text, question)| {
        let is_proved = prover.proves(&text).contains(&true);
        last = question.shown;
        !is_proved
    });
    if caught { Fate::Caught } else { Fate::Harmless(last) }
}

#[derive(Debug)]
struct Faulty {
    law: Law,
    kind: Kind,
    seen: Steps,
}

impl Recorder for Faulty {
    fn record(&self, step: &Step<'_>) {
        if step.law == self.law {
            self.seen.record(step);
        }
    }

    fn altered(&self, law: Law, terms: &mut Terms, said: TermId) -> TermId {
        match self.kind {
            _ if law != self.law => said,
            Kind::Condition(_) => said,
            Kind::Swapped => swapped(terms, said),
            Kind::OffByOne => off_by_one(terms, said),
            Kind::Strict => strict(terms, said),
        }
    }

    fn grants(&self, rule: Rule, question: usize) -> bool {
        Law::Rule(rule) == self.law && self.kind == Kind::Condition(question)
    }
}

fn swapped(terms: &mut Terms, term: TermId) -> TermId {
    let args = terms.args(term).to_vec();
    match (terms.op(term).clone(), &args[..]) {
        (Op::Bool(value), _) => terms.bool(!value),
        (Op::Ite, [condition, then, other]) => terms.ite(*condition, *other, *then),
        (op @ (Op::Le | Op::Lt | Op::Div | Op::Mod | Op::Implies), [left, right]) => {
            terms.rebuild(&op, &[*right, *left])
        }
        (op @ (Op::Add | Op::Mul | Op::And | Op::Or), [first, rest @ ..]) => {
            let first = swapped(terms, *first);
            terms.rebuild(&op, &[&[first], rest].concat())
        }
        _ => term,
    }
}

/// A sum, or the first comparison that decides a proposition or a choice.
fn off_by_one(terms: &mut Terms, term: TermId) -> TermId {
    if terms.sort(term) == Sort::Int {
        return terms.plus(term, 1);
    }
    in_comparison(terms, term, &|terms, op, left, right| {
        let left = terms.plus(left, 1);
        terms.rebuild(op, &[left, right])
    })
}

fn strict(terms: &mut Terms, term: TermId) -> TermId {
    in_comparison(terms, term, &|terms, op, left, right| match op {
        Op::Le => terms.lt(left, right),
        _ => terms.rebuild(op, &[left, right]),
    })
}

type Change = dyn Fn(&mut Terms, &Op, TermId, TermId) -> TermId;

/// The term with its first comparison of integers changed, through connectives and conditions.
fn in_comparison(terms: &mut Terms, term: TermId, change: &Change) -> TermId {
    let (op, mut args) = (terms.op(term).clone(), terms.args(term).to_vec());
    match op {
        Op::Le | Op::Eq if terms.sort(args[0]) == Sort::Int => change(terms, &op, args[0], args[1]),
        Op::Ite | Op::And | Op::Or => {
            args[0] = in_comparison(terms, args[0], change);
            terms.rebuild(&op, &args)
        }
        Op::Implies => {
            args[1] = in_comparison(terms, args[1], change);
            terms.rebuild(&op, &args)
        }
        _ => term,
    }
}
