//! What annotations say: propositions, and the cells of arrays that contracts name.

use crate::base::Span;

use super::{ArrayId, Expr};

/// A clause of an annotation, resolved and typed as a proposition.
#[derive(Clone, Debug)]
pub struct Clause {
    pub expr: Expr,
    /// Whose values it mentions without `@`: decides the outermost "for all".
    pub speaker: Speaker,
    pub span: Span,
}

/// The outermost "for all" of a clause (`annotations.md`, "Which thread speaks").
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Speaker {
    /// Uniform values only: no quantifier.
    Launch,
    /// Block-shared arrays, `blockIdx` or block-uniform built-ins only.
    Block,
    /// A thread's own values.
    Thread,
}

/// Cells of an array, in a `writes` clause. Its expressions have their value at entry, for the thread that writes.
#[derive(Clone, Debug)]
pub struct Region {
    pub array: ArrayId,
    /// Least and greatest index in each of the leading dimensions; the other dimensions are free.
    pub ranges: Vec<(Expr, Expr)>,
    pub span: Span,
}
