//! Objects of one class as numbers and as objects of another one: conversion operators, constructors, base classes.

use crate::base::Span;
use crate::cpp::{
    Env, Lowered, Object, Place, Pointer, Reported, Value, classes, methods,
    types::{CType, RecordRef},
};
use crate::kernel::ir::{Expr, written};
use crate::lower::{expressions::expr, names::resolve};
use crate::memory::{copy, object, pointee, read};
use crate::syntax::tree::{self, FunctionKind};

use super::{construction, copy_constructors, member};

/// The one conversion operator of a record to a scalar.
pub fn scalar_conversion<'a>(env: &mut Env<'a>, ty: &RecordRef) -> Option<(usize, &'a tree::Function)> {
    let conversions = methods::methods(env, ty.id, &|method| method.kind == FunctionKind::Conversion);
    let mut scalars = Vec::new();
    for (record, method) in conversions {
        let scope = env.met.records[record].scope.clone();
        let to = env.with_scopes(vec![scope], |env| resolve::resolve(env, &method.return_type));
        if matches!(to, Ok(CType::Scalar(_))) {
            scalars.push((record, method));
        }
    }
    match scalars.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// Whether a record becomes a number where that is not asked for.
pub fn is_number(env: &mut Env, ty: &RecordRef) -> bool {
    let conversions = methods::methods(env, ty.id, &|method| {
        method.kind == FunctionKind::Conversion && !method.specifiers.is_explicit
    });
    conversions.into_iter().any(|(record, method)| {
        let scope = env.met.records[record].scope.clone();
        let to = env.with_scopes(vec![scope], |env| resolve::resolve(env, &method.return_type));
        matches!(to, Ok(CType::Scalar(_)))
    })
}

/// A record as a number, by its conversion operator.
pub fn to_scalar(env: &mut Env, value: Value, span: Span) -> Lowered<Expr> {
    let Some(ty) = pointee::record_of(env, &value) else { return Err(Reported) };
    let Some((record, method)) = scalar_conversion(env, &ty) else {
        return Err(read::no_number(env, &ty, span));
    };
    let name = tree::Name { ident: "conversion".into(), span, ..tree::Name::default() };
    let result = converted(env, value, vec![(record, method)], &name, span)?;
    match pointee::record_of(env, &result) {
        Some(_) => Err(read::no_number(env, &ty, span)),
        None => expr::read(env, result, span),
    }
}

/// Gives a scalar or object its value; an object as what it is as a number, where that is wanted.
pub fn assign(env: &mut Env, target: Value, value: Value, span: Span) -> Lowered<()> {
    let value = match target {
        Value::Place(Place::Object { .. }) | Value::Row(_) => value,
        _ => number_of(env, value, span)?,
    };
    copy::assign(env, target, value, span)
}

/// A value that is no object: one is what it is as a number.
pub fn number_of(env: &mut Env, value: Value, span: Span) -> Lowered<Value> {
    match pointee::record_of(env, &value) {
        Some(_) => to_scalar(env, value, span).map(Value::Scalar),
        None => Ok(value),
    }
}

/// What a conversion operator gives. One that changes something is not modelled: the order of conversions would count, which C++
/// leaves open.
pub fn converted(
    env: &mut Env,
    value: Value,
    methods: Vec<(usize, &tree::Function)>,
    name: &tree::Name,
    span: Span,
) -> Lowered<Value> {
    let (start, locals, arrays) = (env.out.len(), env.kernel.locals.len(), env.kernel.arrays.len());
    let result = member::invoke(env, value, methods, name, (Vec::new(), Vec::new()), span)?;
    let written = written(&env.out[start..]);
    let changes = written.locals.keys().any(|local| local.index() < locals)
        || written.arrays.keys().any(|array| array.index() < arrays);
    if changes { Err(env.unsupported("a conversion operator with side effects", span)) } else { Ok(result) }
}

/// The conversion operators of a record that give exactly a type.
fn conversions_to<'a>(env: &mut Env<'a>, ty: &RecordRef, wanted: &CType) -> Vec<(usize, &'a tree::Function)> {
    let mut fitting = Vec::new();
    for (record, method) in methods::methods(env, ty.id, &|method| method.kind == FunctionKind::Conversion) {
        let scope = env.met.records[record].scope.clone();
        let to = env.with_scopes(vec![scope], |env| resolve::resolve(env, &method.return_type));
        let fits = match (&to, wanted) {
            (Ok(CType::Pointer { to: a, .. }), CType::Pointer { to: b, to_const }) => {
                a.same(b) && (*to_const || !matches!(&to, Ok(CType::Pointer { to_const: true, .. })))
            }
            (Ok(to), wanted) => to.same(wanted),
            (Err(_), _) => false,
        };
        if fits {
            fitting.push((record, method));
        }
    }
    fitting
}

/// A record as a value of another type that is no scalar: a pointer or another record.
pub fn converted_by_operator(env: &mut Env, value: Value, to: &CType, span: Span) -> Lowered<Value> {
    let Some(ty) = pointee::record_of(env, &value) else { return Err(Reported) };
    let mut fitting = conversions_to(env, &ty, to);
    if fitting.len() > 1 {
        // `operator T *()` and `operator const T *() const` differ in `const` only.
        fitting.retain(|(_, method)| !method.specifiers.is_const);
    }
    let name = tree::Name { ident: "conversion".into(), span, ..tree::Name::default() };
    match fitting.as_slice() {
        [only] => converted(env, value, vec![*only], &name, span),
        _ => Err(env.unsupported(format!("conversion of `{}` to {}", ty.name, to.name()), span)),
    }
}

/// Whether a record becomes another one by an operator or a constructor of the program that need not be asked for.
pub fn converts_to(env: &mut Env, own: &RecordRef, to: &RecordRef) -> bool {
    let wanted = CType::Record(to.clone());
    if conversions_to(env, own, &wanted).iter().any(|(_, method)| !method.specifiers.is_explicit) {
        return true;
    }
    has_constructor_from(env, own, to)
}

/// Whether a record has a constructor for exactly another one, not `explicit`.
fn has_constructor_from(env: &mut Env, own: &RecordRef, to: &RecordRef) -> bool {
    methods::constructors(env, to.id).iter().any(|constructor| {
        let needed = constructor.params.iter().filter(|param| param.default.is_none()).count();
        let scope = env.met.records[to.id].scope.clone();
        let first = constructor.params.first();
        !constructor.specifiers.is_explicit
            && needed <= 1
            && first.is_some_and(|param| match env.with_scopes(vec![scope], |env| resolve::resolve(env, &param.ty)) {
                Ok(CType::Record(ty)) => ty == *own,
                Ok(CType::Reference { to, .. }) => matches!(*to, CType::Record(ty) if ty == *own),
                _ => false,
            })
    })
}

/// A value under the name of a type that is alike.
pub fn retyped_to(env: &mut Env, value: Value, ty: &RecordRef, span: Span) -> Lowered<Value> {
    retyped_if_alike(env, value, ty, span)
}

/// Whether a value of another type becomes a record by one of its constructors.
pub fn constructible(env: &mut Env, ty: &RecordRef, from: &Value) -> bool {
    let constructors = methods::constructors(env, ty.id);
    constructors.iter().any(|constructor| {
        let needed = constructor.params.iter().filter(|param| param.default.is_none()).count();
        let scope = env.met.records[ty.id].scope.clone();
        !constructor.specifiers.is_explicit
            && needed <= 1
            && constructor.params.first().is_some_and(|param| {
                let resolved = env.with_scopes(vec![scope], |env| resolve::resolve(env, &param.ty));
                match resolved {
                    Ok(CType::Scalar(_)) => {
                        matches!(
                            from,
                            Value::Scalar(_)
                                | Value::Place(
                                    Place::Local(_) | Place::Cell { .. } | Place::Wide { .. } | Place::Either(_)
                                )
                        )
                    }
                    _ => false,
                }
            })
    })
}

/// Whether a conversion is asked for, by a cast or in parentheses, so that what is `explicit` takes part (CLASS-4).
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// What is `explicit` takes part.
    Yes,
    /// What is `explicit` takes no part.
    No,
}

/// A value as a value of a record type: itself, its base part, or what a conversion that is not asked for makes of it.
pub fn to_record(env: &mut Env, value: Value, ty: &RecordRef, span: Span) -> Lowered<Value> {
    as_record(env, value, ty, Asked::No, span)
}

/// The same, where the conversion may be asked for.
pub fn as_record(env: &mut Env, value: Value, ty: &RecordRef, asked: Asked, span: Span) -> Lowered<Value> {
    if let Value::Missing(what) = value {
        return Err(env.unsupported(what, span));
    }
    let Some(own) = pointee::record_of(env, &value) else {
        if constructible(env, ty, &value) {
            return construction::made_by_constructor(env, ty, (vec![value], vec![span]), asked, span);
        }
        return Err(env.unsupported(format!("conversion to `{}`", ty.name), span));
    };
    if own == *ty || pointee::alike(env, &own, ty) {
        return Ok(value);
    }
    if classes::base_offset(env, own.id, ty.id).is_some() {
        if copy_constructors::takes_derived(env, ty.id, own.id) {
            return Err(env.unsupported(format!("conversion of `{}` to its base class `{}`", own.name, ty.name), span));
        }
        return to_base(env, value, ty, span);
    }
    let to = CType::Record(ty.clone());
    let conversions = conversions_to(env, &own, &to);
    if conversions.iter().any(|(_, method)| asked == Asked::Yes || !method.specifiers.is_explicit) {
        let is_other = |constructor: &&tree::Function| copy_constructors::from_one(constructor).is_some();
        let constructors = methods::constructors(env, ty.id);
        let may_take = constructors.iter().filter(|own| is_other(own)).any(|own| !own.template.is_empty());
        // Which of the two is meant depends on what is `const`, and on what is asked for.
        let differ = conversions.iter().any(|(_, method)| method.specifiers.is_explicit);
        if may_take || has_constructor_from(env, &own, ty) || differ && conversions.len() > 1 {
            let what = format!("conversion of `{}` to `{}`, of which there are several", own.name, ty.name);
            return Err(env.unsupported(what, span));
        }
        return converted_by_operator(env, value, &to, span);
    }
    let takes = methods::constructors(env, ty.id).len();
    if takes > 0 {
        return construction::made_by_constructor(env, ty, (vec![value], vec![span]), asked, span);
    }
    Err(env.unsupported(format!("conversion of `{}` to `{}`", own.name, ty.name), span))
}

/// The part of an object that is of a base class.
pub fn to_base(env: &mut Env, value: Value, ty: &RecordRef, span: Span) -> Lowered<Value> {
    let object = object::of_value(env, value, "derived", span)?;
    Ok(Value::Place(member::base_object(env, &object, ty.id, span)?.place()))
}

/// What a reference to a class is bound to: an object, the base class's part of one, or what a conversion makes.
pub fn to_referred(env: &mut Env, value: Value, ty: &RecordRef, span: Span) -> Lowered<Value> {
    let own = pointee::record_of(env, &value).filter(|own| own != ty);
    match own.and_then(|own| classes::base_offset(env, own.id, ty.id)) {
        Some(_) => to_base(env, value, ty, span),
        None => to_record(env, value, ty, span),
    }
}

/// A value under the name of a type that is alike.
pub fn retyped(env: &mut Env, value: Value, ty: &RecordRef, span: Span) -> Lowered<Value> {
    match value {
        Value::Place(Place::Object { bundle, index, is_const }) => {
            let value = object::load(env, &Object { bundle, index, is_const }, span)?;
            retyped(env, value, ty, span)
        }
        Value::Record(_, values) => Ok(Value::Record(ty.clone(), values)),
        other => Ok(other),
    }
}

/// A value under the name of a type where its own is another one that is alike, else the value as it is.
pub fn retyped_if_alike(env: &mut Env, value: Value, record: &RecordRef, span: Span) -> Lowered<Value> {
    match pointee::record_of(env, &value) {
        Some(own) if own != *record && pointee::alike(env, &own, record) => retyped(env, value, record, span),
        _ => Ok(value),
    }
}

/// The pointer that a value is, decays to, or converts to by an operator of its class.
pub fn converted_pointer(env: &mut Env, value: Value, to: &CType, span: Span) -> Lowered<Pointer> {
    if pointee::record_of(env, &value).is_none() {
        return pointee::decay(env, value, span);
    }
    let value = converted_by_operator(env, value, to, span)?;
    pointee::decay(env, value, span)
}
