//! Whether an argument is `const` to C++, as far as that is known (LOOKUP-10), and constant memory, which no kernel can write (MEM-17).

use crate::base::Span;
use crate::cpp::{Base, Env, Place, Value};
use crate::kernel::ir::{ArrayId, Atomic, LocalRole, Space, StmtKind, walk};
use crate::syntax::tree::{self, TypeKind};

use super::storage;

/// The name that a parameter's type leaves to be deduced for what it leads to: `T` of `T *` or `T (&)[N]`.
pub fn open_name(param: &tree::Type) -> Option<&str> {
    let (TypeKind::Pointer(inner) | TypeKind::Reference(inner)) = &param.kind else { return None };
    let mut inner = &**inner;
    while let TypeKind::Array(of, _) = &inner.kind {
        inner = of;
    }
    match &inner.kind {
        TypeKind::Named(name) if name.path.is_empty() && name.template_args.is_none() => Some(&name.ident),
        _ => None,
    }
}

/// Whether somewhere a type may be `const` without the types here saying so.
pub fn is_hidden(env: &Env) -> bool {
    env.met.const_hidden
}

/// Whether a variable, or what a pointer leads to, may not be written by way of this value; nothing where that is not known.
/// A value that is stored nowhere counts as one that may.
pub fn of(env: &Env, value: &Value) -> Option<bool> {
    let certain = |is_const: bool| (is_const || !is_hidden(env)).then_some(is_const);
    match value {
        Value::Place(place) => of_place(env, place),
        Value::Pointer(pointer) | Value::Row(pointer) => match pointer.base {
            Base::Local(local) if !pointer.to_const && env.met.seen_const.contains(&local) => None,
            _ => certain(pointer.to_const),
        },
        _ => Some(false),
    }
}

fn of_place(env: &Env, place: &Place) -> Option<bool> {
    let certain = |is_const: bool| (is_const || !is_hidden(env)).then_some(is_const);
    match place {
        Place::Local(local) if env.variables.constants.contains(local) => Some(true),
        Place::Local(local) if env.met.seen_const.contains(local) => None,
        Place::Local(_) => certain(false),
        Place::Cell { array, is_const, .. } => certain(*is_const || env.kernel.arrays[array.index()].is_const),
        Place::Wide { is_const, .. } => certain(*is_const),
        Place::Object { bundle, is_const, .. } => certain(*is_const || env.memory.bundles[bundle.0].is_const),
        Place::Either(either) => {
            let (first, second) = (of_place(env, &either.first), of_place(env, &either.second));
            if first == second { first } else { None }
        }
    }
}

/// Variables of numbers that some reference or pointer does not let write: what they are named by does not say that.
pub fn note(env: &mut Env, place: &Place) {
    match place {
        Place::Local(local) if !env.variables.constants.contains(local) => {
            env.met.seen_const.insert(*local);
        }
        Place::Either(either) => {
            note(env, &either.first);
            note(env, &either.second);
        }
        _ => {}
    }
}

/// What is said of a write.
pub fn written(name: &str) -> String {
    format!("write to `{name}`, which is in constant memory")
}

/// The name of a place that is in constant memory, where C++ does not call it `const`.
pub fn unwritable(env: &Env, place: &Place) -> Option<String> {
    let of_array = |array: ArrayId| {
        let data = &env.kernel.arrays[array.index()];
        (data.space == Space::Constant && !data.is_const).then(|| data.name.clone())
    };
    match place {
        Place::Local(local) => {
            let data = &env.kernel.locals[local.index()];
            (data.role == LocalRole::Global && !env.variables.constants.contains(local)).then(|| data.name.clone())
        }
        Place::Cell { array, .. } => of_array(*array),
        Place::Wide { cell_view, .. } => of_array(env.memory.cell_views[cell_view.0].cells),
        Place::Either(either) => unwritable(env, &either.first).or_else(|| unwritable(env, &either.second)),
        Place::Object { bundle, .. } => storage::of_object(env, *bundle).1.into_iter().find_map(of_array),
    }
}

/// When the kernel is done: whatever way a write took.
pub fn finish(env: &mut Env) {
    let mut found: Vec<(String, Span)> = Vec::new();
    walk(&env.kernel.body, &mut |stmt| match &stmt.kind {
        StmtKind::Store { array, .. } | StmtKind::Atomic(Atomic { array, .. }) => {
            let data = &env.kernel.arrays[array.index()];
            if data.space == Space::Constant {
                found.push((data.name.clone(), stmt.span));
            }
        }
        StmtKind::Assign { local, .. } => {
            let data = &env.kernel.locals[local.index()];
            if data.role == LocalRole::Global {
                found.push((data.name.clone(), stmt.span));
            }
        }
        _ => {}
    });
    for (name, span) in found {
        env.unsupported(written(&name), span);
    }
}
