//! What statements can reach: labels they leave, variables they mention.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::ir::{Expr, ExprKind, Kernel, Label, LocalId, Loop, Stmt, StmtKind, walk};

/// The labels that the body leaves and that are not opened in it: the loop's own and outer ones.
pub fn labels_left(inner: &Loop) -> BTreeSet<Label> {
    let (mut left, mut opened) = (BTreeSet::new(), BTreeSet::new());
    walk(&inner.body, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Leave(label) => left.insert(*label),
            StmtKind::Loop(inner) => opened.insert(inner.label),
            StmtKind::Scope { label, .. } => opened.insert(*label),
            _ => false,
        };
    });
    left.difference(&opened).copied().collect()
}

/// Number of statements, nested ones included.
pub fn size(stmts: &[Stmt]) -> usize {
    let mut count = 0;
    walk(stmts, &mut |_| count += 1);
    count
}

/// How often each local is mentioned.
pub type Mentions = BTreeMap<LocalId, usize>;

/// The mentions in all of a kernel, contract included.
pub fn mentions_of_kernel(kernel: &Kernel) -> Mentions {
    let mut found = mentions_in(&kernel.body);
    let clauses = kernel.contract.requires.iter().chain(&kernel.contract.ensures).map(|clause| &clause.expr);
    let extents = kernel.arrays.iter().flat_map(|array| array.extents.iter().flatten());
    clauses.chain(extents).for_each(|expr| in_expr(expr, &mut found));
    found
}

/// The locals that only these statements mention. If each read of such a local follows an assignment (STMT-4), that assignment
/// stands in the same execution of the statements, so no value of it passes from one to the next.
pub fn confined(stmts: &[Stmt], everywhere: &Mentions) -> BTreeSet<LocalId> {
    let found = mentions_in(stmts);
    found.into_iter().filter(|(local, count)| everywhere.get(local) == Some(count)).map(|(local, _)| local).collect()
}

/// The mentions in a list of statements. What an operation of threads together gives is mentioned where something reads it.
pub fn mentions_in(stmts: &[Stmt]) -> Mentions {
    let mut found = Mentions::new();
    walk(stmts, &mut |stmt| {
        if let StmtKind::Declare(local) | StmtKind::Assign { local, .. } = stmt.kind {
            *found.entry(local).or_default() += 1;
        }
        stmt.kind.exprs().into_iter().for_each(|expr| in_expr(expr, &mut found));
    });
    found
}

fn in_expr(expr: &Expr, found: &mut Mentions) {
    expr.walk(&mut |expr| {
        if let ExprKind::Local(local) = &*expr.kind {
            *found.entry(*local).or_default() += 1;
        }
    });
}
