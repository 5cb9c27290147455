//! What the lowering decided about a program, where somebody asks.

use std::collections::BTreeSet;

use num_bigint::BigInt;

use crate::base::Span;

/// The decisions of all kernels of a file, those about code of templates once for each instance.
#[derive(Clone, Default, Debug)]
pub struct Decisions {
    /// Calls, with the names of the functions where these are declared.
    pub calls: BTreeSet<(Span, Span)>,
    /// Expressions of arithmetic types and pointers to these, with the types as C names them.
    pub types: BTreeSet<(Span, String)>,
    /// Constant expressions of integers.
    pub constants: BTreeSet<(Span, BigInt)>,
}
