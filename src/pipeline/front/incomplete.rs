//! Kernels whose source is incomplete: nothing may be proved of a kernel whose contract or body lost a part to a syntax error,
//! and a header that was not found is an assumption.

use std::collections::BTreeSet;

use crate::base::{Arch, Diagnostic, Span, codes};
use crate::kernel::ir::Kernel;
use crate::syntax::tree::{Doubt, File, Function, Item};

use super::asked::is_called;

/// Gives an error to every kernel that an error of the tree may belong to: to the kernel around it or behind it, and
/// where that is a function that is no kernel, or nothing, to all of them. An annotation of the host, or that is attached to
/// nothing, belongs to no kernel (CLAUSE-37).
pub fn mark_errors(tree: &File, kernels: &mut [Kernel]) {
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
                kernel.diagnostics.push(kernel.lacks_a_part(place));
            }
        }
    }
}

/// Lists among a kernel's assumptions the headers that were not found, and what conditionals rest on that the program
/// does not say: for conditionals in a function, of the kernels that may call it. That a header which was not found may
/// define a name is a warning, too, and listed where a function of the device asks for it.
pub fn mark_missing_headers(tree: &File, kernels: &mut [Kernel], arch: Arch) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let mut warned = BTreeSet::new();
    let functions = functions(tree);
    for condition in tree.missing.conditions.iter().filter(|found| found.doubt == Doubt::MissingHeader) {
        let name = &condition.macro_name;
        let headers = listed(tree.missing.names.iter());
        let message =
            format!("whether `{name}` is a macro decides here, and a header that was not found may define it");
        let note = format!("missing: {headers}; give the folder with `-I DIR`, or say `-D {name}=VALUE`");
        // Once for each macro: headers are full of such conditionals.
        if warned.insert(name) {
            let wording = format!("{message}; it is taken for undefined");
            warnings.push(Diagnostic::warning(codes::W0102, condition.span, wording).note(note));
        }
    }
    let replaced = tree
        .missing
        .replaced
        .iter()
        .map(|name| format!("`{name}`, which was not found, defines what it commonly does"));
    let read: Vec<String> = replaced.chain(tree.missing.elsewhere.iter().cloned()).collect();
    for kernel in kernels {
        kernel.assumptions.extend(supposed(tree, &functions, kernel, arch));
        kernel.assumptions.extend(read.iter().cloned());
        for name in &tree.missing.names {
            kernel.assumptions.push(format!("`{name}`, which was not found, defines no macro that is used here"));
        }
    }
    warnings
}

/// What conditionals suppose that decide what a kernel is.
fn supposed(tree: &File, functions: &[&Function], kernel: &Kernel, arch: Arch) -> Vec<String> {
    let mut lines = Vec::new();
    let mut platform = Vec::new();
    for condition in &tree.missing.conditions {
        let (whole, name) = (condition.span, &condition.macro_name);
        let around = functions.iter().find(|function| {
            let span = function.spans.whole;
            span.file == whole.file && span.lo <= whole.lo && whole.hi <= span.hi
        });
        if around.is_some_and(|found| found.specifiers.global && !is_called(&kernel.name, &found.name.text)) {
            continue;
        }
        let line = match condition.doubt {
            Doubt::MissingHeader if around.is_none() => continue,
            Doubt::MissingHeader => format!("`{name}` is no macro, which a header that was not found may define"),
            Doubt::Header => format!("`{name}` is no macro, which the compiler or a header may define"),
            Doubt::Included(header) => format!("`{name}` is a macro, by a header that includes `{header}`"),
            Doubt::Feature => format!("`{name}` is 0"),
            Doubt::Architecture => format!("device code is compiled for {arch}, which `{name}` tells the program"),
            Doubt::Platform => {
                if !platform.contains(&name) {
                    platform.push(name);
                }
                continue;
            }
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if !platform.is_empty() {
        let names = listed(platform.into_iter());
        lines.push(format!(
            "compiled by nvcc 12.0 with g++ 12 for Linux on x86-64, which conditionals ask for: {names}"
        ));
    }
    lines
}

/// The first names of a list that may be long.
fn listed<'n>(names: impl ExactSizeIterator<Item = &'n String>) -> String {
    const SHOWN: usize = 5;
    let more = names.len().saturating_sub(SHOWN);
    let shown: Vec<String> = names.take(SHOWN).map(|name| format!("`{name}`")).collect();
    match more {
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
    let behind = functions
        .iter()
        .filter(|function| function.spans.whole.file == place.file && function.spans.whole.hi > place.lo);
    behind.min_by_key(|function| function.spans.whole.hi).copied()
}

/// Whether an error is about an annotation that is attached to nothing, or that stands in a function of the host or before one.
fn is_of_no_kernel(place: Span, error: &Diagnostic, tree: &File, functions: &[&Function]) -> bool {
    let contains = |outer: &Span| outer.file == place.file && outer.lo <= place.lo && place.hi <= outer.hi;
    if tree.loose.iter().any(contains) {
        return true;
    }
    let hosts = tree.host_functions.iter().filter(|host| host.file == place.file && host.hi > place.lo);
    let host = hosts.map(|host| host.hi).min();
    let behind = function_of(place, functions).map(|function| function.spans.whole.hi);
    let of_host = host.is_some_and(|host| behind.is_none_or(|behind| host < behind));
    of_host && error.code.0.starts_with("E02")
}
