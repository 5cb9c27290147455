//! Members, constructors, conversions and operators of record types.

use crate::base::{Span, codes};
use crate::kernel::ir::{Conversion, Expr, StmtKind, written};
use crate::syntax::tree::{self, BinaryOp, FunctionKind, Initializer};

use super::call;
use super::choice;
use super::cleared;
use super::duplicate;
use super::expr::{self, Value};
use super::groups;
use super::halves;
use super::initial;
use super::lists;
use super::lookup;
use super::modified;
use super::null;
use super::object::{self, Object, Storage};
use super::overload::{self, Callable, Candidate};
use super::parts;
use super::pointer;
use super::record;
use super::resolve;
use super::scope::{Base, Entity, Env, Lowered, Place, Pointer, PointerId, Reported, builtin};
use super::slots;
use super::types::{CType, RecordRef};
use super::unions;
use super::value::{self, convert};

/// `base.member` and `base->member`.
pub fn member(env: &mut Env, base: &tree::Expr, member: &tree::Name, arrow: bool, span: Span) -> Lowered<Value> {
    if let tree::ExprKind::Name(name) = &base.kind
        && !arrow
        && env.lookup(name).is_none()
        && is_launch_variable(&name.ident)
    {
        return match builtin(&name.ident, &member.ident) {
            Some(builtin) => Ok(Value::Scalar(env.builtin(builtin, span))),
            None => Err(env.error(
                codes::E0301,
                member.span,
                format!("`{}` has the members x, y and z, not `{}`", name.ident, member.ident),
            )),
        };
    }
    if let Some(result) = groups::member(env, base, member, span) {
        return result.map(Value::Scalar);
    }
    let value = object_value(env, base, arrow)?;
    let value = qualified_part(env, value, member, span)?;
    of_value(env, value, member, span)
}

/// The part of an object that a qualified member is looked up in: `object.B::member`.
fn qualified_part(env: &mut Env, value: Value, member: &tree::Name, span: Span) -> Lowered<Value> {
    let Some(ty) = object::record_of(env, &value) else { return Ok(value) };
    let [.., last] = member.path.as_slice() else { return Ok(value) };
    let plain = member.path.len() == 1 && !member.is_global && member.path_args.iter().all(Option::is_none);
    // A class knows the names of its base classes, wherever they stand.
    let base = match env.records[ty.id].scope.get(last).filter(|_| plain).cloned() {
        Some(Entity::Type(found)) => Some(found),
        _ => record::qualifier(env, member).transpose()?,
    };
    match base {
        Some(CType::Record(base)) if base == ty => Ok(value),
        Some(CType::Record(base)) if record::base_offset(env, ty.id, base.id).is_some() => {
            let object = object::of_value(env, value, "derived", span)?;
            Ok(Value::Place(base_object(env, &object, base.id, span)?.place()))
        }
        _ => Err(env.unsupported(format!("member `{}` of `{}`", resolve::shown(member), ty.name), span)),
    }
}

pub fn is_launch_variable(name: &str) -> bool {
    matches!(name, "threadIdx" | "blockIdx" | "blockDim" | "gridDim")
}

/// `threadIdx` and the like as a value.
pub fn launch_variable(env: &mut Env, name: &str, span: Span) -> Lowered<Value> {
    let ty = if name.ends_with("Dim") { "dim3" } else { "uint3" };
    let Some(ty) = record::vector(env, ty) else { return Err(Reported) };
    let axes = ["x", "y", "z"].into_iter().filter_map(|axis| builtin(name, axis)).collect::<Vec<_>>();
    let values = axes.into_iter().map(|axis| Value::Scalar(env.builtin(axis, span))).collect();
    Ok(Value::Record(ty, values))
}

/// The object before a `.` or behind the pointer before a `->`.
fn object_value(env: &mut Env, base: &tree::Expr, arrow: bool) -> Lowered<Value> {
    let value = expr::lower(env, base)?;
    if !arrow {
        return Ok(value);
    }
    if object::record_of(env, &value).is_some() {
        return Err(env.unsupported("`operator->`", base.span));
    }
    let target = pointer::decay(env, value, base.span)?;
    pointer::deref(env, target, base.span)
}

/// A member of a value.
fn of_value(env: &mut Env, value: Value, member: &tree::Name, span: Span) -> Lowered<Value> {
    let Some(ty) = object::record_of(env, &value) else {
        return match value {
            Value::Missing(what) => Err(env.unsupported(what, span)),
            _ => Err(env.unsupported(format!("member `{}`", member.ident), span)),
        };
    };
    let known = env.records[ty.id].fields.iter().any(|field| field.name == member.ident);
    if let (false, Some(at)) = (known, record::unnamed_with(env, ty.id, &member.ident)) {
        let name = env.records[ty.id].fields[at].name.clone();
        let inner = of_value(env, value, &tree::Name { ident: name, ..member.clone() }, span)?;
        return of_value(env, inner, member, span);
    }
    if !known {
        // A static member, or an enumerator.
        return match env.records[ty.id].scope.get(&member.ident).cloned() {
            Some(Entity::Value(known)) => Ok(Value::Scalar(Expr { span, ..known })),
            _ => Err(env.unsupported(format!("member `{}::{}`", ty.name, member.ident), span)),
        };
    }
    let at = object::position(env, &ty, &member.ident, span)?;
    let is_reference = env.records[ty.id].fields[at].is_reference;
    let found = of_field(env, value, &ty, at, span)?;
    if is_reference {
        let pointer = pointer::decay(env, found, span)?;
        return pointer::deref(env, pointer, span);
    }
    Ok(found)
}

fn of_field(env: &mut Env, value: Value, ty: &RecordRef, at: usize, span: Span) -> Lowered<Value> {
    match value {
        value @ Value::Record(..) if env.records[ty.id].is_union => {
            let object = object::materialise(env, value, "union", false, span)?;
            object::field(env, &object, at, span)
        }
        Value::Record(_, mut values) => Ok(values.swap_remove(at)),
        Value::Place(Place::Object { bundle, index, is_const }) => {
            object::field(env, &Object { bundle, index, is_const }, at, span)
        }
        _ => Err(Reported),
    }
}

/// The pointer variable that a member expression names, so that it can be assigned.
pub fn pointer_member(env: &mut Env, e: &tree::Expr) -> Lowered<Option<PointerId>> {
    let tree::ExprKind::Member { base, member, arrow } = &e.kind else { return Ok(None) };
    if matches!(&base.kind, tree::ExprKind::Name(name) if is_launch_variable(&name.ident)) {
        return Ok(None);
    }
    let mark = env.out.len();
    let (kernel_size, before) = (env.kernel.unsupported.len(), env.kernel.diagnostics.len());
    let value = object_value(env, base, *arrow);
    let value = value.and_then(|value| qualified_part(env, value, member, e.span));
    let found = match &value {
        Ok(Value::Place(Place::Object { bundle, .. })) => {
            let ty = env.bundles[bundle.0].ty.clone();
            let at = env.records[ty.id].fields.iter().position(|field| field.name == member.ident);
            let at = at.filter(|at| !env.records[ty.id].fields[*at].is_reference);
            at.and_then(|at| match &env.bundles[bundle.0].members[at] {
                object::Member::Pointer(id) => Some(*id),
                _ => None,
            })
        }
        _ => None,
    };
    if found.is_none() {
        // It is lowered again as what it is.
        env.out.truncate(mark);
        env.kernel.unsupported.truncate(kernel_size);
        env.kernel.diagnostics.truncate(before);
    }
    Ok(found)
}

/// `object.method(args)`.
pub fn method(
    env: &mut Env,
    base: &tree::Expr,
    member: &tree::Name,
    arrow: bool,
    args: &[tree::Expr],
    span: Span,
) -> Lowered<Value> {
    let value = object_value(env, base, arrow)?;
    let value = qualified_part(env, value, member, span)?;
    let Some(ty) = object::record_of(env, &value) else {
        return match value {
            Value::Missing(what) => Err(env.unsupported(what, span)),
            _ => Err(env.unsupported(format!("member function `{}`", member.ident), span)),
        };
    };
    if env.records[ty.id].fields.iter().any(|field| field.name == member.ident) {
        // A function object that is a member.
        let callee = of_value(env, value, member, span)?;
        return call_value(env, callee, args, span);
    }
    let methods = record::methods_named(env, ty.id, &member.ident);
    if methods.is_empty() {
        return Err(env.unsupported(format!("member function `{}::{}`", ty.name, member.ident), span));
    }
    if !arrow && env.chosen.contains(&base.span) && !methods.iter().all(|(_, method)| only_looks(method)) {
        return Err(env.unsupported(format!("call of `{}` on a choice between objects", member.ident), span));
    }
    let callables: Vec<Callable> =
        methods.iter().map(|(record, function)| Callable::member(*record, function)).collect();
    let (values, spans) = lists::arguments(env, &callables, args)?;
    invoke(env, value, methods, member, values, spans, span)
}

/// Whether a member function neither changes its object nor is given anything by way of which that could change.
fn only_looks(method: &tree::Function) -> bool {
    method.is_const && !method.params.iter().any(|param| call::leads_to_variables(&param.ty))
}

/// Calls one of the member functions for an object.
pub fn invoke(
    env: &mut Env,
    this: Value,
    methods: Vec<(usize, &tree::Function)>,
    name: &tree::Name,
    values: Vec<Value>,
    spans: Vec<Span>,
    span: Span,
) -> Lowered<Value> {
    let object = object::of_value(env, this, "object", span)?;
    let object = settled(env, object);
    let callables: Vec<Callable> =
        methods.into_iter().map(|(record, function)| Callable::member(record, function)).collect();
    let this = Value::Place(object.clone().place());
    match overload::choose_for(env, name, &callables, Some(&this), &values, span)? {
        None if let Some(what) = callables.iter().find_map(|callable| call::unmodelled(callable.function)) => {
            Err(env.unsupported(format!("call of `{}`, which has {what}", name.ident), span))
        }
        Some(candidate) => {
            let record = candidate.record;
            let own = env.bundles[object.bundle.0].ty.id;
            let this = match record {
                Some(record) if record != own => base_object(env, &object, record, span)?,
                _ => object,
            };
            call::inline(env, candidate, spans, values, Some(this), span)
        }
        None => {
            let message = format!("no member function `{}` takes arguments of these types", name.ident);
            Err(env.error(codes::E0309, span, message))
        }
    }
}

/// The part of an object that is of a base class: its first fields.
pub fn base_object(env: &mut Env, object: &Object, base: usize, span: Span) -> Lowered<Object> {
    let bundle = env.bundles[object.bundle.0].clone();
    let Some(start) = record::base_offset(env, bundle.ty.id, base) else {
        return Err(env.unsupported("conversion to a base class", span));
    };
    let count = env.records[base].fields.len();
    let part = object::Bundle {
        ty: env.records[base].ty.clone(),
        members: bundle.members[start..start + count].to_vec(),
        ..bundle
    };
    env.bundles.push(part);
    let bundle = super::scope::BundleId(env.bundles.len() - 1);
    env.wholes.insert(bundle.0, object.bundle);
    Ok(Object { bundle, index: object.index.clone(), is_const: object.is_const })
}

/// An object whose index is evaluated.
pub fn settled(env: &mut Env, object: Object) -> Object {
    match pointer::settle_place(env, object.place(), "object") {
        Place::Object { bundle, index, is_const } => Object { bundle, index, is_const },
        Place::Local(_) | Place::Cell { .. } | Place::Wide { .. } | Place::Either(_) => {
            unreachable!("the kind of a place stays")
        }
    }
}

/// A call of a function object or lambda expression.
pub fn call_value(env: &mut Env, callee: Value, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let (values, spans) = call::arguments(env, args)?;
    if let Value::Closure(id) = callee {
        return super::closure::call(env, id, values, spans, span);
    }
    let Some(ty) = object::record_of(env, &callee) else {
        return Err(env.unsupported("call through an expression", span));
    };
    operator_member(env, callee, &ty, "operator()", values, spans, span)
}

/// A call of a member operator.
fn operator_member(
    env: &mut Env,
    this: Value,
    ty: &RecordRef,
    name: &str,
    values: Vec<Value>,
    spans: Vec<Span>,
    span: Span,
) -> Lowered<Value> {
    let methods = record::methods_named(env, ty.id, name);
    if methods.is_empty() {
        return Err(env.unsupported(format!("`{name}` of `{}`", ty.name), span));
    }
    let shown = tree::Name { ident: name.to_string(), span, ..tree::Name::default() };
    invoke(env, this, methods, &shown, values, spans, span)
}

/// An operator of which an operand is a record.
pub fn operator(env: &mut Env, symbol: &str, operands: Vec<(Value, Span)>, span: Span) -> Lowered<Value> {
    let name = format!("operator{symbol}");
    let shown = tree::Name { ident: name.clone(), span, ..tree::Name::default() };
    let first = operands.first().and_then(|(value, _)| object::record_of(env, value));
    let methods = match &first {
        Some(ty) => record::methods_named(env, ty.id, &name),
        None => Vec::new(),
    };
    let mut free = free_operators(env, &name, &operands);
    let (values, spans): (Vec<Value>, Vec<Span>) = operands.into_iter().unzip();
    free.extend(parts::friends(env, &name, &values));
    let mut chosen = Vec::new();
    if !methods.is_empty() {
        let callables: Vec<Callable> =
            methods.iter().map(|(record, function)| Callable::member(*record, function)).collect();
        let found = overload::choose_for(env, &shown, &callables, values.first(), &values[1..], span)?;
        chosen.extend(found.map(|_| true));
    }
    let found = if free.is_empty() { None } else { overload::choose(env, &shown, &free, &values, span)? };
    match (chosen.is_empty(), found) {
        (false, Some(_)) => Err(env.unsupported(format!("choice between several `{name}`"), span)),
        (true, Some(candidate)) => call::inline(env, candidate, spans, values, None, span),
        (false, None) => {
            let mut values = values.into_iter();
            let Some(this) = values.next() else { return Err(Reported) };
            invoke(env, this, methods, &shown, values.collect(), spans[1..].to_vec(), span)
        }
        (true, None) => {
            if let Some(result) = halves::operator(env, symbol, &values, span) {
                return result;
            }
            if values.iter().any(|value| parts::points(env, value)) {
                return parts::on_pointers(env, symbol, values, &spans, span);
            }
            // Records that are numbers by their conversions.
            let mut scalars = Vec::new();
            for (value, span) in values.iter().cloned().zip(&spans) {
                let converts = match object::record_of(env, &value) {
                    Some(ty) => scalar_conversion(env, &ty).is_some(),
                    None => true,
                };
                if converts {
                    scalars.push(expr::read(env, value, *span)?);
                }
            }
            let op = BinaryOp::spelled(symbol);
            match (scalars.len() == values.len(), scalars.len(), op) {
                (true, 2, Some(op)) => {
                    let mut scalars = scalars.into_iter();
                    let (Some(a), Some(b)) = (scalars.next(), scalars.next()) else { return Err(Reported) };
                    expr::arithmetic(env, op, a, b, span).map(Value::Scalar)
                }
                _ => {
                    let shown = values.iter().find_map(|value| object::record_of(env, value));
                    let shown = shown.map_or_else(String::new, |ty| ty.name.to_string());
                    Err(env.unsupported(format!("`{name}` on `{shown}`"), span))
                }
            }
        }
    }
}

/// The operators outside of classes: those that are visible here, and those beside the operands' types.
fn free_operators<'a>(env: &Env<'a>, name: &str, operands: &[(Value, Span)]) -> Vec<Callable<'a>> {
    let plain = tree::Name { ident: name.to_string(), ..tree::Name::default() };
    let found = lookup::functions(env, &plain);
    let values: Vec<Value> = operands.iter().map(|(value, _)| value.clone()).collect();
    // What other namespaces declare is found beside the operands alone.
    let beside = lookup::beside(env, name, &values);
    let mut all = if found.is_guess && !beside.is_empty() { Vec::new() } else { found.all };
    lookup::merge(&mut all, beside);
    all
}

/// `a[i]` on a record.
pub fn index(env: &mut Env, object: Value, index: Value, index_span: Span, span: Span) -> Lowered<Value> {
    let Some(ty) = object::record_of(env, &object) else { return Err(Reported) };
    if record::methods_named(env, ty.id, "operator[]").is_empty() && parts::points(env, &object) {
        let Value::Pointer(pointer) = parts::as_pointer(env, object, span)? else { return Err(Reported) };
        let index = expr::read(env, index, index_span)?;
        return pointer::index(env, pointer, index, span);
    }
    operator_member(env, object, &ty, "operator[]", vec![index], vec![index_span], span)
}

/// The one conversion operator of a record to a scalar.
pub fn scalar_conversion<'a>(env: &mut Env<'a>, ty: &RecordRef) -> Option<(usize, &'a tree::Function)> {
    let conversions = record::methods(env, ty.id, &|method| method.kind == FunctionKind::Conversion);
    let mut scalars = Vec::new();
    for (record, method) in conversions {
        let scope = env.records[record].scope.clone();
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
    let conversions = record::methods(env, ty.id, &|method| {
        method.kind == FunctionKind::Conversion && !method.specifiers.is_explicit
    });
    conversions.into_iter().any(|(record, method)| {
        let scope = env.records[record].scope.clone();
        let to = env.with_scopes(vec![scope], |env| resolve::resolve(env, &method.return_type));
        matches!(to, Ok(CType::Scalar(_)))
    })
}

/// A record as a number, by its conversion operator.
pub fn to_scalar(env: &mut Env, value: Value, span: Span) -> Lowered<Expr> {
    let Some(ty) = object::record_of(env, &value) else { return Err(Reported) };
    let Some((record, method)) = scalar_conversion(env, &ty) else {
        return Err(env.unsupported(format!("`{}` used as a number", ty.name), span));
    };
    let name = tree::Name { ident: "conversion".into(), span, ..tree::Name::default() };
    let result = converted(env, value, vec![(record, method)], &name, span)?;
    match object::record_of(env, &result) {
        Some(_) => Err(env.unsupported(format!("`{}` used as a number", ty.name), span)),
        None => expr::read(env, result, span),
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
    let result = invoke(env, value, methods, name, Vec::new(), Vec::new(), span)?;
    let written = written(&env.out[start..]);
    let changes = written.locals.keys().any(|local| local.index() < locals)
        || written.arrays.keys().any(|array| array.index() < arrays);
    if changes { Err(env.unsupported("a conversion operator with side effects", span)) } else { Ok(result) }
}

/// The conversion operators of a record that give exactly a type.
fn conversions_to<'a>(env: &mut Env<'a>, ty: &RecordRef, wanted: &CType) -> Vec<(usize, &'a tree::Function)> {
    let mut fitting = Vec::new();
    for (record, method) in record::methods(env, ty.id, &|method| method.kind == FunctionKind::Conversion) {
        let scope = env.records[record].scope.clone();
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
    let Some(ty) = object::record_of(env, &value) else { return Err(Reported) };
    let mut fitting = conversions_to(env, &ty, to);
    if fitting.len() > 1 {
        // `operator T *()` and `operator const T *() const` differ in `const` only.
        fitting.retain(|(_, method)| !method.is_const);
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
    record::constructors(env, to.id).iter().any(|constructor| {
        let needed = constructor.params.iter().filter(|param| param.default.is_none()).count();
        let scope = env.records[to.id].scope.clone();
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
    let constructors = record::constructors(env, ty.id);
    constructors.iter().any(|constructor| {
        let needed = constructor.params.iter().filter(|param| param.default.is_none()).count();
        let scope = env.records[ty.id].scope.clone();
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

/// Whether a conversion is asked for, by a cast or in parentheses, so that what is `explicit` takes part (R264).
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    Yes,
    No,
}

/// A value as a value of a record type: itself, its base part, or what a conversion that is not asked for makes of it.
pub fn to_record(env: &mut Env, value: Value, ty: &RecordRef, span: Span) -> Lowered<Value> {
    as_record(env, value, ty, Asked::No, span)
}

pub fn as_record(env: &mut Env, value: Value, ty: &RecordRef, asked: Asked, span: Span) -> Lowered<Value> {
    if let Value::Missing(what) = value {
        return Err(env.unsupported(what, span));
    }
    let Some(own) = object::record_of(env, &value) else {
        if constructible(env, ty, &value) {
            return made_by_constructor(env, ty, (vec![value], vec![span]), asked, span);
        }
        return Err(env.unsupported(format!("conversion to `{}`", ty.name), span));
    };
    if own == *ty || alike(env, &own, ty) {
        return Ok(value);
    }
    if record::base_offset(env, own.id, ty.id).is_some() {
        if duplicate::takes_derived(env, ty.id, own.id) {
            return Err(env.unsupported(format!("conversion of `{}` to its base class `{}`", own.name, ty.name), span));
        }
        return to_base(env, value, ty, span);
    }
    let to = CType::Record(ty.clone());
    let conversions = conversions_to(env, &own, &to);
    if conversions.iter().any(|(_, method)| asked == Asked::Yes || !method.specifiers.is_explicit) {
        let is_other = |constructor: &&tree::Function| duplicate::from_one(constructor).is_some();
        let constructors = record::constructors(env, ty.id);
        let may_take = constructors.iter().filter(|own| is_other(own)).any(|own| !own.template.is_empty());
        // Which of the two is meant depends on what is `const`, and on what is asked for.
        let differ = conversions.iter().any(|(_, method)| method.specifiers.is_explicit);
        if may_take || has_constructor_from(env, &own, ty) || differ && conversions.len() > 1 {
            let what = format!("conversion of `{}` to `{}`, of which there are several", own.name, ty.name);
            return Err(env.unsupported(what, span));
        }
        return converted_by_operator(env, value, &to, span);
    }
    let takes = record::constructors(env, ty.id).len();
    if takes > 0 {
        return made_by_constructor(env, ty, (vec![value], vec![span]), asked, span);
    }
    Err(env.unsupported(format!("conversion of `{}` to `{}`", own.name, ty.name), span))
}

/// The part of an object that is of a base class.
pub fn to_base(env: &mut Env, value: Value, ty: &RecordRef, span: Span) -> Lowered<Value> {
    let object = object::of_value(env, value, "derived", span)?;
    Ok(Value::Place(base_object(env, &object, ty.id, span)?.place()))
}

/// What a reference to a class is bound to: an object, the base class's part of one, or what a conversion makes.
pub fn to_referred(env: &mut Env, value: Value, ty: &RecordRef, span: Span) -> Lowered<Value> {
    let own = object::record_of(env, &value).filter(|own| own != ty);
    match own.and_then(|own| record::base_offset(env, own.id, ty.id)) {
        Some(_) => to_base(env, value, ty, span),
        None => to_record(env, value, ty, span),
    }
}

/// `dim3` and `uint3` convert to each other.
pub fn alike(env: &Env, a: &RecordRef, b: &RecordRef) -> bool {
    let of = |name: &str| matches!(name, "dim3" | "uint3");
    of(&a.name) && of(&b.name) && env.records[a.id].tree.is_none() && env.records[b.id].tree.is_none()
}

/// `T(args)`: a new value of a record type.
pub fn construct(env: &mut Env, ty: &RecordRef, values: Vec<Value>, spans: Vec<Span>, span: Span) -> Lowered<Value> {
    if env.records[ty.id].tree.is_none() {
        return built_in(env, ty, values, span);
    }
    let constructors = record::constructors(env, ty.id);
    if values.is_empty()
        && constructors.iter().all(|constructor| constructor.specifiers.is_defaulted || !constructor.params.is_empty())
        && (constructors.is_empty() || constructors.iter().any(|constructor| constructor.specifiers.is_defaulted))
    {
        // Every member has its default value, or zero.
        return fields(env, ty, &mut [].as_slice(), span);
    }
    if let [only] = values.as_slice()
        && object::record_of(env, only).is_some_and(|own| own == *ty)
    {
        return Ok(values.into_iter().next().unwrap_or(Value::Void));
    }
    if record::constructors(env, ty.id).is_empty()
        && let [only] = values.as_slice()
        && object::record_of(env, only).is_none()
        && let Some(made) = of_first(env, ty, only.clone(), spans[0], span)?
    {
        return Ok(made);
    }
    made_by_constructor(env, ty, (values, spans), Asked::Yes, span)
}

fn made_by_constructor(
    env: &mut Env,
    ty: &RecordRef,
    (values, spans): (Vec<Value>, Vec<Span>),
    asked: Asked,
    span: Span,
) -> Lowered<Value> {
    let object = fresh(env, ty, "made", span)?;
    construct_in(env, &object, (values, spans), asked, span)?;
    object::load(env, &object, span)
}

/// `F{x}` of an aggregate whose first member is a number: the others have their default values, or zero.
fn of_first(env: &mut Env, ty: &RecordRef, first: Value, at: Span, span: Span) -> Lowered<Option<Value>> {
    let info = &env.records[ty.id];
    let (true, Some(CType::Scalar(scalar))) =
        (info.bases.is_empty() && !info.is_union, info.fields.first().map(|field| field.ty.clone()))
    else {
        return Ok(None);
    };
    let tree = env.records[ty.id].tree;
    let defaults = tree.into_iter().flat_map(|tree| &tree.fields).filter_map(|field| field.default.as_ref());
    if defaults.into_iter().any(|default| looks_at(env, ty, default)) {
        return Err(env.unsupported("a list of one value, and default values that look at members", span));
    }
    let first = convert(expr::read(env, first, at)?, scalar, Conversion::Implicit);
    match fields(env, ty, &mut [].as_slice(), span)? {
        Value::Record(ty, mut values) => {
            values[0] = Value::Scalar(first);
            Ok(Some(Value::Record(ty, values)))
        }
        _ => Err(Reported),
    }
}

/// New variables of a record type, with arbitrary values.
pub fn fresh(env: &mut Env, ty: &RecordRef, name: &str, span: Span) -> Lowered<Object> {
    let base = object::make(env, &CType::Record(ty.clone()), &Storage::local(name, false, span))?;
    object::declare(env, base, span);
    match base {
        Base::Bundle(bundle) => Ok(Object { bundle, index: Vec::new(), is_const: false }),
        Base::Array(_) | Base::Local(_) | Base::Window(_) | Base::Slots(_) | Base::Choice(_) => Err(Reported),
    }
}

pub fn has_defaults(env: &Env, ty: &RecordRef) -> bool {
    env.records[ty.id].tree.is_some_and(|tree| tree.fields.iter().any(|field| field.default.is_some()))
}

/// `float4(a, b, c, d)` of CUDA's own types, `dim3(x)`.
fn built_in(env: &mut Env, ty: &RecordRef, values: Vec<Value>, span: Span) -> Lowered<Value> {
    if let [only] = values.as_slice()
        && let Some(own) = object::record_of(env, only)
    {
        if own == *ty || alike(env, &own, ty) {
            return retyped(env, values.into_iter().next().unwrap_or(Value::Void), ty, span);
        }
        return Err(env.unsupported(format!("conversion of `{}` to `{}`", own.name, ty.name), span));
    }
    let fields = env.records[ty.id].fields.clone();
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

/// Runs the constructor of an object for the arguments.
pub fn initialise(env: &mut Env, object: &Object, values: Vec<Value>, spans: Vec<Span>, span: Span) -> Lowered<()> {
    construct_in(env, object, (values, spans), Asked::Yes, span)
}

fn construct_in(
    env: &mut Env,
    object: &Object,
    (values, spans): (Vec<Value>, Vec<Span>),
    asked: Asked,
    span: Span,
) -> Lowered<()> {
    let ty = env.bundles[object.bundle.0].ty.clone();
    let constructors = record::constructors(env, ty.id);
    if constructors.is_empty() {
        return match values.len() {
            0 => defaults(env, object, span),
            1 => {
                let mut values = values;
                let value = to_record(env, values.remove(0), &ty, span)?;
                object::store(env, object, value, span)
            }
            _ => {
                let message = format!("`{}` has no constructor of {} arguments", ty.name, values.len());
                Err(env.error(codes::E0303, span, message))
            }
        };
    }
    let name = tree::Name { ident: ty.name.to_string(), span, ..tree::Name::default() };
    let usable = constructors.into_iter().filter(|own| asked == Asked::Yes || !own.specifiers.is_explicit);
    let mut callables: Vec<Callable> = usable.map(|function| Callable::member(ty.id, function)).collect();
    let inherited = record::inherited_constructors(env, ty.id).into_iter();
    let inherited = inherited.filter(|(_, own)| asked == Asked::Yes || !own.specifiers.is_explicit);
    callables.extend(inherited.map(|(base, function)| Callable::member(base, function)));
    let is_copy = values.len() == 1 && object::record_of(env, &values[0]).is_some_and(|own| own == ty);
    if is_copy {
        // Where a copy constructor did anything else the type would not be modelled; one that is a template is no better.
        let mut values = values;
        return object::store(env, object, values.remove(0), span);
    }
    match overload::choose(env, &name, &callables, &values, span)? {
        Some(candidate) => match candidate.record.filter(|class| *class != ty.id) {
            Some(base) => by_inherited(env, object, (base, candidate), (values, spans), span),
            None => call::inline(env, candidate, spans, values, Some(object.clone()), span).map(|_| ()),
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
    let ty = env.bundles[object.bundle.0].ty.clone();
    let bases = env.records[ty.id].bases.clone();
    if !bases.iter().any(|own| own.id == base) || bases.len() > 1 {
        return Err(env.unsupported(format!("constructor of `{}` for these arguments", ty.name), span));
    }
    let part = base_object(env, object, base, span)?;
    call::inline(env, candidate, spans, values, Some(part), span)?;
    init_members(env, object, &[], span)
}

/// The values that a class gives its members where they are declared.
pub fn defaults(env: &mut Env, object: &Object, span: Span) -> Lowered<()> {
    let ty = env.bundles[object.bundle.0].ty.clone();
    for at in 0..env.records[ty.id].fields.len() {
        default(env, object, at, span)?;
    }
    Ok(())
}

/// A member that the constructor does not mention: its default value, or its own constructor.
fn default(env: &mut Env, object: &Object, at: usize, span: Span) -> Lowered<()> {
    let ty = env.bundles[object.bundle.0].ty.clone();
    let field = env.records[ty.id].fields[at].clone();
    let tree = env.records[ty.id].tree;
    let is_union = env.records[ty.id].is_union;
    let default = field.declared.and_then(|declared| tree?.fields.get(declared)?.default.as_ref());
    if default.is_some() {
        return default_of(env, object, at, span);
    }
    match &field.ty {
        // A member of a union comes to be when it is written.
        _ if is_union => Ok(()),
        CType::Record(inner) if !record::constructors(env, inner.id).is_empty() || needs_constructor(env, inner) => {
            match object::field(env, object, at, span)? {
                Value::Place(Place::Object { bundle, index, is_const }) => {
                    initialise(env, &Object { bundle, index, is_const }, Vec::new(), Vec::new(), span)
                }
                _ => Ok(()),
            }
        }
        CType::Array { .. } => match field.ty.elements() {
            Some((CType::Record(inner), _)) if needs_constructor(env, &inner) => {
                match object::field(env, object, at, span)? {
                    Value::Row(row) | Value::Pointer(row) => parts::construct_all(env, &row, &field.ty, span),
                    _ => Err(env.unsupported(format!("array of `{}`, which has a constructor", inner.name), span)),
                }
            }
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Whether a declaration without initialiser runs code.
pub fn needs_constructor(env: &Env, ty: &RecordRef) -> bool {
    let own = record::constructors(env, ty.id).iter().any(|constructor| {
        let empty = constructor.body.as_ref().is_some_and(|body| body.stmts.is_empty()) && constructor.inits.is_empty();
        !(constructor.params.is_empty() && empty)
    });
    let info = &env.records[ty.id];
    let of_class = |ty: &CType| match ty {
        CType::Record(inner) => needs_constructor(env, inner),
        CType::Array { .. } => {
            matches!(ty.elements(), Some((CType::Record(inner), _)) if needs_constructor(env, &inner))
        }
        _ => false,
    };
    let of_members = !info.is_union && info.fields.iter().any(|field| of_class(&field.ty));
    own || of_members || has_defaults(env, ty) || info.bases.iter().any(|base| needs_constructor(env, base))
}

pub fn as_initializer(e: &tree::Expr) -> Initializer {
    match &e.kind {
        tree::ExprKind::InitList(values) => Initializer::List(values.iter().map(as_initializer).collect(), e.span),
        _ => Initializer::Expr(e.clone()),
    }
}

/// What a constructor does before its body: bases and members in the order of their declaration.
pub fn run_inits(env: &mut Env, object: &Object, function: &tree::Function, span: Span) -> Lowered<()> {
    let ty = env.bundles[object.bundle.0].ty.clone();
    let names: Vec<String> = env.records[ty.id].fields.iter().map(|field| field.name.clone()).collect();
    for (name, init) in &function.inits {
        if names.contains(&name.ident) || record::unnamed_with(env, ty.id, &name.ident).is_some() {
            continue;
        }
        let base =
            env.records[ty.id].bases.iter().find(|base| base.name.split('<').next() == Some(name.ident.as_str()));
        match base.cloned() {
            Some(base) => {
                let part = base_object(env, object, base.id, span)?;
                let is_aggregate = record::constructors(env, base.id).is_empty();
                let args = match init {
                    Initializer::Construct(args) => Some(args.clone()),
                    Initializer::List(items, _) if !is_aggregate || items.is_empty() => lists::items(items),
                    _ => None,
                };
                let Some(args) = args else {
                    let value = value(env, &CType::Record(base), init)?;
                    object::store(env, &part, value, span)?;
                    continue;
                };
                let (values, spans) = lists::of_constructor(env, base.id, &args)?;
                initialise(env, &part, values, spans, span)?;
            }
            // What delegates does nothing else.
            None if ty.name.split('<').next().and_then(|name| name.rsplit("::").next()) == Some(&name.ident) => {
                let args = match init {
                    Initializer::Construct(args) => Some(args.clone()),
                    Initializer::List(items, _) => lists::items(items),
                    Initializer::Expr(_) => None,
                };
                let Some(args) = args else { return Err(env.unsupported("delegating constructor", span)) };
                let (values, spans) = lists::of_constructor(env, ty.id, &args)?;
                return initialise(env, object, values, spans, span);
            }
            None => return Err(env.unsupported(format!("initialiser of `{}`", name.ident), name.span)),
        }
    }
    for base in env.records[ty.id].bases.clone() {
        let stem = base.name.split('<').next().unwrap_or_default();
        let is_named = function.inits.iter().any(|(name, _)| name.ident == stem);
        if !is_named && needs_constructor(env, &base) {
            let part = base_object(env, object, base.id, span)?;
            initialise(env, &part, Vec::new(), Vec::new(), span)?;
        }
    }
    let inits: Vec<&(tree::Name, Initializer)> = function.inits.iter().collect();
    init_members(env, object, &inits, span)
}

/// Gives the members of an object their first values, those of members without name among them.
fn init_members(env: &mut Env, object: &Object, inits: &[&(tree::Name, Initializer)], span: Span) -> Lowered<()> {
    let ty = env.bundles[object.bundle.0].ty.clone();
    for (at, field) in env.records[ty.id].fields.clone().into_iter().enumerate() {
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
            parts::bind_reference(env, object, at, init, name.span)?;
            continue;
        }
        let value = value(env, &field.ty, init)?;
        if let object::Member::Pointer(id) = env.bundles[object.bundle.0].members[at] {
            let pointer = pointer::decay(env, value, name.span)?;
            pointer::point(env, id, pointer, name.span)?;
            continue;
        }
        if let object::Member::Missing(what) = env.bundles[object.bundle.0].members[at].clone() {
            return Err(env.unsupported(what, name.span));
        }
        let target = object::field(env, object, at, name.span)?;
        object::assign(env, target, value, name.span)?;
    }
    Ok(())
}

/// The value that an initialiser gives a variable of a type.
pub fn value(env: &mut Env, ty: &CType, init: &Initializer) -> Lowered<Value> {
    match (ty, init) {
        (CType::Record(record), Initializer::List(items, span)) => list(env, record, items, *span),
        (CType::Record(record), Initializer::Construct(args)) => {
            let (values, spans) = lists::of_constructor(env, record.id, args)?;
            let span = args.first().map_or_else(Span::default, |arg| arg.span);
            construct(env, record, values, spans, span)
        }
        (CType::Record(record), Initializer::Expr(e)) => {
            let value = match &e.kind {
                tree::ExprKind::InitList(_) => return self::value(env, ty, &as_initializer(e)),
                _ => expr::lower(env, e)?,
            };
            to_record(env, value, record, e.span)
        }
        (CType::Array { .. }, Initializer::List(items, span)) if slots::shape(ty).is_some() => {
            slots::listed(env, ty, items, *span)
        }
        (CType::Array { .. }, Initializer::List(items, span)) => array(env, ty, items, *span),
        (CType::Array { .. }, Initializer::Construct(args)) if args.is_empty() => {
            object::zero_of(env, ty, "zero", Span::default())
        }
        (CType::Pointer { .. }, init) => match single_expr(init) {
            Some(e) => {
                let value = expr::lower(env, e)?;
                if null::is_null(&value) {
                    let nowhere = choice::typed_null(env, ty, e.span);
                    return Ok(nowhere.map_or_else(null::pointer, Value::Pointer));
                }
                let pointer = pointer::converted(env, value, ty, e.span)?;
                pointer::cast(env, pointer, ty, e.span).map(Value::Pointer)
            }
            None => Ok(choice::typed_null(env, ty, Span::default()).map_or_else(null::pointer, Value::Pointer)),
        },
        (CType::Scalar(scalar), init) => match (single_expr(init), init) {
            (Some(e), _) => {
                let value = expr::rvalue(env, e)?;
                Ok(Value::Scalar(convert(value, *scalar, Conversion::Implicit)))
            }
            (None, Initializer::List(items, span)) if items.is_empty() => {
                Ok(Value::Scalar(value::zero(*scalar, *span)))
            }
            (None, Initializer::Construct(args)) if args.is_empty() => {
                Ok(Value::Scalar(value::zero(*scalar, Span::default())))
            }
            _ => Err(env.unsupported("initialiser of a number by several values", Span::default())),
        },
        (_, init) => match single_expr(init) {
            Some(e) => expr::lower(env, e),
            None => Err(env.unsupported(format!("initialiser of type {}", ty.name()), Span::default())),
        },
    }
}

pub fn single_expr(init: &Initializer) -> Option<&tree::Expr> {
    match init {
        Initializer::Expr(e) => Some(e),
        Initializer::List(items, _) => match items.as_slice() {
            [Initializer::Expr(e)] => Some(e),
            _ => None,
        },
        Initializer::Construct(args) => match args.as_slice() {
            [e] => Some(e),
            _ => None,
        },
    }
}

/// `{a, b}` for a record: its constructor's arguments, or its fields in order.
fn list(env: &mut Env, record: &RecordRef, items: &[Initializer], span: Span) -> Lowered<Value> {
    if env.records[record.id].tree.is_some() && !record::constructors(env, record.id).is_empty() {
        let Some(args) = lists::items(items) else {
            return Err(env.unsupported("list inside a constructor's arguments", span));
        };
        let (values, spans) = lists::of_constructor(env, record.id, &args)?;
        return construct(env, record, values, spans, span);
    }
    let mut rest = items;
    let value = fields(env, record, &mut rest, span)?;
    match rest.first() {
        Some(_) if !env.records[record.id].bases.is_empty() => {
            Err(env.unsupported(format!("a list for `{}`, which has base classes", record.name), span))
        }
        Some(_) => Err(env.error(codes::E0303, span, "more initialisers than members")),
        None => Ok(value),
    }
}

/// Takes the values of a record's fields from a list, with C's brace elision.
fn fields(env: &mut Env, record: &RecordRef, rest: &mut &[Initializer], span: Span) -> Lowered<Value> {
    if env.records[record.id].is_union {
        return unions::listed(env, record, rest, span);
    }
    let declared = env.records[record.id].fields.clone();
    let tree = env.records[record.id].tree;
    if tree.is_some_and(|tree| {
        tree.fields.iter().filter_map(|field| field.default.as_ref()).any(|e| looks_at(env, record, e))
    }) && rest.len() < declared.len()
    {
        return one_by_one(env, record, rest, span);
    }
    let mut values = Vec::new();
    for field in declared {
        let Some((item, tail)) = rest.split_first() else {
            let default = field.declared.and_then(|at| tree?.fields.get(at)?.default.as_ref());
            values.push(match default {
                Some(default) => {
                    let init = as_initializer(default);
                    in_class(env, record.id, None, span, |env| value(env, &field.ty, &init))?
                }
                None => object::zero_of(env, &field.ty, &field.name, span)?,
            });
            continue;
        };
        if field.is_reference {
            return Err(env.unsupported(format!("reference `{}` bound by a list", field.name), span));
        }
        match (&field.ty, item) {
            (CType::Record(inner), Initializer::Expr(e)) => {
                // One expression of the type itself, or the first of its fields.
                let mark = (env.out.len(), env.kernel.unsupported.len(), env.kernel.diagnostics.len());
                let found = expr::lower(env, e)?;
                let is_aggregate = record::constructors(env, inner.id).is_empty();
                if object::record_of(env, &found).is_some() || constructible(env, inner, &found) || !is_aggregate {
                    *rest = tail;
                    values.push(to_record(env, found, inner, e.span)?);
                } else {
                    env.out.truncate(mark.0);
                    values.push(fields(env, inner, rest, span)?);
                }
            }
            (CType::Array { .. }, Initializer::Expr(e)) => {
                let Some(count) = unbraced(&field.ty, rest, e) else {
                    return Err(env.unsupported("array in a struct initialised without braces", span));
                };
                let (items, tail) = rest.split_at(count);
                *rest = tail;
                values.push(value(env, &field.ty, &Initializer::List(items.to_vec(), span))?);
            }
            _ => {
                *rest = tail;
                values.push(value(env, &field.ty, item)?);
            }
        }
    }
    Ok(Value::Record(record.clone(), values))
}

/// How many items of a list an array takes that has no braces of its own, where that is plain: an item for each element.
fn unbraced(ty: &CType, rest: &[Initializer], first: &tree::Expr) -> Option<usize> {
    let CType::Array { of, extent } = ty else { return None };
    let count = usize::try_from(extent.as_ref().and_then(value::constant_int)?).ok()?;
    let is_plain = |item: &Initializer| matches!(item, Initializer::Expr(_));
    match **of {
        CType::Scalar(_) | CType::Pointer { .. } => {
            (!matches!(first.kind, tree::ExprKind::Str(_))).then_some(count.min(rest.len()))
        }
        // Several items may make one element.
        CType::Record(_) => (rest.len() == count && rest.iter().all(is_plain)).then_some(count),
        _ => None,
    }
}

/// Whether a default value may look at the object that is made: by the name of a member or of a member function, or by `this`.
fn looks_at(env: &Env, record: &RecordRef, default: &tree::Expr) -> bool {
    let (names, has_this) = modified::mentioned_in(default);
    let is_member = |name: &String| {
        env.records[record.id].fields.iter().any(|field| field.name == *name)
            || record::unnamed_with(env, record.id, name).is_some()
            || !record::methods_named(env, record.id, name).is_empty()
    };
    has_this || names.iter().any(is_member)
}

/// The value of a record from a list, where default values look at members before them: those are there already.
fn one_by_one(env: &mut Env, record: &RecordRef, rest: &mut &[Initializer], span: Span) -> Lowered<Value> {
    let object = fresh(env, record, "made", span)?;
    for (at, field) in env.records[record.id].fields.clone().into_iter().enumerate() {
        let tree = env.records[record.id].tree;
        let default = field.declared.and_then(|at| tree?.fields.get(at)?.default.as_ref());
        let given = match (rest.split_first(), default) {
            (Some((Initializer::Expr(_), _)), _) if matches!(field.ty, CType::Record(_) | CType::Array { .. }) => {
                return Err(
                    env.unsupported("a list without inner braces, and default values that look at members", span)
                );
            }
            (Some((item, tail)), _) => {
                *rest = tail;
                value(env, &field.ty, item)?
            }
            (None, Some(_)) => {
                default_of(env, &object, at, span)?;
                continue;
            }
            (None, None) => object::zero_of(env, &field.ty, &field.name, span)?,
        };
        set(env, &object, at, given, span)?;
    }
    object::load(env, &object, span)
}

/// Gives a member of a new object its first value.
fn set(env: &mut Env, object: &Object, at: usize, value: Value, span: Span) -> Lowered<()> {
    match env.bundles[object.bundle.0].members[at].clone() {
        object::Member::Pointer(id) if null::is_null(&value) => match choice::null_of(env, id, span) {
            Some(nowhere) => pointer::point(env, id, nowhere, span),
            None => choice::point_nowhere(env, id, span),
        },
        object::Member::Pointer(id) => {
            let pointer = pointer::decay(env, value, span)?;
            pointer::point(env, id, pointer, span)
        }
        object::Member::Missing(what) => Err(env.unsupported(what, span)),
        _ => {
            let target = object::field(env, object, at, span)?;
            object::assign(env, target, value, span)
        }
    }
}

/// Lowers something that stands in a class, among its members: with an object or without one.
fn in_class<T>(
    env: &mut Env,
    class: usize,
    object: Option<&Object>,
    span: Span,
    body: impl FnOnce(&mut Env) -> Lowered<T>,
) -> Lowered<T> {
    let mut scopes = vec![env.records[class].scope.clone()];
    scopes.extend(object.map(|object| call::fields(env, object, span)));
    let namespace = env.records[class].tree.map(|tree| tree.scope.clone()).unwrap_or_default();
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
fn default_of(env: &mut Env, object: &Object, at: usize, span: Span) -> Lowered<()> {
    let ty = env.bundles[object.bundle.0].ty.clone();
    let field = env.records[ty.id].fields[at].clone();
    let tree = env.records[ty.id].tree;
    let Some(default) = field.declared.and_then(|declared| tree?.fields.get(declared)?.default.as_ref()) else {
        return Ok(());
    };
    if field.is_reference {
        return in_class(env, ty.id, Some(object), span, |env| {
            parts::bind_reference(env, object, at, &as_initializer(default), span)
        });
    }
    let value = in_class(env, ty.id, Some(object), span, |env| value(env, &field.ty, &as_initializer(default)))?;
    set(env, object, at, value, span)
}

/// `{...}` for an array: a new array of the values.
fn array(env: &mut Env, ty: &CType, items: &[Initializer], span: Span) -> Lowered<Value> {
    let base = object::make(env, ty, &Storage::local("list", true, span))?;
    object::declare(env, base, span);
    let row = Pointer { base, prefix: Vec::new(), offset: None, to_const: false };
    fill(env, &row, ty, items, span)?;
    Ok(Value::Row(row))
}

/// Fills an array of records or scalars from a list; what the list does not name is zero.
pub fn fill(env: &mut Env, row: &Pointer, ty: &CType, items: &[Initializer], span: Span) -> Lowered<()> {
    let CType::Array { of, extent } = ty else { return Err(Reported) };
    let count = extent.as_ref().and_then(value::constant_int).and_then(|count| usize::try_from(count).ok());
    let Some(count) = count.filter(|count| *count <= initial::MOST_CELLS) else {
        if items.is_empty() {
            return cleared::clear(env, row, span);
        }
        let name = pointer::base_name(env, row.base);
        let construct = format!("initialiser of array `{name}`, which is large or of symbolic size");
        return Err(env.unsupported(construct, span));
    };
    if items.len() > count {
        return Err(env.unsupported("initialiser list without inner braces", span));
    }
    for at in 0..count {
        let index = value::int(at as u64, super::types::INDEX, span);
        let target = pointer::index(env, row.clone(), index, span)?;
        match (items.get(at), &**of) {
            (Some(Initializer::List(inner, span)), CType::Array { .. }) => {
                let inner_row = pointer::decay(env, target, *span)?;
                fill(env, &inner_row, of, inner, *span)?;
            }
            (Some(Initializer::Expr(_)), CType::Array { .. }) => {
                return Err(env.unsupported("initialiser list without inner braces", span));
            }
            (Some(item), of) => {
                let value = value(env, of, item)?;
                object::assign(env, target, value, span)?;
            }
            (None, CType::Array { .. }) => {
                let inner_row = pointer::decay(env, target, span)?;
                cleared::clear(env, &inner_row, span)?;
            }
            (None, of) => {
                let zero = object::zero_of(env, of, "zero", span)?;
                object::assign(env, target, zero, span)?;
            }
        }
    }
    Ok(())
}

/// `c ? a : b` on records: field by field.
pub fn choose(
    env: &mut Env,
    cond: Expr,
    (then, first): (Vec<crate::kernel::ir::Stmt>, Value),
    (else_, second): (Vec<crate::kernel::ir::Stmt>, Value),
    span: Span,
) -> Lowered<Value> {
    let Some(ty) = object::record_of(env, &first).or_else(|| object::record_of(env, &second)) else {
        return Err(Reported);
    };
    let object = fresh(env, &ty, "chosen", span)?;
    let (mut then, mut else_) = (then, else_);
    for (stmts, value) in [(&mut then, first), (&mut else_, second)] {
        let (more, result) = env.captured(|env| {
            let value = to_record(env, value, &ty, span)?;
            object::store(env, &object, value, span)
        });
        result?;
        stmts.extend(more);
    }
    env.emit(StmtKind::If { cond, then, else_ }, span);
    object::load(env, &object, span)
}

/// `make_float4(x, y, z, w)` and the other makers of CUDA's own types.
pub fn maker(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let ty = match name {
        "make_cuComplex" | "make_cuFloatComplex" => "float2",
        "make_cuDoubleComplex" => "double2",
        "make_half2" | "__halves2half2" => "half2",
        _ => name.strip_prefix("make_")?,
    };
    let ty = record::vector(env, ty)?;
    let count = env.records[ty.id].fields.len();
    Some((|| {
        if args.len() != count {
            // Those of fewer arguments are the program's own.
            return Err(env.unsupported(format!("call of `{name}` with {} arguments", args.len()), span));
        }
        let (values, _) = call::arguments(env, args)?;
        built_in(env, &ty, values, span)
    })())
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
        Some(Initializer::Construct(args)) if env.records[record.id].tree.is_some() => {
            let (values, spans) = lists::of_constructor(env, record.id, args)?;
            let object = fresh(env, record, &name.text, span)?;
            initialise(env, &object, values, spans, span)?;
            Ok(entity(object, is_const))
        }
        Some(init) => {
            let value = value(env, &ty, init)?;
            let value = retyped_if_alike(env, value, record, span)?;
            let object = object::materialise(env, value, &name.text, is_const, span)?;
            Ok(entity(object, is_const))
        }
        None => {
            let object = fresh(env, record, &name.text, span)?;
            if env.records[record.id].tree.is_none() {
                if &*record.name == "dim3" {
                    let one = built_in(env, record, Vec::new(), span)?;
                    object::store(env, &object, one, span)?;
                }
            } else if needs_constructor(env, record) {
                initialise(env, &object, Vec::new(), Vec::new(), span)?;
            } else {
                defaults(env, &object, span)?;
            }
            Ok(entity(object, is_const))
        }
    }
}

fn retyped_if_alike(env: &mut Env, value: Value, record: &RecordRef, span: Span) -> Lowered<Value> {
    match object::record_of(env, &value) {
        Some(own) if own != *record && alike(env, &own, record) => retyped(env, value, record, span),
        _ => Ok(value),
    }
}

fn entity(object: Object, is_const: bool) -> Entity {
    Entity::Alias(Object { is_const, ..object }.place())
}
