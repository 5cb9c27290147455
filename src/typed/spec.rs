//! Names and sorts of annotations.

use crate::base::Span;
use crate::kernel::ir;
use crate::syntax::tree;

use super::scope::{Env, Lowered};

/// Where a clause stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Requires,
    Ensures,
    Invariant,
    Assert,
}

/// Resolves and types a clause. Until annotations have their own resolver none is acted on.
pub fn clause(env: &mut Env, _place: Place, _e: &tree::Expr, span: Span) -> Lowered<ir::Clause> {
    Err(env.unsupported("annotation", span))
}
