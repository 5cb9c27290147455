//! Guards in folds that leave each `m`-th value of the variable (SIMP-45): what the first lanes of all warps bring, for example.

use num_traits::{One, Zero};

use crate::logic::{Number, Op, Sort, TermId, Terms, VarId};
use crate::simplify::known::{Known, conjuncts};

use super::extrema::Extremum;
use super::sums::Sum;

/// The variable is one of `stride * i + first`.
struct Stride {
    stride: TermId,
    first: TermId,
}

/// `fold(k, k mod m == r && g ? f(k) : c, lo, hi)` as a fold over `i`, with `k = m*i + r`, and beside `c` where that takes part.
pub fn strided(terms: &mut Terms, term: TermId, known: &Known) -> Option<TermId> {
    let Op::Fold(kind, var) = *terms.op(term) else { return None };
    let [lo, hi, body] = terms.args(term)[..] else { return None };
    let (Op::Ite, &[guard, value, other]) = (terms.op(body), terms.args(body)) else { return None };
    let is_sum = Sum::of(terms, term).is_some() && terms.poly(other).is_zero();
    if !is_sum && (Extremum::of(terms, term).is_none() || terms.free(other).contains(&var)) {
        return None;
    }
    let parts = conjuncts(terms, guard);
    let (at, stride) = parts.iter().enumerate().find_map(|(at, part)| Some((at, of(terms, var, *part, known)?)))?;
    let rest: Vec<TermId> = parts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, part)| *part).collect();
    let Stride { stride, first } = stride;
    // The least `i` with `lo <= stride * i + first`, and the greatest one with `stride * i + first <= hi`.
    let (from, to) = (terms.sub(lo, first), terms.sub(hi, first));
    let from = terms.add(&[from, stride]);
    let from = terms.plus(from, -1);
    let range = [from, to].map(|end| terms.div(end, stride));
    let own = terms.var(var);
    let place = terms.mul(stride, own);
    let place = [(var, terms.add(&[place, first]))].into();
    let guard = terms.and(&rest);
    let body = terms.ite(guard, value, other);
    let body = terms.substitute(body, &place);
    let part = terms.fold(kind, var, range[0], range[1], body);
    if is_sum {
        return Some(part);
    }
    let occupied = terms.le(range[0], range[1]);
    if known.decide_by_bounds(terms, occupied) != Some(true) {
        return None;
    }
    let whole = terms.eq(lo, hi);
    Some(Extremum::of(terms, term)?.beside(terms, known, (whole, part), other))
}

/// `(k + d) mod m == r` with `2 <= m` and `0 <= r < m`, where nothing but `k` is a variable.
fn of(terms: &mut Terms, var: VarId, part: TermId, known: &Known) -> Option<Stride> {
    let [left, right] = terms.args(part)[..] else { return None };
    if *terms.op(part) != Op::Eq || terms.sort(left) != Sort::Int {
        return None;
    }
    let difference = terms.poly(left).sub(&terms.poly(right));
    let remainder = difference.atoms().into_iter().find(|atom| *terms.op(*atom) == Op::Mod)?;
    let [number, stride] = terms.args(remainder)[..] else { return None };
    let (factor, rest) = difference.linear_in(remainder)?;
    let factor = factor.as_constant()?;
    let own = terms.var(var);
    let (slope, shift) = terms.poly(number).linear_in(own)?;
    if slope.as_constant() != Some(Number::one()) || !(factor.is_one() || (-factor.clone()).is_one()) {
        return None;
    }
    let residue = terms.from_poly(&rest.scale(&-factor), Sort::Int);
    let shift = terms.from_poly(&shift, Sort::Int);
    if [stride, residue, shift].iter().any(|term| !terms.is_closed(*term)) {
        return None;
    }
    let (zero, two) = (terms.number(Zero::zero(), Sort::Int), terms.int(2));
    let conditions = [terms.le(two, stride), terms.le(zero, residue), terms.lt(residue, stride)];
    let holds = terms.and(&conditions);
    let first = terms.sub(residue, shift);
    (known.decide_by_bounds(terms, holds) == Some(true)).then_some(Stride { stride, first })
}
