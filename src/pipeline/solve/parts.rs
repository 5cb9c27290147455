//! Of a postcondition that is not proved, the parts that are not: each conjunct is tried as a clause of its own.

use rayon::prelude::*;

use crate::kernel::ir::{Binary, Clause, Expr, ExprKind, Kernel, Quantifier};
use crate::report::{KernelReport, KernelVerdict, Parts, TaskResult, TaskVerdict};
use crate::tasks::{Task, TaskKind, TaskSet};

use crate::pipeline::session::{Session, Unwatched};

/// Parts of a clause that are tried.
const MOST_PARTS: usize = 12;

/// The tasks of a kernel.
type Execute<'e> = &'e dyn Fn(&Kernel) -> Vec<TaskSet>;

/// Notes of the open postconditions of a report which of their parts are open. Nothing changes in the verdicts.
pub fn narrow(kernel: &Kernel, report: &mut KernelReport, execute: Execute<'_>, session: &Session<'_>) {
    if report.verdict != KernelVerdict::Unknown {
        return;
    }
    let of_clause = |task: &TaskResult| {
        let number = task.id.strip_prefix(&kernel.name)?.strip_prefix("/ensures")?.parse::<usize>().ok()?;
        kernel.contract.ensures.get(number.checked_sub(1)?)
    };
    for task in &mut report.tasks {
        let is_open = task.kind == TaskKind::Ensures && matches!(task.verdict, TaskVerdict::Unknown { .. });
        let Some(clause) = of_clause(task).filter(|_| is_open && !session.stop.is_set()) else { continue };
        let parts = parts(&clause.expr);
        if (2..=MOST_PARTS).contains(&parts.len()) {
            let open = open(kernel, (clause, &parts), execute, session);
            task.parts = Some(Parts { all: parts.len(), open: open.into_iter().map(|at| parts[at].span).collect() });
        }
    }
}

/// The parts that are not proved in a moment.
fn open(
    kernel: &Kernel,
    (clause, parts): (&Clause, &[Expr]),
    execute: Execute<'_>,
    session: &Session<'_>,
) -> Vec<usize> {
    let mut alone = kernel.clone();
    let of = |part: &Expr| Clause { expr: part.clone(), span: part.span, ..clause.clone() };
    alone.contract.ensures = parts.iter().map(of).collect();
    let session = &Session { tap: &Unwatched, ..session.brief() };
    let sets = execute(&alone);
    let all = sets.iter().flat_map(|set| set.tasks.iter().map(move |task| (set, task)));
    let all: Vec<(&TaskSet, &Task)> = all.collect();
    // That it is defined, too.
    let is_proved = |at: &usize| {
        let id = format!("{}/ensures{}", kernel.name, at + 1);
        let is_own =
            |task: &Task| task.id.strip_prefix(&id).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let mut own = all.iter().filter(|(_, task)| is_own(task)).peekable();
        own.peek().is_some() && own.all(|(set, task)| super::task(set, task, session).verdict.is_proved())
    };
    (0..parts.len()).into_par_iter().filter(|at| !is_proved(at)).collect()
}

/// What a proposition says one by one; each has the place of its own conclusion.
fn parts(expr: &Expr) -> Vec<Expr> {
    let around = |parts: Vec<Expr>, whole: &dyn Fn(Expr) -> ExprKind| -> Vec<Expr> {
        parts.into_iter().map(|part| Expr { span: part.span, ty: expr.ty, kind: Box::new(whole(part)) }).collect()
    };
    match &*expr.kind {
        ExprKind::Binary(Binary::And, one, other) => [parts(one), parts(other)].concat(),
        ExprKind::Binary(Binary::Implies, premise, conclusion) => {
            around(parts(conclusion), &|part| ExprKind::Binary(Binary::Implies, premise.clone(), part))
        }
        ExprKind::Quantified(Quantifier::Forall, vars, body) => {
            around(parts(body), &|part| ExprKind::Quantified(Quantifier::Forall, vars.clone(), part))
        }
        _ => vec![expr.clone()],
    }
}
