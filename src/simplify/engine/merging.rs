//! Quantifiers are merged and eliminated: those of a task before it is opened, and those of a part's universal hypotheses.

use std::collections::BTreeMap;

use crate::base::config::Facts;
use crate::logic::{Op, TermId, Terms};
use crate::simplify::known::Known;
use crate::simplify::quantifiers::merge::quantifiers;
use crate::simplify::quantifiers::open::has_quantifier;
use crate::tasks::Form;

use super::Engine;
use super::import::Imported;

/// Hypotheses and goal of a task, before they are opened; how often each rule was used.
pub fn task(task: &mut Imported, mut known: Known) -> BTreeMap<String, usize> {
    for form in &task.forms {
        match form {
            Form::Proposition(term) if !has_quantifier(&task.terms, *term) => known.assume(&mut task.terms, *term),
            Form::Proposition(_) | Form::Assign(_) | Form::Schema(_) => {}
        }
    }
    for form in &mut task.forms {
        if let Form::Proposition(term) = form {
            *term = quantifiers(&mut task.terms, &known, *term);
        }
    }
    task.goal = goal(&mut task.terms, &known, task.goal);
    known.ledger().take_uses()
}

/// A goal's own universal quantifiers become constants: there digits are worth more than their number, since writes are solved
/// for digits. What is existential, or a premise, will be a hypothesis.
fn goal(terms: &mut Terms, known: &Known, proposition: TermId) -> TermId {
    let args = terms.args(proposition).to_vec();
    match terms.op(proposition).clone() {
        Op::Forall(vars) => {
            let body = goal(terms, known, args[0]);
            terms.forall(&vars, body)
        }
        Op::Implies => {
            let (premise, conclusion) = (quantifiers(terms, known, args[0]), goal(terms, known, args[1]));
            terms.implies(premise, conclusion)
        }
        op @ (Op::And | Op::Or) => {
            let args: Vec<TermId> = args.into_iter().map(|arg| goal(terms, known, arg)).collect();
            terms.rebuild(&op, &args)
        }
        _ => quantifiers(terms, known, proposition),
    }
}

/// The universal hypotheses of a part, in the form that they have by now.
pub fn universals(engine: &mut Engine) {
    if engine.definitions.facts == Facts::Defining {
        return;
    }
    let known = engine.known.clone();
    let (mut kept, mut new) = (Vec::new(), Vec::new());
    for universal in std::mem::take(&mut engine.universals) {
        let before = engine.terms.forall(&universal.vars, universal.body);
        let after = quantifiers(&mut engine.terms, &known, before);
        if after == before {
            kept.push(universal);
        } else {
            new.push(after);
        }
    }
    drop(known);
    engine.universals = kept;
    if !new.is_empty() {
        new.into_iter().for_each(|proposition| engine.assert(proposition));
        engine.substitute(&[]);
    }
}
