//! Lanes of a warp: their numbers, and those that a thread names (WARP-1 to WARP-5).

use crate::exec::state::{Coordinates, Executor, Ranged};
use crate::kernel::ir::{WARP, Warp};
use crate::logic::{Sort, TermId};

/// The lanes that a thread names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// These bits.
    Constant(u32),
    /// Where `lane_bit` of this number says so.
    Value(TermId),
    /// The thread's segment.
    Segment,
    /// Whoever executes the operation with it (WARP-13).
    Present,
}

impl Executor<'_> {
    /// The number of a thread in its block.
    pub fn number_of(&mut self, at: &Coordinates) -> TermId {
        let dim = self.grid.launch.block_dim;
        let plane = self.terms.mul(at.thread[2], dim[1]);
        let row = self.terms.add(&[plane, at.thread[1]]);
        let rows = self.terms.mul(row, dim[0]);
        self.terms.add(&[rows, at.thread[0]])
    }

    /// The lane of a thread in its warp.
    pub fn lane_of(&mut self, at: &Coordinates) -> TermId {
        let (number, warp) = (self.number_of(at), self.terms.int(WARP));
        self.terms.modulo(number, warp)
    }

    /// The thread of that number of the block is in self's warp.
    pub fn same_warp(&mut self, number: TermId) -> TermId {
        let me = self.grid.me;
        let (own, warp) = (self.number_of(&me), self.terms.int(WARP));
        let (mine, theirs) = (self.terms.div(own, warp), self.terms.div(number, warp));
        self.terms.eq(mine, theirs)
    }

    /// Whether a thread of lane `own` names the lane of its warp.
    pub fn names(&mut self, named: Named, width: u32, own: TermId, lane: TermId) -> TermId {
        match named {
            Named::Constant(bits) => self.in_constant(bits, lane),
            Named::Value(value) => self.lane_bit(value, lane),
            Named::Segment => {
                let width = self.terms.int(width);
                let (mine, theirs) = (self.terms.div(own, width), self.terms.div(lane, width));
                self.terms.eq(mine, theirs)
            }
            Named::Present => self.terms.bool(true),
        }
    }

    /// WARP-3: the runs of ones.
    pub fn in_constant(&mut self, bits: u32, lane: TermId) -> TermId {
        let (mut runs, mut at) = (Vec::new(), 0);
        while at < WARP {
            let length = (bits >> at).trailing_ones();
            if length == 0 {
                at += 1;
                continue;
            }
            let (first, last) = (self.terms.int(at), self.terms.int(at + length - 1));
            let (above, below) = (self.terms.le(first, lane), self.terms.le(lane, last));
            runs.push(if at == 0 && length == WARP { self.terms.bool(true) } else { self.terms.and(&[above, below]) });
            at += length;
        }
        self.terms.or(&runs)
    }

    /// The bit of a lane in a number (WARP-3).
    pub fn lane_bit(&mut self, value: TermId, lane: TermId) -> TermId {
        let symbol = self.symbols.function(&mut self.terms, "lane_bit", vec![Sort::Int, Sort::Int], Sort::Bool);
        self.terms.apply(symbol, &[value, lane])
    }

    /// The coordinates of the thread of that number in self's block.
    pub fn thread_number(&mut self, number: TermId) -> Coordinates {
        let (dim, used) = (self.grid.launch.block_dim, self.grid.block_used);
        let zero = self.terms.int(0);
        let (mut thread, mut rest) = ([zero; 3], number);
        for axis in 0..3 {
            if !used[axis] {
                continue;
            }
            if used[axis + 1..].iter().any(|later| *later) {
                thread[axis] = self.terms.modulo(rest, dim[axis]);
                rest = self.terms.div(rest, dim[axis]);
            } else {
                thread[axis] = rest;
            }
        }
        Coordinates { thread, block: self.grid.me.block }
    }

    /// The block has a thread of that number.
    pub fn is_thread(&mut self, number: TermId) -> TermId {
        let [x, y, z] = self.grid.launch.block_dim;
        let plane = self.terms.mul(x, y);
        let (zero, all) = (self.terms.int(0), self.terms.mul(plane, z));
        let (above, below) = (self.terms.le(zero, number), self.terms.lt(number, all));
        self.terms.and(&[above, below])
    }

    /// Another active thread of self's warp that self names, and what says so.
    pub fn company(&mut self, warp: &Warp, named: Named, mask: TermId) -> (Coordinates, Vec<Ranged>, TermId) {
        let (there, scope) = self.grid.fresh_neighbour(&mut self.terms, "t");
        let me = self.grid.me;
        let (own, lane, number) = (self.lane_of(&me), self.lane_of(&there), self.number_of(&there));
        let same_warp = self.same_warp(number);
        let wanted = self.names(named, warp.width, own, lane);
        let active = self.grid.instantiate(&mut self.terms, mask, &there);
        let asked = self.terms.and(&[same_warp, wanted, active]);
        (there, scope, asked)
    }
}
