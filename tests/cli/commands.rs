//! Commands and options: what is understood, and what is said of what is not.

use serde_json::Value;

use crate::bench::{Bench, Ran};
use crate::{KERNEL, contains};

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
