//! gpuhoare proves CUDA kernels correct.
//!
//! The rooms, each of which imports only rooms above it in this list (`tests/architecture.rs` holds them to it):
//!
//! * [`base`]: files, spans, diagnostics, configuration.
//! * [`syntax`]: preprocessor, grammars, trees.

pub mod base;
pub mod syntax;
