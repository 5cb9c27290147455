//! A query: complete SMT-LIB text, without the question.

use crate::logic::SymbolId;

/// Declarations and assertions whose contradiction proves something. The text is complete but for
/// options, `set-logic` and `check-sat`, which each solver's profile adds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    /// Declarations and assertions in SMT-LIB.
    pub text: String,
    /// Something was abstracted: `unsat` still proves, `sat` says nothing about the original.
    pub approximate: bool,
    /// Ask for a model when the answer is `sat`.
    pub model: bool,
    /// The question is whether a state exists: the first `sat` decides as well as the first `unsat`.
    pub sat_decides: bool,
    /// Which solvers are asked, and up to which limits.
    pub patience: Patience,
    /// The names that stand for symbols, in the order of declaration.
    pub symbols: Vec<(String, SymbolId)>,
}

/// How much is done for a query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Patience {
    /// Every solver, each up to its limits.
    #[default]
    Full,
    /// The first solver, up to a small part of its limits: what is easy is proved.
    Brief,
}

impl Query {
    /// A query of this text, exact and without a model.
    pub fn new(text: impl Into<String>) -> Query {
        Query { text: text.into(), ..Query::default() }
    }
}
