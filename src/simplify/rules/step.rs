//! What is said of a part on its way, for whoever wants to check it: what it begins with, and each step from there. What the closure
//! propagates and what facts are brought into normal form is not shown: it follows from the steps.

use std::fmt::Debug;

use crate::logic::{SymbolId, TermId, Terms, VarId};
use crate::simplify::rules::families::Family;
use crate::simplify::rules::rule::Rule;
use crate::tasks::{Assign, Schema};

/// What a step is an instance of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Law {
    Rule(Rule),
    /// A fact that is stated of folds, operators or arithmetic.
    Family(Family),
    /// A fold whose body is rewritten where its variable is within its range.
    Inside,
}

impl Law {
    /// The name that its uses are counted by.
    pub fn name(self) -> String {
        match self {
            Law::Rule(rule) => rule.name().to_owned(),
            Law::Family(family) => format!("{family:?}"),
            Law::Inside => "inside".to_owned(),
        }
    }
}

/// One step: the conclusion follows from the premises and from what is known, whatever the values of variables
/// that are free in them. No term is made for it, so that whether somebody looks changes nothing.
pub struct Step<'t> {
    pub law: Law,
    pub terms: &'t Terms,
    /// What the hypotheses say of what the rule looks at.
    pub premises: &'t [Premise<'t>],
    /// The literals that hold in the context, or the cases that the part is in.
    pub known: &'t [TermId],
    pub conclusion: Conclusion<'t>,
}

/// What a step makes use of.
#[derive(Clone, Copy, Debug)]
pub enum Premise<'t> {
    Fact(TermId),
    /// What it says of the cell that is read.
    Assign {
        assign: &'t Assign,
        read: TermId,
    },
    /// `guard -> symbol(args) = value`, for the values of the variables among the arguments that make it speak of the cell that is
    /// read.
    Equation {
        read: TermId,
        symbol: SymbolId,
        args: &'t [TermId],
        guard: &'t [TermId],
        value: TermId,
    },
    /// `forall vars. body`
    Universal {
        vars: &'t [VarId],
        body: TermId,
    },
    Schema(&'t Schema),
    /// The variable that stands for a fold's own in the steps within its body.
    Opened(VarId),
}

/// What a step says.
#[derive(Clone, Copy, Debug)]
pub enum Conclusion<'t> {
    Equal(TermId, TermId),
    Holds(TermId),
    /// All of one of these holds, for some values of the symbols from the first new one on. Variables that are free in a fact
    /// stand for all values there.
    OneOf {
        alternatives: &'t [Vec<TermId>],
        first_new: SymbolId,
    },
}

/// Sees what is said of parts. One that answers more makes rules wrong on purpose, so that it can be seen who notices: only tests
/// have one (`tests/architecture`).
pub trait Recorder: Debug + Send + Sync {
    fn record(&self, step: &Step<'_>);

    /// A part with this goal begins.
    fn begins(&self, _part: &str, _terms: &Terms, _goal: TermId) {}

    /// `forall vars. body` is a hypothesis of the part, opened, in these cases.
    fn given(&self, _terms: &Terms, _cases: &[TermId], _vars: &[VarId], _body: TermId) {}

    /// What a law says, a fact or what a term equals, in place of what it says itself.
    fn altered(&self, _law: Law, _terms: &mut Terms, said: TermId) -> TermId {
        said
    }

    /// Whether a rule's condition is met without a look, by how many it has asked before.
    fn grants(&self, _rule: Rule, _question: usize) -> bool {
        false
    }
}
