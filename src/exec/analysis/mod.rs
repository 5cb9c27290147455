//! Questions about a kernel that need no execution.

pub mod atomics;
pub mod barriers;
pub mod entry;
pub mod laws;
pub mod level;
pub mod range;
pub mod reach;
pub mod uniformity;
