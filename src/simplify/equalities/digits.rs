//! Numbers that were taken apart by `/` and `%` and are put together again: `d*(x div d) + x mod d` is `x`, over any number of
//! symbolic dimensions, in whatever order the digits were taken.

use crate::logic::poly::{Monomial, remove_factors};
use crate::logic::{Number, Op, Poly, Sort, TermId, Terms};

use crate::simplify::known::Known;

/// Quotients and remainders of a polynomial that is looked at.
const MAX_DIGITS: usize = 12;
/// Summands that writing remainders as differences may make.
const MAX_SUMMANDS: usize = 48;

/// `m·(a div m)` is `a - a mod m` for a positive divisor: each dividend is smaller than the quotient. So a number that was taken
/// apart into any number of digits is itself again.
pub fn one_multiple_less(terms: &mut Terms, term: TermId, known: &Known) -> Option<TermId> {
    let poly = terms.poly(term);
    let mut result = Poly::zero();
    let mut found = false;
    for (monomial, factor) in &poly.terms {
        match quotient_in(terms, monomial, known) {
            Some((rest, value, divisor, scale)) if (factor / &scale).is_integer() => {
                found = true;
                let remainder = terms.modulo(value, divisor);
                let multiple = terms.poly(value).sub(&terms.poly(remainder));
                let rest = Poly { terms: [(rest, factor / &scale)].into() };
                result.add(&rest.mul(&multiple));
            }
            _ => result.add_term(monomial.clone(), factor.clone()),
        }
    }
    found.then(|| terms.from_poly(&result, Sort::Int))
}

/// A quotient in the monomial together with its divisor: the other factors, dividend, divisor and the number in it.
fn quotient_in(terms: &Terms, monomial: &[TermId], known: &Known) -> Option<(Monomial, TermId, TermId, Number)> {
    for (at, atom) in monomial.iter().enumerate() {
        if *terms.op(*atom) != Op::Div {
            continue;
        }
        let (value, divisor) = (terms.args(*atom)[0], terms.args(*atom)[1]);
        let divisor_poly = terms.poly(divisor);
        let [(factors, scale)] = divisor_poly.terms.iter().collect::<Vec<_>>()[..] else { continue };
        let mut others = monomial.to_vec();
        others.remove(at);
        if let Some(rest) = remove_factors(&others, factors)
            && known.positive(terms, divisor)
        {
            return Some((rest, value, divisor, scale.clone()));
        }
    }
    None
}

/// With every remainder written as `x - m*(x div m)` and nested quotients as one, `(x div a) div b = x div (a*b)`, quotients
/// cancel that belong to digits of one number. Only for positive divisors, and only where fewer quotients and remainders are left.
pub fn of_one_number(terms: &mut Terms, term: TermId, known: &Known) -> Option<TermId> {
    let poly = terms.poly(term);
    let digits = digits_in(terms, &poly);
    if !(2..=MAX_DIGITS).contains(&digits) {
        return None;
    }
    let flat = flat(terms, &poly, known)?;
    (digits_in(terms, &flat) < digits && flat.terms.len() <= poly.terms.len())
        .then(|| terms.from_poly(&flat, Sort::Int))
}

fn digits_in(terms: &Terms, poly: &Poly) -> usize {
    poly.atoms().into_iter().filter(|atom| matches!(terms.op(*atom), Op::Div | Op::Mod)).count()
}

/// The polynomial with flat quotients only; none where a divisor is not known to be positive, or it grows too long.
fn flat(terms: &mut Terms, poly: &Poly, known: &Known) -> Option<Poly> {
    let mut result = Poly::zero();
    for (monomial, coefficient) in &poly.terms {
        let mut product = Poly::constant(coefficient.clone());
        for atom in monomial {
            let value = match (terms.op(*atom), terms.args(*atom)) {
                (Op::Div, &[value, divisor]) => flat_quotient(terms, value, divisor, known)?,
                (Op::Mod, &[value, divisor]) => {
                    let quotient = flat_quotient(terms, value, divisor, known)?;
                    let dividend = flat(terms, &terms.poly(value), known)?;
                    dividend.sub(&terms.poly(divisor).mul(&quotient))
                }
                _ => Poly::atom(*atom),
            };
            product = product.mul(&value);
        }
        result.add(&product);
        if result.terms.len() > MAX_SUMMANDS {
            return None;
        }
    }
    Some(result)
}

/// `value div divisor` without quotients of quotients, multiples of the divisor taken out.
fn flat_quotient(terms: &mut Terms, value: TermId, divisor: TermId, known: &Known) -> Option<Poly> {
    if !known.positive(terms, divisor) || !known.step() {
        return None;
    }
    let divisor_poly = terms.poly(divisor);
    let [(monomial, factor)] = divisor_poly.terms.iter().collect::<Vec<_>>()[..] else { return None };
    let dividend = flat(terms, &terms.poly(value), known)?;
    let (mut quotient, rest) = dividend.divide_by_monomial(monomial, factor);
    let nested = match rest.terms.iter().collect::<Vec<_>>()[..] {
        [(inner, one)] if inner.len() == 1 && *one == Number::from(1) && *terms.op(inner[0]) == Op::Div => {
            Some(inner[0])
        }
        _ => None,
    };
    let rest = match nested {
        // What is flat already has a positive divisor.
        Some(inner) => {
            let (innermost, first) = (terms.args(inner)[0], terms.args(inner)[1]);
            let both = terms.mul(first, divisor);
            terms.div(innermost, both)
        }
        None => {
            let rest = terms.from_poly(&rest, Sort::Int);
            terms.div(rest, divisor)
        }
    };
    quotient.add(&terms.poly(rest));
    Some(quotient)
}
