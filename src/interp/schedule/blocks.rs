//! A launch for all data, block by block (AMP-14): some blocks by one machine and some by others at the same time, each of which keeps of
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

/// Machines that share the blocks of a launch. Their number does not hang on the cores: what is found must not, either.
const MACHINES: u32 = 8;

/// What some blocks showed.
#[derive(Default)]
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

/// A launch that is run.
#[derive(Clone, Copy)]
pub struct Launch<'l> {
    pub kernel: &'l Kernel,
    pub setup: &'l Setup,
    pub code: &'l Code,
    pub options: Options,
    pub stop: &'l StopFlag,
}

impl<'l> Launch<'l> {
    /// Runs all blocks, from these values and what is known of data.
    pub fn run(self, pool: &Pool, tracking: &Tracking) -> Found {
        // Nothing but a barrier of the grid lets a block know of another one.
        let is_of_grid = |step: &Instruction| matches!(step, Instruction::Barrier(_, BarrierScope::Grid, _));
        let blocks = self.setup.grid.iter().product::<u64>() as u32;
        if self.code.instructions.iter().any(is_of_grid) {
            let mut pool = pool.clone();
            let mut machine = self.machine(&mut pool, tracking, blocks);
            machine.lockstep();
            return found(machine);
        }
        // Where clocks order accesses, marks do not tell what races.
        let machines = if self.code.clocked { 1 } else { MACHINES.min(blocks) };
        let first_of = |part: u32| (u64::from(blocks) * u64::from(part) / u64::from(machines)) as u32;
        let parts = (0..machines).into_par_iter();
        let parts: Vec<(Marks, Found)> =
            parts.map(|part| self.part(pool.clone(), tracking, first_of(part)..first_of(part + 1))).collect();
        let mut pool = pool.clone();
        let mut between = self.machine(&mut pool, tracking, 1);
        let mut are_all_told = true;
        for (marks, _) in &parts {
            are_all_told &= !between.meet_marks(marks);
        }
        let founds = parts.into_iter().map(|(_, found)| found).chain([found(between)]);
        let all = founds.reduce(joined).unwrap_or_default();
        Found { are_all_told, ..all }
    }

    fn machine<'p>(self, pool: &'p mut Pool, tracking: &Tracking, at_a_time: u32) -> Machine<'p>
    where
        'l: 'p,
    {
        let Launch { kernel, setup, code, options, stop } = self;
        let mut machine = Machine::of_blocks(kernel, code, pool, setup, options, (Races::First, at_a_time));
        machine.track(tracking.clone());
        machine.stop_at(stop);
        machine
    }

    /// Runs these blocks one after the other.
    fn part(self, mut pool: Pool, tracking: &Tracking, blocks: Range<u32>) -> (Marks, Found) {
        let mut machine = self.machine(&mut pool, tracking, 1);
        for block in blocks {
            machine.enter_block(block);
            machine.lockstep();
            if machine.end.is_some() {
                break;
            }
        }
        (machine.take_marks(), found(machine))
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
