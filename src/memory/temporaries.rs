//! Variables for values that are used once more, and for those that nobody computes.

use crate::base::{Span, config::IntMode};
use crate::cpp::{Env, value};
use crate::kernel::ir::{Expr, LocalRole, StmtKind, Type};

use super::layout;

/// Whether an expression has the same value as long as its variables are in scope, so that a name can
/// stand for it.
pub fn is_stable(env: &Env, e: &Expr) -> bool {
    let leaf = value::weight(e) == 1;
    let checked = env.nesting.wrapping || env.config.ints == IntMode::Checked;
    if value::must_stay(e) || (!leaf && checked) {
        return false;
    }
    value::weight(e) <= 12 && value::locals(e).iter().all(|local| env.variables.stable.contains(local))
}

/// Makes an expression stable: itself, or a variable that holds its value.
pub fn settle_expr(env: &mut Env, e: Expr, name: &str) -> Expr {
    if is_stable(env, &e) {
        return e;
    }
    let multiple = layout::multiple(env, &e);
    let kept = temporary(env, name, e);
    for local in value::locals(&kept) {
        env.variables.stable.insert(local);
        env.variables.multiples.insert(local, multiple.clone());
    }
    kept
}

/// Evaluates an expression whose value nobody needs, if its evaluation can fail.
pub fn keep(env: &mut Env, e: Expr) {
    if value::must_stay(&e) {
        temporary(env, "unused", e);
    }
}

/// A temporary with the value of an expression.
pub fn temporary(env: &mut Env, name: &str, e: Expr) -> Expr {
    let span = e.span;
    let local = env.new_local(name, e.ty, LocalRole::Temporary, span);
    env.emit(StmtKind::Assign { local, value: e }, span);
    env.read_local(local, span)
}

/// Bits that nobody computes: any value of a type in a proof, an unknown one in the machine.
pub fn opaque(env: &mut Env, ty: Type, span: Span) -> Expr {
    let local = env.new_local("bits", ty, LocalRole::Opaque, span);
    env.emit(StmtKind::Declare(local), span);
    env.read_local(local, span)
}

/// Any value of a type.
pub fn any(env: &mut Env, name: &str, ty: Type, span: Span) -> Expr {
    let local = env.new_local(name, ty, LocalRole::Temporary, span);
    env.emit(StmtKind::Declare(local), span);
    env.read_local(local, span)
}
