//! Equations in mixed radix: `S·q + r = S·q' + r'` with `0 <= r, r' < S` is `q = q'` and `r = r'`, nested
//! (`blockDim·gridDim·k + blockDim·b + t`). Two threads that meet in a cell are so found to be one.

use std::collections::BTreeMap;

use num_traits::One;

use crate::logic::number::Number;
use crate::logic::poly::Monomial;
use crate::logic::{Op, Poly, Sort, TermId};

use super::engine::Engine;

/// Rounds in which an equation that was found is taken apart again.
const MAX_ROUNDS: usize = 4;
/// Bounds that are tried for one atom.
const MAX_BOUNDS: usize = 2;

/// Takes the equations among the facts apart, and says `false` where they refute a fact.
pub fn mixed_radix(engine: &mut Engine) {
    for _ in 0..MAX_ROUNDS {
        let uppers = uppers(engine);
        let mut new = false;
        for fact in engine.facts.clone() {
            let Some(difference) = equation(engine, fact) else { continue };
            for part in take_apart(engine, &difference, &uppers) {
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
fn take_apart(engine: &Engine, difference: &Poly, uppers: &BTreeMap<TermId, Vec<Poly>>) -> Vec<Poly> {
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
            return vec![quotient];
        }
        let (above, below) = remainder.split_signs();
        if is_below(engine, &above, &room, uppers) && is_below(engine, &below, &room, uppers) {
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

/// `0 <= poly <= limit`, with every atom at one of its largest values.
fn is_below(engine: &Engine, poly: &Poly, limit: &Poly, uppers: &BTreeMap<TermId, Vec<Poly>>) -> bool {
    engine.known.non_negative(&engine.terms, poly) && fits(engine, poly, limit, uppers, &poly.atoms())
}

fn fits(engine: &Engine, poly: &Poly, limit: &Poly, uppers: &BTreeMap<TermId, Vec<Poly>>, atoms: &[TermId]) -> bool {
    if engine.known.non_negative(&engine.terms, &limit.sub(poly)) {
        return true;
    }
    let Some((atom, others)) = atoms.split_first() else { return false };
    if let Some((coefficient, rest)) = poly.linear_in(*atom)
        && !coefficient.is_zero()
        && engine.known.non_negative(&engine.terms, &coefficient)
    {
        for upper in uppers.get(atom).into_iter().flatten() {
            let mut largest = coefficient.mul(upper);
            largest.add(&rest);
            if fits(engine, &largest, limit, uppers, others) {
                return true;
            }
        }
    }
    fits(engine, poly, limit, uppers, others)
}

/// `atom <= upper`, read off the facts; the shortest bounds first.
fn uppers(engine: &Engine) -> BTreeMap<TermId, Vec<Poly>> {
    let mut found: BTreeMap<TermId, Vec<Poly>> = BTreeMap::new();
    for fact in &engine.facts {
        let args = engine.terms.args(*fact);
        if *engine.terms.op(*fact) != Op::Le || engine.terms.sort(args[0]) != Sort::Int {
            continue;
        }
        let room = engine.terms.poly(args[1]).sub(&engine.terms.poly(args[0]));
        for (monomial, coefficient) in &room.terms {
            if let [atom] = monomial[..]
                && *coefficient == -Number::one()
                && let Some((_, upper)) = room.linear_in(atom)
            {
                found.entry(atom).or_default().push(upper);
            }
        }
    }
    for bounds in found.values_mut() {
        // A bound by something unknown (`t <= 1023`, `t <= blockDim.x - 1`) says more than a number.
        bounds.sort_by_key(|bound| (bound.terms.len(), bound.as_constant().is_some()));
        bounds.truncate(MAX_BOUNDS);
    }
    found
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
