//! Findings that are known and accepted, as a file holds them.

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
    /// The file.
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
