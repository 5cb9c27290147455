//! Solver profiles: everything that is particular to one solver stands in a TOML file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::base::codes;
use crate::base::{Config, Diagnostic, Severity};
use crate::smt::query::Patience;

/// What a solver is called, how it is started, and how it is told its limits.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// What `--solver` takes and reports show.
    pub name: String,
    /// The executable, by its path or by a name that is looked for on `PATH`. A relative path in a
    /// user's profile counts from the profile's folder.
    pub command: String,
    /// The environment variable that names the executable; looked at before `PATH`.
    #[serde(default)]
    pub environment: Option<String>,
    /// Older releases on `PATH` are used only when there is no other: what a resource limit is worth
    /// changes between releases. Compared with what `--version` says.
    #[serde(default)]
    pub minimum_version: Option<String>,
    /// The argument of `set-logic`; no `set-logic` is sent when absent.
    #[serde(default)]
    pub logic: Option<String>,
    /// Command-line arguments, with placeholders.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// Lines sent before `set-logic`, with placeholders.
    #[serde(default)]
    pub prelude: Vec<String>,
    /// The deterministic resource limit that is worth about one second.
    #[serde(default)]
    pub resource: Option<u64>,
    /// How long this solver waits while others that start earlier may answer.
    #[serde(default)]
    pub start_delay_ms: u64,
    /// Limit the address space from outside, for a solver without a memory limit of its own.
    #[serde(default)]
    pub limit_address_space: bool,
    /// After `(reset)` the solver is as it was at its start: what it answers, and the resources that it counts, do not depend on
    /// what it was asked before. So one process may be asked many queries.
    #[serde(default)]
    pub resets: bool,
    /// The pinned Python wheel that it can be installed from.
    #[serde(default)]
    pub wheel: Option<Wheel>,
}

/// A pinned Python wheel.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wheel {
    /// The package's name in the index.
    pub package: String,
    /// The release that is pinned.
    pub version: String,
    /// The wheels of this release that may be installed.
    pub platform: Vec<WheelPlatform>,
}

/// The wheel of one operating system and architecture (as `std::env::consts` names them).
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WheelPlatform {
    /// The operating system, such as `linux`.
    pub system: String,
    /// The architecture, such as `x86_64`.
    pub architecture: String,
    /// The platform tag that pip is asked for.
    pub tag: String,
    /// The hash of the wheel file, in hexadecimal.
    pub sha256: String,
    /// Where the executable lies in the installed wheel.
    #[serde(default)]
    pub executable: Option<String>,
    /// Where cvc5's shared libraries lie, for a wheel without an executable.
    #[serde(default)]
    pub libraries: Option<String>,
}

/// The limits of one query and solver.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Deterministic limit in the solver's own unit; none when wall clock was asked for.
    pub resource: Option<u64>,
    /// After this the process is killed.
    pub wall: Duration,
    /// Megabytes.
    pub memory: u64,
}

const MEMORY_MEGABYTES: u64 = 4_000;
const SAFETY_NET: Duration = Duration::from_secs(10);
const SEED: u64 = 0;

/// The part of the limits that a brief try has.
const BRIEF: u32 = 16;

impl Limits {
    /// The limits of a query that so much is done for.
    pub fn with(self, patience: Patience) -> Limits {
        match (patience, self.resource) {
            (Patience::Full, _) => self,
            (Patience::Brief, Some(resource)) => Limits { resource: Some(resource / u64::from(BRIEF)), ..self },
            (Patience::Brief, None) => Limits { wall: self.wall / BRIEF, ..self },
        }
    }
}

impl Profile {
    /// The limits for this solver: its resource limit with ten seconds of wall clock as a safety
    /// net, or the wall clock that `--timeout` asks for.
    pub fn limits(&self, config: &Config) -> Limits {
        let memory = config.solving.memory.unwrap_or(MEMORY_MEGABYTES);
        match config.solving.timeout {
            Some(seconds) => {
                let wall = Duration::try_from_secs_f64(seconds).unwrap_or(SAFETY_NET);
                Limits { resource: None, wall, memory }
            }
            None => Limits { resource: self.resource, wall: SAFETY_NET, memory },
        }
    }

    /// The command line's arguments under these limits.
    pub fn arguments(&self, limits: &Limits, models: bool) -> Vec<String> {
        self.arguments.iter().filter_map(|entry| self.fill(entry, limits, models)).collect()
    }

    /// What is sent before the query: options, then the logic.
    pub fn prelude(&self, limits: &Limits, models: bool) -> String {
        let logic = self.logic.as_ref().map(|logic| format!("(set-logic {logic})"));
        let lines = self.prelude.iter().filter_map(|entry| self.fill(entry, limits, models)).chain(logic);
        lines.map(|line| line + "\n").collect()
    }

    /// The wheel's entry for the machine that this runs on.
    pub fn platform(&self) -> Option<&WheelPlatform> {
        self.wheel
            .as_ref()?
            .platform
            .iter()
            .find(|entry| entry.system == std::env::consts::OS && entry.architecture == std::env::consts::ARCH)
    }

    /// Replaces the placeholders of an entry; nothing when one of them has no value.
    fn fill(&self, entry: &str, limits: &Limits, models: bool) -> Option<String> {
        let values = [
            ("{resource}", limits.resource.map(|resource| resource.to_string())),
            ("{milliseconds}", Some(limits.wall.as_millis().max(1).to_string())),
            ("{memory}", Some(limits.memory.to_string())),
            ("{seed}", Some(SEED.to_string())),
            ("{models}", models.then(|| "true".to_string())),
            ("{logic}", self.logic.clone()),
        ];
        let mut text = entry.to_string();
        for (placeholder, value) in values {
            if text.contains(placeholder) {
                text = text.replace(placeholder, &value?);
            }
        }
        Some(text)
    }
}

/// The profiles that come with gpuhoare, the quickest first.
pub fn built_in() -> Vec<Profile> {
    [include_str!("../../specs/solvers/z3.toml"), include_str!("../../specs/solvers/cvc5.toml")]
        .into_iter()
        .map(|text| toml::from_str(text).expect("the profiles in specs/solvers are well-formed"))
        .collect()
}

/// The profiles that `--solver` asks for: names of built-in ones or paths of profile files; all
/// built-in ones when nothing is asked for.
///
/// # Errors
///
/// `E0610` for a file that is no profile, `E0611` for an unknown name.
pub fn selected(config: &Config) -> Result<Vec<Profile>, Vec<Diagnostic>> {
    if config.solving.solvers.is_empty() {
        return Ok(built_in());
    }
    let mut seen = BTreeSet::new();
    let (mut profiles, mut diagnostics) = (Vec::new(), Vec::new());
    for wanted in &config.solving.solvers {
        match find(wanted) {
            Ok(profile) if seen.insert(profile.name.clone()) => profiles.push(profile),
            Ok(_) => {}
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    if diagnostics.is_empty() { Ok(profiles) } else { Err(diagnostics) }
}

fn find(wanted: &str) -> Result<Profile, Diagnostic> {
    let known = built_in();
    if let Some(profile) = known.iter().find(|profile| profile.name == wanted) {
        return Ok(profile.clone());
    }
    let path = Path::new(wanted);
    if path.is_file() || wanted.ends_with(".toml") {
        return read(path);
    }
    let names: Vec<&str> = known.iter().map(|profile| profile.name.as_str()).collect();
    let message = format!("there is no solver profile `{wanted}`");
    Err(Diagnostic::new(codes::E0611, Severity::Error, message)
        .note(format!("built in: {}; another solver is added by the path of a profile file", names.join(", "))))
}

fn read(path: &Path) -> Result<Profile, Diagnostic> {
    let wrong = |problem: String| {
        Diagnostic::new(codes::E0610, Severity::Error, format!("`{}` is no solver profile", path.display()))
            .note(problem)
            .note("specs/solvers/z3.toml shows what a profile looks like")
    };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let mut profile: Profile = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    if profile.name.trim().is_empty() || profile.command.trim().is_empty() {
        return Err(wrong("`name` and `command` must not be empty".to_string()));
    }
    let command = PathBuf::from(&profile.command);
    if command.components().count() > 1 && command.is_relative() {
        let folder = path.parent().unwrap_or(Path::new("."));
        profile.command = folder.join(command).to_string_lossy().into_owned();
    }
    Ok(profile)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::Solving;

    fn with(solving: Solving) -> Config {
        Config { solving, ..Config::default() }
    }

    #[test]
    fn built_in_profiles_are_well_formed_and_pinned() {
        let profiles = built_in();
        assert_eq!(profiles.iter().map(|profile| profile.name.as_str()).collect::<Vec<_>>(), ["z3", "cvc5"]);
        for profile in profiles {
            let wheel = profile.wheel.expect("a wheel");
            assert_eq!(wheel.platform.len(), 4);
            assert!(wheel.platform.iter().all(|entry| entry.sha256.len() == 64));
            assert!(wheel.platform.iter().all(|entry| entry.executable.is_some() != entry.libraries.is_some()));
        }
    }

    #[test]
    fn an_entry_without_a_value_is_left_out() {
        let profile = &built_in()[0];
        let timed = profile.limits(&with(Solving { timeout: Some(2.5), memory: Some(77), ..Solving::default() }));
        assert_eq!(profile.arguments(&timed, false), ["-in", "-smt2", "-memory:77"]);
        let prelude = profile.prelude(&timed, false);
        assert!(!prelude.contains("rlimit") && !prelude.contains("produce-models"), "{prelude}");
        assert!(prelude.contains(":timeout 2500") && prelude.ends_with("(set-logic ALL)\n"), "{prelude}");
        let default = profile.prelude(&profile.limits(&Config::default()), true);
        assert!(default.contains(":rlimit 4000000") && default.contains(":produce-models true"), "{default}");
    }

    #[test]
    fn an_unknown_name_and_a_broken_file_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let broken = folder.path().join("broken.toml");
        std::fs::write(&broken, "name = 3").unwrap();
        let names = vec!["z4".to_string(), broken.to_string_lossy().into_owned()];
        let diagnostics = selected(&with(Solving { solvers: names, ..Solving::default() })).unwrap_err();
        let found: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(found, [codes::E0611, codes::E0610]);
    }

    #[test]
    fn a_profile_file_adds_a_solver() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        std::fs::write(&path, "name = \"mine\"\ncommand = \"bin/mine\"").unwrap();
        let config = with(Solving { solvers: vec![path.to_string_lossy().into_owned()], ..Solving::default() });
        let profiles = selected(&config).unwrap();
        assert_eq!(profiles[0].command, folder.path().join("bin/mine").to_string_lossy());
    }
}
