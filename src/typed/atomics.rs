//! CUDA's atomic functions.

use crate::base::Span;
use crate::kernel::ir::{Atomic, AtomicOp, AtomicScope, Conversion, Expr, LocalRole, Space, StmtKind, Type};
use crate::syntax::tree;

use super::builtins::count;
use super::choice;
use super::expr::{self, Value, read};
use super::order;
use super::pointer;
use super::scope::{Env, Lowered, Place, Reported};
use super::types::type_name;
use super::value::convert;
use super::window;

/// The functions by their name without a suffix for the scope.
const FUNCTIONS: [(&str, AtomicOp); 11] = [
    ("atomicAdd", AtomicOp::Add),
    ("atomicSub", AtomicOp::Sub),
    ("atomicMin", AtomicOp::Min),
    ("atomicMax", AtomicOp::Max),
    ("atomicAnd", AtomicOp::And),
    ("atomicOr", AtomicOp::Or),
    ("atomicXor", AtomicOp::Xor),
    ("atomicExch", AtomicOp::Exch),
    ("atomicInc", AtomicOp::Inc),
    ("atomicDec", AtomicOp::Dec),
    ("atomicCAS", AtomicOp::Cas),
];

/// The operation and scope that a function's name says.
fn named(name: &str) -> Option<(AtomicOp, AtomicScope)> {
    let (stem, scope) = match name.rsplit_once('_') {
        Some((stem, "block")) => (stem, AtomicScope::Block),
        Some((stem, "system")) => (stem, AtomicScope::System),
        _ => (name, AtomicScope::Device),
    };
    FUNCTIONS.iter().find(|row| row.0 == stem).map(|row| (row.1, scope))
}

/// Whether CUDA has the operation on cells of this type.
fn exists(op: AtomicOp, ty: Type) -> bool {
    match (op, ty) {
        (AtomicOp::Add, Type::Float { .. }) | (AtomicOp::Exch, Type::Float { bits: 32 }) => true,
        (AtomicOp::Inc | AtomicOp::Dec, ty) => ty == Type::UINT,
        (AtomicOp::Sub, Type::Int { bits, .. }) => bits == 32,
        (AtomicOp::Add | AtomicOp::Exch | AtomicOp::Cas, Type::Int { signed, bits }) => {
            bits == 32 || (bits == 64 && !signed)
        }
        (AtomicOp::Min | AtomicOp::Max | AtomicOp::And | AtomicOp::Or | AtomicOp::Xor, Type::Int { bits, .. }) => {
            matches!(bits, 32 | 64)
        }
        _ => false,
    }
}

/// A call of an atomic function: a statement that leaves the old value in a temporary.
pub fn call(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let (op, scope) = named(name)?;
    Some(atomic(env, name, op, scope, args, span))
}

fn atomic(
    env: &mut Env,
    name: &str,
    op: AtomicOp,
    scope: AtomicScope,
    args: &[tree::Expr],
    span: Span,
) -> Lowered<Value> {
    count(env, name, args, if op == AtomicOp::Cas { 3 } else { 2 }, span)?;
    let exprs: Vec<&tree::Expr> = args.iter().collect();
    let mut values = order::operands(env, &exprs)?.into_iter();
    let address = values.next().ok_or(Reported)?;
    let address = pointer::decay(env, address, args[0].span)?;
    let Value::Place(place) = pointer::deref(env, address, args[0].span)? else {
        return Err(env.unsupported(format!("`{name}` on something that is no scalar"), span));
    };
    let ty = expr::place_type(env, &place);
    let mut operands: Vec<Expr> = Vec::new();
    for (value, arg) in values.zip(&args[1..]) {
        operands.push(convert(read(env, value, arg.span)?, ty, Conversion::Implicit));
    }
    let operands = match place {
        Place::Either(_) => operands.into_iter().map(|e| pointer::settle_expr(env, e, "operand")).collect(),
        _ => operands,
    };
    on(env, name, op, scope, place, operands, span).map(Value::Scalar)
}

/// The operation on one place; its value is the old one.
fn on(
    env: &mut Env,
    name: &str,
    op: AtomicOp,
    scope: AtomicScope,
    place: Place,
    operands: Vec<Expr>,
    span: Span,
) -> Lowered<Expr> {
    let ty = expr::place_type(env, &place);
    if let Place::Either(either) = place {
        let old = env.new_local("old", ty, LocalRole::Temporary, span);
        choice::each(env, *either, span, &mut |env, place| {
            let value = on(env, name, op, scope, place, operands.clone(), span)?;
            env.emit(StmtKind::Assign { local: old, value: convert(value, ty, Conversion::Implicit) }, span);
            Ok(())
        })?;
        return Ok(env.read_local(old, span));
    }
    let (array, window, index, is_const) = match place {
        Place::Cell { array, index, is_const } => (array, None, index, is_const),
        Place::Wide { window, index, is_const } => (env.windows[window.0].cells, Some(window), index, is_const),
        Place::Local(_) | Place::Object { .. } | Place::Either(_) => {
            return Err(env.unsupported(format!("`{name}` on a variable of one thread"), span));
        }
    };
    let info = &env.kernel.arrays[array.index()];
    let (space, array_name) = (info.space, info.name.clone());
    if !matches!(space, Space::Global | Space::Shared) {
        return Err(env.unsupported(format!("`{name}` on `{array_name}`, which is neither global nor shared"), span));
    }
    if is_const || !exists(op, ty) {
        let constant = if is_const { "const " } else { "" };
        return Err(env.unsupported(format!("`{name}` on {constant}{}", type_name(ty)), span));
    }
    if let Some(window) = window {
        let wanted = Atomic { op, scope, array, index, operands, result: None };
        return match window::atomic(env, window, wanted, span) {
            Some(old) => Ok(old),
            None => Err(env.unsupported(format!("`{name}` on several elements of `{array_name}` at once"), span)),
        };
    }
    let result = env.new_local("old", ty, LocalRole::Temporary, span);
    env.emit(StmtKind::Atomic(Atomic { op, scope, array, index, operands, result: Some(result) }), span);
    Ok(env.read_local(result, span))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_operation_and_scope() {
        assert_eq!(named("atomicAdd"), Some((AtomicOp::Add, AtomicScope::Device)));
        assert_eq!(named("atomicCAS_block"), Some((AtomicOp::Cas, AtomicScope::Block)));
        assert_eq!(named("atomicExch_system"), Some((AtomicOp::Exch, AtomicScope::System)));
        assert_eq!(named("atomicAdd_warp"), None);
        assert_eq!(named("atomic"), None);
    }
}
