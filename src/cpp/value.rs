//! Small typed expressions: literals, conversions, constants.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::One;
use num_traits::Signed;
use num_traits::ToPrimitive;
use num_traits::Zero;

use crate::base::Span;
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, LocalId, Type, Unary};
use crate::syntax::tree::BinaryOp;

use super::types::SIZE;

/// A value known now.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// A truth value.
    Bool(bool),
    /// An integer of any type.
    Int(BigInt),
    /// A real number, or the value of a float.
    Real(BigRational),
}

/// A literal of an integer type.
pub fn int(value: impl Into<BigInt>, ty: Type, span: Span) -> Expr {
    Expr::new(ExprKind::Int(value.into()), ty, span)
}

/// A literal of type `size_t`.
pub fn size(value: u64, span: Span) -> Expr {
    int(value, SIZE, span)
}

/// A literal of type `bool`.
pub fn boolean(value: bool, span: Span) -> Expr {
    Expr::new(ExprKind::Bool(value), Type::Bool, span)
}

/// Zero of a type.
pub fn zero(ty: Type, span: Span) -> Expr {
    number(0, ty, span)
}

/// A small number of any scalar type.
pub fn number(value: i64, ty: Type, span: Span) -> Expr {
    match ty {
        Type::Bool => boolean(value != 0, span),
        Type::Float { .. } | Type::Real => Expr::new(ExprKind::Real(BigRational::from(BigInt::from(value))), ty, span),
        Type::Int { .. } | Type::Integer | Type::Thread | Type::Block => int(value, ty, span),
    }
}

/// An operation on two values; comparisons and connectives are `bool`, all else has the type of the first one.
pub fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    let comparison = matches!(
        op,
        Binary::Lt
            | Binary::Le
            | Binary::Gt
            | Binary::Ge
            | Binary::Eq
            | Binary::Ne
            | Binary::And
            | Binary::Or
            | Binary::Implies
            | Binary::Iff
    );
    let ty = if comparison { Type::Bool } else { a.ty };
    let span = a.span.to(b.span);
    Expr::new(ExprKind::Binary(op, a, b), ty, span)
}

/// An operation on a value; `!` and `\is_pow2` are `bool`, all else has its type.
pub fn unary(op: Unary, a: Expr, span: Span) -> Expr {
    let ty = if matches!(op, Unary::Not | Unary::IsPow2) { Type::Bool } else { a.ty };
    Expr::new(ExprKind::Unary(op, a), ty, span)
}

/// The negation of a condition.
pub fn not(a: Expr) -> Expr {
    let span = a.span;
    match *a.kind {
        ExprKind::Bool(value) => boolean(!value, span),
        ExprKind::Unary(Unary::Not, inner) => inner,
        kind => unary(Unary::Not, Expr::new(kind, a.ty, span), span),
    }
}

/// Converts to a scalar type. Equal types need nothing, literals become literals of the type with the
/// value that C gives them, and `bool` is a comparison with zero.
pub fn convert(a: Expr, to: Type, how: Conversion) -> Expr {
    if a.ty == to {
        return a;
    }
    let span = a.span;
    if to == Type::Bool {
        return match constant(&a) {
            Some(Constant::Int(value)) => boolean(!value.is_zero(), span),
            Some(Constant::Real(value)) => boolean(!value.is_zero(), span),
            Some(Constant::Bool(_)) | None => {
                let zero = zero(a.ty, span);
                let mut result = binary(Binary::Ne, a, zero);
                result.span = span;
                result
            }
        };
    }
    match (&*a.kind, to) {
        (ExprKind::Int(value), Type::Int { .. }) => int(wrap(value, to), to, span),
        (ExprKind::Int(value), Type::Float { bits }) if exactly_a_float(value, bits) => {
            Expr::new(ExprKind::Real(BigRational::from(value.clone())), to, span)
        }
        (ExprKind::Bool(value), Type::Int { .. } | Type::Float { .. }) => number(i64::from(*value), to, span),
        (ExprKind::Real(value), Type::Float { bits }) if value.is_integer() && exactly_a_float(value.numer(), bits) => {
            Expr::new(ExprKind::Real(value.clone()), to, span)
        }
        _ => {
            // A float seldom is an integer: the truncation is meant, whether a cast says so or not.
            let how = if a.ty.is_fractional() && to.is_integral() { Conversion::Explicit } else { how };
            Expr::new(ExprKind::Convert(how, a), to, span)
        }
    }
}

/// A proposition from a scalar.
pub fn condition(a: Expr) -> Expr {
    convert(a, Type::Bool, Conversion::Implicit)
}

/// A machine integer or truth value as a mathematical integer; its value is the same.
pub fn lift(e: Expr) -> Expr {
    let span = e.span;
    match (&*e.kind, e.ty) {
        (_, Type::Integer) => e,
        (ExprKind::Int(known), _) => int(known.clone(), Type::Integer, span),
        _ => Expr::new(ExprKind::Convert(Conversion::Explicit, e), Type::Integer, span),
    }
}

/// A value that floats of every width have: it does not round.
fn is_any_float(value: &BigRational) -> bool {
    let (numerator, denominator) = (value.numer(), value.denom());
    let is_power = denominator.trailing_zeros() == Some(denominator.bits() - 1);
    is_power && numerator.bits() <= 11 && denominator.bits() <= 10
}

/// All integers of this size are floats of the width.
fn exactly_a_float(value: &BigInt, bits: u8) -> bool {
    let digits = match bits {
        16 => 11,
        32 => 24,
        _ => 53,
    };
    value.bits() <= digits
}

/// The value modulo the type's range, as C's conversions give it.
pub fn wrap(value: &BigInt, ty: Type) -> BigInt {
    match ty.range() {
        Some((low, high)) => {
            let count = &high - &low + BigInt::one();
            (value - &low).mod_floor(&count) + low
        }
        None => value.clone(),
    }
}

/// The value of a constant expression; `None` if it is not constant, or undefined in C.
pub fn constant(e: &Expr) -> Option<Constant> {
    match &*e.kind {
        ExprKind::Bool(value) => Some(Constant::Bool(*value)),
        ExprKind::Int(value) => Some(Constant::Int(value.clone())),
        ExprKind::Real(value) => Some(Constant::Real(value.clone())),
        ExprKind::Unary(op, a) => constant_unary(*op, constant(a)?, e.ty),
        ExprKind::Binary(Binary::And, a, b) => match constant(a)? {
            Constant::Bool(true) => constant(b),
            other => Some(other),
        },
        ExprKind::Binary(Binary::Or, a, b) => match constant(a)? {
            Constant::Bool(false) => constant(b),
            other => Some(other),
        },
        ExprKind::Binary(op, a, b) => constant_binary(*op, constant(a)?, constant(b)?, e.ty),
        ExprKind::Conditional(c, a, b) => match constant(c)? {
            Constant::Bool(true) => constant(a),
            Constant::Bool(false) => constant(b),
            Constant::Int(_) | Constant::Real(_) => None,
        },
        ExprKind::Convert(_, a) => match (constant(a)?, e.ty) {
            (Constant::Int(value), Type::Int { .. }) => Some(Constant::Int(wrap(&value, e.ty))),
            (Constant::Bool(value), Type::Int { .. }) => Some(Constant::Int(BigInt::from(u8::from(value)))),
            (Constant::Real(value), Type::Int { .. }) => {
                let whole = value.trunc().to_integer();
                (wrap(&whole, e.ty) == whole).then_some(Constant::Int(whole))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The value of a constant integer expression.
pub fn constant_int(e: &Expr) -> Option<BigInt> {
    match constant(e)? {
        Constant::Int(value) => Some(value),
        Constant::Bool(value) => Some(BigInt::from(u8::from(value))),
        Constant::Real(_) => None,
    }
}

/// A literal of a known value; `None` for a value that is none of the type.
pub fn literal(value: &Constant, ty: Type, span: Span) -> Option<Expr> {
    match (value, ty) {
        (Constant::Bool(value), Type::Bool) => Some(boolean(*value, span)),
        (Constant::Int(value), Type::Int { .. }) => Some(int(value.clone(), ty, span)),
        (Constant::Real(value), Type::Float { .. }) => Some(Expr::new(ExprKind::Real(value.clone()), ty, span)),
        _ => None,
    }
}

fn constant_unary(op: Unary, a: Constant, ty: Type) -> Option<Constant> {
    match (op, a) {
        (Unary::Neg, Constant::Int(a)) => arithmetic(-a, ty),
        // A float's zero has a sign, which no rational has.
        (Unary::Neg, Constant::Real(a)) => (!a.is_zero()).then_some(Constant::Real(-a)),
        (Unary::Not, Constant::Bool(a)) => Some(Constant::Bool(!a)),
        (Unary::BitNot, Constant::Int(a)) => Some(Constant::Int(wrap(&(-a - BigInt::one()), ty))),
        (Unary::Abs, Constant::Int(a)) => arithmetic(a.abs(), ty),
        (Unary::Abs, Constant::Real(a)) => Some(Constant::Real(a.abs())),
        _ => None,
    }
}

/// The result of an operation: modulo for unsigned types, undefined when a signed one overflows.
fn arithmetic(value: BigInt, ty: Type) -> Option<Constant> {
    let wrapped = wrap(&value, ty);
    match ty {
        Type::Int { signed: false, .. } => Some(Constant::Int(wrapped)),
        _ => (wrapped == value).then_some(Constant::Int(value)),
    }
}

fn constant_binary(op: Binary, a: Constant, b: Constant, ty: Type) -> Option<Constant> {
    match (a, b) {
        (Constant::Int(a), Constant::Int(b)) => constant_integers(op, a, b, ty),
        (Constant::Bool(a), Constant::Bool(b)) => match op {
            Binary::Eq | Binary::Iff => Some(Constant::Bool(a == b)),
            Binary::Ne => Some(Constant::Bool(a != b)),
            Binary::Implies => Some(Constant::Bool(!a || b)),
            _ => None,
        },
        // What rounds may become equal.
        (Constant::Real(a), Constant::Real(b)) if is_any_float(&a) && is_any_float(&b) => match op {
            Binary::Lt => Some(Constant::Bool(a < b)),
            Binary::Le => Some(Constant::Bool(a <= b)),
            Binary::Gt => Some(Constant::Bool(a > b)),
            Binary::Ge => Some(Constant::Bool(a >= b)),
            Binary::Eq => Some(Constant::Bool(a == b)),
            Binary::Ne => Some(Constant::Bool(a != b)),
            _ => None,
        },
        _ => None,
    }
}

fn constant_integers(op: Binary, a: BigInt, b: BigInt, ty: Type) -> Option<Constant> {
    let bits = match ty {
        Type::Int { bits, .. } => u32::from(bits),
        _ => 64,
    };
    let shift = || b.to_u32().filter(|by| *by < bits);
    match op {
        Binary::Add => arithmetic(a + b, ty),
        Binary::Sub => arithmetic(a - b, ty),
        Binary::Mul => arithmetic(a * b, ty),
        Binary::Div if b.is_zero() => None,
        Binary::Div => arithmetic(a / b, ty),
        Binary::Rem if b.is_zero() => None,
        // Undefined where the quotient is.
        Binary::Rem => arithmetic(&a / &b, ty).map(|_| Constant::Int(a % b)),
        Binary::Min => Some(Constant::Int(a.min(b))),
        Binary::Max => Some(Constant::Int(a.max(b))),
        Binary::Shl => arithmetic(a << shift()?, ty),
        Binary::Shr => Some(Constant::Int(a >> shift()?)),
        Binary::BitAnd => Some(Constant::Int(a & b)),
        Binary::BitOr => Some(Constant::Int(a | b)),
        Binary::BitXor => Some(Constant::Int(a ^ b)),
        Binary::Lt => Some(Constant::Bool(a < b)),
        Binary::Le => Some(Constant::Bool(a <= b)),
        Binary::Gt => Some(Constant::Bool(a > b)),
        Binary::Ge => Some(Constant::Bool(a >= b)),
        Binary::Eq => Some(Constant::Bool(a == b)),
        Binary::Ne => Some(Constant::Bool(a != b)),
        Binary::Pow | Binary::And | Binary::Or | Binary::Implies | Binary::Iff => None,
    }
}

/// Whether evaluating the expression can fail or depends on memory, so that it must be evaluated
/// where it stands, and only there.
pub fn must_stay(e: &Expr) -> bool {
    let mut stays = false;
    e.walk(&mut |e| {
        stays |= matches!(
            &*e.kind,
            ExprKind::Read { .. }
                | ExprKind::Binary(Binary::Div | Binary::Rem, ..)
                | ExprKind::Math(..)
                | ExprKind::Logic(..)
        );
    });
    stays
}

/// The locals that an expression mentions.
pub fn locals(e: &Expr) -> Vec<LocalId> {
    let mut all = Vec::new();
    e.walk(&mut |e| {
        if let ExprKind::Local(local) = &*e.kind {
            all.push(*local);
        }
    });
    all
}

/// The expression without its spans, to compare by.
pub fn shape(e: &Expr) -> String {
    let mut text = String::new();
    e.walk(&mut |e| {
        let own = match &*e.kind {
            ExprKind::Int(value) => value.to_string(),
            ExprKind::Local(local) => format!("v{}", local.0),
            ExprKind::Unary(op, _) => format!("{op:?}"),
            ExprKind::Binary(op, ..) => format!("{op:?}"),
            ExprKind::Conditional(..) => "?".into(),
            ExprKind::Convert(how, _) => format!("{how:?}{:?}", e.ty),
            // Anything else is equal to nothing else.
            _ => format!("{e:?}"),
        };
        text.push_str(&own);
        text.push(' ');
    });
    text
}

/// Number of nodes.
pub fn weight(e: &Expr) -> usize {
    let mut count = 0;
    e.walk(&mut |_| count += 1);
    count
}

/// Whether a literal 0 stands here, which as a pointer is the null pointer.
pub fn is_zero(e: &Expr) -> bool {
    matches!(&*e.kind, ExprKind::Int(value) if value.is_zero())
}

/// The operator in the IR, and how C writes it.
pub fn operator(op: BinaryOp) -> (Binary, &'static str) {
    let ir = match op {
        BinaryOp::Mul => Binary::Mul,
        BinaryOp::Div => Binary::Div,
        BinaryOp::Rem => Binary::Rem,
        BinaryOp::Add => Binary::Add,
        BinaryOp::Sub => Binary::Sub,
        BinaryOp::Shl => Binary::Shl,
        BinaryOp::Shr => Binary::Shr,
        BinaryOp::Lt => Binary::Lt,
        BinaryOp::Le => Binary::Le,
        BinaryOp::Gt => Binary::Gt,
        BinaryOp::Ge => Binary::Ge,
        BinaryOp::Eq => Binary::Eq,
        BinaryOp::Ne => Binary::Ne,
        BinaryOp::BitAnd => Binary::BitAnd,
        BinaryOp::BitXor => Binary::BitXor,
        BinaryOp::BitOr => Binary::BitOr,
        BinaryOp::And => Binary::And,
        BinaryOp::Or => Binary::Or,
        BinaryOp::Implies => Binary::Implies,
        BinaryOp::Iff => Binary::Iff,
    };
    (ir, op.symbol())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eval(e: Expr) -> Option<BigInt> {
        constant_int(&e)
    }

    #[test]
    fn constants_follow_c() {
        let s = Span::default();
        let i = |v: i64| int(v, Type::INT, s);
        let u = |v: i64| int(v, Type::UINT, s);
        assert_eq!(eval(binary(Binary::Div, i(-7), i(2))), Some((-3).into()));
        assert_eq!(eval(binary(Binary::Rem, i(-7), i(2))), Some((-1).into()));
        assert_eq!(eval(binary(Binary::Shr, i(-7), i(1))), Some((-4).into()));
        assert_eq!(eval(binary(Binary::Sub, u(0), u(1))), Some(BigInt::from(u32::MAX)));
        assert_eq!(eval(binary(Binary::Add, i(i64::from(i32::MAX)), i(1))), None);
        assert_eq!(eval(binary(Binary::Div, i(1), i(0))), None);
        assert_eq!(eval(binary(Binary::Rem, i(i64::from(i32::MIN)), i(-1))), None);
        assert_eq!(eval(convert(i(300), Type::Int { signed: false, bits: 8 }, Conversion::Explicit)), Some(44.into()));
        assert_eq!(
            eval(convert(i(200), Type::Int { signed: true, bits: 8 }, Conversion::Implicit)),
            Some((-56).into())
        );
        assert_eq!(eval(unary(Unary::BitNot, u(0), s)), Some(BigInt::from(u32::MAX)));
    }
}
