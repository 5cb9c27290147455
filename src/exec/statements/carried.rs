//! Values that iterations hand on (LOOP-29): a sum so far, the largest so far, what the last iteration left.

use num_traits::{One, Zero};

use crate::logic::number::Number;
use crate::logic::{FoldKind, Op, Poly, Sort, SymbolId, TermId, Terms};

use super::iterates::Iteration;
use super::rescaled::Rescaled;
use crate::exec::state::{Executor, conjuncts};

/// A value that iterations hand on: how it is called at the head, and what it is at entry.
#[derive(Clone, Copy)]
pub struct Carried {
    pub first: TermId,
    pub entry: TermId,
}

/// What an iteration makes of a value that it is handed; the terms are those of iteration `j`.
#[derive(Clone, Copy)]
pub enum Law {
    /// It adds.
    Sum(TermId),
    /// It multiplies by.
    Product(TermId),
    /// It keeps the larger or the smaller one of both.
    Extremum(FoldKind, TermId),
    /// It takes it from something that is the same in all iterations.
    Mirrored(TermId),
    /// It puts another value there.
    Replaced(TermId),
    /// It rescales and adds.
    Rescaled(Rescaled),
    /// What it makes of it has a name.
    Named(SymbolId),
}

/// How the iterations of a thread end.
#[derive(Clone, Copy)]
pub struct End {
    /// The thread runs iteration `j`.
    pub runs: TermId,
    /// The number of its iterations.
    pub count: TermId,
    /// A number that no iteration of it comes after, if there is one.
    pub last: TermId,
    /// The same, for all threads: what they combine is one fold over two variables then.
    pub common: TermId,
    /// It runs iteration `j` exactly if `j` is at most `last` and this holds.
    pub exact: Option<TermId>,
}

impl Executor<'_> {
    /// What an iteration makes of a value of which it makes `last`.
    pub fn law(&mut self, iteration: &mut Iteration<'_>, carried: Carried, last: TermId) -> Option<Law> {
        let Carried { first, .. } = carried;
        let symbols = iteration.head.symbols;
        let sort = self.terms.sort(first);
        let law = if !self.contains(last, first) {
            Law::Replaced(last)
        } else if !sort.is_numeric() {
            return None;
        } else if let Some((kind, other)) = extremum(&self.terms, last, first) {
            Law::Extremum(kind, other)
        } else {
            let gain = gain(&mut self.terms, last, first)?;
            if !self.contains(gain, first) {
                Law::Sum(gain)
            } else if let Some(whole) = self.mirrored(iteration, first, last) {
                Law::Mirrored(whole)
            } else if let Some((factor, rest)) = self.terms.poly(last).linear_in(first)
                && rest.is_zero()
            {
                Law::Product(self.terms.from_poly(&factor, sort))
            } else {
                self.rescaled(iteration, first, last)?
            }
        };
        let terms = match law {
            Law::Sum(term)
            | Law::Product(term)
            | Law::Extremum(_, term)
            | Law::Mirrored(term)
            | Law::Replaced(term) => vec![term],
            Law::Rescaled(rescaled) => rescaled.terms().to_vec(),
            Law::Named(_) => Vec::new(),
        };
        let is_known = |term: &TermId| self.is_older(*term, symbols) && !self.contains(*term, first);
        terms.iter().all(is_known).then_some(law)
    }

    /// What a value is taken from, if that is the same in all iterations.
    fn mirrored(&mut self, iteration: &Iteration<'_>, first: TermId, last: TermId) -> Option<TermId> {
        let (factor, rest) = self.terms.poly(last).linear_in(first)?;
        factor.as_constant().filter(|factor| (-factor.clone()).is_one())?;
        let whole = self.terms.from_poly(&rest, self.terms.sort(first));
        (!self.terms.free(whole).contains(&iteration.var)).then_some(whole)
    }

    fn contains(&self, term: TermId, part: TermId) -> bool {
        self.terms.postorder(&[term]).contains(&part)
    }

    /// The value at the head of the iteration `at`, or that at entry where `at` is negative.
    pub fn handed(&mut self, iteration: &Iteration<'_>, law: Law, entry: TermId, at: TermId) -> TermId {
        let var = iteration.var;
        let before = self.terms.plus(at, -1);
        let zero = self.terms.int(0);
        let started = self.terms.le(at, zero);
        let (kind, body) = match law {
            Law::Sum(gain) => (FoldKind::Sum, gain),
            Law::Product(factor) => (FoldKind::Prod, factor),
            Law::Extremum(kind, other) => (kind, other),
            Law::Mirrored(whole) => {
                let two = self.terms.int(2);
                let half = self.terms.modulo(at, two);
                let is_even = self.terms.eq(half, zero);
                let either = if self.is_natural(iteration, at) { vec![is_even] } else { vec![started, is_even] };
                let (is_itself, mirrored) = (self.terms.or(&either), self.terms.sub(whole, entry));
                return self.terms.ite(is_itself, entry, mirrored);
            }
            Law::Named(symbol) => return self.named_at(symbol, at),
            Law::Replaced(value) => {
                let value = self.terms.substitute(value, &[(var, before)].into());
                return self.terms.ite(started, entry, value);
            }
            Law::Rescaled(rescaled) => {
                let value = self.rescaled_at(iteration, rescaled, entry, at);
                return if self.is_natural(iteration, at) { value } else { self.terms.ite(started, entry, value) };
            }
        };
        let minus_one = self.terms.int(-1);
        let one_more = self.terms.substitute(body, &[(var, minus_one)].into());
        // What it begins with is the value of one more iteration: so maxima begin with the first element.
        let begins = self.same_at_entry(iteration, one_more, entry) && self.is_natural(iteration, at);
        let from = if begins { minus_one } else { zero };
        let fold = self.folded(iteration, kind, [from, before], body);
        if begins {
            return fold;
        }
        let both = self.terms.combine(kind, entry, fold);
        if kind.needs_values() { self.terms.ite(started, entry, both) } else { both }
    }

    /// LOOP-62: that a sum of squares of sums is not negative.
    pub fn sum_of_squares(&mut self, iteration: &Iteration<'_>, law: Law, end: End) -> Option<TermId> {
        let Law::Sum(gain) = law else { return None };
        let sort = self.terms.sort(gain);
        if !sort.is_numeric() || !self.is_square_of_sum(gain) {
            return None;
        }
        let zero = self.terms.number(Zero::zero(), sort);
        let sum = self.left_behind(iteration, law, zero, end);
        Some(self.terms.le(zero, sum))
    }

    /// Whether both are the same for those who enter the loop.
    pub fn same_at_entry(&mut self, iteration: &Iteration<'_>, one: TermId, other: TermId) -> bool {
        let entered = conjuncts(&self.terms, iteration.head.entry);
        one == other || self.with_entered(one, &entered) == self.with_entered(other, &entered)
    }

    /// The fold of what iterations between two numbers make, over a variable of its own.
    pub fn folded(
        &mut self,
        iteration: &Iteration<'_>,
        kind: FoldKind,
        [first, last]: [TermId; 2],
        body: TermId,
    ) -> TermId {
        let own = self.terms.fresh_var("i", Sort::Int);
        let i = self.terms.var(own);
        let body = self.terms.substitute(body, &[(iteration.var, i)].into());
        self.terms.fold(kind, own, first, last, body)
    }

    /// Whether the number is not negative for any thread that enters.
    fn is_natural(&mut self, iteration: &Iteration<'_>, number: TermId) -> bool {
        let (j, zero) = (self.terms.var(iteration.var), self.terms.int(0));
        let natural = self.terms.le(zero, number);
        if number == j || iteration.head.counters.iter().any(|counter| counter.steps == number) {
            return true;
        }
        let goal = self.for_all(iteration.head.entry, natural);
        self.terms.is_closed(goal) && self.shows_at_entry(goal, iteration.head)
    }

    /// The value after all iterations.
    pub fn left_behind(&mut self, iteration: &Iteration<'_>, law: Law, entry: TermId, end: End) -> TermId {
        if let Some(condition) = end.exact {
            let all = self.terms.plus(end.last, 1);
            let value = self.handed(iteration, law, entry, all);
            return self.terms.ite(condition, value, entry);
        }
        let (kind, body, none, last) = match law {
            Law::Sum(gain) => (FoldKind::Sum, gain, self.terms.number(Zero::zero(), self.terms.sort(gain)), end.last),
            Law::Extremum(kind, other) => (kind, other, entry, end.common),
            Law::Product(_) | Law::Mirrored(_) | Law::Replaced(_) | Law::Rescaled(_) | Law::Named(_) => {
                return self.handed(iteration, law, entry, end.count);
            }
        };
        let body = self.terms.ite(end.runs, body, none);
        let zero = self.terms.int(0);
        let fold = self.folded(iteration, kind, [zero, last], body);
        let both = self.terms.combine(kind, entry, fold);
        let none_runs = self.terms.lt(last, zero);
        if kind.needs_values() { self.terms.ite(none_runs, entry, both) } else { both }
    }
}

/// `value - base`, in every case of `value`.
pub fn gain(terms: &mut Terms, value: TermId, base: TermId) -> Option<TermId> {
    if *terms.op(value) == Op::Ite
        && let [cond, then, other] = terms.args(value).to_vec()[..]
    {
        let (then, other) = (gain(terms, then, base)?, gain(terms, other, base)?);
        return Some(terms.ite(cond, then, other));
    }
    Some(terms.sub(value, base))
}

/// The value as the larger or smaller one of `first` and another.
fn extremum(terms: &Terms, value: TermId, first: TermId) -> Option<(FoldKind, TermId)> {
    let args = terms.args(value);
    let other_of = |one: TermId, two: TermId| match (one == first, two == first) {
        (true, false) => Some(two),
        (false, true) => Some(one),
        _ => None,
    };
    match terms.op(value) {
        Op::Max => Some((FoldKind::MaxOver, other_of(args[0], args[1])?)),
        Op::Min => Some((FoldKind::MinOver, other_of(args[0], args[1])?)),
        Op::Ite => {
            let (cond, then) = (args[0], args[1]);
            let other = other_of(then, args[2])?;
            let (Op::Le | Op::Lt) = terms.op(cond) else { return None };
            let (left, right) = (terms.args(cond)[0], terms.args(cond)[1]);
            // The sides differ as the two values do, up to the 1 of a strict comparison of integers.
            let sides = terms.poly(left).sub(&terms.poly(right));
            let values = terms.poly(first).sub(&terms.poly(other));
            let rest = |sign: i64| {
                let mut rest = sides.clone();
                rest.add_scaled(&values, &Poly::integer(-sign).constant_part());
                rest.as_constant()
            };
            let fits = |rest: Option<Number>| {
                rest.is_some_and(|rest| rest == Zero::zero() || (terms.sort(first) == Sort::Int && rest == One::one()))
            };
            let takes_larger = if fits(rest(1)) {
                then == other
            } else if fits(rest(-1)) {
                then == first
            } else {
                return None;
            };
            Some((if takes_larger { FoldKind::MaxOver } else { FoldKind::MinOver }, other))
        }
        _ => None,
    }
}
