//! Barrier invariants: statements about two threads of a block (RACE-18).

use crate::base::Span;
use crate::cpp::Env;
use crate::kernel::ir::{Axis, Binary, BoundId, Builtin, Expr, ExprKind, LocalRole, Quantifier, Space, Type, Unary};
/// The second thread.
pub fn thread(second: BoundId, span: Span) -> Expr {
    Expr::new(ExprKind::Bound(second), Type::Thread, span)
}

/// The expression as another thread of the block means it: its own locals, coordinates and private arrays are that thread's.
pub fn seen_by(env: &Env, e: &mut Expr, whose: &Expr) {
    let is_theirs = match &mut *e.kind {
        ExprKind::Local(local) => match env.kernel.locals[local.index()].role {
            LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque => true,
            LocalRole::Param => !env.variables.stable.contains(local),
            LocalRole::Template | LocalRole::Ghost | LocalRole::Global => false,
        },
        ExprKind::Builtin(Builtin::ThreadIdx(_)) => true,
        ExprKind::Read { array, .. } => match env.kernel.arrays[array.index()].space {
            Space::Private => true,
            Space::Global | Space::Constant | Space::Shared | Space::Ghost | Space::Surface => false,
        },
        ExprKind::Active(thread @ None) => {
            *thread = Some(whose.clone());
            return;
        }
        // What stands before the `@` is the named thread's already, but for the indices of a cell.
        ExprKind::At(inner, named) => {
            if let ExprKind::Read { index, .. } = &mut *inner.kind {
                index.iter_mut().for_each(|index| seen_by(env, index, whose));
            }
            return seen_by(env, named, whose);
        }
        _ => false,
    };
    e.children_mut().into_iter().for_each(|child| seen_by(env, child, whose));
    if is_theirs {
        *e = Expr::new(ExprKind::At(e.clone(), whose.clone()), e.ty, e.span);
    }
}

/// `forall other : thread. other is another active thread of the block -> body`
pub fn of_all_others(second: BoundId, body: Expr) -> Expr {
    let span = body.span;
    let of = |builtin: Builtin| Expr::new(ExprKind::Builtin(builtin), Type::UINT, span);
    let proposition = |kind: ExprKind| Expr::new(kind, Type::Bool, span);
    let same = |builtin: Builtin| {
        let theirs = Expr::new(ExprKind::At(of(builtin), thread(second, span)), Type::UINT, span);
        proposition(ExprKind::Binary(Binary::Eq, theirs, of(builtin)))
    };
    let all = |builtin: fn(Axis) -> Builtin| {
        let [x, y, z] = Axis::ALL.map(|axis| same(builtin(axis)));
        let first = proposition(ExprKind::Binary(Binary::And, x, y));
        proposition(ExprKind::Binary(Binary::And, first, z))
    };
    let myself = all(Builtin::ThreadIdx);
    let another = proposition(ExprKind::Unary(Unary::Not, myself));
    let active = proposition(ExprKind::Active(Some(thread(second, span))));
    let there = proposition(ExprKind::Binary(Binary::And, all(Builtin::BlockIdx), another));
    let there = proposition(ExprKind::Binary(Binary::And, there, active));
    let body = proposition(ExprKind::Binary(Binary::Implies, there, body));
    proposition(ExprKind::Quantified(Quantifier::Forall, vec![second], body))
}
