//! Lists in braces among the arguments of a call: `f({a, b})` (CLASS-14).

use crate::base::Span;
use crate::cpp::{Env, Lowered, Scope, Value, candidates::Callable, methods, types::CType};
use crate::lower::{
    expressions::{expr, order},
    names::resolve,
    objects::aggregate,
};
use crate::syntax::tree::{self, ExprKind, Initializer, rename};

use super::call;

const CONSTRUCT: &str = "initialiser list as a value";

/// The values of arguments, and where they stand: a list is an object of the parameter's type.
pub fn arguments(env: &mut Env, callables: &[Callable], args: &[tree::Expr]) -> Lowered<(Vec<Value>, Vec<Span>)> {
    if !args.iter().any(is_list) {
        return call::arguments(env, args);
    }
    let mut types = Vec::new();
    for (at, arg) in args.iter().enumerate() {
        types.push(if is_list(arg) { parameter(env, callables, args.len(), at, arg)? } else { None });
    }
    let exprs: Vec<&tree::Expr> = args.iter().collect();
    let values = order::operands_by(env, &exprs, &mut |env, at, e| match &types[at] {
        Some(ty) => aggregate::value(env, ty, &aggregate::as_initializer(e)),
        None => expr::lower(env, e),
    })?;
    Ok((values, args.iter().map(|arg| arg.span).collect()))
}

/// The same for the constructors of a class.
pub fn of_constructor(env: &mut Env, class: usize, args: &[tree::Expr]) -> Lowered<(Vec<Value>, Vec<Span>)> {
    let constructors = methods::constructors(env, class);
    // `C({a, b})` may be the copy of `C{a, b}`.
    if let [arg @ tree::Expr { kind: ExprKind::InitList(items), .. }] = args
        && constructors.iter().any(|constructor| takes(constructor, items.len()))
    {
        return Err(env.unsupported(CONSTRUCT, arg.span));
    }
    let callables: Vec<Callable> = constructors.into_iter().map(|own| Callable::member(class, own)).collect();
    arguments(env, &callables, args)
}

/// The items of a list as the arguments of a constructor.
pub fn items(items: &[Initializer]) -> Option<Vec<tree::Expr>> {
    let item = |item: &Initializer| match item {
        Initializer::Expr(e) => Some(e.clone()),
        Initializer::List(inner, span) => {
            Some(tree::Expr { kind: ExprKind::InitList(self::items(inner)?), span: *span })
        }
        Initializer::Construct(_) => None,
    };
    items.iter().map(item).collect()
}

/// Whether an argument is a list in braces.
pub fn is_list(arg: &tree::Expr) -> bool {
    matches!(arg.kind, ExprKind::InitList(_))
}

fn takes(function: &tree::Function, count: usize) -> bool {
    let needed = function.params.iter().filter(|param| param.default.is_none()).count();
    (needed..=function.params.len()).contains(&count)
}

/// The one type that the functions which may be meant have for a parameter; a class, or a number for a list of at most one value.
fn parameter(
    env: &mut Env,
    callables: &[Callable],
    count: usize,
    at: usize,
    arg: &tree::Expr,
) -> Lowered<Option<CType>> {
    let ExprKind::InitList(items) = &arg.kind else { return Ok(None) };
    let mut found: Option<CType> = None;
    for callable in callables.iter().filter(|callable| takes(callable.function, count)) {
        let function = callable.function;
        let is_open = |param: &tree::TemplateParam| {
            param.name.as_ref().is_none_or(|own| rename::mentions(&function.params[at].ty, &own.text))
        };
        if function.template.iter().any(is_open) {
            return Err(env.unsupported(CONSTRUCT, arg.span));
        }
        let scope = callable.record.map_or_else(Scope::default, |record| env.met.records[record].scope.clone());
        let ty = env.with_scopes(vec![scope], |env| resolve::parameter(env, &function.params[at].ty))?;
        let ty = match ty {
            CType::Reference { to, to_const: true } => *to,
            other => other,
        };
        // A number is made of one value.
        if matches!(ty, CType::Scalar(_)) && items.len() > 1 {
            continue;
        }
        if found.as_ref().is_some_and(|known| !known.same(&ty)) {
            return Err(env.unsupported(CONSTRUCT, arg.span));
        }
        found = Some(ty);
    }
    match found {
        Some(ty @ CType::Record(_)) => Ok(Some(ty)),
        Some(ty @ CType::Scalar(_)) if !items.iter().any(is_list) => Ok(Some(ty)),
        _ => Err(env.unsupported(CONSTRUCT, arg.span)),
    }
}
