//! `decltype(e)` (TEMPLATE-24): the types that variables were declared with, of members, and of values.

use crate::cpp::{Entity, Env, Lowered, Note, Scope, Value, types::CType};
use crate::lower::expressions::expr;
use crate::memory::{pointee, pointer, read};
use crate::syntax::tree::{self, ExprKind, TemplateArg, TypeKind};

use super::resolve;

/// A variable is declared. One whose type is a reference, or follows from its initialiser, is left out.
pub fn note(scope: &mut Scope, name: &str, ty: &CType) {
    if matches!(ty, CType::Scalar(_) | CType::Record(_) | CType::Pointer { .. } | CType::Array { .. }) {
        scope.note(Note::DeclaredType, name, Entity::Type(ty.clone()));
    }
}

/// Whether a type is made of some `decltype`.
pub fn is_mentioned(ty: &tree::Type) -> bool {
    match &ty.innermost().kind {
        TypeKind::Decltype(_) => true,
        TypeKind::Named(name) => name.all_args().any(|arg| matches!(arg, TemplateArg::Type(ty) if is_mentioned(ty))),
        _ => false,
    }
}

/// The type of an operand that is not evaluated.
pub fn resolve(env: &mut Env, of: &tree::Expr) -> Lowered<CType> {
    let found = env.ask(|env| match &of.kind {
        ExprKind::Name(name) => declared(env, name),
        ExprKind::Member { base, member, arrow } => member_type(env, base, &member.ident, *arrow),
        ExprKind::Cast(_, ty, _) | ExprKind::Construct(ty, _) => resolve::resolve(env, ty).ok(),
        ExprKind::Int(_) | ExprKind::Float { .. } | ExprKind::Bool(_) | ExprKind::Char(_) => value_type(env, of),
        ExprKind::Binary(_, a, b) if is_number(env, a) && is_number(env, b) => value_type(env, of),
        ExprKind::Unary(op, a) if is_of_value(*op) && is_number(env, a) => value_type(env, of),
        _ => None,
    });
    Ok(match found {
        Some(ty @ (CType::Scalar(_) | CType::Record(_) | CType::Pointer { .. } | CType::Array { .. })) => ty,
        _ => CType::Other("`decltype`".to_string()),
    })
}

/// Of a variable, by its declaration. That it may be `const` is not known here.
fn declared(env: &mut Env, name: &tree::Name) -> Option<CType> {
    if name.is_global || !name.path.is_empty() || name.template_args.is_some() {
        return None;
    }
    let noted = |scope: &Scope| scope.noted(Note::DeclaredType, &name.ident).cloned();
    let scope = env.scopes.iter().rev().find(|scope| scope.contains_key(&name.ident) || noted(scope).is_some())?;
    let Some(Entity::Type(ty)) = noted(scope) else { return None };
    (env.met.const_arguments, env.met.const_hidden) = (true, true);
    Some(ty)
}

fn member_type(env: &mut Env, base: &tree::Expr, member: &str, arrow: bool) -> Option<CType> {
    let (_, value) = env.captured(|env| {
        let value = expr::lower(env, base)?;
        if !arrow || pointee::record_of(env, &value).is_some() {
            return Ok(value);
        }
        let target = pointee::decay(env, value, base.span)?;
        pointer::deref(env, target, base.span)
    });
    let value = value.ok()?;
    let ty = pointee::record_of(env, &value)?;
    let field = env.met.records[ty.id].fields.iter().find(|field| field.name == member && !field.is_reference)?.clone();
    (env.met.const_arguments, env.met.const_hidden) = (true, true);
    Some(field.ty)
}

/// Whether operators on it are the language's own, whose results are values.
fn is_number(env: &mut Env, e: &tree::Expr) -> bool {
    let (_, value) = env.captured(|env| expr::lower(env, e));
    value.is_ok_and(|value| match value {
        Value::Scalar(_) | Value::Pointer(_) | Value::Row(_) => true,
        Value::Place(_) => pointee::record_of(env, &value).is_none(),
        _ => false,
    })
}

fn value_type(env: &mut Env, e: &tree::Expr) -> Option<CType> {
    let (_, value) = env.captured(|env| expr::lower(env, e));
    match value.ok()? {
        value @ (Value::Scalar(_) | Value::Pointer(_)) => Some(read::value_type(env, &value)),
        _ => None,
    }
}

fn is_of_value(op: tree::UnaryOp) -> bool {
    !matches!(op, tree::UnaryOp::Deref | tree::UnaryOp::AddressOf)
}
