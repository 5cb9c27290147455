//! `memcpy`, `memmove` and `memset` of so many bytes, element by element (MEM-36); `std::swap` and `std::clamp`.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::base::Span;
use crate::cpp::{
    Env, Lowered, Pointer, Value,
    types::{CType, INDEX, size_of},
    value::{self, binary, convert},
};
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, Type};
use crate::memory::{
    cell_views::{self, Unaligned},
    copy, layout, object, pointee, pointer, read,
    temporaries::{self, opaque},
};
use crate::syntax::tree;

use super::functions::{Argument, Call, Function, exactly};

/// More elements than this are not copied one by one.
const MOST_ELEMENTS: u64 = 256;

/// The function of this name.
pub fn named(name: &tree::Name, args: usize) -> Option<Function> {
    let space = name.path.last().map(String::as_str);
    match (name.ident.as_str(), args) {
        ("memcpy" | "__builtin_memcpy" | "memmove" | "__builtin_memmove", _) => Some(Function::values(3, copy)),
        ("memset" | "__builtin_memset", _) => Some(Function::values(3, set)),
        // With a range, or with a comparison, they are other functions.
        ("swap", 2) => Some(Function::objects(2, swap)),
        ("clamp", 3) if space == Some("std") => Some(Function::numbers(3, clamp)),
        _ => None,
    }
}

/// `std::swap(a, b)`: each takes what the other one held.
fn swap(env: &mut Env, Call { args, span, .. }: Call<Argument>) -> Lowered<Value> {
    let values: Vec<Value> = args.into_iter().map(|argument| argument.value).collect();
    let types: Vec<CType> = values.iter().map(|value| read::value_type(env, value)).collect();
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
    match pointee::record_of(env, &value) {
        Some(_) => object::materialise(env, value, "held", true, span).map(|object| Value::Place(object.place())),
        None => {
            let value = read::scalar(env, value, span)?;
            Ok(Value::Scalar(temporaries::temporary(env, "held", value)))
        }
    }
}

/// `std::clamp(x, low, high)`, of one type: `x < low ? low : high < x ? high : x`.
fn clamp(env: &mut Env, Call { args, span, .. }: Call) -> Lowered<Expr> {
    let once =
        |value: Expr| if value::weight(&value) == 1 { value } else { temporaries::temporary(env, "clamped", value) };
    let [x, low, high] = exactly(args.into_iter().map(once).collect())?;
    if x.ty != low.ty || x.ty != high.ty {
        return Err(env.unsupported("`std::clamp` of several types", span));
    }
    let choice = |cond: Expr, then: Expr, other: Expr| {
        let ty = then.ty;
        Expr::new(ExprKind::Conditional(cond, then, other), ty, span)
    };
    let above = choice(binary(Binary::Lt, high.clone(), x.clone()), high, x.clone());
    Ok(choice(binary(Binary::Lt, x, low.clone()), low, above))
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

fn copy(env: &mut Env, Call { name, args, span }: Call<Argument>) -> Lowered<Value> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let [to, from, bytes] = exactly(args)?;
    let (to, from) = (pointee::decay(env, to.value, to.span)?, pointee::decay(env, from.value, from.span)?);
    let at = bytes.span;
    let bytes = bytes.scalar(env)?;
    let (mut to, mut from) = (pointer::settle(env, to, "to"), pointer::settle(env, from, "from"));
    let (target, source) = (pointee::element_of(env, &to), pointee::element_of(env, &from));
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
    let same = pointee::element_of(env, &to).same(&pointee::element_of(env, &from));
    let mut moved = Vec::new();
    for at in 0..elements(env, name, &bytes, size, at)? {
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
    let found = pointee::element_of(env, pointer).name();
    match cell_views::cast(env, pointer, element, Unaligned::Refused) {
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
    let value = read::scalar(env, from, span)?;
    if matches!((ty, value.ty), (Type::Int { .. }, Type::Int { .. })) {
        return Ok(convert(value, *ty, Conversion::Explicit));
    }
    temporaries::keep(env, value);
    Ok(opaque(env, *ty, span))
}

fn set(env: &mut Env, Call { args, span, .. }: Call<Argument>) -> Lowered<Value> {
    let [to, byte, bytes] = exactly(args)?;
    let to = pointee::decay(env, to.value, to.span)?;
    let (byte, at) = (byte.scalar(env)?, bytes.span);
    let bytes = bytes.scalar(env)?;
    let to = pointer::settle(env, to, "to");
    let CType::Scalar(ty) = pointee::element_of(env, &to) else {
        let found = pointee::element_of(env, &to).name();
        return Err(env.unsupported(format!("`memset` of {found}"), span));
    };
    let Some(byte) = value::constant_int(&byte) else {
        return Err(env.unsupported("`memset` to a value that is not known", span));
    };
    let byte: BigInt = byte & BigInt::from(255);
    for at in 0..elements(env, "memset", &bytes, Some(size_of(ty)), at)? {
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
