//! Calls by contract (R171 to R177).

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::base::{Config, Span};
use crate::kernel::compact::compact;
use crate::kernel::ir::{ArrayId, BarrierScope, Call, Kernel, LocalRole, Space, Written, written};
use crate::kernel::text;
use crate::logic::{Sort, SymbolId, TermId};
use crate::tasks::{REACHED, TaskKind, TaskSet};

use super::launch::{Coordinates, Ranged, forall_in};
use super::log::{Log, holds_barrier};
use super::state::{Store, View};
use super::uniformity::{Level, space_level};
use super::{Executor, RACE_FREEDOM, SATISFIABLE_CONTRACT};

/// Who takes part in a call: as far as the proof of the function knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Participants {
    Everyone,
    /// Some whole blocks.
    Blocks,
    /// Any set of threads.
    Threads,
}

impl Participants {
    /// Over what membership varies.
    pub fn level(self) -> Level {
        match self {
            Participants::Everyone => Level::Launch,
            Participants::Blocks => Level::Block,
            Participants::Threads => Level::Thread,
        }
    }
}

/// What the proof of a function takes from a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub participants: Participants,
    /// How uniform each local is at the call, by [`crate::kernel::ir::LocalId`].
    pub levels: Vec<Level>,
    /// Arrays whose cells the function's `writes` and `reads` limit, beside global ones.
    pub arrays: Vec<ArrayId>,
}

/// A call that was executed: its function must be proved.
#[derive(Clone, Debug)]
pub struct CallSite {
    pub call: Call,
    pub entry: Entry,
}

/// R172: the tasks of the functions that a kernel calls by contract, and of those that these call.
pub fn of_functions(kernel: &Kernel, log: &mut Log, config: &Config) -> Vec<TaskSet> {
    let mut sets = Vec::new();
    let mut proved: Vec<(String, Entry)> = Vec::new();
    let mut names: BTreeMap<String, u32> = BTreeMap::new();
    let mut work: Vec<(Kernel, Entry)> = log.calls.iter().rev().map(|site| alone(kernel, site)).collect();
    while let Some((mut function, entry)) = work.pop() {
        let known = (text::kernel(&function), entry);
        if proved.contains(&known) {
            continue;
        }
        let count = names.entry(function.name.clone()).or_insert(0);
        *count += 1;
        let suffix = if *count == 1 { String::new() } else { format!("#{count}") };
        function.name = format!("{}/{}{suffix}", kernel.name, function.name);
        let (mut set, own) = Executor::executed(&function, config, Some(&known.1)).finish();
        set.assumptions.retain(|assumption| assumption != RACE_FREEDOM && assumption != SATISFIABLE_CONTRACT);
        sets.push(set);
        work.extend(own.calls.iter().rev().map(|site| alone(&function, site)));
        log.unknown_after.extend(own.unknown_after);
        proved.push(known);
    }
    sets
}

/// The function as a kernel: its body, for every state that it may be called in. Calls that are alike give the same.
fn alone(caller: &Kernel, site: &CallSite) -> (Kernel, Entry) {
    let CallSite { call, entry } = site;
    let mut function = caller.clone();
    // A parameter that the caller changes has some value at the call, which may be each thread's own.
    for local in written(&caller.body).locals.keys() {
        let role = &mut function.locals[local.index()].role;
        if *role == LocalRole::Param {
            *role = LocalRole::Variable;
        }
    }
    function.name = call.function.clone();
    function.span = call.header;
    function.contract = call.contract.clone();
    function.body = call.body.clone();
    let kept = compact(&mut function);
    for info in &mut function.loops {
        info.function = info.function.as_deref().and_then(|name| name.split('#').next()).map(str::to_owned);
    }
    let levels = kept.locals.iter().map(|local| entry.levels[local.index()]).collect();
    let numbered = kept.arrays.iter().enumerate();
    let passed = numbered.filter(|(_, old)| entry.arrays.contains(old));
    let arrays: Vec<ArrayId> = passed.map(|(new, _)| ArrayId(new as u32)).collect();
    for (parameter, old) in &call.arrays {
        if let Some(new) = kept.arrays.iter().position(|kept| kept == old) {
            function.arrays[new].name.clone_from(parameter);
        }
    }
    (function, Entry { levels, arrays, ..entry.clone() })
}

impl Executor<'_> {
    pub(super) fn call(&mut self, call: &Call, span: Span) {
        let active = self.active();
        let participants = self.participants(call, active, span);
        if self.trusted == 0 {
            let levels = self.uniformity.locals.clone();
            let arrays = call.arrays.iter().map(|(_, array)| *array).collect();
            let entry = Entry { participants, levels, arrays };
            self.log.calls.push(CallSite { call: call.clone(), entry });
        }
        let before = self.store.clone();
        let outer_entry = std::mem::replace(&mut self.entry, before.clone());
        self.calls += 1;
        let name = format!("call{}", self.calls);
        let view = self.spec_view(None);
        // R173
        for (at, clause) in call.contract.requires.iter().enumerate() {
            let fact = self.prove(&format!("{name}/requires{}", at + 1), TaskKind::Assert, clause, active, &view);
            self.assume(fact, format!("{} requires {}", call.function, at + 1));
        }
        // R175
        let context = self.context.len();
        self.trusted += 1;
        self.list(&call.body);
        self.trusted -= 1;
        self.context.truncate(context);
        self.forget_literals(&call.body);
        // R174
        self.after_call(call, &before, active);
        let view = self.spec_view(None);
        for (at, clause) in call.contract.ensures.iter().enumerate() {
            let fact = self.clause(clause, active, &view);
            self.assume(fact, format!("{} ensures {}", call.function, at + 1));
        }
        self.must_reach(&name, REACHED, span, context);
        self.defined.clear();
        self.entry = outer_entry;
    }

    /// R173: who takes part, and that these are whole blocks where the body has a barrier.
    fn participants(&mut self, call: &Call, active: TermId, span: Span) -> Participants {
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
        let (other, others) = self.grid.fresh_thread(&mut self.terms, "u");
        let at = Coordinates { thread: other, ..self.grid.me };
        let there = self.grid.instantiate(&mut self.terms, active, &at);
        let mut scope = self.grid.self_scope();
        scope.extend(others);
        let goal = forall_in(&mut self.terms, &scope, active, there);
        self.task(&format!("call{}/blocks", self.calls + 1), TaskKind::Barrier, span, goal);
        Participants::Blocks
    }

    /// R174: fresh versions of what the body writes.
    fn after_call(&mut self, call: &Call, before: &Rc<Store>, active: TermId) {
        let written = written(&call.body);
        let passed = |array: ArrayId| call.arrays.iter().any(|(_, passed)| *passed == array);
        self.locals_after_call(&written, before, active);
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
                false => {
                    let prefix = self.grid.level_args(space_level(info.space), &self.grid.me);
                    self.frame(new, old, prefix, active, &info.name);
                }
            }
            self.store_mut().arrays[array.index()] = new;
            self.tickets_at_head(array, &call.body);
        }
    }

    fn locals_after_call(&mut self, written: &Written, before: &Rc<Store>, active: TermId) {
        for local in written.locals.keys().copied() {
            let old = before.locals[local.index()];
            let new = self.local_version(local, old.level);
            let info = &self.kernel.locals[local.index()];
            self.assume_range(new.symbol, info.ty);
            let prefix = self.grid.level_args(old.level, &self.grid.me);
            self.frame(new.symbol, old.symbol, prefix, active, &info.name);
            self.store_mut().locals[local.index()] = new;
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
        self.defined.clear();
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

    /// R172: the mask of those who take part, at entry.
    pub(super) fn take_part(&mut self) {
        let Some(entry) = self.function else { return };
        let level = entry.participants.level();
        if level == Level::Launch {
            return;
        }
        let name = self.fresh_name("part");
        let symbol = self.terms.declare(name, &self.grid.level_sorts(level), Sort::Bool);
        let args = self.grid.level_args(level, &self.grid.me);
        self.control.path = self.terms.apply(symbol, &args);
    }
}
