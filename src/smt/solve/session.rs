//! One conversation with one solver process.
//!
//! rsmt2 spawns and feeds the process. Its own reading of replies is not used: after an error it
//! answers the wrong query, and it believes any word that begins with `unsat`. Here every question
//! ends with an `echo` of a mark, and the reply is all lines up to that mark. Only the single exact
//! line `unsat` proves; an error or any other unexpected line ends the session for good.

use std::io::{self, Read, Write};
use std::time::Instant;

use rsmt2::{SmtStyle, Solver as Process};

use crate::smt::model::Model;
use crate::smt::profile::{Limits, Profile};
use crate::smt::solver::Solver;

use super::processes::{self, Deadline};

/// How a solver's try at a query ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Proved.
    Unsat,
    /// A candidate counterexample, with a model when one was asked for and given.
    Sat {
        /// `None` when none was asked for, or the solver gave none.
        model: Option<Model>,
    },
    /// The solver gave up, with its reason; the deterministic resource limit comes out here.
    Unknown(String),
    /// The wall clock ran out.
    Timeout,
    /// The process said or did something else, or could not be started.
    Failed(String),
    /// The caller withdrew the query.
    Stopped,
}

/// A running solver.
pub struct Session {
    process_id: u32,
    /// `None` only while dropping.
    process: Option<Process<()>>,
    /// Armed from the start to the end of the first check, and during each later one.
    deadline: Option<Deadline>,
    limits: Limits,
    unread: Vec<u8>,
    marks: u64,
    checks: usize,
    /// What ended the session, when something has.
    broken: Option<String>,
}

/// The first line gives the process id, which rsmt2 keeps to itself; then the shell becomes the
/// solver, with its error output (which rsmt2 never reads) in the same stream. Where it can be, the process is the first of a
/// group, so that what it starts is killed with it and does not keep the stream open.
const START: &str = r#"echo $$; exec 2>&1
if [ "$0" != 0 ]; then ulimit -v "$0" 2>/dev/null; fi
if command -v setsid >/dev/null; then exec setsid "$@"; fi
exec "$@""#;

/// Queries that one process is asked: what little it may lose of its memory at each does not add up.
const MOST_CHECKS: usize = 500;

/// More than this is no reply to any question of ours.
const LONGEST_REPLY: usize = 64 << 20;

/// What a line takes beside its letters.
const OF_LINE: usize = 64;

impl Session {
    /// Starts a solver and sends its options and logic. The wall clock of the limits runs from here
    /// to the end of the first check, and anew for each later one.
    ///
    /// # Errors
    ///
    /// The reason, when the process cannot be started.
    pub fn start(solver: &Solver, limits: &Limits, models: bool) -> Result<Session, String> {
        let profile = &solver.profile;
        let mut command = SmtStyle::Yices2.new("/bin/sh");
        command.option("-c").option(START).option(address_space(profile, limits).to_string());
        for argument in solver.command_line() {
            command.option(argument);
        }
        for argument in profile.arguments(limits, models) {
            command.option(argument);
        }
        let mut process = command.spawn(()).map_err(|error| error.to_string())?;
        let mut unread = Vec::new();
        let first = read_line(&mut process, &mut unread).map_err(|error| error.to_string())?;
        let process_id = first
            .and_then(|line| line.trim().parse().ok())
            .ok_or_else(|| "the shell that starts the solver gave no process id".to_string())?;
        processes::adopt(process_id);
        let mut session = Session {
            process_id,
            process: Some(process),
            deadline: None,
            limits: *limits,
            unread,
            marks: 0,
            checks: 0,
            broken: None,
        };
        session.begin(profile, limits, models);
        Ok(session)
    }

    /// Arms the deadline and sends options and logic.
    fn begin(&mut self, profile: &Profile, limits: &Limits, models: bool) {
        self.limits = *limits;
        self.deadline = Some(Deadline::arm(self.process_id, Instant::now() + limits.wall));
        self.send(&profile.prelude(limits, models));
    }

    /// Brings a solver whose profile says that this is possible back to what it was after its start, for another query with
    /// limits of its own.
    pub fn renew(&mut self, solver: &Solver, limits: &Limits, models: bool) {
        self.send("(reset)\n");
        self.begin(&solver.profile, limits, models);
    }

    /// Whether the session has answered as it should so far, and may be asked another query.
    pub fn is_renewable(&self, solver: &Solver) -> bool {
        solver.profile.resets && self.broken.is_none() && self.checks < MOST_CHECKS
    }

    /// The solver's process id.
    pub fn process_id(&self) -> u32 {
        self.process_id
    }

    /// Sends commands that have no reply. What goes wrong comes out at the next question.
    pub fn send(&mut self, text: &str) {
        let Some(process) = &mut self.process else { return };
        if self.broken.is_none()
            && let Err(error) = process.write_all(text.as_bytes())
            && error.kind() != io::ErrorKind::BrokenPipe
        {
            self.broken = Some(error.to_string());
        }
    }

    /// The names of assertions that the last `unsat` needed. The option has to be on.
    pub fn core(&mut self) -> Option<Vec<String>> {
        let text = self.ask("(get-unsat-core)\n").ok()?.join(" ");
        let names = text.trim().strip_prefix('(')?.strip_suffix(')')?;
        Some(names.split_whitespace().map(str::to_owned).collect())
    }

    /// Asks `check-sat`, and for a model when it is `sat` and `model` says so.
    pub fn check(&mut self, model: bool) -> Outcome {
        self.checks += 1;
        let at = Instant::now() + self.limits.wall;
        self.deadline.get_or_insert_with(|| Deadline::arm(self.process_id, at));
        let outcome = match self.ask("(check-sat)\n") {
            Ok(lines) => self.judge(&lines, model),
            Err(outcome) => outcome,
        };
        if let Outcome::Failed(reason) = &outcome {
            self.broken.get_or_insert_with(|| reason.clone());
        }
        self.deadline = None;
        outcome
    }

    fn judge(&mut self, lines: &[String], model: bool) -> Outcome {
        let [line] = lines else { return Outcome::Failed(unexpected(lines)) };
        match line.as_str() {
            "unsat" => Outcome::Unsat,
            "sat" => Outcome::Sat { model: if model { self.model() } else { None } },
            "unknown" => self.reason(),
            "timeout" => Outcome::Timeout,
            _ => Outcome::Failed(unexpected(lines)),
        }
    }

    /// The model of the last `sat`; a session that fails at this keeps its verdict.
    fn model(&mut self) -> Option<Model> {
        let lines = self.ask("(get-model)\n").ok()?;
        Some(Model::read(&lines.join("\n")))
    }

    /// Why the last answer was `unknown`.
    fn reason(&mut self) -> Outcome {
        let Ok(lines) = self.ask("(get-info :reason-unknown)\n") else {
            return if self.timed_out() { Outcome::Timeout } else { Outcome::Unknown("no reason given".into()) };
        };
        let text = lines.join(" ");
        let reason = text.trim_start_matches("(:reason-unknown").trim_end_matches(')').trim().trim_matches('"');
        match reason {
            "timeout" => Outcome::Timeout,
            "canceled" | "max. resource limit exceeded" | "resourceout" => {
                Outcome::Unknown("resource limit reached".to_string())
            }
            "memout" => Outcome::Unknown("memory limit reached".to_string()),
            "" => Outcome::Unknown("no reason given".to_string()),
            other => Outcome::Unknown(other.to_string()),
        }
    }

    /// Sends a question and reads the lines of its reply.
    fn ask(&mut self, question: &str) -> Result<Vec<String>, Outcome> {
        self.marks += 1;
        let mark = format!("gpuhoare-mark-{}", self.marks);
        self.send(&format!("{question}(echo \"{mark}\")\n"));
        let reply = match &self.broken {
            Some(reason) => Err(Outcome::Failed(reason.clone())),
            None => self.read_reply(&mark),
        };
        if let Err(Outcome::Failed(reason)) = &reply {
            self.broken.get_or_insert_with(|| reason.clone());
        }
        reply
    }

    fn read_reply(&mut self, mark: &str) -> Result<Vec<String>, Outcome> {
        let Some(process) = &mut self.process else { return Err(Outcome::Failed("the session is over".into())) };
        // A write to a process that has ended fails; what it said before it ended is worth reading.
        let _ = process.flush();
        let (mut lines, mut length) = (Vec::new(), 0);
        loop {
            let line = match read_line(process, &mut self.unread) {
                Ok(Some(line)) => line,
                Ok(None) if self.deadline.as_ref().is_some_and(Deadline::fired) => {
                    return Err(self.end(Outcome::Timeout));
                }
                Ok(None) if lines.is_empty() => {
                    return Err(Outcome::Failed("the solver ended without an answer".to_string()));
                }
                Ok(None) => return Err(Outcome::Failed(format!("the solver ended: {}", shorten(&lines.join(" "))))),
                Err(error) => return Err(Outcome::Failed(error.to_string())),
            };
            // cvc5 echoes with the quotes.
            if line.trim().trim_matches('"') == mark {
                break;
            }
            length += line.len() + OF_LINE;
            if length > LONGEST_REPLY {
                return Err(Outcome::Failed("the solver's reply has no end".to_string()));
            }
            let line = line.trim_end();
            if !line.is_empty() && !line.starts_with("WARNING") {
                lines.push(line.to_string());
            }
        }
        match lines.iter().any(|line| line.contains("(error")) {
            true => Err(Outcome::Failed(shorten(&lines.join(" ")))),
            false => Ok(lines),
        }
    }

    fn timed_out(&self) -> bool {
        self.deadline.as_ref().is_some_and(Deadline::fired)
    }

    fn end(&mut self, outcome: Outcome) -> Outcome {
        self.broken.get_or_insert_with(|| "the session is over".to_string());
        outcome
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            processes::bury(self.process_id, process);
        }
    }
}

/// Kibibytes of address space for `ulimit`; 0 for no limit from outside.
fn address_space(profile: &Profile, limits: &Limits) -> u64 {
    if profile.limit_address_space { limits.memory.saturating_mul(1024) } else { 0 }
}

fn unexpected(lines: &[String]) -> String {
    format!("unexpected answer: {}", shorten(&lines.join(" ")))
}

fn shorten(text: &str) -> String {
    const LONGEST: usize = 400;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_string(),
    }
}

/// The next line, or nothing at the end of the stream (a last line without its end is given first).
fn read_line(process: &mut Process<()>, unread: &mut Vec<u8>) -> io::Result<Option<String>> {
    let mut searched = 0;
    loop {
        if let Some(at) = unread[searched..].iter().position(|byte| *byte == b'\n') {
            let rest = unread.split_off(searched + at + 1);
            let line = std::mem::replace(unread, rest);
            return Ok(Some(String::from_utf8_lossy(&line[..line.len() - 1]).into_owned()));
        }
        searched = unread.len();
        if searched > LONGEST_REPLY {
            return Err(io::Error::other("the solver's reply has no end"));
        }
        let mut buffer = [0; 8192];
        match process.read(&mut buffer)? {
            0 if unread.is_empty() => return Ok(None),
            0 => return Ok(Some(String::from_utf8_lossy(&std::mem::take(unread)).into_owned())),
            count => unread.extend_from_slice(&buffer[..count]),
        }
    }
}
