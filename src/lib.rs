//! gpuhoare proves CUDA kernels correct.
//!
//! The rooms, each of which imports only rooms above it in this list (`tests/architecture.rs` holds them to it):
//!
//! * [`base`]: files, spans, diagnostics, configuration.
//! * [`syntax`]: preprocessor, grammars, trees.
//! * [`kernel`]: the small intermediate representation of a kernel.
//! * [`report`]: verdicts, the report for people, the JSON document.

pub mod base;
pub mod kernel;
pub mod report;
pub mod syntax;
