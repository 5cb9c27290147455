//! CUDA's built-in functions, constants and the block handle of cooperative groups.

use num_bigint::BigInt;

use crate::base::config::FloatMode;
use crate::base::{Span, codes};
use crate::kernel::ir::{
    AssertOrigin, BarrierScope, Binary, Clause, Conversion, Expr, ExprKind, FUSED, LocalRole, Speaker, StmtKind, Type,
    Unary, Vote, VoteOp,
};
use crate::syntax::tree::{self, BinaryOp};

use super::annotate;
use super::atomics;
use super::construction;
use super::copies;
use super::expr::{self, read};
use super::fits;
use super::intrinsics;
use super::laws;
use super::limits;
use super::literals::decimal;
use super::memory::copy;
use super::memory::read;
use super::model::types::{CType, common, promote};
use super::model::value::{self, binary, convert};
use super::model::{Env, Lowered, Reported, Value};
use super::order;
use super::outputs;
use super::read_only;
use super::warps;

/// What a built-in function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    /// An unknown function of one argument, by its canonical name.
    Math1(&'static str),
    /// An unknown function of two arguments.
    Math2(&'static str),
    /// An unknown function of so many arguments.
    Math(&'static str, usize),
    Abs,
    Min,
    Max,
    Floor,
    Ceil,
    Binary(BinaryOp),
    MulAdd,
    /// Reciprocal.
    Inverse,
    Saturate,
}

/// Unknown functions of one argument; each also exists with the suffix `f`.
const MATH1: &[&str] = &[
    "sqrt",
    "rsqrt",
    "cbrt",
    "rcbrt",
    "exp",
    "exp2",
    "exp10",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "logb",
    "sin",
    "cos",
    "tan",
    "sinpi",
    "cospi",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "erf",
    "erfc",
    "erfinv",
    "erfcinv",
    "erfcx",
    "normcdf",
    "normcdfinv",
    "tgamma",
    "lgamma",
    "j0",
    "j1",
    "y0",
    "y1",
    "cyl_bessel_i0",
    "cyl_bessel_i1",
    "trunc",
    "round",
    "rint",
    "nearbyint",
];

/// Unknown functions of two arguments; each also exists with the suffix `f`.
const MATH2: &[&str] = &["pow", "atan2", "hypot", "rhypot", "fmod", "remainder", "fdim", "copysign", "nextafter"];

/// Unknown functions of more arguments; each also exists with the suffix `f`.
const MATH_OF_MORE: &[(&str, usize)] = &[("norm3d", 3), ("rnorm3d", 3), ("norm4d", 4), ("rnorm4d", 4)];

/// Intrinsics with the name they have in the reals: name, meaning, bits, exact in IEEE arithmetic too.
const INTRINSICS: &[(&str, Meaning, u8, bool)] = &[
    ("__fsqrt_rn", Meaning::Math1("sqrt"), 32, true),
    ("__dsqrt_rn", Meaning::Math1("sqrt"), 64, true),
    ("__frsqrt_rn", Meaning::Math1("rsqrt"), 32, false),
    ("__sinf", Meaning::Math1("sin"), 32, false),
    ("__cosf", Meaning::Math1("cos"), 32, false),
    ("__tanf", Meaning::Math1("tan"), 32, false),
    ("__tanhf", Meaning::Math1("tanh"), 32, false),
    ("__expf", Meaning::Math1("exp"), 32, false),
    ("__exp10f", Meaning::Math1("exp10"), 32, false),
    ("__logf", Meaning::Math1("log"), 32, false),
    ("__log2f", Meaning::Math1("log2"), 32, false),
    ("__log10f", Meaning::Math1("log10"), 32, false),
    ("__powf", Meaning::Math2("pow"), 32, false),
    ("__fadd_rn", Meaning::Binary(BinaryOp::Add), 32, true),
    ("__fsub_rn", Meaning::Binary(BinaryOp::Sub), 32, true),
    ("__fmul_rn", Meaning::Binary(BinaryOp::Mul), 32, true),
    ("__fdiv_rn", Meaning::Binary(BinaryOp::Div), 32, true),
    ("__dadd_rn", Meaning::Binary(BinaryOp::Add), 64, true),
    ("__dsub_rn", Meaning::Binary(BinaryOp::Sub), 64, true),
    ("__dmul_rn", Meaning::Binary(BinaryOp::Mul), 64, true),
    ("__ddiv_rn", Meaning::Binary(BinaryOp::Div), 64, true),
    ("__hadd_rn", Meaning::Binary(BinaryOp::Add), 16, true),
    ("__hsub_rn", Meaning::Binary(BinaryOp::Sub), 16, true),
    ("__hmul_rn", Meaning::Binary(BinaryOp::Mul), 16, true),
    ("hfloor", Meaning::Floor, 16, true),
    ("hceil", Meaning::Ceil, 16, true),
    ("htrunc", Meaning::Math1("trunc"), 16, true),
    ("hrint", Meaning::Math1("rint"), 16, true),
    ("hsin", Meaning::Math1("sin"), 16, false),
    ("hcos", Meaning::Math1("cos"), 16, false),
    ("htanh", Meaning::Math1("tanh"), 16, false),
    ("hexp2", Meaning::Math1("exp2"), 16, false),
    ("hexp10", Meaning::Math1("exp10"), 16, false),
    ("hlog2", Meaning::Math1("log2"), 16, false),
    ("hlog10", Meaning::Math1("log10"), 16, false),
    ("hrcp", Meaning::Inverse, 16, false),
    ("__hsub", Meaning::Binary(BinaryOp::Sub), 16, true),
    ("__hmul", Meaning::Binary(BinaryOp::Mul), 16, true),
    ("__hdiv", Meaning::Binary(BinaryOp::Div), 16, true),
    ("__hmax", Meaning::Max, 16, true),
    ("__hmin", Meaning::Min, 16, true),
    ("__hfma", Meaning::MulAdd, 16, false),
    ("hsqrt", Meaning::Math1("sqrt"), 16, true),
    ("hrsqrt", Meaning::Math1("rsqrt"), 16, false),
    ("hexp", Meaning::Math1("exp"), 16, false),
    ("hlog", Meaning::Math1("log"), 16, false),
    // Instructions of inline PTX (R235), under names that no program could have.
    ("ex2.approx.f32", Meaning::Math1("exp2"), 32, false),
    ("lg2.approx.f32", Meaning::Math1("log2"), 32, false),
    ("sin.approx.f32", Meaning::Math1("sin"), 32, false),
    ("cos.approx.f32", Meaning::Math1("cos"), 32, false),
    ("tanh.approx.f32", Meaning::Math1("tanh"), 32, false),
    ("rcp.approx.f32", Meaning::Inverse, 32, false),
    ("sqrt.approx.f32", Meaning::Math1("sqrt"), 32, false),
    ("rsqrt.approx.f32", Meaning::Math1("rsqrt"), 32, false),
    ("div.approx.f32", Meaning::Binary(BinaryOp::Div), 32, false),
    ("add.ftz.f32", Meaning::Binary(BinaryOp::Add), 32, false),
    ("sub.ftz.f32", Meaning::Binary(BinaryOp::Sub), 32, false),
    ("mul.ftz.f32", Meaning::Binary(BinaryOp::Mul), 32, false),
    ("__fdividef", Meaning::Binary(BinaryOp::Div), 32, false),
    ("fdividef", Meaning::Binary(BinaryOp::Div), 32, false),
    ("__frcp_rn", Meaning::Inverse, 32, true),
    ("__drcp_rn", Meaning::Inverse, 64, true),
    ("__fmaf_rn", Meaning::MulAdd, 32, false),
    ("__fma_rn", Meaning::MulAdd, 64, false),
    ("fmaf", Meaning::MulAdd, 32, false),
    ("fma", Meaning::MulAdd, 0, false),
    ("__saturatef", Meaning::Saturate, 32, false),
    ("fabs", Meaning::Abs, 0, true),
    ("fabsf", Meaning::Abs, 32, true),
    ("fmin", Meaning::Min, 0, true),
    ("fminf", Meaning::Min, 32, true),
    ("fmax", Meaning::Max, 0, true),
    ("fmaxf", Meaning::Max, 32, true),
    ("floor", Meaning::Floor, 0, true),
    ("floorf", Meaning::Floor, 32, true),
    ("ceil", Meaning::Ceil, 0, true),
    ("ceilf", Meaning::Ceil, 32, true),
];

/// Functions that work in the type of their arguments, which the signature of some converts first.
const EXTREMES: [&str; 8] = ["min", "umin", "llmin", "ullmin", "max", "umax", "llmax", "ullmax"];
const DISTANCES: [&str; 3] = ["abs", "labs", "llabs"];

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
            .or_else(|| intrinsics::call(env, called, args, span))
            .or_else(|| copies::call(env, called, args, span))
            .or_else(|| known(env, name, args, span)),
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

/// A mathematical function or conversion.
fn known(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    if let Some((_, meaning, bits, exact)) = INTRINSICS.iter().find(|row| row.0 == name) {
        if !exact && env.config.float == FloatMode::Exact {
            return Some(inexact(env, name, *meaning, *bits, args, span));
        }
        return Some(function(env, name, *meaning, *bits, args, span));
    }
    if let Some((meaning, bits)) = directed(name) {
        return Some(match env.config.rounds_floats() {
            true => inexact(env, name, meaning, bits, args, span),
            false => function(env, name, meaning, bits, args, span),
        });
    }
    if DISTANCES.contains(&name) {
        return Some(function(env, name, Meaning::Abs, 0, args, span));
    }
    if EXTREMES.contains(&name) {
        let meaning = if name.ends_with("min") { Meaning::Min } else { Meaning::Max };
        return Some(function(env, name, meaning, 0, args, span));
    }
    let (stem, bits) = stem(name);
    if let Some(canonical) = MATH1.iter().find(|known| **known == stem) {
        return Some(function(env, name, Meaning::Math1(canonical), bits, args, span));
    }
    if let Some(canonical) = MATH2.iter().find(|known| **known == stem) {
        return Some(function(env, name, Meaning::Math2(canonical), bits, args, span));
    }
    let (canonical, arguments) = MATH_OF_MORE.iter().find(|known| known.0 == stem)?;
    Some(function(env, name, Meaning::Math(canonical, *arguments), bits, args, span))
}

/// Arithmetic that rounds otherwise than to the nearest float (R248): `__fadd_rd`, `__dsqrt_ru`, `__fmaf_ieee_rz`.
fn directed(name: &str) -> Option<(Meaning, u8)> {
    let (stem, rounding) = name.strip_prefix("__")?.rsplit_once('_')?;
    if !matches!(rounding, "rd" | "ru" | "rz") && (stem, rounding) != ("fmaf_ieee", "rn") {
        return None;
    }
    match stem {
        "fmaf" | "fmaf_ieee" => return Some((Meaning::MulAdd, 32)),
        "fma" => return Some((Meaning::MulAdd, 64)),
        _ => {}
    }
    let (operation, bits) = match stem.strip_prefix('f') {
        Some(operation) => (operation, 32),
        None => (stem.strip_prefix('d')?, 64),
    };
    let meaning = match operation {
        "add" => Meaning::Binary(BinaryOp::Add),
        "sub" => Meaning::Binary(BinaryOp::Sub),
        "mul" => Meaning::Binary(BinaryOp::Mul),
        "div" => Meaning::Binary(BinaryOp::Div),
        "rcp" => Meaning::Inverse,
        "sqrt" => Meaning::Math1("sqrt"),
        _ => return None,
    };
    Some((meaning, bits))
}

/// How many arguments such a function has, and of which width.
pub fn directed_shape(name: &str) -> Option<(usize, u8)> {
    directed(name).map(|(meaning, bits)| (arity(meaning), bits))
}

/// The functions on numbers that are told by name.
#[cfg(test)]
pub fn names() -> Vec<String> {
    let suffixed = MATH1.iter().chain(MATH2).copied().chain(MATH_OF_MORE.iter().map(|row| row.0));
    // `norm3d` is `norm3df` in floats.
    let mut all: Vec<String> = suffixed.flat_map(|name| [name.to_owned(), format!("{name}f")]).collect();
    all.extend(INTRINSICS.iter().map(|row| row.0.to_owned()));
    all.extend(EXTREMES.iter().chain(&DISTANCES).map(|name| (*name).to_owned()));
    all
}

/// A function of which nothing is known but that equal arguments give equal results.
#[derive(Clone, Copy, Debug)]
pub struct MathCall {
    pub canonical: &'static str,
    pub arguments: usize,
    /// The width it works with (0: its argument's).
    pub bits: u8,
}

/// The mathematical function of this name, for annotations, whose arguments are typed otherwise.
pub fn math_call(name: &str) -> Option<MathCall> {
    let (stem, bits) = stem(name);
    let of = |names: &[&'static str], arguments| {
        names.iter().find(|known| **known == stem).map(|canonical| MathCall { canonical, arguments, bits })
    };
    let of_more = || {
        let (canonical, arguments) = MATH_OF_MORE.iter().find(|known| known.0 == stem)?;
        Some(MathCall { canonical, arguments: *arguments, bits })
    };
    of(MATH1, 1).or_else(|| of(MATH2, 2)).or_else(of_more)
}

/// The function's name without the suffix for `float`, and the bits it works with (0: its argument's).
fn stem(name: &str) -> (&str, u8) {
    if MATH1.contains(&name) || MATH2.contains(&name) {
        return (name, 0);
    }
    name.strip_suffix('f').map_or((name, 0), |stem| (stem, 32))
}

fn arity(meaning: Meaning) -> usize {
    match meaning {
        Meaning::Math1(_) | Meaning::Abs | Meaning::Floor | Meaning::Ceil | Meaning::Inverse | Meaning::Saturate => 1,
        Meaning::Math2(_) | Meaning::Min | Meaning::Max | Meaning::Binary(_) => 2,
        Meaning::MulAdd => 3,
        Meaning::Math(_, arguments) => arguments,
    }
}

/// Lowers the arguments and applies `make` to their values.
fn apply(
    env: &mut Env,
    name: &str,
    meaning: Meaning,
    args: &[tree::Expr],
    span: Span,
    make: impl FnOnce(&mut Env, Vec<Expr>) -> Result<Expr, Reported>,
) -> Lowered<Value> {
    count(env, name, args, arity(meaning), span)?;
    let exprs: Vec<&tree::Expr> = args.iter().collect();
    let mut values = Vec::new();
    for (value, arg) in order::operands(env, &exprs)?.into_iter().zip(args) {
        values.push(read(env, value, arg.span)?);
    }
    let mut result = make(env, values)?;
    result.span = span;
    Ok(Value::Scalar(result))
}

/// The type in which a function with these arguments works.
fn working_type(meaning: Meaning, bits: u8, args: &[Expr]) -> Type {
    let widest = args.iter().map(|arg| arg.ty).reduce(common).map_or(Type::INT, promote);
    let any_type = matches!(meaning, Meaning::Abs | Meaning::Min | Meaning::Max);
    match bits {
        0 if any_type => widest,
        // An integer counts as a double.
        0 if args.iter().any(|arg| !arg.ty.is_fractional()) => Type::Float { bits: 64 },
        0 => widest,
        bits => Type::Float { bits },
    }
}

fn function(env: &mut Env, name: &str, meaning: Meaning, bits: u8, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    // `fmin(x, 1)` works in doubles, unlike `min`.
    let is_of_floats = name.starts_with('f') && bits == 0;
    apply(env, name, meaning, args, span, |env, args| {
        let mut ty = working_type(meaning, bits, &args);
        if is_of_floats && args.iter().any(|arg| !arg.ty.is_fractional()) {
            ty = Type::Float { bits: 64 };
        }
        let mut args: Vec<Expr> = args.into_iter().map(|arg| convert(arg, ty, Conversion::Implicit)).collect();
        let one = || value::number(1, ty, span);
        Ok(match (meaning, args.len()) {
            (Meaning::Math1(canonical) | Meaning::Math2(canonical) | Meaning::Math(canonical, _), _) => {
                Expr::new(ExprKind::Math(canonical.to_string(), args), ty, span)
            }
            (Meaning::Abs, _) => value::unary(Unary::Abs, args.remove(0), span),
            (Meaning::Floor, _) => value::unary(Unary::Floor, args.remove(0), span),
            (Meaning::Ceil, _) => value::unary(Unary::Ceil, args.remove(0), span),
            (Meaning::Min, _) => binary(Binary::Min, args.remove(0), args.remove(0)),
            (Meaning::Max, _) => binary(Binary::Max, args.remove(0), args.remove(0)),
            (Meaning::Inverse, _) => binary(Binary::Div, one(), args.remove(0)),
            (Meaning::Saturate, _) => {
                let at_least = binary(Binary::Max, args.remove(0), value::zero(ty, span));
                binary(Binary::Min, at_least, one())
            }
            (Meaning::Binary(op), _) => {
                let (a, b) = (args.remove(0), args.remove(0));
                expr::arithmetic(env, op, a, b, span)?
            }
            // Rounded once, where anything is rounded (R302).
            (Meaning::MulAdd, _) => Expr::new(ExprKind::Math(FUSED.to_string(), args), ty, span),
        })
    })
}

/// A function that IEEE arithmetic does not define: in exact floats an unknown function of its own.
fn inexact(env: &mut Env, name: &str, meaning: Meaning, bits: u8, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    apply(env, name, meaning, args, span, |_, args| {
        let ty = working_type(meaning, bits, &args);
        let args = args.into_iter().map(|arg| convert(arg, ty, Conversion::Implicit)).collect();
        let nearest = matches!(name, "fma" | "fmaf" | "__fma_rn" | "__fmaf_rn" | "__hfma");
        let canonical = if nearest { FUSED } else { name };
        Ok(Expr::new(ExprKind::Math(canonical.to_string(), args), ty, span))
    })
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;

    use super::*;

    #[test]
    fn every_builtin_has_one_row() {
        let mut names: Vec<&str> = INTRINSICS.iter().map(|row| row.0).collect();
        names.extend(MATH1);
        names.extend(MATH2);
        names.extend(MATH_OF_MORE.iter().map(|row| row.0));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn literals_have_their_exact_value() {
        let ratio = |n: i64, d: i64| Some(BigRational::new(n.into(), d.into()));
        assert_eq!(decimal("0.5"), ratio(1, 2));
        assert_eq!(decimal("1e-2"), ratio(1, 100));
        assert_eq!(decimal(".25E1"), ratio(5, 2));
        assert_eq!(decimal("3."), ratio(3, 1));
        assert_eq!(decimal("0x1.8p1"), ratio(3, 1));
        assert_eq!(decimal("1e999999"), None);
    }
}
