//! Guards in the bodies of folds. A sum's body is taken apart into monomials, each under the guard that it stands under, and a
//! guard that bounds the variable becomes a part of the range:
//!
//! * `ite(c, x, y) = ite(c, x - y, 0) + y` where the cases share a summand: only what differs stays under the guard;
//! * `sum(k, ite(k <= e && g, v, 0), lo, hi) = sum(k, ite(g, v, 0), lo, min(hi, e))`, likewise from below;
//! * `sum(k, ite(k = e && g, v, 0), lo, hi) = ite(lo <= e <= hi, ite(g, v, 0) at e, 0)`;
//! * a bound of a quotient `k div m` is one of `k`, and `k div m = e` is two.
//!
//! All of them hold whatever the range is: where it is empty, so is the smaller one.

use num_traits::One;

use crate::logic::poly::Monomial;
use crate::logic::{Number, Op, Poly, Sort, TermId, Terms, VarId};

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

/// Takes the bounds of the variable out of a guard: those that make sense outside the fold, and outside of those around it. Within
/// these, a single value may be another one for each value of their variables.
pub fn clamp(
    terms: &mut Terms,
    (var, range): (VarId, [TermId; 2]),
    guard: TermId,
    known: &Known,
    is_within: bool,
) -> Clamped {
    let [mut lo, mut hi] = range;
    let (mut rest, mut single) = (Vec::new(), None);
    for part in conjuncts(terms, guard) {
        let limits = limits(terms, var, part, known);
        let is_outside = |limit: &Limit| match limit {
            Limit::AtMost(end) | Limit::AtLeast(end) => terms.is_closed(*end),
            Limit::Equal(at) => single.is_none() && (is_within || terms.is_closed(*at)),
        };
        if limits.is_empty() || !limits.iter().all(is_outside) {
            rest.push(part);
            continue;
        }
        for limit in limits {
            match limit {
                Limit::AtMost(end) => hi = smaller(terms, hi, end, known),
                Limit::AtLeast(end) => lo = larger(terms, lo, end, known),
                Limit::Equal(at) => single = Some(at),
            }
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

/// What a comparison says of a variable that stands alone in it, with the factor 1 or -1, or in a quotient that does (SIMP-42).
fn limits(terms: &mut Terms, var: VarId, part: TermId, known: &Known) -> Vec<Limit> {
    let op = terms.op(part).clone();
    if !matches!(op, Op::Le | Op::Eq) || terms.args(part).iter().any(|side| terms.sort(*side) != Sort::Int) {
        return Vec::new();
    }
    // right - left >= 0, or = 0.
    let room = terms.poly(terms.args(part)[1]).sub(&terms.poly(terms.args(part)[0]));
    if let Some(limit) = bound(terms, var, &room) {
        return vec![match (op, limit) {
            (Op::Eq, Limit::AtMost(at) | Limit::AtLeast(at)) => Limit::Equal(at),
            (_, limit) => limit,
        }];
    }
    let rooms = if op == Op::Eq { vec![room.scale(&-Number::one()), room] } else { vec![room] };
    let mut of_dividend = |room: Poly| {
        let room = known.without_quotient(terms, &room)?;
        bound(terms, var, &room)
    };
    rooms.into_iter().map(&mut of_dividend).collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// What `room >= 0` says of the variable.
fn bound(terms: &mut Terms, var: VarId, room: &Poly) -> Option<Limit> {
    let is_own = |monomial: &Monomial| monomial.iter().any(|atom| terms.free(*atom).contains(&var));
    let own: Vec<Monomial> = room.terms.keys().filter(|monomial| is_own(monomial)).cloned().collect();
    let [monomial] = &own[..] else { return None };
    if monomial.len() != 1 || *terms.op(monomial[0]) != Op::Var(var) {
        return None;
    }
    let mut rest = room.clone();
    let factor = rest.terms.remove(monomial)?;
    let rest = terms.from_poly(&rest, Sort::Int);
    if factor.is_one() {
        Some(Limit::AtLeast(terms.neg(rest)))
    } else {
        (-factor).is_one().then_some(Limit::AtMost(rest))
    }
}
