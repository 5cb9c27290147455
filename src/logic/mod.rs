//! The language of formulas: sorts, hash-consed terms in normal form, binders, polynomials, text.
//!
//! A [`Terms`] pool owns nodes; a [`TermId`] is an index into it. Equal terms have equal ids, and every
//! constructor normalises: sums and products are polynomials, comparisons are primitive, conjunctions
//! and disjunctions are flat, sorted and free of duplicates, negation stands at atoms only. So two
//! terms that agree up to ring arithmetic and boolean flattening are one term.
//!
//! Bound variables are [`VarId`]s with globally unique identity; [`Terms::substitute`] avoids capture.

pub mod arithmetic;
pub mod bits;
pub mod fold;
mod formula;
mod ids;
pub mod number;
pub mod op;
pub mod poly;
pub mod print;
pub mod term;
pub mod traverse;

pub use ids::{SymbolId, TermId, VarId};
pub use number::Number;
pub use op::{Combine, FloatOp, FoldKind, Op, Operator, OperatorId, Sort, Unit};
pub use poly::Poly;
pub use print::Spelling;
pub use term::{Symbol, Terms, Var};
