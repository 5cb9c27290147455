//! What is known in a context: literals that hold, and lower bounds of linear forms.
//!
//! [`Known::decide`] answers from what was assumed, by bounds that differ in a constant and by the signs of
//! products of non-negative atoms. It never guesses: `None` means that a solver has to look.

pub mod bounds;
mod layers;
mod literals;

use std::sync::Arc;

use num_integer::Integer;
use num_traits::{One, Zero};
use smallvec::SmallVec;

use crate::logic::poly::{Monomial, Poly, remove_factors};
use crate::logic::{Number, Op, Sort, TermId, Terms};

use crate::simplify::rules::rule::{Ledger, Rule};
use crate::simplify::rules::step::{Conclusion, Law, Premise, Step};
use bounds::AtomBound;
use layers::{Layer, signs};
use literals::{atom_bounds, forms, multiple, unequal};

/// Literals that hold, and what follows cheaply. A clone shares what is known so far: every implication and every
/// branch of an `ite` opens a context of its own.
#[derive(Clone, Debug, Default)]
pub struct Known {
    layer: Arc<Layer>,
    /// What holds in the cases that the part is in.
    cases: Arc<Vec<TermId>>,
    /// What was counted in this context and all that are made from it or made it.
    ledger: Arc<Ledger>,
}

/// The most factors of a monomial whose sign is asked for: each may double the terms that it is expanded to.
const MAX_DEGREE: usize = 10;

impl Known {
    /// Counts a step of a search with bounds; false when they are spent.
    pub fn step(&self) -> bool {
        self.ledger.step()
    }

    /// Whether no search with bounds finds anything any more.
    pub fn is_spent(&self) -> bool {
        self.ledger.is_spent()
    }

    /// A context in which nothing is known, with a ledger of its own.
    pub fn with_ledger(ledger: Ledger) -> Known {
        Known { ledger: Arc::new(ledger), ..Known::default() }
    }

    /// A context in which nothing is known but the case, with the same ledger.
    pub fn nothing(&self) -> Known {
        Known { layer: Arc::default(), ..self.clone() }
    }

    /// What is known, in a case of the part in which these hold.
    pub fn in_case(mut self, facts: &[TermId]) -> Known {
        Arc::make_mut(&mut self.cases).extend(facts);
        self
    }

    /// What holds in the cases that the part is in.
    pub fn cases(&self) -> &[TermId] {
        &self.cases
    }

    /// What is known, with a ledger of its own.
    pub fn on_its_own(self) -> Known {
        Known { ledger: Arc::new(self.ledger.anew()), ..self }
    }

    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Whether the rule may be applied.
    pub fn is_on(&self, rule: Rule) -> bool {
        self.ledger.is_on(rule)
    }

    /// Counts a use of a rule.
    pub fn used(&self, rule: Rule) {
        self.ledger.used(rule);
    }

    /// Adds a proposition: conjunctions are taken apart, comparisons become bounds.
    pub fn assume(&mut self, terms: &mut Terms, proposition: TermId) {
        match terms.op(proposition) {
            Op::And => {
                for part in terms.args(proposition).to_vec() {
                    self.assume(terms, part);
                }
            }
            Op::Bool(_) => {}
            _ => {
                if self.contains(proposition) {
                    return;
                }
                self.own().add_literal(proposition);
                if let Some((atom, divisor)) = multiple(terms, proposition) {
                    self.own().add_multiple(atom, divisor);
                    let about: Vec<Poly> = self.layer.forms_with(atom);
                    about.into_iter().for_each(|form| self.add_bound(terms, form));
                }
                for form in forms(terms, proposition) {
                    if let Some(form) = self.without_quotient(terms, &form) {
                        self.add_bound(terms, form);
                    }
                    self.add_bound(terms, form);
                }
                if let Some(difference) = unequal(terms, proposition) {
                    // One of two unequal integers is the smaller one, where that is known.
                    for mut room in [difference.scale(&Number::from(-1)), difference] {
                        if self.non_negative(terms, &room) {
                            room.add(&Poly::integer(-1));
                            self.add_bound(terms, room);
                        }
                    }
                }
            }
        }
    }

    /// A bound of a quotient as one of its dividend: `q + r >= 0` with `q = a div m` is `a + m·r >= 0`, and `r - q >= 0`
    /// is `m·r + m - 1 - a >= 0`, for a positive `m`.
    pub fn without_quotient(&self, terms: &Terms, form: &Poly) -> Option<Poly> {
        let quotient = form.atoms().into_iter().find(|atom| *terms.op(*atom) == Op::Div)?;
        let (value, divisor) = (terms.args(quotient)[0], terms.args(quotient)[1]);
        let (coefficient, rest) = form.linear_in(quotient)?;
        let factor = coefficient.as_constant().and_then(|factor| factor.to_i64())?;
        if !self.positive(terms, divisor) {
            return None;
        }
        let (value, divisor) = (terms.poly(value), terms.poly(divisor));
        let mut scaled = divisor.mul(&rest);
        match factor {
            1 => scaled.add(&value),
            -1 => {
                scaled = scaled.sub(&value);
                scaled.add(&divisor);
                scaled.add(&Poly::integer(-1));
            }
            _ => return None,
        }
        Some(scaled)
    }

    fn add_bound(&mut self, terms: &Terms, form: Poly) {
        let (linear, constant) = form.without_constant();
        if linear.is_zero() {
            return;
        }
        let bound = self.tightened(terms, &linear, -constant);
        if self.layer.bound(&linear).is_none_or(|known| bound > *known) {
            let atoms = atom_bounds(&linear, &bound);
            // `x < w` with `0 <= x` makes `w` positive.
            let lowest = |known: &AtomBound| Some((known.atom, self.least(terms, &known.bound)?));
            let single = atoms.iter().filter(|known| !known.upper && !known.mentions.is_empty()).filter_map(lowest);
            let numbers: Vec<(TermId, Number)> = single.chain(self.factors(terms, &linear, &bound)).collect();
            self.own().add_bound(linear, bound, atoms);
            for (atom, number) in numbers {
                if self.lower(terms, atom).is_none_or(|known| known < number) {
                    self.add_bound(terms, Poly::atom(atom).sub(&Poly::constant(number)));
                }
            }
        }
    }

    /// Integers that are positive since a product of natural numbers with them is: `n <= 32·x` with `1 <= n` makes `x` positive.
    fn factors(&self, terms: &Terms, linear: &Poly, bound: &Number) -> Vec<(TermId, Number)> {
        let mut found = Vec::new();
        for (monomial, coefficient) in linear.terms.iter().filter(|(_, coefficient)| coefficient.is_positive()) {
            if monomial.len() == 1 && coefficient.is_one() {
                continue;
            }
            let mut others = Poly::constant(bound.clone()).sub(linear);
            others.add_term(monomial.clone(), coefficient.clone());
            if !self.least(terms, &others).is_some_and(|least| least.is_positive()) {
                continue;
            }
            let open = |atom: &&TermId| self.lower(terms, **atom).is_none_or(|lower| lower.is_zero());
            let is_natural = |atom: &TermId| self.lower(terms, *atom).is_some();
            let open: Vec<&TermId> = monomial.iter().filter(open).collect();
            if let [atom] = open[..]
                && terms.sort(*atom) == Sort::Int
                && monomial.iter().all(|other| other == atom || is_natural(other))
            {
                found.push((*atom, Number::one()));
            }
        }
        found
    }

    /// The next multiple from a bound on, of a number that divides the form.
    fn tightened(&self, terms: &Terms, linear: &Poly, bound: Number) -> Number {
        let of_integers = || linear.terms.keys().flatten().all(|atom| terms.sort(*atom) == Sort::Int);
        let divisors = self.layer.multiples().map(|(_, divisor)| divisor);
        let divisor = divisors.filter(|divisor| self.divides(*divisor, linear)).max();
        match divisor.filter(|_| bound.is_integer() && of_integers()) {
            Some(divisor) => {
                let rest = bound.to_integer().mod_floor(&divisor.into());
                if rest.is_zero() { bound } else { bound + Number::from(num_bigint::BigInt::from(divisor) - rest) }
            }
            None => bound,
        }
    }

    /// Whether the number divides each summand.
    pub fn divides(&self, divisor: i64, poly: &Poly) -> bool {
        let is_multiple = |atom: &TermId| self.layer.multiples().any(|(own, by)| own == *atom && by % divisor == 0);
        poly.terms.iter().all(|(monomial, factor)| {
            factor.is_integer() && ((&factor.to_integer() % divisor).is_zero() || monomial.iter().any(is_multiple))
        })
    }

    /// A number that the polynomial is not below, by the lower bounds of its atoms.
    fn least(&self, terms: &Terms, poly: &Poly) -> Option<Number> {
        let mut least = Number::zero();
        for (monomial, coefficient) in &poly.terms {
            let mut product = coefficient.clone();
            for atom in monomial {
                product = &product * &self.lower(terms, *atom).filter(|_| coefficient.is_positive())?;
            }
            least += &product;
        }
        Some(least)
    }

    /// The layer to write to: a new one, where the present one is shared.
    fn own(&mut self) -> &mut Layer {
        if Arc::get_mut(&mut self.layer).is_none() {
            self.layer = Arc::new(Layer::inside(self.layer.clone()));
        }
        Arc::get_mut(&mut self.layer).expect("a layer made here has one owner")
    }

    /// The truth of a literal, if it is known or follows by eliminating variables with their bounds.
    pub fn decide_by_bounds(&self, terms: &mut Terms, literal: TermId) -> Option<bool> {
        self.decide(terms, literal).or_else(|| {
            let (left, right) = (*terms.args(literal).first()?, *terms.args(literal).get(1)?);
            if *terms.op(literal) != Op::Le || terms.sort(left) != Sort::Int {
                return None;
            }
            let room = terms.poly(right).sub(&terms.poly(left));
            if bounds::non_negative(terms, self, &room) {
                return Some(true);
            }
            let mut opposite = room.scale(&Number::from(-1));
            opposite.add(&Poly::integer(-1));
            bounds::non_negative(terms, self, &opposite).then_some(false)
        })
    }

    /// The truth of a literal, if it is known.
    pub fn decide(&self, terms: &mut Terms, literal: TermId) -> Option<bool> {
        if let Op::Bool(value) = terms.op(literal) {
            return Some(*value);
        }
        if self.ledger.grants() {
            return Some(true);
        }
        if self.contains(literal) {
            return Some(true);
        }
        let negated = terms.not(literal);
        if self.contains(negated) {
            return Some(false);
        }
        match terms.op(literal) {
            Op::Le => {
                let (left, right) = (terms.args(literal)[0], terms.args(literal)[1]);
                if !terms.sort(left).is_numeric() {
                    return None;
                }
                let difference = terms.poly(right).sub(&terms.poly(left));
                if self.non_negative(terms, &difference) {
                    return Some(true);
                }
                let mut opposite = difference.scale(&Number::from(-1));
                if terms.sort(left) == Sort::Int {
                    opposite.add(&Poly::integer(-1));
                    return self.non_negative(terms, &opposite).then_some(false);
                }
                let strict = terms.lt(left, right);
                self.contains(strict).then_some(true)
            }
            Op::Eq if terms.sort(terms.args(literal)[0]) == Sort::Real => {
                let (left, right) = (terms.args(literal)[0], terms.args(literal)[1]);
                let strict = [terms.lt(left, right), terms.lt(right, left)];
                strict.iter().any(|strict| self.contains(*strict)).then_some(false)
            }
            Op::Eq if terms.sort(terms.args(literal)[0]) == Sort::Int => {
                let (left, right) = (terms.args(literal)[0], terms.args(literal)[1]);
                let above = terms.poly(left).sub(&terms.poly(right));
                let below = above.scale(&Number::from(-1));
                if self.non_negative(terms, &above) && self.non_negative(terms, &below) {
                    return Some(true);
                }
                let minus_one = Poly::integer(-1);
                for mut strict in [above, below] {
                    strict.add(&minus_one);
                    if self.non_negative(terms, &strict) {
                        return Some(false);
                    }
                }
                None
            }
            _ => None,
        }
    }

    /// `poly >= 0` follows from a bound of the same form, or of that plus something of known sign, or from the
    /// signs of its monomials.
    pub fn non_negative(&self, terms: &Terms, poly: &Poly) -> bool {
        if self.ledger.grants() || self.sign(terms, poly) {
            return true;
        }
        let (linear, constant) = poly.clone().without_constant();
        if let Some(bound) = self.layer.bound(&linear)
            && !(bound + &constant).is_negative()
        {
            return true;
        }
        // poly = factor·(known form >= bound) + rest, with the rest of known sign.
        let signs = signs(&linear);
        self.layer.bounds().any(|known| {
            known.factors(&linear, signs).iter().any(|factor| {
                let mut rest = linear.clone();
                rest.add_scaled(&known.form, &-factor.clone());
                rest.add_constant(&(&known.bound * factor) + &constant);
                rest.terms.len() <= linear.terms.len() + 1 && self.sign(terms, &rest)
            })
        })
    }

    /// Every monomial is non-negative after each atom with a lower bound is shifted to start at zero.
    pub fn sign(&self, terms: &Terms, poly: &Poly) -> bool {
        let mut is_natural = true;
        let mut lowest: SmallVec<[(TermId, Number); 8]> = SmallVec::new();
        for (monomial, coefficient) in &poly.terms {
            if monomial.len() > MAX_DEGREE {
                return false;
            }
            for atom in monomial {
                if lowest.iter().any(|(known, _)| known == atom) {
                    continue;
                }
                match self.lower(terms, *atom) {
                    Some(bound) => lowest.push((*atom, bound)),
                    None if coefficient.is_positive() && monomial.len() == 2 && monomial[0] == monomial[1] => {}
                    None => return false,
                }
            }
            is_natural &= !coefficient.is_negative();
        }
        if is_natural {
            return true;
        }
        // What is negative stays so, unless a larger monomial outweighs it where its other atoms are smallest.
        let is_positive = |atom: &TermId| lowest.iter().any(|(known, bound)| known == atom && bound.is_positive());
        let outweighs = |(larger, factor): (&Monomial, &Number), monomial: &Monomial| {
            factor.is_positive() && remove_factors(larger, monomial).is_some_and(|rest| rest.iter().all(is_positive))
        };
        let mut negative = poly.terms.iter().filter(|(_, coefficient)| coefficient.is_negative());
        if negative.any(|(monomial, _)| !poly.terms.iter().any(|larger| outweighs(larger, monomial))) {
            return false;
        }
        // atom = fresh + bound, where the fresh part is non-negative; it keeps the atom's name.
        let mut shifted = Poly::zero();
        for (monomial, coefficient) in &poly.terms {
            let mut product = Poly::constant(coefficient.clone());
            for atom in monomial {
                let mut factor = Poly::atom(*atom);
                if let Some((_, bound)) = lowest.iter().find(|(known, _)| known == atom) {
                    factor.add_constant(bound.clone());
                }
                product = product.mul(&factor);
            }
            shifted.add(&product);
        }
        shifted.terms.values().all(|coefficient| !coefficient.is_negative())
    }

    /// The best known lower bound of an atom, if it is non-negative.
    pub fn lower(&self, terms: &Terms, atom: TermId) -> Option<Number> {
        let known = self.layer.unit_bound(atom, false).filter(|bound| !bound.is_negative()).cloned();
        known.or_else(|| {
            let args = terms.args(atom);
            // By signs alone, so that every question is about smaller terms.
            let positive = |divisor: TermId| {
                let mut room = terms.poly(divisor);
                room.add(&Poly::integer(-1));
                self.sign(terms, &room)
            };
            let natural = match terms.op(atom) {
                Op::Mod => positive(args[1]),
                Op::Div => positive(args[1]) && self.sign(terms, &terms.poly(args[0])),
                _ => false,
            };
            natural.then(Number::zero)
        })
    }

    /// The integer is at least 1.
    pub fn positive(&self, terms: &Terms, term: TermId) -> bool {
        let mut room = terms.poly(term);
        room.add(&Poly::integer(-1));
        self.non_negative(terms, &room)
    }

    /// The best known upper bound of an atom, if it is a number.
    pub fn upper(&self, terms: &Terms, atom: TermId) -> Option<Number> {
        let known = self.layer.unit_bound(atom, true).map(|bound| -bound.clone());
        let own = match terms.op(atom) {
            Op::Mod => terms.as_int(terms.args(atom)[1]).filter(|divisor| **divisor > 0.into()),
            _ => None,
        };
        known.into_iter().chain(own.map(|divisor| Number::from(&(divisor - 1)))).min()
    }

    /// The number that bounds leave to an atom.
    pub fn value(&self, terms: &Terms, atom: TermId) -> Option<Number> {
        self.upper(terms, atom).filter(|upper| self.lower(terms, atom).as_ref() == Some(upper))
    }

    /// What a number is at most, by each known form that it stands in.
    pub fn upper_bounds(&self, value: &Poly) -> impl Iterator<Item = Poly> {
        self.layer.bounds().filter_map(move |known| {
            let mut most = known.form.clone();
            most.add(value);
            let is_shorter = most.terms.len() < known.form.terms.len();
            most.add_constant(-known.bound.clone());
            is_shorter.then_some(most)
        })
    }

    /// The bounds of single atoms that the known forms state, inner layers first.
    pub fn atom_bounds(&self) -> impl Iterator<Item = &AtomBound> {
        self.layer.atom_bounds()
    }

    /// Integers, and numbers that divide them.
    pub fn multiples(&self) -> impl Iterator<Item = (TermId, i64)> {
        self.layer.multiples()
    }

    pub fn contains(&self, literal: TermId) -> bool {
        self.layer.contains(literal)
    }

    /// Shows a step in this context to whoever looks on.
    pub fn record(&self, terms: &Terms, rule: Rule, premises: &[Premise<'_>], conclusion: Conclusion<'_>) {
        self.record_with(terms, Law::Rule(rule), premises, conclusion, None);
    }

    /// The same, where what another context knows is used as well.
    pub fn record_with(
        &self,
        terms: &Terms,
        law: Law,
        premises: &[Premise<'_>],
        conclusion: Conclusion<'_>,
        other: Option<&Known>,
    ) {
        let Some(recorder) = self.ledger.recorder() else { return };
        let others = other.into_iter().flat_map(|other| other.layer.literals());
        let mut known: Vec<TermId> = self.layer.literals().chain(others).chain(self.cases.iter().copied()).collect();
        known.sort_unstable();
        known.dedup();
        recorder.record(&Step { law, terms, premises, known: &known, conclusion });
    }
}

/// The conjuncts of a proposition.
pub fn conjuncts(terms: &Terms, proposition: TermId) -> Vec<TermId> {
    match terms.op(proposition) {
        Op::And => terms.args(proposition).to_vec(),
        Op::Bool(true) => Vec::new(),
        _ => vec![proposition],
    }
}

/// A polynomial's value is the constant zero.
pub fn is_zero(poly: &Poly) -> bool {
    poly.as_constant().is_some_and(|value| value.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simplify::rules::rule::RuleSet;

    #[test]
    fn steps_are_counted_together_and_anew_for_a_case() {
        let known = Known::with_ledger(Ledger::of(2, RuleSet::default()));
        let inner = known.nothing();
        assert!(known.step() && inner.step() && known.is_spent());
        assert!(!inner.step());
        let case = known.on_its_own();
        assert!(case.step() && case.step() && !case.step());
    }

    #[test]
    fn the_sign_of_a_monomial_of_many_factors_is_given_up() {
        let mut terms = Terms::new();
        let mut known = Known::default();
        let (one, mut product) = (terms.int(1), Poly::integer(1));
        for number in 0..40 {
            let factor = terms.fresh_constant(format!("x{number}"), Sort::Int);
            let fact = terms.le(one, factor);
            known.assume(&mut terms, fact);
            product = product.mul(&Poly::atom(factor));
        }
        assert!(!known.sign(&terms, &product));
    }

    #[test]
    fn bounds_and_signs_decide() {
        let mut terms = Terms::new();
        let (b, g) = (terms.fresh_constant("B", Sort::Int), terms.fresh_constant("G", Sort::Int));
        let (x, n) = (terms.fresh_constant("x", Sort::Int), terms.fresh_constant("n", Sort::Int));
        let mut known = Known::default();
        let one = terms.int(1);
        let zero = terms.int(0);
        for positive in [b, g] {
            let fact = terms.le(one, positive);
            known.assume(&mut terms, fact);
        }
        let less = terms.lt(x, n);
        known.assume(&mut terms, less);
        // 1 <= B * G, by signs.
        let product = terms.mul(b, g);
        let fact = terms.le(one, product);
        assert_eq!(known.decide(&mut terms, fact), Some(true));
        // x < n + 3, by a bound that differs in a constant; n <= x is false.
        let beyond = terms.plus(n, 3);
        let fact = terms.lt(x, beyond);
        assert_eq!(known.decide(&mut terms, fact), Some(true));
        let fact = terms.le(n, x);
        assert_eq!(known.decide(&mut terms, fact), Some(false));
        // x < n * B is not known: n may be negative.
        let scaled = terms.mul(n, b);
        let fact = terms.lt(x, scaled);
        assert_eq!(known.decide(&mut terms, fact), None);
        // x < n + B, by a bound plus something of known sign.
        let sum = terms.add(&[n, b]);
        let fact = terms.lt(x, sum);
        assert_eq!(known.decide(&mut terms, fact), Some(true));
        let fact = terms.le(zero, x);
        assert_eq!(known.decide(&mut terms, fact), None);
    }
}
