//! What a contract might say so that threads stay apart: facts about launches and scalar parameters that authors have in mind
//! and seldom write down (RACE-37).

use std::collections::{BTreeMap, BTreeSet};

use num_traits::ToPrimitive;

use crate::kernel::ir::{
    ArrayId, Axis, Binary, Builtin, Clause, Conversion, Expr, ExprKind, Kernel, LocalId, LocalRole, Space, Speaker,
    StmtKind, Type, Unary, walk,
};
use crate::kernel::text;

/// A clause, and how one writes it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// As one writes it behind `requires`.
    pub text: String,
    /// The same in the IR.
    pub clause: Clause,
}

impl Candidate {
    fn new(kernel: &Kernel, clause: Clause) -> Candidate {
        Candidate { text: text::plain_expr(kernel, &clause.expr), clause }
    }

    /// Whether it allows one value only. That a launch has no second or third dimension is so of most.
    pub fn fixes_a_number(&self) -> bool {
        let ExprKind::Binary(Binary::Eq, left, _) = &*self.clause.expr.kind else { return false };
        let mut is_of_axis = false;
        left.walk(&mut |part| {
            is_of_axis |= matches!(
                &*part.kind,
                ExprKind::Builtin(Builtin::BlockDim(Axis::Y | Axis::Z) | Builtin::GridDim(Axis::Y | Axis::Z))
            );
        });
        !is_of_axis
    }

    /// Both clauses as one.
    pub fn and(&self, other: &Candidate) -> Candidate {
        let span = self.clause.span;
        let kind = ExprKind::Binary(Binary::And, self.clause.expr.clone(), other.clause.expr.clone());
        let clause = Clause { expr: Expr::new(kind, Type::Bool, span), speaker: Speaker::Launch, span };
        Candidate { text: format!("{} && {}", self.text, other.text), clause }
    }
}

/// Sizes that are suggested at most, expressions that are compared, and clauses in all.
const MOST_SIZES: usize = 6;
const MOST_FACTORS: usize = 8;
const MOST_NESTED: usize = 4;
const MOST: usize = 400;

/// The candidates: of dimensions, of sizes of blocks, and of what the kernel's integer parameters are, by themselves, as factors of
/// indices, and beside the extents of the launch. Where one implies another, the other comes before it.
pub fn candidates(kernel: &Kernel) -> Vec<Candidate> {
    let build = Build { kernel };
    let mut found = flat(kernel, &build);
    let sizes = sizes(kernel);
    let block = || build.dimension(Builtin::BlockDim(Axis::X));
    for size in sizes.iter().rev() {
        found.push(build.compare(block(), Binary::Le, build.number(*size)));
        found.push(build.multiple(block(), *size));
    }
    let factors = factors(kernel, &build);
    for factor in &factors {
        found.extend(build.of_factor(factor, &sizes));
    }
    for (at, one) in factors.iter().enumerate() {
        for other in &factors[at + 1..] {
            let compare = |op| build.compare(one.clone(), op, other.clone());
            found.extend([Binary::Ge, Binary::Le, Binary::Eq].map(compare));
        }
    }
    // Planes of rows.
    for one in factors.iter().take(MOST_NESTED) {
        for other in factors.iter().take(MOST_NESTED).filter(|other| !std::ptr::eq(*other, one)) {
            let all = used(kernel).flat_map(|axis| build.extents(axis));
            let rows = all.map(|extent| build.product(other.clone(), extent));
            found.extend(rows.map(|rows| build.compare(one.clone(), Binary::Ge, rows)));
        }
    }
    found.push(build.compare(build.dimension(Builtin::GridDim(Axis::X)), Binary::Eq, build.number(1)));
    found.push(build.power_of_two(block()));
    found.extend(sizes.iter().rev().map(|size| build.compare(block(), Binary::Eq, build.number(*size))));
    found.truncate(MOST);
    found
}

/// That dimensions are 1: one by one, those of an axis, and those of both axes beside x.
fn flat(kernel: &Kernel, build: &Build<'_>) -> Vec<Candidate> {
    let along = |axis: Axis| {
        let dimensions = [(Builtin::GridDim(axis), kernel.dims.grid), (Builtin::BlockDim(axis), kernel.dims.block)];
        let used = dimensions.into_iter().filter(|(_, used)| used[axis.index()]);
        let is_one = |(dimension, _)| build.compare(build.dimension(dimension), Binary::Eq, build.number(1));
        used.map(is_one).collect::<Vec<Candidate>>()
    };
    let [z, y] = [Axis::Z, Axis::Y].map(along);
    let mut found = [z.clone(), y.clone()].concat();
    let joined = [&z[..], &y[..], &[z.clone(), y.clone()].concat()].map(<[Candidate]>::to_vec);
    for several in joined.into_iter().filter(|several| several.len() > 1) {
        let one = several.into_iter().reduce(|all, part| all.and(&part));
        found.extend(one.filter(|one| found.iter().all(|known| known.text != one.text)));
    }
    found
}

/// Integer parameters, and what else is one number of the launch and multiplies something.
fn factors(kernel: &Kernel, build: &Build<'_>) -> Vec<Expr> {
    let mut found: Vec<Expr> = scalars(kernel).into_iter().map(|local| build.local(local)).collect();
    found.truncate(MOST_FACTORS);
    let mut texts: BTreeSet<String> = found.iter().map(|factor| text::plain_expr(kernel, factor)).collect();
    let uniform = Uniform::of(kernel);
    let mut note = |e: &Expr| {
        let ExprKind::Binary(Binary::Mul, left, right) = &*e.kind else { return };
        for side in [left, right].into_iter().filter_map(|side| uniform.exact(side)) {
            let mut of_params = false;
            side.walk(&mut |part| of_params |= matches!(&*part.kind, ExprKind::Local(_)));
            if of_params && found.len() < MOST_FACTORS && texts.insert(text::plain_expr(kernel, &side)) {
                found.push(side);
            }
        }
    };
    walk(&kernel.body, &mut |stmt| {
        if !matches!(stmt.kind, StmtKind::Barrier { .. } | StmtKind::Atomic(_) | StmtKind::Warp(_)) {
            stmt.kind.exprs().into_iter().for_each(|e| e.walk(&mut note));
        }
    });
    found
}

/// What is one number of the launch: parameters, dimensions, and variables that are assigned once, from such numbers.
struct Uniform {
    values: BTreeMap<LocalId, Option<Expr>>,
}

impl Uniform {
    fn of(kernel: &Kernel) -> Uniform {
        let mut assigned: BTreeMap<LocalId, Vec<&Expr>> = BTreeMap::new();
        walk(&kernel.body, &mut |stmt| {
            if let StmtKind::Assign { local, value } = &stmt.kind {
                assigned.entry(*local).or_default().push(value);
            }
        });
        let mut uniform = Uniform { values: BTreeMap::new() };
        for (local, of) in (0_u32..).map(LocalId).zip(&kernel.locals) {
            let value = match (&assigned.get(&local).map_or(&[][..], Vec::as_slice), of.role) {
                ([], LocalRole::Param | LocalRole::Template | LocalRole::Global) => None,
                ([value], LocalRole::Variable | LocalRole::Temporary) => match uniform.exact(value) {
                    Some(value) => Some(value),
                    None => continue,
                },
                _ => continue,
            };
            uniform.values.insert(local, value);
        }
        uniform
    }

    /// The expression in exact integers, over parameters and dimensions.
    fn exact(&self, e: &Expr) -> Option<Expr> {
        let kind = match &*e.kind {
            ExprKind::Int(_) | ExprKind::Builtin(Builtin::BlockDim(_) | Builtin::GridDim(_)) => {
                return Some(exact(e.clone()));
            }
            ExprKind::Local(local) => {
                let value = self.values.get(local)?;
                return e.ty.is_integral().then(|| value.clone().unwrap_or_else(|| exact(e.clone())));
            }
            ExprKind::Convert(Conversion::Implicit, of) if e.ty.is_integral() => return self.exact(of),
            ExprKind::Binary(op @ (Binary::Add | Binary::Sub | Binary::Mul), one, other) => {
                ExprKind::Binary(*op, self.exact(one)?, self.exact(other)?)
            }
            _ => return None,
        };
        Some(Expr::new(kind, Type::Integer, e.span))
    }
}

fn exact(e: Expr) -> Expr {
    let span = e.span;
    match &*e.kind {
        ExprKind::Int(_) => Expr { ty: Type::Integer, ..e },
        _ => Expr::new(ExprKind::Convert(Conversion::Implicit, e), Type::Integer, span),
    }
}

/// What the length of an array may be: numbers of the launch, products of two of them, and one more.
pub fn lengths(kernel: &Kernel) -> Vec<Expr> {
    let build = Build { kernel };
    let mut parts = factors(kernel, &build);
    for axis in used(kernel) {
        parts.push(build.dimension(Builtin::GridDim(axis)));
        parts.extend(build.extents(axis));
    }
    parts.extend(sizes(kernel).into_iter().map(|size| build.number(size)));
    let mut all = vec![build.number(1)];
    all.extend(parts.iter().cloned());
    for (at, one) in parts.iter().enumerate() {
        all.extend(parts[at + 1..].iter().map(|other| build.product(one.clone(), other.clone())));
    }
    all.extend(parts.iter().map(|one| build.product(one.clone(), one.clone())));
    let more = |size: &Expr| build.expr(ExprKind::Binary(Binary::Add, size.clone(), build.number(1)), Type::Integer);
    let next: Vec<Expr> = all.iter().map(more).collect();
    all.extend(next);
    all
}

/// That an array has at least so many elements.
pub fn at_least(kernel: &Kernel, array: ArrayId, size: &Expr) -> Candidate {
    let build = Build { kernel };
    build.compare(build.expr(ExprKind::Length(array), Type::Integer), Binary::Ge, size.clone())
}

/// Clauses that let the threads of a launch cover what scalar parameters count, the plainer ones first: along an axis, along several
/// at once, with several items for each thread, within a block (RACE-38).
pub fn coverings(kernel: &Kernel) -> Vec<Candidate> {
    let build = Build { kernel };
    let scalars = scalars(kernel);
    let axes: Vec<Axis> = used(kernel).collect();
    let along = |axis: Axis, local: LocalId, items: Option<i64>| {
        let [grid, block] = [Builtin::GridDim(axis), Builtin::BlockDim(axis)].map(|of| build.dimension(of));
        let many = match items {
            None => grid,
            Some(items) => build.product(build.number(items), grid),
        };
        build.compare(build.local(local), Binary::Le, build.product(many, block))
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
    let block = || build.dimension(Builtin::BlockDim(Axis::X));
    found.extend(scalars.iter().map(|local| build.compare(build.local(*local), Binary::Le, block())));
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

/// The axes along which there may be several threads.
fn used(kernel: &Kernel) -> impl Iterator<Item = Axis> {
    Axis::ALL.into_iter().filter(|axis| kernel.dims.block[axis.index()] || kernel.dims.grid[axis.index()])
}

/// Integer parameters.
fn scalars(kernel: &Kernel) -> Vec<LocalId> {
    let all = (0_u32..).map(LocalId).zip(&kernel.locals);
    let integers = all.filter(|(_, local)| local.role == LocalRole::Param && local.ty.is_integral());
    integers.map(|(id, _)| id).collect()
}

struct Build<'k> {
    kernel: &'k Kernel,
}

impl Build<'_> {
    fn expr(&self, kind: ExprKind, ty: Type) -> Expr {
        Expr::new(kind, ty, self.kernel.span)
    }

    fn number(&self, value: i64) -> Expr {
        self.expr(ExprKind::Int(value.into()), Type::Integer)
    }

    fn local(&self, local: LocalId) -> Expr {
        exact(self.expr(ExprKind::Local(local), self.kernel.locals[local.index()].ty))
    }

    fn dimension(&self, dimension: Builtin) -> Expr {
        exact(self.expr(ExprKind::Builtin(dimension), Type::UINT))
    }

    fn product(&self, one: Expr, other: Expr) -> Expr {
        self.expr(ExprKind::Binary(Binary::Mul, one, other), Type::Integer)
    }

    /// The threads of a block and of the launch along an axis.
    fn extents(&self, axis: Axis) -> [Expr; 2] {
        let block = || self.dimension(Builtin::BlockDim(axis));
        [block(), self.product(block(), self.dimension(Builtin::GridDim(axis)))]
    }

    fn compare(&self, one: Expr, op: Binary, other: Expr) -> Candidate {
        self.candidate(self.expr(ExprKind::Binary(op, one, other), Type::Bool))
    }

    fn multiple(&self, one: Expr, of: i64) -> Candidate {
        let rest = self.expr(ExprKind::Binary(Binary::Rem, one, self.number(of)), Type::Integer);
        self.compare(rest, Binary::Eq, self.number(0))
    }

    fn power_of_two(&self, one: Expr) -> Candidate {
        self.candidate(self.expr(ExprKind::Unary(Unary::IsPow2, one), Type::Bool))
    }

    fn candidate(&self, expr: Expr) -> Candidate {
        Candidate::new(self.kernel, Clause { expr, speaker: Speaker::Launch, span: self.kernel.span })
    }

    /// What may be asked of a parameter, or of another number of the launch.
    fn of_factor(&self, factor: &Expr, sizes: &[i64]) -> Vec<Candidate> {
        let compare = |op, other| self.compare(factor.clone(), op, other);
        let mut found = vec![compare(Binary::Ne, self.number(0)), compare(Binary::Ge, self.number(1))];
        let extents: Vec<[Expr; 2]> = used(self.kernel).map(|axis| self.extents(axis)).collect();
        found.extend(extents.iter().flatten().map(|extent| compare(Binary::Ge, extent.clone())));
        found.extend(extents.first().into_iter().flatten().rev().map(|extent| compare(Binary::Le, extent.clone())));
        found.extend(extents.iter().flatten().map(|extent| compare(Binary::Eq, extent.clone())));
        for size in sizes {
            found.push(self.multiple(factor.clone(), *size));
            found.push(compare(Binary::Le, self.number(*size)));
            found.push(compare(Binary::Eq, self.number(*size)));
        }
        found
    }
}
