//! The tokens of the text form of tasks.

use num_bigint::BigInt;

use crate::base::cursor::{Cursor, quoted};
use crate::base::{self, Diagnostic, FileId, codes};
use crate::logic::{FloatOp, FoldKind, Op};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A word with a meaning, or a plain name such as `i!2`, `blockDim.x`, `tx'2`.
    Word(String),
    /// A name that is none but a name: in backquotes, or numbered (`f#2`).
    Name {
        /// As it is spelled.
        key: String,
        /// As it is declared.
        name: String,
    },
    /// `tx?0`
    Var {
        key: String,
        name: String,
    },
    /// A task's id or kind: all up to the next blank.
    Run(String),
    Text(String),
    Number {
        /// All digits, without the point.
        digits: BigInt,
        /// How many of them stand after the point; none when there is no point.
        fraction: Option<u32>,
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

/// Longer ones before their beginnings.
const SYMBOLS: [&str; 22] = [
    "->", "|-", "||", "&&", "==", "!=", "<=", ">=", "<", ">", "=", "!", "+", "-", "*", "/", "(", ")", ",", ":", ".",
    "?",
];

/// Operators that are written like calls.
pub const CALLS: [Op; 14] = [
    Op::Ite,
    Op::Div,
    Op::Mod,
    Op::TruncDiv,
    Op::TruncRem,
    Op::Pow,
    Op::Log2,
    Op::IsPow2,
    Op::Min,
    Op::Max,
    Op::Abs,
    Op::ToReal,
    Op::Floor,
    Op::BitAnd,
];

pub const FOLDS: [FoldKind; 5] = [FoldKind::Sum, FoldKind::Prod, FoldKind::Count, FoldKind::MinOver, FoldKind::MaxOver];

/// The word before a fold over a declared operator.
pub const OVER: &str = "fold";

/// What is known of a declared operator: nothing but its laws, a definition with the laws, a definition alone.
pub const LAWS: [&str; 3] = ["abstract", "lawful", "unproved"];

/// Most digits that a number may have.
const MOST_DIGITS: usize = 10_000;

/// All tokens.
///
/// # Errors
///
/// `E0011` at the first character that starts no token.
pub fn tokens(file: FileId, text: &str) -> Result<Cursor<Token>, Diagnostic> {
    // The id and the kind of a task are not made of tokens.
    let mut runs = 0;
    Cursor::of(file, text, codes::E0011, |rest, first| {
        let is_run = runs > 0;
        runs -= usize::from(is_run);
        let found = match first {
            '"' => quoted(rest, '"').map(|(text, length)| (Token::Text(text), length)),
            _ if is_run => {
                let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
                Some((Token::Run(rest[..length].to_string()), length))
            }
            '`' => quoted(rest, '`').map(|(name, length)| numbered(rest, name, length)),
            _ if first.is_ascii_digit() => number(rest),
            _ if first.is_ascii_alphabetic() || first == '_' => {
                let length = word_length(rest);
                Some(numbered(rest, rest[..length].to_string(), length))
            }
            _ => SYMBOLS
                .into_iter()
                .find(|symbol| rest.starts_with(symbol))
                .map(|symbol| (Token::Symbol(symbol), symbol.len())),
        };
        if found.as_ref().is_some_and(|(token, _)| *token == Token::Word("task".to_string())) {
            runs = 2;
        }
        found
    })
}

/// The name needs no backquotes.
pub fn is_plain(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && word_length(name) == name.len()
        && !is_word(name)
}

/// A task's id that needs no quotes.
pub fn is_run(id: &str) -> bool {
    !id.is_empty() && !id.contains(char::is_whitespace) && !id.starts_with('"') && !id.starts_with("//")
}

/// Words that have a meaning where a name may stand.
fn is_word(name: &str) -> bool {
    ["true", "false", "forall", "exists", "assign", "task", OVER].contains(&name)
        || CALLS.iter().any(|op| op.row().name == name)
        || FOLDS.iter().any(|kind| kind.row().name == name)
        || FloatOp::ALL.iter().any(|op| op.name() == name)
}

/// Bytes of the word at the start: letters, digits, underscores, and `.`, `!`, `'` inside of it.
fn word_length(rest: &str) -> usize {
    let letters = rest.as_bytes();
    let continues = |at: usize| letters.get(at).is_some_and(|next| next.is_ascii_alphanumeric() || *next == b'_');
    let mut at = 0;
    while continues(at) || (at > 0 && matches!(letters.get(at), Some(b'.' | b'!' | b'\'')) && continues(at + 1)) {
        at += 1;
    }
    at
}

/// A name with the number that may follow it: `f#2` is a symbol, `x?2` a variable.
fn numbered(rest: &str, name: String, length: usize) -> (Token, usize) {
    let mark = rest[length..].chars().next();
    let after = rest.get(length + 1..).unwrap_or("");
    let count = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
    match mark {
        Some('#' | '?') if count > 0 => {
            let length = length + 1 + count;
            let key = rest[..length].to_string();
            (if mark == Some('#') { Token::Name { key, name } } else { Token::Var { key, name } }, length)
        }
        _ if rest.starts_with('`') => (Token::Name { key: rest[..length].to_string(), name }, length),
        _ => (Token::Word(name), length),
    }
}

fn number(rest: &str) -> Option<(Token, usize)> {
    let digits_from = |at: usize| rest[at..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| at + end);
    let whole = digits_from(0);
    let has_fraction =
        rest[whole..].strip_prefix('.').is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()));
    let end = if has_fraction { digits_from(whole + 1) } else { whole };
    if end > MOST_DIGITS {
        return None;
    }
    let digits: String = rest[..end].chars().filter(char::is_ascii_digit).collect();
    let fraction = has_fraction.then(|| (end - whole - 1) as u32);
    Some((Token::Number { digits: digits.parse().unwrap_or_default(), fraction }, end))
}
