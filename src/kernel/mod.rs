//! The kernel IR: a dozen statements over pure, typed expressions, shared by the symbolic executor,
//! the race checker and the interpreter.

pub mod determinism;
pub mod intervals;
pub mod ir;
pub mod parse;
pub mod passes;
pub(crate) mod spelling;
pub mod text;

pub use passes::{arms, assigned, compact, undefined};
