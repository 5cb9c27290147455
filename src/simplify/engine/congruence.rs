//! The facts of a part as one e-graph, and what that says of them and of the goal.

use crate::base::config::Facts;
use crate::simplify::egraph::closure::{MAX_SPLITS, SATURATED, derived, holds_in_each_case, is_settled, saturate};
use crate::simplify::egraph::language::{self, Graph, Ground, Reason, add, rebuild};
use crate::simplify::rules::rule::Rule;

use super::Engine;

/// Closes the engine's facts under congruence: facts that follow from others go, literals that follow are added, the
/// goal takes its simplest form. In the proofs of the library nothing is rewritten (LEMMA-17).
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
        if graph.find(class) == graph.find(truth) && graph.analysis.known.is_on(Rule::DropImplied) {
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
