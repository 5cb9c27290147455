//! Arrays of pointers whose number is known (MEM-5): a variable for each pointer, or offsets into one memory.

use num_traits::ToPrimitive;

use crate::base::Span;
use crate::cpp::{
    Base, Entity, Env, Lowered, Pointer, PointerArrayId, PointerArrayKind, Reported, Value,
    types::{CType, INDEX},
    value::{self, convert},
};
use crate::kernel::ir::{Conversion, Expr, ExprKind, StmtKind};

use super::{cell_views, choice, pointee, pointer, storage};

/// Of more pointers than this none is chosen by an index that is no constant.
const MOST_CHOSEN: usize = 32;

/// An element that is assigned.
#[derive(Clone, Debug)]
pub struct PointerElement {
    /// The array of pointers.
    pub id: PointerArrayId,
    /// The index of the element.
    pub at: Expr,
}

impl PointerElement {
    /// The type that a pointer in it has.
    pub fn ty(&self, env: &Env) -> CType {
        pointee::element_type(env, self.id)
    }
}

/// The index of an element that a pointer to elements and an index lead to.
pub fn moved(row: Pointer, at: Expr) -> Expr {
    match row.offset {
        None => at,
        Some(offset) => pointee::add(offset, at),
    }
}

/// Reports an index that is no constant, and asks the next round to store offsets in place of pointer variables.
pub fn not_constant(env: &mut Env, id: PointerArrayId, span: Span) -> Reported {
    let (name, place) = (env.memory.pointer_arrays[id.0].name.clone(), env.memory.pointer_arrays[id.0].span);
    cell_views::wish(env, (place, name.clone()), cell_views::WHOLE);
    env.unsupported(format!("element of `{name}`, an array of pointers, at an index that is not a constant"), span)
}

/// An element: the pointer that it holds.
pub fn element(env: &mut Env, id: PointerArrayId, at: Expr, span: Span) -> Lowered<Value> {
    let known = value::constant_int(&at).and_then(|at| at.to_usize());
    let name = env.memory.pointer_arrays[id.0].name.clone();
    match env.memory.pointer_arrays[id.0].kind.clone() {
        PointerArrayKind::Each(each) => {
            let Some(variable) = known.and_then(|at| each.get(at).copied()) else {
                return Err(not_constant(env, id, span));
            };
            match pointer::of_entity(env, &Entity::PointerVariable(variable)) {
                Some(pointer) => Ok(Value::Pointer(pointer)),
                None => {
                    let what = env.memory.pointers[variable.0].untargeted();
                    Ok(Value::Missing(what))
                }
            }
        }
        PointerArrayKind::Fixed(all) => match known.and_then(|at| all.get(at).cloned()) {
            Some(Ok(pointer)) => Ok(Value::Pointer(pointer)),
            Some(Err(what)) => Ok(Value::Missing(what)),
            None if known.is_none() && all.len() <= MOST_CHOSEN => {
                let pointers: Result<Vec<Pointer>, String> = all.into_iter().collect();
                match pointers {
                    Ok(pointers) => choice::indexed(env, pointers, at, span).map(Value::Pointer),
                    Err(what) => Err(env.unsupported(what, span)),
                }
            }
            None => {
                let what = format!("element of `{name}`, an array of pointers, at an index that is not a constant");
                Err(env.unsupported(what, span))
            }
        },
        PointerArrayKind::Offsets { base: None, .. } => {
            Err(env.unsupported(format!("pointers in `{name}` before they point into an array"), span))
        }
        PointerArrayKind::Offsets { base: Some(base), offsets } => {
            let offset = Expr::new(ExprKind::Read { array: offsets, index: vec![at] }, INDEX, span);
            let to_const = env.memory.pointer_arrays[id.0].to_const;
            Ok(Value::Pointer(Pointer { base, prefix: Vec::new(), offset: Some(offset), to_const, is_void: false }))
        }
    }
}

/// The pointer that an element holds.
pub fn current(env: &mut Env, which: &PointerElement, span: Span) -> Lowered<Pointer> {
    let value = element(env, which.id, which.at.clone(), span)?;
    pointee::decay(env, value, span)
}

/// Lets an element point somewhere.
pub fn point(env: &mut Env, which: &PointerElement, to: Pointer, span: Span) -> Lowered<()> {
    let (name, to_const) =
        (env.memory.pointer_arrays[which.id.0].name.clone(), env.memory.pointer_arrays[which.id.0].to_const);
    let (known, offsets) = match &env.memory.pointer_arrays[which.id.0].kind {
        PointerArrayKind::Each(each) => {
            let variable = value::constant_int(&which.at).and_then(|at| each.get(at.to_usize()?).copied());
            return match variable {
                Some(variable) => pointer::point(env, variable, to, span),
                None => Err(not_constant(env, which.id, span)),
            };
        }
        PointerArrayKind::Fixed(_) => {
            return Err(env.unsupported(format!("assignment to an element of `{name}`"), span));
        }
        PointerArrayKind::Offsets { base, offsets } => (*base, *offsets),
    };
    if to.to_const && !to_const {
        pointer::drops_const(env, span)?;
    }
    let ty = which.ty(env);
    let to = pointer::cast(env, to, &ty, span)?;
    if !to.prefix.is_empty() {
        let into = pointee::base_name(env, to.base);
        return Err(env.unsupported(format!("array of pointers `{name}` into rows of `{into}`"), span));
    }
    if let Some(known) = known.filter(|known| *known != to.base) {
        let (first, second) = (pointee::base_name(env, known), pointee::base_name(env, to.base));
        let what = format!(
            "array of pointers `{name}` into `{first}` and into `{second}`, at an index that is not a constant"
        );
        return Err(env.unsupported(what, span));
    }
    let value = convert(pointee::offset(&to, span), INDEX, Conversion::Implicit);
    env.emit(StmtKind::Store { array: offsets, index: vec![which.at.clone()], value }, span);
    if let PointerArrayKind::Offsets { base, .. } = &mut env.memory.pointer_arrays[which.id.0].kind {
        *base = Some(to.base);
    }
    Ok(())
}

/// Makes an element the null pointer: only where each pointer has a variable of its own.
pub fn point_nowhere(env: &mut Env, which: &PointerElement, span: Span) -> Lowered<()> {
    let variable = match &env.memory.pointer_arrays[which.id.0].kind {
        PointerArrayKind::Each(each) => value::constant_int(&which.at).and_then(|at| each.get(at.to_usize()?).copied()),
        PointerArrayKind::Fixed(_) | PointerArrayKind::Offsets { .. } => None,
    };
    match variable {
        Some(variable) => choice::point_nowhere(env, variable, span),
        None => Err(env.unsupported("null pointer in an array of pointers that is indexed by a variable", span)),
    }
}

/// The pointers as they are now.
pub fn snapshot(env: &mut Env, id: PointerArrayId, span: Span) -> Lowered<Pointer> {
    let pointer_array = env.memory.pointer_arrays[id.0].clone();
    let each = match &pointer_array.kind {
        PointerArrayKind::Fixed(_) => {
            return Ok(Pointer::to(Base::PointerArray(id), false));
        }
        PointerArrayKind::Each(each) => each,
        PointerArrayKind::Offsets { .. } => {
            return Err(env.unsupported(format!("copy of the pointers in `{}`", pointer_array.name), span));
        }
    };
    let mut all = Vec::new();
    for variable in each {
        all.push(match pointer::of_entity(env, &Entity::PointerVariable(*variable)) {
            Some(pointer) => Ok(pointer::settle(env, pointer, "copied")),
            None => Err(env.memory.pointers[variable.0].untargeted()),
        });
    }
    Ok(storage::fixed(env, &pointer_array.name, (&pointer_array.to, pointer_array.to_const), all, span))
}
