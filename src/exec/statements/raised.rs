//! Locals that an iteration may raise by a number: bounds of what they are at the head (LOOP-55).

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::head::{Counted, Counter};
use crate::exec::analysis::labels_left;
use crate::exec::state::{Executor, Store};
use crate::kernel::ir::{Binary, Expr, ExprKind, LocalId, Loop, Stmt, StmtKind, Type, written};

impl Executor<'_> {
    /// LOOP-55: a local that iterations raise, if at all, is between what it was and that with all that they may have added.
    pub fn assume_raised(&mut self, inner: &Loop, before: &Store, counters: &[Counter], counted: &Counted) {
        // What wraps around is lowered.
        if self.here.wrapping > 0 {
            return;
        }
        let dead = self.dead_at_head(inner);
        let level = |executor: &Self, local: LocalId| executor.memory.now.locals[local.index()].level;
        for (local, most) in raised(&inner.body) {
            let info = &self.kernel.locals[local.index()];
            let own = level(self, local);
            // What a thread counts says nothing of what its block has in common.
            let counter = counters.iter().find(|counter| level(self, counter.local) <= own);
            let is_known = counters.iter().any(|counter| counter.local == local);
            let (Some(counter), Type::Int { .. }, false) = (counter, info.ty, is_known || dead.contains(&local)) else {
                continue;
            };
            let name = info.name.clone();
            // Who leaves in the middle of an iteration has not finished it, and may have raised the local.
            let unfinished = i64::from(!labels_left(inner).is_empty());
            let rounds = self.terms.plus(counter.steps, unfinished);
            let most = self.terms.int(most);
            let (now, entry) =
                (self.own(self.memory.now.locals[local.index()]), self.own(before.locals[local.index()]));
            let added = self.terms.mul(most, rounds);
            let end = self.terms.add(&[entry, added]);
            let bounds = [self.terms.le(entry, now), self.terms.le(now, end)];
            let truth = self.terms.bool(true);
            for bound in bounds {
                let fact = self.for_all(truth, bound);
                self.assume(fact, format!("counter {name}"));
            }
            self.log.infer(&counted.name, format!("no round lowers `{name}`"));
        }
    }
}

/// The locals that the statements do no more to than to add numbers that are not negative, with the most that they may add in all.
fn raised(body: &[Stmt]) -> Vec<(LocalId, BigInt)> {
    let mut found = Raised::default();
    found.list(body);
    found.most.into_iter().filter_map(|(local, most)| Some((local, most?))).collect()
}

#[derive(Default)]
struct Raised {
    /// None for what is assigned something else, or more than once.
    most: BTreeMap<LocalId, Option<BigInt>>,
    /// Which local has the same value.
    copies: BTreeMap<LocalId, LocalId>,
}

impl Raised {
    fn list(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Assign { local, value } => self.assign(*local, value),
                StmtKind::If { then, else_, .. } => {
                    let copies = self.copies.clone();
                    self.list(then);
                    self.copies.clone_from(&copies);
                    self.list(else_);
                    // What one of them has changed is a copy no more.
                    self.copies.clear();
                }
                StmtKind::Scope { body, .. } => {
                    self.list(body);
                    self.copies.clear();
                }
                StmtKind::Declare(local) => self.forget(*local),
                _ => {
                    let changed = written(std::slice::from_ref(stmt)).locals;
                    changed.into_keys().for_each(|local| self.forget(local));
                }
            }
        }
    }

    fn forget(&mut self, local: LocalId) {
        self.most.insert(local, None);
        self.copies.retain(|copy, of| *copy != local && *of != local);
    }

    fn assign(&mut self, local: LocalId, value: &Expr) {
        if let ExprKind::Local(of) = *value.kind {
            self.forget(local);
            self.copies.insert(local, self.copies.get(&of).copied().unwrap_or(of));
            return;
        }
        let more = self.added(local, value);
        self.copies.retain(|copy, of| *copy != local && *of != local);
        let most = self.most.entry(local).or_insert_with(|| Some(BigInt::zero()));
        *most = most.take().zip(more).map(|(most, more)| most + more);
    }

    /// What is added to a local, if it is assigned its value and a number that is not negative.
    fn added(&self, local: LocalId, value: &Expr) -> Option<BigInt> {
        let ExprKind::Binary(Binary::Add, one, other) = &*value.kind else { return None };
        let is_it = |e: &Expr| match *e.kind {
            ExprKind::Local(of) => of == local || self.copies.get(&of) == Some(&local),
            _ => false,
        };
        let (ExprKind::Int(more), true) =
            (if is_it(one) { &*other.kind } else { &*one.kind }, is_it(one) || is_it(other))
        else {
            return None;
        };
        (!more.is_negative()).then(|| more.clone())
    }
}
