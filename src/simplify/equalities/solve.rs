//! Solving index equations: which values of the bound variables make `index = cell`?
//!
//! Unit coefficients are solved directly, constant and symbolic strides by `div`, sums of several
//! variables by mixed radix: if `index = X + a·Y` with `0 <= X < a`, then `Y = cell div a` and
//! `X = cell - a·Y`, and both sides are solved in turn; so for digits that count backwards (`-a < X <= 0`, and coefficients
//! of `Y` below 0). The solution is *unique* when every bound that was used
//! follows from the context; otherwise it is still a candidate.

use std::collections::BTreeMap;

use num_integer::Integer;
use num_traits::{One, ToPrimitive};

use crate::logic::poly::Monomial;
use crate::logic::{Number, Op, Poly, Sort, TermId, Terms, VarId};

use super::division::divide;
use super::parted::solve_parted;
use crate::simplify::known::Known;
use crate::simplify::known::bounds;

/// Values for the variables of an equation system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    pub values: BTreeMap<VarId, TermId>,
    /// No other values can satisfy equations and context together.
    pub unique: bool,
    /// A quotient was taken of which nothing is known: one instance among many.
    pub guessed: bool,
}

/// Solves `index[i] = cell[i]` for `vars`. `context` lists what holds of the variables (range and mask, or the
/// guards of a hypothesis); `known` what holds besides. `None` when some variable is not determined.
pub fn solve(
    terms: &mut Terms,
    vars: &[VarId],
    index: &[TermId],
    cell: &[TermId],
    context: &[TermId],
    known: &Known,
) -> Option<Solution> {
    let mut inner = known.clone();
    for literal in context {
        inner.assume(terms, *literal);
    }
    if let Some(found) = vars.iter().find_map(|var| residue_of(terms, *var, index, (context, &inner))) {
        return solve_for_quotient(terms, (vars, found), (index, cell), context, known);
    }
    let atoms: Vec<(VarId, TermId)> = vars.iter().map(|var| (*var, terms.var(*var))).collect();
    let mut solver = Solver { terms, known: inner, atoms, values: BTreeMap::new(), unique: true, guessed: false };
    let mut pending: Vec<(Poly, Poly)> = Vec::new();
    for (index, cell) in index.iter().zip(cell) {
        if solver.terms.sort(*index) != Sort::Int {
            return None;
        }
        pending.push((solver.terms.poly(*index), solver.terms.poly(*cell)));
    }
    // Equations with fewer unknowns first; each may settle variables of the others.
    let mut progress = true;
    while progress && !pending.is_empty() {
        progress = false;
        pending.sort_by_key(|(index, _)| solver.unknowns(index).len());
        let mut rest = Vec::new();
        for (index, cell) in std::mem::take(&mut pending) {
            let index = solver.apply(&index);
            if solver.unknowns(&index).is_empty() || solver.equation(&index, &cell) {
                progress = true;
            } else {
                rest.push((index, cell));
            }
        }
        pending = rest;
    }
    if !pending.is_empty() {
        let ([index], [cell]) = (index, cell) else { return None };
        return solve_parted(terms, vars, (*index, *cell), context, known);
    }
    // What the index leaves open, an equation of the context may settle (`threadIdx.x == 0`).
    for literal in context {
        if *solver.terms.op(*literal) == Op::Eq && solver.terms.sort(solver.terms.args(*literal)[0]) == Sort::Int {
            let (left, right) = (solver.terms.args(*literal)[0], solver.terms.args(*literal)[1]);
            let difference = solver.terms.poly(left).sub(&solver.terms.poly(right));
            let difference = solver.apply(&difference);
            if solver.unknowns(&difference).len() == 1 {
                solver.equation(&difference, &Poly::zero());
            }
        }
    }
    // A variable whose range has one value.
    for (var, atom) in solver.atoms.clone() {
        if solver.values.contains_key(&var) {
            continue;
        }
        let value = solver.known.value(solver.terms, atom)?;
        let value = solver.terms.int(value.to_integer());
        solver.values.insert(var, value);
    }
    Some(Solution { values: solver.values, unique: solver.unique, guessed: solver.guessed })
}

/// The same with `m·u + r` for a variable that has the remainder `r` by `m`.
fn solve_for_quotient(
    terms: &mut Terms,
    (vars, Residue { var, divisor, rest }): (&[VarId], Residue),
    (index, cell): (&[TermId], &[TermId]),
    context: &[TermId],
    known: &Known,
) -> Option<Solution> {
    let own = terms.fresh_var("u", Sort::Int);
    let (times, by) = (terms.var(own), terms.int(divisor));
    let multiple = terms.mul(by, times);
    let number = terms.plus(multiple, rest);
    let with = |terms: &mut Terms, term: TermId| {
        let term = terms.substitute(term, &[(var, number)].into());
        terms.rewrite(term, &mut |terms, part| {
            let [value, divisor] = terms.args(part)[..] else { return None };
            (*terms.op(part) == Op::Div).then(|| divide(terms, value, divisor, known))
        })
    };
    let index: Vec<TermId> = index.iter().map(|term| with(terms, *term)).collect();
    let context: Vec<TermId> = context.iter().map(|term| with(terms, *term)).collect();
    let vars: Vec<VarId> = vars.iter().map(|other| if *other == var { own } else { *other }).collect();
    let mut solution = solve(terms, &vars, &index, cell, &context, known)?;
    let value = solution.values.remove(&own)?;
    let multiple = terms.mul(by, value);
    let value = terms.plus(multiple, rest);
    solution.values.insert(var, value);
    Some(solution)
}

/// A variable, and its remainder by a number.
struct Residue {
    var: VarId,
    divisor: i64,
    rest: i64,
}

/// A variable of which a quotient occurs in an index, with a remainder that is known by a multiple of the divisor.
fn residue_of(terms: &Terms, var: VarId, index: &[TermId], (context, known): (&[TermId], &Known)) -> Option<Residue> {
    let number = |term: TermId| terms.as_int(term).and_then(ToPrimitive::to_i64);
    let is_var = |term: TermId| *terms.op(term) == Op::Var(var);
    let by_literal = |literal: &TermId| {
        let (Op::Eq, &[left, right]) = (terms.op(*literal), terms.args(*literal)) else { return None };
        [(left, right), (right, left)].into_iter().find_map(|(digit, rest)| {
            let (Op::Mod, &[of, by]) = (terms.op(digit), terms.args(digit)) else { return None };
            let (divisor, rest) = (number(by)?, number(rest)?);
            (is_var(of) && (0..divisor).contains(&rest)).then_some(Residue { var, divisor, rest })
        })
    };
    let multiple =
        known.multiples().find(|(atom, _)| is_var(*atom)).map(|(_, by)| Residue { var, divisor: by, rest: 0 });
    let found = multiple.or_else(|| context.iter().find_map(by_literal))?;
    let is_quotient = |term: TermId| {
        let args = terms.args(term);
        *terms.op(term) == Op::Div
            && is_var(args[0])
            && number(args[1]).is_some_and(|by| by > 0 && found.divisor % by == 0)
    };
    terms.postorder(index).into_iter().any(is_quotient).then_some(found)
}

/// A radix, and the digits below and above it with their coefficients, those above divided by it.
type Plan = (Poly, Vec<(TermId, Poly)>, Vec<(TermId, Poly)>);

struct Solver<'a> {
    terms: &'a mut Terms,
    known: Known,
    atoms: Vec<(VarId, TermId)>,
    values: BTreeMap<VarId, TermId>,
    unique: bool,
    guessed: bool,
}

impl Solver<'_> {
    /// The unsolved variables that occur, also inside other atoms.
    fn unknowns(&self, poly: &Poly) -> Vec<VarId> {
        let mut unknowns: Vec<VarId> = poly
            .atoms()
            .into_iter()
            .flat_map(|atom| self.terms.free(atom).to_vec())
            .filter(|var| self.atoms.iter().any(|(own, _)| own == var) && !self.values.contains_key(var))
            .collect();
        unknowns.sort();
        unknowns.dedup();
        unknowns
    }

    /// The polynomial with the solved variables replaced.
    fn apply(&mut self, poly: &Poly) -> Poly {
        let term = self.terms.from_poly(poly, Sort::Int);
        let term = self.terms.substitute(term, &self.values);
        self.terms.poly(term)
    }

    /// Solves `index = cell` for all unknowns of `index`.
    fn equation(&mut self, index: &Poly, cell: &Poly) -> bool {
        if let Some((number, value)) = self.by_digits(index, cell) {
            return self.equation(&number, &value);
        }
        let unknowns = self.unknowns(index);
        let atoms: Vec<TermId> =
            self.atoms.iter().filter(|(var, _)| unknowns.contains(var)).map(|(_, atom)| *atom).collect();
        // Linear in each unknown, with coefficients free of unknowns.
        let mut coefficients: Vec<(TermId, Poly)> = Vec::new();
        let mut rest = index.clone();
        for atom in &atoms {
            let Some((coefficient, remainder)) = rest.linear_in(*atom) else { return false };
            if coefficient.is_zero() || !self.unknowns(&coefficient).is_empty() {
                return false;
            }
            coefficients.push((*atom, coefficient));
            rest = remainder;
        }
        if !self.unknowns(&rest).is_empty() {
            return false;
        }
        let target = cell.sub(&rest);
        self.radix(coefficients, target)
    }

    /// `a·u + c·(u mod m) = T` for a number with all unknowns is `a·m·(u div m) + (a + c)·(u mod m) = T`. With `a + c = 1` these are the quotient
    /// and the remainder of `T` by `a·m`, so the number is `m·(T div a·m) + T mod a·m`: the number, and that.
    fn by_digits(&mut self, index: &Poly, cell: &Poly) -> Option<(Poly, Poly)> {
        let is_open = |atom: &TermId| {
            *self.terms.op(*atom) == Op::Mod && !self.unknowns(&self.terms.poly(self.terms.args(*atom)[0])).is_empty()
        };
        let [remainder] = index.atoms().into_iter().filter(is_open).collect::<Vec<_>>()[..] else { return None };
        let [number, divisor] = self.terms.args(remainder)[..] else { return None };
        if !self.unknowns(&self.terms.poly(divisor)).is_empty() {
            return None;
        }
        let written = bounds::written_out(self.terms, index, remainder, &self.known)?;
        let quotient = self.terms.div(number, divisor);
        let (scale, rest) = written.linear_in(quotient)?;
        let (low, rest) = rest.linear_in(remainder)?;
        let by = self.terms.poly(divisor);
        let [(monomial, factor)] = by.terms.iter().collect::<Vec<_>>()[..] else { return None };
        let (times, other) = scale.divide_by_monomial(monomial, factor);
        if low != Poly::integer(1) || !other.is_zero() || !self.unknowns(&rest).is_empty() || !self.positive(&times) {
            return None;
        }
        let target = cell.sub(&rest);
        let high = self.quotient(&target, &scale);
        let low = target.sub(&scale.mul(&high));
        let mut value = by.mul(&high);
        value.add(&low);
        Some((self.terms.poly(number), value))
    }

    /// Solves `Σ coefficient·atom = target`.
    fn radix(&mut self, mut coefficients: Vec<(TermId, Poly)>, mut target: Poly) -> bool {
        if coefficients.iter().all(|(_, coefficient)| magnitude(coefficient) != *coefficient) {
            // All count backwards.
            for (_, coefficient) in &mut coefficients {
                *coefficient = magnitude(coefficient);
            }
            target = target.scale(&Number::from(-1));
        }
        self.divide_out(&mut coefficients, &mut target);
        if let [(atom, coefficient)] = coefficients.as_slice() {
            return self.single(*atom, coefficient, &target);
        }
        // Larger strides first: a stride is tried as the radix when it divides some coefficients and not others.
        let mut strides: Vec<Poly> = coefficients.iter().map(|(_, coefficient)| magnitude(coefficient)).collect();
        strides.sort_by_key(|stride| std::cmp::Reverse(degree(stride)));
        let mut fallback = None;
        for stride in &strides {
            let Some((monomial, factor)) = stride.terms.iter().next().filter(|_| stride.terms.len() == 1) else {
                continue;
            };
            let (mut high, mut low) = (Vec::new(), Vec::new());
            let mut mixed = false;
            for (atom, coefficient) in &coefficients {
                let (quotient, remainder) = coefficient.divide_by_monomial(monomial, factor);
                match (quotient.is_zero(), remainder.is_zero()) {
                    (false, true) => high.push((*atom, quotient)),
                    (true, false) => low.push((*atom, coefficient.clone())),
                    _ => mixed = true,
                }
            }
            if mixed || low.is_empty() || high.is_empty() {
                continue;
            }
            let digits = sum(&low);
            let plan = (stride.clone(), low, high);
            if self.below(&digits, stride) {
                return self.split(plan, &target, &Poly::zero());
            }
            // Digits that count backwards are above `-stride`: with `stride - 1` more they count from 0.
            let mut room = stride.clone();
            room.add(&Poly::integer(-1));
            let mut raised = digits;
            raised.add(&room);
            if self.below(&raised, stride) {
                return self.split(plan, &target, &room);
            }
            fallback.get_or_insert(plan);
        }
        if let Some(solved) = self.shared(&coefficients, &target) {
            return solved;
        }
        match fallback {
            Some(plan) => {
                self.unique = false;
                self.split(plan, &target, &Poly::zero())
            }
            None => false,
        }
    }

    /// `stride·H + L = target` with `0 <= L < stride` where unknowns stand in both digits, as in a triangle's index `i·n + (i + j)`: `H` is the quotient,
    /// `L` the remainder. What has fewer unknowns is solved first. None if no stride has such digits.
    fn shared(&mut self, coefficients: &[(TermId, Poly)], target: &Poly) -> Option<bool> {
        let mut strides: Vec<Poly> = Vec::new();
        for (monomial, factor) in coefficients.iter().flat_map(|(_, coefficient)| &coefficient.terms) {
            let stride = Poly { terms: [(monomial.clone(), factor.abs())].into() };
            if !strides.contains(&stride) && stride.as_constant().is_none_or(|number| !number.is_one()) {
                strides.push(stride);
            }
        }
        strides.sort_by_key(|stride| std::cmp::Reverse(degree(stride)));
        for stride in strides {
            let (monomial, factor) = stride.terms.iter().next()?;
            let (mut high, mut low) = (Vec::new(), Vec::new());
            for (atom, coefficient) in coefficients {
                let (quotient, remainder) = coefficient.divide_by_monomial(monomial, factor);
                high.extend((!quotient.is_zero()).then_some((*atom, quotient)));
                low.extend((!remainder.is_zero()).then_some((*atom, remainder)));
            }
            if high.is_empty() || low.is_empty() || !self.below(&sum(&low), &stride) {
                continue;
            }
            let quotient = self.quotient(target, &stride);
            let remainder = target.sub(&stride.mul(&quotient));
            let (mut first, mut second) = ((high, quotient), (low, remainder));
            if second.0.len() < first.0.len() {
                std::mem::swap(&mut first, &mut second);
            }
            if !self.radix(first.0, first.1) {
                return Some(false);
            }
            let left = self.apply(&sum(&second.0));
            return Some(self.unknowns(&left).is_empty() || self.equation(&left, &second.1));
        }
        None
    }

    /// `g·X = g·m + r` with `-g < r < g` has a solution for `r = 0` only, which is `X = m`.
    fn divide_out(&mut self, coefficients: &mut [(TermId, Poly)], target: &mut Poly) {
        let Some((monomial, factor)) = common_factor(coefficients) else { return };
        let (multiple, rest) = target.divide_by_monomial(&monomial, &factor);
        let mut room = Poly::zero();
        room.add_term(monomial.clone(), factor.clone());
        room.add(&Poly::integer(-1));
        let mut above = room.clone();
        above.add(&rest);
        let below = room.sub(&rest);
        if [room, above, below].iter().all(|room| bounds::non_negative(self.terms, &self.known, room)) {
            for (_, coefficient) in coefficients {
                *coefficient = coefficient.divide_by_monomial(&monomial, &factor).0;
            }
            *target = multiple;
        }
    }

    /// Solves for the high digits with `(target + raise) div stride`, then for the low ones with what is left of the target.
    fn split(&mut self, plan: Plan, target: &Poly, raise: &Poly) -> bool {
        let (stride, low, high) = plan;
        let mut raised = target.clone();
        raised.add(raise);
        let quotient = match self.multiples(&raised, &stride) {
            // A candidate only: the multiples that stand there say more than a quotient of which nothing is known.
            Some(multiples) if !self.unique && !multiples.is_zero() => multiples,
            _ => {
                let quotient = self.quotient(&raised, &stride);
                self.guessed |= !self.unique && !quotient.is_zero() && self.is_opaque(&quotient);
                quotient
            }
        };
        let remainder = target.sub(&stride.mul(&quotient));
        self.radix(high, quotient) && self.radix(low, remainder)
    }

    /// `coefficient·atom = target`.
    fn single(&mut self, atom: TermId, coefficient: &Poly, target: &Poly) -> bool {
        let Op::Var(var) = *self.terms.op(atom) else { return false };
        let value = match coefficient.as_constant() {
            Some(factor) if factor.abs().is_one() => target.scale(&factor),
            _ => {
                if !self.positive(coefficient) && !self.positive(&coefficient.scale(&Number::from(-1))) {
                    self.unique = false;
                }
                target.exact_quotient(coefficient).unwrap_or_else(|| self.quotient(target, coefficient))
            }
        };
        let value = self.terms.from_poly(&value, Sort::Int);
        self.values.insert(var, value);
        true
    }

    /// `target div stride`, with the multiples of the stride taken out.
    fn quotient(&mut self, target: &Poly, stride: &Poly) -> Poly {
        let stride_term = self.terms.from_poly(stride, Sort::Int);
        let target = self.terms.from_poly(target, Sort::Int);
        let quotient = divide(self.terms, target, stride_term, &self.known);
        self.terms.poly(quotient)
    }

    /// A quotient occurs that could not be resolved.
    fn is_opaque(&self, poly: &Poly) -> bool {
        poly.atoms().iter().any(|atom| *self.terms.op(*atom) == Op::Div)
    }

    /// The part of the target that is written as multiples of the stride, divided by it.
    fn multiples(&self, target: &Poly, stride: &Poly) -> Option<Poly> {
        let [(monomial, factor)] = stride.terms.iter().collect::<Vec<_>>()[..] else { return None };
        Some(target.divide_by_monomial(monomial, factor).0)
    }

    fn positive(&self, poly: &Poly) -> bool {
        let mut shifted = poly.clone();
        shifted.add(&Poly::integer(-1));
        self.known.non_negative(self.terms, &shifted)
    }

    /// `0 <= low < stride` follows from the context.
    fn below(&mut self, low: &Poly, stride: &Poly) -> bool {
        if !self.known.non_negative(self.terms, low) {
            return false;
        }
        let mut room = stride.sub(low);
        room.add(&Poly::integer(-1));
        bounds::non_negative(self.terms, &self.known, &room)
    }
}

/// `Σ coefficient·atom`.
fn sum(parts: &[(TermId, Poly)]) -> Poly {
    parts.iter().fold(Poly::zero(), |mut sum, (atom, coefficient)| {
        sum.add(&coefficient.mul(&Poly::atom(*atom)));
        sum
    })
}

/// A monomial that divides all coefficients, the constants 1 and -1 aside.
fn common_factor(coefficients: &[(TermId, Poly)]) -> Option<(Monomial, Number)> {
    let mut common: Option<(Monomial, Number)> = None;
    for (_, coefficient) in coefficients {
        let [(monomial, factor)] = coefficient.terms.iter().collect::<Vec<_>>()[..] else { return None };
        let factor = factor.abs().to_integer();
        common = Some(match common {
            None => (monomial.clone(), Number::from(&factor)),
            Some((shared, number)) => {
                let mut others = monomial.to_vec();
                let is_shared = |atom: &TermId| {
                    let at = others.iter().position(|other| other == atom);
                    at.map(|at| others.remove(at)).is_some()
                };
                let shared = shared.into_iter().filter(is_shared).collect();
                (shared, Number::from(&number.to_integer().gcd(&factor)))
            }
        });
    }
    common.filter(|(monomial, factor)| !(monomial.is_empty() && factor.is_one()))
}

/// A coefficient of one monomial without its sign.
fn magnitude(coefficient: &Poly) -> Poly {
    match coefficient.terms.iter().next() {
        Some((_, factor)) if coefficient.terms.len() == 1 && factor.is_negative() => {
            coefficient.scale(&Number::from(-1))
        }
        _ => coefficient.clone(),
    }
}

fn degree(poly: &Poly) -> (usize, Number) {
    let degree = poly.terms.keys().map(|monomial| monomial.len()).max().unwrap_or(0);
    (degree, poly.terms.values().next().cloned().unwrap_or_else(Number::one))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup() -> (Terms, Known, BTreeMap<&'static str, TermId>) {
        let mut terms = Terms::new();
        let mut known = Known::default();
        let mut names = BTreeMap::new();
        let one = terms.int(1);
        for name in ["B", "G"] {
            let constant = terms.fresh_constant(name, Sort::Int);
            let fact = terms.le(one, constant);
            known.assume(&mut terms, fact);
            names.insert(name, constant);
        }
        let u = terms.fresh_constant("u", Sort::Int);
        names.insert("u", u);
        (terms, known, names)
    }

    #[test]
    fn a_block_and_thread_index_is_mixed_radix() {
        let (mut terms, known, names) = setup();
        let (tx, bx) = (terms.fresh_var("tx", Sort::Int), terms.fresh_var("bx", Sort::Int));
        let (t, b) = (terms.var(tx), terms.var(bx));
        let zero = terms.int(0);
        let context = vec![terms.le(zero, t), terms.lt(t, names["B"]), terms.le(zero, b), terms.lt(b, names["G"])];
        let scaled = terms.mul(names["B"], b);
        let index = terms.add(&[scaled, t]);
        let solution = solve(&mut terms, &[tx, bx], &[index], &[names["u"]], &context, &known).unwrap();
        assert!(solution.unique);
        assert_eq!(terms.show(solution.values[&bx]), "div(u, B)");
        let index = terms.substitute(index, &solution.values);
        assert_eq!(index, names["u"]);
    }

    #[test]
    fn without_the_range_the_solution_is_only_a_candidate() {
        let (mut terms, known, names) = setup();
        let (tx, bx) = (terms.fresh_var("tx", Sort::Int), terms.fresh_var("bx", Sort::Int));
        let (t, b) = (terms.var(tx), terms.var(bx));
        let scaled = terms.mul(names["B"], b);
        let index = terms.add(&[scaled, t]);
        let solution = solve(&mut terms, &[tx, bx], &[index], &[names["u"]], &[], &known).unwrap();
        assert!(!solution.unique);
    }

    #[test]
    fn an_undetermined_variable_has_no_solution() {
        let (mut terms, known, names) = setup();
        let (tx, bx) = (terms.fresh_var("tx", Sort::Int), terms.fresh_var("bx", Sort::Int));
        let b = terms.var(bx);
        assert_eq!(solve(&mut terms, &[tx, bx], &[b], &[names["u"]], &[], &known), None);
        let t = terms.var(tx);
        let zero = terms.int(0);
        let leader = terms.eq(t, zero);
        let solution = solve(&mut terms, &[tx, bx], &[b], &[names["u"]], &[leader], &known).unwrap();
        assert!(solution.unique);
        assert_eq!(solution.values[&tx], zero);
    }
}
