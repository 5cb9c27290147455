//! Folds over the residues of a number are one fold over the number (SIMP-28): with `f(m*i + c)` for each `c` below `m`, as code writes
//! them that takes several elements at a time. Extrema over a range that is empty are one unknown number (CLAUSE-12), on both sides.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::logic::number::Number;
use crate::logic::poly::Monomial;
use crate::logic::{FoldKind, Op, Poly, Sort, TermId, Terms, VarId};

/// What is combined: folds of one kind over one range, each body with the fold that it belongs to, and how it stands in the whole.
type Groups = BTreeMap<([TermId; 2], Monomial, Number), Vec<(TermId, TermId)>>;

/// A sum of sums, or the larger or smaller of extrema, in which those over the residues are one.
pub fn joined(terms: &mut Terms, term: TermId) -> Option<TermId> {
    if !terms.sort(term).is_numeric() {
        return None;
    }
    match terms.op(term) {
        Op::Add => sums(terms, term),
        Op::Max => extrema(terms, term, FoldKind::MaxOver),
        Op::Min => extrema(terms, term, FoldKind::MinOver),
        _ => None,
    }
}

fn sums(terms: &mut Terms, term: TermId) -> Option<TermId> {
    let (sort, poly) = (terms.sort(term), terms.poly(term));
    let mut groups = Groups::new();
    let mut var = None;
    for (monomial, factor) in &poly.terms {
        let (folds, others): (Monomial, Monomial) =
            monomial.iter().copied().partition(|atom| matches!(terms.op(*atom), Op::Fold(FoldKind::Sum, _)));
        let [fold] = folds[..] else { continue };
        let (range, body) = opened(terms, fold, &mut var);
        groups.entry((range, others, factor.clone())).or_default().push((body, fold));
    }
    let var = var?;
    let ((range, others, factor), (joined, parts)) = one_of(terms, var, groups)?;
    let whole = over(terms, FoldKind::Sum, var, range, joined);
    let of = |terms: &mut Terms, fold: TermId| {
        let part = terms.poly(fold);
        Poly { terms: [(others.clone(), factor.clone())].into() }.mul(&part)
    };
    let mut rest = poly;
    for part in parts {
        rest = rest.sub(&of(terms, part));
    }
    rest.add(&of(terms, whole));
    Some(terms.from_poly(&rest, sort))
}

fn extrema(terms: &mut Terms, term: TermId, kind: FoldKind) -> Option<TermId> {
    let op = terms.op(term).clone();
    let (mut todo, mut values) = (vec![term], Vec::new());
    while let Some(value) = todo.pop() {
        if *terms.op(value) == op { todo.extend(terms.args(value)) } else { values.push(value) }
    }
    let mut groups = Groups::new();
    let mut var = None;
    for value in &values {
        if matches!(terms.op(*value), Op::Fold(own, _) if *own == kind) {
            let (range, body) = opened(terms, *value, &mut var);
            groups.entry((range, Monomial::default(), Number::one())).or_default().push((body, *value));
        }
    }
    let var = var?;
    let ((range, ..), (joined, parts)) = one_of(terms, var, groups)?;
    let whole = over(terms, kind, var, range, joined);
    let others = values.into_iter().filter(|value| !parts.contains(value)).collect::<Vec<_>>();
    Some(others.into_iter().fold(whole, |total, value| terms.combine(kind, total, value)))
}

/// Range and body of a fold, over the variable that all of them are to have.
fn opened(terms: &mut Terms, fold: TermId, var: &mut Option<VarId>) -> ([TermId; 2], TermId) {
    let Op::Fold(_, own) = *terms.op(fold) else { unreachable!("only folds are opened") };
    let [lo, hi, body] = terms.args(fold)[..] else { unreachable!("a fold has a range and a body") };
    let common = *var.get_or_insert(own);
    let at = terms.var(common);
    let body = if own == common { body } else { terms.substitute(body, &[(own, at)].into()) };
    ([lo, hi], body)
}

/// `m` and `f` with the folds whose bodies are all `f(m*i + c)`.
fn one_of(
    terms: &mut Terms,
    var: VarId,
    groups: Groups,
) -> Option<(([TermId; 2], Monomial, Number), ((i64, TermId), Vec<TermId>))> {
    groups.into_iter().find_map(|(key, members)| {
        let bodies: BTreeMap<TermId, TermId> = members.into_iter().collect();
        Some((key, all_residues(terms, var, &bodies)?))
    })
}

fn all_residues(
    terms: &mut Terms,
    var: VarId,
    bodies: &BTreeMap<TermId, TermId>,
) -> Option<((i64, TermId), Vec<TermId>)> {
    let first = *bodies.keys().next().filter(|_| bodies.len() > 1)?;
    let mut stride = BigInt::zero();
    strides(terms, var, first, &mut stride)?;
    // What does not mention the variable is the same for each residue, and has no whole.
    if stride.is_zero() {
        return None;
    }
    let most = i64::try_from(bodies.len()).ok()?;
    let modulus = stride.to_i64().map_or(most, |stride| (2..=most).rev().find(|m| stride % m == 0).unwrap_or(1));
    if modulus < 2 {
        return None;
    }
    let at = terms.var(var);
    let factor = terms.int(modulus);
    let multiple = terms.mul(factor, at);
    bodies.keys().find_map(|body| {
        let whole = stretched(terms, var, *body, modulus)?;
        let residues = (0..modulus).map(|residue| {
            let number = terms.plus(multiple, residue);
            let body = terms.substitute(whole, &[(var, number)].into());
            bodies.get(&body).copied()
        });
        Some(((modulus, whole), residues.collect::<Option<Vec<_>>>()?))
    })
}

/// The fold of `f(k)` for all `k = m*i + c` with `i` in the range and `0 <= c < m`.
fn over(
    terms: &mut Terms,
    kind: FoldKind,
    var: VarId,
    [lo, hi]: [TermId; 2],
    (modulus, body): (i64, TermId),
) -> TermId {
    let factor = terms.int(modulus);
    let (first, last) = (terms.mul(factor, lo), terms.mul(factor, hi));
    let last = terms.plus(last, modulus - 1);
    terms.fold(kind, var, first, last, body)
}

/// The greatest number that divides what the variable is multiplied with, wherever it occurs in a polynomial.
fn strides(terms: &Terms, var: VarId, term: TermId, stride: &mut BigInt) -> Option<()> {
    if !terms.free(term).contains(&var) {
        return Some(());
    }
    let Some(poly) = polynomial_in(terms, term) else {
        return terms.args(term).iter().try_for_each(|arg| strides(terms, var, *arg, stride));
    };
    for (monomial, factor) in &poly.terms {
        if power_of(terms, var, monomial)? > 0 {
            *stride = stride.gcd(&factor.to_integer().abs());
        }
    }
    Some(())
}

/// The term at `i / m` for `i`, where each polynomial in `i` has whole coefficients then.
fn stretched(terms: &mut Terms, var: VarId, term: TermId, modulus: i64) -> Option<TermId> {
    if !terms.free(term).contains(&var) {
        return Some(term);
    }
    let Some(poly) = polynomial_in(terms, term) else {
        let (op, args) = (terms.op(term).clone(), terms.args(term).to_vec());
        let args: Option<Vec<TermId>> = args.into_iter().map(|arg| stretched(terms, var, arg, modulus)).collect();
        return Some(terms.rebuild(&op, &args?));
    };
    let mut result = Poly::zero();
    for (monomial, factor) in poly.terms {
        let divisor = BigInt::from(modulus).pow(power_of(terms, var, &monomial)?);
        let (quotient, rest) = factor.to_integer().div_rem(&divisor);
        if !rest.is_zero() {
            return None;
        }
        result.add_term(monomial, quotient.into());
    }
    Some(terms.from_poly(&result, Sort::Int))
}

/// An integer that is put together of others.
fn polynomial_in(terms: &Terms, term: TermId) -> Option<Poly> {
    let is_one = terms.sort(term) == Sort::Int && matches!(terms.op(term), Op::Add | Op::Mul | Op::Var(_));
    is_one.then(|| terms.poly(term))
}

/// How often the variable is a factor; nothing where it occurs within another one.
fn power_of(terms: &Terms, var: VarId, monomial: &Monomial) -> Option<u32> {
    let mut power = 0;
    for atom in monomial {
        if *terms.op(*atom) == Op::Var(var) {
            power += 1;
        } else if terms.free(*atom).contains(&var) {
            return None;
        }
    }
    Some(power)
}
