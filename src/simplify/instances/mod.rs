//! Instances of hypotheses, lemmas and definitions.

pub mod instantiate;
pub mod matching;
pub mod saturate;
pub mod schemas;
