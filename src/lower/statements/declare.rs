//! Declarations inside functions.

use crate::base::{Span, codes};
use crate::cpp::{
    Entity, Env, Lowered, Object, Place, Pointer, PointerId, PointerVariable, Reported, Value,
    types::CType,
    value::{self, convert},
    volatile,
};
use crate::cuda::surfaces;
use crate::kernel::ir::{self, Conversion, LocalRole, StmtKind, Type};
use crate::lower::{
    calls::closure,
    expressions::expr,
    names::{decltype, globals::single, resolve},
    objects::{construction, conversion},
};
use crate::memory::{choice, copy, flat, homes, null, object, pointee, pointer, storage};
use crate::syntax::tree::{Declaration, Declarator, Expr, Ident, Initializer};

use super::{arrays, pointer_lists, references};

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
    if let Some(reported) = resolve::undeclared_name(env, &declarator.ty) {
        return Err(reported);
    }
    let ty = resolve::resolve(env, &declarator.ty)?;
    let is_const = specifiers.is_constexpr || resolve::stands_for_const(env, &declarator.ty);
    if let Some(scope) = env.scopes.last_mut() {
        decltype::note(scope, &name.text, &ty);
    }
    volatile::note(
        env,
        &name.text,
        &declarator.ty,
        match &declarator.init {
            Some(Initializer::Expr(init)) => Some(init),
            _ => None,
        },
    );
    // CLASS-15: the name is known from here on.
    if declarator.init.is_some() {
        env.declare(&name.text, Entity::Unsupported(format!("`{}` in its own initialiser", name.text)));
    }
    if specifiers.is_shared {
        return arrays::shared(env, declaration, declarator, ty);
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
        CType::Array { .. } if storage::shape(&ty).is_some() => pointer_lists::declare(env, declarator, &ty),
        CType::Array { .. } => arrays::private_array(env, declarator, ty, is_const),
        CType::Reference { to, to_const } => references::reference(env, declarator, *to, to_const),
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
pub fn one_initializer<'t>(env: &mut Env, declarator: &'t Declarator) -> Lowered<Option<&'t Expr>> {
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
pub fn variable(env: &mut Env, name: &Ident, ty: Type, value: Option<ir::Expr>, is_const: bool) -> Entity {
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
            Some(value) => copy::fill(env, &place, value, name.span),
            None => storage::declare_place(env, &place, name.span),
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
            let ty = pointee::static_type(env, &to);
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
                let id = homes::variable(env, &name.text, to, *to_const, name.span);
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
