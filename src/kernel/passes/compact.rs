//! A kernel with only those names that it mentions, numbered in the order in which it does: two kernels that differ in
//! names of their own alone become one and the same.

use std::collections::BTreeMap;

use crate::kernel::ir::{
    ArrayId, Atomic, BoundId, Call, Contract, Expr, ExprKind, Kernel, Label, LocalId, Loop, LoopId, Stmt, StmtKind,
    Vote, Warp,
};

/// Which of the former names are left, in their new order.
#[derive(Clone, Debug)]
pub struct Kept {
    pub locals: Vec<LocalId>,
    pub arrays: Vec<ArrayId>,
}

/// Leaves out of the kernel's tables what neither contract nor body mentions.
pub fn compact(kernel: &mut Kernel) -> Kept {
    let mut names = Names::default();
    names.contract(&mut kernel.contract);
    names.list(&mut kernel.body);
    let arrays: Vec<ArrayId> = in_order(&names.arrays).into_iter().map(ArrayId).collect();
    kernel.arrays = arrays.iter().map(|old| kernel.arrays[old.index()].clone()).collect();
    for array in &mut kernel.arrays {
        let exprs = array.extents.iter_mut().flatten().chain(array.initial.iter_mut().flatten());
        exprs.for_each(|expr| names.expr(expr));
    }
    let locals: Vec<LocalId> = in_order(&names.locals).into_iter().map(LocalId).collect();
    kernel.locals = locals.iter().map(|old| kernel.locals[old.index()].clone()).collect();
    kernel.bound = in_order(&names.bound).into_iter().map(|old| kernel.bound[old as usize].clone()).collect();
    kernel.loops = in_order(&names.loops).into_iter().map(|old| kernel.loops[old as usize].clone()).collect();
    kernel.labels = names.labels.len() as u32 + 1;
    Kept { locals, arrays }
}

/// Old numbers to new ones.
type Numbers = BTreeMap<u32, u32>;

/// The old numbers, by the new ones.
fn in_order(numbers: &Numbers) -> Vec<u32> {
    let mut pairs: Vec<(u32, u32)> = numbers.iter().map(|(old, new)| (*new, *old)).collect();
    pairs.sort_unstable();
    pairs.into_iter().map(|(_, old)| old).collect()
}

fn renumber(numbers: &mut Numbers, id: &mut u32) {
    let next = numbers.len() as u32;
    *id = *numbers.entry(*id).or_insert(next);
}

#[derive(Default)]
struct Names {
    locals: Numbers,
    arrays: Numbers,
    bound: Numbers,
    loops: Numbers,
    labels: Numbers,
}

impl Names {
    fn local(&mut self, LocalId(id): &mut LocalId) {
        renumber(&mut self.locals, id);
    }

    fn array(&mut self, ArrayId(id): &mut ArrayId) {
        renumber(&mut self.arrays, id);
    }

    fn bound(&mut self, BoundId(id): &mut BoundId) {
        renumber(&mut self.bound, id);
    }

    fn loop_id(&mut self, LoopId(id): &mut LoopId) {
        renumber(&mut self.loops, id);
    }

    /// That of the kernel stays 0.
    fn label(&mut self, label: &mut Label) {
        if *label != Label::KERNEL {
            renumber(&mut self.labels, &mut label.0);
            label.0 += 1;
        }
    }

    fn contract(&mut self, contract: &mut Contract) {
        let Contract { requires, ensures, writes, reads } = contract;
        requires.iter_mut().chain(ensures).for_each(|clause| self.expr(&mut clause.expr));
        for region in writes.iter_mut().chain(reads) {
            self.array(&mut region.array);
            region.exprs_mut().for_each(|expr| self.expr(expr));
        }
    }

    fn list(&mut self, stmts: &mut [Stmt]) {
        stmts.iter_mut().for_each(|stmt| self.stmt(&mut stmt.kind));
    }

    fn stmt(&mut self, kind: &mut StmtKind) {
        match kind {
            StmtKind::Declare(local) | StmtKind::Assign { local, .. } => self.local(local),
            StmtKind::DeclareArray(array) | StmtKind::Store { array, .. } | StmtKind::Atomic(Atomic { array, .. }) => {
                self.array(array);
            }
            StmtKind::Loop(Loop { id, label, .. }) => {
                self.loop_id(id);
                self.label(label);
            }
            StmtKind::Scope { label, .. } | StmtKind::Leave(label) => self.label(label),
            StmtKind::Call(Call { arrays, contract, body, .. }) => {
                arrays.iter_mut().for_each(|(_, array)| self.array(array));
                self.contract(contract);
                return self.list(body);
            }
            StmtKind::If { .. }
            | StmtKind::Warp(_)
            | StmtKind::Barrier { .. }
            | StmtKind::Fence(_)
            | StmtKind::Assert { .. }
            | StmtKind::Assume(_)
            | StmtKind::Wraps(_) => {}
        }
        kind.exprs_mut().into_iter().for_each(|expr| self.expr(expr));
        match kind {
            StmtKind::Atomic(Atomic { result: Some(local), .. })
            | StmtKind::Warp(Warp { result: Some(local), .. })
            | StmtKind::Barrier { vote: Some(Vote { result: local, .. }), .. } => self.local(local),
            _ => {}
        }
        kind.bodies_mut().into_iter().for_each(|body| self.list(body));
    }

    fn expr(&mut self, expr: &mut Expr) {
        match &mut *expr.kind {
            ExprKind::Local(local) => self.local(local),
            ExprKind::LoopCount(id) => self.loop_id(id),
            ExprKind::Length(array) | ExprKind::Read { array, .. } => self.array(array),
            ExprKind::Quantified(_, vars, _) => vars.iter_mut().for_each(|var| self.bound(var)),
            ExprKind::Bound(var) | ExprKind::Fold { var, .. } | ExprKind::FoldThreads { var, .. } => self.bound(var),
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Builtin(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Conditional(..)
            | ExprKind::Convert(..)
            | ExprKind::Math(..)
            | ExprKind::Logic(..)
            | ExprKind::At(..)
            | ExprKind::Old(_)
            | ExprKind::Active(_) => {}
        }
        expr.children_mut().into_iter().for_each(|child| self.expr(child));
    }
}
