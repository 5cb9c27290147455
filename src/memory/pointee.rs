//! What a pointer leads to, and how far: questions about bases and offsets.

use crate::base::{Span, codes};
use crate::cpp::{
    Base, Choice, Env, Lowered, Place, Pointer, PointerArrayId, Value,
    types::{CType, INDEX, RecordRef, promote},
    value::{self, binary, convert},
};
use crate::kernel::ir::{Binary, Conversion, Expr, Unary};
use crate::syntax::tree::BinaryOp;

/// Whether a base is memory that only null pointers lead to.
pub fn is_nowhere(env: &Env, base: Base) -> bool {
    env.memory.nowheres.iter().any(|(_, known)| *known == base)
}

/// The null pointer, which no access may go through.
pub const NULL: &str = "null pointer";

/// The record type of a value, if it is of one.
pub fn record_of(env: &Env, value: &Value) -> Option<RecordRef> {
    match value {
        Value::Record(ty, _) => Some(ty.clone()),
        Value::Place(Place::Object { bundle, .. }) => Some(env.memory.bundles[bundle.0].ty.clone()),
        _ => None,
    }
}

/// `dim3` and `uint3` convert to each other.
pub fn alike(env: &Env, a: &RecordRef, b: &RecordRef) -> bool {
    let of = |name: &str| matches!(name, "dim3" | "uint3");
    of(&a.name) && of(&b.name) && env.met.records[a.id].tree.is_none() && env.met.records[b.id].tree.is_none()
}

/// Whether nothing may be written to what a base is.
pub fn is_const(env: &Env, base: Base) -> bool {
    match base {
        Base::Array(array) => env.kernel.arrays[array.index()].is_const,
        Base::Bundle(bundle) => env.memory.bundles[bundle.0].is_const,
        Base::Local(_) | Base::CellView(_) | Base::PointerArray(_) | Base::Choice(_) => false,
    }
}

/// The pointer that a value is or decays to.
pub fn decay(env: &mut Env, value: Value, span: Span) -> Lowered<Pointer> {
    match value {
        Value::Pointer(pointer) | Value::Row(pointer) => Ok(pointer),
        Value::Scalar(e) if value::is_zero(&e) => Err(env.unsupported("null pointer", span)),
        Value::Missing(what) => Err(env.unsupported(what, span)),
        Value::Record(ty, _) => Err(env.unsupported(format!("`{}` used as a pointer", ty.name), span)),
        Value::Place(Place::Object { bundle, .. }) => {
            let ty = env.memory.bundles[bundle.0].ty.name.clone();
            Err(env.unsupported(format!("`{ty}` used as a pointer"), span))
        }
        Value::Scalar(_)
        | Value::Place(Place::Local(_) | Place::Cell { .. } | Place::Wide { .. } | Place::Either(_))
        | Value::Group(_)
        | Value::Surface(_)
        | Value::Void => Err(env.error(codes::E0302, span, "this is not a pointer or an array")),
        Value::Closure(_) => Err(env.unsupported("a function used as a pointer to data", span)),
    }
}

/// The extents of what a base is.
pub fn extents<'e>(env: &'e Env<'_>, base: Base) -> &'e [Option<Expr>] {
    match base {
        Base::Array(array) => &env.kernel.arrays[array.index()].extents,
        Base::Bundle(bundle) => &env.memory.bundles[bundle.0].extents,
        Base::CellView(cell_view) => &env.kernel.arrays[env.memory.cell_views[cell_view.0].cells.index()].extents,
        Base::PointerArray(pointer_array) => &env.memory.pointer_arrays[pointer_array.0].extents,
        Base::Choice(choice) => &env.memory.choices[choice.0].extents,
        Base::Local(_) => &[],
    }
}

/// Number of dimensions of what a base is.
pub fn rank(env: &Env, base: Base) -> usize {
    extents(env, base).len()
}

/// The name of a base in messages; of a choice, the names of both memories.
pub fn base_name(env: &Env, base: Base) -> String {
    match base {
        Base::Array(array) => env.kernel.arrays[array.index()].name.clone(),
        Base::Local(local) => env.kernel.locals[local.index()].name.clone(),
        Base::Bundle(bundle) => env.memory.bundles[bundle.0].name.clone(),
        Base::CellView(cell_view) => env.kernel.arrays[env.memory.cell_views[cell_view.0].cells.index()].name.clone(),
        Base::PointerArray(pointer_array) => env.memory.pointer_arrays[pointer_array.0].name.clone(),
        Base::Choice(choice) => {
            let Choice { first, second, .. } = &env.memory.choices[choice.0];
            format!("{}` or `{}", base_name(env, first.base), base_name(env, second.base))
        }
    }
}

/// The sum of two offsets, in the type of indices.
pub fn add(offset: Expr, by: Expr) -> Expr {
    binary(Binary::Add, convert(offset, INDEX, Conversion::Implicit), convert(by, INDEX, Conversion::Implicit))
}

/// The offset as an expression.
pub fn offset(pointer: &Pointer, span: Span) -> Expr {
    match &pointer.offset {
        Some(offset) => convert(offset.clone(), INDEX, Conversion::Implicit),
        None => value::zero(INDEX, span),
    }
}

/// Type of the elements that a pointer's base holds.
pub fn element_of(env: &Env, pointer: &Pointer) -> CType {
    match pointer.base {
        Base::Array(array) => CType::Scalar(env.kernel.arrays[array.index()].element),
        Base::Local(local) => CType::Scalar(env.kernel.locals[local.index()].ty),
        Base::Bundle(bundle) => CType::Record(env.memory.bundles[bundle.0].ty.clone()),
        Base::CellView(cell_view) => env.memory.cell_views[cell_view.0].element.clone(),
        Base::PointerArray(pointer_array) => element_type(env, pointer_array),
        Base::Choice(choice) => element_of(env, &env.memory.choices[choice.0].first),
    }
}

/// The pointer type that a pointer has.
pub fn type_of(env: &Env, pointer: &Pointer) -> CType {
    let inner = extents(env, pointer.base).iter().skip(pointer.prefix.len() + 1);
    let element = element_of(env, pointer);
    if env.facts.rows.get(&pointer.base) == Some(&(pointer.prefix.len() + 1)) {
        let row = CType::Pointer { to: Box::new(element), to_const: is_const(env, pointer.base) };
        return CType::Pointer { to: Box::new(row), to_const: pointer.to_const };
    }
    let to = inner.rev().fold(element, |of, extent| CType::Array { of: Box::new(of), extent: extent.clone() });
    CType::Pointer { to: Box::new(to), to_const: pointer.to_const }
}

/// The type of the array that a row is.
pub fn array_of(env: &Env, row: &Pointer) -> CType {
    let extents = extents(env, row.base).iter().skip(row.prefix.len());
    extents.rev().fold(element_of(env, row), |of, extent| CType::Array { of: Box::new(of), extent: extent.clone() })
}

/// The type that C++ gives a pointer: a `void *` stays one, whatever it leads to (LOOKUP-14).
pub fn static_type(env: &Env, pointer: &Pointer) -> CType {
    match pointer.is_void {
        true => CType::Pointer { to: Box::new(CType::Void), to_const: pointer.to_const },
        false => type_of(env, pointer),
    }
}

/// A pointer moved by a number of elements.
pub fn moved(env: &mut Env, op: BinaryOp, pointer: Pointer, by: Expr, span: Span) -> Lowered<Pointer> {
    match op {
        BinaryOp::Add | BinaryOp::Sub if promote(by.ty).is_integral() => {}
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge
            if value::is_zero(&by) =>
        {
            return Err(env.unsupported("comparison with a null pointer", span));
        }
        _ => {
            let symbol = value::operator(op).1;
            return Err(env.error(codes::E0302, span, format!("`{symbol}` does not take a pointer and a number")));
        }
    }
    if value::is_zero(&by) {
        return Ok(pointer);
    }
    let by = in_cells(env, pointer.base, by);
    let offset = match (pointer.offset, op) {
        (None, BinaryOp::Sub) => {
            let by = convert(by, INDEX, Conversion::Implicit);
            let by_span = by.span;
            value::unary(Unary::Neg, by, by_span)
        }
        (None, _) => convert(by, INDEX, Conversion::Implicit),
        (Some(offset), BinaryOp::Sub) => {
            let offset = convert(offset, INDEX, Conversion::Implicit);
            binary(Binary::Sub, offset, convert(by, INDEX, Conversion::Implicit))
        }
        (Some(offset), _) => add(offset, by),
    };
    Ok(Pointer { offset: Some(offset), ..pointer })
}

/// A number of elements as a number of what offsets count: of cells, where the base is a cell view.
pub fn in_cells(env: &Env, base: Base, by: Expr) -> Expr {
    match base {
        Base::CellView(cell_view) if env.memory.cell_views[cell_view.0].per > 1 => {
            times(by, env.memory.cell_views[cell_view.0].per)
        }
        _ => by,
    }
}

/// So many times an index.
pub fn times(index: Expr, by: u64) -> Expr {
    let span = index.span;
    match value::constant_int(&index) {
        Some(known) => value::int(known * by, INDEX, span),
        None => binary(Binary::Mul, convert(index, INDEX, Conversion::Implicit), value::int(by, INDEX, span)),
    }
}

/// An index so many cells further on.
pub fn shifted(index: Expr, by: u64) -> Expr {
    if by == 0 {
        return index;
    }
    let span = index.span;
    match value::constant_int(&index) {
        Some(known) => value::int(known + by, INDEX, span),
        None => add(index, value::int(by, INDEX, span)),
    }
}

/// The type of the pointers in an array of pointers.
pub fn element_type(env: &Env, id: PointerArrayId) -> CType {
    let pointer_array = &env.memory.pointer_arrays[id.0];
    CType::Pointer { to: Box::new(pointer_array.to.clone()), to_const: pointer_array.to_const }
}
