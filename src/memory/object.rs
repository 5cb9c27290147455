//! Objects of record type: one scalar, array or bundle for each field, so that fields of one element
//! never meet. Reading, copying and assigning them field by field.

use crate::base::Span;
use crate::cpp::{
    Base, Bundle, BundleId, Entity, Env, Lowered, Member, Object, Place, Pointer, PointerId, Value, types::RecordRef,
    value,
};
use crate::kernel::ir::{Expr, LocalRole, StmtKind};

use super::{choice, constness, copy, homes, pointee, pointer, pointer_arrays, read, storage, temporaries, unions};

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
            if pointee::rank(env, base) == object.index.len() {
                Ok(Value::Place(Place::Cell { array, index: object.index.clone(), is_const }))
            } else {
                Ok(Value::Row(to_row(base)))
            }
        }
        Member::Stored(base @ Base::Bundle(inner)) => {
            if pointee::rank(env, base) == object.index.len() {
                Ok(Value::Place(Place::Object { bundle: inner, index: object.index.clone(), is_const }))
            } else {
                Ok(Value::Row(to_row(base)))
            }
        }
        Member::Stored(base @ (Base::CellView(_) | Base::PointerArray(_) | Base::Choice(_))) => {
            Ok(Value::Row(to_row(base)))
        }
        Member::Within { cells, ty, shift } => match unions::field(env, object, cells, &ty, shift) {
            Some((pointer, true)) => Ok(Value::Pointer(Pointer { to_const: is_const, ..pointer })),
            Some((pointer, false)) => pointer::deref(env, Pointer { to_const: is_const, ..pointer }, span),
            None => Err(env.unsupported(format!("member of type {} of memory with several types", ty.name()), span)),
        },
        Member::Pointer(id) => choice::current(env, id, span).map(Value::Pointer),
        Member::Fixed(pointer) => Ok(Value::Pointer(pointer)),
        Member::Rows(base) => {
            let to_const = pointee::is_const(env, base);
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
        if let Member::Fixed(Pointer { base: Base::PointerArray(pointer_array), .. }) =
            env.memory.bundles[object.bundle.0].members[at]
        {
            let all = pointer_arrays::snapshot(env, pointer_array, span)?;
            values.push(Value::Pointer(all));
            continue;
        }
        let within = match &env.memory.bundles[object.bundle.0].members[at] {
            Member::Within { ty, .. } => Some(ty.clone()),
            _ => None,
        };
        values.push(match field(env, object, at, span)? {
            Value::Pointer(cells) if let Some(ty) = &within => copy::copied_cells(env, &cells, ty, span)?,
            Value::Place(Place::Object { bundle, index, is_const }) => {
                load(env, &Object { bundle, index, is_const }, span)?
            }
            Value::Place(place) => Value::Scalar(read::place_value(env, &place, span)),
            Value::Row(row) => copy::copied(env, row, span)?,
            other => other,
        });
    }
    Ok(Value::Record(ty, values))
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
    let bundle = storage::bundle(env, &ty, &homes::Storage::local(name, is_stable, span))?;
    storage::declare_arrays(env, bundle, span);
    keep_surfaces(env, bundle, &value);
    let object = Object { bundle, index: Vec::new(), is_const: false };
    copy::store(env, &object, value, span)?;
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
    if pointee::record_of(env, &value).is_some_and(|ty| env.met.records[ty.id].is_union) {
        return materialise(env, value, name, true, span);
    }
    let value = match value {
        Value::Place(Place::Object { bundle, index, is_const }) => {
            load(env, &Object { bundle, index, is_const }, span)?
        }
        other => other,
    };
    if env.rounds.viewed_as_cells.contains_key(&(span, name.to_string())) {
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
                if leaf && (plain || temporaries::is_stable(env, &e)) {
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

/// A value of its own: what a conversion to a class makes is none of the objects that it was made of (CLASS-21).
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
