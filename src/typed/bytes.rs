//! Intrinsics on the four bytes of a word (R53).

use num_bigint::BigInt;

use crate::base::Span;
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, Type};
use crate::syntax::tree;

use super::expr::{self, Value};
use super::intrinsics::scalars;
use super::scope::{Env, Lowered};
use super::value::{self, binary, convert};

const CHAR: Type = Type::Int { signed: true, bits: 8 };
const UCHAR: Type = Type::Int { signed: false, bits: 8 };

/// A call of one of these functions.
pub fn call(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let needed = if name == "__dp4a" { 3 } else { 2 };
    let mut operands = match scalars(env, name, args, needed, span) {
        Ok(operands) => operands.into_iter(),
        Err(reported) => return Some(Err(reported)),
    };
    let (a, b) = (operands.next()?, operands.next()?);
    let lowered = match operands.next() {
        Some(sum) => Ok(products(env, a, b, sum, span)),
        None => Ok(each(env, name, a, b, span)),
    };
    Some(lowered.map(|e| Value::Scalar(Expr { span, ..e })))
}

/// A word that is looked at byte by byte: evaluated once.
fn word(env: &mut Env, e: Expr) -> Expr {
    let e = convert(e, Type::UINT, Conversion::Explicit);
    if value::weight(&e) == 1 { e } else { expr::temporary(env, "word", e) }
}

fn byte(word: &Expr, at: u32, ty: Type, span: Span) -> Expr {
    let moved = match at {
        0 => word.clone(),
        at => binary(Binary::Shr, word.clone(), value::int(8 * at, Type::INT, span)),
    };
    convert(convert(moved, ty, Conversion::Explicit), Type::INT, Conversion::Implicit)
}

/// `c + a0 * b0 + ... + a3 * b3`, of signed bytes unless all operands are unsigned.
fn products(env: &mut Env, a: Expr, b: Expr, c: Expr, span: Span) -> Expr {
    let is_unsigned = [&a, &b, &c].iter().all(|e| matches!(e.ty, Type::Int { signed: false, .. }));
    let (of, ty) = if is_unsigned { (UCHAR, Type::UINT) } else { (CHAR, Type::INT) };
    let c = convert(c, ty, Conversion::Implicit);
    let (a, b) = (word(env, a), word(env, b));
    (0..4).fold(c, |sum, at| {
        let of = |word: &Expr| convert(byte(word, at, of, span), ty, Conversion::Implicit);
        let product = binary(Binary::Mul, of(&a), of(&b));
        binary(Binary::Add, sum, product)
    })
}

/// An operation on each pair of bytes.
fn each(env: &mut Env, name: &str, a: Expr, b: Expr, span: Span) -> Expr {
    let (a, b) = (word(env, a), word(env, b));
    let int = |known: i64| value::int(known, Type::INT, span);
    let of = if name.ends_with("ss4") { CHAR } else { UCHAR };
    let one = |at: u32| {
        let (x, y) = (byte(&a, at, of, span), byte(&b, at, of, span));
        let compared = |op| {
            let cond = binary(op, x.clone(), y.clone());
            Expr::new(ExprKind::Conditional(cond, int(255), int(0)), Type::INT, span)
        };
        let plain = |op| binary(op, x.clone(), y.clone());
        let result = match name {
            "__vcmpeq4" => compared(Binary::Eq),
            "__vcmpne4" => compared(Binary::Ne),
            "__vsub4" => plain(Binary::Sub),
            "__vadd4" => plain(Binary::Add),
            // Signed saturation.
            _ => {
                let exact = plain(if name == "__vsubss4" { Binary::Sub } else { Binary::Add });
                binary(Binary::Max, binary(Binary::Min, exact, int(127)), int(-128))
            }
        };
        let low = convert(convert(result, UCHAR, Conversion::Explicit), Type::UINT, Conversion::Implicit);
        binary(Binary::Mul, low, value::int(BigInt::from(1) << (8 * at), Type::UINT, span))
    };
    (1..4).fold(one(0), |sum, at| binary(Binary::Add, sum, one(at)))
}
