//! Which kernels suffer from what could not be read: nothing may be proved of a kernel whose contract or body lost
//! a part to a syntax error.

use std::collections::BTreeSet;

use crate::base::{Diagnostic, Span, codes};
use crate::kernel::ir::Kernel;
use crate::pipeline::is_called;
use crate::syntax::tree::{File, Function, Item};

/// Gives an error to every kernel that an error of the tree may belong to: to the kernel around it or behind it, and
/// where that is a function that is no kernel, or nothing, to all of them. An annotation of the host, or that is attached to
/// nothing, belongs to no kernel (R343).
pub fn mark(tree: &File, kernels: &mut [Kernel]) {
    let functions = functions(tree);
    let errors = tree.diagnostics.iter().filter(|found| found.is_error());
    for error in errors {
        let place = error.primary.as_ref().map(|label| label.span);
        if place.is_some_and(|place| is_of_no_kernel(place, error, tree, &functions)) {
            continue;
        }
        let around = place.and_then(|place| function_of(place, &functions)).filter(|found| found.specifiers.global);
        for kernel in kernels.iter_mut() {
            let suffers = around.is_none_or(|function| is_called(&kernel.name, &function.name.text));
            if suffers && !kernel.diagnostics.iter().any(|found| found.code == codes::E0213) {
                kernel.diagnostics.push(not_proved(kernel, place));
            }
        }
    }
}

/// Lists the headers that were not found among a kernel's assumptions, and macros that conditionals in functions of the
/// device took for undefined although such a header may define them. Every such conditional gets a warning.
pub fn mark_missing(tree: &File, kernels: &mut [Kernel]) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let mut warned = BTreeSet::new();
    let functions = functions(tree);
    for condition in &tree.missing.conditions {
        let within = |function: &&&Function| {
            let (whole, place) = (function.span, condition.span);
            whole.file == place.file && whole.lo <= place.lo && place.hi <= whole.hi
        };
        let name = &condition.macro_name;
        let headers = listed(&tree.missing.names);
        let message =
            format!("whether `{name}` is a macro decides here, and a header that was not found may define it");
        let note = format!("missing: {headers}; give the folder with `-I DIR`, or say `-D {name}=VALUE`");
        // Once for each macro: headers are full of such conditionals.
        if warned.insert(name) {
            let wording = format!("{message}; it is taken for undefined");
            warnings.push(Diagnostic::warning(codes::W0102, condition.span, wording).note(note));
        }
        let Some(function) = functions.iter().find(within) else { continue };
        let of_all = !function.specifiers.global;
        let assumed = format!("`{name}` is no macro, which a header that was not found may define");
        for kernel in kernels.iter_mut().filter(|kernel| of_all || is_called(&kernel.name, &function.name.text)) {
            if !kernel.assumptions.contains(&assumed) {
                kernel.assumptions.push(assumed.clone());
            }
        }
    }
    let replaced = tree
        .missing
        .replaced
        .iter()
        .map(|name| format!("`{name}`, which was not found, defines what it commonly does"));
    let read: Vec<String> = replaced.chain(tree.missing.elsewhere.iter().cloned()).collect();
    for kernel in kernels {
        kernel.assumptions.extend(read.iter().cloned());
        for name in &tree.missing.names {
            kernel.assumptions.push(format!("`{name}`, which was not found, defines no macro that is used here"));
        }
    }
    warnings
}

/// The first names of a list that may be long.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

fn functions(tree: &File) -> Vec<&Function> {
    tree.items
        .iter()
        .filter_map(|item| match item {
            Item::Function(function) => Some(function),
            Item::Global(_)
            | Item::Typedef(_)
            | Item::Record(_)
            | Item::Enum(_)
            | Item::Instantiation(_)
            | Item::Logic(_) => None,
        })
        .collect()
}

/// The function that the place lies in, or else the next one in the file.
fn function_of<'t>(place: Span, functions: &[&'t Function]) -> Option<&'t Function> {
    let behind = functions.iter().filter(|function| function.span.file == place.file && function.span.hi > place.lo);
    behind.min_by_key(|function| function.span.hi).copied()
}

/// Whether an error is about an annotation that is attached to nothing, or that stands in a function of the host or before one.
fn is_of_no_kernel(place: Span, error: &Diagnostic, tree: &File, functions: &[&Function]) -> bool {
    let contains = |outer: &Span| outer.file == place.file && outer.lo <= place.lo && place.hi <= outer.hi;
    if tree.loose.iter().any(contains) {
        return true;
    }
    let hosts = tree.host_functions.iter().filter(|host| host.file == place.file && host.hi > place.lo);
    let host = hosts.map(|host| host.hi).min();
    let behind = function_of(place, functions).map(|function| function.span.hi);
    let of_host = host.is_some_and(|host| behind.is_none_or(|behind| host < behind));
    of_host && error.code.0.starts_with("E02")
}

fn not_proved(kernel: &Kernel, place: Option<Span>) -> Diagnostic {
    let message = format!("`{}` is not proved: something that belongs to it cannot be read", kernel.name);
    let found = Diagnostic::error(codes::E0213, kernel.span, message);
    match place {
        Some(place) => found.also(place, "this"),
        None => found,
    }
}
