//! What groups of lanes compute together: reductions, scans, matches, coalesced lanes (R200 to R202).

use crate::base::Span;
use crate::kernel::ir::{Combine, Conversion, Expr, ExprKind, Lanes, LocalId, Type, WARP, WarpOp};
use crate::syntax::tree::{self, TemplateArg, TypeKind};

use super::builtins::count;
use super::builtins::no_arguments;
use super::expr::{self, read};
use super::groups;
use super::memory::copy;
use super::memory::pointer;
use super::memory::read;
use super::model::types::{CType, promote, shown, type_name};
use super::model::value::{self, convert};
use super::model::{Env, Group, Lowered, Reported, Value};
use super::order;
use super::resolve;
use super::warps;

/// The functions of warps that combine operands.
const REDUCTIONS: [(&str, Combine); 6] = [
    ("__reduce_add_sync", Combine::Add),
    ("__reduce_min_sync", Combine::Min),
    ("__reduce_max_sync", Combine::Max),
    ("__reduce_and_sync", Combine::And),
    ("__reduce_or_sync", Combine::Or),
    ("__reduce_xor_sync", Combine::Xor),
];

/// The function objects of cooperative groups.
const OBJECTS: [(&str, Combine); 6] = [
    ("plus", Combine::Add),
    ("less", Combine::Min),
    ("greater", Combine::Max),
    ("bit_and", Combine::And),
    ("bit_or", Combine::Or),
    ("bit_xor", Combine::Xor),
];

/// `__reduce_add_sync(mask, value)`, `__match_any_sync(mask, value)` and their kin.
pub fn of_warp(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    if let Some((_, with)) = REDUCTIONS.iter().find(|row| row.0 == name) {
        return Some(reduction(env, name, *with, args, span));
    }
    match name {
        "__match_any_sync" => Some(match_any(env, name, args, span)),
        "__match_all_sync" => Some(match_all(env, name, args, span)),
        _ => None,
    }
}

/// Arguments that begin with a mask, which is evaluated once.
fn masked(env: &mut Env, args: &[tree::Expr]) -> Lowered<(Expr, Vec<Value>)> {
    let exprs: Vec<&tree::Expr> = args.iter().collect();
    let mut values = order::operands(env, &exprs)?.into_iter();
    let mask = values.next().ok_or(Reported)?;
    let mask = convert(read(env, mask, args[0].span)?, Type::UINT, Conversion::Explicit);
    Ok((mask, values.collect()))
}

fn reduction(env: &mut Env, name: &str, with: Combine, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 2, span)?;
    let (mask, mut values) = masked(env, args)?;
    let value = read(env, values.remove(0), args[1].span)?;
    let ty = promote(value.ty);
    let of_bits = matches!(with, Combine::And | Combine::Or | Combine::Xor);
    if !matches!(ty, Type::INT | Type::UINT) {
        return Err(env.unsupported(format!("`{name}` of {}", type_name(ty)), span));
    }
    let value = convert(value, if of_bits { Type::UINT } else { ty }, Conversion::Implicit);
    warps::operation(env, WarpOp::Reduce(with), Lanes::Mask(mask), WARP, vec![value], span)
}

fn match_any(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 2, span)?;
    let (mask, mut values) = masked(env, args)?;
    let value = read(env, values.remove(0), args[1].span)?;
    warps::operation(env, WarpOp::MatchAny, Lanes::Mask(mask), WARP, vec![value], span)
}

/// `__match_all_sync(mask, value, &predicate)`: a ballot of all lanes where they agree.
fn match_all(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 3, span)?;
    let (mask, mut values) = masked(env, args)?;
    let predicate = values.pop().ok_or(Reported)?;
    let predicate = pointer::decay(env, predicate, args[2].span)?;
    let predicate = pointer::deref(env, predicate, args[2].span)?;
    let value = read(env, values.remove(0), args[1].span)?;
    let mask = if value::weight(&mask) == 1 { mask } else { read::temporary(env, "mask", mask) };
    let lanes = || Lanes::Mask(mask.clone());
    let agree = scalar(warps::operation(env, WarpOp::MatchAll, lanes(), WARP, vec![value], span)?)?;
    let yes = value::boolean(true, span);
    let all = scalar(warps::operation(env, WarpOp::Ballot, lanes(), WARP, vec![yes], span)?)?;
    copy::assign(env, predicate, Value::Scalar(agree.clone()), span)?;
    let none = value::zero(Type::UINT, span);
    let result = ExprKind::Conditional(value::condition(agree), all, none);
    Ok(Value::Scalar(Expr::new(result, Type::UINT, span)))
}

fn scalar(value: Value) -> Lowered<Expr> {
    match value {
        Value::Scalar(e) => Ok(e),
        _ => Err(Reported),
    }
}

/// `coalesced_threads()`
pub fn coalesced(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    no_arguments(env, name, args, span)?;
    let assumption = "the lanes of a coalesced group stand in the same iterations of loops";
    if !env.kernel.assumptions.iter().any(|known| known == assumption) {
        env.kernel.assumptions.push(assumption.into());
    }
    let lanes = scalar(warps::operation(env, WarpOp::Coalesced, Lanes::Present, WARP, Vec::new(), span)?)?;
    match *lanes.kind {
        ExprKind::Local(mask) => Ok(Value::Group(Group::Lanes(Some(mask)))),
        _ => Err(Reported),
    }
}

/// The lanes of a group within a warp, and the width of its segments.
fn lanes_of(env: &mut Env, group: Group, span: Span) -> Option<(Lanes, u32)> {
    match group {
        Group::Tile(size) => Some((Lanes::Tile, size)),
        Group::Lanes(Some(mask)) => Some((Lanes::Mask(env.read_local(mask, span)), WARP)),
        Group::Lanes(None) | Group::Block | Group::Grid | Group::Any => None,
    }
}

/// `reduce(group, value, op)`, `inclusive_scan(group, value)` and the like.
pub fn of_group(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let scan = name.ident != "reduce";
    if !(args.len() == 3 || scan && args.len() == 2) || !groups::denotes(env, &args[0]) {
        return None;
    }
    Some(combination(env, name, args, span))
}

fn combination(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let Value::Group(group) = expr::lower(env, &args[0])? else { return Err(Reported) };
    let Some((lanes, width)) = lanes_of(env, group, span) else {
        return Err(env.unsupported(format!("`{}` of {}", shown(name), group.name()), span));
    };
    let value = expr::rvalue(env, &args[1])?;
    let with = match args.get(2) {
        Some(object) => function_object(env, object, value.ty)?,
        None => Combine::Add,
    };
    let op = match (name.ident.as_str(), with) {
        ("reduce", with) => WarpOp::Reduce(with),
        ("inclusive_scan", Combine::Add | Combine::Min | Combine::Max) => WarpOp::Inclusive(with),
        ("exclusive_scan", Combine::Add) => WarpOp::Exclusive,
        _ => return Err(env.unsupported(format!("`{}` with this operator", shown(name)), span)),
    };
    let known = match value.ty {
        Type::Int { .. } => true,
        Type::Float { .. } => matches!(with, Combine::Add | Combine::Min | Combine::Max),
        _ => false,
    };
    if !known {
        return Err(env.unsupported(format!("`{}` of {}", shown(name), type_name(value.ty)), span));
    }
    warps::operation(env, op, lanes, width, vec![value], span)
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
    if env.table.records.contains_key(name.ident.as_str()) {
        return Err(env.unsupported(format!("an operator `{}` of the program", shown(name)), e.span));
    }
    if let Some([TemplateArg::Type(given)]) = name.template_args.as_deref()
        && matches!(resolve::resolve(env, given)?, CType::Scalar(given) if given == ty)
    {
        return Ok(row.1);
    }
    Err(env.unsupported(format!("`{}` for another type than {}", shown(name), type_name(ty)), e.span))
}

/// A method of a group of coalesced lanes.
pub fn method(env: &mut Env, mask: LocalId, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let there = env.read_local(mask, span);
    let op = match name {
        "sync" => WarpOp::Sync,
        "thread_rank" => WarpOp::Rank,
        "size" | "num_threads" => WarpOp::Size,
        "any" => WarpOp::Any,
        "all" => WarpOp::All,
        "shfl" => WarpOp::ShflRank,
        _ => return Err(env.unsupported(format!("`coalesced_group::{name}`"), span)),
    };
    let needed = match op {
        WarpOp::ShflRank => 2,
        WarpOp::Any | WarpOp::All => 1,
        _ => 0,
    };
    count(env, name, args, needed, span)?;
    if matches!(op, WarpOp::Rank | WarpOp::Size) {
        return warps::operation(env, op, Lanes::Present, WARP, vec![there], span);
    }
    let exprs: Vec<&tree::Expr> = args.iter().collect();
    let mut operands = Vec::new();
    for (value, arg) in order::operands(env, &exprs)?.into_iter().zip(args) {
        operands.push(read(env, value, arg.span)?);
    }
    warps::operation(env, op, Lanes::Mask(there), WARP, operands, span)
}
