//! Instances of lemmas and definitions: where the terms of a trigger occur among facts and goal (LEMMA-10).

use std::collections::{BTreeMap, BTreeSet};

use crate::logic::{Op, SymbolId, TermId, Terms, VarId};
use crate::tasks::{Schema, SchemaKind};

use crate::simplify::engine::Engine;
use crate::simplify::instances::matching::{Binding, matches};
use crate::simplify::rules::rule::Rule;
use crate::simplify::rules::step::{Law, Premise};

/// Instances of one schema in one round.
const MAX_INSTANCES: usize = 60;
/// Rounds in which lemmas are instantiated: an instance may bring terms that match again.
const LEMMA_ROUNDS: usize = 3;
/// How far a definition is unfolded.
const UNFOLDINGS: usize = 3;

/// One round; true if something new was learnt. `done` remembers what was stated, by schema.
pub fn instantiate(engine: &mut Engine, round: usize, done: &mut BTreeSet<(usize, TermId)>) -> bool {
    if engine.schemas.is_empty() || !engine.known.is_on(Rule::InstanceOfLemma) {
        return false;
    }
    let targets = targets(engine);
    let mut new = false;
    for (at, schema) in engine.schemas.clone().iter().enumerate() {
        let rounds = match schema.kind {
            SchemaKind::Lemma => LEMMA_ROUNDS,
            SchemaKind::Definition => UNFOLDINGS,
        };
        if round >= rounds {
            continue;
        }
        let mut used = 0;
        for binding in schema
            .triggers
            .iter()
            .flat_map(|trigger| bindings(&mut engine.terms, schema, trigger, &targets))
            .collect::<Vec<_>>()
        {
            let Some(instance) = instance(&mut engine.terms, schema, &binding) else { continue };
            if !done.insert((at, instance)) {
                continue;
            }
            used += 1;
            if used > MAX_INSTANCES {
                if !engine.limits.contains(&"instances") {
                    engine.limits.push("instances");
                }
                break;
            }
            engine.known.used(Rule::InstanceOfLemma);
            let values: Vec<TermId> = schema.vars.iter().map(|var| binding.vars[var]).collect();
            let functions: Vec<_> = schema.functions.iter().map(|symbol| binding.functions[symbol].clone()).collect();
            let premise = Premise::Schema { schema, values: &values, functions: &functions };
            let instance = engine.stated(Law::Rule(Rule::InstanceOfLemma), &[premise], instance);
            new |= engine.learn_instance(instance);
        }
    }
    new
}

/// Closed terms of facts and goal that a trigger may be about.
fn targets(engine: &Engine) -> Vec<TermId> {
    let mut roots = engine.facts.clone();
    roots.push(engine.goal);
    let terms = &engine.terms;
    let may = |term: &TermId| match terms.op(*term) {
        Op::Apply(_) => !terms.args(*term).is_empty(),
        Op::Bool(_) | Op::Int(_) | Op::Real(_) | Op::Var(_) => false,
        Op::And | Op::Or | Op::Implies | Op::Not | Op::Forall(_) | Op::Exists(_) => false,
        _ => true,
    };
    terms.postorder(&roots).into_iter().filter(|term| terms.is_closed(*term) && may(term)).collect()
}

/// All ways to find the terms of a trigger.
fn bindings(terms: &mut Terms, schema: &Schema, trigger: &[TermId], targets: &[TermId]) -> Vec<Binding> {
    let mut found = vec![Binding::default()];
    for pattern in trigger {
        let mut next: Vec<Binding> = Vec::new();
        for binding in &found {
            for target in targets {
                for extended in matches(terms, schema, *pattern, *target, binding) {
                    if !next.contains(&extended) {
                        next.push(extended);
                    }
                }
            }
        }
        next.truncate(2 * MAX_INSTANCES);
        found = next;
    }
    found.retain(|binding| {
        schema.vars.iter().all(|var| binding.vars.contains_key(var))
            && schema.functions.iter().all(|symbol| binding.functions.contains_key(symbol))
    });
    found
}

/// The fact with values for variables and functions; nothing where that does not close it.
fn instance(terms: &mut Terms, schema: &Schema, binding: &Binding) -> Option<TermId> {
    let fact = terms.substitute(schema.fact, &binding.vars);
    let fact = with_functions(terms, fact, &binding.functions);
    terms.is_closed(fact).then_some(fact)
}

/// Functions of their arguments, as terms over variables of their own.
pub type Functions = BTreeMap<SymbolId, (Vec<VarId>, TermId)>;

/// Every application of one of the functions replaced by its value there.
pub fn with_functions(terms: &mut Terms, term: TermId, functions: &Functions) -> TermId {
    if functions.is_empty() {
        return term;
    }
    terms.rewrite(term, &mut |terms, term| {
        let Op::Apply(symbol) = *terms.op(term) else { return None };
        let (params, value) = functions.get(&symbol)?;
        let args = terms.args(term).to_vec();
        let map: BTreeMap<VarId, TermId> = params.iter().copied().zip(args).collect();
        Some(terms.substitute(*value, &map))
    })
}
