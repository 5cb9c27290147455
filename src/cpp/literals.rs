//! Literals of numbers.

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::base::Span;
use crate::kernel::ir::{Expr, Type};
use crate::syntax::tree::IntLiteral;

use super::value;

/// C++ [lex.icon]: the first type that holds the value.
/// A literal in the type that C gives it.
pub fn int_literal(literal: &IntLiteral, span: Span) -> Expr {
    let fits = |ty: Type| ty.range().is_some_and(|(low, high)| low <= literal.value && literal.value <= high);
    let bits: &[u8] = if literal.long == 0 { &[32, 64] } else { &[64] };
    let mut candidates = Vec::new();
    for bits in bits {
        if !literal.unsigned {
            candidates.push(Type::Int { signed: true, bits: *bits });
        }
        if literal.unsigned || !literal.decimal {
            candidates.push(Type::Int { signed: false, bits: *bits });
        }
    }
    let widest = Type::Int { signed: false, bits: 64 };
    let ty = candidates.into_iter().find(|ty| fits(*ty)).unwrap_or(widest);
    value::int(value::wrap(&literal.value, ty), ty, span)
}

/// The value of a floating-point literal, decimal or hexadecimal.
pub fn decimal(text: &str) -> Option<BigRational> {
    let text = text.replace('\'', "").to_ascii_lowercase();
    let (digits, radix, mark, base) = match text.strip_prefix("0x") {
        Some(hex) => (hex.to_string(), 16, 'p', 2),
        None => (text, 10, 'e', 10),
    };
    let (mantissa, exponent) = match digits.split_once(mark) {
        Some((mantissa, exponent)) => (mantissa.to_string(), exponent.parse::<i32>().ok()?),
        None => (digits, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((&mantissa, ""));
    if exponent.unsigned_abs() > 5000 || mantissa.len() > 5000 {
        return None;
    }
    let all = format!("0{whole}{fraction}");
    let numerator = BigInt::parse_bytes(all.as_bytes(), radix)?;
    let mut real = BigRational::new(numerator, BigInt::from(radix).pow(fraction.len() as u32));
    let scale = BigRational::from(BigInt::from(base).pow(exponent.unsigned_abs()));
    if exponent >= 0 {
        real *= scale;
    } else {
        real /= scale;
    }
    Some(real)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_their_exact_value() {
        let ratio = |n: i64, d: i64| Some(BigRational::new(n.into(), d.into()));
        assert_eq!(decimal("0.5"), ratio(1, 2));
        assert_eq!(decimal("1e-2"), ratio(1, 100));
        assert_eq!(decimal(".25E1"), ratio(5, 2));
        assert_eq!(decimal("3."), ratio(3, 1));
        assert_eq!(decimal("0x1.8p1"), ratio(3, 1));
        assert_eq!(decimal("1e999999"), None);
    }
}
