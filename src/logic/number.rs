//! Rational numbers that are nearly always small integers: the coefficients of polynomials.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// An exact rational. What fits the small form is always stored so, in lowest terms: equal numbers are equal values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Number(Form);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Form {
    /// Numerator and denominator.
    Small(i64, u32),
    /// Apart from fractions, whose arithmetic looks for common factors each time.
    Integer(Box<BigInt>),
    Fraction(Box<BigRational>),
}

impl Number {
    pub fn to_rational(&self) -> BigRational {
        match &self.0 {
            Form::Small(numerator, denominator) => BigRational::new_raw((*numerator).into(), (*denominator).into()),
            Form::Integer(value) => BigRational::from_integer((**value).clone()),
            Form::Fraction(value) => (**value).clone(),
        }
    }

    /// The integer, if it is one.
    fn as_integer(&self) -> Option<Cow<'_, BigInt>> {
        match &self.0 {
            Form::Small(value, 1) => Some(Cow::Owned((*value).into())),
            Form::Integer(value) => Some(Cow::Borrowed(value)),
            _ => None,
        }
    }

    /// The value, rounded towards zero.
    pub fn to_integer(&self) -> BigInt {
        match &self.0 {
            Form::Small(numerator, denominator) => (numerator / i64::from(*denominator)).into(),
            Form::Integer(value) => (**value).clone(),
            Form::Fraction(value) => value.to_integer(),
        }
    }

    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Form::Small(value, 1) => Some(*value),
            _ => None,
        }
    }

    /// The denominator in lowest terms, positive.
    pub fn denom(&self) -> BigInt {
        match &self.0 {
            Form::Small(_, denominator) => (*denominator).into(),
            Form::Integer(_) => BigInt::one(),
            Form::Fraction(value) => value.denom().clone(),
        }
    }

    /// The length of numerator and denominator together, in bits.
    pub fn bits(&self) -> u64 {
        let length = |value: u64| u64::from(u64::BITS - value.leading_zeros());
        match &self.0 {
            Form::Small(numerator, denominator) => length(numerator.unsigned_abs()) + length((*denominator).into()),
            Form::Integer(value) => value.bits() + 1,
            Form::Fraction(value) => value.numer().bits() + value.denom().bits(),
        }
    }

    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Form::Small(_, denominator) => *denominator == 1,
            Form::Integer(_) => true,
            Form::Fraction(_) => false,
        }
    }

    pub fn is_positive(&self) -> bool {
        match &self.0 {
            Form::Small(value, _) => *value > 0,
            Form::Integer(value) => value.is_positive(),
            Form::Fraction(value) => value.is_positive(),
        }
    }

    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Form::Small(value, _) => *value < 0,
            Form::Integer(value) => value.is_negative(),
            Form::Fraction(value) => value.is_negative(),
        }
    }

    pub fn abs(&self) -> Number {
        if self.is_negative() { -self.clone() } else { self.clone() }
    }

    /// One over the number, which must not be zero.
    pub fn recip(&self) -> Number {
        &Number::one() / self
    }

    /// The quotient of two integers, if it is small. No sum or product of what the small form holds leaves 128 bits.
    fn small(numerator: i128, denominator: i128) -> Option<Number> {
        let divisor = match denominator {
            0 => return None,
            1 => return Some(Number(Form::Small(i64::try_from(numerator).ok()?, 1))),
            _ => gcd(numerator, denominator) * denominator.signum(),
        };
        let numerator = i64::try_from(numerator / divisor).ok()?;
        let denominator = u32::try_from(denominator / divisor).ok()?;
        Some(Number(Form::Small(numerator, denominator)))
    }
}

/// The greatest common divisor; division of 64 bits is several times as quick as that of 128.
fn gcd(one: i128, other: i128) -> i128 {
    match (u64::try_from(one.unsigned_abs()), u64::try_from(other.unsigned_abs())) {
        (Ok(one), Ok(other)) => one.gcd(&other).into(),
        _ => one.gcd(&other),
    }
}

impl From<BigRational> for Number {
    fn from(value: BigRational) -> Number {
        match (value.numer().to_i64(), value.denom().to_u32()) {
            (Some(numerator), Some(denominator)) => Number(Form::Small(numerator, denominator)),
            _ if value.is_integer() => Number(Form::Integer(Box::new(value.to_integer()))),
            _ => Number(Form::Fraction(Box::new(value))),
        }
    }
}

impl From<BigInt> for Number {
    fn from(value: BigInt) -> Number {
        match value.to_i64() {
            Some(small) => small.into(),
            None => Number(Form::Integer(Box::new(value))),
        }
    }
}

impl From<&BigInt> for Number {
    fn from(value: &BigInt) -> Number {
        match value.to_i64() {
            Some(small) => small.into(),
            None => value.clone().into(),
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number(Form::Small(value, 1))
    }
}

/// An operation on numbers: on machine integers where both are, and so is the result, as nearly always; on small numbers, given as
/// numerators and denominators, where its result is small; on integers where both are and so is the result; on rationals else.
fn either(
    left: &Number,
    right: &Number,
    machine: impl Fn(i64, i64) -> Option<i64>,
    small: impl Fn([i128; 2], [i128; 2]) -> (i128, i128),
    integer: impl Fn(&BigInt, &BigInt) -> Option<BigInt>,
    big: impl Fn(BigRational, BigRational) -> BigRational,
) -> Number {
    if let (Form::Small(a, b), Form::Small(c, d)) = (&left.0, &right.0) {
        if let (1, 1, Some(value)) = (*b, *d, machine(*a, *c)) {
            return value.into();
        }
        let (numerator, denominator) = small([(*a).into(), (*b).into()], [(*c).into(), (*d).into()]);
        if let Some(value) = Number::small(numerator, denominator) {
            return value;
        }
    }
    if let (Some(left), Some(right)) = (left.as_integer(), right.as_integer())
        && let Some(value) = integer(&left, &right)
    {
        return value.into();
    }
    big(left.to_rational(), right.to_rational()).into()
}

impl Add for &Number {
    type Output = Number;

    fn add(self, other: &Number) -> Number {
        either(
            self,
            other,
            i64::checked_add,
            |[a, b], [c, d]| (a * d + c * b, b * d),
            |left, right| Some(left + right),
            |left, right| left + right,
        )
    }
}

impl Sub for &Number {
    type Output = Number;

    fn sub(self, other: &Number) -> Number {
        either(
            self,
            other,
            i64::checked_sub,
            |[a, b], [c, d]| (a * d - c * b, b * d),
            |left, right| Some(left - right),
            |left, right| left - right,
        )
    }
}

impl Mul for &Number {
    type Output = Number;

    fn mul(self, other: &Number) -> Number {
        either(
            self,
            other,
            i64::checked_mul,
            |[a, b], [c, d]| (a * c, b * d),
            |left, right| Some(left * right),
            |left, right| left * right,
        )
    }
}

/// The exact quotient; the divisor must not be zero.
impl Div for &Number {
    type Output = Number;

    fn div(self, other: &Number) -> Number {
        let exact = |left: &BigInt, right: &BigInt| {
            let (quotient, remainder) = left.div_rem(right);
            remainder.is_zero().then_some(quotient)
        };
        let machine = |left: i64, right: i64| match left.checked_rem(right) {
            Some(0) => left.checked_div(right),
            _ => None,
        };
        either(self, other, machine, |[a, b], [c, d]| (a * d, b * c), exact, |left, right| left / right)
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
        match self.0 {
            Form::Small(numerator, denominator) if numerator != i64::MIN => {
                Number(Form::Small(-numerator, denominator))
            }
            _ => &Number::zero() - &self,
        }
    }
}

impl Zero for Number {
    fn zero() -> Number {
        Number(Form::Small(0, 1))
    }

    fn is_zero(&self) -> bool {
        self.0 == Form::Small(0, 1)
    }
}

impl One for Number {
    fn one() -> Number {
        Number(Form::Small(1, 1))
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
            (Form::Small(a, b), Form::Small(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            (Form::Integer(left), Form::Integer(right)) => left.cmp(right),
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
        assert!(half < number(2, 3) && number(-1, 2) < number(-1, 3));
    }

    #[test]
    fn small_and_large_rationals_have_one_form() {
        let large = number(1, i64::MAX);
        assert_eq!(&large * &Number::from(i64::MAX), Number::one());
        assert_eq!(&(&large + &number(1, 3)) - &large, number(1, 3));
        assert_eq!(&number(i64::MIN, 1) / &number(i64::MIN, 1), Number::one());
        assert_eq!(number(6, -4), &Number::from(-3) / &Number::from(2));
        assert_eq!(number(-7, 2).to_integer(), BigInt::from(-3));
    }
}
