//! Rational numbers that are nearly always small integers: the coefficients of polynomials.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// An exact rational. An integer that fits 64 bits is always stored as such, so equal numbers are equal values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Number(Form);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Form {
    Small(i64),
    Big(Box<BigRational>),
}

impl Number {
    pub fn to_rational(&self) -> BigRational {
        match &self.0 {
            Form::Small(value) => BigRational::from_integer((*value).into()),
            Form::Big(value) => (**value).clone(),
        }
    }

    /// The value, rounded towards zero.
    pub fn to_integer(&self) -> BigInt {
        match &self.0 {
            Form::Small(value) => (*value).into(),
            Form::Big(value) => value.to_integer(),
        }
    }

    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Form::Small(value) => Some(*value),
            Form::Big(_) => None,
        }
    }

    /// The denominator in lowest terms, positive.
    pub fn denom(&self) -> BigInt {
        match &self.0 {
            Form::Small(_) => BigInt::one(),
            Form::Big(value) => value.denom().clone(),
        }
    }

    /// The length of numerator and denominator together, in bits.
    pub fn bits(&self) -> u64 {
        let value = self.to_rational();
        value.numer().bits() + value.denom().bits()
    }

    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Form::Small(_) => true,
            Form::Big(value) => value.is_integer(),
        }
    }

    pub fn is_positive(&self) -> bool {
        match &self.0 {
            Form::Small(value) => *value > 0,
            Form::Big(value) => value.is_positive(),
        }
    }

    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Form::Small(value) => *value < 0,
            Form::Big(value) => value.is_negative(),
        }
    }

    pub fn abs(&self) -> Number {
        if self.is_negative() { -self.clone() } else { self.clone() }
    }

    /// One over the number, which must not be zero.
    pub fn recip(&self) -> Number {
        match &self.0 {
            Form::Small(1 | -1) => self.clone(),
            _ => self.to_rational().recip().into(),
        }
    }
}

impl From<BigRational> for Number {
    fn from(value: BigRational) -> Number {
        match value.numer().to_i64() {
            Some(small) if value.is_integer() => Number(Form::Small(small)),
            _ => Number(Form::Big(Box::new(value))),
        }
    }
}

impl From<BigInt> for Number {
    fn from(value: BigInt) -> Number {
        match value.to_i64() {
            Some(small) => Number(Form::Small(small)),
            None => Number(Form::Big(Box::new(BigRational::from_integer(value)))),
        }
    }
}

impl From<&BigInt> for Number {
    fn from(value: &BigInt) -> Number {
        match value.to_i64() {
            Some(small) => Number(Form::Small(small)),
            None => value.clone().into(),
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number(Form::Small(value))
    }
}

/// An operation on small integers where it does not overflow, on rationals else.
fn either(
    left: &Number,
    right: &Number,
    small: impl Fn(i64, i64) -> Option<i64>,
    big: impl Fn(BigRational, BigRational) -> BigRational,
) -> Number {
    if let (Form::Small(left), Form::Small(right)) = (&left.0, &right.0)
        && let Some(value) = small(*left, *right)
    {
        return Number(Form::Small(value));
    }
    big(left.to_rational(), right.to_rational()).into()
}

impl Add for &Number {
    type Output = Number;

    fn add(self, other: &Number) -> Number {
        either(self, other, i64::checked_add, |left, right| left + right)
    }
}

impl Sub for &Number {
    type Output = Number;

    fn sub(self, other: &Number) -> Number {
        either(self, other, i64::checked_sub, |left, right| left - right)
    }
}

impl Mul for &Number {
    type Output = Number;

    fn mul(self, other: &Number) -> Number {
        either(self, other, i64::checked_mul, |left, right| left * right)
    }
}

/// The exact quotient; the divisor must not be zero.
impl Div for &Number {
    type Output = Number;

    fn div(self, other: &Number) -> Number {
        let exact = |left: i64, right: i64| (left.checked_rem(right)? == 0).then(|| left / right);
        either(self, other, exact, |left, right| left / right)
    }
}

impl Add for Number {
    type Output = Number;

    fn add(self, other: Number) -> Number {
        &self + &other
    }
}

impl AddAssign<&Number> for Number {
    fn add_assign(&mut self, other: &Number) {
        *self = &*self + other;
    }
}

impl Mul for Number {
    type Output = Number;

    fn mul(self, other: Number) -> Number {
        &self * &other
    }
}

impl Neg for Number {
    type Output = Number;

    fn neg(self) -> Number {
        &Number::zero() - &self
    }
}

impl Zero for Number {
    fn zero() -> Number {
        Number(Form::Small(0))
    }

    fn is_zero(&self) -> bool {
        self.0 == Form::Small(0)
    }
}

impl One for Number {
    fn one() -> Number {
        Number(Form::Small(1))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        match (&self.0, &other.0) {
            (Form::Small(left), Form::Small(right)) => left.cmp(right),
            _ => self.to_rational().cmp(&other.to_rational()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(numerator: i64, denominator: i64) -> Number {
        BigRational::new(numerator.into(), denominator.into()).into()
    }

    #[test]
    fn overflow_goes_on_exactly_and_comes_back_small() {
        let big = &Number::from(i64::MAX) + &Number::from(1);
        assert_eq!(big.to_integer(), BigInt::from(i64::MAX) + 1);
        assert_eq!(&big - &Number::from(1), Number::from(i64::MAX));
        assert_eq!(-Number::from(i64::MIN), big);
        assert!(big > Number::from(i64::MAX));
    }

    #[test]
    fn quotients_are_exact() {
        let half = &Number::from(1) / &Number::from(2);
        assert_eq!(half, number(1, 2));
        assert!(!half.is_integer() && half.is_positive());
        assert_eq!(&half + &half, Number::one());
        assert_eq!(&Number::from(i64::MIN) / &Number::from(-1), -Number::from(i64::MIN));
        assert_eq!(number(-2, 4).recip(), Number::from(-2));
    }
}
