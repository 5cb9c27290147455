//! Runs that several machines share: their parts are all of it, and `merge` puts them together, or says why not.

use std::path::Path;

use serde_json::Value;

use crate::bench::Bench;
use crate::cache::without_times;

/// A folder of programs: one with kernels that differ in cost and a contract that does not hold, one with a lemma of its own, one
/// that includes a header with a kernel, a header that nothing includes, one with an error, and one without kernels.
fn project() -> Bench {
    let bench = Bench::new();
    let mut many = String::from("#include <cuda_runtime.h>\n");
    for number in 0..6 {
        let wrong = if number == 3 { " + 1" } else { "" };
        let text = format!(
            "//@ requires n <= \\length(a) && n <= blockDim.x * gridDim.x;\n\
             //@ ensures \\forall j. 0 <= j < n -> a[j] == {number} * j{wrong};\n\
             __global__ void times{number}(int *a, int n) {{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    \
             if (i < n) a[i] = {number} * i;\n}}\n"
        );
        many += &text;
    }
    bench.write("p/many.cu", many);
    let lemma = "//@ lemma twice(int x): 2 * x == x + x;\n//@ requires n <= \\length(a);\n\
        __global__ void fill(int *a, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) a[i] = 1;\n}\n";
    bench.write("p/lemma.cu", lemma);
    let kernel = |name: &str| format!("__global__ void {name}(int *a) {{ a[0] = 1; }}\n");
    bench.write("p/included.cuh", kernel("shared"));
    bench.write("p/alone.cuh", kernel("alone"));
    bench.write("p/includes.cu", format!("#include \"included.cuh\"\n{}", kernel("own")));
    bench.write("p/wrong.cu", "__global__ void broken(int *a) { a[0] = ; }\n");
    bench.write("p/empty.cu", "int nothing;\n");
    bench
}

fn json(bench: &Bench, arguments: &[&str]) -> Value {
    bench.run(&[arguments, &["--format", "json"]].concat()).json()
}

/// The shards' reports, in files.
fn shards(bench: &Bench, command: &str, of: usize, more: &[&str]) -> Vec<String> {
    let report = |number: usize| {
        let (name, shard) = (format!("{number}of{of}.json"), format!("{number}/{of}"));
        let ran =
            bench.run(&[&[command, "p", "--shard", &shard, "--format", "json", "--output", &name], more].concat());
        assert!(matches!(ran.code, Some(0..=2)), "{}{}", ran.out, ran.err);
        name
    };
    (1..=of).map(report).collect()
}

fn merged(bench: &Bench, reports: &[String], more: &[&str]) -> crate::bench::Ran {
    let reports: Vec<&str> = reports.iter().map(String::as_str).collect();
    bench.run(&[&["merge"], &reports[..], more].concat())
}

fn kernels(report: &Value) -> Vec<String> {
    let files = report["files"].as_array().expect("files").iter();
    let of_file = |file: &Value| {
        let path = file["path"].as_str().expect("a path").to_owned();
        let kernels = file["kernels"].as_array().expect("kernels").clone();
        kernels.into_iter().map(move |kernel| format!("{path} {}", kernel["name"].as_str().expect("a name")))
    };
    files.flat_map(of_file).collect()
}

#[test]
fn what_shards_report_is_what_one_machine_reports() {
    let bench = project();
    for command in ["prove", "races"] {
        let whole = json(&bench, &[command, "p"]);
        let code = bench.run(&[command, "p"]).code;
        for of in [1, 3, 16] {
            let reports = shards(&bench, command, of, &[]);
            let ran = merged(&bench, &reports, &["--format", "json"]);
            assert_eq!(ran.code, code);
            assert_eq!(without_times(ran.json()), without_times(whole.clone()), "{command} by {of}");
        }
    }
}

#[test]
fn each_kernel_is_looked_at_by_one_shard() {
    let bench = project();
    let reports = shards(&bench, "prove", 4, &[]);
    let read = |name: &String| -> Value {
        serde_json::from_str(&std::fs::read_to_string(bench.path().join(name)).unwrap()).unwrap()
    };
    let of_shards: Vec<Vec<String>> = reports.iter().map(|name| kernels(&read(name))).collect();
    let mut all = of_shards.concat();
    // A header that another shard's file includes is looked at there, and left out by `merge`.
    all.retain(|name| !name.starts_with("p/included.cuh"));
    all.sort();
    let mut whole = kernels(&json(&bench, &["prove", "p"]));
    whole.sort();
    assert_eq!(all, whole);
    assert!(of_shards.iter().filter(|kernels| kernels.iter().any(|name| name.contains("many.cu"))).count() > 1);
}

#[test]
fn costs_of_an_earlier_run_deal_the_kernels() {
    let bench = project();
    bench.run(&["prove", "p", "--format", "json", "--output", "costs.json"]);
    let text = std::fs::read_to_string(bench.path().join("costs.json")).unwrap();
    // One kernel that takes as long as all others together is alone.
    let mut costs: Value = serde_json::from_str(&text).unwrap();
    for file in costs["files"].as_array_mut().unwrap() {
        let is_many = file["path"] == "p/many.cu";
        for (at, kernel) in file["kernels"].as_array_mut().unwrap().iter_mut().enumerate() {
            kernel["smt_seconds"] = Value::from(if is_many && at == 2 { 100.0 } else { 0.01 });
        }
    }
    bench.write("costs.json", costs.to_string());
    let reports = shards(&bench, "prove", 2, &["--costs", "costs.json"]);
    let of_shard = |name: &String| {
        kernels(&serde_json::from_str(&std::fs::read_to_string(bench.path().join(name)).unwrap()).unwrap())
    };
    assert!(reports.iter().any(|name| of_shard(name) == ["p/many.cu times2"]), "{reports:?}");
    let whole = without_times(json(&bench, &["prove", "p"]));
    assert_eq!(without_times(merged(&bench, &reports, &["--format", "json"]).json()), whole);

    bench.write("none.json", "{}");
    let ran = bench.run(&["prove", "p", "--shard", "1/2", "--costs", "none.json"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("error[E0022]: the costs cannot be read from none.json"), "{}", ran.err);
}

#[test]
fn files_that_are_named_twice_and_files_of_tasks_are_dealt() {
    let bench = project();
    let tasks = bench.run(&["vcs", "p/many.cu", "--stage", "raw"]);
    bench.write("many.tasks", tasks.out);
    let arguments = ["prove", "many.tasks", "p/lemma.cu", "p/lemma.cu"];
    let whole = json(&bench, &arguments);
    bench.write("costs.json", whole.to_string());
    for costs in [&[][..], &["--costs", "costs.json"]] {
        let report = |number: usize| {
            let (name, shard) = (format!("{number}.json"), format!("{number}/3"));
            let more = ["--shard", &shard, "--format", "json", "--output", &name];
            bench.run(&[&arguments, &more[..], costs].concat());
            name
        };
        let reports: Vec<String> = (1..=3).map(report).collect();
        let merged = merged(&bench, &reports, &["--format", "json"]).json();
        assert_eq!(without_times(merged), without_times(whole.clone()), "{costs:?}");
    }
}

#[test]
fn that_there_is_no_kernel_is_said_of_the_whole_run() {
    let bench = Bench::with("p/one.cu", "__global__ void one(int *a) { a[0] = 1; }\n");
    let reports = shards(&bench, "races", 3, &["--error-on-empty"]);
    assert_eq!(merged(&bench, &reports, &["--error-on-empty"]).code, Some(1));
    std::fs::write(bench.path().join("p/one.cu"), "int none;\n").unwrap();
    let reports = shards(&bench, "races", 3, &[]);
    assert_eq!(merged(&bench, &reports, &["--error-on-empty"]).code, Some(2));
}

#[test]
fn a_name_that_no_shard_knows_is_an_error_of_the_whole_run() {
    let bench = project();
    let reports = shards(&bench, "prove", 3, &["--kernel", "times1", "--kernel", "tmies2"]);
    let ran = merged(&bench, &reports, &[]);
    let whole = bench.run(&["prove", "p", "--kernel", "times1", "--kernel", "tmies2"]);
    assert_eq!(
        (ran.code, ran.err.contains("tmies2")),
        (whole.code, whole.err.contains("tmies2")),
        "{}{}",
        ran.out,
        ran.err
    );
}

#[test]
fn merged_reports_have_every_form_without_the_sources() {
    let bench = project();
    std::fs::remove_file(bench.path().join("p/wrong.cu")).unwrap();
    let whole = |form: &str| bench.run(&["prove", "p", "--format", form]);
    let forms: Vec<_> = ["human", "sarif", "junit", "jsonl"].into_iter().map(|form| (form, whole(form))).collect();
    let reports = shards(&bench, "prove", 3, &[]);
    std::fs::remove_dir_all(bench.path().join("p")).unwrap();
    for (form, whole) in forms {
        let ran = merged(&bench, &reports, &["--format", form]);
        assert_eq!((ran.code, plain(&ran.out)), (whole.code, plain(&whole.out)), "{form}");
    }
    let ran = merged(&bench, &reports, &["--format", "html", "--output", "pages"]);
    assert!(ran.code == Some(1) && bench.path().join("pages/index.html").exists(), "{}{}", ran.out, ran.err);
    assert!(!bench.path().join("p").exists());
}

/// Without what takes another time in each run.
fn plain(text: &str) -> String {
    let is_time = |word: &str| {
        let number = word.trim_matches(|letter: char| !letter.is_ascii_digit());
        number.contains('.') && number.parse::<f64>().is_ok()
    };
    let words = text.split([' ', '"']).map(|word| if is_time(word) { "TIME" } else { word });
    let lines = words.collect::<Vec<_>>().join(" ");
    lines.lines().filter(|line| !line.contains("imestamp") && !line.contains("Utc")).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_not_each_shard_of_one_run_once_is_refused() {
    let bench = project();
    let reports = shards(&bench, "races", 3, &[]);
    let refused = |reports: &[&str], words: &str| {
        let reports: Vec<String> = reports.iter().map(|name| name.to_string()).collect();
        let ran = merged(&bench, &reports, &[]);
        assert_eq!(ran.code, Some(2), "{}{}", ran.out, ran.err);
        assert!(ran.err.contains("error[E0021]") && ran.err.contains(words), "{words}: {}", ran.err);
    };
    let [one, two, three] = [0, 1, 2].map(|at: usize| reports[at].as_str());
    refused(&[one, three], "shard 2 of 3 is missing");
    refused(&[two], "shards 1, 3 of 3 are missing");
    refused(&[one, two, three, two], "are both shard 2 of 3");
    let text = |name: &str| std::fs::read_to_string(bench.path().join(name)).unwrap();
    let put = |name: &str, text: &str| bench.write(name, text);

    let as_another = |name: &str, arguments: &[&str]| {
        let all = [&["races", "p", "--shard", "2/3", "--format", "json", "--output", name], arguments].concat();
        bench.run(&all);
    };
    as_another("options.json", &["--scope", "block"]);
    refused(&[one, "options.json", three], "other options");
    bench.run(&["prove", "p", "--shard", "2/3", "--format", "json", "--output", "command.json"]);
    refused(&[one, "command.json", three], "another command");
    bench.run(&["races", "p", "--shard", "2/4", "--format", "json", "--output", "number.json"]);
    refused(&[one, "number.json", three], "another number of shards");
    bench.run(&["races", "p", "--format", "json", "--output", "whole.json"]);
    refused(&["whole.json"], "is not the report of a shard");

    let broken = text(two).replace("race-free", "racy");
    put("said.json", &broken);
    // What people read of a shard is not what is merged.
    assert_eq!(
        merged(&bench, &[one.into(), "said.json".into(), three.into()], &[]).code,
        merged(&bench, &reports, &[]).code
    );
    let mut shard: Value = serde_json::from_str(&text(two)).unwrap();
    shard["shard"]["texts"][0]["text"] = Value::from("__global__ void other() {}");
    put("text.json", &shard.to_string());
    refused(&[one, "text.json", three], "is damaged");
    put("cut.json", &text(two)[..500]);
    refused(&[one, "cut.json", three], "cut.json");

    let path = bench.path().join("p/many.cu");
    let changed = std::fs::read_to_string(&path).unwrap() + "\n";
    std::fs::write(&path, changed).unwrap();
    as_another("sources.json", &[]);
    refused(&[one, "sources.json", three], "other source files");
    assert!(Path::new(&path).exists());

    // A header that no folder of the run has.
    bench.write("p/includes.cu", "#include \"../other.h\"\n__global__ void own(int *a) { a[0] = WHAT; }\n");
    bench.write("p/too.cu", "#include \"../other.h\"\n__global__ void too(int *a) { a[0] = WHAT; }\n");
    bench.write("other.h", "#define WHAT 1\n");
    let mut reports: Vec<String> = shards(&bench, "races", 9, &[]);
    bench.write("other.h", "#define WHAT 2\n");
    let readers = |name: &String| text(name).contains("other.h");
    assert_eq!(reports.iter().filter(|name| readers(name)).count(), 2, "{reports:?}");
    if let Some(at) = reports.iter().position(readers) {
        let shard = format!("{}/9", at + 1);
        bench.run(&["races", "p", "--shard", &shard, "--format", "json", "--output", "again.json"]);
        reports[at] = "again.json".to_owned();
    }
    refused(&reports.iter().map(String::as_str).collect::<Vec<_>>(), "other.h with different texts");
}

#[test]
fn a_shard_has_a_number_of_the_run() {
    let bench = project();
    for wrong in ["0/3", "4/3", "1", "1/0", "a/b", "1/999999999"] {
        let ran = bench.run(&["prove", "p", "--shard", wrong]);
        assert_eq!(ran.code, Some(2), "{wrong}");
        assert!(ran.err.contains("expected NUMBER/OF"), "{wrong}: {}", ran.err);
    }
}
