//! Arithmetic: sums and products are polynomials, and what is known of a quotient or a remainder is computed.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::number::Number;
use super::op::{FloatOp, Op, Sort};
use super::poly::Poly;
use super::term::{TermId, Terms};

/// The largest number of summands to which [`Terms::mul`] multiplies out.
pub const MAX_MONOMIALS: usize = 400;

/// The largest degree, and the longest coefficient in bits, of a product that is multiplied out.
const MAX_DEGREE: usize = 64;
const MAX_BITS: u64 = 1 << 14;

impl Terms {
    /// Floats are added from left to right.
    pub fn add(&mut self, parts: &[TermId]) -> TermId {
        let sort = parts.first().map_or(Sort::Int, |part| self.sort(*part));
        if let (Sort::Float(_), [first, rest @ ..]) = (sort, parts) {
            return rest.iter().fold(*first, |sum, part| self.float(FloatOp::Add, &[sum, *part]));
        }
        let mut sum = Poly::zero();
        for part in parts {
            sum.add(&self.poly(*part));
        }
        self.from_poly(&sum, sort)
    }

    pub fn sub(&mut self, left: TermId, right: TermId) -> TermId {
        if let Sort::Float(_) = self.sort(left) {
            return self.float(FloatOp::Sub, &[left, right]);
        }
        let difference = self.poly(left).sub(&self.poly(right));
        let sort = self.sort(left);
        self.from_poly(&difference, sort)
    }

    pub fn neg(&mut self, term: TermId) -> TermId {
        if let Sort::Float(_) = self.sort(term) {
            return self.float(FloatOp::Neg, &[term]);
        }
        let negated = self.poly(term).scale(&Number::from(-1));
        let sort = self.sort(term);
        self.from_poly(&negated, sort)
    }

    /// Products are multiplied out, unless that would give too many summands ([`MAX_MONOMIALS`], where both factors are
    /// sums), factors (`MAX_DEGREE`) or digits (`MAX_BITS`): then the factors stay whole. A value that is squared
    /// again and again would fill the memory.
    pub fn mul(&mut self, left: TermId, right: TermId) -> TermId {
        let sort = self.sort(left);
        if let Sort::Float(_) = sort {
            return self.float(FloatOp::Mul, &[left, right]);
        }
        let (a, b) = (self.poly(left), self.poly(right));
        let too_many = a.terms.len().min(b.terms.len()) > 1 && a.terms.len() * b.terms.len() > MAX_MONOMIALS;
        if too_many || a.degree() + b.degree() > MAX_DEGREE || a.bits() + b.bits() > MAX_BITS {
            let mut factors = vec![left, right];
            factors.sort();
            return self.intern(Op::Mul, factors, sort);
        }
        self.from_poly(&a.mul(&b), sort)
    }

    pub fn plus(&mut self, term: TermId, value: i64) -> TermId {
        let mut sum = self.poly(term);
        sum.add(&Poly::integer(value));
        let sort = self.sort(term);
        self.from_poly(&sum, sort)
    }

    /// SMT-LIB's `div` (Euclidean).
    pub fn div(&mut self, left: TermId, right: TermId) -> TermId {
        if let Some(divisor) = self.as_int(right).filter(|divisor| !divisor.is_zero()).cloned() {
            let (quotient, rest) = split_multiples(&self.poly(left), &divisor);
            if !quotient.is_zero() || rest.as_constant().is_some() || divisor.is_one() {
                let whole = self.from_poly(&quotient, Sort::Int);
                let rest = match rest.as_constant() {
                    Some(value) => self.int(euclidean(&value.to_integer(), &divisor).0),
                    None => {
                        let rest = self.from_poly(&rest, Sort::Int);
                        self.intern(Op::Div, vec![rest, right], Sort::Int)
                    }
                };
                return self.add(&[whole, rest]);
            }
        }
        self.intern(Op::Div, vec![left, right], Sort::Int)
    }

    /// SMT-LIB's `mod` (Euclidean).
    pub fn modulo(&mut self, left: TermId, right: TermId) -> TermId {
        if let Some(divisor) = self.as_int(right).filter(|divisor| !divisor.is_zero()).cloned() {
            let inner = self.without_inner_remainders(&self.poly(left), &divisor);
            let (_, rest) = split_multiples(&inner, &divisor);
            if let Some(value) = rest.as_constant() {
                return self.int(euclidean(&value.to_integer(), &divisor).1);
            }
            if divisor == BigInt::from(2) {
                return self.parity(&rest, right);
            }
            let rest = self.from_poly(&rest, Sort::Int);
            return self.intern(Op::Mod, vec![rest, right], Sort::Int);
        }
        self.intern(Op::Mod, vec![left, right], Sort::Int)
    }

    /// A polynomial without even coefficients modulo 2: signs make no difference, and `p + 1` is odd where `p` is even.
    fn parity(&mut self, poly: &Poly, two: TermId) -> TermId {
        let is_odd = !poly.constant_part().is_zero();
        let mut unsigned = Poly::zero();
        for monomial in poly.terms.keys().filter(|monomial| !monomial.is_empty()) {
            unsigned.add_term(monomial.clone(), 1.into());
        }
        let value = self.from_poly(&unsigned, Sort::Int);
        let remainder = self.intern(Op::Mod, vec![value, two], Sort::Int);
        if !is_odd {
            return remainder;
        }
        let one = self.int(1);
        self.sub(one, remainder)
    }

    /// The same modulo `divisor`: `x mod a` is `x` where `a` is a multiple of it.
    fn without_inner_remainders(&self, poly: &Poly, divisor: &BigInt) -> Poly {
        let mut result = Poly::zero();
        for (monomial, coefficient) in &poly.terms {
            let inner = match monomial.as_slice() {
                [atom] if *self.op(*atom) == Op::Mod => Some(self.args(*atom)),
                _ => None,
            };
            let whole = |outer: &&[TermId]| {
                self.as_int(outer[1]).is_some_and(|outer| !outer.is_zero() && outer.is_multiple_of(divisor))
            };
            match inner.filter(whole) {
                Some(args) => result.add(&self.poly(args[0]).scale(coefficient)),
                None => result.add_term(monomial.clone(), coefficient.clone()),
            }
        }
        result
    }

    /// C's `/` on integers.
    pub fn trunc_div(&mut self, left: TermId, right: TermId) -> TermId {
        match (self.as_int(left).cloned(), self.as_int(right).cloned()) {
            (_, Some(divisor)) if divisor.is_one() => left,
            (Some(a), Some(b)) if !b.is_zero() => self.int(a / b),
            _ => self.intern(Op::TruncDiv, vec![left, right], Sort::Int),
        }
    }

    /// C's `%`.
    pub fn trunc_rem(&mut self, left: TermId, right: TermId) -> TermId {
        match (self.as_int(left).cloned(), self.as_int(right).cloned()) {
            (_, Some(divisor)) if divisor.is_one() => self.int(0),
            (Some(a), Some(b)) if !b.is_zero() => self.int(a % b),
            _ => self.intern(Op::TruncRem, vec![left, right], Sort::Int),
        }
    }

    /// `left * (1 / right)`: so what is divided is linear in its summands and factors. What a division by 0 is does not matter, each
    /// is needed to be defined.
    pub fn real_div(&mut self, left: TermId, right: TermId) -> TermId {
        if let Op::Real(divisor) = self.op(right)
            && !divisor.is_zero()
        {
            let scaled = self.poly(left).scale(&Number::from(divisor.recip()));
            return self.from_poly(&scaled, Sort::Real);
        }
        let one = self.real(BigRational::one());
        let inverse = self.intern(Op::RealDiv, vec![one, right], Sort::Real);
        self.mul(left, inverse)
    }

    pub fn pow(&mut self, base: TermId, exponent: TermId) -> TermId {
        if let Some(exponent) = self.as_int(exponent).and_then(BigInt::to_u32).filter(|exponent| *exponent <= 64) {
            let mut result = self.number(BigRational::one(), self.sort(base));
            for _ in 0..exponent {
                result = self.mul(result, base);
            }
            return result;
        }
        let sort = self.sort(base);
        self.intern(Op::Pow, vec![base, exponent], sort)
    }

    pub fn log2(&mut self, term: TermId) -> TermId {
        if let Some(value) = self.as_int(term).filter(|value| value.is_positive()) {
            let bits = value.bits() - 1;
            return self.int(bits);
        }
        self.intern(Op::Log2, vec![term], Sort::Int)
    }

    pub fn is_pow2(&mut self, term: TermId) -> TermId {
        if let Some(value) = self.as_int(term) {
            let answer = value.is_positive() && value.trailing_zeros() == Some(value.bits() - 1);
            return self.bool(answer);
        }
        self.intern(Op::IsPow2, vec![term], Sort::Bool)
    }

    pub fn min(&mut self, left: TermId, right: TermId) -> TermId {
        self.extremum(Op::Min, left, right)
    }

    pub fn max(&mut self, left: TermId, right: TermId) -> TermId {
        self.extremum(Op::Max, left, right)
    }

    fn extremum(&mut self, op: Op, left: TermId, right: TermId) -> TermId {
        // Equal up to a constant: the smaller one is known.
        if let Some(difference) = self.poly(left).sub(&self.poly(right)).as_constant() {
            return if difference.is_negative() == (op == Op::Min) { left } else { right };
        }
        for (whole, part) in [(left, right), (right, left)] {
            if *self.op(whole) == op && self.args(whole).contains(&part) {
                return whole;
            }
        }
        let sort = self.sort(left);
        self.intern(op, vec![left.min(right), left.max(right)], sort)
    }

    pub fn abs(&mut self, term: TermId) -> TermId {
        let sort = self.sort(term);
        if let Some(value) = self.poly(term).as_constant() {
            return self.number(value.abs().to_rational(), sort);
        }
        self.intern(Op::Abs, vec![term], sort)
    }

    pub fn to_real(&mut self, term: TermId) -> TermId {
        if let Some(value) = self.as_int(term).cloned() {
            return self.real(BigRational::from_integer(value));
        }
        // A choice of numbers is one of reals.
        if let (Op::Ite, &[cond, then, other]) = (self.op(term), self.args(term))
            && [then, other].iter().all(|value| self.as_int(*value).is_some())
        {
            let (then, other) = (self.to_real(then), self.to_real(other));
            return self.ite(cond, then, other);
        }
        self.intern(Op::ToReal, vec![term], Sort::Real)
    }

    pub fn floor(&mut self, term: TermId) -> TermId {
        match self.op(term) {
            Op::Real(value) => {
                let value = value.floor().to_integer();
                self.int(value)
            }
            Op::ToReal => self.args(term)[0],
            _ => self.intern(Op::Floor, vec![term], Sort::Int),
        }
    }
}

/// `poly = divisor * quotient + rest`, the quotient taking whole multiples of every coefficient.
fn split_multiples(poly: &Poly, divisor: &BigInt) -> (Poly, Poly) {
    let (mut quotient, mut rest) = (Poly::zero(), Poly::zero());
    for (monomial, coefficient) in &poly.terms {
        let (q, r) = euclidean(&coefficient.to_integer(), divisor);
        quotient.add_term(monomial.clone(), q.into());
        rest.add_term(monomial.clone(), r.into());
    }
    (quotient, rest)
}

/// Quotient and remainder with `0 <= remainder < |divisor|`.
fn euclidean(value: &BigInt, divisor: &BigInt) -> (BigInt, BigInt) {
    let remainder = value.mod_floor(&divisor.abs());
    ((value - &remainder) / divisor, remainder)
}
