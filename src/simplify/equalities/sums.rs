//! The normal form of sums: one sum for each summand of the body, factors that do not mention the variable outside,
//! and the range shifted so that the body reads at the variable itself.
//!
//! `sum(k, c·f(k + d) + g(k), lo, hi) = c·sum(k, f(k), lo + d, hi + d) + sum(k, g(k), lo, hi)`. Two sums that agree up
//! to linearity and shift become one term. Over integers and reals only; a sum of exact floats is a left fold, which
//! may be shifted and nothing else.

use num_traits::{One, Zero};

use crate::logic::poly::Monomial;
use crate::logic::{FoldKind, Op, Poly, Sort, TermId, Terms, VarId};

use crate::simplify::equalities::adjacent;
use crate::simplify::equalities::guarded::{self, Clamped, Piece};
use crate::simplify::known::{Known, conjuncts};
use crate::simplify::rules::rule::Rule;

/// The sum of a body that is in normal form.
pub fn sum(terms: &mut Terms, var: VarId, lo: TermId, hi: TermId, body: TermId, known: &Known) -> TermId {
    let sort = terms.sort(body);
    let pieces = guarded::pieces(terms, var, body, known).unwrap_or_else(|| {
        let always = terms.bool(true);
        let value = terms.poly(body);
        let single = |(monomial, coefficient)| Poly { terms: [(monomial, coefficient)].into() };
        value.terms.into_iter().map(|part| Piece { guard: always, value: single(part) }).collect()
    });
    let mut total = Poly::zero();
    if pieces.len() > 1 {
        known.used(Rule::SumLinear);
    }
    for Piece { guard, value } in pieces {
        total.add(&match guarded::clamp(terms, var, [lo, hi], guard, known) {
            Clamped::Range { lo, hi, guard } => monomials(terms, var, [lo, hi], &Piece { guard, value }, sort, known),
            Clamped::Single { at, inside, guard } => {
                let value = terms.from_poly(&value, sort);
                let value = terms.substitute(value, &[(var, at)].into());
                let (applies, zero) = (terms.and(&[inside, guard]), terms.number(Zero::zero(), sort));
                let value = match known.decide_by_bounds(terms, applies) {
                    Some(true) => value,
                    Some(false) => zero,
                    None => terms.ite(applies, value, zero),
                };
                terms.poly(value)
            }
        });
    }
    terms.from_poly(&total, sort)
}

/// The sum of monomials under one guard, what does not mention the variable outside.
fn monomials(
    terms: &mut Terms,
    var: VarId,
    [lo, hi]: [TermId; 2],
    Piece { guard, value }: &Piece,
    sort: Sort,
    known: &Known,
) -> Poly {
    let mut total = Poly::zero();
    // What the guard says of other things than the variable stands outside.
    let (own, outer): (Vec<TermId>, Vec<TermId>) =
        conjuncts(terms, *guard).into_iter().partition(|part| terms.free(*part).contains(&var));
    let (guard, outside) = (terms.and(&own), terms.and(&outer));
    if !outer.is_empty() {
        known.used(Rule::GuardOutside);
        let zero = terms.number(Zero::zero(), sort);
        let inner = Piece { guard, value: value.clone() };
        let inner = monomials(terms, var, [lo, hi], &inner, sort, known);
        let inner = terms.from_poly(&inner, sort);
        let guarded = terms.ite(outside, inner, zero);
        return terms.poly(guarded);
    }
    let is_guarded = !terms.is_true(guard);
    for (monomial, coefficient) in &value.terms {
        let (inner, outer): (Monomial, Monomial) =
            monomial.iter().copied().partition(|atom| terms.free(*atom).contains(&var));
        let sum = if inner.is_empty() && !is_guarded {
            known.used(Rule::SumConstant);
            length(terms, lo, hi, sort, known)
        } else {
            let inner = Poly { terms: [(inner, One::one())].into() };
            let inner = terms.from_poly(&inner, sort);
            let zero = terms.number(Zero::zero(), sort);
            let inner = terms.ite(guard, inner, zero);
            match adjacent::joined(terms, var, [lo, hi], inner, known) {
                Some((var, [lo, hi], body)) => {
                    known.used(Rule::SumAdjacent);
                    self::sum(terms, var, lo, hi, body, known)
                }
                None => match adjacent::exchanged(terms, var, [lo, hi], inner, known) {
                    Some(sum) => sum,
                    None => {
                        let (lo, hi, inner) = shifted(terms, var, lo, hi, inner, known);
                        terms.fold(FoldKind::Sum, var, lo, hi, inner)
                    }
                },
            }
        };
        let factor = Poly { terms: [(outer, coefficient.clone())].into() };
        total.add(&factor.mul(&terms.poly(sum)));
    }
    total
}

/// How many values a range has.
fn length(terms: &mut Terms, lo: TermId, hi: TermId, sort: Sort, known: &Known) -> TermId {
    let next = terms.plus(hi, 1);
    let width = terms.sub(next, lo);
    let zero = terms.int(0);
    let natural = terms.le(zero, width);
    let length = match known.decide_by_bounds(terms, natural) {
        Some(true) => width,
        Some(false) => zero,
        None => terms.ite(natural, width, zero),
    };
    if sort == Sort::Real { terms.to_real(length) } else { length }
}

/// Range and body with the variable shifted, where every read of the body is at the variable plus one distance.
pub fn shifted(
    terms: &mut Terms,
    var: VarId,
    lo: TermId,
    hi: TermId,
    body: TermId,
    known: &Known,
) -> (TermId, TermId, TermId) {
    let mut distance: Option<Poly> = None;
    if !reads_at(terms, var, body, &mut Vec::new(), &mut distance) {
        return (lo, hi, body);
    }
    let Some(distance) = distance.filter(|distance| !distance.is_zero()) else { return (lo, hi, body) };
    known.used(Rule::SumShift);
    let distance = terms.from_poly(&distance, Sort::Int);
    let at = terms.var(var);
    let before = terms.sub(at, distance);
    let body = terms.substitute(body, &[(var, before)].into());
    (terms.add(&[lo, distance]), terms.add(&[hi, distance]), body)
}

/// The variable occurs only in arguments `var + distance` of applications, always with the same distance, which mentions
/// none of the variables that are `bound` on the way: it has to make sense outside.
fn reads_at(terms: &Terms, var: VarId, term: TermId, bound: &mut Vec<VarId>, distance: &mut Option<Poly>) -> bool {
    if !terms.free(term).contains(&var) {
        return true;
    }
    let outside = bound.len();
    bound.extend(terms.op(term).binds());
    let result = arguments_read_at(terms, var, term, bound, distance);
    bound.truncate(outside);
    result
}

fn arguments_read_at(
    terms: &Terms,
    var: VarId,
    term: TermId,
    bound: &mut Vec<VarId>,
    distance: &mut Option<Poly>,
) -> bool {
    let is_read = matches!(terms.op(term), Op::Apply(_));
    terms.args(term).iter().all(|arg| {
        if !is_read || !terms.free(*arg).contains(&var) || terms.sort(*arg) != Sort::Int {
            return *terms.op(*arg) != Op::Var(var) && reads_at(terms, var, *arg, bound, distance);
        }
        let Some(rest) = distance_from(terms, var, *arg) else {
            // A read at what another read gives: `a[b[k + d]]`.
            return reads_at(terms, var, *arg, bound, distance);
        };
        let is_outside = rest.atoms().iter().all(|atom| !terms.free(*atom).iter().any(|own| bound.contains(own)));
        is_outside && *distance.get_or_insert_with(|| rest.clone()) == rest
    })
}

/// `d` of `var + d`.
pub fn distance_from(terms: &Terms, var: VarId, value: TermId) -> Option<Poly> {
    let (own, rest): (Vec<_>, Vec<_>) = terms
        .poly(value)
        .terms
        .into_iter()
        .partition(|(monomial, _)| monomial.iter().any(|atom| terms.free(*atom).contains(&var)));
    let unit = matches!(&own[..], [(monomial, factor)]
        if factor.is_one() && monomial.len() == 1 && *terms.op(monomial[0]) == Op::Var(var));
    unit.then(|| Poly { terms: rest.into_iter().collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup() -> (Terms, VarId, TermId, TermId) {
        let mut terms = Terms::new();
        let var = terms.fresh_var("k", Sort::Int);
        let (lo, hi) = (terms.constant_named("lo", Sort::Int), terms.constant_named("hi", Sort::Int));
        (terms, var, lo, hi)
    }

    #[test]
    fn sums_are_linear_and_their_ranges_shifted() {
        let (mut terms, var, lo, hi) = setup();
        let (f, g) = (terms.declare("f", &[Sort::Int], Sort::Int), terms.declare("g", &[Sort::Int], Sort::Int));
        let (c, d) = (terms.constant_named("c", Sort::Int), terms.constant_named("d", Sort::Int));
        let k = terms.var(var);
        let at = terms.add(&[k, d]);
        let (fk, gk) = (terms.apply(f, &[at]), terms.apply(g, &[k]));
        let scaled = terms.mul(c, fk);
        let body = terms.add(&[scaled, gk]);
        let result = sum(&mut terms, var, lo, hi, body, &Known::default());
        let mut expected = Vec::new();
        let (low, high) = (terms.add(&[lo, d]), terms.add(&[hi, d]));
        let at_k = terms.apply(f, &[k]);
        let first = terms.fold(FoldKind::Sum, var, low, high, at_k);
        expected.push(terms.mul(c, first));
        expected.push(terms.fold(FoldKind::Sum, var, lo, hi, gk));
        assert_eq!(result, terms.add(&expected));
    }

    #[test]
    fn a_distance_with_an_inner_variable_shifts_nothing() {
        let (mut terms, var, lo, hi) = setup();
        let f = terms.declare("f", &[Sort::Int], Sort::Int);
        let inner = terms.fresh_var("j", Sort::Int);
        let (k, j) = (terms.var(var), terms.var(inner));
        let at = terms.add(&[k, j]);
        let read = terms.apply(f, &[at]);
        let product = terms.mul(j, read);
        let body = terms.fold(FoldKind::Sum, inner, lo, hi, product);
        let result = sum(&mut terms, var, lo, hi, body, &Known::default());
        assert!(terms.is_closed(result));
        assert_eq!(result, terms.fold(FoldKind::Sum, var, lo, hi, body));
    }

    #[test]
    fn reads_at_different_distances_keep_their_range() {
        let (mut terms, var, lo, hi) = setup();
        let f = terms.declare("f", &[Sort::Int], Sort::Int);
        let k = terms.var(var);
        let next = terms.plus(k, 1);
        let (here, there) = (terms.apply(f, &[k]), terms.apply(f, &[next]));
        let body = terms.mul(here, there);
        let result = sum(&mut terms, var, lo, hi, body, &Known::default());
        assert_eq!(result, terms.fold(FoldKind::Sum, var, lo, hi, body));
        // The variable outside a read: not shifted either.
        let body = terms.mul(k, there);
        let result = sum(&mut terms, var, lo, hi, body, &Known::default());
        assert_eq!(result, terms.fold(FoldKind::Sum, var, lo, hi, body));
    }
}
