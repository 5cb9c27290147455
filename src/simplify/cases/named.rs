//! Names for divisors and strides that are sums (SIMP-40).

use num_traits::One;

use crate::logic::{Number, Op, Poly, Sort, TermId};

use super::multiples::is_constant;
use crate::simplify::engine::Engine;
use crate::simplify::rules::rule::Rule;

/// A divisor or a stride `x + r`, or a multiple of it, with a constant `x`: with a new constant `d`, `x` is `d - r`, so that all indices have `d` as a
/// factor that the laws of products can take out (SIMP-40).
pub fn divisor_named(engine: &mut Engine, mut divisors: impl Iterator<Item = TermId>) -> Option<TermId> {
    let found = divisors.find_map(|divisor| constant_and_rest(engine, &engine.terms.poly(divisor)));
    let (atom, coefficient, rest) = found.or_else(|| stride_to_name(engine))?;
    engine.known.used(Rule::DivisorNamed);
    let terms = &mut engine.terms;
    let name = terms.constant_named("d", Sort::Int);
    if let Op::Apply(symbol) = *terms.op(name) {
        engine.introduced.digits.insert(symbol);
    }
    let value = terms.poly(name).sub(&rest).scale(&coefficient);
    let value = terms.from_poly(&value, Sort::Int);
    Some(terms.eq(atom, value))
}

/// `x`, `c` and `r` of a multiple of `c*x + r`.
fn constant_and_rest(engine: &Engine, divisor: &Poly) -> Option<(TermId, Number, Poly)> {
    let divisor = without_common_factors(divisor);
    for (monomial, coefficient) in &divisor.terms {
        let [atom] = monomial[..] else { continue };
        let Op::Apply(symbol) = *engine.terms.op(atom) else { continue };
        let is_free = is_constant(engine, atom)
            && !engine.is_launch(symbol)
            && !engine.introduced.digits.contains(&symbol)
            && coefficient.abs().is_one();
        let rest = divisor.linear_in(atom).map(|(_, rest)| rest);
        let Some(rest) = rest.filter(|rest| is_free && !rest.is_zero()) else { continue };
        // An equation replaces the constant only where nothing else mentions it.
        if !engine.terms.symbols_in(&rest.atoms()).contains(&symbol) {
            return Some((atom, coefficient.clone(), rest));
        }
    }
    None
}

/// The same of what a writer's coordinate is multiplied by in an index, where indices become shorter by it.
fn stride_to_name(engine: &Engine) -> Option<(TermId, Number, Poly)> {
    let indices = engine.definitions.assigns().values().flat_map(|assign| &assign.index);
    let indices: Vec<Poly> =
        indices.map(|index| engine.terms.poly(*index)).filter(|index| index.terms.len() > 2).collect();
    let is_var = |atom: &TermId| matches!(engine.terms.op(*atom), Op::Var(_));
    let strides = indices.iter().flat_map(|index| {
        let vars: Vec<TermId> = index.atoms().into_iter().filter(is_var).collect();
        vars.into_iter().filter_map(|var| Some(index.linear_in(var)?.0)).collect::<Vec<_>>()
    });
    let length = |named: Option<(TermId, &Number, &Poly)>| -> usize {
        let size = |index: &Poly| match named {
            Some((atom, coefficient, rest)) => with_stride(index, atom, coefficient, rest),
            None => index.terms.len(),
        };
        indices.iter().map(size).sum()
    };
    let mut found =
        strides.filter(|stride| stride.terms.len() > 1).filter_map(|stride| constant_and_rest(engine, &stride));
    found.find(|(atom, coefficient, rest)| length(Some((*atom, coefficient, rest))) < length(None))
}

/// How many summands an index has with `c*(d - r)` in the place of `x`; `x` itself stands for `d`.
fn with_stride(index: &Poly, atom: TermId, coefficient: &Number, rest: &Poly) -> usize {
    let Some((factor, other)) = index.linear_in(atom) else { return index.terms.len() };
    let mut moved = other;
    moved.add(&factor.mul(&rest.scale(&-coefficient.clone())));
    factor.terms.len() + moved.terms.len()
}

fn without_common_factors(poly: &Poly) -> Poly {
    let mut left = poly.clone();
    for atom in poly.atoms() {
        let (quotient, rest) = left.divide_by_monomial(&[atom], &Number::one());
        if rest.is_zero() && quotient.terms.len() > 1 {
            left = quotient;
        }
    }
    left
}
