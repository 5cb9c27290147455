//! Arrays of pointers as the program declares, lists and assigns them.

use num_traits::ToPrimitive;

use crate::base::{Span, codes};
use crate::cpp::{
    Base, Entity, Env, Lowered, Pointer, PointerArrayKind, PointerId, Value,
    types::{CType, INDEX},
    value,
};
use crate::kernel::ir::{Array, Space, StmtKind};
use crate::lower::{expressions::expr, names::globals, objects::conversion};
use crate::memory::{null, pointee, pointer, pointer_arrays, storage};
use crate::syntax::tree::{self, Declarator, Initializer};

/// `T *name[n];`, perhaps with a list of the first pointers.
pub fn declare(env: &mut Env, declarator: &Declarator, ty: &CType) -> Lowered<Entity> {
    let (name, span) = (&declarator.name.text, declarator.name.span);
    let items = match &declarator.init {
        None => None,
        Some(Initializer::List(items, _)) => Some(items.as_slice()),
        Some(_) => return Err(env.unsupported("array initialised by an expression", span)),
    };
    let Some((to, to_const, count)) = storage::shape(ty) else { return Ok(Entity::Reported) };
    let Some(count) = count.or(items.map(|items| items.len() as u64)) else {
        return Err(env.error(codes::E0305, span, format!("array `{name}` needs a size")));
    };
    let row = if env.rounds.viewed_as_cells.contains_key(&(span, name.clone())) {
        let extents = vec![Some(value::int(count, INDEX, span))];
        let offsets = env.new_array(Array::new(name.clone(), INDEX, Space::Private, extents, span));
        env.emit(StmtKind::DeclareArray(offsets), span);
        storage::pointer_array(
            env,
            name,
            (to, to_const),
            count,
            PointerArrayKind::Offsets { base: None, offsets },
            span,
        )
    } else {
        storage::variables(env, name, (to, to_const), count, span)
    };
    let Base::PointerArray(id) = row.base else { return Ok(Entity::Reported) };
    let element = CType::Pointer { to: Box::new(to.clone()), to_const };
    for at in 0..if items.is_some() { count } else { 0 } {
        let which = pointer_arrays::PointerElement { id, at: value::int(at, INDEX, span) };
        match items.unwrap_or_default().get(at as usize) {
            Some(Initializer::Expr(e)) => {
                let given = expr::lower(env, e)?;
                if null::is_null(&given) {
                    pointer_arrays::point_nowhere(env, &which, e.span)?;
                } else {
                    let given = conversion::converted_pointer(env, given, &element, e.span)?;
                    pointer_arrays::point(env, &which, given, e.span)?;
                }
            }
            Some(_) => return Err(env.unsupported("initialiser list in an array of pointers", span)),
            None => pointer_arrays::point_nowhere(env, &which, span)?,
        }
    }
    Ok(Entity::Row(row))
}

/// `{p, q}` for such an array that is part of something else.
pub fn listed(env: &mut Env, ty: &CType, items: &[Initializer], span: Span) -> Lowered<Value> {
    let Some((to, to_const, count)) = storage::shape(ty) else { return Ok(Value::Void) };
    let element = CType::Pointer { to: Box::new(to.clone()), to_const };
    let mut all = Vec::new();
    for item in items {
        let Initializer::Expr(e) = item else {
            return Err(env.unsupported("initialiser list in an array of pointers", span));
        };
        let given = expr::lower(env, e)?;
        all.push(if null::is_null(&given) {
            Err(pointee::NULL.to_string())
        } else {
            let given = conversion::converted_pointer(env, given, &element, e.span)?;
            let given = pointer::cast(env, given, &element, e.span)?;
            Ok(pointer::settle(env, given, "listed"))
        });
    }
    let count = count.unwrap_or(all.len() as u64) as usize;
    if all.len() > count {
        return Err(env.error(codes::E0303, span, "more initialisers than elements"));
    }
    all.resize(count, Err(pointee::NULL.to_string()));
    Ok(Value::Pointer(storage::fixed(env, "list", (to, to_const), all, span)))
}

/// The element of an array of pointers that an expression names, so that it can be assigned.
pub fn target(env: &mut Env, e: &tree::Expr) -> Lowered<Option<Target>> {
    let tree::ExprKind::Index(array, index) = &e.kind else { return Ok(None) };
    if env.memory.pointer_arrays.is_empty() {
        return Ok(None);
    }
    let Some(row) = row(env, array) else { return Ok(None) };
    let Base::PointerArray(id) = row.base else { return Ok(None) };
    let (effects, at) = env.captured(|env| expr::rvalue(env, index));
    let at = at?;
    if !effects.is_empty() {
        return Err(env.unsupported("side effects in the index of an array of pointers", index.span));
    }
    let at = pointer_arrays::moved(row, at);
    if let PointerArrayKind::Each(each) = &env.memory.pointer_arrays[id.0].kind {
        return match value::constant_int(&at).and_then(|at| at.to_usize()).and_then(|at| each.get(at)) {
            Some(variable) => Ok(Some(Target::Variable(*variable))),
            None => Err(pointer_arrays::not_constant(env, id, e.span)),
        };
    }
    Ok(Some(Target::PointerElement(pointer_arrays::PointerElement { id, at })))
}

/// What an element is as something to assign to.
pub enum Target {
    /// The element has a pointer variable of its own.
    Variable(PointerId),
    /// The element by its index, where it has none.
    PointerElement(pointer_arrays::PointerElement),
}

/// The array of pointers that an expression names.
pub fn row(env: &mut Env, e: &tree::Expr) -> Option<Pointer> {
    let found = match &e.kind {
        tree::ExprKind::Name(name) => match globals::entity(env, name)? {
            Entity::Row(row) | Entity::Pointer(row) => row,
            _ => return None,
        },
        tree::ExprKind::Member { .. } => {
            // It is lowered again as what it is.
            env.attempt(|env| match expr::lower(env, e) {
                Ok(Value::Row(row) | Value::Pointer(row)) if env.out.is_empty() => Some(row),
                _ => None,
            })?
        }
        _ => return None,
    };
    matches!(found.base, Base::PointerArray(_)).then_some(found)
}
