//! Statements (STMT-1 to STMT-18).

pub mod calls;
pub mod carried;
pub mod choices;
pub mod counters;
pub mod earlier;
pub mod ending;
pub mod geometric;
pub mod head;
pub mod iterates;
pub mod iterations;
pub mod leaving;
pub mod loops;
pub mod phases;
pub mod raised;
pub mod rescaled;
pub mod sequences;
pub mod signs;
pub mod trees;
pub mod unroll;

use crate::exec::state::{AccessKind, Assumption, Cell, Executor, View};
use crate::kernel::ir::{self, ArrayId, AssertOrigin, Clause, Expr, LocalId, LocalRole, Space, Stmt, StmtKind};
use crate::kernel::text;
use crate::logic::TermId;
use crate::tasks::{REACHED, TaskKind, WRITTEN};

impl Executor<'_> {
    /// Executes the statements, as long as there may be active threads.
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
        let outer = std::mem::replace(&mut self.here.statement, stmt.span);
        match &stmt.kind {
            StmtKind::Declare(local) => self.declare(*local),
            StmtKind::DeclareArray(array) => self.declare_array(*array),
            StmtKind::Assign { local, value } => self.assign(*local, value),
            StmtKind::Store { array, index, value } => self.store(*array, index, value),
            StmtKind::If { cond, then, else_ } => self.branch(cond, then, else_),
            StmtKind::Loop(inner) => self.exec_loop(inner, stmt.span),
            // STMT-11
            StmtKind::Scope { label, body } => {
                let nobody = self.terms.bool(false);
                self.here.control.left.push((*label, nobody));
                self.list(body);
                self.here.control.left.retain(|(open, _)| open != label);
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
            // ATOMIC-23
            StmtKind::Fence(_) => {}
            StmtKind::Atomic(atomic) => self.atomic(atomic, stmt.span),
            StmtKind::Warp(warp) => self.warp(warp, stmt.span),
            StmtKind::Call(call) => self.call(call, stmt.span),
            StmtKind::Assert { clause, origin } => self.assert(clause, *origin),
            StmtKind::Assume(clause) => self.assume_clause(clause),
            // STMT-18
            StmtKind::Wraps(body) => {
                self.here.wrapping += 1;
                self.list(body);
                self.here.wrapping -= 1;
            }
        }
        self.here.statement = outer;
    }

    /// STMT-8
    fn assign(&mut self, local: LocalId, value: &Expr) {
        let info = &self.kernel.locals[local.index()];
        if !matches!(info.role, LocalRole::Param | LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque) {
            let what = format!("assignment to `{}`, which is no variable of a thread", info.name);
            self.unsupported(what, self.here.statement);
        }
        let view = self.program_view();
        let term = self.eval(value, &view);
        let term = self.coerce(term, info.ty, value);
        let mask = self.active();
        let given = self.worth_knowing(value, term, &view);
        let step = self.step_of_lanes(term, mask);
        let term = step.map_or(term, |step| self.over_lanes(step, term));
        let scan = self.step_of_scan(local, term, mask);
        let (term, mask) = scan.map_or((term, mask), |scan| self.over_earlier_lanes(scan, (term, mask)));
        self.write_local(local, term, mask);
        self.learn(local, given);
        if let Some(scan) = scan {
            self.note_scanned(local, scan);
        }
        self.hand_on_fetched(local, term, mask);
        if let Some(step) = step {
            self.note_combined(local, step);
        }
    }

    /// STMT-9
    fn store(&mut self, array: ArrayId, index: &[Expr], value: &Expr) {
        let (view, span) = (self.program_view(), self.here.statement);
        let index: Vec<TermId> = index.iter().map(|index| self.eval(index, &view)).collect();
        let term = self.eval(value, &view);
        let info = &self.kernel.arrays[array.index()];
        let term = self.coerce(term, info.element, value);
        let cell = Cell { array, index: &index, span };
        self.check_access(cell, &view);
        self.check_write(cell, &view);
        if index.len() != info.extents.len() {
            self.unsupported("access with another number of indices than dimensions".into(), span);
            return;
        }
        let mask = self.active();
        self.record_access(cell, AccessKind::Write, mask, Some(term));
        let pair = self.pair_of_array(array, &index, term, mask);
        let step = pair.as_ref().and_then(|pair| self.step_of_array(pair));
        let term = step.map_or(term, |step| self.over_cells(step, array, index[0], term));
        self.write_array(array, index, term, mask);
        if let Some(pair) = pair {
            self.note_pair(pair, step);
        }
        self.new_tickets(array);
    }

    /// STMT-10
    fn branch(&mut self, cond: &Expr, then: &[Stmt], else_: &[Stmt]) {
        let view = self.program_view();
        let cond = self.eval(cond, &view);
        let path = self.here.control.path;
        let known = self.memory.now.known.clone();
        self.here.control.path = self.terms.and(&[path, cond]);
        self.region(then);
        self.store_mut().known = known;
        let not_cond = self.terms.not(cond);
        self.here.control.path = self.terms.and(&[path, not_cond]);
        self.region(else_);
        self.here.control.path = path;
        self.forget_literals(then);
        self.forget_literals(else_);
    }

    /// STMT-16
    fn assert(&mut self, clause: &Clause, origin: AssertOrigin) {
        let mut view = self.program_view();
        let mask = self.active();
        let (kind, word) = match origin {
            // RACE-18
            AssertOrigin::Barrier => (TaskKind::BarrierInvariant, "barrier_invariant"),
            // MEM-27
            AssertOrigin::Aligned => (TaskKind::Assert, "aligned"),
            // WARP-33
            AssertOrigin::Initialised => (TaskKind::Initialised, "initialised/"),
            // WARP-38
            AssertOrigin::Written => (TaskKind::Initialised, WRITTEN),
            AssertOrigin::Annotation | AssertOrigin::Program => (TaskKind::Assert, "assert"),
        };
        let is_written = origin == AssertOrigin::Written;
        let id = if is_written { word.to_owned() } else { format!("{word}{}", self.output.numbers.next(word)) };
        if !origin.is_program() {
            view.path = None;
        }
        let before = self.output.tasks.len();
        let goal = self.prove(&id, kind, clause, mask, &view);
        if is_written {
            self.lighten(before);
        }
        self.assume(goal, id);
    }

    /// STMT-6
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

    /// STMT-7
    fn declare_array(&mut self, array: ir::ArrayId) {
        let info = &self.kernel.arrays[array.index()];
        if info.space != Space::Private {
            self.unsupported(format!("declaration of {} inside the body", info.name), self.here.statement);
            return;
        }
        let (mask, old) = (self.active(), self.memory.now.arrays[array.index()]);
        let new = self.array_version(array);
        self.assume_range(new, info.element);
        self.keep_outside(new, old, self.array_prefix(array, &self.grid.me), mask, &info.name);
        self.store_mut().arrays[array.index()] = new;
    }

    /// STMT-11
    fn leave(&mut self, label: ir::Label) {
        let Some(at) = self.here.control.left.iter().position(|(open, _)| *open == label) else {
            self.unsupported("leaving a scope that is not open".into(), self.here.statement);
            return;
        };
        let others: Vec<TermId> = self
            .here
            .control
            .left
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .map(|(_, (_, left))| *left)
            .collect();
        let leaving = self.without(self.here.control.path, &others);
        let before = self.here.control.left[at].1;
        self.here.control.left[at].1 = self.terms.or(&[before, leaving]);
    }

    /// STMT-17
    fn assume_clause(&mut self, clause: &Clause) {
        let view = View { path: None, ..self.program_view() };
        let mask = self.active();
        let fact = self.clause(clause, mask, &view);
        let defined = self.take_defined(mask);
        let fact = self.terms.implies(defined, fact);
        self.output.assumptions.insert(Assumption::SatisfiableContract);
        let number = self.output.numbers.next("assume");
        let text = format!("assume {number}: {}", text::plain_expr(self.kernel, &clause.expr));
        self.output.stated.push(text);
        let reached = self.here.context.len();
        self.assume(fact, format!("assume {number}"));
        self.must_reach(&format!("assume{number}"), REACHED, clause.span, reached);
    }

    // ── what is known of values (LOOP-16, VALUE-18) ──────────────────────────────────────────────────────────────────────────
}
