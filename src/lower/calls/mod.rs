//! Calls: which function is meant, what its parameters are, its body in place of the call; and CUDA's functions.

pub mod barriers;
pub mod braced_arguments;
pub mod builtins;
pub mod call;
pub mod candidate;
pub mod closure;
pub mod contract;
pub mod deduction;
pub mod fits;
pub mod group_calls;
pub mod inline;
pub mod overload;
pub mod passing;
