//! Counters that double or halve: their bounds, and what two of them are to each other (LOOP-24).

use num_traits::{One, Zero};

use crate::kernel::ir::Loop;
use crate::logic::{Number, Op, Poly, Sort, TermId, Terms};

use super::head::{Counted, Counter, Geometric};
use crate::exec::analysis::labels_left;
use crate::exec::state::{Executor, conjuncts};

impl Executor<'_> {
    /// What each of them is alone.
    pub fn geometric_facts(&mut self, counter: Geometric, counted: &Counted) -> Vec<TermId> {
        let Geometric { level, head, entry, .. } = counter;
        let zero = self.terms.int(0);
        if counter.halves {
            let range = [self.terms.le(zero, head), self.terms.le(head, entry)];
            let range = self.terms.and(&range);
            let none_or_power = |terms: &mut Terms, value: TermId| {
                let either = [terms.eq(value, zero), terms.is_pow2(value)];
                terms.or(&either)
            };
            let [before, after] = [entry, head].map(|value| none_or_power(&mut self.terms, value));
            let mut facts = vec![self.natural(entry, range), self.terms.implies(before, after)];
            for part in self.parts_about(head, entry, level, counted) {
                let Some(least) = self.least_by(part, head) else { continue };
                let two = self.terms.int(2);
                let half = self.terms.div(least, two);
                let [before, now] = [entry, head].map(|value| self.terms.le(half, value));
                facts.push(self.terms.implies(before, now));
                let limit = self.terms.plus(least, -1);
                let before = [self.terms.is_pow2(entry), self.terms.is_pow2(limit), self.terms.le(limit, entry)];
                let (before, now) = (self.terms.and(&before), self.terms.le(limit, head));
                facts.push(self.terms.implies(before, now));
            }
            return facts;
        }
        let grows = self.terms.le(entry, head);
        let powers = [entry, head].map(|value| self.terms.is_pow2(value));
        let mut facts = vec![self.natural(entry, grows), self.terms.implies(powers[0], powers[1])];
        for part in self.parts_about(head, entry, level, counted) {
            let Some(most) = self.most_by(part, head) else { continue };
            let twice = self.terms.add(&[most, most]);
            let (before, now) = (self.terms.le(entry, twice), self.terms.le(head, twice));
            facts.push(self.terms.implies(before, now));
            let limit = self.terms.plus(most, 1);
            if self.terms.as_int(limit).is_some() || self.terms.poly(limit).constant_part() == Number::zero() {
                let before = [powers[0], self.terms.is_pow2(limit), self.terms.le(entry, limit)];
                let (before, now) = (self.terms.and(&before), self.terms.le(head, limit));
                facts.push(self.terms.implies(before, now));
            }
        }
        facts
    }

    /// `x <= most`, if that is what the part says of a number.
    pub fn most_by(&mut self, part: TermId, number: TermId) -> Option<TermId> {
        let (factor, most) = self.room(part)?.linear_in(number)?;
        (-factor.as_constant()?).is_one().then(|| self.terms.from_poly(&most, Sort::Int))
    }

    /// `least <= x`, if that is what the part says of a number.
    pub fn least_by(&mut self, part: TermId, number: TermId) -> Option<TermId> {
        let (factor, rest) = self.room(part)?.linear_in(number)?;
        factor.as_constant()?.is_one().then(|| {
            let least = Poly::integer(0).sub(&rest);
            self.terms.from_poly(&least, Sort::Int)
        })
    }

    /// What is at least 0, if that is what the part says.
    fn room(&self, part: TermId) -> Option<Poly> {
        let (Op::Le | Op::Lt) = self.terms.op(part) else { return None };
        let (left, right) = (self.terms.args(part)[0], self.terms.args(part)[1]);
        if self.terms.sort(left) != Sort::Int {
            return None;
        }
        let mut room = self.terms.poly(right).sub(&self.terms.poly(left));
        if *self.terms.op(part) == Op::Lt {
            room.add(&Poly::integer(-1));
        }
        Some(room)
    }

    /// What two counters are to each other: as often as one was doubled the other was doubled or halved, or moved on.
    pub fn assume_ratios(&mut self, inner: &Loop, geometric: &[Geometric], affine: &[Counter], counted: &Counted) {
        // Who leaves the body may have changed one of them alone.
        if !labels_left(inner).is_empty() {
            return;
        }
        let mut facts = Vec::new();
        for (at, one) in geometric.iter().enumerate() {
            let others = geometric[at + 1..].iter().filter(|other| other.level == one.level);
            for other in others {
                facts.extend(self.ratio(*one, *other, counted));
            }
            let step = affine.iter().find(|counter| self.memory.now.locals[counter.local.index()].level == one.level);
            facts.extend(step.map(|counter| self.power_of_steps(*one, counter.steps)));
        }
        let truth = self.terms.bool(true);
        for fact in facts {
            let fact = self.for_all(truth, fact);
            self.assume(fact, format!("counters of {}", counted.name));
        }
    }

    fn ratio(&mut self, one: Geometric, other: Geometric, counted: &Counted) -> Vec<TermId> {
        let unit = self.terms.int(1);
        if one.halves == other.halves {
            let sides = [self.terms.mul(other.entry, one.head), self.terms.mul(one.entry, other.head)];
            let mut fact = self.terms.eq(sides[0], sides[1]);
            if one.halves {
                let [x, y] = [one, other].map(|counter| self.halved_exactly(counter, unit));
                let exactly = self.terms.and(&[x, y]);
                fact = self.terms.implies(exactly, fact);
            }
            return vec![fact];
        }
        let (down, up) = if one.halves { (one, other) } else { (other, one) };
        let [now, before] = [self.terms.mul(down.head, up.head), self.terms.mul(down.entry, up.entry)];
        let (exactly, same) = (self.halved_exactly(down, unit), self.terms.eq(now, before));
        let mut facts = vec![self.terms.implies(exactly, same)];
        let zero = self.terms.int(0);
        let over = [self.terms.is_pow2(down.entry), self.terms.eq(down.head, zero), self.terms.le(zero, up.entry)];
        let twice = self.terms.add(&[before, before]);
        let (gone, beyond) = (self.terms.and(&over), self.terms.le(twice, up.head));
        facts.push(self.terms.implies(gone, beyond));
        if conjuncts(&self.terms, counted.guard).contains(&self.terms.lt(zero, down.head)) {
            let (over, doubled) = (self.terms.and(&over[..2]), self.terms.eq(up.head, twice));
            facts.push(self.terms.implies(over, doubled));
        }
        facts
    }

    /// Nothing was lost: a power of two that is not 0 yet.
    fn halved_exactly(&mut self, counter: Geometric, unit: TermId) -> TermId {
        let parts = [self.terms.is_pow2(counter.entry), self.terms.le(unit, counter.head)];
        self.terms.and(&parts)
    }

    fn power_of_steps(&mut self, counter: Geometric, steps: TermId) -> TermId {
        let Geometric { head, entry, .. } = counter;
        let two = self.terms.int(2);
        let power = self.terms.pow(two, steps);
        if counter.halves {
            let quotient = self.terms.div(entry, power);
            let fact = self.terms.eq(head, quotient);
            return self.natural(entry, fact);
        }
        let product = self.terms.mul(entry, power);
        self.terms.eq(head, product)
    }
}
