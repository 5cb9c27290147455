//! Objects that are pointers (CLASS-23): classes that convert to one.

use crate::base::Span;
use crate::cpp::{
    Env, Lowered, Reported, Value, methods,
    types::{CType, RecordRef},
};
use crate::lower::names::resolve;
use crate::memory::{pointee, pointer, pointer_arithmetic};
use crate::syntax::tree::{self, BinaryOp, FunctionKind, TypeKind};

use super::conversion;

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

/// Whether a class has a conversion to some pointer.
pub fn has_pointer_conversion(env: &mut Env, ty: &RecordRef) -> bool {
    let conversions = methods::methods(env, ty.id, &|method| method.kind == FunctionKind::Conversion);
    conversions.iter().any(|(_, method)| matches!(method.return_type.kind, TypeKind::Pointer(_)))
}

/// Whether a value is an object that converts to pointers of one type.
pub fn points(env: &mut Env, value: &Value) -> bool {
    pointee::record_of(env, value).is_some_and(|ty| pointer_conversions(env, &ty).is_some())
}

/// An object as the pointer that its class makes of it.
pub fn as_pointer(env: &mut Env, value: Value, span: Span) -> Lowered<Value> {
    let Some(ty) = pointee::record_of(env, &value) else { return Ok(value) };
    let Some(conversions) = pointer_conversions(env, &ty) else {
        return Err(env.unsupported(format!("`{}` beside a pointer", ty.name), span));
    };
    let name = tree::Name { ident: "conversion".into(), span, ..tree::Name::default() };
    let pointer = conversion::converted(env, value, conversions, &name, span)?;
    pointee::decay(env, pointer, span).map(Value::Pointer)
}

/// An operator of which an operand is an object that is a pointer by its conversion, `memory + n` (CLASS-23).
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
