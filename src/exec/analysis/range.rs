//! Intervals of integers, and what operators make of them (VALUE-18).

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::kernel::ir::{Binary, Type, Unary};

/// The integers from `low` to `high`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    pub low: BigInt,
    pub high: BigInt,
}

impl From<(BigInt, BigInt)> for Range {
    fn from((low, high): (BigInt, BigInt)) -> Range {
        Range { low, high }
    }
}

impl From<Range> for (BigInt, BigInt) {
    fn from(range: Range) -> (BigInt, BigInt) {
        (range.low, range.high)
    }
}

impl Range {
    pub fn only(value: BigInt) -> Range {
        Range { low: value.clone(), high: value }
    }

    /// The least interval around the numbers.
    pub fn of(values: impl IntoIterator<Item = BigInt>) -> Option<Range> {
        let values: Vec<BigInt> = values.into_iter().collect();
        Some(Range { low: values.iter().min()?.clone(), high: values.into_iter().max()? })
    }

    pub fn holds(&self, other: &Range) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// Whether no number is below the type's range, and none above it by more than the type has numbers.
    pub fn reaches_once_above(&self, range: &Range, bits: u8) -> bool {
        range.low <= self.low && self.high <= &range.high + (BigInt::from(1) << bits)
    }

    fn is_natural(&self) -> bool {
        !self.low.is_negative()
    }

    pub fn common(&self, other: &Range) -> Option<Range> {
        let (low, high) = ((&self.low).max(&other.low).clone(), (&self.high).min(&other.high).clone());
        (low <= high).then_some(Range { low, high })
    }

    fn corners(&self, other: &Range, combine: impl Fn(&BigInt, &BigInt) -> BigInt) -> Option<Range> {
        let pairs =
            [(&self.low, &other.low), (&self.low, &other.high), (&self.high, &other.low), (&self.high, &other.high)];
        Range::of(pairs.map(|(a, b)| combine(a, b)))
    }
}

/// The most bits by which a shift's range is looked at.
const WIDEST: u32 = 64;

/// What an operator makes of an operand in that range, where it is known.
pub fn of_unary(op: Unary, operand: &Range, ty: Type) -> Option<Range> {
    let Range { low, high } = operand;
    match (op, ty) {
        (Unary::Neg, _) => Range::of([-low, -high]),
        (Unary::Abs, _) if operand.is_natural() => Some(operand.clone()),
        (Unary::Abs, _) => Some(Range { low: BigInt::zero(), high: (-low).max(high.clone()) }),
        (Unary::BitNot, Type::Int { signed: false, bits }) => {
            let top: BigInt = (BigInt::from(1) << bits) - 1;
            Range::of([&top - low, top - high])
        }
        (Unary::BitNot, _) => Range::of([-low - 1, -high - 1]),
        _ => None,
    }
}

/// What an operation on exact integers gives.
pub fn of_binary(op: Binary, a: &Range, b: &Range) -> Option<Range> {
    let count = || Some((b.low.to_u32()?, b.high.to_u32().filter(|most| *most <= WIDEST)?));
    match op {
        Binary::Add => Some(Range { low: &a.low + &b.low, high: &a.high + &b.high }),
        Binary::Sub => Some(Range { low: &a.low - &b.high, high: &a.high - &b.low }),
        Binary::Mul => a.corners(b, |a, b| a * b),
        Binary::Div if b.low.is_positive() => a.corners(b, |a, b| a / b),
        // The remainder has the dividend's sign, is not larger than it, and smaller than the divisor.
        Binary::Rem if b.low.is_positive() => {
            let most: BigInt = &b.high - 1;
            let low = (-&most).max(a.low.clone()).min(BigInt::zero());
            Some(Range { low, high: most.min(a.high.clone()).max(BigInt::zero()) })
        }
        Binary::Min => Some(Range { low: (&a.low).min(&b.low).clone(), high: (&a.high).min(&b.high).clone() }),
        Binary::Max => Some(Range { low: (&a.low).max(&b.low).clone(), high: (&a.high).max(&b.high).clone() }),
        Binary::Shl => {
            let (least, most) = count()?;
            Range::of([&a.low << least, &a.low << most, &a.high << least, &a.high << most])
        }
        Binary::Shr => {
            let (least, most) = count()?;
            Range::of([&a.low >> least, &a.low >> most, &a.high >> least, &a.high >> most])
        }
        Binary::BitAnd if a.is_natural() && b.is_natural() => {
            Some(Range { low: BigInt::zero(), high: (&a.high).min(&b.high).clone() })
        }
        Binary::BitAnd if a.is_natural() || b.is_natural() => {
            let natural = if a.is_natural() { a } else { b };
            Some(Range { low: BigInt::zero(), high: natural.high.clone() })
        }
        Binary::BitOr | Binary::BitXor if a.is_natural() && b.is_natural() => {
            let bits = a.high.bits().max(b.high.bits());
            Some(Range { low: BigInt::zero(), high: (BigInt::from(1) << bits) - 1 })
        }
        _ => None,
    }
}
