//! What terms, symbols and variables are called.

/// A term, by its position in its [`super::Terms`] pool. Arguments have smaller ids than what they are arguments of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(pub u32);

/// A declared constant or function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolId(pub u32);

/// A variable that a binder binds (or that a pattern leaves open).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(pub u32);
