//! Cases by writer (SIMP-46): where no equation says who wrote a cell, its writer has a name, or nobody wrote. With either of both from the
//! beginning a part is smaller, and what is known of the one writer takes its index apart.

use crate::logic::TermId;

use crate::simplify::cases::radix::mixed_radix;
use crate::simplify::engine::Engine;
use crate::simplify::instances::saturate::saturate;
use crate::simplify::rules::rule::Rule;

/// The part where a cell was written, and as a further case the one where it was not.
pub fn by_writer(engine: &mut Engine) {
    if !engine.tries.by_writer || !engine.known.is_on(Rule::CasesByWriter) || !engine.witness_writers() {
        return;
    }
    let Some(written) = engine.introduced.writers_of.values().next().copied() else { return };
    let kept = engine.terms.not(written);
    engine.record_cases(Rule::CasesByWriter, &[], &[vec![written], vec![kept]], engine.next_symbol());
    let in_case = |engine: &Engine, is_written: bool| {
        let mut case = engine.clone();
        case.known = case.known.on_its_own().in_case(&[if is_written { written } else { kept }]);
        case.decide(written, is_written);
        mixed_radix(&mut case);
        case
    };
    let without = in_case(engine, false);
    *engine = in_case(engine, true);
    engine.cases.push(without);
    engine.known.used(Rule::CasesByWriter);
    // Instances bound what indices are made of, but there are many of them. What they say of the writer's coordinates is known from the
    // beginning then, and leaves few.
    let mut trial = engine.clone();
    trial.known = trial.known.on_its_own();
    saturate(&mut trial);
    if trial.is_proved() {
        *engine = trial;
        return;
    }
    let before = trial.facts.clone();
    trial.known = trial.known.on_its_own();
    mixed_radix(&mut trial);
    let found: Vec<TermId> = trial.facts.iter().copied().filter(|fact| !before.contains(fact)).collect();
    engine.terms = trial.terms;
    engine.substitute(&found);
}
