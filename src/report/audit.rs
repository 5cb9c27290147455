//! The report of an audit.

use serde_json::{Value, json};

use crate::audit::{Audited, By};
use crate::base::{Diagnostic, Files};

use super::document::{SCHEMA, diagnostic_entry};
use super::{ExitStatus, Style, render};

/// What came of the audit of a file's derivations.
#[derive(Default)]
pub struct Audit {
    /// The files that diagnostics speak of.
    pub sources: Files,
    /// What is wrong with the input.
    pub diagnostics: Vec<Diagnostic>,
    /// The kernels of the source, and those that derivations are of.
    pub kernels: Vec<KernelAudit>,
    /// The names of the solvers that were asked.
    pub solvers: Vec<String>,
    /// It was cut short.
    pub interrupted: bool,
}

/// The derivations of a kernel.
pub struct KernelAudit {
    /// The kernel.
    pub name: String,
    /// Its tasks.
    pub tasks: Vec<TaskAudit>,
    /// Why there is nothing to audit.
    pub missing: Option<String>,
}

/// The derivation of a task.
pub struct TaskAudit {
    /// The task.
    pub id: String,
    /// What came of it.
    pub audited: Audited,
}

/// What an audit rests on besides: it is said in every report.
const TRUSTED: &str = "not audited: that the tasks say what the kernel has to meet (reading the source, symbolic execution, race \
                       rules), that a run meets the contract, and lemmas";

impl KernelAudit {
    /// A kernel whose derivations cannot be audited.
    pub fn without(name: String, why: &str) -> KernelAudit {
        KernelAudit { name, tasks: Vec::new(), missing: Some(why.to_owned()) }
    }

    fn by(&self) -> By {
        let all = self.tasks.iter().map(|task| task.audited.by).max().unwrap_or(By::Structure);
        if self.missing.is_some() { By::Nobody } else { all }
    }
}

impl Audit {
    /// How the run ends.
    pub fn exit_status(&self) -> ExitStatus {
        if self.interrupted {
            ExitStatus::Interrupted
        } else if self.diagnostics.iter().any(Diagnostic::is_error) {
            ExitStatus::BadInput
        } else if !self.kernels.is_empty() && self.kernels.iter().all(|kernel| kernel.by() != By::Nobody) {
            ExitStatus::Success
        } else {
            ExitStatus::NotVerified
        }
    }

    fn name(&self, by: By) -> String {
        match by {
            By::Structure => "checked".to_owned(),
            By::Both => "two solvers".to_owned(),
            By::One(at) => format!("one solver ({})", self.solvers.get(at).map_or("", |name| name)),
            By::Nobody => "not audited".to_owned(),
        }
    }

    fn counted(&self, all: impl Iterator<Item = (By, usize)>) -> String {
        let mut counts: std::collections::BTreeMap<By, usize> = std::collections::BTreeMap::new();
        all.for_each(|(by, count)| *counts.entry(by).or_default() += count);
        let texts: Vec<String> = counts.into_iter().map(|(by, count)| format!("{count} {}", self.name(by))).collect();
        texts.join(", ")
    }

    /// For people.
    pub fn text(&self, style: Style) -> String {
        let mut text: String =
            self.diagnostics.iter().map(|found| render::diagnostic(&self.sources, found, style)).collect();
        for kernel in &self.kernels {
            if let Some(why) = &kernel.missing {
                text += &format!("{}: not audited: {why}\n", kernel.name);
                continue;
            }
            let tasks = self.counted(kernel.tasks.iter().map(|task| (task.audited.by, 1)));
            let claims =
                kernel.tasks.iter().flat_map(|task| task.audited.claims.iter().map(|(by, count)| (*by, *count)));
            text += &format!("{}: {} tasks: {tasks}\n", kernel.name, kernel.tasks.len());
            text += &format!("  claims that the proofs need: {}\n", self.counted(claims));
            for task in &kernel.tasks {
                if let Some((line, why)) = task.audited.open.first() {
                    let more = task.audited.open.len() - 1;
                    let more = if more > 0 { format!(" ({more} more)") } else { String::new() };
                    text += &format!("  {}: line {line} of the derivations: {why}{more}\n", task.id);
                }
            }
        }
        if self.kernels.is_empty() {
            let nothing = "no kernel is in the source and none in the derivations: nothing is audited\n";
            return if self.diagnostics.is_empty() { text + nothing } else { text };
        }
        text + TRUSTED + "\n"
    }

    /// For programs.
    pub fn json(&self) -> String {
        let kernel = |kernel: &KernelAudit| {
            let tasks: Vec<Value> = kernel.tasks.iter().map(|task| self.task(task)).collect();
            json!({ "kernel": kernel.name, "by": self.name(kernel.by()), "missing": kernel.missing, "tasks": tasks })
        };
        let kernels: Vec<Value> = self.kernels.iter().map(kernel).collect();
        let diagnostics: Vec<Value> =
            self.diagnostics.iter().map(|found| json!(diagnostic_entry(&self.sources, found))).collect();
        let document = json!({
            "schema": SCHEMA,
            "command": "audit",
            "solvers": self.solvers,
            "kernels": kernels,
            "diagnostics": diagnostics,
            "not_audited": TRUSTED,
            "interrupted": self.interrupted,
        });
        serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
    }

    fn task(&self, task: &TaskAudit) -> Value {
        let Audited { by, claims, open } = &task.audited;
        let claims: serde_json::Map<String, Value> =
            claims.iter().map(|(by, count)| (self.name(*by), json!(count))).collect();
        let open: Vec<Value> = open.iter().map(|(line, why)| json!({ "line": line, "why": why })).collect();
        json!({ "id": task.id, "by": self.name(*by), "claims": claims, "open": open })
    }
}
