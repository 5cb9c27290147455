//! Kernels written by hand, as short as they can be said in Rust.

use num_bigint::BigInt;

use crate::base::{Config, Span};
use crate::exec::execute;
use crate::kernel::ir::{
    Array, ArrayId, Atomic, AtomicOp, AtomicScope, Axis, Binary, Bound, BoundId, Builtin, Clause, Dims, Expr, ExprKind,
    Kernel, Label, Local, LocalId, LocalRole, Loop, LoopId, LoopInfo, MemoryOrder, Quantifier, Space, Speaker, Stmt,
    StmtKind, Type,
};
use crate::tasks::{Form, TaskSet};

/// A kernel under construction.
pub struct Builder {
    pub kernel: Kernel,
}

/// Every place is another, so that obligations can be told apart.
fn place() -> Span {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    let at = NEXT.fetch_add(1, Ordering::Relaxed);
    Span::new(Default::default(), at, at + 1)
}

pub fn kernel() -> Builder {
    Builder {
        kernel: Kernel {
            name: "k".into(),
            dims: Dims { block: [true, false, false], grid: [true, false, false] },
            labels: 1,
            ..Kernel::default()
        },
    }
}

impl Builder {
    fn local_of(&mut self, name: &str, role: LocalRole, ty: Type) -> LocalId {
        self.kernel.locals.push(Local { name: name.into(), ty, role, span: Span::default() });
        LocalId(self.kernel.locals.len() as u32 - 1)
    }

    pub fn param(&mut self, name: &str) -> LocalId {
        self.local_of(name, LocalRole::Param, Type::INT)
    }

    pub fn local(&mut self, name: &str) -> LocalId {
        self.local_of(name, LocalRole::Variable, Type::INT)
    }

    /// An array of integers; `extent` 0 for an unknown length.
    pub fn array(&mut self, name: &str, space: Space, extent: i64) -> ArrayId {
        self.kernel.arrays.push(Array {
            length_used: extent == 0,
            is_restrict: false,
            ..Array::new(name, Type::Integer, space, vec![(extent > 0).then(|| int(extent))], Span::default())
        });
        ArrayId(self.kernel.arrays.len() as u32 - 1)
    }

    pub fn label(&mut self) -> Label {
        self.kernel.labels += 1;
        Label(self.kernel.labels - 1)
    }

    pub fn bound(&mut self, name: &str, ty: Type) -> BoundId {
        self.kernel.bound.push(Bound { name: name.into(), ty });
        BoundId(self.kernel.bound.len() as u32 - 1)
    }

    pub fn while_(&mut self, label: Label, guard: Expr, invariants: Vec<Clause>, body: Vec<Stmt>) -> Stmt {
        let id = LoopId(self.kernel.loops.len() as u32);
        self.kernel.loops.push(LoopInfo { path: vec![id.0 + 1], function: None, span: Span::default() });
        stmt(StmtKind::Loop(Loop { id, label, guard, body, invariants, variant: None }))
    }

    pub fn run(&self) -> TaskSet {
        execute(&self.kernel, &Config::default())
    }
}

pub fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr::new(kind, ty, place())
}

pub fn int(value: i64) -> Expr {
    expr(ExprKind::Int(BigInt::from(value)), Type::INT)
}

pub fn get(local: LocalId) -> Expr {
    expr(ExprKind::Local(local), Type::INT)
}

pub fn tid() -> Expr {
    expr(ExprKind::Builtin(Builtin::ThreadIdx(Axis::X)), Type::INT)
}

pub fn bid() -> Expr {
    expr(ExprKind::Builtin(Builtin::BlockIdx(Axis::X)), Type::INT)
}

pub fn bdim() -> Expr {
    expr(ExprKind::Builtin(Builtin::BlockDim(Axis::X)), Type::INT)
}

pub fn read(array: ArrayId, index: Expr) -> Expr {
    expr(ExprKind::Read { array, index: vec![index] }, Type::INT)
}

pub fn op(op: Binary, left: Expr, right: Expr) -> Expr {
    let ty = match op {
        Binary::Lt | Binary::Le | Binary::Eq | Binary::Ne | Binary::And | Binary::Or | Binary::Implies => Type::Bool,
        _ => Type::INT,
    };
    expr(ExprKind::Binary(op, left, right), ty)
}

pub fn add(left: Expr, right: Expr) -> Expr {
    op(Binary::Add, left, right)
}

pub fn lt(left: Expr, right: Expr) -> Expr {
    op(Binary::Lt, left, right)
}

pub fn eq(left: Expr, right: Expr) -> Expr {
    op(Binary::Eq, left, right)
}

pub fn forall(vars: &[BoundId], body: Expr) -> Expr {
    expr(ExprKind::Quantified(Quantifier::Forall, vars.to_vec(), body), Type::Bool)
}

pub fn clause(speaker: Speaker, expr: Expr) -> Clause {
    Clause { expr, speaker, span: place() }
}

pub fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: place() }
}

pub fn set(local: LocalId, value: Expr) -> Stmt {
    stmt(StmtKind::Assign { local, value })
}

pub fn store(array: ArrayId, index: Expr, value: Expr) -> Stmt {
    stmt(StmtKind::Store { array, index: vec![index], value })
}

pub fn atomic(op: AtomicOp, array: ArrayId, index: Expr, value: Expr) -> Stmt {
    let scope = AtomicScope::Device;
    let order = MemoryOrder::Relaxed;
    stmt(StmtKind::Atomic(Atomic { op, scope, order, array, index: vec![index], operands: vec![value], result: None }))
}

pub fn if_(cond: Expr, then: Vec<Stmt>) -> Stmt {
    stmt(StmtKind::If { cond, then, else_: Vec::new() })
}

pub fn leave(label: Label) -> Stmt {
    stmt(StmtKind::Leave(label))
}

pub fn scope(label: Label, body: Vec<Stmt>) -> Stmt {
    stmt(StmtKind::Scope { label, body })
}

pub fn declare(local: LocalId) -> Stmt {
    stmt(StmtKind::Declare(local))
}

pub fn barrier() -> Stmt {
    stmt(StmtKind::Barrier { number: 1, scope: crate::kernel::ir::BarrierScope::Block, vote: None })
}

pub fn assert(clause: Clause) -> Stmt {
    stmt(StmtKind::Assert { clause, origin: crate::kernel::ir::AssertOrigin::Annotation })
}

// ── what came out ───────────────────────────────────────────────────────────────────────────────

/// Ids and goals, a line each.
pub fn goals(set: &TaskSet) -> Vec<String> {
    assert_eq!(set.unsupported, [], "nothing unsupported");
    set.tasks.iter().map(|task| format!("{}: {}", task.id, plain(&set.terms.show(task.goal)))).collect()
}

/// Goal of one task.
pub fn goal(set: &TaskSet, id: &str) -> String {
    let task = set.tasks.iter().find(|task| task.id == id);
    let task = task.unwrap_or_else(|| panic!("no {id} in {:?}", goals(set)));
    plain(&set.terms.show(task.goal))
}

/// The hypotheses of a task from `origin` on, a line each.
pub fn hypotheses(set: &TaskSet, id: &str) -> Vec<String> {
    let task = set.tasks.iter().find(|task| task.id == id);
    let task = task.unwrap_or_else(|| panic!("no {id} in {:?}", goals(set)));
    task.hypotheses
        .iter()
        .map(|at| {
            let hypothesis = &set.hypotheses[*at];
            let text = match &hypothesis.form {
                Form::Proposition(fact) => set.terms.show(*fact),
                Form::Assign(assign) => {
                    let index: Vec<String> = assign.index.iter().map(|at| set.terms.show(*at)).collect();
                    format!(
                        "{}({}) := {} if {}",
                        set.terms.symbol_info(assign.new).name,
                        index.join(", "),
                        set.terms.show(assign.value),
                        set.terms.show(assign.mask)
                    )
                }
                Form::Schema(schema) => set.terms.show(schema.fact),
            };
            format!("{}: {}", hypothesis.origin, plain(&text))
        })
        .collect()
}

/// Without the numbers of variables.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '?' {
            while letters.peek().is_some_and(char::is_ascii_digit) {
                letters.next();
            }
        } else {
            out.push(letter);
        }
    }
    out
}
