//! Derivations of what is proved: a folder with a manifest and a file for each kernel, written by `prove --proof` and checked by
//! `audit`.

mod check;
mod write;

use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::base::{Diagnostic, Severity, codes, plain};

pub use check::audit_file;
pub use write::Proofs;

/// The manifest's name in its folder.
const MANIFEST: &str = "manifest.json";

/// The form of manifest and derivations.
const VERSION: u32 = 1;

/// What a folder of derivations holds.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    version: u32,
    /// The source file, as the user named it, and the hash of its text.
    source: String,
    sha256: String,
    /// The options of the run, as they stood on the command line.
    pub options: Vec<String>,
    kernels: Vec<KernelEntry>,
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct KernelEntry {
    kernel: String,
    /// The file with its derivations.
    file: String,
    /// The invariants that nobody wrote, each with its loop.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    invariants: Vec<(String, String)>,
    tasks: Vec<TaskEntry>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
struct TaskEntry {
    id: String,
    /// The hash of the task as it was generated.
    sha256: String,
}

/// A hash in hexadecimal.
fn hash(text: &[u8]) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads the manifest of a folder.
///
/// # Errors
///
/// `E0001` where there is none, `E0015` where it is none of this version.
pub fn manifest(folder: &Path) -> Result<Manifest, Diagnostic> {
    let path = folder.join(MANIFEST);
    let text = std::fs::read(&path).map_err(|error| cannot("read", &path, &error))?;
    let read: Result<Manifest, _> = serde_json::from_slice(&text);
    let wrong = |why: String| {
        let message = format!("{} is no manifest of derivations", path.display());
        Diagnostic::new(codes::E0015, Severity::Error, message).note(why)
    };
    match read {
        Ok(manifest) if manifest.version == VERSION => Ok(manifest),
        Ok(manifest) => Err(wrong(format!("it is of version {}, and this program reads {VERSION}", manifest.version))),
        Err(error) => Err(wrong(plain::of_json(&error.to_string()).what)),
    }
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::new(
        codes::E0001,
        Severity::Error,
        format!("cannot {what} {}: {}", path.display(), plain::of_system(error)),
    )
}

/// The line before the derivation of a task.
const TASK: &str = "task ";
