//! The way from files to verdicts, a line a stage.

use std::path::PathBuf;

use crate::base::{Config, Diagnostic, Files, Severity, StopFlag, codes};
use crate::report::{Command, FileReport, Progress, Run};
use crate::syntax::files;

/// Proves every kernel of these files.
pub fn prove_files(paths: &[PathBuf], config: &Config, stop: &StopFlag, progress: &dyn Progress) -> Run {
    over_files(Command::Prove, paths, config, stop, progress)
}

/// Says of every kernel of these files whether it is modelled.
pub fn check_files(paths: &[PathBuf], config: &Config, stop: &StopFlag, progress: &dyn Progress) -> Run {
    over_files(Command::Check, paths, config, stop, progress)
}

fn over_files(command: Command, paths: &[PathBuf], config: &Config, stop: &StopFlag, progress: &dyn Progress) -> Run {
    let mut run = Run::new(command, Files::new());
    for path in paths {
        if stop.is_set() {
            run.interrupted = true;
            break;
        }
        let mut file = FileReport { path: path.display().to_string(), ..FileReport::default() };
        match files::read(path) {
            Ok(text) => {
                run.sources.add(&file.path, text);
            }
            Err(found) => file.diagnostics.push(found),
        }
        if command == Command::Prove && file.kernels.is_empty() && file.diagnostics.is_empty() {
            let message = format!("{} holds no kernel", file.path);
            file.diagnostics.push(Diagnostic::new(codes::W0001, Severity::Note, message));
        }
        progress.file_read(&run.sources, &file);
        run.files.push(file);
    }
    run.diagnostics.extend(unknown_kernels(&run, config));
    run
}

/// An error for each name of `--kernel` that no kernel has.
fn unknown_kernels(run: &Run, config: &Config) -> Vec<Diagnostic> {
    let names: Vec<&str> = run.kernels().map(|kernel| kernel.name.as_str()).collect();
    let unknown = config.kernels.iter().filter(|asked| !names.iter().any(|name| is_called(name, asked)));
    unknown.map(|asked| no_such_kernel(asked, &names)).collect()
}

/// Whether a kernel's name answers to `asked`: `scan<float>` also to `scan`.
pub fn is_called(name: &str, asked: &str) -> bool {
    name == asked || name.split_once('<').is_some_and(|(plain, _)| plain == asked)
}

fn no_such_kernel(asked: &str, names: &[&str]) -> Diagnostic {
    let found = Diagnostic::new(codes::E0007, Severity::Error, format!("no kernel is called `{asked}`"));
    match crate::base::nearest::nearest(asked, names.iter().copied()) {
        Some(near) => found.note(format!("did you mean `{near}`?")),
        None if names.is_empty() => found.note("the files hold no kernel"),
        None => found.note(format!("there are: {}", names.join(", "))),
    }
}
