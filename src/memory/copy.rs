//! Copies and assignments of objects and arrays, cell by cell.

use num_traits::ToPrimitive;

use crate::base::Span;
use crate::cpp::{
    Base, Env, Lowered, Member, Object, Place, Pointer, PointerArrayId, PointerArrayKind, PointerId, Value,
    types::{CType, INDEX},
    value::{self, convert},
};
use crate::kernel::ir::{Conversion, Expr, ExprKind, StmtKind};

use super::{
    cell_views, choice, homes, layout, mentioned::Mentioned, object, pointee, pointer, pointer_arrays, read, storage,
    temporaries,
};

/// Arrays of more cells than this are not copied cell by cell.
pub const MOST_COPIED: u64 = 256;

/// A scalar or pointer that an assignment of records writes, and its new value.
pub enum Leaf {
    /// The place of a scalar, and its new value.
    Scalar(Place, Expr),
    /// A pointer variable, and where it is to point.
    Pointer(PointerId, Pointer),
}

/// A copy of an array inside an object.
pub fn copied(env: &mut Env, row: Pointer, span: Span) -> Lowered<Value> {
    let (leaf, extents) = row_type(env, &row);
    let ty = extents.iter().rev().fold(leaf, |of, extent| CType::Array { of: Box::new(of), extent: extent.clone() });
    let name = pointee::base_name(env, row.base);
    let base = storage::make(env, &ty, &homes::Storage::local(&name, true, span))?;
    storage::declare(env, base, span);
    let to = Pointer::to(base, false);
    let mut leaves = Vec::new();
    row_leaves(env, &to, &row, span, &mut leaves)?;
    emit(env, leaves, span)?;
    Ok(Value::Row(to))
}

/// A copy of an array that lies in cells.
pub fn copied_cells(env: &mut Env, from: &Pointer, ty: &CType, span: Span) -> Lowered<Value> {
    let name = pointee::base_name(env, from.base);
    let base = storage::make(env, ty, &homes::Storage::local(&name, true, span))?;
    storage::declare(env, base, span);
    let to = Pointer::to(base, false);
    let mut leaves = Vec::new();
    cell_leaves(env, &to, from, ty, span, &mut leaves)?;
    emit(env, leaves, span)?;
    Ok(Value::Row(to))
}

/// What a copy of an array of one dimension writes, of which one side lies in cells.
pub fn cell_leaves(
    env: &mut Env,
    to: &Pointer,
    from: &Pointer,
    ty: &CType,
    span: Span,
    leaves: &mut Vec<Leaf>,
) -> Lowered<()> {
    let count = match ty {
        CType::Array { extent: Some(extent), .. } => value::constant_int(extent).and_then(|count| count.to_u64()),
        _ => None,
    };
    let Some(count) = count.filter(|count| *count <= MOST_COPIED) else {
        let name = pointee::base_name(env, from.base);
        return Err(env.unsupported(format!("copy of a struct with the large array `{name}`"), span));
    };
    for at in 0..count {
        let at = value::int(at, INDEX, span);
        let target = pointer::index(env, to.clone(), at.clone(), span)?;
        let source = pointer::index(env, from.clone(), at, span)?;
        match target {
            Value::Place(Place::Object { bundle, index, is_const }) => {
                object_leaves(env, &Object { bundle, index, is_const }, source, span, leaves)?;
            }
            Value::Place(place) => {
                let value = read::scalar(env, source, span)?;
                let value = convert(value, read::place_type(env, &place), Conversion::Implicit);
                leaves.push(Leaf::Scalar(place, value));
            }
            _ => return Err(env.unsupported("copy of this array", span)),
        }
    }
    Ok(())
}

/// Element type and extents of a row.
pub fn row_type(env: &Env, row: &Pointer) -> (CType, Vec<Option<Expr>>) {
    let leaf = pointee::element_of(env, row);
    let extents = pointee::extents(env, row.base).iter().skip(row.prefix.len()).cloned().collect();
    (leaf, extents)
}

/// Assigns the value of a record: all fields are read before the first one is written.
pub fn store(env: &mut Env, to: &Object, value: Value, span: Span) -> Lowered<()> {
    let mut leaves = Vec::new();
    object_leaves(env, to, value, span, &mut leaves)?;
    emit(env, leaves, span)
}

fn object_leaves(env: &mut Env, to: &Object, value: Value, span: Span, leaves: &mut Vec<Leaf>) -> Lowered<()> {
    let values = match value {
        Value::Record(_, values) => values,
        Value::Place(Place::Object { bundle, index, is_const }) => {
            match object::load(env, &Object { bundle, index, is_const }, span)? {
                Value::Record(_, values) => values,
                _ => Vec::new(),
            }
        }
        Value::Missing(what) => return Err(env.unsupported(what, span)),
        _ => return Err(env.unsupported("assignment of something else to a struct", span)),
    };
    let is_union = env.met.records[env.memory.bundles[to.bundle.0].ty.id].is_union;
    let bundle = &env.memory.bundles[to.bundle.0];
    let in_cells = !is_union && bundle.members.iter().any(|member| matches!(member, Member::Within { .. }));
    if in_cells && layout::has_padding(env, &CType::Record(bundle.ty.clone())) {
        // Nobody says what becomes of the bytes between the fields, at which something else looks.
        return Err(env.unsupported("assignment of a struct with padding, of which the bytes are looked at", span));
    }
    for (at, value) in values.into_iter().enumerate().take(if is_union { 1 } else { usize::MAX }) {
        let member = env.memory.bundles[to.bundle.0].members[at].clone();
        match (member, value) {
            (Member::Missing(_), Value::Missing(_)) => {}
            (Member::Pointer(id), Value::Missing(what)) if what == pointee::NULL => null_leaf(env, id, span, leaves)?,
            (Member::Pointer(id), Value::Missing(what)) => env.memory.pointers[id.0].missing = Some(what),
            (Member::Missing(what), _) => return Err(env.unsupported(format!("assignment to {what}"), span)),
            (_, Value::Missing(what)) => return Err(env.unsupported(what, span)),
            (Member::Pointer(id), value) => {
                let pointer = pointee::decay(env, value, span)?;
                leaves.push(Leaf::Pointer(id, pointer));
            }
            (Member::Surface(kept), Value::Surface(given)) if kept == given => {}
            (Member::Surface(_), _) => {
                return Err(env.unsupported("assignment to a struct that holds a handle of a surface", span));
            }
            (
                Member::Fixed(Pointer { base: Base::PointerArray(to), .. }),
                Value::Pointer(Pointer { base: Base::PointerArray(from), .. }),
            ) => {
                pointer_leaves(env, to, from, span, leaves)?;
            }
            (Member::Fixed(_) | Member::Rows(_) | Member::Known(_), _) => {
                return Err(env.unsupported("assignment to a struct that holds pointers", span));
            }
            (Member::Stored(_) | Member::Within { .. }, value) => match object::field(env, to, at, span)? {
                Value::Place(Place::Object { bundle, index, is_const }) => {
                    object_leaves(env, &Object { bundle, index, is_const }, value, span, leaves)?;
                }
                Value::Place(place) => {
                    let ty = read::place_type(env, &place);
                    let value = read::scalar(env, value, span)?;
                    leaves.push(Leaf::Scalar(place, convert(value, ty, Conversion::Implicit)));
                }
                Value::Pointer(cells) => {
                    match (value, &env.met.records[env.memory.bundles[to.bundle.0].ty.id].fields[at].ty) {
                        (Value::Row(from) | Value::Pointer(from), ty @ CType::Array { .. }) => {
                            let ty = ty.clone();
                            cell_leaves(env, &cells, &from, &ty, span, leaves)?;
                        }
                        _ => return Err(env.unsupported("assignment to an array in a struct", span)),
                    }
                }
                Value::Row(row) => match value {
                    Value::Row(from) => row_leaves(env, &row, &from, span, leaves)?,
                    _ => return Err(env.unsupported("assignment to an array in a struct", span)),
                },
                _ => return Err(env.unsupported("assignment to this member", span)),
            },
        }
    }
    Ok(())
}

/// A pointer that becomes null.
pub fn null_leaf(env: &mut Env, id: PointerId, span: Span, leaves: &mut Vec<Leaf>) -> Lowered<()> {
    match choice::null_of(env, id, span) {
        Some(nowhere) => leaves.push(Leaf::Pointer(id, nowhere)),
        None => choice::point_nowhere(env, id, span)?,
    }
    Ok(())
}

/// What a copy of an array of pointers sets.
pub fn pointer_leaves(
    env: &mut Env,
    to: PointerArrayId,
    from: PointerArrayId,
    span: Span,
    leaves: &mut Vec<Leaf>,
) -> Lowered<()> {
    let from = pointer_arrays::snapshot(env, from, span)?;
    let (PointerArrayKind::Each(each), Base::PointerArray(from)) =
        (env.memory.pointer_arrays[to.0].kind.clone(), from.base)
    else {
        return Err(env.unsupported("assignment to a struct that holds pointers", span));
    };
    let PointerArrayKind::Fixed(given) = env.memory.pointer_arrays[from.0].kind.clone() else { return Ok(()) };
    for (id, given) in each.into_iter().zip(given) {
        match given {
            Ok(pointer) => leaves.push(Leaf::Pointer(id, pointer)),
            Err(what) if what == pointee::NULL => null_leaf(env, id, span, leaves)?,
            Err(what) => env.memory.pointers[id.0].missing = Some(what),
        }
    }
    Ok(())
}

fn row_leaves(env: &mut Env, to: &Pointer, from: &Pointer, span: Span, leaves: &mut Vec<Leaf>) -> Lowered<()> {
    let (_, extents) = row_type(env, to);
    let count = layout::dimensions(&extents).filter(|dims| dims.iter().product::<u64>() <= MOST_COPIED);
    let Some(dims) = count else {
        let name = pointee::base_name(env, to.base);
        return Err(env.unsupported(format!("copy of a struct with the large array `{name}`"), span));
    };
    for at in 0..dims.iter().product::<u64>() {
        let index = layout::indices(at, &dims, span);
        let (mut target, mut source) = (Value::Row(to.clone()), Value::Row(from.clone()));
        for e in index {
            let (to, from) = (pointee::decay(env, target, span)?, pointee::decay(env, source, span)?);
            target = pointer::index(env, to, e.clone(), span)?;
            source = pointer::index(env, from, e, span)?;
        }
        match target {
            Value::Place(Place::Object { bundle, index, is_const }) => {
                object_leaves(env, &Object { bundle, index, is_const }, source, span, leaves)?;
            }
            Value::Place(place) => {
                let value = read::scalar(env, source, span)?;
                leaves.push(Leaf::Scalar(place, value));
            }
            _ => return Err(env.unsupported("copy of this array", span)),
        }
    }
    Ok(())
}

/// Writes all leaves as one assignment: no value or index is read after a write that may change it.
pub fn emit(env: &mut Env, mut leaves: Vec<Leaf>, span: Span) -> Lowered<()> {
    let mut written = Mentioned::default();
    for leaf in &leaves {
        match leaf {
            Leaf::Scalar(Place::Local(local), _) => written.write_local(*local),
            Leaf::Scalar(Place::Cell { array, .. }, _) => written.write_array(*array),
            Leaf::Scalar(Place::Wide { cell_view, .. }, _) => {
                written.write_array(env.memory.cell_views[cell_view.0].cells)
            }
            // A field is no object, and none of several.
            Leaf::Scalar(Place::Object { .. } | Place::Either(_), _) => {}
            Leaf::Pointer(id, _) => {
                storage::of_pointer(env, *id).into_iter().for_each(|local| written.write_local(local))
            }
        }
    }
    if leaves.len() > 1 {
        for leaf in &mut leaves {
            match leaf {
                Leaf::Scalar(place, value) => {
                    if let Place::Cell { index, .. } | Place::Wide { index, .. } = place {
                        index.iter_mut().for_each(|e| keep_from(env, e, &written));
                    }
                    keep_from(env, value, &written);
                }
                Leaf::Pointer(_, pointer) if matches!(pointer.base, Base::Choice(_)) => {
                    *pointer = pointer::settle(env, pointer.clone(), "kept");
                }
                Leaf::Pointer(_, pointer) => {
                    pointer.prefix.iter_mut().chain(&mut pointer.offset).for_each(|e| keep_from(env, e, &written));
                }
            }
        }
    }
    for leaf in leaves {
        match leaf {
            Leaf::Scalar(Place::Local(local), value) => {
                if !matches!(&*value.kind, ExprKind::Local(same) if *same == local) {
                    env.emit(StmtKind::Assign { local, value }, span);
                }
            }
            Leaf::Scalar(Place::Cell { array, index, .. }, value) => {
                env.emit(StmtKind::Store { array, index, value }, span);
            }
            Leaf::Scalar(Place::Wide { cell_view, index, .. }, value) => {
                cell_views::write(env, cell_view, index, value, span)?
            }
            Leaf::Scalar(Place::Object { .. } | Place::Either(_), _) => {}
            Leaf::Pointer(id, pointer) => pointer::point(env, id, pointer, span)?,
        }
    }
    Ok(())
}

/// Takes a value into a variable when what it reads is about to be written.
pub fn keep_from(env: &mut Env, e: &mut Expr, written: &Mentioned) {
    if Mentioned::of_expr(e).reads_what(written) {
        let value = std::mem::replace(e, value::zero(INDEX, e.span));
        *e = temporaries::temporary(env, "kept", value);
    }
}

/// Writes a value of its type to a place.
pub fn assign(env: &mut Env, target: Value, value: Value, span: Span) -> Lowered<()> {
    match target {
        Value::Place(Place::Object { bundle, index, is_const }) => {
            store(env, &Object { bundle, index, is_const }, value, span)
        }
        Value::Place(place) => {
            let ty = read::place_type(env, &place);
            let value = read::scalar(env, value, span)?;
            let value = convert(value, ty, Conversion::Implicit);
            match place {
                Place::Local(local) => env.emit(StmtKind::Assign { local, value }, span),
                Place::Cell { array, index, .. } => env.emit(StmtKind::Store { array, index, value }, span),
                Place::Wide { cell_view, index, .. } => cell_views::write(env, cell_view, index, value, span)?,
                Place::Object { .. } => {}
                Place::Either(either) => {
                    let value = temporaries::settle_expr(env, value, "assigned");
                    choice::each(env, *either, span, &mut |env, place| {
                        assign(env, Value::Place(place), Value::Scalar(value.clone()), span)
                    })?;
                }
            }
            Ok(())
        }
        Value::Row(row) => {
            let from = pointee::decay(env, value, span)?;
            let mut leaves = Vec::new();
            row_leaves(env, &row, &from, span, &mut leaves)?;
            emit(env, leaves, span)
        }
        _ => Err(env.unsupported("assignment to this", span)),
    }
}

/// The declaration of such a variable, with its first value.
pub fn fill(env: &mut Env, place: &Place, value: Expr, span: Span) {
    storage::declare_place(env, place, span);
    // What cannot be written says so.
    let _ = assign(env, Value::Place(place.clone()), Value::Scalar(value), span);
}
