//! Numbers and characters of annotations, as in program text.

use num_bigint::BigInt;
use num_traits::Num;

use super::build::{Built, error};
use crate::base::{Span, codes};
use crate::syntax::tree::{ExprKind, IntLiteral};

/// An integer or floating-point literal of C++.
pub fn number(text: &str, span: Span) -> Built<ExprKind> {
    let digits = text.replace('\'', "");
    match integer(&digits).or_else(|| float(&digits)) {
        Some(kind) => Ok(kind),
        None => Err(error(codes::E0209, span, format!("`{text}` is not a number"))),
    }
}

fn integer(text: &str) -> Option<ExprKind> {
    let lower = text.to_ascii_lowercase();
    let hexadecimal = lower.starts_with("0x");
    let suffix_start = lower.trim_end_matches(['u', 'l', 'z']).len();
    let (digits, suffix) = lower.split_at(suffix_start);
    let (radix, digits) = if hexadecimal {
        (16, &digits[2..])
    } else if let Some(binary) = digits.strip_prefix("0b") {
        (2, binary)
    } else if digits.len() > 1 && digits.starts_with('0') {
        (8, &digits[1..])
    } else {
        (10, digits)
    };
    let (unsigned, long) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        _ => return None,
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    let value = BigInt::from_str_radix(digits, radix).ok()?;
    Some(ExprKind::Int(IntLiteral { value, unsigned, long, decimal: radix == 10 }))
}

fn float(text: &str) -> Option<ExprKind> {
    let lower = text.to_ascii_lowercase();
    let hexadecimal = lower.starts_with("0x");
    let (digits, bits) = match lower.as_bytes().last()? {
        b'f' if !hexadecimal || lower.contains('p') => (&lower[..lower.len() - 1], 32),
        b'l' => (&lower[..lower.len() - 1], 64),
        _ => (lower.as_str(), 64),
    };
    let (mantissa, exponent) = match digits.split_once(if hexadecimal { 'p' } else { 'e' }) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (digits, None),
    };
    let radix = if hexadecimal { 16 } else { 10 };
    let mantissa = if hexadecimal { mantissa.strip_prefix("0x")? } else { mantissa };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let good = |part: &str| part.chars().all(|digit| digit.is_digit(radix));
    let exponent_good = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit())
    });
    let is_float = mantissa.contains('.') || exponent.is_some();
    if !is_float || whole.len() + fraction.len() == 0 || !good(whole) || !good(fraction) || !exponent_good {
        return None;
    }
    if hexadecimal && exponent.is_none() {
        return None;
    }
    Some(ExprKind::Float { text: digits.to_string(), bits })
}

/// A character literal with C's simple escapes.
pub fn character(text: &str, span: Span) -> Built<ExprKind> {
    let inner = text.trim_matches('\'');
    let mut chars = inner.chars();
    let value = match (chars.next(), chars.as_str()) {
        (Some('\\'), "n") => Some(10),
        (Some('\\'), "t") => Some(9),
        (Some('\\'), "r") => Some(13),
        (Some('\\'), "0") => Some(0),
        (Some('\\'), "\\") => Some(92),
        (Some('\\'), "") => Some(39),
        (Some(one), "") => Some(one as u32),
        _ => None,
    };
    match value {
        Some(value) => Ok(ExprKind::Char(value)),
        None => Err(error(codes::E0209, span, format!("{text} is not a character"))),
    }
}
