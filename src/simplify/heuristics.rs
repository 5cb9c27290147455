//! Extra heuristics for parts that no solver proves (Kojima, Imanishi and Igarashi, 4.4): other parts, from each of which the part
//! follows. They are no equivalences, so they stand outside the passes and the e-graph: a counterexample to such a part says
//! nothing of the task, and only its proof counts.

use std::collections::BTreeSet;

use crate::logic::{Op, SymbolId, TermId, Terms, VarId};
use crate::tasks::Dimension;

use super::Part;

/// Parts from which `part` follows, one for each round, the most promising ones first: the goal decomposed (SIMP-33) deeper and
/// deeper, then the goal with the hypotheses next to it only (SIMP-34), further and further.
pub fn stronger(part: &Part) -> impl Iterator<Item = Part> {
    let mut decomposed = part.clone();
    let deeper = std::iter::from_fn(move || {
        decomposed.goal = decompose(&mut decomposed.terms, decomposed.goal)?;
        Some(decomposed.clone())
    });
    let whole = part.clone();
    let mut near = whole.facts.len();
    let nearer = (1..).map_while(move |distance| {
        let facts = facts_near(&whole, distance);
        // The first distance may leave nothing, and the last one leaves everything.
        let more = facts.len() < whole.facts.len() && (distance == 1 || facts.len() > near);
        near = facts.len();
        more.then(|| Part { facts, quantified: Vec::new(), ..whole.clone() })
    });
    deeper.chain(nearer)
}

/// SIMP-33: the goal with every equation in it that can be decomposed replaced by equations from which it follows.
fn decompose(terms: &mut Terms, goal: TermId) -> Option<TermId> {
    match terms.op(goal).clone() {
        Op::And => {
            let parts = terms.args(goal).to_vec();
            let mut any = false;
            let mut new = Vec::with_capacity(parts.len());
            for part in parts {
                let decomposed = decompose(terms, part);
                any |= decomposed.is_some();
                new.push(decomposed.unwrap_or(part));
            }
            any.then(|| terms.and(&new))
        }
        Op::Implies => {
            let (premise, conclusion) = (terms.args(goal)[0], terms.args(goal)[1]);
            let conclusion = decompose(terms, conclusion)?;
            Some(terms.implies(premise, conclusion))
        }
        Op::Eq => {
            let (left, right) = (terms.args(goal)[0], terms.args(goal)[1]);
            equal_parts(terms, left, right)
        }
        _ => None,
    }
}

/// What makes both sides equal since what they are made of is: arguments of the same function, factors of products and
/// summands of sums pair by pair, and folds of what is equal on equal ranges.
fn equal_parts(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let (one, other) = (terms.op(left).clone(), terms.op(right).clone());
    let pairs = match (&one, &other) {
        (Op::Add, Op::Add) | (Op::Mul, Op::Mul) => pairs_of_heads(terms, left, right)?,
        (Op::Fold(kind, var), Op::Fold(same, second)) if kind == same => {
            return Some(equal_folds(terms, (left, *var), (right, *second)));
        }
        (Op::Forall(_) | Op::Exists(_) | Op::And | Op::Or | Op::Implies | Op::Not, _) => return None,
        _ if one == other && !terms.args(left).is_empty() => {
            terms.args(left).iter().copied().zip(terms.args(right).iter().copied()).collect()
        }
        _ => return None,
    };
    let mut equations = Vec::with_capacity(pairs.len());
    for (left, right) in pairs {
        equations.push(terms.eq(left, right));
    }
    Some(terms.and(&equations))
}

/// Operands of two sums or products that are not common to both, in pairs with the same operator or function on top.
fn pairs_of_heads(terms: &Terms, left: TermId, right: TermId) -> Option<Vec<(TermId, TermId)>> {
    let mut others = terms.args(right).to_vec();
    let mut own = Vec::new();
    for &arg in terms.args(left) {
        match others.iter().position(|other| *other == arg) {
            Some(at) => drop(others.remove(at)),
            None => own.push(arg),
        }
    }
    let mut pairs = Vec::with_capacity(own.len());
    for arg in own {
        let like = |other: &TermId| terms.op(*other) == terms.op(arg) && !terms.args(arg).is_empty();
        pairs.push((arg, others.remove(others.iter().position(like)?)));
    }
    others.is_empty().then_some(pairs)
}

/// Equal ranges, and bodies that are equal at one place of the range, of which nothing else is known.
fn equal_folds(terms: &mut Terms, (left, var): (TermId, VarId), (right, other): (TermId, VarId)) -> TermId {
    let [low, high, body] = [0, 1, 2].map(|at| terms.args(left)[at]);
    let [other_low, other_high, other_body] = [0, 1, 2].map(|at| terms.args(right)[at]);
    let info = terms.var_info(var).clone();
    let place = terms.fresh_constant(info.name, info.sort);
    let body = terms.substitute(body, &[(var, place)].into());
    let other_body = terms.substitute(other_body, &[(other, place)].into());
    let inside = [terms.le(low, place), terms.le(place, high)];
    let inside = terms.and(&inside);
    let same_body = terms.eq(body, other_body);
    let same_body = terms.implies(inside, same_body);
    let equations = [terms.eq(low, other_low), terms.eq(high, other_high), same_body];
    terms.and(&equations)
}

/// SIMP-34: the hypotheses that speak of a function or constant of the goal, or of one that such a hypothesis speaks of, and so
/// on up to the distance. The launch's dimensions connect nothing: every hypothesis speaks of them.
fn facts_near(part: &Part, distance: u32) -> Vec<TermId> {
    let terms = &part.terms;
    let symbols_of = |term: TermId| -> Vec<SymbolId> {
        let mut symbols = terms.symbols_in(&[term]);
        symbols.retain(|symbol| Dimension::of(terms, *symbol).is_none());
        symbols
    };
    let of_facts: Vec<Vec<SymbolId>> = part.facts.iter().map(|fact| symbols_of(*fact)).collect();
    let mut near: BTreeSet<SymbolId> = symbols_of(part.goal).into_iter().collect();
    let is_near = |symbols: &[SymbolId], near: &BTreeSet<SymbolId>| {
        symbols.is_empty() || symbols.iter().any(|symbol| near.contains(symbol))
    };
    for _ in 1..distance {
        let reached = of_facts.iter().filter(|symbols| is_near(symbols, &near));
        let reached: Vec<SymbolId> = reached.flatten().copied().collect();
        near.extend(reached);
    }
    let facts = part.facts.iter().zip(&of_facts).filter(|(_, symbols)| is_near(symbols, &near));
    facts.map(|(fact, _)| *fact).collect()
}
