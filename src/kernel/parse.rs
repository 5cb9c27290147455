//! Reads the text form of kernels ([`super::text`]) back. Spans point into that text.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::base::cursor::Cursor;
use crate::base::{Diagnostic, FileId, Span, codes};
use crate::kernel::ir::{
    Array, ArrayId, AssertOrigin, Atomic, AtomicScope, BarrierScope, Bound, BoundId, Call, Clause, Expr, Fence, Kernel,
    Label, Lanes, Local, LocalId, Loop, LoopId, LoopInfo, MemoryOrder, Operator, Region, Stmt, StmtKind, Type,
    Unsupported, Vote, WARP, Warp,
};
use crate::kernel::parse_expr;
use crate::kernel::spelling;
use crate::kernel::tokens::{self, Token};

/// Deepest nesting of brackets and statements that is read.
pub(super) const DEEPEST: usize = 100;

/// Reads one kernel.
///
/// # Errors
///
/// `E0010` at the first place that does not have the form.
pub fn kernel(file: FileId, text: &str) -> Result<Kernel, Diagnostic> {
    let mut parser = Parser::new(tokens::tokens(file, text)?);
    let kernel = parser.kernel()?;
    parser.expect_end()?;
    Ok(kernel)
}

/// A kernel of which nothing has been read.
fn empty() -> Kernel {
    Kernel {
        definitions: Arc::default(),
        name: String::new(),
        span: Span::default(),
        locals: Vec::new(),
        arrays: Vec::new(),
        operators: Vec::new(),
        block_dims: [false; 3],
        grid_dims: [false; 3],
        requires: Vec::new(),
        ensures: Vec::new(),
        writes: Vec::new(),
        reads: Vec::new(),
        body: Vec::new(),
        loops: Vec::new(),
        bound: Vec::new(),
        labels: 1,
        unsupported: Vec::new(),
        assumptions: Vec::new(),
        volatile: Default::default(),
        diagnostics: Vec::new(),
        launches: Vec::new(),
    }
}

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    Local(LocalId),
    Array(ArrayId),
    Bound(BoundId),
}

/// The tokens, the place in them, and what was declared so far.
pub(super) struct Parser {
    pub(super) cursor: Cursor<Token>,
    pub(super) depth: usize,
    pub(super) kernel: Kernel,
    names: BTreeMap<String, Meaning>,
    loops: BTreeMap<String, LoopId>,
}

type Parsed<T> = Result<T, Diagnostic>;

impl Parser {
    fn new(cursor: Cursor<Token>) -> Parser {
        Parser { cursor, depth: 0, kernel: empty(), names: BTreeMap::new(), loops: BTreeMap::new() }
    }

    // ── tokens ──────────────────────────────────────────────────────────────────────────────────

    pub(super) fn error<T>(&self, expected: &str) -> Parsed<T> {
        let message = format!("expected {expected}");
        Err(Diagnostic::error(codes::E0010, self.cursor.span(), message))
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.cursor.takes(symbol) { Ok(()) } else { self.error(&format!("`{symbol}`")) }
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.cursor.takes_word(word) { Ok(()) } else { self.error(&format!("`{word}`")) }
    }

    fn expect_end(&self) -> Parsed<()> {
        if self.cursor.is_at_end() { Ok(()) } else { self.error("the end of the text") }
    }

    /// Any word: a keyword, a type, an unquoted name.
    pub(super) fn word(&mut self, expected: &str) -> Parsed<String> {
        match self.cursor.peek().clone() {
            Token::Word(word) => {
                self.cursor.advance();
                Ok(word)
            }
            _ => self.error(expected),
        }
    }

    fn text(&mut self) -> Parsed<String> {
        self.cursor.takes_text().map_or_else(|| self.error("a text in quotes"), Ok)
    }

    pub(super) fn natural(&mut self) -> Parsed<u32> {
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

    pub(super) fn ty(&mut self) -> Parsed<Type> {
        let start = self.cursor.span();
        let word = self.word("a type")?;
        let unknown = || Diagnostic::error(codes::E0010, start, format!("`{word}` is no type"));
        spelling::type_named(&word).ok_or_else(unknown)
    }

    /// A name: how it is spelled, and how it is declared.
    pub(super) fn name(&mut self) -> Parsed<(String, String)> {
        match self.cursor.advance() {
            Token::Word(word) => Ok((word.clone(), word)),
            Token::Name { key, name } => Ok((key, name)),
            _ => {
                self.cursor.back();
                self.error("a name")
            }
        }
    }

    pub(super) fn meaning(&mut self) -> Parsed<Meaning> {
        let start = self.cursor.span();
        let (key, _) = self.name()?;
        let unknown = || Diagnostic::error(codes::E0010, start, format!("{key} is not declared"));
        self.names.get(&key).copied().ok_or_else(unknown)
    }

    pub(super) fn loop_id(&mut self) -> Parsed<LoopId> {
        let start = self.cursor.span();
        let (key, _) = self.name()?;
        let unknown = || Diagnostic::error(codes::E0010, start, format!("there is no loop {key}"));
        self.loops.get(&key).copied().ok_or_else(unknown)
    }

    // ── declarations ────────────────────────────────────────────────────────────────────────────

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
        Ok(std::mem::replace(&mut self.kernel, empty()))
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
            "block" => self.kernel.block_dims = self.dims()?,
            "grid" => self.kernel.grid_dims = self.dims()?,
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
                self.kernel.launches.push(text);
            }
            "requires" => {
                let clause = self.clause()?;
                self.kernel.requires.push(clause);
            }
            "ensures" => {
                let clause = self.clause()?;
                self.kernel.ensures.push(clause);
            }
            "writes" => {
                let region = self.region(start)?;
                self.kernel.writes.push(region);
            }
            "reads" => {
                let region = self.region(start)?;
                self.kernel.reads.push(region);
            }
            _ => {
                self.cursor.back();
                return self.error("a declaration, a clause or `body`");
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
        self.kernel.operators.push(Operator { name, ty, operands: [left, right], body, identity, span });
        Ok(())
    }

    /// `a`, `a[0n to n - 1n]`.
    fn region(&mut self, start: Span) -> Parsed<Region> {
        let place = self.cursor.span();
        let Meaning::Array(array) = self.meaning()? else {
            return Err(Diagnostic::error(codes::E0010, place, "expected an array"));
        };
        let mut ranges = Vec::new();
        while self.cursor.takes("[") {
            let least = parse_expr::expr(self)?;
            self.expect_word("to")?;
            ranges.push((least, parse_expr::expr(self)?));
            self.expect("]")?;
        }
        Ok(Region { array, ranges, span: self.cursor.since(start) })
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
        let array = Array { name, element, space, extents, length_used, initial, is_const, is_restrict, span };
        self.kernel.arrays.push(array);
        Ok(())
    }

    fn clause(&mut self) -> Parsed<Clause> {
        let start = self.cursor.span();
        let word = self.word("launch, block or thread")?;
        let Some(speaker) = spelling::spelled(&spelling::SPEAKERS, &word) else {
            return self.error("launch, block or thread before the colon");
        };
        self.expect(":")?;
        let expr = parse_expr::expr(self)?;
        Ok(Clause { expr, speaker, span: self.cursor.since(start) })
    }

    // ── statements ──────────────────────────────────────────────────────────────────────────────

    fn block(&mut self) -> Parsed<Vec<Stmt>> {
        self.expect("{")?;
        self.block_rest()
    }

    /// The statements up to the closing brace.
    fn block_rest(&mut self) -> Parsed<Vec<Stmt>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.error("less deeply nested statements");
        }
        let mut stmts = Vec::new();
        while !self.cursor.takes("}") {
            let start = self.cursor.span();
            let kind = self.stmt()?;
            stmts.push(Stmt { kind, span: self.cursor.since(start) });
        }
        self.depth -= 1;
        Ok(stmts)
    }

    fn stmt(&mut self) -> Parsed<StmtKind> {
        let keyword = match self.cursor.peek() {
            Token::Word(word) => word.clone(),
            _ => return self.assignment(),
        };
        let kind = match keyword.as_str() {
            "if" => {
                self.cursor.advance();
                return self.conditional();
            }
            "loop" => {
                self.cursor.advance();
                return self.loop_();
            }
            "scope" => {
                self.cursor.advance();
                let label = self.label()?;
                return Ok(StmtKind::Scope { label, body: self.block()? });
            }
            "wraps" => {
                self.cursor.advance();
                return Ok(StmtKind::Wraps(self.block()?));
            }
            "call" => {
                self.cursor.advance();
                return self.call();
            }
            "declare" => {
                self.cursor.advance();
                match self.meaning()? {
                    Meaning::Local(local) => StmtKind::Declare(local),
                    Meaning::Array(array) => StmtKind::DeclareArray(array),
                    Meaning::Bound(_) => return self.error("a variable or an array"),
                }
            }
            "leave" => {
                self.cursor.advance();
                StmtKind::Leave(self.label()?)
            }
            "barrier" => {
                self.cursor.advance();
                let number = self.natural()?;
                let scope = if self.cursor.takes_word("grid") { BarrierScope::Grid } else { BarrierScope::Block };
                let op = spelling::VOTES.iter().find(|(_, word)| self.cursor.takes_word(word)).map(|(op, _)| *op);
                let vote = match op {
                    Some(op) => {
                        let (mut operands, result) = (self.operands()?, self.result()?);
                        match (operands.pop(), operands.is_empty(), result) {
                            (Some(operand), true, Some(result)) => Some(Vote { op, operand, result }),
                            _ => return self.error("one operand and a variable before this"),
                        }
                    }
                    None => None,
                };
                StmtKind::Barrier { number, scope, vote }
            }
            "fence" => {
                self.cursor.advance();
                let scope = self.scope()?;
                StmtKind::Fence(Fence { scope, order: self.order()? })
            }
            "atomic" => {
                self.cursor.advance();
                StmtKind::Atomic(self.atomic()?)
            }
            "warp" => {
                self.cursor.advance();
                StmtKind::Warp(self.warp()?)
            }
            "assert" => {
                self.cursor.advance();
                let origin = match () {
                    () if self.cursor.takes_word("program") => AssertOrigin::Program,
                    () if self.cursor.takes_word("barrier") => AssertOrigin::Barrier,
                    () if self.cursor.takes_word("aligned") => AssertOrigin::Aligned,
                    () if self.cursor.takes_word("initialised") => AssertOrigin::Initialised,
                    () if self.cursor.takes_word("written") => AssertOrigin::Written,
                    () => AssertOrigin::Annotation,
                };
                StmtKind::Assert { clause: self.clause()?, origin }
            }
            "assume" => {
                self.cursor.advance();
                StmtKind::Assume(self.clause()?)
            }
            _ => return self.assignment(),
        };
        self.expect(";")?;
        Ok(kind)
    }

    fn spelled<T: Copy>(&mut self, table: &[(T, &'static str)], expected: &str) -> Parsed<T> {
        let word = self.word(expected)?;
        spelling::spelled(table, &word).map_or_else(|| self.error(expected), Ok)
    }

    fn scope(&mut self) -> Parsed<AtomicScope> {
        self.spelled(&spelling::ATOMIC_SCOPES, "block, device or system")
    }

    fn order(&mut self) -> Parsed<MemoryOrder> {
        self.spelled(&spelling::MEMORY_ORDERS, "relaxed, acquire, release or acq_rel")
    }

    fn atomic(&mut self) -> Parsed<Atomic> {
        let op = self.spelled(&spelling::ATOMICS, "an atomic operation")?;
        let (scope, order) = (self.scope()?, self.order()?);
        let Meaning::Array(array) = self.meaning()? else { return self.error("an array before this") };
        let index = parse_expr::index(self)?;
        let operands = self.operands()?;
        Ok(Atomic { op, scope, order, array, index, operands, result: self.result()? })
    }

    fn warp(&mut self) -> Parsed<Warp> {
        let op = self.spelled(&spelling::WARP_OPS, "an operation of a warp")?;
        let lanes = match self.word("mask, tile or present")?.as_str() {
            "mask" => Lanes::Mask(parse_expr::primary(self)?),
            "tile" => Lanes::Tile,
            "present" => Lanes::Present,
            _ => return self.error("mask, tile or present before this"),
        };
        self.expect_word("width")?;
        let width = self.natural()?;
        if !width.is_power_of_two() || width > WARP {
            return self.error("a power of two up to 32 before this");
        }
        let operands = self.operands()?;
        Ok(Warp { op, lanes, width, operands, result: self.result()? })
    }

    fn operands(&mut self) -> Parsed<Vec<Expr>> {
        self.expect("(")?;
        parse_expr::list(self, ")")
    }

    fn result(&mut self) -> Parsed<Option<LocalId>> {
        if !self.cursor.takes("->") {
            return Ok(None);
        }
        match self.meaning()? {
            Meaning::Local(local) => Ok(Some(local)),
            Meaning::Array(_) | Meaning::Bound(_) => self.error("a variable before this"),
        }
    }

    fn assignment(&mut self) -> Parsed<StmtKind> {
        let kind = match self.meaning()? {
            Meaning::Local(local) => {
                self.expect("=")?;
                StmtKind::Assign { local, value: parse_expr::expr(self)? }
            }
            Meaning::Array(array) => {
                let index = parse_expr::index(self)?;
                self.expect("=")?;
                StmtKind::Store { array, index, value: parse_expr::expr(self)? }
            }
            Meaning::Bound(_) => return self.error("a statement"),
        };
        self.expect(";")?;
        Ok(kind)
    }

    fn call(&mut self) -> Parsed<StmtKind> {
        let start = self.cursor.span();
        let function = self.text()?;
        let mut arrays = Vec::new();
        if self.cursor.takes_word("where") {
            loop {
                let parameter = self.text()?;
                self.expect_word("into")?;
                let Meaning::Array(array) = self.meaning()? else { return self.error("an array") };
                arrays.push((parameter, array));
                if !self.cursor.takes(",") {
                    break;
                }
            }
        }
        self.expect("{")?;
        let (mut requires, mut ensures) = (Vec::new(), Vec::new());
        let (mut writes, mut reads) = (Vec::new(), Vec::new());
        loop {
            let start = self.cursor.span();
            match self.word("a clause or `body`")?.as_str() {
                "requires" => requires.push(self.clause()?),
                "ensures" => ensures.push(self.clause()?),
                "writes" => writes.push(self.region(start)?),
                "reads" => reads.push(self.region(start)?),
                "body" => break,
                _ => {
                    self.cursor.back();
                    return self.error("a clause or `body`");
                }
            }
            self.expect(";")?;
        }
        let body = self.block()?;
        self.expect("}")?;
        let header = self.cursor.since(start);
        Ok(StmtKind::Call(Call { function, requires, ensures, writes, reads, arrays, body, header }))
    }

    fn conditional(&mut self) -> Parsed<StmtKind> {
        self.expect("(")?;
        let cond = parse_expr::expr(self)?;
        self.expect(")")?;
        let then = self.block()?;
        let else_ = if self.cursor.takes_word("else") { self.block()? } else { Vec::new() };
        Ok(StmtKind::If { cond, then, else_ })
    }

    fn loop_(&mut self) -> Parsed<StmtKind> {
        let id = self.loop_id()?;
        let label = self.label()?;
        self.expect_word("while")?;
        self.expect("(")?;
        let guard = parse_expr::expr(self)?;
        self.expect(")")?;
        self.expect("{")?;
        let mut invariants = Vec::new();
        let mut variant = None;
        loop {
            if self.cursor.takes_word("invariant") {
                invariants.push(self.clause()?);
            } else if variant.is_none() && self.cursor.takes_word("variant") {
                variant = Some(self.clause()?);
            } else {
                break;
            }
            self.expect(";")?;
        }
        let body = self.block_rest()?;
        Ok(StmtKind::Loop(Loop { id, label, guard, body, invariants, variant }))
    }

    fn label(&mut self) -> Parsed<Label> {
        let word = self.word("a label")?;
        let number = match word.as_str() {
            "kernel" => Some(Label::KERNEL),
            _ => word.strip_prefix('L').and_then(|number| number.parse().ok()).map(Label),
        };
        match number {
            Some(label) => Ok(label),
            None => self.error("a label such as L1 before this"),
        }
    }
}

/// `digits` with the last `fraction` of them after the point.
pub(super) fn fixed_point(digits: &BigInt, fraction: u32) -> BigRational {
    BigRational::new(digits.clone(), num_traits::pow(BigInt::from(10), fraction as usize))
}
