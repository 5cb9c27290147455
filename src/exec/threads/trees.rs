//! What threads combine pair by pair, in the steps of a tree (WARP-29): by shuffles at distances that are powers of two, or in an
//! array at distances that are halved. After each step some threads have the fold of what a whole group had before the first one.

use num_traits::ToPrimitive;

use crate::exec::state::trees::{Combined, Fetched, Halved, Lanes, Pair, Way};
use crate::exec::state::{Executor, conjuncts, forall_in};
use crate::kernel::ir::{ArrayId, LocalId, Space, WARP, Warp, WarpOp};
use crate::logic::{FoldKind, Op, Sort, SymbolId, TermId, VarId};

use super::lanes::Named;

/// The folds whose operation is associative and commutative, with a term for one step.
pub const KINDS: [FoldKind; 4] = [FoldKind::Sum, FoldKind::MaxOver, FoldKind::MinOver, FoldKind::Prod];

/// The least number of values that are worth a fold.
pub const MIN_VALUES: u32 = 4;

impl Executor<'_> {
    // ── shuffles ────────────────────────────────────────────────────────────────────────────────

    /// Notes what a shuffle by a power of two has brought.
    pub fn note_fetched(&mut self, warp: &Warp, named: Named, operands: &[TermId], (result, mask): (LocalId, TermId)) {
        let way = match warp.op {
            WarpOp::ShflXor => Way::Xor,
            WarpOp::ShflDown => Way::Down,
            WarpOp::ShflUp => Way::Up,
            _ => return,
        };
        let [own, by] = *operands else { return };
        let distance = self.terms.as_int(by).and_then(ToPrimitive::to_u32);
        let Some(distance) = distance.filter(|by| by.is_power_of_two() && *by < warp.width) else { return };
        let named = match named {
            Named::Constant(bits) => Some(bits),
            Named::Segment | Named::Present => None,
            // Which lanes others name is not known.
            Named::Value(_) => return,
        };
        if !self.terms.sort(own).is_numeric() {
            return;
        }
        let value = self.own(self.memory.now.locals[result.index()]);
        let lanes = Lanes { way, named, width: warp.width, mask };
        self.memory.trees.fetched.insert(value, Fetched { own, distance, lanes });
    }

    /// What a shuffle has brought is also what a variable is that it was assigned to.
    pub fn hand_on_fetched(&mut self, local: LocalId, value: TermId, mask: TermId) {
        let fetched = self.memory.trees.fetched.get(&value).copied();
        if let Some(fetched) = fetched.filter(|fetched| fetched.lanes.mask == mask) {
            let now = self.own(self.memory.now.locals[local.index()]);
            self.memory.trees.fetched.insert(now, fetched);
        }
    }

    /// The step that the value is: self's, combined with what a shuffle brought it.
    pub fn step_of_lanes(&mut self, value: TermId, mask: TermId) -> Option<Combined> {
        if self.memory.trees.fetched.is_empty() || !self.terms.sort(value).is_numeric() {
            return None;
        }
        let operands = match self.terms.op(value) {
            Op::Min | Op::Max | Op::Mul => self.terms.args(value).to_vec(),
            _ => self.terms.poly(value).atoms(),
        };
        for there in operands {
            let Some(Fetched { own, distance, lanes }) = self.memory.trees.fetched.get(&there).copied() else {
                continue;
            };
            let Some(kind) = KINDS.into_iter().find(|kind| self.terms.combine(*kind, own, there) == value) else {
                continue;
            };
            if lanes.mask != mask || lanes.way == Way::Up {
                continue;
            }
            let before = self
                .memory
                .trees
                .combined
                .get(&own)
                .copied()
                .filter(|before| before.kind == kind && before.lanes == lanes && before.distances & distance == 0);
            let before = before.unwrap_or(Combined { base: own, kind, distances: 0, lanes });
            return Some(Combined { distances: before.distances | distance, ..before });
        }
        None
    }

    /// The value after a step as a fold, where the lanes of a whole group are known to have combined theirs.
    pub fn over_lanes(&mut self, step: Combined, value: TermId) -> TermId {
        let Combined { base, kind, distances, lanes } = step;
        let size = distances + 1;
        if !size.is_power_of_two() || size < MIN_VALUES {
            return value;
        }
        if !self.whole_groups(size, &lanes) {
            return value;
        }
        let me = self.grid.me;
        let (number, group) = (self.number_of(&me), self.terms.int(size));
        let within = self.terms.modulo(number, group);
        let start = self.terms.sub(number, within);
        let var = self.terms.fresh_var("l", Sort::Int);
        let (zero, last, lane) = (self.terms.int(0), self.terms.int(size - 1), self.terms.var(var));
        let is_first = self.terms.eq(within, zero);
        let source = self.terms.add(&[start, lane]);
        let there = self.thread_number(source);
        let theirs = self.grid.instantiate(&mut self.terms, base, &there);
        let fold = self.terms.fold(kind, var, zero, last, theirs);
        if lanes.way == Way::Xor { fold } else { self.terms.ite(is_first, fold, value) }
    }

    /// Whether each group of so many threads is whole, and all of it take part where one does.
    fn whole_groups(&mut self, size: u32, lanes: &Lanes) -> bool {
        let [x, y, z] = self.grid.launch.block_dim;
        let plane = self.terms.mul(x, y);
        let threads = self.terms.mul(plane, z);
        let zero = self.terms.int(0);
        let context = self.here.context.clone();
        // Whole warps, whose groups are digits of their lanes, or groups of a block of any size.
        let unit = [WARP, size].into_iter().find(|unit| {
            let unit = self.terms.int(*unit);
            let rest = self.terms.modulo(threads, unit);
            let divides = self.terms.eq(rest, zero);
            self.simplifier_shows(divides, context.clone())
        });
        let Some(unit) = unit else { return false };
        let [unit_size, group_size, most_groups, last] =
            [unit, size, unit / size - 1, size - 1].map(|number| self.terms.int(number));
        let units = self.terms.div(threads, unit_size);
        let vars = ["w", "g", "l", "l"].map(|name| self.terms.fresh_var(name, Sort::Int));
        let [warp, group, one, other] = vars.map(|var| self.terms.var(var));
        let (before, within) = (self.terms.mul(warp, unit_size), self.terms.mul(group, group_size));
        let [one_there, other_there] = [one, other].map(|lane| {
            let number = self.terms.add(&[before, within, lane]);
            self.thread_number(number)
        });
        let [asks, comes] =
            [one_there, other_there].map(|there| self.grid.instantiate(&mut self.terms, lanes.mask, &there));
        let named = match lanes.named {
            Some(bits) => {
                let lane = self.lane_of(&other_there);
                self.in_constant(bits, lane)
            }
            None => self.terms.bool(true),
        };
        let last_unit = self.terms.plus(units, -1);
        let inside = [
            self.between(zero, warp, last_unit),
            self.between(zero, group, most_groups),
            self.between(zero, one, last),
            self.between(zero, other, last),
            asks,
        ];
        let (asks, comes) = (self.terms.and(&inside), self.terms.and(&[comes, named]));
        let together = self.terms.implies(asks, comes);
        let together = self.terms.forall(&vars, together);
        let blocks = self.grid.block_scope.clone();
        let truth = self.terms.bool(true);
        let together = forall_in(&mut self.terms, &blocks, truth, together);
        self.simplifier_shows(together, context)
    }

    /// Remembers a step by the variable that has its value now.
    pub fn note_combined(&mut self, local: LocalId, step: Combined) {
        let value = self.own(self.memory.now.locals[local.index()]);
        self.memory.trees.combined.insert(value, step);
    }

    // ── arrays ──────────────────────────────────────────────────────────────────────────────────

    /// The step that a write is: self adds to its cell the one at a distance, or combines them otherwise.
    pub fn pair_of_array(&mut self, array: ArrayId, index: &[TermId], value: TermId, mask: TermId) -> Option<Pair> {
        let [at] = *index else { return None };
        // Of private memory each thread has its own.
        if self.kernel.arrays[array.index()].space == Space::Private || !self.terms.sort(value).is_numeric() {
            return None;
        }
        let old = self.memory.now.arrays[array.index()];
        let own = self.cell_of(array, old, at);
        let operands = match self.terms.op(value) {
            Op::Min | Op::Max => self.terms.args(value).to_vec(),
            _ => self.terms.poly(value).atoms(),
        };
        operands.into_iter().find_map(|there| {
            let cell = *self.terms.args(there).last().filter(|_| *self.terms.op(there) == Op::Apply(old))?;
            let distance = self.terms.sub(cell, at);
            let is_own = there == own || self.cell_of(array, old, cell) != there;
            let kind = KINDS.into_iter().find(|kind| self.terms.combine(*kind, own, there) == value)?;
            (!is_own).then_some(Pair { array, old, kind, distance, at, mask })
        })
    }

    /// A cell of a version of an array that self sees.
    pub fn cell_of(&mut self, array: ArrayId, version: SymbolId, at: TermId) -> TermId {
        let mut args = self.array_prefix(array, &self.grid.me);
        args.push(at);
        self.terms.apply(version, &args)
    }

    /// What the first threads have combined, if all of them take part in this step.
    pub fn step_of_array(&mut self, pair: &Pair) -> Option<Halved> {
        let Pair { old, kind, .. } = *pair;
        let distance = self.terms.as_int(pair.distance)?.to_i64().filter(|distance| *distance > 0)?;
        let blocks = self.block_part(pair.mask);
        let before = self.memory.trees.halved.get(&old).copied();
        let before = before.filter(|before| {
            let is_of_these = before.blocks == blocks || self.terms.is_true(before.blocks);
            is_of_these && before.kind == kind && before.distance == 2 * distance
        });
        let before = before.unwrap_or(Halved { base: old, kind, size: 2 * distance, distance: 2 * distance, blocks });
        let all = self.all_below(pair, blocks);
        self.simplifier_shows(all, self.here.context.clone()).then_some(Halved { distance, blocks, ..before })
    }

    /// What a mask says of self's block alone.
    pub fn block_part(&mut self, mask: TermId) -> TermId {
        let block: Vec<VarId> = self.grid.block_scope.iter().map(|ranged| ranged.var).collect();
        let mut parts = conjuncts(&self.terms, mask);
        parts.retain(|part| self.terms.free(*part).iter().all(|var| block.contains(var)));
        self.terms.and(&parts)
    }

    /// That in these blocks the threads with numbers below the distance all take part, each with its own cell.
    pub fn all_below(&mut self, pair: &Pair, blocks: TermId) -> TermId {
        let var = self.terms.fresh_var("l", Sort::Int);
        let number = self.terms.var(var);
        let there = self.thread_number(number);
        let (zero, last) = (self.terms.int(0), self.terms.plus(pair.distance, -1));
        let inside = self.between(zero, number, last);
        let [mask, cell] = [pair.mask, pair.at].map(|term| self.grid.instantiate(&mut self.terms, term, &there));
        let takes_part = [self.is_thread(number), mask, self.terms.eq(cell, number)];
        let takes_part = self.terms.and(&takes_part);
        let all = self.terms.implies(inside, takes_part);
        let all = self.terms.forall(&[var], all);
        let scope = self.grid.block_scope.clone();
        forall_in(&mut self.terms, &scope, blocks, all)
    }

    /// What self writes in a step as a fold.
    pub fn over_cells(&mut self, step: Halved, array: ArrayId, at: TermId, value: TermId) -> TermId {
        let Halved { base, kind, size, distance, .. } = step;
        let count = size / distance;
        if count < i64::from(MIN_VALUES) {
            return value;
        }
        let var = self.terms.fresh_var("q", Sort::Int);
        let (zero, last) = (self.terms.int(0), self.terms.int(count - 1));
        let (number, apart, most) = (self.terms.var(var), self.terms.int(distance), self.terms.int(distance - 1));
        let away = self.terms.mul(number, apart);
        let cell = self.terms.add(&[at, away]);
        let mut args = self.array_prefix(array, &self.grid.me);
        args.push(cell);
        let theirs = self.terms.apply(base, &args);
        let fold = self.terms.fold(kind, var, zero, last, theirs);
        let is_below = self.between(zero, at, most);
        self.terms.ite(is_below, fold, value)
    }

    /// Remembers a step by the version of the array that it made.
    pub fn note_pair(&mut self, pair: Pair, step: Option<Halved>) {
        let version = self.memory.now.arrays[pair.array.index()];
        self.memory.trees.pairs.insert(version, pair);
        if let Some(step) = step {
            self.memory.trees.halved.insert(version, step);
        }
    }
}
