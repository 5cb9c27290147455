//! How functions are called by contract (CALL-4).

use crate::kernel::ir::{ArrayId, Call};

use super::level::Level;

/// Who takes part in a call: as far as the proof of the function knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Participants {
    Everyone,
    /// Some whole blocks.
    Blocks,
    /// Any set of threads.
    Threads,
}

impl Participants {
    /// Over what membership varies.
    pub fn level(self) -> Level {
        match self {
            Participants::Everyone => Level::Launch,
            Participants::Blocks => Level::Block,
            Participants::Threads => Level::Thread,
        }
    }
}

/// What the proof of a function takes from a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub participants: Participants,
    /// How uniform each local is at the call, by [`crate::kernel::ir::LocalId`].
    pub levels: Vec<Level>,
    /// Arrays whose cells the function's `writes` and `reads` limit, beside global ones.
    pub arrays: Vec<ArrayId>,
}

/// A call that was executed: its function must be proved.
#[derive(Clone, Debug)]
pub struct CallSite {
    pub call: Call,
    pub entry: Entry,
}
