//! Lock-step symbolic execution: kernel IR to tasks. The rules are those of `specs/rules.md`.
//!
//! [`uniformity`] classifies locals and loops; [`launch`] makes threads of terms; [`state`] keeps versions, masks
//! and hypotheses; `stmt`, `loops`, `leaving` and `unroll` execute; `expr` and `arith` evaluate; `obligations` makes the tasks.

mod arith;
mod atomics;
mod calls;
mod counters;
mod defined;
mod expr;
mod iterations;
mod lanes;
pub mod launch;
mod laws;
mod leaving;
mod lemmas;
pub mod log;
mod loops;
mod obligations;
mod ranges;
pub mod reach;
mod state;
mod stmt;
#[cfg(test)]
mod tests;
mod triggers;
pub mod uniformity;
mod unroll;
mod votes;
mod warps;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::base::config::{FloatMode, IntMode, LaunchLimits};
use crate::base::{Config, Span};
use crate::kernel::ir::{Array, ArrayId, BoundId, Kernel, Label, LocalId, LocalRole, LoopId, Space, Unsupported};
use crate::logic::{Sort, SymbolId, TermId, Terms, VarId};
use crate::tasks::{Hypothesis, Launch, REACHED, Reach, Task, TaskKind, TaskSet};

pub use self::calls::{CallSite, Entry, of_functions};
pub use self::lemmas::{Statement, TheoryTasks, assume, theory};

use self::expr::BoundValue;
use self::launch::{Grid, dimensions_in_use, forall_in};
use self::log::Log;
use self::loops::small_literal;
use self::obligations::Places;
use self::reach::{Mentions, mentions_of_kernel};
use self::state::{Control, Store, Version, View};
use self::uniformity::{Level, Uniformity};

/// The assumption under which lock-step execution speaks for all schedules. The caller removes it when races,
/// divergence and order-dependent operations have been excluded.
pub const RACE_FREEDOM: &str = "race-freedom";

/// The caller removes it when a state that meets the contract has been found.
pub const SATISFIABLE_CONTRACT: &str = "contract not shown satisfiable";

/// How the assumption ends that names an array without a known length.
pub const BOUNDS_NOT_CHECKED: &str = " unknown, bounds not checked";

/// How the assumption begins that names a loop without a proof that it ends.
pub const TERMINATION_NOT_PROVED: &str = "termination not proved";

/// Cells of constant tables whose contents become hypotheses.
const MAX_TABLE: usize = 1_024;

/// Executes a kernel in lock-step and gives its tasks. When something is not modelled, `unsupported` says what and
/// there are no tasks. A kernel that has errors or `unsupported` entries of its own is not executed.
pub fn execute(kernel: &Kernel, config: &Config) -> TaskSet {
    execute_and_log(kernel, config).0
}

/// The same, with the record of accesses and barriers.
pub fn execute_and_log(kernel: &Kernel, config: &Config) -> (TaskSet, Log) {
    let broken = kernel.diagnostics.iter().any(crate::base::Diagnostic::is_error);
    if kernel.unsupported.is_empty() && !broken {
        return Executor::executed(kernel, config, None).finish();
    }
    let mut executor = Executor::new(kernel, config, None);
    executor.unsupported.extend(kernel.unsupported.iter().cloned());
    executor.finish()
}

/// For each region of a contract, the array and the ranges of its leading dimensions.
type Regions = Vec<(ArrayId, Vec<(TermId, TermId)>)>;

/// A run of the executor: the tables that become the [`TaskSet`], and the present state.
struct Executor<'k> {
    kernel: &'k Kernel,
    config: &'k Config,
    /// R172: the kernel is the body of a function, called in such a way.
    function: Option<&'k Entry>,
    terms: Terms,
    grid: Grid,
    uniformity: Uniformity,

    hypotheses: Vec<Hypothesis>,
    tasks: Vec<Task>,
    /// [`TaskSet::lighter`]
    lighter: BTreeMap<String, Task>,
    reach: Vec<Reach>,
    notes: Vec<(Span, String)>,
    unsupported: Vec<Unsupported>,
    listed: Vec<String>,
    /// Arrays with accesses that are not checked.
    unchecked: BTreeSet<String>,
    /// Loops without a variant.
    unterminated: BTreeSet<String>,
    assumes_no_overflow: bool,
    assumes_float_domain: bool,
    /// R300: the axes in which the launch is taken to have no more threads than an `int` counts, and those in which a
    /// conversion asks for it.
    counted: [bool; 3],
    counts_on: [bool; 3],
    barrier_after_exit: bool,
    lanes_after_exit: bool,

    /// Positions of the hypotheses that hold here (R5).
    context: Vec<usize>,
    store: Rc<Store>,
    entry: Rc<Store>,
    control: Control,
    /// The statement that is being executed.
    statement: Span,
    /// R32
    counts: BTreeMap<LoopId, TermId>,
    /// How often the kernel mentions each local.
    mentions: Mentions,
    /// R36: what the annotation being evaluated takes for granted.
    defined: Vec<defined::Need>,
    /// R36: the conditions under which that annotation is evaluated, outermost first.
    guards: Vec<TermId>,
    /// R36: whether it is one.
    annotating: bool,
    /// R19: how many `wraps` enclose.
    wrapping: usize,
    /// How many loops that R20 treats enclose.
    depth: usize,
    /// R25: how often the unrolled loops around run, together.
    unrolling: usize,

    /// For each array and dimension, its extent where it is known.
    extents: Vec<Vec<Option<TermId>>>,
    lengths: BTreeMap<ArrayId, TermId>,
    /// R64
    writable: Regions,
    readable: Regions,
    bound: BTreeMap<BoundId, BoundValue>,
    functions: BTreeMap<(String, Vec<Sort>, Sort), SymbolId>,
    names: BTreeMap<String, u32>,
    ids: BTreeMap<String, u32>,
    places: Places,
    obliged: BTreeMap<(TaskKind, TermId), Vec<Vec<usize>>>,
    asserts: u32,
    alignments: u32,
    initialised: u32,
    barrier_invariants: u32,
    calls: u32,
    /// R175: how many calls by contract enclose, whose bodies are proved apart.
    trusted: usize,
    assumes: u32,
    /// R72: the recursive definition whose body is being evaluated, and its measure over its parameters.
    measured: Option<(String, Vec<VarId>, TermId)>,
    /// R123, R125: how the kernel uses atomics, array by array.
    atomics: BTreeMap<ArrayId, atomics::Usage>,
    /// R123: what atomics add, by the version that they make.
    added: BTreeMap<SymbolId, atomics::Added>,
    log: Log,
}

impl<'k> Executor<'k> {
    fn new(kernel: &'k Kernel, config: &'k Config, function: Option<&'k Entry>) -> Executor<'k> {
        let mut terms = Terms::new();
        let grid = Grid::new(kernel, config, &mut terms);
        let (block_used, grid_used) = dimensions_in_use(kernel, config);
        let uniformity = uniformity::analyse(kernel, block_used, grid_used, function);
        let (path, nobody) = (terms.bool(true), terms.bool(false));
        let log = Log::new(grid.clone());
        Executor {
            kernel,
            config,
            function,
            terms,
            grid,
            uniformity,
            hypotheses: Vec::new(),
            tasks: Vec::new(),
            lighter: BTreeMap::new(),
            reach: Vec::new(),
            notes: Vec::new(),
            unsupported: Vec::new(),
            listed: Vec::new(),
            unchecked: BTreeSet::new(),
            unterminated: BTreeSet::new(),
            assumes_no_overflow: false,
            assumes_float_domain: false,
            counted: [false; 3],
            counts_on: [false; 3],
            barrier_after_exit: false,
            lanes_after_exit: false,
            context: Vec::new(),
            store: Rc::default(),
            entry: Rc::default(),
            control: Control { path, left: vec![(Label::KERNEL, nobody)], exited_before: nobody },
            statement: kernel.span,
            counts: BTreeMap::new(),
            mentions: mentions_of_kernel(kernel),
            defined: Vec::new(),
            guards: Vec::new(),
            annotating: false,
            wrapping: 0,
            depth: 0,
            unrolling: 1,
            extents: Vec::new(),
            lengths: BTreeMap::new(),
            writable: Regions::new(),
            readable: Regions::new(),
            bound: BTreeMap::new(),
            functions: BTreeMap::new(),
            names: BTreeMap::new(),
            ids: BTreeMap::new(),
            places: Places::new(),
            obliged: BTreeMap::new(),
            asserts: 0,
            alignments: 0,
            initialised: 0,
            barrier_invariants: 0,
            calls: 0,
            trusted: 0,
            assumes: 0,
            measured: None,
            atomics: atomics::usage(kernel),
            added: BTreeMap::new(),
            log,
        }
    }

    /// Executes the kernel; once more where its conversions ask for a smaller launch, which is a hypothesis from the start (R300).
    fn executed(kernel: &'k Kernel, config: &'k Config, function: Option<&'k Entry>) -> Executor<'k> {
        let mut executor = Executor::new(kernel, config, function);
        executor.run();
        if executor.counts_on == [false; 3] {
            return executor;
        }
        let counted = executor.counts_on;
        let mut executor = Executor { counted, ..Executor::new(kernel, config, function) };
        executor.run();
        executor
    }

    fn run(&mut self) {
        let counted = self.threads_are_counted();
        for fact in self.grid.facts(&mut self.terms, self.config).into_iter().chain(counted) {
            self.assume(fact, "launch");
        }
        self.look_at_operators();
        self.entry_state();
        self.declare_operators();
        self.take_part();
        self.measure_arrays();
        self.requires();
        self.regions();
        let (everyone, required) = (self.control.path, self.context.len());
        self.list(&self.kernel.body);
        self.must_reach("end", REACHED, self.kernel.span, required);
        self.ensures(everyone);
    }

    // ── entry (R1, R4) ──────────────────────────────────────────────────────────────────────────

    fn entry_state(&mut self) {
        let kernel = self.kernel;
        let (mut entry, mut now) = (Store::default(), Store::default());
        for (at, local) in kernel.locals.iter().enumerate() {
            let id = LocalId(at as u32);
            let level = self.uniformity.locals[at];
            let at_entry = match local.role {
                LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque => level,
                LocalRole::Param | LocalRole::Template | LocalRole::Ghost | LocalRole::Global => Level::Launch,
            };
            let version = self.local_version(id, at_entry);
            // A variable that is assigned first has no value here that is read (R7).
            let read_here = !self.uniformity.initialised[at];
            let variable = matches!(local.role, LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque);
            if !variable || read_here {
                self.assume_range(version.symbol, local.ty);
            }
            entry.locals.push(version);
            now.locals.push(if at_entry == level { version } else { self.copy_to_level(id, version, level) });
        }
        for (at, array) in kernel.arrays.iter().enumerate() {
            let symbol = self.array_version(ArrayId(at as u32));
            self.assume_range(symbol, array.element);
            entry.arrays.push(symbol);
        }
        now.arrays = entry.arrays.clone();
        self.entry = Rc::new(entry);
        self.store = Rc::new(now);
        for array in self.atomics.keys().copied().collect::<Vec<_>>() {
            self.new_tickets(array);
        }
    }

    /// A parameter that threads change on their own starts as its one value in each of them.
    fn copy_to_level(&mut self, local: LocalId, version: Version, level: Level) -> Version {
        let copy = self.local_version(local, level);
        let (scope, _, value) = self.any_cell(copy.symbol);
        let one = self.terms.apply(version.symbol, &[]);
        let same = self.terms.eq(value, one);
        let truth = self.terms.bool(true);
        let fact = forall_in(&mut self.terms, &scope, truth, same);
        self.assume(fact, format!("{} at entry", self.kernel.locals[local.index()].name));
        copy
    }

    /// Extents, symbolic lengths (R50) and the contents of constant tables.
    fn measure_arrays(&mut self) {
        let kernel = self.kernel;
        let view = self.spec_view(None);
        for (at, array) in kernel.arrays.iter().enumerate() {
            let id = ArrayId(at as u32);
            let mut extents = Vec::new();
            for extent in &array.extents {
                extents.push(extent.as_ref().map(|extent| self.eval(extent, &view)));
            }
            if let [None] = extents[..]
                && array.length_used
            {
                let name = self.fresh_name(&format!("length({})", array.name));
                let length = self.terms.fresh_constant(name, Sort::Int);
                let zero = self.terms.int(0);
                let fact = self.terms.le(zero, length);
                self.assume(fact, format!("length of {}", array.name));
                extents = vec![Some(length)];
            }
            if let [Some(length)] = extents[..] {
                self.lengths.insert(id, length);
            }
            self.contents(id, array, &extents, &view);
            self.extents.push(extents);
        }
    }

    fn contents(&mut self, id: ArrayId, array: &Array, extents: &[Option<TermId>], view: &View) {
        let Some(initial) = &array.initial else { return };
        if array.space != Space::Constant {
            // Memory that the host or an earlier kernel may have written.
            return;
        }
        let sizes: Option<Vec<usize>> =
            extents.iter().map(|extent| small_literal(self, (*extent)?, MAX_TABLE)).collect();
        let Some(sizes) = sizes.filter(|_| initial.len() <= MAX_TABLE) else {
            self.notes
                .push((array.span, format!("the contents of {} are not used: the table is too large", array.name)));
            return;
        };
        let symbol = self.entry.arrays[id.index()];
        for (position, value) in initial.iter().enumerate() {
            let (mut rest, mut cell) = (position, Vec::new());
            for size in sizes.iter().rev() {
                cell.push(self.terms.int(rest % (*size).max(1)));
                rest /= (*size).max(1);
            }
            cell.reverse();
            let value = self.eval(value, view);
            let here = self.terms.apply(symbol, &cell);
            let (here, value) = self.same_sort(here, value);
            let fact = self.terms.eq(here, value);
            self.assume(fact, format!("contents of {}", array.name));
        }
    }

    // ── contract (R30) ──────────────────────────────────────────────────────────────────────────

    fn requires(&mut self) {
        let (kernel, everyone) = (self.kernel, self.control.path);
        let view = self.contract_view();
        for (at, clause) in kernel.contract.requires.iter().enumerate() {
            let fact = self.clause(clause, everyone, &view);
            self.prove_defined(&format!("requires{}", at + 1), clause.span, everyone);
            self.assume(fact, format!("requires {}", at + 1));
        }
        if let (Some(first), Some(last)) = (kernel.contract.requires.first(), kernel.contract.requires.last()) {
            self.vacuity("contract", first.span.to(last.span));
        }
    }

    /// R37: a proof that the hypotheses contradict each other.
    fn vacuity(&mut self, what: &str, span: Span) {
        // What a function requires is proved where it is called.
        if self.function.is_some() {
            return;
        }
        let contradiction = self.terms.bool(false);
        self.task(&format!("{what}/vacuity"), TaskKind::Vacuity, span, contradiction);
    }

    /// R37: runs come past this place, if they came past that where the first hypotheses of the context were all.
    fn must_reach(&mut self, what: &str, word: &str, span: Span, before: usize) {
        if self.trusted > 0 {
            return;
        }
        let id = format!("{}/{what}/{word}", self.kernel.name);
        let (hypotheses, goal) = (self.context.clone(), self.terms.bool(false));
        let before = hypotheses[..before].to_vec();
        let task = Task { id, kind: TaskKind::Vacuity, span, statement: None, hypotheses, goal };
        self.reach.push(Reach { task, before, inside: self.depth > 0 });
    }

    fn ensures(&mut self, everyone: TermId) {
        let kernel = self.kernel;
        self.statement = kernel.span;
        let view = self.contract_view();
        for (at, clause) in kernel.contract.ensures.iter().enumerate() {
            self.prove(&format!("ensures{}", at + 1), TaskKind::Ensures, clause, everyone, &view);
        }
    }

    fn contract_view(&self) -> View {
        let mut store = (*self.store).clone();
        self.params_at_entry(&mut store);
        View { store: Rc::new(store), ..self.spec_view(None) }
    }

    /// A name for a symbol that no other has.
    fn fresh_name(&mut self, name: &str) -> String {
        let count = self.names.entry(name.to_owned()).or_insert(0);
        *count += 1;
        if *count == 1 { name.to_owned() } else { format!("{name}!{}", *count - 1) }
    }

    // ── the result ──────────────────────────────────────────────────────────────────────────────

    fn finish(mut self) -> (TaskSet, Log) {
        let assumptions = self.assumptions();
        if !self.unsupported.is_empty() {
            self.tasks.clear();
        }
        let set = TaskSet {
            kernel: self.kernel.name.clone(),
            terms: self.terms,
            launch: Launch { ..self.grid.launch },
            hypotheses: self.hypotheses,
            tasks: self.tasks,
            lighter: self.lighter,
            reach: self.reach,
            assumptions,
            notes: self.notes,
            unsupported: self.unsupported,
        };
        (set, self.log)
    }

    /// What the tasks take for granted beyond the front end's assumptions, in words.
    fn assumptions(&self) -> Vec<String> {
        let kernel = self.kernel;
        let mut all = Vec::new();
        all.push(RACE_FREEDOM.into());
        if !kernel.contract.requires.is_empty() || self.assumes > 0 {
            all.push(SATISFIABLE_CONTRACT.into());
        }
        if self.assumes_no_overflow && self.config.ints == IntMode::Math {
            all.push("no integer overflow, and no implicit conversion that changes a value".into());
        }
        if self.assumes_float_domain {
            all.push("no division of floats by 0, and no function of floats outside its domain (float-domain)".into());
        }
        let float = kernel.locals.iter().any(|local| local.ty.is_fractional())
            || kernel.arrays.iter().any(|array| array.element.is_fractional());
        if float {
            all.push(match self.config.float {
                FloatMode::Real => "rounding, NaN and infinities not modelled".into(),
                FloatMode::Exact => "no contraction of floating-point operations (nvcc -fmad=false)".into(),
            });
        }
        let unused = |used: [bool; 3], name: &'static str| {
            ["x", "y", "z"]
                .into_iter()
                .zip(used)
                .filter(|(_, used)| !used)
                .map(move |(axis, _)| format!("{name}.{axis}"))
        };
        let ones: Vec<String> =
            unused(self.grid.block_used, "blockDim").chain(unused(self.grid.grid_used, "gridDim")).collect();
        if !ones.is_empty() {
            let verb = if ones.len() == 1 { "is" } else { "are" };
            all.push(format!("{} {verb} 1", ones.join(", ")));
        }
        if self.config.launch_limits == LaunchLimits::Hardware {
            all.push("the launch is within the hardware's limits".into());
        }
        for axis in [0, 1, 2].into_iter().filter(|axis| self.counts_on[*axis]) {
            all.push(format!("the launch has at most 2^31 - 1 threads in {}", ["x", "y", "z"][axis]));
        }
        if self.barrier_after_exit {
            all.push("compute capability 7.0 or later: a barrier does not wait for threads that have exited".into());
        }
        if self.lanes_after_exit {
            all.push("compute capability 7.0 or later: lanes of a warp do not wait for those that have exited".into());
        }
        all.extend(self.unchecked.iter().map(|name| format!("{name}{BOUNDS_NOT_CHECKED}")));
        all.extend(self.unterminated.iter().map(|name| format!("{TERMINATION_NOT_PROVED} ({name})")));
        all.extend(self.listed.iter().cloned());
        let mut seen = BTreeSet::new();
        all.retain(|text| seen.insert(text.clone()));
        all
    }
}
