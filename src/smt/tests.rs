//! Sessions and portfolios with solvers that misbehave: small shell scripts.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::base::config::Solving;
use crate::base::{Config, codes};
use crate::smt::{Launch, Limits, Origin, Outcome, Portfolio, Profile, Query, Session, Solver, StopFlag};

/// A solver that runs this script; `$line` is each line that it gets.
fn fake(folder: &Path, name: &str, on_line: &str) -> Solver {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\nwhile read -r line; do\n{on_line}\ndone\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let profile: Profile = toml::from_str(&format!("name = \"{name}\"\ncommand = \"{name}\"")).unwrap();
    Solver { profile, launch: Launch::Executable(path), origin: Origin::Path }
}

/// A solver that gives this reply to `check-sat` and echoes as it should.
fn replying(folder: &Path, name: &str, reply: &str) -> Solver {
    fake(folder, name, &format!("case $line in '(check-sat)') {reply} ;; {ECHO} esac"))
}

const ECHO: &str = r#"'(echo '*) text=${line#*\"}; echo "${text%%\"*}" ;;"#;

fn limits(seconds: f64) -> Limits {
    Limits { resource: None, wall: Duration::from_secs_f64(seconds), memory: 1000 }
}

fn limited(timeout: f64, jobs: usize) -> Config {
    let solving = Solving { timeout: Some(timeout), jobs: Some(jobs), ..Solving::default() };
    Config { solving, ..Config::default() }
}

fn outcome(reply: &str) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let solver = replying(folder.path(), "fake", reply);
    Session::start(&solver, &limits(20.0), false).unwrap().check(false)
}

fn is_running(process: u32) -> bool {
    // A killed process that is not reaped yet does not run any more.
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    state.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

fn wait_until_gone(process: u32) {
    let started = Instant::now();
    while is_running(process) {
        assert!(started.elapsed() < Duration::from_secs(20), "process {process} is still there");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn exact_answers_are_believed() {
    assert_eq!(outcome("echo unsat"), Outcome::Unsat);
    assert_eq!(outcome("echo sat"), Outcome::Sat { model: None });
    assert_eq!(outcome("echo timeout"), Outcome::Timeout);
    assert_eq!(outcome("echo WARNING: slow; echo unsat"), Outcome::Unsat);
}

#[test]
fn anything_else_is_a_failure() {
    for reply in [
        "echo unsat-ish",
        "echo unsatisfiable",
        "echo '(error \"line 2: invalid command, (\"\" expected\")'; echo unsat",
        "echo unsat; echo unsat",
        "echo sat; echo unsat",
        "echo success; echo unsat",
        "echo ' unsat'",
        "echo UNSAT",
        "printf '\\377\\376\\n'",
        ":",
        "exit 3",
        "echo unsat; exit 0",
        "printf unsat; exit 0",
        "echo oops >&2; echo unsat",
    ] {
        assert!(matches!(outcome(reply), Outcome::Failed(_)), "{reply}: {:?}", outcome(reply));
    }
}

#[test]
fn the_last_words_of_a_dying_solver_are_reported() {
    assert_eq!(outcome("echo out of memory >&2; exit 1"), Outcome::Failed("the solver ended: out of memory".into()));
}

#[test]
fn an_error_ends_the_session_for_good() {
    let folder = tempfile::tempdir().unwrap();
    let on_line = format!("case $line in *bad*) echo '(error \"bad\")' ;; '(check-sat)') echo unsat ;; {ECHO} esac");
    let solver = fake(folder.path(), "fake", &on_line);
    let mut session = Session::start(&solver, &limits(20.0), false).unwrap();
    assert_eq!(session.check(false), Outcome::Unsat);
    session.send("(assert bad)\n");
    assert!(matches!(session.check(false), Outcome::Failed(_)));
    assert!(matches!(session.check(false), Outcome::Failed(_)), "the next answer would belong to the last question");
}

#[test]
fn a_hanging_solver_is_killed_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let solver = replying(folder.path(), "fake", "exec sleep 1000");
    let started = Instant::now();
    let mut session = Session::start(&solver, &limits(0.3), false).unwrap();
    assert_eq!(session.check(false), Outcome::Timeout);
    assert!(started.elapsed() < Duration::from_secs(20));
    let process = session.process_id();
    drop(session);
    wait_until_gone(process);
}

#[test]
fn a_solver_that_does_not_read_is_killed_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let solver = fake(folder.path(), "fake", "exec sleep 1000");
    let mut session = Session::start(&solver, &limits(0.3), false).unwrap();
    session.send(&"(assert true)\n".repeat(100_000));
    assert_eq!(session.check(false), Outcome::Timeout);
}

#[test]
fn a_flood_of_errors_does_not_block() {
    let flood = "i=0; while [ $i -lt 4000 ]; do echo '; a long remark, 50 bytes or so, again and again' >&2; i=$((i+1)); done; echo unsat";
    assert!(matches!(outcome(flood), Outcome::Failed(_)));
}

#[test]
fn a_missing_executable_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let mut solver = replying(folder.path(), "fake", ":");
    solver.launch = Launch::Executable(folder.path().join("none"));
    match Session::start(&solver, &limits(20.0), false) {
        Ok(mut session) => assert!(matches!(session.check(false), Outcome::Failed(_))),
        Err(reason) => assert!(!reason.is_empty()),
    }
}

fn portfolio(solvers: Vec<Solver>) -> Portfolio {
    Portfolio::new(solvers, &limited(30.0, 4))
}

#[test]
fn the_first_proof_wins_and_the_losers_are_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let note = folder.path().join("pid");
    let slow = replying(folder.path(), "slow", &format!("echo $$ >{}; exec sleep 1000", note.display()));
    let mut quick = replying(folder.path(), "quick", "echo unsat");
    quick.profile.start_delay_ms = 300;
    let answer = portfolio(vec![slow, quick]).solve(&Query::new("(assert false)"), &StopFlag::new());
    assert_eq!((answer.outcome, answer.solver.as_deref()), (Outcome::Unsat, Some("quick")));
    assert!(answer.seconds < 20.0);
    wait_until_gone(fs::read_to_string(note).unwrap().trim().parse().unwrap());
}

#[test]
fn a_failure_lets_the_next_solver_start_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let broken = replying(folder.path(), "broken", "exit 1");
    let mut patient = replying(folder.path(), "patient", "echo unsat");
    patient.profile.start_delay_ms = 1_000_000;
    let answer = portfolio(vec![broken, patient]).solve(&Query::new(""), &StopFlag::new());
    assert_eq!(answer.outcome, Outcome::Unsat);
    assert_eq!(answer.tries.len(), 2);
}

#[test]
fn without_a_proof_the_most_telling_outcome_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let broken = replying(folder.path(), "broken", "exit 1");
    let sat = replying(folder.path(), "candidate", "echo sat");
    let answer = portfolio(vec![broken, sat]).solve(&Query::new(""), &StopFlag::new());
    assert_eq!((answer.outcome, answer.solver.as_deref()), (Outcome::Sat { model: None }, Some("candidate")));
    assert_eq!(answer.contradiction, None);
}

#[test]
fn contradicting_solvers_are_an_internal_error() {
    let folder = tempfile::tempdir().unwrap();
    let sat = replying(folder.path(), "one", "echo sat");
    let mut unsat = replying(folder.path(), "two", "sleep 0.2; echo unsat");
    unsat.profile.start_delay_ms = 1_000_000;
    let answer = portfolio(vec![sat, unsat]).solve(&Query::new("(assert false)"), &StopFlag::new());
    let diagnostic = answer.contradiction.expect("a contradiction");
    assert_eq!(diagnostic.code, codes::E0612);
    let kept = diagnostic.notes[0].split('`').nth(1).expect("the kept file's name");
    assert!(fs::read_to_string(kept).unwrap().contains("(assert false)"));
    fs::remove_file(kept).unwrap();
}

#[test]
fn the_stop_flag_ends_a_query() {
    let folder = tempfile::tempdir().unwrap();
    let solver = replying(folder.path(), "slow", "exec sleep 1000");
    let stop = StopFlag::new();
    let portfolio = portfolio(vec![solver]);
    let answer = std::thread::scope(|scope| {
        let running = scope.spawn(|| portfolio.solve(&Query::new(""), &stop));
        std::thread::sleep(Duration::from_millis(100));
        stop.stop();
        running.join().unwrap()
    });
    assert_eq!(answer.outcome, Outcome::Stopped);
}

#[test]
fn jobs_count_processes() {
    let folder = tempfile::tempdir().unwrap();
    let count = folder.path().join("running");
    fs::create_dir(&count).unwrap();
    let reply = format!(
        ">{0}/$$; sleep 0.1; if [ $(ls {0} | wc -l) -gt 2 ]; then echo sat; else echo unsat; fi; rm {0}/$$",
        count.display()
    );
    let solver = replying(folder.path(), "fake", &reply);
    let portfolio = Portfolio::new(vec![solver], &limited(60.0, 2));
    let queries = vec![Query::new(""); 8];
    let answers = std::thread::scope(|scope| {
        let portfolio = &portfolio;
        let threads: Vec<_> =
            queries.iter().map(|query| scope.spawn(move || portfolio.solve(query, &StopFlag::new()))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    // The mark of the reply may be read, and the process killed, before it has removed its file.
    assert!(answers.iter().filter(|answer| answer.outcome == Outcome::Unsat).count() >= 2, "{answers:?}");
}

/// A solver that can be reset, proves everything, notes its process id at each `check-sat`, and does this at `(reset)`.
fn resettable(folder: &Path, on_reset: &str) -> (Solver, std::path::PathBuf) {
    let log = folder.join("log");
    let note = format!("echo $$ >> {}; echo unsat", log.display());
    let script = format!("case $line in '(check-sat)') {note} ;; '(reset)') {on_reset} ;; {ECHO} esac");
    let mut solver = fake(folder, "resettable", &script);
    solver.profile.resets = true;
    (solver, log)
}

/// The processes that answered three queries in a row.
fn processes_of_three(on_reset: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (solver, log) = resettable(folder.path(), on_reset);
    let portfolio = Portfolio::new(vec![solver], &Config::default());
    for _ in 0..3 {
        assert_eq!(portfolio.solve(&Query::new(""), &StopFlag::new()).outcome, Outcome::Unsat);
    }
    fs::read_to_string(log).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_solver_that_can_be_reset_is_started_once() {
    let processes = processes_of_three(":");
    assert!(processes.len() == 3 && processes.iter().all(|process| *process == processes[0]), "{processes:?}");
}

#[test]
fn a_solver_that_ends_or_speaks_up_while_it_waits_is_replaced() {
    for on_reset in ["exit 1", "echo unsat", "echo '(error \"no reset\")'"] {
        let mut processes = processes_of_three(on_reset);
        processes.dedup();
        assert!(processes.len() >= 3, "{on_reset}: {processes:?}");
    }
}
