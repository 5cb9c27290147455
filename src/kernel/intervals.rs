//! Which statements may be executed between the same two barriers.

use std::collections::BTreeMap;

use crate::base::Span;

use super::ir::{Label, Stmt, StmtKind};

/// Each statement with the number of its interval, from 0, in source order. Two statements have one number where a way leads from
/// one to the other without a barrier, or where ways that begin or end together lead to both: a loop's end and its head, the
/// branches of an `if`.
pub fn intervals(body: &[Stmt]) -> Vec<(Span, usize)> {
    let mut walk = Walk::default();
    let start = walk.fresh();
    walk.block(body, start);
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let found = std::mem::take(&mut walk.found);
    let number = |(span, class): (Span, usize)| {
        let root = walk.root(class);
        let next = numbers.len();
        (span, *numbers.entry(root).or_insert(next))
    };
    found.into_iter().map(number).collect()
}

/// Classes of places that no barrier keeps apart.
#[derive(Default)]
struct Walk {
    /// Of each class, one that it has been joined with; itself for a class that stands for all of its own.
    parents: Vec<usize>,
    /// Where a loop or scope is left to.
    ends: BTreeMap<Label, usize>,
    found: Vec<(Span, usize)>,
}

impl Walk {
    fn fresh(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.parents.len() - 1
    }

    fn root(&self, mut class: usize) -> usize {
        while self.parents[class] != class {
            class = self.parents[class];
        }
        class
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.parents[one.max(other)] = one.min(other);
    }

    /// The class behind the statements.
    fn block(&mut self, body: &[Stmt], start: usize) -> usize {
        body.iter().fold(start, |here, stmt| self.statement(stmt, here))
    }

    fn statement(&mut self, stmt: &Stmt, here: usize) -> usize {
        match &stmt.kind {
            StmtKind::If { cond, then, else_ } => {
                self.found.push((cond.span, here));
                let (one, other) = (self.block(then, here), self.block(else_, here));
                self.join(one, other);
                one
            }
            StmtKind::Loop(inner) => {
                self.found.push((inner.guard.span, here));
                self.ends.insert(inner.label, here);
                let end = self.block(&inner.body, here);
                self.join(end, here);
                here
            }
            StmtKind::Scope { label, body } => {
                let after = self.fresh();
                self.ends.insert(*label, after);
                let end = self.block(body, here);
                self.join(end, after);
                after
            }
            StmtKind::Leave(label) => {
                self.found.push((stmt.span, here));
                if let Some(after) = self.ends.get(label).copied() {
                    self.join(here, after);
                }
                // Nobody comes to what follows.
                self.fresh()
            }
            StmtKind::Barrier { .. } => self.fresh(),
            StmtKind::Wraps(body) => self.block(body, here),
            StmtKind::Call(call) => {
                self.found.push((stmt.span, here));
                self.block(&call.body, here)
            }
            StmtKind::Declare(_)
            | StmtKind::DeclareArray(_)
            | StmtKind::Assign { .. }
            | StmtKind::Store { .. }
            | StmtKind::Atomic(_)
            | StmtKind::Warp(_)
            | StmtKind::Fence(_)
            | StmtKind::Assert { .. }
            | StmtKind::Assume(_) => {
                self.found.push((stmt.span, here));
                here
            }
        }
    }
}
