//! What literals say: bounds, divisors, inequations.

use num_traits::{ToPrimitive, Zero};

use crate::logic::{Number, Op, Poly, Sort, TermId, Terms};

use super::bounds::AtomBound;

/// An integer that is not put together of others, and a number that a literal says divides it.
pub fn multiple(terms: &Terms, literal: TermId) -> Option<(TermId, i64)> {
    let ([left, right], Op::Eq) = (terms.args(literal), terms.op(literal)) else { return None };
    let (remainder, _) = [(left, right), (right, left)]
        .into_iter()
        .find(|(one, other)| *terms.op(**one) == Op::Mod && terms.as_int(**other).is_some_and(Zero::is_zero))?;
    let [value, divisor] = terms.args(*remainder)[..] else { return None };
    let divisor = terms.as_int(divisor)?.to_i64().filter(|divisor| *divisor > 1)?;
    (terms.poly(value) == Poly::atom(value)).then_some((value, divisor))
}

/// What `form >= bound` says of each atom that stands in it alone, with coefficient 1 or -1.
pub fn atom_bounds(form: &Poly, bound: &Number) -> Vec<AtomBound> {
    let mut bounds = Vec::new();
    for (monomial, factor) in &form.terms {
        let ([atom], Some(factor @ (1 | -1))) = (monomial.as_slice(), factor.to_i64()) else { continue };
        // factor·atom + rest >= bound
        let mut rest = form.clone();
        rest.terms.remove(monomial);
        let is_free = rest.terms.keys().all(|other| !other.contains(atom));
        if is_free {
            let mut value = Poly::constant(bound.clone()).sub(&rest);
            if factor == -1 {
                value = value.scale(&Number::from(-1));
            }
            let mentions = value.atoms();
            bounds.push(AtomBound { atom: *atom, upper: factor == -1, bound: value, mentions });
        }
    }
    bounds
}

/// The polynomials that a literal says are non-negative.
pub fn forms(terms: &Terms, literal: TermId) -> Vec<Poly> {
    let args = terms.args(literal);
    match terms.op(literal) {
        Op::Le | Op::Lt if terms.sort(args[0]).is_numeric() => {
            vec![terms.poly(args[1]).sub(&terms.poly(args[0]))]
        }
        Op::Eq if terms.sort(args[0]).is_numeric() => {
            let difference = terms.poly(args[1]).sub(&terms.poly(args[0]));
            vec![difference.scale(&Number::from(-1)), difference]
        }
        Op::IsPow2 => vec![terms.poly(args[0]).sub(&Poly::integer(1))],
        _ => Vec::new(),
    }
}

/// The difference of two integers that a literal says are not equal.
pub fn unequal(terms: &Terms, literal: TermId) -> Option<Poly> {
    let equation = (*terms.op(literal) == Op::Not).then(|| terms.args(literal)[0])?;
    let args = terms.args(equation);
    let of_integers = *terms.op(equation) == Op::Eq && terms.sort(args[0]) == Sort::Int;
    of_integers.then(|| terms.poly(args[1]).sub(&terms.poly(args[0])))
}
