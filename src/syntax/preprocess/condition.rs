//! Expressions of `#if` and `#elif`, after macro expansion: integers, C's operators.

use crate::syntax::lexer::TokenKind;

use super::macros::MacroToken;

/// The value of a condition, or what is wrong with it.
pub fn evaluate(tokens: &[MacroToken]) -> Result<i128, String> {
    let mut parser = Parser { tokens, at: 0, depth: 0 };
    let value = parser.conditional(true)?;
    match tokens.get(parser.at) {
        None => Ok(value),
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
    fn conditional(&mut self, live: bool) -> Result<i128, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("the condition is nested too deeply".into());
        }
        let condition = self.binary(0, live)?;
        let value = if self.eat("?") {
            let then = self.conditional(live && condition != 0)?;
            if !self.eat(":") {
                return Err("expected `:`".into());
            }
            let other = self.conditional(live && condition == 0)?;
            if condition != 0 { then } else { other }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, level: usize, live: bool) -> Result<i128, String> {
        let Some(operators) = LEVELS.get(level) else { return self.unary(live) };
        let mut left = self.binary(level + 1, live)?;
        while let Some(operator) = operators.iter().copied().find(|operator| self.eat(operator)) {
            let right_live = live && !((operator == "||" && left != 0) || (operator == "&&" && left == 0));
            let right = self.binary(level + 1, right_live)?;
            left = apply(operator, left, right, live)?;
        }
        Ok(left)
    }

    fn unary(&mut self, live: bool) -> Result<i128, String> {
        let mut operators = Vec::new();
        while let Some(operator) = ["!", "~", "-", "+"].into_iter().find(|operator| self.eat(operator)) {
            operators.push(operator);
        }
        let mut value = self.primary(live)?;
        for operator in operators.into_iter().rev() {
            value = match operator {
                "!" => i128::from(value == 0),
                "~" => !value,
                "-" => value.wrapping_neg(),
                _ => value,
            };
        }
        Ok(value)
    }

    fn primary(&mut self, live: bool) -> Result<i128, String> {
        let Some(token) = self.tokens.get(self.at) else { return Err("expected a value at the end".into()) };
        self.at += 1;
        match token.kind {
            TokenKind::Number => number(&token.text).ok_or_else(|| format!("`{}` is not an integer", token.text)),
            TokenKind::Char => Ok(character(&token.text)),
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
                Ok(i128::from(token.is("true")))
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

fn apply(operator: &str, left: i128, right: i128, live: bool) -> Result<i128, String> {
    let shift = u32::try_from(right).unwrap_or(127).min(126);
    Ok(match operator {
        "||" => i128::from(left != 0 || right != 0),
        "&&" => i128::from(left != 0 && right != 0),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i128::from(left == right),
        "!=" => i128::from(left != right),
        "<" => i128::from(left < right),
        ">" => i128::from(left > right),
        "<=" => i128::from(left <= right),
        ">=" => i128::from(left >= right),
        "<<" => left.wrapping_shl(shift),
        ">>" => left >> shift,
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" | "%" if right == 0 => {
            if live {
                return Err("division by zero in the condition".into());
            }
            0
        }
        "/" => left.wrapping_div(right),
        _ => left.wrapping_rem(right),
    })
}

fn number(text: &str) -> Option<i128> {
    let text: String = text.to_ascii_lowercase().replace('\'', "");
    let text = text.trim_end_matches(['u', 'l', 'z']);
    if let Some(digits) = text.strip_prefix("0x") {
        i128::from_str_radix(digits, 16).ok()
    } else if let Some(digits) = text.strip_prefix("0b") {
        i128::from_str_radix(digits, 2).ok()
    } else if text.len() > 1 && text.starts_with('0') {
        i128::from_str_radix(text, 8).ok()
    } else {
        text.parse().ok()
    }
}

fn character(text: &str) -> i128 {
    let inner = text.trim_start_matches(['L', 'u', 'U', '8']).trim_matches('\'');
    let mut chars = inner.chars();
    match (chars.next(), chars.next()) {
        (Some('\\'), Some('n')) => 10,
        (Some('\\'), Some('t')) => 9,
        (Some('\\'), Some('0')) => 0,
        (Some('\\'), Some(c)) | (Some(c), None) => i128::from(c as u32),
        _ => 0,
    }
}
