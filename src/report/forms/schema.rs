//! The JSON Schema of the document and of the lines of `--format jsonl`, made from their types.

use schemars::{JsonSchema, Schema, generate::SchemaSettings};

use super::lines::Line;
use crate::report::document::{Document, SCHEMA};
use crate::report::execution::RunDocument;

/// The schema of the document of `--format json`.
pub fn of_document() -> Schema {
    of::<Document>("A report of gpuhoare")
}

/// The schema of the document of `run`.
pub fn of_run() -> Schema {
    of::<RunDocument>("A run of one launch by gpuhoare")
}

/// The schema of each line of `--format jsonl`.
pub fn of_lines() -> Schema {
    of::<Line>("A line of a report of gpuhoare")
}

fn of<Described: JsonSchema>(title: &str) -> Schema {
    let mut schema =
        SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<Described>();
    schema.insert("title".to_owned(), format!("{title}, form {SCHEMA}").into());
    schema
}
