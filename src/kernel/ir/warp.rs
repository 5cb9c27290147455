//! Operations of the lanes of a warp.

use super::{Expr, LocalId};

/// Lanes of a warp.
pub const WARP: u32 = 32;

/// What the lanes of a warp do together: each lane has operands and a result of its own. A lane is the number of a
/// thread in its block, modulo 32.
#[derive(Clone, Debug)]
pub struct Warp {
    pub op: WarpOp,
    pub lanes: Lanes,
    /// Lanes exchange values within segments of that many: a power of two up to 32.
    pub width: u32,
    pub operands: Vec<Expr>,
    pub result: Option<LocalId>,
}

/// Which lanes must come together.
#[derive(Clone, Debug)]
pub enum Lanes {
    /// Those whose bit is set.
    Mask(Expr),
    /// All of the segment.
    Tile,
    /// Whoever happens to be there: no lane waits for another.
    Present,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WarpOp {
    /// The value of the lane that the second operand numbers within the segment.
    Shfl,
    /// The value of the lane so many below; the own one where there is none in the segment.
    ShflUp,
    ShflDown,
    /// The value of the lane whose number differs in these bits.
    ShflXor,
    /// A bit for each lane whose operand is true: of the warp, or of a tile from its first lane on.
    Ballot,
    Any,
    All,
    /// Orders the lanes' accesses to memory.
    Sync,
    /// `__activemask()`: a bit for each lane that is there.
    Active,
    /// What the operands of all lanes of the segment make together.
    Reduce(Combine),
    /// What those of the lanes up to the own one make together.
    Inclusive(Combine),
    /// The sum of those below the own one.
    Exclusive,
    /// The value of the lane that has that number among those named, from 0.
    ShflRank,
    /// A bit for each lane with the same operand.
    MatchAny,
    /// Whether all have the same operand.
    MatchAll,
    /// How many of the bits below the own lane are set.
    Rank,
    /// How many bits are set.
    Size,
    /// The group of lanes that happen to be there together: a bit for each.
    Coalesced,
}

/// How lanes combine their operands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Combine {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
}
