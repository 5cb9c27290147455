//! Functions of mathematics that give one result through a pointer, and hints that do nothing (R52).

use crate::base::Span;
use crate::base::config::FloatMode;
use crate::kernel::ir::{AssertOrigin, Clause, Conversion, Expr, ExprKind, Speaker, StmtKind, Type};
use crate::syntax::tree;

use super::builtins::count;
use super::builtins::no_arguments;
use super::call;
use super::expr::{self, read};
use super::memory::copy;
use super::memory::pointer;
use super::memory::read;
use super::model::value::{self, convert};
use super::model::{Env, Lowered, Reported, Value};

/// A call of one of these functions.
pub fn call(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    Some(match name {
        "sincos" => both(env, name, ["sin", "cos"], 64, args, span),
        "sincosf" => both(env, name, ["sin", "cos"], 32, args, span),
        "sincospi" => both(env, name, ["sinpi", "cospi"], 64, args, span),
        "sincospif" => both(env, name, ["sinpi", "cospi"], 32, args, span),
        "__sincosf" => {
            let approximate = env.config.float == FloatMode::Exact;
            let names = if approximate { ["__sinf", "__cosf"] } else { ["sin", "cos"] };
            both(env, name, names, 32, args, span)
        }
        "frexp" | "frexpf" | "modf" | "modff" => parts(env, name, args, span),
        "ldexp" | "ldexpf" | "scalbn" | "scalbnf" | "scalbln" | "scalblnf" => scaled(env, name, args, span),
        "__nanosleep" | "__prof_trigger" => evaluated(env, name, 1, args, span),
        "cudaGridDependencySynchronize" | "cudaTriggerProgrammaticLaunchCompletion" => {
            let assumption = "kernels before this one have ended, and those behind it have not begun";
            if !env.kernel.assumptions.iter().any(|known| known == assumption) {
                env.kernel.assumptions.push(assumption.into());
            }
            no_arguments(env, name, args, span).map(|()| Value::Void)
        }
        "__brkpt" => no_arguments(env, name, args, span).map(|()| Value::Void),
        "__builtin_expect" => expected(env, name, args, span),
        "__builtin_assume" | "__assume" => promised(env, name, args, span),
        "__builtin_unreachable" | "__trap" => stopped(env, name, args, span),
        _ => return None,
    })
}

/// What a pointer argument points to.
fn target(env: &mut Env, pointer: Value, span: Span) -> Lowered<Value> {
    let pointer = pointer::decay(env, pointer, span)?;
    pointer::deref(env, pointer, span)
}

/// Arguments: scalars of a width, then pointers.
fn split(
    env: &mut Env,
    name: &str,
    pointers: usize,
    args: &[tree::Expr],
    ty: Type,
    span: Span,
) -> Lowered<(Expr, Vec<Value>)> {
    count(env, name, args, pointers + 1, span)?;
    let (values, spans) = call::arguments(env, args)?;
    let mut values = values.into_iter().zip(spans);
    let (first, at) = values.next().ok_or(Reported)?;
    let given = convert(read(env, first, at)?, ty, Conversion::Implicit);
    // The stores through the pointers may change what the argument is read from.
    let given = if value::weight(&given) == 1 && value::locals(&given).is_empty() {
        given
    } else {
        read::temporary(env, "argument", given)
    };
    let targets = values.map(|(value, at)| target(env, value, at)).collect::<Lowered<Vec<Value>>>()?;
    Ok((given, targets))
}

fn math(name: &str, of: &Expr, span: Span) -> Expr {
    Expr::new(ExprKind::Math(name.into(), vec![of.clone()]), of.ty, span)
}

/// `sincos(x, &s, &c)`.
fn both(env: &mut Env, name: &str, of: [&str; 2], bits: u8, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let (given, targets) = split(env, name, 2, args, Type::Float { bits }, span)?;
    for (target, function) in targets.into_iter().zip(of) {
        copy::assign(env, target, Value::Scalar(math(function, &given, span)), span)?;
    }
    Ok(Value::Void)
}

/// `frexp(x, &exponent)`, `modf(x, &whole)`.
fn parts(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let ty = Type::Float { bits: if name.ends_with("pf") || name.ends_with("ff") { 32 } else { 64 } };
    let (given, mut targets) = split(env, name, 1, args, ty, span)?;
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
fn scaled(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 2, span)?;
    let ty = Type::Float { bits: if name.ends_with('f') { 32 } else { 64 } };
    let (values, spans) = call::arguments(env, args)?;
    let mut given = Vec::new();
    for (value, at) in values.into_iter().zip(spans) {
        given.push(convert(read(env, value, at)?, ty, Conversion::Implicit));
    }
    Ok(Value::Scalar(Expr::new(ExprKind::Math("ldexp".into(), given), ty, span)))
}

/// A function that changes nothing that is modelled.
fn evaluated(env: &mut Env, name: &str, needed: usize, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, needed, span)?;
    let (values, spans) = call::arguments(env, args)?;
    for (value, at) in values.into_iter().zip(spans) {
        let value = read(env, value, at)?;
        read::keep(env, value);
    }
    Ok(Value::Void)
}

/// `__builtin_expect(value, likely)` is its first argument.
fn expected(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 2, span)?;
    let (mut values, spans) = call::arguments(env, args)?;
    let first = read(env, values.swap_remove(0), spans[0])?;
    let wide = Type::Int { signed: true, bits: 64 };
    Ok(Value::Scalar(Expr { span, ..convert(first, wide, Conversion::Implicit) }))
}

/// What the program promises the compiler is proved, as `assert` is: where it is false, the behaviour is undefined.
fn promised(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 1, span)?;
    let (effects, promise) = env.captured(|env| expr::proposition(env, &args[0]));
    let promise = promise?;
    if !effects.is_empty() {
        return Err(env.unsupported(format!("side effects in `{name}`"), span));
    }
    asserted(env, promise, span);
    Ok(Value::Void)
}

/// A place that nobody may come to.
fn stopped(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    no_arguments(env, name, args, span)?;
    asserted(env, value::boolean(false, span), span);
    Ok(Value::Void)
}

fn asserted(env: &mut Env, expr: Expr, span: Span) {
    let clause = Clause { expr, speaker: Speaker::Thread, span };
    env.emit(StmtKind::Assert { clause, origin: AssertOrigin::Program }, span);
}
