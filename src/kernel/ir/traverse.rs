//! The one traversal of statements and expressions.

use std::collections::BTreeMap;

use crate::base::Span;

use super::{ArrayId, Atomic, AtomicOp, Call, LocalId, Stmt, StmtKind};

/// Whether one of the statements, or one inside of them, is what is looked for.
pub fn occurs(stmts: &[Stmt], is_sought: &dyn Fn(&StmtKind) -> bool) -> bool {
    stmts.iter().any(|stmt| {
        is_sought(&stmt.kind)
            || match &stmt.kind {
                StmtKind::Loop(inner) => occurs(&inner.body, is_sought),
                StmtKind::If { then, else_, .. } => occurs(then, is_sought) || occurs(else_, is_sought),
                StmtKind::Scope { body, .. } | StmtKind::Wraps(body) | StmtKind::Call(Call { body, .. }) => {
                    occurs(body, is_sought)
                }
                StmtKind::Declare(_)
                | StmtKind::DeclareArray(_)
                | StmtKind::Assign { .. }
                | StmtKind::Store { .. }
                | StmtKind::Leave(_)
                | StmtKind::Barrier { .. }
                | StmtKind::Fence(_)
                | StmtKind::Atomic(_)
                | StmtKind::Warp(_)
                | StmtKind::Assert { .. }
                | StmtKind::Assume(_) => false,
            }
    })
}

/// Which locals and arrays a list of statements may write, nested statements included.
pub fn written(stmts: &[Stmt]) -> Written {
    let mut all = Written::default();
    for stmt in stmts {
        all.add(stmt);
    }
    all
}

/// Locals and arrays that are written somewhere, with the first place that does.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub locals: BTreeMap<LocalId, Span>,
    pub arrays: BTreeMap<ArrayId, Span>,
}

impl Written {
    fn result(&mut self, result: Option<LocalId>, span: Span) {
        if let Some(local) = result {
            self.locals.entry(local).or_insert(span);
        }
    }

    fn add(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(local) | StmtKind::Assign { local, .. } => {
                self.locals.entry(*local).or_insert(stmt.span);
            }
            StmtKind::DeclareArray(array) | StmtKind::Store { array, .. } => {
                self.arrays.entry(*array).or_insert(stmt.span);
            }
            StmtKind::Atomic(Atomic { op, array, result, .. }) => {
                if *op != AtomicOp::Load {
                    self.arrays.entry(*array).or_insert(stmt.span);
                }
                self.result(*result, stmt.span);
            }
            StmtKind::Warp(warp) => self.result(warp.result, stmt.span),
            StmtKind::Barrier { vote, .. } => self.result(vote.as_ref().map(|vote| vote.result), stmt.span),
            StmtKind::If { then, else_, .. } => {
                then.iter().chain(else_).for_each(|inner| self.add(inner));
            }
            StmtKind::Loop(inner) => inner.body.iter().for_each(|stmt| self.add(stmt)),
            StmtKind::Scope { body, .. } | StmtKind::Wraps(body) | StmtKind::Call(Call { body, .. }) => {
                body.iter().for_each(|stmt| self.add(stmt));
            }
            StmtKind::Leave(_) | StmtKind::Fence(_) | StmtKind::Assert { .. } | StmtKind::Assume(_) => {}
        }
    }
}
