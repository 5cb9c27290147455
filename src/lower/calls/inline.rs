//! The body of a device function in place of its call.

use std::collections::BTreeSet;

use crate::base::{Span, codes};
use crate::cpp::{
    Base, BundleId, Entity, Env, Lowered, Note, Object, Place, PointerId, Reported, Scope, Value,
    candidates::Candidate,
    frame::{Frame, Returning, Tail},
    methods, modified,
    types::CType,
    value, volatile,
};
use crate::kernel::ir::{Expr, Label, LocalId, LocalRole, Stmt, StmtKind};
use crate::lower::{
    expressions::expr,
    names::{decisions, decltype, resolve},
    objects::{construction, copy_constructors},
    statements::stmt,
};
use crate::memory::{object, pointer, read, storage, temporaries};
use crate::syntax::tree::{self, Function, FunctionKind};

use super::{call, contract, passing};

/// A call's value of more nodes than this gets a variable, so that sharing it costs nothing.
pub const LARGEST_VALUE: usize = 64;

/// Lowers the body of a device function in place of its call.
pub fn inline<'a: 'c, 'c>(
    env: &mut Env<'a>,
    candidate: Candidate<'c>,
    spans: Vec<Span>,
    values: Vec<Value>,
    this: Option<Object>,
    span: Span,
) -> Lowered<Value> {
    let function = defined(env, &candidate, span)?;
    let name = &function.name.text;
    decisions::called(env, span, candidate.function.name.span);
    let Some(body) = &function.body else {
        return Err(env.unsupported(format!("call of `{name}`, whose body is not in this file"), span));
    };
    // Instances of a template for different arguments are different functions (TEMPLATE-13).
    let key = (function.name.span, candidate.instance.clone());
    if env.nesting.calls.contains(&key) {
        return Err(env.unsupported(format!("recursion of `{name}`"), span));
    }
    // It may not change its object.
    let this = this.map(|this| Object { is_const: this.is_const || function.specifiers.is_const, ..this });
    let by_contract = contract::has_one(env, function, &candidate, this.as_ref(), span)?;
    call::check_size(env, span)?;
    let modified = modified::names(body, env.table);
    let is_plain_type = |ty: &CType| matches!(ty, CType::Scalar(_) | CType::Record(_));
    let plain = !by_contract && is_one_return(body) && this.is_none() && candidate.params.iter().all(is_plain_type);
    let only_looks = plain || (this.is_none() && !candidate.params.iter().any(|ty| leads_on(env, ty)));
    let given = given(env, function, &candidate, (values, &spans), span)?;
    let Passed { parameters, declared, copied } =
        pass(env, given, &modified, passing::Use { by_contract, plain, only_looks })?;
    let mut scope = parameters.clone();
    scope.join(declared);
    let bindings = candidate.bindings.clone();
    let mut around = vec![candidate.bindings.clone()];
    around.extend(decltype::is_mentioned(&function.return_type).then(|| scope.clone()));
    let ty = env.with_scopes(around, |env| resolve::resolve(env, &function.return_type))?;
    let is_constructor = function.kind == FunctionKind::Constructor;
    let result = Returning::of(if is_constructor { CType::Void } else { ty });
    let mut scopes = vec![bindings.clone()];
    if let Some(this) = &this {
        scopes.push(fields(env, this, span));
    }
    scopes.push(scope);
    let frame = Frame { modified, this: this.clone().map(Object::place), result, ..frame(env, function, candidate) };
    let returns = stmt::always_returns(&body.stmts);
    let lower = |env: &mut Env<'a>| {
        run(env, Called { frame, scopes, key, name, returns }, span, |env| {
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
    let is_const = env.with_scopes(vec![bindings], |env| resolve::stands_for_const(env, &function.return_type));
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

/// The declaration of a function that has its body, if one can be called and has one.
fn defined<'a: 'c, 'c>(env: &mut Env<'a>, candidate: &Candidate<'c>, span: Span) -> Lowered<&'c Function> {
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
    Ok(outside.unwrap_or(function))
}

/// A parameter with its type and what it is given.
type Given<'c> = (&'c tree::Param, CType, Value, Span);

/// What the parameters are given: the arguments, then default values.
fn given<'c>(
    env: &mut Env,
    function: &'c Function,
    candidate: &Candidate<'c>,
    (values, spans): (Vec<Value>, &[Span]),
    span: Span,
) -> Lowered<Vec<Given<'c>>> {
    let mut values = values.into_iter();
    let mut given = Vec::new();
    for (at, param) in function.params.iter().enumerate() {
        let default = candidate.function.params.get(at).and_then(|param| param.default.as_ref());
        let (value, value_span) = match (values.next(), &param.default, default) {
            (Some(value), ..) => (value, spans.get(at).copied().unwrap_or(span)),
            (None, Some(default), _) | (None, None, Some(default)) => {
                let bindings = candidate.bindings.clone();
                (env.with_scopes(vec![bindings], |env| expr::lower(env, default))?, default.span)
            }
            (None, None, None) => continue,
        };
        given.push((param, candidate.params[at].clone(), value, value_span));
    }
    Ok(given)
}

/// What the names of parameters mean in the body.
struct Passed<'c> {
    parameters: Scope,
    /// What is noted of the types with which they are declared.
    declared: Scope,
    /// Parameters of a function with a contract that its body changes.
    copied: Vec<(&'c tree::Ident, CType, Entity)>,
}

fn pass<'c>(
    env: &mut Env,
    given: Vec<Given<'c>>,
    modified: &BTreeSet<String>,
    used: passing::Use,
) -> Lowered<Passed<'c>> {
    let mut passed = Passed { parameters: Scope::default(), declared: Scope::default(), copied: Vec::new() };
    for (param, ty, value, span) in given {
        let Some(name) = &param.name else { continue };
        let is_modified = modified.contains(&name.text);
        let is_const = resolve::is_const(&param.ty);
        let ty = automatic(env, ty, &value, span)?;
        // A contract speaks of the arguments, so what the body changes is a copy.
        let keeps = if used.by_contract { contract::needs_local(&ty, &value) } else { is_modified };
        let binding = passing::Binding { name, is_modified: keeps, is_const, used };
        decltype::note(&mut passed.declared, &name.text, &ty);
        if volatile::may_be(env, &param.ty, None) {
            passed.declared.note(Note::Volatile, &name.text, Entity::Reported);
        }
        let entity = passing::bind(env, binding, ty.clone(), value, span)?;
        if is_modified && used.by_contract {
            passed.copied.push((name, ty, entity.clone()));
        }
        passed.parameters.insert(name.text.clone(), entity);
    }
    Ok(passed)
}

/// Where the body of a function stands; what it may change, its object and its result are not told.
fn frame(env: &mut Env, function: &Function, candidate: Candidate) -> Frame {
    let name = &function.name.text;
    let count = env.counts.inlined.entry(name.clone()).or_insert(0);
    *count += 1;
    let class = candidate.record.and_then(|record| env.met.records[record].tree);
    let is_template = !function.template.is_empty()
        || class.is_some_and(|tree| !tree.template.is_empty() || tree.template_args.is_some());
    Frame {
        function: Some(if *count == 1 { name.clone() } else { format!("{name}#{count}") }),
        instance: candidate.instance,
        namespace: class.map_or(&function.scope, |tree| &tree.scope).clone(),
        order: function.order,
        is_template,
        record: candidate.record,
        loop_path: vec![0],
        ..Frame::default()
    }
}

/// The names of an object's fields.
pub fn fields(env: &mut Env, this: &Object, span: Span) -> Scope {
    let id = env.memory.bundles[this.bundle.0].ty.id;
    let names: Vec<String> = env.met.records[id].fields.iter().map(|field| field.name.clone()).collect();
    let mut scope = Scope::default();
    for (at, name) in names.into_iter().enumerate() {
        // A class template does not look into base classes that its arguments say.
        if methods::is_field_of_dependent_base(env, id, at) && env.table.declares_value(&name) {
            continue;
        }
        let entity = object::field_entity(env, this, at, span);
        if let (true, Entity::Alias(Place::Object { bundle, index, is_const })) =
            (name.starts_with(tree::UNNAMED), entity.clone())
        {
            scope.join(fields(env, &Object { bundle, index, is_const }, span));
        }
        scope.insert(name, entity);
    }
    scope
}

/// Whether a member function of a class template is specialised: `template <> int C<float>::f() { ... }`.
pub fn has_special_member(env: &Env, class: &str, name: &str) -> bool {
    let functions = env.table.functions.get(name).map_or(&[][..], Vec::as_slice);
    functions.iter().any(|function| {
        function.template_args.is_some()
            && function.scope.last().is_some_and(|last| last.split_once('<').is_some_and(|(of, _)| of == class))
    })
}

/// The definition outside of the class of a member function that is only declared inside.
pub fn defined_outside<'a>(env: &Env<'a>, record: usize, method: &Function) -> Option<&'a Function> {
    let tree = env.met.records[record].tree?;
    let shape = |function: &Function| {
        function.params.iter().map(|param| format!("{:?}", methods::shape_of(&param.ty))).collect::<Vec<_>>()
    };
    let functions = env.table.functions.get(method.name.text.as_str())?;
    let mut fitting = functions.iter().copied().filter(|function| {
        function.body.is_some()
            && copy_constructors::is_of_class(tree, method, function)
            && shape(function) == shape(method)
            && function.specifiers.is_const == method.specifiers.is_const
    });
    let only = fitting.next()?;
    fitting.next().is_none().then_some(only)
}

/// A body that is lowered in place of a call.
pub struct Called<'n> {
    /// The function that the body belongs to.
    pub frame: Frame,
    /// What names mean in the body, innermost scope last.
    pub scopes: Vec<Scope>,
    /// The function, and which instance it is.
    pub key: (Span, String),
    /// The function's name.
    pub name: &'n str,
    /// It always ends by `return`.
    pub returns: bool,
}

/// Lowers a body under a frame of its own; gives the value that it returns.
pub fn run<'a>(
    env: &mut Env<'a>,
    Called { frame, scopes, key, name, returns }: Called,
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
    label: Option<Label>,
    local: Option<LocalId>,
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
            storage::declare(env, Base::Bundle(bundle), span);
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
    if let Some(pointer) = outcome.pointer.and_then(|id| pointer::of_entity(env, &Entity::PointerVariable(id))) {
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
pub fn small(env: &mut Env, e: Expr, name: &str) -> Expr {
    if value::weight(&e) > LARGEST_VALUE { temporaries::temporary(env, name, e) } else { e }
}

/// The type that `auto` stands for, given what initialises it.
pub fn automatic(env: &mut Env, ty: CType, value: &Value, span: Span) -> Lowered<CType> {
    Ok(match ty {
        CType::Auto => read::value_type(env, value),
        CType::Reference { to, to_const } if matches!(*to, CType::Auto) => {
            CType::Reference { to: Box::new(read::value_type(env, value)), to_const }
        }
        CType::Pointer { to, to_const } if matches!(*to, CType::Auto) => match read::value_type(env, value) {
            CType::Pointer { to, .. } => CType::Pointer { to, to_const },
            other => return Err(env.unsupported(format!("`auto *` from {}", other.name()), span)),
        },
        other => other,
    })
}

/// A body that is just `return e;`.
pub fn is_one_return(body: &tree::Block) -> bool {
    matches!(body.stmts.as_slice(), [tree::Stmt { kind: tree::StmtKind::Return(Some(_)), wraps: false, .. }])
}

/// Whether variables could be changed by way of what has this type.
pub fn leads_on(env: &Env, ty: &CType) -> bool {
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
