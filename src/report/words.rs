//! How tasks are talked about: what they are called, one by one and together, and what to try where one is not proved.

use crate::base::codes::{self, Code};
use crate::tasks::{ENDLESS, FOOTPRINT, FRAME, TaskKind, has_part, is_defined, is_law, is_reach};

use super::model::TaskResult;

/// The words for tasks of a kind.
pub struct Words {
    pub code: Code,
    /// The heading of all tasks of the kind.
    pub group: &'static str,
    /// The message where it is shown false: "the postcondition is violated"
    pub refuted: &'static str,
    /// The message where nobody knows: "the postcondition is not proved"
    pub open: &'static str,
    /// The label at the statement.
    pub statement: &'static str,
    pub help: &'static str,
}

/// The words for a task.
pub fn of_task(task: &TaskResult) -> &'static Words {
    match task.kind {
        TaskKind::Ensures if has_part(&task.id, FRAME) => &WRITES,
        TaskKind::Ensures if has_part(&task.id, FOOTPRINT) => &READS,
        TaskKind::Lemma if is_law(&task.id) => &LAW,
        TaskKind::Barrier if is_warp(&task.id) => &LANES,
        TaskKind::Vacuity if is_reach(&task.id) => match task.id.split('/').nth(1) {
            _ if task.id.split('/').any(|part| part == ENDLESS) => &ENDLESS_LOOP,
            Some(part) if is_numbered(part, "assume") => &FALSE_ASSUME,
            Some(part) if is_numbered(part, "loop") => &UNENDED_LOOP,
            _ => &UNREACHED,
        },
        TaskKind::Vacuity if has_part(&task.id, "contract") => &CONTRACT,
        TaskKind::Division if is_defined(&task.id) => &DEFINED,
        kind => of_kind(kind),
    }
}

/// Whether the id of a barrier's task is that of an operation of a warp: `k/warp`, `k/warp/2`.
fn is_warp(id: &str) -> bool {
    let last = id.split('/').rev().find(|part| part.parse::<u32>().is_err());
    last == Some("warp")
}

/// Whether it is the word and a number.
fn is_numbered(part: &str, word: &str) -> bool {
    part.strip_prefix(word).is_some_and(|number| number.parse::<u32>().is_ok())
}

/// The words for a kind of task.
pub fn of_kind(kind: TaskKind) -> &'static Words {
    match kind {
        TaskKind::Ensures => &ENSURES,
        TaskKind::InvariantEntry => &INVARIANT_ENTRY,
        TaskKind::InvariantPreserved => &INVARIANT_PRESERVED,
        TaskKind::Assert => &ASSERT,
        TaskKind::Barrier => &BARRIER,
        TaskKind::Race => &RACE,
        TaskKind::Bounds => &BOUNDS,
        TaskKind::Division => &DIVISION,
        TaskKind::Overflow => &OVERFLOW,
        TaskKind::Initialised => &INITIALISED,
        TaskKind::Variant => &VARIANT,
        TaskKind::BarrierInvariant => &BARRIER_INVARIANT,
        TaskKind::Lemma => &LEMMA,
        TaskKind::Vacuity => &VACUITY,
        TaskKind::CallSite => &CALL_SITE,
    }
}

const CALL_SITE: Words = Words {
    code: codes::E0723,
    group: "launches meet the contract",
    refuted: "this launch does not meet the contract",
    open: "this launch may not meet the contract",
    statement: "this launch",
    help: "check the arguments before the launch, or weaken the clause",
};

const ENSURES: Words = Words {
    code: codes::E0701,
    group: "postconditions",
    refuted: "the postcondition is violated",
    open: "the postcondition is not proved",
    statement: "when the kernel ends here",
    help: "is it true of every launch and size? If so, say in `requires` clauses what it needs",
};

/// What to try where a postcondition stands behind loops and is not proved.
pub const BEHIND_LOOPS: &str = "is it true of every launch and size? The loop's invariants and its end condition must imply it: say what each cell holds";

const INVARIANT_ENTRY: Words = Words {
    code: codes::E0702,
    group: "invariants hold on entry",
    refuted: "the invariant is false when the loop is reached",
    open: "the invariant may be false when the loop is reached",
    statement: "when this loop is reached",
    help: "the invariant must hold with `loop_count == 0`; add what it needs from before the loop as `requires` or `assert`",
};

const INVARIANT_PRESERVED: Words = Words {
    code: codes::E0703,
    group: "invariants are preserved",
    refuted: "an iteration breaks the invariant",
    open: "an iteration may break the invariant",
    statement: "after one iteration of this loop",
    help: "the invariant must follow from itself after one more iteration; add an invariant that relates the loop's variables to `loop_count`",
};

const ASSERT: Words = Words {
    code: codes::E0704,
    group: "assertions",
    refuted: "the assertion is violated",
    open: "the assertion is not proved",
    statement: "at this statement",
    help: "add what it depends on as a `requires`, or as an invariant of the loop before it",
};

const BARRIER: Words = Words {
    code: codes::E0705,
    group: "barriers are reached by whole blocks",
    refuted: "a barrier diverges",
    open: "threads of a block may miss this barrier",
    statement: "this condition decides which threads come",
    help: "all threads of a block must come there together: move it out of conditions that depend on the thread, or let the others return before",
};

/// Of an operation of a warp, for which its lanes wait.
const LANES: Words = Words {
    group: "named lanes reach warp operations",
    refuted: "a lane misses this warp operation",
    open: "a lane may miss this warp operation",
    statement: "in this statement",
    help: "all lanes that the mask names must come here together: move the operation out of conditions that depend on the thread, or name only the lanes that come",
    ..BARRIER
};

const RACE: Words = Words {
    code: codes::E0706,
    group: "no data races",
    refuted: "there is a data race",
    open: "there may be a data race",
    statement: "the other access",
    help: "is there a barrier between the two accesses, or a `requires` that keeps their cells apart?",
};

const BOUNDS: Words = Words {
    code: codes::E0707,
    group: "array bounds",
    refuted: "an access is out of bounds",
    open: "this access may be out of bounds",
    statement: "at this access",
    help: "bound the index by a guard in the code or by a `requires` on sizes (`\\length(A) == n`)",
};

const DIVISION: Words = Words {
    code: codes::E0708,
    group: "divisions and domains",
    refuted: "an operation is not defined",
    open: "this operation may not be defined",
    statement: "at this operation",
    help: "require that the divisor is not 0 (or that the argument lies in the function's domain)",
};

const OVERFLOW: Words = Words {
    code: codes::E0709,
    group: "no overflow",
    refuted: "an integer overflows",
    open: "this may overflow",
    statement: "at this operation",
    help: "bound the operands with a `requires`, or write `//@ wraps;` before the statement where wrap-around is meant",
};

const INITIALISED: Words = Words {
    code: codes::E0721,
    group: "no undefined values",
    refuted: "an undefined value is used",
    open: "this value may be undefined",
    statement: "in this statement",
    help: "assign the variable on every path that comes here; a lane that is read from must take part in the operation",
};

const VARIANT: Words = Words {
    code: codes::E0710,
    group: "termination",
    refuted: "the variant does not decrease",
    open: "the variant may not decrease",
    statement: "in this loop",
    help: "the variant must be at least 0 and smaller after each iteration, for every thread that runs it",
};

const BARRIER_INVARIANT: Words = Words {
    code: codes::E0711,
    group: "barrier invariants",
    refuted: "the barrier invariant is violated",
    open: "the barrier invariant is not proved",
    statement: "at this barrier",
    help: "it must hold for an arbitrary pair of threads when their block is at the barrier",
};

const LEMMA: Words = Words {
    code: codes::E0712,
    group: "lemmas",
    refuted: "the lemma is false",
    open: "the lemma is not proved",
    statement: "as it is used here",
    help: "say `by induction on x` for a variable that the recursion follows, or split the lemma",
};

const VACUITY: Words = Words {
    code: codes::E0713,
    group: "contract can be met",
    refuted: "the contract contradicts itself: no launch meets it",
    open: "it is not known whether a launch meets the contract",
    statement: "in this loop",
    help: "find the clauses that exclude each other and weaken one of them",
};

/// That the contract alone can be met.
const CONTRACT: Words = Words { statement: "of this kernel", ..VACUITY };

/// Of the values that an annotation mentions (CLAUSE-12).
const DEFINED: Words = Words {
    refuted: "this clause reads something undefined",
    open: "this clause may read something undefined",
    help: "guard it in the clause (`0 <= j < n -> c[j] == 0`, `m != 0 -> n / m > 1`), or require it: indices lie within the array, no divisor is 0, `\\pow` and shifts take no negative number, `\\log2` none below 1, `min_over` and `max_over` no empty range",
    ..DIVISION
};

/// Of the laws of an operator with a definition (OPERATOR-4).
const LAW: Words = Words {
    refuted: "a law of the operator is violated",
    open: "a law of the operator is not proved",
    help: "an operator is associative, and its identity is one on both sides; until that is proved, what rests on it is not used of its folds",
    ..LEMMA
};

/// Of the postconditions that `writes` stands for.
const WRITES: Words = Words {
    code: codes::E0720,
    group: "writes that the contract allows",
    refuted: "the kernel writes a cell that `writes` does not allow",
    open: "this may write a cell that `writes` does not allow",
    statement: "at this statement",
    help: "list the array and the range in a `writes` clause, or guard the write",
};

/// Of those that `reads` stands for.
const READS: Words = Words {
    code: codes::E0720,
    group: "reads that the contract allows",
    refuted: "the kernel reads a cell that `reads` does not allow",
    open: "this may read a cell that `reads` does not allow",
    statement: "at this read",
    help: "list the array and the range in a `reads` clause, or guard the read",
};

/// Of a place that runs must get past (CLAUSE-25).
const UNREACHED: Words = Words {
    code: codes::E0722,
    group: "runs come to the end",
    refuted: "no run comes past this place, so nothing after it is proved of any run",
    help: "what is known here contradicts itself: is there a contract that cannot be met, or an invariant or `assume` that is false?",
    ..VACUITY
};

/// Of an `assume` (CLAUSE-25).
const FALSE_ASSUME: Words = Words {
    refuted: "this `assume` is never true, so nothing after it is proved of any run",
    help: "correct the `assume`: the contract, and what the code before it does, exclude it",
    ..UNREACHED
};

/// Of a loop behind which nothing is reached (CLAUSE-25).
const UNENDED_LOOP: Words = Words {
    refuted: "no run comes past this loop, so nothing after it is proved of any run",
    help: "does the loop end? An unsigned `i` is never below 0, so `i >= 0` does not end a loop. If it ends, its invariants or the contract contradict themselves",
    ..UNREACHED
};

/// Of a loop that no thread leaves (CLAUSE-25).
const ENDLESS_LOOP: Words = Words {
    refuted: "no thread leaves this loop, so nothing after it is proved of any run",
    help: "leave the loop by its condition, `break` or `return`",
    ..UNREACHED
};
