//! Bit operations on two's complement integers of unbounded width, as arithmetic (rule VALUE-12).
//!
//! `|` and `^` are sums with `&` in them, and `&` with a constant is a sum of remainders of quotients, so that index
//! arithmetic written with masks and shifts is index arithmetic. All identities hold for negative integers too.

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::op::{Op, Sort};
use super::term::{TermId, Terms};

/// Smallest and largest value, where they are known.
pub type Bounds = Option<(BigInt, BigInt)>;

/// A constant with more runs of ones than this stays an operand of `&`.
const MAX_RUNS: usize = 8;

/// How deep in a term bounds are looked for.
const DEEPEST: usize = 8;

impl Terms {
    /// `left & right`.
    pub fn bit_and(&mut self, left: TermId, right: TermId) -> TermId {
        self.bit_and_within(left, right, [None, None])
    }

    /// `left & right` where the operands are known to lie within bounds.
    pub fn bit_and_within(&mut self, left: TermId, right: TermId, bounds: [Bounds; 2]) -> TermId {
        if let Some(chosen) = self.of_truth_value(left, right, Self::bit_and) {
            return chosen;
        }
        let [of_left, of_right] = bounds;
        let of_left = both(self.bounds(left, DEEPEST), of_left);
        let of_right = both(self.bounds(right, DEEPEST), of_right);
        let constants = (self.as_int(left).cloned(), self.as_int(right).cloned());
        let masked = match constants {
            (Some(a), Some(b)) => Some(self.int(a & b)),
            (None, Some(mask)) => self.masked(left, &mask, width(&of_left)),
            (Some(mask), None) => self.masked(right, &mask, width(&of_right)),
            (None, None) if left == right => Some(left),
            (None, None) => None,
        };
        if let Some(masked) = masked {
            return masked;
        }
        let apart = |terms: &Terms, below: &Bounds, multiple: TermId| {
            width(below).is_some_and(|bits| terms.is_multiple(multiple, bits))
        };
        if apart(self, &of_left, right) || apart(self, &of_right, left) {
            return self.int(0);
        }
        self.intern(Op::BitAnd, vec![left.min(right), left.max(right)], Sort::Int)
    }

    /// `left | right`: what both have is counted once.
    pub fn bit_or_within(&mut self, left: TermId, right: TermId, bounds: [Bounds; 2]) -> TermId {
        if let Some(chosen) =
            self.of_truth_value(left, right, |terms, bit, other| terms.bit_or_within(bit, other, [None, None]))
        {
            return chosen;
        }
        let (sum, both) = (self.add(&[left, right]), self.bit_and_within(left, right, bounds));
        self.sub(sum, both)
    }

    /// `left ^ right`: what both have is not counted.
    pub fn bit_xor_within(&mut self, left: TermId, right: TermId, bounds: [Bounds; 2]) -> TermId {
        if let Some(chosen) =
            self.of_truth_value(left, right, |terms, bit, other| terms.bit_xor_within(bit, other, [None, None]))
        {
            return chosen;
        }
        let either = self.bit_or_within(left, right, bounds.clone());
        let both = self.bit_and_within(left, right, bounds);
        self.sub(either, both)
    }

    /// An operation on two truth values, `p ? 1 : 0`, by cases of the first.
    fn of_truth_value(
        &mut self,
        left: TermId,
        right: TermId,
        apply: impl Fn(&mut Terms, TermId, TermId) -> TermId,
    ) -> Option<TermId> {
        let is_bit = |terms: &Terms, term: TermId| {
            *terms.op(term) == Op::Ite
                && terms
                    .bounds(term, DEEPEST)
                    .is_some_and(|(least, most)| !least.is_negative() && most <= BigInt::one())
        };
        if !is_bit(self, left) || !is_bit(self, right) {
            return None;
        }
        let [condition, then, other] = self.args(left)[..] else { return None };
        let (then, other) = (apply(self, then, right), apply(self, other, right));
        Some(self.ite(condition, then, other))
    }

    /// `term & mask`: bits `low..high` of a term are `(term div 2^low) mod 2^(high - low)`, bits from `low` on
    /// `term div 2^low`. Where `0 <= term < 2^width`, the mask's bits from `width` on do not matter.
    fn masked(&mut self, term: TermId, mask: &BigInt, width: Option<u64>) -> Option<TermId> {
        let runs = runs_of_ones(mask, width);
        if runs.len() > MAX_RUNS {
            return None;
        }
        let mut parts = vec![self.int(0)];
        for (low, high) in runs {
            let scale = self.int(BigInt::one() << low);
            let mut bits = self.div(term, scale);
            if let Some(high) = high {
                let size = self.int(BigInt::one() << (high - low));
                bits = self.modulo(bits, size);
            }
            parts.push(self.mul(bits, scale));
        }
        Some(self.add(&parts))
    }

    /// Whether every value of the term is a multiple of `2^bits`.
    fn is_multiple(&self, term: TermId, bits: u64) -> bool {
        let whole = |value: BigInt| value.is_zero() || value.trailing_zeros().is_some_and(|zeros| zeros >= bits);
        self.poly(term).terms.values().all(|coefficient| whole(coefficient.to_integer()))
    }

    /// Bounds that can be read off the term itself.
    fn bounds(&self, term: TermId, depth: usize) -> Bounds {
        let (mut least, mut most) = (BigInt::zero(), BigInt::zero());
        for (monomial, coefficient) in &self.poly(term).terms {
            let coefficient = coefficient.to_integer();
            let (low, high) = match monomial.as_slice() {
                [] => (BigInt::one(), BigInt::one()),
                [atom] => self.bounds_of_atom(*atom, depth.checked_sub(1)?)?,
                _ => return None,
            };
            let (low, high) = if coefficient.is_negative() { (high, low) } else { (low, high) };
            least += &coefficient * low;
            most += coefficient * high;
        }
        Some((least, most))
    }

    fn bounds_of_atom(&self, atom: TermId, depth: usize) -> Bounds {
        let args = self.args(atom);
        match self.op(atom) {
            Op::Mod => {
                let divisor = self.as_int(args[1]).filter(|divisor| !divisor.is_zero())?;
                Some((BigInt::zero(), divisor.abs() - 1))
            }
            Op::Ite => {
                let (then, else_) = (self.bounds(args[1], depth)?, self.bounds(args[2], depth)?);
                Some((then.0.min(else_.0), then.1.max(else_.1)))
            }
            _ => None,
        }
    }
}

fn both(one: Bounds, other: Bounds) -> Bounds {
    match (one, other) {
        (Some(one), Some(other)) => Some((one.0.max(other.0), one.1.min(other.1))),
        (one, other) => one.or(other),
    }
}

/// The least `w` with `0 <= value < 2^w` for all values in the bounds.
fn width(bounds: &Bounds) -> Option<u64> {
    bounds.as_ref().filter(|(least, _)| !least.is_negative()).map(|(_, most)| most.bits())
}

/// The maximal runs of ones from the lowest bit up, each as its first bit and the bit behind its last; none behind
/// the last where the run goes on for ever, or on to all bits below `width`.
fn runs_of_ones(mask: &BigInt, width: Option<u64>) -> Vec<(u64, Option<u64>)> {
    // From the bit behind its magnitude on, a number repeats its sign.
    let all = mask.bits() + 1;
    let end = width.map_or(all, |width| width.min(all));
    let mut runs = Vec::new();
    let mut start = None;
    for bit in 0..end {
        match (start, mask.bit(bit)) {
            (None, true) => start = Some(bit),
            (Some(low), false) => {
                runs.push((low, Some(bit)));
                start = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }
    runs.extend(start.map(|low| (low, None)));
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the term is worth where its one variable has this value.
    fn at(terms: &mut Terms, term: TermId, variable: TermId, value: i64) -> BigInt {
        let value = terms.int(value);
        let replaced = terms.rewrite(term, &mut |_, inner| (inner == variable).then_some(value));
        terms.as_int(replaced).cloned().unwrap_or_else(|| panic!("{} is no number", terms.show(replaced)))
    }

    fn variable(terms: &mut Terms) -> TermId {
        terms.fresh_constant("x", Sort::Int)
    }

    #[test]
    fn operations_with_constants_are_arithmetic_and_mean_the_same() {
        let mut terms = Terms::new();
        let x = variable(&mut terms);
        for mask in -70..=70 {
            let constant = terms.int(mask);
            let and = terms.bit_and(x, constant);
            let or = terms.bit_or_within(constant, x, [None, None]);
            let xor = terms.bit_xor_within(x, constant, [None, None]);
            for value in -140..=140 {
                assert_eq!(at(&mut terms, and, x, value), (value & mask).into(), "{value} & {mask}");
                assert_eq!(at(&mut terms, or, x, value), (value | mask).into(), "{value} | {mask}");
                assert_eq!(at(&mut terms, xor, x, value), (value ^ mask).into(), "{value} ^ {mask}");
            }
        }
    }

    #[test]
    fn bounds_only_drop_bits_that_no_value_has() {
        let mut terms = Terms::new();
        let x = variable(&mut terms);
        for most in [0, 1, 5, 7, 8, 31] {
            let bounds = Some((BigInt::zero(), BigInt::from(most)));
            for mask in -40..=40 {
                let constant = terms.int(mask);
                let and = terms.bit_and_within(x, constant, [bounds.clone(), None]);
                for value in 0..=most {
                    assert_eq!(at(&mut terms, and, x, value), (value & mask).into(), "{value} & {mask}, most {most}");
                }
            }
        }
        // All bits of a 32-bit word but the lowest five.
        let mask = terms.int((1_i64 << 32) - 32);
        let word = Some((BigInt::zero(), BigInt::from((1_i64 << 32) - 1)));
        let and = terms.bit_and_within(x, mask, [word, None]);
        let thirty_two = terms.int(32);
        let quotient = terms.div(x, thirty_two);
        assert_eq!(and, terms.mul(quotient, thirty_two));
    }

    #[test]
    fn operands_without_a_common_bit_are_added() {
        let mut terms = Terms::new();
        let (x, y) = (variable(&mut terms), terms.fresh_constant("y", Sort::Int));
        let (eight, five) = (terms.int(8), terms.int(5));
        let high = terms.mul(x, eight);
        let low = terms.modulo(y, five);
        let sum = terms.add(&[high, low]);
        assert_eq!(terms.bit_or_within(high, low, [None, None]), sum);
        assert_eq!(terms.bit_xor_within(low, high, [None, None]), sum);
        let known = [None, Some((BigInt::zero(), BigInt::from(7)))];
        let sum = terms.add(&[high, y]);
        assert_eq!(terms.bit_or_within(high, y, known), sum);
        for (below, above) in [(0, 8), (-1, 3)] {
            let unknown = [None, Some((BigInt::from(below), BigInt::from(above)))];
            assert_ne!(terms.bit_or_within(high, y, unknown), sum, "{below}..={above}");
        }
        for value in -20..=20 {
            for other in -20..=20 {
                let (high, low) = (value * 8, i64::rem_euclid(other, 5));
                assert_eq!(high | low, high + low);
            }
        }
    }

    #[test]
    fn masks_meet_remainders() {
        let mut terms = Terms::new();
        let x = variable(&mut terms);
        let [one, seven, thirty_one, minus_thirty_two] = [1, 7, 31, -32].map(|value| terms.int(value));
        let [two, eight, thirty_two] = [2, 8, 32].map(|value| terms.int(value));
        let lane = terms.bit_and(x, thirty_one);
        assert_eq!(lane, terms.modulo(x, thirty_two));
        assert_eq!(terms.bit_and(lane, seven), terms.modulo(x, eight));
        assert_eq!(terms.bit_and(lane, thirty_one), lane);
        let doubled = terms.mul(x, two);
        assert_eq!(terms.bit_or_within(doubled, one, [None, None]), terms.plus(doubled, 1));
        let quotient = terms.div(x, thirty_two);
        assert_eq!(terms.bit_and(minus_thirty_two, x), terms.mul(quotient, thirty_two));
        assert_eq!(terms.bit_and(x, x), x);
        assert_eq!(terms.bit_xor_within(x, x, [None, None]), terms.int(0));
    }

    #[test]
    fn a_mask_of_many_runs_stays() {
        let mut terms = Terms::new();
        let x = variable(&mut terms);
        let mask = terms.int(0x5555_5555);
        let and = terms.bit_and(x, mask);
        assert_eq!(*terms.op(and), Op::BitAnd);
        assert_eq!(at(&mut terms, and, x, -1), BigInt::from(0x5555_5555));
    }
}
