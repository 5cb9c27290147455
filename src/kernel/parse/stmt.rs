//! Statements of the text form of kernels, and the clauses in them.

use crate::base::cursor::Token;
use crate::base::{Diagnostic, Span, codes};
use crate::kernel::ir::{
    AssertOrigin, Atomic, AtomicScope, BarrierScope, Call, Clause, Contract, Expr, Fence, Label, Lanes, LocalId, Loop,
    MemoryOrder, Region, Stmt, StmtKind, Vote, WARP, Warp,
};
use crate::kernel::spelling;

use super::expr as parse_expr;
use super::parser::{DEEPEST, Meaning, Parsed, Parser};

impl Parser {
    pub fn clause(&mut self) -> Parsed<Clause> {
        let start = self.cursor.span();
        let word = self.word("launch, block or thread")?;
        let Some(speaker) = spelling::spelled(&spelling::SPEAKERS, &word) else {
            return self.error("launch, block or thread before the colon");
        };
        self.expect(":")?;
        let expr = parse_expr::expr(self)?;
        Ok(Clause { expr, speaker, span: self.cursor.since(start) })
    }

    /// Reads what stands behind the word into the contract, if it is one of a contract.
    pub fn contract(&mut self, contract: &mut Contract, word: &str, start: Span) -> Parsed<bool> {
        match word {
            "requires" => contract.requires.push(self.clause()?),
            "ensures" => contract.ensures.push(self.clause()?),
            "writes" => contract.writes.push(self.region(start)?),
            "reads" => contract.reads.push(self.region(start)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `a`, `a[0n to n - 1n]`.
    pub fn region(&mut self, start: Span) -> Parsed<Region> {
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

    pub fn block(&mut self) -> Parsed<Vec<Stmt>> {
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
        let keyword = match self.cursor.advance() {
            Token::Word(word) => word,
            _ => String::new(),
        };
        let kind = match keyword.as_str() {
            "if" => return self.conditional(),
            "loop" => return self.loop_(),
            "scope" => {
                let label = self.label()?;
                return Ok(StmtKind::Scope { label, body: self.block()? });
            }
            "wraps" => return Ok(StmtKind::Wraps(self.block()?)),
            "call" => return self.call(),
            "declare" => match self.meaning()? {
                Meaning::Local(local) => StmtKind::Declare(local),
                Meaning::Array(array) => StmtKind::DeclareArray(array),
                Meaning::Bound(_) => return self.error("a variable or an array"),
            },
            "leave" => StmtKind::Leave(self.label()?),
            "barrier" => self.barrier()?,
            "fence" => {
                let scope = self.scope()?;
                StmtKind::Fence(Fence { scope, order: self.order()? })
            }
            "atomic" => StmtKind::Atomic(self.atomic()?),
            "warp" => StmtKind::Warp(self.warp()?),
            "assert" => {
                let found = spelling::ORIGINS.iter().find(|(_, word)| self.cursor.takes_word(word));
                let origin = found.map_or(AssertOrigin::Annotation, |(origin, _)| *origin);
                StmtKind::Assert { clause: self.clause()?, origin }
            }
            "assume" => StmtKind::Assume(self.clause()?),
            _ => {
                self.cursor.back();
                self.assignment()?
            }
        };
        self.expect(";")?;
        Ok(kind)
    }

    fn barrier(&mut self) -> Parsed<StmtKind> {
        let number = self.natural()?;
        let scope = if self.cursor.takes_word("grid") { BarrierScope::Grid } else { BarrierScope::Block };
        let op = spelling::VOTES.iter().find(|(_, word)| self.cursor.takes_word(word)).map(|(op, _)| *op);
        let Some(op) = op else { return Ok(StmtKind::Barrier { number, scope, vote: None }) };
        let (mut operands, result) = (self.operands()?, self.result()?);
        match (operands.pop(), operands.is_empty(), result) {
            (Some(operand), true, Some(result)) => {
                Ok(StmtKind::Barrier { number, scope, vote: Some(Vote { op, operand, result }) })
            }
            _ => self.error("one operand and a variable before this"),
        }
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
        Ok(match self.meaning()? {
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
        })
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
        let mut contract = Contract::default();
        loop {
            let start = self.cursor.span();
            let word = self.word("a clause or `body`")?;
            if word == "body" {
                break;
            }
            if !self.contract(&mut contract, &word, start)? {
                self.cursor.back();
                return self.error("a clause or `body`");
            }
            self.expect(";")?;
        }
        let body = self.block()?;
        self.expect("}")?;
        let header = self.cursor.since(start);
        Ok(StmtKind::Call(Call { function, contract, arrays, body, header }))
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
