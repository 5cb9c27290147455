//! Calls: overload resolution, template deduction for device functions, and inlining.

use crate::base::{Diagnostic, Span, codes};
use crate::cpp::{
    Entity, Env, Lowered, Place, Reported, TOO_MUCH, Value,
    candidates::{Callable, Candidate},
    methods,
    types::{self, CType},
    value::convert,
};
use crate::cuda;
use crate::cuda::{
    functions::{Argument, Call},
    limits, signatures,
};
use crate::kernel::ir::{Conversion, Expr};
use crate::lower::{
    annotations,
    expressions::{casts, expr, order},
    names::{
        globals, lookup, record, resolve,
        same_function::{self, Same},
        undeclared,
    },
    objects::member,
};
use crate::syntax::tree::{self, Function, FunctionKind, TemplateParamKind};

use super::{braced_arguments, builtins, closure, group_calls, inline, overload};

/// Calls nested deeper than this are not inlined.
const DEEPEST: usize = 64;

/// A kernel that grows beyond this many statements by inlining is not lowered.
const LARGEST: usize = 10_000;

/// Lowers a call of whatever kind.
pub fn call(env: &mut Env, callee: &tree::Expr, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    match &callee.kind {
        tree::ExprKind::Name(name) => by_name(env, name, args, span),
        tree::ExprKind::Member { base, member, arrow } => match group_calls::group_of(env, base) {
            Some(group) => {
                let group = group?;
                let args = builtins::arguments(env, args)?;
                let args = builtins::as_numbers(env, args)?;
                group_calls::method(env, group, Call { name: &member.ident, args, span })
            }
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
    let shown = types::shown(name);
    if let Some(result) = static_method(env, name, args, span) {
        return result;
    }
    let is_by_block = name.path.is_empty() && !name.is_global && lookup::is_named_in_block(env, &name.ident);
    match globals::entity(env, name).filter(|_| !is_by_block) {
        Some(Entity::Unsupported(construct)) => return Err(env.unsupported(construct, span)),
        Some(Entity::Reported) => return Err(Reported),
        Some(Entity::Object(callee @ Value::Closure(_))) => return member::call_value(env, callee, args, span),
        Some(entity @ (Entity::Object(_) | Entity::Alias(Place::Object { .. }) | Entity::Bundle(_))) => {
            let callee = expr::entity_value(env, entity, name)?;
            return member::call_value(env, callee, args, span);
        }
        Some(Entity::Type(ty)) => {
            // `T(x)` where the name of the type hides a function.
            return casts::construct_type(env, ty, args, span);
        }
        _ => {}
    }
    // Member functions of the class around.
    let is_plain = name.path.is_empty() && !name.is_global && !is_by_block;
    if let (Some(record), true) = (env.frame.record, is_plain) {
        let methods = methods::methods_named(env, record, &name.ident);
        // A class template does not look into base classes that its arguments say.
        let hidden = methods::is_of_dependent_base(env, record, &name.ident) && lookup::functions(env, name).is_known();
        if !methods.is_empty() && !hidden {
            let callables: Vec<Callable> =
                methods.iter().map(|(record, function)| Callable::member(*record, function)).collect();
            let (values, spans) = braced_arguments::arguments(env, &callables, args)?;
            return of_class(env, methods, name, (values, spans), span);
        }
    }
    if let Some(result) = annotations::operator_call(env, name, args, span) {
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
    let result = result.or_else(|| group_calls::call(env, name, args, span));
    result.unwrap_or_else(|| {
        let is_by_block = lookup::is_named_in_block(env, &name.ident);
        let undeclared = if is_by_block { None } else { undeclared::function(env, name) };
        Err(undeclared.unwrap_or_else(|| env.unsupported(format!("call of `{shown}`"), span)))
    })
}

/// A call of a name that only classes of the arguments declare, as a friend.
fn friend_call(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let is_friend = |method: &Function| method.specifiers.is_friend && method.name.text == name.ident;
    if !name.path.is_empty()
        || name.is_global
        || !env.table.classes.records.values().flatten().any(|tree| tree.methods.iter().any(is_friend))
    {
        return None;
    }
    let (values, spans) = match arguments(env, args) {
        Ok(found) => found,
        Err(reported) => return Some(Err(reported)),
    };
    let callables = lookup::friends(env, &name.ident, &values);
    Some(match overload::choose(env, name, &callables, &values, span) {
        Ok(Some(candidate)) => inline::inline(env, candidate, spans, values, None, span),
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
    let methods = methods::methods_named(env, record.id, &name.ident);
    if methods.is_empty() {
        return None;
    }
    let callables: Vec<Callable> =
        methods.iter().map(|(record, function)| Callable::member(*record, function)).collect();
    let values = braced_arguments::arguments(env, &callables, args);
    Some(values.and_then(|given| of_class(env, methods, name, given, span)))
}

/// A member function called by its name alone: for the present object, or for none.
fn of_class(
    env: &mut Env,
    methods: Vec<(usize, &Function)>,
    name: &tree::Name,
    (values, spans): (Vec<Value>, Vec<Span>),
    span: Span,
) -> Lowered<Value> {
    if let Some(this) = env.frame.this.clone()
        && methods.iter().any(|(_, method)| !method.specifiers.is_static)
    {
        return member::invoke(env, Value::Place(this), methods, name, (values, spans), span);
    }
    let callables: Vec<Callable> = methods
        .into_iter()
        .filter(|(_, method)| method.specifiers.is_static)
        .map(|(record, function)| Callable::member(record, function))
        .collect();
    match overload::choose(env, name, &callables, &values, span)? {
        Some(candidate) => inline::inline(env, candidate, spans, values, None, span),
        None => Err(env.unsupported(format!("call of `{}` without an object", types::shown(name)), span)),
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
            return inline::inline(env, candidate, spans, values, None, span);
        }
        // A function of ours that shares its name with a built-in one, which is meant here.
        let of_cuda = builtins::call(env, name, args, span);
        let of_group = |env: &mut Env| if none_of.is_none() { group_calls::call(env, name, args, span) } else { None };
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
    if env.table.missing.headers {
        let construct = format!("call of `{}`, which a header that was not found may declare", name.ident);
        return Err(env.unsupported(construct, span));
    }
    // A conversion that is not looked for: by a constructor for pointers or references, or by a template.
    if functions.iter().any(|function| may_convert(env, function, args.len())) {
        return Err(env.unsupported(format!("call of `{}` with arguments of other types", name.ident), span));
    }
    env.diagnostic(none_takes(&name.ident, &functions, args.len(), span));
    Err(Reported)
}

/// That a call has other arguments than each function of its name takes.
fn none_takes(name: &str, functions: &[&Function], given: usize, span: Span) -> Diagnostic {
    /// So many declarations are shown.
    const SHOWN: usize = 3;
    let is_count = functions.iter().all(|function| function.params.len() != given);
    let found = match (is_count, functions) {
        (true, [only]) => {
            let message = format!("`{name}` takes {}, {}", takes(only), here(given));
            Diagnostic::error(codes::E0303, span, message)
        }
        (true, _) => {
            let message = format!("no function `{name}` takes {}", plural(given));
            Diagnostic::error(codes::E0303, span, message)
        }
        (false, _) => {
            let message = format!("no function `{name}` takes arguments of these types");
            Diagnostic::error(codes::E0309, span, message)
        }
    };
    functions.iter().take(SHOWN).fold(found, |found, function| {
        let label = match (is_count, functions.len()) {
            (true, 1) => "declared here".to_owned(),
            (true, _) => format!("this one takes {}", takes(function)),
            (false, _) if function.params.len() == given => "this one takes others".to_owned(),
            (false, _) => format!("this one takes {}", takes(function)),
        };
        found.also(function.spans.header, label)
    })
}

/// How many arguments a function takes, in words.
fn takes(function: &Function) -> String {
    let most = function.params.len();
    match function.params.iter().filter(|param| param.default.is_none()).count() {
        least if least < most => format!("{least} to {}", plural(most)),
        _ => plural(most),
    }
}

fn plural(arguments: usize) -> String {
    format!("{arguments} {}", if arguments == 1 { "argument" } else { "arguments" })
}

/// How many there are.
fn here(arguments: usize) -> String {
    match arguments {
        0 => "here is none".to_owned(),
        1 => "here is 1".to_owned(),
        several => format!("here are {several}"),
    }
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
    let (values, spans) = braced_arguments::arguments(env, &found.all, args)?;
    let mut callables = found.all.clone();
    let seen = callables.len();
    if name.path.is_empty() && !name.is_global {
        let beside = lookup::beside(env, &name.ident, &values);
        if let Some(special) = beside.iter().flat_map(|callable| &callable.function.unsupported).next() {
            return Err(env.unsupported(format!("call of `{}`: {}", name.ident, special.construct), span));
        }
        let friends = lookup::friends(env, &name.ident, &values);
        let is_unseen = callables.iter().all(|callable| callable.is_later);
        if in_sight && (found.is_guess || is_unseen) && beside.is_empty() && friends.is_empty() {
            return Ok(Callee::NotInSight);
        }
        if found.is_guess && !beside.is_empty() {
            callables.clear();
        }
        lookup::merge(&mut callables, beside);
        if !found.is_guess && lookup::may_be_of_enumeration(env, &name.ident, &callables, &values) {
            return Err(env.unsupported(overload::Unknown::Enumeration.construct(&name.ident), span));
        }
        callables.extend(friends);
    }
    // What a list is was said by the others.
    if callables.len() != seen && args.iter().any(braced_arguments::is_list) {
        return Err(env.unsupported(overload::Unknown::List.construct(&name.ident), span));
    }
    Ok(match overload::choose(env, name, &callables, &values, span)? {
        Some(candidate) => Callee::One(candidate, values, spans),
        None => Callee::NoneOf(callables.iter().map(|callable| callable.function).collect()),
    })
}

/// Whether CUDA has a function of a name whose signature is not known here, for so many arguments: a file's function that fits exactly
/// is chosen before it, any other perhaps not (LOOKUP-17).
fn is_cuda_without_signature(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> bool {
    // `swap` is the library's alone, which has it in a namespace.
    let is_known = !signatures::named(&name.ident).is_empty() || name.ident == "swap";
    if is_known || args.iter().any(braced_arguments::is_list) {
        return false;
    }
    let (_, said) = env.said();
    let is_count = |wrong: &Diagnostic| wrong.code == codes::E0303;
    env.ask(|env| {
        builtins::call(env, name, args, span).is_some() && !env.kernel.diagnostics[said..].iter().any(is_count)
    })
}

/// A call of one of CUDA's functions that was chosen by its signature: its arguments are what its parameters make of them (LOOKUP-17).
fn of_cuda(env: &mut Env, candidate: Candidate, values: Vec<Value>, spans: Vec<Span>, span: Span) -> Lowered<Value> {
    let mut args = Vec::new();
    for (at, (value, span)) in values.into_iter().zip(spans).enumerate() {
        let referred = match &candidate.params[at] {
            CType::Reference { to, .. } => to,
            other => other,
        };
        let value = match referred {
            CType::Scalar(ty) => {
                let number = convert(expr::read(env, value, span)?, *ty, Conversion::Implicit);
                Value::Scalar(Expr { span, ..number })
            }
            _ => value,
        };
        args.push(Argument { value, span });
    }
    let name = &candidate.function.name.text;
    let called = tree::Name { ident: name.clone(), span, ..tree::Name::default() };
    let Some(function) = cuda::named(&called, args.len()) else {
        return Err(env.unsupported(format!("call of `{name}`"), span));
    };
    function.check(env, name, args.len(), span)?;
    let result = builtins::apply(env, &function, Call { name, args, span })?;
    let bindings = vec![candidate.bindings];
    let declared = env.with_scopes(bindings, |env| resolve::resolve(env, &candidate.function.return_type))?;
    match (result, declared) {
        (Value::Scalar(e), CType::Scalar(ty)) => Ok(Value::Scalar(convert(e, ty, Conversion::Implicit))),
        (result, _) => Ok(result),
    }
}

/// Whether a function of so many parameters takes objects of classes that have constructors, or has a pack of them.
fn may_convert(env: &Env, function: &Function, arguments: usize) -> bool {
    let has_constructor = |name: &tree::Name| {
        let records = env.table.classes.records.get(name.ident.as_str()).into_iter().flatten();
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

/// Whether a name says by itself which function is meant: C++ chooses by the pointer's type among several (LOOKUP-23).
fn only_function(env: &mut Env, name: &tree::Name, callables: &[Callable]) -> bool {
    let in_sight: Vec<&Callable> = callables.iter().filter(|callable| !callable.is_later).collect();
    let all = if in_sight.is_empty() { callables.iter().collect() } else { in_sight };
    let Some((first, others)) = all.split_first() else { return true };
    let explicit = name.template_args.as_ref().map_or(0, Vec::len);
    let is_specialisation = |other: &Callable| other.function.template_args.is_some();
    first.function.template.len() <= explicit
        && others.iter().all(|other| {
            is_specialisation(other) || same_function::same(env, first.function, other.function) == Same::Yes
        })
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
            format!("`{}` as a pointer: its type says which of several functions it is", types::shown(name));
        return Err(env.unsupported(construct, span));
    }
    match overload::choose(env, name, &callables, &values, span)? {
        Some(candidate) => inline::inline(env, candidate, spans, values, None, span),
        None => Err(env.unsupported(format!("call of `{}` through a pointer", types::shown(name)), span)),
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
