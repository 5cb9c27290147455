//! Numbers near the constants of a kernel: where it may begin to do something else, so sizes worth to be tried.

use std::collections::BTreeSet;

use num_traits::ToPrimitive;

use crate::kernel::ir::{Expr, ExprKind, Kernel, StmtKind, walk};

/// Numbers that stand in the kernel, in its contract and in the sizes of its arrays, up to `most`, and their neighbours.
pub fn hints(kernel: &Kernel, most: i64) -> Vec<i64> {
    let mut constants = BTreeSet::new();
    kernel.contract.requires.iter().for_each(|clause| note(&clause.expr, &mut constants));
    kernel.arrays.iter().flat_map(|array| array.extents.iter().flatten()).for_each(|size| note(size, &mut constants));
    walk(&kernel.body, &mut |stmt| match &stmt.kind {
        StmtKind::Loop(inner) => note(&inner.guard, &mut constants),
        StmtKind::Barrier { .. } | StmtKind::Atomic(_) | StmtKind::Warp(_) => {}
        kind => kind.exprs().into_iter().for_each(|expr| note(expr, &mut constants)),
    });
    let near = constants.into_iter().flat_map(|number| [number, number + 1, 2 * number, number / 2]);
    let near: BTreeSet<i64> = near.filter(|size| (2..=most).contains(size)).collect();
    near.into_iter().collect()
}

fn note(expr: &Expr, constants: &mut BTreeSet<i64>) {
    expr.walk(&mut |part| {
        if let ExprKind::Int(value) = &*part.kind {
            constants.extend(value.to_i64().filter(|value| (2..=1 << 16).contains(value)));
        }
    });
}
