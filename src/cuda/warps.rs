//! Warp functions: shuffles, votes, `__syncwarp`, and what the lanes of a mask compute together (WARP-23, WARP-22).

use num_traits::ToPrimitive;

use crate::base::{Span, codes};
use crate::cpp::{
    Env, Lowered, Reported, Value,
    types::{promote, size_of, type_name},
    value::{self, binary, condition, convert},
};
use crate::kernel::ir::{
    self, Binary, Combine, Conversion, Expr, ExprKind, Kernel, Lanes, LocalRole, StmtKind, Type, WARP, Warp, WarpOp,
};
use crate::memory::{copy, read, temporaries};

use super::{
    functions::{Argument, Call, Function, Meaning, exactly},
    halves,
};

/// The functions of warps that combine operands.
const REDUCTIONS: [(&str, Combine); 6] = [
    ("__reduce_add_sync", Combine::Add),
    ("__reduce_min_sync", Combine::Min),
    ("__reduce_max_sync", Combine::Max),
    ("__reduce_and_sync", Combine::And),
    ("__reduce_or_sync", Combine::Or),
    ("__reduce_xor_sync", Combine::Xor),
];

/// The function of this name, where it combines the values of lanes or compares them.
pub fn combining(name: &str) -> Option<Function> {
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
    operation(env, WarpOp::Reduce(with), Lanes::Mask(mask), WARP, vec![value], span)
}

fn match_any(env: &mut Env, Call { args, span, .. }: Call<Argument>) -> Lowered<Value> {
    let [mask, value] = exactly(args)?;
    let mask = masked(env, mask)?;
    let value = value.scalar(env)?;
    operation(env, WarpOp::MatchAny, Lanes::Mask(mask), WARP, vec![value], span)
}

/// `__match_all_sync(mask, value, &predicate)`: a ballot of all lanes where they agree.
fn match_all(env: &mut Env, Call { args, span, .. }: Call<Argument>) -> Lowered<Value> {
    let [mask, value, predicate] = exactly(args)?;
    let mask = masked(env, mask)?;
    let predicate = predicate.target(env)?;
    let value = value.scalar(env)?;
    let mask = if value::weight(&mask) == 1 { mask } else { temporaries::temporary(env, "mask", mask) };
    let lanes = || Lanes::Mask(mask.clone());
    let agree = scalar(operation(env, WarpOp::MatchAll, lanes(), WARP, vec![value], span)?)?;
    let yes = value::boolean(true, span);
    let all = scalar(operation(env, WarpOp::Ballot, lanes(), WARP, vec![yes], span)?)?;
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

/// Those of older CUDA, without a mask.
const OF_OLD: [(&str, WarpOp); 7] = [
    ("__shfl", WarpOp::Shfl),
    ("__shfl_up", WarpOp::ShflUp),
    ("__shfl_down", WarpOp::ShflDown),
    ("__shfl_xor", WarpOp::ShflXor),
    ("__ballot", WarpOp::Ballot),
    ("__any", WarpOp::Any),
    ("__all", WarpOp::All),
];

/// What a shuffle gives whose width is no constant: a name that no program could have.
const OF_OPEN_WIDTH: &str = "lanes.by.width";

/// The segments of a shuffle.
enum Width {
    Known(u32),
    /// Any of the powers of two, as a variable; with other widths the result is any value.
    Value(Expr),
}

/// The function of this name.
pub fn named(name: &str) -> Option<Function> {
    if name == "__activemask" {
        return Some(Function::values(0, |env, call| {
            operation(env, WarpOp::Active, Lanes::Present, WARP, Vec::new(), call.span)
        }));
    }
    let (op, masks) = operation_of(name)?;
    let takes = match op {
        WarpOp::Sync => 0..=1,
        WarpOp::Ballot | WarpOp::Any | WarpOp::All => masks + 1..=masks + 1,
        _ => masks + 2..=masks + 3,
    };
    Some(Function { takes, meaning: Meaning::Values(called) })
}

/// The operation of a function, and how many masks it takes.
fn operation_of(name: &str) -> Option<(WarpOp, usize)> {
    let found = |rows: &[(&str, WarpOp)]| rows.iter().find(|row| row.0 == name).map(|row| row.1);
    found(&FUNCTIONS).map(|op| (op, 1)).or_else(|| found(&OF_OLD).map(|op| (op, 0)))
}

/// The first argument of the functions of today is a mask.
fn called(env: &mut Env, Call { name, args, span }: Call<Argument>) -> Lowered<Value> {
    let (op, masks) = operation_of(name).ok_or(Reported)?;
    if masks == 0 {
        env.assume("lanes that execute a warp function without a mask in the same iterations do so together, as on devices of compute capability below 7.0");
    }
    let mut args = args.into_iter();
    let mask = if masks == 0 { None } else { args.next() };
    let mut operands: Vec<Argument> = args.by_ref().take(2).collect();
    let width = match args.next() {
        None => Width::Known(WARP),
        Some(width) => self::width(env, name, width)?,
    };
    let is_known = matches!(width, Width::Known(_));
    let lanes = match (masks, mask) {
        (0, _) => Lanes::Present,
        (_, Some(mask)) => {
            let mask = convert(mask.scalar(env)?, Type::UINT, Conversion::Explicit);
            Lanes::Mask(if is_known { mask } else { kept(env, mask) })
        }
        (_, None) => Lanes::Mask(value::int(u32::MAX, Type::UINT, span)),
    };
    if let [moved, _] = operands.as_slice()
        && let Some(halves) = halves::pair_of(env, &moved.value, span)
    {
        let (ty, halves) = halves?;
        let by = operands.pop().ok_or(Reported)?.scalar(env)?;
        let by = kept(env, by);
        let moved =
            halves.into_iter().map(|half| segmented(env, op, lanes.clone(), &width, vec![half, by.clone()], span));
        return Ok(Value::Record(ty, moved.collect::<Lowered<Vec<Value>>>()?));
    }
    let operands = operands.into_iter().map(|operand| operand.scalar(env)).collect::<Lowered<Vec<Expr>>>()?;
    segmented(env, op, lanes, &width, operands, span)
}

/// A value that parameters of the template alone decide.
fn of_template(kernel: &Kernel, e: &Expr) -> bool {
    let locals = value::locals(e);
    !locals.is_empty()
        && !value::must_stay(e)
        && locals.iter().all(|local| kernel.locals[local.index()].role == LocalRole::Template)
}

/// Whether a parameter of the template is the width of a shuffle: where there are values for it, those say more.
pub fn has_open_width(kernel: &Kernel) -> bool {
    let by_width = |kind: &StmtKind| match kind {
        StmtKind::Assign { local, value } if kernel.locals[local.index()].name == OF_OPEN_WIDTH => match &*value.kind {
            ExprKind::Conditional(cond, ..) => of_template(kernel, cond),
            _ => false,
        },
        _ => false,
    };
    ir::occurs(&kernel.body, &by_width)
}

fn kept(env: &mut Env, e: Expr) -> Expr {
    if value::weight(&e) == 1 { e } else { temporaries::temporary(env, "lane", e) }
}

/// The segments that an argument asks for.
fn width(env: &mut Env, name: &str, width: Argument) -> Lowered<Width> {
    let at = width.span;
    let width = convert(width.scalar(env)?, Type::INT, Conversion::Implicit);
    match value::constant_int(&width) {
        None => Ok(Width::Value(if of_template(&env.kernel, &width) { width } else { kept(env, width) })),
        Some(known) => match known.to_u32().filter(|width| width.is_power_of_two() && *width <= WARP) {
            Some(width) => Ok(Width::Known(width)),
            None => Err(env.unsupported(format!("`{name}` with a width that is no power of two up to 32"), at)),
        },
    }
}

/// An operation within segments: where their width is not known, of six the one that has it (WARP-13). What a lane gets
/// depends on its own width alone.
fn segmented(
    env: &mut Env,
    op: WarpOp,
    lanes: Lanes,
    width: &Width,
    operands: Vec<Expr>,
    span: Span,
) -> Lowered<Value> {
    let wanted = match width {
        Width::Known(width) => return operation(env, op, lanes, *width, operands, span),
        Width::Value(wanted) => wanted.clone(),
    };
    let operands: Vec<Expr> = operands.into_iter().map(|operand| kept(env, operand)).collect();
    let ty = operands.first().map_or(Type::INT, |moved| promote(moved.ty));
    let result = env.new_local(OF_OPEN_WIDTH, ty, LocalRole::Temporary, span);
    env.emit(StmtKind::Declare(result), span);
    let mut chosen = env.read_local(result, span);
    for bits in 0..=WARP.ilog2() {
        let width = 1 << bits;
        let value = operation(env, op, lanes.clone(), width, operands.clone(), span)?;
        let value = read::scalar(env, value, span)?;
        let cond = binary(Binary::Eq, wanted.clone(), value::int(width, Type::INT, span));
        chosen = Expr::new(ExprKind::Conditional(cond, value, chosen), ty, span);
    }
    env.emit(StmtKind::Assign { local: result, value: chosen }, span);
    Ok(Value::Scalar(env.read_local(result, span)))
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
