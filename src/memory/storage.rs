//! How objects, arrays and pointers are stored when they are made.

use num_traits::ToPrimitive;

use crate::base::Span;
use crate::cpp::{
    Address, Base, Bundle, BundleId, Env, Lowered, Member, Object, Place, Pointer, PointerArray, PointerArrayId,
    PointerArrayKind, PointerId, Reported,
    types::{CType, INDEX, RecordRef},
    value,
};
use crate::kernel::ir::{Array, ArrayId, Expr, ExprKind, LocalId, Space, StmtKind, Type};

use super::{
    cell_views, flat,
    homes::{self, CELL, Home, Storage},
    layout, unions,
};

/// The locals that say where a pointer variable points.
pub fn of_pointer(env: &Env, id: PointerId) -> Vec<LocalId> {
    let variable = &env.memory.pointers[id.0];
    let several = variable.arms.iter().flat_map(|arms| &arms.targets);
    let targets = variable.target.iter().chain(several);
    let mut all: Vec<LocalId> =
        targets.flat_map(|target| target.prefix.iter().chain([&target.offset])).copied().collect();
    all.extend(variable.arms.as_ref().map(|arms| arms.which));
    all
}

/// The declaration of such a variable.
pub fn declare_place(env: &mut Env, place: &Place, span: Span) {
    match place {
        Place::Cell { array, .. } => env.emit(StmtKind::DeclareArray(*array), span),
        Place::Wide { cell_view, .. } => declare(env, Base::CellView(*cell_view), span),
        Place::Local(_) | Place::Object { .. } | Place::Either(_) => {}
    }
}

/// The locals and arrays that hold an object.
pub fn of_object(env: &Env, bundle: BundleId) -> (Vec<LocalId>, Vec<ArrayId>) {
    let (mut locals, mut arrays) = (Vec::new(), Vec::new());
    for member in &env.memory.bundles[bundle.0].members {
        match member {
            Member::Stored(Base::Local(local)) => locals.push(*local),
            Member::Stored(Base::Array(array)) | Member::Within { cells: array, .. } => arrays.push(*array),
            Member::Stored(Base::CellView(cell_view)) => arrays.push(env.memory.cell_views[cell_view.0].cells),
            Member::Stored(Base::PointerArray(pointer_array))
            | Member::Fixed(Pointer { base: Base::PointerArray(pointer_array), .. }) => {
                let (more_locals, more_arrays) = of_pointer_array(env, *pointer_array);
                locals.extend(more_locals);
                arrays.extend(more_arrays);
            }
            Member::Stored(Base::Choice(_)) => {}
            Member::Stored(Base::Bundle(inner)) => {
                let (more_locals, more_arrays) = of_object(env, *inner);
                locals.extend(more_locals);
                arrays.extend(more_arrays);
            }
            Member::Pointer(id) => locals.extend(of_pointer(env, *id)),
            Member::Known(e) => locals.extend(value::locals(e)),
            Member::Fixed(pointer) => {
                locals.extend(pointer.prefix.iter().chain(&pointer.offset).flat_map(value::locals));
            }
            Member::Rows(_) | Member::Surface(_) | Member::Missing(_) => {}
        }
    }
    (locals, arrays)
}

/// Arrays of more pointers than this are not modelled.
const MOST_POINTERS: u64 = 64;

/// What the pointers of an array point to, whether they may write there, and how many they are, if the type says so.
pub fn shape(ty: &CType) -> Option<(&CType, bool, Option<u64>)> {
    let CType::Array { of, extent } = ty else { return None };
    let CType::Pointer { to, to_const } = &**of else { return None };
    let count = match extent {
        Some(extent) => Some(value::constant_int(extent)?.to_u64().filter(|count| *count <= MOST_POINTERS)?),
        None => None,
    };
    to.elements().map(|_| (&**to, *to_const, count))
}

/// A new array of pointers, as the row that its name is.
pub fn pointer_array(
    env: &mut Env,
    name: &str,
    (to, to_const): (&CType, bool),
    count: u64,
    kind: PointerArrayKind,
    span: Span,
) -> Pointer {
    let extents = vec![Some(value::int(count, INDEX, span))];
    env.memory.pointer_arrays.push(PointerArray {
        name: name.to_string(),
        span,
        to: to.clone(),
        to_const,
        extents,
        kind,
    });
    let base = Base::PointerArray(PointerArrayId(env.memory.pointer_arrays.len() - 1));
    Pointer::to(base, false)
}

/// Pointers that stay what they are.
pub fn fixed(env: &mut Env, name: &str, to: (&CType, bool), all: Vec<Result<Pointer, String>>, span: Span) -> Pointer {
    let count = all.len() as u64;
    pointer_array(env, name, to, count, PointerArrayKind::Fixed(all), span)
}

/// Variables that point nowhere yet.
pub fn variables(env: &mut Env, name: &str, (to, to_const): (&CType, bool), count: u64, span: Span) -> Pointer {
    let variable = |env: &mut Env, at: u64| homes::variable(env, &format!("{name}[{at}]"), to, to_const, span);
    let each = (0..count).map(|at| variable(env, at)).collect();
    pointer_array(env, name, (to, to_const), count, PointerArrayKind::Each(each), span)
}

/// The locals that say where the pointers point, and what holds them otherwise.
pub fn of_pointer_array(env: &Env, id: PointerArrayId) -> (Vec<LocalId>, Vec<ArrayId>) {
    let mut locals = Vec::new();
    match &env.memory.pointer_arrays[id.0].kind {
        PointerArrayKind::Each(each) => {
            locals.extend(each.iter().flat_map(|variable| of_pointer(env, *variable)));
        }
        PointerArrayKind::Fixed(all) => {
            for pointer in all.iter().flatten() {
                locals.extend(pointer.prefix.iter().chain(&pointer.offset).flat_map(value::locals));
            }
        }
        PointerArrayKind::Offsets { offsets, .. } => return (locals, vec![*offsets]),
    }
    (locals, Vec::new())
}

/// Where storage lies: what is around it goes on with its own extents.
pub fn placed(env: &Env, leaf: &CType, own: &[Option<Expr>], storage: &Storage) -> Option<Address> {
    let size = layout::byte_size(env, leaf)?;
    match &storage.address {
        Some((strides, start)) => {
            let mut strides = strides.clone();
            strides.extend(layout::strides(own, size)?);
            Some((strides, *start))
        }
        None => {
            let extents: Vec<Option<Expr>> = storage.extents.iter().chain(own).cloned().collect();
            Some((layout::strides(&extents, size)?, 0))
        }
    }
}

/// Makes the storage of a type: scalars, records and arrays of them.
pub fn make(env: &mut Env, ty: &CType, storage: &Storage) -> Lowered<Base> {
    let Some((leaf, own)) = ty.elements() else {
        return Err(env.unsupported(format!("`{}` of type {}", storage.name, ty.name()), storage.span));
    };
    let address = placed(env, &leaf, &own, storage);
    let extents = storage.extents.iter().cloned().chain(own).collect();
    let whole = Storage { extents, address, ..storage.clone() };
    match leaf {
        CType::Record(record) => {
            if storage.address.is_none()
                && let Some(cell_view) = flat::array(env, &record, &whole)
            {
                return Ok(Base::CellView(cell_view));
            }
            bundle(env, &record, &whole).map(Base::Bundle)
        }
        CType::Scalar(scalar) => Ok(homes::cells(env, scalar, &whole)),
        other => Err(env.unsupported(format!("`{}` of type {}", storage.name, other.name()), storage.span)),
    }
}

/// Makes the storage of a record type: one object, or as many as the extents say.
pub fn bundle(env: &mut Env, record: &RecordRef, storage: &Storage) -> Lowered<BundleId> {
    if let Some(what) = env.met.records[record.id].unsupported.clone() {
        return Err(env.unsupported(format!("type `{}`, which has {what}", record.name), storage.span));
    }
    if env.met.records[record.id].is_union {
        return unions::make(env, record, storage);
    }
    if let Some(flat) = flat::object(env, record, storage) {
        return Ok(flat);
    }
    let fields = env.met.records[record.id].fields.clone();
    let mut members = Vec::new();
    let offsets = layout::offsets(env, record);
    for (at, field) in fields.into_iter().enumerate() {
        let address = match (&storage.address, &offsets) {
            (Some((strides, start)), Some(offsets)) => (strides.clone(), start + offsets[at]),
            // Where the layout is not known: more strides than there are indices.
            _ => (vec![1; storage.extents.len() + 1], 0),
        };
        let name = format!("{}.{}", storage.name, field.name);
        let inner = Storage { name, address: Some(address), ..storage.clone() };
        let made = member(env, &field.ty, &inner)?;
        if let Member::Stored(base) = &made
            && !matches!(field.ty, CType::Array { .. })
            && !storage.extents.is_empty()
        {
            env.facts.fields.insert(*base);
        }
        members.push(made);
    }
    env.memory.bundles.push(Bundle {
        ty: record.clone(),
        name: storage.name.clone(),
        rank: storage.extents.len(),
        members,
        is_const: storage.is_const,
        extents: storage.extents.clone(),
        span: storage.span,
    });
    let id = BundleId(env.memory.bundles.len() - 1);
    follow(env, id);
    Ok(id)
}

fn member(env: &mut Env, ty: &CType, storage: &Storage) -> Lowered<Member> {
    match ty {
        CType::Scalar(_) | CType::Record(_) => make(env, ty, storage).map(Member::Stored),
        CType::Array { .. } if shape(ty).is_some() && storage.extents.is_empty() => pointers(env, ty, storage),
        CType::Array { .. } if ty.elements().is_some() => make(env, ty, storage).map(Member::Stored),
        CType::Pointer { to, to_const } if storage.extents.is_empty() => match storage.home {
            Home::Local => Ok(Member::Pointer(homes::variable(env, &storage.name, to, *to_const, storage.span))),
            Home::Param | Home::Constant if to.elements().is_some() => {
                pointee(env, to, *to_const, storage).map(Member::Fixed)
            }
            Home::Param | Home::Constant => match &**to {
                CType::Pointer { to: inner, to_const: inner_const } if matches!(**inner, CType::Scalar(_)) => {
                    let outer = Storage { home: Home::Memory(Space::Global), extents: vec![None], ..storage.clone() };
                    let base = rows(env, inner, *inner_const, &outer)?;
                    Ok(Member::Fixed(Pointer::to(base, *to_const)))
                }
                _ => Ok(Member::Missing(format!("pointer member `{}`", storage.name))),
            },
            _ => Ok(Member::Missing(format!("pointer member `{}`", storage.name))),
        },
        CType::Pointer { to, to_const } if storage.home == Home::Memory(Space::Global) && is_plain(env, to) => {
            rows(env, to, *to_const, storage).map(Member::Rows)
        }
        CType::Pointer { .. } => Ok(Member::Missing(format!("pointer member `{}` of an array", storage.name))),
        CType::Surface if storage.extents.is_empty() && storage.home == Home::Param => {
            Ok(Member::Surface(surface(env, &storage.name, storage.span)))
        }
        other => Ok(Member::Missing(format!("member `{}` of type {}", storage.name, other.name()))),
    }
}

/// Whether a type holds no pointers.
pub fn is_plain(env: &Env, ty: &CType) -> bool {
    match ty {
        CType::Scalar(_) => true,
        CType::Array { of, .. } => is_plain(env, of),
        CType::Record(record) => env.met.records[record.id].fields.iter().all(|field| is_plain(env, &field.ty)),
        _ => false,
    }
}

/// What the pointers lead to that stand in memory: memory of its own for each, a row of what is made here (MEM-4).
pub fn rows(env: &mut Env, to: &CType, to_const: bool, storage: &Storage) -> Lowered<Base> {
    let mut extents = storage.extents.clone();
    extents.push(None);
    let rows = Storage { extents, is_const: to_const, address: None, ..storage.clone() };
    let base = make(env, to, &rows)?;
    env.facts.rows.insert(base, storage.extents.len());
    let assumption = format!("the pointers in `{}` lead to memory that does not overlap", storage.name);
    env.assume(assumption);
    Ok(base)
}

/// What a pointer of the launch points to: memory of its own.
pub fn pointee(env: &mut Env, to: &CType, to_const: bool, storage: &Storage) -> Lowered<Pointer> {
    let pointee = Storage {
        home: Home::Memory(Space::Global),
        extents: vec![None],
        is_const: to_const,
        address: None,
        ..storage.clone()
    };
    let base = make(env, to, &pointee)?;
    Ok(Pointer::to(base, to_const))
}

/// A member that is an array of pointers (MEM-5).
pub fn pointers(env: &mut Env, ty: &CType, storage: &Storage) -> Lowered<Member> {
    let missing = || Member::Missing(format!("member `{}` of type {}", storage.name, ty.name()));
    let Some((to, to_const, Some(count))) = shape(ty) else { return Ok(missing()) };
    match storage.home {
        Home::Local => {
            let all = variables(env, &storage.name, (to, to_const), count, storage.span);
            Ok(Member::Fixed(all))
        }
        Home::Param | Home::Constant => {
            let mut all = Vec::new();
            for at in 0..count {
                let name = format!("{}[{at}]", storage.name);
                all.push(Ok(pointee(env, to, to_const, &Storage { name, ..storage.clone() })?));
            }
            Ok(Member::Fixed(fixed(env, &storage.name, (to, to_const), all, storage.span)))
        }
        Home::Memory(_) => Ok(missing()),
    }
}

/// The arrays of an array of records of unknown length are all as long as the first of one dimension.
pub fn follow(env: &mut Env, id: BundleId) {
    let bundle = &env.memory.bundles[id.0];
    if !matches!(bundle.extents.first(), Some(None)) {
        return;
    }
    let Some(leader) = leader(env, id) else { return };
    for array in arrays(env, id) {
        if array != leader {
            env.facts.followers.insert(array, leader);
        }
    }
}

/// The array of one dimension that stands for the length of all.
pub fn leader(env: &Env, id: BundleId) -> Option<ArrayId> {
    arrays(env, id).into_iter().find(|array| env.kernel.arrays[array.index()].extents.len() == 1)
}

/// The arrays in which an array of records is stored.
pub fn arrays(env: &Env, id: BundleId) -> Vec<ArrayId> {
    let mut all = Vec::new();
    for member in &env.memory.bundles[id.0].members {
        match member {
            Member::Stored(Base::Array(array)) => all.push(*array),
            Member::Stored(Base::Bundle(inner)) => all.extend(arrays(env, *inner)),
            Member::Within { cells, .. }
                if env.met.records[env.memory.bundles[id.0].ty.id].is_union && !all.contains(cells) =>
            {
                all.push(*cells);
            }
            Member::Stored(Base::Local(_) | Base::CellView(_) | Base::PointerArray(_) | Base::Choice(_))
            | Member::Within { .. }
            | Member::Pointer(_)
            | Member::Rows(_)
            | Member::Fixed(_)
            | Member::Known(_)
            | Member::Surface(_)
            | Member::Missing(_) => {}
        }
    }
    all
}

/// When the kernel is done: lengths that the contract mentions are those of all fields.
pub fn finish_lengths(env: &mut Env) {
    for (follower, leader) in std::mem::take(&mut env.facts.followers) {
        let data = &env.kernel.arrays[leader.index()];
        if data.length_used {
            let length = Expr::new(ExprKind::Length(leader), Type::Integer, data.span);
            env.kernel.arrays[follower.index()].extents[0] = Some(length);
        }
    }
}

/// New variables of a record type, with arbitrary values.
pub fn fresh(env: &mut Env, ty: &RecordRef, name: &str, span: Span) -> Lowered<Object> {
    let base = make(env, &CType::Record(ty.clone()), &Storage::local(name, false, span))?;
    declare(env, base, span);
    match base {
        Base::Bundle(bundle) => Ok(Object { bundle, index: Vec::new(), is_const: false }),
        Base::Array(_) | Base::Local(_) | Base::CellView(_) | Base::PointerArray(_) | Base::Choice(_) => Err(Reported),
    }
}

/// Gives the variables of new storage arbitrary values.
pub fn declare(env: &mut Env, base: Base, span: Span) {
    match base {
        Base::Local(local) => env.emit(StmtKind::Declare(local), span),
        Base::Array(array) => env.emit(StmtKind::DeclareArray(array), span),
        Base::PointerArray(_) | Base::Choice(_) => {}
        Base::CellView(cell_view) => {
            let cells = env.memory.cell_views[cell_view.0].cells;
            env.emit(StmtKind::DeclareArray(cells), span);
        }
        Base::Bundle(bundle) => match cell_views::of_bundle(env, bundle) {
            Some(cell_view) => declare(env, Base::CellView(cell_view), span),
            None => {
                unions::declare(env, bundle, span);
                for member in env.memory.bundles[bundle.0].members.clone() {
                    if let Member::Stored(base) = member {
                        declare(env, base, span);
                    }
                }
            }
        },
    }
}

/// Only the arrays: for storage whose scalars are all assigned at once.
pub fn declare_arrays(env: &mut Env, bundle: BundleId, span: Span) {
    if cell_views::of_bundle(env, bundle).is_some() {
        return declare(env, Base::Bundle(bundle), span);
    }
    unions::declare(env, bundle, span);
    for member in env.memory.bundles[bundle.0].members.clone() {
        match member {
            Member::Stored(Base::Array(array)) => env.emit(StmtKind::DeclareArray(array), span),
            Member::Stored(Base::Bundle(inner)) => declare_arrays(env, inner, span),
            _ => {}
        }
    }
}

/// The array that stands for a parameter or reference.
pub fn surface(env: &mut Env, name: &str, span: Span) -> ArrayId {
    env.new_array(Array {
        name: name.to_string(),
        element: CELL,
        space: Space::Surface,
        // As many as the calls have coordinates.
        extents: vec![None],
        length_used: false,
        initial: None,
        is_const: false,
        is_restrict: false,
        span,
    })
}
