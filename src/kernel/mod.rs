//! The kernel IR: a dozen statements over pure, typed expressions, shared by the symbolic executor,
//! the race checker and the interpreter.

pub mod arms;
pub mod assigned;
pub mod compact;
pub mod ir;
pub mod parse;
pub(crate) mod spelling;
pub mod text;
pub mod undefined;
