//! Objects of record type: one scalar, array or bundle for each field, so that fields of one element
//! never meet. Reading, copying and assigning them field by field.

use num_traits::ToPrimitive;

use crate::base::Span;
use crate::kernel::ir::{Array, ArrayId, Conversion, Expr, ExprKind, LocalId, LocalRole, Space, StmtKind, Type};

use super::choice;
use super::constness;
use super::flat;
use super::layout;
use super::mentioned::Mentioned;
use super::null;
use super::pointer;
use super::read;
use super::slots;
use super::unions;
use super::window;
use crate::typed::model::types::{CType, INDEX, RecordRef};
use crate::typed::model::value::{self, convert};
use crate::typed::model::{
    Address, Base, Bundle, BundleId, Entity, Env, Lowered, Member, Object, Place, Pointer, PointerId, PointerVariable,
    SlotsId, SlotsKind, Value,
};

/// What kind of memory an object is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// Variables of a thread.
    Local,
    /// A parameter that is passed by value.
    Param,
    /// A value of the launch that nothing writes.
    Constant,
    Memory(Space),
}

/// Where and how an object is made.
#[derive(Clone, Debug)]
pub struct Storage {
    pub name: String,
    pub home: Home,
    pub extents: Vec<Option<Expr>>,
    pub is_const: bool,
    pub is_restrict: bool,
    /// No name of it is assigned anywhere.
    pub is_stable: bool,
    /// Where it lies, where it is a part of something else.
    pub address: Option<Address>,
    pub span: Span,
}

impl Storage {
    /// Variables of a thread.
    pub fn local(name: &str, is_stable: bool, span: Span) -> Storage {
        let extents = Vec::new();
        let (is_const, is_restrict) = (false, true);
        let address = None;
        Storage { name: name.to_string(), home: Home::Local, extents, is_const, is_restrict, is_stable, address, span }
    }
}

/// Where storage lies: what is around it goes on with its own extents.
fn placed(env: &Env, leaf: &CType, own: &[Option<Expr>], storage: &Storage) -> Option<Address> {
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
                && let Some(window) = flat::array(env, &record, &whole)
            {
                return Ok(Base::Window(window));
            }
            bundle(env, &record, &whole).map(Base::Bundle)
        }
        CType::Scalar(scalar) => Ok(cells(env, scalar, &whole)),
        other => Err(env.unsupported(format!("`{}` of type {}", storage.name, other.name()), storage.span)),
    }
}

/// A scalar variable, or an array of scalars.
pub fn cells(env: &mut Env, element: Type, storage: &Storage) -> Base {
    let role = match storage.home {
        Home::Local => Some(LocalRole::Variable),
        Home::Param => Some(LocalRole::Param),
        Home::Constant => Some(LocalRole::Global),
        Home::Memory(_) => None,
    };
    if let (Some(role), true) = (role, storage.extents.is_empty()) {
        let local = env.new_local(&storage.name, element, role, storage.span);
        if storage.is_stable {
            env.variables.stable.insert(local);
        }
        return Base::Local(local);
    }
    let space = match storage.home {
        Home::Local => Space::Private,
        Home::Param | Home::Constant => Space::Constant,
        Home::Memory(space) => space,
    };
    let array = env.new_array(Array {
        name: storage.name.clone(),
        element,
        space,
        extents: storage.extents.clone(),
        length_used: false,
        initial: None,
        is_const: storage.is_const,
        is_restrict: storage.is_restrict,
        span: storage.span,
    });
    if let Some(address) = &storage.address {
        env.facts.addresses.insert(array, address.clone());
    }
    Base::Array(array)
}

fn bundle(env: &mut Env, record: &RecordRef, storage: &Storage) -> Lowered<BundleId> {
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
        CType::Array { .. } if slots::shape(ty).is_some() && storage.extents.is_empty() => pointers(env, ty, storage),
        CType::Array { .. } if ty.elements().is_some() => make(env, ty, storage).map(Member::Stored),
        CType::Pointer { to, to_const } if storage.extents.is_empty() => match storage.home {
            Home::Local => Ok(Member::Pointer(variable(env, &storage.name, to, *to_const, storage.span))),
            Home::Param | Home::Constant if to.elements().is_some() => {
                pointee(env, to, *to_const, storage).map(Member::Fixed)
            }
            Home::Param | Home::Constant => match &**to {
                CType::Pointer { to: inner, to_const: inner_const } if matches!(**inner, CType::Scalar(_)) => {
                    let outer = Storage { home: Home::Memory(Space::Global), extents: vec![None], ..storage.clone() };
                    let base = rows(env, inner, *inner_const, &outer)?;
                    Ok(Member::Fixed(Pointer {
                        base,
                        prefix: Vec::new(),
                        offset: None,
                        to_const: *to_const,
                        is_void: false,
                    }))
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
fn is_plain(env: &Env, ty: &CType) -> bool {
    match ty {
        CType::Scalar(_) => true,
        CType::Array { of, .. } => is_plain(env, of),
        CType::Record(record) => env.met.records[record.id].fields.iter().all(|field| is_plain(env, &field.ty)),
        _ => false,
    }
}

/// What the pointers lead to that stand in memory: memory of its own for each, a row of what is made here (R267).
pub fn rows(env: &mut Env, to: &CType, to_const: bool, storage: &Storage) -> Lowered<Base> {
    let mut extents = storage.extents.clone();
    extents.push(None);
    let rows = Storage { extents, is_const: to_const, address: None, ..storage.clone() };
    let base = make(env, to, &rows)?;
    env.facts.rows.insert(base, storage.extents.len());
    let assumption = format!("the pointers in `{}` lead to memory that does not overlap", storage.name);
    if !env.kernel.assumptions.contains(&assumption) {
        env.kernel.assumptions.push(assumption);
    }
    Ok(base)
}

/// What a pointer of the launch points to: memory of its own.
fn pointee(env: &mut Env, to: &CType, to_const: bool, storage: &Storage) -> Lowered<Pointer> {
    let pointee = Storage {
        home: Home::Memory(Space::Global),
        extents: vec![None],
        is_const: to_const,
        address: None,
        ..storage.clone()
    };
    let base = make(env, to, &pointee)?;
    Ok(Pointer { base, prefix: Vec::new(), offset: None, to_const, is_void: false })
}

/// A member that is an array of pointers (R246).
fn pointers(env: &mut Env, ty: &CType, storage: &Storage) -> Lowered<Member> {
    let missing = || Member::Missing(format!("member `{}` of type {}", storage.name, ty.name()));
    let Some((to, to_const, Some(count))) = slots::shape(ty) else { return Ok(missing()) };
    match storage.home {
        Home::Local => {
            let all = slots::variables(env, &storage.name, (to, to_const), count, storage.span);
            Ok(Member::Fixed(all))
        }
        Home::Param | Home::Constant => {
            let mut all = Vec::new();
            for at in 0..count {
                let name = format!("{}[{at}]", storage.name);
                all.push(Ok(pointee(env, to, to_const, &Storage { name, ..storage.clone() })?));
            }
            Ok(Member::Fixed(slots::fixed(env, &storage.name, (to, to_const), all, storage.span)))
        }
        Home::Memory(_) => Ok(missing()),
    }
}

/// A pointer variable that points nowhere yet.
pub fn variable(env: &mut Env, name: &str, to: &CType, to_const: bool, span: Span) -> PointerId {
    env.memory.pointers.push(PointerVariable {
        name: name.to_string(),
        span,
        target: None,
        arms: None,
        element: to.clone(),
        to_const,
        missing: None,
    });
    PointerId(env.memory.pointers.len() - 1)
}

/// The arrays of an array of records of unknown length are all as long as the first of one dimension.
fn follow(env: &mut Env, id: BundleId) {
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
            Member::Stored(Base::Local(_) | Base::Window(_) | Base::Slots(_) | Base::Choice(_))
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

/// Gives the variables of new storage arbitrary values.
pub fn declare(env: &mut Env, base: Base, span: Span) {
    match base {
        Base::Local(local) => env.emit(StmtKind::Declare(local), span),
        Base::Array(array) => env.emit(StmtKind::DeclareArray(array), span),
        Base::Slots(_) | Base::Choice(_) => {}
        Base::Window(window) => {
            let cells = env.memory.windows[window.0].cells;
            env.emit(StmtKind::DeclareArray(cells), span);
        }
        Base::Bundle(bundle) => match window::of_bundle(env, bundle) {
            Some(window) => declare(env, Base::Window(window), span),
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
fn declare_arrays(env: &mut Env, bundle: BundleId, span: Span) {
    if window::of_bundle(env, bundle).is_some() {
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

/// The field at a position, as an lvalue.
pub fn field(env: &mut Env, object: &Object, at: usize, span: Span) -> Lowered<Value> {
    let bundle = &env.memory.bundles[object.bundle.0];
    let is_const = object.is_const || bundle.is_const;
    let is_const = match env.met.records[bundle.ty.id].fields.get(at) {
        Some(field) => field.is_const || is_const && !field.is_mutable,
        None => is_const,
    };
    let to_row =
        |base| Pointer { base, prefix: object.index.clone(), offset: None, to_const: is_const, is_void: false };
    match bundle.members[at].clone() {
        Member::Stored(Base::Local(local)) => {
            if is_const {
                constness::note(env, &Place::Local(local));
            }
            Ok(Value::Place(Place::Local(local)))
        }
        Member::Stored(base @ Base::Array(array)) => {
            if pointer::rank(env, base) == object.index.len() {
                Ok(Value::Place(Place::Cell { array, index: object.index.clone(), is_const }))
            } else {
                Ok(Value::Row(to_row(base)))
            }
        }
        Member::Stored(base @ Base::Bundle(inner)) => {
            if pointer::rank(env, base) == object.index.len() {
                Ok(Value::Place(Place::Object { bundle: inner, index: object.index.clone(), is_const }))
            } else {
                Ok(Value::Row(to_row(base)))
            }
        }
        Member::Stored(base @ (Base::Window(_) | Base::Slots(_) | Base::Choice(_))) => Ok(Value::Row(to_row(base))),
        Member::Within { cells, ty, shift } => match unions::field(env, object, cells, &ty, shift) {
            Some((pointer, true)) => Ok(Value::Pointer(Pointer { to_const: is_const, ..pointer })),
            Some((pointer, false)) => pointer::deref(env, Pointer { to_const: is_const, ..pointer }, span),
            None => Err(env.unsupported(format!("member of type {} of memory with several types", ty.name()), span)),
        },
        Member::Pointer(id) => choice::current(env, id, span).map(Value::Pointer),
        Member::Fixed(pointer) => Ok(Value::Pointer(pointer)),
        Member::Rows(base) => {
            let to_const = pointer::is_const(env, base);
            Ok(Value::Pointer(Pointer { to_const, ..to_row(base) }))
        }
        Member::Known(e) => Ok(Value::Scalar(Expr { span, ..e })),
        Member::Surface(surface) => Ok(Value::Surface(surface)),
        Member::Missing(what) => Err(env.unsupported(what, span)),
    }
}

/// What the name of a field stands for in a member function.
pub fn field_entity(env: &mut Env, object: &Object, at: usize, span: Span) -> Entity {
    let bundle = &env.memory.bundles[object.bundle.0];
    let is_reference = env.met.records[bundle.ty.id].fields[at].is_reference;
    match &bundle.members[at] {
        Member::Pointer(id) if is_reference => return referred(env, *id, span),
        Member::Pointer(id) => return Entity::PointerVariable(*id),
        Member::Missing(what) => return Entity::Unsupported(what.clone()),
        Member::Stored(_)
        | Member::Within { .. }
        | Member::Fixed(_)
        | Member::Rows(_)
        | Member::Known(_)
        | Member::Surface(_) => {}
    }
    match field(env, object, at, span) {
        Ok(Value::Place(place)) => Entity::Alias(place),
        Ok(Value::Row(row)) => Entity::Row(row),
        Ok(Value::Pointer(pointer)) => Entity::Pointer(pointer),
        Ok(Value::Scalar(e)) => Entity::Value(e),
        Ok(value @ Value::Surface(_)) => Entity::Object(value),
        Ok(_) | Err(_) => Entity::Reported,
    }
}

/// What a member that is a reference stands for: bound once, it stays what it is.
fn referred(env: &mut Env, id: PointerId, span: Span) -> Entity {
    let Some(pointer) = pointer::of_entity(env, &Entity::PointerVariable(id)) else {
        return Entity::Unsupported(format!("reference `{}`, which is not bound yet", env.memory.pointers[id.0].name));
    };
    match pointer::deref(env, pointer, span) {
        Ok(Value::Place(place)) => Entity::Alias(place),
        Ok(_) => Entity::Unsupported("a member that is a reference to something else than a variable".into()),
        Err(_) => Entity::Reported,
    }
}

/// The position of a field by name; an error when there is none.
pub fn position(env: &mut Env, record: &RecordRef, name: &str, span: Span) -> Lowered<usize> {
    let fields = &env.met.records[record.id].fields;
    match fields.iter().position(|field| field.name == name) {
        Some(at) => Ok(at),
        None => Err(env.unsupported(format!("member `{}::{name}`", record.name), span)),
    }
}

/// The value of an object, field by field. Arrays in it are copied, since the object may change.
pub fn load(env: &mut Env, object: &Object, span: Span) -> Lowered<Value> {
    let ty = env.memory.bundles[object.bundle.0].ty.clone();
    let mut values = Vec::new();
    for at in 0..env.memory.bundles[object.bundle.0].members.len() {
        if at > 0 && env.met.records[ty.id].is_union {
            values.push(Value::Missing(unions::COPIED.into()));
            continue;
        }
        let missing = match &env.memory.bundles[object.bundle.0].members[at] {
            Member::Missing(what) => Some(what.clone()),
            Member::Pointer(id) if pointer::of_entity(env, &Entity::PointerVariable(*id)).is_none() => {
                Some(env.memory.pointers[id.0].untargeted())
            }
            _ => None,
        };
        if let Some(what) = missing {
            values.push(Value::Missing(what));
            continue;
        }
        if let Member::Fixed(Pointer { base: Base::Slots(slots), .. }) = env.memory.bundles[object.bundle.0].members[at]
        {
            let all = slots::snapshot(env, slots, span)?;
            values.push(Value::Pointer(all));
            continue;
        }
        let within = match &env.memory.bundles[object.bundle.0].members[at] {
            Member::Within { ty, .. } => Some(ty.clone()),
            _ => None,
        };
        values.push(match field(env, object, at, span)? {
            Value::Pointer(cells) if let Some(ty) = &within => copied_cells(env, &cells, ty, span)?,
            Value::Place(Place::Object { bundle, index, is_const }) => {
                load(env, &Object { bundle, index, is_const }, span)?
            }
            Value::Place(place) => Value::Scalar(read::place_value(env, &place, span)),
            Value::Row(row) => copied(env, row, span)?,
            other => other,
        });
    }
    Ok(Value::Record(ty, values))
}

/// Arrays of more cells than this are not copied cell by cell.
const MOST_COPIED: u64 = 256;

/// A copy of an array inside an object.
fn copied(env: &mut Env, row: Pointer, span: Span) -> Lowered<Value> {
    let (leaf, extents) = row_type(env, &row);
    let ty = extents.iter().rev().fold(leaf, |of, extent| CType::Array { of: Box::new(of), extent: extent.clone() });
    let name = pointer::base_name(env, row.base);
    let base = make(env, &ty, &Storage::local(&name, true, span))?;
    declare(env, base, span);
    let to = Pointer { base, prefix: Vec::new(), offset: None, to_const: false, is_void: false };
    let mut leaves = Vec::new();
    row_leaves(env, &to, &row, span, &mut leaves)?;
    emit(env, leaves, span)?;
    Ok(Value::Row(to))
}

/// A copy of an array that lies in cells.
fn copied_cells(env: &mut Env, from: &Pointer, ty: &CType, span: Span) -> Lowered<Value> {
    let name = pointer::base_name(env, from.base);
    let base = make(env, ty, &Storage::local(&name, true, span))?;
    declare(env, base, span);
    let to = Pointer { base, prefix: Vec::new(), offset: None, to_const: false, is_void: false };
    let mut leaves = Vec::new();
    cell_leaves(env, &to, from, ty, span, &mut leaves)?;
    emit(env, leaves, span)?;
    Ok(Value::Row(to))
}

/// What a copy of an array of one dimension writes, of which one side lies in cells.
fn cell_leaves(
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
        let name = pointer::base_name(env, from.base);
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
    let leaf = pointer::element_of(env, row);
    let extents = pointer::extents(env, row.base).iter().skip(row.prefix.len()).cloned().collect();
    (leaf, extents)
}

/// A scalar or pointer that an assignment of records writes, and its new value.
enum Leaf {
    Scalar(Place, Expr),
    Pointer(PointerId, Pointer),
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
            match load(env, &Object { bundle, index, is_const }, span)? {
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
            (Member::Pointer(id), Value::Missing(what)) if what == null::NULL => null_leaf(env, id, span, leaves)?,
            (Member::Pointer(id), Value::Missing(what)) => env.memory.pointers[id.0].missing = Some(what),
            (Member::Missing(what), _) => return Err(env.unsupported(format!("assignment to {what}"), span)),
            (_, Value::Missing(what)) => return Err(env.unsupported(what, span)),
            (Member::Pointer(id), value) => {
                let pointer = pointer::decay(env, value, span)?;
                leaves.push(Leaf::Pointer(id, pointer));
            }
            (Member::Surface(kept), Value::Surface(given)) if kept == given => {}
            (Member::Surface(_), _) => {
                return Err(env.unsupported("assignment to a struct that holds a handle of a surface", span));
            }
            (
                Member::Fixed(Pointer { base: Base::Slots(to), .. }),
                Value::Pointer(Pointer { base: Base::Slots(from), .. }),
            ) => {
                slot_leaves(env, to, from, span, leaves)?;
            }
            (Member::Fixed(_) | Member::Rows(_) | Member::Known(_), _) => {
                return Err(env.unsupported("assignment to a struct that holds pointers", span));
            }
            (Member::Stored(_) | Member::Within { .. }, value) => match field(env, to, at, span)? {
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
fn null_leaf(env: &mut Env, id: PointerId, span: Span, leaves: &mut Vec<Leaf>) -> Lowered<()> {
    match choice::null_of(env, id, span) {
        Some(nowhere) => leaves.push(Leaf::Pointer(id, nowhere)),
        None => choice::point_nowhere(env, id, span)?,
    }
    Ok(())
}

/// What a copy of an array of pointers sets.
fn slot_leaves(env: &mut Env, to: SlotsId, from: SlotsId, span: Span, leaves: &mut Vec<Leaf>) -> Lowered<()> {
    let from = slots::snapshot(env, from, span)?;
    let (SlotsKind::Each(each), Base::Slots(from)) = (env.memory.slots[to.0].kind.clone(), from.base) else {
        return Err(env.unsupported("assignment to a struct that holds pointers", span));
    };
    let SlotsKind::Fixed(given) = env.memory.slots[from.0].kind.clone() else { return Ok(()) };
    for (id, given) in each.into_iter().zip(given) {
        match given {
            Ok(pointer) => leaves.push(Leaf::Pointer(id, pointer)),
            Err(what) if what == null::NULL => null_leaf(env, id, span, leaves)?,
            Err(what) => env.memory.pointers[id.0].missing = Some(what),
        }
    }
    Ok(())
}

fn row_leaves(env: &mut Env, to: &Pointer, from: &Pointer, span: Span, leaves: &mut Vec<Leaf>) -> Lowered<()> {
    let (_, extents) = row_type(env, to);
    let count = layout::dimensions(&extents).filter(|dims| dims.iter().product::<u64>() <= MOST_COPIED);
    let Some(dims) = count else {
        let name = pointer::base_name(env, to.base);
        return Err(env.unsupported(format!("copy of a struct with the large array `{name}`"), span));
    };
    for at in 0..dims.iter().product::<u64>() {
        let index = layout::indices(at, &dims, span);
        let (mut target, mut source) = (Value::Row(to.clone()), Value::Row(from.clone()));
        for e in index {
            let (to, from) = (pointer::decay(env, target, span)?, pointer::decay(env, source, span)?);
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
fn emit(env: &mut Env, mut leaves: Vec<Leaf>, span: Span) -> Lowered<()> {
    let mut written = Mentioned::default();
    for leaf in &leaves {
        match leaf {
            Leaf::Scalar(Place::Local(local), _) => written.write_local(*local),
            Leaf::Scalar(Place::Cell { array, .. }, _) => written.write_array(*array),
            Leaf::Scalar(Place::Wide { window, .. }, _) => written.write_array(env.memory.windows[window.0].cells),
            // A field is no object, and none of several.
            Leaf::Scalar(Place::Object { .. } | Place::Either(_), _) => {}
            Leaf::Pointer(id, _) => choice::locals(env, *id).into_iter().for_each(|local| written.write_local(local)),
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
            Leaf::Scalar(Place::Wide { window, index, .. }, value) => window::write(env, window, index, value, span)?,
            Leaf::Scalar(Place::Object { .. } | Place::Either(_), _) => {}
            Leaf::Pointer(id, pointer) => pointer::point(env, id, pointer, span)?,
        }
    }
    Ok(())
}

/// Takes a value into a variable when what it reads is about to be written.
fn keep_from(env: &mut Env, e: &mut Expr, written: &Mentioned) {
    if Mentioned::of_expr(e).reads_what(written) {
        let value = std::mem::replace(e, value::zero(INDEX, e.span));
        *e = read::temporary(env, "kept", value);
    }
}

/// New variables that hold a record's value.
pub fn materialise(env: &mut Env, value: Value, name: &str, is_stable: bool, span: Span) -> Lowered<Object> {
    let ty = match &value {
        Value::Record(ty, _) => ty.clone(),
        Value::Place(Place::Object { bundle, .. }) => env.memory.bundles[bundle.0].ty.clone(),
        _ => return Err(env.unsupported("something else used as a struct", span)),
    };
    let value = match value {
        Value::Place(Place::Object { bundle, index, is_const }) => {
            load(env, &Object { bundle, index, is_const }, span)?
        }
        other => other,
    };
    let bundle = bundle(env, &ty, &Storage::local(name, is_stable, span))?;
    declare_arrays(env, bundle, span);
    keep_surfaces(env, bundle, &value);
    let object = Object { bundle, index: Vec::new(), is_const: false };
    store(env, &object, value, span)?;
    Ok(object)
}

/// The handles of surfaces in a new object: they stay what they are.
fn keep_surfaces(env: &mut Env, bundle: BundleId, value: &Value) {
    let Value::Record(_, values) = value else { return };
    for (at, value) in values.iter().enumerate() {
        match (env.memory.bundles[bundle.0].members.get(at), value) {
            (Some(Member::Missing(_)), Value::Surface(surface)) => {
                env.memory.bundles[bundle.0].members[at] = Member::Surface(*surface);
            }
            (Some(Member::Stored(Base::Bundle(inner))), value) => keep_surfaces(env, *inner, value),
            _ => {}
        }
    }
}

/// An object whose scalar fields are the values themselves, where a name can stand for them: no variables
/// are made for those. Only for objects of which no name is assigned; what its arrays hold may change, if the value is one of its own.
pub fn frozen(env: &mut Env, value: Value, name: &str, plain: bool, span: Span) -> Lowered<Object> {
    if record_of(env, &value).is_some_and(|ty| env.met.records[ty.id].is_union) {
        return materialise(env, value, name, true, span);
    }
    let value = match value {
        Value::Place(Place::Object { bundle, index, is_const }) => {
            load(env, &Object { bundle, index, is_const }, span)?
        }
        other => other,
    };
    if env.rounds.windowed.contains_key(&(span, name.to_string())) {
        return materialise(env, value, name, true, span);
    }
    let Value::Record(ty, values) = value else {
        return Err(env.unsupported("something else used as a struct", span));
    };
    let fields = env.met.records[ty.id].fields.clone();
    let mut members = Vec::new();
    for (value, field) in values.into_iter().zip(fields) {
        let name = format!("{name}.{}", field.name);
        members.push(match value {
            Value::Scalar(e) => {
                let leaf = value::weight(&e) == 1;
                if leaf && (plain || pointer::is_stable(env, &e)) {
                    Member::Known(e)
                } else {
                    let local = env.new_local(&name, e.ty, LocalRole::Variable, span);
                    env.variables.stable.insert(local);
                    env.emit(StmtKind::Assign { local, value: e }, span);
                    Member::Stored(Base::Local(local))
                }
            }
            value @ Value::Record(..) => Member::Stored(Base::Bundle(frozen(env, value, &name, plain, span)?.bundle)),
            Value::Pointer(pointer) => Member::Fixed(pointer::settle(env, pointer, &name)),
            // It is a copy already.
            Value::Row(row) => Member::Stored(row.base),
            Value::Surface(surface) => Member::Surface(surface),
            Value::Missing(what) => Member::Missing(what),
            _ => Member::Missing(format!("member `{name}`")),
        });
    }
    let extents = Vec::new();
    env.memory.bundles.push(Bundle { ty, name: name.to_string(), rank: 0, members, is_const: false, extents, span });
    Ok(Object { bundle: BundleId(env.memory.bundles.len() - 1), index: Vec::new(), is_const: false })
}

/// A value of its own: what a conversion to a class makes is none of the objects that it was made of (R265).
pub fn own(env: &mut Env, value: Value, span: Span) -> Lowered<Value> {
    match value {
        Value::Place(Place::Object { bundle, index, is_const }) => load(env, &Object { bundle, index, is_const }, span),
        other => Ok(other),
    }
}

/// The object that a value is or, for a value that is stored nowhere, that is made for it.
pub fn of_value(env: &mut Env, value: Value, name: &str, span: Span) -> Lowered<Object> {
    match value {
        Value::Place(Place::Object { bundle, index, is_const }) => Ok(Object { bundle, index, is_const }),
        value @ Value::Record(..) => materialise(env, value, name, false, span),
        Value::Missing(what) => Err(env.unsupported(what, span)),
        _ => Err(env.unsupported("member of something that is no struct", span)),
    }
}

/// The record type of a value, if it is of one.
pub fn record_of(env: &Env, value: &Value) -> Option<RecordRef> {
    match value {
        Value::Record(ty, _) => Some(ty.clone()),
        Value::Place(Place::Object { bundle, .. }) => Some(env.memory.bundles[bundle.0].ty.clone()),
        _ => None,
    }
}

/// The locals and arrays that hold an object.
pub fn parts(env: &Env, bundle: BundleId) -> (Vec<LocalId>, Vec<ArrayId>) {
    let (mut locals, mut arrays) = (Vec::new(), Vec::new());
    for member in &env.memory.bundles[bundle.0].members {
        match member {
            Member::Stored(Base::Local(local)) => locals.push(*local),
            Member::Stored(Base::Array(array)) | Member::Within { cells: array, .. } => arrays.push(*array),
            Member::Stored(Base::Window(window)) => arrays.push(env.memory.windows[window.0].cells),
            Member::Stored(Base::Slots(slots)) | Member::Fixed(Pointer { base: Base::Slots(slots), .. }) => {
                let (more_locals, more_arrays) = slots::parts(env, *slots);
                locals.extend(more_locals);
                arrays.extend(more_arrays);
            }
            Member::Stored(Base::Choice(_)) => {}
            Member::Stored(Base::Bundle(inner)) => {
                let (more_locals, more_arrays) = parts(env, *inner);
                locals.extend(more_locals);
                arrays.extend(more_arrays);
            }
            Member::Pointer(id) => locals.extend(choice::locals(env, *id)),
            Member::Known(e) => locals.extend(value::locals(e)),
            Member::Fixed(pointer) => {
                locals.extend(pointer.prefix.iter().chain(&pointer.offset).flat_map(value::locals));
            }
            Member::Rows(_) | Member::Surface(_) | Member::Missing(_) => {}
        }
    }
    (locals, arrays)
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
                Place::Wide { window, index, .. } => window::write(env, window, index, value, span)?,
                Place::Object { .. } => {}
                Place::Either(either) => {
                    let value = pointer::settle_expr(env, value, "assigned");
                    choice::each(env, *either, span, &mut |env, place| {
                        assign(env, Value::Place(place), Value::Scalar(value.clone()), span)
                    })?;
                }
            }
            Ok(())
        }
        Value::Row(row) => {
            let from = pointer::decay(env, value, span)?;
            let mut leaves = Vec::new();
            row_leaves(env, &row, &from, span, &mut leaves)?;
            emit(env, leaves, span)
        }
        _ => Err(env.unsupported("assignment to this", span)),
    }
}

/// `dim3` and `uint3` convert to each other.
pub fn alike(env: &Env, a: &RecordRef, b: &RecordRef) -> bool {
    let of = |name: &str| matches!(name, "dim3" | "uint3");
    of(&a.name) && of(&b.name) && env.met.records[a.id].tree.is_none() && env.met.records[b.id].tree.is_none()
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

/// The cells of a surface are not told apart by what they hold.
pub const CELL: Type = Type::Int { signed: false, bits: 8 };
