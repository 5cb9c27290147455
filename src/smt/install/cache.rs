//! The folder that gpuhoare keeps its solvers in.

use std::path::{Path, PathBuf};

use crate::smt::cvc5;
use crate::smt::profile::Profile;
use crate::smt::solver::{Launch, Origin, Solver};

/// The folder that gpuhoare keeps its solvers in: `GPUHOARE_CACHE`, or `gpuhoare` in the user's
/// cache folder.
pub fn cache_folder() -> Option<PathBuf> {
    match std::env::var_os("GPUHOARE_CACHE").filter(|value| !value.is_empty()) {
        Some(folder) => Some(PathBuf::from(folder)),
        None => dirs::cache_dir().map(|folder| folder.join("gpuhoare")),
    }
}

/// The solver that an earlier run installed, if it did.
pub fn installed(profile: &Profile) -> Option<Solver> {
    let folder = place(&cache_folder()?, profile)?;
    solver_in(&folder, profile)
}

/// The folder of a solver's pinned version.
pub fn place(cache: &Path, profile: &Profile) -> Option<PathBuf> {
    let wheel = profile.wheel.as_ref()?;
    Some(cache.join("solvers").join(format!("{}-{}", profile.name, wheel.version)))
}

/// The solver in an installed wheel.
pub fn solver_in(folder: &Path, profile: &Profile) -> Option<Solver> {
    let platform = profile.platform()?;
    let launch = match (&platform.executable, &platform.libraries) {
        (Some(executable), _) => Launch::Executable(Some(folder.join(executable)).filter(|path| path.is_file())?),
        (None, Some(libraries)) => {
            let folder = Some(folder.join(libraries)).filter(|path| path.is_dir())?;
            Launch::Cvc5Libraries { host: cvc5::host()?, folder }
        }
        (None, None) => return None,
    };
    Some(Solver { profile: profile.clone(), launch, origin: Origin::Cache })
}
