//! Which cells of global memory blocks accessed, so that others can be held against it (R407).

use crate::interp::clocks::Made;
use crate::interp::memory::{PAGE, Paged};
use crate::interp::race::{Access, Readers};
use crate::interp::value::Value;
use crate::kernel::ir::{AccessKind, Space};

use super::Machine;

/// What the blocks of a machine accessed.
pub struct Marks(Vec<Option<Mark>>);

/// Of an array that is written: the last write and reads of each cell, and what it holds.
struct Mark {
    writers: Paged<Access>,
    readers: Paged<Readers>,
    values: Paged<Value>,
}

impl Machine<'_> {
    /// The marks of arrays that all blocks share; the machine keeps none.
    pub fn take_marks(&mut self) -> Marks {
        let of = |memory: &mut super::Storage| {
            let is_shared_by_all = matches!(memory.space, Space::Global | Space::Surface);
            let (writers, readers) = (memory.writers.pop(), memory.readers.pop());
            let (writers, readers) = (writers.filter(|_| is_shared_by_all)?, readers?);
            Some(Mark { writers, readers, values: memory.values.pop()? })
        };
        Marks(self.memory.arrays.iter_mut().map(of).collect())
    }

    /// Reports what other blocks accessed that races with what these did: whatever both touch, if one writes. Of a cell one pair is
    /// told; says whether there is any.
    pub fn meet_marks(&mut self, other: &Marks) -> bool {
        let mut is_any = false;
        for (array, mark) in other.0.iter().enumerate() {
            let Some(mark) = mark else { continue };
            let cells = |pages: Vec<i64>| pages.into_iter().flat_map(|page| page..page + PAGE);
            for index in cells(mark.writers.pages()) {
                let write = mark.writers.get(index);
                let own = &self.memory.arrays[array];
                let (writer, readers) = (own.writers[0].get(index), own.readers[0].get(index));
                if !write.is_some() {
                    continue;
                }
                is_any |= writer.is_some() || readers.any().is_some();
                if writer.is_some() {
                    let (here, there) = (mark.values.get(index), own.values[0].get(index));
                    self.meets(write, index, writer, [AccessKind::Write; 2], here.same(there) == Some(true));
                } else if let Some(reader) = readers.any() {
                    self.meets(write, index, reader, [AccessKind::Write, AccessKind::Read], false);
                }
            }
            for index in cells(mark.readers.pages()) {
                let writer = self.memory.arrays[array].writers[0].get(index);
                if let Some(reader) = mark.readers.get(index).any().filter(|_| writer.is_some()) {
                    is_any = true;
                    self.meets(reader, index, writer, [AccessKind::Read, AccessKind::Write], false);
                }
            }
        }
        is_any
    }

    fn meets(&mut self, one: Access, index: i64, other: Access, [kind, other_kind]: [AccessKind; 2], same: bool) {
        let made = Made { thread: one.thread, kind, site: one.site, wrote: None, strong: None };
        self.statement = self.code.cells[one.site as usize].span;
        self.race(made, index, (other.thread, other.site, other_kind), same);
    }
}
