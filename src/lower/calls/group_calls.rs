//! Calls of functions that make or take cooperative groups (WARP-25), and expressions that denote one.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::base::Span;
use crate::cpp::{
    Entity, Env, Group, Lowered, Value, builtin,
    types::{CType, shown, type_name},
    value,
};
use crate::cuda::{
    functions::{Argument, Call, check_count},
    groups,
};
use crate::kernel::ir::{BarrierScope, Combine, Expr, Type, WARP};
use crate::lower::{
    expressions::expr,
    names::{globals, resolve},
};
use crate::syntax::tree::{self, TemplateArg, TypeKind};

use super::{barriers::barrier, builtins};

/// The function objects of cooperative groups.
const OBJECTS: [(&str, Combine); 6] = [
    ("plus", Combine::Add),
    ("less", Combine::Min),
    ("greater", Combine::Max),
    ("bit_and", Combine::And),
    ("bit_or", Combine::Or),
    ("bit_xor", Combine::Xor),
];

/// A call of a function that makes or takes groups.
pub fn call(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    if name.path.iter().any(|part| part == "experimental") {
        return Some(Err(env.unsupported(format!("call of `{}`", shown(name)), span)));
    }
    if let Some(maker) = groups::maker(&name.ident) {
        return Some(builtins::evaluated(env, &maker, &name.ident, args, span));
    }
    match (name.ident.as_str(), args) {
        ("tiled_partition", _) => Some(tiles(env, name, args, span)),
        ("reduce", [group, value, object]) | ("inclusive_scan" | "exclusive_scan", [group, value, object])
            if denotes(env, group) =>
        {
            Some(combination(env, name, (group, value), Some(object), span))
        }
        ("inclusive_scan" | "exclusive_scan", [group, value]) if denotes(env, group) => {
            Some(combination(env, name, (group, value), None, span))
        }
        ("sync", [group]) => Some(match expr::lower(env, group) {
            Ok(Value::Group(group)) => sync(env, group, span),
            Ok(_) => Err(env.unsupported("call of `sync`", span)),
            Err(reported) => Err(reported),
        }),
        _ => None,
    }
}

/// A method of a group.
pub fn method(env: &mut Env, group: Group, call: Call<Argument>) -> Lowered<Value> {
    if call.name != "sync" {
        return groups::method(env, group, call);
    }
    check_count(env, call.name, 0..=0, call.args.len(), call.span)?;
    sync(env, group, call.span)
}

/// The threads of a group wait for each other.
fn sync(env: &mut Env, group: Group, span: Span) -> Lowered<Value> {
    match group {
        Group::Block => Ok(barrier(env, BarrierScope::Block, span)),
        Group::Grid => Ok(barrier(env, BarrierScope::Grid, span)),
        Group::Tile(_) | Group::Lanes(_) | Group::Any => groups::sync(env, group, span),
    }
}

fn is_maker(name: &str) -> bool {
    name == "tiled_partition" || groups::maker(name).is_some()
}

/// `tiled_partition<N>(block)` or `tiled_partition(block, N)`, also of a tile.
fn tiles(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let template = name.template_args.as_deref().and_then(<[_]>::first);
    let needed = if template.is_some() { 1 } else { 2 };
    check_count(env, &name.ident, needed..=needed, args.len(), span)?;
    let size = match template {
        Some(arg) => tile_size(env, arg, span)?,
        None => {
            let (effects, size) = env.captured(|env| expr::rvalue(env, &args[1]));
            let size = size?;
            constant_size(env, if effects.is_empty() { Some(&size) } else { None }, span)?
        }
    };
    let of = expr::lower(env, &args[0])?;
    groups::tiles(env, &of, size, span)
}

/// The size of a tile, as a template argument.
pub fn tile_size(env: &mut Env, arg: &TemplateArg, span: Span) -> Lowered<u32> {
    let lowered = match arg {
        TemplateArg::Value(size) => env.captured(|env| expr::rvalue(env, size)).1,
        // The grammar takes a lone name for a type.
        TemplateArg::Type(ty) => match &ty.kind {
            tree::TypeKind::Named(name) => match globals::entity(env, name) {
                Some(Entity::Value(known)) => Ok(known),
                Some(Entity::Local(local)) => Ok(env.read_local(local, span)),
                _ => Err(env.unsupported("a tile of this size", span)),
            },
            _ => Err(env.unsupported("a tile of this size", span)),
        },
    };
    let size = lowered?;
    constant_size(env, Some(&size), span)
}

fn constant_size(env: &mut Env, size: Option<&Expr>, span: Span) -> Lowered<u32> {
    let known = size.and_then(value::constant_int).and_then(|size: BigInt| size.to_u32());
    match known.filter(|size| size.is_power_of_two() && *size <= WARP) {
        Some(size) => Ok(size),
        None => Err(env.unsupported("a tile whose size is no constant power of two up to 32", span)),
    }
}

/// Whether an expression is one of a group.
fn denotes(env: &mut Env, e: &tree::Expr) -> bool {
    match &e.kind {
        tree::ExprKind::Name(name) => matches!(globals::entity(env, name), Some(Entity::Group(_))),
        tree::ExprKind::Call(callee, _) => {
            matches!(&callee.kind, tree::ExprKind::Name(name) if is_maker(&name.ident))
        }
        _ => false,
    }
}

/// The group that an expression denotes, if it denotes one.
pub fn group_of(env: &mut Env, e: &tree::Expr) -> Option<Lowered<Group>> {
    if !denotes(env, e) {
        return None;
    }
    match expr::lower(env, e) {
        Ok(Value::Group(group)) => Some(Ok(group)),
        Ok(_) => None,
        Err(reported) => Some(Err(reported)),
    }
}

/// `block.group_index().x` and the like.
pub fn member(env: &mut Env, base: &tree::Expr, member: &tree::Name, span: Span) -> Option<Lowered<Expr>> {
    let tree::ExprKind::Call(callee, args) = &base.kind else { return None };
    let tree::ExprKind::Member { base: group, member: method, .. } = &callee.kind else { return None };
    if !args.is_empty() {
        return None;
    }
    let group = match group_of(env, group)? {
        Ok(group) => group,
        Err(reported) => return Some(Err(reported)),
    };
    let name = groups::variable(group, &method.ident)?;
    builtin(name, &member.ident).map(|builtin| Ok(env.builtin(builtin, span)))
}

/// `reduce(group, value, op)`, `inclusive_scan(group, value)` and the like.
fn combination(
    env: &mut Env,
    name: &tree::Name,
    (group, value): (&tree::Expr, &tree::Expr),
    object: Option<&tree::Expr>,
    span: Span,
) -> Lowered<Value> {
    let group = Argument { value: expr::lower(env, group)?, span: group.span };
    let number = expr::rvalue(env, value)?;
    let with = match object {
        Some(object) => function_object(env, object, number.ty)?,
        None => Combine::Add,
    };
    let value = Argument { value: Value::Scalar(number), span: value.span };
    groups::combination(env, Call { name: &name.ident, args: vec![group, value], span }, with, &shown(name))
}

/// `cg::plus<T>()`
fn function_object(env: &mut Env, e: &tree::Expr, ty: Type) -> Lowered<Combine> {
    let name = match &e.kind {
        tree::ExprKind::Call(callee, args) if args.is_empty() => match &callee.kind {
            tree::ExprKind::Name(name) => Some(name),
            _ => None,
        },
        tree::ExprKind::Construct(ty, args) if args.is_empty() => match &ty.kind {
            TypeKind::Named(name) => Some(name),
            _ => None,
        },
        _ => None,
    };
    let Some((name, row)) = name.and_then(|name| Some((name, OBJECTS.iter().find(|row| row.0 == name.ident)?))) else {
        return Err(env.unsupported("an operator other than those of cooperative groups", e.span));
    };
    if env.table.classes.records.contains_key(name.ident.as_str()) {
        return Err(env.unsupported(format!("an operator `{}` of the program", shown(name)), e.span));
    }
    if let Some([TemplateArg::Type(given)]) = name.template_args.as_deref()
        && matches!(resolve::resolve(env, given)?, CType::Scalar(given) if given == ty)
    {
        return Ok(row.1);
    }
    Err(env.unsupported(format!("`{}` for another type than {}", shown(name), type_name(ty)), e.span))
}
