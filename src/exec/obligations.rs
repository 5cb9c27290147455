//! Tasks: ids, obligations of expressions, bounds, barriers (R16, R60, R61).

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Span;
use crate::kernel::ir::{ArrayId, BarrierScope, Clause, Region, Space, Speaker};
use crate::kernel::undefined;
use crate::logic::{Op, SymbolId, TermId};
use crate::tasks::{DEFINED, FOOTPRINT, FRAME, Form, Task, TaskKind};

use super::launch::forall_in;
use super::log::CrossingKind;
use super::state::View;
use super::{Executor, Regions};

impl Executor<'_> {
    /// Adds a task in the present context. `id` is without the kernel's name; a second task of that name gets `/2`.
    pub(super) fn task(&mut self, id: &str, kind: TaskKind, span: Span, goal: TermId) {
        // R175
        if self.trusted > 0 {
            return;
        }
        let base = format!("{}/{id}", self.kernel.name);
        let count = self.ids.entry(base.clone()).or_insert(0);
        *count += 1;
        let id = if *count == 1 { base } else { format!("{base}/{count}") };
        let statement = (self.statement != span).then_some(self.statement);
        self.tasks.push(Task { id, kind, span, statement, hypotheses: self.context.clone(), goal });
    }

    /// R60: `forall self. path -> fact` must hold here. Numbered within `group` by source place.
    pub(super) fn oblige(&mut self, kind: TaskKind, group: &str, span: Span, path: TermId, fact: TermId) {
        if self.terms.is_false(path) || self.trusted > 0 {
            return;
        }
        let scope = self.grid.self_scope();
        let goal = forall_in(&mut self.terms, &scope, path, fact);
        let before = self.obliged.entry((kind, goal)).or_default();
        if before.iter().any(|context| self.context.starts_with(context)) {
            return;
        }
        before.push(self.context.clone());
        let places = self.places.entry(group.to_owned()).or_default();
        let next = places.len() + 1;
        let number = *places.entry(span).or_insert(next);
        self.task(&format!("{group}/{number}"), kind, span, goal);
    }

    /// R61
    pub(super) fn check_access(&mut self, array: ArrayId, cell: &[TermId], span: Span, view: &View) {
        let Some(path) = view.path else { return };
        let extents = self.extents[array.index()].clone();
        let info = &self.kernel.arrays[array.index()];
        let name = info.name.clone();
        let unknown = if info.space == Space::Surface { "extents of the surface" } else { "length" };
        let zero = self.terms.int(0);
        let mut parts = Vec::new();
        for (index, extent) in cell.iter().zip(extents) {
            match extent {
                Some(extent) => {
                    parts.push(self.terms.le(zero, *index));
                    parts.push(self.terms.lt(*index, extent));
                }
                None => {
                    self.unchecked.insert(format!("{name}: {unknown}"));
                }
            }
        }
        if !parts.is_empty() {
            let inside = self.terms.and(&parts);
            self.oblige(TaskKind::Bounds, &format!("bounds/{name}"), span, path, inside);
        }
    }

    /// R64: what the contract lets a thread write, and a function's contract lets it read, in the state at entry.
    pub(super) fn regions(&mut self) {
        let kernel = self.kernel;
        self.writable = self.evaluated(&kernel.contract.writes, FRAME);
        self.readable = self.evaluated(&kernel.contract.reads, FOOTPRINT);
    }

    fn evaluated(&mut self, regions: &[Region], word: &str) -> Regions {
        let everyone = self.control.path;
        let view = View { store: self.entry.clone(), ..self.spec_view(None) };
        let mut evaluated = Regions::new();
        for (at, region) in regions.iter().enumerate() {
            self.defined.clear();
            let ranges = self.annotation(everyone, |executor| {
                region
                    .ranges
                    .iter()
                    .map(|(least, most)| (executor.eval(least, &view), executor.eval(most, &view)))
                    .collect()
            });
            self.prove_defined(&format!("{word}{}", at + 1), region.span, everyone);
            evaluated.push((region.array, ranges));
        }
        evaluated
    }

    /// R64
    pub(super) fn check_write(&mut self, array: ArrayId, cell: &[TermId], span: Span, view: &View) {
        if !self.kernel.contract.writes.is_empty() {
            let regions = self.writable.clone();
            self.check_listed(&regions, FRAME, (array, cell), span, view);
        }
    }

    /// R172: a function reads what its contract lists.
    pub(super) fn check_read(&mut self, array: ArrayId, cell: &[TermId], span: Span, view: &View) {
        if !self.kernel.contract.reads.is_empty() {
            let regions: Regions = self.readable.iter().chain(&self.writable).cloned().collect();
            self.check_listed(&regions, FOOTPRINT, (array, cell), span, view);
        }
    }

    fn check_listed(
        &mut self,
        listed: &Regions,
        word: &str,
        (array, cell): (ArrayId, &[TermId]),
        span: Span,
        view: &View,
    ) {
        let info = &self.kernel.arrays[array.index()];
        let Some(path) = view.path else { return };
        let passed = self.function.is_some_and(|function| function.arrays.contains(&array));
        if info.space != Space::Global && !passed {
            return;
        }
        let mut regions = Vec::new();
        for (_, ranges) in listed.iter().filter(|(listed, _)| *listed == array) {
            let mut parts = Vec::new();
            for (index, (least, most)) in cell.iter().zip(ranges) {
                parts.push(self.terms.le(*least, *index));
                parts.push(self.terms.le(*index, *most));
            }
            regions.push(self.terms.and(&parts));
        }
        let allowed = self.terms.or(&regions);
        if !self.terms.is_true(allowed) {
            // The proof of a function that is called here knows nothing of it.
            let trusted = std::mem::take(&mut self.trusted);
            self.oblige(TaskKind::Ensures, &format!("{word}/{}", info.name), span, path, allowed);
            self.trusted = trusted;
        }
    }

    /// Proves a clause for everyone in the domain, and that it is defined (R36); gives the closed proposition.
    pub(super) fn prove(&mut self, id: &str, kind: TaskKind, clause: &Clause, domain: TermId, view: &View) -> TermId {
        let goal = self.clause(clause, domain, view);
        self.prove_defined(id, clause.span, domain);
        self.task(id, kind, clause.span, goal);
        goal
    }

    /// R36, for what was evaluated last.
    pub(super) fn prove_defined(&mut self, id: &str, span: Span, domain: TermId) {
        let goal = self.take_defined(domain);
        if self.terms.is_true(goal) {
            return;
        }
        let before = self.tasks.len();
        self.task(&format!("{id}/{DEFINED}"), TaskKind::Division, span, goal);
        self.lighten(before);
    }

    /// Says with how little the tasks from a place on are tried first.
    pub(super) fn lighten(&mut self, first: usize) {
        for task in &self.tasks[first..] {
            let hypotheses = self.without_data(task);
            self.lighter.insert(task.id.clone(), Task { hypotheses, ..task.clone() });
        }
    }

    /// What a task's context says of numbers and of which cells are written, and what the variables are that its goal comes to:
    /// mostly enough for an index, or to find that a cell is written.
    fn without_data(&self, task: &Task) -> Vec<usize> {
        let mut reached: BTreeSet<SymbolId> = self.terms.symbols_in(&[task.goal]).into_iter().collect();
        let mut kept: Vec<usize> = Vec::new();
        let is_flag = |symbol: &SymbolId| self.terms.symbol_info(*symbol).name.starts_with(undefined::FLAG);
        for at in task.hypotheses.iter().rev() {
            match &self.hypotheses[*at].form {
                Form::Proposition(term) if !matches!(self.terms.op(*term), Op::Forall(_) | Op::Exists(_)) => {}
                Form::Proposition(term) => {
                    let symbols = self.terms.symbols_in(&[*term]);
                    if !symbols.iter().any(|symbol| reached.contains(symbol) && is_flag(symbol)) {
                        continue;
                    }
                    reached.extend(symbols);
                }
                Form::Assign(assign) if reached.contains(&assign.new) => {
                    reached.insert(assign.old);
                    let mut terms = vec![assign.range, assign.mask, assign.value];
                    terms.extend(&assign.index);
                    reached.extend(self.terms.symbols_in(&terms));
                }
                _ => continue,
            }
            kept.push(*at);
        }
        kept.reverse();
        kept
    }

    /// R36: that what was evaluated last is defined for everyone in the domain.
    pub(super) fn take_defined(&mut self, domain: TermId) -> TermId {
        let defined = self.take_needs();
        let scope = self.grid.self_scope();
        forall_in(&mut self.terms, &scope, domain, defined)
    }

    /// R31: the clause for everyone in the domain, closed.
    pub(super) fn clause(&mut self, clause: &Clause, domain: TermId, view: &View) -> TermId {
        self.defined.clear();
        let body = self.annotation(domain, |executor| executor.eval(&clause.expr, view));
        let scope = self.grid.self_scope();
        forall_in(&mut self.terms, &scope, domain, body)
    }

    /// R31: whom an invariant is about: those that entered the loop, without those that exited in it.
    pub(super) fn invariant_domain(&mut self, clause: &Clause, entry: TermId, exited: &[TermId]) -> TermId {
        match clause.speaker {
            Speaker::Launch => entry,
            Speaker::Block | Speaker::Thread => self.without(entry, exited),
        }
    }

    /// R16
    pub(super) fn barrier(&mut self, number: u32, scope: BarrierScope, span: Span) {
        let (active, exited) = (self.active(), self.exited());
        if !self.terms.is_false(exited) {
            self.barrier_after_exit = true;
            self.needs_volta("a barrier where threads may have exited", span);
        }
        self.record_crossing(CrossingKind::Barrier, scope, active, exited);
        let (other, mut others) = self.grid.fresh_thread(&mut self.terms, "u");
        let mut at = self.grid.me;
        at.thread = other;
        // R139
        if scope == BarrierScope::Grid {
            let (block, blocks) = self.grid.fresh_block(&mut self.terms, "ub");
            at.block = block;
            others.extend(blocks);
            let text = "the launch is cooperative, so that barriers of the whole grid are passed";
            if !self.listed.iter().any(|known| known == text) {
                self.listed.push(text.to_owned());
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

    /// Records what is not modelled, once.
    /// What older architectures do otherwise.
    pub(super) fn needs_volta(&mut self, what: &str, span: Span) {
        if self.config.is_before_volta() {
            self.unsupported(format!("{what}, on {} (`--arch sm_70` or a later one)", self.config.arch), span);
        }
    }

    pub(super) fn unsupported(&mut self, construct: String, span: Span) {
        let found = crate::kernel::ir::Unsupported { construct, span };
        if !self.unsupported.contains(&found) {
            self.unsupported.push(found);
        }
    }

    /// Whether the term mentions none of self's coordinates beyond those given.
    pub(super) fn mentions_only(&self, term: TermId, args: &[TermId]) -> bool {
        self.terms.free(term).iter().all(|var| args.iter().any(|arg| *self.terms.op(*arg) == Op::Var(*var)))
    }
}

/// For each group of obligations, the number of each source place.
pub type Places = BTreeMap<String, BTreeMap<Span, usize>>;
