//! Clauses, the expression forms that only annotations have, logic declarations and side files.

use crate::base::{Diagnostic, Span};
pub use crate::logic::FoldKind;

use super::{BinaryOp, Expr, Ident, Type};

/// One clause of an annotation, wherever it stands.
#[derive(Clone, Debug)]
pub struct Clause {
    pub kind: ClauseKind,
    /// The clause from its keyword to its end.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ClauseKind {
    Requires(Expr),
    Ensures(Expr),
    /// GPUVerify's `__global_invariant` and the like are desugared before they come here.
    Invariant(Expr),
    Variant(Expr),
    Assert(Expr),
    Assume(Expr),
    BarrierInvariant(Expr),
    Ghost(Vec<GhostDecl>),
    Writes(Vec<Region>),
    Reads(Vec<Region>),
    Wraps,
    /// `logic`, `predicate`, `lemma`, `use`: belongs to the file, wherever it stands.
    Logic(LogicItem),
}

/// `ghost int m;` or `ghost int a0[];`
#[derive(Clone, Debug)]
pub struct GhostDecl {
    pub name: Ident,
    pub ty: Type,
    /// Number of `[]`.
    pub dimensions: usize,
}

/// `A[lo..hi]` (both ends included), `A[e]` (a range of one) or the whole of `A`.
#[derive(Clone, Debug)]
pub struct Region {
    pub array: Expr,
    pub range: Option<(Expr, Expr)>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quantifier {
    Forall,
    Exists,
}

/// The sort of a bound variable as written.
#[derive(Clone, Debug)]
pub enum BinderType {
    /// No type, `int`, `integer`, or any C integer type: a mathematical integer.
    Integer,
    /// `real`, `float`, `double`.
    Real,
    /// `\forall t : thread`.
    Thread,
    /// `\forall b : block`.
    Block,
    Other(Type),
}

#[derive(Clone, Debug)]
pub struct Binder {
    pub name: Ident,
    pub ty: BinderType,
}

/// Expression forms of annotations. Chains `a <= b < c` are [`SpecExpr::Chain`].
#[derive(Clone, Debug)]
pub enum SpecExpr {
    /// `\forall int i, j; P`, with the dialects' instantiation hints.
    Quantified(Quantifier, Vec<Binder>, Vec<Expr>, Box<Expr>),
    /// `\let x = e; P`.
    Let { name: Ident, value: Box<Expr>, body: Box<Expr> },
    /// `sum(k, body, lo, hi)`.
    Fold { kind: FoldKind, var: Binder, body: Box<Expr>, lo: Box<Expr>, hi: Box<Expr> },
    /// `fold(plus, k, body, lo, hi)`.
    FoldOver { operator: Ident, var: Binder, body: Box<Expr>, lo: Box<Expr>, hi: Box<Expr> },
    /// `sum(t : thread, e)`.
    FoldThreads { kind: FoldKind, var: Binder, body: Box<Expr> },
    /// Two or more comparisons of one direction: the first operand, then operator and operand.
    Chain(Box<Expr>, Vec<(BinaryOp, Expr)>),
    /// A comparison, bit operation or negation that is an operand of an equality or a bit operation without parentheses.
    Loose(Box<Expr>),
    /// `a[lo .. hi]`, both ends included.
    Range { array: Box<Expr>, lo: Box<Expr>, hi: Box<Expr> },
    /// `x@t`.
    At(Box<Expr>, Box<Expr>),
    /// `\old(e)`.
    Old(Box<Expr>),
    /// `\at(e, Here)`.
    Here(Box<Expr>),
    /// `\other(x)` in a `barrier_invariant`.
    Other(Box<Expr>),
    /// `\loop_count` (1), `\loop_count_2` (2), ... Without backslash it is a name, since a variable of
    /// the program may have it.
    LoopCount(u32),
    /// `\active` and `\active(t)`. `active(t)` without backslash is a call.
    Active(Option<Box<Expr>>),
    /// `\length(A)`.
    Length(Box<Expr>),
    /// `\result` in the contract of a device function.
    Result,
    /// `\min`, `\max`, `\abs`, `\pow`, `\log2`, `\is_pow2`.
    Function(SpecFunction, Vec<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SpecFunction {
    Min,
    Max,
    Abs,
    Pow,
    Log2,
    IsPow2,
}

#[derive(Clone, Debug)]
pub enum LogicItem {
    /// `logic T f(T x, ...) = e;` or `predicate p(T x, ...) = P;` (no return type), `decreases e`.
    Function {
        name: Ident,
        params: Vec<LogicParam>,
        result: Option<Type>,
        body: Option<Expr>,
        decreases: Option<Expr>,
        span: Span,
    },
    /// `lemma name(int x, ...): P by induction on x from e;` with its triggers.
    Lemma {
        name: Ident,
        params: Vec<LogicParam>,
        statement: Expr,
        induction: Option<Induction>,
        /// Each is a list of terms that must all occur.
        triggers: Vec<Vec<Expr>>,
        /// `axiom` stands in place of `lemma`: it is assumed.
        is_axiom: bool,
        span: Span,
    },
    /// `operator plus(int x, int y) = e identity z;`, with or without its definition.
    Operator { name: Ident, params: Vec<LogicParam>, body: Option<Expr>, identity: Expr, span: Span },
    /// `use sum;`
    Use(Ident),
}

/// Where a logic declaration comes from, which decides what its proof may rest on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum LogicSource {
    /// A program or its side file.
    #[default]
    Program,
    /// A logic file: it stands on its own.
    LogicFile,
    /// A file of the standard library, proved by the library's own test.
    Library,
}

/// `by induction on x from e`; from 0 where nothing is said.
#[derive(Clone, Debug)]
pub struct Induction {
    pub on: Ident,
    pub from: Option<Expr>,
}

#[derive(Clone, Debug)]
pub struct LogicParam {
    pub name: Ident,
    pub ty: Type,
    /// Number of `[]`.
    pub dimensions: usize,
}

/// A side file: contracts for source that must not be touched.
#[derive(Clone, Debug, Default)]
pub struct SideFile {
    pub source: LogicSource,
    pub kernels: Vec<SideKernel>,
    pub logic: Vec<LogicItem>,
    pub diagnostics: Vec<Diagnostic>,
}

/// `kernel name { clauses; loop 1.1 { ... } barrier 1 { ... } }`
#[derive(Clone, Debug)]
pub struct SideKernel {
    pub name: Ident,
    pub contract: Vec<Clause>,
    /// Loop path (`[1, 1]` for `loop 1.1`), function for loops of inlined functions, and clauses.
    pub loops: Vec<(Option<String>, Vec<u32>, Vec<Clause>, Span)>,
    pub barriers: Vec<(u32, Vec<Clause>, Span)>,
    pub span: Span,
}
