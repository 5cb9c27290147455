//! A kernel is run: compiled, executed in the orders that are asked for, and what it showed is put together.

use std::collections::BTreeSet;

use crate::interp::code::Code;
use crate::interp::compile::{self, Refusal};
use crate::interp::machine::Machine;
use crate::interp::outcome::{End, Outcome, Touch, ViolationKind};
use crate::interp::race::Races;
use crate::interp::setup::{Options, Schedule, Setup};
use crate::interp::value::Pool;
use crate::kernel::ir::{Kernel, Unsupported};

/// Runs a kernel.
///
/// # Errors
///
/// When an input is missing, or the kernel has something that cannot be executed.
pub fn run(kernel: &Kernel, setup: &Setup, options: &Options) -> Result<Outcome, Refusal> {
    let mut pool = Pool::default();
    let code = compile::compile(kernel, setup, options, &mut pool)?;
    match options.schedule {
        Schedule::Exhaustive => Ok(exhaustive(kernel, &code, &mut pool, setup, options)),
        Schedule::Lockstep | Schedule::Reverse | Schedule::Random => {
            let mut run = |races: Races| {
                let machine = Machine::new(kernel, &code, &mut pool, setup, *options, races);
                once(machine, &mut chooser(setup, options))
            };
            let outcome = run(Races::First);
            let racy = |outcome: &Outcome| outcome.violations.iter().any(|found| found.kind == ViolationKind::Race);
            if !racy(&outcome) {
                return Ok(outcome);
            }
            // Where there is one race, all of them are wanted; that takes more memory.
            let every = run(Races::Every);
            Ok(if racy(&every) { every } else { outcome })
        }
    }
}

/// The accesses of all threads to global and shared memory in a run, in its order, up to some number. Of one in which every order
/// is tried there are none.
///
/// # Errors
///
/// As [`run`].
pub fn touches(kernel: &Kernel, setup: &Setup, options: &Options) -> Result<Vec<Touch>, Refusal> {
    let mut pool = Pool::default();
    let code = compile::compile(kernel, setup, options, &mut pool)?;
    let mut machine = Machine::new(kernel, &code, &mut pool, setup, *options, Races::First);
    machine.findings.touches = Some(Vec::new());
    match options.schedule {
        Schedule::Exhaustive => return Ok(Vec::new()),
        Schedule::Lockstep => machine.lockstep(),
        Schedule::Reverse | Schedule::Random => machine.interleaved(&mut chooser(setup, options)),
    }
    Ok(machine.findings.touches.unwrap_or_default())
}

/// Which invariants of loops are not known to hold in a run in lock-step, each by its loop and its position there; none where the launch
/// does not meet the contract or the run does not come to its end.
///
/// # Errors
///
/// As [`run`].
pub fn failing(kernel: &Kernel, setup: &Setup, options: &Options) -> Result<Option<BTreeSet<(u32, usize)>>, Refusal> {
    let mut pool = Pool::default();
    let code = compile::compile(kernel, setup, options, &mut pool)?;
    let mut machine = Machine::new(kernel, &code, &mut pool, setup, *options, Races::First);
    if requires(&mut machine) != Some(true) {
        return Ok(None);
    }
    machine.findings.failed = Some(BTreeSet::new());
    machine.lockstep();
    Ok(machine.findings.failed.filter(|_| machine.end.is_none()))
}

/// Which thread goes on, and for how many statements.
fn chooser(setup: &Setup, options: &Options) -> impl FnMut(usize) -> (usize, u64) + use<> {
    let (mut state, is_random) = (setup.seed, options.schedule == Schedule::Random);
    move |count| {
        if !is_random {
            return (count - 1, u64::MAX);
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize % count, 1 + (state >> 20) % 16)
    }
}

/// What the machine cannot execute of a kernel, whatever the launch.
pub fn not_modelled(kernel: &Kernel) -> Option<Unsupported> {
    let options = Options::default();
    match compile::compile(kernel, &Setup::smallest(kernel), &options, &mut Pool::default()) {
        Err(Refusal::NotModelled(what, span)) => {
            let construct = format!("{what} (in the interpreter)");
            Some(Unsupported { construct, span })
        }
        Ok(_) | Err(Refusal::Missing(_) | Refusal::MissingArray(_)) => None,
    }
}

/// Whether a launch meets the contract; none where that is not decided.
///
/// # Errors
///
/// As [`run`].
pub fn meets_requires(kernel: &Kernel, setup: &Setup, options: &Options) -> Result<Option<bool>, Refusal> {
    let mut pool = Pool::default();
    let code = compile::compile(kernel, setup, options, &mut pool)?;
    let mut machine = Machine::new(kernel, &code, &mut pool, setup, *options, Races::First);
    Ok(requires(&mut machine))
}

fn requires(machine: &mut Machine<'_>) -> Option<bool> {
    let everyone: Vec<u32> = (0..machine.threads).collect();
    let mut all = Some(true);
    for clause in &machine.code.contract.requires {
        match machine.check(*clause, ViolationKind::Requires, &everyone) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}

/// One schedule.
fn once(mut machine: Machine<'_>, choose: &mut dyn FnMut(usize) -> (usize, u64)) -> Outcome {
    let schedule = machine.options.schedule;
    let meets_requires = requires(&mut machine);
    if meets_requires == Some(false) {
        machine.end = Some(End::Unmet);
    } else {
        match schedule {
            Schedule::Lockstep => machine.lockstep(),
            Schedule::Reverse | Schedule::Random | Schedule::Exhaustive => machine.interleaved(choose),
        }
    }
    if machine.end.is_none() {
        machine.statement = machine.kernel.span;
        let everyone: Vec<u32> = (0..machine.threads).collect();
        for clause in &machine.code.contract.ensures {
            machine.check(*clause, ViolationKind::Ensures, &everyone);
        }
    }
    Outcome {
        end: machine.end.take().unwrap_or(End::Finished),
        schedule,
        meets_requires,
        arrays: machine.final_arrays(),
        remarks: std::mem::take(&mut machine.findings.remarks),
        violations: std::mem::take(&mut machine.findings.violations),
        undecided: machine.findings.undecided.iter().copied().collect(),
        held: machine.findings.held.difference(&machine.findings.undecided).copied().collect(),
        steps: machine.budget.steps,
        schedules: 1,
    }
}

/// Every order of the threads between barriers, until one goes wrong. The choices of a schedule are the digits
/// of a number that is counted up.
fn exhaustive(kernel: &Kernel, code: &Code, pool: &mut Pool, setup: &Setup, options: &Options) -> Outcome {
    let mut digits: Vec<(usize, usize)> = Vec::new();
    let (mut steps, mut schedules) = (0, 0);
    loop {
        let mut at = 0;
        let mut choose = |count: usize| {
            if at == digits.len() {
                digits.push((0, count));
            }
            at += 1;
            (digits[at - 1].0, u64::MAX)
        };
        let left = Options { steps: options.steps - steps, ..*options };
        let mut outcome = once(Machine::new(kernel, code, pool, setup, left, Races::First), &mut choose);
        steps += outcome.steps;
        schedules += 1;
        (outcome.steps, outcome.schedules) = (steps, schedules);
        while digits.last().is_some_and(|(digit, count)| digit + 1 == *count) {
            digits.pop();
        }
        let good = outcome.violations.is_empty() && outcome.end == End::Finished;
        match digits.last_mut() {
            Some((digit, _)) if good && steps < options.steps => *digit += 1,
            Some(_) if good => return Outcome { end: End::StepLimit, ..outcome },
            _ => return outcome,
        }
    }
}
