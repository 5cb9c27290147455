//! Test amplification: one launch, run while data is not known, so that what it shows holds for all data (Leung, Gupta, Agarwal, Gupta,
//! Jhala and Lerner, *Verifying GPU Kernels by Test Amplification*, PLDI 2012; AMP-1 to AMP-21).
//!
//! The paper follows data by a static analysis beside a run with test inputs. Here the run itself has no data: a value that data decides
//! is unknown and carries its sources, so the analysis is as exact as the run. Which inputs are configuration is found by trying:
//! all are data at first, and one that comes where the launch hangs on it is given its value, in a run from the start. What is data
//! after that and decides a cell leaves the access open: whoever asked has to show that it neither races nor leaves its array.

use std::collections::BTreeSet;

use crate::kernel::ir::{ArrayId, Kernel, LocalId, LocalRole, Space};

use crate::base::{Span, StopFlag};
use crate::interp::code::{Code, Instruction};
use crate::interp::compile::{self, Refusal};
use crate::interp::flow::Source;
use crate::interp::machine::tracking::{Comes, Tracking};
use crate::interp::outcome::{Remark, Violation, ViolationKind};
use crate::interp::setup::{Contents, Options, Schedule, Setup};
use crate::interp::slice;
use crate::interp::transfer::Transfer;
use crate::interp::value::{Pool, Scalar, Value};

use super::blocks::Launch;

/// What a launch shows of all data.
#[derive(Clone, Debug)]
pub struct Amplified {
    pub end: AmplifiedEnd,
    /// Inputs whose values the launch hangs on.
    pub scalars: BTreeSet<LocalId>,
    /// Arrays whose contents it hangs on.
    pub contents: BTreeSet<ArrayId>,
    /// What goes wrong whatever the data are.
    pub violations: Vec<Violation>,
    /// What goes wrong if data lead there.
    pub possible: Vec<Violation>,
    pub remarks: Vec<Remark>,
    /// Checks with an operand that data decides: these say nothing of other data.
    pub open: BTreeSet<ViolationKind>,
    /// Accesses of which data decides the cell (AMP-11).
    pub open_accesses: Vec<OpenAccess>,
    /// By array: where its other accesses stand, as far as no open one stands there.
    pub settled: BTreeSet<(ArrayId, Span)>,
    /// Of the last run.
    pub steps: u64,
    pub runs: u32,
}

/// An access that the run says nothing of.
#[derive(Clone, Debug)]
pub struct OpenAccess {
    pub array: ArrayId,
    pub comes: Comes,
}

#[derive(Clone, Default, Debug)]
pub enum AmplifiedEnd {
    #[default]
    Finished,
    Violated,
    Depends(Comes),
    Undecided {
        reason: String,
        span: Span,
    },
    StepLimit,
    /// It was ended early, at this statement.
    Stopped {
        span: Span,
    },
}

/// Runs a launch for all data. The contents that arrays are given count only where the launch hangs on them.
///
/// # Errors
///
/// When an input is missing, or the kernel has something that cannot be executed.
pub fn amplify(kernel: &Kernel, setup: &Setup, options: &Options, stop: &StopFlag) -> Result<Amplified, Refusal> {
    let options = Options { schedule: Schedule::Lockstep, ..*options };
    let (setup, absent) = completed(kernel, setup);
    let setup = &setup;
    let mut given = Given { scalars: never_data(kernel), contents: BTreeSet::new() };
    let mut runs = 0;
    loop {
        runs += 1;
        let found = once((kernel, setup), &options, &given, &absent, stop);
        // An extent hangs on a scalar: all are fixed then.
        let mut found = match found {
            Err(Refusal::NotModelled(..)) if !given.has_all(kernel) => match absent.scalars.first() {
                Some(local) => return Err(missing(kernel, *local)),
                None => {
                    given.scalars.extend(compile::inputs(kernel).0);
                    continue;
                }
            },
            found => found?,
        };
        found.runs = runs;
        let AmplifiedEnd::Depends(Comes { sources, .. }) = &found.end else { return Ok(found) };
        let before = given.clone();
        for source in sources {
            match source {
                Source::Scalar(local) if absent.scalars.contains(local) => return Err(missing(kernel, *local)),
                Source::Scalar(local) => {
                    given.scalars.insert(*local);
                }
                Source::Contents(array) if setup.arrays.get(array).is_some_and(|given| !given.cells.is_empty()) => {
                    given.contents.insert(*array);
                }
                Source::Contents(_) | Source::Uninitialised | Source::Atomic | Source::Anything => {}
            }
        }
        if before == given {
            return Ok(found);
        }
    }
}

/// What is not given.
struct Absent {
    /// These have any value: it is wanted only if the launch hangs on it.
    scalars: BTreeSet<LocalId>,
    /// Accesses to these are not held against a length.
    lengths: BTreeSet<ArrayId>,
}

/// The launch with what is not given.
fn completed(kernel: &Kernel, setup: &Setup) -> (Setup, Absent) {
    let (scalars, arrays) = compile::inputs(kernel);
    let is_wanted = |local: &LocalId| !matches!(kernel.locals[local.index()].role, LocalRole::Template);
    let scalars = scalars.into_iter().filter(|local| is_wanted(local) && !setup.scalars.contains_key(local)).collect();
    // The size of shared memory is part of the launch.
    let is_open = |array: &ArrayId| kernel.arrays[array.index()].space != Space::Shared;
    let lengths = arrays.into_values().filter(|array| is_open(array) && !setup.arrays.contains_key(array)).collect();
    let absent = Absent { scalars, lengths };
    let mut completed = setup.clone();
    completed.scalars.extend(absent.scalars.iter().map(|local| (*local, Scalar::Int(1.into()))));
    completed.arrays.extend(absent.lengths.iter().map(|array| (*array, Contents::default())));
    (completed, absent)
}

fn missing(kernel: &Kernel, local: LocalId) -> Refusal {
    Refusal::Missing(kernel.locals[local.index()].name.clone())
}

/// What a run is given.
#[derive(Clone, PartialEq)]
struct Given {
    scalars: BTreeSet<LocalId>,
    contents: BTreeSet<ArrayId>,
}

impl Given {
    fn has_all(&self, kernel: &Kernel) -> bool {
        compile::inputs(kernel).0.iter().all(|local| self.scalars.contains(local))
    }
}

/// Template values decide the program; ghosts are none of it.
fn never_data(kernel: &Kernel) -> BTreeSet<LocalId> {
    let locals = kernel.locals.iter().enumerate();
    let fixed = locals.filter(|(_, local)| matches!(local.role, LocalRole::Template | LocalRole::Ghost));
    fixed.map(|(at, _)| LocalId(at as u32)).collect()
}

fn once(
    (kernel, setup): (&Kernel, &Setup),
    options: &Options,
    given: &Given,
    absent: &Absent,
    stop: &StopFlag,
) -> Result<Amplified, Refusal> {
    let mut pool = Pool::default();
    let (scalars, _) = compile::inputs(kernel);
    let data: BTreeSet<LocalId> = scalars.into_iter().filter(|local| !given.scalars.contains(local)).collect();
    let mut code = compile::with_data(kernel, setup, options, &mut pool, &data)?;
    if !code.calls.is_empty() {
        return Err(Refusal::NotModelled("a call by contract in an amplified run".to_owned(), kernel.span));
    }
    let may_stop = may_stop(&code);
    without_annotations(&mut code);
    for (at, array) in code.arrays.iter_mut().enumerate() {
        let id = ArrayId(at as u32);
        // Where a length is given, accesses are held against it.
        if let ([extent], Some(given)) = (&mut array.extents[..], setup.arrays.get(&id))
            && (extent.is_none() || kernel.arrays[at].length_used)
        {
            *extent = if absent.lengths.contains(&id) { None } else { i64::try_from(given.length).ok() };
        }
    }
    let tracking = tracked((kernel, setup), given, &data, &mut code);
    // Which accesses atomic operations and fences order, only this one order of threads says: here they order none, and of what
    // they may order it is not certain that it races.
    let may_order = code.orders && !Transfer::Order.is_out();
    code.orders &= Transfer::Order.is_out();
    let launch = Launch { kernel, setup, code: &code, options: *options, stop };
    let found = launch.run(&pool, &tracking);
    let mut races = found.races.iter();
    let is_possible = |violation: &Violation| {
        let sites = if violation.kind == ViolationKind::Race { races.next() } else { None };
        let is_maybe = |(one, other): &(u32, u32)| found.maybe.contains(one) || found.maybe.contains(other);
        may_stop || sites.is_some_and(|sites| may_order || is_maybe(sites))
    };
    let (mut possible, violations): (Vec<_>, Vec<_>) = found.violations.into_iter().partition(is_possible);
    possible.extend(found.maybe_violations);
    let array_of = |site: u32| ArrayId(code.cells[site as usize].array);
    let open_accesses: Vec<OpenAccess> =
        found.open_accesses.into_iter().map(|(site, comes)| OpenAccess { array: array_of(site), comes }).collect();
    let mut settled: BTreeSet<(ArrayId, Span)> =
        code.cells.iter().map(|cell| (ArrayId(cell.array), cell.span)).collect();
    open_accesses.iter().for_each(|open| _ = settled.remove(&(open.array, open.comes.span)));
    if !found.are_all_told {
        settled.clear();
    }
    Ok(Amplified {
        end: found.end,
        scalars: kernel_scalars(kernel, &data),
        contents: given.contents.clone(),
        violations,
        possible,
        remarks: found.remarks,
        open: found.open,
        open_accesses,
        settled,
        steps: found.steps,
        runs: 1,
    })
}

/// Puts data in place of what is not given.
fn tracked((kernel, setup): (&Kernel, &Setup), given: &Given, data: &BTreeSet<LocalId>, code: &mut Code) -> Tracking {
    let mut tracking = Tracking::default();
    tracking.to_give = data.iter().map(|local| Source::Scalar(*local)).collect();
    for local in data.iter().filter(|_| !Transfer::Scalar.is_out()) {
        code.locals[local.index()].at_entry = Value::Data(tracking.flows.input(Source::Scalar(*local)));
    }
    for (at, array) in code.arrays.iter().enumerate() {
        let id = ArrayId(at as u32);
        if matches!(array.space, Space::Global | Space::Constant | Space::Surface) {
            tracking.contents.insert(at as u32, tracking.flows.input(Source::Contents(id)));
        }
        // The initialiser of a constant table is part of the program.
        let is_table = array.space == Space::Constant && kernel.arrays[at].initial.is_some();
        if given.contents.contains(&id) || is_table {
            tracking.given.insert(at as u32);
        } else if setup.arrays.get(&id).is_some_and(|given| !given.cells.is_empty()) {
            tracking.to_give.insert(Source::Contents(id));
        }
    }
    if slice::cut(code, Value::Data(tracking.flows.input(Source::Anything))) {
        tracking.open.insert(ViolationKind::Division);
    }
    tracking
}

/// The parameters and variables of the file that were given.
fn kernel_scalars(kernel: &Kernel, data: &BTreeSet<LocalId>) -> BTreeSet<LocalId> {
    let (scalars, _) = compile::inputs(kernel);
    let is_named = |local: &LocalId| matches!(kernel.locals[local.index()].role, LocalRole::Param | LocalRole::Global);
    scalars.into_iter().filter(|local| is_named(local) && !data.contains(local)).collect()
}

/// Whether the program itself says what ends a thread, which is not looked at: what goes wrong behind that may never come.
fn may_stop(code: &Code) -> bool {
    let stops = |step: &Instruction| {
        matches!(
            step,
            Instruction::Assume(_) | Instruction::Assert { by_program: true, kind: ViolationKind::Assert, .. }
        )
    };
    code.instructions.iter().any(stops)
}

/// Annotations say nothing here: what the launch does is looked at for all data, also for those that a contract rules out.
fn without_annotations(code: &mut Code) {
    for (at, instruction) in code.instructions.iter_mut().enumerate() {
        if matches!(instruction, Instruction::Assert { .. } | Instruction::Assume(_) | Instruction::Keep(_)) {
            *instruction = Instruction::Jump(at as u32 + 1);
        }
    }
    for found in &mut code.loops {
        (found.invariants, found.variant) = (Vec::new(), None);
    }
    code.contract.writes.clear();
}
