//! What follows from the results: a kernel's verdict and the exit code. Pure functions.

use crate::base::codes;
use crate::base::config::{Contracts, RequiredScope};
use crate::tasks::TaskKind;

use super::counterexample::Blame;
use super::model::{KernelReport, Role, Run, TaskResult, TaskVerdict};
use super::status::{ExitStatus, KernelVerdict};

/// The verdict of `prove` on a kernel whose tasks, diagnostics and unsupported constructs are known.
pub fn of_proof(kernel: &KernelReport) -> KernelVerdict {
    if !kernel.unsupported.is_empty() {
        return KernelVerdict::Unsupported;
    }
    if kernel.has_error() {
        return KernelVerdict::Unknown;
    }
    if kernel.tasks.iter().any(blames_the_code) {
        return KernelVerdict::Refuted;
    }
    if kernel.diagnostics.iter().any(|found| found.code == codes::W0719) {
        return KernelVerdict::Unknown;
    }
    let says_something = kernel.contract.has_ensures || kernel.role == Role::Lemma;
    match (kernel.tasks.iter().all(is_settled), says_something) {
        (true, true) => KernelVerdict::Verified,
        (true, false) => KernelVerdict::Safe,
        (false, _) => KernelVerdict::Unknown,
    }
}

/// The verdict of `races`, of which the tasks are about races and barriers and what their proofs rest on.
pub fn of_races(kernel: &KernelReport) -> KernelVerdict {
    match of_proof(kernel) {
        KernelVerdict::Verified | KernelVerdict::Safe => KernelVerdict::RaceFree,
        KernelVerdict::Refuted => KernelVerdict::Racy,
        other @ (KernelVerdict::Unknown
        | KernelVerdict::Unsupported
        | KernelVerdict::Modelled
        | KernelVerdict::RaceFree
        | KernelVerdict::Racy) => other,
    }
}

/// The verdict of `amplify`: the worst of the launches that were run.
pub fn of_amplified(kernel: &KernelReport) -> KernelVerdict {
    if !kernel.unsupported.is_empty() {
        return KernelVerdict::Unsupported;
    }
    let all = || kernel.coverage.amplified.iter().map(|launch| launch.verdict);
    let worst = [KernelVerdict::Racy, KernelVerdict::Refuted, KernelVerdict::Unknown];
    match worst.into_iter().find(|verdict| all().any(|own| own == *verdict)) {
        Some(verdict) => verdict,
        None if all().next().is_none() || kernel.has_error() => KernelVerdict::Unknown,
        None => KernelVerdict::RaceFree,
    }
}

/// The verdict of `check`.
pub fn of_check(kernel: &KernelReport) -> KernelVerdict {
    match kernel.unsupported.is_empty() && !kernel.has_error() {
        true => KernelVerdict::Modelled,
        false => KernelVerdict::Unsupported,
    }
}

/// Whether the task shows, by a confirmed replay, that the program itself goes wrong.
fn blames_the_code(task: &TaskResult) -> bool {
    if task.kind == TaskKind::CallSite {
        return false;
    }
    match &task.verdict {
        TaskVerdict::Refuted { counterexample: Some(found) } => found.confirmed && found.blame == Blame::Code,
        TaskVerdict::Refuted { counterexample: None }
        | TaskVerdict::Proved
        | TaskVerdict::Unknown { .. }
        | TaskVerdict::Skipped { .. } => false,
    }
}

/// Whether the program makes a launch that does not meet the kernel's contract.
fn breaks_contract(task: &TaskResult) -> bool {
    task.kind == TaskKind::CallSite && matches!(task.verdict, TaskVerdict::Refuted { .. })
}

/// Whether the task does not stand in the way of `verified`. A contract that was not shown
/// satisfiable is listed as such; only one shown contradictory makes the kernel unknown.
fn is_settled(task: &TaskResult) -> bool {
    match (&task.verdict, task.kind) {
        // About the program, and not about the kernel.
        (_, TaskKind::CallSite) | (TaskVerdict::Proved, _) => true,
        (TaskVerdict::Unknown { .. } | TaskVerdict::Skipped { .. }, TaskKind::Vacuity) => true,
        (TaskVerdict::Refuted { .. } | TaskVerdict::Unknown { .. } | TaskVerdict::Skipped { .. }, _) => false,
    }
}

impl Run {
    /// Whether a kernel counts as a success.
    pub fn is_enough(&self, kernel: &KernelReport) -> bool {
        let is_wanted = match kernel.verdict {
            KernelVerdict::Safe => self.required.contracts == Contracts::Optional,
            other => other.is_success(),
        };
        let is_good = is_wanted && !kernel.tasks.iter().any(breaks_contract);
        !self.lacks_scope(kernel) && (is_good || self.is_accepted(kernel))
    }

    /// Whether a kernel is a success of fewer launches than every one, and that is not enough.
    pub fn lacks_scope(&self, kernel: &KernelReport) -> bool {
        let is_narrower = kernel.verdict.is_success() && kernel.scope.is_narrower();
        is_narrower && self.required.scope == RequiredScope::Every
    }

    /// The highest status that applies.
    pub fn exit_status(&self) -> ExitStatus {
        let kernels = self.kernels().map(|kernel| match self.is_enough(kernel) {
            true => ExitStatus::Success,
            false => ExitStatus::NotVerified,
        });
        let diagnostics =
            self.all_diagnostics().filter(|diagnostic| diagnostic.is_error()).map(
                |diagnostic| match codes::is_internal(diagnostic.code) {
                    true => ExitStatus::InternalError,
                    false => ExitStatus::BadInput,
                },
            );
        let interrupted = self.interrupted.then_some(ExitStatus::Interrupted);
        kernels.chain(diagnostics).chain(interrupted).max().unwrap_or(ExitStatus::Success)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::base::{Diagnostic, Files, Severity, Span};
    use crate::report::{Command, ContractReport, Counterexample, FileReport, LaunchShape, Scope};
    use crate::syntax::tree::Unsupported;

    fn task(kind: TaskKind, verdict: TaskVerdict) -> TaskResult {
        TaskResult { verdict, ..TaskResult::new("k/t", kind, Span::default()) }
    }

    fn kernel(tasks: Vec<TaskResult>) -> KernelReport {
        KernelReport { tasks, ..KernelReport::new("k", Span::default()) }
    }

    fn with_ensures(kernel: KernelReport) -> KernelReport {
        let contract = ContractReport { has_ensures: true, ..ContractReport::default() };
        KernelReport { contract, ..kernel }
    }

    #[test]
    fn a_kernel_without_an_ensures_is_safe_which_is_enough_unless_contracts_are_wanted() {
        let safe = kernel(vec![task(TaskKind::Race, TaskVerdict::Proved)]);
        assert_eq!(of_proof(&safe), KernelVerdict::Safe);
        let lemma = KernelReport { role: Role::Lemma, ..kernel(Vec::new()) };
        assert_eq!(of_proof(&lemma), KernelVerdict::Verified);
        let mut run = Run::new(Command::Prove, Files::new());
        let verdict = of_proof(&safe);
        run.files.push(FileReport { kernels: vec![KernelReport { verdict, ..safe }], ..FileReport::default() });
        assert_eq!(run.exit_status().code(), 0);
        run.required.contracts = Contracts::Required;
        assert_eq!(run.exit_status().code(), 1);
    }

    #[test]
    fn a_success_of_some_launches_is_enough_unless_every_one_is_wanted() {
        for (scope, wanted) in [(Scope::EveryLaunch, 0), (Scope::GivenLaunch, 1), (Scope::AsLaunched(Vec::new()), 1)] {
            for verdict in [KernelVerdict::Verified, KernelVerdict::Safe, KernelVerdict::RaceFree] {
                let mut run = Run::new(Command::Prove, Files::new());
                let kernel = KernelReport { verdict, scope: scope.clone(), ..kernel(Vec::new()) };
                run.files.push(FileReport { kernels: vec![kernel], ..FileReport::default() });
                assert_eq!(run.exit_status().code(), 0, "{scope:?}");
                run.required.scope = RequiredScope::Every;
                assert_eq!(run.exit_status().code(), wanted, "{scope:?}");
                assert_eq!(run.files[0].kernels[0].verdict, verdict);
            }
        }
    }

    #[test]
    fn what_is_no_success_lacks_no_launches() {
        let mut run = Run::new(Command::Races, Files::new());
        run.required.scope = RequiredScope::Every;
        let open = KernelReport { scope: Scope::GivenLaunch, ..kernel(Vec::new()) };
        for verdict in [KernelVerdict::Unknown, KernelVerdict::Racy, KernelVerdict::Unsupported] {
            let open = KernelReport { verdict, ..open.clone() };
            assert!(!run.lacks_scope(&open) && !run.is_enough(&open));
        }
    }

    fn refuted(blame: Blame, confirmed: bool) -> TaskVerdict {
        let launch = LaunchShape { block_dim: [1, 1, 1], grid_dim: [1, 1, 1] };
        let found = Counterexample {
            launch,
            arguments: BTreeMap::new(),
            arrays: BTreeMap::new(),
            ghosts: BTreeMap::new(),
            templates: BTreeMap::new(),
            operators: Vec::new(),
            thread: None,
            schedule: "lockstep".to_string(),
            expected: None,
            found: None,
            iteration: None,
            blame,
            confirmed,
            command: String::new(),
            explanation: String::new(),
            touches: Vec::new(),
            program: Err(String::new()),
        };
        TaskVerdict::Refuted { counterexample: Some(Box::new(found)) }
    }

    fn unknown() -> TaskVerdict {
        TaskVerdict::Unknown { reason: "time limit".to_string() }
    }

    fn skipped() -> TaskVerdict {
        TaskVerdict::Skipped { reason: "interrupted".to_string() }
    }

    #[test]
    fn a_kernel_is_verified_only_when_every_task_is_proved() {
        let proved = || task(TaskKind::Ensures, TaskVerdict::Proved);
        assert_eq!(of_proof(&with_ensures(kernel(vec![proved(), proved()]))), KernelVerdict::Verified);
        assert_eq!(of_proof(&kernel(vec![proved(), task(TaskKind::Bounds, unknown())])), KernelVerdict::Unknown);
        assert_eq!(of_proof(&kernel(vec![proved(), task(TaskKind::Bounds, skipped())])), KernelVerdict::Unknown);
    }

    #[test]
    fn only_a_confirmed_counterexample_to_the_code_refutes() {
        let of = |verdict| of_proof(&kernel(vec![task(TaskKind::Ensures, verdict)]));
        assert_eq!(of(refuted(Blame::Code, true)), KernelVerdict::Refuted);
        assert_eq!(of(refuted(Blame::Code, false)), KernelVerdict::Unknown);
        assert_eq!(of(refuted(Blame::Annotation, true)), KernelVerdict::Unknown);
    }

    #[test]
    fn races_has_verdicts_of_its_own() {
        let of = |verdict| of_races(&kernel(vec![task(TaskKind::Race, verdict)]));
        assert_eq!(of(TaskVerdict::Proved), KernelVerdict::RaceFree);
        assert_eq!(of(refuted(Blame::Code, true)), KernelVerdict::Racy);
        assert_eq!(of(refuted(Blame::Code, false)), KernelVerdict::Unknown);
        assert_eq!(of(unknown()), KernelVerdict::Unknown);
        assert_eq!(of(skipped()), KernelVerdict::Unknown);
    }

    #[test]
    fn a_contract_not_shown_satisfiable_is_no_obstacle_but_a_contradictory_one_is() {
        let of = |verdict| of_proof(&with_ensures(kernel(vec![task(TaskKind::Vacuity, verdict)])));
        assert_eq!(of(unknown()), KernelVerdict::Verified);
        assert_eq!(of(TaskVerdict::Refuted { counterexample: None }), KernelVerdict::Unknown);
    }

    #[test]
    fn what_is_not_modelled_decides_before_all_else() {
        let mut kernel = kernel(vec![task(TaskKind::Ensures, refuted(Blame::Code, true))]);
        kernel.unsupported.push(Unsupported { construct: "inline assembly".to_string(), span: Span::default() });
        assert_eq!(of_proof(&kernel), KernelVerdict::Unsupported);
        assert_eq!(of_check(&kernel), KernelVerdict::Unsupported);
    }

    #[test]
    fn a_kernel_with_an_error_is_neither_verified_nor_modelled() {
        let mut kernel = with_ensures(kernel(Vec::new()));
        assert_eq!(of_proof(&kernel), KernelVerdict::Verified);
        assert_eq!(of_check(&kernel), KernelVerdict::Modelled);
        kernel.diagnostics.push(Diagnostic::new(codes::E0001, Severity::Error, "x"));
        assert_eq!(of_proof(&kernel), KernelVerdict::Unknown);
        assert_eq!(of_check(&kernel), KernelVerdict::Unsupported);
    }

    #[test]
    fn a_kernel_that_was_not_looked_at_to_its_end_is_no_success_and_wrong_where_a_run_shows_it() {
        let cut = |tasks: Vec<TaskResult>| {
            let diagnostics = vec![Diagnostic::new(codes::W0719, Severity::Warning, "x")];
            KernelReport { diagnostics, ..with_ensures(kernel(tasks)) }
        };
        let proved = || task(TaskKind::Race, TaskVerdict::Proved);
        assert_eq!(of_proof(&cut(Vec::new())), KernelVerdict::Unknown);
        assert_eq!(of_races(&cut(vec![proved()])), KernelVerdict::Unknown);
        let wrong = cut(vec![proved(), task(TaskKind::Race, refuted(Blame::Code, true))]);
        assert_eq!((of_proof(&wrong), of_races(&wrong)), (KernelVerdict::Refuted, KernelVerdict::Racy));
    }

    #[test]
    fn the_highest_exit_code_that_applies_is_taken() {
        let mut run = Run::new(Command::Prove, Files::new());
        assert_eq!(run.exit_status().code(), 0);
        run.diagnostics.push(Diagnostic::new(codes::E0001, Severity::Warning, "x"));
        assert_eq!(run.exit_status().code(), 0);
        run.files.push(FileReport { kernels: vec![kernel(Vec::new())], ..FileReport::default() });
        assert_eq!(run.exit_status().code(), 1);
        run.files[0].kernels[0].diagnostics.push(Diagnostic::new(codes::E0001, Severity::Error, "x"));
        assert_eq!(run.exit_status().code(), 2);
        run.files[0].diagnostics.push(Diagnostic::new(codes::E0099, Severity::Error, "x"));
        assert_eq!(run.exit_status().code(), 3);
        run.interrupted = true;
        assert_eq!(run.exit_status().code(), 130);
    }
}
