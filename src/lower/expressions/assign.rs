//! Assignments, `++` and `--`.

use crate::base::{Span, codes};
use crate::cpp::{
    Base, Entity, Env, Lowered, Object, Place, Pointer, Value, arithmetic, classes, methods,
    types::{CType, promote},
    value::{self, convert},
    volatile,
};
use crate::kernel::ir::{Conversion, Expr, StmtKind, Type};
use crate::lower::{
    names::{enums, globals},
    objects::{aggregate, conversion, copy_assignment, member},
    statements::pointer_lists::{self, Target},
};
use crate::memory::{
    cell_views, choice, constness, copy, null, object, pointee, pointer, pointer_arrays, read, temporaries,
};
use crate::syntax::tree::{self, BinaryOp};

use super::{expr, order};

/// Whether an assignment's value is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Something is made of it, as in `a = b = c`.
    Needed,
    /// The assignment is a statement.
    Discarded,
}

/// `place = from` and `place op= from`. The right side comes first (C++17).
pub fn assign(
    env: &mut Env,
    op: Option<BinaryOp>,
    place: &tree::Expr,
    from: &tree::Expr,
    span: Span,
    used: Use,
) -> Lowered<Value> {
    if let Some(target) = pointer_variable(env, place)? {
        return assign_pointer(env, target, op, place, from, span);
    }
    let (locals, start) = (env.kernel.locals.len(), env.out.len());
    if let tree::ExprKind::InitList(_) = &from.kind {
        return assign_list(env, place, from, span, used);
    }
    let from_value = expr::lower(env, from)?;
    let right = order::right_side(env, locals, start, &from_value);
    let mark = env.out.len();
    volatile::access(env, place, span);
    let target = lvalue(env, place)?;
    order::left_side(env, &right, &target, op.is_some(), span)?;
    // A barrier in the left side.
    let mut values = [from_value];
    order::protect(env, mark, &mut values, from.span);
    let [from_value] = values;
    if let Place::Object { bundle, index, is_const } = target {
        let object = member::settled(env, Object { bundle, index, is_const });
        return assign_record(env, op, (object, place.span), (from_value, from.span), span, used);
    }
    if let Some(op) = op {
        let types = (read::place_type(env, &target), read::number_type(env, &from_value));
        let operands = [(place, Some(types.0)), (from, types.1)];
        enums::refuse_operator(env, &format!("{}=", op.symbol()), &operands, span)?;
    }
    let from_value = expr::read(env, from_value, from.span)?;
    let ty = read::place_type(env, &target);
    let value = match op {
        None => from_value,
        Some(op) => {
            let old = read::place_value(env, &target, place.span);
            arithmetic::arithmetic(env, op, old, from_value, span)?
        }
    };
    let value = convert(value, ty, Conversion::Implicit);
    set(env, target, value, span, used)
}

/// `place = from` and `place op= from` on a record: by an operator of the program, else field by field.
fn assign_record(
    env: &mut Env,
    op: Option<BinaryOp>,
    (object, place_span): (Object, Span),
    (from, from_span): (Value, Span),
    span: Span,
    used: Use,
) -> Lowered<Value> {
    let ty = env.memory.bundles[object.bundle.0].ty.clone();
    let symbol = op.map_or_else(|| "=".to_string(), |op| format!("{}=", op.symbol()));
    let is_defined = !methods::methods_named(env, ty.id, &format!("operator{symbol}")).is_empty();
    let own = pointee::record_of(env, &from).filter(|_| op.is_none());
    let is_same = own.as_ref().is_some_and(|from| *from == ty);
    let is_derived = own.is_some_and(|from| classes::base_offset(env, from.id, ty.id).is_some());
    if (is_same && copy_assignment::may_take_template(env, &ty))
        || (!is_same && is_derived && copy_assignment::has_template(env, &ty))
    {
        return Err(env.unsupported(format!("assignment of `{}`, for which there is a template", ty.name), span));
    }
    let is_plain = is_same && copy_assignment::is_copied_plainly(env, &ty);
    if is_plain && copy_assignment::has_assigned_parts(env, &ty) {
        return Err(env.unsupported(format!("assignment of `{}`, a part of which has an `operator=`", ty.name), span));
    }
    if op.is_some() || is_defined && !is_plain {
        let place = Value::Place(object.place());
        return member::operator(env, &symbol, vec![(place, place_span), (from, from_span)], span);
    }
    let value = conversion::to_record(env, from, &ty, from_span)?;
    if object.index.is_empty() {
        copy::store(env, &object, value, span)?;
        return Ok(Value::Place(object.place()));
    }
    if used == Use::Discarded {
        copy::store(env, &object, value, span)?;
        return Ok(Value::Void);
    }
    // The object is not read again for the value: another thread may have written it since (MEM-16).
    let kept = object::materialise(env, value, "assigned", true, span)?;
    let value = object::load(env, &kept, span)?;
    copy::store(env, &object, value.clone(), span)?;
    Ok(value)
}

/// `place = {a, b}`.
fn assign_list(env: &mut Env, place: &tree::Expr, from: &tree::Expr, span: Span, used: Use) -> Lowered<Value> {
    let target = lvalue(env, place)?;
    let Place::Object { bundle, index, is_const } = target else {
        return Err(env.unsupported("initialiser list as a value", from.span));
    };
    let object = member::settled(env, Object { bundle, index, is_const });
    let ty = env.memory.bundles[object.bundle.0].ty.clone();
    let value = aggregate::value(env, &CType::Record(ty.clone()), &aggregate::as_initializer(from))?;
    assign_record(env, None, (object, place.span), (value, from.span), span, used)
}

/// Writes a value, and gives the value of the assignment.
fn set(env: &mut Env, target: Place, value: Expr, span: Span, used: Use) -> Lowered<Value> {
    match target {
        Place::Local(local) => {
            env.emit(StmtKind::Assign { local, value }, span);
            Ok(Value::Place(Place::Local(local)))
        }
        Place::Cell { array, index, .. } => {
            // The cell is not read again for the value: another thread may have written it since.
            let literal = value::constant(&value).is_some() && value::weight(&value) == 1;
            let value = match used {
                Use::Needed if !literal => temporaries::temporary(env, "assigned", value),
                Use::Needed | Use::Discarded => value,
            };
            env.emit(StmtKind::Store { array, index, value: value.clone() }, span);
            Ok(Value::Scalar(value))
        }
        Place::Wide { cell_view, index, .. } => {
            let literal = value::constant(&value).is_some() && value::weight(&value) == 1;
            let value = if literal { value } else { temporaries::temporary(env, "assigned", value) };
            cell_views::write(env, cell_view, index, value.clone(), span)?;
            Ok(Value::Scalar(value))
        }
        Place::Object { .. } => Err(env.unsupported("assignment to a struct", span)),
        Place::Either(either) => {
            let literal = value::constant(&value).is_some() && value::weight(&value) == 1;
            let value = if literal { value } else { temporaries::temporary(env, "assigned", value) };
            let given = value.clone();
            choice::each(env, *either, span, &mut |env, place| {
                let value = convert(given.clone(), read::place_type(env, &place), Conversion::Implicit);
                set(env, place, value, span, Use::Discarded).map(|_| ())
            })?;
            Ok(Value::Scalar(value))
        }
    }
}

/// A place that may be written.
pub fn lvalue(env: &mut Env, e: &tree::Expr) -> Lowered<Place> {
    let value = expr::lower(env, e)?;
    if env.met.chosen.contains(&e.span) {
        return Err(env.unsupported("assignment to a choice between objects, or with side effects", e.span));
    }
    match value {
        Value::Place(place) => {
            check_writable(env, &place, e.span)?;
            Ok(place)
        }
        Value::Pointer(_) => Err(env.unsupported("assignment to a pointer that is not a plain variable", e.span)),
        Value::Row(_) => Err(env.error(codes::E0304, e.span, "an array cannot be assigned as a whole")),
        Value::Scalar(_)
            if matches!(e.kind, tree::ExprKind::Assign(..) | tree::ExprKind::Step { prefix: true, .. }) =>
        {
            Err(env.unsupported("assignment to the result of an assignment", e.span))
        }
        Value::Scalar(_) => Err(expr::not_stored(env, e, "this value cannot be assigned")),
        Value::Missing(what) => Err(env.unsupported(what, e.span)),
        Value::Record(..) | Value::Closure(_) => {
            Err(env.unsupported("assignment to a value that is stored nowhere", e.span))
        }
        Value::Group(_) => Err(env.unsupported("assignment of a group", e.span)),
        Value::Surface(_) => Err(env.unsupported("assignment to a handle of a surface", e.span)),
        Value::Void => Err(env.error(codes::E0302, e.span, "this has no value (its type is void)")),
    }
}

fn check_writable(env: &mut Env, place: &Place, span: Span) -> Lowered<()> {
    if let Some(name) = constness::unwritable(env, place) {
        return Err(env.unsupported(constness::written(&name), span));
    }
    if let Place::Either(either) = place {
        check_writable(env, &either.first, span)?;
        return check_writable(env, &either.second, span);
    }
    let name = match place {
        Place::Local(local) if env.variables.constants.contains(local) => &env.kernel.locals[local.index()].name,
        Place::Cell { array, is_const: true, .. } => &env.kernel.arrays[array.index()].name,
        Place::Wide { cell_view, is_const: true, .. } => {
            &env.kernel.arrays[env.memory.cell_views[cell_view.0].cells.index()].name
        }
        Place::Object { bundle, is_const, .. } if *is_const || env.memory.bundles[bundle.0].is_const => {
            &env.memory.bundles[bundle.0].name
        }
        Place::Local(_) | Place::Cell { .. } | Place::Wide { .. } | Place::Object { .. } | Place::Either(_) => {
            return Ok(());
        }
    };
    let message = format!("`{name}` is const here and cannot be assigned");
    Err(env.error(codes::E0304, span, message))
}

/// `++x`, `x++`, `--x`, `x--`.
pub fn step(env: &mut Env, increment: bool, prefix: bool, place: &tree::Expr, span: Span, used: Use) -> Lowered<Value> {
    let op = if increment { BinaryOp::Add } else { BinaryOp::Sub };
    // The old value is not needed.
    let is_plain = prefix || used == Use::Discarded;
    if let Some(target) = pointer_variable(env, place)? {
        return step_pointer(env, target, op, is_plain, place, span);
    }
    volatile::access(env, place, span);
    let target = lvalue(env, place)?;
    if matches!(target, Place::Object { .. }) {
        return step_record(env, increment, prefix, target, place.span, span);
    }
    let stepped = Some(read::place_type(env, &target));
    enums::refuse_operator(env, if increment { "++" } else { "--" }, &[(place, stepped)], span)?;
    let prefix = is_plain;
    let ty = read::place_type(env, &target);
    if ty == Type::Bool {
        return Err(env.error(codes::E0302, span, "a bool cannot be stepped"));
    }
    let mut old = read::place_value(env, &target, place.span);
    if !prefix {
        old = temporaries::temporary(env, "old", old);
    }
    let one = value::number(1, promote(ty), span);
    let new = arithmetic::arithmetic(env, op, old.clone(), one, span)?;
    let new = convert(new, ty, Conversion::Implicit);
    let result = set(env, target, new, span, if prefix { used } else { Use::Discarded })?;
    Ok(if prefix { result } else { Value::Scalar(old) })
}

/// `++x` and `x++` by an operator of the program.
fn step_record(
    env: &mut Env,
    increment: bool,
    prefix: bool,
    place: Place,
    place_span: Span,
    span: Span,
) -> Lowered<Value> {
    let mut operands = vec![(Value::Place(place), place_span)];
    if !prefix {
        // C++ tells `x++` by an argument that is 0.
        operands.push((Value::Scalar(value::zero(Type::INT, span)), span));
    }
    member::operator(env, if increment { "++" } else { "--" }, operands, span)
}

/// The pointer variable, or the element of an array of pointers, that an expression names.
fn pointer_variable(env: &mut Env, e: &tree::Expr) -> Lowered<Option<Target>> {
    match &e.kind {
        tree::ExprKind::Name(name) => Ok(match globals::entity(env, name) {
            Some(Entity::PointerVariable(id)) => Some(Target::Variable(id)),
            _ => None,
        }),
        tree::ExprKind::Member { .. } => Ok(member::pointer_member(env, e)?.map(Target::Variable)),
        _ => pointer_lists::target(env, e),
    }
}

fn assign_pointer(
    env: &mut Env,
    mut target: Target,
    op: Option<BinaryOp>,
    place: &tree::Expr,
    from: &tree::Expr,
    span: Span,
) -> Lowered<Value> {
    let from_value = expr::lower(env, from)?;
    if let Target::PointerElement(_) = target
        && let Some(after) = pointer_lists::target(env, place)?
    {
        // The right side comes first, and may change the index.
        target = after;
    }
    if let (None, true, Target::Variable(id)) = (op, null::is_null(&from_value), &target) {
        choice::point_nowhere(env, *id, span)?;
        let pointer = pointer::of_entity(env, &Entity::PointerVariable(*id));
        return Ok(pointer.map_or_else(null::pointer, Value::Pointer));
    }
    let to = match op {
        None => {
            let ty = match &target {
                Target::Variable(id) => {
                    let variable = &env.memory.pointers[id.0];
                    CType::Pointer { to: Box::new(variable.element.clone()), to_const: variable.to_const }
                }
                Target::PointerElement(element) => element.ty(env),
            };
            conversion::converted_pointer(env, from_value, &ty, from.span)?
        }
        Some(op) => {
            let by = expr::read(env, from_value, from.span)?;
            let old = current(env, &target, place.span)?;
            pointee::moved(env, op, old, by, span)?
        }
    };
    point(env, &target, to, span)?;
    Ok(Value::Pointer(current(env, &target, span)?))
}

fn step_pointer(
    env: &mut Env,
    target: Target,
    op: BinaryOp,
    prefix: bool,
    place: &tree::Expr,
    span: Span,
) -> Lowered<Value> {
    let mut old = current(env, &target, place.span)?;
    if !prefix {
        old = match old.base {
            Base::Choice(_) => pointer::settle(env, old, "old"),
            _ => Pointer { offset: old.offset.map(|offset| temporaries::temporary(env, "old", offset)), ..old },
        };
    }
    let one = value::number(1, Type::INT, span);
    let new = pointee::moved(env, op, old.clone(), one, span)?;
    point(env, &target, new, span)?;
    if !prefix {
        return Ok(Value::Pointer(old));
    }
    Ok(Value::Pointer(current(env, &target, span)?))
}

fn point(env: &mut Env, target: &Target, to: Pointer, span: Span) -> Lowered<()> {
    match target {
        Target::Variable(id) => pointer::point(env, *id, to, span),
        Target::PointerElement(element) => pointer_arrays::point(env, element, to, span),
    }
}

fn current(env: &mut Env, target: &Target, span: Span) -> Lowered<Pointer> {
    let id = match target {
        Target::Variable(id) => *id,
        Target::PointerElement(element) => return pointer_arrays::current(env, element, span),
    };
    choice::current(env, id, span)
}
