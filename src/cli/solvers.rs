//! `gpuhoare solvers list|install`.

use crate::base::config::Solving;
use crate::base::{Config, Diagnostic};
use crate::report::ExitStatus;
use crate::smt::{self, Origin, Profile};

use super::args::{Solvers, SolversAction};
use super::{print, print_environment, print_error};

pub fn run(arguments: &Solvers) -> ExitStatus {
    let config =
        Config { solving: Solving { solvers: arguments.solver.clone(), ..Solving::default() }, ..Config::default() };
    let profiles = match smt::selected(&config) {
        Ok(profiles) => profiles,
        Err(errors) => return fail(&errors),
    };
    match arguments.action {
        SolversAction::List => list(&profiles, &config),
        SolversAction::Install => install(&profiles, &config),
    }
}

fn list(profiles: &[Profile], config: &Config) -> ExitStatus {
    let mut status = ExitStatus::Success;
    for profile in profiles {
        let mut warnings = Vec::new();
        let found = smt::find(profile, config, &mut warnings);
        warnings.iter().for_each(print_environment);
        match found {
            Ok(Some(solver)) => {
                let origin = match &solver.origin {
                    Origin::Environment(variable) => format!("named by {variable}"),
                    Origin::Path => "on PATH".to_string(),
                    Origin::Beside => "in this Python environment".to_string(),
                    Origin::Cache => "installed by gpuhoare".to_string(),
                };
                let line = format!("{:<8} {origin}: {}\n", profile.name, solver.place().display());
                status = status.max(print(&line));
            }
            Ok(None) => {
                let pinned = profile
                    .wheel
                    .as_ref()
                    .map(|wheel| format!("; `gpuhoare solvers install` installs {} {}", profile.name, wheel.version));
                let line = format!("{:<8} not found{}\n", profile.name, pinned.unwrap_or_default());
                status = status.max(print(&line));
            }
            Err(errors) => status = fail(&errors),
        }
    }
    status
}

fn install(profiles: &[Profile], config: &Config) -> ExitStatus {
    let pinned: Vec<&Profile> = profiles.iter().filter(|profile| profile.wheel.is_some()).collect();
    match smt::install(&pinned, config, &|line| print_error(&format!("{line}\n"))) {
        Ok(solvers) => {
            let line = |solver: &smt::Solver| format!("{:<8} {}\n", solver.profile.name, solver.place().display());
            let printed = print(&solvers.iter().map(line).collect::<String>());
            match solvers.len() == pinned.len() {
                true => printed,
                false => ExitStatus::BadInput,
            }
        }
        Err(errors) => fail(&errors),
    }
}

fn fail(errors: &[Diagnostic]) -> ExitStatus {
    errors.iter().for_each(print_environment);
    ExitStatus::BadInput
}
