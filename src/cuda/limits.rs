//! Constants of the headers: infinities, what is no number, the limits of types; and the functions that tell kinds of floats apart (VALUE-36).

use num_bigint::BigInt;

use crate::base::{Span, config::FloatMode};
use crate::cpp::{
    Env, Lowered, Value,
    literals::decimal,
    types::CType,
    value::{self, binary, convert},
};
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, Type, Unary};
use crate::syntax::tree;

use super::functions::{Call, Function, OfNumbers};

/// Of a width: what no real number is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Beyond {
    Infinity,
    Nan,
}

/// A constant that the language or its headers name.
pub fn constant(env: &mut Env, name: &str, span: Span) -> Option<Expr> {
    let int = |value: i128, signed, bits| Some(value::int(BigInt::from(value), Type::Int { signed, bits }, span));
    let real = |text: &str, bits| {
        let known = decimal(text)?;
        Some(Expr::new(ExprKind::Real(known), Type::Float { bits }, span))
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
        _ => no_number(env, name, span),
    }
}

/// The infinity or the NaN that a macro of the headers stands for.
fn no_number(env: &mut Env, name: &str, span: Span) -> Option<Expr> {
    let (what, bits) = match name {
        "INFINITY" | "HUGE_VALF" | "CUDART_INF_F" => (Beyond::Infinity, 32),
        "HUGE_VAL" | "HUGE_VALL" | "CUDART_INF" => (Beyond::Infinity, 64),
        "CUDART_INF_FP16" => (Beyond::Infinity, 16),
        "NAN" | "CUDART_NAN_F" => (Beyond::Nan, 32),
        "CUDART_NAN" => (Beyond::Nan, 64),
        "CUDART_NAN_FP16" => (Beyond::Nan, 16),
        _ => return None,
    };
    Some(beyond(env, what, bits, span))
}

/// A function of a number of which nothing is known, so that it is one value of each width, and the machine's with IEEE floats.
fn beyond(env: &mut Env, what: Beyond, bits: u8, span: Span) -> Expr {
    if env.config.float == FloatMode::Real {
        env.assume("infinities and NaN are taken for real numbers of which nothing is known");
    }
    let name = match what {
        Beyond::Infinity => "infinity",
        Beyond::Nan => "nan",
    };
    unknown(name, Type::Float { bits }, span)
}

fn unknown(name: &str, ty: Type, span: Span) -> Expr {
    Expr::new(ExprKind::Math(name.into(), vec![value::number(1, ty, span)]), ty, span)
}

/// The name is one of a member of `numeric_limits<T>`.
pub fn is_limit(name: &tree::Name) -> bool {
    name.path.last().is_some_and(|class| class.split('<').next() == Some("numeric_limits"))
}

/// The functions that tell kinds of floats apart, by name: `isnan(x)` and its kin; and `nan("")`.
pub fn named(name: &str) -> Option<Function> {
    if matches!(name, "nan" | "nanf") {
        return Some(Function::objects(1, |env, call| {
            let bits = if call.name == "nan" { 64 } else { 32 };
            Ok(Value::Scalar(nan(env, bits, call.span)))
        }));
    }
    let meaning: OfNumbers = match name {
        "isnan" | "__isnanf" | "__isnan" | "__hisnan" | "isnanf" => |_, call| kind("isnan", call),
        "isinf" | "__isinff" | "__isinf" | "__hisinf" | "isinff" => |_, call| kind("isinf", call),
        "isfinite" | "__finitef" | "__finite" | "finite" => |_, call| kind("isfinite", call),
        "isnormal" => |_, call| kind("isnormal", call),
        _ => return None,
    };
    Some(Function::numbers(1, meaning))
}

/// `nanf("")`: what is in the string nobody asks.
pub fn nan(env: &mut Env, bits: u8, span: Span) -> Expr {
    beyond(env, Beyond::Nan, bits, span)
}

/// Whether a float is of a kind: an unknown function of it, 0 or not.
fn kind(canonical: &str, Call { mut args, span, .. }: Call) -> Lowered<Expr> {
    let given = args.swap_remove(0);
    let ty = if given.ty.is_fractional() { given.ty } else { Type::Float { bits: 64 } };
    let given = convert(given, ty, Conversion::Implicit);
    let told = Expr::new(ExprKind::Math(canonical.into(), vec![given]), ty, span);
    Ok(Expr { span, ..binary(Binary::Ne, told, value::zero(ty, span)) })
}

/// `std::numeric_limits<T>::max()` and the like, also without the call: `::digits`.
pub fn limit(env: &mut Env, ty: &CType, member: &str, span: Span) -> Option<Expr> {
    match ty {
        CType::Scalar(ty) => limit_of(env, *ty, member, span),
        _ => None,
    }
}

fn limit_of(env: &mut Env, ty: Type, member: &str, span: Span) -> Option<Expr> {
    let truth = |known: bool| Some(value::boolean(known, span));
    match (ty, member) {
        (_, "is_integer" | "is_exact") => return truth(!ty.is_fractional()),
        (_, "is_signed") => return truth(!matches!(ty, Type::Bool | Type::Int { signed: false, .. })),
        (_, "has_infinity" | "has_quiet_NaN") => return truth(ty.is_fractional()),
        (_, "is_specialized") => return truth(true),
        _ => {}
    }
    if let Some((least, greatest)) = ty.range() {
        return match member {
            "max" => Some(value::int(greatest, ty, span)),
            "min" | "lowest" => Some(value::int(least, ty, span)),
            "epsilon" => Some(value::zero(ty, span)),
            "digits" => Some(value::int(greatest.bits(), Type::INT, span)),
            _ => None,
        };
    }
    let Type::Float { bits } = ty else { return None };
    let (largest, smallest, step) = match bits {
        // As the macros of the headers write them (`specs/headers/macros`), so that both names are one number.
        32 => (
            "3.40282346638528859811704183484516925e+38",
            "1.17549435082228750796873653722224568e-38",
            "1.19209289550781250000000000000000000e-7",
        ),
        64 => (
            "1.79769313486231570814527423731704357e+308",
            "2.22507385850720138309023271733240406e-308",
            "2.22044604925031308084726333618164062e-16",
        ),
        // It may be either of the two types of that width.
        _ => {
            return match member {
                "infinity" => Some(beyond(env, Beyond::Infinity, bits, span)),
                "quiet_NaN" => Some(beyond(env, Beyond::Nan, bits, span)),
                "max" | "lowest" => {
                    let largest = unknown("largest", ty, span);
                    Some(if member == "max" { largest } else { value::unary(Unary::Neg, largest, span) })
                }
                "min" => Some(unknown("smallest", ty, span)),
                "epsilon" => Some(unknown("epsilon", ty, span)),
                _ => None,
            };
        }
    };
    let known = |text: &str| decimal(text).map(|known| Expr::new(ExprKind::Real(known), ty, span));
    match member {
        "max" => known(largest),
        "lowest" => known(largest).map(|largest| negated(&largest, span)),
        "min" => known(smallest),
        "epsilon" => known(step),
        "digits" => Some(value::int(if bits == 32 { BigInt::from(24) } else { BigInt::from(53) }, Type::INT, span)),
        "infinity" => Some(beyond(env, Beyond::Infinity, bits, span)),
        "quiet_NaN" | "signaling_NaN" => Some(beyond(env, Beyond::Nan, bits, span)),
        _ => None,
    }
}

/// A literal with the other sign.
fn negated(e: &Expr, span: Span) -> Expr {
    match &*e.kind {
        ExprKind::Real(known) => Expr::new(ExprKind::Real(-known.clone()), e.ty, span),
        _ => value::unary(Unary::Neg, e.clone(), span),
    }
}
