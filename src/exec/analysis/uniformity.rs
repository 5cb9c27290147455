//! Which locals are one value of the launch, of the block or of the thread (STMT-2 to STMT-5).

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::assigned;
use crate::kernel::ir::{
    Array, ArrayId, Atomic, Builtin, Call, Expr, ExprKind, Kernel, Label, LocalId, LocalRole, Loop, LoopId, Space,
    Stmt, StmtKind, Warp, Written, written,
};

use super::entry::Entry;
use super::level::{Level, space_level};

/// What the analysis found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uniformity {
    /// By [`LocalId`].
    pub locals: Vec<Level>,
    /// The level of the loop's control, by [`LoopId`] (STMT-5).
    pub loops: Vec<Level>,
    /// Every read of the local follows an assignment, by [`LocalId`] (STMT-4).
    pub initialised: Vec<bool>,
}

/// Classifies the locals and loops of a kernel. `block_used` and `grid_used` say which dimensions have a coordinate.
/// `entry` says how a function is called whose body the kernel is (CALL-4).
pub fn analyse(kernel: &Kernel, block_used: [bool; 3], grid_used: [bool; 3], entry: Option<&Entry>) -> Uniformity {
    let initialised = assigned::before_read(kernel);
    let written = written(&kernel.body).locals;
    let locals = kernel
        .locals
        .iter()
        .zip(&initialised)
        .enumerate()
        .map(|(at, (local, initialised))| match local.role {
            LocalRole::Param | LocalRole::Template | LocalRole::Ghost | LocalRole::Global => Level::Launch,
            LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque if *initialised => Level::Launch,
            // What nobody makes anew is one number of the launch (MEM-15).
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
    // STMT-2: levels only rise, so this ends.
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
                raise(&mut self.locals[local.index()], level, &mut self.changed);
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
            // ATOMIC-14, WARP-13: what comes back is the thread's own.
            StmtKind::Atomic(Atomic { result, .. }) | StmtKind::Warp(Warp { result, .. }) => {
                if let Some(local) = result {
                    raise(&mut self.locals[local.index()], Level::Thread, &mut self.changed);
                }
            }
            // STMT-13: one value for the threads of a block that pass the barrier.
            StmtKind::Barrier { vote, .. } => {
                let level = self.active(control).max(Level::Block);
                if let Some(vote) = vote {
                    raise(&mut self.locals[vote.result.index()], level, &mut self.changed);
                }
            }
            // STMT-4 decides about declarations; shared and global arrays keep their level.
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
        if let Some(slot) = self.loops.get_mut(inner.id.index()) {
            raise(slot, level, &mut self.changed);
        }
        self.left.remove(&inner.label);
    }
}

fn raise(slot: &mut Level, level: Level, changed: &mut bool) {
    *changed |= *slot < level;
    *slot = level.max(*slot);
}

/// The arrays that other threads may change in the statements.
pub fn changed_by_others(kernel: &Kernel, written: &Written) -> BTreeSet<ArrayId> {
    let arrays = written.arrays.keys().copied();
    arrays.filter(|array| kernel.arrays[array.index()].space != Space::Private).collect()
}

/// Whether only a thread itself, while it runs the statements, changes what the expression is to it.
pub fn keeps_its_value(kernel: &Kernel, expr: &Expr, written: &Written) -> bool {
    let changing = changed_by_others(kernel, written);
    expr.arrays_read().into_iter().all(|array| !changing.contains(&array))
}
