//! The real solvers, found or installed as for a user, and what becomes of their processes.

use std::process::Command;
use std::time::{Duration, Instant};

use gpuhoare::base::Config;
use gpuhoare::logic::{FoldKind, Op, Sort, TermId, Terms};
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

/// Every operator with an exact encoding, on all small arguments: the value that the terms compute is
/// provable, and it is the only one.
#[test]
fn exact_operators_mean_what_the_terms_compute() {
    type Binary = fn(&mut Terms, TermId, TermId) -> TermId;
    let operators: [(&str, Binary); 7] = [
        ("div", Terms::div),
        ("mod", Terms::modulo),
        ("tdiv", Terms::trunc_div),
        ("trem", Terms::trunc_rem),
        ("min", Terms::min),
        ("max", Terms::max),
        ("abs", |terms, left, right| {
            let difference = terms.sub(left, right);
            terms.abs(difference)
        }),
    ];
    let portfolio = Portfolio::new(both(), &Config::default());
    for (name, operator) in operators {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.fresh_constant(name, Sort::Int));
        let applied = operator(&mut terms, x, y);
        let (mut all, mut wrong) = (Vec::new(), Vec::new());
        for a in -4..=4 {
            for b in [-3, -2, -1, 1, 2, 3] {
                let (left, right) = (terms.int(a), terms.int(b));
                let value = operator(&mut terms, left, right);
                assert!(terms.as_int(value).is_some(), "{name}({a}, {b}) is not computed");
                let here = [terms.eq(x, left), terms.eq(y, right)];
                let here = terms.and(&here);
                let equal = terms.eq(applied, value);
                all.push(terms.implies(here, equal));
                let off = terms.plus(value, 1);
                let other = terms.eq(applied, off);
                wrong.push(terms.implies(here, other));
            }
        }
        let goal = terms.and(&all);
        let query = smt::encode(&terms, &[], goal);
        assert!(!query.approximate);
        let answer = portfolio.solve(&query, &StopFlag::new());
        assert_eq!(answer.outcome, Outcome::Unsat, "{name}: {}", query.text);
        for goal in wrong.into_iter().step_by(7) {
            let answer = portfolio.solve(&smt::encode(&terms, &[], goal), &StopFlag::new());
            assert!(matches!(answer.outcome, Outcome::Sat { .. }), "{name}: {:?}", answer.outcome);
        }
    }
}

/// Shared terms under nested and repeated binders, reals, big numbers, folds: both solvers accept
/// the text, and know what follows.
#[test]
fn encoded_queries_are_well_formed() {
    let mut terms = Terms::new();
    let f = terms.declare("f", &[Sort::Int, Sort::Int], Sort::Int);
    let [i, j, k] = ["i", "j", "k"].map(|name| terms.fresh_var(name, Sort::Int));
    let [at_i, at_j, at_k] = [i, j, k].map(|var| terms.var(var));
    let inner = terms.apply(f, &[at_i, at_i]);
    let mixed = terms.apply(f, &[inner, at_j]);
    let least = terms.min(inner, mixed);
    let body = terms.le(least, inner);
    let twice = terms.mul(mixed, mixed);
    let zero = terms.int(0);
    let positive = terms.le(zero, twice);
    let both_hold = terms.and(&[body, positive]);
    let nested = terms.exists(&[j], both_hold);
    let nested = terms.forall(&[i], nested);
    let sum_body = terms.apply(f, &[at_k, at_i]);
    let sum = terms.fold(FoldKind::Sum, k, zero, at_i, sum_body);
    let same = terms.eq(sum, at_i);
    let some_sum = terms.exists(&[i], same);
    let big = terms.int("123456789012345678901234567890123456789012345".parse::<num_bigint::BigInt>().unwrap());
    let big_fact = terms.eq(big, at_i);
    let big_exists = terms.exists(&[i], big_fact);
    let real = terms.fresh_constant("r", Sort::Real);
    let half = terms.real(num_rational::BigRational::new((-1).into(), 2.into()));
    let less = terms.lt(real, half);
    let flag = terms.fresh_constant("b", Sort::Bool);
    let choice = terms.ite(flag, less, some_sum);
    let rebound = terms.bit(Op::BitXor, at_i, at_j);
    let rebound = terms.eq(rebound, at_i);
    let rebound = terms.exists(&[i, j], rebound);
    let goal = terms.and(&[nested, big_exists]);
    let query = smt::encode(&terms, &[choice, rebound, goal], goal);
    for solver in both() {
        let name = solver.profile.name.clone();
        let answer = Portfolio::new(vec![solver], &Config::default()).solve(&query, &StopFlag::new());
        assert_eq!(answer.outcome, Outcome::Unsat, "{name}: {}", query.text);
    }
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
