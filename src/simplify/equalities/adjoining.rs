//! Sums of one body over ranges that adjoin are one sum (SIMP-43).

use std::collections::BTreeMap;

use crate::logic::poly::Monomial;
use crate::logic::{FoldKind, Number, Op, Poly, TermId, Terms, VarId};
use crate::simplify::known::Known;

/// Fewer sums that do not stand in others are left as they are: a sum is also said to be two others.
const FEWEST: usize = 3;

/// A sum of numbers as a term.
struct Part {
    var: VarId,
    range: [TermId; 2],
    body: TermId,
}

impl Part {
    fn of(terms: &Terms, term: TermId) -> Option<Part> {
        let Op::Fold(FoldKind::Sum, var) = *terms.op(term) else { return None };
        let [lo, hi, body] = terms.args(term)[..] else { return None };
        terms.sort(body).is_numeric().then_some(Part { var, range: [lo, hi], body })
    }

    fn term(&self, terms: &mut Terms) -> TermId {
        terms.fold(FoldKind::Sum, self.var, self.range[0], self.range[1], self.body)
    }
}

/// A sum of sums in which those that adjoin are one.
pub fn joined(terms: &mut Terms, term: TermId, known: &Known) -> Option<TermId> {
    let (sort, poly) = (terms.sort(term), terms.poly(term));
    let mut groups: BTreeMap<(Monomial, Number), Vec<TermId>> = BTreeMap::new();
    for (monomial, factor) in &poly.terms {
        let (sums, others): (Monomial, Monomial) =
            monomial.iter().copied().partition(|atom| Part::of(terms, *atom).is_some());
        if let [sum] = sums[..] {
            groups.entry((others, factor.clone())).or_default().push(sum);
        }
    }
    groups.retain(|_, sums| sums.len() > 1);
    for ((others, factor), sums) in groups {
        let Some((whole, parts)) = chain(terms, &sums, known, FEWEST) else { continue };
        let factor = Poly { terms: [(others, factor)].into() };
        let mut rest = poly;
        for part in parts {
            rest = rest.sub(&factor.mul(&terms.poly(part)));
        }
        rest.add(&factor.mul(&terms.poly(whole)));
        return Some(terms.from_poly(&rest, sort));
    }
    None
}

/// The sum that some of these are together, and which these are.
fn chain(terms: &mut Terms, sums: &[TermId], known: &Known, fewest: usize) -> Option<(TermId, Vec<TermId>)> {
    sums.iter().find_map(|first| {
        let (mut whole, mut parts) = (*first, vec![*first]);
        let mut is_within = false;
        while let Some((longer, part, within)) = sums.iter().find_map(|next| {
            let (longer, within) = (!parts.contains(next)).then(|| one_of(terms, whole, *next, known)).flatten()?;
            Some((longer, *next, within))
        }) {
            (whole, is_within) = (longer, within);
            parts.push(part);
        }
        (parts.len() >= if is_within { 2 } else { fewest }).then_some((whole, parts))
    })
}

/// The sum that two are, the second behind the first; and whether they stand in others.
fn one_of(terms: &mut Terms, first: TermId, second: TermId, known: &Known) -> Option<(TermId, bool)> {
    let (one, other) = (Part::of(terms, first)?, Part::of(terms, second)?);
    if one.var != other.var {
        return None;
    }
    if one.body == other.body {
        let range = one_range(terms, one.range, other.range, known)?;
        return Some((Part { range, ..one }.term(terms), false));
    }
    if one.range != other.range {
        return None;
    }
    let (body, _) = one_of(terms, one.body, other.body, known)?;
    Some((Part { body, ..one }.term(terms), true))
}

/// `lo .. m` and `m + 1 .. hi` are `lo .. hi`, also where both are cut off: at `min(m, e)`, and at `e` or `min(hi, e)`.
fn one_range(terms: &mut Terms, [lo, end]: [TermId; 2], [next, hi]: [TermId; 2], known: &Known) -> Option<[TermId; 2]> {
    let m = terms.plus(next, -1);
    let ordered = terms.le(lo, next);
    if known.decide_by_bounds(terms, ordered) != Some(true) {
        return None;
    }
    if end == m {
        let after = terms.plus(hi, 1);
        let natural = terms.le(next, after);
        return (known.decide_by_bounds(terms, natural) == Some(true)).then_some([lo, hi]);
    }
    let cut = |terms: &Terms, end: TermId, at: TermId| match (terms.op(end), terms.args(end)) {
        (Op::Min, [one, other]) if *one == at => Some(*other),
        (Op::Min, [one, other]) if *other == at => Some(*one),
        _ => None,
    };
    let end = cut(terms, end, m)?;
    if hi == end {
        return Some([lo, hi]);
    }
    let last = cut(terms, hi, end)?;
    let longer = terms.le(m, last);
    (known.decide_by_bounds(terms, longer) == Some(true)).then_some([lo, hi])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Sort;

    #[test]
    fn sums_in_sums_are_joined_and_two_that_are_not_stay() {
        let mut terms = Terms::new();
        let (k, x) = (terms.fresh_var("k", Sort::Int), terms.fresh_var("x", Sort::Int));
        let f = terms.declare("f", &[Sort::Int, Sort::Int], Sort::Int);
        let (at, of) = (terms.var(k), terms.var(x));
        let body = terms.apply(f, &[of, at]);
        let [n, zero] = [terms.constant_named("n", Sort::Int), terms.int(0)];
        let of_range = |terms: &mut Terms, lo: i64, hi: i64, cut: bool| {
            let (lo, mut hi) = (terms.int(lo), terms.int(hi));
            if cut {
                hi = terms.min(hi, n);
            }
            terms.fold(FoldKind::Sum, k, lo, hi, body)
        };
        for cut in [false, true] {
            let inner = [(0, 3), (4, 7), (8, 11), (0, 11)].map(|(lo, hi)| of_range(&mut terms, lo, hi, cut));
            let outer = inner.map(|inner| terms.fold(FoldKind::Sum, x, zero, n, inner));
            let two = terms.add(&outer[..2]);
            let three = terms.add(&outer[..3]);
            assert!(joined(&mut terms, two, &Known::default()).is_some());
            assert_eq!(joined(&mut terms, three, &Known::default()), Some(outer[3]));
            let apart = terms.add(&[outer[0], outer[2]]);
            assert_eq!(joined(&mut terms, apart, &Known::default()), None);
        }
    }
}
