//! What is said of a part on its way, for whoever wants to check it: what it begins with, and each step from there. What the closure
//! propagates and what facts are brought into normal form is not shown: it follows from the steps.

use std::fmt::Debug;

use crate::logic::{SymbolId, TermId, Terms, VarId};
use crate::simplify::rules::families::Family;
use crate::simplify::rules::rule::Rule;
use crate::tasks::{Assign, Form, Schema};

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
    /// What it says of the cell that is read, and of these coordinates of a writer, if there are some.
    Assign {
        assign: &'t Assign,
        read: TermId,
        writer: &'t [TermId],
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
    /// `forall vars. body`, used at these values.
    Universal {
        vars: &'t [VarId],
        body: TermId,
        values: &'t [TermId],
    },
    /// At these values of its variables, and with these in the place of its functions: terms over variables for the arguments.
    Schema {
        schema: &'t Schema,
        values: &'t [TermId],
        functions: &'t [(Vec<VarId>, TermId)],
    },
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

/// What is said of a part beside its steps: how what it begins with comes to the form in which steps use it.
#[derive(Clone, Copy, Debug)]
pub enum Said<'t> {
    /// A proposition among the hypotheses, which holds in the cases that the part is in.
    Hypothesis(TermId),
    /// Where a quantifier was, these stand for its variables: other variables, which stand for all values, or new symbols, of which
    /// nothing else is known.
    Opened { quantifier: TermId, values: &'t [TermId] },
    /// What a hypothesis says, opened: `forall vars. body`.
    Given { vars: &'t [VarId], body: TermId },
    /// A hypothesis in another form, whatever the values of its variables: by all that was said before.
    Becomes(TermId),
    /// A hypothesis read as a rule: `guard -> symbol(args) = value`.
    Equation { symbol: SymbolId, args: &'t [TermId], guard: &'t [TermId], value: TermId },
    /// A write of which mask, index and value have other forms.
    Assign { from: &'t Assign, assign: &'t Assign },
}

/// Sees what is said of parts. One that answers more makes rules wrong on purpose, so that it can be seen who notices: only tests
/// have one (`tests/architecture`).
pub trait Recorder: Debug + Send + Sync {
    fn record(&self, step: &Step<'_>);

    /// A task begins, as it was generated.
    fn task(&self, _terms: &Terms, _forms: &[Form], _goal: TermId) {}

    /// Quantifiers are merged in a hypothesis, by its position, or in the goal.
    fn merged(&self, _terms: &Terms, _hypothesis: Option<usize>, _before: TermId, _after: TermId) {}

    /// A part with this goal begins.
    fn begins(&self, _part: &str, _terms: &Terms, _goal: TermId) {}

    /// Something is said in these cases: of all parts before the first one begins.
    fn says(&self, _terms: &Terms, _cases: &[TermId], _said: Said<'_>) {}

    /// What a law says, a fact or what a term equals, in place of what it says itself.
    fn altered(&self, _law: Law, _terms: &mut Terms, said: TermId) -> TermId {
        said
    }

    /// Whether a rule's condition is met without a look, by how many it has asked before.
    fn grants(&self, _rule: Rule, _question: usize) -> bool {
        false
    }
}
