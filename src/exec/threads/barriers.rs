//! Barriers (STMT-12).

use crate::base::Span;
use crate::exec::state::{Assumption, CrossingKind, Executor, forall_in};
use crate::kernel::ir::BarrierScope;
use crate::tasks::TaskKind;

impl Executor<'_> {
    /// STMT-12
    pub fn barrier(&mut self, number: u32, scope: BarrierScope, span: Span) {
        let (active, exited) = (self.active(), self.exited());
        if !self.terms.is_false(exited) {
            self.output.assumptions.insert(Assumption::BarrierAfterExit);
            self.needs_volta("a barrier where threads may have exited", span);
        }
        self.record_crossing(CrossingKind::Barrier, scope, active, exited);
        let (mut at, mut others) = self.grid.fresh_neighbour(&mut self.terms, "u");
        // WARP-28
        if scope == BarrierScope::Grid {
            let (block, blocks) = self.grid.fresh_block(&mut self.terms, "ub");
            at.block = block;
            others.extend(blocks);
            let text = "the launch is cooperative, so that barriers of the whole grid are passed";
            if !self.output.stated.iter().any(|known| known == text) {
                self.output.stated.push(text.to_owned());
            }
        }
        let there = self.grid.instantiate(&mut self.terms, active, &at);
        let gone = self.grid.instantiate(&mut self.terms, exited, &at);
        let guard = self.without(active, &[gone]);
        let there = self.given(guard, there);
        let mut scope = self.grid.self_scope();
        scope.extend(others);
        let goal = forall_in(&mut self.terms, &scope, guard, there);
        self.task(&format!("barrier{number}"), TaskKind::Barrier, span, goal);
    }
}
