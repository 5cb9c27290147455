//! The way from files to verdicts, a line a stage.

mod archs;
mod attempt;
pub mod bench;
mod cells;
pub mod conflicts;
mod court;
mod coverage;
pub mod imports;
pub mod lemmas;
pub mod prove;
pub mod races;
pub mod refute;
pub mod run;
pub mod solvers;
pub mod stages;
pub mod suggest;
pub mod tasks_file;
mod twins;
pub mod unread;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use rayon::prelude::*;

use crate::base::config::Archs;
use crate::base::{Config, Diagnostic, Files, Severity, StopFlag, codes, memory};
use crate::kernel::ir::{Kernel, Program, Unsupported};
use crate::report::{Command, FileReport, KernelReport, KernelVerdict, Progress, Run, verdict};
use crate::syntax::tree::{File, SideFile};
use crate::tasks::TaskSet;
use crate::{smt, syntax, typed};

use self::refute::Origin;
use self::solvers::Solvers;

/// Stack of the threads that walk terms and trees: their depth is the source's.
const STACK: usize = 512 << 20;

/// Proves every kernel of these files.
pub fn prove_files(paths: &[PathBuf], config: &Config, stop: &StopFlag, progress: &dyn Progress) -> Run {
    with_solvers(Command::Prove, config, progress, |run, solvers| {
        let of_tasks = |set: &TaskSet| {
            let mut report = prove::read_tasks(set, config, solvers, stop, progress)?;
            coverage::state(&mut report, config);
            report.verdict = verdict::of_proof(&report);
            Ok(report)
        };
        let of_program = |program: &Program| {
            let lemmas = lemmas::prove(&program.theory, config, solvers, stop, progress)?;
            let reports = lemmas.reports.clone();
            let kernel = move |kernel: &Kernel, origin: Origin<'_>| {
                let mut report = prove::kernel(kernel, origin, &lemmas, config, solvers, stop, progress)?;
                coverage::state(&mut report, config);
                report.verdict = verdict::of_proof(&report);
                coverage::want_contract(&mut report, config);
                Ok(report)
            };
            Ok((reports, Box::new(kernel) as OfKernel<'_>))
        };
        over_files(
            run,
            paths,
            config,
            stop,
            progress,
            &Work { of_program: &of_program, of_tasks: &of_tasks, side_by_side: None },
        )
    })
}

/// Looks for races and divergent barriers in every kernel of these files.
pub fn races_files(paths: &[PathBuf], config: &Config, stop: &StopFlag, progress: &dyn Progress) -> Run {
    with_solvers(Command::Races, config, progress, |run, solvers| {
        let of_kernel =
            |kernel: &Kernel, origin: Origin<'_>| races::kernel(kernel, origin, config, solvers, stop, progress);
        let of_tasks = |set: &TaskSet| races::read_tasks(set, config, solvers, stop, progress);
        let of_program = |_: &Program| Ok((Vec::new(), Box::new(of_kernel) as OfKernel<'_>));
        let work = Work { of_program: &of_program, of_tasks: &of_tasks, side_by_side: Some(&of_kernel) };
        over_files(run, paths, config, stop, progress, &work)
    })
}

/// Does the work with solvers at hand, on threads that are wide and deep enough.
fn with_solvers(
    command: Command,
    config: &Config,
    progress: &dyn Progress,
    work: impl FnOnce(Run, &Solvers<'_>) -> Run + Send,
) -> Run {
    let mut run = Run { contracts: config.contracts, ..Run::new(command, Files::new()) };
    if let Err(errors) = smt::selected(config) {
        run.diagnostics.extend(errors);
        return run;
    }
    let solvers = Solvers::new(config, progress);
    let mut run = on_threads(config, run, |run| work(run, &solvers));
    run.diagnostics.splice(0..0, solvers.warnings());
    run
}

/// Does the work where rayon's threads are wide and deep enough.
fn on_threads(config: &Config, mut run: Run, work: impl FnOnce(Run) -> Run + Send) -> Run {
    if let Some(megabytes) = config.memory {
        memory::limit(megabytes);
    }
    match rayon::ThreadPoolBuilder::new().num_threads(smt::jobs(config)).stack_size(STACK).build() {
        Ok(threads) => threads.install(|| work(run)),
        Err(error) => {
            let message = format!("threads cannot be started: {error}");
            run.diagnostics.push(Diagnostic::new(codes::E0099, Severity::Error, message));
            run
        }
    }
}

/// Says of every kernel of these files whether it is modelled.
pub fn check_files(paths: &[PathBuf], config: &Config, stop: &StopFlag, progress: &dyn Progress) -> Run {
    let run = Run::new(Command::Check, Files::new());
    let of_kernel = |kernel: &Kernel, _: Origin<'_>| Ok(check_kernel(kernel, config));
    let work = Work {
        of_program: &|_| Ok((Vec::new(), Box::new(of_kernel))),
        of_tasks: &|set| Ok(check_tasks(set)),
        side_by_side: Some(&of_kernel),
    };
    on_threads(config, run, |run| over_files(run, paths, config, stop, progress, &work))
}

/// Says whether the kernel is modelled that tasks are of.
pub fn check_tasks(set: &TaskSet) -> KernelReport {
    let mut report = tasks_file::report(set);
    report.verdict = verdict::of_check(&report);
    report
}

/// Says whether a kernel is modelled.
pub fn check_kernel(kernel: &Kernel, config: &Config) -> KernelReport {
    let mut report = kernel_report(kernel);
    report.unsupported.extend(prove::unsupported(kernel, config));
    if report.unsupported.is_empty() {
        report.unsupported.extend(crate::interp::not_modelled(kernel));
    }
    report.verdict = verdict::of_check(&report);
    report
}

/// Work on one kernel or file of many: the others go on where it goes wrong inside of the tool, or needs too much memory.
///
/// # Errors
///
/// Which of the two it was.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).map_err(|payload| {
        match memory::is_over_limit(payload.as_ref()) {
            true => Fault::Memory,
            false => Fault::Internal,
        }
    })
}

/// Why work on a kernel or file was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    Memory,
    Internal,
}

/// The report of a kernel, also where the work on it is given up.
fn contained(kernel: &Kernel, command: Option<Command>, work: impl FnOnce() -> Reported) -> Reported {
    guarded(work).unwrap_or_else(|fault| {
        let mut report = kernel_report(kernel);
        let (found, construct) = match fault {
            Fault::Memory => {
                let message = "the memory limit was reached at this kernel, so it was given up";
                let found = Diagnostic::new(codes::W0718, Severity::Warning, message)
                    .note("`--memory MEGABYTES` gives more; nothing is claimed about this kernel");
                (found, "a kernel that needs more memory than `--memory` gives")
            }
            Fault::Internal => {
                let message = "internal error at this kernel; the others go on";
                let found = Diagnostic::new(codes::E0099, Severity::Error, message);
                (found.note("please report it, with the file"), "internal error")
            }
        };
        report.diagnostics.push(found.at(kernel.span, ""));
        report.verdict = KernelVerdict::Unknown;
        if command == Some(Command::Check) {
            report.unsupported.push(Unsupported { construct: construct.into(), span: kernel.span });
            report.verdict = verdict::of_check(&report);
        }
        Ok(report)
    })
}

/// Text to IR: the front half that every command shares.
pub fn lower(files: &mut Files, path: &Path, side: &[SideFile], config: &Config) -> Program {
    if is_logic_file(path) {
        let mut imports = imports::of_logic_file(files, path);
        if let Some(own) = imports.side.last_mut()
            && let Some(kernel) = own.kernels.drain(..).next()
        {
            let message = "contracts of kernels in a logic file are not looked at: they belong to a program (`--spec`)";
            let note = Diagnostic::new(codes::W0001, Severity::Note, message).at(kernel.span, "");
            imports.diagnostics.push(note);
        }
        let mut program = typed::lower_file(&File::default(), &imports.side, config, files);
        program.diagnostics.splice(0..0, imports.diagnostics);
        return program;
    }
    if config.archs == Archs::All {
        return archs::lower(files, path, side, config);
    }
    let tree = syntax::parse_file(files, path, config);
    let imports = imports::of_program(files, path, &tree, side, config);
    let mut program = typed::lower_file(&tree, &imports.side, config, files);
    program.diagnostics.splice(0..0, imports.diagnostics);
    unread::mark(&tree, &mut program.kernels);
    program.diagnostics.splice(0..0, unread::mark_missing(&tree, &mut program.kernels, config.arch));
    program.diagnostics.splice(0..0, tree.diagnostics);
    program
}

/// Whether the file holds logic declarations alone.
fn is_logic_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "spec")
}

/// The side files of `--spec`, or nothing where one of them cannot be read.
pub fn side_files(files: &mut Files, config: &Config, diagnostics: &mut Vec<Diagnostic>) -> Option<Vec<SideFile>> {
    let mut side = Vec::new();
    let mut found = Vec::new();
    for path in &config.specs {
        match syntax::files::read(path) {
            Ok((text, _)) => {
                let parsed = syntax::spec::parse_side_file(files, &path.display().to_string(), &text);
                found.extend(parsed.diagnostics.iter().cloned());
                side.push(parsed);
            }
            Err(wrong) => found.push(wrong),
        }
    }
    let all_read = !found.iter().any(Diagnostic::is_error);
    diagnostics.append(&mut found);
    all_read.then_some(side)
}

/// What is done to the contents of files.
struct Work<'w> {
    /// The reports of a file's lemmas, and what makes the report of a kernel.
    of_program: &'w (dyn Fn(&Program) -> Result<(Vec<KernelReport>, OfKernel<'w>), Vec<Diagnostic>> + Sync),
    of_tasks: &'w (dyn Fn(&TaskSet) -> Reported + Sync),
    /// What makes the report of a kernel, where kernels of several files may be looked at side by side.
    side_by_side: Option<&'w (dyn Fn(&Kernel, Origin<'_>) -> Reported + Sync)>,
}

type OfKernel<'w> = Box<dyn Fn(&Kernel, Origin<'_>) -> Reported + 'w>;

/// The report of a kernel, or why the run cannot go on.
type Reported = Result<KernelReport, Vec<Diagnostic>>;

fn over_files(
    mut run: Run,
    paths: &[PathBuf],
    config: &Config,
    stop: &StopFlag,
    progress: &dyn Progress,
    work: &Work<'_>,
) -> Run {
    let Some(side) = side_files(&mut run.sources, config, &mut run.diagnostics) else { return run };
    let mut walk = Walk { run, names: Vec::new(), cut_short: false, side: &side, config, stop, progress, work };
    let (headers, programs): (Vec<&PathBuf>, Vec<&PathBuf>) = paths.iter().partition(|path| is_header(path, config));
    walk.over(&programs);
    let headers = not_included(headers, &walk.run.sources);
    walk.over(&headers);
    walk.end()
}

/// A run on its way through the files.
struct Walk<'w, 'f> {
    run: Run,
    /// Kernels that were met.
    names: Vec<String>,
    /// What was found makes everything that follows worthless.
    cut_short: bool,
    side: &'w [SideFile],
    config: &'w Config,
    stop: &'w StopFlag,
    progress: &'w dyn Progress,
    work: &'w Work<'f>,
}

/// A file that was read, and where the reports of its kernels come from if these are looked at elsewhere: by the
/// kernels' numbers, in any order.
struct Read {
    contents: Arc<Contents>,
    reports: Option<mpsc::Receiver<(usize, Reported)>>,
}

impl Walk<'_, '_> {
    fn over(&mut self, paths: &[&PathBuf]) {
        if self.work.side_by_side.is_some() {
            return self.side_by_side(paths);
        }
        for path in paths {
            if self.is_over() {
                break;
            }
            let contents = contents(&mut self.run.sources.clone(), path, self.side, self.config);
            self.take(path, Read { contents: Arc::new(contents), reports: None });
        }
    }

    /// Files are read, and their kernels looked at, by all threads. Both are taken in order, each as soon as those before it
    /// are there.
    fn side_by_side(&mut self, paths: &[&PathBuf]) {
        let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sources, command) = (self.run.sources.clone(), self.run.command);
        let (side, config, stop, work) = (self.side, self.config, self.stop, self.work);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            let (walk, over) = (&mut *self, &over);
            let taken = scope.spawn(move || {
                let mut early = BTreeMap::new();
                let mut at = 0;
                while let Ok((number, read)) = receiver.recv() {
                    early.insert(number, read);
                    while let Some(read) = early.remove(&at).filter(|_| !walk.is_over()) {
                        walk.take(paths[at], read);
                        at += 1;
                    }
                    over.store(walk.is_over(), Ordering::Relaxed);
                }
            });
            rayon::broadcast(|_| {
                let sender = sender.clone();
                while !over.load(Ordering::Relaxed) && !stop.is_set() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = paths.get(at) else { break };
                    let contents = Arc::new(contents(&mut sources.clone(), path, side, config));
                    let (reported, reports) = mpsc::channel();
                    // Nobody listens any more when the run is over.
                    let _ = sender.send((at, Read { contents: contents.clone(), reports: Some(reports) }));
                    let (Some(of_kernel), Contents::Program(program)) = (work.side_by_side, &*contents) else {
                        continue;
                    };
                    let (path, alone) = (path.display().to_string(), program.kernels.len() == 1);
                    let origin = Origin { sources: &sources, path: &path, alone };
                    let asked = asked_for(program, config).into_par_iter().enumerate();
                    asked.for_each_with(reported, |reported, (number, kernel)| {
                        if !stop.is_set() {
                            let report = contained(kernel, command, || of_kernel(kernel, origin));
                            let _ = reported.send((number, report));
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

    /// Whether no further file is wanted.
    fn is_over(&mut self) -> bool {
        self.run.interrupted |= self.stop.is_set();
        self.cut_short || self.run.interrupted
    }

    /// Takes a file's contents into the run, with the reports of its kernels.
    fn take(&mut self, path: &Path, Read { contents, reports }: Read) {
        let mut file = FileReport { path: path.display().to_string(), ..FileReport::default() };
        match &*contents {
            Contents::Tasks(sets) => self.take_tasks(&mut file, sets),
            Contents::Program(program) => self.take_program(&mut file, program, reports),
        }
        self.run.interrupted |= self.stop.is_set();
        self.run.files.push(file);
    }

    fn take_tasks(&mut self, file: &mut FileReport, sets: &Result<Vec<TaskSet>, Diagnostic>) {
        file.diagnostics.extend(sets.as_ref().err().cloned());
        self.progress.file_read(&self.run.sources, file);
        for set in sets.iter().flatten().filter(|_| !self.stop.is_set()) {
            self.names.push(set.kernel.clone());
            if is_asked_for(&set.kernel, self.config) && !self.cut_short {
                self.record(file, (self.work.of_tasks)(set));
            }
        }
    }

    fn take_program(
        &mut self,
        file: &mut FileReport,
        program: &Program,
        reports: Option<mpsc::Receiver<(usize, Reported)>>,
    ) {
        file.diagnostics = program.diagnostics.clone();
        let is_empty = program.kernels.is_empty() && program.theory.is_empty();
        let proves = matches!(self.run.command, Some(Command::Prove | Command::Races));
        if proves && is_empty && !file.diagnostics.iter().any(Diagnostic::is_error) {
            let message = format!("{} holds no kernel", file.path);
            let mut note = Diagnostic::new(codes::W0001, Severity::Note, message);
            if file.diagnostics.iter().any(|found| found.code == codes::W0101) {
                note = note.note("a header that was not found may define macros that make some");
            }
            file.diagnostics.push(note);
        }
        self.progress.file_read(&self.run.sources, file);
        self.names.extend(program.kernels.iter().map(|kernel| kernel.name.clone()));
        let asked = asked_for(program, self.config);
        // Lemmas are proved for the kernels that may rest on them, and in a file that has no kernels for themselves.
        if asked.is_empty() && !program.kernels.is_empty() {
            return;
        }
        let of_kernel = match (self.work.of_program)(program) {
            Ok((lemmas, of_kernel)) => {
                for report in lemmas {
                    self.progress.kernel_done(&self.run.sources, &report);
                    self.cut_short |= contradicts(&report);
                    file.kernels.push(report);
                }
                of_kernel
            }
            Err(errors) => {
                self.cut_short = true;
                self.run.diagnostics.extend(errors);
                return;
            }
        };
        if let Some(reports) = reports {
            return self.take_reports(file, &reports);
        }
        for kernel in asked {
            if self.is_over() {
                break;
            }
            let path = file.path.clone();
            let origin = Origin { sources: &self.run.sources, path: &path, alone: program.kernels.len() == 1 };
            let reported = contained(kernel, self.run.command, || of_kernel(kernel, origin));
            self.record(file, reported);
        }
    }

    /// Takes the reports of a file's kernels in the order of these; whatever is there once the run is interrupted.
    fn take_reports(&mut self, file: &mut FileReport, reports: &mpsc::Receiver<(usize, Reported)>) {
        const A_MOMENT: Duration = Duration::from_millis(50);
        let mut early = BTreeMap::new();
        let mut next = 0;
        loop {
            let is_last = match reports.recv_timeout(A_MOMENT) {
                Ok((number, reported)) => {
                    early.insert(number, reported);
                    false
                }
                Err(RecvTimeoutError::Timeout) => false,
                Err(RecvTimeoutError::Disconnected) => true,
            };
            while let Some(entry) = early.first_entry()
                && (*entry.key() == next || is_last || self.stop.is_set())
            {
                next = entry.key() + 1;
                self.record(file, entry.remove());
                if self.cut_short {
                    return;
                }
            }
            if is_last {
                return;
            }
        }
    }

    /// Takes a kernel's report into its file's.
    fn record(&mut self, file: &mut FileReport, reported: Reported) {
        match reported {
            Ok(report) => {
                self.cut_short |= contradicts(&report);
                self.progress.kernel_done(&self.run.sources, &report);
                file.kernels.push(report);
            }
            Err(errors) => {
                self.run.diagnostics.extend(errors);
                self.cut_short = true;
            }
        }
    }

    fn end(mut self) -> Run {
        if !self.run.interrupted && !self.cut_short {
            self.run.diagnostics.extend(unknown_kernels(&self.names, self.config));
        }
        self.run
    }
}

/// The kernels of a program that are asked for.
fn asked_for<'p>(program: &'p Program, config: &Config) -> Vec<&'p Kernel> {
    program.kernels.iter().filter(|kernel| is_asked_for(&kernel.name, config)).collect()
}

/// Whether a file was found in a folder and is a header.
fn is_header(path: &Path, config: &Config) -> bool {
    let named = path.file_name().and_then(|name| name.to_str()).and_then(|name| config.headers.get(name));
    named.is_some_and(|found| found.iter().any(|header| header == path))
}

/// The headers that no file which was read includes. The others were looked at there, behind the declarations that they are
/// written for.
fn not_included<'p>(mut headers: Vec<&'p PathBuf>, read: &Files) -> Vec<&'p PathBuf> {
    if !headers.is_empty() {
        let canonical = |path: &Path| std::fs::canonicalize(path).ok();
        let names: BTreeSet<&str> = read.iter().map(|(_, file)| &*file.name).collect();
        let read: BTreeSet<PathBuf> = names.into_iter().filter_map(|name| canonical(Path::new(name))).collect();
        headers.retain(|header| canonical(header).is_none_or(|header| !read.contains(&header)));
    }
    headers
}

/// What a file holds.
enum Contents {
    Program(Program),
    Tasks(Result<Vec<TaskSet>, Diagnostic>),
}

fn contents(sources: &mut Files, path: &Path, side: &[SideFile], config: &Config) -> Contents {
    if tasks_file::is_one(path) {
        return Contents::Tasks(tasks_file::read(sources, path));
    }
    let program = guarded(|| lower(sources, path, side, config));
    Contents::Program(program.unwrap_or_else(|fault| {
        let path = path.display();
        let found = match fault {
            Fault::Memory => {
                let message = format!("the memory limit was reached while reading {path}; the other files go on");
                Diagnostic::new(codes::E0014, Severity::Error, message).note("`--memory MEGABYTES` gives more")
            }
            Fault::Internal => {
                let message = format!("internal error while reading {path}; the other files go on");
                Diagnostic::new(codes::E0099, Severity::Error, message).note("please report it, with the file")
            }
        };
        Program { diagnostics: vec![found], ..Program::default() }
    }))
}

/// Whether two solvers contradicted each other: nothing that follows would be worth anything.
fn contradicts(report: &KernelReport) -> bool {
    report.diagnostics.iter().any(|found| found.code == codes::E0612)
}

/// What is known of a kernel before anything is proved.
fn kernel_report(kernel: &Kernel) -> KernelReport {
    let mut report = KernelReport::new(&kernel.name, kernel.span);
    report.assumptions = kernel.assumptions.clone();
    report.diagnostics = kernel.diagnostics.clone();
    report.unsupported = kernel.unsupported.clone();
    report.has_ensures = !kernel.contract.ensures.is_empty();
    report
}

/// An error for each name of `--kernel` that no kernel has.
pub fn unknown_kernels(names: &[String], config: &Config) -> Vec<Diagnostic> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let unknown = config.kernels.iter().filter(|asked| !names.iter().any(|name| is_called(name, asked)));
    unknown.map(|asked| no_such_kernel(asked, &names)).collect()
}

/// Whether `--kernel` asks for a kernel of that name.
pub fn is_asked_for(name: &str, config: &Config) -> bool {
    config.kernels.is_empty() || config.kernels.iter().any(|asked| is_called(name, asked))
}

/// Whether a kernel's name answers to `asked`: `scan<float>` and `scan@sm_80` also to `scan`.
pub fn is_called(name: &str, asked: &str) -> bool {
    let name = match name.rsplit_once('@') {
        Some((plain, _)) if name != asked => plain,
        _ => name,
    };
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
