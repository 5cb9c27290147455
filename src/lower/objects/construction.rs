//! How objects come to be: constructors, what they do before their bodies, and the first values of members.

use crate::base::{Span, codes};
use crate::cpp::{
    Entity, Env, Lowered, Member, Object, Place, Pointer, Reported, Value,
    candidates::{Callable, Candidate},
    methods,
    types::{CType, INDEX, RecordRef},
    value::{self, convert},
    vectors,
};
use crate::kernel::ir::Conversion;
use crate::lower::{
    calls::{braced_arguments, call, inline, overload},
    expressions::expr,
    names::record,
    statements::{pointer_lists, references},
};
use crate::memory::{choice, copy, homes, null, object, pointee, pointer, storage};
use crate::syntax::tree::{self, Initializer};

use super::{aggregate, conversion, initializers, member, zero_fill};

/// `T(args)`: a new value of a record type.
pub fn construct(env: &mut Env, ty: &RecordRef, values: Vec<Value>, spans: Vec<Span>, span: Span) -> Lowered<Value> {
    if env.met.records[ty.id].tree.is_none() {
        return built_in(env, ty, values, span);
    }
    let constructors = methods::constructors(env, ty.id);
    if values.is_empty()
        && constructors.iter().all(|constructor| constructor.specifiers.is_defaulted || !constructor.params.is_empty())
        && (constructors.is_empty() || constructors.iter().any(|constructor| constructor.specifiers.is_defaulted))
    {
        // Every member has its default value, or zero.
        return aggregate::fields(env, ty, &mut [].as_slice(), span);
    }
    if let [only] = values.as_slice()
        && pointee::record_of(env, only).is_some_and(|own| own == *ty)
    {
        return Ok(values.into_iter().next().unwrap_or(Value::Void));
    }
    if methods::constructors(env, ty.id).is_empty()
        && let [only] = values.as_slice()
        && pointee::record_of(env, only).is_none()
        && let Some(made) = of_first(env, ty, only.clone(), spans[0], span)?
    {
        return Ok(made);
    }
    made_by_constructor(env, ty, (values, spans), conversion::Asked::Yes, span)
}

/// A new object, made by the constructor that the values choose.
pub fn made_by_constructor(
    env: &mut Env,
    ty: &RecordRef,
    (values, spans): (Vec<Value>, Vec<Span>),
    asked: conversion::Asked,
    span: Span,
) -> Lowered<Value> {
    let object = storage::fresh(env, ty, "made", span)?;
    construct_in(env, &object, (values, spans), asked, span)?;
    object::load(env, &object, span)
}

/// `F{x}` of an aggregate whose first member is a number: the others have their default values, or zero.
fn of_first(env: &mut Env, ty: &RecordRef, first: Value, at: Span, span: Span) -> Lowered<Option<Value>> {
    let info = &env.met.records[ty.id];
    let (true, Some(CType::Scalar(scalar))) =
        (info.bases.is_empty() && !info.is_union, info.fields.first().map(|field| field.ty.clone()))
    else {
        return Ok(None);
    };
    let tree = env.met.records[ty.id].tree;
    let defaults = tree.into_iter().flat_map(|tree| &tree.fields).filter_map(|field| field.default.as_ref());
    if defaults.into_iter().any(|default| aggregate::looks_at(env, ty, default)) {
        return Err(env.unsupported("a list of one value, and default values that look at members", span));
    }
    let first = convert(expr::read(env, first, at)?, scalar, Conversion::Implicit);
    match aggregate::fields(env, ty, &mut [].as_slice(), span)? {
        Value::Record(ty, mut values) => {
            values[0] = Value::Scalar(first);
            Ok(Some(Value::Record(ty, values)))
        }
        _ => Err(Reported),
    }
}

/// `float4(a, b, c, d)` of CUDA's own types, `dim3(x)`.
fn built_in(env: &mut Env, ty: &RecordRef, values: Vec<Value>, span: Span) -> Lowered<Value> {
    if let [only] = values.as_slice()
        && let Some(own) = pointee::record_of(env, only)
    {
        if own == *ty || pointee::alike(env, &own, ty) {
            return conversion::retyped(env, values.into_iter().next().unwrap_or(Value::Void), ty, span);
        }
        return Err(env.unsupported(format!("conversion of `{}` to `{}`", own.name, ty.name), span));
    }
    let fields = env.met.records[ty.id].fields.clone();
    if values.len() > fields.len() {
        return Err(env.error(codes::E0303, span, format!("`{}` takes {} values", ty.name, fields.len())));
    }
    let rest = i64::from(&*ty.name == "dim3");
    let mut given = values.into_iter();
    let mut made = Vec::new();
    for field in fields {
        let CType::Scalar(scalar) = field.ty else { return Err(Reported) };
        made.push(Value::Scalar(match given.next() {
            Some(value) => convert(expr::read(env, value, span)?, scalar, Conversion::Implicit),
            None => value::number(rest, scalar, span),
        }));
    }
    Ok(Value::Record(ty.clone(), made))
}

/// Runs the constructor of an object for the arguments.
pub fn initialise(env: &mut Env, object: &Object, values: Vec<Value>, spans: Vec<Span>, span: Span) -> Lowered<()> {
    construct_in(env, object, (values, spans), conversion::Asked::Yes, span)
}

fn construct_in(
    env: &mut Env,
    object: &Object,
    (values, spans): (Vec<Value>, Vec<Span>),
    asked: conversion::Asked,
    span: Span,
) -> Lowered<()> {
    let ty = env.memory.bundles[object.bundle.0].ty.clone();
    let constructors = methods::constructors(env, ty.id);
    if constructors.is_empty() {
        return match values.len() {
            0 => defaults(env, object, span),
            1 => {
                let mut values = values;
                let value = conversion::to_record(env, values.remove(0), &ty, span)?;
                copy::store(env, object, value, span)
            }
            _ => {
                let message = format!("`{}` has no constructor of {} arguments", ty.name, values.len());
                Err(env.error(codes::E0303, span, message))
            }
        };
    }
    let name = tree::Name { ident: ty.name.to_string(), span, ..tree::Name::default() };
    let usable = constructors.into_iter().filter(|own| asked == conversion::Asked::Yes || !own.specifiers.is_explicit);
    let mut callables: Vec<Callable> = usable.map(|function| Callable::member(ty.id, function)).collect();
    let inherited = methods::inherited_constructors(env, ty.id).into_iter();
    let inherited = inherited.filter(|(_, own)| asked == conversion::Asked::Yes || !own.specifiers.is_explicit);
    callables.extend(inherited.map(|(base, function)| Callable::member(base, function)));
    let is_copy = values.len() == 1 && pointee::record_of(env, &values[0]).is_some_and(|own| own == ty);
    if is_copy {
        // Where a copy constructor did anything else the type would not be modelled; one that is a template is no better.
        let mut values = values;
        return copy::store(env, object, values.remove(0), span);
    }
    match overload::choose(env, &name, &callables, &values, span)? {
        Some(candidate) => match candidate.record.filter(|class| *class != ty.id) {
            Some(base) => by_inherited(env, object, (base, candidate), (values, spans), span),
            None => inline::inline(env, candidate, spans, values, Some(object.clone()), span).map(|_| ()),
        },
        None => Err(env.unsupported(format!("constructor of `{}` for these arguments", ty.name), span)),
    }
}

/// A constructor of a base class, for an object of a class derived from it: what else there is in the object is made as by the
/// constructor that the compiler makes.
fn by_inherited(
    env: &mut Env,
    object: &Object,
    (base, candidate): (usize, Candidate),
    (values, spans): (Vec<Value>, Vec<Span>),
    span: Span,
) -> Lowered<()> {
    let ty = env.memory.bundles[object.bundle.0].ty.clone();
    let bases = env.met.records[ty.id].bases.clone();
    if !bases.iter().any(|own| own.id == base) || bases.len() > 1 {
        return Err(env.unsupported(format!("constructor of `{}` for these arguments", ty.name), span));
    }
    let part = member::base_object(env, object, base, span)?;
    inline::inline(env, candidate, spans, values, Some(part), span)?;
    init_members(env, object, &[], span)
}

/// The values that a class gives its members where they are declared.
pub fn defaults(env: &mut Env, object: &Object, span: Span) -> Lowered<()> {
    let ty = env.memory.bundles[object.bundle.0].ty.clone();
    for at in 0..env.met.records[ty.id].fields.len() {
        default(env, object, at, span)?;
    }
    Ok(())
}

/// A member that the constructor does not mention: its default value, or its own constructor.
fn default(env: &mut Env, object: &Object, at: usize, span: Span) -> Lowered<()> {
    let ty = env.memory.bundles[object.bundle.0].ty.clone();
    let field = env.met.records[ty.id].fields[at].clone();
    let tree = env.met.records[ty.id].tree;
    let is_union = env.met.records[ty.id].is_union;
    let default = field.declared.and_then(|declared| tree?.fields.get(declared)?.default.as_ref());
    if default.is_some() {
        return default_of(env, object, at, span);
    }
    match &field.ty {
        // A member of a union comes to be when it is written.
        _ if is_union => Ok(()),
        CType::Record(inner)
            if !methods::constructors(env, inner.id).is_empty() || methods::needs_constructor(env, inner) =>
        {
            match object::field(env, object, at, span)? {
                Value::Place(Place::Object { bundle, index, is_const }) => {
                    initialise(env, &Object { bundle, index, is_const }, Vec::new(), Vec::new(), span)
                }
                _ => Ok(()),
            }
        }
        CType::Array { .. } => match field.ty.elements() {
            Some((CType::Record(inner), _)) if methods::needs_constructor(env, &inner) => {
                match object::field(env, object, at, span)? {
                    Value::Row(row) | Value::Pointer(row) => construct_all(env, &row, &field.ty, span),
                    _ => Err(env.unsupported(format!("array of `{}`, which has a constructor", inner.name), span)),
                }
            }
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

/// What a constructor does before its body: bases and members in the order of their declaration.
pub fn run_inits(env: &mut Env, object: &Object, function: &tree::Function, span: Span) -> Lowered<()> {
    let ty = env.memory.bundles[object.bundle.0].ty.clone();
    let names: Vec<String> = env.met.records[ty.id].fields.iter().map(|field| field.name.clone()).collect();
    for (name, init) in &function.inits {
        if names.contains(&name.ident) || record::unnamed_with(env, ty.id, &name.ident).is_some() {
            continue;
        }
        let base =
            env.met.records[ty.id].bases.iter().find(|base| base.name.split('<').next() == Some(name.ident.as_str()));
        match base.cloned() {
            Some(base) => {
                let part = member::base_object(env, object, base.id, span)?;
                let is_aggregate = methods::constructors(env, base.id).is_empty();
                let args = match init {
                    Initializer::Construct(args) => Some(args.clone()),
                    Initializer::List(items, _) if !is_aggregate || items.is_empty() => braced_arguments::items(items),
                    _ => None,
                };
                let Some(args) = args else {
                    let value = aggregate::value(env, &CType::Record(base), init)?;
                    copy::store(env, &part, value, span)?;
                    continue;
                };
                let (values, spans) = braced_arguments::of_constructor(env, base.id, &args)?;
                initialise(env, &part, values, spans, span)?;
            }
            // What delegates does nothing else.
            None if ty.name.split('<').next().and_then(|name| name.rsplit("::").next()) == Some(&name.ident) => {
                let args = match init {
                    Initializer::Construct(args) => Some(args.clone()),
                    Initializer::List(items, _) => braced_arguments::items(items),
                    Initializer::Expr(_) => None,
                };
                let Some(args) = args else { return Err(env.unsupported("delegating constructor", span)) };
                let (values, spans) = braced_arguments::of_constructor(env, ty.id, &args)?;
                return initialise(env, object, values, spans, span);
            }
            None => return Err(env.unsupported(format!("initialiser of `{}`", name.ident), name.span)),
        }
    }
    for base in env.met.records[ty.id].bases.clone() {
        let stem = base.name.split('<').next().unwrap_or_default();
        let is_named = function.inits.iter().any(|(name, _)| name.ident == stem);
        if !is_named && methods::needs_constructor(env, &base) {
            let part = member::base_object(env, object, base.id, span)?;
            initialise(env, &part, Vec::new(), Vec::new(), span)?;
        }
    }
    let inits: Vec<&(tree::Name, Initializer)> = function.inits.iter().collect();
    init_members(env, object, &inits, span)
}

/// Gives the members of an object their first values, those of members without name among them.
fn init_members(env: &mut Env, object: &Object, inits: &[&(tree::Name, Initializer)], span: Span) -> Lowered<()> {
    let ty = env.memory.bundles[object.bundle.0].ty.clone();
    for (at, field) in env.met.records[ty.id].fields.clone().into_iter().enumerate() {
        // What base classes declare is made by their constructors.
        if field.declared.is_none() {
            continue;
        }
        let given = inits.iter().find(|(name, _)| name.ident == field.name);
        if field.name.starts_with(tree::UNNAMED) {
            let is_inside = |name: &str| record::unnamed_with(env, ty.id, name) == Some(at);
            let inside: Vec<_> = inits.iter().copied().filter(|(name, _)| is_inside(&name.ident)).collect();
            if !inside.is_empty()
                && let Value::Place(Place::Object { bundle, index, is_const }) = object::field(env, object, at, span)?
            {
                init_members(env, &Object { bundle, index, is_const }, &inside, span)?;
                continue;
            }
        }
        let Some((name, init)) = given else {
            default(env, object, at, span)?;
            continue;
        };
        if field.is_reference {
            references::bind_reference(env, object, at, init, name.span)?;
            continue;
        }
        let value = aggregate::value(env, &field.ty, init)?;
        if let Member::Pointer(id) = env.memory.bundles[object.bundle.0].members[at] {
            let pointer = pointee::decay(env, value, name.span)?;
            pointer::point(env, id, pointer, name.span)?;
            continue;
        }
        if let Member::Missing(what) = env.memory.bundles[object.bundle.0].members[at].clone() {
            return Err(env.unsupported(what, name.span));
        }
        let target = object::field(env, object, at, name.span)?;
        conversion::assign(env, target, value, name.span)?;
    }
    Ok(())
}

/// Gives a member of a new object its first value.
pub fn set(env: &mut Env, object: &Object, at: usize, value: Value, span: Span) -> Lowered<()> {
    match env.memory.bundles[object.bundle.0].members[at].clone() {
        Member::Pointer(id) if null::is_null(&value) => match choice::null_of(env, id, span) {
            Some(nowhere) => pointer::point(env, id, nowhere, span),
            None => choice::point_nowhere(env, id, span),
        },
        Member::Pointer(id) => {
            let pointer = pointee::decay(env, value, span)?;
            pointer::point(env, id, pointer, span)
        }
        Member::Missing(what) => Err(env.unsupported(what, span)),
        _ => {
            let target = object::field(env, object, at, span)?;
            conversion::assign(env, target, value, span)
        }
    }
}

/// Lowers something that stands in a class, among its members: with an object or without one.
pub fn in_class<T>(
    env: &mut Env,
    class: usize,
    object: Option<&Object>,
    span: Span,
    body: impl FnOnce(&mut Env) -> Lowered<T>,
) -> Lowered<T> {
    let mut scopes = vec![env.met.records[class].scope.clone()];
    scopes.extend(object.map(|object| inline::fields(env, object, span)));
    let namespace = env.met.records[class].tree.map(|tree| tree.scope.clone()).unwrap_or_default();
    let this = object.cloned().map(Object::place);
    let outer = (
        std::mem::replace(&mut env.frame.namespace, namespace),
        std::mem::replace(&mut env.frame.this, this),
        env.frame.record.replace(class),
    );
    let result = env.with_scopes(scopes, body);
    (env.frame.namespace, env.frame.this, env.frame.record) = outer;
    result
}

/// Gives a member the value that the class gives it where it is declared, among the members before it.
pub fn default_of(env: &mut Env, object: &Object, at: usize, span: Span) -> Lowered<()> {
    let ty = env.memory.bundles[object.bundle.0].ty.clone();
    let field = env.met.records[ty.id].fields[at].clone();
    let tree = env.met.records[ty.id].tree;
    let Some(default) = field.declared.and_then(|declared| tree?.fields.get(declared)?.default.as_ref()) else {
        return Ok(());
    };
    if field.is_reference {
        return in_class(env, ty.id, Some(object), span, |env| {
            references::bind_reference(env, object, at, &aggregate::as_initializer(default), span)
        });
    }
    let value = in_class(env, ty.id, Some(object), span, |env| {
        aggregate::value(env, &field.ty, &aggregate::as_initializer(default))
    })?;
    set(env, object, at, value, span)
}

/// `make_float4(x, y, z, w)` and the other makers of CUDA's own types.
pub fn maker(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let ty = match name {
        "make_cuComplex" | "make_cuFloatComplex" => "float2",
        "make_cuDoubleComplex" => "double2",
        "make_half2" | "__halves2half2" => "half2",
        _ => name.strip_prefix("make_")?,
    };
    let ty = vectors::vector(env, ty)?;
    // Those of fewer arguments are the program's own.
    if args.len() != env.met.records[ty.id].fields.len() {
        return None;
    }
    Some(call::arguments(env, args).and_then(|(values, _)| built_in(env, &ty, values, span)))
}

/// The declaration of a variable of record type.
pub fn variable(
    env: &mut Env,
    name: &tree::Ident,
    record: &RecordRef,
    init: Option<&Initializer>,
    is_const: bool,
) -> Lowered<Entity> {
    let span = name.span;
    let ty = CType::Record(record.clone());
    match init {
        Some(Initializer::Construct(args)) if env.met.records[record.id].tree.is_some() => {
            let (values, spans) = braced_arguments::of_constructor(env, record.id, args)?;
            let object = storage::fresh(env, record, &name.text, span)?;
            initialise(env, &object, values, spans, span)?;
            Ok(entity(object, is_const))
        }
        Some(init) => {
            let value = aggregate::value(env, &ty, init)?;
            let value = conversion::retyped_if_alike(env, value, record, span)?;
            let object = object::materialise(env, value, &name.text, is_const, span)?;
            Ok(entity(object, is_const))
        }
        None => {
            let object = storage::fresh(env, record, &name.text, span)?;
            if env.met.records[record.id].tree.is_none() {
                if &*record.name == "dim3" {
                    let one = built_in(env, record, Vec::new(), span)?;
                    copy::store(env, &object, one, span)?;
                }
            } else if methods::needs_constructor(env, record) {
                initialise(env, &object, Vec::new(), Vec::new(), span)?;
            } else {
                defaults(env, &object, span)?;
            }
            Ok(entity(object, is_const))
        }
    }
}

fn entity(object: Object, is_const: bool) -> Entity {
    Entity::Alias(Object { is_const, ..object }.place())
}

/// Zero of every field.
pub fn zero(env: &mut Env, ty: &RecordRef, span: Span) -> Lowered<Value> {
    if env.met.records[ty.id].tree.is_some() {
        return construct(env, ty, Vec::new(), Vec::new(), span);
    }
    let fields = env.met.records[ty.id].fields.clone();
    let mut values = Vec::new();
    for field in fields {
        values.push(zero_of(env, &field.ty, &field.name, span)?);
    }
    Ok(Value::Record(ty.clone(), values))
}

/// Zero of a type.
pub fn zero_of(env: &mut Env, ty: &CType, name: &str, span: Span) -> Lowered<Value> {
    Ok(match ty {
        CType::Scalar(scalar) => Value::Scalar(value::zero(*scalar, span)),
        CType::Record(inner) => zero(env, inner, span)?,
        CType::Array { .. } if storage::shape(ty).is_some() => pointer_lists::listed(env, ty, &[], span)?,
        CType::Array { .. } => {
            let base = storage::make(env, ty, &homes::Storage::local(name, false, span))?;
            storage::declare(env, base, span);
            let row = Pointer::to(base, false);
            zero_fill::clear(env, &row, span)?;
            Value::Row(row)
        }
        other => Value::Missing(format!("null in a member of type {}", other.name())),
    })
}

/// Runs the constructor without arguments for each element of an array, first to last.
pub fn construct_all(env: &mut Env, row: &Pointer, ty: &CType, span: Span) -> Lowered<()> {
    let CType::Array { of, extent } = ty else { return Err(Reported) };
    let count = extent.as_ref().and_then(value::constant_int).and_then(|count| usize::try_from(count).ok());
    let Some(count) = count.filter(|count| *count <= initializers::MOST_CELLS) else {
        let name = pointee::base_name(env, row.base);
        return Err(
            env.unsupported(format!("constructors of array `{name}`, which is large or of symbolic size"), span)
        );
    };
    for at in 0..count {
        let index = value::int(at as u64, INDEX, span);
        match (pointer::index(env, row.clone(), index, span)?, &**of) {
            (Value::Place(Place::Object { bundle, index, is_const }), _) => {
                initialise(env, &Object { bundle, index, is_const }, Vec::new(), Vec::new(), span)?;
            }
            (target, CType::Array { .. }) => {
                let inner = pointee::decay(env, target, span)?;
                construct_all(env, &inner, of, span)?;
            }
            _ => return Err(env.unsupported("constructors of an array", span)),
        }
    }
    Ok(())
}
