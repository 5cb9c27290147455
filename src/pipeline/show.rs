//! The forms that a kernel takes on its way to the solvers, as text: what `gpuhoare vcs` prints.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::base::{Diagnostic, Severity, codes};
use crate::kernel::ir::Kernel;
use crate::kernel::text;
use crate::simplify::engine::Engine;
use crate::simplify::{self, PASSES, Part};
use crate::smt::encode;
use crate::tasks::{self, Task, TaskSet};

use super::session::Tap;

/// How tasks are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// Readable text, a line a hypothesis.
    #[default]
    Text,
    /// SMT-LIB that a solver takes as it is.
    Smt2,
    /// What each pass made of each task: facts and size after it, the time that it took, the runs of the e-graph. Of all stages.
    Statistics,
}

/// The names of the stages, in order.
pub fn names() -> Vec<&'static str> {
    let mut names = vec!["launches", "ir", "raw", "open"];
    names.extend(PASSES.iter().map(|pass| pass.name));
    names.push("final");
    names
}

/// Prints what is asked for of everything that comes by.
pub struct Shown<'o> {
    /// One of [`names`].
    stage: String,
    notation: Notation,
    output: &'o (dyn Fn(&str) + Sync),
    /// Of the task that is being simplified.
    task: Mutex<Watched>,
}

/// What was printed of a task, and since when the next pass runs.
struct Watched {
    text: String,
    last: Instant,
    total: f64,
}

impl<'o> Shown<'o> {
    /// Gives `output` the form of this stage, one of [`names`], in this notation.
    pub fn new(stage: &str, notation: Notation, output: &'o (dyn Fn(&str) + Sync)) -> Shown<'o> {
        Shown {
            stage: stage.to_owned(),
            notation,
            output,
            task: Mutex::new(Watched { text: String::new(), last: Instant::now(), total: 0.0 }),
        }
    }

    /// Whether the form is one that kernels have of which not everything is modelled.
    pub fn is_of_every_kernel(&self) -> bool {
        self.is_stage("ir") || self.is_stage("launches")
    }

    fn is_stage(&self, name: &str) -> bool {
        self.stage == name && self.notation != Notation::Statistics
    }

    fn task(&self) -> MutexGuard<'_, Watched> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tap for Shown<'_> {
    fn tasks_read(&self, path: &Path) -> Result<(), Diagnostic> {
        if self.stage != "ir" {
            return Ok(());
        }
        let message = format!("{} holds tasks, and not the kernels that they are of", path.display());
        Err(Diagnostic::new(codes::E0005, Severity::Error, message))
    }

    fn lowered(&self, kernel: &Kernel) -> ControlFlow<()> {
        if self.is_stage("launches") {
            (self.output)(&launches(kernel));
            return ControlFlow::Break(());
        }
        if !self.is_stage("ir") {
            return ControlFlow::Continue(());
        }
        (self.output)(&text::kernel(kernel));
        ControlFlow::Break(())
    }

    /// As text, `raw` has the form that is read back.
    fn generated(&self, sets: &[TaskSet]) -> ControlFlow<()> {
        if !self.is_stage("raw") {
            return ControlFlow::Continue(());
        }
        for set in sets {
            match self.notation {
                Notation::Text => (self.output)(&tasks::text::task_set(set)),
                notation @ (Notation::Smt2 | Notation::Statistics) => {
                    set.tasks.iter().for_each(|task| (self.output)(&print(&simplify::raw(set, task), notation)));
                }
            }
        }
        ControlFlow::Break(())
    }

    fn simplifying(&self, set: &TaskSet, task: &Task) {
        let text = match self.notation {
            Notation::Text | Notation::Smt2 => String::new(),
            Notation::Statistics => {
                format!("task {}: {} nodes as generated\n", task.id, simplify::raw(set, task).size())
            }
        };
        *self.task() = Watched { text, last: Instant::now(), total: 0.0 };
    }

    fn passed(&self, part: &str, pass: &str, engine: &Engine) {
        let mut task = self.task();
        match self.notation {
            Notation::Text | Notation::Smt2 if self.is_stage(pass) => {
                task.text += &print(&Part::between(part, engine), self.notation);
            }
            Notation::Text | Notation::Smt2 => {}
            Notation::Statistics => {
                let seconds = task.last.elapsed().as_secs_f64();
                task.total += seconds;
                task.text += &pass_statistics(part, pass, engine, seconds);
                task.last = Instant::now();
            }
        }
    }

    fn simplified(&self, parts: &[Part]) {
        let mut task = self.task();
        let is_statistics = self.notation == Notation::Statistics;
        if is_statistics || self.is_stage("final") {
            parts.iter().for_each(|part| task.text += &print(part, self.notation));
        }
        if is_statistics {
            let total = task.total;
            task.text += &format!("  {:.2} ms in all\n", total * 1e3);
        }
        (self.output)(&task.text);
    }

    fn ends_at_solvers(&self) -> bool {
        true
    }
}

/// A part after a pass that took these seconds.
fn pass_statistics(id: &str, pass: &str, engine: &Engine, seconds: f64) -> String {
    let mut roots = engine.facts.clone();
    roots.push(engine.goal);
    let size = engine.terms.dag_size(&roots);
    let mut out = format!(
        "  {id}: {pass:<14} {:>4} facts, {:>3} quantified, {size:>5} nodes, {:.2} ms",
        engine.facts.len(),
        engine.universals.len(),
        seconds * 1e3,
    );
    if let Some(run) = engine.runs.last().filter(|_| pass == "rewrite") {
        let (nodes, iterations) = (run.nodes, run.iterations);
        out += &format!("; e-graph of {nodes} nodes, {} after {iterations} iterations", run.stopped);
    }
    out.push('\n');
    out
}

/// What became of a part.
fn part_statistics(part: &Part) -> String {
    let uses: Vec<String> = part.uses.iter().map(|(rule, times)| format!("{rule} {times}")).collect();
    let verdict = if part.proved { "proved".to_string() } else { format!("{} nodes are sent", part.size()) };
    let mut out = format!("  {}: {verdict}; {} steps of searches; rules: {}", part.id, part.steps, uses.join(", "));
    if !part.limits.is_empty() {
        out += &format!("; limits met: {}", part.limits.join(", "));
    }
    out.push('\n');
    out
}

fn print(part: &Part, notation: Notation) -> String {
    match notation {
        Notation::Text => format!("task {}\n{}\n", part.id, part.show()),
        Notation::Smt2 => {
            let mut facts = part.facts.clone();
            facts.extend(&part.quantified);
            let query = encode(&part.terms, &facts, part.goal);
            format!("; task {}\n(reset)\n(set-logic ALL)\n{}\n(check-sat)\n", part.id, query.text)
        }
        Notation::Statistics => part_statistics(part),
    }
}

/// What is known where the program launches a kernel.
fn launches(kernel: &Kernel) -> String {
    let mut text = String::new();
    if kernel.source.contexts.is_empty() {
        let _ = writeln!(text, "{} is not launched here", kernel.name);
    }
    for context in &kernel.source.contexts {
        let how = if context.is_realised { "made by the program" } else { "launched" };
        let _ = writeln!(text, "{} is {how}:", kernel.name);
        for fact in context.facts.iter().filter(|fact| !fact.is_of_type) {
            let _ = writeln!(text, "    {}", fact.text);
        }
    }
    text
}
