//! Quantifiers are merged and eliminated: those of a task before it is opened, and those of a part's universal hypotheses.

use std::collections::BTreeMap;

use crate::base::config::Facts;
use crate::logic::{Op, TermId, Terms};
use crate::simplify::known::Known;
use crate::simplify::quantifiers::merge::quantifiers;
use crate::simplify::quantifiers::open::has_quantifier;
use crate::simplify::rules::rule::Rule;
use crate::simplify::rules::step::{Conclusion, Law, Premise};
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
    let shows = |terms: &Terms, hypothesis: Option<usize>, before: TermId, after: TermId| {
        if let Some(recorder) = known.ledger().recorder().filter(|_| after != before) {
            recorder.merged(terms, hypothesis, before, after);
        }
    };
    for (at, form) in task.forms.iter_mut().enumerate() {
        if let Form::Proposition(term) = form {
            let before = *term;
            *term = quantifiers(&mut task.terms, &known, before);
            shows(&task.terms, Some(at), before, *term);
        }
    }
    let before = task.goal;
    task.goal = goal(&mut task.terms, &known, before);
    shows(&task.terms, None, before, task.goal);
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
            let premise = Premise::Universal { vars: &universal.vars, body: universal.body, values: &[] };
            engine.record(Law::Rule(Rule::MergeBounds), &[premise], Conclusion::Holds(after));
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
