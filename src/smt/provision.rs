//! Where the solvers are: named by the user, on `PATH`, or in the cache that gpuhoare fills itself.

use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, UNIX_EPOCH};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::base::codes;
use crate::base::{Config, Diagnostic, Severity};
use crate::smt::cvc5;
use crate::smt::install;
use crate::smt::profile::{self, Profile};
use crate::smt::session::{Outcome, Session};

/// A solver that can be started.
#[derive(Clone, PartialEq, Debug)]
pub struct Solver {
    pub profile: Profile,
    pub launch: Launch,
    pub origin: Origin,
}

/// What is run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Launch {
    Executable(PathBuf),
    /// cvc5's shared libraries, served by a helper process of gpuhoare (see [`crate::smt::serve`]).
    Cvc5Libraries {
        host: PathBuf,
        folder: PathBuf,
    },
}

/// How a solver was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// By this environment variable.
    Environment(String),
    /// On `PATH`, or by the path in the user's profile.
    Path,
    /// Installed by gpuhoare.
    Cache,
}

/// Tells the user what takes a while, a line at a time.
pub type Progress<'a> = &'a (dyn Fn(&str) + Sync);

impl Solver {
    /// The executable and its first arguments.
    pub fn command_line(&self) -> Vec<String> {
        match &self.launch {
            Launch::Executable(path) => vec![path.to_string_lossy().into_owned()],
            Launch::Cvc5Libraries { host, folder } => {
                let [host, folder] = [host, folder].map(|path| path.to_string_lossy().into_owned());
                vec![host, cvc5::HELPER_COMMAND.to_string(), folder]
            }
        }
    }

    /// Where the solver lies.
    pub fn path(&self) -> &Path {
        match &self.launch {
            Launch::Executable(path) => path,
            Launch::Cvc5Libraries { folder, .. } => folder,
        }
    }

    /// Asks the solver two questions with known answers, through a session as any other.
    ///
    /// # Errors
    ///
    /// What the solver said instead.
    pub fn self_test(&self, config: &Config) -> Result<(), String> {
        let limits = self.profile.limits(&Config { timeout: None, ..config.clone() });
        let ask = |text: &str| -> Result<Outcome, String> {
            let mut session = Session::start(self, &limits, true)?;
            session.send("(declare-fun n () Int)\n(declare-fun f (Int) Int)\n");
            session.send(text);
            Ok(session.check(false))
        };
        match ask("(assert (and (< 0 n) (< n 0)))\n")? {
            Outcome::Unsat => {}
            other => return Err(format!("it answered a contradiction with {other:?}")),
        }
        match ask("(assert (and (< 0 n) (= (f n) 7)))\n")? {
            Outcome::Sat { .. } => Ok(()),
            other => Err(format!("it answered a satisfiable question with {other:?}")),
        }
    }
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
    let wanted = solvers.is_empty() || !config.solvers.is_empty();
    let mut problems = Vec::new();
    if !missing.is_empty() && wanted {
        match install::install(&missing, config, progress) {
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
                    format!("`{}` is an old release of {}", solver.path().display(), solver.profile.name),
                )
                .note("proofs may need longer and limits mean something else; `gpuhoare solvers install` gets the pinned one"),
            );
            solvers.push(solver);
        }
    }
    if profiles.iter().all(|profile| solvers.iter().any(|solver| solver.profile.name == profile.name)) {
        problems.clear();
    }
    if solvers.is_empty() || (!config.solvers.is_empty() && !problems.is_empty()) {
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
            Ok(()) if is_old(&found) => return Ok(install::installed(profile).or(Some(found))),
            Ok(()) => return Ok(Some(found)),
            Err(reason) => warnings.push(
                Diagnostic::new(
                    codes::W0614,
                    Severity::Warning,
                    format!("`{}` does not work as {} and is not used", found.path().display(), profile.name),
                )
                .note(reason),
            ),
        }
    }
    Ok(install::installed(profile))
}

/// The folder that gpuhoare keeps its solvers in: `GPUHOARE_CACHE`, or `gpuhoare` in the user's
/// cache folder.
pub fn cache_folder() -> Option<PathBuf> {
    match std::env::var_os("GPUHOARE_CACHE").filter(|value| !value.is_empty()) {
        Some(folder) => Some(PathBuf::from(folder)),
        None => dirs::cache_dir().map(|folder| folder.join("gpuhoare")),
    }
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

/// Self-tests a solver that gpuhoare did not install, once for each state of its file.
fn verified(solver: &Solver, config: &Config) -> Result<(), String> {
    let stamp = stamp(solver);
    if stamp.as_ref().is_some_and(|stamp| stamp.exists()) {
        return Ok(());
    }
    solver.self_test(config)?;
    // Without a stamp the test is only repeated at the next run.
    if let Some(stamp) = stamp
        && let Some(folder) = stamp.parent()
        && fs::create_dir_all(folder).is_ok()
    {
        let _ = fs::write(stamp, said_version(solver.path()));
    }
    Ok(())
}

/// Whether a solver on `PATH` is older than its profile asks for; one that does not say is not.
fn is_old(solver: &Solver) -> bool {
    let Some(minimum) = solver.profile.minimum_version.as_deref().filter(|_| solver.origin == Origin::Path) else {
        return false;
    };
    let Launch::Executable(path) = &solver.launch else { return false };
    // The stamp of the self-test holds the version, so that it is asked for once.
    let said = match stamp(solver).and_then(|stamp| fs::read_to_string(stamp).ok()).filter(|text| !text.is_empty()) {
        Some(text) => text,
        None => said_version(path),
    };
    match (version(&said), version(minimum)) {
        (Some(found), Some(minimum)) => found < minimum,
        _ => false,
    }
}

/// What `--version` prints.
fn said_version(path: &Path) -> String {
    const PATIENCE: Duration = Duration::from_secs(5);
    const LONGEST: u64 = 4_096;
    let mut command = Command::new(path);
    // A group of its own, so that what the process has started is ended with it.
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let Ok(mut child) = command.spawn() else { return String::new() };
    let (sender, said) = mpsc::channel();
    if let Some(output) = child.stdout.take() {
        // Whoever keeps the pipe open keeps this thread, and nothing else.
        std::thread::spawn(move || {
            let mut line = Vec::new();
            let read = BufReader::new(output.take(LONGEST)).read_until(b'\n', &mut line);
            let _ = sender.send(read.map(|_| String::from_utf8_lossy(&line).into_owned()));
        });
    }
    let text = said.recv_timeout(PATIENCE);
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // It may have ended by itself.
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait();
    text.ok().and_then(Result::ok).unwrap_or_default()
}

/// The first dotted number in a text.
fn version(text: &str) -> Option<Vec<u64>> {
    let number = |word: &str| word.split('.').map(|part| part.parse().ok()).collect::<Option<Vec<u64>>>();
    let words = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
    words.filter(|word| word.contains('.')).find_map(number)
}

/// A file whose name stands for a profile and the executable's path, size and time, with its version inside.
fn stamp(solver: &Solver) -> Option<PathBuf> {
    let path = fs::canonicalize(solver.path()).ok()?;
    let data = fs::metadata(&path).ok()?;
    let changed = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let mut hasher = DefaultHasher::new();
    (format!("{:?}", solver.profile), &path, data.len(), changed).hash(&mut hasher);
    Some(cache_folder()?.join("verified").join(format!("{}-{:016x}", solver.profile.name, hasher.finish())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_solvers_say() {
        assert_eq!(version("Z3 version 4.8.12 - 64 bit"), Some(vec![4, 8, 12]));
        assert_eq!(version("This is cvc5 version 1.4.2 [git 123abc]."), Some(vec![1, 4, 2]));
        assert_eq!(version("no number. here"), None);
        assert!(version("4.8.12") < version("4.13"));
        assert!(version("5.0") > version("4.13"));
    }
}
