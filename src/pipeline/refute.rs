//! What small launches showed, put beside what the solvers said: tasks become `refuted`, or their reasons say what the
//! runs make likely.

use std::fmt::Write as _;

use crate::base::config::{Archs, LaunchLimits, LaunchesOf, RaceFreedom, RaceScope, SameValue};
use crate::base::{Arch, Config, Diagnostic, Files, Severity, Span, codes};
use crate::exec::log::Forgotten;
use crate::interp::monoid;
use crate::interp::outcome::Seen;
use crate::interp::setup::{write_contents, write_scalar};
use crate::interp::{Floats, Ints, Schedule, ViolationKind};
use crate::kernel::ir::{Kernel, LocalRole, Stmt, StmtKind, occurs};
use crate::report::counterexample::inputs;
use crate::report::violation::{sentence, task_kind};
use crate::report::{Blame, Counterexample, KernelReport, LaunchShape, TaskResult, TaskVerdict, ThreadIndex};
use crate::tasks::{FOOTPRINT, FRAME, Task, TaskKind, TaskSet, has_part, is_defined};
use crate::witness::{Finding, Found, Outside};

/// Where a kernel comes from: what the command line must say to find it again.
#[derive(Clone, Copy)]
pub struct Origin<'a> {
    pub sources: &'a Files,
    pub path: &'a str,
    /// The file holds no other kernel.
    pub alone: bool,
}

/// Refutes the tasks that the findings violate.
pub fn apply(report: &mut KernelReport, kernel: &Kernel, found: &Found, config: &Config, origin: Origin<'_>) {
    let relative = report.tasks.iter().any(|task| !task.verdict.is_proved() && task.kind != TaskKind::Vacuity);
    for finding in &found.findings {
        let Some(kind) = task_kind(finding.violation.kind) else { continue };
        if !counts(finding, config) {
            continue;
        }
        let verdict =
            TaskVerdict::Refuted { counterexample: Some(Box::new(counterexample(kernel, finding, config, origin))) };
        let is_it = |task: &&mut TaskResult| is_at(finding, task.kind, task.span, task.statement_span);
        let mut matching: Vec<&mut TaskResult> = report.tasks.iter_mut().filter(is_it).collect();
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
            report.diagnostics.push(contradiction(kernel, finding, config, origin));
            continue;
        }
        match matching.into_iter().next() {
            Some(task) => (task.verdict, task.solver) = (verdict, None),
            None => report.tasks.push(own_task(report, finding, kind, verdict)),
        }
    }
}

/// What runs show that follow cells: undefined values that matter.
pub fn undefined(report: &mut KernelReport, kernel: &Kernel, found: &Found, config: &Config, origin: Origin<'_>) {
    let kind = TaskKind::Initialised;
    let is_it = |finding: &&Finding| task_kind(finding.violation.kind) == Some(kind) && counts(finding, config);
    for finding in found.findings.iter().filter(is_it) {
        let verdict =
            TaskVerdict::Refuted { counterexample: Some(Box::new(counterexample(kernel, finding, config, origin))) };
        report.tasks.push(own_task(report, finding, kind, verdict));
    }
}

/// Whether the policies of this run count the finding.
pub(super) fn counts(finding: &Finding, config: &Config) -> bool {
    if finding.races && config.race_freedom == RaceFreedom::Assumed {
        return false;
    }
    let (Some(race), Some(thread)) = (&finding.violation.race, finding.violation.thread) else { return true };
    let within = config.scope == RaceScope::All || race.thread.block == thread.block;
    within && !(race.same_value && config.same_value == SameValue::Allowed)
}

/// Whether a task of this kind at this place is what the finding violates; a race has two places in no order.
pub(super) fn is_at(finding: &Finding, kind: TaskKind, span: Span, statement: Option<Span>) -> bool {
    let violation = &finding.violation;
    let same = match &violation.race {
        Some(race) => {
            let (one, other) = (violation.span.min(race.span), violation.span.max(race.span));
            (span, statement.unwrap_or(span)) == (one, other)
        }
        None => span == violation.span,
    };
    task_kind(violation.kind) == Some(kind) && same
}

/// Whether a finding is a violation of just this task.
pub fn settles(found: &Found, task: &Task, set: &TaskSet, config: &Config) -> bool {
    let same = |other: &&Task| (other.kind, other.span, other.statement) == (task.kind, task.span, task.statement);
    let violated = |finding: &Finding| is_at(finding, task.kind, task.span, task.statement);
    let mut counted = found.findings.iter().filter(|finding| counts(finding, config));
    counted.any(violated) && set.tasks.iter().filter(same).count() == 1
}

/// Why a task is not looked at by solvers.
pub const SHOWN: &str = "a run shows that it happens";

/// Why a task of a kernel with very many open ones is not looked at.
pub const OTHERS_OPEN: &str = "not tried: too many other tasks are open";

/// Why tasks of two accesses with very many copies are not looked at.
pub const TOO_MANY: &str = "loops or calls are unrolled into too many pairs of these accesses";

/// What such a reason begins with where another task says the same.
pub const NOT_TRIED: &str = "not tried: ";

/// Why a task of a wrong kernel is left.
pub const WRONG: &str = "a run shows that the kernel is wrong";

/// What such a reason begins with where a run shows that the kernel is wrong.
pub const TRIED_BRIEFLY: &str = "tried for a moment only, since a run shows that the kernel is wrong";

/// Whether a run shows that the program itself goes wrong: nothing that is proved of it would change its verdict. A run with an
/// overflow does not: all tasks may be proved, since proofs assume that there is none.
pub fn refutes(found: &Found, config: &Config) -> bool {
    let is_it = |finding: &&Finding| {
        let of_code = task_kind(finding.violation.kind).is_some() && blame(finding) == Blame::Code;
        of_code && finding.overflow.is_none()
    };
    found.findings.iter().filter(is_it).any(|finding| counts(finding, config))
}

/// Whether a finding is a violation of the task.
pub fn shows(found: &Found, task: &TaskResult, config: &Config) -> bool {
    let violated = |finding: &Finding| is_at(finding, task.kind, task.span, task.statement_span);
    found.findings.iter().any(|finding| counts(finding, config) && violated(finding))
}

/// A task for what no task of the proof is about.
fn own_task(report: &KernelReport, finding: &Finding, kind: TaskKind, verdict: TaskVerdict) -> TaskResult {
    let number = report.tasks.iter().filter(|task| task.kind == kind).count() + 1;
    let id = format!("{}/{}/{number}", report.name, kind.name());
    let statement = finding.violation.race.as_ref().map(|race| race.span);
    TaskResult { statement_span: statement, verdict, ..TaskResult::new(id, kind, finding.violation.span) }
}

/// Whether nobody knows if the task holds.
pub fn is_open(task: &TaskResult) -> bool {
    match &task.verdict {
        TaskVerdict::Unknown { .. } => task.kind != TaskKind::Vacuity,
        TaskVerdict::Proved | TaskVerdict::Refuted { .. } | TaskVerdict::Skipped { .. } => false,
    }
}

/// Says of the tasks that nobody decided what the runs make likely, and what to try.
pub fn classify(report: &mut KernelReport, kernel: &Kernel, found: &Found, sources: &Files) {
    let annotated = has_invariants(&kernel.body);
    let name = report.name.clone();
    // R26: where a loop is forgotten, nobody can tell whether the contract is too weak.
    let of_loop = |Forgotten { name, span, changed, .. }: &Forgotten| {
        format!("{name} at line {} has no invariant and changes {changed}", sources.start(*span).line)
    };
    let unknown_after = std::mem::take(&mut report.unknown_after);
    for task in &mut report.tasks {
        let TaskVerdict::Unknown { reason } = &mut task.verdict else { continue };
        if task.kind == TaskKind::Vacuity {
            continue;
        }
        let in_set = |set: &str| task.id.strip_prefix(set).is_some_and(|rest| rest.starts_with('/'));
        let forgotten: Vec<String> = unknown_after.iter().filter(|found| in_set(&found.set)).map(of_loop).collect();
        let candidate = reason.contains("counterexample");
        let class = match (task.kind, candidate) {
            (_, false) => "solver gave up".to_owned(),
            (_, true) if !forgotten.is_empty() => forgotten.join("; "),
            (TaskKind::InvariantPreserved | TaskKind::Variant, true) => "invariant too weak".to_owned(),
            (_, true) if annotated => "invariant too weak".to_owned(),
            (_, true) => "contract too weak".to_owned(),
        };
        let violated = |outside: &Outside| is_at(&outside.finding, task.kind, task.span, task.statement_span);
        // Of a clause only those count in which it was decided, and true of something.
        let is_clause = matches!(
            task.kind,
            TaskKind::Ensures | TaskKind::Assert | TaskKind::InvariantEntry | TaskKind::InvariantPreserved
        ) || is_defined(&task.id);
        let listed = [FRAME, FOOTPRINT].iter().any(|part| has_part(&task.id, part));
        let held = match is_clause && !listed {
            true => found.held.get(&task.span).copied().unwrap_or_default(),
            false => found.met,
        };
        let runs = match held {
            _ if found.outside.iter().any(violated) => {
                let only = "launches violate it only where an integer leaves the range of its type";
                *reason = if candidate { only.to_owned() } else { format!("{only}; {reason}") };
                continue;
            }
            0 if found.met > 0 => "in no small launch that was run was it decided with its premises met".to_owned(),
            0 => format!("no small launch was found that meets the contract of `{name}`"),
            1 if found.met == 1 => "it held in the one small launch that was run".to_owned(),
            1 => "it held in the one small launch in which it was decided and its premises were met".to_owned(),
            held if held == found.met => format!("it held in all {held} small launches that were run"),
            held => format!("it held in all {held} small launches in which it was decided and its premises were met"),
        };
        // Who was asked for a moment only has not given up.
        *reason = match !candidate && reason.starts_with(TRIED_BRIEFLY) {
            true => format!("{runs}; {reason}"),
            false => format!("{class}: {runs}; {reason}"),
        };
    }
    report.unknown_after = unknown_after;
}

fn has_invariants(stmts: &[Stmt]) -> bool {
    occurs(stmts, &|kind| matches!(kind, StmtKind::Loop(inner) if !inner.invariants.is_empty()))
}

/// What goes wrong only with the machine's integers violates an assumption of the proof.
pub fn machine_only(report: &mut KernelReport, kernel: &Kernel, found: &Found, config: &Config, origin: Origin<'_>) {
    let Some((finding, place)) = found.findings.iter().find_map(|finding| Some((finding, finding.overflow?))) else {
        return;
    };
    let text = explanation(finding, origin.sources);
    let message =
        format!("assumption violated: with the machine's integers {} goes wrong", finding.violation.kind.name());
    let note = Diagnostic::new(codes::W0716, Severity::Warning, message)
        .at(place, "an integer leaves the range of its type here")
        .also(finding.violation.span, text)
        .note(format!("to see it: {}", command(kernel, finding, config, origin)))
        .note("help: `--ints checked` proves that nothing overflows; `requires` on sizes exclude it");
    report.diagnostics.push(note);
}

/// R270: what goes wrong of an open task only where an integer leaves the range of its type, and not with the machine's integers.
pub fn outside(report: &mut KernelReport, kernel: &Kernel, found: &Found, config: &Config, origin: Origin<'_>) {
    let mut places: Vec<Span> = Vec::new();
    for Outside { finding, place, is_right } in &found.outside {
        let is_it = |task: &&TaskResult| is_open(task) && is_at(finding, task.kind, task.span, task.statement_span);
        // One launch for each place is enough.
        if !counts(finding, config) || places.contains(place) || !report.tasks.iter().any(|task| is_it(&task)) {
            continue;
        }
        places.push(*place);
        let kind = finding.violation.kind.name();
        let machine = match is_right {
            true => "with the machine's integers nothing goes wrong in this launch, so it refutes nothing",
            false => "with the machine's integers this is not so, or it is not decided, so the launch refutes nothing",
        };
        let text = format!("with exact integers: {}", explanation(finding, origin.sources));
        let message =
            format!("an integer leaves the range of its type, and only therefore {kind} goes wrong in a launch");
        let note = Diagnostic::new(codes::W0717, Severity::Warning, message)
            .at(*place, "an integer leaves the range of its type here")
            .also(finding.violation.span, text)
            .note(machine)
            .note(format!("to see it: {}", command(kernel, finding, config, origin)))
            .note("help: if it is meant, write `//@ wraps;` before the statement (what is unsigned then wraps) or a cast; else exclude it by `requires`");
        report.diagnostics.push(note);
    }
}

fn contradiction(kernel: &Kernel, finding: &Finding, config: &Config, origin: Origin<'_>) -> Diagnostic {
    let message = format!(
        "a task of `{}` is proved, and a run violates it: one of them is wrong, so nothing of this kernel can be relied on",
        kernel.name
    );
    Diagnostic::new(codes::E0715, Severity::Error, message)
        .at(finding.violation.span, explanation(finding, origin.sources))
        .note(format!("to see it: {}", command(kernel, finding, config, origin)))
}

/// Names a launch that meets the contract, and warns where only launches of one thread seem to.
pub(super) fn met(report: &mut KernelReport, kernel: &Kernel, found: &Found, config: &Config) {
    const ENOUGH: usize = 8;
    let is_contract = |task: &&mut TaskResult| task.kind == TaskKind::Vacuity && has_part(&task.id, "contract");
    let (Some(task), Some(setup)) = (report.tasks.iter_mut().find(is_contract), &found.first) else { return };
    let scalars = setup.scalars.iter().map(|(id, value)| (kernel.locals[id.index()].name.as_str(), value));
    task.met_by = Some(inputs(LaunchShape { block_dim: setup.block, grid_dim: setup.grid }, scalars));
    let is_free = config.block.is_none() && config.grid.is_none();
    if is_free && found.met >= ENOUGH && found.most_threads == 1 {
        let message = format!(
            "each of the {} small launches that meet the contract of `{}` has one thread",
            found.met, kernel.name
        );
        let warning = Diagnostic::new(codes::W0703, Severity::Warning, message).at(task.span, "");
        report.diagnostics.push(warning.note("what it says of several threads may be said of none"));
    }
}

pub(super) fn counterexample(
    kernel: &Kernel,
    finding: &Finding,
    config: &Config,
    origin: Origin<'_>,
) -> Counterexample {
    let setup = &finding.setup;
    let of_role = |wanted: fn(LocalRole) -> bool| {
        let all = setup.scalars.iter().map(|(id, value)| (&kernel.locals[id.index()], value));
        all.filter(|(local, _)| wanted(local.role)).map(|(local, value)| (local.name.clone(), value.clone())).collect()
    };
    let reason = finding.violation.reason.as_ref();
    let side = |seen: &Option<Seen>| seen.as_ref().and_then(|seen| seen.value.clone());
    Counterexample {
        launch: LaunchShape { block_dim: setup.block, grid_dim: setup.grid },
        arguments: of_role(|role| matches!(role, LocalRole::Param | LocalRole::Global)),
        arrays: setup
            .arrays
            .iter()
            .map(|(id, contents)| (kernel.arrays[id.index()].name.clone(), contents.cells.clone()))
            .collect(),
        ghosts: of_role(|role| role == LocalRole::Ghost),
        templates: of_role(|role| role == LocalRole::Template),
        operators: monoid::taken(kernel),
        thread: finding
            .violation
            .thread
            .map(|thread| ThreadIndex { block_idx: thread.block, thread_idx: thread.thread }),
        schedule: finding.options.schedule.name().to_owned(),
        expected: reason.filter(|reason| reason.equality).and_then(|reason| side(&reason.right)),
        found: reason.and_then(|reason| side(&reason.left)),
        blame: blame(finding),
        confirmed: true,
        command: command(kernel, finding, config, origin),
        explanation: match finding.options.ints {
            Ints::C => format!("{} (with the machine's integers)", explanation(finding, origin.sources)),
            Ints::Math | Ints::Checked => explanation(finding, origin.sources),
        },
    }
}

fn blame(finding: &Finding) -> Blame {
    match finding.violation.kind {
        ViolationKind::InvariantEntry
        | ViolationKind::InvariantPreserved
        | ViolationKind::BarrierInvariant
        | ViolationKind::Variant => Blame::Annotation,
        ViolationKind::Requires
        | ViolationKind::Ensures
        | ViolationKind::Writes
        | ViolationKind::Assert
        | ViolationKind::Precondition
        | ViolationKind::Race
        | ViolationKind::Barrier
        | ViolationKind::Bounds
        | ViolationKind::Division
        | ViolationKind::Overflow
        | ViolationKind::Aligned
        | ViolationKind::Initialised => Blame::Code,
    }
}

/// What went wrong, in a line.
fn explanation(finding: &Finding, sources: &Files) -> String {
    let violation = &finding.violation;
    let mut text = match &violation.reason {
        Some(reason) => sentence(sources, reason),
        None => violation.message.clone(),
    };
    if let Some(thread) =
        violation.thread.filter(|_| !matches!(violation.kind, ViolationKind::Race | ViolationKind::Barrier))
    {
        let _ = write!(text, ", in {thread}");
    }
    if let Some(name) = &finding.uninitialised {
        let _ = write!(text, " (the run reads `{name}` where nobody has written it)");
    }
    text
}

/// The command line that runs the finding again.
pub(super) fn command(kernel: &Kernel, finding: &Finding, config: &Config, origin: Origin<'_>) -> String {
    let setup = &finding.setup;
    let mut words: Vec<String> = vec!["gpuhoare".into(), "run".into(), origin.path.to_owned()];
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if !origin.alone {
        option("--kernel", kernel.name.clone());
    }
    config.defines.iter().for_each(|(name, value)| option("-D", format!("{name}={value}")));
    config.include_dirs.iter().for_each(|folder| option("-I", folder.display().to_string()));
    match config.archs {
        Archs::One if config.arch == Arch::default() => {}
        Archs::One => option("--arch", config.arch.to_string()),
        Archs::All => option("--arch", "all".into()),
    }
    config.templates.iter().for_each(|(name, value)| option("--template", format!("{name}={value}")));
    config.specs.iter().for_each(|file| option("--spec", file.display().to_string()));
    let sizes = |[x, y, z]: [u64; 3]| match (y, z) {
        (1, 1) => x.to_string(),
        (_, 1) => format!("{x},{y}"),
        _ => format!("{x},{y},{z}"),
    };
    option("--block", sizes(setup.block));
    option("--grid", sizes(setup.grid));
    for (id, value) in &setup.scalars {
        let local = &kernel.locals[id.index()];
        let name = if local.role == LocalRole::Ghost { "--ghost" } else { "--arg" };
        option(name, format!("{}={}", local.name, write_scalar(value)));
    }
    for (id, contents) in &setup.arrays {
        option("--arg", format!("{}={}", kernel.arrays[id.index()].name, write_contents(contents)));
    }
    option("--seed", setup.seed.to_string());
    match finding.options.schedule {
        Schedule::Lockstep => {}
        other => option("--schedule", other.name().to_owned()),
    }
    match finding.options.ints {
        Ints::Math => {}
        Ints::Checked => option("--ints", "checked".into()),
        Ints::C => option("--ints", "c".into()),
    }
    match finding.options.floats {
        Floats::Real => {}
        Floats::Ieee => option("--float", "exact".into()),
    }
    match config.launch_limits {
        LaunchLimits::Hardware => {}
        LaunchLimits::None => option("--launch-limits", "none".into()),
    }
    if config.launches_of == LaunchesOf::Source {
        words.push("--launch-from-source".into());
    }
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "_./=,:+-".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline;
    use crate::witness::{self, Effort};

    /// A kernel that races and computes something else than it says: a report with these verdicts of its tasks, and what runs say.
    fn replayed(verdict: impl Fn(&Task) -> TaskVerdict) -> KernelReport {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("k.cu");
        let text = "//@ ensures a[0] == 7;\n__global__ void k(int *a) { a[0] = threadIdx.x; }\n";
        std::fs::write(&path, text).expect("the folder is ours");
        let (config, mut sources) = (Config::default(), Files::new());
        let program = pipeline::lower(&mut sources, &path, &[], &config);
        let kernel = &program.kernels[0];
        let set = pipeline::prove::task_set(kernel, &config);
        let mut report = KernelReport::new(&kernel.name, kernel.span);
        let result = |task: &Task| TaskResult { verdict: verdict(task), ..TaskResult::of(task) };
        report.tasks = set.tasks.iter().map(result).collect();
        let found = witness::search(kernel, &config, Effort::SMALL);
        assert!(found.findings.iter().any(|finding| finding.violation.kind == ViolationKind::Race));
        apply(&mut report, kernel, &found, &config, Origin { sources: &sources, path: "k.cu", alone: true });
        report
    }

    fn contradictions(report: &KernelReport) -> usize {
        report.diagnostics.iter().filter(|found| found.code == codes::E0715).count()
    }

    #[test]
    fn a_proof_that_a_run_violates_is_an_internal_error() {
        let report = replayed(|_| TaskVerdict::Proved);
        assert!(contradictions(&report) >= 1, "{:?}", report.diagnostics);
        let message =
            &report.diagnostics.iter().find(|found| found.code == codes::E0715).expect("there is one").message;
        assert!(message.contains("`k` is proved, and a run violates it"), "{message}");
    }

    #[test]
    fn a_proof_that_rests_on_an_open_task_gives_way_to_the_run() {
        // The race is open: what `ensures` says was proved of launches without races.
        let open = |task: &Task| match task.kind {
            TaskKind::Race => TaskVerdict::Unknown { reason: String::new() },
            _ => TaskVerdict::Proved,
        };
        let report = replayed(open);
        assert_eq!(contradictions(&report), 0);
        assert!(report.tasks.iter().any(|task| matches!(task.verdict, TaskVerdict::Refuted { .. })));
    }
}
