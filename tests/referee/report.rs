//! What came of all programs, counted.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Instant;

/// What became of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Not one kernel that is modelled.
    Invalid,
    /// The same kernel as an earlier mutant, or as the program itself.
    Duplicate,
    /// No launch was found that meets the contract.
    NotRun,
    /// A run shows that it is wrong, and it is not verified.
    Killed,
    /// Nothing is wrong, and it is verified.
    Verified,
    /// Nothing is wrong, and it is not verified.
    Unknown,
    /// A run shows that it is wrong, and it is verified, or a task is proved that a run violates.
    WronglyVerified,
}

/// One program's result.
#[derive(Clone, Debug)]
pub struct Entry {
    pub source: String,
    pub mutant: bool,
    /// It is read from a file.
    pub file: bool,
    pub class: Class,
    /// Launches that met the contract.
    pub launches: usize,
    /// The kind of task that is open.
    pub open: Option<&'static str>,
    pub seconds: f64,
    pub spent: Spent,
}

/// Where the seconds went.
#[derive(Clone, Copy, Default, Debug)]
pub struct Spent {
    pub runs: f64,
    pub proofs: f64,
    /// The whole of `prove`, on some programs.
    pub whole: f64,
}

/// What the work gives, with its seconds added.
pub fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let made = work();
    *seconds += started.elapsed().as_secs_f64();
    made
}

#[derive(Default)]
pub struct Report {
    pub entries: Vec<Entry>,
    /// What must not be, with the program.
    pub problems: Vec<String>,
}

impl Report {
    pub fn count(&self, mutant: bool, class: Class) -> usize {
        self.entries.iter().filter(|entry| entry.mutant == mutant && entry.class == class).count()
    }

    /// Generated originals that runs find right: how many, and how many of them are verified.
    pub fn right(&self) -> (usize, usize) {
        let generated = |class: Class| {
            let is_it = |entry: &&Entry| !entry.mutant && !entry.file && entry.class == class;
            self.entries.iter().filter(is_it).count()
        };
        let verified = generated(Class::Verified);
        (verified + generated(Class::Unknown), verified)
    }

    pub fn mutants(&self) -> usize {
        self.entries
            .iter()
            .filter(|entry| entry.mutant && !matches!(entry.class, Class::Invalid | Class::Duplicate))
            .count()
    }

    /// The report as text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let (right, verified) = self.right();
        let share = 100.0 * verified as f64 / right.max(1) as f64;
        let files = self.entries.iter().filter(|entry| entry.file && !entry.mutant).count();
        let originals = self.entries.iter().filter(|entry| !entry.mutant && !entry.file).count();
        let launches: usize = self.entries.iter().map(|entry| entry.launches).sum();
        let _ = writeln!(out, "generated programs            {originals:>8}");
        let _ = writeln!(out, "  found wrong                 {:>8}", originals - right - self.generated_unused());
        let _ = writeln!(out, "  found right                 {right:>8}");
        let _ = writeln!(out, "    verified                  {verified:>8}   {share:.1} %");
        let _ = writeln!(out, "files                         {files:>8}");
        let _ = writeln!(out, "mutants of verified programs  {:>8}", self.mutants());
        for (class, name) in [
            (Class::Killed, "killed"),
            (Class::Verified, "equivalent (verified)"),
            (Class::Unknown, "unknown"),
            (Class::NotRun, "no launch meets them"),
            (Class::WronglyVerified, "wrongly verified"),
        ] {
            let _ = writeln!(out, "  {name:<27} {:>8}", self.count(true, class));
        }
        let _ = writeln!(out, "launches that met a contract  {launches:>8}");
        let seconds = |of: fn(&Spent) -> f64| self.entries.iter().map(|entry| of(&entry.spent)).sum::<f64>();
        let (runs, proofs, whole) = (seconds(|s| s.runs), seconds(|s| s.proofs), seconds(|s| s.whole));
        let all: f64 = self.entries.iter().map(|entry| entry.seconds).sum();
        let _ = writeln!(
            out,
            "seconds of all workers        {all:>8.0}   runs {runs:.0}, proofs {proofs:.0}, whole {whole:.0}"
        );
        if let Some(slowest) = self.entries.iter().max_by(|a, b| a.seconds.total_cmp(&b.seconds)) {
            let _ = writeln!(out, "slowest program               {:>8.1} s   {}", slowest.seconds, slowest.source);
        }
        out
    }

    fn generated_unused(&self) -> usize {
        let unused =
            |entry: &&Entry| !entry.mutant && !entry.file && matches!(entry.class, Class::Invalid | Class::NotRun);
        self.entries.iter().filter(unused).count()
    }

    /// The families whose right programs are not verified, with the kinds of tasks that are open.
    pub fn open(&self) -> String {
        let mut by_source: BTreeMap<&str, (usize, BTreeMap<&str, usize>, usize)> = BTreeMap::new();
        for entry in self.entries.iter().filter(|entry| !entry.mutant) {
            let (all, open, verified) = by_source.entry(&entry.source).or_default();
            *all += 1;
            *verified += usize::from(entry.class == Class::Verified);
            if let (Class::Unknown, Some(kind)) = (entry.class, entry.open) {
                *open.entry(kind).or_default() += 1;
            }
        }
        let lines = by_source.iter().filter(|(_, (all, _, verified))| all != verified);
        lines
            .map(|(source, (all, open, verified))| format!("{source}: {verified} of {all}; open: {open:?}\n"))
            .collect()
    }
}
