//! Which kernels suffer from what could not be read: nothing may be proved of a kernel whose contract or body lost
//! a part to a syntax error.

use crate::base::{Diagnostic, Span, codes};
use crate::kernel::ir::Kernel;
use crate::pipeline::is_called;
use crate::syntax::tree::{File, Function, Item};

/// Gives an error to every kernel that an error of the tree may belong to: to the kernel around it or behind it, and
/// where that is a function that is no kernel, or nothing, to all of them.
pub fn mark(tree: &File, kernels: &mut [Kernel]) {
    let functions: Vec<&Function> = tree
        .items
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
        .collect();
    let errors = tree.diagnostics.iter().filter(|found| found.is_error());
    for error in errors {
        let place = error.primary.as_ref().map(|label| label.span);
        let around = place.and_then(|place| function_of(place, &functions)).filter(|found| found.specifiers.global);
        for kernel in kernels.iter_mut() {
            let suffers = around.is_none_or(|function| is_called(&kernel.name, &function.name.text));
            if suffers && !kernel.diagnostics.iter().any(|found| found.code == codes::E0213) {
                kernel.diagnostics.push(not_proved(kernel, place));
            }
        }
    }
}

/// The function that the place lies in, or else the next one in the file.
fn function_of<'t>(place: Span, functions: &[&'t Function]) -> Option<&'t Function> {
    let behind = functions.iter().filter(|function| function.span.file == place.file && function.span.hi > place.lo);
    behind.min_by_key(|function| function.span.hi).copied()
}

fn not_proved(kernel: &Kernel, place: Option<Span>) -> Diagnostic {
    let message = format!("`{}` is not proved: something that belongs to it cannot be read", kernel.name);
    let found = Diagnostic::error(codes::E0213, kernel.span, message);
    match place {
        Some(place) => found.also(place, "this"),
        None => found,
    }
}
