//! What the counters of a loop are at its head (R27, R28).

use crate::kernel::ir::{Expr, LocalId, Loop, Stmt, StmtKind, Type, Written, leaves, walk};
use crate::logic::{Sort, SymbolId, TermId, Terms, VarId};

use super::iterations::Head;
use crate::exec::analysis::Level;
use crate::exec::state::{Executor, Store, conjuncts};

/// What an iteration does to a counter.
enum Step {
    /// `x = x + c`
    Add(TermId),
    /// `x = 2 * x`
    Double,
    /// `x = x / 2`, or the floor of it
    Halve,
}

/// An affine counter: at the head `head = entry + steps * step`.
pub struct Counter {
    pub local: LocalId,
    pub head: TermId,
    pub entry: TermId,
    pub step: TermId,
    pub steps: TermId,
}

/// The iterations of a loop, at its head.
pub struct Counted {
    /// The loop's name.
    pub name: String,
    /// Finished ones.
    pub count: TermId,
    pub guard: TermId,
    /// Who runs the next one.
    pub running: TermId,
    /// Symbols from this one on are younger than the loop.
    pub symbols: usize,
    /// It may be known by its iterations (R29), which say as much of the counters.
    pub by_iterations: bool,
}

impl Executor<'_> {
    /// Assumes the facts for the state at the head; `before` is the state at entry. Returns the affine ones, and those that are halved.
    pub fn assume_counters(
        &mut self,
        inner: &Loop,
        written: &Written,
        before: &Store,
        counted: &Counted,
    ) -> (Vec<Counter>, Vec<LocalId>) {
        let dead = self.dead_at_head(inner);
        let mut forgotten = written.locals.clone();
        forgotten.retain(|local, _| !dead.contains(local) && inner.invariants.is_empty());
        let (mut counters, mut halved) = (Vec::new(), Vec::new());
        for (local, value) in once_per_iteration(&inner.body) {
            let info = &self.kernel.locals[local.index()];
            let is_counter = matches!(info.ty, Type::Int { .. });
            if !is_counter || dead.contains(&local) {
                continue;
            }
            if let Some(step) = self.step(local, value, written) {
                counters.extend(self.assume_counter(local, &step, before, counted));
                halved.extend(matches!(step, Step::Halve).then_some(local));
                forgotten.remove(&local);
            }
        }
        self.log.forgotten.extend(forgotten);
        (counters, halved)
    }

    fn step(&mut self, local: LocalId, value: &Expr, written: &Written) -> Option<Step> {
        let view = self.silent_view();
        let next = self.eval(value, &view);
        let now = self.local_value(self.memory.now.locals[local.index()], &view.at);
        let of_body: Vec<SymbolId> = written
            .locals
            .keys()
            .map(|local| self.memory.now.locals[local.index()].symbol)
            .chain(written.arrays.keys().map(|array| self.memory.now.arrays[array.index()]))
            .collect();
        if self.terms.sort(next) != Sort::Int {
            return None;
        }
        let two = self.terms.int(2);
        let doubled = self.terms.mul(two, now);
        let halves = [self.terms.div(now, two), self.terms.trunc_div(now, two)];
        if next == doubled {
            return Some(Step::Double);
        }
        if halves.contains(&next) {
            return Some(Step::Halve);
        }
        let step = self.terms.sub(next, now);
        let depends = self.terms.symbols_in(&[step]).iter().any(|symbol| of_body.contains(symbol));
        (!depends).then_some(Step::Add(step))
    }

    fn assume_counter(&mut self, local: LocalId, step: &Step, before: &Store, counted: &Counted) -> Option<Counter> {
        let mut counter = None;
        let version = self.memory.now.locals[local.index()];
        let name = self.kernel.locals[local.index()].name.clone();
        let mut words = Vec::new();
        let now = self.own(version);
        let entry = self.own(before.locals[local.index()]);
        let zero = self.terms.int(0);
        let fact = match step {
            Step::Add(step) => {
                let steps = self.symbols.names.fresh(&format!("{name}.steps"));
                let symbol = self.terms.declare(steps, &self.grid.level_sorts(version.level), Sort::Int);
                let args = self.grid.level_args(version.level, &self.grid.me);
                let steps = self.terms.apply(symbol, &args);
                let affine = Counter { local, head: now, entry, step: *step, steps };
                let by = self.in_source_terms(*step);
                words.push(format!("each finished round adds {by} to `{name}`"));
                let mut facts = self.moved(&affine, version.level, counted);
                counter = Some(affine);
                let (some, before) = (self.terms.lt(zero, steps), self.terms.plus(steps, -1));
                let moved = self.terms.mul(before, *step);
                let last = self.terms.add(&[entry, moved]);
                let parts = match counted.by_iterations {
                    true => Vec::new(),
                    false => self.parts_about(now, entry, version.level, counted),
                };
                for part in parts {
                    let then = self.with(part, now, last);
                    facts.push(self.terms.implies(some, then));
                    words.push(format!("{} held in the last finished round", self.in_source_terms(part)));
                }
                facts
            }
            Step::Double => {
                words.push(format!("`{name}` is at least what it was, and a power of two if it was one"));
                let grows = self.terms.le(entry, now);
                let powers = [self.terms.is_pow2(entry), self.terms.is_pow2(now)];
                vec![self.natural(entry, grows), self.terms.implies(powers[0], powers[1])]
            }
            Step::Halve => {
                words.push(format!("`{name}` is at most what it was, and 0 or a power of two if it was one"));
                let range = [self.terms.le(zero, now), self.terms.le(now, entry)];
                let range = self.terms.and(&range);
                let none_or_power = |terms: &mut Terms, value: TermId| {
                    let either = [terms.eq(value, zero), terms.is_pow2(value)];
                    terms.or(&either)
                };
                let [before, after] = [entry, now].map(|value| none_or_power(&mut self.terms, value));
                vec![self.natural(entry, range), self.terms.implies(before, after)]
            }
        };
        for fact in words {
            self.log.infer(&counted.name, fact);
        }
        let truth = self.terms.bool(true);
        for part in fact {
            let fact = self.for_all(truth, part);
            self.assume(fact, format!("counter {name}"));
        }
        counter
    }

    /// R27: what a counter is, by the number of its steps.
    fn moved(&mut self, counter: &Counter, level: Level, counted: &Counted) -> Vec<TermId> {
        let Counter { head, entry, step, steps, .. } = *counter;
        let [equal, in_step] = [steps, counted.count].map(|times| {
            let moved = self.terms.mul(times, step);
            let moved = self.terms.add(&[entry, moved]);
            self.terms.eq(head, moved)
        });
        let zero = self.terms.int(0);
        let range = [self.terms.le(zero, steps), self.terms.le(steps, counted.count)];
        let mut facts = match (level, counted.by_iterations) {
            // No clause and no barrier speaks of the common count.
            (Level::Thread, true) => vec![equal],
            // Without `steps` where it is the count, so that indices of those who run can be solved.
            (Level::Thread, false) => {
                let stopped = self.terms.not(counted.running);
                vec![self.terms.implies(counted.running, in_step), self.terms.implies(stopped, equal)]
            }
            (Level::Block | Level::Launch, _) => vec![equal],
        };
        facts.extend(range);
        if level != Level::Thread {
            let all = self.terms.eq(steps, counted.count);
            facts.push(self.terms.implies(counted.running, all));
        }
        facts
    }

    /// The parts of the guard that mention the counter, that read nothing else of the loop, and that speak of no more of the
    /// thread than the counter does.
    fn parts_about(&mut self, now: TermId, entry: TermId, level: Level, counted: &Counted) -> Vec<TermId> {
        let coordinates: Vec<VarId> = self.grid.level_scope(level).iter().map(|ranged| ranged.var).collect();
        let mut parts = conjuncts(&self.terms, counted.guard);
        parts.retain(|part| {
            let at_entry = self.with(*part, now, entry);
            let speaks_alike = self.terms.free(*part).iter().all(|var| coordinates.contains(var));
            at_entry != *part && speaks_alike && self.is_older(at_entry, counted.symbols)
        });
        parts
    }

    /// Whoever goes on has a positive number that each iteration halves: so everybody stops.
    pub fn is_halved_away(&mut self, head: &Head) -> bool {
        let zero = self.terms.int(0);
        let parts = conjuncts(&self.terms, head.guard);
        head.halved.iter().any(|local| {
            let number = self.own(head.store.locals[local.index()]);
            parts.contains(&self.terms.lt(zero, number))
        })
    }

    /// The term with the names of variables for their values now.
    fn in_source_terms(&mut self, term: TermId) -> String {
        let mut shown = self.terms.show(term);
        for (at, version) in self.memory.now.locals.clone().into_iter().enumerate() {
            let value = self.own(version);
            let value = self.terms.show(value);
            shown = shown.replace(&value, &self.kernel.locals[at].name);
        }
        shown
    }

    fn with(&mut self, term: TermId, from: TermId, to: TermId) -> TermId {
        self.terms.rewrite(term, &mut |_, inner| (inner == from).then_some(to))
    }

    /// No symbol of the term is younger than the one with this number: what it says does not change since then.
    pub fn is_older(&self, term: TermId, symbols: usize) -> bool {
        let pure: Vec<SymbolId> = self.symbols.functions.values().copied().collect();
        let is_old = |symbol: &SymbolId| (symbol.0 as usize) < symbols || pure.contains(symbol);
        self.terms.symbols_in(&[term]).iter().all(is_old)
    }

    /// `value >= 0 -> fact`
    fn natural(&mut self, value: TermId, fact: TermId) -> TermId {
        let zero = self.terms.int(0);
        let natural = self.terms.le(zero, value);
        self.terms.implies(natural, fact)
    }
}

/// The locals that the body assigns in one place, which every thread that finishes the body executes once, with
/// what they are assigned.
fn once_per_iteration(body: &[Stmt]) -> Vec<(LocalId, &Expr)> {
    let mut found = Vec::new();
    at_top(body, &mut found);
    let mut all: Vec<LocalId> = Vec::new();
    walk(body, &mut |stmt| match stmt.kind {
        StmtKind::Declare(local) => all.push(local),
        ref kind => all.extend(kind.assigned()),
    });
    found.retain(|(local, _)| all.iter().filter(|other| *other == local).count() == 1);
    found
}

/// Assignments at the top of the statements, and of scopes at their top that nothing leaves.
fn at_top<'a>(stmts: &'a [Stmt], found: &mut Vec<(LocalId, &'a Expr)>) {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Assign { local, value } => found.push((*local, value)),
            StmtKind::Scope { label, body } if !leaves(body, *label) => at_top(body, found),
            _ => {}
        }
    }
}
