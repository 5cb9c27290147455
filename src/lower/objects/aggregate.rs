//! Values of classes and arrays from lists in braces.

use crate::base::{Span, codes};
use crate::cpp::{
    Env, Lowered, Object, Place, Pointer, Reported, Value, methods, modified,
    types::{CType, INDEX, RecordRef},
    value::{self, convert},
};
use crate::kernel::ir::Conversion;
use crate::lower::{calls::braced_arguments, expressions::expr, names::record, statements::pointer_lists};
use crate::memory::{choice, copy, homes::Storage, null, object, pointee, pointer, storage};
use crate::syntax::tree::{self, Initializer};

use super::{construction, conversion, initializers, zero_fill};

/// An expression as an initialiser: a list in braces is one.
pub fn as_initializer(e: &tree::Expr) -> Initializer {
    match &e.kind {
        tree::ExprKind::InitList(values) => Initializer::List(values.iter().map(as_initializer).collect(), e.span),
        _ => Initializer::Expr(e.clone()),
    }
}

/// The value that an initialiser gives a variable of a type.
pub fn value(env: &mut Env, ty: &CType, init: &Initializer) -> Lowered<Value> {
    match (ty, init) {
        (CType::Record(record), Initializer::List(items, span)) => list(env, record, items, *span),
        (CType::Record(record), Initializer::Construct(args)) => {
            let (values, spans) = braced_arguments::of_constructor(env, record.id, args)?;
            let span = args.first().map_or_else(Span::default, |arg| arg.span);
            construction::construct(env, record, values, spans, span)
        }
        (CType::Record(record), Initializer::Expr(e)) => {
            let value = match &e.kind {
                tree::ExprKind::InitList(_) => return self::value(env, ty, &as_initializer(e)),
                _ => expr::lower(env, e)?,
            };
            conversion::to_record(env, value, record, e.span)
        }
        (CType::Array { .. }, Initializer::List(items, span)) if storage::shape(ty).is_some() => {
            pointer_lists::listed(env, ty, items, *span)
        }
        (CType::Array { .. }, Initializer::List(items, span)) => array(env, ty, items, *span),
        (CType::Array { .. }, Initializer::Construct(args)) if args.is_empty() => {
            construction::zero_of(env, ty, "zero", Span::default())
        }
        (CType::Pointer { .. }, init) => match single_expr(init) {
            Some(e) => {
                let value = expr::lower(env, e)?;
                if null::is_null(&value) {
                    let nowhere = choice::typed_null(env, ty, e.span);
                    return Ok(nowhere.map_or_else(null::pointer, Value::Pointer));
                }
                let pointer = conversion::converted_pointer(env, value, ty, e.span)?;
                pointer::cast(env, pointer, ty, e.span).map(Value::Pointer)
            }
            None => Ok(choice::typed_null(env, ty, Span::default()).map_or_else(null::pointer, Value::Pointer)),
        },
        (CType::Scalar(scalar), init) => match (single_expr(init), init) {
            (Some(e), _) => {
                let value = expr::rvalue(env, e)?;
                Ok(Value::Scalar(convert(value, *scalar, Conversion::Implicit)))
            }
            (None, Initializer::List(items, span)) if items.is_empty() => {
                Ok(Value::Scalar(value::zero(*scalar, *span)))
            }
            (None, Initializer::Construct(args)) if args.is_empty() => {
                Ok(Value::Scalar(value::zero(*scalar, Span::default())))
            }
            _ => Err(env.unsupported("initialiser of a number by several values", Span::default())),
        },
        (_, init) => match single_expr(init) {
            Some(e) => expr::lower(env, e),
            None => Err(env.unsupported(format!("initialiser of type {}", ty.name()), Span::default())),
        },
    }
}

/// The only expression of an initialiser, be it in braces or in parentheses.
pub fn single_expr(init: &Initializer) -> Option<&tree::Expr> {
    match init {
        Initializer::Expr(e) => Some(e),
        Initializer::List(items, _) => match items.as_slice() {
            [Initializer::Expr(e)] => Some(e),
            _ => None,
        },
        Initializer::Construct(args) => match args.as_slice() {
            [e] => Some(e),
            _ => None,
        },
    }
}

/// `{a, b}` for a record: its constructor's arguments, or its fields in order.
fn list(env: &mut Env, record: &RecordRef, items: &[Initializer], span: Span) -> Lowered<Value> {
    if env.met.records[record.id].tree.is_some() && !methods::constructors(env, record.id).is_empty() {
        let Some(args) = braced_arguments::items(items) else {
            return Err(env.unsupported("list inside a constructor's arguments", span));
        };
        let (values, spans) = braced_arguments::of_constructor(env, record.id, &args)?;
        return construction::construct(env, record, values, spans, span);
    }
    let mut rest = items;
    let value = fields(env, record, &mut rest, span)?;
    match rest.first() {
        Some(_) if !env.met.records[record.id].bases.is_empty() => {
            Err(env.unsupported(format!("a list for `{}`, which has base classes", record.name), span))
        }
        Some(_) => Err(env.error(codes::E0303, span, "more initialisers than members")),
        None => Ok(value),
    }
}

/// Takes the values of a record's fields from a list, with C's brace elision.
pub fn fields(env: &mut Env, record: &RecordRef, rest: &mut &[Initializer], span: Span) -> Lowered<Value> {
    if env.met.records[record.id].is_union {
        return listed(env, record, rest, span);
    }
    let declared = env.met.records[record.id].fields.clone();
    let tree = env.met.records[record.id].tree;
    if tree.is_some_and(|tree| {
        tree.fields.iter().filter_map(|field| field.default.as_ref()).any(|e| looks_at(env, record, e))
    }) && rest.len() < declared.len()
    {
        return one_by_one(env, record, rest, span);
    }
    let mut values = of_bases(env, record, rest, span)?;
    for field in declared.into_iter().skip(values.len()) {
        let Some((item, tail)) = rest.split_first() else {
            let default = field.declared.and_then(|at| tree?.fields.get(at)?.default.as_ref());
            values.push(match default {
                Some(default) => {
                    let init = as_initializer(default);
                    construction::in_class(env, record.id, None, span, |env| value(env, &field.ty, &init))?
                }
                None => construction::zero_of(env, &field.ty, &field.name, span)?,
            });
            continue;
        };
        if field.is_reference {
            return Err(env.unsupported(format!("reference `{}` bound by a list", field.name), span));
        }
        match (&field.ty, item) {
            (CType::Record(inner), Initializer::Expr(e)) => {
                values.push(match whole(env, inner, e) {
                    Some(found) => {
                        *rest = tail;
                        conversion::to_record(env, found?, inner, e.span)?
                    }
                    None => fields(env, inner, rest, span)?,
                });
            }
            (CType::Array { .. }, Initializer::Expr(e)) => {
                let Some(count) = unbraced(&field.ty, rest, e) else {
                    return Err(env.unsupported("array in a struct initialised without braces", span));
                };
                let (items, tail) = rest.split_at(count);
                *rest = tail;
                values.push(value(env, &field.ty, &Initializer::List(items.to_vec(), span))?);
            }
            _ => {
                *rest = tail;
                values.push(value(env, &field.ty, item)?);
            }
        }
    }
    Ok(Value::Record(record.clone(), values))
}

/// The fields that a list gives the base classes: each is an element of the list before the members.
fn of_bases(env: &mut Env, record: &RecordRef, rest: &mut &[Initializer], span: Span) -> Lowered<Vec<Value>> {
    let mut values = Vec::new();
    for base in env.met.records[record.id].bases.clone() {
        let part = match rest.split_first() {
            Some((Initializer::List(items, span), tail)) => {
                *rest = tail;
                list(env, &base, items, *span)?
            }
            Some((Initializer::Expr(e), tail)) => match whole(env, &base, e) {
                Some(found) => {
                    *rest = tail;
                    conversion::to_record(env, found?, &base, e.span)?
                }
                None => fields(env, &base, rest, span)?,
            },
            _ => list(env, &base, &[], span)?,
        };
        let part = match part {
            Value::Place(Place::Object { bundle, index, is_const }) => {
                object::load(env, &Object { bundle, index, is_const }, span)?
            }
            other => other,
        };
        match part {
            Value::Record(_, parts) if parts.len() == env.met.records[base.id].fields.len() => values.extend(parts),
            _ => return Err(env.unsupported(format!("a list for `{}`, which has base classes", record.name), span)),
        }
    }
    Ok(values)
}

/// The value of an item that is an object of the type itself, or makes one; nothing where it is the first of the
/// fields.
fn whole(env: &mut Env, inner: &RecordRef, e: &tree::Expr) -> Option<Lowered<Value>> {
    let is_aggregate = methods::constructors(env, inner.id).is_empty();
    env.attempt(|env| match expr::lower(env, e) {
        Ok(found) => {
            let is_whole = pointee::record_of(env, &found).is_some()
                || conversion::constructible(env, inner, &found)
                || !is_aggregate;
            is_whole.then_some(Ok(found))
        }
        Err(reported) => Some(Err(reported)),
    })
}

/// How many items of a list an array takes that has no braces of its own, where that is plain: an item for each element.
fn unbraced(ty: &CType, rest: &[Initializer], first: &tree::Expr) -> Option<usize> {
    let CType::Array { of, extent } = ty else { return None };
    let count = usize::try_from(extent.as_ref().and_then(value::constant_int)?).ok()?;
    let is_plain = |item: &Initializer| matches!(item, Initializer::Expr(_));
    match **of {
        CType::Scalar(_) | CType::Pointer { .. } => {
            (!matches!(first.kind, tree::ExprKind::Str(_))).then_some(count.min(rest.len()))
        }
        // Several items may make one element.
        CType::Record(_) => (rest.len() == count && rest.iter().all(is_plain)).then_some(count),
        _ => None,
    }
}

/// Whether a default value may look at the object that is made: by the name of a member or of a member function, or by `this`.
pub fn looks_at(env: &Env, record: &RecordRef, default: &tree::Expr) -> bool {
    let (names, has_this) = modified::mentioned_in(default);
    let is_member = |name: &String| {
        env.met.records[record.id].fields.iter().any(|field| field.name == *name)
            || record::unnamed_with(env, record.id, name).is_some()
            || !methods::methods_named(env, record.id, name).is_empty()
    };
    has_this || names.iter().any(is_member)
}

/// The value of a record from a list, where default values look at members before them: those are there already.
fn one_by_one(env: &mut Env, record: &RecordRef, rest: &mut &[Initializer], span: Span) -> Lowered<Value> {
    if !env.met.records[record.id].bases.is_empty() {
        return Err(env.unsupported(format!("a list for `{}`, which has base classes", record.name), span));
    }
    let object = storage::fresh(env, record, "made", span)?;
    for (at, field) in env.met.records[record.id].fields.clone().into_iter().enumerate() {
        let tree = env.met.records[record.id].tree;
        let default = field.declared.and_then(|at| tree?.fields.get(at)?.default.as_ref());
        let given = match (rest.split_first(), default) {
            (Some((Initializer::Expr(_), _)), _) if matches!(field.ty, CType::Record(_) | CType::Array { .. }) => {
                return Err(
                    env.unsupported("a list without inner braces, and default values that look at members", span)
                );
            }
            (Some((item, tail)), _) => {
                *rest = tail;
                value(env, &field.ty, item)?
            }
            (None, Some(_)) => {
                construction::default_of(env, &object, at, span)?;
                continue;
            }
            (None, None) => construction::zero_of(env, &field.ty, &field.name, span)?,
        };
        construction::set(env, &object, at, given, span)?;
    }
    object::load(env, &object, span)
}

/// `{...}` for an array: a new array of the values.
fn array(env: &mut Env, ty: &CType, items: &[Initializer], span: Span) -> Lowered<Value> {
    let base = storage::make(env, ty, &Storage::local("list", true, span))?;
    storage::declare(env, base, span);
    let row = Pointer::to(base, false);
    fill(env, &row, ty, items, span)?;
    Ok(Value::Row(row))
}

/// Fills an array of records or scalars from a list; what the list does not name is zero.
pub fn fill(env: &mut Env, row: &Pointer, ty: &CType, items: &[Initializer], span: Span) -> Lowered<()> {
    let CType::Array { of, extent } = ty else { return Err(Reported) };
    let count = extent.as_ref().and_then(value::constant_int).and_then(|count| usize::try_from(count).ok());
    let Some(count) = count.filter(|count| *count <= initializers::MOST_CELLS) else {
        if items.is_empty() {
            return zero_fill::clear(env, row, span);
        }
        let name = pointee::base_name(env, row.base);
        let construct = format!("initialiser of array `{name}`, which is large or of symbolic size");
        return Err(env.unsupported(construct, span));
    };
    if items.len() > count {
        return Err(env.unsupported("initialiser list without inner braces", span));
    }
    for at in 0..count {
        let index = value::int(at as u64, INDEX, span);
        let target = pointer::index(env, row.clone(), index, span)?;
        match (items.get(at), &**of) {
            (Some(Initializer::List(inner, span)), CType::Array { .. }) => {
                let inner_row = pointee::decay(env, target, *span)?;
                fill(env, &inner_row, of, inner, *span)?;
            }
            (Some(Initializer::Expr(_)), CType::Array { .. }) => {
                return Err(env.unsupported("initialiser list without inner braces", span));
            }
            (Some(item), of) => {
                let value = value(env, of, item)?;
                conversion::assign(env, target, value, span)?;
            }
            (None, CType::Array { .. }) => {
                let inner_row = pointee::decay(env, target, span)?;
                zero_fill::clear(env, &inner_row, span)?;
            }
            (None, of) => {
                let zero = construction::zero_of(env, of, "zero", span)?;
                copy::assign(env, target, zero, span)?;
            }
        }
    }
    Ok(())
}

/// The value of a union from a list: its first member's, from the first item.
pub fn listed(env: &mut Env, record: &RecordRef, rest: &mut &[Initializer], span: Span) -> Lowered<Value> {
    let union = storage::fresh(env, record, "union", span)?;
    let Some(first) = env.met.records[record.id].fields.get(1).cloned() else {
        return object::load(env, &union, span);
    };
    let given = match rest.split_first() {
        Some((item, tail)) => {
            *rest = tail;
            value(env, &first.ty, item)?
        }
        None if methods::has_defaults(env, record) => {
            construction::defaults(env, &union, span)?;
            return object::load(env, &union, span);
        }
        None => construction::zero_of(env, &first.ty, &first.name, span)?,
    };
    match (object::field(env, &union, 1, span)?, &first.ty) {
        (Value::Pointer(_), _) => return Err(env.unsupported("initialiser of an array in a union", span)),
        (target, _) => conversion::assign(env, target, given, span)?,
    }
    object::load(env, &union, span)
}
