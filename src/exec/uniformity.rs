//! Which locals are one value of the launch, of the block or of the thread (R6 to R8).

use std::collections::BTreeMap;

use super::calls::Entry;
use crate::kernel::ir::{
    Array, ArrayId, Atomic, Builtin, Call, Expr, ExprKind, Kernel, Label, LocalId, LocalRole, Loop, LoopId, Region,
    Space, Stmt, StmtKind, Vote, Warp, written,
};

/// Over what a value may vary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// One value of the launch.
    Launch,
    /// One value for each block.
    Block,
    /// One value for each thread.
    Thread,
}

/// What the analysis found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uniformity {
    /// By [`LocalId`].
    pub locals: Vec<Level>,
    /// The level of the loop's control, by [`LoopId`] (R8).
    pub loops: Vec<Level>,
    /// Every read of the local follows an assignment, by [`LocalId`] (R7).
    pub initialised: Vec<bool>,
}

/// Classifies the locals and loops of a kernel. `block_used` and `grid_used` say which dimensions have a coordinate.
/// `entry` says how a function is called whose body the kernel is (R172).
pub fn analyse(kernel: &Kernel, block_used: [bool; 3], grid_used: [bool; 3], entry: Option<&Entry>) -> Uniformity {
    let initialised = initialised(kernel);
    let written = written(&kernel.body).locals;
    let locals = kernel
        .locals
        .iter()
        .zip(&initialised)
        .enumerate()
        .map(|(at, (local, initialised))| match local.role {
            LocalRole::Param | LocalRole::Template | LocalRole::Ghost | LocalRole::Global => Level::Launch,
            LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque if *initialised => Level::Launch,
            // What nobody makes anew is one number of the launch (R256).
            LocalRole::Opaque if !written.contains_key(&LocalId(at as u32)) => Level::Launch,
            LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque => {
                entry.map_or(Level::Thread, |entry| entry.levels[at])
            }
        })
        .collect();
    let mut pass = Pass {
        arrays: &kernel.arrays,
        used: (block_used, grid_used),
        locals,
        loops: vec![Level::Launch; kernel.loops.len()],
        left: BTreeMap::new(),
        left_in_loop: BTreeMap::new(),
        changed: true,
    };
    // R6: levels only rise, so this ends.
    while pass.changed {
        pass.changed = false;
        pass.left.clear();
        pass.list(&kernel.body, entry.map_or(Level::Launch, |entry| entry.participants.level()));
    }
    Uniformity { locals: pass.locals, loops: pass.loops, initialised }
}

/// The level of a value in the program.
pub fn level_of(expr: &Expr, locals: &[Level], arrays: &[Array], used: ([bool; 3], [bool; 3])) -> Level {
    let own = match &*expr.kind {
        ExprKind::Local(local) => locals[local.index()],
        ExprKind::Builtin(Builtin::ThreadIdx(axis)) if used.0[axis.index()] => Level::Thread,
        ExprKind::Builtin(Builtin::BlockIdx(axis)) if used.1[axis.index()] => Level::Block,
        ExprKind::Read { array, .. } => space_level(arrays[array.index()].space),
        // Specifications only; no program value has them.
        ExprKind::Active(_) | ExprKind::At(..) => Level::Thread,
        _ => Level::Launch,
    };
    expr.children().into_iter().map(|child| level_of(child, locals, arrays, used)).fold(own, Level::max)
}

/// Over what the arrays of a space vary.
pub fn space_level(space: Space) -> Level {
    match space {
        Space::Global | Space::Constant | Space::Ghost | Space::Surface => Level::Launch,
        Space::Shared => Level::Block,
        Space::Private => Level::Thread,
    }
}

struct Pass<'a> {
    arrays: &'a [Array],
    used: ([bool; 3], [bool; 3]),
    locals: Vec<Level>,
    loops: Vec<Level>,
    /// For every open label, the level of the set of threads that have left it.
    left: BTreeMap<Label, Level>,
    /// The same at the end of a loop's body, which is also a state at its head.
    left_in_loop: BTreeMap<LoopId, BTreeMap<Label, Level>>,
    changed: bool,
}

impl Pass<'_> {
    fn level(&self, expr: &Expr) -> Level {
        level_of(expr, &self.locals, self.arrays, self.used)
    }

    /// The level of the active mask.
    fn active(&self, control: Level) -> Level {
        self.left.values().copied().fold(control, Level::max)
    }

    fn list(&mut self, stmts: &[Stmt], control: Level) {
        for stmt in stmts {
            self.stmt(stmt, control);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, control: Level) {
        match &stmt.kind {
            StmtKind::Assign { local, value } => {
                let level = self.active(control).max(self.level(value));
                let slot = &mut self.locals[local.index()];
                if *slot < level {
                    *slot = level;
                    self.changed = true;
                }
            }
            StmtKind::If { cond, then, else_ } => {
                let control = control.max(self.level(cond));
                self.list(then, control);
                self.list(else_, control);
            }
            StmtKind::Loop(inner) => self.inner_loop(inner, control),
            StmtKind::Scope { label, body } => {
                self.list(body, control);
                self.left.remove(label);
            }
            StmtKind::Leave(label) => {
                let level = self.active(control);
                let slot = self.left.entry(*label).or_insert(level);
                *slot = level.max(*slot);
            }
            StmtKind::Wraps(body) | StmtKind::Call(Call { body, .. }) => self.list(body, control),
            // R125, R133: what comes back is the thread's own.
            StmtKind::Atomic(Atomic { result, .. }) | StmtKind::Warp(Warp { result, .. }) => {
                if let Some(slot) = result.map(|local| &mut self.locals[local.index()])
                    && *slot < Level::Thread
                {
                    *slot = Level::Thread;
                    self.changed = true;
                }
            }
            // R266: one value for the threads of a block that pass the barrier.
            StmtKind::Barrier { vote, .. } => {
                let level = self.active(control).max(Level::Block);
                if let Some(slot) = vote.as_ref().map(|vote| &mut self.locals[vote.result.index()])
                    && *slot < level
                {
                    *slot = level;
                    self.changed = true;
                }
            }
            // R7 decides about declarations; shared and global arrays keep their level.
            StmtKind::Declare(_)
            | StmtKind::DeclareArray(_)
            | StmtKind::Store { .. }
            | StmtKind::Fence(_)
            | StmtKind::Assert { .. }
            | StmtKind::Assume(_) => {}
        }
    }

    fn inner_loop(&mut self, inner: &Loop, control: Level) {
        for (label, level) in self.left_in_loop.entry(inner.id).or_default().clone() {
            let slot = self.left.entry(label).or_insert(level);
            *slot = level.max(*slot);
        }
        let control = control.max(self.level(&inner.guard));
        self.list(&inner.body, control);
        let stored = self.left_in_loop.entry(inner.id).or_default();
        if *stored != self.left {
            *stored = self.left.clone();
            self.changed = true;
        }
        let level = self.active(control);
        if let Some(slot) = self.loops.get_mut(inner.id.index())
            && *slot < level
        {
            *slot = level;
            self.changed = true;
        }
        self.left.remove(&inner.label);
    }
}

// ── definite assignment ─────────────────────────────────────────────────────────────────────────

/// The locals that are assigned for certain; `None` where control never comes.
type Known = Option<Vec<bool>>;

struct Assigned<'a> {
    kernel: &'a Kernel,
    /// Assigned at the top of the body before any thread can have left.
    at_top: Vec<bool>,
    initialised: Vec<bool>,
    labels: BTreeMap<Label, Known>,
}

/// For each local, whether every read of it, in program and annotations, follows an assignment (R7).
pub fn initialised(kernel: &Kernel) -> Vec<bool> {
    let mut at_top = vec![false; kernel.locals.len()];
    assigned_at_top(&kernel.body, &mut at_top);
    let mut pass = Assigned { kernel, at_top, initialised: vec![true; kernel.locals.len()], labels: BTreeMap::new() };
    let mut state = Some(vec![false; kernel.locals.len()]);
    pass.list(&kernel.body, &mut state);
    pass.initialised
}

/// Collects what the statements assign up to the first that may leave; gives whether one may.
fn assigned_at_top(stmts: &[Stmt], at_top: &mut [bool]) -> bool {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Assign { local, .. }
            | StmtKind::Atomic(Atomic { result: Some(local), .. })
            | StmtKind::Warp(Warp { result: Some(local), .. })
            | StmtKind::Barrier { vote: Some(Vote { result: local, .. }), .. } => at_top[local.index()] = true,
            StmtKind::Wraps(body) | StmtKind::Call(Call { body, .. }) if assigned_at_top(body, at_top) => return true,
            StmtKind::If { .. } | StmtKind::Loop(_) | StmtKind::Scope { .. } | StmtKind::Leave(_) if leaves(stmt) => {
                return true;
            }
            _ => {}
        }
    }
    false
}

fn leaves(stmt: &Stmt) -> bool {
    let any = |stmts: &[Stmt]| stmts.iter().any(leaves);
    match &stmt.kind {
        StmtKind::Leave(_) => true,
        StmtKind::If { then, else_, .. } => any(then) || any(else_),
        StmtKind::Loop(inner) => any(&inner.body),
        StmtKind::Scope { body, .. } | StmtKind::Wraps(body) | StmtKind::Call(Call { body, .. }) => any(body),
        _ => false,
    }
}

impl Assigned<'_> {
    fn read(&mut self, expr: &Expr, state: &Known) {
        let Some(known) = state else { return };
        self.read_in(expr, known, false);
    }

    fn read_in(&mut self, expr: &Expr, known: &[bool], elsewhere: bool) {
        if let ExprKind::Local(local) = &*expr.kind {
            let at = local.index();
            if !known[at] || (elsewhere && !self.at_top[at]) {
                self.initialised[at] = false;
            }
        }
        let elsewhere = elsewhere || matches!(&*expr.kind, ExprKind::At(..));
        for child in expr.children() {
            self.read_in(child, known, elsewhere);
        }
    }

    fn list(&mut self, stmts: &[Stmt], state: &mut Known) {
        for stmt in stmts {
            self.stmt(stmt, state);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, state: &mut Known) {
        match &stmt.kind {
            StmtKind::Declare(local) => set(state, *local, false),
            StmtKind::Assign { local, value } => {
                self.read(value, state);
                set(state, *local, true);
            }
            StmtKind::Store { index, value, .. } => {
                index.iter().for_each(|index| self.read(index, state));
                self.read(value, state);
            }
            StmtKind::If { cond, then, else_ } => {
                self.read(cond, state);
                let mut other = state.clone();
                self.list(then, state);
                self.list(else_, &mut other);
                *state = meet(state.take(), other);
            }
            StmtKind::Loop(inner) => self.inner_loop(inner, state),
            StmtKind::Scope { label, body } => {
                self.labels.insert(*label, None);
                self.list(body, state);
                let left = self.labels.remove(label).flatten();
                *state = meet(state.take(), left);
            }
            StmtKind::Leave(label) => {
                let there = self.labels.remove(label).flatten();
                self.labels.insert(*label, meet(there, state.take()));
            }
            StmtKind::Wraps(body) => self.list(body, state),
            StmtKind::Call(call) => {
                call.requires.iter().for_each(|clause| self.read(&clause.expr, state));
                call.writes.iter().chain(&call.reads).flat_map(Region::exprs).for_each(|expr| self.read(expr, state));
                self.list(&call.body, state);
                call.ensures.iter().for_each(|clause| self.read(&clause.expr, state));
            }
            StmtKind::Assert { clause, .. } | StmtKind::Assume(clause) => self.read(&clause.expr, state),
            StmtKind::Atomic(atomic) => {
                atomic.exprs().for_each(|expr| self.read(expr, state));
                atomic.result.into_iter().for_each(|local| set(state, local, true));
            }
            StmtKind::Warp(warp) => {
                warp.exprs().for_each(|expr| self.read(expr, state));
                warp.result.into_iter().for_each(|local| set(state, local, true));
            }
            StmtKind::Barrier { vote, .. } => {
                if let Some(vote) = vote {
                    self.read(&vote.operand, state);
                    set(state, vote.result, true);
                }
            }
            StmtKind::DeclareArray(_) | StmtKind::Fence(_) => {}
        }
    }

    fn inner_loop(&mut self, inner: &Loop, state: &mut Known) {
        let mut head = state.take();
        loop {
            self.labels.insert(inner.label, None);
            self.read(&inner.guard, &head);
            // The invariants are about threads that have left, too: what the body declares does not count.
            let mut outside = head.clone();
            undeclare(&inner.body, &mut outside);
            for clause in inner.invariants.iter().chain(&inner.variant) {
                self.read(&clause.expr, &outside);
            }
            let mut body = head.clone();
            self.list(&inner.body, &mut body);
            let next = meet(head.clone(), body);
            if next == head {
                break;
            }
            head = next;
        }
        let left = self.labels.remove(&inner.label).flatten();
        let forever = matches!(&*inner.guard.kind, ExprKind::Bool(true));
        *state = if forever { left } else { meet(head, left) };
        debug_assert!(self.initialised.len() == self.kernel.locals.len());
    }
}

fn set(state: &mut Known, local: LocalId, value: bool) {
    if let Some(known) = state {
        known[local.index()] = value;
    }
}

fn meet(left: Known, right: Known) -> Known {
    match (left, right) {
        (Some(left), Some(right)) => Some(left.into_iter().zip(right).map(|(a, b)| a && b).collect()),
        (known, None) | (None, known) => known,
    }
}

/// Takes out everything that the statements declare.
fn undeclare(stmts: &[Stmt], state: &mut Known) {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Declare(local) => set(state, *local, false),
            StmtKind::If { then, else_, .. } => {
                undeclare(then, state);
                undeclare(else_, state);
            }
            StmtKind::Loop(inner) => undeclare(&inner.body, state),
            StmtKind::Scope { body, .. } | StmtKind::Wraps(body) | StmtKind::Call(Call { body, .. }) => {
                undeclare(body, state);
            }
            _ => {}
        }
    }
}

/// Which arrays an expression reads.
pub fn arrays_read(expr: &Expr) -> Vec<ArrayId> {
    let mut found = Vec::new();
    expr.walk(&mut |expr| {
        if let ExprKind::Read { array, .. } = &*expr.kind {
            found.push(*array);
        }
    });
    found
}
