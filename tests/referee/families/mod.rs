//! The shapes of programs that are drawn.

pub mod blocks;
pub mod loops;
pub mod maps;
