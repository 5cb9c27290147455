//! Arrays whose elements are all set to zero (TEMPLATE-24): one by one, or, where there are many or nobody knows how many, by loops.

use num_traits::ToPrimitive;

use crate::base::Span;
use crate::cpp::{
    Env, Lowered, Pointer, Value,
    types::CType,
    value::{self, convert},
};
use crate::kernel::ir::{Conversion, Expr, ExprKind, Type};
use crate::lower::{expressions::expr, statements::loops};
use crate::memory::{copy, layout, pointee, pointer};
use crate::syntax::tree::Initializer;

use super::{construction, initializers};

/// Sets all elements of an array to zero.
pub fn clear(env: &mut Env, row: &Pointer, span: Span) -> Lowered<()> {
    let (leaf, extents) = copy::row_type(env, row);
    let dims = layout::dimensions(&extents);
    let count = dims.as_ref().and_then(|dims| dims.iter().product::<u64>().to_usize());
    let (Some(dims), Some(count)) = (dims, count.filter(|count| *count <= initializers::MOST_CELLS)) else {
        return match extents.first() {
            Some(Some(first)) => by_loop(env, row, &leaf, first.clone(), extents.len() > 1, span),
            _ => {
                let name = pointee::base_name(env, row.base);
                Err(env.unsupported(format!("initialiser of array `{name}`, whose size is not known"), span))
            }
        };
    };
    for at in 0..count as u64 {
        let mut target = Value::Row(row.clone());
        for e in layout::indices(at, &dims, span) {
            let to = pointee::decay(env, target, span)?;
            target = pointer::index(env, to, e, span)?;
        }
        let zero = construction::zero_of(env, &leaf, "zero", span)?;
        copy::assign(env, target, zero, span)?;
    }
    Ok(())
}

/// A loop over the first dimension; an array's elements that are arrays are cleared each.
fn by_loop(env: &mut Env, row: &Pointer, leaf: &CType, extent: Expr, of_rows: bool, span: Span) -> Lowered<()> {
    let name = pointee::base_name(env, row.base);
    loops::counted(env, &name, extent, span, |env, at| {
        let element = pointer::index(env, row.clone(), at, span)?;
        if of_rows {
            let row = pointee::decay(env, element, span)?;
            return clear(env, &row, span);
        }
        let zero = construction::zero_of(env, leaf, "zero", span)?;
        copy::assign(env, element, zero, span)
    })
}

/// Whether a list gives elements of a scalar type no other value than zero, so that it does not matter which ones it names.
pub fn is_of_zeros(env: &mut Env, list: &[Initializer], element: Type) -> bool {
    list.iter().all(|item| match item {
        Initializer::Expr(e) => {
            let zero = |value| is_zero(&convert(value, element, Conversion::Implicit));
            env.ask(|env| expr::rvalue(env, e).is_ok_and(zero) && env.out.is_empty())
        }
        Initializer::List(list, _) => is_of_zeros(env, list, element),
        Initializer::Construct(_) => false,
    })
}

/// Whether a literal zero stands here; `-0.0` is another number.
fn is_zero(e: &Expr) -> bool {
    let literal = matches!(&*e.kind, ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(_));
    literal && value::constant(e) == value::constant(&value::zero(e.ty, e.span))
}
