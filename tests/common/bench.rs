//! The program in a folder of its own.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The program in an empty folder, without the user's settings.
pub struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    pub fn new() -> Bench {
        Bench { folder: tempfile::tempdir().unwrap() }
    }

    pub fn with(name: &str, text: impl AsRef<[u8]>) -> Bench {
        let bench = Bench::new();
        bench.write(name, text);
        bench
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a name has a folder around it")).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gpuhoare"));
        command.args(arguments).current_dir(self.path()).stdin(Stdio::null()).env_remove("NO_COLOR");
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::from(self.command(arguments).output().unwrap())
    }
}

pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Ran {
    /// The document on standard output, which nothing else may stand beside.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}\n{}\n{}", self.out, self.err))
    }

    /// All codes of diagnostics in the document.
    pub fn codes(&self) -> Vec<String> {
        let document = self.json();
        let of = |value: &Value| -> Vec<String> {
            let entries = value["diagnostics"].as_array().unwrap();
            entries.iter().map(|entry| entry["code"].as_str().unwrap().to_string()).collect()
        };
        let files = document["files"].as_array().unwrap().iter().flat_map(of);
        of(&document).into_iter().chain(files).collect()
    }
}
