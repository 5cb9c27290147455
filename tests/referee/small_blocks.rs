//! Blocks of known size, pair by pair (RACE-17): random kernels with random indices, masks and barriers. Whatever two accesses race in a run,
//! there is a task about those two places, which the rule must not have taken away.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use gpuhoare::base::{Config, Span};
use gpuhoare::interp::{self, Options, ViolationKind};
use gpuhoare::pipeline::generate::execute;
use gpuhoare::tasks::{TaskKind, TaskSet};
use gpuhoare::witness::{self, Launches};

use super::random::Random;
use super::trial::Trial;

/// The two places of a race, in order.
type Places = (Span, Span);

#[test]
fn what_races_in_a_run_is_not_settled_pair_by_pair() {
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (cases, seed) = (number("SMALL_BLOCKS_CASES", 150), number("SMALL_BLOCKS_SEED", 1));
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let config = Config::default();
    let (mut kernels, mut seen, mut settled) = (0, 0, 0);
    for case in 0..cases {
        let (known, unknown) = program(seed, case);
        let Some(trial) = Trial::of(&known, &config, folder.path()) else { panic!("case {case}:\n{known}") };
        let tasks = pairs(&execute(&trial.kernel, &config).with_races().own());
        let racing = races(&trial, &config);
        for places in &racing {
            let lines = [places.0, places.1].map(|span| trial.sources.start(span).line);
            assert!(tasks.contains(places), "seed {seed}, case {case}: lines {lines:?} race, without a task:\n{known}");
        }
        kernels += 1;
        seen += racing.len();
        // The same kernel where the block's size is not known: all pairs of accesses have tasks.
        let general = Trial::of(&unknown, &config, folder.path()).expect("the same kernel is modelled");
        settled += pairs(&execute(&general.kernel, &config).with_races().own()).len().saturating_sub(tasks.len());
    }
    println!("{kernels} kernels: {seen} pairs of places race in a run, {settled} are settled pair by pair");
    // The test must not become empty.
    assert!(seen > kernels && settled > kernels, "{kernels} kernels, {seen} races, {settled} settled");
}

/// The pairs of places within a block that tasks are about.
fn pairs(set: &TaskSet) -> BTreeSet<Places> {
    let races = set.tasks.iter().filter(|task| task.kind == TaskKind::Race);
    races.map(|task| (task.span, task.statement.unwrap_or(task.span))).collect()
}

/// The pairs of places that race in some run.
fn races(trial: &Trial, config: &Config) -> BTreeSet<Places> {
    let options = Options { steps: 40_000, ..witness::options(config) };
    let mut launches = Launches::new(&trial.kernel, config, options.ints);
    let mut found = BTreeSet::new();
    for number in 0..12 {
        let Some(setup) = launches.launch(number) else { continue };
        let Ok(outcome) = interp::run(&trial.kernel, &setup, &options) else { continue };
        // What follows a divergent barrier or a race in lock-step is no lock-step execution; the accesses before it are.
        for violation in outcome.violations.iter().filter(|violation| violation.kind == ViolationKind::Race) {
            if let Some(race) = &violation.race {
                found.insert((violation.span.min(race.span), violation.span.max(race.span)));
            }
        }
    }
    found
}

// ── programs ────────────────────────────────────────────────────────────────────────────────────

/// A kernel for blocks of a known size, and the same for blocks of any size.
fn program(seed: u64, case: u64) -> (String, String) {
    let mut writer = Writer { random: Random::new(seed ^ 0xb10c, case), text: String::new(), locals: 1, loops: 0 };
    let shape = *[(4, 1), (8, 1), (6, 1), (4, 2), (3, 3), (16, 1)].get(writer.random.below(6)).expect("there are six");
    let flat = if shape.1 > 1 { "threadIdx.y * blockDim.x + threadIdx.x" } else { "threadIdx.x" };
    let _ = writeln!(
        writer.text,
        "    int t = {flat};\n    int v0 = {};",
        writer.random.pick(&["t", "n", "2 * t", "g[t]"])
    );
    let length = 4 + writer.random.below(6);
    (0..length).for_each(|_| writer.statement(1));
    let body = writer.text;
    let kernel = format!("__global__ void k(int *g, const int *in, int n) {{\n    __shared__ int s[256];\n{body}}}\n");
    let known = format!(
        "blockDim.x == {}{}",
        shape.0,
        if shape.1 > 1 { format!(" && blockDim.y == {}", shape.1) } else { String::new() }
    );
    let unknown = format!(
        "blockDim.x <= {}{}",
        shape.0,
        if shape.1 > 1 { format!(" && blockDim.y <= {}", shape.1) } else { String::new() }
    );
    let with = |size: &str| format!("//@ requires gridDim.x == 1 && {size} && 0 <= n <= 3;\n{kernel}");
    (with(&known), with(&unknown))
}

struct Writer {
    random: Random,
    text: String,
    locals: usize,
    loops: usize,
}

impl Writer {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(depth));
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(if depth > 2 { 8 } else { 12 }) {
            0 | 1 if depth == 1 => self.line(depth, "__syncthreads();"),
            0..=2 => {
                let (index, value) = (self.index(), self.value());
                let array = self.random.pick(&["s", "s", "g"]);
                self.line(depth, &format!("{array}[{index}] = {value};"));
            }
            3 | 4 => {
                let (local, index) = (self.random.below(self.locals), self.index());
                let array = self.random.pick(&["s", "s", "g"]);
                self.line(depth, &format!("v{local} = {array}[{index}];"));
            }
            5 if depth == 1 => {
                let value = self.number(2);
                self.line(depth, &format!("int v{} = {value};", self.locals));
                self.locals += 1;
            }
            5..=7 => {
                let (local, value) = (self.random.below(self.locals), self.number(2));
                self.line(depth, &format!("v{local} = {value};"));
            }
            8 | 9 => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) {{"));
                self.statement(depth + 1);
                if self.random.once_in(3) {
                    self.line(depth, "} else {");
                    self.statement(depth + 1);
                }
                self.line(depth, "}");
            }
            10 if depth == 1 => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) return;"));
            }
            _ => self.a_loop(depth),
        }
    }

    fn a_loop(&mut self, depth: usize) {
        let k = format!("k{}", self.loops);
        self.loops += 1;
        let head = self.random.pick(&[
            "for (int $k = 0; $k < n; $k++) {", "for (int $k = 1; $k < 4; $k *= 2) {",
            "for (int $k = 0; $k < 2; $k++) {",
        ]);
        self.line(depth, &head.replace("$k", &k));
        let index = match self.random.below(4) {
            0 => format!("t + {k}"),
            1 => format!("(t + {k}) % 8"),
            2 => format!("t ^ {k}"),
            _ => self.index(),
        };
        let value = self.value();
        self.line(depth + 1, &format!("s[{index}] = {value};"));
        if depth == 1 && self.random.once_in(2) {
            self.line(depth + 1, "__syncthreads();");
        }
        self.statement(depth + 2);
        self.line(depth, "}");
    }

    /// An index of at most 255, mostly of the thread's own choice.
    fn index(&mut self) -> String {
        let local = format!("v{}", self.random.below(self.locals));
        match self.random.below(14) {
            0..=2 => "t".to_owned(),
            3 => format!("t + {}", self.random.below(4)),
            4 => format!("t ^ {}", 1 + self.random.below(7)),
            5 => format!("(t + {}) % {}", self.random.below(9), 4 + self.random.below(13)),
            6 => format!("{} * t + {}", 1 + self.random.below(3), self.random.below(3)),
            7 => format!("t / {}", 1 + self.random.below(4)),
            8 => format!("t % {} + {}", 1 + self.random.below(4), self.random.below(3)),
            9 => format!("t + n * {}", self.random.below(20)),
            10 => self.random.below(8).to_string(),
            11 => format!("t < {} ? t : {}", self.random.below(8), self.random.below(30)),
            12 => format!("(t & {}) * 8 + threadIdx.x", 1 + self.random.below(7)),
            _ => format!("{local} & 63"),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 4 } else { 8 }) {
            0 => "t".to_owned(),
            1 => self.random.below(5).to_string(),
            2 => "n".to_owned(),
            3 => format!("v{}", self.random.below(self.locals)),
            4 => format!("({} ? {} : {})", self.condition(), self.number(depth - 1), self.number(depth - 1)),
            5 => format!("{} * {}", 1 + self.random.below(3), self.number(0)),
            6 => format!("({} - {})", self.number(depth - 1), self.number(0)),
            _ => format!("({} + {})", self.number(depth - 1), self.number(0)),
        }
    }

    fn value(&mut self) -> String {
        match self.random.below(3) {
            0 => format!("in[{}]", self.random.below(4)),
            _ => self.number(1),
        }
    }

    fn condition(&mut self) -> String {
        match self.random.below(7) {
            0 => format!("t < {}", self.random.below(9)),
            1 => format!("t % {} == {}", 2 + self.random.below(2), self.random.below(2)),
            2 => format!("t == {}", self.random.below(8)),
            3 => format!("n > {}", self.random.below(3)),
            4 => format!("v{} < {}", self.random.below(self.locals), self.random.below(6)),
            5 => format!("t >= {} && t < {}", self.random.below(4), 2 + self.random.below(8)),
            _ => "in[t] > 0".to_owned(),
        }
    }
}
