//! Guards in the bodies of folds. A sum's body is taken apart into monomials, each under the guard that it stands under, and a
//! guard that bounds the variable becomes a part of the range:
//!
//! * `ite(c, x, y) = ite(c, x - y, 0) + y` where the cases share a summand: only what differs stays under the guard;
//! * `sum(k, ite(k <= e && g, v, 0), lo, hi) = sum(k, ite(g, v, 0), lo, min(hi, e))`, likewise from below;
//! * `sum(k, ite(k = e && g, v, 0), lo, hi) = ite(lo <= e <= hi, ite(g, v, 0) at e, 0)`.
//!
//! All of them hold whatever the range is: where it is empty, so is the smaller one.

use num_traits::{One, Zero};

use crate::logic::{Op, Poly, Sort, TermId, Terms, VarId};

use crate::simplify::known::{Known, conjuncts};

/// Pieces beyond which a body stays as it is.
const MAX_PIECES: usize = 24;

/// Summands of a body under one guard; `true` for those that stand under none.
pub struct Piece {
    pub guard: TermId,
    /// One monomial with its coefficient.
    pub value: Poly,
}

/// A body's monomials with their guards; none if there are too many.
pub fn pieces(terms: &mut Terms, var: VarId, body: TermId) -> Option<Vec<Piece>> {
    let mut done: Vec<Piece> = Vec::new();
    let always = terms.bool(true);
    let mut todo = vec![Piece { guard: always, value: terms.poly(body) }];
    while let Some(Piece { guard, value }) = todo.pop() {
        for (monomial, coefficient) in value.terms {
            if done.len() + todo.len() > MAX_PIECES {
                return None;
            }
            let choice = monomial.iter().enumerate().find_map(|(at, atom)| Some((at, choice(terms, var, *atom)?)));
            let Some((at, Choice { cond, then, other })) = choice else {
                done.push(Piece { guard, value: Poly { terms: [(monomial, coefficient)].into() } });
                continue;
            };
            let mut rest = monomial;
            rest.remove(at);
            let rest = Poly { terms: [(rest, coefficient)].into() };
            let inner = terms.and(&[guard, cond]);
            todo.push(Piece { guard: inner, value: then.sub(&other).mul(&rest) });
            todo.push(Piece { guard, value: other.mul(&rest) });
        }
    }
    Some(done)
}

/// `ite(cond, then, other)`
struct Choice {
    cond: TermId,
    then: Poly,
    other: Poly,
}

/// A choice between numbers that depends on the variable, if the cases share a summand or one is 0. Others, such as a list
/// of cases, would only become longer. With a condition that does not depend on it, what is chosen must, and one case be 0.
fn choice(terms: &Terms, var: VarId, atom: TermId) -> Option<Choice> {
    let (Op::Ite, [cond, then, other]) = (terms.op(atom), terms.args(atom)) else { return None };
    let depends = terms.free(*cond).contains(&var);
    if !depends && !terms.free(*then).contains(&var) {
        return None;
    }
    let (then, other) = (terms.poly(*then), terms.poly(*other));
    if !depends && !other.is_zero() {
        return None;
    }
    let shares = other.is_zero() || then.sub(&other).terms.len() < then.terms.len() + other.terms.len();
    shares.then_some(Choice { cond: *cond, then, other })
}

/// What is left of a fold's range and guard.
pub enum Clamped {
    /// The fold over a part of the range.
    Range { lo: TermId, hi: TermId, guard: TermId },
    /// The variable can have this value only, in the range that is given.
    Single { at: TermId, inside: TermId, guard: TermId },
}

/// Takes the bounds of the variable out of a guard: those that make sense outside the fold.
pub fn clamp(terms: &mut Terms, var: VarId, range: [TermId; 2], guard: TermId, known: &Known) -> Clamped {
    let [mut lo, mut hi] = range;
    let (mut rest, mut single) = (Vec::new(), None);
    for part in conjuncts(terms, guard) {
        match limit(terms, var, part) {
            Some(Limit::AtMost(end)) if terms.is_closed(end) => {
                hi = smaller(terms, hi, end, known);
            }
            Some(Limit::AtLeast(end)) if terms.is_closed(end) => {
                lo = larger(terms, lo, end, known);
            }
            Some(Limit::Equal(at)) if single.is_none() && terms.is_closed(at) => {
                single = Some(at);
            }
            _ => rest.push(part),
        }
    }
    let guard = terms.and(&rest);
    match single {
        Some(at) => {
            let inside = [terms.le(lo, at), terms.le(at, hi)];
            let inside = terms.and(&inside);
            let guard = terms.substitute(guard, &[(var, at)].into());
            Clamped::Single { at, inside, guard }
        }
        None => Clamped::Range { lo, hi, guard },
    }
}

/// The smaller one, where it is known.
pub fn smaller(terms: &mut Terms, one: TermId, other: TermId, known: &Known) -> TermId {
    match ordered(terms, one, other, known) {
        Some(true) => one,
        Some(false) => other,
        None => terms.min(one, other),
    }
}

fn larger(terms: &mut Terms, one: TermId, other: TermId, known: &Known) -> TermId {
    match ordered(terms, one, other, known) {
        Some(true) => other,
        Some(false) => one,
        None => terms.max(one, other),
    }
}

/// Whether the first one is not the larger one, or the second one not, where one of both is known.
pub fn ordered(terms: &mut Terms, one: TermId, other: TermId, known: &Known) -> Option<bool> {
    let (first, second) = (terms.le(one, other), terms.le(other, one));
    known.decide_by_bounds(terms, first).or_else(|| match known.decide_by_bounds(terms, second) {
        Some(true) => Some(false),
        _ => None,
    })
}

/// What a guard says of a variable.
enum Limit {
    AtMost(TermId),
    AtLeast(TermId),
    Equal(TermId),
}

/// A comparison in which the variable stands alone with the factor 1 or -1.
fn limit(terms: &mut Terms, var: VarId, part: TermId) -> Option<Limit> {
    let op = terms.op(part).clone();
    if !matches!(op, Op::Le | Op::Eq) || terms.sort(*terms.args(part).first()?) != Sort::Int {
        return None;
    }
    let (left, right) = (terms.args(part)[0], terms.args(part)[1]);
    // right - left >= 0, or = 0.
    let mut rest = terms.poly(right).sub(&terms.poly(left));
    let own: Vec<_> = rest
        .terms
        .keys()
        .filter(|monomial| monomial.iter().any(|atom| terms.free(*atom).contains(&var)))
        .cloned()
        .collect();
    let [monomial] = &own[..] else { return None };
    if monomial.len() != 1 || *terms.op(monomial[0]) != Op::Var(var) {
        return None;
    }
    let factor = rest.terms.remove(monomial).filter(|factor| !factor.is_zero())?;
    let rest = terms.from_poly(&rest, Sort::Int);
    let negated = terms.neg(rest);
    match (op, factor.is_one(), (-factor).is_one()) {
        (Op::Eq, true, _) => Some(Limit::Equal(negated)),
        (Op::Eq, _, true) => Some(Limit::Equal(rest)),
        (_, true, _) => Some(Limit::AtLeast(negated)),
        (_, _, true) => Some(Limit::AtMost(rest)),
        _ => None,
    }
}
