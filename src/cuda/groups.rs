//! Cooperative groups: the block, its tiles, the grid, and lanes that came together (WARP-25, WARP-22 to WARP-27).

use crate::base::Span;
use crate::cpp::{
    Env, Group, Lowered, Reported, Value,
    types::{SIZE, type_name},
    value::{self, binary, convert},
};
use crate::kernel::ir::{
    Axis, Binary, Builtin, Combine, Conversion, Expr, ExprKind, Lanes, LocalId, Type, WARP, WarpOp,
};

use super::{
    functions::{Argument, Call, Function, check_count},
    warps,
};

/// The groups that a function of this name makes of nothing, in whatever namespace: its name is the user's choice.
pub fn maker(name: &str) -> Option<Function> {
    match name {
        "this_thread_block" => Some(Function::values(0, |_, _| Ok(Value::Group(Group::Block)))),
        "this_grid" => Some(Function::values(0, |_, _| Ok(Value::Group(Group::Grid)))),
        "coalesced_threads" => Some(Function::values(0, |env, call| coalesced(env, call.span))),
        _ => None,
    }
}

fn coalesced(env: &mut Env, span: Span) -> Lowered<Value> {
    env.assume("the lanes of a coalesced group stand in the same iterations of loops");
    match warps::operation(env, WarpOp::Coalesced, Lanes::Present, WARP, Vec::new(), span)? {
        Value::Scalar(Expr { kind, .. }) if let ExprKind::Local(mask) = *kind => {
            Ok(Value::Group(Group::Lanes(Some(mask))))
        }
        _ => Err(Reported),
    }
}

/// Tiles of so many threads, of a block or of larger tiles.
pub fn tiles(env: &mut Env, of: &Value, size: u32, span: Span) -> Lowered<Value> {
    match of {
        Value::Group(Group::Block) => Ok(Value::Group(Group::Tile(size))),
        Value::Group(Group::Tile(outer)) if size <= *outer => Ok(Value::Group(Group::Tile(size))),
        _ => Err(env.unsupported("tiles of something else than a block or a larger tile", span)),
    }
}

/// `block.group_index().x` and the like: the built-in variable that a method gives.
pub fn variable(group: Group, method: &str) -> Option<&'static str> {
    match (group, method) {
        (Group::Block, "group_index") => Some("blockIdx"),
        (Group::Block, "thread_index") => Some("threadIdx"),
        (Group::Block, "group_dim" | "dim_threads") => Some("blockDim"),
        (Group::Grid, "group_dim" | "dim_blocks") => Some("gridDim"),
        _ => None,
    }
}

/// A method of a group.
pub fn method(env: &mut Env, group: Group, call: Call<Argument>) -> Lowered<Value> {
    match group {
        Group::Tile(size) => tile_method(env, size, call),
        Group::Block | Group::Grid => whole_method(env, group, call),
        Group::Lanes(Some(mask)) => lanes_method(env, mask, call),
        Group::Lanes(None) | Group::Any => Err(not_initialised(env, group, call.span)),
    }
}

fn not_initialised(env: &mut Env, group: Group, span: Span) -> Reported {
    env.unsupported(format!("a {} that nothing initialises", group.name()), span)
}

fn check(env: &mut Env, call: &Call<Argument>, needed: usize) -> Lowered<()> {
    check_count(env, call.name, needed..=needed, call.args.len(), call.span)
}

fn scalars(env: &mut Env, args: Vec<Argument>) -> Lowered<Vec<Expr>> {
    args.into_iter().map(|argument| argument.scalar(env)).collect()
}

/// The lanes of a group wait for each other.
pub fn sync(env: &mut Env, group: Group, span: Span) -> Lowered<Value> {
    let (lanes, width) = lanes_of(env, group, span).ok_or_else(|| not_initialised(env, group, span))?;
    warps::operation(env, WarpOp::Sync, lanes, width, Vec::new(), span)
}

/// Of a block or a grid.
fn whole_method(env: &mut Env, group: Group, call: Call<Argument>) -> Lowered<Value> {
    let Call { name, span, .. } = call;
    let of_grid = group == Group::Grid && matches!(name, "block_rank" | "num_blocks" | "is_valid");
    if !of_grid && !matches!(name, "thread_rank" | "size" | "num_threads") {
        return Err(env.unsupported(format!("`{}::{name}`", group.name()), span));
    }
    check(env, &call, 0)?;
    let wide = |e: Expr| convert(e, SIZE, Conversion::Implicit);
    let value = match (group, name) {
        // The launch is taken for a cooperative one.
        (Group::Grid, "is_valid") => {
            env.assume("the launch is cooperative, as `grid.is_valid()` asks");
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

fn tile_method(env: &mut Env, size: u32, call: Call<Argument>) -> Lowered<Value> {
    let op = match call.name {
        "shfl" => WarpOp::Shfl,
        "shfl_up" => WarpOp::ShflUp,
        "shfl_down" => WarpOp::ShflDown,
        "shfl_xor" => WarpOp::ShflXor,
        "any" => WarpOp::Any,
        "all" => WarpOp::All,
        "ballot" => WarpOp::Ballot,
        "match_any" if size == WARP => WarpOp::MatchAny,
        _ => return tile_number(env, size, &call),
    };
    let needed = if matches!(op, WarpOp::Any | WarpOp::All | WarpOp::Ballot | WarpOp::MatchAny) { 1 } else { 2 };
    check(env, &call, needed)?;
    let operands = scalars(env, call.args)?;
    warps::operation(env, op, Lanes::Tile, size, operands, call.span)
}

fn tile_number(env: &mut Env, size: u32, call: &Call<Argument>) -> Lowered<Value> {
    let (name, span) = (call.name, call.span);
    if !matches!(name, "thread_rank" | "size" | "num_threads" | "meta_group_rank" | "meta_group_size") {
        return Err(env.unsupported(format!("`thread_block_tile<{size}>::{name}`"), span));
    }
    check(env, call, 0)?;
    let lanes = || value::int(size, Type::UINT, span);
    let number = match name {
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

/// The lanes of a group within a warp, and the width of its segments.
fn lanes_of(env: &mut Env, group: Group, span: Span) -> Option<(Lanes, u32)> {
    match group {
        Group::Tile(size) => Some((Lanes::Tile, size)),
        Group::Lanes(Some(mask)) => Some((Lanes::Mask(env.read_local(mask, span)), WARP)),
        Group::Lanes(None) | Group::Block | Group::Grid | Group::Any => None,
    }
}

/// A method of a group of coalesced lanes.
fn lanes_method(env: &mut Env, mask: LocalId, call: Call<Argument>) -> Lowered<Value> {
    let (name, span) = (call.name, call.span);
    let there = env.read_local(mask, span);
    let op = match name {
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
    check(env, &call, needed)?;
    if matches!(op, WarpOp::Rank | WarpOp::Size) {
        return warps::operation(env, op, Lanes::Present, WARP, vec![there], span);
    }
    let operands = scalars(env, call.args)?;
    warps::operation(env, op, Lanes::Mask(there), WARP, operands, span)
}

/// `reduce(group, value, op)`, `inclusive_scan(group, value)` and the like.
pub fn combination(env: &mut Env, call: Call<Argument>, with: Combine, shown: &str) -> Lowered<Value> {
    let Call { name, args, span } = call;
    let mut args = args.into_iter();
    let (Some(Argument { value: Value::Group(group), .. }), Some(value)) = (args.next(), args.next()) else {
        return Err(Reported);
    };
    let Some((lanes, width)) = lanes_of(env, group, span) else {
        return Err(env.unsupported(format!("`{shown}` of {}", group.name()), span));
    };
    let value = value.scalar(env)?;
    let op = match (name, with) {
        ("reduce", with) => WarpOp::Reduce(with),
        ("inclusive_scan", Combine::Add | Combine::Min | Combine::Max) => WarpOp::Inclusive(with),
        ("exclusive_scan", Combine::Add) => WarpOp::Exclusive,
        _ => return Err(env.unsupported(format!("`{shown}` with this operator"), span)),
    };
    let known = match value.ty {
        Type::Int { .. } => true,
        Type::Float { .. } => matches!(with, Combine::Add | Combine::Min | Combine::Max),
        _ => false,
    };
    if !known {
        return Err(env.unsupported(format!("`{shown}` of {}", type_name(value.ty)), span));
    }
    warps::operation(env, op, lanes, width, vec![value], span)
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
