//! What is not known of the host's values, and what is known of it.

use crate::base::Span;

use super::term::Term;
use super::types::IntType;

/// An unknown value of the host, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Free(pub usize);

/// A value of the host that is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// The variable that held it first, where there is one.
    pub name: String,
    pub ty: IntType,
    /// Any value of its type may be given to the program: it is read from the command line.
    pub is_input: bool,
    pub place: Span,
}

/// Something that holds where a launch is reached, and the place in the code that says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    pub cond: Term,
    pub place: Span,
}
