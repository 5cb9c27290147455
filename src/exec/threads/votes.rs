//! What the threads of a block say together at a barrier (STMT-13).

use crate::kernel::ir::{FoldKind, Vote, VoteOp};
use crate::logic::{Sort, TermId};

use crate::exec::analysis::Level;
use crate::exec::state::{Executor, Ranged, exists_in, fold_below, forall_in};

impl Executor<'_> {
    /// `operand` is what the executing thread says.
    pub fn vote_of_block(&mut self, vote: &Vote, operand: TermId) {
        if !self.mentions.contains_key(&vote.result) {
            return;
        }
        let mask = self.active();
        if self.terms.sort(operand) != Sort::Bool {
            return;
        }
        let (there, scope) = self.grid.fresh_neighbour(&mut self.terms, "t");
        let comes = self.grid.instantiate(&mut self.terms, mask, &there);
        let theirs = self.grid.instantiate(&mut self.terms, operand, &there);
        let yes = self.terms.and(&[comes, theirs]);
        let value = match vote.op {
            VoteOp::Any => exists_in(&mut self.terms, &scope, yes),
            VoteOp::All => forall_in(&mut self.terms, &scope, comes, theirs),
            VoteOp::Count => self.counted(vote, yes, (there.thread, &scope)),
        };
        self.write_local(vote.result, value, mask);
        self.store_mut().known.remove(&vote.result);
    }

    /// How many threads of the block say so: a number of the block, with what is known of it.
    fn counted(&mut self, vote: &Vote, yes: TermId, (thread, scope): ([TermId; 3], &[Ranged])) -> TermId {
        let counted = self.local_version(vote.result, Level::Block);
        let count = self.own(counted);
        let [x, y, z] = self.grid.launch.block_dim;
        let plane = self.terms.mul(x, y);
        let (zero, all) = (self.terms.int(0), self.terms.mul(plane, z));
        let sum = fold_below(&mut self.terms, FoldKind::Count, thread.into_iter().zip([x, y, z]), yes);
        let no = self.terms.not(yes);
        let truth = self.terms.bool(true);
        let somebody = exists_in(&mut self.terms, scope, yes);
        let nobody = forall_in(&mut self.terms, scope, truth, no);
        let everybody = forall_in(&mut self.terms, scope, truth, yes);
        let is_none = self.terms.le(count, zero);
        let is_some = self.terms.lt(zero, count);
        let is_all = self.terms.le(all, count);
        let parts = [
            self.terms.le(zero, count),
            self.terms.le(count, all),
            self.terms.implies(is_none, nobody),
            self.terms.implies(is_some, somebody),
            self.terms.implies(nobody, is_none),
            self.terms.iff(is_all, everybody),
            self.terms.eq(count, sum),
        ];
        let facts = self.terms.and(&parts);
        let blocks = self.grid.block_scope.clone();
        let fact = forall_in(&mut self.terms, &blocks, truth, facts);
        self.assume(fact, "count of the block");
        count
    }
}
