//! Polynomials over terms: the normal form of sums and products.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::number::Number;
use super::op::{Op, Sort};
use super::term::{TermId, Terms};

/// A product of atoms, sorted, with repetition; empty for the constant.
pub type Monomial = Vec<TermId>;

/// A polynomial with rational coefficients (integers, for sort `Int`). No zero coefficient is stored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Poly {
    pub terms: BTreeMap<Monomial, Number>,
}

impl Poly {
    pub fn zero() -> Poly {
        Poly::default()
    }

    pub fn constant(value: impl Into<Number>) -> Poly {
        let mut poly = Poly::zero();
        poly.add_term(Vec::new(), value.into());
        poly
    }

    pub fn integer(value: impl Into<BigInt>) -> Poly {
        Poly::constant(value.into())
    }

    pub fn atom(term: TermId) -> Poly {
        let mut poly = Poly::zero();
        poly.add_term(vec![term], Number::one());
        poly
    }

    pub fn add_term(&mut self, monomial: Monomial, coefficient: Number) {
        if coefficient.is_zero() {
            return;
        }
        match self.terms.entry(monomial) {
            std::collections::btree_map::Entry::Vacant(slot) => {
                slot.insert(coefficient);
            }
            std::collections::btree_map::Entry::Occupied(mut slot) => {
                *slot.get_mut() += &coefficient;
                if slot.get().is_zero() {
                    slot.remove();
                }
            }
        }
    }

    pub fn add(&mut self, other: &Poly) {
        for (monomial, coefficient) in &other.terms {
            self.add_term(monomial.clone(), coefficient.clone());
        }
    }

    pub fn sub(&self, other: &Poly) -> Poly {
        let mut result = self.clone();
        result.add(&other.scale(&Number::from(-1)));
        result
    }

    pub fn scale(&self, factor: &Number) -> Poly {
        if factor.is_zero() {
            return Poly::zero();
        }
        Poly { terms: self.terms.iter().map(|(m, c)| (m.clone(), c * factor)).collect() }
    }

    pub fn mul(&self, other: &Poly) -> Poly {
        let mut result = Poly::zero();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let mut monomial: Monomial = left.iter().chain(right).copied().collect();
                monomial.sort();
                result.add_term(monomial, a * b);
            }
        }
        result
    }

    /// The value, if no atom occurs.
    pub fn as_constant(&self) -> Option<Number> {
        match self.terms.len() {
            0 => Some(Number::zero()),
            1 => self.terms.get(&Vec::new() as &Monomial).cloned(),
            _ => None,
        }
    }

    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    pub fn constant_part(&self) -> Number {
        self.terms.get(&Vec::new() as &Monomial).cloned().unwrap_or_else(Number::zero)
    }

    /// `self = coefficient * atom + rest` with `atom` neither in `coefficient` nor in `rest`, if it is linear in `atom`.
    pub fn linear_in(&self, atom: TermId) -> Option<(Poly, Poly)> {
        let (mut coefficient, mut rest) = (Poly::zero(), Poly::zero());
        for (monomial, factor) in &self.terms {
            match monomial.iter().filter(|other| **other == atom).count() {
                0 => rest.add_term(monomial.clone(), factor.clone()),
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
                _ => remainder.add_term(monomial.clone(), coefficient.clone()),
            }
        }
        (quotient, remainder)
    }

    /// Every atom that occurs, sorted.
    pub fn atoms(&self) -> Vec<TermId> {
        let mut atoms: Vec<TermId> = self.terms.keys().flatten().copied().collect();
        atoms.sort();
        atoms.dedup();
        atoms
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
                positive.add_term(monomial.clone(), coefficient.clone());
            } else {
                negative.add_term(monomial.clone(), -coefficient.clone());
            }
        }
        (positive, negative)
    }
}

/// `monomial` without the factors of `divisor`, if it has them all.
pub fn remove_factors(monomial: &[TermId], divisor: &[TermId]) -> Option<Monomial> {
    let mut rest = monomial.to_vec();
    for factor in divisor {
        let at = rest.iter().position(|other| other == factor)?;
        rest.remove(at);
    }
    Some(rest)
}

impl Terms {
    /// A numeric term as a polynomial over its atoms.
    pub fn poly(&self, term: TermId) -> Poly {
        let mut result = Poly::zero();
        match self.op(term) {
            Op::Add => {
                for part in self.args(term) {
                    let (monomial, coefficient) = self.monomial(*part);
                    result.add_term(monomial, coefficient);
                }
            }
            _ => {
                let (monomial, coefficient) = self.monomial(term);
                result.add_term(monomial, coefficient);
            }
        }
        result
    }

    /// A summand of a normal form.
    fn monomial(&self, term: TermId) -> (Monomial, Number) {
        match self.op(term) {
            Op::Int(value) => (Vec::new(), value.into()),
            Op::Real(value) => (Vec::new(), value.clone().into()),
            Op::Mul => {
                let args = self.args(term);
                match self.op(args[0]) {
                    Op::Int(value) => (args[1..].to_vec(), value.into()),
                    Op::Real(value) => (args[1..].to_vec(), value.clone().into()),
                    _ => (args.to_vec(), Number::one()),
                }
            }
            _ => (vec![term], Number::one()),
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
