//! Who accessed a cell last: enough to see every race at its second access (MACHINE-10). And, where a run has a race, who
//! accessed it at all: what it takes to name every pair of places that race.

use super::value::Value;

/// An access: who, in which barrier interval of that thread, at which instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    pub thread: u32,
    /// Barriers that the thread had passed.
    pub interval: u32,
    /// Position among the program's accesses.
    pub site: u32,
}

/// Which races a run shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Races {
    /// At least one of those that there are, fast.
    First,
    /// One for each pair of places.
    Every,
}

impl Access {
    /// Nobody has accessed the cell.
    pub const NONE: Access = Access { thread: u32::MAX, interval: 0, site: 0 };

    pub fn is_some(self) -> bool {
        self.thread != u32::MAX
    }
}

/// The reads of a cell that a later write may race with. They are kept apart from the last write: most cells that are written are
/// never read, and what is never made need not be cleared.
#[derive(Clone, Copy, Debug)]
pub struct Readers {
    /// The last reader.
    last: Access,
    /// A reader of the last reader's block, in the same interval, but another thread.
    beside: Access,
    /// A reader of another block than the last reader's.
    elsewhere: Access,
}

impl Readers {
    pub const NONE: Readers = Readers { last: Access::NONE, beside: Access::NONE, elsewhere: Access::NONE };
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

    /// Remembers a read; gives the last write if it races with that.
    #[inline]
    pub fn read(&self, writer: Access, readers: &mut Readers, access: Access) -> Option<Access> {
        let last = readers.last;
        if last.thread != access.thread {
            if last.is_some() {
                self.shift(readers, access);
            }
            readers.last = access;
        } else if last.interval != access.interval {
            readers.last = access;
        }
        self.races(writer, access.thread).then_some(writer)
    }

    /// Makes room for another last reader.
    fn shift(&self, readers: &mut Readers, access: Access) {
        let last = readers.last;
        if last.thread / self.block != access.thread / self.block {
            readers.elsewhere = last;
            readers.beside = Access::NONE;
        } else {
            let kept = readers.beside;
            // A reader that has exited stays unordered; no barrier makes it old.
            let keep = kept.is_some()
                && kept.thread != access.thread
                && self.is_live(kept)
                && (self.exited[kept.thread as usize] || !self.is_live(last));
            if !keep {
                readers.beside = last;
            }
        }
    }

    /// Remembers a write; gives an access that it races with, and whether that was a write.
    #[inline]
    pub fn write(&self, writer: &mut Access, readers: &Readers, access: Access) -> Option<(Access, bool)> {
        let before = std::mem::replace(writer, access);
        if self.races(before, access.thread) {
            return Some((before, true));
        }
        let readers = [readers.last, readers.beside, readers.elsewhere];
        readers.into_iter().find(|reader| self.races(*reader, access.thread)).map(|reader| (reader, false))
    }
}

impl Readers {
    /// One of them.
    pub fn any(&self) -> Option<Access> {
        [self.last, self.beside, self.elsewhere].into_iter().find(|access| access.is_some())
    }
}

/// An access with what a write stored.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub access: Access,
    pub wrote: Option<Value>,
}

/// The accesses of a cell that a later one may race with, of each place a few.
#[derive(Clone, Debug, Default)]
pub struct History(Vec<Event>);

/// Accesses that are kept of one place, for threads of one block and for those of others.
const KEPT: usize = 2;

impl Order<'_> {
    /// Remembers an access; gives those that it races with.
    pub fn meet(&self, history: &mut History, event: Event) -> Vec<Event> {
        let block = |access: Access| access.thread / self.block;
        let met = history.0.iter().copied().filter(|earlier| {
            (earlier.wrote.is_some() || event.wrote.is_some()) && self.races(earlier.access, event.access.thread)
        });
        let met = met.collect();
        let mut near = 0;
        let mut far = 0;
        history.0.push(event);
        // The latest first: an earlier one of the same thread says nothing more, and two of a block are enough.
        let mut at = history.0.len() - 1;
        while at > 0 {
            at -= 1;
            let earlier = history.0[at];
            if earlier.access.site != event.access.site || earlier.wrote.is_some() != event.wrote.is_some() {
                continue;
            }
            let room = if block(earlier.access) == block(event.access) { &mut near } else { &mut far };
            if earlier.access.thread == event.access.thread || *room == KEPT {
                history.0.remove(at);
            } else {
                *room += 1;
            }
        }
        met
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
    fn every_pair_of_places_that_races_is_met() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut pairs = 0;
        for _ in 0..4_000 {
            let (mut passed, exited) = ([0_u32; 6], [false; 6]);
            let (mut history, mut all) = (History::default(), All::default());
            let (mut seen, mut expected) = (Vec::new(), Vec::new());
            for _ in 0..24 {
                let thread = random(6) as usize;
                if random(9) == 0 {
                    (0..3).for_each(|at| passed[thread / 3 * 3 + at] += 1);
                    continue;
                }
                let order = Order { block: 3, passed: &passed, exited: &exited };
                // The place decides whether it writes.
                let site = random(4) as u32;
                let access = Access { thread: thread as u32, interval: passed[thread], site };
                let wrote = site.is_multiple_of(2).then_some(Value::Int(0));
                for (earlier, earlier_wrote) in &all.0 {
                    let conflict = *earlier_wrote || wrote.is_some();
                    if conflict && order.races(*earlier, access.thread) {
                        expected.push((earlier.site.min(site), earlier.site.max(site)));
                    }
                }
                for earlier in order.meet(&mut history, Event { access, wrote }) {
                    let other = earlier.access.site;
                    seen.push((other.min(site), other.max(site)));
                }
                all.0.push((access, wrote.is_some()));
            }
            for list in [&mut seen, &mut expected] {
                list.sort_unstable();
                list.dedup();
            }
            assert_eq!(seen, expected);
            pairs += seen.len();
        }
        assert!(pairs > 4_000);
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
            let (mut writer, mut readers, mut all) = (Access::NONE, Readers::NONE, All::default());
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
                        assert_eq!(order.write(&mut writer, &readers, access).is_some(), expected, "{:?}", all.0);
                        all.0.push((access, true));
                        if expected {
                            racy += 1;
                            break;
                        }
                    }
                    _ => {
                        let expected = all.races(&order, access, false);
                        assert_eq!(order.read(writer, &mut readers, access).is_some(), expected, "{:?}", all.0);
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
