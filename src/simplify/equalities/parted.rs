//! Solving index equations in which a number stands beside its remainder, and other unknowns between the two: its quotient and its
//! remainder are unknowns of their own first (SIMP-48).

use crate::logic::{Op, Poly, Sort, TermId, Terms, VarId};
use crate::simplify::known::Known;

use super::solve::{Solution, solve};

/// Solves `index = cell`, where the index mentions `u mod m` with unknowns in `u`, and is `a·(u div m) + b·(u mod m) + c` otherwise free of these
/// unknowns.
pub fn solve_parted(
    terms: &mut Terms,
    vars: &[VarId],
    (index, cell): (TermId, TermId),
    context: &[TermId],
    known: &Known,
) -> Option<Solution> {
    let mut inner = known.clone();
    context.iter().for_each(|literal| inner.assume(terms, *literal));
    let poly = terms.poly(index);
    let is_open = |terms: &Terms, term: TermId| terms.free(term).iter().any(|var| vars.contains(var));
    let is_parted = |terms: &Terms, atom: TermId| {
        *terms.op(atom) == Op::Mod && is_open(terms, terms.args(atom)[0]) && !is_open(terms, terms.args(atom)[1])
    };
    let remainder = poly.atoms().into_iter().find(|atom| is_parted(terms, *atom))?;
    let [number, divisor] = terms.args(remainder)[..] else { return None };
    if !inner.positive(terms, divisor) {
        return None;
    }
    let (own, others): (Vec<VarId>, Vec<VarId>) = vars.iter().partition(|var| terms.free(number).contains(var));
    // How often the number stands in the index, by one of its summands.
    let dividend = terms.poly(number);
    let is_lead = |atom: &TermId| {
        let is_own = matches!(terms.op(*atom), Op::Var(var) if own.contains(var));
        is_own && dividend.linear_in(*atom).is_some_and(|(factor, _)| factor == Poly::integer(1))
    };
    let lead = dividend.atoms().into_iter().find(is_lead)?;
    let (times, _) = poly.linear_in(lead)?;
    let [high, low] = ["q", "r"].map(|name| terms.fresh_var(name, Sort::Int));
    let [quotient, rest] = [high, low].map(|var| terms.var(var));
    let mut digits = terms.poly(divisor).mul(&Poly::atom(quotient));
    digits.add(&Poly::atom(rest));
    let mut moved = poly.sub(&times.mul(&dividend));
    moved.add(&times.mul(&digits));
    let moved = terms.from_poly(&moved, Sort::Int);
    let moved = terms.rewrite(moved, &mut |terms, part| match (terms.op(part), terms.args(part)) {
        (Op::Mod, &[of, by]) if of == number && by == divisor => Some(rest),
        (Op::Div, &[of, by]) if of == number && by == divisor => Some(quotient),
        _ => None,
    });
    let mentions_own = |terms: &Terms, term: TermId| terms.free(term).iter().any(|var| own.contains(var));
    if mentions_own(terms, moved) {
        return None;
    }
    let mut outside: Vec<TermId> = context.iter().copied().filter(|literal| !mentions_own(terms, *literal)).collect();
    let zero = terms.int(0);
    outside.extend([terms.le(zero, rest), terms.lt(rest, divisor)]);
    if inner.non_negative(terms, &dividend) {
        outside.push(terms.le(zero, quotient));
    }
    let unknown: Vec<VarId> = others.into_iter().chain([high, low]).collect();
    let mut first = solve(terms, &unknown, &[moved], &[cell], &outside, known)?;
    let [high, low] = [high, low].map(|var| first.values.remove(&var));
    let multiple = terms.mul(divisor, high?);
    let value = terms.add(&[multiple, low?]);
    let second = solve(terms, &own, &[number], &[value], context, known)?;
    first.values.extend(second.values);
    Some(Solution {
        values: first.values,
        unique: first.unique && second.unique,
        guessed: first.guessed || second.guessed,
    })
}
