//! Invariants that nobody wrote (LOOP-53): of the candidates those that hold in small launches are proved together with the kernel, and
//! what is not preserved goes, until the rest is.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::interp;
use crate::invariants::{Candidate, candidates};
use crate::kernel::ir::{Kernel, Loop, LoopId, Stmt, StmtKind, occurs, walk};
use crate::report::{KernelReport, KernelVerdict, TaskResult, TaskVerdict};
use crate::tasks::{Task, TaskSet};
use crate::witness::{self, Launches};

use super::generate::execute;
use super::session::{Session, Unwatched};
use super::solve::{self, lemmas::Lemmas};

/// Launches that are run at most, and those of them that are enough.
const MOST_LAUNCHES: u64 = 60;
const ENOUGH: usize = 8;

/// Threads of a block along an axis in these launches.
const THREADS: i64 = 8;

/// Steps of a run.
const STEPS_EACH: u64 = 8_000_000;

/// Candidates of a loop that are proved, those about the cells of an array as one.
const MOST_OF_LOOP: usize = 5;

/// Times that what is not proved is left out.
const MOST_ROUNDS: usize = 10;

/// A kernel with the candidates that its loops keep, as far as these are found; none where it needs none, or none is kept.
pub fn strengthened(
    kernel: &Kernel,
    report: &KernelReport,
    lemmas: &Lemmas,
    session: &Session<'_>,
) -> Option<(Kernel, Vec<Candidate>)> {
    let is_open = |task: &TaskResult| !task.verdict.is_proved();
    // What is shown to be false no invariant proves.
    let is_refuted = |task: &TaskResult| matches!(task.verdict, TaskVerdict::Refuted { .. });
    let is_hopeless = report.verdict != KernelVerdict::Unknown || report.tasks.iter().any(is_refuted);
    // Without all passes it is the simplifier that is looked at.
    let is_hopeless = is_hopeless || !session.config.simplification.disabled_passes.is_empty();
    if is_hopeless || !report.tasks.iter().any(is_open) {
        return None;
    }
    let mut kernel = kernel.clone();
    let all = candidates(&mut kernel);
    let mut all = held(&kernel, all, session);
    for _ in 0..MOST_ROUNDS {
        let kept = foremost(&all);
        if kept.is_empty() || session.stop.is_set() {
            return None;
        }
        let stronger = with(&kernel, &kept);
        let numbered: Vec<(&Candidate, usize)> = kept.iter().zip(places(&kernel, &kept)).collect();
        let Some(out) = failing(&stronger, &numbered, lemmas, session) else { return Some((stronger, kept)) };
        all.retain(|own| (own.at, &own.text) != (out.0, &out.1));
    }
    None
}

/// Whether invariants may be found for a loop (LOOP-53).
pub fn are_sought(kernel: &Kernel) -> bool {
    let meets = |kind: &StmtKind| matches!(kind, StmtKind::Barrier { .. } | StmtKind::Warp(_));
    occurs(&kernel.body, &|kind| matches!(kind, StmtKind::Loop(inner) if occurs(&inner.body, &meets)))
}

/// The kernel with those of its candidates that have these texts, by the names of their loops.
pub fn with_texts(kernel: &Kernel, texts: &[(String, String)]) -> Kernel {
    let mut kernel = kernel.clone();
    let mut all = if texts.is_empty() { Vec::new() } else { candidates(&mut kernel) };
    all.retain(|own| texts.contains(&(name(&kernel, own.at), own.text.clone())));
    with(&kernel, &all)
}

/// The first of those that are not proved in a moment to hold at the beginning and to be preserved; each with its place in its loop.
fn failing(
    kernel: &Kernel,
    kept: &[(&Candidate, usize)],
    lemmas: &Lemmas,
    session: &Session<'_>,
) -> Option<(LoopId, String)> {
    let session = &Session { tap: &Unwatched, further: true, ..session.brief() };
    let mut generated = execute(kernel, session.config).with_functions();
    generated.sets.iter_mut().for_each(|set| lemmas.assume(set));
    let named = kept.iter().map(|(own, place)| format!("/{}/invariant{}/", name(kernel, own.at), place + 1));
    let named: Vec<String> = named.collect();
    let is_proved = |set: &TaskSet, task: &Task| solve::task(set, task, session).verdict.is_proved();
    let tasks = generated.sets.iter().flat_map(|set| set.tasks.iter().map(move |task| (set, task)));
    let tasks = tasks.filter_map(|(set, task)| Some((set, task, named.iter().position(|own| task.id.contains(own))?)));
    let tasks: Vec<(&TaskSet, &Task, usize)> = tasks.collect();
    let failed = tasks.into_par_iter().filter(|(set, task, _)| !is_proved(set, task)).map(|(_, _, at)| at);
    let failed: BTreeSet<usize> = failed.collect();
    // What fails later may fail for that.
    failed.into_iter().map(|at| kept[at].0).min_by_key(|own| own.at).map(|own| (own.at, own.text.clone()))
}

/// The places of candidates among the invariants of their loops, behind those that are written.
fn places(kernel: &Kernel, clauses: &[Candidate]) -> Vec<usize> {
    let mut next = BTreeMap::new();
    walk(&kernel.body, &mut |stmt| {
        if let StmtKind::Loop(inner) = &stmt.kind {
            next.insert(inner.id, inner.invariants.len());
        }
    });
    let mut place = |own: &Candidate| {
        let next = next.entry(own.at).or_default();
        *next += 1;
        *next - 1
    };
    clauses.iter().map(&mut place).collect()
}

fn name(kernel: &Kernel, at: LoopId) -> String {
    kernel.loops.get(at.index()).map_or_else(String::new, |info| info.name())
}

/// The kernel with these invariants as well.
fn with(kernel: &Kernel, clauses: &[Candidate]) -> Kernel {
    fn add(stmts: &mut [Stmt], of_loop: &dyn Fn(&mut Loop)) {
        for stmt in stmts {
            if let StmtKind::Loop(inner) = &mut stmt.kind {
                of_loop(inner);
            }
            stmt.kind.bodies_mut().into_iter().for_each(|body| add(body, of_loop));
        }
    }
    let mut kernel = kernel.clone();
    add(&mut kernel.body, &|inner| {
        let own = clauses.iter().filter(|own| own.at == inner.id);
        inner.invariants.extend(own.map(|own| own.clause.clone()));
    });
    let texts = clauses.iter().map(|own| (name(&kernel, own.at), own.text.clone())).collect();
    kernel.source.invariants = texts;
    kernel
}

/// Those that hold in every small launch that is tried.
fn held(kernel: &Kernel, mut all: Vec<Candidate>, session: &Session<'_>) -> Vec<Candidate> {
    // What floats sum up to is not known where they are rounded; what holds of numbers is worth a proof.
    let options =
        interp::Options { steps: STEPS_EACH, floats: interp::Floats::Real, ..witness::options(session.config) };
    let mut launches = Launches::new(kernel, session.config, options.ints);
    let (mut tried, mut good) = (BTreeSet::new(), 0);
    for number in 0..MOST_LAUNCHES {
        if all.is_empty() || good == ENOUGH || session.stop.is_set() {
            break;
        }
        let Some(setup) = launches.of_size(number, THREADS) else { continue };
        if !tried.insert(format!("{setup:?}")) {
            continue;
        }
        let Ok(Some(failed)) = interp::failing(&with(kernel, &all), &setup, &options) else { continue };
        good += 1;
        let mut places = places(kernel, &all).into_iter();
        all.retain(|own| places.next().is_some_and(|place| !failed.contains(&(own.at.0, place))));
    }
    if good == 0 { Vec::new() } else { all }
}

/// Of those that say the same kind of thing the first, and of those about some elements none where something is known of all.
fn foremost(all: &[Candidate]) -> Vec<Candidate> {
    let mut kept: Vec<Candidate> = Vec::new();
    for own in all {
        let here = || kept.iter().filter(|known| known.at == own.at);
        let is_known = here().any(|known| known.about == own.about);
        let is_whole = own.is_partial && here().any(|known| !known.is_partial && known.about.starts_with("window"));
        let mut things: BTreeSet<&str> = here().map(thing).collect();
        things.insert(thing(own));
        if !is_known && !is_whole && things.len() <= MOST_OF_LOOP {
            kept.push(own.clone());
        }
    }
    kept
}

/// What a candidate is about, of a cell the array.
fn thing(own: &Candidate) -> &str {
    own.about.split('[').next().unwrap_or_default()
}
