//! Sums that are rescaled as they go (LOOP-29): `d = d * exp(m - m') + g`, where `m` is handed on as well and becomes `m'`. So online
//! softmax keeps the sum of `exp(x - m)` for the largest `m` so far (Milakov and Gimelshein, *Online normalizer calculation for
//! softmax*, 2018, algorithm 3).
//!
//! With `D = d * exp(m)` that is `D' = D + g * exp(m')`: a sum. That `exp(x + y) = exp(x) * exp(y)` and `exp(0) = 1` are axioms of
//! `specs/reals.spec`, and hold for powers of 2 likewise.

use crate::logic::{FoldKind, Op, Poly, Sort, SymbolId, TermId};

use super::carried::Law;
use super::iterates::Iteration;
use crate::exec::state::Executor;

/// The functions for which that holds.
const EXPONENTIALS: [&str; 2] = ["exp", "exp2"];

/// A sum that is rescaled; the terms are those of iteration `j`.
#[derive(Clone, Copy)]
pub struct Rescaled {
    exp: SymbolId,
    /// `g * exp(m')`
    gain: TermId,
    /// `m`, and what it is at entry.
    scale: TermId,
    origin: TermId,
}

impl Rescaled {
    pub fn terms(&self) -> [TermId; 3] {
        [self.gain, self.scale, self.origin]
    }
}

/// `m` and `m'`
#[derive(Clone, Copy)]
struct Scale {
    exp: SymbolId,
    now: TermId,
    next: TermId,
}

impl Executor<'_> {
    /// The law by which an iteration makes `last` of `first`, if that is a sum that is rescaled by one of the locals.
    pub fn rescaled(&mut self, iteration: &mut Iteration<'_>, first: TermId, last: TermId) -> Option<Law> {
        if self.terms.sort(first) != Sort::Real {
            return None;
        }
        let exponentials = EXPONENTIALS.map(|name| {
            let key = (name.to_owned(), vec![Sort::Real], Sort::Real);
            self.symbols.functions.get(&key).copied()
        });
        for exp in exponentials.into_iter().flatten() {
            for (local, carried) in iteration.locals.clone() {
                let Some(now) = iteration.heads.get(&carried.first).copied() else { continue };
                if self.terms.sort(now) != Sort::Real {
                    continue;
                }
                let next = self.own(self.memory.now.locals[local.index()]);
                let next = self.half_seen_from(iteration, next);
                if let Some(gain) = self.rescaled_gain(last, first, Scale { exp, now, next }) {
                    return Some(Law::Rescaled(Rescaled { exp, gain, scale: now, origin: carried.entry }));
                }
            }
        }
        None
    }

    /// `g * exp(m')` of `first * exp(m - m') + g`, in every case of it.
    fn rescaled_gain(&mut self, value: TermId, first: TermId, scale: Scale) -> Option<TermId> {
        let Scale { exp, now, next } = scale;
        if let (Op::Ite, &[cond, then, other]) = (self.terms.op(value), self.terms.args(value)) {
            let gains = [(true, then), (false, other)].map(|(holds, value)| {
                let [value, next] = [value, scale.next].map(|term| self.in_case(term, cond, holds));
                self.rescaled_gain(value, first, Scale { next, ..scale })
            });
            let [Some(then), Some(other)] = gains else { return None };
            return Some(self.terms.ite(cond, then, other));
        }
        let (factor, rest) = self.terms.poly(value).linear_in(first)?;
        let by = self.terms.sub(now, next);
        let by = self.exponential(exp, by);
        if self.terms.from_poly(&factor, Sort::Real) != by {
            return None;
        }
        let rest = self.terms.from_poly(&rest, Sort::Real);
        Some(self.times_exponential(exp, rest, next))
    }

    /// The term where the condition holds, or does not.
    fn in_case(&mut self, term: TermId, cond: TermId, holds: bool) -> TermId {
        let negated = self.terms.not(cond);
        self.terms.rewrite(term, &mut |terms, part| match (terms.op(part), terms.args(part)) {
            (Op::Ite, &[own, then, other]) if own == cond => Some(if holds { then } else { other }),
            (Op::Ite, &[own, then, other]) if own == negated => Some(if holds { other } else { then }),
            _ => None,
        })
    }

    fn exponential(&mut self, exp: SymbolId, value: TermId) -> TermId {
        if self.terms.poly(value).is_zero() {
            return self.terms.from_poly(&Poly::integer(1), Sort::Real);
        }
        self.terms.apply(exp, &[value])
    }

    /// `value * exp(by)`, with one exponential in each summand.
    fn times_exponential(&mut self, exp: SymbolId, value: TermId, by: TermId) -> TermId {
        if let (Op::Ite, &[cond, then, other]) = (self.terms.op(value), self.terms.args(value)) {
            let [then, other] = [then, other].map(|value| self.times_exponential(exp, value, by));
            return self.terms.ite(cond, then, other);
        }
        let mut total = Poly::zero();
        for (mut monomial, coefficient) in self.terms.poly(value).terms {
            let own = monomial.iter().position(|atom| *self.terms.op(*atom) == Op::Apply(exp));
            let exponent = match own {
                Some(at) => {
                    let atom = monomial.remove(at);
                    self.terms.add(&[self.terms.args(atom)[0], by])
                }
                None => by,
            };
            let factor = self.exponential(exp, exponent);
            let rest = Poly { terms: [(monomial, coefficient)].into() };
            total.add(&rest.mul(&self.terms.poly(factor)));
        }
        self.terms.from_poly(&total, Sort::Real)
    }

    /// The value at the head of iteration `at`, where that is not negative: what there was at entry, rescaled, and what came since.
    pub fn rescaled_at(&mut self, iteration: &Iteration<'_>, law: Rescaled, entry: TermId, at: TermId) -> TermId {
        let Rescaled { exp, gain, scale, origin } = law;
        let var = iteration.var;
        let scale = self.terms.substitute(scale, &[(var, at)].into());
        let (back, by) = (self.terms.neg(scale), self.terms.sub(origin, scale));
        let kept = self.times_exponential(exp, entry, by);
        let own = self.terms.fresh_var("i", Sort::Int);
        let body_at = |executor: &mut Self, number: TermId| {
            let gain = executor.terms.substitute(gain, &[(var, number)].into());
            executor.times_exponential(exp, gain, back)
        };
        let (i, minus_one) = (self.terms.var(own), self.terms.int(-1));
        let (body, one_more) = (body_at(self, i), body_at(self, minus_one));
        // As of extrema: what it begins with may be the value of one more iteration.
        let begins = self.same_at_entry(iteration, one_more, kept);
        let (from, before) = (if begins { minus_one } else { self.terms.int(0) }, self.terms.plus(at, -1));
        let sum = self.terms.fold(FoldKind::Sum, own, from, before, body);
        if begins { sum } else { self.terms.add(&[kept, sum]) }
    }
}
