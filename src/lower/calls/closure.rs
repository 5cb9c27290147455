//! Lambda expressions: their body is lowered where they are called, with the names of where they stand. And functions
//! by name, where one is given to a pointer to functions: which one it is, is known wherever it is called.

use crate::base::{Span, codes};
use crate::cpp::{
    Base, Closure, Entity, Env, Lowered, Note, Place, Pointer, Scope, Value, Written,
    frame::{Frame, Returning, Tail},
    modified,
    types::{self, CType},
    value,
};
use crate::kernel::ir::{ArrayId, Expr, ExprKind, Space};
use crate::lower::{
    expressions::expr,
    names::{decisions, lookup, resolve},
    statements::stmt,
};
use crate::memory::{constness, read, storage, temporaries};
use crate::syntax::tree::{self, Initializer, Lambda, TypeKind};

use super::{call, inline, passing};

/// What a type is called that is a pointer to functions.
pub const FUNCTION_POINTER: &str = "a function pointer";

/// Whether a value may be given to something of this type.
pub fn fits(ty: &CType, value: &Value) -> bool {
    matches!((ty, value), (CType::Other(name), Value::Closure(_)) if name == FUNCTION_POINTER)
}

/// A function of the program as a value (LOOKUP-22). Mentions of one function are one value.
pub fn function(env: &mut Env, name: &tree::Name) -> Value {
    let namespace = env.frame.namespace.clone();
    let name = &lookup::by_namespace(env, name);
    let shown = types::shown(name);
    let known = env.met.closures.iter().position(|closure| match closure {
        Closure::Function { name: other, namespace: place, .. } => {
            name.template_args.is_none()
                && other.template_args.is_none()
                && types::shown(other) == shown
                && *place == namespace
        }
        Closure::Lambda(_) | Closure::Table(_) => false,
    });
    let id = known.unwrap_or_else(|| {
        env.met.closures.push(Closure::Function { name: name.clone(), namespace, order: env.frame.order });
        env.met.closures.len() - 1
    });
    Value::Closure(id)
}

/// A constant array of pointers to functions, if that is what is declared: its elements are known (LOOKUP-24).
pub fn table(env: &mut Env, ty: &CType, init: Option<&Initializer>) -> Lowered<Option<Value>> {
    let CType::Array { of, extent } = ty else { return Ok(None) };
    let (CType::Other(what), Some(Initializer::List(list, _))) = (&**of, init) else { return Ok(None) };
    let known = extent.as_ref().and_then(value::constant_int);
    if what != FUNCTION_POINTER
        || known.as_ref().is_some_and(|known| *known != list.len().into())
        || extent.is_some() && known.is_none()
    {
        return Ok(None);
    }
    let mut functions = Vec::new();
    for item in list {
        let Initializer::Expr(e) = item else { return Ok(None) };
        let e = match &e.kind {
            tree::ExprKind::Unary(tree::UnaryOp::AddressOf, function) => function,
            _ => e,
        };
        match expr::lower(env, e)? {
            value @ Value::Closure(_) => functions.push(value),
            _ => return Ok(None),
        }
    }
    env.met.closures.push(Closure::Table(functions));
    Ok(Some(Value::Closure(env.met.closures.len() - 1)))
}

/// An element of a constant array of functions.
pub fn element(env: &mut Env, id: usize, index: &Expr, span: Span) -> Lowered<Value> {
    let Closure::Table(functions) = &env.met.closures[id] else {
        return Err(env.unsupported("an element of a function", span));
    };
    let known = value::constant_int(index).and_then(|known| usize::try_from(known).ok());
    match known.map(|known| functions.get(known).cloned()) {
        Some(Some(function)) => Ok(function),
        Some(None) => Err(env.unsupported("an element beyond the end of a table of functions", span)),
        None => Err(env.unsupported("a table of functions at an index that is not known", span)),
    }
}

/// The value of a lambda expression.
pub fn make(env: &mut Env, lambda: &Lambda, span: Span) -> Lowered<Value> {
    let Some(lambda) = env.table.classes.lambdas.get(&std::ptr::from_ref(lambda).addr()).copied() else {
        return Err(env.unsupported("a lambda expression here", span));
    };
    if let Some(first) = lambda.unsupported.first() {
        return Err(env.unsupported(first.construct.clone(), first.span));
    }
    if lambda.is_mutable {
        return Err(env.unsupported("a mutable lambda expression", span));
    }
    let by_value = lambda.captures.first().is_some_and(|item| item == "=");
    let by_reference = lambda.captures.first().is_some_and(|item| item == "&");
    let mut named = Vec::new();
    for item in &lambda.captures {
        match item.as_str() {
            "=" | "&" | "this" => {}
            // It would be a copy of the object (CLASS-28).
            "*this" => return Err(env.unsupported("capture of `*this`", span)),
            item if item.contains('=') => return Err(env.unsupported("a capture with an initialiser", span)),
            item => named.push(item.trim_start_matches('&').to_string()),
        }
    }
    let mut scopes = env.scopes.clone();
    // What is captured by value keeps the value of this moment.
    let mut copies = Scope::default();
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
            Entity::Local(local) if !env.variables.stable.contains(&local) => {
                let held = env.read_local(local, span);
                let captured = captured(env, &name, held);
                copies.insert(name, captured);
            }
            // It would be a copy of the array.
            entity if (by_value || named.contains(&name)) && is_private_array(env, &entity) => {
                return Err(env.unsupported(format!("capture of `{name}`"), span));
            }
            Entity::Alias(Place::Object { .. }) | Entity::PointerVariable(_) => {
                return Err(env.unsupported(format!("capture of `{name}`"), span));
            }
            Entity::Alias(place @ (Place::Local(_) | Place::Cell { .. } | Place::Wide { .. } | Place::Either(_))) => {
                let held = read::place_value(env, &place, span);
                let captured = captured(env, &name, held);
                copies.insert(name, captured);
            }
            _ => {}
        }
    }
    scopes.push(copies);
    env.met.closures.push(Closure::Lambda(Written { lambda, span, scopes, frame: env.frame.clone() }));
    Ok(Value::Closure(env.met.closures.len() - 1))
}

/// A member of the closure: a variable of its own, which is `const`, since the lambda expression is not `mutable` (CLASS-28).
fn captured(env: &mut Env, name: &str, value: Expr) -> Entity {
    let kept = temporaries::temporary(env, name, value);
    let ExprKind::Local(local) = *kept.kind else { return Entity::Value(kept) };
    env.variables.stable.insert(local);
    env.variables.constants.insert(local);
    Entity::Local(local)
}

/// Whether a parameter's type is the argument's.
fn mentions_auto(ty: &tree::Type) -> bool {
    matches!(ty.innermost().kind, TypeKind::Auto)
}

/// Whether a name is an array of the thread's own, which may change.
fn is_private_array(env: &Env, entity: &Entity) -> bool {
    let arrays = match entity {
        Entity::Array(array) => vec![*array],
        Entity::Bundle(bundle) => storage::of_object(env, *bundle).1,
        Entity::Row(Pointer { base: Base::PointerArray(_), .. }) => return true,
        Entity::Row(Pointer { base: Base::CellView(cell_view), .. }) => vec![env.memory.cell_views[cell_view.0].cells],
        _ => return false,
    };
    let changes = |array: &ArrayId| {
        let data = &env.kernel.arrays[array.index()];
        data.space == Space::Private && !data.is_const
    };
    arrays.iter().any(changes)
}

/// Calls a lambda expression, or a function that is a value.
pub fn call(env: &mut Env, id: usize, values: Vec<Value>, spans: Vec<Span>, span: Span) -> Lowered<Value> {
    let closure = match env.met.closures[id].clone() {
        Closure::Lambda(written) => written,
        Closure::Function { name, namespace, order } => {
            return call::of_function(env, &name, (namespace, order), values, spans, span);
        }
        Closure::Table(_) => return Err(env.unsupported("a table of functions that is called", span)),
    };
    let lambda = closure.lambda;
    decisions::called(env, span, closure.span);
    let is_pack = |param: &&tree::Param| matches!(&param.ty.kind, TypeKind::Other(what) if what == "a parameter pack");
    if let Some(pack) = lambda.params.iter().find(is_pack) {
        return Err(env.unsupported("a parameter pack of a lambda expression", pack.span));
    }
    if values.len() < lambda.params.len() && lambda.params[values.len()..].iter().all(|param| param.default.is_some()) {
        return Err(env.unsupported("a default argument of a lambda expression", span));
    }
    if values.len() != lambda.params.len() {
        return Err(env.error(
            codes::E0303,
            span,
            format!("the lambda expression takes {} arguments", lambda.params.len()),
        ));
    }
    let key = (lambda.body.span, String::new());
    if env.nesting.calls.contains(&key) {
        return Err(env.unsupported("recursion of a lambda expression", span));
    }
    call::check_size(env, span)?;
    let modified = modified::names(&lambda.body, env.table);
    let mut scope = Scope::default();
    let mut scopes = closure.scopes.clone();
    let mut frame = closure.frame;
    for (at, ((param, value), value_span)) in lambda.params.iter().zip(values).zip(spans).enumerate() {
        let ty = env.with_scopes(closure.scopes.clone(), |env| resolve::parameter(env, &param.ty))?;
        let ty = inline::automatic(env, ty, &value, value_span)?;
        if mentions_auto(&param.ty) {
            // One function for each type, with `__shared__` arrays of its own (CLASS-29).
            let takes_const = matches!(&param.ty.kind, TypeKind::Reference(to) if !to.qualifiers.is_const);
            let is_const = takes_const && constness::of(env, &value) == Some(true);
            frame.instance = format!("{}, {}{}", frame.instance, if is_const { "const " } else { "" }, ty.name());
            if let Some(first) = scopes.first_mut() {
                first.note(Note::AutoType, &at.to_string(), Entity::Type(ty.clone()));
            }
        }
        let Some(name) = &param.name else { continue };
        let binding = passing::Binding {
            name,
            is_modified: modified.contains(&name.text),
            is_const: resolve::stands_for_const(env, &param.ty),
            used: passing::Use { by_contract: false, plain: false, only_looks: false },
        };
        let entity = passing::bind(env, binding, ty, value, value_span)?;
        scope.insert(name.text.clone(), entity);
    }
    scopes.push(scope);
    let ty = match &lambda.return_type {
        Some(ty) => env.with_scopes(scopes.clone(), |env| resolve::resolve(env, ty))?,
        None => CType::Auto,
    };
    let frame = Frame {
        function: Some("lambda".into()),
        modified,
        targets: Vec::new(),
        loop_path: vec![0],
        result: Returning::of(ty),
        ..frame
    };
    let body: &tree::Block = &lambda.body;
    let returns = stmt::always_returns(&body.stmts);
    inline::run(env, inline::Called { frame, scopes, key, name: "lambda", returns }, span, |env| {
        stmt::body(env, body, Tail::Straight);
        Ok(())
    })
}
