//! One kernel of one file, amplified: one launch is run, and what it shows holds for all data (R402).

use std::path::Path;

use crate::base::{Config, Diagnostic, Severity, codes};
use crate::interp::{self, Floats, Ints};
use crate::report::amplified::Launched;
use crate::report::execution::Execution;

use super::run::{Request, prepared, refused};

/// Runs the kernel that the configuration asks for, for all data.
pub fn amplify_file(path: &Path, config: &Config, request: &Request) -> Execution<Launched> {
    let mut execution = Execution::new();
    if config.block.is_none() {
        let message = "which launch? What it shows hangs on its dimensions";
        let found = Diagnostic::new(codes::E0012, Severity::Error, message);
        execution.diagnostics.push(found.note("help: --block 256 --grid 64"));
        return execution;
    }
    let (sources, diagnostics) = (&mut execution.sources, &mut execution.diagnostics);
    let Some((kernel, setup)) = prepared(path, config, request, sources, diagnostics) else { return execution };
    // Numbers are the machine's: what an address is, hangs on how they wrap.
    let options = interp::Options { ints: Ints::C, floats: Floats::Ieee, ..request.options };
    match interp::amplify(&kernel, &setup, &options) {
        Ok(found) => execution.done = Some(Launched { kernel, setup, found }),
        Err(refusal) => execution.diagnostics.push(refused(&kernel, refusal)),
    }
    execution
}
