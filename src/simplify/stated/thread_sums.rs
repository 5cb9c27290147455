//! Facts about the sums that atomics leave behind: what all threads add to one cell (ATOMIC-9). Such a sum has a guarded body,
//! `ite(guard, v, 0)`, and goes over threads, block by block.
//!
//! * A count is the sum of zeros and ones.
//! * A sum lies between the least and the greatest of its values, times their number.
//! * A local that hypotheses give under a guard is replaced in the body of a sum, where both bodies agree on the range.
//! * A fold to the smaller of two ends is one of two folds.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_traits::{One, Zero};

use crate::logic::{FoldKind, Op, Sort, TermId, Terms, VarId};

use crate::simplify::engine::Engine;
use crate::simplify::rules::families::Family;

use super::folds::{Fold, closed_folds};

/// Facts that one task may get from here.
const MAX_FACTS: usize = 80;

/// What was stated.
#[derive(Default)]
pub struct Done {
    folds: BTreeSet<TermId>,
    stated: usize,
}

/// One round; true if something new was learnt.
pub fn facts(engine: &mut Engine, done: &mut Done) -> bool {
    let folds = closed_folds(engine);
    if !folds.iter().any(|fold| is_guarded(&engine.terms, fold.body)) {
        return false;
    }
    let counts = folds.iter().any(|fold| fold.kind == FoldKind::Count);
    let mut new = false;
    for fold in folds {
        if done.stated >= MAX_FACTS || !done.folds.insert(fold.term) {
            continue;
        }
        let mut facts: Vec<(Family, TermId)> = Vec::new();
        if engine.terms.sort(fold.term).is_numeric() {
            facts.extend(one_of_two(&mut engine.terms, &fold).map(|fact| (Family::FoldCongruence, fact)));
            let may = fold.kind == FoldKind::Count || !counts;
            facts.extend(count_as_sum(&mut engine.terms, &fold).filter(|_| may).map(|fact| (Family::CountSum, fact)));
            facts.extend(range(engine, &fold).map(|fact| (Family::SumRange, fact)));
            facts.extend(replaced(engine, &fold).into_iter().map(|fact| (Family::SumCongruence, fact)));
        }
        for (family, fact) in facts {
            done.stated += 1;
            new |= engine.learn_from(family, fact);
        }
    }
    new
}

/// The body, of sums within sums the innermost one, is `ite(guard, v, 0)`.
fn is_guarded(terms: &Terms, body: TermId) -> bool {
    match terms.op(body) {
        Op::Ite => is_zero(terms, terms.args(body)[2]),
        Op::Fold(FoldKind::Sum, _) => is_guarded(terms, terms.args(body)[2]),
        _ => false,
    }
}

fn is_zero(terms: &Terms, term: TermId) -> bool {
    match terms.op(term) {
        Op::Int(value) => value.is_zero(),
        Op::Real(value) => value.is_zero(),
        _ => false,
    }
}

/// `count(k, p, lo, hi) = sum(k, ite(p, 1, 0), lo, hi)`, where one of both occurs.
fn count_as_sum(terms: &mut Terms, fold: &Fold) -> Option<TermId> {
    let (one, zero) = (terms.int(1), terms.int(0));
    let (kind, body) = match (fold.kind, terms.args(fold.body)) {
        (FoldKind::Count, _) => (FoldKind::Sum, terms.ite(fold.body, one, zero)),
        (FoldKind::Sum, &[counted, then, other]) if (then, other) == (one, zero) => (FoldKind::Count, counted),
        _ => return None,
    };
    let same = terms.fold(kind, fold.var, fold.lo, fold.hi, body);
    Some(terms.eq(fold.term, same))
}

/// With an end `min(a, b) + c` or `max(a, b) + c`: the fold is the one with `a` or the one with `b`.
fn one_of_two(terms: &mut Terms, fold: &Fold) -> Option<TermId> {
    let (at, choice) = [fold.hi, fold.lo].into_iter().enumerate().find_map(|(at, end)| {
        let poly = terms.poly(end);
        let atoms = poly.atoms();
        let choice = atoms.into_iter().find(|atom| matches!(terms.op(*atom), Op::Min | Op::Max))?;
        // It must stand alone in the end: nothing is multiplied with it.
        let alone = poly
            .terms
            .iter()
            .all(|(monomial, factor)| !monomial.contains(&choice) || (monomial.len() == 1 && factor.is_one()));
        alone.then_some((at, choice))
    })?;
    let (op, args) = (terms.op(choice).clone(), terms.args(choice).to_vec());
    let end = if at == 0 { fold.hi } else { fold.lo };
    let rest = terms.sub(end, choice);
    let mut with = |chosen: TermId| {
        let end = terms.add(&[rest, chosen]);
        let (lo, hi) = if at == 0 { (fold.lo, end) } else { (end, fold.hi) };
        terms.fold(fold.kind, fold.var, lo, hi, fold.body)
    };
    let (first, second) = (with(args[0]), with(args[1]));
    let smaller = terms.le(args[0], args[1]);
    let (small, large) = if op == Op::Min { (first, second) } else { (second, first) };
    let either = terms.ite(smaller, small, large);
    Some(terms.eq(fold.term, either))
}

/// `lo <= hi + 1 → x·(hi - lo + 1) <= sum <= y·(hi - lo + 1)`, where the body lies between the numbers x and y.
fn range(engine: &mut Engine, fold: &Fold) -> Option<TermId> {
    if fold.kind != FoldKind::Sum || engine.terms.sort(fold.term) != Sort::Int {
        return None;
    }
    let (least, most, count) = bounded(engine, fold.term)?;
    let terms = &mut engine.terms;
    let (least, most) = (terms.int(least), terms.int(most));
    let (low, high) = (terms.mul(least, count), terms.mul(most, count));
    let (above, below) = (terms.le(low, fold.term), terms.le(fold.term, high));
    Some(terms.and(&[above, below]))
}

/// Least and greatest value of the innermost body, and how many are added; none where a range may be shorter than empty or
/// depends on a variable.
fn bounded(engine: &mut Engine, term: TermId) -> Option<(BigInt, BigInt, TermId)> {
    if let Some(fold) = Fold::of(&engine.terms, term) {
        if fold.kind != FoldKind::Sum {
            return None;
        }
        let (least, most, inner) = bounded(engine, fold.body)?;
        let next = engine.terms.plus(fold.hi, 1);
        let length = engine.terms.sub(next, fold.lo);
        let zero = engine.terms.int(0);
        let natural = engine.terms.le(zero, length);
        let (known, closed) = (engine.known.clone(), engine.terms.is_closed(length) && engine.terms.is_closed(inner));
        if !closed || known.decide_by_bounds(&mut engine.terms, natural) != Some(true) {
            return None;
        }
        return Some((least, most, engine.terms.mul(inner, length)));
    }
    let terms = &mut engine.terms;
    match terms.op(term).clone() {
        Op::Int(value) => Some((value.clone(), value, terms.int(1))),
        Op::Ite => {
            let args = terms.args(term).to_vec();
            let (one, other) = (terms.as_int(args[1])?.clone(), terms.as_int(args[2])?.clone());
            let one_value = terms.int(1);
            Some(if one <= other { (one, other, one_value) } else { (other, one, one_value) })
        }
        _ => None,
    }
}

/// A sum, or sum of sums, whose body mentions `f(x)` of which a hypothesis says `γ → f(x) = e(x)`, `x` its variables: it equals
/// the sum with `e` for `f` if the bodies agree at a place of the range that is as fresh as the one where they might not.
fn replaced(engine: &mut Engine, fold: &Fold) -> Vec<TermId> {
    let (mut nest, mut body) = (vec![*fold], fold.body);
    while let Some(inner) = Fold::of(&engine.terms, body) {
        nest.push(inner);
        body = inner.body;
    }
    if nest.iter().any(|level| level.kind != FoldKind::Sum) || !is_guarded(&engine.terms, body) {
        return Vec::new();
    }
    let vars: Vec<VarId> = nest.iter().map(|level| level.var).collect();
    let Some(other) = with_closed_forms(engine, body, &vars) else { return Vec::new() };
    let terms = &mut engine.terms;
    let mut sum = other;
    for level in nest.iter().rev() {
        sum = terms.fold(FoldKind::Sum, level.var, level.lo, level.hi, sum);
    }
    let place: std::collections::BTreeMap<VarId, TermId> =
        vars.iter().map(|var| (*var, terms.constant_named("k", Sort::Int))).collect();
    let mut inside = Vec::new();
    for level in &nest {
        let at = place[&level.var];
        let (lo, hi) = (terms.substitute(level.lo, &place), terms.substitute(level.hi, &place));
        inside.extend([terms.le(lo, at), terms.le(at, hi)]);
    }
    let inside = terms.and(&inside);
    let (here, there) = (terms.substitute(body, &place), terms.substitute(other, &place));
    let agree = terms.eq(here, there);
    let agree = terms.implies(inside, agree);
    let equal = terms.eq(fold.term, sum);
    vec![terms.implies(agree, equal)]
}

/// The body with the values of guarded equations for applications to the sums' own variables; none if nothing changes.
fn with_closed_forms(engine: &mut Engine, body: TermId, vars: &[VarId]) -> Option<TermId> {
    let equations = engine.definitions.equations.clone();
    let replaced = engine.terms.rewrite(body, &mut |terms, term| {
        let Op::Apply(symbol) = *terms.op(term) else { return None };
        let args = terms.args(term).to_vec();
        let own = |arg: &TermId| matches!(terms.op(*arg), Op::Var(var) if vars.contains(var));
        if !args.iter().any(own) || !args.iter().all(|arg| own(arg) || terms.is_closed(*arg)) {
            return None;
        }
        let equation = equations.get(&symbol)?.iter().find(|equation| equation.is_guarded())?;
        Some(equation.at(terms, &args).1)
    });
    (replaced != body).then_some(replaced)
}
