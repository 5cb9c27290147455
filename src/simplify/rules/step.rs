//! Applications of rules, for whoever wants to check them: those of the table, of quantifiers, of mixed radix and of joined bounds.
//! Instances, named writers, cases and what the closure propagates are not shown.

use std::fmt::Debug;

use crate::logic::{SymbolId, TermId, Terms};
use crate::simplify::rules::rule::Rule;
use crate::tasks::Assign;

/// One application of a rule: the conclusion follows from the premises and from what is known, whatever the values of variables
/// that are free in them. No term is made for it, so that whether somebody looks changes nothing.
pub struct Step<'t> {
    pub rule: Rule,
    pub terms: &'t Terms,
    /// What the hypotheses say of what the rule looks at.
    pub premises: &'t [Premise<'t>],
    /// The literals that hold in the context.
    pub known: &'t [TermId],
    pub conclusion: Conclusion,
}

/// What a rule makes use of.
#[derive(Clone, Copy, Debug)]
pub enum Premise<'t> {
    Fact(TermId),
    Assign(&'t Assign),
    /// `guard -> symbol(args) = value`, for all values of the variables that are arguments.
    Equation {
        symbol: SymbolId,
        args: &'t [TermId],
        guard: &'t [TermId],
        value: TermId,
    },
}

/// What a rule says.
#[derive(Clone, Copy, Debug)]
pub enum Conclusion {
    Equal(TermId, TermId),
    Holds(TermId),
}

/// Sees applications of rules. One that answers more makes rules wrong on purpose, so that it can be seen who notices: only tests have
/// one (`tests/architecture`).
pub trait Recorder: Debug + Send + Sync {
    fn record(&self, step: &Step<'_>);

    /// What a rule says of a term, in place of what it says itself.
    fn altered(&self, _rule: Rule, _terms: &mut Terms, other: TermId) -> TermId {
        other
    }

    /// Whether a rule's condition is met without a look, by how many it has asked before.
    fn grants(&self, _rule: Rule, _question: usize) -> bool {
        false
    }
}
