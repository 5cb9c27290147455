//! Installs the pinned solvers: Python wheels through pip, with checked hashes, into the cache.
//!
//! A solver is installed into a temporary folder beside its place and moved there when it has
//! passed its self-test, so a folder at its place is always complete. A file lock keeps two runs
//! from doing the work twice.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use fs4::fs_std::FileExt;

use super::cache::{cache_folder, place, solver_in};
use super::verify::self_test;
use crate::base::codes::{self, Code};
use crate::base::{Config, Diagnostic, Severity};
use crate::smt::profile::{Profile, Wheel, WheelPlatform};
use crate::smt::solver::Solver;

/// Tells the user what takes a while, a line at a time.
pub type Progress<'a> = &'a (dyn Fn(&str) + Sync);

/// Installs the pinned solvers of these profiles; one that another run has installed meanwhile is
/// taken as it is.
///
/// # Errors
///
/// `E0601` when offline, else what stood in the way (`E0602` to `E0609`). What could be installed
/// before stays installed.
pub fn install(profiles: &[&Profile], config: &Config, progress: Progress<'_>) -> Result<Vec<Solver>, Vec<Diagnostic>> {
    if config.solving.offline {
        let names: Vec<&str> = profiles.iter().map(|profile| profile.name.as_str()).collect();
        let message = format!("{} not found, and --offline forbids installing", names.join(" and "));
        return Err(vec![problem(codes::E0601, message).note(BY_HAND)]);
    }
    let (mut solvers, mut diagnostics) = (Vec::new(), Vec::new());
    for profile in profiles {
        match install_one(profile, config, progress) {
            Ok(solver) => solvers.push(solver),
            Err(diagnostic) if diagnostics.contains(&diagnostic) => {}
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    if diagnostics.is_empty() || !solvers.is_empty() { Ok(solvers) } else { Err(diagnostics) }
}

const BY_HAND: &str = "install z3 or cvc5 and put it on PATH, name it in GPUHOARE_Z3 or GPUHOARE_CVC5, or run `gpuhoare solvers install` while online";

fn problem(code: Code, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(code, Severity::Error, message)
}

fn install_one(profile: &Profile, config: &Config, progress: Progress<'_>) -> Result<Solver, Diagnostic> {
    let missing = || {
        // A user's own profile: nothing is pinned for it.
        if profile.wheel.is_none() {
            return problem(codes::E0609, format!("`{}` is not on PATH", profile.command))
                .note(format!("the profile of {} names this command: install it, or give its path", profile.name));
        }
        let system = format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH);
        problem(codes::E0609, format!("{} cannot be installed for {system}", profile.name)).note(BY_HAND)
    };
    let wheel = profile.wheel.as_ref().ok_or_else(missing)?;
    let platform = profile.platform().ok_or_else(missing)?;
    let cache = cache_folder()
        .ok_or_else(|| problem(codes::E0606, "the user has no cache folder").note("set GPUHOARE_CACHE to a folder"))?;
    let place = place(&cache, profile).ok_or_else(missing)?;
    let folder = place.parent().unwrap_or(&cache);
    fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    let _lock = lock(&folder.join("lock"))?;
    if let Some(solver) = solver_in(&place, profile) {
        return Ok(solver);
    }
    let python = python()?;
    progress(&format!("installing {} {} into {} (once)", profile.name, wheel.version, folder.display()));
    let fresh = tempfile::Builder::new()
        .prefix(".installing-")
        .tempdir_in(folder)
        .map_err(|error| cannot_write(folder, &error))?;
    let target = fresh.path().join("wheel");
    fetch(python, wheel, platform, fresh.path(), &target)?;
    keep_only_needed(&target, platform).map_err(|error| cannot_write(&target, &error))?;
    let found = solver_in(&target, profile)
        .ok_or_else(|| problem(codes::E0608, format!("the wheel of {} holds no solver", profile.name)).note(BY_HAND))?;
    self_test(&found, config).map_err(|reason| {
        problem(codes::E0608, format!("the installed {} {} does not work here", profile.name, wheel.version))
            .note(reason)
            .note(BY_HAND)
    })?;
    // What stands in the way is no complete solver: it was not found above.
    let _ = fs::remove_dir_all(&place);
    fs::rename(&target, &place).map_err(|error| cannot_write(&place, &error))?;
    solver_in(&place, profile)
        .ok_or_else(|| problem(codes::E0606, format!("`{}` vanished while it was installed", place.display())))
}

/// Waits until no other run installs.
fn lock(path: &Path) -> Result<File, Diagnostic> {
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(|error| cannot_write(path, &error))?;
    FileExt::lock_exclusive(&file).map_err(|error| cannot_write(path, &error))?;
    Ok(file)
}

fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => no_space(&error.to_string()),
        _ => problem(codes::E0606, format!("cannot write `{}`: {error}", path.display()))
            .note("set GPUHOARE_CACHE to a folder that can be written"),
    }
}

fn no_space(detail: &str) -> Diagnostic {
    problem(codes::E0607, "no space left for the solvers")
        .note(detail.to_string())
        .note("free some space, or set GPUHOARE_CACHE to a folder on another disk")
}

/// A Python that runs and has pip.
fn python() -> Result<&'static str, Diagnostic> {
    let runs = |name: &str, arguments: &[&str]| {
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let found: Vec<&'static str> = ["python3", "python"]
        .into_iter()
        .filter(|name| runs(name, &["-c", "import sys; assert sys.version_info >= (3,)"]))
        .collect();
    if found.is_empty() {
        return Err(problem(codes::E0602, "the solvers are installed with Python, and there is none").note(BY_HAND));
    }
    found.into_iter().find(|name| runs(name, &["-m", "pip", "--version"])).ok_or_else(|| {
        problem(codes::E0603, "the solvers are installed with pip, and this Python has none")
            .note("on Debian and Ubuntu: install the package python3-pip")
            .note(BY_HAND)
    })
}

/// Has pip put a wheel into `target`.
///
/// The platform and Python version are given, not guessed by pip: what is used of the wheels does
/// not depend on the Python that happens to be here, and so one hash a platform is enough.
fn fetch(
    python: &str,
    wheel: &Wheel,
    platform: &WheelPlatform,
    folder: &Path,
    target: &Path,
) -> Result<(), Diagnostic> {
    let requirements = folder.join("requirements.txt");
    let line = format!("{}=={} --hash=sha256:{}\n", wheel.package, wheel.version, platform.sha256);
    fs::write(&requirements, line).map_err(|error| cannot_write(&requirements, &error))?;
    let output = Command::new(python)
        .args(["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--no-deps"])
        .args(["--only-binary=:all:", "--require-hashes", "--no-compile", "--platform", &platform.tag])
        .args(["--python-version", "3.11", "--implementation", "cp", "--abi", "cp311", "--abi", "none"])
        .arg("--target")
        .arg(target)
        .arg("--requirement")
        .arg(&requirements)
        // Unpacked beside the target: the system's temporary folder may be small.
        .env("TMPDIR", folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| problem(codes::E0602, format!("`{python}` could not be run: {error}")).note(BY_HAND))?;
    if output.status.success() { Ok(()) } else { Err(explain_pip(wheel, &output)) }
}

/// What pip's failure means, by its words.
fn explain_pip(wheel: &Wheel, output: &Output) -> Diagnostic {
    let text = String::from_utf8_lossy(&output.stderr);
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let last: Vec<&str> = text.lines().filter(|line| line.starts_with("ERROR")).take(3).collect();
    let detail =
        if last.is_empty() { text.lines().last().unwrap_or("pip said nothing").to_string() } else { last.join("\n") };
    let name = format!("{} {}", wheel.package, wheel.version);
    if says(&["DO NOT MATCH THE HASHES"]) {
        return problem(codes::E0605, format!("the download of {name} does not have the pinned hash"))
            .note("nothing was installed; try again, and distrust the package index if it happens again");
    }
    if says(&["No space left on device", "Disk quota exceeded"]) {
        return no_space(&detail);
    }
    if says(&["Permission denied", "Read-only file system"]) {
        return problem(codes::E0606, "the solver cache cannot be written")
            .note(detail)
            .note("set GPUHOARE_CACHE to a folder that can be written");
    }
    problem(codes::E0604, format!("pip could not fetch {name}"))
        .note(detail)
        .note("check the network connection and pip's proxy and index settings")
        .note(BY_HAND)
}

/// Removes what is not needed of a wheel: most of its size.
fn keep_only_needed(target: &Path, platform: &WheelPlatform) -> io::Result<()> {
    let needed = platform.executable.as_ref().or(platform.libraries.as_ref());
    let first = needed.and_then(|path| Path::new(path).components().next());
    for entry in fs::read_dir(target)? {
        let entry = entry?;
        let name = entry.file_name();
        // The licences lie in the folder of the wheel's description.
        let keep =
            first.is_some_and(|first| first.as_os_str() == name) || name.to_string_lossy().ends_with(".dist-info");
        if !keep {
            match entry.file_type()?.is_dir() {
                true => fs::remove_dir_all(entry.path())?,
                false => fs::remove_file(entry.path())?,
            }
        }
    }
    Ok(())
}
