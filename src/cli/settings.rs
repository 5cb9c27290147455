//! The configuration file, `gpuhoare.toml`: options of the command line, by their names, for all runs below its folder. What the
//! command line says counts more.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use schemars::{JsonSchema, Schema};
use serde::Deserialize;

use crate::base::{Diagnostic, Files, Severity, Span, codes, plain};

use super::args::Arguments;

/// The name of the file.
pub const NAME: &str = "gpuhoare.toml";

/// What a configuration file may say. Paths are relative to its folder. No key names a program that is run.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// What is looked at where the command line names no file.
    #[serde(default)]
    paths: Vec<String>,
    /// For every command that has them.
    #[serde(default)]
    options: Options,
    /// For one command, by its name: they count more than those for every command.
    #[serde(default)]
    command: BTreeMap<String, Options>,
}

/// Options by the names that they have on the command line.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// Folders that are searched for local includes (`-I`).
    #[serde(default)]
    include: Vec<String>,
    /// Macros, `NAME` or `NAME=VALUE` (`-D`).
    #[serde(default)]
    define: Vec<String>,
    /// The compilation database of the project, for `-I`, `-D` and the architecture of each file.
    compile_commands: Option<String>,
    /// The architecture: `sm_80`, or `all`.
    arch: Option<String>,
    /// Arguments of templates, `N=16`.
    #[serde(default)]
    template: Vec<String>,
    /// Only these kernels.
    #[serde(default)]
    kernel: Vec<String>,
    /// Files with contracts.
    #[serde(default)]
    spec: Vec<String>,
    /// Launches of kernels, for `amplify`: a file in TOML or JSON.
    launches: Option<String>,
    /// `hardware` or `none`.
    launch_limits: Option<String>,
    /// About which launches proofs are: `found` or `any`.
    launch: Option<String>,
    /// Which races count: `all` or `block`.
    scope: Option<String>,
    /// Threads that write one value to one cell do not race.
    allow_same_value: Option<bool>,
    /// `math` or `checked`.
    ints: Option<String>,
    /// `real` or `exact`.
    float: Option<String>,
    /// What is assumed and not proved: `race-freedom`, `float-domain`.
    #[serde(default)]
    assume: Vec<String>,
    /// Wall clock for a task and solver, in seconds.
    timeout: Option<f64>,
    /// Wall clock for a kernel: `20s`.
    limit: Option<String>,
    /// Memory for a solver, in megabytes.
    memory: Option<u64>,
    /// Solver processes at a time.
    jobs: Option<u16>,
    /// Rounds of extra heuristics.
    rounds: Option<u32>,
    /// Solvers are never installed.
    offline: Option<bool>,
    /// A kernel without an `ensures` is no success.
    require_contracts: Option<bool>,
    /// About which launches a success must be: `launched` or `every`.
    require_scope: Option<String>,
    /// A run that finds no kernel is an error.
    error_on_empty: Option<bool>,
    /// Findings that are known and accepted.
    baseline: Option<String>,
}

/// The JSON Schema of a configuration file, for editors.
pub fn schema() -> Schema {
    let mut schema = schemars::schema_for!(Settings);
    schema.insert("title".to_owned(), "The configuration of gpuhoare, gpuhoare.toml".into());
    schema
}

/// A configuration file that was read.
pub struct Found {
    settings: Settings,
    /// Where it is, as seen from the working folder.
    pub path: PathBuf,
}

/// What is wrong with a configuration file, and its text.
pub struct Wrong {
    pub diagnostic: Diagnostic,
    pub sources: Files,
}

/// Reads the file that `--config` names, or else the one in the working folder or the nearest folder above it; none where `--config
/// none` says so, or there is no such file.
///
/// # Errors
///
/// `E0001` where the file that is named cannot be read; `E0017` where it says something that no configuration says, at its line.
pub fn find(words: &[OsString]) -> Result<Option<Found>, Box<Wrong>> {
    const USERS: [&str; 7] = ["prove", "races", "suggest", "check", "amplify", "run", "vcs"];
    let is_asked = words.iter().any(|word| word == "--help" || word == "-h");
    if is_asked || !words.iter().skip(1).any(|word| USERS.iter().any(|user| word == user)) {
        return Ok(None);
    }
    let path = match named(words) {
        Some(name) if name == "none" => return Ok(None),
        Some(name) => PathBuf::from(name),
        None => match above() {
            Some(path) => path,
            None => return Ok(None),
        },
    };
    let mut sources = Files::new();
    let text = std::fs::read_to_string(&path).map_err(|error| {
        let message = format!("cannot read the configuration {}: {}", path.display(), plain::of_system(&error));
        Box::new(Wrong { diagnostic: Diagnostic::new(codes::E0001, Severity::Error, message), sources: Files::new() })
    })?;
    let file = sources.add(path.display().to_string(), text.as_str());
    let wrong = |range: Option<std::ops::Range<usize>>, fault: plain::Fault| {
        let span = range.map_or(Span::new(file, 0, 0), |range| Span::new(file, range.start, range.end));
        let found = Diagnostic::error(codes::E0017, span, fault.what);
        let advice = fault.advice.unwrap_or_else(|| "`gpuhoare schema config` prints what it may say".to_owned());
        Box::new(Wrong { diagnostic: found.note(advice), sources: sources.clone() })
    };
    let commands = Arguments::command();
    let settings: Settings = toml::from_str(&text).map_err(|error| {
        let fault = plain::of_reader(error.message());
        let example = error.span().and_then(|span| example(&text, span, &commands));
        wrong(error.span(), plain::Fault { advice: fault.advice.or(example), ..fault })
    })?;
    if let Some(name) = settings.command.keys().find(|name| commands.find_subcommand(name).is_none()) {
        let at = text.find(name.as_str()).map(|at| at..at + name.len());
        return Err(wrong(at, plain::Fault { what: format!("there is no command `{name}`"), advice: None }));
    }
    Ok(Some(Found { settings, path }))
}

/// How the option of a line is written whose value is wrong: with the first value that the command line lets it have.
fn example(text: &str, value: std::ops::Range<usize>, commands: &Command) -> Option<String> {
    let line = text.get(..value.start)?.lines().next_back()?;
    let name = line.split_once('=')?.0.trim();
    let mut arguments = commands.get_subcommands().flat_map(Command::get_arguments);
    let option = arguments.find(|argument| argument.get_long() == Some(name))?;
    let first = option.get_possible_values().first()?.get_name().to_owned();
    Some(format!("for example `{name} = \"{first}\"`"))
}

/// What `--config` says.
fn named(words: &[OsString]) -> Option<OsString> {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "--config" {
            return words.next().cloned();
        }
        if let Some(value) = word.to_str().and_then(|word| word.strip_prefix("--config=")) {
            return Some(value.into());
        }
    }
    None
}

/// The nearest file, by a path that begins at the working folder.
fn above() -> Option<PathBuf> {
    let working = std::env::current_dir().ok()?;
    let up = |(depth, folder): (usize, &Path)| {
        folder.join(NAME).is_file().then(|| std::iter::repeat_n("..", depth).collect::<PathBuf>().join(NAME))
    };
    working.ancestors().enumerate().find_map(up)
}

impl Found {
    /// The command line with what the file adds: options stand before those that are given, so that these count.
    pub fn added_to(&self, words: &[OsString]) -> Vec<OsString> {
        let commands = Arguments::command();
        let at = words
            .iter()
            .skip(1)
            .position(|word| word.to_str().is_some_and(|word| commands.find_subcommand(word).is_some()));
        let Some((at, command)) = at.and_then(|at| Some((at + 1, commands.find_subcommand(words[at + 1].to_str()?)?)))
        else {
            return words.to_vec();
        };
        let mut all = words[..=at].to_vec();
        let own = self.settings.command.get(command.get_name());
        for options in std::iter::once(&self.settings.options).chain(own) {
            for (option, value) in self.options(options) {
                let is_given = |name: &str| words.iter().any(|word| word == name);
                let is_ruled_out = option == "--launches" && (is_given("--block") || is_given("--grid"));
                if has(command, &option) && !is_ruled_out {
                    all.push(option.into());
                    all.extend(value.map(OsString::from));
                }
            }
        }
        all.extend_from_slice(&words[at + 1..]);
        all
    }

    /// What is looked at where the command line names no file.
    pub fn paths(&self) -> impl Iterator<Item = OsString> {
        self.settings.paths.iter().map(|path| self.inside(path).into())
    }

    fn inside(&self, path: &str) -> String {
        self.path.with_file_name(path).display().to_string()
    }

    fn options(&self, from: &Options) -> Vec<(String, Option<String>)> {
        let mut all: Vec<(String, Option<String>)> = Vec::new();
        let mut paths = |option: &str, values: &mut dyn Iterator<Item = &String>| {
            all.extend(values.map(|value| (option.to_owned(), Some(self.inside(value)))));
        };
        paths("-I", &mut from.include.iter());
        paths("--spec", &mut from.spec.iter());
        paths("--compile-commands", &mut from.compile_commands.iter());
        paths("--launches", &mut from.launches.iter());
        paths("--baseline", &mut from.baseline.iter());
        let lists = [
            ("-D", &from.define),
            ("--template", &from.template),
            ("--kernel", &from.kernel),
            ("--assume", &from.assume),
        ];
        for (option, values) in lists {
            all.extend(values.iter().map(|value| (option.to_owned(), Some(value.clone()))));
        }
        let texts = [
            ("--arch", from.arch.clone()),
            ("--launch-limits", from.launch_limits.clone()),
            ("--launch", from.launch.clone()),
            ("--scope", from.scope.clone()),
            ("--ints", from.ints.clone()),
            ("--float", from.float.clone()),
            ("--timeout", from.timeout.map(|number| number.to_string())),
            ("--limit", from.limit.clone()),
            ("--memory", from.memory.map(|number| number.to_string())),
            ("--jobs", from.jobs.map(|number| number.to_string())),
            ("--rounds", from.rounds.map(|number| number.to_string())),
            ("--require-scope", from.require_scope.clone()),
        ];
        all.extend(
            texts.into_iter().filter(|(_, value)| value.is_some()).map(|(option, value)| (option.to_owned(), value)),
        );
        let flags = [
            ("--allow-same-value", from.allow_same_value),
            ("--offline", from.offline),
            ("--require-contracts", from.require_contracts),
            ("--error-on-empty", from.error_on_empty),
        ];
        all.extend(
            flags.into_iter().filter(|(_, flag)| *flag == Some(true)).map(|(option, _)| (option.to_owned(), None)),
        );
        all
    }
}

/// Whether the command has the option, and takes it with its values.
fn has(command: &Command, option: &str) -> bool {
    command.get_arguments().any(|argument| {
        let long = argument.get_long().is_some_and(|name| option.strip_prefix("--") == Some(name));
        let short =
            argument.get_short().is_some_and(|name| option.strip_prefix('-') == Some(name.to_string().as_str()));
        long || short
    })
}
