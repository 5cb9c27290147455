//! A launch for all data, block by block (R407): some blocks by one machine and some by others at the same time, each of which keeps of
//! the blocks before only which cells they accessed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rayon::prelude::*;

use crate::base::StopFlag;
use crate::interp::code::{Code, Instruction};
use crate::interp::machine::Machine;
use crate::interp::machine::marks::Marks;
use crate::interp::machine::tracking::{Comes, Tracking};
use crate::interp::outcome::{End, Remark, Violation, ViolationKind};
use crate::interp::race::Races;
use crate::interp::setup::{Options, Setup};
use crate::interp::value::Pool;
use crate::kernel::ir::{BarrierScope, Kernel};

use super::amplify::AmplifiedEnd;

/// Threads of a launch that one machine runs more quickly than several.
const FEW_THREADS: u32 = 1 << 14;

/// What some blocks showed.
pub struct Found {
    pub end: AmplifiedEnd,
    /// Races in the order of [`Found::races`], and others.
    pub violations: Vec<Violation>,
    /// The two accesses of each race.
    pub races: Vec<(u32, u32)>,
    /// What goes wrong where the program may not come, apart from races.
    pub maybe_violations: Vec<Violation>,
    /// Accesses where the program may not come.
    pub maybe: BTreeSet<u32>,
    pub remarks: Vec<Remark>,
    pub open: BTreeSet<ViolationKind>,
    pub open_accesses: BTreeMap<u32, Comes>,
    /// Of each access that races, one of its races is among those above.
    pub are_all_told: bool,
    pub steps: u64,
}

/// Runs all blocks.
pub fn run(
    (kernel, setup): (&Kernel, &Setup),
    code: &Code,
    (mut pool, tracking): (Pool, Tracking),
    options: Options,
    stop: &StopFlag,
) -> Found {
    // Nothing but a barrier of the grid lets a block know of another one.
    let is_by_block =
        !code.instructions.iter().any(|step| matches!(step, Instruction::Barrier(_, BarrierScope::Grid, _)));
    let blocks = setup.grid.iter().product::<u64>() as u32;
    let block = setup.block.iter().product::<u64>() as u32;
    if !is_by_block {
        let mut machine = Machine::new(kernel, code, &mut pool, setup, options, Races::First);
        machine.track(tracking);
        machine.stop_at(stop);
        machine.lockstep();
        return found(machine);
    }
    let is_parted = !code.clocked && u64::from(block) * u64::from(blocks) > u64::from(FEW_THREADS);
    let parts = if is_parted { (rayon::current_num_threads() as u32).clamp(1, blocks) } else { 1 };
    let part = |at: u32| (u64::from(blocks) * u64::from(at) / u64::from(parts)) as u32;
    let (first, others) = (part(0)..part(1), (1..parts).map(|at| part(at)..part(at + 1)).collect::<Vec<_>>());
    let other_pool = pool.clone();
    let elsewhere = |blocks: Range<u32>| {
        let mut pool = other_pool.clone();
        let mut machine = Machine::of_blocks(kernel, code, &mut pool, setup, options, (Races::First, 1));
        machine.track(tracking.clone());
        machine.stop_at(stop);
        these(&mut machine, blocks);
        let marks = machine.take_marks();
        (marks, found(machine))
    };
    let mut machine = Machine::of_blocks(kernel, code, &mut pool, setup, options, (Races::First, 1));
    machine.track(tracking.clone());
    machine.stop_at(stop);
    let mut beside: Vec<(Marks, Found)> = Vec::new();
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| beside = others.into_par_iter().map(elsewhere).collect());
        these(&mut machine, first);
    });
    let mut are_apart = true;
    for (marks, _) in &beside {
        are_apart &= !machine.meet_marks(marks);
    }
    let mut all = beside.into_iter().fold(found(machine), |all, (_, other)| joined(all, other));
    all.are_all_told &= are_apart;
    all
}

/// Runs these blocks one after the other.
fn these(machine: &mut Machine<'_>, blocks: Range<u32>) {
    for block in blocks {
        machine.enter_block(block);
        machine.lockstep();
        if machine.end.is_some() {
            return;
        }
    }
}

fn found(mut machine: Machine<'_>) -> Found {
    let tracking = machine.tracked().unwrap_or_default();
    let end = match (machine.end.take(), &tracking.dependence) {
        (_, Some(found)) => AmplifiedEnd::Depends(tracking.comes(found)),
        (None | Some(End::Finished), None) => AmplifiedEnd::Finished,
        (Some(End::Violated | End::Unmet), None) => AmplifiedEnd::Violated,
        (Some(End::Undecided { reason, span }), None) => AmplifiedEnd::Undecided { reason, span },
        (Some(End::StepLimit), None) => AmplifiedEnd::StepLimit,
        (Some(End::Stopped), None) => AmplifiedEnd::Stopped { span: machine.statement },
    };
    let open_accesses = tracking.open_accesses.iter().map(|(site, found)| (*site, tracking.comes(found))).collect();
    Found {
        end,
        violations: std::mem::take(&mut machine.findings.violations),
        races: tracking.races,
        maybe_violations: tracking.violations,
        maybe: tracking.sites,
        remarks: std::mem::take(&mut machine.findings.remarks),
        open: tracking.open,
        open_accesses,
        are_all_told: true,
        steps: machine.budget.steps,
    }
}

/// What two groups of blocks showed. Where both end early, the first one says how.
fn joined(mut all: Found, other: Found) -> Found {
    if matches!(all.end, AmplifiedEnd::Finished) {
        all.end = other.end;
    }
    let is_race = |violation: &Violation| violation.kind == ViolationKind::Race;
    let mut races = other.races.into_iter();
    for violation in other.violations {
        let sites = if is_race(&violation) { races.next() } else { None };
        if !all.violations.iter().any(|known| is_alike(known, &violation)) {
            all.races.extend(sites);
            all.violations.push(violation);
        }
    }
    for violation in other.maybe_violations {
        if !all.maybe_violations.iter().any(|known| is_alike(known, &violation)) {
            all.maybe_violations.push(violation);
        }
    }
    for remark in other.remarks {
        if !all.remarks.iter().any(|known| (known.span, &known.kind) == (remark.span, &remark.kind)) {
            all.remarks.push(remark);
        }
    }
    all.maybe.extend(other.maybe);
    all.are_all_told &= other.are_all_told;
    all.open.extend(other.open);
    for (site, comes) in other.open_accesses {
        all.open_accesses.entry(site).or_insert(comes);
    }
    all.steps += other.steps;
    all
}

/// Whether two violations are of the same places.
fn is_alike(one: &Violation, other: &Violation) -> bool {
    let race = |violation: &Violation| violation.race.as_ref().map(|race| (race.span, race.kinds));
    (one.kind, one.span, race(one)) == (other.kind, other.span, race(other))
}
