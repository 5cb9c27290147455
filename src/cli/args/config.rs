//! From the command line to the configuration of the run.

use std::path::Path;
use std::sync::Arc;

use crate::base::baseline::{self, Baseline};
use crate::base::config::{
    self, Contracts, FloatDomain, FloatMode, IntMode, Kernels, LaunchLimits, LaunchesOf, RaceFreedom, RaceScope,
    Required, RequiredScope, SameValue, Simplify, Tried,
};
use crate::base::{Config, Diagnostic, Severity, codes, plain};
use crate::exec::launch::{limit_of_block, limit_of_grid};
use crate::interp;
use crate::pipeline::run::Request;
use crate::pipeline::show::Notation;

use super::options::{
    Assumption, Floats, Ints, Kept, Launch, Launches, Limits, Model, Scope, ScopeWanted, Sharded, Simplification,
    Solving, Source,
};
use super::{Amplify, Check, Execute, Order, Programs, Prove, Races, RunFloats, RunInts, Success, TaskNotation, Vcs};
use super::{costs, database};

impl Prove {
    /// # Errors
    ///
    /// `E0009` for dimensions that no device accepts.
    pub fn config(&self) -> Result<Config, Diagnostic> {
        let contracts = if self.require_contracts { Contracts::Required } else { Contracts::Optional };
        let config = task_config(&self.source, &self.launch, &self.model, &self.simplification)?;
        let required = Required { contracts, scope: self.require_scope.into(), ..self.success.required()? };
        self.sharded.added_to(self.kept.added_to(self.solving.added_to(Config { required, ..config })))
    }
}

impl Programs {
    /// # Errors
    ///
    /// `E0009` for dimensions that no device accepts.
    pub fn config(&self) -> Result<Config, Diagnostic> {
        let config = self.launch.added_to(self.source.config()?);
        let required = self.success.required()?;
        let config = Config { same_value: same_value(self.allow_same_value), required, ..config };
        within_limits(&config).map(|()| self.solving.added_to(config))
    }
}

impl Races {
    /// # Errors
    ///
    /// As [`Programs::config`].
    pub fn config(&self) -> Result<Config, Diagnostic> {
        let config = self.programs.config()?;
        let required = Required { scope: self.require_scope.into(), ..config.required.clone() };
        self.sharded.added_to(self.kept.added_to(Config { required, ..config }))
    }
}

impl Success {
    /// # Errors
    ///
    /// `E0018` for a baseline that cannot be read.
    pub fn required(&self) -> Result<Required, Diagnostic> {
        let kernels = if self.error_on_empty { Kernels::Some } else { Kernels::Any };
        // One that is written does not have to be there.
        let read = self.baseline.as_deref().filter(|_| self.write_baseline.is_none());
        let baseline = read.map(read_baseline).transpose()?.map(Arc::new);
        let is_of_baseline = baseline.is_some() || self.write_baseline.is_some();
        let tried = if is_of_baseline { Tried::All } else { Tried::Little };
        Ok(Required { kernels, baseline, tried, ..Required::default() })
    }
}

/// The folder that a file is in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn read_baseline(path: &Path) -> Result<Baseline, Diagnostic> {
    let wrong = |why: String| {
        let message = format!("the baseline {} cannot be read: {why}", path.display());
        Diagnostic::new(codes::E0018, Severity::Error, message).note("`--write-baseline FILE` writes one")
    };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(plain::of_system(&error)))?;
    let read: Baseline = serde_json::from_str(&text).map_err(|error| wrong(plain::of_json(&error.to_string()).what))?;
    match read.schema == baseline::SCHEMA {
        true => Ok(read.from_folder(folder_of(path))),
        false => {
            Err(wrong(format!("it has the form {}, and this version reads the form {}", read.schema, baseline::SCHEMA)))
        }
    }
}

impl Check {
    /// # Errors
    ///
    /// `E0018` for a baseline that cannot be read.
    pub fn config(&self) -> Result<Config, Diagnostic> {
        Ok(Config { required: self.success.required()?, ..self.source.config()? })
    }
}

impl From<ScopeWanted> for RequiredScope {
    fn from(wanted: ScopeWanted) -> RequiredScope {
        match wanted {
            ScopeWanted::Every => RequiredScope::Every,
            ScopeWanted::Launched => RequiredScope::Launched,
        }
    }
}

impl Kept {
    fn added_to(&self, config: Config) -> Config {
        let is_off = self.no_cache || std::env::var_os("GPUHOARE_NO_CACHE").is_some_and(|value| !value.is_empty());
        let kept = config::Kept { is_used: !is_off, checked: self.cache_verify.unwrap_or(0.0) };
        Config { solving: config::Solving { kept, ..config.solving }, ..config }
    }
}

impl Sharded {
    /// # Errors
    ///
    /// `E0022` for costs that cannot be read.
    fn added_to(&self, mut config: Config) -> Result<Config, Diagnostic> {
        let costs = Arc::new(self.costs.as_deref().map(costs::read).transpose()?.unwrap_or_default());
        config.source.shard = self.shard.map(|(number, of)| config::Shard { number, of, costs });
        Ok(config)
    }
}

impl Solving {
    fn added_to(&self, config: Config) -> Config {
        let solving = config::Solving {
            solvers: self.solver.clone(),
            timeout: self.timeout,
            limit: self.limit,
            memory: self.memory,
            jobs: self.jobs.map(usize::from),
            offline: self.offline,
            ..config.solving
        };
        Config { solving, ..config }
    }
}

impl Amplify {
    /// # Errors
    ///
    /// `E0009` for dimensions that no device accepts.
    pub fn config(&self) -> Result<Config, Diagnostic> {
        self.programs.config().map(|config| Config { machine_floats: true, ..config })
    }

    pub fn request(&self) -> Request {
        let options =
            interp::Options { steps: self.steps.unwrap_or(interp::setup::DEFAULT_STEPS), ..interp::Options::default() };
        Request { arguments: self.arg.clone(), options, ..Request::default() }
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
            ..self.source.config()?
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
        match self.launch {
            Launches::Found => LaunchesOf::Found,
            Launches::Any => LaunchesOf::Any,
        }
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

    pub fn notation(&self) -> Notation {
        match self.notation {
            _ if self.stats => Notation::Statistics,
            TaskNotation::Text => Notation::Text,
            TaskNotation::Smt2 => Notation::Smt2,
        }
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
        simplification: config::Simplification {
            simplify: if simplification.no_simplify { Simplify::No } else { Simplify::Yes },
            disabled_passes: simplification.disable_pass.clone(),
            rounds: simplification.rounds,
            ..config::Simplification::default()
        },
        ..launch.added_to(source.config()?)
    };
    within_limits(&config).map(|()| config)
}

impl Source {
    /// # Errors
    ///
    /// `E0001` or `E0020` for a compilation database that cannot be read.
    pub fn config(&self) -> Result<Config, Diagnostic> {
        let source = config::Source {
            database: self.compile_commands.as_deref().map(database::read).transpose()?.map(Arc::new),
            defines: self.defines.clone(),
            include_dirs: self.include_dirs.clone(),
            arch: self.arch.0,
            archs: self.arch.1,
            templates: self.template.clone(),
            kernels: self.kernel.clone(),
            specs: self.spec.clone(),
            ..config::Source::default()
        };
        Ok(Config { source, ..Config::default() })
    }
}

/// Fixed dimensions must be possible ones, or everything would hold of them.
fn within_limits(config: &Config) -> Result<(), Diagnostic> {
    match config.launch_limits {
        LaunchLimits::None => return Ok(()),
        LaunchLimits::Hardware => {}
    }
    let found = |option: &str, given: Option<[u64; 3]>, limit: fn([u64; 3]) -> Option<&'static str>| {
        let [x, y, z] = given?;
        let message = format!("no device accepts {option} {x},{y},{z}: {}", limit([x, y, z])?);
        Some(Diagnostic::new(codes::E0009, Severity::Error, message).note("`--launch-limits none` lifts the limits"))
    };
    let found = found("--block", config.block, limit_of_block).or(found("--grid", config.grid, limit_of_grid));
    found.map_or(Ok(()), Err)
}
