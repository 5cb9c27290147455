//! The e-graph of a part: rewrites run until nothing new is found, and conditions of the goal are split on.

use egg::{Id, Runner, SimpleScheduler, StopReason};

use crate::logic::{Op, TermId};
use crate::simplify::rules::rule::Rule;

use super::language::{self, Graph, Ground, add, rebuild};
use super::rewrites;

/// Nodes at which a run stops.
const MAX_NODES: usize = 20_000;
/// Rounds of rewriting after which a run stops.
const MAX_ITERATIONS: usize = 12;

/// Conditions on which a proof may split, one inside the other.
pub const MAX_SPLITS: usize = 3;

/// What a run did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub nodes: usize,
    pub iterations: usize,
    /// Why it stopped: `saturated`, or the limit.
    pub stopped: &'static str,
}

pub const SATURATED: &str = "saturated";

/// Runs the rewrites until nothing new is found or a limit is met.
pub fn saturate(graph: Graph) -> (Graph, Run) {
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
pub fn is_settled(graph: &mut Graph, goal: Id) -> bool {
    let (truth, falsehood) = (language::truth(graph, true), language::truth(graph, false));
    rebuild(graph);
    let contradiction = graph.analysis.contradiction || graph.find(falsehood) == graph.find(truth);
    contradiction || graph.find(goal) == graph.find(truth)
}

/// The goal is true where a condition that it hangs on holds, and where it does not: a clone for each case.
pub fn holds_in_each_case(graph: &Graph, goal: Id, splits: usize) -> bool {
    let may_split = splits > 0 && graph.analysis.known.is_on(Rule::SplitCondition);
    let Some(condition) = condition(graph, goal).filter(|_| may_split) else { return false };
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
pub fn derived(graph: &Graph, truth: Id) -> Vec<TermId> {
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
