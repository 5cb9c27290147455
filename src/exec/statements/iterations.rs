//! Loops whose iterations do not depend on each other: all of them at once, after the loop (LOOP-29).

use std::collections::BTreeMap;

use num_traits::{One, Signed, Zero};

use crate::kernel::ir::{ArrayId, LocalId, Loop, Written, occurs};
use crate::logic::{FloatOp, FoldKind, Op, Poly, Sort, TermId, VarId};

use super::carried::{Carried, End, Law};
use super::choices::Choice;
use super::head::Head;
use super::iterates::{Iteration, Site};
use super::sequences::Place;
use super::signs::Sign;
use crate::exec::analysis::{Level, exchanges, keeps_its_value, labels_left};
use crate::exec::state::{Added, Executor, Ranged, Write, conjuncts};
use crate::tasks::{Form, Lighter, Schema, TaskKind};

/// What is known after the loop.
#[derive(Default)]
pub struct Summary {
    arrays: Vec<(ArrayId, Vec<AllWrites>)>,
    /// What atomics bring, as it is in an iteration.
    gathered: Vec<(ArrayId, Vec<Added>)>,
    /// Those of them whose sums must be shown to fit.
    fitting: Vec<ArrayId>,
    /// Locals, and what they are.
    locals: Vec<(LocalId, TermId)>,
    /// Sums of exact floats that begin at 0.
    left_folds: Vec<(LocalId, TermId)>,
    counters: Vec<LocalId>,
    choices: Vec<Choice>,
    /// What the names of values stand for.
    sequences: Vec<Schema>,
    /// That sums of squares are not negative.
    squares: Vec<TermId>,
    facts: Vec<TermId>,
    /// The same at the head, of the iterations that a thread has finished there.
    at_head: Finished,
    /// What held in each iteration that a thread has finished (LOOP-3).
    pub earlier: Option<TermId>,
    iteration: Option<Ranged>,
    /// A number that no iteration of any thread comes after.
    common: Option<TermId>,
    /// Every thread leaves the loop.
    ends: bool,
}

impl Summary {
    pub fn ends(&self) -> bool {
        self.ends
    }

    pub fn is_some(&self) -> bool {
        self.iteration.is_some()
    }

    pub fn knows_local(&self, local: LocalId) -> bool {
        let sums = self.locals.iter().chain(&self.left_folds);
        self.counters.contains(&local)
            || self.choices.iter().any(|choice| choice.locals.contains(&local))
            || sums.into_iter().any(|(known, _)| *known == local)
    }

    pub fn knows_array(&self, array: ArrayId) -> bool {
        self.arrays.iter().any(|(known, _)| *known == array) || self.gathered.iter().any(|(known, _)| *known == array)
    }
}

/// What the finished iterations of each thread have made of arrays and locals.
#[derive(Default)]
struct Finished {
    arrays: Vec<(ArrayId, Vec<AllWrites>)>,
    locals: Vec<(LocalId, TermId)>,
}

/// What all iterations write by one statement; over self and the iterations.
struct AllWrites {
    iterations: Vec<Ranged>,
    write: Write,
}

impl Executor<'_> {
    /// What the loop's iterations do together; the state is that at the end of its body. Nothing, where they may depend on
    /// each other.
    pub fn iterations(&mut self, inner: &Loop, written: &Written, head: &Head) -> Summary {
        let mut summary = Summary::default();
        if head.counters.is_empty()
            || occurs(&inner.body, &exchanges)
            || !labels_left(inner).is_empty()
            || !keeps_its_value(self.kernel, &inner.guard, written)
        {
            return summary;
        }
        let var = self.terms.fresh_var("j", Sort::Int);
        let mut iteration = Iteration::new(self, head, var);
        let Some(guard) = self.seen_from(&mut iteration, head.guard) else { return summary };
        let Some((end, ends)) = self.end(&iteration, guard) else { return summary };
        iteration.runs = end.runs;
        summary.ends = ends;
        summary.common = Some(end.common);
        let j = self.terms.var(var);
        let zero = self.terms.int(0);
        let natural = self.terms.le(zero, j);
        summary.iteration = Some(Ranged { var, range: natural });
        let (mut laws, open) = self.solve(&mut iteration, inner, written);
        let steps = head.counters[0].steps;
        let finished = End {
            runs: self.terms.lt(j, steps),
            count: steps,
            last: self.terms.plus(steps, -1),
            common: self.terms.plus(head.count, -1),
            exact: None,
        };
        let is_counter = |local: LocalId| head.counters.iter().any(|counter| counter.local == local);
        summary.choices =
            self.choices(&mut iteration, written, &|local| laws.contains_key(&local) || is_counter(local), steps);
        let mut open = open;
        open.retain(|(local, _)| !summary.knows_local(*local) && self.left_fold(&mut iteration, *local).is_none());
        self.name_values(&mut iteration, &open);
        laws.extend(iteration.named.iter().filter_map(|own| match own.place {
            Place::Local(local) => Some((local, (own.law(), own.carried))),
            Place::Cell(_) => None,
        }));
        for array in written.arrays.keys().copied() {
            if let Some(writes) = self.writes_of_all(&mut iteration, array, end) {
                summary.arrays.push((array, writes));
                let writes = self.writes_of_all(&mut iteration, array, finished);
                summary.at_head.arrays.extend(writes.map(|writes| (array, writes)));
            } else if let Some(added) = self.added_by_all(&mut iteration, array) {
                summary.gathered.push((array, added));
            }
        }
        if !summary.gathered.is_empty() && end.runs == guard {
            // Everybody has left when the loop is over, and what is false stays false.
            let further = self.terms.substitute(guard, &[(var, head.count)].into());
            summary.facts.push(self.terms.not(further));
        }
        summary.sequences = self.sequences(&mut iteration, end.runs);
        for local in written.locals.keys().copied() {
            if let Some((law, carried)) = laws.get(&local) {
                let value = self.left_behind(&iteration, *law, carried.entry, end);
                summary.locals.push((local, value));
                summary.squares.extend(self.sum_of_squares(&iteration, *law, end));
                let value = self.handed(&iteration, *law, carried.entry, steps);
                summary.at_head.locals.push((local, value));
            } else if let Some(sum) = self.left_fold(&mut iteration, local) {
                summary.left_folds.push((local, sum));
            }
        }
        summary.counters.extend(head.phases.values.keys());
        for counter in &head.counters {
            summary.counters.push(counter.local);
            let (one, last) = (self.terms.int(1), self.terms.plus(counter.steps, -1));
            let some = self.terms.le(one, counter.steps);
            let held = self.terms.substitute(guard, &[(var, last)].into());
            summary.facts.push(self.terms.implies(some, held));
        }
        // In a loop around this one, they are others in each of its iterations.
        self.symbols.sequences.clear();
        summary
    }

    /// What iterations hand on by locals and cells, each as soon as what it is made of is known.
    fn solve(
        &mut self,
        iteration: &mut Iteration<'_>,
        inner: &Loop,
        written: &Written,
    ) -> (BTreeMap<LocalId, (Law, Carried)>, Vec<(LocalId, Carried)>) {
        let dead = self.dead_at_head(inner);
        let mut laws = BTreeMap::new();
        let mut open: Vec<(LocalId, Carried)> = Vec::new();
        let entered = conjuncts(&self.terms, iteration.head.entry);
        for local in written.locals.keys().copied().filter(|local| !dead.contains(local)) {
            let first = self.own(iteration.head.store.locals[local.index()]);
            let entry = self.own(iteration.head.before.locals[local.index()]);
            let entry = self.with_entered(entry, &entered);
            if !iteration.heads.contains_key(&first) {
                open.push((local, Carried { first, entry }));
            }
        }
        loop {
            let known = iteration.heads.len();
            for (local, carried) in open.clone() {
                let last = self.own(self.memory.now.locals[local.index()]);
                let last = self.half_seen_from(iteration, last);
                if let Some(law) = self.law(iteration, carried, last) {
                    self.know(iteration, law, carried);
                    iteration.locals.push((local, carried));
                    laws.insert(local, (law, carried));
                }
            }
            open.retain(|(local, _)| !laws.contains_key(local));
            self.solve_cells(iteration);
            if iteration.heads.len() == known {
                break;
            }
        }
        (laws, open)
    }

    /// The same of the cells that were read so far.
    pub fn solve_cells(&mut self, iteration: &mut Iteration<'_>) {
        for at in 0..iteration.cells.len() {
            let cell = &iteration.cells[at];
            let (carried, array, next, inside) = (cell.carried, cell.array, cell.next.clone(), cell.inside.clone());
            if iteration.heads.contains_key(&carried.first) {
                continue;
            }
            let now = self.memory.now.arrays[array.index()];
            let outside = std::mem::replace(&mut iteration.inside, inside);
            let last = self.cell_in(iteration, now, &next);
            iteration.inside = outside;
            if let Some(last) = last
                && let Some(law) = self.law(iteration, carried, last)
            {
                self.know(iteration, law, carried);
                iteration.cells[at].law = Some(law);
            }
        }
    }

    fn know(&mut self, iteration: &mut Iteration<'_>, law: Law, carried: Carried) {
        let j = self.terms.var(iteration.var);
        let value = self.handed(iteration, law, carried.entry, j);
        iteration.heads.insert(carried.first, value);
    }

    /// ATOMIC-12: what a loop without invariants adds up is shown to fit after it, instead of from iteration to iteration.
    pub fn fit_after_loop(&mut self, summary: &mut Summary) {
        for (array, added) in &summary.gathered {
            if self.fits_after_loop(*array, added) {
                self.take_back_fits(added);
                summary.fitting.push(*array);
            }
        }
    }

    /// After the loop, in the state at its head.
    pub fn assume_iterations(&mut self, name: &str, summary: &Summary, head: &Head) {
        let origin = format!("all iterations of {name}");
        if let Some(fact) = summary.earlier {
            self.assume(fact, origin.clone());
        }
        for fact in summary.choices.iter().flat_map(|choice| &choice.facts) {
            self.assume(*fact, origin.clone());
        }
        self.assume_sequences(&summary.sequences, &origin);
        for fact in &summary.facts {
            let fact = self.for_all(head.entry, *fact);
            self.assume(fact, origin.clone());
        }
        let before = self.output.hypotheses.len();
        for fact in &summary.squares {
            let fact = self.for_all(head.entry, *fact);
            self.assume(fact, origin.clone());
        }
        self.output.beside.extend(before..self.output.hypotheses.len());
        for (local, value) in &summary.locals {
            let before = self.output.hypotheses.len();
            self.assume_local(*local, *value, head, &origin);
            if summary.choices.iter().any(|choice| choice.locals.contains(local)) {
                self.output.beside.extend(before..self.output.hypotheses.len());
            }
        }
        for (local, sum) in &summary.left_folds {
            let now = self.own(self.memory.now.locals[local.index()]);
            let old = self.own(head.before.locals[local.index()]);
            let zero = self.terms.number(Zero::zero(), self.terms.sort(now));
            let (starts, equal) = (self.terms.eq(old, zero), self.terms.eq(now, *sum));
            let fact = self.terms.implies(starts, equal);
            let fact = self.for_all(head.entry, fact);
            self.assume(fact, origin.clone());
        }
        self.assume_writes(&summary.arrays, head);
        for (array, added) in &summary.gathered {
            let (new, old) = (self.memory.now.arrays[array.index()], head.before.arrays[array.index()]);
            let Some(Ranged { var, .. }) = summary.iteration else { continue };
            let last = self.terms.plus(head.count, -1);
            if summary.fitting.contains(array) {
                self.fits(added, old, Some((var, last)));
            }
            // That nobody runs an iteration is a case of its own for extrema: the end says it in the program's terms.
            let last = if added[0].kind.needs_values() { summary.common.unwrap_or(last) } else { last };
            self.assume_added([new, old], added, (var, last), &origin);
        }
    }

    fn assume_sequences(&mut self, sequences: &[Schema], origin: &str) {
        for sequence in sequences {
            let at = self.assume_form(Form::Schema(sequence.clone()), origin.to_owned());
            self.output.beside.insert(at);
        }
    }

    fn assume_writes(&mut self, arrays: &[(ArrayId, Vec<AllWrites>)], head: &Head) {
        for (array, all) in arrays {
            let mut old = head.before.arrays[array.index()];
            for (at, AllWrites { iterations, write }) in all.iter().enumerate() {
                let new = match at + 1 == all.len() {
                    true => self.memory.now.arrays[array.index()],
                    false => self.array_version(*array),
                };
                let scope: Vec<Ranged> = self.grid.self_scope().into_iter().chain(iterations.iter().copied()).collect();
                self.write(new, old, &scope, write.clone());
                old = new;
            }
        }
    }

    /// What is known of the state at the head, for the tasks of the body from the first of these on: where they are not proved without, they are
    /// tried with it. The state is that at the head.
    pub fn assume_finished(&mut self, name: &str, summary: &Summary, head: &Head, first: usize) {
        let (context, before) = (self.here.context.len(), self.output.hypotheses.len());
        let origin = format!("finished iterations of {name}");
        self.assume_sequences(&summary.sequences, &origin);
        for (local, value) in &summary.at_head.locals {
            self.assume_local(*local, *value, head, &origin);
        }
        for fact in summary.choices.iter().flat_map(|choice| &choice.facts) {
            self.assume(*fact, origin.clone());
        }
        self.assume_writes(&summary.at_head.arrays, head);
        self.here.context.truncate(context);
        let new = before..self.output.hypotheses.len();
        if new.is_empty() {
            return;
        }
        for task in self.output.tasks[first..].iter_mut().filter(|task| task.kind != TaskKind::Vacuity) {
            let lighter = Lighter { task: task.clone(), asks: true };
            self.output.lighter.entry(task.id.clone()).or_default().push(lighter);
            let of_body = |at: &usize| *at >= head.hypotheses;
            let at = task.hypotheses.iter().position(of_body).unwrap_or(task.hypotheses.len());
            task.hypotheses.splice(at..at, new.clone());
        }
    }

    /// A local is what it is left behind as; an assignment where the value is as uniform as the local.
    fn assume_local(&mut self, local: LocalId, value: TermId, head: &Head, origin: &str) {
        let (new, old) = (self.memory.now.locals[local.index()], head.before.locals[local.index()]);
        let cell = self.grid.level_args(new.level, &self.grid.me.clone());
        // STMT-19: of a value that nobody has who runs the loop, nothing is said.
        let is_whole = !self.uniformity.is_wider[local.index()];
        let is_own = self.mentions_only(value, &cell) && self.mentions_only(head.entry, &cell);
        if new.level == Level::Thread || is_whole && is_own {
            let scope = self.grid.level_scope(new.level);
            self.write(new.symbol, old.symbol, &scope, Write { cell, value, mask: head.entry });
            return;
        }
        let now = self.own(new);
        let equal = self.terms.eq(now, value);
        let fact = self.for_all(head.entry, equal);
        self.assume(fact, origin);
    }

    /// Who runs iteration `j`, of those that entered, and how they end; and whether each has a last one.
    fn end(&mut self, iteration: &Iteration<'_>, guard: TermId) -> Option<(End, bool)> {
        let head = iteration.head;
        // Those who run no iteration are asked as well: what holds where some thread runs the body says nothing of them.
        let known = self.least_values_before(head.someone.start);
        let parts = conjuncts(&self.terms, guard);
        let signs: Vec<Option<Sign>> = parts.iter().map(|part| self.growth(&known, iteration.var, *part)).collect();
        let ends = signs.contains(&Some(Sign::Positive));
        let (j, counter) = (self.terms.var(iteration.var), head.counters.first()?);
        let mut end = End {
            runs: self.terms.lt(j, counter.steps),
            count: counter.steps,
            last: self.terms.plus(head.count, -1),
            common: self.terms.plus(head.count, -1),
            exact: None,
        };
        if let Some(common) = self.last_of_all(&parts, &signs, j) {
            end.common = common;
        }
        if !signs.iter().all(|sign| matches!(sign, Some(Sign::Zero | Sign::Positive))) {
            return Some((end, ends));
        }
        end.runs = guard;
        let moving: Vec<usize> = (0..parts.len()).filter(|at| signs[*at] == Some(Sign::Positive)).collect();
        // `slope * j <= most`, with a positive slope.
        if let [at] = moving[..]
            && let [left, right] = self.terms.args(parts[at])[..]
            && *self.terms.op(parts[at]) == Op::Le
            && let Some((slope, rest)) = self.terms.poly(left).sub(&self.terms.poly(right)).linear_in(j)
            && let Some(slope) = slope.as_constant()
        {
            let most = self.terms.from_poly(&rest.scale(&(-1).into()), Sort::Int);
            let fixed: Vec<TermId> = (0..parts.len()).filter(|other| *other != at).map(|other| parts[other]).collect();
            if slope.is_one() {
                end.exact = Some(self.terms.and(&fixed));
                end.last = most;
            } else if self.here.depth > 0 {
                end.last = most;
            } else if let Some(most) = self.without_own(&rest.scale(&(-1).into()), head) {
                end.last = most;
            }
        }
        Some((end, ends))
    }

    /// A number without what a thread takes off of it by its own coordinates, if it still is no number of the launch: that of a row,
    /// which its lanes have in common.
    fn without_own(&mut self, number: &Poly, head: &Head) -> Option<TermId> {
        let number = self.terms.from_poly(number, Sort::Int);
        let entered = conjuncts(&self.terms, head.entry);
        let number = self.with_entered(number, &entered);
        let mut most = Poly::zero();
        for (monomial, factor) in self.terms.poly(number).terms {
            let is_own = !monomial.is_empty() && monomial.iter().all(|atom| self.is_own_natural(*atom));
            if !(factor.is_negative() && is_own) {
                most.add_term(monomial, factor);
            }
        }
        let is_common = most.atoms().iter().all(|atom| self.terms.is_closed(*atom));
        (!is_common).then(|| self.terms.from_poly(&most, Sort::Int))
    }

    /// Whether an atom is a coordinate of self, or a remainder of what is made of these: it is not negative.
    fn is_own_natural(&self, atom: TermId) -> bool {
        let me = |var: VarId| self.grid.self_scope().iter().any(|ranged| ranged.var == var);
        match (self.terms.op(atom), self.terms.args(atom)) {
            (Op::Var(var), _) => me(*var),
            (Op::Mod, [_, by]) => self.terms.as_int(*by).is_some_and(Signed::is_positive),
            (Op::TruncRem, [of, _]) => self.is_own_natural(*of),
            _ => false,
        }
    }

    /// A number that no iteration of any thread comes after: with `d * j <= a` and `1 <= d` it is `a`, without what threads take off.
    fn last_of_all(&mut self, parts: &[TermId], signs: &[Option<Sign>], j: TermId) -> Option<TermId> {
        let scope: Vec<VarId> = self.grid.self_scope().iter().map(|ranged| ranged.var).collect();
        let moving = parts.iter().zip(signs).filter(|(_, sign)| **sign == Some(Sign::Positive));
        moving.into_iter().find_map(|(part, _)| {
            let [left, right] = self.terms.args(*part)[..] else { return None };
            let (_, rest) = self.terms.poly(right).sub(&self.terms.poly(left)).linear_in(j)?;
            let dims = self.grid.launch.block_dim.into_iter().chain(self.grid.launch.grid_dim).collect::<Vec<_>>();
            let own = |atom: &TermId| matches!(self.terms.op(*atom), Op::Var(var) if scope.contains(var));
            let mut most = Poly::zero();
            for (monomial, factor) in rest.terms {
                let is_natural = monomial.iter().all(|atom| own(atom) || dims.contains(atom));
                if !(factor.is_negative() && is_natural && monomial.iter().any(own)) {
                    most.add_term(monomial, factor);
                }
            }
            let is_common = most.atoms().iter().all(|atom| self.terms.is_closed(*atom));
            is_common.then(|| self.terms.from_poly(&most, Sort::Int))
        })
    }

    fn writes_of_all(&mut self, iteration: &mut Iteration<'_>, array: ArrayId, end: End) -> Option<Vec<AllWrites>> {
        let mut groups: Vec<Site> = Vec::new();
        for site in self.sites(iteration, array)? {
            let known = groups.iter_mut().find(|group| group.extras.is_empty() && group.cell == site.cell);
            match known.filter(|_| site.extras.is_empty()) {
                Some(group) => group.mask = self.terms.or(&[group.mask, site.mask]),
                None => groups.push(site),
            }
        }
        groups.reverse();
        // In the order in which an iteration writes them: a later one wins, but over those of later iterations.
        let is_fixed = |executor: &Self, group: &Site| {
            group.cell.iter().all(|index| !executor.terms.free(*index).contains(&iteration.var))
        };
        for (at, one) in groups.iter().enumerate() {
            for (behind, other) in groups.iter().enumerate().filter(|(behind, _)| *behind != at) {
                let matters = behind > at || is_fixed(self, one) || is_fixed(self, other);
                if matters && !self.never_meet(iteration, other, one, true) {
                    return None;
                }
            }
        }
        groups.iter().map(|group| self.writes_of_group(iteration, array, group, end)).collect()
    }

    /// What is written to a cell in all iterations.
    fn writes_of_group(
        &mut self,
        iteration: &mut Iteration<'_>,
        array: ArrayId,
        group: &Site,
        end: End,
    ) -> Option<AllWrites> {
        let now = self.memory.now.arrays[array.index()];
        let (var, head) = (iteration.var, iteration.head);
        let is_fixed = |executor: &Self, term: &TermId| !executor.terms.free(*term).contains(&var);
        if group.cell.iter().all(|index| is_fixed(self, index)) {
            let outside = iteration.inside.clone();
            iteration.enter(group);
            let first = iteration.handed_on(array, &group.cell);
            let first = first.or_else(|| self.hand_on(iteration, array, group.cell.clone(), group.cell.clone()));
            iteration.inside = outside;
            let first = first?;
            self.solve_cells(iteration);
            let known = iteration.cells.iter().find(|known| known.carried.first == first)?;
            let (law, entry) = (known.law?, known.carried.entry);
            let value = self.left_behind(iteration, law, entry, end);
            let zero = self.terms.int(0);
            let begins = self.terms.substitute(end.runs, &[(var, zero)].into());
            let mask = self.terms.and(&[head.entry, begins, group.mask]);
            let write = Write { cell: group.cell.clone(), value, mask };
            return Some(AllWrites { iterations: group.extras.clone(), write });
        }
        let value = loop {
            let value = match group.extras.is_empty() {
                true => self.cell_in(iteration, now, &group.cell),
                false => self.written_inside(iteration, group),
            };
            // Where the cell is written, by one statement, what it held before does not matter.
            let value = match value {
                None if self.is_of_one_site(iteration, group) => self.written_inside(iteration, group)?,
                value => value?,
            };
            if self.is_older(value, head.symbols) {
                break value;
            }
            // It reads cells that are handed on, which are known now, or by their names, or never.
            let known = iteration.heads.len();
            self.solve_cells(iteration);
            if iteration.heads.len() == known {
                self.name_values(iteration, &[]);
            }
            if iteration.heads.len() == known {
                return None;
            }
        };
        let j = self.terms.var(var);
        let zero = self.terms.int(0);
        let natural = self.terms.le(zero, j);
        let mut iterations = vec![Ranged { var, range: natural }];
        iterations.extend(&group.extras);
        let mask = self.terms.and(&[head.entry, end.runs, group.mask]);
        Some(AllWrites { iterations, write: Write { cell: group.cell.clone(), value, mask } })
    }

    /// Whether the mask is that of the one statement that writes the cell.
    fn is_of_one_site(&mut self, iteration: &mut Iteration<'_>, group: &Site) -> bool {
        self.site(iteration, group.version).is_some_and(|site| site.mask == group.mask)
    }

    /// What a statement writes.
    fn written_inside(&mut self, iteration: &mut Iteration<'_>, group: &Site) -> Option<TermId> {
        let value = iteration.assigned.get(&group.version)?.value;
        Some(self.seen_inside(iteration, group, value))
    }

    /// What the atomics of an iteration add to an array that nothing else changes.
    fn added_by_all(&mut self, iteration: &mut Iteration<'_>, array: ArrayId) -> Option<Vec<Added>> {
        let head = iteration.head;
        let mut all = Vec::new();
        let mut version = self.memory.now.arrays[array.index()];
        while version != head.store.arrays[array.index()] {
            let mut added = self.memory.added.get(&version)?.clone();
            version = added.old;
            for index in &mut added.cell {
                *index = self.seen_from(iteration, *index)?;
            }
            added.value = self.seen_from(iteration, added.value)?;
            let condition = iteration.beside_running(&mut self.terms, added.mask);
            let condition = self.seen_from(iteration, condition)?;
            added.mask = self.terms.and(&[head.entry, iteration.runs, condition]);
            all.push(added);
        }
        all.reverse();
        (!all.is_empty()).then_some(all)
    }

    /// What a local of exact floats gains, summed up from left to right (VALUE-3): every iteration adds, and the sum of all of a
    /// thread's iterations begins at 0.
    fn left_fold(&mut self, iteration: &mut Iteration<'_>, local: LocalId) -> Option<TermId> {
        let first = self.own(iteration.head.store.locals[local.index()]);
        let last = self.own(self.memory.now.locals[local.index()]);
        let last = self.half_seen_from(iteration, last);
        let Op::Float(FloatOp::Add) = self.terms.op(last) else { return None };
        let gain = match self.terms.args(last) {
            [one, other] if *one == first => *other,
            [other, one] if *one == first => *other,
            _ => return None,
        };
        if !self.is_older(gain, iteration.head.symbols) {
            return None;
        }
        let (none, end) = (self.terms.int(0), self.terms.plus(iteration.head.counters.first()?.steps, -1));
        Some(self.folded(iteration, FoldKind::Sum, [none, end], gain))
    }
}
