//! The tokens of the text form, the place in them, and names that are declared.

use std::collections::BTreeMap;

use crate::base::cursor::{Cursor, Token};
use crate::base::{Diagnostic, Span, codes};
use crate::logic::{OperatorId, Sort, SymbolId, TermId, Terms, VarId};

use super::tokens;

/// Deepest nesting of brackets, binders and signs that is read.
const DEEPEST: usize = 100;

/// The tokens, the place in them, and what was declared so far.
pub(super) struct Parser {
    pub(super) cursor: Cursor,
    depth: usize,
    pub(super) terms: Terms,
    pub(super) symbols: BTreeMap<String, SymbolId>,
    pub(super) vars: BTreeMap<String, VarId>,
}

/// Boxed, because every level of nesting has room for several of them on the stack.
pub(super) type Parsed<T> = Result<T, Box<Diagnostic>>;

impl Parser {
    pub(super) fn new(cursor: Cursor) -> Parser {
        Parser { cursor, depth: 0, terms: Terms::new(), symbols: BTreeMap::new(), vars: BTreeMap::new() }
    }

    pub(super) fn error<T>(&self, expected: &str) -> Parsed<T> {
        fault(self.cursor.span(), format!("expected {expected}"))
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.cursor.takes(symbol) { Ok(()) } else { self.error(&format!("`{symbol}`")) }
    }

    /// `word=`
    pub(super) fn field(&mut self, word: &str) -> Parsed<()> {
        match self.cursor.peek() {
            Token::Word(next) if next == word => {
                self.cursor.advance();
                self.expect("=")
            }
            _ => self.error(&format!("`{word}=`")),
        }
    }

    pub(super) fn text(&mut self) -> Parsed<String> {
        self.cursor.takes_text().map_or_else(|| self.error("a text in quotes"), Ok)
    }

    /// Goes one level deeper, unless that is too deep.
    pub(super) fn nested<T>(&mut self, inner: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEEPEST {
            return fault(self.cursor.span(), format!("nested too deeply: at most {DEEPEST} levels are read"));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// `(one, other)`, possibly nothing between the brackets.
    pub(super) fn list<T>(&mut self, mut item: impl FnMut(&mut Parser) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect("(")?;
        let mut items = Vec::new();
        if self.cursor.takes(")") {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.cursor.takes(")") {
                return Ok(items);
            }
            if !self.cursor.takes(",") {
                return self.error("`,` or `)`");
            }
        }
    }

    pub(super) fn sort(&mut self) -> Parsed<Sort> {
        let sort = match self.cursor.peek() {
            Token::Word(word) => match word.as_str() {
                "Bool" => Some(Sort::Bool),
                "Int" => Some(Sort::Int),
                "Real" => Some(Sort::Real),
                other => other.strip_prefix("Float").and_then(|bits| bits.parse().ok()).map(Sort::Float),
            },
            _ => None,
        };
        match sort {
            Some(sort) => {
                self.cursor.advance();
                Ok(sort)
            }
            None => self.error("a sort: Bool, Int, Real or Float32"),
        }
    }

    /// The name of a symbol: how it is spelled, and how it is declared.
    pub(super) fn name(&mut self) -> Parsed<(String, String)> {
        let found = match self.cursor.peek().clone() {
            Token::Word(word) if tokens::is_plain(&word) => (word.clone(), word),
            Token::Name { key, name } => (key, name),
            _ => return self.error("the name of a symbol"),
        };
        self.cursor.advance();
        Ok(found)
    }

    pub(super) fn symbol(&mut self) -> Parsed<SymbolId> {
        let start = self.cursor.span();
        let (key, _) = self.name()?;
        match self.symbols.get(&key) {
            Some(symbol) => Ok(*symbol),
            None => fault(start, format!("{key} is not declared")),
        }
    }

    /// A variable where it is declared or bound, with its sort where that is not `Int`.
    pub(super) fn declared_var(&mut self) -> Parsed<VarId> {
        let start = self.cursor.span();
        let Token::Var { key, name } = self.cursor.peek().clone() else {
            return self.error("a variable such as x?1");
        };
        self.cursor.advance();
        let sort = if self.cursor.takes(":") { Some(self.sort()?) } else { None };
        match (self.vars.get(&key), sort) {
            (Some(var), Some(sort)) if self.terms.var_info(*var).sort != sort => {
                let known = self.terms.var_info(*var).sort.name();
                fault(start, format!("{key} is a {known} elsewhere"))
            }
            (Some(var), _) => Ok(*var),
            (None, sort) => {
                let var = self.terms.fresh_var(name, sort.unwrap_or(Sort::Int));
                self.vars.insert(key, var);
                Ok(var)
            }
        }
    }

    pub(super) fn var(&mut self, key: &str) -> Parsed<TermId> {
        match self.vars.get(key) {
            Some(var) => Ok(self.terms.var(*var)),
            None => fault(self.cursor.span(), format!("{key} is bound nowhere")),
        }
    }

    /// The operator of that name.
    pub(super) fn operator_id(&mut self) -> Parsed<OperatorId> {
        let start = self.cursor.span();
        let (_, name) = self.name()?;
        match self.terms.operators().find(|(_, operator)| operator.name == name) {
            Some((id, _)) => Ok(id),
            None => fault(start, format!("there is no operator {name} before this")),
        }
    }
}

pub(super) fn fault<T>(span: Span, message: impl Into<String>) -> Parsed<T> {
    Err(Box::new(Diagnostic::error(codes::E0011, span, message)))
}
