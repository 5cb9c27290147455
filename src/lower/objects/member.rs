//! Members of objects: variables, functions and operators.

use crate::base::{Span, codes};
use crate::cpp::{
    Bundle, BundleId, Entity, Env, Lowered, Member, Object, Place, PointerId, Reported, Value, arithmetic, builtin,
    candidates::Callable,
    classes, methods,
    types::{self, CType, RecordRef},
    vectors,
};
use crate::cuda::halves;
use crate::kernel::ir::{Expr, Stmt, StmtKind};
use crate::lower::{
    calls::{braced_arguments, call, closure, group_calls, inline, overload},
    expressions::expr,
    names::{globals, lookup, record},
};
use crate::memory::{copy, object, pointee, pointer, storage};
use crate::syntax::tree::{self, BinaryOp};

use super::{conversion, pointer_like};

/// `base.member` and `base->member`.
pub fn member(env: &mut Env, base: &tree::Expr, member: &tree::Name, arrow: bool, span: Span) -> Lowered<Value> {
    if let tree::ExprKind::Name(name) = &base.kind
        && !arrow
        && globals::entity(env, name).is_none()
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
    if let Some(result) = group_calls::member(env, base, member, span) {
        return result.map(Value::Scalar);
    }
    let value = object_value(env, base, arrow)?;
    let value = qualified_part(env, value, member, span)?;
    of_value(env, value, member, span)
}

/// The part of an object that a qualified member is looked up in: `object.B::member`.
fn qualified_part(env: &mut Env, value: Value, member: &tree::Name, span: Span) -> Lowered<Value> {
    let Some(ty) = pointee::record_of(env, &value) else { return Ok(value) };
    let [.., last] = member.path.as_slice() else { return Ok(value) };
    let plain = member.path.len() == 1 && !member.is_global && member.path_args.iter().all(Option::is_none);
    // A class knows the names of its base classes, wherever they stand.
    let base = match env.met.records[ty.id].scope.get(last).filter(|_| plain).cloned() {
        Some(Entity::Type(found)) => Some(found),
        _ => record::qualifier(env, member).transpose()?,
    };
    match base {
        Some(CType::Record(base)) if base == ty => Ok(value),
        Some(CType::Record(base)) if classes::base_offset(env, ty.id, base.id).is_some() => {
            let object = object::of_value(env, value, "derived", span)?;
            Ok(Value::Place(base_object(env, &object, base.id, span)?.place()))
        }
        _ => Err(env.unsupported(format!("member `{}` of `{}`", types::shown(member), ty.name), span)),
    }
}

/// Whether a name is that of `threadIdx`, `blockIdx`, `blockDim` or `gridDim`.
pub fn is_launch_variable(name: &str) -> bool {
    matches!(name, "threadIdx" | "blockIdx" | "blockDim" | "gridDim")
}

/// `threadIdx` and the like as a value.
pub fn launch_variable(env: &mut Env, name: &str, span: Span) -> Lowered<Value> {
    let ty = if name.ends_with("Dim") { "dim3" } else { "uint3" };
    let Some(ty) = vectors::vector(env, ty) else { return Err(Reported) };
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
    if pointee::record_of(env, &value).is_some() {
        return Err(env.unsupported("`operator->`", base.span));
    }
    let target = pointee::decay(env, value, base.span)?;
    pointer::deref(env, target, base.span)
}

/// A member of a value.
fn of_value(env: &mut Env, value: Value, member: &tree::Name, span: Span) -> Lowered<Value> {
    let Some(ty) = pointee::record_of(env, &value) else {
        return match value {
            Value::Missing(what) => Err(env.unsupported(what, span)),
            _ => Err(env.unsupported(format!("member `{}`", member.ident), span)),
        };
    };
    let known = env.met.records[ty.id].fields.iter().any(|field| field.name == member.ident);
    if let (false, Some(at)) = (known, record::unnamed_with(env, ty.id, &member.ident)) {
        let name = env.met.records[ty.id].fields[at].name.clone();
        let inner = of_value(env, value, &tree::Name { ident: name, ..member.clone() }, span)?;
        return of_value(env, inner, member, span);
    }
    if !known {
        // A static member, or an enumerator.
        return match env.met.records[ty.id].scope.get(&member.ident).cloned() {
            Some(Entity::Value(known)) => Ok(Value::Scalar(Expr { span, ..known })),
            _ => Err(env.unsupported(format!("member `{}::{}`", ty.name, member.ident), span)),
        };
    }
    let at = object::position(env, &ty, &member.ident, span)?;
    let is_reference = env.met.records[ty.id].fields[at].is_reference;
    let found = of_field(env, value, &ty, at, span)?;
    if is_reference {
        let pointer = pointee::decay(env, found, span)?;
        return pointer::deref(env, pointer, span);
    }
    Ok(found)
}

fn of_field(env: &mut Env, value: Value, ty: &RecordRef, at: usize, span: Span) -> Lowered<Value> {
    match value {
        value @ Value::Record(..) if env.met.records[ty.id].is_union => {
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
    // Anything else is lowered again as what it is.
    Ok(env.attempt(|env| {
        let value = object_value(env, base, *arrow).ok()?;
        let Value::Place(Place::Object { bundle, .. }) = qualified_part(env, value, member, e.span).ok()? else {
            return None;
        };
        let bundle = &env.memory.bundles[bundle.0];
        let fields = &env.met.records[bundle.ty.id].fields;
        let at = fields.iter().position(|field| field.name == member.ident && !field.is_reference)?;
        match &bundle.members[at] {
            Member::Pointer(id) => Some(*id),
            _ => None,
        }
    }))
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
    let Some(ty) = pointee::record_of(env, &value) else {
        return match value {
            Value::Missing(what) => Err(env.unsupported(what, span)),
            _ => Err(env.unsupported(format!("member function `{}`", member.ident), span)),
        };
    };
    if env.met.records[ty.id].fields.iter().any(|field| field.name == member.ident) {
        // A function object that is a member.
        let callee = of_value(env, value, member, span)?;
        return call_value(env, callee, args, span);
    }
    let methods = methods::methods_named(env, ty.id, &member.ident);
    if methods.is_empty() {
        return Err(env.unsupported(format!("member function `{}::{}`", ty.name, member.ident), span));
    }
    if !arrow && env.met.chosen.contains(&base.span) && !methods.iter().all(|(_, method)| only_looks(method)) {
        return Err(env.unsupported(format!("call of `{}` on a choice between objects", member.ident), span));
    }
    let callables: Vec<Callable> =
        methods.iter().map(|(record, function)| Callable::member(*record, function)).collect();
    let (values, spans) = braced_arguments::arguments(env, &callables, args)?;
    invoke(env, value, methods, member, (values, spans), span)
}

/// Whether a member function neither changes its object nor is given anything by way of which that could change.
fn only_looks(method: &tree::Function) -> bool {
    method.specifiers.is_const && !method.params.iter().any(|param| inline::leads_to_variables(&param.ty))
}

/// Calls one of the member functions for an object.
pub fn invoke(
    env: &mut Env,
    this: Value,
    methods: Vec<(usize, &tree::Function)>,
    name: &tree::Name,
    (values, spans): (Vec<Value>, Vec<Span>),
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
            let own = env.memory.bundles[object.bundle.0].ty.id;
            let this = match record {
                Some(record) if record != own => base_object(env, &object, record, span)?,
                _ => object,
            };
            inline::inline(env, candidate, spans, values, Some(this), span)
        }
        None if env.table.missing.replaced && is_of_namespace(env, object.bundle) => {
            Err(env.unsupported(format!("call of `{}` with arguments of other types", name.ident), span))
        }
        None => {
            let message = format!("no member function `{}` takes arguments of these types", name.ident);
            Err(env.error(codes::E0309, span, message))
        }
    }
}

/// Whether a class is declared in a namespace, where it may be one of a header of which our own text was read (PP-16).
fn is_of_namespace(env: &Env, bundle: BundleId) -> bool {
    let id = env.memory.bundles[bundle.0].ty.id;
    env.met.records[id].tree.is_some_and(|tree| !tree.scope.is_empty())
}

/// The part of an object that is of a base class: its first fields.
pub fn base_object(env: &mut Env, object: &Object, base: usize, span: Span) -> Lowered<Object> {
    let bundle = env.memory.bundles[object.bundle.0].clone();
    let Some(start) = classes::base_offset(env, bundle.ty.id, base) else {
        return Err(env.unsupported("conversion to a base class", span));
    };
    let count = env.met.records[base].fields.len();
    let part = Bundle {
        ty: env.met.records[base].ty.clone(),
        members: bundle.members[start..start + count].to_vec(),
        ..bundle
    };
    env.memory.bundles.push(part);
    let bundle = BundleId(env.memory.bundles.len() - 1);
    env.facts.wholes.insert(bundle.0, object.bundle);
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
        return closure::call(env, id, values, spans, span);
    }
    let Some(ty) = pointee::record_of(env, &callee) else {
        return Err(env.unsupported("call through an expression", span));
    };
    operator_member(env, callee, &ty, "operator()", (values, spans), span)
}

/// A call of a member operator.
fn operator_member(
    env: &mut Env,
    this: Value,
    ty: &RecordRef,
    name: &str,
    given: (Vec<Value>, Vec<Span>),
    span: Span,
) -> Lowered<Value> {
    let methods = methods::methods_named(env, ty.id, name);
    if methods.is_empty() {
        return Err(env.unsupported(format!("`{name}` of `{}`", ty.name), span));
    }
    let shown = tree::Name { ident: name.to_string(), span, ..tree::Name::default() };
    invoke(env, this, methods, &shown, given, span)
}

/// An operator of which an operand is a record.
pub fn operator(env: &mut Env, symbol: &str, operands: Vec<(Value, Span)>, span: Span) -> Lowered<Value> {
    let name = format!("operator{symbol}");
    let shown = tree::Name { ident: name.clone(), span, ..tree::Name::default() };
    let first = operands.first().and_then(|(value, _)| pointee::record_of(env, value));
    let methods = match &first {
        Some(ty) => methods::methods_named(env, ty.id, &name),
        None => Vec::new(),
    };
    let mut free = free_operators(env, &name, &operands);
    let (values, spans): (Vec<Value>, Vec<Span>) = operands.into_iter().unzip();
    free.extend(lookup::friends(env, &name, &values));
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
        (true, Some(candidate)) => inline::inline(env, candidate, spans, values, None, span),
        (false, None) => {
            let mut values = values.into_iter();
            let Some(this) = values.next() else { return Err(Reported) };
            invoke(env, this, methods, &shown, (values.collect(), spans[1..].to_vec()), span)
        }
        (true, None) => {
            if let Some(result) = halves::operator(env, symbol, &values, span) {
                return result;
            }
            if values.iter().any(|value| pointer_like::points(env, value)) {
                return pointer_like::on_pointers(env, symbol, values, &spans, span);
            }
            // Records that are numbers by their conversions.
            let mut scalars = Vec::new();
            for (value, span) in values.iter().cloned().zip(&spans) {
                let converts = match pointee::record_of(env, &value) {
                    Some(ty) => conversion::scalar_conversion(env, &ty).is_some(),
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
                    arithmetic::arithmetic(env, op, a, b, span).map(Value::Scalar)
                }
                _ => {
                    let shown = values.iter().find_map(|value| pointee::record_of(env, value));
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
    let Some(ty) = pointee::record_of(env, &object) else { return Err(Reported) };
    if methods::methods_named(env, ty.id, "operator[]").is_empty() && pointer_like::points(env, &object) {
        let Value::Pointer(pointer) = pointer_like::as_pointer(env, object, span)? else { return Err(Reported) };
        let index = expr::read(env, index, index_span)?;
        return pointer::index(env, pointer, index, span);
    }
    operator_member(env, object, &ty, "operator[]", (vec![index], vec![index_span]), span)
}

/// `c ? a : b` on records: field by field.
pub fn choose(
    env: &mut Env,
    cond: Expr,
    (then, first): (Vec<Stmt>, Value),
    (else_, second): (Vec<Stmt>, Value),
    span: Span,
) -> Lowered<Value> {
    let Some(ty) = pointee::record_of(env, &first).or_else(|| pointee::record_of(env, &second)) else {
        return Err(Reported);
    };
    let object = storage::fresh(env, &ty, "chosen", span)?;
    let (mut then, mut else_) = (then, else_);
    for (stmts, value) in [(&mut then, first), (&mut else_, second)] {
        let (more, result) = env.captured(|env| {
            let value = conversion::to_record(env, value, &ty, span)?;
            copy::store(env, &object, value, span)
        });
        result?;
        stmts.extend(more);
    }
    env.emit(StmtKind::If { cond, then, else_ }, span);
    object::load(env, &object, span)
}
