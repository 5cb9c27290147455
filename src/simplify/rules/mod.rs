//! The names of rules and of families of facts, and the ledger in which their uses are counted and recorded.

pub mod families;
pub mod rule;
pub mod step;
