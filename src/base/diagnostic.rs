//! Diagnostics as data: core code returns them, `report` renders them.

use super::codes::Code;
use super::span::Span;
use borsh::{BorshDeserialize, BorshSerialize};

/// How much a message matters; the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, BorshSerialize, BorshDeserialize)]
pub enum Severity {
    /// A remark, or something that is worth to be known.
    Note,
    /// Something is doubtful, and the work goes on.
    Warning,
    /// Something is wrong or not proved.
    Error,
}

impl Severity {
    /// As reports spell it: `note`, `warning` or `error`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A piece of source with a remark.
#[derive(Clone, PartialEq, Eq, Debug, BorshSerialize, BorshDeserialize)]
pub struct Label {
    /// What the remark is about.
    pub span: Span,
    /// The remark; empty where the message says it all.
    pub text: String,
}

/// One message to the user: a stable code, what is wrong, where, and what would help.
#[derive(Clone, PartialEq, Eq, Debug, BorshSerialize, BorshDeserialize)]
pub struct Diagnostic {
    /// What `gpuhoare explain` takes.
    pub code: Code,
    /// How much the message matters.
    pub severity: Severity,
    /// What is wrong, without the place.
    pub message: String,
    /// The guilty place; absent for errors of the command line or the environment.
    pub primary: Option<Label>,
    /// Other places that have to do with it.
    pub secondary: Vec<Label>,
    /// Paragraphs below the source, mostly what would help.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// A message without places and notes.
    pub fn new(code: Code, severity: Severity, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code, severity, message: message.into(), primary: None, secondary: Vec::new(), notes: Vec::new() }
    }

    /// An error at a place.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Error, message).at(span, "")
    }

    /// A warning at a place.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Warning, message).at(span, "")
    }

    /// Sets the primary label.
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.primary = Some(Label { span, text: text.into() });
        self
    }

    /// Adds a secondary label.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds a note: usually what would help.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Whether it is neither a warning nor a note.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
