//! CUDA's functions by name: how many arguments they take, and what they make of their values.

use std::ops::RangeInclusive;

use crate::base::{Span, codes};
use crate::kernel::ir::Expr;
use crate::syntax::tree;

use super::atomics;
use super::barriers;
use super::bits;
use super::collectives;
use super::copies;
use super::halves;
use super::hints;
use super::laws;
use super::limits;
use super::math;
use super::outputs;
use super::packed;
use super::read_only;
use super::rounding;
use super::warps;
use super::words;
use crate::typed::memory::pointer;
use crate::typed::memory::read;
use crate::typed::model::{Env, Lowered, Value};

/// A call, its arguments evaluated.
pub struct Call<'n, A = Expr> {
    pub name: &'n str,
    pub args: Vec<A>,
    pub span: Span,
}

/// The value of an argument, and where it stands.
pub struct Argument {
    pub value: Value,
    pub span: Span,
}

impl Argument {
    /// What the argument is as a number.
    pub fn scalar(self, env: &mut Env) -> Lowered<Expr> {
        read::scalar(env, self.value, self.span)
    }

    /// What the argument points to.
    pub fn target(self, env: &mut Env) -> Lowered<Value> {
        let pointer = pointer::decay(env, self.value, self.span)?;
        pointer::deref(env, pointer, self.span)
    }
}

/// The arguments of a function that takes just so many.
pub fn exactly<const N: usize, A>(args: Vec<A>) -> Lowered<[A; N]> {
    args.try_into().map_err(|_| crate::typed::model::Reported)
}

/// What a function makes of numbers.
pub type OfNumbers = fn(&mut Env, Call) -> Lowered<Expr>;

/// What a function makes of its arguments where these, or what it gives, are not just numbers.
pub type OfValues = fn(&mut Env, Call<Argument>) -> Lowered<Value>;

#[derive(Clone, Copy)]
pub enum Meaning {
    Numbers(OfNumbers),
    /// Objects of classes are the numbers that they convert to.
    Values(OfValues),
    /// Objects of classes are what they are.
    Objects(OfValues),
}

#[derive(Clone)]
pub struct Function {
    /// The numbers of arguments.
    pub takes: RangeInclusive<usize>,
    pub meaning: Meaning,
}

impl Function {
    pub fn numbers(takes: usize, meaning: OfNumbers) -> Function {
        Function { takes: takes..=takes, meaning: Meaning::Numbers(meaning) }
    }

    pub fn values(takes: usize, meaning: OfValues) -> Function {
        Function { takes: takes..=takes, meaning: Meaning::Values(meaning) }
    }

    pub fn objects(takes: usize, meaning: OfValues) -> Function {
        Function { takes: takes..=takes, meaning: Meaning::Objects(meaning) }
    }

    /// Reports a call with another number of arguments.
    pub fn check(&self, env: &mut Env, name: &str, given: usize, span: Span) -> Lowered<()> {
        if self.takes.contains(&given) {
            return Ok(());
        }
        let message = match (self.takes.start(), self.takes.end()) {
            (1, 1) => format!("`{name}` takes 1 argument, not {given}"),
            (least, most) if least == most => format!("`{name}` takes {most} arguments, not {given}"),
            _ => format!("`{name}` does not take {given} arguments"),
        };
        Err(env.error(codes::E0303, span, message))
    }
}

/// The function of this name.
pub fn named(name: &tree::Name) -> Option<Function> {
    let ident = name.ident.as_str();
    barriers::named(ident)
        .or_else(|| read_only::named(ident))
        .or_else(|| atomics::named(ident))
        .or_else(|| warps::named(ident))
        .or_else(|| collectives::named(ident))
        .or_else(|| limits::named(ident))
        .or_else(|| outputs::named(ident))
        .or_else(|| hints::named(ident))
        .or_else(|| laws::named(ident))
        .or_else(|| halves::named(ident))
        .or_else(|| copies::named(name))
        .or_else(|| bits::named(ident))
        .or_else(|| packed::named(ident))
        .or_else(|| words::named(ident))
        .or_else(|| rounding::named(ident))
        .or_else(|| math::named(ident))
}
