//! CUDA's functions: a row each, with what it takes and what it makes of the values of its arguments. They know memory and values, and
//! nothing of syntax.

pub mod atomics;
pub mod bits;
pub mod copies;
pub mod functions;
pub mod groups;
pub mod halves;
pub mod hints;
pub mod integers;
pub mod laws;
pub mod library;
pub mod limits;
pub mod math;
pub mod pointer_results;
pub mod read_only;
pub mod rounding;
pub mod signatures;
pub mod simd;
pub mod surfaces;
pub mod warps;

use crate::kernel::ir::VoteOp;
use crate::syntax::tree;

use functions::{Function, Meaning};

/// The function of this name that a call with so many arguments may mean.
pub fn named(name: &tree::Name, args: usize) -> Option<Function> {
    let ident = name.ident.as_str();
    barrier(ident)
        .or_else(|| read_only::named(ident))
        .or_else(|| atomics::named(ident))
        .or_else(|| warps::named(ident))
        .or_else(|| warps::combining(ident))
        .or_else(|| limits::named(ident))
        .or_else(|| pointer_results::named(ident))
        .or_else(|| hints::named(ident))
        .or_else(|| laws::named(ident))
        .or_else(|| halves::named(ident))
        .or_else(|| copies::named(name, args))
        .or_else(|| bits::named(ident))
        .or_else(|| simd::named(ident))
        .or_else(|| integers::named(ident))
        .or_else(|| rounding::named(ident))
        .or_else(|| math::named(ident))
}

fn barrier(name: &str) -> Option<Function> {
    let vote = match name {
        "__syncthreads" => None,
        "__syncthreads_or" => Some(VoteOp::Any),
        "__syncthreads_and" => Some(VoteOp::All),
        "__syncthreads_count" => Some(VoteOp::Count),
        _ => return None,
    };
    let takes = usize::from(vote.is_some());
    Some(Function { takes: takes..=takes, meaning: Meaning::Barrier(vote) })
}
