//! Loads and stores through particular caches; what loads past those that follow writes read (R237) is not written while
//! the kernel runs.

use crate::base::Span;
use crate::kernel::ir::{self, ArrayId, Space};
use crate::syntax::tree;

use super::builtins::count;
use super::expr;
use super::memory::choice;
use super::memory::copy;
use super::memory::object;
use super::memory::pointer;
use super::memory::storage;
use super::model::{Base, Env, Lowered, Object, Place, Pointer, Reported, Value};
use super::order;

/// A pointer that inline assembly accesses as one to global memory, or as one to global memory that is not written.
pub fn pointer(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let value = expr::lower(env, &args[0])?;
    let pointer = pointer::decay(env, value, span)?;
    match name {
        tree::READ_ONLY_MEMORY => read(env, &pointer, "`ld.global.nc`", span)?,
        _ => global(env, &pointer, "inline assembly `.global`", span).map(|_| ())?,
    }
    Ok(Value::Pointer(pointer))
}

/// Notes that a load of this name reads where the pointer points.
pub fn read(env: &mut Env, pointer: &Pointer, name: &str, span: Span) -> Lowered<()> {
    for array in global(env, pointer, name, span)? {
        env.facts.read_only.entry(array).or_insert((name.to_owned(), span));
    }
    Ok(())
}

/// The arrays that a pointer points into, all of global memory.
fn global(env: &mut Env, pointer: &Pointer, name: &str, span: Span) -> Lowered<Vec<ArrayId>> {
    if let Some((_, first, second)) = choice::arms(env, pointer, span)? {
        let mut arrays = global(env, &first, name, span)?;
        arrays.extend(global(env, &second, name, span)?);
        return Ok(arrays);
    }
    let arrays = match pointer.base {
        Base::Array(array) => vec![array],
        Base::Bundle(bundle) => storage::arrays(env, bundle),
        Base::Window(window) => vec![env.memory.windows[window.0].cells],
        Base::Local(_) | Base::Slots(_) | Base::Choice(_) => Vec::new(),
    };
    let is_global = |array: &ArrayId| env.kernel.arrays[array.index()].space == Space::Global;
    match !arrays.is_empty() && arrays.iter().all(is_global) {
        true => Ok(arrays),
        false => Err(env.unsupported(format!("{name} of memory that is not global"), span)),
    }
}

/// A read through a particular cache.
pub fn load(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 1, span)?;
    let from = expr::lower(env, &args[0])?;
    let from = pointer::decay(env, from, args[0].span)?;
    if name == "__ldg" {
        read(env, &from, "`__ldg`", span)?;
    }
    match pointer::deref(env, from, span)? {
        Value::Place(Place::Object { bundle, index, is_const }) => {
            object::load(env, &Object { bundle, index, is_const }, span)
        }
        place => expr::read(env, place, span).map(Value::Scalar),
    }
}

/// A write through a particular cache: `__stcs(p, value)` is `*p = value`.
pub fn store(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 2, span)?;
    let values = order::operands(env, &args.iter().collect::<Vec<_>>())?;
    let [to, value] = values.try_into().map_err(|_| Reported)?;
    let to = pointer::decay(env, to, args[0].span)?;
    let place = pointer::deref(env, to, span)?;
    if matches!(
        &place,
        Value::Place(
            Place::Cell { is_const: true, .. }
                | Place::Wide { is_const: true, .. }
                | Place::Object { is_const: true, .. }
        )
    ) {
        return Err(env.unsupported(format!("`{name}` of memory that is `const`"), span));
    }
    copy::assign(env, place, value, span).map(|()| Value::Void)
}

/// When the kernel is done: what was read so and is written may be read as it was before.
pub fn finish(env: &mut Env) {
    let written = ir::written(&env.kernel.body).arrays;
    for (array, (name, span)) in std::mem::take(&mut env.facts.read_only) {
        if written.contains_key(&array) {
            let array = &env.kernel.arrays[array.index()].name;
            let _ = env.unsupported(format!("{name} of `{array}`, which the kernel writes"), span);
        }
    }
}
