//! Definitions and lemmas: proved in order, before the kernels that may use them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use rayon::prelude::*;

use crate::base::config::Facts;
use crate::base::{Config, Diagnostic, Severity, codes};
use crate::exec::{self, Statement, TheoryTasks};
use crate::kernel::ir::{LogicSource, Theory};
use crate::pipeline::session::Session;
use crate::report::{KernelReport, Progress, Role, TaskResult, verdict};
use crate::store::Key;
use crate::tasks::{Form, SchemaKind, Task, TaskSet};

use super::attempt::{self, Solved};

/// A file's definitions and lemmas, and what became of them.
#[derive(Default)]
pub struct Lemmas {
    /// A report for each statement that is not the standard library's, in source order.
    pub reports: Vec<KernelReport>,
    /// None where nobody rests on them.
    made: Option<TheoryTasks>,
    /// Positions of the statements that are not proved.
    unproved: BTreeSet<usize>,
    /// What was to be proved; nothing where nobody rests on it.
    pub theory: Theory,
    /// Its key, once somebody has asked for it.
    pub key: OnceLock<Option<Key>>,
}

impl Lemmas {
    /// All definitions and lemmas of a theory, taken for granted: for what only shows tasks.
    pub fn granted(theory: &Theory, config: &Config) -> Lemmas {
        Lemmas { made: Some(exec::theory(theory, config)), ..Lemmas::default() }
    }

    /// Positions of the statements that are not proved.
    pub fn unproved(&self) -> &BTreeSet<usize> {
        &self.unproved
    }

    /// Gives a kernel's tasks what is proved.
    pub fn assume(&self, set: &mut TaskSet) {
        if let Some(made) = &self.made {
            exec::assume(set, made, &|at| !self.unproved.contains(&at));
        }
    }

    /// A remark for each statement that a kernel cannot use.
    pub fn missing(&self) -> Vec<Diagnostic> {
        let made = self.made.iter();
        let statements = made.flat_map(|made| self.unproved.iter().map(|at| &made.statements[*at]));
        let missing = statements.map(|statement| {
            let message = format!("`{}` is not proved, so nothing here rests on it", statement.name);
            Diagnostic::new(codes::W0701, Severity::Note, message).at(statement.span, "")
        });
        missing.collect()
    }
}

/// Proves every statement from those before it (LEMMA-17). All are tried at once, each with all before it; what rested on
/// one that turned out unproved is tried again without.
pub fn prove(theory: &Theory, session: &Session<'_>) -> Lemmas {
    let config = session.config;
    if session.tap.ends_at_solvers() {
        return Lemmas::granted(theory, config);
    }
    let mut made = exec::theory(theory, config);
    let mut defining = config.clone();
    defining.simplification.facts = Facts::Defining;
    let mut unproved: BTreeSet<usize> = BTreeSet::new();
    let mut results: BTreeMap<usize, Solved> = BTreeMap::new();
    loop {
        let open: Vec<(usize, LogicSource)> = made
            .statements
            .iter()
            .flat_map(|statement| statement.tasks.iter().map(|task| (*task, statement.source)))
            .filter(|(task, _)| !results.contains_key(task))
            .collect();
        if open.is_empty() {
            break;
        }
        let set = &made.set;
        let solved: Vec<(usize, Solved)> = open
            .into_par_iter()
            .map(|(at, source)| {
                let config = match source {
                    LogicSource::LogicFile | LogicSource::Library => &defining,
                    LogicSource::Program => config,
                };
                (at, solve(set, &set.tasks[at], &Session { config, ..*session }))
            })
            .collect();
        results.extend(solved);
        let proved = |task: &usize| results.get(task).is_some_and(|solved| solved.result.verdict.is_proved());
        let failed: Vec<usize> = (0..made.statements.len())
            .filter(|at| !unproved.contains(at) && !made.statements[*at].tasks.iter().all(proved))
            .collect();
        let Some(first) = failed.first().copied() else { break };
        let again: Vec<usize> =
            made.statements[first + 1..].iter().flat_map(|statement| statement.tasks.clone()).collect();
        let gone: BTreeSet<usize> = failed.iter().map(|at| made.statements[*at].hypothesis).collect();
        unproved.extend(failed);
        for task in again {
            let hypotheses = &mut made.set.tasks[task].hypotheses;
            let before = hypotheses.len();
            hypotheses.retain(|hypothesis| !gone.contains(hypothesis));
            // What was not proved with the hypothesis is not proved without it.
            if hypotheses.len() < before && results.get(&task).is_some_and(|solved| solved.result.verdict.is_proved()) {
                results.remove(&task);
            }
        }
    }
    let reports = reports(theory, &made, results, session.progress);
    Lemmas { reports, made: Some(made), unproved, theory: theory.clone(), key: OnceLock::new() }
}

/// Without other lemmas first: most need none, and instances of all of them are many.
fn solve(set: &TaskSet, task: &Task, session: &Session<'_>) -> Solved {
    let is_lemma = |at: &usize| match &set.hypotheses[*at].form {
        Form::Schema(schema) => schema.kind == SchemaKind::Lemma,
        Form::Proposition(_) | Form::Assign(_) => false,
    };
    let alone = task.hypotheses.iter().copied().filter(|at| !is_lemma(at)).collect();
    let alone = Task { hypotheses: alone, ..task.clone() };
    let mut solved = attempt::solve(set, &alone, session);
    if solved.result.verdict.is_proved() || alone.hypotheses.len() == task.hypotheses.len() {
        return solved;
    }
    let with = attempt::solve(set, task, session);
    solved.result = TaskResult { seconds: solved.result.seconds + with.result.seconds, ..with.result };
    solved.vc_seconds += with.vc_seconds;
    solved.smt_seconds += with.smt_seconds;
    solved.contradiction = solved.contradiction.or(with.contradiction);
    solved
}

fn reports(
    theory: &Theory,
    made: &TheoryTasks,
    mut results: BTreeMap<usize, Solved>,
    progress: &dyn Progress,
) -> Vec<KernelReport> {
    let mut reports = Vec::new();
    // An axiom is listed where it is assumed.
    let stated = |statement: &&Statement| statement.source != LogicSource::Library && !statement.is_axiom;
    for (at, statement) in made.statements.iter().enumerate().filter(|(_, statement)| stated(statement)) {
        let mut report = KernelReport::new(&statement.name, statement.span);
        report.role = Role::Lemma;
        report.assumptions = made.assumed_by(at);
        report.coverage.checked.push("lemma".to_string());
        for task in &statement.tasks {
            let solved = results.remove(task);
            let result = match &solved {
                Some(solved) => solved.result.clone(),
                None => TaskResult::of(&made.set.tasks[*task]),
            };
            progress.task_done(&result);
            if let Some(solved) = solved {
                report.cost.add(&solved.cost());
                report.diagnostics.extend(solved.contradiction);
            }
            report.tasks.push(result);
        }
        report.verdict = verdict::of_proof(&report);
        reports.push(report);
    }
    for (name, span, found) in &theory.unsupported {
        let mut report = KernelReport::new(name, *span);
        report.role = Role::Lemma;
        report.unsupported.push(found.clone());
        report.verdict = verdict::of_proof(&report);
        reports.push(report);
    }
    reports.sort_by_key(|report| report.span);
    reports
}
