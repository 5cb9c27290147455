//! What options may have as values.

use std::time::Duration;

use crate::base::Arch;
use crate::base::config::Archs;

/// A run is dealt to so many shards at most.
const MAX_SHARDS: usize = 100_000;

fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// `NAME` or `NAME=VALUE`; a macro without a value is 1, as for compilers.
pub fn definition(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    match is_identifier(name) {
        true => Ok((name.to_string(), value.to_string())),
        false => Err(format!("`{name}` is not a macro name")),
    }
}

pub fn architecture(text: &str) -> Result<(Arch, Archs), String> {
    match Arch::parse(text) {
        Some(arch) => Ok((arch, Archs::One)),
        None if text == "all" => Ok((Arch::default(), Archs::All)),
        None => Err("expected an architecture from sm_50 on, such as sm_80 or sm_90a, or all".to_string()),
    }
}

pub fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if is_identifier(name) && !value.trim().is_empty() => {
            Ok((name.to_string(), value.trim().to_string()))
        }
        _ => Err("expected NAME=VALUE".to_string()),
    }
}

/// An input's name may have dots: the fields of a structure are inputs of their own.
pub fn input(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_string(), value.trim().to_string()))
        }
        _ => Err("expected NAME=VALUE".to_string()),
    }
}

pub fn dimensions(text: &str) -> Result<[u64; 3], String> {
    let mut all = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err("at most three dimensions".to_string());
    }
    for (dimension, part) in all.iter_mut().zip(parts) {
        *dimension = match part.trim().parse() {
            Ok(number) if number >= 1 => number,
            _ => return Err(format!("`{part}` is not a whole number from 1")),
        };
    }
    Ok(all)
}

/// A number from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "it is a number from 0 to 1".to_owned())
}

/// `3/16`, from `1/1` on.
pub fn shard(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    numbers
        .filter(|(number, of)| (1..=*of).contains(number) && *of <= MAX_SHARDS)
        .ok_or_else(|| format!("expected NUMBER/OF, such as 3/16, with up to {MAX_SHARDS} shards"))
}

pub fn seconds(text: &str) -> Result<f64, String> {
    // A year is as good as for ever, and no clock overflows.
    match text.parse() {
        Ok(number) if number > 0.0 && number <= 31_536_000.0 => Ok(number),
        _ => Err("expected a positive number of seconds".to_string()),
    }
}

/// `500ms`, `20s`, `2m`, `1h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let number = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match &text[number.len()..] {
        "ms" => Some(0.001),
        "s" => Some(1.0),
        "m" | "min" => Some(60.0),
        "h" => Some(3_600.0),
        _ => None,
    };
    let seconds = unit.and_then(|unit| Some(number.parse::<f64>().ok()? * unit));
    match seconds.map(Duration::try_from_secs_f64) {
        Some(Ok(duration)) if !duration.is_zero() => Ok(duration),
        _ => Err("expected a time, such as 500ms, 20s or 2m".to_string()),
    }
}
