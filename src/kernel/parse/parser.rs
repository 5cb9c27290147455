//! The state of reading: tokens, the place in them, and what was declared so far.

use std::collections::BTreeMap;

use crate::base::cursor::{Cursor, Token};
use crate::base::{Diagnostic, codes};
use crate::kernel::ir::{ArrayId, BoundId, Kernel, LocalId, LoopId, Type};
use crate::kernel::spelling;

/// Deepest nesting of brackets and statements that is read.
pub const DEEPEST: usize = 100;

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    Local(LocalId),
    Array(ArrayId),
    Bound(BoundId),
}

/// The tokens, the place in them, and what was declared so far.
pub struct Parser {
    pub cursor: Cursor,
    pub depth: usize,
    pub kernel: Kernel,
    pub names: BTreeMap<String, Meaning>,
    pub loops: BTreeMap<String, LoopId>,
}

pub type Parsed<T> = Result<T, Diagnostic>;

impl Parser {
    pub fn new(cursor: Cursor) -> Parser {
        Parser {
            cursor,
            depth: 0,
            kernel: Kernel { labels: 1, ..Kernel::default() },
            names: BTreeMap::new(),
            loops: BTreeMap::new(),
        }
    }

    pub fn error<T>(&self, expected: &str) -> Parsed<T> {
        let message = format!("expected {expected}");
        Err(Diagnostic::error(codes::E0010, self.cursor.span(), message))
    }

    pub fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.cursor.takes(symbol) { Ok(()) } else { self.error(&format!("`{symbol}`")) }
    }

    pub fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.cursor.takes_word(word) { Ok(()) } else { self.error(&format!("`{word}`")) }
    }

    pub fn expect_end(&self) -> Parsed<()> {
        if self.cursor.is_at_end() { Ok(()) } else { self.error("the end of the text") }
    }

    /// Any word: a keyword, a type, an unquoted name.
    pub fn word(&mut self, expected: &str) -> Parsed<String> {
        match self.cursor.peek().clone() {
            Token::Word(word) => {
                self.cursor.advance();
                Ok(word)
            }
            _ => self.error(expected),
        }
    }

    pub fn text(&mut self) -> Parsed<String> {
        self.cursor.takes_text().map_or_else(|| self.error("a text in quotes"), Ok)
    }

    pub fn natural(&mut self) -> Parsed<u32> {
        match self.cursor.peek().clone() {
            Token::Number { digits, fraction: None, suffix } if suffix.is_empty() => match u32::try_from(digits) {
                Ok(number) => {
                    self.cursor.advance();
                    Ok(number)
                }
                Err(_) => self.error("a smaller number"),
            },
            _ => self.error("a number"),
        }
    }

    pub fn ty(&mut self) -> Parsed<Type> {
        let start = self.cursor.span();
        let word = self.word("a type")?;
        let unknown = || Diagnostic::error(codes::E0010, start, format!("`{word}` is no type"));
        spelling::type_named(&word).ok_or_else(unknown)
    }

    /// A name: how it is spelled, and how it is declared.
    pub fn name(&mut self) -> Parsed<(String, String)> {
        match self.cursor.advance() {
            Token::Word(word) => Ok((word.clone(), word)),
            Token::Name { key, name } => Ok((key, name)),
            _ => {
                self.cursor.back();
                self.error("a name")
            }
        }
    }

    pub fn meaning(&mut self) -> Parsed<Meaning> {
        let start = self.cursor.span();
        let (key, _) = self.name()?;
        let unknown = || Diagnostic::error(codes::E0010, start, format!("{key} is not declared"));
        self.names.get(&key).copied().ok_or_else(unknown)
    }

    pub fn loop_id(&mut self) -> Parsed<LoopId> {
        let start = self.cursor.span();
        let (key, _) = self.name()?;
        let unknown = || Diagnostic::error(codes::E0010, start, format!("there is no loop {key}"));
        self.loops.get(&key).copied().ok_or_else(unknown)
    }

    pub fn spelled<T: Copy>(&mut self, table: &[(T, &'static str)], expected: &str) -> Parsed<T> {
        let word = self.word(expected)?;
        spelling::spelled(table, &word).map_or_else(|| self.error(expected), Ok)
    }
}
