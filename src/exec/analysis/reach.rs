//! What statements can reach: labels they leave, variables they mention.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::ir::{Binary, Call, Expr, ExprKind, Kernel, Label, LocalId, Loop, Stmt, StmtKind, Unary, occurs};

/// The statements directly inside a statement, list by list.
pub fn inner_lists(stmt: &Stmt) -> Vec<&[Stmt]> {
    match &stmt.kind {
        StmtKind::If { then, else_, .. } => vec![then, else_],
        StmtKind::Loop(inner) => vec![&inner.body],
        StmtKind::Scope { body, .. } | StmtKind::Wraps(body) | StmtKind::Call(Call { body, .. }) => vec![body],
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
        | StmtKind::Assume(_) => Vec::new(),
    }
}

/// Visits the statements and those inside them, outer ones first.
pub fn each_stmt<'k>(stmts: &'k [Stmt], visit: &mut dyn FnMut(&'k Stmt)) {
    for stmt in stmts {
        visit(stmt);
        inner_lists(stmt).into_iter().for_each(|list| each_stmt(list, visit));
    }
}

/// The labels that the body leaves and that are not opened in it: the loop's own and outer ones.
pub fn labels_left(inner: &Loop) -> BTreeSet<Label> {
    let (mut left, mut opened) = (BTreeSet::new(), BTreeSet::new());
    each_stmt(&inner.body, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Leave(label) => left.insert(*label),
            StmtKind::Loop(inner) => opened.insert(inner.label),
            StmtKind::Scope { label, .. } => opened.insert(*label),
            _ => false,
        };
    });
    left.difference(&opened).copied().collect()
}

/// Some thread may leave the label in the statements.
pub fn leaves(stmts: &[Stmt], label: Label) -> bool {
    occurs(stmts, &|kind| matches!(kind, StmtKind::Leave(left) if *left == label))
}

/// Number of statements, nested ones included.
pub fn size(stmts: &[Stmt]) -> usize {
    let mut size = 0;
    each_stmt(stmts, &mut |_| size += 1);
    size
}

/// How often each local is mentioned.
pub type Mentions = BTreeMap<LocalId, usize>;

/// The mentions in all of a kernel, contract included.
pub fn mentions_of_kernel(kernel: &Kernel) -> Mentions {
    let mut found = Mentions::new();
    kernel.requires.iter().chain(&kernel.ensures).for_each(|clause| in_expr(&clause.expr, &mut found));
    kernel
        .arrays
        .iter()
        .flat_map(|array| array.extents.iter().flatten())
        .for_each(|extent| in_expr(extent, &mut found));
    each_stmt(&kernel.body, &mut |stmt| in_stmt(stmt, &mut found));
    found
}

/// The locals that an invariant of the loop compares with something: one side of an equation or an inequality that it states,
/// under a condition or not.
pub fn described_by_invariants(inner: &Loop) -> BTreeSet<LocalId> {
    fn local(expr: &Expr) -> Option<LocalId> {
        match &*expr.kind {
            ExprKind::Local(local) => Some(*local),
            ExprKind::Convert(_, of) => local(of),
            _ => None,
        }
    }
    fn stated(expr: &Expr, found: &mut BTreeSet<LocalId>) {
        match &*expr.kind {
            ExprKind::Binary(Binary::And | Binary::Or | Binary::Implies, left, right) => {
                [left, right].into_iter().for_each(|part| stated(part, found))
            }
            ExprKind::Binary(Binary::Eq | Binary::Le | Binary::Lt | Binary::Ge | Binary::Gt, left, right) => {
                found.extend([left, right].into_iter().filter_map(local));
            }
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    inner.invariants.iter().for_each(|clause| stated(&clause.expr, &mut found));
    found
}

/// The locals that an invariant of the loop says to be powers of two.
pub fn powers_of_invariants(inner: &Loop) -> BTreeSet<LocalId> {
    let mut found = BTreeSet::new();
    for clause in &inner.invariants {
        clause.expr.walk(&mut |expr| {
            if let ExprKind::Unary(Unary::IsPow2, of) = &*expr.kind
                && let ExprKind::Local(local) = &*of.kind
            {
                found.insert(*local);
            }
        });
    }
    found
}

/// The locals that only the loop's body mentions. If each read of such a local follows an assignment (R7),
/// that assignment stands in the same iteration, so no value of it passes the loop's head.
pub fn confined(inner: &Loop, everywhere: &Mentions) -> BTreeSet<LocalId> {
    let found = mentions_in(&inner.body);
    found.into_iter().filter(|(local, count)| everywhere.get(local) == Some(count)).map(|(local, _)| local).collect()
}

/// The mentions in a list of statements.
pub fn mentions_in(stmts: &[Stmt]) -> Mentions {
    let mut found = Mentions::new();
    each_stmt(stmts, &mut |stmt| in_stmt(stmt, &mut found));
    found
}

fn in_stmt(stmt: &Stmt, found: &mut Mentions) {
    match &stmt.kind {
        StmtKind::Declare(local) => *found.entry(*local).or_default() += 1,
        StmtKind::Assign { local, value } => {
            *found.entry(*local).or_default() += 1;
            in_expr(value, found);
        }
        StmtKind::Store { index, value, .. } => {
            index.iter().for_each(|index| in_expr(index, found));
            in_expr(value, found);
        }
        StmtKind::If { cond, .. } => in_expr(cond, found),
        StmtKind::Loop(inner) => {
            in_expr(&inner.guard, found);
            inner.invariants.iter().chain(&inner.variant).for_each(|clause| in_expr(&clause.expr, found));
        }
        StmtKind::Assert { clause, .. } | StmtKind::Assume(clause) => in_expr(&clause.expr, found),
        // A result that nothing reads is not mentioned.
        StmtKind::Atomic(atomic) => atomic.exprs().for_each(|expr| in_expr(expr, found)),
        StmtKind::Warp(warp) => warp.exprs().for_each(|expr| in_expr(expr, found)),
        StmtKind::Call(call) => call.exprs().for_each(|expr| in_expr(expr, found)),
        StmtKind::Barrier { vote, .. } => vote.iter().for_each(|vote| in_expr(&vote.operand, found)),
        StmtKind::DeclareArray(_)
        | StmtKind::Scope { .. }
        | StmtKind::Leave(_)
        | StmtKind::Fence(_)
        | StmtKind::Wraps(_) => {}
    }
}

fn in_expr(expr: &Expr, found: &mut Mentions) {
    expr.walk(&mut |expr| {
        if let ExprKind::Local(local) = &*expr.kind {
            *found.entry(*local).or_default() += 1;
        }
    });
}
