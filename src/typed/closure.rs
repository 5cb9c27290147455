//! Lambda expressions: their body is lowered where they are called, with the names of where they stand.

use crate::base::{Span, codes};
use crate::syntax::tree::{self, Lambda};

use super::call;
use super::expr::{self, Value};
use super::frame::{Frame, Returning, Tail};
use super::modified;
use super::resolve;
use super::scope::{Entity, Env, Lowered, Place, Scope};
use super::stmt;
use super::types::CType;

/// A lambda expression with what its names meant where it stood.
#[derive(Clone)]
pub struct Closure<'a> {
    lambda: &'a Lambda,
    scopes: Vec<Scope>,
    frame: Frame,
}

/// The value of a lambda expression.
pub fn make(env: &mut Env, lambda: &Lambda, span: Span) -> Lowered<Value> {
    let Some(lambda) = env.table.lambdas.get(&std::ptr::from_ref(lambda).addr()).copied() else {
        return Err(env.unsupported("a lambda expression here", span));
    };
    if let Some(first) = lambda.unsupported.first() {
        return Err(env.unsupported(first.construct.clone(), first.span));
    }
    let by_value = lambda.captures.first().is_some_and(|item| item == "=");
    let by_reference = lambda.captures.first().is_some_and(|item| item == "&");
    let mut named = Vec::new();
    for item in &lambda.captures {
        match item.as_str() {
            "=" | "&" | "this" | "*this" => {}
            item if item.contains('=') => return Err(env.unsupported("a capture with an initialiser", span)),
            item => named.push(item.trim_start_matches('&').to_string()),
        }
    }
    let mut scopes = env.scopes.clone();
    // What is captured by value keeps the value of this moment.
    let mut copies = Scope::new();
    for name in modified::mentioned(&lambda.body) {
        let entity = env.scopes.iter().rev().find_map(|scope| scope.get(&name)).cloned();
        let Some(entity) = entity else { continue };
        let reference = by_reference && !lambda.captures.contains(&name)
            || lambda.captures.iter().any(|item| item.strip_prefix('&') == Some(&name));
        if reference {
            continue;
        }
        match entity {
            Entity::Local(_) | Entity::Alias(_) | Entity::PointerVariable(_) if !by_value && !named.contains(&name) => {
            }
            Entity::Local(local) if !env.stable.contains(&local) => {
                let kept = env.read_local(local, span);
                let kept = expr::temporary(env, &name, kept);
                copies.insert(name, Entity::Value(kept));
            }
            Entity::Alias(Place::Object { .. }) | Entity::PointerVariable(_) => {
                return Err(env.unsupported(format!("capture of `{name}`"), span));
            }
            Entity::Alias(place @ (Place::Local(_) | Place::Cell { .. })) => {
                let kept = expr::place_value(env, &place, span);
                let kept = expr::temporary(env, &name, kept);
                copies.insert(name, Entity::Value(kept));
            }
            _ => {}
        }
    }
    scopes.push(copies);
    env.closures.push(Closure { lambda, scopes, frame: env.frame.clone() });
    Ok(Value::Closure(env.closures.len() - 1))
}

/// Calls a lambda expression.
pub fn call(env: &mut Env, id: usize, values: Vec<Value>, spans: Vec<Span>, span: Span) -> Lowered<Value> {
    let closure = env.closures[id].clone();
    let lambda = closure.lambda;
    if values.len() != lambda.params.len() {
        return Err(env.error(
            codes::E0303,
            span,
            format!("the lambda expression takes {} arguments", lambda.params.len()),
        ));
    }
    let key = lambda.body.span;
    if env.calls.contains(&key) {
        return Err(env.unsupported("recursion of a lambda expression", span));
    }
    call::check_size(env, span)?;
    let modified = modified::names(&lambda.body, env.table);
    let mut scope = Scope::new();
    for ((param, value), value_span) in lambda.params.iter().zip(values).zip(spans) {
        let Some(name) = &param.name else { continue };
        let ty = env.with_scopes(closure.scopes.clone(), |env| resolve::resolve(env, &param.ty))?;
        let ty = call::automatic(env, ty, &value, value_span)?;
        let binding = call::Binding {
            name,
            is_modified: modified.contains(&name.text),
            is_const: resolve::is_const(&param.ty),
            plain: false,
        };
        let entity = call::bind(env, binding, ty, value, value_span)?;
        scope.insert(name.text.clone(), entity);
    }
    let ty = match &lambda.return_type {
        Some(ty) => env.with_scopes(closure.scopes.clone(), |env| resolve::resolve(env, ty))?,
        None => CType::Auto,
    };
    let mut scopes = closure.scopes;
    scopes.push(scope);
    let frame = Frame {
        function: Some("lambda".into()),
        modified,
        targets: Vec::new(),
        loop_path: vec![0],
        result: Returning::Function { ty, label: None, local: None, bundle: None, value: None },
        ..closure.frame
    };
    let body: &tree::Block = &lambda.body;
    call::run(env, frame, scopes, key, "lambda", stmt::always_returns(&body.stmts), span, |env| {
        stmt::body(env, body, Tail::Straight);
        Ok(())
    })
}
