//! Loops (R20 to R24, R26).

use std::collections::BTreeSet;

use crate::base::Span;
use crate::kernel::ir::{self, ArrayId, BarrierScope, Label, LocalId, LocalRole, Loop, Space, Written};
use crate::kernel::undefined;
use crate::logic::{Sort, TermId};
use crate::tasks::{ENDLESS, REACHED, TaskKind};

use super::Executor;
use super::arith::as_count;
use super::counters::Counted;
use super::iterations::{Head, Summary};
use super::launch::{conjuncts, exists_in, forall_in};
use super::leaving;
use super::log::{Forgotten, holds_barrier, holds_warp_operation};
use super::reach::{confined, labels_left};
use super::state::{Control, View};
use super::uniformity::{Level, space_level};

/// R21: who takes part at the loop's head, and who has left by which label before.
struct Participation {
    inside: TermId,
    gone: Vec<(Label, TermId)>,
}

impl Participation {
    fn gone_from(&self, label: Label) -> Vec<TermId> {
        self.gone.iter().filter(|(left, _)| *left == label).map(|(_, gone)| *gone).collect()
    }
}

impl Executor<'_> {
    pub(super) fn exec_loop(&mut self, inner: &Loop, span: Span) {
        let name = self.loop_name(inner);
        if inner.invariants.is_empty()
            && inner.variant.is_none()
            && let Some(count) = self.trip_count(inner)
        {
            let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
            self.note(span, format!("{name} has no invariant and is unrolled {times}"));
            self.unroll(inner, count);
            return;
        }
        self.invariant_rule(inner, span, &name);
    }

    fn loop_name(&self, inner: &Loop) -> String {
        self.kernel.loops.get(inner.id.index()).map_or_else(|| "loop".to_owned(), ir::LoopInfo::name)
    }

    /// R20
    fn invariant_rule(&mut self, inner: &Loop, span: Span, name: &str) {
        let (statement, reached) = (self.statement, self.context.len());
        let written = ir::written(&inner.body);
        let entry = self.active();
        let undefined = self.undefined_at_entry(inner, &written);
        self.forget_literals(&inner.body);

        // 1. Entry.
        let outer_count = self.counts.remove(&inner.id);
        let zero = self.terms.int(0);
        self.counts.insert(inner.id, zero);
        let guard = self.guard(inner);
        let running = self.terms.and(&[entry, guard]);
        self.prove_invariants(inner, name, TaskKind::InvariantEntry, (entry, &[]), running);

        let runs_it = running;

        // 2. Any iteration.
        let run = self.record_entry(inner, running);
        let at_entry = self.store.clone();
        let symbols = self.terms.symbol_count();
        self.forget(&written, inner, entry);
        let count_name = self.fresh_name(&format!("{name}.count"));
        let count = self.terms.fresh_constant(count_name, Sort::Int);
        let counted = self.terms.le(zero, count);
        self.assume(counted, format!("iterations of {name}"));
        self.counts.insert(inner.id, count);
        let part = self.participation(inner, name, &written, entry);
        let exited = part.gone_from(Label::KERNEL);

        // 3. The invariants; then the body.
        let guard = self.guard(inner);
        let running = self.terms.and(&[part.inside, guard]);
        let in_step = holds_barrier(&inner.body, BarrierScope::Block) || holds_warp_operation(&inner.body, |_| true);
        let by_iterations = inner.invariants.is_empty() && !in_step;
        let counted = Counted { name: name.to_owned(), count, guard, running, symbols, in_step, by_iterations };
        let counters = self.assume_counters(inner, &written, &at_entry, &counted);
        let view = self.spec_view(Some(running));
        for (at, invariant) in inner.invariants.iter().enumerate() {
            let domain = self.invariant_domain(invariant, entry, &exited);
            let fact = self.clause(invariant, domain, &view);
            self.assume(fact, format!("{name} invariant {}", at + 1));
        }
        let begun = self.terms.lt(zero, count);
        let has_run = self.terms.and(&[runs_it, begun]);
        self.assume_defined(&undefined, name, has_run);
        if let Some(first) = inner.invariants.first()
            && self.depth == 0
        {
            self.vacuity(name, first.span);
        }
        let guard_view = View { path: Some(part.inside), ..self.program_view() };
        let mark = self.log.accesses.len();
        self.eval(&inner.guard, &guard_view);
        let guard_reads = self.log.accesses.split_off(mark);
        let head = (self.context.len(), self.store.clone(), self.control.clone());

        let scope = self.grid.self_scope();
        let someone = exists_in(&mut self.terms, &scope, running);
        for part in conjuncts(&self.terms, someone) {
            self.assume(part, format!("some thread runs the body of {name}"));
        }
        self.record_body_begins(run, count);
        self.record_now(&guard_reads);
        let before = inner.variant.as_ref().map(|variant| {
            self.defined.clear();
            let before = self.annotation(running, |executor| executor.eval(&variant.expr, &view));
            self.prove_defined(&format!("{name}/variant"), variant.span, running);
            before
        });
        let (hypotheses, runs) = (self.hypotheses.len(), self.log.runs.len());
        let at_head = Head { counters, entry, running, guard, count, symbols, hypotheses, runs };
        self.enter_body(inner, running, &exited);
        self.depth += 1;
        self.list(&inner.body);
        self.depth -= 1;
        let mut iterations = self.iterations(inner, &written, &at_head, &head.1, &at_entry);
        if inner.invariants.is_empty() {
            self.note_forgotten(inner, span, name, &iterations);
            self.fit_after_loop(&mut iterations);
        }

        // 4. Preserved.
        self.statement = statement;
        self.prove_defined_after(&undefined, name, running);
        let left: Vec<TermId> = self.control.left.iter().map(|(_, left)| *left).collect();
        let still = self.without(running, &left);
        let next = self.terms.plus(count, 1);
        self.counts.insert(inner.id, next);
        let mut exited_now = exited.clone();
        exited_now.push(self.left_of(Label::KERNEL));
        let guard = self.guard(inner);
        let running_next = self.terms.and(&[still, guard]);
        let kind = TaskKind::InvariantPreserved;
        self.prove_invariants(inner, name, kind, (entry, &exited_now), running_next);
        if let (Some(variant), Some(before)) = (&inner.variant, before) {
            // R24
            let after_view = self.spec_view(Some(running_next));
            let after = self.eval(&variant.expr, &after_view);
            let (bounded, smaller) = (self.terms.le(zero, before), self.terms.lt(after, before));
            let progress = self.terms.and(&[bounded, smaller]);
            let goal = forall_in(&mut self.terms, &scope, running, progress);
            self.task(&format!("{name}/variant"), TaskKind::Variant, variant.span, goal);
        } else if self.trusted == 0 && !iterations.ends() {
            self.unterminated.insert(name.to_owned());
        }

        // 5. After the loop.
        let (context, store, control) = head;
        let inside = (part.inside != entry).then_some(part.inside);
        self.record_end(run, (inside, still, &part.gone), running_next, &store, &written);
        self.context.truncate(context);
        self.store = store;
        self.control = control;
        for (label, gone) in &part.gone {
            if let Some(at) = self.control.left.iter().position(|(open, _)| open == label) {
                self.control.left[at].1 = self.terms.or(&[self.control.left[at].1, *gone]);
            }
        }
        self.know_leavers(inner, name, &written, entry, &part);
        let nobody = self.terms.not(running);
        let truth = self.terms.bool(true);
        let over = forall_in(&mut self.terms, &scope, truth, nobody);
        self.assume(over, format!("{name} is over"));
        let stayed = self.without(runs_it, &exited);
        self.assume_defined(&undefined, name, stayed);
        self.assume_iterations(name, &iterations, &at_head, &at_entry);
        self.must_leave(inner, span, name, guard, reached);
        self.record_now(&guard_reads);
        self.counts.remove(&inner.id);
        if let Some(count) = outer_count {
            self.counts.insert(inner.id, count);
        }
    }

    /// R358: what tells of variables that the loop assigns whether they are defined, of those that are not at its entry.
    fn undefined_at_entry(&mut self, inner: &Loop, written: &Written) -> Vec<LocalId> {
        let view = self.program_view();
        // What the body declares is undefined again in each iteration.
        let is_undone = |local: &LocalId| {
            ir::occurs(&inner.body, &|kind| match kind {
                ir::StmtKind::Assign { local: told, value } => {
                    told == local && matches!(&*value.kind, ir::ExprKind::Bool(false))
                }
                _ => false,
            })
        };
        let is_it = |local: &LocalId| {
            let tells = self.kernel.locals[local.index()].name.starts_with(undefined::TELL);
            let known = self.known_of(*local, &view).map(|known| known.value);
            tells && known.is_some_and(|value| self.terms.is_false(value)) && !is_undone(local)
        };
        written.locals.keys().copied().filter(is_it).collect()
    }

    /// R358: what the threads in the domain have run once has given them values.
    fn assume_defined(&mut self, undefined: &[LocalId], name: &str, domain: TermId) {
        let scope = self.grid.self_scope();
        for local in undefined {
            let told = self.local_value(self.store.locals[local.index()], &self.grid.me.clone());
            let fact = forall_in(&mut self.terms, &scope, domain, told);
            self.assume(fact, format!("{} after an iteration of {name}", self.kernel.locals[local.index()].name));
        }
    }

    /// R358: so has this iteration.
    fn prove_defined_after(&mut self, undefined: &[LocalId], name: &str, running: TermId) {
        let exited = self.left_of(Label::KERNEL);
        let domain = self.without(running, &[exited]);
        let scope = self.grid.self_scope();
        for local in undefined {
            let told = self.local_value(self.store.locals[local.index()], &self.grid.me.clone());
            let goal = forall_in(&mut self.terms, &scope, domain, told);
            let info = &self.kernel.locals[local.index()];
            self.task(&format!("{name}/{}", info.name), TaskKind::Initialised, info.span, goal);
        }
    }

    /// R37: that runs come past the loop. Around it only where it is plain that they do not: its own tasks are proved for nobody
    /// where the body around it is never run.
    fn must_leave(&mut self, inner: &Loop, span: Span, name: &str, guard: TermId, reached: usize) {
        let endless = self.terms.is_true(guard) && labels_left(inner).is_empty();
        if endless {
            self.note(
                span,
                format!("no thread leaves {name}: what is said of later places is said of no thread that enters it"),
            );
            self.must_reach(name, ENDLESS, span, reached);
        } else if self.depth == 0 {
            self.must_reach(name, REACHED, span, reached);
        }
    }

    /// The guard in the present state, without obligations.
    fn guard(&mut self, inner: &Loop) -> TermId {
        let nobody = self.terms.bool(false);
        let view = View { path: Some(nobody), literals: false, ..self.program_view() };
        self.eval(&inner.guard, &view)
    }

    /// R20.1 and R20.4; `domain` is who entered the loop and who exited the kernel in it.
    fn prove_invariants(
        &mut self,
        inner: &Loop,
        name: &str,
        kind: TaskKind,
        domain: (TermId, &[TermId]),
        running: TermId,
    ) {
        let when = if kind == TaskKind::InvariantEntry { "entry" } else { "preserved" };
        let view = self.spec_view(Some(running));
        for (at, invariant) in inner.invariants.iter().enumerate() {
            let domain = self.invariant_domain(invariant, domain.0, domain.1);
            self.prove(&format!("{name}/invariant{}/{when}", at + 1), kind, invariant, domain, &view);
        }
    }

    /// The locals that carry no value into an iteration.
    pub(super) fn dead_at_head(&self, inner: &Loop) -> BTreeSet<LocalId> {
        let mut dead = confined(inner, &self.mentions);
        dead.retain(|local| self.uniformity.initialised[local.index()]);
        dead
    }

    /// R20.2: fresh versions of what the body writes.
    fn forget(&mut self, written: &Written, inner: &Loop, entry: TermId) {
        let dead = self.dead_at_head(inner);
        let me = self.grid.me;
        for local in written.locals.keys().copied() {
            let old = self.store.locals[local.index()];
            let new = self.local_version(local, old.level);
            if !dead.contains(&local) {
                let info = &self.kernel.locals[local.index()];
                self.assume_range(new.symbol, info.ty);
                let prefix = self.grid.level_args(old.level, &me);
                self.frame(new.symbol, old.symbol, prefix, entry, &info.name);
            }
            self.store_mut().locals[local.index()] = new;
        }
        for array in written.arrays.keys().copied() {
            let old = self.store.arrays[array.index()];
            let new = self.array_version(array);
            let info = &self.kernel.arrays[array.index()];
            self.assume_range(new, info.element);
            let prefix = self.grid.level_args(space_level(info.space), &me);
            self.frame(new, old, prefix, entry, &info.name);
            if only_sets(&inner.body, array) {
                self.stays_set(new, old, &info.name);
            }
            self.store_mut().arrays[array.index()] = new;
            self.tickets_at_head(array, &inner.body);
        }
    }

    /// R356
    fn stays_set(&mut self, new: crate::logic::SymbolId, old: crate::logic::SymbolId, name: &str) {
        let (cells, args, now) = self.any_cell(new);
        let before = self.terms.apply(old, &args);
        let fact = forall_in(&mut self.terms, &cells, before, now);
        self.assume(fact, format!("{name} stays set"));
    }

    /// R22
    pub(super) fn frame(
        &mut self,
        new: crate::logic::SymbolId,
        old: crate::logic::SymbolId,
        prefix: Vec<TermId>,
        entry: TermId,
        name: &str,
    ) {
        if !self.terms.is_true(entry) && self.mentions_only(entry, &prefix) {
            self.keep_outside(new, old, prefix, entry, name);
        }
    }

    /// R21
    fn participation(&mut self, inner: &Loop, name: &str, written: &Written, entry: TermId) -> Participation {
        let left = labels_left(inner);
        if left.is_empty() && self.keeps_its_value(&inner.guard, written) {
            return Participation { inside: entry, gone: Vec::new() };
        }
        let level = self.uniformity.loops.get(inner.id.index()).copied().unwrap_or(Level::Thread);
        let scope = self.grid.self_scope();
        let predicate = |executor: &mut Self, name: String| {
            let name = executor.fresh_name(&name);
            let symbol = executor.terms.declare(name, &executor.grid.level_sorts(level), Sort::Bool);
            let args = executor.grid.level_args(level, &executor.grid.me);
            let member = executor.terms.apply(symbol, &args);
            let fact = forall_in(&mut executor.terms, &scope, member, entry);
            (member, fact)
        };
        let (inside, fact) = predicate(self, format!("{name}.in"));
        self.assume(fact, format!("threads in {name}"));
        let mut gone: Vec<(Label, TermId)> = Vec::new();
        for label in left {
            let (member, fact) = predicate(self, format!("{name}.left"));
            self.assume(fact, format!("threads that left {name}"));
            let others: Vec<TermId> = gone.iter().map(|(_, other)| *other).chain([inside]).collect();
            let others = self.terms.or(&others);
            let apart = self.terms.not(others);
            let fact = forall_in(&mut self.terms, &scope, member, apart);
            self.assume(fact, format!("threads that left {name}"));
            gone.push((label, member));
        }
        Participation { inside, gone }
    }

    /// Whether only a thread itself, while it runs the body, changes what the expression is to it.
    pub(super) fn keeps_its_value(&self, expr: &ir::Expr, written: &Written) -> bool {
        let changing = self.changed_by_others(written);
        expr.arrays_read().into_iter().all(|array| !changing.contains(&array))
    }

    fn changed_by_others(&self, written: &Written) -> BTreeSet<ArrayId> {
        let arrays = written.arrays.keys().copied();
        arrays.filter(|array| self.kernel.arrays[array.index()].space != Space::Private).collect()
    }

    /// R21.3 and R21.4, after the loop: what holds of the threads that are out.
    fn know_leavers(&mut self, inner: &Loop, name: &str, written: &Written, entry: TermId, part: &Participation) {
        if part.gone.is_empty() {
            return;
        }
        let scope = self.grid.self_scope();
        if self.keeps_its_value(&inner.guard, written) {
            let elsewhere: Vec<TermId> = part.gone.iter().map(|(_, gone)| *gone).chain([part.inside]).collect();
            let rest = self.without(entry, &elsewhere);
            let guard = self.guard(inner);
            let failed = self.terms.not(guard);
            let fact = forall_in(&mut self.terms, &scope, rest, failed);
            self.assume(fact, format!("threads that failed the guard of {name}"));
        }
        let (sites, dead) = (leaving::sites(inner, &self.changed_by_others(written)), self.dead_at_head(inner));
        for (label, gone) in part.gone.iter().filter(|(label, _)| *label != Label::KERNEL) {
            let known = self.known_of_leavers(&sites, *label, &dead);
            let fact = forall_in(&mut self.terms, &scope, *gone, known);
            self.assume(fact, format!("threads that left {name}"));
        }
    }

    /// R23: the body's control; `exited` are those that exited in earlier iterations.
    fn enter_body(&mut self, inner: &Loop, running: TermId, exited: &[TermId]) {
        let nobody = self.terms.bool(false);
        let mut all_exited = vec![self.exited()];
        all_exited.extend(exited);
        let exited_before = self.terms.or(&all_exited);
        let open: Vec<TermId> =
            conjuncts(&self.terms, running).into_iter().filter(|part| !self.terms.is_closed(*part)).collect();
        let path = self.terms.and(&open);
        let labels: Vec<Label> = self.control.left.iter().map(|(label, _)| *label).chain([inner.label]).collect();
        self.control = Control { path, left: labels.into_iter().map(|label| (label, nobody)).collect(), exited_before };
    }

    /// R26
    fn note_forgotten(&mut self, inner: &Loop, span: Span, name: &str, known: &Summary) {
        let written = ir::written(&inner.body);
        let dead = self.dead_at_head(inner);
        let locals = written
            .locals
            .keys()
            .filter(|local| {
                !dead.contains(*local)
                    && !matches!(self.kernel.locals[local.index()].role, LocalRole::Temporary | LocalRole::Opaque)
            })
            .filter(|local| !known.knows_local(**local));
        let locals = locals.map(|local| self.kernel.locals[local.index()].name.clone());
        let arrays = written.arrays.keys().filter(|array| !known.knows_array(**array));
        let arrays = arrays.map(|array| self.kernel.arrays[array.index()].name.clone());
        let names: BTreeSet<String> = locals.chain(arrays).collect();
        let names: Vec<String> = names.into_iter().collect();
        if !names.is_empty() && self.trusted == 0 {
            let set = self.kernel.name.clone();
            let forgotten = Forgotten { set, name: name.to_owned(), span, changed: names.join(", ") };
            self.log.unknown_after.push(forgotten);
        }
        let text = match (names.is_empty(), known.is_some()) {
            (true, true) => format!("{name} has no invariant and needs none: its iterations are known all at once"),
            (true, false) => format!("{name} has no invariant"),
            (false, _) => format!("{name} has no invariant: nothing is known about {} after it", names.join(", ")),
        };
        self.note(span, text);
    }

    /// What is said of the body of a function is said where it is proved.
    fn note(&mut self, span: Span, text: String) {
        if self.trusted == 0 {
            self.notes.push((span, text));
        }
    }
}

/// A literal as a number of cells or iterations, if it is small enough to enumerate.
pub(super) fn small_literal(executor: &Executor<'_>, term: TermId, limit: usize) -> Option<usize> {
    executor.terms.as_int(term).and_then(as_count).filter(|count| *count <= limit)
}

/// Whether the statements do no more to an array of truth values than to make some of them true.
fn only_sets(stmts: &[ir::Stmt], array: ArrayId) -> bool {
    !ir::occurs(stmts, &|kind| match kind {
        ir::StmtKind::Store { array: stored, value, .. } => {
            *stored == array && !matches!(&*value.kind, ir::ExprKind::Bool(true))
        }
        ir::StmtKind::DeclareArray(declared) => *declared == array,
        ir::StmtKind::Atomic(atomic) => atomic.array == array,
        _ => false,
    })
}
