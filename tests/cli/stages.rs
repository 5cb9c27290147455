//! Kernels and tasks as text, stage by stage.

use crate::bench::Bench;
use crate::{KERNEL, contains};

#[test]
fn vcs_prints_the_kernel_and_nothing_else() {
    let bench = Bench::with("k.cu", KERNEL);
    let ran = bench.run(&["vcs", "k.cu", "--stage", "ir"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    contains(&ran.out, "kernel \"k\" {\n");
    contains(&ran.out, "] = 0;\n");
    let ran = bench.run(&["vcs", "k.cu", "--stage", "ir", "--output", "k.ir"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""));
    let ran = bench.run(&["vcs", "k.cu", "--stage", "ir", "--as", "smt2"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.err, "error[E0005]");
    let ran = bench.run(&["vcs", "k.cu", "--kernel", "l", "--stage", "ir"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    contains(&ran.err, "did you mean `k`?");
}

#[test]
fn every_stage_of_vcs_prints_and_smt2_is_for_solvers() {
    let bench = Bench::with("k.cu", "__global__ void k(int n) { assert(n == 1); }\n");
    let help = bench.run(&["vcs", "--help"]).out;
    let stages = help.split_once("[possible values: ").unwrap().1.split_once(']').unwrap().0.replace('\n', " ");
    for stage in stages.split(',').map(str::trim) {
        let ran = bench.run(&["vcs", "k.cu", "--stage", stage]);
        assert_eq!(ran.code, Some(0), "{stage}: {}", ran.err);
        assert!(!ran.out.is_empty(), "{stage}");
    }
    let ran = bench.run(&["vcs", "k.cu", "--as", "smt2"]);
    contains(&ran.out, "(check-sat)");
}

#[test]
fn a_proof_serves_only_tasks_that_say_the_same() {
    let tasks = "kernel \"k\"\nconstant blockDim.x: Int\nconstant gridDim.x: Int\nconstant x: Int\n\
                 launch block=(blockDim.x, 1, 1) grid=(gridDim.x, 1, 1)\nh0 \"p\": x == 2\nh1 \"q\": 1 <= x\n\
                 task k/race1 race h0 |- 1 <= x\ntask k/race2 race h1 |- x == 2\n";
    let ran = Bench::with("k.tasks", tasks).run(&["prove", "k.tasks", "--format", "json"]);
    let tasks = ran.json()["files"][0]["kernels"][0]["tasks"].as_array().unwrap().clone();
    let verdicts: Vec<&str> = tasks.iter().map(|task| task["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["proved", "unknown"]);
}

#[test]
fn tasks_are_written_to_a_file_and_proved_from_it() {
    let contract = "//@ requires n == 2 * m;\n//@ ghost int m;\n//@ ensures n % 2 == 0;\n";
    let bench =
        Bench::with("k.cu", format!("{contract}__global__ void k(int n) {{}}\n__global__ void l(int n) {{}}\n"));
    assert_eq!(bench.run(&["vcs", "k.cu", "--stage", "raw", "--output", "k.tasks"]).code, Some(0));
    let verdicts = |arguments: &[&str]| {
        let ran = bench.run(&[&["prove", "k.tasks", "--format", "json"], arguments].concat());
        let kernels = ran.json()["files"][0]["kernels"].as_array().unwrap().clone();
        kernels.iter().map(|kernel| kernel["verdict"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(verdicts(&[]), ["verified", "safe"]);
    assert_eq!(verdicts(&["--kernel", "k"]), ["verified"]);
    contains(&bench.run(&["prove", "k.tasks"]).out, "the tasks are taken from a file");
    // The stages are those of the kernel; printed and read, the tasks are the same.
    let of = |file: &str, stage: &str| bench.run(&["vcs", file, "--stage", stage]).out;
    assert_eq!(of("k.tasks", "raw"), of("k.cu", "raw"));
    assert_eq!(of("k.tasks", "final").lines().count(), of("k.cu", "final").lines().count());
    assert_eq!(bench.run(&["vcs", "k.tasks", "--stage", "ir"]).code, Some(2));
    // Without the precondition the postcondition is not proved; a set that does not read names its place.
    let text = std::fs::read_to_string(bench.path().join("k.tasks")).unwrap();
    let cut: String =
        text.lines().filter(|line| !line.contains("\"requires 1\"")).map(|line| line.to_owned() + "\n").collect();
    let label = text.lines().find_map(|line| line.split_once(" \"requires 1\"")).unwrap().0;
    bench.write("k.tasks", cut.replace(&format!(" {label} "), " "));
    assert_eq!(verdicts(&[]), ["unknown", "safe"]);
    bench.write("k.tasks", text.replace("kernel \"l\"", "kernel \"l\" nonsense"));
    let ran = bench.run(&["prove", "k.tasks"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.out, "error[E0011]");
    let line = text.lines().position(|line| line == "kernel \"l\"").unwrap() + 1;
    contains(&ran.out, &format!("k.tasks:{line}:"));
}
