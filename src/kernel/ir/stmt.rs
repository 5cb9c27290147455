//! Statements.

use crate::base::Span;

use super::{ArrayId, Atomic, Clause, Contract, Expr, Fence, Label, LocalId, LoopId, Warp};

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    /// The variable gets an arbitrary value of its type, fresh at each execution.
    Declare(LocalId),
    /// The private array's cells get arbitrary values, fresh at each execution.
    DeclareArray(ArrayId),
    Assign {
        local: LocalId,
        value: Expr,
    },
    Store {
        array: ArrayId,
        index: Vec<Expr>,
        value: Expr,
    },
    If {
        cond: Expr,
        then: Vec<Stmt>,
        else_: Vec<Stmt>,
    },
    Loop(Loop),
    /// `Leave(label)` inside ends it for the threads that execute it.
    Scope {
        label: Label,
        body: Vec<Stmt>,
    },
    Leave(Label),
    /// `__syncthreads()`, a thread block's or a grid's `sync()`; numbered from 1 in source order. With a vote the threads
    /// that pass it learn what they say together.
    Barrier {
        number: u32,
        scope: BarrierScope,
        vote: Option<Vote>,
    },
    /// An atomic operation on a cell of a global or shared array.
    Atomic(Atomic),
    /// An operation of the lanes of a warp together.
    Warp(Warp),
    /// `__threadfence()` and the like.
    Fence(Fence),
    /// An annotation's `assert` or `barrier_invariant`, or `assert(e)` of the program; proved, then assumed.
    Assert {
        clause: Clause,
        origin: AssertOrigin,
    },
    Assume(Clause),
    /// The unsigned arithmetic of the statements inside wraps on purpose (`wraps;`).
    Wraps(Vec<Stmt>),
    /// A call of a device function that has a contract.
    Call(Call),
}

/// `while (guard) { body }`; `Leave(label)` inside is `break`, leaving the scope that is the
/// outermost statement of `body` is `continue` (the step of a `for` stands behind that scope).
#[derive(Clone, Debug)]
pub struct Loop {
    pub id: LoopId,
    pub label: Label,
    /// Pure; a guard with side effects is `true` with a conditional leave in the body.
    pub guard: Expr,
    pub body: Vec<Stmt>,
    pub invariants: Vec<Clause>,
    pub variant: Option<Clause>,
}

/// A call by contract: what the caller relies on, and the inlined body, which meets it. Parameters are locals that the
/// body does not write and arrays; nobody leaves the body for a place outside of it.
#[derive(Clone, Debug)]
pub struct Call {
    pub function: String,
    /// Its regions are in the state at the call.
    pub contract: Contract,
    /// What the pointers among the parameters point into.
    pub arrays: Vec<(String, ArrayId)>,
    pub body: Vec<Stmt>,
    /// The function's header in the source.
    pub header: Span,
}

/// Whose threads a barrier brings together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BarrierScope {
    Block,
    /// All threads of a cooperative launch.
    Grid,
}

/// `__syncthreads_or(e)` and its kin: all threads of a block that pass the barrier get the same result.
#[derive(Clone, Debug)]
pub struct Vote {
    pub op: VoteOp,
    /// `Bool`, evaluated before the barrier.
    pub operand: Expr,
    /// `Bool`; of a count an integer.
    pub result: LocalId,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VoteOp {
    Any,
    All,
    Count,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AssertOrigin {
    Annotation,
    Program,
    /// A `barrier_invariant` of the barrier that follows.
    Barrier,
    /// The address of an access is a multiple of what its type asks for.
    Aligned,
    /// A value that matters is defined (WARP-33).
    Initialised,
    /// A cell that is read was written before (WARP-38).
    Written,
}

impl AssertOrigin {
    /// A thread for which it is false goes no further.
    pub fn is_program(self) -> bool {
        matches!(
            self,
            AssertOrigin::Program | AssertOrigin::Aligned | AssertOrigin::Initialised | AssertOrigin::Written
        )
    }
}
