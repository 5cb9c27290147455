//! What minima and maxima over a range say of their values.

use crate::logic::{Combine, Sort, TermId, Terms};

use super::folds::Fold;

/// No value lies beyond the extremum, and some value is the extremum:
/// `∀k. lo <= k <= hi → f(k) <= max`, and `lo <= hi → lo <= w <= hi && f(w) = max` for a new constant `w`.
pub fn bounds(terms: &mut Terms, fold: &Fold) -> Vec<TermId> {
    let own = terms.fresh_var("k", Sort::Int);
    let at = terms.var(own);
    let value = fold.body_at(terms, at);
    let inside = inside(terms, fold, at);
    let within = match fold.kind.row().combine {
        Combine::Min => terms.le(fold.term, value),
        Combine::Max => terms.le(value, fold.term),
        Combine::Add | Combine::Mul | Combine::Declared(_) => return Vec::new(),
    };
    let bounded = terms.implies(inside, within);
    let bounded = terms.forall(&[own], bounded);
    let place = terms.constant_named("k", Sort::Int);
    let value = fold.body_at(terms, place);
    let reached = terms.eq(value, fold.term);
    let inside = self::inside(terms, fold, place);
    let reached = terms.and(&[inside, reached]);
    let occupied = terms.le(fold.lo, fold.hi);
    vec![bounded, terms.implies(occupied, reached)]
}

fn inside(terms: &mut Terms, fold: &Fold, at: TermId) -> TermId {
    let (above, below) = (terms.le(fold.lo, at), terms.le(at, fold.hi));
    terms.and(&[above, below])
}
