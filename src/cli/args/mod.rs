//! The command line's grammar. An option has the same name and meaning in every command; what is
//! accepted here acts.

mod config;
mod costs;
mod database;
mod options;
mod values;

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::pipeline::show;

pub use config::folder_of;
use options::{Kept, Launch, Model, ScopeWanted, Sharded, Simplification, Solving, Source};
use values::input;

pub use options::{Emitted, Format, Output, Shown, ShownAs, Success};

/// Proves CUDA kernels correct: for every number of threads, every array and every size at once.
#[derive(Parser, Debug)]
#[command(name = "gpuhoare", version, max_term_width = 100, args_override_self = true)]
pub struct Arguments {
    /// The configuration file, or `none` [default: `gpuhoare.toml` in this folder or the nearest one above].
    #[arg(long, value_name = "FILE", global = true)]
    pub config: Option<PathBuf>,
    #[command(subcommand)]
    pub action: Action,
}

#[derive(Subcommand, Debug)]
pub enum Action {
    /// Prove that kernels meet their annotations.
    ///
    /// Exit code: 0 every kernel is verified or (without an `ensures`) safe, and all that --require-contracts and --require-scope
    /// ask for, 1 some kernel is not, 2 the input, the command line or the environment is at fault, 3 internal error,
    /// 130 interrupted.
    Prove(Prove),
    /// Find data races and divergent barriers, or prove that there are none. No annotations are needed.
    ///
    /// Exit code: 0 every kernel is race-free, for all launches that --require-scope asks for, 1 some kernel is not, 2 the input,
    /// the command line or the environment is at fault, 3 internal error, 130 interrupted.
    Races(Races),
    /// Say what contracts might say: what keeps threads apart, how long arrays are, what is written.
    ///
    /// Exit code: 0 every kernel is proved to be safe with what is suggested, 1 some kernel is not, 2 the input, the command line
    /// or the environment is at fault, 3 internal error, 130 interrupted.
    Suggest(Suggest),
    /// Check the derivations that `prove --proof` has written, with code of its own and two solvers.
    ///
    /// Exit code: 0 every kernel's derivations prove its tasks, 1 some do not, 2 the input or the command line is at fault.
    Audit(Audit),
    /// Say which kernels are modelled, and what is not modelled in the others.
    Check(Check),
    /// Run a kernel on one launch, with every check of the proof made on the way.
    ///
    /// Exit code: 0 nothing went wrong, 1 something did or was not decided, 2 the inputs do not meet the contract, or
    /// the command line is at fault.
    Run(Execute),
    /// Run the launches of kernels while data is not known, so that what the runs show holds for all data.
    ///
    /// Exit code: 0 every kernel is race-free for its launches and all data, 1 some kernel is not, 2 the input, the command line or
    /// the environment is at fault, 3 internal error, 130 interrupted.
    Amplify(Amplify),
    /// Print the kernels or their tasks as they are at a stage of the way to the solvers.
    Vcs(Vcs),
    /// Prove the three kernels of the paper with and without simplification, and compare.
    Bench(Bench),
    /// List the SMT solvers, or install the pinned ones.
    Solvers(Solvers),
    /// Say what the proof cache holds, empty it, or check it.
    Cache(Cache),
    /// Put the JSON reports of all shards of a run together, into a report in any form.
    ///
    /// Exit code: what the run would have on one machine; 2 where the reports are not each shard of one run once.
    Merge(Merge),
    /// Explain a diagnostic code, such as E0701.
    Explain(Explain),
    /// Write a configuration file for the folder.
    Init(Init),
    /// Print the JSON Schema of what gpuhoare reads or writes.
    Schema(Schema),
    /// Print what makes a shell complete command lines.
    Completions(Completions),
    /// Print the manual page.
    Man,
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
    pub kept: Kept,
    #[command(flatten)]
    pub sharded: Sharded,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub success: Success,
    #[command(flatten)]
    pub emitted: Emitted,
    /// Also show where time and size went.
    #[arg(long)]
    pub stats: bool,
    /// A kernel without an `ensures` is not good enough: exit code 1.
    #[arg(long)]
    pub require_contracts: bool,
    /// About which launches a success must be; where it is about fewer, the exit code is 1. No verdict changes by it.
    #[arg(long, value_name = "LAUNCHES", value_enum, default_value = "launched")]
    pub require_scope: ScopeWanted,
    /// Show on pages what each pass makes of each task.
    #[arg(long, help_heading = "Output", conflicts_with = "proof")]
    pub journeys: bool,
    /// Write the derivations of what is proved of one file into this folder, for `audit`.
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Audit {
    /// The folder with the derivations.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The CUDA source file that they are of.
    #[arg(long, value_name = "FILE")]
    pub source: PathBuf,
    #[command(flatten)]
    pub output: Shown,
}

/// What is looked at without contracts, and how.
#[derive(Args, Debug)]
pub struct Programs {
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
    pub success: Success,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Races {
    #[command(flatten)]
    pub programs: Programs,
    #[command(flatten)]
    pub kept: Kept,
    #[command(flatten)]
    pub sharded: Sharded,
    #[command(flatten)]
    pub emitted: Emitted,
    /// About which launches a success must be; where it is about fewer, the exit code is 1. No verdict changes by it.
    #[arg(long, value_name = "LAUNCHES", value_enum, default_value = "launched")]
    pub require_scope: ScopeWanted,
}

#[derive(Args, Debug)]
pub struct Merge {
    /// The reports that `--shard` and `--format json` have written.
    #[arg(required = true, value_name = "FILE.json")]
    pub reports: Vec<PathBuf>,
    #[command(flatten)]
    pub success: Success,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub emitted: Emitted,
    /// Also show where time and size went.
    #[arg(long)]
    pub stats: bool,
}

#[derive(Args, Debug)]
pub struct Suggest {
    #[command(flatten)]
    pub programs: Programs,
    /// Write what suffices into the files, before each kernel.
    #[arg(long)]
    pub write: bool,
}

#[derive(Args, Debug)]
pub struct Check {
    /// CUDA source files, or folders that are searched for .cu and .cuh files.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub success: Success,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Args, Debug)]
pub struct Amplify {
    #[command(flatten)]
    pub programs: Programs,
    /// A file of launches, in TOML or JSON; without one, and without --block, those of the host's code are run.
    #[arg(long, value_name = "FILE", help_heading = "Launch", conflicts_with_all = ["block", "grid"])]
    pub launches: Option<PathBuf>,
    /// The value of a parameter or global, or the length of an array: 10, 1/3, random(64); contents, [1,2,3], count only where
    /// the launch hangs on them.
    #[arg(long, value_name = "NAME=VALUE", value_parser = input, help_heading = "Inputs")]
    pub arg: Vec<(String, String)>,
    /// The most statements of all threads together, in one run.
    #[arg(long, value_name = "N", help_heading = "Model")]
    pub steps: Option<u64>,
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
    /// Memory for the run: it ends with what was seen until then [default: 1600].
    #[arg(long, value_name = "MEGABYTES", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Model")]
    pub memory: Option<u64>,
    #[command(flatten)]
    pub emitted: Emitted,
    #[command(flatten)]
    pub output: Shown,
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
pub struct Cache {
    #[command(subcommand)]
    pub action: CacheAction,
}

#[derive(Clone, Copy, Subcommand, Debug)]
pub enum CacheAction {
    /// Show where it lies and what it holds, and where the shared one is.
    Stats,
    /// Forget everything. The shared one stays as it is.
    Clear,
    /// Forget what was damaged. `prove --cache-verify` holds what is there against new proofs.
    Verify,
    /// Make a key with which your entries of a shared cache are signed.
    Key,
}

#[derive(Args, Debug)]
pub struct Explain {
    /// The code in a message's brackets; all codes are listed without it.
    pub code: Option<String>,
}

#[derive(Args, Debug)]
pub struct Schema {
    /// What it describes.
    #[arg(value_enum, default_value = "report")]
    pub of: Described,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Described {
    /// The document of `--format json`.
    Report,
    /// Each line of `--format jsonl`.
    Lines,
    /// The document of `run --format json`.
    Run,
    /// The configuration file.
    Config,
}

#[derive(Args, Debug)]
pub struct Init {
    /// The folder.
    #[arg(default_value = ".")]
    pub folder: PathBuf,
}

#[derive(Args, Debug)]
pub struct Completions {
    /// The shell.
    pub shell: clap_complete::Shell,
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::CommandFactory;

    use super::*;
    use crate::base::codes;
    use crate::base::config::{
        Archs, FloatDomain, LaunchLimits, LaunchesOf, RaceFreedom, RaceScope, RequiredScope, SameValue, Simplify,
    };

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
                    --launch-limits none --launch any --scope block --ints math --float exact \
                    --assume race-freedom --assume float-domain \
                    --allow-same-value --solver z3 --timeout 0.5 --limit 1.5s --require-scope every \
                    --memory 100 --jobs 3 --offline --no-simplify --disable-pass rules --rounds 3";
        let extra: Vec<&str> = text.split_whitespace().collect();
        let config = prove(&extra).unwrap().config().unwrap();
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        assert_eq!(config.source.defines, [pair("N", "4"), pair("M", "1")]);
        assert_eq!(config.source.include_dirs, [PathBuf::from("inc")]);
        assert_eq!((config.source.arch.to_string().as_str(), config.source.archs), ("sm_86", Archs::One));
        assert_eq!(prove(&["--arch", "all"]).unwrap().config().unwrap().source.archs, Archs::All);
        assert_eq!(config.source.templates, [pair("T", "float")]);
        assert_eq!(config.source.kernels, ["k"]);
        assert_eq!(config.source.specs, [PathBuf::from("s.spec")]);
        assert_eq!((config.block, config.grid), (Some([16, 16, 1]), Some([2, 1, 1])));
        assert_eq!((config.launch_limits, config.launches_of), (LaunchLimits::None, LaunchesOf::Any));
        assert_eq!((config.scope, config.same_value), (RaceScope::Block, SameValue::Allowed));
        assert_eq!((config.race_freedom, config.float_domain), (RaceFreedom::Assumed, FloatDomain::Assumed));
        assert_eq!(config.solving.solvers, ["z3"]);
        assert_eq!(
            (config.solving.timeout, config.solving.memory, config.solving.jobs),
            (Some(0.5), Some(100), Some(3))
        );
        assert_eq!((config.solving.offline, config.simplification.simplify), (true, Simplify::No));
        assert_eq!(config.simplification.disabled_passes, ["rules"]);
        assert_eq!(config.simplification.rounds, Some(3));
        assert_eq!((config.solving.limit, config.required.scope), (Some(limit(1_500)), RequiredScope::Every));
    }

    fn limit(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_limit_has_a_unit() {
        for (text, milliseconds) in
            [("500ms", 500), ("20s", 20_000), ("2m", 120_000), ("2min", 120_000), ("1h", 3_600_000)]
        {
            let config = prove(&["--limit", text]).unwrap().config().unwrap();
            assert_eq!(config.solving.limit, Some(limit(milliseconds)), "{text}");
        }
        assert_eq!(prove(&[]).unwrap().config().unwrap().solving.limit, None);
        for text in ["20", "s", "0s", "-1s", "1 s", "1d", "NaNs", "infs", "1e300s"] {
            assert!(prove(&[&format!("--limit={text}")]).is_err(), "{text}");
        }
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
