//! Statements become instructions (MACHINE-7).

use crate::base::Span;
use crate::kernel::ir::{
    AssertOrigin, Atomic, AtomicOp, BarrierScope, Call, Clause, Expr, Label, Lanes, Loop, Region, Stmt, StmtKind, Type,
    Warp,
};

use super::compiler::{ANNOTATION, Compiler, Mode, PROGRAM};
use crate::interp::clocks::Strong;
use crate::interp::code::{
    AtomicCode, CallCode, ClauseCode, Fit, Instruction, LanesCode, LoopCode, Place, RegionCode, VoteCode, WarpCode,
};
use crate::interp::outcome::ViolationKind;

impl Compiler<'_> {
    /// Lets a forward jump lead to what comes next.
    fn lead_here(&mut self, jump: Place) {
        let here = self.here();
        match &mut self.code.instructions[jump as usize] {
            Instruction::Jump(to) | Instruction::Branch { otherwise: to, .. } => *to = here,
            _ => {}
        }
    }

    fn close_scope(&mut self) {
        if let Some((_, jumps)) = self.scopes.pop() {
            jumps.into_iter().for_each(|jump| self.lead_here(jump));
        }
    }

    pub fn list(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Declare(local) => {
                self.emit(Instruction::Declare(local.0), span);
            }
            StmtKind::DeclareArray(array) => {
                self.emit(Instruction::DeclareArray(array.0), span);
            }
            StmtKind::Assign { local, value } => {
                let value = self.expr(value, PROGRAM);
                self.emit(Instruction::Assign { local: local.0, value }, span);
            }
            StmtKind::Store { array, index, value } => {
                let index = index.iter().map(|index| self.expr(index, PROGRAM)).collect();
                let value = self.expr(value, PROGRAM);
                let cell = self.cell(*array, index, span);
                self.emit(Instruction::Store { cell, value }, span);
            }
            StmtKind::If { cond, then, else_ } => self.branch(cond, then, else_, span),
            StmtKind::Loop(inner) => self.loop_(inner, span),
            StmtKind::Scope { label, body } => {
                self.scopes.push((*label, Vec::new()));
                self.list(body);
                self.close_scope();
            }
            StmtKind::Leave(label) => self.leave(*label, span),
            StmtKind::Barrier { number, scope, vote } => {
                self.code.clocked |= *scope == BarrierScope::Grid;
                let vote = vote.as_ref().map(|vote| VoteCode {
                    op: vote.op,
                    operand: self.expr(&vote.operand, PROGRAM),
                    result: vote.result.0,
                });
                self.emit(Instruction::Barrier(*number, *scope, vote), span);
            }
            StmtKind::Atomic(atomic) => self.atomic(atomic, span),
            StmtKind::Warp(warp) => self.warp(warp, span),
            StmtKind::Fence(fence) => {
                self.emit(Instruction::Fence(*fence), span);
            }
            StmtKind::Assert { clause, origin } => {
                let by_program = origin.is_program();
                let clause = self.clause(clause, if by_program { PROGRAM } else { ANNOTATION });
                let kind = match origin {
                    AssertOrigin::Annotation | AssertOrigin::Program => ViolationKind::Assert,
                    AssertOrigin::Aligned => ViolationKind::Aligned,
                    AssertOrigin::Initialised | AssertOrigin::Written => ViolationKind::Initialised,
                    AssertOrigin::Barrier => ViolationKind::BarrierInvariant,
                };
                self.emit(Instruction::Assert { clause, kind, by_program }, span);
            }
            StmtKind::Assume(clause) => {
                let clause = self.clause(clause, ANNOTATION);
                self.emit(Instruction::Assume(clause), span);
            }
            StmtKind::Wraps(body) => {
                self.wrapping += 1;
                self.list(body);
                self.wrapping -= 1;
            }
            StmtKind::Call(call) => self.call(call, span),
        }
    }

    fn branch(&mut self, cond: &Expr, then: &[Stmt], else_: &[Stmt], span: Span) {
        let condition = self.expr(cond, PROGRAM);
        let branch = self.emit(Instruction::Branch { condition, otherwise: 0 }, cond.span);
        self.list(then);
        if else_.is_empty() {
            return self.lead_here(branch);
        }
        let over = self.emit(Instruction::Jump(0), span);
        self.lead_here(branch);
        self.list(else_);
        self.lead_here(over);
    }

    fn leave(&mut self, label: Label, span: Span) {
        if label == Label::KERNEL {
            self.emit(Instruction::Exit, span);
            return;
        }
        let jump = self.emit(Instruction::Jump(0), span);
        match self.scopes.iter_mut().find(|(open, _)| *open == label) {
            Some((_, jumps)) => jumps.push(jump),
            None => self.refuse("leaving a scope that is not open", span),
        }
    }

    fn warp(&mut self, warp: &Warp, span: Span) {
        self.code.clocked = true;
        let lanes = match &warp.lanes {
            Lanes::Mask(mask) => LanesCode::Mask(self.expr(mask, PROGRAM)),
            Lanes::Tile => LanesCode::Tile,
            Lanes::Present => LanesCode::Present,
        };
        let ty = warp.operands.first().map_or(Type::UINT, |operand| operand.ty);
        let code = WarpCode {
            op: warp.op,
            lanes,
            width: warp.width,
            operands: warp.operands.iter().map(|operand| self.expr(operand, PROGRAM)).collect(),
            domain: self.domain(ty, 64),
            fit: Fit::of(ty),
            wraps: self.wrapping > 0,
            result: warp.result.map(|local| local.0),
        };
        self.emit(Instruction::Warp(code), span);
    }

    pub fn regions(&mut self, regions: &[Region], mode: Mode) -> Vec<RegionCode> {
        let ranges = |compiler: &mut Self, region: &Region| {
            region.ranges.iter().map(|(least, most)| (compiler.expr(least, mode), compiler.expr(most, mode))).collect()
        };
        regions.iter().map(|region| (region.array.0, ranges(self, region))).collect()
    }

    /// CALL-14
    fn call(&mut self, call: &Call, span: Span) {
        let number = self.code.calls.len() as u32;
        let passed = call.arrays.iter().map(|(_, array)| array.0).collect();
        self.code.calls.push(CallCode { function: call.function.clone(), passed, ..CallCode::default() });
        self.emit(Instruction::Keep(number), span);
        self.calls.push(number);
        let at_call = Mode { old: true, ..ANNOTATION };
        let (writes, reads) =
            (self.regions(&call.contract.writes, at_call), self.regions(&call.contract.reads, at_call));
        let code = &mut self.code.calls[number as usize];
        (code.writes, code.reads) = (writes, reads);
        self.contract(&call.contract.requires, ViolationKind::Precondition, span);
        self.list(&call.body);
        self.contract(&call.contract.ensures, ViolationKind::Ensures, span);
        self.calls.pop();
    }

    fn contract(&mut self, clauses: &[Clause], kind: ViolationKind, span: Span) {
        for clause in clauses {
            let clause = self.clause(clause, ANNOTATION);
            self.emit(Instruction::Assert { clause, kind, by_program: false }, span);
        }
    }

    fn atomic(&mut self, atomic: &Atomic, span: Span) {
        self.code.clocked = true;
        let ty = self.kernel.arrays[atomic.array.index()].element;
        let index = atomic.index.iter().map(|index| self.expr(index, PROGRAM)).collect();
        let cell = self.cell(atomic.array, index, span);
        let operands = atomic.operands.iter().map(|operand| self.expr(operand, PROGRAM)).collect();
        let code = AtomicCode {
            op: atomic.op,
            strong: Strong {
                scope: atomic.scope,
                order: atomic.order,
                reads: atomic.op != AtomicOp::Store,
                writes: atomic.op != AtomicOp::Load,
            },
            kind: atomic.access(),
            cell,
            operands,
            domain: self.domain(ty, 64),
            fit: Fit::of(ty),
            wraps: self.wrapping > 0,
            result: atomic.result.map(|local| local.0),
        };
        self.emit(Instruction::Atomic(code), span);
    }

    fn loop_(&mut self, inner: &Loop, span: Span) {
        let id = inner.id.0;
        let invariants = inner.invariants.iter().map(|clause| self.clause(clause, ANNOTATION)).collect();
        let variant = inner.variant.as_ref().map(|clause| self.clause(clause, ANNOTATION));
        self.emit(Instruction::Enter(id), span);
        let guard = self.expr(&inner.guard, PROGRAM);
        let head = self.emit(Instruction::Head { id, guard }, inner.guard.span);
        self.scopes.push((inner.label, Vec::new()));
        self.list(&inner.body);
        self.emit(Instruction::Jump(head), span);
        let exit = self.here();
        self.close_scope();
        let at = id as usize;
        while self.code.loops.len() <= at {
            self.code.loops.push(LoopCode { invariants: Vec::new(), variant: None, span, head: 0, exit: 0 });
        }
        self.code.loops[at] = LoopCode { invariants, variant, span, head, exit };
    }

    pub fn clause(&mut self, clause: &Clause, mode: Mode) -> ClauseCode {
        ClauseCode { node: self.expr(&clause.expr, mode), speaker: clause.speaker, span: clause.span }
    }
}
