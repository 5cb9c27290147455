//! That cells of shared and private arrays are written before they are read (WARP-38), and that the lanes which shuffles read from
//! take part (WARP-18): proved where that is easy, else assumed by name, unless runs or proofs show that it is not so.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::base::work;
use crate::exec;
use crate::interp::ViolationKind;
use crate::kernel::ir::Kernel;
use crate::kernel::undefined;
use crate::report::{TaskResult, TaskVerdict};
use crate::tasks::{LANES, NO_LANES, Task, TaskSet, WRITTEN, has_part};
use crate::witness::{self, Effort, Found};

use super::replay::{Replay, refute};
use super::session::Session;
use super::solve::attempt::solve;
use super::solve::lemmas::Lemmas;

/// What is assumed of shuffles.
const LANES_TAKE_PART: &str = "the lanes that shuffles read from take part in them";

/// Why a task is open whose shuffle is never of use.
const NOBODY: &str = "no lane that is read from takes part in the shuffle";

/// Tasks that are tried before it is asked of which arrays nothing is left to prove.
const AT_ONCE: usize = 8;

/// What is assumed of cells and lanes, of a kernel that is proved otherwise. What is not so joins its tasks.
pub fn assumed(
    tasks: &mut Vec<TaskResult>,
    lemmas: &Lemmas,
    replay: &Replay<'_>,
    session: &Session<'_>,
) -> Vec<String> {
    let (kernel, config) = (replay.kernel, session.config);
    let Some(asking) = undefined::ask_for_cells(kernel) else { return Vec::new() };
    // A kernel that is not looked at to its end is no success, whatever is assumed of it.
    let executed = work::until(session.stop, 0, || exec::execute_and_log(&asking, config));
    let Ok((mut set, _)) = executed else { return Vec::new() };
    lemmas.assume(&mut set);
    let is_proved = |task: &Task| solve(&set, task, &session.brief()).result.verdict.is_proved();
    let mut assumptions = Vec::new();
    assumptions.extend(lanes(tasks, &set, &is_proved));
    let names = unwritten(&set, &asking, &is_proved);
    if names.is_empty() {
        return assumptions;
    }
    let of_array = |name: &String| format!("cells of `{name}` are written before they are read");
    assumptions.extend(names.iter().map(of_array));
    let is_it = |found: &Found| found.findings.iter().any(|one| one.violation.kind == ViolationKind::Initialised);
    if let Some(followed) = undefined::with_cells(kernel) {
        let found = witness::search_until(&followed, config, Effort::LARGE, session.stop, &is_it);
        refute::undefined(tasks, &found, &Replay { kernel: &followed, ..*replay });
    }
    assumptions
}

/// Assumes that lanes take part where it is not proved, and not where it is proved that none does.
fn lanes(tasks: &mut Vec<TaskResult>, set: &TaskSet, is_proved: &(dyn Fn(&Task) -> bool + Sync)) -> Option<String> {
    let of_part = |part: &'static str| set.tasks.iter().filter(move |task| has_part(&task.id, part));
    let open: Vec<&Task> = of_part(LANES).collect();
    let open: Vec<&Task> = open.into_par_iter().filter(|task| !is_proved(task)).collect();
    let is_assumed = !open.is_empty() || !set.unsupported.is_empty();
    for task in open {
        let id = task.id.replacen(&format!("/{LANES}/"), &format!("/{NO_LANES}/"), 1);
        if of_part(NO_LANES).any(|other| other.id == id && is_proved(other)) {
            let verdict = TaskVerdict::Unknown { reason: NOBODY.to_owned() };
            tasks.push(TaskResult { verdict, ..TaskResult::of(task) });
        }
    }
    is_assumed.then(|| LANES_TAKE_PART.to_owned())
}

/// The names of the arrays of which it is not proved that their cells are written before they are read.
fn unwritten(set: &TaskSet, asking: &Kernel, is_proved: &(dyn Fn(&Task) -> bool + Sync)) -> BTreeSet<String> {
    let named = |name: &str| Some(name.strip_prefix(undefined::FLAG)?.rsplit_once(')')?.0.to_owned());
    if !set.unsupported.is_empty() {
        return asking.arrays.iter().filter_map(|array| named(&array.name)).collect();
    }
    let of_task = |task: &Task| -> BTreeSet<String> {
        let symbols = set.terms.symbols_in(&[task.goal]);
        symbols.into_iter().filter_map(|symbol| named(&set.terms.symbol_info(symbol).name)).collect()
    };
    let tasks: Vec<&Task> = set.tasks.iter().filter(|task| has_part(&task.id, WRITTEN)).collect();
    let mut names = BTreeSet::new();
    for chunk in tasks.chunks(AT_ONCE) {
        let open = chunk.par_iter().filter(|task| !of_task(task).is_subset(&names));
        let open = open.filter(|task| !is_proved(task));
        names.extend(open.flat_map_iter(|task| of_task(task)).collect::<Vec<_>>());
    }
    names
}
