//! The real solvers, found or installed as for a user, and what becomes of their processes.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use gpuhoare::base::Config;
use gpuhoare::base::config::Solving;
use gpuhoare::logic::{FoldKind, Sort, TermId, Terms};
use gpuhoare::smt::{self, Outcome, Portfolio, Query, Session, Solver, StopFlag};
use rayon::prelude::*;

fn with(solving: Solving) -> Config {
    Config { solving, ..Config::default() }
}

fn solver(name: &str) -> Solver {
    let config = with(Solving { solvers: vec![name.to_string()], ..Solving::default() });
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
fn the_wheel_depends_on_the_pinned_solvers() {
    let project = std::fs::read_to_string("python/pyproject.toml").unwrap();
    let pinned = smt::built_in();
    for wheel in pinned.iter().map(|profile| profile.wheel.as_ref().unwrap()) {
        let wanted = format!("\"{}=={}\"", wheel.package, wheel.version);
        assert!(project.contains(&wanted), "python/pyproject.toml does not depend on {wanted}");
    }
}

#[test]
fn both_solvers_pass_their_self_test() {
    for solver in both() {
        smt::self_test(&solver, &Config::default()).unwrap();
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
            let portfolio = Portfolio::new(vec![solver], &with(Solving { timeout: Some(5.0), ..Solving::default() }));
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
        let portfolio = Portfolio::new(vec![solver], &with(Solving { timeout: Some(0.2), ..Solving::default() }));
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

/// The answers of a solver, and the resources that it counts, are those of a fresh process after whatever it was asked and `(reset)`.
#[test]
fn a_reset_solver_is_as_good_as_a_fresh_one() {
    let squares = "(declare-fun f (Int) Int)(declare-const n Int)(declare-const m Int)(assert (< 1 n))(assert (< 1 m))
(assert (forall ((i Int)) (! (=> (<= 0 i n) (<= (* i i) (f i))) :pattern ((f i)))))";
    let texts = [
        HARD.to_owned(),
        format!("{squares}(assert (< (f n) 4))"),
        format!("{squares}(assert (< (f n) m))"),
        "(declare-fun f () Int)(assert (> f 3))".to_owned(),
        "(declare-fun f () Int)(assert (> f 3))(assert (< f 3))".to_owned(),
        "(declare-const n Int)(declare-const m Int)(declare-const i Int)(declare-const j Int)(assert (<= 0 i))(assert (< i m))
(assert (<= 0 j))(assert (< j n))(assert (>= (+ i (* m j)) (* m n)))"
            .to_owned(),
        "(declare-fun a () (Array Int Int))(declare-const i Int)(assert (distinct (select (store a i 1) 2) (select a 2)))".to_owned(),
    ];
    for solver in both().into_iter().filter(|solver| solver.profile.resets) {
        let limits = solver.profile.limits(&Config::default()).with(smt::Patience::Brief);
        let asked: Vec<String> = texts
            .iter()
            .map(|text| format!("{}{text}\n(check-sat)\n(get-info :rlimit)\n", solver.profile.prelude(&limits, false)))
            .collect();
        let fresh: Vec<String> = asked.iter().map(|text| says(&solver, &limits, text)).collect();
        assert!(["unsat", "sat", "unknown"].iter().all(|answer| fresh.iter().any(|said| said.starts_with(answer))));
        for step in [1, 2, 3, 4] {
            let order: Vec<usize> = (0..2 * asked.len()).map(|at| at * step % asked.len()).collect();
            let text: String = order.iter().map(|at| format!("{}(reset)\n", asked[*at])).collect();
            let expected: String = order.iter().map(|at| fresh[*at].as_str()).collect();
            assert_eq!(says(&solver, &limits, &text), expected, "{}, step {step}", solver.profile.name);
        }
    }
}

/// All that a solver says to this text.
fn says(solver: &Solver, limits: &smt::Limits, text: &str) -> String {
    let input = tempfile::NamedTempFile::new().expect("temporary files can be made");
    std::fs::write(input.path(), text).expect("it can be written");
    let [program, first @ ..] = &solver.command_line()[..] else { panic!("a solver has a program") };
    let file = std::fs::File::open(input.path()).expect("it is there");
    let arguments = first.iter().cloned().chain(solver.profile.arguments(limits, false));
    let output = Command::new(program).args(arguments).stdin(file).output().expect("the solver starts");
    String::from_utf8(output.stdout).expect("solvers speak UTF-8")
}

#[test]
fn twelve_easy_queries_are_quick() {
    let portfolio = Portfolio::new(both(), &Config::default());
    let easy = "(declare-fun a () (Array Int Int))(declare-const i Int)(declare-const j Int)
(assert (distinct i j))(assert (distinct (select (store a i 1) j) (select a j)))";
    let started = Instant::now();
    let queries = vec![Query::new(easy); 12];
    let answers: Vec<_> = queries.par_iter().map(|query| portfolio.solve(query, &StopFlag::new())).collect();
    eprintln!("12 queries in {:.3} s with {} jobs", started.elapsed().as_secs_f64(), smt::jobs(&Config::default()));
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
    let rebound = terms.bit_and(at_i, at_j);
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
    let portfolio = Portfolio::new(vec![solver("z3")], &with(Solving { timeout: Some(300.0), ..Solving::default() }));
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

/// What the tests below run in an environment of their own: prints the codes of all diagnostics.
#[test]
fn helper_that_locates() {
    let Some(names) = std::env::var_os("LOCATE") else { return };
    let solvers = names.to_string_lossy().split(',').map(str::to_string).collect();
    let config = with(Solving { solvers, offline: std::env::var_os("OFFLINE").is_some(), ..Solving::default() });
    match smt::locate(&config, &|_| ()) {
        Ok((solvers, warnings)) => {
            let origins: Vec<_> = solvers.iter().map(|solver| format!("{:?}", solver.origin)).collect();
            let codes: Vec<_> = warnings.iter().map(|warning| warning.code.0).collect();
            println!("<found {origins:?} {codes:?}>");
        }
        Err(diagnostics) => {
            let codes: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code.0).collect();
            println!("<failed {codes:?}>");
        }
    }
}

/// Runs the helper with only this folder on `PATH` and an empty cache.
fn locate_with(folder: &Path, variables: &[(&str, &str)]) -> String {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "helper_that_locates", "--nocapture"])
        .env("PATH", folder)
        .env("GPUHOARE_CACHE", folder.join("cache"))
        .env("LOCATE", "z3")
        .env_remove("GPUHOARE_Z3")
        .env_remove("GPUHOARE_CVC5")
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find_map(|line| line.split_once('<')).and_then(|(_, rest)| rest.split_once('>'));
    line.unwrap_or_else(|| panic!("{text}")).0.to_string()
}

fn script(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// A Python whose `pip install` does this.
fn python(folder: &Path, install: &str) {
    script(folder, "python3", &format!("case \"$*\" in *'pip install'*) {install} ;; *) exit 0 ;; esac"));
}

#[test]
fn each_obstacle_to_installing_has_its_code() {
    let refusals = [
        ("echo 'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.' >&2; exit 1", "E0605"),
        ("echo \"ERROR: Could not install packages due to an OSError: No space left on device\" >&2; exit 1", "E0607"),
        ("echo \"ERROR: [Errno 13] Permission denied: 'x'\" >&2; exit 1", "E0606"),
        ("echo 'ERROR: No matching distribution found for z3-solver' >&2; exit 1", "E0604"),
        ("exit 1", "E0604"),
        // It says that it has installed, and has not.
        ("for target; do [ \"$last\" = --target ] && /bin/mkdir -p \"$target\"; last=$target; done; exit 0", "E0608"),
    ];
    for (install, code) in refusals {
        let folder = tempfile::tempdir().unwrap();
        python(folder.path(), install);
        assert_eq!(locate_with(folder.path(), &[]), format!("failed [\"{code}\"]"), "{install}");
        assert!(!folder.path().join("cache/solvers/z3-5.4.0.0").exists());
    }
}

#[test]
fn what_is_missing_is_named() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(locate_with(folder.path(), &[("OFFLINE", "1")]), "failed [\"E0601\"]");
    assert_eq!(locate_with(folder.path(), &[]), "failed [\"E0602\"]");
    script(folder.path(), "python3", "case \"$*\" in *pip*) exit 1 ;; *) exit 0 ;; esac");
    assert_eq!(locate_with(folder.path(), &[]), "failed [\"E0603\"]");
    assert_eq!(locate_with(folder.path(), &[("GPUHOARE_CACHE", "/dev/null/cache")]), "failed [\"E0606\"]");
    let profile = folder.path().join("mine.toml");
    std::fs::write(&profile, "name = \"mine\"\ncommand = \"mine\"").unwrap();
    assert_eq!(locate_with(folder.path(), &[("LOCATE", profile.to_str().unwrap())]), "failed [\"E0609\"]");
}

#[test]
fn a_solver_that_does_not_work_is_an_error_when_named_and_passed_over_on_the_path() {
    let folder = tempfile::tempdir().unwrap();
    script(folder.path(), "z3", "echo unsat");
    assert_eq!(locate_with(folder.path(), &[("GPUHOARE_Z3", "/nowhere/z3")]), "failed [\"E0613\"]");
    assert_eq!(locate_with(folder.path(), &[("GPUHOARE_Z3", "z3")]), "failed [\"E0613\"]");
    assert_eq!(locate_with(folder.path(), &[("OFFLINE", "1")]), "failed [\"E0601\"]");
}

#[test]
fn an_old_solver_is_better_than_none() {
    let folder = tempfile::tempdir().unwrap();
    let real = solver("z3").place().to_path_buf();
    script(
        folder.path(),
        "z3",
        &format!("[ \"$1\" = --version ] && {{ echo 'Z3 version 4.8.7'; exit; }}; exec {} \"$@\"", real.display()),
    );
    assert_eq!(locate_with(folder.path(), &[("OFFLINE", "1")]), "found [\"Path\"] [\"W0614\"]");
    let variable = folder.path().join("z3");
    let named = locate_with(folder.path(), &[("GPUHOARE_Z3", variable.to_str().unwrap())]);
    assert_eq!(named, "found [\"Environment(\\\"GPUHOARE_Z3\\\")\"] []");
}

/// Two runs at once with one empty cache: both find the solver, and nothing half-done is left.
#[test]
fn two_runs_install_once() {
    let folder = tempfile::tempdir().unwrap();
    // A z3 that is on no PATH.
    let profile = folder.path().join("z3.toml");
    let text = include_str!("../specs/solvers/z3.toml").replace("command = \"z3\"", "command = \"no-such-z3\"");
    std::fs::write(&profile, text).unwrap();
    let (profile, path) = (profile.to_str().unwrap(), std::env::var("PATH").unwrap());
    std::thread::scope(|scope| {
        let runs =
            [(); 2].map(|()| scope.spawn(|| locate_with(folder.path(), &[("PATH", &path), ("LOCATE", profile)])));
        for run in runs {
            assert_eq!(run.join().unwrap(), "found [\"Cache\"] []");
        }
    });
    let left: Vec<_> = std::fs::read_dir(folder.path().join("cache/solvers"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert!(left.iter().all(|name| name == "lock" || name == "z3-5.4.0.0"), "{left:?}");
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
