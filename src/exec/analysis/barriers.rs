//! Where statements hold barriers, and which they surely pass (RACE-13).

use crate::kernel::ir::{BarrierScope, Call, Label, Stmt, StmtKind, WarpOp, occurs};

/// The widest scope of which it is true.
pub fn widest(mut is: impl FnMut(BarrierScope) -> bool) -> Option<BarrierScope> {
    [BarrierScope::Grid, BarrierScope::Block].into_iter().find(|scope| is(*scope))
}

/// A barrier that orders these threads stands somewhere in the statements.
pub fn holds_barrier(stmts: &[Stmt], of: BarrierScope) -> bool {
    occurs(stmts, &|kind| matches!(kind, StmtKind::Barrier { scope, .. } if *scope >= of))
}

/// Such an operation of the lanes of a warp stands somewhere in the statements.
pub fn holds_warp_operation(stmts: &[Stmt], such: impl Fn(&WarpOp) -> bool) -> bool {
    occurs(stmts, &|kind| matches!(kind, StmtKind::Warp(warp) if such(&warp.op)))
}

/// RACE-13: every thread that executes the statements passes a barrier that orders these threads.
pub fn surely_passes_barrier(stmts: &[Stmt], of: BarrierScope) -> bool {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Barrier { scope, .. } if *scope >= of => return true,
            StmtKind::Scope { body, .. } | StmtKind::Wraps(body) | StmtKind::Call(Call { body, .. })
                if surely_passes_barrier(body, of) =>
            {
                return true;
            }
            _ => {}
        }
        if leaves_outwards(stmt) {
            return false;
        }
    }
    false
}

/// Some thread may leave the statement for a place behind the statement after it.
fn leaves_outwards(stmt: &Stmt) -> bool {
    fn collect(stmt: &Stmt, open: &mut Vec<Label>) -> bool {
        let opened = match &stmt.kind {
            StmtKind::Leave(label) => return !open.contains(label),
            StmtKind::Loop(inner) => Some(inner.label),
            StmtKind::Scope { label, .. } => Some(*label),
            _ => None,
        };
        open.extend(opened);
        let leaves = stmt.kind.bodies().into_iter().flatten().any(|inner| collect(inner, open));
        if opened.is_some() {
            open.pop();
        }
        leaves
    }
    collect(stmt, &mut Vec::new())
}

/// Threads may order themselves by the statement; or its arithmetic wraps. What they learn of each other by atomics and is used is
/// a symbol of the body.
pub fn exchanges(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Barrier { .. } | StmtKind::Warp(_) | StmtKind::Wraps(_) | StmtKind::Call(_) => true,
        StmtKind::Atomic(_)
        | StmtKind::Declare(_)
        | StmtKind::DeclareArray(_)
        | StmtKind::Assign { .. }
        | StmtKind::Store { .. }
        | StmtKind::Loop(_)
        | StmtKind::If { .. }
        | StmtKind::Scope { .. }
        | StmtKind::Leave(_)
        | StmtKind::Fence(_)
        | StmtKind::Assert { .. }
        | StmtKind::Assume(_) => false,
    }
}
