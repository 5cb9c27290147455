//! One configuration, made by the command line and passed by reference everywhere.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::Arch;
use super::baseline::Baseline;

/// How floating-point numbers are modelled (`--float`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FloatMode {
    /// Real numbers; rounding, NaN and infinities are a listed assumption.
    #[default]
    Real,
    /// Every operation is a fixed unknown function of its width.
    Exact,
}

/// How integers are modelled (`--ints`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum IntMode {
    /// Exact integers; overflow is a listed assumption.
    #[default]
    Math,
    /// Exact integers; absence of overflow is an obligation.
    Checked,
}

/// Whether the hardware's launch limits are hypotheses (`--launch-limits`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LaunchLimits {
    /// They are: no launch is larger than a device accepts.
    #[default]
    Hardware,
    /// They are not: a launch may have any size.
    None,
}

/// Which launches of a kernel without `requires` are looked at (`--launch`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LaunchesOf {
    /// Those that the program makes, where its host code launches the kernel; else every one.
    #[default]
    Found,
    /// Every one.
    Any,
}

/// Whether tasks are simplified before they are sent (`--no-simplify`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Simplify {
    /// Tasks go through the simplifier's passes.
    #[default]
    Yes,
    /// Tasks are sent as they are generated.
    No,
}

/// What the simplifier may state of folds and operators of its own accord.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Facts {
    /// Everything that the standard library proves.
    #[default]
    Library,
    /// What defines them, and nothing else: for the proofs of the library itself.
    Defining,
}

/// Whether `prove` shows that there are no races, or takes it for granted (`--assume race-freedom`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RaceFreedom {
    /// Tasks say that no two accesses race.
    #[default]
    Proved,
    /// There are no such tasks, and race freedom is a listed assumption.
    Assumed,
}

/// Whether it is shown that operations on floats give real numbers, or taken for granted (`--assume float-domain`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FloatDomain {
    /// Each operation whose result may be no real number has a task.
    #[default]
    Proved,
    /// There are no such tasks, and what they would say is a listed assumption.
    Assumed,
}

/// Which threads may race (`--scope`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RaceScope {
    /// All of the launch.
    #[default]
    All,
    /// Those of one block.
    Block,
}

/// Whether writes of one value to one cell race (`--allow-same-value`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SameValue {
    /// They race as others do.
    #[default]
    Races,
    /// They do not race.
    Allowed,
}

/// For how many architectures device code is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Archs {
    /// The one that the configuration names.
    #[default]
    One,
    /// All that are known (`--arch all`), each program that the file is on them once.
    All,
}

/// Whether a kernel without an `ensures` is good enough (`--require-contracts`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Contracts {
    /// It is: such a kernel may be safe, and that is a success.
    #[default]
    Optional,
    /// It is not: the exit code is 1.
    Required,
}

/// About which launches a success must be to count as one (`--require-scope`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RequiredScope {
    /// Those that the program makes, or that the command line gives, are enough.
    #[default]
    Launched,
    /// Every launch that meets `requires`: where it is about fewer, the exit code is 1.
    Every,
}

impl RequiredScope {
    /// The value of the option: `launched` or `every`.
    pub fn name(self) -> &'static str {
        match self {
            RequiredScope::Launched => "launched",
            RequiredScope::Every => "every",
        }
    }
}

impl Config {
    /// The configuration for one file: what the compilation database says of it comes first.
    pub fn of_file(&self, path: &Path) -> Cow<'_, Config> {
        let database = self.source.database.as_ref();
        let own = database.and_then(|database| database.files.get(&std::fs::canonicalize(path).ok()?));
        let Some(flags) = own else { return Cow::Borrowed(self) };
        let mut config = self.clone();
        config.source.defines.splice(0..0, flags.defines.iter().cloned());
        config.source.include_dirs.extend(flags.include_dirs.iter().cloned());
        Cow::Owned(config)
    }
}

/// What a kernel's success must be beyond its verdict, so that the exit code is 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Required {
    /// `--require-contracts`: a kernel without an `ensures` is no success.
    pub contracts: Contracts,
    /// `--require-scope every`: one that is about fewer launches than every one is none.
    pub scope: RequiredScope,
    /// `--error-on-empty`: a run that finds no kernel is an error.
    pub kernels: Kernels,
    /// `--baseline FILE`: findings that do not stand in the way of a success.
    pub baseline: Option<Arc<Baseline>>,
    /// How much is tried of a kernel that a run shows to be wrong.
    pub tried: Tried,
}

/// What a run without kernels is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kernels {
    /// A success, with a warning.
    #[default]
    Any,
    /// An error.
    Some,
}

/// How much is tried of a kernel that a run shows to be wrong (MACHINE-24).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tried {
    /// What is cheap.
    #[default]
    Little,
    /// All of it: what is wrong may be accepted, and then the rest counts.
    All,
}

/// The most rounds of extra heuristics on an unproved task (Kojima, Imanishi and Igarashi, 4.4).
pub const MAX_ROUNDS: u32 = 10;

/// Everything the commands can be told. `Default` is what `gpuhoare prove FILE` uses.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// What the front end is told: files, macros, architectures, kernels.
    pub source: Source,
    /// `--block X,Y,Z`: fixed block dimensions.
    pub block: Option<[u64; 3]>,
    /// `--grid X,Y,Z`: fixed grid dimensions.
    pub grid: Option<[u64; 3]>,
    /// `--launch-limits none`: launches may be larger than a device accepts.
    pub launch_limits: LaunchLimits,
    /// `--launch found` or `--launch any`.
    pub launches_of: LaunchesOf,
    /// `--assume race-freedom`: no tasks about races.
    pub race_freedom: RaceFreedom,
    /// `--assume float-domain`: no tasks about operations whose result is no real number.
    pub float_domain: FloatDomain,
    /// `--scope block`: only races within a block.
    pub scope: RaceScope,
    /// `--allow-same-value`: two writes of one value to one cell do not race.
    pub same_value: SameValue,
    /// What a success must be, so that it counts as one.
    pub required: Required,
    /// `--ints math` or `--ints checked`.
    pub ints: IntMode,
    /// `--float real` or `--float exact`.
    pub float: FloatMode,
    /// `run --float ieee`: annotations speak of real numbers, and the machine computes with floats.
    pub machine_floats: bool,
    /// Which solvers are asked, and within which limits.
    pub solving: Solving,
    /// What the simplifier may do, and for how long.
    pub simplification: Simplification,
}

/// What is kept from one run for the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept {
    /// Without `--no-cache`.
    pub is_used: bool,
    /// `--cache-verify P`: the share that is proved again, from 0 to 1.
    pub checked: f64,
}

/// What is read, and for which machine.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// `-D NAME` or `-D NAME=VALUE`.
    pub defines: Vec<(String, String)>,
    /// `-I DIR`.
    pub include_dirs: Vec<PathBuf>,
    /// `--arch sm_80`.
    pub arch: Arch,
    /// `--arch all`: every known architecture, and not `arch` alone.
    pub archs: Archs,
    /// The headers in the folders that are looked through, by file name.
    pub headers: BTreeMap<String, Vec<PathBuf>>,
    /// The files of the program, where folders are looked through.
    pub units: Arc<Units>,
    /// `--template N=16` or `--template T=float`.
    pub templates: Vec<(String, String)>,
    /// `--kernel NAME`: only these; empty for all.
    pub kernels: Vec<String>,
    /// `--spec FILE`: side files with contracts.
    pub specs: Vec<PathBuf>,
    /// `--compile-commands FILE`: what the project's build tells the compiler of each file.
    pub database: Option<Arc<Database>>,
    /// `--shard NUMBER/OF`: only this part of the run.
    pub shard: Option<Shard>,
}

/// A part of a run, and by what a run is dealt.
#[derive(Clone, Debug)]
pub struct Shard {
    /// Its number, from 1.
    pub number: usize,
    /// The run has so many.
    pub of: usize,
    /// `--costs FILE`: what the kernels of each file took in an earlier run, in seconds.
    pub costs: Arc<BTreeMap<String, Vec<f64>>>,
}

/// A compilation database.
#[derive(Debug, Default)]
pub struct Database {
    /// The file that it was read from.
    pub path: PathBuf,
    /// By file, its path free of links.
    pub files: BTreeMap<PathBuf, Flags>,
}

/// What the compiler is told of a file.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// As of `-D`.
    pub defines: Vec<(String, String)>,
    /// As of `-I`.
    pub include_dirs: Vec<PathBuf>,
}

/// The source files of a program.
#[derive(Debug, Default)]
pub struct Units {
    /// The source files.
    pub files: Vec<Unit>,
    /// Parts of names that macros of any file paste together with what they are given.
    pub pasted: Vec<String>,
    /// The words of the `extern` declarations in headers.
    pub externs: Vec<u64>,
}

/// A source file.
#[derive(Debug, Default)]
pub struct Unit {
    /// Where it is.
    pub path: PathBuf,
    /// The words in it and in the headers that it includes, hashed and sorted.
    pub words: Vec<u64>,
    /// Those of its `extern` declarations.
    pub externs: Vec<u64>,
}

/// A word as [`Units`] keep it.
pub fn hashed(word: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}

/// Solvers and their limits.
#[derive(Clone, Debug, Default)]
pub struct Solving {
    /// `--solver NAME`: only these profiles; empty for the default portfolio.
    pub solvers: Vec<String>,
    /// `--timeout SECONDS`: wall clock a task and solver; the profile's limits when absent.
    pub timeout: Option<f64>,
    /// `--limit DURATION`: wall clock for one kernel; none when absent.
    pub limit: Option<Duration>,
    /// `--memory MEGABYTES` for a solver process, and for the tool itself; 4,000 and 1,600 when absent.
    pub memory: Option<u64>,
    /// `--jobs N`: solver processes at a time; the number of cores when absent.
    pub jobs: Option<usize>,
    /// `--offline`: never install solvers.
    pub offline: bool,
    /// Whether what earlier runs found is used.
    pub kept: Kept,
}

/// What is done to tasks before they are sent.
#[derive(Clone, Debug, Default)]
pub struct Simplification {
    /// `--no-simplify`: tasks are sent as they are generated.
    pub simplify: Simplify,
    /// `--disable-pass NAME`.
    pub disabled_passes: Vec<String>,
    /// Set for the proofs of logic files; no option.
    pub facts: Facts,
    /// Steps after which the simplifier gives a part of a task up. When absent, searches end after a larger number of steps,
    /// and what follows them goes on. Set for kernels that a run shows to be wrong; no option.
    pub steps: Option<usize>,
    /// `--rounds N`: rounds of extra heuristics on unproved tasks; [`MAX_ROUNDS`] when absent.
    pub rounds: Option<u32>,
}

impl Config {
    /// Whether `__nv_bfloat16` is modelled: where numbers are rounded, it is not the other type of 16 bits.
    pub fn has_bfloat(&self) -> bool {
        !self.rounds_floats()
    }

    /// Whether threads of a warp are in lock-step: nothing waits for others there, and what has exited is waited for.
    pub fn is_before_volta(&self) -> bool {
        self.source.archs == Archs::One && self.source.arch.number < 70
    }

    /// Whether results of floats are rounded, to the nearest number.
    pub fn rounds_floats(&self) -> bool {
        self.float == FloatMode::Exact || self.machine_floats
    }

    /// The most rounds of extra heuristics on an unproved task: as asked for, else [`MAX_ROUNDS`].
    pub fn rounds(&self) -> u32 {
        self.simplification.rounds.unwrap_or(MAX_ROUNDS)
    }
}
