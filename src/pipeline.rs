//! The way from files to verdicts, a line a stage.

mod attempt;
pub mod bench;
pub mod conflicts;
mod court;
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

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::base::{Config, Diagnostic, Files, Severity, StopFlag, codes};
use crate::kernel::ir::{Kernel, Program, Unsupported};
use crate::report::{Command, FileReport, KernelReport, Progress, Run, verdict};
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
            report.verdict = verdict::of_proof(&report);
            Ok(report)
        };
        let of_program = |program: &Program| {
            let lemmas = lemmas::prove(&program.theory, config, solvers, stop, progress)?;
            let reports = lemmas.reports.clone();
            let kernel = move |kernel: &Kernel, origin: Origin<'_>| {
                let mut report = prove::kernel(kernel, origin, &lemmas, config, solvers, stop, progress)?;
                report.verdict = verdict::of_proof(&report);
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
    let mut run = Run::new(command, Files::new());
    if let Err(errors) = smt::selected(config) {
        run.diagnostics.extend(errors);
        return run;
    }
    let threads = rayon::ThreadPoolBuilder::new().num_threads(smt::jobs(config)).stack_size(STACK).build();
    let threads = match threads {
        Ok(threads) => threads,
        Err(error) => {
            let message = format!("threads cannot be started: {error}");
            run.diagnostics.push(Diagnostic::new(codes::E0099, Severity::Error, message));
            return run;
        }
    };
    let solvers = Solvers::new(config, progress);
    let mut run = threads.install(|| work(run, &solvers));
    run.diagnostics.splice(0..0, solvers.warnings());
    run
}

/// Says of every kernel of these files whether it is modelled.
pub fn check_files(paths: &[PathBuf], config: &Config, stop: &StopFlag, progress: &dyn Progress) -> Run {
    let run = Run::new(Command::Check, Files::new());
    let of_kernel = |kernel: &Kernel, origin: Origin<'_>| {
        let checked = guarded(Path::new(origin.path), || check_kernel(kernel, config));
        Ok(checked.unwrap_or_else(|found| {
            let mut report = kernel_report(kernel);
            report.unsupported.push(Unsupported { construct: "internal error".into(), span: kernel.span });
            report.diagnostics.push(found);
            report.verdict = verdict::of_check(&report);
            report
        }))
    };
    let work = Work {
        of_program: &|_| Ok((Vec::new(), Box::new(of_kernel))),
        of_tasks: &|set| Ok(check_tasks(set)),
        side_by_side: None,
    };
    over_files(run, paths, config, stop, progress, &work)
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

/// Lowers and checks one file of many: what goes wrong inside of the tool is an error of that file.
fn guarded<T>(path: &Path, work: impl FnOnce() -> T) -> Result<T, Diagnostic> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).map_err(|_| {
        let message = format!("internal error while reading {}; the other files go on", path.display());
        Diagnostic::new(codes::E0099, Severity::Error, message).note("please report it, with the file")
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
    let tree = syntax::parse_file(files, path, config);
    let imports = imports::of_program(files, path, &tree, side, config);
    let mut program = typed::lower_file(&tree, &imports.side, config, files);
    program.diagnostics.splice(0..0, imports.diagnostics);
    unread::mark(&tree, &mut program.kernels);
    program.diagnostics.splice(0..0, unread::mark_missing(&tree, &mut program.kernels));
    program.diagnostics.splice(0..0, tree.diagnostics);
    program
}

/// Whether the file holds logic declarations alone.
fn is_logic_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "spec")
}

/// The side files of `--spec`.
pub fn side_files(files: &mut Files, config: &Config) -> Result<Vec<SideFile>, Vec<Diagnostic>> {
    let mut side = Vec::new();
    let mut errors = Vec::new();
    for path in &config.specs {
        match syntax::files::read(path) {
            Ok(text) => {
                let parsed = syntax::spec::parse_side_file(files, &path.display().to_string(), &text);
                errors.extend(parsed.diagnostics.iter().cloned());
                side.push(parsed);
            }
            Err(found) => errors.push(found),
        }
    }
    if errors.iter().any(Diagnostic::is_error) { Err(errors) } else { Ok(side) }
}

/// What is done to the contents of files.
struct Work<'w> {
    /// The reports of a file's lemmas, and what makes the report of a kernel.
    of_program: &'w dyn Fn(&Program) -> Result<(Vec<KernelReport>, OfKernel<'w>), Vec<Diagnostic>>,
    of_tasks: &'w dyn Fn(&TaskSet) -> Reported,
    /// What makes the report of a kernel, where kernels of several files may be looked at side by side.
    side_by_side: Option<&'w (dyn Fn(&Kernel, Origin<'_>) -> Reported + Sync)>,
}

/// Files whose kernels are looked at side by side.
const FILES_AT_ONCE: usize = 32;

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
    let side = match side_files(&mut run.sources, config) {
        Ok(side) => side,
        Err(errors) => {
            run.diagnostics.extend(errors);
            return run;
        }
    };
    let command = run.command;
    let mut names = Vec::new();
    let mut cut_short = false;
    let width = if work.side_by_side.is_some() { FILES_AT_ONCE } else { 1 };
    let mut read = VecDeque::new();
    let mut ahead = VecDeque::new();
    for (at, path) in paths.iter().enumerate() {
        if cut_short {
            break;
        }
        if stop.is_set() {
            run.interrupted = true;
            break;
        }
        if read.is_empty() {
            let paths = &paths[at..paths.len().min(at + width)];
            read.extend(paths.iter().map(|path| contents(&mut run.sources, path, command, &side, config)));
            ahead = look_ahead(&run.sources, paths, &read, work, config);
        }
        let Some(contents) = read.pop_front() else { break };
        let mut file = FileReport { path: path.display().to_string(), ..FileReport::default() };
        let mut program = match contents {
            Contents::Program(program) => program,
            Contents::Tasks(sets) => {
                file.diagnostics.extend(sets.as_ref().err().cloned());
                progress.file_read(&run.sources, &file);
                for set in sets.iter().flatten().filter(|_| !stop.is_set()) {
                    names.push(set.kernel.clone());
                    if is_asked_for(&set.kernel, config) && !cut_short {
                        cut_short = record(&mut run, &mut file, (work.of_tasks)(set), progress);
                    }
                }
                run.interrupted |= stop.is_set();
                run.files.push(file);
                continue;
            }
        };
        file.diagnostics = std::mem::take(&mut program.diagnostics);
        let is_empty = program.kernels.is_empty() && program.theory.is_empty();
        let proves = matches!(command, Some(Command::Prove | Command::Races));
        if proves && is_empty && file.diagnostics.is_empty() {
            let message = format!("{} holds no kernel", file.path);
            file.diagnostics.push(Diagnostic::new(codes::W0001, Severity::Note, message));
        }
        progress.file_read(&run.sources, &file);
        names.extend(program.kernels.iter().map(|kernel| kernel.name.clone()));
        let asked: Vec<&Kernel> = program.kernels.iter().filter(|kernel| is_asked_for(&kernel.name, config)).collect();
        // Lemmas are proved for the kernels that may rest on them, and in a file that has no kernels for themselves.
        let of_kernel = if asked.is_empty() && !program.kernels.is_empty() {
            None
        } else {
            match (work.of_program)(&program) {
                Ok((reports, of_kernel)) => {
                    for report in reports {
                        progress.kernel_done(&run.sources, &report);
                        cut_short |= contradicts(&report);
                        file.kernels.push(report);
                    }
                    Some(of_kernel)
                }
                Err(errors) => {
                    cut_short = true;
                    run.diagnostics.extend(errors);
                    None
                }
            }
        };
        run.interrupted |= stop.is_set();
        for (kernel, of_kernel) in asked.into_iter().filter_map(|kernel| Some((kernel, of_kernel.as_ref()?))) {
            if run.interrupted || cut_short {
                break;
            }
            let origin = Origin { sources: &run.sources, path: &file.path, alone: program.kernels.len() == 1 };
            let reported = ahead.pop_front().unwrap_or_else(|| of_kernel(kernel, origin));
            cut_short = record(&mut run, &mut file, reported, progress);
            run.interrupted |= stop.is_set();
        }
        run.files.push(file);
    }
    if !run.interrupted && !cut_short {
        run.diagnostics.extend(unknown_kernels(&names, config));
    }
    run
}

/// What a file holds.
enum Contents {
    Program(Program),
    Tasks(Result<Vec<TaskSet>, Diagnostic>),
}

fn contents(
    sources: &mut Files,
    path: &Path,
    command: Option<Command>,
    side: &[SideFile],
    config: &Config,
) -> Contents {
    if tasks_file::is_one(path) {
        return Contents::Tasks(tasks_file::read(sources, path));
    }
    if command != Some(Command::Check) {
        return Contents::Program(lower(sources, path, side, config));
    }
    // Of a tree of files the others go on.
    let mut changed = sources.clone();
    Contents::Program(match guarded(path, || (lower(&mut changed, path, side, config), changed)) {
        Ok((program, changed)) => {
            *sources = changed;
            program
        }
        Err(found) => Program { diagnostics: vec![found], ..Program::default() },
    })
}

/// The reports of all kernels of these files that are asked for, in order, made side by side; none where that is not wanted.
fn look_ahead(
    sources: &Files,
    paths: &[PathBuf],
    read: &VecDeque<Contents>,
    work: &Work<'_>,
    config: &Config,
) -> VecDeque<Reported> {
    let Some(of_kernel) = work.side_by_side else { return VecDeque::new() };
    let mut kernels = Vec::new();
    for (path, contents) in paths.iter().zip(read) {
        if let Contents::Program(program) = contents {
            let asked = program.kernels.iter().filter(|kernel| is_asked_for(&kernel.name, config));
            let alone = program.kernels.len() == 1;
            kernels.extend(asked.map(|kernel| (kernel, path.display().to_string(), alone)));
        }
    }
    let report =
        |(kernel, path, alone): (&Kernel, String, bool)| of_kernel(kernel, Origin { sources, path: &path, alone });
    let reports: Vec<Reported> = kernels.into_par_iter().map(report).collect();
    reports.into()
}

/// Takes a kernel's report into its file's; whether the run is cut short by it.
fn record(run: &mut Run, file: &mut FileReport, reported: Reported, progress: &dyn Progress) -> bool {
    match reported {
        Ok(report) => {
            let cut_short = contradicts(&report);
            progress.kernel_done(&run.sources, &report);
            file.kernels.push(report);
            cut_short
        }
        Err(errors) => {
            run.diagnostics.extend(errors);
            true
        }
    }
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
