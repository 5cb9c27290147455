//! The real solvers, found or installed as for a user, and what becomes of their processes.

use std::process::Command;
use std::time::{Duration, Instant};

use gpuhoare::base::Config;
use gpuhoare::smt::{self, Outcome, Portfolio, Query, Session, Solver, StopFlag};

fn solver(name: &str) -> Solver {
    let config = Config { solvers: vec![name.to_string()], ..Config::default() };
    let (mut solvers, warnings) = smt::locate(&config, &|line| eprintln!("{line}")).expect("a solver");
    assert!(warnings.iter().all(|warning| !warning.is_error()));
    solvers.remove(0)
}

fn both() -> Vec<Solver> {
    vec![solver("z3"), solver("cvc5")]
}

/// Fermat's last theorem for cubes: no solver settles it.
const HARD: &str = "(declare-const x Int)(declare-const y Int)(declare-const z Int)
(assert (and (> x 2) (> y 2) (> z 2) (= (+ (* x x x) (* y y y)) (* z z z))))";

#[test]
fn both_solvers_pass_their_self_test() {
    for solver in both() {
        solver.self_test(&Config::default()).unwrap();
    }
}

#[test]
fn quantifiers_patterns_and_models() {
    let text = "(declare-fun f (Int) Int)(declare-fun |thread idx| () Int)
(assert (forall ((i Int)) (! (=> (<= 0 i) (= (f i) (* 2 i))) :pattern ((f i)))))
(assert (= |thread idx| 5))";
    for solver in both() {
        let portfolio = Portfolio::new(vec![solver], &Config::default());
        let refuted = Query::new(format!("{text}(assert (distinct (f |thread idx|) 10))"));
        assert_eq!(portfolio.solve(&refuted, &StopFlag::new()).outcome, Outcome::Unsat);
        let query =
            Query { text: "(declare-const n Int)(assert (= (+ n 3) 1))".into(), model: true, ..Query::default() };
        match portfolio.solve(&query, &StopFlag::new()).outcome {
            Outcome::Sat { model: Some(model) } => {
                assert_eq!(model.definition("n").map(|entry| entry.value.as_str()), Some("(- 2)"), "{}", model.text);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn an_error_in_the_query_is_a_failure_for_both() {
    for text in ["(assert (= undeclared 1)) (assert false)", "(assert false)) (assert false)", "(assert |"] {
        for solver in both() {
            let portfolio = Portfolio::new(vec![solver], &Config { timeout: Some(5.0), ..Config::default() });
            let answer = portfolio.solve(&Query::new(text), &StopFlag::new());
            assert_ne!(answer.outcome, Outcome::Unsat, "{text}");
        }
    }
}

#[test]
fn the_resource_limit_is_reported() {
    for solver in both() {
        let name = solver.profile.name.clone();
        let portfolio = Portfolio::new(vec![solver], &Config::default());
        let answer = portfolio.solve(&Query::new(HARD), &StopFlag::new());
        eprintln!("{name}: {:?} after {:.2} s", answer.outcome, answer.seconds);
        assert!(matches!(answer.outcome, Outcome::Unknown(_) | Outcome::Timeout), "{:?}", answer.outcome);
    }
}

#[test]
fn a_short_timeout_is_kept() {
    for solver in both() {
        let portfolio = Portfolio::new(vec![solver], &Config { timeout: Some(0.2), ..Config::default() });
        let answer = portfolio.solve(&Query::new(HARD), &StopFlag::new());
        assert!(matches!(answer.outcome, Outcome::Unknown(_) | Outcome::Timeout), "{:?}", answer.outcome);
        assert!(answer.seconds < 10.0);
    }
}

#[test]
fn a_long_session_answers_in_order() {
    for solver in both() {
        let limits = solver.profile.limits(&Config::default());
        let mut session = Session::start(&solver, &limits, false).unwrap();
        session.send("(declare-const n Int)\n");
        for round in 0..20 {
            session.send("(push 1)\n(assert (< n 0))\n");
            if round % 2 == 0 {
                session.send("(assert (> n 0))\n");
            }
            let expected = if round % 2 == 0 { Outcome::Unsat } else { Outcome::Sat { model: None } };
            assert_eq!(session.check(false), expected, "{}, round {round}", solver.profile.name);
            session.send("(pop 1)\n");
        }
    }
}

#[test]
fn twelve_easy_queries_are_quick() {
    let portfolio = Portfolio::new(both(), &Config::default());
    let easy = "(declare-fun a () (Array Int Int))(declare-const i Int)(declare-const j Int)
(assert (distinct i j))(assert (distinct (select (store a i 1) j) (select a j)))";
    let started = Instant::now();
    let answers = portfolio.solve_all(&vec![Query::new(easy); 12], &StopFlag::new());
    eprintln!("12 queries in {:.3} s with {} jobs", started.elapsed().as_secs_f64(), portfolio.jobs());
    assert!(answers.iter().all(|answer| answer.outcome == Outcome::Unsat));
}

/// What the test below runs as a process of its own; does nothing when run as a test.
#[test]
fn helper_that_solves_and_is_killed() {
    if std::env::var_os("SOLVE_UNTIL_KILLED").is_none() {
        return;
    }
    let portfolio = Portfolio::new(vec![solver("z3")], &Config { timeout: Some(300.0), ..Config::default() });
    portfolio.solve(&Query::new(HARD), &StopFlag::new());
}

#[test]
#[cfg(target_os = "linux")]
fn no_solver_outlives_a_killed_run() {
    let mut run = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "helper_that_solves_and_is_killed"])
        .env("SOLVE_UNTIL_KILLED", "1")
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let patience = Duration::from_secs(60);
    let started = Instant::now();
    let children = loop {
        let children = solvers_below(run.id());
        if !children.is_empty() {
            break children;
        }
        assert!(started.elapsed() < patience, "no solver was started");
        std::thread::sleep(Duration::from_millis(20));
    };
    // So that the guard knows of it, too.
    std::thread::sleep(Duration::from_millis(300));
    run.kill().unwrap();
    run.wait().unwrap();
    let started = Instant::now();
    while children.iter().any(|child| command_of(*child).is_some_and(|command| command.contains("z3"))) {
        assert!(started.elapsed() < patience, "a solver outlives its run");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
fn solvers_below(parent: u32) -> Vec<u32> {
    let text = |path: String| std::fs::read_to_string(path).unwrap_or_default();
    let processes =
        std::fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    processes
        .filter(|process: &u32| {
            let state = text(format!("/proc/{process}/stat"));
            let fields: Vec<&str> = state.rsplit_once(") ").map_or("", |(_, rest)| rest).split(' ').collect();
            fields.get(1) == Some(&parent.to_string().as_str())
                && command_of(*process).is_some_and(|command| command.contains("-smt2") && !command.contains("/bin/sh"))
        })
        .collect()
}

#[cfg(target_os = "linux")]
fn command_of(process: u32) -> Option<String> {
    let command = std::fs::read(format!("/proc/{process}/cmdline")).ok()?;
    Some(String::from_utf8_lossy(&command).replace('\0', " ")).filter(|command| !command.is_empty())
}
