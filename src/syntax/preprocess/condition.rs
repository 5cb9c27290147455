//! Expressions of `#if` and `#elif`, after macro expansion: integers, C's operators.

use crate::syntax::tokens::lexer::TokenKind;
use crate::syntax::tokens::literals::character_value;

use super::macros::MacroToken;

/// A value of `intmax_t` or `uintmax_t` (C++17, 19.1), both of 64 bits.
#[derive(Clone, Copy, Debug)]
struct Number {
    bits: u64,
    unsigned: bool,
}

impl Number {
    fn signed(value: i64) -> Number {
        Number { bits: value.cast_unsigned(), unsigned: false }
    }

    fn truth(value: bool) -> Number {
        Number::signed(value.into())
    }

    fn is_true(self) -> bool {
        self.bits != 0
    }

    fn value(self) -> i64 {
        self.bits.cast_signed()
    }
}

/// Whether a condition is true, or what is wrong with it.
pub fn evaluate(tokens: &[MacroToken]) -> Result<bool, String> {
    let mut parser = Parser { tokens, at: 0, depth: 0 };
    let value = parser.conditional(true)?;
    match tokens.get(parser.at) {
        None => Ok(value.is_true()),
        Some(extra) => Err(format!("unexpected `{}` after the condition", extra.text)),
    }
}

struct Parser<'t> {
    tokens: &'t [MacroToken],
    at: usize,
    depth: usize,
}

/// Binary operators by precedence, loosest first.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

const ALTERNATIVES: &[(&str, &str)] = &[
    ("and", "&&"),
    ("or", "||"),
    ("not", "!"),
    ("bitand", "&"),
    ("bitor", "|"),
    ("xor", "^"),
    ("compl", "~"),
    ("not_eq", "!="),
];

const MAX_DEPTH: usize = 100;

impl Parser<'_> {
    fn eat(&mut self, text: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|token| token.is(text) || alternative(token) == Some(text));
        self.at += usize::from(found);
        found
    }

    /// `live` is false in an operand that is not evaluated, where division by zero is no error.
    fn conditional(&mut self, live: bool) -> Result<Number, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("the condition is nested too deeply".into());
        }
        let condition = self.binary(0, live)?;
        let value = if self.eat("?") {
            let then = self.conditional(live && condition.is_true())?;
            if !self.eat(":") {
                return Err("expected `:`".into());
            }
            let other = self.conditional(live && !condition.is_true())?;
            let value = if condition.is_true() { then } else { other };
            Number { unsigned: then.unsigned || other.unsigned, ..value }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, level: usize, live: bool) -> Result<Number, String> {
        let Some(operators) = LEVELS.get(level) else { return self.unary(live) };
        let mut left = self.binary(level + 1, live)?;
        while let Some(operator) = operators.iter().copied().find(|operator| self.eat(operator)) {
            let right_live = live && !((operator == "||" && left.is_true()) || (operator == "&&" && !left.is_true()));
            let right = self.binary(level + 1, right_live)?;
            left = apply(operator, left, right, live)?;
        }
        Ok(left)
    }

    fn unary(&mut self, live: bool) -> Result<Number, String> {
        let mut operators = Vec::new();
        while let Some(operator) = ["!", "~", "-", "+"].into_iter().find(|operator| self.eat(operator)) {
            operators.push(operator);
        }
        let mut value = self.primary(live)?;
        for operator in operators.into_iter().rev() {
            value = match operator {
                "!" => Number::truth(!value.is_true()),
                "~" => Number { bits: !value.bits, ..value },
                "-" => Number { bits: value.bits.wrapping_neg(), ..value },
                _ => value,
            };
        }
        Ok(value)
    }

    fn primary(&mut self, live: bool) -> Result<Number, String> {
        let Some(token) = self.tokens.get(self.at) else { return Err("expected a value at the end".into()) };
        self.at += 1;
        match token.kind {
            TokenKind::Number => number(&token.text).ok_or_else(|| format!("`{}` is not an integer", token.text)),
            TokenKind::Char => character_value(&token.text).map(Number::signed),
            TokenKind::Ident if alternative(token).is_some() => {
                Err(format!("unexpected `{}` in the condition", token.text))
            }
            TokenKind::Ident => {
                // A function-like macro that nobody defined (most come from system headers) counts as 0.
                if self.eat("(") {
                    let mut open = 1;
                    while open > 0 {
                        match self.tokens.get(self.at) {
                            None => return Err("expected `)`".into()),
                            Some(token) if token.is("(") => open += 1,
                            Some(token) if token.is(")") => open -= 1,
                            Some(_) => {}
                        }
                        self.at += 1;
                    }
                }
                Ok(Number::truth(token.is("true")))
            }
            _ if token.is("(") => {
                let value = self.conditional(live)?;
                if self.eat(")") { Ok(value) } else { Err("expected `)`".into()) }
            }
            _ => Err(format!("unexpected `{}` in the condition", token.text)),
        }
    }
}

/// The operator that a word stands for in C++ ("Alternative tokens", lex.digraph).
fn alternative(token: &MacroToken) -> Option<&'static str> {
    ALTERNATIVES.iter().find(|(word, _)| token.is(word)).map(|(_, operator)| *operator)
}

fn apply(operator: &str, left: Number, right: Number, live: bool) -> Result<Number, String> {
    // Of a shift the left operand decides.
    let unsigned = left.unsigned || right.unsigned && !matches!(operator, "<<" | ">>");
    let order = if unsigned { left.bits.cmp(&right.bits) } else { left.value().cmp(&right.value()) };
    let number = |bits: u64| Number { bits, unsigned };
    Ok(match operator {
        "||" => Number::truth(left.is_true() || right.is_true()),
        "&&" => Number::truth(left.is_true() && right.is_true()),
        "==" => Number::truth(order.is_eq()),
        "!=" => Number::truth(order.is_ne()),
        "<" => Number::truth(order.is_lt()),
        ">" => Number::truth(order.is_gt()),
        "<=" => Number::truth(order.is_le()),
        ">=" => Number::truth(order.is_ge()),
        "|" => number(left.bits | right.bits),
        "^" => number(left.bits ^ right.bits),
        "&" => number(left.bits & right.bits),
        // By as many bits as there are, or more, nothing is left but the sign.
        "<<" => number(u32::try_from(right.bits).ok().and_then(|by| left.bits.checked_shl(by)).unwrap_or(0)),
        ">>" if unsigned => {
            number(u32::try_from(right.bits).ok().and_then(|by| left.bits.checked_shr(by)).unwrap_or(0))
        }
        ">>" => number((left.value() >> right.bits.min(63)).cast_unsigned()),
        "+" => number(left.bits.wrapping_add(right.bits)),
        "-" => number(left.bits.wrapping_sub(right.bits)),
        "*" => number(left.bits.wrapping_mul(right.bits)),
        "/" | "%" if !right.is_true() => {
            if live {
                return Err("division by zero in the condition".into());
            }
            number(0)
        }
        "/" if unsigned => number(left.bits / right.bits),
        "/" => number(left.value().wrapping_div(right.value()).cast_unsigned()),
        _ if unsigned => number(left.bits % right.bits),
        _ => number(left.value().wrapping_rem(right.value()).cast_unsigned()),
    })
}

/// The value of a literal.
pub fn natural(text: &str) -> Option<u64> {
    number(text).map(|number| number.bits)
}

fn number(text: &str) -> Option<Number> {
    let text: String = text.to_ascii_lowercase().replace('\'', "");
    let digits = text.trim_end_matches(['u', 'l', 'z']);
    let is_unsigned = text[digits.len()..].contains('u');
    let bits = if let Some(digits) = digits.strip_prefix("0x") {
        u64::from_str_radix(digits, 16).ok()?
    } else if let Some(digits) = digits.strip_prefix("0b") {
        u64::from_str_radix(digits, 2).ok()?
    } else if digits.len() > 1 && digits.starts_with('0') {
        u64::from_str_radix(digits, 8).ok()?
    } else {
        digits.parse().ok()?
    };
    // What no `intmax_t` holds.
    Some(Number { bits, unsigned: is_unsigned || i64::try_from(bits).is_err() })
}
