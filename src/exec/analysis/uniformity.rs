//! Which locals are one value of the launch, of the block or of the thread (STMT-2 to STMT-5).

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::assigned;
use crate::kernel::ir::{
    Array, ArrayId, Atomic, Builtin, Call, Expr, ExprKind, Kernel, Label, LocalId, LocalRole, Loop, LoopId, Space,
    Stmt, StmtKind, Warp, Written, written,
};

use super::entry::Entry;
use super::level::{Level, space_level};
use super::reach::{Mentions, confined, labels_left, mentions_of_kernel};

/// What the analysis found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uniformity {
    /// By [`LocalId`].
    pub locals: Vec<Level>,
    /// The level of the loop's control, by [`LoopId`] (STMT-5).
    pub loops: Vec<Level>,
    /// Every read of the local follows an assignment, by [`LocalId`] (STMT-4).
    pub initialised: Vec<bool>,
    /// The local is one value for more threads than those that execute the statements with all its mentions, by [`LocalId`]
    /// (STMT-19).
    pub is_wider: Vec<bool>,
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
        kernel,
        used: (block_used, grid_used),
        mentions: mentions_of_kernel(kernel),
        initialised,
        conditions: Vec::new(),
        begins: vec![(0, Level::Launch); kernel.locals.len()],
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
        pass.begins.fill((0, Level::Launch));
        let control = entry.map_or(Level::Launch, |entry| entry.participants.level());
        pass.conditions = vec![control];
        pass.list(&kernel.body, control);
    }
    let is_wider = pass.begins.iter().zip(&pass.locals).map(|((_, around), level)| around > level).collect();
    Uniformity { locals: pass.locals, loops: pass.loops, initialised: pass.initialised, is_wider }
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
    kernel: &'a Kernel,
    used: ([bool; 3], [bool; 3]),
    mentions: Mentions,
    initialised: Vec<bool>,
    /// The levels of the conditions around, the outermost first.
    conditions: Vec<Level>,
    /// By local, how many conditions are around the statements that alone mention it, and the level of the control there.
    begins: Vec<(usize, Level)>,
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
        level_of(expr, &self.locals, &self.kernel.arrays, self.used)
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

    /// Statements under a condition of that level.
    fn region(&mut self, stmts: &[Stmt], control: Level, condition: Level) {
        self.conditions.push(condition);
        let begin = (self.conditions.len(), self.active(control));
        let confined = if begin.1 == Level::Block { confined(stmts, &self.mentions) } else { BTreeSet::new() };
        for local in confined {
            let role = self.kernel.locals[local.index()].role;
            if self.initialised[local.index()] && matches!(role, LocalRole::Variable | LocalRole::Temporary) {
                self.begins[local.index()] = begin;
            }
        }
        self.list(stmts, control);
        self.conditions.pop();
    }

    /// The level of the control around an assignment of the local, as far as it tells its threads apart (STMT-19).
    fn around(&self, local: LocalId) -> Level {
        let conditions = &self.conditions[self.begins[local.index()].0..];
        self.active(conditions.iter().copied().fold(Level::Launch, Level::max))
    }

    fn stmt(&mut self, stmt: &Stmt, control: Level) {
        match &stmt.kind {
            StmtKind::Assign { local, value } => {
                let level = self.around(*local).max(self.level(value));
                raise(&mut self.locals[local.index()], level, &mut self.changed);
            }
            StmtKind::If { cond, then, else_ } => {
                let condition = self.level(cond);
                for branch in [then, else_] {
                    self.region(branch, control.max(condition), condition);
                }
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
        let guard = self.level(&inner.guard);
        let control = control.max(guard);
        // Who takes part is not just who satisfies the guard (LOOP-4).
        let is_plain =
            labels_left(inner).is_empty() && keeps_its_value(self.kernel, &inner.guard, &written(&inner.body));
        let condition = if is_plain { guard } else { self.active(control).max(self.loops[inner.id.index()]) };
        self.region(&inner.body, control, condition);
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
