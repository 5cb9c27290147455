//! The typing discipline of true alarms (RACE-24): of each access, on what else than the launch it depends whether and where it
//! happens.
//!
//! The type of a value is the set of its *causes*: what of it is not determined by the launch, its scalars and the
//! coordinates of the thread. An access without any is made in every execution of the launch, at the same cell,
//! whatever arrays hold.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Span;
use crate::exec::log::{AccessKind, Log};
use crate::kernel::assigned;
use crate::kernel::ir::{
    ArrayId, AssertOrigin, Atomic, BarrierScope, Binary, Call, Expr, ExprKind, Kernel, Label, LocalId, LocalRole, Loop,
    LoopId, MemoryOrder, Space, Stmt, StmtKind, Type, Warp, WarpOp,
};

/// What makes a value more than a function of the launch and the thread, and where that comes in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cause {
    /// Where it comes in.
    pub span: Span,
    on: Dependence,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Dependence {
    /// A value read from an array.
    Array(ArrayId),
    /// What an atomic operation returns.
    Atomic(ArrayId),
    /// What an operation of a warp returns.
    Warp,
    Vote,
    /// A variable that may be read before it is assigned, and any value of the machine.
    Unassigned(LocalId),
    /// A computation with floats.
    Float,
    /// A fence, or an atomic that acquires or releases: what it orders depends on which accesses follow each other (ATOMIC-3).
    Fence,
    /// An assertion or assumption, which ends some executions.
    Assumption,
    /// A loop of which nothing is known about the variable. Executions know it, so it makes no access depend on data.
    Loop(LocalId),
}

impl Cause {
    /// In words, for reports.
    pub fn describe(&self, kernel: &Kernel) -> String {
        let array = |array: ArrayId| &kernel.arrays[array.index()].name;
        let local = |local: LocalId| &kernel.locals[local.index()].name;
        match self.on {
            Dependence::Array(read) => format!("a value read from `{}`", array(read)),
            Dependence::Atomic(changed) => format!("the result of an atomic operation on `{}`", array(changed)),
            Dependence::Warp => "the result of a warp operation".into(),
            Dependence::Vote => "the result of a vote of the block".into(),
            Dependence::Unassigned(read) => format!("the value of `{}`, which is any", local(read)),
            Dependence::Float => "a computation with floats".into(),
            Dependence::Fence => "the order that fences, acquire and release make".into(),
            Dependence::Assumption => "what is assumed here".into(),
            Dependence::Loop(counted) => format!("the value of `{}` in a loop without a summary", local(counted)),
        }
    }

    /// Another execution of the same launch may differ in it.
    pub fn is_data(&self) -> bool {
        !matches!(self.on, Dependence::Loop(_))
    }
}

type Causes = BTreeSet<Cause>;

/// Whose accesses are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threads {
    /// Those of two threads that may be of one block, whose barriers may order them.
    MayShareBlock,
    /// Those of threads of different blocks.
    OfTwoBlocks,
}

/// The types of a kernel's accesses.
#[derive(Clone, Default, Debug)]
pub struct Typing {
    accesses: BTreeMap<(ArrayId, Span, AccessKind), Causes>,
    /// Of what orders accesses of a block's threads: barriers, lanes that come together.
    in_block: Causes,
    /// Of what orders accesses of different blocks, too.
    in_grid: Causes,
    /// Results of atomics on an array that something depends on: who has seen a value is behind the access that gave it (ATOMIC-19).
    seen: BTreeMap<ArrayId, Causes>,
}

impl Typing {
    /// Types the accesses of a kernel; `log` says what loops forgot.
    pub fn new(kernel: &Kernel, log: &Log) -> Typing {
        let initialised = assigned::before_read(kernel);
        let mut locals = vec![Causes::new(); kernel.locals.len()];
        for (at, local) in kernel.locals.iter().enumerate() {
            let variable = matches!(local.role, LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque);
            if variable && !initialised[at] {
                locals[at].insert(Cause { span: local.span, on: Dependence::Unassigned(LocalId(at as u32)) });
            }
        }
        for (local, span) in &log.forgotten {
            locals[local.index()].insert(Cause { span: *span, on: Dependence::Loop(*local) });
        }
        let mut pass = Pass {
            kernel,
            locals,
            left: BTreeMap::new(),
            left_in_loop: BTreeMap::new(),
            typing: Typing::default(),
            changed: true,
        };
        // Causes are only added, and there are finitely many.
        while pass.changed {
            pass.changed = false;
            pass.left.clear();
            pass.list(&kernel.body, &Causes::new());
        }
        pass.typing
    }

    /// What two accesses depend on, and what could order them. An access that the pass did not meet is not typed.
    pub fn of(&self, array: ArrayId, places: [(Span, AccessKind); 2], threads: Threads) -> Option<Causes> {
        let mut all = self.in_grid.clone();
        if threads == Threads::MayShareBlock {
            all.extend(&self.in_block);
        }
        all.extend(self.seen.get(&array).into_iter().flatten());
        for (span, kind) in places {
            all.extend(self.accesses.get(&(array, span, kind))?);
        }
        Some(all)
    }
}

struct Pass<'a> {
    kernel: &'a Kernel,
    locals: Vec<Causes>,
    /// For every open label, on what it depends who has left it.
    left: BTreeMap<Label, Causes>,
    /// The same at the end of a loop's body, which is also a state at its head.
    left_in_loop: BTreeMap<LoopId, BTreeMap<Label, Causes>>,
    typing: Typing,
    changed: bool,
}

impl Pass<'_> {
    fn list(&mut self, stmts: &[Stmt], control: &Causes) {
        for stmt in stmts {
            self.stmt(stmt, control);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, control: &Causes) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Assign { local, value } => {
                let causes = self.expr(value, control);
                self.assign(*local, causes, control);
            }
            StmtKind::Store { array, index, value } => {
                self.expr(value, control);
                self.access(*array, AccessKind::Write, index, span, control);
            }
            StmtKind::If { cond, then, else_ } => {
                let control = self.under(cond, control);
                self.list(then, &control);
                self.list(else_, &control);
            }
            StmtKind::Loop(inner) => self.inner_loop(inner, control),
            StmtKind::Scope { label, body } => {
                self.list(body, control);
                self.left.remove(label);
            }
            StmtKind::Leave(label) => {
                let active = self.active(control);
                self.left.entry(*label).or_default().extend(active);
            }
            StmtKind::Wraps(body) | StmtKind::Call(Call { body, .. }) => self.list(body, control),
            StmtKind::Barrier { scope, vote, .. } => {
                let active = self.active(control);
                if let Some(vote) = vote {
                    self.expr(&vote.operand, control);
                    self.assign(vote.result, Causes::from([Cause { span, on: Dependence::Vote }]), control);
                }
                match scope {
                    BarrierScope::Block => self.typing.in_block.extend(active),
                    BarrierScope::Grid => self.typing.in_grid.extend(active),
                }
            }
            StmtKind::Fence(_) => {
                self.typing.in_grid.insert(Cause { span, on: Dependence::Fence });
            }
            StmtKind::Atomic(atomic) => self.atomic(atomic, span, control),
            StmtKind::Warp(warp) => self.warp(warp, span, control),
            // Of an annotation nothing depends; what the program asserts, and what is assumed, holds from here on.
            StmtKind::Assert { origin: AssertOrigin::Annotation | AssertOrigin::Barrier, .. } => {}
            StmtKind::Assert { clause, .. } | StmtKind::Assume(clause) => {
                let mut causes = self.under(&clause.expr, control);
                if !causes.is_empty() {
                    causes.insert(Cause { span: clause.span, on: Dependence::Assumption });
                }
                self.left.entry(Label::KERNEL).or_default().extend(causes);
            }
            // What is read before it is assigned is known from the start.
            StmtKind::Declare(_) | StmtKind::DeclareArray(_) => {}
        }
    }

    fn atomic(&mut self, atomic: &Atomic, span: Span, control: &Causes) {
        for operand in &atomic.operands {
            self.expr(operand, control);
        }
        if atomic.order != MemoryOrder::Relaxed {
            self.typing.in_grid.insert(Cause { span, on: Dependence::Fence });
        }
        self.access(atomic.array, atomic.access(), &atomic.index, span, control);
        if let Some(result) = atomic.result {
            let cause = Cause { span, on: Dependence::Atomic(atomic.array) };
            self.assign(result, Causes::from([cause]), control);
        }
    }

    fn warp(&mut self, warp: &Warp, span: Span, control: &Causes) {
        let mut causes = self.active(control);
        for operand in warp.exprs() {
            causes.extend(self.expr(operand, control));
        }
        if warp.op == WarpOp::Sync {
            self.typing.in_block.extend(causes);
        }
        if let Some(result) = warp.result {
            self.assign(result, Causes::from([Cause { span, on: Dependence::Warp }]), control);
        }
    }

    fn inner_loop(&mut self, inner: &Loop, control: &Causes) {
        for (label, causes) in self.left_in_loop.entry(inner.id).or_default().clone() {
            self.left.entry(label).or_default().extend(causes);
        }
        let control = self.under(&inner.guard, control);
        self.list(&inner.body, &control);
        let stored = self.left_in_loop.entry(inner.id).or_default();
        if *stored != self.left {
            stored.clone_from(&self.left);
            self.changed = true;
        }
        self.left.remove(&inner.label);
    }

    fn assign(&mut self, local: LocalId, mut causes: Causes, control: &Causes) {
        causes.extend(self.active(control));
        let known = &mut self.locals[local.index()];
        let before = known.len();
        known.extend(causes);
        self.changed |= known.len() > before;
    }

    /// An access, whose indices are evaluated here.
    fn access(&mut self, array: ArrayId, kind: AccessKind, index: &[Expr], span: Span, control: &Causes) {
        let mut causes = self.active(control);
        for index in index {
            causes.extend(self.expr(index, control));
        }
        self.typing.accesses.entry((array, span, kind)).or_default().extend(causes);
    }

    /// On what it depends who is active.
    fn active(&self, control: &Causes) -> Causes {
        self.left.values().flatten().chain(control).copied().collect()
    }

    /// The control of what happens only where the condition says so.
    fn under(&mut self, cond: &Expr, control: &Causes) -> Causes {
        let mut causes = self.expr(cond, control);
        causes.extend(control);
        causes
    }

    /// On what a value depends; what is read for it is recorded.
    fn expr(&mut self, expr: &Expr, control: &Causes) -> Causes {
        let mut causes = match &*expr.kind {
            ExprKind::Local(local) => {
                let causes = self.locals[local.index()].clone();
                for cause in &causes {
                    if let Dependence::Atomic(array) = cause.on {
                        self.typing.seen.entry(array).or_default().insert(*cause);
                    }
                }
                causes
            }
            ExprKind::Read { array, index } => {
                self.access(*array, AccessKind::Read, index, expr.span, control);
                let info = &self.kernel.arrays[array.index()];
                let constant = info.is_const || info.space == Space::Constant;
                let known = constant
                    && info.initial.is_some()
                    && index.iter().all(|index| self.expr(index, control).is_empty());
                match known {
                    true => Causes::new(),
                    false => Causes::from([Cause { span: expr.span, on: Dependence::Array(*array) }]),
                }
            }
            ExprKind::Binary(Binary::And | Binary::Or | Binary::Implies, left, right) => {
                let mut causes = self.expr(left, control);
                let guarded = causes.union(control).copied().collect();
                causes.extend(self.expr(right, &guarded));
                causes
            }
            ExprKind::Conditional(cond, then, other) => {
                let mut causes = self.expr(cond, control);
                let guarded = causes.union(control).copied().collect();
                causes.extend(self.expr(then, &guarded));
                causes.extend(self.expr(other, &guarded));
                causes
            }
            _ => expr.children().into_iter().flat_map(|child| self.expr(child, control)).collect(),
        };
        // A float that is a literal or a parameter is compared exactly; what is computed is rounded by machines.
        let computed = !matches!(&*expr.kind, ExprKind::Local(_) | ExprKind::Read { .. } | ExprKind::Real(_));
        if computed && matches!(expr.ty, Type::Float { .. }) {
            causes.insert(Cause { span: expr.span, on: Dependence::Float });
        }
        causes
    }
}
