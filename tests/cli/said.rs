//! What a report says beside the verdict.

use serde_json::Value;

use crate::bench::Bench;
use crate::contains;

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
/// A maximum that begins below all data is one of the data if these are above it, and so in the other direction.
#[test]
fn that_data_lie_between_infinities_is_suggested() {
    for (fold, infinity, function, within) in
        [("max_over", "-INFINITY", "fmaxf", "-INFINITY < x[e]"), ("min_over", "INFINITY", "fminf", "x[e] < INFINITY")]
    {
        let kernel = format!(
            "//@ requires 1 <= n && \\length(x) == n && \\length(w) == n && \\length(y) == 1;\n\
             //@ ensures y[0] == {fold}(k, x[k], 0, n - 1);\n\
             __global__ void k(const float *x, const float *w, float *y, int n) {{\n    float best = {infinity}, all = 0;\n    \
             for (int i = 0; i < n; i++) {{ best = {function}(best, x[i]); all += w[i]; }}\n    \
             if (blockIdx.x * blockDim.x + threadIdx.x == 0) y[0] = all == all ? best : all;\n}}\n"
        );
        let bench = Bench::with("k.cu", &kernel);
        let clause = format!("requires \\forall e. 0 <= e && e < \\length(x) -> {within};");
        contains(&bench.run(&["prove", "k.cu"]).out, &format!("help: with `//@ {clause}` it is proved"));
        bench.write("k.cu", format!("//@ {clause}\n{kernel}"));
        contains(&bench.run(&["prove", "k.cu"]).out, "k (k.cu:4): verified");
        // Of an array of any length, all elements.
        let kernel = kernel.replace(" && \\length(x) == n && \\length(w) == n && \\length(y) == 1", "");
        bench.write("k.cu", &kernel);
        let clause = format!("requires \\forall e. {within};");
        contains(&bench.run(&["prove", "k.cu"]).out, &format!("help: with `//@ {clause}` it is proved"));
        bench.write("k.cu", format!("//@ {clause}\n{kernel}"));
        contains(&bench.run(&["prove", "k.cu"]).out, "k (k.cu:4): verified");
    }
}

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
    assert!(!said.contains("too weak"), "{said}");
    let said = text("//@ ensures \\forall j. 1000 <= j < n -> a[0] >= 0;\n", loops);
    contains(&said, "small launches in which the clause applied");
}

/// Each part of a postcondition is tried alone, so that the message leads to what is not proved.
#[test]
fn parts_of_a_postcondition_that_are_open_are_marked() {
    let hard = "6 * sum(k, k * k, 0, i) == i * (i + 1) * (2 * i + 1)";
    let clause = format!("\\forall i. 0 <= i < n -> y[i] == i && {hard} && 0 <= y[i]");
    let contract =
        format!("//@ requires 0 <= n <= blockDim.x && n <= \\length(y) && gridDim.x == 1;\n//@ ensures {clause};\n");
    let code = "__global__ void k(int *y, int n) { int i = threadIdx.x; if (i < n) y[i] = i; }\n";
    let bench = Bench::with("k.cu", format!("{contract}{code}"));
    let text = bench.run(&["prove", "k.cu"]).out;
    contains(&text, "this part is not proved");
    contains(&text, "the other 2 parts of it are proved");
    let document: Value = serde_json::from_str(&bench.run(&["prove", "k.cu", "--format", "json"]).out).unwrap();
    let tasks = document["files"][0]["kernels"][0]["tasks"].as_array().unwrap().iter();
    let open: Vec<&Value> = tasks.filter(|task| task["verdict"] == "unknown").collect();
    let [task] = open[..] else { panic!("{open:?}") };
    let [part] = &task["open_parts"].as_array().unwrap()[..] else { panic!("{task}") };
    let column = "//@ ensures ".len() + clause.find(hard).unwrap() + 1;
    assert_eq!(part["column"], column, "{part}");
}

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
