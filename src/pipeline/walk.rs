//! The walk over files: each is read, its kernels are looked at, and their reports are taken in order.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::base::{Config, Diagnostic, Files, Severity, codes};
use crate::kernel::ir::{Kernel, Program};
use crate::report::{Command, FileReport, KernelReport, Run};
use crate::tasks::TaskSet;

use super::contained;
use super::front::asked::{asked_for, is_asked_for, unknown_kernels};
use super::front::{Given, tasks_file};
use super::replay::Origin;
use super::session::Session;
use super::shards::Share;
use super::solve::lemmas::Lemmas;

/// How long the walk waits for something before it asks whether the run was interrupted.
const A_MOMENT: Duration = Duration::from_millis(50);

/// How long an interrupted run waits for what is under way: less than the program waits for the run.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a command does to the contents of files.
pub struct Work<'w> {
    /// Text to IR.
    pub lower: fn(&mut Files, &Path, &Given, &Config) -> Program,
    /// What the kernels of a program may rest on.
    pub lemmas: &'w (dyn Fn(&Program) -> Lemmas + Sync),
    pub kernel: &'w (dyn Fn(&Kernel, Origin<'_>, &Lemmas) -> KernelReport + Sync),
    /// What tasks are put to that stand in a file.
    pub tasks: &'w (dyn Fn(&TaskSet) -> KernelReport + Sync),
    pub order: Order,
}

/// In which order kernels are looked at. Reports always come in the order of the files.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    OneByOne,
    /// Kernels of several files at a time, by all threads. They rest on no lemmas.
    SideBySide,
}

/// Walks over these files: programs first, then the headers that none of them includes.
pub fn over_files(mut run: Run, paths: &[PathBuf], session: &Session<'_>, work: &Work<'_>) -> Run {
    let config = session.config;
    session.progress.started(paths);
    let Some(given) = Given::of_run(&mut run.sources, config, &mut run.diagnostics) else { return run };
    let (headers, programs): (Vec<&PathBuf>, Vec<&PathBuf>) = paths.iter().partition(|path| is_header(path, config));
    let in_order: Vec<PathBuf> = programs.iter().chain(&headers).map(|path| path.to_path_buf()).collect();
    let share = &Share::of_run(&in_order, run.command, config);
    let mut walk =
        Walk { run, names: Vec::new(), cut_short: false, stopped: None, given: &given, share, session, work };
    walk.over(&share.of(programs));
    let (included, headers) = included(headers, &walk.run.sources);
    walk.over(&share.of(headers));
    share.mark(&mut walk.run, &walk.names, &included);
    walk.end()
}

/// A run on its way through the files.
struct Walk<'w> {
    run: Run,
    /// Kernels that were met.
    names: Vec<String>,
    /// What was found makes everything that follows worthless.
    cut_short: bool,
    /// When it was seen that the run is interrupted.
    stopped: Option<Instant>,
    given: &'w Given,
    share: &'w Share,
    session: &'w Session<'w>,
    work: &'w Work<'w>,
}

/// A file that was read, and where the reports of its kernels come from if these are looked at elsewhere: by the
/// kernels' places among those that are looked at here, in any order.
struct Read {
    contents: Arc<Contents>,
    reports: Option<mpsc::Receiver<(usize, KernelReport)>>,
}

impl Walk<'_> {
    fn over(&mut self, paths: &[&PathBuf]) {
        if self.work.order == Order::SideBySide {
            return self.side_by_side(paths);
        }
        for path in paths {
            if self.is_over() {
                break;
            }
            let contents = self.work.contents(path, &mut self.run.sources.clone(), self.given, self.session);
            self.take(path, Read { contents: Arc::new(contents), reports: None });
        }
    }

    /// Files are read, and their kernels looked at, by all threads. Both are taken in order, each as soon as those before it
    /// are there.
    fn side_by_side(&mut self, paths: &[&PathBuf]) {
        let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sources, command) = (self.run.sources.clone(), self.run.command);
        let (given, share, session, work) = (self.given, self.share, self.session, self.work);
        let stop = session.stop;
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            let (walk, over) = (&mut *self, &over);
            let taken = scope.spawn(move || walk.take_in_order(paths, &receiver, over));
            rayon::broadcast(|_| {
                let sender = sender.clone();
                while !over.load(Ordering::Relaxed) && !stop.is_set() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = paths.get(at) else { break };
                    let contents = Arc::new(work.contents(path, &mut sources.clone(), given, session));
                    let (reported, reports) = mpsc::channel();
                    // Nobody listens any more when the run is over.
                    let _ = sender.send((at, Read { contents: contents.clone(), reports: Some(reports) }));
                    let Contents::Program(program) = &*contents else { continue };
                    let own = own_of(program, path, share, session.config).into_par_iter().enumerate();
                    let (path, alone) = (path.display().to_string(), program.kernels.len() == 1);
                    let origin = Origin { sources: &sources, path: &path, alone };
                    own.for_each_with(reported, |reported, (at, (_, kernel))| {
                        if !stop.is_set() {
                            let report = contained::kernel(kernel, command, || {
                                (work.kernel)(kernel, origin, &Lemmas::default())
                            });
                            let _ = reported.send((at, report));
                        }
                    });
                }
            });
            drop(sender);
            taken.join()
        })
        .unwrap_or_else(|panicked| std::panic::resume_unwind(panicked));
        self.run.interrupted |= stop.is_set();
    }

    /// Takes files in the order of their numbers; once the run is interrupted, and some of them may never be read, those that are
    /// there: what was found of their kernels is not lost.
    fn take_in_order(&mut self, paths: &[&PathBuf], files: &mpsc::Receiver<(usize, Read)>, over: &AtomicBool) {
        let (mut early, mut next, mut is_last) = (BTreeMap::new(), 0, false);
        while !is_last {
            match files.recv_timeout(A_MOMENT) {
                Ok((number, read)) => drop(early.insert(number, read)),
                Err(RecvTimeoutError::Timeout) => is_last = self.is_late(),
                Err(RecvTimeoutError::Disconnected) => is_last = true,
            }
            while let Some(entry) = early.first_entry()
                && (*entry.key() == next || is_last)
                && !self.cut_short
            {
                next = entry.key() + 1;
                self.take(paths[*entry.key()], entry.remove());
            }
            over.store(self.is_over(), Ordering::Relaxed);
        }
    }

    /// Whether the run was interrupted, and what is under way had time to end.
    fn is_late(&mut self) -> bool {
        self.session.stop.is_set() && self.stopped.get_or_insert_with(Instant::now).elapsed() > PATIENCE
    }

    /// Whether no further file is wanted.
    fn is_over(&mut self) -> bool {
        self.run.interrupted |= self.session.stop.is_set();
        self.cut_short || self.run.interrupted
    }

    /// Takes a file's contents into the run, with the reports of its kernels.
    fn take(&mut self, path: &Path, Read { contents, reports }: Read) {
        let mut file = FileReport { path: path.display().to_string(), ..FileReport::default() };
        match &*contents {
            Contents::Tasks(sets) => self.take_tasks(&mut file, path, sets),
            Contents::Program(program) => self.take_program(&mut file, path, program, reports),
        }
        self.run.interrupted |= self.session.stop.is_set();
        self.run.files.push(file);
    }

    fn take_tasks(&mut self, file: &mut FileReport, path: &Path, sets: &Result<Vec<TaskSet>, Diagnostic>) {
        file.diagnostics.extend(sets.as_ref().err().cloned());
        self.session.progress.file_read(&self.run.sources, file);
        self.names.extend(sets.iter().flatten().map(|set| set.kernel.clone()));
        let asked = sets.iter().flatten().filter(|set| is_asked_for(&set.kernel, self.session.config)).enumerate();
        for (number, set) in asked.filter(|(number, _)| self.share.has_kernel(path, *number)) {
            if self.is_over() {
                break;
            }
            self.record(file, number, (self.work.tasks)(set));
        }
    }

    fn take_program(
        &mut self,
        file: &mut FileReport,
        path: &Path,
        program: &Program,
        reports: Option<mpsc::Receiver<(usize, KernelReport)>>,
    ) {
        file.diagnostics = program.diagnostics.clone();
        file.diagnostics.extend(nothing_in(program, &file.path, self.run.command));
        self.session.progress.file_read(&self.run.sources, file);
        self.names.extend(program.kernels.iter().map(|kernel| kernel.name.clone()));
        let own = own_of(program, path, self.share, self.session.config);
        // Lemmas are proved for the kernels that may rest on them, and in a file that has no kernels for themselves.
        if own.is_empty() && !program.kernels.is_empty() {
            return;
        }
        let lemmas = (self.work.lemmas)(program);
        let first = lemmas.reports.len();
        if self.share.has_kernel(path, 0) {
            for (number, report) in lemmas.reports.iter().enumerate() {
                self.record(file, number, report.clone());
            }
        }
        if let Some(reports) = reports {
            return self.take_reports(file, &reports, &|at| own[at].0);
        }
        for (number, kernel) in own {
            if self.is_over() {
                break;
            }
            let path = file.path.clone();
            let origin = Origin { sources: &self.run.sources, path: &path, alone: program.kernels.len() == 1 };
            let report = contained::kernel(kernel, self.run.command, || (self.work.kernel)(kernel, origin, &lemmas));
            self.record(file, first + number, report);
        }
    }

    /// Takes the reports of a file's kernels in the order of these; once the run is interrupted, those that come in time.
    fn take_reports(
        &mut self,
        file: &mut FileReport,
        reports: &mpsc::Receiver<(usize, KernelReport)>,
        number: &dyn Fn(usize) -> usize,
    ) {
        let mut early = BTreeMap::new();
        let mut next = 0;
        loop {
            let moment = if self.is_late() { Duration::ZERO } else { A_MOMENT };
            let is_last = match reports.recv_timeout(moment) {
                Ok((at, reported)) => {
                    early.insert(at, reported);
                    false
                }
                Err(RecvTimeoutError::Timeout) => self.is_late(),
                Err(RecvTimeoutError::Disconnected) => true,
            };
            while let Some(entry) = early.first_entry()
                && (*entry.key() == next || is_last || self.session.stop.is_set())
            {
                let at = *entry.key();
                next = at + 1;
                self.record(file, number(at), entry.remove());
                if self.cut_short {
                    return;
                }
            }
            if is_last {
                return;
            }
        }
    }

    /// Takes a report into its file's, whose report of that number it is.
    fn record(&mut self, file: &mut FileReport, number: usize, report: KernelReport) {
        self.cut_short |= contradicts(&report);
        self.session.progress.kernel_done(&self.run.sources, &report);
        file.numbers.push(number);
        file.kernels.push(report);
    }

    fn end(mut self) -> Run {
        // Of a part `merge` says it.
        if !self.run.interrupted && !self.cut_short && self.run.part.is_none() {
            self.run.diagnostics.extend(unknown_kernels(&self.names, &self.session.config.source.kernels));
        }
        self.run
    }
}

/// A remark on a program in which there is nothing to look at.
fn nothing_in(program: &Program, path: &str, command: Option<Command>) -> Option<Diagnostic> {
    let found = &program.diagnostics;
    let is_remarkable = match command {
        Some(Command::Prove | Command::Races | Command::Amplify) => {
            program.theory.is_empty() && !found.iter().any(Diagnostic::is_error)
        }
        Some(Command::Vcs) => found.is_empty(),
        Some(Command::Check | Command::Suggest | Command::Run | Command::Solvers | Command::Explain) | None => false,
    };
    (program.kernels.is_empty() && is_remarkable).then(|| {
        let note = Diagnostic::new(codes::W0001, Severity::Note, format!("{path} holds no kernel"));
        match found.iter().any(|found| found.code == codes::W0101) {
            true => note.note("a header that was not found may define macros that make some"),
            false => note,
        }
    })
}

/// The kernels of a program that are to be looked at here, with their numbers among those that are asked for.
fn own_of<'p>(program: &'p Program, path: &Path, share: &Share, config: &Config) -> Vec<(usize, &'p Kernel)> {
    let asked = asked_for(program, config).into_iter().enumerate();
    asked.filter(|(number, _)| share.has_kernel(path, *number)).collect()
}

/// Whether a file was found in a folder and is a header.
fn is_header(path: &Path, config: &Config) -> bool {
    let named = path.file_name().and_then(|name| name.to_str()).and_then(|name| config.source.headers.get(name));
    named.is_some_and(|found| found.iter().any(|header| header == path))
}

/// The headers that files which were read include, and the others. The first were looked at there, behind the declarations that
/// they are written for.
fn included<'p>(headers: Vec<&'p PathBuf>, read: &Files) -> (Vec<&'p PathBuf>, Vec<&'p PathBuf>) {
    if headers.is_empty() {
        return (Vec::new(), headers);
    }
    let canonical = |path: &Path| std::fs::canonicalize(path).ok();
    let names: BTreeSet<&str> = read.iter().map(|(_, file)| &*file.name).collect();
    let read: BTreeSet<PathBuf> = names.into_iter().filter_map(|name| canonical(Path::new(name))).collect();
    headers.into_iter().partition(|header| canonical(header).is_some_and(|header| read.contains(&header)))
}

/// What a file holds.
enum Contents {
    Program(Program),
    Tasks(Result<Vec<TaskSet>, Diagnostic>),
}

impl Work<'_> {
    fn contents(&self, path: &Path, sources: &mut Files, given: &Given, session: &Session<'_>) -> Contents {
        match tasks_file::is_one(path) {
            true => {
                let wanted = |sets| session.tap.tasks_read(path).map(|()| sets);
                Contents::Tasks(tasks_file::read(sources, path).and_then(wanted))
            }
            false => Contents::Program(contained::program(path, || (self.lower)(sources, path, given, session.config))),
        }
    }
}

/// Whether two solvers contradicted each other: nothing that follows would be worth anything.
fn contradicts(report: &KernelReport) -> bool {
    report.diagnostics.iter().any(|found| found.code == codes::E0612)
}
