//! Constants that equations define are replaced by what they are, and guards that are given go: solvers that are asked for cores do
//! not do this themselves.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::terms::{Id, Op, Pool};

/// A proposition, and the statement that it is, if it is one.
pub type Hypothesis = (Id, Option<usize>);

/// The same question where no constant is left that an equation among the hypotheses defines; the statements that do. Nothing where
/// there is none.
pub fn solved(pool: &mut Pool, hypotheses: &[Hypothesis], goal: Id) -> Option<(Vec<Hypothesis>, Id, Vec<usize>)> {
    let mut given = FxHashSet::default();
    for (term, statement) in hypotheses {
        if statement.is_none() {
            conjuncts(pool, *term, &mut given);
        }
    }
    let plain: Vec<Hypothesis> =
        hypotheses.iter().map(|(term, statement)| (without(pool, *term, &given), *statement)).collect();
    let (mut defined, mut used): (BTreeMap<u32, Id>, Vec<usize>) = (BTreeMap::new(), Vec::new());
    for (term, statement) in &plain {
        let Some((symbol, value)) = definition(pool, *term).filter(|(symbol, _)| !defined.contains_key(symbol)) else {
            continue;
        };
        let value = replaced(pool, value, &defined);
        if !occurs(pool, symbol, value) {
            defined.insert(symbol, value);
            used.extend(statement);
        }
    }
    if defined.is_empty() {
        return None;
    }
    let all = plain.iter().map(|(term, statement)| (replaced(pool, *term, &defined), *statement)).collect();
    Some((all, replaced(pool, goal, &defined), used))
}

fn conjuncts(pool: &Pool, term: Id, all: &mut FxHashSet<Id>) {
    match pool.op(term) {
        Op::Word("&&") => pool.args(term).iter().for_each(|part| conjuncts(pool, *part, all)),
        _ => drop(all.insert(term)),
    }
}

/// `guard -> term` without what of the guard is given.
fn without(pool: &mut Pool, term: Id, given: &FxHashSet<Id>) -> Id {
    if *pool.op(term) != Op::Word("->") {
        return term;
    }
    let (guard, rest) = (pool.args(term)[0], pool.args(term)[1]);
    let mut open = FxHashSet::default();
    conjuncts(pool, guard, &mut open);
    let mut open: Vec<Id> = open.into_iter().filter(|literal| !given.contains(literal)).collect();
    open.sort_unstable();
    pool.implied(&open, rest)
}

/// `c == value` for a constant, either way.
fn definition(pool: &Pool, term: Id) -> Option<(u32, Id)> {
    if *pool.op(term) != Op::Word("==") {
        return None;
    }
    let [one, other] = pool.args(term)[..] else { return None };
    [(one, other), (other, one)].into_iter().find_map(|(constant, value)| match pool.op(constant) {
        Op::Apply(symbol) if pool.args(constant).is_empty() && pool.free(value).is_empty() => Some((*symbol, value)),
        _ => None,
    })
}

fn occurs(pool: &Pool, symbol: u32, term: Id) -> bool {
    pool.below(&[term]).into_iter().any(|inner| *pool.op(inner) == Op::Apply(symbol))
}

/// The term with what constants are in their place, and what constants in that are.
fn replaced(pool: &mut Pool, term: Id, defined: &BTreeMap<u32, Id>) -> Id {
    replaced_in(pool, term, defined, &mut FxHashMap::default())
}

fn replaced_in(pool: &mut Pool, term: Id, defined: &BTreeMap<u32, Id>, done: &mut FxHashMap<Id, Id>) -> Id {
    if let Some(known) = done.get(&term) {
        return *known;
    }
    let (op, args) = (pool.op(term).clone(), pool.args(term).clone());
    let made = match &op {
        // Values are closed, so that no binder catches anything.
        Op::Apply(symbol) if args.is_empty() && defined.contains_key(symbol) => {
            replaced_in(pool, defined[symbol], defined, done)
        }
        _ if args.is_empty() => term,
        _ => {
            let args = args.iter().map(|arg| replaced_in(pool, *arg, defined, done)).collect();
            pool.make(op, args).expect("a constant and its value have one sort")
        }
    };
    done.insert(term, made);
    made
}
