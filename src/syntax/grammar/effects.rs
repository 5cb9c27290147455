//! What evaluating operands may do to each other, seen from their text.

use std::collections::BTreeSet;

use crate::syntax::tree::{Expr, ExprKind, UnaryOp};

/// Where a place is: the variable that it is, or is in, if it is not behind a pointer; `None` if finding it does more than read
/// variables. Adds the variables that are read for it.
pub fn root(place: &Expr, read: &mut BTreeSet<String>) -> Option<Option<String>> {
    match &place.kind {
        ExprKind::Name(name) => Some(Some(name.ident.clone())),
        ExprKind::Member { base, arrow: false, .. } => root(base, read),
        ExprKind::Member { base, arrow: true, .. } | ExprKind::Unary(UnaryOp::Deref, base) => {
            reads_variables(base, read).then_some(None)
        }
        ExprKind::Index(base, index) => reads_variables(index, read).then(|| root(base, read)).flatten(),
        _ => None,
    }
}

/// Whether a value is computed from variables and constants alone; adds the variables.
fn reads_variables(value: &Expr, read: &mut BTreeSet<String>) -> bool {
    match &value.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Char(_) | ExprKind::This => true,
        ExprKind::Name(name) => {
            read.insert(name.ident.clone());
            true
        }
        ExprKind::Member { base, arrow: false, .. } | ExprKind::Cast(_, _, base) => reads_variables(base, read),
        ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not | UnaryOp::BitNot, inner) => {
            reads_variables(inner, read)
        }
        ExprKind::Binary(_, left, right) => reads_variables(left, read) && reads_variables(right, read),
        _ => false,
    }
}

/// Whether evaluating a value may change something; nothing says which of several is evaluated first.
pub fn may_assign(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Int(_)
        | ExprKind::Float { .. }
        | ExprKind::Bool(_)
        | ExprKind::Char(_)
        | ExprKind::Str(_)
        | ExprKind::Nullptr
        | ExprKind::This
        | ExprKind::Name(_)
        | ExprKind::SizeofType(_)
        | ExprKind::AlignofType(_)
        | ExprKind::SizeofExpr(_)
        | ExprKind::Extent(_) => false,
        ExprKind::Unary(_, inner) | ExprKind::Cast(_, _, inner) | ExprKind::Member { base: inner, .. } => {
            may_assign(inner)
        }
        ExprKind::Binary(_, one, other) | ExprKind::Comma(one, other) | ExprKind::Index(one, other) => {
            may_assign(one) || may_assign(other)
        }
        ExprKind::Conditional(condition, then, other) => may_assign(condition) || may_assign(then) || may_assign(other),
        // Functions of CUDA with such names compute.
        ExprKind::Call(called, args) => {
            !matches!(&called.kind, ExprKind::Name(name) if name.ident.starts_with("__") && !name.ident.contains("atomic"))
                || args.iter().any(may_assign)
        }
        ExprKind::Construct(_, args) | ExprKind::InitList(args) => args.iter().any(may_assign),
        ExprKind::Step { .. }
        | ExprKind::Assign(..)
        | ExprKind::Lambda(_)
        | ExprKind::Unsupported(_)
        | ExprKind::Spec(_) => true,
    }
}
