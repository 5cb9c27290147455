//! A concrete launch and inputs that violate something, in the form that the JSON document shows.

use borsh::{BorshDeserialize, BorshSerialize};
use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

pub use crate::interp::{Scalar, Touch};

/// A launch with inputs, what was expected of it and what it did.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema, BorshSerialize, BorshDeserialize)]
pub struct Counterexample {
    /// The numbers of threads and blocks.
    pub launch: LaunchShape,
    /// The kernel's scalar parameters and the globals that it reads, by name.
    #[schemars(with = "BTreeMap<String, Value>")]
    pub arguments: BTreeMap<String, Scalar>,
    /// Initial contents, from index 0.
    #[schemars(with = "BTreeMap<String, Vec<Value>>")]
    pub arrays: BTreeMap<String, Vec<Scalar>>,
    /// Ghost scalars, by name.
    #[schemars(with = "BTreeMap<String, Value>")]
    pub ghosts: BTreeMap<String, Scalar>,
    /// Value parameters of templates that nothing else fixes, by name.
    #[schemars(with = "BTreeMap<String, Value>")]
    pub templates: BTreeMap<String, Scalar>,
    /// What was taken for operators of which nothing but their laws is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operators: Vec<String>,
    /// The thread that goes wrong or waits in vain; none where no single thread does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<ThreadIndex>,
    /// The order in which threads ran: `lockstep`, `reverse`, `random` or `exhaustive`.
    pub schedule: String,
    /// The right side of an equation that does not hold; none where it is no equation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub expected: Option<Scalar>,
    /// The left side of a comparison that does not hold; none where it is no comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub found: Option<Scalar>,
    /// Of an invariant that an iteration breaks: the thread's variables before and after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iteration: Option<Box<Iteration>>,
    /// Who is wrong.
    pub blame: Blame,
    /// The interpreter ran it and saw the violation.
    pub confirmed: bool,
    /// A command line that runs it again.
    pub command: String,
    /// What goes wrong, in a line.
    pub explanation: String,
    /// Who touches what, for pictures; the document is not to be filled with it.
    #[serde(skip)]
    pub touches: Vec<Touch>,
    /// The launch as a host program, or why there is none.
    #[serde(skip)]
    pub program: Result<String, String>,
}

/// The variables of a thread before and after an iteration of a loop, by name.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema, BorshSerialize, BorshDeserialize)]
pub struct Iteration {
    /// Before it.
    #[schemars(with = "BTreeMap<String, Value>")]
    pub before: BTreeMap<String, Scalar>,
    /// After it.
    #[schemars(with = "BTreeMap<String, Value>")]
    pub after: BTreeMap<String, Scalar>,
}

/// The numbers of threads and blocks of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema, BorshSerialize, BorshDeserialize)]
pub struct LaunchShape {
    /// Threads of a block in x, y and z.
    pub block_dim: [u64; 3],
    /// Blocks of the grid in x, y and z.
    pub grid_dim: [u64; 3],
}

/// A thread of a launch by its coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema, BorshSerialize, BorshDeserialize)]
pub struct ThreadIndex {
    /// `blockIdx` in x, y and z.
    pub block_idx: [u64; 3],
    /// `threadIdx` in x, y and z.
    pub thread_idx: [u64; 3],
}

impl std::fmt::Display for ThreadIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        crate::interp::ThreadIndex { block: self.block_idx, thread: self.thread_idx }.fmt(f)
    }
}

/// Who is wrong: a false invariant is the annotation's fault, a violated contract the code's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(rename_all = "lowercase")]
pub enum Blame {
    /// The program goes wrong.
    Code,
    /// An invariant, a barrier invariant or a variant is false.
    Annotation,
}

impl Counterexample {
    /// All of it in lines, but for what went wrong.
    pub fn shown(&self) -> Vec<String> {
        let mut lines = vec![format!("with {}", self.inputs())];
        lines.extend(self.contents());
        if let Some(iteration) = &self.iteration {
            let listed = |all: &BTreeMap<String, Scalar>| {
                all.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
            };
            lines.push(format!("before the iteration that breaks it: {}", listed(&iteration.before)));
            lines.push(format!("after it: {}", listed(&iteration.after)));
        }
        lines.extend(self.operators.iter().map(|operator| format!("with {operator}")));
        match self.blame {
            Blame::Code => {}
            Blame::Annotation => lines.push("the annotation is false, which says nothing about the code".to_owned()),
        }
        lines.push(format!("to see it: {}", self.command));
        lines
    }

    /// The launch and its scalars.
    pub fn inputs(&self) -> String {
        let scalars = self.arguments.iter().chain(&self.ghosts).chain(&self.templates);
        inputs(self.launch, scalars.map(|(name, value)| (name.as_str(), value)))
    }

    /// The contents of an array, shortened: "a = [1, 2, 3]".
    pub fn contents(&self) -> Vec<String> {
        const SHOWN: usize = 16;
        let line = |(name, cells): (&String, &Vec<Scalar>)| {
            let shown: Vec<String> = cells.iter().take(SHOWN).map(Scalar::to_string).collect();
            let more = if cells.len() > SHOWN { ", ..." } else { "" };
            format!("{name} = [{}{more}]", shown.join(", "))
        };
        self.arrays.iter().map(line).collect()
    }
}

/// A launch and its scalars: "block 2, grid 3, n = 6, m = 1".
pub fn inputs<'a>(launch: LaunchShape, scalars: impl Iterator<Item = (&'a str, &'a Scalar)>) -> String {
    let sizes = |[x, y, z]: [u64; 3]| if (y, z) == (1, 1) { x.to_string() } else { format!("{x},{y},{z}") };
    let launch = format!("block {}, grid {}", sizes(launch.block_dim), sizes(launch.grid_dim));
    let scalars = scalars.map(|(name, value)| format!("{name} = {value}"));
    std::iter::once(launch).chain(scalars).collect::<Vec<_>>().join(", ")
}

/// How the document has a value: a string where a double does not hold the number exactly, and where it is no number.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes what `Scalar` is written as")]
pub(super) enum Value {
    Truth(bool),
    Number(f64),
    Text(String),
}

/// How the document has a count: a string where a double does not hold it exactly.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes what `serialize_count` writes")]
pub(super) enum Number {
    Count(u64),
    Text(String),
}

/// Readers of JSON keep numbers as doubles: what a double does not hold exactly is a string.
impl Serialize for Scalar {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Scalar::Bool(value) => serializer.serialize_bool(*value),
            Scalar::Int(value) => serialize_integer(value, serializer),
            Scalar::Real(value) if value.is_integer() => serialize_integer(value.numer(), serializer),
            Scalar::Real(value) => match value.to_f64() {
                Some(float) if BigRational::from_float(float).as_ref() == Some(value) => {
                    serializer.serialize_f64(float)
                }
                _ => serializer.collect_str(value),
            },
            Scalar::Float(value) if value.is_finite() => serializer.serialize_f64(*value),
            Scalar::Float(value) => serializer.collect_str(value),
            Scalar::Term(text) => serializer.serialize_str(text),
        }
    }
}

/// Whether a double holds the integer and all its neighbours below exactly.
fn is_exact(value: &BigInt) -> bool {
    value.abs() <= BigInt::from(1_u64 << 53)
}

fn serialize_integer<S: Serializer>(value: &BigInt, serializer: S) -> Result<S::Ok, S::Error> {
    match value.to_i64() {
        Some(small) if is_exact(value) => serializer.serialize_i64(small),
        _ => serializer.collect_str(value),
    }
}

/// For counts: as [`Scalar::Int`].
pub(super) fn serialize_count<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serialize_integer(&BigInt::from(*value), serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(value: &Scalar) -> String {
        serde_json::to_string(value).unwrap()
    }

    fn ratio(numerator: i64, denominator: i64) -> Scalar {
        Scalar::Real(BigRational::new(numerator.into(), denominator.into()))
    }

    #[test]
    fn integers_beyond_two_to_the_53_are_strings() {
        assert_eq!(json(&Scalar::Int((1_i64 << 53).into())), "9007199254740992");
        assert_eq!(json(&Scalar::Int(((1_i64 << 53) + 1).into())), "\"9007199254740993\"");
        assert_eq!(json(&Scalar::Int((-(1_i64 << 53) - 1).into())), "\"-9007199254740993\"");
    }

    #[test]
    fn floats_that_are_not_finite_are_strings() {
        assert_eq!(json(&Scalar::Float(f64::NAN)), "\"NaN\"");
        assert_eq!(json(&Scalar::Float(f64::NEG_INFINITY)), "\"-inf\"");
        assert_eq!(json(&Scalar::Float(0.25)), "0.25");
    }

    #[test]
    fn reals_are_numbers_only_where_a_double_is_exact() {
        assert_eq!(json(&ratio(1, 4)), "0.25");
        assert_eq!(json(&ratio(6, 2)), "3");
        assert_eq!(json(&ratio(1, 3)), "\"1/3\"");
    }
}
