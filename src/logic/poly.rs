//! Polynomials over terms: the normal form of sums and products.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use smallvec::{SmallVec, smallvec};

use crate::base::work;

use super::number::Number;
use super::op::{Op, Sort};
use super::term::{TermId, Terms};

/// A product of atoms, sorted, with repetition; empty for the constant.
pub type Monomial = SmallVec<[TermId; 4]>;

/// The summands of a polynomial: a map from monomials to coefficients, as a sorted list. Polynomials are short, and made
/// and compared all the time.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Summands(Vec<(Monomial, Number)>);

impl Clone for Summands {
    fn clone(&self) -> Summands {
        Summands(self.0.iter().map(|(monomial, coefficient)| (copied(monomial), coefficient.clone())).collect())
    }
}

/// A monomial's `clone` goes from atom to atom; this copies them at once.
fn copied(monomial: &Monomial) -> Monomial {
    Monomial::from_slice(monomial)
}

impl Summands {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Monomial, &Number)> + Clone {
        self.0.iter().map(|(monomial, coefficient)| (monomial, coefficient))
    }

    pub fn keys(&self) -> impl Iterator<Item = &Monomial> + Clone {
        self.0.iter().map(|(monomial, _)| monomial)
    }

    pub fn into_keys(self) -> impl Iterator<Item = Monomial> {
        self.0.into_iter().map(|(monomial, _)| monomial)
    }

    pub fn values(&self) -> impl Iterator<Item = &Number> + Clone {
        self.0.iter().map(|(_, coefficient)| coefficient)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where the monomial stands, or would stand.
    fn position(&self, monomial: &[TermId]) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| other.as_slice().cmp(monomial))
    }

    pub fn get(&self, monomial: &[TermId]) -> Option<&Number> {
        self.position(monomial).ok().map(|at| &self.0[at].1)
    }

    pub fn remove(&mut self, monomial: &[TermId]) -> Option<Number> {
        self.position(monomial).ok().map(|at| self.0.remove(at).1)
    }

    pub fn retain(&mut self, mut keep: impl FnMut(&Monomial) -> bool) {
        self.0.retain(|(monomial, _)| keep(monomial));
    }

    fn add(&mut self, monomial: Monomial, coefficient: Number) {
        if coefficient.is_zero() {
            return;
        }
        match self.position(&monomial) {
            Err(at) => self.0.insert(at, (monomial, coefficient)),
            Ok(at) => {
                self.0[at].1 += &coefficient;
                if self.0[at].1.is_zero() {
                    self.0.remove(at);
                }
            }
        }
    }

    /// Sums up what stands there in any order.
    fn collect(mut unsorted: Vec<(Monomial, Number)>) -> Summands {
        unsorted.sort_by(|(one, _), (other, _)| one.cmp(other));
        unsorted.dedup_by(|(monomial, coefficient), (kept, sum)| {
            let same = monomial == kept;
            if same {
                *sum += coefficient;
            }
            same
        });
        unsorted.retain(|(_, coefficient)| !coefficient.is_zero());
        Summands(unsorted)
    }
}

impl FromIterator<(Monomial, Number)> for Summands {
    fn from_iter<I: IntoIterator<Item = (Monomial, Number)>>(summands: I) -> Summands {
        Summands::collect(summands.into_iter().collect())
    }
}

impl<const N: usize> From<[(Monomial, Number); N]> for Summands {
    fn from(summands: [(Monomial, Number); N]) -> Summands {
        summands.into_iter().collect()
    }
}

impl IntoIterator for Summands {
    type Item = (Monomial, Number);
    type IntoIter = std::vec::IntoIter<(Monomial, Number)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Summands {
    type Item = (&'a Monomial, &'a Number);
    type IntoIter = std::iter::Map<
        std::slice::Iter<'a, (Monomial, Number)>,
        fn(&'a (Monomial, Number)) -> (&'a Monomial, &'a Number),
    >;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(monomial, coefficient)| (monomial, coefficient))
    }
}

/// A polynomial with rational coefficients (integers, for sort `Int`). No zero coefficient is stored.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Poly {
    pub terms: Summands,
}

impl Poly {
    pub fn zero() -> Poly {
        Poly::default()
    }

    pub fn constant(value: impl Into<Number>) -> Poly {
        let mut poly = Poly::zero();
        poly.add_term(Monomial::new(), value.into());
        poly
    }

    pub fn integer(value: impl Into<BigInt>) -> Poly {
        Poly::constant(value.into())
    }

    pub fn atom(term: TermId) -> Poly {
        let mut poly = Poly::zero();
        poly.add_term(smallvec![term], Number::one());
        poly
    }

    pub fn add_term(&mut self, monomial: Monomial, coefficient: Number) {
        self.terms.add(monomial, coefficient);
    }

    pub fn add(&mut self, other: &Poly) {
        self.add_scaled(other, &Number::one());
    }

    pub fn add_constant(&mut self, constant: Number) {
        self.add_term(Monomial::new(), constant);
    }

    /// The polynomial without its constant part, and that.
    pub fn without_constant(mut self) -> (Poly, Number) {
        let constant = self.terms.remove(&[]).unwrap_or_else(Number::zero);
        (self, constant)
    }

    /// Adds a multiple of another polynomial.
    pub fn add_scaled(&mut self, other: &Poly, factor: &Number) {
        if factor.is_zero() {
            return;
        }
        if other.terms.len() <= 1 {
            for (monomial, coefficient) in &other.terms {
                self.terms.add(copied(monomial), coefficient * factor);
            }
            return;
        }
        work::count((self.terms.len() + other.terms.len()) as u64);
        // Both are sorted.
        let mut sum = Vec::with_capacity(self.terms.len() + other.terms.len());
        let mut left = std::mem::take(&mut self.terms.0).into_iter().peekable();
        let mut right = other.terms.0.iter().peekable();
        while let (Some((one, _)), Some((two, _))) = (left.peek(), right.peek()) {
            let order = one.cmp(two);
            let left = (order != Ordering::Greater).then(|| left.next()).flatten();
            let right = (order != Ordering::Less).then(|| right.next()).flatten();
            match (left, right) {
                (Some((monomial, mut coefficient)), Some((_, other))) => {
                    coefficient += &(other * factor);
                    if !coefficient.is_zero() {
                        sum.push((monomial, coefficient));
                    }
                }
                (Some(summand), None) => sum.push(summand),
                (None, Some((monomial, coefficient))) => sum.push((copied(monomial), coefficient * factor)),
                (None, None) => break,
            }
        }
        sum.extend(left);
        sum.extend(right.map(|(monomial, coefficient)| (copied(monomial), coefficient * factor)));
        self.terms = Summands(sum);
    }

    pub fn sub(&self, other: &Poly) -> Poly {
        let mut result = self.clone();
        result.add_scaled(other, &Number::from(-1));
        result
    }

    pub fn scale(&self, factor: &Number) -> Poly {
        if factor.is_zero() {
            return Poly::zero();
        }
        Poly { terms: Summands(self.terms.iter().map(|(m, c)| (copied(m), c * factor)).collect()) }
    }

    pub fn mul(&self, other: &Poly) -> Poly {
        let all = self.terms.len() * other.terms.len();
        work::count(all as u64);
        let mut products = Vec::with_capacity(all);
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let mut monomial = copied(left);
                monomial.extend_from_slice(right);
                monomial.sort_unstable();
                products.push((monomial, a * b));
            }
        }
        Poly { terms: Summands::collect(products) }
    }

    /// The number of atoms in the longest monomial.
    pub fn degree(&self) -> usize {
        self.terms.keys().map(|monomial| monomial.len()).max().unwrap_or(0)
    }

    /// The length of the longest coefficient, in bits.
    pub fn bits(&self) -> u64 {
        self.terms.values().map(Number::bits).max().unwrap_or(0)
    }

    /// The value, if no atom occurs.
    pub fn as_constant(&self) -> Option<Number> {
        match self.terms.len() {
            0 => Some(Number::zero()),
            1 => self.terms.get(&[]).cloned(),
            _ => None,
        }
    }

    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    pub fn constant_part(&self) -> Number {
        self.terms.get(&[]).cloned().unwrap_or_else(Number::zero)
    }

    /// `self = coefficient * atom + rest` with `atom` neither in `coefficient` nor in `rest`, if it is linear in `atom`.
    pub fn linear_in(&self, atom: TermId) -> Option<(Poly, Poly)> {
        let (mut coefficient, mut rest) = (Poly::zero(), Poly::zero());
        for (monomial, factor) in &self.terms {
            match monomial.iter().filter(|other| **other == atom).count() {
                0 => rest.add_term(copied(monomial), factor.clone()),
                1 => {
                    let others = monomial.iter().copied().filter(|other| *other != atom).collect();
                    coefficient.add_term(others, factor.clone());
                }
                _ => return None,
            }
        }
        Some((coefficient, rest))
    }

    /// `self = quotient * divisor + remainder` by the monomials that `divisor` (a single monomial) divides.
    pub fn divide_by_monomial(&self, divisor: &[TermId], factor: &Number) -> (Poly, Poly) {
        let (mut quotient, mut remainder) = (Poly::zero(), Poly::zero());
        for (monomial, coefficient) in &self.terms {
            match remove_factors(monomial, divisor) {
                Some(rest) if (coefficient / factor).is_integer() => quotient.add_term(rest, coefficient / factor),
                _ => remainder.add_term(copied(monomial), coefficient.clone()),
            }
        }
        (quotient, remainder)
    }

    /// The polynomial by which `divisor` is multiplied to give this one, if there is one with integer coefficients.
    pub fn exact_quotient(&self, divisor: &Poly) -> Option<Poly> {
        // Of one degree, monomials as sorted lists are in an order that products keep: a leading one divides the leading one.
        let leading = |poly: &Poly| {
            poly.terms
                .iter()
                .max_by(|one, other| {
                    let key = |monomial: &Monomial| (monomial.len(), std::cmp::Reverse(copied(monomial)));
                    key(one.0).cmp(&key(other.0))
                })
                .map(|(monomial, factor)| (copied(monomial), factor.clone()))
        };
        let (first, factor) = leading(divisor)?;
        let (mut quotient, mut rest) = (Poly::zero(), self.clone());
        while let Some((monomial, coefficient)) = leading(&rest) {
            let part = remove_factors(&monomial, &first)?;
            let times = &coefficient / &factor;
            if !times.is_integer() {
                return None;
            }
            let mut step = Poly::zero();
            step.add_term(part, times);
            rest = rest.sub(&step.mul(divisor));
            quotient.add(&step);
        }
        Some(quotient)
    }

    /// Every atom that occurs, sorted.
    pub fn atoms(&self) -> Vec<TermId> {
        let mut atoms: Vec<TermId> = self.terms.keys().flatten().copied().collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// What it is the square of, if that is a sum of monomials.
    pub fn square_root(&self) -> Option<Poly> {
        let halved = |(monomial, factor): (&Monomial, &Number)| {
            let pairs = monomial.chunks_exact(2);
            let is_square = pairs.remainder().is_empty() && pairs.clone().all(|pair| pair[0] == pair[1]);
            let root = is_square.then(|| rational_root(factor)).flatten()?;
            Some((pairs.map(|pair| pair[0]).collect::<Monomial>(), root))
        };
        let mut summands = self.terms.iter().filter_map(halved);
        let (first, factor) = summands.next()?;
        let first = Poly { terms: [(first, factor)].into() };
        let mut root = first.clone();
        for (monomial, factor) in summands {
            let summand = Poly { terms: [(monomial, factor)].into() };
            // The sign is that of the product with the first one.
            let product = first.mul(&summand);
            let mixed = product.terms.keys().next().and_then(|mixed| self.terms.get(mixed))?;
            root.add_scaled(&summand, &Number::from(if mixed.is_negative() { -1 } else { 1 }));
        }
        (root.mul(&root) == *self).then_some(root)
    }

    /// The same polynomial times the positive number that makes its coefficients coprime integers.
    pub fn primitive(&self) -> Poly {
        let mut denominator = BigInt::one();
        for coefficient in self.terms.values() {
            denominator = denominator.lcm(&coefficient.denom());
        }
        let mut divisor = BigInt::zero();
        for coefficient in self.terms.values() {
            divisor = divisor.gcd(&(coefficient * &Number::from(&denominator)).to_integer());
        }
        if divisor.is_zero() {
            return self.clone();
        }
        self.scale(&BigRational::new(denominator, divisor).into())
    }

    /// The greatest common divisor of the coefficients of all monomials but the constant (integers only).
    pub fn content(&self) -> BigInt {
        let mut divisor = BigInt::zero();
        for (monomial, coefficient) in &self.terms {
            if !monomial.is_empty() {
                divisor = divisor.gcd(&coefficient.to_integer());
            }
        }
        divisor
    }

    /// Monomials with positive coefficients, and those with negative ones, negated.
    pub fn split_signs(&self) -> (Poly, Poly) {
        let (mut positive, mut negative) = (Poly::zero(), Poly::zero());
        for (monomial, coefficient) in &self.terms {
            if coefficient.is_positive() {
                positive.add_term(copied(monomial), coefficient.clone());
            } else {
                negative.add_term(copied(monomial), -coefficient.clone());
            }
        }
        (positive, negative)
    }
}

/// The number whose square that is, if it is rational.
fn rational_root(number: &Number) -> Option<Number> {
    if number.is_negative() {
        return None;
    }
    let number = number.to_rational();
    let root = num_rational::BigRational::new(number.numer().sqrt(), number.denom().sqrt());
    (&root * &root == number).then(|| root.into())
}

/// `monomial` without the factors of `divisor`, if it has them all.
pub fn remove_factors(monomial: &[TermId], divisor: &[TermId]) -> Option<Monomial> {
    let mut rest = Monomial::from_slice(monomial);
    for factor in divisor {
        let at = rest.iter().position(|other| other == factor)?;
        rest.remove(at);
    }
    Some(rest)
}

impl Terms {
    /// A numeric term as a polynomial over its atoms.
    pub fn poly(&self, term: TermId) -> Poly {
        let terms = match self.op(term) {
            Op::Add => self.args(term).iter().map(|part| self.monomial(*part)).collect(),
            _ => [self.monomial(term)].into(),
        };
        Poly { terms }
    }

    /// A summand of a normal form.
    fn monomial(&self, term: TermId) -> (Monomial, Number) {
        match self.op(term) {
            Op::Int(value) => (Monomial::new(), value.into()),
            Op::Real(value) => (Monomial::new(), value.clone().into()),
            Op::Mul => {
                let args = self.args(term);
                match self.op(args[0]) {
                    Op::Int(value) => (Monomial::from_slice(&args[1..]), value.into()),
                    Op::Real(value) => (Monomial::from_slice(&args[1..]), value.clone().into()),
                    _ => (Monomial::from_slice(args), Number::one()),
                }
            }
            _ => (smallvec![term], Number::one()),
        }
    }

    /// The normal-form term of a polynomial.
    pub fn from_poly(&mut self, poly: &Poly, sort: Sort) -> TermId {
        let mut parts = Vec::with_capacity(poly.terms.len());
        // The constant last, as people write it.
        let constant = poly.terms.iter().filter(|(monomial, _)| monomial.is_empty());
        let others = poly.terms.iter().filter(|(monomial, _)| !monomial.is_empty());
        for (monomial, coefficient) in others.chain(constant) {
            let mut factors = Vec::with_capacity(monomial.len() + 1);
            if monomial.is_empty() || !coefficient.is_one() {
                factors.push(self.number(coefficient.to_rational(), sort));
            }
            factors.extend(monomial);
            parts.push(if factors.len() == 1 { factors[0] } else { self.intern(Op::Mul, factors, sort) });
        }
        match parts.len() {
            0 => self.number(BigRational::zero(), sort),
            1 => parts[0],
            _ => self.intern(Op::Add, parts, sort),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_quotients_are_found_and_others_are_none() {
        let mut terms = Terms::new();
        let atoms = ["x", "y", "n"].map(|name| {
            let symbol = terms.declare(name, &[], Sort::Int);
            Poly::atom(terms.apply(symbol, &[]))
        });
        let [x, y, n] = &atoms;
        let plus = |one: &Poly, other: &Poly| {
            let mut sum = one.clone();
            sum.add(other);
            sum
        };
        let one = Poly::integer(1);
        let factors =
            [plus(n, &one), plus(&n.mul(x), y), x.scale(&Number::from(3)), plus(&x.mul(x), &y.sub(n)), one.clone()];
        for a in &factors {
            for b in &factors {
                assert_eq!(a.mul(b).exact_quotient(a), Some(b.clone()), "{a:?} times {b:?}");
                let more = plus(&a.mul(b), &one);
                let exact = more.exact_quotient(a);
                assert!(exact.is_none_or(|quotient| quotient.mul(a) == more), "{a:?} does not divide {more:?}");
            }
        }
        assert_eq!(x.exact_quotient(&x.scale(&Number::from(2))), None);
        assert_eq!(x.exact_quotient(&Poly::zero()), None);
        assert_eq!(Poly::zero().exact_quotient(x), Some(Poly::zero()));
    }
}
