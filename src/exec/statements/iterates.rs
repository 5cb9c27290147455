//! What terms of a loop's body are in iteration `j` of a thread that runs it (LOOP-29): variables by what they were assigned or what
//! earlier iterations hand on, reads of arrays by what this iteration and earlier ones wrote.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::kernel::ir::{ArrayId, LocalId};
use crate::logic::{Op, Poly, Sort, SymbolId, TermId, Terms, VarId};
use crate::tasks::{Assign, Form};

use super::carried::{Carried, Law};
use super::head::Head;
use super::sequences::Named;
use super::signs::Sign;
use crate::exec::state::{Executor, Ranged, conjuncts, forall_in};

/// How a term of the body is seen from iteration `j`.
pub struct Iteration<'h> {
    pub var: VarId,
    pub head: &'h Head,
    /// Who runs iteration `j`, of those that entered.
    pub runs: TermId,
    /// Assignments of the body, by the version they make.
    pub assigned: BTreeMap<SymbolId, Assign>,
    /// What the thread that runs the iteration knows of itself.
    running: Vec<TermId>,
    /// What is handed on, as it is called at the head, and what it is there in iteration `j`.
    pub heads: BTreeMap<TermId, TermId>,
    /// Locals that are handed on, of which it is known what iterations make of them.
    pub locals: Vec<(LocalId, Carried)>,
    /// Cells that are handed on.
    pub cells: Vec<CarriedCell>,
    /// Of what is handed on, that which only has a name.
    pub named: Vec<Named>,
    /// Terms with the body's assignments put in, as far as they were asked for.
    expanded: FxHashMap<TermId, TermId>,
    /// An iteration and its distance from a later one, and other names for iterations of loops inside.
    pair: [VarId; 2],
    renamed: BTreeMap<VarId, VarId>,
    /// The iterations of loops inside in which a term is looked at, and who runs them.
    pub inside: Inside,
    /// Cells of writes are being looked at: what they read of the same array is not looked for.
    within_cells: bool,
}

/// A cell that an iteration reads and the one before has written.
pub struct CarriedCell {
    pub array: ArrayId,
    /// What is read in iteration `j`.
    pub cell: Vec<TermId>,
    /// What iteration `j` writes, and `j + 1` reads.
    pub next: Vec<TermId>,
    /// The iterations of loops inside in which that is.
    pub inside: Inside,
    pub carried: Carried,
    /// What an iteration makes of it, once that is known.
    pub law: Option<Law>,
}

/// Iterations of loops inside, and who runs them.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Inside {
    pub iterations: Vec<Ranged>,
    pub runs: Vec<TermId>,
}

/// A write of the body in iteration `j`, over self, `j` and the iterations of loops inside.
#[derive(Clone)]
pub struct Site {
    pub version: SymbolId,
    pub extras: Vec<Ranged>,
    pub cell: Vec<TermId>,
    pub mask: TermId,
}

impl Inside {
    pub fn is_empty(&self) -> bool {
        self.iterations.is_empty() && self.runs.is_empty()
    }
}

impl<'h> Iteration<'h> {
    pub fn new(executor: &mut Executor<'_>, head: &'h Head, var: VarId) -> Iteration<'h> {
        let hypotheses = &executor.output.hypotheses[head.hypotheses..];
        let assigned = hypotheses.iter().filter_map(|hypothesis| match &hypothesis.form {
            Form::Assign(assign) => Some((assign.new, assign.clone())),
            Form::Proposition(_) | Form::Schema(_) => None,
        });
        let assigned = assigned.collect();
        let j = executor.terms.var(var);
        let entered = conjuncts(&executor.terms, head.entry);
        let mut heads = BTreeMap::new();
        for counter in &head.counters {
            let entry = executor.with_entered(counter.entry, &entered);
            let moved = executor.terms.mul(j, counter.step);
            heads.insert(counter.head, executor.terms.add(&[entry, moved]));
        }
        for (local, values) in &head.phases.values {
            let first = executor.own(head.store.locals[local.index()]);
            let length = executor.terms.int(values.len());
            let number = executor.terms.modulo(j, length);
            heads.insert(first, executor.in_phase(values, number));
        }
        let running = conjuncts(&executor.terms, head.running);
        let pair = ["i", "d"].map(|name| executor.terms.fresh_var(name, Sort::Int));
        Iteration {
            pair,
            renamed: BTreeMap::new(),
            inside: Inside::default(),
            var,
            head,
            runs: executor.terms.bool(true),
            assigned,
            running,
            heads,
            locals: Vec::new(),
            cells: Vec::new(),
            named: Vec::new(),
            expanded: FxHashMap::default(),
            within_cells: false,
        }
    }

    /// From here on, terms are looked at in the iterations of loops inside in which that is written.
    pub fn enter(&mut self, site: &Site) {
        self.inside.iterations.extend(&site.extras);
        self.inside.runs.push(site.mask);
    }

    /// The name of a cell that is handed on, for where terms are looked at now.
    pub fn handed_on(&self, array: ArrayId, cell: &[TermId]) -> Option<TermId> {
        let is_it = |known: &&CarriedCell| known.array == array && known.cell == cell && known.inside == self.inside;
        self.cells.iter().find(is_it).map(|known| known.carried.first)
    }

    /// A condition as it stands where it is known who runs the iteration.
    pub fn beside_running(&self, terms: &mut Terms, condition: TermId) -> TermId {
        without(terms, condition, &self.running)
    }
}

impl Executor<'_> {
    /// The term in iteration `j`; nothing if something else is left in it that the loop writes.
    pub fn seen_from(&mut self, iteration: &mut Iteration<'_>, term: TermId) -> Option<TermId> {
        let seen = self.half_seen_from(iteration, term);
        self.is_older(seen, iteration.head.symbols).then_some(seen)
    }

    /// The term in iteration `j`, if it reads no array that the loop writes.
    pub fn seen_unwritten(&mut self, iteration: &mut Iteration<'_>, term: TermId) -> Option<TermId> {
        let born = iteration.head.symbols;
        let term = self.with_assigned(iteration, term);
        let symbols = self.terms.symbols_in(&[term]);
        let is_written = |symbol: &SymbolId| (symbol.0 as usize) >= born && self.log.arrays.contains_key(symbol);
        if symbols.iter().any(is_written) { None } else { self.seen_from(iteration, term) }
    }

    /// The same, with what is not known of iteration `j` left as it is called at the head.
    pub fn half_seen_from(&mut self, iteration: &mut Iteration<'_>, term: TermId) -> TermId {
        let term = self.with_assigned(iteration, term);
        self.viewed(iteration, term, &mut FxHashMap::default())
    }

    fn viewed(&mut self, iteration: &mut Iteration<'_>, term: TermId, memo: &mut FxHashMap<TermId, TermId>) -> TermId {
        if let Some(done) = memo.get(&term) {
            return *done;
        }
        let args = self.terms.args(term).to_vec();
        let new_args: Vec<TermId> = args.iter().map(|arg| self.viewed(iteration, *arg, memo)).collect();
        let mut result = term;
        if args != new_args {
            let op = self.terms.op(term).clone();
            result = self.terms.rebuild(&op, &new_args);
        }
        if let Some(value) = iteration.heads.get(&term) {
            result = *value;
        } else if let Op::Apply(version) = *self.terms.op(result)
            && (version.0 as usize) >= iteration.head.symbols
            && self.log.arrays.contains_key(&version)
        {
            let cell = self.terms.args(result).to_vec();
            result = self.cell_in(iteration, version, &cell).unwrap_or(result);
        }
        memo.insert(term, result);
        result
    }

    /// Versions of locals that the body makes, by what they are assigned.
    pub fn with_assigned(&mut self, iteration: &mut Iteration<'_>, term: TermId) -> TermId {
        if let Some(done) = iteration.expanded.get(&term) {
            return *done;
        }
        let args = self.terms.args(term).to_vec();
        let new_args: Vec<TermId> = args.iter().map(|arg| self.with_assigned(iteration, *arg)).collect();
        let mut result = term;
        if args != new_args {
            let op = self.terms.op(term).clone();
            result = self.terms.rebuild(&op, &new_args);
        }
        if let Some(value) = self.assigned_value(iteration, result) {
            result = self.with_assigned(iteration, value);
        }
        result = chosen_once(&mut self.terms, result);
        iteration.expanded.insert(term, result);
        result
    }

    /// What a version of a local is assigned, if the term is that version as the thread itself sees it.
    fn assigned_value(&mut self, iteration: &Iteration<'_>, term: TermId) -> Option<TermId> {
        let Op::Apply(symbol) = *self.terms.op(term) else { return None };
        let assign = iteration.assigned.get(&symbol)?;
        let me = self.grid.self_scope();
        let is_own = |(arg, index): (&TermId, &TermId)| {
            arg == index && matches!(self.terms.op(*arg), Op::Var(var) if me.iter().any(|ranged| ranged.var == *var))
        };
        let args = self.terms.args(term).to_vec();
        if args.len() != assign.vars.len() || !args.iter().zip(&assign.index).all(is_own) {
            return None;
        }
        let old = self.terms.apply(assign.old, &args);
        let mask = iteration.beside_running(&mut self.terms, assign.mask);
        Some(self.terms.ite(mask, assign.value, old))
    }

    // ── arrays ──────────────────────────────────────────────────────────────────────────────────

    /// The writes of an iteration to an array, the last one first; nothing if something else changes it.
    pub fn sites(&mut self, iteration: &mut Iteration<'_>, array: ArrayId) -> Option<Vec<Site>> {
        let mut sites = Vec::new();
        let mut version = self.memory.now.arrays[array.index()];
        while version != iteration.head.store.arrays[array.index()] {
            sites.push(self.site(iteration, version)?);
            version = iteration.assigned.get(&version)?.old;
        }
        Some(sites)
    }

    pub fn site(&mut self, iteration: &mut Iteration<'_>, version: SymbolId) -> Option<Site> {
        let assign = iteration.assigned.get(&version)?.clone();
        let me = self.grid.self_scope();
        if !me.iter().all(|ranged| assign.vars.contains(&ranged.var)) {
            return None;
        }
        let others: Vec<VarId> =
            assign.vars.iter().copied().filter(|var| me.iter().all(|ranged| ranged.var != *var)).collect();
        let ranges = conjuncts(&self.terms, assign.range);
        let mut extras = Vec::new();
        for var in others {
            let of_var: Vec<TermId> =
                ranges.iter().copied().filter(|part| self.terms.free(*part).contains(&var)).collect();
            extras.push(Ranged { var, range: self.terms.and(&of_var) });
            let other = || self.terms.fresh_var("i", Sort::Int);
            iteration.renamed.entry(var).or_insert_with(other);
        }
        let mask = iteration.beside_running(&mut self.terms, assign.mask);
        let cell: Option<Vec<TermId>> = assign
            .index
            .iter()
            .map(|index| {
                let index = self.where_written(iteration, mask, *index);
                self.seen_from(iteration, index)
            })
            .collect();
        let mask = self.seen_from(iteration, mask)?;
        Some(Site { version, extras, cell: cell?, mask })
    }

    /// A term with the body's assignments put in, as it stands where a write is made.
    fn where_written(&mut self, iteration: &mut Iteration<'_>, mask: TermId, term: TermId) -> TermId {
        let (term, mask) = (self.with_assigned(iteration, term), self.with_assigned(iteration, mask));
        let known = conjuncts(&self.terms, mask);
        self.terms.rewrite(term, &mut |terms, part| {
            let Op::Ite = terms.op(part) else { return None };
            let [condition, then, _] = terms.args(part)[..] else { return None };
            conjuncts(terms, condition).iter().all(|part| known.contains(part)).then_some(then)
        })
    }

    /// What a version of an array holds in a cell.
    pub fn cell_in(&mut self, iteration: &mut Iteration<'_>, version: SymbolId, cell: &[TermId]) -> Option<TermId> {
        let array = *self.log.arrays.get(&version)?;
        if version == iteration.head.store.arrays[array.index()] {
            return self.read_at_head(iteration, array, cell);
        }
        let site = self.site(iteration, version)?;
        let assign = iteration.assigned.get(&version)?.clone();
        if site.extras.is_empty() && site.cell == cell {
            let value = self.half_seen_from(iteration, assign.value);
            if self.terms.is_true(site.mask) {
                return Some(value);
            }
            let old = self.cell_in(iteration, assign.old, cell)?;
            return Some(self.terms.ite(site.mask, value, old));
        }
        if let Some((written, value)) = self.solved(iteration, &site, assign.value, cell) {
            if self.terms.is_true(written) {
                return Some(value);
            }
            let old = self.cell_in(iteration, assign.old, cell)?;
            return Some(self.terms.ite(written, value, old));
        }
        let other = self.looked_at(iteration, cell);
        let old = |executor: &mut Self, iteration: &mut Iteration<'_>| executor.cell_in(iteration, assign.old, cell);
        if self.never_meet(iteration, &site, &other, false) {
            return old(self, iteration);
        }
        if !site.extras.is_empty() {
            return None;
        }
        let mut parts = vec![site.mask];
        parts.extend(site.cell.iter().zip(cell).map(|(written, read)| self.terms.eq(*written, *read)));
        let written = self.terms.and(&parts);
        let value = self.half_seen_from(iteration, assign.value);
        let old = old(self, iteration)?;
        Some(self.terms.ite(written, value, old))
    }

    /// Whether and what the iterations of a loop inside write to a cell: the one that does is found by an index that moves by one.
    fn solved(
        &mut self,
        iteration: &mut Iteration<'_>,
        site: &Site,
        value: TermId,
        cell: &[TermId],
    ) -> Option<(TermId, TermId)> {
        let [extra] = site.extras[..] else { return None };
        let var = self.terms.var(extra.var);
        let solution = site.cell.iter().zip(cell).find_map(|(written, read)| {
            let (slope, rest) = self.terms.poly(*written).linear_in(var)?;
            let slope = slope.as_constant().filter(|slope| slope.abs() == Poly::integer(1).constant_part())?;
            let mut distance = self.terms.poly(*read);
            distance.add_scaled(&rest, &Poly::integer(-1).constant_part());
            (!distance.atoms().iter().any(|atom| self.terms.free(*atom).contains(&extra.var)))
                .then(|| self.terms.from_poly(&distance.scale(&slope), Sort::Int))
        })?;
        let value = self.seen_inside(iteration, site, value);
        let map = [(extra.var, solution)].into();
        let mut parts = vec![self.terms.substitute(extra.range, &map), self.terms.substitute(site.mask, &map)];
        for (written, read) in site.cell.iter().zip(cell) {
            let there = self.terms.substitute(*written, &map);
            parts.push(self.terms.eq(there, *read));
        }
        let written = self.terms.and(&parts);
        let Inside { iterations, runs } = &iteration.inside;
        let known: Vec<TermId> = iterations.iter().map(|ranged| ranged.range).chain(runs.iter().copied()).collect();
        let known: Vec<TermId> = known.into_iter().flat_map(|part| conjuncts(&self.terms, part)).collect();
        Some((without(&mut self.terms, written, &known), self.terms.substitute(value, &map)))
    }

    /// What a site writes, in the iterations of the loops around it.
    pub fn seen_inside(&mut self, iteration: &mut Iteration<'_>, site: &Site, value: TermId) -> TermId {
        let outside = iteration.inside.clone();
        iteration.enter(site);
        let value = self.half_seen_from(iteration, value);
        iteration.inside = outside;
        value
    }

    /// A cell that is looked at.
    fn looked_at(&mut self, iteration: &Iteration<'_>, cell: &[TermId]) -> Site {
        let mask = self.terms.and(&iteration.inside.runs);
        let extras = iteration.inside.iterations.clone();
        Site { version: SymbolId(0), extras, cell: cell.to_vec(), mask }
    }

    /// What a cell holds at the head of iteration `j`.
    fn read_at_head(&mut self, iteration: &mut Iteration<'_>, array: ArrayId, cell: &[TermId]) -> Option<TermId> {
        let j = self.terms.var(iteration.var);
        if iteration.within_cells || !cell.iter().all(|index| self.is_older(*index, iteration.head.symbols)) {
            return None;
        }
        if let Some(first) = iteration.handed_on(array, cell) {
            return Some(iteration.heads.get(&first).copied().unwrap_or(first));
        }
        iteration.within_cells = true;
        let sites = self.sites(iteration, array);
        iteration.within_cells = false;
        let here = self.looked_at(iteration, cell);
        let mut sources: Vec<Site> = Vec::new();
        for site in sites? {
            let is_known = sources.iter().any(|source| source.extras.is_empty() && source.cell == site.cell);
            if !is_known && !self.never_meet(iteration, &site, &here, true) {
                sources.push(site);
            }
        }
        let before = iteration.head.before.arrays[array.index()];
        let Some(source) = sources.pop() else { return Some(self.terms.apply(before, cell)) };
        let next = self.terms.plus(j, 1);
        let read_next: Vec<TermId> =
            cell.iter().map(|index| self.terms.substitute(*index, &[(iteration.var, next)].into())).collect();
        // Of a loop inside, the same iteration: others write other cells.
        let is_same = |extra: &Ranged| iteration.inside.iterations.iter().any(|inside| inside.var == extra.var);
        if !sources.is_empty() || !source.extras.iter().all(is_same) || read_next != source.cell {
            return None;
        }
        self.hand_on(iteration, array, cell.to_vec(), read_next)
    }

    /// A cell is read that the iteration before has written; gives its name. Nothing where it is another iteration of a loop inside
    /// that does, or none.
    pub fn hand_on(
        &mut self,
        iteration: &mut Iteration<'_>,
        array: ArrayId,
        cell: Vec<TermId>,
        next: Vec<TermId>,
    ) -> Option<TermId> {
        let Inside { iterations, runs } = &iteration.inside;
        let mut around = iterations.iter().map(|ranged| &ranged.range).chain(runs);
        if around.any(|term| self.terms.free(*term).contains(&iteration.var)) {
            return None;
        }
        let zero = self.terms.int(0);
        let begin: Vec<TermId> =
            cell.iter().map(|index| self.terms.substitute(*index, &[(iteration.var, zero)].into())).collect();
        let entry = self.terms.apply(iteration.head.before.arrays[array.index()], &begin);
        let first = self.terms.fresh_constant("handed", self.terms.sort(entry));
        iteration.cells.push(CarriedCell {
            array,
            cell,
            next,
            inside: iteration.inside.clone(),
            carried: Carried { first, entry },
            law: None,
        });
        Some(first)
    }

    /// Whether the simplifier proves the goal from what holds where the loop is entered, also if nobody runs its body.
    pub fn shows_at_entry(&mut self, goal: TermId, head: &Head) -> bool {
        let hypotheses = self.here.context.iter().copied().filter(|at| *at < head.entered).collect();
        self.simplifier_shows(goal, hypotheses)
    }

    // ── cells apart ─────────────────────────────────────────────────────────────────────────────

    /// One thread never touches one cell by both, the first in an iteration before that of the second, or in the same one.
    pub fn never_meet(&mut self, iteration: &Iteration<'_>, first: &Site, second: &Site, before: bool) -> bool {
        let var = iteration.var;
        let fixed = |executor: &Self, site: &Site| {
            site.extras.is_empty() && site.cell.iter().all(|index| !executor.terms.free(*index).contains(&var))
        };
        if before && first.cell == second.cell && fixed(self, first) {
            return false;
        }
        if before && first.cell == second.cell && self.always_moves(iteration, second) {
            return true;
        }
        // The second is in iteration `j`; the first in `j`, or in `i` with `j` being `i + 1 + d`: products of `j - i` need no proof then.
        let (zero, truth) = (self.terms.int(0), self.terms.bool(true));
        let [i, d] = iteration.pair;
        let [earlier, distance] = [i, d].map(|var| self.terms.var(var));
        let next = self.terms.plus(earlier, 1);
        let later = if before { self.terms.add(&[next, distance]) } else { earlier };
        let mut of_first: BTreeMap<VarId, TermId> = [(var, earlier)].into();
        let of_second: BTreeMap<VarId, TermId> = [(var, later)].into();
        let mut scope = self.grid.self_scope();
        for var in [i, d] {
            let value = self.terms.var(var);
            scope.push(Ranged { var, range: self.terms.le(zero, value) });
        }
        let renamed = |var: VarId| iteration.renamed.get(&var).copied().unwrap_or(var);
        of_first.extend(first.extras.iter().map(|extra| (extra.var, self.terms.var(renamed(extra.var)))));
        for extra in &first.extras {
            let range = self.terms.substitute(extra.range, &of_first);
            scope.push(Ranged { var: renamed(extra.var), range });
        }
        for extra in &second.extras {
            let range = self.terms.substitute(extra.range, &of_second);
            scope.push(Ranged { var: extra.var, range });
        }
        let mut equal = Vec::new();
        for (one, other) in first.cell.iter().zip(&second.cell) {
            let (one, other) = (self.terms.substitute(*one, &of_first), self.terms.substitute(*other, &of_second));
            equal.push(self.terms.eq(one, other));
        }
        let mut guard = vec![iteration.head.entry];
        for (site, map) in [(first, &of_first), (second, &of_second)] {
            guard.push(self.terms.substitute(iteration.runs, map));
            guard.push(self.terms.substitute(site.mask, map));
        }
        let guard = self.terms.and(&guard);
        let same = self.terms.and(&equal);
        let apart = self.terms.not(same);
        let free = self.terms.free(guard).iter().chain(self.terms.free(apart).iter()).copied().collect::<Vec<_>>();
        for var in free {
            if scope.iter().all(|ranged| ranged.var != var) {
                scope.push(Ranged { var, range: truth });
            }
        }
        let goal = forall_in(&mut self.terms, &scope, guard, apart);
        self.shows_at_entry(goal, iteration.head)
    }

    /// An index goes up, or down, from iteration to iteration, whatever loops inside do.
    fn always_moves(&mut self, iteration: &Iteration<'_>, site: &Site) -> bool {
        let known = self.least_values();
        let mut own: Vec<VarId> = self.grid.self_scope().iter().map(|ranged| ranged.var).collect();
        own.push(iteration.var);
        site.cell.iter().any(|index| {
            let place = self.terms.poly(*index);
            self.terms.free(*index).iter().all(|var| own.contains(var))
                && matches!(self.slope(&known, iteration.var, &place), Some(Sign::Positive | Sign::Negative))
        })
    }
}

/// A choice whose alternatives do not choose by its condition again, as that of `m` in `if (c) y[m++] = x;`.
fn chosen_once(terms: &mut Terms, term: TermId) -> TermId {
    if *terms.op(term) != Op::Ite {
        return term;
    }
    let [condition, then, other] = terms.args(term)[..] else { return term };
    let [then, other] = [(then, 1), (other, 2)].map(|(alternative, which)| {
        terms.rewrite(alternative, &mut |terms, part| {
            let is_same = *terms.op(part) == Op::Ite && terms.args(part)[0] == condition;
            is_same.then(|| terms.args(part)[which])
        })
    });
    terms.ite(condition, then, other)
}

/// A condition as it stands where the others hold.
fn without(terms: &mut Terms, condition: TermId, others: &[TermId]) -> TermId {
    let rest: Vec<TermId> = conjuncts(terms, condition).into_iter().filter(|part| !others.contains(part)).collect();
    terms.and(&rest)
}
