//! A file of launches (`--launches FILE`), in TOML or JSON.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::base::{Diagnostic, Severity, codes, plain};

/// A launch that a file lists.
#[derive(Clone, Debug)]
pub struct Listed {
    kernel: String,
    /// Threads of a block.
    pub block: [u64; 3],
    /// Blocks of the grid.
    pub grid: [u64; 3],
    /// As behind `--arg`.
    pub args: Vec<(String, String)>,
}

impl Listed {
    /// Whether it is of the kernel with that name, or of an instance of that template.
    pub fn is_of(&self, name: &str) -> bool {
        let template = name.split_once('<').map_or(name, |(template, _)| template);
        self.kernel == name || self.kernel == template
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    launch: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    kernel: String,
    block: Sizes,
    #[serde(default)]
    grid: Sizes,
    #[serde(default)]
    args: BTreeMap<String, Plain>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a size is a number, or a list of up to three numbers")]
enum Sizes {
    One(u64),
    Each(Vec<u64>),
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes::One(1)
    }
}

impl Sizes {
    /// Absent ones are 1.
    fn of_three(&self) -> Option<[u64; 3]> {
        let given: &[u64] = match self {
            Sizes::One(size) => std::slice::from_ref(size),
            Sizes::Each(sizes) => sizes,
        };
        let size = |at: usize| given.get(at).copied().unwrap_or(1);
        let is_one = (1..=3).contains(&given.len()) && !given.contains(&0);
        is_one.then(|| [size(0), size(1), size(2)])
    }
}

/// A value as behind `--arg`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a value is a number, a truth value, a text or a list of them")]
enum Plain {
    Truth(bool),
    Int(i64),
    Number(f64),
    Text(String),
    List(Vec<Plain>),
}

impl std::fmt::Display for Plain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Plain::Truth(value) => write!(f, "{value}"),
            Plain::Int(value) => write!(f, "{value}"),
            Plain::Number(value) => write!(f, "{value}"),
            Plain::Text(value) => write!(f, "{value}"),
            Plain::List(values) => {
                let values: Vec<String> = values.iter().map(Plain::to_string).collect();
                write!(f, "[{}]", values.join(","))
            }
        }
    }
}

/// The launches of a file.
///
/// # Errors
///
/// `E0001` where it cannot be read, `E0016` where it is no list of launches.
pub fn read(path: &Path) -> Result<Vec<Listed>, Diagnostic> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Diagnostic::new(codes::E0001, Severity::Error, unread(path, &error)))?;
    let wrong = |what: String| Diagnostic::new(codes::E0016, Severity::Error, format!("{shown}: {what}"));
    let faulty = |fault: plain::Fault| match fault.advice {
        Some(advice) => wrong(fault.what).note(advice),
        None => wrong(fault.what),
    };
    let document: Document = match path.extension().is_some_and(|ending| ending == "json") {
        true => serde_json::from_str(&text).map_err(|error| faulty(of_launch(plain::of_json(&error.to_string()))))?,
        false => toml::from_str(&text).map_err(|error| {
            let plain::Fault { what, advice } = of_launch(plain::of_reader(error.message()));
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            faulty(plain::Fault { what: format!("line {line}: {what}"), advice })
        })?,
    };
    let launch = |entry: Entry| {
        let sizes = |sizes: &Sizes, what: &str| {
            let message = format!("{what} of `{}`: up to three numbers, each at least 1", entry.kernel);
            sizes.of_three().ok_or_else(|| wrong(message))
        };
        let (block, grid) = (sizes(&entry.block, "block")?, sizes(&entry.grid, "grid")?);
        let args = entry.args.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
        Ok(Listed { kernel: entry.kernel, block, grid, args })
    };
    document.launch.into_iter().map(launch).collect()
}

fn unread(path: &Path, error: &std::io::Error) -> String {
    format!("cannot read {}: {}", path.display(), plain::of_system(error))
}

/// What is missing in a launch, in the words of launches.
fn of_launch(plain::Fault { what, advice }: plain::Fault) -> plain::Fault {
    let (what, advice) = match what.rsplit_once("`kernel` is missing") {
        Some((place, _)) => (format!("{place}this launch names no kernel"), Some("add `kernel = \"NAME\"`".to_owned())),
        None => match what.rsplit_once("`block` is missing") {
            Some((place, _)) => {
                let what = format!("{place}this launch does not say how large its blocks are");
                (what, Some("add `block`: the number of threads, or up to three of them".to_owned()))
            }
            None => (what, advice),
        },
    };
    plain::Fault { what, advice }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(name: &str, text: &str) -> Result<Vec<Listed>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        read(&path).map_err(|found| found.message)
    }

    #[test]
    fn launches_are_read_from_toml_and_json() {
        let toml = "[[launch]]\nkernel = \"add\"\nblock = [16, 8]\ngrid = 4\nargs = { n = 5, s = 0.5, a = \"random(5)\", x = [1, 2] }\n";
        let json = r#"{"launch": [{"kernel": "add", "block": [16, 8], "grid": 4, "args": {"n": 5, "s": 0.5, "a": "random(5)", "x": [1, 2]}}]}"#;
        for (name, text) in [("l.toml", toml), ("l.json", json)] {
            let all = written(name, text).unwrap();
            let [one] = &all[..] else { panic!("{all:?}") };
            assert_eq!((one.block, one.grid), ([16, 8, 1], [4, 1, 1]));
            let args: Vec<String> = one.args.iter().map(|(name, value)| format!("{name}={value}")).collect();
            assert_eq!(args, ["a=random(5)", "n=5", "s=0.5", "x=[1,2]"]);
            assert!(one.is_of("add") && one.is_of("add<float>") && !one.is_of("adder"));
        }
    }

    #[test]
    fn what_is_no_launch_is_said_with_its_line() {
        let unknown = written("l.toml", "[[launch]]\nkernel = \"k\"\nblock = 1\nblocks = 2\n").unwrap_err();
        assert!(unknown.contains("line 4") && unknown.contains("blocks"), "{unknown}");
        let none = written("l.toml", "[[launch]]\nkernel = \"k\"\nblock = [1, 0]\n").unwrap_err();
        assert!(none.contains("block of `k`: up to three numbers"), "{none}");
        assert!(written("l.json", "{").unwrap_err().contains("line 1"));
    }
}
