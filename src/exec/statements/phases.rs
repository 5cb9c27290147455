//! Locals that come back to what they were (LOOP-57): the halves of a double buffer, the stages of a pipeline.

use std::collections::BTreeMap;

use num_traits::Signed;

use crate::kernel::ir::{Binary, Expr, ExprKind, LocalId, Loop, Stmt, StmtKind, Written, walk};
use crate::logic::{Sort, TermId};

use super::head::{Counted, Counter};
use super::unroll::Flow;
use crate::exec::analysis::{Level, labels_left};
use crate::exec::state::{Executor, Store};

/// LOOP-57: the most iterations after which locals are what they were at entry.
const LONGEST: usize = 8;

/// What locals are in turn, from the first iteration on: of each the same number of literals.
#[derive(Clone, Default)]
pub struct Phases {
    pub values: BTreeMap<LocalId, Vec<TermId>>,
}

impl Executor<'_> {
    /// At the loop's entry.
    pub fn phases(&mut self, inner: &Loop, written: &Written) -> Phases {
        // Who leaves the body may have changed some of them only.
        if !labels_left(inner).is_empty() {
            return Phases::default();
        }
        let dead = self.dead_at_head(inner);
        let may_return = |local: &LocalId| !dead.contains(local) && !only_moves(&inner.body, *local);
        let mut locals: Vec<LocalId> = written.locals.keys().copied().filter(may_return).collect();
        while !locals.is_empty() {
            let traces = self.traces(inner, written, &locals);
            let returns = |trace: &Vec<TermId>| {
                (1..=LONGEST).find(|period| trace.iter().zip(&trace[*period..]).all(|(now, then)| now == then))
            };
            let returning: BTreeMap<LocalId, Vec<TermId>> =
                traces.into_iter().filter(|(_, trace)| returns(trace).is_some()).collect();
            if returning.len() == locals.len() {
                // They depend on nothing but each other, so where all are what they were at entry, all begins anew.
                let all_return = |period: &usize| returning.values().all(|trace| trace[*period] == trace[0]);
                let Some(period) = (1..=LONGEST).find(all_return) else { break };
                let in_turn = |(local, mut trace): (LocalId, Vec<TermId>)| {
                    trace.truncate(period);
                    (local, trace)
                };
                return Phases { values: returning.into_iter().map(in_turn).collect() };
            }
            locals.retain(|local| returning.contains_key(local));
        }
        Phases::default()
    }

    /// The literals that locals are at the heads of the first iterations, where of what the loop writes nothing but these is known
    /// at its entry.
    fn traces(&mut self, inner: &Loop, written: &Written, locals: &[LocalId]) -> BTreeMap<LocalId, Vec<TermId>> {
        let mut store: Store = (*self.memory.now).clone();
        store.known.retain(|local, _| locals.contains(local) || !written.locals.contains_key(local));
        let mut traces: BTreeMap<LocalId, Vec<TermId>> = locals.iter().map(|local| (*local, Vec::new())).collect();
        for _ in 0..=LONGEST {
            store.known.retain(|local, _| traces.contains_key(local) || !written.locals.contains_key(local));
            traces.retain(|local, trace| {
                let value = store.known.get(local).map(|known| known.value).filter(|value| self.is_literal(*value));
                trace.extend(value);
                value.is_some()
            });
            if traces.is_empty() || matches!(self.follow(&inner.body, &mut store), Flow::Out) {
                return BTreeMap::new();
            }
        }
        traces
    }

    /// LOOP-57, at the head.
    pub fn assume_phases(&mut self, entry: TermId, affine: &[Counter], counted: &Counted) {
        let mut numbers: BTreeMap<Level, TermId> = BTreeMap::new();
        for (local, values) in &counted.phases.values {
            let version = self.memory.now.locals[local.index()];
            let info = &self.kernel.locals[local.index()];
            let (name, level) = (info.name.clone(), version.level);
            let number = numbers.get(&level).copied().unwrap_or_else(|| {
                let steps = affine.iter().find(|counter| self.memory.now.locals[counter.local.index()].level == level);
                self.phase_number(level, values.len(), steps.map(|counter| counter.steps), counted)
            });
            numbers.insert(level, number);
            let (now, value) = (self.own(version), self.in_phase(values, number));
            let equal = self.terms.eq(now, value);
            let fact = self.for_all(entry, equal);
            self.assume(fact, format!("{name} in turn"));
            let shown: Vec<String> = values.iter().map(|value| self.terms.show(*value)).collect();
            self.log.infer(&counted.name, format!("`{name}` is {} in turn", shown.join(", ")));
        }
    }

    /// How far the locals of a level are in their turn: the steps of an affine counter tell it, if there is one.
    fn phase_number(&mut self, level: Level, period: usize, steps: Option<TermId>, counted: &Counted) -> TermId {
        let rounds = steps.unwrap_or_else(|| {
            let name = self.symbols.names.fresh(&format!("{}.rounds", counted.name));
            let symbol = self.terms.declare(name, &self.grid.level_sorts(level), Sort::Int);
            let args = self.grid.level_args(level, &self.grid.me);
            let rounds = self.terms.apply(symbol, &args);
            let (truth, zero) = (self.terms.bool(true), self.terms.int(0));
            let natural = self.terms.le(zero, rounds);
            let fact = self.for_all(truth, natural);
            self.assume(fact, format!("rounds of {}", counted.name));
            rounds
        });
        let length = self.terms.int(period);
        self.terms.modulo(rounds, length)
    }

    /// The value whose turn it is.
    pub fn in_phase(&mut self, values: &[TermId], number: TermId) -> TermId {
        let as_int = |at: usize| self.terms.as_int(values[at]).cloned();
        if let (Some(first), Some(second)) = (as_int(0), values.get(1).and_then(|_| as_int(1))) {
            let step = second - &first;
            // Negative numbers are no indices, and are better read as cases.
            let in_steps =
                |at: usize| as_int(at).is_some_and(|value| !value.is_negative() && value == &first + &step * at);
            if (0..values.len()).all(in_steps) {
                let (first, step) = (self.terms.int(first), self.terms.int(step));
                let moved = self.terms.mul(step, number);
                return self.terms.add(&[first, moved]);
            }
        }
        let (last, earlier) = values.split_last().expect("a turn has values");
        let mut value = *last;
        for (at, other) in earlier.iter().enumerate().rev() {
            let at = self.terms.int(at);
            let is_turn = self.terms.eq(number, at);
            value = self.terms.ite(is_turn, *other, value);
        }
        value
    }
}

/// Whether all that the statements do to a local is to move it on by other numbers: it does not come back then, or nobody knows.
fn only_moves(stmts: &[Stmt], local: LocalId) -> bool {
    let is_local = |e: &Expr| matches!(&*e.kind, ExprKind::Local(other) if *other == local);
    let mut only = true;
    walk(stmts, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { local: assigned, value } if *assigned == local => {
            only &= matches!(&*value.kind, ExprKind::Binary(Binary::Add, left, _) if is_local(left));
        }
        kind => only &= kind.assigned() != Some(local),
    });
    only
}
