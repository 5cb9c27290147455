//! A kernel with only those names that it mentions, numbered in the order in which it does: two kernels that differ in
//! names of their own alone become one and the same.

use std::collections::BTreeMap;

use super::ir::{
    ArrayId, Atomic, BoundId, Call, Clause, Expr, ExprKind, Kernel, Label, Lanes, LocalId, Loop, LoopId, Region, Stmt,
    StmtKind,
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
    kernel.requires.iter_mut().for_each(|clause| names.clause(clause));
    kernel.ensures.iter_mut().for_each(|clause| names.clause(clause));
    kernel.writes.iter_mut().chain(&mut kernel.reads).for_each(|region| names.region(region));
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

    fn clause(&mut self, clause: &mut Clause) {
        self.expr(&mut clause.expr);
    }

    fn region(&mut self, region: &mut Region) {
        self.array(&mut region.array);
        for (least, most) in &mut region.ranges {
            self.expr(least);
            self.expr(most);
        }
    }

    fn list(&mut self, stmts: &mut [Stmt]) {
        stmts.iter_mut().for_each(|stmt| self.stmt(&mut stmt.kind));
    }

    fn stmt(&mut self, kind: &mut StmtKind) {
        match kind {
            StmtKind::Declare(local) => self.local(local),
            StmtKind::DeclareArray(array) => self.array(array),
            StmtKind::Assign { local, value } => {
                self.local(local);
                self.expr(value);
            }
            StmtKind::Store { array, index, value } => {
                self.array(array);
                index.iter_mut().for_each(|index| self.expr(index));
                self.expr(value);
            }
            StmtKind::If { cond, then, else_ } => {
                self.expr(cond);
                self.list(then);
                self.list(else_);
            }
            StmtKind::Loop(Loop { id, label, guard, body, invariants, variant }) => {
                self.loop_id(id);
                self.label(label);
                self.expr(guard);
                invariants.iter_mut().chain(variant).for_each(|clause| self.clause(clause));
                self.list(body);
            }
            StmtKind::Scope { label, body } => {
                self.label(label);
                self.list(body);
            }
            StmtKind::Leave(label) => self.label(label),
            StmtKind::Atomic(Atomic { array, index, operands, result, .. }) => {
                self.array(array);
                index.iter_mut().chain(operands).for_each(|expr| self.expr(expr));
                result.iter_mut().for_each(|local| self.local(local));
            }
            StmtKind::Warp(warp) => {
                match &mut warp.lanes {
                    Lanes::Mask(mask) => self.expr(mask),
                    Lanes::Tile | Lanes::Present => {}
                }
                warp.operands.iter_mut().for_each(|expr| self.expr(expr));
                warp.result.iter_mut().for_each(|local| self.local(local));
            }
            StmtKind::Assert { clause, .. } | StmtKind::Assume(clause) => self.clause(clause),
            StmtKind::Wraps(body) => self.list(body),
            StmtKind::Call(Call { requires, ensures, writes, reads, arrays, body, .. }) => {
                arrays.iter_mut().for_each(|(_, array)| self.array(array));
                requires.iter_mut().chain(ensures).for_each(|clause| self.clause(clause));
                writes.iter_mut().chain(reads).for_each(|region| self.region(region));
                self.list(body);
            }
            StmtKind::Barrier { vote, .. } => {
                if let Some(vote) = vote {
                    self.expr(&mut vote.operand);
                    self.local(&mut vote.result);
                }
            }
            StmtKind::Fence(_) => {}
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        match &mut *expr.kind {
            ExprKind::Local(local) => self.local(local),
            ExprKind::Bound(bound) => self.bound(bound),
            ExprKind::LoopCount(id) => self.loop_id(id),
            ExprKind::Length(array) => self.array(array),
            ExprKind::Read { array, index } => {
                self.array(array);
                index.iter_mut().for_each(|index| self.expr(index));
            }
            ExprKind::Math(_, args) | ExprKind::Logic(_, args) => args.iter_mut().for_each(|arg| self.expr(arg)),
            ExprKind::Unary(_, a) | ExprKind::Convert(_, a) | ExprKind::Old(a) | ExprKind::Active(Some(a)) => {
                self.expr(a)
            }
            ExprKind::Binary(_, a, b) | ExprKind::At(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().for_each(|part| self.expr(part)),
            ExprKind::Quantified(_, vars, body) => {
                vars.iter_mut().for_each(|var| self.bound(var));
                self.expr(body);
            }
            ExprKind::Fold { var, body, lo, hi, .. } => {
                self.bound(var);
                [lo, hi, body].into_iter().for_each(|part| self.expr(part));
            }
            ExprKind::FoldThreads { var, body, .. } => {
                self.bound(var);
                self.expr(body);
            }
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Builtin(_)
            | ExprKind::Active(None) => {}
        }
    }
}
