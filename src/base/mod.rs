//! What every room uses: files and spans, diagnostics with stable codes, configuration.

pub mod codes;
pub mod config;
pub mod diagnostic;
pub mod span;

pub use config::Config;
pub use diagnostic::{Diagnostic, Label, Severity};
pub use span::{ExpansionId, FileId, Files, Span};
