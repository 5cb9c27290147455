//! Comparisons of multiples: a positive factor that divides a comparison is taken out.
//!
//! With `m >= 1` and integers, `m·q + r <= 0` is `q <= 0` where `-m < r <= 0`, and `q <= -1` where `1 <= r <= m`;
//! `m·q + r = 0` with `|r| < m` is `q = 0 ∧ r = 0`. So `2·o·z - 1 < 2·o·d` becomes `z <= d`, and `q·(2·x - 1) = 0` is
//! false, where solvers would have to reason about products. In an equation `m` may be a number, and a number that stands beside
//! its remainder is written by its digits first (SIMP-42).

use num_traits::One;

use crate::logic::poly::Monomial;
use crate::logic::{Number, Op, Poly, Sort, TermId, Terms};

use crate::simplify::known::Known;
use crate::simplify::known::bounds;

/// Summands of a comparison that is looked at.
const MAX_SUMMANDS: usize = 6;

/// What `left <= right` or `left = right` is after a positive factor is taken out, if there is one.
pub fn compare(terms: &mut Terms, term: TermId, known: &Known) -> Option<TermId> {
    let args = terms.args(term);
    let (left, right) = (args[0], args[1]);
    if terms.sort(left) != Sort::Int {
        return None;
    }
    let difference = terms.poly(left).sub(&terms.poly(right));
    if difference.terms.len() > MAX_SUMMANDS {
        return None;
    }
    match terms.op(term) {
        Op::Le => by_factors(terms, known, &difference, factors(&difference), below_zero),
        Op::Eq => by_factors(terms, known, &difference, factors(&difference), is_zero).or_else(|| {
            let written = by_digits(terms, known, difference)?;
            let radices = numbers(&written);
            by_factors(terms, known, &written, radices, is_zero)
        }),
        _ => None,
    }
}

fn by_factors(
    terms: &mut Terms,
    known: &Known,
    difference: &Poly,
    factors: Vec<(Monomial, Number)>,
    without: fn(&mut Terms, &Known, &Poly, &Poly, &Poly) -> Option<TermId>,
) -> Option<TermId> {
    factors.into_iter().find_map(|factor| {
        let (quotient, rest) = difference.divide_by_monomial(&factor.0, &factor.1);
        let factor = Poly { terms: [factor].into() };
        if quotient.as_constant().is_some() || !at_least_one(terms, known, &factor) {
            return None;
        }
        without(terms, known, &quotient, &rest, &factor)
    })
}

/// With numbers that stand beside their remainders written by their digits.
fn by_digits(terms: &mut Terms, known: &Known, difference: Poly) -> Option<Poly> {
    let remainders = difference.atoms().into_iter().filter(|atom| *terms.op(*atom) == Op::Mod);
    let remainders: Vec<TermId> = remainders.collect();
    remainders.into_iter().try_fold(difference, |poly, remainder| bounds::written_out(terms, &poly, remainder, known))
}

/// Numbers that unknowns are multiplied with, the largest first.
fn numbers(poly: &Poly) -> Vec<(Monomial, Number)> {
    let factors = poly.terms.iter().filter(|(monomial, _)| !monomial.is_empty()).map(|(_, factor)| factor.abs());
    let mut factors: Vec<Number> = factors.filter(|factor| !factor.is_one()).collect();
    factors.sort();
    factors.dedup();
    factors.into_iter().rev().map(|factor| (Monomial::default(), factor)).collect()
}

fn below_zero(terms: &mut Terms, known: &Known, quotient: &Poly, rest: &Poly, stride: &Poly) -> Option<TermId> {
    let negative = rest.scale(&-Number::one());
    let limit = if at_least_one(terms, known, rest) && is_natural(terms, known, &stride.sub(rest)) {
        -1
    } else if is_natural(terms, known, &negative) && at_least_one(terms, known, &stride.sub(&negative)) {
        0
    } else {
        return None;
    };
    let quotient = terms.from_poly(quotient, Sort::Int);
    let limit = terms.int(limit);
    Some(terms.le(quotient, limit))
}

fn is_zero(terms: &mut Terms, known: &Known, quotient: &Poly, rest: &Poly, stride: &Poly) -> Option<TermId> {
    let (above, below) = rest.split_signs();
    for side in [&above, &below] {
        if !is_natural(terms, known, side) || !at_least_one(terms, known, &stride.sub(side)) {
            return None;
        }
    }
    if at_least_one(terms, known, rest) || at_least_one(terms, known, &rest.scale(&-Number::one())) {
        return Some(terms.bool(false));
    }
    let zero = terms.int(0);
    let parts = [quotient, rest].map(|part| terms.from_poly(part, Sort::Int));
    let parts = parts.map(|part| terms.eq(part, zero));
    Some(terms.and(&parts))
}

/// The parts of monomials that may be common factors: what a product has beside one of its atoms.
pub fn factors(poly: &Poly) -> Vec<(Monomial, Number)> {
    let mut found: Vec<(Monomial, Number)> = Vec::new();
    for (monomial, coefficient) in &poly.terms {
        for at in 0..monomial.len() {
            let mut rest = monomial.clone();
            rest.remove(at);
            if rest.is_empty() {
                continue;
            }
            for factor in [coefficient.abs(), Number::one()] {
                let stride = (rest.clone(), factor);
                if !found.contains(&stride) {
                    found.push(stride);
                }
            }
        }
    }
    found.sort_by(|left, right| (right.0.len(), &right.1, &right.0).cmp(&(left.0.len(), &left.1, &left.0)));
    found
}

fn is_natural(terms: &mut Terms, known: &Known, poly: &Poly) -> bool {
    bounds::non_negative(terms, known, poly)
}

fn at_least_one(terms: &mut Terms, known: &Known, poly: &Poly) -> bool {
    let mut room = poly.clone();
    room.add(&Poly::integer(-1));
    bounds::non_negative(terms, known, &room)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup() -> (Terms, Known, [TermId; 4]) {
        let mut terms = Terms::new();
        let mut known = Known::default();
        let [o, x, z, d] = ["o", "x", "z", "d"].map(|name| terms.constant_named(name, Sort::Int));
        let one = terms.int(1);
        let positive = terms.le(one, o);
        known.assume(&mut terms, positive);
        (terms, known, [o, x, z, d])
    }

    #[test]
    fn a_positive_factor_is_taken_out_of_an_order() {
        let (mut terms, known, [o, _, z, d]) = setup();
        let (oz, od) = (terms.mul(o, z), terms.mul(o, d));
        let before = terms.plus(oz, -1);
        // o·z - 1 < o·d, so o·z <= o·d.
        let fact = terms.lt(before, od);
        let answer = compare(&mut terms, fact, &known).unwrap();
        assert_eq!(answer, terms.le(z, d));
        // o·z < o·d.
        let fact = terms.lt(oz, od);
        let answer = compare(&mut terms, fact, &known).unwrap();
        assert_eq!(answer, terms.lt(z, d));
    }

    #[test]
    fn a_factor_of_unknown_sign_stays() {
        let (mut terms, known, [_, x, z, d]) = setup();
        let (xz, xd) = (terms.mul(x, z), terms.mul(x, d));
        let fact = terms.le(xz, xd);
        assert_eq!(compare(&mut terms, fact, &known), None);
        let fact = terms.eq(xz, xd);
        assert_eq!(compare(&mut terms, fact, &known), None);
    }

    #[test]
    fn an_odd_multiple_is_not_zero() {
        let (mut terms, known, [o, x, z, _]) = setup();
        let difference = terms.sub(x, z);
        let two = terms.int(2);
        let even = terms.mul(two, difference);
        let odd = terms.plus(even, 1);
        let (product, zero) = (terms.mul(o, odd), terms.int(0));
        let fact = terms.eq(product, zero);
        let answer = compare(&mut terms, fact, &known).unwrap();
        assert!(terms.is_false(answer), "{}", terms.show(answer));
    }

    #[test]
    fn a_rest_that_may_reach_the_factor_is_left() {
        let (mut terms, known, [o, x, z, d]) = setup();
        let (oz, od) = (terms.mul(o, z), terms.mul(o, d));
        let shifted = terms.add(&[oz, x]);
        let fact = terms.le(shifted, od);
        assert_eq!(compare(&mut terms, fact, &known), None);
        // 2 <= o·z does not say 2 <= z.
        let two = terms.int(2);
        let fact = terms.le(two, oz);
        assert_eq!(compare(&mut terms, fact, &known), None);
    }
}
