//! Which accesses can meet, and in which iterations (RACE-6).

use std::collections::BTreeSet;

use crate::exec::log::{Access, AccessKind, Log, RunId};
use crate::kernel::ir::{ArrayId, AtomicScope, BarrierScope, Kernel, Space};

use super::threads::Reach;

/// Two accesses and how they can meet. `first` comes first in lock-step, where that matters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// A position in [`Log::accesses`].
    pub first: usize,
    /// A position in [`Log::accesses`], which may be that of `first`.
    pub second: usize,
    /// Which two threads make the accesses.
    pub reach: Reach,
    /// The loops around both whose iteration is the same.
    pub same: Vec<RunId>,
    /// Case 2: the loop in which the first access is in an earlier iteration than the second.
    pub differ: Option<RunId>,
    /// RACE-15
    pub adjacent: bool,
    /// Barriers between the two would order them.
    pub ordered: bool,
}

/// All cases. `across` says whether threads of different blocks count.
pub fn cases(log: &Log, kernel: &Kernel, across: bool) -> Vec<Case> {
    let written: BTreeSet<ArrayId> =
        log.accesses.iter().filter(|access| access.kind.writes()).map(|access| access.array).collect();
    let mut found = Vec::new();
    for (at, first) in log.accesses.iter().enumerate() {
        if !written.contains(&first.array) {
            continue;
        }
        for (other, second) in log.accesses.iter().enumerate().skip(at) {
            if second.array == first.array
                && let Some(conflict) = conflict(first.kind, second.kind)
            {
                let mark = found.len();
                pair(log, kernel, across, (at, first), (other, second), &mut found);
                if conflict == Conflict::AcrossBlocks {
                    found = across_blocks(found, mark);
                }
            }
        }
    }
    found
}

/// Between which threads two accesses of one cell race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Conflict {
    Any,
    AcrossBlocks,
}

/// RACE-1, ATOMIC-7
fn conflict(first: AccessKind, second: AccessKind) -> Option<Conflict> {
    match (first, second) {
        (AccessKind::Read | AccessKind::Load(_), AccessKind::Read | AccessKind::Load(_)) => None,
        (AccessKind::Atomic(one), AccessKind::Atomic(other) | AccessKind::Load(other))
        | (AccessKind::Load(one), AccessKind::Atomic(other)) => {
            let narrow = one == AtomicScope::Block || other == AtomicScope::Block;
            narrow.then_some(Conflict::AcrossBlocks)
        }
        _ => Some(Conflict::Any),
    }
}

/// Of the cases from `mark` on only those about threads of different blocks.
fn across_blocks(mut found: Vec<Case>, mark: usize) -> Vec<Case> {
    let new = found.split_off(mark);
    found.extend(new.into_iter().filter_map(|case| match case.reach {
        Reach::Block => None,
        Reach::Grid => Some(case),
        Reach::Launch => Some(Case { reach: Reach::Grid, ..case }),
    }));
    found
}

fn pair(
    log: &Log,
    kernel: &Kernel,
    across: bool,
    (at, first): (usize, &Access),
    (other, second): (usize, &Access),
    found: &mut Vec<Case>,
) {
    let common: Vec<RunId> = first
        .moment
        .inside
        .iter()
        .zip(second.moment.inside.iter())
        .take_while(|(left, right)| left == right)
        .map(|(run, _)| *run)
        .collect();
    let anywhere = Case {
        first: at,
        second: other,
        reach: Reach::Launch,
        same: Vec::new(),
        differ: None,
        adjacent: false,
        ordered: false,
    };
    let global = match kernel.arrays[first.array.index()].space {
        Space::Global | Space::Surface => true,
        Space::Shared | Space::Constant | Space::Private | Space::Ghost => false,
    };
    if global && across && log.crossings.is_empty() && log.syncs.is_empty() {
        found.push(anywhere);
        return;
    }
    ordered(log, &common, BarrierScope::Block, &anywhere, found);
    if global && across {
        if log.crossings.iter().any(|crossing| crossing.scope == BarrierScope::Grid) {
            ordered(log, &common, BarrierScope::Grid, &anywhere, found);
        } else {
            // 3.
            found.push(Case { reach: Reach::Grid, ..anywhere });
        }
    }
}

/// 1 and 2, of threads that barriers of this scope order (WARP-28). `common` are the loops around both accesses.
fn ordered(log: &Log, common: &[RunId], scope: BarrierScope, anywhere: &Case, found: &mut Vec<Case>) {
    let reach = match scope {
        BarrierScope::Block => Reach::Block,
        BarrierScope::Grid => Reach::Grid,
    };
    let (at, other) = (anywhere.first, anywhere.second);
    let wide_enough = |barrier: Option<BarrierScope>| barrier.is_some_and(|barrier| barrier >= scope);
    // WARP-11: of a block's threads barriers of lanes tell iterations apart, too.
    let tells_apart =
        |run: &RunId| wide_enough(log.runs[*run].barrier) || (scope == BarrierScope::Block && log.runs[*run].lanes);
    let with_barrier: Vec<RunId> = common.iter().copied().take_while(tells_apart).collect();
    // 1.
    found.push(Case { reach, same: with_barrier.clone(), ordered: true, ..anywhere.clone() });
    // 2.
    for (depth, run) in with_barrier.iter().enumerate() {
        let surely_passes = wide_enough(log.runs[*run].surely_passes);
        let mut orders = vec![(at, other)];
        if at != other {
            orders.push((other, at));
        }
        for (earlier, later) in orders {
            let case = Case {
                first: earlier,
                second: later,
                reach,
                same: with_barrier[..depth].to_vec(),
                differ: Some(*run),
                adjacent: surely_passes,
                ordered: true,
            };
            if surely_passes && log.runs[*run].may_exit {
                found.push(Case { adjacent: false, ..case.clone() });
            }
            found.push(case);
        }
    }
}
