//! Loops (LOOP-1 to LOOP-19, LOOP-18).

use std::collections::BTreeSet;

use crate::base::Span;
use crate::kernel::ir::{self, ArrayId, BarrierScope, Label, LocalId, LocalRole, Loop, Written};
use crate::kernel::undefined;
use crate::logic::{Sort, SymbolId, TermId};
use crate::tasks::{ENDLESS, REACHED, TaskKind};

use super::head::{Counted, Counters, Head, Told};
use super::iterations::Summary;
use super::leaving;
use super::phases::Phases;
use super::trees::TreeLoop;
use crate::exec::analysis::{
    Level, changed_by_others, holds_barrier, holds_warp_operation, keeps_its_value, labels_left, size,
};
use crate::exec::state::{
    Access, Assumption, Control, Executor, Forgotten, RunId, View, conjuncts, exists_in, forall_in,
};

/// LOOP-16: fewer statements are unrolled, whatever is known of the loop; those of loops in it count once.
const WORTH_UNROLLING: usize = 64;

/// A loop that LOOP-1 treats.
struct Rule<'l> {
    inner: &'l Loop,
    name: String,
    span: Span,
    written: Written,
    /// Who enters it.
    entry: TermId,
    /// WARP-36: what tells of variables that they are not defined at its entry.
    undefined: Vec<LocalId>,
    /// How many hypotheses hold at its entry.
    reached: usize,
    phases: Phases,
}

/// Any iteration, at its head.
struct AnyIteration {
    part: Participation,
    /// Who exited the kernel in earlier iterations.
    exited: Vec<TermId>,
    guard_reads: Vec<Access>,
    /// Where the hypotheses stand that the invariants are.
    given: std::ops::Range<usize>,
    /// How many hypotheses hold, and who is active.
    context: usize,
    control: Control,
    /// The first task of the body.
    first: usize,
    /// LOOP-13: the variant's value.
    measure: Option<TermId>,
    /// LOOP-54: what counters are for those who run it.
    by_count: Vec<(LocalId, TermId)>,
    head: Head,
}

/// LOOP-3: who takes part at the loop's head, and who has left by which label before.
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
    /// Unrolled if that is known to end soon (LOOP-16), by invariants otherwise (LOOP-1).
    pub fn exec_loop(&mut self, inner: &Loop, span: Span) {
        let name = self.loop_name(inner);
        if inner.invariants.is_empty()
            && inner.variant.is_none()
            && let Some(count) = self.trip_count(inner)
        {
            if count * size(&inner.body) > WORTH_UNROLLING && self.is_known_at_once(inner, span, &name) {
                return;
            }
            let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
            self.note(span, format!("{name} has no invariant and is unrolled {times}"));
            self.unroll(inner, count);
            return;
        }
        self.invariant_rule(inner, span, name);
    }

    /// Executes a loop by what is known of its iterations at once, if that is all that it changes; nothing is executed otherwise.
    fn is_known_at_once(&mut self, inner: &Loop, span: Span, name: &str) -> bool {
        if holds_barrier(&inner.body, BarrierScope::Block) || holds_warp_operation(&inner.body, |_| true) {
            return false;
        }
        let before = self.clone();
        let is_known = self.invariant_rule(inner, span, name.to_owned());
        if !is_known {
            *self = before;
        }
        is_known
    }

    fn loop_name(&self, inner: &Loop) -> String {
        self.kernel.loops.get(inner.id.index()).map_or_else(|| "loop".to_owned(), ir::LoopInfo::name)
    }

    /// LOOP-1. Whether it ends, and its iterations are known all at once.
    fn invariant_rule(&mut self, inner: &Loop, span: Span, name: String) -> bool {
        let (statement, reached) = (self.here.statement, self.here.context.len());
        let written = ir::written(&inner.body);
        let entry = self.active();
        let undefined = self.undefined_at_entry(inner, &written);
        let phases = self.phases(inner, &written);
        let rule = Rule { inner, name, span, written, entry, undefined, reached, phases };
        self.forget_literals(&inner.body);

        // 1. Entry.
        let zero = self.terms.int(0);
        let outer_count = self.here.counts.insert(inner.id, zero);
        let guard = self.guard(inner);
        let enter = self.terms.and(&[entry, guard]);
        self.prove_invariants(&rule, TaskKind::InvariantEntry, &[], enter);

        // 2. Any iteration.
        let run = self.record_entry(inner, enter);
        let iteration = self.any_iteration(&rule, run, enter);

        // 3. The body.
        self.enter_body(inner, iteration.head.running, &iteration.exited);
        self.set_by_count(&iteration.by_count, iteration.head.running);
        self.here.depth += 1;
        self.region(&inner.body);
        self.here.depth -= 1;
        let mut known = self.iterations(inner, &rule.written, &iteration.head);
        let tree = self.tree_of_loop(inner, &rule.written, &iteration.head);
        known.earlier = self.earlier_iterations(inner, &rule.written, &iteration.head);
        let mut is_known = false;
        if inner.invariants.is_empty() {
            is_known = self.note_forgotten(&rule, &known, tree.is_some());
            // Invariants may say of the sums what the ranges of types say only if they fit.
            self.fit_after_loop(&mut known);
        }

        // 4. Preserved.
        self.here.statement = statement;
        let ends = known.ends() || self.ends_by_counters(&iteration.head);
        let (still, guard) = self.preserved(&rule, &iteration, ends);

        // 5. After the loop.
        let running_next = self.terms.and(&[still, guard]);
        let inside = (iteration.part.inside != entry).then_some(iteration.part.inside);
        let part = (inside, still, &*iteration.part.gone);
        self.record_end(run, part, running_next, &iteration.head.store, &rule.written);
        self.after_loop(&rule, &iteration, enter, (&known, tree.as_ref()));
        self.must_leave(&rule, guard);
        self.record_now(&iteration.guard_reads);
        self.here.counts.remove(&inner.id);
        if let Some(count) = outer_count {
            self.here.counts.insert(inner.id, count);
        }
        is_known
    }

    /// LOOP-1 and LOOP-1: the state at the head before any iteration, and what is known in it.
    fn any_iteration(&mut self, rule: &Rule<'_>, run: RunId, enter: TermId) -> AnyIteration {
        let (inner, name) = (rule.inner, &rule.name);
        let before = self.memory.now.clone();
        let (symbols, entered) = (self.terms.symbol_count(), self.output.hypotheses.len());
        self.forget(rule);
        let count = self.terms.fresh_constant(self.symbols.names.fresh(&format!("{name}.count")), Sort::Int);
        let zero = self.terms.int(0);
        let counted = self.terms.le(zero, count);
        self.assume(counted, format!("iterations of {name}"));
        self.here.counts.insert(inner.id, count);
        let part = self.participation(rule);
        let exited = part.gone_from(Label::KERNEL);
        let guard = self.guard(inner);
        let running = self.terms.and(&[part.inside, guard]);
        let told = told(inner);
        let mut counted = Counted {
            name: name.clone(),
            count,
            guard,
            running,
            by_count: Vec::new(),
            symbols,
            told,
            phases: rule.phases.clone(),
        };
        let known = self.assume_counters(inner, &rule.written, &before, &mut counted);
        self.assume_phases(rule.entry, &known.affine, &counted);
        let (Counters { affine: counters, geometric }, Counted { running, by_count, .. }) = (known, counted);
        let given = self.output.hypotheses.len();
        self.assume_invariants(rule, &exited, running);
        let given = given..self.output.hypotheses.len();
        if told == Told::Either {
            self.log.without_invariants.extend(given.clone().map(|at| (at, None)));
        }
        let begun = self.terms.lt(zero, count);
        let has_run = self.terms.and(&[enter, begun]);
        self.assume_defined(rule, has_run);
        if let Some(first) = inner.invariants.first()
            && self.here.depth == 0
        {
            self.vacuity(name, first.span);
        }
        let guard_view = View { path: Some(part.inside), ..self.program_view() };
        let mark = self.log.accesses.len();
        self.eval(&inner.guard, &guard_view);
        let guard_reads = self.log.accesses.split_off(mark);
        let (context, control) = (self.here.context.len(), self.here.control.clone());

        let scope = self.grid.self_scope();
        let runs = exists_in(&mut self.terms, &scope, running);
        let someone = self.output.hypotheses.len();
        for part in conjuncts(&self.terms, runs) {
            self.assume(part, format!("some thread runs the body of {name}"));
        }
        let someone = someone..self.output.hypotheses.len();
        self.log.body_begins(run, count);
        self.record_now(&guard_reads);
        let first = self.output.tasks.len();
        let measure = inner.variant.as_ref().map(|variant| self.measure(rule, variant, running));
        let hypotheses = self.output.hypotheses.len();
        let (entry, store) = (rule.entry, self.memory.now.clone());
        let head = Head {
            counters,
            geometric,
            phases: rule.phases.clone(),
            entry,
            running,
            guard,
            count,
            symbols,
            entered,
            hypotheses,
            someone,
            store,
            before,
        };
        AnyIteration { part, exited, guard_reads, given, context, control, first, measure, by_count, head }
    }

    fn assume_invariants(&mut self, rule: &Rule<'_>, exited: &[TermId], running: TermId) {
        let view = self.spec_view(Some(running));
        for (at, invariant) in rule.inner.invariants.iter().enumerate() {
            let domain = self.invariant_domain(invariant, rule.entry, exited);
            let fact = self.clause(invariant, domain, &view);
            self.assume(fact, format!("{} invariant {}", rule.name, at + 1));
        }
    }

    /// LOOP-13: the variant at the head.
    fn measure(&mut self, rule: &Rule<'_>, variant: &ir::Clause, running: TermId) -> TermId {
        let view = self.spec_view(Some(running));
        self.needs.open.clear();
        let measure = self.annotation(running, |executor| executor.eval(&variant.expr, &view));
        self.prove_defined(&format!("{}/variant", rule.name), variant.span, running);
        measure
    }

    /// LOOP-1, at the end of the body: who is still in the loop, and the guard.
    fn preserved(&mut self, rule: &Rule<'_>, iteration: &AnyIteration, ends: bool) -> (TermId, TermId) {
        let (inner, name, head) = (rule.inner, &rule.name, &iteration.head);
        self.prove_defined_after(rule, head.running);
        let left: Vec<TermId> = self.here.control.left.iter().map(|(_, left)| *left).collect();
        let still = self.without(head.running, &left);
        let next = self.terms.plus(head.count, 1);
        self.here.counts.insert(inner.id, next);
        let mut exited = iteration.exited.clone();
        exited.push(self.left_of(Label::KERNEL));
        let guard = self.guard(inner);
        let running_next = self.terms.and(&[still, guard]);
        self.prove_invariants(rule, TaskKind::InvariantPreserved, &exited, running_next);
        if let (Some(variant), Some(before)) = (&inner.variant, iteration.measure) {
            // LOOP-13
            let view = self.spec_view(Some(running_next));
            let after = self.eval(&variant.expr, &view);
            let zero = self.terms.int(0);
            let (bounded, smaller) = (self.terms.le(zero, before), self.terms.lt(after, before));
            let progress = self.terms.and(&[bounded, smaller]);
            let goal = self.for_all(head.running, progress);
            self.task(&format!("{name}/variant"), TaskKind::Variant, variant.span, goal);
        } else if self.here.trusted == 0 && !ends {
            self.output.assumptions.insert(Assumption::TerminationNotProved(name.clone()));
        }
        (still, guard)
    }

    /// LOOP-1: the state at the head, which nobody goes on from.
    fn after_loop(
        &mut self,
        rule: &Rule<'_>,
        iteration: &AnyIteration,
        enter: TermId,
        (known, tree): (&Summary, Option<&TreeLoop>),
    ) {
        let head = &iteration.head;
        self.here.context.truncate(iteration.context);
        self.memory.now = head.store.clone();
        self.assume_finished(&rule.name, known, head, iteration.first);
        self.here.control = iteration.control.clone();
        for (label, gone) in &iteration.part.gone {
            if let Some((_, left)) = self.here.control.left.iter_mut().find(|(open, _)| open == label) {
                *left = self.terms.or(&[*left, *gone]);
            }
        }
        self.know_leavers(rule, &iteration.part);
        self.assume_over(rule, iteration);
        let stayed = self.without(enter, &iteration.exited);
        self.assume_defined(rule, stayed);
        let gone: Vec<TermId> = iteration.part.gone.iter().map(|(_, gone)| *gone).collect();
        let inferred = self.output.hypotheses.len();
        self.assume_iterations(&rule.name, known, head);
        self.assume_kept(rule.inner, &rule.written, head, &gone);
        if let Some(tree) = tree {
            self.assume_tree(tree, head, &rule.name);
        }
        let inferred = inferred..self.output.hypotheses.len();
        if !rule.inner.invariants.is_empty() && !inferred.is_empty() {
            self.output.inferred.extend(inferred);
            self.output.given.extend(iteration.given.clone());
        }
    }

    /// Nobody goes on: by what the guard says, and by the count where that says it as well (LOOP-54).
    fn assume_over(&mut self, rule: &Rule<'_>, iteration: &AnyIteration) {
        let AnyIteration { part, control, head, .. } = iteration;
        let origin = format!("{} is over", rule.name);
        // LOOP-56
        if self.terms.is_closed(head.guard) && part.inside == control.someone {
            let over = self.terms.not(head.guard);
            return self.assume(over, origin);
        }
        let by_guard = self.terms.and(&[part.inside, head.guard]);
        let by_count = Some(head.running).filter(|running| *running != by_guard);
        for running in std::iter::once(by_guard).chain(by_count) {
            let nobody = self.terms.not(running);
            let truth = self.terms.bool(true);
            let over = self.for_all(truth, nobody);
            self.assume(over, origin.clone());
        }
    }

    /// WARP-36: what tells of variables that the loop assigns whether they are defined, of those that are not at its entry.
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

    /// WARP-36: what the threads in the domain have run once has given them values.
    fn assume_defined(&mut self, rule: &Rule<'_>, domain: TermId) {
        for local in &rule.undefined {
            let told = self.own(self.memory.now.locals[local.index()]);
            let fact = self.for_all(domain, told);
            let info = &self.kernel.locals[local.index()];
            self.assume(fact, format!("{} after an iteration of {}", info.name, rule.name));
        }
    }

    /// WARP-36: so has this iteration.
    fn prove_defined_after(&mut self, rule: &Rule<'_>, running: TermId) {
        let exited = self.left_of(Label::KERNEL);
        let domain = self.without(running, &[exited]);
        for local in &rule.undefined {
            let told = self.own(self.memory.now.locals[local.index()]);
            let goal = self.for_all(domain, told);
            let info = &self.kernel.locals[local.index()];
            self.task(&format!("{}/{}", rule.name, info.name), TaskKind::Initialised, info.span, goal);
        }
    }

    /// CLAUSE-25: that runs come past the loop. Around it only where it is plain that they do not: its own tasks are proved for nobody
    /// where the body around it is never run.
    fn must_leave(&mut self, rule: &Rule<'_>, guard: TermId) {
        let Rule { inner, name, span, reached, .. } = rule;
        if self.terms.is_true(guard) && labels_left(inner).is_empty() {
            let text = "what is said of later places is said of no thread that enters it";
            self.note(*span, format!("no thread leaves {name}: {text}"));
            self.must_reach(name, ENDLESS, *span, *reached);
        } else if self.here.depth == 0 {
            self.must_reach(name, REACHED, *span, *reached);
        }
    }

    /// The guard in the present state, without obligations.
    fn guard(&mut self, inner: &Loop) -> TermId {
        let view = self.silent_view();
        self.eval(&inner.guard, &view)
    }

    /// LOOP-1 and LOOP-1; `exited` is who exited the kernel in the loop.
    fn prove_invariants(&mut self, rule: &Rule<'_>, kind: TaskKind, exited: &[TermId], running: TermId) {
        let when = if kind == TaskKind::InvariantEntry { "entry" } else { "preserved" };
        let view = self.spec_view(Some(running));
        for (at, invariant) in rule.inner.invariants.iter().enumerate() {
            let domain = self.invariant_domain(invariant, rule.entry, exited);
            self.prove(&format!("{}/invariant{}/{when}", rule.name, at + 1), kind, invariant, domain, &view);
        }
    }

    /// LOOP-1: fresh versions of what the body writes.
    fn forget(&mut self, rule: &Rule<'_>) {
        let dead = self.dead_at_head(rule.inner);
        let before = self.memory.now.clone();
        self.forget_locals(&rule.written, &dead, &before, rule.entry);
        for array in rule.written.arrays.keys().copied() {
            let old = before.arrays[array.index()];
            let new = self.array_version(array);
            let info = &self.kernel.arrays[array.index()];
            self.assume_range(new, info.element);
            self.keep_array(array, new, old, rule.entry);
            if only_sets(&rule.inner.body, array) {
                self.stays_set(new, old, &info.name);
            }
            self.store_mut().arrays[array.index()] = new;
            self.tickets_at_head(array, &rule.inner.body);
        }
    }

    /// WARP-40
    fn stays_set(&mut self, new: SymbolId, old: SymbolId, name: &str) {
        let (cells, args, now) = self.any_cell(new);
        let before = self.terms.apply(old, &args);
        let fact = forall_in(&mut self.terms, &cells, before, now);
        self.assume(fact, format!("{name} stays set"));
    }

    /// LOOP-3
    fn participation(&mut self, rule: &Rule<'_>) -> Participation {
        let Rule { inner, name, entry, .. } = rule;
        let left = labels_left(inner);
        if left.is_empty() && keeps_its_value(self.kernel, &inner.guard, &rule.written) {
            return Participation { inside: *entry, gone: Vec::new() };
        }
        let level = self.uniformity.loops.get(inner.id.index()).copied().unwrap_or(Level::Thread);
        let predicate = |executor: &mut Self, name: String| {
            let name = executor.symbols.names.fresh(&name);
            let symbol = executor.terms.declare(name, &executor.grid.level_sorts(level), Sort::Bool);
            let args = executor.grid.level_args(level, &executor.grid.me);
            let member = executor.terms.apply(symbol, &args);
            let fact = executor.for_all(member, *entry);
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
            let fact = self.for_all(member, apart);
            self.assume(fact, format!("threads that left {name}"));
            gone.push((label, member));
        }
        Participation { inside, gone }
    }

    /// LOOP-3 and LOOP-3, after the loop: what holds of the threads that are out.
    fn know_leavers(&mut self, rule: &Rule<'_>, part: &Participation) {
        let Rule { inner, name, written, .. } = rule;
        if part.gone.is_empty() {
            return;
        }
        if keeps_its_value(self.kernel, &inner.guard, written) {
            let elsewhere: Vec<TermId> = part.gone.iter().map(|(_, gone)| *gone).chain([part.inside]).collect();
            let rest = self.without(rule.entry, &elsewhere);
            let guard = self.guard(inner);
            let failed = self.terms.not(guard);
            let fact = self.for_all(rest, failed);
            self.assume(fact, format!("threads that failed the guard of {name}"));
        }
        let (sites, dead) = (leaving::sites(inner, &changed_by_others(self.kernel, written)), self.dead_at_head(inner));
        for (label, gone) in part.gone.iter().filter(|(label, _)| *label != Label::KERNEL) {
            let known = self.known_of_leavers(&sites, *label, &dead);
            let fact = self.for_all(*gone, known);
            self.assume(fact, format!("threads that left {name}"));
        }
    }

    /// LOOP-12: the body's control; `exited` are those that exited in earlier iterations.
    fn enter_body(&mut self, inner: &Loop, running: TermId, exited: &[TermId]) {
        let nobody = self.terms.bool(false);
        let mut all_exited = vec![self.exited()];
        all_exited.extend(exited);
        let exited_before = self.terms.or(&all_exited);
        let open: Vec<TermId> =
            conjuncts(&self.terms, running).into_iter().filter(|part| !self.terms.is_closed(*part)).collect();
        let path = self.terms.and(&open);
        let labels: Vec<Label> = self.here.control.left.iter().map(|(label, _)| *label).chain([inner.label]).collect();
        let left = labels.into_iter().map(|label| (label, nobody)).collect();
        self.here.control = Control { path, left, someone: path, exited_before };
    }

    /// LOOP-18. Whether nothing is forgotten, and the loop ends.
    fn note_forgotten(&mut self, rule: &Rule<'_>, known: &Summary, is_tree: bool) -> bool {
        let Rule { inner, name, written, span, .. } = rule;
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
        // Each iteration has its own.
        let is_own = |array: &ArrayId| {
            ir::occurs(&inner.body, &|kind| matches!(kind, ir::StmtKind::DeclareArray(declared) if declared == array))
        };
        let arrays = written.arrays.keys().filter(|array| !known.knows_array(**array) && !is_own(array));
        let arrays = arrays.map(|array| self.kernel.arrays[array.index()].name.clone());
        let names: BTreeSet<String> = locals.chain(arrays).collect();
        let names: Vec<String> = names.into_iter().collect();
        if !names.is_empty() && self.here.trusted == 0 {
            let set = self.kernel.name.clone();
            let forgotten = Forgotten { set, name: name.clone(), span: *span, changed: names.join(", ") };
            self.log.unknown_after.push(forgotten);
        }
        let text = match (names.is_empty(), known.is_some()) {
            (true, true) => format!("{name} has no invariant and needs none: its iterations are known all at once"),
            (true, false) => format!("{name} has no invariant"),
            _ if is_tree => format!("{name} has no invariant: that it puts elements of an array together is known"),
            (false, _) => format!("{name} has no invariant: nothing is known about {} after it", names.join(", ")),
        };
        self.note(*span, text);
        names.is_empty() && known.is_some() && known.ends()
    }

    /// What is said of the body of a function is said where it is proved.
    fn note(&mut self, span: Span, text: String) {
        if self.here.trusted == 0 {
            self.output.notes.push((span, text));
        }
    }
}

/// By what the counters of threads are told.
fn told(inner: &Loop) -> Told {
    let in_step = holds_barrier(&inner.body, BarrierScope::Block) || holds_warp_operation(&inner.body, |_| true);
    match (in_step, inner.invariants.is_empty()) {
        (true, _) => Told::Count,
        (false, true) => Told::Iterations,
        (false, false) => Told::Either,
    }
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
