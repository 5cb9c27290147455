//! What the counters of a loop are at its head (LOOP-20, LOOP-24).

use num_traits::{One, Signed, ToPrimitive};

use crate::kernel::ir::{Expr, LocalId, Loop, Stmt, StmtKind, Type, Written, leaves, walk};
use crate::logic::{Op, Sort, SymbolId, TermId, VarId};

use super::head::{Counted, Counter, Counters, Geometric, Told};
use crate::exec::analysis::Level;
use crate::exec::state::{Executor, Store, conjuncts};
use crate::tasks::{Form, Hypothesis};

/// What an iteration does to a counter.
enum Step {
    /// `x = x + c`
    Add(TermId),
    /// `x = 2 * x`
    Double,
    /// `x = x / 2`, or the floor of it
    Halve,
    /// `x = (x + 1) / 2`
    HalveUp,
}

impl Executor<'_> {
    /// Assumes the facts for the state at the head; `before` is the state at entry. Who runs may be told by the count alone then.
    pub fn assume_counters(
        &mut self,
        inner: &Loop,
        written: &Written,
        before: &Store,
        counted: &mut Counted,
    ) -> Counters {
        let dead = self.dead_at_head(inner);
        let mut forgotten = written.locals.clone();
        let is_told = |local: &LocalId| dead.contains(local) || counted.phases.values.contains_key(local);
        forgotten.retain(|local, _| !is_told(local) && inner.invariants.is_empty());
        let mut known = Counters::default();
        let mut steps = Vec::new();
        for (local, value) in once_per_iteration(&inner.body) {
            let info = &self.kernel.locals[local.index()];
            let is_counter = matches!(info.ty, Type::Int { .. });
            if !is_counter || dead.contains(&local) {
                continue;
            }
            steps.extend(self.step(local, &value, written).map(|step| (local, step)));
        }
        if counted.told == Told::Count && !inner.invariants.is_empty() {
            self.tell_by_count(&steps, before, counted);
        }
        for (local, step) in steps {
            self.assume_counter(local, &step, before, counted, &mut known);
            forgotten.remove(&local);
        }
        self.assume_raised(inner, before, &known.affine, counted);
        self.log.forgotten.extend(forgotten);
        self.assume_ratios(inner, &known.geometric, &known.affine, counted);
        known
    }

    /// LOOP-54: who runs the next iteration, by the count of those that are finished.
    fn tell_by_count(&mut self, steps: &[(LocalId, Step)], before: &Store, counted: &mut Counted) {
        let mut parts = conjuncts(&self.terms, counted.running);
        for (local, step) in steps {
            let Step::Add(step) = *step else { continue };
            let version = self.memory.now.locals[local.index()];
            // One value of the launch is known already.
            if version.level == Level::Launch || !self.grows(step) {
                continue;
            }
            let now = self.own(version);
            let entry = self.own(before.locals[local.index()]);
            let moved = self.terms.mul(counted.count, step);
            let moved = self.terms.add(&[entry, moved]);
            let mut is_told = false;
            for part in &mut parts {
                if self.bounds_above(*part, now, counted.symbols) {
                    *part = self.with(*part, now, moved);
                    is_told = true;
                }
            }
            if is_told {
                counted.by_count.push((*local, moved));
            }
        }
        counted.running = self.terms.and(&parts);
    }

    /// LOOP-54, in the body: a counter has the value that the count says. For who runs it that is what it has.
    pub fn set_by_count(&mut self, by_count: &[(LocalId, TermId)], running: TermId) {
        for (local, value) in by_count {
            let level = self.memory.now.locals[local.index()].level;
            let scope: Vec<VarId> = self.grid.level_scope(level).iter().map(|ranged| ranged.var).collect();
            if self.terms.free(running).iter().all(|var| scope.contains(var)) {
                self.write_local(*local, *value, running);
            }
        }
    }

    /// Whether it is plain that a number is not negative: a sum of products of dimensions, and of quotients of such by numbers.
    fn grows(&self, number: TermId) -> bool {
        let launch = &self.grid.launch;
        let is_natural = |atom: &TermId| match (self.terms.op(*atom), self.terms.args(*atom)) {
            (Op::Div | Op::TruncDiv, &[of, by]) => {
                self.terms.as_int(by).is_some_and(Signed::is_positive) && self.grows(of)
            }
            _ => launch.block_dim.contains(atom) || launch.grid_dim.contains(atom),
        };
        let summands = self.terms.poly(number).terms;
        summands.iter().all(|(product, times)| times.is_positive() && product.iter().all(is_natural))
    }

    /// Whether a part of the guard says that a number is below something that no iteration changes.
    fn bounds_above(&mut self, part: TermId, number: TermId, symbols: usize) -> bool {
        let (Op::Le | Op::Lt, [left, right]) = (self.terms.op(part), self.terms.args(part)) else { return false };
        let difference = self.terms.poly(*left).sub(&self.terms.poly(*right));
        let Some((factor, rest)) = difference.linear_in(number) else { return false };
        let rest = self.terms.from_poly(&rest, Sort::Int);
        factor.as_constant().is_some_and(|factor| factor.is_positive()) && self.is_older(rest, symbols)
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
        let more = self.terms.plus(now, 1);
        let halves_up = [self.terms.div(more, two), self.terms.trunc_div(more, two)];
        if halves_up.contains(&next) {
            return Some(Step::HalveUp);
        }
        let step = self.terms.sub(next, now);
        let depends = self.terms.symbols_in(&[step]).iter().any(|symbol| of_body.contains(symbol));
        (!depends).then_some(Step::Add(step))
    }

    fn assume_counter(&mut self, local: LocalId, step: &Step, before: &Store, counted: &Counted, known: &mut Counters) {
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
                self.assume_moved(&affine, version.level, counted);
                known.affine.push(affine);
                let mut facts = self.steps_made(&affine, version.level, counted);
                facts.extend(self.beside_goal(&affine, version.level, counted));
                let (some, before) = (self.terms.lt(zero, steps), self.terms.plus(steps, -1));
                let moved = self.terms.mul(before, *step);
                let last = self.terms.add(&[entry, moved]);
                let parts = match counted.told {
                    Told::Iterations => Vec::new(),
                    Told::Count | Told::Either => self.parts_about(now, entry, version.level, counted),
                };
                for part in parts {
                    let then = self.with(part, now, last);
                    facts.push(self.terms.implies(some, then));
                    words.push(format!("{} held in the last finished round", self.in_source_terms(part)));
                }
                facts
            }
            Step::HalveUp => {
                words.push(format!("`{name}` stays positive if it was, and is at most what it was"));
                let one = self.terms.int(1);
                let positive = self.terms.le(one, entry);
                let range = [self.terms.le(one, now), self.terms.le(now, entry)];
                let range = self.terms.and(&range);
                vec![self.terms.implies(positive, range)]
            }
            Step::Double | Step::Halve => {
                let halves = matches!(step, Step::Halve);
                words.push(match halves {
                    true => format!("`{name}` is at most what it was, and 0 or a power of two if it was one"),
                    false => format!("`{name}` is at least what it was, and a power of two if it was one"),
                });
                let scaled = Geometric { local, halves, level: version.level, head: now, entry };
                let facts = self.geometric_facts(scaled, counted);
                known.geometric.push(scaled);
                facts
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
    }

    /// LOOP-20: what a counter is, by the number of its steps.
    fn assume_moved(&mut self, counter: &Counter, level: Level, counted: &Counted) {
        let origin = format!("counter {}", self.kernel.locals[counter.local.index()].name);
        let truth = self.terms.bool(true);
        let equal = self.moved(counter, counter.steps);
        let whole = self.for_all(truth, equal);
        if level != Level::Thread || counted.told == Told::Iterations {
            return self.assume(whole, origin);
        }
        let first = self.output.hypotheses.len();
        // Without `steps` where it is the count, so that indices of those who run can be solved.
        let (in_step, stopped) = (self.moved(counter, counted.count), self.terms.not(counted.running));
        for (domain, fact) in [(counted.running, in_step), (stopped, equal)] {
            let part = self.terms.implies(domain, fact);
            let fact = self.for_all(truth, part);
            self.assume(fact, origin.clone());
        }
        if counted.told == Told::Either {
            // RACE-42: a hypothesis that no context has, in place of the last of these.
            let by_count = first..self.output.hypotheses.len();
            let instead = by_count.end;
            self.output.hypotheses.push(Hypothesis { form: Form::Proposition(whole), origin });
            let last = by_count.clone().last();
            self.log.without_invariants.extend(by_count.map(|at| (at, (Some(at) == last).then_some(instead))));
        }
    }

    /// `head == entry + times * step`
    fn moved(&mut self, Counter { head, entry, step, .. }: &Counter, times: TermId) -> TermId {
        let moved = self.terms.mul(times, *step);
        let moved = self.terms.add(&[*entry, moved]);
        self.terms.eq(*head, moved)
    }

    /// LOOP-20: how many steps there are.
    fn steps_made(&mut self, Counter { steps, .. }: &Counter, level: Level, counted: &Counted) -> Vec<TermId> {
        let zero = self.terms.int(0);
        let mut facts = vec![self.terms.le(zero, *steps), self.terms.le(*steps, counted.count)];
        if level != Level::Thread {
            let all = self.terms.eq(*steps, counted.count);
            facts.push(self.terms.implies(counted.running, all));
        }
        facts
    }

    /// LOOP-20: a counter that moves by one up to a goal, `x != e`, does not pass it.
    fn beside_goal(&mut self, counter: &Counter, level: Level, counted: &Counted) -> Vec<TermId> {
        let Counter { head, entry, step, .. } = *counter;
        let Some(step) = self.terms.as_int(step).and_then(|step| step.to_i64()).filter(|step| step.abs() == 1) else {
            return Vec::new();
        };
        let mut facts = Vec::new();
        for part in self.parts_about(head, entry, level, counted) {
            let Some(goal) = self.avoided(part, head) else { continue };
            let [before, now] = [entry, head].map(|value| match step {
                1 => self.terms.le(value, goal),
                _ => self.terms.le(goal, value),
            });
            facts.push(self.terms.implies(before, now));
        }
        facts
    }

    /// `e` of `x != e`, if that is what the part says of a number.
    pub fn avoided(&mut self, part: TermId, number: TermId) -> Option<TermId> {
        let Op::Not = self.terms.op(part) else { return None };
        let equation = self.terms.args(part)[0];
        let (Op::Eq, [left, right]) = (self.terms.op(equation), self.terms.args(equation)) else { return None };
        if self.terms.sort(*left) != Sort::Int {
            return None;
        }
        let (factor, rest) = self.terms.poly(*left).sub(&self.terms.poly(*right)).linear_in(number)?;
        let factor = factor.as_constant().filter(|factor| factor.abs().is_one())?;
        Some(self.terms.from_poly(&rest.scale(&-factor), Sort::Int))
    }

    /// The parts of the guard that mention the counter, that read nothing else of the loop, and that speak of no more of the
    /// thread than the counter does.
    pub fn parts_about(&mut self, now: TermId, entry: TermId, level: Level, counted: &Counted) -> Vec<TermId> {
        let coordinates: Vec<VarId> = self.grid.level_scope(level).iter().map(|ranged| ranged.var).collect();
        let mut parts = conjuncts(&self.terms, counted.guard);
        parts.retain(|part| {
            let at_entry = self.with(*part, now, entry);
            let speaks_alike = self.terms.free(*part).iter().all(|var| coordinates.contains(var));
            at_entry != *part && speaks_alike && self.is_older(at_entry, counted.symbols)
        });
        parts
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
        let is_old = |symbol: &SymbolId| {
            (symbol.0 as usize) < symbols || pure.contains(symbol) || self.symbols.sequences.contains(symbol)
        };
        self.terms.symbols_in(&[term]).iter().all(is_old)
    }

    /// `value >= 0 -> fact`
    pub fn natural(&mut self, value: TermId, fact: TermId) -> TermId {
        let zero = self.terms.int(0);
        let natural = self.terms.le(zero, value);
        self.terms.implies(natural, fact)
    }
}

/// The locals that the body assigns in one place, which every thread that finishes the body executes once, with
/// what they are assigned: what other ones have been assigned before is put in their place, as in `old = n; n = old - 1`.
fn once_per_iteration(body: &[Stmt]) -> Vec<(LocalId, Expr)> {
    let mut found = Vec::new();
    at_top(body, &mut found);
    let mut all: Vec<LocalId> = Vec::new();
    walk(body, &mut |stmt| match stmt.kind {
        StmtKind::Declare(local) => all.push(local),
        ref kind => all.extend(kind.assigned()),
    });
    found.retain(|(local, _)| all.iter().filter(|other| *other == local).count() == 1);
    let in_place = |at: usize| {
        let (local, value) = found[at];
        let mut value = value.clone();
        found[..at].iter().rev().for_each(|(earlier, before)| value.put(*earlier, before));
        (local, value)
    };
    (0..found.len()).map(in_place).collect()
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
