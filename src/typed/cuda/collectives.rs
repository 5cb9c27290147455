//! What the lanes of a mask compute together: reductions and matches (R200, R201).

use crate::kernel::ir::{Combine, Conversion, Expr, ExprKind, Lanes, Type, WARP, WarpOp};

use super::functions::{Argument, Call, Function, exactly};
use super::warps;
use crate::typed::memory::copy;
use crate::typed::memory::read;
use crate::typed::model::types::{promote, type_name};
use crate::typed::model::value::{self, convert};
use crate::typed::model::{Env, Lowered, Reported, Value};

/// The functions of warps that combine operands.
const REDUCTIONS: [(&str, Combine); 6] = [
    ("__reduce_add_sync", Combine::Add),
    ("__reduce_min_sync", Combine::Min),
    ("__reduce_max_sync", Combine::Max),
    ("__reduce_and_sync", Combine::And),
    ("__reduce_or_sync", Combine::Or),
    ("__reduce_xor_sync", Combine::Xor),
];

/// The function of this name.
pub fn named(name: &str) -> Option<Function> {
    match name {
        "__match_any_sync" => Some(Function::values(2, match_any)),
        "__match_all_sync" => Some(Function::values(3, match_all)),
        _ => REDUCTIONS.iter().find(|row| row.0 == name).map(|_| Function::values(2, reduction)),
    }
}

fn masked(env: &mut Env, mask: Argument) -> Lowered<Expr> {
    Ok(convert(mask.scalar(env)?, Type::UINT, Conversion::Explicit))
}

fn reduction(env: &mut Env, Call { name, args, span }: Call<Argument>) -> Lowered<Value> {
    let with = REDUCTIONS.iter().find(|row| row.0 == name).ok_or(Reported)?.1;
    let [mask, value] = exactly(args)?;
    let mask = masked(env, mask)?;
    let value = value.scalar(env)?;
    let ty = promote(value.ty);
    let of_bits = matches!(with, Combine::And | Combine::Or | Combine::Xor);
    if !matches!(ty, Type::INT | Type::UINT) {
        return Err(env.unsupported(format!("`{name}` of {}", type_name(ty)), span));
    }
    let value = convert(value, if of_bits { Type::UINT } else { ty }, Conversion::Implicit);
    warps::operation(env, WarpOp::Reduce(with), Lanes::Mask(mask), WARP, vec![value], span)
}

fn match_any(env: &mut Env, Call { args, span, .. }: Call<Argument>) -> Lowered<Value> {
    let [mask, value] = exactly(args)?;
    let mask = masked(env, mask)?;
    let value = value.scalar(env)?;
    warps::operation(env, WarpOp::MatchAny, Lanes::Mask(mask), WARP, vec![value], span)
}

/// `__match_all_sync(mask, value, &predicate)`: a ballot of all lanes where they agree.
fn match_all(env: &mut Env, Call { args, span, .. }: Call<Argument>) -> Lowered<Value> {
    let [mask, value, predicate] = exactly(args)?;
    let mask = masked(env, mask)?;
    let predicate = predicate.target(env)?;
    let value = value.scalar(env)?;
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
