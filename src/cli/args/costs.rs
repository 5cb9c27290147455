//! What kernels took in an earlier run (`--costs FILE`): read of its JSON report.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::base::{Diagnostic, Severity, codes, plain};

#[derive(Deserialize)]
struct Document {
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    path: String,
    kernels: Vec<Kernel>,
}

#[derive(Deserialize)]
struct Kernel {
    role: String,
    vc_seconds: f64,
    smt_seconds: f64,
}

/// The seconds that the kernels of each file took, in their order.
///
/// # Errors
///
/// `E0022` where the file is no JSON report.
pub fn read(path: &Path) -> Result<BTreeMap<String, Vec<f64>>, Diagnostic> {
    let wrong = |why: String| {
        let message = format!("the costs cannot be read from {}: {why}", path.display());
        Diagnostic::new(codes::E0022, Severity::Error, message)
            .note("`prove --format json` writes a report that has them")
    };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(plain::of_system(&error)))?;
    let read: Document = serde_json::from_str(&text).map_err(|error| wrong(plain::of_json(&error.to_string()).what))?;
    let seconds = |file: File| {
        let kernels = file.kernels.into_iter().filter(|kernel| kernel.role == "kernel");
        (file.path, kernels.map(|kernel| kernel.vc_seconds + kernel.smt_seconds).collect())
    };
    Ok(read.files.into_iter().map(seconds).collect())
}
