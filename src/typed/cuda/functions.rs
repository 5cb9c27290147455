//! CUDA's functions of numbers by name: how many they take, and what they make of them.

use crate::base::Span;
use crate::kernel::ir::Expr;

use super::bits;
use super::halves;
use super::math;
use super::packed;
use super::rounding;
use super::words;
use crate::typed::model::{Env, Lowered, Value};

/// A call, with the values of the arguments.
pub struct Call<'n> {
    pub name: &'n str,
    pub args: Vec<Expr>,
    pub span: Span,
}

/// What a function makes of its arguments, of which there are as many as it takes.
pub type Meaning = fn(&mut Env, Call) -> Lowered<Expr>;

#[derive(Clone, Copy)]
pub struct OnNumbers {
    /// The number of arguments.
    pub needed: usize,
    pub meaning: Meaning,
}

/// What a function makes of its arguments where these are not just numbers.
pub type MeaningOfValues = fn(&mut Env, &str, Vec<Value>, Span) -> Lowered<Value>;

#[derive(Clone, Copy)]
pub struct OnValues {
    /// The number of arguments.
    pub needed: usize,
    pub meaning: MeaningOfValues,
}

/// The function of this name, if it is one of numbers that gives a number.
pub fn named(name: &str) -> Option<OnNumbers> {
    bits::named(name)
        .or_else(|| halves::on_numbers(name))
        .or_else(|| packed::named(name))
        .or_else(|| words::named(name))
        .or_else(|| rounding::named(name))
        .or_else(|| math::named(name))
}
