//! Undefined values (R353): for each variable that the program may read before it is assigned, and for those that its value goes
//! to, a second variable says whether the value is defined, and where a value matters it is asserted that it is.
//!
//! The statements that do so are part of the kernel, so proofs and runs follow them alike.

use std::collections::BTreeMap;

use super::assigned;
use super::ir::{
    AssertOrigin, Binary, Call, Clause, Expr, ExprKind, Kernel, LocalId, LocalRole, Loop, Speaker, Stmt, StmtKind,
    Type, Unary, occurs, written,
};
use crate::base::Span;

/// Makes the kernel follow what is defined, where that is not plain.
pub fn follow(kernel: &mut Kernel) {
    let assigned = assigned::before_read_by_program(kernel);
    let is_variable = |at: usize| kernel.locals[at].role == LocalRole::Variable;
    let mut followed: Vec<bool> = (0..assigned.len()).map(|at| is_variable(at) && !assigned[at]).collect();
    while spread(&kernel.body, &mut followed) {}
    let ids = (0..).map(LocalId).zip(followed).filter_map(|(local, is_followed)| is_followed.then_some(local));
    let mut tells = BTreeMap::new();
    for local in ids.collect::<Vec<_>>() {
        let mut told = kernel.locals[local.index()].clone();
        told.name = format!("initialised({})", told.name);
        (told.ty, told.role) = (Type::Bool, LocalRole::Temporary);
        tells.insert(local, LocalId(kernel.locals.len() as u32));
        kernel.locals.push(told);
    }
    if tells.is_empty() {
        return;
    }
    let mut pass = Pass { tells: &tells, out: Vec::new() };
    for local in tells.keys() {
        let given = kernel.locals[local.index()].role == LocalRole::Param;
        pass.tell(*local, truth(given, kernel.span), kernel.span);
    }
    pass.list(&kernel.body);
    kernel.body = pass.out;
}

/// Adds the variables that a followed one's value is assigned to; whether there were any.
fn spread(stmts: &[Stmt], followed: &mut [bool]) -> bool {
    let mut more = false;
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Assign { local, value } if !followed[local.index()] => {
                value.walk(&mut |part| {
                    if let ExprKind::Local(from) = &*part.kind {
                        followed[local.index()] |= followed[from.index()];
                    }
                });
                more |= followed[local.index()];
            }
            StmtKind::If { then, else_, .. } => {
                more |= spread(then, followed);
                more |= spread(else_, followed);
            }
            StmtKind::Loop(Loop { body, .. })
            | StmtKind::Scope { body, .. }
            | StmtKind::Wraps(body)
            | StmtKind::Call(Call { body, .. }) => more |= spread(body, followed),
            _ => {}
        }
    }
    more
}

struct Pass<'a> {
    /// For each variable that is followed the one that tells whether it is defined.
    tells: &'a BTreeMap<LocalId, LocalId>,
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
        let mut pass = Pass { tells: self.tells, out: Vec::new() };
        pass.list(stmts);
        pass.out
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        let used = match is_member_copied(stmt) {
            true => None,
            false => self.all_used(&used(&stmt.kind)),
        };
        self.demand(used.clone());
        let mut written = None;
        let kind = match &stmt.kind {
            StmtKind::Assign { local, value } => {
                let uses = self.uses(value);
                self.demand(uses);
                // Before the assignment, since the value may be made of the variable's own.
                self.tell(*local, self.defined(value).unwrap_or_else(|| truth(true, span)), span);
                stmt.kind.clone()
            }
            StmtKind::Declare(local) => {
                written = Some((*local, false));
                stmt.kind.clone()
            }
            StmtKind::Atomic(atomic) => {
                written = atomic.result.map(|local| (local, true));
                stmt.kind.clone()
            }
            StmtKind::Warp(warp) => {
                written = warp.result.map(|local| (local, true));
                stmt.kind.clone()
            }
            StmtKind::Barrier { vote, .. } => {
                written = vote.as_ref().map(|vote| (vote.result, true));
                stmt.kind.clone()
            }
            StmtKind::If { cond, then, else_ } => {
                StmtKind::If { cond: cond.clone(), then: self.inner(then), else_: self.inner(else_) }
            }
            StmtKind::Loop(inner) => {
                let mut body = Pass { tells: self.tells, out: Vec::new() };
                body.list(&inner.body);
                body.demand(used);
                StmtKind::Loop(Loop { body: body.out, ..inner.clone() })
            }
            StmtKind::Scope { label, body } => StmtKind::Scope { label: *label, body: self.inner(body) },
            StmtKind::Wraps(body) => StmtKind::Wraps(self.inner(body)),
            StmtKind::Call(call) => return self.call(call, span),
            StmtKind::DeclareArray(_)
            | StmtKind::Store { .. }
            | StmtKind::Leave(_)
            | StmtKind::Fence(_)
            | StmtKind::Assert { .. }
            | StmtKind::Assume(_) => stmt.kind.clone(),
        };
        self.out.push(Stmt { kind, span });
        if let Some((local, is_defined)) = written {
            self.tell(local, truth(is_defined, span), span);
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
        let mut body = Pass { tells: &tells, out: Vec::new() };
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
        self.out.push(Stmt { kind: StmtKind::Assert { clause, origin: AssertOrigin::Initialised }, span });
    }

    /// The values are defined, and so is what decides them.
    fn all_used(&self, exprs: &[&Expr]) -> Condition {
        all(exprs.iter().flat_map(|expr| [self.uses(expr), self.defined(expr)]))
    }

    /// Whether the value is defined, where that what it needs is.
    fn defined(&self, expr: &Expr) -> Condition {
        match &*expr.kind {
            ExprKind::Local(local) => self.is_defined(*local, expr.span),
            // What is read is defined; where it is read is needed.
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
            ExprKind::Read { index, .. } => self.all_used(&index.iter().collect::<Vec<_>>()),
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
        StmtKind::Store { index, value, .. } => index.iter().chain([value]).collect(),
        StmtKind::If { cond, .. } => vec![cond],
        StmtKind::Loop(inner) => vec![&inner.guard],
        StmtKind::Barrier { vote, .. } => vote.iter().map(|vote| &vote.operand).collect(),
        StmtKind::Atomic(atomic) => atomic.exprs().collect(),
        StmtKind::Warp(warp) => warp.exprs().collect(),
        StmtKind::Assert { clause, origin } if origin.is_program() => vec![&clause.expr],
        _ => Vec::new(),
    }
}

/// One of the stores that copy a record as a whole: C++ copies what is not defined, too.
fn is_member_copied(stmt: &Stmt) -> bool {
    let StmtKind::Store { value, .. } = &stmt.kind else { return false };
    value.span == stmt.span && matches!(&*value.kind, ExprKind::Local(_))
}

/// Whether the program reads the variable in one of the statements.
fn reads(stmts: &[Stmt], local: LocalId) -> bool {
    let is_read = |expr: &Expr| {
        let mut found = false;
        expr.walk(&mut |part| found |= matches!(&*part.kind, ExprKind::Local(read) if *read == local));
        found
    };
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
