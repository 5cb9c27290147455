//! CUDA's functions that make values of values: a row each, with what it takes and what it means. They know memory and values, and
//! nothing of syntax.

pub mod bits;
pub mod functions;
pub mod halves;
pub mod math;
pub mod packed;
pub mod rounding;
pub mod signatures;
pub mod words;
