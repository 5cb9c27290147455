//! Which accesses are ordered, where more than the barriers of blocks orders them: warps, grids, and fences with atomics
//! (MACHINE-10, ATOMIC-18, ATOMIC-19). Every thread counts epochs; an access belongs to the epoch in which it was made. A thread knows, of others, how
//! many epochs are over for it.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::kernel::ir::{AccessKind, AtomicScope, Fence, MemoryOrder};

use super::race::Races;
use super::value::Value;

/// For each thread, how many of its epochs are over; none where it is not mentioned.
type Known = BTreeMap<u32, u32>;

/// Something known in two degrees: among threads of one block, and among all.
type ByScope = [Rc<Known>; 2];

const BLOCK: usize = 0;
const ALL: usize = 1;

/// What each thread knows.
#[derive(Clone, Debug)]
pub struct Clocks {
    block: u32,
    /// The kernel has fences, or atomics that acquire, release or see values of others.
    orders: bool,
    epochs: Vec<u32>,
    known: Vec<Rc<Known>>,
    /// What a thread lets others know by a strong write: all that was fenced, by the least scope of the fence.
    fenced: Vec<ByScope>,
    /// What a thread has seen that a fence lets it know, by the scope of that fence.
    observed: Vec<ByScope>,
}

/// An access, as it is made.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    pub thread: u32,
    pub kind: AccessKind,
    pub site: u32,
    /// What a write or an atomic stored.
    pub wrote: Option<Value>,
    /// Of atomic and volatile accesses.
    pub strong: Option<Strong>,
}

/// What an access means to memory, where other threads may make one of the same cell at the same time (ATOMIC-3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strong {
    pub scope: AtomicScope,
    pub order: MemoryOrder,
    pub reads: bool,
    pub writes: bool,
}

impl Strong {
    fn degree(self) -> usize {
        degree(self.scope)
    }
}

/// All that run are threads of one device.
fn degree(scope: AtomicScope) -> usize {
    if scope == AtomicScope::Block { BLOCK } else { ALL }
}

/// An access as it is remembered.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    pub thread: u32,
    pub kind: AccessKind,
    pub site: u32,
    /// What a write or an atomic stored.
    pub wrote: Option<Value>,
    /// By the least scope.
    strong: Option<usize>,
    epoch: u32,
    /// Accesses of the cell before it.
    number: u64,
}

/// The accesses of a cell that a later one may race with: of each thread the last of each kind, and where every pair of
/// places is wanted, of each place.
#[derive(Clone, Debug, Default)]
pub struct CellLog {
    seen: Vec<Seen>,
    /// What one gets to know by a strong read of the cell, by the block of those who let others know.
    released: BTreeMap<u32, ByScope>,
    /// By thread with a strong read of the cell: the epoch of its first one, and how many accesses came before its last one
    /// of each scope or a wider one.
    looked: BTreeMap<u32, (u32, [u64; 2])>,
    accesses: u64,
}

/// The cells of one owner.
pub type CellLogs = HashMap<i64, CellLog>;

/// Up to where strong writes of a cell are before what a thread does: it has seen them, or what came later, by a strong read
/// whose scope and theirs include both threads.
#[derive(Default)]
struct Sights {
    of_block: BTreeMap<u32, u64>,
    of_all: u64,
}

impl Clocks {
    /// Threads are numbered block by block.
    pub fn new(threads: u32, block: u32, orders: bool) -> Clocks {
        let count = threads as usize;
        let nothing = Rc::new(Known::new());
        let both = [nothing.clone(), nothing.clone()];
        let (fenced, observed) = (vec![both.clone(); count], vec![both; count]);
        Clocks { block, orders, epochs: vec![0; count], known: vec![nothing; count], fenced, observed }
    }

    /// The threads order what they did before against what they do from here on.
    pub fn meet(&mut self, members: &[u32]) {
        let mut all = join(members.iter().map(|thread| &self.known[*thread as usize]));
        for thread in members {
            let epoch = &mut self.epochs[*thread as usize];
            *epoch += 1;
            raise(&mut all, *thread, *epoch);
        }
        let all = Rc::new(all);
        for thread in members {
            self.known[*thread as usize] = all.clone();
        }
        if !self.orders {
            return;
        }
        for of in [&mut self.fenced, &mut self.observed] {
            let both = [BLOCK, ALL].map(|at| Rc::new(join(members.iter().map(|thread| &of[*thread as usize][at]))));
            members.iter().for_each(|thread| of[*thread as usize].clone_from(&both));
        }
    }

    /// A barrier of blocks: it counts as a fence for those that have observed something (ATOMIC-19).
    pub fn barrier(&mut self, members: &[u32]) {
        if self.orders {
            members.iter().for_each(|thread| self.acquire(*thread, ALL));
        }
        self.meet(members);
    }

    /// ATOMIC-19
    pub fn fence(&mut self, thread: u32, fence: Fence) {
        let degree = degree(fence.scope);
        if fence.order.acquires() {
            self.acquire(thread, degree);
        }
        if fence.order.releases() {
            let passed_on = self.passed_on(thread);
            for fenced in &mut self.fenced[thread as usize][..=degree] {
                add(fenced, &passed_on);
            }
        }
    }

    /// What the thread has observed is known to it.
    fn acquire(&mut self, thread: u32, degree: usize) {
        let at = thread as usize;
        add(&mut self.known[at], &self.observed[at][degree]);
    }

    /// What the thread knows and has done; what it does next is not among it.
    fn passed_on(&mut self, thread: u32) -> Rc<Known> {
        let at = thread as usize;
        self.epochs[at] += 1;
        let mut known = (*self.known[at]).clone();
        raise(&mut known, thread, self.epochs[at]);
        Rc::new(known)
    }

    /// Remembers an access; gives those that it races with, one for each place and kind that is not among the known ones.
    pub fn access(&mut self, cell: &mut CellLog, made: Made, wanted: Races, known: &[(u32, AccessKind)]) -> Vec<Seen> {
        let Made { thread, kind, site, wrote, strong } = made;
        cell.accesses += 1;
        if let Some(strong) = strong.filter(|strong| self.orders && strong.reads) {
            self.observe(cell, thread, strong);
        }
        let by_place = wanted == Races::Every;
        let (mut found, mut named) = (Vec::new(), known.to_vec());
        let mut sights = None;
        for earlier in cell.seen.iter().rev() {
            let place = (earlier.site, earlier.kind);
            if !named.contains(&place)
                && self.conflicts(*earlier, &made)
                && !self.is_before(cell, &mut sights, *earlier, thread)
            {
                found.push(*earlier);
                if !by_place {
                    break;
                }
                named.push(place);
            }
        }
        let (epoch, number) = (self.epochs[thread as usize], cell.accesses);
        let strength = strong.map(Strong::degree);
        let new = Seen { thread, kind, site, wrote, strong: strength, epoch, number };
        // A thread's accesses are ordered: whoever races with an earlier one of them races with a later one, too.
        let replaces = |seen: &&mut Seen| {
            (seen.thread, seen.kind, seen.strong) == (thread, kind, strength) && (!by_place || seen.site == site)
        };
        match cell.seen.iter_mut().find(replaces) {
            Some(last) => *last = new,
            None => cell.seen.push(new),
        }
        match strong {
            Some(strong) if self.orders && strong.writes => self.release(cell, thread, strong),
            None if kind == AccessKind::Write => cell.released.clear(),
            _ => {}
        }
        found
    }

    /// A strong read: what those passed on whose values it may see.
    fn observe(&mut self, cell: &mut CellLog, thread: u32, strong: Strong) {
        let (at, own) = (thread as usize, thread / self.block);
        let looked = cell.looked.entry(thread).or_insert((self.epochs[at], [0; 2]));
        looked.1[..=strong.degree()].fill(cell.accesses);
        for (block, released) in &cell.released {
            // Scopes must include both: of another block's only what all may know counts, and to all.
            for degree in if *block == own { BLOCK..=ALL } else { ALL..=ALL } {
                let passed_on = &released[if *block == own { BLOCK } else { ALL }];
                add(&mut self.observed[at][degree], passed_on);
                if strong.order.acquires() && strong.degree() == degree {
                    add(&mut self.known[at], passed_on);
                }
            }
        }
    }

    /// A strong write: others who see its value may know what was fenced before or, where it releases, done.
    fn release(&mut self, cell: &mut CellLog, thread: u32, strong: Strong) {
        let own = thread / self.block;
        if !strong.reads {
            // That a thread's own releases are kept is right; those of its block are so that no race is claimed wrongly.
            cell.released.retain(|block, _| *block == own);
        }
        let passed_on = strong.order.releases().then(|| self.passed_on(thread));
        let fenced = &self.fenced[thread as usize];
        if passed_on.is_none() && fenced.iter().all(|known| known.is_empty()) {
            return;
        }
        let released = cell.released.entry(own).or_default();
        for degree in [BLOCK, ALL] {
            add(&mut released[degree], &fenced[degree]);
            if let Some(passed_on) = passed_on.as_ref().filter(|_| degree <= strong.degree()) {
                add(&mut released[degree], passed_on);
            }
        }
    }

    fn is_before(&self, cell: &CellLog, sights: &mut Option<Sights>, earlier: Seen, thread: u32) -> bool {
        if self.is_over(earlier.thread, earlier.epoch, thread) {
            return true;
        }
        let Some(strong) = earlier.strong.filter(|_| earlier.wrote.is_some()) else { return false };
        let sights = sights.get_or_insert_with(|| self.sights(cell, thread));
        let beside = sights.of_block.get(&(earlier.thread / self.block)).is_some_and(|last| earlier.number < *last);
        beside || strong == ALL && earlier.number < sights.of_all
    }

    /// Whether the epoch of another thread is over for this one.
    fn is_over(&self, other: u32, epoch: u32, thread: u32) -> bool {
        self.known[thread as usize].get(&other).is_some_and(|over| epoch < *over)
    }

    fn sights(&self, cell: &CellLog, thread: u32) -> Sights {
        let mut sights = Sights::default();
        for (other, (epoch, last)) in &cell.looked {
            if *other == thread || self.is_over(*other, *epoch, thread) {
                let of_block = sights.of_block.entry(other / self.block).or_default();
                *of_block = last[BLOCK].max(*of_block);
                sights.of_all = last[ALL].max(sights.of_all);
            }
        }
        sights
    }

    /// RACE-1, ATOMIC-7, ATOMIC-3
    fn conflicts(&self, earlier: Seen, made: &Made) -> bool {
        if earlier.thread == made.thread || !earlier.kind.writes() && !made.kind.writes() {
            return false;
        }
        match (earlier.strong, made.strong) {
            (Some(one), Some(other)) => {
                one.min(other.degree()) == BLOCK && earlier.thread / self.block != made.thread / self.block
            }
            _ => true,
        }
    }
}

/// Adds what is known.
fn add(to: &mut Rc<Known>, more: &Rc<Known>) {
    if to.is_empty() {
        to.clone_from(more);
    } else if !more.is_empty() && !Rc::ptr_eq(to, more) {
        let known = Rc::make_mut(to);
        more.iter().for_each(|(thread, over)| raise(known, *thread, *over));
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

    const DEVICE: AtomicScope = AtomicScope::Device;
    const BOTH: MemoryOrder = MemoryOrder::AcqRel;
    const RELAXED: MemoryOrder = MemoryOrder::Relaxed;

    fn made(thread: u32, kind: AccessKind, site: u32, strong: Option<Strong>) -> Made {
        let wrote = kind.writes().then_some(Value::ZERO);
        Made { thread, kind, site, wrote, strong }
    }

    fn first(clocks: &mut Clocks, cell: &mut CellLog, thread: u32, kind: AccessKind, site: u32) -> Option<u32> {
        clocks.access(cell, made(thread, kind, site, None), Races::First, &[]).first().map(|seen| seen.thread)
    }

    /// A change by an atomic.
    fn change(
        clocks: &mut Clocks,
        cell: &mut CellLog,
        thread: u32,
        scope: AtomicScope,
        order: MemoryOrder,
    ) -> Option<u32> {
        strong(clocks, cell, thread, Strong { scope, order, reads: true, writes: true })
    }

    fn strong(clocks: &mut Clocks, cell: &mut CellLog, thread: u32, strong: Strong) -> Option<u32> {
        let kind = if strong.writes { AccessKind::Atomic(strong.scope) } else { AccessKind::Load(strong.scope) };
        clocks.access(cell, made(thread, kind, 9, Some(strong)), Races::First, &[]).first().map(|seen| seen.thread)
    }

    #[test]
    fn meeting_orders_the_members_only() {
        let mut clocks = Clocks::new(4, 4, false);
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
        let mut clocks = Clocks::new(4, 4, false);
        let mut cell = CellLog::default();
        first(&mut clocks, &mut cell, 0, AccessKind::Write, 0);
        clocks.meet(&[0, 1]);
        clocks.meet(&[1, 2]);
        assert_eq!(first(&mut clocks, &mut cell, 2, AccessKind::Write, 1), None);
        assert!(first(&mut clocks, &mut cell, 3, AccessKind::Read, 1).is_some());
    }

    #[test]
    fn atomics_race_with_plain_accesses_and_narrow_ones_with_other_blocks() {
        let mut clocks = Clocks::new(4, 2, false);
        let mut cell = CellLog::default();
        assert_eq!(change(&mut clocks, &mut cell, 0, DEVICE, RELAXED), None);
        assert_eq!(change(&mut clocks, &mut cell, 3, DEVICE, RELAXED), None);
        assert!(first(&mut clocks, &mut cell, 1, AccessKind::Read, 0).is_some());
        let mut cell = CellLog::default();
        assert_eq!(change(&mut clocks, &mut cell, 0, AtomicScope::Block, RELAXED), None);
        assert_eq!(change(&mut clocks, &mut cell, 1, AtomicScope::Block, RELAXED), None);
        assert!(change(&mut clocks, &mut cell, 2, DEVICE, RELAXED).is_some());
    }

    #[test]
    fn loads_do_not_race_with_reads() {
        let mut clocks = Clocks::new(2, 1, false);
        let mut cell = CellLog::default();
        let load = Strong { scope: DEVICE, order: RELAXED, reads: true, writes: false };
        assert_eq!(strong(&mut clocks, &mut cell, 0, load), None);
        assert_eq!(first(&mut clocks, &mut cell, 1, AccessKind::Read, 0), None);
        assert_eq!(first(&mut clocks, &mut cell, 1, AccessKind::Write, 0), Some(0));
    }

    /// Whether what one thread writes before a flag is ordered before what another one, of another block unless `together`,
    /// reads after it.
    fn passes(
        together: bool,
        fences: [Option<AtomicScope>; 2],
        flags: [(AtomicScope, MemoryOrder); 2],
        between: Option<Strong>,
    ) -> bool {
        let mut clocks = Clocks::new(4, if together { 4 } else { 2 }, true);
        let (mut data, mut flag) = (CellLog::default(), CellLog::default());
        first(&mut clocks, &mut data, 0, AccessKind::Write, 0);
        if let Some(scope) = fences[0] {
            clocks.fence(0, Fence { scope, order: BOTH });
        }
        let [(scope, order), (of_reader, to_read)] = flags;
        strong(&mut clocks, &mut flag, 0, Strong { scope, order, reads: false, writes: true });
        if let Some(other) = between {
            strong(&mut clocks, &mut flag, 3, other);
        }
        strong(&mut clocks, &mut flag, 2, Strong { scope: of_reader, order: to_read, reads: true, writes: false });
        if let Some(scope) = fences[1] {
            clocks.fence(2, Fence { scope, order: BOTH });
        }
        first(&mut clocks, &mut data, 2, AccessKind::Read, 1).is_none()
    }

    #[test]
    fn a_message_is_passed_where_both_sides_order_it_in_scopes_that_include_both() {
        use AtomicScope::{Block, System};
        let relaxed = [(DEVICE, RELAXED); 2];
        for together in [false, true] {
            assert!(passes(together, [Some(DEVICE), Some(System)], relaxed, None));
            assert!(!passes(together, [None, Some(DEVICE)], relaxed, None));
            assert!(!passes(together, [Some(DEVICE), None], relaxed, None));
            assert_eq!(passes(together, [Some(Block), Some(DEVICE)], relaxed, None), together);
            assert_eq!(passes(together, [Some(DEVICE), Some(Block)], relaxed, None), together);
            let ordered = [(DEVICE, MemoryOrder::Release), (DEVICE, MemoryOrder::Acquire)];
            assert!(passes(together, [None; 2], ordered, None));
            assert!(!passes(together, [None; 2], [ordered[1], ordered[0]], None));
            let narrow = [(Block, MemoryOrder::Release), (DEVICE, MemoryOrder::Acquire)];
            assert_eq!(passes(together, [None; 2], narrow, None), together);
            let mixed = [(DEVICE, RELAXED), (DEVICE, MemoryOrder::Acquire)];
            assert!(passes(together, [Some(DEVICE), None], mixed, None));
        }
    }

    #[test]
    fn changes_keep_what_was_released_and_stores_of_other_blocks_do_not() {
        let ordered = [(DEVICE, MemoryOrder::Release), (DEVICE, MemoryOrder::Acquire)];
        let change = Strong { scope: DEVICE, order: RELAXED, reads: true, writes: true };
        assert!(passes(false, [None; 2], ordered, Some(change)));
        assert!(!passes(false, [None; 2], ordered, Some(Strong { reads: false, ..change })));
    }

    #[test]
    fn a_barrier_counts_as_the_fence_of_who_has_observed() {
        let mut clocks = Clocks::new(4, 2, true);
        let (mut data, mut counter) = (CellLog::default(), CellLog::default());
        first(&mut clocks, &mut data, 0, AccessKind::Write, 0);
        clocks.fence(0, Fence { scope: DEVICE, order: BOTH });
        change(&mut clocks, &mut counter, 0, DEVICE, RELAXED);
        change(&mut clocks, &mut counter, 2, DEVICE, RELAXED);
        clocks.barrier(&[2, 3]);
        assert_eq!(first(&mut clocks, &mut data, 3, AccessKind::Read, 1), None);
        // The counter may be set back: all changes have been seen.
        assert_eq!(first(&mut clocks, &mut counter, 3, AccessKind::Write, 2), None);
        assert_eq!(first(&mut clocks, &mut counter, 1, AccessKind::Read, 2), Some(3));
    }

    #[test]
    fn every_place_that_races_is_named() {
        let mut clocks = Clocks::new(3, 3, false);
        let mut cell = CellLog::default();
        for (thread, site) in [(0, 0), (0, 1), (1, 2)] {
            clocks.access(&mut cell, made(thread, AccessKind::Read, site, None), Races::Every, &[]);
        }
        clocks.meet(&[1, 2]);
        let met = clocks.access(&mut cell, made(2, AccessKind::Write, 3, None), Races::Every, &[]);
        let mut sites: Vec<u32> = met.iter().map(|seen| seen.site).collect();
        sites.sort_unstable();
        // The read of thread 1 came before the two met.
        assert_eq!(sites, [0, 1]);
        let known = [(0, AccessKind::Read), (3, AccessKind::Write)];
        let met = clocks.access(&mut cell, made(1, AccessKind::Write, 3, None), Races::Every, &known);
        assert_eq!(met.iter().map(|seen| seen.site).collect::<Vec<u32>>(), [1]);
    }
}
