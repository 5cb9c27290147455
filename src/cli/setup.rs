//! What sets gpuhoare up: a configuration for a folder, completions, the manual page.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::base::{Diagnostic, Severity, codes};
use crate::report::ExitStatus;

use super::args::Arguments;
use super::{ended, print, print_environment, settings};

/// Folders that hold no sources of the project.
const SKIPPED: [&str; 4] = ["build", "target", "node_modules", "third_party"];

/// Writes `gpuhoare.toml` for a folder: where its kernels and headers are.
pub fn init(folder: &Path) -> ExitStatus {
    let target = folder.join(settings::NAME);
    let problem = |why: String| {
        print_environment(&Diagnostic::new(codes::E0006, Severity::Error, why));
        ExitStatus::BadInput
    };
    if target.exists() {
        return problem(format!("{} is there already; it stays as it is", target.display()));
    }
    let mut seen = Seen::default();
    seen.look(folder, folder);
    if seen.kernels.is_empty() {
        return problem(format!("there is no .cu or .cuh file in {}", folder.display()));
    }
    match std::fs::write(&target, seen.text(folder)) {
        Ok(()) => {
            print(&format!("wrote {}; `gpuhoare prove` without a file looks at what it names\n", target.display()))
        }
        Err(error) => problem(format!("{} cannot be written: {error}", target.display())),
    }
}

/// What a folder holds, by paths relative to it.
#[derive(Default)]
struct Seen {
    /// The folders in it with kernels.
    kernels: BTreeSet<PathBuf>,
    /// Those with headers only, or named as projects name them.
    headers: BTreeSet<PathBuf>,
    database: Option<PathBuf>,
}

impl Seen {
    fn look(&mut self, root: &Path, folder: &Path) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            let inside = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_path_buf();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                let database = path.join("compile_commands.json");
                if database.is_file() {
                    self.database = Some(inside(&database));
                }
                if !name.starts_with('.') && !SKIPPED.contains(&&*name) {
                    self.look(root, &path);
                }
                continue;
            }
            match path.extension().and_then(|ending| ending.to_str()) {
                Some("cu" | "cuh") => {
                    self.kernels.insert(inside(folder));
                }
                Some("h" | "hpp" | "hh") => {
                    self.headers.insert(inside(folder));
                }
                _ if name == "compile_commands.json" => self.database = Some(inside(&path)),
                _ => {}
            }
        }
    }

    fn text(&self, folder: &Path) -> String {
        // A folder stands for those in it.
        let top = |all: &BTreeSet<PathBuf>| -> Vec<String> {
            let is_inside = |path: &PathBuf| all.iter().any(|other| other != path && path.starts_with(other));
            all.iter().filter(|path| !is_inside(path)).map(|path| shown(path)).collect()
        };
        let include: Vec<String> = self.headers.iter().map(|path| shown(path)).collect();
        let mut text = format!(
            "# Options of gpuhoare for {}; the command line counts more. `gpuhoare schema config` prints all keys.\n",
            if folder == Path::new(".") { "this folder".into() } else { folder.display().to_string() }
        );
        // Writing to a string cannot fail.
        let _ = write!(text, "paths = {}\n\n[options]\n", list(&top(&self.kernels)));
        if !include.is_empty() {
            let _ = writeln!(text, "include = {}", list(&include));
        }
        match &self.database {
            Some(path) => {
                let _ = writeln!(text, "compile-commands = {}", toml::Value::from(path.display().to_string()));
            }
            None => text.push_str("# compile-commands = \"build/compile_commands.json\"\n"),
        }
        text.push_str("# define = [\"N=4\"]\n# baseline = \"gpuhoare-baseline.json\"\n# limit = \"60s\"\n");
        text
    }
}

fn shown(path: &Path) -> String {
    if path.as_os_str().is_empty() { ".".to_owned() } else { path.display().to_string() }
}

fn list(all: &[String]) -> String {
    toml::Value::from(all.to_vec()).to_string()
}

/// Prints what makes a shell complete command lines.
pub fn completions(shell: Shell) -> ExitStatus {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "gpuhoare", &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// Prints the manual page, in roff.
pub fn manual() -> ExitStatus {
    let mut page = Vec::new();
    match clap_mangen::Man::new(Arguments::command()).render(&mut page) {
        Ok(()) => print(&String::from_utf8_lossy(&page)),
        Err(error) => ended(Err(io::Error::other(error))),
    }
}
