//! The tokens of the text form of kernels.

use num_bigint::BigInt;

use crate::base::cursor::{Cursor, quoted};
use crate::base::{self, Diagnostic, FileId, codes};
use crate::kernel::spelling;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A word or a plain name.
    Word(String),
    /// A name that is none but a name: in backquotes, or numbered (`i#2`).
    Name {
        /// As it is spelled.
        key: String,
        /// As it is declared.
        name: String,
    },
    Text(String),
    Number {
        /// All digits, without the point.
        digits: BigInt,
        /// How many of them stand after the point; none when there is no point.
        fraction: Option<u32>,
        suffix: String,
    },
    Symbol(&'static str),
    End,
}

impl base::cursor::Token for Token {
    const END: Token = Token::End;

    fn symbol(&self) -> Option<&'static str> {
        if let Token::Symbol(symbol) = self { Some(symbol) } else { None }
    }

    fn word(&self) -> Option<&str> {
        if let Token::Word(word) = self { Some(word) } else { None }
    }

    fn text(&self) -> Option<&str> {
        if let Token::Text(text) = self { Some(text) } else { None }
    }
}

/// Symbols that are no infix operators; those stand in [`spelling::INFIX`].
const SYMBOLS: [&str; 16] = ["(", ")", "[", "]", "{", "}", ",", ";", ":", "?", ".", "@", "=", "!", "~", "->"];

/// All tokens.
///
/// # Errors
///
/// `E0010` at the first character that starts no token.
pub fn tokens(file: FileId, text: &str) -> Result<Cursor<Token>, Diagnostic> {
    Cursor::of(file, text, codes::E0010, |rest, first| match first {
        '"' => quoted(rest, '"').map(|(text, length)| (Token::Text(text), length)),
        '`' => quoted(rest, '`').map(|(name, length)| numbered(rest, name, length)),
        _ if first.is_ascii_digit() => Some(number(rest)),
        _ if first.is_ascii_alphabetic() || first == '_' => {
            let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            Some(numbered(rest, rest[..length].to_string(), length))
        }
        _ => symbol(rest),
    })
}

/// A name with the number that may follow it.
fn numbered(rest: &str, name: String, length: usize) -> (Token, usize) {
    let count = rest[length..]
        .strip_prefix('#')
        .map_or(0, |after| after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len()));
    match (count, rest.starts_with('`')) {
        (0, false) => (Token::Word(name), length),
        (0, true) => (Token::Name { key: rest[..length].to_string(), name }, length),
        (_, _) => {
            let length = length + 1 + count;
            (Token::Name { key: rest[..length].to_string(), name }, length)
        }
    }
}

fn number(rest: &str) -> (Token, usize) {
    let digits_from = |at: usize| rest[at..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| at + end);
    let whole = digits_from(0);
    let has_fraction =
        rest[whole..].strip_prefix('.').is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()));
    let end = if has_fraction { digits_from(whole + 1) } else { whole };
    let length = rest[end..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(rest.len(), |at| end + at);
    let digits: String = rest[..end].chars().filter(char::is_ascii_digit).collect();
    let token = Token::Number {
        digits: digits.parse().unwrap_or_default(),
        fraction: has_fraction.then(|| (end - whole - 1) as u32),
        suffix: rest[end..length].to_string(),
    };
    (token, length)
}

fn symbol(rest: &str) -> Option<(Token, usize)> {
    let all = spelling::INFIX.iter().map(|row| row.symbol).chain(SYMBOLS);
    let found = all.filter(|symbol| rest.starts_with(symbol)).max_by_key(|symbol| symbol.len())?;
    Some((Token::Symbol(found), found.len()))
}
