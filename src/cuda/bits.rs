//! CUDA's intrinsics on the bits of numbers, and what a kernel reads from clocks.

use num_bigint::BigInt;

use crate::base::{Span, config::IntMode};
use crate::cpp::{
    Env, Lowered, Value, arithmetic,
    types::{CType, size_of},
    value::{self, binary, convert},
};
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, Type};
use crate::memory::{copy, read, temporaries};
use crate::syntax::tree::{self, BinaryOp};

use super::functions::{Argument, Call, Function, OfNumbers, exactly};

const LONG: Type = Type::Int { signed: true, bits: 64 };

const ULONG: Type = Type::Int { signed: false, bits: 64 };

const HALF: Type = Type::Float { bits: 16 };

const FLOAT: Type = Type::Float { bits: 32 };

const DOUBLE: Type = Type::Float { bits: 64 };

/// The function of this name.
pub fn named(name: &str) -> Option<Function> {
    if name == tree::ASSIGNED_BITS {
        return Some(Function::objects(2, assigned_bits));
    }
    let (needed, meaning): (usize, OfNumbers) = match name {
        "__popc" | "__popcll" => {
            (1, |env, call| bits(env, call, |x, width, span| sum((0..width).map(|at| bit(x, at, span)), span)))
        }
        "__clz" | "__clzll" => (1, |env, call| bits(env, call, leading_zeros)),
        "__ffs" | "__ffsll" => (1, |env, call| bits(env, call, first_set)),
        "__brev" | "__brevll" => (1, |env, call| bits(env, call, reversed)),
        "__mul24" | "__umul24" => (2, product24),
        "__mulhi" => (2, |_, call| Ok(high(call, Type::INT, LONG))),
        "__umulhi" => (2, |_, call| Ok(high(call, Type::UINT, ULONG))),
        "__sad" | "__usad" => (3, |_, call| Ok(sad(call))),
        "clock" | "clock64" | "__clock64" => (0, |env, call| Ok(temporaries::any(env, call.name, LONG, call.span))),
        "__globaltimer" => (0, |env, call| Ok(temporaries::any(env, call.name, ULONG, call.span))),
        "__float_as_int" | "__double2hiint" | "__double2loint" => (1, |env, call| Ok(of_bits(env, call, Type::INT))),
        "__float_as_uint" => (1, |env, call| Ok(of_bits(env, call, Type::UINT))),
        "__int_as_float" | "__uint_as_float" => (1, |env, call| Ok(of_bits(env, call, FLOAT))),
        "__double_as_longlong" => (1, |env, call| Ok(of_bits(env, call, LONG))),
        "__longlong_as_double" => (1, |env, call| Ok(of_bits(env, call, DOUBLE))),
        "__hiloint2double" => (2, |env, call| Ok(of_bits(env, call, DOUBLE))),
        // Equal reals may have different ones: 0.0 and -0.0.
        "signbit" | "__signbitf" | "__signbit" => (1, |env, call| Ok(of_bits(env, call, Type::Bool))),
        "__half_as_short" | "__bfloat16_as_short" => {
            (1, |env, call| Ok(of_bits(env, call, Type::Int { signed: true, bits: 16 })))
        }
        "__half_as_ushort" | "__bfloat16_as_ushort" => {
            (1, |env, call| Ok(of_bits(env, call, Type::Int { signed: false, bits: 16 })))
        }
        "__short_as_half" | "__ushort_as_half" | "__short_as_bfloat16" | "__ushort_as_bfloat16" => {
            (1, |env, call| Ok(of_bits(env, call, HALF)))
        }
        _ => return None,
    };
    Some(Function::numbers(needed, meaning))
}

/// An output of inline assembly (LIB-27) takes the bits of what an instruction computes.
fn assigned_bits(env: &mut Env, Call { args, span, .. }: Call<Argument>) -> Lowered<Value> {
    let [place, value] = exactly(args)?;
    let value = value.scalar(env)?;
    match read::value_type(env, &place.value) {
        CType::Scalar(ty) => {
            let value = convert(value, ty, Conversion::Explicit);
            copy::assign(env, place.value, Value::Scalar(value), span).map(|()| Value::Void)
        }
        other => Err(env.unsupported(format!("inline assembly with an output of {}", other.name()), span)),
    }
}

fn leading_zeros(x: &Expr, width: u32, span: Span) -> Expr {
    sum((0..width).map(|at| one_if(binary(Binary::Lt, x.clone(), power(at, x.ty, span)), span)), span)
}

/// The position of the lowest bit that is set, counted from 1; 0 where none is.
fn first_set(x: &Expr, width: u32, span: Span) -> Expr {
    let zero = binary(Binary::Eq, x.clone(), value::zero(x.ty, span));
    let low = |at: u32| {
        let mask = value::int((BigInt::from(1) << at) - 1, x.ty, span);
        let masked = binary(Binary::BitAnd, x.clone(), mask);
        one_if(binary(Binary::Eq, masked, value::zero(x.ty, span)), span)
    };
    let least = sum(std::iter::once(value::int(1, Type::INT, span)).chain((1..width).map(low)), span);
    Expr::new(ExprKind::Conditional(zero, value::zero(Type::INT, span), least), Type::INT, span)
}

fn reversed(x: &Expr, width: u32, span: Span) -> Expr {
    let moved = |at: u32| {
        let one = binary(Binary::BitAnd, shifted(x, at, span), value::int(1, x.ty, span));
        binary(Binary::Mul, one, power(width - 1 - at, x.ty, span))
    };
    sum((0..width).map(moved), span)
}

/// A function of the bits of one argument, taken as an unsigned number; `ll` names work on 64 bits.
fn bits(
    env: &mut Env,
    Call { name, mut args, span }: Call,
    make: impl FnOnce(&Expr, u32, Span) -> Expr,
) -> Lowered<Expr> {
    let ty = if name.ends_with("ll") { ULONG } else { Type::UINT };
    let given = args.remove(0);
    let given = convert(given, ty, Conversion::Explicit);
    // Every bit is looked at: the argument is evaluated once.
    let x = if value::weight(&given) == 1 { given } else { temporaries::temporary(env, "bits", given) };
    let width = size_of(ty) as u32 * 8;
    Ok(make(&x, width, span))
}

fn power(at: u32, ty: Type, span: Span) -> Expr {
    value::int(BigInt::from(1) << at, ty, span)
}

fn shifted(x: &Expr, by: u32, span: Span) -> Expr {
    if by == 0 { x.clone() } else { binary(Binary::Shr, x.clone(), value::int(by, Type::INT, span)) }
}

/// The bit at a position, as an `int`.
fn bit(x: &Expr, at: u32, span: Span) -> Expr {
    let one = binary(Binary::BitAnd, shifted(x, at, span), value::int(1, x.ty, span));
    convert(one, Type::INT, Conversion::Explicit)
}

fn one_if(cond: Expr, span: Span) -> Expr {
    let (one, zero) = (value::int(1, Type::INT, span), value::zero(Type::INT, span));
    Expr::new(ExprKind::Conditional(cond, one, zero), Type::INT, span)
}

fn sum(terms: impl Iterator<Item = Expr>, span: Span) -> Expr {
    terms.reduce(|a, b| binary(Binary::Add, a, b)).unwrap_or_else(|| value::zero(Type::INT, span))
}

/// A product of which the hardware reads 24 bits of each operand.
fn product24(env: &mut Env, Call { name, args: mut operands, span }: Call) -> Lowered<Expr> {
    let signed = name == "__mul24";
    let ty = if signed { Type::INT } else { Type::UINT };
    if env.config.ints == IntMode::Math {
        let assumption = format!("operands of `{name}` fit in 24 bits");
        env.assume(assumption);
    }
    let narrowed = |e: Expr| {
        let narrow =
            convert(convert(e, ty, Conversion::Implicit), Type::Int { signed, bits: 24 }, Conversion::Implicit);
        convert(narrow, ty, Conversion::Implicit)
    };
    let b = narrowed(operands.remove(1));
    let a = narrowed(operands.remove(0));
    arithmetic::arithmetic(env, BinaryOp::Mul, a, b, span)
}

/// The upper half of a product.
fn high(Call { args: mut operands, span, .. }: Call, ty: Type, wide: Type) -> Expr {
    let widened = |e: Expr| convert(convert(e, ty, Conversion::Implicit), wide, Conversion::Explicit);
    let b = widened(operands.remove(1));
    let a = widened(operands.remove(0));
    let product = binary(Binary::Mul, a, b);
    let upper = binary(Binary::Shr, product, value::int(32, Type::INT, span));
    convert(upper, ty, Conversion::Explicit)
}

/// `|x - y| + z`.
fn sad(Call { name, args: mut operands, .. }: Call) -> Expr {
    let ty = if name == "__sad" { Type::INT } else { Type::UINT };
    let z = convert(operands.remove(2), Type::UINT, Conversion::Implicit);
    let y = convert(operands.remove(1), ty, Conversion::Implicit);
    let x = convert(operands.remove(0), ty, Conversion::Implicit);
    let (most, least) = (binary(Binary::Max, x.clone(), y.clone()), binary(Binary::Min, x, y));
    let distance = convert(binary(Binary::Sub, most, least), Type::UINT, Conversion::Implicit);
    binary(Binary::Add, distance, z)
}

/// What only the bits of the arguments say: any value of a type, and none that a run may be decided by.
fn of_bits(env: &mut Env, Call { args, span, .. }: Call, ty: Type) -> Expr {
    args.into_iter().for_each(|given| temporaries::keep(env, given));
    temporaries::opaque(env, ty, span)
}
