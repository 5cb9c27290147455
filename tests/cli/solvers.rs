//! Solvers: when they are looked for, and what becomes of those that are wrong.

use crate::bench::{Bench, Ran};
use crate::{KERNEL, contains};

/// Without a solver and without leave to install one, on files of every kind.
#[test]
fn solvers_are_looked_for_only_when_something_is_to_be_proved() {
    let bench = Bench::with("k.cu", KERNEL);
    bench.write("none.cu", "int x;\n");
    bench.write("broken.cu", "//@ requires n ==;\n__global__ void k(int n) {}\n");
    bench.write("not_modelled.cu", "__global__ void k(int *a) { asm(\"exit;\"); }\n");
    let run = |file: &str| {
        let mut command = bench.command(&["prove", file, "--format", "json", "--offline"]);
        Ran::from(command.env("PATH", "").env("GPUHOARE_CACHE", bench.path()).output().unwrap())
    };
    // What the simplifier proves is proved without one, and so is what it proves beside a task that needs one.
    bench.write("simple.cu", "//@ ensures \\forall j. 0 <= j < gridDim.x * blockDim.x -> a[j] == 0;\n__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 0; }\n");
    assert_eq!((run("simple.cu").code, run("simple.cu").codes()), (Some(0), Vec::new()));
    bench.write("hard.cu", "//@ requires x > 2 && y > 2 && z > 2;\n//@ ensures n + 1 > n;\n//@ ensures x * x * x + y * y * y != z * z * z;\n__global__ void k(int n, int x, int y, int z) {}\n");
    let without_solver = run("hard.cu");
    assert_eq!((without_solver.code, without_solver.codes()), (Some(2), vec!["E0601".to_owned()]));
    let kernel = without_solver.json()["files"][0]["kernels"][0].clone();
    assert_eq!(kernel["verdict"], "unknown");
    let tasks = kernel["tasks"].as_array().unwrap();
    assert!(tasks.iter().any(|task| task["kind"] == "ensures" && task["verdict"] == "proved"), "{kernel}");
    let reasons: Vec<&str> = tasks.iter().filter_map(|task| task["reason"].as_str()).collect();
    assert!(reasons.iter().any(|reason| reason.contains("it needs a solver, and there is none")), "{reasons:?}");
    for (file, code, codes) in [
        ("none.cu", 0, &["W0001"][..]),
        ("missing.cu", 2, &["E0001"]),
        ("broken.cu", 2, &["E0201", "E0213"]),
        ("not_modelled.cu", 1, &[]),
    ] {
        let ran = run(file);
        assert_eq!(
            (ran.code, ran.codes()),
            (Some(code), codes.iter().map(|code| code.to_string()).collect()),
            "{file}"
        );
    }
}

#[test]
fn a_solver_that_is_named_wrongly_is_an_error_even_with_nothing_to_prove() {
    let bench = Bench::with("none.cu", "int x;\n");
    let ran = bench.run(&["prove", "none.cu", "--solver", "z33"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.err, "z33");
}

/// A solver that passes its self-test, and answers everything else as it is told.
#[cfg(unix)]
pub fn fake_solver(bench: &Bench, name: &str, answer: &str) {
    use std::os::unix::fs::PermissionsExt;
    let script = format!(
        r#"#!/bin/sh
reply='{answer}'
while read -r line; do
case $line in
*'(< n 0)'*) reply='echo unsat' ;;
*'(f n) 7'*) reply='echo sat' ;;
'(check-sat)') eval "$reply" ;;
'(echo '*) text=${{line#*\"}}; echo "${{text%%\"*}}" ;;
esac
done
"#
    );
    bench.write(name, script);
    let path = bench.path().join(name);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    bench.write(&format!("{name}.toml"), format!("name = \"{name}\"\ncommand = \"{}\"\n", path.display()));
}

#[cfg(unix)]
#[test]
fn solvers_that_contradict_each_other_end_the_run_with_an_internal_error() {
    // What is asked of the vacuity task is abstracted, so that a `sat` alone does not settle it, and no run decides it.
    let text =
        "//@ requires \\forall m. sum(i, i, 0, m) == n;\n__global__ void k(int n) {}\n__global__ void l(int n) {}\n";
    let bench = Bench::with("k.cu", text);
    fake_solver(&bench, "one", "echo sat");
    fake_solver(&bench, "two", "sleep 0.2; echo unsat");
    let arguments = ["prove", "k.cu", "--format", "json", "--solver", "one.toml", "--solver", "two.toml"];
    let ran = Ran::from(bench.command(&arguments).env("GPUHOARE_CACHE", bench.path()).output().unwrap());
    assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err);
    let document = ran.json();
    let kernels = document["files"][0]["kernels"].as_array().unwrap();
    let seen: Vec<_> = kernels.iter().map(|kernel| (kernel["name"].as_str(), kernel["verdict"].as_str())).collect();
    assert_eq!(seen, [(Some("k"), Some("unknown"))]);
    assert_eq!(ran.codes(), ["E0612"]);
}

/// A program on `PATH` that is no solver: it never says anything, and what it has started keeps its output open.
#[test]
fn a_solver_that_never_answers_is_left_alone() {
    use std::os::unix::fs::PermissionsExt;
    let bench = Bench::with(
        "k.cu",
        "//@ requires x > 2 && y > 2 && z > 2;\n//@ ensures x * x * x + y * y * y != z * z * z;\n__global__ void k(int x, int y, int z) {}\n",
    );
    for body in ["sleep 1000 & sleep 1000", "sleep 1000 &", "yes"] {
        bench.write("bin/z3", format!("#!/bin/sh\n{body}\n"));
        let path = bench.path().join("bin/z3");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = bench.command(&["prove", "k.cu", "--offline", "--solver", "z3", "--timeout", "1"]);
        let paths = format!("{}:/usr/bin:/bin", bench.path().join("bin").display());
        command.env("PATH", paths).env("GPUHOARE_CACHE", bench.path().join("cache")).env_remove("GPUHOARE_Z3");
        let started = std::time::Instant::now();
        let ran = Ran::from(command.output().unwrap());
        assert_eq!(ran.code, Some(2), "{body}: {}{}", ran.out, ran.err);
        contains(&ran.err, "E0601");
        assert!(started.elapsed().as_secs() < 60, "{body}");
    }
}

#[test]
fn solvers_are_listed_without_installing_any() {
    let bench = Bench::new();
    let list = |path: &str| {
        let mut command = bench.command(&["solvers", "list"]);
        command.env("GPUHOARE_CACHE", bench.path().join("cache")).env("PATH", path);
        Ran::from(command.env_remove("GPUHOARE_Z3").env_remove("GPUHOARE_CVC5").output().unwrap())
    };
    let ran = list("");
    assert_eq!(ran.code, Some(0));
    contains(&ran.out, "z3       not found; `gpuhoare solvers install` installs z3 ");
    contains(&ran.out, "cvc5     not found");
    let ran = bench.run(&["solvers", "list", "--solver", "z4"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.err, "error[E0611]");
}
