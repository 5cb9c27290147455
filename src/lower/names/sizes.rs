//! `sizeof`, and extents of arrays.

use crate::base::Span;
use crate::cpp::{Base, Entity, Env, Lowered, Value, types::CType, value};
use crate::kernel::ir::Type;
use crate::lower::expressions::expr;
use crate::memory::{layout, pointee, read};
use crate::syntax::tree;

use super::record;

/// `sizeof(T)`, unsupported where the layout of the type is not known.
pub fn sizeof(env: &mut Env, ty: &CType, span: Span) -> Lowered<Value> {
    match layout::byte_size(env, ty) {
        Some(size) => Ok(Value::Scalar(value::size(size, span))),
        None => Err(env.unsupported(format!("`sizeof` of {}", ty.name()), span)),
    }
}

/// CLASS-31: the number of elements of an array, where that is a constant.
pub fn extent(env: &mut Env, a: &tree::Expr, span: Span) -> Lowered<Value> {
    let (_, operand) = env.captured(|env| expr::lower(env, a));
    let extent = match operand? {
        Value::Row(row) if matches!(row.base, Base::Array(_) | Base::Bundle(_)) => {
            pointee::extents(env, row.base).get(row.prefix.len()).cloned().flatten()
        }
        _ => None,
    };
    match extent.as_ref().and_then(value::constant_int) {
        Some(count) => Ok(Value::Scalar(value::int(count, Type::INT, span))),
        None => Err(env.unsupported("a range-based `for` over something else than an array of known size", span)),
    }
}

/// `sizeof` of an expression, which is not evaluated, or of a class's type that is written like one.
pub fn sizeof_expr(env: &mut Env, a: &tree::Expr, span: Span) -> Lowered<Value> {
    // `sizeof(A::B)` of a type that a class declares.
    if let tree::ExprKind::Name(name) = &a.kind
        && let Some(Entity::Type(ty)) = record::qualified(env, name).transpose()?
    {
        return sizeof(env, &ty, span);
    }
    // The operand is not evaluated.
    let (_, operand) = env.captured(|env| expr::lower(env, a));
    let ty = match operand? {
        Value::Row(row) => {
            let element = pointee::element_of(env, &row);
            let extents = pointee::extents(env, row.base).iter().skip(row.prefix.len());
            extents.rev().fold(element, |of, extent| CType::Array { of: Box::new(of), extent: extent.clone() })
        }
        other => read::value_type(env, &other),
    };
    sizeof(env, &ty, span)
}
