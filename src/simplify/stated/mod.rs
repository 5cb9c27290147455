//! Facts that are stated of the terms that occur: of folds, operators and arithmetic.

pub mod arithmetic;
pub mod extrema;
pub mod folds;
pub mod operators;
pub mod signs;
pub mod thread_sums;
