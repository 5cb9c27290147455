//! Lower bounds of what C divides, from universal hypotheses: quotients and remainders of natural numbers are Euclid's, of which more is
//! known before other instances are made.

use crate::logic::{Op, TermId};

use crate::simplify::egraph::definitions::ReadBound;
use crate::simplify::engine::Engine;
use crate::simplify::rules::rule::Rule;
use crate::simplify::rules::step::Law;

/// True if something new was learnt.
pub fn lower_bounds(engine: &mut Engine) -> bool {
    let open = open_dividends(engine);
    if open.is_empty() || !engine.known.is_on(Rule::InstanceAtRead) {
        return false;
    }
    let before = engine.facts.len();
    for universal in engine.universals.clone() {
        let Some(bound) = ReadBound::of(&engine.terms, &universal).filter(|bound| bound.is_lower) else { continue };
        let reads = open.iter().filter(|read| *engine.terms.op(**read) == Op::Apply(bound.symbol));
        for read in reads.copied().collect::<Vec<TermId>>() {
            engine.known.used(Rule::InstanceAtRead);
            let instance = bound.at(&engine.terms, read);
            let body = instance.body(&mut engine.terms);
            let body = engine.stated(Law::Rule(Rule::InstanceAtRead), &[instance.premise()], body);
            engine.learn(body);
        }
    }
    // What is divided is simplified by them.
    let new = engine.facts.split_off(before);
    let is_new = !new.is_empty();
    engine.facts.splice(0..0, new);
    is_new
}

/// Reads of which no lower bound is known, in what C's operators divide.
fn open_dividends(engine: &Engine) -> Vec<TermId> {
    let mut roots = engine.facts.clone();
    roots.push(engine.goal);
    let terms = &engine.terms;
    let divisions = terms
        .postorder(&roots)
        .into_iter()
        .filter(|term| matches!(terms.op(*term), Op::TruncDiv | Op::TruncRem) && terms.is_closed(*term));
    let mut open: Vec<TermId> = divisions.flat_map(|division| terms.poly(terms.args(division)[0]).atoms()).collect();
    open.retain(|atom| matches!(terms.op(*atom), Op::Apply(_)) && engine.known.lower(terms, *atom).is_none());
    open.sort_unstable();
    open.dedup();
    open
}
