//! What threads do together: atomics, votes, operations of the lanes of a warp.

pub mod atomics;
pub mod lanes;
pub mod votes;
pub mod warps;
