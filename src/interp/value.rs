//! Values of the concrete machine (MACHINE-3): small ones are held as they are, large ones by their number in a [`Pool`],
//! so that a value is 16 bytes, copies freely, and equal values are equal words.

use borsh::{BorshDeserialize, BorshSerialize};
use std::collections::HashMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::interval::{self, Interval};
use crate::base::portable;

/// One value. Numbers beyond the small forms and unknown terms are numbered by the [`Pool`] that made them.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// Nothing has been written here.
    Missing,
    /// It cannot be decided what is here.
    Unknown,
    Bool(bool),
    Int(i64),
    /// An integer beyond `i64`.
    Big(u32),
    /// A real number in lowest terms; the denominator is at least 1.
    Ratio {
        num: i64,
        den: u32,
    },
    BigRatio(u32),
    Float(f64),
    /// The result of an unknown function: equal terms are equal values, of different ones their bounds are known.
    Opaque(u32),
    /// Data decides it, which is not known in this run: how it came to be (AMP-1).
    Data(u32),
}

const _: () = assert!(size_of::<Value>() == 16);

/// A value outside of a machine: what users give and see.
#[derive(Clone, PartialEq, Debug, BorshSerialize, BorshDeserialize)]
pub enum Scalar {
    Bool(bool),
    Int(#[borsh(serialize_with = "portable::write_text", deserialize_with = "portable::read_text")] BigInt),
    /// A real number, exactly.
    Real(#[borsh(serialize_with = "portable::write_text", deserialize_with = "portable::read_text")] BigRational),
    Float(#[borsh(serialize_with = "portable::write_float", deserialize_with = "portable::read_float")] f64),
    /// The result of an unknown function, as text.
    Term(String),
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scalar::Bool(value) => write!(f, "{value}"),
            Scalar::Int(value) => write!(f, "{value}"),
            Scalar::Real(value) => write!(f, "{value}"),
            Scalar::Float(value) if value.is_nan() => f.write_str("nan"),
            Scalar::Float(value) => write!(f, "{value}"),
            Scalar::Term(text) => f.write_str(text),
        }
    }
}

impl Value {
    pub const ZERO: Value = Value::Int(0);
    pub const TRUE: Value = Value::Bool(true);
    pub const FALSE: Value = Value::Bool(false);

    /// A truth value, if it is decided.
    pub fn truth(self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// How it came to be, if data decides it.
    pub fn flow(self) -> Option<u32> {
        match self {
            Value::Data(flow) => Some(flow),
            _ => None,
        }
    }

    pub fn of_truth(truth: Option<bool>) -> Value {
        truth.map_or(Value::Unknown, Value::Bool)
    }

    /// The same value has the same words.
    pub fn words(self) -> (u64, u64) {
        match self {
            Value::Missing => (0, 0),
            Value::Unknown => (1, 0),
            Value::Bool(value) => (2, u64::from(value)),
            Value::Int(value) => (3, value as u64),
            Value::Big(at) => (4, u64::from(at)),
            Value::Ratio { num, den } => (5 | u64::from(den) << 32, num as u64),
            Value::BigRatio(at) => (6, u64::from(at)),
            // Every NaN is the same value.
            Value::Float(value) => (7, if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() }),
            Value::Opaque(at) => (8, u64::from(at)),
            Value::Data(at) => (9, u64::from(at)),
        }
    }

    /// Whether two values are known to be the same; terms of unknown functions only where they are one term.
    pub fn same(self, other: Value) -> Option<bool> {
        match (self, other) {
            (Value::Unknown | Value::Data(_), _) | (_, Value::Unknown | Value::Data(_)) => None,
            (Value::Opaque(a), Value::Opaque(b)) => (a == b).then_some(true),
            (Value::Opaque(_), _) | (_, Value::Opaque(_)) => None,
            // An integer beside a real number.
            (Value::Int(a), Value::Ratio { num, den }) | (Value::Ratio { num, den }, Value::Int(a)) => {
                Some(den == 1 && a == num)
            }
            _ => Some(self.words() == other.words()),
        }
    }
}

/// A term whose head is an unknown function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Term {
    head: String,
    args: Vec<(u64, u64)>,
}

/// The numbers beyond the small forms, and the terms of unknown functions.
#[derive(Clone, Default, Debug)]
pub struct Pool {
    bigs: Vec<BigInt>,
    big_index: HashMap<BigInt, u32>,
    ratios: Vec<BigRational>,
    ratio_index: HashMap<BigRational, u32>,
    terms: Vec<(String, Vec<Value>)>,
    /// Of each term, if it is a real number.
    bounds: Vec<Interval>,
    term_index: HashMap<Term, u32>,
}

impl Pool {
    pub fn int(&mut self, value: BigInt) -> Value {
        if let Some(small) = value.to_i64() {
            return Value::Int(small);
        }
        let at = self.big_index.entry(value).or_insert_with_key(|value| {
            self.bigs.push(value.clone());
            self.bigs.len() as u32 - 1
        });
        Value::Big(*at)
    }

    pub fn wide(&mut self, value: i128) -> Value {
        match i64::try_from(value) {
            Ok(small) => Value::Int(small),
            Err(_) => self.int(BigInt::from(value)),
        }
    }

    pub fn real(&mut self, value: BigRational) -> Value {
        if let (Some(num), Some(den)) = (value.numer().to_i64(), value.denom().to_u32()) {
            return Value::Ratio { num, den };
        }
        let at = self.ratio_index.entry(value).or_insert_with_key(|value| {
            self.ratios.push(value.clone());
            self.ratios.len() as u32 - 1
        });
        Value::BigRatio(*at)
    }

    /// `num / den` in lowest terms; the denominator must be positive.
    pub fn ratio(&mut self, num: i128, den: i128) -> Value {
        // Dividing small numbers is much quicker, and halves and whole numbers are the most frequent.
        if let (Ok(num), 1 | 2) = (i64::try_from(num), den) {
            return if den == 2 && num % 2 == 0 {
                Value::Ratio { num: num / 2, den: 1 }
            } else {
                Value::Ratio { num, den: den as u32 }
            };
        }
        if let (Ok(num), Ok(den)) = (i64::try_from(num), u32::try_from(den)) {
            let divisor = gcd(u128::from(num.unsigned_abs()), u128::from(den)).max(1) as u32;
            return Value::Ratio { num: num / i64::from(divisor), den: den / divisor };
        }
        let divisor = gcd(num.unsigned_abs(), den.unsigned_abs()) as i128;
        let (num, den) = if divisor > 1 { (num / divisor, den / divisor) } else { (num, den) };
        match (i64::try_from(num), u32::try_from(den)) {
            (Ok(num), Ok(den)) => Value::Ratio { num, den },
            _ => self.real(BigRational::new(BigInt::from(num), BigInt::from(den))),
        }
    }

    /// The value of an unknown function: the same arguments give the same term.
    pub fn term(&mut self, head: &str, args: &[Value]) -> Value {
        if args.iter().any(|arg| matches!(arg, Value::Unknown | Value::Missing | Value::Data(_))) {
            return Value::Unknown;
        }
        let key = Term { head: head.to_owned(), args: args.iter().map(|arg| arg.words()).collect() };
        if let Some(at) = self.term_index.get(&key) {
            return Value::Opaque(*at);
        }
        let bounds: Vec<Interval> = args.iter().map(|arg| self.bounds(*arg)).collect();
        let at = self.terms.len() as u32;
        self.bounds.push(interval::of_term(head, &bounds));
        self.terms.push((head.to_owned(), args.to_vec()));
        self.term_index.insert(key, at);
        Value::Opaque(at)
    }

    /// What is known of a real number.
    pub fn bounds(&self, value: Value) -> Interval {
        match value {
            Value::Opaque(at) => self.bounds[at as usize],
            _ => self.as_real(value).map_or(Interval::ALL, |value| Interval::of(&value)),
        }
    }

    /// The integer, if it is one.
    pub fn as_big(&self, value: Value) -> Option<BigInt> {
        match value {
            Value::Int(value) => Some(BigInt::from(value)),
            Value::Big(at) => Some(self.bigs[at as usize].clone()),
            Value::Bool(value) => Some(BigInt::from(u8::from(value))),
            _ => None,
        }
    }

    /// The real number (or integer), if it is one.
    pub fn as_real(&self, value: Value) -> Option<BigRational> {
        match value {
            Value::Ratio { num, den } => Some(BigRational::new_raw(BigInt::from(num), BigInt::from(den))),
            Value::BigRatio(at) => Some(self.ratios[at as usize].clone()),
            _ => self.as_big(value).map(BigRational::from_integer),
        }
    }

    /// A value from outside.
    pub fn value(&mut self, scalar: &Scalar) -> Value {
        match scalar {
            Scalar::Bool(value) => Value::Bool(*value),
            Scalar::Int(value) => self.int(value.clone()),
            Scalar::Real(value) => self.real(value.clone()),
            Scalar::Float(value) => Value::Float(*value),
            Scalar::Term(_) => Value::Unknown,
        }
    }

    /// A value for people; none where nothing is known.
    pub fn scalar(&self, value: Value) -> Option<Scalar> {
        match value {
            Value::Missing | Value::Unknown | Value::Data(_) => None,
            Value::Bool(value) => Some(Scalar::Bool(value)),
            Value::Int(_) | Value::Big(_) => self.as_big(value).map(Scalar::Int),
            Value::Ratio { .. } | Value::BigRatio(_) => self.as_real(value).map(Scalar::Real),
            Value::Float(value) => Some(Scalar::Float(value)),
            Value::Opaque(_) => Some(Scalar::Term(self.show(value))),
        }
    }

    pub fn show(&self, value: Value) -> String {
        let Value::Opaque(at) = value else {
            return self.scalar(value).map_or_else(|| "?".to_owned(), |scalar| scalar.to_string());
        };
        const DEPTH: usize = 4;
        self.show_term(at, DEPTH)
    }

    fn show_term(&self, at: u32, depth: usize) -> String {
        let (head, args) = &self.terms[at as usize];
        let show = |arg: &Value| match arg {
            Value::Opaque(_) if depth == 0 => "...".to_owned(),
            Value::Opaque(at) => self.show_term(*at, depth - 1),
            other => self.show(*other),
        };
        match &args[..] {
            [left, right] if !head.starts_with(char::is_alphabetic) => {
                format!("({} {head} {})", show(left), show(right))
            }
            _ => format!("{head}({})", args.iter().map(show).collect::<Vec<_>>().join(", ")),
        }
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        // The remainder of small numbers is much quicker.
        if let (Ok(mut x), Ok(mut y)) = (u64::try_from(a), u64::try_from(b)) {
            while y != 0 {
                (x, y) = (y, x % y);
            }
            return u128::from(x);
        }
        (a, b) = (b, a % b);
    }
    a
}

/// The nearest float of 16, 32 or 64 bits, ties to even.
pub fn round_real(value: &BigRational, bits: u8) -> f64 {
    if value.is_zero() {
        return 0.0;
    }
    let (precision, least, most) = format_of(bits);
    let magnitude = value.abs();
    // 2^exponent <= magnitude < 2^(exponent + 1)
    let mut exponent = magnitude.numer().bits() as i64 - magnitude.denom().bits() as i64;
    if magnitude < power_of_two(exponent) {
        exponent -= 1;
    }
    let unit = (exponent - (precision - 1)).max(least - (precision - 1));
    let scaled = magnitude / power_of_two(unit);
    let whole = scaled.floor().to_integer();
    let rest = scaled - BigRational::from_integer(whole.clone());
    let half = BigRational::new(BigInt::one(), BigInt::from(2));
    let odd = whole.bit(0);
    let up = rest > half || (rest == half && odd);
    let mantissa = if up { whole + 1 } else { whole };
    let rounded = mantissa.to_f64().map_or(f64::INFINITY, |mantissa| scale(mantissa, unit));
    let limit = scale((2.0 - (0.5_f64).powi(precision as i32 - 1)) / 2.0, most + 1);
    let rounded = if rounded > limit { f64::INFINITY } else { rounded };
    if value.is_negative() { -rounded } else { rounded }
}

/// Rounds the result of one operation on floats of that width. For `+ - * /` and square roots the detour
/// over a double is exact for narrower widths.
pub fn round_float(value: f64, bits: u8) -> f64 {
    match bits {
        32 => f64::from(value as f32),
        16 if value.is_finite() => match BigRational::from_float(value) {
            Some(exact) if !exact.is_zero() => round_real(&exact, 16),
            _ => value,
        },
        _ => value,
    }
}

/// Bits of precision, exponents of the least and greatest normal numbers.
fn format_of(bits: u8) -> (i64, i64, i64) {
    match bits {
        16 => (11, -14, 15),
        32 => (24, -126, 127),
        _ => (53, -1022, 1023),
    }
}

fn power_of_two(exponent: i64) -> BigRational {
    let power = BigInt::one() << exponent.unsigned_abs();
    if exponent < 0 { BigRational::new_raw(BigInt::one(), power) } else { BigRational::from_integer(power) }
}

/// `mantissa * 2^exponent`, exactly where the result is a double.
fn scale(mantissa: f64, exponent: i64) -> f64 {
    let (mut value, mut left) = (mantissa, exponent);
    while left != 0 {
        let step = left.clamp(-1000, 1000);
        // Two steps never round twice: the mantissa has at most 53 bits and the first step stays normal.
        value *= 2.0_f64.powi(step as i32);
        left -= step;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(num: i64, den: i64) -> BigRational {
        BigRational::new(num.into(), den.into())
    }

    #[test]
    fn equal_numbers_are_equal_values() {
        let mut pool = Pool::default();
        let big: BigInt = BigInt::from(1) << 80;
        assert_eq!(pool.int(big.clone()).words(), pool.int(big).words());
        assert_eq!(pool.ratio(2, 4).words(), pool.real(ratio(1, 2)).words());
        let large = BigRational::new(BigInt::from(1), BigInt::from(1) << 50);
        assert_eq!(pool.real(large.clone()).words(), pool.real(large).words());
    }

    #[test]
    fn unknown_functions_are_congruent_and_otherwise_unknown() {
        let mut pool = Pool::default();
        let (a, b) = (pool.term("exp", &[Value::Int(1)]), pool.term("exp", &[Value::Int(2)]));
        assert_eq!(a.same(pool.term("exp", &[Value::Int(1)])), Some(true));
        assert_eq!(a.same(b), None);
        assert_eq!(a.same(Value::Int(1)), None);
        assert_eq!(pool.show(a), "exp(1)");
    }

    #[test]
    fn rounding_agrees_with_the_hosts_parser() {
        for text in ["0.1", "1e-45", "3.4028236e38", "16777217", "1.17549435e-38", "1e-50", "123456789.123"] {
            let exact = decimal(text);
            assert_eq!(round_real(&exact, 32), f64::from(text.parse::<f32>().unwrap()), "{text}");
            assert_eq!(round_real(&exact, 64), text.parse::<f64>().unwrap(), "{text}");
        }
        assert_eq!(round_real(&ratio(1, 3), 64), 1.0 / 3.0);
        assert_eq!(round_real(&ratio(2049, 1), 16), 2048.0);
        assert_eq!(round_real(&ratio(65520, 1), 16), f64::INFINITY);
        assert_eq!(round_real(&ratio(65519, 1), 16), 65504.0);
    }

    fn decimal(text: &str) -> BigRational {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: BigInt = format!("{whole}{fraction}").parse().unwrap();
        let exponent = exponent.parse::<i32>().unwrap() - fraction.len() as i32;
        let power = BigInt::from(10).pow(exponent.unsigned_abs());
        if exponent < 0 { BigRational::new(digits, power) } else { BigRational::from_integer(digits * power) }
    }
}
