//! The forms of a report. Those that programs read, and pages, are made from the JSON document: they cannot say what it does not say.

pub mod human;
pub mod junit;
pub mod lines;
pub mod pages;
pub mod sarif;
pub mod schema;

use super::json;
use super::model::Run;

/// A form in which a program reads the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One JSON document.
    Json,
    /// A line of JSON for each kernel, as soon as it is looked at.
    JsonLines,
    /// SARIF 2.1.0.
    Sarif,
    /// The XML of JUnit.
    Junit,
}

/// The whole report.
pub fn text(form: Form, run: &Run) -> String {
    match form {
        Form::Json => json::text(run),
        Form::JsonLines => lines::all(run),
        Form::Sarif => sarif::text(&json::document(run), run.exit_status()),
        Form::Junit => junit::text(&json::document(run)),
    }
}
