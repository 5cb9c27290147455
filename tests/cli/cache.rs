//! The proof cache: what was known is what would be found, and what depends on a change is found again.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::bench::{Bench, Ran};

const SCALE: &str = "#include \"scale.h\"\n//@ use twice;\n//@ requires n <= \\length(a) && n <= blockDim.x * gridDim.x;\n\
    //@ ensures \\forall j. 0 <= j < n -> a[j] == scaled(j);\n\
    __global__ void scale(int *a, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    \
    if (i < n) a[i] = FACTOR * i;\n}\n";
const HEADER: &str = "#define FACTOR 2\n";
const LOGIC: &str = "logic int scaled(int x) = 2 * x;\n";

/// A folder with a cache of its own. The solvers are those of the user.
struct Cached {
    bench: Bench,
    folder: tempfile::TempDir,
}

impl Cached {
    fn new() -> Cached {
        let folder = tempfile::tempdir().expect("a folder");
        let solvers = gpuhoare::smt::cache_folder().expect("the user has a cache folder").join("solvers");
        if solvers.exists() {
            std::os::unix::fs::symlink(solvers, folder.path().join("solvers")).expect("a link");
        }
        let bench = Bench::with("scale.cu", SCALE);
        bench.write("scale.h", HEADER);
        bench.write("twice.spec", LOGIC);
        Cached { bench, folder }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.bench.command(arguments);
        command.env_remove("GPUHOARE_NO_CACHE").env("GPUHOARE_CACHE", self.folder.path());
        command.env("GPUHOARE_SHARED", self.folder.path().join("shared.toml"));
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        Ran::from(self.command(arguments).output().expect("it starts"))
    }

    /// The report, and how many of its kernels are known from an earlier run.
    fn known(&self, arguments: &[&str]) -> (Value, usize) {
        let document = self.run(&[arguments, &["--format", "json"]].concat()).json();
        let kernels = document["files"].as_array().expect("files").iter().flat_map(|file| file["kernels"].as_array());
        let known = kernels.flatten().filter(|kernel| kernel["known_since"].is_u64()).count();
        (without_times(document), known)
    }

    fn store(&self) -> std::path::PathBuf {
        self.folder.path().join("proofs.sqlite")
    }
}

/// Without what two runs need not have in common.
pub fn without_times(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let other = |name: &str| name.ends_with("seconds") || ["known_since", "solver", "rounds"].contains(&name);
            let kept = fields.into_iter().filter(|(name, _)| !other(name));
            Value::Object(kept.map(|(name, field)| (name, without_times(field))).collect())
        }
        Value::Array(items) => items.into_iter().map(without_times).collect(),
        other => other,
    }
}

#[test]
fn what_is_known_is_what_was_found() {
    let cached = Cached::new();
    cached.bench.write("wrong.cu", SCALE.replace("FACTOR * i", "FACTOR * i + (i > 2)"));
    cached.bench.write("race.cu", "__global__ void k(int *a) { a[threadIdx.x / 2] = threadIdx.x; }\n");
    cached.bench.write("open.cu", "//@ ensures a[0] * a[0] * a[0] != 12345678;\n__global__ void k(int *a) {}\n");
    for command in ["prove", "races"] {
        for file in ["scale.cu", "wrong.cu", "race.cu", "open.cu"] {
            let (found, none) = cached.known(&[command, file]);
            let (known, one) = cached.known(&[command, file]);
            assert_eq!((none, one), (0, 1), "{command} {file}");
            assert_eq!(found, known, "{command} {file}");
            assert_eq!(found, cached.known(&[command, file, "--cache-verify", "1"]).0, "{command} {file}");
        }
    }
    // Which files stand beside it in a run does not matter.
    assert_eq!(cached.known(&["prove", "race.cu", "open.cu", "scale.cu"]).1, 3);
    let human = cached.run(&["prove", "scale.cu"]);
    assert!(human.out.contains("verified (known from an earlier run)"), "{}", human.out);
    let (found, none) = cached.known(&["prove", "scale.cu", "--no-cache"]);
    assert_eq!((found, none), (cached.known(&["prove", "scale.cu"]).0, 0));
}

#[test]
fn what_depends_on_a_change_is_found_again() {
    let cached = Cached::new();
    let known = |arguments: &[&str]| cached.known(&[&["prove", "scale.cu"], arguments].concat()).1;
    assert_eq!((known(&[]), known(&[])), (0, 1));
    for (file, old, new) in [
        ("scale.cu", SCALE, SCALE.replace("* i;", "* i + 1;")),
        ("scale.cu", SCALE, SCALE.replace("0 <= j < n", "0 <= j < n - 1")),
        ("scale.cu", SCALE, format!("// a comment moves all places\n{SCALE}")),
        ("scale.h", HEADER, "#define FACTOR 3\n".to_owned()),
        ("twice.spec", LOGIC, "logic int scaled(int x) = 2 * x + 0;\n".to_owned()),
        ("twice.spec", LOGIC, format!("{LOGIC}lemma scaled_zero(int x): x == 0 -> scaled(x) == 0;\n")),
    ] {
        cached.bench.write(file, &new);
        assert_eq!(known(&[]), 0, "{new}");
        assert_eq!(known(&[]), 1, "{new}");
        cached.bench.write(file, old);
        assert_eq!(known(&[]), 1, "{new}, taken back");
    }
    for options in [
        &["-D", "FACTOR=2"][..],
        &["--ints", "checked"],
        &["--block", "32"],
        &["--arch", "sm_90"],
        &["--rounds", "1"],
        &["--timeout", "5"],
        &["--limit", "20s"],
        &["--memory", "900"],
        &["--no-simplify"],
        &["--disable-pass", "egg"],
        &["--require-contracts"],
    ] {
        assert_eq!((known(options), known(options)), (0, 1), "{options:?}");
    }
    assert_eq!(known(&["--jobs", "1", "--offline"]), 1, "nothing depends on these");
    let side = ["--spec", "side.spec"];
    for (clause, seen) in [("0 <= n", 0), ("0 <= n", 1), ("1 <= n", 0), ("0 <= n", 1)] {
        cached.bench.write("side.spec", format!("kernel scale {{ requires {clause}; }}\n"));
        assert_eq!(known(&side), seen, "{clause}");
    }
}

/// What the tasks of the last kernel took, as far as that is long enough to be kept.
fn tasks(report: &Value) -> std::collections::BTreeMap<String, u64> {
    let kernel = report["files"][0]["kernels"].as_array().expect("kernels").last().expect("one");
    let kept = kernel["tasks"].as_array().expect("tasks").iter().filter(|task| task["kind"] != "vacuity");
    let took = |task: &Value| (task["seconds"].as_f64().expect("a number") * 1e6) as u64;
    let named = |task: &Value| (task["id"].as_str().expect("a name").to_owned(), took(task));
    kept.map(named).filter(|(_, took)| *took > 6000).collect()
}

/// A kernel that is looked at again has its tasks from an earlier run: no two runs take the same.
#[test]
fn what_did_not_change_of_a_kernel_is_not_proved_again() {
    const TILES: &str = include_str!("../../examples/matrices/matrixMulTiles.cu");
    let cached = Cached::new();
    let tasks = |text: String| {
        cached.bench.write("tiles.cu", text);
        tasks(&cached.run(&["prove", "tiles.cu", "--format", "json"]).json())
    };
    let first = tasks(format!("{SCALE}{TILES}"));
    assert!(first.len() > 4, "{first:?}");
    let known = |text: String| {
        let now = tasks(text);
        first.iter().filter(|(id, took)| now.get(*id) == Some(took)).count()
    };
    assert_eq!(known(format!("// a comment\n{SCALE}{TILES}")), first.len());
    assert_eq!(known(format!("{}{TILES}", SCALE.replace("0 <= j", "1 <= j"))), first.len());
    let ensures = format!("{SCALE}{}", TILES.replacen("//@ ensures", "//@ ensures 0 < blockDim.x;\n//@ ensures", 1));
    assert!(known(ensures) > 4, "what is not about the new clause is known");
    // Another hypothesis makes other tasks.
    let requires =
        format!("{SCALE}{}", TILES.replacen("//@ requires", "//@ requires gridDim.y < 100;\n//@ requires", 1));
    assert_eq!(known(requires), 0);
}

/// What the program's other files say of a kernel's launches is part of its key.
#[test]
fn another_launch_is_seen() {
    let cached = Cached::new();
    cached.bench.write("lone.cu", "__global__ void lone(int *a) { a[threadIdx.x] = 1; }\n");
    let host = |block: u32| format!("__global__ void lone(int *a);\nvoid run(int *a) {{ lone<<<1, {block}>>>(a); }}\n");
    let known = || cached.known(&["prove", "lone.cu", "host.cu"]);
    for (block, seen) in [(32, 0), (32, 1), (64, 0), (32, 1)] {
        cached.bench.write("host.cu", host(block));
        let (report, known) = known();
        assert_eq!(known, seen, "{block}");
        let launched = report["files"][0]["kernels"][0]["launched"].to_string();
        assert!(launched.contains(&format!("blockDim.x == {block}")), "{launched}");
    }
}

/// A solver that was asked is part of the key; one that was not is none.
#[test]
fn another_solver_is_asked_again() {
    let cached = Cached::new();
    let program = |says: &str| {
        let script = format!("#!/bin/sh\necho {says}\n");
        let path = cached.bench.path().join("solver.sh");
        std::fs::write(&path, script).expect("a script");
        Command::new("chmod").arg("+x").arg(&path).status().expect("chmod is there");
        path
    };
    cached.bench.write("open.cu", "//@ ensures a[0] * a[0] * a[0] != 12345678;\n__global__ void k(int *a) {}\n");
    let known = |path: &Path, file: &str| {
        let mut command = cached.command(&["prove", file, "--solver", "z3", "--format", "json"]);
        let document = Ran::from(command.env("GPUHOARE_Z3", path).output().expect("it starts")).json();
        document["files"][0]["kernels"][0]["known_since"].is_u64()
    };
    let path = program("one");
    assert_eq!([known(&path, "scale.cu"), known(&path, "scale.cu")], [false, true]);
    let path = program("two");
    assert!(known(&path, "scale.cu"), "the simplifier has proved it alone");
    // It fails, and what it would say another time is not known.
    assert_eq!([known(&path, "open.cu"), known(&path, "open.cu")], [false, false]);
}

#[test]
fn what_is_damaged_is_found_again() {
    let cached = Cached::new();
    let known = || cached.known(&["prove", "scale.cu"]);
    let (found, _) = known();
    assert_eq!(known().1, 1);
    let damage = |sql: &str| rusqlite::Connection::open(cached.store()).unwrap().execute_batch(sql).unwrap();
    for sql in [
        "UPDATE entries SET value = zeroblob(length(value));",
        "UPDATE entries SET value = substr(value, 1, length(value) / 2);",
        "UPDATE entries SET value = value || x'00';",
        "UPDATE entries SET sum = x'';",
        "PRAGMA user_version = 99;",
        "DROP TABLE entries;",
    ] {
        damage(sql);
        assert_eq!(known(), (found.clone(), 0), "{sql}");
        assert_eq!(known(), (found.clone(), 1), "{sql}");
    }
    damage("UPDATE entries SET value = zeroblob(7);");
    assert!(cached.run(&["cache", "verify"]).out.contains(" damaged, and forgotten"));
    assert!(cached.run(&["cache", "verify"]).out.starts_with("nothing"));
    // A page that is read only when an entry is looked for.
    let mut bytes = std::fs::read(cached.store()).unwrap();
    bytes[4096..].fill(0x55);
    std::fs::write(cached.store(), bytes).unwrap();
    assert_eq!(known(), (found.clone(), 0));
    known();
    assert_eq!(known(), (found.clone(), 1));
    for bytes in [&b"this is no database, whatever its name says"[..], &[0; 4096], b""] {
        for file in ["proofs.sqlite-wal", "proofs.sqlite-shm"] {
            let _ = std::fs::remove_file(cached.folder.path().join(file));
        }
        std::fs::write(cached.store(), bytes).unwrap();
        assert_eq!(known(), (found.clone(), 0));
        assert_eq!(known(), (found.clone(), 1));
    }
}

#[test]
fn a_cache_that_cannot_be_used_is_no_error() {
    let cached = Cached::new();
    let mut command = cached.command(&["prove", "scale.cu"]);
    let ran = Ran::from(command.env("GPUHOARE_CACHE", "/proc/none").output().expect("it starts"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("warning[W0008]: the proof cache cannot be used"), "{}", ran.err);
}

#[cfg(not(feature = "shared-cache"))]
#[test]
fn a_build_without_the_shared_cache_says_so() {
    let cached = Cached::new();
    std::fs::write(cached.folder.path().join("shared.toml"), "store = \"fs:///tmp\"\n").expect("a file");
    let ran = cached.run(&["prove", "scale.cu"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("warning[W0009]: ") && ran.err.contains("this build has no shared cache"), "{}", ran.err);
    assert_eq!(cached.run(&["cache", "key"]).code, Some(2));
}

#[test]
fn the_cache_is_shown_and_emptied() {
    let cached = Cached::new();
    cached.known(&["prove", "scale.cu"]);
    let shown = cached.run(&["cache", "stats"]);
    assert!(shown.out.contains("proofs.sqlite: "), "{}", shown.out);
    assert_eq!(cached.run(&["cache", "clear"]).out, "the proof cache is empty\n");
    assert_eq!(cached.known(&["prove", "scale.cu"]).1, 0);
    let mut small = cached.command(&["prove", "scale.cu", "--rounds", "2"]);
    small.env("GPUHOARE_CACHE_MEGABYTES", "0").output().expect("it starts");
    assert!(cached.run(&["cache", "stats"]).out.contains("proofs.sqlite: 0 entries"));
}

/// Files of which each takes a moment.
fn many(cached: &Cached, count: usize) -> Vec<String> {
    let names: Vec<String> = (0..count).map(|number| format!("many{number}.cu")).collect();
    for (number, name) in names.iter().enumerate() {
        cached.bench.write(name, SCALE.replace("FACTOR * i", &format!("FACTOR * i + {number} - {number}")));
    }
    names
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let cached = Cached::new();
    let names = many(&cached, 12);
    let files: Vec<&str> = ["prove"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let mut last = 0;
    for _ in 0..4 {
        let mut child = cached.command(&files).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(120));
        child.kill().expect("it is there or has ended");
        child.wait().expect("it ends");
        let kept = rusqlite::Connection::open(cached.store())
            .and_then(|store| store.query_row("SELECT count(*) FROM entries", [], |row| row.get::<_, usize>(0)));
        let kept = kept.unwrap_or(0);
        assert!(kept >= last, "nothing is lost: {kept} of {last}");
        last = kept;
    }
    assert_eq!(cached.known(&files).1, last);
    assert_eq!(cached.known(&files).1, names.len());
}

#[test]
fn two_runs_share_a_cache() {
    let cached = Cached::new();
    let names = many(&cached, 8);
    let files: Vec<&str> = ["prove"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let run = || cached.command(&files).stdout(Stdio::null()).spawn().expect("it starts");
    for mut child in [run(), run(), run()] {
        assert!(child.wait().expect("it ends").success());
    }
    assert_eq!(cached.known(&files).1, names.len());
}

/// Edits of all kinds, one upon another: with the cache, reports are what they are without. Every fifth is one of a program whose
/// tasks take long enough to be kept by themselves.
fn edits(count: usize) {
    const LETTERS: &[u8] = b"0123456789+-*<>= ;ijn";
    const BINS: &str = include_str!("../../examples/histograms/histogramWarps.cu");
    let cached = Cached::new();
    let mut texts: [Vec<u8>; 2] = [SCALE, BINS].map(Vec::from);
    for number in 0..count {
        let program = usize::from(number % 5 == 0);
        let text = &mut texts[program];
        // A place and a letter that look random; now and then all is as it was.
        let draw = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24;
        let (at, with) = (draw as usize % text.len(), LETTERS[(draw >> 17) as usize % LETTERS.len()]);
        match number % 4 {
            0 => *text = [SCALE, BINS][program].into(),
            _ if text[at].is_ascii_alphanumeric() || b"+-*<= ".contains(&text[at]) => text[at] = with,
            _ => {}
        }
        cached.bench.write("scale.cu", &*text);
        let arguments = ["prove", "scale.cu", "--format", "json"];
        let fresh = Ran::from(cached.command(&arguments).arg("--no-cache").output().expect("it starts"));
        let edited = String::from_utf8_lossy(text);
        for ran in [cached.run(&arguments), cached.run(&arguments)] {
            assert_eq!(ran.code, fresh.code, "{edited}");
            assert_eq!(without_times(ran.json()), without_times(fresh.json()), "{edited}");
        }
    }
}

#[test]
fn edits_are_seen() {
    edits(16);
}

#[test]
#[ignore = "takes minutes: `.ci/run --all`"]
fn all_edits_are_seen() {
    edits(500);
}
