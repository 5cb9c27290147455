//! What held in every iteration that a thread has finished: its guard, and that it did not leave (LOOP-3).

use std::collections::BTreeSet;

use crate::kernel::ir::{self, Label, LocalId, Loop, Stmt, StmtKind, Written};
use crate::logic::{Sort, TermId};

use super::head::Head;
use super::iterates::Iteration;
use super::signs::Sign;
use crate::exec::analysis::{exchanges, keeps_its_value, labels_left};
use crate::exec::state::{Executor, conjuncts};

impl Executor<'_> {
    /// What holds for each thread and each iteration that it has finished, at the end of the body; nothing where the guard says as much
    /// of the last one alone.
    pub fn earlier_iterations(&mut self, inner: &Loop, written: &Written, head: &Head) -> Option<TermId> {
        let left = labels_left(inner);
        let ends_with_body = |local: LocalId| {
            let mut is_assigned = false;
            left.is_empty() || !leaves_after(&inner.body, local, &left, &mut is_assigned)
        };
        let counter = head.counters.iter().find(|counter| ends_with_body(counter.local))?;
        if ir::occurs(&inner.body, &exchanges) || !keeps_its_value(self.kernel, &inner.guard, written) {
            return None;
        }
        let var = self.terms.fresh_var("j", Sort::Int);
        let j = self.terms.var(var);
        let mut iteration = Iteration::new(self, head, var);
        iteration.runs = self.terms.lt(j, counter.steps);
        if left.is_empty() && self.only_grows(&mut iteration, head.guard) {
            return None;
        }
        let left: Vec<TermId> = self.here.control.left.iter().map(|(_, left)| *left).collect();
        let left = self.terms.or(&left);
        let left = iteration.beside_running(&mut self.terms, left);
        let stayed = self.terms.not(left);
        let mut parts = Vec::new();
        for part in [head.guard, stayed] {
            parts.extend(self.seen_unwritten(&mut iteration, part));
        }
        let held = self.terms.and(&parts);
        if self.terms.is_true(held) || !self.terms.free(held).contains(&var) {
            return None;
        }
        let zero = self.terms.int(0);
        let range = [self.terms.le(zero, j), self.terms.lt(j, counter.steps)];
        let range = self.terms.and(&range);
        let in_range = self.terms.implies(range, held);
        let all = self.terms.forall(&[var], in_range);
        Some(self.for_all(head.entry, all))
    }

    /// The guard is false for ever once it is: what is known of the last iteration says all.
    fn only_grows(&mut self, iteration: &mut Iteration<'_>, guard: TermId) -> bool {
        let Some(guard) = self.seen_from(iteration, guard) else { return false };
        let known = self.least_values_before(iteration.head.someone.start);
        let parts = conjuncts(&self.terms, guard);
        let mut signs = parts.into_iter().map(|part| self.growth(&known, iteration.var, part));
        signs.all(|sign| matches!(sign, Some(Sign::Zero | Sign::Positive)))
    }

    /// Locals that are assigned only where a thread leaves the loop: those that did not have their values still.
    pub fn assume_kept(&mut self, inner: &Loop, written: &Written, head: &Head, gone: &[TermId]) {
        if gone.is_empty() {
            return;
        }
        let dead = self.dead_at_head(inner);
        let left = labels_left(inner);
        let stayed = self.without(head.entry, gone);
        for local in written.locals.keys().copied().filter(|local| !dead.contains(local)) {
            if assigned_elsewhere(&inner.body, local, &|label| left.contains(&label)) {
                continue;
            }
            let [before, now] = [&head.before, &head.store].map(|store| store.locals[local.index()]);
            let [before, now] = [before, now].map(|version| self.own(version));
            let same = self.terms.eq(now, before);
            let fact = self.for_all(stayed, same);
            let name = &self.kernel.locals[local.index()].name;
            self.assume(fact, format!("{name} of threads that did not leave"));
        }
    }
}

/// Whether a thread may leave by one of the labels after it has assigned the local.
fn leaves_after(stmts: &[Stmt], local: LocalId, labels: &BTreeSet<Label>, is_assigned: &mut bool) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Assign { local: own, .. } if *own == local => {
            *is_assigned = true;
            false
        }
        StmtKind::Scope { body, .. } => leaves_after(body, local, labels, is_assigned),
        _ => *is_assigned && labels.iter().any(|label| ir::leaves(std::slice::from_ref(stmt), *label)),
    })
}

/// Whether the local is assigned in a list of statements that does not end with leaving, and with that alone, from there on.
fn assigned_elsewhere(stmts: &[Stmt], local: LocalId, leaves: &dyn Fn(Label) -> bool) -> bool {
    let is_own = |stmt: &Stmt| match stmt.kind {
        StmtKind::Declare(declared) => declared == local,
        ref kind => kind.assigned().is_some_and(|assigned| assigned == local),
    };
    let Some(first) = stmts.iter().position(is_own) else {
        let mut bodies = stmts.iter().flat_map(|stmt| stmt.kind.bodies());
        return bodies.any(|body| assigned_elsewhere(body, local, leaves));
    };
    let inside = stmts[..first].iter().flat_map(|stmt| stmt.kind.bodies());
    if inside.into_iter().any(|body| assigned_elsewhere(body, local, leaves)) {
        return true;
    }
    let Some((last, others)) = stmts[first..].split_last() else { return true };
    let is_way_out = matches!(last.kind, StmtKind::Leave(label) if leaves(label));
    !is_way_out || ir::occurs(others, &|kind| matches!(kind, StmtKind::Leave(_)))
}
