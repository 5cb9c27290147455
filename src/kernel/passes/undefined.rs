//! Undefined values (WARP-33): for each variable that the program may read before it is assigned, and for those that its value goes
//! to, a second variable says whether the value is defined, and where a value matters it is asserted that it is.
//!
//! The statements that do so are part of the kernel, so proofs and runs follow them alike.

use std::collections::{BTreeMap, BTreeSet};

use super::assigned;
use crate::base::Span;
use crate::kernel::ir::{
    Array, ArrayId, AssertOrigin, Atomic, AtomicOp, Binary, Call, Clause, Expr, ExprKind, Kernel, LocalId, LocalRole,
    Space, Speaker, Stmt, StmtKind, Type, Unary, occurs, walk, written,
};

/// Makes the kernel follow what is defined, where that is not plain.
pub fn follow(kernel: &mut Kernel) {
    let unwritten = unwritten(kernel);
    followed(kernel, &unwritten, &BTreeMap::new());
}

/// The kernel for runs, which follow cells as well (WARP-38); none where each cell is plainly written or never.
pub fn with_cells(kernel: &Kernel) -> Option<Kernel> {
    let mut all = kernel.clone();
    let flags = flags(&mut all);
    let read: BTreeSet<ArrayId> = flags.keys().copied().collect();
    (!flags.is_empty()).then(|| {
        followed(&mut all, &read, &flags);
        all
    })
}

/// The kernel in which it is asserted of each cell that the program reads that it was written before (WARP-38); none where there
/// is nothing to assert, and no shuffle. Calls by contract are bodies here.
pub fn ask_for_cells(kernel: &Kernel) -> Option<Kernel> {
    let mut all = kernel.clone();
    let flags = flags(&mut all);
    let has_lanes = occurs(&kernel.body, &|kind| matches!(kind, StmtKind::Warp(_)));
    (has_lanes || !flags.is_empty()).then(|| {
        let (tells, undefined) = (BTreeMap::new(), BTreeSet::new());
        let pass = Pass {
            tells: &tells,
            undefined: &undefined,
            flags: &flags,
            body: &kernel.body,
            asks: true,
            out: Vec::new(),
        };
        all.body = pass.of_all(&kernel.body);
        all
    })
}

/// For each array of which cells may be read before they are written an array that tells which are written.
fn flags(kernel: &mut Kernel) -> BTreeMap<ArrayId, ArrayId> {
    let mut flags = BTreeMap::new();
    let unwritten = unwritten(kernel);
    for at in 0..kernel.arrays.len() {
        let (array, info) = (ArrayId(at as u32), &kernel.arrays[at]);
        if !is_own(info.space) || unwritten.contains(&array) || !reads_cells(&kernel.body, array) {
            continue;
        }
        let name = format!("{FLAG}{})", info.name);
        let no = Expr::new(ExprKind::Bool(false), Type::Bool, info.span);
        let flag = Array { name, element: Type::Bool, length_used: false, initial: Some(vec![no]), ..info.clone() };
        flags.insert(array, ArrayId(kernel.arrays.len() as u32));
        kernel.arrays.push(flag);
    }
    flags
}

/// How the names of the variables begin that tell whether another is defined; its name and a bracket follow.
pub const TELL: &str = "initialised(";

/// How the names of the arrays begin that tell which cells of another are written; its name and a bracket follow.
pub const FLAG: &str = "written(";

fn followed(kernel: &mut Kernel, undefined: &BTreeSet<ArrayId>, flags: &BTreeMap<ArrayId, ArrayId>) {
    let assigned = assigned::before_read_by_program(kernel);
    let has_no_value = |at: usize| match kernel.locals[at].role {
        LocalRole::Variable => true,
        // What is never assigned is any value on purpose.
        LocalRole::Temporary => is_assigned(&kernel.body, LocalId(at as u32)),
        _ => false,
    };
    let mut followed: Vec<bool> = (0..assigned.len()).map(|at| !assigned[at] && has_no_value(at)).collect();
    while spread(&kernel.body, undefined, &mut followed) {}
    let ids = (0..).map(LocalId).zip(followed).filter_map(|(local, is_followed)| is_followed.then_some(local));
    let mut tells = BTreeMap::new();
    for local in ids.collect::<Vec<_>>() {
        let mut told = kernel.locals[local.index()].clone();
        told.name = format!("{TELL}{})", told.name);
        (told.ty, told.role) = (Type::Bool, LocalRole::Temporary);
        tells.insert(local, LocalId(kernel.locals.len() as u32));
        kernel.locals.push(told);
    }
    if tells.is_empty() && undefined.is_empty() {
        return;
    }
    let body = std::mem::take(&mut kernel.body);
    let mut pass = Pass { tells: &tells, undefined, flags, body: &body, asks: false, out: Vec::new() };
    for local in tells.keys() {
        let given = kernel.locals[local.index()].role == LocalRole::Param;
        pass.tell(*local, truth(given, kernel.span), kernel.span);
    }
    pass.list(&body);
    kernel.body = pass.out;
}

/// Adds the variables that a followed one's value is assigned to; whether there were any.
fn spread(stmts: &[Stmt], undefined: &BTreeSet<ArrayId>, followed: &mut [bool]) -> bool {
    let mut more = false;
    walk(stmts, &mut |stmt| {
        let StmtKind::Assign { local, value } = &stmt.kind else { return };
        if followed[local.index()] {
            return;
        }
        value.walk(&mut |part| {
            followed[local.index()] |= match &*part.kind {
                ExprKind::Local(from) => followed[from.index()],
                ExprKind::Read { array, .. } => undefined.contains(array),
                _ => false,
            };
        });
        more |= followed[local.index()];
    });
    more
}

/// The shared and private arrays to which nothing is ever written: no read of them is defined.
fn unwritten(kernel: &Kernel) -> BTreeSet<ArrayId> {
    let is_written = |array: &ArrayId| occurs(&kernel.body, &|kind| kind.stored() == Some(*array));
    let arrays = (0..).map(ArrayId).take(kernel.arrays.len());
    arrays.filter(|array| is_own(kernel.arrays[array.index()].space) && !is_written(array)).collect()
}

struct Pass<'a> {
    /// For each variable that is followed the one that tells whether it is defined.
    tells: &'a BTreeMap<LocalId, LocalId>,
    /// The arrays of which cells may be undefined where they are read.
    undefined: &'a BTreeSet<ArrayId>,
    /// For each array whose cells are followed the one that tells which of them are written.
    flags: &'a BTreeMap<ArrayId, ArrayId>,
    /// Of the kernel.
    body: &'a [Stmt],
    /// Whether each cell has to be written that is read, whatever becomes of it.
    asks: bool,
    out: Vec<Stmt>,
}

/// A condition; none where it holds anyway.
type Condition = Option<Expr>;

impl Pass<'_> {
    fn list(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn inner(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        Pass { out: Vec::new(), ..*self }.of_all(stmts)
    }

    fn of_all(mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        self.list(stmts);
        self.out
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        let used = match &stmt.kind {
            _ if is_member_copied(stmt) => None,
            // What goes to memory that is followed need not be defined.
            StmtKind::Store { array, index, value } if !self.asks && self.flags.contains_key(array) => {
                all([self.all_used(&index.iter().collect::<Vec<_>>()), self.uses(value)])
            }
            kind => self.all_used(&used(kind)),
        };
        self.demand(used.clone());
        self.demand(self.needs_cell(stmt));
        let mut changed = stmt.clone();
        match &mut changed.kind {
            StmtKind::Assign { local, value } => {
                let uses = self.uses(value);
                self.demand(uses);
                // Before the assignment, since the value may be made of the variable's own.
                self.tell(*local, self.defined(value).unwrap_or_else(|| truth(true, span)), span);
            }
            StmtKind::Loop(inner) => {
                let mut body = Pass { out: Vec::new(), ..*self };
                body.list(&inner.body);
                body.demand(used);
                inner.body = body.out;
            }
            StmtKind::Call(call) if self.asks => return self.list(&call.body),
            StmtKind::Call(call) => return self.call(call, span),
            kind => kind.bodies_mut().into_iter().for_each(|body| *body = self.inner(body)),
        }
        self.out.push(changed);
        match &stmt.kind {
            StmtKind::Declare(local) => self.tell(*local, truth(false, span), span),
            StmtKind::Assign { .. } => {}
            kind => kind.assigned().into_iter().for_each(|local| self.tell(local, truth(true, span), span)),
        }
        self.tell_cell(stmt);
    }

    /// Tells that a cell is written, or that none is of what is declared.
    fn tell_cell(&mut self, stmt: &Stmt) {
        let (span, yes) = (stmt.span, truth(true, stmt.span));
        let (array, index, value) = match &stmt.kind {
            // What is copied as a whole may be undefined.
            StmtKind::Store { .. } if self.asks && is_member_copied(stmt) => return,
            StmtKind::Store { array, index, value } => (array, index, self.defined(value).unwrap_or(yes)),
            StmtKind::Atomic(atomic) if self.overwrites(atomic) => (&atomic.array, &atomic.index, yes),
            StmtKind::DeclareArray(array) => {
                if let Some(flag) = self.flags.get(array) {
                    self.out.push(Stmt { kind: StmtKind::DeclareArray(*flag), span });
                }
                return;
            }
            _ => return,
        };
        if let Some(flag) = self.flags.get(array) {
            let kind = StmtKind::Store { array: *flag, index: index.clone(), value };
            self.out.push(Stmt { kind, span });
        }
    }

    /// Whether the cell is written; none where that is not followed.
    fn is_written(&self, array: ArrayId, index: &[Expr], span: Span) -> Condition {
        let kind = ExprKind::Read { array: *self.flags.get(&array)?, index: index.to_vec() };
        Some(Expr::new(kind, Type::Bool, span))
    }

    /// Whether nothing becomes of what the cell held before.
    fn overwrites(&self, atomic: &Atomic) -> bool {
        match atomic.op {
            AtomicOp::Store => true,
            AtomicOp::Exch => atomic.result.is_none_or(|result| !reads(self.body, result)),
            _ => false,
        }
    }

    /// An atomic operation on a cell needs what is there.
    fn needs_cell(&self, stmt: &Stmt) -> Condition {
        match &stmt.kind {
            StmtKind::Atomic(atomic) if !self.overwrites(atomic) => {
                self.is_written(atomic.array, &atomic.index, stmt.span)
            }
            _ => None,
        }
    }

    /// What goes into a call by contract and what comes out of it is defined: its body is proved apart.
    fn call(&mut self, call: &Call, span: Span) {
        let written = written(&call.body).locals;
        let declared =
            |local: &LocalId| occurs(&call.body, &|kind| matches!(kind, StmtKind::Declare(own) if own == local));
        let given = self.tells.keys().filter(|local| !written.contains_key(local) && reads(&call.body, **local));
        let given: Vec<LocalId> = given.copied().collect();
        let result = self.tells.keys().filter(|local| written.contains_key(local) && !declared(local));
        let result: Vec<LocalId> = result.copied().collect();
        given.iter().for_each(|local| self.demand(self.is_defined(*local, span)));
        let tells = self.tells.iter().filter(|(local, _)| !given.contains(local));
        let tells = tells.map(|(local, told)| (*local, *told)).collect();
        let mut body = Pass { tells: &tells, out: Vec::new(), ..*self };
        body.list(&call.body);
        result.iter().for_each(|local| body.demand(body.is_defined(*local, span)));
        self.out.push(Stmt { kind: StmtKind::Call(Call { body: body.out, ..call.clone() }), span });
        result.iter().for_each(|local| self.tell(*local, truth(true, span), span));
    }

    fn is_defined(&self, local: LocalId, span: Span) -> Condition {
        self.tells.get(&local).map(|told| Expr::new(ExprKind::Local(*told), Type::Bool, span))
    }

    fn tell(&mut self, local: LocalId, is_defined: Expr, span: Span) {
        if let Some(told) = self.tells.get(&local) {
            self.out.push(Stmt { kind: StmtKind::Assign { local: *told, value: is_defined }, span });
        }
    }

    fn demand(&mut self, condition: Condition) {
        let Some(expr) = condition else { return };
        let span = expr.span;
        let clause = Clause { expr, speaker: Speaker::Thread, span };
        let origin = if self.asks { AssertOrigin::Written } else { AssertOrigin::Initialised };
        self.out.push(Stmt { kind: StmtKind::Assert { clause, origin }, span });
    }

    /// The values are defined, and so is what decides them.
    fn all_used(&self, exprs: &[&Expr]) -> Condition {
        all(exprs.iter().flat_map(|expr| [self.uses(expr), self.defined(expr)]))
    }

    /// Whether the value is defined, where that what it needs is.
    fn defined(&self, expr: &Expr) -> Condition {
        match &*expr.kind {
            ExprKind::Local(local) => self.is_defined(*local, expr.span),
            ExprKind::Read { array, index } if self.undefined.contains(array) => {
                Some(self.is_written(*array, index, expr.span).unwrap_or_else(|| truth(false, expr.span)))
            }
            // Where it is read is needed.
            ExprKind::Read { .. } => None,
            ExprKind::Conditional(cond, then, else_) => either(cond, self.defined(then), self.defined(else_)),
            ExprKind::Binary(Binary::And, left, right) => all([self.defined(left), under(left, self.defined(right))]),
            ExprKind::Binary(Binary::Or, left, right) => {
                all([self.defined(left), under(&not(left), self.defined(right))])
            }
            _ => all(expr.children().into_iter().map(|part| self.defined(part))),
        }
    }

    /// What has to be defined so that the expression can be evaluated: addresses, divisors, and what decides.
    fn uses(&self, expr: &Expr) -> Condition {
        match &*expr.kind {
            ExprKind::Read { array, index } => {
                let cell = if self.asks { self.is_written(*array, index, expr.span) } else { None };
                all([self.all_used(&index.iter().collect::<Vec<_>>()), cell])
            }
            ExprKind::Conditional(cond, then, else_) => {
                all([self.all_used(&[cond]), either(cond, self.uses(then), self.uses(else_))])
            }
            ExprKind::Binary(Binary::And, left, right) => all([self.uses(left), under(left, self.uses(right))]),
            ExprKind::Binary(Binary::Or, left, right) => all([self.uses(left), under(&not(left), self.uses(right))]),
            ExprKind::Binary(Binary::Div | Binary::Rem, left, right) if expr.ty.is_integral() => {
                all([self.uses(left), self.all_used(&[right])])
            }
            _ => all(expr.children().into_iter().map(|part| self.uses(part))),
        }
    }
}

/// The values that a statement does something with other than to assign them to a variable.
fn used(kind: &StmtKind) -> Vec<&Expr> {
    match kind {
        StmtKind::Assign { .. } | StmtKind::Assume(_) | StmtKind::Call(_) => Vec::new(),
        StmtKind::Assert { origin, .. } if !origin.is_program() => Vec::new(),
        StmtKind::Loop(inner) => vec![&inner.guard],
        kind => kind.exprs(),
    }
}

/// Whether the statements assign to the variable.
fn is_assigned(stmts: &[Stmt], local: LocalId) -> bool {
    occurs(stmts, &|kind| kind.assigned() == Some(local))
}

/// Memory in which nothing is written at the start of a kernel.
fn is_own(space: Space) -> bool {
    matches!(space, Space::Shared | Space::Private)
}

/// Whether the program reads cells of the array.
fn reads_cells(stmts: &[Stmt], array: ArrayId) -> bool {
    let is_read = |expr: &Expr| expr.arrays_read().contains(&array);
    occurs(stmts, &|kind| match kind {
        StmtKind::Assign { value, .. } => is_read(value),
        StmtKind::Atomic(atomic) if atomic.array == array => true,
        _ => used(kind).into_iter().any(is_read),
    })
}

/// One of the stores that copy a record as a whole: C++ copies what is not defined, too.
fn is_member_copied(stmt: &Stmt) -> bool {
    let StmtKind::Store { value, .. } = &stmt.kind else { return false };
    value.span == stmt.span && matches!(&*value.kind, ExprKind::Local(_))
}

/// Whether the program reads the variable in one of the statements.
fn reads(stmts: &[Stmt], local: LocalId) -> bool {
    let is_read = |expr: &Expr| expr.mentions(local);
    occurs(stmts, &|kind| match kind {
        StmtKind::Assign { value, .. } => is_read(value),
        _ => used(kind).into_iter().any(is_read),
    })
}

fn truth(value: bool, span: Span) -> Expr {
    Expr::new(ExprKind::Bool(value), Type::Bool, span)
}

fn not(expr: &Expr) -> Expr {
    Expr::new(ExprKind::Unary(Unary::Not, expr.clone()), Type::Bool, expr.span)
}

fn all(parts: impl IntoIterator<Item = Condition>) -> Condition {
    parts.into_iter().flatten().reduce(|left, right| {
        let span = left.span;
        Expr::new(ExprKind::Binary(Binary::And, left, right), Type::Bool, span)
    })
}

fn under(premise: &Expr, condition: Condition) -> Condition {
    let condition = condition?;
    let span = condition.span;
    Some(Expr::new(ExprKind::Binary(Binary::Or, not(premise), condition), Type::Bool, span))
}

fn either(cond: &Expr, then: Condition, else_: Condition) -> Condition {
    if then.is_none() && else_.is_none() {
        return None;
    }
    let span = then.as_ref().or(else_.as_ref()).map_or(cond.span, |part| part.span);
    let (then, else_) = (then.unwrap_or_else(|| truth(true, span)), else_.unwrap_or_else(|| truth(true, span)));
    Some(Expr::new(ExprKind::Conditional(cond.clone(), then, else_), Type::Bool, span))
}
