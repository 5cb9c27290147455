//! A small lock-step machine for [`super::model`], straight from the definition and without any of the
//! executor's shortcuts: every thread has its own locals, every set of threads is a list of flags. Only which local
//! threads share that do not run its statements is taken from the executor (STMT-19): what such threads have is no
//! program's to see, and that it is one value is checked.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;

use crate::base::Span;
use crate::kernel::ir::{
    self, ArrayId, AtomicOp, Binary, Builtin, Clause, Expr, ExprKind, Kernel, Label, LocalId, LoopId, Space, Speaker,
    Stmt, StmtKind, Unary, walk,
};
use crate::tasks::TaskKind;

use crate::exec::analysis::{Level, Uniformity, confined, keeps_its_value, labels_left, mentions_of_kernel};

pub const THREADS: i64 = 3;
pub const BLOCKS: i64 = 2;

/// Iterations after which a loop is taken to run for ever.
pub const PATIENCE: i64 = 6;

/// Which iteration of which nested loops to stop in.
pub type Plan = Vec<(LoopId, i64)>;

type Set = Vec<bool>;

/// A state, and at the head of a loop what is known of its threads.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// By local, then thread.
    pub locals: Vec<Vec<i64>>,
    /// By array, then owner (thread, block or 0), then index.
    pub arrays: Vec<Vec<Vec<i64>>>,
    /// How often each was assigned, by local, then thread: since the start, at the head of a loop since its entry.
    pub assigned: Vec<Vec<i64>>,
    pub count: i64,
    /// How many iterations each thread has run since the loop's entry.
    pub rounds: Vec<i64>,
    pub inside: Set,
    pub gone: BTreeMap<Label, Set>,
    pub written: ir::Written,
}

impl Moment {
    pub fn cells(&self, machine: &Machine<'_>, array: ArrayId, thread: usize) -> &[i64] {
        &self.arrays[array.index()][machine.owner(array, thread)]
    }
}

pub struct Machine<'k> {
    kernel: &'k Kernel,
    plan: Plan,
    now: Moment,
    pub entry: Moment,
    /// The head of each loop that the plan stops in or that ended.
    pub heads: BTreeMap<LoopId, Moment>,
    left: BTreeMap<Label, Set>,
    counts: BTreeMap<LoopId, i64>,
    uniformity: &'k Uniformity,
    /// Who satisfies the conditions around, the outermost first.
    conditions: Vec<Set>,
    /// STMT-19: by local, how many conditions are around its statements, and who had left when these began.
    regions: BTreeMap<LocalId, (usize, BTreeMap<Label, Set>)>,
    seen: BTreeMap<(TaskKind, Span), bool>,
}

/// Why execution goes no further: the plan is carried out, or cannot be.
enum Stop {
    Done,
    Impossible,
}

/// Products of products are soon beyond all ranges; such executions tell nothing more.
fn small(value: i64) -> Result<i64, Stop> {
    if value.abs() < 100_000 { Ok(value) } else { Err(Stop::Impossible) }
}

impl<'k> Machine<'k> {
    pub fn new(kernel: &'k Kernel, uniformity: &'k Uniformity, seed: u64, plan: Plan) -> Machine<'k> {
        let mut machine = Machine {
            kernel,
            plan,
            now: Moment::default(),
            entry: Moment::default(),
            heads: BTreeMap::new(),
            left: BTreeMap::new(),
            counts: BTreeMap::new(),
            uniformity,
            conditions: Vec::new(),
            regions: BTreeMap::new(),
            seen: BTreeMap::new(),
        };
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64 % 3
        };
        for _ in &kernel.locals {
            machine.now.locals.push(vec![next(); machine.threads()]);
            machine.now.assigned.push(vec![0; machine.threads()]);
        }
        for array in &kernel.arrays {
            let owners = match array.space {
                Space::Private => machine.threads(),
                Space::Shared => BLOCKS as usize,
                _ => 1,
            };
            let length = match array.extents.first().and_then(Option::as_ref).map(|extent| &*extent.kind) {
                Some(ExprKind::Int(length)) => length.to_usize().expect("small arrays"),
                _ => panic!("arrays of random kernels have a length"),
            };
            machine.now.arrays.push((0..owners).map(|_| (0..length).map(|_| next()).collect()).collect());
        }
        machine.entry = machine.now.clone();
        machine
    }

    pub fn threads(&self) -> usize {
        (THREADS * BLOCKS) as usize
    }

    /// `tx`, `bx`; threads are in lexicographic order of these.
    pub fn coordinates(&self, thread: usize) -> (i64, i64) {
        (thread as i64 / BLOCKS, thread as i64 % BLOCKS)
    }

    fn owner(&self, array: ArrayId, thread: usize) -> usize {
        match self.kernel.arrays[array.index()].space {
            Space::Private => thread,
            Space::Shared => self.coordinates(thread).1 as usize,
            _ => 0,
        }
    }

    /// Whether the plan could be carried out.
    pub fn run(&mut self) -> bool {
        self.left.insert(Label::KERNEL, vec![false; self.threads()]);
        let everyone = vec![true; self.threads()];
        match self.list(&self.kernel.body, &everyone) {
            Ok(()) => self.plan.is_empty(),
            Err(Stop::Done) => true,
            Err(Stop::Impossible) => false,
        }
    }

    /// What the machine saw at the place of a task; nothing of places that no thread came to is true.
    pub fn seen(&self, kind: TaskKind, span: Span) -> Option<bool> {
        match kind {
            TaskKind::Assert | TaskKind::Barrier | TaskKind::InvariantEntry | TaskKind::InvariantPreserved => {
                Some(self.seen.get(&(kind, span)).copied().unwrap_or(true))
            }
            _ => None,
        }
    }

    fn active(&self, path: &Set) -> Set {
        (0..self.threads()).map(|at| path[at] && self.left.values().all(|left| !left[at])).collect()
    }

    fn list(&mut self, stmts: &[Stmt], path: &Set) -> Result<(), Stop> {
        stmts.iter().try_for_each(|stmt| self.stmt(stmt, path))
    }

    /// Statements under a condition.
    fn region(&mut self, stmts: &[Stmt], path: &Set, condition: Set) -> Result<(), Stop> {
        self.conditions.push(condition);
        for local in confined(stmts, &mentions_of_kernel(self.kernel)) {
            self.regions.insert(local, (self.conditions.len(), self.left.clone()));
        }
        self.list(stmts, path)?;
        self.conditions.pop();
        Ok(())
    }

    /// STMT-19: a local that threads share which do not execute the assignment gets its value for them as well. Where none of them
    /// does, those do that satisfy the conditions within the local's statements.
    fn share(&mut self, local: LocalId, value: &Expr, active: &Set, before: &Moment) -> Result<(), Stop> {
        let key = |thread: usize| match self.uniformity.locals[local.index()] {
            Level::Launch => (0, 0),
            Level::Block => (0, self.coordinates(thread).1),
            Level::Thread => self.coordinates(thread),
        };
        let (begin, left) = &self.regions[&local];
        let is_on = |at: usize| {
            let stays = self.left.iter().all(|(label, now)| !now[at] || left.get(label).is_some_and(|then| then[at]));
            stays && self.conditions[*begin..].iter().all(|condition| condition[at])
        };
        let mut changes = Vec::new();
        for at in 0..self.threads() {
            if !active[at] {
                let one = members(active).find(|other| key(*other) == key(at));
                match one {
                    Some(one) => changes.push((at, self.now.locals[local.index()][one])),
                    None if is_on(at) => changes.push((at, small(self.eval(value, at, before, active))?)),
                    None => {}
                }
            }
        }
        for (at, value) in changes {
            self.now.locals[local.index()][at] = value;
            self.now.assigned[local.index()][at] += 1;
        }
        Ok(())
    }

    fn stmt(&mut self, stmt: &Stmt, path: &Set) -> Result<(), Stop> {
        let active = self.active(path);
        match &stmt.kind {
            StmtKind::Assign { local, value } => {
                let before = self.now.clone();
                for at in members(&active) {
                    self.now.locals[local.index()][at] = small(self.eval(value, at, &before, &active))?;
                    self.now.assigned[local.index()][at] += 1;
                }
                if self.uniformity.is_wider[local.index()] {
                    self.share(*local, value, &active, &before)?;
                }
            }
            StmtKind::Store { array, index, value } => {
                let before = self.now.clone();
                for at in members(&active) {
                    let cell = self.eval(&index[0], at, &before, &active) as usize;
                    let value = small(self.eval(value, at, &before, &active))?;
                    let owner = self.owner(*array, at);
                    self.now.arrays[array.index()][owner][cell] = value;
                }
            }
            StmtKind::Atomic(atomic) => {
                let before = self.now.clone();
                for at in members(&active) {
                    let cell = self.eval(&atomic.index[0], at, &before, &active) as usize;
                    let value = self.eval(&atomic.operands[0], at, &before, &active);
                    let owner = self.owner(atomic.array, at);
                    let cell = &mut self.now.arrays[atomic.array.index()][owner][cell];
                    *cell = match atomic.op {
                        AtomicOp::Add => *cell + value,
                        AtomicOp::Max => value.max(*cell),
                        AtomicOp::Min => value.min(*cell),
                        other => panic!("random kernels have no {other:?}"),
                    };
                }
            }
            StmtKind::If { cond, then, else_ } => {
                let before = self.now.clone();
                let holds: Set = (0..self.threads()).map(|at| self.eval(cond, at, &before, &active) != 0).collect();
                let yes: Set = (0..self.threads()).map(|at| path[at] && holds[at]).collect();
                let no: Set = (0..self.threads()).map(|at| path[at] && !holds[at]).collect();
                let fails = holds.iter().map(|holds| !holds).collect();
                self.region(then, &yes, holds)?;
                self.region(else_, &no, fails)?;
            }
            StmtKind::Scope { label, body } => {
                self.left.insert(*label, vec![false; self.threads()]);
                self.list(body, path)?;
                self.left.remove(label);
            }
            StmtKind::Leave(label) => {
                let left = self.left.get_mut(label).expect("labels are open where they are left");
                members(&active).for_each(|at| left[at] = true);
            }
            StmtKind::Barrier { .. } => {
                let exited = &self.left[&Label::KERNEL];
                let together = (0..self.threads()).all(|one| {
                    (0..self.threads()).all(|other| {
                        self.coordinates(one).1 != self.coordinates(other).1
                            || exited[one]
                            || exited[other]
                            || active[one] == active[other]
                    })
                });
                self.seen.insert((TaskKind::Barrier, stmt.span), together);
            }
            StmtKind::Assert { clause, .. } => {
                let holds = self.holds(clause, &active, &active);
                self.seen.insert((TaskKind::Assert, clause.span), holds);
            }
            StmtKind::Loop(inner) => self.loop_(inner, &active)?,
            other => panic!("random kernels have no {other:?}"),
        }
        Ok(())
    }

    fn loop_(&mut self, inner: &ir::Loop, entered: &Set) -> Result<(), Stop> {
        let around = self.plan.iter().take_while(|(id, _)| *id != inner.id);
        let there = around.into_iter().all(|(id, at)| self.counts.get(id) == Some(at));
        let planned = self.plan.iter().find(|(id, _)| *id == inner.id).map(|(_, at)| *at);
        let stop_at = planned.filter(|_| there);
        let left_before = self.left.clone();
        let assigned_before = self.now.assigned.clone();
        self.left.insert(inner.label, vec![false; self.threads()]);
        let mut inside = entered.clone();
        let mut rounds = vec![0; self.threads()];
        for count in 0..PATIENCE {
            self.counts.insert(inner.id, count);
            // A thread is inside until it fails the guard or leaves, for good.
            inside = self.active(&inside);
            let state = self.now.clone();
            let running: Set =
                (0..self.threads()).map(|at| inside[at] && self.eval(&inner.guard, at, &state, &inside) != 0).collect();
            let kind = if count == 0 { TaskKind::InvariantEntry } else { TaskKind::InvariantPreserved };
            let exited = self.left[&Label::KERNEL].clone();
            let domain: Set = (0..self.threads()).map(|at| entered[at] && !exited[at]).collect();
            for clause in &inner.invariants {
                let whom = if clause.speaker == Speaker::Launch { entered } else { &domain };
                let holds = self.holds(clause, whom, &running);
                self.seen.insert((kind, clause.span), holds);
            }
            if stop_at.is_some_and(|at| at + 1 == count) {
                let last = self.plan.last().is_some_and(|(id, _)| *id == inner.id);
                return Err(if last { Stop::Done } else { Stop::Impossible });
            }
            let over = !running.contains(&true);
            if stop_at == Some(count) || (over && stop_at.is_none()) {
                let mut head = self.now.clone();
                (head.count, head.inside, head.written) = (count, inside.clone(), ir::written(&inner.body));
                head.rounds = rounds.clone();
                for (now, before) in head.assigned.iter_mut().flatten().zip(assigned_before.iter().flatten()) {
                    *now -= before;
                }
                for label in labels_left(inner) {
                    let before = left_before.get(&label).cloned().unwrap_or(vec![false; self.threads()]);
                    let gone = self.left[&label].iter().zip(before).map(|(now, then)| *now && !then);
                    head.gone.insert(label, gone.collect());
                }
                self.heads.insert(inner.id, head);
                // What was seen in earlier iterations was seen at another moment.
                let entry = |kind: &TaskKind| *kind == TaskKind::InvariantEntry;
                if !over {
                    let own: Vec<Span> = inner.invariants.iter().map(|clause| clause.span).collect();
                    let inside = spans_in(&inner.body);
                    self.seen.retain(|(kind, span), _| !inside.contains(span) && (entry(kind) || !own.contains(span)));
                }
            }
            if over {
                self.left.remove(&inner.label);
                self.counts.remove(&inner.id);
                return if stop_at.is_some() { Err(Stop::Impossible) } else { Ok(()) };
            }
            rounds.iter_mut().zip(&running).for_each(|(rounds, runs)| *rounds += i64::from(*runs));
            let is_plain =
                labels_left(inner).is_empty() && keeps_its_value(self.kernel, &inner.guard, &ir::written(&inner.body));
            let condition = match is_plain {
                true => (0..self.threads()).map(|at| self.eval(&inner.guard, at, &state, &inside) != 0).collect(),
                false => running.clone(),
            };
            self.region(&inner.body, &running, condition)?;
            inside = running;
        }
        Err(Stop::Impossible)
    }

    fn holds(&self, clause: &Clause, domain: &Set, active: &Set) -> bool {
        members(domain).all(|at| self.eval(&clause.expr, at, &self.now, active) != 0)
    }

    fn eval(&self, expr: &Expr, thread: usize, state: &Moment, active: &Set) -> i64 {
        let of = |expr: &Expr| self.eval(expr, thread, state, active);
        match &*expr.kind {
            ExprKind::Bool(value) => i64::from(*value),
            ExprKind::Int(value) => value.to_i64().expect("small numbers"),
            ExprKind::Local(local) => state.locals[local.index()][thread],
            ExprKind::Builtin(Builtin::ThreadIdx(_)) => self.coordinates(thread).0,
            ExprKind::Builtin(Builtin::BlockIdx(_)) => self.coordinates(thread).1,
            ExprKind::Builtin(Builtin::BlockDim(_)) => THREADS,
            ExprKind::Builtin(Builtin::GridDim(_)) => BLOCKS,
            ExprKind::Read { array, index } => {
                state.arrays[array.index()][self.owner(*array, thread)][of(&index[0]) as usize]
            }
            ExprKind::Unary(Unary::Not, operand) => i64::from(of(operand) == 0),
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (of(left), of(right));
                match op {
                    Binary::Add => a + b,
                    Binary::Sub => a - b,
                    Binary::Mul => a * b,
                    Binary::Div => a / b,
                    Binary::Rem => a % b,
                    Binary::Min => a.min(b),
                    Binary::Max => a.max(b),
                    Binary::Lt => i64::from(a < b),
                    Binary::Le => i64::from(a <= b),
                    Binary::Eq => i64::from(a == b),
                    Binary::Ne => i64::from(a != b),
                    Binary::And => a & b,
                    Binary::Or => a | b,
                    other => panic!("random kernels have no {other:?}"),
                }
            }
            // Quantified clauses are `forall t : thread. body`, with locals at t.
            ExprKind::Quantified(_, _, body) => {
                i64::from((0..self.threads()).all(|at| self.eval(body, at, state, active) != 0))
            }
            ExprKind::At(inner, _) => of(inner),
            ExprKind::Old(inner) => {
                let mut old = state.clone();
                old.arrays = self.entry.arrays.clone();
                for (at, local) in self.kernel.locals.iter().enumerate() {
                    if local.role == ir::LocalRole::Param {
                        old.locals[at] = self.entry.locals[at].clone();
                    }
                }
                self.eval(inner, thread, &old, active)
            }
            ExprKind::LoopCount(id) => self.counts[id],
            ExprKind::Active(_) => i64::from(active[thread]),
            other => panic!("random kernels have no {other:?}"),
        }
    }
}

fn members(set: &Set) -> impl Iterator<Item = usize> + use<> {
    set.iter().enumerate().filter(|(_, member)| **member).map(|(at, _)| at).collect::<Vec<_>>().into_iter()
}

/// The places of everything that is observed in the statements.
fn spans_in(stmts: &[Stmt]) -> Vec<Span> {
    let mut spans = Vec::new();
    walk(stmts, &mut |stmt| {
        spans.push(stmt.span);
        match &stmt.kind {
            StmtKind::Assert { clause, .. } => spans.push(clause.span),
            StmtKind::Loop(inner) => spans.extend(inner.invariants.iter().map(|clause| clause.span)),
            _ => {}
        }
    });
    spans
}
