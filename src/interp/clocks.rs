//! Which accesses are ordered, where more than the barriers of blocks orders them: warps, grids, and fences with atomics
//! (R87, R126). Every thread counts epochs; an access belongs to the epoch in which it was made. A thread knows, of others, how
//! many epochs are over for it.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::kernel::ir::{AccessKind, AtomicScope};

use super::race::Races;
use super::value::Value;

/// For each thread, how many of its epochs are over; none where it is not mentioned.
type Known = BTreeMap<u32, u32>;

/// What each thread knows.
#[derive(Clone, Debug)]
pub struct Clocks {
    block: u32,
    epochs: Vec<u32>,
    known: Vec<Rc<Known>>,
    /// What a thread lets others know by an atomic: all that was fenced.
    fenced: Vec<Rc<Known>>,
}

/// An access as it is remembered.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    pub thread: u32,
    pub kind: AccessKind,
    pub site: u32,
    /// What a write or an atomic stored.
    pub wrote: Option<Value>,
    epoch: u32,
}

/// The accesses of a cell that a later one may race with: of each thread the last of each kind, and where every pair of
/// places is wanted, of each place.
#[derive(Clone, Debug, Default)]
pub struct CellLog {
    seen: Vec<Seen>,
    /// What one gets to know by an atomic of the cell.
    released: Rc<Known>,
}

/// The cells of one owner.
pub type CellLogs = HashMap<i64, CellLog>;

impl Clocks {
    /// Threads are numbered block by block.
    pub fn new(threads: u32, block: u32) -> Clocks {
        let count = threads as usize;
        let nothing = Rc::new(Known::new());
        Clocks { block, epochs: vec![0; count], known: vec![nothing.clone(); count], fenced: vec![nothing; count] }
    }

    /// The threads order what they did before against what they do from here on.
    pub fn meet(&mut self, members: &[u32]) {
        let mut all = join(members.iter().map(|thread| &self.known[*thread as usize]));
        let fenced = Rc::new(join(members.iter().map(|thread| &self.fenced[*thread as usize])));
        for thread in members {
            let epoch = &mut self.epochs[*thread as usize];
            *epoch += 1;
            raise(&mut all, *thread, *epoch);
        }
        let all = Rc::new(all);
        for thread in members {
            self.known[*thread as usize] = all.clone();
            self.fenced[*thread as usize] = fenced.clone();
        }
    }

    /// What the thread did and knows may be passed on.
    pub fn fence(&mut self, thread: u32) {
        let at = thread as usize;
        self.epochs[at] += 1;
        let mut passed_on = join([&self.known[at], &self.fenced[at]].into_iter());
        raise(&mut passed_on, thread, self.epochs[at]);
        self.fenced[at] = Rc::new(passed_on);
    }

    /// Remembers an access: who, how and where, and what it stored; gives those that it races with, one for each place and kind
    /// that is not among the known ones. An atomic gets to know what earlier atomics of the cell passed on.
    pub fn access(
        &mut self,
        cell: &mut CellLog,
        (thread, kind, site): (u32, AccessKind, u32),
        wrote: Option<Value>,
        wanted: Races,
        known: &[(u32, AccessKind)],
    ) -> Vec<Seen> {
        if let AccessKind::Atomic(_) = kind {
            let at = thread as usize;
            if !cell.released.is_empty() {
                self.known[at] = Rc::new(join([&self.known[at], &cell.released].into_iter()));
            }
            if !self.fenced[at].is_empty() {
                cell.released = Rc::new(join([&self.fenced[at], &cell.released].into_iter()));
            }
        }
        let by_place = wanted == Races::Every;
        let (mut found, mut named) = (Vec::new(), known.to_vec());
        for earlier in cell.seen.iter().rev() {
            let place = (earlier.site, earlier.kind);
            if !named.contains(&place) && self.conflicts(*earlier, thread, kind) && !self.is_before(*earlier, thread) {
                found.push(*earlier);
                if !by_place {
                    break;
                }
                named.push(place);
            }
        }
        let new = Seen { thread, kind, site, wrote, epoch: self.epochs[thread as usize] };
        // A thread's accesses are ordered: whoever races with an earlier one of them races with a later one, too.
        let replaces =
            |seen: &&mut Seen| (seen.thread, seen.kind) == (thread, kind) && (!by_place || seen.site == site);
        match cell.seen.iter_mut().find(replaces) {
            Some(last) => *last = new,
            None => cell.seen.push(new),
        }
        found
    }

    fn is_before(&self, earlier: Seen, thread: u32) -> bool {
        self.known[thread as usize].get(&earlier.thread).is_some_and(|over| earlier.epoch < *over)
    }

    /// R100, R121
    fn conflicts(&self, earlier: Seen, thread: u32, kind: AccessKind) -> bool {
        if earlier.thread == thread {
            return false;
        }
        match (earlier.kind, kind) {
            (AccessKind::Read, AccessKind::Read) => false,
            (AccessKind::Atomic(one), AccessKind::Atomic(other)) => {
                let narrow = one == AtomicScope::Block || other == AtomicScope::Block;
                narrow && earlier.thread / self.block != thread / self.block
            }
            _ => true,
        }
    }
}

fn raise(known: &mut Known, thread: u32, over: u32) {
    let slot = known.entry(thread).or_default();
    *slot = over.max(*slot);
}

/// All that any of them knows.
fn join<'a>(all: impl Iterator<Item = &'a Rc<Known>>) -> Known {
    let mut joined: Option<(Rc<Known>, Known)> = None;
    for known in all {
        match &mut joined {
            None => joined = Some((known.clone(), (**known).clone())),
            // Mostly they know the same.
            Some((last, _)) if Rc::ptr_eq(last, known) => {}
            Some((last, sum)) => {
                known.iter().for_each(|(thread, over)| raise(sum, *thread, *over));
                *last = known.clone();
            }
        }
    }
    joined.map_or_else(Known::new, |(_, sum)| sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEVICE: AccessKind = AccessKind::Atomic(AtomicScope::Device);

    fn first(clocks: &mut Clocks, cell: &mut CellLog, thread: u32, kind: AccessKind, site: u32) -> Option<u32> {
        clocks.access(cell, (thread, kind, site), None, Races::First, &[]).first().map(|seen| seen.thread)
    }

    #[test]
    fn meeting_orders_the_members_only() {
        let mut clocks = Clocks::new(4, 4);
        let mut cell = CellLog::default();
        assert_eq!(first(&mut clocks, &mut cell, 0, AccessKind::Write, 0), None);
        clocks.meet(&[0, 1]);
        assert_eq!(first(&mut clocks, &mut cell, 1, AccessKind::Read, 1), None);
        assert_eq!(first(&mut clocks, &mut cell, 2, AccessKind::Read, 2), Some(0));
        // Thread 1's read came after the meeting.
        assert!(first(&mut clocks, &mut cell, 0, AccessKind::Write, 3).is_some());
    }

    #[test]
    fn order_is_passed_on() {
        let mut clocks = Clocks::new(4, 4);
        let mut cell = CellLog::default();
        first(&mut clocks, &mut cell, 0, AccessKind::Write, 0);
        clocks.meet(&[0, 1]);
        clocks.meet(&[1, 2]);
        assert_eq!(first(&mut clocks, &mut cell, 2, AccessKind::Write, 1), None);
        assert!(first(&mut clocks, &mut cell, 3, AccessKind::Read, 1).is_some());
    }

    #[test]
    fn atomics_race_with_plain_accesses_and_narrow_ones_with_other_blocks() {
        let mut clocks = Clocks::new(4, 2);
        let mut cell = CellLog::default();
        assert_eq!(first(&mut clocks, &mut cell, 0, DEVICE, 0), None);
        assert_eq!(first(&mut clocks, &mut cell, 3, DEVICE, 0), None);
        assert!(first(&mut clocks, &mut cell, 1, AccessKind::Read, 0).is_some());
        let mut cell = CellLog::default();
        let block = AccessKind::Atomic(AtomicScope::Block);
        assert_eq!(first(&mut clocks, &mut cell, 0, block, 0), None);
        assert_eq!(first(&mut clocks, &mut cell, 1, block, 0), None);
        assert!(first(&mut clocks, &mut cell, 2, DEVICE, 0).is_some());
    }

    #[test]
    fn a_fence_before_an_atomic_passes_on_what_was_done() {
        for fenced in [true, false] {
            let mut clocks = Clocks::new(2, 1);
            let (mut data, mut counter) = (CellLog::default(), CellLog::default());
            first(&mut clocks, &mut data, 0, AccessKind::Write, 0);
            if fenced {
                clocks.fence(0);
            }
            first(&mut clocks, &mut counter, 0, DEVICE, 1);
            first(&mut clocks, &mut counter, 1, DEVICE, 1);
            assert_eq!(first(&mut clocks, &mut data, 1, AccessKind::Read, 2).is_none(), fenced);
        }
    }

    #[test]
    fn every_place_that_races_is_named() {
        let mut clocks = Clocks::new(3, 3);
        let mut cell = CellLog::default();
        for (thread, site) in [(0, 0), (0, 1), (1, 2)] {
            clocks.access(&mut cell, (thread, AccessKind::Read, site), None, Races::Every, &[]);
        }
        clocks.meet(&[1, 2]);
        let met = clocks.access(&mut cell, (2, AccessKind::Write, 3), Some(Value::ZERO), Races::Every, &[]);
        let mut sites: Vec<u32> = met.iter().map(|seen| seen.site).collect();
        sites.sort_unstable();
        // The read of thread 1 came before the two met.
        assert_eq!(sites, [0, 1]);
        let known = [(0, AccessKind::Read), (3, AccessKind::Write)];
        let met = clocks.access(&mut cell, (1, AccessKind::Write, 3), Some(Value::ZERO), Races::Every, &known);
        assert_eq!(met.iter().map(|seen| seen.site).collect::<Vec<u32>>(), [1]);
    }
}
