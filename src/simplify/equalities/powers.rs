//! Powers of two, and the bits of numbers at, below and above them (VALUE-12).

use num_bigint::BigInt;
use num_traits::One;

use crate::logic::{Number, Op, Poly, Sort, TermId, Terms};

use crate::simplify::known::Known;
use crate::simplify::known::bounds;

/// Widths of C's integers, in bits.
const WIDTHS: [u32; 4] = [8, 16, 32, 64];

/// A product is a power of two where all factors but one are known to be, and the last one is.
pub fn product(terms: &mut Terms, term: TermId, known: &Known) -> Option<TermId> {
    let value = terms.args(term)[0];
    let simpler = match all_but_one(terms, value, known)? {
        Some(last) => terms.is_pow2(last),
        None => terms.bool(true),
    };
    (simpler != term).then_some(simpler)
}

/// The factor of a product that is not known to be a power of two, if all others are: none where all are.
fn all_but_one(terms: &mut Terms, value: TermId, known: &Known) -> Option<Option<TermId>> {
    let poly = terms.poly(value);
    let [(monomial, factor)] = poly.terms.iter().collect::<Vec<_>>()[..] else { return None };
    let number = terms.int(factor.to_integer());
    let factor_is = terms.is_pow2(number);
    let mut open = Vec::new();
    for atom in monomial {
        let is = terms.is_pow2(*atom);
        if !known.contains(is) {
            open.push(*atom);
        }
    }
    (terms.is_true(factor_is) && open.len() <= 1).then(|| open.pop())
}

fn is_power(terms: &mut Terms, value: TermId, known: &Known) -> bool {
    let is_power = terms.is_pow2(value);
    terms.is_true(is_power) || known.contains(is_power) || all_but_one(terms, value, known) == Some(None)
}

/// A power of two from 2 on is even.
pub fn even(terms: &mut Terms, term: TermId, known: &Known) -> Option<TermId> {
    let (value, two) = (terms.args(term)[0], terms.int(2));
    if terms.args(term)[1] != two {
        return None;
    }
    let (is_power, at_least_two) = (terms.is_pow2(value), terms.le(two, value));
    let is_even = known.contains(is_power) && known.decide(terms, at_least_two) == Some(true);
    is_even.then(|| terms.int(0))
}

/// `x & p` for a power of two `p`: the bit of `x` that it stands for.
pub fn bit(terms: &mut Terms, term: TermId, known: &Known) -> Option<TermId> {
    let (value, power) = either_way(terms, term, |terms, _, other| is_power(terms, other, known).then_some(other))?;
    let two = terms.int(2);
    let digit = terms.div(value, power);
    let digit = terms.modulo(digit, two);
    Some(terms.mul(power, digit))
}

/// `x & (p - 1)` for a power of two `p`: what is left of `x` by it. `x & ~q` is `x` without `x & q`, where that is known.
pub fn mask(terms: &mut Terms, term: TermId, known: &Known) -> Option<TermId> {
    let below = |terms: &mut Terms, mask: TermId| {
        let power = terms.plus(mask, 1);
        is_power(terms, power, known).then_some(power)
    };
    if let Some((value, power)) = either_way(terms, term, |terms, _, mask| below(terms, mask)) {
        return Some(terms.modulo(value, power));
    }
    let (value, opposite) = either_way(terms, term, |terms, value, mask| {
        let opposite = complements(terms, value, mask, known);
        opposite.into_iter().find(|mask| below(terms, *mask).is_some() || is_power(terms, *mask, known))
    })?;
    let common = terms.bit_and(value, opposite);
    Some(terms.sub(value, common))
}

/// The first of both operands of which the other one is what is looked for, and what is found.
fn either_way<T>(
    terms: &mut Terms,
    term: TermId,
    mut find: impl FnMut(&mut Terms, TermId, TermId) -> Option<T>,
) -> Option<(TermId, T)> {
    let args = terms.args(term).to_vec();
    [(args[0], args[1]), (args[1], args[0])]
        .into_iter()
        .find_map(|(value, other)| Some((value, find(terms, value, other)?)))
}

/// Numbers `q` with `value & mask = value - (value & q)`: `~mask`, and its lowest bits where the value has no more.
fn complements(terms: &mut Terms, value: TermId, mask: TermId, known: &Known) -> Vec<TermId> {
    let minus = terms.neg(mask);
    let mut found = vec![terms.plus(minus, -1)];
    for width in WIDTHS {
        let most: BigInt = (BigInt::one() << width) - 1;
        let most_term = terms.int(most.clone());
        let opposite = terms.sub(most_term, mask);
        let fits = [value, opposite].into_iter().all(|number| {
            let number = terms.poly(number);
            let room = Poly::constant(Number::from(&most)).sub(&number);
            known.non_negative(terms, &number) && bounds::non_negative(terms, known, &room)
        });
        if fits {
            found.push(opposite);
        }
    }
    found
}

/// `x & y` is 0 where `x` is a multiple of a power of two and `0 <= y` is below it.
pub fn apart(terms: &mut Terms, term: TermId, known: &Known) -> Option<TermId> {
    either_way(terms, term, |terms, low, high| {
        let (low, high) = (terms.poly(low), terms.poly(high));
        if !known.non_negative(terms, &low) {
            return None;
        }
        factors(terms, &low, &high).into_iter().find(|power| {
            let mut room = terms.poly(*power).sub(&low);
            room.add(&Poly::integer(-1));
            is_power(terms, *power, known)
                && is_multiple(terms, &high, *power, known)
                && bounds::non_negative(terms, known, &room)
        })
    })?;
    Some(terms.int(0))
}

/// What the higher number may be a multiple of: factors of its summands, and what remainders in both numbers are taken by.
fn factors(terms: &mut Terms, low: &Poly, high: &Poly) -> Vec<TermId> {
    let mut found = Vec::new();
    for atom in low.atoms().into_iter().chain(high.atoms()) {
        if *terms.op(atom) == Op::Mod {
            found.push(terms.args(atom)[1]);
        }
    }
    for (monomial, factor) in &high.terms {
        let product = Poly { terms: [(monomial.clone(), factor.abs())].into() };
        found.extend(monomial.iter().copied());
        found.push(terms.from_poly(&product, Sort::Int));
    }
    let content = high.content();
    if let Some(zeros) = content.trailing_zeros().filter(|zeros| *zeros > 0) {
        found.push(terms.int(BigInt::one() << zeros));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The number is a multiple of the factor, with every remainder by the factor and its multiples written out.
fn is_multiple(terms: &mut Terms, number: &Poly, factor: TermId, known: &Known) -> bool {
    let factor = terms.poly(factor);
    let [(monomial, coefficient)] = factor.terms.iter().collect::<Vec<_>>()[..] else { return false };
    let remainders: Vec<TermId> = number.atoms().into_iter().filter(|atom| *terms.op(*atom) == Op::Mod).collect();
    let written = remainders.into_iter().fold(number.clone(), |number, remainder| {
        bounds::written_out(terms, &number, remainder, known).unwrap_or(number)
    });
    written.divide_by_monomial(monomial, coefficient).1.is_zero()
}
