//! Objects and their parts: base classes, elements of arrays, references; friends, and objects that are pointers (R258).

use crate::base::Span;
use crate::syntax::tree::{self, BinaryOp, FunctionKind, Initializer};

use super::aggregate;
use super::candidates::Callable;
use super::construction;
use super::conversion;
use super::expr;
use super::initial;
use super::member;
use super::memory::object;
use super::memory::pointer;
use super::memory::pointer_arithmetic;
use super::methods;
use super::model::types::{CType, RecordRef};
use super::model::{Base, Env, Lowered, Member, Object, Place, Pointer, Reported, Value, value};
use super::record;
use super::resolve;

/// The conversion operators of an object, where all of them give pointers to one type.
fn pointer_conversions<'a>(env: &mut Env<'a>, ty: &RecordRef) -> Option<Vec<(usize, &'a tree::Function)>> {
    let conversions = methods::methods(env, ty.id, &|method| method.kind == FunctionKind::Conversion);
    let mut target: Option<CType> = None;
    for (record, method) in &conversions {
        let scope = env.met.records[*record].scope.clone();
        let to = env.with_scopes(vec![scope], |env| resolve::resolve(env, &method.return_type));
        let Ok(CType::Pointer { to, .. }) = to else { return None };
        if target.as_ref().is_some_and(|known| !known.same(&to)) {
            return None;
        }
        target = Some(*to);
    }
    target.map(|_| conversions)
}

pub fn points(env: &mut Env, value: &Value) -> bool {
    object::record_of(env, value).is_some_and(|ty| pointer_conversions(env, &ty).is_some())
}

/// An object as the pointer that its class makes of it.
pub fn as_pointer(env: &mut Env, value: Value, span: Span) -> Lowered<Value> {
    let Some(ty) = object::record_of(env, &value) else { return Ok(value) };
    let Some(conversions) = pointer_conversions(env, &ty) else {
        return Err(env.unsupported(format!("`{}` beside a pointer", ty.name), span));
    };
    let name = tree::Name { ident: "conversion".into(), span, ..tree::Name::default() };
    let pointer = conversion::converted(env, value, conversions, &name, span)?;
    pointer::decay(env, pointer, span).map(Value::Pointer)
}

/// An operator of which an operand is an object that is a pointer by its conversion, `memory + n` (R258).
pub fn on_pointers(env: &mut Env, symbol: &str, values: Vec<Value>, spans: &[Span], span: Span) -> Lowered<Value> {
    let mut operands = Vec::new();
    for (value, span) in values.into_iter().zip(spans) {
        operands.push((as_pointer(env, value, *span)?, *span));
    }
    match (operands.len(), BinaryOp::spelled(symbol)) {
        (2, Some(op)) => {
            let (Some(right), Some(left)) = (operands.pop(), operands.pop()) else { return Err(Reported) };
            pointer_arithmetic::arithmetic(env, op, left, right, span)
        }
        (1, _) if symbol == "*" => {
            let Some((Value::Pointer(pointer), _)) = operands.pop() else { return Err(Reported) };
            pointer::deref(env, pointer, span)
        }
        _ => Err(env.unsupported(format!("`operator{symbol}` on a pointer that a class makes"), span)),
    }
}

/// The friends of this name that the classes of the operands define.
pub fn friends<'a>(env: &Env<'a>, name: &str, operands: &[Value]) -> Vec<Callable<'a>> {
    let mut all: Vec<Callable> = Vec::new();
    for ty in operands.iter().filter_map(|value| object::record_of(env, value)) {
        for (record, function) in methods::friends(env, ty.id, name) {
            if !all.iter().any(|known| known.record == Some(record) && std::ptr::eq(known.function, function)) {
                all.push(Callable::member(record, function));
            }
        }
    }
    all
}

/// The address of an object as that of its base class's part, or the reverse where the whole object is known (R258).
pub fn class_cast(env: &mut Env, pointer: &Pointer, to: &RecordRef, span: Span) -> Lowered<Option<Pointer>> {
    let Base::Bundle(own) = pointer.base else { return Ok(None) };
    if pointer.offset.is_some()
        || pointer.prefix.len() != env.memory.bundles[own.0].rank
        || env.memory.bundles[own.0].ty == *to
    {
        return Ok(None);
    }
    let object = Object { bundle: own, index: pointer.prefix.clone(), is_const: pointer.to_const };
    if record::base_offset(env, env.memory.bundles[own.0].ty.id, to.id).is_some() {
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

/// Runs the constructor without arguments for each element of an array, first to last.
pub fn construct_all(env: &mut Env, row: &Pointer, ty: &CType, span: Span) -> Lowered<()> {
    let CType::Array { of, extent } = ty else { return Err(Reported) };
    let count = extent.as_ref().and_then(value::constant_int).and_then(|count| usize::try_from(count).ok());
    let Some(count) = count.filter(|count| *count <= initial::MOST_CELLS) else {
        let name = pointer::base_name(env, row.base);
        return Err(
            env.unsupported(format!("constructors of array `{name}`, which is large or of symbolic size"), span)
        );
    };
    for at in 0..count {
        let index = value::int(at as u64, super::model::types::INDEX, span);
        match (pointer::index(env, row.clone(), index, span)?, &**of) {
            (Value::Place(Place::Object { bundle, index, is_const }), _) => {
                construction::initialise(env, &Object { bundle, index, is_const }, Vec::new(), Vec::new(), span)?;
            }
            (target, CType::Array { .. }) => {
                let inner = pointer::decay(env, target, span)?;
                construct_all(env, &inner, of, span)?;
            }
            _ => return Err(env.unsupported("constructors of an array", span)),
        }
    }
    Ok(())
}

/// The assignments that a class has itself.
fn assignments<'a>(env: &Env<'a>, ty: &RecordRef) -> impl Iterator<Item = &'a tree::Function> {
    let methods = env.met.records[ty.id].tree.into_iter().flat_map(|tree| &tree.methods);
    methods.filter(|method| method.name.text == "operator=")
}

/// Whether a template takes its argument no better than an assignment of the class for `const` objects of its own, which is no template (R294).
fn yields(method: &tree::Function) -> bool {
    method.params.first().is_some_and(|param| match &param.ty.kind {
        tree::TypeKind::Reference(to) => to.qualifiers.is_const,
        tree::TypeKind::Named(_) => true,
        _ => false,
    })
}

/// Whether C++ may take a template for the assignment of an object of the class.
pub fn may_take_template(env: &Env, ty: &RecordRef) -> bool {
    assignments(env, ty).any(|method| !method.template.is_empty() && !yields(method))
}

/// Whether a class has a template for assignments.
pub fn has_template(env: &Env, ty: &RecordRef) -> bool {
    assignments(env, ty).any(|method| !method.template.is_empty())
}

/// Whether an object of a class is assigned to one of it member by member: the program defines no assignment of its own for
/// that. One that takes something else leaves it as it is, and so does a template.
pub fn is_copied_plainly(env: &mut Env, ty: &RecordRef) -> bool {
    let own: Vec<&tree::Function> = assignments(env, ty).collect();
    let scope = env.met.records[ty.id].scope.clone();
    own.into_iter().all(|method| {
        if !method.template.is_empty() {
            return yields(method);
        }
        let takes = method.params.first().map(|param| {
            let inner = match &param.ty.kind {
                tree::TypeKind::Reference(to) => to,
                _ => &param.ty,
            };
            env.with_scopes(vec![scope.clone()], |env| resolve::resolve(env, inner))
        });
        match takes {
            Some(Ok(CType::Record(other))) => other != *ty,
            Some(Ok(CType::Scalar(_) | CType::Pointer { .. })) => true,
            _ => false,
        }
    })
}

/// Whether an object has parts, of base classes or members, with assignments of their own.
pub fn has_assigned_parts(env: &mut Env, ty: &RecordRef) -> bool {
    let info = &env.met.records[ty.id];
    let mut parts: Vec<RecordRef> = info.bases.clone();
    parts.extend(info.fields.iter().filter_map(|field| match field.ty.elements() {
        Some((CType::Record(inner), _)) => Some(inner),
        _ => None,
    }));
    parts.into_iter().any(|part| !is_copied_plainly(env, &part) || has_assigned_parts(env, &part))
}

/// Binds a member that is a reference: it points to what initialises it, from then on.
pub fn bind_reference(env: &mut Env, object: &Object, at: usize, init: &Initializer, span: Span) -> Lowered<()> {
    let ty = env.memory.bundles[object.bundle.0].ty.clone();
    let field = env.met.records[ty.id].fields[at].clone();
    let what = format!("reference `{}` bound to this", field.name);
    let (Some(e), Member::Pointer(id)) =
        (aggregate::single_expr(init), env.memory.bundles[object.bundle.0].members[at].clone())
    else {
        return Err(env.unsupported(what, span));
    };
    let bound = expr::lower(env, e)?;
    // A temporary is gone when the reference is used.
    if !matches!(bound, Value::Place(_)) {
        return Err(env.unsupported(what, e.span));
    }
    let mut target = pointer::address(env, bound, e.span)?;
    if let CType::Pointer { to, .. } = &field.ty
        && let CType::Record(class) = &**to
        && let Some(part) = class_cast(env, &target, class, e.span)?
    {
        target = part;
    }
    let target = pointer::cast(env, target, &field.ty, e.span)?;
    pointer::point(env, id, target, span)
}
