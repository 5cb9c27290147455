//! How a kernel uses atomics (ATOMIC-9, ATOMIC-14).

use std::collections::{BTreeMap, BTreeSet};

use num_traits::Signed;

use crate::kernel::ir::{ArrayId, Atomic, AtomicOp, Expr, ExprKind, Kernel, StmtKind, Type, Unary, walk};

/// How a kernel uses atomics on one array.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    pub ops: BTreeSet<AtomicOp>,
    /// Statements.
    pub sites: usize,
    /// Every operand is a positive literal.
    pub positive: bool,
    /// What its sums may do to a cell.
    pub ways: Ways,
    /// Some statement's unsigned sum wraps on purpose: what it leaves is none of the exact sums of the others.
    pub wraps: bool,
}

impl Usage {
    pub fn is_tickets(&self) -> bool {
        self.positive
            && !self.wraps
            && self.ops.len() == 1
            && (self.ops.contains(&AtomicOp::Add) || self.ops.contains(&AtomicOp::Sub))
    }
}

/// Whether what is added may make a number larger, and smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ways {
    pub up: bool,
    pub down: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Up,
    Down,
}

impl Ways {
    pub fn opposite(self) -> Ways {
        Ways { up: self.down, down: self.up }
    }

    pub fn has(self, way: Way) -> bool {
        match way {
            Way::Up => self.up,
            Way::Down => self.down,
        }
    }
}

/// The atomics of a kernel, array by array.
pub fn usage(kernel: &Kernel) -> BTreeMap<ArrayId, Usage> {
    let mut found: BTreeMap<ArrayId, Usage> = BTreeMap::new();
    let mut wrapping: BTreeSet<ArrayId> = BTreeSet::new();
    walk(&kernel.body, &mut |stmt| {
        let StmtKind::Wraps(body) = &stmt.kind else { return };
        walk(body, &mut |stmt| {
            let StmtKind::Atomic(Atomic { op: AtomicOp::Add | AtomicOp::Sub, array, .. }) = &stmt.kind else { return };
            let element = kernel.arrays[array.index()].element;
            wrapping.extend(matches!(element, Type::Int { signed: false, .. }).then_some(*array));
        });
    });
    walk(&kernel.body, &mut |stmt| {
        let StmtKind::Atomic(atomic) = &stmt.kind else { return };
        if atomic.op == AtomicOp::Load {
            return;
        }
        let usage = found.entry(atomic.array).or_insert(Usage { positive: true, ..Usage::default() });
        usage.ops.insert(atomic.op);
        usage.sites += 1;
        usage.positive &= atomic.operands.iter().all(is_positive);
        let ways = ways_of(atomic);
        usage.ways = Ways { up: usage.ways.up || ways.up, down: usage.ways.down || ways.down };
        usage.wraps = wrapping.contains(&atomic.array);
    });
    found
}

/// A positive integer literal, in whatever type.
fn is_positive(expr: &Expr) -> bool {
    match (&*expr.kind, expr.ty) {
        (ExprKind::Int(value), Type::Int { .. }) => *value > 0.into() && fits(value, expr.ty),
        (ExprKind::Convert(_, inner), Type::Int { .. }) => {
            matches!(&*inner.kind, ExprKind::Int(value) if *value > 0.into() && fits(value, expr.ty))
        }
        _ => false,
    }
}

/// What an atomic sum does to a cell, as far as literals and types say it.
pub fn ways_of(atomic: &Atomic) -> Ways {
    let ways = atomic.operands.first().map_or(Ways { up: true, down: true }, ways);
    if atomic.op == AtomicOp::Sub { ways.opposite() } else { ways }
}

fn ways(operand: &Expr) -> Ways {
    match (&*operand.kind, operand.ty) {
        (ExprKind::Int(value), _) => Ways { up: value.is_positive(), down: value.is_negative() },
        (ExprKind::Unary(Unary::Neg, operand), Type::Int { signed: true, .. }) => ways(operand).opposite(),
        (_, Type::Int { signed: false, .. } | Type::Bool) => Ways { up: true, down: false },
        _ => Ways { up: true, down: true },
    }
}

fn fits(value: &num_bigint::BigInt, ty: Type) -> bool {
    ty.range().is_some_and(|(low, high)| low <= *value && *value <= high)
}
