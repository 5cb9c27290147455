//! Elimination of variables by their bounds: `p >= 0` holds if it holds with every variable at the bound that makes
//! `p` smallest.
//!
//! If `p = c·x + r` with `c >= 0` and `x >= l` is known, then `p >= c·l + r`; likewise with an upper bound where
//! `c <= 0`. One variable after the other goes, until the signs of what is left decide. This proves
//! `tx + B·bx + N·(ty + B·by) < N·M` for nested mixed-radix indices, where solvers have to search for the products.

use std::collections::{BTreeMap, BTreeSet};

use num_traits::One;

use crate::logic::{Number, Poly, TermId};

use super::known::Known;

/// Polynomials that one question may look at.
const MAX_STEPS: usize = 48;

/// `poly >= 0` follows from the bounds of its variables, eliminated one by one.
pub fn non_negative(known: &Known, poly: &Poly) -> bool {
    if known.non_negative(poly) {
        return true;
    }
    let mut bounds = known.atom_bounds();
    // Bounds by other variables say more than numbers do.
    bounds.sort_by_key(|known| known.bound.as_constant().is_some());
    // What bounds others goes last: `tx < B` has to be used before `B <= 1024`.
    let mut uses: BTreeMap<TermId, usize> = BTreeMap::new();
    for atom in bounds.iter().flat_map(|known| known.bound.atoms()) {
        *uses.entry(atom).or_default() += 1;
    }
    let mut search = Search { known, bounds: &bounds, uses: &uses, seen: BTreeSet::new(), steps: MAX_STEPS };
    search.holds(poly)
}

/// What is known of one atom: `bound <= atom`, or `atom <= bound`.
pub struct AtomBound {
    pub atom: TermId,
    pub upper: bool,
    pub bound: Poly,
}

struct Search<'a> {
    known: &'a Known,
    bounds: &'a [AtomBound],
    /// How many bounds mention an atom.
    uses: &'a BTreeMap<TermId, usize>,
    seen: BTreeSet<Vec<(Vec<TermId>, Number)>>,
    steps: usize,
}

impl Search<'_> {
    fn holds(&mut self, poly: &Poly) -> bool {
        if self.known.sign(poly) {
            return true;
        }
        let key: Vec<_> = poly.terms.iter().map(|(monomial, factor)| (monomial.clone(), factor.clone())).collect();
        if self.steps == 0 || !self.seen.insert(key) {
            return false;
        }
        self.steps -= 1;
        let mut atoms = poly.atoms();
        atoms.sort_by_key(|atom| self.uses.get(atom).copied().unwrap_or(0));
        for atom in atoms {
            let Some((coefficient, rest)) = poly.linear_in(atom) else { continue };
            let upper = match (self.known.sign(&coefficient), self.known.sign(&coefficient.scale(&-Number::one()))) {
                (true, _) => false,
                (false, true) => true,
                (false, false) => continue,
            };
            for known in self.bounds.iter().filter(|known| known.atom == atom && known.upper == upper) {
                let mut replaced = coefficient.mul(&known.bound);
                replaced.add(&rest);
                if replaced.terms.len() <= poly.terms.len() + 3 && self.holds(&replaced) {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Sort, Terms};

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
        assert!(non_negative(&known, &room));
        // One less does not hold: the last thread is there.
        room.add(&Poly::integer(-1));
        assert!(!non_negative(&known, &room));
        assert!(non_negative(&known, &index));
    }

    #[test]
    fn a_factor_of_unknown_sign_is_not_eliminated() {
        let mut terms = Terms::new();
        let known = setup(&mut terms, &[("x", "B")]);
        let stranger = Poly::atom(terms.fresh_constant("s", Sort::Int));
        // s·(B - x) >= 0 needs the sign of s.
        let room = constant(&mut terms, "B").sub(&constant(&mut terms, "x"));
        assert!(!non_negative(&known, &stranger.mul(&room)));
    }
}
