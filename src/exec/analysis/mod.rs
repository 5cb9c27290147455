//! Questions about the kernel that need no execution.

pub mod laws;
pub mod reach;
pub mod uniformity;
