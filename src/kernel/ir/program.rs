//! What a file gives: kernels, and the theory that its annotations may use.

use crate::base::{Diagnostic, Span};

use super::{ArrayId, BoundId, Definition, Expr, Kernel, LogicSource, Unsupported};

/// All that a file gave, kernel by kernel.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub kernels: Vec<Kernel>,
    /// Recursive definitions and lemmas of the file and of what it imports.
    pub theory: Theory,
    /// Errors and warnings that belong to no kernel or were found while lowering.
    pub diagnostics: Vec<Diagnostic>,
}

/// Recursive definitions and lemmas, resolved as annotations of a kernel without statements.
#[derive(Clone, Debug, Default)]
pub struct Theory {
    /// The tables in which the names of definitions and lemmas are.
    pub scope: Kernel,
    /// In order: each may use itself and those before it.
    pub definitions: Vec<Definition>,
    /// In order: the proof of each may use those before it.
    pub lemmas: Vec<Lemma>,
    /// What is not modelled in a definition or lemma, with its name and place.
    pub unsupported: Vec<(String, Span, Unsupported)>,
}

impl Theory {
    /// Nothing is declared here but what the standard library is.
    pub fn is_empty(&self) -> bool {
        let from_library = self.lemmas.iter().all(|lemma| lemma.source == LogicSource::Library);
        let definitions = self.definitions.iter().all(|definition| definition.source == LogicSource::Library);
        from_library && definitions && self.unsupported.is_empty()
    }
}

/// `lemma name(params): statement by induction on x from e;`
#[derive(Clone, Debug)]
pub struct Lemma {
    /// With `<int>` or `<real>` behind it where a parameter is a `number`.
    pub name: String,
    /// The scalar parameters, over which the statement is quantified.
    pub params: Vec<BoundId>,
    /// The array parameters: ghosts that stand for any function of their indices.
    pub arrays: Vec<ArrayId>,
    /// It is a law of that operator (OPERATOR-4).
    pub law_of: Option<String>,
    pub statement: Expr,
    pub induction: Option<(BoundId, Expr)>,
    /// Each is a list of terms that must all occur.
    pub triggers: Vec<Vec<Expr>>,
    /// It is assumed.
    pub is_axiom: bool,
    pub source: LogicSource,
    pub span: Span,
}
