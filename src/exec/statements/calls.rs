//! Calls by contract (CALL-1 to CALL-13).

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::base::Span;
use crate::kernel::ir::{ArrayId, BarrierScope, Call, Space, written};
use crate::logic::{SymbolId, TermId};
use crate::tasks::{REACHED, TaskKind};

use crate::exec::analysis::{CallSite, Entry, Level, Participants, holds_barrier, space_level};
use crate::exec::state::{Executor, Ranged, Store, View, forall_in};

impl Executor<'_> {
    /// A call: its contract stands for its body (CALL-7 to CALL-13).
    pub fn call(&mut self, call: &Call, span: Span) {
        let active = self.active();
        let name = format!("call{}", self.output.numbers.next("call"));
        let participants = self.participants(call, &name, active, span);
        if self.here.trusted == 0 {
            let levels = self.uniformity.locals.clone();
            let arrays = call.arrays.iter().map(|(_, array)| *array).collect();
            let entry = Entry { participants, levels, arrays };
            self.log.calls.push(CallSite { call: call.clone(), entry });
        }
        let before = self.memory.now.clone();
        let outer_entry = std::mem::replace(&mut self.memory.entry, before.clone());
        let view = self.spec_view(None);
        // CALL-7
        for (at, clause) in call.contract.requires.iter().enumerate() {
            let fact = self.prove(&format!("{name}/requires{}", at + 1), TaskKind::Assert, clause, active, &view);
            self.assume(fact, format!("{} requires {}", call.function, at + 1));
        }
        // CALL-12
        let context = self.here.context.len();
        self.here.trusted += 1;
        self.list(&call.body);
        self.here.trusted -= 1;
        self.here.context.truncate(context);
        self.forget_literals(&call.body);
        // CALL-9
        self.after_call(call, &before, active);
        let view = self.spec_view(None);
        for (at, clause) in call.contract.ensures.iter().enumerate() {
            let fact = self.clause(clause, active, &view);
            self.assume(fact, format!("{} ensures {}", call.function, at + 1));
        }
        self.must_reach(&name, REACHED, span, context);
        self.needs.open.clear();
        self.memory.entry = outer_entry;
    }

    /// CALL-7: who takes part, and that these are whole blocks where the body has a barrier.
    fn participants(&mut self, call: &Call, name: &str, active: TermId, span: Span) -> Participants {
        if self.terms.is_true(active) {
            return Participants::Everyone;
        }
        let block = self.grid.level_args(Level::Block, &self.grid.me);
        if self.mentions_only(active, &block) {
            return Participants::Blocks;
        }
        if !holds_barrier(&call.body, BarrierScope::Block) {
            return Participants::Threads;
        }
        let (at, others) = self.grid.fresh_neighbour(&mut self.terms, "u");
        let there = self.grid.instantiate(&mut self.terms, active, &at);
        let mut scope = self.grid.self_scope();
        scope.extend(others);
        let goal = forall_in(&mut self.terms, &scope, active, there);
        self.task(&format!("{name}/blocks"), TaskKind::Barrier, span, goal);
        Participants::Blocks
    }

    /// CALL-9: fresh versions of what the body writes.
    fn after_call(&mut self, call: &Call, before: &Rc<Store>, active: TermId) {
        let written = written(&call.body);
        let passed = |array: ArrayId| call.arrays.iter().any(|(_, passed)| *passed == array);
        self.forget_locals(&written, &BTreeSet::new(), before, active);
        for array in written.arrays.keys().copied() {
            let old = before.arrays[array.index()];
            let info = &self.kernel.arrays[array.index()];
            let limited = !call.contract.writes.is_empty() && (info.space == Space::Global || passed(array));
            if limited && call.contract.writes.iter().all(|region| region.array != array) {
                self.store_mut().arrays[array.index()] = old;
                continue;
            }
            let new = self.array_version(array);
            self.assume_range(new, info.element);
            match limited {
                true => self.keep_outside_regions(call, array, new, before, active),
                false => self.keep_array(array, new, old, active),
            }
            self.store_mut().arrays[array.index()] = new;
            self.tickets_at_head(array, &call.body);
        }
    }

    /// A cell is as it was unless it lies in a region of an active thread: for shared arrays, of the cell's block.
    fn keep_outside_regions(&mut self, call: &Call, array: ArrayId, new: SymbolId, before: &Rc<Store>, active: TermId) {
        let old = before.arrays[array.index()];
        let level = space_level(self.kernel.arrays[array.index()].space);
        let (cells, mut args, _) = self.any_cell(new);
        let prefix = self.grid.level_args(level, &self.grid.me);
        let own = prefix.len();
        args.splice(..own, prefix);
        let view = View { store: before.clone(), ..self.spec_view(None) };
        let mut regions = Vec::new();
        for region in call.contract.writes.iter().filter(|region| region.array == array) {
            let mut parts = Vec::new();
            for ((least, most), index) in region.ranges.iter().zip(&args[own..]) {
                let (least, most) = (self.eval(least, &view), self.eval(most, &view));
                parts.push(self.terms.le(least, *index));
                parts.push(self.terms.le(*index, most));
            }
            regions.push(self.terms.and(&parts));
        }
        self.needs.open.clear();
        let inside = self.terms.or(&regions);
        let outside = self.terms.not(inside);
        // Who may have written there: all threads, those of the block, or just the one.
        let mine: Vec<Ranged> = self.grid.level_scope(level);
        let others: Vec<Ranged> = self.grid.self_scope().into_iter().filter(|ranged| !mine.contains(ranged)).collect();
        let nobody = forall_in(&mut self.terms, &others, active, outside);
        let (here, there) = (self.terms.apply(new, &args), self.terms.apply(old, &args));
        let same = self.terms.eq(here, there);
        let mut scope = mine;
        scope.extend(&cells[own..]);
        let fact = forall_in(&mut self.terms, &scope, nobody, same);
        let name = self.kernel.arrays[array.index()].name.clone();
        self.assume(fact, format!("{name} unchanged elsewhere"));
    }
}
