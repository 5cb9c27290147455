//! Loads and stores through particular caches; what loads past those that follow writes read (LIB-4) is not written while
//! the kernel runs.

use crate::base::Span;
use crate::cpp::{Base, Env, Lowered, Object, Place, Pointer, Value};
use crate::kernel::ir::{self, ArrayId, Space};
use crate::memory::{choice, copy, object, pointee, pointer, read, storage};
use crate::syntax::tree;

use super::functions::{Argument, Call, Function, exactly};

/// The function of this name.
pub fn named(name: &str) -> Option<Function> {
    match name {
        tree::GLOBAL_MEMORY | tree::READ_ONLY_MEMORY => Some(Function::objects(1, of_assembly)),
        "__ldg" | "__ldca" | "__ldcg" | "__ldcs" | "__ldlu" | "__ldcv" => Some(Function::objects(1, load)),
        "__stwb" | "__stcg" | "__stcs" | "__stwt" => Some(Function::objects(2, store)),
        _ => None,
    }
}

/// A pointer that inline assembly accesses as one to global memory, or as one to global memory that is not written.
fn of_assembly(env: &mut Env, Call { name, args, span }: Call<Argument>) -> Lowered<Value> {
    let [given] = exactly(args)?;
    let pointer = pointee::decay(env, given.value, span)?;
    match name {
        tree::READ_ONLY_MEMORY => note(env, &pointer, "`ld.global.nc`", span)?,
        _ => global(env, &pointer, "inline assembly `.global`", span).map(|_| ())?,
    }
    Ok(Value::Pointer(pointer))
}

/// Notes that a load of this name reads where the pointer points.
fn note(env: &mut Env, pointer: &Pointer, name: &str, span: Span) -> Lowered<()> {
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
        Base::CellView(cell_view) => vec![env.memory.cell_views[cell_view.0].cells],
        Base::Local(_) | Base::PointerArray(_) | Base::Choice(_) => Vec::new(),
    };
    let is_global = |array: &ArrayId| env.kernel.arrays[array.index()].space == Space::Global;
    match !arrays.is_empty() && arrays.iter().all(is_global) {
        true => Ok(arrays),
        false => Err(env.unsupported(format!("{name} of memory that is not global"), span)),
    }
}

/// A read through a particular cache.
fn load(env: &mut Env, Call { name, args, span }: Call<Argument>) -> Lowered<Value> {
    let [from] = exactly(args)?;
    let from = pointee::decay(env, from.value, from.span)?;
    if name == "__ldg" {
        note(env, &from, "`__ldg`", span)?;
    }
    match pointer::deref(env, from, span)? {
        Value::Place(Place::Object { bundle, index, is_const }) => {
            object::load(env, &Object { bundle, index, is_const }, span)
        }
        place => read::scalar(env, place, span).map(Value::Scalar),
    }
}

/// A write through a particular cache: `__stcs(p, value)` is `*p = value`.
fn store(env: &mut Env, Call { name, args, span }: Call<Argument>) -> Lowered<Value> {
    let [to, Argument { value, .. }] = exactly(args)?;
    let to = pointee::decay(env, to.value, to.span)?;
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
