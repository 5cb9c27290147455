//! The steps of trees that were executed, by what they have left behind (WARP-29).

use std::collections::BTreeMap;

use crate::kernel::ir::ArrayId;
use crate::logic::{FoldKind, SymbolId, TermId};

/// The steps that are known, by what they have left behind.
#[derive(Clone, Default)]
pub struct Trees {
    /// What a shuffle brought, by the value of self's result.
    pub fetched: BTreeMap<TermId, Fetched>,
    /// What lanes have combined, by the value of self's variable.
    pub combined: BTreeMap<TermId, Combined>,
    /// What each lane has of those before it, likewise (WARP-41).
    pub scanned: BTreeMap<TermId, Scanned>,
    /// Steps in an array, by the version that they make, and what threads have combined then.
    pub pairs: BTreeMap<SymbolId, Pair>,
    pub halved: BTreeMap<SymbolId, Halved>,
}

/// Which lanes take part, and how.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Lanes {
    pub way: Way,
    /// The mask that names them, if it is a number; else all of a segment, or whoever is active, are named.
    pub named: Option<u32>,
    pub width: u32,
    pub mask: TermId,
}

/// From which lane a shuffle brings a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Xor,
    Down,
    Up,
}

#[derive(Clone, Copy)]
pub struct Fetched {
    pub own: TermId,
    pub distance: u32,
    pub lanes: Lanes,
}

/// In a lane, the fold of `base` over the lanes at all sums of these distances from it.
#[derive(Clone, Copy)]
pub struct Combined {
    pub base: TermId,
    pub kind: FoldKind,
    /// Different powers of two, together.
    pub distances: u32,
    pub lanes: Lanes,
}

/// In each lane, the fold of `base` over the lane and those before it in its segment, `reach` of them at most.
#[derive(Clone, Copy)]
pub struct Scanned {
    pub base: TermId,
    pub kind: FoldKind,
    pub reach: u32,
    pub lanes: Lanes,
}

/// In each cell `j` below `distance`, the fold of the cells `j + distance * q` of `base` for all `q` with `distance * q < size`.
#[derive(Clone, Copy)]
pub struct Halved {
    pub base: SymbolId,
    pub kind: FoldKind,
    pub size: i64,
    pub distance: i64,
    /// In the blocks of which this is true.
    pub blocks: TermId,
}

/// Self combines its cell with another one of the version.
#[derive(Clone, Copy)]
pub struct Pair {
    pub array: ArrayId,
    pub old: SymbolId,
    pub kind: FoldKind,
    pub distance: TermId,
    pub at: TermId,
    pub mask: TermId,
}
