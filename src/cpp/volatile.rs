//! Which reads and stores are made by way of `volatile` types (ATOMIC-3), by how expressions are written: types here do not say so.
//! Where that does not tell, in a file that has such types, an access counts as one: so no race is claimed that is none.

use crate::base::Span;
use crate::syntax::tree::{Expr, ExprKind, Type, TypeKind, UnaryOp};

use super::{Entity, Env, Note};

/// Whether the object, or what it leads to, may be `volatile`. What a name of a type stands for is not looked at.
fn mentions(ty: &Type) -> bool {
    ty.qualifiers.is_volatile
        || matches!(ty.kind, TypeKind::Named(_) | TypeKind::Decltype(_) | TypeKind::Other(_))
        || ty.inner().is_some_and(mentions)
}

fn is_deduced(ty: &Type) -> bool {
    matches!(ty.innermost().kind, TypeKind::Auto)
}

/// Whether the type of a variable that is declared here may be `volatile`.
pub fn may_be(env: &Env, ty: &Type, init: Option<&Expr>) -> bool {
    let may_be = || mentions(ty) || is_deduced(ty) && init.is_none_or(|init| is_volatile(env, init));
    env.table.spellings.volatile && may_be()
}

/// Notes a variable in the present scope.
pub fn note(env: &mut Env, name: &str, ty: &Type, init: Option<&Expr>) {
    if may_be(env, ty, init) {
        env.note(Note::Volatile, name, Entity::Reported);
    }
}

/// Notes that the place is read, or stored to by what stands at `span`.
pub fn access(env: &mut Env, place: &Expr, span: Span) {
    let is_place = match &place.kind {
        ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Member { .. } | ExprKind::Call(..) => true,
        ExprKind::Unary(op, _) => *op == UnaryOp::Deref,
        _ => false,
    };
    if env.table.spellings.volatile && is_place && is_volatile(env, place) {
        env.kernel.source.volatile.extend([place.span, span]);
    }
}

/// Whether what an expression means, or what it points to, may be `volatile`. A cast says so itself.
fn is_volatile(env: &Env, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Name(name) => {
            let scope = env.scopes.iter().rev().find(|scope| scope.contains_key(&name.ident));
            match scope {
                Some(scope) => scope.noted(Note::Volatile, &name.ident).is_some(),
                None => {
                    let globals = env.table.globals.get(name.ident.as_str());
                    globals.is_none_or(|all| all.iter().any(|(_, declarator)| mentions(&declarator.ty)))
                }
            }
        }
        ExprKind::Unary(_, inner)
        | ExprKind::Index(inner, _)
        | ExprKind::Step { place: inner, .. }
        | ExprKind::Comma(_, inner)
        | ExprKind::Assign(_, inner, _) => is_volatile(env, inner),
        ExprKind::Binary(_, left, right) | ExprKind::Conditional(_, left, right) => {
            is_volatile(env, left) || is_volatile(env, right)
        }
        ExprKind::Cast(_, ty, _) => mentions(ty),
        ExprKind::Int(_) | ExprKind::Char(_) | ExprKind::SizeofType(_) | ExprKind::SizeofExpr(_) => false,
        ExprKind::Member { base, .. } => !is_coordinates(base),
        _ => true,
    }
}

/// `threadIdx` and its kin.
fn is_coordinates(base: &Expr) -> bool {
    let ExprKind::Name(name) = &base.kind else { return false };
    matches!(name.ident.as_str(), "threadIdx" | "blockIdx" | "blockDim" | "gridDim")
}
