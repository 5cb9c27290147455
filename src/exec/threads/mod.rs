//! What threads do together: atomics, barriers, votes, operations of the lanes of a warp.

pub mod atomics;
pub mod barriers;
pub mod lanes;
pub mod reductions;
pub mod scans;
pub mod trees;
pub mod votes;
pub mod warps;
