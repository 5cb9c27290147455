//! CUDA's arithmetic on the four bytes of a word (R181).

use num_bigint::BigInt;

use crate::base::Span;
use crate::kernel::ir::{Binary, Conversion, Expr, Type};
use crate::syntax::tree::{self, BinaryOp};

use super::builtins::count;
use super::call;
use super::expr::{self, Value, read};
use super::object;
use super::scope::{Env, Lowered};
use super::value::{self, binary, convert};
use super::window;

/// A call of one of these functions.
pub fn call(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let (op, saturates) = match name {
        "__dp4a" => return Some(dot(env, name, args, span)),
        "__vadd4" => (Binary::Add, false),
        "__vsub4" => (Binary::Sub, false),
        "__vaddss4" => (Binary::Add, true),
        "__vsubss4" => (Binary::Sub, true),
        _ => return None,
    };
    Some(byte_wise(env, name, op, saturates, args, span))
}

fn byte(signed: bool) -> Type {
    Type::Int { signed, bits: 8 }
}

/// The bytes of a word, the lowest first, as numbers.
fn bytes(word: &Expr, signed: bool, span: Span) -> Vec<Expr> {
    let moved = |at: u32| match at {
        0 => word.clone(),
        at => binary(Binary::Shr, word.clone(), value::int(8 * at, Type::INT, span)),
    };
    (0..4)
        .map(|at| convert(convert(moved(at), byte(signed), Conversion::Explicit), Type::INT, Conversion::Explicit))
        .collect()
}

/// An operand that is looked at several times.
fn once(env: &mut Env, e: Expr) -> Expr {
    if value::weight(&e) == 1 { e } else { expr::temporary(env, "word", e) }
}

/// `__dp4a`: the sum of the products of the bytes, and a number. It is unsigned if a factor is.
fn dot(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 3, span)?;
    let (values, spans) = call::arguments(env, args)?;
    if values.iter().any(|value| object::record_of(env, value).is_some()) {
        return Err(env.unsupported(format!("`{name}` on vectors"), span));
    }
    let mut words = Vec::new();
    for (value, span) in values.into_iter().zip(spans) {
        words.push(read(env, value, span)?);
    }
    let unsigned = words.iter().filter(|word| word.ty == Type::UINT).count();
    if words.iter().any(|word| !matches!(word.ty, Type::INT | Type::UINT)) || !matches!(unsigned, 0 | 3) {
        // Which of the functions is meant is C++'s to say.
        return Err(env.unsupported(format!("`{name}` on arguments of several types"), span));
    }
    let (signed, ty) = if unsigned == 0 { (true, Type::INT) } else { (false, Type::UINT) };
    let start = words.remove(2);
    let (b, a) = (words.remove(1), words.remove(0));
    let (a, b) = (once(env, a), once(env, b));
    let products = bytes(&a, signed, span).into_iter().zip(bytes(&b, signed, span));
    let products = products.map(|(a, b)| binary(Binary::Mul, a, b));
    let sum = products.reduce(|sum, product| binary(Binary::Add, sum, product));
    let sum = convert(sum.unwrap_or_else(|| value::zero(Type::INT, span)), ty, Conversion::Explicit);
    expr::arithmetic(env, BinaryOp::Add, sum, start, span).map(Value::Scalar)
}

/// An operation on signed bytes, each for itself: what does not fit wraps, or becomes the nearest that does.
fn byte_wise(
    env: &mut Env,
    name: &str,
    op: Binary,
    saturates: bool,
    args: &[tree::Expr],
    span: Span,
) -> Lowered<Value> {
    count(env, name, args, 2, span)?;
    let (values, spans) = call::arguments(env, args)?;
    let mut words = Vec::new();
    for (value, span) in values.into_iter().zip(spans) {
        let word = convert(read(env, value, span)?, Type::UINT, Conversion::Explicit);
        words.push(once(env, word));
    }
    let pairs = bytes(&words[0], true, span).into_iter().zip(bytes(&words[1], true, span));
    let digits = pairs.map(|(a, b)| {
        let mut result = binary(op, a, b);
        if saturates {
            let at_most = binary(Binary::Min, result, value::int(127, Type::INT, span));
            result = binary(Binary::Max, at_most, value::int(BigInt::from(-128), Type::INT, span));
        }
        convert(result, byte(true), Conversion::Explicit)
    });
    let digits = digits.collect();
    Ok(Value::Scalar(Expr { span, ..window::composed(digits, Type::UINT, span) }))
}
