//! What runs show, put beside what was proved: tasks are refuted, races get their runs, and what is open is told of.

pub mod conflicts;
pub mod findings;
pub mod reasons;
pub mod refute;
pub mod remarks;
mod runs;
mod shrink;

use std::fmt::Write as _;

use crate::base::config::{Archs, LaunchLimits};
use crate::base::{Arch, Config, Files};
use crate::interp::outcome::Seen;
use crate::interp::setup::{write_contents, write_scalar};
use crate::interp::{self, Floats, Ints, Schedule, ViolationKind, monoid};
use crate::kernel::ir::{Kernel, LocalRole};
use crate::report::host_program;
use crate::report::violation::sentence;
use crate::report::{Counterexample, Iteration, LaunchShape, ThreadIndex};
use crate::witness::Finding;

pub use runs::Runs;

/// Where a kernel comes from: what the command line must say to find it again.
#[derive(Clone, Copy)]
pub struct Origin<'a> {
    /// All files of the run.
    pub sources: &'a Files,
    /// The file, as the user named it.
    pub path: &'a str,
    /// The file holds no other kernel.
    pub alone: bool,
}

/// What it takes to see a finding again.
#[derive(Clone, Copy)]
pub struct Replay<'r> {
    /// The kernel that was run.
    pub kernel: &'r Kernel,
    /// The file that the kernel is in.
    pub origin: Origin<'r>,
    /// The configuration of the proof.
    pub config: &'r Config,
}

impl Replay<'_> {
    /// The same finding on a launch that is as small as a few more runs can make it.
    pub fn smallest(&self, finding: &Finding) -> Finding {
        shrink::shrink(self.kernel, self.config, finding)
    }

    /// The launch of a finding, and what goes wrong in it.
    pub fn counterexample(&self, finding: &Finding) -> Counterexample {
        let (kernel, setup) = (self.kernel, &finding.setup);
        let of_role = |wanted: fn(LocalRole) -> bool| {
            let all = setup.scalars.iter().map(|(id, value)| (&kernel.locals[id.index()], value));
            all.filter(|(local, _)| wanted(local.role))
                .map(|(local, value)| (local.name.clone(), value.clone()))
                .collect()
        };
        let reason = finding.violation.reason.as_ref();
        // A run that could be made once can be made again.
        let touches = interp::touches(kernel, setup, &finding.options).unwrap_or_default();
        let side = |seen: &Option<Seen>| seen.as_ref().and_then(|seen| seen.value.clone());
        Counterexample {
            launch: LaunchShape { block_dim: setup.block, grid_dim: setup.grid },
            arguments: of_role(|role| matches!(role, LocalRole::Param | LocalRole::Global)),
            arrays: setup
                .arrays
                .iter()
                .map(|(id, contents)| (kernel.arrays[id.index()].name.clone(), contents.cells.clone()))
                .collect(),
            ghosts: of_role(|role| role == LocalRole::Ghost),
            templates: of_role(|role| role == LocalRole::Template),
            operators: monoid::taken(kernel),
            thread: finding
                .violation
                .thread
                .map(|thread| ThreadIndex { block_idx: thread.block, thread_idx: thread.thread }),
            schedule: finding.options.schedule.name().to_owned(),
            expected: reason.filter(|reason| reason.equality).and_then(|reason| side(&reason.right)),
            found: reason.and_then(|reason| side(&reason.left)),
            iteration: (!finding.violation.before.is_empty()).then(|| {
                let [before, after] =
                    [&finding.violation.before, &finding.violation.locals].map(|all| all.iter().cloned().collect());
                Box::new(Iteration { before, after })
            }),
            blame: findings::blame(finding),
            confirmed: true,
            command: self.command(finding),
            explanation: match finding.options.ints {
                Ints::C => format!("{} (with the machine's integers)", self.explanation(finding)),
                Ints::Math | Ints::Checked => self.explanation(finding),
            },
            program: host_program::text((kernel, setup), &touches, self.origin.path, &self.explanation(finding)),
            touches,
        }
    }

    /// What went wrong, in a line.
    fn explanation(&self, finding: &Finding) -> String {
        let violation = &finding.violation;
        let mut text = match &violation.reason {
            Some(reason) => sentence(self.origin.sources, reason),
            None => violation.message.clone(),
        };
        if let Some(thread) =
            violation.thread.filter(|_| !matches!(violation.kind, ViolationKind::Race | ViolationKind::Barrier))
        {
            let _ = write!(text, ", in {thread}");
        }
        if let Some(name) = &finding.uninitialised {
            let _ = write!(text, " (the run reads `{name}` where nobody has written it)");
        }
        text
    }

    /// The command line that runs the finding again.
    pub fn command(&self, finding: &Finding) -> String {
        let Replay { kernel, origin, config } = *self;
        let setup = &finding.setup;
        let is_option = origin.path.starts_with('-') && origin.path.len() > 1;
        let path = if is_option { format!("./{}", origin.path) } else { origin.path.to_owned() };
        let mut words: Vec<String> = vec!["gpuhoare".into(), "run".into(), path];
        let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
        if !origin.alone {
            option("--kernel", kernel.name.clone());
        }
        config.source.defines.iter().for_each(|(name, value)| option("-D", format!("{name}={value}")));
        config.source.include_dirs.iter().for_each(|folder| option("-I", folder.display().to_string()));
        match config.source.archs {
            Archs::One if config.source.arch == Arch::default() => {}
            Archs::One => option("--arch", config.source.arch.to_string()),
            Archs::All => option("--arch", "all".into()),
        }
        if let Some(database) = &config.source.database {
            option("--compile-commands", database.path.display().to_string());
        }
        config.source.templates.iter().for_each(|(name, value)| option("--template", format!("{name}={value}")));
        config.source.specs.iter().for_each(|file| option("--spec", file.display().to_string()));
        let sizes = |[x, y, z]: [u64; 3]| match (y, z) {
            (1, 1) => x.to_string(),
            (_, 1) => format!("{x},{y}"),
            _ => format!("{x},{y},{z}"),
        };
        option("--block", sizes(setup.block));
        option("--grid", sizes(setup.grid));
        for (id, value) in &setup.scalars {
            let local = &kernel.locals[id.index()];
            if local.is_of_host() {
                continue;
            }
            let name = if local.role == LocalRole::Ghost { "--ghost" } else { "--arg" };
            option(name, format!("{}={}", local.name, write_scalar(value)));
        }
        for (id, contents) in &setup.arrays {
            option("--arg", format!("{}={}", kernel.arrays[id.index()].name, write_contents(contents)));
        }
        option("--seed", setup.seed.to_string());
        match finding.options.schedule {
            Schedule::Lockstep => {}
            other => option("--schedule", other.name().to_owned()),
        }
        match finding.options.ints {
            Ints::Math => {}
            Ints::Checked => option("--ints", "checked".into()),
            Ints::C => option("--ints", "c".into()),
        }
        match finding.options.floats {
            Floats::Real => {}
            Floats::Ieee => option("--float", "exact".into()),
        }
        match config.launch_limits {
            LaunchLimits::Hardware => {}
            LaunchLimits::None => option("--launch-limits", "none".into()),
        }
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "_./=,:+-".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
