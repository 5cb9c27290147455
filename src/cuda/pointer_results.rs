//! Functions of mathematics that give one result through a pointer (VALUE-40).

use crate::base::{Span, config::FloatMode};
use crate::cpp::{
    Env, Lowered, Reported, Value,
    value::{self, convert},
};
use crate::kernel::ir::{Conversion, Expr, ExprKind, Type};
use crate::memory::{copy, temporaries};

use super::functions::{Argument, Call, Function};

/// The function of this name.
pub fn named(name: &str) -> Option<Function> {
    match name {
        "sincos" => Some(Function::values(3, |env, call| both(env, call, ["sin", "cos"], 64))),
        "sincosf" => Some(Function::values(3, |env, call| both(env, call, ["sin", "cos"], 32))),
        "sincospi" => Some(Function::values(3, |env, call| both(env, call, ["sinpi", "cospi"], 64))),
        "sincospif" => Some(Function::values(3, |env, call| both(env, call, ["sinpi", "cospi"], 32))),
        "__sincosf" => Some(Function::values(3, |env, call| {
            let approximate = env.config.float == FloatMode::Exact;
            both(env, call, if approximate { ["__sinf", "__cosf"] } else { ["sin", "cos"] }, 32)
        })),
        "frexp" | "frexpf" | "modf" | "modff" => Some(Function::values(2, parts)),
        "ldexp" | "ldexpf" | "scalbn" | "scalbnf" | "scalbln" | "scalblnf" => Some(Function::numbers(2, scaled)),
        _ => None,
    }
}

/// The argument, and what the pointers behind it point to.
fn split(env: &mut Env, args: Vec<Argument>, ty: Type) -> Lowered<(Expr, Vec<Value>)> {
    let mut args = args.into_iter();
    let given = convert(args.next().ok_or(Reported)?.scalar(env)?, ty, Conversion::Implicit);
    // The stores through the pointers may change what the argument is read from.
    let given = if value::weight(&given) == 1 && value::locals(&given).is_empty() {
        given
    } else {
        temporaries::temporary(env, "argument", given)
    };
    let targets = args.map(|pointer| pointer.target(env)).collect::<Lowered<Vec<Value>>>()?;
    Ok((given, targets))
}

fn math(name: &str, of: &Expr, span: Span) -> Expr {
    Expr::new(ExprKind::Math(name.into(), vec![of.clone()]), of.ty, span)
}

/// `sincos(x, &s, &c)`.
fn both(env: &mut Env, Call { args, span, .. }: Call<Argument>, of: [&str; 2], bits: u8) -> Lowered<Value> {
    let (given, targets) = split(env, args, Type::Float { bits })?;
    for (target, function) in targets.into_iter().zip(of) {
        copy::assign(env, target, Value::Scalar(math(function, &given, span)), span)?;
    }
    Ok(Value::Void)
}

/// `frexp(x, &exponent)`, `modf(x, &whole)`.
fn parts(env: &mut Env, Call { name, args, span }: Call<Argument>) -> Lowered<Value> {
    let ty = Type::Float { bits: if name.ends_with("pf") || name.ends_with("ff") { 32 } else { 64 } };
    let (given, mut targets) = split(env, args, ty)?;
    let of_target = targets.pop().ok_or(Reported)?;
    if name.starts_with("modf") {
        copy::assign(env, of_target, Value::Scalar(math("trunc", &given, span)), span)?;
        return Ok(Value::Scalar(math("modf", &given, span)));
    }
    let exponent = convert(math("exponent", &given, span), Type::INT, Conversion::Explicit);
    copy::assign(env, of_target, Value::Scalar(exponent), span)?;
    Ok(Value::Scalar(math("mantissa", &given, span)))
}

/// `ldexp(x, n)`.
fn scaled(_: &mut Env, Call { name, args, span }: Call) -> Lowered<Expr> {
    let ty = Type::Float { bits: if name.ends_with('f') { 32 } else { 64 } };
    let given = args.into_iter().map(|given| convert(given, ty, Conversion::Implicit)).collect();
    Ok(Expr::new(ExprKind::Math("ldexp".into(), given), ty, span))
}
