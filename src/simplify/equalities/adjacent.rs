//! A sum of sums over ranges that adjoin is one sum (SIMP-25): what blocks, rows or rounds add up, each its own part. Sums over
//! other variables that stand between the two change places with the outer one (SIMP-29).

use num_traits::One;

use crate::logic::{FoldKind, Op, Poly, Sort, TermId, Terms, VarId};

use crate::simplify::equalities::guarded::smaller;
use crate::simplify::equalities::sums::{Sum, distance_from};
use crate::simplify::known::Known;

/// Folds in each other that are looked at together.
const MAX_NESTED: usize = 4;

/// Ranges `first(x)..=end(x)` of a variable, one for each `x`, with `end(x) + 1 = first(x + 1)`, but none beyond `limit`.
struct Ranges {
    first: TermId,
    limit: Option<TermId>,
}

/// `sum(x, sum(k, f(k), first(x), end(x)), lo, hi)` as range and body of one sum over `k`, where `inner` is the inner sum; and
/// likewise of extrema, if none of the inner ranges is empty.
pub fn joined(
    terms: &mut Terms,
    kind: FoldKind,
    x: VarId,
    [lo, hi]: [TermId; 2],
    inner: TermId,
    known: &Known,
) -> Option<(VarId, [TermId; 2], TermId)> {
    let (k, [first, end, body]) = within(terms, kind, inner)?;
    let (first, end, body) = without(terms, x, k, [first, end, body])?;
    let ranges = adjoining(terms, x, first, end)?;
    let beyond = terms.plus(hi, 1);
    let some = terms.le(lo, beyond);
    let next = if kind.needs_values() { end } else { successor(terms, x, ranges.first) };
    if known.decide_by_bounds(terms, some) != Some(true) || !ordered(terms, x, [lo, hi], [ranges.first, next], known) {
        return None;
    }
    let at = |terms: &mut Terms, value: TermId| terms.substitute(ranges.first, &[(x, value)].into());
    let (start, stop) = (at(terms, lo), at(terms, beyond));
    let stop = match ranges.limit {
        Some(limit) => smaller(terms, limit, stop, known),
        None => stop,
    };
    let last = terms.plus(stop, -1);
    Some((k, [start, last], body))
}

/// Sums in each other that may be taken in any order, as one of fewer (SIMP-29): where the sum over one variable becomes one with that over
/// another, both go inside, and the others stay around it. Where a guard leaves one value of a variable, its sum goes inside. Of extrema the
/// first is true as well: where one of the ranges is empty, all of it is the one unknown number of CLAUSE-12.
pub fn exchanged(terms: &mut Terms, kind: FoldKind, fold: TermId, known: &Known) -> Option<TermId> {
    let (_, [_, _, inner]) = within(terms, kind, fold)?;
    within(terms, kind, inner)?;
    let Nest { vars, body } = nest(terms, kind, fold);
    if vars.len() > MAX_NESTED {
        return None;
    }
    let free = |terms: &Terms, range: &[TermId; 2], var: VarId| range.iter().any(|end| terms.free(*end).contains(&var));
    let around = |terms: &mut Terms, others: &[(VarId, [TermId; 2])], body: TermId| {
        others.iter().rev().fold(body, |fold, (var, [lo, hi])| terms.fold(kind, *var, *lo, *hi, fold))
    };
    for (at, (outer, range)) in vars.iter().enumerate() {
        for (behind, (inner, [lo, hi])) in vars.iter().enumerate().filter(|(behind, _)| *behind != at) {
            let others: Vec<_> =
                (0..vars.len()).filter(|own| *own != at && *own != behind).map(|own| vars[own]).collect();
            if free(terms, range, *inner)
                || others.iter().any(|(_, range)| free(terms, range, *outer) || free(terms, range, *inner))
            {
                continue;
            }
            let mut inside = known.clone();
            for (var, [lo, hi]) in &others {
                let var = terms.var(*var);
                for bound in [terms.le(*lo, var), terms.le(var, *hi)] {
                    inside.assume(terms, bound);
                }
            }
            let moved = terms.fold(kind, *inner, *lo, *hi, body);
            if let Some((var, [lo, hi], body)) = joined(terms, kind, *outer, *range, moved, &inside) {
                let joined = terms.fold(kind, var, lo, hi, body);
                return Some(around(terms, &others, joined));
            }
        }
    }
    // With further sums around ranges may still adjoin, which says more.
    let may_pick = kind == FoldKind::Sum && terms.is_closed(fold);
    for (at, (outer, range)) in vars.iter().enumerate().filter(|_| may_pick) {
        let others = [&vars[..at], &vars[at + 1..]].concat();
        if others.iter().any(|(var, other)| free(terms, range, *var) || free(terms, other, *outer)) {
            continue;
        }
        let sum = terms.fold(kind, *outer, range[0], range[1], body);
        if let Some(picked) = Sum::of(terms, sum).and_then(|sum| sum.picked(terms, known, true)) {
            return Some(around(terms, &others, picked));
        }
    }
    None
}

/// Folds of one kind in each other, the outermost one first.
struct Nest {
    vars: Vec<(VarId, [TermId; 2])>,
    body: TermId,
}

/// The folds under names of their own: what is known of others must not be taken for them.
fn nest(terms: &mut Terms, kind: FoldKind, fold: TermId) -> Nest {
    let mut nest = Nest { vars: Vec::new(), body: fold };
    while let Some((var, [lo, hi, body])) = within(terms, kind, nest.body) {
        let own = terms.fresh_var("k", Sort::Int);
        let at = terms.var(own);
        nest.vars.push((own, [lo, hi]));
        nest.body = terms.substitute(body, &[(var, at)].into());
    }
    nest
}

/// Variable, range and body of a fold of the kind.
fn within(terms: &Terms, kind: FoldKind, fold: TermId) -> Option<(VarId, [TermId; 3])> {
    match (terms.op(fold), terms.args(fold)) {
        (Op::Fold(own, var), &[lo, hi, body]) if *own == kind => Some((*var, [lo, hi, body])),
        _ => None,
    }
}

/// Range and body shifted so that the body does not mention `x`: `f(k + d(x))` from `first` to `end` is `f(k)` from
/// `first + d(x)` to `end + d(x)`.
fn without(terms: &mut Terms, x: VarId, k: VarId, [first, end, body]: [TermId; 3]) -> Option<(TermId, TermId, TermId)> {
    if !terms.free(body).contains(&x) {
        return Some((first, end, body));
    }
    let distance = distance(terms, x, k, body)?;
    let distance = terms.from_poly(&distance, Sort::Int);
    let at = terms.var(k);
    let before = terms.sub(at, distance);
    let body = terms.substitute(body, &[(k, before)].into());
    let shifted = !terms.free(body).contains(&x);
    shifted.then(|| (terms.add(&[first, distance]), terms.add(&[end, distance]), body))
}

/// `d` of the first read at `k + d`, or of the first comparison with `k + d`, with `x` in `d`, which mentions nothing that is bound on the
/// way. Of a comparison the part that mentions `x` is enough.
fn distance(terms: &Terms, x: VarId, k: VarId, body: TermId) -> Option<Poly> {
    let outside = terms.free(body);
    let makes_sense = |distance: &Poly| {
        let free: Vec<VarId> = distance.atoms().iter().flat_map(|atom| terms.free(*atom).to_vec()).collect();
        free.contains(&x) && free.iter().all(|var| outside.contains(var))
    };
    let parts = terms.postorder(&[body]);
    let read = parts.iter().filter(|term| matches!(terms.op(**term), Op::Apply(_))).find_map(|read| {
        let indices = terms.args(*read).iter().filter(|arg| terms.sort(**arg) == Sort::Int);
        indices.filter_map(|arg| distance_from(terms, k, *arg)).find(makes_sense)
    });
    read.or_else(|| {
        let compared = parts.iter().filter(|term| matches!(terms.op(**term), Op::Le | Op::Lt | Op::Eq));
        compared.filter_map(|part| compared_from(terms, x, k, terms.args(*part))).find(makes_sense)
    })
}

/// What mentions `x` of `d`, where the two sides differ by `k + d` or its negation.
fn compared_from(terms: &Terms, x: VarId, k: VarId, sides: &[TermId]) -> Option<Poly> {
    let [left, right] = *sides else { return None };
    if terms.sort(left) != Sort::Int {
        return None;
    }
    let difference = terms.poly(left).sub(&terms.poly(right));
    let at = difference.atoms().into_iter().find(|atom| *terms.op(*atom) == Op::Var(k))?;
    let (coefficient, rest) = difference.linear_in(at)?;
    if rest.atoms().iter().any(|atom| terms.free(*atom).contains(&k)) {
        return None;
    }
    let sign = coefficient.as_constant().filter(|factor| factor.abs().is_one())?;
    let own = rest.terms.into_iter().filter(|(monomial, _)| monomial.iter().any(|atom| terms.free(*atom).contains(&x)));
    let own = Poly { terms: own.collect() };
    Some(own.scale(&sign))
}

/// Whether `end(x) + 1` is `first(x + 1)`, or the smaller of that and something that does not depend on `x`.
fn adjoining(terms: &mut Terms, x: VarId, first: TermId, end: TermId) -> Option<Ranges> {
    let (after, next) = (terms.plus(end, 1), successor(terms, x, first));
    if after == next {
        return Some(Ranges { first, limit: None });
    }
    // `min(limit, next) + c`, with any distribution of constants.
    let poly = terms.poly(after);
    let choice = poly.atoms().into_iter().find(|atom| *terms.op(*atom) == Op::Min)?;
    let (coefficient, rest) = poly.linear_in(choice)?;
    if !coefficient.as_constant().is_some_and(|factor| factor.is_one()) {
        return None;
    }
    let rest = terms.from_poly(&rest, Sort::Int);
    let args = terms.args(choice).to_vec();
    let ends: Vec<TermId> = args.into_iter().map(|arg| terms.add(&[arg, rest])).collect();
    let [one, other] = ends[..] else { return None };
    let limit = if one == next {
        other
    } else if other == next {
        one
    } else {
        return None;
    };
    (!terms.free(limit).contains(&x)).then_some(Ranges { first, limit: Some(limit) })
}

/// The term at `x + 1`.
fn successor(terms: &mut Terms, x: VarId, term: TermId) -> TermId {
    let var = terms.var(x);
    let next = terms.plus(var, 1);
    terms.substitute(term, &[(x, next)].into())
}

/// `one(x) <= other(x)` for every `x` of the range.
fn ordered(terms: &mut Terms, x: VarId, [lo, hi]: [TermId; 2], [one, other]: [TermId; 2], known: &Known) -> bool {
    let var = terms.var(x);
    let mut inside = known.clone();
    for bound in [terms.le(lo, var), terms.le(var, hi)] {
        inside.assume(terms, bound);
    }
    let ordered = terms.le(one, other);
    inside.decide_by_bounds(terms, ordered) == Some(true)
}
