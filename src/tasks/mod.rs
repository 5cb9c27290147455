//! Tasks: what has to be proved, hypotheses ⊢ goal, with kind, stable id and places in the source.
//!
//! A whole [`TaskSet`] has a text form: [`text`] prints it (spans aside) and [`parse`] reads it back, so
//! that a failing task can be cut down by hand, and simplifier and solvers be run without CUDA.

mod dimension;
pub mod parse;
mod parse_term;
mod parser;
pub mod task;
pub mod text;
mod tokens;

pub use dimension::{Dimension, is_coordinate};
pub use task::{
    Assign, DEFINED, ENDLESS, FOOTPRINT, FRAME, Form, Hypothesis, LANES, LAW, Launch, Lighter, NO_LANES, REACHED,
    Reach, Schema, SchemaKind, Task, TaskKind, TaskSet, WRITTEN, has_part, is_defined, is_law, is_reach,
    may_be_assumed,
};
