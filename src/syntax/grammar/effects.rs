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
        ExprKind::Step { .. }
        | ExprKind::Assign(..)
        | ExprKind::Launch(_)
        | ExprKind::Lambda(_)
        | ExprKind::Unsupported(_)
        | ExprKind::Spec(_) => true,
        ExprKind::SizeofExpr(_) | ExprKind::Extent(_) => false,
        ExprKind::Call(called, _) if !computes(called) => true,
        _ => value.any_child(may_assign),
    }
}

/// Functions of CUDA with such names compute.
fn computes(called: &Expr) -> bool {
    matches!(&called.kind, ExprKind::Name(name) if name.ident.starts_with("__") && !name.ident.contains("atomic"))
}
