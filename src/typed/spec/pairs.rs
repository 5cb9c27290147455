//! Barrier invariants: statements about two threads of a block (R170).

use crate::base::{Span, codes};
use crate::kernel::ir::{Axis, Binary, BoundId, Builtin, Expr, ExprKind, LocalRole, Quantifier, Space, Type};
use crate::syntax::tree;

use crate::typed::model::{Env, Lowered};
use crate::typed::spec::{Context, Place};

impl Context<'_, '_> {
    /// `\other(x)`: x in the second thread of the pair.
    pub(super) fn other(&mut self, e: &tree::Expr, span: Span) -> Lowered<Expr> {
        if self.place != Place::BarrierInvariant {
            return Err(self.env.error(codes::E0409, span, "`\\other` belongs to `barrier_invariant`"));
        }
        let inner = self.value(e)?;
        let second = match self.second {
            Some(second) => second,
            None => self.env.new_bound("other", Type::Thread),
        };
        self.second = Some(second);
        Ok(Expr { span, ..seen_by(self.env, inner, &thread(second, span)) })
    }
}

fn thread(second: BoundId, span: Span) -> Expr {
    Expr::new(ExprKind::Bound(second), Type::Thread, span)
}

/// The expression as another thread of the block means it: its own locals, coordinates and private arrays are that thread's.
fn seen_by(env: &Env, e: Expr, whose: &Expr) -> Expr {
    let Expr { kind, ty, span } = e;
    let theirs = |e: Expr| seen_by(env, e, whose);
    let at = |kind: ExprKind| ExprKind::At(Expr::new(kind, ty, span), whose.clone());
    let all = |list: Vec<Expr>| list.into_iter().map(theirs).collect::<Vec<_>>();
    let kind = match *kind {
        ExprKind::Local(local) => match env.kernel.locals[local.index()].role {
            LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque => at(ExprKind::Local(local)),
            LocalRole::Param if !env.variables.stable.contains(&local) => at(ExprKind::Local(local)),
            LocalRole::Param | LocalRole::Template | LocalRole::Ghost | LocalRole::Global => ExprKind::Local(local),
        },
        ExprKind::Builtin(builtin @ Builtin::ThreadIdx(_)) => at(ExprKind::Builtin(builtin)),
        ExprKind::Read { array, index } => {
            let read = ExprKind::Read { array, index: all(index) };
            match env.kernel.arrays[array.index()].space {
                Space::Private => at(read),
                Space::Global | Space::Constant | Space::Shared | Space::Ghost | Space::Surface => read,
            }
        }
        ExprKind::Active(None) => ExprKind::Active(Some(whose.clone())),
        ExprKind::Active(Some(thread)) => ExprKind::Active(Some(theirs(thread))),
        ExprKind::Unary(op, a) => ExprKind::Unary(op, theirs(a)),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(op, theirs(a), theirs(b)),
        ExprKind::Conditional(a, b, c) => ExprKind::Conditional(theirs(a), theirs(b), theirs(c)),
        ExprKind::Convert(conversion, a) => ExprKind::Convert(conversion, theirs(a)),
        ExprKind::Math(name, args) => ExprKind::Math(name, all(args)),
        ExprKind::Logic(name, args) => ExprKind::Logic(name, all(args)),
        ExprKind::Quantified(quantifier, vars, body) => ExprKind::Quantified(quantifier, vars, theirs(body)),
        ExprKind::Fold { kind, var, body, lo, hi } => {
            ExprKind::Fold { kind, var, body: theirs(body), lo: theirs(lo), hi: theirs(hi) }
        }
        ExprKind::FoldThreads { kind, var, body } => ExprKind::FoldThreads { kind, var, body: theirs(body) },
        ExprKind::Old(inner) => ExprKind::Old(theirs(inner)),
        // What stands before the `@` is the named thread's already, but for the indices of a cell.
        ExprKind::At(inner, named) => {
            let Expr { kind, ty, span } = inner;
            let inner = match *kind {
                ExprKind::Read { array, index } => ExprKind::Read { array, index: all(index) },
                other => other,
            };
            ExprKind::At(Expr::new(inner, ty, span), theirs(named))
        }
        same @ (ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Builtin(_)
        | ExprKind::Bound(_)
        | ExprKind::LoopCount(_)
        | ExprKind::Length(_)) => same,
    };
    Expr::new(kind, ty, span)
}

/// `forall other : thread. other is another active thread of the block -> body`
pub(super) fn of_all_others(second: BoundId, body: Expr) -> Expr {
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
    let another = proposition(ExprKind::Unary(crate::kernel::ir::Unary::Not, myself));
    let active = proposition(ExprKind::Active(Some(thread(second, span))));
    let there = proposition(ExprKind::Binary(Binary::And, all(Builtin::BlockIdx), another));
    let there = proposition(ExprKind::Binary(Binary::And, there, active));
    let body = proposition(ExprKind::Binary(Binary::Implies, there, body));
    proposition(ExprKind::Quantified(Quantifier::Forall, vec![second], body))
}
