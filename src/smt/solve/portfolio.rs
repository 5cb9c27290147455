//! Several solvers at one query: the first `unsat` wins, and the losers are stopped at once. A solver that can be reset is not
//! started for each query: its process waits for the next one.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

pub use crate::base::StopFlag;
use crate::base::codes;
use crate::base::{Config, Diagnostic, Severity};
use crate::smt::query::{Patience, Query};
use crate::smt::solver::Solver;

use super::processes::{self, lock};
use super::session::{Outcome, Session};

/// The solvers of a run and their limits. Many threads may solve at once; `--jobs` counts the
/// solver processes of all of them.
pub struct Portfolio {
    solvers: Vec<Solver>,
    config: Config,
    seats: Seats,
    /// Processes that have answered, with the rank of their solver and whether they give models.
    idle: Mutex<Vec<(usize, bool, Session)>>,
}

/// What came of a query.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// `Unsat` when one solver proved it, else the most telling outcome of all tries.
    pub outcome: Outcome,
    /// The solver whose outcome it is.
    pub solver: Option<String>,
    /// Wall clock, with waiting for a free process.
    pub seconds: f64,
    /// Every try that ended before the query was decided, in the order in which they ended.
    pub tries: Vec<Try>,
    /// `E0612`: one solver said `sat` and another `unsat`. The run must stop.
    pub contradiction: Option<Diagnostic>,
}

/// One solver at one query.
#[derive(Clone, PartialEq, Debug)]
pub struct Try {
    /// The name of the solver's profile.
    pub solver: String,
    /// How the try ended.
    pub outcome: Outcome,
    /// Wall clock of the process.
    pub seconds: f64,
}

impl Portfolio {
    /// A portfolio of these solvers, the one to start first in front.
    pub fn new(solvers: Vec<Solver>, config: &Config) -> Portfolio {
        Portfolio { solvers, config: config.clone(), seats: Seats::new(jobs(config)), idle: Mutex::default() }
    }

    /// The solvers, the one to start first in front.
    pub fn solvers(&self) -> &[Solver] {
        &self.solvers
    }

    /// Puts a query to all solvers that are asked, each in a process that is fresh or as good as fresh, until one proves it.
    pub fn solve(&self, query: &Query, stop: &StopFlag) -> Answer {
        let started = Instant::now();
        let race = Race::default();
        let (sender, tries) = mpsc::channel();
        let asked = match query.patience {
            Patience::Full => &self.solvers[..],
            Patience::Brief => &self.solvers[..self.solvers.len().min(1)],
        };
        let (decided, mut tries) = std::thread::scope(|scope| {
            for (rank, solver) in asked.iter().enumerate() {
                let (sender, race) = (sender.clone(), &race);
                scope.spawn(move || {
                    if let Some(ended) = self.attempt(rank, solver, query, race, started) {
                        // The receiver waits for every sender, or no longer cares.
                        let _ = sender.send(ended);
                    }
                });
            }
            drop(sender);
            let result = wait(&tries, query, stop);
            race.finish();
            self.seats.wake();
            result
        });
        let stopped = decided.is_none() && stop.is_set();
        let proof = decided.as_ref().filter(|winner| winner.outcome == Outcome::Unsat);
        let contradiction = proof.and_then(|winner| contradiction(winner, &tries, query));
        let (outcome, solver) = match decided {
            Some(winner) => {
                let decided = (winner.outcome.clone(), Some(winner.solver.clone()));
                tries.push(winner);
                decided
            }
            None if stopped => (Outcome::Stopped, None),
            None => match tries.iter().min_by_key(|ended| telling(&ended.outcome)) {
                Some(best) => (best.outcome.clone(), Some(best.solver.clone())),
                None => (Outcome::Failed("there is no solver".to_string()), None),
            },
        };
        Answer { outcome, solver, seconds: started.elapsed().as_secs_f64(), tries, contradiction }
    }

    /// One solver's try; nothing when the race was over before or while it ran.
    fn attempt(&self, rank: usize, solver: &Solver, query: &Query, race: &Race, started: Instant) -> Option<Try> {
        let delay = Duration::from_millis(solver.profile.start_delay_ms);
        if rank > 0 && !race.wait_for_start(started + delay, rank) {
            return None;
        }
        let _seat = self.seats.take(rank, race)?;
        let started = Instant::now();
        let outcome = self.ask(rank, solver, query, race)?;
        let ended = Try { solver: solver.profile.name.clone(), outcome, seconds: started.elapsed().as_secs_f64() };
        race.ended_without_proof(&ended.outcome).then_some(ended)
    }

    /// What the solver says; nothing when the race is over before.
    fn ask(&self, rank: usize, solver: &Solver, query: &Query, race: &Race) -> Option<Outcome> {
        let limits = solver.profile.limits(&self.config).with(query.patience);
        if let Some(mut session) = self.take_idle(rank, query.model) {
            session.renew(solver, &limits, query.model);
            match self.converse(session, rank, solver, query, race)? {
                // It may have ended while it waited.
                Outcome::Failed(_) if !race.is_over() => {}
                outcome => return Some(outcome),
            }
        }
        match Session::start(solver, &limits, query.model) {
            Ok(session) => self.converse(session, rank, solver, query, race),
            Err(reason) => Some(Outcome::Failed(reason)),
        }
    }

    /// One query and its answer; a process that nobody had to stop may be asked again.
    fn converse(
        &self,
        mut session: Session,
        rank: usize,
        solver: &Solver,
        query: &Query,
        race: &Race,
    ) -> Option<Outcome> {
        if !race.enter(session.process_id()) {
            return None;
        }
        session.send(&query.text);
        session.send("\n");
        let outcome = session.check(query.model);
        let unharmed = race.leave(session.process_id());
        if unharmed && session.is_renewable(solver) {
            lock(&self.idle).push((rank, query.model, session));
        }
        Some(outcome)
    }

    fn take_idle(&self, rank: usize, model: bool) -> Option<Session> {
        let mut idle = lock(&self.idle);
        let at = idle.iter().rposition(|(of, models, _)| (*of, *models) == (rank, model))?;
        Some(idle.remove(at).2)
    }
}

/// How many solver processes the configuration allows at a time.
pub fn jobs(config: &Config) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
    config.solving.jobs.unwrap_or_else(cores).max(1)
}

/// Waits for the first proof, or for all tries to end, or for the flag.
fn wait(ends: &mpsc::Receiver<Try>, query: &Query, stop: &StopFlag) -> (Option<Try>, Vec<Try>) {
    let decides = |outcome: &Outcome| match outcome {
        Outcome::Unsat => true,
        Outcome::Sat { .. } => query.sat_decides,
        Outcome::Unknown(_) | Outcome::Timeout | Outcome::Failed(_) | Outcome::Stopped => false,
    };
    const LOOK_AT_FLAG: Duration = Duration::from_millis(20);
    let mut tries = Vec::new();
    loop {
        match ends.recv_timeout(LOOK_AT_FLAG) {
            Ok(ended) if decides(&ended.outcome) => return (Some(ended), tries),
            Ok(ended) => tries.push(ended),
            Err(RecvTimeoutError::Disconnected) => return (None, tries),
            Err(RecvTimeoutError::Timeout) if stop.is_set() => return (None, tries),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Which of several failures says most: lower is better.
fn telling(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Unsat => 0,
        Outcome::Sat { .. } => 1,
        Outcome::Unknown(_) => 2,
        Outcome::Timeout => 3,
        Outcome::Failed(_) => 4,
        Outcome::Stopped => 5,
    }
}

fn contradiction(winner: &Try, tries: &[Try], query: &Query) -> Option<Diagnostic> {
    let other = tries.iter().find(|ended| matches!(ended.outcome, Outcome::Sat { .. }))?;
    let message = format!("{} answers `unsat` and {} answers `sat` to the same query", winner.solver, other.solver);
    let kept = match keep(query) {
        Ok(path) => format!("the query was kept in `{}`", path.display()),
        Err(error) => format!("the query could not be kept: {error}"),
    };
    Some(Diagnostic::new(codes::E0612, Severity::Error, message).note(kept))
}

/// Writes a query to a new file of the current folder.
fn keep(query: &Query) -> std::io::Result<PathBuf> {
    let file = tempfile::Builder::new().prefix("gpuhoare-contradiction-").suffix(".smt2").tempfile_in(".")?;
    std::fs::write(file.path(), format!("(set-logic ALL)\n{}\n(check-sat)\n", query.text))?;
    let (_, path) = file.keep().map_err(|error| error.error)?;
    Ok(path)
}

/// What the tries at one query know of each other.
#[derive(Default)]
struct Race {
    state: Mutex<RaceState>,
    changed: Condvar,
}

#[derive(Default)]
struct RaceState {
    over: bool,
    /// How many tries have ended without a proof.
    failed: usize,
    running: BTreeSet<u32>,
}

impl Race {
    /// Waits until the moment, or until all that start earlier have failed; false when it is over.
    fn wait_for_start(&self, moment: Instant, rank: usize) -> bool {
        let mut state = lock(&self.state);
        loop {
            let now = Instant::now();
            if state.over || state.failed >= rank || moment <= now {
                return !state.over;
            }
            state = self.changed.wait_timeout(state, moment - now).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A process has started; false when it need not go on.
    fn enter(&self, process: u32) -> bool {
        let mut state = lock(&self.state);
        state.running.insert(process);
        !state.over
    }

    /// A process has answered; false when the race was over before, and it may have been killed.
    fn leave(&self, process: u32) -> bool {
        let mut state = lock(&self.state);
        state.running.remove(&process);
        !state.over
    }

    /// Counts a try's end; false when the race was over before.
    fn ended_without_proof(&self, outcome: &Outcome) -> bool {
        let mut state = lock(&self.state);
        if *outcome != Outcome::Unsat {
            state.failed += 1;
            self.changed.notify_all();
        }
        !state.over
    }

    /// Ends the race and kills what still runs in it.
    fn finish(&self) {
        let mut state = lock(&self.state);
        state.over = true;
        self.changed.notify_all();
        for process in &state.running {
            processes::kill(*process);
        }
    }

    fn is_over(&self) -> bool {
        lock(&self.state).over
    }
}

/// The right to run a solver process; those that start first in their race are served first.
struct Seats {
    count: usize,
    state: Mutex<SeatState>,
    changed: Condvar,
}

#[derive(Default)]
struct SeatState {
    taken: usize,
    /// Rank in the race and order of arrival of those who wait.
    waiting: BTreeSet<(usize, u64)>,
    arrivals: u64,
}

struct Seat<'s>(&'s Seats);

impl Seats {
    fn new(count: usize) -> Seats {
        Seats { count, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits for a seat; nothing when the race is over before there is one.
    fn take(&self, rank: usize, race: &Race) -> Option<Seat<'_>> {
        let mut state = lock(&self.state);
        state.arrivals += 1;
        let me = (rank, state.arrivals);
        state.waiting.insert(me);
        loop {
            let over = race.is_over();
            if over || (state.taken < self.count && state.waiting.first() == Some(&me)) {
                state.waiting.remove(&me);
                self.changed.notify_all();
                if over {
                    return None;
                }
                state.taken += 1;
                return Some(Seat(self));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets those who wait see that their race is over. The lock makes sure that none of them is
    /// between looking and waiting.
    fn wake(&self) {
        let _state = lock(&self.state);
        self.changed.notify_all();
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        lock(&self.0.state).taken -= 1;
        self.0.changed.notify_all();
    }
}
