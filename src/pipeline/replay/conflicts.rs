//! Tasks about races and barriers that are not proved, put together as pairs of places and barriers, with the runs that
//! show them.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Span;
use crate::interp::ViolationKind;
use crate::kernel::ir::{ArrayId, Kernel};
use crate::race::typing::{Cause, Threads, Typing};
use crate::race::{Place, Races};
use crate::report::conflict::{Meeting, Proof};
use crate::report::model::brief;
use crate::report::{Conflict, Divergence, Side, TaskResult, TaskVerdict};
use crate::tasks::TaskKind;
use crate::witness::{Finding, Found};

use super::findings::{counts, is_at};
use super::{Replay, reasons};

/// The races that are possible or confirmed.
pub fn races(tasks: &[TaskResult], races: &Races, found: &Found, replay: &Replay<'_>) -> Vec<Conflict> {
    let Replay { kernel, config, .. } = *replay;
    let mut conflicts = possible(tasks, races, kernel);
    for finding in found.findings.iter().filter(|finding| counts(finding, config)) {
        let Some(seen) = meeting(finding, replay) else { continue };
        let is_it = |known: &&mut Conflict| {
            known.array == seen.array && (known.first, known.second) == (seen.first, seen.second)
        };
        match conflicts.iter_mut().find(is_it) {
            Some(known) if known.witness.is_none() => known.witness = seen.witness,
            Some(_) => {}
            None => {
                let told = |id: &String| conflicts.iter().any(|known| known.tasks.contains(id));
                let refuted = tasks.iter().filter(|task| {
                    matches!(task.verdict, TaskVerdict::Refuted { .. })
                        && is_at(&finding.violation, task.kind, task.span, task.statement_span)
                });
                let tasks = refuted.map(|task| task.id.clone()).filter(|id| !told(id)).collect();
                conflicts.push(Conflict { tasks, ..seen });
            }
        }
    }
    for conflict in &mut conflicts {
        judge(conflict, &races.typing, kernel);
    }
    conflicts
}

/// What race tasks leave open, one for each two places.
fn possible(tasks: &[TaskResult], races: &Races, kernel: &Kernel) -> Vec<Conflict> {
    let mut conflicts: Vec<Conflict> = Vec::new();
    let tasks: BTreeMap<&str, &TaskResult> = tasks.iter().map(|task| (&*task.id, task)).collect();
    for race in &races.tasks {
        let Some(task) = tasks.get(&*race.id) else { continue };
        let Some(reason) = reason(task) else { continue };
        let array = &kernel.arrays[race.array.index()].name;
        let [first, second] = in_order([race.first, race.second].map(side));
        let known =
            conflicts.iter_mut().find(|known| known.array == *array && (known.first, known.second) == (first, second));
        match known {
            Some(known) => {
                known.tasks.push(task.id.clone());
                known.same_value &= race.same_value;
                if !known.reasons.contains(&reason) && !reason.starts_with(reasons::NOT_TRIED) {
                    known.reasons.push(reason);
                }
            }
            None => conflicts.push(Conflict {
                array: array.clone(),
                first,
                second,
                same_value: race.same_value,
                witness: None,
                tasks: vec![task.id.clone()],
                reasons: vec![reason],
                proof: Proof::Possible,
                approximated: Vec::new(),
                suggested_requires: Vec::new(),
                is_candidate: false,
            }),
        }
    }
    conflicts
}

/// Says whether the race is a true one (RACE-27), and else what is not followed exactly.
fn judge(conflict: &mut Conflict, typing: &Typing, kernel: &Kernel) {
    let places = [conflict.first, conflict.second].map(|side| (side.span, side.access));
    let apart = |meeting: &Meeting| meeting.threads[0].block != meeting.threads[1].block;
    let threads = match conflict.witness.as_ref().is_some_and(apart) {
        true => Threads::OfTwoBlocks,
        false => Threads::MayShareBlock,
    };
    let called = (0_u32..).zip(&kernel.arrays).filter(|(_, array)| array.name == conflict.array);
    let typed: Vec<_> = called.filter_map(|(at, _)| typing.of(ArrayId(at), places, threads)).collect();
    if typed.is_empty() {
        return;
    }
    let causes: BTreeSet<Cause> = typed.into_iter().flatten().collect();
    let exact = !causes.iter().any(Cause::is_data);
    let divergent = conflict.witness.as_ref().map(|meeting| meeting.divergent);
    if exact && divergent == Some(None) {
        conflict.proof = Proof::TrueRace;
        return;
    }
    conflict.approximated = causes.iter().map(|cause| (cause.describe(kernel), cause.span)).collect();
    conflict.approximated.extend(divergent.flatten().map(|barrier| ("a barrier that diverges".to_owned(), barrier)));
}

fn side(place: Place) -> Side {
    Side { span: place.span, access: place.kind }
}

fn in_order([one, other]: [Side; 2]) -> [Side; 2] {
    [one.min(other), one.max(other)]
}

/// Why a task is neither proved nor left out.
fn reason(task: &TaskResult) -> Option<String> {
    match &task.verdict {
        TaskVerdict::Proved | TaskVerdict::Skipped { .. } => None,
        TaskVerdict::Unknown { reason } => Some(brief(reason).to_owned()),
        TaskVerdict::Refuted { .. } => Some(reasons::SHOWN.to_owned()),
    }
}

/// The race that a run showed.
fn meeting(finding: &Finding, replay: &Replay<'_>) -> Option<Conflict> {
    let finding = &replay.smallest(finding);
    let violation = &finding.violation;
    let (race, thread) = (violation.race.as_ref()?, violation.thread?);
    let here = (Side { span: violation.span, access: race.kinds.0 }, thread);
    let there = (Side { span: race.span, access: race.kinds.1 }, race.thread);
    let [first, second] = if here.0 <= there.0 { [here, there] } else { [there, here] };
    let run = Box::new(replay.counterexample(finding));
    Some(Conflict {
        array: race.array.clone(),
        first: first.0,
        second: second.0,
        same_value: race.same_value,
        witness: Some(Meeting {
            threads: [first.1, second.1],
            index: race.index,
            coordinates: race.coordinates.clone(),
            run,
            divergent: finding.divergent,
        }),
        tasks: Vec::new(),
        reasons: Vec::new(),
        proof: Proof::Possible,
        approximated: Vec::new(),
        suggested_requires: Vec::new(),
        is_candidate: false,
    })
}

/// Each barrier once, with a run if there is one.
pub fn barriers(tasks: &[TaskResult], found: &Found, replay: &Replay<'_>) -> Vec<Divergence> {
    let mut open: Vec<Span> = Vec::new();
    for task in tasks.iter().filter(|task| task.kind == TaskKind::Barrier && reason(task).is_some()) {
        if !open.contains(&task.span) {
            open.push(task.span);
        }
    }
    let shown = |span: Span| {
        let is_it = |finding: &&Finding| {
            finding.violation.kind == ViolationKind::Barrier
                && finding.violation.span == span
                && counts(finding, replay.config)
        };
        let finding = found.findings.iter().find(is_it).map(|finding| replay.smallest(finding));
        Divergence {
            span,
            witness: finding.as_ref().map(|finding| Box::new(replay.counterexample(finding))),
            missing: finding.as_ref().and_then(|finding| finding.violation.missing),
            waiting: finding.map_or_else(Vec::new, |finding| finding.violation.waiting),
        }
    };
    open.into_iter().map(shown).collect()
}

/// Leaves of what runs showed what is about races and barriers.
pub fn only_these(found: &mut Found) {
    found.findings.retain(is_one);
    found.outside.retain(|outside| is_one(&outside.finding));
}

fn is_one(finding: &Finding) -> bool {
    match finding.violation.kind {
        ViolationKind::Race | ViolationKind::Barrier => true,
        ViolationKind::Requires
        | ViolationKind::Ensures
        | ViolationKind::Writes
        | ViolationKind::InvariantEntry
        | ViolationKind::InvariantPreserved
        | ViolationKind::Assert
        | ViolationKind::Precondition
        | ViolationKind::BarrierInvariant
        | ViolationKind::Variant
        | ViolationKind::Bounds
        | ViolationKind::Division
        | ViolationKind::Overflow
        | ViolationKind::Aligned
        | ViolationKind::Initialised => false,
    }
}
