//! How tasks are talked about: what they are called, one by one and together, and what to try where one is not proved.

use crate::base::codes::{self, Code};
use crate::tasks::{ENDLESS, FOOTPRINT, FRAME, TaskKind, has_part, is_defined, is_law, is_reach};

use super::model::TaskResult;

/// The words for tasks of a kind.
pub struct Words {
    pub code: Code,
    /// The heading of all tasks of the kind.
    pub group: &'static str,
    /// "the postcondition"
    pub subject: &'static str,
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
        TaskKind::Vacuity if is_reach(&task.id) => match task.id.split('/').any(|part| part == ENDLESS) {
            true => &ENDLESS_LOOP,
            false => &UNREACHED,
        },
        TaskKind::Vacuity if has_part(&task.id, "contract") => &CONTRACT,
        TaskKind::Division if is_defined(&task.id) => &DEFINED,
        kind => of_kind(kind),
    }
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
    subject: "that the launch meets the contract",
    statement: "this launch",
    help: "the host's code must say it: check sizes before the launch, or weaken the clause",
};

const ENSURES: Words = Words {
    code: codes::E0701,
    group: "postconditions",
    subject: "the postcondition",
    statement: "when the kernel ends here",
    help: "is it true of every launch and size? Behind a loop, its invariants with the negated guard must imply it: state what the loop has written, cell by cell",
};

const INVARIANT_ENTRY: Words = Words {
    code: codes::E0702,
    group: "invariants hold on entry",
    subject: "the invariant on entry",
    statement: "when this loop is reached",
    help: "the invariant must hold with `loop_count == 0`; add what it needs from before the loop as `requires` or `assert`",
};

const INVARIANT_PRESERVED: Words = Words {
    code: codes::E0703,
    group: "invariants are preserved",
    subject: "preservation of the invariant",
    statement: "after one iteration of this loop",
    help: "the invariant must follow from itself after one more iteration; add an invariant that relates the loop's variables to `loop_count`",
};

const ASSERT: Words = Words {
    code: codes::E0704,
    group: "assertions",
    subject: "the assertion",
    statement: "at this statement",
    help: "add what it depends on as a `requires`, or as an invariant of the loop before it",
};

const BARRIER: Words = Words {
    code: codes::E0705,
    group: "barriers are reached by whole blocks",
    subject: "that whole blocks reach the barrier",
    statement: "this condition decides which threads come",
    help: "all threads of a block, or all lanes that a mask names, must come there together; move it out of conditions that depend on the thread, or let the others return before",
};

const RACE: Words = Words {
    code: codes::E0706,
    group: "no data races",
    subject: "freedom from data races",
    statement: "the other access",
    help: "is there a barrier between the two accesses, or a `requires` that keeps their cells apart?",
};

const BOUNDS: Words = Words {
    code: codes::E0707,
    group: "array bounds",
    subject: "that the access is in bounds",
    statement: "at this access",
    help: "bound the index by a guard in the code or by a `requires` on sizes (`\\length(A) == n`)",
};

const DIVISION: Words = Words {
    code: codes::E0708,
    group: "divisions and domains",
    subject: "that the operation is defined",
    statement: "at this operation",
    help: "require that the divisor is not 0 (or that the argument lies in the function's domain)",
};

const OVERFLOW: Words = Words {
    code: codes::E0709,
    group: "no overflow",
    subject: "absence of overflow",
    statement: "at this operation",
    help: "bound the operands with a `requires`, or write `//@ wraps;` before the statement where wrap-around is meant",
};

const INITIALISED: Words = Words {
    code: codes::E0721,
    group: "no undefined values",
    subject: "that the value is defined",
    statement: "in this statement",
    help: "assign the variable on every path that comes here; a lane that is read from must take part in the operation",
};

const VARIANT: Words = Words {
    code: codes::E0710,
    group: "termination",
    subject: "that the variant decreases",
    statement: "in this loop",
    help: "the variant must be at least 0 and smaller after each iteration, for every thread that runs it",
};

const BARRIER_INVARIANT: Words = Words {
    code: codes::E0711,
    group: "barrier invariants",
    subject: "the barrier invariant",
    statement: "at this barrier",
    help: "it must hold for an arbitrary pair of threads when their block is at the barrier",
};

const LEMMA: Words = Words {
    code: codes::E0712,
    group: "lemmas",
    subject: "the lemma",
    statement: "as it is used here",
    help: "say `by induction on x` for a variable that the recursion follows, or split the lemma",
};

const VACUITY: Words = Words {
    code: codes::E0713,
    group: "contract can be met",
    subject: "that the contract can be met",
    statement: "in this loop",
    help: "find the clauses that exclude each other and weaken one of them",
};

/// That the contract alone can be met.
const CONTRACT: Words = Words { statement: "of this kernel", ..VACUITY };

/// Of the values that an annotation mentions (CLAUSE-12).
const DEFINED: Words = Words {
    subject: "that all that this clause reads is defined",
    help: "guard it in the clause (`0 <= j < n -> c[j] == 0`, `m != 0 -> n / m > 1`), or require it: indices lie within the array, no divisor is 0, `\\pow` and shifts take no negative number, `\\log2` none below 1, `min_over` and `max_over` no empty range",
    ..DIVISION
};

/// Of the laws of an operator with a definition (OPERATOR-4).
const LAW: Words = Words {
    subject: "a law of the operator",
    help: "an operator is associative, and its identity is one on both sides; until that is proved, what rests on it is not used of its folds",
    ..LEMMA
};

/// Of the postconditions that `writes` stands for.
const WRITES: Words = Words {
    code: codes::E0720,
    group: "writes that the contract allows",
    subject: "that `writes` allows this write",
    statement: "at this statement",
    help: "list the array and the range in a `writes` clause, or guard the write",
};

/// Of those that `reads` stands for.
const READS: Words = Words {
    code: codes::E0720,
    group: "reads that the contract allows",
    subject: "that `reads` allows this read",
    statement: "at this read",
    help: "list the array and the range in a `reads` clause, or guard the read",
};

/// Of a place that runs must get past (CLAUSE-25).
const UNREACHED: Words = Words {
    code: codes::E0722,
    group: "runs come to the end",
    subject: "no run comes past this place: what is known here contradicts itself, so all that follows holds of nothing",
    help: "is it a loop that never ends, an `assume` that is false, or a contract that cannot be met?",
    ..VACUITY
};

/// Of a loop that no thread leaves (CLAUSE-25).
const ENDLESS_LOOP: Words = Words {
    subject: "no run ends: no thread leaves this loop; the postconditions hold because nothing reaches the end",
    help: "leave the loop by its guard, `break` or `return`",
    ..UNREACHED
};
