//! The message for a task that is not proved, and for a construct that is not modelled: where, what,
//! and what to try.

use crate::base::codes::{self, Code};
use crate::base::{Diagnostic, Severity};
use crate::kernel::undefined;
use crate::syntax::tree::Unsupported;
use crate::tasks::{TaskKind, is_reach};

use super::model::{TaskResult, TaskVerdict, brief};
use super::words;

/// The message for a task; none for one that is proved or was not tried.
pub fn diagnostic(task: &TaskResult) -> Option<Diagnostic> {
    let words = words::of_task(task);
    let (mut message, label, details) = match &task.verdict {
        // The list at the end counts those that were not tried.
        TaskVerdict::Proved | TaskVerdict::Skipped { .. } => return None,
        TaskVerdict::Refuted { counterexample } => {
            let details: Vec<String> = counterexample.iter().flat_map(|found| found.shown()).collect();
            let nothing = match task.kind {
                TaskKind::Vacuity if is_reach(&task.id) => "no run comes past this",
                TaskKind::Vacuity => "no launch meets this",
                _ => "shown false",
            };
            let label = counterexample.as_ref().map_or(nothing, |found| &found.explanation);
            (words.refuted.to_owned(), label, details)
        }
        TaskVerdict::Unknown { reason } => (words.open.to_owned(), "not proved", vec![brief(reason).to_owned()]),
    };
    // A contract that was not shown satisfiable stands among the assumptions; it is no fault.
    if let (TaskKind::Vacuity, TaskVerdict::Unknown { .. }) = (task.kind, &task.verdict) {
        return None;
    }
    if let Some((name, variable)) = of_iteration(&task.id) {
        message = match &task.verdict {
            TaskVerdict::Refuted { .. } => format!("an iteration of {name} gives `{variable}` no value"),
            _ => format!("an iteration of {name} may give `{variable}` no value"),
        };
    }
    // A launch that may be wrong leaves verdict and exit code as they are.
    let severity = match (task.kind, &task.verdict) {
        (TaskKind::CallSite, TaskVerdict::Unknown { .. }) => Severity::Warning,
        _ => Severity::Error,
    };
    let found = Diagnostic::new(words.code, severity, message);
    let mut found = match task.statement_span.filter(|statement| *statement != task.span) {
        // The launch is at fault, and not the clause.
        Some(launch) if task.kind == TaskKind::CallSite => found.at(launch, words.statement).also(task.span, label),
        Some(statement) => found.at(task.span, label).also(statement, words.statement),
        None => found.at(task.span, label),
    };
    if let Some(parts) = &task.parts {
        found = parts.some().iter().fold(found, |found, part| found.also(*part, "this part is not proved"));
        found = match (parts.open.len(), parts.all) {
            (0, all) => found.note(format!("each of its {all} parts is proved alone; write them as {all} clauses")),
            (open, all) if open < all => found.note(match all - open {
                1 => "the other part of it is proved".to_owned(),
                others => format!("the other {others} parts of it are proved"),
            }),
            _ => found,
        };
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

/// Of a task about a variable that is undefined where a loop is reached (WARP-36): the loop and the variable.
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
    words::of_task(task).group
}

/// What tasks of a kind are called together.
pub fn group_of(kind: TaskKind) -> &'static str {
    words::of_kind(kind).group
}

/// The code of a kind of task.
pub fn code(kind: TaskKind) -> Code {
    words::of_kind(kind).code
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Files, Span};
    use crate::report::render::{self, Style};

    #[test]
    fn every_kind_has_its_own_code_and_is_explained() {
        let codes: Vec<Code> = TaskKind::ALL.iter().map(|kind| words::of_kind(*kind).code).collect();
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
            "error[E0703]: an iteration may break the invariant",
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
