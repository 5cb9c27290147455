//! What parameters are in the body of a function that is inlined: values, variables, or what the arguments lead to.

use crate::base::{Span, codes};
use crate::cpp::{
    Base, Entity, Env, Lowered, Note, Object, Place, Scope, Value,
    types::{CType, RecordRef},
    value::{self, convert},
};
use crate::cuda::surfaces;
use crate::kernel::ir::{Conversion, Expr, LocalRole, StmtKind, Type};
use crate::lower::{
    expressions::expr,
    objects::conversion,
    statements::{declare, references},
};
use crate::memory::{choice, copy, flat, null, object, pointee, pointer, read, temporaries};
use crate::syntax::tree::{self, Function, TemplateParamKind};

use super::closure;

/// How a parameter is used.
pub struct Binding<'t> {
    /// The parameter's name.
    pub name: &'t tree::Ident,
    /// The body may change the parameter.
    pub is_modified: bool,
    /// The parameter is declared `const`.
    pub is_const: bool,
    /// What the function does with its arguments.
    pub used: Use,
}

/// How a function uses what it is given.
#[derive(Clone, Copy)]
pub struct Use {
    /// It is called by its contract.
    pub by_contract: bool,
    /// The body is one `return`, and nothing can be changed through the parameters.
    pub plain: bool,
    /// The function is given nothing by way of which variables of the caller could change.
    pub only_looks: bool,
}

/// What a parameter's name stands for in the callee.
pub fn bind(env: &mut Env, binding: Binding, ty: CType, value: Value, span: Span) -> Lowered<Entity> {
    if let (CType::Reference { to_const: true, .. }, Value::Row(_)) = (&ty, &value) {
        // The name of the array does not say so.
        env.met.const_hidden = true;
    }
    match ty {
        ty if closure::fits(&ty, &value) && !binding.is_modified => Ok(Entity::Object(value)),
        CType::Scalar(scalar) => {
            let value = expr::read(env, value, span)?;
            by_value(env, &binding, scalar, convert(value, scalar, Conversion::Implicit), span)
        }
        ty @ CType::Pointer { .. } if null::is_null(&value) => match binding.is_modified {
            true => {
                let entity = declare::pointer_variable(env, binding.name, &ty, None)?;
                if let Entity::PointerVariable(id) = entity {
                    choice::point_nowhere(env, id, span)?;
                }
                Ok(entity)
            }
            false => Ok(choice::typed_null(env, &ty, span).map_or(Entity::Object(null::pointer()), Entity::Pointer)),
        },
        target @ CType::Pointer { .. } => pointer_parameter(env, &binding, &target, value, span),
        CType::Record(record) => object_parameter(env, &binding, &record, value, span),
        CType::Reference { to_const, .. }
            if env.met.chosen.contains(&span)
                && !matches!(value, Value::Place(_))
                && !(to_const && binding.used.only_looks) =>
        {
            Err(env.unsupported("a reference to a choice between objects, or with side effects", span))
        }
        CType::Reference { to, to_const } => reference(env, &binding, (*to, to_const), value, span),
        CType::Group(wanted) => match value {
            Value::Group(group) if wanted.holds(group) => Ok(Entity::Group(group)),
            _ => Err(env.unsupported(format!("{} from something else", wanted.name()), span)),
        },
        CType::Closure(_) => Ok(Entity::Object(value)),
        CType::Surface => match value {
            Value::Surface(_) => Ok(Entity::Object(value)),
            _ => Err(env.unsupported(surfaces::OTHER_HANDLE, span)),
        },
        other => Err(env.unsupported(format!("parameter of type {}", other.name()), span)),
    }
}

/// A pointer that is given: what it leads to, or a variable where the body lets it lead elsewhere.
fn pointer_parameter(env: &mut Env, binding: &Binding, target: &CType, value: Value, span: Span) -> Lowered<Entity> {
    let given = conversion::converted_pointer(env, value, target, span)?;
    if given.to_const && !matches!(target, CType::Pointer { to_const: true, .. }) {
        pointer::drops_const(env, span)?;
    }
    let to_const = given.to_const;
    let mut given = pointer::cast(env, given, target, span)?;
    given.to_const |= to_const;
    if binding.is_modified {
        return declare::pointer_variable(env, binding.name, target, Some((given, span)));
    }
    Ok(Entity::Pointer(pointer::settle(env, given, &binding.name.text)))
}

/// An object by value.
fn object_parameter(env: &mut Env, binding: &Binding, record: &RecordRef, value: Value, span: Span) -> Lowered<Entity> {
    let value = conversion::to_record(env, value, record, span)?;
    let value = conversion::retyped_to(env, value, record, span)?;
    // The arrays of a value that is stored nowhere may be those of others, too.
    let is_shared = matches!(value, Value::Record(..)) && !binding.is_const && has_arrays(env, record);
    let object = if binding.is_modified || is_shared {
        object::materialise(env, value, &binding.name.text, !binding.is_modified, span)?
    } else {
        object::frozen(env, value, &binding.name.text, binding.used.plain, span)?
    };
    // Whether the argument is `const` says nothing of its copy (CLASS-26).
    Ok(Entity::Alias(Object { is_const: binding.is_const, ..object }.place()))
}

/// What a reference is to, and whether it lets write.
fn reference(
    env: &mut Env,
    binding: &Binding,
    (to, to_const): (CType, bool),
    value: Value,
    span: Span,
) -> Lowered<Entity> {
    let name = &binding.name.text;
    match (to, value) {
        (CType::Record(record), value) => object_reference(env, name, (record, to_const), value, span),
        (CType::Pointer { to, to_const: inner }, value) if to_const => {
            let target = CType::Pointer { to, to_const: inner };
            let given = conversion::converted_pointer(env, value, &target, span)?;
            let given = pointer::cast(env, given, &target, span)?;
            Ok(Entity::Pointer(pointer::settle(env, given, name)))
        }
        // The variable itself, which the body may let point elsewhere (CLASS-21).
        (CType::Pointer { to, to_const: inner }, Value::Pointer(_)) => {
            match env.variables.pointer_names.get(&span).copied() {
                Some(id)
                    if env.memory.pointers[id.0].element.same(&to) && env.memory.pointers[id.0].to_const == inner =>
                {
                    Ok(Entity::PointerVariable(id))
                }
                _ => Err(env.unsupported("a reference to a pointer that is no plain variable of the type", span)),
            }
        }
        (CType::Closure(_), value @ Value::Closure(_)) => Ok(Entity::Object(value)),
        (CType::Scalar(scalar), Value::Place(place)) if read::place_type(env, &place) == scalar => {
            let place = pointer::settle_place(env, place, name);
            Ok(Entity::Alias(if to_const { references::read_only(env, place) } else { place }))
        }
        (CType::Scalar(scalar), value) if to_const => {
            let value = expr::read(env, value, span)?;
            by_value(env, binding, scalar, convert(value, scalar, Conversion::Implicit), span)
        }
        (CType::Scalar(_), _) => {
            let message = format!("the reference parameter `{name}` needs a variable of its type");
            Err(env.error(codes::E0304, span, message))
        }
        (CType::Array { .. }, Value::Row(row)) => match row.base {
            Base::Array(array) if row.prefix.is_empty() => Ok(Entity::Array(array)),
            Base::Bundle(bundle) if row.prefix.is_empty() => Ok(Entity::Bundle(bundle)),
            Base::Array(_)
            | Base::Bundle(_)
            | Base::Local(_)
            | Base::CellView(_)
            | Base::PointerArray(_)
            | Base::Choice(_) => Ok(Entity::Row(pointer::settle(env, row, name))),
        },
        (CType::Group(wanted), Value::Group(group)) if wanted.holds(group) => Ok(Entity::Group(group)),
        (CType::Surface, value @ Value::Surface(_)) => Ok(Entity::Object(value)),
        (other, _) => Err(env.unsupported(format!("reference to {}", other.name()), span)),
    }
}

/// A reference to an object: to itself, to one of its base classes' parts, or to what it is converted to.
fn object_reference(
    env: &mut Env,
    name: &str,
    (record, to_const): (RecordRef, bool),
    value: Value,
    span: Span,
) -> Lowered<Entity> {
    let own = pointee::record_of(env, &value);
    let is_place = matches!(value, Value::Place(Place::Object { .. }));
    let is_itself = is_place && own.as_ref().is_some_and(|own| *own == record);
    let is_derived = matches!(value, Value::Place(_)) && own.as_ref().is_some_and(|own| *own != record);
    if !to_const && !is_itself && !is_derived {
        let message = format!("the reference parameter `{name}` needs a variable of its type");
        return Err(env.error(codes::E0304, span, message));
    }
    let value = if is_itself { value } else { conversion::to_referred(env, value, &record, span)? };
    match value {
        Value::Place(place @ Place::Object { .. }) => {
            let place = pointer::settle_place(env, place, name);
            Ok(Entity::Alias(if to_const { references::read_only(env, place) } else { place }))
        }
        value => {
            let object = object::frozen(env, value, name, false, span)?;
            Ok(Entity::Alias(Object { is_const: true, ..object }.place()))
        }
    }
}

/// Whether an object has arrays in it.
pub fn has_arrays(env: &Env, record: &RecordRef) -> bool {
    env.met.records[record.id].fields.iter().any(|field| match &field.ty {
        CType::Array { .. } => true,
        CType::Record(inner) => has_arrays(env, inner),
        _ => false,
    })
}

fn by_value(env: &mut Env, binding: &Binding, ty: Type, value: Expr, span: Span) -> Lowered<Entity> {
    if let Some(place) = flat::variable(env, &binding.name.text, ty, binding.is_const, binding.name.span) {
        copy::fill(env, &place, value, span);
        return Ok(Entity::Alias(place));
    }
    let leaf = value::weight(&value) == 1;
    if !binding.is_modified && leaf && (binding.used.plain || temporaries::is_stable(env, &value)) {
        return Ok(Entity::Value(value));
    }
    let local = env.new_local(&binding.name.text, ty, LocalRole::Variable, binding.name.span);
    if !binding.is_modified {
        env.variables.stable.insert(local);
    }
    if binding.is_const {
        env.variables.constants.insert(local);
    }
    env.emit(StmtKind::Assign { local, value }, span);
    Ok(Entity::Local(local))
}

/// Template arguments by parameter name, and how the instance is called.
pub fn bindings_name(function: &Function, bindings: &Scope) -> String {
    let args: Vec<String> = function
        .template
        .iter()
        .filter_map(|param| param.name.as_ref())
        .map(|name| match bindings.get(&name.text) {
            Some(Entity::Type(ty)) if bindings.noted(Note::ConstType, &name.text).is_some() => {
                format!("const {}", ty.name())
            }
            Some(Entity::Type(ty)) => ty.name(),
            Some(Entity::Value(e)) => match value::constant(e) {
                Some(value::Constant::Int(known)) => known.to_string(),
                Some(value::Constant::Bool(known)) => known.to_string(),
                Some(value::Constant::Real(known)) => known.to_string(),
                None => value::shape(e).trim_end().to_string(),
            },
            _ => name.text.clone(),
        })
        .collect();
    if args.is_empty() { String::new() } else { format!("<{}>", args.join(", ")) }
}

/// Whether a template parameter is one of a type.
pub fn is_type_parameter(kind: &TemplateParamKind) -> bool {
    matches!(kind, TemplateParamKind::Type(_))
}
