//! Statements.

use crate::base::Span;

use super::{Clause, Declaration, Enumeration, Expr, Ident, Record, Typedef, Using};

#[derive(Clone, Debug)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
    /// `//@ wraps;` stood before this statement.
    pub wraps: bool,
}

impl Stmt {
    pub fn new(kind: StmtKind, span: Span) -> Stmt {
        Stmt { kind, span, wraps: false }
    }
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Empty,
    Expr(Expr),
    Declare(Declaration),
    Typedef(Typedef),
    Record(Record),
    Enum(Enumeration),
    Using(Vec<Using>),
    /// Its condition, where that is understood.
    StaticAssert(Expr),
    /// Names for the parts of a variable, in order.
    Bind {
        object: String,
        names: Vec<Ident>,
    },
    Block(Block),
    If {
        cond: Condition,
        then: Box<Stmt>,
        else_: Option<Box<Stmt>>,
        is_constexpr: bool,
    },
    While {
        cond: Condition,
        body: Box<Stmt>,
        annot: LoopAnnot,
    },
    DoWhile {
        body: Box<Stmt>,
        cond: Expr,
        annot: LoopAnnot,
    },
    For {
        init: Option<Box<Stmt>>,
        cond: Option<Condition>,
        step: Option<Expr>,
        body: Box<Stmt>,
        annot: LoopAnnot,
    },
    Switch {
        value: Expr,
        body: Box<Stmt>,
    },
    /// The handlers without what they catch.
    Try(Block, Vec<Block>),
    Case(Expr),
    Default,
    Break,
    Continue,
    Return(Option<Expr>),
    Goto(Ident),
    Label(Ident),
    /// `//@ assert`, `assume`, `barrier_invariant`.
    Annotation(Clause),
    /// Parsed by balanced tokens only (`asm`, a local function, ...).
    Unsupported(String),
}

/// A condition: an expression or a declaration (`if (int x = f())`).
#[derive(Clone, Debug)]
pub enum Condition {
    Expr(Expr),
    Declaration(Box<Declaration>),
}

/// What is attached to a loop.
#[derive(Clone, Debug, Default)]
pub struct LoopAnnot {
    pub invariants: Vec<Clause>,
    pub variant: Option<Clause>,
    pub pragma_unroll: bool,
}
