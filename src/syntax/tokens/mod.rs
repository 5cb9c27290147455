//! From characters to lexemes: the tokens of a text, the preprocessed text, its brackets and their nesting, literals.

pub mod expanded;
pub mod lexer;
pub mod literals;
pub mod nesting;
pub mod oddities;
pub mod scan;
