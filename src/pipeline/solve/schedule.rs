//! The tasks of a kernel, in the order that makes failing proofs cheap: the simplifier and a moment of one solver for every task;
//! then all patience for what is open, while more launches are run; and none for a kernel that a run shows to be wrong.
//!
//! What comes of it does not depend on the machine's speed. The moment and the patience are counted in the solvers' own steps, the
//! launches in steps of the concrete machine; and if the launches show the kernel wrong, what solvers said beside them is
//! not used, whether they had finished or not.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::base::config::{Simplification, Tried};
use crate::base::{Config, Span};
use crate::pipeline::replay::{Runs, findings, reasons};
use crate::pipeline::session::{STACK, Session};
use crate::report::{TaskResult, TaskVerdict};
use crate::smt::Patience;
use crate::tasks::{Lighter, Task, TaskKind, TaskSet};
use crate::witness::{Found, Proposal};

use super::attempt::{Attempt, Solved, is_vacuity_of_loop};
use super::memo::Memo;

/// Of a kernel that the first launches show to be wrong: steps of the simplifier for a part of a task, and for all tasks together,
/// and what the simplification and the query of a task count for beside them.
const STEPS_OF_TASK: usize = 1_000;
const STEPS_OF_KERNEL: usize = 6_000;
const STEPS_OF_QUERY: usize = 100;

/// Groups that are tried side by side before steps are counted; fixed, so that what comes of it does not depend on the machine.
const AT_ONCE: usize = 8;

/// Groups that are tried for a moment before it is asked how many are undecided, and how many may be: the rest is left.
const BATCH: usize = 64;
const MOST_UNDECIDED: usize = 64;

/// Work of the simplifier on the tasks of a group, after which the rest of them is left: two statements in unrolled loops make a
/// task for each pair of their copies.
const WORK_OF_GROUP: u64 = 300_000_000;

/// Groups that may stay open with all patience: the rest is left as it is.
const MOST_OPEN: usize = 16;

/// The tasks of a kernel, and what there is to decide them.
pub struct Schedule<'c> {
    set: &'c TaskSet,
    runs: &'c Runs<'c>,
    session: Session<'c>,
    memo: Memo<'c>,
}

/// Tasks that are tried one after the other until one is open: those about the same two accesses or the same barrier, else one.
struct Group<'c> {
    tasks: Vec<&'c Task>,
    /// Of the first tasks; the last one may be undecided.
    tried: Vec<Attempt<'c>>,
    /// Why no more of them are tried.
    left: Option<&'static str>,
}

/// The configuration for a kernel that a run shows to be wrong: its tasks are given up early.
pub fn given_up_early(config: &Config) -> Config {
    let simplification = Simplification { steps: Some(STEPS_OF_TASK), ..config.simplification.clone() };
    Config { simplification, ..config.clone() }
}

impl<'c> Schedule<'c> {
    pub fn new(set: &'c TaskSet, runs: &'c Runs<'c>, session: Session<'c>) -> Schedule<'c> {
        Schedule { set, runs, session, memo: Memo::default() }
    }

    /// What the first launches showed.
    fn found(&self) -> &'c Found {
        self.runs.found()
    }

    /// What comes of every task, in no order.
    pub fn decide(&self) -> Vec<Solved> {
        // Whether a loop's invariants contradict each other matters only where something is not proved.
        let (late, early): (Vec<&Task>, Vec<&Task>) =
            self.set.tasks.iter().partition(|task| is_vacuity_of_loop(self.set, task));
        let groups = in_groups(&early);
        let config = self.session.config;
        if config.required.tried == Tried::Little && self.runs.decide(config) {
            return self.try_briefly(groups);
        }
        let mut groups = self.try_all(groups);
        let wrong = groups.iter().any(Group::is_undecided) && self.try_again(&mut groups);
        if !wrong {
            self.propose(&groups);
        }
        let mut outcomes: Vec<Solved> = groups.into_iter().flat_map(|group| self.end(group, wrong)).collect();
        if !outcomes.iter().all(|outcome| outcome.result.verdict.is_proved()) {
            let is_bad_news = |outcome: &Solved| {
                outcome.contradiction.is_some() || matches!(outcome.result.verdict, TaskVerdict::Refuted { .. })
            };
            let patience = if wrong { Patience::Brief } else { Patience::Full };
            let of_loop = |task: &&Task| {
                let solved = Attempt::with(self.set, task, &self.session.with(patience)).end();
                self.session.progress.task_done(&solved.result);
                solved
            };
            outcomes.par_extend(late.par_iter().map(of_loop).filter(is_bad_news));
        }
        outcomes
    }

    /// CLAUSE-25: the first place past which no run comes, unless some run is known to come to the end.
    pub fn unreached(&self, ends: bool) -> Option<Solved> {
        let solved = |task: &Task| Attempt::with(self.set, task, &self.session.brief()).end();
        let is_refuted = |solved: &Solved| matches!(solved.result.verdict, TaskVerdict::Refuted { .. });
        // Outside of loops hypotheses are never dropped, so those at the end are all; and no other place can make it unreachable.
        let (end, places) = self.set.reach.split_last()?;
        let outside = !ends && is_refuted(&solved(&end.task));
        places.iter().chain([end]).filter(|reach| outside || reach.inside).find_map(|reach| {
            let found = Some(solved(&reach.task)).filter(is_refuted)?;
            let before = Task { hypotheses: reach.before.clone(), ..reach.task.clone() };
            (!is_refuted(&solved(&before))).then_some(found)
        })
    }

    /// What comes of the tasks of a kernel that the first launches show to be wrong: what is cheap is tried, the rest is left.
    fn try_briefly(&self, groups: Vec<Vec<&'c Task>>) -> Vec<Solved> {
        let config = given_up_early(self.session.config);
        let schedule = Schedule::new(self.set, self.runs, Session { config: &config, ..self.session });
        let (mut outcomes, mut steps) = (Vec::new(), 0);
        for batch in groups.chunks(AT_ONCE) {
            if steps >= STEPS_OF_KERNEL {
                outcomes.extend(batch.iter().flatten().map(|task| self.left(task)));
                continue;
            }
            let tried: Vec<Group<'_>> = batch.par_iter().map(|tasks| schedule.first_try(tasks.clone())).collect();
            let attempts = tried.iter().flat_map(|group| &group.tried);
            steps += attempts.map(|attempt| attempt.steps + STEPS_OF_QUERY).sum::<usize>();
            outcomes.extend(tried.into_iter().flat_map(|group| schedule.end(group, true)));
        }
        outcomes
    }

    /// A task that nobody looks at, since a run shows that the kernel is wrong.
    fn left(&self, task: &Task) -> Solved {
        let verdict = TaskVerdict::Skipped { reason: reasons::WRONG.to_owned() };
        let solved = Solved::at_once(TaskResult { verdict, ..TaskResult::of(task) });
        self.session.progress.task_done(&solved.result);
        solved
    }

    /// Tries all tasks for a moment, as long as not too many are undecided.
    fn try_all(&self, groups: Vec<Vec<&'c Task>>) -> Vec<Group<'c>> {
        let mut tried: Vec<Group<'c>> = Vec::new();
        let mut undecided = 0;
        for batch in groups.chunks(BATCH) {
            let from = tried.len();
            match undecided < MOST_UNDECIDED {
                true => tried.par_extend(batch.par_iter().map(|tasks| self.first_try(tasks.clone()))),
                false => {
                    tried.extend(batch.iter().map(|tasks| self.untried(tasks.clone(), Some(reasons::OTHERS_OPEN))))
                }
            }
            undecided += tried[from..].iter().filter(|group| group.is_undecided()).count();
        }
        tried
    }

    /// Simplifies the tasks of a group and asks one solver for a moment.
    fn first_try(&self, tasks: Vec<&'c Task>) -> Group<'c> {
        let mut group = self.untried(tasks, None);
        if group.left.is_none() {
            self.go_on(&mut group, &self.session.brief());
        }
        group
    }

    /// A group that is left for this reason, or since a run shows its conflict.
    fn untried(&self, tasks: Vec<&'c Task>, left: Option<&'static str>) -> Group<'c> {
        let shown =
            is_about_places(tasks[0]) && findings::shows(self.found(), &TaskResult::of(tasks[0]), self.session.config);
        Group { tasks, tried: Vec::new(), left: if shown { Some(reasons::SHOWN) } else { left } }
    }

    /// Tries what is undecided with all patience while more launches are run. True if a launch shows that the kernel is
    /// wrong: then the groups are as they were.
    fn try_again(&self, groups: &mut Vec<Group<'c>>) -> bool {
        if self.runs.decide(self.session.config) {
            return true;
        }
        let enough = self.session.stop.narrower();
        let proved = AtomicBool::new(false);
        let matters = |group: &Group<'_>| group.is_undecided() && group.tasks[0].kind != TaskKind::Vacuity;
        let matters = groups.iter().any(matters);
        let search = || {
            let found = matters.then(|| self.runs.more(&|| proved.load(Ordering::Relaxed))).flatten();
            let wrong = found.is_some_and(|found| findings::refutes(found, self.session.config));
            if wrong {
                enough.stop();
            }
            wrong
        };
        let again = || -> Vec<Option<Group<'c>>> {
            let group = |group: &Group<'c>| {
                group.is_undecided().then(|| {
                    let mut again = Group { tasks: group.tasks.clone(), tried: group.tried.clone(), left: None };
                    self.go_on(&mut again, &Session { patience: Patience::Full, stop: &enough, ..self.session });
                    again
                })
            };
            let undecided: Vec<usize> = (0..groups.len()).filter(|at| groups[*at].is_undecided()).collect();
            let mut again: Vec<Option<Group<'c>>> = groups.iter().map(|_| None).collect();
            let mut open = 0;
            for chunk in undecided.chunks(AT_ONCE) {
                if open >= MOST_OPEN {
                    break;
                }
                let tried: Vec<_> = chunk.par_iter().map(|at| (*at, group(&groups[*at]))).collect();
                for (at, tried) in tried {
                    open += usize::from(tried.as_ref().is_some_and(|group| !group.is_proved()));
                    again[at] = tried;
                }
            }
            // Nothing is left to be shown wrong.
            let all = groups.iter().zip(&again).all(|(first, second)| second.as_ref().unwrap_or(first).is_proved());
            proved.store(all, Ordering::Relaxed);
            again
        };
        // The search has a thread of its own, beside those that wait for solvers.
        let (wrong, again) = std::thread::scope(|scope| {
            let search = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search);
            let again = again();
            let wrong = search.map(|search| search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            (wrong.unwrap_or(false), again)
        });
        if !wrong {
            for (group, again) in groups.iter_mut().zip(again) {
                if let Some(again) = again {
                    *group = again;
                }
            }
        }
        wrong
    }

    /// Asks for models of what nobody has proved.
    fn propose(&self, groups: &[Group<'c>]) {
        const MOST: usize = 4;
        if self.session.stop.is_set() {
            return;
        }
        let open = groups.iter().filter_map(|group| group.tried.last()).filter(|attempt| attempt.solved.is_open());
        let open: Vec<&Attempt<'c>> = open.take(MOST).collect();
        let proposal = |attempt: &Attempt<'c>| attempt.proposal(&self.session);
        let proposals: Vec<Proposal> = open.into_par_iter().filter_map(proposal).collect();
        self.runs.propose(proposals);
    }

    /// Goes on with the task that is undecided, and, when it is proved, with the next ones.
    fn go_on(&self, group: &mut Group<'c>, session: &Session<'_>) {
        let tried = group.tried.len();
        if let Some(last) = group.tried.last_mut() {
            let task = group.tasks[tried - 1];
            let again = self.memo.attempt(self.set, task, session.patience, || last.again(session));
            let lighter = self.lighter(task).iter().filter(|lighter| lighter.asks && task.kind != TaskKind::Race);
            let mut lighter = lighter.map(|lighter| {
                let attempt = || Attempt::lighter(self.set, lighter, session);
                self.memo.attempt(self.set, &lighter.task, session.patience, attempt)
            });
            let is_proved = |attempt: &Attempt<'_>| attempt.solved.result.verdict.is_proved();
            *last = match is_proved(&again) {
                true => again,
                false => lighter.find(is_proved).unwrap_or(again),
            };
        }
        let mut work: u64 = group.tried.iter().map(|attempt| attempt.work).sum();
        while group.tried.last().is_none_or(|last| !last.solved.is_open()) && group.tried.len() < group.tasks.len() {
            if work > WORK_OF_GROUP {
                group.left = Some(reasons::TOO_MANY);
                return;
            }
            let task = group.tasks[group.tried.len()];
            let attempt = self.attempt(task, session);
            work += attempt.work;
            group.tried.push(attempt);
        }
    }

    fn lighter(&self, task: &Task) -> &'c [Lighter] {
        self.set.lighter.get(&task.id).map_or(&[], Vec::as_slice)
    }

    fn attempt(&self, task: &'c Task, session: &Session<'_>) -> Attempt<'c> {
        if self.found().met > 0 && task.kind == TaskKind::Vacuity {
            return Attempt::satisfied(self.set, task);
        }
        if session.stop.is_set() {
            return Attempt::stopped(self.set, task);
        }
        if findings::settles(self.found(), task, self.set, self.session.config) {
            return Attempt::violated(self.set, task, session);
        }
        for lighter in self.lighter(task) {
            let attempt = || Attempt::lighter(self.set, lighter, &session.brief());
            let tried = self.memo.attempt(self.set, &lighter.task, Patience::Brief, attempt);
            if tried.solved.result.verdict.is_proved() {
                return tried;
            }
        }
        let attempt = || Attempt::with(self.set, task, session);
        self.memo.attempt(self.set, task, session.patience, attempt)
    }

    /// The results of all tasks of a group: those that were not tried are open as well.
    fn end(&self, group: Group<'c>, wrong: bool) -> Vec<Solved> {
        let mut open = group.left.map(str::to_owned);
        let mut outcomes = Vec::new();
        let mut tried = group.tried.into_iter();
        for task in group.tasks {
            let solved = match tried.next() {
                Some(attempt) => {
                    let undecided = attempt.is_undecided();
                    let mut solved = attempt.end();
                    if let (true, true, TaskVerdict::Unknown { reason }) =
                        (wrong, undecided, &mut solved.result.verdict)
                    {
                        *reason = format!("{}; {reason}", reasons::TRIED_BRIEFLY);
                    }
                    if solved.is_open() {
                        open = Some(format!("{}{} is open", reasons::NOT_TRIED, task.id));
                    }
                    solved
                }
                None => {
                    let reason = open.clone().unwrap_or_else(|| reasons::INTERRUPTED.to_owned());
                    Solved::at_once(TaskResult { verdict: TaskVerdict::Unknown { reason }, ..TaskResult::of(task) })
                }
            };
            self.session.progress.task_done(&solved.result);
            outcomes.push(solved);
        }
        outcomes
    }
}

impl Group<'_> {
    fn is_proved(&self) -> bool {
        let proved = self.tried.iter().all(|attempt| attempt.solved.result.verdict.is_proved());
        proved && self.tried.len() == self.tasks.len()
    }

    fn is_undecided(&self) -> bool {
        self.tried.last().is_some_and(Attempt::is_undecided)
    }
}

/// Whether what counts is that all tasks of these places are proved.
fn is_about_places(task: &Task) -> bool {
    matches!(task.kind, TaskKind::Race | TaskKind::Barrier)
}

/// Tasks about the same two accesses or the same barrier together, in the order of their first ones; every other task by itself.
fn in_groups<'t>(tasks: &[&'t Task]) -> Vec<Vec<&'t Task>> {
    let mut groups: Vec<Vec<&'t Task>> = Vec::new();
    let mut of_places: BTreeMap<(TaskKind, Span, Option<Span>), usize> = BTreeMap::new();
    for task in tasks {
        let group = match is_about_places(task) {
            true => *of_places.entry((task.kind, task.span, task.statement)).or_insert(groups.len()),
            false => groups.len(),
        };
        match groups.get_mut(group) {
            Some(group) => group.push(task),
            None => groups.push(vec![task]),
        }
    }
    groups
}
