//! Equations in mixed radix: `S·q + r = S·q' + r'` with `0 <= r, r' < S` is `q = q'` and `r = r'`, nested
//! (`blockDim·gridDim·k + blockDim·b + t`). Two threads that meet in a cell are so found to be one.

use num_traits::One;

use crate::logic::number::Number;
use crate::logic::poly::Monomial;
use crate::logic::{Op, Poly, Sort, TermId};

use super::bounds;
use super::engine::Engine;
use super::rule::Rule;

/// Rounds in which an equation that was found is taken apart again.
const MAX_ROUNDS: usize = 4;

/// Takes the equations among the facts apart, and says `false` where they refute a fact.
pub fn mixed_radix(engine: &mut Engine) {
    for _ in 0..MAX_ROUNDS {
        let mut new = false;
        for fact in engine.facts.clone() {
            let Some(difference) = equation(engine, fact) else { continue };
            for part in take_apart(engine, &difference) {
                let part = engine.terms.from_poly(&part, Sort::Int);
                let zero = engine.terms.int(0);
                let equal = engine.terms.eq(part, zero);
                new |= engine.learn(equal);
            }
        }
        if !new {
            break;
        }
    }
    if engine.facts.clone().into_iter().any(|fact| is_refuted(engine, fact)) {
        engine.known.used(Rule::RadixRefuted);
        let contradiction = engine.terms.bool(false);
        engine.learn(contradiction);
    }
}

/// `left - right` of an equation of integers.
fn equation(engine: &Engine, fact: TermId) -> Option<Poly> {
    let args = engine.terms.args(fact);
    (*engine.terms.op(fact) == Op::Eq && engine.terms.sort(args[0]) == Sort::Int)
        .then(|| engine.terms.poly(args[0]).sub(&engine.terms.poly(args[1])))
}

/// Polynomials that are 0 when this one is.
fn take_apart(engine: &mut Engine, difference: &Poly) -> Vec<Poly> {
    for (stride, factor) in strides(difference) {
        let (quotient, remainder) = difference.divide_by_monomial(&stride, &factor);
        if quotient.as_constant().is_some() {
            continue;
        }
        let mut radix = Poly::zero();
        radix.add_term(stride, factor);
        let mut room = radix.clone();
        room.add(&Poly::integer(-1));
        if !engine.known.non_negative(&engine.terms, &room) {
            continue;
        }
        if remainder.is_zero() {
            engine.known.used(Rule::RadixFactor);
            return vec![quotient];
        }
        let (above, below) = remainder.split_signs();
        if is_below(engine, &above, &room) && is_below(engine, &below, &room) {
            engine.known.used(Rule::RadixDigits);
            return vec![quotient, remainder];
        }
    }
    Vec::new()
}

/// What monomials have beside one of their atoms, larger strides first.
fn strides(poly: &Poly) -> Vec<(Monomial, Number)> {
    let mut found: Vec<(Monomial, Number)> = Vec::new();
    for (monomial, coefficient) in &poly.terms {
        for at in 0..monomial.len() {
            let mut rest = monomial.clone();
            rest.remove(at);
            for factor in [coefficient.abs(), Number::one()] {
                let stride = (rest.clone(), factor);
                let unit = stride.0.is_empty() && stride.1.is_one();
                if !unit && !found.contains(&stride) {
                    found.push(stride);
                }
            }
        }
    }
    found.sort_by(|left, right| (right.0.len(), &right.1, &right.0).cmp(&(left.0.len(), &left.1, &left.0)));
    found
}

/// `0 <= poly <= limit`.
fn is_below(engine: &mut Engine, poly: &Poly, limit: &Poly) -> bool {
    engine.known.non_negative(&engine.terms, poly)
        && bounds::non_negative(&mut engine.terms, &engine.known, &limit.sub(poly))
}

/// The fact is a disjunction of inequations of which each is known to be an equation.
fn is_refuted(engine: &Engine, fact: TermId) -> bool {
    let terms = &engine.terms;
    match terms.op(fact) {
        Op::Or => terms.args(fact).iter().all(|part| is_refuted(engine, *part)),
        Op::Not => equation(engine, terms.args(fact)[0]).is_some_and(|difference| {
            let opposite = difference.scale(&-Number::one());
            engine.known.non_negative(&engine.terms, &difference) && engine.known.non_negative(&engine.terms, &opposite)
        }),
        _ => false,
    }
}
