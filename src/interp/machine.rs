//! The state of a run: threads, memory, what was seen so far.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::base::Span;
use crate::kernel::ir::{AccessKind, AtomicScope, Fence, Kernel, LocalRole, MemoryOrder, Space, Type};

use super::clocks::{CellLogs, Clocks, Made, Strong};
use super::code::{ArrayCode, Code, Node, NodeId};
use super::memory::{PAGE, Paged};
use super::outcome::{
    self, End, FinalArray, RaceWith, Remark, RemarkKind, Seen, ThreadIndex, Violation, ViolationKind,
};
use super::race::{Access, Event, History, Order, Races, Readers};
use super::setup::{Floats, Ints, Options, Setup};
use super::value::{Pool, Scalar, Value};
use super::warps::Waiting;

/// Cells of a word of bits: as many as a page of values has.
const BITS: i64 = 64;
const _: () = assert!(BITS == PAGE);

pub struct Machine<'c> {
    pub kernel: &'c Kernel,
    pub code: &'c Code,
    pub pool: &'c mut Pool,
    pub setup: &'c Setup,
    pub options: Options,
    pub threads: u32,
    /// Threads of a block; threads are numbered block by block.
    pub block: u32,
    /// By thread, then by local.
    locals: Vec<Value>,
    width: usize,
    arrays: Vec<Memory>,
    /// By call by contract: what arrays held when it was last reached in lock-step, by owner.
    kept: Vec<BTreeMap<u32, Vec<Paged<Value>>>>,
    /// By thread: barriers passed.
    pub passed: Vec<u32>,
    races: Races,
    /// Where barriers of blocks are not all that orders accesses.
    clocks: Option<Clocks>,
    pub exited: Vec<bool>,
    /// Lanes that wait in lock-step for others of their warp.
    pub waiting: Vec<Waiting>,
    /// By block: threads that have not exited.
    pub alive: Vec<u32>,
    /// By thread in its block, by block.
    thread_index: Vec<[u32; 3]>,
    block_index: Vec<[u32; 3]>,

    // ── of annotations ──
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

    // ── what was seen ──
    pub statement: Span,
    pub steps: u64,
    pub end: Option<End>,
    pub violations: Vec<Violation>,
    /// By kind and places; of a race also what is done there.
    reported: BTreeSet<(ViolationKind, (Span, AccessKind), (Span, AccessKind))>,
    /// By place and kind of an access: those that it raced with, where clocks see races.
    raced: BTreeMap<(u32, AccessKind), Vec<(u32, AccessKind)>>,
    pub undecided: BTreeSet<Span>,
    /// Clauses that were true of something.
    pub held: BTreeSet<Span>,
    remarks: Vec<Remark>,
    /// The first place where an integer left the range of its type.
    overflow: Option<Span>,
    arbitrary: u64,
}

/// The cells of an array, by owner: the launch, the block or the thread.
struct Memory {
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

impl<'c> Machine<'c> {
    pub fn new(
        kernel: &'c Kernel,
        code: &'c Code,
        pool: &'c mut Pool,
        setup: &'c Setup,
        options: Options,
        races: Races,
    ) -> Self {
        let count = |sizes: [u64; 3]| sizes.iter().product::<u64>() as u32;
        let (block, blocks) = (count(setup.block), count(setup.grid));
        let threads = block * blocks;
        let coordinates = |sizes: [u64; 3], count: u32| {
            let [x, y, _] = sizes.map(|size| size as u32);
            (0..count).map(|at| [at % x, at / x % y, at / x / y]).collect()
        };
        let memory = |array: &ArrayCode| {
            let owners = match array.space {
                Space::Global | Space::Constant | Space::Ghost | Space::Surface => 1,
                Space::Shared => blocks,
                Space::Private => threads,
            };
            let marked = array.written && matches!(array.space, Space::Global | Space::Shared | Space::Surface);
            let count = |wanted: Races| if marked && !code.clocked && races == wanted { owners } else { 0 };
            Memory {
                space: array.space,
                values: (0..owners).map(|_| Paged::new(Value::Missing)).collect(),
                looked_at: Paged::new(0),
                writers: (0..count(Races::First)).map(|_| Paged::new(Access::NONE)).collect(),
                readers: (0..count(Races::First)).map(|_| Paged::new(Readers::NONE)).collect(),
                logs: (0..if marked && code.clocked { owners } else { 0 }).map(|_| CellLogs::new()).collect(),
                histories: (0..count(Races::Every)).map(|_| HashMap::new()).collect(),
            }
        };
        Machine {
            kernel,
            code,
            pool,
            setup,
            options,
            threads,
            block,
            locals: (0..threads).flat_map(|_| code.locals.iter().map(|local| local.at_entry)).collect(),
            width: code.locals.len(),
            arrays: code.arrays.iter().map(memory).collect(),
            kept: vec![BTreeMap::new(); code.calls.len()],
            passed: vec![0; threads as usize],
            races,
            clocks: code.clocked.then(|| Clocks::new(threads, block, code.orders)),
            exited: vec![false; threads as usize],
            waiting: Vec::new(),
            alive: vec![block; blocks as usize],
            thread_index: coordinates(setup.block, block),
            block_index: coordinates(setup.grid, blocks),
            bound: vec![Value::Unknown; code.annotations.bound],
            open_calls: 0,
            counts: vec![0; code.loops.len()],
            around: Vec::new(),
            active: Vec::new(),
            spec: false,
            statement: kernel.span,
            steps: 0,
            end: None,
            violations: Vec::new(),
            reported: BTreeSet::new(),
            raced: BTreeMap::new(),
            undecided: BTreeSet::new(),
            held: BTreeSet::new(),
            remarks: Vec::new(),
            overflow: None,
            arbitrary: 0,
        }
    }

    // ── threads ─────────────────────────────────────────────────────────────────────────────────

    pub fn thread_coordinate(&self, thread: u32, axis: u8) -> Value {
        Value::Int(i64::from(self.thread_index[(thread % self.block) as usize][axis as usize]))
    }

    pub fn block_coordinate(&self, thread: u32, axis: u8) -> Value {
        Value::Int(i64::from(self.block_index[(thread / self.block) as usize][axis as usize]))
    }

    pub fn index_of(&self, thread: u32) -> ThreadIndex {
        ThreadIndex {
            block: self.block_index[(thread / self.block) as usize].map(u64::from),
            thread: self.thread_index[(thread % self.block) as usize].map(u64::from),
        }
    }

    // ── locals ──────────────────────────────────────────────────────────────────────────────────

    #[inline]
    pub fn local(&mut self, local: u32, thread: u32, node: NodeId) -> Value {
        let value = self.locals[thread as usize * self.width + local as usize];
        match value {
            Value::Missing => self.uninitialised_local(local, thread, node),
            _ => value,
        }
    }

    #[inline]
    pub fn set_local(&mut self, local: u32, thread: u32, value: Value) {
        self.locals[thread as usize * self.width + local as usize] = value;
    }

    #[cold]
    fn uninitialised_local(&mut self, local: u32, thread: u32, node: NodeId) -> Value {
        if self.kernel.locals[local as usize].is_law() {
            return Value::Bool(false);
        }
        if self.kernel.locals[local as usize].role == LocalRole::Opaque {
            return Value::Unknown;
        }
        let value = self.next_arbitrary(self.code.locals[local as usize].ty);
        self.set_local(local, thread, value);
        // What lowering made holds any value on purpose.
        if !self.spec && self.kernel.locals[local as usize].role == LocalRole::Variable {
            let name = self.kernel.locals[local as usize].name.clone();
            self.remark(RemarkKind::Uninitialised(name), self.code.spans[node as usize], thread);
        }
        value
    }

    // ── memory ──────────────────────────────────────────────────────────────────────────────────

    #[inline]
    fn owner(&self, array: u32, thread: u32) -> usize {
        match self.arrays[array as usize].space {
            Space::Global | Space::Constant | Space::Ghost | Space::Surface => 0,
            Space::Shared => (thread / self.block) as usize,
            Space::Private => thread as usize,
        }
    }

    /// The value that the cell had when the kernel started.
    pub fn at_entry(&mut self, array: u32, index: i64) -> Value {
        let code = &self.code.arrays[array as usize];
        if let Some(value) = usize::try_from(index).ok().and_then(|index| code.initial.get(index)) {
            return *value;
        }
        let salt =
            u64::from(array).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (index as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
        self.made(code.element, salt)
    }

    /// Keeps the memory that a call finds.
    pub fn keep(&mut self, call: u32) {
        let arrays = self.code.calls[call as usize].kept.iter();
        self.kept[call as usize] = arrays.map(|array| (*array, self.arrays[*array as usize].values.clone())).collect();
    }

    /// The value that the cell had at the call.
    pub fn at_call(&mut self, call: u32, array: u32, index: i64, thread: u32) -> Value {
        let owner = self.owner(array, thread);
        let Some(values) = self.kept[call as usize].get(&array) else { return Value::Unknown };
        match (values[owner].get(index), self.arrays[array as usize].space) {
            (Value::Missing, Space::Global | Space::Constant | Space::Ghost | Space::Surface) => {
                self.at_entry(array, index)
            }
            // Any value: nobody had looked at it.
            (Value::Missing, Space::Shared | Space::Private) => Value::Unknown,
            (value, _) => value,
        }
    }

    /// The value of a cell now.
    #[inline]
    pub fn peek(&mut self, array: u32, index: i64, thread: u32, span: Span) -> Value {
        let owner = self.owner(array, thread);
        let memory = &self.arrays[array as usize];
        let value = memory.values[owner].get(index);
        if !matches!(value, Value::Missing) {
            return value;
        }
        match memory.space {
            Space::Global | Space::Constant | Space::Ghost | Space::Surface => self.at_entry(array, index),
            Space::Shared | Space::Private => self.uninitialised_cell(array, owner, index, thread, span),
        }
    }

    #[cold]
    fn uninitialised_cell(&mut self, array: u32, owner: usize, index: i64, thread: u32, span: Span) -> Value {
        if self.kernel.arrays[array as usize].initial.is_some() {
            return Value::Bool(false);
        }
        let value = self.next_arbitrary(self.code.arrays[array as usize].element);
        *self.arrays[array as usize].values[owner].cell(index) = value;
        if !self.spec {
            let name = self.code.arrays[array as usize].name.clone();
            self.remark(RemarkKind::Uninitialised(name), span, thread);
        }
        value
    }

    /// A read by the program.
    #[inline]
    pub fn read(&mut self, site: u32, index: i64, thread: u32) -> Value {
        let cell = &self.code.cells[site as usize];
        let owner = self.owner(cell.array, thread);
        let memory = &mut self.arrays[cell.array as usize];
        if let Some(readers) = memory.readers.get_mut(owner) {
            let order = Order { block: self.block, passed: &self.passed, exited: &self.exited };
            let access = Access { thread, interval: self.passed[thread as usize], site };
            if let Some(earlier) = order.read(memory.writers[owner].get(index), readers.cell(index), access) {
                let earlier = (earlier.thread, earlier.site, AccessKind::Write);
                self.race(site, thread, index, earlier, AccessKind::Read, false);
            }
        } else if self.clocks.is_some() {
            let strong = self.volatile(site, true);
            self.log(site, AccessKind::Read, index, thread, None, strong);
        }
        if self.races == Races::Every {
            self.remember(site, index, thread, owner, None);
        }
        let memory = &mut self.arrays[cell.array as usize];
        let value = memory.values[owner].get(index);
        if !matches!(value, Value::Missing) {
            return value;
        }
        match memory.space {
            Space::Global | Space::Constant | Space::Ghost | Space::Surface => {
                *memory.looked_at.cell(index.div_euclid(BITS)) |= 1 << index.rem_euclid(BITS);
                self.at_entry(cell.array, index)
            }
            Space::Shared | Space::Private => self.uninitialised_cell(cell.array, owner, index, thread, cell.span),
        }
    }

    /// Sees what an access races with, where there are clocks.
    pub fn log(
        &mut self,
        site: u32,
        kind: AccessKind,
        index: i64,
        thread: u32,
        wrote: Option<Value>,
        strong: Option<Strong>,
    ) {
        let array = self.code.cells[site as usize].array;
        let owner = self.owner(array, thread);
        let (Some(clocks), Some(logs)) = (&mut self.clocks, self.arrays[array as usize].logs.get_mut(owner)) else {
            return;
        };
        let cell = logs.entry(index).or_default();
        // What was seen once is not looked for again: where all threads race, each with all others, that would take long.
        let known = match self.races {
            Races::First => &mut Vec::new(),
            Races::Every => self.raced.entry((site, kind)).or_default(),
        };
        let met = clocks.access(cell, Made { thread, kind, site, wrote, strong }, self.races, known);
        known.extend(met.iter().map(|earlier| (earlier.site, earlier.kind)));
        for earlier in met {
            let plain = (earlier.kind, kind) == (AccessKind::Write, AccessKind::Write);
            let same = match (earlier.wrote, wrote) {
                (Some(before), Some(now)) => plain && before.same(now) == Some(true),
                _ => false,
            };
            self.race(site, thread, index, (earlier.thread, earlier.site, earlier.kind), kind, same);
        }
    }

    /// The threads wait for each other.
    pub fn meet(&mut self, members: &[u32]) {
        if let Some(clocks) = &mut self.clocks {
            clocks.meet(members);
        }
    }

    /// Likewise at a barrier of blocks.
    pub fn order_at_barrier(&mut self, members: &[u32]) {
        if let Some(clocks) = &mut self.clocks {
            clocks.barrier(members);
        }
    }

    pub fn fence(&mut self, thread: u32, fence: Fence) {
        if let Some(clocks) = &mut self.clocks {
            clocks.fence(thread, fence);
        }
    }

    /// R360: what a volatile access means to memory, where something could be ordered by it.
    fn volatile(&self, site: u32, reads: bool) -> Option<Strong> {
        let is_strong = self.code.orders && self.code.cells[site as usize].is_volatile;
        let (scope, order) = (AtomicScope::System, MemoryOrder::Relaxed);
        is_strong.then_some(Strong { scope, order, reads, writes: !reads })
    }

    /// A write by the program.
    #[inline]
    pub fn write(&mut self, site: u32, index: i64, thread: u32, value: Value) {
        let strong = self.volatile(site, false);
        self.change(site, AccessKind::Write, index, thread, value, strong);
    }

    /// A write, or the change that an atomic makes.
    #[inline]
    pub fn change(
        &mut self,
        site: u32,
        kind: AccessKind,
        index: i64,
        thread: u32,
        value: Value,
        strong: Option<Strong>,
    ) {
        let cell = &self.code.cells[site as usize];
        let owner = self.owner(cell.array, thread);
        let memory = &mut self.arrays[cell.array as usize];
        let stored = memory.values[owner].cell(index);
        let before = std::mem::replace(stored, value);
        if let Some(writers) = memory.writers.get_mut(owner) {
            let order = Order { block: self.block, passed: &self.passed, exited: &self.exited };
            let access = Access { thread, interval: self.passed[thread as usize], site };
            let readers = memory.readers[owner].find(index).unwrap_or(&Readers::NONE);
            if let Some((earlier, wrote)) = order.write(writers.cell(index), readers, access) {
                let same = wrote && before.same(value) == Some(true);
                let earlier = (earlier.thread, earlier.site, if wrote { AccessKind::Write } else { AccessKind::Read });
                self.race(site, thread, index, earlier, kind, same);
            }
        } else if self.clocks.is_some() {
            self.log(site, kind, index, thread, Some(value), strong);
        }
        if self.races == Races::Every {
            self.remember(site, index, thread, owner, Some(value));
        }
    }

    /// Reports every access that races with this one.
    fn remember(&mut self, site: u32, index: i64, thread: u32, owner: usize, wrote: Option<Value>) {
        let memory = &mut self.arrays[self.code.cells[site as usize].array as usize];
        let Some(histories) = memory.histories.get_mut(owner) else { return };
        let order = Order { block: self.block, passed: &self.passed, exited: &self.exited };
        let access = Access { thread, interval: self.passed[thread as usize], site };
        for earlier in order.meet(histories.entry(index).or_default(), Event { access, wrote }) {
            let same = match (earlier.wrote, wrote) {
                (Some(before), Some(now)) => before.same(now) == Some(true),
                _ => false,
            };
            let kind = |wrote: Option<Value>| if wrote.is_some() { AccessKind::Write } else { AccessKind::Read };
            let other = (earlier.access.thread, earlier.access.site, kind(earlier.wrote));
            self.race(site, thread, index, other, kind(wrote), same);
        }
    }

    /// R11
    pub fn forget_array(&mut self, array: u32, thread: u32) {
        let owner = self.owner(array, thread);
        self.arrays[array as usize].values[owner] = Paged::new(Value::Missing);
    }

    // ── arbitrary values (R80, R81) ─────────────────────────────────────────────────────────────

    pub fn next_arbitrary(&mut self, ty: Type) -> Value {
        self.arbitrary += 1;
        self.made(ty, self.arbitrary.wrapping_mul(0xa076_1d64_78bd_642f))
    }

    /// A small value of the type, made from the seed.
    fn made(&self, ty: Type, salt: u64) -> Value {
        let mut mixed = self.setup.seed.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ salt;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let below = |count: u64| (mixed % count) as i64;
        // Every fourth seed goes to the limits of the type, where exact numbers do not make that pointless.
        let wide = self.setup.seed % 4 == 3;
        match (ty, self.options.floats) {
            (Type::Int { signed, bits: bits @ (8 | 16) }, _) if wide => {
                let half = if signed { 1 << (bits - 1) } else { 0 };
                Value::Int(below(1 << bits) - half)
            }
            (Type::Int { signed, bits: 32 }, _) if wide && self.options.ints != Ints::Math => {
                let half = if signed { 1 << 31 } else { 0 };
                Value::Int(below(1 << 32) - half)
            }
            (Type::Bool, _) => Value::Bool(mixed & 1 == 1),
            (Type::Int { signed: false, .. }, _) => Value::Int(below(16)),
            (Type::Int { .. } | Type::Integer | Type::Thread | Type::Block, _) => Value::Int(below(19) - 9),
            (Type::Float { .. } | Type::Real, Floats::Ieee) => Value::Float((below(33) - 16) as f64 / 2.0),
            (Type::Float { .. } | Type::Real, Floats::Real) => match below(33) - 16 {
                even if even % 2 == 0 => Value::Ratio { num: even / 2, den: 1 },
                odd => Value::Ratio { num: odd, den: 2 },
            },
        }
    }

    // ── what was seen ───────────────────────────────────────────────────────────────────────────

    pub fn remark(&mut self, kind: RemarkKind, span: Span, thread: u32) {
        const MOST: usize = 16;
        if kind == RemarkKind::Overflow {
            self.overflow.get_or_insert(span);
        }
        if self.remarks.len() < MOST && !self.remarks.iter().any(|known| known.span == span && known.kind == kind) {
            let thread = self.index_of(thread);
            self.remarks.push(Remark { kind, span, thread });
        }
    }

    pub fn remarks(&mut self) -> Vec<Remark> {
        std::mem::take(&mut self.remarks)
    }

    /// Ends the run because something cannot be decided.
    pub fn undecided(&mut self, reason: &str, span: Span) {
        self.end.get_or_insert_with(|| End::Undecided { reason: reason.to_owned(), span });
    }

    /// Counts a step; false when they are spent.
    #[inline]
    pub fn step(&mut self, count: u64) -> bool {
        self.steps += count;
        if self.steps > self.options.steps {
            self.end.get_or_insert(End::StepLimit);
            return false;
        }
        true
    }

    /// A violation after which the run makes no sense.
    #[cold]
    pub fn fatal(&mut self, kind: ViolationKind, span: Span, thread: u32, message: String) {
        self.end.get_or_insert(End::Violated);
        self.violate(kind, span, Some(thread), message, None);
    }

    #[cold]
    pub fn violate(
        &mut self,
        kind: ViolationKind,
        span: Span,
        thread: Option<u32>,
        message: String,
        reason: Option<super::outcome::Reason>,
    ) {
        let nothing = AccessKind::Read;
        if !self.reported.insert((kind, (span, nothing), (Span::default(), nothing))) {
            return;
        }
        let iterations = self.around.iter().map(|id| (*id, self.counts[*id as usize])).collect();
        let violation = Violation {
            kind,
            span,
            statement: self.statement,
            thread: thread.map(|thread| self.index_of(thread)),
            message,
            reason,
            race: None,
            missing: None,
            overflow: self.overflow,
            iterations,
            locals: thread.map(|thread| self.variables(thread)).unwrap_or_default(),
        };
        self.violations.push(violation);
    }

    #[cold]
    fn race(
        &mut self,
        site: u32,
        thread: u32,
        index: i64,
        (other_thread, other_site, other_kind): (u32, u32, AccessKind),
        kind: AccessKind,
        same_value: bool,
    ) {
        let (here, there) = (&self.code.cells[site as usize], &self.code.cells[other_site as usize]);
        let (one, other) = ((here.span, kind), (there.span, other_kind));
        let (first, second) = (one.min(other), one.max(other));
        if !self.reported.insert((ViolationKind::Race, first, second)) {
            return;
        }
        let array = &self.code.arrays[here.array as usize];
        let (name, coordinates) = (array.name.clone(), array.unpack(index));
        let does = |kind: AccessKind| match kind {
            AccessKind::Read => "reads",
            AccessKind::Write => "writes",
            AccessKind::Atomic(_) => "atomically changes",
            AccessKind::Load(_) => "atomically reads",
        };
        let (me, other) = (self.index_of(thread), self.index_of(other_thread));
        let what = if same_value { " (the same value)" } else { "" };
        let message = format!(
            "{me} {} and {other} {} {} of `{name}` with no barrier in between{what}",
            does(kind),
            does(other_kind),
            outcome::cell(index, &coordinates)
        );
        let race = RaceWith {
            thread: other,
            span: there.span,
            array: name,
            index,
            coordinates,
            kinds: (kind, other_kind),
            same_value,
        };
        let iterations = self.around.iter().map(|id| (*id, self.counts[*id as usize])).collect();
        let violation = Violation {
            kind: ViolationKind::Race,
            span: here.span,
            statement: self.statement,
            thread: Some(me),
            message,
            reason: None,
            race: Some(race),
            missing: None,
            overflow: self.overflow,
            iterations,
            locals: self.variables(thread),
        };
        self.violations.push(violation);
    }

    /// A thread's own variables, where they have a value.
    fn variables(&self, thread: u32) -> Vec<(String, Scalar)> {
        let all = self.kernel.locals.iter().enumerate();
        let own = all.filter(|(_, local)| local.role == LocalRole::Variable);
        own.filter_map(|(at, local)| {
            let value = self.locals[thread as usize * self.width + at];
            self.pool.scalar(value).map(|value| (local.name.clone(), value))
        })
        .collect()
    }

    pub fn seen(&mut self, node: NodeId, thread: u32) -> Seen {
        let value = self.eval(node, thread);
        let unwritten = self.unwritten(node, thread);
        Seen { span: self.code.spans[node as usize], value: self.pool.scalar(value), unwritten }
    }

    fn unwritten(&mut self, node: NodeId, thread: u32) -> Option<String> {
        let code = self.code;
        let site = match code.nodes[node as usize] {
            Node::Peek(site) => site,
            Node::Number(inner, _) | Node::Fraction(inner, _) => return self.unwritten(inner, thread),
            _ => return None,
        };
        let index = self.locate(site, thread)?;
        let number = code.cells[site as usize].array as usize;
        let (array, memory) = (&code.arrays[number], &self.arrays[number]);
        let untouched =
            array.written && memory.space == Space::Global && matches!(memory.values[0].get(index), Value::Missing);
        (untouched && array.extents.len() == 1).then(|| format!("{}[{index}]", array.name))
    }

    /// The arrays of global memory with the cells that were given or touched.
    pub fn final_arrays(&mut self) -> Vec<FinalArray> {
        let code = self.code;
        let outlive = |array: &ArrayCode| {
            matches!(array.space, Space::Global | Space::Ghost) && !array.null && !array.by_coordinates()
        };
        let arrays = code.arrays.iter().enumerate().filter(|(_, array)| outlive(array));
        arrays.map(|(at, array)| self.final_array(at, array)).collect()
    }

    fn final_array(&mut self, at: usize, array: &ArrayCode) -> FinalArray {
        const MOST: usize = 1 << 16;
        let length = match array.extents[..] {
            [Some(length)] => Some(length as u64),
            _ => None,
        };
        let given = array.initial.len() as i64;
        let mut pages: BTreeSet<i64> = (0..given).step_by(PAGE as usize).collect();
        let memory = &self.arrays[at];
        pages.extend(memory.values[0].pages());
        let words = memory.looked_at.pages().into_iter().flat_map(|page| page..page + PAGE);
        pages.extend(words.filter(|word| memory.looked_at.get(*word) != 0).map(|word| word * BITS));
        let mut cells = Vec::new();
        let mut complete = true;
        for index in pages.into_iter().flat_map(|page| page..page + PAGE) {
            let memory = &self.arrays[at];
            let now = memory.values[0].get(index);
            let looked_at = memory.looked_at.get(index.div_euclid(BITS)) >> index.rem_euclid(BITS) & 1 == 1;
            if !(0..given).contains(&index) && !looked_at && matches!(now, Value::Missing) {
                continue;
            }
            if cells.len() == MOST {
                complete = false;
                break;
            }
            let before = self.at_entry(at as u32, index);
            let now = if matches!(now, Value::Missing) { before } else { now };
            cells.push((index, self.pool.scalar(before), self.pool.scalar(now)));
        }
        FinalArray { name: array.name.clone(), length, cells, complete }
    }
}
