//! Tasks that no solver can do become small ground tasks that every solver can.
//!
//! [`PASSES`] is the list, in order, each with its reason. Terms are rewritten in e-graphs ([`egraph`]): one for each context, which
//! brings a term into normal form from the inside to the outside, and one over all facts in the end, which closes what is ground
//! under congruence. What terms equal ([`equalities`]) hangs on what is known ([`known`]). Quantifiers ([`quantifiers`]), facts that
//! are stated ([`stated`]), instances of hypotheses ([`instances`]) and cases ([`cases`]) stand beside the e-graphs. Every step is one
//! of a named rule ([`rules`]). A task becomes one [`Part`] for each conjunct of its goal ([`engine`]); each has a pool of terms of
//! its own, so that no part depends on what else was proved.

pub mod cases;
pub mod egraph;
pub mod engine;
pub mod equalities;
pub mod heuristics;
pub mod instances;
pub mod known;
pub mod quantifiers;
pub mod rules;
pub mod stated;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::Config;
use crate::base::config::Facts;
use crate::base::work::{self, TooMuch};
use crate::logic::traverse::Importer;
use crate::logic::{TermId, Terms};
use crate::tasks::{Form, Task, TaskSet};

use cases::{multiples, radix, values, writers};
use egraph::table;
use engine::import::{self, Imported};
use engine::{Engine, congruence, merging};
use instances::saturate::saturate;
use known::Known;
use quantifiers::open::open_goal;
use rules::rule::{Ledger, MAX_STEPS, Rule, RuleSet};
use rules::step::{Recorder, Said};
use stated::arithmetic;

/// One step on the way from a raw task to a small one.
pub struct Pass {
    pub name: &'static str,
    /// What it does and why it stands where it stands.
    pub reason: &'static str,
    run: fn(&mut Engine),
}

/// The passes, in order.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "rules",
        reason: "equalities among the hypotheses become rewrite rules, constants in Gaussian order; first, since every \
                 other pass rewrites with them",
        run: Engine::read_rules,
    },
    Pass {
        name: "assign",
        reason: "assign-elimination with the index equation solved first, and guarded equalities, in one normalisation: \
                 a write's index can be solved only after the locals in it have their closed forms",
        run: Engine::normalise,
    },
    Pass {
        name: "merge",
        reason: "quantifiers are merged by their bounds, and eliminated where they can be: of the task before it is opened, and \
                 here again, where indices have their closed forms; before instances are made, since one rule over all \
                 cells is worth more than many instances over two digits",
        run: merging::universals,
    },
    Pass {
        name: "multiples",
        reason: "what is divisible is written as a multiple, also of powers of two: after the locals have their closed \
                 forms, and before indices are compared, which are multiples then",
        run: multiples::multiples,
    },
    Pass {
        name: "radix",
        reason: "equations of indices in mixed radix are taken apart: what two threads need to meet; before instances are \
                 made, which are mostly not needed then",
        run: radix::mixed_radix,
    },
    Pass {
        name: "writers",
        reason: "a part that was not proved becomes one where a cell was written, by somebody who has a name, and one where it \
                 was not; before instances are made, for which both say more",
        run: writers::by_writer,
    },
    Pass {
        name: "instances",
        reason: "quantifiers go: universal hypotheses at the reads that occur, at the task's threads and at the extremes \
                 of their bounds; \
                 unsolved writes get a named writer; facts about folds: until nothing new comes",
        run: saturate,
    },
    Pass {
        name: "radix-again",
        reason: "the same with the bounds that instances have brought",
        run: radix::mixed_radix,
    },
    Pass {
        name: "rewrite",
        reason: "the ground task as one e-graph: reads at equal indices, guards that have become true, facts that follow \
                 from others; after the instances, since it works on what stands there",
        run: congruence::congruence,
    },
    Pass {
        name: "arith",
        reason: "ground facts of div, mod, mixed radix, powers of two and products; last, since they speak of the terms \
                 that are left",
        run: arithmetic::arithmetic_facts,
    },
    Pass {
        name: "used-equations",
        reason: "guarded equations that were used are stated, since their guards may speak of what they rewrote",
        run: Engine::state_used_equations,
    },
    Pass {
        name: "values",
        reason: "what hangs on the digits of a number is proved for each of its values; last, since it is tried where \
                 nothing else proves the part",
        run: values::by_values,
    },
];

/// Terms that may be built or looked at for one part of a task ([`work`]), cases included, for each step that its searches have.
const WORK_OF_STEP: u64 = 1 << 10;

/// A goal with all it needs, ready for the solvers.
#[derive(Clone, Debug)]
pub struct Part {
    /// The task's id, with `/1`, `/2`, ... where the goal had several conjuncts.
    pub id: String,
    pub terms: Terms,
    /// Closed and free of quantifiers.
    pub facts: Vec<TermId>,
    /// Quantified hypotheses, for a second attempt.
    pub quantified: Vec<TermId>,
    pub goal: TermId,
    /// The simplifier has proved it already.
    pub proved: bool,
    /// Limits that stopped a pass.
    pub limits: Vec<&'static str>,
    /// How often each rule was used, and how many facts each family stated, by name.
    pub uses: BTreeMap<String, usize>,
    /// Steps that searches with bounds have taken, of all cases of the part so far.
    pub steps: usize,
}

impl Part {
    /// A part of a task as it is between two passes.
    pub fn between(id: &str, engine: &Engine) -> Part {
        let mut engine = engine.clone();
        let quantified = engine.quantified();
        Part {
            id: id.to_string(),
            facts: engine.facts,
            quantified,
            goal: engine.goal,
            terms: engine.terms,
            proved: false,
            limits: Vec::new(),
            uses: BTreeMap::new(),
            steps: 0,
        }
    }

    /// The same without the terms that were made on the way: a part that stays open is kept until all others are tried.
    pub fn alone(mut self) -> Part {
        let mut terms = Terms::new();
        let mut importer = Importer::new(&self.terms);
        importer.all_operators(&mut terms);
        let mut alone = |term: &TermId| importer.term(&mut terms, *term);
        let facts = self.facts.iter().map(&mut alone).collect();
        let quantified = self.quantified.iter().map(&mut alone).collect();
        let goal = alone(&self.goal);
        (self.facts, self.quantified, self.goal, self.terms) = (facts, quantified, goal, terms);
        self
    }

    /// Whether no equation said who wrote some cell (SIMP-46).
    pub fn names_writers(&self) -> bool {
        self.uses.contains_key(Rule::AssignNamed.name())
    }

    /// Whether there were too few steps.
    pub fn lacks_steps(&self) -> bool {
        self.limits.contains(&"steps")
    }

    /// Distinct nodes of facts and goal.
    pub fn size(&self) -> usize {
        let mut roots = self.facts.clone();
        roots.push(self.goal);
        self.terms.dag_size(&roots)
    }

    /// Hypotheses and goal as text, a line each; nothing but that where nothing is left to prove.
    pub fn show(&self) -> String {
        if self.proved {
            return "  proved by the simplifier\n".to_string();
        }
        show(&self.terms, &self.facts, &self.quantified, self.goal)
    }
}

/// How a task is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Whole,
    /// Where a cell was written and where it was not (SIMP-46): for what is not proved otherwise.
    ByWriter,
    /// With twice the steps: for what is not proved with those that there are.
    Further,
}

/// Simplifies a task; `tap` sees the state after each pass, by the pass's name.
pub fn simplify(set: &TaskSet, task: &Task, config: &Config, tap: &mut dyn FnMut(&str, &str, &Engine)) -> Vec<Part> {
    simplify_from((set, task), Way::Whole, config, &|| nothing_known(Way::Whole, config, None), tap)
}

/// Simplifies a task that was not proved in another way; nothing if the way has nothing of its own to say.
pub fn otherwise(set: &TaskSet, task: &Task, way: Way, config: &Config) -> Option<Vec<Part>> {
    let parts = simplify_from((set, task), way, config, &|| nothing_known(way, config, None), &mut |_, _, _| {});
    let has_cases = |part: &Part| part.uses.contains_key(Rule::CasesByWriter.name());
    (way != Way::ByWriter || parts.iter().any(has_cases)).then_some(parts)
}

/// Simplifies a task; the recorder sees each step.
pub fn recorded(set: &TaskSet, task: &Task, way: Way, config: &Config, recorder: &Arc<dyn Recorder>) -> Vec<Part> {
    let nothing_known = || nothing_known(way, config, Some(recorder.clone()));
    simplify_from((set, task), way, config, &nothing_known, &mut |_, _, _| {})
}

fn simplify_from(
    (set, task): (&TaskSet, &Task),
    way: Way,
    config: &Config,
    nothing_known: &dyn Fn() -> Known,
    tap: &mut dyn FnMut(&str, &str, &Engine),
) -> Vec<Part> {
    let mut imported = import::import(set, &task.hypotheses, task.goal);
    let outside = nothing_known();
    let recorder = outside.ledger().recorder();
    if let Some(recorder) = recorder {
        recorder.task(&imported.terms, &imported.forms, imported.goal);
    }
    let merges = config.simplification.facts == Facts::Library && is_enabled("merge", config);
    let uses = if merges { merging::task(&mut imported, nothing_known()) } else { BTreeMap::new() };
    let opened = open_goal(&mut imported.terms, imported.goal, &mut |terms, quantifier, values| {
        if let Some(recorder) = recorder {
            recorder.says(terms, &[], Said::Opened { quantifier, values });
        }
    });
    let several = opened.len() > 1;
    let mut parts = Vec::with_capacity(opened.len());
    for (at, part) in opened.into_iter().enumerate() {
        let id = if several { format!("{}/{}", task.id, at + 1) } else { task.id.clone() };
        let engine = || {
            let known = nothing_known();
            if let Some(recorder) = known.ledger().recorder() {
                recorder.begins(&id, &imported.terms, part.goal);
            }
            let mut engine = Engine::new(&imported, &part.assumptions, part.goal, config.simplification.facts, known);
            engine.tries.by_writer = way == Way::ByWriter;
            engine
        };
        let done = parts.len();
        let simplified = work::within(most_work(way, config), || {
            let engine = engine();
            tap(&id, "open", &engine);
            run_passes(PASSES, id.clone(), engine, config, tap, &mut parts);
        });
        if let Err(TooMuch) = simplified {
            parts.truncate(done);
            let mut engine = engine();
            engine.limits.push("work");
            run_passes(&[], id, engine, config, tap, &mut parts);
        }
    }
    if let Some(first) = parts.first_mut() {
        for (rule, times) in uses {
            *first.uses.entry(rule).or_default() += times;
        }
    }
    parts
}

/// Rules that can be switched off together: a name, what they do, and the rules.
type Set = (&'static str, &'static str, fn() -> Vec<Rule>);

/// The sets of rules that have names.
pub const SETS: &[Set] = &[
    ("assign-elimination", "reads of assigned variables are what was written, or the old value", || {
        vec![Rule::AssignOwnCell, Rule::AssignUntouched, Rule::AssignSolved, Rule::AssignNamed]
    }),
    ("quantifier-merging", "quantifiers are merged by their bounds, and eliminated", || {
        vec![Rule::OnePoint, Rule::Miniscope, Rule::MergeBounds, Rule::EliminateBounds, Rule::ExtremeBound]
    }),
    ("egg", "every rule that the e-graphs apply", || {
        table::rules().chain([Rule::Propagate, Rule::SplitCondition, Rule::DropImplied]).collect()
    }),
];

/// What can be switched off by name: passes, sets of rules, and single rules.
pub fn switches() -> impl Iterator<Item = &'static str> {
    let sets = SETS.iter().map(|(name, ..)| *name);
    PASSES.iter().map(|pass| pass.name).chain(sets).chain(Rule::ALL.iter().map(|rule| rule.name()))
}

/// The steps that searches have.
fn most_steps(way: Way, config: &Config) -> usize {
    let most = config.simplification.steps.unwrap_or(MAX_STEPS);
    if way == Way::Further { 2 * most } else { most }
}

/// The context in which nothing is known, with the rules that are on and the steps that searches have.
fn nothing_known(way: Way, config: &Config, recorder: Option<Arc<dyn Recorder>>) -> Known {
    let mut off = RuleSet::default();
    for name in &config.simplification.disabled_passes {
        let of_set = SETS.iter().filter(|(set, ..)| set == name).flat_map(|(.., rules)| rules());
        let single = Rule::ALL.iter().copied().filter(|rule| rule.name() == name);
        of_set.chain(single).for_each(|rule| off.insert(rule));
    }
    Known::with_ledger(Ledger::of(most_steps(way, config), off).recorded_by(recorder))
}

/// Work on one part of a task; less where the searches have fewer steps.
fn most_work(way: Way, config: &Config) -> u64 {
    WORK_OF_STEP * most_steps(way, config) as u64
}

fn is_enabled(pass: &str, config: &Config) -> bool {
    !config.simplification.disabled_passes.iter().any(|disabled| disabled == pass)
}

/// Runs the passes on one part; a pass that finds cases makes further parts of them.
fn run_passes(
    passes: &[Pass],
    id: String,
    mut engine: Engine,
    config: &Config,
    tap: &mut dyn FnMut(&str, &str, &Engine),
    parts: &mut Vec<Part>,
) {
    let mut proved = false;
    let mut cases: Vec<(usize, Engine)> = Vec::new();
    engine.tries.early = is_enabled("rewrite", config);
    for (at, pass) in passes.iter().enumerate() {
        if !is_enabled(pass.name, config) {
            continue;
        }
        proved = proved || engine.is_proved();
        let given_up = config.simplification.steps.is_some() && engine.known.is_spent();
        if !proved && !given_up {
            (pass.run)(&mut engine);
        }
        cases.extend(std::mem::take(&mut engine.cases).into_iter().map(|case| (at + 1, case)));
        tap(&id, pass.name, &engine);
    }
    proved = proved || engine.is_proved();
    let quantified = engine.quantified();
    let uses = engine.known.ledger().take_uses();
    parts.push(Part {
        id: id.clone(),
        terms: engine.terms,
        facts: engine.facts,
        quantified,
        goal: engine.goal,
        proved,
        limits: engine.limits,
        uses,
        steps: engine.known.ledger().steps(),
    });
    for (number, (next, case)) in cases.into_iter().enumerate() {
        run_passes(&passes[next..], format!("{id}/case{}", number + 2), case, config, tap, parts);
    }
}

/// The task as generated, with every `assign` expanded to its formula.
pub fn raw(set: &TaskSet, task: &Task) -> Part {
    let Imported { mut terms, forms, goal, .. } = import::import(set, &task.hypotheses, task.goal);
    let mut facts = Vec::with_capacity(forms.len());
    for form in &forms {
        facts.push(match form {
            Form::Proposition(term) => *term,
            Form::Assign(assign) => assign.expand(&mut terms),
            // What speaks of all functions no solver takes.
            Form::Schema(schema) => schema.closed(&mut terms).unwrap_or_else(|| terms.bool(true)),
        });
    }
    Part {
        id: task.id.clone(),
        terms,
        facts,
        quantified: Vec::new(),
        goal,
        proved: false,
        limits: Vec::new(),
        uses: BTreeMap::new(),
        steps: 0,
    }
}

/// Hypotheses and goal as text, a line each.
pub fn show(terms: &Terms, facts: &[TermId], quantified: &[TermId], goal: TermId) -> String {
    let mut out = String::new();
    for hypothesis in facts.iter().chain(quantified) {
        out += &format!("  {}\n", terms.show(*hypothesis));
    }
    out + &format!("⊢ {}\n", terms.show(goal))
}
