//! Which reads and stores are made by way of `volatile` types (R360), by how expressions are written: types here do not say so.

use crate::base::Span;
use crate::syntax::tree::{Expr, ExprKind, Type, TypeKind, UnaryOp};

use super::scope::{Entity, Env};

/// Under which name a scope knows that a variable's type mentions `volatile`; no name has a space in it.
fn key(name: &str) -> String {
    format!("volatile {name}")
}

/// Whether the object, or what it leads to, is `volatile`.
fn mentions(ty: &Type) -> bool {
    ty.qualifiers.is_volatile
        || match &ty.kind {
            TypeKind::Pointer(to) | TypeKind::Reference(to) | TypeKind::Array(to, _) => mentions(to),
            _ => false,
        }
}

/// What a scope notes of a variable, and whether it does.
pub fn noted(env: &mut Env, name: &str, ty: &Type, init: Option<&Expr>) -> Option<(String, Entity)> {
    let deduced = matches!(ty.kind, TypeKind::Auto) && init.is_some_and(|init| is_volatile(env, init));
    (deduced || mentions(ty)).then(|| {
        env.volatiles = true;
        (key(name), Entity::Reported)
    })
}

/// Notes a variable in the present scope.
pub fn note(env: &mut Env, name: &str, ty: &Type, init: Option<&Expr>) {
    let noted = noted(env, name, ty, init);
    if let (Some(noted), Some(scope)) = (noted, env.scopes.last_mut()) {
        scope.extend([noted]);
    }
}

/// Notes that the place is read, or stored to by what stands at `span`.
pub fn access(env: &mut Env, place: &Expr, span: Span) {
    let is_place = match &place.kind {
        ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Member { .. } => true,
        ExprKind::Unary(op, _) => *op == UnaryOp::Deref,
        _ => false,
    };
    if is_place && is_volatile(env, place) {
        env.kernel.volatile.extend([place.span, span]);
    }
}

/// Whether what an expression means, or what it points to, is `volatile`. A cast says so itself.
fn is_volatile(env: &Env, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Name(name) => {
            let scope = env.scopes.iter().rev().find(|scope| scope.contains_key(&name.ident));
            match scope {
                Some(scope) => env.volatiles && scope.contains_key(&key(&name.ident)),
                None => {
                    let globals = env.table.globals.get(name.ident.as_str());
                    globals.is_some_and(|all| all.iter().any(|(_, declarator)| mentions(&declarator.ty)))
                }
            }
        }
        ExprKind::Unary(_, inner)
        | ExprKind::Index(inner, _)
        | ExprKind::Member { base: inner, .. }
        | ExprKind::Step { place: inner, .. }
        | ExprKind::Comma(_, inner)
        | ExprKind::Assign(_, inner, _) => is_volatile(env, inner),
        ExprKind::Binary(_, left, right) | ExprKind::Conditional(_, left, right) => {
            is_volatile(env, left) || is_volatile(env, right)
        }
        ExprKind::Cast(_, ty, _) => mentions(ty),
        _ => false,
    }
}
