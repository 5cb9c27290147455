//! Unions: one array of cells that all members look at, each as what it is (MEM-34).

use crate::base::Span;
use crate::cpp::{
    Bundle, BundleId, Env, Field, Lowered, Member, Object, Pointer,
    types::{CType, INDEX, RecordRef, size_of},
    value,
};
use crate::kernel::ir::{Array, ArrayId, Expr, Space, StmtKind, Type};

use super::{
    cell_views,
    homes::{Home, Storage},
    layout,
};

/// Of the value of a union only the memory is copied.
pub const COPIED: &str = "a member of the copy of a union";

/// Once the members of a union are known: a first field without name is its cells. As wide as the narrowest number in it, so that
/// each member covers whole cells.
pub fn lay_out(env: &mut Env, id: usize) {
    let record = env.met.records[id].ty.clone();
    match cells_of(env, id) {
        Ok((cell, count)) => {
            let extent = value::int(count, INDEX, Span::default());
            let ty = CType::Array { of: Box::new(CType::Scalar(cell)), extent: Some(extent) };
            let cells = Field {
                name: String::new(),
                ty,
                span: Span::default(),
                declared: None,
                is_reference: false,
                is_mutable: false,
                is_const: false,
            };
            env.met.records[id].fields.insert(0, cells);
        }
        Err(what) => {
            let what = format!("a union with {what}");
            env.met.records[record.id].unsupported.get_or_insert(what);
        }
    }
}

/// The type of the cells of a union, and how many there are.
fn cells_of(env: &Env, id: usize) -> Result<(Type, u64), String> {
    let info = &env.met.records[id];
    if !info.bases.is_empty() {
        return Err("base classes".into());
    }
    let mut numbers = Vec::new();
    for field in &info.fields {
        leaves(env, &field.ty, &mut numbers)?;
    }
    let narrowest = numbers.iter().map(|ty| size_of(*ty)).min().ok_or("no members")?;
    let cell = numbers.into_iter().find(|ty| size_of(*ty) == narrowest).ok_or("no members")?;
    let ty = CType::Record(info.ty.clone());
    let size = layout::byte_size(env, &ty).ok_or("members of which it is not known where they lie")?;
    Ok((cell, size / narrowest))
}

/// The numbers that a member consists of.
fn leaves(env: &Env, ty: &CType, found: &mut Vec<Type>) -> Result<(), String> {
    match ty {
        CType::Scalar(scalar @ (Type::Int { .. } | Type::Float { .. })) => found.push(*scalar),
        CType::Array { of, extent: Some(extent) } if value::constant_int(extent).is_some() => leaves(env, of, found)?,
        CType::Record(record) => {
            let info = &env.met.records[record.id];
            if let Some(what) = &info.unsupported {
                return Err(what.clone());
            }
            for field in &info.fields {
                leaves(env, &field.ty, found)?;
            }
        }
        other => return Err(format!("a member of type {}", other.name())),
    }
    Ok(())
}

/// Makes the storage of a union.
pub fn make(env: &mut Env, record: &RecordRef, storage: &Storage) -> Lowered<BundleId> {
    let fields = env.met.records[record.id].fields.clone();
    let Some((CType::Scalar(element), own)) = fields.first().and_then(|field| field.ty.elements()) else {
        return Err(env.unsupported(format!("type `{}`", record.name), storage.span));
    };
    let space = match storage.home {
        Home::Local => Space::Private,
        Home::Param | Home::Constant => Space::Constant,
        Home::Memory(space) => space,
    };
    let is_const = storage.is_const || space == Space::Constant;
    let extents: Vec<Option<Expr>> = storage.extents.iter().cloned().chain(own).collect();
    let cells = env.new_array(Array {
        is_const,
        is_restrict: storage.is_restrict,
        ..Array::new(storage.name.clone(), element, space, extents, storage.span)
    });
    if let Some((strides, start)) = &storage.address {
        let strides = strides.iter().copied().chain([size_of(element)]).collect();
        env.facts.addresses.insert(cells, (strides, *start));
    }
    let members = fields.into_iter().map(|field| Member::Within { cells, ty: field.ty, shift: 0 }).collect();
    env.memory.bundles.push(Bundle {
        ty: record.clone(),
        name: storage.name.clone(),
        rank: storage.extents.len(),
        members,
        is_const,
        extents: storage.extents.clone(),
        span: storage.span,
    });
    Ok(BundleId(env.memory.bundles.len() - 1))
}

/// Gives the cells of a new union any values.
pub fn declare(env: &mut Env, bundle: BundleId, span: Span) {
    let is_union = env.met.records[env.memory.bundles[bundle.0].ty.id].is_union;
    if let (true, Some(Member::Within { cells, .. })) = (is_union, env.memory.bundles[bundle.0].members.first()) {
        let cells = *cells;
        env.emit(StmtKind::DeclareArray(cells), span);
    }
}

/// A member that lies in cells: the pointer to it, and whether it is an array. The cells of a union are one dimension more than
/// the union has.
pub fn field(env: &mut Env, object: &Object, cells: ArrayId, ty: &CType, shift: u64) -> Option<(Pointer, bool)> {
    let mut index = object.index.clone();
    if env.kernel.arrays[cells.index()].extents.len() == index.len() + 1 {
        index.push(value::zero(INDEX, Span::default()));
    }
    cell_views::field(env, cells, ty, &index, shift)
}
