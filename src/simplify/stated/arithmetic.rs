//! Facts of arithmetic that the solvers do not find in products of unknowns, as ground instances: `div`/`mod`,
//! mixed radix, monotonicity of products with a common non-negative factor. Each is valid on its own.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::One;

use crate::logic::poly::Monomial;
use crate::logic::{Op, Poly, Sort, TermId, Terms};

use super::signs;
use crate::simplify::engine::Engine;
use crate::simplify::rules::families::Family;

/// Pairs of products for which monotonicity is stated.
const MAX_PAIRS: usize = 120;

/// States the facts for all terms of the part.
pub fn arithmetic_facts(engine: &mut Engine) {
    signs::squares(engine);
    let mut roots = engine.facts.clone();
    roots.push(engine.goal);
    let mut facts = Vec::new();
    let all: Vec<TermId> =
        engine.terms.postorder(&roots).into_iter().filter(|term| engine.terms.is_closed(*term)).collect();
    for term in &all {
        let args = engine.terms.args(*term).to_vec();
        match engine.terms.op(*term) {
            Op::Div | Op::Mod | Op::TruncDiv | Op::TruncRem => {
                facts.extend(division(&mut engine.terms, args[0], args[1]));
            }
            Op::IsPow2 => facts.extend(power_of_two(&mut engine.terms, args[0])),
            Op::Pow => facts.extend(power(&mut engine.terms, args[0], args[1])),
            _ => {}
        }
    }
    facts.extend(halves(&mut engine.terms, &all));
    for (family, fact) in facts {
        engine.learn_from(family, fact);
    }
    let mut roots = engine.facts.clone();
    roots.push(engine.goal);
    for (family, fact) in products(&mut engine.terms, &roots) {
        engine.learn_from(family, fact);
    }
}

/// `m > 0 → m·(a div m) <= a < m·(a div m) + m`, `a mod m = a - m·(a div m)`; and where `a = m·q + r`:
/// `0 <= r < m → a div m = q` (mixed radix).
fn division(terms: &mut Terms, value: TermId, divisor: TermId) -> Vec<(Family, TermId)> {
    if terms.as_int(divisor).is_some() {
        return Vec::new();
    }
    let (zero, one) = (terms.int(0), terms.int(1));
    let positive = terms.le(one, divisor);
    let quotient = terms.div(value, divisor);
    let remainder = terms.modulo(value, divisor);
    let product = terms.mul(divisor, quotient);
    let next = terms.add(&[product, divisor]);
    let whole = terms.add(&[product, remainder]);
    let parts = [terms.le(product, value), terms.lt(value, next), terms.eq(value, whole)];
    let parts = terms.and(&parts);
    let mut facts = vec![(Family::DivMod, terms.implies(positive, parts))];
    // A non-negative dividend has a quotient between 0 and itself.
    let natural = terms.le(zero, value);
    let both = terms.and(&[positive, natural]);
    let range = [terms.le(zero, quotient), terms.le(quotient, value)];
    let range = terms.and(&range);
    facts.push((Family::QuotientRange, terms.implies(both, range)));
    let divisor_poly = terms.poly(divisor);
    if let Some((monomial, factor)) = divisor_poly.terms.iter().next().filter(|_| divisor_poly.terms.len() == 1) {
        let (high, low) = terms.poly(value).divide_by_monomial(monomial, factor);
        if !high.is_zero() {
            let low = terms.from_poly(&low, Sort::Int);
            let high = terms.from_poly(&high, Sort::Int);
            let bounds = [terms.le(zero, low), terms.lt(low, divisor)];
            let bounds = terms.and(&bounds);
            let equal = [terms.eq(quotient, high), terms.eq(remainder, low)];
            let equal = terms.and(&equal);
            facts.push((Family::MixedRadix, terms.implies(bounds, equal)));
        }
    }
    facts
}

/// `m > 0 → a mod 2m = a mod m ∨ a mod 2m = a mod m + m`, of remainders that there are.
fn halves(terms: &mut Terms, all: &[TermId]) -> Vec<(Family, TermId)> {
    let remainders: BTreeSet<TermId> = all.iter().copied().filter(|term| *terms.op(*term) == Op::Mod).collect();
    let mut facts = Vec::new();
    for whole in &remainders {
        let [value, twice] = terms.args(*whole)[..] else { continue };
        let (half, rest) = terms.poly(twice).divide_by_monomial(&[], &2.into());
        if half.is_zero() || !rest.is_zero() || terms.as_int(twice).is_some() {
            continue;
        }
        let half = terms.from_poly(&half, Sort::Int);
        let part = terms.modulo(value, half);
        if !remainders.contains(&part) {
            continue;
        }
        let one = terms.int(1);
        let (positive, other) = (terms.le(one, half), terms.add(&[part, half]));
        let either = [terms.eq(*whole, part), terms.eq(*whole, other)];
        let either = terms.or(&either);
        facts.push((Family::RemainderHalf, terms.implies(positive, either)));
    }
    facts
}

/// `is_pow2(a) → a >= 1 ∧ (a = 1 ∨ a = 2·(a div 2) ∧ is_pow2(a div 2))`
fn power_of_two(terms: &mut Terms, value: TermId) -> Vec<(Family, TermId)> {
    let one = terms.int(1);
    let two = terms.int(2);
    let is = terms.is_pow2(value);
    let positive = terms.le(one, value);
    let half = terms.div(value, two);
    let unit = terms.eq(value, one);
    let doubled = terms.mul(two, half);
    let even = terms.eq(value, doubled);
    let half_is = terms.is_pow2(half);
    let halved = terms.and(&[even, half_is]);
    let either = terms.or(&[unit, halved]);
    let both = terms.and(&[positive, either]);
    let mut facts = vec![(Family::PowerOfTwoHalf, terms.implies(is, both))];
    let above = terms.le(two, value);
    let halved = terms.and(&[above, halved]);
    let either = terms.or(&[unit, halved]);
    facts.push((Family::PowerOfTwo, terms.eq(is, either)));
    // The converse, for a value that is twice something: is_pow2(h) → is_pow2(2h).
    let (quotient, remainder) = terms.poly(value).divide_by_monomial(&[], &2.into());
    if remainder.is_zero() && !quotient.is_zero() {
        let quotient = terms.from_poly(&quotient, Sort::Int);
        let half_is = terms.is_pow2(quotient);
        facts.push((Family::PowerOfTwoDouble, terms.eq(half_is, is)));
    }
    facts
}

/// `base >= 1 ∧ exponent >= 0 → pow >= 1`; of exact floats nothing.
fn power(terms: &mut Terms, base: TermId, exponent: TermId) -> Vec<(Family, TermId)> {
    let sort = terms.sort(base);
    if !sort.is_numeric() {
        return Vec::new();
    }
    let (zero, one, unit) = (terms.int(0), terms.int(1), terms.number(BigRational::one(), sort));
    let value = terms.pow(base, exponent);
    let guard = [terms.le(unit, base), terms.le(zero, exponent)];
    let guard = terms.and(&guard);
    let positive = terms.le(unit, value);
    let mut facts = vec![(Family::PowerPositive, terms.implies(guard, positive))];
    let (none, unit) = (terms.eq(exponent, zero), terms.eq(value, unit));
    facts.push((Family::Power, terms.implies(none, unit)));
    let before = terms.plus(exponent, -1);
    let before = terms.pow(base, before);
    let step = terms.mul(base, before);
    let (some, step) = (terms.le(one, exponent), terms.eq(value, step));
    facts.push((Family::Power, terms.implies(some, step)));
    facts
}

/// For products with a common factor `f`, which may be a product itself: `f >= 0 ∧ x <= y → f·x <= f·y` and
/// `f >= 0 ∧ x < y → f·x + f <= f·y`, both ways round; and the sign of each product.
fn products(terms: &mut Terms, roots: &[TermId]) -> Vec<(Family, TermId)> {
    let mut monomials: BTreeSet<Monomial> = BTreeSet::new();
    for term in terms.postorder(roots) {
        if !terms.is_closed(term) || terms.sort(term) != Sort::Int {
            continue;
        }
        if matches!(terms.op(term), Op::Add | Op::Mul) {
            monomials.extend(terms.poly(term).terms.into_keys().filter(|monomial| monomial.len() >= 2));
        }
    }
    // Every way to see a monomial as factor times one atom.
    let mut by_factor: BTreeMap<Monomial, BTreeSet<TermId>> = BTreeMap::new();
    for monomial in &monomials {
        for at in 0..monomial.len() {
            let mut factor = monomial.clone();
            let atom = factor.remove(at);
            by_factor.entry(factor).or_default().insert(atom);
        }
    }
    let mut facts = Vec::new();
    let mut pairs = 0;
    let zero = terms.int(0);
    for (factor, atoms) in by_factor {
        let factor_term = monomial_term(terms, &factor);
        let natural = terms.le(zero, factor_term);
        let atoms: Vec<TermId> = atoms.into_iter().collect();
        for (at, one) in atoms.iter().enumerate() {
            facts.push((Family::ProductSign, signs(terms, natural, factor_term, *one)));
            for other in &atoms[at + 1..] {
                pairs += 1;
                if pairs > MAX_PAIRS {
                    return facts;
                }
                for (small, large) in [(*one, *other), (*other, *one)] {
                    let (left, right) = (terms.mul(factor_term, small), terms.mul(factor_term, large));
                    let next = terms.add(&[left, factor_term]);
                    let (le, lt) = (terms.le(small, large), terms.lt(small, large));
                    let (le, lt) = (terms.and(&[natural, le]), terms.and(&[natural, lt]));
                    let (weak, strict) = (terms.le(left, right), terms.le(next, right));
                    facts.push((Family::ProductMonotone, terms.implies(le, weak)));
                    facts.push((Family::ProductMonotone, terms.implies(lt, strict)));
                }
            }
        }
    }
    facts
}

/// `f >= 0 → (x >= 1 → f·x >= f) ∧ (x >= 0 → f·x >= 0) ∧ (x <= -1 → f·x <= -f)`
fn signs(terms: &mut Terms, natural: TermId, factor: TermId, atom: TermId) -> TermId {
    let (zero, one) = (terms.int(0), terms.int(1));
    let minus_one = terms.int(-1);
    let product = terms.mul(factor, atom);
    let negated = terms.neg(factor);
    let positive = terms.le(one, atom);
    let at_least = terms.le(factor, product);
    let positive = terms.implies(positive, at_least);
    let not_negative = terms.le(zero, atom);
    let above = terms.le(zero, product);
    let not_negative = terms.implies(not_negative, above);
    let negative = terms.le(atom, minus_one);
    let below = terms.le(product, negated);
    let negative = terms.implies(negative, below);
    let all = terms.and(&[positive, not_negative, negative]);
    terms.implies(natural, all)
}

fn monomial_term(terms: &mut Terms, monomial: &[TermId]) -> TermId {
    let mut poly = Poly::integer(1);
    for atom in monomial {
        poly = poly.mul(&Poly::atom(*atom));
    }
    terms.from_poly(&poly, Sort::Int)
}
