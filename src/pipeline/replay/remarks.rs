//! What runs say beside verdicts: of tasks that nobody decided, of integers that leave their types, of launches that meet the contract.

use crate::base::{Diagnostic, Severity, Span, codes};
use crate::exec::log::Forgotten;
use crate::interp::ViolationKind;
use crate::kernel::ir::{Stmt, StmtKind, Type, occurs, walk};
use crate::report::counterexample::inputs;
use crate::report::{LaunchShape, TaskResult, TaskVerdict};
use crate::tasks::{FOOTPRINT, FRAME, TaskKind, has_part, is_defined};
use crate::witness::{Found, Outside};

use super::Replay;
use super::findings::{counts, is_at, is_open};
use super::reasons::COUNTEREXAMPLE;

/// What may be so of a loop where a solver has a candidate against a task.
const TOO_LITTLE: &str = "the invariants may say too little";

/// Says of the tasks that nobody decided what the runs make likely, and what to try.
pub fn classify(tasks: &mut [TaskResult], unknown_after: &[Forgotten], found: &Found, replay: &Replay<'_>) {
    let annotated = has_invariants(&replay.kernel.body);
    let (name, sources) = (&replay.kernel.name, replay.origin.sources);
    // LOOP-18: where a loop is forgotten, nobody can tell whether the contract is too weak.
    let of_loop = |Forgotten { name, span, changed, .. }: &Forgotten| {
        format!("{name} at line {} has no invariant and changes {changed}", sources.start(*span).line)
    };
    let is_of_floats = |span: Span| {
        let mut found = false;
        walk(&replay.kernel.body, &mut |stmt| {
            for expr in stmt.kind.exprs() {
                expr.walk(&mut |part| found |= part.span == span && matches!(part.ty, Type::Float { .. } | Type::Real));
            }
        });
        found
    };
    for task in tasks {
        let TaskVerdict::Unknown { reason } = &mut task.verdict else { continue };
        if task.kind == TaskKind::Vacuity {
            continue;
        }
        let in_set = |set: &str| task.id.strip_prefix(set).is_some_and(|rest| rest.starts_with('/'));
        let forgotten: Vec<String> = unknown_after.iter().filter(|found| in_set(&found.set)).map(of_loop).collect();
        let candidate = reason.contains(COUNTEREXAMPLE);
        // What a solver's candidate makes likely. Nobody knows whether it is one.
        let likely = match (task.kind, candidate) {
            (_, false) => None,
            (_, true) if !forgotten.is_empty() => Some(forgotten.join("; ")),
            (TaskKind::InvariantPreserved | TaskKind::Variant, true) => Some(TOO_LITTLE.to_owned()),
            (_, true) if annotated => Some(TOO_LITTLE.to_owned()),
            (_, true) => None,
        };
        let violated = |outside: &Outside| is_at(&outside.finding.violation, task.kind, task.span, task.statement_span);
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
                let only = "launches violate it only where an integer overflows";
                *reason = if candidate { only.to_owned() } else { format!("{only}; {reason}") };
                continue;
            }
            _ if task.kind == TaskKind::Division && !is_defined(&task.id) && is_of_floats(task.span) => {
                "not proved; launches that are run do not check this operation on floats".to_owned()
            }
            0 if found.met > 0 => "not proved, and in no small launch the clause applied".to_owned(),
            0 => format!("not proved, and no small launch was found that meets the contract of `{name}`"),
            1 if found.met == 1 => "not proved, and the one small launch that was run does not violate it".to_owned(),
            1 => "not proved, and it held in the one small launch in which the clause applied".to_owned(),
            held if held == found.met => format!("not proved, and none of {held} small launches violates it"),
            held => format!("not proved, and it held in all {held} small launches in which the clause applied"),
        };
        let more = if candidate { likely } else { Some(reason.clone()) };
        *reason = [Some(runs), more].into_iter().flatten().collect::<Vec<_>>().join("; ");
    }
}

fn has_invariants(stmts: &[Stmt]) -> bool {
    occurs(stmts, &|kind| matches!(kind, StmtKind::Loop(inner) if !inner.invariants.is_empty()))
}

/// What goes wrong only with the machine's integers violates an assumption of the proof.
pub fn machine_only(found: &Found, replay: &Replay<'_>) -> Option<Diagnostic> {
    let (finding, place) = found.findings.iter().find_map(|finding| Some((finding, finding.overflow?)))?;
    let text = replay.explanation(finding);
    let message = format!("with the machine's integers {}", wrong(finding.violation.kind));
    let note = Diagnostic::new(codes::W0716, Severity::Warning, message)
        .at(place, "an integer overflows here")
        .also(finding.violation.span, text)
        .note("the proof takes for granted that no integer overflows")
        .note(format!("to see it: {}", replay.command(finding)))
        .note("help: `--ints checked` proves that nothing overflows; `requires` on sizes exclude it");
    Some(note)
}

/// What goes wrong, as an end of a sentence.
fn wrong(kind: ViolationKind) -> &'static str {
    match kind {
        ViolationKind::Requires => "a launch does not meet the contract",
        ViolationKind::Ensures => "the postcondition is violated",
        ViolationKind::Writes => "the kernel writes a cell that `writes` does not allow",
        ViolationKind::InvariantEntry => "an invariant is false when its loop is reached",
        ViolationKind::InvariantPreserved => "an iteration breaks an invariant",
        ViolationKind::Assert => "an assertion is violated",
        ViolationKind::Precondition => "a call does not meet the function's contract",
        ViolationKind::BarrierInvariant => "a barrier invariant is violated",
        ViolationKind::Variant => "a variant does not decrease",
        ViolationKind::Bounds => "an access is out of bounds",
        ViolationKind::Division => "an operation is not defined",
        ViolationKind::Overflow => "an integer overflows",
        ViolationKind::Aligned => "an access is not aligned",
        ViolationKind::Initialised => "an undefined value is used",
        ViolationKind::Barrier => "a barrier diverges",
        ViolationKind::Race => "this kernel has a data race",
    }
}

/// MACHINE-23: what goes wrong of an open task only where an integer leaves the range of its type, and not with the machine's integers.
pub fn outside(tasks: &[TaskResult], found: &Found, replay: &Replay<'_>) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    let mut places: Vec<Span> = Vec::new();
    for Outside { finding, place, is_right } in &found.outside {
        let is_it =
            |task: &&TaskResult| is_open(task) && is_at(&finding.violation, task.kind, task.span, task.statement_span);
        // One launch for each place is enough.
        if !counts(finding, replay.config) || places.contains(place) || !tasks.iter().any(|task| is_it(&task)) {
            continue;
        }
        places.push(*place);
        let machine = match is_right {
            true => "with the machine's integers nothing goes wrong in this launch, so it refutes nothing",
            false => "with the machine's integers this is not so, or it is not decided, so the launch refutes nothing",
        };
        let text = format!("with exact integers: {}", replay.explanation(finding));
        let message =
            format!("this integer overflows; only because of that {} in a launch", wrong(finding.violation.kind));
        let note = Diagnostic::new(codes::W0717, Severity::Warning, message)
            .at(*place, "an integer overflows here")
            .also(finding.violation.span, text)
            .note(machine)
            .note(format!("to see it: {}", replay.command(finding)))
            .note("help: if it is meant, write `//@ wraps;` before the statement (what is unsigned then wraps) or a cast; else exclude it by a `requires`");
        notes.push(note);
    }
    notes
}

/// Names a launch that meets the contract, and warns where only launches of one thread seem to.
pub fn met(tasks: &mut [TaskResult], found: &Found, replay: &Replay<'_>) -> Option<Diagnostic> {
    const ENOUGH: usize = 8;
    let Replay { kernel, config, .. } = *replay;
    let is_contract = |task: &&mut TaskResult| task.kind == TaskKind::Vacuity && has_part(&task.id, "contract");
    let (task, setup) = (tasks.iter_mut().find(is_contract)?, found.first.as_ref()?);
    let scalars = setup.scalars.iter().map(|(id, value)| (kernel.locals[id.index()].name.as_str(), value));
    task.met_by = Some(inputs(LaunchShape { block_dim: setup.block, grid_dim: setup.grid }, scalars));
    let is_free = config.block.is_none() && config.grid.is_none();
    (is_free && found.met >= ENOUGH && found.most_threads == 1).then(|| {
        let message = format!(
            "each of the {} small launches that meet the contract of `{}` has one thread",
            found.met, kernel.name
        );
        let warning = Diagnostic::new(codes::W0703, Severity::Warning, message).at(task.span, "");
        warning.note("what it says of several threads may be said of none")
    })
}
