//! Findings that are known and accepted, as a file holds them.

use std::path::Path;

use serde::{Deserialize, Serialize};

/// A baseline, as a file holds it (`--write-baseline`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// The form of the file.
    pub schema: u32,
    /// In the order of the report that it was written of.
    pub findings: Vec<Known>,
}

/// A finding of a baseline.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The file; in the baseline's own file as seen from its folder, else free of links and from the root.
    pub path: String,
    /// The kernel.
    pub kernel: String,
    /// The code of the message.
    pub code: String,
    /// What the finding is known by when lines move.
    pub fingerprint: String,
    /// For those who read the file.
    pub message: String,
}

/// The form of baselines.
pub const SCHEMA: u32 = 1;

impl Baseline {
    /// As it is read from a file in this folder.
    pub fn from_folder(mut self, folder: &Path) -> Baseline {
        for known in &mut self.findings {
            let path = folder.join(&known.path);
            known.path = std::fs::canonicalize(&path).unwrap_or(path).display().to_string();
        }
        self
    }

    /// As it is written into a file in this folder.
    pub fn in_folder(&self, folder: &Path) -> Baseline {
        let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        let inside = |path: &str| Path::new(path).strip_prefix(&folder).ok().map(|path| path.display().to_string());
        let mut written = self.clone();
        for known in &mut written.findings {
            known.path = inside(&known.path).unwrap_or_else(|| known.path.clone());
        }
        written.findings.sort();
        written
    }
}
