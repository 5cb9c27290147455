//! Lower bounds of what C divides, from universal hypotheses: quotients and remainders of natural numbers are Euclid's, of which more is
//! known before other instances are made.

use std::collections::BTreeMap;

use crate::logic::{Op, Poly, Sort, SymbolId, TermId, VarId};

use crate::simplify::engine::Engine;
use crate::simplify::quantifiers::open::Universal;
use crate::simplify::rules::rule::Rule;
use crate::simplify::rules::step::{Law, Premise};

/// True if something new was learnt.
pub fn lower_bounds(engine: &mut Engine) -> bool {
    let open = open_dividends(engine);
    if open.is_empty() || !engine.known.is_on(Rule::InstanceAtRead) {
        return false;
    }
    let before = engine.facts.len();
    for universal in engine.universals.clone() {
        let Some((symbol, args)) = bounded(engine, &universal) else { continue };
        let reads = open.iter().filter(|read| *engine.terms.op(**read) == Op::Apply(symbol));
        for read in reads.copied().collect::<Vec<TermId>>() {
            let values = engine.terms.args(read).to_vec();
            let map: BTreeMap<VarId, TermId> = args.iter().copied().zip(values).collect();
            let Some(values) = universal.vars.iter().map(|var| map.get(var).copied()).collect::<Option<Vec<TermId>>>()
            else {
                continue;
            };
            engine.known.used(Rule::InstanceAtRead);
            let body = engine.terms.substitute(universal.body, &map);
            let premise = Premise::Universal { vars: &universal.vars, body: universal.body, values: &values };
            let body = engine.stated(Law::Rule(Rule::InstanceAtRead), &[premise], body);
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

/// The function and its arguments, of a universal that says at which number its values begin.
fn bounded(engine: &Engine, universal: &Universal) -> Option<(SymbolId, Vec<VarId>)> {
    let terms = &engine.terms;
    let mut bound = universal.body;
    while *terms.op(bound) == Op::Implies {
        bound = terms.args(bound)[1];
    }
    let (Op::Le | Op::Lt) = terms.op(bound) else { return None };
    let [left, right] = terms.args(bound)[..] else { return None };
    if terms.sort(left) != Sort::Int {
        return None;
    }
    let room: Poly = terms.poly(right).sub(&terms.poly(left));
    let [read] = room.atoms()[..] else { return None };
    let (factor, _) = room.linear_in(read)?;
    let Op::Apply(symbol) = *terms.op(read) else { return None };
    let args = terms.args(read).iter().map(|arg| match terms.op(*arg) {
        Op::Var(var) => Some(*var),
        _ => None,
    });
    factor.as_constant().filter(|factor| factor.is_positive())?;
    Some((symbol, args.collect::<Option<Vec<VarId>>>()?))
}
