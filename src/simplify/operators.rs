//! The laws of declared operators at the terms of a task. What is composed stands in normal form already
//! (`logic/fold.rs`); these facts are for what equations make composed, or the identity.

use std::collections::BTreeSet;

use crate::logic::{Op, OperatorId, TermId};

use super::engine::Engine;
use super::families::Family;

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

/// One round; true if something new was learnt. `done` remembers what was stated.
pub fn laws(engine: &mut Engine, done: &mut BTreeSet<(TermId, TermId)>) -> bool {
    if engine.terms.operators().next().is_none() {
        return false;
    }
    let mut roots = engine.facts.clone();
    roots.push(engine.goal);
    let nodes: Vec<TermId> =
        engine.terms.postorder(&roots).into_iter().filter(|term| engine.terms.is_closed(*term)).collect();
    let composed: Vec<Composed> = nodes.iter().filter_map(|term| composed_at(engine, *term)).collect();
    let mut facts = Vec::new();
    for whole in &composed {
        facts.push((Family::OperatorIdentity, (whole.term, whole.term), identity(engine, whole)));
    }
    for equation in nodes {
        if *engine.terms.op(equation) != Op::Eq {
            continue;
        }
        let sides = [engine.terms.args(equation)[0], engine.terms.args(equation)[1]];
        for (at, side) in sides.into_iter().enumerate() {
            let Some(inner) = composed_at(engine, side) else { continue };
            let other = sides[1 - at];
            for whole in composed.iter().filter(|whole| whole.left == other && whole.operator == inner.operator) {
                let fact = associative(engine, equation, whole, &inner);
                facts.push((Family::OperatorAssociative, (whole.term, equation), fact));
            }
        }
    }
    let mut new = false;
    for (family, key, fact) in facts {
        if done.len() < MAX_FACTS && done.insert(key) {
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

/// `x = e → x ∘ y = y` and `y = e → x ∘ y = x`
fn identity(engine: &mut Engine, whole: &Composed) -> TermId {
    let terms = &mut engine.terms;
    let identity = terms.operator(whole.operator).identity;
    let mut fact = |operand: TermId, rest: TermId| {
        let neutral = terms.eq(operand, identity);
        let equal = terms.eq(whole.term, rest);
        terms.implies(neutral, equal)
    };
    let parts = [fact(whole.left, whole.right), fact(whole.right, whole.left)];
    engine.terms.and(&parts)
}

/// `x = a ∘ b → x ∘ y = a ∘ (b ∘ y)`
fn associative(engine: &mut Engine, equation: TermId, whole: &Composed, inner: &Composed) -> TermId {
    let terms = &mut engine.terms;
    let rest = terms.operate(whole.operator, inner.right, whole.right);
    let joined = terms.operate(whole.operator, inner.left, rest);
    let equal = terms.eq(whole.term, joined);
    terms.implies(equation, equal)
}
