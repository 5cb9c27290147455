//! The shapes of programs that are drawn.

pub mod atomics;
pub mod blocks;
pub mod contracts;
pub mod loops;
pub mod maps;
pub mod operators;
pub mod records;
pub mod warps;
