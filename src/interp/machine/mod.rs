//! The state of a run: threads, memory, what was seen so far.

mod access;
mod arbitrary;
mod findings;
pub mod marks;
mod memory_at_end;
pub mod tracking;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use crate::base::{Span, StopFlag, memory};
use crate::kernel::ir::{AccessKind, Kernel, Space, WarpOp};

use crate::interp::clocks::{CellLogs, Clocks};
use crate::interp::code::{ArrayCode, Code};
use crate::interp::memory::Paged;
use crate::interp::outcome::{End, Remark, ThreadIndex, Touch, Violation, ViolationKind};
use crate::interp::race::{Access, History, Races, Readers};
use crate::interp::setup::{Options, Setup};
use crate::interp::value::{Pool, Value};

use tracking::Tracking;

/// Steps between two looks at a flag: a few milliseconds.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 16;

/// Cells of a word of bits: as many as a page of values has.
const BITS: i64 = 64;
const _: () = assert!(BITS == crate::interp::memory::PAGE);

pub struct Machine<'c> {
    pub kernel: &'c Kernel,
    pub code: &'c Code,
    pub pool: &'c mut Pool,
    pub options: Options,
    pub threads: u32,
    /// Threads of a block; threads are numbered block by block.
    pub block: u32,
    coordinates: Coordinates,
    memory: Memory,
    pub standing: Standing,
    detector: Detector,
    pub view: View,
    pub findings: Findings,
    pub statement: Span,
    pub budget: Budget<'c>,
    pub end: Option<End>,
}

/// What a run has taken, and when it ends early.
pub struct Budget<'c> {
    pub steps: u64,
    /// The steps after which it is looked whether it shall.
    next_look: u64,
    stop: Option<&'c StopFlag>,
}

struct Coordinates {
    /// By thread in its block.
    of_threads: Vec<[u32; 3]>,
    of_blocks: Vec<[u32; 3]>,
}

struct Memory {
    /// By thread, then by local.
    locals: Vec<Value>,
    /// Locals of a thread.
    width: usize,
    arrays: Vec<Storage>,
    /// By call by contract: what arrays held when it was last reached in lock-step, by owner.
    kept: Vec<BTreeMap<u32, Vec<Paged<Value>>>>,
    /// Values that nobody gave are made from it, and from how many were made before.
    seed: u64,
    arbitrary: u64,
    /// In a run in which data is not known.
    tracking: Option<Box<Tracking>>,
}

/// The cells of an array, by owner: the launch, the block or the thread.
struct Storage {
    space: Space,
    values: Vec<Paged<Value>>,
    /// Cells whose value at entry was read, a bit each: so the report knows what mattered. They need no value of their own.
    looked_at: Paged<u64>,
    /// The last writes. Empty where no races are possible, or clocks see them.
    writers: Vec<Paged<Access>>,
    readers: Vec<Paged<Readers>>,
    logs: Vec<CellLogs>,
    /// In place of the marks, where every pair of accesses that race is wanted.
    histories: Vec<HashMap<i64, History>>,
}

/// How far threads are.
pub struct Standing {
    /// The threads that run now: all, or those of one block at a time. What is theirs alone is kept for no others.
    pub present: Range<u32>,
    /// By thread: barriers passed.
    pub passed: Vec<u32>,
    pub exited: Vec<bool>,
    /// By block: threads that have not exited.
    pub alive: Vec<u32>,
    /// Lanes that wait in lock-step for others of their warp.
    pub waiting: Vec<Waiting>,
}

/// Lanes that wait in lock-step for one that is not there (WARP-10).
pub struct Waiting {
    /// The first thread of the warp.
    pub first: u32,
    pub op: WarpOp,
    /// The lanes that they name.
    pub named: u32,
    pub threads: Vec<u32>,
    pub missing: u32,
    /// All that are missing, where none of them does anything more so far; they may as well have returned.
    pub idle: Option<Vec<u32>>,
    pub why: &'static str,
    pub statement: Span,
}

/// What sees races.
struct Detector {
    races: Races,
    /// Where barriers of blocks are not all that orders accesses.
    clocks: Option<Clocks>,
    /// By place and kind of an access: those that it raced with, where clocks see races.
    raced: BTreeMap<(u32, AccessKind), Vec<(u32, AccessKind)>>,
}

/// What annotations see beside variables and memory.
pub struct View {
    pub bound: Vec<Value>,
    /// Applications of definitions that are being evaluated.
    pub open_calls: u32,
    /// By loop: finished lock-step iterations.
    pub counts: Vec<u64>,
    /// The loops around, outermost first.
    pub around: Vec<u32>,
    /// The active threads, sorted.
    pub active: Vec<u32>,
    /// An annotation is being evaluated: connectives are Kleene's.
    pub spec: bool,
}

/// What was seen so far.
#[derive(Default)]
pub struct Findings {
    pub violations: Vec<Violation>,
    /// By kind and places; of a race also what is done there.
    reported: BTreeSet<(ViolationKind, (Span, AccessKind), (Span, AccessKind))>,
    pub undecided: BTreeSet<Span>,
    /// Clauses that were true of something.
    pub held: BTreeSet<Span>,
    pub remarks: Vec<Remark>,
    /// The first place where an integer left the range of its type.
    overflow: Option<Span>,
    /// The last function, by its name's number, whose value was not computed.
    pub uncomputed: Option<u32>,
    /// The accesses of all threads, in the order of the run; none where they are not asked for.
    pub touches: Option<Vec<Touch>>,
    /// The invariants, by loop and position, that are no invariants: then nothing is reported of them. None where they are to hold.
    pub failed: Option<BTreeSet<(u32, usize)>>,
}

impl<'c> Machine<'c> {
    pub fn new(
        kernel: &'c Kernel,
        code: &'c Code,
        pool: &'c mut Pool,
        setup: &'c Setup,
        options: Options,
        races: Races,
    ) -> Self {
        let blocks = setup.grid.iter().product::<u64>() as u32;
        Machine::of_blocks(kernel, code, pool, setup, options, (races, blocks))
    }

    /// A machine in which so many blocks run at a time.
    pub fn of_blocks(
        kernel: &'c Kernel,
        code: &'c Code,
        pool: &'c mut Pool,
        setup: &'c Setup,
        options: Options,
        (races, at_a_time): (Races, u32),
    ) -> Self {
        let count = |sizes: [u64; 3]| sizes.iter().product::<u64>() as u32;
        let (block, blocks) = (count(setup.block), count(setup.grid));
        let threads = block * blocks;
        let coordinates = |sizes: [u64; 3], count: u32| {
            let [x, y, _] = sizes.map(|size| size as u32);
            (0..count).map(|at| [at % x, at / x % y, at / x / y]).collect()
        };
        let present = 0..block * at_a_time;
        let owners = Owners { blocks: at_a_time, threads: present.end };
        Machine {
            kernel,
            code,
            pool,
            options,
            threads,
            block,
            coordinates: Coordinates {
                of_threads: coordinates(setup.block, block),
                of_blocks: coordinates(setup.grid, blocks),
            },
            memory: Memory {
                locals: present.clone().flat_map(|_| code.locals.iter().map(|local| local.at_entry)).collect(),
                width: code.locals.len(),
                arrays: code.arrays.iter().map(|array| owners.storage(array, code.clocked, races)).collect(),
                kept: vec![BTreeMap::new(); code.calls.len()],
                seed: setup.seed,
                arbitrary: 0,
                tracking: None,
            },
            standing: Standing {
                present,
                passed: vec![0; threads as usize],
                exited: vec![false; threads as usize],
                alive: vec![block; blocks as usize],
                waiting: Vec::new(),
            },
            detector: Detector {
                races,
                clocks: code.clocked.then(|| Clocks::new(threads, block, code.orders)),
                raced: BTreeMap::new(),
            },
            view: View {
                bound: vec![Value::Unknown; code.annotations.bound],
                open_calls: 0,
                counts: vec![0; code.loops.len()],
                around: Vec::new(),
                active: Vec::new(),
                spec: false,
            },
            findings: Findings::default(),
            statement: kernel.span,
            budget: Budget { steps: 0, next_look: STEPS_BETWEEN_LOOKS.min(options.steps), stop: None },
            end: None,
        }
    }

    /// Lets the threads of a block run, in a machine of one block at a time.
    pub fn enter_block(&mut self, block: u32) {
        self.standing.present = block * self.block..(block + 1) * self.block;
        let at_entry = self.code.locals.iter().map(|local| local.at_entry);
        for (local, value) in self.memory.locals.iter_mut().zip(at_entry.cycle()) {
            *local = value;
        }
        for array in &mut self.memory.arrays {
            if matches!(array.space, Space::Shared | Space::Private) {
                array.values.iter_mut().for_each(Paged::clear);
                array.writers.iter_mut().for_each(Paged::clear);
                array.readers.iter_mut().for_each(Paged::clear);
                array.logs.iter_mut().for_each(CellLogs::clear);
                array.histories.iter_mut().for_each(HashMap::clear);
            }
        }
        self.view.counts.fill(0);
        self.view.around.clear();
    }

    /// Where a variable of a thread is kept.
    #[inline]
    fn place_of(&self, local: u32, thread: u32) -> usize {
        (thread - self.standing.present.start) as usize * self.memory.width + local as usize
    }

    pub fn thread_coordinate(&self, thread: u32, axis: u8) -> Value {
        Value::Int(i64::from(self.coordinates.of_threads[(thread % self.block) as usize][axis as usize]))
    }

    pub fn block_coordinate(&self, thread: u32, axis: u8) -> Value {
        Value::Int(i64::from(self.coordinates.of_blocks[(thread / self.block) as usize][axis as usize]))
    }

    pub fn index_of(&self, thread: u32) -> ThreadIndex {
        ThreadIndex {
            block: self.coordinates.of_blocks[(thread / self.block) as usize].map(u64::from),
            thread: self.coordinates.of_threads[(thread % self.block) as usize].map(u64::from),
        }
    }

    /// Counts a step; false when they are spent.
    #[inline]
    pub fn step(&mut self, count: u64) -> bool {
        self.budget.steps += count;
        self.budget.steps <= self.budget.next_look || self.goes_on()
    }

    #[cold]
    fn goes_on(&mut self) -> bool {
        let budget = &mut self.budget;
        if budget.steps > self.options.steps {
            self.end.get_or_insert(End::StepLimit);
            return false;
        }
        budget.next_look = budget.steps.saturating_add(STEPS_BETWEEN_LOOKS).min(self.options.steps);
        let is_stopped = budget.stop.is_some_and(StopFlag::is_set);
        if is_stopped {
            self.end.get_or_insert(End::Stopped);
        } else if memory::is_half_used() {
            // What was seen until here is told.
            self.undecided("the memory limit was reached (`--memory MEGABYTES` gives more)", self.statement);
        }
        self.end.is_none()
    }

    /// Lets the run end early when this flag is set.
    pub fn stop_at(&mut self, stop: &'c StopFlag) {
        self.budget.stop = Some(stop);
    }
}

/// How many there are to own memory, beside the launch.
struct Owners {
    blocks: u32,
    threads: u32,
}

impl Owners {
    fn storage(&self, array: &ArrayCode, is_clocked: bool, races: Races) -> Storage {
        let owners = match array.space {
            Space::Global | Space::Constant | Space::Ghost | Space::Surface => 1,
            Space::Shared => self.blocks,
            Space::Private => self.threads,
        };
        let is_marked = array.written && matches!(array.space, Space::Global | Space::Shared | Space::Surface);
        let count = |is_wanted: bool| if is_marked && is_wanted { owners } else { 0 };
        let (first, every) = (count(!is_clocked && races == Races::First), count(!is_clocked && races == Races::Every));
        Storage {
            space: array.space,
            values: (0..owners).map(|_| Paged::new(Value::Missing)).collect(),
            looked_at: Paged::new(0),
            writers: (0..first).map(|_| Paged::new(Access::NONE)).collect(),
            readers: (0..first).map(|_| Paged::new(Readers::NONE)).collect(),
            logs: (0..count(is_clocked)).map(|_| CellLogs::new()).collect(),
            histories: (0..every).map(|_| HashMap::new()).collect(),
        }
    }
}
