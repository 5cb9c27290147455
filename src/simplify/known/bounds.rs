//! Elimination of variables by their bounds: `p >= 0` holds if it holds with every variable at the bound that makes
//! `p` smallest.
//!
//! If `p = c·x + r` with `c >= 0` and `x >= l` is known, then `p >= c·l + r`; likewise with an upper bound where
//! `c <= 0`. One variable after the other goes, until the signs of what is left decide. This proves
//! `tx + B·bx + N·(ty + B·by) < N·M` for nested mixed-radix indices, where solvers have to search for the products.

use std::collections::{BTreeMap, BTreeSet};

use num_integer::Integer;
use num_traits::One;

use crate::logic::poly::Monomial;
use crate::logic::{Number, Op, Poly, TermId, Terms};

use super::Known;

/// Polynomials that one question may look at.
const MAX_STEPS: usize = 32;

/// Terms by which all replacements together may make a polynomial longer, and the degree that it may come to: what is
/// longer is looked at for long, and decides nothing.
const MAX_GROWTH: usize = 8;
const MAX_DEGREE: usize = 8;

/// `poly >= 0` follows from the bounds of its variables, eliminated one by one.
pub fn non_negative(terms: &mut Terms, known: &Known, poly: &Poly) -> bool {
    let mut bounds: Vec<&AtomBound> = known.atom_bounds().collect();
    // Bounds by other variables say more than numbers do.
    bounds.sort_by_key(|known| known.mentions.is_empty());
    // What bounds others goes last: `tx < B` has to be used before `B <= 1024`.
    let mut uses: BTreeMap<TermId, usize> = BTreeMap::new();
    for atom in bounds.iter().flat_map(|known| &known.mentions) {
        *uses.entry(*atom).or_default() += 1;
    }
    let longest = poly.terms.len() + MAX_GROWTH;
    let mut search = Search { terms, known, bounds, uses, seen: BTreeSet::new(), steps: MAX_STEPS, longest };
    search.holds(poly)
}

/// `d·p + c >= 0` is `p + c div d >= 0`, of integers.
fn reduced(poly: &Poly) -> Option<Poly> {
    let (linear, constant) = poly.clone().without_constant();
    let is_whole = constant.is_integer() && linear.terms.values().all(Number::is_integer);
    let common = if is_whole { linear.content() } else { 1.into() };
    if common <= 1.into() {
        return None;
    }
    let constant = constant.to_integer().div_floor(&common);
    let mut reduced = linear.scale(&Number::from(num_rational::BigRational::new(1.into(), common)));
    reduced.add(&Poly::integer(constant));
    Some(reduced)
}

/// The dividend of a remainder as its digits, as often as it occurs beside it: `a*u + c*(u mod m)` is
/// `a*m*(u div m) + (a + c)*(u mod m)`, where `a` is one monomial. None where the dividend does not, or the divisor may not be positive.
pub fn written_out(terms: &mut Terms, poly: &Poly, remainder: TermId, known: &Known) -> Option<Poly> {
    let [value, divisor] = terms.args(remainder)[..] else { return None };
    let dividend = terms.poly(value);
    let times = times_in(&dividend, poly)?;
    if !known.positive(terms, divisor) {
        return None;
    }
    let mut result = poly.sub(&times.mul(&dividend));
    let summands = dividend.terms.keys().filter(|monomial| !monomial.is_empty()).count();
    if result.terms.len() + summands > poly.terms.len() + usize::from(summands < dividend.terms.len()) {
        return None;
    }
    let quotient = terms.div(value, divisor);
    let mut digits = terms.poly(divisor).mul(&terms.poly(quotient));
    digits.add(&Poly::atom(remainder));
    result.add(&times.mul(&digits));
    Some(result)
}

/// How often a number stands in a polynomial, by one of its summands.
fn times_in(number: &Poly, poly: &Poly) -> Option<Poly> {
    let (monomial, factor) = number.terms.iter().filter(|(monomial, _)| !monomial.is_empty()).last()?;
    if let Some(found) = poly.terms.get(monomial) {
        let times = found / factor;
        return times.is_integer().then(|| Poly::constant(times));
    }
    let is_lead = |(monomial, factor): &(&Monomial, &Number)| factor.is_one() && monomial.len() == 1;
    let (lead, _) = number.terms.iter().find(is_lead)?;
    let (times, _) = poly.linear_in(lead[0])?;
    let is_monomial = times.terms.len() == 1 && times.terms.values().all(Number::is_integer);
    let is_apart = times.atoms().iter().all(|atom| !number.atoms().contains(atom));
    (is_monomial && is_apart).then_some(times)
}

/// What is known of one atom: `bound <= atom`, or `atom <= bound`.
#[derive(Debug)]
pub struct AtomBound {
    pub atom: TermId,
    pub upper: bool,
    pub bound: Poly,
    /// The atoms of the bound.
    pub mentions: Vec<TermId>,
}

struct Search<'a> {
    terms: &'a mut Terms,
    known: &'a Known,
    bounds: Vec<&'a AtomBound>,
    /// How many bounds mention an atom.
    uses: BTreeMap<TermId, usize>,
    seen: BTreeSet<Poly>,
    steps: usize,
    longest: usize,
}

impl Search<'_> {
    fn holds(&mut self, poly: &Poly) -> bool {
        let reduced = self.without_factors(poly);
        let poly = &reduced;
        if self.known.non_negative(self.terms, poly) {
            return true;
        }
        if self.steps == 0 || !self.seen.insert(poly.clone()) || !self.known.step() {
            return false;
        }
        self.steps -= 1;
        let mut atoms = poly.atoms();
        // A number beside its remainder: its bounds say less than those of its digits.
        let remainders = atoms.iter().filter(|atom| *self.terms.op(**atom) == Op::Mod).copied().collect::<Vec<_>>();
        for remainder in remainders {
            if let Some(other) = written_out(self.terms, poly, remainder, self.known)
                && self.holds(&other)
            {
                return true;
            }
        }
        atoms.sort_by_key(|atom| self.uses.get(atom).copied().unwrap_or(0));
        atoms.into_iter().any(|atom| self.without(poly, atom))
    }

    /// What is not negative only if the polynomial is not: without factors of all summands that are not negative, numbers last.
    fn without_factors(&self, poly: &Poly) -> Poly {
        let mut left = poly.clone();
        for atom in poly.atoms() {
            let (quotient, rest) = left.divide_by_monomial(&[atom], &Number::one());
            if rest.is_zero() && !quotient.is_zero() && self.known.sign(self.terms, &Poly::atom(atom)) {
                left = quotient;
            }
        }
        reduced(&left).unwrap_or(left)
    }

    /// `poly >= 0` by what is known of one of its atoms.
    fn without(&mut self, poly: &Poly, atom: TermId) -> bool {
        let Some((coefficient, rest)) = poly.linear_in(atom) else { return false };
        let args = self.terms.args(atom).to_vec();
        match self.terms.op(atom).clone() {
            // A value that is chosen: both choices.
            Op::Ite => return self.with_each(&coefficient, &rest, &args[1..]),
            Op::Div if self.by_division(&coefficient, &rest, &args) => return true,
            _ => {}
        }
        let upper = if self.known.sign(self.terms, &coefficient) {
            false
        } else if self.known.sign(self.terms, &coefficient.scale(&-Number::one())) {
            true
        } else {
            return false;
        };
        for bound in self.bounds_of(atom, upper) {
            let mut replaced = coefficient.mul(&bound);
            replaced.add(&rest);
            let longest = self.longest.min(poly.terms.len() + 3);
            let degree = replaced.terms.keys().map(|monomial| monomial.len()).max().unwrap_or(0);
            if replaced.terms.len() <= longest && degree <= MAX_DEGREE && self.holds(&replaced) {
                return true;
            }
        }
        false
    }

    /// `coefficient·x + rest >= 0` for each of the values of `x`.
    fn with_each(&mut self, coefficient: &Poly, rest: &Poly, values: &[TermId]) -> bool {
        values.iter().all(|value| {
            let mut replaced = coefficient.mul(&self.terms.poly(*value));
            replaced.add(rest);
            self.holds(&replaced)
        })
    }

    /// `coefficient·(a div m) + rest >= 0` by what a quotient is.
    fn by_division(&mut self, coefficient: &Poly, rest: &Poly, args: &[TermId]) -> bool {
        self.known.positive(self.terms, args[1])
            && (self.below_multiple(coefficient, rest, args)
                || self.quotient(coefficient, rest, args)
                || self.multiple_of_divisor(coefficient, rest, args))
    }

    /// With `a <= m·q - 1` known, `a div m` is at most `q - 1`.
    fn below_multiple(&mut self, coefficient: &Poly, rest: &Poly, args: &[TermId]) -> bool {
        if !self.known.sign(self.terms, &coefficient.scale(&-Number::one())) {
            return false;
        }
        let (value, divisor) = (self.terms.poly(args[0]), self.terms.poly(args[1]));
        let largest = self.known.upper_bounds(&value).find_map(|mut next| {
            next.add(&Poly::integer(1));
            next.exact_quotient(&divisor)
        });
        let Some(mut largest) = largest else { return false };
        largest.add(&Poly::integer(-1));
        let mut replaced = coefficient.mul(&largest);
        replaced.add(rest);
        replaced.terms.len() <= self.longest && self.holds(&replaced)
    }

    /// `a div m <= r` is `a <= m·r + m - 1`, and `r <= a div m` is `m·r <= a`, for a positive `m`.
    fn quotient(&mut self, coefficient: &Poly, rest: &Poly, args: &[TermId]) -> bool {
        let (value, divisor) = (self.terms.poly(args[0]), self.terms.poly(args[1]));
        let scaled = divisor.mul(rest);
        let room = match coefficient.as_constant().and_then(|factor| factor.to_i64()) {
            Some(1) => {
                let mut room = scaled;
                room.add(&value);
                room
            }
            Some(-1) => {
                let mut room = scaled.sub(&value);
                room.add(&divisor);
                room.add(&Poly::integer(-1));
                room
            }
            _ => return false,
        };
        self.holds(&room)
    }

    /// `m·(a div m)` is at most `a`, and at least `a - m + 1`, for a positive `m`; of a multiple it is `a`. Here it is taken `c` times.
    fn multiple_of_divisor(&mut self, coefficient: &Poly, rest: &Poly, args: &[TermId]) -> bool {
        let (value, divisor) = (self.terms.poly(args[0]), self.terms.poly(args[1]));
        let [(monomial, factor)] = divisor.terms.iter().collect::<Vec<_>>()[..] else { return false };
        let (times, left) = coefficient.divide_by_monomial(monomial, factor);
        if !left.is_zero() {
            return false;
        }
        let number = divisor.as_constant().and_then(|number| number.to_i64());
        let mut bound = value;
        // A multiple is what its quotient times the divisor is, whatever the sign.
        if number.is_none_or(|number| !self.known.divides(number, &bound)) {
            if self.known.sign(self.terms, &times) {
                bound = bound.sub(&divisor);
                bound.add(&Poly::integer(1));
            } else if !self.known.sign(self.terms, &times.scale(&-Number::one())) {
                return false;
            }
        }
        let mut room = times.mul(&bound);
        room.add(rest);
        room.terms.len() <= self.longest && self.holds(&room)
    }

    /// Upper or lower bounds of an atom: those that are known, and those that its operator has.
    fn bounds_of(&mut self, atom: TermId, upper: bool) -> Vec<Poly> {
        let stated = self.bounds.iter().filter(|known| known.atom == atom && known.upper == upper);
        let mut bounds: Vec<Poly> = stated.map(|known| known.bound.clone()).collect();
        let args = self.terms.args(atom);
        match (self.terms.op(atom), upper) {
            (Op::Min, true) | (Op::Max, false) => bounds.extend(args.iter().map(|arg| self.terms.poly(*arg))),
            (Op::Mod, true) if self.known.positive(self.terms, args[1]) => {
                let mut largest = self.terms.poly(args[1]);
                largest.add(&Poly::integer(-1));
                bounds.push(largest);
                if self.known.non_negative(self.terms, &self.terms.poly(args[0])) {
                    bounds.push(self.terms.poly(args[0]));
                }
            }
            _ => {}
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Sort;

    /// Names with `0 <= x < bound` for the given pairs, all bounds at least 1.
    fn setup(terms: &mut Terms, pairs: &[(&str, &str)]) -> Known {
        let mut known = Known::default();
        let (zero, one) = (terms.int(0), terms.int(1));
        for (name, bound) in pairs {
            let (x, b) = (terms.constant_named(name, Sort::Int), terms.constant_named(bound, Sort::Int));
            for fact in [terms.le(one, b), terms.le(zero, x), terms.lt(x, b)] {
                known.assume(terms, fact);
            }
        }
        known
    }

    fn constant(terms: &mut Terms, name: &str) -> Poly {
        let symbol = terms.symbols().find(|(_, info)| info.name == name).map(|(symbol, _)| symbol);
        let symbol = symbol.expect("declared in setup");
        Poly::atom(terms.apply(symbol, &[]))
    }

    #[test]
    fn quotients_by_a_divisor_and_by_its_multiples_are_digits() {
        let mut terms = Terms::new();
        let known = setup(&mut terms, &[("tx", "B"), ("bx", "G"), ("i", "N")]);
        let [b, g, i] = ["B", "G", "i"].map(|name| constant(&mut terms, name)).map(|poly| poly.atoms()[0]);
        let both = terms.mul(b, g);
        let (low, high) = (terms.div(i, b), terms.div(i, both));
        let higher = terms.mul(g, high);
        // G·(i div (B·G)) <= i div B < G·(i div (B·G)) + G
        let at_least = terms.poly(low).sub(&terms.poly(higher));
        assert!(non_negative(&mut terms, &known, &at_least));
        let mut below = terms.poly(higher).sub(&terms.poly(low));
        below.add(&terms.poly(g));
        assert!(!non_negative(&mut terms, &known, &at_least.scale(&Number::from(-1))));
        assert!(non_negative(&mut terms, &known, &{
            let mut room = below.clone();
            room.add(&Poly::integer(-1));
            room
        }));
        below.add(&Poly::integer(-2));
        assert!(!non_negative(&mut terms, &known, &below));
    }

    #[test]
    fn nested_mixed_radix_indices_stay_below_the_product() {
        let mut terms = Terms::new();
        let known = setup(&mut terms, &[("tx", "B"), ("bx", "G"), ("ty", "C"), ("by", "H")]);
        let mut get = |name| constant(&mut terms, name);
        let width = get("B").mul(&get("G"));
        let mut row = get("ty");
        row.add(&get("C").mul(&get("by")));
        let mut index = get("tx");
        index.add(&get("B").mul(&get("bx")));
        index.add(&width.mul(&row));
        let mut room = width.mul(&get("C").mul(&get("H"))).sub(&index);
        room.add(&Poly::integer(-1));
        assert!(non_negative(&mut terms, &known, &room));
        // One less does not hold: the last thread is there.
        room.add(&Poly::integer(-1));
        assert!(!non_negative(&mut terms, &known, &room));
        assert!(non_negative(&mut terms, &known, &index));
    }

    #[test]
    fn quotients_and_remainders_have_bounds() {
        let mut terms = Terms::new();
        let known = setup(&mut terms, &[("tx", "B"), ("bx", "G"), ("r", "n")]);
        let mut known = known;
        let get = |terms: &mut Terms, name| {
            let poly = constant(terms, name);
            terms.from_poly(&poly, Sort::Int)
        };
        let (b, g, r, n) = (get(&mut terms, "B"), get(&mut terms, "G"), get(&mut terms, "r"), get(&mut terms, "n"));
        let threads = terms.mul(b, g);
        let covered = terms.le(n, threads);
        known.assume(&mut terms, covered);
        let (block, thread) = (terms.div(r, b), terms.modulo(r, b));
        for (small, large, strict) in [(block, g, true), (thread, b, true), (thread, r, false)] {
            let mut room = terms.poly(large).sub(&terms.poly(small));
            room.add(&Poly::integer(-i64::from(strict)));
            assert!(non_negative(&mut terms, &known, &room));
        }
        // The last block may be the quotient: one less does not hold.
        let mut room = terms.poly(g).sub(&terms.poly(block));
        room.add(&Poly::integer(-2));
        assert!(!non_negative(&mut terms, &known, &room));
    }

    #[test]
    fn a_factor_of_unknown_sign_is_not_eliminated() {
        let mut terms = Terms::new();
        let known = setup(&mut terms, &[("x", "B")]);
        let stranger = Poly::atom(terms.fresh_constant("s", Sort::Int));
        // s·(B - x) >= 0 needs the sign of s.
        let room = constant(&mut terms, "B").sub(&constant(&mut terms, "x"));
        assert!(!non_negative(&mut terms, &known, &stranger.mul(&room)));
    }
}
