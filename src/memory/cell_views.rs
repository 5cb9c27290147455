//! Cell views: the cells of one array, looked at as elements of another type, wherever these begin (MEM-22 to MEM-28).
//!
//! A pointer into a cell view counts cells of the array, not elements, so that pointers of several types into one memory
//! can be made from each other. An element is the cells that it covers: reading it reads all of them, and writing it
//! writes all of them; bounds and races are those of the cells.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::base::Span;
use crate::cpp::{
    Base, Bundle, BundleId, CellView, CellViewId, Env, Lowered, Member, Pointer,
    types::{CType, INDEX, RecordRef, size_of, type_name},
    value::{self, binary, convert},
};
use crate::kernel::ir::{
    ArrayId, AssertOrigin, Atomic, AtomicOp, Binary, Clause, Conversion, Expr, ExprKind, LocalRole, Speaker, StmtKind,
    Type,
};

use super::{
    layout, pointee,
    temporaries::{self, opaque},
};

/// What becomes of a pointer to parts of cells that is not known to point to the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unaligned {
    /// The cast gives no pointer.
    Refused,
    /// That it does is an obligation at the cast (MEM-32).
    Asserted(Span),
}

/// A pointer to cells as a pointer to elements that each cover one or several whole cells. `None`: it cannot be one.
pub fn cast(env: &mut Env, pointer: &Pointer, to: &CType, unaligned: Unaligned) -> Option<Pointer> {
    let cells = match pointer.base {
        Base::Array(array) => array,
        Base::CellView(cell_view) => env.memory.cell_views[cell_view.0].cells,
        Base::Local(_) | Base::Bundle(_) | Base::PointerArray(_) | Base::Choice(_) => return None,
    };
    let data = &env.kernel.arrays[cells.index()];
    // The address of one field has no neighbours: only another type of the same width fits.
    if data.extents.len() != pointer.prefix.len() + 1 {
        return None;
    }
    let parts = match pointer.base {
        Base::CellView(cell_view) => env.memory.cell_views[cell_view.0].parts,
        _ => 1,
    };
    if CType::Scalar(data.element).same(to) {
        return Some(Pointer { base: Base::Array(cells), ..counting(env, pointer, parts, 1, unaligned)? });
    }
    let cell_view = find(env, cells, to)?;
    let align = layout::alignment(env, to)?;
    let into = env.memory.cell_views[cell_view.0].parts;
    let pointer = &counting(env, pointer, parts, into, unaligned)?;
    let name = &env.kernel.arrays[cells.index()].name;
    // A field's array is named after the memory that it lies in.
    let name = name.split(['.', ':']).next().unwrap_or(name).to_string();
    let wanted = to.name();
    if align > size_of(env.kernel.arrays[cells.index()].element) {
        let assumption = format!("memory `{name}`, which is used as {wanted}, begins at a multiple of {align} bytes");
        env.assume(assumption);
    }
    Some(Pointer { base: Base::CellView(cell_view), ..pointer.clone() })
}

/// The pointer, which counts so many parts of a cell, as one that counts so many others.
fn counting(env: &mut Env, pointer: &Pointer, from: u64, to: u64, unaligned: Unaligned) -> Option<Pointer> {
    let Some(offset) = pointer.offset.clone().filter(|_| from != to) else { return Some(pointer.clone()) };
    let span = offset.span;
    let offset = if to.is_multiple_of(from) {
        pointee::times(offset, to / from)
    } else {
        let by = from / to;
        let mut offset = convert(offset, INDEX, Conversion::Implicit);
        if layout::multiple(env, &offset) % BigInt::from(by) != 0.into() {
            let Unaligned::Asserted(place) = unaligned else { return None };
            offset = temporaries::settle_expr(env, offset, "bytes");
            assert_multiple(env, offset.clone(), by, place);
        }
        match value::constant_int(&offset) {
            Some(known) => value::int(known / by, INDEX, span),
            None => binary(Binary::Div, offset, value::int(by, INDEX, span)),
        }
    };
    Some(Pointer { offset: Some(offset), ..pointer.clone() })
}

/// The cell view of a type over an array's cells, made where it is not there.
pub fn find(env: &mut Env, cells: ArrayId, element: &CType) -> Option<CellViewId> {
    if let Some(at) = env.memory.cell_views.iter().position(|known| known.cells == cells && known.element.same(element))
    {
        return Some(CellViewId(at));
    }
    let own = env.kernel.arrays[cells.index()].element;
    let unit = cell_size(own)?;
    let size = layout::byte_size(env, element)?;
    let (per, parts) = if fits(env, element, unit) {
        (size / unit, 1)
    } else if matches!(element, CType::Scalar(Type::Int { .. })) && size < unit {
        (1, unit / size)
    } else {
        return None;
    };
    let id = CellViewId(env.memory.cell_views.len());
    env.memory.cell_views.push(CellView { cells, element: element.clone(), per, parts, bundle: None });
    if let CType::Record(record) = element {
        if env.met.records[record.id].tree.is_some() {
            assume_layout(env);
        }
        env.memory.cell_views[id.0].bundle = Some(bundle(env, cells, record, unit)?);
    }
    Some(id)
}

fn assume_layout(env: &mut Env) {
    let assumption = "structs are laid out as their members' alignments say (no `#pragma pack`)";
    env.assume(assumption);
}

/// Size of a cell that may be looked at so.
pub fn cell_size(ty: Type) -> Option<u64> {
    matches!(ty, Type::Int { .. } | Type::Float { .. }).then(|| size_of(ty))
}

/// Whether all scalars of a type cover whole cells.
pub fn fits(env: &Env, ty: &CType, unit: u64) -> bool {
    match ty {
        CType::Scalar(scalar) => cell_size(*scalar).is_some_and(|size| size.is_multiple_of(unit)),
        CType::Array { of, extent: Some(_) } => fits(env, of, unit),
        CType::Record(record) => {
            let info = &env.met.records[record.id];
            let Some(offsets) = layout::offsets(env, record) else { return false };
            info.unsupported.is_none()
                && offsets.iter().all(|offset| offset.is_multiple_of(unit))
                && info.fields.iter().all(|field| fits(env, &field.ty, unit))
        }
        _ => false,
    }
}

/// The fields of a record over cells.
fn bundle(env: &mut Env, cells: ArrayId, record: &RecordRef, unit: u64) -> Option<BundleId> {
    let offsets = layout::offsets(env, record)?;
    let fields = env.met.records[record.id].fields.clone();
    let members = fields
        .into_iter()
        .zip(offsets)
        .map(|(field, offset)| Member::Within { cells, ty: field.ty, shift: offset / unit })
        .collect();
    let data = &env.kernel.arrays[cells.index()];
    env.memory.bundles.push(Bundle {
        ty: record.clone(),
        name: data.name.clone(),
        rank: data.extents.len(),
        members,
        is_const: data.is_const,
        extents: data.extents.clone(),
        span: data.span,
    });
    Some(BundleId(env.memory.bundles.len() - 1))
}

/// The cell view of which a bundle is the fields.
pub fn of_bundle(env: &Env, bundle: BundleId) -> Option<CellViewId> {
    env.memory.cell_views.iter().position(|cell_view| cell_view.bundle == Some(bundle)).map(CellViewId)
}

/// A field of a record over cells: the pointer to it, in cells, and whether it is an array.
pub fn field(env: &mut Env, cells: ArrayId, ty: &CType, index: &[Expr], shift: u64) -> Option<(Pointer, bool)> {
    let (element, extents) = ty.elements()?;
    if extents.len() > 1 {
        return None;
    }
    let own = CType::Scalar(env.kernel.arrays[cells.index()].element);
    let base = if own.same(&element) { Base::Array(cells) } else { Base::CellView(find(env, cells, &element)?) };
    let mut prefix = index.to_vec();
    // An object of its own has no index.
    let last = prefix.pop().unwrap_or_else(|| value::zero(INDEX, Span::default()));
    let offset = pointee::shifted(last, shift);
    let pointer = Pointer {
        base,
        prefix,
        offset: Some(offset),
        to_const: env.kernel.arrays[cells.index()].is_const,
        is_void: false,
    };
    Some((pointer, !extents.is_empty()))
}

/// The index of a cell that an element covers.
fn cell(index: &[Expr], at: u64) -> Vec<Expr> {
    let mut index = index.to_vec();
    if let Some(last) = index.pop() {
        index.push(pointee::shifted(last, at));
    }
    index
}

/// The scalar type of a cell view's elements, and the type of its cells.
fn types(env: &Env, cell_view: CellViewId) -> (Type, Type) {
    let cell_view = &env.memory.cell_views[cell_view.0];
    let ty = match cell_view.element {
        CType::Scalar(ty) => ty,
        // Records are read and written field by field.
        _ => Type::INT,
    };
    (ty, env.kernel.arrays[cell_view.cells.index()].element)
}

/// The scalar type of a cell view's elements.
pub fn scalar(env: &Env, cell_view: CellViewId) -> Type {
    types(env, cell_view).0
}

/// Reads an element: of integers, the number that the bytes are; else any value, once all cells were read.
pub fn read(env: &mut Env, cell_view: CellViewId, index: &[Expr], span: Span) -> Expr {
    let (ty, own) = types(env, cell_view);
    if env.memory.cell_views[cell_view.0].parts > 1 {
        return part(env, cell_view, index, span);
    }
    let (cells, per) = (env.memory.cell_views[cell_view.0].cells, env.memory.cell_views[cell_view.0].per);
    let parts = (0..per).map(|at| {
        let index = cell(index, at);
        Expr::new(ExprKind::Read { array: cells, index }, own, span)
    });
    match (ty, own) {
        (Type::Int { .. }, Type::Int { .. }) => Expr { span, ..composed(parts.collect(), ty, span) },
        _ => {
            let parts: Vec<Expr> = parts.collect();
            parts.into_iter().for_each(|part| temporaries::keep(env, part));
            opaque(env, ty, span)
        }
    }
}

/// Reads an element that is a part of a cell: all of the cell is read, which no access writes in part.
fn part(env: &mut Env, cell_view: CellViewId, index: &[Expr], span: Span) -> Expr {
    let (ty, own) = types(env, cell_view);
    let (cells, parts) = (env.memory.cell_views[cell_view.0].cells, env.memory.cell_views[cell_view.0].parts);
    let mut index = index.to_vec();
    let Some(last) = index.pop() else { return value::zero(ty, span) };
    let known = value::constant_int(&last);
    let at = temporaries::settle_expr(env, convert(last, INDEX, Conversion::Implicit), "part");
    // Floors, so that what is before the first cell stays before it.
    let shift = value::int(parts.trailing_zeros(), Type::INT, span);
    index.push(match &known {
        Some(known) => value::int(known >> parts.trailing_zeros(), INDEX, span),
        None => binary(Binary::Shr, at.clone(), shift),
    });
    let cell = Expr::new(ExprKind::Read { array: cells, index }, own, span);
    if !matches!(own, Type::Int { .. }) {
        temporaries::keep(env, cell);
        return opaque(env, ty, span);
    }
    let bits = size_of(own) * 8 / parts;
    let digit = |cell: &Expr, part: u64| {
        let moved = match part {
            0 => cell.clone(),
            part => binary(Binary::Shr, cell.clone(), value::int(part * bits, Type::INT, span)),
        };
        convert(moved, ty, Conversion::Explicit)
    };
    if let Some(known) = known {
        let part = (known & BigInt::from(parts - 1)).to_u64().unwrap_or_default();
        return Expr { span, ..digit(&cell, part) };
    }
    let cell = temporaries::temporary(env, "cell", cell);
    let which = binary(Binary::BitAnd, at, value::int(parts - 1, INDEX, span));
    let highest = digit(&cell, parts - 1);
    (0..parts - 1).rev().fold(highest, |rest, part| {
        let here = binary(Binary::Eq, which.clone(), value::int(part, INDEX, span));
        Expr::new(ExprKind::Conditional(here, digit(&cell, part), rest), ty, span)
    })
}

/// The integer of which the parts are the digits, the lowest first. The highest one has the result's sign, the others
/// have none: so the sum is exact, and each sum on the way is within the type.
pub fn composed(parts: Vec<Expr>, ty: Type, span: Span) -> Expr {
    let Type::Int { signed, .. } = ty else { return value::zero(ty, span) };
    let count = parts.len();
    let digits = parts.into_iter().enumerate().map(|(at, part)| {
        let Type::Int { bits, .. } = part.ty else { return part };
        let digit = Type::Int { signed: signed && at + 1 == count, bits };
        let widened = convert(convert(part, digit, Conversion::Explicit), ty, Conversion::Explicit);
        match at {
            0 => widened,
            at => {
                let weight = BigInt::from(1) << (usize::from(bits) * at);
                binary(Binary::Mul, widened, value::int(weight, ty, span))
            }
        }
    });
    digits.reduce(|sum, digit| binary(Binary::Add, sum, digit)).unwrap_or_else(|| value::zero(ty, span))
}

/// Writes an element: to each cell its digits, or any value where element or cells are no integers.
pub fn write(env: &mut Env, cell_view: CellViewId, index: Vec<Expr>, value: Expr, span: Span) -> Lowered<()> {
    let (ty, own) = types(env, cell_view);
    if env.memory.cell_views[cell_view.0].parts > 1 {
        let data = &env.kernel.arrays[env.memory.cell_views[cell_view.0].cells.index()];
        wish(env, (data.span, data.name.clone()), size_of(ty));
        let (own, ty) = (type_name(own), type_name(ty));
        return Err(env.unsupported(format!("write of {ty} into memory of {own}"), span));
    }
    let (array, per) = (env.memory.cell_views[cell_view.0].cells, env.memory.cell_views[cell_view.0].per);
    // Several statements use them, and the first may write what they read.
    let index: Vec<Expr> = index.into_iter().map(|e| temporaries::settle_expr(env, e, "index")).collect();
    let value = if value::weight(&value) == 1 { value } else { temporaries::temporary(env, "written", value) };
    for at in 0..per {
        let digit = match (ty, own) {
            (Type::Int { .. }, Type::Int { bits, .. }) => {
                let by = value::int(u64::from(bits) * at, Type::INT, span);
                let moved = if at == 0 { value.clone() } else { binary(Binary::Shr, value.clone(), by) };
                convert(moved, own, Conversion::Explicit)
            }
            _ => opaque(env, own, span),
        };
        env.emit(StmtKind::Store { array, index: cell(&index, at), value: digit }, span);
    }
    Ok(())
}

/// An atomic operation on an element that is one cell; `None` if it is not.
pub fn atomic(env: &mut Env, cell_view: CellViewId, wanted: Atomic, span: Span) -> Option<Expr> {
    let (ty, own) = types(env, cell_view);
    if env.memory.cell_views[cell_view.0].per != 1 || env.memory.cell_views[cell_view.0].parts != 1 {
        return None;
    }
    let Atomic { op, scope, order, index, operands, .. } = wanted;
    let array = env.memory.cell_views[cell_view.0].cells;
    // What does not depend on the sign is the same operation; of the others only that the cell changes is known.
    let same = matches!(
        op,
        AtomicOp::Add
            | AtomicOp::Sub
            | AtomicOp::And
            | AtomicOp::Or
            | AtomicOp::Xor
            | AtomicOp::Exch
            | AtomicOp::Cas
            | AtomicOp::Load
            | AtomicOp::Store
    );
    if same && matches!((ty, own), (Type::Int { .. }, Type::Int { .. })) {
        let operands = operands.into_iter().map(|e| convert(e, own, Conversion::Explicit)).collect();
        let result = env.new_local("old", own, LocalRole::Temporary, span);
        env.emit(StmtKind::Atomic(Atomic { op, scope, order, array, index, operands, result: Some(result) }), span);
        let old = env.read_local(result, span);
        return Some(convert(old, ty, Conversion::Explicit));
    }
    operands.into_iter().for_each(|e| temporaries::keep(env, e));
    let (op, operands) = match op {
        AtomicOp::Load => (op, Vec::new()),
        _ => (AtomicOp::Exch, vec![opaque(env, own, span)]),
    };
    env.emit(StmtKind::Atomic(Atomic { op, scope, order, array, index, operands, result: None }), span);
    Some(opaque(env, ty, span))
}

/// Before an element is used: its address is a multiple of its alignment (MEM-27), where that is not plain to see.
pub fn aligned(env: &mut Env, cell_view: CellViewId, index: &[Expr], span: Span) -> Lowered<()> {
    let (cells, element) =
        (env.memory.cell_views[cell_view.0].cells, env.memory.cell_views[cell_view.0].element.clone());
    let Some(align) = layout::alignment(env, &element) else { return Ok(()) };
    let own = size_of(env.kernel.arrays[cells.index()].element);
    if align <= own {
        return Ok(());
    }
    let (strides, start) = layout::address(env, cells);
    if env.kernel.arrays[cells.index()].name.contains('.') {
        assume_layout(env);
    }
    if strides.len() != index.len() {
        let name = env.kernel.arrays[cells.index()].name.clone();
        let what = format!("`{name}`, of which it is not known where it lies, used as {}", element.name());
        return Err(env.unsupported(what, span));
    }
    let modulus = BigInt::from(align);
    let plain = |e: &Expr, stride: u64| (layout::multiple(env, e) * BigInt::from(stride)) % &modulus == 0.into();
    let mut address: Option<Expr> = None;
    for (e, stride) in index.iter().zip(&strides) {
        if plain(e, *stride) {
            continue;
        }
        let e = convert(e.clone(), INDEX, Conversion::Implicit);
        let term = if *stride == 1 { e } else { binary(Binary::Mul, e, value::int(*stride, INDEX, span)) };
        address = Some(match address {
            None => term,
            Some(sum) => binary(Binary::Add, sum, term),
        });
    }
    let rest = start % align;
    if address.is_none() && rest == 0 {
        return Ok(());
    }
    let mut sum = address.unwrap_or_else(|| value::zero(INDEX, span));
    if rest != 0 {
        sum = binary(Binary::Add, sum, value::int(rest, INDEX, span));
    }
    assert_multiple(env, sum, align, span);
    Ok(())
}

/// An obligation: an index or address is a multiple of a number.
fn assert_multiple(env: &mut Env, e: Expr, of: u64, span: Span) {
    let remainder = binary(Binary::Rem, e, value::int(of, INDEX, span));
    let expr = Expr { span, ..binary(Binary::Eq, remainder, value::zero(INDEX, span)) };
    let clause = Clause { expr, speaker: Speaker::Thread, span };
    env.emit(StmtKind::Assert { clause, origin: AssertOrigin::Aligned }, span);
}

/// Cells as large as the smallest scalar that the storage has.
pub const WHOLE: u64 = 16;

/// Notes that memory would have to be cell views over cells of at most so many bytes.
pub fn wish(env: &mut Env, memory: (Span, String), most: u64) {
    env.rounds.wishes.entry(memory).and_modify(|known| *known = most.min(*known)).or_insert(most);
}
