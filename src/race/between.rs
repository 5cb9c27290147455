//! The barriers that lie between two accesses for certain (RACE-11, RACE-13).

use crate::exec::log::{Crossing, CrossingKind, Log, Moment, RunId, Sync};
use crate::kernel::ir::BarrierScope;

use super::cases::Case;
use super::copies::{Label, Side};
use super::threads::Reach;

/// A barrier, or a loop that surely passes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Between<'a> {
    /// The barrier or loop, as execution recorded it.
    pub crossing: &'a Crossing,
    /// What loops mean at its moment.
    pub side: Side,
    /// It lies between only if the second access is not in the first iteration of this loop.
    pub unless_first: Option<RunId>,
    /// The second thread has passed it, as it runs a later iteration.
    pub passed: bool,
}

/// In lock-step order, those in the first access's iterations before those in the second's.
pub fn barriers_between<'a>(log: &'a Log, case: &Case) -> Vec<Between<'a>> {
    let mut found = Vec::new();
    if case.ordered {
        // WARP-28
        let orders = |crossing: &&Crossing| case.reach == Reach::Block || crossing.scope == BarrierScope::Grid;
        for own in [Label::First, Label::Second] {
            let crossings = log.crossings.iter().filter(orders);
            found.extend(crossings.filter_map(|crossing| between(log, case, own, crossing)));
        }
    }
    found
}

/// WARP-11: barriers of lanes that lie between two accesses of a block's threads, each with the access whose iterations it is in.
pub fn syncs_between<'a>(log: &'a Log, case: &Case) -> Vec<(&'a Sync, Side)> {
    let mut found = Vec::new();
    if !case.ordered || case.reach != Reach::Block {
        return found;
    }
    let (first, second) = (&log.accesses[case.first].moment, &log.accesses[case.second].moment);
    for sync in &log.syncs {
        // Iterations of a loop that are not compared are in no order.
        let compared =
            |run: &RunId| case.same.contains(run) || !(first.inside.contains(run) && second.inside.contains(run));
        if case.differ.is_none() && !sync.moment.inside.iter().all(compared) {
            continue;
        }
        for own in [Label::First, Label::Second] {
            if lies_between(log, case, own, &sync.moment) {
                found.push((sync, Side::new(&case.same, own, &sync.moment)));
                if case.differ.is_none() {
                    break;
                }
            }
        }
    }
    found
}

/// Whether one of the barriers that all threads pass lies between two accesses in the same iterations; `whole` are these
/// barriers in order.
pub fn surely_ordered(log: &Log, whole: &[&Crossing], case: &Case) -> bool {
    let (first, second) = (&log.accesses[case.first].moment, &log.accesses[case.second].moment);
    let from = whole.partition_point(|crossing| crossing.moment.at <= first.at);
    let around = |moment: &Moment, crossing: &Crossing| moment.inside.starts_with(&crossing.moment.inside);
    let orders = |crossing: &Crossing| case.reach == Reach::Block || crossing.scope == BarrierScope::Grid;
    case.ordered
        && case.differ.is_none()
        && whole[from..]
            .iter()
            .take_while(|crossing| crossing.moment.at < second.at)
            .any(|crossing| orders(crossing) && (around(first, crossing) || around(second, crossing)))
}

/// Whether the moment lies between the two accesses, in the same iterations as one of them of all the loops around it.
fn lies_between(log: &Log, case: &Case, own: Label, moment: &Moment) -> bool {
    let (first, second) = (&log.accesses[case.first].moment, &log.accesses[case.second].moment);
    let (after_first, before_second) = (first.at < moment.at, moment.at < second.at);
    let access = if own == Label::First { first } else { second };
    access.inside.starts_with(&moment.inside)
        && match case.differ {
            None => after_first && before_second,
            Some(run) if own == Label::First => moment.inside.contains(&run) && after_first,
            Some(run) => moment.inside.contains(&run) && before_second,
        }
}

fn between<'a>(log: &Log, case: &Case, own: Label, crossing: &'a Crossing) -> Option<Between<'a>> {
    let second = &log.accesses[case.second].moment;
    let moment = &crossing.moment;
    if !lies_between(log, case, own, moment) {
        return None;
    }
    let (mut unless_first, mut passed) = (None, false);
    match crossing.kind {
        CrossingKind::Entry(run) if second.inside.contains(&run) && (case.differ.is_none() || own == Label::Second) => {
            unless_first = Some(run);
        }
        // The next iteration may be the one that the second access is in.
        CrossingKind::Again(run) if case.differ == Some(run) => match case.adjacent {
            true => return None,
            false => passed = true,
        },
        CrossingKind::Barrier | CrossingKind::Entry(_) | CrossingKind::Again(_) => {}
    }
    Some(Between { crossing, side: Side::new(&case.same, own, moment), unless_first, passed })
}
