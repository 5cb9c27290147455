//! One kernel of one file, amplified: one launch is run, and what it shows holds for all data (R402).

use std::path::Path;

use crate::base::{Config, Diagnostic, Files, Severity, codes};
use crate::interp::{self, Floats, Ints};
use crate::report::amplified::{Amplification, Launched};

use super::run::{Request, prepared, refused};

/// Runs the kernel that the configuration asks for, for all data.
pub fn amplify_file(path: &Path, config: &Config, request: &Request) -> Amplification {
    let mut amplification = Amplification { sources: Files::new(), diagnostics: Vec::new(), done: None, seconds: 0.0 };
    if config.block.is_none() {
        let message = "which launch? What it shows hangs on its dimensions";
        let found = Diagnostic::new(codes::E0012, Severity::Error, message);
        amplification.diagnostics.push(found.note("help: --block 256 --grid 64"));
        return amplification;
    }
    let (sources, diagnostics) = (&mut amplification.sources, &mut amplification.diagnostics);
    let Some((kernel, setup)) = prepared(path, config, request, sources, diagnostics) else { return amplification };
    // Numbers are the machine's: what an address is, hangs on how they wrap.
    let options = interp::Options { ints: Ints::C, floats: Floats::Ieee, ..request.options };
    match interp::amplify(&kernel, &setup, &options) {
        Ok(found) => amplification.done = Some(Launched { kernel, setup, found }),
        Err(refusal) => amplification.diagnostics.push(refused(&kernel, refusal)),
    }
    amplification
}
