//! What execution records for the race checker: accesses, barriers and loops, each at its moment (RACE-4 to RACE-14).

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::base::Span;
use crate::kernel::ir::{ArrayId, BarrierScope, LocalId};
use crate::logic::{SymbolId, TermId};

pub use crate::kernel::ir::AccessKind;

use super::launch::{Grid, Ranged};
use crate::exec::analysis::CallSite;

/// One execution of a loop by LOOP-1, by its position in [`Log::runs`].
pub type RunId = usize;

/// When something happens: what holds there, and in the bodies of which loops it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Later moments of one execution have larger numbers.
    pub at: usize,
    /// The hypotheses that hold (LAUNCH-11).
    pub context: Rc<[usize]>,
    /// The loops whose bodies are around, outermost first.
    pub inside: Rc<[RunId]>,
}

/// RACE-4
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// When the access is made.
    pub moment: Moment,
    /// A global or shared array, or a surface.
    pub array: ArrayId,
    /// Whether it reads, writes or is atomic.
    pub kind: AccessKind,
    /// One index for each dimension, over self.
    pub index: Vec<TermId>,
    /// Who makes it, over self.
    pub mask: TermId,
    /// What a write stores.
    pub value: Option<TermId>,
    /// Where it stands in the source.
    pub span: Span,
}

/// A barrier, or a loop that surely passes one (RACE-13).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crossing {
    /// When it is passed.
    pub moment: Moment,
    /// Whether it is a barrier, or an iteration that passes one.
    pub kind: CrossingKind,
    /// Whom it orders.
    pub scope: BarrierScope,
    /// Who passes it, over self.
    pub passing: TermId,
    /// Who has exited the kernel before.
    pub exited: TermId,
}

/// A `__syncwarp`, or a barrier of a tile (WARP-11). Terms are over self.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sync {
    /// When it is passed.
    pub moment: Moment,
    /// Who passes it.
    pub passing: TermId,
    /// Threads of one block that it may order have the same number here: that of the warp, or of the tile.
    pub group: TermId,
    /// Who of a group is named by those who pass it.
    pub named: TermId,
}

/// What a crossing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrossingKind {
    /// A barrier itself.
    Barrier,
    /// The first iteration of the loop.
    Entry(RunId),
    /// The iteration after the one that ends here.
    Again(RunId),
}

/// Two terms that mean the same, one at the head of an iteration, the other at the end of the iteration before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The variables that both terms are over.
    pub scope: Vec<Ranged>,
    /// The term at the head of the iteration.
    pub head: TermId,
    /// The term at the end of the iteration before.
    pub end: TermId,
}

/// One execution of a loop by LOOP-1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopRun {
    /// The widest barrier in its body.
    pub barrier: Option<BarrierScope>,
    /// WARP-11: its body holds a barrier of lanes.
    pub lanes: bool,
    /// RACE-13: the widest barrier that its body surely passes.
    pub surely_passes: Option<BarrierScope>,
    /// Its body may exit the kernel.
    pub may_exit: bool,
    /// The number of the iteration.
    pub count: Option<TermId>,
    /// What the state at the head is called there and at the end of the body.
    pub links: Vec<Link>,
    /// When the body ends; `None` until then.
    pub end: Option<Moment>,
}

/// The record of one execution.
#[derive(Clone, Debug)]
pub struct Log {
    /// The launch and self, which all terms are over.
    pub grid: Grid,
    /// Accesses to memory that threads share, in the order of their moments.
    pub accesses: Vec<Access>,
    /// Barriers, and loops that surely pass one, in the order of their moments.
    pub crossings: Vec<Crossing>,
    /// Barriers of lanes, in the order of their moments.
    pub syncs: Vec<Sync>,
    /// Executions of loops, by [`RunId`].
    pub runs: Vec<LoopRun>,
    /// Locals of which a loop without invariants says nothing (LOOP-18), and that loop's place.
    pub forgotten: BTreeSet<(LocalId, Span)>,
    /// What counters are known to be without an invariant (LOOP-20, LOOP-24): the loop, and a sentence.
    pub inferred: Vec<(String, String)>,
    /// RACE-42: hypotheses that invariants give, and what stands in their place where these are left out.
    pub without_invariants: BTreeMap<usize, Option<usize>>,
    /// Loops without an invariant of which something is not known afterwards (LOOP-18), also of functions with contracts.
    pub unknown_after: Vec<Forgotten>,
    /// Calls by contract, outside of each other.
    pub calls: Vec<CallSite>,
    /// Versions of arrays, and of which.
    pub arrays: BTreeMap<SymbolId, ArrayId>,
    births: Vec<Birth>,
    around: Around,
    now: usize,
    /// The context of the last moment: most moments share it.
    context: Rc<[usize]>,
}

/// The loops whose heads are behind in the present context, and those whose bodies are around.
#[derive(Clone, Default, Debug)]
struct Around {
    heads: Vec<RunId>,
    inside: Vec<RunId>,
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
    /// The name of the loop in ids of tasks.
    pub name: String,
    /// Where the loop stands in the source.
    pub span: Span,
    /// What it changes.
    pub changed: String,
}

impl Log {
    /// Remembers what is known of a loop; it may be executed more than once.
    pub fn infer(&mut self, name: &str, fact: String) {
        let known = (name.to_owned(), fact);
        if !self.inferred.contains(&known) {
            self.inferred.push(known);
        }
    }

    /// An empty record for a launch.
    pub fn new(grid: Grid) -> Log {
        let root = Birth { symbols: 0, hypotheses: 0, heads: Rc::from([]) };
        Log {
            grid,
            accesses: Vec::new(),
            crossings: Vec::new(),
            syncs: Vec::new(),
            runs: Vec::new(),
            forgotten: BTreeSet::new(),
            inferred: Vec::new(),
            without_invariants: BTreeMap::new(),
            unknown_after: Vec::new(),
            calls: Vec::new(),
            arrays: BTreeMap::new(),
            births: vec![root],
            around: Around::default(),
            now: 0,
            context: Rc::from([]),
        }
    }

    /// The next moment, in a context.
    pub fn moment(&mut self, context: &[usize]) -> Moment {
        self.now += 1;
        if *self.context != *context {
            self.context = Rc::from(context);
        }
        Moment { at: self.now, context: self.context.clone(), inside: Rc::from(&*self.around.inside) }
    }

    /// A loop begins. Symbols and hypotheses from these numbers on are born behind its head.
    pub fn loop_begins(&mut self, run: LoopRun, symbols: usize, hypotheses: usize) {
        self.around.heads.push(self.runs.len());
        self.runs.push(run);
        self.births.push(Birth { symbols, hypotheses, heads: Rc::from(&*self.around.heads) });
    }

    /// The body begins; `count` is the number of the iteration.
    pub fn body_begins(&mut self, run: RunId, count: TermId) {
        self.runs[run].count = Some(count);
        self.around.inside.push(run);
    }

    /// The body ends. The context goes back to the head.
    pub fn body_ends(&mut self, run: RunId, symbols: usize, hypotheses: usize) {
        self.around.inside.pop();
        let behind = self.around.heads.iter().position(|head| *head == run).map_or(0, |at| at + 1);
        self.around.heads.truncate(behind);
        self.births.push(Birth { symbols, hypotheses, heads: Rc::from(&*self.around.heads) });
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
