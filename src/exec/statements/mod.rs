//! Statements (R10 to R19).

pub mod calls;
pub mod counters;
pub mod iterations;
pub mod leaving;
pub mod loops;
pub mod unroll;

use crate::kernel::ir::{self, AssertOrigin, Clause, Expr, LocalId, LocalRole, Space, Stmt, StmtKind};
use crate::kernel::text;
use crate::logic::{Op, TermId};
use crate::tasks::{REACHED, TaskKind, WRITTEN};

use crate::exec::Executor;
use crate::exec::state::launch::forall_in;
use crate::exec::state::log::AccessKind;
use crate::exec::state::versions::{Assigned, View, sort_of};

impl Executor<'_> {
    pub fn list(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            let active = self.active();
            if self.terms.is_false(active) {
                return;
            }
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let outer = std::mem::replace(&mut self.statement, stmt.span);
        match &stmt.kind {
            StmtKind::Declare(local) => self.declare(*local),
            StmtKind::DeclareArray(array) => self.declare_array(*array),
            // R12
            StmtKind::Assign { local, value } => {
                let info = &self.kernel.locals[local.index()];
                if !matches!(
                    info.role,
                    LocalRole::Param | LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque
                ) {
                    self.unsupported(
                        format!("assignment to `{}`, which is no variable of a thread", info.name),
                        stmt.span,
                    );
                }
                let view = self.program_view();
                let term = self.eval(value, &view);
                let term = self.coerce(term, info.ty, value);
                let mask = self.active();
                let given = self.worth_knowing(value, term, &view);
                self.write_local(*local, term, mask);
                self.learn(*local, given);
            }
            // R13
            StmtKind::Store { array, index, value } => {
                let view = self.program_view();
                let cell: Vec<TermId> = index.iter().map(|index| self.eval(index, &view)).collect();
                let term = self.eval(value, &view);
                let info = &self.kernel.arrays[array.index()];
                let term = self.coerce(term, info.element, value);
                self.check_access(*array, &cell, stmt.span, &view);
                self.check_write(*array, &cell, stmt.span, &view);
                if cell.len() == info.extents.len() {
                    let mask = self.active();
                    self.record_access(*array, AccessKind::Write, &cell, mask, Some(term), stmt.span);
                    self.write_array(*array, cell, term, mask);
                    self.new_tickets(*array);
                } else {
                    self.unsupported("access with another number of indices than dimensions".into(), stmt.span);
                }
            }
            // R14
            StmtKind::If { cond, then, else_ } => {
                let view = self.program_view();
                let cond = self.eval(cond, &view);
                let path = self.control.path;
                let known = self.store.known.clone();
                self.control.path = self.terms.and(&[path, cond]);
                self.list(then);
                self.store_mut().known = known;
                let not_cond = self.terms.not(cond);
                self.control.path = self.terms.and(&[path, not_cond]);
                self.list(else_);
                self.control.path = path;
                self.forget_literals(then);
                self.forget_literals(else_);
            }
            StmtKind::Loop(inner) => self.exec_loop(inner, stmt.span),
            // R15
            StmtKind::Scope { label, body } => {
                let nobody = self.terms.bool(false);
                self.control.left.push((*label, nobody));
                self.list(body);
                self.control.left.retain(|(open, _)| open != label);
                self.forget_literals(body);
            }
            StmtKind::Leave(label) => self.leave(*label),
            StmtKind::Barrier { number, scope, vote } => {
                let view = self.program_view();
                let vote = vote.as_ref().map(|vote| (vote, self.eval(&vote.operand, &view)));
                self.barrier(*number, *scope, stmt.span);
                if let Some((vote, operand)) = vote {
                    self.vote_of_block(vote, operand);
                }
            }
            // R121
            StmtKind::Fence(_) => {}
            StmtKind::Atomic(atomic) => self.atomic(atomic, stmt.span),
            StmtKind::Warp(warp) => self.warp(warp, stmt.span),
            // R173
            StmtKind::Call(call) => self.call(call, stmt.span),
            // R17
            StmtKind::Assert { clause, origin } => {
                let mut view = self.program_view();
                let mask = self.active();
                let (kind, id) = match origin {
                    // R170
                    AssertOrigin::Barrier => {
                        self.barrier_invariants += 1;
                        (TaskKind::BarrierInvariant, format!("barrier_invariant{}", self.barrier_invariants))
                    }
                    // R182
                    AssertOrigin::Aligned => {
                        self.alignments += 1;
                        (TaskKind::Assert, format!("aligned{}", self.alignments))
                    }
                    // R353
                    AssertOrigin::Initialised => {
                        self.initialised += 1;
                        (TaskKind::Initialised, format!("initialised/{}", self.initialised))
                    }
                    // R355
                    AssertOrigin::Written => (TaskKind::Initialised, WRITTEN.to_owned()),
                    AssertOrigin::Annotation | AssertOrigin::Program => {
                        self.asserts += 1;
                        (TaskKind::Assert, format!("assert{}", self.asserts))
                    }
                };
                if !origin.is_program() {
                    view.path = None;
                }
                let before = self.tasks.len();
                let goal = self.prove(&id, kind, clause, mask, &view);
                if *origin == AssertOrigin::Written {
                    self.lighten(before);
                }
                self.assume(goal, id);
            }
            // R18
            StmtKind::Assume(clause) => self.assume_clause(clause),
            // R19
            StmtKind::Wraps(body) => {
                self.wrapping += 1;
                self.list(body);
                self.wrapping -= 1;
            }
        }
        self.statement = outer;
    }

    /// R10
    fn declare(&mut self, local: LocalId) {
        if self.uniformity.initialised[local.index()] {
            return;
        }
        let info = &self.kernel.locals[local.index()];
        let (mask, level) = (self.active(), self.uniformity.locals[local.index()]);
        let arbitrary = self.local_version(local, level);
        self.assume_range(arbitrary.symbol, info.ty);
        if self.terms.is_true(mask) {
            self.store_mut().locals[local.index()] = arbitrary;
        } else {
            let at = self.grid.me;
            let value = self.local_value(arbitrary, &at);
            self.write_local(local, value, mask);
        }
        self.store_mut().known.remove(&local);
    }

    /// R11
    fn declare_array(&mut self, array: ir::ArrayId) {
        let info = &self.kernel.arrays[array.index()];
        if info.space != Space::Private {
            self.unsupported(format!("declaration of {} inside the body", info.name), self.statement);
            return;
        }
        let (mask, old) = (self.active(), self.store.arrays[array.index()]);
        let new = self.array_version(array);
        self.assume_range(new, info.element);
        self.keep_outside(new, old, self.array_prefix(array, &self.grid.me), mask, &info.name);
        self.store_mut().arrays[array.index()] = new;
    }

    /// `forall self, cell. !mask -> new(self, cell) = old(self, cell)`; `prefix` is self's part of the cell.
    pub fn keep_outside(
        &mut self,
        new: crate::logic::SymbolId,
        old: crate::logic::SymbolId,
        prefix: Vec<TermId>,
        mask: TermId,
        name: &str,
    ) {
        let (cells, mut args, _) = self.any_cell(new);
        let own = prefix.len();
        args.splice(..own, prefix);
        let (here, before) = (self.terms.apply(new, &args), self.terms.apply(old, &args));
        let same = self.terms.eq(here, before);
        let outside = self.terms.not(mask);
        let mut scope = self.grid.self_scope();
        scope.extend(&cells[own..]);
        let fact = forall_in(&mut self.terms, &scope, outside, same);
        self.assume(fact, format!("{name} unchanged elsewhere"));
    }

    /// R15
    fn leave(&mut self, label: ir::Label) {
        let Some(at) = self.control.left.iter().position(|(open, _)| *open == label) else {
            self.unsupported("leaving a scope that is not open".into(), self.statement);
            return;
        };
        let others: Vec<TermId> = self
            .control
            .left
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .map(|(_, (_, left))| *left)
            .collect();
        let leaving = self.without(self.control.path, &others);
        let before = self.control.left[at].1;
        self.control.left[at].1 = self.terms.or(&[before, leaving]);
    }

    /// R18
    fn assume_clause(&mut self, clause: &Clause) {
        let view = View { path: None, ..self.program_view() };
        let mask = self.active();
        let fact = self.clause(clause, mask, &view);
        let defined = self.take_defined(mask);
        let fact = self.terms.implies(defined, fact);
        self.assumes += 1;
        let text = format!("assume {}: {}", self.assumes, text::plain_expr(self.kernel, &clause.expr));
        self.listed.push(text);
        let reached = self.context.len();
        self.assume(fact, format!("assume {}", self.assumes));
        self.must_reach(&format!("assume{}", self.assumes), REACHED, clause.span, reached);
    }

    /// The value as one of the type, where only an integer stands for a real.
    pub fn coerce(&mut self, term: TermId, ty: ir::Type, expr: &Expr) -> TermId {
        use crate::logic::Sort;
        match (self.terms.sort(term), sort_of(ty, self.config.float)) {
            (from, Some(to)) if from == to => term,
            (Sort::Int, Some(Sort::Real)) => self.terms.to_real(term),
            _ => self.not_modelled(expr, "assignment of a value of another sort"),
        }
    }

    // ── what is known of values (R25, R44) ──────────────────────────────────────────────────────────────────────────

    pub fn is_literal(&self, value: TermId) -> bool {
        matches!(self.terms.op(value), Op::Int(_) | Op::Bool(_))
    }

    /// What is known of a local's value, where the viewer reads its own.
    pub fn known_of<'v>(&self, local: LocalId, view: &'v View) -> Option<&'v Assigned> {
        view.store.known.get(&local).filter(|_| view.literals && view.at == self.grid.me)
    }

    fn learn(&mut self, local: LocalId, given: Option<Assigned>) {
        let known = &mut self.store_mut().known;
        match given {
            Some(given) => known.insert(local, given),
            None => known.remove(&local),
        };
    }

    /// What the statements write is unknown after them.
    pub fn forget_literals(&mut self, stmts: &[Stmt]) {
        let written = ir::written(stmts);
        self.store_mut().known.retain(|local, _| !written.locals.contains_key(local));
    }
}
