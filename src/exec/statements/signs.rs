//! Whether terms grow with the iterations of a loop (LOOP-29).

use std::collections::BTreeMap;

use num_traits::One;

use crate::exec::state::{Executor, conjuncts};
use crate::logic::number::Number;
use crate::logic::{Op, Poly, Sort, SymbolId, TermId, VarId};
use crate::tasks::{Assign, Form};

/// Lower bounds of terms, for signs.
pub type LeastValues = BTreeMap<TermId, Number>;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    Negative,
    Zero,
    Positive,
}

impl Executor<'_> {
    /// How `left - right` of a comparison `left <= right` (or `<`) changes with the iteration.
    pub fn growth(&mut self, known: &LeastValues, var: VarId, part: TermId) -> Option<Sign> {
        let (Op::Le | Op::Lt) = self.terms.op(part) else { return None };
        let (left, right) = (self.terms.args(part)[0], self.terms.args(part)[1]);
        if self.terms.sort(left) != Sort::Int {
            return None;
        }
        let difference = self.terms.poly(left).sub(&self.terms.poly(right));
        self.slope(known, var, &difference)
    }

    /// Whether a number is the square of a sum in some case of its conditions, and a square or 0 in all: so sums of it are not negative,
    /// which nobody sees who takes them apart (LOOP-62).
    pub fn is_square_of_sum(&self, value: TermId) -> bool {
        let mut cases = vec![value];
        let mut is_of_sum = false;
        while let Some(case) = cases.pop() {
            if let (Op::Ite, &[_, then, other]) = (self.terms.op(case), self.terms.args(case)) {
                cases.extend([then, other]);
                continue;
            }
            let poly = self.terms.poly(case);
            if !poly.is_zero() && poly.square_root().is_none() {
                return false;
            }
            is_of_sum |= poly.terms.len() > 1;
        }
        is_of_sum
    }

    /// The sign of `d` in `a + j * d`.
    pub fn slope(&mut self, known: &LeastValues, var: VarId, value: &Poly) -> Option<Sign> {
        let j = self.terms.var(var);
        let (slope, rest) = value.linear_in(j)?;
        if self.mentions(&slope, var) || self.mentions(&rest, var) {
            return None;
        }
        self.sign_of(known, &slope)
    }

    fn mentions(&self, poly: &Poly, var: VarId) -> bool {
        poly.atoms().iter().any(|atom| self.terms.free(*atom).contains(&var))
    }

    /// Numbers that closed facts and the launch say a term is at least. What the body of a loop says holds if some thread runs it.
    pub fn least_values(&self) -> LeastValues {
        self.least_values_before(self.output.hypotheses.len())
    }

    /// The same by the hypotheses before that one.
    pub fn least_values_before(&self, end: usize) -> LeastValues {
        let mut least = LeastValues::new();
        let launch = self.grid.launch.block_dim.into_iter().chain(self.grid.launch.grid_dim);
        least.extend(launch.map(|dim| (dim, Number::one())));
        for at in self.here.context.iter().filter(|at| **at < end) {
            let Form::Proposition(fact) = self.output.hypotheses[*at].form else { continue };
            for part in conjuncts(&self.terms, fact) {
                let (Op::Le | Op::Lt) = self.terms.op(part) else { continue };
                let (left, right) = (self.terms.args(part)[0], self.terms.args(part)[1]);
                if self.terms.sort(left) != Sort::Int {
                    continue;
                }
                // atom + constant >= 0
                let mut room = self.terms.poly(right).sub(&self.terms.poly(left));
                if *self.terms.op(part) == Op::Lt {
                    room.add(&Poly::integer(-1));
                }
                let constant = room.constant_part();
                room.add_constant(-constant.clone());
                if let [(monomial, factor)] = room.terms.iter().collect::<Vec<_>>()[..]
                    && let [atom] = monomial[..]
                    && factor.is_one()
                {
                    let known = least.entry(atom).or_insert_with(|| -constant.clone());
                    *known = known.clone().max(-constant);
                }
            }
        }
        least
    }

    /// The integer is positive, by closed facts and the launch.
    pub fn is_at_least_one(&mut self, value: TermId) -> bool {
        let (least, value) = (self.least_values(), self.terms.poly(value));
        self.sign_of(&least, &value) == Some(Sign::Positive)
    }

    /// The sign of what uniform locals are made of.
    fn sign_of(&mut self, least: &LeastValues, poly: &Poly) -> Option<Sign> {
        let value = self.terms.from_poly(poly, Sort::Int);
        let value = self.with_entered(value, &[]);
        let value = self.terms.poly(value);
        if value.is_zero() {
            return Some(Sign::Zero);
        }
        if is_positive(least, &value) {
            return Some(Sign::Positive);
        }
        is_positive(least, &value.scale(&Number::from(-1))).then_some(Sign::Negative)
    }

    /// Locals that every thread of which this holds has assigned, by what they are assigned.
    pub fn with_entered(&mut self, mut term: TermId, known: &[TermId]) -> TermId {
        let mut assigned: BTreeMap<SymbolId, Assign> = BTreeMap::new();
        for at in &self.here.context {
            if let Form::Assign(assign) = &self.output.hypotheses[*at].form
                && conjuncts(&self.terms, assign.mask)
                    .iter()
                    .all(|part| self.terms.is_true(*part) || known.contains(part))
            {
                assigned.insert(assign.new, assign.clone());
            }
        }
        for _ in 0..assigned.len() {
            let next = self.terms.rewrite(term, &mut |terms, part| {
                let Op::Apply(symbol) = *terms.op(part) else { return None };
                let assign = assigned.get(&symbol)?;
                (terms.args(part) == &assign.index[..]).then_some(assign.value)
            });
            if next == term {
                break;
            }
            term = next;
        }
        term
    }
}

/// The sum of its monomials at their least is positive, and nothing is subtracted but a constant.
fn is_positive(least: &LeastValues, poly: &Poly) -> bool {
    let mut total = poly.constant_part();
    for (monomial, factor) in poly.terms.iter().filter(|(monomial, _)| !monomial.is_empty()) {
        let mut product = factor.clone();
        for atom in monomial {
            let Some(value) = least.get(atom).filter(|value| !value.is_negative()) else { return false };
            product = product * value.clone();
        }
        if factor.is_negative() {
            return false;
        }
        total += &product;
    }
    total.is_positive()
}
