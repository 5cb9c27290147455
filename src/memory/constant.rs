//! Constant memory, which no kernel can write, whatever C++ lets it say (R242).

use crate::base::Span;
use crate::cpp::{Env, Place};
use crate::kernel::ir::{ArrayId, Atomic, LocalRole, Space, StmtKind, walk};

use super::object;

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
        Place::Wide { window, .. } => of_array(env.memory.windows[window.0].cells),
        Place::Either(either) => unwritable(env, &either.first).or_else(|| unwritable(env, &either.second)),
        Place::Object { bundle, .. } => object::parts(env, *bundle).1.into_iter().find_map(of_array),
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
