//! Casts, and values that are made of a type and arguments.

use crate::base::{Span, codes};
use crate::cpp::{
    Base, Env, Lowered, Object, Place, Pointer, Reported, Value, classes, methods,
    types::{CType, RecordRef, type_name},
    value::{self, convert},
};
use crate::kernel::ir::{Conversion, Expr, Type};
use crate::lower::{
    calls::braced_arguments,
    names::resolve,
    objects::{aggregate, construction, conversion, member},
};
use crate::memory::{object, pointee, pointer, pointer_arithmetic, views};
use crate::syntax::tree::{self, CastStyle};

use super::expr;

/// The address of an object as that of its base class's part, or the reverse where the whole object is known (CLASS-23).
pub fn class_cast(env: &mut Env, pointer: &Pointer, to: &RecordRef, span: Span) -> Lowered<Option<Pointer>> {
    let Base::Bundle(own) = pointer.base else { return Ok(None) };
    if pointer.offset.is_some()
        || pointer.prefix.len() != env.memory.bundles[own.0].rank
        || env.memory.bundles[own.0].ty == *to
    {
        return Ok(None);
    }
    let object = Object { bundle: own, index: pointer.prefix.clone(), is_const: pointer.to_const };
    if classes::base_offset(env, env.memory.bundles[own.0].ty.id, to.id).is_some() {
        let part = member::base_object(env, &object, to.id, span)?;
        return Ok(Some(Pointer { base: Base::Bundle(part.bundle), ..pointer.clone() }));
    }
    let mut whole = own;
    while let Some(outer) = env.facts.wholes.get(&whole.0) {
        whole = *outer;
        if env.memory.bundles[whole.0].ty == *to {
            return Ok(Some(Pointer { base: Base::Bundle(whole), ..pointer.clone() }));
        }
    }
    Ok(None)
}

/// `(T)a` and C++'s casts by name.
pub fn cast(env: &mut Env, style: CastStyle, ty: &tree::Type, a: &tree::Expr, span: Span) -> Lowered<Value> {
    if let Some(reported) = resolve::undeclared_name(env, ty) {
        return Err(reported);
    }
    match resolve::resolve(env, ty)? {
        CType::Void => {
            expr::effect(env, a)?;
            Ok(Value::Void)
        }
        CType::Scalar(scalar) => {
            let operand = expr::lower(env, a)?;
            if matches!((&operand, scalar), (Value::Pointer(_) | Value::Row(_), Type::Int { bits: 64, .. })) {
                return pointer_arithmetic::number(env, operand, scalar, span).map(Value::Scalar);
            }
            if style == CastStyle::Reinterpret || matches!(operand, Value::Pointer(_) | Value::Row(_)) {
                return Err(env.unsupported(format!("cast to {} that reinterprets bits", type_name(scalar)), span));
            }
            let operand = expr::read(env, operand, a.span)?;
            let mut result = convert(operand, scalar, Conversion::Explicit);
            result.span = span;
            Ok(Value::Scalar(result))
        }
        CType::Pointer { to, to_const } => {
            let operand = expr::lower(env, a)?;
            let target = CType::Pointer { to: to.clone(), to_const };
            let is_number = match &operand {
                Value::Scalar(e) => !value::is_zero(e),
                Value::Place(Place::Local(_) | Place::Cell { .. } | Place::Wide { .. } | Place::Either(_)) => true,
                _ => false,
            };
            if is_number {
                return Err(env.unsupported("a number as a pointer", span));
            }
            let mut operand = conversion::converted_pointer(env, operand, &target, a.span)?;
            if let (CType::Record(class), CastStyle::C | CastStyle::Static) = (&*to, style)
                && let Some(part) = class_cast(env, &operand, class, span)?
            {
                operand = part;
            }
            let viewed = match to.elements() {
                Some((element, inner)) if inner.is_empty() => views::cast(env, operand, &element, span)?,
                _ => operand,
            };
            pointer::cast(env, viewed, &target, span).map(Value::Pointer)
        }
        CType::Record(record) => {
            let operand = expr::lower(env, a)?;
            let made = match pointee::record_of(env, &operand) {
                Some(_) => conversion::as_record(env, operand, &record, conversion::Asked::Yes, span)?,
                None => construction::construct(env, &record, vec![operand], vec![a.span], span)?,
            };
            object::own(env, made, span)
        }
        CType::Reference { to, to_const } => reference_cast(env, style, *to, to_const, a, span),
        other => Err(env.unsupported(format!("cast to {}", other.name()), span)),
    }
}

/// `(T &)x`, which is `*(T *)&x`.
pub fn reference_cast(
    env: &mut Env,
    style: CastStyle,
    to: CType,
    to_const: bool,
    a: &tree::Expr,
    span: Span,
) -> Lowered<Value> {
    let operand = expr::lower(env, a)?;
    let address = pointer::address(env, operand, span)?;
    // C++ lets only some casts take `const` away.
    let keeps_const = !matches!(style, CastStyle::C | CastStyle::Const);
    if let (CType::Record(class), CastStyle::C | CastStyle::Static) = (&to, style)
        && let Some(part) = class_cast(env, &address, class, span)?
    {
        return pointer::deref(env, Pointer { to_const: part.to_const && keeps_const || to_const, ..part }, span);
    }
    let Some((element, inner)) = to.elements().filter(|(_, inner)| inner.is_empty()) else {
        return Err(env.unsupported(format!("cast to {} &", to.name()), span));
    };
    let _ = inner;
    let viewed = views::cast(env, address, &element, span)?;
    pointer::deref(env, Pointer { to_const: viewed.to_const && keeps_const || to_const, ..viewed }, span)
}

/// `T(args)` or `T{args}` for a type as it is written.
pub fn construct(env: &mut Env, ty: &tree::Type, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    match (resolve::resolve(env, ty)?, args) {
        (CType::Scalar(_) | CType::Pointer { .. }, [arg]) => cast(env, CastStyle::C, ty, arg, span),
        (resolved, _) => construct_type(env, resolved, args, span),
    }
}

/// `T(args)` for a type.
pub fn construct_type(env: &mut Env, ty: CType, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    match (ty, args) {
        (CType::Scalar(scalar), []) => Ok(Value::Scalar(value::zero(scalar, span))),
        (CType::Scalar(scalar), [arg]) => {
            let operand = expr::rvalue(env, arg)?;
            Ok(Value::Scalar(Expr { span, ..convert(operand, scalar, Conversion::Explicit) }))
        }
        (CType::Scalar(_), _) => {
            Err(env.error(codes::E0303, span, format!("one value is needed here, not {}", args.len())))
        }
        (ty @ CType::Record(_), args) => {
            let CType::Record(record) = &ty else { return Err(Reported) };
            let is_aggregate = env.met.records[record.id].tree.is_some()
                && methods::constructors(env, record.id).is_empty()
                && (args.len() > 1 || args.iter().any(braced_arguments::is_list));
            if is_aggregate {
                let items = args.iter().map(aggregate::as_initializer).collect();
                return aggregate::value(env, &ty, &tree::Initializer::List(items, span));
            }
            let (values, spans) = braced_arguments::of_constructor(env, record.id, args)?;
            let made = construction::construct(env, record, values, spans, span)?;
            object::own(env, made, span)
        }
        (other, _) => Err(env.unsupported(format!("value of {}", other.name()), span)),
    }
}
