//! What may make two runs of a kernel on the same input end differently, though no two threads race (AMP-16).

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Span;

use super::ir::{
    ArrayId, AssertOrigin, AtomicOp, ExprKind, Kernel, Lanes, LocalId, LocalRole, Stmt, StmtKind, WarpOp, occurs, walk,
    written,
};

/// What destroys determinism, in words, and where. A race does, too, and is not among it.
pub fn broken_by(kernel: &Kernel) -> Vec<(String, Span)> {
    let mut found: Vec<(String, Span)> = Vec::new();
    let used = used(&kernel.body);
    let mut operations: BTreeMap<ArrayId, AtomicOp> = BTreeMap::new();
    walk(&kernel.body, &mut |stmt| match &stmt.kind {
        StmtKind::Atomic(atomic) => {
            let array = &kernel.arrays[atomic.array.index()];
            let op = if atomic.op == AtomicOp::Sub { AtomicOp::Add } else { atomic.op };
            let known = *operations.entry(atomic.array).or_insert(op);
            let why = match op {
                AtomicOp::Exch | AtomicOp::Cas | AtomicOp::Load | AtomicOp::Store | AtomicOp::Inc | AtomicOp::Dec => {
                    Some("it hangs on the order of threads what this atomic operation finds or leaves".to_owned())
                }
                _ if atomic.result.is_some_and(|result| used.contains(&result)) => {
                    Some("what an atomic operation returns is used".to_owned())
                }
                AtomicOp::Add if !array.element.is_integral() => {
                    Some(format!("the sum in `{}` is rounded in the order of threads", array.name))
                }
                _ if known != op => Some(format!("`{}` is changed by atomic operations of several kinds", array.name)),
                _ => None,
            };
            found.extend(why.map(|why| (why, stmt.span)));
        }
        StmtKind::Warp(warp) => {
            let is_by_chance = matches!(warp.op, WarpOp::Active | WarpOp::Coalesced)
                || matches!(warp.lanes, Lanes::Present) && warp.op != WarpOp::Sync;
            found.extend(
                is_by_chance.then(|| ("which lanes are active is not the same in every run".to_owned(), stmt.span)),
            );
        }
        StmtKind::Assert { origin: AssertOrigin::Initialised | AssertOrigin::Written, .. } => {
            found.push(("a value is used that may not have been written".to_owned(), stmt.span));
        }
        _ => {}
    });
    let has_fences = occurs(&kernel.body, &|kind| matches!(kind, StmtKind::Fence(_)));
    if let Some(span) = kernel.source.volatile.first().filter(|_| has_fences) {
        found.push(("volatile accesses see what other threads do meanwhile".to_owned(), *span));
    }
    let assigned = written(&kernel.body).locals;
    for (at, local) in kernel.locals.iter().enumerate() {
        let is_made = matches!(local.role, LocalRole::Temporary | LocalRole::Opaque) && !local.is_law();
        if is_made && !assigned.contains_key(&LocalId(at as u32)) {
            found.push((format!("the value of `{}` is not modelled", local.name), local.span));
        }
    }
    found
}

/// The variables that some expression reads.
fn used(stmts: &[Stmt]) -> BTreeSet<LocalId> {
    let mut all = BTreeSet::new();
    walk(stmts, &mut |stmt| {
        for expr in stmt.kind.exprs() {
            expr.walk(&mut |part| {
                if let ExprKind::Local(local) = &*part.kind {
                    all.insert(*local);
                }
            });
        }
    });
    all
}
