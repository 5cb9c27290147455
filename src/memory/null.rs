//! The null pointer, and whether a pointer is it (MEM-10).

use crate::base::Span;
use crate::cpp::{Base, Env, Lowered, Pointer, Value, value};
use crate::kernel::ir::{Binary, Expr, ExprKind, LocalRole, Space, Type};

use super::{
    choice,
    pointee::{self, NULL},
    storage, temporaries,
};

/// The value of `nullptr`.
pub fn pointer() -> Value {
    Value::Missing(NULL.into())
}

/// Whether a value is the null pointer and nothing else.
pub fn is_null(value: &Value) -> bool {
    match value {
        Value::Missing(what) => what == NULL,
        Value::Scalar(e) => value::is_zero(e),
        _ => false,
    }
}

/// Whether a value is the null pointer by its type.
pub fn is_missing(value: &Value) -> bool {
    matches!(value, Value::Missing(what) if what == NULL)
}

/// Whether a pointer points somewhere, as a condition; `None` for what is no pointer.
pub fn points(env: &mut Env, value: &Value, span: Span) -> Option<Lowered<Expr>> {
    match value {
        Value::Missing(what) if what == NULL => Some(Ok(value::boolean(false, span))),
        Value::Closure(_) => Some(Ok(value::boolean(true, span))),
        Value::Pointer(pointer) | Value::Row(pointer) => Some(not_null(env, pointer, span)),
        _ => None,
    }
}

/// `p == 0` and `p != 0`.
pub fn compared(env: &mut Env, op: Binary, left: &Value, right: &Value, span: Span) -> Option<Lowered<Expr>> {
    if !matches!(op, Binary::Eq | Binary::Ne) {
        return None;
    }
    let other = match (is_null(left), is_null(right)) {
        (true, _) => right,
        (false, true) => left,
        (false, false) => return None,
    };
    let points = match (points(env, other, span)?, op) {
        (Ok(points), Binary::Eq) => Ok(value::not(points)),
        (points, _) => points,
    };
    Some(points.map(|e| Expr { span, ..e }))
}

/// `p == q` and `p != q` of pointers to the beginnings of different memory from outside: they are equal if both are
/// null (MEM-14).
pub fn same_start(env: &mut Env, op: Binary, left: &Pointer, right: &Pointer, span: Span) -> Option<Lowered<Expr>> {
    let at_start = |pointer: &Pointer| {
        pointer.prefix.is_empty()
            && pointer.offset.as_ref().is_none_or(|offset| value::constant_int(offset) == Some(0.into()))
    };
    if !matches!(op, Binary::Eq | Binary::Ne) || !at_start(left) || !at_start(right) {
        return None;
    }
    let (first, second) = (parameter(env, left.base)?, parameter(env, right.base)?);
    if first.0 == second.0 {
        return None;
    }
    let assumption = format!("`{}` and `{}` begin at different addresses, unless both are null", first.1, second.1);
    env.assume(assumption);
    let bases = [first.0, second.0];
    let start = |pointer: &Pointer| Pointer { offset: None, ..pointer.clone() };
    Some((|| {
        let [first, second] = [not_null(env, &start(left), span)?, not_null(env, &start(right), span)?];
        let (first, second) =
            (or_has_elements(env, bases[0], first, span), or_has_elements(env, bases[1], second, span));
        Ok(Expr {
            span,
            ..match op {
                Binary::Eq => value::binary(Binary::And, value::not(first), value::not(second)),
                _ => value::binary(Binary::Or, first, second),
            }
        })
    })())
}

/// The length of memory from outside, where the contract mentions it.
fn known_length(env: &Env, base: Base, span: Span) -> Option<Expr> {
    let array = match base {
        Base::Array(array) => array,
        Base::Bundle(bundle) => storage::leader(env, bundle)?,
        Base::Local(_) | Base::CellView(_) | Base::PointerArray(_) | Base::Choice(_) => return None,
    };
    let known = env.kernel.arrays[array.index()].length_used;
    known.then(|| Expr::new(ExprKind::Length(array), Type::Integer, span))
}

fn not_null(env: &mut Env, pointer: &Pointer, span: Span) -> Lowered<Expr> {
    if pointee::is_nowhere(env, pointer.base) {
        return Ok(value::boolean(false, span));
    }
    if let Some((cond, first, second)) = choice::arms(env, pointer, span)? {
        let (first, second) = (not_null(env, &first, span)?, not_null(env, &second, span)?);
        return Ok(Expr::new(ExprKind::Conditional(cond, first, second), Type::Bool, span));
    }
    if env.facts.rows.contains_key(&pointer.base) && !pointer.prefix.is_empty() {
        return Err(env.unsupported("a test whether a pointer in memory is null", span));
    }
    let Some((array, name)) = parameter(env, pointer.base) else { return Ok(value::boolean(true, span)) };
    let known = env.memory.nulls.get(&array).copied();
    let local = known.unwrap_or_else(|| {
        let local = env.new_local(&format!("{name}_is_null"), Type::Bool, LocalRole::Global, span);
        env.variables.stable.insert(local);
        env.memory.nulls.insert(array, local);
        local
    });
    let is_null = env.read_local(local, span);
    let points = or_has_elements(env, array, value::not(is_null), span);
    if pointer.offset.as_ref().is_some_and(|offset| !value::is_zero(offset)) {
        // Nobody says what a null pointer is that was moved.
        let any = temporaries::opaque(env, Type::Bool, span);
        return Ok(value::binary(Binary::Or, points, any));
    }
    Ok(points)
}

/// What has elements, as the contract says, is not null (MACHINE-1).
fn or_has_elements(env: &Env, base: Base, points: Expr, span: Span) -> Expr {
    let Some(length) = known_length(env, base, span) else { return points };
    let some = value::binary(Binary::Gt, length, value::zero(Type::Integer, span));
    value::binary(Binary::Or, points, some)
}

/// The memory that a pointer from outside of the kernel leads to, which may be none; nothing for what the program itself
/// declares.
fn parameter(env: &Env, base: Base) -> Option<(Base, String)> {
    let base = match base {
        Base::CellView(cell_view) => Base::Array(env.memory.cell_views[cell_view.0].cells),
        base => base,
    };
    let root = env.memory.views.iter().find(|view| view.base == base).map_or(base, |view| Base::Array(view.of));
    // What the program declares has an extent of its own; of what comes from outside, only a contract may give one.
    let is_open = |extents: &[Option<Expr>]| match extents.first() {
        Some(Some(extent)) => matches!(&*extent.kind, ExprKind::Length(_)),
        Some(None) => true,
        None => false,
    };
    let from_outside = match root {
        Base::Array(array) => {
            let data = &env.kernel.arrays[array.index()];
            data.space == Space::Global && is_open(&data.extents)
        }
        Base::Bundle(bundle) => is_open(&env.memory.bundles[bundle.0].extents),
        Base::Local(_) | Base::CellView(_) | Base::PointerArray(_) | Base::Choice(_) => false,
    };
    from_outside.then(|| (root, pointee::base_name(env, root)))
}
