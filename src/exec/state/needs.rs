//! What annotations need to be defined (CLAUSE-12).

use crate::logic::{TermId, Terms, VarId};

use super::launch::{Ranged, occurring};

/// CLAUSE-12: what the annotation being evaluated takes for granted.
#[derive(Clone, Default)]
pub struct Needs {
    pub open: Vec<Need>,
    /// The conditions under which it is evaluated, outermost first.
    pub guards: Vec<TermId>,
    /// Whether it is an annotation.
    pub annotating: bool,
    /// LEMMA-4: the recursive definition whose body it is, and its measure over its parameters.
    pub measured: Option<(String, Vec<VarId>, TermId)>,
}

/// What an annotation needs to be defined: a fact, where its guards hold.
#[derive(Clone, Debug)]
pub struct Need {
    pub guards: Vec<TermId>,
    pub fact: TermId,
    pub kind: NeedKind,
}

/// Which need it is decides what a quantifier makes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NeedKind {
    /// A divisor, an exponent, a cell that is not there: an obligation always.
    Value,
    /// An index of an array of known extents: quantifiers range over its cells.
    Cell,
    /// That an index of an array is not negative whose length is not known: what only quantifiers ask for.
    Unsized,
    /// LEMMA-4: that a measure gets smaller. No quantifier takes it into its body: that would define another predicate.
    Decreases,
}

impl Need {
    pub fn decreases(fact: TermId) -> Self {
        Self { guards: Vec::new(), fact, kind: NeedKind::Decreases }
    }

    pub fn term(&self, terms: &mut Terms) -> TermId {
        let guards = terms.and(&self.guards);
        terms.implies(guards, self.fact)
    }

    pub fn mentions(&self, terms: &Terms, scope: &[Ranged]) -> bool {
        let among: Vec<TermId> = self.guards.iter().copied().chain([self.fact]).collect();
        !occurring(terms, scope, &among).is_empty()
    }
}
