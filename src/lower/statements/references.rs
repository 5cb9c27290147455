//! References, and names for the parts of what is initialised.

use num_traits::ToPrimitive;

use crate::base::{Span, codes};
use crate::cpp::{
    Base, Either, Entity, Env, Lowered, Member, Object, Place, Reported, Value,
    types::{CType, INDEX, RecordRef, type_name},
    value::{self, convert},
};
use crate::kernel::ir::Conversion;
use crate::lower::{
    expressions::{casts, expr},
    names::{globals, resolve},
    objects::{aggregate, conversion},
};
use crate::memory::{constness, object, pointee, pointer, read};
use crate::syntax::tree::{self, Declarator, Ident, Initializer, Record, TemplateArg, TypeKind};

use super::declare;

/// Binds a member that is a reference: it points to what initialises it, from then on.
pub fn bind_reference(env: &mut Env, object: &Object, at: usize, init: &Initializer, span: Span) -> Lowered<()> {
    let ty = env.memory.bundles[object.bundle.0].ty.clone();
    let field = env.met.records[ty.id].fields[at].clone();
    let what = format!("reference `{}` bound to this", field.name);
    let (Some(e), Member::Pointer(id)) =
        (aggregate::single_expr(init), env.memory.bundles[object.bundle.0].members[at].clone())
    else {
        return Err(env.unsupported(what, span));
    };
    let bound = expr::lower(env, e)?;
    // A temporary is gone when the reference is used.
    if !matches!(bound, Value::Place(_)) {
        return Err(env.unsupported(what, e.span));
    }
    let mut target = pointer::address(env, bound, e.span)?;
    if let CType::Pointer { to, .. } = &field.ty
        && let CType::Record(class) = &**to
        && let Some(part) = casts::class_cast(env, &target, class, e.span)?
    {
        target = part;
    }
    let target = pointer::cast(env, target, &field.ty, e.span)?;
    pointer::point(env, id, target, span)
}

/// `T &name = init;`
pub fn reference(env: &mut Env, declarator: &Declarator, to: CType, to_const: bool) -> Lowered<Entity> {
    let name = &declarator.name;
    let Some(init) = declare::one_initializer(env, declarator)? else {
        return Err(env.error(codes::E0302, name.span, format!("the reference `{}` needs an initialiser", name.text)));
    };
    let value = expr::lower(env, init)?;
    if env.met.chosen.contains(&init.span) && !matches!(value, Value::Place(_)) {
        return Err(env.unsupported("a reference to a choice between objects, or with side effects", init.span));
    }
    // The name of an array does not say so.
    env.met.const_hidden |= to_const && matches!(value, Value::Row(_));
    match (to, value) {
        (CType::Auto, Value::Group(group)) => Ok(Entity::Group(group)),
        (CType::Group(wanted), Value::Group(group)) if wanted.holds(group) => Ok(Entity::Group(group)),
        (CType::Auto, Value::Place(place @ Place::Object { .. })) => {
            let place = pointer::settle_place(env, place, &name.text);
            Ok(Entity::Alias(if to_const { read_only(env, place) } else { place }))
        }
        (CType::Record(record), value @ (Value::Place(Place::Object { .. }) | Value::Record(..))) => {
            to_object(env, name, (record, to_const), value, init)
        }
        (CType::Auto, value @ Value::Record(..)) if to_const => {
            let object = object::materialise(env, value, &name.text, true, name.span)?;
            Ok(Entity::Alias(Object { is_const: true, ..object }.place()))
        }
        // CLASS-31: a temporary that a range-based `for` goes over.
        (CType::Auto, value @ Value::Record(..)) if name.text.ends_with(".range") => {
            let object = object::materialise(env, value, &name.text, false, name.span)?;
            Ok(Entity::Alias(object.place()))
        }
        (CType::Pointer { .. } | CType::Auto, Value::Pointer(_))
            if let Some(id) = env.variables.pointer_names.get(&init.span).copied() =>
        {
            Ok(Entity::PointerVariable(id))
        }
        (CType::Auto, value @ Value::Closure(_)) => Ok(Entity::Object(value)),
        (CType::Surface | CType::Auto, value @ Value::Surface(_)) => Ok(Entity::Object(value)),
        (CType::Scalar(_) | CType::Auto, Value::Place(place)) => {
            let found = read::place_type(env, &place);
            let wanted = resolve::resolve(env, &declarator.ty)?;
            if let CType::Reference { to, .. } = &wanted
                && let CType::Scalar(wanted) = **to
                && wanted != found
            {
                let (wanted, found) = (type_name(wanted), type_name(found));
                return Err(env.unsupported(format!("reference to {wanted} bound to a {found}"), init.span));
            }
            let place = pointer::settle_place(env, place, &name.text);
            Ok(Entity::Alias(if to_const { read_only(env, place) } else { place }))
        }
        (CType::Scalar(scalar), Value::Scalar(value)) if to_const => {
            let value = convert(value, scalar, Conversion::Implicit);
            Ok(declare::variable(env, name, scalar, Some(value), true))
        }
        (CType::Auto, Value::Scalar(value)) if to_const => {
            Ok(declare::variable(env, name, value.ty, Some(value), true))
        }
        (CType::Array { .. } | CType::Auto, Value::Row(row)) if row.prefix.is_empty() => match row.base {
            Base::Array(array) => Ok(Entity::Array(array)),
            Base::Bundle(bundle) => Ok(Entity::Bundle(bundle)),
            Base::Local(local) => Ok(Entity::Local(local)),
            Base::CellView(_) | Base::PointerArray(_) | Base::Choice(_) => Ok(Entity::Row(row)),
        },
        (CType::Array { .. } | CType::Auto, Value::Row(row)) => Ok(Entity::Row(pointer::settle(env, row, &name.text))),
        (CType::Scalar(_), Value::Scalar(_)) => {
            let message = format!("the reference `{}` needs a variable of its type", name.text);
            Err(expr::not_stored(env, init, &message))
        }
        // CLASS-31: what a range-based `for` goes over.
        (CType::Auto, _) if name.text.ends_with(".range") => {
            Err(env.unsupported("a range-based `for` over something else than an array of known size", name.span))
        }
        (other, _) => Err(env.unsupported(format!("reference to {}", other.name()), name.span)),
    }
}

/// A reference to an object. One of a class that derives from the reference's has a part of that class (CLASS-21).
fn to_object(
    env: &mut Env,
    name: &Ident,
    (record, to_const): (RecordRef, bool),
    value: Value,
    init: &tree::Expr,
) -> Lowered<Entity> {
    match conversion::to_referred(env, value, &record, init.span)? {
        Value::Place(place @ Place::Object { .. }) => {
            let place = pointer::settle_place(env, place, &name.text);
            Ok(Entity::Alias(if to_const { read_only(env, place) } else { place }))
        }
        value if to_const => {
            let object = object::materialise(env, value, &name.text, true, name.span)?;
            Ok(Entity::Alias(Object { is_const: true, ..object }.place()))
        }
        _ => {
            let message = format!("the reference `{}` needs a variable of its type", name.text);
            Err(expr::not_stored(env, init, &message))
        }
    }
}

/// The names of a structured binding: the parts of the variable that was declared for it (CLASS-30).
pub fn bind_parts(env: &mut Env, object: &str, names: &[Ident], span: Span) -> Lowered<()> {
    let parts = parts(env, object, names.len(), span);
    let reported = parts.is_err();
    let mut parts = parts.unwrap_or_default().into_iter();
    for name in names {
        if env.scopes.last().is_some_and(|scope| scope.contains_key(&name.text)) {
            env.error(codes::E0306, name.span, format!("`{}` is declared twice in one scope", name.text));
        }
        env.declare(&name.text, parts.next().unwrap_or(Entity::Reported));
    }
    if reported { Err(Reported) } else { Ok(()) }
}

/// Whether the program may say that a class is like a tuple: its parts are then what `get` gives.
fn is_tuple(env: &Env, ty: &RecordRef) -> bool {
    let specialised = env.table.classes.records.get("tuple_size").into_iter().flatten();
    let stem = ty.name.split('<').next().and_then(|name| name.rsplit("::").next());
    specialised.filter(|known| known.template_args.is_some()).any(|known| {
        match known.template_args.as_deref().and_then(<[_]>::first) {
            Some(TemplateArg::Type(tree::Type { kind: TypeKind::Named(name), .. })) => {
                let is_other = env.table.classes.records.contains_key(name.ident.as_str());
                !is_other || stem == Some(name.ident.as_str())
            }
            _ => true,
        }
    })
}

fn parts(env: &mut Env, object: &str, count: usize, span: Span) -> Lowered<Vec<Entity>> {
    let wrong = |env: &mut Env, found: usize| {
        let message = format!("this structured binding has {count} names for {found} parts");
        Err(env.error(codes::E0303, span, message))
    };
    let mut entity = globals::entity_of_text(env, object);
    // The elements of a `std::array` are those of the array inside.
    if let Some(Entity::Alias(Place::Object { bundle, index, is_const })) = &entity {
        let tree = env.met.records[env.memory.bundles[bundle.0].ty.id].tree;
        let is_array = |tree: &Record| tree.name.as_ref().is_some_and(|name| name.text == "array");
        if tree.is_some_and(|tree| is_array(tree) && matches!(&tree.scope[..], [scope] if scope == "std")) {
            let object = Object { bundle: *bundle, index: index.clone(), is_const: *is_const };
            entity = Some(object::field_entity(env, &object, 0, span));
        }
    }
    match entity {
        Some(Entity::Alias(Place::Object { bundle, index, is_const })) => {
            let ty = env.memory.bundles[bundle.0].ty.clone();
            if !env.met.records[ty.id].bases.is_empty() {
                return Err(env.unsupported("a structured binding of a class with base classes", span));
            }
            if is_tuple(env, &ty) {
                return Err(env.unsupported("a structured binding of a class with `std::tuple_size`", span));
            }
            let found = env.met.records[ty.id].fields.len();
            if found != count {
                return wrong(env, found);
            }
            let object = Object { bundle, index, is_const };
            Ok((0..count).map(|at| object::field_entity(env, &object, at, span)).collect())
        }
        Some(entity @ (Entity::Array(_) | Entity::Bundle(_) | Entity::Row(_))) => {
            let row = pointer::of_entity(env, &entity).ok_or(Reported)?;
            let extent = pointee::extents(env, row.base).get(row.prefix.len()).cloned().flatten();
            let known = extent.as_ref().and_then(value::constant_int).and_then(|known| known.to_usize());
            match known {
                Some(found) if found != count => return wrong(env, found),
                None => return Err(env.unsupported("a structured binding of an array of unknown size", span)),
                Some(_) => {}
            }
            let mut parts = Vec::new();
            for at in 0..count {
                let part = pointer::index(env, row.clone(), value::int(at as u64, INDEX, span), span)?;
                parts.push(match part {
                    Value::Place(place) => Entity::Alias(place),
                    Value::Row(row) => Entity::Row(row),
                    Value::Pointer(pointer) => Entity::Pointer(pointer),
                    _ => return Err(env.unsupported("a structured binding of this", span)),
                });
            }
            Ok(parts)
        }
        Some(Entity::Reported) => Err(Reported),
        _ => Err(env.unsupported("a structured binding of this", span)),
    }
}

/// A place that may not be written under its new name.
pub fn read_only(env: &mut Env, place: Place) -> Place {
    constness::note(env, &place);
    match place {
        Place::Cell { array, index, .. } => Place::Cell { array, index, is_const: true },
        // A compiler has checked that the reference is not written.
        Place::Local(local) => Place::Local(local),
        Place::Wide { cell_view, index, .. } => Place::Wide { cell_view, index, is_const: true },
        Place::Object { bundle, index, .. } => Place::Object { bundle, index, is_const: true },
        Place::Either(either) => Place::Either(Box::new(Either {
            cond: either.cond,
            first: read_only(env, either.first),
            second: read_only(env, either.second),
        })),
    }
}
