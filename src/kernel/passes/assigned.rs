//! Definite assignment: which variables are assigned before anything reads them.

use std::collections::BTreeMap;

use crate::kernel::ir::{Call, Expr, ExprKind, Kernel, Label, LocalId, Loop, Region, Stmt, StmtKind, occurs, walk};

/// The locals that are assigned for certain; `None` where control never comes.
type Known = Option<Vec<bool>>;

struct Assigned {
    /// Assigned at the top of the body before any thread can have left.
    at_top: Vec<bool>,
    /// Every read that was met follows an assignment.
    initialised: Vec<bool>,
    /// Reads of annotations count.
    annotations: bool,
    labels: BTreeMap<Label, Known>,
}

/// For each local, whether every read of it, in program and annotations, follows an assignment (STMT-4).
pub fn before_read(kernel: &Kernel) -> Vec<bool> {
    initialised(kernel, true)
}

/// The same of the program's own reads alone (WARP-33).
pub fn before_read_by_program(kernel: &Kernel) -> Vec<bool> {
    initialised(kernel, false)
}

fn initialised(kernel: &Kernel, annotations: bool) -> Vec<bool> {
    let locals = kernel.locals.len();
    let mut at_top = vec![false; locals];
    assigned_at_top(&kernel.body, &mut at_top);
    let mut pass = Assigned { at_top, initialised: vec![true; locals], annotations, labels: BTreeMap::new() };
    let mut state = Some(vec![false; locals]);
    pass.list(&kernel.body, &mut state);
    pass.initialised
}

/// Collects what the statements assign up to the first that may leave; gives whether one may.
fn assigned_at_top(stmts: &[Stmt], at_top: &mut [bool]) -> bool {
    for stmt in stmts {
        if let Some(local) = stmt.kind.assigned() {
            at_top[local.index()] = true;
        }
        match &stmt.kind {
            StmtKind::Wraps(body) | StmtKind::Call(Call { body, .. }) if assigned_at_top(body, at_top) => return true,
            StmtKind::If { .. } | StmtKind::Loop(_) | StmtKind::Scope { .. } | StmtKind::Leave(_) if leaves(stmt) => {
                return true;
            }
            _ => {}
        }
    }
    false
}

fn leaves(stmt: &Stmt) -> bool {
    occurs(std::slice::from_ref(stmt), &|kind| matches!(kind, StmtKind::Leave(_)))
}

impl Assigned {
    fn annotation(&mut self, expr: &Expr, state: &Known) {
        if self.annotations {
            self.read(expr, state);
        }
    }

    fn read(&mut self, expr: &Expr, state: &Known) {
        let Some(known) = state else { return };
        self.read_in(expr, known, false);
    }

    fn read_in(&mut self, expr: &Expr, known: &[bool], elsewhere: bool) {
        if let ExprKind::Local(local) = &*expr.kind {
            let at = local.index();
            if !known[at] || (elsewhere && !self.at_top[at]) {
                self.initialised[at] = false;
            }
        }
        let elsewhere = elsewhere || matches!(&*expr.kind, ExprKind::At(..));
        for child in expr.children() {
            self.read_in(child, known, elsewhere);
        }
    }

    fn list(&mut self, stmts: &[Stmt], state: &mut Known) {
        for stmt in stmts {
            self.stmt(stmt, state);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, state: &mut Known) {
        match &stmt.kind {
            StmtKind::Declare(local) => set(state, *local, false),
            StmtKind::Assign { local, value } => {
                self.read(value, state);
                set(state, *local, true);
            }
            StmtKind::Store { index, value, .. } => {
                index.iter().chain([value]).for_each(|expr| self.read(expr, state));
            }
            StmtKind::If { cond, then, else_ } => {
                self.read(cond, state);
                let mut other = state.clone();
                self.list(then, state);
                self.list(else_, &mut other);
                *state = meet(state.take(), other);
            }
            StmtKind::Loop(inner) => self.inner_loop(inner, state),
            StmtKind::Scope { label, body } => {
                self.labels.insert(*label, None);
                self.list(body, state);
                let left = self.labels.remove(label).flatten();
                *state = meet(state.take(), left);
            }
            StmtKind::Leave(label) => {
                let there = self.labels.remove(label).flatten();
                self.labels.insert(*label, meet(there, state.take()));
            }
            StmtKind::Wraps(body) => self.list(body, state),
            StmtKind::Call(call) => {
                call.contract.requires.iter().for_each(|clause| self.annotation(&clause.expr, state));
                let regions = call.contract.writes.iter().chain(&call.contract.reads).flat_map(Region::exprs);
                regions.for_each(|expr| self.annotation(expr, state));
                self.list(&call.body, state);
                call.contract.ensures.iter().for_each(|clause| self.annotation(&clause.expr, state));
            }
            StmtKind::Assert { clause, origin } if origin.is_program() => self.read(&clause.expr, state),
            StmtKind::Assert { clause, .. } | StmtKind::Assume(clause) => self.annotation(&clause.expr, state),
            StmtKind::Atomic(atomic) => {
                atomic.exprs().for_each(|expr| self.read(expr, state));
                atomic.result.into_iter().for_each(|local| set(state, local, true));
            }
            StmtKind::Warp(warp) => {
                warp.exprs().for_each(|expr| self.read(expr, state));
                warp.result.into_iter().for_each(|local| set(state, local, true));
            }
            StmtKind::Barrier { vote, .. } => {
                if let Some(vote) = vote {
                    self.read(&vote.operand, state);
                    set(state, vote.result, true);
                }
            }
            StmtKind::DeclareArray(_) | StmtKind::Fence(_) => {}
        }
    }

    fn inner_loop(&mut self, inner: &Loop, state: &mut Known) {
        let mut head = state.take();
        loop {
            self.labels.insert(inner.label, None);
            self.read(&inner.guard, &head);
            // The invariants are about threads that have left, too: what the body declares does not count.
            let mut outside = head.clone();
            undeclare(&inner.body, &mut outside);
            for clause in inner.invariants.iter().chain(&inner.variant) {
                self.annotation(&clause.expr, &outside);
            }
            let mut body = head.clone();
            self.list(&inner.body, &mut body);
            let next = meet(head.clone(), body);
            if next == head {
                break;
            }
            head = next;
        }
        let left = self.labels.remove(&inner.label).flatten();
        let forever = matches!(&*inner.guard.kind, ExprKind::Bool(true));
        *state = if forever { left } else { meet(head, left) };
    }
}

fn set(state: &mut Known, local: LocalId, value: bool) {
    if let Some(known) = state {
        known[local.index()] = value;
    }
}

fn meet(left: Known, right: Known) -> Known {
    match (left, right) {
        (Some(left), Some(right)) => Some(left.into_iter().zip(right).map(|(a, b)| a && b).collect()),
        (known, None) | (None, known) => known,
    }
}

/// Takes out everything that the statements declare.
fn undeclare(stmts: &[Stmt], state: &mut Known) {
    walk(stmts, &mut |stmt| {
        if let StmtKind::Declare(local) = stmt.kind {
            set(state, local, false);
        }
    });
}
