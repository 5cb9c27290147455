//! CUDA's functions of mathematics.

use crate::base::config::FloatMode;
use crate::cpp::{
    Env, Lowered, Reported, arithmetic,
    types::{common, promote},
    value::{self, binary, convert},
};
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, FUSED, Type, Unary};
use crate::syntax::tree::BinaryOp;

use super::functions::{Call, Function};

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
    "sqrt", "rsqrt", "cbrt", "rcbrt", "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "logb", "sin",
    "cos", "tan", "sinpi", "cospi", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf",
    "erfc", "erfinv", "erfcinv", "erfcx", "normcdf", "normcdfinv", "tgamma", "lgamma", "j0", "j1", "y0", "y1",
    "cyl_bessel_i0", "cyl_bessel_i1", "trunc", "round", "rint", "nearbyint",
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
    // Instructions of inline PTX (LIB-27), under names that no program could have.
    ("ex2.approx.f32", Meaning::Math1("exp2"), 32, false),
    ("ex2.approx.ftz.f32", Meaning::Math1("exp2"), 32, false),
    ("lg2.approx.f32", Meaning::Math1("log2"), 32, false),
    ("lg2.approx.ftz.f32", Meaning::Math1("log2"), 32, false),
    ("sin.approx.f32", Meaning::Math1("sin"), 32, false),
    ("sin.approx.ftz.f32", Meaning::Math1("sin"), 32, false),
    ("cos.approx.f32", Meaning::Math1("cos"), 32, false),
    ("cos.approx.ftz.f32", Meaning::Math1("cos"), 32, false),
    ("tanh.approx.f32", Meaning::Math1("tanh"), 32, false),
    ("tanh.approx.ftz.f32", Meaning::Math1("tanh"), 32, false),
    ("rcp.approx.f32", Meaning::Inverse, 32, false),
    ("rcp.approx.ftz.f32", Meaning::Inverse, 32, false),
    ("sqrt.approx.f32", Meaning::Math1("sqrt"), 32, false),
    ("sqrt.approx.ftz.f32", Meaning::Math1("sqrt"), 32, false),
    ("rsqrt.approx.f32", Meaning::Math1("rsqrt"), 32, false),
    ("rsqrt.approx.ftz.f32", Meaning::Math1("rsqrt"), 32, false),
    ("div.approx.f32", Meaning::Binary(BinaryOp::Div), 32, false),
    ("div.approx.ftz.f32", Meaning::Binary(BinaryOp::Div), 32, false),
    ("div.full.f32", Meaning::Binary(BinaryOp::Div), 32, false),
    ("div.full.ftz.f32", Meaning::Binary(BinaryOp::Div), 32, false),
    ("add.ftz.f32", Meaning::Binary(BinaryOp::Add), 32, false),
    ("sub.ftz.f32", Meaning::Binary(BinaryOp::Sub), 32, false),
    ("mul.ftz.f32", Meaning::Binary(BinaryOp::Mul), 32, false),
    ("fma.rn.ftz.f32", Meaning::MulAdd, 32, false),
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

/// A function by its name.
#[derive(Clone, Copy)]
struct Row {
    meaning: Meaning,
    /// The width it works with (0: its argument's).
    bits: u8,
    defined: Defined,
}

/// Where a function is what it is in the reals; elsewhere nothing is known of it but that equal arguments give equal results.
#[derive(Clone, Copy)]
enum Defined {
    Always,
    /// Where floats are real numbers.
    ForReals,
    /// Where nothing is rounded.
    Unrounded,
}

fn row(name: &str) -> Option<Row> {
    if let Some((_, meaning, bits, exact)) = INTRINSICS.iter().find(|row| row.0 == name) {
        let defined = if *exact { Defined::Always } else { Defined::ForReals };
        return Some(Row { meaning: *meaning, bits: *bits, defined });
    }
    if let Some((meaning, bits)) = directed(name) {
        return Some(Row { meaning, bits, defined: Defined::Unrounded });
    }
    let (stem, bits) = stem(name);
    let (meaning, bits) = match name {
        _ if DISTANCES.contains(&name) => (Meaning::Abs, 0),
        _ if EXTREMES.contains(&name) => (if name.ends_with("min") { Meaning::Min } else { Meaning::Max }, 0),
        _ => {
            let of = |names: &[&'static str]| names.iter().find(|known| **known == stem).copied();
            let of_more = || MATH_OF_MORE.iter().find(|known| known.0 == stem);
            let meaning = of(MATH1).map(Meaning::Math1).or_else(|| of(MATH2).map(Meaning::Math2));
            (meaning.or_else(|| of_more().map(|row| Meaning::Math(row.0, row.1)))?, bits)
        }
    };
    Some(Row { meaning, bits, defined: Defined::Always })
}

/// The function of this name.
pub fn named(name: &str) -> Option<Function> {
    row(name).map(|row| Function::numbers(arity(row.meaning), applied))
}

/// Arithmetic that rounds otherwise than to the nearest float (VALUE-31): `__fadd_rd`, `__dsqrt_ru`, `__fmaf_ieee_rz`.
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
    /// The function's name without the suffix for `float`: `exp` for `expf`.
    pub canonical: &'static str,
    /// The number of its arguments.
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

/// What the function makes of its arguments.
fn applied(env: &mut Env, call: Call) -> Lowered<Expr> {
    let Some(row) = row(call.name) else { return Err(Reported) };
    let is_defined = match row.defined {
        Defined::Always => true,
        Defined::ForReals => env.config.float != FloatMode::Exact,
        Defined::Unrounded => !env.config.rounds_floats(),
    };
    env.kernel.source.is_of_reals |= matches!(row.defined, Defined::Unrounded);
    if is_defined { function(env, row, call) } else { Ok(inexact(row, call)) }
}

fn function(env: &mut Env, Row { meaning, bits, .. }: Row, Call { name, args, span }: Call) -> Lowered<Expr> {
    let mut ty = working_type(meaning, bits, &args);
    // `fmin(x, 1)` works in doubles, unlike `min`.
    if name.starts_with('f') && bits == 0 && args.iter().any(|arg| !arg.ty.is_fractional()) {
        ty = Type::Float { bits: 64 };
    }
    let mut args: Vec<Expr> = args.into_iter().map(|arg| convert(arg, ty, Conversion::Implicit)).collect();
    let one = || value::number(1, ty, span);
    Ok(match meaning {
        Meaning::Math1(canonical) | Meaning::Math2(canonical) | Meaning::Math(canonical, _) => {
            Expr::new(ExprKind::Math(canonical.to_string(), args), ty, span)
        }
        Meaning::Abs => value::unary(Unary::Abs, args.remove(0), span),
        Meaning::Floor => value::unary(Unary::Floor, args.remove(0), span),
        Meaning::Ceil => value::unary(Unary::Ceil, args.remove(0), span),
        Meaning::Min => binary(Binary::Min, args.remove(0), args.remove(0)),
        Meaning::Max => binary(Binary::Max, args.remove(0), args.remove(0)),
        Meaning::Inverse => binary(Binary::Div, one(), args.remove(0)),
        Meaning::Saturate => {
            let at_least = binary(Binary::Max, args.remove(0), value::zero(ty, span));
            binary(Binary::Min, at_least, one())
        }
        Meaning::Binary(op) => {
            let (a, b) = (args.remove(0), args.remove(0));
            arithmetic::arithmetic(env, op, a, b, span)?
        }
        // Rounded once, where anything is rounded (VALUE-30).
        Meaning::MulAdd => Expr::new(ExprKind::Math(FUSED.to_string(), args), ty, span),
    })
}

/// A function that IEEE arithmetic does not define: in exact floats an unknown function of its own.
fn inexact(Row { meaning, bits, .. }: Row, Call { name, args, span }: Call) -> Expr {
    let ty = working_type(meaning, bits, &args);
    let args = args.into_iter().map(|arg| convert(arg, ty, Conversion::Implicit)).collect();
    let nearest = matches!(name, "fma" | "fmaf" | "__fma_rn" | "__fmaf_rn" | "__hfma");
    let canonical = if nearest { FUSED } else { name };
    Expr::new(ExprKind::Math(canonical.to_string(), args), ty, span)
}

#[cfg(test)]
mod tests {
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
}
