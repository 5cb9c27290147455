//! What execution tells the log, each at its moment (RACE-4 to RACE-15).

use crate::kernel::ir::{BarrierScope, Label, Loop, Space, WarpOp, Written};
use crate::logic::TermId;

use super::Executor;
use super::log::{Access, AccessKind, Crossing, CrossingKind, Link, LoopRun, RunId, Sync};
use super::memory::{Cell, Store};
use crate::exec::analysis::{holds_barrier, holds_warp_operation, labels_left, surely_passes_barrier, widest};

impl Executor<'_> {
    /// RACE-4
    pub fn record_access(&mut self, cell: Cell<'_>, kind: AccessKind, mask: TermId, value: Option<TermId>) {
        let Cell { array, index, span } = cell;
        let shared = match self.kernel.arrays[array.index()].space {
            Space::Global | Space::Shared | Space::Surface => true,
            Space::Constant | Space::Private | Space::Ghost => false,
        };
        if !shared || self.terms.is_false(mask) {
            return;
        }
        let moment = self.log.moment(&self.here.context);
        self.log.accesses.push(Access { moment, array, kind, index: index.to_vec(), mask, value, span });
    }

    /// Records accesses as of this moment (RACE-4, guards).
    pub fn record_now(&mut self, accesses: &[Access]) {
        for access in accesses {
            let moment = self.log.moment(&self.here.context);
            self.log.accesses.push(Access { moment, ..access.clone() });
        }
    }

    pub fn record_crossing(&mut self, kind: CrossingKind, scope: BarrierScope, passing: TermId, exited: TermId) {
        if !self.terms.is_false(passing) {
            let moment = self.log.moment(&self.here.context);
            self.log.crossings.push(Crossing { moment, kind, scope, passing, exited });
        }
    }

    /// WARP-11
    pub fn record_sync(&mut self, passing: TermId, group: TermId, named: TermId) {
        if !self.terms.is_false(passing) && !self.terms.is_false(named) {
            let moment = self.log.moment(&self.here.context);
            self.log.syncs.push(Sync { moment, passing, group, named });
        }
    }

    /// A loop begins (RACE-13): what is born from here on is born behind its head.
    pub fn record_entry(&mut self, inner: &Loop, running: TermId) -> RunId {
        let run = self.log.runs.len();
        let surely_passes = widest(|scope| surely_passes_barrier(&inner.body, scope));
        if let Some(scope) = surely_passes {
            let exited = self.exited();
            self.record_crossing(CrossingKind::Entry(run), scope, running, exited);
        }
        let run_of_loop = LoopRun {
            barrier: widest(|scope| holds_barrier(&inner.body, scope)),
            lanes: holds_warp_operation(&inner.body, |op| *op == WarpOp::Sync),
            surely_passes,
            may_exit: labels_left(inner).contains(&Label::KERNEL),
            count: None,
            links: Vec::new(),
            end: None,
        };
        self.log.loop_begins(run_of_loop, self.terms.symbol_count(), self.output.hypotheses.len());
        run
    }

    /// The end of the body, with who was in the loop at its head (where that is a predicate of its own), who is
    /// still, and who had left it (RACE-13, RACE-15).
    pub fn record_end(
        &mut self,
        run: RunId,
        part: (Option<TermId>, TermId, &[(Label, TermId)]),
        running_next: TermId,
        head: &Store,
        written: &Written,
    ) {
        let (inside, still, gone) = part;
        let mut links = Vec::new();
        let me = self.grid.self_scope();
        if let Some(inside) = inside {
            links.push(Link { scope: me.clone(), head: inside, end: still });
        }
        for (label, before) in gone {
            let left = self.left_of(*label);
            let end = self.terms.or(&[*before, left]);
            links.push(Link { scope: me.clone(), head: *before, end });
        }
        let locals = written
            .locals
            .keys()
            .map(|local| (head.locals[local.index()].symbol, self.memory.now.locals[local.index()].symbol));
        let arrays =
            written.arrays.keys().map(|array| (head.arrays[array.index()], self.memory.now.arrays[array.index()]));
        for (head, end) in locals.chain(arrays).collect::<Vec<_>>() {
            let (scope, cell, head) = self.any_cell(head);
            let end = self.terms.apply(end, &cell);
            links.push(Link { scope, head, end });
        }
        if let Some(scope) = self.log.runs[run].surely_passes {
            let exited = self.exited();
            self.record_crossing(CrossingKind::Again(run), scope, running_next, exited);
        }
        self.log.runs[run].end = Some(self.log.moment(&self.here.context));
        self.log.runs[run].links = links;
        self.log.body_ends(run, self.terms.symbol_count(), self.output.hypotheses.len());
    }
}
