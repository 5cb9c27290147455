//! Where the solvers are: named by the user, on `PATH`, beside this program, or in the cache that gpuhoare fills itself.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::cache::{beside, installed};
use super::verify::{is_old, verified};
use super::wheels::{Progress, install};
use crate::base::codes;
use crate::base::{Config, Diagnostic, Severity};
use crate::smt::profile::{self, Profile};
use crate::smt::solve::Portfolio;
use crate::smt::solver::{Launch, Origin, Solver};

/// The portfolio that the configuration asks for; installs solvers when there are none.
/// Also gives warnings about solvers that are left out.
///
/// # Errors
///
/// As [`locate`].
pub fn open(config: &Config, progress: Progress<'_>) -> Result<(Portfolio, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (solvers, warnings) = locate(config, progress)?;
    Ok((Portfolio::new(solvers, config), warnings))
}

/// Finds the solvers that the configuration asks for. With `install`, what is not found is
/// installed into the cache, unless the configuration is offline.
///
/// The warnings say which of several solvers are missing; the run can go on with the others.
///
/// # Errors
///
/// When no solver at all can be had, or the user named one that does not work.
pub fn locate(config: &Config, progress: Progress<'_>) -> Result<(Vec<Solver>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let profiles = profile::selected(config)?;
    let (mut solvers, mut warnings, mut missing) = (Vec::new(), Vec::new(), Vec::new());
    let mut old = Vec::new();
    for profile in &profiles {
        match find(profile, config, &mut warnings)? {
            Some(solver) if is_old(&solver) => {
                old.push(solver);
                missing.push(profile);
            }
            Some(solver) => solvers.push(solver),
            None => missing.push(profile),
        }
    }
    // A solver that the user has is enough to begin with; the cache is filled when there is none,
    // or when the user asked for this very one.
    let wanted = solvers.is_empty() || !config.solving.solvers.is_empty();
    let mut problems = Vec::new();
    if !missing.is_empty() && wanted {
        match install(&missing, config, progress) {
            Ok(installed) => solvers.extend(installed),
            Err(diagnostics) => problems = diagnostics,
        }
    }
    // Better an old solver than none.
    for solver in old {
        if solvers.iter().all(|other: &Solver| other.profile.name != solver.profile.name) {
            warnings.push(
                Diagnostic::new(
                    codes::W0614,
                    Severity::Warning,
                    format!("`{}` is an old release of {}", solver.place().display(), solver.profile.name),
                )
                .note("proofs may need longer and limits mean something else; `gpuhoare solvers install` gets the pinned one"),
            );
            solvers.push(solver);
        }
    }
    if profiles.iter().all(|profile| solvers.iter().any(|solver| solver.profile.name == profile.name)) {
        problems.clear();
    }
    if solvers.is_empty() || (!config.solving.solvers.is_empty() && !problems.is_empty()) {
        return Err(problems);
    }
    warnings.extend(problems.into_iter().map(|problem| Diagnostic { severity: Severity::Warning, ..problem }));
    // As the profiles stand, whatever came from where.
    solvers.sort_by_key(|solver| profiles.iter().position(|profile| profile.name == solver.profile.name));
    Ok((solvers, warnings))
}

/// Looks for one solver without installing anything (`solvers list`).
///
/// # Errors
///
/// `E0613` when the user's environment variable names something that does not work.
pub fn find(
    profile: &Profile,
    config: &Config,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Option<Solver>, Vec<Diagnostic>> {
    let solver = |path: PathBuf, origin| Solver { profile: profile.clone(), launch: Launch::Executable(path), origin };
    if let Some(variable) = &profile.environment
        && let Some(value) = std::env::var_os(variable).filter(|value| !value.is_empty())
    {
        let found =
            solver(search_path(&value).unwrap_or_else(|| PathBuf::from(&value)), Origin::Environment(variable.clone()));
        return match verified(&found, config) {
            Ok(()) => Ok(Some(found)),
            Err(reason) => Err(vec![
                Diagnostic::new(
                    codes::E0613,
                    Severity::Error,
                    format!(
                        "{variable} names `{}`, which does not work as {}",
                        Path::new(&value).display(),
                        profile.name
                    ),
                )
                .note(reason)
                .note(format!("set {variable} to an executable, or unset it")),
            ]),
        };
    }
    if let Some(path) = search_path(OsStr::new(&profile.command)) {
        let found = solver(path, Origin::Path);
        match verified(&found, config) {
            Ok(()) if is_old(&found) => return Ok(pinned(profile).or(Some(found))),
            Ok(()) => return Ok(Some(found)),
            Err(reason) => warnings.push(
                Diagnostic::new(
                    codes::W0614,
                    Severity::Warning,
                    format!("`{}` does not work as {} and is not used", found.place().display(), profile.name),
                )
                .note(reason),
            ),
        }
    }
    Ok(pinned(profile))
}

/// The pinned release, where it is installed.
fn pinned(profile: &Profile) -> Option<Solver> {
    beside(profile).or_else(|| installed(profile))
}

/// The executable of that name on `PATH`, or at that path.
fn search_path(name: &OsStr) -> Option<PathBuf> {
    if Path::new(name).components().count() > 1 {
        return Some(PathBuf::from(name)).filter(|path| is_executable(path));
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| is_executable(path))
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}
