//! The ground part of a task as one e-graph (egg): congruence closure under the hypotheses, with the terms' own
//! normal form as its arithmetic.
//!
//! Every subterm of facts and goal is a class; hypotheses are united with `true`, the sides of an equation with each
//! other. [`REWRITES`](rewrites::REWRITES) then run until nothing new is found or a limit is met. Each unites a class with what it equals
//! *under the hypotheses*, never under a guard; what depends on a bound variable is left alone. Sums, products,
//! conjunctions and disjunctions are in normal form before they enter, so there are no rules for associativity or
//! distributivity: the data of a class is the normal form over the data of its children ([`language`]). What holds under
//! a guard only is found in a clone, in which the guard is united with `true`.

pub mod closure;
pub mod definitions;
pub mod language;
pub mod normal;
pub mod rewrites;
pub mod table;
