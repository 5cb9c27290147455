//! The front half that every command shares: from a file to the IR.

mod archs;
pub mod asked;
mod given;
mod imports;
mod incomplete;
pub mod listed;
pub mod tasks_file;
mod units;

use std::path::Path;

use crate::base::codes;
use crate::base::config::Archs;
use crate::base::{Config, Diagnostic, Files, Severity};
use crate::kernel::ir::Program;
use crate::lower;
use crate::syntax;
use crate::syntax::tree::File;

pub use given::Given;
use imports::Imports;

/// A program as it was read, with the logic that it may rest on.
pub struct Source<'g> {
    tree: File,
    /// Other files of the program.
    others: Vec<File>,
    imports: Imports<'g>,
}

/// Reads a program or a logic file, and what it imports.
pub fn read<'g>(files: &mut Files, path: &Path, given: &'g Given, config: &Config) -> Source<'g> {
    if is_logic_file(path) {
        let mut imports = imports::of_logic_file(files, path, given);
        if let Some(own) = imports.side.last_mut()
            && let Some(kernel) = own.kernels.drain(..).next()
        {
            let message = "contracts of kernels in a logic file are not looked at: they belong to a program (`--spec`)";
            let note = Diagnostic::new(codes::W0001, Severity::Note, message).at(kernel.span, "");
            imports.diagnostics.push(note);
        }
        return Source { tree: File::default(), others: Vec::new(), imports };
    }
    let config = &*config.of_file(path);
    let mut tree = syntax::parse_file(files, path, config);
    let imports = imports::of_program(files, path, &tree, given, config);
    let others = units::others(files, path, &mut tree, config);
    Source { tree, others, imports }
}

/// Names, types, templates and inlining: the kernels of a program in the IR.
pub fn lower(source: Source<'_>, files: &mut Files, config: &Config) -> Program {
    let Source { tree, others, imports } = source;
    let mut program = lower::lower_unit(&tree, &others, &imports.side, config, files);
    program.diagnostics.splice(0..0, imports.diagnostics);
    incomplete::mark_errors(&tree, &mut program.kernels);
    program.diagnostics.splice(0..0, incomplete::mark_missing_headers(&tree, &mut program.kernels, config.source.arch));
    program.diagnostics.splice(0..0, tree.diagnostics);
    program
}

/// What `lower` makes of a file on the architecture that the configuration names, or on each of them that makes a difference.
pub fn on_archs(
    files: &mut Files,
    path: &Path,
    config: &Config,
    lower: &dyn Fn(&mut Files, &Config) -> Program,
) -> Program {
    match config.source.archs {
        Archs::All if !is_logic_file(path) => archs::each(files, path, config, lower),
        Archs::All | Archs::One => lower(files, config),
    }
}

/// Whether the file holds logic declarations alone.
fn is_logic_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "spec")
}
