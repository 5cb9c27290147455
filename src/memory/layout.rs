//! Where things lie in memory: sizes, alignments and offsets in bytes, and which numbers are multiples of what.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;
use num_traits::Signed;
use num_traits::ToPrimitive;
use num_traits::Zero;

use crate::base::Span;
use crate::cpp::{
    Address, Env,
    types::{CType, INDEX, RecordRef, size_of},
    value,
};
use crate::kernel::ir::{ArrayId, Binary, Expr, ExprKind, Type, Unary};

/// Size in bytes, padding included; none where attributes change it.
pub fn byte_size(env: &Env, ty: &CType) -> Option<u64> {
    match ty {
        CType::Scalar(scalar) => Some(size_of(*scalar)),
        CType::Pointer { .. } | CType::Surface => Some(8),
        CType::Array { of, extent } => {
            let count = u64::try_from(value::constant_int(extent.as_ref()?)?).ok()?;
            Some(byte_size(env, of)? * count)
        }
        CType::Record(record) => {
            if is_realigned(env, record) || !is_plain(env, record) {
                return None;
            }
            let mut size = 0u64;
            let mut widest = aligned_to(env, record);
            for field in &env.met.records[record.id].fields {
                let align = alignment(env, &field.ty)?;
                let own = byte_size(env, &field.ty)?;
                let is_union = env.met.records[record.id].is_union;
                size = if is_union { size.max(own) } else { size.next_multiple_of(align) + own };
                widest = widest.max(align);
            }
            Some(size.next_multiple_of(widest).max(1))
        }
        _ => None,
    }
}

/// The alignment of a type in bytes; `None` where its layout is not known.
pub fn alignment(env: &Env, ty: &CType) -> Option<u64> {
    match ty {
        CType::Array { of, .. } => alignment(env, of),
        CType::Record(record) if is_realigned(env, record) => None,
        CType::Record(record) => {
            // CUDA aligns its own vectors of two and four to their size.
            if env.met.records[record.id].tree.is_none() {
                let count = env.met.records[record.id].fields.len() as u64;
                let size = byte_size(env, &env.met.records[record.id].fields.first()?.ty)?;
                return Some(if count == 3 { size } else { (size * count).min(16) });
            }
            env.met.records[record.id]
                .fields
                .iter()
                .map(|field| alignment(env, &field.ty))
                .try_fold(aligned_to(env, record), |widest, align| Some(u64::max(widest, align?)))
        }
        other => byte_size(env, other),
    }
}

/// The alignment that an attribute gives a type, or 1.
fn aligned_to(env: &Env, record: &RecordRef) -> u64 {
    env.met.records[record.id].tree.map_or(1, |tree| tree.layout.align.max(1))
}

/// Whether attributes say where its members lie.
fn is_realigned(env: &Env, record: &RecordRef) -> bool {
    env.met.records[record.id].tree.is_some_and(|tree| tree.layout.is_realigned || env.table.missing.is_packed)
}

/// Whether a record is its fields, one after the other: no base classes with fields, no table of virtual functions, no bit fields.
fn is_plain(env: &Env, record: &RecordRef) -> bool {
    let info = &env.met.records[record.id];
    info.unsupported.is_none()
        && info.bases.iter().all(|base| env.met.records[base.id].fields.is_empty() && is_plain(env, base))
        && info.tree.is_none_or(|tree| tree.methods.iter().all(|method| !method.specifiers.is_virtual))
}

/// Whether bytes of a type belong to none of its numbers: nobody says what copies do to them.
pub fn has_padding(env: &Env, ty: &CType) -> bool {
    match ty {
        CType::Array { of, .. } => has_padding(env, of),
        CType::Record(record) if env.met.records[record.id].tree.is_some() => {
            let info = &env.met.records[record.id];
            let sizes: Option<Vec<u64>> = info.fields.iter().map(|field| byte_size(env, &field.ty)).collect();
            let Some((sizes, whole)) = sizes.zip(byte_size(env, ty)) else { return true };
            let held = if info.is_union { sizes.into_iter().max().unwrap_or(0) } else { sizes.into_iter().sum() };
            held != whole || info.fields.iter().any(|field| has_padding(env, &field.ty))
        }
        _ => false,
    }
}

/// The offsets of a record's fields; none where base classes share the layout.
pub fn offsets(env: &Env, record: &RecordRef) -> Option<Vec<u64>> {
    let info = &env.met.records[record.id];
    if !info.bases.is_empty() || is_realigned(env, record) {
        return None;
    }
    let mut offsets = Vec::new();
    let mut size = 0u64;
    if info.is_union {
        return Some(vec![0; info.fields.len()]);
    }
    for field in &info.fields {
        let at = size.next_multiple_of(alignment(env, &field.ty)?);
        offsets.push(at);
        size = at + byte_size(env, &field.ty)?;
    }
    Some(offsets)
}

/// Bytes from one index to the next in each dimension. Only the first extent may be unknown.
pub fn strides(extents: &[Option<Expr>], element: u64) -> Option<Vec<u64>> {
    let mut strides = vec![element; extents.len()];
    for at in (1..extents.len()).rev() {
        let extent = value::constant_int(extents[at].as_ref()?)?.to_u64()?;
        strides[at - 1] = strides[at].checked_mul(extent)?;
    }
    Some(strides)
}

/// Where an array's cells lie; no strides where that is not known.
pub fn address(env: &Env, array: ArrayId) -> Address {
    if let Some(known) = env.facts.addresses.get(&array) {
        return known.clone();
    }
    let data = &env.kernel.arrays[array.index()];
    (strides(&data.extents, size_of(data.element)).unwrap_or_default(), 0)
}

/// A number of which the expression is a multiple, whatever its variables are; 0 for one that is always 0.
pub fn multiple(env: &Env, e: &Expr) -> BigInt {
    match &*e.kind {
        ExprKind::Int(value) => value.abs(),
        ExprKind::Local(local) => env.variables.multiples.get(local).cloned().unwrap_or_else(BigInt::one),
        ExprKind::Unary(Unary::Neg, a) => multiple(env, a),
        ExprKind::Binary(Binary::Add | Binary::Sub, a, b) => multiple(env, a).gcd(&multiple(env, b)),
        ExprKind::Binary(Binary::Mul, a, b) => multiple(env, a) * multiple(env, b),
        ExprKind::Binary(Binary::Shl, a, by) => match value::constant_int(by).and_then(|by| by.to_u32()) {
            Some(by) if by < 64 => multiple(env, a) << by,
            _ => BigInt::one(),
        },
        // A remainder by a multiple of it.
        ExprKind::Binary(Binary::Rem, a, b) => multiple(env, a).gcd(&multiple(env, b)),
        ExprKind::Binary(Binary::BitAnd, a, b) => {
            let low = |e: &Expr| power_of_two(&multiple(env, e));
            low(a).max(low(b))
        }
        ExprKind::Conditional(_, a, b) => multiple(env, a).gcd(&multiple(env, b)),
        // Modulo a power of two only powers of two stay.
        ExprKind::Convert(_, a) => match (a.ty, e.ty) {
            (Type::Int { .. }, Type::Int { bits, .. }) => {
                let found = multiple(env, a);
                match (a.ty.range(), e.ty.range()) {
                    (Some((low, high)), Some((least, most))) if least <= low && high <= most => found,
                    _ if found.is_zero() => found,
                    _ => power_of_two(&found).min(BigInt::one() << bits),
                }
            }
            _ => BigInt::one(),
        },
        _ => BigInt::one(),
    }
}

/// The greatest power of two that divides; a large one for 0.
fn power_of_two(value: &BigInt) -> BigInt {
    BigInt::one() << value.trailing_zeros().unwrap_or(63).min(63)
}

/// The extents as numbers, where all are known.
pub fn dimensions(extents: &[Option<Expr>]) -> Option<Vec<u64>> {
    extents.iter().map(|extent| value::constant_int(extent.as_ref()?)?.to_u64()).collect()
}

/// The indices of a cell by its position in row-major order.
pub fn indices(mut at: u64, dims: &[u64], span: Span) -> Vec<Expr> {
    let mut index: Vec<Expr> = dims
        .iter()
        .rev()
        .map(|extent| {
            let this = at % extent;
            at /= extent;
            value::int(this, INDEX, span)
        })
        .collect();
    index.reverse();
    index
}
