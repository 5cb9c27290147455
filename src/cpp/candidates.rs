//! Functions that a call may mean, and how well an argument fits a parameter.

use std::cmp::Ordering;

use crate::syntax::tree::Function;

use super::{Env, Scope, classes, types::CType};

/// A function by its declaration, and the class that it is a member of.
#[derive(Clone, Copy)]
pub struct Callable<'a> {
    /// Its declaration.
    pub function: &'a Function,
    /// The class by its position in `Met::records`; `None` for a function of file level.
    pub record: Option<usize>,
    /// It is declared after the call.
    pub is_later: bool,
    /// Its name says what it does: CUDA declares it, or the C++ library (LOOKUP-17).
    pub is_of_cuda: bool,
}

impl<'a> Callable<'a> {
    /// A function of file level that is declared before the call.
    pub fn of_file(function: &'a Function) -> Callable<'a> {
        Callable { function, record: None, is_later: false, is_of_cuda: false }
    }

    /// A member function of the class at this position in `Met::records`.
    pub fn member(record: usize, function: &'a Function) -> Callable<'a> {
        Callable { record: Some(record), ..Callable::of_file(function) }
    }
}

/// A function that a call can mean, with its template arguments and parameter types.
pub struct Candidate<'a> {
    /// Its declaration.
    pub function: &'a Function,
    /// The class by its position in `Met::records`; `None` for a function of file level.
    pub record: Option<usize>,
    /// What its template parameters stand for.
    pub bindings: Scope,
    /// The types of its parameters, with the template arguments in place.
    pub params: Vec<CType>,
    /// Distinguishes instances of one template.
    pub instance: String,
    /// How well the object of a member function (where there is one) and each argument fit.
    pub fits: Vec<Fit>,
    /// The arguments that may fit worse than it seems.
    pub doubts: Vec<Doubt>,
    /// It is not known whether there are the types that it mentions: it may be left out.
    pub is_doubtful: bool,
    /// As [`Callable::is_later`].
    pub is_later: bool,
    /// As [`Callable::is_of_cuda`].
    pub is_of_cuda: bool,
}

impl Candidate<'_> {
    /// No function could fit better: it is no template, and takes each argument as it is.
    pub fn is_exact(&self) -> bool {
        self.function.template.is_empty() && self.fits.iter().all(|fit| fit.rank == 0)
    }
}

/// An argument that fits as well as it seems to only if two types are one that C++ tells apart (TEMPLATE-19).
#[derive(PartialEq)]
pub struct Doubt {
    /// The argument, by its fit.
    pub at: usize,
    /// Which type is written there: those that are written alike are one type.
    pub spelling: String,
    /// How well it fits if they are two.
    pub rank: u32,
}

/// How well an argument fits a parameter.
#[derive(Clone, Copy)]
pub struct Fit {
    /// 0 exact, 1 promotion, 2 conversion, 3 one that the program defines, or [`NEVER`].
    pub rank: u32,
    /// What may be done to the argument by way of the parameter.
    pub through: Through,
    /// The base class that an object becomes.
    pub base: Option<usize>,
    /// The rank is a guess: where it makes a tie, the choice is undecided, and not ambiguous.
    pub is_vague: bool,
    /// A pointer to something else: C++ has no such conversion.
    pub is_foreign: bool,
}

impl Fit {
    /// A fit of this rank about which nothing else is to be said.
    pub fn of(rank: u32) -> Fit {
        Fit { rank, through: Through::Nothing, base: None, is_vague: false, is_foreign: false }
    }

    /// The same fit, of a reference or pointer to something `const` or not.
    pub fn through(self, to_const: bool) -> Fit {
        Fit { through: if to_const { Through::Read } else { Through::Write }, ..self }
    }

    /// Whether nothing may be written by way of the parameter, if the argument is `const` or not.
    pub fn reads(&self, is_const: bool) -> Option<bool> {
        match self.through {
            Through::Nothing => None,
            Through::Read => Some(true),
            Through::Write => Some(false),
            Through::AsGiven => Some(is_const),
        }
    }

    /// Whether an argument that is `const` could be written by way of the parameter.
    pub fn drops_const(&self, is_const: bool) -> bool {
        is_const && self.through == Through::Write
    }

    /// Which of two fits of one argument is the better one.
    pub fn compare(&self, other: &Fit, is_const: bool, env: &Env) -> Ordering {
        let of_const = match (self.reads(is_const), other.reads(is_const)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => Ordering::Equal,
        };
        let of_bases = || match (self.base, other.base) {
            (Some(a), Some(b)) if a != b && classes::base_offset(env, a, b).is_some() => Ordering::Less,
            (Some(a), Some(b)) if a != b && classes::base_offset(env, b, a).is_some() => Ordering::Greater,
            _ => Ordering::Equal,
        };
        self.rank.cmp(&other.rank).then_with(of_bases).then(of_const)
    }
}

/// The rank of what does not fit.
pub const NEVER: u32 = 9;

/// What may be done to the variable that a parameter leads to, as a reference or pointer.
#[derive(Clone, Copy, PartialEq)]
pub enum Through {
    /// It leads to none.
    Nothing,
    /// It may only be read.
    Read,
    /// It may be read and written.
    Write,
    /// What the argument lets it do: its type is a template parameter's.
    AsGiven,
}
