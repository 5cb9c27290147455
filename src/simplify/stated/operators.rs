//! The laws of declared operators at the terms of a task. What is composed stands in normal form already
//! (`logic/fold.rs`); these facts are for what the task's own equations make composed, or the identity.

use std::collections::BTreeSet;

use crate::logic::{Op, OperatorId, TermId};

use crate::simplify::engine::Engine;
use crate::simplify::rules::families::Family;

/// Facts that one task may get from here.
const MAX_FACTS: usize = 120;

/// Two values composed, closed.
#[derive(Clone, Copy)]
struct Composed {
    term: TermId,
    operator: OperatorId,
    left: TermId,
    right: TermId,
}

/// What was stated of a task.
#[derive(Default)]
pub struct Done {
    instances: BTreeSet<(TermId, TermId)>,
    /// The laws themselves: their equations are no reason for further ones.
    laws: BTreeSet<TermId>,
}

/// One round; true if something new was learnt.
pub fn laws(engine: &mut Engine, done: &mut Done) -> bool {
    if engine.terms.operators().next().is_none() {
        return false;
    }
    let mut roots: Vec<TermId> = engine.facts.iter().copied().filter(|fact| !done.laws.contains(fact)).collect();
    roots.push(engine.goal);
    let closed = |engine: &Engine, roots: &[TermId]| -> Vec<TermId> {
        engine.terms.postorder(roots).into_iter().filter(|term| engine.terms.is_closed(*term)).collect()
    };
    let stated = closed(engine, &roots);
    roots.extend(&done.laws);
    let nodes = closed(engine, &roots);
    let composed: Vec<Composed> = nodes.iter().filter_map(|term| composed_at(engine, *term)).collect();
    let equations: Vec<TermId> = stated.into_iter().filter(|term| *engine.terms.op(*term) == Op::Eq).collect();
    let holding: BTreeSet<TermId> = engine.facts.iter().copied().collect();
    let mut facts = Vec::new();
    // What has an operand that is the identity says no more than its other operand.
    let mut idle = BTreeSet::new();
    for whole in &composed {
        let identity = engine.terms.operator(whole.operator).identity;
        for (operand, rest) in [(whole.left, whole.right), (whole.right, whole.left)] {
            let neutral = engine.terms.eq(operand, identity);
            if holding.contains(&neutral) {
                idle.insert(whole.term);
            }
            if equations.contains(&neutral) {
                let equal = engine.terms.eq(whole.term, rest);
                let fact = engine.terms.implies(neutral, equal);
                facts.push((Family::OperatorIdentity, (whole.term, neutral), fact));
            }
        }
    }
    let composed: Vec<Composed> = composed.into_iter().filter(|whole| !idle.contains(&whole.term)).collect();
    for equation in equations {
        let sides = [engine.terms.args(equation)[0], engine.terms.args(equation)[1]];
        for (at, side) in sides.into_iter().enumerate() {
            let Some(inner) = composed_at(engine, side).filter(|inner| !idle.contains(&inner.term)) else { continue };
            let other = sides[1 - at];
            for whole in composed.iter().filter(|whole| whole.left == other && whole.operator == inner.operator) {
                let fact = associative(engine, equation, whole, &inner);
                facts.push((Family::OperatorAssociative, (whole.term, equation), fact));
            }
        }
    }
    let mut new = false;
    for (family, key, fact) in facts {
        if done.instances.len() < MAX_FACTS && done.instances.insert(key) {
            done.laws.insert(fact);
            new |= engine.learn_from(family, fact);
        }
    }
    new
}

fn composed_at(engine: &Engine, term: TermId) -> Option<Composed> {
    let Op::Apply(symbol) = engine.terms.op(term) else { return None };
    let operator = engine.terms.abstract_operator(*symbol)?;
    let args = engine.terms.args(term);
    Some(Composed { term, operator, left: args[0], right: args[1] })
}

/// `x = a ∘ b → x ∘ y = a ∘ (b ∘ y)`
fn associative(engine: &mut Engine, equation: TermId, whole: &Composed, inner: &Composed) -> TermId {
    let terms = &mut engine.terms;
    let rest = terms.operate(whole.operator, inner.right, whole.right);
    let joined = terms.operate(whole.operator, inner.left, rest);
    let equal = terms.eq(whole.term, joined);
    terms.implies(equation, equal)
}
