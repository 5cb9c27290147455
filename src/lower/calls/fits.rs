//! How well an argument fits a parameter.

use crate::cpp::{
    Env, Group, Place, Value,
    candidates::Fit,
    classes,
    types::{CType, RecordRef, promote},
    value,
};
use crate::kernel::ir::{Expr, Type};
use crate::lower::objects::conversion;
use crate::memory::{null, pointee, read};

/// How well a value fits a parameter.
pub fn fit(env: &mut Env, value: &Value, ty: &CType) -> Option<Fit> {
    let scalar = read::number_type(env, value);
    let vague = Fit { is_vague: true, ..Fit::of(2) };
    let record = pointee::record_of(env, value);
    match (ty, value) {
        // Worse than any other conversion of a pointer.
        (CType::Scalar(Type::Bool), Value::Pointer(_) | Value::Row(_)) => Some(vague),
        // Where the call is lowered it says that this is not modelled; and so for a number as a handle.
        (CType::Scalar(_), Value::Surface(_)) => Some(Fit::of(3)),
        (
            CType::Surface,
            Value::Scalar(_)
            | Value::Place(Place::Local(_) | Place::Cell { .. } | Place::Wide { .. } | Place::Either(_)),
        ) => Some(Fit::of(3)),
        (CType::Scalar(to), _) => match (&record, scalar) {
            (Some(record), _) => conversion::is_number(env, record).then_some(Fit::of(3)),
            (None, from) => scalar_cost(from?, *to).map(Fit::of),
        },
        (CType::Record(to), _) => record_fit(env, value, record, to),
        (CType::Pointer { to, to_const }, Value::Pointer(from) | Value::Row(from)) => {
            let CType::Pointer { to: found, .. } = pointee::static_type(env, from) else { return None };
            if matches!((&*found, &**to), (found, CType::Void) if !matches!(found, CType::Void)) {
                return Some(Fit::of(2).through(*to_const));
            }
            // A pointer of another element type is left to the cast, which names it.
            let is_base = |from: &CType, to: &CType| match (from, to) {
                (CType::Record(from), CType::Record(to)) => classes::base_offset(env, from.id, to.id).is_some(),
                (from, to) => matches!((from, to), (CType::Other(_), _) | (_, CType::Other(_) | CType::Auto)),
            };
            let fit = match found.same(to) {
                true => Fit::of(0),
                false => Fit { is_foreign: !is_base(&found, to), ..vague },
            };
            Some(fit.through(*to_const))
        }
        (CType::Pointer { .. }, value) if null::is_null(value) => Some(Fit::of(2)),
        (CType::Pointer { .. }, _) => record.map(|_| Fit::of(3)),
        (CType::Array { of: to, .. }, Value::Pointer(from) | Value::Row(from)) => {
            let Some((element, _)) = to.elements() else {
                let CType::Pointer { to: found, .. } = pointee::static_type(env, from) else { return None };
                return matches!(**to, CType::Pointer { .. }).then(|| if found.same(to) { Fit::of(0) } else { vague });
            };
            Some(if element.same(&pointee::element_of(env, from)) { Fit::of(0) } else { vague })
        }
        (CType::Reference { to, to_const }, _) => match (&**to, value) {
            (CType::Record(wanted), Value::Place(_)) if record.is_some() => {
                let fit = record_fit(env, value, record, wanted)?;
                Some(if fit.rank < 3 { fit.through(*to_const) } else { fit })
            }
            (CType::Record(wanted), _) if *to_const => record_fit(env, value, record, wanted),
            (CType::Scalar(to), Value::Place(_)) if scalar == Some(*to) => Some(Fit::of(0).through(*to_const)),
            (CType::Scalar(to), _) if *to_const => scalar_cost(scalar?, *to).map(Fit::of),
            (CType::Pointer { .. }, Value::Pointer(_) | Value::Row(_)) if *to_const => fit(env, value, to),
            (CType::Pointer { to: wanted, to_const: inner }, Value::Pointer(from)) => {
                let CType::Pointer { to: found, .. } = pointee::static_type(env, from) else { return None };
                (found.same(wanted) && from.to_const == *inner).then_some(Fit::of(0))
            }
            (CType::Closure(a), Value::Closure(b)) => (a == b).then_some(Fit::of(0)),
            (CType::Array { .. }, Value::Row(row)) => {
                let fit = array_fit(to, &pointee::array_of(env, row))?;
                Some(fit.through(*to_const))
            }
            (CType::Group(wanted), Value::Group(group)) => group_fit(*wanted, *group),
            (CType::Surface, Value::Surface(_)) => Some(Fit::of(0)),
            (CType::Other(_), _) => Some(vague),
            _ => None,
        },
        (CType::Closure(a), Value::Closure(b)) => (a == b).then_some(Fit::of(0)),
        (CType::Group(wanted), Value::Group(group)) => group_fit(*wanted, *group),
        (CType::Surface, Value::Surface(_)) => Some(Fit::of(0)),
        // Not modelled: chosen last, and reported by name.
        (CType::Other(_) | CType::Auto, _) => Some(vague),
        _ => None,
    }
}

/// How well an array fits a reference to one: another type of elements or another extent does not.
fn array_fit(wanted: &CType, given: &CType) -> Option<Fit> {
    match (wanted, given) {
        (CType::Array { of: wanted, extent: most }, CType::Array { of: given, extent }) => {
            let known = |extent: &Option<Expr>| extent.as_ref().and_then(value::constant_int);
            let fit = array_fit(wanted, given)?;
            match (known(most), known(extent)) {
                (Some(wanted), Some(given)) => (wanted == given).then_some(fit),
                _ => Some(Fit { is_vague: true, ..fit }),
            }
        }
        (CType::Other(_) | CType::Auto, _) | (_, CType::Other(_)) => Some(Fit { is_vague: true, ..Fit::of(0) }),
        _ => wanted.same(given).then(|| Fit::of(0)),
    }
}

/// How well a group fits a parameter. Those of any kind are what the others convert to, in a way that is not known here.
fn group_fit(wanted: Group, given: Group) -> Option<Fit> {
    let is_exact = (wanted == Group::Any) == (given == Group::Any);
    let fit = if is_exact { Fit::of(0) } else { Fit { is_vague: true, ..Fit::of(2) } };
    wanted.holds(given).then_some(fit)
}

/// How well a value fits a parameter of record type.
pub fn record_fit(env: &mut Env, value: &Value, own: Option<RecordRef>, to: &RecordRef) -> Option<Fit> {
    match own {
        Some(own) if own == *to => Some(Fit::of(0)),
        Some(own) if pointee::alike(env, &own, to) => Some(Fit::of(2)),
        Some(own) if classes::base_offset(env, own.id, to.id).is_some() => {
            Some(Fit { base: Some(to.id), ..Fit::of(2) })
        }
        Some(own) => {
            let converts = conversion::converts_to(env, &own, to);
            converts.then_some(Fit::of(3))
        }
        None => conversion::constructible(env, to, value).then_some(Fit::of(3)),
    }
}

fn scalar_cost(from: Type, to: Type) -> Option<u32> {
    // A half is a class that converts to `float`, and is made from other numbers by its constructors.
    if matches!((from, to), (Type::Int { .. } | Type::Bool | Type::Float { bits: 32 | 64 }, Type::Float { bits: 16 })) {
        return Some(3);
    }
    let promoted = match (from, to) {
        (Type::Float { bits: 32 }, Type::Float { bits: 64 }) | (Type::Float { bits: 16 }, Type::Float { bits: 32 }) => {
            true
        }
        (Type::Float { .. }, _) => false,
        _ => promote(from) == to,
    };
    Some(if from == to {
        0
    } else if promoted {
        1
    } else {
        2
    })
}
