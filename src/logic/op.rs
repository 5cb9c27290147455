//! Sorts and operators: one row each in the operator table.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::ids::{SymbolId, TermId, VarId};

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    Bool,
    Int,
    Real,
    /// A float of that many bits whose operations are unknown functions (`--float exact`).
    Float(u8),
}

impl Sort {
    pub fn is_numeric(self) -> bool {
        matches!(self, Sort::Int | Sort::Real)
    }

    /// The name in text form and in SMT-LIB.
    pub fn name(self) -> String {
        match self {
            Sort::Bool => "Bool".into(),
            Sort::Int => "Int".into(),
            Sort::Real => "Real".into(),
            Sort::Float(bits) => format!("Float{bits}"),
        }
    }
}

/// What a fold over an integer range computes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FoldKind {
    Sum,
    Prod,
    Count,
    MinOver,
    MaxOver,
    /// Over a declared operator, by its position among those of the pool (or of the kernel).
    Over(OperatorId),
}

/// A declared associative operator with an identity: `Terms::operators`, in kernels `Kernel::operators`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OperatorId(pub u32);

/// A declared operator (OPERATOR-1).
#[derive(Clone, Debug)]
pub struct Operator {
    pub name: String,
    /// What `body` says of two operands.
    pub operands: [VarId; 2],
    pub body: TermId,
    pub identity: TermId,
    /// It is associative, and the identity is one on both sides: by hypothesis or because that was proved.
    pub is_lawful: bool,
}

impl OperatorId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a fold does with two values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Combine {
    Add,
    Mul,
    Min,
    Max,
    Declared(OperatorId),
}

/// The value of a fold over an empty range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    Number(i64),
    /// The operator's.
    Identity(OperatorId),
    /// There is none: a range has to have a value (CLAUSE-12).
    Nothing,
}

/// One row of the table of folds.
pub struct FoldRow {
    /// The fold's name in annotations and text form.
    pub name: &'static str,
    pub combine: Combine,
    pub unit: Unit,
}

impl FoldKind {
    /// The fold's row. This match is the table.
    pub fn row(self) -> FoldRow {
        let row = |name, combine, unit| FoldRow { name, combine, unit };
        match self {
            FoldKind::Sum => row("sum", Combine::Add, Unit::Number(0)),
            FoldKind::Prod => row("prod", Combine::Mul, Unit::Number(1)),
            FoldKind::Count => row("count", Combine::Add, Unit::Number(0)),
            FoldKind::MinOver => row("min_over", Combine::Min, Unit::Nothing),
            FoldKind::MaxOver => row("max_over", Combine::Max, Unit::Nothing),
            FoldKind::Over(operator) => row("fold", Combine::Declared(operator), Unit::Identity(operator)),
        }
    }

    /// Whether a range has to have a value (CLAUSE-12).
    pub fn needs_values(self) -> bool {
        self.row().unit == Unit::Nothing
    }
}

/// An operation on exact floats: for each width a fixed function of which nothing is known but congruence, and that
/// some are commutative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatOp {
    /// Commutative.
    Add,
    Sub,
    /// Commutative.
    Mul,
    Div,
    Neg,
    Abs,
    Min,
    Max,
    Floor,
    Ceil,
    /// To an integer exponent.
    Pow,
    Lt,
    Le,
    /// C's `==` (commutative): a NaN is not equal to itself, and 0 is to -0.
    Equal,
    /// The float of that width nearest to a real.
    Round(u8),
    /// From another width.
    Convert(u8),
    /// The integer part.
    Trunc,
}

impl FloatOp {
    /// Those without a width of their own, and those of each width.
    pub const ALL: [FloatOp; 21] = [
        FloatOp::Add,
        FloatOp::Sub,
        FloatOp::Mul,
        FloatOp::Div,
        FloatOp::Neg,
        FloatOp::Abs,
        FloatOp::Min,
        FloatOp::Max,
        FloatOp::Floor,
        FloatOp::Ceil,
        FloatOp::Pow,
        FloatOp::Lt,
        FloatOp::Le,
        FloatOp::Equal,
        FloatOp::Trunc,
        FloatOp::Round(16),
        FloatOp::Round(32),
        FloatOp::Round(64),
        FloatOp::Convert(16),
        FloatOp::Convert(32),
        FloatOp::Convert(64),
    ];

    pub fn name(self) -> &'static str {
        match self {
            FloatOp::Add => "fadd",
            FloatOp::Sub => "fsub",
            FloatOp::Mul => "fmul",
            FloatOp::Div => "fdiv",
            FloatOp::Neg => "fneg",
            FloatOp::Abs => "fabs",
            FloatOp::Min => "fmin",
            FloatOp::Max => "fmax",
            FloatOp::Floor => "ffloor",
            FloatOp::Ceil => "fceil",
            FloatOp::Pow => "fpow",
            FloatOp::Lt => "flt",
            FloatOp::Le => "fle",
            FloatOp::Equal => "feq",
            FloatOp::Trunc => "ftrunc",
            FloatOp::Round(16) => "fround16",
            FloatOp::Round(32) => "fround32",
            FloatOp::Round(_) => "fround64",
            FloatOp::Convert(16) => "fconvert16",
            FloatOp::Convert(32) => "fconvert32",
            FloatOp::Convert(_) => "fconvert64",
        }
    }

    pub fn is_commutative(self) -> bool {
        matches!(self, FloatOp::Add | FloatOp::Mul | FloatOp::Equal)
    }

    /// The sorts of the operands, given that of the first, if there is such an operation.
    pub fn operands(self, first: Sort) -> Option<Vec<Sort>> {
        match (self, first) {
            (FloatOp::Round(_), Sort::Real) => Some(vec![first]),
            (FloatOp::Pow, Sort::Float(_)) => Some(vec![first, Sort::Int]),
            (FloatOp::Neg | FloatOp::Abs | FloatOp::Floor | FloatOp::Ceil | FloatOp::Trunc, Sort::Float(_))
            | (FloatOp::Convert(_), Sort::Float(_)) => Some(vec![first]),
            (FloatOp::Round(_), _) => None,
            (_, Sort::Float(_)) => Some(vec![first, first]),
            (_, Sort::Bool | Sort::Int | Sort::Real) => None,
        }
    }

    /// The sort of the result, given that of the first operand.
    pub fn result(self, first: Sort) -> Sort {
        match self {
            FloatOp::Lt | FloatOp::Le | FloatOp::Equal => Sort::Bool,
            FloatOp::Trunc => Sort::Int,
            FloatOp::Round(bits) | FloatOp::Convert(bits) => Sort::Float(bits),
            _ => first,
        }
    }
}

/// The head of a term.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Op {
    Bool(bool),
    Int(BigInt),
    /// Always a literal of sort `Real`.
    Real(BigRational),
    /// A variable of an enclosing binder (or of a pattern that has been opened).
    Var(VarId),
    /// A declared constant or function applied to its arguments.
    Apply(SymbolId),
    /// Only over atoms: the constructors push it inwards.
    Not,
    And,
    Or,
    Implies,
    Ite,
    Eq,
    Le,
    /// Reals only; on integers `a < b` is `a + 1 <= b`.
    Lt,
    Add,
    Mul,
    /// Euclidean quotient as in SMT-LIB (`div`); the floor for positive divisors. Arbitrary for 0.
    Div,
    /// Euclidean remainder as in SMT-LIB (`mod`).
    Mod,
    /// C's quotient, truncated towards zero. Arbitrary for 0.
    TruncDiv,
    /// C's remainder, with the sign of the dividend.
    TruncRem,
    RealDiv,
    /// Integer exponent; 0 for negative exponents.
    Pow,
    /// Floor of the binary logarithm of a positive integer.
    Log2,
    /// The integer is `2^k` for some `k >= 0`.
    IsPow2,
    Min,
    Max,
    Abs,
    /// Integer to real.
    ToReal,
    /// Largest integer not above a real.
    Floor,
    /// On two's complement integers of unbounded width.
    BitAnd,
    Forall(Box<[VarId]>),
    Exists(Box<[VarId]>),
    Float(FloatOp),
    /// Arguments: lower bound, upper bound (included), body.
    Fold(FoldKind, VarId),
}

/// How an operator is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Printed by code of its own: literals, variables, applications, binders.
    Special,
    /// Infix, with its binding strength (higher is tighter).
    Infix(u8),
    /// `name(arguments)`.
    Call,
}

/// One row of the operator table.
pub struct Row {
    /// The operator's name in text form.
    pub name: &'static str,
    pub notation: Notation,
    /// The SMT-LIB symbol, where the operator is one; others are encoded by definition.
    pub smt: Option<&'static str>,
}

impl Op {
    /// The operator's row. This match is the table.
    pub fn row(&self) -> Row {
        let row = |name, notation, smt| Row { name, notation, smt };
        use Notation::{Call, Infix, Special};
        match self {
            Op::Bool(true) => row("true", Special, Some("true")),
            Op::Bool(false) => row("false", Special, Some("false")),
            Op::Int(_) => row("integer", Special, None),
            Op::Real(_) => row("real", Special, None),
            Op::Var(_) => row("variable", Special, None),
            Op::Apply(_) => row("apply", Special, None),
            Op::Not => row("!", Special, Some("not")),
            Op::And => row("&&", Infix(4), Some("and")),
            Op::Or => row("||", Infix(3), Some("or")),
            Op::Implies => row("->", Infix(2), Some("=>")),
            Op::Ite => row("ite", Call, Some("ite")),
            Op::Eq => row("==", Infix(5), Some("=")),
            Op::Le => row("<=", Infix(5), Some("<=")),
            Op::Lt => row("<", Infix(5), Some("<")),
            Op::Add => row("+", Infix(6), Some("+")),
            Op::Mul => row("*", Infix(7), Some("*")),
            Op::Div => row("div", Call, Some("div")),
            Op::Mod => row("mod", Call, Some("mod")),
            Op::TruncDiv => row("tdiv", Call, None),
            Op::TruncRem => row("trem", Call, None),
            Op::RealDiv => row("/", Infix(7), Some("/")),
            Op::Pow => row("pow", Call, None),
            Op::Log2 => row("log2", Call, None),
            Op::IsPow2 => row("is_pow2", Call, None),
            Op::Min => row("min", Call, None),
            Op::Max => row("max", Call, None),
            Op::Abs => row("abs", Call, None),
            Op::ToReal => row("to_real", Call, Some("to_real")),
            Op::Floor => row("floor", Call, Some("to_int")),
            Op::BitAnd => row("bitand", Call, None),
            Op::Forall(_) => row("forall", Special, Some("forall")),
            Op::Exists(_) => row("exists", Special, Some("exists")),
            Op::Float(op) => row(op.name(), Call, None),
            Op::Fold(kind, _) => row(kind.row().name, Special, None),
        }
    }

    /// The variables that the operator binds in its last argument.
    pub fn binds(&self) -> &[VarId] {
        match self {
            Op::Forall(vars) | Op::Exists(vars) => vars,
            Op::Fold(_, var) => std::slice::from_ref(var),
            _ => &[],
        }
    }
}
