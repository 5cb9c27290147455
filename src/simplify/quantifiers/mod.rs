//! Quantifiers: opened, merged by their bounds, eliminated.

pub mod bounds;
pub mod merge;
pub mod open;
