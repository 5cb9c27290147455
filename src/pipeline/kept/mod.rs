//! Reports of kernels that are kept from one run for the next (KEPT-1 to KEPT-4).
//!
//! The key of a report is everything that it is made of: what the front end made of the kernel, the whole text of each file that a
//! place of it lies in, the lemmas, the options, and this program. So an old report is what a new run would say. The front end runs
//! each time; what it reads need not be listed by anybody.

mod key;

use borsh::{BorshDeserialize, BorshSerialize};

use crate::base::portable::Places;
use crate::base::{Config, Diagnostic, Severity, codes, memory};
use crate::kernel::ir::Kernel;
use crate::report::{Command, Cost, KernelReport, KernelVerdict, TaskResult, TaskVerdict};
use crate::smt;
use crate::store::{self, Earlier, Key, Local, Shared, Store};

use super::limit;
use super::replay::Origin;
use super::session::Session;
use super::solve::lemmas::Lemmas;

/// A report as it is kept.
#[derive(BorshSerialize, BorshDeserialize)]
struct Entry {
    /// The solvers that were asked; none where nobody was.
    solvers: Option<[u8; 32]>,
    /// When it was made, in seconds since 1970.
    made: u64,
    report: KernelReport,
}

/// What earlier runs have found, where that may be used. Without it everything is proved again.
pub fn store(config: &Config, diagnostics: &mut Vec<Diagnostic>) -> Store {
    let Some(folder) = smt::cache_folder().filter(|_| config.solving.kept.is_used) else { return Store::NONE };
    let local = Local::open(&folder).inspect_err(|why| {
        let message = format!("the proof cache cannot be used: {why}");
        let found = Diagnostic::new(codes::W0008, Severity::Warning, message);
        diagnostics.push(found.note("everything is proved; `--no-cache` says nothing of it"));
    });
    let shared = store::settings().map_or(Ok(None), |settings| Shared::open(&settings));
    let shared = shared.inspect_err(|why| diagnostics.push(without_others(why.clone())));
    Store::of(local.ok(), shared.ok().flatten())
}

/// What went wrong with what others have found.
pub fn without_others(why: String) -> Diagnostic {
    let found = Diagnostic::new(codes::W0009, Severity::Warning, why);
    found.note("no verdict differs: what is not known is proved here")
}

/// The report of a kernel: that of an earlier run, or what `look` finds, which is kept for later ones.
pub fn report(
    command: Command,
    (kernel, origin): (&Kernel, Origin<'_>),
    lemmas: &Lemmas,
    session: &Session<'_>,
    look: impl Fn() -> KernelReport,
) -> KernelReport {
    if !session.store.is_open() || !session.tap.may_be_kept() {
        return look();
    }
    let Some((key, mut places)) = key::of_kernel(command, (kernel, origin), lemmas, session.config) else {
        return look();
    };
    if let Some(mut known) = known(&key, &mut places, session) {
        if key::is_drawn(&key, session.config.solving.kept.checked) {
            let (now, _, is_steady) = looked_at(session, look);
            known.diagnostics.extend(is_steady.then(|| difference(&known, &now, &mut places)).flatten());
        }
        return known;
    }
    let (report, was_asked, is_steady) = looked_at(session, look);
    // Whoever cannot be named is not compared with, so what it said is not kept.
    let solvers = if was_asked { session.solvers.digest().map(Some) } else { Some(None) };
    if let (Some(solvers), true) = (solvers, is_steady) {
        let entry = Entry { solvers, made: store::now(), report: report.clone() };
        if let Ok(value) = places.within(|| borsh::to_vec(&entry)) {
            session.store.put(&key, &value);
        }
    }
    report
}

/// The report that is found now, whether solvers were asked for it, and whether a later run would find the same (KEPT-3).
fn looked_at(session: &Session<'_>, look: impl Fn() -> KernelReport) -> (KernelReport, bool, bool) {
    let before = session.solvers.asked();
    let report = look();
    let [asked, unsteady] = session.solvers.asked();
    let solving = &session.config.solving;
    let is_open = |task: &TaskResult| matches!(task.verdict, TaskVerdict::Unknown { .. } | TaskVerdict::Skipped { .. });
    let is_open = report.verdict == KernelVerdict::Unknown || report.tasks.iter().any(is_open);
    let has_clock = solving.timeout.is_some() || solving.limit.is_some();
    let is_internal = report.diagnostics.iter().any(|found| codes::is_internal(found.code));
    let is_whole = !session.stop.is_set() && !limit::is_cut(&report) && !is_internal;
    let may_differ = has_clock || unsteady > before[1] || memory::was_short();
    (report, asked > before[0], is_whole && !(is_open && may_differ))
}

/// The report of an earlier run in which the same solvers were asked.
fn known(key: &Key, places: &mut Places, session: &Session<'_>) -> Option<KernelReport> {
    let found = session.store.get(key)?;
    let Entry { solvers, made, mut report } = places.within(|| Entry::try_from_slice(&found.value)).ok()?;
    let same = solvers.is_none_or(|solvers| session.solvers.digest() == Some(solvers));
    report.cost.known = Some(Earlier { since: made, by: found.signer });
    same.then_some(report)
}

/// An internal error where a report of an earlier run is not what is found now.
fn difference(known: &KernelReport, now: &KernelReport, places: &mut Places) -> Option<Diagnostic> {
    let mut said = |report: &KernelReport| places.within(|| borsh::to_vec(&comparable(report))).ok();
    if said(known) == said(now) {
        return None;
    }
    let message = format!(
        "internal error: the cache says that `{}` is {}, and it is {} now, or something else of it differs",
        known.name,
        known.verdict.name(),
        now.verdict.name()
    );
    let found = Diagnostic::new(codes::E0099, Severity::Error, message).at(known.span, "");
    Some(found.note("this is a bug in gpuhoare; please report it. `--no-cache` proves everything again"))
}

/// What two runs have in common: times are another matter, and which solver is first.
fn comparable(report: &KernelReport) -> KernelReport {
    let mut report = KernelReport { cost: Cost::default(), ..report.clone() };
    let launches = report.coverage.amplified.iter_mut().flat_map(|launch| &mut launch.tasks);
    for task in report.tasks.iter_mut().chain(launches) {
        (task.seconds, task.rounds, task.solver) = (0.0, 0, None);
        if let TaskVerdict::Unknown { reason } = &mut task.verdict {
            reason.clear();
        }
    }
    report
}
