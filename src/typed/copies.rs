//! `memcpy` and `memset` of so many bytes, element by element (R183).

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::base::Span;
use crate::kernel::ir::{Conversion, Expr, Type};
use crate::syntax::tree;

use super::builtins::count;
use super::expr::{self, Value, read};
use super::intrinsics::opaque;
use super::layout;
use super::object;
use super::order;
use super::pointer;
use super::scope::{Env, Lowered, Pointer, Reported};
use super::types::{CType, INDEX, size_of};
use super::value::{self, convert};
use super::window::{self, Unaligned};

/// More elements than this are not copied one by one.
const MOST_ELEMENTS: u64 = 256;

/// A call of one of these functions.
pub fn call(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    match name {
        "memcpy" => Some(copy(env, args, span)),
        "memset" => Some(set(env, args, span)),
        _ => None,
    }
}

/// The number of elements of a size that so many bytes are.
fn elements(env: &mut Env, name: &str, bytes: &Expr, size: Option<u64>, span: Span) -> Lowered<u64> {
    let bytes = value::constant_int(bytes).and_then(|bytes| bytes.to_u64());
    match (bytes, size) {
        (Some(bytes), Some(size)) if bytes.is_multiple_of(size) && bytes / size <= MOST_ELEMENTS => Ok(bytes / size),
        (Some(_), Some(_)) => Err(env.unsupported(format!("`{name}` of many bytes, or of parts of elements"), span)),
        _ => Err(env.unsupported(format!("`{name}` of a number of bytes that is not known"), span)),
    }
}

fn copy(env: &mut Env, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, "memcpy", args, 3, span)?;
    let values = order::operands(env, &args.iter().collect::<Vec<_>>())?;
    let [to, from, bytes] = values.try_into().map_err(|_| Reported)?;
    let (to, from) = (pointer::decay(env, to, args[0].span)?, pointer::decay(env, from, args[1].span)?);
    let bytes = read(env, bytes, args[2].span)?;
    let (mut to, mut from) = (pointer::settle(env, to, "to"), pointer::settle(env, from, "from"));
    let (target, source) = (pointer::element_of(env, &to), pointer::element_of(env, &from));
    let (wide, narrow) = (layout::byte_size(env, &target), layout::byte_size(env, &source));
    // The wider of the two types is looked for in the memory of the other one.
    let element = if target.same(&source) || wide == narrow {
        target.clone()
    } else if wide > narrow {
        from = viewed(env, &from, &target, span)?;
        target.clone()
    } else {
        to = viewed(env, &to, &source, span)?;
        source.clone()
    };
    let size = layout::byte_size(env, &element);
    let same = pointer::element_of(env, &to).same(&pointer::element_of(env, &from));
    for at in 0..elements(env, "memcpy", &bytes, size, args[2].span)? {
        let (target, source) = (at_element(env, &to, at, span)?, at_element(env, &from, at, span)?);
        let source = if same { source } else { Value::Scalar(bits(env, source, &element, span)?) };
        object::assign(env, target, source, span)?;
    }
    Ok(Value::Pointer(to))
}

fn viewed(env: &mut Env, pointer: &Pointer, element: &CType, span: Span) -> Lowered<Pointer> {
    let found = pointer::element_of(env, pointer).name();
    match window::cast(env, pointer, element, Unaligned::Refused) {
        Some(viewed) => Ok(viewed),
        None => Err(env.unsupported(format!("`memcpy` between {found} and {}", element.name()), span)),
    }
}

/// An element, wherever it lies: a copy of bytes asks for no alignment.
fn at_element(env: &mut Env, pointer: &Pointer, at: u64, span: Span) -> Lowered<Value> {
    pointer::element(env, pointer.clone(), value::int(at, INDEX, span), span)
}

/// The bits of a scalar as a scalar of the same width: an integer as one of the other sign, else any value.
fn bits(env: &mut Env, from: Value, to: &CType, span: Span) -> Lowered<Expr> {
    let CType::Scalar(ty) = to else {
        return Err(env.unsupported(format!("`memcpy` between something else and {}", to.name()), span));
    };
    let value = read(env, from, span)?;
    if matches!((ty, value.ty), (Type::Int { .. }, Type::Int { .. })) {
        return Ok(convert(value, *ty, Conversion::Explicit));
    }
    expr::keep(env, value);
    Ok(opaque(env, *ty, span))
}

fn set(env: &mut Env, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, "memset", args, 3, span)?;
    let values = order::operands(env, &args.iter().collect::<Vec<_>>())?;
    let [to, byte, bytes] = values.try_into().map_err(|_| Reported)?;
    let to = pointer::decay(env, to, args[0].span)?;
    let (byte, bytes) = (read(env, byte, args[1].span)?, read(env, bytes, args[2].span)?);
    let to = pointer::settle(env, to, "to");
    let CType::Scalar(ty) = pointer::element_of(env, &to) else {
        let found = pointer::element_of(env, &to).name();
        return Err(env.unsupported(format!("`memset` of {found}"), span));
    };
    let Some(byte) = value::constant_int(&byte) else {
        return Err(env.unsupported("`memset` to a value that is not known", span));
    };
    let byte: BigInt = byte & BigInt::from(255);
    for at in 0..elements(env, "memset", &bytes, Some(size_of(ty)), args[2].span)? {
        let target = at_element(env, &to, at, span)?;
        let filled = match ty {
            Type::Int { .. } => {
                let all = (0..size_of(ty)).fold(BigInt::from(0), |all, _| all * 256 + &byte);
                value::int(value::wrap(&all, ty), ty, span)
            }
            _ if byte == BigInt::from(0) => value::zero(ty, span),
            _ => opaque(env, ty, span),
        };
        object::assign(env, target, Value::Scalar(filled), span)?;
    }
    Ok(Value::Pointer(to))
}
