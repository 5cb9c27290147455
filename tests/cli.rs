//! The command line's behaviour, seen from outside: the built program, its output and exit code.

#[path = "common/bench.rs"]
mod bench;

use std::process::{Command, Stdio};

use bench::{Bench, Ran};
use serde_json::Value;

const KERNEL: &str = "__global__ void k(int *a) { a[threadIdx.x] = 0; }\n";

#[track_caller]
fn contains(text: &str, part: &str) {
    assert!(text.contains(part), "`{part}` is not in:\n{text}");
}

#[test]
fn help_lists_the_commands_and_version_the_version() {
    let bench = Bench::new();
    let help = bench.run(&["--help"]);
    assert_eq!(help.code, Some(0));
    for command in ["prove", "races", "check", "vcs", "solvers", "explain"] {
        contains(&help.out, command);
    }
    let version = bench.run(&["--version"]);
    assert_eq!((version.code, version.out.trim()), (Some(0), concat!("gpuhoare ", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn bad_command_lines_exit_with_2_and_name_the_fault() {
    let bench = Bench::with("k.cu", KERNEL);
    for (arguments, part) in [
        (&["prove"][..], "FILE"),
        (&["prove", "k.cu", "--frmat", "json"], "--format"),
        (&["prove", "k.cu", "--block", "0"], "0"),
        (&["prove", "k.cu", "--ints", "c"], "c"),
        (&["prvoe", "k.cu"], "prove"),
        (&["races"], "FILE|DIR"),
        (&["races", "k.cu", "--assume", "race-freedom"], "--assume"),
        (&["explore", "k.cu"], "explore"),
        (&["amplify"], "FILE|DIR"),
        (&["amplify", "k.cu", "--block", "2", "--launches", "l.toml"], "--launches"),
    ] {
        let ran = bench.run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{arguments:?}");
        contains(&ran.err, part);
    }
}

#[test]
fn bad_command_lines_are_documents_under_json() {
    let bench = Bench::new();
    for arguments in [&["prove", "--format", "json"][..], &["prove", "k.cu", "--format=json", "--blok", "1"]] {
        let ran = bench.run(arguments);
        assert_eq!(ran.code, Some(2));
        assert_eq!(ran.codes(), ["E0005"]);
        assert_eq!(ran.json()["command"], Value::Null);
    }
}

#[test]
fn dimensions_that_no_device_accepts_are_refused() {
    let bench = Bench::with("k.cu", KERNEL);
    let ran = bench.run(&["prove", "k.cu", "--block", "2048"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.err, "error[E0009]");
    let ran = bench.run(&["prove", "k.cu", "--block", "2048", "--format", "json"]);
    assert_eq!((ran.code, ran.codes()), (Some(2), vec!["E0009".to_string()]));
}

#[test]
fn files_that_cannot_be_read_are_named_with_the_reason() {
    let bench = Bench::with("latin.cu", b"int a = \xe9;\n");
    for (argument, code, part) in
        [("missing.cu", "E0001", "there is no such file"), ("latin.cu", "E0002", "line 1"), (".", "E0002", "line 1")]
    {
        let ran = bench.run(&["prove", argument]);
        assert_eq!(ran.code, Some(2), "{argument}");
        contains(&ran.err, &format!("error[{code}]"));
        contains(&ran.err, part);
        let ran = bench.run(&["prove", argument, "--format", "json"]);
        assert_eq!((ran.code, ran.codes()), (Some(2), vec![code.to_string()]));
        let path = if argument == "." { "./latin.cu" } else { argument };
        assert_eq!(ran.json()["files"][0]["path"], path);
        assert_eq!(ran.err, "");
    }
}

#[test]
fn a_missing_file_does_not_hide_the_others() {
    let bench = Bench::with("none.cu", "int x;\n");
    let ran = bench.run(&["prove", "missing.cu", "none.cu", "--format", "json"]);
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.json()["files"][1]["path"], "none.cu");
}

#[test]
fn a_file_without_kernels_is_a_success_with_a_note() {
    let bench = Bench::with("none.cu", "int x;\n");
    let ran = bench.run(&["prove", "none.cu"]);
    assert_eq!(ran.code, Some(0));
    contains(&ran.err, "note[W0001]");
    let ran = bench.run(&["prove", "none.cu", "--format", "json"]);
    assert_eq!((ran.code, ran.codes()), (Some(0), vec!["W0001".to_string()]));
    bench.write("none.cu", "#include \"kernels.h\"\nKERNEL(float, abs, x)\n");
    let ran = bench.run(&["races", "none.cu", "--format", "json"]);
    assert_eq!((ran.code, ran.codes()), (Some(0), vec!["W0101".to_string(), "W0001".to_string()]));
}

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
fn a_kernel_that_lost_a_part_to_an_error_is_not_proved() {
    let bench =
        Bench::with("k.cu", "//@ ensures n ==;\n__global__ void lost(int n) {}\n__global__ void whole(int n) {}\n");
    let run = || {
        let ran = bench.run(&["check", "k.cu", "--format", "json"]);
        let document = ran.json();
        let kernels = document["files"][0]["kernels"].as_array().unwrap().clone();
        kernels.iter().map(|kernel| kernel["verdict"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(run(), ["unsupported", "modelled"]);
    // An error in a function that any kernel may call is everyone's.
    bench.write(
        "k.cu",
        "__device__ int f() { return 1 +; }\n__global__ void a(int n) {}\n__global__ void b(int n) {}\n",
    );
    assert_eq!(run(), ["unsupported", "unsupported"]);
    // It is among the kernels, whatever of its body is left.
    bench.write("k.cu", "__global__ void lost(int *a) { a[0] = 1 }\n__global__ void whole(int n) {}\n");
    assert_eq!(run(), ["unsupported", "modelled"]);
}

#[test]
fn a_system_header_that_nobody_knows_is_an_assumption() {
    let kernel = "#ifdef FAST\n__device__ int n;\n#endif\n__global__ void k(int *a) { a[0] = 0; }\n";
    for (header, listed) in
        [("cstdio", false), ("stdint.h", false), ("cuda_runtime.h", false), ("our/settings.h", true)]
    {
        let bench = Bench::with("k.cu", format!("#include <{header}>\n{kernel}"));
        let ran = bench.run(&["check", "k.cu", "--format", "json"]);
        let kernel = &ran.json()["files"][0]["kernels"][0];
        assert_eq!(kernel["verdict"], "modelled", "{header}");
        let assumed = kernel["assumptions"].to_string().contains(&format!("`{header}`, which was not found"));
        assert_eq!(assumed, listed, "{header}");
        assert_eq!(ran.codes().contains(&"W0102".to_string()), listed, "{header}");
    }
}

#[test]
fn a_header_that_is_not_found_is_an_assumption_by_macro_where_it_decides() {
    let kernels = "__global__ void asks(int *a) {\n#ifdef TWICE\n    a[1] = 0;\n#endif\n}\n__global__ void plain(int *a) { a[0] = 0; }\n";
    let bench = Bench::with("k.cu", format!("#include \"config.h\"\n{kernels}"));
    let verdicts = |arguments: &[&str]| {
        let ran = bench.run(&[&["check", "k.cu", "--format", "json"], arguments].concat());
        let document = ran.json();
        let kernels = document["files"][0]["kernels"].as_array().unwrap().clone();
        let assumed = kernels[1]["assumptions"].to_string().contains("`config.h`, which was not found");
        (kernels.iter().map(|kernel| kernel["verdict"] == "modelled").collect::<Vec<_>>(), assumed, ran.codes())
    };
    let codes = |codes: &[&str]| codes.iter().map(|code| code.to_string()).collect::<Vec<_>>();
    assert_eq!(verdicts(&[]), (vec![true, true], true, codes(&["W0101", "W0102"])));
    let of_asks = bench.run(&["check", "k.cu", "--format", "json"]).json()["files"][0]["kernels"][0].clone();
    assert!(of_asks["assumptions"].to_string().contains("`TWICE` is no macro"), "{of_asks}");
    assert_eq!(verdicts(&["-D", "TWICE"]), (vec![true, true], true, codes(&["W0101"])));
    // Elsewhere it is a warning; with the header there is nothing to say.
    bench.write("k.cu", format!("#include \"config.h\"\n#if DEBUG\n#endif\n{}", kernels.replace("TWICE", "__linux__")));
    assert_eq!(verdicts(&[]), (vec![true, true], true, codes(&["W0101", "W0102"])));
    bench.write("config.h", "#define TWICE\n");
    assert_eq!(verdicts(&[]), (vec![true, true], false, codes(&[])));
}

#[test]
fn of_several_headers_of_a_name_the_nearest_is_read() {
    let kernel = "#include \"width.h\"\n__global__ void k(int *a) { a[threadIdx.x] = WIDTH; }\n";
    let bench = Bench::with("code/one/src/k.cu", kernel);
    let modelled = || {
        let ran = bench.run(&["check", "code", "--format", "json"]);
        let kernel = ran.json()["files"][0]["kernels"][0].clone();
        (kernel["verdict"] == "modelled", kernel["assumptions"].to_string())
    };
    bench.write("code/one/include/width.h", "#define WIDTH 1\n");
    bench.write("code/two/include/width.h", "#define WIDTH 2\n");
    let (is_modelled, assumed) = modelled();
    assert!(is_modelled && assumed.contains("one/include/width.h"), "{assumed}");
    // Two are as near; copies of one text are as good as one.
    bench.write("code/one/extra/width.h", "#define WIDTH 3\n");
    assert!(!modelled().0);
    bench.write("code/one/extra/width.h", "#define WIDTH 1\n");
    assert!(modelled().0);
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
fn fake_solver(bench: &Bench, name: &str, answer: &str) {
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

#[test]
fn an_unknown_kernel_is_an_error() {
    let bench = Bench::with("k.cu", "int x;\n");
    let ran = bench.run(&["prove", "k.cu", "--kernel", "vectrAdd"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.err, "error[E0007]: no kernel is called `vectrAdd`");
}

#[test]
fn check_searches_folders_and_says_when_there_is_nothing() {
    let bench = Bench::new();
    std::fs::create_dir_all(bench.path().join("code/deep")).unwrap();
    bench.write("code/deep/b.cu", "int x;\n");
    bench.write("code/a.cuh", "int x;\n");
    bench.write("code/c.cpp", "int x;\n");
    let ran = bench.run(&["check", "code", "--format", "json"]);
    let document = ran.json();
    let paths: Vec<&str> = document["files"].as_array().unwrap().iter().map(|f| f["path"].as_str().unwrap()).collect();
    // Headers come last: one that a program includes is looked at there.
    assert_eq!(paths, ["code/deep/b.cu", "code/a.cuh"]);
    bench.write("code/deep/b.cu", "#define N 4\n#include \"../a.cuh\"\n");
    bench.write("code/a.cuh", "__global__ void k(int *a) { a[0] = N; }\n");
    let document = bench.run(&["check", "code", "--format", "json"]).json();
    let files = document["files"].as_array().unwrap();
    assert_eq!((files.len(), &files[0]["kernels"][0]["verdict"]), (1, &"modelled".into()));
    let alone = bench.run(&["check", "code/a.cuh", "code/deep/b.cu", "--format", "json"]).json();
    assert_eq!(alone["files"].as_array().unwrap().len(), 2);
    std::fs::create_dir(bench.path().join("empty")).unwrap();
    let ran = bench.run(&["check", "empty"]);
    assert_eq!(ran.code, Some(0));
    contains(&ran.err, "warning[W0002]");
}

#[test]
fn the_report_goes_to_the_file_that_output_names() {
    let bench = Bench::with("none.cu", "int x;\n");
    let ran = bench.run(&["prove", "none.cu", "--format", "json", "--output", "report.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""));
    let report = std::fs::read_to_string(bench.path().join("report.json")).unwrap();
    let document: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&document["tool"], &document["schema"]), (&Value::from("gpuhoare"), &Value::from(1)));
}

#[test]
fn an_output_that_cannot_be_written_is_an_error_before_the_work() {
    let bench = Bench::with("none.cu", "int x;\n");
    for (place, part) in [("no/such/folder/x", "its folder does not exist"), (".", "it is a directory")] {
        let ran = bench.run(&["prove", "none.cu", "--output", place]);
        assert_eq!(ran.code, Some(2));
        contains(&ran.err, "error[E0006]");
        contains(&ran.err, part);
        let ran = bench.run(&["prove", "none.cu", "--output", place, "--format", "json"]);
        assert_eq!((ran.code, ran.codes()), (Some(2), vec!["E0006".to_string()]));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let bench = Bench::with("none.cu", "int x;\n");
    let ran = bench.run(&["prove", "none.cu", "--format", "json", "--output", "/dev/full"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.err, "the disk is full");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ran = Ran::from(bench.command(&["prove", "none.cu", "--format", "json"]).stdout(full).output().unwrap());
    assert_eq!(ran.code, Some(2));
    contains(&ran.err, "error[E0006]");
}

#[test]
fn a_kernel_that_needs_too_much_memory_is_given_up_and_the_others_go_on() {
    let steps: String =
        (0..300).map(|k| format!("    if (a[i + {k}] > x) x += a[x + {k}]; else x -= b[x];\n")).collect();
    let text = format!(
        "__global__ void large(int *a, int *b, int x) {{\n    int i = threadIdx.x;\n{steps}    a[x] = x;\n}}\n{KERNEL}"
    );
    let ran = Bench::with("k.cu", text).run(&["races", "k.cu", "--memory", "60", "--format", "json"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let document: Value = serde_json::from_str(&ran.out).unwrap();
    let kernels = &document["files"][0]["kernels"];
    assert_eq!(kernels[0]["verdict"], "unknown");
    contains(&ran.out, "W0718");
    assert_eq!(kernels[1]["name"], "k");
    assert_ne!(kernels[1]["verdict"], Value::Null);
}

#[test]
fn a_full_disk_is_an_error_of_every_command() {
    let bench = Bench::with("k.cu", KERNEL);
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for line in [
        "check k.cu",
        "check k.cu --format json",
        "vcs k.cu --stage ir",
        "run k.cu --block 1 --grid 1",
        "run k.cu --block 1 --grid 1 --format json",
        "explain",
        "explain E0201",
        "--help",
        "prove --help",
        "--version",
        "check k.cu --formt json",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = Ran::from(bench.command(&words).stdout(full()).output().unwrap());
        let is_refused = line.contains("formt");
        assert_eq!(
            (ran.code, ran.err.contains("the disk is full") || is_refused),
            (Some(2), true),
            "{line}: {}",
            ran.err
        );
    }
    let ran = bench.run(&["check", "k.cu", "--format", "json", "--output", "/dev/full"]);
    let document: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, document["diagnostics"][0]["code"].as_str()), (Some(2), Some("E0006")));
    // Of what cannot be said, the exit code is left.
    for line in ["check missing.cu", "explain E9999", "check k.cu --formt json"] {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = Ran::from(bench.command(&words).stderr(full()).output().unwrap());
        assert_eq!(ran.code, Some(2), "{line}");
    }
}

#[test]
fn files_of_the_paper_are_read_as_they_are() {
    // No compiler takes arrays without sizes, so these are no kernel files of the tests.
    let bench = Bench::with(
        "k.cu",
        "__attribute__((global)) void one(int *a) {\n  declare_precondition(\"gridDim.x == 1\");\n\
         declare_postcondition(\"\\\\forall i; 0 <= i < blockDim.x -> a[i] == i\");\n\
         __attribute__((shared)) int s[];\n  __attribute__((shared)) int t[];\n\
         s[threadIdx.x] = threadIdx.x; t[threadIdx.x] = 0;\n  a[threadIdx.x] = s[threadIdx.x];\n}\n\
         __global__ void two(float *a, float *b) {\n\
         /*@ requires gridDim.x == 1 && gridDim.y == 1 && blockDim.x == blockDim.y;\n\
         ensures \\forall i, j; 0 <= i < blockDim.x && 0 <= j < blockDim.x -> b[i * blockDim.x + j] == a[j * blockDim.x + i] */\n\
         __shared__ float t[][];\n  t[threadIdx.y][threadIdx.x] = a[threadIdx.y * blockDim.x + threadIdx.x];\n\
         __syncthreads();\n  b[threadIdx.y * blockDim.x + threadIdx.x] = t[threadIdx.x][threadIdx.y];\n}\n\
         __global__ void wrong(float *a, float *b) {\n  __shared__ float t[][];\n\
         t[threadIdx.y][threadIdx.x] = a[threadIdx.y * blockDim.x + threadIdx.x];\n\
         b[0] = t[threadIdx.x][threadIdx.y];\n}\n",
    );
    let ran = bench.run(&["prove", "k.cu"]);
    contains(&ran.out, "one (k.cu:1): verified");
    contains(&ran.out, "two (k.cu:9): verified");
    contains(&ran.out, "wrong (k.cu:17): refuted");
}

#[test]
fn other_kernels_do_not_suffer_from_annotations_of_the_host() {
    let host = "//@ requires n > 0;\nvoid f(int n) {\n//@ assrt n > 0;\n}\n__global__ void k() { int i = 0; }\n//@ ensures x;\n";
    let bench = Bench::with("k.cu", host);
    let ran = bench.run(&["check", "k.cu"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.out, "k (k.cu:5): modelled");
    assert_eq!(["E0250", "E0202", "E0213"].map(|code| ran.out.matches(code).count()), [2, 1, 0]);
    // A contract that is misspelt is the kernel's.
    bench.write("k.cu", "//@ requirs n > 0;\n__global__ void k(int n) { int i = n; }\nvoid f() {}\n");
    contains(&bench.run(&["check", "k.cu"]).out, "E0213");
}

#[test]
fn a_side_file_that_may_mean_several_kernels_is_an_error() {
    let two = "namespace a {\n__global__ void k(int *p) { p[0] = 1; }\n}\n__global__ void k(int *p) { p[0] = 1; }\n";
    let bench = Bench::with("k.cu", two);
    bench.write("s.spec", "kernel k { requires gridDim.x == 1; }\n");
    let ran = bench.run(&["check", "k.cu", "--spec", "s.spec", "--format", "json"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.out, "E0315");
}

#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    let bench = Bench::with("none.cu", "int x;\n");
    let mut child = bench
        .command(&["prove", "none.cu", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (Some(130), ""));
}

#[test]
fn colours_are_for_terminals_only() {
    let bench = Bench::new();
    for no_color in ["", "1"] {
        let output = bench.command(&["prove", "missing.cu"]).env("NO_COLOR", no_color).output().unwrap();
        let ran = Ran::from(output);
        assert!(!ran.err.contains('\u{1b}') && !ran.out.contains('\u{1b}'), "{}", ran.err);
    }
}

#[test]
fn explain_knows_every_code() {
    let bench = Bench::new();
    let list = bench.run(&["explain"]);
    assert_eq!(list.code, Some(0));
    for line in list.out.lines() {
        let code = line.split_whitespace().next().unwrap();
        let ran = bench.run(&["explain", &code.to_lowercase()]);
        assert_eq!(ran.code, Some(0), "{code}");
        contains(&ran.out, code);
    }
    let ran = bench.run(&["explain", "E9999"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.err, "error[E0008]");
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

#[test]
fn what_was_looked_at_is_said_of_every_kernel() {
    let bounded = "//@ requires \\length(a) == gridDim.x * blockDim.x;\n";
    let ensured = "//@ ensures \\forall j. 0 <= j < gridDim.x * blockDim.x -> a[j] == 1;\n";
    let k = "__global__ void k(int *a, int n) { BODY a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";
    let ends = "for (int i = 0; i < n; i++) { }";
    let may_not = "for (int i = 0; i < n; i += a[0]) { }";
    let always = ["races", "barriers", "division"];
    for (contract, body, options, verdict, more, without) in [
        (format!("{bounded}{ensured}"), ends, &[][..], "verified", &["functional", "bounds", "termination"][..], 0),
        (bounded.to_owned(), ends, &[], "safe", &["bounds", "termination"], 1),
        (ensured.to_owned(), ends, &[], "verified", &["functional", "termination"], 1),
        (String::new(), "", &["--scope", "block"], "safe", &["termination"], 3),
        (
            bounded.to_owned(),
            "//@ assert n == n;\n",
            &["--ints", "checked"],
            "unknown",
            &["assertions", "bounds", "overflow", "termination"],
            1,
        ),
    ] {
        let bench = Bench::with("k.cu", format!("{contract}{}", k.replace("BODY", body)));
        let ran = bench.run(&[&["prove", "k.cu", "--format", "json"], options].concat());
        let kernel = ran.json()["files"][0]["kernels"][0].clone();
        assert_eq!(kernel["verdict"], verdict, "{contract}{body}");
        let words = |field: &str| -> std::collections::BTreeSet<String> {
            kernel[field].as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
        };
        let wanted: std::collections::BTreeSet<String> =
            always.iter().chain(more).map(|word| (*word).to_owned()).collect();
        assert_eq!((words("checked"), words("not_checked").len()), (wanted, without), "{contract}{body}");
        let text = bench.run(&[&["prove", "k.cu"], options].concat()).out;
        words("not_checked").iter().for_each(|what| contains(&text, what));
    }
    let bench = Bench::with("k.cu", k.replace("BODY", may_not).replace("a[blockIdx", "if (n < 0) a[blockIdx"));
    contains(&bench.run(&["prove", "k.cu"]).out, "termination of loop1");
}

/// The launch does not cover what the postcondition speaks of: which cell nobody writes, and which clause would help.
#[test]
fn cells_that_no_thread_writes_are_named_and_a_clause_is_suggested() {
    let x = "int i = blockIdx.x * blockDim.x + threadIdx.x;";
    let y = "int j = blockIdx.y * blockDim.y + threadIdx.y;";
    let one = "\\forall j. 0 <= j < n -> y[j] == 7";
    for (ensures, parameters, body, clause) in [
        (one, "int *y, int n", format!("{x} if (i < n) y[i] = 7;"), "n <= gridDim.x * blockDim.x"),
        (one, "int *y, unsigned n", format!("{x} if (i >= n) return; y[i] = 7;"), "n <= gridDim.x * blockDim.x"),
        (
            "\\forall j. 0 <= j < 2 * n -> y[j] == 7",
            "int *y, int n",
            format!("{x} if (i < n) {{ y[2 * i] = 7; y[2 * i + 1] = 7; }}"),
            "n <= gridDim.x * blockDim.x",
        ),
        (
            one,
            "int *y, int n",
            format!("{x} if (2 * i < n) y[2 * i] = 7; if (2 * i + 1 < n) y[2 * i + 1] = 7;"),
            "n <= gridDim.x * blockDim.x",
        ),
        (
            "\\forall r, c. 0 <= r < h && 0 <= c < w -> y[r * w + c] == 7",
            "int *y, int w, int h",
            format!("{x} {y} if (i < w && j < h) y[j * w + i] = 7;"),
            "w <= gridDim.x * blockDim.x && h <= gridDim.y * blockDim.y",
        ),
    ] {
        let bench =
            Bench::with("k.cu", format!("//@ ensures {ensures};\n__global__ void k({parameters}) {{ {body} }}\n"));
        let ran = bench.run(&["prove", "k.cu"]);
        contains(&ran.out, "no thread writes `y[");
        contains(&ran.out, &format!("help: with `//@ requires {clause};` it is proved"));
        bench.write(
            "k.cu",
            format!("//@ requires {clause};\n//@ ensures {ensures};\n__global__ void k({parameters}) {{ {body} }}\n"),
        );
        assert_eq!(bench.run(&["prove", "k.cu"]).code, Some(0), "{clause}");
    }
    // No launch is large enough for what is wrong otherwise.
    let wrong = format!("//@ ensures {one};\n__global__ void k(int *y, int n) {{ {x} if (i < n) y[i] = i; }}\n");
    let text = Bench::with("k.cu", wrong).run(&["prove", "k.cu"]).out;
    assert!(text.contains("refuted") && !text.contains("help: with"), "{text}");
}

/// What is said of an open task: only launches count in which it was decided and true of something, and a loop that is forgotten is
/// named before the contract is blamed.
#[test]
fn what_runs_say_of_open_tasks_is_true() {
    let loops = "int s = 0; int i = 0; while (i < n) { s += i % 3; i += 1 + s % 2; }";
    let text = |contract: &str, body: &str| {
        let bench =
            Bench::with("k.cu", format!("{contract}__global__ void k(int *a, int n) {{\n{body}\na[0] = s; }}\n"));
        bench.run(&["prove", "k.cu", "--block", "1", "--grid", "1"]).out
    };
    let said = text("//@ ensures a[0] >= 0;\n", loops);
    contains(&said, "loop1 at line 3 has no invariant and changes i, s");
    assert!(!said.contains("contract too weak"), "{said}");
    let said = text("//@ ensures \\forall j. 1000 <= j < n -> a[0] >= 0;\n", loops);
    contains(&said, "small launches in which it was decided and its premises were met");
}

#[test]
fn a_contract_may_be_required() {
    let bench = Bench::with("k.cu", "__global__ void k(int n) {}\n//@ ensures n == n;\n__global__ void l(int n) {}\n");
    let ran = bench.run(&["prove", "k.cu"]);
    assert_eq!(ran.code, Some(0));
    contains(&ran.out, "2 kernels: 1 verified, 1 safe");
    let ran = bench.run(&["prove", "k.cu", "--require-contracts"]);
    assert_eq!(ran.code, Some(1));
    contains(&ran.out, "warning[W0702]: `k` has no `ensures`");
    assert_eq!(bench.run(&["prove", "k.cu", "--require-contracts", "--kernel", "l"]).code, Some(0));
}

#[test]
fn unknown_passes_and_stages_are_refused() {
    let bench = Bench::with("k.cu", KERNEL);
    for arguments in [&["prove", "k.cu", "--disable-pass", "sums"][..], &["vcs", "k.cu", "--stage", "soup"]] {
        let ran = bench.run(arguments);
        assert_eq!(ran.code, Some(2));
        contains(&ran.err, "possible values");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_reports_what_it_has() {
    let bench = Bench::with("none.cu", "int x;\n");
    // Nobody ever writes to the pipe: reading it is work without end.
    assert!(Command::new("mkfifo").arg(bench.path().join("pipe.cu")).status().unwrap().success());
    let mut command = bench.command(&["check", "none.cu", "pipe.cu", "--format", "json"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    // As `timeout` does: two signals at once are no wish to leave without a report.
    let id = child.id().to_string();
    assert!(Command::new("sh").args(["-c", "kill -INT $0; sleep 0.05; kill -INT $0", &id]).status().unwrap().success());
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(130));
    assert_eq!(ran.json()["files"][0]["path"], "none.cu");
}

#[cfg(unix)]
#[test]
fn a_kernel_is_reported_while_the_next_one_of_its_file_is_looked_at() {
    use std::io::{BufRead, BufReader};
    let text = "__global__ void first(int *a) { a[threadIdx.x] = 0; }\n\
        //@ requires n > 0 && gridDim.x == 1;\n\
        __global__ void second(int *a, int n) { int i = threadIdx.x; a[i * i * i * n + i * n * n] = i; }\n";
    let bench = Bench::with("k.cu", text);
    fake_solver(&bench, "slow", "sleep 1000");
    let arguments = ["races", "k.cu", "--solver", "slow.toml", "--timeout", "1000"];
    let mut command = bench.command(&arguments);
    let mut child = command.env("GPUHOARE_CACHE", bench.path()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("first")));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert!(lines.any(|line| line.contains("second")));
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

// ── run ─────────────────────────────────────────────────────────────────────────────────────────

const FILL: &str = "//@ ghost int m;\n//@ requires n == m;\n//@ ensures \\forall j. 0 <= j < n -> a[j] == j;\n\
    __global__ void fill(int *a, int n) { int i = threadIdx.x; if (i < n) a[i] = i; }\n";

#[test]
fn a_run_shows_what_arrays_hold_at_the_end() {
    let ran = Bench::with("k.cu", FILL).run(&["run", "k.cu", "--block", "3", "--arg", "n=2", "--ghost", "m=2"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("fill (k.cu:4): ok") && ran.out.contains("a = [0, 1]"), "{}", ran.out);
}

#[test]
fn a_violation_is_shown_with_thread_and_values() {
    let bench = Bench::with("k.cu", FILL.replace("a[i] = i", "a[i] = 7"));
    let ran = bench.run(&["run", "k.cu", "--block", "3", "--arg", "n=2", "--ghost", "m=2"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("error[E0701]") && ran.out.contains("with j = 0: `a[j]` is 7, `j` is 0"), "{}", ran.out);
}

#[test]
fn inputs_that_are_missing_or_unknown_are_named() {
    let bench = Bench::with("k.cu", FILL);
    for (arguments, word) in [
        (&["run", "k.cu", "--ghost", "m=2"][..], "`n` has no value"),
        (&["run", "k.cu", "--arg", "n=2"], "help: --ghost m=VALUE"),
        (&["run", "k.cu", "--arg", "nn=2"], "did you mean `n`?"),
        (&["run", "k.cu", "--arg", "n=x"], "`x` is no value for `n`"),
        (&["run", "k.cu", "--arg", "a=[x]"], "no contents for the array `a`"),
        (&["run", "k.cu", "--arg", "n"], "expected NAME=VALUE"),
    ] {
        let ran = bench.run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}");
        assert!(ran.err.contains(word), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_run_is_of_one_kernel() {
    let bench = Bench::with("k.cu", format!("{KERNEL}{FILL}"));
    let ran = bench.run(&["run", "k.cu"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("--kernel takes: k, fill"), "{}", ran.err);
    assert_eq!(bench.run(&["run", "k.cu", "--kernel", "k", "--block", "4"]).code, Some(0));
}

#[test]
fn the_machine_rounds_no_bfloat_as_the_other_half() {
    let kernel =
        "#include <cuda_bf16.h>\n__global__ void k(__nv_bfloat16 *c, float x) { c[0] = __float2bfloat16(x); }\n";
    let bench = Bench::with("k.cu", kernel);
    let of = |float: &str| bench.run(&["run", "k.cu", "--arg", "c=[0]", "--arg", "x=1.001", "--float", float]);
    assert_eq!(of("real").code, Some(0));
    for float in ["ieee", "exact"] {
        let ran = of(float);
        assert_eq!(ran.code, Some(2));
        assert!(ran.out.contains("type `__nv_bfloat16`"), "{}", ran.out);
    }
}

// ── races ───────────────────────────────────────────────────────────────────────────────────────

const SHIFT: &str = "__global__ void shift(int *a, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    \
    if (i < n) {\n        int next = a[i + 1];\n        a[i] = next;\n    }\n}\n";

const OWN: &str = "__global__ void own(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }\n";

#[test]
fn of_a_kernel_that_a_run_refutes_only_cheap_tasks_are_tried() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/wrong/brentKungIndex.cu");
    let bench = Bench::new();
    let kernel = &bench.run(&["prove", path, "--format", "json"]).json()["files"][0]["kernels"][0];
    assert_eq!(kernel["verdict"], "refuted");
    let tasks = kernel["tasks"].as_array().expect("tasks are listed");
    let count = |verdict: &str| tasks.iter().filter(|task| task["verdict"] == verdict).count();
    assert!(count("proved") >= 5 && count("refuted") >= 1, "{tasks:?}");
    let mut left = tasks.iter().filter(|task| task["verdict"] == "skipped");
    assert!(count("skipped") >= 10 && left.all(|task| task["reason"] == "a run shows that the kernel is wrong"));
    let ran = bench.run(&["prove", path]);
    contains(&ran.out, &format!("{} tasks not tried: a run shows that the kernel is wrong", count("skipped")));
}

#[test]
fn a_race_is_shown_with_both_places_and_a_run_that_shows_it_again() {
    let bench = Bench::with("k.cu", SHIFT);
    let ran = bench.run(&["races", "k.cu"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    contains(&ran.out, "shift (k.cu:1): racy");
    contains(&ran.out, "error[E0706]: there is a data race on `a` (read-write)");
    contains(&ran.out, "of block 0 reads this");
    contains(&ran.out, "of block 0 writes this");
    contains(&ran.out, "summary: 1 kernel: 1 racy");
    contains(&ran.out, "assumed\n");
    let document = bench.run(&["races", "k.cu", "--format", "json"]).json();
    assert_eq!(document["command"], "races");
    let kernel = &document["files"][0]["kernels"][0];
    assert_eq!((&kernel["verdict"], kernel["races"].as_array().unwrap().len()), (&"racy".into(), 1));
    let race = &kernel["races"][0];
    assert_eq!((&race["array"], &race["kind"]), (&"a".into(), &"read-write".into()));
    assert_eq!((&race["first"]["span"]["line"], &race["first"]["access"]), (&4.into(), &"read".into()));
    assert_eq!((&race["second"]["span"]["line"], &race["second"]["access"]), (&5.into(), &"write".into()));
    assert_eq!(
        (&race["confirmed"], &race["same_value"], &race["proof"]),
        (&true.into(), &false.into(), &"true-race".into())
    );
    assert_ne!(race["first"]["thread"], race["second"]["thread"]);
    let again = race["command"].as_str().unwrap().strip_prefix("gpuhoare ").unwrap().replace('\'', "");
    let again = bench.run(&again.split(' ').collect::<Vec<_>>());
    assert_eq!(again.code, Some(1), "{}", again.err);
    contains(&again.out, "error[E0706]: a data race");
}

#[test]
fn races_searches_folders_and_needs_no_annotations() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path().join("in")).unwrap();
    bench.write("in/own.cu", OWN);
    bench.write("in/none.cu", "int x;\n");
    let ran = bench.run(&["races", "in"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    contains(&ran.out, "own (in/own.cu:1): race-free");
    contains(&ran.err, "holds no kernel");
    bench.write("in/shift.cu", SHIFT);
    assert_eq!(bench.run(&["races", "in"]).code, Some(1));
    assert_eq!(bench.run(&["races", "in", "--kernel", "own"]).code, Some(0));
    assert_eq!(bench.run(&["races", "in", "--block", "2048"]).code, Some(2));
}

#[test]
fn contracts_of_another_kind_do_not_matter_to_races() {
    let bench = Bench::with("k.cu", format!("//@ ensures a[0] == 7;\n{OWN}"));
    assert_eq!(bench.run(&["prove", "k.cu"]).code, Some(1));
    assert_eq!(bench.run(&["races", "k.cu"]).code, Some(0));
}

#[test]
fn a_false_invariant_does_not_make_a_kernel_race_free() {
    let text = "__global__ void k(int *a, int *b) {\n    int i = 0;\n    \
        //@ invariant a[0] == threadIdx.x + blockIdx.x;\n    while (i < 3) i++;\n    if (a[0] != 7) b[a[0]] = threadIdx.x;\n}\n";
    let ran = Bench::with("k.cu", text).run(&["races", "k.cu", "--format", "json"]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.json()["files"][0]["kernels"][0]["races"][0]["array"], "b");
}

#[test]
fn a_program_is_stopped_by_its_assertions() {
    let text = "#include <cassert>\n__global__ void k(int *a) {\n    assert(blockDim.x == 1 && gridDim.x == 1);\n    \
        a[0] = threadIdx.x;\n}\n";
    let ran = Bench::with("k.cu", text).run(&["races", "k.cu"]);
    assert_eq!(ran.code, Some(0), "{}\n{}", ran.out, ran.err);
    contains(&ran.out, "blockDim.x == 1");
}

#[test]
fn writes_of_one_value_are_tagged_and_may_be_allowed() {
    let bench = Bench::with("k.cu", "__global__ void k(int *flag) { flag[0] = 1; }\n");
    let ran = bench.run(&["races", "k.cu"]);
    assert_eq!(ran.code, Some(1));
    contains(&ran.out, "(write-write, the same value)");
    assert_eq!(bench.run(&["races", "k.cu", "--allow-same-value"]).code, Some(0));
}

#[test]
fn a_barrier_that_diverges_is_an_entry() {
    let bench = Bench::with("k.cu", "__global__ void k(int *a) {\n    if (threadIdx.x < 1) __syncthreads();\n}\n");
    let ran = bench.run(&["races", "k.cu", "--format", "json"]);
    assert_eq!(ran.code, Some(1));
    let barrier = &ran.json()["files"][0]["kernels"][0]["barriers"][0];
    assert_eq!((&barrier["span"]["line"], &barrier["confirmed"]), (&2.into(), &true.into()));
    let threads = ["thread_in", "thread_out"].map(|thread| barrier[thread]["thread_idx"][0].as_u64());
    assert!(threads[0] == Some(0) && threads[1] >= Some(1), "{barrier}");
    assert!(barrier["command"].as_str().unwrap().starts_with("gpuhoare run k.cu --block "));
}

#[test]
fn logic_files_are_imported_once_and_never_by_themselves() {
    let bench = Bench::with("k.cu", format!("//@ use nowhere;\n{KERNEL}"));
    let ran = bench.run(&["prove", "k.cu"]);
    assert_eq!(ran.code, Some(2));
    contains(&(ran.out + &ran.err), "error[E0417]: there is no logic file `nowhere`");
    bench.write("one.spec", "use two;\nlemma first(int x): x <= x + 1;\n");
    bench.write("two.spec", "use one;\nlemma second(int x): x - 1 <= x;\n");
    let ran = bench.run(&["prove", "one.spec"]);
    assert_eq!(ran.code, Some(2));
    contains(&(ran.out + &ran.err), "error[E0418]: the logic file `one` imports itself");
    bench.write("two.spec", "use three;\nlemma second(int x): x - 1 <= x;\n");
    bench.write("three.spec", "lemma third(int x): x < x + 1;\n");
    bench.write("one.spec", "use two;\nuse three;\nlemma first(int x): x <= x + 1;\n");
    let ran = bench.run(&["prove", "one.spec", "--format", "json"]);
    assert_eq!(ran.code, Some(0));
    let names: Vec<String> = ran.json()["files"][0]["kernels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|lemma| lemma["name"].as_str().unwrap().to_string())
        .collect();
    assert_eq!(names, ["first", "second", "third"]);
}

/// CUB's classes are our own text where its headers are not found (LIB-20): what goes wrong in them is said there.
#[test]
fn misuse_of_collectives_is_found() {
    let kernel = |contract: &str, body: &str| {
        format!(
            "#include <cub/cub.cuh>\n{contract}\n__global__ void k(const int *in, int *out) {{
                typedef cub::BlockReduce<int, 64> Reduce;
                __shared__ typename Reduce::TempStorage held;
                {body}
            }}\n"
        )
    };
    let size = "//@ requires blockDim.x == 64 && gridDim.x == 1;";
    let sum = "int sum = Reduce(held).Sum(in[threadIdx.x]); if (threadIdx.x == 0) out[0] = sum;";
    let twice =
        "int a = Reduce(held).Sum(in[threadIdx.x]); int b = Reduce(held).Sum(1); if (threadIdx.x == 0) out[0] = a + b;";
    let none = "int sum = Reduce(held).Sum(in[threadIdx.x], 0); if (threadIdx.x == 0) out[0] = sum;";
    let asked = "if (threadIdx.x == 0) out[0] = sizeof(held);";
    for (contract, body, verdict, said) in [
        (size, sum, "safe", ""),
        // Another size of the block than the type says, storage that is used again at once, no input.
        ("//@ requires blockDim.x <= 64;", sum, "refuted", "E0704"),
        (size, twice, "refuted", "E0706"),
        (size, none, "refuted", "E0704"),
        (size, asked, "unsupported", "E0500"),
    ] {
        let ran = Bench::with("k.cu", kernel(contract, body)).run(&["prove", "k.cu"]);
        let text = format!("{}{}", ran.out, ran.err);
        assert!(text.contains(&format!(": {verdict}")) && text.contains(said), "{body}: {text}");
    }
    // In exact floats the order of the operands matters, which CUB leaves open.
    let ran = Bench::with("k.cu", kernel(size, sum)).run(&["prove", "k.cu", "--float", "exact"]);
    assert!(format!("{}{}", ran.out, ran.err).contains("unsupported"), "{}", ran.out);
}
