//! How well an argument fits a parameter.

use std::cmp::Ordering;

use crate::kernel::ir::Type;

use super::conversion;
use super::memory::null;
use super::memory::object;
use super::memory::pointer;
use super::memory::read;
use super::model::types::{CType, RecordRef, promote};
use super::model::{Env, Place, Value};
use super::record;

/// How well an argument fits a parameter.
#[derive(Clone, Copy)]
pub struct Fit {
    /// 0 exact, 1 promotion, 2 conversion, 3 one that the program defines, or [`NEVER`].
    pub rank: u32,
    pub through: Through,
    /// The base class that an object becomes.
    pub base: Option<usize>,
    /// What the argument's type is counts for more here than it is known.
    pub is_vague: bool,
    /// A pointer to something else: C++ has no such conversion.
    pub is_foreign: bool,
}

impl Fit {
    pub fn of(rank: u32) -> Fit {
        Fit { rank, through: Through::Nothing, base: None, is_vague: false, is_foreign: false }
    }

    pub fn through(self, to_const: bool) -> Fit {
        Fit { through: if to_const { Through::Read } else { Through::Write }, ..self }
    }

    /// Whether nothing may be written by way of the parameter, if the argument is `const` or not.
    pub fn reads(&self, is_const: bool) -> Option<bool> {
        match self.through {
            Through::Nothing => None,
            Through::Read => Some(true),
            Through::Write => Some(false),
            Through::AsGiven => Some(is_const),
        }
    }

    pub fn drops_const(&self, is_const: bool) -> bool {
        is_const && self.through == Through::Write
    }

    /// Which of two fits of one argument is the better one.
    pub fn compare(&self, other: &Fit, is_const: bool, env: &Env) -> Ordering {
        let of_const = match (self.reads(is_const), other.reads(is_const)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => Ordering::Equal,
        };
        let of_bases = || match (self.base, other.base) {
            (Some(a), Some(b)) if a != b && record::base_offset(env, a, b).is_some() => Ordering::Less,
            (Some(a), Some(b)) if a != b && record::base_offset(env, b, a).is_some() => Ordering::Greater,
            _ => Ordering::Equal,
        };
        self.rank.cmp(&other.rank).then_with(of_bases).then(of_const)
    }
}

/// The rank of what does not fit.
pub const NEVER: u32 = 9;

/// What may be done to the variable that a parameter leads to, as a reference or pointer.
#[derive(Clone, Copy, PartialEq)]
pub enum Through {
    /// It leads to none.
    Nothing,
    Read,
    Write,
    /// What the argument lets it do: its type is a template parameter's.
    AsGiven,
}

/// How well a value fits a parameter.
pub fn fit(env: &mut Env, value: &Value, ty: &CType) -> Option<Fit> {
    let scalar = number_type(env, value);
    let vague = Fit { is_vague: true, ..Fit::of(2) };
    let record = object::record_of(env, value);
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
            let CType::Pointer { to: found, .. } = pointer::static_type(env, from) else { return None };
            if matches!((&*found, &**to), (found, CType::Void) if !matches!(found, CType::Void)) {
                return Some(Fit::of(2).through(*to_const));
            }
            // A pointer of another element type is left to the cast, which names it.
            let is_base = |from: &CType, to: &CType| match (from, to) {
                (CType::Record(from), CType::Record(to)) => record::base_offset(env, from.id, to.id).is_some(),
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
                let CType::Pointer { to: found, .. } = pointer::static_type(env, from) else { return None };
                return matches!(**to, CType::Pointer { .. }).then(|| if found.same(to) { Fit::of(0) } else { vague });
            };
            Some(if element.same(&pointer::element_of(env, from)) { Fit::of(0) } else { vague })
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
                let CType::Pointer { to: found, .. } = pointer::static_type(env, from) else { return None };
                (found.same(wanted) && from.to_const == *inner).then_some(Fit::of(0))
            }
            (CType::Closure(a), Value::Closure(b)) => (a == b).then_some(Fit::of(0)),
            (CType::Array { .. }, Value::Row(_)) => Some(Fit::of(0).through(*to_const)),
            (CType::Group(wanted), Value::Group(group)) if wanted.holds(*group) => Some(Fit::of(0)),
            (CType::Surface, Value::Surface(_)) => Some(Fit::of(0)),
            (CType::Other(_), _) => Some(vague),
            _ => None,
        },
        (CType::Closure(a), Value::Closure(b)) => (a == b).then_some(Fit::of(0)),
        (CType::Group(wanted), Value::Group(group)) if wanted.holds(*group) => Some(Fit::of(0)),
        (CType::Surface, Value::Surface(_)) => Some(Fit::of(0)),
        // Not modelled: chosen last, and reported by name.
        (CType::Other(_) | CType::Auto, _) => Some(vague),
        _ => None,
    }
}

/// How well a value fits a parameter of record type.
pub fn record_fit(env: &mut Env, value: &Value, own: Option<RecordRef>, to: &RecordRef) -> Option<Fit> {
    match own {
        Some(own) if own == *to => Some(Fit::of(0)),
        Some(own) if object::alike(env, &own, to) => Some(Fit::of(2)),
        Some(own) if record::base_offset(env, own.id, to.id).is_some() => Some(Fit { base: Some(to.id), ..Fit::of(2) }),
        Some(own) => {
            let converts = conversion::converts_to(env, &own, to);
            converts.then_some(Fit::of(3))
        }
        None => conversion::constructible(env, to, value).then_some(Fit::of(3)),
    }
}

pub fn scalar_cost(from: Type, to: Type) -> Option<u32> {
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

/// The type of a number, or of a variable that holds one.
pub fn number_type(env: &Env, value: &Value) -> Option<Type> {
    match value {
        Value::Scalar(e) => Some(e.ty),
        Value::Place(place @ (Place::Local(_) | Place::Cell { .. } | Place::Wide { .. } | Place::Either(_))) => {
            Some(read::place_type(env, place))
        }
        _ => None,
    }
}

/// The type of a value, as `auto` sees it.
pub fn value_type(env: &Env, value: &Value) -> CType {
    match value {
        Value::Scalar(e) => CType::Scalar(e.ty),
        Value::Place(Place::Object { .. }) | Value::Record(..) => match object::record_of(env, value) {
            Some(ty) => CType::Record(ty),
            None => CType::Void,
        },
        Value::Place(place) => CType::Scalar(read::place_type(env, place)),
        Value::Pointer(pointer) | Value::Row(pointer) => pointer::static_type(env, pointer),
        Value::Group(group) => CType::Group(*group),
        Value::Surface(_) => CType::Surface,
        Value::Closure(id) => CType::Closure(*id),
        Value::Missing(what) => CType::Other(what.clone()),
        Value::Void => CType::Void,
    }
}
