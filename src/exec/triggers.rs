//! Triggers for lemmas that name none (LEMMA-10).

use std::collections::BTreeSet;

use crate::logic::{Op, SymbolId, TermId, Terms, VarId};

/// Alternatives that are kept.
const MAX_TRIGGERS: usize = 3;

/// What an instance needs: values of variables, and functions.
type Needs = (BTreeSet<VarId>, BTreeSet<SymbolId>);

/// Terms of the statement that determine all variables and functions when they are matched: single ones if there are
/// any, else one list of several. Nothing where no terms do.
pub fn choose(terms: &Terms, statement: TermId, vars: &[VarId], functions: &[SymbolId]) -> Vec<Vec<TermId>> {
    let needed: Needs = (vars.iter().copied().collect(), functions.iter().copied().collect());
    let candidates: Vec<(TermId, Needs)> = terms
        .postorder(&[statement])
        .into_iter()
        .filter(|term| may_trigger(terms, *term, vars, functions))
        .map(|term| (term, determined(terms, term, vars, functions)))
        .filter(|(_, (vars, functions))| !vars.is_empty() || !functions.is_empty())
        .collect();
    let alone: Vec<Vec<TermId>> = candidates
        .iter()
        .filter(|(_, found)| *found == needed)
        .map(|(term, _)| vec![*term])
        .take(MAX_TRIGGERS)
        .collect();
    if !alone.is_empty() {
        return alone;
    }
    // The one that determines most first, until all is determined.
    let mut open = needed;
    let mut chosen = Vec::new();
    while !open.0.is_empty() || !open.1.is_empty() {
        let gain =
            |(found, functions): &Needs| found.intersection(&open.0).count() + functions.intersection(&open.1).count();
        let Some((term, found)) = candidates.iter().max_by_key(|(term, found)| (gain(found), std::cmp::Reverse(*term)))
        else {
            return Vec::new();
        };
        if gain(found) == 0 {
            return Vec::new();
        }
        open.0 = open.0.difference(&found.0).copied().collect();
        open.1 = open.1.difference(&found.1).copied().collect();
        chosen.push(*term);
    }
    vec![chosen]
}

/// Applications, folds and operators that no normal form takes apart, outside binders.
fn may_trigger(terms: &Terms, term: TermId, vars: &[VarId], functions: &[SymbolId]) -> bool {
    if !terms.free(term).iter().all(|var| vars.contains(var)) {
        return false;
    }
    match terms.op(term) {
        Op::Apply(symbol) => !functions.contains(symbol) && !terms.args(term).is_empty(),
        Op::Fold(..) | Op::Div | Op::Mod | Op::TruncDiv | Op::TruncRem => true,
        Op::Pow | Op::Log2 | Op::IsPow2 | Op::BitAnd => true,
        _ => false,
    }
}

/// What matching the term determines: variables in it, and functions applied to bound variables.
fn determined(terms: &Terms, term: TermId, vars: &[VarId], functions: &[SymbolId]) -> Needs {
    let found = terms.free(term).iter().copied().filter(|var| vars.contains(var)).collect();
    let applied = terms.postorder(&[term]).into_iter().filter_map(|inner| match terms.op(inner) {
        Op::Apply(symbol) if functions.contains(symbol) => {
            let bound = terms.free(inner).iter().any(|var| !vars.contains(var));
            bound.then_some(*symbol)
        }
        _ => None,
    });
    (found, applied.collect())
}
