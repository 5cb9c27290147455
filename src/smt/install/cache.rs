//! The folder that gpuhoare keeps its solvers in.

use std::fs;
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

/// The pinned solver that pip has installed beside this program: in the Python environment that its own wheel is in.
pub fn beside(profile: &Profile) -> Option<Solver> {
    let program = std::env::current_exe().and_then(fs::canonicalize).ok()?;
    let environment = program.parent().filter(|folder| folder.ends_with("bin"))?.parent()?;
    let wheel = profile.wheel.as_ref()?;
    let metadata = format!("{}-{}.dist-info", wheel.package.replace('-', "_"), wheel.version);
    let libraries = fs::read_dir(environment.join("lib")).ok()?.flatten();
    let mut packages = libraries.map(|library| library.path().join("site-packages"));
    let packages = packages.find(|packages| packages.join(&metadata).is_dir())?;
    let solver = solver_in(&packages, profile).or_else(|| solver_in(environment, profile))?;
    Some(Solver { origin: Origin::Beside, ..solver })
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
