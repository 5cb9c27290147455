//! Expressions: trees to pure typed expressions, with their side effects as statements before them.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use crate::base::{Span, codes};
use crate::kernel::ir::{ArrayId, Binary, Conversion, Expr, ExprKind, LocalRole, Stmt, StmtKind, Type, Unary};
use crate::syntax::tree::{self, BinaryOp, CastStyle, IntLiteral, UnaryOp};

use super::aggregate;
use super::assign;
use super::builtins;
use super::call;
use super::choice::{self, Either};
use super::closure;
use super::construction;
use super::conversion;
use super::decisions;
use super::enums;
use super::groups::Group;
use super::limits;
use super::member;
use super::null;
use super::object;
use super::order;
use super::overload;
use super::parts;
use super::pointer;
use super::resolve;
use super::scope::{Base, Entity, Env, Lowered, Place, Pointer, Reported};
use super::strings;
use super::traits;
use super::types::{CType, RecordRef, common, promote, type_name};
use super::value::{self, binary, condition, convert};
use super::volatile;
use super::window;

/// What an expression denotes.
#[derive(Clone, Debug)]
pub enum Value {
    Scalar(Expr),
    Place(Place),
    Pointer(Pointer),
    /// An array, or a row of one: decays to the pointer to its first element.
    Row(Pointer),
    /// A value of record type that is stored nowhere: the values of its fields.
    Record(RecordRef, Vec<Value>),
    /// A lambda expression, by its position in `Met::closures`.
    Closure(usize),
    /// Not modelled: each use says so, with this text.
    Missing(String),
    Group(Group),
    /// A handle of a surface: which one is known.
    Surface(ArrayId),
    Void,
}

/// Lowers an expression; its side effects go to `Env::out`.
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
                keep(env, value);
                Ok(())
            }
            place @ Value::Place(Place::Cell { .. } | Place::Wide { .. } | Place::Either(_)) => {
                let value = read(env, place, e.span)?;
                keep(env, value);
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

/// Evaluates an expression whose value nobody needs, if its evaluation can fail.
pub fn keep(env: &mut Env, e: Expr) {
    if value::must_stay(&e) {
        temporary(env, "unused", e);
    }
}

/// A temporary with the value of an expression.
pub fn temporary(env: &mut Env, name: &str, e: Expr) -> Expr {
    let span = e.span;
    let local = env.new_local(name, e.ty, LocalRole::Temporary, span);
    env.emit(StmtKind::Assign { local, value: e }, span);
    env.read_local(local, span)
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

/// The value of a denoted scalar.
pub fn read(env: &mut Env, from: Value, span: Span) -> Lowered<Expr> {
    match from {
        Value::Scalar(e) => Ok(e),
        Value::Record(..) | Value::Place(Place::Object { .. }) => conversion::to_scalar(env, from, span),
        Value::Place(place) => Ok(place_value(env, &place, span)),
        Value::Missing(what) => Err(env.unsupported(what, span)),
        Value::Closure(id) => {
            let what = closure::shown(env, id);
            Err(env.unsupported(format!("`{what}`, which is no number, used as one"), span))
        }
        Value::Pointer(_) | Value::Row(_) => Err(env.unsupported("pointer used as a number or condition", span)),
        Value::Group(_) => Err(env.error(codes::E0302, span, "a group of threads is not a number")),
        Value::Surface(_) => Err(env.unsupported("handle of a surface used as a number", span)),
        Value::Void => Err(env.error(codes::E0302, span, "this has no value (its type is void)")),
    }
}

/// Reads a place.
pub fn place_value(env: &mut Env, place: &Place, span: Span) -> Expr {
    match place {
        Place::Local(local) => env.read_local(*local, span),
        Place::Cell { array, index, .. } => {
            let element = env.kernel.arrays[array.index()].element;
            Expr::new(ExprKind::Read { array: *array, index: index.clone() }, element, span)
        }
        Place::Wide { window: id, index, .. } => window::read(env, *id, index, span),
        Place::Either(either) => choice::value(env, either, span),
        // Callers read objects field by field.
        Place::Object { .. } => value::zero(Type::INT, span),
    }
}

/// The type of what a place holds.
pub fn place_type(env: &Env, place: &Place) -> Type {
    match place {
        Place::Local(local) => env.kernel.locals[local.index()].ty,
        Place::Cell { array, .. } => env.kernel.arrays[array.index()].element,
        Place::Wide { window: id, .. } => window::scalar(env, *id),
        Place::Either(either) => place_type(env, &either.first),
        // Callers have looked at records before.
        Place::Object { .. } => Type::INT,
    }
}

fn lower_kind(env: &mut Env, e: &tree::Expr) -> Lowered<Value> {
    let span = e.span;
    match &e.kind {
        tree::ExprKind::Int(literal) => Ok(Value::Scalar(int_literal(literal, span))),
        tree::ExprKind::Float { text, bits } => match decimal(text) {
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
                if window::of_bundle(env, bundle).is_some() {
                    let place = Place::Object { bundle, index, is_const };
                    return pointer::address(env, Value::Place(place), span).map(Value::Pointer);
                }
                let base = super::scope::Base::Bundle(bundle);
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
        tree::ExprKind::Index(a, i) => {
            let values = order::operands(env, &[a, i])?;
            let [a_value, i_value] = values.try_into().map_err(|_| Reported)?;
            if object::record_of(env, &a_value).is_some() {
                return member::index(env, a_value, i_value, i.span, span);
            }
            if let Value::Closure(id) = a_value {
                let index = read(env, i_value, i.span)?;
                return super::closure::element(env, id, &index, span);
            }
            // C's `i[a]` is `a[i]`.
            let swapped = matches!(i_value, Value::Pointer(_) | Value::Row(_));
            let (base, index, index_span) =
                if swapped { (i_value, a_value, a.span) } else { (a_value, i_value, i.span) };
            let index = read(env, index, index_span)?;
            let base = pointer::decay(env, base, a.span)?;
            pointer::index(env, base, index, span)
        }
        tree::ExprKind::Member { base, member, arrow } => member::member(env, base, member, *arrow, span),
        tree::ExprKind::Cast(style, ty, a) => cast(env, *style, ty, a, span),
        tree::ExprKind::Construct(ty, args) => construct(env, ty, args, span),
        tree::ExprKind::Lambda(lambda) => super::closure::make(env, lambda, span),
        tree::ExprKind::InitList(_) => Err(env.unsupported("initialiser list as a value", span)),
        tree::ExprKind::SizeofType(ty) => {
            let resolved = resolve::resolve(env, ty)?;
            sizeof(env, &resolved, span)
        }
        tree::ExprKind::AlignofType(ty) => {
            let resolved = resolve::resolve(env, ty)?;
            match super::layout::alignment(env, &resolved) {
                Some(alignment) => Ok(Value::Scalar(value::size(alignment, span))),
                None => Err(env.unsupported(format!("`alignof` of {}", resolved.name()), span)),
            }
        }
        tree::ExprKind::SizeofExpr(a) => sizeof_expr(env, a, span),
        tree::ExprKind::Extent(a) => extent(env, a, span),
        tree::ExprKind::Unsupported(construct) => Err(env.unsupported(construct, span)),
        tree::ExprKind::Spec(_) => {
            Err(env.error(codes::E0302, span, "this form belongs to annotations, not to program text"))
        }
    }
}

/// C++ [lex.icon]: the first type that holds the value.
/// A literal in the type that C gives it.
pub fn int_literal(literal: &IntLiteral, span: Span) -> Expr {
    let fits = |ty: Type| ty.range().is_some_and(|(low, high)| low <= literal.value && literal.value <= high);
    let bits: &[u8] = if literal.long == 0 { &[32, 64] } else { &[64] };
    let mut candidates = Vec::new();
    for bits in bits {
        if !literal.unsigned {
            candidates.push(Type::Int { signed: true, bits: *bits });
        }
        if literal.unsigned || !literal.decimal {
            candidates.push(Type::Int { signed: false, bits: *bits });
        }
    }
    let widest = Type::Int { signed: false, bits: 64 };
    let ty = candidates.into_iter().find(|ty| fits(*ty)).unwrap_or(widest);
    value::int(value::wrap(&literal.value, ty), ty, span)
}

/// The value of a floating-point literal, decimal or hexadecimal.
pub fn decimal(text: &str) -> Option<BigRational> {
    let text = text.replace('\'', "").to_ascii_lowercase();
    let (digits, radix, mark, base) = match text.strip_prefix("0x") {
        Some(hex) => (hex.to_string(), 16, 'p', 2),
        None => (text, 10, 'e', 10),
    };
    let (mantissa, exponent) = match digits.split_once(mark) {
        Some((mantissa, exponent)) => (mantissa.to_string(), exponent.parse::<i32>().ok()?),
        None => (digits, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((&mantissa, ""));
    if exponent.unsigned_abs() > 5000 || mantissa.len() > 5000 {
        return None;
    }
    let all = format!("0{whole}{fraction}");
    let numerator = BigInt::parse_bytes(all.as_bytes(), radix)?;
    let mut real = BigRational::new(numerator, BigInt::from(radix).pow(fraction.len() as u32));
    let scale = BigRational::from(BigInt::from(base).pow(exponent.unsigned_abs()));
    if exponent >= 0 {
        real *= scale;
    } else {
        real /= scale;
    }
    Some(real)
}

fn named(env: &mut Env, name: &tree::Name) -> Lowered<Value> {
    let span = name.span;
    if let Some(entity) = env.lookup(name) {
        return entity_value(env, entity, name);
    }
    if name.ident == "NULL" {
        return Ok(null::pointer());
    }
    if let Some(known) = traits::value(env, name, span) {
        return known.map(Value::Scalar);
    }
    if limits::is_limit(name) {
        return limits::limit(env, name, &[], span);
    }
    if let Some(known) = builtins::named_constant(env, &name.ident, span) {
        return known.map(Value::Scalar);
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
            Ok(env.pointer(&Entity::Array(array)).map_or(Value::Void, Value::Row))
        }
        Entity::Bundle(bundle) => {
            let is_const = env.memory.bundles[bundle.0].is_const;
            if env.memory.bundles[bundle.0].rank == 0 {
                return Ok(Value::Place(Place::Object { bundle, index: Vec::new(), is_const }));
            }
            Ok(env.pointer(&entity).map_or(Value::Void, Value::Row))
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
    let shown = resolve::shown(name);
    if env.table.headers_missing {
        return env.unsupported(format!("`{shown}`, which a header that was not found may declare"), name.span);
    }
    // Of the language's own library, or of a class of which not all is known.
    let is_of_file = |part: &String| {
        env.table.enums.contains_key(part.as_str()) || env.table.namespaces.iter().any(|path| path.last() == Some(part))
    };
    if name.path.last().is_some_and(|part| !is_of_file(part)) {
        return env.unsupported(format!("`{shown}`"), name.span);
    }
    let mut diagnostic =
        crate::base::Diagnostic::error(codes::E0301, name.span, format!("`{shown}` is not declared here"));
    if let Some(nearest) = env.nearest(&name.ident) {
        diagnostic = diagnostic.note(format!("did you mean `{nearest}`?"));
    }
    env.diagnostic(diagnostic);
    Reported
}

fn unary(env: &mut Env, op: UnaryOp, a: &tree::Expr, span: Span) -> Lowered<Value> {
    if op != UnaryOp::AddressOf {
        let value = lower(env, a)?;
        if let (UnaryOp::Deref, Value::Closure(_)) = (op, &value) {
            return Ok(value);
        }
        if object::record_of(env, &value).is_some() {
            return unary_on_record(env, op, value, a.span, span);
        }
        if let Some(symbol) = symbol_of(op) {
            let ty = overload::number_type(env, &value);
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
            let target = pointer::decay(env, value, a.span)?;
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
                return Err(wrong_operand(env, "~", operand.ty, span));
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

fn wrong_operand(env: &mut Env, op: &str, ty: Type, span: Span) -> Reported {
    env.error(codes::E0302, span, format!("`{op}` does not take a value of type {}", type_name(ty)))
}

/// The operator in the IR, and how C writes it.
pub fn operator(op: BinaryOp) -> (Binary, &'static str) {
    let ir = match op {
        BinaryOp::Mul => Binary::Mul,
        BinaryOp::Div => Binary::Div,
        BinaryOp::Rem => Binary::Rem,
        BinaryOp::Add => Binary::Add,
        BinaryOp::Sub => Binary::Sub,
        BinaryOp::Shl => Binary::Shl,
        BinaryOp::Shr => Binary::Shr,
        BinaryOp::Lt => Binary::Lt,
        BinaryOp::Le => Binary::Le,
        BinaryOp::Gt => Binary::Gt,
        BinaryOp::Ge => Binary::Ge,
        BinaryOp::Eq => Binary::Eq,
        BinaryOp::Ne => Binary::Ne,
        BinaryOp::BitAnd => Binary::BitAnd,
        BinaryOp::BitXor => Binary::BitXor,
        BinaryOp::BitOr => Binary::BitOr,
        BinaryOp::And => Binary::And,
        BinaryOp::Or => Binary::Or,
        BinaryOp::Implies => Binary::Implies,
        BinaryOp::Iff => Binary::Iff,
    };
    (ir, op.symbol())
}

fn binary_operation(env: &mut Env, op: BinaryOp, a: &tree::Expr, b: &tree::Expr, span: Span) -> Lowered<Value> {
    if matches!(op, BinaryOp::And | BinaryOp::Or) {
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
    if object::record_of(env, &left).is_some() || object::record_of(env, &right).is_some() {
        return member::operator(env, op.symbol(), vec![(left, a.span), (right, b.span)], span);
    }
    if let Some(compared) = null::compared(env, operator(op).0, &left, &right, span) {
        return compared.map(Value::Scalar);
    }
    let is_pointer = |value: &Value| matches!(value, Value::Pointer(_) | Value::Row(_));
    if is_pointer(&left) || is_pointer(&right) {
        return pointer::arithmetic(env, op, (left, a.span), (right, b.span), span);
    }
    let types = (overload::number_type(env, &left), overload::number_type(env, &right));
    enums::refuse_operator(env, op.symbol(), &[(a, types.0), (b, types.1)], span)?;
    let left = read(env, left, a.span)?;
    let right = read(env, right, b.span)?;
    arithmetic(env, op, left, right, span).map(Value::Scalar)
}

/// An operation on scalars, with C's conversions.
pub fn arithmetic(env: &mut Env, op: BinaryOp, a: Expr, b: Expr, span: Span) -> Lowered<Expr> {
    let (ir_op, symbol) = operator(op);
    let integral_only = matches!(
        op,
        BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor
    );
    if integral_only && let Some(wrong) = [&a, &b].into_iter().find(|operand| operand.ty.is_fractional()) {
        return Err(wrong_operand(env, symbol, wrong.ty, span));
    }
    let (left, right) = if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
        (promote(a.ty), promote(b.ty))
    } else {
        let ty = common(a.ty, b.ty);
        (ty, ty)
    };
    let a = convert(a, left, Conversion::Implicit);
    let b = convert(b, right, Conversion::Implicit);
    let mut result = binary(ir_op, a, b);
    result.span = span;
    Ok(result)
}

/// `&&` and `||`: an `if` when the right side has side effects.
fn short_circuit(env: &mut Env, op: BinaryOp, a: &tree::Expr, b: &tree::Expr, span: Span) -> Lowered<Expr> {
    let first = proposition(env, a)?;
    let is_settled = value::constant(&first) == Some(value::Constant::Bool(op == BinaryOp::Or));
    let Some((effects, second)) = operand(env, is_settled, |env| proposition(env, b)) else { return Ok(first) };
    let second = second?;
    if effects.is_empty() {
        let mut result = binary(operator(op).0, first, second);
        result.span = span;
        return Ok(result);
    }
    let result = temporary(env, "both", first);
    let ExprKind::Local(local) = *result.kind else { return Ok(result) };
    let mut then = effects;
    then.push(crate::kernel::ir::Stmt { kind: StmtKind::Assign { local, value: second }, span });
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
    let ((mut then, first), (mut else_, second)) = match (first, second) {
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
        let [first, second] = match (null::is_null(&first), null::is_null(&second)) {
            (true, _) => {
                let second = pointer::decay(env, second, b.span)?;
                let element = pointer::element_of(env, &second);
                [choice::null(env, &element, a.span)?, second]
            }
            (_, true) => {
                let first = pointer::decay(env, first, a.span)?;
                let element = pointer::element_of(env, &first);
                [first, choice::null(env, &element, b.span)?]
            }
            _ => [pointer::decay(env, first, a.span)?, pointer::decay(env, second, b.span)?],
        };
        return pointer::choose(env, cond, first, second, span).map(Value::Pointer);
    }
    if let (Value::Place(one), Value::Place(other)) = (&first, &second) {
        match (one, other) {
            (Place::Object { .. }, Place::Object { .. }) => {
                env.met.chosen.insert(span);
            }
            (Place::Object { .. }, _) | (_, Place::Object { .. }) => {}
            _ if place_type(env, one) == place_type(env, other) => {
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
    if object::record_of(env, &first).is_some() || object::record_of(env, &second).is_some() {
        return member::choose(env, cond, (then, first), (else_, second), span);
    }
    if matches!((&first, &second), (Value::Void, Value::Void)) {
        env.emit(StmtKind::If { cond, then, else_ }, span);
        return Ok(Value::Void);
    }
    let first = read(env, first, a.span)?;
    let second = read(env, second, b.span)?;
    let ty = if first.ty == second.ty { first.ty } else { common(first.ty, second.ty) };
    let first = convert(first, ty, Conversion::Implicit);
    let second = convert(second, ty, Conversion::Implicit);
    if then.is_empty() && else_.is_empty() {
        return Ok(Value::Scalar(match value::constant(&cond) {
            Some(value::Constant::Bool(true)) => first,
            Some(value::Constant::Bool(false)) => second,
            _ => Expr::new(ExprKind::Conditional(cond, first, second), ty, span),
        }));
    }
    let local = env.new_local("chosen", ty, LocalRole::Temporary, span);
    let set = |value: Expr| crate::kernel::ir::Stmt { span: value.span, kind: StmtKind::Assign { local, value } };
    then.push(set(first));
    else_.push(set(second));
    env.emit(StmtKind::If { cond, then, else_ }, span);
    Ok(Value::Scalar(env.read_local(local, span)))
}

fn cast(env: &mut Env, style: CastStyle, ty: &tree::Type, a: &tree::Expr, span: Span) -> Lowered<Value> {
    match resolve::resolve(env, ty)? {
        CType::Void => {
            effect(env, a)?;
            Ok(Value::Void)
        }
        CType::Scalar(scalar) => {
            let operand = lower(env, a)?;
            if matches!((&operand, scalar), (Value::Pointer(_) | Value::Row(_), Type::Int { bits: 64, .. })) {
                return pointer::number(env, operand, scalar, span).map(Value::Scalar);
            }
            if style == CastStyle::Reinterpret || matches!(operand, Value::Pointer(_) | Value::Row(_)) {
                return Err(env.unsupported(format!("cast to {} that reinterprets bits", type_name(scalar)), span));
            }
            let operand = read(env, operand, a.span)?;
            let mut result = convert(operand, scalar, Conversion::Explicit);
            result.span = span;
            Ok(Value::Scalar(result))
        }
        CType::Pointer { to, to_const } => {
            let operand = lower(env, a)?;
            let target = CType::Pointer { to: to.clone(), to_const };
            let is_number = match &operand {
                Value::Scalar(e) => !is_zero(e),
                Value::Place(Place::Local(_) | Place::Cell { .. } | Place::Wide { .. } | Place::Either(_)) => true,
                _ => false,
            };
            if is_number {
                return Err(env.unsupported("a number as a pointer", span));
            }
            let mut operand = pointer::converted(env, operand, &target, a.span)?;
            if let (CType::Record(class), CastStyle::C | CastStyle::Static) = (&*to, style)
                && let Some(part) = parts::class_cast(env, &operand, class, span)?
            {
                operand = part;
            }
            let viewed = match to.elements() {
                Some((element, inner)) if inner.is_empty() => super::view::cast(env, operand, &element, span)?,
                _ => operand,
            };
            pointer::cast(env, viewed, &target, span).map(Value::Pointer)
        }
        CType::Record(record) => {
            let operand = lower(env, a)?;
            let made = match object::record_of(env, &operand) {
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
fn reference_cast(
    env: &mut Env,
    style: CastStyle,
    to: CType,
    to_const: bool,
    a: &tree::Expr,
    span: Span,
) -> Lowered<Value> {
    let operand = lower(env, a)?;
    let address = pointer::address(env, operand, span)?;
    // C++ lets only some casts take `const` away.
    let keeps_const = !matches!(style, CastStyle::C | CastStyle::Const);
    if let (CType::Record(class), CastStyle::C | CastStyle::Static) = (&to, style)
        && let Some(part) = parts::class_cast(env, &address, class, span)?
    {
        return pointer::deref(env, Pointer { to_const: part.to_const && keeps_const || to_const, ..part }, span);
    }
    let Some((element, inner)) = to.elements().filter(|(_, inner)| inner.is_empty()) else {
        return Err(env.unsupported(format!("cast to {} &", to.name()), span));
    };
    let _ = inner;
    let viewed = super::view::cast(env, address, &element, span)?;
    pointer::deref(env, Pointer { to_const: viewed.to_const && keeps_const || to_const, ..viewed }, span)
}

fn construct(env: &mut Env, ty: &tree::Type, args: &[tree::Expr], span: Span) -> Lowered<Value> {
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
            let operand = rvalue(env, arg)?;
            Ok(Value::Scalar(Expr { span, ..convert(operand, scalar, Conversion::Explicit) }))
        }
        (CType::Scalar(_), _) => {
            Err(env.error(codes::E0303, span, format!("one value is needed here, not {}", args.len())))
        }
        (ty @ CType::Record(_), args) => {
            let CType::Record(record) = &ty else { return Err(Reported) };
            let is_aggregate = env.met.records[record.id].tree.is_some()
                && super::record::constructors(env, record.id).is_empty()
                && (args.len() > 1 || args.iter().any(super::lists::is_list));
            if is_aggregate {
                let items = args.iter().map(aggregate::as_initializer).collect();
                return aggregate::value(env, &ty, &tree::Initializer::List(items, span));
            }
            let (values, spans) = super::lists::of_constructor(env, record.id, args)?;
            let made = construction::construct(env, record, values, spans, span)?;
            object::own(env, made, span)
        }
        (other, _) => Err(env.unsupported(format!("value of {}", other.name()), span)),
    }
}

fn sizeof(env: &mut Env, ty: &CType, span: Span) -> Lowered<Value> {
    match super::layout::byte_size(env, ty) {
        Some(size) => Ok(Value::Scalar(value::size(size, span))),
        None => Err(env.unsupported(format!("`sizeof` of {}", ty.name()), span)),
    }
}

/// R203: the number of elements of an array, where that is a constant.
fn extent(env: &mut Env, a: &tree::Expr, span: Span) -> Lowered<Value> {
    let (_, operand) = env.captured(|env| lower(env, a));
    let extent = match operand? {
        Value::Row(row) if matches!(row.base, Base::Array(_) | Base::Bundle(_)) => {
            pointer::extents(env, row.base).get(row.prefix.len()).cloned().flatten()
        }
        _ => None,
    };
    match extent.as_ref().and_then(value::constant_int) {
        Some(count) => Ok(Value::Scalar(value::int(count, Type::INT, span))),
        None => Err(env.unsupported("a range-based `for` over something else than an array of known size", span)),
    }
}

fn sizeof_expr(env: &mut Env, a: &tree::Expr, span: Span) -> Lowered<Value> {
    // `sizeof(A::B)` of a type that a class declares.
    if let tree::ExprKind::Name(name) = &a.kind
        && let Some(Entity::Type(ty)) = super::record::qualified(env, name).transpose()?
    {
        return sizeof(env, &ty, span);
    }
    // The operand is not evaluated.
    let (_, operand) = env.captured(|env| lower(env, a));
    let ty = match operand? {
        Value::Row(row) => {
            let element = pointer::element_of(env, &row);
            let extents = pointer::extents(env, row.base).iter().skip(row.prefix.len());
            extents.rev().fold(element, |of, extent| CType::Array { of: Box::new(of), extent: extent.clone() })
        }
        other => super::overload::value_type(env, &other),
    };
    sizeof(env, &ty, span)
}

/// Whether a literal 0 stands here, which as a pointer is the null pointer.
pub fn is_zero(e: &Expr) -> bool {
    matches!(&*e.kind, ExprKind::Int(value) if value.is_zero())
}
