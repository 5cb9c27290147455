//! Operators that CUB applies as it likes (LIB-23): what they may look at and change, so that it does not matter who applies them, when,
//! and how often.

use std::collections::BTreeSet;

use crate::base::Span;
use crate::kernel::ir::{ArrayId, Builtin, Expr, ExprKind, Kernel, LocalId, Stmt, StmtKind, is_law, walk};

use super::level::Level;
use super::reach::{Mentions, mentions_in};

/// One place at which an operator is applied to any operands.
struct Law<'k> {
    levels: &'k [Level],
    /// Mentions in all of the kernel, and here.
    everywhere: &'k Mentions,
    here: Mentions,
    /// Arrays of the operator's own.
    own: BTreeSet<ArrayId>,
    found: Vec<(&'static str, Span)>,
}

/// What operators do beside combining their operands, or that these do not decide the result: each once, with a place.
pub fn unlawful(kernel: &Kernel, everywhere: &Mentions, levels: &[Level]) -> Vec<(&'static str, Span)> {
    let mut laws = Vec::new();
    laws_in(kernel, &kernel.body, &mut laws);
    let mut found = Vec::new();
    for body in laws {
        let (here, mut own) = (mentions_in(body), BTreeSet::new());
        walk(body, &mut |stmt| {
            if let StmtKind::DeclareArray(array) = stmt.kind {
                own.insert(array);
            }
        });
        let mut law = Law { levels, everywhere, here, own, found: Vec::new() };
        walk(body, &mut |stmt| law.stmt(stmt));
        found.extend(law.found);
    }
    let mut told = BTreeSet::new();
    found.retain(|(what, _)| told.insert(*what));
    found
}

fn laws_in<'k>(kernel: &Kernel, stmts: &'k [Stmt], laws: &mut Vec<&'k [Stmt]>) {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::If { cond, then, .. } if is_law(kernel, cond) => laws.push(then),
            kind => kind.bodies().into_iter().for_each(|list| laws_in(kernel, list, laws)),
        }
    }
}

impl Law<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        let changes = match &stmt.kind {
            StmtKind::Assign { local, value } => {
                self.expr(value);
                self.is_outer(*local)
            }
            StmtKind::Store { array, index, value } => {
                index.iter().chain([value]).for_each(|expr| self.expr(expr));
                !self.own.contains(array)
            }
            StmtKind::If { cond, .. } => {
                self.expr(cond);
                false
            }
            StmtKind::Loop(inner) => {
                self.expr(&inner.guard);
                false
            }
            StmtKind::Declare(_)
            | StmtKind::DeclareArray(_)
            | StmtKind::Scope { .. }
            | StmtKind::Leave(_)
            | StmtKind::Wraps(_)
            | StmtKind::Assert { .. }
            | StmtKind::Assume(_) => false,
            StmtKind::Barrier { .. }
            | StmtKind::Atomic(_)
            | StmtKind::Warp(_)
            | StmtKind::Fence(_)
            | StmtKind::Call(_) => true,
        };
        if changes {
            self.found.push(("does more than to combine its operands", stmt.span));
        }
    }

    fn expr(&mut self, expr: &Expr) {
        let mut found = None;
        expr.walk(&mut |expr| match &*expr.kind {
            ExprKind::Builtin(Builtin::ThreadIdx(_)) => found = Some("depends on the thread"),
            ExprKind::Local(local) if self.is_outer(*local) && self.levels[local.index()] == Level::Thread => {
                found = Some("depends on the thread");
            }
            ExprKind::Read { array, .. } if !self.own.contains(array) => found = Some("looks at memory"),
            _ => {}
        });
        if let Some(found) = found {
            self.found.push((found, expr.span));
        }
    }

    /// Whether the local is known outside of the law, too.
    fn is_outer(&self, local: LocalId) -> bool {
        self.here.get(&local) != self.everywhere.get(&local)
    }
}
