//! One kernel of one file, amplified: one launch is run, and what it shows holds for all data (R402).

use std::path::Path;

use crate::base::{Config, Files};
use crate::interp::{self, Floats, Ints};
use crate::report::amplified::{Amplification, Launched};

use super::run::{Request, prepared, refused};

/// Runs the kernel that the configuration asks for, for all data.
pub fn amplify_file(path: &Path, config: &Config, request: &Request) -> Amplification {
    let mut amplification = Amplification { sources: Files::new(), diagnostics: Vec::new(), done: None, seconds: 0.0 };
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
