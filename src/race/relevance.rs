//! The hypotheses that a race task depends on (R108).

use std::collections::BTreeSet;

use crate::kernel::ir::ArrayId;
use crate::logic::{Op, SymbolId, TermId};
use crate::tasks::{Form, TaskSet};

use super::copies::Copies;

/// Those of the hypotheses that say something about the facts: what defines their symbols, and what else speaks of
/// these. Propositions about memory count only if all of that memory does, or
/// a later state of it.
pub fn relevant(set: &TaskSet, copies: &Copies<'_>, hypotheses: &[usize], facts: &[TermId]) -> Vec<usize> {
    let functions = |terms: &[TermId]| -> Vec<SymbolId> {
        let symbols = set.terms.symbols_in(terms);
        symbols.into_iter().filter(|symbol| !set.terms.symbol_info(*symbol).args.is_empty()).collect()
    };
    let constants = |terms: &[TermId]| -> Vec<SymbolId> {
        let symbols = set.terms.symbols_in(terms);
        symbols.into_iter().filter(|symbol| set.terms.symbol_info(*symbol).args.is_empty()).collect()
    };
    let mut reached: BTreeSet<SymbolId> = functions(facts).into_iter().chain(constants(facts)).collect();
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    loop {
        let before = taken.len();
        // What is assigned last is reached first.
        for at in hypotheses.iter().rev() {
            if taken.contains(at) {
                continue;
            }
            let hypothesis = &set.hypotheses[*at];
            match &hypothesis.form {
                Form::Schema(_) => {
                    taken.insert(*at);
                }
                Form::Assign(assign) => {
                    if reached.contains(&assign.new) {
                        taken.insert(*at);
                        reached.insert(assign.old);
                        let mut terms = vec![assign.range, assign.mask, assign.value];
                        terms.extend(&assign.index);
                        reached.extend(set.terms.symbols_in(&terms));
                    }
                }
                Form::Proposition(term) => {
                    // That some thread runs a loop says nothing of these two.
                    if matches!(set.terms.op(*term), Op::Exists(_)) {
                        continue;
                    }
                    let functions = functions(&[*term]);
                    // What a later loop says in passing of an earlier state is about the loop.
                    let latest = functions.iter().map(|symbol| copies.age(*symbol)).max().unwrap_or(0);
                    let speaks = functions.is_empty()
                        || functions.iter().any(|symbol| reached.contains(symbol) && copies.age(*symbol) == latest);
                    // What it says of memory it may say by an earlier state of the same array.
                    let of_reached = |array: ArrayId| {
                        let mut versions = functions.iter().filter(|symbol| copies.array(**symbol) == Some(array));
                        versions.any(|symbol| reached.contains(symbol) && copies.age(*symbol) == latest)
                    };
                    let memory = functions
                        .iter()
                        .all(|symbol| reached.contains(symbol) || copies.array(*symbol).is_none_or(of_reached));
                    // Of single cells it says little, and may say what others are.
                    if speaks && (memory || !has_binder(set, *term)) {
                        taken.insert(*at);
                        reached.extend(functions);
                        reached.extend(constants(&[*term]));
                    }
                }
            }
        }
        if taken.len() == before {
            return taken.into_iter().collect();
        }
    }
}

fn has_binder(set: &TaskSet, term: TermId) -> bool {
    set.terms.postorder(&[term]).into_iter().any(|part| !set.terms.op(part).binds().is_empty())
}
