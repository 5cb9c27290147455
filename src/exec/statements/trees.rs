//! Loops that are trees: each iteration is a step in shared memory (WARP-29).

use crate::exec::analysis::{Level, labels_left};
use crate::exec::state::{Executor, forall_in};
use crate::kernel::ir::{ArrayId, LocalId, Loop, Space, Written};
use crate::logic::{FoldKind, Sort, TermId};

use super::head::Head;

/// A loop whose counter is the distance.
pub struct TreeLoop {
    array: ArrayId,
    kind: FoldKind,
    counter: LocalId,
    /// In the blocks that enter it.
    blocks: TermId,
}

impl Executor<'_> {
    /// The tree that a loop is: each iteration is one step in shared memory and halves its distance, until that is 0.
    pub fn tree_of_loop(&mut self, inner: &Loop, written: &Written, head: &Head) -> Option<TreeLoop> {
        let [array] = written.arrays.keys().copied().collect::<Vec<_>>()[..] else { return None };
        let pair = *self.memory.trees.pairs.get(&self.memory.now.arrays[array.index()])?;
        let is_shared = self.kernel.arrays[array.index()].space == Space::Shared;
        if !is_shared || pair.old != head.store.arrays[array.index()] || !labels_left(inner).is_empty() {
            return None;
        }
        let halved = head.geometric.iter().filter(|counter| counter.halves).map(|counter| counter.local);
        let counter = halved.into_iter().find(|local| {
            let version = head.store.locals[local.index()];
            version.level != Level::Thread && self.own(version) == pair.distance
        })?;
        let zero = self.terms.int(0);
        let goes_on = [self.terms.lt(zero, pair.distance), self.terms.ne(pair.distance, zero)];
        if !goes_on.contains(&head.guard) {
            return None;
        }
        // Whoever is below the distance runs, and is not only known to if somebody does.
        let blocks = self.block_part(head.entry);
        let all = self.all_below(&pair, blocks);
        let context = self.here.context.iter().copied().filter(|at| !head.someone.contains(at)).collect();
        self.simplifier_shows(all, context).then_some(TreeLoop { array, kind: pair.kind, counter, blocks })
    }

    /// What the tree has left in the first cell.
    pub fn assume_tree(&mut self, tree: &TreeLoop, head: &Head, name: &str) {
        let TreeLoop { array, kind, counter, blocks } = *tree;
        let [before, after] = [&head.before, &head.store].map(|store| store.arrays[array.index()]);
        let distance = self.own(head.before.locals[counter.index()]);
        let var = self.terms.fresh_var("q", Sort::Int);
        let (zero, two, at) = (self.terms.int(0), self.terms.int(2), self.terms.var(var));
        let size = self.terms.mul(two, distance);
        let last = self.terms.plus(size, -1);
        let body = self.cell_of(array, before, at);
        let all = self.terms.fold(kind, var, zero, last, body);
        let [first_before, first] = [before, after].map(|version| self.cell_of(array, version, zero));
        let (is_power, is_none) = (self.terms.is_pow2(distance), self.terms.eq(distance, zero));
        for (condition, value) in [(is_power, all), (is_none, first_before)] {
            let equal = self.terms.eq(first, value);
            let scope = self.grid.block_scope.clone();
            let domain = self.terms.and(&[blocks, condition]);
            let fact = forall_in(&mut self.terms, &scope, domain, equal);
            self.assume(fact, format!("all iterations of {name}"));
        }
    }
}
