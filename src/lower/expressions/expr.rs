//! Expressions: trees to pure typed expressions, with their side effects as statements before them.

use num_bigint::BigInt;

use crate::base::{Span, codes};
use crate::cpp::{
    Base, Either, Entity, Env, Lowered, Place, Pointer, Reported, Value, arithmetic, literals,
    types::{self, common, promote},
    value::{self, binary, condition, convert},
    volatile,
};
use crate::cuda::limits;
use crate::kernel::ir::{Conversion, Expr, ExprKind, LocalRole, Stmt, StmtKind, Type, Unary};
use crate::lower::{
    calls::{builtins, call, closure},
    names::{decisions, enums, globals, resolve, sizes, traits, undeclared},
    objects::{conversion, member},
};
use crate::memory::{cell_views, choice, layout, null, pointee, pointer, pointer_arithmetic, read, temporaries};
use crate::syntax::tree::{self, BinaryOp, CastStyle, UnaryOp};

use super::{assign, casts, order, strings};

/// Lowers an expression; its side effects go to [`Env::out`].
pub fn lower(env: &mut Env, e: &tree::Expr) -> Lowered<Value> {
    volatile::access(env, e, e.span);
    let value = env.deeper(e.span, |env| lower_kind(env, e))?;
    decisions::typed(env, e, &value);
    Ok(value)
}

/// Lowers an expression of scalar type to its value.
pub fn rvalue(env: &mut Env, e: &tree::Expr) -> Lowered<Expr> {
    let value = lower(env, e)?;
    read(env, value, e.span)
}

/// Lowers a condition.
pub fn proposition(env: &mut Env, e: &tree::Expr) -> Lowered<Expr> {
    let value = lower(env, e)?;
    proposition_of(env, value, e.span)
}

/// A value as a condition.
pub fn proposition_of(env: &mut Env, value: Value, span: Span) -> Lowered<Expr> {
    match null::points(env, &value, span) {
        Some(points) => points,
        None => Ok(condition(read(env, value, span)?)),
    }
}

/// Lowers an expression whose value is not used.
pub fn effect(env: &mut Env, e: &tree::Expr) -> Lowered<()> {
    match &e.kind {
        tree::ExprKind::Step { increment, prefix, place } => env
            .deeper(e.span, |env| assign::step(env, *increment, *prefix, place, e.span, assign::Use::Discarded))
            .map(|_| ()),
        tree::ExprKind::Assign(op, place, from) => {
            env.deeper(e.span, |env| assign::assign(env, *op, place, from, e.span, assign::Use::Discarded)).map(|_| ())
        }
        tree::ExprKind::Comma(a, b) => {
            enums::refuse_comma(env, e.span)?;
            env.deeper(e.span, |env| effect(env, a))?;
            env.deeper(e.span, |env| effect(env, b))
        }
        tree::ExprKind::Conditional(c, a, b) => env.deeper(e.span, |env| {
            let cond = proposition(env, c)?;
            let (then, first) = env.captured(|env| effect(env, a));
            let (else_, second) = env.captured(|env| effect(env, b));
            first.and(second)?;
            if !then.is_empty() || !else_.is_empty() {
                env.emit(StmtKind::If { cond, then, else_ }, e.span);
            }
            Ok(())
        }),
        tree::ExprKind::Cast(CastStyle::C | CastStyle::Static, ty, a) if matches!(ty.kind, tree::TypeKind::Void) => {
            effect(env, a)
        }
        _ => match lower(env, e)? {
            Value::Scalar(value) => {
                temporaries::keep(env, value);
                Ok(())
            }
            place @ Value::Place(Place::Cell { .. } | Place::Wide { .. } | Place::Either(_)) => {
                let value = read(env, place, e.span)?;
                temporaries::keep(env, value);
                Ok(())
            }
            Value::Place(Place::Local(_) | Place::Object { .. })
            | Value::Pointer(_)
            | Value::Row(_)
            | Value::Record(..)
            | Value::Closure(_)
            | Value::Missing(_)
            | Value::Group(_)
            | Value::Surface(_)
            | Value::Void => Ok(()),
        },
    }
}

/// The value of a constant integer expression; an error if it is none.
pub fn constant(env: &mut Env, e: &tree::Expr) -> Lowered<BigInt> {
    let (effects, lowered) = env.captured(|env| rvalue(env, e));
    match value::constant_int(&lowered?) {
        Some(known) if effects.is_empty() => {
            decisions::constant(env, e.span, &known);
            Ok(known)
        }
        _ => Err(env.error(codes::E0305, e.span, "this must be a constant integer")),
    }
}

/// The value of a denoted scalar, or what an object is as a number.
pub fn read(env: &mut Env, from: Value, span: Span) -> Lowered<Expr> {
    match from {
        Value::Record(..) | Value::Place(Place::Object { .. }) => conversion::to_scalar(env, from, span),
        other => read::scalar(env, other, span),
    }
}

fn lower_kind(env: &mut Env, e: &tree::Expr) -> Lowered<Value> {
    let span = e.span;
    match &e.kind {
        tree::ExprKind::Int(literal) => Ok(Value::Scalar(literals::int_literal(literal, span))),
        tree::ExprKind::Float { text, bits } => match literals::decimal(text) {
            Some(real) => Ok(Value::Scalar(Expr::new(ExprKind::Real(real), Type::Float { bits: *bits }, span))),
            None => Err(env.unsupported(format!("floating-point literal `{text}`"), span)),
        },
        tree::ExprKind::Bool(known) => Ok(Value::Scalar(value::boolean(*known, span))),
        // From 0x80 on they are negative: `char` is signed.
        tree::ExprKind::Char(code) => {
            let code = u8::try_from(*code).map_or(i64::from(*code), |byte| i64::from(byte.cast_signed()));
            Ok(Value::Scalar(value::int(code, Type::Int { signed: true, bits: 8 }, span)))
        }
        tree::ExprKind::Str(text) => strings::literal(env, text, span),
        tree::ExprKind::Nullptr => Ok(null::pointer()),
        tree::ExprKind::This => match env.frame.this.clone() {
            Some(Place::Object { bundle, index, is_const }) => {
                if cell_views::of_bundle(env, bundle).is_some() {
                    let place = Place::Object { bundle, index, is_const };
                    return pointer::address(env, Value::Place(place), span).map(Value::Pointer);
                }
                let base = Base::Bundle(bundle);
                Ok(Value::Pointer(Pointer { base, prefix: index, offset: None, to_const: is_const, is_void: false }))
            }
            _ => Err(env.unsupported("`this`", span)),
        },
        tree::ExprKind::Name(name) => named(env, name),
        tree::ExprKind::Unary(op, a) => unary(env, *op, a, span),
        tree::ExprKind::Step { increment, prefix, place } => {
            assign::step(env, *increment, *prefix, place, span, assign::Use::Needed)
        }
        tree::ExprKind::Binary(op, a, b) => binary_operation(env, *op, a, b, span),
        tree::ExprKind::Assign(op, place, from) => assign::assign(env, *op, place, from, span, assign::Use::Needed),
        tree::ExprKind::Conditional(c, a, b) => conditional(env, c, a, b, span),
        tree::ExprKind::Comma(a, b) => {
            enums::refuse_comma(env, span)?;
            effect(env, a)?;
            lower(env, b)
        }
        tree::ExprKind::Call(callee, args) => call::call(env, callee, args, span),
        tree::ExprKind::Launch(_) => Err(env.unsupported("a launch from device code (dynamic parallelism)", span)),
        tree::ExprKind::Index(a, i) => {
            let values = order::operands(env, &[a, i])?;
            let [a_value, i_value] = values.try_into().map_err(|_| Reported)?;
            if pointee::record_of(env, &a_value).is_some() {
                return member::index(env, a_value, i_value, i.span, span);
            }
            if let Value::Closure(id) = a_value {
                let index = read(env, i_value, i.span)?;
                return closure::element(env, id, &index, span);
            }
            // C's `i[a]` is `a[i]`.
            let swapped = matches!(i_value, Value::Pointer(_) | Value::Row(_));
            let (base, index, index_span) =
                if swapped { (i_value, a_value, a.span) } else { (a_value, i_value, i.span) };
            let index = read(env, index, index_span)?;
            let base = pointee::decay(env, base, a.span)?;
            pointer::index(env, base, index, span)
        }
        tree::ExprKind::Member { base, member, arrow } => member::member(env, base, member, *arrow, span),
        tree::ExprKind::Cast(style, ty, a) => casts::cast(env, *style, ty, a, span),
        tree::ExprKind::Construct(ty, args) => casts::construct(env, ty, args, span),
        tree::ExprKind::Lambda(lambda) => closure::make(env, lambda, span),
        tree::ExprKind::InitList(_) => Err(env.unsupported("initialiser list as a value", span)),
        tree::ExprKind::SizeofType(ty) => {
            let resolved = resolve::resolve(env, ty)?;
            sizes::sizeof(env, &resolved, span)
        }
        tree::ExprKind::AlignofType(ty) => {
            let resolved = resolve::resolve(env, ty)?;
            match layout::alignment(env, &resolved) {
                Some(alignment) => Ok(Value::Scalar(value::size(alignment, span))),
                None => Err(env.unsupported(format!("`alignof` of {}", resolved.name()), span)),
            }
        }
        tree::ExprKind::SizeofExpr(a) => sizes::sizeof_expr(env, a, span),
        tree::ExprKind::Extent(a) => sizes::extent(env, a, span),
        tree::ExprKind::Unsupported(construct) => Err(env.unsupported(construct, span)),
        tree::ExprKind::Spec(_) => {
            Err(env.error(codes::E0302, span, "this form belongs to annotations, not to program text"))
        }
    }
}

fn named(env: &mut Env, name: &tree::Name) -> Lowered<Value> {
    let span = name.span;
    if let Some(entity) = globals::entity(env, name) {
        return entity_value(env, entity, name);
    }
    if name.ident == "NULL" {
        return Ok(null::pointer());
    }
    if let Some(known) = traits::value(env, name, span) {
        return known.map(Value::Scalar);
    }
    if limits::is_limit(name) {
        return builtins::limit(env, name, &[], span);
    }
    if let Some(known) = limits::constant(env, &name.ident, span) {
        return Ok(Value::Scalar(known));
    }
    if env.table.functions.contains_key(name.ident.as_str()) {
        return Ok(closure::function(env, name));
    }
    if member::is_launch_variable(&name.ident) {
        return member::launch_variable(env, &name.ident, span);
    }
    Err(unknown(env, name))
}

/// What an entity is as an expression.
pub fn entity_value(env: &mut Env, entity: Entity, name: &tree::Name) -> Lowered<Value> {
    let span = name.span;
    match entity {
        Entity::Local(local) => Ok(Value::Place(Place::Local(local))),
        Entity::Value(mut known) => {
            known.span = span;
            Ok(Value::Scalar(known))
        }
        Entity::Array(array) => {
            let data = &env.kernel.arrays[array.index()];
            if data.extents.is_empty() {
                let is_const = data.is_const;
                return Ok(Value::Place(Place::Cell { array, index: Vec::new(), is_const }));
            }
            Ok(pointer::of_entity(env, &Entity::Array(array)).map_or(Value::Void, Value::Row))
        }
        Entity::Bundle(bundle) => {
            let is_const = env.memory.bundles[bundle.0].is_const;
            if env.memory.bundles[bundle.0].rank == 0 {
                return Ok(Value::Place(Place::Object { bundle, index: Vec::new(), is_const }));
            }
            Ok(pointer::of_entity(env, &entity).map_or(Value::Void, Value::Row))
        }
        Entity::Row(row) => Ok(Value::Row(row)),
        Entity::Object(value) => Ok(value),
        Entity::Pointer(pointer) => Ok(Value::Pointer(pointer)),
        Entity::PointerVariable(id) => {
            env.variables.pointer_names.insert(span, id);
            choice::current(env, id, span).map(Value::Pointer)
        }
        Entity::Alias(place) => Ok(Value::Place(place)),
        Entity::Group(group) => Ok(Value::Group(group)),
        Entity::Type(_) => Err(env.error(codes::E0302, span, format!("`{}` is a type, not a value", name.ident))),
        Entity::Unsupported(construct) => Err(env.unsupported(construct, span)),
        Entity::Reported => Err(Reported),
    }
}

/// Reports a value where a variable is needed: what is surely none is an error, of something else the place is not known.
pub fn not_stored(env: &mut Env, e: &tree::Expr, message: &str) -> Reported {
    use tree::ExprKind;
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Float { .. } | ExprKind::Bool(_) | ExprKind::Char(_) | ExprKind::Binary(..) => {
            env.error(codes::E0304, e.span, message)
        }
        _ => {
            env.unsupported("a variable by way of a value (a member of a choice between objects, or the like)", e.span)
        }
    }
}

/// Reports a name that nothing declares.
fn unknown(env: &mut Env, name: &tree::Name) -> Reported {
    let shown = types::shown(name);
    if env.table.missing.headers {
        return env.unsupported(format!("`{shown}`, which a header that was not found may declare"), name.span);
    }
    // Of the language's own library, or of a class of which not all is known.
    let is_of_file = |part: &String| {
        env.table.enumerations.named.contains_key(part.as_str())
            || env.table.namespaces.iter().any(|path| path.last() == Some(part))
    };
    if name.path.last().is_some_and(|part| !is_of_file(part)) {
        return env.unsupported(format!("`{shown}`"), name.span);
    }
    undeclared::report(env, name)
}

fn unary(env: &mut Env, op: UnaryOp, a: &tree::Expr, span: Span) -> Lowered<Value> {
    if op != UnaryOp::AddressOf {
        let value = lower(env, a)?;
        if let (UnaryOp::Deref, Value::Closure(_)) = (op, &value) {
            return Ok(value);
        }
        if pointee::record_of(env, &value).is_some() {
            return unary_on_record(env, op, value, a.span, span);
        }
        if let Some(symbol) = symbol_of(op) {
            let ty = read::number_type(env, &value);
            enums::refuse_operator(env, symbol, &[(a, ty)], span)?;
        }
        return unary_on_scalar(env, op, value, a, span);
    }
    let value = lower(env, a)?;
    if let Value::Closure(_) = value {
        return Ok(value);
    }
    pointer::address(env, value, span).map(Value::Pointer)
}

fn symbol_of(op: UnaryOp) -> Option<&'static str> {
    match op {
        UnaryOp::Plus => Some("+"),
        UnaryOp::Minus => Some("-"),
        UnaryOp::Not => Some("!"),
        UnaryOp::BitNot => Some("~"),
        UnaryOp::Deref | UnaryOp::AddressOf => None,
    }
}

/// An operator of the program, or the number that a conversion makes of the record.
fn unary_on_record(env: &mut Env, op: UnaryOp, value: Value, value_span: Span, span: Span) -> Lowered<Value> {
    let symbol = symbol_of(op).unwrap_or(if op == UnaryOp::Deref { "*" } else { "&" });
    member::operator(env, symbol, vec![(value, value_span)], span)
}

fn unary_on_scalar(env: &mut Env, op: UnaryOp, value: Value, a: &tree::Expr, span: Span) -> Lowered<Value> {
    match op {
        UnaryOp::Deref => {
            let target = pointee::decay(env, value, a.span)?;
            pointer::deref(env, target, span)
        }
        UnaryOp::AddressOf => pointer::address(env, value, span).map(Value::Pointer),
        UnaryOp::Not => {
            let mut cond = value::not(proposition_of(env, value, a.span)?);
            cond.span = span;
            Ok(Value::Scalar(cond))
        }
        UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot => {
            let operand = read(env, value, a.span)?;
            let ty = promote(operand.ty);
            if op == UnaryOp::BitNot && !ty.is_integral() {
                return Err(arithmetic::wrong_operand(env, "~", operand.ty, span));
            }
            let operand = convert(operand, ty, Conversion::Implicit);
            Ok(Value::Scalar(match op {
                UnaryOp::Plus => Expr { span, ..operand },
                UnaryOp::BitNot => value::unary(Unary::BitNot, operand, span),
                _ => negate(operand, span),
            }))
        }
    }
}

/// Negation; a negated literal is a literal.
fn negate(operand: Expr, span: Span) -> Expr {
    let negated = value::unary(Unary::Neg, operand, span);
    let literal = match &*negated.kind {
        ExprKind::Unary(_, a) => matches!(&*a.kind, ExprKind::Int(_) | ExprKind::Real(_)),
        _ => false,
    };
    let known = if literal { value::constant(&negated) } else { None };
    known.and_then(|known| value::literal(&known, negated.ty, span)).unwrap_or(negated)
}

fn binary_operation(env: &mut Env, op: BinaryOp, a: &tree::Expr, b: &tree::Expr, span: Span) -> Lowered<Value> {
    if matches!(op, BinaryOp::And | BinaryOp::Or) {
        refuse_logical(env, op, a, b, span)?;
        let result = short_circuit(env, op, a, b, span)?;
        enums::refuse_operator(env, op.symbol(), &[(a, Some(Type::INT)), (b, Some(Type::INT))], span)?;
        return Ok(Value::Scalar(result));
    }
    if matches!(op, BinaryOp::Implies | BinaryOp::Iff) {
        return Err(env.error(codes::E0302, span, "implication belongs to annotations, not to program text"));
    }
    // `p == 0` compares with the null pointer, whatever `p` is.
    let values = order::operands(env, &[a, b])?;
    let [left, right] = values.try_into().map_err(|_| Reported)?;
    if pointee::record_of(env, &left).is_some() || pointee::record_of(env, &right).is_some() {
        return member::operator(env, op.symbol(), vec![(left, a.span), (right, b.span)], span);
    }
    if let Some(compared) = null::compared(env, value::operator(op).0, &left, &right, span) {
        return compared.map(Value::Scalar);
    }
    let is_pointer = |value: &Value| matches!(value, Value::Pointer(_) | Value::Row(_));
    if is_pointer(&left) || is_pointer(&right) {
        let left = conversion::number_of(env, left, a.span)?;
        let right = conversion::number_of(env, right, b.span)?;
        return pointer_arithmetic::arithmetic(env, op, (left, a.span), (right, b.span), span);
    }
    let types = (read::number_type(env, &left), read::number_type(env, &right));
    enums::refuse_operator(env, op.symbol(), &[(a, types.0), (b, types.1)], span)?;
    let left = read(env, left, a.span)?;
    let right = read(env, right, b.span)?;
    arithmetic::arithmetic(env, op, left, right, span).map(Value::Scalar)
}

/// `&&` or `||` on an object, where the program has operators of its own: it may be one of them.
fn refuse_logical(env: &mut Env, op: BinaryOp, a: &tree::Expr, b: &tree::Expr, span: Span) -> Lowered<()> {
    let is_object = |env: &mut Env, e: &tree::Expr| {
        // What is one of these operators itself is refused where it stands, or is no object.
        let is_logical = matches!(e.kind, tree::ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..));
        !is_logical && env.ask(|env| lower(env, e).is_ok_and(|value| pointee::record_of(env, &value).is_some()))
    };
    if env.table.has_logical && (is_object(env, a) || is_object(env, b)) {
        return Err(env.unsupported(format!("`operator{}` on an object", op.symbol()), span));
    }
    Ok(())
}

/// `&&` and `||`: an `if` when the right side has side effects.
fn short_circuit(env: &mut Env, op: BinaryOp, a: &tree::Expr, b: &tree::Expr, span: Span) -> Lowered<Expr> {
    let first = proposition(env, a)?;
    let is_settled = value::constant(&first) == Some(value::Constant::Bool(op == BinaryOp::Or));
    let Some((effects, second)) = operand(env, is_settled, |env| proposition(env, b)) else { return Ok(first) };
    let second = second?;
    if effects.is_empty() {
        let mut result = binary(value::operator(op).0, first, second);
        result.span = span;
        return Ok(result);
    }
    let result = temporaries::temporary(env, "both", first);
    let ExprKind::Local(local) = *result.kind else { return Ok(result) };
    let mut then = effects;
    then.push(Stmt { kind: StmtKind::Assign { local, value: second }, span });
    let cond = if op == BinaryOp::And { result.clone() } else { value::not(result.clone()) };
    env.emit(StmtKind::If { cond, then, else_: Vec::new() }, span);
    Ok(result)
}

/// An operand with its effects. One that is never evaluated may be something that is not modelled: then it is nothing.
fn operand<T>(
    env: &mut Env,
    is_dead: bool,
    lower: impl FnOnce(&mut Env) -> Lowered<T>,
) -> Option<(Vec<Stmt>, Lowered<T>)> {
    if is_dead { env.if_modelled(|env| env.captured(lower)) } else { Some(env.captured(lower)) }
}

fn conditional(env: &mut Env, c: &tree::Expr, a: &tree::Expr, b: &tree::Expr, span: Span) -> Lowered<Value> {
    let cond = proposition(env, c)?;
    let known = match value::constant(&cond) {
        Some(value::Constant::Bool(known)) => Some(known),
        _ => None,
    };
    let first = operand(env, known == Some(false), |env| lower(env, a));
    let second = operand(env, known == Some(true), |env| lower(env, b));
    let ((then, first), (else_, second)) = match (first, second) {
        (Some(first), Some(second)) => (first, second),
        (Some((effects, chosen)), None) | (None, Some((effects, chosen))) => {
            env.out.extend(effects);
            return chosen;
        }
        (None, None) => return Err(Reported),
    };
    let (first, second) = (first?, second?);
    if let Some(known) = known
        && (null::is_missing(&first) || null::is_missing(&second))
    {
        let (effects, chosen) = if known { (then, first) } else { (else_, second) };
        env.out.extend(effects);
        return Ok(chosen);
    }
    let is_pointer = |value: &Value| matches!(value, Value::Pointer(_) | Value::Row(_));
    if is_pointer(&first) || is_pointer(&second) {
        if !then.is_empty() || !else_.is_empty() {
            return Err(env.unsupported("side effects in a choice between pointers", span));
        }
        return chosen_pointer(env, cond, [(first, a.span), (second, b.span)], span);
    }
    if let (Value::Place(one), Value::Place(other)) = (&first, &second) {
        match (one, other) {
            (Place::Object { .. }, Place::Object { .. }) => {
                env.met.chosen.insert(span);
            }
            (Place::Object { .. }, _) | (_, Place::Object { .. }) => {}
            _ if read::place_type(env, one) == read::place_type(env, other) => {
                match known {
                    // What is not meant has no effect.
                    Some(known) if then.is_empty() && else_.is_empty() => {
                        return Ok(if known { first } else { second });
                    }
                    None if then.is_empty() && else_.is_empty() => {
                        let (first, second) = (one.clone(), other.clone());
                        return Ok(Value::Place(Place::Either(Box::new(Either { cond, first, second }))));
                    }
                    _ => {
                        env.met.chosen.insert(span);
                    }
                }
            }
            _ => {}
        }
    }
    if pointee::record_of(env, &first).is_some() || pointee::record_of(env, &second).is_some() {
        return member::choose(env, cond, (then, first), (else_, second), span);
    }
    if matches!((&first, &second), (Value::Void, Value::Void)) {
        env.emit(StmtKind::If { cond, then, else_ }, span);
        return Ok(Value::Void);
    }
    let first = (then, read(env, first, a.span)?);
    let second = (else_, read(env, second, b.span)?);
    Ok(Value::Scalar(chosen_number(env, cond, first, second, span)))
}

/// One of two pointers; a null pointer leads nowhere in the memory of the other one.
fn chosen_pointer(
    env: &mut Env,
    cond: Expr,
    [(first, a), (second, b)]: [(Value, Span); 2],
    span: Span,
) -> Lowered<Value> {
    let [first, second] = match (null::is_null(&first), null::is_null(&second)) {
        (true, _) => {
            let second = pointee::decay(env, second, b)?;
            let element = pointee::element_of(env, &second);
            [choice::null(env, &element, a)?, second]
        }
        (_, true) => {
            let first = pointee::decay(env, first, a)?;
            let element = pointee::element_of(env, &first);
            [first, choice::null(env, &element, b)?]
        }
        _ => [pointee::decay(env, first, a)?, pointee::decay(env, second, b)?],
    };
    pointer_arithmetic::choose(env, cond, first, second, span).map(Value::Pointer)
}

/// One of two numbers, each with what must be done to have it.
fn chosen_number(
    env: &mut Env,
    cond: Expr,
    (mut then, first): (Vec<Stmt>, Expr),
    (mut else_, second): (Vec<Stmt>, Expr),
    span: Span,
) -> Expr {
    let ty = if first.ty == second.ty { first.ty } else { common(first.ty, second.ty) };
    let first = convert(first, ty, Conversion::Implicit);
    let second = convert(second, ty, Conversion::Implicit);
    if then.is_empty() && else_.is_empty() {
        return match value::constant(&cond) {
            Some(value::Constant::Bool(true)) => first,
            Some(value::Constant::Bool(false)) => second,
            _ => Expr::new(ExprKind::Conditional(cond, first, second), ty, span),
        };
    }
    let local = env.new_local("chosen", ty, LocalRole::Temporary, span);
    let set = |value: Expr| Stmt { span: value.span, kind: StmtKind::Assign { local, value } };
    then.push(set(first));
    else_.push(set(second));
    env.emit(StmtKind::If { cond, then, else_ }, span);
    env.read_local(local, span)
}
