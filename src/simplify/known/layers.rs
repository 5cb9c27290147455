//! What contexts know, stored for the questions that are asked: literals, bounds of linear forms, bounds of atoms.
//!
//! Contexts are nested, and each is made from another in great number; what an outer one knows is shared.

use std::sync::Arc;

use num_traits::One;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::logic::poly::{Monomial, Summands};
use crate::logic::{Number, Poly, TermId};

use super::bounds::AtomBound;

/// What one context adds to the one around it.
#[derive(Debug, Default)]
pub struct Layer {
    outer: Option<Arc<Layer>>,
    literals: FxHashSet<TermId>,
    forms: Vec<FormBound>,
    /// Where the bound of a form stands.
    index: FxHashMap<Summands, usize>,
    /// The bounds of `atom` and of `-atom`.
    units: FxHashMap<(TermId, bool), Number>,
    /// What the forms say of single atoms.
    atoms: Vec<AtomBound>,
    /// Atoms, and numbers that divide them.
    multiples: Vec<(TermId, i64)>,
}

/// `form >= bound`.
#[derive(Debug)]
pub struct FormBound {
    /// Without constant part.
    pub form: Poly,
    pub bound: Number,
    /// [`signs`] of the form.
    signs: u64,
}

impl FormBound {
    /// The positive factors with which some monomial of the form becomes that of a polynomial with these [`signs`], where the
    /// difference is longer than the polynomial by at most one monomial.
    pub fn factors(&self, linear: &Poly, signs: u64) -> SmallVec<[Number; 4]> {
        let mut factors = SmallVec::new();
        if self.signs & signs == 0 {
            return factors;
        }
        let mut shared = 0;
        for (monomial, own) in &self.form.terms {
            let Some(other) = linear.terms.get(monomial) else { continue };
            shared += 1;
            if own.is_positive() == other.is_positive() {
                factors.push(other / own);
            }
        }
        // Of what is shared all may cancel, what is not is added.
        if self.form.terms.len() > 2 * shared + 1 {
            factors.clear();
        }
        factors.sort();
        factors.dedup();
        factors
    }
}

/// A bit for each monomial with its coefficient's sign: forms without a common bit share no monomial of the same sign.
pub fn signs(form: &Poly) -> u64 {
    let bit = |(monomial, coefficient): (&Monomial, &Number)| {
        let sum = monomial.iter().fold(0_u32, |sum, atom| sum.wrapping_mul(31).wrapping_add(atom.0));
        1 << (sum % 32 * 2 + u32::from(coefficient.is_positive()))
    };
    form.terms.iter().map(bit).fold(0, |all: u64, bit: u64| all | bit)
}

impl Layer {
    /// A context inside another.
    pub fn inside(outer: Arc<Layer>) -> Layer {
        Layer { outer: Some(outer), ..Layer::default() }
    }

    fn layers(&self) -> impl Iterator<Item = &Layer> {
        std::iter::successors(Some(self), |layer| layer.outer.as_deref())
    }

    pub fn contains(&self, literal: TermId) -> bool {
        self.layers().any(|layer| layer.literals.contains(&literal))
    }

    /// All literals that hold.
    pub fn literals(&self) -> impl Iterator<Item = TermId> {
        self.layers().flat_map(|layer| layer.literals.iter().copied())
    }

    pub fn add_literal(&mut self, literal: TermId) {
        self.literals.insert(literal);
    }

    pub fn multiples(&self) -> impl Iterator<Item = (TermId, i64)> {
        self.layers().flat_map(|layer| layer.multiples.iter().copied())
    }

    pub fn add_multiple(&mut self, atom: TermId, divisor: i64) {
        self.multiples.push((atom, divisor));
    }

    /// The forms that mention an atom, each less its bound: at least 0.
    pub fn forms_with(&self, atom: TermId) -> Vec<Poly> {
        let about = self.bounds().filter(|known| known.form.terms.keys().any(|monomial| monomial.contains(&atom)));
        about.map(|known| known.form.sub(&Poly::constant(known.bound.clone()))).collect()
    }

    /// All bounds, inner contexts first.
    pub fn bounds(&self) -> impl Iterator<Item = &FormBound> {
        self.layers().flat_map(|layer| &layer.forms)
    }

    /// The bounds of single atoms that the forms state, inner contexts first.
    pub fn atom_bounds(&self) -> impl Iterator<Item = &AtomBound> {
        self.layers().flat_map(|layer| layer.atoms.iter().rev())
    }

    /// The best bound of a form; inner contexts have the better ones.
    pub fn bound(&self, form: &Poly) -> Option<&Number> {
        self.layers().find_map(|layer| layer.index.get(&form.terms).map(|at| &layer.forms[*at].bound))
    }

    /// The best bound of `atom`, or of `-atom`.
    pub fn unit_bound(&self, atom: TermId, negated: bool) -> Option<&Number> {
        self.layers().find_map(|layer| layer.units.get(&(atom, negated)))
    }

    /// Adds `form >= bound`, better than what is known, with what it says of single atoms.
    pub fn add_bound(&mut self, form: Poly, bound: Number, atoms: Vec<AtomBound>) {
        self.atoms.extend(atoms);
        let unit = match form.terms.iter().next() {
            Some((monomial, factor)) if form.terms.len() == 1 && monomial.len() == 1 => {
                let negated = *factor == -Number::one();
                (negated || factor.is_one()).then_some((monomial[0], negated))
            }
            _ => None,
        };
        if let Some(unit) = unit {
            self.units.insert(unit, bound.clone());
        }
        match self.index.get(&form.terms) {
            Some(at) => self.forms[*at].bound = bound,
            None => {
                self.index.insert(form.terms.clone(), self.forms.len());
                self.forms.push(FormBound { signs: signs(&form), form, bound });
            }
        }
    }
}
