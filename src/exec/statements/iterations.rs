//! Loops whose iterations do not depend on each other: all of them at once, after the loop (R29).

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use num_traits::Zero;
use rustc_hash::FxHashMap;

use crate::kernel::ir::{ArrayId, LocalId, Loop, StmtKind, Written, occurs};
use crate::logic::{FloatOp, FoldKind, Op, Sort, SymbolId, TermId, Terms, VarId};
use crate::tasks::{Assign, Form};

use super::counters::Counter;
use super::signs::Sign;
use crate::exec::analysis::{keeps_its_value, labels_left};
use crate::exec::state::{Added, Executor, Ranged, Store, Write, conjuncts};

/// The loop at its head, before the body runs.
pub struct Head {
    pub counters: Vec<Counter>,
    /// Who entered, and who runs the coming iteration.
    pub entry: TermId,
    pub running: TermId,
    pub guard: TermId,
    pub count: TermId,
    /// Symbols from here on are born at the head or later; hypotheses from here on belong to the body.
    pub symbols: usize,
    pub hypotheses: usize,
    pub runs: usize,
    /// The state here, and at entry.
    pub store: Rc<Store>,
    pub before: Rc<Store>,
}

/// What is known after the loop.
#[derive(Default)]
pub struct Summary {
    arrays: Vec<(ArrayId, Write)>,
    /// What atomics add, as it is in an iteration.
    gathered: Vec<(ArrayId, Vec<Added>)>,
    /// Those of them whose sums must be shown to fit.
    fitting: Vec<ArrayId>,
    locals: Vec<(LocalId, TermId)>,
    /// Sums of exact floats that begin at 0.
    left_folds: Vec<(LocalId, TermId)>,
    counters: Vec<LocalId>,
    facts: Vec<TermId>,
    iteration: Option<Ranged>,
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
        self.counters.contains(&local) || sums.into_iter().any(|(known, _)| *known == local)
    }

    pub fn knows_array(&self, array: ArrayId) -> bool {
        self.arrays.iter().any(|(known, _)| *known == array) || self.gathered.iter().any(|(known, _)| *known == array)
    }
}

/// The cell of an array that an iteration writes to, and its value in the versions that the iteration makes.
struct OwnCell {
    cell: Vec<TermId>,
    values: BTreeMap<SymbolId, TermId>,
}

/// How a term of the body is seen from iteration `j`.
struct Iteration {
    var: VarId,
    /// Own-cell assignments of the body, by the version they make.
    assigned: BTreeMap<SymbolId, Assign>,
    /// What the thread that runs the iteration knows of itself.
    running: Vec<TermId>,
    /// Counters at the head, and what they are in iteration `j`.
    counters: HashMap<TermId, TermId>,
    /// Symbols from here on stand for what the loop writes.
    first_new: usize,
    /// Terms with the body's assignments put in, as far as they were asked for.
    expanded: RefCell<FxHashMap<TermId, TermId>>,
}

impl Executor<'_> {
    /// What the loop's iterations do together; the state is that at the end of its body. Nothing, where they may depend on
    /// each other.
    pub fn iterations(&mut self, inner: &Loop, written: &Written, head: &Head) -> Summary {
        let mut summary = Summary::default();
        if head.counters.is_empty()
            || occurs(&inner.body, &exchanges)
            || self.log.runs.len() != head.runs
            || !labels_left(inner).is_empty()
            || !keeps_its_value(self.kernel, &inner.guard, written)
        {
            return summary;
        }
        let var = self.terms.fresh_var("j", Sort::Int);
        let iteration = self.iteration(head, var);
        let Some(guard) = self.seen_from(&iteration, head.guard) else { return summary };
        let Some((runs, ends)) = self.runs(&iteration, head, guard) else { return summary };
        summary.ends = ends;
        let j = self.terms.var(var);
        let zero = self.terms.int(0);
        let natural = self.terms.le(zero, j);
        summary.iteration = Some(Ranged { var, range: natural });
        for array in written.arrays.keys().copied() {
            if let Some(writes) = self.writes_of_all(&iteration, array, head, runs) {
                summary.arrays.push((array, writes));
            } else if let Some(added) = self.added_by_all(&iteration, array, head, runs) {
                summary.gathered.push((array, added));
            }
        }
        if !summary.gathered.is_empty() && runs == guard {
            // Everybody has left when the loop is over, and what is false stays false.
            let further = self.terms.substitute(guard, &[(var, head.count)].into());
            summary.facts.push(self.terms.not(further));
        }
        for local in written.locals.keys().copied() {
            let sum = self.sum_of_all(&iteration, local, head, runs);
            if let Some(sum) = sum {
                summary.locals.push((local, sum));
            } else if let Some(sum) = self.left_fold(&iteration, local, head) {
                summary.left_folds.push((local, sum));
            }
        }
        for counter in &head.counters {
            summary.counters.push(counter.local);
            let (one, last) = (self.terms.int(1), self.terms.plus(counter.steps, -1));
            let some = self.terms.le(one, counter.steps);
            let held = self.terms.substitute(guard, &[(var, last)].into());
            summary.facts.push(self.terms.implies(some, held));
        }
        summary
    }

    /// R316: what a loop without invariants adds up is shown to fit after it, instead of from iteration to iteration.
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
        for fact in &summary.facts {
            let fact = self.for_all(head.entry, *fact);
            self.assume(fact, origin.clone());
        }
        for (local, sum) in &summary.locals {
            let now = self.own(self.memory.now.locals[local.index()]);
            let old = self.own(head.before.locals[local.index()]);
            let total = self.terms.add(&[old, *sum]);
            let equal = self.terms.eq(now, total);
            let fact = self.for_all(head.entry, equal);
            self.assume(fact, origin.clone());
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
        for (array, writes) in &summary.arrays {
            let (new, old) = (self.memory.now.arrays[array.index()], head.before.arrays[array.index()]);
            let scope: Vec<Ranged> = self.grid.self_scope().into_iter().chain(summary.iteration).collect();
            self.write(new, old, &scope, writes.clone());
        }
        for (array, added) in &summary.gathered {
            let (new, old) = (self.memory.now.arrays[array.index()], head.before.arrays[array.index()]);
            let Some(Ranged { var, .. }) = summary.iteration else { continue };
            let last = self.terms.plus(head.count, -1);
            if summary.fitting.contains(array) {
                self.fits(added, old, Some((var, last)));
            }
            self.assume_added([new, old], added, (var, last), &origin);
        }
    }

    fn iteration(&mut self, head: &Head, var: VarId) -> Iteration {
        let assigned =
            self.output.hypotheses[head.hypotheses..].iter().filter_map(|hypothesis| match &hypothesis.form {
                Form::Assign(assign) => Some((assign.new, assign.clone())),
                Form::Proposition(_) | Form::Schema(_) => None,
            });
        let assigned = assigned.collect();
        let j = self.terms.var(var);
        let mut counters = HashMap::new();
        for counter in &head.counters {
            let moved = self.terms.mul(j, counter.step);
            counters.insert(counter.head, self.terms.add(&[counter.entry, moved]));
        }
        let running = conjuncts(&self.terms, head.running);
        Iteration { var, assigned, running, counters, first_new: head.symbols, expanded: RefCell::default() }
    }

    /// The term in iteration `j`; nothing if something else is left in it that the loop writes.
    fn seen_from(&mut self, iteration: &Iteration, term: TermId) -> Option<TermId> {
        self.seen_beside(iteration, term, None)
    }

    /// The same beside an array of the loop: its versions may be read at one cell, where they have these values.
    fn seen_beside(&mut self, iteration: &Iteration, term: TermId, own: Option<&OwnCell>) -> Option<TermId> {
        let term = self.with_assigned(iteration, term);
        let seen = self.terms.rewrite(term, &mut |terms, part| {
            if let Some(value) = iteration.counters.get(&part) {
                return Some(*value);
            }
            let own = own?;
            let Op::Apply(version) = terms.op(part) else { return None };
            (terms.args(part) == own.cell).then(|| own.values.get(version).copied())?
        });
        self.is_older(seen, iteration.first_new).then_some(seen)
    }

    /// Versions of locals that the body makes, by what they are assigned.
    fn with_assigned(&mut self, iteration: &Iteration, term: TermId) -> TermId {
        let mut memo = iteration.expanded.take();
        let expanded = self.expanded(iteration, term, &mut memo);
        iteration.expanded.replace(memo);
        expanded
    }

    fn expanded(&mut self, iteration: &Iteration, term: TermId, memo: &mut FxHashMap<TermId, TermId>) -> TermId {
        if let Some(done) = memo.get(&term) {
            return *done;
        }
        let args = self.terms.args(term).to_vec();
        let new_args: Vec<TermId> = args.iter().map(|arg| self.expanded(iteration, *arg, memo)).collect();
        let mut result = term;
        if args != new_args {
            let op = self.terms.op(term).clone();
            result = self.terms.rebuild(&op, &new_args);
        }
        if let Some(value) = self.assigned_value(iteration, result) {
            result = self.expanded(iteration, value, memo);
        }
        memo.insert(term, result);
        result
    }

    /// What a version of a local is assigned, if the term is that version as the thread itself sees it.
    fn assigned_value(&mut self, iteration: &Iteration, term: TermId) -> Option<TermId> {
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
        let mask = without(&mut self.terms, assign.mask, &iteration.running);
        Some(self.terms.ite(mask, assign.value, old))
    }

    /// Who runs iteration `j`, of those that entered; and whether each has a last one.
    fn runs(&mut self, iteration: &Iteration, head: &Head, guard: TermId) -> Option<(TermId, bool)> {
        let known = self.least_values();
        let parts = conjuncts(&self.terms, guard);
        let signs: Vec<Option<Sign>> = parts.iter().map(|part| self.growth(&known, iteration.var, *part)).collect();
        let ends = signs.contains(&Some(Sign::Positive));
        if signs.iter().all(|sign| matches!(sign, Some(Sign::Zero | Sign::Positive))) {
            return Some((guard, ends));
        }
        let (j, counter) = (self.terms.var(iteration.var), head.counters.first()?);
        Some((self.terms.lt(j, counter.steps), ends))
    }

    fn writes_of_all(&mut self, iteration: &Iteration, array: ArrayId, head: &Head, runs: TermId) -> Option<Write> {
        let mut assigns = Vec::new();
        let mut version = self.memory.now.arrays[array.index()];
        while version != head.store.arrays[array.index()] {
            let assign = iteration.assigned.get(&version)?.clone();
            version = assign.old;
            assigns.push(assign);
        }
        let mut own: Option<OwnCell> = None;
        let nobody = self.terms.bool(false);
        let (mut value, mut mask) = (None, nobody);
        for assign in assigns.iter().rev() {
            if assign.vars.len() != self.grid.self_scope().len() {
                return None;
            }
            let cell: Vec<TermId> =
                assign.index.iter().map(|index| self.seen_from(iteration, *index)).collect::<Option<Vec<TermId>>>()?;
            if !self.moves(iteration, &cell) || own.as_ref().is_some_and(|own| own.cell != cell) {
                return None;
            }
            let entered = self.terms.apply(head.before.arrays[array.index()], &cell);
            let mut known = own.take().unwrap_or(OwnCell { cell, values: [(assign.old, entered)].into() });
            let condition = without(&mut self.terms, assign.mask, &iteration.running);
            let condition = self.seen_beside(iteration, condition, Some(&known))?;
            let new = self.seen_beside(iteration, assign.value, Some(&known))?;
            let old = known.values.get(&assign.old).copied()?;
            let now = self.terms.ite(condition, new, old);
            known.values.insert(assign.new, now);
            mask = self.terms.or(&[mask, condition]);
            value = Some(now);
            own = Some(known);
        }
        let mask = self.terms.and(&[head.entry, runs, mask]);
        Some(Write { cell: own?.cell, value: value?, mask })
    }

    /// What the atomics of an iteration add to an array that nothing else changes.
    fn added_by_all(&mut self, iteration: &Iteration, array: ArrayId, head: &Head, runs: TermId) -> Option<Vec<Added>> {
        let mut all = Vec::new();
        let mut version = self.memory.now.arrays[array.index()];
        while version != head.store.arrays[array.index()] {
            let mut added = self.memory.added.get(&version)?.clone();
            version = added.old;
            for index in &mut added.cell {
                *index = self.seen_from(iteration, *index)?;
            }
            added.value = self.seen_from(iteration, added.value)?;
            let condition = without(&mut self.terms, added.mask, &iteration.running);
            let condition = self.seen_from(iteration, condition)?;
            added.mask = self.terms.and(&[head.entry, runs, condition]);
            all.push(added);
        }
        all.reverse();
        (!all.is_empty()).then_some(all)
    }

    /// Different iterations of one thread have different cells.
    fn moves(&mut self, iteration: &Iteration, cell: &[TermId]) -> bool {
        let known = self.least_values();
        cell.iter().any(|index| {
            let index = self.terms.poly(*index);
            matches!(self.slope(&known, iteration.var, &index), Some(Sign::Positive | Sign::Negative))
        })
    }

    /// What a local gains in all iterations together.
    fn sum_of_all(&mut self, iteration: &Iteration, local: LocalId, head: &Head, runs: TermId) -> Option<TermId> {
        let first = self.own(head.store.locals[local.index()]);
        let last = self.own(self.memory.now.locals[local.index()]);
        let sort = self.terms.sort(first);
        if !sort.is_numeric() || iteration.counters.contains_key(&first) {
            return None;
        }
        let last = self.with_assigned(iteration, last);
        let gain = gain(&mut self.terms, last, first)?;
        let gain = self.seen_from(iteration, gain)?;
        let zero = self.terms.number(Zero::zero(), sort);
        let body = self.terms.ite(runs, gain, zero);
        let (none, last) = (self.terms.int(0), self.terms.plus(head.count, -1));
        Some(self.terms.fold(FoldKind::Sum, iteration.var, none, last, body))
    }

    /// The same for exact floats, which are summed up from left to right (R49): every iteration adds, and the sum of all of a
    /// thread's iterations begins at 0.
    fn left_fold(&mut self, iteration: &Iteration, local: LocalId, head: &Head) -> Option<TermId> {
        let first = self.own(head.store.locals[local.index()]);
        let last = self.own(self.memory.now.locals[local.index()]);
        let last = self.with_assigned(iteration, last);
        let Op::Float(FloatOp::Add) = self.terms.op(last) else { return None };
        let gain = match self.terms.args(last) {
            [one, other] if *one == first => *other,
            [other, one] if *one == first => *other,
            _ => return None,
        };
        let gain = self.seen_from(iteration, gain)?;
        let (none, end) = (self.terms.int(0), self.terms.plus(head.counters.first()?.steps, -1));
        Some(self.terms.fold(FoldKind::Sum, iteration.var, none, end, gain))
    }
}

/// Threads may order themselves by the statement; or its arithmetic wraps. What they learn of each other by atomics and is used is
/// a symbol of the body.
fn exchanges(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Barrier { .. } | StmtKind::Warp(_) | StmtKind::Wraps(_) | StmtKind::Call(_) => true,
        StmtKind::Atomic(_)
        | StmtKind::Declare(_)
        | StmtKind::DeclareArray(_)
        | StmtKind::Assign { .. }
        | StmtKind::Store { .. }
        | StmtKind::Loop(_)
        | StmtKind::If { .. }
        | StmtKind::Scope { .. }
        | StmtKind::Leave(_)
        | StmtKind::Fence(_)
        | StmtKind::Assert { .. }
        | StmtKind::Assume(_) => false,
    }
}

/// A condition as it stands where the others hold.
fn without(terms: &mut Terms, condition: TermId, others: &[TermId]) -> TermId {
    let rest: Vec<TermId> = conjuncts(terms, condition).into_iter().filter(|part| !others.contains(part)).collect();
    terms.and(&rest)
}

/// `value - base`, in every case of `value`.
fn gain(terms: &mut Terms, value: TermId, base: TermId) -> Option<TermId> {
    if *terms.op(value) == Op::Ite
        && let [cond, then, other] = terms.args(value).to_vec()[..]
    {
        let (then, other) = (gain(terms, then, base)?, gain(terms, other, base)?);
        return Some(terms.ite(cond, then, other));
    }
    Some(terms.sub(value, base))
}
