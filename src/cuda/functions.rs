//! CUDA's functions by name: how many arguments they take, and what they make of their values.

use std::ops::RangeInclusive;

use crate::base::{Span, codes};
use crate::cpp::{Env, Lowered, Reported, Value};
use crate::kernel::ir::{Expr, VoteOp};
use crate::memory::{pointee, pointer, read};

/// A call, its arguments evaluated.
pub struct Call<'n, A = Expr> {
    /// The function's name.
    pub name: &'n str,
    /// The arguments in order.
    pub args: Vec<A>,
    /// Where the call stands.
    pub span: Span,
}

/// The value of an argument, and where it stands.
pub struct Argument {
    /// What the argument denotes.
    pub value: Value,
    /// Where the argument stands.
    pub span: Span,
}

impl Argument {
    /// What the argument is as a number.
    pub fn scalar(self, env: &mut Env) -> Lowered<Expr> {
        read::scalar(env, self.value, self.span)
    }

    /// What the argument points to.
    pub fn target(self, env: &mut Env) -> Lowered<Value> {
        let pointer = pointee::decay(env, self.value, self.span)?;
        pointer::deref(env, pointer, self.span)
    }
}

/// The arguments of a function that takes just so many.
pub fn exactly<const N: usize, A>(args: Vec<A>) -> Lowered<[A; N]> {
    args.try_into().map_err(|_| Reported)
}

/// What a function makes of numbers.
pub type OfNumbers = fn(&mut Env, Call) -> Lowered<Expr>;

/// What a function makes of its arguments where these, or what it gives, are not just numbers.
pub type OfValues = fn(&mut Env, Call<Argument>) -> Lowered<Value>;

/// What a function does, by what it takes and gives.
#[derive(Clone, Copy)]
pub enum Meaning {
    /// Numbers are taken, and a number is given.
    Numbers(OfNumbers),
    /// Objects of classes that convert to numbers are these numbers.
    Values(OfValues),
    /// Objects of classes are what they are.
    Objects(OfValues),
    /// The threads of the block wait for each other, and learn what they say together (STMT-13).
    Barrier(Option<VoteOp>),
}

/// A function that CUDA declares.
#[derive(Clone)]
pub struct Function {
    /// The numbers of arguments.
    pub takes: RangeInclusive<usize>,
    /// What a call of it does.
    pub meaning: Meaning,
}

impl Function {
    /// A function of so many numbers that gives a number.
    pub fn numbers(takes: usize, meaning: OfNumbers) -> Function {
        Function { takes: takes..=takes, meaning: Meaning::Numbers(meaning) }
    }

    /// A function of so many arguments, for which objects of classes are the numbers that they convert to.
    pub fn values(takes: usize, meaning: OfValues) -> Function {
        Function { takes: takes..=takes, meaning: Meaning::Values(meaning) }
    }

    /// A function of so many arguments, for which objects of classes are what they are.
    pub fn objects(takes: usize, meaning: OfValues) -> Function {
        Function { takes: takes..=takes, meaning: Meaning::Objects(meaning) }
    }

    /// Reports a call with another number of arguments.
    pub fn check(&self, env: &mut Env, name: &str, given: usize, span: Span) -> Lowered<()> {
        check_count(env, name, self.takes.clone(), given, span)
    }
}

/// Reports a call of a function that takes another number of arguments.
pub fn check_count(env: &mut Env, name: &str, takes: RangeInclusive<usize>, given: usize, span: Span) -> Lowered<()> {
    if takes.contains(&given) {
        return Ok(());
    }
    let message = match (takes.start(), takes.end()) {
        (1, 1) => format!("`{name}` takes 1 argument, not {given}"),
        (least, most) if least == most => format!("`{name}` takes {most} arguments, not {given}"),
        (least, &usize::MAX) => format!("`{name}` takes {least} arguments or more, not {given}"),
        (least, most) => format!("`{name}` takes {least} to {most} arguments, not {given}"),
    };
    Err(env.error(codes::E0303, span, message))
}
