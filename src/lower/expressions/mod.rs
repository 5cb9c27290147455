//! Expressions: trees to pure typed expressions, with their side effects as statements before them.

pub mod assign;
pub mod casts;
pub mod expr;
pub mod order;
pub mod strings;
