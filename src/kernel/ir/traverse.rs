//! The one traversal of statements and expressions, to read and to change: who collects or transforms something goes by it.
//!
//! Walks of their own are those that do something else at every kind, with a state: the text form ([`crate::kernel::text`],
//! [`crate::kernel::parse`]), the symbolic executor with its questions about uniformity, leaving and unrolling
//! ([`crate::exec`]), the typing of races ([`crate::race`]), the compiler of the machine ([`crate::interp`]), definite
//! assignment and undefined values ([`crate::kernel::assigned`], [`crate::kernel::undefined`]).

use std::collections::BTreeMap;

use crate::base::Span;

use super::{
    ArrayId, Atomic, AtomicOp, Call, Clause, Contract, Expr, ExprKind, Label, Lanes, LocalId, Region, Stmt, StmtKind,
    Warp,
};

/// What stands directly inside, by reference or by mutable reference.
macro_rules! inside {
    ($children:ident $exprs:ident $bodies:ident $($mutable:ident)?) => {
        impl Expr {
            /// The direct subexpressions, in evaluation order.
            pub fn $children(&$($mutable)? self) -> Vec<&$($mutable)? Expr> {
                match &$($mutable)? *self.kind {
                    ExprKind::Bool(_)
                    | ExprKind::Int(_)
                    | ExprKind::Real(_)
                    | ExprKind::Local(_)
                    | ExprKind::Builtin(_)
                    | ExprKind::Bound(_)
                    | ExprKind::LoopCount(_)
                    | ExprKind::Active(None)
                    | ExprKind::Length(_) => Vec::new(),
                    ExprKind::Read { index: all, .. } | ExprKind::Math(_, all) | ExprKind::Logic(_, all) => {
                        all.into_iter().collect()
                    }
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
        }

        impl StmtKind {
            /// The expressions that stand in the statement and not in a statement inside of it, those of annotations included.
            pub fn $exprs(&$($mutable)? self) -> Vec<&$($mutable)? Expr> {
                match self {
                    StmtKind::Assign { value, .. } => vec![value],
                    StmtKind::Store { index, value, .. } => index.into_iter().chain([value]).collect(),
                    StmtKind::If { cond, .. } => vec![cond],
                    StmtKind::Loop(inner) => {
                        let annotations = (&$($mutable)? inner.invariants).into_iter().chain(&$($mutable)? inner.variant);
                        let annotations = annotations.map(|clause| &$($mutable)? clause.expr);
                        [&$($mutable)? inner.guard].into_iter().chain(annotations).collect()
                    }
                    StmtKind::Barrier { vote, .. } => {
                        vote.into_iter().map(|vote| &$($mutable)? vote.operand).collect()
                    }
                    StmtKind::Atomic(atomic) => atomic.$exprs().collect(),
                    StmtKind::Warp(warp) => warp.$exprs().collect(),
                    StmtKind::Assert { clause, .. } | StmtKind::Assume(clause) => vec![&$($mutable)? clause.expr],
                    StmtKind::Call(call) => call.contract.$exprs().collect(),
                    StmtKind::Declare(_)
                    | StmtKind::DeclareArray(_)
                    | StmtKind::Scope { .. }
                    | StmtKind::Leave(_)
                    | StmtKind::Fence(_)
                    | StmtKind::Wraps(_) => Vec::new(),
                }
            }

            /// The lists of statements directly inside.
            pub fn $bodies(&$($mutable)? self) -> Vec<&$($mutable)? Vec<Stmt>> {
                match self {
                    StmtKind::If { then, else_, .. } => vec![then, else_],
                    StmtKind::Loop(inner) => vec![&$($mutable)? inner.body],
                    StmtKind::Scope { body, .. } | StmtKind::Wraps(body) | StmtKind::Call(Call { body, .. }) => vec![body],
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
                    | StmtKind::Assume(_) => Vec::new(),
                }
            }
        }

        impl Contract {
            /// The expressions of its clauses, then those of its regions.
            pub fn $exprs(&$($mutable)? self) -> impl Iterator<Item = &$($mutable)? Expr> {
                let Contract { requires, ensures, writes, reads } = self;
                let clauses = requires.into_iter().chain(ensures).map(|clause: &$($mutable)? Clause| &$($mutable)? clause.expr);
                clauses.chain(writes.into_iter().chain(reads).flat_map(|region| region.$exprs()))
            }
        }

        impl Region {
            /// The ends of its ranges.
            pub fn $exprs(&$($mutable)? self) -> impl Iterator<Item = &$($mutable)? Expr> {
                (&$($mutable)? self.ranges).into_iter().flat_map(|(least, greatest)| [least, greatest])
            }
        }

        impl Atomic {
            /// The expressions that it evaluates, in order.
            pub fn $exprs(&$($mutable)? self) -> impl Iterator<Item = &$($mutable)? Expr> {
                (&$($mutable)? self.index).into_iter().chain(&$($mutable)? self.operands)
            }
        }

        impl Warp {
            /// The expressions that it evaluates, in order.
            pub fn $exprs(&$($mutable)? self) -> impl Iterator<Item = &$($mutable)? Expr> {
                let mask = match &$($mutable)? self.lanes {
                    Lanes::Mask(mask) => Some(mask),
                    Lanes::Tile | Lanes::Present => None,
                };
                mask.into_iter().chain(&$($mutable)? self.operands)
            }
        }
    };
}

inside!(children exprs bodies);
inside!(children_mut exprs_mut bodies_mut mut);

impl Expr {
    /// Calls `visit` on this expression and everything below it, parents first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        for child in self.children() {
            child.walk(visit);
        }
    }

    /// The arrays of which cells are read, as often as they are.
    pub fn arrays_read(&self) -> Vec<ArrayId> {
        let mut found = Vec::new();
        self.walk(&mut |part| {
            if let ExprKind::Read { array, .. } = &*part.kind {
                found.push(*array);
            }
        });
        found
    }

    /// Puts a value in the place of the variable.
    pub fn put(&mut self, local: LocalId, value: &Expr) {
        if matches!(&*self.kind, ExprKind::Local(read) if *read == local) {
            *self = value.clone();
            return;
        }
        self.children_mut().into_iter().for_each(|child| child.put(local, value));
    }

    /// Whether the variable is read.
    pub fn mentions(&self, local: LocalId) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= matches!(&*part.kind, ExprKind::Local(read) if *read == local));
        found
    }
}

/// Calls `visit` on the statements and on those inside of them, in source order, outer ones first.
pub fn walk<'k>(stmts: &'k [Stmt], visit: &mut dyn FnMut(&'k Stmt)) {
    for stmt in stmts {
        visit(stmt);
        stmt.kind.bodies().into_iter().for_each(|body| walk(body, visit));
    }
}

/// Whether one of the statements, or one inside of them, is what is looked for.
pub fn occurs(stmts: &[Stmt], is_sought: &dyn Fn(&StmtKind) -> bool) -> bool {
    let found = |kind: &StmtKind| is_sought(kind) || kind.bodies().into_iter().any(|body| occurs(body, is_sought));
    stmts.iter().any(|stmt| found(&stmt.kind))
}

/// Whether some thread may leave the label in the statements.
pub fn leaves(stmts: &[Stmt], label: Label) -> bool {
    occurs(stmts, &|kind| matches!(kind, StmtKind::Leave(left) if *left == label))
}

/// `change` pushes what each statement becomes, those inside of it first.
pub fn rewritten(stmts: Vec<Stmt>, change: &mut dyn FnMut(Stmt, &mut Vec<Stmt>)) -> Vec<Stmt> {
    let mut out = Vec::with_capacity(stmts.len());
    for mut stmt in stmts {
        for body in stmt.kind.bodies_mut() {
            *body = rewritten(std::mem::take(body), change);
        }
        change(stmt, &mut out);
    }
    out
}

impl StmtKind {
    /// The variable that gets a value here.
    pub fn assigned(&self) -> Option<LocalId> {
        self.changed().0
    }

    /// The array of which a cell is written here.
    pub fn stored(&self) -> Option<ArrayId> {
        self.changed().1
    }

    fn changed(&self) -> (Option<LocalId>, Option<ArrayId>) {
        match self {
            StmtKind::Assign { local, .. } => (Some(*local), None),
            StmtKind::Store { array, .. } => (None, Some(*array)),
            StmtKind::Atomic(atomic) => (atomic.result, Some(atomic.array).filter(|_| atomic.op != AtomicOp::Load)),
            StmtKind::Warp(warp) => (warp.result, None),
            StmtKind::Barrier { vote, .. } => (vote.as_ref().map(|vote| vote.result), None),
            StmtKind::Declare(_)
            | StmtKind::DeclareArray(_)
            | StmtKind::If { .. }
            | StmtKind::Loop(_)
            | StmtKind::Scope { .. }
            | StmtKind::Leave(_)
            | StmtKind::Fence(_)
            | StmtKind::Assert { .. }
            | StmtKind::Assume(_)
            | StmtKind::Wraps(_)
            | StmtKind::Call(_) => (None, None),
        }
    }
}

/// Locals and arrays that are written somewhere, with the first place that does.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub locals: BTreeMap<LocalId, Span>,
    pub arrays: BTreeMap<ArrayId, Span>,
}

/// Which locals and arrays a list of statements may write, nested statements included; a declaration makes their values anew.
pub fn written(stmts: &[Stmt]) -> Written {
    let mut all = Written::default();
    walk(stmts, &mut |stmt| {
        let (local, array) = match stmt.kind {
            StmtKind::Declare(local) => (Some(local), None),
            StmtKind::DeclareArray(array) => (None, Some(array)),
            ref kind => kind.changed(),
        };
        local.into_iter().for_each(|local| _ = all.locals.entry(local).or_insert(stmt.span));
        array.into_iter().for_each(|array| _ = all.arrays.entry(array).or_insert(stmt.span));
    });
    all
}
