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

/// The contract of a kernel, of a function that is proved on its own, or of a call of one.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    pub requires: Vec<Clause>,
    pub ensures: Vec<Clause>,
    /// The cells that threads may write, of a kernel those of global arrays; empty where the contract does not say.
    pub writes: Vec<Region>,
    /// Of a function: the cells that it may read beside those that it may write; empty where its contract does not say.
    pub reads: Vec<Region>,
}

/// Cells of an array, in a `writes` clause. Its expressions have their value at entry, for the thread that writes.
#[derive(Clone, Debug)]
pub struct Region {
    pub array: ArrayId,
    /// Least and greatest index in each of the leading dimensions; the other dimensions are free.
    pub ranges: Vec<(Expr, Expr)>,
    pub span: Span,
}
