//! Loops: `while`, `do` and `for` become the one loop of the IR.

use crate::base::Span;
use crate::cpp::{
    Env, Lowered, Reported,
    frame::{Tail, Target},
    types::INDEX,
    value::{self, convert},
};
use crate::kernel::ir::{self, Binary, Conversion, Expr, ExprKind, Label, LocalRole, Loop, LoopId, LoopInfo, StmtKind};
use crate::lower::{annotations::annotate, expressions::expr};
use crate::syntax::tree::{self, Condition, LoopAnnot, Stmt};

use super::stmt;

/// LOOP-58: the most locals that may get values before a `break`.
const MOST_BEFORE: usize = 8;

/// The parts of a `for`.
pub struct ForParts<'t> {
    /// Runs once before the loop.
    pub init: Option<&'t Stmt>,
    /// Tested before each iteration; `None` is true.
    pub cond: Option<&'t Condition>,
    /// Evaluated after each iteration.
    pub step: Option<&'t tree::Expr>,
    /// What is repeated.
    pub body: &'t Stmt,
}

/// `while (cond) body`.
pub fn while_loop(env: &mut Env, cond: &Condition, body: &Stmt, annot: &LoopAnnot, span: Span) -> Lowered<()> {
    let parts = ForParts { init: None, cond: Some(cond), step: None, body };
    env.scoped(|env| pre_tested(env, &parts, annot, span))
}

/// `for (init; cond; step) body`, in a scope of its own.
pub fn for_loop(env: &mut Env, parts: ForParts, annot: &LoopAnnot, span: Span) -> Lowered<()> {
    env.scoped(|env| {
        if let Some(init) = parts.init {
            // A declaration that fails still declares its names.
            let _recorded = stmt::statement(env, init, Tail::No);
        }
        pre_tested(env, &parts, annot, span)
    })
}

/// A loop whose condition comes first. A condition with side effects is evaluated in the body.
fn pre_tested(env: &mut Env, parts: &ForParts, annot: &LoopAnnot, span: Span) -> Lowered<()> {
    let entered = enter(env, span);
    let label = entered.label;
    let annotations = annotate::loop_annotations(env, annot, entered.id);
    let (test, guard) = env.captured(|env| match parts.cond {
        Some(cond) => stmt::condition(env, cond),
        None => Ok(value::boolean(true, span)),
    });
    // An error is recorded; the body is still checked.
    let guard = guard.unwrap_or_else(|_| value::boolean(true, span));
    let mut repeated = body(env, label, parts.body);
    if let Some(step) = parts.step {
        let (step, _recorded) = env.captured(|env| expr::effect(env, step));
        repeated.extend(step);
    }
    if test.is_empty() {
        leave(env, entered, guard, repeated, annotations, span);
        return Ok(());
    }
    match tested_before(&test, &guard).filter(|_| !ir::leaves(&repeated, label)) {
        Some(guard) => {
            let stmts = test.iter().cloned().chain(repeated).collect();
            leave(env, entered, guard, stmts, annotations, span);
            // The test that fails has its effects, too.
            test.into_iter().for_each(|stmt| env.emit(stmt.kind, stmt.span));
        }
        None => {
            let (out, ()) = env.captured(|env| stmt::leave_unless(env, guard, label, span));
            let stmts = test.into_iter().chain(out).chain(repeated).collect();
            leave(env, entered, value::boolean(true, span), stmts, annotations, span);
        }
    }
    Ok(())
}

/// What a condition is worth before its side effects, where these are assignments of what reads no array: of `n--`, `n != 0`.
fn tested_before(test: &[ir::Stmt], condition: &Expr) -> Option<Expr> {
    before(test, condition).filter(|condition| condition.arrays_read().is_empty())
}

/// What an expression is worth before these statements, if they are assignments.
fn before(stmts: &[ir::Stmt], expr: &Expr) -> Option<Expr> {
    let mut expr = expr.clone();
    for stmt in stmts.iter().rev() {
        let StmtKind::Assign { local, value } = &stmt.kind else { return None };
        expr.put(*local, value);
    }
    Some(expr)
}

/// The condition comes last: the guard is true, and the body ends with a conditional leave.
pub fn do_loop(env: &mut Env, body: &Stmt, cond: &tree::Expr, annot: &LoopAnnot, span: Span) -> Lowered<()> {
    let entered = enter(env, span);
    let label = entered.label;
    let annotations = annotate::loop_annotations(env, annot, entered.id);
    let mut stmts = self::body(env, label, body);
    let (test, _recorded) = env.captured(|env| {
        let cond = expr::proposition(env, cond)?;
        stmt::leave_unless(env, cond, label, span);
        Ok::<(), Reported>(())
    });
    stmts.extend(test);
    leave(env, entered, value::boolean(true, span), stmts, annotations, span);
    Ok(())
}

/// `for (i = 0; i < count; ++i)` where the program writes none: the loops that it does write keep their numbers.
pub fn counted(
    env: &mut Env,
    name: &str,
    count: Expr,
    span: Span,
    body: impl FnOnce(&mut Env, Expr) -> Lowered<()>,
) -> Lowered<()> {
    let counter = env.new_local(&format!("{name}.index"), INDEX, LocalRole::Variable, span);
    env.emit(StmtKind::Assign { local: counter, value: value::zero(INDEX, span) }, span);
    let id = LoopId(env.kernel.loops.len() as u32);
    env.kernel.loops.push(LoopInfo { path: vec![1], function: Some(name.to_string()), span });
    env.nesting.loops.push(id);
    let label = env.new_label();
    let here = env.read_local(counter, span);
    let (mut stmts, result) = env.captured(|env| body(env, here.clone()));
    let next = value::binary(Binary::Add, here.clone(), value::int(1, INDEX, span));
    stmts.push(ir::Stmt { kind: StmtKind::Assign { local: counter, value: next }, span });
    env.nesting.loops.pop();
    let guard = value::binary(Binary::Lt, here, convert(count, INDEX, Conversion::Implicit));
    let (invariants, variant) = (Vec::new(), None);
    env.emit(StmtKind::Loop(Loop { id, label, guard, body: stmts, invariants, variant }), span);
    result
}

/// A loop whose parts are being lowered.
#[derive(Clone, Copy)]
struct Entered {
    id: LoopId,
    label: Label,
    /// How many locals there are outside of it.
    locals: usize,
}

/// Numbers a loop and makes it the innermost one.
fn enter(env: &mut Env, span: Span) -> Entered {
    if let Some(count) = env.frame.loop_path.last_mut() {
        *count += 1;
    }
    let id = LoopId(env.kernel.loops.len() as u32);
    env.kernel.loops.push(LoopInfo { path: env.frame.loop_path.clone(), function: env.frame.function.clone(), span });
    env.frame.loop_path.push(0);
    env.nesting.loops.push(id);
    Entered { id, label: env.new_label(), locals: env.kernel.locals.len() }
}

/// The body's statements, in a scope of their own that `continue` leaves.
fn body(env: &mut Env, label: Label, body: &Stmt) -> Vec<ir::Stmt> {
    env.frame.targets.push(Target::Loop { label, continue_label: None });
    let (stmts, ()) = env.captured(|env| stmt::nested(env, body, Tail::No));
    match env.frame.targets.pop() {
        Some(Target::Loop { continue_label: Some(label), .. }) => {
            vec![ir::Stmt { kind: StmtKind::Scope { label, body: stmts }, span: body.span }]
        }
        Some(Target::Loop { .. } | Target::Switch { .. }) | None => stmts,
    }
}

fn leave(
    env: &mut Env,
    entered: Entered,
    mut guard: Expr,
    mut body: Vec<ir::Stmt>,
    annotations: annotate::LoopClauses,
    span: Span,
) {
    env.nesting.loops.pop();
    env.frame.loop_path.pop();
    let mut clauses = annotations.invariants.iter().chain(&annotations.variant);
    if !has_literal_bound(&guard) && !clauses.any(|clause| asks_who_runs(&clause.expr, entered.id)) {
        let (mut tested, mut rest) = (guard.clone(), body.clone());
        while let Some(out) = early_leave(&mut rest, entered) {
            let stays = value::not(out);
            let is_open = value::constant(&tested) == Some(value::Constant::Bool(true));
            tested = if is_open { stays } else { value::binary(Binary::And, tested, stays) };
        }
        // Where threads leave in other ways too, literals may say when (LOOP-16): `do { if (c) break; .. } while (0)`.
        if !ir::leaves(&rest, entered.label) {
            (guard, body) = (tested, rest);
        }
    }
    let Entered { id, label, .. } = entered;
    let annotate::LoopClauses { invariants, variant } = annotations;
    env.emit(StmtKind::Loop(Loop { id, label, guard, body, invariants, variant }), span);
}

/// LOOP-58: takes a conditional `break` out of the body that begins with it, and gives its condition at the head. Locals of the
/// body may get their values before.
fn early_leave(body: &mut Vec<ir::Stmt>, entered: Entered) -> Option<Expr> {
    if let Some(ir::Stmt { kind: StmtKind::Scope { body, .. }, .. }) = body.first_mut() {
        return early_leave(body, entered);
    }
    let own = body
        .iter()
        .take_while(|stmt| matches!(&stmt.kind, StmtKind::Assign { local, .. } if local.index() >= entered.locals));
    let at = own.count();
    let Some(StmtKind::If { cond, then, else_ }) = body.get(at).map(|stmt| &stmt.kind) else { return None };
    if at > MOST_BEFORE
        || !else_.is_empty()
        || !matches!(then.as_slice(), [ir::Stmt { kind: StmtKind::Leave(left), .. }] if *left == entered.label)
    {
        return None;
    }
    let out = before(&body[..at], cond)?;
    body.remove(at);
    Some(out)
}

/// LOOP-16: such a loop may be unrolled, which hangs on literals alone.
fn has_literal_bound(guard: &Expr) -> bool {
    let mut found = false;
    guard.walk(&mut |part| {
        use Binary::{Eq, Ge, Gt, Le, Lt, Ne};
        if let ExprKind::Binary(Lt | Le | Gt | Ge | Eq | Ne, a, b) = &*part.kind {
            found |= [a, b].into_iter().any(|side| value::constant(side).is_some());
        }
    });
    found
}

/// Whether a clause of the loop says who takes part in the coming iteration, or how many there were.
fn asks_who_runs(clause: &Expr, id: LoopId) -> bool {
    let mut found = false;
    clause.walk(&mut |part| {
        found |=
            matches!(&*part.kind, ExprKind::Active(_)) || matches!(&*part.kind, ExprKind::LoopCount(of) if *of == id)
    });
    found
}
