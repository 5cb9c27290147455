//! Which function a call means: template arguments, viability, and the best conversions.

use crate::base::{Span, codes};
use crate::kernel::ir::{Conversion, Expr, Type};
use crate::syntax::tree::{self, Function, TemplateArg, TemplateParamKind, TypeKind};

use super::call;
use super::expr::{self, Value};
use super::pointer;
use super::resolve;
use super::scope::{Entity, Env, Lowered, Scope};
use super::types::{CType, promote};
use super::value;

/// A function that a call can mean, with its template arguments and parameter types.
pub struct Candidate<'a> {
    pub function: &'a Function,
    pub bindings: Scope,
    pub params: Vec<CType>,
    /// Distinguishes instances of one template.
    pub instance: String,
    /// How well each argument fits: 0 exact, 1 promotion, 2 conversion.
    cost: Vec<u32>,
}

/// Chooses among functions of one name; `None` when none takes the arguments.
pub fn choose<'a>(
    env: &mut Env,
    name: &tree::Name,
    functions: &[&'a Function],
    args: &[Value],
    span: Span,
) -> Lowered<Option<Candidate<'a>>> {
    let mut viable: Vec<Candidate> = Vec::new();
    for function in functions.iter().copied().filter(|function| !function.specifiers.global) {
        let needed = function.params.iter().filter(|param| param.default.is_none()).count();
        if args.len() < needed || args.len() > function.params.len() {
            continue;
        }
        if let Some(candidate) = candidate(env, name, function, args)? {
            viable.push(candidate);
        }
    }
    // A prototype and its definition are one function, and the one with the body is wanted.
    viable.sort_by_key(|candidate| (!candidate.function.template.is_empty(), candidate.function.body.is_none()));
    let better = |a: &Candidate, b: &Candidate| {
        let no_worse = a.cost.iter().zip(&b.cost).all(|(a, b)| a <= b);
        let once_better = a.cost.iter().zip(&b.cost).any(|(a, b)| a < b);
        no_worse && once_better
    };
    let mut best: Option<usize> = None;
    for at in 0..viable.len() {
        if viable.iter().all(|other| !better(other, &viable[at])) && best.is_none() {
            best = Some(at);
        }
    }
    let Some(best) = best else { return Ok(None) };
    let chosen = &viable[best];
    let same_types = |other: &Candidate| chosen.params.iter().map(CType::name).eq(other.params.iter().map(CType::name));
    let rival = viable.iter().enumerate().find(|(at, other)| {
        let redeclared = same_types(other) && other.function.body.is_none();
        let less_special = chosen.function.template.is_empty() && !other.function.template.is_empty();
        let worse = better(chosen, other) || redeclared || (less_special && chosen.cost == other.cost);
        *at != best && !worse
    });
    if let Some((_, rival)) = rival {
        if same_types(rival) || !rival.function.template.is_empty() {
            // Namespaces that were opened, or one template more special than the other.
            return Err(env.unsupported(format!("choice between several functions `{}`", name.ident), span));
        }
        let message = format!("the call of `{}` is ambiguous", name.ident);
        let diagnostic = crate::base::Diagnostic::error(codes::E0309, span, message)
            .also(chosen.function.name.span, "this function takes the arguments")
            .also(rival.function.name.span, "and so does this one");
        env.diagnostic(diagnostic);
        return Err(super::scope::Reported);
    }
    Ok(Some(viable.swap_remove(best)))
}

/// A function with its template arguments, if it can take the arguments.
fn candidate<'a>(
    env: &mut Env,
    name: &tree::Name,
    function: &'a Function,
    args: &[Value],
) -> Lowered<Option<Candidate<'a>>> {
    let Some(bindings) = template_arguments(env, name, function, args)? else { return Ok(None) };
    let scopes = vec![bindings.clone()];
    let params: Lowered<Vec<CType>> =
        env.with_scopes(scopes, |env| function.params.iter().map(|param| resolve::resolve(env, &param.ty)).collect());
    let params = params?;
    let mut costs = Vec::new();
    for (value, ty) in args.iter().zip(&params) {
        match cost(env, value, ty) {
            Some(cost) => costs.push(cost),
            None => return Ok(None),
        }
    }
    let instance = format!("{}{}", function.name.text, call::bindings_name(function, &bindings));
    Ok(Some(Candidate { function, bindings, params, instance, cost: costs }))
}

/// How well a value fits a parameter.
fn cost(env: &Env, value: &Value, ty: &CType) -> Option<u32> {
    let scalar = match value {
        Value::Scalar(e) => Some(e.ty),
        Value::Place(place) => Some(expr::place_value(env, place, Span::default()).ty),
        Value::Pointer(_) | Value::Row(_) | Value::Group(_) | Value::Void => None,
    };
    match (ty, value) {
        (CType::Scalar(to), _) => scalar_cost(scalar?, *to),
        (CType::Pointer { to, to_const }, Value::Pointer(from) | Value::Row(from)) => {
            let (element, _) = to.elements()?;
            // A pointer of another element type is left to the cast, which names it.
            Some(if element != pointer::element_of(env, from) { 2 } else { u32::from(from.to_const != *to_const) })
        }
        (CType::Array { of: to, .. }, Value::Pointer(from) | Value::Row(from)) => {
            let (element, _) = to.elements()?;
            Some(if element == pointer::element_of(env, from) { 0 } else { 2 })
        }
        (CType::Reference { to, to_const }, _) => match (&**to, value) {
            (CType::Scalar(to), Value::Place(_)) if scalar == Some(*to) => Some(0),
            (CType::Scalar(to), _) if *to_const => scalar_cost(scalar?, *to),
            (CType::Array { .. }, Value::Row(_)) => Some(0),
            (CType::Group(wanted), Value::Group(group)) if wanted == group => Some(0),
            (CType::Other(_), _) => Some(2),
            _ => None,
        },
        (CType::Group(wanted), Value::Group(group)) if wanted == group => Some(0),
        // Not modelled: chosen last, and reported by name.
        (CType::Other(_) | CType::Auto, _) => Some(2),
        _ => None,
    }
}

fn scalar_cost(from: Type, to: Type) -> Option<u32> {
    let promoted = promote(from) == to || (from.is_fractional() && to == Type::Float { bits: 64 });
    Some(if from == to {
        0
    } else if promoted {
        1
    } else {
        2
    })
}

/// Explicit, deduced and default template arguments; `None` when one stays open or does not fit.
fn template_arguments(env: &mut Env, name: &tree::Name, function: &Function, args: &[Value]) -> Lowered<Option<Scope>> {
    let mut bindings = Scope::new();
    let explicit = name.template_args.as_deref().unwrap_or_default();
    if explicit.len() > function.template.len() {
        return Ok(None);
    }
    for (param, arg) in function.template.iter().zip(explicit) {
        let Some(entity) = argument(env, &param.kind, arg)? else { return Ok(None) };
        if let Some(name) = &param.name {
            bindings.insert(name.text.clone(), entity);
        }
    }
    for (param, value) in function.params.iter().zip(args) {
        let given = given_type(env, value, &param.ty);
        deduce(function, &param.ty, &given, &mut bindings);
    }
    for param in &function.template {
        let Some(name) = &param.name else { continue };
        if bindings.contains_key(&name.text) {
            continue;
        }
        let scopes = vec![bindings.clone()];
        let entity = match &param.kind {
            TemplateParamKind::Type(Some(default)) => {
                Entity::Type(env.with_scopes(scopes, |env| resolve::resolve(env, default))?)
            }
            TemplateParamKind::Value(_, Some(default)) => {
                Entity::Value(env.with_scopes(scopes, |env| resolve::extent(env, default))?)
            }
            TemplateParamKind::Type(None) | TemplateParamKind::Value(_, None) => return Ok(None),
            TemplateParamKind::Other(what) => return Err(env.unsupported(what.clone(), param.span)),
        };
        bindings.insert(name.text.clone(), entity);
    }
    Ok(Some(bindings))
}

/// A template argument as written, if it is of the parameter's kind.
pub fn argument(env: &mut Env, kind: &TemplateParamKind, arg: &TemplateArg) -> Lowered<Option<Entity>> {
    Ok(match (kind, arg) {
        (TemplateParamKind::Type(_), TemplateArg::Type(ty)) => Some(Entity::Type(resolve::resolve(env, ty)?)),
        (TemplateParamKind::Value(ty, _), TemplateArg::Value(e)) => {
            let ty = resolve::resolve(env, ty)?;
            Some(Entity::Value(value_argument(env, &ty, e)?))
        }
        _ => None,
    })
}

/// A constant of a value parameter's type, or an expression over the caller's template parameters.
fn value_argument(env: &mut Env, ty: &CType, e: &tree::Expr) -> Lowered<Expr> {
    let CType::Scalar(scalar) = ty else {
        return Err(env.unsupported(format!("template parameter of type {}", ty.name()), e.span));
    };
    let (effects, given) = env.captured(|env| expr::rvalue(env, e));
    let given = value::convert(given?, *scalar, Conversion::Implicit);
    if let Some(known) = value::constant(&given).and_then(|known| value::literal(&known, *scalar, e.span)) {
        return Ok(known);
    }
    if effects.is_empty() && resolve::is_launch_constant(env, &given) {
        return Ok(given);
    }
    Err(env.error(codes::E0305, e.span, "a template argument must be a constant"))
}

/// The type that a parameter sees.
fn given_type(env: &Env, value: &Value, param: &tree::Type) -> CType {
    match value {
        Value::Scalar(e) => CType::Scalar(e.ty),
        Value::Place(place) => CType::Scalar(expr::place_value(env, place, Span::default()).ty),
        Value::Row(row) if matches!(param.kind, TypeKind::Reference(_)) => match pointer::type_of(env, row) {
            CType::Pointer { to, .. } => {
                let extent = match row.base {
                    super::scope::Base::Array(array) => {
                        env.kernel.arrays[array.index()].extents.get(row.prefix.len()).cloned().flatten()
                    }
                    super::scope::Base::Local(_) => None,
                };
                CType::Array { of: to, extent }
            }
            other => other,
        },
        Value::Pointer(pointer) | Value::Row(pointer) => pointer::type_of(env, pointer),
        Value::Group(group) => CType::Group(*group),
        Value::Void => CType::Void,
    }
}

/// Binds the template parameters in a parameter's type by the type given for it.
fn deduce(function: &Function, param: &tree::Type, given: &CType, bindings: &mut Scope) {
    match (&param.kind, given) {
        (TypeKind::Named(name), _) if name.path.is_empty() && name.template_args.is_none() => {
            let is_parameter = function.template.iter().any(|param| {
                call::is_type_parameter(&param.kind) && param.name.as_ref().is_some_and(|own| own.text == name.ident)
            });
            if is_parameter {
                bindings.entry(name.ident.clone()).or_insert_with(|| Entity::Type(given.clone()));
            }
        }
        // `thread_block_tile<N>`
        (TypeKind::Named(name), CType::Group(super::groups::Group::Tile(size)))
            if name.ident == "thread_block_tile" =>
        {
            let written = match name.template_args.as_deref().and_then(<[_]>::first) {
                Some(TemplateArg::Value(tree::Expr { kind: tree::ExprKind::Name(name), .. }))
                | Some(TemplateArg::Type(tree::Type { kind: TypeKind::Named(name), .. })) => Some(name),
                _ => None,
            };
            let own = |name: &&tree::Name| {
                function.template.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name.ident))
            };
            if let Some(name) = written.filter(own) {
                let known = value::int(*size, Type::INT, name.span);
                bindings.entry(name.ident.clone()).or_insert_with(|| Entity::Value(known));
            }
        }
        (TypeKind::Reference(inner), _) => deduce(function, inner, given, bindings),
        (TypeKind::Pointer(inner), CType::Pointer { to, .. }) => deduce(function, inner, to, bindings),
        (TypeKind::Array(inner, extent), CType::Array { of, extent: known }) => {
            if let (Some(extent), Some(known)) = (extent, known)
                && let tree::ExprKind::Name(name) = &extent.kind
                && function.template.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name.ident))
            {
                bindings.entry(name.ident.clone()).or_insert_with(|| Entity::Value(known.clone()));
            }
            deduce(function, inner, of, bindings);
        }
        (TypeKind::Array(inner, _), CType::Pointer { to, .. }) => deduce(function, inner, to, bindings),
        _ => {}
    }
}
