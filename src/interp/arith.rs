//! Operators on values, by the domain they work in (MACHINE-6): mathematical integers, exact rationals with terms of
//! unknown functions, IEEE floats. Nothing is taken for granted of undefined operations: their value is unknown.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Pow, Signed, ToPrimitive, Zero};

use crate::kernel::ir::{Binary, Unary};

use super::interval;
use super::value::{Pool, Value, round_float, round_real};

/// What the operands of an operator are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    Bool,
    Int,
    Real,
    /// IEEE floats of that many bits.
    Float(u8),
}

/// Integers beyond this many bits are not computed.
const MAX_BITS: u64 = 1 << 16;
/// The same of the two numbers of a ratio together, which are brought to lowest terms after each operation.
const MAX_BITS_OF_RATIO: u64 = 1 << 14;

impl Pool {
    pub fn binary(&mut self, op: Binary, domain: Domain, a: Value, b: Value) -> Value {
        match domain {
            Domain::Int => self.int_binary(op, a, b),
            Domain::Bool => bool_binary(op, a, b),
            Domain::Real => self.real_binary(op, a, b),
            Domain::Float(bits) => self.float_binary(op, bits, a, b),
        }
    }

    pub fn unary(&mut self, op: Unary, domain: Domain, a: Value) -> Value {
        match domain {
            Domain::Int => self.int_unary(op, a),
            Domain::Bool => match (op, a) {
                (Unary::Not, Value::Bool(a)) => Value::Bool(!a),
                _ => Value::Unknown,
            },
            Domain::Real => self.real_unary(op, a),
            Domain::Float(bits) => self.float_unary(op, bits, a),
        }
    }

    // ── integers ────────────────────────────────────────────────────────────────────────────────

    #[inline]
    fn int_binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
        let (Value::Int(x), Value::Int(y)) = (a, b) else { return self.big_binary(op, a, b) };
        let small = match op {
            Binary::Add => x.checked_add(y),
            Binary::Sub => x.checked_sub(y),
            Binary::Mul => x.checked_mul(y),
            Binary::Div => x.checked_div(y),
            Binary::Rem => x.checked_rem(y),
            Binary::Min => Some(x.min(y)),
            Binary::Max => Some(x.max(y)),
            Binary::Pow => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)),
            Binary::Shl => u32::try_from(y).ok().filter(|y| *y < 63).and_then(|y| x.checked_mul(1 << y)),
            Binary::Shr => (y >= 0).then(|| x >> y.min(63)),
            Binary::BitAnd => Some(x & y),
            Binary::BitOr => Some(x | y),
            Binary::BitXor => Some(x ^ y),
            Binary::Lt => return Value::Bool(x < y),
            Binary::Le => return Value::Bool(x <= y),
            Binary::Gt => return Value::Bool(x > y),
            Binary::Ge => return Value::Bool(x >= y),
            Binary::Eq => return Value::Bool(x == y),
            Binary::Ne => return Value::Bool(x != y),
            Binary::And | Binary::Or | Binary::Implies | Binary::Iff => None,
        };
        match small {
            Some(small) => Value::Int(small),
            None => self.big_binary(op, a, b),
        }
    }

    #[cold]
    fn big_binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
        if let Some(truth) = identity(op, a, b) {
            return truth;
        }
        let (Some(x), Some(y)) = (self.as_big(a), self.as_big(b)) else { return Value::Unknown };
        let value = match op {
            Binary::Add => x + y,
            Binary::Sub => x - y,
            // Squared over and over a number would fill the memory.
            Binary::Mul if x.bits().saturating_add(y.bits()) > MAX_BITS => return Value::Unknown,
            Binary::Mul => x * y,
            Binary::Div if !y.is_zero() => x / y,
            Binary::Rem if !y.is_zero() => x % y,
            Binary::Min => x.min(y),
            Binary::Max => x.max(y),
            Binary::Pow => match y.to_u32().filter(|y| x.bits().saturating_mul(u64::from(*y)) <= MAX_BITS) {
                Some(exponent) => Pow::pow(x, exponent),
                None => return Value::Unknown,
            },
            Binary::Shl => match y.to_u64().filter(|y| x.bits().saturating_add(*y) <= MAX_BITS) {
                Some(count) => x << count,
                None => return Value::Unknown,
            },
            Binary::Shr if !y.is_negative() => x >> y.to_u64().unwrap_or(MAX_BITS).min(MAX_BITS),
            Binary::BitAnd => x & y,
            Binary::BitOr => x | y,
            Binary::BitXor => x ^ y,
            Binary::Lt => return Value::Bool(x < y),
            Binary::Le => return Value::Bool(x <= y),
            Binary::Gt => return Value::Bool(x > y),
            Binary::Ge => return Value::Bool(x >= y),
            Binary::Eq => return Value::Bool(x == y),
            Binary::Ne => return Value::Bool(x != y),
            Binary::Div | Binary::Rem | Binary::Shr | Binary::And | Binary::Or | Binary::Implies | Binary::Iff => {
                return Value::Unknown;
            }
        };
        self.int(value)
    }

    fn int_unary(&mut self, op: Unary, a: Value) -> Value {
        match (op, a) {
            (Unary::Neg, Value::Int(x)) if x != i64::MIN => return Value::Int(-x),
            (Unary::BitNot, Value::Int(x)) => return Value::Int(!x),
            (Unary::Abs, Value::Int(x)) if x != i64::MIN => return Value::Int(x.abs()),
            (Unary::Floor | Unary::Ceil, _) => return a,
            _ => {}
        }
        let Some(x) = self.as_big(a) else { return Value::Unknown };
        let value = match op {
            Unary::Neg => -x,
            Unary::BitNot => -x - 1,
            Unary::Abs => x.abs(),
            Unary::Log2 if x.is_positive() => BigInt::from(x.bits() - 1),
            Unary::IsPow2 => {
                return Value::Bool(x.is_positive() && x.trailing_zeros() == Some(x.bits() - 1));
            }
            Unary::Not | Unary::Floor | Unary::Ceil | Unary::Log2 => return Value::Unknown,
        };
        self.int(value)
    }

    /// The value modulo `2^bits`, in the range of the type.
    pub fn wrap(&mut self, a: Value, signed: bool, bits: u8) -> Value {
        if let Value::Int(x) = a
            && bits < 64
        {
            let shift = 64 - u32::from(bits);
            let low = if signed { (x << shift) >> shift } else { ((x as u64) << shift >> shift) as i64 };
            return Value::Int(low);
        }
        let Some(x) = self.as_big(a) else { return Value::Unknown };
        let modulus = BigInt::from(1) << bits;
        let mut low = x.mod_floor(&modulus);
        if signed && low.bit(u64::from(bits) - 1) {
            low -= modulus;
        }
        self.int(low)
    }

    // ── real numbers ────────────────────────────────────────────────────────────────────────────

    fn real_binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
        let (a, b) = (as_ratio(a), if op == Binary::Pow { b } else { as_ratio(b) });
        if let (Value::Ratio { num: x, den: 1 }, Value::Ratio { num: y, den: 1 }) = (a, b) {
            let whole = match op {
                Binary::Add => x.checked_add(y),
                Binary::Sub => x.checked_sub(y),
                Binary::Mul => x.checked_mul(y),
                _ => None,
            };
            if let Some(num) = whole {
                return Value::Ratio { num, den: 1 };
            }
        }
        if let (Value::Ratio { num: x, den: p }, Value::Ratio { num: y, den: q }) = (a, b) {
            let (x, p, y, q) = (i128::from(x), i128::from(p), i128::from(y), i128::from(q));
            match op {
                Binary::Add if p == q => return self.ratio(x + y, p),
                Binary::Sub if p == q => return self.ratio(x - y, p),
                Binary::Add => return self.ratio(x * q + y * p, p * q),
                Binary::Sub => return self.ratio(x * q - y * p, p * q),
                Binary::Mul => return self.ratio(x * y, p * q),
                Binary::Div if y != 0 => return self.ratio(x * q * y.signum(), p * y.abs()),
                Binary::Div => return Value::Unknown,
                Binary::Lt => return Value::Bool(x * q < y * p),
                Binary::Le => return Value::Bool(x * q <= y * p),
                Binary::Gt => return Value::Bool(x * q > y * p),
                Binary::Ge => return Value::Bool(x * q >= y * p),
                Binary::Min => return if x * q <= y * p { a } else { b },
                Binary::Max => return if x * q >= y * p { a } else { b },
                _ => {}
            }
        }
        if let Some(value) = self.by_bounds(op, a, b) {
            return value;
        }
        if let Some(truth) = identity(op, a, b) {
            return truth;
        }
        match (self.as_real(a), self.as_real(b)) {
            (Some(x), Some(y)) => self.rational_binary(op, x, y),
            _ => self.term_binary(op, a, b),
        }
    }

    /// What is decided of terms whose bounds are apart.
    fn by_bounds(&self, op: Binary, a: Value, b: Value) -> Option<Value> {
        let compares = matches!(
            op,
            Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge | Binary::Eq | Binary::Ne | Binary::Min | Binary::Max
        );
        if !compares || !matches!((a, b), (Value::Opaque(_), _) | (_, Value::Opaque(_))) {
            return None;
        }
        let (x, y) = (self.bounds(a), self.bounds(b));
        let decided = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
        let truth = match op {
            Binary::Lt => decided(x.is_below(y), y.is_at_most(x)),
            Binary::Le => decided(x.is_at_most(y), y.is_below(x)),
            Binary::Gt => decided(y.is_below(x), x.is_at_most(y)),
            Binary::Ge => decided(y.is_at_most(x), x.is_below(y)),
            Binary::Eq => decided(false, x.is_below(y) || y.is_below(x)),
            Binary::Ne => decided(x.is_below(y) || y.is_below(x), false),
            Binary::Min if x.is_at_most(y) => return Some(a),
            Binary::Min if y.is_at_most(x) => return Some(b),
            Binary::Max if x.is_at_most(y) => return Some(b),
            Binary::Max if y.is_at_most(x) => return Some(a),
            _ => None,
        };
        truth.map(Value::Bool)
    }

    fn rational_binary(&mut self, op: Binary, x: BigRational, y: BigRational) -> Value {
        let bits = |value: &BigRational| value.numer().bits().saturating_add(value.denom().bits());
        let grows = matches!(op, Binary::Add | Binary::Sub | Binary::Mul | Binary::Div);
        if grows && bits(&x).saturating_add(bits(&y)) > MAX_BITS_OF_RATIO {
            return Value::Unknown;
        }
        let value = match op {
            Binary::Add => x + y,
            Binary::Sub => x - y,
            Binary::Mul => x * y,
            Binary::Div if !y.is_zero() => x / y,
            Binary::Min => x.min(y),
            Binary::Max => x.max(y),
            Binary::Pow => {
                match y.to_integer().to_i32().filter(|y| y.unsigned_abs() <= 4096 && (*y >= 0 || !x.is_zero())) {
                    // A negative exponent is no power here (CLAUSE-12).
                    Some(exponent) if exponent >= 0 => Pow::pow(x, exponent),
                    _ => return Value::Unknown,
                }
            }
            Binary::Lt => return Value::Bool(x < y),
            Binary::Le => return Value::Bool(x <= y),
            Binary::Gt => return Value::Bool(x > y),
            Binary::Ge => return Value::Bool(x >= y),
            _ => return Value::Unknown,
        };
        self.real(value)
    }

    /// Terms of unknown functions: what holds of every real number is used, so that equal terms stay equal.
    fn term_binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
        // What is not known may be no number at all.
        if [a, b].iter().any(|value| matches!(value, Value::Unknown | Value::Missing | Value::Data(_))) {
            return Value::Unknown;
        }
        let is = |value: Value, number: i64| matches!(value, Value::Ratio { num, den: 1 } if num == number);
        let (head, commutes) = match op {
            Binary::Add if is(a, 0) => return b,
            Binary::Add | Binary::Sub if is(b, 0) => return a,
            Binary::Sub if a.words() == b.words() => return Value::Ratio { num: 0, den: 1 },
            Binary::Mul if is(a, 1) => return b,
            Binary::Mul | Binary::Div if is(b, 1) => return a,
            Binary::Mul if is(a, 0) || is(b, 0) => return Value::Ratio { num: 0, den: 1 },
            Binary::Add => ("+", true),
            Binary::Sub => ("-", false),
            Binary::Mul => ("*", true),
            Binary::Div if !is(b, 0) => ("/", false),
            Binary::Min => ("min", true),
            Binary::Max => ("max", true),
            _ => return Value::Unknown,
        };
        let args = if commutes && b.words() < a.words() { [b, a] } else { [a, b] };
        self.term(head, &args)
    }

    fn real_unary(&mut self, op: Unary, a: Value) -> Value {
        let a = as_ratio(a);
        if let (Unary::Neg, Value::Ratio { num, den }) = (op, a)
            && num != i64::MIN
        {
            return Value::Ratio { num: -num, den };
        }
        let Some(x) = self.as_real(a) else {
            return match op {
                Unary::Neg => self.term("-", &[a]),
                Unary::Abs => self.term("abs", &[a]),
                Unary::Floor => self.whole("floor", a).unwrap_or_else(|| self.term("floor", &[a])),
                Unary::Ceil => self.whole("ceil", a).unwrap_or_else(|| self.term("ceil", &[a])),
                Unary::Not | Unary::BitNot | Unary::Log2 | Unary::IsPow2 => Value::Unknown,
            };
        };
        let value = match op {
            Unary::Neg => -x,
            Unary::Abs => x.abs(),
            Unary::Floor => x.floor(),
            Unary::Ceil => x.ceil(),
            Unary::Not | Unary::BitNot | Unary::Log2 | Unary::IsPow2 => return Value::Unknown,
        };
        self.real(value)
    }

    /// A real number rounded to a whole one; none if there is no such function, or a term is not known well enough.
    pub fn whole(&mut self, name: &str, a: Value) -> Option<Value> {
        let value = match a {
            Value::Opaque(_) => interval::whole_within(name, self.bounds(a)),
            _ => interval::whole(name, &self.as_real(a)?),
        };
        value.map(|value| self.real(value))
    }

    /// Towards zero; unknown for a term that is not known well enough.
    pub fn truncate(&mut self, a: Value) -> Value {
        match as_ratio(a) {
            Value::Ratio { num, den } => Value::Int(num / i64::from(den)),
            Value::Float(value) => match BigRational::from_float(value) {
                Some(exact) => self.int(exact.to_integer()),
                None => Value::Unknown,
            },
            other => match self.whole("trunc", other).and_then(|value| self.as_real(value)) {
                Some(value) => self.int(value.to_integer()),
                None => Value::Unknown,
            },
        }
    }

    // ── floats ──────────────────────────────────────────────────────────────────────────────────

    /// The value as a float; unknown for a term.
    pub fn to_float(&self, a: Value, bits: u8) -> Value {
        match a {
            Value::Float(value) => Value::Float(round_float(value, bits)),
            Value::Int(value) if value.unsigned_abs() < 1 << 53 => Value::Float(round_float(value as f64, bits)),
            Value::Opaque(_) => a,
            _ => self.as_real(a).map_or(Value::Unknown, |value| Value::Float(round_real(&value, bits))),
        }
    }

    fn float_binary(&mut self, op: Binary, bits: u8, a: Value, b: Value) -> Value {
        let (Value::Float(x), Value::Float(y)) = (self.to_float(a, bits), self.to_float(b, bits)) else {
            return identity(op, a, b).unwrap_or(Value::Unknown);
        };
        let value = match op {
            Binary::Add => x + y,
            Binary::Sub => x - y,
            Binary::Mul => x * y,
            Binary::Div => x / y,
            // As CUDA's fmin and fmax: a NaN gives the other operand.
            Binary::Min => x.min(y),
            Binary::Max => x.max(y),
            Binary::Lt => return Value::Bool(x < y),
            Binary::Le => return Value::Bool(x <= y),
            Binary::Gt => return Value::Bool(x > y),
            Binary::Ge => return Value::Bool(x >= y),
            Binary::Eq => return Value::Bool(x == y),
            Binary::Ne => return Value::Bool(x != y),
            _ => return Value::Unknown,
        };
        Value::Float(round_float(value, bits))
    }

    fn float_unary(&mut self, op: Unary, bits: u8, a: Value) -> Value {
        let Value::Float(x) = self.to_float(a, bits) else { return Value::Unknown };
        match op {
            Unary::Neg => Value::Float(-x),
            Unary::Abs => Value::Float(x.abs()),
            Unary::Floor => Value::Float(x.floor()),
            Unary::Ceil => Value::Float(x.ceil()),
            Unary::Not | Unary::BitNot | Unary::Log2 | Unary::IsPow2 => Value::Unknown,
        }
    }
}

/// `==` and `!=` as identity of values.
pub fn identity(op: Binary, a: Value, b: Value) -> Option<Value> {
    match op {
        Binary::Eq | Binary::Iff => Some(Value::of_truth(a.same(b))),
        Binary::Ne => Some(Value::of_truth(a.same(b).map(|same| !same))),
        _ => None,
    }
}

fn bool_binary(op: Binary, a: Value, b: Value) -> Value {
    if let Some(truth) = identity(op, a, b) {
        return truth;
    }
    let (Value::Bool(a), Value::Bool(b)) = (a, b) else { return Value::Unknown };
    match op {
        Binary::BitAnd => Value::Bool(a && b),
        Binary::BitOr => Value::Bool(a || b),
        Binary::BitXor => Value::Bool(a != b),
        _ => Value::Unknown,
    }
}

/// An integer where a real number is wanted.
fn as_ratio(value: Value) -> Value {
    match value {
        Value::Int(num) => Value::Ratio { num, den: 1 },
        other => other,
    }
}

/// `a * b + c`, rounded once (VALUE-30).
pub fn fused(a: f64, b: f64, c: f64, bits: u8) -> f64 {
    let exact = |value| BigRational::from_float(value);
    match (exact(a), exact(b), exact(c)) {
        (Some(x), Some(y), Some(z)) if !(&x * &y + &z).is_zero() => round_real(&(x * y + z), bits),
        // The sign of a zero, infinities, what is no number.
        _ => a.mul_add(b, c),
    }
}

/// A function of mathematics as the host computes it, rounded to the width; none where it has no such function.
pub fn host_function(name: &str, args: &[f64]) -> Option<f64> {
    let value = match (name, args) {
        ("sqrt", [x]) => x.sqrt(),
        ("rsqrt", [x]) => 1.0 / x.sqrt(),
        ("cbrt", [x]) => x.cbrt(),
        ("exp", [x]) => x.exp(),
        ("exp2", [x]) => x.exp2(),
        ("expm1", [x]) => x.exp_m1(),
        ("log", [x]) => x.ln(),
        ("log2", [x]) => x.log2(),
        ("log10", [x]) => x.log10(),
        ("log1p", [x]) => x.ln_1p(),
        ("sin", [x]) => x.sin(),
        ("cos", [x]) => x.cos(),
        ("tan", [x]) => x.tan(),
        ("asin", [x]) => x.asin(),
        ("acos", [x]) => x.acos(),
        ("atan", [x]) => x.atan(),
        ("sinh", [x]) => x.sinh(),
        ("cosh", [x]) => x.cosh(),
        ("tanh", [x]) => x.tanh(),
        ("asinh", [x]) => x.asinh(),
        ("acosh", [x]) => x.acosh(),
        ("atanh", [x]) => x.atanh(),
        ("trunc", [x]) => x.trunc(),
        ("round", [x]) => x.round(),
        ("rint" | "nearbyint", [x]) => x.round_ties_even(),
        ("pow", [x, y]) => x.powf(*y),
        ("atan2", [y, x]) => y.atan2(*x),
        ("hypot", [x, y]) => x.hypot(*y),
        ("fmod", [x, y]) => x % y,
        ("fdim", [x, y]) => {
            if x > y {
                x - y
            } else if x.is_nan() || y.is_nan() {
                f64::NAN
            } else {
                0.0
            }
        }
        ("copysign", [x, y]) => x.copysign(*y),
        // What is beyond the numbers, of the width in which it is asked for (VALUE-36).
        ("infinity", [_]) => f64::INFINITY,
        ("nan", [_]) => f64::NAN,
        ("isnan", [x]) => f64::from(u8::from(x.is_nan())),
        ("isinf", [x]) => f64::from(u8::from(x.is_infinite())),
        ("isfinite", [x]) => f64::from(u8::from(x.is_finite())),
        ("modf", [x]) => {
            if x.is_infinite() {
                0.0_f64.copysign(*x)
            } else {
                (x - x.trunc()).copysign(*x)
            }
        }
        _ => return None,
    };
    Some(value)
}

/// Whether a function of real numbers is defined there (VALUE-10); none where that cannot be decided.
pub fn in_domain(pool: &Pool, name: &str, args: &[Value]) -> Option<bool> {
    let restricted = matches!(
        name,
        "sqrt"
            | "rsqrt"
            | "log"
            | "log2"
            | "log10"
            | "log1p"
            | "asin"
            | "acos"
            | "atanh"
            | "acosh"
            | "fmod"
            | "remainder"
            | "pow"
    );
    if !restricted {
        return Some(true);
    }
    if let [arg @ Value::Opaque(_)] = args {
        return interval::in_domain(name, pool.bounds(*arg));
    }
    let numbers: Option<Vec<BigRational>> = args.iter().map(|arg| pool.as_real(*arg)).collect();
    let (numbers, one) = (numbers?, BigRational::from_integer(1.into()));
    let defined = match (name, &numbers[..]) {
        ("sqrt", [x]) => !x.is_negative(),
        ("rsqrt" | "log" | "log2" | "log10", [x]) => x.is_positive(),
        ("log1p", [x]) => *x > -one,
        ("asin" | "acos", [x]) => x.abs() <= one,
        ("atanh", [x]) => x.abs() < one,
        ("acosh", [x]) => *x >= one,
        ("fmod" | "remainder", [_, y]) => !y.is_zero(),
        ("pow", [x, y]) => x.is_positive() || (x.is_zero() && !y.is_negative()) || (!x.is_zero() && y.is_integer()),
        _ => true,
    };
    Some(defined)
}
