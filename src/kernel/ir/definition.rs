//! Functions and operators that a file declares for its annotations.

use crate::base::Span;

use super::{Bound, BoundId, Expr, LogicSource, Type};

/// `logic T f(T x, ...) = body decreases measure;`: a function of which the body is an unfolding.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: String,
    pub params: Vec<BoundId>,
    pub body: Expr,
    pub measure: Expr,
    pub source: LogicSource,
    pub span: Span,
}

/// The recursive definitions of a file, for whoever evaluates.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    pub functions: Vec<Definition>,
    /// The variables that occur in them, by id.
    pub bound: Vec<Bound>,
}

/// `operator plus(int x, int y) = body identity e;` (OPERATOR-1)
#[derive(Clone, Debug)]
pub struct Operator {
    pub name: String,
    pub ty: Type,
    pub operands: [BoundId; 2],
    /// Where there is none, nothing is known but the laws; applied, the operator is [`super::ExprKind::Logic`] of its name.
    pub body: Option<Expr>,
    /// Where that is a name of which nothing else is known, [`super::ExprKind::Logic`] of it.
    pub identity: Expr,
    pub span: Span,
}
