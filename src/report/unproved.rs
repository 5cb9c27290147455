//! The message for a task that is not proved, and for a construct that is not modelled: where, what,
//! and what to try.

use crate::base::codes::{self, Code};
use crate::base::{Diagnostic, Severity};
use crate::kernel::undefined;
use crate::syntax::tree::Unsupported;
use crate::tasks::{ENDLESS, FOOTPRINT, FRAME, TaskKind, has_part, is_defined, is_law, is_reach};

use super::model::{TaskResult, TaskVerdict};

/// The message for a task; none for one that is proved or was not tried.
pub fn diagnostic(task: &TaskResult) -> Option<Diagnostic> {
    let words = words_of(task);
    let (verb, label, details) = match &task.verdict {
        // The list at the end counts those that were not tried.
        TaskVerdict::Proved | TaskVerdict::Skipped { .. } => return None,
        TaskVerdict::Refuted { counterexample } => {
            let details: Vec<String> = counterexample.iter().flat_map(|found| found.shown()).collect();
            let nothing = if is_reach(&task.id) { "no run comes past this" } else { "shown false" };
            let label = counterexample.as_ref().map_or(nothing, |found| &found.explanation);
            ("is violated", label, details)
        }
        TaskVerdict::Unknown { reason } => ("is not proved", "not proved", vec![reason.clone()]),
    };
    // A contract that was not shown satisfiable stands among the assumptions; it is no fault.
    if let (TaskKind::Vacuity, TaskVerdict::Unknown { .. }) = (task.kind, &task.verdict) {
        return None;
    }
    let message = match (task.kind, &task.verdict) {
        (TaskKind::Race, TaskVerdict::Refuted { .. }) => "there is a data race".to_string(),
        (TaskKind::Bounds, TaskVerdict::Refuted { .. }) => "an access is out of bounds".to_string(),
        (TaskKind::Barrier, TaskVerdict::Refuted { .. }) => "a barrier diverges".to_string(),
        (TaskKind::Division, TaskVerdict::Refuted { .. }) => "an operation is not defined".to_string(),
        (TaskKind::Overflow, TaskVerdict::Refuted { .. }) => "an integer overflows".to_string(),
        (TaskKind::Vacuity, _) if is_reach(&task.id) => words.subject.to_string(),
        (TaskKind::Vacuity, _) => "the contract contradicts itself: no launch meets it".to_string(),
        (_, _) => match of_iteration(&task.id) {
            Some((name, variable)) => format!("that each iteration of {name} gives `{variable}` a value {verb}"),
            None => format!("{} {verb}", words.subject),
        },
    };
    let mut found = Diagnostic::new(words.code, Severity::Error, message).at(task.span, label);
    if let Some(statement) = task.statement_span.filter(|statement| *statement != task.span) {
        found = found.also(statement, words.statement);
    }
    for detail in details {
        found = found.note(detail);
    }
    found = found.note(format!("task {}", task.id));
    for clause in &task.suggested_requires {
        found = found.note(format!("help: with `//@ requires {clause};` it is proved"));
    }
    match &task.verdict {
        TaskVerdict::Unknown { .. } => Some(found.note(match of_iteration(&task.id) {
            Some((_, variable)) => format!("help: give `{variable}` a first value where it is declared"),
            None => format!("help: {}", words.help),
        })),
        TaskVerdict::Refuted { .. } if is_reach(&task.id) => Some(found.note(format!("help: {}", words.help))),
        TaskVerdict::Proved | TaskVerdict::Refuted { .. } | TaskVerdict::Skipped { .. } => Some(found),
    }
}

/// Of a task about a variable that is undefined where a loop is reached (R358): the loop and the variable.
fn of_iteration(id: &str) -> Option<(&str, &str)> {
    let (rest, told) = id.rsplit_once(&format!("/{}", undefined::TELL))?;
    let (_, name) = rest.rsplit_once('/')?;
    Some((name, told.rsplit_once(')')?.0))
}

/// The message for a construct that is not modelled.
pub fn unsupported(kernel: &str, found: &Unsupported) -> Diagnostic {
    let message = format!("`{kernel}` uses something that is not modelled: {}", found.construct);
    Diagnostic::error(codes::E0500, found.span, message)
        .note("nothing is claimed about this kernel; the other kernels are not affected")
}

/// What such tasks are called together.
pub fn group(task: &TaskResult) -> &'static str {
    words_of(task).group
}

/// The code of a kind of task.
pub fn code(kind: TaskKind) -> Code {
    words(kind).code
}

/// How a kind of task is talked about.
struct Words {
    code: Code,
    /// The heading of all tasks of the kind.
    group: &'static str,
    /// "the postcondition"
    subject: &'static str,
    /// The label at the statement.
    statement: &'static str,
    help: &'static str,
}

fn words_of(task: &TaskResult) -> Words {
    match task.kind {
        TaskKind::Ensures if has_part(&task.id, FRAME) => frame_words(),
        TaskKind::Ensures if has_part(&task.id, FOOTPRINT) => footprint_words(),
        TaskKind::Lemma if is_law(&task.id) => law_words(),
        TaskKind::Vacuity if is_reach(&task.id) => reach_words(&task.id),
        TaskKind::Vacuity if has_part(&task.id, "contract") => {
            Words { statement: "of this kernel", ..words(TaskKind::Vacuity) }
        }
        TaskKind::Division if is_defined(&task.id) => defined_words(),
        kind => words(kind),
    }
}

/// Of a place that runs must get past (R37).
fn reach_words(id: &str) -> Words {
    let (subject, help) = match id.split('/').any(|part| part == ENDLESS) {
        true => (
            "no run ends: no thread leaves this loop; the postconditions hold because nothing reaches the end",
            "leave the loop by its guard, `break` or `return`",
        ),
        false => (
            "no run comes past this place: what is known here contradicts itself, so all that follows holds of nothing",
            "is it a loop that never ends, an `assume` that is false, or a contract that cannot be met?",
        ),
    };
    Words { code: codes::E0722, group: "runs come to the end", subject, help, ..words(TaskKind::Vacuity) }
}

/// Of the values that an annotation mentions (R36).
fn defined_words() -> Words {
    Words {
        subject: "that all that this clause reads is defined",
        help: "guard it in the clause (`0 <= j < n -> c[j] == 0`, `m != 0 -> n / m > 1`), or require it: indices lie within the array, no divisor is 0, `\\pow` and shifts take no negative number, `\\log2` none below 1, `min_over` and `max_over` no empty range",
        ..words(TaskKind::Division)
    }
}

/// Of the laws of an operator with a definition (R161).
fn law_words() -> Words {
    Words {
        subject: "a law of the operator",
        help: "an operator is associative, and its identity is one on both sides; until that is proved, what rests on it is not used of its folds",
        ..words(TaskKind::Lemma)
    }
}

/// Of the postconditions that `writes` stands for.
fn frame_words() -> Words {
    Words {
        code: codes::E0720,
        group: "writes that the contract allows",
        subject: "that `writes` allows this write",
        statement: "at this statement",
        help: "list the array and the range in a `writes` clause, or guard the write",
    }
}

/// Of those that `reads` stands for.
fn footprint_words() -> Words {
    Words {
        code: codes::E0720,
        group: "reads that the contract allows",
        subject: "that `reads` allows this read",
        statement: "at this read",
        help: "list the array and the range in a `reads` clause, or guard the read",
    }
}

fn words(kind: TaskKind) -> Words {
    let (code, group, subject, statement, help) = match kind {
        TaskKind::Ensures => (
            codes::E0701,
            "postconditions",
            "the postcondition",
            "when the kernel ends here",
            "is it true of every launch and size? Behind a loop, its invariants with the negated guard must imply it: state what the loop has written, cell by cell",
        ),
        TaskKind::InvariantEntry => (
            codes::E0702,
            "invariants hold on entry",
            "the invariant on entry",
            "when this loop is reached",
            "the invariant must hold with `loop_count == 0`; add what it needs from before the loop as `requires` or `assert`",
        ),
        TaskKind::InvariantPreserved => (
            codes::E0703,
            "invariants are preserved",
            "preservation of the invariant",
            "after one iteration of this loop",
            "the invariant must follow from itself after one more iteration; add an invariant that relates the loop's variables to `loop_count`",
        ),
        TaskKind::Assert => (
            codes::E0704,
            "assertions",
            "the assertion",
            "at this statement",
            "add what it depends on as a `requires`, or as an invariant of the loop before it",
        ),
        TaskKind::Barrier => (
            codes::E0705,
            "barriers are reached by whole blocks",
            "that whole blocks reach the barrier",
            "this condition decides which threads come",
            "all threads of a block, or all lanes that a mask names, must come there together; move it out of conditions that depend on the thread, or let the others return before",
        ),
        TaskKind::Race => (
            codes::E0706,
            "no data races",
            "freedom from data races",
            "the other access",
            "is there a barrier between the two accesses, or a `requires` that keeps their cells apart?",
        ),
        TaskKind::Bounds => (
            codes::E0707,
            "array bounds",
            "that the access is in bounds",
            "at this access",
            "bound the index by a guard in the code or by a `requires` on sizes (`\\length(A) == n`)",
        ),
        TaskKind::Division => (
            codes::E0708,
            "divisions and domains",
            "that the operation is defined",
            "at this operation",
            "require that the divisor is not 0 (or that the argument lies in the function's domain)",
        ),
        TaskKind::Overflow => (
            codes::E0709,
            "no overflow",
            "absence of overflow",
            "at this operation",
            "bound the operands with a `requires`, or write `//@ wraps;` before the statement where wrap-around is meant",
        ),
        TaskKind::Initialised => (
            codes::E0721,
            "no undefined values",
            "that the value is defined",
            "in this statement",
            "assign the variable on every path that comes here; a lane that is read from must take part in the operation",
        ),
        TaskKind::Variant => (
            codes::E0710,
            "termination",
            "that the variant decreases",
            "in this loop",
            "the variant must be at least 0 and smaller after each iteration, for every thread that runs it",
        ),
        TaskKind::BarrierInvariant => (
            codes::E0711,
            "barrier invariants",
            "the barrier invariant",
            "at this barrier",
            "it must hold for an arbitrary pair of threads when their block is at the barrier",
        ),
        TaskKind::Lemma => (
            codes::E0712,
            "lemmas",
            "the lemma",
            "as it is used here",
            "say `by induction on x` for a variable that the recursion follows, or split the lemma",
        ),
        TaskKind::Vacuity => (
            codes::E0713,
            "contract can be met",
            "that the contract can be met",
            "in this loop",
            "find the clauses that exclude each other and weaken one of them",
        ),
    };
    Words { code, group, subject, statement, help }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Files, Span};
    use crate::report::render::{self, Style};

    #[test]
    fn every_kind_has_its_own_code_and_is_explained() {
        let codes: Vec<Code> = TaskKind::ALL.iter().map(|kind| words(*kind).code).collect();
        for (at, code) in codes.iter().enumerate() {
            assert!(codes::explain(code.0).is_some(), "{code}");
            assert!(!codes[at + 1..].contains(code), "{code}");
        }
    }

    #[test]
    fn an_unproved_task_is_shown_at_the_annotation_and_at_the_statement() {
        let mut sources = Files::new();
        let file = sources.add("k.cu", "//@ invariant i < n;\nwhile (i < n) i++;\n");
        let task = TaskResult {
            verdict: TaskVerdict::Unknown { reason: "z3: resource limit".to_string() },
            statement_span: Some(Span::new(file, 21, 34)),
            ..TaskResult::new("k/loop1/invariant1/preserved", TaskKind::InvariantPreserved, Span::new(file, 14, 19))
        };
        let text = render::diagnostic(&sources, &diagnostic(&task).unwrap(), Style::Plain);
        for part in [
            "error[E0703]: preservation of the invariant is not proved",
            "k.cu:1:15",
            "^^^^^ not proved",
            "after one iteration of this loop",
            "= z3: resource limit",
            "= task k/loop1/invariant1/preserved",
            "= help: ",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }

    #[test]
    fn proved_tasks_and_contracts_not_shown_satisfiable_say_nothing() {
        let proved =
            TaskResult { verdict: TaskVerdict::Proved, ..TaskResult::new("k", TaskKind::Assert, Span::default()) };
        assert_eq!(diagnostic(&proved), None);
        let unknown = TaskVerdict::Unknown { reason: String::new() };
        let vacuity = TaskResult { verdict: unknown, ..TaskResult::new("k", TaskKind::Vacuity, Span::default()) };
        assert_eq!(diagnostic(&vacuity), None);
        let contradictory = TaskVerdict::Refuted { counterexample: None };
        let vacuity = TaskResult { verdict: contradictory, ..vacuity };
        assert!(diagnostic(&vacuity).unwrap().message.contains("contradicts itself"));
    }

    #[test]
    fn a_construct_that_is_not_modelled_is_named() {
        let found = Unsupported { construct: "inline assembly".to_string(), span: Span::default() };
        let shown = unsupported("k", &found);
        assert_eq!(shown.code, codes::E0500);
        assert!(shown.message.contains("inline assembly"));
    }
}
