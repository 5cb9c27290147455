//! Where the report goes: standard output, or the file of `--output`.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::base::{Diagnostic, Severity, StopFlag, codes};
use crate::report::{Style, host_program};

/// A sink that takes text from any thread and remembers what went wrong.
pub struct Output {
    target: Target,
    state: Mutex<State>,
    /// Set when nobody reads the output any more.
    stop: StopFlag,
}

enum Target {
    Standard,
    File(PathBuf),
    /// A file that grows while the run goes on.
    Growing(PathBuf),
}

#[derive(Default)]
struct State {
    /// Written at the end and at once, until when it keeps what it held; one that grows is written as it goes.
    file: Option<File>,
    text: String,
    error: Option<io::Error>,
}

/// How writing ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    All,
    /// The reader closed the pipe: the rest was dropped, quietly.
    ReaderLeft,
}

impl Output {
    /// # Errors
    ///
    /// `E0006` when the file cannot be opened for writing: known before the work begins.
    pub fn open(path: Option<&Path>, stop: &StopFlag) -> Result<Output, Diagnostic> {
        let (target, state) = match path {
            None => (Target::Standard, State::default()),
            Some(path) => {
                let opened = OpenOptions::new().write(true).create(true).truncate(false).open(path);
                let file = opened.map_err(|error| cannot_write(path, &error))?;
                (Target::File(path.to_path_buf()), State { file: Some(file), ..State::default() })
            }
        };
        Ok(Output { target, state: Mutex::new(state), stop: stop.clone() })
    }

    /// A report that is worth something when it breaks off: what an existing file held is gone at once.
    ///
    /// # Errors
    ///
    /// `E0006` as for [`Output::open`].
    pub fn growing(path: Option<&Path>, stop: &StopFlag) -> Result<Output, Diagnostic> {
        let Some(path) = path else { return Output::open(None, stop) };
        let file = File::create(path).map_err(|error| cannot_write(path, &error))?;
        let state = State { file: Some(file), ..State::default() };
        Ok(Output { target: Target::Growing(path.to_path_buf()), state: Mutex::new(state), stop: stop.clone() })
    }

    /// How text for people should look there.
    pub fn style(&self) -> Style {
        match self.target {
            Target::Standard => style_for(&io::stdout()),
            Target::File(_) | Target::Growing(_) => Style::Plain,
        }
    }

    pub fn write(&self, text: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.error.is_some() {
            return;
        }
        let written = match (&self.target, &mut state.file) {
            (Target::File(_), _) | (Target::Growing(_), None) => {
                state.text.push_str(text);
                Ok(())
            }
            (Target::Growing(_), Some(file)) => file.write_all(text.as_bytes()),
            (Target::Standard, _) => {
                let mut out = io::stdout().lock();
                out.write_all(text.as_bytes()).and_then(|()| out.flush())
            }
        };
        if let Err(error) = written {
            state.error = Some(error);
            self.stop.stop();
        }
    }

    /// Writes what is still to be written.
    ///
    /// # Errors
    ///
    /// `E0006` when something could not be written.
    pub fn finish(&self) -> Result<Written, Diagnostic> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state = &mut *state;
        match (&self.target, state.error.take(), state.file.take()) {
            (_, Some(error), _) if error.kind() == ErrorKind::BrokenPipe => Ok(Written::ReaderLeft),
            (Target::Standard, Some(error), _) => Err(cannot_write(Path::new("standard output"), &error)),
            (Target::Growing(path), Some(error), _) => Err(cannot_write(path, &error)),
            (Target::Standard | Target::Growing(_), None, _) | (Target::File(_), _, None) => Ok(Written::All),
            (Target::File(path), _, Some(file)) => match replace(&file, &state.text) {
                Ok(()) => Ok(Written::All),
                Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Written::ReaderLeft),
                Err(error) => Err(cannot_write(path, &error)),
            },
        }
    }
}

/// Colours on a terminal, unless they are not wanted.
pub fn style_for(stream: &impl IsTerminal) -> Style {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    match (stream.is_terminal(), is_set("NO_COLOR") || is_dumb) {
        (false, _) => Style::Plain,
        (true, true) => Style::Terminal,
        (true, false) => Style::Colored,
    }
}

fn replace(mut file: &File, text: &str) -> io::Result<()> {
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    file.write_all(text.as_bytes())?;
    file.flush()
}

/// Refuses to write over a source file: somebody has named the wrong one.
///
/// # Errors
///
/// `E0006` for a file that is there, holds something and looks like a source.
pub fn is_no_source(path: &Path) -> Result<(), Diagnostic> {
    const SOURCES: [&str; 10] = ["cu", "cuh", "h", "hpp", "hh", "c", "cpp", "cc", "cxx", "spec"];
    let ending = path.extension().and_then(|ending| ending.to_str());
    let is_source = ending.is_some_and(|ending| SOURCES.contains(&ending));
    let holds = || std::fs::read_to_string(path).unwrap_or_default();
    match is_source && !holds().is_empty() && !holds().starts_with(host_program::MARK) {
        true => Err(cannot_write(path, &io::Error::other("it is a source file that is there already"))),
        false => Ok(()),
    }
}

pub fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    let why = match error.kind() {
        ErrorKind::NotFound => "its folder does not exist".to_string(),
        ErrorKind::PermissionDenied => "permission denied".to_string(),
        ErrorKind::StorageFull => "the disk is full".to_string(),
        ErrorKind::IsADirectory => "it is a directory".to_string(),
        _ => error.to_string(),
    };
    let message = format!("the report cannot be written to {}: {why}", path.display());
    Diagnostic::new(codes::E0006, Severity::Error, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_keeps_its_old_text_until_the_report_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.txt");
        std::fs::write(&path, "an older and longer report").unwrap();
        let output = Output::open(Some(&path), &StopFlag::new()).unwrap();
        output.write("new ");
        output.write("report");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "an older and longer report");
        assert_eq!(output.finish().unwrap(), Written::All);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new report");
        assert_eq!(output.style(), Style::Plain);
    }
}
