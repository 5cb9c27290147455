//! Tasks: what has to be proved, hypotheses ⊢ goal, with kind, stable id and places in the source.

pub mod task;

pub use task::{Assign, Form, Hypothesis, Launch, Task, TaskKind, TaskSet};
