//! Literals: numbers, characters and strings as C++ reads them.

use num_bigint::BigInt;
use num_traits::{Num, Zero};

use crate::syntax::tree::{ExprKind, IntLiteral};

/// An integer or floating-point literal, or what is wrong with it.
pub fn number(text: &str) -> Result<ExprKind, String> {
    let clean: String = text.chars().filter(|c| *c != '\'').collect();
    let lower = clean.to_ascii_lowercase();
    let hex = lower.starts_with("0x");
    if is_user_defined(&lower) {
        return Ok(ExprKind::Unsupported("a user-defined literal".into()));
    }
    let is_float =
        if hex { lower.contains(['.', 'p']) } else { lower.contains(['.', 'e']) && !lower.starts_with("0b") };
    if is_float {
        return float(&clean, hex).ok_or_else(|| format!("`{text}` is not a floating-point literal"));
    }
    match integer(text) {
        Some(literal) if literal.value.bits() <= 64 => Ok(ExprKind::Int(literal)),
        Some(_) => Err(format!("the integer `{text}` fits no type")),
        None => Err(no_number(text)),
    }
}

/// What is wrong with a text that begins as a number does.
pub fn no_number(text: &str) -> String {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let decimal = digits.trim_start_matches('0');
    match digits.starts_with('0') && digits.chars().all(|c| c.is_ascii_digit()) && !decimal.is_empty() {
        true => {
            format!("`{text}` is not a number: one that begins with 0 is octal, without 8 and 9; write `{decimal}`")
        }
        false => format!("`{text}` is not a number"),
    }
}

/// An integer, however large.
pub fn integer(text: &str) -> Option<IntLiteral> {
    let lower = text.replace('\'', "").to_ascii_lowercase();
    // A decimal integer with the suffix `f` is a mistake in C++, too.
    let digits_end = lower.trim_end_matches(['u', 'l', 'z']).len();
    let (digits, suffix) = lower.split_at(digits_end);
    let unsigned = suffix.contains('u');
    let long = suffix.matches('l').count();
    let fine = suffix.matches('u').count() <= 1 && long <= 2 && (long < 2 || suffix.contains("ll"));
    let (radix, digits) = if let Some(digits) = digits.strip_prefix("0x") {
        (16, digits)
    } else if let Some(digits) = digits.strip_prefix("0b") {
        (2, digits)
    } else if digits.len() > 1 && digits.starts_with('0') {
        (8, &digits[1..])
    } else {
        (10, digits)
    };
    let value = BigInt::from_str_radix(digits, radix).ok()?;
    (fine && !digits.contains(['+', '-', '_'])).then_some(IntLiteral {
        value,
        unsigned,
        long: long as u8,
        decimal: radix == 10,
    })
}

fn float(text: &str, hex: bool) -> Option<ExprKind> {
    let lower = text.to_ascii_lowercase();
    // The `f` of a hexadecimal literal is a suffix only after its exponent.
    let suffixed = !hex || lower.contains('p');
    let (digits, bits) = if let Some(digits) = lower.strip_suffix("f16") {
        (digits, 16)
    } else if let Some(digits) = lower.strip_suffix('f').filter(|_| suffixed) {
        (digits, 32)
    } else {
        (lower.strip_suffix('l').unwrap_or(&lower), 64)
    };
    let valid = if hex {
        let (mantissa, exponent) = digits[2..].split_once('p')?;
        mantissa.chars().all(|c| c.is_ascii_hexdigit() || c == '.')
            && mantissa.chars().any(|c| c.is_ascii_hexdigit())
            && mantissa.matches('.').count() <= 1
            && exponent.parse::<i32>().is_ok()
    } else {
        digits.parse::<f64>().is_ok() && !digits.starts_with(char::is_alphabetic)
    };
    valid.then(|| ExprKind::Float { text: digits.to_string(), bits })
}

/// Whether a number has a suffix that the program or `std::literals` gives a meaning: numbers have no `_` of their own.
fn is_user_defined(lower: &str) -> bool {
    const STANDARD: &[&str] = &["h", "min", "s", "ms", "us", "ns", "y", "i", "if", "il"];
    let digits = lower.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    lower.contains('_') || !lower.starts_with("0x") && STANDARD.contains(&&lower[digits.len()..])
}

/// `'x'`, `L'x'`, `'abc'`.
pub fn character(text: &str) -> Result<ExprKind, String> {
    let (prefix, codes) = codes(text)?;
    let number = |value: i64, unsigned: bool| {
        ExprKind::Int(IntLiteral { value: value.into(), unsigned, long: 0, decimal: true })
    };
    match (prefix, &*codes) {
        ("u", _) => Ok(ExprKind::Unsupported("a character of 16 bits".into())),
        ("L" | "U", [code]) => Ok(number((*code).into(), prefix == "U")),
        (_, [code]) => Ok(ExprKind::Char(*code)),
        _ => match several(&codes) {
            value @ 0.. => Ok(number(value, false)),
            _ => Ok(ExprKind::Unsupported("a literal of several characters that is negative".into())),
        },
    }
}

/// The value of a character literal where `#if` asks: `char` is signed.
pub fn character_value(text: &str) -> Result<i64, String> {
    let (prefix, codes) = codes(text)?;
    match (prefix, &*codes) {
        ("" | "u8", [code]) => Ok(u8::try_from(*code).map_or(i64::from(*code), |byte| byte.cast_signed().into())),
        (_, [code]) => Ok((*code).into()),
        _ => Ok(several(&codes)),
    }
}

/// A literal of several characters, as g++ computes it: bytes of an `int`, of which the last ones remain.
fn several(codes: &[u32]) -> i64 {
    codes.iter().fold(0_u32, |value, code| value << 8 | (code & 0xFF)).cast_signed().into()
}

/// The prefix of a character literal, and the codes of its characters: bytes, but for wide ones.
fn codes(text: &str) -> Result<(&str, Vec<u32>), String> {
    let (prefix, inner) =
        text.split_once('\'').map_or(("", ""), |(prefix, rest)| (prefix, rest.strip_suffix('\'').unwrap_or(rest)));
    let is_wide = matches!(prefix, "L" | "u" | "U");
    let mut codes = Vec::new();
    let mut chars = inner.chars();
    while let Some(letter) = chars.next() {
        let most = if is_wide { u32::MAX } else { 0xFF };
        match letter {
            '\\' => {
                let code = escape(&mut chars).ok_or_else(|| format!("`{text}` has an unknown escape"))?;
                if code > most {
                    return Err(format!("an escape in `{text}` is out of range"));
                }
                codes.push(code);
            }
            letter if is_wide => codes.push(letter.into()),
            letter => codes.extend(letter.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
        }
    }
    match codes.len() {
        0 => Err("a character literal is empty".into()),
        1 => Ok((prefix, codes)),
        _ if prefix.is_empty() => Ok((prefix, codes)),
        _ => Err(format!("`{text}` has more than one character")),
    }
}

/// The contents of a string literal.
pub fn string(text: &str) -> Result<String, String> {
    let (prefix, rest) = text.split_once('"').unwrap_or(("", text));
    let inner = rest.strip_suffix('"').unwrap_or(rest);
    if prefix.ends_with('R') {
        let open = inner.find('(').map_or(0, |at| at + 1);
        let close = inner.rfind(')').unwrap_or(inner.len()).max(open);
        return Ok(inner[open..close].to_string());
    }
    let mut out = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                let value = escape(&mut chars).ok_or("a string literal has an unknown escape")?;
                out.push(char::from_u32(value).unwrap_or('\u{FFFD}'));
            }
            c => out.push(c),
        }
    }
    Ok(out)
}

/// The character after a backslash.
fn escape(chars: &mut std::str::Chars<'_>) -> Option<u32> {
    Some(match chars.next()? {
        'n' => 10,
        't' => 9,
        'r' => 13,
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        'e' => 27,
        c @ ('\\' | '\'' | '"' | '?') => c as u32,
        'x' => digits(chars, 16, 8)?,
        'u' => digits(chars, 16, 4)?,
        'U' => digits(chars, 16, 8)?,
        c @ '0'..='7' => {
            let mut value = c as u32 - '0' as u32;
            for _ in 0..2 {
                let mut ahead = chars.clone();
                let Some(digit) = ahead.next().and_then(|c| c.to_digit(8)) else { break };
                value = value * 8 + digit;
                *chars = ahead;
            }
            value
        }
        _ => return None,
    })
}

fn digits(chars: &mut std::str::Chars<'_>, radix: u32, most: usize) -> Option<u32> {
    let mut value = 0u32;
    let mut count = 0;
    while count < most {
        let mut ahead = chars.clone();
        let Some(digit) = ahead.next().and_then(|c| c.to_digit(radix)) else { break };
        value = value.checked_mul(radix)?.checked_add(digit)?;
        *chars = ahead;
        count += 1;
    }
    (!count.is_zero()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> Option<(String, bool, u8, bool)> {
        match number(text) {
            Ok(ExprKind::Int(literal)) => {
                Some((literal.value.to_string(), literal.unsigned, literal.long, literal.decimal))
            }
            _ => None,
        }
    }

    #[test]
    fn numbers_are_read_as_in_cxx() {
        assert_eq!(int("0"), Some(("0".into(), false, 0, true)));
        assert_eq!(int("42u"), Some(("42".into(), true, 0, true)));
        assert_eq!(int("0xFFull"), Some(("255".into(), true, 2, false)));
        assert_eq!(int("0b101"), Some(("5".into(), false, 0, false)));
        assert_eq!(int("017L"), Some(("15".into(), false, 1, false)));
        assert_eq!(int("1'000'000"), Some(("1000000".into(), false, 0, true)));
        assert_eq!(int("18446744073709551615ULL"), Some(("18446744073709551615".into(), true, 2, true)));
        for bad in ["09", "1f", "0x", "1ulul", "18446744073709551616", "1lul", "0b2", "12ab"] {
            assert!(number(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn floats_keep_their_digits_and_width() {
        let float = |text: &str| match number(text) {
            Ok(ExprKind::Float { text, bits }) => Some((text, bits)),
            _ => None,
        };
        assert_eq!(float("1.5f"), Some(("1.5".into(), 32)));
        assert_eq!(float("1e-3"), Some(("1e-3".into(), 64)));
        assert_eq!(float(".5"), Some((".5".into(), 64)));
        assert_eq!(float("2.F"), Some(("2.".into(), 32)));
        assert_eq!(float("0x1.8p3f"), Some(("0x1.8p3".into(), 32)));
        assert_eq!(float("1.2.3"), None);
        assert_eq!(float("1e"), None);
    }

    #[test]
    fn characters_and_strings_have_escapes() {
        assert!(matches!(character("'a'"), Ok(ExprKind::Char(97))));
        assert!(matches!(character("'\\0'"), Ok(ExprKind::Char(0))));
        assert!(matches!(character("'\\x41'"), Ok(ExprKind::Char(65))));
        for bad in ["''", "'\\q'", "L'ab'", "u8'ab'", "'\\x100'"] {
            assert!(character(bad).is_err(), "{bad}");
        }
        // As g++ says.
        let values = [
            ("'a'", 97),
            ("'\\xff'", -1),
            ("'ab'", 24930),
            ("'abcd'", 1633837924),
            ("'abcde'", 1650680933),
            ("'\\0a'", 97),
            ("'é'", 50089),
            ("L'é'", 233),
            ("U'\\U0001F600'", 128512),
            ("u'a'", 97),
            ("u8'a'", 97),
        ];
        for (text, value) in values {
            assert_eq!(character_value(text), Ok(value), "{text}");
        }
        assert!(matches!(character("'ab'"), Ok(ExprKind::Int(IntLiteral { unsigned: false, .. }))));
        assert!(matches!(character("U'a'"), Ok(ExprKind::Int(IntLiteral { unsigned: true, .. }))));
        assert!(matches!(character("u'a'"), Ok(ExprKind::Unsupported(_))));
        for text in ["12_km", "1.5_x", "0x1F_a", "10min", "3s"] {
            assert!(matches!(number(text), Ok(ExprKind::Unsupported(_))), "{text}");
        }
        assert_eq!(string("\"a\\n\\\"b\\101\""), Ok("a\n\"bA".into()));
        assert_eq!(string("R\"x(a\\n)x\""), Ok("a\\n".into()));
    }
}
