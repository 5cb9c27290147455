//! One launch and its inputs (MACHINE-1), and how they are written on the command line.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use crate::kernel::ir::{self, ArrayId, Kernel, LocalId, LocalRole, Type};

use super::value::Scalar;

/// How integers are executed (MACHINE-6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ints {
    #[default]
    Math,
    Checked,
    /// As the machine does: modulo the width.
    C,
}

/// How floats are executed (MACHINE-3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Floats {
    #[default]
    Real,
    Ieee,
}

/// In which order threads run (MACHINE-7, MACHINE-8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Schedule {
    #[default]
    Lockstep,
    /// The last thread of the last block first.
    Reverse,
    Random,
    /// Every order of the threads between barriers, one after the other.
    Exhaustive,
}

impl Schedule {
    pub fn name(self) -> &'static str {
        match self {
            Schedule::Lockstep => "lockstep",
            Schedule::Reverse => "reverse",
            Schedule::Random => "random",
            Schedule::Exhaustive => "exhaustive",
        }
    }
}

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub ints: Ints,
    pub floats: Floats,
    pub schedule: Schedule,
    /// Statements of threads and instances of quantifiers, together.
    pub steps: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { ints: Ints::Math, floats: Floats::Real, schedule: Schedule::Lockstep, steps: DEFAULT_STEPS }
    }
}

/// Some ten seconds.
pub const DEFAULT_STEPS: u64 = 300_000_000;

/// The most threads of a launch that can be run.
pub const MAX_THREADS: u64 = 1 << 24;

/// The contents of an array: the cells given, then cells made from the seed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Contents {
    pub cells: Vec<Scalar>,
    /// The number of elements, where the array has a length.
    pub length: u64,
    pub null: bool,
}

/// A launch with its inputs.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    pub block: [u64; 3],
    pub grid: [u64; 3],
    pub scalars: BTreeMap<LocalId, Scalar>,
    pub arrays: BTreeMap<ArrayId, Contents>,
    pub seed: u64,
}

impl Setup {
    /// One thread, with 1 for every scalar and arrays of one element: to see what a kernel is made of.
    pub fn smallest(kernel: &Kernel) -> Setup {
        let one = |ty: Type| match ty {
            Type::Bool => Scalar::Bool(true),
            Type::Float { .. } | Type::Real => Scalar::Real(num_rational::BigRational::from_integer(1.into())),
            Type::Int { .. } | Type::Integer | Type::Thread | Type::Block => Scalar::Int(1.into()),
        };
        let inputs = kernel.locals.iter().enumerate().filter(|(_, local)| {
            matches!(local.role, LocalRole::Param | LocalRole::Template | LocalRole::Ghost | LocalRole::Global)
        });
        let scalars = inputs.map(|(at, local)| (LocalId(at as u32), one(local.ty))).collect();
        let contents = |array: &ir::Array| Contents { cells: vec![one(array.element)], length: 1, null: false };
        let arrays = kernel.arrays.iter().enumerate().map(|(at, array)| (ArrayId(at as u32), contents(array)));
        Setup { block: [1; 3], grid: [1; 3], scalars, arrays: arrays.collect(), seed: 0 }
    }

    pub fn threads(&self) -> u64 {
        self.block.iter().chain(&self.grid).fold(1, |product: u64, size| product.saturating_mul(*size))
    }
}

/// A value of that type as people write it: `10`, `-0x1f`, `2.5`, `1/3`, `1e-3`, `true`, `nan`, `inf`.
pub fn parse_scalar(text: &str, ty: Type) -> Option<Scalar> {
    let text = text.trim();
    match (text, ty) {
        ("true" | "false", Type::Bool) => return Some(Scalar::Bool(text == "true")),
        ("true" | "false", _) => return Some(Scalar::Int(BigInt::from(u8::from(text == "true")))),
        ("nan" | "NaN" | "inf" | "-inf", Type::Float { .. } | Type::Real) => {
            return text.to_lowercase().parse().ok().map(Scalar::Float);
        }
        _ => {}
    }
    let number = parse_rational(text)?;
    match ty {
        Type::Bool => Some(Scalar::Bool(number != BigRational::from_integer(0.into()))),
        Type::Float { .. } | Type::Real => Some(Scalar::Real(number)),
        Type::Int { .. } | Type::Integer if number.is_integer() => {
            let value = number.to_integer();
            let fits = ty.range().is_none_or(|(low, high)| low <= value && value <= high);
            fits.then_some(Scalar::Int(value))
        }
        Type::Int { .. } | Type::Integer | Type::Thread | Type::Block => None,
    }
}

fn parse_rational(text: &str) -> Option<BigRational> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let value = if let Some(hex) = digits.strip_prefix("0x") {
        BigRational::from_integer(BigInt::parse_bytes(hex.as_bytes(), 16)?)
    } else if let Some((num, den)) = digits.split_once('/') {
        let (num, den): (BigInt, BigInt) = (num.trim().parse().ok()?, den.trim().parse().ok()?);
        (den > BigInt::from(0)).then(|| BigRational::new(num, den))?
    } else {
        decimal(digits.trim_end_matches(['f', 'F']))?
    };
    Some(if negative { -value } else { value })
}

fn decimal(text: &str) -> Option<BigRational> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let exponent = exponent.parse::<i64>().ok()? - fraction.len() as i64;
    if exponent.abs() > 10_000 {
        return None;
    }
    let power = BigInt::from(10).pow(exponent.unsigned_abs() as u32);
    let digits: BigInt = digits.parse().ok()?;
    Some(if exponent < 0 { BigRational::new(digits, power) } else { BigRational::from_integer(digits * power) })
}

/// The contents of an array as people write them: `[1, 2, 3]`, `zeros(64)`, `random(64)`, `null`, and the first
/// cells with the length, `[1, 2, 3; 64]`.
pub fn parse_contents(text: &str, element: Type) -> Option<Contents> {
    let text = text.trim();
    if text == "null" {
        return Some(Contents { null: true, ..Contents::default() });
    }
    let call = |name: &str| {
        let inner = text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
        inner.trim().parse::<u64>().ok().filter(|length| *length <= MAX_LENGTH)
    };
    if let Some(length) = call("random") {
        return Some(Contents { length, ..Contents::default() });
    }
    if let Some(length) = call("zeros") {
        let zero = parse_scalar("0", element)?;
        return Some(Contents { cells: vec![zero; length.to_usize()?], length, null: false });
    }
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let (list, length) = match inner.split_once(';') {
        Some((list, length)) => (list, Some(length.trim().parse::<u64>().ok().filter(|length| *length <= MAX_LENGTH)?)),
        None => (inner, None),
    };
    let cells: Vec<Scalar> = match list.trim().is_empty() {
        true => Vec::new(),
        false => list.split(',').map(|cell| parse_scalar(cell, element)).collect::<Option<_>>()?,
    };
    let length = length.unwrap_or(cells.len() as u64);
    (cells.len() as u64 <= length).then_some(Contents { cells, length, null: false })
}

/// The most elements that an array of the command line may have.
const MAX_LENGTH: u64 = 1 << 40;

/// A value as [`parse_scalar`] reads it.
pub fn write_scalar(value: &Scalar) -> String {
    match value {
        Scalar::Real(value) if !value.is_integer() => match decimal_text(value) {
            Some(text) => text,
            None => value.to_string(),
        },
        other => other.to_string(),
    }
}

/// A short decimal that is exactly the number.
pub fn decimal_text(value: &BigRational) -> Option<String> {
    let mut scaled = value.clone();
    for places in 1..=6 {
        scaled *= BigRational::from_integer(10.into());
        if scaled.denom().is_one() {
            let number = scaled.to_integer();
            let sign = if number < BigInt::from(0) { "-" } else { "" };
            let digits = format!("{:0>width$}", number.magnitude().to_string(), width = places + 1);
            let (whole, fraction) = digits.split_at(digits.len() - places);
            return Some(format!("{sign}{whole}.{fraction}"));
        }
    }
    None
}

/// Contents as [`parse_contents`] reads them.
pub fn write_contents(contents: &Contents) -> String {
    if contents.null {
        return "null".to_owned();
    }
    if contents.cells.is_empty() {
        return if contents.length == 0 { "[]".to_owned() } else { format!("random({})", contents.length) };
    }
    const SHORT: usize = 4;
    let cells: Vec<String> = contents.cells.iter().map(write_scalar).collect();
    match contents.length == cells.len() as u64 {
        true if cells.len() > SHORT && cells.iter().all(|cell| cell == "0") => format!("zeros({})", cells.len()),
        true => format!("[{}]", cells.join(",")),
        false => format!("[{};{}]", cells.join(","), contents.length),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOAT: Type = Type::Float { bits: 32 };

    #[test]
    fn values_are_read_as_their_type() {
        assert_eq!(parse_scalar("-0x10", Type::INT), Some(Scalar::Int((-16).into())));
        assert_eq!(parse_scalar("3000000000", Type::INT), None);
        assert_eq!(parse_scalar("2.5", Type::INT), None);
        assert_eq!(parse_scalar("2.5e1", FLOAT), Some(Scalar::Real(BigRational::from_integer(25.into()))));
        assert_eq!(parse_scalar("1/3", FLOAT), Some(Scalar::Real(BigRational::new(1.into(), 3.into()))));
        assert_eq!(parse_scalar("1", Type::Bool), Some(Scalar::Bool(true)));
        for bad in ["", "x", "1/0", "--1", "1.2.3"] {
            assert_eq!(parse_scalar(bad, FLOAT), None, "{bad}");
        }
    }

    #[test]
    fn contents_read_back_as_they_are_written() {
        for text in ["[1,2,-3]", "[0.5,0.25,1/3]", "random(64)", "null", "[]", "[1,2;64]"] {
            let contents = parse_contents(text, FLOAT).unwrap();
            assert_eq!(write_contents(&contents), text);
        }
        let zeros = parse_contents("[0,0,0,0,0]", FLOAT).expect("they are contents");
        assert_eq!(write_contents(&zeros), "zeros(5)");
        assert_eq!(parse_contents("zeros(2)", Type::INT), parse_contents("[0, 0]", Type::INT));
        for bad in ["[1", "random(x)", "[1;0]", "1", "random(-1)"] {
            assert_eq!(parse_contents(bad, Type::INT), None, "{bad}");
        }
    }
}
