//! The simplifier against exhaustive evaluation: what it proves on its own holds in every small model.
//!
//! Random tasks in the shape of real ones (launch, ranges, index equations, writes, quantified hypotheses, folds)
//! with goals that are true, nearly true or arbitrary. Whatever is `proved` without a solver is evaluated in many
//! models that meet the hypotheses; one that violates the goal is a wrong proof.

mod eval;
mod exhaustive;
mod generate;
mod models;
mod rules;

use gpuhoare::base::Config;
use gpuhoare::simplify::{PASSES, simplify};
use gpuhoare::tasks::TaskSet;

use eval::Model as _;
use generate::{Random, extremum_task, nested_sum_task, sum_task, task};
use models::Model;

/// Models tried for each proved task.
const MODELS: u64 = 80;

/// Whether the simplifier alone proves the only task of the set.
fn is_proved(set: &TaskSet, config: &Config) -> bool {
    let parts = simplify(set, &set.tasks[0], config, &mut |_, _, _| {});
    parts.iter().all(|part| part.proved)
}

/// A model of the hypotheses in which the goal is false, in words.
fn refutation(set: &TaskSet, seed: u64) -> Option<String> {
    for at in 0..MODELS {
        let mut random = Random::new(seed ^ (at << 32));
        let model = Model::random(set, &mut random);
        let holds = set.hypotheses.iter().all(|hypothesis| model.meets(set, &hypothesis.form));
        if holds && !model.holds(&set.terms, set.tasks[0].goal) {
            return Some(model.show(set));
        }
    }
    None
}

fn describe(set: &TaskSet) -> String {
    gpuhoare::tasks::text::task_set(set)
}

fn check(make: fn(&mut Random) -> TaskSet, seeds: std::ops::Range<u64>, config: &Config) -> (usize, usize) {
    let (mut proved, mut all) = (0, 0);
    for seed in seeds {
        let set = make(&mut Random::new(seed));
        all += 1;
        if is_proved(&set, config) {
            proved += 1;
            if let Some(model) = refutation(&set, seed) {
                panic!("seed {seed}: proved, but false where {model}\n{}", describe(&set));
            }
        }
    }
    (proved, all)
}

#[test]
fn what_is_proved_holds_in_every_small_model() {
    let (proved, all) = check(task, 0..1_500, &Config::default());
    // A simplifier that proves nothing would pass; about a quarter of the goals are true by construction.
    assert!(proved * 8 > all, "only {proved} of {all} tasks were proved");
}

#[test]
fn what_is_proved_of_sums_over_threads_holds_in_every_small_model() {
    let (proved, all) = check(sum_task, 0..80, &Config::default());
    assert!(proved * 8 > all, "only {proved} of {all} tasks were proved");
}

#[test]
fn what_is_proved_of_sums_of_sums_holds_in_every_small_model() {
    let (proved, all) = check(nested_sum_task, 0..300, &Config::default());
    assert!(proved * 12 > all, "only {proved} of {all} tasks were proved");
}

#[test]
fn what_is_proved_of_minima_and_maxima_holds_in_every_small_model() {
    let (proved, all) = check(extremum_task, 0..400, &Config::default());
    assert!(proved * 12 > all, "only {proved} of {all} tasks were proved");
}

#[test]
fn without_any_one_pass_it_holds_too() {
    for (at, pass) in PASSES.iter().enumerate() {
        let mut config = Config::default();
        config.simplification.disabled_passes.push(pass.name.to_string());
        let first = 10_000 * (at as u64 + 1);
        check(task, first..first + 150, &config);
    }
}
