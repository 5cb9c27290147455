//! CUDA's built-in functions, constants and the block handle of cooperative groups.

use num_bigint::BigInt;

use crate::base::{Span, codes};
use crate::kernel::ir::{
    AssertOrigin, BarrierScope, Clause, Conversion, Expr, ExprKind, LocalRole, Speaker, StmtKind, Type, Vote, VoteOp,
};
use crate::syntax::tree::{self, BinaryOp};

use super::annotate;
use super::atomics;
use super::call;
use super::construction;
use super::copies;
use super::cuda::functions::{self, Call, OnNumbers, OnValues};
use super::cuda::halves;
use super::expr::{self, read};
use super::fits;
use super::laws;
use super::limits;
use super::literals::decimal;
use super::memory::copy;
use super::memory::read;
use super::model::types::CType;
use super::model::value::{self, convert};
use super::model::{Env, Lowered, Value};
use super::order;
use super::outputs;
use super::read_only;
use super::surfaces;
use super::textures;
use super::warps;

/// A constant that the language or its headers name.
pub fn named_constant(env: &mut Env, name: &str, span: Span) -> Option<Lowered<Expr>> {
    let int = |value: i128, signed, bits| Some(Ok(value::int(BigInt::from(value), Type::Int { signed, bits }, span)));
    let real = |text: &str, bits| {
        let known = decimal(text)?;
        Some(Ok(Expr::new(ExprKind::Real(known), Type::Float { bits }, span)))
    };
    match name {
        "warpSize" => int(32, true, 32),
        "CHAR_BIT" => int(8, true, 32),
        "CHAR_MAX" | "SCHAR_MAX" | "INT8_MAX" => int(i8::MAX.into(), true, 32),
        "CHAR_MIN" | "SCHAR_MIN" | "INT8_MIN" => int(i8::MIN.into(), true, 32),
        "UCHAR_MAX" | "UINT8_MAX" => int(u8::MAX.into(), true, 32),
        "SHRT_MAX" | "INT16_MAX" => int(i16::MAX.into(), true, 32),
        "SHRT_MIN" | "INT16_MIN" => int(i16::MIN.into(), true, 32),
        "USHRT_MAX" | "UINT16_MAX" => int(u16::MAX.into(), true, 32),
        "INT_MAX" | "INT32_MAX" => int(i32::MAX.into(), true, 32),
        "INT_MIN" | "INT32_MIN" => int(i32::MIN.into(), true, 32),
        "UINT_MAX" | "UINT32_MAX" => int(u32::MAX.into(), false, 32),
        "LONG_MAX" | "LLONG_MAX" | "INT64_MAX" => int(i64::MAX.into(), true, 64),
        "LONG_MIN" | "LLONG_MIN" | "INT64_MIN" => int(i64::MIN.into(), true, 64),
        "ULONG_MAX" | "ULLONG_MAX" | "UINT64_MAX" | "SIZE_MAX" => int(u64::MAX.into(), false, 64),
        "FLT_MAX" => real("0x1.fffffep127", 32),
        "FLT_MIN" => real("0x1p-126", 32),
        "FLT_EPSILON" => real("0x1p-23", 32),
        "DBL_MAX" => real("0x1.fffffffffffffp1023", 64),
        "DBL_MIN" => real("0x1p-1022", 64),
        "DBL_EPSILON" => real("0x1p-52", 64),
        "M_PI" | "CUDART_PI" => real("3.14159265358979323846", 64),
        "M_PI_2" => real("1.57079632679489661923", 64),
        "M_PI_4" => real("0.78539816339744830962", 64),
        "M_E" => real("2.7182818284590452354", 64),
        "M_SQRT2" => real("1.41421356237309504880", 64),
        "CUDART_PI_F" => real("3.141592654", 32),
        "CUDART_MAX_NORMAL_F" => real("0x1.fffffep127", 32),
        "CUDART_MIN_DENORM_F" => real("0x1p-149", 32),
        _ => limits::constant(env, name, span).map(Ok),
    }
}

/// A call of a function that no declaration in the file gives.
pub fn call(env: &mut Env, called: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let name = called.ident.as_str();
    if let Some(made) = construction::maker(env, name, args, span) {
        return Some(made);
    }
    match name {
        "__syncthreads_or" => Some(vote(env, name, VoteOp::Any, args, span)),
        "__syncthreads_and" => Some(vote(env, name, VoteOp::All, args, span)),
        "__syncthreads_count" => Some(vote(env, name, VoteOp::Count, args, span)),
        "__syncthreads" => Some(no_arguments(env, name, args, span).map(|()| barrier(env, span))),
        tree::UNORDERED_ASSEMBLY => {
            let assumption = "inline assembly that is not `volatile`, or lacks `memory` among its clobbers, stays in its place among accesses";
            if !env.kernel.assumptions.iter().any(|known| known == assumption) {
                env.kernel.assumptions.push(assumption.into());
            }
            Some(Ok(Value::Void))
        }
        tree::GLOBAL_MEMORY | tree::READ_ONLY_MEMORY => Some(read_only::pointer(env, name, args, span)),
        tree::ASSIGNED_BITS => Some(assigned_bits(env, args, span)),
        "printf" => Some(print(env, args)),
        // The second is what the texts of headers say: `NDEBUG` leaves it alone.
        "assert" | "gpuhoare_assert" => Some(assertion(env, args, span)),
        "__ldg" | "__ldca" | "__ldcg" | "__ldcs" | "__ldlu" | "__ldcv" => Some(read_only::load(env, name, args, span)),
        "__stwb" | "__stcg" | "__stcs" | "__stwt" => Some(read_only::store(env, name, args, span)),
        _ => atomics::fence(env, name, args, span)
            .or_else(|| atomics::call(env, name, args, span))
            .or_else(|| warps::call(env, name, args, span))
            .or_else(|| limits::call(env, called, args, span))
            .or_else(|| outputs::call(env, name, args, span))
            .or_else(|| laws::call(env, name, args, span))
            .or_else(|| textures::call(env, called, args, span))
            .or_else(|| surfaces::call(env, called, args, span))
            .or_else(|| on_values(env, name, args, span))
            .or_else(|| copies::call(env, called, args, span))
            .or_else(|| on_numbers(env, name, args, span)),
    }
}

pub fn no_arguments(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<()> {
    count(env, name, args, 0, span)
}

pub fn count(env: &mut Env, name: &str, args: &[tree::Expr], needed: usize, span: Span) -> Lowered<()> {
    if args.len() == needed {
        return Ok(());
    }
    let message = format!("`{name}` takes {needed} argument{}, not {}", if needed == 1 { "" } else { "s" }, args.len());
    Err(env.error(codes::E0303, span, message))
}

/// An output of inline assembly (R235) takes the bits of what an instruction computes.
fn assigned_bits(env: &mut Env, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, tree::ASSIGNED_BITS, args, 2, span)?;
    let value = expr::lower(env, &args[1])?;
    let value = read(env, value, span)?;
    let place = expr::lower(env, &args[0])?;
    match fits::value_type(env, &place) {
        CType::Scalar(ty) => {
            let value = convert(value, ty, Conversion::Explicit);
            copy::assign(env, place, Value::Scalar(value), span).map(|()| Value::Void)
        }
        other => Err(env.unsupported(format!("inline assembly with an output of {}", other.name()), span)),
    }
}

fn barrier(env: &mut Env, span: Span) -> Value {
    barrier_of(env, BarrierScope::Block, span)
}

/// A barrier at which the threads of the block learn what they say together (R266).
fn vote(env: &mut Env, name: &str, op: VoteOp, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 1, span)?;
    let said = expr::proposition(env, &args[0])?;
    // A variable of the thread: others may go on before all have looked at what was said.
    let operand = read::temporary(env, "said", said);
    let ty = if op == VoteOp::Count { Type::INT } else { Type::Bool };
    let result = env.new_local("vote", ty, LocalRole::Temporary, span);
    barrier_with(env, BarrierScope::Block, Some(Vote { op, operand, result }), span);
    Ok(Value::Scalar(convert(env.read_local(result, span), Type::INT, Conversion::Implicit)))
}

pub fn barrier_of(env: &mut Env, scope: BarrierScope, span: Span) -> Value {
    barrier_with(env, scope, None, span);
    Value::Void
}

fn barrier_with(env: &mut Env, scope: BarrierScope, vote: Option<Vote>, span: Span) {
    env.counts.barriers += 1;
    let number = env.counts.barriers;
    annotate::at_barrier(env, number);
    env.emit(StmtKind::Barrier { number, scope, vote }, span);
}

/// `printf` has no effect, but what it prints is evaluated.
fn print(env: &mut Env, args: &[tree::Expr]) -> Lowered<Value> {
    let printed: Vec<&tree::Expr> = args.iter().filter(|arg| !matches!(arg.kind, tree::ExprKind::Str(_))).collect();
    for (value, arg) in order::operands(env, &printed)?.into_iter().zip(printed) {
        if !matches!(value, Value::Pointer(_) | Value::Row(_)) {
            let value = read(env, value, arg.span)?;
            read::keep(env, value);
        }
    }
    Ok(Value::Scalar(value::zero(Type::INT, Span::default())))
}

/// `assert(e)`; a string joined to it by `&&` is its message.
fn assertion(env: &mut Env, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, "assert", args, 1, span)?;
    let mut asserted = &args[0];
    while let tree::ExprKind::Binary(BinaryOp::And, left, right) = &asserted.kind {
        match (&left.kind, &right.kind) {
            (_, tree::ExprKind::Str(_)) => asserted = left,
            (tree::ExprKind::Str(_), _) => asserted = right,
            _ => break,
        }
    }
    let expr = expr::proposition(env, asserted)?;
    let clause = Clause { expr, speaker: Speaker::Thread, span };
    env.emit(StmtKind::Assert { clause, origin: AssertOrigin::Program }, span);
    Ok(Value::Void)
}

/// A call of a function of numbers.
fn on_numbers(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let OnNumbers { needed, meaning } = functions::named(name)?;
    Some(scalars(env, name, args, needed, span).and_then(|args| {
        let result = meaning(env, Call { name, args, span })?;
        Ok(Value::Scalar(Expr { span, ..result }))
    }))
}

/// The arguments as scalars.
pub fn scalars(env: &mut Env, name: &str, args: &[tree::Expr], needed: usize, span: Span) -> Lowered<Vec<Expr>> {
    count(env, name, args, needed, span)?;
    let (values, spans) = call::arguments(env, args)?;
    values.into_iter().zip(spans).map(|(value, span)| read(env, value, span)).collect()
}

/// A call of a function of pairs.
fn on_values(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let OnValues { needed, meaning } = halves::named(name)?;
    Some(count(env, name, args, needed, span).and_then(|()| {
        let (values, _) = call::arguments(env, args)?;
        meaning(env, name, values, span)
    }))
}
