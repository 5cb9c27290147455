//! What holds where a statement of a loop stands: conditions, and numbers that counters are.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;

use crate::kernel::ir::{Binary, Expr, ExprKind, LocalId, Loop, Stmt, StmtKind};

use super::terms::Build;

/// Values of the counters around a statement, all together.
pub const MOST_VALUES: usize = 64;

/// Numbers that locals are.
pub type Numbers = BTreeMap<LocalId, i64>;

/// What holds where a statement stands: conditions that are met, and the numbers that counters of loops around it are.
pub struct Around<'k> {
    pub guards: Vec<&'k Expr>,
    pub numbers: Numbers,
    /// How often the statement is visited for them.
    pub times: usize,
}

/// Visits statements with what holds there, in loops over a few numbers once for each.
pub fn guarded<'k>(stmts: &'k [Stmt], around: &mut Around<'k>, visit: &mut dyn FnMut(&'k Stmt, &Around<'k>)) {
    for (at, stmt) in stmts.iter().enumerate() {
        visit(stmt, around);
        match &stmt.kind {
            StmtKind::If { cond, then, else_ } => {
                around.guards.push(cond);
                guarded(then, around, visit);
                around.guards.pop();
                guarded(else_, around, visit);
            }
            StmtKind::Loop(inner) => match numbers_of(inner, &stmts[..at], MOST_VALUES / around.times) {
                Some((counter, numbers)) => {
                    let times = around.times;
                    around.times *= numbers.len().max(1);
                    for number in numbers {
                        around.numbers.insert(counter, number);
                        guarded(&inner.body, around, visit);
                    }
                    around.numbers.remove(&counter);
                    around.times = times;
                }
                None => guarded(&inner.body, around, visit),
            },
            _ => stmt.kind.bodies().into_iter().for_each(|body| guarded(body, around, visit)),
        }
    }
}

/// The counter of a loop, and the numbers that it is in its iterations, if these are so many at most and stand in the program.
fn numbers_of(inner: &Loop, before: &[Stmt], most: usize) -> Option<(LocalId, Vec<i64>)> {
    let ExprKind::Binary(op @ (Binary::Lt | Binary::Le), counter, end) = &*inner.guard.kind else { return None };
    let (ExprKind::Local(counter), end) = (cell(counter), number(end)?) else { return None };
    let assigned = |stmt: &'_ Stmt| match &stmt.kind {
        StmtKind::Assign { local, value } if local == counter => Some(value.clone()),
        _ => None,
    };
    let first = number(&before.iter().rev().find_map(assigned)?)?;
    let next = inner.body.iter().rev().find_map(assigned)?;
    let ExprKind::Binary(Binary::Add, one, by) = cell(&next) else { return None };
    let step = number(by).filter(|step| is_local(one, *counter) && *step > 0)?;
    let last = if *op == Binary::Lt { end - 1 } else { end };
    let numbers: Vec<i64> = (first..=last).step_by(step as usize).take(most + 1).collect();
    (numbers.len() <= most).then_some((*counter, numbers))
}

/// The number that an expression is.
pub fn number(e: &Expr) -> Option<i64> {
    match cell(e) {
        ExprKind::Int(value) => value.to_i64(),
        _ => None,
    }
}

/// With these numbers for locals.
pub fn numbered(build: &Build<'_>, e: &Expr, numbers: &Numbers) -> Expr {
    match cell(e) {
        ExprKind::Local(local) if numbers.contains_key(local) => build.int(numbers[local]),
        _ => {
            let mut e = e.clone();
            e.children_mut().into_iter().for_each(|child| *child = numbered(build, child, numbers));
            e
        }
    }
}

/// What stands under conversions.
pub fn cell(e: &Expr) -> &ExprKind {
    match &*e.kind {
        ExprKind::Convert(_, of) => cell(of),
        kind => kind,
    }
}

/// Whether an expression is a local, converted or not.
pub fn is_local(e: &Expr, local: LocalId) -> bool {
    match &*e.kind {
        ExprKind::Local(other) => *other == local,
        ExprKind::Convert(_, of) => is_local(of, local),
        _ => false,
    }
}
