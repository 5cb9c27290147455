//! The kernel intermediate representation.
//!
//! What lowering has already done when a kernel comes here: macros, templates, typedefs and names are
//! gone; every conversion is explicit; device functions are inlined; `for`, `while`, `do`, `switch`,
//! `break`, `continue` and `return` are [`StmtKind::Loop`], [`StmtKind::Scope`] and [`StmtKind::Leave`];
//! side effects inside expressions are statements, in C++'s order; pointers are an array and an offset.
//!
//! Program and specification share [`Expr`]; the forms that only specifications have are listed at the
//! end of [`ExprKind`]. Expressions are pure and are evaluated in lock-step: all reads of a statement
//! happen before its write.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::base::{Diagnostic, Span};
pub use crate::logic::OperatorId;
pub use crate::syntax::tree::{FoldKind, LogicSource, Quantifier, Unsupported};

/// Declares an index type.
macro_rules! index {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $($(#[$doc])* #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)] pub struct $name(pub u32);
        impl $name {
            pub fn index(self) -> usize { self.0 as usize }
        })*
    };
}

index! {
    /// A scalar variable: [`Kernel::locals`].
    LocalId
    /// An array: [`Kernel::arrays`].
    ArrayId
    /// A scope that [`StmtKind::Leave`] can end; [`Label::KERNEL`] is the kernel's own body.
    Label
    /// A loop: its position in source order, [`Kernel::loops`].
    LoopId
    /// A variable bound by a quantifier or fold; unique in the kernel.
    BoundId
}

impl Label {
    /// Leaving it ends the thread.
    pub const KERNEL: Label = Label(0);
}

/// All that a file gave, kernel by kernel.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub kernels: Vec<Kernel>,
    /// Recursive definitions and lemmas of the file and of what it imports.
    pub theory: Theory,
    /// Errors and warnings that belong to no kernel or were found while lowering.
    pub diagnostics: Vec<Diagnostic>,
}

/// Recursive definitions and lemmas, resolved as annotations of a kernel without statements.
#[derive(Clone, Debug, Default)]
pub struct Theory {
    /// The tables in which the names of definitions and lemmas are.
    pub scope: Kernel,
    /// In order: each may use itself and those before it.
    pub definitions: Vec<Definition>,
    /// In order: the proof of each may use those before it.
    pub lemmas: Vec<Lemma>,
    /// What is not modelled in a definition or lemma, with its name and place.
    pub unsupported: Vec<(String, Span, Unsupported)>,
}

impl Theory {
    /// Nothing is declared here but what the standard library is.
    pub fn is_empty(&self) -> bool {
        let from_library = self.lemmas.iter().all(|lemma| lemma.source == LogicSource::Library);
        let definitions = self.definitions.iter().all(|definition| definition.source == LogicSource::Library);
        from_library && definitions && self.unsupported.is_empty()
    }
}

/// `logic T f(T x, ...) = body decreases measure;`: a function of which the body is an unfolding.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: String,
    pub params: Vec<BoundId>,
    pub body: Expr,
    pub measure: Expr,
    pub source: LogicSource,
    pub span: Span,
}

/// The recursive definitions of a file, for whoever evaluates.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    pub functions: Vec<Definition>,
    /// The variables that occur in them, by id.
    pub bound: Vec<Bound>,
}

/// `lemma name(params): statement by induction on x from e;`
#[derive(Clone, Debug)]
pub struct Lemma {
    /// With `<int>` or `<real>` behind it where a parameter is a `number`.
    pub name: String,
    /// The scalar parameters, over which the statement is quantified.
    pub params: Vec<BoundId>,
    /// The array parameters: ghosts that stand for any function of their indices.
    pub arrays: Vec<ArrayId>,
    /// It is a law of that operator (R161).
    pub law_of: Option<String>,
    pub statement: Expr,
    pub induction: Option<(BoundId, Expr)>,
    /// Each is a list of terms that must all occur.
    pub triggers: Vec<Vec<Expr>>,
    pub source: LogicSource,
    pub span: Span,
}

/// `operator plus(int x, int y) = body identity e;` (R160)
#[derive(Clone, Debug)]
pub struct Operator {
    pub name: String,
    pub ty: Type,
    pub operands: [BoundId; 2],
    /// Where there is none, nothing is known but the laws; applied, the operator is [`ExprKind::Logic`] of its name.
    pub body: Option<Expr>,
    /// Where that is a name of which nothing else is known, [`ExprKind::Logic`] of it.
    pub identity: Expr,
    pub span: Span,
}

/// One kernel (or one instance of a kernel template), ready to be executed.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    /// The name shown to users, with template arguments: `scan` or `scan<float>`.
    pub name: String,
    /// The kernel's header in the source.
    pub span: Span,
    pub locals: Vec<Local>,
    pub arrays: Vec<Array>,
    /// The declared operators that are mentioned: [`FoldKind::Over`].
    pub operators: Vec<Operator>,
    /// What annotations may apply: [`ExprKind::Logic`].
    pub definitions: Arc<Definitions>,
    /// Which dimensions kernel and contract mention; the others are 1. `x` is always true.
    pub block_dims: [bool; 3],
    pub grid_dims: [bool; 3],
    pub requires: Vec<Clause>,
    pub ensures: Vec<Clause>,
    /// The cells that the contract lets threads write, of global arrays; empty where it does not say.
    pub writes: Vec<Region>,
    /// Of a function that is proved on its own: the cells that it may read beside those that it may write; empty where its
    /// contract does not say.
    pub reads: Vec<Region>,
    pub body: Vec<Stmt>,
    /// Loops by id: what reports need to name them.
    pub loops: Vec<LoopInfo>,
    /// Bound variables by id.
    pub bound: Vec<Bound>,
    /// Number of labels in use, [`Label::KERNEL`] included.
    pub labels: u32,
    /// The places of reads and stores by way of `volatile` types. The text form does not show them.
    pub volatile: BTreeSet<Span>,
    /// What is not modelled. When it is not empty, nothing else of the kernel may be relied on.
    pub unsupported: Vec<Unsupported>,
    /// What the front end assumed, in words for the report ("distinct array parameters do not alias").
    pub assumptions: Vec<String>,
    /// Warnings and errors about this kernel; an error means that it must not be executed.
    pub diagnostics: Vec<Diagnostic>,
    /// Host-side launches of this kernel in the same file, as written.
    pub launches: Vec<String>,
}

/// A scalar type. The first three are the program's, the rest exist in specifications only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    Bool,
    Int {
        signed: bool,
        bits: u8,
    },
    /// 16, 32 or 64 bits.
    Float {
        bits: u8,
    },
    /// A mathematical integer.
    Integer,
    /// A real number (or, under `--float exact`, a float of the widest kind involved).
    Real,
    Thread,
    Block,
}

impl Type {
    pub const INT: Type = Type::Int { signed: true, bits: 32 };
    pub const UINT: Type = Type::Int { signed: false, bits: 32 };

    pub fn is_integral(self) -> bool {
        matches!(self, Type::Int { .. } | Type::Integer)
    }

    pub fn is_fractional(self) -> bool {
        matches!(self, Type::Float { .. } | Type::Real)
    }

    /// Smallest and largest value of a machine integer or `bool`.
    pub fn range(self) -> Option<(BigInt, BigInt)> {
        match self {
            Type::Bool => Some((BigInt::from(0), BigInt::from(1))),
            Type::Int { signed: true, bits } => {
                let half = BigInt::from(1) << (bits - 1);
                Some((-&half, half - 1))
            }
            Type::Int { signed: false, bits } => Some((BigInt::from(0), (BigInt::from(1) << bits) - 1)),
            Type::Float { .. } | Type::Integer | Type::Real | Type::Thread | Type::Block => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LocalRole {
    /// A scalar parameter: one value of the launch at entry.
    Param,
    /// A template's value parameter that nothing fixes: one constant of the proof.
    Template,
    /// A `ghost` scalar: one constant of the proof, never assigned.
    Ghost,
    /// A `__constant__`, `__device__` or `const` global scalar: any value, one of the launch.
    Global,
    /// A variable of each thread.
    Variable,
    /// Made by lowering (a pointer's offset, a call's result, an operand with side effects).
    Temporary,
    /// Made by lowering and never assigned: a value that is there and that nobody computes, such as the bits of a real number. Any
    /// value in a proof, and in the machine one of which nothing is known, so that no run is decided by it.
    Opaque,
}

#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub ty: Type,
    pub role: LocalRole,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Space {
    /// One for the launch: a parameter or a `__device__` global.
    Global,
    /// One for the launch, never written: `__constant__` memory and `const` tables.
    Constant,
    /// One for each block.
    Shared,
    /// One for each thread.
    Private,
    /// A `ghost` array: one constant of the proof.
    Ghost,
    /// A CUDA surface, one for the launch: of its cells only the accesses are modelled (R230). Its indices are the coordinates
    /// of the calls, x in bytes, and none of its extents is known.
    Surface,
}

/// An array of scalars. Aggregates were split into one array for each scalar field.
#[derive(Clone, Debug)]
pub struct Array {
    pub name: String,
    pub element: Type,
    pub space: Space,
    /// One extent for each dimension (none: a single cell, such as a `__shared__` scalar). An extent
    /// is a launch-uniform expression; `None` for an unknown one: the first dimension of memory from outside, all of a
    /// surface, and those to which pointers in memory lead (R267).
    pub extents: Vec<Option<Expr>>,
    /// `\length` is mentioned (only for one-dimensional arrays with an unknown extent): accesses are
    /// checked against the symbolic length.
    pub length_used: bool,
    /// The initial contents in row-major order, where they are known (`const` tables). All cells of an array that tells what
    /// of another is written (R355) are false.
    pub initial: Option<Vec<Expr>>,
    pub is_const: bool,
    pub is_restrict: bool,
    pub span: Span,
}

/// A clause of an annotation, resolved and typed as a proposition.
#[derive(Clone, Debug)]
pub struct Clause {
    pub expr: Expr,
    /// Whose values it mentions without `@`: decides the outermost "for all".
    pub speaker: Speaker,
    pub span: Span,
}

/// Cells of an array, in a `writes` clause. Its expressions have their value at entry, for the thread that writes.
#[derive(Clone, Debug)]
pub struct Region {
    pub array: ArrayId,
    /// Least and greatest index in each of the leading dimensions; the other dimensions are free.
    pub ranges: Vec<(Expr, Expr)>,
    pub span: Span,
}

/// The outermost "for all" of a clause (`annotations.md`, "Which thread speaks").
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Speaker {
    /// Uniform values only: no quantifier.
    Launch,
    /// Block-shared arrays, `blockIdx` or block-uniform built-ins only.
    Block,
    /// A thread's own values.
    Thread,
}

#[derive(Clone, Debug)]
pub struct LoopInfo {
    /// Position among the loops: `[1]`, `[1, 2]` for the second loop in the first.
    pub path: Vec<u32>,
    /// Function whose loop this is, when it was inlined.
    pub function: Option<String>,
    pub span: Span,
}

impl LoopInfo {
    /// `loop1`, `loop1.2`, `f.loop1`.
    pub fn name(&self) -> String {
        let path: Vec<String> = self.path.iter().map(u32::to_string).collect();
        match &self.function {
            Some(function) => format!("{function}.loop{}", path.join(".")),
            None => format!("loop{}", path.join(".")),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Bound {
    pub name: String,
    pub ty: Type,
}

// ── statements ──────────────────────────────────────────────────────────────────────────────────

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    /// The variable gets an arbitrary value of its type, fresh at each execution.
    Declare(LocalId),
    /// The private array's cells get arbitrary values, fresh at each execution.
    DeclareArray(ArrayId),
    Assign {
        local: LocalId,
        value: Expr,
    },
    Store {
        array: ArrayId,
        index: Vec<Expr>,
        value: Expr,
    },
    If {
        cond: Expr,
        then: Vec<Stmt>,
        else_: Vec<Stmt>,
    },
    Loop(Loop),
    /// `Leave(label)` inside ends it for the threads that execute it.
    Scope {
        label: Label,
        body: Vec<Stmt>,
    },
    Leave(Label),
    /// `__syncthreads()`, a thread block's or a grid's `sync()`; numbered from 1 in source order. With a vote the threads
    /// that pass it learn what they say together.
    Barrier {
        number: u32,
        scope: BarrierScope,
        vote: Option<Vote>,
    },
    /// An atomic operation on a cell of a global or shared array.
    Atomic(Atomic),
    /// An operation of the lanes of a warp together.
    Warp(Warp),
    /// `__threadfence()` and the like.
    Fence(Fence),
    /// An annotation's `assert` or `barrier_invariant`, or `assert(e)` of the program; proved, then assumed.
    Assert {
        clause: Clause,
        origin: AssertOrigin,
    },
    Assume(Clause),
    /// The unsigned arithmetic of the statements inside wraps on purpose (`wraps;`).
    Wraps(Vec<Stmt>),
    /// A call of a device function that has a contract.
    Call(Call),
}

/// A call by contract: what the caller relies on, and the inlined body, which meets it. Parameters are locals that the
/// body does not write and arrays; nobody leaves the body for a place outside of it.
#[derive(Clone, Debug)]
pub struct Call {
    pub function: String,
    pub requires: Vec<Clause>,
    pub ensures: Vec<Clause>,
    /// As [`Kernel::writes`] and [`Kernel::reads`], in the state at the call.
    pub writes: Vec<Region>,
    pub reads: Vec<Region>,
    /// What the pointers among the parameters point into.
    pub arrays: Vec<(String, ArrayId)>,
    pub body: Vec<Stmt>,
    /// The function's header in the source.
    pub header: Span,
}

/// Whose threads a barrier brings together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BarrierScope {
    Block,
    /// All threads of a cooperative launch.
    Grid,
}

/// `__syncthreads_or(e)` and its kin: all threads of a block that pass the barrier get the same result.
#[derive(Clone, Debug)]
pub struct Vote {
    pub op: VoteOp,
    /// `Bool`, evaluated before the barrier.
    pub operand: Expr,
    /// `Bool`; of a count an integer.
    pub result: LocalId,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VoteOp {
    Any,
    All,
    Count,
}

/// What orders the accesses before it and after it, together with accesses of atomics (R360).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fence {
    pub scope: AtomicScope,
    pub order: MemoryOrder,
}

/// `result = cell; cell = op(cell, operands)` in one step.
#[derive(Clone, Debug)]
pub struct Atomic {
    pub op: AtomicOp,
    pub scope: AtomicScope,
    pub order: MemoryOrder,
    pub array: ArrayId,
    pub index: Vec<Expr>,
    /// Of the cell's type: one value; for a comparison what is expected, then the new value.
    pub operands: Vec<Expr>,
    /// Gets what the cell held before.
    pub result: Option<LocalId>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AtomicOp {
    Add,
    Sub,
    Min,
    Max,
    And,
    Or,
    Xor,
    /// Stores the operand.
    Exch,
    /// `old >= operand ? 0 : old + 1`
    Inc,
    /// `old == 0 || old > operand ? operand : old - 1`
    Dec,
    /// Stores the second operand where the cell holds the first.
    Cas,
    /// Stores nothing.
    Load,
    /// Stores the operand, and reads nothing.
    Store,
}

/// What an atomic operation or a fence orders (R360).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MemoryOrder {
    Relaxed,
    Acquire,
    Release,
    /// Both.
    AcqRel,
}

impl MemoryOrder {
    pub fn acquires(self) -> bool {
        matches!(self, MemoryOrder::Acquire | MemoryOrder::AcqRel)
    }

    pub fn releases(self) -> bool {
        matches!(self, MemoryOrder::Release | MemoryOrder::AcqRel)
    }
}

/// What an access does to a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AccessKind {
    Read,
    Write,
    Atomic(AtomicScope),
    /// A read by an atomic operation that stores nothing.
    Load(AtomicScope),
}

impl Atomic {
    /// What it does to its cell.
    pub fn access(&self) -> AccessKind {
        match self.op {
            AtomicOp::Load => AccessKind::Load(self.scope),
            _ => AccessKind::Atomic(self.scope),
        }
    }
}

impl AccessKind {
    pub fn name(self) -> &'static str {
        match self {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
            AccessKind::Atomic(_) => "atomic",
            AccessKind::Load(_) => "atomic load",
        }
    }

    /// Whether a read of the same cell by another thread would race with it.
    pub fn writes(self) -> bool {
        match self {
            AccessKind::Read | AccessKind::Load(_) => false,
            AccessKind::Write | AccessKind::Atomic(_) => true,
        }
    }
}

/// Among which threads an operation is atomic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AtomicScope {
    Block,
    Device,
    System,
}

/// What the lanes of a warp do together: each lane has operands and a result of its own. A lane is the number of a
/// thread in its block, modulo 32.
#[derive(Clone, Debug)]
pub struct Warp {
    pub op: WarpOp,
    pub lanes: Lanes,
    /// Lanes exchange values within segments of that many: a power of two up to 32.
    pub width: u32,
    pub operands: Vec<Expr>,
    pub result: Option<LocalId>,
}

/// Which lanes must come together.
#[derive(Clone, Debug)]
pub enum Lanes {
    /// Those whose bit is set.
    Mask(Expr),
    /// All of the segment.
    Tile,
    /// Whoever happens to be there: no lane waits for another.
    Present,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WarpOp {
    /// The value of the lane that the second operand numbers within the segment.
    Shfl,
    /// The value of the lane so many below; the own one where there is none in the segment.
    ShflUp,
    ShflDown,
    /// The value of the lane whose number differs in these bits.
    ShflXor,
    /// A bit for each lane whose operand is true: of the warp, or of a tile from its first lane on.
    Ballot,
    Any,
    All,
    /// Orders the lanes' accesses to memory.
    Sync,
    /// `__activemask()`: a bit for each lane that is there.
    Active,
    /// What the operands of all lanes of the segment make together.
    Reduce(Combine),
    /// What those of the lanes up to the own one make together.
    Inclusive(Combine),
    /// The sum of those below the own one.
    Exclusive,
    /// The value of the lane that has that number among those named, from 0.
    ShflRank,
    /// A bit for each lane with the same operand.
    MatchAny,
    /// Whether all have the same operand.
    MatchAll,
    /// How many of the bits below the own lane are set.
    Rank,
    /// How many bits are set.
    Size,
    /// The group of lanes that happen to be there together: a bit for each.
    Coalesced,
}

/// How lanes combine their operands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Combine {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// Lanes of a warp.
pub const WARP: u32 = 32;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AssertOrigin {
    Annotation,
    Program,
    /// A `barrier_invariant` of the barrier that follows.
    Barrier,
    /// The address of an access is a multiple of what its type asks for.
    Aligned,
    /// A value that matters is defined (R353).
    Initialised,
    /// A cell that is read was written before (R355).
    Written,
}

impl AssertOrigin {
    /// A thread for which it is false goes no further.
    pub fn is_program(self) -> bool {
        matches!(
            self,
            AssertOrigin::Program | AssertOrigin::Aligned | AssertOrigin::Initialised | AssertOrigin::Written
        )
    }
}

/// `while (guard) { body }`; `Leave(label)` inside is `break`, leaving the scope that is the
/// outermost statement of `body` is `continue` (the step of a `for` stands behind that scope).
#[derive(Clone, Debug)]
pub struct Loop {
    pub id: LoopId,
    pub label: Label,
    /// Pure; a guard with side effects is `true` with a conditional leave in the body.
    pub guard: Expr,
    pub body: Vec<Stmt>,
    pub invariants: Vec<Clause>,
    pub variant: Option<Clause>,
}

// ── expressions ─────────────────────────────────────────────────────────────────────────────────

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: Box<ExprKind>,
    pub ty: Type,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axis {
    X,
    Y,
    Z,
}

impl Axis {
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    pub fn index(self) -> usize {
        self as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Builtin {
    ThreadIdx(Axis),
    BlockIdx(Axis),
    BlockDim(Axis),
    GridDim(Axis),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unary {
    /// Arithmetic negation.
    Neg,
    /// Logical negation (operand and result `Bool`).
    Not,
    BitNot,
    Abs,
    /// Largest integer below (fractional to the same type).
    Floor,
    Ceil,
    /// Floor of the binary logarithm (specifications).
    Log2,
    /// Is a power of two (specifications; false at 0).
    IsPow2,
}

/// Both operands have the same type (shifts: the right one may differ), the result has the
/// expression's type. Comparisons and connectives give `Bool`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    /// Integers: truncates towards zero. Fractional: division.
    Div,
    /// Has the sign of the dividend.
    Rem,
    Min,
    Max,
    /// `\pow(b, e)`, integer exponent.
    Pow,
    Shl,
    /// Floors (arithmetic shift).
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    /// Short-circuit: the right operand is evaluated only if the left one is true.
    And,
    Or,
    Implies,
    Iff,
}

/// The mathematical function `a * b + c`, which is rounded once where anything is rounded (R302).
pub const FUSED: &str = "fma";

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Conversion {
    /// The program did not write it: value preservation is an assumption (`--ints checked`: an obligation).
    Implicit,
    /// A cast: modulo for integers, truncation from floats.
    Explicit,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Bool(bool),
    Int(BigInt),
    /// A floating-point literal at its exact decimal value.
    Real(BigRational),
    /// The present value in the speaking thread.
    Local(LocalId),
    Builtin(Builtin),
    /// One index for each dimension.
    Read {
        array: ArrayId,
        index: Vec<Expr>,
    },
    Unary(Unary, Expr),
    Binary(Binary, Expr, Expr),
    /// Only the chosen branch is evaluated.
    Conditional(Expr, Expr, Expr),
    /// To `ty` of the expression. Between `Bool` and numbers: `!= 0` and 0/1.
    Convert(Conversion, Expr),
    /// A mathematical function by its canonical name (`sqrt`, `exp`, `pow`, ...): the same
    /// arguments give the same result; nothing else is known.
    Math(String, Vec<Expr>),

    // ── specifications only ──
    Bound(BoundId),
    /// A recursive definition of the file, an operator without definition, or its identity, by name.
    Logic(String, Vec<Expr>),
    /// Several variables of one quantifier; bodies are `Bool`.
    Quantified(Quantifier, Vec<BoundId>, Expr),
    /// `kind(var, body, lo, hi)`, both ends included; `Count` has a `Bool` body.
    Fold {
        kind: FoldKind,
        var: BoundId,
        body: Expr,
        lo: Expr,
        hi: Expr,
    },
    /// Over all threads (or blocks) of the launch, by the bound variable's type.
    FoldThreads {
        kind: FoldKind,
        var: BoundId,
        body: Expr,
    },
    /// A local, built-in, or cell of a shared or private array, as the given thread or block sees it. The indices of a
    /// cell are the speaking thread's: `s@b[j]` is `(s@b)[j]`.
    At(Expr, Expr),
    /// Memory and parameters inside are those at entry.
    Old(Expr),
    /// Value of a ghost or parameter is a `Local`; this is the number of finished iterations.
    LoopCount(LoopId),
    /// The given thread (else the speaking one) takes part.
    Active(Option<Expr>),
    /// `\length` of an array with an unknown extent.
    Length(ArrayId),
}

/// The name of the opaque truth value of what is looked at in proofs alone (R354): any one there, and false in the machine.
pub const LAW: &str = "law";

/// Whether this is what stands before a law of an operator.
pub fn is_law(kernel: &Kernel, cond: &Expr) -> bool {
    matches!(&*cond.kind, ExprKind::Local(local) if kernel.locals[local.index()].is_law())
}

impl Local {
    pub fn is_law(&self) -> bool {
        self.role == LocalRole::Opaque && self.ty == Type::Bool && self.name == LAW
    }
}

/// Whether one of the statements, or one inside of them, is what is looked for.
pub fn occurs(stmts: &[Stmt], is_sought: &dyn Fn(&StmtKind) -> bool) -> bool {
    stmts.iter().any(|stmt| {
        is_sought(&stmt.kind)
            || match &stmt.kind {
                StmtKind::Loop(inner) => occurs(&inner.body, is_sought),
                StmtKind::If { then, else_, .. } => occurs(then, is_sought) || occurs(else_, is_sought),
                StmtKind::Scope { body, .. } | StmtKind::Wraps(body) | StmtKind::Call(Call { body, .. }) => {
                    occurs(body, is_sought)
                }
                StmtKind::Declare(_)
                | StmtKind::DeclareArray(_)
                | StmtKind::Assign { .. }
                | StmtKind::Store { .. }
                | StmtKind::Leave(_)
                | StmtKind::Barrier { .. }
                | StmtKind::Fence(_)
                | StmtKind::Atomic(_)
                | StmtKind::Warp(_)
                | StmtKind::Assert { .. }
                | StmtKind::Assume(_) => false,
            }
    })
}

impl Call {
    /// The expressions of its contract.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let clauses = self.requires.iter().chain(&self.ensures).map(|clause| &clause.expr);
        clauses.chain(self.writes.iter().chain(&self.reads).flat_map(Region::exprs))
    }
}

impl Region {
    /// The ends of its ranges.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.ranges.iter().flat_map(|(least, greatest)| [least, greatest])
    }
}

impl Atomic {
    /// The expressions that it evaluates, in order.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.index.iter().chain(&self.operands)
    }
}

impl Warp {
    /// The expressions that it evaluates, in order.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let mask = match &self.lanes {
            Lanes::Mask(mask) => Some(mask),
            Lanes::Tile | Lanes::Present => None,
        };
        mask.into_iter().chain(&self.operands)
    }
}

impl Expr {
    pub fn new(kind: ExprKind, ty: Type, span: Span) -> Expr {
        Expr { kind: Box::new(kind), ty, span }
    }

    /// The direct subexpressions, in evaluation order: the one traversal that others build on.
    pub fn children(&self) -> Vec<&Expr> {
        match &*self.kind {
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Local(_)
            | ExprKind::Builtin(_)
            | ExprKind::Bound(_)
            | ExprKind::LoopCount(_)
            | ExprKind::Active(None)
            | ExprKind::Length(_) => Vec::new(),
            ExprKind::Read { index, .. } => index.iter().collect(),
            ExprKind::Math(_, args) | ExprKind::Logic(_, args) => args.iter().collect(),
            ExprKind::Unary(_, a)
            | ExprKind::Convert(_, a)
            | ExprKind::Quantified(_, _, a)
            | ExprKind::FoldThreads { body: a, .. }
            | ExprKind::Old(a)
            | ExprKind::Active(Some(a)) => vec![a],
            ExprKind::Binary(_, a, b) | ExprKind::At(a, b) => vec![a, b],
            ExprKind::Conditional(a, b, c) => vec![a, b, c],
            ExprKind::Fold { body, lo, hi, .. } => vec![lo, hi, body],
        }
    }

    /// Calls `visit` on this expression and everything below it, parents first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        for child in self.children() {
            child.walk(visit);
        }
    }
}

/// Which locals and arrays a list of statements may write, nested statements included.
pub fn written(stmts: &[Stmt]) -> Written {
    let mut all = Written::default();
    for stmt in stmts {
        all.add(stmt);
    }
    all
}

/// Locals and arrays that are written somewhere, with the first place that does.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub locals: BTreeMap<LocalId, Span>,
    pub arrays: BTreeMap<ArrayId, Span>,
}

impl Written {
    fn result(&mut self, result: Option<LocalId>, span: Span) {
        if let Some(local) = result {
            self.locals.entry(local).or_insert(span);
        }
    }

    fn add(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(local) | StmtKind::Assign { local, .. } => {
                self.locals.entry(*local).or_insert(stmt.span);
            }
            StmtKind::DeclareArray(array) | StmtKind::Store { array, .. } => {
                self.arrays.entry(*array).or_insert(stmt.span);
            }
            StmtKind::Atomic(Atomic { op, array, result, .. }) => {
                if *op != AtomicOp::Load {
                    self.arrays.entry(*array).or_insert(stmt.span);
                }
                self.result(*result, stmt.span);
            }
            StmtKind::Warp(warp) => self.result(warp.result, stmt.span),
            StmtKind::Barrier { vote, .. } => self.result(vote.as_ref().map(|vote| vote.result), stmt.span),
            StmtKind::If { then, else_, .. } => {
                then.iter().chain(else_).for_each(|inner| self.add(inner));
            }
            StmtKind::Loop(inner) => inner.body.iter().for_each(|stmt| self.add(stmt)),
            StmtKind::Scope { body, .. } | StmtKind::Wraps(body) | StmtKind::Call(Call { body, .. }) => {
                body.iter().for_each(|stmt| self.add(stmt));
            }
            StmtKind::Leave(_) | StmtKind::Fence(_) | StmtKind::Assert { .. } | StmtKind::Assume(_) => {}
        }
    }
}
