//! Brings operations of a warp together that lanes execute at different places, in both arms of a branch (WARP-6).

use crate::base::Span;

use crate::kernel::ir::{
    Expr, ExprKind, Kernel, Lanes, Local, LocalId, LocalRole, Stmt, StmtKind, Type, Warp, leaves, occurs, rewritten,
    written,
};
use crate::kernel::text;

/// `if (c) { a; op(x); b } else { d; op(y); e }` becomes `if (c) a else d; op(c ? x : y); if (c) b else e`.
/// Gives the condition of the first such branch.
pub fn bring_together(kernel: &mut Kernel) -> Option<Span> {
    let locals = kernel.locals.len();
    let waits = |kind: &StmtKind| matches!(kind, StmtKind::Warp(Warp { lanes: Lanes::Mask(_), .. }));
    if occurs(&kernel.body, &waits) {
        let body = std::mem::take(&mut kernel.body);
        kernel.body = rewritten(body, &mut |stmt, out| together(kernel, stmt, out));
    }
    kernel.locals.get(locals).map(|arm| arm.span)
}

/// What stands in the place of a statement, in which all is together already.
fn together(kernel: &mut Kernel, Stmt { kind, span }: Stmt, out: &mut Vec<Stmt>) {
    match kind {
        StmtKind::If { cond, then, else_ } => branch(kernel, cond, (then, else_), span, out),
        kind => out.push(Stmt { kind, span }),
    }
}

/// What stands before an operation that waits for lanes, the operation, and what stands behind it.
type Arm = (Vec<Stmt>, (Warp, Span), Vec<Stmt>);

fn branch(kernel: &mut Kernel, cond: Expr, (then, else_): (Vec<Stmt>, Vec<Stmt>), span: Span, out: &mut Vec<Stmt>) {
    let met = match (first_operation(&then), first_operation(&else_)) {
        (Some(one), Some(other)) if is_same(kernel, &one.1.0, &other.1.0, (&then, &else_)) => Some((one, other)),
        _ => None,
    };
    let Some(((before, (one, at), after), (before_else, (other, _), after_else))) = met else {
        out.push(Stmt { kind: StmtKind::If { cond, then, else_ }, span });
        return;
    };
    let arm = new_local(kernel, "arm", Type::Bool, &cond);
    let chosen = Expr::new(ExprKind::Local(arm), Type::Bool, cond.span);
    out.push(Stmt { kind: StmtKind::Assign { local: arm, value: cond }, span });
    let parted = |then, else_| Stmt { kind: StmtKind::If { cond: chosen.clone(), then, else_ }, span };
    out.push(parted(before, before_else));
    let operands = one.operands.into_iter().zip(other.operands).map(|(one, other)| {
        let (ty, span) = (one.ty, one.span);
        Expr::new(ExprKind::Conditional(chosen.clone(), one, other), ty, span)
    });
    let operands = operands.collect();
    let result = one.result.or(other.result);
    let result = result.map(|result| {
        let ty = kernel.locals[result.index()].ty;
        (new_local(kernel, "exchanged", ty, &chosen), ty)
    });
    let warp = Warp { operands, result: result.map(|(local, _)| local), ..one };
    out.push(Stmt { kind: StmtKind::Warp(warp), span: at });
    let given = |to: Option<LocalId>, mut after: Vec<Stmt>| {
        if let (Some(to), Some((from, ty))) = (to, result) {
            let value = Expr::new(ExprKind::Local(from), ty, at);
            after.insert(0, Stmt { kind: StmtKind::Assign { local: to, value }, span: at });
        }
        after
    };
    let (after, after_else) = (given(one.result, after), given(other.result, after_else));
    branch(kernel, chosen, (after, after_else), span, out);
}

fn new_local(kernel: &mut Kernel, name: &str, ty: Type, like: &Expr) -> LocalId {
    let local = LocalId(kernel.locals.len() as u32);
    kernel.locals.push(Local { name: name.to_owned(), ty, role: LocalRole::Temporary, span: like.span });
    local
}

/// Opens scopes around the operation that nobody leaves before it.
fn first_operation(stmts: &[Stmt]) -> Option<Arm> {
    for (at, stmt) in stmts.iter().enumerate() {
        let rest = || stmts[at + 1..].to_vec();
        match &stmt.kind {
            StmtKind::Warp(warp) if matches!(warp.lanes, Lanes::Mask(_)) => {
                return Some((stmts[..at].to_vec(), (warp.clone(), stmt.span), rest()));
            }
            StmtKind::Scope { label, body } => {
                let Some((inside, operation, tail)) = first_operation(body) else { continue };
                if leaves(&inside, *label) {
                    return None;
                }
                let tail = Stmt { kind: StmtKind::Scope { label: *label, body: tail }, span: stmt.span };
                return Some((
                    stmts[..at].iter().cloned().chain(inside).collect(),
                    operation,
                    std::iter::once(tail).chain(rest()).collect(),
                ));
            }
            _ => {}
        }
    }
    None
}

/// Whether lanes in both arms execute the same intrinsic with the same mask.
fn is_same(kernel: &Kernel, one: &Warp, other: &Warp, (then, else_): (&[Stmt], &[Stmt])) -> bool {
    let (Lanes::Mask(mask), Lanes::Mask(others)) = (&one.lanes, &other.lanes) else { return false };
    let types = |warp: &Warp| warp.operands.iter().map(|operand| operand.ty).collect::<Vec<_>>();
    let result = |warp: &Warp| warp.result.map(|local| kernel.locals[local.index()].ty);
    let results = match (result(one), result(other)) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    };
    let same = text::expr(kernel, mask) == text::expr(kernel, others);
    (one.op, one.width) == (other.op, other.width)
        && types(one) == types(other)
        && results
        && same
        && is_kept(mask, &[then, else_])
}

/// No statement changes what the mask reads.
fn is_kept(mask: &Expr, lists: &[&[Stmt]]) -> bool {
    let mut kept = true;
    mask.walk(&mut |part| match &*part.kind {
        ExprKind::Local(local) => kept &= !lists.iter().any(|list| written(list).locals.contains_key(local)),
        ExprKind::Read { .. } => kept = false,
        _ => {}
    });
    kept
}
