//! Verdicts about the launches that the program makes (HOST-36): each context of a launch is looked at by itself.

use crate::base::Config;
use crate::base::config::LaunchesOf;
use crate::kernel::ir::{Clause, ExprKind, Kernel, LaunchContext};
use crate::report::conflict::Proof;
use crate::report::{KernelReport, KernelVerdict, Launched, Scope, TaskResult, TaskVerdict};
use crate::tasks::TaskKind;

use super::limit;
use super::session::Session;

/// Contexts of a kernel that are looked at; where there are more, nothing is claimed of them.
const MOST_CONTEXTS: usize = 24;

const NOT_REALISED: &str =
    "a launch that goes wrong meets what the host's code says, and whether the program makes it is not known";

const NOT_LOOKED_AT: &str = "a launch goes wrong, and which launches the program makes was not looked at";

/// What a verdict is about where nothing of the host's code counts.
pub fn given(config: &Config) -> Scope {
    if config.block.is_some() || config.grid.is_some() { Scope::GivenLaunch } else { Scope::EveryLaunch }
}

/// Whether a verdict on every launch that is a success holds of the program's own, too: none has one memory for two parameters.
pub fn holds_for(kernel: &Kernel) -> bool {
    kernel.source.contexts.iter().all(|context| context.unsupported.is_none())
}

/// Whether the verdict on a kernel is about the launches that the program makes.
pub fn applies(kernel: &Kernel, config: &Config) -> bool {
    config.launches_of == LaunchesOf::Found
        && config.block.is_none()
        && config.grid.is_none()
        && !kernel.source.has_requires
        && !kernel.source.contexts.is_empty()
        && kernel.unsupported.is_empty()
}

/// The verdict as launched, from those on each context; nothing where no launch is ever reached.
pub fn as_launched(kernel: &Kernel, config: &Config, look: &dyn Fn(&Kernel) -> KernelReport) -> Option<KernelReport> {
    let mut launched = Vec::new();
    let mut reports: Vec<(KernelReport, bool)> = Vec::new();
    for context in kernel.source.contexts.iter().take(MOST_CONTEXTS) {
        let mut report = match &context.unsupported {
            Some(what) => unsupported(kernel, context, what),
            None => look(&kernel.launched(context)),
        };
        if is_contradictory(&report) {
            // The facts exclude each other: the launch is never reached.
            continue;
        }
        launched.push(Launched {
            place: context.place,
            calls: context.calls.clone(),
            facts: stated(context),
            verdict: report.verdict,
            is_realised: context.is_realised,
        });
        let number = launched.len();
        if number > 1 {
            report.tasks.iter_mut().for_each(|task| task.id = format!("{}@{number}", task.id));
            let named = |name: &mut String| *name = format!("{name}@{number}");
            report.races.iter_mut().flat_map(|race| &mut race.tasks).for_each(named);
        }
        reports.push((report, context.is_realised));
    }
    let mut chosen = chosen(reports)?;
    if kernel.source.contexts.len() > MOST_CONTEXTS && chosen.verdict.is_success() {
        chosen.verdict = KernelVerdict::Unknown;
        chosen
            .assumptions
            .push(format!("only {MOST_CONTEXTS} of {} launches were looked at", kernel.source.contexts.len()));
    }
    chosen.scope = Scope::AsLaunched(launched);
    chosen.assumptions.extend(on_the_host(config));
    Some(chosen)
}

/// What a verdict about the program's launches takes for granted of the host's code.
pub fn on_the_host(config: &Config) -> [String; 2] {
    let of = if config.source.units.files.is_empty() { "in the file" } else { "in the files that were given" };
    [
        format!("code that is not {of} does not launch the kernel"),
        "in the host's code no signed integer overflows, and no conversion to a signed type changes a value".to_owned(),
    ]
}

/// Whether each launch of the program meets the contract that somebody wrote (HOST-39): a task for each clause and context.
pub fn call_sites(kernel: &Kernel, config: &Config, look: &dyn Fn(&Kernel) -> KernelReport) -> Vec<TaskResult> {
    let is_asked = config.launches_of == LaunchesOf::Found && config.block.is_none() && config.grid.is_none();
    if !is_asked || !kernel.source.has_requires || !kernel.unsupported.is_empty() {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (number, context) in (1..).zip(kernel.source.contexts.iter().take(MOST_CONTEXTS)) {
        let report = look(&kernel.at_call_site(context));
        if is_contradictory(&report) {
            continue;
        }
        for (at, clause) in (1..).zip(&kernel.contract.requires) {
            let id = format!("{}/call-site{number}/requires{at}", kernel.name);
            let own: Vec<&TaskResult> = report.tasks.iter().filter(|task| task.span == clause.span).collect();
            let verdict = at_call_site(&own, clause, context);
            let seconds = own.iter().map(|task| task.seconds).sum();
            all.push(TaskResult {
                statement_span: Some(context.place),
                verdict,
                seconds,
                ..TaskResult::new(&id, TaskKind::CallSite, clause.span)
            });
        }
    }
    all
}

fn at_call_site(own: &[&TaskResult], clause: &Clause, context: &LaunchContext) -> TaskVerdict {
    if !own.is_empty() && own.iter().all(|task| task.verdict.is_proved()) {
        return TaskVerdict::Proved;
    }
    let mut of_arrays = !clause.expr.arrays_read().is_empty();
    clause.expr.walk(&mut |e| of_arrays |= matches!(*e.kind, ExprKind::Length(_)));
    let shown = own.iter().find(|task| matches!(&task.verdict, TaskVerdict::Refuted { counterexample: Some(_) }));
    match shown {
        Some(task) if context.is_realised && !of_arrays => task.verdict.clone(),
        _ => TaskVerdict::Unknown { reason: "what the host's code says of the launch does not decide it".to_owned() },
    }
}

/// The report that says most: of a launch that the program makes and that goes wrong, else of one that is open, else of all.
fn chosen(mut reports: Vec<(KernelReport, bool)>) -> Option<KernelReport> {
    let wrong = |verdict: KernelVerdict| matches!(verdict, KernelVerdict::Racy | KernelVerdict::Refuted);
    let shown =
        |(report, is_realised): &(KernelReport, bool)| *is_realised && wrong(report.verdict) && is_certain(report);
    if let Some(at) = reports.iter().position(shown) {
        return Some(reports.swap_remove(at).0);
    }
    for (report, _) in &mut reports {
        if wrong(report.verdict) {
            open(report, NOT_REALISED);
        }
    }
    let rank = |verdict: KernelVerdict| match verdict {
        KernelVerdict::Unsupported => 0,
        verdict if !verdict.is_success() => 1,
        _ => 2,
    };
    let at = (0..reports.len()).min_by_key(|at| rank(reports[*at].0.verdict))?;
    if rank(reports[at].0.verdict) < 2 {
        return Some(reports.swap_remove(at).0);
    }
    let mut all = reports.into_iter().map(|(report, _)| report);
    let mut first = all.next()?;
    for report in all {
        first.tasks.extend(report.tasks);
        first.cost.add(&report.cost);
        for assumption in report.assumptions {
            if !first.assumptions.contains(&assumption) {
                first.assumptions.push(assumption);
            }
        }
    }
    Some(first)
}

/// Whether it goes wrong whatever arrays hold: what the host wrote there is not known.
fn is_certain(report: &KernelReport) -> bool {
    let of_arrays = |task: &&TaskResult| match &task.verdict {
        TaskVerdict::Refuted { counterexample: Some(found) } => found.arrays.is_empty(),
        _ => false,
    };
    report.races.iter().any(|race| race.witness.is_some() && race.proof == Proof::TrueRace)
        || report.tasks.iter().any(|task| of_arrays(&task))
}

/// A launch goes wrong of which nobody knows whether the program makes it.
fn open(report: &mut KernelReport, why: &str) {
    report.verdict = KernelVerdict::Unknown;
    for task in &mut report.tasks {
        if let TaskVerdict::Refuted { counterexample: Some(_) } = &task.verdict {
            task.verdict = TaskVerdict::Unknown { reason: why.to_owned() };
        }
    }
    for race in &mut report.races {
        race.is_candidate = true;
    }
}

fn unsupported(kernel: &Kernel, context: &LaunchContext, what: &str) -> KernelReport {
    let mut report = KernelReport::of(kernel);
    report.add_unsupported(&crate::kernel::ir::Unsupported { construct: what.to_owned(), span: context.place });
    report.verdict = KernelVerdict::Unsupported;
    report
}

fn is_contradictory(report: &KernelReport) -> bool {
    report.tasks.iter().any(|task| {
        task.kind == TaskKind::Vacuity && matches!(task.verdict, TaskVerdict::Refuted { counterexample: None })
    })
}

/// The report where the work is stopped before the launches are looked at that the program makes: what is shown of others, good or
/// bad, may not be so of these.
pub fn not_looked_at(mut every: KernelReport, session: &Session<'_>) -> KernelReport {
    open(&mut every, NOT_LOOKED_AT);
    limit::cut(&mut every, session);
    every
}

/// What is known of the launch, in words, with the places that say it.
fn stated(context: &LaunchContext) -> Vec<(String, crate::base::Span)> {
    let facts = context.facts.iter().filter(|fact| !fact.is_of_type);
    facts.map(|fact| (fact.text.clone(), fact.clause.span)).collect()
}
