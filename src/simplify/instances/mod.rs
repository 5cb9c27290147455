//! Instances of hypotheses, lemmas and definitions.

pub mod dividends;
pub mod folds;
pub mod instantiate;
pub mod matching;
pub mod saturate;
pub mod schemas;
