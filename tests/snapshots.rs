//! Forms of the examples as text, for review with `cargo insta review`: the simplified tasks of every example, and of a few
//! also the kernel IR and the tasks as they are generated.

#[path = "common/examples.rs"]
mod examples;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;

use gpuhoare::base::{Config, StopFlag};
use gpuhoare::pipeline;
use gpuhoare::pipeline::show::{Notation, Shown};
use libtest_mimic::{Arguments, Failed, Trial};

use examples::examples;

/// Examples of different kinds, of which all forms are kept: straight-line code, a loop with invariants, shared memory with a
/// barrier, and atomic operations.
const ALL_FORMS: &[&str] = &["saxpy", "gridStrideCopy", "reverseBlocks", "histogram"];

fn main() -> ExitCode {
    let tests = examples().into_iter().flat_map(|path| {
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let stages: &[&str] = if ALL_FORMS.contains(&&*name) { &["ir", "raw", "final"] } else { &["final"] };
        stages.iter().map(move |stage| {
            let (path, snapshot) = (path.clone(), format!("{stage}__{name}"));
            Trial::test(snapshot.clone(), move || is_as_kept(snapshot, path, stage))
        })
    });
    libtest_mimic::run(&Arguments::from_args(), tests.collect()).exit_code()
}

fn is_as_kept(snapshot: String, path: PathBuf, stage: &'static str) -> Result<(), Failed> {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_input_file(&path);
    // Trees are walked recursively; the test threads' stacks are small.
    let text = std::thread::Builder::new().stack_size(64 << 20).spawn(move || form(&path, stage))?.join();
    let text = text.map_err(|_| "there is no text")?;
    settings.bind(|| insta::assert_snapshot!(snapshot, text));
    Ok(())
}

/// The text of a file's kernels at a stage.
fn form(path: &Path, stage: &str) -> String {
    let shown = Mutex::new(String::new());
    let keep = |text: &str| shown.lock().expect("nobody panics with it").push_str(text);
    let paths = [path.to_owned()];
    pipeline::show_files(&paths, &Config::default(), &StopFlag::new(), &Shown::new(stage, Notation::Text, &keep));
    let text = shown.into_inner().expect("nobody panicked with it");
    if stage == "final" { cases_as_differences(&text) } else { text }
}

/// The tasks, further cases of a task as what they lack of an earlier one and have beyond it, where that is shorter.
fn cases_as_differences(tasks: &str) -> String {
    let mut out = String::new();
    let mut cases: Vec<(&str, Vec<&str>)> = Vec::new();
    for task in tasks.split_inclusive("\n\n") {
        let mut lines = task.lines();
        let id = lines.next().and_then(|line| line.strip_prefix("task ")).unwrap_or_default();
        let facts: Vec<&str> = lines.collect();
        let of = id.rsplit_once("/case").map_or(id, |(of, _)| of);
        cases.retain(|(other, _)| *other == of || other.rsplit_once("/case").is_some_and(|(other, _)| other == of));
        let differences = cases.iter().map(|(other, known)| {
            let lacks = known.iter().filter(|fact| !facts.contains(fact)).map(|fact| format!("- {fact}\n"));
            let has = facts.iter().filter(|fact| !known.contains(fact)).map(|fact| format!("+ {fact}\n"));
            format!("task {id}: {other} with other facts\n{}\n", lacks.chain(has).collect::<String>())
        });
        out += differences.chain([task.to_owned()]).min_by_key(String::len).unwrap_or_default().as_str();
        cases.push((id, facts));
    }
    out
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
