//! Reading what places hold, and the types of values.

use crate::base::{Diagnostic, Span, codes};
use crate::cpp::{
    Either, Env, Lowered, Place, Reported, Value, classes,
    types::{CType, RecordRef},
    value::{self, convert},
    vectors,
};
use crate::kernel::ir::{Conversion, Expr, ExprKind, Type};

use super::{cell_views, pointee};

/// The value of one of two places.
pub fn of_either(env: &mut Env, either: &Either, span: Span) -> Expr {
    let first = place_value(env, &either.first, span);
    let second = place_value(env, &either.second, span);
    let ty = first.ty;
    let second = convert(second, ty, Conversion::Implicit);
    Expr::new(ExprKind::Conditional(either.cond.clone(), first, second), ty, span)
}

/// The value of a denoted scalar. What a class says about numbers is not looked at.
pub fn scalar(env: &mut Env, from: Value, span: Span) -> Lowered<Expr> {
    let construct = match from {
        Value::Scalar(e) => return Ok(e),
        Value::Place(Place::Object { bundle, .. }) => {
            let ty = env.memory.bundles[bundle.0].ty.clone();
            return Err(no_number(env, &ty, span));
        }
        Value::Place(place) => return Ok(place_value(env, &place, span)),
        Value::Record(ty, _) => return Err(no_number(env, &ty, span)),
        Value::Missing(what) => what,
        Value::Closure(id) => format!("`{}`, which is no number, used as one", classes::shown(env, id)),
        Value::Pointer(_) | Value::Row(_) => "pointer used as a number or condition".to_owned(),
        Value::Group(_) => return Err(env.error(codes::E0302, span, "a group of threads is not a number")),
        Value::Surface(_) => "handle of a surface used as a number".to_owned(),
        Value::Void => return Err(env.error(codes::E0302, span, "this has no value (its type is void)")),
    };
    Err(env.unsupported(construct, span))
}

/// Reports an object where a number is needed: of a vector that is an error, and of a class something that is not modelled.
pub fn no_number(env: &mut Env, ty: &RecordRef, span: Span) -> Reported {
    if !vectors::is_vector(&ty.name) || env.table.classes.records.contains_key(&*ty.name) {
        return env.unsupported(format!("`{}` used as a number", ty.name), span);
    }
    let message = format!("this is a vector of type `{}`, where a number is needed", ty.name);
    env.diagnostic(Diagnostic::error(codes::E0302, span, message).note("name one of its components: `.x`"));
    Reported
}

/// Reads a place.
pub fn place_value(env: &mut Env, place: &Place, span: Span) -> Expr {
    match place {
        Place::Local(local) => env.read_local(*local, span),
        Place::Cell { array, index, .. } => {
            let element = env.kernel.arrays[array.index()].element;
            Expr::new(ExprKind::Read { array: *array, index: index.clone() }, element, span)
        }
        Place::Wide { cell_view: id, index, .. } => cell_views::read(env, *id, index, span),
        Place::Either(either) => of_either(env, either, span),
        // Callers read objects field by field.
        Place::Object { .. } => value::zero(Type::INT, span),
    }
}

/// The type of what a place holds.
pub fn place_type(env: &Env, place: &Place) -> Type {
    match place {
        Place::Local(local) => env.kernel.locals[local.index()].ty,
        Place::Cell { array, .. } => env.kernel.arrays[array.index()].element,
        Place::Wide { cell_view: id, .. } => cell_views::scalar(env, *id),
        Place::Either(either) => place_type(env, &either.first),
        // Callers have looked at records before.
        Place::Object { .. } => Type::INT,
    }
}

/// The type of a number, or of a variable that holds one.
pub fn number_type(env: &Env, value: &Value) -> Option<Type> {
    match value {
        Value::Scalar(e) => Some(e.ty),
        Value::Place(place @ (Place::Local(_) | Place::Cell { .. } | Place::Wide { .. } | Place::Either(_))) => {
            Some(place_type(env, place))
        }
        _ => None,
    }
}

/// The type of a value, as `auto` sees it.
pub fn value_type(env: &Env, value: &Value) -> CType {
    match value {
        Value::Scalar(e) => CType::Scalar(e.ty),
        Value::Place(Place::Object { .. }) | Value::Record(..) => match pointee::record_of(env, value) {
            Some(ty) => CType::Record(ty),
            None => CType::Void,
        },
        Value::Place(place) => CType::Scalar(place_type(env, place)),
        Value::Pointer(pointer) | Value::Row(pointer) => pointee::static_type(env, pointer),
        Value::Group(group) => CType::Group(*group),
        Value::Surface(_) => CType::Surface,
        Value::Closure(id) => CType::Closure(*id),
        Value::Missing(what) => CType::Other(what.clone()),
        Value::Void => CType::Void,
    }
}
