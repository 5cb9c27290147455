//! Records and variables as cells of one scalar type, so that pointers to several types can lead into them (MEM-29).
//!
//! A record usually is a scalar or array for each field, and no pointer leads from one field to the next. Where the
//! program casts its address, or moves the address of a field, the kernel is lowered anew with this storage as one
//! array of cells, of which the record, its fields and whatever else the program sees there are cell views (MEM-22).

use crate::base::Span;
use crate::cpp::{
    Base, BundleId, CellViewId, Env, Member, Place,
    types::{CType, INDEX, RecordRef, size_of},
    value::{self, binary},
};
use crate::kernel::ir::{Binary, Clause, Expr, ExprKind, LocalRole, Speaker, Type};

use super::{
    cell_views::{self, WHOLE},
    homes::{self, Storage},
    layout, pointee,
};

/// Notes that storage would have to be cells for a pointer into it to be one to another type.
pub fn wish_cells(env: &mut Env, base: Base, to: &CType) {
    let most = match to {
        // Reading parts of cells needs no smaller ones.
        CType::Scalar(Type::Int { .. }) => WHOLE,
        _ => smallest(env, to).unwrap_or(WHOLE),
    };
    let mut found = match (base, owner(env, base)) {
        (Base::Bundle(bundle), _) => bundle,
        (_, Some(bundle)) => bundle,
        (Base::Local(local), None) => {
            let data = &env.kernel.locals[local.index()];
            if data.role == LocalRole::Variable {
                cell_views::wish(env, (data.span, data.name.clone()), most);
            }
            return;
        }
        (Base::Array(_) | Base::CellView(_) | Base::PointerArray(_) | Base::Choice(_), None) => return,
    };
    // Part of an element of an array: the array has to be cells.
    while env.memory.bundles[found.0].rank > 0
        && let Some(around) = owner(env, Base::Bundle(found))
    {
        found = around;
    }
    let bundle = &env.memory.bundles[found.0];
    cell_views::wish(env, (bundle.span, bundle.name.clone()), most);
}

/// The object that something is a field of.
fn owner(env: &Env, base: Base) -> Option<BundleId> {
    let is_here = |member: &Member| matches!(member, Member::Stored(stored) if *stored == base);
    env.memory.bundles.iter().position(|bundle| bundle.members.iter().any(is_here)).map(BundleId)
}

/// The scalars that a type is made of.
fn leaves(env: &Env, ty: &CType, all: &mut Vec<Type>) -> Option<()> {
    match ty {
        CType::Scalar(scalar) => {
            cell_views::cell_size(*scalar)?;
            all.push(*scalar);
        }
        CType::Array { of, extent: Some(_) } => leaves(env, of, all)?,
        CType::Record(record) => {
            for field in &env.met.records[record.id].fields {
                leaves(env, &field.ty, all)?;
            }
        }
        _ => return None,
    }
    Some(())
}

/// Size of the smallest scalar of a type.
fn smallest(env: &Env, ty: &CType) -> Option<u64> {
    let mut all = Vec::new();
    leaves(env, ty, &mut all)?;
    all.into_iter().map(size_of).min()
}

/// The cells that storage of a type is made of: its scalars, where all are of one type and small enough, else integers.
fn cell(env: &Env, ty: &CType, most: u64) -> Option<Type> {
    let mut all = Vec::new();
    leaves(env, ty, &mut all)?;
    let unit = all.iter().copied().map(size_of).min()?.min(most);
    if !cell_views::fits(env, ty, unit) {
        return None;
    }
    let first = *all.first()?;
    let is_one = all.iter().all(|leaf| *leaf == first);
    Some(if is_one && size_of(first) == unit { first } else { Type::Int { signed: false, bits: unit as u8 * 8 } })
}

/// The cells of so many records, and the cell view that the records are.
fn cells(env: &mut Env, record: &RecordRef, storage: &Storage) -> Option<CellViewId> {
    let most = *env.rounds.viewed_as_cells.get(&(storage.span, storage.name.clone()))?;
    let ty = CType::Record(record.clone());
    let element = cell(env, &ty, most)?;
    let unit = size_of(element);
    let per = layout::byte_size(env, &ty)? / unit;
    let extent = match storage.extents.as_slice() {
        [] => Some(value::int(per, INDEX, storage.span)),
        [None] => None,
        [Some(count)] => Some(pointee::times(count.clone(), per)),
        _ => return None,
    };
    let start = storage.address.as_ref().map_or(0, |(_, start)| *start);
    let address = Some((vec![unit], start));
    let own = Storage { extents: vec![extent], address, ..storage.clone() };
    let Base::Array(array) = homes::cells(env, element, &own) else { return None };
    let cell_view = cell_views::find(env, array, &ty)?;
    let bundle = env.memory.cell_views[cell_view.0].bundle?;
    env.memory.bundles[bundle.0].rank = storage.extents.len();
    env.memory.bundles[bundle.0].extents = storage.extents.clone();
    Some(cell_view)
}

/// One record as cells, where that is wished for.
pub fn object(env: &mut Env, record: &RecordRef, storage: &Storage) -> Option<BundleId> {
    if !storage.extents.is_empty() {
        return None;
    }
    let cell_view = cells(env, record, storage)?;
    env.memory.cell_views[cell_view.0].bundle
}

/// An array of records as cells, where that is wished for.
pub fn array(env: &mut Env, record: &RecordRef, storage: &Storage) -> Option<CellViewId> {
    if storage.extents.len() != 1 {
        return None;
    }
    cells(env, record, storage)
}

/// A variable as cells, where that is wished for.
pub fn variable(env: &mut Env, name: &str, ty: Type, is_const: bool, span: Span) -> Option<Place> {
    let most = *env.rounds.viewed_as_cells.get(&(span, name.to_string()))?;
    let element = cell(env, &CType::Scalar(ty), most)?;
    let per = size_of(ty) / size_of(element);
    let extents = vec![Some(value::int(per, INDEX, span))];
    let storage = Storage { extents, ..Storage::local(name, false, span) };
    let Base::Array(array) = homes::cells(env, element, &storage) else { return None };
    let index = vec![value::zero(INDEX, span)];
    if per == 1 {
        return Some(Place::Cell { array, index, is_const });
    }
    let cell_view = cell_views::find(env, array, &CType::Scalar(ty))?;
    Some(Place::Wide { cell_view, index, is_const })
}

/// `\length` of records that are cells. Their number is a whole one, which is required.
pub fn length(env: &mut Env, cell_view: CellViewId, span: Span) -> Expr {
    let (array, per) = (env.memory.cell_views[cell_view.0].cells, env.memory.cell_views[cell_view.0].per);
    let all = Expr::new(ExprKind::Length(array), Type::Integer, span);
    let per = value::int(per, Type::Integer, span);
    let data = &mut env.kernel.arrays[array.index()];
    if !data.length_used {
        data.length_used = true;
        let place = data.span;
        let remainder = binary(Binary::Rem, all.clone(), per.clone());
        let expr = Expr { span: place, ..binary(Binary::Eq, remainder, value::zero(Type::Integer, place)) };
        env.kernel.contract.requires.push(Clause { expr, speaker: Speaker::Launch, span: place });
    }
    Expr { span, ..binary(Binary::Div, all, per) }
}
