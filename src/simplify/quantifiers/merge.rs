//! Quantifiers before they are opened: one-point rule, miniscoping, merging by bounds, elimination of bounds (SIMP-5 to SIMP-11).
//!
//! `forall y. 0 <= y < b -> forall x. 0 <= x < a -> P(x + a*y)` is `forall z. 0 <= z < a*b -> P(z)` for `a >= 1` (Kojima et al.,
//! 4.3): what a contract says block by block is said of the whole array, is a rule to rewrite with, and reaches reads under
//! binders, which instances do not. All of it is equivalence; an existential quantifier is a universal one, negated.

use std::collections::BTreeMap;

use num_traits::One;

use crate::logic::{Number, Op, Poly, Sort, TermId, Terms, VarId};
use crate::tasks::is_coordinate;

use super::bounds::{Bound, Bounds, without};
use super::open::has_quantifier;
use crate::simplify::known::Known;
use crate::simplify::rules::rule::Rule;
use crate::simplify::rules::step::Conclusion;

/// Quantified variables beyond which a quantifier is left alone.
const MAX_VARS: usize = 8;
/// Bounds on one side beyond which they are not paired.
const MAX_BOUNDS: usize = 4;

/// The proposition with fewer and smaller quantifiers; itself where no rule applies.
pub fn quantifiers(terms: &mut Terms, known: &Known, proposition: TermId) -> TermId {
    if !has_quantifier(terms, proposition) {
        return proposition;
    }
    let args = terms.args(proposition).to_vec();
    match terms.op(proposition).clone() {
        Op::Forall(vars) => {
            let body = quantifiers(terms, known, args[0]);
            let inner = terms.forall(&vars, body);
            Clause::of(terms, inner).and_then(|clause| clause.simplified(terms, known)).unwrap_or(inner)
        }
        Op::Exists(vars) => {
            let body = quantifiers(terms, known, args[0]);
            let inner = terms.exists(&vars, body);
            let negated = terms.not(inner);
            match Clause::of(terms, negated).and_then(|clause| clause.simplified(terms, known)) {
                Some(simpler) => terms.not(simpler),
                None => inner,
            }
        }
        op @ (Op::And | Op::Or | Op::Not | Op::Implies | Op::Ite | Op::Eq) => {
            let args: Vec<TermId> = args.into_iter().map(|arg| quantifiers(terms, known, arg)).collect();
            terms.rebuild(&op, &args)
        }
        _ => proposition,
    }
}

/// `forall vars. parts[0] || parts[1] || ...`
struct Clause {
    vars: Vec<VarId>,
    parts: Vec<TermId>,
}

impl Clause {
    /// A universal quantifier with those in its disjuncts pulled out, under names of their own.
    fn of(terms: &mut Terms, proposition: TermId) -> Option<Clause> {
        let mut clause = Clause { vars: Vec::new(), parts: Vec::new() };
        clause.pull(terms, proposition);
        (!clause.vars.is_empty() && clause.vars.len() <= MAX_VARS).then_some(clause)
    }

    fn pull(&mut self, terms: &mut Terms, proposition: TermId) {
        let args = terms.args(proposition).to_vec();
        match terms.op(proposition).clone() {
            Op::Or => args.into_iter().for_each(|part| self.pull(terms, part)),
            Op::Implies => {
                let premise = terms.not(args[0]);
                self.pull(terms, premise);
                self.pull(terms, args[1]);
            }
            Op::Forall(vars) => {
                let map: BTreeMap<VarId, TermId> = vars.iter().map(|var| (*var, self.own(terms, *var))).collect();
                let body = terms.substitute(args[0], &map);
                self.pull(terms, body);
            }
            Op::Bool(false) => {}
            _ => self.parts.push(proposition),
        }
    }

    /// A variable of this clause alone.
    fn own(&mut self, terms: &mut Terms, var: VarId) -> TermId {
        let info = terms.var_info(var).clone();
        let fresh = terms.fresh_var(info.name, info.sort);
        self.vars.push(fresh);
        terms.var(fresh)
    }

    /// The clause after all rules that apply, one after the other; none where none does.
    fn simplified(mut self, terms: &mut Terms, known: &Known) -> Option<TermId> {
        let mut changed = false;
        while !self.vars.is_empty() && known.step() {
            let before = known.ledger().recorder().map(|_| self.copy());
            let rule = self.one_point(terms, known);
            let rule = rule.or_else(|| self.eliminate(terms, known)).or_else(|| self.merge(terms, known));
            match rule {
                Some(rule) => {
                    known.used(rule);
                    self.record(rule, before, terms, known);
                }
                None => break,
            }
            changed = true;
        }
        let groups = self.groups(terms);
        if groups.iter().filter(|group| !group.vars.is_empty()).count() < 2 || !known.is_on(Rule::Miniscope) {
            return changed.then(|| self.closed(terms));
        }
        known.used(Rule::Miniscope);
        let apart: Vec<TermId> = groups.iter().map(|group| group.closed(terms)).collect();
        let apart = terms.or(&apart);
        if known.ledger().recorder().is_some() {
            let mut terms = terms.clone();
            let whole = self.closed(&mut terms);
            known.record(&terms, Rule::Miniscope, &[], Conclusion::Equal(whole, apart));
        }
        Some(apart)
    }

    fn copy(&self) -> Clause {
        Clause { vars: self.vars.clone(), parts: self.parts.clone() }
    }

    /// Shows to whoever looks on what a rule has made of a clause, in a pool of its own.
    fn record(&self, rule: Rule, before: Option<Clause>, terms: &Terms, known: &Known) {
        let Some(before) = before else { return };
        let mut terms = terms.clone();
        let [before, after] = [&before, self].map(|clause| clause.closed(&mut terms));
        known.record(&terms, rule, &[], Conclusion::Equal(before, after));
    }

    /// As a proposition: literals that bound are premises, for the eye and for what reads hypotheses as rules.
    fn closed(&self, terms: &mut Terms) -> TermId {
        let (premises, conclusions): (Vec<TermId>, Vec<TermId>) =
            self.parts.iter().copied().partition(|part| matches!(terms.op(*part), Op::Le | Op::Lt | Op::Not));
        let (premises, conclusions) = match conclusions.is_empty() {
            true => {
                (premises[..premises.len().saturating_sub(1)].to_vec(), premises.last().copied().into_iter().collect())
            }
            false => (premises, conclusions),
        };
        let premises: Vec<TermId> = premises.into_iter().map(|part| terms.not(part)).collect();
        let (premise, conclusion) = (terms.and(&premises), terms.or(&conclusions));
        let body = terms.implies(premise, conclusion);
        terms.forall(&self.vars, body)
    }

    /// `x != e || P(x)` is `P(e)`.
    fn one_point(&mut self, terms: &mut Terms, known: &Known) -> Option<Rule> {
        if !known.is_on(Rule::OnePoint) {
            return None;
        }
        for part in self.parts.clone() {
            let equation = match terms.op(part) {
                Op::Not => terms.args(part)[0],
                _ => continue,
            };
            if *terms.op(equation) != Op::Eq {
                continue;
            }
            for var in self.vars.clone() {
                if is_coordinate(&terms.var_info(var).name) {
                    continue;
                }
                let Some(value) = solved(terms, equation, var) else { continue };
                let map = BTreeMap::from([(var, value)]);
                let parts: Vec<TermId> = self.parts.iter().map(|part| terms.substitute(*part, &map)).collect();
                self.vars.retain(|own| *own != var);
                self.flatten(terms, &parts);
                return Some(Rule::OnePoint);
            }
        }
        None
    }

    fn flatten(&mut self, terms: &mut Terms, parts: &[TermId]) {
        self.parts.clear();
        for part in parts {
            self.pull(terms, *part);
        }
        let all = terms.or(&self.parts);
        if terms.is_true(all) {
            self.parts = vec![all];
        }
        let free = terms.free(all).clone();
        self.vars.retain(|var| free.contains(var));
    }

    /// A variable that occurs in bounds only (SIMP-10): the lower ones must not exceed the upper ones, or the rest holds. Where
    /// one of the bounds has a factor, the range must not be empty, and the bound hold at the end where it is hardest.
    fn eliminate(&mut self, terms: &mut Terms, known: &Known) -> Option<Rule> {
        for var in self.vars.clone() {
            if terms.var_info(var).sort != Sort::Int {
                continue;
            }
            let (own, rest): (Vec<TermId>, Vec<TermId>) =
                self.parts.iter().copied().partition(|part| terms.free(*part).contains(&var));
            if own.is_empty() {
                continue;
            }
            // A part `x < e` of the clause leaves the range from `e` on.
            let (mut low, mut high, mut scaled) = (Vec::new(), Vec::new(), Vec::new());
            for part in &own {
                let outside = terms.not(*part);
                match Bound::of(terms, outside, var) {
                    Some(Bound { upper: true, value, .. }) => high.push(value),
                    Some(Bound { upper: false, value, .. }) => low.push(value),
                    None => scaled.push(*part),
                }
            }
            let (rule, pairs) = match scaled[..] {
                [] => (Rule::EliminateBounds, pairs(terms, &low, &high)),
                [part] => (Rule::ExtremeBound, extreme(terms, known, var, part, &low, &high)),
                _ => continue,
            };
            let Some(pairs) = pairs.filter(|_| known.is_on(rule)) else { continue };
            self.vars.retain(|own| *own != var);
            let parts: Vec<TermId> = rest.into_iter().chain(pairs).collect();
            self.flatten(terms, &parts);
            return Some(rule);
        }
        None
    }

    /// Two variables of which one is the lower digit of what both occur in (SIMP-8).
    fn merge(&mut self, terms: &mut Terms, known: &Known) -> Option<Rule> {
        if !known.is_on(Rule::MergeBounds) {
            return None;
        }
        let pairs: Vec<(VarId, VarId)> =
            self.vars.iter().flat_map(|low| self.vars.iter().map(move |high| (*low, *high))).collect();
        for (low, high) in pairs {
            let is_digit = |var: VarId| {
                let info = terms.var_info(var);
                // Hypotheses about threads get instances by the names of their coordinates.
                info.sort == Sort::Int && !is_coordinate(&info.name)
            };
            if low != high && is_digit(low) && is_digit(high) && self.merge_digits(terms, known, low, high) {
                return Some(Rule::MergeBounds);
            }
        }
        None
    }

    fn merge_digits(&mut self, terms: &mut Terms, known: &Known, low: VarId, high: VarId) -> bool {
        let body = terms.or(&self.parts);
        let digit = Bounds::universal(terms, body, low);
        for (first, last) in digit.ranges(terms, &[low, high], MAX_BOUNDS) {
            // 0 <= x - first <= last - first: the number of values is the factor of the higher digit.
            let mut size = terms.poly(last.value).sub(&terms.poly(first.value));
            size.add(&Poly::integer(1));
            let size = terms.from_poly(&size, Sort::Int);
            let one = terms.int(1);
            let empty = terms.lt(size, one);
            if terms.is_true(empty) {
                continue;
            }
            let rest = without(terms, body, &[first.literal, last.literal]);
            let upper = Bounds::universal(terms, rest, high);
            let outer = upper.ends(terms, &[low, high]);
            let rest = without(terms, rest, &outer.iter().map(|bound| bound.literal).collect::<Vec<_>>());
            // The polynomial test: with x = z - a*y no y is left.
            let number = terms.fresh_var("z", Sort::Int);
            let (z, y) = (terms.var(number), terms.var(high));
            let scaled = terms.mul(size, y);
            let x = terms.sub(z, scaled);
            let rest = terms.substitute(rest, &BTreeMap::from([(low, x)]));
            if terms.free(rest).contains(&high) {
                continue;
            }
            // first + a*lowest <= z <= last + a*highest.
            let mut parts = vec![rest];
            for bound in &outer {
                let end = if bound.upper { last.value } else { first.value };
                let scaled = terms.mul(size, bound.value);
                let end = terms.add(&[end, scaled]);
                parts.push(if bound.upper { terms.lt(end, z) } else { terms.lt(z, end) });
            }
            if known.decide(terms, empty) != Some(false) {
                parts.push(empty);
            }
            self.vars.retain(|var| *var != low && *var != high);
            self.vars.push(number);
            self.flatten(terms, &parts);
            return true;
        }
        false
    }

    /// `forall x, y. P(x) || Q(y)` is `(forall x. P(x)) || (forall y. Q(y))` (SIMP-6): parts that share variables stay together.
    fn groups(&self, terms: &Terms) -> Vec<Clause> {
        let mut groups: Vec<Clause> = Vec::new();
        for part in &self.parts {
            let free = terms.free(*part);
            let vars: Vec<VarId> = self.vars.iter().copied().filter(|var| free.contains(var)).collect();
            let mut joined = Clause { vars, parts: vec![*part] };
            for group in std::mem::take(&mut groups) {
                if group.vars.iter().any(|var| joined.vars.contains(var)) {
                    joined.vars.extend(group.vars);
                    joined.parts.extend(group.parts);
                } else {
                    groups.push(group);
                }
            }
            joined.vars.sort();
            joined.vars.dedup();
            groups.push(joined);
        }
        groups
    }
}

/// The value that an equation gives a variable: one that does not mention it.
fn solved(terms: &mut Terms, equation: TermId, var: VarId) -> Option<TermId> {
    let (left, right) = (terms.args(equation)[0], terms.args(equation)[1]);
    let atom = terms.var(var);
    let value = match terms.sort(left) {
        sort @ (Sort::Int | Sort::Real) if terms.sort(atom) == sort => {
            let (coefficient, rest) = terms.poly(left).sub(&terms.poly(right)).linear_in(atom)?;
            let factor = coefficient.as_constant().filter(|factor| factor.abs().is_one())?;
            terms.from_poly(&rest.scale(&-factor), sort)
        }
        _ if left == atom => right,
        _ if right == atom => left,
        _ => return None,
    };
    (!terms.free(value).contains(&var)).then_some(value)
}

/// For each lower and each upper bound that the lower one is above: the range is empty.
fn pairs(terms: &mut Terms, low: &[TermId], high: &[TermId]) -> Option<Vec<TermId>> {
    if low.len() > MAX_BOUNDS || high.len() > MAX_BOUNDS {
        return None;
    }
    let above: Vec<TermId> = low
        .iter()
        .flat_map(|low| high.iter().map(move |high| (*high, *low)))
        .map(|(high, low)| terms.lt(high, low))
        .collect();
    Some(above)
}

/// `low <= x <= high -> 0 <= c*x + r` with `c` of known sign: the range is empty, or it holds at the end where `c*x` is least.
fn extreme(
    terms: &mut Terms,
    known: &Known,
    var: VarId,
    part: TermId,
    low: &[TermId],
    high: &[TermId],
) -> Option<Vec<TermId>> {
    let (&[low], &[high]) = (low, high) else { return None };
    if *terms.op(part) != Op::Le || terms.sort(terms.args(part)[0]) != Sort::Int {
        return None;
    }
    let room = terms.poly(terms.args(part)[1]).sub(&terms.poly(terms.args(part)[0]));
    let atom = terms.var(var);
    let (coefficient, rest) = room.linear_in(atom)?;
    if coefficient.atoms().into_iter().chain(rest.atoms()).any(|atom| terms.free(atom).contains(&var)) {
        return None;
    }
    let end = if known.sign(terms, &coefficient) {
        low
    } else if known.sign(terms, &coefficient.scale(&-Number::one())) {
        high
    } else {
        return None;
    };
    let mut least = coefficient.mul(&terms.poly(end));
    least.add(&rest);
    let (least, zero) = (terms.from_poly(&least, Sort::Int), terms.int(0));
    Some(vec![terms.lt(high, low), terms.le(zero, least)])
}
