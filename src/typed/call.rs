//! Calls: overload resolution, template deduction for device functions, and inlining.

use std::collections::BTreeMap;

use crate::base::{Diagnostic, Span, codes};
use crate::kernel::ir::{Conversion, LocalRole, Stmt, StmtKind, Type};
use crate::syntax::tree::{self, Function, FunctionKind, TemplateParamKind};

use super::builtins;
use super::choice;
use super::closure;
use super::constness;
use super::construction;
use super::contract;
use super::conversion;
use super::decisions;
use super::declare;
use super::decltype;
use super::duplicate;
use super::expr::{self, Value};
use super::flat;
use super::frame::{Frame, Returning, Tail};
use super::groups;
use super::limits;
use super::lists;
use super::lookup;
use super::member;
use super::modified;
use super::null;
use super::object::{self, Object};
use super::order;
use super::overload::{self, Callable, Candidate};
use super::parts;
use super::pointer;
use super::record;
use super::resolve;
use super::same::{self, Same};
use super::scope::{Base, BundleId, Entity, Env, Lowered, Place, PointerId, Reported, Scope};
use super::signatures;
use super::spec;
use super::stmt;
use super::surfaces;
use super::types::{CType, RecordRef};
use super::value::{self, convert};
use super::volatile;

/// Calls nested deeper than this are not inlined.
const DEEPEST: usize = 64;

/// A kernel that grows beyond this many statements by inlining is not lowered.
const LARGEST: usize = 10_000;

pub const TOO_MUCH: &str = "device functions inlined too deep or too often";

/// A call's value of more nodes than this gets a variable, so that sharing it costs nothing.
const LARGEST_VALUE: usize = 64;

/// Lowers a call of whatever kind.
pub fn call(env: &mut Env, callee: &tree::Expr, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    match &callee.kind {
        tree::ExprKind::Name(name) => by_name(env, name, args, span),
        tree::ExprKind::Member { base, member, arrow } => match groups::method(env, base, member, args, span) {
            Some(result) => result,
            None => member::method(env, base, member, *arrow, args, span),
        },
        _ => {
            let callee = expr::lower(env, callee)?;
            member::call_value(env, callee, args, span)
        }
    }
}

/// The values of arguments, and where they stand.
pub fn arguments(env: &mut Env, args: &[tree::Expr]) -> Lowered<(Vec<Value>, Vec<Span>)> {
    let exprs: Vec<&tree::Expr> = args.iter().collect();
    Ok((order::operands(env, &exprs)?, args.iter().map(|arg| arg.span).collect()))
}

fn by_name(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let shown = resolve::shown(name);
    if let Some(result) = static_method(env, name, args, span) {
        return result;
    }
    let is_by_block = name.path.is_empty() && !name.is_global && lookup::is_named_in_block(env, &name.ident);
    match env.lookup(name).filter(|_| !is_by_block) {
        Some(Entity::Unsupported(construct)) => return Err(env.unsupported(construct, span)),
        Some(Entity::Reported) => return Err(Reported),
        Some(Entity::Object(callee @ Value::Closure(_))) => return member::call_value(env, callee, args, span),
        Some(entity @ (Entity::Object(_) | Entity::Alias(Place::Object { .. }) | Entity::Bundle(_))) => {
            let callee = expr::entity_value(env, entity, name)?;
            return member::call_value(env, callee, args, span);
        }
        Some(Entity::Type(ty)) => {
            // `T(x)` where the name of the type hides a function.
            return expr::construct_type(env, ty, args, span);
        }
        _ => {}
    }
    // Member functions of the class around.
    let is_plain = name.path.is_empty() && !name.is_global && !is_by_block;
    if let (Some(record), true) = (env.frame.record, is_plain) {
        let methods = record::methods_named(env, record, &name.ident);
        // A class template does not look into base classes that its arguments say.
        let hidden = record::is_of_dependent_base(env, record, &name.ident) && lookup::functions(env, name).is_known();
        if !methods.is_empty() && !hidden {
            let callables: Vec<Callable> =
                methods.iter().map(|(record, function)| Callable::member(*record, function)).collect();
            let (values, spans) = lists::arguments(env, &callables, args)?;
            return of_class(env, methods, name, values, spans, span);
        }
    }
    if let Some(result) = spec::operator_call(env, name, args, span) {
        return result;
    }
    let found = lookup::candidates(env, name);
    if let Some(special) = found.all.iter().flat_map(|callable| &callable.function.unsupported).next() {
        // It may be what is called.
        return Err(env.unsupported(format!("call of `{shown}`: {}", special.construct), span));
    }
    if found.all.iter().any(|callable| !callable.function.specifiers.global) {
        return user_call(env, name, found, args, span);
    }
    if !found.all.is_empty() {
        return Err(env.unsupported(format!("call of kernel `{shown}`"), span));
    }
    if let Some(result) = friend_call(env, name, args, span) {
        return result;
    }
    let built_in = match name.path.last().map(String::as_str) {
        None | Some("std") => true,
        Some("thrust") => name.ident == "swap",
        Some(_) => limits::is_limit(name),
    };
    let result = if built_in { builtins::call(env, name, args, span) } else { None };
    let result = result.or_else(|| groups::call(env, name, args, span));
    result.unwrap_or_else(|| Err(env.unsupported(format!("call of `{shown}`"), span)))
}

/// A call of a name that only classes of the arguments declare, as a friend.
fn friend_call(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let is_friend = |method: &Function| method.specifiers.is_friend && method.name.text == name.ident;
    if !name.path.is_empty()
        || name.is_global
        || !env.table.records.values().flatten().any(|tree| tree.methods.iter().any(is_friend))
    {
        return None;
    }
    let (values, spans) = match arguments(env, args) {
        Ok(found) => found,
        Err(reported) => return Some(Err(reported)),
    };
    let callables = parts::friends(env, &name.ident, &values);
    Some(match overload::choose(env, name, &callables, &values, span) {
        Ok(Some(candidate)) => inline(env, candidate, spans, values, None, span),
        Ok(None) => Err(env.unsupported(format!("call of `{}`, a friend", name.ident), span)),
        Err(reported) => Err(reported),
    })
}

/// `C::f(args)`, where `C` is a class.
fn static_method(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let record = match record::qualifier(env, name)? {
        Ok(CType::Record(record)) => record,
        Ok(CType::Other(what)) => return Some(Err(env.unsupported(what, span))),
        Ok(_) => return None,
        Err(reported) => return Some(Err(reported)),
    };
    let methods = record::methods_named(env, record.id, &name.ident);
    if methods.is_empty() {
        return None;
    }
    let callables: Vec<Callable> =
        methods.iter().map(|(record, function)| Callable::member(*record, function)).collect();
    let values = lists::arguments(env, &callables, args);
    Some(values.and_then(|(values, spans)| of_class(env, methods, name, values, spans, span)))
}

/// A member function called by its name alone: for the present object, or for none.
fn of_class(
    env: &mut Env,
    methods: Vec<(usize, &Function)>,
    name: &tree::Name,
    values: Vec<Value>,
    spans: Vec<Span>,
    span: Span,
) -> Lowered<Value> {
    if let Some(this) = env.frame.this.clone()
        && methods.iter().any(|(_, method)| !method.specifiers.is_static)
    {
        return member::invoke(env, Value::Place(this), methods, name, values, spans, span);
    }
    let callables: Vec<Callable> = methods
        .into_iter()
        .filter(|(_, method)| method.specifiers.is_static)
        .map(|(record, function)| Callable::member(record, function))
        .collect();
    match overload::choose(env, name, &callables, &values, span)? {
        Some(candidate) => inline(env, candidate, spans, values, None, span),
        None => Err(env.unsupported(format!("call of `{}` without an object", resolve::shown(name)), span)),
    }
}

/// What a call of a name that the file declares comes to.
enum Callee<'a> {
    One(Candidate<'a>, Vec<Value>, Vec<Span>),
    /// None of these takes the arguments.
    NoneOf(Vec<&'a Function>),
    /// What no declaration in sight means is CUDA's, where it has one of the name.
    NotInSight,
}

fn user_call<'a>(
    env: &mut Env<'a>,
    name: &tree::Name,
    found: lookup::Found<'a>,
    args: &[tree::Expr],
    span: Span,
) -> Lowered<Value> {
    let mut none_of = None;
    for in_sight in [true, false] {
        // The arguments are lowered again by a function that is not the file's.
        let chosen = env.attempt(|env| match callee(env, name, &found, args, in_sight, span) {
            Ok(Callee::One(candidate, values, spans)) => Some(Ok((candidate, values, spans))),
            Ok(Callee::NotInSight) => None,
            Ok(Callee::NoneOf(others)) => {
                none_of = Some(others);
                None
            }
            Err(reported) => Some(Err(reported)),
        });
        if let Some(chosen) = chosen {
            let (candidate, values, spans) = chosen?;
            if candidate.is_of_cuda {
                return of_cuda(env, candidate, values, spans, span);
            }
            let is_plain = name.path.is_empty() && candidate.function.scope.is_empty();
            if is_plain && !candidate.is_exact() && is_cuda_without_signature(env, name, args, span) {
                let construct = format!("choice between CUDA's `{0}` and the file's", name.ident);
                return Err(env.unsupported(construct, span));
            }
            return inline(env, candidate, spans, values, None, span);
        }
        // A function of ours that shares its name with a built-in one, which is meant here.
        let of_cuda = builtins::call(env, name, args, span);
        let of_group = |env: &mut Env| if none_of.is_none() { groups::call(env, name, args, span) } else { None };
        if let Some(result) = of_cuda.or_else(|| of_group(env)) {
            return result;
        }
        if none_of.is_some() {
            break;
        }
    }
    let functions = none_of.unwrap_or_default();
    if let Some(what) = functions.iter().find_map(|function| unmodelled(function)) {
        return Err(env.unsupported(format!("call of `{}`, which has {what}", name.ident), span));
    }
    if env.table.headers_missing {
        let construct = format!("call of `{}`, which a header that was not found may declare", name.ident);
        return Err(env.unsupported(construct, span));
    }
    // A conversion that is not looked for: by a constructor for pointers or references, or by a template.
    if functions.iter().any(|function| may_convert(env, function, args.len())) {
        return Err(env.unsupported(format!("call of `{}` with arguments of other types", name.ident), span));
    }
    if functions.iter().all(|function| function.params.len() != args.len()) {
        let message = format!("`{}` does not take {} arguments", name.ident, args.len());
        return Err(env.error(codes::E0303, span, message));
    }
    Err(env.error(codes::E0309, span, format!("no function `{}` takes arguments of these types", name.ident)))
}

/// Lowers the arguments and chooses among the functions of a name. Where `in_sight`, a function that is only guessed to be meant is
/// not chosen.
fn callee<'a>(
    env: &mut Env<'a>,
    name: &tree::Name,
    found: &lookup::Found<'a>,
    args: &[tree::Expr],
    in_sight: bool,
    span: Span,
) -> Lowered<Callee<'a>> {
    let (values, spans) = lists::arguments(env, &found.all, args)?;
    let mut callables = found.all.clone();
    let seen = callables.len();
    if name.path.is_empty() && !name.is_global {
        let beside = lookup::beside(env, &name.ident, &values);
        if let Some(special) = beside.iter().flat_map(|callable| &callable.function.unsupported).next() {
            return Err(env.unsupported(format!("call of `{}`: {}", name.ident, special.construct), span));
        }
        let friends = parts::friends(env, &name.ident, &values);
        let is_unseen = callables.iter().all(|callable| callable.is_later);
        if in_sight && (found.is_guess || is_unseen) && beside.is_empty() && friends.is_empty() {
            return Ok(Callee::NotInSight);
        }
        if found.is_guess && !beside.is_empty() {
            callables.clear();
        }
        lookup::merge(&mut callables, beside);
        if !found.is_guess && lookup::may_be_of_enumeration(env, &name.ident, &callables, &values) {
            return Err(env.unsupported(format!("choice between several functions `{}`", name.ident), span));
        }
        callables.extend(friends);
    }
    // What a list is was said by the others.
    if callables.len() != seen && args.iter().any(lists::is_list) {
        return Err(env.unsupported(format!("choice between several functions `{}`", name.ident), span));
    }
    Ok(match overload::choose(env, name, &callables, &values, span)? {
        Some(candidate) => Callee::One(candidate, values, spans),
        None => Callee::NoneOf(callables.iter().map(|callable| callable.function).collect()),
    })
}

/// Whether CUDA has a function of a name whose signature is not known here, for so many arguments: a file's function that fits exactly
/// is chosen before it, any other perhaps not (R320).
fn is_cuda_without_signature(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> bool {
    // `swap` is the library's alone, which has it in a namespace.
    let is_known = !signatures::named(&name.ident).is_empty() || name.ident == "swap";
    if is_known || args.iter().any(lists::is_list) {
        return false;
    }
    let (_, said) = env.said();
    let is_count = |wrong: &Diagnostic| wrong.code == codes::E0303;
    env.ask(|env| {
        builtins::call(env, name, args, span).is_some() && !env.kernel.diagnostics[said..].iter().any(is_count)
    })
}

/// A call of one of CUDA's functions that was chosen by its signature: its arguments are what its parameters make of them (R320).
fn of_cuda(env: &mut Env, candidate: Candidate, values: Vec<Value>, spans: Vec<Span>, span: Span) -> Lowered<Value> {
    let (mut scope, mut args) = (Scope::default(), Vec::new());
    for (at, (value, span)) in values.into_iter().zip(spans).enumerate() {
        let referred = match &candidate.params[at] {
            CType::Reference { to, .. } => to,
            other => other,
        };
        let entity = match referred {
            CType::Scalar(ty) => Entity::Value(convert(expr::read(env, value, span)?, *ty, Conversion::Implicit)),
            _ => Entity::Object(value),
        };
        // No program has such a name.
        let ident = format!("{at}");
        scope.insert(ident.clone(), entity);
        let name = tree::Name { ident, span, ..tree::Name::default() };
        args.push(tree::Expr { kind: tree::ExprKind::Name(name), span });
    }
    let called = tree::Name { ident: candidate.function.name.text.clone(), span, ..tree::Name::default() };
    env.scopes.push(scope);
    let result = builtins::call(env, &called, &args, span);
    env.scopes.pop();
    let bindings = vec![candidate.bindings];
    let declared = env.with_scopes(bindings, |env| resolve::resolve(env, &candidate.function.return_type))?;
    match (result, declared) {
        (Some(Ok(Value::Scalar(e))), CType::Scalar(ty)) => Ok(Value::Scalar(convert(e, ty, Conversion::Implicit))),
        (Some(result), _) => result,
        (None, _) => Err(env.unsupported(format!("call of `{}`", candidate.function.name.text), span)),
    }
}

/// Whether a function of so many parameters takes objects of classes that have constructors, or has a pack of them.
fn may_convert(env: &Env, function: &Function, arguments: usize) -> bool {
    let has_constructor = |name: &tree::Name| {
        let records = env.table.records.get(name.ident.as_str()).into_iter().flatten();
        records.flat_map(|record| &record.methods).any(|method| method.kind == FunctionKind::Constructor)
    };
    function.params.len() >= arguments
        && function.params.iter().any(|param| {
            let ty = match &param.ty.kind {
                tree::TypeKind::Reference(to) => to,
                _ => &param.ty,
            };
            matches!(&ty.kind, tree::TypeKind::Named(name) if has_constructor(name))
        })
}

/// What the parameters of a function have that is not modelled.
pub fn unmodelled(function: &Function) -> Option<String> {
    let of_template = function.template.iter().find_map(|param| match &param.kind {
        TemplateParamKind::Other(what) => Some(what.clone()),
        TemplateParamKind::Type(_) | TemplateParamKind::Value(..) => None,
    });
    let of_type = |ty: &tree::Type| match &ty.innermost().kind {
        tree::TypeKind::Other(what) if what != closure::FUNCTION_POINTER => Some(format!("a parameter of {what}")),
        _ => None,
    };
    of_template.or_else(|| function.params.iter().find_map(|param| of_type(&param.ty)))
}

/// Whether a name says by itself which function is meant: C++ chooses by the pointer's type among several (R326).
fn only_function(env: &mut Env, name: &tree::Name, callables: &[Callable]) -> bool {
    let in_sight: Vec<&Callable> = callables.iter().filter(|callable| !callable.is_later).collect();
    let all = if in_sight.is_empty() { callables.iter().collect() } else { in_sight };
    let Some((first, others)) = all.split_first() else { return true };
    let explicit = name.template_args.as_ref().map_or(0, Vec::len);
    let is_specialisation = |other: &Callable| other.function.template_args.is_some();
    first.function.template.len() <= explicit
        && others
            .iter()
            .all(|other| is_specialisation(other) || same::same(env, first.function, other.function) == Same::Yes)
}

/// Calls a function that was given as a value.
pub fn of_function(
    env: &mut Env,
    name: &tree::Name,
    place: (Vec<String>, usize),
    values: Vec<Value>,
    spans: Vec<Span>,
    span: Span,
) -> Lowered<Value> {
    let here = (env.frame.namespace.clone(), env.frame.order);
    (env.frame.namespace, env.frame.order) = place;
    let callables = env.at_file_level(|env| lookup::candidates(env, name)).all;
    let known = env.at_file_level(|env| only_function(env, name, &callables));
    (env.frame.namespace, env.frame.order) = here;
    if !known {
        let construct =
            format!("`{}` as a pointer: its type says which of several functions it is", resolve::shown(name));
        return Err(env.unsupported(construct, span));
    }
    match overload::choose(env, name, &callables, &values, span)? {
        Some(candidate) => inline(env, candidate, spans, values, None, span),
        None => Err(env.unsupported(format!("call of `{}` through a pointer", resolve::shown(name)), span)),
    }
}

/// Whether inlining may go on.
pub fn check_size(env: &mut Env, span: Span) -> Lowered<()> {
    if env.nesting.calls.len() >= DEEPEST || env.counts.size > LARGEST { too_much(env, span) } else { Ok(()) }
}

/// Inlining does not go on.
pub fn too_much<T>(env: &mut Env, span: Span) -> Lowered<T> {
    once(env, TOO_MUCH, span)
}

/// Says it of one place only.
pub fn once<T>(env: &mut Env, construct: &str, span: Span) -> Lowered<T> {
    if env.kernel.unsupported.iter().any(|found| found.construct == construct) {
        return Err(Reported);
    }
    Err(env.unsupported(construct, span))
}

/// Lowers the body of a device function in place of its call.
pub fn inline<'a>(
    env: &mut Env<'a>,
    candidate: Candidate,
    spans: Vec<Span>,
    values: Vec<Value>,
    this: Option<Object>,
    span: Span,
) -> Lowered<Value> {
    let function = candidate.function;
    let name = &function.name.text;
    if let Some(first) = function.unsupported.first() {
        return Err(env.unsupported(format!("call of `{name}`: {}", first.construct), span));
    }
    if function.kind == FunctionKind::Deleted {
        return Err(env.error(codes::E0309, span, format!("`{name}` is deleted")));
    }
    if let Some(class) = candidate.record.and_then(|record| env.met.records[record].tree?.name.as_ref())
        && has_special_member(env, &class.text, name)
    {
        return Err(env.unsupported(format!("`{}::{name}`, of which there is a specialisation", class.text), span));
    }
    let outside = match (&function.body, candidate.record) {
        (None, Some(record)) => defined_outside(env, record, function),
        _ => None,
    };
    let function = outside.unwrap_or(function);
    decisions::called(env, span, candidate.function.name.span);
    let Some(body) = &function.body else {
        return Err(env.unsupported(format!("call of `{name}`, whose body is not in this file"), span));
    };
    // Instances of a template for different arguments are different functions (R253).
    let key = (function.name.span, candidate.instance.clone());
    if env.nesting.calls.contains(&key) {
        return Err(env.unsupported(format!("recursion of `{name}`"), span));
    }
    // It may not change its object.
    let this = this.map(|this| Object { is_const: this.is_const || function.specifiers.is_const, ..this });
    let by_contract = contract::has_one(env, function, &candidate, this.as_ref(), span)?;
    check_size(env, span)?;
    let modified = modified::names(body, env.table);
    let is_plain_type = |ty: &CType| matches!(ty, CType::Scalar(_) | CType::Record(_));
    let plain = !by_contract && is_one_return(body) && this.is_none() && candidate.params.iter().all(is_plain_type);
    let only_looks = plain || (this.is_none() && !candidate.params.iter().any(|ty| leads_on(env, ty)));
    let (mut scope, mut copied) = (Scope::default(), Vec::new());
    let (mut parameters, mut declared) = (Vec::new(), Scope::default());
    let mut values = values.into_iter();
    for (at, param) in function.params.iter().enumerate() {
        let ty = candidate.params[at].clone();
        let default = candidate.function.params.get(at).and_then(|param| param.default.as_ref());
        let (value, value_span) = match (values.next(), &param.default, default) {
            (Some(value), ..) => (value, spans.get(at).copied().unwrap_or(span)),
            (None, Some(default), _) | (None, None, Some(default)) => {
                let bindings = candidate.bindings.clone();
                (env.with_scopes(vec![bindings], |env| expr::lower(env, default))?, default.span)
            }
            (None, None, None) => continue,
        };
        parameters.push((param, ty, value, value_span));
    }
    for (param, ty, value, value_span) in parameters {
        let Some(param_name) = &param.name else { continue };
        let is_modified = modified.contains(&param_name.text);
        let is_const = resolve::is_const(&param.ty);
        let ty = automatic(env, ty, &value, value_span)?;
        // A contract speaks of the arguments, so what the body changes is a copy.
        let keeps = if by_contract { contract::needs_local(&ty, &value) } else { is_modified };
        let binding = Binding { name: param_name, is_modified: keeps, is_const, plain, only_looks };
        declared.extend(decltype::noted(&param_name.text, &ty));
        declared.extend(volatile::noted(env, &param_name.text, &param.ty, None));
        let entity = bind(env, binding, ty.clone(), value, value_span)?;
        if is_modified && by_contract {
            copied.push((param_name, ty, entity.clone()));
        }
        scope.insert(param_name.text.clone(), entity);
    }
    let parameters = scope.clone();
    scope.extend(declared);
    let bindings = candidate.bindings.clone();
    let mut around = vec![candidate.bindings.clone()];
    around.extend(decltype::is_mentioned(&function.return_type).then(|| scope.clone()));
    let ty = env.with_scopes(around, |env| resolve::resolve(env, &function.return_type))?;
    let is_constructor = function.kind == FunctionKind::Constructor;
    let ty = if is_constructor { CType::Void } else { ty };
    let count = env.counts.inlined.entry(name.clone()).or_insert(0);
    *count += 1;
    let class = candidate.record.and_then(|record| env.met.records[record].tree);
    let is_template = !function.template.is_empty()
        || class.is_some_and(|tree| !tree.template.is_empty() || tree.template_args.is_some());
    let namespace = match class {
        Some(tree) => tree.scope.clone(),
        None => function.scope.clone(),
    };
    let mut scopes = vec![candidate.bindings];
    if let Some(this) = &this {
        scopes.push(fields(env, this, span));
    }
    scopes.push(scope);
    let count = env.counts.inlined.get(name).copied().unwrap_or(1);
    let frame = Frame {
        function: Some(if count == 1 { name.clone() } else { format!("{name}#{count}") }),
        instance: candidate.instance,
        namespace,
        order: function.order,
        is_template,
        this: this.clone().map(Object::place),
        record: candidate.record,
        modified,
        targets: Vec::new(),
        loop_path: vec![0],
        result: Returning::of(ty),
    };
    let returns = stmt::always_returns(&body.stmts);
    let lower = |env: &mut Env<'a>| {
        run(env, frame, scopes, key, name, returns, span, |env| {
            if let (true, Some(this)) = (is_constructor, &this) {
                construction::run_inits(env, this, function, span)?;
            }
            contract::copy_parameters(env, copied, span)?;
            stmt::body(env, body, Tail::Straight);
            Ok(())
        })
    };
    let result = if by_contract {
        contract::call(env, function, [bindings.clone(), parameters], lower, span)?
    } else {
        lower(env)?
    };
    // An object that is returned as `const` is one: which function is called for it may depend on that.
    let is_const = env.with_scopes(vec![bindings], |env| constness::is_const(env, &function.return_type));
    match &result {
        Value::Record(..) | Value::Place(Place::Object { is_const: false, .. })
            if is_const && !matches!(function.return_type.kind, tree::TypeKind::Reference(_)) =>
        {
            let object = object::materialise(env, result, "returned", true, span)?;
            Ok(Value::Place(Object { is_const: true, ..object }.place()))
        }
        _ => Ok(result),
    }
}

/// The names of an object's fields.
pub fn fields(env: &mut Env, this: &Object, span: Span) -> Scope {
    let id = env.memory.bundles[this.bundle.0].ty.id;
    let names: Vec<String> = env.met.records[id].fields.iter().map(|field| field.name.clone()).collect();
    let mut scope = Scope::default();
    for (at, name) in names.into_iter().enumerate() {
        // A class template does not look into base classes that its arguments say.
        if record::is_field_of_dependent_base(env, id, at) && env.table.declares_value(&name) {
            continue;
        }
        let entity = object::field_entity(env, this, at, span);
        if let (true, Entity::Alias(Place::Object { bundle, index, is_const })) =
            (name.starts_with(tree::UNNAMED), entity.clone())
        {
            scope.extend(fields(env, &Object { bundle, index, is_const }, span));
        }
        scope.insert(name, entity);
    }
    scope
}

/// Whether a member function of a class template is specialised: `template <> int C<float>::f() { ... }`.
fn has_special_member(env: &Env, class: &str, name: &str) -> bool {
    let functions = env.table.functions.get(name).map_or(&[][..], Vec::as_slice);
    functions.iter().any(|function| {
        function.template_args.is_some()
            && function.scope.last().is_some_and(|last| last.split_once('<').is_some_and(|(of, _)| of == class))
    })
}

/// The definition outside of the class of a member function that is only declared inside.
fn defined_outside<'a>(env: &Env<'a>, record: usize, method: &Function) -> Option<&'a Function> {
    let tree = env.met.records[record].tree?;
    let shape = |function: &Function| {
        function.params.iter().map(|param| format!("{:?}", shape_of(&param.ty))).collect::<Vec<_>>()
    };
    let functions = env.table.functions.get(method.name.text.as_str())?;
    let mut fitting = functions.iter().copied().filter(|function| {
        function.body.is_some()
            && duplicate::is_of_class(tree, method, function)
            && shape(function) == shape(method)
            && function.specifiers.is_const == method.specifiers.is_const
    });
    let only = fitting.next()?;
    fitting.next().is_none().then_some(only)
}

/// A type as written, without places.
pub fn shape_of(ty: &tree::Type) -> String {
    match &ty.kind {
        tree::TypeKind::Named(name) => resolve::shown(name),
        tree::TypeKind::Pointer(to) => format!("{}*", shape_of(to)),
        tree::TypeKind::Reference(to) => format!("{}&", shape_of(to)),
        tree::TypeKind::Array(of, _) => format!("{}[]", shape_of(of)),
        other => format!("{other:?}"),
    }
}

/// Lowers a body under a frame of its own; gives the value that it returns.
#[allow(clippy::too_many_arguments)]
pub fn run<'a>(
    env: &mut Env<'a>,
    frame: Frame,
    scopes: Vec<Scope>,
    key: (Span, String),
    name: &str,
    returns: bool,
    span: Span,
    body: impl FnOnce(&mut Env<'a>) -> Lowered<()>,
) -> Lowered<Value> {
    let caller = std::mem::replace(&mut env.frame, frame);
    let caller_scopes = std::mem::replace(&mut env.scopes, scopes);
    env.nesting.calls.push(key);
    let before = (env.kernel.unsupported.len(), env.kernel.diagnostics.len());
    let (stmts, result) = env.captured(body);
    let is_incomplete = before != (env.kernel.unsupported.len(), env.kernel.diagnostics.len());
    env.nesting.calls.pop();
    env.scopes = caller_scopes;
    let frame = std::mem::replace(&mut env.frame, caller);
    result?;
    let Returning::Function { label, local, bundle, pointer, value, ty } = frame.result else { return Ok(Value::Void) };
    if is_incomplete && matches!(ty, CType::Auto) && value.is_none() && (local, bundle, pointer) == (None, None, None) {
        // What it returns could not be lowered, and has been reported.
        return Err(Reported);
    }
    finish(env, stmts, Outcome { label, local, bundle, pointer, value, ty, returns, name: name.to_string() }, span)
}

/// How an inlined body ended.
struct Outcome {
    label: Option<crate::kernel::ir::Label>,
    local: Option<crate::kernel::ir::LocalId>,
    bundle: Option<BundleId>,
    pointer: Option<PointerId>,
    value: Option<Value>,
    ty: CType,
    returns: bool,
    name: String,
}

/// Puts the inlined body in place and gives the call's value.
fn finish(env: &mut Env, stmts: Vec<Stmt>, outcome: Outcome, span: Span) -> Lowered<Value> {
    if !outcome.returns {
        // A call that ends without a `return` has an arbitrary value.
        if let Some(local) = outcome.local {
            env.emit(StmtKind::Declare(local), span);
        }
        if let Some(bundle) = outcome.bundle {
            object::declare(env, Base::Bundle(bundle), span);
        }
    }
    match outcome.label {
        Some(label) => env.emit(StmtKind::Scope { label, body: stmts }, span),
        None => env.out.extend(stmts),
    }
    if let Some(local) = outcome.local {
        return Ok(Value::Scalar(env.read_local(local, span)));
    }
    if let Some(bundle) = outcome.bundle {
        return object::load(env, &Object { bundle, index: Vec::new(), is_const: false }, span);
    }
    if let Some(pointer) = outcome.pointer.and_then(|id| env.pointer(&Entity::PointerVariable(id))) {
        return Ok(Value::Pointer(pointer::settle(env, pointer, "returned")));
    }
    match (outcome.value, outcome.ty) {
        (Some(Value::Scalar(mut e)), _) => {
            e.span = span;
            Ok(Value::Scalar(small(env, e, &outcome.name)))
        }
        (Some(Value::Record(ty, values)), _) => {
            let smaller = values.into_iter().map(|value| match value {
                Value::Scalar(e) => Value::Scalar(small(env, e, &outcome.name)),
                other => other,
            });
            Ok(Value::Record(ty, smaller.collect()))
        }
        (Some(value), _) => Ok(value),
        (None, CType::Scalar(ty)) => {
            let local = env.new_local("result", ty, LocalRole::Temporary, span);
            env.emit(StmtKind::Declare(local), span);
            Ok(Value::Scalar(env.read_local(local, span)))
        }
        (None, CType::Void | CType::Auto) => Ok(Value::Void),
        (None, other) => Err(env.unsupported(format!("function that returns {}", other.name()), span)),
    }
}

/// A value that may be shared: a large one is kept in a variable.
fn small(env: &mut Env, e: crate::kernel::ir::Expr, name: &str) -> crate::kernel::ir::Expr {
    if value::weight(&e) > LARGEST_VALUE { expr::temporary(env, name, e) } else { e }
}

/// The type that `auto` stands for, given what initialises it.
pub fn automatic(env: &mut Env, ty: CType, value: &Value, span: Span) -> Lowered<CType> {
    Ok(match ty {
        CType::Auto => overload::value_type(env, value),
        CType::Reference { to, to_const } if matches!(*to, CType::Auto) => {
            CType::Reference { to: Box::new(overload::value_type(env, value)), to_const }
        }
        CType::Pointer { to, to_const } if matches!(*to, CType::Auto) => match overload::value_type(env, value) {
            CType::Pointer { to, .. } => CType::Pointer { to, to_const },
            other => return Err(env.unsupported(format!("`auto *` from {}", other.name()), span)),
        },
        other => other,
    })
}

/// A body that is just `return e;`.
fn is_one_return(body: &tree::Block) -> bool {
    matches!(body.stmts.as_slice(), [tree::Stmt { kind: tree::StmtKind::Return(Some(_)), wraps: false, .. }])
}

/// How a parameter is used.
pub struct Binding<'t> {
    pub name: &'t tree::Ident,
    pub is_modified: bool,
    pub is_const: bool,
    /// The body is one `return`, and nothing can be changed through the parameters.
    pub plain: bool,
    /// The function is given nothing by way of which variables of the caller could change.
    pub only_looks: bool,
}

/// Whether variables could be changed by way of what has this type.
fn leads_on(env: &Env, ty: &CType) -> bool {
    match ty {
        CType::Scalar(_) => false,
        CType::Reference { to, to_const } => !to_const || leads_on(env, to),
        CType::Array { of, .. } => leads_on(env, of),
        CType::Record(record) => env.met.records[record.id].fields.iter().any(|field| leads_on(env, &field.ty)),
        _ => true,
    }
}

/// The same for a type as it is written, of which only arithmetic types are taken for harmless.
pub fn leads_to_variables(ty: &tree::Type) -> bool {
    match &ty.kind {
        tree::TypeKind::Bool | tree::TypeKind::Int { .. } | tree::TypeKind::Float { .. } => false,
        tree::TypeKind::Reference(to) => !to.qualifiers.is_const || leads_to_variables(to),
        _ => true,
    }
}

/// What a parameter's name stands for in the callee.
pub fn bind(env: &mut Env, binding: Binding, ty: CType, value: Value, span: Span) -> Lowered<Entity> {
    let name = &binding.name.text;
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
        target @ CType::Pointer { .. } => {
            let given = pointer::converted(env, value, &target, span)?;
            if given.to_const && !matches!(target, CType::Pointer { to_const: true, .. }) {
                pointer::drops_const(env, span)?;
            }
            let to_const = given.to_const;
            let mut given = pointer::cast(env, given, &target, span)?;
            given.to_const |= to_const;
            if binding.is_modified {
                return declare::pointer_variable(env, binding.name, &target, Some((given, span)));
            }
            Ok(Entity::Pointer(pointer::settle(env, given, name)))
        }
        CType::Record(record) => {
            let value = conversion::to_record(env, value, &record, span)?;
            let value = conversion::retyped_to(env, value, &record, span)?;
            // The arrays of a value that is stored nowhere may be those of others, too.
            let is_shared = matches!(value, Value::Record(..)) && !binding.is_const && has_arrays(env, &record);
            let object = if binding.is_modified || is_shared {
                object::materialise(env, value, name, !binding.is_modified, span)?
            } else {
                object::frozen(env, value, name, binding.plain, span)?
            };
            // Whether the argument is `const` says nothing of its copy (R292).
            Ok(Entity::Alias(Object { is_const: binding.is_const, ..object }.place()))
        }
        CType::Reference { to_const, .. }
            if env.met.chosen.contains(&span)
                && !matches!(value, Value::Place(_))
                && !(to_const && binding.only_looks) =>
        {
            Err(env.unsupported("a reference to a choice between objects, or with side effects", span))
        }
        CType::Reference { to, to_const } => match (*to, value) {
            (CType::Record(record), Value::Place(place @ Place::Object { .. }))
                if object::record_of(env, &Value::Place(place.clone())).is_some_and(|own| own == record) =>
            {
                let place = pointer::settle_place(env, place, name);
                Ok(Entity::Alias(if to_const { declare::read_only(env, place) } else { place }))
            }
            (CType::Record(record), value) => {
                let derived = object::record_of(env, &value).is_some_and(|own| own != record);
                let is_object = derived && matches!(value, Value::Place(_));
                if !to_const && !is_object {
                    let message = format!("the reference parameter `{name}` needs a variable of its type");
                    return Err(env.error(codes::E0304, span, message));
                }
                let value = conversion::to_referred(env, value, &record, span)?;
                match value {
                    Value::Place(place @ Place::Object { .. }) => {
                        let place = pointer::settle_place(env, place, name);
                        Ok(Entity::Alias(if to_const { declare::read_only(env, place) } else { place }))
                    }
                    value => {
                        let object = object::frozen(env, value, name, false, span)?;
                        Ok(Entity::Alias(Object { is_const: true, ..object }.place()))
                    }
                }
            }
            (CType::Pointer { to, to_const: inner }, value) if to_const => {
                let target = CType::Pointer { to, to_const: inner };
                let given = pointer::converted(env, value, &target, span)?;
                let given = pointer::cast(env, given, &target, span)?;
                Ok(Entity::Pointer(pointer::settle(env, given, name)))
            }
            // The variable itself, which the body may let point elsewhere (R265).
            (CType::Pointer { to, to_const: inner }, Value::Pointer(_)) => {
                match env.variables.pointer_names.get(&span).copied() {
                    Some(id)
                        if env.memory.pointers[id.0].element.same(&to)
                            && env.memory.pointers[id.0].to_const == inner =>
                    {
                        Ok(Entity::PointerVariable(id))
                    }
                    _ => Err(env.unsupported("a reference to a pointer that is no plain variable of the type", span)),
                }
            }
            (CType::Closure(_), value @ Value::Closure(_)) => Ok(Entity::Object(value)),
            (CType::Scalar(scalar), Value::Place(place)) if expr::place_type(env, &place) == scalar => {
                let place = pointer::settle_place(env, place, name);
                Ok(Entity::Alias(if to_const { declare::read_only(env, place) } else { place }))
            }
            (CType::Scalar(scalar), value) if to_const => {
                let value = expr::read(env, value, span)?;
                by_value(env, &binding, scalar, convert(value, scalar, Conversion::Implicit), span)
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
                | Base::Window(_)
                | Base::Slots(_)
                | Base::Choice(_) => Ok(Entity::Row(pointer::settle(env, row, name))),
            },
            (CType::Group(wanted), Value::Group(group)) if wanted.holds(group) => Ok(Entity::Group(group)),
            (CType::Surface, value @ Value::Surface(_)) => Ok(Entity::Object(value)),
            (other, _) => Err(env.unsupported(format!("reference to {}", other.name()), span)),
        },
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

/// Whether an object has arrays in it.
fn has_arrays(env: &Env, record: &RecordRef) -> bool {
    env.met.records[record.id].fields.iter().any(|field| match &field.ty {
        CType::Array { .. } => true,
        CType::Record(inner) => has_arrays(env, inner),
        _ => false,
    })
}

fn by_value(env: &mut Env, binding: &Binding, ty: Type, value: crate::kernel::ir::Expr, span: Span) -> Lowered<Entity> {
    if let Some(place) = flat::variable(env, &binding.name.text, ty, binding.is_const, binding.name.span) {
        flat::fill(env, &place, value, span);
        return Ok(Entity::Alias(place));
    }
    let leaf = value::weight(&value) == 1;
    if !binding.is_modified && leaf && (binding.plain || pointer::is_stable(env, &value)) {
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
pub fn bindings_name(function: &Function, bindings: &BTreeMap<String, Entity>) -> String {
    let args: Vec<String> = function
        .template
        .iter()
        .filter_map(|param| param.name.as_ref())
        .map(|name| match bindings.get(&name.text) {
            Some(Entity::Type(ty)) if bindings.contains_key(&constness::key(&name.text)) => {
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
