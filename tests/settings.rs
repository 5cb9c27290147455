//! Configuration files, baselines, comments that accept findings, and what a terminal is told.

#[path = "common/bench.rs"]
mod bench;

use std::io::Write;
use std::process::Stdio;

use bench::{Bench, Ran};
use serde_json::Value;

/// Two kernels that race, one that does not.
const KERNELS: &str = "__global__ void good(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
__global__ void one(int *a) { a[0] = threadIdx.x; }
__global__ void other(int *b) { b[1] = threadIdx.x; }
";

#[track_caller]
fn contains(text: &str, part: &str) {
    assert!(text.contains(part), "`{part}` is not in:\n{text}");
}

fn verdicts(ran: &Ran) -> Vec<String> {
    let document = ran.json();
    let kernels =
        document["files"].as_array().unwrap().iter().flat_map(|file| file["kernels"].as_array().unwrap().clone());
    kernels
        .map(|kernel| format!("{} {} {}", kernel["name"], kernel["verdict"], kernel["success"]).replace('"', ""))
        .collect()
}

// ── configuration ───────────────────────────────────────────────────────────────────────────────

#[test]
fn a_configuration_above_counts_and_the_command_line_counts_more() {
    let bench = Bench::with("kernels/k.cu", "__global__ void k(int *a) { a[threadIdx.x] = N; }\n");
    bench.write(
        "gpuhoare.toml",
        "paths = [\"kernels\"]\n[options]\ndefine = [\"N=1\"]\n[command.races]\ndefine = [\"M\"]\n",
    );
    assert_eq!(bench.run(&["check"]).code, Some(0), "{}", bench.run(&["check"]).err);
    let below = bench.command(&["check", "k.cu"]).current_dir(bench.path().join("kernels")).output().unwrap();
    assert_eq!(below.status.code(), Some(0));
    assert_eq!(bench.run(&["check", "--config", "none", "kernels"]).code, Some(2));
    let ir = |arguments: &[&str]| bench.run(arguments).out;
    contains(&ir(&["vcs", "kernels/k.cu", "--stage", "ir"]), " 1");
    contains(&ir(&["vcs", "kernels/k.cu", "--stage", "ir", "-D", "N=7"]), " 7");
}

#[test]
fn paths_of_a_configuration_are_those_of_its_folder() {
    let bench = Bench::with("inc/n.h", "#define N 1\n");
    bench.write("kernels/k.cu", "#include \"n.h\"\n__global__ void k(int *a) { a[threadIdx.x] = N; }\n");
    bench.write("gpuhoare.toml", "[options]\ninclude = [\"inc\"]\n");
    let below = bench.command(&["check", "k.cu"]).current_dir(bench.path().join("kernels")).output().unwrap();
    assert_eq!(below.status.code(), Some(0), "{}", String::from_utf8_lossy(&below.stdout));
}

#[test]
fn a_wrong_configuration_is_told_at_its_line() {
    let bench = Bench::with("k.cu", KERNELS);
    for (text, line, what) in [
        ("paths = [\"k.cu\"]\n[options]\nincludes = []\n", "gpuhoare.toml:3:1", "there is no option `includes`"),
        ("[options]\nints = true\n", "gpuhoare.toml:2:8", "a string is expected here, not `true`"),
        ("[options]\nints = true\n", "gpuhoare.toml:2:8", "for example `ints = \"math\"`"),
        ("[options]\njobs = \"two\"\n", "gpuhoare.toml:2:8", "a whole number is expected here, not the string \"two\""),
        ("[options\n", "gpuhoare.toml:1:9", ""),
        ("[command.proof]\njobs = 1\n", "gpuhoare.toml:1:10", "there is no command `proof`"),
        ("[options]\nsolver = [\"/bin/sh\"]\n", "gpuhoare.toml:2:1", "solver"),
    ] {
        bench.write("gpuhoare.toml", text);
        let ran = bench.run(&["races", "k.cu"]);
        assert_eq!(ran.code, Some(2), "{text}");
        contains(&ran.err, "error[E0017]");
        contains(&ran.err, line);
        contains(&ran.err, what);
        let document: Value = bench.run(&["races", "k.cu", "--format", "json"]).json();
        assert_eq!(document["diagnostics"][0]["code"], "E0017");
    }
    assert_eq!(bench.run(&["explain", "E0017"]).code, Some(0));
    assert_eq!(bench.run(&["races", "--help"]).code, Some(0));
    bench.write("gpuhoare.toml", "[options]\narch = \"sm_1\"\n");
    let ran = bench.run(&["races", "k.cu"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.err, "sm_1");
}

#[test]
fn init_writes_a_configuration_that_is_read() {
    let bench = Bench::with("code/k.cu", "#include \"n.h\"\n__global__ void k(int *a) { a[threadIdx.x] = N; }\n");
    bench.write("include/n.h", "#define N 1\n");
    let ran = bench.run(&["init"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let text = std::fs::read_to_string(bench.path().join("gpuhoare.toml")).unwrap();
    contains(&text, "paths = [\"code\"]");
    contains(&text, "include = [\"include\"]");
    assert_eq!(bench.run(&["check"]).code, Some(0));
    let again = bench.run(&["init"]);
    assert_eq!(again.code, Some(2));
    contains(&again.err, "is there already");
    assert_eq!(std::fs::read_to_string(bench.path().join("gpuhoare.toml")).unwrap(), text);
}

#[test]
fn a_compilation_database_gives_each_file_its_flags() {
    let bench = Bench::with("a.cu", "#include \"n.h\"\n__global__ void a(int *a) { a[threadIdx.x] = N + M; }\n");
    bench.write("b.cu", "__global__ void b(int *a) { a[threadIdx.x] = K; }\n");
    bench.write("deep/n.h", "#define N 1\n");
    let folder = bench.path().display();
    bench.write(
        "build/compile_commands.json",
        format!(
            "[{{\"directory\": \"{folder}\", \"file\": \"a.cu\", \"command\": \"nvcc -I deep -DM=2 -c a.cu\"}},
              {{\"directory\": \"{folder}\", \"file\": \"b.cu\", \"arguments\": [\"nvcc\", \"-D\", \"K=3\", \"b.cu\"]}}]"
        ),
    );
    let database = ["--compile-commands", "build/compile_commands.json"];
    let ran = bench.run(&["check", "a.cu", "b.cu", database[0], database[1]]);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert_eq!(bench.run(&["check", "a.cu", "b.cu"]).code, Some(2));
    bench.write("build/compile_commands.json", "[{\"directory\": 1}]");
    let ran = bench.run(&["check", "a.cu", database[0], database[1]]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.err, "error[E0020]");
}

// ── findings that are accepted ──────────────────────────────────────────────────────────────────

#[test]
fn a_baseline_changes_the_exit_code_and_no_verdict() {
    let bench = Bench::with("k.cu", KERNELS);
    assert_eq!(bench.run(&["races", "k.cu"]).code, Some(1));
    assert_eq!(bench.run(&["races", "k.cu", "--write-baseline", "known.json"]).code, Some(0));
    let with = ["races", "k.cu", "--baseline", "known.json"];
    let ran = bench.run(&with);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    contains(&ran.out, "accepted\n  - E0706: there is a data race on `a` (write-write) (k.cu:2): baseline\n");
    let json = bench.run(&[&with[..], &["--format", "json"]].concat());
    assert_eq!(verdicts(&json), ["good race-free true", "one racy true", "other racy true"]);
    assert_eq!(json.json()["files"][0]["kernels"][1]["findings"][0]["accepted"]["by"], "baseline");
    let sarif: Value = serde_json::from_str(&bench.run(&[&with[..], &["--format", "sarif"]].concat()).out).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["suppressions"][0]["kind"], "external");
    // Lines move, and there is a new finding.
    let more = format!("// a line\n{KERNELS}__global__ void third(int *c) {{ c[2] = threadIdx.x; }}\n");
    bench.write("k.cu", more);
    let ran = bench.run(&[&with[..], &["--format", "json"]].concat());
    assert_eq!(ran.code, Some(1));
    assert_eq!(verdicts(&ran), ["good race-free true", "one racy true", "other racy true", "third racy false"]);
    bench.write("k.cu", KERNELS.replace("b[1]", "b[blockIdx.x * blockDim.x + threadIdx.x]"));
    let ran = bench.run(&with);
    assert_eq!(ran.code, Some(0));
    contains(&ran.out, "1 finding of the baseline is gone");
}

#[test]
fn a_baseline_that_is_none_is_an_error() {
    let bench = Bench::with("k.cu", KERNELS);
    bench.write("known.json", "{\"schema\": 2, \"findings\": []}");
    for name in ["known.json", "none.json", "k.cu"] {
        let ran = bench.run(&["races", "k.cu", "--baseline", name]);
        assert_eq!(ran.code, Some(2), "{name}");
        contains(&ran.err, "error[E0018]");
    }
}

#[test]
fn a_comment_accepts_a_finding_with_a_reason() {
    let with = |first: &str, second: &str| {
        KERNELS.replace("__global__ void one", &format!("{first}\n__global__ void one")).replace(
            "threadIdx.x; }\n__global__ void other",
            &format!("threadIdx.x; }} {second}\n__global__ void other"),
        )
    };
    let bench = Bench::new();
    bench.write("k.cu", with("// gpuhoare-ignore(E0706): all the same to us", ""));
    let ran = bench.run(&["races", "k.cu", "--kernel", "one"]);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    contains(&ran.out, "one (k.cu:3): racy");
    contains(&ran.out, ": all the same to us\n");
    bench.write("k.cu", with("", "// gpuhoare-ignore(E0706): all the same to us"));
    assert_eq!(bench.run(&["races", "k.cu", "--kernel", "one"]).code, Some(0));
    assert_eq!(bench.run(&["races", "k.cu"]).code, Some(1));
    for wrong in ["// gpuhoare-ignore(E0706)", "// gpuhoare-ignore(E9999): no", "// gpuhoare-ignore E0706: no"] {
        bench.write("k.cu", with(wrong, ""));
        let ran = bench.run(&["races", "k.cu", "--kernel", "one"]);
        assert_eq!(ran.code, Some(1), "{wrong}");
        contains(&ran.out, "warning[W0004]");
    }
}

#[test]
fn only_a_comment_that_begins_with_the_word_accepts() {
    let bench = Bench::new();
    for near in [
        "const char *s = \"// gpuhoare-ignore(E0706): text\";",
        "// Do not write gpuhoare-ignore(E0706): here",
        "/* gpuhoare-ignore(E0706): another comment */",
        "/*\n// gpuhoare-ignore(E0706): in another comment\n*/",
        "// gpuhoare-ignore(E0706) no colon",
        "int x; // gpuhoare-ignore(E0706): of another line",
    ] {
        bench.write("k.cu", format!("{near}\n__global__ void one(int *a) {{ a[0] = threadIdx.x; }}\n"));
        assert_eq!(bench.run(&["races", "k.cu"]).code, Some(1), "{near}");
    }
}

#[test]
fn what_is_accepted_hides_nothing_that_was_not_tried() {
    let bench = Bench::new();
    let kernel = "//@ requires 0 < n && n <= \\length(a) && n <= \\length(b);
__global__ void k(int *a, float *b, int n) {
    a[0] = threadIdx.x; MARK
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        //@ assert i >= 0;
        b[i] = b[i] * 2;
    }
}
";
    let skipped = |ran: &Ran| {
        let tasks = ran.json()["files"][0]["kernels"][0]["tasks"].as_array().unwrap().clone();
        tasks.iter().filter(|task| task["verdict"] == "skipped").count()
    };
    bench.write("k.cu", kernel.replace("MARK", "// gpuhoare-ignore(E0706): known"));
    let ran = bench.run(&["prove", "k.cu", "--format", "json"]);
    assert_eq!(skipped(&ran), 0, "{}", ran.out);
    bench.write("k.cu", kernel.replace("MARK", ""));
    bench.run(&["prove", "k.cu", "--write-baseline", "known.json"]);
    let ran = bench.run(&["prove", "k.cu", "--baseline", "known.json", "--format", "json"]);
    assert_eq!(skipped(&ran), 0, "{}", ran.out);
}

#[test]
fn a_baseline_is_the_same_from_every_folder() {
    let bench = Bench::with("deep/k.cu", KERNELS);
    assert_eq!(bench.run(&["races", "deep", "--write-baseline", "known.json"]).code, Some(0));
    contains(&std::fs::read_to_string(bench.path().join("known.json")).unwrap(), "\"path\": \"deep/k.cu\"");
    let absolute = bench.path().join("deep/k.cu").display().to_string();
    for path in ["./deep/k.cu", absolute.as_str()] {
        assert_eq!(bench.run(&["races", path, "--baseline", "known.json"]).code, Some(0), "{path}");
    }
    let mut below = bench.command(&["races", "k.cu", "--baseline", "../known.json"]);
    assert_eq!(below.current_dir(bench.path().join("deep")).output().unwrap().status.code(), Some(0));
}

#[test]
fn reports_are_not_written_over_sources() {
    let bench = Bench::with("k.cu", KERNELS);
    for option in ["--output", "--write-baseline", "--emit-host"] {
        let ran = bench.run(&["races", "k.cu", option, "k.cu"]);
        assert_eq!(ran.code, Some(2), "{option}");
        contains(&ran.err, "error[E0006]");
    }
    assert_eq!(std::fs::read_to_string(bench.path().join("k.cu")).unwrap(), KERNELS);
}

// ── at a terminal ───────────────────────────────────────────────────────────────────────────────

#[test]
fn the_summary_is_the_last_line_and_quiet_runs_show_what_is_no_success() {
    let bench = Bench::with("k.cu", KERNELS);
    let ran = bench.run(&["races", "k.cu"]);
    contains(ran.out.lines().last().unwrap(), "summary: 3 kernels: 1 race-free, 2 racy (");
    let ran = bench.run(&["races", "k.cu", "-q"]);
    assert!(!ran.out.contains("good (k.cu:1)"), "{}", ran.out);
    contains(&ran.out, "one (k.cu:2): racy");
    let ran = bench.run(&["races", "k.cu", "-q", "--kernel", "good"]);
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
    assert_eq!(bench.run(&["races", "k.cu", "-q", "-v"]).code, Some(2));
}

#[test]
fn a_file_in_place_of_a_command_is_understood() {
    let bench = Bench::with("k.cu", KERNELS);
    let ran = bench.run(&["k.cu"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.err, "gpuhoare prove k.cu");
    assert!(!bench.run(&["prov"]).err.contains("prove prov"));
}

#[test]
fn a_dash_is_standard_input() {
    let bench = Bench::new();
    let mut command = bench.command(&["races", "-", "--format", "json"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(KERNELS.as_bytes()).unwrap();
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(1));
    assert_eq!(verdicts(&ran), ["good race-free true", "one racy false", "other racy false"]);
}

#[test]
fn nothing_to_look_at_is_said_and_an_error_if_wanted() {
    let bench = Bench::with("empty.cu", "int x;\n");
    bench.write("none/readme", "");
    for (what, code) in [("empty.cu", "W0001"), ("none", "W0002")] {
        let ran = bench.run(&["races", what, "--format", "json"]);
        assert_eq!((ran.code, ran.codes()), (Some(0), vec![code.to_string()]), "{what}");
        let ran = bench.run(&["races", what, "--error-on-empty", "--format", "json"]);
        assert_eq!(ran.code, Some(2), "{what}");
        assert!(ran.codes().contains(&"E0019".to_string()), "{:?}", ran.codes());
    }
}

#[test]
fn what_was_probably_overlooked_is_warned_of() {
    let bench = Bench::with("k.cu", "template <int N> __global__ void k(int *a) { a[threadIdx.x] = N; }\n");
    let ran = bench.run(&["check", "k.cu", "-I", "inc", "--template", "N=1", "--template", "M=2"]);
    contains(&ran.err, "there is no folder inc (-I)");
    contains(&ran.err, "no file has a template parameter `M`");
    assert!(!ran.err.contains("`N`"), "{}", ran.err);
    bench.write(
        "k.cu",
        "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n__global__ void k(float *a) { a[threadIdx.x] = 1; }\n",
    );
    let ran = bench.run(&["check", "k.cu"]);
    contains(&ran.out, "warning[W0006]: there are two kernels named `k`");
}

#[test]
fn the_last_of_two_values_counts() {
    let bench = Bench::with("k.cu", KERNELS);
    assert_eq!(bench.run(&["races", "k.cu", "--format", "human", "--format", "json"]).json()["command"], "races");
}

#[test]
fn shells_and_man_are_served() {
    let bench = Bench::new();
    contains(&bench.run(&["completions", "bash"]).out, "_gpuhoare");
    contains(&bench.run(&["man"]).out, ".TH gpuhoare");
    let schema: Value = bench.run(&["schema", "config"]).json();
    assert!(schema["properties"]["options"].is_object());
    assert!(!schema.to_string().contains("solver\":"), "no key names a program");
}

#[test]
fn an_invariant_that_an_iteration_breaks_shows_the_state_around_it() {
    let bench = Bench::with(
        "k.cu",
        "//@ requires n <= \\length(a);
__global__ void k(int *a, int n) {
    int s = 0;
    //@ invariant 0 <= i <= n && s <= 2;
    for (int i = 0; i < n; i++) {
        s += 1;
        if (threadIdx.x == 0) a[i] = s;
    }
}
",
    );
    let ran = bench.run(&["prove", "k.cu", "--block", "1", "--grid", "1"]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    contains(&ran.out, "= before the iteration that breaks it: i = 2, s = 2\n");
    contains(&ran.out, "= after it: i = 3, s = 3\n");
    let document = bench.run(&["prove", "k.cu", "--block", "1", "--grid", "1", "--format", "json"]).json();
    let tasks = document["files"][0]["kernels"][0]["tasks"].as_array().unwrap().clone();
    let shown = tasks.iter().find_map(|task| task["counterexample"]["iteration"].as_object()).unwrap();
    assert_eq!((&shown["before"]["s"], &shown["after"]["s"]), (&2.into(), &3.into()));
}

/// A loop that is reached again has other variables before an iteration than those of the violation.
#[test]
fn the_state_before_an_iteration_is_that_of_the_violation() {
    let bench = Bench::with(
        "k.cu",
        "__global__ void k(int *a, int n) {
    for (int j = 0; j < 3; j++) {
        int s = 0;
        //@ invariant 0 <= i && s <= 2;
        for (int i = 0; i < n; i++) {
            s += 1;
            a[threadIdx.x] = s;
        }
    }
}
",
    );
    let ran = bench.run(&["run", "k.cu", "--block", "2", "--grid", "1", "--arg", "n=3", "--arg", "a=[0,0]"]);
    contains(&ran.out, "before the iteration: j = 0, s = 2, i = 2\n");
    contains(&ran.out, "after it: j = 0, s = 3, i = 3\n");
}
