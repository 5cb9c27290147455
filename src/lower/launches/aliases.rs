//! Launches of the file that pass one memory for two parameters (LAUNCH-15): that these do not alias is false there.

use crate::base::{Diagnostic, Files, Severity, Span, codes};
use crate::cpp::{Env, table::Table};
use crate::kernel::ir::{self, ArrayId, Space};
use crate::syntax::tree::{BinaryOp, Expr, ExprKind, Function, Launch, TypeKind, UnaryOp};

/// Pointers that are initialised with each other, one after the other.
const DEEPEST: usize = 16;

/// Notes the launches that pass one memory for two parameters, of which the kernel writes one: nothing is claimed of them.
pub fn check(env: &mut Env, table: &Table, function: &Function, files: &Files) {
    let written = ir::written(&env.kernel.body).arrays;
    let arrays: Vec<(usize, &str, bool)> = function
        .params
        .iter()
        .enumerate()
        .filter_map(|(at, param)| {
            let name = param.name.as_ref()?.text.as_str();
            let own = env.kernel.arrays.iter().enumerate().filter(|(_, array)| {
                array.space == Space::Global && (array.name == name || is_part(&array.name, name))
            });
            let own: Vec<usize> = own.map(|(id, _)| id).collect();
            let is_written = own.iter().any(|id| written.contains_key(&ArrayId(*id as u32)));
            (!own.is_empty()).then_some((at, name, is_written))
        })
        .collect();
    let mut found = Vec::new();
    for launch in table.host.launches_of(&function.name.text) {
        let roots: Vec<Option<String>> = launch.args.iter().map(|arg| root(arg, launch, files, DEEPEST)).collect();
        for (number, (first, one, writes)) in arrays.iter().enumerate() {
            for (second, other, also_writes) in &arrays[number + 1..] {
                let memory = roots.get(*first).and_then(Option::as_ref);
                let is_one = memory.is_some() && memory == roots.get(*second).and_then(Option::as_ref);
                if let Some(memory) = memory.filter(|_| is_one && (*writes || *also_writes)) {
                    found.push((
                        format!("one array, `{memory}`, for the parameters `{one}` and `{other}`"),
                        launch.span,
                    ));
                }
            }
        }
    }
    for (what, span) in found {
        let message = format!("this launch of `{}` passes {what}", function.name.text);
        let note = Diagnostic::new(codes::W0303, Severity::Warning, message)
            .at(span, "nothing is proved of this launch")
            .note("proofs assume that each array parameter has memory of its own");
        env.kernel.diagnostics.push(note);
        let what = format!("parameters that share memory: a launch of the file passes {what}");
        refuse(env, span, &what);
    }
}

/// Nothing is claimed of a launch.
pub fn refuse(env: &mut Env, launch: Span, what: &str) {
    for context in env.kernel.source.contexts.iter_mut().filter(|context| context.place == launch) {
        context.unsupported.get_or_insert_with(|| what.to_owned());
    }
}

/// The memory that an argument of a launch points into, as text, where that is seen.
pub fn memory(arg: &Expr, launch: &Launch, files: &Files) -> Option<String> {
    root(arg, launch, files, DEEPEST)
}

/// Whether an array is behind a pointer in the parameter.
pub fn is_part(array: &str, param: &str) -> bool {
    array.strip_prefix(param).is_some_and(|rest| rest.starts_with(['.', '[']))
}

/// What an argument points into, as text: `d` for `d + 1`, `&d[n]`, `(float *)d`, and for `e` with `float *e = d;`.
fn root(arg: &Expr, launch: &Launch, files: &Files, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let of = |e: &Expr| root(e, launch, files, depth);
    match &arg.kind {
        ExprKind::Name(name) if name.path.is_empty() && name.template_args.is_none() => {
            let local = launch.locals.iter().find(|local| local.name == name.ident);
            let is_pointer = |ty: &TypeKind| matches!(ty, TypeKind::Pointer(_) | TypeKind::Auto);
            let value = local.filter(|local| is_pointer(&local.ty.kind)).and_then(|local| local.value.as_ref());
            let is_other = |value: &&Expr| matches!(peeled(value).kind, ExprKind::Name(_));
            value.filter(is_other).and_then(of).or_else(|| Some(name.ident.clone()))
        }
        ExprKind::Name(_) | ExprKind::Member { .. } | ExprKind::Index(..) => Some(files.text(arg.span).to_owned()),
        // `v.data()` and the like.
        ExprKind::Call(called, args) => match &called.kind {
            ExprKind::Member { .. } if args.is_empty() => Some(files.text(arg.span).to_owned()),
            ExprKind::Name(name) if name.ident == "raw_pointer_cast" => of(args.first()?),
            _ => None,
        },
        _ => match peeled(arg) {
            inner if std::ptr::eq(inner, arg) => None,
            inner => of(inner),
        },
    }
}

/// An address without offset and casts.
fn peeled(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Add, one, other) if matches!(one.kind, ExprKind::Int(_)) => peeled(other),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, one, _) => peeled(one),
        ExprKind::Cast(_, _, inner) => peeled(inner),
        ExprKind::Unary(UnaryOp::AddressOf, place) => match &place.kind {
            ExprKind::Index(base, _) => peeled(base),
            _ => e,
        },
        _ => e,
    }
}
