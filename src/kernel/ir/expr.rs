//! Expressions.

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::base::Span;

use super::{ArrayId, BoundId, FoldKind, LocalId, LoopId, Quantifier, Type};

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: Box<ExprKind>,
    pub ty: Type,
    pub span: Span,
}

impl Expr {
    pub fn new(kind: ExprKind, ty: Type, span: Span) -> Expr {
        Expr { kind: Box::new(kind), ty, span }
    }
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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Builtin {
    ThreadIdx(Axis),
    BlockIdx(Axis),
    BlockDim(Axis),
    GridDim(Axis),
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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Conversion {
    /// The program did not write it: value preservation is an assumption (`--ints checked`: an obligation).
    Implicit,
    /// A cast: modulo for integers, truncation from floats.
    Explicit,
}

/// The mathematical function `a * b + c`, which is rounded once where anything is rounded (VALUE-30).
pub const FUSED: &str = "fma";
