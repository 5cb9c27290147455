//! Equations in mixed radix: `S·q + r = S·q' + r'` with `0 <= r, r' < S` is `q = q'` and `r = r'`, nested
//! (`blockDim·gridDim·k + blockDim·b + t`). Two threads that meet in a cell are so found to be one. `S` may be a sum, as where a
//! row has cells before and behind those of the threads, and a number may stand beside its remainder (SIMP-19).

use num_traits::One;

use crate::logic::number::Number;
use crate::logic::poly::Monomial;
use crate::logic::{Op, Poly, Sort, TermId};

use crate::simplify::engine::Engine;
use crate::simplify::equalities::digits;
use crate::simplify::known::bounds;
use crate::simplify::rules::rule::Rule;
use crate::simplify::rules::step::{Conclusion, Premise};

/// Rounds in which an equation that was found is taken apart again.
const MAX_ROUNDS: usize = 4;

/// Steps and summands of a division by a sum.
const MAX_SUMMANDS: usize = 48;

/// Takes the equations among the facts apart, and says `false` where they refute a fact.
pub fn mixed_radix(engine: &mut Engine) {
    for _ in 0..MAX_ROUNDS {
        let mut new = false;
        for fact in engine.facts.clone() {
            let Some(difference) = equation(engine, fact) else { continue };
            let Some((rule, parts)) = take_apart(engine, &difference) else { continue };
            engine.known.used(rule);
            for part in parts {
                let part = engine.terms.from_poly(&part, Sort::Int);
                let zero = engine.terms.int(0);
                let equal = engine.terms.eq(part, zero);
                engine.known.record(&engine.terms, rule, &[Premise::Fact(fact)], Conclusion::Holds(equal));
                new |= engine.learn(equal);
            }
        }
        if !new {
            break;
        }
    }
    if !engine.known.is_on(Rule::RadixRefuted) {
        return;
    }
    if let Some(fact) = engine.facts.clone().into_iter().find(|fact| is_refuted(engine, *fact)) {
        engine.known.used(Rule::RadixRefuted);
        let contradiction = engine.terms.bool(false);
        let conclusion = Conclusion::Holds(contradiction);
        engine.known.record(&engine.terms, Rule::RadixRefuted, &[Premise::Fact(fact)], conclusion);
        engine.learn(contradiction);
    }
}

/// `left - right` of an equation of integers.
fn equation(engine: &Engine, fact: TermId) -> Option<Poly> {
    let args = engine.terms.args(fact);
    (*engine.terms.op(fact) == Op::Eq && engine.terms.sort(args[0]) == Sort::Int)
        .then(|| engine.terms.poly(args[0]).sub(&engine.terms.poly(args[1])))
}

/// Polynomials that are 0 when this one is, and the rule that says so.
fn take_apart(engine: &mut Engine, difference: &Poly) -> Option<(Rule, Vec<Poly>)> {
    for (stride, factor) in strides(difference) {
        let (quotient, remainder) = difference.divide_by_monomial(&stride, &factor);
        let mut radix = Poly::zero();
        radix.add_term(stride, factor);
        if let Some(parts) = parts(engine, &radix, quotient, remainder) {
            return Some(parts);
        }
    }
    for radix in sums(difference) {
        let Some((quotient, remainder)) = divide(difference, &radix) else { continue };
        if let Some(parts) = parts(engine, &radix, quotient, remainder) {
            return Some(parts);
        }
    }
    if engine.known.is_on(Rule::RadixRemainder) { by_remainders(engine, difference) } else { None }
}

/// The same where dividends stand beside their remainders: `2u - u mod m` is `2m*(u div m) + u mod m`. What is learnt of quotients and remainders
/// by one divisor is put together again: numbers with equal digits are equal.
fn by_remainders(engine: &mut Engine, difference: &Poly) -> Option<(Rule, Vec<Poly>)> {
    let remainders: Vec<TermId> =
        difference.atoms().into_iter().filter(|atom| *engine.terms.op(*atom) == Op::Mod).collect();
    let divisor = remainders.first().map(|remainder| engine.terms.args(*remainder)[1])?;
    let mut written = difference.clone();
    for remainder in remainders {
        written = bounds::written_out(&mut engine.terms, &written, remainder, &engine.known)?;
    }
    for (stride, factor) in strides(&written) {
        let (quotient, rest) = written.divide_by_monomial(&stride, &factor);
        let radix = Poly { terms: [(stride, factor)].into() };
        let Some((_, mut parts)) = parts(engine, &radix, quotient, rest) else { continue };
        if let [quotient, rest] = &parts[..] {
            let mut number = engine.terms.poly(divisor).mul(quotient);
            number.add(&rest.primitive());
            let term = engine.terms.from_poly(&number, Sort::Int);
            let whole = digits::one_multiple_less(&mut engine.terms, term, &engine.known);
            parts.extend(whole.map(|whole| engine.terms.poly(whole)));
        }
        return Some((Rule::RadixRemainder, parts));
    }
    None
}

/// What is 0 where `radix·quotient + remainder` is (SIMP-19, SIMP-22).
fn parts(engine: &mut Engine, radix: &Poly, quotient: Poly, remainder: Poly) -> Option<(Rule, Vec<Poly>)> {
    if quotient.as_constant().is_some() {
        return None;
    }
    let mut room = radix.clone();
    room.add(&Poly::integer(-1));
    let positive = engine.known.non_negative(&engine.terms, &room);
    if remainder.is_zero() && engine.known.is_on(Rule::RadixFactor) && (positive || is_not_zero(engine, radix)) {
        return Some((Rule::RadixFactor, vec![quotient]));
    }
    if !positive || remainder.is_zero() {
        return None;
    }
    let (above, below) = remainder.split_signs();
    let rule = if radix.terms.len() > 1 { Rule::RadixSum } else { Rule::RadixDigits };
    if !engine.known.is_on(rule) {
        return None;
    }
    let mut least = room.clone();
    least.add(&remainder);
    let fits = is_below(engine, &above, &room) && is_below(engine, &below, &room)
        || bounds::non_negative(&mut engine.terms, &engine.known, &room.sub(&remainder))
            && bounds::non_negative(&mut engine.terms, &engine.known, &least);
    fits.then(|| (rule, vec![quotient, remainder]))
}

fn is_not_zero(engine: &mut Engine, radix: &Poly) -> bool {
    let (value, zero) = (engine.terms.from_poly(radix, Sort::Int), engine.terms.int(0));
    let vanishes = engine.terms.eq(value, zero);
    engine.known.decide(&mut engine.terms, vanishes) == Some(false)
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

/// The sums by which atoms are multiplied, those of more factors first; of opposite ones the positive one.
fn sums(poly: &Poly) -> Vec<Poly> {
    let factors = poly.atoms().into_iter().filter_map(|atom| Some(poly.linear_in(atom)?.0));
    let sums = factors.filter(|factor| factor.terms.len() > 1 && !factor.atoms().is_empty());
    let leads = |factor: &Poly| leading(factor).is_some_and(|(_, coefficient)| coefficient.is_positive());
    let upward = |factor: Poly| if leads(&factor) { factor } else { factor.scale(&-Number::one()) };
    let degree = |sum: &Poly| sum.terms.keys().map(|monomial| monomial.len()).max();
    let mut sums: Vec<Poly> = sums.map(upward).collect();
    sums.sort_by(|left, right| (degree(right), right).cmp(&(degree(left), left)));
    sums.dedup();
    sums
}

/// The summand of the highest degree, the last one of these.
fn leading(poly: &Poly) -> Option<(Monomial, Number)> {
    let highest = poly.terms.iter().max_by_key(|(monomial, _)| (monomial.len(), (*monomial).clone()));
    highest.map(|(monomial, coefficient)| (monomial.clone(), coefficient.clone()))
}

/// Quotient and remainder: no summand of the remainder is a multiple of the divisor's leading one.
fn divide(poly: &Poly, divisor: &Poly) -> Option<(Poly, Poly)> {
    let (lead, factor) = leading(divisor)?;
    let (mut quotient, mut remainder) = (Poly::zero(), poly.clone());
    for _ in 0..MAX_SUMMANDS {
        let (times, _) = remainder.divide_by_monomial(&lead, &factor);
        if times.is_zero() {
            return Some((quotient, remainder));
        }
        remainder = remainder.sub(&times.mul(divisor));
        quotient.add(&times);
        if remainder.terms.len() > MAX_SUMMANDS {
            return None;
        }
    }
    None
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
