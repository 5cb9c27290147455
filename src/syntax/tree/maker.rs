//! Trees that stand for no text of their own.

use num_bigint::BigInt;

use super::{BinaryOp, Expr, ExprKind, IntLiteral, Name, UnaryOp};
use crate::base::Span;

/// Makes trees that are all at one place.
#[derive(Clone, Copy)]
pub struct Maker(pub Span);

impl Maker {
    pub fn expr(self, kind: ExprKind) -> Expr {
        Expr { kind, span: self.0 }
    }

    pub fn name(self, ident: &str) -> Name {
        Name::plain(ident, self.0)
    }

    /// A variable of this name.
    pub fn named(self, ident: &str) -> Expr {
        self.expr(ExprKind::Name(self.name(ident)))
    }

    pub fn number(self, value: impl Into<BigInt>) -> Expr {
        self.expr(ExprKind::Int(IntLiteral::decimal(value)))
    }

    pub fn unary(self, op: UnaryOp, operand: Expr) -> Expr {
        self.expr(ExprKind::Unary(op, Box::new(operand)))
    }

    pub fn binary(self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        self.expr(ExprKind::Binary(op, Box::new(left), Box::new(right)))
    }

    pub fn conditional(self, condition: Expr, then: Expr, other: Expr) -> Expr {
        self.expr(ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(other)))
    }

    pub fn index(self, array: Expr, index: Expr) -> Expr {
        self.expr(ExprKind::Index(Box::new(array), Box::new(index)))
    }

    pub fn member(self, base: Expr, member: &str) -> Expr {
        self.expr(ExprKind::Member { base: Box::new(base), member: self.name(member), arrow: false })
    }

    pub fn call(self, name: &str, args: Vec<Expr>) -> Expr {
        self.expr(ExprKind::Call(Box::new(self.named(name)), args))
    }
}
