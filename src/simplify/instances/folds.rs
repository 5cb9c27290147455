//! Folds that universals are matched by: where a variable occurs in folds only, such as the number of an iteration that adds up a row.

use crate::logic::{Op, TermId, Terms, VarId};

use crate::simplify::engine::Engine;
use crate::simplify::quantifiers::open::Universal;

/// Folds of a universal with variables that occur nowhere else, and those of facts and goal.
pub struct Folds {
    pub patterns: Vec<TermId>,
    pub targets: Vec<TermId>,
}

impl Folds {
    pub fn of(engine: &Engine, universal: &Universal, only_in_folds: &[VarId]) -> Folds {
        let terms = &engine.terms;
        let is_fold = |term: &TermId| matches!(terms.op(*term), Op::Fold(..));
        let (mut patterns, mut targets) = (Vec::new(), Vec::new());
        if !only_in_folds.is_empty() {
            let all = terms.postorder(&[universal.body]).into_iter().filter(is_fold);
            let free = |term: &TermId| terms.free(*term);
            patterns.extend(all.filter(|fold| {
                free(fold).iter().any(|var| only_in_folds.contains(var))
                    && free(fold).iter().all(|var| universal.vars.contains(var))
            }));
            let mut roots = engine.facts.clone();
            roots.push(engine.goal);
            targets.extend(terms.postorder(&roots).into_iter().filter(|term| is_fold(term) && terms.is_closed(*term)));
        }
        Folds { patterns, targets }
    }
}

/// What makes a fold with open variables another one: equations of their ends and, where the body has such a variable as well, of the
/// indices of a read in it. Alternatives, as reads of one array may be paired.
pub fn alike(terms: &mut Terms, open: &[VarId], pattern: TermId, target: TermId) -> Vec<(Vec<TermId>, Vec<TermId>)> {
    let (Op::Fold(kind, var), Op::Fold(other, theirs)) = (terms.op(pattern).clone(), terms.op(target).clone()) else {
        return Vec::new();
    };
    let ([lo, hi, body], [from, to, there]) = (&terms.args(pattern).to_vec()[..], &terms.args(target).to_vec()[..])
    else {
        return Vec::new();
    };
    let own = terms.var(var);
    let there = terms.substitute(*there, &[(theirs, own)].into());
    let is_open = |terms: &Terms, term: TermId| terms.free(term).iter().any(|var| open.contains(var));
    let ends: Vec<(TermId, TermId)> =
        [(*lo, *from), (*hi, *to)].into_iter().filter(|(end, _)| is_open(terms, *end)).collect();
    let read = terms
        .postorder(&[*body])
        .into_iter()
        .find(|term| matches!(terms.op(*term), Op::Apply(_)) && is_open(terms, *term));
    let bodies: Vec<Vec<(TermId, TermId)>> = match read {
        None if *body == there => vec![Vec::new()],
        None => Vec::new(),
        Some(read) => {
            let same = |term: &TermId| terms.op(*term) == terms.op(read);
            let pairs = |term: TermId| terms.args(read).iter().copied().zip(terms.args(term).iter().copied()).collect();
            terms.postorder(&[there]).into_iter().filter(same).map(pairs).collect()
        }
    };
    let equations = |of_body: Vec<(TermId, TermId)>| ends.iter().copied().chain(of_body).unzip();
    if kind == other { bodies.into_iter().map(equations).collect() } else { Vec::new() }
}
