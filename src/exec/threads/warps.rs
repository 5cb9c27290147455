//! Operations of the lanes of a warp (WARP-1 to WARP-21).

use crate::base::Span;
use crate::kernel::ir::{Lanes, LocalId, WARP, Warp, WarpOp};
use crate::logic::{Sort, TermId};
use crate::tasks::{LANES, NO_LANES, TaskKind};

use super::lanes::Named;
use crate::exec::state::{Assumption, Executor, forall_in};

impl Executor<'_> {
    /// Who takes part comes together (WARP-4), then the result is written.
    pub fn warp(&mut self, warp: &Warp, span: Span) {
        let view = self.program_view();
        let named = match &warp.lanes {
            Lanes::Mask(mask) => {
                let mask = self.eval(mask, &view);
                Some(match self.terms.as_int(mask).and_then(|mask| u32::try_from(mask).ok()) {
                    Some(bits) => Named::Constant(bits),
                    None => Named::Value(mask),
                })
            }
            Lanes::Tile => Some(Named::Segment),
            Lanes::Present => match warp.op {
                WarpOp::Shfl | WarpOp::ShflUp | WarpOp::ShflDown | WarpOp::ShflXor => Some(Named::Present),
                WarpOp::Ballot | WarpOp::Any | WarpOp::All => Some(Named::Present),
                _ => None,
            },
        };
        let operands: Vec<TermId> = warp.operands.iter().map(|operand| self.eval(operand, &view)).collect();
        if let Some(named) = named.filter(|named| *named != Named::Present) {
            self.come_together(warp, named, span);
            if warp.op == WarpOp::Sync {
                self.lanes_meet(warp, named);
            }
        }
        let Some(result) = warp.result else { return };
        let read = self.mentions.contains_key(&result);
        if !read {
            return;
        }
        let mask = self.active();
        let at = self.grid.me;
        let any = self.local_version(result, self.uniformity.locals[result.index()]);
        self.assume_range(any.symbol, self.kernel.locals[result.index()].ty);
        let any = self.local_value(any, &at);
        let value = match (warp.op, named) {
            (WarpOp::Shfl | WarpOp::ShflUp | WarpOp::ShflDown | WarpOp::ShflXor, Some(named)) => {
                self.shuffled(warp, named, &operands, (mask, any), span)
            }
            (WarpOp::Ballot, Some(named)) => {
                self.ballot(warp, named, &operands, mask, any);
                any
            }
            (WarpOp::Reduce(_) | WarpOp::Inclusive(_) | WarpOp::Exclusive, Some(named)) => {
                match (operands.first(), warp.operands.first()) {
                    (Some(own), Some(operand)) => self.combined(warp, named, (*own, operand.ty), (mask, any), span),
                    _ => any,
                }
            }
            (WarpOp::MatchAny, Some(named)) => {
                self.match_any(warp, named, &operands, mask, any);
                any
            }
            (WarpOp::MatchAll, Some(named)) => self.match_all(warp, named, &operands, mask, any),
            (WarpOp::Rank | WarpOp::Size, _) => operands.first().map_or(any, |lanes| self.bits_set(warp.op, *lanes)),
            (WarpOp::Coalesced, _) => {
                self.coalesced(mask, any);
                any
            }
            (WarpOp::ShflRank, Some(named)) => {
                self.nobody_is_lost(warp, named, mask, span);
                self.any_lane(mask, span);
                any
            }
            (WarpOp::Any | WarpOp::All, Some(named)) => self.vote(warp, named, &operands, mask, any),
            _ => any,
        };
        self.write_local(result, value, mask);
        self.forget_result(result);
        if let Some(named) = named {
            self.note_fetched(warp, named, &operands, (result, mask));
        }
    }

    fn forget_result(&mut self, result: LocalId) {
        self.store_mut().known.remove(&result);
    }

    /// WARP-4
    fn come_together(&mut self, warp: &Warp, named: Named, span: Span) {
        let mask = self.active();
        let exited = self.exited();
        let own = self.lane_of(&self.grid.me.clone());
        let mut parts = vec![self.names(named, warp.width, own, own)];
        let (there, scope) = self.grid.fresh_neighbour(&mut self.terms, "t");
        let active = self.grid.instantiate(&mut self.terms, mask, &there);
        // Of groups CUDA says that all of their threads take part.
        let waits_for_all = named == Named::Segment;
        let exited = if waits_for_all { self.terms.bool(false) } else { exited };
        let gone = self.grid.instantiate(&mut self.terms, exited, &there);
        if !self.terms.is_false(exited) {
            self.output.assumptions.insert(Assumption::LanesAfterExit);
            self.needs_volta("an operation of a warp of which lanes may have exited", span);
        }
        let number = self.number_of(&there);
        let lane = self.lane_of(&there);
        let same_warp = self.same_warp(number);
        let wanted = self.names(named, warp.width, own, lane);
        let agrees = match named {
            Named::Value(value) => {
                let theirs = self.grid.instantiate(&mut self.terms, value, &there);
                self.terms.eq(value, theirs)
            }
            Named::Constant(_) | Named::Segment | Named::Present => self.terms.bool(true),
        };
        let comes = self.terms.and(&[active, agrees]);
        let comes = self.terms.or(&[gone, comes]);
        let asked = self.terms.and(&[same_warp, wanted]);
        parts.push(forall_in(&mut self.terms, &scope, asked, comes));
        let together = self.terms.and(&parts);
        let me = self.grid.self_scope();
        let goal = forall_in(&mut self.terms, &me, mask, together);
        self.task("warp", TaskKind::Barrier, span, goal);
    }

    /// WARP-11
    fn lanes_meet(&mut self, warp: &Warp, named: Named) {
        let me = self.grid.me;
        let (passing, number, lane) = (self.active(), self.number_of(&me), self.lane_of(&me));
        let (width, named) = match named {
            Named::Constant(bits) => (WARP, self.in_constant(bits, lane)),
            Named::Segment => (warp.width, self.terms.bool(true)),
            Named::Present => return,
            // Which lanes these are is not known of both threads.
            Named::Value(_) => return,
        };
        let width = self.terms.int(width);
        let group = self.terms.div(number, width);
        self.record_sync(passing, group, named);
    }

    /// WARP-13
    fn shuffled(
        &mut self,
        warp: &Warp,
        named: Named,
        operands: &[TermId],
        (mask, any): (TermId, TermId),
        span: Span,
    ) -> TermId {
        let [own, by] = operands else { return any };
        let me = self.grid.me;
        let (lane, lanes) = (self.lane_of(&me), self.terms.int(WARP));
        let by = self.terms.modulo(*by, lanes);
        let width = self.terms.int(warp.width);
        let segment = self.terms.div(lane, width);
        let base = self.terms.mul(segment, width);
        let end = self.terms.add(&[base, width]);
        let (from, outside) = match warp.op {
            WarpOp::Shfl => {
                let within = self.terms.modulo(by, width);
                (self.terms.add(&[base, within]), self.terms.bool(false))
            }
            WarpOp::ShflUp => {
                let from = self.terms.sub(lane, by);
                (from, self.terms.lt(from, base))
            }
            WarpOp::ShflDown => {
                let from = self.terms.add(&[lane, by]);
                (from, self.terms.le(end, from))
            }
            _ => {
                let Some(bits) = self.terms.as_int(by).and_then(|bits| u32::try_from(bits).ok()) else {
                    self.nobody_is_lost(warp, named, mask, span);
                    self.any_lane(mask, span);
                    return any;
                };
                let from = self.flipped(lane, bits);
                (from, self.terms.le(end, from))
            }
        };
        // The thread of that lane.
        let number = self.number_of(&me);
        let first = self.terms.sub(number, lane);
        let source = self.terms.add(&[first, from]);
        let there = self.thread_number(source);
        let theirs = self.grid.instantiate(&mut self.terms, *own, &there);
        let active = self.grid.instantiate(&mut self.terms, mask, &there);
        let exists = self.is_thread(source);
        let wanted = self.names(named, warp.width, lane, from);
        // WARP-17
        let exited = self.exited();
        if matches!(named, Named::Constant(_) | Named::Value(_)) && !self.terms.is_false(exited) {
            let gone = self.grid.instantiate(&mut self.terms, exited, &there);
            let lost = self.terms.and(&[exists, wanted, gone]);
            let kept = self.terms.not(lost);
            let defined = self.terms.or(&[outside, kept]);
            self.oblige(TaskKind::Initialised, "initialised", span, mask, defined);
        }
        // WARP-18
        let takes_part = match named {
            Named::Present => self.terms.and(&[exists, active]),
            Named::Segment | Named::Constant(_) | Named::Value(_) => self.terms.and(&[exists, wanted]),
        };
        let defined = self.terms.or(&[outside, takes_part]);
        let undefined = self.terms.not(defined);
        self.oblige(TaskKind::Initialised, LANES, span, mask, defined);
        self.oblige(TaskKind::Initialised, NO_LANES, span, mask, undefined);
        let comes = self.terms.and(&[exists, wanted, active]);
        let read = self.terms.ite(comes, theirs, any);
        self.terms.ite(outside, *own, read)
    }

    /// WARP-18, where it is not known which lane is read.
    fn any_lane(&mut self, mask: TermId, span: Span) {
        let nothing_known = self.terms.bool(false);
        self.oblige(TaskKind::Initialised, LANES, span, mask, nothing_known);
    }

    /// WARP-17, where it is not known which lane is read: of those named none has exited.
    fn nobody_is_lost(&mut self, warp: &Warp, named: Named, mask: TermId, span: Span) {
        let exited = self.exited();
        if matches!(named, Named::Segment | Named::Present) || self.terms.is_false(exited) {
            return;
        }
        let (_, scope, asked) = self.company(warp, named, exited);
        let truth = self.terms.bool(true);
        let lost = self.terms.not(asked);
        let nobody = forall_in(&mut self.terms, &scope, truth, lost);
        self.oblige(TaskKind::Initialised, "initialised", span, mask, nobody);
    }

    /// `lane ^ bits`: each bit that is set is added or taken away.
    fn flipped(&mut self, lane: TermId, bits: u32) -> TermId {
        let mut parts = vec![lane];
        for bit in (0..5).filter(|bit| bits >> bit & 1 == 1) {
            let (one, two) = (self.terms.int(1_u32 << bit), self.terms.int(2));
            let above = self.terms.div(lane, one);
            let is_set = self.terms.modulo(above, two);
            let value = self.terms.mul(is_set, one);
            let twice = self.terms.mul(value, two);
            let lost = self.terms.neg(twice);
            parts.extend([one, lost]);
        }
        self.terms.add(&parts)
    }

    /// WARP-19: `any` and `all` over the active lanes that self names.
    fn vote(&mut self, warp: &Warp, named: Named, operands: &[TermId], mask: TermId, any: TermId) -> TermId {
        let Some(vote) = operands.first().copied() else { return any };
        if self.terms.sort(vote) != Sort::Bool || self.terms.sort(any) != Sort::Bool {
            return any;
        }
        let (there, scope, asked) = self.company(warp, named, mask);
        let theirs = self.grid.instantiate(&mut self.terms, vote, &there);
        match warp.op {
            WarpOp::All => forall_in(&mut self.terms, &scope, asked, theirs),
            _ => {
                let yes = self.terms.and(&[asked, theirs]);
                crate::exec::state::launch::exists_in(&mut self.terms, &scope, yes)
            }
        }
    }

    /// WARP-19
    fn ballot(&mut self, warp: &Warp, named: Named, operands: &[TermId], mask: TermId, any: TermId) {
        let Some(vote) = operands.first().copied().filter(|vote| self.terms.sort(*vote) == Sort::Bool) else { return };
        if named == Named::Segment {
            return;
        }
        let (there, scope, asked) = self.company(warp, named, mask);
        let theirs = self.grid.instantiate(&mut self.terms, vote, &there);
        let lane = self.lane_of(&there);
        let bit = self.lane_bit(any, lane);
        let counted = self.terms.iff(bit, theirs);
        let other = self.grid.instantiate(&mut self.terms, any, &there);
        let same = self.terms.eq(any, other);
        let fact = self.terms.and(&[counted, same]);
        let inner = forall_in(&mut self.terms, &scope, asked, fact);
        let fact = self.for_all(mask, inner);
        self.assume(fact, "ballot");
    }
}
