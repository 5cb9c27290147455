//! Integer functions on whole words (VALUE-42): wide products, means, shifts across two words, permuted bytes, several
//! operations at once.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::base::Span;
use crate::cpp::{
    Env, Lowered, Reported, arithmetic,
    value::{self, binary, convert},
};
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, Type};
use crate::memory::temporaries;
use crate::syntax::tree::BinaryOp;

use super::{
    functions::{Call, Function, OfNumbers},
    simd::{composed, part, word},
};

const LONG: Type = Type::Int { signed: true, bits: 64 };

const ULONG: Type = Type::Int { signed: false, bits: 64 };

const HALF: Type = Type::Float { bits: 16 };

/// The function of this name.
pub fn named(name: &str) -> Option<Function> {
    let (needed, meaning): (usize, OfNumbers) = match name {
        "__mul64hi" => (2, |env, call| high(env, LONG, call)),
        "__umul64hi" => (2, |env, call| high(env, ULONG, call)),
        "__hadd" | "__rhadd" | "__uhadd" | "__urhadd" => (2, |_, call| Ok(mean(call))),
        "__funnelshift_l" | "__funnelshift_lc" | "__funnelshift_r" | "__funnelshift_rc" => {
            (3, |_, call| Ok(funnel(call)))
        }
        "__byte_perm" => (3, |env, call| Ok(permuted(env, call))),
        _ => (Extremum::named(name)?.needed, extremum),
    };
    Some(Function::numbers(needed, meaning))
}

/// The upper 64 bits of a product, put together from products of 32 bits each, of which none overflows.
fn high(env: &mut Env, ty: Type, Call { args, span, .. }: Call) -> Lowered<Expr> {
    let mut operands = args.into_iter();
    let mut halves = || {
        let given = operands.next().unwrap_or_else(|| value::zero(ty, span));
        let given = temporaries::temporary(env, "factor", convert(given, ty, Conversion::Implicit));
        (upper(&given, span), lower(&given))
    };
    let ((xh, xl), (yh, yl)) = (halves(), halves());
    let product = |a: &Expr, b: &Expr| binary(Binary::Mul, a.clone(), b.clone());
    let low =
        product(&convert(xl.clone(), ULONG, Conversion::Explicit), &convert(yl.clone(), ULONG, Conversion::Explicit));
    let carried = convert(upper(&low, span), ty, Conversion::Explicit);
    let middle = temporaries::temporary(env, "middle", binary(Binary::Add, product(&xh, &yl), carried));
    let other = binary(Binary::Add, product(&xl, &yh), lower(&middle));
    let rest = binary(Binary::Add, upper(&middle, span), upper(&other, span));
    Ok(binary(Binary::Add, product(&xh, &yh), rest))
}

/// All but the lowest 32 bits.
fn upper(e: &Expr, span: Span) -> Expr {
    binary(Binary::Shr, e.clone(), value::int(32, Type::INT, span))
}

/// The lowest 32 bits.
fn lower(e: &Expr) -> Expr {
    convert(convert(e.clone(), Type::UINT, Conversion::Explicit), e.ty, Conversion::Implicit)
}

/// `(x + y) >> 1`, or `(x + y + 1) >> 1`, without overflow. `__hadd` is the sum of halves as well.
fn mean(Call { name, args: mut operands, span }: Call) -> Expr {
    let (y, x) = (operands.remove(1), operands.remove(0));
    if name == "__hadd" && (x.ty.is_fractional() || y.ty.is_fractional()) {
        let half = |e| convert(e, HALF, Conversion::Implicit);
        return binary(Binary::Add, half(x), half(y));
    }
    let (ty, wide) = if name.starts_with("__u") { (Type::UINT, ULONG) } else { (Type::INT, LONG) };
    let widened = |e| convert(convert(e, ty, Conversion::Implicit), wide, Conversion::Explicit);
    let sum = binary(Binary::Add, widened(x), widened(y));
    let sum = if name.contains("rh") { binary(Binary::Add, sum, value::int(1, wide, span)) } else { sum };
    convert(binary(Binary::Shr, sum, value::int(1, Type::INT, span)), ty, Conversion::Explicit)
}

/// `__funnelshift_l(low, high, by)`: 32 bits of the two words as one of 64, moved.
fn funnel(Call { name, args, span }: Call) -> Expr {
    let mut unsigned = args.into_iter().map(|e| convert(e, Type::UINT, Conversion::Explicit));
    let mut next = || unsigned.next().unwrap_or_else(|| value::zero(Type::UINT, span));
    let (low, high, by) = (next(), next(), next());
    let uint = |known: u32| value::int(known, Type::UINT, span);
    let by = if name.ends_with('c') { binary(Binary::Min, by, uint(32)) } else { binary(Binary::BitAnd, by, uint(31)) };
    // To the left, the upper word of what has moved is what lies that far below it.
    let down = if name.contains("_l") { binary(Binary::Sub, uint(32), by) } else { by };
    let power = value::int(BigInt::from(1) << 32, ULONG, span);
    let wide = |e: Expr| convert(e, ULONG, Conversion::Implicit);
    let both = binary(Binary::Add, binary(Binary::Mul, wide(high), power), wide(low));
    convert(binary(Binary::Shr, both, down), Type::UINT, Conversion::Explicit)
}

/// `__byte_perm(x, y, s)`: three bits of `s` choose each byte among eight.
fn permuted(env: &mut Env, Call { args, span, .. }: Call) -> Expr {
    let words: Vec<Expr> = args.into_iter().map(|given| word(env, given)).collect();
    let byte = Type::Int { signed: false, bits: 8 };
    let bytes: Vec<Expr> = (0..8).map(|at: u32| part(&words[at as usize / 4], at % 4, byte, span)).collect();
    let chosen = |at: u32| {
        let selector = binary(Binary::Shr, words[2].clone(), value::int(4 * at, Type::INT, span));
        let selector = binary(Binary::BitAnd, selector, value::int(7, Type::UINT, span));
        if let Some(known) = value::constant_int(&selector).and_then(|known| known.to_usize()) {
            return bytes[known].clone();
        }
        let last = bytes[7].clone();
        (0..7).rev().fold(last, |other, at| {
            let cond = binary(Binary::Eq, selector.clone(), value::int(at, Type::UINT, span));
            Expr::new(ExprKind::Conditional(cond, bytes[at as usize].clone(), other), Type::INT, span)
        })
    };
    composed((0..4).map(chosen), 8, span)
}

/// `__viaddmax_s32(a, b, c)`, `__vimax3_u32(a, b, c)`, `__vimin_s32_relu(a, b)`.
struct Extremum {
    op: Binary,
    /// The first two operands are added.
    adds: bool,
    needed: usize,
    signed: bool,
    /// The result is no less than 0.
    relu: bool,
}

impl Extremum {
    fn named(name: &str) -> Option<Extremum> {
        let (stem, ty) = name.strip_prefix("__vi")?.split_once('_')?;
        let (signed, relu) = match ty {
            "s32" => (true, false),
            "s32_relu" => (true, true),
            "u32" => (false, false),
            _ => return None,
        };
        let (op, adds, needed) = match stem {
            "addmax" => (Binary::Max, true, 3),
            "addmin" => (Binary::Min, true, 3),
            "max3" => (Binary::Max, false, 3),
            "min3" => (Binary::Min, false, 3),
            "max" if relu => (Binary::Max, false, 2),
            "min" if relu => (Binary::Min, false, 2),
            _ => return None,
        };
        Some(Extremum { op, adds, needed, signed, relu })
    }
}

fn extremum(env: &mut Env, Call { name, args, span }: Call) -> Lowered<Expr> {
    let Some(Extremum { op, adds, needed, signed, relu }) = Extremum::named(name) else { return Err(Reported) };
    let ty = Type::Int { signed, bits: 32 };
    let mut operands = args.into_iter().map(|e| convert(e, ty, Conversion::Implicit));
    let mut next = || operands.next().unwrap_or_else(|| value::zero(ty, span));
    let (a, b) = (next(), next());
    let mut result = if adds { arithmetic::arithmetic(env, BinaryOp::Add, a, b, span)? } else { binary(op, a, b) };
    if needed == 3 {
        result = binary(op, result, next());
    }
    Ok(if relu { binary(Binary::Max, result, value::zero(ty, span)) } else { result })
}
