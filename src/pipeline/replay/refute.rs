//! What small launches showed, put beside what the solvers said: tasks become `refuted`.

use crate::base::{Diagnostic, Severity, codes};
use crate::report::violation::task_kind;
use crate::report::{TaskResult, TaskVerdict};
use crate::tasks::TaskKind;
use crate::witness::{Finding, Found};

use super::Replay;
use super::findings::{counts, is_at};

/// Refutes the tasks that the findings violate. Gives the proofs that they contradict.
pub fn apply(tasks: &mut Vec<TaskResult>, found: &Found, replay: &Replay<'_>) -> Vec<Diagnostic> {
    let mut contradictions = Vec::new();
    let relative = tasks.iter().any(|task| !task.verdict.is_proved() && task.kind != TaskKind::Vacuity);
    for finding in &found.findings {
        let Some(kind) = task_kind(finding.violation.kind) else { continue };
        if !counts(finding, replay.config) {
            continue;
        }
        let verdict =
            TaskVerdict::Refuted { counterexample: Some(Box::new(replay.counterexample(&replay.smallest(finding)))) };
        let is_it = |task: &&mut TaskResult| is_at(&finding.violation, task.kind, task.span, task.statement_span);
        let mut matching: Vec<&mut TaskResult> = tasks.iter_mut().filter(is_it).collect();
        let (mut refuted, mut proved) = (false, false);
        for task in &mut matching {
            match &task.verdict {
                TaskVerdict::Unknown { .. } | TaskVerdict::Skipped { .. } => {
                    task.verdict = verdict.clone();
                    refuted = true;
                }
                TaskVerdict::Refuted { .. } => refuted = true,
                TaskVerdict::Proved => proved = true,
            }
        }
        if refuted {
            continue;
        }
        // A proof that rests on a task which is not proved, or on an assumption that was false in the run.
        let conditional = relative || (finding.races && kind != TaskKind::Race) || finding.overflow.is_some();
        if proved && !conditional {
            contradictions.push(contradiction(finding, replay));
            continue;
        }
        match matching.into_iter().next() {
            Some(task) => (task.verdict, task.solver) = (verdict, None),
            None => {
                let own = own_task(tasks, finding, verdict, replay);
                tasks.extend(own);
            }
        }
    }
    contradictions
}

/// What runs show that follow cells: undefined values that matter.
pub fn undefined(tasks: &mut Vec<TaskResult>, found: &Found, replay: &Replay<'_>) {
    let kind = TaskKind::Initialised;
    let is_it = |finding: &&Finding| task_kind(finding.violation.kind) == Some(kind) && counts(finding, replay.config);
    for finding in found.findings.iter().filter(is_it) {
        let verdict =
            TaskVerdict::Refuted { counterexample: Some(Box::new(replay.counterexample(&replay.smallest(finding)))) };
        let own = own_task(tasks, finding, verdict, replay);
        tasks.extend(own);
    }
}

/// A task for what no task of the proof is about.
fn own_task(tasks: &[TaskResult], finding: &Finding, verdict: TaskVerdict, replay: &Replay<'_>) -> Option<TaskResult> {
    let kind = task_kind(finding.violation.kind)?;
    let number = tasks.iter().filter(|task| task.kind == kind).count() + 1;
    let id = format!("{}/{}/{number}", replay.kernel.name, kind.name());
    let statement = finding.violation.race.as_ref().map(|race| race.span);
    Some(TaskResult { statement_span: statement, verdict, ..TaskResult::new(id, kind, finding.violation.span) })
}

fn contradiction(finding: &Finding, replay: &Replay<'_>) -> Diagnostic {
    let message = format!(
        "a task of `{}` is proved, and a run violates it: one of them is wrong, so nothing of this kernel can be relied on",
        replay.kernel.name
    );
    Diagnostic::new(codes::E0715, Severity::Error, message)
        .at(finding.violation.span, replay.explanation(finding))
        .note(format!("to see it: {}", replay.command(finding)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Config, Files, StopFlag};
    use crate::interp::ViolationKind;
    use crate::pipeline;
    use crate::pipeline::generate::execute;
    use crate::pipeline::replay::Origin;
    use crate::tasks::Task;
    use crate::witness::{self, Effort};

    /// A kernel that races and computes something else than it says: a report with these verdicts of its tasks, and what runs say.
    fn replayed(verdict: impl Fn(&Task) -> TaskVerdict) -> (Vec<TaskResult>, Vec<Diagnostic>) {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("k.cu");
        let text = "//@ ensures a[0] == 7;\n__global__ void k(int *a) { a[0] = threadIdx.x; }\n";
        std::fs::write(&path, text).expect("the folder is ours");
        let (config, mut sources) = (Config::default(), Files::new());
        let program = pipeline::lower(&mut sources, &path, &pipeline::front::Given::default(), &config);
        let kernel = &program.kernels[0];
        let set = execute(kernel, &config).with_races().own();
        let result = |task: &Task| TaskResult { verdict: verdict(task), ..TaskResult::of(task) };
        let mut tasks: Vec<TaskResult> = set.tasks.iter().map(result).collect();
        let found = witness::search(kernel, &config, Effort::SMALL, &StopFlag::new());
        assert!(found.findings.iter().any(|finding| finding.violation.kind == ViolationKind::Race));
        let origin = Origin { sources: &sources, path: "k.cu", alone: true };
        let contradictions = apply(&mut tasks, &found, &Replay { kernel, origin, config: &config });
        (tasks, contradictions)
    }

    #[test]
    fn a_proof_that_a_run_violates_is_an_internal_error() {
        let (_, contradictions) = replayed(|_| TaskVerdict::Proved);
        let first = contradictions.first().expect("there is one");
        assert_eq!(first.code, codes::E0715);
        let message = &first.message;
        assert!(message.contains("`k` is proved, and a run violates it"), "{message}");
    }

    #[test]
    fn a_proof_that_rests_on_an_open_task_gives_way_to_the_run() {
        // The race is open: what `ensures` says was proved of launches without races.
        let open = |task: &Task| match task.kind {
            TaskKind::Race => TaskVerdict::Unknown { reason: String::new() },
            _ => TaskVerdict::Proved,
        };
        let (tasks, contradictions) = replayed(open);
        assert_eq!(contradictions, []);
        assert!(tasks.iter().any(|task| matches!(task.verdict, TaskVerdict::Refuted { .. })));
    }
}
