//! Quotients and remainders, of which multiples of the divisor, digits and common factors are taken out.

use num_integer::Integer;
use num_traits::{One, ToPrimitive};

use crate::logic::poly::Monomial;
use crate::logic::{Number, Op, Poly, Sort, TermId, Terms};

use crate::simplify::known::Known;
use crate::simplify::known::bounds;

/// `value div divisor` with multiples of the divisor taken out where the remainder's range is known.
pub fn divide(terms: &mut Terms, value: TermId, divisor: TermId, known: &Known) -> TermId {
    let Some(division) = Division::new(terms, value, divisor, Part::Quotient) else { return terms.div(value, divisor) };
    if let Some(digit) = division.digit(terms, known) {
        return digit;
    }
    if let Some((quotient, outer)) = division.steps(terms, known) {
        return divide(terms, quotient, outer, known);
    }
    if let Some(common) = division.common(terms, known) {
        let whole = terms.from_poly(&division.quotient, Sort::Int);
        let rest = divide(terms, common.value, common.divisor, known);
        return terms.add(&[whole, rest]);
    }
    division.whole(terms, known).unwrap_or_else(|| terms.div(value, divisor))
}

/// What a division is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Quotient,
    Remainder,
}

/// `value div divisor` or `value mod divisor` with a divisor of one monomial: `value = divisor·quotient + remainder` as
/// polynomials. Each method is one rule.
pub struct Division {
    part: Part,
    divisor: TermId,
    monomial: Monomial,
    factor: Number,
    quotient: Poly,
    remainder: Poly,
}

impl Division {
    /// Of a quotient or remainder.
    pub fn of(terms: &mut Terms, term: TermId, known: &Known) -> Option<Division> {
        let part = match terms.op(term) {
            Op::Div => Part::Quotient,
            Op::Mod => Part::Remainder,
            _ => return None,
        };
        let [value, divisor] = terms.args(term)[..] else { return None };
        let value = with_multiples(terms, value, known);
        let mut division = Division::new(terms, value, divisor, part)?;
        if part == Part::Remainder && division.remainder.terms.len() > 1 {
            division.drop_multiples(terms, known);
        }
        Some(division)
    }

    /// Summands with a factor which is known to be a multiple of the divisor, a number, do not matter to the remainder.
    fn drop_multiples(&mut self, terms: &mut Terms, known: &Known) {
        let Some(divisor) = terms.as_int(self.divisor).and_then(ToPrimitive::to_i64).filter(|divisor| *divisor > 1)
        else {
            return;
        };
        let is_multiple = |atom: &TermId| known.multiples().any(|(known, of)| known == *atom && of % divisor == 0);
        for (monomial, factor) in self.remainder.terms.clone() {
            let Some(at) = monomial.iter().position(is_multiple) else { continue };
            let quotient = terms.div(monomial[at], self.divisor);
            let mut others = monomial.clone();
            others.remove(at);
            let others = Poly { terms: [(others, factor)].into() };
            self.remainder.terms.remove(&monomial);
            self.quotient.add(&others.mul(&terms.poly(quotient)));
        }
    }

    fn new(terms: &Terms, value: TermId, divisor: TermId, part: Part) -> Option<Division> {
        let poly = terms.poly(divisor);
        let [(monomial, factor)] = poly.terms.iter().collect::<Vec<_>>()[..] else { return None };
        let (quotient, remainder) = terms.poly(value).divide_by_monomial(monomial, factor);
        Some(Division { part, divisor, monomial: monomial.clone(), factor: factor.clone(), quotient, remainder })
    }

    /// `0 <= r < m`: the quotient of `m·q + r` is `q`, its remainder `r`.
    pub fn digit(&self, terms: &mut Terms, known: &Known) -> Option<TermId> {
        let mut room = terms.poly(self.divisor).sub(&self.remainder);
        room.add(&Poly::integer(-1));
        let fits = known.positive(terms, self.divisor)
            && known.non_negative(terms, &self.remainder)
            && bounds::non_negative(terms, known, &room);
        fits.then(|| match self.part {
            Part::Quotient => terms.from_poly(&self.quotient, Sort::Int),
            Part::Remainder => terms.from_poly(&self.remainder, Sort::Int),
        })
    }

    /// `x div (a·b)` is `(x div a) div b`, where the first quotient is known.
    pub fn in_two_steps(&self, terms: &mut Terms, known: &Known) -> Option<TermId> {
        let (quotient, outer) = self.steps(terms, known).filter(|_| self.part == Part::Quotient)?;
        Some(terms.div(quotient, outer))
    }

    /// The known quotient by a factor of the divisor, and the other factor: `value = a·q + r` with `0 <= r < a`.
    fn steps(&self, terms: &mut Terms, known: &Known) -> Option<(TermId, TermId)> {
        if self.monomial.len() < 2 || !self.factor.is_one() || !known.positive(terms, self.divisor) {
            return None;
        }
        let mut value = self.quotient.mul(&terms.poly(self.divisor));
        value.add(&self.remainder);
        for at in 0..self.monomial.len() {
            let mut inner = self.monomial.clone();
            let outer = inner.remove(at);
            if known.lower(terms, outer).is_none_or(|bound| !bound.is_positive()) {
                continue;
            }
            let (quotient, remainder) = value.divide_by_monomial(&inner, &Number::one());
            let mut room = Poly { terms: [(inner, Number::one())].into() }.sub(&remainder);
            room.add(&Poly::integer(-1));
            let fits = known.non_negative(terms, &remainder) && bounds::non_negative(terms, known, &room);
            if !quotient.is_zero() && fits {
                return Some((terms.from_poly(&quotient, Sort::Int), outer));
            }
        }
        None
    }

    /// A factor of divisor and value goes out of both, but for a rest.
    pub fn common_factor(&self, terms: &mut Terms, known: &Known) -> Option<TermId> {
        let common = self.common(terms, known)?;
        Some(match self.part {
            Part::Quotient => {
                let whole = terms.from_poly(&self.quotient, Sort::Int);
                let rest = terms.div(common.value, common.divisor);
                terms.add(&[whole, rest])
            }
            Part::Remainder => {
                let inner = terms.modulo(common.value, common.divisor);
                let whole = terms.mul(common.factor, inner);
                terms.add(&[whole, common.rest])
            }
        })
    }

    fn common(&self, terms: &mut Terms, known: &Known) -> Option<Common> {
        known.positive(terms, self.divisor).then(|| Common::find(terms, &self.remainder, self.divisor, known))?
    }

    /// Multiples of the divisor go out of the value.
    pub fn whole(&self, terms: &mut Terms, known: &Known) -> Option<TermId> {
        if self.quotient.is_zero() || !known.positive(terms, self.divisor) {
            return None;
        }
        let rest = terms.from_poly(&self.remainder, Sort::Int);
        Some(match self.part {
            Part::Quotient => {
                let whole = terms.from_poly(&self.quotient, Sort::Int);
                let rest = terms.div(rest, self.divisor);
                terms.add(&[whole, rest])
            }
            Part::Remainder => terms.modulo(rest, self.divisor),
        })
    }
}

/// The value with dividends written out that stand beside their remainders.
fn with_multiples(terms: &mut Terms, value: TermId, known: &Known) -> TermId {
    let poly = terms.poly(value);
    let remainders = poly.atoms().into_iter().filter(|atom| *terms.op(*atom) == Op::Mod).collect::<Vec<_>>();
    let changed = remainders.into_iter().fold(poly, |poly, remainder| {
        let other = bounds::written_out(terms, &poly, remainder, known);
        other.unwrap_or(poly)
    });
    terms.from_poly(&changed, Sort::Int)
}

/// A factor of the divisor that the value has but for a rest: `f·a + r` and `f·m` with `0 <= r < f`. The quotient is
/// `a div m`, the remainder `f·(a mod m) + r`.
struct Common {
    factor: TermId,
    value: TermId,
    divisor: TermId,
    rest: TermId,
}

impl Common {
    fn find(terms: &mut Terms, value: &Poly, divisor: TermId, known: &Known) -> Option<Common> {
        let divisor = terms.poly(divisor);
        let [(monomial, number)] = divisor.terms.iter().collect::<Vec<_>>()[..] else { return None };
        let common = Number::from(&value.content().gcd(&number.to_integer()));
        let mut factors: Vec<Poly> = monomial.iter().map(|atom| Poly::atom(*atom)).collect();
        if value.as_constant().is_none() && Number::one() < common {
            factors.push(Poly::constant(common));
        }
        // `(s·i + r) div (s·m)` with a product `s`: what a summand has in common with the divisor.
        factors.extend(value.terms.iter().filter_map(|(summand, coefficient)| {
            let shared = in_both(monomial, summand);
            let number = Number::from(coefficient.to_integer().gcd(&number.to_integer()));
            (shared.len() > 1 || (!shared.is_empty() && Number::one() < number))
                .then(|| Poly { terms: [(shared, number)].into() })
        }));
        factors.into_iter().find_map(|factor| {
            let (atoms, number) = factor.terms.iter().next()?;
            let (inner, rest) = value.divide_by_monomial(atoms, number);
            let (constant, rest) = match factor.as_constant() {
                // A number's rest is brought into range.
                Some(number) => {
                    let (whole, rest) = rest.as_constant()?.to_integer().div_mod_floor(&number.to_integer());
                    (Poly::integer(whole), Poly::integer(rest))
                }
                None => (Poly::zero(), rest),
            };
            let mut inner = inner;
            inner.add(&constant);
            let mut room = factor.sub(&rest);
            room.add(&Poly::integer(-1));
            let fits =
                !inner.is_zero() && known.non_negative(terms, &rest) && bounds::non_negative(terms, known, &room);
            fits.then(|| {
                let divisor = divisor.divide_by_monomial(atoms, number).0;
                let [factor, value, divisor, rest] =
                    [&factor, &inner, &divisor, &rest].map(|poly| terms.from_poly(poly, Sort::Int));
                Common { factor, value, divisor, rest }
            })
        })
    }
}

/// The atoms that two products have in common, as often as both have them.
fn in_both(one: &Monomial, other: &Monomial) -> Monomial {
    let mut left = other.clone();
    let is_shared = |atom: &&TermId| left.iter().position(|other| other == *atom).map(|at| left.remove(at)).is_some();
    one.iter().filter(is_shared).copied().collect()
}
