//! Loads past the caches that follow writes (R237): what they read is not written while the kernel runs.

use crate::base::Span;
use crate::kernel::ir::{self, ArrayId, Space};
use crate::syntax::tree;

use super::expr::{self, Value};
use super::object;
use super::pointer;
use super::scope::{Base, Env, Lowered, Pointer};

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
        env.read_only.entry(array).or_insert((name.to_owned(), span));
    }
    Ok(())
}

/// The arrays that a pointer points into, all of global memory.
fn global(env: &mut Env, pointer: &Pointer, name: &str, span: Span) -> Lowered<Vec<ArrayId>> {
    let arrays = match pointer.base {
        Base::Array(array) => vec![array],
        Base::Bundle(bundle) => object::arrays(env, bundle),
        Base::Window(window) => vec![env.windows[window.0].cells],
        Base::Local(_) | Base::Slots(_) => Vec::new(),
    };
    let is_global = |array: &ArrayId| env.kernel.arrays[array.index()].space == Space::Global;
    match !arrays.is_empty() && arrays.iter().all(is_global) {
        true => Ok(arrays),
        false => Err(env.unsupported(format!("{name} of memory that is not global"), span)),
    }
}

/// When the kernel is done: what was read so and is written may be read as it was before.
pub fn finish(env: &mut Env) {
    let written = ir::written(&env.kernel.body).arrays;
    for (array, (name, span)) in std::mem::take(&mut env.read_only) {
        if written.contains_key(&array) {
            let array = &env.kernel.arrays[array.index()].name;
            let _ = env.unsupported(format!("{name} of `{array}`, which the kernel writes"), span);
        }
    }
}
