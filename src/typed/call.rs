//! Calls: overload resolution, template deduction for device functions, and inlining.

use std::collections::BTreeMap;

use crate::base::{Span, codes};
use crate::kernel::ir::{Conversion, LocalRole, Stmt, StmtKind, Type};
use crate::syntax::tree::{self, Function, TemplateParamKind};

use super::builtins;
use super::declare;
use super::expr::{self, Value};
use super::frame::{Frame, Returned, Returning, Tail};
use super::groups;
use super::modified;
use super::order;
use super::overload::{self, Candidate};
use super::pointer;
use super::resolve;
use super::scope::{Base, Entity, Env, Lowered, Reported, Scope};
use super::stmt;
use super::types::CType;
use super::value::{self, convert};

/// Calls nested deeper than this are not inlined.
const DEEPEST: usize = 64;

/// A kernel that grows beyond this many statements by inlining is not lowered.
const LARGEST: usize = 10_000;

const TOO_MUCH: &str = "device functions inlined too deep or too often";

/// A call's value of more nodes than this gets a variable, so that sharing it costs nothing.
const LARGEST_VALUE: usize = 64;

/// Lowers a call of whatever kind.
pub fn call(env: &mut Env, callee: &tree::Expr, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    match &callee.kind {
        tree::ExprKind::Name(name) => by_name(env, name, args, span),
        tree::ExprKind::Member { base, member, .. } => match groups::method(env, base, member, args, span) {
            Some(result) => result,
            None => Err(env.unsupported(format!("member function `{}`", member.ident), span)),
        },
        _ => Err(env.unsupported("call through an expression", span)),
    }
}

fn by_name(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let shown = resolve::shown(name);
    match env.lookup(name) {
        Some(Entity::Unsupported(construct)) => return Err(env.unsupported(construct, span)),
        Some(Entity::Reported) => return Err(Reported),
        _ => {}
    }
    if let Some(functions) = env.table.functions.get(name.ident.as_str()) {
        let functions = visible(functions, name, &env.frame.namespace);
        if let Some(special) = functions.iter().flat_map(|function| &function.unsupported).next() {
            // It may be what is called.
            return Err(env.unsupported(format!("call of `{shown}`: {}", special.construct), span));
        }
        if functions.iter().any(|function| !function.specifiers.global) {
            return user_call(env, name, &functions, args, span);
        }
        if !functions.is_empty() {
            return Err(env.unsupported(format!("call of kernel `{shown}`"), span));
        }
    }
    let built_in = match name.path.last().map(String::as_str) {
        None | Some("std") => true,
        Some(_) => false,
    };
    let result = if built_in { builtins::call(env, &name.ident, args, span) } else { None };
    let result = result.or_else(|| groups::call(env, name, args, span));
    result.unwrap_or_else(|| Err(env.unsupported(format!("call of `{shown}`"), span)))
}

/// The functions that a name can mean: those of the innermost enclosing namespace that has any.
fn visible<'a>(functions: &[&'a Function], name: &tree::Name, namespace: &[String]) -> Vec<&'a Function> {
    if name.is_global {
        return functions.iter().copied().filter(|function| function.scope == name.path).collect();
    }
    let found: Vec<&Function> =
        functions.iter().copied().filter(|function| function.scope.ends_with(&name.path)).collect();
    let enclosing = |function: &Function| {
        let outer = &function.scope[..function.scope.len() - name.path.len()];
        namespace.starts_with(outer).then_some(outer.len())
    };
    match found.iter().filter_map(|function| enclosing(function)).max() {
        Some(innermost) => found.into_iter().filter(|function| enclosing(function) == Some(innermost)).collect(),
        // A `using` made them visible.
        None => found,
    }
}

fn user_call(
    env: &mut Env,
    name: &tree::Name,
    functions: &[&Function],
    args: &[tree::Expr],
    span: Span,
) -> Lowered<Value> {
    let exprs: Vec<&tree::Expr> = args.iter().collect();
    let values = order::operands(env, &exprs)?;
    match overload::choose(env, name, functions, &values, span)? {
        Some(candidate) => inline(env, candidate, args, values, span),
        None => match builtins::call(env, &name.ident, args, span) {
            // A function of ours that shares its name with a built-in one, which is meant here.
            Some(result) => result,
            None if functions.iter().all(|function| function.params.len() != args.len()) => {
                let message = format!("`{}` does not take {} arguments", name.ident, args.len());
                Err(env.error(codes::E0303, span, message))
            }
            None => {
                let message = format!("no function `{}` takes arguments of these types", name.ident);
                Err(env.error(codes::E0309, span, message))
            }
        },
    }
}

/// Lowers the body of a device function in place of its call.
fn inline(env: &mut Env, candidate: Candidate, args: &[tree::Expr], values: Vec<Value>, span: Span) -> Lowered<Value> {
    let function = candidate.function;
    let name = &function.name.text;
    let Some(body) = &function.body else {
        return Err(env.unsupported(format!("call of `{name}`, whose body is not in this file"), span));
    };
    if env.calls.contains(&function.name.span) {
        return Err(env.unsupported(format!("recursion of `{name}`"), span));
    }
    if !function.contract.is_empty() {
        return Err(env.unsupported(format!("contract of device function `{name}`"), function.header));
    }
    if env.calls.len() >= DEEPEST || env.size > LARGEST {
        // Once is enough.
        if env.kernel.unsupported.iter().any(|found| found.construct == TOO_MUCH) {
            return Err(Reported);
        }
        return Err(env.unsupported(TOO_MUCH, span));
    }
    let modified = modified::names(body, env.table);
    let plain = is_one_return(body) && function.params.iter().all(|param| is_plain(&param.ty));
    let mut scope = Scope::new();
    let mut parameters = Vec::new();
    let mut values = values.into_iter();
    for (at, param) in function.params.iter().enumerate() {
        let ty = candidate.params[at].clone();
        let (value, value_span) = match (values.next(), &param.default) {
            (Some(value), _) => (value, args[at].span),
            (None, Some(default)) => {
                let bindings = candidate.bindings.clone();
                (env.with_scopes(vec![bindings], |env| expr::lower(env, default))?, default.span)
            }
            (None, None) => continue,
        };
        parameters.push((param, ty, value, value_span));
    }
    for (param, ty, value, value_span) in parameters {
        let Some(param_name) = &param.name else { continue };
        let is_modified = modified.contains(&param_name.text);
        let is_const = resolve::is_const(&param.ty);
        let binding = Binding { name: param_name, is_modified, is_const, plain };
        let entity = bind(env, binding, ty, value, value_span)?;
        scope.insert(param_name.text.clone(), entity);
    }
    let ty = env.with_scopes(vec![candidate.bindings.clone()], |env| resolve::resolve(env, &function.return_type))?;
    let count = env.inlined.entry(name.clone()).or_insert(0);
    *count += 1;
    let frame = Frame {
        function: Some(if *count == 1 { name.clone() } else { format!("{name}#{count}") }),
        instance: candidate.instance,
        namespace: function.scope.clone(),
        modified,
        targets: Vec::new(),
        loop_path: vec![0],
        result: Returning::Function { ty: ty.clone(), label: None, local: None, value: None },
    };
    let caller = std::mem::replace(&mut env.frame, frame);
    let caller_scopes = std::mem::replace(&mut env.scopes, vec![candidate.bindings, scope]);
    env.calls.push(function.name.span);
    let (stmts, ()) = env.captured(|env| stmt::body(env, body, Tail::Straight));
    env.calls.pop();
    env.scopes = caller_scopes;
    let frame = std::mem::replace(&mut env.frame, caller);
    let Returning::Function { label, local, value, ty } = frame.result else { return Ok(Value::Void) };
    finish(
        env,
        stmts,
        Outcome { label, local, value, ty, returns: stmt::always_returns(&body.stmts), name: name.clone() },
        span,
    )
}

/// How an inlined body ended.
struct Outcome {
    label: Option<crate::kernel::ir::Label>,
    local: Option<crate::kernel::ir::LocalId>,
    value: Option<Returned>,
    ty: CType,
    returns: bool,
    name: String,
}

/// Puts the inlined body in place and gives the call's value.
fn finish(env: &mut Env, stmts: Vec<Stmt>, outcome: Outcome, span: Span) -> Lowered<Value> {
    if let (Some(local), false) = (outcome.local, outcome.returns) {
        // A call that ends without a `return` has an arbitrary value.
        env.emit(StmtKind::Declare(local), span);
    }
    match outcome.label {
        Some(label) => env.emit(StmtKind::Scope { label, body: stmts }, span),
        None => env.out.extend(stmts),
    }
    if let Some(local) = outcome.local {
        return Ok(Value::Scalar(env.read_local(local, span)));
    }
    match (outcome.value, outcome.ty) {
        (Some(Returned::Scalar(mut e)), _) => {
            e.span = span;
            if value::weight(&e) > LARGEST_VALUE {
                return Ok(Value::Scalar(expr::temporary(env, &outcome.name, e)));
            }
            Ok(Value::Scalar(e))
        }
        (Some(Returned::Pointer(pointer)), _) => Ok(Value::Pointer(pointer)),
        (None, CType::Scalar(ty)) => {
            let local = env.new_local("result", ty, LocalRole::Temporary, span);
            env.emit(StmtKind::Declare(local), span);
            Ok(Value::Scalar(env.read_local(local, span)))
        }
        (None, CType::Void | CType::Auto) => Ok(Value::Void),
        (None, other) => Err(env.unsupported(format!("function that returns {}", other.name()), span)),
    }
}

/// A body that is just `return e;`.
fn is_one_return(body: &tree::Block) -> bool {
    matches!(body.stmts.as_slice(), [tree::Stmt { kind: tree::StmtKind::Return(Some(_)), wraps: false, .. }])
}

/// A parameter through which a caller's variable cannot be changed.
fn is_plain(ty: &tree::Type) -> bool {
    !matches!(ty.kind, tree::TypeKind::Pointer(_) | tree::TypeKind::Reference(_) | tree::TypeKind::Array(..))
}

/// How a parameter is used.
struct Binding<'t> {
    name: &'t tree::Ident,
    is_modified: bool,
    is_const: bool,
    /// The body is one `return`, and nothing can be changed through the parameters.
    plain: bool,
}

/// What a parameter's name stands for in the callee.
fn bind(env: &mut Env, binding: Binding, ty: CType, value: Value, span: Span) -> Lowered<Entity> {
    let name = &binding.name.text;
    match ty {
        CType::Scalar(scalar) => {
            let value = expr::read(env, value, span)?;
            by_value(env, &binding, scalar, convert(value, scalar, Conversion::Implicit), span)
        }
        CType::Pointer { .. } | CType::Array { .. } => {
            let target = pointer_type(ty);
            let given = pointer::decay(env, value, span)?;
            if given.to_const && !matches!(target, CType::Pointer { to_const: true, .. }) {
                return Err(pointer::drops_const(env, span));
            }
            let given = pointer::cast(env, given, &target, span)?;
            if binding.is_modified {
                return declare::pointer_variable(env, binding.name, &target, Some((given, span)));
            }
            Ok(Entity::Pointer(pointer::settle(env, given, name)))
        }
        CType::Reference { to, to_const } => match (*to, value) {
            (CType::Scalar(scalar), Value::Place(place)) if expr::place_value(env, &place, span).ty == scalar => {
                let place = pointer::settle_place(env, place, name);
                Ok(Entity::Alias(if to_const { declare::read_only(place) } else { place }))
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
                Base::Array(_) | Base::Local(_) => {
                    Err(env.unsupported(format!("reference `{name}` to a row of an array"), span))
                }
            },
            (CType::Group(wanted), Value::Group(group)) if wanted == group => Ok(Entity::Group(group)),
            (other, _) => Err(env.unsupported(format!("reference to {}", other.name()), span)),
        },
        CType::Group(wanted) => match value {
            Value::Group(group) if wanted == group => Ok(Entity::Group(group)),
            _ => Err(env.unsupported(format!("{} from something else", wanted.name()), span)),
        },
        other => Err(env.unsupported(format!("parameter of type {}", other.name()), span)),
    }
}

fn by_value(env: &mut Env, binding: &Binding, ty: Type, value: crate::kernel::ir::Expr, span: Span) -> Lowered<Entity> {
    let leaf = value::weight(&value) == 1;
    if !binding.is_modified && leaf && (binding.plain || pointer::is_stable(env, &value)) {
        return Ok(Entity::Value(value));
    }
    let local = env.new_local(&binding.name.text, ty, LocalRole::Variable, binding.name.span);
    if !binding.is_modified {
        env.stable.insert(local);
    }
    if binding.is_const {
        env.constants.insert(local);
    }
    env.emit(StmtKind::Assign { local, value }, span);
    Ok(Entity::Local(local))
}

/// A parameter of array type is a pointer to its first element.
pub fn pointer_type(ty: CType) -> CType {
    match ty {
        CType::Array { of, .. } => CType::Pointer { to: of, to_const: false },
        other => other,
    }
}

/// Template arguments by parameter name, and how the instance is called.
pub fn bindings_name(function: &Function, bindings: &BTreeMap<String, Entity>) -> String {
    let args: Vec<String> = function
        .template
        .iter()
        .filter_map(|param| param.name.as_ref())
        .map(|name| match bindings.get(&name.text) {
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
