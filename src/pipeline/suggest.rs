//! `gpuhoare suggest`: a contract under which a kernel is safe (HOST-48): what its launches must meet, how long its arrays are, and which
//! of them it writes. What is offered is proved as if somebody had written it.

use std::collections::BTreeSet;

use crate::invariants;
use crate::kernel::ir::{ArrayId, ExprKind, Kernel, LaunchContext, Region, Space, StmtKind, walk};
use crate::race::candidates::Candidate;
use crate::report::{KernelReport, Offer, unproved};

use super::lengths;
use super::preconditions::{self, Precondition};
use super::session::Session;

/// Times that what a contract leaves open is looked at.
const MOST_ROUNDS: usize = 3;

/// A kernel with invariants of ours, and these.
type Strengthened<'s> = dyn Fn(&Kernel, &KernelReport) -> Option<(Kernel, Vec<invariants::Candidate>)> + 's;

/// The report of a kernel with the clauses that are offered for it; `look` proves it, `strengthened` finds invariants.
pub fn contract(
    kernel: &Kernel,
    (look, strengthened): (&dyn Fn(&Kernel) -> KernelReport, &Strengthened<'_>),
    session: &Session<'_>,
) -> KernelReport {
    let mut report = look(kernel);
    if !report.unsupported.is_empty() {
        return report;
    }
    let clauses = needed(kernel, &report, look, session);
    let mut offered = all_under(kernel, &clauses);
    let mut offers: Vec<Offer> = clauses.into_iter().map(|(_, offer)| offer).collect();
    for (array, candidate) in lengths::lengths(&offered, session) {
        offered = lengths::with(&offered, array, &candidate);
        let why = format!("accesses of `{}` are in bounds", kernel.arrays[array.index()].name);
        offers.push(required(&candidate, why));
    }
    if kernel.contract.writes.is_empty() {
        let written = written(kernel);
        offers.extend(written.iter().map(|array| writes(&kernel.arrays[array.index()].name)));
        let region = |array| Region { array, ranges: Vec::new(), span: kernel.span };
        offered.contract.writes = written.into_iter().map(region).collect();
    }
    if !offers.is_empty() {
        report = look(&offered);
    }
    if let Some((stronger, invariants)) = strengthened(&offered, &report) {
        let with = look(&stronger);
        if with.verdict.is_success() {
            report = with;
            offers.extend(invariants.iter().map(|own| kept(own, kernel)));
        }
    }
    report.contract.offers = offers;
    report
}

/// Clauses that a kernel needs so that it is safe, as far as they are found: those of a round exclude what the rounds before left open.
fn needed(
    kernel: &Kernel,
    first: &KernelReport,
    look: &dyn Fn(&Kernel) -> KernelReport,
    session: &Session<'_>,
) -> Vec<(Candidate, Offer)> {
    let mut clauses: Vec<(Candidate, Offer)> = Vec::new();
    let mut report = first.clone();
    for round in 1..=MOST_ROUNDS {
        if report.verdict.is_success() || session.stop.is_set() {
            break;
        }
        let offered = all_under(kernel, &clauses);
        let more = match preconditions::precondition(&offered, &report, &[], session, session.patience) {
            Some(found) => of_own(&found),
            None => of_launch(&offered, look),
        };
        if more.is_empty() {
            break;
        }
        let before = clauses.len();
        clauses.extend(more);
        report = look(&all_under(kernel, &clauses));
        if round > 1 && report.verdict.is_success() {
            // A later one may say what an earlier one says, and more.
            drop_needless(kernel, &mut clauses, before, look);
        }
    }
    clauses
}

/// Leaves out of the first clauses those without which the kernel is safe as well.
fn drop_needless(
    kernel: &Kernel,
    clauses: &mut Vec<(Candidate, Offer)>,
    first: usize,
    look: &dyn Fn(&Kernel) -> KernelReport,
) {
    for at in (0..first).rev() {
        let mut rest = clauses.clone();
        rest.remove(at);
        if look(&all_under(kernel, &rest)).verdict.is_success() {
            *clauses = rest;
        }
    }
}

fn all_under(kernel: &Kernel, clauses: &[(Candidate, Offer)]) -> Kernel {
    clauses.iter().fold(kernel.clone(), |kernel, (candidate, _)| under(&kernel, candidate))
}

/// The kernel with one more clause.
pub fn under(kernel: &Kernel, candidate: &Candidate) -> Kernel {
    let mut kernel = kernel.clone();
    kernel.contract.requires.push(candidate.clause.clone());
    kernel
}

fn required(candidate: &Candidate, why: String) -> Offer {
    Offer { text: format!("requires {};", candidate.text), why, place: None, before: None }
}

fn kept(invariant: &invariants::Candidate, kernel: &Kernel) -> Offer {
    let of_loop = kernel.loops.get(invariant.at.index());
    let why = format!("{} keeps it", of_loop.map_or_else(String::new, |of_loop| of_loop.name()));
    let span = of_loop.map(|of_loop| of_loop.span);
    Offer { text: format!("invariant {};", invariant.text), why, place: span, before: span }
}

fn writes(array: &str) -> Offer {
    Offer { text: format!("writes {array};"), why: "nothing else is written".to_owned(), place: None, before: None }
}

/// Clauses of our own, and what each of them is good for.
fn of_own(found: &Precondition) -> Vec<(Candidate, Offer)> {
    let kinds: Vec<&str> = found.kinds().into_iter().map(unproved::group_of).collect();
    let (kept, all) = found.kept;
    let why = format!("{}; {kept} of {all} small launches that go well meet it", kinds.join(", "));
    let with = |candidate: &Candidate| (candidate.clone(), required(candidate, why.clone()));
    found.clauses.iter().map(with).collect()
}

/// What the host's code says of the only launch of a kernel, as far as the kernel is not safe without it.
fn of_launch(kernel: &Kernel, look: &dyn Fn(&Kernel) -> KernelReport) -> Vec<(Candidate, Offer)> {
    let [context] = &kernel.source.contexts[..] else { return Vec::new() };
    let mut facts = written_down(kernel, context);
    if facts.is_empty() || !look(&all_under(kernel, &facts)).verdict.is_success() {
        return Vec::new();
    }
    let all = facts.len();
    drop_needless(kernel, &mut facts, all, look);
    facts
}

/// The facts of a launch that name nothing but what the kernel names.
fn written_down(kernel: &Kernel, context: &LaunchContext) -> Vec<(Candidate, Offer)> {
    let mut facts = Vec::new();
    for fact in context.facts.iter().filter(|fact| !fact.is_of_type) {
        let mut is_own = true;
        fact.clause.expr.walk(&mut |part| {
            is_own &= !matches!(&*part.kind, ExprKind::Local(local) if local.index() >= kernel.locals.len());
        });
        if is_own {
            let candidate = Candidate { text: fact.text.clone(), clause: fact.clause.clone() };
            let offer = required(&candidate, "the program launches it so".to_owned());
            facts.push((candidate, Offer { place: Some(fact.clause.span), ..offer }));
        }
    }
    facts
}

/// The arrays of global memory that the kernel writes.
fn written(kernel: &Kernel) -> BTreeSet<ArrayId> {
    let mut written = BTreeSet::new();
    walk(&kernel.body, &mut |stmt| match &stmt.kind {
        StmtKind::Store { array, .. } => drop(written.insert(*array)),
        StmtKind::Atomic(atomic) => drop(written.insert(atomic.array)),
        _ => {}
    });
    written.retain(|array| kernel.arrays[array.index()].space == Space::Global);
    written
}
