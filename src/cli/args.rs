//! The command line's grammar. An option has the same name and meaning in every command; what is
//! accepted here acts.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::base::config::{
    Archs, Contracts, FloatDomain, FloatMode, IntMode, LaunchLimits, LaunchesOf, MAX_ROUNDS, RaceFreedom, RaceScope,
    SameValue, Simplify,
};
use crate::base::{Arch, Config, Diagnostic, Severity, codes};
use crate::interp;
use crate::pipeline::run::Request;
use crate::pipeline::show::{self, Form, Notation};
use crate::simplify::PASSES;

/// Proves CUDA kernels correct: for every number of threads, every array and every size at once.
#[derive(Parser, Debug)]
#[command(name = "gpuhoare", version, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    pub action: Action,
}

#[derive(Subcommand, Debug)]
pub enum Action {
    /// Prove that kernels meet their annotations.
    ///
    /// Exit code: 0 every kernel is verified or (without an `ensures`) safe, 1 some kernel is not, 2 the input, the command line or
    /// the environment is at fault, 3 internal error, 130 interrupted.
    Prove(Prove),
    /// Find data races and divergent barriers, or prove that there are none. No annotations are needed.
    ///
    /// Exit code: 0 every kernel is race-free, 1 some kernel is not, 2 the input, the command line or
    /// the environment is at fault, 3 internal error, 130 interrupted.
    Races(Races),
    /// Say which kernels are modelled, and what is not modelled in the others.
    Check(Check),
    /// Run a kernel on one launch, with every check of the proof made on the way.
    ///
    /// Exit code: 0 nothing went wrong, 1 something did or was not decided, 2 the inputs do not meet the contract, or
    /// the command line is at fault.
    Run(Execute),
    /// Print the kernels or their tasks as they are at a stage of the way to the solvers.
    Vcs(Vcs),
    /// Prove the three kernels of the paper with and without simplification, and compare.
    Bench(Bench),
    /// List the SMT solvers, or install the pinned ones.
    Solvers(Solvers),
    /// Explain a diagnostic code, such as E0701.
    Explain(Explain),
}

#[derive(Args, Debug)]
pub struct Prove {
    /// CUDA source files, logic files (`.spec`), tasks as `vcs --stage raw` prints them (`.tasks`), and folders of
    /// sources and logic files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub launch: Launch,
    #[command(flatten)]
    pub model: Model,
    #[command(flatten)]
    pub solving: Solving,
    #[command(flatten)]
    pub simplification: Simplification,
    #[command(flatten)]
    pub output: Output,
    /// Also show where time and size went.
    #[arg(long)]
    pub stats: bool,
    /// A kernel without an `ensures` is not good enough: exit code 1.
    #[arg(long)]
    pub require_contracts: bool,
}

#[derive(Args, Debug)]
pub struct Races {
    /// CUDA source files, or folders that are searched for .cu and .cuh files.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub launch: Launch,
    /// Threads that write one value to one cell do not race.
    #[arg(long, help_heading = "Model")]
    pub allow_same_value: bool,
    #[command(flatten)]
    pub solving: Solving,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Check {
    /// CUDA source files, or folders that are searched for .cu and .cuh files.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Execute {
    /// A CUDA source file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub launch: Launch,
    /// The value of a parameter or global, or the contents of an array: 10, 1/3, [1,2,3], random(64), zeros(64), null.
    #[arg(long, value_name = "NAME=VALUE", value_parser = input, help_heading = "Inputs")]
    pub arg: Vec<(String, String)>,
    /// The value of a ghost.
    #[arg(long, value_name = "NAME=VALUE", value_parser = input, help_heading = "Inputs")]
    pub ghost: Vec<(String, String)>,
    /// Decides random contents, values that nobody has written, and random schedules.
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Inputs")]
    pub seed: u64,
    /// The order in which threads run.
    #[arg(long, value_name = "ORDER", value_enum, default_value = "lockstep", help_heading = "Model")]
    pub schedule: Order,
    /// How integers are executed.
    #[arg(long, value_name = "MODE", value_enum, default_value = "math", help_heading = "Model")]
    pub ints: RunInts,
    /// How floats are executed.
    #[arg(long, value_name = "MODE", value_enum, default_value = "real", help_heading = "Model")]
    pub float: RunFloats,
    /// The most statements of all threads together.
    #[arg(long, value_name = "N", help_heading = "Model")]
    pub steps: Option<u64>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Order {
    /// All threads execute each statement together.
    Lockstep,
    /// The last thread first, each until its next barrier.
    Reverse,
    /// One thread after another for a few statements, by the seed.
    Random,
    /// Every order of threads between barriers: for tiny launches.
    Exhaustive,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum RunInts {
    /// Exact; overflow is remarked upon.
    Math,
    /// Exact; overflow is a violation.
    Checked,
    /// Modulo the width, as the machine computes.
    C,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum RunFloats {
    /// Exact rational numbers.
    Real,
    /// IEEE floats, as one choice of the unknown functions.
    Exact,
    /// IEEE floats, rounded to the width of their type.
    Ieee,
}

#[derive(Args, Debug)]
pub struct Vcs {
    /// CUDA source files, or files of tasks (.tasks) as `--stage raw` prints them.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The stage: the kernel IR, the tasks as generated, opened, after a pass, or as they are sent.
    #[arg(long, default_value = "final", value_parser = PossibleValuesParser::new(show::names()))]
    pub stage: String,
    /// In place of the tasks, what each pass made of them: facts, size, time, the runs of the e-graph.
    #[arg(long, conflicts_with = "notation")]
    pub stats: bool,
    /// The notation of tasks.
    #[arg(long = "as", value_enum, default_value = "text")]
    pub notation: TaskNotation,
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub launch: Launch,
    #[command(flatten)]
    pub model: Model,
    #[command(flatten)]
    pub simplification: Simplification,
    /// Write to this file.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TaskNotation {
    Text,
    Smt2,
}

#[derive(Args, Debug)]
pub struct Bench {
    /// Runs with simplification, of which the median counts.
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u16).range(1..))]
    pub runs: u16,
    /// Never install solvers.
    #[arg(long)]
    pub offline: bool,
}

#[derive(Args, Debug)]
pub struct Solvers {
    #[command(subcommand)]
    pub action: SolversAction,
    /// Only this solver, by name or profile file (repeatable).
    #[arg(long, global = true, value_name = "NAME")]
    pub solver: Vec<String>,
}

#[derive(Clone, Copy, Subcommand, Debug)]
pub enum SolversAction {
    /// Show each solver of the portfolio and where it was found.
    List,
    /// Install the pinned solvers into the user's cache folder.
    Install,
}

#[derive(Args, Debug)]
pub struct Explain {
    /// The code in a message's brackets; all codes are listed without it.
    pub code: Option<String>,
}

/// What is read.
#[derive(Args, Debug)]
#[command(next_help_heading = "Source")]
pub struct Source {
    /// Define a macro.
    #[arg(short = 'D', value_name = "NAME[=VALUE]", value_parser = definition)]
    pub defines: Vec<(String, String)>,
    /// Search this folder for local includes.
    #[arg(short = 'I', value_name = "DIR")]
    pub include_dirs: Vec<PathBuf>,
    /// The architecture that device code is compiled for; `all`: each program that the file is on some architecture.
    #[arg(long, value_name = "SM_XX", default_value = "sm_70", value_parser = architecture)]
    pub arch: (Arch, Archs),
    /// Fix a template parameter, a value or a type.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    pub template: Vec<(String, String)>,
    /// Only the kernel of this name (repeatable).
    #[arg(long, value_name = "NAME")]
    pub kernel: Vec<String>,
    /// A side file with clauses for the kernels (repeatable).
    #[arg(long, value_name = "FILE")]
    pub spec: Vec<PathBuf>,
}

/// For which launches.
#[derive(Args, Debug)]
#[command(next_help_heading = "Launch")]
pub struct Launch {
    /// Fix the block's dimensions; absent ones are 1.
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = dimensions)]
    pub block: Option<[u64; 3]>,
    /// Fix the grid's dimensions; absent ones are 1.
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = dimensions)]
    pub grid: Option<[u64; 3]>,
    /// Whether only launches within the hardware's limits count.
    #[arg(long, value_name = "LIMITS", value_enum, default_value = "hardware")]
    pub launch_limits: Limits,
    /// Only the launches `k<<<grid, block>>>(...)` in the file itself, with their template arguments.
    #[arg(long)]
    pub launch_from_source: bool,
    /// Which threads may race: all of the launch, or only those of one block.
    #[arg(long, value_name = "THREADS", value_enum, default_value = "all")]
    pub scope: Scope,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Scope {
    All,
    Block,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Limits {
    Hardware,
    None,
}

/// How the program's numbers and threads are modelled.
#[derive(Args, Debug)]
#[command(next_help_heading = "Model")]
pub struct Model {
    /// How integers are modelled: exactly; that nothing overflows is a listed assumption, or an obligation (checked).
    #[arg(long, value_name = "MODE", value_enum, default_value = "math")]
    pub ints: Ints,
    /// How floats are modelled.
    #[arg(long, value_name = "MODE", value_enum, default_value = "real")]
    pub float: Floats,
    /// What is taken for granted; listed in the report.
    #[arg(long, value_name = "WHAT", value_enum)]
    pub assume: Vec<Assumption>,
    /// Threads that write one value to one cell do not race.
    #[arg(long)]
    pub allow_same_value: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Ints {
    /// That nothing overflows is a listed assumption.
    Math,
    /// That nothing overflows, and that implicit conversions keep values, is proved.
    Checked,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Floats {
    /// Real numbers; rounding is a listed assumption.
    Real,
    /// Every operation is a fixed unknown function: what is proved holds bit for bit.
    Exact,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Assumption {
    /// No two threads race.
    RaceFreedom,
    /// No float is divided by 0, and functions of floats are called in their domains (`--float real`).
    FloatDomain,
}

/// Solvers and their limits.
#[derive(Args, Debug)]
#[command(next_help_heading = "Solving")]
pub struct Solving {
    /// Use only this solver, by name or profile file (repeatable).
    #[arg(long, value_name = "NAME")]
    pub solver: Vec<String>,
    /// Wall clock for a task and solver, in place of the deterministic limits.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,
    /// Memory for a solver process, and for gpuhoare itself [default: 4000, 1600].
    #[arg(long, value_name = "MEGABYTES", value_parser = clap::value_parser!(u64).range(1..))]
    pub memory: Option<u64>,
    /// Solver processes at a time [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Never install solvers.
    #[arg(long)]
    pub offline: bool,
}

/// What is done to tasks before they are sent.
#[derive(Args, Debug)]
#[command(next_help_heading = "Simplification")]
pub struct Simplification {
    /// Send the tasks as they are generated.
    #[arg(long)]
    pub no_simplify: bool,
    /// Leave out a pass of the simplifier (repeatable).
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(PASSES.iter().map(|pass| pass.name)))]
    pub disable_pass: Vec<String>,
    /// Rounds of extra heuristics for a task that is not proved otherwise.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_ROUNDS)))]
    pub rounds: Option<u32>,
}

/// How results are shown.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Output {
    /// Form of the report.
    #[arg(long, value_name = "FORM", value_enum, default_value = "human")]
    pub format: Format,
    /// Write the report to this file.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    Human,
    Json,
}

impl Prove {
    /// # Errors
    ///
    /// `E0009` for dimensions that no device accepts.
    pub fn config(&self) -> Result<Config, Diagnostic> {
        let contracts = if self.require_contracts { Contracts::Required } else { Contracts::Optional };
        let config = task_config(&self.source, &self.launch, &self.model, &self.simplification)?;
        Ok(self.solving.added_to(Config { contracts, ..config }))
    }
}

impl Races {
    /// # Errors
    ///
    /// `E0009` for dimensions that no device accepts.
    pub fn config(&self) -> Result<Config, Diagnostic> {
        let config =
            Config { same_value: same_value(self.allow_same_value), ..self.launch.added_to(self.source.config()) };
        within_limits(&config).map(|()| self.solving.added_to(config))
    }
}

impl Solving {
    fn added_to(&self, config: Config) -> Config {
        Config {
            solvers: self.solver.clone(),
            timeout: self.timeout,
            memory: self.memory,
            jobs: self.jobs.map(usize::from),
            offline: self.offline,
            ..config
        }
    }
}

impl Execute {
    /// # Errors
    ///
    /// `E0009` for dimensions that no device accepts.
    pub fn config(&self) -> Result<Config, Diagnostic> {
        let config = Config {
            block: self.launch.block,
            grid: self.launch.grid,
            launch_limits: self.launch.limits(),
            launches_of: self.launch.launches_of(),
            // Approximating intrinsics have no one value in exact floats.
            float: match self.float {
                RunFloats::Real | RunFloats::Ieee => FloatMode::Real,
                RunFloats::Exact => FloatMode::Exact,
            },
            machine_floats: self.float == RunFloats::Ieee,
            ..self.source.config()
        };
        within_limits(&config).map(|()| config)
    }

    pub fn request(&self) -> Request {
        let options = interp::Options {
            ints: match self.ints {
                RunInts::Math => interp::Ints::Math,
                RunInts::Checked => interp::Ints::Checked,
                RunInts::C => interp::Ints::C,
            },
            floats: match self.float {
                RunFloats::Real => interp::Floats::Real,
                RunFloats::Exact | RunFloats::Ieee => interp::Floats::Ieee,
            },
            schedule: match self.schedule {
                Order::Lockstep => interp::Schedule::Lockstep,
                Order::Reverse => interp::Schedule::Reverse,
                Order::Random => interp::Schedule::Random,
                Order::Exhaustive => interp::Schedule::Exhaustive,
            },
            steps: self.steps.unwrap_or(interp::setup::DEFAULT_STEPS),
        };
        Request { arguments: self.arg.clone(), ghosts: self.ghost.clone(), seed: self.seed, options }
    }
}

fn same_value(allowed: bool) -> SameValue {
    match allowed {
        true => SameValue::Allowed,
        false => SameValue::Races,
    }
}

impl Launch {
    fn added_to(&self, config: Config) -> Config {
        let scope = match self.scope {
            Scope::All => RaceScope::All,
            Scope::Block => RaceScope::Block,
        };
        let (launch_limits, launches_of) = (self.limits(), self.launches_of());
        Config { block: self.block, grid: self.grid, launch_limits, launches_of, scope, ..config }
    }

    fn launches_of(&self) -> LaunchesOf {
        if self.launch_from_source { LaunchesOf::Source } else { LaunchesOf::Anyone }
    }

    fn limits(&self) -> LaunchLimits {
        match self.launch_limits {
            Limits::Hardware => LaunchLimits::Hardware,
            Limits::None => LaunchLimits::None,
        }
    }
}

impl Vcs {
    /// # Errors
    ///
    /// `E0009` for dimensions that no device accepts; `E0005` for a notation that the stage does not have.
    pub fn config(&self) -> Result<Config, Diagnostic> {
        if self.stage == "ir" && self.notation == TaskNotation::Smt2 {
            let message = "the stage `ir` has no tasks, so it cannot be printed with --as smt2";
            return Err(Diagnostic::new(codes::E0005, Severity::Error, message));
        }
        task_config(&self.source, &self.launch, &self.model, &self.simplification)
    }

    pub fn form(&self) -> Form {
        let notation = match self.notation {
            TaskNotation::Text => Notation::Text,
            TaskNotation::Smt2 => Notation::Smt2,
        };
        if self.stats { Form::Statistics } else { Form::Stage(self.stage.clone(), notation) }
    }
}

/// What decides how tasks look.
fn task_config(
    source: &Source,
    launch: &Launch,
    model: &Model,
    simplification: &Simplification,
) -> Result<Config, Diagnostic> {
    let config = Config {
        ints: match model.ints {
            Ints::Math => IntMode::Math,
            Ints::Checked => IntMode::Checked,
        },
        float: match model.float {
            Floats::Real => FloatMode::Real,
            Floats::Exact => FloatMode::Exact,
        },
        race_freedom: match model.assume.contains(&Assumption::RaceFreedom) {
            true => RaceFreedom::Assumed,
            false => RaceFreedom::Proved,
        },
        float_domain: match model.assume.contains(&Assumption::FloatDomain) {
            true => FloatDomain::Assumed,
            false => FloatDomain::Proved,
        },
        same_value: same_value(model.allow_same_value),
        simplify: if simplification.no_simplify { Simplify::No } else { Simplify::Yes },
        disabled_passes: simplification.disable_pass.clone(),
        rounds: simplification.rounds,
        ..launch.added_to(source.config())
    };
    within_limits(&config).map(|()| config)
}

impl Source {
    pub fn config(&self) -> Config {
        Config {
            defines: self.defines.clone(),
            include_dirs: self.include_dirs.clone(),
            arch: self.arch.0,
            archs: self.arch.1,
            templates: self.template.clone(),
            kernels: self.kernel.clone(),
            specs: self.spec.clone(),
            ..Config::default()
        }
    }
}

/// Fixed dimensions must be possible ones, or everything would hold of them.
fn within_limits(config: &Config) -> Result<(), Diagnostic> {
    const BLOCK: [u64; 3] = [1024, 1024, 64];
    const BLOCK_THREADS: u64 = 1024;
    const GRID: [u64; 3] = [(1 << 31) - 1, 65_535, 65_535];
    match config.launch_limits {
        LaunchLimits::None => return Ok(()),
        LaunchLimits::Hardware => {}
    }
    let exceeds = |dimensions: [u64; 3], limits: [u64; 3]| dimensions.iter().zip(limits).any(|(d, limit)| *d > limit);
    let threads = |block: [u64; 3]| block.iter().fold(1_u64, |product, d| product.saturating_mul(*d));
    let refuse = |option: &str, [x, y, z]: [u64; 3], limit: &str| {
        let message = format!("no device accepts {option} {x},{y},{z}: {limit}");
        Err(Diagnostic::new(codes::E0009, Severity::Error, message).note("`--launch-limits none` lifts the limits"))
    };
    match (config.block, config.grid) {
        (Some(block), _) if exceeds(block, BLOCK) || threads(block) > BLOCK_THREADS => {
            refuse("--block", block, "a block has at most 1024 threads, and 64 in z")
        }
        (_, Some(grid)) if exceeds(grid, GRID) => {
            refuse("--grid", grid, "a grid has at most 2147483647 blocks in x, 65535 in y and z")
        }
        _ => Ok(()),
    }
}

fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// `NAME` or `NAME=VALUE`; a macro without a value is 1, as for compilers.
fn definition(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    match is_identifier(name) {
        true => Ok((name.to_string(), value.to_string())),
        false => Err(format!("`{name}` is not a macro name")),
    }
}

fn architecture(text: &str) -> Result<(Arch, Archs), String> {
    match Arch::parse(text) {
        Some(arch) => Ok((arch, Archs::One)),
        None if text == "all" => Ok((Arch::default(), Archs::All)),
        None => Err("expected an architecture from sm_50 on, such as sm_80 or sm_90a, or all".to_string()),
    }
}

fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if is_identifier(name) && !value.trim().is_empty() => {
            Ok((name.to_string(), value.trim().to_string()))
        }
        _ => Err("expected NAME=VALUE".to_string()),
    }
}

/// An input's name may have dots: the fields of a structure are inputs of their own.
fn input(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_string(), value.trim().to_string()))
        }
        _ => Err("expected NAME=VALUE".to_string()),
    }
}

fn dimensions(text: &str) -> Result<[u64; 3], String> {
    let mut all = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err("at most three dimensions".to_string());
    }
    for (dimension, part) in all.iter_mut().zip(parts) {
        *dimension = match part.trim().parse() {
            Ok(number) if number >= 1 => number,
            _ => return Err(format!("`{part}` is not a whole number from 1")),
        };
    }
    Ok(all)
}

fn seconds(text: &str) -> Result<f64, String> {
    // A year is as good as for ever, and no clock overflows.
    match text.parse() {
        Ok(number) if number > 0.0 && number <= 31_536_000.0 => Ok(number),
        _ => Err("expected a positive number of seconds".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn prove(extra: &[&str]) -> Result<Prove, String> {
        let parsed = Arguments::try_parse_from([&["gpuhoare", "prove", "k.cu"], extra].concat());
        match parsed.map_err(|error| error.to_string())?.action {
            Action::Prove(prove) => Ok(prove),
            _ => Err("another command".to_string()),
        }
    }

    #[test]
    fn the_grammar_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_option_reaches_the_configuration() {
        let text = "-DN=4 -D M -I inc --arch sm_86 --template T=float --kernel k --spec s.spec --block 16,16 --grid 2 \
                    --launch-limits none --launch-from-source --scope block --ints math --float exact \
                    --assume race-freedom --assume float-domain \
                    --allow-same-value --solver z3 --timeout 0.5 \
                    --memory 100 --jobs 3 --offline --no-simplify --disable-pass rules --rounds 3";
        let extra: Vec<&str> = text.split_whitespace().collect();
        let config = prove(&extra).unwrap().config().unwrap();
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        assert_eq!(config.defines, [pair("N", "4"), pair("M", "1")]);
        assert_eq!(config.include_dirs, [PathBuf::from("inc")]);
        assert_eq!((config.arch.to_string().as_str(), config.archs), ("sm_86", Archs::One));
        assert_eq!(prove(&["--arch", "all"]).unwrap().config().unwrap().archs, Archs::All);
        assert_eq!(config.templates, [pair("T", "float")]);
        assert_eq!(config.kernels, ["k"]);
        assert_eq!(config.specs, [PathBuf::from("s.spec")]);
        assert_eq!((config.block, config.grid), (Some([16, 16, 1]), Some([2, 1, 1])));
        assert_eq!((config.launch_limits, config.launches_of), (LaunchLimits::None, LaunchesOf::Source));
        assert_eq!((config.scope, config.same_value), (RaceScope::Block, SameValue::Allowed));
        assert_eq!((config.race_freedom, config.float_domain), (RaceFreedom::Assumed, FloatDomain::Assumed));
        assert_eq!(config.solvers, ["z3"]);
        assert_eq!((config.timeout, config.memory, config.jobs), (Some(0.5), Some(100), Some(3)));
        assert_eq!((config.offline, config.simplify), (true, Simplify::No));
        assert_eq!(config.disabled_passes, ["rules"]);
        assert_eq!(config.rounds, Some(3));
    }

    #[test]
    fn values_of_the_wrong_form_are_refused() {
        for extra in [
            ["--block", "0"],
            ["--block", "1,2,3,4"],
            ["--grid", "x"],
            ["--rounds", "11"],
            ["--timeout", "-1"],
            ["--timeout", "NaN"],
            ["--memory", "0"],
            ["--jobs", "0"],
            ["--disable-pass", "sums"],
            ["--template", "N"],
            ["-D", "1=2"],
            ["--arch", "ampere"],
            ["--arch", "sm_10"],
            ["--ints", "c"],
            ["--float", "ieee"],
            ["--format", "xml"],
        ] {
            assert!(prove(&extra).is_err(), "{extra:?}");
        }
    }

    #[test]
    fn launches_that_no_device_accepts_are_refused_unless_limits_are_lifted() {
        for extra in [["--block", "2048"], ["--block", "32,64"], ["--block", "1,1,65"], ["--grid", "1,70000"]] {
            assert_eq!(prove(&extra).unwrap().config().unwrap_err().code, codes::E0009, "{extra:?}");
            let lifted = [&extra[..], &["--launch-limits", "none"]].concat();
            assert!(prove(&lifted).unwrap().config().is_ok(), "{extra:?}");
        }
        assert!(prove(&["--block", "32,32", "--grid", "2147483647"]).unwrap().config().is_ok());
    }
}
