//! What expressions and statements read and write.

use std::collections::BTreeSet;

use crate::cpp::{Env, Place, Pointer, Value};
use crate::kernel::ir::{ArrayId, Expr, ExprKind, LocalId, Stmt, StmtKind, walk, written};

use super::{choice, storage};

/// What an operand reads and writes.
#[derive(Default)]
pub struct Mentioned {
    /// Variables that it reads.
    pub reads_locals: BTreeSet<LocalId>,
    /// Arrays of which it reads cells.
    pub reads_arrays: BTreeSet<ArrayId>,
    writes_locals: BTreeSet<LocalId>,
    writes_arrays: BTreeSet<ArrayId>,
}

impl Mentioned {
    /// What an expression reads.
    pub fn of_expr(e: &Expr) -> Mentioned {
        let mut all = Mentioned::default();
        all.add_expr(e);
        all
    }

    /// What statements read and write, with all that is nested in them.
    pub fn of_statements(stmts: &[Stmt]) -> Mentioned {
        let mut all = Mentioned::default();
        let written = written(stmts);
        all.writes_locals = written.locals.into_keys().collect();
        all.writes_arrays = written.arrays.into_keys().collect();
        walk(stmts, &mut |stmt| {
            if let StmtKind::Atomic(atomic) = &stmt.kind {
                all.reads_arrays.insert(atomic.array);
            }
            stmt.kind.exprs().into_iter().for_each(|e| all.add_expr(e));
        });
        all
    }

    /// Adds a variable that is written.
    pub fn write_local(&mut self, local: LocalId) {
        self.writes_locals.insert(local);
    }

    /// Adds an array of which cells are written.
    pub fn write_array(&mut self, array: ArrayId) {
        self.writes_arrays.insert(array);
    }

    /// Whether something is read here that is written there.
    pub fn reads_what(&self, written: &Mentioned) -> bool {
        !self.reads_locals.is_disjoint(&written.writes_locals) || !self.reads_arrays.is_disjoint(&written.writes_arrays)
    }

    /// Adds what is read where the value is.
    pub fn add_value(&mut self, env: &Env, value: &Value) {
        match value {
            Value::Place(Place::Object { bundle, index, .. }) => {
                let (locals, arrays) = storage::of_object(env, *bundle);
                self.reads_locals.extend(locals);
                self.reads_arrays.extend(arrays);
                index.iter().for_each(|e| self.add_expr(e));
            }
            Value::Record(_, values) => values.iter().for_each(|value| self.add_value(env, value)),
            Value::Closure(_) | Value::Missing(_) => {}
            Value::Scalar(e) => self.add_expr(e),
            Value::Place(Place::Local(local)) => {
                self.reads_locals.insert(*local);
            }
            Value::Place(Place::Cell { array, index, .. }) => {
                self.reads_arrays.insert(*array);
                index.iter().for_each(|e| self.add_expr(e));
            }
            Value::Place(Place::Wide { cell_view, index, .. }) => {
                self.reads_arrays.insert(env.memory.cell_views[cell_view.0].cells);
                index.iter().for_each(|e| self.add_expr(e));
            }
            Value::Place(Place::Either(either)) => {
                self.add_expr(&either.cond);
                self.add_value(env, &Value::Place(either.first.clone()));
                self.add_value(env, &Value::Place(either.second.clone()));
            }
            Value::Pointer(Pointer { base, prefix, offset, .. }) | Value::Row(Pointer { base, prefix, offset, .. }) => {
                prefix.iter().chain(offset).for_each(|e| self.add_expr(e));
                choice::exprs(env, *base).iter().for_each(|e| self.add_expr(e));
            }
            Value::Group(_) | Value::Surface(_) | Value::Void => {}
        }
    }

    /// Adds what an expression reads.
    pub fn add_expr(&mut self, e: &Expr) {
        e.walk(&mut |e| match &*e.kind {
            ExprKind::Local(local) => {
                self.reads_locals.insert(*local);
            }
            ExprKind::Read { array, .. } => {
                self.reads_arrays.insert(*array);
            }
            _ => {}
        });
    }

    /// A variable older than the operands that one of them writes and the other mentions.
    pub fn clash(&self, other: &Mentioned, first_new: LocalId) -> Option<Clash> {
        let local = |writer: &Mentioned, user: &Mentioned| {
            let used = |local: &&LocalId| user.reads_locals.contains(local) || user.writes_locals.contains(local);
            writer.writes_locals.iter().filter(|local| **local < first_new).find(used).copied()
        };
        let array = |writer: &Mentioned, user: &Mentioned| {
            let used = |array: &&ArrayId| user.reads_arrays.contains(array) || user.writes_arrays.contains(array);
            writer.writes_arrays.iter().find(used).copied()
        };
        let locals = local(self, other).or_else(|| local(other, self));
        let arrays = || array(self, other).or_else(|| array(other, self));
        locals.map(Clash::Local).or_else(|| arrays().map(Clash::Array))
    }
}

/// What one operand writes and the other one mentions.
pub enum Clash {
    /// A variable of the thread.
    Local(LocalId),
    /// An array, whichever of its cells are meant.
    Array(ArrayId),
}
