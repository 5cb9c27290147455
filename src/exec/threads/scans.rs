//! Prefix sums of lanes in steps of shuffles from below (WARP-41). After each step every lane has the fold of what the lanes up to
//! it had before the first one, of twice as many as before.

use num_traits::Zero;

use crate::exec::state::trees::{Fetched, Lanes, Scanned, Way};
use crate::exec::state::{Coordinates, Executor, Ranged, conjuncts, forall_in};
use crate::kernel::ir::LocalId;
use crate::logic::{FoldKind, Op, Sort, TermId};

use super::trees::{KINDS, MIN_VALUES};

impl Executor<'_> {
    /// The step that an assignment is: lanes from a distance on combine theirs with what the lane at that distance before them has.
    pub fn step_of_scan(&mut self, local: LocalId, value: TermId, mask: TermId) -> Option<Scanned> {
        if self.memory.trees.fetched.is_empty() || !self.terms.sort(value).is_numeric() {
            return None;
        }
        let present = self.own(self.memory.now.locals[local.index()]);
        let active = conjuncts(&self.terms, mask);
        for there in self.terms.postorder(&[value]) {
            let Some(Fetched { own, distance, lanes }) = self.memory.trees.fetched.get(&there).copied() else {
                continue;
            };
            // Who does not take the step keeps what it has, and who takes it has shuffled.
            let shuffled = conjuncts(&self.terms, lanes.mask);
            let is_active = |part: &TermId| self.terms.is_true(*part) || active.contains(part);
            if lanes.way != Way::Up || own != present || !shuffled.iter().all(is_active) {
                continue;
            }
            let Some((kind, takes)) = KINDS.into_iter().find_map(|kind| {
                let takes = self.takes(kind, value, [own, there])?;
                Some((kind, takes))
            }) else {
                continue;
            };
            let before = self.memory.trees.scanned.get(&own).copied();
            let before = before.filter(|before| before.kind == kind && before.lanes == lanes);
            let before = before.unwrap_or(Scanned { base: own, kind, reach: 0, lanes });
            let own_parts = active.iter().copied().filter(|part| !shuffled.contains(part)).chain([takes]);
            let takes = self.terms.and(&own_parts.collect::<Vec<_>>());
            if before.reach + 1 != distance || !self.is_whole_scan(distance, (takes, before)) {
                continue;
            }
            return Some(Scanned { reach: before.reach + distance, ..before });
        }
        None
    }

    /// When a value is two others combined, if it is the first one else.
    fn takes(&mut self, kind: FoldKind, value: TermId, [own, there]: [TermId; 2]) -> Option<TermId> {
        let both = self.terms.combine(kind, own, there);
        if value == both {
            return Some(self.terms.bool(true));
        }
        if let (Op::Ite, &[cond, then, other]) = (self.terms.op(value), self.terms.args(value)) {
            return match (then == both && other == own, then == own && other == both) {
                (true, _) => Some(cond),
                (_, true) => Some(self.terms.not(cond)),
                _ => None,
            };
        }
        // `v + (c ? there : 0)`
        let zero = self.terms.number(Zero::zero(), self.terms.sort(own));
        let added = self.terms.sub(value, own);
        match (self.terms.op(added), self.terms.args(added)) {
            (Op::Ite, &[cond, then, other]) if kind == FoldKind::Sum && then == there && other == zero => Some(cond),
            (Op::Ite, &[cond, then, other]) if kind == FoldKind::Sum && then == zero && other == there => {
                Some(self.terms.not(cond))
            }
            _ => None,
        }
    }

    /// Whether of the lanes that shuffle those from the distance on take the step and no others, and with a lane all those before it
    /// in its segment take part.
    fn is_whole_scan(&mut self, distance: u32, (takes, before): (TermId, Scanned)) -> bool {
        let Lanes { named, width, mask, .. } = before.lanes;
        let (within, distance) = (self.lane_within(width), self.terms.int(distance));
        let is_far = self.terms.le(distance, within);
        let alike = self.terms.iff(takes, is_far);
        let (there, earlier) = self.lane_at_most(width, within);
        let theirs = self.grid.instantiate(&mut self.terms, mask, &there);
        let lane = self.lane_of(&there);
        let truth = self.terms.bool(true);
        let is_named = named.map_or(truth, |bits| self.in_constant(bits, lane));
        let comes = self.terms.and(&[theirs, is_named]);
        let together = forall_in(&mut self.terms, &[earlier], truth, comes);
        let whole = self.terms.and(&[alike, together]);
        let goal = self.for_all(mask, whole);
        self.simplifier_shows(goal, self.here.context.clone())
    }

    /// Any lane of self's segment up to a number: its thread, and the number.
    fn lane_at_most(&mut self, width: u32, last: TermId) -> (Coordinates, Ranged) {
        let me = self.grid.me;
        let (number, within) = (self.number_of(&me), self.lane_within(width));
        let start = self.terms.sub(number, within);
        let var = self.terms.fresh_var("l", Sort::Int);
        let lane = self.terms.var(var);
        let source = self.terms.add(&[start, lane]);
        let zero = self.terms.int(0);
        let most = self.terms.int(width - 1);
        let range = [self.between(zero, lane, last), self.terms.le(lane, most)];
        let range = self.terms.and(&range);
        (self.thread_number(source), Ranged { var, range })
    }

    /// The number of self's lane in its segment.
    fn lane_within(&mut self, width: u32) -> TermId {
        let me = self.grid.me;
        let (number, width) = (self.number_of(&me), self.terms.int(width));
        self.terms.modulo(number, width)
    }

    /// What lanes have after a step, and which: all that shuffle, where that is worth a fold.
    pub fn over_earlier_lanes(&mut self, scan: Scanned, step: (TermId, TermId)) -> (TermId, TermId) {
        let Scanned { base, kind, reach, lanes } = scan;
        if reach + 1 < MIN_VALUES {
            return step;
        }
        let within = self.lane_within(lanes.width);
        let (there, Ranged { var, .. }) = self.lane_at_most(lanes.width, within);
        let theirs = self.grid.instantiate(&mut self.terms, base, &there);
        let zero = self.terms.int(0);
        let first = match reach + 1 < lanes.width {
            true => {
                let far = self.terms.plus(within, -i64::from(reach));
                self.terms.max(zero, far)
            }
            false => zero,
        };
        (self.terms.fold(kind, var, first, within, theirs), lanes.mask)
    }

    /// Remembers a step by the variable that has its value now.
    pub fn note_scanned(&mut self, local: LocalId, scan: Scanned) {
        let value = self.own(self.memory.now.locals[local.index()]);
        self.memory.trees.scanned.insert(value, scan);
    }
}
