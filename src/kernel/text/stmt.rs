//! The text form of statements and of the clauses in them.

use crate::kernel::ir::{
    AssertOrigin, Atomic, BarrierScope, Call, Clause, Contract, Expr, Label, Lanes, LocalId, Loop, Region, Stmt,
    StmtKind, Vote, Warp,
};
use crate::kernel::spelling::{self, level};

use super::printer::Printer;

impl Printer<'_> {
    pub fn clause(&mut self, word: &str, clause: &Clause) {
        self.start();
        self.push(word);
        self.push(" ");
        self.push(spelling::word(&spelling::SPEAKERS, clause.speaker));
        self.push(": ");
        self.expr(&clause.expr, level::QUANTIFIER);
        self.push(";\n");
    }

    pub fn contract(&mut self, contract: &Contract) {
        contract.requires.iter().for_each(|clause| self.clause("requires", clause));
        contract.ensures.iter().for_each(|clause| self.clause("ensures", clause));
        contract.writes.iter().for_each(|region| self.region("writes", region));
        contract.reads.iter().for_each(|region| self.region("reads", region));
    }

    fn region(&mut self, word: &str, region: &Region) {
        self.start();
        let head = format!("{word} {}", self.names.array(region.array));
        self.push(&head);
        for (least, greatest) in &region.ranges {
            self.push("[");
            self.expr(least, level::QUANTIFIER);
            self.push(" to ");
            self.expr(greatest, level::QUANTIFIER);
            self.push("]");
        }
        self.push(";\n");
    }

    pub fn block(&mut self, stmts: &[Stmt]) {
        self.indent += 1;
        stmts.iter().for_each(|stmt| self.stmt(stmt));
        self.indent -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(local) => self.line(&format!("declare {};", self.names.local(*local))),
            StmtKind::DeclareArray(array) => self.line(&format!("declare {};", self.names.array(*array))),
            StmtKind::Assign { local, value } => {
                self.start();
                self.out.push_str(self.names.local(*local));
                self.assigned(value);
            }
            StmtKind::Store { array, index, value } => {
                self.start();
                self.cell(*array, index);
                self.assigned(value);
            }
            StmtKind::If { cond, then, else_ } => {
                self.start();
                self.push("if (");
                self.expr(cond, level::QUANTIFIER);
                self.push(") {\n");
                self.block(then);
                if !else_.is_empty() {
                    self.line("} else {");
                    self.block(else_);
                }
                self.line("}");
            }
            StmtKind::Loop(inner) => self.loop_(inner),
            StmtKind::Scope { label, body } => {
                self.line(&format!("scope {} {{", label_name(*label)));
                self.block(body);
                self.line("}");
            }
            StmtKind::Leave(label) => self.line(&format!("leave {};", label_name(*label))),
            StmtKind::Barrier { number, scope, vote } => {
                self.start();
                self.push(&format!("barrier {number}"));
                if *scope == BarrierScope::Grid {
                    self.push(" grid");
                }
                match vote {
                    Some(Vote { op, operand, result }) => {
                        self.push(&format!(" {} ", spelling::word(&spelling::VOTES, *op)));
                        self.operands(std::slice::from_ref(operand), Some(*result));
                    }
                    None => self.push(";\n"),
                }
            }
            StmtKind::Fence(fence) => {
                let scope = spelling::word(&spelling::ATOMIC_SCOPES, fence.scope);
                let order = spelling::word(&spelling::MEMORY_ORDERS, fence.order);
                self.line(&format!("fence {scope} {order};"));
            }
            StmtKind::Atomic(atomic) => self.atomic(atomic),
            StmtKind::Warp(warp) => self.warp(warp),
            StmtKind::Assert { clause, origin: AssertOrigin::Annotation } => self.clause("assert", clause),
            StmtKind::Assert { clause, origin } => {
                self.clause(&format!("assert {}", spelling::word(&spelling::ORIGINS, *origin)), clause);
            }
            StmtKind::Assume(clause) => self.clause("assume", clause),
            StmtKind::Wraps(body) => {
                self.line("wraps {");
                self.block(body);
                self.line("}");
            }
            StmtKind::Call(call) => self.call_by_contract(call),
        }
    }

    /// `call "scan" where "data" into s {`, the clauses, `body {`, the statements.
    fn call_by_contract(&mut self, call: &Call) {
        self.start();
        self.push(&format!("call {}", spelling::quoted(&call.function, '"')));
        for (at, (parameter, array)) in call.arrays.iter().enumerate() {
            self.push(if at == 0 { " where " } else { ", " });
            self.push(&format!("{} into ", spelling::quoted(parameter, '"')));
            self.out.push_str(self.names.array(*array));
        }
        self.push(" {\n");
        self.indent += 1;
        self.contract(&call.contract);
        self.line("body {");
        self.block(&call.body);
        self.line("}");
        self.indent -= 1;
        self.line("}");
    }

    /// `atomic cas device relaxed lock[](0, 1) -> old;`
    fn atomic(&mut self, atomic: &Atomic) {
        self.start();
        let op = spelling::word(&spelling::ATOMICS, atomic.op);
        let scope = spelling::word(&spelling::ATOMIC_SCOPES, atomic.scope);
        let order = spelling::word(&spelling::MEMORY_ORDERS, atomic.order);
        self.push(&format!("atomic {op} {scope} {order} "));
        self.cell(atomic.array, &atomic.index);
        self.operands(&atomic.operands, atomic.result);
    }

    /// `warp shfl_down mask 4294967295u32 width 32 (v, 1) -> other;`
    fn warp(&mut self, warp: &Warp) {
        self.start();
        self.push(&format!("warp {} ", spelling::word(&spelling::WARP_OPS, warp.op)));
        match &warp.lanes {
            Lanes::Mask(mask) => {
                self.push("mask ");
                self.expr(mask, level::PRIMARY);
            }
            Lanes::Tile => self.push("tile"),
            Lanes::Present => self.push("present"),
        }
        self.push(&format!(" width {} ", warp.width));
        self.operands(&warp.operands, warp.result);
    }

    fn operands(&mut self, operands: &[Expr], result: Option<LocalId>) {
        self.push("(");
        self.list(operands);
        self.push(")");
        if let Some(result) = result {
            self.push(" -> ");
            self.out.push_str(self.names.local(result));
        }
        self.push(";\n");
    }

    fn assigned(&mut self, value: &Expr) {
        self.push(" = ");
        self.expr(value, level::QUANTIFIER);
        self.push(";\n");
    }

    fn loop_(&mut self, inner: &Loop) {
        self.start();
        let head = format!("loop {} {} while (", self.names.loop_(inner.id), label_name(inner.label));
        self.push(&head);
        self.expr(&inner.guard, level::QUANTIFIER);
        self.push(") {\n");
        self.indent += 1;
        inner.invariants.iter().for_each(|clause| self.clause("invariant", clause));
        inner.variant.iter().for_each(|clause| self.clause("variant", clause));
        self.indent -= 1;
        self.block(&inner.body);
        self.line("}");
    }
}

fn label_name(label: Label) -> String {
    match label {
        Label::KERNEL => "kernel".to_string(),
        Label(number) => format!("L{number}"),
    }
}
