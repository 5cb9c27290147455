//! The forms that a kernel takes on its way to the solvers, as text: what `gpuhoare vcs` prints.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::base::Config;
use crate::kernel::ir::{Kernel, Theory};
use crate::simplify::{self, PASSES, Part};
use crate::smt::encode;
use crate::tasks::{TaskSet, text};

use super::{lemmas, prove};

/// How a task is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// Readable text, a line a hypothesis.
    #[default]
    Text,
    /// SMT-LIB that a solver takes as it is.
    Smt2,
}

/// The names of the stages, in order.
pub fn names() -> Vec<&'static str> {
    let mut names = vec!["ir", "raw", "open"];
    names.extend(PASSES.iter().map(|pass| pass.name));
    names.push("final");
    names
}

/// A kernel's tasks at a stage. The stage must be one of [`names`]; `ir` is printed by the caller.
pub fn tasks(kernel: &Kernel, theory: &Theory, config: &Config, stage: &str, notation: Notation) -> String {
    let mut out = String::new();
    for mut set in prove::task_sets(kernel, config) {
        lemmas::assume_all(&mut set, theory, config);
        out += &tasks_of(&set, config, stage, notation);
    }
    out
}

/// The same of tasks as they are generated. As text, `raw` has the form that is read back.
pub fn tasks_of(set: &TaskSet, config: &Config, stage: &str, notation: Notation) -> String {
    let mut out = String::new();
    match (stage, notation) {
        ("raw", Notation::Text) => return text::task_set(set),
        ("raw", Notation::Smt2) => {
            set.tasks.iter().for_each(|task| out += &print(&simplify::raw(set, task), notation));
            return out;
        }
        _ => {}
    }
    for task in &set.tasks {
        let mut between = String::new();
        let parts = simplify::simplify(set, task, config, &mut |id, name, engine| {
            if name == stage {
                let mut engine = engine.clone();
                let quantified = engine.quantified();
                let part = Part {
                    id: id.to_string(),
                    facts: engine.facts,
                    quantified,
                    goal: engine.goal,
                    terms: engine.terms,
                    proved: false,
                    limits: Vec::new(),
                    uses: BTreeMap::new(),
                    steps: 0,
                };
                between += &print(&part, notation);
            }
        });
        if stage == "final" {
            parts.iter().for_each(|part| out += &print(part, notation));
        }
        out += &between;
    }
    out
}

/// What each pass made of each task: facts and size after it, the time that it took, the runs of the e-graph.
pub fn statistics(set: &TaskSet, config: &Config) -> String {
    let mut out = String::new();
    for task in &set.tasks {
        out += &format!("task {}: {} nodes as generated\n", task.id, simplify::raw(set, task).size());
        let mut last = Instant::now();
        let mut total = 0.0;
        let parts = simplify::simplify(set, task, config, &mut |id, name, engine| {
            let seconds = last.elapsed().as_secs_f64();
            total += seconds;
            let mut roots = engine.facts.clone();
            roots.push(engine.goal);
            let size = engine.terms.dag_size(&roots);
            out += &format!(
                "  {id}: {name:<14} {:>4} facts, {:>3} quantified, {size:>5} nodes, {:.2} ms",
                engine.facts.len(),
                engine.universals.len(),
                seconds * 1e3,
            );
            if let Some(run) = engine.runs.last().filter(|_| name == "rewrite") {
                let (nodes, iterations) = (run.nodes, run.iterations);
                out += &format!("; e-graph of {nodes} nodes, {} after {iterations} iterations", run.stopped);
            }
            out.push('\n');
            last = Instant::now();
        });
        for part in &parts {
            let uses: Vec<String> = part.uses.iter().map(|(rule, times)| format!("{rule} {times}")).collect();
            let verdict = if part.proved { "proved".to_string() } else { format!("{} nodes are sent", part.size()) };
            out += &format!("  {}: {verdict}; {} steps of searches; rules: {}", part.id, part.steps, uses.join(", "));
            if !part.limits.is_empty() {
                out += &format!("; limits met: {}", part.limits.join(", "));
            }
            out.push('\n');
        }
        out += &format!("  {:.2} ms in all\n", total * 1e3);
    }
    out
}

/// The same of a kernel.
pub fn statistics_of_kernel(kernel: &Kernel, theory: &Theory, config: &Config) -> String {
    let mut out = String::new();
    for mut set in prove::task_sets(kernel, config) {
        lemmas::assume_all(&mut set, theory, config);
        out += &statistics(&set, config);
    }
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
    }
}
