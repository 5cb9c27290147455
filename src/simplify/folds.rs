//! Facts about folds, on demand: empty range, one step at either end, split where two ranges share an end.

use std::collections::BTreeSet;

use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::logic::{FoldKind, Op, TermId, Terms, VarId};

use super::engine::Engine;
use super::rules::body_at;

/// A closed fold of the task.
#[derive(Clone, Copy)]
struct Fold {
    term: TermId,
    kind: FoldKind,
    var: VarId,
    lo: TermId,
    hi: TermId,
    body: TermId,
}

/// One round of fold facts; true if something new was learnt. `done` remembers what was stated.
pub fn fold_facts(engine: &mut Engine, done: &mut BTreeSet<(TermId, TermId)>) -> bool {
    let folds = closed_folds(engine);
    let mut new = false;
    for (at, fold) in folds.iter().enumerate() {
        if done.insert((fold.term, fold.term)) {
            for fact in [empty(&mut engine.terms, fold), last(&mut engine.terms, fold)].into_iter().flatten() {
                new |= engine.learn(fact);
            }
        }
        for other in &folds[at + 1..] {
            if fold.kind != other.kind || fold.body != other.body || !done.insert((fold.term, other.term)) {
                continue;
            }
            for fact in pair(&mut engine.terms, fold, other) {
                new |= engine.learn(fact);
            }
        }
    }
    new
}

fn closed_folds(engine: &Engine) -> Vec<Fold> {
    let mut roots = engine.facts.clone();
    roots.push(engine.goal);
    let terms = &engine.terms;
    terms
        .postorder(&roots)
        .into_iter()
        .filter(|term| terms.is_closed(*term))
        .filter_map(|term| match terms.op(term) {
            Op::Fold(kind, var) => {
                let args = terms.args(term);
                Some(Fold { term, kind: *kind, var: *var, lo: args[0], hi: args[1], body: args[2] })
            }
            _ => None,
        })
        .collect()
}

/// The value over an empty range: 0, or 1 for a product; folds without one have none.
fn unit(terms: &mut Terms, fold: &Fold) -> Option<TermId> {
    let value = match fold.kind {
        FoldKind::Sum | FoldKind::Count => BigRational::zero(),
        FoldKind::Prod => BigRational::one(),
        FoldKind::MinOver | FoldKind::MaxOver => return None,
    };
    let sort = terms.sort(fold.term);
    sort.is_numeric().then(|| terms.number(value, sort))
}

/// `hi < lo → fold = unit`
fn empty(terms: &mut Terms, fold: &Fold) -> Option<TermId> {
    let unit = unit(terms, fold)?;
    let is_empty = terms.lt(fold.hi, fold.lo);
    let equal = terms.eq(fold.term, unit);
    Some(terms.implies(is_empty, equal))
}

/// `lo = hi → fold = body(lo)`
fn last(terms: &mut Terms, fold: &Fold) -> Option<TermId> {
    unit(terms, fold)?;
    let single = terms.eq(fold.lo, fold.hi);
    let value = body_at(terms, fold.kind, fold.var, fold.body, fold.lo);
    let equal = terms.eq(fold.term, value);
    Some(terms.implies(single, equal))
}

/// Facts about two folds of one body.
fn pair(terms: &mut Terms, one: &Fold, other: &Fold) -> Vec<TermId> {
    if unit(terms, one).is_none() {
        return Vec::new();
    }
    let mut facts = Vec::new();
    for (long, short) in [(one, other), (other, one)] {
        if long.lo == short.lo {
            facts.extend(upper_part(terms, long, short));
        }
        if long.hi == short.hi {
            facts.extend(lower_part(terms, long, short));
        }
    }
    facts
}

/// Same lower bound: `lo - 1 <= hi' <= hi → fold(lo, hi) = fold(lo, hi') ⊕ fold(hi' + 1, hi)`.
fn upper_part(terms: &mut Terms, long: &Fold, short: &Fold) -> Option<TermId> {
    let difference = terms.poly(long.hi).sub(&terms.poly(short.hi));
    if difference.as_constant().is_some_and(|value| value.is_negative()) {
        return None;
    }
    let next = terms.plus(short.hi, 1);
    let rest = range_of(terms, long, next, long.hi);
    let ordered = [terms.le(long.lo, next), terms.le(short.hi, long.hi)];
    let ordered = terms.and(&ordered);
    let joined = combine(terms, long.kind, short.term, rest);
    let equal = terms.eq(long.term, joined);
    Some(terms.implies(ordered, equal))
}

/// Same upper bound: `lo <= lo' <= hi + 1 → fold(lo, hi) = fold(lo, lo' - 1) ⊕ fold(lo', hi)`.
fn lower_part(terms: &mut Terms, long: &Fold, short: &Fold) -> Option<TermId> {
    let difference = terms.poly(short.lo).sub(&terms.poly(long.lo));
    if difference.as_constant().is_some_and(|value| value.is_negative()) {
        return None;
    }
    let before = terms.plus(short.lo, -1);
    let rest = range_of(terms, long, long.lo, before);
    let after = terms.plus(long.hi, 1);
    let ordered = [terms.le(long.lo, short.lo), terms.le(short.lo, after)];
    let ordered = terms.and(&ordered);
    let joined = combine(terms, long.kind, rest, short.term);
    let equal = terms.eq(long.term, joined);
    Some(terms.implies(ordered, equal))
}

/// The fold over another range; a single value where the bounds are equal.
fn range_of(terms: &mut Terms, fold: &Fold, lo: TermId, hi: TermId) -> TermId {
    if lo == hi {
        return body_at(terms, fold.kind, fold.var, fold.body, lo);
    }
    terms.fold(fold.kind, fold.var, lo, hi, fold.body)
}

fn combine(terms: &mut Terms, kind: FoldKind, left: TermId, right: TermId) -> TermId {
    match kind {
        FoldKind::Prod => terms.mul(left, right),
        FoldKind::Sum | FoldKind::Count | FoldKind::MinOver | FoldKind::MaxOver => terms.add(&[left, right]),
    }
}
