//! Infinities, what is no number, the limits of types, and the functions that tell kinds of floats apart (R51).

use num_bigint::BigInt;

use crate::base::Span;
use crate::base::config::FloatMode;
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, Type, Unary};
use crate::syntax::tree::{self, TemplateArg};

use super::builtins::count;
use super::builtins::no_arguments;
use super::call;
use super::expr::read;
use super::literals::decimal;
use super::model::types::{CType, shown};
use super::model::value::{self, binary, convert};
use super::model::{Env, Lowered, Reported, Value};
use super::resolve;

/// Of a width: what no real number is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Beyond {
    Infinity,
    Nan,
}

/// The infinity or the NaN that a macro of the headers stands for.
pub fn constant(env: &mut Env, name: &str, span: Span) -> Option<Expr> {
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
        assume(env, "infinities and NaN are taken for real numbers of which nothing is known");
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

fn assume(env: &mut Env, assumption: &str) {
    if !env.kernel.assumptions.iter().any(|known| known == assumption) {
        env.kernel.assumptions.push(assumption.into());
    }
}

/// The name is one of a member of `numeric_limits<T>`.
pub fn is_limit(name: &tree::Name) -> bool {
    name.path.last().is_some_and(|class| class.split('<').next() == Some("numeric_limits"))
}

/// `isnan(x)` and its kin, `nanf("")`.
pub fn call(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    if is_limit(name) {
        return Some(limit(env, name, args, span));
    }
    match name.ident.as_str() {
        "nan" | "nanf" => {
            let bits = if name.ident == "nan" { 64 } else { 32 };
            Some(count(env, &name.ident, args, 1, span).map(|()| Value::Scalar(beyond(env, Beyond::Nan, bits, span))))
        }
        "isnan" | "__isnanf" | "__isnan" | "__hisnan" | "isnanf" => Some(kind(env, &name.ident, "isnan", args, span)),
        "isinf" | "__isinff" | "__isinf" | "__hisinf" | "isinff" => Some(kind(env, &name.ident, "isinf", args, span)),
        "isfinite" | "__finitef" | "__finite" | "finite" => Some(kind(env, &name.ident, "isfinite", args, span)),
        "isnormal" => Some(kind(env, &name.ident, "isnormal", args, span)),
        _ => None,
    }
}

/// Whether a float is of a kind: an unknown function of it, 0 or not.
fn kind(env: &mut Env, name: &str, canonical: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 1, span)?;
    let (mut values, spans) = call::arguments(env, args)?;
    let given = read(env, values.pop().ok_or(Reported)?, spans[0])?;
    let ty = if given.ty.is_fractional() { given.ty } else { Type::Float { bits: 64 } };
    let given = convert(given, ty, Conversion::Implicit);
    let told = Expr::new(ExprKind::Math(canonical.into(), vec![given]), ty, span);
    Ok(Value::Scalar(Expr { span, ..binary(Binary::Ne, told, value::zero(ty, span)) }))
}

/// `std::numeric_limits<T>::max()` and the like, also without the call: `::digits`.
pub fn limit(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    no_arguments(env, &name.ident, args, span)?;
    let of = match name.path_args.last() {
        Some(Some(of)) => of.first().cloned(),
        _ => None,
    };
    let Some(TemplateArg::Type(of)) = of else {
        return Err(env.unsupported(format!("call of `{}`", shown(name)), span));
    };
    let known = match resolve::resolve(env, &of)? {
        CType::Scalar(ty) => limit_of(env, ty, &name.ident, span),
        _ => None,
    };
    match known {
        Some(value) => Ok(Value::Scalar(value)),
        None => Err(env.unsupported(format!("call of `{}`", shown(name)), span)),
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
