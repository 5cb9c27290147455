//! How objects, arrays and pointers are stored when they are made.

use crate::base::Span;
use crate::cpp::types::{CType, RecordRef};
use crate::cpp::{
    Address, Base, Bundle, BundleId, Env, Lowered, Member, Object, Pointer, PointerId, PointerVariable, Reported,
};
use crate::kernel::ir::{Array, ArrayId, Expr, ExprKind, LocalRole, Space, StmtKind, Type};

use super::cell_views;
use super::flat;
use super::layout;
use super::pointer_arrays;
use super::unions;

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

pub fn member(env: &mut Env, ty: &CType, storage: &Storage) -> Lowered<Member> {
    match ty {
        CType::Scalar(_) | CType::Record(_) => make(env, ty, storage).map(Member::Stored),
        CType::Array { .. } if pointer_arrays::shape(ty).is_some() && storage.extents.is_empty() => {
            pointers(env, ty, storage)
        }
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
pub fn is_plain(env: &Env, ty: &CType) -> bool {
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
    Ok(Pointer { base, prefix: Vec::new(), offset: None, to_const, is_void: false })
}

/// A member that is an array of pointers (R246).
pub fn pointers(env: &mut Env, ty: &CType, storage: &Storage) -> Lowered<Member> {
    let missing = || Member::Missing(format!("member `{}` of type {}", storage.name, ty.name()));
    let Some((to, to_const, Some(count))) = pointer_arrays::shape(ty) else { return Ok(missing()) };
    match storage.home {
        Home::Local => {
            let all = pointer_arrays::variables(env, &storage.name, (to, to_const), count, storage.span);
            Ok(Member::Fixed(all))
        }
        Home::Param | Home::Constant => {
            let mut all = Vec::new();
            for at in 0..count {
                let name = format!("{}[{at}]", storage.name);
                all.push(Ok(pointee(env, to, to_const, &Storage { name, ..storage.clone() })?));
            }
            Ok(Member::Fixed(pointer_arrays::fixed(env, &storage.name, (to, to_const), all, storage.span)))
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

/// New variables of a record type, with arbitrary values.
pub fn fresh(env: &mut Env, ty: &RecordRef, name: &str, span: Span) -> Lowered<Object> {
    let base = make(env, &CType::Record(ty.clone()), &Storage::local(name, false, span))?;
    declare(env, base, span);
    match base {
        Base::Bundle(bundle) => Ok(Object { bundle, index: Vec::new(), is_const: false }),
        Base::Array(_) | Base::Local(_) | Base::Window(_) | Base::Slots(_) | Base::Choice(_) => Err(Reported),
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
        Base::Bundle(bundle) => match cell_views::of_bundle(env, bundle) {
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

/// The cells of a surface are not told apart by what they hold.
pub const CELL: Type = Type::Int { signed: false, bits: 8 };
