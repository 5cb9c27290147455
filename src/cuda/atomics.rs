//! CUDA's atomic functions and fences.

use crate::base::Span;
use crate::cpp::{
    Env, Lowered, Place, Reported, Value,
    types::type_name,
    value::{self, convert},
};
use crate::kernel::ir::{
    Atomic, AtomicOp, AtomicScope, Conversion, Expr, Fence, LocalRole, MemoryOrder, Space, StmtKind, Type,
};
use crate::memory::{cell_views, choice, read, temporaries};
use crate::syntax::tree;

use super::functions::{Argument, Call, Function, exactly};

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

/// Those that CUDA has by an object's member only.
const OF_OBJECTS: [(&str, AtomicOp); 2] = [("atomicLoad", AtomicOp::Load), ("atomicStore", AtomicOp::Store)];

/// The operation and scope that a function's name says.
fn operation(name: &str) -> Option<(AtomicOp, AtomicScope)> {
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
        // Of loads and stores CUDA has every size.
        (AtomicOp::Load | AtomicOp::Store, Type::Int { .. } | Type::Float { .. } | Type::Bool) => true,
        (AtomicOp::Add | AtomicOp::Exch | AtomicOp::Cas, Type::Int { signed, bits }) => {
            bits == 32 || (bits == 64 && !signed)
        }
        (AtomicOp::Min | AtomicOp::Max | AtomicOp::And | AtomicOp::Or | AtomicOp::Xor, Type::Int { bits, .. }) => {
            matches!(bits, 32 | 64)
        }
        _ => false,
    }
}

/// The function of this name: an atomic one leaves the old value in a temporary.
pub fn named(name: &str) -> Option<Function> {
    match name.strip_prefix(tree::ORDERED_ATOMIC) {
        Some("fence") => Some(Function::values(2, ordered_fence)),
        Some(_) => {
            let op = of_object(name)?;
            Some(Function::values(operands_of(op) + orders_of(op) + 2, ordered))
        }
        None if fence_scope(name).is_some() => Some(Function::values(0, fence)),
        None => Some(Function::values(1 + operands_of(operation(name)?.0), relaxed)),
    }
}

/// The operation of an atomic object.
fn of_object(name: &str) -> Option<AtomicOp> {
    let stem = name.strip_prefix(tree::ORDERED_ATOMIC)?;
    FUNCTIONS.iter().chain(&OF_OBJECTS).find(|row| row.0 == stem).map(|row| row.1)
}

fn fence_scope(name: &str) -> Option<AtomicScope> {
    match name {
        "__threadfence_block" => Some(AtomicScope::Block),
        "__threadfence" => Some(AtomicScope::Device),
        "__threadfence_system" => Some(AtomicScope::System),
        _ => None,
    }
}

/// `__threadfence()` and its kin order everything of their scope (ATOMIC-3).
fn fence(env: &mut Env, Call { name, span, .. }: Call<Argument>) -> Lowered<Value> {
    let scope = fence_scope(name).ok_or(Reported)?;
    env.emit(StmtKind::Fence(Fence { scope, order: MemoryOrder::AcqRel }), span);
    Ok(Value::Void)
}

/// What an atomic operation is, but for its operands.
#[derive(Clone, Copy)]
struct How {
    op: AtomicOp,
    scope: AtomicScope,
    order: MemoryOrder,
}

fn operands_of(op: AtomicOp) -> usize {
    match op {
        AtomicOp::Load => 0,
        AtomicOp::Cas => 2,
        _ => 1,
    }
}

fn orders_of(op: AtomicOp) -> usize {
    if op == AtomicOp::Cas { 2 } else { 1 }
}

/// CUDA's own functions order nothing.
fn relaxed(env: &mut Env, call: Call<Argument>) -> Lowered<Value> {
    let (op, scope) = operation(call.name).ok_or(Reported)?;
    atomic(env, How { op, scope, order: MemoryOrder::Relaxed }, call)
}

/// An operation of an atomic object.
fn ordered(env: &mut Env, mut call: Call<Argument>) -> Lowered<Value> {
    let op = of_object(call.name).ok_or(Reported)?;
    let mut orders = call.args.split_off(1 + operands_of(op));
    let scope = scope(env, orders.pop().ok_or(Reported)?)?;
    let (acquires, releases) = memory_orders(env, orders)?;
    let order = match (acquires && op != AtomicOp::Store, releases && op != AtomicOp::Load) {
        (true, true) => MemoryOrder::AcqRel,
        (true, false) => MemoryOrder::Acquire,
        (false, true) => MemoryOrder::Release,
        (false, false) => MemoryOrder::Relaxed,
    };
    let name = call.name.strip_prefix(tree::ORDERED_ATOMIC).unwrap_or(call.name);
    atomic(env, How { op, scope, order }, Call { name, ..call })
}

fn ordered_fence(env: &mut Env, Call { args, span, .. }: Call<Argument>) -> Lowered<Value> {
    let [order, of] = exactly(args)?;
    let order = match memory_orders(env, vec![order])? {
        (true, true) => MemoryOrder::AcqRel,
        (true, false) => MemoryOrder::Acquire,
        (false, true) => MemoryOrder::Release,
        (false, false) => return Ok(Value::Void),
    };
    let scope = scope(env, of)?;
    env.emit(StmtKind::Fence(Fence { scope, order }), span);
    Ok(Value::Void)
}

/// Whether one of several memory orders acquires, and whether one releases.
fn memory_orders(env: &mut Env, args: Vec<Argument>) -> Lowered<(bool, bool)> {
    let (mut acquires, mut releases) = (false, false);
    for arg in args {
        let span = arg.span;
        match number(env, arg)? {
            Some(0) => {}
            Some(1 | 2) => acquires = true,
            Some(3) => releases = true,
            Some(4 | 5) => (acquires, releases) = (true, true),
            _ => return Err(env.unsupported("a memory order that is no constant", span)),
        }
    }
    Ok((acquires, releases))
}

fn scope(env: &mut Env, arg: Argument) -> Lowered<AtomicScope> {
    let span = arg.span;
    match number(env, arg)? {
        Some(0) => Ok(AtomicScope::System),
        Some(1) => Ok(AtomicScope::Device),
        Some(2) => Ok(AtomicScope::Block),
        _ => Err(env.unsupported("a scope of one thread, or that is no constant", span)),
    }
}

fn number(env: &mut Env, arg: Argument) -> Lowered<Option<u8>> {
    let value = arg.scalar(env)?;
    Ok(value::constant_int(&value).and_then(|known| u8::try_from(known).ok()))
}

fn atomic(env: &mut Env, how: How, Call { name, args, span }: Call<Argument>) -> Lowered<Value> {
    let mut args = args.into_iter();
    let address = args.next().ok_or(Reported)?;
    let Value::Place(place) = address.target(env)? else {
        return Err(env.unsupported(format!("`{name}` on something that is no scalar"), span));
    };
    let ty = read::place_type(env, &place);
    let mut operands: Vec<Expr> = Vec::new();
    for operand in args {
        operands.push(convert(operand.scalar(env)?, ty, Conversion::Implicit));
    }
    let operands = match place {
        Place::Either(_) => operands.into_iter().map(|e| temporaries::settle_expr(env, e, "operand")).collect(),
        _ => operands,
    };
    on(env, name, how, place, operands, span).map(Value::Scalar)
}

/// The operation on one place; its value is the old one.
fn on(env: &mut Env, name: &str, how: How, place: Place, operands: Vec<Expr>, span: Span) -> Lowered<Expr> {
    let ty = read::place_type(env, &place);
    if let Place::Either(either) = place {
        let old = env.new_local("old", ty, LocalRole::Temporary, span);
        choice::each(env, *either, span, &mut |env, place| {
            let value = on(env, name, how, place, operands.clone(), span)?;
            env.emit(StmtKind::Assign { local: old, value: convert(value, ty, Conversion::Implicit) }, span);
            Ok(())
        })?;
        return Ok(env.read_local(old, span));
    }
    let (array, cell_view, index, is_const) = match place {
        Place::Cell { array, index, is_const } => (array, None, index, is_const),
        Place::Wide { cell_view, index, is_const } => {
            (env.memory.cell_views[cell_view.0].cells, Some(cell_view), index, is_const)
        }
        Place::Local(_) | Place::Object { .. } | Place::Either(_) => {
            return Err(env.unsupported(format!("`{name}` on a variable of one thread"), span));
        }
    };
    let info = &env.kernel.arrays[array.index()];
    let (space, array_name) = (info.space, info.name.clone());
    if !matches!(space, Space::Global | Space::Shared) {
        return Err(env.unsupported(format!("`{name}` on `{array_name}`, which is neither global nor shared"), span));
    }
    let How { op, scope, order } = how;
    if is_const || !exists(op, ty) {
        let constant = if is_const { "const " } else { "" };
        return Err(env.unsupported(format!("`{name}` on {constant}{}", type_name(ty)), span));
    }
    if let Some(cell_view) = cell_view {
        let wanted = Atomic { op, scope, order, array, index, operands, result: None };
        return match cell_views::atomic(env, cell_view, wanted, span) {
            Some(old) => Ok(old),
            None => Err(env.unsupported(format!("`{name}` on several elements of `{array_name}` at once"), span)),
        };
    }
    let result = env.new_local("old", ty, LocalRole::Temporary, span);
    env.emit(StmtKind::Atomic(Atomic { op, scope, order, array, index, operands, result: Some(result) }), span);
    Ok(env.read_local(result, span))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_operation_and_scope() {
        assert_eq!(operation("atomicAdd"), Some((AtomicOp::Add, AtomicScope::Device)));
        assert_eq!(operation("atomicCAS_block"), Some((AtomicOp::Cas, AtomicScope::Block)));
        assert_eq!(operation("atomicExch_system"), Some((AtomicOp::Exch, AtomicScope::System)));
        assert_eq!(operation("atomicAdd_warp"), None);
        assert_eq!(operation("atomic"), None);
    }
}
