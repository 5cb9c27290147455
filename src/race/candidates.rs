//! What a contract might say so that threads stay apart: facts about launches and scalar parameters that authors have in mind
//! and seldom write down (R114).

use std::collections::BTreeSet;

use num_traits::ToPrimitive;

use crate::base::Span;
use crate::kernel::ir::{
    Axis, Binary, Builtin, Clause, Conversion, Expr, ExprKind, Kernel, LocalId, LocalRole, Space, Speaker, StmtKind,
    Type, walk,
};

/// A clause, and how one writes it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// As one writes it behind `requires`.
    pub text: String,
    /// The same in the IR.
    pub clause: Clause,
}

impl Candidate {
    /// Both clauses as one.
    pub fn and(&self, other: &Candidate) -> Candidate {
        let span = self.clause.span;
        let kind = ExprKind::Binary(Binary::And, self.clause.expr.clone(), other.clause.expr.clone());
        let clause = Clause { expr: Expr::new(kind, Type::Bool, span), speaker: Speaker::Launch, span };
        Candidate { text: format!("{} && {}", self.text, other.text), clause }
    }
}

/// Sizes of blocks that are suggested at most.
const MOST_SIZES: usize = 6;

/// The candidates, the weaker ones first. Where one implies another, the other comes before it.
pub fn candidates(kernel: &Kernel) -> Vec<Candidate> {
    let build = Build { span: kernel.span };
    let mut found = Vec::new();
    for axis in [Axis::Z, Axis::Y] {
        if kernel.dims.grid[axis.index()] {
            found.push(build.equal(Builtin::GridDim(axis), 1));
        }
    }
    for axis in [Axis::Z, Axis::Y] {
        if kernel.dims.block[axis.index()] {
            found.push(build.equal(Builtin::BlockDim(axis), 1));
        }
    }
    let sizes = sizes(kernel);
    found.extend(sizes.iter().rev().map(|size| build.at_most(Builtin::BlockDim(Axis::X), *size)));
    let scalars: Vec<LocalId> = scalars(kernel);
    let threads = [vec![Builtin::BlockDim(Axis::X), Builtin::GridDim(Axis::X)], vec![Builtin::BlockDim(Axis::X)]];
    for local in &scalars {
        found.push(build.compare(kernel, *local, Binary::Ne, build.number(0)));
        found.push(build.compare(kernel, *local, Binary::Ge, build.number(1)));
        for many in threads.iter().rev() {
            found.push(build.compare(kernel, *local, Binary::Ge, build.product(many)));
        }
        for many in &threads {
            found.push(build.compare(kernel, *local, Binary::Le, build.product(many)));
        }
    }
    found.push(build.equal(Builtin::GridDim(Axis::X), 1));
    found.extend(sizes.iter().rev().map(|size| build.equal(Builtin::BlockDim(Axis::X), *size)));
    found
}

/// Clauses that let the threads of a launch cover what scalar parameters count, the plainer ones first: along an axis, along several
/// at once, with several items for each thread, within a block (R372).
pub fn coverings(kernel: &Kernel) -> Vec<Candidate> {
    let build = Build { span: kernel.span };
    let scalars = scalars(kernel);
    let used = |axis: &Axis| kernel.dims.block[axis.index()] || kernel.dims.grid[axis.index()];
    let axes: Vec<Axis> = [Axis::X, Axis::Y, Axis::Z].into_iter().filter(used).collect();
    let along = |axis: Axis, local: LocalId, items: Option<i64>| {
        let (text, threads) = build.product(&[Builtin::GridDim(axis), Builtin::BlockDim(axis)]);
        let many = match items {
            None => (text, threads),
            Some(items) => {
                let (name, number) = build.number(items);
                let kind = ExprKind::Binary(Binary::Mul, number, threads);
                (format!("{name} * {text}"), build.expr(kind, Type::Integer))
            }
        };
        build.compare(kernel, local, Binary::Le, many)
    };
    let mut found: Vec<Candidate> = Vec::new();
    for axis in &axes {
        found.extend(scalars.iter().map(|local| along(*axis, *local, None)));
    }
    let (mut joined, mut widest) = (Vec::new(), found[..scalars.len()].to_vec());
    for axis in axes.iter().skip(1) {
        let with = |known: &Candidate| -> Vec<Candidate> {
            let others = scalars.iter().map(|local| along(*axis, *local, None));
            others.filter(|other| !known.text.contains(&other.text)).map(|other| known.and(&other)).collect()
        };
        widest = widest.iter().flat_map(with).take(MOST_JOINED).collect();
        joined.extend(widest.iter().cloned());
    }
    found.extend(joined);
    for items in sizes(kernel).into_iter().filter(|items| *items <= MOST_ITEMS) {
        found.extend(scalars.iter().map(|local| along(Axis::X, *local, Some(items))));
    }
    found.extend(
        scalars
            .iter()
            .map(|local| build.compare(kernel, *local, Binary::Le, build.dimension(Builtin::BlockDim(Axis::X)))),
    );
    found
}

/// Items of a thread that are suggested at most, and clauses about several axes.
const MOST_ITEMS: i64 = 64;
const MOST_JOINED: usize = 12;

/// Sizes of blocks that the kernel's numbers suggest, the smallest first.
fn sizes(kernel: &Kernel) -> Vec<i64> {
    let mut numbers = BTreeSet::new();
    for array in kernel.arrays.iter().filter(|array| array.space == Space::Shared) {
        array.extents.iter().flatten().for_each(|extent| note(extent, &mut numbers));
    }
    walk(&kernel.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { value, .. } => note(value, &mut numbers),
        StmtKind::Store { index, .. } => index.iter().for_each(|index| note(index, &mut numbers)),
        StmtKind::If { cond, .. } => note(cond, &mut numbers),
        StmtKind::Loop(inner) => note(&inner.guard, &mut numbers),
        _ => {}
    });
    let numbers: Vec<i64> = numbers.into_iter().collect();
    numbers[numbers.len().saturating_sub(MOST_SIZES)..].to_vec()
}

fn note(expr: &Expr, numbers: &mut BTreeSet<i64>) {
    expr.walk(&mut |part| {
        if let ExprKind::Int(value) = &*part.kind {
            numbers.extend(value.to_i64().filter(|value| (2..=1_024).contains(value)));
        }
    });
}

/// Integer parameters.
fn scalars(kernel: &Kernel) -> Vec<LocalId> {
    let all = (0_u32..).map(LocalId).zip(&kernel.locals);
    let integers = all.filter(|(_, local)| local.role == LocalRole::Param && local.ty.is_integral());
    integers.map(|(id, _)| id).collect()
}

struct Build {
    span: Span,
}

impl Build {
    fn expr(&self, kind: ExprKind, ty: Type) -> Expr {
        Expr::new(kind, ty, self.span)
    }

    fn number(&self, value: i64) -> (String, Expr) {
        (value.to_string(), self.expr(ExprKind::Int(value.into()), Type::Integer))
    }

    fn exact(&self, value: Expr) -> Expr {
        self.expr(ExprKind::Convert(Conversion::Implicit, value), Type::Integer)
    }

    fn dimension(&self, dimension: Builtin) -> (String, Expr) {
        let axis = |axis: Axis| ["x", "y", "z"][axis.index()];
        let name = match dimension {
            Builtin::BlockDim(of) => format!("blockDim.{}", axis(of)),
            Builtin::GridDim(of) => format!("gridDim.{}", axis(of)),
            Builtin::ThreadIdx(of) => format!("threadIdx.{}", axis(of)),
            Builtin::BlockIdx(of) => format!("blockIdx.{}", axis(of)),
        };
        (name, self.exact(self.expr(ExprKind::Builtin(dimension), Type::UINT)))
    }

    fn product(&self, dimensions: &[Builtin]) -> (String, Expr) {
        let mut parts = dimensions.iter().map(|dimension| self.dimension(*dimension));
        let first = parts.next().unwrap_or_else(|| self.number(1));
        parts.fold(first, |(text, product), (name, next)| {
            let product = self.expr(ExprKind::Binary(Binary::Mul, product, next), Type::Integer);
            (format!("{text} * {name}"), product)
        })
    }

    fn clause(&self, (left, one): (String, Expr), op: Binary, (right, other): (String, Expr)) -> Candidate {
        let sign = match op {
            Binary::Eq => "==",
            Binary::Ne => "!=",
            Binary::Le => "<=",
            _ => ">=",
        };
        let expr = self.expr(ExprKind::Binary(op, one, other), Type::Bool);
        let clause = Clause { expr, speaker: Speaker::Launch, span: self.span };
        Candidate { text: format!("{left} {sign} {right}"), clause }
    }

    fn equal(&self, dimension: Builtin, value: i64) -> Candidate {
        self.clause(self.dimension(dimension), Binary::Eq, self.number(value))
    }

    fn at_most(&self, dimension: Builtin, value: i64) -> Candidate {
        self.clause(self.dimension(dimension), Binary::Le, self.number(value))
    }

    fn compare(&self, kernel: &Kernel, local: LocalId, op: Binary, other: (String, Expr)) -> Candidate {
        let info = &kernel.locals[local.index()];
        let value = self.exact(self.expr(ExprKind::Local(local), info.ty));
        self.clause((info.name.clone(), value), op, other)
    }
}
