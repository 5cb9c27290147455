//! The ground part of a task as one e-graph (egg): congruence closure under the hypotheses, with the terms' own
//! normal form as its arithmetic.
//!
//! Every subterm of facts and goal is a class; hypotheses are united with `true`, the sides of an equation with each
//! other. [`REWRITES`] then run until nothing new is found or a limit is met. Each unites a class with what it equals
//! *under the hypotheses*, never under a guard; what depends on a bound variable is left alone. Sums, products,
//! conjunctions and disjunctions are in normal form before they enter, so there are no rules for associativity or
//! distributivity: the data of a class is the normal form over the data of its children ([`language`]). What holds under
//! a guard only is found in a clone, in which the guard is united with `true`.

pub mod equalities;
pub mod language;
pub mod normal;
pub mod rewrites;

use egg::{Id, Runner, SimpleScheduler, StopReason};

use crate::base::config::Facts;
use crate::logic::{Op, TermId};

use super::engine::Engine;
use super::rule::Rule;
use language::{Graph, Ground, Reason, add, rebuild};
pub use rewrites::REWRITES;

/// Nodes at which a run stops.
const MAX_NODES: usize = 20_000;
/// Rounds of rewriting after which a run stops.
const MAX_ITERATIONS: usize = 12;

/// Conditions on which a proof may split, one inside the other.
const MAX_SPLITS: usize = 3;

/// What a run did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub nodes: usize,
    pub iterations: usize,
    /// Why it stopped: `saturated`, or the limit.
    pub stopped: &'static str,
}

/// Closes the engine's facts under congruence: facts that follow from others go, literals that follow are added, the
/// goal takes its simplest form. In the proofs of the library nothing is rewritten (R76).
pub fn congruence(engine: &mut Engine) {
    if engine.definitions.facts == Facts::Defining {
        return;
    }
    let ground = Ground::new(
        std::mem::take(&mut engine.terms),
        std::mem::take(&mut engine.known),
        std::mem::take(&mut engine.definitions),
    );
    let mut graph = Graph::new(ground);
    let goal = add(&mut graph, engine.goal);
    let truth = language::truth(&mut graph, true);
    // A fact that is true already, by those before it, says nothing.
    let mut kept = Vec::with_capacity(engine.facts.len());
    for fact in &engine.facts {
        let class = add(&mut graph, *fact);
        rebuild(&mut graph);
        if graph.find(class) == graph.find(truth) {
            graph.analysis.known.used(Rule::DropImplied);
            continue;
        }
        kept.push(*fact);
        graph.union_trusted(class, truth, Reason::Hypothesis.symbol());
        rebuild(&mut graph);
    }
    let (mut graph, run) = saturate(graph);
    let derived = derived(&graph, truth);
    let proved = is_settled(&mut graph, goal) || holds_in_each_case(&graph, goal, MAX_SPLITS);
    let simplest = graph[graph.find(goal)].data;
    let ground = graph.analysis;
    (engine.terms, engine.known, engine.definitions) = (ground.terms, ground.known, ground.definitions);
    if run.stopped != SATURATED && !engine.limits.contains(&run.stopped) {
        engine.limits.push(run.stopped);
    }
    engine.runs.push(run);
    engine.goal = if proved { engine.terms.bool(true) } else { simplest };
    engine.replace_facts(kept);
    for literal in derived {
        engine.learn(literal);
    }
}

/// Whether the facts that there are prove the goal: those that would be stated next need not be looked for then.
pub fn closes(engine: &Engine) -> bool {
    let mut trial = engine.clone();
    congruence(&mut trial);
    trial.is_proved()
}

const SATURATED: &str = "saturated";

/// Runs the rewrites until nothing new is found or a limit is met.
fn saturate(graph: Graph) -> (Graph, Run) {
    let runner = Runner::<_, _, ()>::new(Ground::default())
        .with_egraph(graph)
        .with_scheduler(SimpleScheduler)
        .with_node_limit(MAX_NODES)
        .with_iter_limit(MAX_ITERATIONS)
        // The limits above decide, so that the result does not depend on the machine.
        .with_time_limit(std::time::Duration::from_secs(30))
        .with_hook(|runner| {
            rebuild(&mut runner.egraph);
            Ok(())
        })
        .run(&rewrites::rules());
    let run = Run {
        nodes: runner.egraph.total_number_of_nodes(),
        iterations: runner.iterations.len(),
        stopped: reason(runner.stop_reason.as_ref()),
    };
    (runner.egraph, run)
}

/// The goal is true, or the hypotheses contradict each other.
fn is_settled(graph: &mut Graph, goal: Id) -> bool {
    let (truth, falsehood) = (language::truth(graph, true), language::truth(graph, false));
    rebuild(graph);
    let contradiction = graph.analysis.contradiction || graph.find(falsehood) == graph.find(truth);
    contradiction || graph.find(goal) == graph.find(truth)
}

/// The goal is true where a condition that it hangs on holds, and where it does not: a clone for each case.
fn holds_in_each_case(graph: &Graph, goal: Id, splits: usize) -> bool {
    let Some(condition) = condition(graph, goal).filter(|_| splits > 0) else { return false };
    graph.analysis.known.used(Rule::SplitCondition);
    [true, false].into_iter().all(|value| {
        let mut case = graph.clone();
        let class = add(&mut case, condition);
        rewrites::settle(&mut case, class, value, Rule::SplitCondition);
        rebuild(&mut case);
        let (mut case, _) = saturate(case);
        is_settled(&mut case, goal) || holds_in_each_case(&case, goal, splits - 1)
    })
}

/// The first condition of a choice in the goal's simplest term, innermost first.
fn condition(graph: &Graph, goal: Id) -> Option<TermId> {
    let terms = &graph.analysis.terms;
    let choices = terms.postorder(&[graph[graph.find(goal)].data]).into_iter();
    let mut choices = choices.filter(|term| *terms.op(*term) == Op::Ite && terms.is_closed(*term));
    let condition = terms.args(choices.next()?)[0];
    Some(match terms.op(condition) {
        // One literal of a conjunction decides as well.
        Op::And | Op::Or => terms.args(condition)[0],
        _ => condition,
    })
}

fn reason(stop: Option<&StopReason>) -> &'static str {
    match stop {
        Some(StopReason::Saturated) | None => SATURATED,
        Some(StopReason::IterationLimit(_)) => "iterations of the e-graph",
        Some(StopReason::NodeLimit(_)) => "nodes of the e-graph",
        Some(StopReason::TimeLimit(_)) => "time of the e-graph",
        Some(StopReason::Other(_)) => "hook of the e-graph",
    }
}

/// Closed literals that have become true.
fn derived(graph: &Graph, truth: Id) -> Vec<TermId> {
    let terms = &graph.analysis.terms;
    let mut literals: Vec<TermId> = Vec::new();
    for node in graph[graph.find(truth)].iter() {
        let Some(term) = graph.analysis.original(node) else { continue };
        let is_literal = matches!(terms.op(term), Op::Le | Op::Lt | Op::Eq | Op::Not | Op::IsPow2);
        if is_literal && terms.is_closed(term) && !literals.contains(&term) {
            literals.push(term);
        }
    }
    literals.sort();
    literals
}
