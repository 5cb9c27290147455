//! Atomic operations and fences, and how they order memory.

use super::{ArrayId, Expr, LocalId};
use borsh::{BorshDeserialize, BorshSerialize};

/// `result = cell; cell = op(cell, operands)` in one step.
#[derive(Clone, Debug)]
pub struct Atomic {
    pub op: AtomicOp,
    pub scope: AtomicScope,
    pub order: MemoryOrder,
    pub array: ArrayId,
    pub index: Vec<Expr>,
    /// Of the cell's type: one value; for a comparison what is expected, then the new value.
    pub operands: Vec<Expr>,
    /// Gets what the cell held before.
    pub result: Option<LocalId>,
}

impl Atomic {
    /// What it does to its cell.
    pub fn access(&self) -> AccessKind {
        match self.op {
            AtomicOp::Load => AccessKind::Load(self.scope),
            _ => AccessKind::Atomic(self.scope),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AtomicOp {
    Add,
    Sub,
    Min,
    Max,
    And,
    Or,
    Xor,
    /// Stores the operand.
    Exch,
    /// `old >= operand ? 0 : old + 1`
    Inc,
    /// `old == 0 || old > operand ? operand : old - 1`
    Dec,
    /// Stores the second operand where the cell holds the first.
    Cas,
    /// Stores nothing.
    Load,
    /// Stores the operand, and reads nothing.
    Store,
}

/// Among which threads an operation is atomic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, BorshSerialize, BorshDeserialize)]
pub enum AtomicScope {
    Block,
    Device,
    System,
}

/// What orders the accesses before it and after it, together with accesses of atomics (ATOMIC-3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fence {
    pub scope: AtomicScope,
    pub order: MemoryOrder,
}

/// What an atomic operation or a fence orders (ATOMIC-3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MemoryOrder {
    Relaxed,
    Acquire,
    Release,
    /// Both.
    AcqRel,
}

impl MemoryOrder {
    pub fn acquires(self) -> bool {
        matches!(self, MemoryOrder::Acquire | MemoryOrder::AcqRel)
    }

    pub fn releases(self) -> bool {
        matches!(self, MemoryOrder::Release | MemoryOrder::AcqRel)
    }
}

/// What an access does to a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, BorshSerialize, BorshDeserialize)]
pub enum AccessKind {
    Read,
    Write,
    Atomic(AtomicScope),
    /// A read by an atomic operation that stores nothing.
    Load(AtomicScope),
}

impl AccessKind {
    pub fn name(self) -> &'static str {
        match self {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
            AccessKind::Atomic(_) => "atomic",
            AccessKind::Load(_) => "atomic load",
        }
    }

    /// Whether a read of the same cell by another thread would race with it.
    pub fn writes(self) -> bool {
        match self {
            AccessKind::Read | AccessKind::Load(_) => false,
            AccessKind::Write | AccessKind::Atomic(_) => true,
        }
    }
}
