//! The report as lines of JSON (`--format jsonl`): each is written when it is known, so that a run that is killed loses nothing.

use schemars::JsonSchema;
use serde::Serialize;

use crate::base::Files;

use crate::report::document::{DiagnosticEntry, KernelEntry, RequiredEntry, SCHEMA, diagnostics};
use crate::report::json;
use crate::report::model::{Command, FileReport, KernelReport, Run};

/// A line of the report.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Line {
    /// The first line.
    Start(Start),
    /// A file is read; its kernels follow.
    File(File),
    /// A kernel of the file before is looked at.
    Kernel(Box<Kernel>),
    /// The last line; where it is missing, the run was cut short.
    End(End),
}

/// What is known before the work.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Start {
    /// Always `gpuhoare`.
    pub tool: &'static str,
    /// The version of the tool: `0.1.0`.
    pub version: &'static str,
    /// The form of the lines.
    pub schema: u32,
    /// The command; null when the command line could not be read.
    pub command: Option<&'static str>,
}

/// A file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct File {
    /// As given on the command line.
    pub path: String,
    /// What is wrong with it.
    pub diagnostics: Vec<DiagnosticEntry>,
}

/// A kernel.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Kernel {
    /// The file that it is of.
    pub path: String,
    /// What is wrong with its text.
    pub diagnostics: Vec<DiagnosticEntry>,
    /// What is known of it. `success` is about its verdict; what more is required stands in the last line.
    pub kernel: KernelEntry,
}

/// How the run ended.
#[derive(Debug, Serialize, JsonSchema)]
pub struct End {
    /// Wall clock of the whole run.
    pub seconds: f64,
    /// The run was stopped before it was through.
    pub interrupted: bool,
    /// What a kernel must be to count as a success.
    pub required: RequiredEntry,
    /// What belongs to no file.
    pub diagnostics: Vec<DiagnosticEntry>,
    /// The exit code.
    pub exit_code: u8,
}

/// All lines of a run that is at its end.
pub fn all(run: &Run) -> String {
    let mut text = start(run.command);
    for of in &run.files {
        text.push_str(&file(&run.sources, of));
        of.kernels.iter().for_each(|looked_at| text.push_str(&kernel(run, &of.path, looked_at)));
    }
    text + &end(run)
}

/// The first line.
pub fn start(command: Option<Command>) -> String {
    let (tool, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    text(&Line::Start(Start { tool, version, schema: SCHEMA, command: command.map(Command::name) }))
}

/// A file that is read.
pub fn file(sources: &Files, file: &FileReport) -> String {
    let diagnostics = diagnostics(sources, &file.diagnostics);
    text(&Line::File(File { path: file.path.clone(), diagnostics }))
}

/// A kernel that is looked at; `run` says what is required of it.
pub fn kernel(run: &Run, path: &str, kernel: &KernelReport) -> String {
    let diagnostics = diagnostics(&run.sources, &kernel.diagnostics);
    let kernel = json::kernel_entry(run, kernel);
    text(&Line::Kernel(Box::new(Kernel { path: path.to_owned(), diagnostics, kernel })))
}

/// The last line.
pub fn end(run: &Run) -> String {
    let document = json::document(&Run { files: Vec::new(), ..run.clone() });
    text(&Line::End(End {
        seconds: document.seconds,
        interrupted: document.interrupted,
        required: document.required,
        diagnostics: document.diagnostics,
        exit_code: run.exit_status().code(),
    }))
}

fn text(line: &Line) -> String {
    let mut text = serde_json::to_string(line).expect("every key of a line is a string");
    text.push('\n');
    text
}
