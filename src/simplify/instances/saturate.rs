//! Instances and stated facts, round by round, until nothing new comes.

use std::collections::BTreeSet;

use crate::simplify::engine::{Engine, congruence};
use crate::simplify::stated::{folds, operators, signs, thread_sums};

use super::instantiate::{self, Guesses};
use super::schemas;

/// Rounds of instantiation.
const MAX_ROUNDS: usize = 5;
/// The round in which instances at unresolved quotients are first taken.
const FIRST_GUESSES: usize = 2;
/// Rounds in which fold facts may bring new folds.
const MAX_FOLD_ROUNDS: usize = 3;

/// Instances and facts, then the e-graph: whether that proves the part.
pub fn closes(engine: &mut Engine) -> bool {
    saturate(engine);
    engine.is_proved() || congruence::closes(engine)
}

/// All that is to be learnt about the terms that occur.
pub fn saturate(engine: &mut Engine) {
    let mut instances = BTreeSet::new();
    let mut folds = folds::Done::default();
    let mut matched = BTreeSet::new();
    let mut composed = operators::Done::default();
    let mut threads = thread_sums::Done::default();
    let mut signed = signs::Done::default();
    for round in 0..MAX_ROUNDS {
        if engine.known.is_spent() {
            engine.limits.push("steps");
            if folds::write_out(engine, &mut folds) {
                engine.goal = engine.normal(engine.goal);
            }
            return;
        }
        let mut new = engine.witness_writers();
        let guesses = if round < FIRST_GUESSES { Guesses::Later } else { Guesses::Now };
        new |= instantiate::instantiate(engine, guesses, &mut instances);
        new |= schemas::instantiate(engine, round, &mut matched);
        if round < MAX_FOLD_ROUNDS {
            new |= folds::fold_facts(engine, round, &mut folds);
        }
        new |= operators::laws(engine, &mut composed);
        new |= thread_sums::facts(engine, &mut threads);
        new |= signs::facts(engine, &mut signed);
        engine.goal = engine.normal(engine.goal);
        if engine.is_proved() {
            return;
        }
        // Nothing else is to be learnt.
        if !new && guesses == Guesses::Now {
            new = folds::write_out(engine, &mut folds);
            if !new {
                return;
            }
        }
        if new && engine.tries.early && congruence::closes(engine) {
            engine.goal = engine.terms.bool(true);
            return;
        }
    }
    engine.limits.push("rounds");
}
