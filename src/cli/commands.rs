//! Each command in a function.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::base::config::{LaunchesOf, Required, Unit, Units};
use crate::base::{Config, Diagnostic, Files, Severity, StopFlag, codes, plain};
use crate::pipeline;
use crate::pipeline::derivations::Proofs;
use crate::pipeline::front::listed;
use crate::pipeline::session::{Journeys, Tap, Unwatched};
use crate::pipeline::shards::merge;
use crate::report::forms::schema;
use crate::report::{Command, ExitStatus, Progress, Run};
use crate::syntax;

use super::args::{self, Action, Arguments, Described};
use super::reporting::{Options, fail, report};
use super::{oversights, settings, setup};
use super::{print, print_environment};

/// `given` is the command line as it stands, the program's name first.
pub fn run(arguments: Arguments, given: &[OsString], stop: &StopFlag) -> ExitStatus {
    match arguments.action {
        Action::Prove(prove) => self::prove(prove, given, stop),
        Action::Audit(audit) => super::audit::run(audit, stop),
        Action::Races(races) => self::races(races, stop),
        Action::Suggest(suggest) => self::suggest(suggest, stop),
        Action::Check(check) => self::check(check, stop),
        Action::Amplify(amplify) => self::amplify(amplify, stop),
        Action::Run(execute) => super::run::run(execute, stop),
        Action::Vcs(vcs) => super::vcs::run(vcs, stop),
        Action::Bench(bench) => super::bench::run(&bench, stop),
        Action::Solvers(solvers) => super::solvers::run(&solvers),
        Action::Cache(cache) => super::cache::run(&cache),
        Action::Merge(merge) => self::merge(&merge, stop),
        Action::Explain(explain) => self::explain(explain.code.as_deref()),
        Action::Schema(schema) => self::schema(schema.of),
        Action::Init(init) => setup::init(&init.folder),
        Action::Completions(completions) => setup::completions(completions.shell),
        Action::Man => setup::manual(),
    }
}

fn prove(arguments: args::Prove, given: &[OsString], stop: &StopFlag) -> ExitStatus {
    let mut options = Options {
        statistics: arguments.stats,
        write_baseline: arguments.success.write_baseline.clone(),
        emit_host: arguments.emitted.emit_host.clone(),
        ..Options::of(&arguments.output)
    };
    let config = match arguments.config() {
        Ok(config) => with_units(with_headers(config, &arguments.files), &arguments.files),
        Err(found) => return fail(Command::Prove, &options, stop, found),
    };
    options.required = config.required.clone();
    let proofs = match arguments.proof.as_deref().map(|folder| proofs(folder, &arguments, given)).transpose() {
        Ok(proofs) => proofs,
        Err(found) => return fail(Command::Prove, &options, stop, found),
    };
    let stopped = stop.clone();
    report(Command::Prove, &options, stop, move |progress| {
        let (files, warnings) = files_of(&arguments.files, &["cu", "cuh", "spec"]);
        let journeys = arguments.journeys.then(Journeys::default);
        let tap: &dyn Tap = match (&proofs, &journeys) {
            (Some(proofs), _) => proofs,
            (None, Some(journeys)) => journeys,
            (None, None) => &Unwatched,
        };
        let mut run = pipeline::prove_watched(&files, &config, &stopped, progress, tap);
        if let Some(journeys) = journeys {
            journeys.join(&mut run);
        }
        run.diagnostics.extend(warnings);
        run.diagnostics.extend(oversights::of(&run, &config));
        run.diagnostics.extend(proofs.and_then(Proofs::finish));
        run
    })
}

/// Where the derivations of one file go, with the options that an audit has to know.
fn proofs(folder: &Path, arguments: &args::Prove, given: &[OsString]) -> Result<Proofs, Diagnostic> {
    let [file] = &arguments.files[..] else {
        let message = "--proof takes the derivations of one file";
        return Err(Diagnostic::new(codes::E0005, Severity::Error, message));
    };
    // Where the derivations went is of no matter to an audit.
    let mut options: Vec<String> = given.iter().skip(2).map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(at) = options.iter().position(|word| word == "--proof") {
        options.drain(at..(at + 2).min(options.len()));
    }
    options.retain(|word| Path::new(word) != file && !word.starts_with("--proof="));
    Proofs::into(folder, file, options)
}

fn merge(arguments: &args::Merge, stop: &StopFlag) -> ExitStatus {
    let mut options = Options {
        statistics: arguments.stats,
        write_baseline: arguments.success.write_baseline.clone(),
        emit_host: arguments.emitted.emit_host.clone(),
        ..Options::of(&arguments.output)
    };
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| {
            let message = format!("cannot read {name}: {}", plain::of_system(&error));
            Diagnostic::new(codes::E0001, Severity::Error, message)
        })?;
        let shard = merge::read(&name, &text)?;
        Ok((name, shard))
    };
    let shards: Result<Vec<_>, Diagnostic> = arguments.reports.iter().map(read).collect();
    let merged = shards.and_then(|shards| Ok((merge::merged(&shards)?, arguments.success.required()?)));
    let (mut run, required) = match merged {
        Ok(merged) => merged,
        Err(found) => return fail(Command::Prove, &options, stop, found),
    };
    let Required { contracts, scope, .. } = run.required;
    run.required = Required { contracts, scope, ..required };
    options.required = run.required.clone();
    let command = run.command.unwrap_or(Command::Prove);
    report(command, &options, stop, move |progress| {
        for file in &run.files {
            progress.file_read(&run.sources, file);
            file.kernels.iter().for_each(|kernel| progress.kernel_done(&run.sources, kernel));
        }
        run.diagnostics.extend(oversights::of_reports(&run));
        run
    })
}

fn races(arguments: args::Races, stop: &StopFlag) -> ExitStatus {
    let (config, emitted) = (arguments.config(), arguments.emitted);
    over_programs(Command::Races, (arguments.programs, Some(emitted)), config, stop, pipeline::races_files)
}

fn suggest(arguments: args::Suggest, stop: &StopFlag) -> ExitStatus {
    let (config, writes) = (arguments.programs.config(), arguments.write);
    over_programs(Command::Suggest, (arguments.programs, None), config, stop, move |files, config, stop, progress| {
        let mut run = pipeline::suggest_files(files, config, stop, progress);
        if writes && !run.interrupted {
            run.diagnostics.extend(super::offers::write(&run));
        }
        run
    })
}

fn amplify(arguments: args::Amplify, stop: &StopFlag) -> ExitStatus {
    let (config, request, launches) = (arguments.config(), arguments.request(), arguments.launches);
    over_programs(Command::Amplify, (arguments.programs, None), config, stop, move |files, config, stop, progress| {
        match launches.as_deref().map(listed::read).transpose() {
            Ok(listed) => {
                pipeline::amplify_files(files, config, (&request, &listed.unwrap_or_default()), stop, progress)
            }
            Err(found) => Run { diagnostics: vec![found], ..Run::new(Command::Amplify, Files::new()) },
        }
    })
}

/// Looks at files and folders as programs: what the code of the host says of launches counts.
fn over_programs(
    command: Command,
    (programs, emitted): (args::Programs, Option<args::Emitted>),
    config: Result<Config, Diagnostic>,
    stop: &StopFlag,
    look: impl FnOnce(&[PathBuf], &Config, &StopFlag, &dyn Progress) -> Run + Send + 'static,
) -> ExitStatus {
    let mut options =
        Options { write_baseline: programs.success.write_baseline.clone(), ..Options::of(&programs.output) };
    options.emit_host = emitted.and_then(|emitted| emitted.emit_host);
    let config = match config {
        Ok(config) => with_units(with_headers(config, &programs.paths), &programs.paths),
        Err(found) => return fail(command, &options, stop, found),
    };
    options.required = config.required.clone();
    let stopped = stop.clone();
    report(command, &options, stop, move |progress| {
        let (files, warnings) = files_of(&programs.paths, &["cu", "cuh"]);
        let mut run = look(&files, &config, &stopped, progress);
        run.diagnostics.extend(warnings);
        run.diagnostics.extend(oversights::of(&run, &config));
        run
    })
}

fn check(arguments: args::Check, stop: &StopFlag) -> ExitStatus {
    let mut options = Options::of(&arguments.output);
    let config = match arguments.config() {
        Ok(config) => with_headers(config, &arguments.paths),
        Err(found) => return fail(Command::Check, &options, stop, found),
    };
    options.required = config.required.clone();
    options.write_baseline = arguments.success.write_baseline;
    let stopped = stop.clone();
    report(Command::Check, &options, stop, move |progress| {
        let (files, warnings) = files_of(&arguments.paths, &["cu", "cuh"]);
        let mut run = pipeline::check_files(&files, &config, &stopped, progress);
        run.diagnostics.extend(warnings);
        run.diagnostics.extend(oversights::of(&run, &config));
        run
    })
}

/// The files named, and for folders the files with these endings in them at any depth, in order.
fn files_of(paths: &[PathBuf], endings: &[&str]) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    let mut files = Vec::new();
    let mut diagnostics = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        collect(path, endings, &mut files, &mut diagnostics);
        if files.len() == before && diagnostics.is_empty() {
            let (last, others) = endings.split_last().unwrap_or((&"", &[]));
            let message = format!("no .{} or .{last} file in {}", others.join(", ."), path.display());
            diagnostics.push(Diagnostic::new(codes::W0002, Severity::Warning, message));
        }
    }
    (files, diagnostics)
}

/// The configuration with the headers in these folders at any depth, by file name: includes that are found nowhere else are
/// looked up there. A `.cu` file that another file includes is a header, too.
fn with_headers(mut config: Config, paths: &[PathBuf]) -> Config {
    let (mut files, mut programs) = (Vec::new(), Vec::new());
    for folder in paths.iter().filter(|path| path.is_dir()) {
        // What cannot be read is said when the programs are looked for.
        collect(folder, &["h", "hpp", "hh", "cuh", "inl", "inc"], &mut files, &mut Vec::new());
        collect(folder, &["cu"], &mut programs, &mut Vec::new());
    }
    let includes = |path: &PathBuf| {
        syntax::included(&text_of(path)).into_iter().filter(|name| name.ends_with(".cu")).collect::<Vec<_>>()
    };
    let included: BTreeSet<String> = programs.par_iter().chain(&files).flat_map_iter(includes).collect();
    let is_included =
        |path: &PathBuf| path.file_name().and_then(|name| name.to_str()).is_some_and(|name| included.contains(name));
    files.extend(programs.into_iter().filter(is_included));
    for path in files {
        if let Some(name) = path.file_name().and_then(|name| name.to_str()) {
            config.source.headers.entry(name.to_string()).or_default().push(path);
        }
    }
    config
}

/// The configuration with the source files in these folders at any depth, and those that are named: they are one program.
fn with_units(mut config: Config, paths: &[PathBuf]) -> Config {
    let mut files = Vec::new();
    for path in paths {
        match path.is_dir() {
            true => collect(path, &["cu", "cpp", "cc", "cxx", "c"], &mut files, &mut Vec::new()),
            false => files.push(path.clone()),
        }
    }
    let is_program = files.len() > 1 || paths.iter().any(|path| path.is_dir());
    if is_program && config.launches_of == LaunchesOf::Found {
        let by_name: BTreeMap<String, String> = config
            .source
            .headers
            .iter()
            .map(|(name, paths)| (name.clone(), paths.iter().map(|path| text_of(path) + "\n").collect()))
            .collect();
        let of = |path: PathBuf| {
            let text = text_of(&path);
            let own = with_included(&text, &by_name);
            let (words, externs) = (syntax::words(&own), syntax::words(&syntax::externs(&text)));
            (Unit { path, words, externs }, syntax::pasted(&text))
        };
        let headers: String = by_name.values().cloned().collect();
        let externs = syntax::words(&syntax::externs(&headers));
        let (files, pasted): (Vec<Unit>, Vec<Vec<String>>) = files.into_par_iter().map(of).unzip();
        let mut pasted = pasted.concat();
        pasted.extend(syntax::pasted(&headers));
        config.source.units = Arc::new(Units { files, pasted, externs });
    }
    config
}

/// A text with the headers that it includes, those that these include and so on, each once.
fn with_included(text: &str, headers: &BTreeMap<String, String>) -> String {
    let mut all = text.to_owned();
    let mut seen = BTreeSet::new();
    let mut open = syntax::included(text);
    while let Some(name) = open.pop() {
        if let Some(header) = headers.get(&name)
            && seen.insert(name)
        {
            open.extend(syntax::included(header));
            all += header;
        }
    }
    all
}

/// The text of a file, if it is one: a pipe may never end. What cannot be read is said when the programs are looked at.
fn text_of(path: &Path) -> String {
    let is_file = path.metadata().is_ok_and(|about| about.is_file());
    let read = is_file.then(|| syntax::files::read(path).ok()).flatten();
    read.map(|(text, _)| text).unwrap_or_default()
}

/// Links to folders are not followed: they may lead in circles.
fn collect(folder: &Path, endings: &[&str], files: &mut Vec<PathBuf>, diagnostics: &mut Vec<Diagnostic>) {
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => {
            let message = format!("cannot read the folder {}: {}", folder.display(), plain::of_system(&error));
            diagnostics.push(Diagnostic::new(codes::E0001, Severity::Error, message));
            return;
        }
    };
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let path = entry.path();
        let is_asked_for = path.extension().is_some_and(|extension| endings.iter().any(|ending| extension == *ending));
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => collect(&path, endings, files, diagnostics),
            Ok(_) if is_asked_for => files.push(path),
            Ok(_) | Err(_) => {}
        }
    }
}

fn schema(of: Described) -> ExitStatus {
    let schema = match of {
        Described::Report => schema::of_document(),
        Described::Lines => schema::of_lines(),
        Described::Run => schema::of_run(),
        Described::Config => settings::schema(),
    };
    print(&format!("{:#}\n", schema.as_value()))
}

fn explain(code: Option<&str>) -> ExitStatus {
    let Some(name) = code else {
        let lines: Vec<String> = codes::ALL.iter().map(|entry| format!("{}  {}\n", entry.code, entry.title)).collect();
        return print(&lines.concat());
    };
    match codes::explain(name.trim()) {
        Some(entry) => print(&entry.shown()),
        None => {
            let message = format!("there is no diagnostic code `{name}`");
            let found = Diagnostic::new(codes::E0008, Severity::Error, message);
            print_environment(&found.note("`gpuhoare explain` lists them all"));
            ExitStatus::BadInput
        }
    }
}
