//! What is known of atomics (ATOMIC-8 to ATOMIC-16): random kernels whose threads meet at counters, with random claims about what the counters hold in
//! the end and what came back to whom. A claim that is false in some run, in some order of threads, must not be proved.

use std::collections::BTreeMap;

use gpuhoare::base::config::Solving;
use gpuhoare::base::{Config, Span, StopFlag};
use gpuhoare::interp::{self, End, Options, RemarkKind, Schedule, ViolationKind};
use gpuhoare::pipeline::generate::execute;
use gpuhoare::pipeline::session::{Session, Solvers};
use gpuhoare::pipeline::solve;
use gpuhoare::report::Silent;
use gpuhoare::tasks::TaskKind;
use gpuhoare::witness::{self, Launches};

use super::mutate::shuffle;
use super::random::Random;
use super::trial::Trial;

#[test]
fn false_claims_about_atomics_are_not_proved() {
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (cases, seed) = (number("ATOMIC_CASES", 24), number("ATOMIC_SEED", 1));
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let config = Config { solving: Solving { jobs: Some(2), ..Solving::default() }, ..Config::default() };
    let (solvers, stop) = (Solvers::new(&config, &Silent), StopFlag::new());
    let session = Session::new(&config, &solvers, &stop, &Silent).brief();
    let (mut wrong, mut proved, mut open) = (0, 0, 0);
    for case in 0..cases {
        let text = program(seed, case);
        let Some(trial) = Trial::of(&text, &config, folder.path()) else { panic!("case {case}:\n{text}") };
        let runs = watch(&trial, &config);
        if runs.racy || runs.met == 0 {
            continue;
        }
        let set = execute(&trial.kernel, &config).with_races().own();
        assert_eq!(set.unsupported, [], "case {case}:\n{text}");
        for task in set.tasks.iter().filter(|task| task.kind == TaskKind::Ensures) {
            let shown = runs.wrong.get(&task.span);
            let result = solve::task(&set, task, &session);
            match (result.verdict.is_proved(), shown) {
                (true, Some(run)) => {
                    let line = trial.sources.start(task.span).line;
                    panic!("seed {seed}, case {case}: line {line} is proved, and false: {run}\n{text}")
                }
                (false, Some(_)) => wrong += 1,
                (true, None) => proved += 1,
                (false, None) => open += 1,
            }
        }
    }
    println!("{wrong} false claims not proved; of those that no run contradicts {proved} proved, {open} open");
    // The test must not become empty.
    assert!(wrong as u64 > cases && proved as u64 > cases / 4, "{wrong} false, {proved} proved, {open} open");
}

/// What runs in several orders showed.
#[derive(Default)]
struct Runs {
    met: usize,
    racy: bool,
    /// By claim, a run in which it is false.
    wrong: BTreeMap<Span, String>,
}

fn watch(trial: &Trial, config: &Config) -> Runs {
    let options = Options { steps: 40_000, ..witness::options(config) };
    let mut launches = Launches::new(&trial.kernel, config, options.ints);
    let mut runs = Runs::default();
    for number in 0..30 {
        let Some(setup) = launches.launch(number) else { continue };
        for schedule in [Schedule::Lockstep, Schedule::Reverse, Schedule::Random] {
            let Ok(outcome) = interp::run(&trial.kernel, &setup, &Options { schedule, ..options }) else { continue };
            let overflow = outcome.remarks.iter().any(|remark| remark.kind == RemarkKind::Overflow);
            if outcome.meets_requires != Some(true) || overflow || !matches!(outcome.end, End::Finished | End::Violated)
            {
                continue;
            }
            runs.met += 1;
            for violation in &outcome.violations {
                if violation.kind == ViolationKind::Ensures {
                    let told = || format!("{}, {}, {setup:?}", violation.message, schedule.name());
                    runs.wrong.entry(violation.span).or_insert_with(told);
                } else {
                    // Proofs of claims rest on what is proved apart.
                    runs.racy = true;
                }
            }
        }
    }
    runs
}

// ── programs ────────────────────────────────────────────────────────────────────────────────────

/// Every thread writes what came back last to its own cell of `seen`.
fn program(seed: u64, case: u64) -> String {
    let mut random = Random::new(seed ^ 0xa70c, case);
    let shared = random.once_in(3);
    let op = random.pick(&["Add", "Add", "Add", "Sub", "Min", "Max", "Exch", "Or", "Xor"]);
    let by = random.pick(&["1", "1", "2", "3", "in[i]", "threadIdx.x", "c", "0", "-1"]);
    let cell = if shared { random.pick(&["s", "s + 1"]) } else { random.pick(&["p", "p", "p + 1", "p + in[i] % 3"]) };
    let mut body = String::new();
    if shared {
        body += &format!(
            "    if (threadIdx.x == 0) {{\n        s[0] = {};\n        s[1] = c;\n    }}\n    __syncthreads();\n",
            random.pick(&["0", "c", "5"])
        );
    }
    let first = format!("atomic{op}({cell}, {by})");
    body += &match random.below(4) {
        0 => {
            format!("    if ({}) r = {first};\n", random.pick(&["in[i] > 0", "threadIdx.x < 2", "i < n", "i % 2 == 0"]))
        }
        1 => format!("    for (int k = 0; k < 2; k++) r = {first};\n"),
        _ => format!("    r = {first};\n"),
    };
    if random.once_in(3) {
        let second = random.pick(&["Add", op, op]);
        body += &format!(
            "    {}atomic{second}({cell}, {});\n",
            random.pick(&["", "r = ", "if (i > 0) r = "]),
            random.pick(&["1", "2", by])
        );
    }
    if random.once_in(4) && shared {
        let between = random.pick(&["if (threadIdx.x == 0) s[0] = 0;", "if (threadIdx.x == 0) s[1] = 7;", "c = s[0];"]);
        body += &format!("    __syncthreads();\n    {between}\n    __syncthreads();\n    r = {first};\n");
    }
    if shared {
        body += "    __syncthreads();\n    if (threadIdx.x == 0)\n        p[blockIdx.x] = s[0];\n";
    }
    let start = random.pick(&["p[0] == 0", "p[0] >= 0", "c >= 0", "p[0] == c && p[1] == 0"]);
    let grid = if shared {
        random.pick(&["gridDim.x == 1", "gridDim.x <= 3"])
    } else {
        random.pick(&["gridDim.x == 1", "gridDim.x >= 1"])
    };
    let all = "blockDim.x * gridDim.x";
    let claims = claims(&mut random, shared, op, by).join("");
    format!(
        "//@ requires {start} && {grid} && 0 <= n && \\length(p) == 4 && \\length(seen) == {all} && \\length(in) == {all};\n\
         //@ requires \\forall k. 0 <= k < {all} -> 0 <= in[k] <= 4;\n{claims}\
         __global__ void k(int *p, int *seen, const int *in, int c, int n) {{\n{}    int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
         \x20   int r = -1;\n{body}    seen[i] = r;\n}}\n",
        if shared { "    __shared__ int s[2];\n" } else { "" },
    )
}

/// Three claims that are true of many kernels with the operation, and some that are true of few.
fn claims(random: &mut Random, shared: bool, op: &str, by: &str) -> Vec<String> {
    let all = if shared { "blockDim.x" } else { "blockDim.x * gridDim.x" };
    let step = if by.parse::<i64>().is_ok() { by } else { "1" };
    let mut pool = vec![
        format!("p[0] == \\old(p[0]) + {step} * {all}"),
        format!("p[0] == \\old(p[0]) - {step} * {all}"),
        format!("p[0] == {step} * {all}"),
        "p[0] >= \\old(p[0])".to_owned(),
        "p[0] <= \\old(p[0])".to_owned(),
        "p[0] == \\old(p[0])".to_owned(),
        "p[1] == \\old(p[1])".to_owned(),
        "p[2] == \\old(p[2])".to_owned(),
        format!("p[0] == \\old(p[0]) + sum(k, in[k], 0, {all} - 1)"),
        format!("p[0] == \\old(p[0]) + count(k, in[k] > 0, 0, {all} - 1)"),
        format!("p[0] == \\old(p[0]) + {step} * count(k, in[k] % 3 == 0, 0, {all} - 1)"),
        format!("p[0] == \\old(p[0]) + {step} * \\min(n, {all})"),
        "p[0] == c".to_owned(),
        "p[0] == 5".to_owned(),
        format!("\\forall j. 0 <= j < {all} -> p[0] >= in[j]"),
        format!("\\forall j. 0 <= j < {all} -> p[0] <= in[j]"),
        format!("p[0] == \\old(p[0]) || \\exists j. 0 <= j < {all} && p[0] == in[j]"),
        format!("p[0] == 0 || \\exists j. 0 <= j < {all} && p[0] == in[j]"),
    ];
    let of_threads = [
        "seen[j] >= 0", "seen[j] >= \\old(p[0])", "seen[j] <= p[0]", "seen[j] < p[0]", "seen[j] == \\old(p[0])",
        "seen[j] != p[0]", "seen[j] >= c", "seen[j] <= \\old(p[0])", "seen[j] >= -1", "seen[j] == -1",
    ];
    pool.extend(of_threads.map(|claim| format!("\\forall j. 0 <= j < blockDim.x * gridDim.x -> {claim}")));
    let of_pairs =
        ["seen[j] != seen[k]", "seen[j] == seen[k]", "seen[j] < seen[k]", "seen[j] != seen[k] || seen[j] == -1"];
    pool.extend(of_pairs.map(|claim| format!("\\forall j, k. 0 <= j < k && k < {all} -> {claim}")));
    shuffle(random, &mut pool);
    pool.truncate(4);
    let mut likely: Vec<String> = match op {
        "Add" | "Sub" => vec![
            format!("p[0] == \\old(p[0]) {} {step} * {all}", if op == "Add" { "+" } else { "-" }),
            format!("p[0] {} \\old(p[0])", if op == "Add" { ">=" } else { "<=" }),
            format!("p[0] == \\old(p[0]) + sum(k, in[k], 0, {all} - 1)"),
            format!("\\forall j, k. 0 <= j < k && k < {all} -> seen[j] != seen[k] || seen[j] == -1"),
            "\\forall j. 0 <= j < blockDim.x * gridDim.x -> seen[j] >= \\old(p[0]) || seen[j] == -1".to_owned(),
            format!("\\forall j. 0 <= j < blockDim.x * gridDim.x -> seen[j] <= p[0] - {step} || seen[j] == -1"),
        ],
        "Min" | "Max" => {
            let order = if op == "Min" { "<=" } else { ">=" };
            let brought = by.replace('i', "j").replace("jn[", "in[").replace("threadIdx.x", "0");
            vec![
                format!("p[0] {order} \\old(p[0])"),
                format!("\\forall j. 0 <= j < {all} -> p[0] {order} {brought}"),
                format!("p[0] == \\old(p[0]) || \\exists j. 0 <= j < {all} && p[0] == {brought}"),
            ]
        }
        _ => vec!["p[3] == \\old(p[3])".to_owned(), "p[1] == \\old(p[1])".to_owned()],
    };
    shuffle(random, &mut likely);
    pool.extend(likely.into_iter().take(3));
    pool.into_iter().map(|claim| format!("//@ ensures {claim};\n")).collect()
}
