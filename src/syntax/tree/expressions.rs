//! Expressions of programs and annotations.

use crate::base::Span;

use super::{Block, Name, Param, SpecExpr, Type, Unsupported};

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Int(IntLiteral),
    /// Digits as written, without suffix (decimal or hexadecimal); 16, 32 or 64 bits.
    Float {
        text: String,
        bits: u8,
    },
    Bool(bool),
    Char(u32),
    Str(String),
    Nullptr,
    This,
    Name(Name),
    Unary(UnaryOp, Box<Expr>),
    /// `++x`, `x--`, ...
    Step {
        increment: bool,
        prefix: bool,
        place: Box<Expr>,
    },
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `x = e` or `x op= e`.
    Assign(Option<BinaryOp>, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Comma(Box<Expr>, Box<Expr>),
    Call(Box<Expr>, Vec<Expr>),
    /// `kernel<<<grid, block>>>(args)`.
    Launch(Box<LaunchCall>),
    Index(Box<Expr>, Box<Expr>),
    Member {
        base: Box<Expr>,
        member: Name,
        arrow: bool,
    },
    Cast(CastStyle, Box<Type>, Box<Expr>),
    /// `T(a, b)` or `T{a, b}` with a type that is known to be one.
    Construct(Box<Type>, Vec<Expr>),
    InitList(Vec<Expr>),
    Lambda(Box<Lambda>),
    SizeofType(Box<Type>),
    AlignofType(Box<Type>),
    SizeofExpr(Box<Expr>),
    /// How many elements an array has, in a range-based `for`.
    Extent(Box<Expr>),
    /// Parsed by balanced tokens only: a lambda, `new`, `typeid`, ...
    Unsupported(String),
    /// Forms that only annotations have.
    Spec(SpecExpr),
}

/// A launch where it stands in the host's code.
#[derive(Clone, Debug)]
pub struct LaunchCall {
    pub kernel: Expr,
    /// Grid, block, shared bytes, stream.
    pub config: Vec<Expr>,
    pub args: Vec<Expr>,
}

/// `[captures](params) -> result { body }`
#[derive(Clone, Debug)]
pub struct Lambda {
    /// What stands in the brackets, item by item, as written.
    pub captures: Vec<String>,
    pub params: Vec<Param>,
    pub return_type: Option<Type>,
    pub is_mutable: bool,
    pub body: Block,
    pub unsupported: Vec<Unsupported>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntLiteral {
    pub value: num_bigint::BigInt,
    pub unsigned: bool,
    /// Number of `l` in the suffix: 0, 1 or 2.
    pub long: u8,
    /// Written in decimal (which C types differently from hexadecimal, octal and binary).
    pub decimal: bool,
}

impl IntLiteral {
    /// A decimal number without suffix.
    pub fn decimal(value: impl Into<num_bigint::BigInt>) -> IntLiteral {
        IntLiteral { value: value.into(), unsigned: false, long: 0, decimal: true }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastStyle {
    C,
    Static,
    Reinterpret,
    Const,
    Dynamic,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    BitNot,
    Deref,
    AddressOf,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    /// Annotations only.
    Implies,
    /// Annotations only.
    Iff,
}

impl Expr {
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }
}

/// Before the name of an atomic function of the texts under `specs/headers`, which takes values: after the operands come its
/// memory orders (of a comparison that for failure, too) and the scope, as numbers of `<cuda/atomic>`.
pub const ORDERED_ATOMIC: &str = "__ordered_";

/// A function that no program could name (LIB-27): that inline assembly stays among the accesses around it is assumed.
pub const UNORDERED_ASSEMBLY: &str = "asm.unordered";

/// Another one: the pointer that is its argument, which must point into global memory.
pub const GLOBAL_MEMORY: &str = "asm.global";

/// Another one: the same, of memory that the kernel may not write (LIB-4).
pub const READ_ONLY_MEMORY: &str = "asm.read_only";

/// Another one: its second argument is assigned to its first one bit for bit, whether or not integers are signed.
pub const ASSIGNED_BITS: &str = "asm.assigned";
