//! What a loop that strides over rows has done of them: the postcondition, for the rows of its finished iterations.

use std::collections::BTreeSet;

use crate::kernel::ir::{
    ArrayId, Binary, BoundId, Builtin, Expr, ExprKind, LocalId, Quantifier, StmtKind, Type, written,
};

use super::cells::replaced;
use super::terms::{Build, any, is_fixed};
use super::{Guesses, mentions};

/// A part of the postcondition: for all values of its variables that meet the premises, the conclusion.
struct Part {
    vars: Vec<BoundId>,
    premises: Vec<Expr>,
    conclusion: Expr,
}

impl Guesses<'_, '_> {
    pub fn rows(&mut self) {
        let build = self.build;
        let stored: BTreeSet<ArrayId> = written(&self.site.inner.body).arrays.into_keys().collect();
        // A row, or its elements by as many as an iteration does.
        let dones: Vec<Expr> = self.rows_done().into_iter().chain(self.covered().into_iter().rev()).collect();
        let parts = build.kernel.contract.ensures.iter().flat_map(|clause| parts(build, &clause.expr));
        for (number, Part { vars, premises, conclusion }) in parts.enumerate() {
            if !any(&conclusion, &|kind| matches!(kind, ExprKind::Read { array, .. } if stored.contains(array))) {
                continue;
            }
            let old = old_cells(&conclusion, &stored, &vars);
            for (row, done) in vars.iter().flat_map(|row| dones.iter().map(move |done| (row, done))) {
                let rows = |op| {
                    let own = build.compare(op, build.bound(*row), done.clone());
                    premises.iter().cloned().chain([own]).collect::<Vec<_>>()
                };
                let clause = build.for_all(vars.clone(), rows(Binary::Lt), conclusion.clone());
                self.add(format!("rows {number}"), false, clause);
                for cell in &old {
                    let before = build.expr(ExprKind::Old(cell.clone()), cell.ty);
                    let same = build.compare(Binary::Eq, cell.clone(), before);
                    let clause = build.for_all(vars.clone(), rows(Binary::Ge), same);
                    self.add(format!("rows of {}", build.text(cell)), false, clause);
                }
            }
        }
    }

    /// The first row that is not done, if all blocks together have done all before it. The counter of the guard begins at a row of its
    /// thread or block, and each iteration adds the same to it.
    fn rows_done(&self) -> Option<Expr> {
        let (build, inner) = (self.build, self.site.inner);
        let changed = written(&inner.body).locals;
        let counter = self.counters().into_iter().find(|counter| mentions(&inner.guard, *counter))?;
        let assigned = |kind: &StmtKind| match kind {
            StmtKind::Assign { local, value } if *local == counter => build.exact(value),
            _ => None,
        };
        let next = inner.body.iter().find_map(|stmt| assigned(&stmt.kind))?;
        let first = self.site.before.iter().rev().find_map(|stmt| assigned(&stmt.kind))?;
        let step = build.sum(&build.linear(&next).minus(&build.linear(&build.local(counter))));
        let everything = |_: LocalId| true;
        let first = build.linear(&build.expanded(&first, &everything)).without(&|e| any(e, &is_of_thread));
        let count = build.expr(ExprKind::LoopCount(inner.id), Type::Integer);
        let done = build.binary(Binary::Add, build.sum(&first), build.binary(Binary::Mul, count, step));
        (is_fixed(&done, &changed) && !any(&done, &is_of_thread)).then_some(done)
    }
}

fn is_of_thread(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Builtin(Builtin::ThreadIdx(_) | Builtin::BlockIdx(_)))
}

/// The parts of a clause that speak of all values of something, with variables of their own.
fn parts(build: &Build<'_>, e: &Expr) -> Vec<Part> {
    let mut found = Vec::new();
    let mut open = vec![Part { vars: Vec::new(), premises: Vec::new(), conclusion: e.clone() }];
    while let Some(Part { mut vars, mut premises, conclusion }) = open.pop() {
        match *conclusion.kind {
            ExprKind::Binary(Binary::And, one, other) => {
                open.push(Part { vars: vars.clone(), premises: premises.clone(), conclusion: other });
                open.push(Part { vars, premises, conclusion: one });
            }
            ExprKind::Binary(Binary::Implies, premise, conclusion) => {
                premises.push(premise);
                open.push(Part { vars, premises, conclusion });
            }
            ExprKind::Quantified(Quantifier::Forall, bound, mut body) => {
                for var in bound {
                    let own = build.variable(&build.kernel.bound[var.index()].name);
                    body = replaced(&body, var, &build.bound(own));
                    vars.push(own);
                }
                open.push(Part { vars, premises, conclusion: body });
            }
            _ if vars.is_empty() => {}
            _ => found.push(Part { vars, premises, conclusion }),
        }
    }
    found
}

/// The cells of these arrays, by these variables alone, that an expression reads as they were at entry.
fn old_cells(e: &Expr, arrays: &BTreeSet<ArrayId>, vars: &[BoundId]) -> Vec<Expr> {
    let mut found = Vec::new();
    let is_other = |kind: &ExprKind| match kind {
        ExprKind::Bound(var) => !vars.contains(var),
        ExprKind::Read { .. } => true,
        _ => false,
    };
    e.walk(&mut |part| {
        let ExprKind::Old(of) = &*part.kind else { return };
        of.walk(&mut |cell| {
            if let ExprKind::Read { array, index } = &*cell.kind
                && arrays.contains(array)
                && !index.iter().any(|index| any(index, &is_other))
            {
                found.push(super::terms::exact(cell.clone()));
            }
        });
    });
    found
}
