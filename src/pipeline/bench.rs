//! The comparison of Kojima, Imanishi and Igarashi's evaluation, rerun: their three kernels, proved with and
//! without simplification.

use std::path::PathBuf;

use crate::base::config::{Simplification, Simplify};
use crate::base::{Config, Diagnostic, Severity, StopFlag, codes};
use crate::report::{Progress, TaskVerdict};

/// One of the paper's kernels.
struct Subject {
    name: &'static str,
    source: &'static str,
    /// What the paper reports with simplification, in seconds: the whole run.
    paper_seconds: f64,
}

/// The kernels, in the paper's order, with the paper's invariants.
const SUBJECTS: &[Subject] = &[
    Subject { name: "vectorAdd", source: include_str!("../../tests/kernels/paper/vectorAdd.cu"), paper_seconds: 0.94 },
    Subject { name: "matrixMul", source: include_str!("../../tests/kernels/paper/matrixMul.cu"), paper_seconds: 12.4 },
    Subject {
        name: "diffusion1d",
        source: include_str!("../../examples/stencils/diffusion1d.cu"),
        paper_seconds: 9_362.0,
    },
];

/// What one way of proving a kernel took; seconds are medians over the runs.
#[derive(Clone, Debug, Default)]
struct Measure {
    proved: usize,
    generated: usize,
    /// Execution and simplification, over all tasks.
    vc_seconds: f64,
    /// Over all solver processes.
    smt_seconds: f64,
    /// Wall clock of the whole run.
    seconds: f64,
    /// Nodes of all tasks as they are sent.
    size: u64,
}

/// A kernel with simplification and without.
pub struct Row {
    subject: &'static Subject,
    simplified: Measure,
    raw: Measure,
}

/// Measures every subject: `runs` times with simplification, once without (most of that time is solvers at their limit).
///
/// # Errors
///
/// What keeps a kernel from being proved at all: no solver, no room for a temporary file.
pub fn measure(
    runs: usize,
    config: &Config,
    stop: &StopFlag,
    progress: &dyn Progress,
) -> Result<Vec<Row>, Vec<Diagnostic>> {
    let with = |simplify: Simplify| {
        let simplification = Simplification { simplify, ..config.simplification.clone() };
        Config { simplification, ..config.clone() }
    };
    let mut rows = Vec::new();
    for subject in SUBJECTS {
        let simplified = repeat(subject, runs, &with(Simplify::Yes), stop, progress)?;
        let raw = repeat(subject, 1, &with(Simplify::No), stop, progress)?;
        rows.push(Row { subject, simplified, raw });
        if stop.is_set() {
            break;
        }
    }
    Ok(rows)
}

fn repeat(
    subject: &Subject,
    runs: usize,
    config: &Config,
    stop: &StopFlag,
    progress: &dyn Progress,
) -> Result<Measure, Vec<Diagnostic>> {
    let mut measures = Vec::with_capacity(runs);
    for _ in 0..runs.max(1) {
        measures.push(once(subject, config, stop, progress)?);
    }
    let median = |value: fn(&Measure) -> f64| {
        let mut values: Vec<f64> = measures.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let (vc_seconds, smt_seconds, seconds) =
        (median(|run| run.vc_seconds), median(|run| run.smt_seconds), median(|run| run.seconds));
    let last = measures.pop().unwrap_or_default();
    Ok(Measure { vc_seconds, smt_seconds, seconds, ..last })
}

fn once(
    subject: &Subject,
    config: &Config,
    stop: &StopFlag,
    progress: &dyn Progress,
) -> Result<Measure, Vec<Diagnostic>> {
    let broken = |error: std::io::Error| {
        let message = format!("cannot write a temporary file: {error}");
        vec![Diagnostic::new(codes::E0006, Severity::Error, message)]
    };
    let folder = tempfile::tempdir().map_err(broken)?;
    let path: PathBuf = folder.path().join(format!("{}.cu", subject.name));
    std::fs::write(&path, subject.source).map_err(broken)?;
    let started = std::time::Instant::now();
    let run = super::prove_files(&[path], config, stop, progress);
    let seconds = started.elapsed().as_secs_f64();
    let errors: Vec<Diagnostic> = run.diagnostics.iter().filter(|found| found.is_error()).cloned().collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut measure = Measure { seconds, ..Measure::default() };
    for kernel in run.kernels() {
        measure.vc_seconds += kernel.cost.vc_seconds;
        measure.smt_seconds += kernel.cost.smt_seconds;
        for task in &kernel.tasks {
            measure.generated += 1;
            measure.proved += usize::from(matches!(task.verdict, TaskVerdict::Proved));
            measure.size += task.size;
        }
    }
    Ok(measure)
}

/// The rows as a Markdown table.
pub fn table(rows: &[Row]) -> String {
    let mut out = String::from(
        "| kernel | simplified | proved | tasks' size | making tasks | solvers | whole run | the paper's |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for row in rows {
        for (simplified, measure) in [("yes", &row.simplified), ("no", &row.raw)] {
            let paper = match simplified {
                "yes" => format!("{} s", row.subject.paper_seconds),
                _ => "not proved".to_string(),
            };
            out += &format!(
                "| {} | {simplified} | {} of {} | {} | {:.2} s | {:.2} s | {:.2} s | {paper} |\n",
                row.subject.name,
                measure.proved,
                measure.generated,
                measure.size,
                measure.vc_seconds,
                measure.smt_seconds,
                measure.seconds,
            );
        }
    }
    out
}
