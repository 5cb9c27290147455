//! The forms that a kernel takes on its way to the solvers, as text: what `gpuhoare vcs` prints.

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
    let mut set = prove::task_set(kernel, config);
    lemmas::assume_all(&mut set, theory, config);
    tasks_of(&set, config, stage, notation)
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
                    fired: engine.rules.fired,
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
