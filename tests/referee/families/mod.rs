//! The shapes of programs that are drawn.

pub mod atomics;
pub mod blocks;
pub mod contracts;
pub mod conversions;
pub mod headers;
pub mod loops;
pub mod maps;
pub mod operators;
pub mod records;
pub mod views;
pub mod warps;

use crate::generate::{Draw, fill};

/// A kernel of which each thread treats the elements at its own `i`.
#[derive(Default)]
struct Each<'s> {
    /// What stands before the contract.
    before: &'s str,
    /// The arrays, of `n` elements if nothing else is said after a colon, and then the other parameters, each with a comma before it.
    arrays: &'s [&'s str],
    others: &'s str,
    /// Further premises, each with `&&` before it.
    requires: &'s str,
    /// What is true of every `j`, a line each.
    ensures: &'s str,
    /// The statements, a line each.
    body: &'s str,
}

impl Each<'_> {
    fn program(&self, draw: &mut Draw) -> String {
        let (mut parameters, mut lengths) = (Vec::new(), String::new());
        for array in self.arrays {
            let (declared, length) = array.split_once(": ").unwrap_or((array, "n"));
            let (ty, name) = declared.split_once('*').expect("an array is declared as a pointer");
            let restrict = if draw.random.once_in(4) { "__restrict__ " } else { "" };
            parameters.push(format!("{ty}*{restrict}{name}"));
            lengths += &format!(" && \\length({name}) == {length}");
        }
        let index = draw.index("i", "x");
        let body: String = self.body.lines().map(|line| format!("    {line}\n")).collect();
        let ensures = self.ensures.lines().map(|said| format!("//@ ensures \\forall j. 0 <= j < n -> {said};\n"));
        fill(
            "$before//@ requires 0 <= n <= blockDim.x * gridDim.x$lengths$requires;\n$ensures\
         __global__ void each($parameters$others, int n) {\n$index$guarded}\n",
            &[
                ("before", self.before),
                ("lengths", &lengths),
                ("requires", self.requires),
                ("ensures", &ensures.collect::<String>()),
                ("parameters", &parameters.join(", ")),
                ("others", self.others),
                ("index", &index),
                ("guarded", &draw.guarded("i < n", "i >= n", &body)),
            ],
        )
    }
}
