//! Passes over a kernel, and what they ask of it.

pub mod arms;
pub mod assigned;
pub mod compact;
pub mod undefined;
