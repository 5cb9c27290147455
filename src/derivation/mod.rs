//! Derivations: what the simplifier makes of a task, step by step, as text that a program with code of its own can check
//! (`crate::audit`). `docs/derivations.md` has the grammar and what each line claims.

mod nodes;
mod write;

pub use write::{Writer, raw};
