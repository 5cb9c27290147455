//! Cooperative groups: the block, its tiles, the grid (R138).

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::base::Span;
use crate::kernel::ir::{Axis, BarrierScope, Binary, Builtin, Conversion, Expr, ExprKind, Lanes, Type, WARP, WarpOp};
use crate::syntax::tree::{self, TemplateArg};

use super::builtins::barrier_of;
use super::builtins::count;
use super::builtins::no_arguments;
use super::collectives;
use super::expr::{self, read};
use super::lookup;
use super::model::types::{self, SIZE};
use super::model::value::{self, binary, convert};
use super::model::{Entity, Env, Group, Lowered, Value, builtin};
use super::order;
use super::warps;

/// Functions that make groups, in whatever namespace: its name is the user's choice.
const MAKERS: [&str; 4] = ["this_thread_block", "this_grid", "tiled_partition", "coalesced_threads"];

/// A call of a function that makes or takes groups.
pub fn call(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    if name.path.iter().any(|part| part == "experimental") {
        return Some(Err(env.unsupported(format!("call of `{}`", types::shown(name)), span)));
    }
    match name.ident.as_str() {
        "this_thread_block" => Some(no_arguments(env, &name.ident, args, span).map(|()| Value::Group(Group::Block))),
        "this_grid" => Some(no_arguments(env, &name.ident, args, span).map(|()| Value::Group(Group::Grid))),
        "tiled_partition" => Some(tiles(env, name, args, span)),
        "coalesced_threads" => Some(collectives::coalesced(env, &name.ident, args, span)),
        "reduce" | "inclusive_scan" | "exclusive_scan" => collectives::of_group(env, name, args, span),
        "sync" => {
            let [group] = args else { return None };
            Some(match expr::lower(env, group) {
                Ok(Value::Group(group)) => sync(env, group, span),
                Ok(_) => Err(env.unsupported("call of `sync`", span)),
                Err(reported) => Err(reported),
            })
        }
        _ => None,
    }
}

/// `tiled_partition<N>(block)` or `tiled_partition(block, N)`, also of a tile.
fn tiles(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let size = match name.template_args.as_deref().and_then(<[_]>::first) {
        Some(arg) => {
            count(env, &name.ident, args, 1, span)?;
            tile_size(env, arg, span)?
        }
        None => {
            count(env, &name.ident, args, 2, span)?;
            let (effects, size) = env.captured(|env| expr::rvalue(env, &args[1]));
            let size = size?;
            constant_size(env, if effects.is_empty() { Some(&size) } else { None }, span)?
        }
    };
    match expr::lower(env, &args[0])? {
        Value::Group(Group::Block) => Ok(Value::Group(Group::Tile(size))),
        Value::Group(Group::Tile(outer)) if size <= outer => Ok(Value::Group(Group::Tile(size))),
        _ => Err(env.unsupported("tiles of something else than a block or a larger tile", span)),
    }
}

/// The size of a tile, as a template argument.
pub fn tile_size(env: &mut Env, arg: &TemplateArg, span: Span) -> Lowered<u32> {
    let lowered = match arg {
        TemplateArg::Value(size) => env.captured(|env| expr::rvalue(env, size)).1,
        // The grammar takes a lone name for a type.
        TemplateArg::Type(ty) => match &ty.kind {
            tree::TypeKind::Named(name) => match lookup::entity(env, name) {
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
pub fn denotes(env: &mut Env, e: &tree::Expr) -> bool {
    match &e.kind {
        tree::ExprKind::Name(name) => matches!(lookup::entity(env, name), Some(Entity::Group(_))),
        tree::ExprKind::Call(callee, _) => {
            matches!(&callee.kind, tree::ExprKind::Name(name) if MAKERS.contains(&name.ident.as_str()))
        }
        _ => false,
    }
}

/// The group that an expression denotes, if it denotes one.
fn group_of(env: &mut Env, e: &tree::Expr) -> Option<Lowered<Group>> {
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
    let name = match (group, method.ident.as_str()) {
        (Group::Block, "group_index") => "blockIdx",
        (Group::Block, "thread_index") => "threadIdx",
        (Group::Block, "group_dim" | "dim_threads") => "blockDim",
        (Group::Grid, "group_dim" | "dim_blocks") => "gridDim",
        _ => return None,
    };
    builtin(name, &member.ident).map(|builtin| Ok(env.builtin(builtin, span)))
}

/// A method of a group.
pub fn method(
    env: &mut Env,
    base: &tree::Expr,
    member: &tree::Name,
    args: &[tree::Expr],
    span: Span,
) -> Option<Lowered<Value>> {
    let group = match group_of(env, base) {
        Some(Ok(group)) => group,
        Some(Err(reported)) => return Some(Err(reported)),
        None => return None,
    };
    Some(match group {
        Group::Tile(size) => tile_method(env, size, &member.ident, args, span),
        Group::Block | Group::Grid => whole_method(env, group, &member.ident, args, span),
        Group::Lanes(Some(mask)) => collectives::method(env, mask, &member.ident, args, span),
        Group::Lanes(None) | Group::Any => {
            Err(env.unsupported(format!("a {} that nothing initialises", group.name()), span))
        }
    })
}

fn sync(env: &mut Env, group: Group, span: Span) -> Lowered<Value> {
    Ok(match group {
        Group::Lanes(Some(mask)) => collectives::method(env, mask, "sync", &[], span)?,
        Group::Lanes(None) | Group::Any => {
            return Err(env.unsupported(format!("a {} that nothing initialises", group.name()), span));
        }
        Group::Block => barrier_of(env, BarrierScope::Block, span),
        Group::Grid => barrier_of(env, BarrierScope::Grid, span),
        Group::Tile(size) => warps::operation(env, WarpOp::Sync, Lanes::Tile, size, Vec::new(), span)?,
    })
}

/// Of a block or a grid.
fn whole_method(env: &mut Env, group: Group, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let of_grid = group == Group::Grid && matches!(name, "block_rank" | "num_blocks" | "is_valid");
    if !of_grid && !matches!(name, "sync" | "thread_rank" | "size" | "num_threads") {
        return Err(env.unsupported(format!("`{}::{name}`", group.name()), span));
    }
    no_arguments(env, name, args, span)?;
    let wide = |e: Expr| convert(e, SIZE, Conversion::Implicit);
    let value = match (group, name) {
        (_, "sync") => return sync(env, group, span),
        // The launch is taken for a cooperative one.
        (Group::Grid, "is_valid") => {
            let assumption = "the launch is cooperative, as `grid.is_valid()` asks";
            if !env.kernel.assumptions.iter().any(|known| known == assumption) {
                env.kernel.assumptions.push(assumption.into());
            }
            value::boolean(true, span)
        }
        (Group::Grid, "thread_rank") => {
            let before = binary(Binary::Mul, wide(block_rank(span)), wide(block_size(span)));
            binary(Binary::Add, before, wide(thread_rank(span)))
        }
        (Group::Grid, "block_rank") => wide(block_rank(span)),
        (Group::Grid, "num_blocks") => wide(grid_size(span)),
        (Group::Grid, _) => binary(Binary::Mul, wide(grid_size(span)), wide(block_size(span))),
        (_, "thread_rank") => thread_rank(span),
        (_, _) => block_size(span),
    };
    Ok(Value::Scalar(Expr { span, ..value }))
}

fn tile_method(env: &mut Env, size: u32, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let op = match name {
        "shfl" => WarpOp::Shfl,
        "shfl_up" => WarpOp::ShflUp,
        "shfl_down" => WarpOp::ShflDown,
        "shfl_xor" => WarpOp::ShflXor,
        "any" => WarpOp::Any,
        "all" => WarpOp::All,
        "ballot" => WarpOp::Ballot,
        "match_any" if size == WARP => WarpOp::MatchAny,
        _ => return tile_number(env, size, name, args, span),
    };
    let needed = if matches!(op, WarpOp::Any | WarpOp::All | WarpOp::Ballot | WarpOp::MatchAny) { 1 } else { 2 };
    count(env, name, args, needed, span)?;
    let exprs: Vec<&tree::Expr> = args.iter().collect();
    let mut operands = Vec::new();
    for (value, arg) in order::operands(env, &exprs)?.into_iter().zip(args) {
        operands.push(read(env, value, arg.span)?);
    }
    warps::operation(env, op, Lanes::Tile, size, operands, span)
}

fn tile_number(env: &mut Env, size: u32, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    if !matches!(name, "sync" | "thread_rank" | "size" | "num_threads" | "meta_group_rank" | "meta_group_size") {
        return Err(env.unsupported(format!("`thread_block_tile<{size}>::{name}`"), span));
    }
    no_arguments(env, name, args, span)?;
    let lanes = || value::int(size, Type::UINT, span);
    let number = match name {
        "sync" => return sync(env, Group::Tile(size), span),
        "thread_rank" => binary(Binary::Rem, thread_rank(span), lanes()),
        "meta_group_rank" => binary(Binary::Div, thread_rank(span), lanes()),
        "meta_group_size" => {
            let all = binary(Binary::Add, block_size(span), value::int(size - 1, Type::UINT, span));
            binary(Binary::Div, all, lanes())
        }
        _ => lanes(),
    };
    Ok(Value::Scalar(Expr { span, ..number }))
}

/// A built-in's value without saying that the kernel uses its dimension: where y and z are mentioned
/// nowhere else they are 1.
fn quiet(builtin: Builtin, span: Span) -> Expr {
    Expr::new(ExprKind::Builtin(builtin), Type::UINT, span)
}

fn product(of: fn(Axis) -> Builtin, span: Span) -> Expr {
    let dim = |axis| quiet(of(axis), span);
    binary(Binary::Mul, binary(Binary::Mul, dim(Axis::X), dim(Axis::Y)), dim(Axis::Z))
}

fn block_size(span: Span) -> Expr {
    product(Builtin::BlockDim, span)
}

fn grid_size(span: Span) -> Expr {
    product(Builtin::GridDim, span)
}

/// `(z * dimY + y) * dimX + x`.
fn rank(index: fn(Axis) -> Builtin, dim: fn(Axis) -> Builtin, span: Span) -> Expr {
    let (index, dim) = (|axis| quiet(index(axis), span), |axis| quiet(dim(axis), span));
    let plane = binary(Binary::Add, binary(Binary::Mul, index(Axis::Z), dim(Axis::Y)), index(Axis::Y));
    binary(Binary::Add, binary(Binary::Mul, plane, dim(Axis::X)), index(Axis::X))
}

fn thread_rank(span: Span) -> Expr {
    rank(Builtin::ThreadIdx, Builtin::BlockDim, span)
}

fn block_rank(span: Span) -> Expr {
    rank(Builtin::BlockIdx, Builtin::GridDim, span)
}
