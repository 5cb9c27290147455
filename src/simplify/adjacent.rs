//! A sum of sums over ranges that adjoin is one sum (R195): what blocks, rows or rounds add up, each its own part.

use num_traits::One;

use crate::logic::{FoldKind, Op, Poly, Sort, TermId, Terms, VarId};

use super::guarded::smaller;
use super::known::Known;
use super::sums::distance_from;

/// Ranges `first(x)..=end(x)` of a variable, one for each `x`, with `end(x) + 1 = first(x + 1)`, but none beyond `limit`.
struct Ranges {
    first: TermId,
    limit: Option<TermId>,
}

/// `sum(x, sum(k, f(k), first(x), end(x)), lo, hi)` as range and body of one sum over `k`, where `inner` is the inner sum.
pub fn joined(
    terms: &mut Terms,
    x: VarId,
    [lo, hi]: [TermId; 2],
    inner: TermId,
    known: &Known,
) -> Option<(VarId, [TermId; 2], TermId)> {
    let Op::Fold(FoldKind::Sum, k) = *terms.op(inner) else { return None };
    let [first, end, body] = terms.args(inner)[..] else { return None };
    let (first, end, body) = without(terms, x, k, [first, end, body])?;
    let ranges = adjoining(terms, x, first, end)?;
    let beyond = terms.plus(hi, 1);
    let some = terms.le(lo, beyond);
    if known.decide_by_bounds(terms, some) != Some(true) || !ascends(terms, x, [lo, hi], ranges.first, known) {
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

/// `d` of the first read at `k + d` with `x` in `d`, which mentions nothing that is bound on the way.
fn distance(terms: &Terms, x: VarId, k: VarId, body: TermId) -> Option<Poly> {
    let outside = terms.free(body);
    terms.postorder(&[body]).into_iter().filter(|term| matches!(terms.op(*term), Op::Apply(_))).find_map(|read| {
        terms.args(read).iter().filter(|arg| terms.sort(**arg) == Sort::Int).find_map(|arg| {
            let distance = distance_from(terms, k, *arg)?;
            let free: Vec<VarId> = distance.atoms().iter().flat_map(|atom| terms.free(*atom).to_vec()).collect();
            (free.contains(&x) && free.iter().all(|var| outside.contains(var))).then_some(distance)
        })
    })
}

/// Whether `end(x) + 1` is `first(x + 1)`, or the smaller of that and something that does not depend on `x`.
fn adjoining(terms: &mut Terms, x: VarId, first: TermId, end: TermId) -> Option<Ranges> {
    let (var, after) = (terms.var(x), terms.plus(end, 1));
    let successor = terms.plus(var, 1);
    let next = terms.substitute(first, &[(x, successor)].into());
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

/// `first(x) <= first(x + 1)` for every `x` of the range.
fn ascends(terms: &mut Terms, x: VarId, [lo, hi]: [TermId; 2], first: TermId, known: &Known) -> bool {
    let var = terms.var(x);
    let successor = terms.plus(var, 1);
    let next = terms.substitute(first, &[(x, successor)].into());
    let mut inside = known.clone();
    for bound in [terms.le(lo, var), terms.le(var, hi)] {
        inside.assume(terms, bound);
    }
    let ordered = terms.le(first, next);
    inside.decide_by_bounds(terms, ordered) == Some(true)
}
