//! What the lanes of a warp make together of their operands: reductions, scans, matches, groups of lanes (WARP-22 to WARP-27).

use crate::base::Span;
use crate::base::config::FloatMode;
use crate::kernel::ir::{Combine, Type, WARP, Warp, WarpOp};
use crate::logic::{FoldKind, Sort, TermId};

use super::lanes::Named;
use crate::exec::state::{Executor, forall_in};

impl Executor<'_> {
    /// WARP-23: the combination of the operands of the lanes named, up to the own one in scans; `any` where it is not known.
    pub fn combined(
        &mut self,
        warp: &Warp,
        named: Named,
        (own, ty): (TermId, Type),
        (mask, any): (TermId, TermId),
        span: Span,
    ) -> TermId {
        let (with, last) = match warp.op {
            WarpOp::Reduce(with) => (with, None),
            WarpOp::Inclusive(with) => (with, Some(0)),
            _ => (Combine::Add, Some(-1)),
        };
        let kind = match with {
            Combine::Add => FoldKind::Sum,
            Combine::Min => FoldKind::MinOver,
            Combine::Max => FoldKind::MaxOver,
            Combine::And | Combine::Or | Combine::Xor => return any,
        };
        let known = match ty {
            Type::Int { .. } => self.terms.sort(own) == Sort::Int,
            Type::Float { .. } => self.config.float == FloatMode::Real,
            _ => false,
        };
        if !known || self.terms.sort(own) != self.terms.sort(any) {
            return any;
        }
        let me = self.grid.me;
        let (number, width) = (self.number_of(&me), self.terms.int(warp.width));
        let within = self.terms.modulo(number, width);
        let start = self.terms.sub(number, within);
        let var = self.terms.fresh_var("l", Sort::Int);
        let lane = self.terms.var(var);
        let source = self.terms.add(&[start, lane]);
        let there = self.thread_number(source);
        let theirs = self.grid.instantiate(&mut self.terms, own, &there);
        let active = self.grid.instantiate(&mut self.terms, mask, &there);
        let exists = self.is_thread(source);
        // Masks have segments of whole warps, and of a tile all lanes are named.
        let wanted = match named {
            Named::Segment | Named::Present => self.terms.bool(true),
            Named::Constant(_) | Named::Value(_) => {
                let mine = self.lane_of(&me);
                self.names(named, WARP, mine, lane)
            }
        };
        let comes = self.terms.and(&[exists, wanted, active]);
        let otherwise = match with {
            Combine::Add => self.terms.number(num_traits::Zero::zero(), self.terms.sort(own)),
            _ => own,
        };
        let body = self.terms.ite(comes, theirs, otherwise);
        let hi = match last {
            None => self.terms.int(warp.width - 1),
            Some(shift) => self.terms.plus(within, shift),
        };
        let zero = self.terms.int(0);
        let value = self.terms.fold(kind, var, zero, hi, body);
        match (with, ty) {
            (Combine::Add, Type::Int { signed, bits }) => self.machine_sum(value, (signed, bits), mask, span),
            _ => value,
        }
    }

    /// A sum of the type's integers.
    fn machine_sum(&mut self, sum: TermId, (signed, bits): (bool, u8), mask: TermId, span: Span) -> TermId {
        if !signed && self.here.wrapping > 0 {
            return self.modulo_bits(sum, bits);
        }
        if let Some(range) = (Type::Int { signed, bits }).range() {
            self.must_fit(sum, range, mask, span);
        }
        sum
    }

    /// WARP-22: which lanes have the own operand.
    pub fn match_any(&mut self, warp: &Warp, named: Named, operands: &[TermId], mask: TermId, any: TermId) {
        let Some(own) = operands.first().copied() else { return };
        let (there, scope, asked) = self.company(warp, named, mask);
        let theirs = self.grid.instantiate(&mut self.terms, own, &there);
        let equal = self.terms.eq(own, theirs);
        let lane = self.lane_of(&there);
        let bit = self.lane_bit(any, lane);
        let counted = self.terms.iff(bit, equal);
        let other = self.grid.instantiate(&mut self.terms, any, &there);
        let same = self.terms.eq(any, other);
        let same = self.terms.implies(equal, same);
        let fact = self.terms.and(&[counted, same]);
        let inner = forall_in(&mut self.terms, &scope, asked, fact);
        let fact = self.for_all(mask, inner);
        self.assume(fact, "match");
    }

    /// WARP-22: whether all lanes have one operand.
    pub fn match_all(&mut self, warp: &Warp, named: Named, operands: &[TermId], mask: TermId, any: TermId) -> TermId {
        let Some(own) = operands.first().copied().filter(|_| self.terms.sort(any) == Sort::Bool) else { return any };
        let (there, scope, asked) = self.company(warp, named, mask);
        let theirs = self.grid.instantiate(&mut self.terms, own, &there);
        let equal = self.terms.eq(own, theirs);
        forall_in(&mut self.terms, &scope, asked, equal)
    }

    /// WARP-26: a partition of the active lanes; `any` is the number of self's group.
    pub fn coalesced(&mut self, mask: TermId, any: TermId) {
        let me = self.grid.me;
        let own = self.lane_of(&me);
        let mine = self.lane_bit(any, own);
        let (there, scope) = self.grid.fresh_neighbour(&mut self.terms, "t");
        let (number, lane) = (self.number_of(&there), self.lane_of(&there));
        let same_warp = self.same_warp(number);
        let bit = self.lane_bit(any, lane);
        let asked = self.terms.and(&[same_warp, bit]);
        let active = self.grid.instantiate(&mut self.terms, mask, &there);
        let theirs = self.grid.instantiate(&mut self.terms, any, &there);
        let same = self.terms.eq(any, theirs);
        let comes = self.terms.and(&[active, same]);
        let others = forall_in(&mut self.terms, &scope, asked, comes);
        let fact = self.terms.and(&[mine, others]);
        let fact = self.for_all(mask, fact);
        self.assume(fact, "coalesced lanes");
    }

    /// WARP-26: the lanes of a number, of all the warp or below the own one.
    pub fn bits_set(&mut self, op: WarpOp, lanes: TermId) -> TermId {
        let me = self.grid.me;
        let own = self.lane_of(&me);
        let var = self.terms.fresh_var("l", Sort::Int);
        let lane = self.terms.var(var);
        let bit = self.lane_bit(lanes, lane);
        let (zero, last) =
            (self.terms.int(0), if op == WarpOp::Size { self.terms.int(WARP - 1) } else { self.terms.plus(own, -1) });
        self.terms.fold(FoldKind::Count, var, zero, last, bit)
    }
}
