//! What execution records for the race checker: accesses, barriers and loops, each at its moment (R102 to R106).

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::base::Span;
pub use crate::kernel::ir::AccessKind;
use crate::kernel::ir::{
    ArrayId, BarrierScope, Call, Label, LocalId, Loop, Space, Stmt, StmtKind, WarpOp, Written, occurs,
};
use crate::logic::{SymbolId, TermId};

use super::Executor;
use super::calls::CallSite;
use super::launch::{Grid, Ranged};
use super::reach::labels_left;
use super::state::Store;

/// One execution of a loop by R20, by its position in [`Log::runs`].
pub type RunId = usize;

/// When something happens: what holds there, and in the bodies of which loops it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Later moments of one execution have larger numbers.
    pub at: usize,
    /// The hypotheses that hold (R5).
    pub context: Rc<[usize]>,
    /// The loops whose bodies are around, outermost first.
    pub inside: Rc<[RunId]>,
}

/// R102
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    pub moment: Moment,
    pub array: ArrayId,
    pub kind: AccessKind,
    /// One index for each dimension, over self.
    pub index: Vec<TermId>,
    pub mask: TermId,
    /// What a write stores.
    pub value: Option<TermId>,
    pub span: Span,
}

/// A barrier, or a loop that surely passes one (R106).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crossing {
    pub moment: Moment,
    pub kind: CrossingKind,
    /// Whom it orders.
    pub scope: BarrierScope,
    /// Who passes it, over self.
    pub passing: TermId,
    /// Who has exited the kernel before.
    pub exited: TermId,
}

/// A `__syncwarp`, or a barrier of a tile (R137). Terms are over self.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sync {
    pub moment: Moment,
    /// Who passes it.
    pub passing: TermId,
    /// Threads of one block that it may order have the same number here: that of the warp, or of the tile.
    pub group: TermId,
    /// Who of a group is named by those who pass it.
    pub named: TermId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrossingKind {
    Barrier,
    /// The first iteration of the loop.
    Entry(RunId),
    /// The iteration after the one that ends here.
    Again(RunId),
}

/// Two terms that mean the same, one at the head of an iteration, the other at the end of the iteration before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    pub scope: Vec<Ranged>,
    pub head: TermId,
    pub end: TermId,
}

/// One execution of a loop by R20.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopRun {
    /// The widest barrier in its body.
    pub barrier: Option<BarrierScope>,
    /// R137: its body holds a barrier of lanes.
    pub lanes: bool,
    /// R106: the widest barrier that its body surely passes.
    pub surely_passes: Option<BarrierScope>,
    /// Its body may exit the kernel.
    pub may_exit: bool,
    /// The number of the iteration.
    pub count: Option<TermId>,
    /// The state at the head and at the end of the body, and when that end is.
    pub links: Vec<Link>,
    pub end: Option<Moment>,
}

/// The record of one execution.
#[derive(Clone, Debug)]
pub struct Log {
    pub grid: Grid,
    pub accesses: Vec<Access>,
    pub crossings: Vec<Crossing>,
    pub syncs: Vec<Sync>,
    pub runs: Vec<LoopRun>,
    /// Locals of which a loop without invariants says nothing (R26), and that loop's place.
    pub forgotten: BTreeSet<(LocalId, Span)>,
    /// What counters are known to be without an invariant (R27, R28): the loop, and a sentence.
    pub inferred: Vec<(String, String)>,
    /// Loops without an invariant of which something is not known afterwards (R26), also of functions with contracts.
    pub unknown_after: Vec<Forgotten>,
    /// Calls by contract, outside of each other.
    pub calls: Vec<CallSite>,
    /// Versions of arrays, and of which.
    pub arrays: BTreeMap<SymbolId, ArrayId>,
    births: Vec<Birth>,
    /// The loops whose heads are behind in the present context, and those whose bodies are around.
    heads: Vec<RunId>,
    inside: Vec<RunId>,
    now: usize,
    /// The context of the last moment: most moments share it.
    context: Rc<[usize]>,
}

/// From these numbers on, symbols and hypotheses are born behind these heads.
#[derive(Clone, Debug)]
struct Birth {
    symbols: usize,
    hypotheses: usize,
    heads: Rc<[RunId]>,
}

/// A loop without an invariant of which something is not known afterwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forgotten {
    /// The tasks that it is one of: those of the kernel, or of a function that it calls by contract.
    pub set: String,
    pub name: String,
    pub span: Span,
    /// What it changes.
    pub changed: String,
}

impl Log {
    /// Remembers what is known of a loop; it may be executed more than once.
    pub(super) fn infer(&mut self, name: &str, fact: String) {
        let known = (name.to_owned(), fact);
        if !self.inferred.contains(&known) {
            self.inferred.push(known);
        }
    }

    pub(super) fn new(grid: Grid) -> Log {
        let root = Birth { symbols: 0, hypotheses: 0, heads: Rc::from([]) };
        Log {
            grid,
            accesses: Vec::new(),
            crossings: Vec::new(),
            syncs: Vec::new(),
            runs: Vec::new(),
            forgotten: BTreeSet::new(),
            inferred: Vec::new(),
            unknown_after: Vec::new(),
            calls: Vec::new(),
            arrays: BTreeMap::new(),
            births: vec![root],
            heads: Vec::new(),
            inside: Vec::new(),
            now: 0,
            context: Rc::from([]),
        }
    }

    /// Behind the heads of which loops a symbol was born.
    pub fn birth_of_symbol(&self, symbol: SymbolId) -> &[RunId] {
        let after = self.births.partition_point(|birth| birth.symbols <= symbol.0 as usize);
        &self.births[after - 1].heads
    }

    /// Behind the heads of which loops a hypothesis was made.
    pub fn birth_of_hypothesis(&self, at: usize) -> &[RunId] {
        let after = self.births.partition_point(|birth| birth.hypotheses <= at);
        &self.births[after - 1].heads
    }
}

impl Executor<'_> {
    fn moment(&mut self) -> Moment {
        self.log.now += 1;
        if *self.log.context != *self.context {
            self.log.context = Rc::from(&*self.context);
        }
        Moment { at: self.log.now, context: self.log.context.clone(), inside: Rc::from(&*self.log.inside) }
    }

    /// R102
    pub(super) fn record_access(
        &mut self,
        array: ArrayId,
        kind: AccessKind,
        index: &[TermId],
        mask: TermId,
        value: Option<TermId>,
        span: Span,
    ) {
        let shared = match self.kernel.arrays[array.index()].space {
            Space::Global | Space::Shared | Space::Surface => true,
            Space::Constant | Space::Private | Space::Ghost => false,
        };
        if !shared || self.terms.is_false(mask) {
            return;
        }
        let moment = self.moment();
        self.log.accesses.push(Access { moment, array, kind, index: index.to_vec(), mask, value, span });
    }

    /// Records accesses as of this moment (R102, guards).
    pub(super) fn record_now(&mut self, accesses: &[Access]) {
        for access in accesses {
            let moment = self.moment();
            self.log.accesses.push(Access { moment, ..access.clone() });
        }
    }

    pub(super) fn record_crossing(&mut self, kind: CrossingKind, scope: BarrierScope, passing: TermId, exited: TermId) {
        if !self.terms.is_false(passing) {
            let moment = self.moment();
            self.log.crossings.push(Crossing { moment, kind, scope, passing, exited });
        }
    }

    /// R137
    pub(super) fn record_sync(&mut self, passing: TermId, group: TermId, named: TermId) {
        if !self.terms.is_false(passing) && !self.terms.is_false(named) {
            let moment = self.moment();
            self.log.syncs.push(Sync { moment, passing, group, named });
        }
    }

    /// A loop begins (R106): what is born from here on is born behind its head.
    pub(super) fn record_entry(&mut self, inner: &Loop, running: TermId) -> RunId {
        let run = self.log.runs.len();
        let surely_passes = widest(|scope| surely_passes_barrier(&inner.body, scope));
        if let Some(scope) = surely_passes {
            let exited = self.exited();
            self.record_crossing(CrossingKind::Entry(run), scope, running, exited);
        }
        self.log.runs.push(LoopRun {
            barrier: widest(|scope| holds_barrier(&inner.body, scope)),
            lanes: holds_warp_operation(&inner.body, |op| *op == WarpOp::Sync),
            surely_passes,
            may_exit: labels_left(inner).contains(&Label::KERNEL),
            count: None,
            links: Vec::new(),
            end: None,
        });
        self.log.heads.push(run);
        self.record_birth();
        run
    }

    pub(super) fn record_body_begins(&mut self, run: RunId, count: TermId) {
        self.log.runs[run].count = Some(count);
        self.log.inside.push(run);
    }

    /// The end of the body, with who was in the loop at its head (where that is a predicate of its own), who is
    /// still, and who had left it (R106, R107).
    pub(super) fn record_end(
        &mut self,
        run: RunId,
        part: (Option<TermId>, TermId, &[(Label, TermId)]),
        running_next: TermId,
        head: &Store,
        written: &Written,
    ) {
        let (inside, still, gone) = part;
        let mut links = Vec::new();
        let me = self.grid.self_scope();
        if let Some(inside) = inside {
            links.push(Link { scope: me.clone(), head: inside, end: still });
        }
        for (label, before) in gone {
            let left = self.left_of(*label);
            let end = self.terms.or(&[*before, left]);
            links.push(Link { scope: me.clone(), head: *before, end });
        }
        let locals = written
            .locals
            .keys()
            .map(|local| (head.locals[local.index()].symbol, self.store.locals[local.index()].symbol));
        let arrays = written.arrays.keys().map(|array| (head.arrays[array.index()], self.store.arrays[array.index()]));
        for (head, end) in locals.chain(arrays).collect::<Vec<_>>() {
            let (scope, cell, head) = self.any_cell(head);
            let end = self.terms.apply(end, &cell);
            links.push(Link { scope, head, end });
        }
        if let Some(scope) = self.log.runs[run].surely_passes {
            let exited = self.exited();
            self.record_crossing(CrossingKind::Again(run), scope, running_next, exited);
        }
        self.log.runs[run].end = Some(self.moment());
        self.log.runs[run].links = links;
        self.log.inside.pop();
        // The context goes back to the head.
        let behind = self.log.heads.iter().position(|head| *head == run).map_or(0, |at| at + 1);
        self.log.heads.truncate(behind);
        self.record_birth();
    }

    fn record_birth(&mut self) {
        let heads = Rc::from(&*self.log.heads);
        let (symbols, hypotheses) = (self.terms.symbol_count(), self.hypotheses.len());
        self.log.births.push(Birth { symbols, hypotheses, heads });
    }
}

/// The widest scope of which it is true.
fn widest(mut is: impl FnMut(BarrierScope) -> bool) -> Option<BarrierScope> {
    [BarrierScope::Grid, BarrierScope::Block].into_iter().find(|scope| is(*scope))
}

/// A barrier that orders these threads stands somewhere in the statements.
pub fn holds_barrier(stmts: &[Stmt], of: BarrierScope) -> bool {
    occurs(stmts, &|kind| matches!(kind, StmtKind::Barrier { scope, .. } if *scope >= of))
}

/// Such an operation of the lanes of a warp stands somewhere in the statements.
pub fn holds_warp_operation(stmts: &[Stmt], such: impl Fn(&WarpOp) -> bool) -> bool {
    occurs(stmts, &|kind| matches!(kind, StmtKind::Warp(warp) if such(&warp.op)))
}

/// R106: every thread that executes the statements passes a barrier that orders these threads.
fn surely_passes_barrier(stmts: &[Stmt], of: BarrierScope) -> bool {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Barrier { scope, .. } if *scope >= of => return true,
            StmtKind::Scope { body, .. } | StmtKind::Wraps(body) | StmtKind::Call(Call { body, .. })
                if surely_passes_barrier(body, of) =>
            {
                return true;
            }
            _ => {}
        }
        if leaves_outwards(stmt) {
            return false;
        }
    }
    false
}

/// Some thread may leave the statement for a place behind the statement after it.
fn leaves_outwards(stmt: &Stmt) -> bool {
    fn collect(stmt: &Stmt, open: &mut Vec<Label>) -> bool {
        let opened = match &stmt.kind {
            StmtKind::Leave(label) => return !open.contains(label),
            StmtKind::Loop(inner) => Some(inner.label),
            StmtKind::Scope { label, .. } => Some(*label),
            _ => None,
        };
        open.extend(opened);
        let leaves = stmt.kind.bodies().into_iter().flatten().any(|inner| collect(inner, open));
        if opened.is_some() {
            open.pop();
        }
        leaves
    }
    collect(stmt, &mut Vec::new())
}
