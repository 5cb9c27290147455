//! What C++ computes with pointers: sums, differences, comparisons, choices, and their numbers.

use crate::base::{Span, codes};
use crate::cpp::{
    Base, Env, Lowered, Pointer, Value,
    types::{INDEX, size_of},
    value::{self, binary, convert},
};
use crate::kernel::ir::{ArrayId, Binary, Conversion, Expr, ExprKind, LocalRole, Space, Type};
use crate::syntax::tree::BinaryOp;

use super::{choice, null, pointee, read, temporaries};

/// `p + n`, `n + p`, `p - n`, `p - q` and comparisons.
pub fn arithmetic(
    env: &mut Env,
    op: BinaryOp,
    (left, left_span): (Value, Span),
    (right, right_span): (Value, Span),
    span: Span,
) -> Lowered<Value> {
    let is_pointer = |value: &Value| matches!(value, Value::Pointer(_) | Value::Row(_));
    match (is_pointer(&left), is_pointer(&right)) {
        (true, true) => {
            let left = pointee::decay(env, left, left_span)?;
            let right = pointee::decay(env, right, right_span)?;
            between(env, op, left, right, span).map(Value::Scalar)
        }
        (true, false) => {
            let by = read::scalar(env, right, right_span)?;
            let pointer = pointee::decay(env, left, left_span)?;
            pointee::moved(env, op, pointer, by, span).map(Value::Pointer)
        }
        (false, _) => {
            let by = read::scalar(env, left, left_span)?;
            let pointer = pointee::decay(env, right, right_span)?;
            if op == BinaryOp::Sub {
                return Err(env.error(codes::E0302, span, "a pointer cannot be subtracted from a number"));
            }
            pointee::moved(env, op, pointer, by, span).map(Value::Pointer)
        }
    }
}

/// Difference and comparisons of pointers into one array.
pub fn between(env: &mut Env, op: BinaryOp, left: Pointer, right: Pointer, span: Span) -> Lowered<Expr> {
    let comparison =
        matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge);
    let (ir_op, symbol) = value::operator(op);
    if !comparison && op != BinaryOp::Sub {
        return Err(env.error(codes::E0302, span, format!("`{symbol}` does not take two pointers")));
    }
    if left.base != right.base || !left.prefix.is_empty() && matches!(left.base, Base::Choice(_)) {
        if let Some(result) = of_choices(env, op, &left, &right, span)? {
            return Ok(result);
        }
        if let Some(result) = null::same_start(env, ir_op, &left, &right, span) {
            return result;
        }
        let (left, right) = (pointee::base_name(env, left.base), pointee::base_name(env, right.base));
        return Err(env.unsupported(format!("`{symbol}` on pointers into `{left}` and `{right}`"), span));
    }
    if !left.prefix.is_empty() || !right.prefix.is_empty() {
        let name = pointee::base_name(env, left.base);
        return Err(env.unsupported(format!("`{symbol}` on pointers into rows of `{name}`"), span));
    }
    let mut result = binary(ir_op, pointee::offset(&left, span), pointee::offset(&right, span));
    if let (Base::CellView(cell_view), BinaryOp::Sub) = (left.base, op) {
        result = binary(Binary::Div, result, value::int(env.memory.cell_views[cell_view.0].per, INDEX, span));
    }
    result.span = span;
    Ok(result)
}

/// Difference and comparisons of pointers into one of several memories: of those into different ones any value.
pub fn of_choices(env: &mut Env, op: BinaryOp, left: &Pointer, right: &Pointer, span: Span) -> Lowered<Option<Expr>> {
    let (cond, first, second) = if let Some((cond, one, other)) = choice::arms(env, left, span)? {
        (cond, (one, right.clone()), (other, right.clone()))
    } else if let Some((cond, one, other)) = choice::arms(env, right, span)? {
        (cond, (left.clone(), one), (left.clone(), other))
    } else {
        return Ok(None);
    };
    let mut result = |(left, right): (Pointer, Pointer)| {
        let is_leaf = |pointer: &Pointer| !matches!(pointer.base, Base::Choice(_));
        match is_leaf(&left) && is_leaf(&right) && left.base != right.base {
            true => Ok(choice::unspecified(env, value::operator(op).0, span)),
            false => between(env, op, left, right, span),
        }
    };
    let (first, second) = (result(first)?, result(second)?);
    let ty = first.ty;
    let second = convert(second, ty, Conversion::Implicit);
    Ok(Some(Expr::new(ExprKind::Conditional(cond, first, second), ty, span)))
}

/// `c ? p : q`.
pub fn choose(env: &mut Env, cond: Expr, first: Pointer, second: Pointer, span: Span) -> Lowered<Pointer> {
    let (to_const, is_void) = (first.to_const || second.to_const, first.is_void || second.is_void);
    match value::constant(&cond) {
        Some(value::Constant::Bool(true)) => return Ok(Pointer { to_const, is_void, ..first }),
        Some(value::Constant::Bool(false)) => return Ok(Pointer { to_const, is_void, ..second }),
        _ => {}
    }
    if first.base != second.base || !(first.prefix.is_empty() && second.prefix.is_empty()) {
        return choice::between(env, cond, first, second, span);
    }
    let chosen = ExprKind::Conditional(cond, pointee::offset(&first, span), pointee::offset(&second, span));
    Ok(Pointer {
        base: first.base,
        prefix: Vec::new(),
        offset: Some(Expr::new(chosen, INDEX, span)),
        to_const,
        is_void,
    })
}

/// A pointer as a number (MEM-15). Where an array of global memory begins is one number of the launch that nobody knows; of
/// other memory it is any number, a new one each time.
pub fn number(env: &mut Env, value: Value, ty: Type, span: Span) -> Lowered<Expr> {
    let pointer = pointee::decay(env, value, span)?;
    let one_of_launch = |array: ArrayId| matches!(env.kernel.arrays[array.index()].space, Space::Global);
    let array = match pointer.base {
        Base::Array(array) if pointee::rank(env, pointer.base) == 1 && one_of_launch(array) => array,
        _ => return Ok(temporaries::opaque(env, ty, span)),
    };
    let address = Type::Int { signed: false, bits: 64 };
    let begin = match env.facts.numbers.get(&array) {
        Some(begin) => *begin,
        None => {
            // It is never assigned, so that it is the same for all.
            let begin = env.new_local("address", address, LocalRole::Opaque, span);
            env.facts.numbers.insert(array, begin);
            begin
        }
    };
    let begin = env.read_local(begin, span);
    if pointer.offset.is_none() {
        return Ok(convert(begin, ty, Conversion::Implicit));
    }
    // No address of the device takes all bits, and an offset may be negative.
    let wide = Type::Int { signed: true, bits: 64 };
    let size = size_of(env.kernel.arrays[array.index()].element);
    let bytes = pointee::times(convert(pointee::offset(&pointer, span), wide, Conversion::Implicit), size);
    Ok(convert(binary(Binary::Add, convert(begin, wide, Conversion::Implicit), bytes), ty, Conversion::Implicit))
}
