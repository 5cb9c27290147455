//! Variables and memory: what threads read and write, and how races are seen on the way.

use crate::base::Span;
use crate::interp::clocks::{Made, Strong};
use crate::interp::code::NodeId;
use crate::interp::flow::Source;
use crate::interp::memory::Paged;
use crate::interp::outcome::RemarkKind;
use crate::interp::race::{Access, Event, Order, Races, Readers};
use crate::interp::transfer::Transfer;
use crate::interp::value::Value;
use crate::kernel::ir::{AccessKind, AtomicScope, Fence, LocalRole, MemoryOrder, Space};

use super::{BITS, Machine};

impl Machine<'_> {
    #[inline]
    pub fn local(&mut self, local: u32, thread: u32, node: NodeId) -> Value {
        let value = self.memory.locals[self.place_of(local, thread)];
        match value {
            Value::Missing => self.uninitialised_local(local, thread, node),
            _ => value,
        }
    }

    #[inline]
    pub fn set_local(&mut self, local: u32, thread: u32, value: Value) {
        let place = self.place_of(local, thread);
        let before = std::mem::replace(&mut self.memory.locals[place], value);
        self.before_local(local, thread, before);
    }

    #[cold]
    fn uninitialised_local(&mut self, local: u32, thread: u32, node: NodeId) -> Value {
        if self.kernel.locals[local as usize].is_law() {
            return Value::Bool(false);
        }
        let role = self.kernel.locals[local as usize].role;
        if role == LocalRole::Opaque {
            return self.data(Source::Anything).unwrap_or(Value::Unknown);
        }
        let source = if role == LocalRole::Variable { Source::Uninitialised } else { Source::Anything };
        let value = self.data(source).filter(|_| !Transfer::Unwritten.is_out());
        let value = value.unwrap_or_else(|| self.next_arbitrary(self.code.locals[local as usize].ty));
        self.set_local(local, thread, value);
        // What lowering made holds any value on purpose.
        if !self.view.spec && self.kernel.locals[local as usize].role == LocalRole::Variable {
            let name = self.kernel.locals[local as usize].name.clone();
            self.remark(RemarkKind::Uninitialised(name), self.code.spans[node as usize], thread);
        }
        value
    }

    #[inline]
    fn owner(&self, array: u32, thread: u32) -> usize {
        match self.memory.arrays[array as usize].space {
            Space::Global | Space::Constant | Space::Ghost | Space::Surface => 0,
            Space::Shared => ((thread - self.standing.present.start) / self.block) as usize,
            Space::Private => (thread - self.standing.present.start) as usize,
        }
    }

    /// The value that the cell had when the kernel started.
    pub fn at_entry(&mut self, array: u32, index: i64) -> Value {
        if let Some(data) = self.contents(array, index) {
            return data;
        }
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
        self.memory.kept[call as usize] =
            arrays.map(|array| (*array, self.memory.arrays[*array as usize].values.clone())).collect();
    }

    /// The value that the cell had at the call.
    pub fn at_call(&mut self, call: u32, array: u32, index: i64, thread: u32) -> Value {
        let owner = self.owner(array, thread);
        let Some(values) = self.memory.kept[call as usize].get(&array) else { return Value::Unknown };
        match (values[owner].get(index), self.memory.arrays[array as usize].space) {
            (Value::Missing, Space::Global | Space::Constant | Space::Ghost | Space::Surface) => {
                self.at_entry(array, index)
            }
            // Any value: nobody had looked at it.
            (Value::Missing, Space::Shared | Space::Private) => Value::Unknown,
            (value, _) => value,
        }
    }

    /// Whether the cell of global memory holds what it held at entry.
    pub fn is_untouched(&self, array: u32, index: i64) -> bool {
        let memory = &self.memory.arrays[array as usize];
        memory.space == Space::Global && matches!(memory.values[0].get(index), Value::Missing)
    }

    /// The value of a cell now.
    #[inline]
    pub fn peek(&mut self, array: u32, index: i64, thread: u32, span: Span) -> Value {
        let owner = self.owner(array, thread);
        let memory = &self.memory.arrays[array as usize];
        let value = memory.values[owner].get(index);
        let value = match (value, memory.space) {
            (Value::Missing, Space::Global | Space::Constant | Space::Ghost | Space::Surface) => {
                self.at_entry(array, index)
            }
            (Value::Missing, Space::Shared | Space::Private) => {
                self.uninitialised_cell(array, owner, index, thread, span)
            }
            _ => value,
        };
        self.or_from_anywhere(array, value)
    }

    #[cold]
    fn uninitialised_cell(&mut self, array: u32, owner: usize, index: i64, thread: u32, span: Span) -> Value {
        if self.kernel.arrays[array as usize].initial.is_some() {
            return Value::Bool(false);
        }
        let value = self.data(Source::Uninitialised).filter(|_| !Transfer::Unwritten.is_out());
        let value = value.unwrap_or_else(|| self.next_arbitrary(self.code.arrays[array as usize].element));
        *self.memory.arrays[array as usize].values[owner].cell(index) = value;
        if !self.view.spec {
            let name = self.code.arrays[array as usize].name.clone();
            self.remark(RemarkKind::Uninitialised(name), span, thread);
        }
        value
    }

    /// A read by the program.
    #[inline]
    pub fn read(&mut self, site: u32, index: i64, thread: u32) -> Value {
        let cell = &self.code.cells[site as usize];
        self.met(site);
        let owner = self.owner(cell.array, thread);
        let memory = &mut self.memory.arrays[cell.array as usize];
        if let Some(readers) = memory.readers.get_mut(owner) {
            let order = Order { block: self.block, passed: &self.standing.passed, exited: &self.standing.exited };
            let access = Access { thread, interval: self.standing.passed[thread as usize], site };
            if let Some(earlier) = order.read(memory.writers[owner].get(index), readers.cell(index), access) {
                let made = Made { thread, kind: AccessKind::Read, site, wrote: None, strong: None };
                self.race(made, index, (earlier.thread, earlier.site, AccessKind::Write), false);
            }
        } else if self.detector.clocks.is_some() {
            let strong = self.volatile(site, true);
            self.log(Made { thread, kind: AccessKind::Read, site, wrote: None, strong }, index);
        }
        if self.detector.races == Races::Every {
            self.remember(site, index, thread, owner, None);
        }
        let memory = &mut self.memory.arrays[cell.array as usize];
        let value = memory.values[owner].get(index);
        let value = match (value, memory.space) {
            (Value::Missing, Space::Global | Space::Constant | Space::Ghost | Space::Surface) => {
                *memory.looked_at.cell(index.div_euclid(BITS)) |= 1 << index.rem_euclid(BITS);
                self.at_entry(cell.array, index)
            }
            (Value::Missing, Space::Shared | Space::Private) => {
                self.uninitialised_cell(cell.array, owner, index, thread, cell.span)
            }
            _ => value,
        };
        if self.findings.touches.is_some() {
            self.touched(site, index, thread, AccessKind::Read, value);
        }
        self.or_from_anywhere(cell.array, value)
    }

    /// Sees what an access races with, where there are clocks.
    pub fn log(&mut self, made: Made, index: i64) {
        let Made { thread, kind, site, wrote, .. } = made;
        let array = self.code.cells[site as usize].array;
        let owner = self.owner(array, thread);
        let (Some(clocks), Some(logs)) =
            (&mut self.detector.clocks, self.memory.arrays[array as usize].logs.get_mut(owner))
        else {
            return;
        };
        let cell = logs.entry(index).or_default();
        // What was seen once is not looked for again: where all threads race, each with all others, that would take long.
        let known = match self.detector.races {
            Races::First => &mut Vec::new(),
            Races::Every => self.detector.raced.entry((site, kind)).or_default(),
        };
        let met = clocks.access(cell, made, self.detector.races, known);
        known.extend(met.iter().map(|earlier| (earlier.site, earlier.kind)));
        for earlier in met {
            let plain = (earlier.kind, kind) == (AccessKind::Write, AccessKind::Write);
            let same = match (earlier.wrote, wrote) {
                (Some(before), Some(now)) => plain && before.same(now) == Some(true),
                _ => false,
            };
            self.race(made, index, (earlier.thread, earlier.site, earlier.kind), same);
        }
    }

    /// The threads wait for each other.
    pub fn meet(&mut self, members: &[u32]) {
        if let Some(clocks) = &mut self.detector.clocks {
            clocks.meet(members);
        }
    }

    /// Likewise at a barrier of blocks.
    pub fn order_at_barrier(&mut self, members: &[u32]) {
        if let Some(clocks) = &mut self.detector.clocks {
            clocks.barrier(members);
        }
    }

    pub fn fence(&mut self, thread: u32, fence: Fence) {
        if let Some(clocks) = &mut self.detector.clocks {
            clocks.fence(thread, fence);
        }
    }

    /// ATOMIC-3: what a volatile access means to memory, where something could be ordered by it.
    fn volatile(&self, site: u32, reads: bool) -> Option<Strong> {
        let is_strong = self.code.orders && self.code.cells[site as usize].is_volatile;
        let (scope, order) = (AtomicScope::System, MemoryOrder::Relaxed);
        is_strong.then_some(Strong { scope, order, reads, writes: !reads })
    }

    /// A write by the program.
    #[inline]
    pub fn write(&mut self, site: u32, index: i64, thread: u32, value: Value) {
        let strong = self.volatile(site, false);
        self.change(Made { thread, kind: AccessKind::Write, site, wrote: Some(value), strong }, index, value);
    }

    /// A write, or the change that an atomic makes.
    #[inline]
    pub fn change(&mut self, made: Made, index: i64, value: Value) {
        let Made { thread, site, kind, .. } = made;
        if self.findings.touches.is_some() {
            self.touched(site, index, thread, kind, value);
        }
        let cell = &self.code.cells[site as usize];
        let owner = self.owner(cell.array, thread);
        let memory = &mut self.memory.arrays[cell.array as usize];
        let stored = memory.values[owner].cell(index);
        let before = std::mem::replace(stored, value);
        self.met(site);
        self.before_cell(cell.array, owner, index, before);
        let memory = &mut self.memory.arrays[cell.array as usize];
        if let Some(writers) = memory.writers.get_mut(owner) {
            let order = Order { block: self.block, passed: &self.standing.passed, exited: &self.standing.exited };
            let access = Access { thread, interval: self.standing.passed[thread as usize], site };
            let readers = memory.readers[owner].find(index).unwrap_or(&Readers::NONE);
            if let Some((earlier, wrote)) = order.write(writers.cell(index), readers, access) {
                let same = wrote && before.same(value) == Some(true);
                let earlier = (earlier.thread, earlier.site, if wrote { AccessKind::Write } else { AccessKind::Read });
                self.race(made, index, earlier, same);
            }
        } else if self.detector.clocks.is_some() {
            self.log(made, index);
        }
        if self.detector.races == Races::Every {
            self.remember(site, index, thread, owner, Some(value));
        }
    }

    /// Reports every access that races with this one.
    fn remember(&mut self, site: u32, index: i64, thread: u32, owner: usize, wrote: Option<Value>) {
        let memory = &mut self.memory.arrays[self.code.cells[site as usize].array as usize];
        let Some(histories) = memory.histories.get_mut(owner) else { return };
        let order = Order { block: self.block, passed: &self.standing.passed, exited: &self.standing.exited };
        let access = Access { thread, interval: self.standing.passed[thread as usize], site };
        for earlier in order.meet(histories.entry(index).or_default(), Event { access, wrote }) {
            let same = match (earlier.wrote, wrote) {
                (Some(before), Some(now)) => before.same(now) == Some(true),
                _ => false,
            };
            let kind = |wrote: Option<Value>| if wrote.is_some() { AccessKind::Write } else { AccessKind::Read };
            let other = (earlier.access.thread, earlier.access.site, kind(earlier.wrote));
            self.race(Made { thread, kind: kind(wrote), site, wrote, strong: None }, index, other, same);
        }
    }

    /// STMT-7
    pub fn forget_array(&mut self, array: u32, thread: u32) {
        let owner = self.owner(array, thread);
        self.memory.arrays[array as usize].values[owner] = Paged::new(Value::Missing);
    }
}
