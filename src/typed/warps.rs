//! Warp functions: shuffles, votes, `__syncwarp`.

use num_traits::ToPrimitive;

use crate::base::{Span, codes};
use crate::kernel::ir::{Conversion, Expr, Lanes, LocalRole, StmtKind, Type, WARP, Warp, WarpOp};
use crate::syntax::tree;

use super::collectives;
use super::expr::{self, Value, read};
use super::halves;
use super::order;
use super::scope::{Env, Lowered, Reported};
use super::types::{promote, size_of, type_name};
use super::value::{self, condition, convert};

const FUNCTIONS: [(&str, WarpOp); 8] = [
    ("__shfl_sync", WarpOp::Shfl),
    ("__shfl_up_sync", WarpOp::ShflUp),
    ("__shfl_down_sync", WarpOp::ShflDown),
    ("__shfl_xor_sync", WarpOp::ShflXor),
    ("__ballot_sync", WarpOp::Ballot),
    ("__any_sync", WarpOp::Any),
    ("__all_sync", WarpOp::All),
    ("__syncwarp", WarpOp::Sync),
];

/// A call of one of the functions of warps.
pub fn call(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    if name == "__activemask" {
        return Some(
            super::builtins::count(env, name, args, 0, span)
                .and_then(|()| operation(env, WarpOp::Active, Lanes::Present, WARP, Vec::new(), span)),
        );
    }
    if let Some(value) = collectives::of_warp(env, name, args, span) {
        return Some(value);
    }
    let op = FUNCTIONS.iter().find(|row| row.0 == name)?.1;
    Some(named(env, name, op, args, span))
}

fn named(env: &mut Env, name: &str, op: WarpOp, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let (least, most) = match op {
        WarpOp::Sync => (0, 1),
        WarpOp::Ballot | WarpOp::Any | WarpOp::All | WarpOp::Active => (2, 2),
        _ => (3, 4),
    };
    if !(least..=most).contains(&args.len()) {
        let message = format!("`{name}` does not take {} arguments", args.len());
        return Err(env.error(codes::E0303, span, message));
    }
    let width = match args.get(3) {
        Some(width) => self::width(env, name, width)?,
        None => WARP,
    };
    let exprs: Vec<&tree::Expr> = args.iter().take(3).collect();
    let mut values = order::operands(env, &exprs)?.into_iter();
    let mask = match values.next() {
        Some(mask) => convert(read(env, mask, args[0].span)?, Type::UINT, Conversion::Explicit),
        None => value::int(u32::MAX, Type::UINT, span),
    };
    let values: Vec<Value> = values.collect();
    if let [moved, by] = values.as_slice()
        && let Some(halves) = halves::pair_of(env, moved, span)
    {
        let (ty, halves) = halves?;
        let by = read(env, by.clone(), args[2].span)?;
        let by = if value::weight(&by) == 1 { by } else { expr::temporary(env, "lane", by) };
        let moved = halves
            .into_iter()
            .map(|half| operation(env, op, Lanes::Mask(mask.clone()), width, vec![half, by.clone()], span));
        return Ok(Value::Record(ty, moved.collect::<Lowered<Vec<Value>>>()?));
    }
    let mut operands = Vec::new();
    for (value, arg) in values.into_iter().zip(&args[1.min(args.len())..]) {
        operands.push(read(env, value, arg.span)?);
    }
    operation(env, op, Lanes::Mask(mask), width, operands, span)
}

/// The segments of a shuffle.
fn width(env: &mut Env, name: &str, e: &tree::Expr) -> Lowered<u32> {
    let (effects, width) = env.captured(|env| expr::rvalue(env, e));
    let known = value::constant_int(&width?).filter(|_| effects.is_empty());
    match known.and_then(|known| known.to_u32()).filter(|width| width.is_power_of_two() && *width <= WARP) {
        Some(width) => Ok(width),
        None => {
            Err(env.unsupported(format!("`{name}` with a width that is no constant power of two up to 32"), e.span))
        }
    }
}

/// Emits an operation; its value is the result.
pub fn operation(
    env: &mut Env,
    op: WarpOp,
    lanes: Lanes,
    width: u32,
    operands: Vec<Expr>,
    span: Span,
) -> Lowered<Value> {
    let mut operands = operands.into_iter();
    let (operands, ty) = match op {
        WarpOp::Sync => {
            env.emit(StmtKind::Warp(Warp { op, lanes, width, operands: Vec::new(), result: None }), span);
            return Ok(Value::Void);
        }
        WarpOp::Active | WarpOp::Coalesced => (Vec::new(), Type::UINT),
        WarpOp::Rank | WarpOp::Size => (operands.collect(), Type::UINT),
        WarpOp::Reduce(_) | WarpOp::Inclusive(_) | WarpOp::Exclusive => {
            let operands: Vec<Expr> = operands.collect();
            let ty = operands.first().map_or(Type::INT, |operand| operand.ty);
            (operands, ty)
        }
        WarpOp::MatchAny | WarpOp::MatchAll => {
            let operands: Vec<Expr> = operands.collect();
            if let Some(other) = operands.iter().find(|operand| size_of(operand.ty) < 4) {
                let shown = type_name(other.ty);
                return Err(env.unsupported(format!("a match of {shown}"), span));
            }
            (operands, if op == WarpOp::MatchAny { Type::UINT } else { Type::Bool })
        }
        WarpOp::Ballot => (operands.map(condition).collect(), Type::UINT),
        WarpOp::Any | WarpOp::All => (operands.map(condition).collect(), Type::Bool),
        WarpOp::Shfl | WarpOp::ShflUp | WarpOp::ShflDown | WarpOp::ShflXor | WarpOp::ShflRank => {
            let (Some(moved), Some(by)) = (operands.next(), operands.next()) else { return Err(Reported) };
            let ty = promote(moved.ty);
            if !by.ty.is_integral() && by.ty != Type::Bool {
                return Err(env.error(codes::E0302, by.span, format!("a lane cannot be of type {}", type_name(by.ty))));
            }
            let unsigned = matches!(op, WarpOp::ShflUp | WarpOp::ShflDown);
            let by = convert(by, if unsigned { Type::UINT } else { Type::INT }, Conversion::Implicit);
            (vec![convert(moved, ty, Conversion::Implicit), by], ty)
        }
    };
    let result = env.new_local("lanes", ty, LocalRole::Temporary, span);
    env.emit(StmtKind::Warp(Warp { op, lanes, width, operands, result: Some(result) }), span);
    let value = env.read_local(result, span);
    let value = if ty == Type::Bool { convert(value, Type::INT, Conversion::Implicit) } else { value };
    Ok(Value::Scalar(value))
}
