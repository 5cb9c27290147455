//! What annotations take for granted (CLAUSE-12): that the cells they read exist, and that nothing is divided by 0.

use crate::exec::state::{Cell, Executor, Need, NeedKind, Ranged, View, exists_in, forall_in, occurring};
use crate::kernel::ir::Space;
use crate::logic::{Number, Op, Poly, Sort, TermId, Terms};
use crate::tasks::Form;

/// Facts that may be put together to show that something is defined.
const CHAIN: usize = 4;

impl Executor<'_> {
    /// What an annotation takes for granted here, unless its guards show it.
    pub fn need(&mut self, fact: TermId, view: &View) {
        self.need_of(NeedKind::Value, fact, view);
    }

    fn need_of(&mut self, kind: NeedKind, fact: TermId, view: &View) {
        if view.path.is_some() || !self.needs.annotating || self.terms.is_true(fact) || self.shown(fact) {
            return;
        }
        let kind = if self.terms.is_false(fact) { NeedKind::Value } else { kind };
        self.needs.open.push(Need { guards: Vec::new(), fact, kind });
    }

    /// A cell that an annotation reads. Where no length is known, no index is negative all the same.
    pub fn need_cell(&mut self, cell: Cell<'_>, view: &View) {
        if view.path.is_some() || !self.needs.annotating {
            return;
        }
        if matches!(self.kernel.arrays[cell.array.index()].space, Space::Ghost | Space::Surface) {
            return;
        }
        let extents = self.memory.extents.get(cell.array.index()).cloned().unwrap_or_default();
        let zero = self.terms.int(0);
        for (index, extent) in cell.index.iter().zip(extents) {
            let above = self.terms.le(zero, *index);
            match extent {
                Some(extent) => {
                    let below = self.terms.lt(*index, extent);
                    self.need_of(NeedKind::Cell, above, view);
                    self.need_of(NeedKind::Cell, below, view);
                }
                None => self.need_of(NeedKind::Unsized, above, view),
            }
        }
    }

    /// Evaluates an annotation of everyone in the domain.
    pub fn annotation<T>(&mut self, domain: TermId, eval: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.needs.annotating, true);
        let value = self.under(domain, eval);
        self.needs.annotating = outer;
        value
    }

    /// Evaluates the body of a quantifier.
    pub fn within_scope<T>(&mut self, scope: &[Ranged], eval: impl FnOnce(&mut Self) -> T) -> T {
        let ranges: Vec<TermId> = scope.iter().map(|ranged| ranged.range).collect();
        let ranges = self.terms.and(&ranges);
        self.under(ranges, eval)
    }

    /// Evaluates what is there under a condition.
    pub fn under<T>(&mut self, condition: TermId, eval: impl FnOnce(&mut Self) -> T) -> T {
        self.needs.guards.push(condition);
        let value = eval(self);
        self.needs.guards.pop();
        value
    }

    /// A quantified proposition. No cell that does not exist is a witness, and a universal one says nothing of such cells.
    pub fn all_of(&mut self, mark: usize, scope: &mut Vec<Ranged>, body: TermId) -> TermId {
        let truth = self.terms.bool(true);
        let condition = self.missing(mark, |terms, need| is_offset(terms, scope, need));
        self.needed_under(mark, scope, truth);
        let body = self.terms.implies(condition, body);
        let body = self.both(scope, Terms::and, body);
        forall_in(&mut self.terms, scope, truth, body)
    }

    /// The same of an existential one.
    pub fn one_of(&mut self, mark: usize, scope: &mut Vec<Ranged>, body: TermId) -> TermId {
        let condition =
            self.missing(mark, |terms, need| need.kind != NeedKind::Decreases && need.mentions(terms, scope));
        let truth = self.terms.bool(true);
        self.needed_under(mark, scope, truth);
        let body = self.terms.and(&[body, condition]);
        let body = self.both(scope, Terms::or, body);
        exists_in(&mut self.terms, scope, body)
    }

    /// Takes the chosen needs out.
    fn missing(&mut self, mark: usize, chosen: impl Fn(&Terms, &Need) -> bool) -> TermId {
        let (taken, kept): (Vec<Need>, Vec<Need>) =
            self.needs.open.split_off(mark).into_iter().partition(|need| chosen(&self.terms, need));
        self.needs.open.extend(kept);
        let taken: Vec<TermId> = taken.iter().map(|need| need.term(&mut self.terms)).collect();
        self.terms.and(&taken)
    }

    /// What is needed of the operands evaluated since `mark` is needed only under a condition, for all `scope`.
    pub fn needed_under(&mut self, mark: usize, scope: &[Ranged], condition: TermId) {
        for mut need in self.needs.open.split_off(mark) {
            need.guards.push(condition);
            if need.mentions(&self.terms, scope) {
                let guards = self.terms.and(&need.guards);
                let fact = forall_in(&mut self.terms, scope, guards, need.fact);
                let kind = if need.kind == NeedKind::Cell { NeedKind::Value } else { need.kind };
                need = Need { guards: Vec::new(), fact, kind };
            }
            self.needs.open.push(need);
        }
    }

    /// What was needed of what was evaluated last, as one proposition.
    pub fn take_needs(&mut self) -> TermId {
        let mut needs = std::mem::take(&mut self.needs.open);
        needs.retain(|need| need.kind != NeedKind::Unsized);
        let needs: Vec<TermId> = needs.iter().map(|need| need.term(&mut self.terms)).collect();
        self.terms.and(&needs)
    }

    /// Whether the guards and what is known here show a fact, by adding up at most [`CHAIN`] comparisons.
    fn shown(&mut self, fact: TermId) -> bool {
        let mut facts = Vec::new();
        for guard in self.needs.guards.clone() {
            if self.gather(guard, fact, &mut facts) {
                return true;
            }
        }
        for ranged in self.grid.self_scope() {
            self.gather(ranged.range, fact, &mut facts);
        }
        for at in self.here.context.clone() {
            let Form::Proposition(known) = self.output.hypotheses[at].form else { continue };
            if self.gather(known, fact, &mut facts) {
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
    fn gather(&self, known: TermId, fact: TermId, facts: &mut Vec<Poly>) -> bool {
        if known == fact {
            return true;
        }
        let args = self.terms.args(known);
        match (self.terms.op(known), args) {
            (Op::And, _) => args.iter().any(|part| self.gather(*part, fact, facts)),
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

/// Whether a need bounds one of the variables as the index of a cell, shifted by what does not depend on them, on a side
/// where its guards leave the variable open: it goes on to the end of the array. That the variable itself is not negative
/// is nothing that guards must say, unless they bound it on both sides.
fn is_offset(terms: &Terms, scope: &[Ranged], need: &Need) -> bool {
    if matches!(need.kind, NeedKind::Value | NeedKind::Decreases) {
        return false;
    }
    let Some(difference) = difference(terms, need.fact) else { return false };
    let atoms: Vec<TermId> =
        difference.atoms().into_iter().filter(|atom| !occurring(terms, scope, &[*atom]).is_empty()).collect();
    let [atom] = atoms.as_slice() else { return false };
    if !matches!(terms.op(*atom), Op::Var(_)) {
        return false;
    }
    let Some((from_below, shift)) = side(&difference, *atom) else { return false };
    let all = need.guards.iter().map(|guard| bounds(terms, *guard, *atom));
    let (below, above) = all.fold((false, false), |one, other| (one.0 || other.0, one.1 || other.1));
    let same_side = if from_below { below } else { above };
    !(below && above) && (from_below && shift.is_zero() || !same_side)
}

/// Whether a proposition bounds a variable from below and from above.
fn bounds(terms: &Terms, guard: TermId, atom: TermId) -> (bool, bool) {
    let args = terms.args(guard);
    let parts = args.iter().map(|part| bounds(terms, *part, atom));
    match (terms.op(guard), args) {
        (Op::And, _) => parts.fold((false, false), |one, other| (one.0 || other.0, one.1 || other.1)),
        (Op::Or, _) => parts.fold((true, true), |one, other| (one.0 && other.0, one.1 && other.1)),
        (Op::Le, _) => match difference(terms, guard).and_then(|bound| side(&bound, atom)) {
            Some((from_below, _)) => (from_below, !from_below),
            None => (false, false),
        },
        (Op::Eq, [left, right]) if terms.sort(*left) == Sort::Int => {
            let is_value = side(&terms.poly(*left).sub(&terms.poly(*right)), atom).is_some();
            (is_value, is_value)
        }
        _ => (false, false),
    }
}

/// Whether a polynomial that is not negative bounds a variable from below, and what is in it beside the variable.
fn side(bound: &Poly, atom: TermId) -> Option<(bool, Poly)> {
    let (factor, rest) = bound.linear_in(atom)?;
    let factor = factor.as_constant()?;
    (factor.is_positive() || factor.is_negative()).then(|| (factor.is_positive(), rest))
}

/// What a comparison of integers says not to be negative.
fn difference(terms: &Terms, comparison: TermId) -> Option<Poly> {
    match (terms.op(comparison), terms.args(comparison)) {
        (Op::Le, [low, high]) => Some(terms.poly(*high).sub(&terms.poly(*low))),
        _ => None,
    }
}
