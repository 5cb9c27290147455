//! Which cells of global memory blocks accessed, so that others can be held against it (AMP-14).

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

    /// Reports what other blocks accessed that races with what is marked here: whatever both touch, if one writes. Then that is marked
    /// here, too. Of a cell one pair is told; says whether there is any.
    pub fn meet_marks(&mut self, other: &Marks) -> bool {
        let mut is_any = false;
        for (array, mark) in other.0.iter().enumerate() {
            let Some(mark) = mark else { continue };
            let (writes, reads) = (cells(&mark.writers), cells(&mark.readers));
            for index in writes.clone() {
                let (write, own) = (mark.writers.get(index), &self.memory.arrays[array]);
                let (writer, reader) = (own.writers[0].get(index), own.readers[0].get(index).any());
                if !write.is_some() {
                    continue;
                }
                is_any |= writer.is_some() || reader.is_some();
                if writer.is_some() {
                    let same = mark.values.get(index).same(own.values[0].get(index)) == Some(true);
                    self.meets(write, index, writer, [AccessKind::Write; 2], same);
                } else if let Some(reader) = reader {
                    self.meets(write, index, reader, [AccessKind::Write, AccessKind::Read], false);
                }
            }
            for index in reads.clone() {
                let writer = self.memory.arrays[array].writers[0].get(index);
                if let Some(reader) = mark.readers.get(index).any().filter(|_| writer.is_some()) {
                    is_any = true;
                    self.meets(reader, index, writer, [AccessKind::Read, AccessKind::Write], false);
                }
            }
            let own = &mut self.memory.arrays[array];
            for index in writes.filter(|index| mark.writers.get(*index).is_some()) {
                *own.writers[0].cell(index) = mark.writers.get(index);
                *own.values[0].cell(index) = mark.values.get(index);
            }
            for index in reads.filter(|index| mark.readers.get(*index).any().is_some()) {
                *own.readers[0].cell(index) = mark.readers.get(index);
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

/// The cells of the pages that there are.
fn cells<T: Copy>(marks: &Paged<T>) -> impl Iterator<Item = i64> + Clone {
    marks.pages().into_iter().flat_map(|page| page..page + PAGE)
}
