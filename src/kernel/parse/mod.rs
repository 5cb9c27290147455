//! Reads the text form of kernels ([`super::text`]) back. Spans point into that text.

mod expr;
mod parser;
mod stmt;

use crate::base::cursor::{TextForm, Token};
use crate::base::{Diagnostic, FileId, Span, codes};
use crate::kernel::ir::{
    Array, ArrayId, Bound, BoundId, Kernel, Local, LocalId, LoopId, LoopInfo, Operator, Type, Unsupported,
};
use crate::kernel::spelling;

use self::expr as parse_expr;
use self::parser::{Meaning, Parsed, Parser};

/// Beside punctuation, the symbols are those of [`spelling::INFIX`].
const FORM: TextForm = TextForm {
    code: codes::E0010,
    symbols: &[
        "(", ")", "[", "]", "{", "}", ",", ";", ":", "?", ".", "@", "=", "!", "~", "->", "<==>", "==>", "||", "&&",
        "<<", ">>", "==", "!=", "<=", ">=", "<", ">", "|", "^", "&", "+", "-", "*", "/", "%",
    ],
    within_words: b"",
    has_variables: false,
    before_runs: None,
};

/// Reads one kernel.
///
/// # Errors
///
/// `E0010` at the first place that does not have the form.
pub fn kernel(file: FileId, text: &str) -> Result<Kernel, Diagnostic> {
    let mut parser = Parser::new(FORM.tokens(file, text)?);
    let kernel = parser.kernel()?;
    parser.expect_end()?;
    Ok(kernel)
}

impl Parser {
    fn kernel(&mut self) -> Parsed<Kernel> {
        let start = self.cursor.span();
        self.expect_word("kernel")?;
        self.kernel.name = self.text()?;
        self.expect("{")?;
        loop {
            let word = self.word("a declaration, a clause or `body`")?;
            if word == "body" {
                break;
            }
            self.declaration(&word)?;
        }
        self.kernel.body = self.block()?;
        self.expect("}")?;
        self.kernel.span = self.cursor.since(start);
        Ok(std::mem::take(&mut self.kernel))
    }

    fn declaration(&mut self, word: &str) -> Parsed<()> {
        let start = self.cursor.span();
        if let Some(role) = spelling::spelled(&spelling::ROLES, word) {
            let id = LocalId(self.kernel.locals.len() as u32);
            let (name, ty) = self.declared(Meaning::Local(id))?;
            self.kernel.locals.push(Local { name, ty, role, span: self.cursor.since(start) });
            return self.expect(";");
        }
        match word {
            "block" => self.kernel.dims.block = self.dims()?,
            "grid" => self.kernel.dims.grid = self.dims()?,
            "bound" => {
                let id = BoundId(self.kernel.bound.len() as u32);
                let (name, ty) = self.declared(Meaning::Bound(id))?;
                self.kernel.bound.push(Bound { name, ty });
            }
            "loop" => {
                let (key, name) = self.name()?;
                let info = self.loop_info(&name, start)?;
                self.loops.insert(key, LoopId(self.kernel.loops.len() as u32));
                self.kernel.loops.push(info);
            }
            "array" => self.array()?,
            "operator" => self.operator(start)?,
            "labels" => self.kernel.labels = self.natural()?,
            "assumption" => {
                let text = self.text()?;
                self.kernel.assumptions.push(text);
            }
            "unsupported" => {
                let construct = self.text()?;
                self.kernel.unsupported.push(Unsupported { construct, span: self.cursor.since(start) });
            }
            "launch" => {
                let text = self.text()?;
                self.kernel.source.launches.push(text);
            }
            word => {
                let mut contract = std::mem::take(&mut self.kernel.contract);
                let is_of_contract = self.contract(&mut contract, word, start)?;
                self.kernel.contract = contract;
                if !is_of_contract {
                    self.cursor.back();
                    return self.error("a declaration, a clause or `body`");
                }
            }
        }
        self.expect(";")
    }

    /// `plus(x, y): integer = x + y identity 0n`
    fn operator(&mut self, start: Span) -> Parsed<()> {
        let (_, name) = self.name()?;
        self.expect("(")?;
        let left = parse_expr::bound(self)?;
        self.expect(",")?;
        let right = parse_expr::bound(self)?;
        self.expect(")")?;
        self.expect(":")?;
        let ty = self.ty()?;
        let body = if self.cursor.takes("=") { Some(parse_expr::expr(self)?) } else { None };
        self.expect_word("identity")?;
        let identity = parse_expr::expr(self)?;
        let span = self.cursor.since(start);
        self.kernel.declared.operators.push(Operator { name, ty, operands: [left, right], body, identity, span });
        Ok(())
    }

    /// `NAME: TYPE`, with the meaning that the name has from here on.
    fn declared(&mut self, meaning: Meaning) -> Parsed<(String, Type)> {
        let start = self.cursor.span();
        let (key, name) = self.name()?;
        if self.names.insert(key.clone(), meaning).is_some() {
            return Err(Diagnostic::error(codes::E0010, start, format!("{key} is declared twice")));
        }
        self.expect(":")?;
        Ok((name, self.ty()?))
    }

    fn dims(&mut self) -> Parsed<[bool; 3]> {
        let mut mentioned = [false; 3];
        while let Token::Word(word) = self.cursor.peek() {
            match spelling::spelled(&spelling::AXES, word) {
                Some(axis) => mentioned[axis.index()] = true,
                None => return self.error("x, y or z"),
            }
            self.cursor.advance();
        }
        Ok(mentioned)
    }

    /// `loop1.2` or `f.loop1.2`.
    fn loop_info(&self, name: &str, span: Span) -> Parsed<LoopInfo> {
        let (function, path) = match name.rsplit_once(".loop") {
            Some((function, path)) => (Some(function.to_string()), Some(path)),
            None => (None, name.strip_prefix("loop")),
        };
        let numbers = |path: &str| match path {
            "" => Ok(Vec::new()),
            path => path.split('.').map(str::parse).collect::<Result<Vec<u32>, _>>(),
        };
        match path.map(numbers) {
            Some(Ok(path)) => Ok(LoopInfo { path, function, span }),
            Some(Err(_)) | None => self.error("a loop's name, such as loop1"),
        }
    }

    fn array(&mut self) -> Parsed<()> {
        let start = self.cursor.span();
        let word = self.word("a memory space")?;
        let Some(space) = spelling::spelled(&spelling::SPACES, &word) else {
            return self.error("a memory space before the name");
        };
        let id = ArrayId(self.kernel.arrays.len() as u32);
        let (name, element) = self.declared(Meaning::Array(id))?;
        let mut extents = Vec::new();
        while self.cursor.takes("[") {
            extents.push(if self.cursor.takes("?") { None } else { Some(parse_expr::expr(self)?) });
            self.expect("]")?;
        }
        let length_used = self.cursor.takes_word("length");
        let is_const = self.cursor.takes_word("const");
        let is_restrict = self.cursor.takes_word("restrict");
        let initial = match self.cursor.takes("=") {
            true => {
                self.expect("{")?;
                Some(parse_expr::list(self, "}")?)
            }
            false => None,
        };
        let span = self.cursor.since(start);
        let array =
            Array { length_used, initial, is_const, is_restrict, ..Array::new(name, element, space, extents, span) };
        self.kernel.arrays.push(array);
        Ok(())
    }
}
