//! `memcpy`, `memmove` and `memset` of so many bytes, element by element (R183); `std::swap` and `std::clamp`.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::base::Span;
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, Type};
use crate::syntax::tree;

use super::builtins::count;
use super::expr::read;
use super::fits;
use super::memory::copy;
use super::memory::layout;
use super::memory::object;
use super::memory::pointer;
use super::memory::read::{self, opaque};
use super::memory::window::{self, Unaligned};
use super::model::types::{CType, INDEX, size_of};
use super::model::value::{self, binary, convert};
use super::model::{Env, Lowered, Pointer, Reported, Value};
use super::order;

/// More elements than this are not copied one by one.
const MOST_ELEMENTS: u64 = 256;

/// A call of one of these functions.
pub fn call(env: &mut Env, called: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let space = called.path.last().map(String::as_str);
    match (called.ident.as_str(), args) {
        ("memcpy" | "__builtin_memcpy", _) => Some(copy(env, "memcpy", args, span)),
        ("memmove" | "__builtin_memmove", _) => Some(copy(env, "memmove", args, span)),
        ("memset" | "__builtin_memset", _) => Some(set(env, args, span)),
        ("swap", [_, _]) => Some(swap(env, args, span)),
        ("clamp", [_, _, _]) if space == Some("std") => Some(clamp(env, args, span)),
        _ => None,
    }
}

/// `std::swap(a, b)`: each takes what the other one held.
fn swap(env: &mut Env, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let values = order::operands(env, &args.iter().collect::<Vec<_>>())?;
    let types: Vec<CType> = values.iter().map(|value| fits::value_type(env, value)).collect();
    let mut places = Vec::new();
    for value in values {
        match value {
            Value::Place(place) if types[0].same(&types[1]) => {
                places.push(pointer::settle_place(env, place, "swapped"))
            }
            _ => return Err(env.unsupported("`swap` of these", span)),
        }
    }
    let mut held = Vec::new();
    for place in &places {
        held.push(held_value(env, Value::Place(place.clone()), span)?);
    }
    for (place, value) in places.into_iter().rev().zip(held) {
        copy::assign(env, Value::Place(place), value, span)?;
    }
    Ok(Value::Void)
}

/// A copy of what a place holds.
fn held_value(env: &mut Env, value: Value, span: Span) -> Lowered<Value> {
    match object::record_of(env, &value) {
        Some(_) => object::materialise(env, value, "held", true, span).map(|object| Value::Place(object.place())),
        None => {
            let value = read(env, value, span)?;
            Ok(Value::Scalar(read::temporary(env, "held", value)))
        }
    }
}

/// `std::clamp(x, low, high)`, of one type: `x < low ? low : high < x ? high : x`.
fn clamp(env: &mut Env, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let values = order::operands(env, &args.iter().collect::<Vec<_>>())?;
    let mut given = Vec::new();
    for (value, arg) in values.into_iter().zip(args) {
        let value = read(env, value, arg.span)?;
        given.push(if value::weight(&value) == 1 { value } else { read::temporary(env, "clamped", value) });
    }
    let [x, low, high] = <[Expr; 3]>::try_from(given).map_err(|_| Reported)?;
    if x.ty != low.ty || x.ty != high.ty {
        return Err(env.unsupported("`std::clamp` of several types", span));
    }
    let choice = |cond: Expr, then: Expr, other: Expr| {
        let ty = then.ty;
        Expr::new(ExprKind::Conditional(cond, then, other), ty, span)
    };
    let above = choice(binary(Binary::Lt, high.clone(), x.clone()), high, x.clone());
    Ok(Value::Scalar(choice(binary(Binary::Lt, x, low.clone()), low, above)))
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

fn copy(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 3, span)?;
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
    let mut moved = Vec::new();
    for at in 0..elements(env, name, &bytes, size, args[2].span)? {
        let (target, source) = (at_element(env, &to, at, span)?, at_element(env, &from, at, span)?);
        let source = if same { source } else { Value::Scalar(bits(env, source, &element, span)?) };
        match name {
            // The ranges may overlap: all is read before anything is written.
            "memmove" => moved.push((target, held_value(env, source, span)?)),
            _ => copy::assign(env, target, source, span)?,
        }
    }
    for (target, value) in moved {
        copy::assign(env, target, value, span)?;
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
    read::keep(env, value);
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
        copy::assign(env, target, Value::Scalar(filled), span)?;
    }
    Ok(Value::Pointer(to))
}
