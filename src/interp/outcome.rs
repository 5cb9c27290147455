//! What a run showed.

use borsh::{BorshDeserialize, BorshSerialize};
use std::collections::BTreeSet;

use crate::base::Span;
use crate::kernel::ir::AccessKind;

use super::setup::Schedule;
use super::value::Scalar;

/// Why a run with real numbers ends at a condition.
pub const INEXACT: &str = "this condition depends on a value that is not computed exactly";

/// A thread by its coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, BorshSerialize, BorshDeserialize)]
pub struct ThreadIndex {
    pub block: [u64; 3],
    pub thread: [u64; 3],
}

impl std::fmt::Display for ThreadIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [tx, ty, tz] = self.thread;
        let [bx, by, bz] = self.block;
        match (ty, tz, by, bz) {
            (0, 0, 0, 0) => write!(f, "thread {tx} of block {bx}"),
            _ => write!(f, "thread ({tx},{ty},{tz}) of block ({bx},{by},{bz})"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ViolationKind {
    Requires,
    Ensures,
    /// A write that the contract's `writes` does not allow: part of the postcondition.
    Writes,
    InvariantEntry,
    InvariantPreserved,
    Assert,
    /// A clause that a called function requires.
    Precondition,
    BarrierInvariant,
    Variant,
    Bounds,
    Division,
    Overflow,
    /// The address is no multiple of what the access's type asks for.
    Aligned,
    /// An undefined value decides something, is an address or a divisor, or is stored.
    Initialised,
    Barrier,
    Race,
}

impl ViolationKind {
    pub fn name(self) -> &'static str {
        match self {
            ViolationKind::Requires => "requires",
            ViolationKind::Ensures | ViolationKind::Writes => "ensures",
            ViolationKind::InvariantEntry => "invariant-entry",
            ViolationKind::InvariantPreserved => "invariant-preserved",
            ViolationKind::Assert | ViolationKind::Precondition | ViolationKind::Aligned => "assert",
            ViolationKind::Initialised => "initialised",
            ViolationKind::BarrierInvariant => "barrier-invariant",
            ViolationKind::Variant => "variant",
            ViolationKind::Bounds => "bounds",
            ViolationKind::Division => "division",
            ViolationKind::Overflow => "overflow",
            ViolationKind::Barrier => "barrier",
            ViolationKind::Race => "race",
        }
    }
}

/// A piece of source with the value that it had.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    pub span: Span,
    pub value: Option<Scalar>,
    /// The cell of global memory that it is, where the kernel writes to the array and no thread has written the cell: `y[2]`.
    pub unwritten: Option<String>,
}

/// Why a clause is false: the comparison that decides it.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    pub span: Span,
    /// Bound variables by name.
    pub bound: Vec<(String, Scalar)>,
    pub left: Option<Seen>,
    pub right: Option<Seen>,
    /// The comparison is an equality: the right side was expected, the left one found.
    pub equality: bool,
}

impl Reason {
    /// The cells that are compared and that no thread has written.
    pub fn unwritten(&self) -> impl Iterator<Item = &str> {
        [&self.left, &self.right].into_iter().flatten().filter_map(|seen| seen.unwritten.as_deref())
    }
}

/// The other access of a race.
#[derive(Clone, PartialEq, Debug)]
pub struct RaceWith {
    pub thread: ThreadIndex,
    pub span: Span,
    pub array: String,
    pub index: i64,
    /// Of a surface's cell, x in bytes; else empty.
    pub coordinates: Vec<i64>,
    /// Of this access and the other one.
    pub kinds: (AccessKind, AccessKind),
    pub same_value: bool,
}

/// A cell in words: "element 3", "the cell at (8, 2)".
pub fn cell(index: i64, coordinates: &[i64]) -> String {
    if coordinates.is_empty() {
        return format!("element {index}");
    }
    let numbers: Vec<String> = coordinates.iter().map(i64::to_string).collect();
    format!("the cell at ({})", numbers.join(", "))
}

/// An access of a thread to a cell of global or shared memory.
#[derive(Clone, PartialEq, Debug, BorshSerialize, BorshDeserialize)]
pub struct Touch {
    pub thread: ThreadIndex,
    pub array: String,
    /// Each block has an array of its own.
    pub is_of_block: bool,
    pub index: i64,
    /// Of a surface's cell, x in bytes; else empty.
    pub coordinates: Vec<i64>,
    pub kind: AccessKind,
    /// What was read, or what the cell holds after it.
    pub value: Option<Scalar>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Violation {
    pub kind: ViolationKind,
    /// The clause, access or operation.
    pub span: Span,
    /// The statement that was being executed.
    pub statement: Span,
    pub thread: Option<ThreadIndex>,
    /// In words, without the place: "index 3 is outside of `a`, which has 3 elements".
    pub message: String,
    pub reason: Option<Reason>,
    pub race: Option<RaceWith>,
    /// A thread of the block that does not come to the barrier.
    pub missing: Option<ThreadIndex>,
    /// Those that wait at the barrier, as far as it is known.
    pub waiting: Vec<ThreadIndex>,
    /// Where an integer had left the range of its type by then: the first place of all threads.
    pub overflow: Option<Span>,
    /// Finished lock-step iterations of the loops around, outermost first, by the loop's id.
    pub iterations: Vec<(u32, u64)>,
    /// The thread's variables.
    pub locals: Vec<(String, Scalar)>,
    /// Of an invariant that an iteration breaks: the thread's variables before it.
    pub before: Vec<(String, Scalar)>,
}

/// What no violation is, but worth to be known.
#[derive(Clone, PartialEq, Debug)]
pub struct Remark {
    pub kind: RemarkKind,
    pub span: Span,
    pub thread: ThreadIndex,
}

#[derive(Clone, PartialEq, Debug)]
pub enum RemarkKind {
    /// Something was read that nobody had written.
    Uninitialised(String),
    /// A result or an implicit conversion left its type's range.
    Overflow,
    /// An operation on floats that gives no real number, in words (VALUE-22).
    NoNumber(String),
    /// A barrier after some threads of the block had exited.
    BarrierAfterExit,
    /// An operation of a warp after some lanes that it names had exited.
    LanesAfterExit,
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// All threads finished.
    Finished,
    /// A violation after which nothing means anything.
    Violated,
    /// The launch does not meet the contract, or an `assume`.
    Unmet,
    Undecided {
        reason: String,
        span: Span,
    },
    StepLimit,
    /// A flag ended it early.
    Stopped,
}

/// An array of global memory at the end.
#[derive(Clone, PartialEq, Debug)]
pub struct FinalArray {
    pub name: String,
    /// Known for arrays with a length.
    pub length: Option<u64>,
    /// The cells that were given or touched, in order: index, value at entry, value now.
    pub cells: Vec<(i64, Option<Scalar>, Option<Scalar>)>,
    /// All of them are here.
    pub complete: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    pub end: End,
    pub schedule: Schedule,
    /// Whether the launch meets every `requires`; none where that is not decided.
    pub meets_requires: Option<bool>,
    /// In the order in which they happened; of one place only the first.
    pub violations: Vec<Violation>,
    /// Clauses that were not decided.
    pub undecided: Vec<Span>,
    /// Clauses that were true of something: of a thread that came to them, with their premises met, or of an instance.
    pub held: BTreeSet<Span>,
    pub remarks: Vec<Remark>,
    pub arrays: Vec<FinalArray>,
    /// Statements of threads and instances of quantifiers.
    pub steps: u64,
    pub schedules: u64,
}
