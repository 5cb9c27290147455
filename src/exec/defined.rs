//! What annotations take for granted (R36): that the cells they read exist, and that nothing is divided by 0.

use crate::kernel::ir::{ArrayId, Space};
use crate::logic::{Number, Op, Poly, Sort, TermId, Terms};
use crate::tasks::Form;

use super::Executor;
use super::launch::{Ranged, conjuncts, exists_in, forall_in, occurring};
use super::state::View;

/// Facts that may be put together to show that something is defined.
const CHAIN: usize = 4;

impl Executor<'_> {
    /// What an annotation takes for granted here, unless its guards show it.
    pub(super) fn need(&mut self, fact: TermId, view: &View) {
        if view.path.is_none() && self.annotating && !self.terms.is_true(fact) && !self.shown(fact) {
            self.lenient.remove(&fact);
            self.defined.push(fact);
        }
    }

    /// What only quantifiers ask for: no index of an array whose length is not known is shown to be in bounds, but none
    /// that is negative is a witness.
    fn need_of_quantifiers(&mut self, fact: TermId, view: &View) {
        if !self.defined.contains(&fact) {
            let before = self.defined.len();
            self.need(fact, view);
            self.lenient.extend(&self.defined[before..]);
        }
    }

    /// A cell that an annotation reads. Where no length is known, no index is negative all the same.
    pub(super) fn need_cell(&mut self, array: ArrayId, cell: &[TermId], view: &View) {
        if view.path.is_some() || !self.annotating {
            return;
        }
        if matches!(self.kernel.arrays[array.index()].space, Space::Ghost | Space::Surface) {
            return;
        }
        let extents = self.extents.get(array.index()).cloned().unwrap_or_default();
        let zero = self.terms.int(0);
        for (index, extent) in cell.iter().zip(extents) {
            let above = self.terms.le(zero, *index);
            match extent {
                Some(extent) => {
                    let below = self.terms.lt(*index, extent);
                    self.need(above, view);
                    self.need(below, view);
                }
                None => self.need_of_quantifiers(above, view),
            }
        }
    }

    /// Evaluates an annotation of everyone in the domain.
    pub(super) fn annotation<T>(&mut self, domain: TermId, eval: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.annotating, true);
        let value = self.under(domain, eval);
        self.annotating = outer;
        value
    }

    /// Evaluates the body of a quantifier.
    pub(super) fn within_scope<T>(&mut self, scope: &[Ranged], eval: impl FnOnce(&mut Self) -> T) -> T {
        let ranges: Vec<TermId> = scope.iter().map(|ranged| ranged.range).collect();
        let ranges = self.terms.and(&ranges);
        self.under(ranges, eval)
    }

    /// Evaluates what is there under a condition.
    pub(super) fn under<T>(&mut self, condition: TermId, eval: impl FnOnce(&mut Self) -> T) -> T {
        self.guards.push(condition);
        let value = eval(self);
        self.guards.pop();
        value
    }

    /// A quantified proposition. No cell that does not exist is a witness, and a universal one says nothing of such cells.
    pub(super) fn all_of(&mut self, mark: usize, scope: &mut Vec<Ranged>, body: TermId) -> TermId {
        let truth = self.terms.bool(true);
        let condition = self.missing(mark, scope, is_offset);
        self.needed_under(mark, scope, truth);
        let body = self.terms.implies(condition, body);
        let body = self.both(scope, Terms::and, body);
        forall_in(&mut self.terms, scope, truth, body)
    }

    pub(super) fn one_of(&mut self, mark: usize, scope: &mut Vec<Ranged>, body: TermId) -> TermId {
        let condition = self.missing(mark, scope, |_, _, _| true);
        let truth = self.terms.bool(true);
        self.needed_under(mark, scope, truth);
        let body = self.terms.and(&[body, condition]);
        let body = self.both(scope, Terms::or, body);
        exists_in(&mut self.terms, scope, body)
    }

    /// Takes those needs out that speak of the variables.
    fn missing(&mut self, mark: usize, scope: &[Ranged], chosen: impl Fn(&Terms, &[Ranged], TermId) -> bool) -> TermId {
        let (mut taken, mut kept) = (Vec::new(), Vec::new());
        for need in self.defined.split_off(mark) {
            let speaks = !occurring(&self.terms, scope, &[need]).is_empty();
            if speaks && chosen(&self.terms, scope, need) { taken.push(need) } else { kept.push(need) }
        }
        self.defined.extend(kept);
        self.terms.and(&taken)
    }

    /// Whether the guards and what is known here show a fact, by adding up at most [`CHAIN`] comparisons.
    fn shown(&mut self, fact: TermId) -> bool {
        let mut facts = Vec::new();
        for guard in self.guards.clone() {
            if self.collect(guard, fact, &mut facts) {
                return true;
            }
        }
        for ranged in self.grid.self_scope() {
            self.collect(ranged.range, fact, &mut facts);
        }
        for at in self.context.clone() {
            let Form::Proposition(known) = self.hypotheses[at].form else { continue };
            if self.collect(known, fact, &mut facts) {
                return true;
            }
        }
        let args = self.terms.args(fact).to_vec();
        match (self.terms.op(fact), args.as_slice()) {
            (Op::Le, [low, high]) if self.terms.sort(*low) == Sort::Int => {
                let goal = self.terms.poly(*high).sub(&self.terms.poly(*low));
                follows(&goal, &facts, CHAIN)
            }
            (Op::Not, [equal]) => self.apart(*equal, &facts),
            _ => false,
        }
    }

    /// Two integers differ where one is less.
    fn apart(&self, equal: TermId, facts: &[Poly]) -> bool {
        let (Op::Eq, [a, b]) = (self.terms.op(equal), self.terms.args(equal)) else { return false };
        if self.terms.sort(*a) != Sort::Int {
            return false;
        }
        let mut above = self.terms.poly(*a).sub(&self.terms.poly(*b));
        let mut below = self.terms.poly(*b).sub(&self.terms.poly(*a));
        above.add_constant(Number::from(-1));
        below.add_constant(Number::from(-1));
        follows(&above, facts, CHAIN) || follows(&below, facts, CHAIN)
    }

    /// Adds the comparisons of a conjunction as polynomials that are not negative. Whether the fact itself is there.
    fn collect(&self, known: TermId, fact: TermId, facts: &mut Vec<Poly>) -> bool {
        if known == fact {
            return true;
        }
        let args = self.terms.args(known);
        match (self.terms.op(known), args) {
            (Op::And, _) => args.iter().any(|part| self.collect(*part, fact, facts)),
            (Op::Le | Op::Eq, [low, high]) if self.terms.sort(*low) == Sort::Int => {
                let difference = self.terms.poly(*high).sub(&self.terms.poly(*low));
                if *self.terms.op(known) == Op::Eq {
                    facts.push(difference.scale(&Number::from(-1)));
                }
                facts.push(difference);
                false
            }
            _ => false,
        }
    }
}

/// `goal >= 0` as a sum of facts and a constant.
fn follows(goal: &Poly, facts: &[Poly], steps: usize) -> bool {
    if let Some(constant) = goal.as_constant() {
        return !constant.is_negative();
    }
    let Some((monomial, coefficient)) = goal.terms.iter().find(|(monomial, _)| !monomial.is_empty()) else {
        return false;
    };
    steps > 0
        && facts
            .iter()
            .filter(|fact| fact.terms.get(monomial) == Some(coefficient))
            .any(|fact| follows(&goal.sub(fact), facts, steps - 1))
}

/// Whether a need bounds one of the variables, shifted by what does not depend on them, on a side where its guards leave the
/// variable open: it goes on to the end of the array. That the variable itself is not negative is nothing that guards
/// must say.
fn is_offset(terms: &Terms, scope: &[Ranged], need: TermId) -> bool {
    let (guards, need) = match (terms.op(need), terms.args(need)) {
        (Op::Implies, [guards, need]) => (conjuncts(terms, *guards), *need),
        _ => (Vec::new(), need),
    };
    let Some(difference) = difference(terms, need) else { return false };
    let atoms: Vec<TermId> =
        difference.atoms().into_iter().filter(|atom| !occurring(terms, scope, &[*atom]).is_empty()).collect();
    let [atom] = atoms.as_slice() else { return false };
    // Positive where the variable is bounded from below.
    let side = |poly: &Poly| {
        let (factor, rest) = poly.linear_in(*atom)?;
        Some((factor.as_constant()?.is_positive(), rest))
    };
    if !matches!(terms.op(*atom), Op::Var(_)) {
        return false;
    }
    let Some((from_below, shift)) = side(&difference) else { return false };
    let is_bounded = |guard: &TermId| {
        let bound = self::difference(terms, *guard).and_then(|bound| side(&bound));
        bound.is_some_and(|(other, _)| other == from_below)
    };
    from_below && shift.is_zero() || !guards.iter().any(is_bounded)
}

/// What a comparison of integers says not to be negative.
fn difference(terms: &Terms, comparison: TermId) -> Option<Poly> {
    match (terms.op(comparison), terms.args(comparison)) {
        (Op::Le, [low, high]) => Some(terms.poly(*high).sub(&terms.poly(*low))),
        _ => None,
    }
}
