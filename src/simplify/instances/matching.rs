//! Matching of a trigger's terms with terms of a task.
//!
//! Variables of a schema stand for closed terms. A function of a schema stands for what makes `f(e)` the target, where
//! `e` is linear in a bound variable with coefficient 1 or -1: `f(k)`, `f(x + a*y)` (higher-order patterns, and a little
//! more). Arithmetic is matched in its polynomial normal form, for one unknown at a time.

use std::collections::BTreeMap;

use num_traits::{One, Zero};

use crate::logic::{Op, Poly, Sort, SymbolId, TermId, Terms, VarId};
use crate::tasks::Schema;

use crate::simplify::instances::schemas::{Functions, with_functions};

/// What variables and functions stand for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Binding {
    pub vars: BTreeMap<VarId, TermId>,
    pub functions: Functions,
}

/// The ways to extend the binding so that the pattern is the target.
pub fn matches(terms: &mut Terms, schema: &Schema, pattern: TermId, target: TermId, known: &Binding) -> Vec<Binding> {
    Matcher { terms, schema, opened: Vec::new() }.term(pattern, target, known)
}

/// Alternatives that are followed.
const MAX_ALTERNATIVES: usize = 8;

struct Matcher<'t> {
    terms: &'t mut Terms,
    schema: &'t Schema,
    /// Variables that stand for the bound ones of pattern and target alike.
    opened: Vec<VarId>,
}

impl Matcher<'_> {
    fn term(&mut self, pattern: TermId, target: TermId, known: &Binding) -> Vec<Binding> {
        if self.terms.sort(pattern) != self.terms.sort(target) {
            return Vec::new();
        }
        if !self.is_open(pattern, known) {
            return if self.instantiated(pattern, known) == target { vec![known.clone()] } else { Vec::new() };
        }
        let (pattern_op, target_op) = (self.terms.op(pattern).clone(), self.terms.op(target).clone());
        if let Op::Apply(symbol) = pattern_op
            && self.schema.functions.contains(&symbol)
        {
            return self.function(symbol, pattern, target, known).into_iter().collect();
        }
        let sort = self.terms.sort(pattern);
        if let Op::Var(var) = pattern_op {
            return self.bind(var, target, known).into_iter().collect();
        }
        let (patterns, targets) = (self.terms.args(pattern).to_vec(), self.terms.args(target).to_vec());
        match (&pattern_op, &target_op) {
            (Op::Add | Op::Mul, _) if sort.is_numeric() => self.equal(pattern, target, known),
            (Op::Le, Op::Le) | (Op::Lt, Op::Lt) | (Op::Eq, Op::Eq) if self.terms.sort(patterns[0]).is_numeric() => {
                self.comparison(&pattern_op, &patterns, &targets, known)
            }
            (Op::And, _) | (Op::Or, _) => self.junction(&pattern_op, pattern, target, known),
            (Op::Fold(kind, var), Op::Fold(other, other_var)) if kind == other => {
                let opened = self.terms.fresh_var("k", Sort::Int);
                let at = self.terms.var(opened);
                let body = self.terms.substitute(patterns[2], &[(*var, at)].into());
                let shift = self.moving_part(targets[0]);
                let there = self.terms.add(&[at, shift]);
                let other_body = self.terms.substitute(targets[2], &[(*other_var, there)].into());
                let range = [self.terms.sub(targets[0], shift), self.terms.sub(targets[1], shift)];
                // Bounds first: they settle what the body may need.
                let bounds = self.all(&patterns[..2], &range, known);
                self.opened.push(opened);
                let found = bounds.iter().flat_map(|bound| self.term(body, other_body, bound)).collect();
                self.opened.pop();
                found
            }
            (Op::Forall(_) | Op::Exists(_), _) => Vec::new(),
            (one, other) if one == other && patterns.len() == targets.len() => self.all(&patterns, &targets, known),
            _ => Vec::new(),
        }
    }

    /// The summands of a bound that mention opened variables. A range is matched as it is when shifted by them, since
    /// the normal form of sums (`sums.rs`) reads arrays at the variable itself.
    fn moving_part(&mut self, bound: TermId) -> TermId {
        let mut poly = self.terms.poly(bound);
        let moves = |atom: &TermId| self.terms.free(*atom).iter().any(|var| self.opened.contains(var));
        poly.terms.retain(|monomial| monomial.iter().any(moves));
        self.terms.from_poly(&poly, Sort::Int)
    }

    fn all(&mut self, patterns: &[TermId], targets: &[TermId], known: &Binding) -> Vec<Binding> {
        let mut found = vec![known.clone()];
        for (pattern, target) in patterns.iter().zip(targets) {
            found = found.iter().flat_map(|binding| self.term(*pattern, *target, binding)).collect();
            found.truncate(MAX_ALTERNATIVES);
        }
        found
    }

    /// Whether something in the pattern is still to be found.
    fn is_open(&self, pattern: TermId, known: &Binding) -> bool {
        let unknown_var =
            self.terms.free(pattern).iter().any(|var| self.schema.vars.contains(var) && !known.vars.contains_key(var));
        unknown_var
            || (!self.schema.functions.is_empty()
                && self
                    .terms
                    .symbols_in(&[pattern])
                    .iter()
                    .any(|symbol| self.schema.functions.contains(symbol) && !known.functions.contains_key(symbol)))
    }

    fn instantiated(&mut self, pattern: TermId, known: &Binding) -> TermId {
        let term = self.terms.substitute(pattern, &known.vars);
        with_functions(self.terms, term, &known.functions)
    }

    /// A variable stands for a term without bound variables.
    fn bind(&mut self, var: VarId, target: TermId, known: &Binding) -> Option<Binding> {
        if !self.schema.vars.contains(&var) || !self.terms.is_closed(target) {
            return None;
        }
        match known.vars.get(&var) {
            Some(value) => (*value == target).then(|| known.clone()),
            None => {
                let mut binding = known.clone();
                binding.vars.insert(var, target);
                Some(binding)
            }
        }
    }

    /// `pattern = target` as polynomials, for the one variable of the schema that is unknown in them.
    fn equal(&mut self, pattern: TermId, target: TermId, known: &Binding) -> Vec<Binding> {
        let pattern = self.instantiated(pattern, known);
        let difference = self.terms.poly(target).sub(&self.terms.poly(pattern));
        self.vanishing(&difference, self.terms.sort(target), known).into_iter().collect()
    }

    /// Comparisons in normal form are of a difference with 0.
    fn comparison(&mut self, op: &Op, patterns: &[TermId], targets: &[TermId], known: &Binding) -> Vec<Binding> {
        let patterns: Vec<TermId> = patterns.iter().map(|pattern| self.instantiated(*pattern, known)).collect();
        let sort = self.terms.sort(patterns[0]);
        let pattern = self.terms.poly(patterns[1]).sub(&self.terms.poly(patterns[0]));
        let target = self.terms.poly(targets[1]).sub(&self.terms.poly(targets[0]));
        let same = target.sub(&pattern);
        let mut found: Vec<Binding> = self.vanishing(&same, sort, known).into_iter().collect();
        if *op == Op::Eq {
            let mut opposite = target;
            opposite.add(&pattern);
            found.extend(self.vanishing(&opposite, sort, known));
        }
        // Any comparison could be solved for an unknown; only those that speak of the same things are meant.
        let atoms = pattern.atoms();
        found.retain(|binding| {
            let new = binding.vars.iter().filter(|(var, _)| !known.vars.contains_key(var));
            new.map(|(_, value)| self.terms.poly(*value).atoms())
                .all(|used| !used.iter().any(|atom| atoms.contains(atom)))
        });
        found
    }

    /// The value of the one unknown that makes the polynomial 0.
    fn vanishing(&mut self, poly: &Poly, sort: Sort, known: &Binding) -> Option<Binding> {
        let unknown: Vec<VarId> =
            self.schema.vars.iter().copied().filter(|var| !known.vars.contains_key(var)).collect();
        for var in unknown {
            if self.terms.var_info(var).sort != sort {
                continue;
            }
            let atom = self.terms.var(var);
            let Some((coefficient, rest)) = poly.linear_in(atom) else { continue };
            let Some(factor) = coefficient.as_constant() else { continue };
            if factor.is_zero() || (sort == Sort::Int && !factor.abs().is_one()) {
                continue;
            }
            let value = rest.scale(&-factor.recip());
            let value = self.terms.from_poly(&value, sort);
            return self.bind(var, value, known);
        }
        poly.is_zero().then(|| known.clone())
    }

    /// Each part of the pattern is one of the target's; a function application takes what is left.
    fn junction(&mut self, op: &Op, pattern: TermId, target: TermId, known: &Binding) -> Vec<Binding> {
        let parts = self.terms.args(pattern).to_vec();
        let is_rest = |matcher: &Self, part: &TermId| match matcher.terms.op(*part) {
            Op::Apply(symbol) => matcher.schema.functions.contains(symbol) && !known.functions.contains_key(symbol),
            _ => false,
        };
        let rest: Vec<TermId> = parts.iter().copied().filter(|part| is_rest(self, part)).collect();
        let single: Vec<TermId> = parts.iter().copied().filter(|part| !is_rest(self, part)).collect();
        if rest.len() > 1 {
            return Vec::new();
        }
        let targets = if self.terms.op(target) == op { self.terms.args(target).to_vec() } else { vec![target] };
        let mut states = vec![(known.clone(), targets)];
        for part in single {
            let mut next = Vec::new();
            for (binding, left) in &states {
                for (at, candidate) in left.iter().enumerate() {
                    for extended in self.term(part, *candidate, binding) {
                        let mut left = left.clone();
                        left.remove(at);
                        next.push((extended, left));
                    }
                }
            }
            next.truncate(MAX_ALTERNATIVES);
            states = next;
        }
        let mut found = Vec::new();
        for (binding, left) in states {
            match rest.as_slice() {
                [] if left.is_empty() => found.push(binding),
                [function] => {
                    let left = if *op == Op::And { self.terms.and(&left) } else { self.terms.or(&left) };
                    found.extend(self.term(*function, left, &binding));
                }
                _ => {}
            }
        }
        found
    }

    /// `f(e1, .., en) = target`: each `e` gives one bound variable in terms of an argument of `f`.
    fn function(&mut self, symbol: SymbolId, pattern: TermId, target: TermId, known: &Binding) -> Option<Binding> {
        let args = self.terms.args(pattern).to_vec();
        let mut params = Vec::new();
        let mut solved: BTreeMap<VarId, TermId> = BTreeMap::new();
        for arg in args {
            let arg = self.instantiated(arg, known);
            if self.terms.sort(arg) != Sort::Int
                || self.terms.free(arg).iter().any(|var| self.schema.vars.contains(var))
            {
                return None;
            }
            let param = self.terms.fresh_var("z", Sort::Int);
            let poly = self.terms.poly(arg);
            let solution = self.opened.iter().rev().copied().find_map(|bound| {
                if solved.contains_key(&bound) {
                    return None;
                }
                let atom = self.terms.var(bound);
                let (coefficient, rest) = poly.linear_in(atom)?;
                let factor = coefficient.as_constant()?;
                factor.abs().is_one().then_some((bound, factor, rest))
            });
            let (bound, factor, rest) = solution?;
            let mut value = Poly::atom(self.terms.var(param));
            value = value.sub(&rest).scale(&factor);
            let value = self.terms.from_poly(&value, Sort::Int);
            solved.insert(bound, value);
            params.push(param);
        }
        // A solution in terms of another solved variable would need a second substitution.
        let mentions = |term: &TermId| self.terms.free(*term).iter().any(|var| solved.contains_key(var));
        if solved.values().any(mentions) {
            return None;
        }
        let value = self.terms.substitute(target, &solved);
        if self.terms.free(value).iter().any(|var| !params.contains(var)) {
            return None;
        }
        let mut binding = known.clone();
        binding.functions.insert(symbol, (params, value));
        Some(binding)
    }
}
