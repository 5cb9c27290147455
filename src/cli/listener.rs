//! Shows a run while it works: finished kernels on the output, what is under way on the terminal's
//! last line. Keeps the results so far, for runs that do not come to their end.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::base::Files;
use crate::report::forms::human::{self, Detail};
use crate::report::forms::lines;
use crate::report::{FileReport, KernelReport, Progress, Run, Style, TaskResult};

use super::args::Format;
use super::output::Output;

pub struct Listener {
    output: Arc<Output>,
    format: Format,
    detail: Detail,
    style: Style,
    /// On standard error, and only if that is a terminal.
    bar: ProgressBar,
    current: Mutex<String>,
    tasks: AtomicUsize,
    done: AtomicUsize,
    so_far: Mutex<Run>,
    /// The files that are asked for.
    paths: Mutex<Vec<PathBuf>>,
    /// When something was last said where there is no terminal.
    said: Mutex<Instant>,
}

/// Without a terminal, how often it is said how far the run is.
const A_WHILE: Duration = Duration::from_secs(10);

impl Listener {
    pub fn new(output: Arc<Output>, (format, detail): (Format, Detail), empty: Run) -> Listener {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]") {
            bar.set_style(style);
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Listener {
            style: output.style(),
            output,
            format,
            detail,
            bar,
            current: Mutex::default(),
            tasks: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            so_far: Mutex::new(empty),
            paths: Mutex::default(),
            said: Mutex::new(Instant::now()),
        }
    }

    /// The files that the run did not come to.
    pub fn not_reached(&self, run: &Run) -> Vec<String> {
        let reached: BTreeSet<&str> = run.files.iter().map(|file| file.path.as_str()).collect();
        let paths = self.paths.lock().unwrap_or_else(PoisonError::into_inner);
        paths.iter().map(|path| path.display().to_string()).filter(|path| !reached.contains(path.as_str())).collect()
    }

    /// Says how far the run is: on the terminal's last line, or now and then in a line of its own.
    fn at(&self, message: String) {
        let is_quiet = self.detail == Detail::Quiet || !self.bar.is_hidden();
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_quiet && said.elapsed() >= A_WHILE {
            *said = Instant::now();
            let files = self.so_far.lock().unwrap_or_else(PoisonError::into_inner).files.len();
            let all = self.paths.lock().unwrap_or_else(PoisonError::into_inner).len();
            super::print_error(&format!("gpuhoare: file {files} of {all}, {message}\n"));
        }
        self.bar.set_message(message);
    }

    /// What was reported until now, and no longer shows anything.
    pub fn results_so_far(&self) -> Run {
        self.bar.finish_and_clear();
        self.so_far.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn show(&self, for_people: impl FnOnce() -> String, line: impl FnOnce(&Run) -> String) {
        match self.format {
            Format::Human | Format::Html => self.bar.suspend(|| self.output.write(&for_people())),
            Format::Jsonl => {
                let text = line(&self.so_far.lock().unwrap_or_else(PoisonError::into_inner));
                self.output.write(&text);
            }
            Format::Json | Format::Sarif | Format::Junit => {}
        }
    }

    fn remember(&self, change: impl FnOnce(&mut Run)) {
        change(&mut self.so_far.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Progress for Listener {
    fn message(&self, line: &str) {
        self.bar.suspend(|| super::print_error(&format!("{line}\n")));
    }

    fn started(&self, paths: &[PathBuf]) {
        paths.clone_into(&mut self.paths.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn file_read(&self, sources: &Files, file: &FileReport) {
        self.remember(|run| {
            run.sources = sources.clone();
            run.files.push(file.clone());
        });
        self.at(format!("at {}", file.path));
        self.show(|| human::file(sources, file, self.style), |_| lines::file(sources, file));
    }

    fn kernel_started(&self, name: &str, tasks: usize) {
        name.clone_into(&mut self.current.lock().unwrap_or_else(PoisonError::into_inner));
        self.tasks.store(tasks, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        self.at(format!("{name}: {tasks} tasks"));
    }

    fn task_done(&self, _task: &TaskResult) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let name = self.current.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.at(format!("{name}: {done} of {} tasks", self.tasks.load(Ordering::Relaxed)));
    }

    fn kernel_done(&self, sources: &Files, kernel: &KernelReport) {
        // The sources are those of its file, which were remembered with it.
        self.remember(|run| {
            if let Some(file) = run.files.last_mut() {
                file.kernels.push(kernel.clone());
            }
        });
        let line = |run: &Run| {
            let path = run.files.last().map_or("", |file| &file.path);
            lines::kernel(run, path, kernel)
        };
        let is_shown = {
            let run = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
            self.detail != Detail::Quiet || !run.is_enough(kernel)
        };
        let text = || if is_shown { human::kernel(sources, kernel, self.style) } else { String::new() };
        self.show(text, line);
    }
}
