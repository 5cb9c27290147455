//! Loops whose number of iterations literals decide are executed that often (LOOP-16).

use std::rc::Rc;

use crate::kernel::ir::{Loop, Stmt, StmtKind};
use crate::logic::Op;

use crate::exec::analysis::size;
use crate::exec::state::{Assigned, Executor, Store, View};

/// LOOP-16: the most iterations of one unrolled loop, and the most statements that unrolling may execute.
pub const MAX_ITERATIONS: usize = 64;
pub const MAX_STATEMENTS: usize = 4_000;

/// Where following literals through statements ends.
pub enum Flow {
    /// Behind the last one.
    On,
    /// Every thread has left the loop.
    Out,
}

impl Executor<'_> {
    /// How often the body is entered, when literals alone decide it and unrolling is not too much.
    pub fn trip_count(&mut self, inner: &Loop) -> Option<usize> {
        let count = self.entries(inner)?;
        (self.here.unrolling * count * size(&inner.body) <= MAX_STATEMENTS).then_some(count)
    }

    fn entries(&mut self, inner: &Loop) -> Option<usize> {
        let nobody = self.terms.bool(false);
        let mut store: Store = (*self.memory.now).clone();
        for count in 0..=MAX_ITERATIONS {
            let view = View { path: Some(nobody), store: Rc::new(store.clone()), ..self.program_view() };
            let guard = self.eval(&inner.guard, &view);
            match self.terms.op(guard) {
                Op::Bool(false) => return Some(count),
                Op::Bool(true) => {}
                _ => return None,
            }
            match self.follow(&inner.body, &mut store) {
                Flow::On => {}
                Flow::Out => return Some(count + 1),
            }
        }
        None
    }

    /// What the statements make of the literals, where these decide the way.
    pub fn follow(&mut self, stmts: &[Stmt], store: &mut Store) -> Flow {
        let nobody = self.terms.bool(false);
        for stmt in stmts {
            let view = View { path: Some(nobody), store: Rc::new(store.clone()), ..self.program_view() };
            match &stmt.kind {
                StmtKind::Assign { local, value } => {
                    let value = self.eval(value, &view);
                    if self.is_literal(value) {
                        store.known.insert(*local, Assigned { value, range: None });
                    } else {
                        store.known.remove(local);
                    }
                }
                StmtKind::Wraps(body) => {
                    self.here.wrapping += 1;
                    let flow = self.follow(body, store);
                    self.here.wrapping -= 1;
                    match flow {
                        Flow::On => {}
                        Flow::Out => return Flow::Out,
                    }
                }
                StmtKind::If { cond, then, else_ } => {
                    let cond = self.eval(cond, &view);
                    let flow = match self.terms.op(cond) {
                        Op::Bool(true) => self.follow(then, store),
                        Op::Bool(false) => self.follow(else_, store),
                        _ => {
                            store.forget(std::slice::from_ref(stmt));
                            Flow::On
                        }
                    };
                    match flow {
                        Flow::On => {}
                        Flow::Out => return Flow::Out,
                    }
                }
                // Not into scopes: this label is the loop's or an outer one.
                StmtKind::Leave(_) => return Flow::Out,
                _ => store.forget(std::slice::from_ref(stmt)),
            }
        }
        Flow::On
    }

    /// Executes the body that many times, after which nobody must be left in the loop.
    pub fn unroll(&mut self, inner: &Loop, count: usize) {
        let outer = self.here.unrolling;
        self.here.unrolling = outer * count.max(1);
        let nobody = self.terms.bool(false);
        let path = self.here.control.path;
        self.here.control.left.push((inner.label, nobody));
        for iteration in 0..count {
            let number = self.terms.int(iteration);
            self.here.counts.insert(inner.id, number);
            self.unrolled_guard(inner);
            self.region(&inner.body);
        }
        self.unrolled_guard(inner);
        let still = self.active();
        if !self.terms.is_false(still) {
            self.unsupported("a loop whose number of iterations was taken for known".into(), self.here.statement);
        }
        self.here.control.left.retain(|(open, _)| *open != inner.label);
        self.here.control.path = path;
        self.here.counts.remove(&inner.id);
        self.forget_literals(&inner.body);
        self.here.unrolling = outer;
    }

    /// Evaluates the guard and keeps in the path only those that satisfy it (all or none, for a literal).
    fn unrolled_guard(&mut self, inner: &Loop) {
        let view = self.program_view();
        let guard = self.eval(&inner.guard, &view);
        self.here.control.path = self.terms.and(&[self.here.control.path, guard]);
    }
}
