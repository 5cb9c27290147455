//! The groups of options that several commands share.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use crate::base::Arch;
use crate::base::config::{Archs, MAX_ROUNDS};
use crate::report::forms::Form;
use crate::report::forms::human::Detail;
use crate::simplify;

use super::values::{architecture, assignment, definition, dimensions, duration, seconds, shard, share};

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
    /// The compilation database of the project: include folders and macros of each file.
    #[arg(long, value_name = "FILE")]
    pub compile_commands: Option<PathBuf>,
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
    /// Which launches of a kernel without `requires` count: those that the program makes, where its host code is there, or
    /// any.
    #[arg(long, value_name = "LAUNCHES", value_enum, default_value = "found")]
    pub launch: Launches,
    /// Another name for `--launch found`.
    #[arg(long, hide = true, conflicts_with = "launch")]
    pub launch_from_source: bool,
    /// Which threads may race: all of the launch, or only those of one block.
    #[arg(long, value_name = "THREADS", value_enum, default_value = "all")]
    pub scope: Scope,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Launches {
    Found,
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Scope {
    All,
    Block,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ScopeWanted {
    /// Every launch that meets `requires`.
    Every,
    /// Those that the program makes, where the verdict is about these, or that --block and --grid give.
    Launched,
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
    /// Wall clock for one kernel: 500ms, 20s, 2m. What is not decided by then is unknown. With it, kernels are looked at one after
    /// the other [default: none].
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub limit: Option<Duration>,
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

/// What is kept from one run for the next.
#[derive(Args, Debug)]
#[command(next_help_heading = "Cache")]
pub struct Kept {
    /// Find everything out again, and keep nothing.
    #[arg(long, conflicts_with = "cache_verify")]
    pub no_cache: bool,
    /// The share of what is known, from 0 to 1, that is found out again. A difference is an internal error.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub cache_verify: Option<f64>,
}

/// Which part of a run is done here, where several machines share it.
#[derive(Args, Debug)]
#[command(next_help_heading = "Several machines")]
pub struct Sharded {
    /// Only this part of the run, such as 3/16. Each machine deals the kernels in the same way; `merge` puts the JSON reports together.
    #[arg(long, value_name = "NUMBER/OF", value_parser = shard)]
    pub shard: Option<(usize, usize)>,
    /// Deal by what kernels took in this earlier JSON report, and not by what their texts look like.
    #[arg(long, value_name = "FILE", requires = "shard")]
    pub costs: Option<PathBuf>,
}

/// What is done to tasks before they are sent.
#[derive(Args, Debug)]
#[command(next_help_heading = "Simplification")]
pub struct Simplification {
    /// Send the tasks as they are generated.
    #[arg(long)]
    pub no_simplify: bool,
    /// Leave out a pass of the simplifier, a set of its rules (`assign-elimination`, `quantifier-merging`, `egg`), or a rule by
    /// its name in `docs/simplifier.md` (repeatable).
    #[arg(long, value_name = "NAME", hide_possible_values = true,
        value_parser = PossibleValuesParser::new(simplify::switches()))]
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
    /// Write the report to this file; pages into this folder.
    #[arg(long, value_name = "FILE|DIR", required_if_eq("format", "html"))]
    pub output: Option<PathBuf>,
    /// Text for people is about what is no success, and the last line.
    #[arg(short, long)]
    pub quiet: bool,
    /// Text for people has all lists in full.
    #[arg(short, long, conflicts_with = "quiet")]
    pub verbose: bool,
}

impl Output {
    pub fn detail(&self) -> Detail {
        match (self.quiet, self.verbose) {
            (true, _) => Detail::Quiet,
            (_, true) => Detail::Full,
            (false, false) => Detail::Normal,
        }
    }
}

/// What a run is measured by.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Success")]
pub struct Success {
    /// A run that finds no kernel is an error: exit code 2.
    #[arg(long)]
    pub error_on_empty: bool,
    /// Findings that are known and accepted, from --write-baseline: only others make the exit code 1. No verdict changes by it.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write all findings of this run into this file, as a baseline.
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,
}

/// What becomes of a launch that goes wrong.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Emitted {
    /// Write a host program into this file that makes the first launch that goes wrong, for nvcc.
    #[arg(long, value_name = "FILE.cu")]
    pub emit_host: Option<PathBuf>,
}

/// How the result of a command is shown that is about no more than one kernel or folder.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Shown {
    /// Form of the report.
    #[arg(long, value_name = "FORM", value_enum, default_value = "human")]
    pub format: ShownAs,
    /// Write the report to this file.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ShownAs {
    /// Text for people.
    Human,
    /// One JSON document.
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Text for people.
    Human,
    /// One JSON document.
    Json,
    /// A line of JSON for each kernel, as soon as it is looked at.
    Jsonl,
    /// SARIF 2.1.0, for code scanning and editors.
    Sarif,
    /// XML as JUnit writes it, for CI.
    Junit,
    /// Text, and a page for each file in the folder that --output names.
    Html,
}

impl Format {
    /// None for a person.
    pub fn form(self) -> Option<Form> {
        match self {
            Format::Human | Format::Html => None,
            Format::Json => Some(Form::Json),
            Format::Jsonl => Some(Form::JsonLines),
            Format::Sarif => Some(Form::Sarif),
            Format::Junit => Some(Form::Junit),
        }
    }
}
