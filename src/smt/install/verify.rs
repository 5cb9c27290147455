//! Whether a solver works here, and whether it is an old release.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, UNIX_EPOCH};

use rustix::process::{Pid, Signal, kill_process_group};

use super::cache::cache_folder;
use crate::base::Config;
use crate::base::config::Solving;
use crate::smt::solve::{Outcome, Session};
use crate::smt::solver::{Launch, Origin, Solver};

/// What a solver said to a question whose answer is another one.
fn said(outcome: &Outcome) -> String {
    let said = match outcome {
        Outcome::Unsat => "it answered `unsat` to a question that has a solution".to_owned(),
        Outcome::Sat { .. } => "it answered `sat` to a contradiction".to_owned(),
        Outcome::Unknown(reason) => format!("it answered `unknown` ({reason})"),
        Outcome::Timeout | Outcome::Stopped => "it gave no answer in time".to_owned(),
        Outcome::Failed(text) => match text.strip_prefix("the solver ended") {
            Some(rest) => match rest.strip_prefix(": ") {
                Some(printed) => format!("it printed \"{printed}\" and ended"),
                None => format!("it ended{rest}"),
            },
            None => format!("it printed \"{text}\""),
        },
    };
    format!("it failed a simple test: {said}")
}

/// Whether the program is there and may be started.
fn startable(solver: &Solver) -> Result<(), String> {
    let Launch::Executable(path) = &solver.launch else { return Ok(()) };
    let cannot = |why: &dyn std::fmt::Display| Err(format!("it could not be started: {why}"));
    match fs::metadata(path) {
        // The operating system's own words, without the number behind them.
        Err(error) => cannot(&error.to_string().split(" (os error").next().unwrap_or_default()),
        Ok(data) if data.is_dir() => cannot(&"it is a folder"),
        Ok(data) if data.permissions().mode() & 0o111 == 0 => cannot(&"it is not executable"),
        Ok(_) => Ok(()),
    }
}

/// Asks the solver two questions with known answers, through a session as any other.
///
/// # Errors
///
/// What the solver said instead.
pub fn self_test(solver: &Solver, config: &Config) -> Result<(), String> {
    startable(solver)?;
    let solving = Solving { timeout: None, ..config.solving.clone() };
    let limits = solver.profile.limits(&Config { solving, ..config.clone() });
    let ask = |text: &str| -> Result<Outcome, String> {
        let mut session = Session::start(solver, &limits, true)?;
        session.send("(declare-fun n () Int)\n(declare-fun f (Int) Int)\n");
        session.send(text);
        Ok(session.check(false))
    };
    match ask("(assert (and (< 0 n) (< n 0)))\n")? {
        Outcome::Unsat => {}
        other => return Err(said(&other)),
    }
    match ask("(assert (and (< 0 n) (= (f n) 7)))\n")? {
        Outcome::Sat { .. } => Ok(()),
        other => Err(said(&other)),
    }
}

/// Self-tests a solver that gpuhoare did not install, once for each state of its file.
pub fn verified(solver: &Solver, config: &Config) -> Result<(), String> {
    let stamp = stamp(solver);
    if stamp.as_ref().is_some_and(|stamp| stamp.exists()) {
        return Ok(());
    }
    self_test(solver, config)?;
    // Without a stamp the test is only repeated at the next run.
    if let Some(stamp) = stamp
        && let Some(folder) = stamp.parent()
        && fs::create_dir_all(folder).is_ok()
    {
        let _ = fs::write(stamp, said_version(solver.place()));
    }
    Ok(())
}

/// Whether a solver on `PATH` is older than its profile asks for; one that does not say is not.
pub fn is_old(solver: &Solver) -> bool {
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

/// These solvers, byte by byte, with their profiles. Of one that the user has brought, the version that it says as well: it may be a
/// shell around a library. None where one of them cannot be read.
pub fn digest(solvers: &[Solver]) -> Option<[u8; 32]> {
    let mut hash = blake3::Hasher::new();
    for solver in solvers {
        hash.update(format!("{:?}\0", solver.profile).as_bytes());
        let mut files = match &solver.launch {
            Launch::Executable(path) => vec![path.clone()],
            Launch::Cvc5Libraries { folder, .. } => {
                let entries = fs::read_dir(folder).ok()?;
                entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<PathBuf>, _>>().ok()?
            }
        };
        files.retain(|file| file.is_file());
        files.sort();
        for file in &files {
            let mut own = blake3::Hasher::new();
            own.update_mmap_rayon(file).ok()?;
            hash.update(own.finalize().as_bytes());
        }
        if let (Launch::Executable(path), Origin::Path | Origin::Environment(_)) = (&solver.launch, &solver.origin) {
            hash.update(said_version(path).as_bytes());
        }
    }
    Some(*hash.finalize().as_bytes())
}

/// A file whose name stands for a profile and the executable's path, size and time, with its version inside.
fn stamp(solver: &Solver) -> Option<PathBuf> {
    let path = fs::canonicalize(solver.place()).ok()?;
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
