//! Facts about folds, on demand: empty range, single value, the last step, split where two ranges share an end,
//! congruence on the range.

use std::collections::BTreeSet;

use num_traits::ToPrimitive;

use crate::base::config::Facts;
use crate::logic::{FoldKind, Op, Sort, TermId, Terms, VarId};

use crate::simplify::engine::Engine;
use crate::simplify::rules::families::Family;

use super::extrema;

/// A closed fold of the task.
#[derive(Clone, Copy)]
pub struct Fold {
    pub term: TermId,
    pub kind: FoldKind,
    pub var: VarId,
    pub lo: TermId,
    pub hi: TermId,
    pub body: TermId,
}

impl Fold {
    /// A term that is a fold.
    pub fn of(terms: &Terms, term: TermId) -> Option<Fold> {
        let Op::Fold(kind, var) = *terms.op(term) else { return None };
        let [lo, hi, body] = terms.args(term)[..] else { return None };
        Some(Fold { term, kind, var, lo, hi, body })
    }

    /// There is a value, where there has to be one for the fold to mean something.
    fn has_value(&self, terms: &mut Terms) -> TermId {
        match self.kind.needs_values() {
            true => terms.le(self.lo, self.hi),
            false => terms.bool(true),
        }
    }

    pub fn body_at(&self, terms: &mut Terms, at: TermId) -> TermId {
        terms.body_at(self.kind, self.var, self.body, at)
    }
}

/// Pairs of folds for which congruence is stated.
const MAX_CONGRUENCES: usize = 12;

/// Folds over more values are not written out, nor are more values of all folds together.
const MAX_WRITTEN: i64 = 64;
const MAX_VALUES: i64 = 256;

/// What was stated, by the folds that it is about, and the folds that came with it.
#[derive(Default)]
pub struct Done {
    stated: BTreeSet<(TermId, TermId)>,
    born: BTreeSet<TermId>,
    written: BTreeSet<TermId>,
}

/// One round of fold facts; true if something new was learnt. Steps and congruence are for the folds of the task itself,
/// in the first round: those that facts bring in would go on for ever.
pub fn fold_facts(engine: &mut Engine, round: usize, done: &mut Done) -> bool {
    let before: BTreeSet<TermId> = closed_folds(engine).iter().map(|fold| fold.term).collect();
    let new = state(engine, round, done);
    if new {
        let after = closed_folds(engine).into_iter().map(|fold| fold.term);
        done.born.extend(after.filter(|fold| !before.contains(fold)));
    }
    new
}

/// Folds over a fixed number of values are these values together: what is said of single cells may be said of them. True if
/// something new was learnt.
pub fn write_out(engine: &mut Engine, done: &mut Done) -> bool {
    let (mut new, mut room) = (false, MAX_VALUES);
    for fold in closed_folds(engine) {
        let distance = engine.terms.poly(fold.hi).sub(&engine.terms.poly(fold.lo));
        let Some(last) = distance.as_constant().and_then(|last| last.to_integer().to_i64()) else { continue };
        let of_numbers = engine.terms.sort(fold.term).is_numeric();
        if !(0..MAX_WRITTEN.min(room)).contains(&last) || !of_numbers || !done.written.insert(fold.term) {
            continue;
        }
        if !holds(engine, Family::FoldSingle, &fold) {
            continue;
        }
        room -= last + 1;
        let fact = values(&mut engine.terms, &fold, last);
        new |= engine.learn_from(Family::FoldLast, fact);
    }
    new
}

/// `fold = body(lo) ⊕ ... ⊕ body(lo + last)`
fn values(terms: &mut Terms, fold: &Fold, last: i64) -> TermId {
    let mut total = fold.body_at(terms, fold.lo);
    for step in 1..=last {
        let at = terms.plus(fold.lo, step);
        let value = fold.body_at(terms, at);
        total = terms.combine(fold.kind, total, value);
    }
    terms.eq(fold.term, total)
}

fn state(engine: &mut Engine, round: usize, done: &mut Done) -> bool {
    let is_first = round == 0;
    // What is known of the count must be stated in the first round, too.
    let mut new = sums_as_counts(engine);
    new |= is_first && complements(engine);
    let mut folds = closed_folds(engine);
    if engine.definitions.facts != Facts::Defining {
        folds.retain(|fold| counted(&mut engine.terms, fold).is_none());
    }
    let stands: BTreeSet<TermId> = folds.iter().map(|fold| fold.term).collect();
    for (at, fold) in folds.iter().enumerate() {
        if done.stated.insert((fold.term, fold.term)) {
            let unfold = is_first || engine.definitions.facts == Facts::Defining;
            let facts = [
                // What a split has left.
                (Family::CountEnds, count_ends(&mut engine.terms, fold).filter(|_| round == 1)),
                (Family::CountRange, count_range(&mut engine.terms, fold)),
                (Family::FoldEmpty, empty(&mut engine.terms, fold)),
                (Family::FoldLast, unfold.then(|| last(&mut engine.terms, fold))),
                (Family::FoldSingle, Some(single(&mut engine.terms, fold))),
            ];
            let facts: Vec<_> = facts.into_iter().filter(|(family, _)| holds(engine, *family, fold)).collect();
            for (family, fact) in facts {
                new |= fact.is_some_and(|fact| engine.learn_from(family, fact));
            }
            if is_first && holds_extrema(engine, fold) {
                for fact in extrema::bounds(&mut engine.terms, fold) {
                    new |= engine.learn_from(Family::ExtremumBound, fact);
                }
            }
        }
        for other in &folds[at + 1..] {
            if fold.kind != other.kind || fold.body != other.body || !done.stated.insert((fold.term, other.term)) {
                continue;
            }
            // Of what is left of two splits nothing is known but by way of what was split.
            let born = [fold, other].map(|fold| done.born.contains(&fold.term));
            if born == [true, true] {
                continue;
            }
            if !holds(engine, Family::FoldSplit, fold) {
                continue;
            }
            for split in pair(&mut engine.terms, fold, other) {
                // A rest of which nothing else is said would only bring further rests.
                let stands = is_first || split.rest.is_none_or(|rest| stands.contains(&rest));
                let brings_none = split.rest.is_none() || born == [false, false];
                let is_ordered = brings_none || engine.normal(split.ordered) == engine.terms.bool(true);
                if stands && is_ordered {
                    new |= engine.learn_from(Family::FoldSplit, split.fact);
                }
            }
        }
    }
    if is_first {
        let pairs =
            folds.iter().enumerate().flat_map(|(at, fold)| folds[at + 1..].iter().map(move |other| (fold, other)));
        let facts: Vec<TermId> =
            pairs.filter_map(|(one, other)| congruence(&mut engine.terms, one, other)).take(MAX_CONGRUENCES).collect();
        for fact in facts {
            new |= engine.learn_from(Family::FoldCongruence, fact);
        }
    }
    new
}

/// `sum(k, p(k) ? 1 : 0, lo, hi) = count(k, p(k), lo, hi)`, for the sums that have this form.
fn sums_as_counts(engine: &mut Engine) -> bool {
    let mut new = false;
    for fold in closed_folds(engine) {
        let Some(counted) = counted(&mut engine.terms, &fold) else { continue };
        let count = engine.terms.fold(FoldKind::Count, fold.var, fold.lo, fold.hi, counted);
        let fact = engine.terms.eq(fold.term, count);
        new |= engine.learn_from(Family::CountSum, fact);
    }
    new
}

/// `lo <= hi + 1 → count(k, !p(k), lo, hi) = hi - lo + 1 - count(k, p(k), lo, hi)`, where both are counted somewhere.
fn complements(engine: &mut Engine) -> bool {
    let counts: Vec<Fold> = closed_folds(engine).into_iter().filter(|fold| fold.kind == FoldKind::Count).collect();
    let mut new = false;
    for fold in &counts {
        let other = engine.terms.not(fold.body);
        // Of the two the one that is the younger term.
        if fold.body < other || counts.iter().all(|known| known.body != other) {
            continue;
        }
        let terms = &mut engine.terms;
        let rest = terms.fold(FoldKind::Count, fold.var, fold.lo, fold.hi, other);
        let after = terms.plus(fold.hi, 1);
        let ordered = terms.le(fold.lo, after);
        let length = terms.sub(after, fold.lo);
        let left = terms.sub(length, rest);
        let equal = terms.eq(fold.term, left);
        let fact = terms.implies(ordered, equal);
        new |= engine.learn_from(Family::CountComplement, fact);
    }
    new
}

/// The proposition whose hits a sum of zeros and ones adds.
fn counted(terms: &mut Terms, fold: &Fold) -> Option<TermId> {
    let [cond, then, other] = terms.args(fold.body)[..] else { return None };
    if fold.kind != FoldKind::Sum || *terms.op(fold.body) != Op::Ite || terms.sort(fold.body) != Sort::Int {
        return None;
    }
    let (zero, one) = (terms.int(0), terms.int(1));
    match (then, other) {
        (then, other) if (then, other) == (one, zero) => Some(cond),
        (then, other) if (then, other) == (zero, one) => Some(terms.not(cond)),
        _ => None,
    }
}

/// The closed folds of facts and goal.
pub fn closed_folds(engine: &Engine) -> Vec<Fold> {
    let mut roots = engine.facts.clone();
    roots.push(engine.goal);
    let terms = &engine.terms;
    let closed = terms.postorder(&roots).into_iter().filter(|term| terms.is_closed(*term));
    closed.filter_map(|term| Fold::of(terms, term)).collect()
}

/// `hi < lo → fold = unit`
fn empty(terms: &mut Terms, fold: &Fold) -> Option<TermId> {
    let sort = terms.sort(fold.term);
    let unit = terms.unit(fold.kind, sort)?;
    let is_empty = terms.lt(fold.hi, fold.lo);
    let equal = terms.eq(fold.term, unit);
    Some(terms.implies(is_empty, equal))
}

/// Two folds over ranges of one length, whose bodies agree on the range, are equal. Stated at a new constant `k`:
/// `(lo <= k <= hi → f(k) = g(k + d)) → fold(f) = fold(g)`, `d` the distance of the ranges; if the bodies differ
/// somewhere on the range, `k` may be that place. For a kind without unit the range has a value, too.
fn congruence(terms: &mut Terms, one: &Fold, other: &Fold) -> Option<TermId> {
    let distance = terms.poly(other.lo).sub(&terms.poly(one.lo));
    let same_length = terms.poly(other.hi).sub(&terms.poly(one.hi)) == distance;
    if one.kind != other.kind
        || one.body == other.body
        || !same_length
        || terms.sort(one.term) != terms.sort(other.term)
        || terms.sort(one.term) == Sort::Bool
    {
        return None;
    }
    let at = terms.constant_named("k", Sort::Int);
    let distance = terms.from_poly(&distance, Sort::Int);
    let there = terms.add(&[at, distance]);
    let (left, right) = (
        terms.substitute(one.body, &[(one.var, at)].into()),
        terms.substitute(other.body, &[(other.var, there)].into()),
    );
    let range = [terms.le(one.lo, at), terms.le(at, one.hi)];
    let range = terms.and(&range);
    let agree = terms.eq(left, right);
    let agree = terms.implies(range, agree);
    let occupied = one.has_value(terms);
    let guard = terms.and(&[occupied, agree]);
    let equal = terms.eq(one.term, other.term);
    Some(terms.implies(guard, equal))
}

/// `lo <= hi → fold(lo, hi) = fold(lo, hi - 1) ⊕ body(hi)`; for a kind without unit `body(hi)` where that is all.
fn last(terms: &mut Terms, fold: &Fold) -> TermId {
    let occupied = terms.le(fold.lo, fold.hi);
    let before = terms.plus(fold.hi, -1);
    let rest = terms.fold(fold.kind, fold.var, fold.lo, before, fold.body);
    let value = fold.body_at(terms, fold.hi);
    let mut joined = terms.combine(fold.kind, rest, value);
    if fold.kind.needs_values() {
        let single = terms.eq(fold.lo, fold.hi);
        joined = terms.ite(single, value, joined);
    }
    let equal = terms.eq(fold.term, joined);
    terms.implies(occupied, equal)
}

/// `lo = hi → fold = body(lo)`
fn single(terms: &mut Terms, fold: &Fold) -> TermId {
    let single = terms.eq(fold.lo, fold.hi);
    let value = fold.body_at(terms, fold.lo);
    let equal = terms.eq(fold.term, value);
    terms.implies(single, equal)
}

/// `lo <= hi → body(e) <= count(lo, hi) <= hi - lo + body(e)` for both ends `e`, and `lo < hi → body(lo) + body(hi) <= count(lo, hi)`: of two
/// counts, what is between them begins with a hit or ends without one.
fn count_ends(terms: &mut Terms, fold: &Fold) -> Option<TermId> {
    if fold.kind != FoldKind::Count {
        return None;
    }
    let occupied = terms.le(fold.lo, fold.hi);
    let others = terms.sub(fold.hi, fold.lo);
    let values = [fold.lo, fold.hi].map(|end| fold.body_at(terms, end));
    let both = terms.add(&values);
    let (several, both) = (terms.lt(fold.lo, fold.hi), terms.le(both, fold.term));
    let mut parts = vec![terms.implies(several, both)];
    for value in values {
        let most = terms.add(&[others, value]);
        parts.extend([terms.le(value, fold.term), terms.le(fold.term, most)]);
    }
    let range = terms.and(&parts);
    Some(terms.implies(occupied, range))
}

/// `0 <= count(lo, hi)`, and `lo <= hi + 1 → count(lo, hi) <= hi - lo + 1`.
fn count_range(terms: &mut Terms, fold: &Fold) -> Option<TermId> {
    if fold.kind != FoldKind::Count {
        return None;
    }
    let zero = terms.int(0);
    let natural = terms.le(zero, fold.term);
    let after = terms.plus(fold.hi, 1);
    let ordered = terms.le(fold.lo, after);
    let length = terms.sub(after, fold.lo);
    let at_most = terms.le(fold.term, length);
    let at_most = terms.implies(ordered, at_most);
    Some(terms.and(&[natural, at_most]))
}

/// A fold is two others, of which one may be new.
struct Split {
    fact: TermId,
    /// Its guard: the parts lie in the whole.
    ordered: TermId,
    /// The new one, unless it is a single value.
    rest: Option<TermId>,
}

/// Facts about two folds of one body.
fn pair(terms: &mut Terms, one: &Fold, other: &Fold) -> Vec<Split> {
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

/// Same lower bound: `lo - 1 <= hi' <= hi → fold(lo, hi) = fold(lo, hi') ⊕ fold(hi' + 1, hi)`; for a kind without unit
/// `lo <= hi' < hi`.
fn upper_part(terms: &mut Terms, long: &Fold, short: &Fold) -> Option<Split> {
    let difference = terms.poly(long.hi).sub(&terms.poly(short.hi));
    if difference.as_constant().is_some_and(|value| value.is_negative()) {
        return None;
    }
    let next = terms.plus(short.hi, 1);
    let rest = range_of(terms, long, next, long.hi);
    let ordered = match long.kind.needs_values() {
        true => [terms.le(long.lo, short.hi), terms.le(next, long.hi)],
        false => [terms.le(long.lo, next), terms.le(short.hi, long.hi)],
    };
    let ordered = terms.and(&ordered);
    let joined = terms.combine(long.kind, short.term, rest);
    Some(split(terms, long, ordered, joined, rest))
}

/// Same upper bound: `lo <= lo' <= hi + 1 → fold(lo, hi) = fold(lo, lo' - 1) ⊕ fold(lo', hi)`; for a kind without unit
/// `lo < lo' <= hi`.
fn lower_part(terms: &mut Terms, long: &Fold, short: &Fold) -> Option<Split> {
    let difference = terms.poly(short.lo).sub(&terms.poly(long.lo));
    if difference.as_constant().is_some_and(|value| value.is_negative()) {
        return None;
    }
    let before = terms.plus(short.lo, -1);
    let rest = range_of(terms, long, long.lo, before);
    let after = terms.plus(long.hi, 1);
    let ordered = match long.kind.needs_values() {
        true => [terms.le(long.lo, before), terms.le(short.lo, long.hi)],
        false => [terms.le(long.lo, short.lo), terms.le(short.lo, after)],
    };
    let ordered = terms.and(&ordered);
    let joined = terms.combine(long.kind, rest, short.term);
    Some(split(terms, long, ordered, joined, rest))
}

fn split(terms: &mut Terms, whole: &Fold, guard: TermId, joined: TermId, rest: TermId) -> Split {
    let equal = terms.eq(whole.term, joined);
    let rest = matches!(terms.op(rest), Op::Fold(..)).then_some(rest);
    Split { fact: terms.implies(guard, equal), ordered: guard, rest }
}

/// The fold over another range; a single value where the bounds are equal.
fn range_of(terms: &mut Terms, fold: &Fold, lo: TermId, hi: TermId) -> TermId {
    if lo == hi {
        return fold.body_at(terms, lo);
    }
    terms.fold(fold.kind, fold.var, lo, hi, fold.body)
}

/// Whether facts of the family are true of the fold.
fn holds(engine: &Engine, family: Family, fold: &Fold) -> bool {
    let lawful = match fold.kind {
        FoldKind::Over(operator) => engine.terms.operator(operator).is_lawful,
        _ => true,
    };
    (lawful || !family.needs_laws()) && family.holds_for(fold.kind, engine.terms.sort(fold.term))
}

/// Whether it is a minimum or maximum of numbers.
fn holds_extrema(engine: &Engine, fold: &Fold) -> bool {
    fold.kind.needs_values() && engine.terms.sort(fold.term).is_numeric()
}
