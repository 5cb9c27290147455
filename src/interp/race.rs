//! Who accessed a cell last: enough to see every race at its second access (R87).

/// An access: who, in which barrier interval of that thread, at which instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    pub thread: u32,
    /// Barriers that the thread had passed.
    pub interval: u32,
    /// Position among the program's accesses.
    pub site: u32,
}

impl Access {
    const NONE: Access = Access { thread: u32::MAX, interval: 0, site: 0 };

    fn is_some(self) -> bool {
        self.thread != u32::MAX
    }
}

/// The accesses of a cell that a later one may race with.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    writer: Access,
    /// The last reader.
    reader: Access,
    /// A reader of the last reader's block, in the same interval, but another thread.
    beside: Access,
    /// A reader of another block than the last reader's.
    elsewhere: Access,
}

impl Marks {
    pub const NONE: Marks =
        Marks { writer: Access::NONE, reader: Access::NONE, beside: Access::NONE, elsewhere: Access::NONE };
}

/// What the order of accesses depends on.
pub struct Order<'a> {
    /// Threads of a block; threads are numbered block by block.
    pub block: u32,
    /// By thread: the barriers that it has passed.
    pub passed: &'a [u32],
    pub exited: &'a [bool],
}

impl Order<'_> {
    /// Whether an earlier access is not ordered before one that `thread` makes now.
    #[inline]
    fn races(&self, earlier: Access, thread: u32) -> bool {
        earlier.is_some()
            && earlier.thread != thread
            && (earlier.thread / self.block != thread / self.block || self.is_live(earlier))
    }

    /// No barrier has come between the access and what its block does now.
    fn is_live(&self, access: Access) -> bool {
        self.passed[access.thread as usize] == access.interval
    }

    /// Remembers a read; gives a write that it races with.
    #[inline]
    pub fn read(&self, marks: &mut Marks, access: Access) -> Option<Access> {
        let last = marks.reader;
        if last.thread != access.thread {
            if last.is_some() {
                self.shift(marks, access);
            }
            marks.reader = access;
        } else if last.interval != access.interval {
            marks.reader = access;
        }
        self.races(marks.writer, access.thread).then_some(marks.writer)
    }

    /// Makes room for another last reader.
    fn shift(&self, marks: &mut Marks, access: Access) {
        let last = marks.reader;
        if last.thread / self.block != access.thread / self.block {
            marks.elsewhere = last;
            marks.beside = Access::NONE;
        } else {
            let kept = marks.beside;
            // A reader that has exited stays unordered; no barrier makes it old.
            let keep = kept.is_some()
                && kept.thread != access.thread
                && self.is_live(kept)
                && (self.exited[kept.thread as usize] || !self.is_live(last));
            if !keep {
                marks.beside = last;
            }
        }
    }

    /// Remembers a write; gives an access that it races with, and whether that was a write.
    #[inline]
    pub fn write(&self, marks: &mut Marks, access: Access) -> Option<(Access, bool)> {
        let before = marks.writer;
        marks.writer = access;
        if self.races(before, access.thread) {
            return Some((before, true));
        }
        let readers = [marks.reader, marks.beside, marks.elsewhere];
        readers.into_iter().find(|reader| self.races(*reader, access.thread)).map(|reader| (reader, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All accesses remembered: the definition.
    #[derive(Default)]
    struct All(Vec<(Access, bool)>);

    impl All {
        fn races(&self, order: &Order<'_>, access: Access, write: bool) -> bool {
            self.0.iter().any(|(earlier, wrote)| (write || *wrote) && order.races(*earlier, access.thread))
        }
    }

    #[test]
    fn the_first_race_is_found_whatever_came_before() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let (mut racy, mut free) = (0, 0);
        for _ in 0..20_000 {
            let (mut passed, mut exited) = ([0_u32; 6], [false; 6]);
            let (mut marks, mut all) = (Marks::NONE, All::default());
            for _ in 0..12 {
                let thread = random(6) as usize;
                let order = Order { block: 3, passed: &passed, exited: &exited };
                let access = Access { thread: thread as u32, interval: passed[thread], site: 0 };
                match random(8) {
                    0 => (0..3).map(|at| thread / 3 * 3 + at).filter(|at| !exited[*at]).for_each(|at| passed[at] += 1),
                    1 => exited[thread] = true,
                    _ if exited[thread] => {}
                    2 | 3 => {
                        let expected = all.races(&order, access, true);
                        assert_eq!(order.write(&mut marks, access).is_some(), expected, "{:?}", all.0);
                        all.0.push((access, true));
                        if expected {
                            racy += 1;
                            break;
                        }
                    }
                    _ => {
                        let expected = all.races(&order, access, false);
                        assert_eq!(order.read(&mut marks, access).is_some(), expected, "{:?}", all.0);
                        all.0.push((access, false));
                        if expected {
                            racy += 1;
                            break;
                        }
                    }
                }
            }
            free += 1;
        }
        assert!(racy > 1_000 && free > racy, "{racy} of {free}");
    }
}
