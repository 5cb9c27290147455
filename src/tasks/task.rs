//! The task and its parts.
//!
//! Raw tasks speak of *versions*: each write of a variable makes a new symbol, related to the old one by an
//! [`Assign`] (Kojima, Imanishi and Igarashi, formula (1)). A symbol's arguments are the cell that it
//! gives the value of: thread coordinates for a per-thread local, block coordinates for a block-uniform
//! one, nothing for a launch-uniform one; block coordinates, then indices, for a shared array; indices
//! for a global array; thread coordinates, then indices, for a private one.

use borsh::{BorshDeserialize, BorshSerialize};
use std::collections::BTreeMap;

use crate::base::Span;
use crate::logic::traverse::Importer;
use crate::logic::{SymbolId, TermId, Terms, VarId};

/// What kind of obligation a task is (`design.md`, "Tasks").
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, BorshSerialize, BorshDeserialize)]
pub enum TaskKind {
    /// A loop's invariant holds when the loop is reached.
    InvariantEntry,
    /// One more iteration establishes a loop's invariant again.
    InvariantPreserved,
    /// A postcondition holds at the end, or an access is one that `writes` or `reads` lists.
    Ensures,
    /// An assertion holds, of an annotation or of the program, or what a called function requires.
    Assert,
    /// Those whom a barrier or an operation of a warp waits for come to it together.
    Barrier,
    /// Two threads do not meet at one cell.
    Race,
    /// An index lies within its array.
    Bounds,
    /// An operation is defined, or an annotation is.
    Division,
    /// The result of an integer operation fits its type.
    Overflow,
    /// An undefined value reaches nothing that matters.
    Initialised,
    /// What a loop or a recursive definition decreases is never negative and gets smaller.
    Variant,
    /// What is said of any two threads at a barrier holds.
    BarrierInvariant,
    /// A lemma holds, or a step of its induction.
    Lemma,
    /// Asks whether hypotheses contradict each other: the goal is falsehood.
    Vacuity,
    /// A launch of the program meets what the kernel requires.
    CallSite,
}

impl TaskKind {
    /// All kinds, in the order of their declaration.
    pub const ALL: [TaskKind; 15] = [
        TaskKind::InvariantEntry,
        TaskKind::InvariantPreserved,
        TaskKind::Ensures,
        TaskKind::Assert,
        TaskKind::Barrier,
        TaskKind::Race,
        TaskKind::Bounds,
        TaskKind::Division,
        TaskKind::Overflow,
        TaskKind::Initialised,
        TaskKind::Variant,
        TaskKind::BarrierInvariant,
        TaskKind::Lemma,
        TaskKind::Vacuity,
        TaskKind::CallSite,
    ];

    /// The name in ids, JSON and text form.
    pub fn name(self) -> &'static str {
        match self {
            TaskKind::InvariantEntry => "invariant-entry",
            TaskKind::InvariantPreserved => "invariant-preserved",
            TaskKind::Ensures => "ensures",
            TaskKind::Assert => "assert",
            TaskKind::Barrier => "barrier",
            TaskKind::Race => "race",
            TaskKind::Bounds => "bounds",
            TaskKind::Division => "division",
            TaskKind::Overflow => "overflow",
            TaskKind::Initialised => "initialised",
            TaskKind::Variant => "variant",
            TaskKind::BarrierInvariant => "barrier-invariant",
            TaskKind::Lemma => "lemma",
            TaskKind::Vacuity => "vacuity",
            TaskKind::CallSite => "call-site",
        }
    }
}

/// The part of an id that postconditions have which a `writes` clause stands for: they say of one write that it is allowed.
pub const FRAME: &str = "writes";

/// The same of a `reads` clause.
pub const FOOTPRINT: &str = "reads";

/// The part of an id of an obligation that a cell was written before it is read.
pub const WRITTEN: &str = "written";

/// The same of one that the lane takes part which a shuffle reads from.
pub const LANES: &str = "lanes";
/// The same of one that the lane does not take part, for any thread.
pub const NO_LANES: &str = "no-lanes";

/// Whether this is the id of an obligation that is assumed where it is not proved, and so is none of the kernel's tasks.
pub fn may_be_assumed(id: &str) -> bool {
    [WRITTEN, LANES, NO_LANES].iter().any(|part| has_part(id, part))
}

/// Whether an id has that part, behind the kernel's name and that of a function it calls by contract.
pub fn has_part(id: &str, part: &str) -> bool {
    id.split('/').skip(1).take(2).any(|name| name == part)
}

/// The last part of the id of a task that an annotation is defined (CLAUSE-12).
pub const DEFINED: &str = "defined";

/// Whether a task asks that an annotation is defined.
pub fn is_defined(id: &str) -> bool {
    id.split('/').skip(1).any(|name| name == DEFINED)
}

/// What stands between the name of an operator and that of one of its laws (OPERATOR-4), in ids of tasks.
pub const LAW: &str = "law";

/// Whether this is the id of a task about a law.
pub fn is_law(id: &str) -> bool {
    id.split('/').rev().nth(1) == Some(LAW)
}

/// One lock-step write: for every thread in range that satisfies the mask, `new(index) = value`; where
/// several threads write one cell, one of them wins; every other cell keeps its value.
///
/// As a formula, with s for the cell, T(t) for the range and t for the variables:
/// ∀s. (∃t. T(t) ∧ mask ∧ index = s ∧ new(s) = value) ∨ ((∀t. ¬(T(t) ∧ mask ∧ index = s)) ∧ new(s) = old(s)).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Assign {
    /// The version that the write makes.
    pub new: SymbolId,
    /// The version before the write.
    pub old: SymbolId,
    /// The writer's coordinates (thread, block or none), free in the terms below.
    pub vars: Vec<VarId>,
    /// The coordinates are those of a thread (or block) of the launch.
    pub range: TermId,
    /// The writer is active.
    pub mask: TermId,
    /// The cell that it writes: one term for each argument of the symbols.
    pub index: Vec<TermId>,
    /// What the writer stores.
    pub value: TermId,
}

/// A lemma or a definition: `fact` holds for all values of `vars`, and with any functions of their signatures in the
/// place of `functions`. It is instantiated where the terms of a trigger occur, and never elsewhere.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Schema {
    /// Whether it is a lemma or a definition.
    pub kind: SchemaKind,
    /// Symbols that stand for any functions of their signatures; none in a definition.
    pub functions: Vec<SymbolId>,
    /// The variables that `fact` is quantified over.
    pub vars: Vec<VarId>,
    /// Alternatives; the terms of one must all occur. Free in them: `vars`.
    pub triggers: Vec<Vec<TermId>>,
    /// What holds for all values of `vars`, which are free in it.
    pub fact: TermId,
}

/// A task with fewer hypotheses than another, which is tried before that.
#[derive(Clone, Debug)]
pub struct Lighter {
    /// The task.
    pub task: Task,
    /// Whether solvers are asked, or the simplifier alone.
    pub asks: bool,
}

/// What a schema comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SchemaKind {
    /// A statement that is proved on its own.
    Lemma,
    /// The unfolding of a recursive definition: every instance may make room for the next.
    Definition,
}

impl SchemaKind {
    /// The word in text form.
    pub fn name(self) -> &'static str {
        match self {
            SchemaKind::Lemma => "lemma",
            SchemaKind::Definition => "definition",
        }
    }
}

impl Schema {
    /// The closed proposition, where no function stands for others.
    pub fn closed(&self, terms: &mut Terms) -> Option<TermId> {
        self.functions.is_empty().then(|| terms.forall(&self.vars, self.fact))
    }
}

/// What a hypothesis says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// A closed proposition.
    Proposition(TermId),
    /// How a write relates two versions of a variable.
    Assign(Assign),
    /// A lemma or a definition, used where a trigger occurs.
    Schema(Schema),
}

/// A hypothesis and where it comes from, in words ("requires", "loop1 invariant 2", "range of n").
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hypothesis {
    /// What it says.
    pub form: Form,
    /// Where it comes from, in words.
    pub origin: String,
}

/// One obligation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// Stable: `vectorAdd/loop1/invariant2/preserved`.
    pub id: String,
    /// Which obligation the goal states.
    pub kind: TaskKind,
    /// The annotation (or the access) that must hold.
    pub span: Span,
    /// The statement at which it must hold, where that is another place.
    pub statement: Option<Span>,
    /// Positions in [`TaskSet::hypotheses`], in program order.
    pub hypotheses: Vec<usize>,
    /// A closed proposition.
    pub goal: TermId,
}

/// A place at which hypotheses must not contradict each other (CLAUSE-25): what follows would hold of nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Asks for falsehood, of kind [`TaskKind::Vacuity`]. A proof is bad news.
    pub task: Task,
    /// The hypotheses before it: where these contradict each other already, rightly or not, it is not this place's fault.
    pub before: Vec<usize>,
    /// In the body of a loop: that a run comes to the end says nothing of it.
    pub inside: bool,
}

/// The last part of the id of a [`Reach`]: runs come past this place.
pub const REACHED: &str = "reached";
/// The same of a loop that no thread leaves.
pub const ENDLESS: &str = "endless";

/// Whether this is the id of a task about a place that runs must get past.
pub fn is_reach(id: &str) -> bool {
    [REACHED, ENDLESS].iter().any(|word| id.split('/').skip(2).any(|part| part == *word))
}

/// The launch's symbolic configuration: a term for each dimension (the literal 1 for unused ones).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// Threads of a block, by axis.
    pub block_dim: [TermId; 3],
    /// Blocks of the grid, by axis.
    pub grid_dim: [TermId; 3],
}

/// All tasks of a kernel, over one pool of terms.
#[derive(Clone, Debug)]
pub struct TaskSet {
    /// The name of the kernel, or of the function that is called by contract.
    pub kernel: String,
    /// The pool of all terms of the set.
    pub terms: Terms,
    /// The dimensions, as terms of the pool.
    pub launch: Launch,
    /// Shared by the tasks, which name them by position.
    pub hypotheses: Vec<Hypothesis>,
    /// The obligations, each with the hypotheses that it may use.
    pub tasks: Vec<Task>,
    /// Of tasks that may do with less: the same with fewer hypotheses, by id. Proved, each proves the task as well.
    pub lighter: BTreeMap<String, Vec<Lighter>>,
    /// Asked when all tasks are proved; the last one is about the end. They have no text form.
    pub reach: Vec<Reach>,
    /// Assumptions that execution made, in words for the report.
    pub assumptions: Vec<String>,
    /// Remarks for the user ("loop1 has no invariant; unrolled 4 times").
    pub notes: Vec<(Span, String)>,
    /// What turned out not to be modelled.
    pub unsupported: Vec<crate::kernel::ir::Unsupported>,
}

impl Assign {
    /// Formula (1) as a closed proposition.
    pub fn expand(&self, terms: &mut Terms) -> TermId {
        let sorts = terms.symbol_info(self.new).args.clone();
        let cell: Vec<VarId> =
            sorts.iter().enumerate().map(|(at, sort)| terms.fresh_var(format!("s{at}"), *sort)).collect();
        let cell_terms: Vec<TermId> = cell.iter().map(|var| terms.var(*var)).collect();
        let either = self.at(terms, &cell_terms);
        terms.forall(&cell, either)
    }

    /// The same in another pool.
    pub fn imported(&self, importer: &mut Importer<'_>, terms: &mut Terms) -> Assign {
        Assign {
            new: importer.symbol(terms, self.new),
            old: importer.symbol(terms, self.old),
            vars: self.vars.iter().map(|var| importer.var(terms, *var)).collect(),
            range: importer.term(terms, self.range),
            mask: importer.term(terms, self.mask),
            index: self.index.iter().map(|term| importer.term(terms, *term)).collect(),
            value: importer.term(terms, self.value),
        }
    }

    /// What formula (1) says of one cell.
    pub fn at(&self, terms: &mut Terms, cell: &[TermId]) -> TermId {
        let here: Vec<TermId> = self.index.iter().zip(cell).map(|(index, at)| terms.eq(*index, *at)).collect();
        let mut writes = vec![self.range, self.mask];
        writes.extend(here);
        let writes = terms.and(&writes);
        let new = terms.apply(self.new, cell);
        let old = terms.apply(self.old, cell);
        let written = terms.eq(new, self.value);
        let written = terms.and(&[writes, written]);
        let written = terms.exists(&self.vars, written);
        let silent = terms.not(writes);
        let silent = terms.forall(&self.vars, silent);
        let kept = terms.eq(new, old);
        let kept = terms.and(&[silent, kept]);
        terms.or(&[written, kept])
    }
}
