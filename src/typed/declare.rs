//! Declarations inside functions.

use num_traits::ToPrimitive;

use crate::base::{Span, codes};
use crate::kernel::ir::{Array, Conversion, Expr, LocalRole, Space, StmtKind, Type};
use crate::syntax::tree::{Declaration, Declarator, Ident, Initializer, Record};

use super::aggregate;
use super::cleared;
use super::closure;
use super::conditions;
use super::construction;
use super::conversion;
use super::decltype;
use super::expr;
use super::globals::contents;
use super::globals::innermost;
use super::globals::single;
use super::initial;
use super::lookup;
use super::memory::choice;
use super::memory::constness;
use super::memory::flat;
use super::memory::layout;
use super::memory::null;
use super::memory::object;
use super::memory::pointer;
use super::memory::read;
use super::memory::slots;
use super::memory::storage::{self, Home, Storage};
use super::memory::view;
use super::model::types::{CType, INDEX, RecordRef, type_name};
use super::model::value::{self, convert};
use super::model::{
    Base, Either, Entity, Env, Lowered, Object, Place, Pointer, PointerId, PointerVariable, Reported, Value,
};
use super::parts;
use super::pointer_lists;
use super::resolve;
use super::special;
use super::strings;
use super::surfaces;
use super::traits;
use super::volatile;

/// Lowers a declaration; a declarator that cannot be lowered still declares its name.
pub fn declaration(env: &mut Env, declaration: &Declaration) {
    for declarator in &declaration.declarators {
        let name = &declarator.name;
        let duplicate = env.scopes.last().is_some_and(|scope| scope.contains_key(&name.text));
        if duplicate {
            env.error(codes::E0306, name.span, format!("`{}` is declared twice in one scope", name.text));
        }
        let entity = declarator_entity(env, declaration, declarator);
        let entity = entity.unwrap_or(Entity::Reported);
        env.declare(&name.text, entity);
    }
}

fn declarator_entity(env: &mut Env, declaration: &Declaration, declarator: &Declarator) -> Lowered<Entity> {
    let specifiers = declaration.specifiers;
    let name = &declarator.name;
    let ty = resolve::resolve(env, &declarator.ty)?;
    let is_const = specifiers.is_constexpr || resolve::stands_for_const(env, &declarator.ty);
    decltype::note(env, &name.text, &ty);
    volatile::note(
        env,
        &name.text,
        &declarator.ty,
        match &declarator.init {
            Some(Initializer::Expr(init)) => Some(init),
            _ => None,
        },
    );
    // R274: the name is known from here on.
    if declarator.init.is_some() {
        env.declare(&name.text, Entity::Unsupported(format!("`{}` in its own initialiser", name.text)));
    }
    if specifiers.is_shared {
        return shared(env, declaration, declarator, ty);
    }
    if specifiers.is_static && !is_const {
        return Err(env.unsupported(format!("static variable `{}`", name.text), name.span));
    }
    if specifiers.is_extern {
        return Err(env.unsupported(format!("extern variable `{}`", name.text), name.span));
    }
    match ty {
        CType::Auto => automatic(env, declarator, is_const),
        CType::Scalar(scalar) => scalar_variable(env, declarator, scalar, is_const),
        CType::Record(record) => construction::variable(env, name, &record, declarator.init.as_ref(), is_const),
        CType::Closure(_) => Err(env.unsupported(format!("variable `{}` of a lambda's type", name.text), name.span)),
        CType::Other(_) if single(&declarator.init).is_some() && !env.frame.modified.contains(&name.text) => {
            function_pointer(env, declarator, &ty)
        }
        CType::Pointer { .. } => pointer_declarator(env, declarator, &ty),
        CType::Array { .. } if slots::shape(&ty).is_some() => pointer_lists::declare(env, declarator, &ty),
        CType::Array { .. } => private_array(env, declarator, ty, is_const),
        CType::Reference { to, to_const } => reference(env, declarator, *to, to_const),
        CType::Group(group) => {
            let Some(init) = single(&declarator.init) else { return Ok(Entity::Group(group)) };
            match expr::lower(env, init)? {
                Value::Group(given) if group.holds(given) => Ok(Entity::Group(given)),
                _ => Err(env.unsupported(format!("{} from something else", group.name()), init.span)),
            }
        }
        CType::Surface => match single(&declarator.init) {
            Some(_) => automatic(env, declarator, is_const),
            None => Err(env.unsupported(surfaces::OTHER_HANDLE, name.span)),
        },
        CType::Void => Err(env.error(codes::E0302, name.span, format!("`{}` cannot be of type void", name.text))),
        CType::Other(what) => Err(env.unsupported(format!("variable `{}` of {what}", name.text), name.span)),
    }
}

/// The initialiser of a scalar or pointer; an error for a list of several.
fn one_initializer<'t>(env: &mut Env, declarator: &'t Declarator) -> Lowered<Option<&'t crate::syntax::tree::Expr>> {
    match (&declarator.init, single(&declarator.init)) {
        (_, Some(e)) => Ok(Some(e)),
        (None, None) => Ok(None),
        (Some(_), None) => {
            let message = format!("`{}` takes one initialiser", declarator.name.text);
            Err(env.error(codes::E0303, declarator.name.span, message))
        }
    }
}

fn scalar_variable(env: &mut Env, declarator: &Declarator, ty: Type, is_const: bool) -> Lowered<Entity> {
    let name = &declarator.name;
    if matches!(&declarator.init, Some(Initializer::List(list, _)) if list.is_empty())
        || matches!(&declarator.init, Some(Initializer::Construct(args)) if args.is_empty())
    {
        return Ok(variable(env, name, ty, Some(value::zero(ty, name.span)), is_const));
    }
    let Some(init) = one_initializer(env, declarator)? else {
        return Ok(variable(env, name, ty, None, is_const));
    };
    let value = expr::rvalue(env, init)?;
    let value = convert(value, ty, Conversion::Implicit);
    Ok(variable(env, name, ty, Some(value), is_const))
}

/// A scalar variable, or the value of a constant.
fn variable(env: &mut Env, name: &Ident, ty: Type, value: Option<Expr>, is_const: bool) -> Entity {
    let mut expansion = None;
    if let (true, Some(value)) = (is_const, &value) {
        let known = value::constant(value).and_then(|known| value::literal(&known, ty, name.span));
        let has_address = env.frame.modified.contains(&name.text);
        expansion = known.clone().or_else(|| resolve::launch_constant(env, value));
        if let Some(known) = known.filter(|_| !has_address) {
            return Entity::Value(known);
        }
        let small = value::weight(value) <= 8 && resolve::is_launch_constant(env, value) && !value::must_stay(value);
        if small && !has_address {
            return Entity::Value(value.clone());
        }
    }
    if let Some(place) = flat::variable(env, &name.text, ty, is_const, name.span) {
        match value {
            Some(value) => flat::fill(env, &place, value, name.span),
            None => flat::declare(env, &place, name.span),
        }
        return Entity::Alias(place);
    }
    let local = env.new_local(&name.text, ty, LocalRole::Variable, name.span);
    env.variables.expansions.extend(expansion.map(|known| (local, known)));
    if is_const {
        env.variables.constants.insert(local);
    }
    if !env.frame.modified.contains(&name.text) {
        env.variables.stable.insert(local);
    }
    match value {
        Some(value) => env.emit(StmtKind::Assign { local, value }, name.span),
        None => env.emit(StmtKind::Declare(local), name.span),
    }
    Entity::Local(local)
}

/// `auto x = e;`
fn automatic(env: &mut Env, declarator: &Declarator, is_const: bool) -> Lowered<Entity> {
    let name = &declarator.name;
    let Some(init) = one_initializer(env, declarator)? else {
        return Err(env.error(codes::E0302, name.span, format!("`{}` needs an initialiser (auto)", name.text)));
    };
    match expr::lower(env, init)? {
        Value::Group(group) => Ok(Entity::Group(group)),
        Value::Pointer(to) | Value::Row(to) => {
            let ty = pointer::static_type(env, &to);
            if env.frame.modified.contains(&name.text) {
                return self::pointer_variable(env, name, &ty, Some((to, init.span)));
            }
            Ok(Entity::Pointer(pointer::settle(env, to, &name.text)))
        }
        value @ (Value::Record(..) | Value::Place(Place::Object { .. })) => {
            let object = object::materialise(env, value, &name.text, is_const, name.span)?;
            Ok(Entity::Alias(Object { is_const, ..object }.place()))
        }
        value @ (Value::Scalar(_) | Value::Place(_)) => {
            let value = expr::read(env, value, init.span)?;
            Ok(variable(env, name, value.ty, Some(value), is_const))
        }
        // A handle is never assigned: that is refused where it is.
        value @ (Value::Closure(_) | Value::Surface(_)) => Ok(Entity::Object(value)),
        Value::Missing(what) => Err(env.unsupported(what, init.span)),
        Value::Void => Err(env.error(codes::E0302, init.span, "this has no value (its type is void)")),
    }
}

/// A pointer to functions that always points to the same one.
fn function_pointer(env: &mut Env, declarator: &Declarator, ty: &CType) -> Lowered<Entity> {
    let name = &declarator.name;
    let known = ty.name() == closure::FUNCTION_POINTER;
    if let Some(init) = single(&declarator.init).filter(|_| known) {
        let value = expr::lower(env, init)?;
        if closure::fits(ty, &value) {
            return Ok(Entity::Object(value));
        }
    }
    Err(env.unsupported(format!("variable `{}` of {}", name.text, ty.name()), name.span))
}

fn pointer_declarator(env: &mut Env, declarator: &Declarator, ty: &CType) -> Lowered<Entity> {
    let name = &declarator.name;
    check_target(env, ty, name.span)?;
    let is_empty = match &declarator.init {
        Some(Initializer::List(list, _)) => list.is_empty(),
        Some(Initializer::Construct(args)) => args.is_empty(),
        _ => false,
    };
    let init = if is_empty { Some(None) } else { one_initializer(env, declarator)?.map(Some) };
    let given = match init {
        None => None,
        Some(init) => {
            // `int *p{}` is null.
            let (value, span) = match init {
                Some(init) => (expr::lower(env, init)?, init.span),
                None => (null::pointer(), name.span),
            };
            if null::is_null(&value) {
                if !env.frame.modified.contains(&name.text) {
                    let nowhere = choice::typed_null(env, ty, span);
                    return Ok(nowhere.map_or(Entity::Object(null::pointer()), Entity::Pointer));
                }
                let CType::Pointer { to, to_const } = ty else { return Err(Reported) };
                let id = storage::variable(env, &name.text, to, *to_const, name.span);
                choice::point_nowhere(env, id, name.span)?;
                return Ok(Entity::PointerVariable(id));
            }
            Some((conversion::converted_pointer(env, value, ty, span)?, span))
        }
    };
    // `auto *` says less about it than the initialiser.
    let written;
    let ty = match (ty, &given) {
        (CType::Pointer { to, to_const: false }, Some((given, _))) if matches!(**to, CType::Auto) => {
            written = CType::Pointer { to: to.clone(), to_const: given.to_const };
            &written
        }
        _ => ty,
    };
    if let (Some((to, span)), false) = (&given, env.frame.modified.contains(&name.text)) {
        if to.to_const && !matches!(ty, CType::Pointer { to_const: true, .. }) {
            pointer::drops_const(env, *span)?;
        }
        let cast = pointer::cast(env, to.clone(), ty, *span)?;
        let to = Pointer { to_const: to.to_const || cast.to_const, ..cast };
        return Ok(Entity::Pointer(pointer::settle(env, to, &name.text)));
    }
    pointer_variable(env, name, ty, given)
}

/// A pointer must point to scalars or to rows of scalars.
fn check_target(env: &mut Env, ty: &CType, span: Span) -> Lowered<()> {
    match ty {
        CType::Pointer { to, .. } if to.elements().is_none() && !matches!(**to, CType::Void | CType::Auto) => {
            Err(env.unsupported(format!("pointer to {}", to.name()), span))
        }
        _ => Ok(()),
    }
}

/// A pointer variable that is assigned again.
pub fn pointer_variable(env: &mut Env, name: &Ident, ty: &CType, given: Option<(Pointer, Span)>) -> Lowered<Entity> {
    check_target(env, ty, name.span)?;
    let CType::Pointer { to, to_const } = ty else {
        return Err(env.unsupported(format!("pointer of type {}", ty.name()), name.span));
    };
    env.memory.pointers.push(PointerVariable {
        name: name.text.clone(),
        span: name.span,
        target: None,
        arms: None,
        element: (**to).clone(),
        to_const: *to_const,
        missing: None,
    });
    let id = PointerId(env.memory.pointers.len() - 1);
    if let Some((to, span)) = given {
        pointer::point(env, id, to, span)?;
    }
    Ok(Entity::PointerVariable(id))
}

fn reference(env: &mut Env, declarator: &Declarator, to: CType, to_const: bool) -> Lowered<Entity> {
    let name = &declarator.name;
    let Some(init) = one_initializer(env, declarator)? else {
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
        // An object of a class that derives from it has a part of its own class (R265).
        (CType::Record(record), value @ (Value::Place(Place::Object { .. }) | Value::Record(..))) => {
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
        (CType::Auto, value @ Value::Record(..)) if to_const => {
            let object = object::materialise(env, value, &name.text, true, name.span)?;
            Ok(Entity::Alias(Object { is_const: true, ..object }.place()))
        }
        // R203: a temporary that a range-based `for` goes over.
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
            Ok(variable(env, name, scalar, Some(value), true))
        }
        (CType::Auto, Value::Scalar(value)) if to_const => Ok(variable(env, name, value.ty, Some(value), true)),
        (CType::Array { .. } | CType::Auto, Value::Row(row)) if row.prefix.is_empty() => match row.base {
            Base::Array(array) => Ok(Entity::Array(array)),
            Base::Bundle(bundle) => Ok(Entity::Bundle(bundle)),
            Base::Local(local) => Ok(Entity::Local(local)),
            Base::Window(_) | Base::Slots(_) | Base::Choice(_) => Ok(Entity::Row(row)),
        },
        (CType::Array { .. } | CType::Auto, Value::Row(row)) => Ok(Entity::Row(pointer::settle(env, row, &name.text))),
        (CType::Scalar(_), Value::Scalar(_)) => {
            let message = format!("the reference `{}` needs a variable of its type", name.text);
            Err(expr::not_stored(env, init, &message))
        }
        // R203: what a range-based `for` goes over.
        (CType::Auto, _) if name.text.ends_with(".range") => {
            Err(env.unsupported("a range-based `for` over something else than an array of known size", name.span))
        }
        (other, _) => Err(env.unsupported(format!("reference to {}", other.name()), name.span)),
    }
}

/// The names of a structured binding: the parts of the variable that was declared for it (R252).
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

fn parts(env: &mut Env, object: &str, count: usize, span: Span) -> Lowered<Vec<Entity>> {
    let wrong = |env: &mut Env, found: usize| {
        let message = format!("this structured binding has {count} names for {found} parts");
        Err(env.error(codes::E0303, span, message))
    };
    let mut entity = lookup::entity_of_text(env, object);
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
            let found = env.met.records[ty.id].fields.len();
            if found != count {
                return wrong(env, found);
            }
            let object = Object { bundle, index, is_const };
            Ok((0..count).map(|at| object::field_entity(env, &object, at, span)).collect())
        }
        Some(entity @ (Entity::Array(_) | Entity::Bundle(_) | Entity::Row(_))) => {
            let row = pointer::of_entity(env, &entity).ok_or(Reported)?;
            let extent = pointer::extents(env, row.base).get(row.prefix.len()).cloned().flatten();
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
        Place::Wide { window, index, .. } => Place::Wide { window, index, is_const: true },
        Place::Object { bundle, index, .. } => Place::Object { bundle, index, is_const: true },
        Place::Either(either) => Place::Either(Box::new(Either {
            cond: either.cond,
            first: read_only(env, either.first),
            second: read_only(env, either.second),
        })),
    }
}

fn private_array(env: &mut Env, declarator: &Declarator, ty: CType, is_const: bool) -> Lowered<Entity> {
    let name = &declarator.name;
    if (is_const || !env.frame.modified.contains(&name.text))
        && let Some(table) = closure::table(env, &ty, declarator.init.as_ref())?
    {
        return Ok(Entity::Object(table));
    }
    let (element, mut extents) = match elements(env, &ty, name)? {
        (CType::Scalar(element), extents) => (element, extents),
        (CType::Record(record), extents) => return record_array(env, declarator, &record, extents, is_const),
        (other, _) => return Err(env.unsupported(format!("array `{}` of {}", name.text, other.name()), name.span)),
    };
    let list_of_characters;
    let list = match &declarator.init {
        None => None,
        Some(Initializer::List(list, _)) => Some(list),
        Some(Initializer::Expr(e)) => match strings::as_list(&e.kind, element, e.span) {
            Some(characters) => {
                list_of_characters = characters;
                Some(&list_of_characters)
            }
            None => return Err(env.unsupported("array initialised by an expression", e.span)),
        },
        Some(Initializer::Construct(_)) => {
            return Err(env.unsupported("array initialised by a constructor", name.span));
        }
    };
    if let Some(list) = list {
        initial::complete(&mut extents, list, name.span);
    }
    if extents.iter().any(Option::is_none) {
        return Err(env.error(codes::E0305, name.span, format!("array `{}` needs a size", name.text)));
    }
    if let (true, Some(list)) = (is_const, list)
        && let (effects, Ok(Some(initial))) = env.captured(|env| contents(env, element, &extents, list))
        && effects.is_empty()
    {
        // A table of constants is the same for all threads.
        return Ok(Entity::Array(env.new_array(Array {
            name: name.text.clone(),
            element,
            space: Space::Constant,
            extents,
            length_used: false,
            initial: Some(initial),
            is_const,
            is_restrict: true,
            span: name.span,
        })));
    }
    let dims = layout::dimensions(&extents);
    let array = env.new_array(Array {
        name: name.text.clone(),
        element,
        space: Space::Private,
        extents,
        length_used: false,
        initial: None,
        is_const,
        is_restrict: true,
        span: name.span,
    });
    let extents = env.kernel.arrays[array.index()].extents.clone();
    extents.iter().flatten().for_each(|extent| conditions::has_elements(env, extent, name.span));
    env.emit(StmtKind::DeclareArray(array), name.span);
    let Some(list) = list else { return Ok(Entity::Array(array)) };
    let count = dims.as_ref().and_then(|dims| dims.iter().product::<u64>().to_usize());
    let (Some(dims), Some(count)) = (dims, count.filter(|count| *count <= initial::MOST_CELLS)) else {
        if cleared::is_of_zeros(env, list, element) {
            let row =
                Pointer { base: Base::Array(array), prefix: Vec::new(), offset: None, to_const: false, is_void: false };
            cleared::clear(env, &row, name.span)?;
            return Ok(Entity::Array(array));
        }
        return Err(env.unsupported(
            format!("initialiser of array `{}`, which is large or of symbolic size", name.text),
            name.span,
        ));
    };
    let cells = initial::cells(env, list, &dims)?.cells;
    let mut given = cells.into_iter().peekable();
    for at in 0..count {
        let (value, span) = match given.next_if(|(cell, _)| *cell == at) {
            Some((_, e)) => (convert(expr::rvalue(env, e)?, element, Conversion::Implicit), e.span),
            None => (value::zero(element, name.span), name.span),
        };
        let index = layout::indices(at as u64, &dims, span);
        env.emit(StmtKind::Store { array, index, value }, span);
    }
    Ok(Entity::Array(array))
}

/// An array of records of one thread.
fn record_array(
    env: &mut Env,
    declarator: &Declarator,
    record: &RecordRef,
    mut extents: Vec<Option<Expr>>,
    is_const: bool,
) -> Lowered<Entity> {
    let name = &declarator.name;
    let span = name.span;
    if let Some(Initializer::List(list, _)) = &declarator.init {
        initial::complete(&mut extents, list, span);
    }
    if extents.iter().any(Option::is_none) {
        return Err(env.error(codes::E0305, span, format!("array `{}` needs a size", name.text)));
    }
    let storage = Storage { extents: extents.clone(), ..Storage::local(&name.text, false, span) };
    let base = storage::make(env, &CType::Record(record.clone()), &storage)?;
    storage::declare(env, base, span);
    match &declarator.init {
        None if construction::needs_constructor(env, record) => {
            let row = Pointer { base, prefix: Vec::new(), offset: None, to_const: false, is_void: false };
            parts::construct_all(env, &row, &array_of(record, &extents), span)?;
        }
        None => {}
        Some(Initializer::List(list, _)) => {
            let ty = array_of(record, &extents);
            let row = Pointer { base, prefix: Vec::new(), offset: None, to_const: false, is_void: false };
            aggregate::fill(env, &row, &ty, list, span)?;
        }
        Some(_) => return Err(env.unsupported("array initialised by an expression", span)),
    }
    match base {
        Base::Bundle(bundle) => {
            env.memory.bundles[bundle.0].is_const = is_const;
            Ok(Entity::Bundle(bundle))
        }
        _ => Ok(Entity::Row(Pointer { base, prefix: Vec::new(), offset: None, to_const: is_const, is_void: false })),
    }
}

fn array_of(record: &RecordRef, extents: &[Option<Expr>]) -> CType {
    let leaf = CType::Record(record.clone());
    extents.iter().rev().fold(leaf, |of, extent| CType::Array { of: Box::new(of), extent: extent.clone() })
}

fn elements(env: &mut Env, ty: &CType, name: &Ident) -> Lowered<(CType, Vec<Option<Expr>>)> {
    match ty.elements() {
        Some(found) => Ok(found),
        None => Err(env.unsupported(format!("array `{}` of {}", name.text, innermost(ty)), name.span)),
    }
}

/// `__shared__` variables: one array of the block each, however often the declaration is executed.
pub fn shared(env: &mut Env, declaration: &Declaration, declarator: &Declarator, ty: CType) -> Lowered<Entity> {
    let name = &declarator.name;
    // An extern one is the block's dynamic memory, whichever function declares it. Without `extern`, one without a size is an array
    // of its own (the paper's files).
    let dynamic = declaration.specifiers.is_extern;
    let class = env.frame.record.map(|record| &env.met.records[record].ty);
    if !dynamic && env.met.const_arguments && class.is_some_and(|class| class.name.contains('<')) {
        let what = "`__shared__` in a class template that may stand for a type and for the same with `const`";
        return Err(env.unsupported(what, declaration.span));
    }
    let key = if dynamic { (Span::default(), name.text.clone()) } else { (name.span, env.frame.instance.clone()) };
    if let Some(base) = env.memory.statics.get(&key).copied().filter(|_| !dynamic) {
        // The function was called before, perhaps as an instance for another one of these types (R290).
        let is_merged = |(name, entity): (&String, &Entity)| {
            let is_own = env.frame.is_template || name.starts_with(closure::DEDUCED);
            is_own && matches!(entity, Entity::Type(ty) if traits::is_merged(env, ty))
        };
        if env.scopes.first().is_some_and(|bindings| bindings.iter().any(is_merged)) {
            let what = format!("`__shared__` array `{}` of a template for {}", name.text, special::NOT_TOLD_APART);
            return Err(env.unsupported(what, name.span));
        }
        return Ok(shared_entity(base));
    }
    let (element, extents) = elements(env, &ty, name)?;
    let first = env.memory.statics.iter().find(|((span, _), _)| *span == Span::default()).map(|(_, base)| *base);
    if let (true, Some(first)) = (dynamic, first) {
        return dynamic_again(env, first, &element, &extents, name);
    }
    if declarator.init.is_some() {
        return Err(env.error(codes::E0302, name.span, format!("`{}` is shared and takes no initialiser", name.text)));
    }
    let is_of_the_paper = !dynamic && extents.iter().all(Option::is_none);
    if extents.iter().skip(1).any(Option::is_none) && !is_of_the_paper {
        return Err(env.unsupported(format!("array `{}` with several unknown extents", name.text), name.span));
    }
    let storage =
        Storage { home: Home::Memory(Space::Shared), extents, ..Storage::local(&name.text, false, name.span) };
    let base = storage::make(env, &element, &storage)?;
    env.memory.statics.insert(key, base);
    Ok(shared_entity(base))
}

/// Another declaration of the dynamic shared memory: all of them begin at one address (R244).
fn dynamic_again(
    env: &mut Env,
    first: Base,
    element: &CType,
    extents: &[Option<Expr>],
    name: &Ident,
) -> Lowered<Entity> {
    let start = Pointer { base: first, prefix: Vec::new(), offset: None, to_const: false, is_void: false };
    let known = match first {
        // In elements, not in cells.
        Base::Window(window) => {
            env.memory.windows[window.0].bundle.map(|bundle| env.memory.bundles[bundle.0].extents.clone())
        }
        _ => None,
    };
    let known = known.unwrap_or_else(|| pointer::extents(env, first).to_vec());
    let shapes = |extents: &[Option<Expr>]| extents.iter().map(|e| e.as_ref().map(value::shape)).collect::<Vec<_>>();
    if pointer::element_of(env, &start).same(element) && shapes(&known) == shapes(extents) {
        return Ok(shared_entity(first));
    }
    if !matches!((known.as_slice(), extents), ([None], [None])) {
        let construct = format!("several names for the dynamic shared memory (`{}`)", name.text);
        return Err(env.unsupported(construct, name.span));
    }
    let base = view::cast(env, start, element, name.span)?.base;
    Ok(shared_entity(base))
}

fn shared_entity(base: Base) -> Entity {
    match base {
        Base::Array(array) => Entity::Array(array),
        Base::Bundle(bundle) => Entity::Bundle(bundle),
        Base::Local(local) => Entity::Local(local),
        Base::Window(_) | Base::Slots(_) | Base::Choice(_) => {
            Entity::Row(Pointer { base, prefix: Vec::new(), offset: None, to_const: false, is_void: false })
        }
    }
}
