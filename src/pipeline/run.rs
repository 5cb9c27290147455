//! One kernel of one file, run on one launch with inputs as they stand on the command line.

use std::collections::BTreeMap;
use std::path::Path;

use crate::base::{Config, Diagnostic, Files, Severity, codes, nearest};
use crate::interp::setup::{MAX_THREADS, parse_contents, parse_scalar};
use crate::interp::{self, Options, Outcome, Refusal, Setup, Violation, ViolationKind};
use crate::kernel::ir::{Kernel, LocalRole};
use crate::kernel::undefined;
use crate::report::execution::{Done, Execution};
use crate::report::unproved;

use super::front::Given;
use super::front::asked::{is_asked_for, unknown_kernels};

/// What the command line says about a run, beyond the configuration.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// `--arg NAME=VALUE`: parameters, globals, template values, arrays.
    pub arguments: Vec<(String, String)>,
    /// `--ghost NAME=VALUE`
    pub ghosts: Vec<(String, String)>,
    /// `--seed`: what contents that are not given are made from, and the order of a random schedule.
    pub seed: u64,
    /// How numbers and threads are modelled, and the most steps.
    pub options: Options,
}

/// Runs the kernel of the file that the configuration asks for.
pub fn run_file(path: &Path, config: &Config, request: &Request) -> Execution {
    let mut execution = Execution { sources: Files::new(), diagnostics: Vec::new(), done: None, seconds: 0.0 };
    let (sources, diagnostics) = (&mut execution.sources, &mut execution.diagnostics);
    let Some((kernel, setup)) = prepared(path, config, request, sources, diagnostics) else { return execution };
    match ran(&kernel, &setup, &request.options) {
        Ok(outcome) => execution.done = Some(Done { kernel, setup, outcome }),
        Err(refusal) => execution.diagnostics.push(refused(&kernel, refusal)),
    }
    execution
}

/// The kernel that the configuration asks for, and its launch; none where something stands in the way, which is told.
fn prepared(
    path: &Path,
    config: &Config,
    request: &Request,
    sources: &mut Files,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Kernel, Setup)> {
    let given = Given::of_run(sources, config, diagnostics)?;
    let program = super::lower(sources, path, &given, config);
    diagnostics.extend(program.diagnostics);
    let names: Vec<String> = program.kernels.iter().map(|kernel| kernel.name.clone()).collect();
    diagnostics.extend(unknown_kernels(&names, &config.source.kernels));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let mut asked: Vec<Kernel> =
        program.kernels.into_iter().filter(|kernel| is_asked_for(&kernel.name, config)).collect();
    let kernel = match (asked.pop(), asked.is_empty()) {
        (Some(kernel), true) => kernel,
        _ => {
            diagnostics.push(which_kernel(path, &names, config));
            return None;
        }
    };
    diagnostics.extend(kernel.diagnostics.iter().cloned());
    diagnostics.extend(kernel.unsupported.iter().map(|found| unproved::unsupported(&kernel.name, found)));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    match setup(&kernel, config, request) {
        Ok(setup) => Some((kernel, setup)),
        Err(errors) => {
            diagnostics.extend(errors);
            None
        }
    }
}

/// That a run is of one kernel, and which ones there are.
fn which_kernel(path: &Path, names: &[String], config: &Config) -> Diagnostic {
    let message = format!("a run is of one kernel, and {} holds {}", path.display(), names.len());
    let found = Diagnostic::new(codes::E0013, Severity::Error, message);
    let mut known: Vec<&str> = Vec::new();
    for name in names {
        if !known.contains(&name.as_str()) {
            known.push(name);
        }
    }
    let asked: Vec<&&str> = known.iter().filter(|name| is_asked_for(name, config)).collect();
    match asked[..] {
        [only] => found.note(format!("several are called `{only}`: give them different names")),
        _ => found.note(format!("--kernel takes: {}", known.join(", "))),
    }
}

/// What comes of the launch: where nothing goes wrong, with cells followed as well (WARP-38).
fn ran(kernel: &Kernel, setup: &Setup, options: &Options) -> Result<Outcome, Refusal> {
    let outcome = interp::run(kernel, setup, options)?;
    match undefined::with_cells(kernel).filter(|_| outcome.violations.is_empty()) {
        Some(followed) => {
            let with_cells = interp::run(&followed, setup, options)?;
            let is_undefined = |violation: &Violation| violation.kind == ViolationKind::Initialised;
            Ok(if with_cells.violations.iter().any(is_undefined) { with_cells } else { outcome })
        }
        None => Ok(outcome),
    }
}

/// The launch and inputs of a request.
pub fn setup(kernel: &Kernel, config: &Config, request: &Request) -> Result<Setup, Vec<Diagnostic>> {
    let mut setup = Setup {
        block: config.block.unwrap_or([1; 3]),
        grid: config.grid.unwrap_or([1; 3]),
        scalars: BTreeMap::new(),
        arrays: BTreeMap::new(),
        seed: request.seed,
    };
    let (scalars, arrays) = interp::inputs(kernel);
    let mut errors = Vec::new();
    if setup.threads() > MAX_THREADS {
        errors.push(unusable(format!("a run has at most {MAX_THREADS} threads, and this launch has more")));
    }
    let ghosts = request.ghosts.iter().map(|given| (given, true));
    for ((name, text), ghost) in request.arguments.iter().map(|given| (given, false)).chain(ghosts) {
        let option = if ghost { "--ghost" } else { "--arg" };
        let scalar = scalars.iter().find(|local| {
            let info = &kernel.locals[local.index()];
            info.name == *name && (info.role == LocalRole::Ghost) == ghost
        });
        if let Some(local) = scalar {
            match parse_scalar(text, kernel.locals[local.index()].ty) {
                Some(value) => {
                    setup.scalars.insert(*local, value);
                }
                None => errors.push(unusable(format!("`{text}` is no value for `{name}`"))),
            }
        } else if let Some(array) = arrays.get(name) {
            match parse_contents(text, kernel.arrays[array.index()].element) {
                Some(contents) => {
                    setup.arrays.insert(*array, contents);
                }
                None => errors.push(unusable(format!("`{text}` is no contents for the array `{name}`"))),
            }
        } else {
            let known = scalars.iter().map(|local| kernel.locals[local.index()].name.as_str());
            let known = known.chain(arrays.keys().map(String::as_str));
            let found = unusable(format!("{option}: `{}` has no input `{name}`", kernel.name));
            errors.push(match nearest::nearest(name, known) {
                Some(near) => found.note(format!("did you mean `{near}`?")),
                None => found,
            });
        }
    }
    if errors.is_empty() { Ok(setup) } else { Err(errors) }
}

fn unusable(message: String) -> Diagnostic {
    Diagnostic::new(codes::E0012, Severity::Error, message)
}

/// Why a launch cannot be run.
pub fn refused(kernel: &Kernel, refusal: Refusal) -> Diagnostic {
    match refusal {
        Refusal::Missing(name) => {
            let ghost = kernel.locals.iter().any(|local| local.name == name && local.role == LocalRole::Ghost);
            let option = if ghost { "--ghost" } else { "--arg" };
            unusable(format!("`{name}` has no value")).note(format!("help: {option} {name}=VALUE"))
        }
        Refusal::MissingArray(name) => {
            let message = format!("the contract speaks of the length of `{name}`, so it must be given");
            unusable(message).note(format!("help: --arg '{name}=random(64)' or --arg '{name}=[1,2,3]'"))
        }
        Refusal::NotModelled(construct, span) => {
            unproved::unsupported(&kernel.name, &crate::kernel::ir::Unsupported { construct, span })
        }
    }
}
