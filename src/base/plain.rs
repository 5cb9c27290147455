//! Plain words for what the system and the readers of JSON and TOML say of a file.

use std::io::{Error, ErrorKind};

use super::nearest::nearest;

/// Why a file cannot be read or written.
pub fn of_system(error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::IsADirectory => "it is a directory".to_owned(),
        ErrorKind::NotADirectory => "a part of its path is a file and no directory".to_owned(),
        ErrorKind::AlreadyExists => "there is a file of this name".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::InvalidData => "it is no text".to_owned(),
        _ => {
            let said = error.to_string();
            said.split(" (os error").next().unwrap_or(&said).to_owned()
        }
    }
}

/// What is wrong with a text, and what would help.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub what: String,
    /// What to write.
    pub advice: Option<String>,
}

/// What a reader of a form says of a text, in plain words.
pub fn of_reader(said: &str) -> Fault {
    let fault = |what: String, advice| Fault { what, advice };
    let quoted = |text: &str| text.split('`').nth(1).unwrap_or_default().to_owned();
    if let Some(rest) = said.strip_prefix("unknown field ") {
        let mut names = rest.split('`').skip(1).step_by(2);
        let name = names.next().unwrap_or_default();
        let known: Vec<&str> = names.collect();
        let advice = match nearest(name, known.iter().copied()) {
            Some(meant) => Some(format!("did you mean `{meant}`?")),
            None if known.is_empty() || known.len() > 6 => None,
            None => Some(format!("there are `{}`", known.join("`, `"))),
        };
        return fault(format!("there is no option `{name}`"), advice);
    }
    if let Some(rest) = said.strip_prefix("missing field ") {
        let name = quoted(rest);
        return fault(format!("`{name}` is missing"), Some(format!("add `{name}`")));
    }
    if let Some((found, wanted)) = said.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected ")) {
        return fault(format!("{} is expected here, not {}", kind(wanted), kind(found)), None);
    }
    fault(said.to_owned(), None)
}

/// What a reader of JSON says of a text: its words have the place at their end.
pub fn of_json(said: &str) -> Fault {
    let Some((what, place)) = said.rsplit_once(" at line ") else { return of_reader(said) };
    let line = place.split(' ').next().unwrap_or_default();
    let is_of_form = ["unknown field", "missing field", "invalid type", "duplicate field"];
    if is_of_form.iter().any(|beginning| what.starts_with(beginning)) {
        let Fault { what, advice } = of_reader(what);
        return Fault { what: format!("line {line}: {what}"), advice };
    }
    Fault { what: format!("it is no JSON: line {line}: {what}"), advice: None }
}

/// Kinds of values as those who write such files call them.
fn kind(said: &str) -> String {
    match said.trim_start_matches("a ") {
        "sequence" => return "a list".to_owned(),
        "map" => return "an object".to_owned(),
        "f64" => return "a number".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "usize" | "i64" => return "a whole number".to_owned(),
        _ => {}
    }
    let value = said.rsplit_once(' ').map(|(_, value)| value);
    match said.split_once(' ') {
        Some(("boolean" | "integer", _)) => value.unwrap_or(said).to_owned(),
        Some(("floating", _)) => value.unwrap_or(said).to_owned(),
        Some(("string", text)) => format!("the string {text}"),
        _ => said.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_readers_say_is_put_in_plain_words() {
        let found = of_reader("unknown field `floats`, expected one of `ints`, `float`");
        assert_eq!(
            (&*found.what, found.advice.as_deref()),
            ("there is no option `floats`", Some("did you mean `float`?"))
        );
        let found = of_reader("invalid type: boolean `true`, expected a string");
        assert_eq!(found.what, "a string is expected here, not `true`");
        assert_eq!(of_json("missing field `kernel` at line 1 column 24").what, "line 1: `kernel` is missing");
        assert_eq!(of_json("expected value at line 2 column 1").what, "it is no JSON: line 2: expected value");
        let nowhere = std::fs::read("/nowhere/at/all").unwrap_err();
        assert_eq!(of_system(&nowhere), "there is no such file");
    }
}
