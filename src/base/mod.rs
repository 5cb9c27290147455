//! What every room uses: files and spans, diagnostics with stable codes, configuration, reading of text forms, the limits of memory and work.

pub mod arch;
pub mod baseline;
pub mod codes;
pub mod config;
pub mod cursor;
pub mod diagnostic;
pub mod identity;
pub mod memory;
pub mod nearest;
pub mod plain;
pub mod portable;
pub mod shared;
pub mod span;
pub mod stop;
pub mod work;

pub use arch::Arch;
pub use config::Config;
pub use diagnostic::{Diagnostic, Label, Severity};
pub use shared::Shared;
pub use span::{ExpansionId, FileId, Files, Span};
pub use stop::StopFlag;
