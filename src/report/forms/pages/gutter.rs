//! How far each line of a file holds.
//!
//! A line has the worst standing of what stands on it: tasks (where their annotation is, and at their statement), both accesses of a
//! race, barriers, constructs that are not modelled. A clause that is taken to hold is *assumed*, whatever else there is. A statement
//! on which nothing of that stands is *proved* where its whole kernel is: it is part of what the kernel's proof is about. Where the
//! kernel is not modelled, nobody has looked at its statements.

use std::collections::BTreeMap;

use crate::report::document::{FileEntry, KernelEntry, SpanEntry};
use crate::report::status::Standing;

/// What is known of a line.
#[derive(Clone, Default, Debug)]
pub struct Line {
    /// None where there is nothing to say.
    pub standing: Option<Standing>,
    /// A clause that is taken to hold stands here.
    pub is_assumed: bool,
    /// Tasks by their verdicts.
    pub tasks: Vec<(String, Standing)>,
    /// What is in the way, but for tasks.
    pub others: Vec<&'static str>,
    /// It is proved with its kernel.
    pub with_kernel: bool,
    /// The number of its barrier interval, from 1, where its kernel has several.
    pub interval: usize,
    pub is_barrier: bool,
}

/// The lines of a file on which there is something.
pub fn lines(file: &FileEntry) -> BTreeMap<usize, Line> {
    let mut lines = Lines { path: &file.path, lines: BTreeMap::new() };
    file.kernels.iter().for_each(|kernel| lines.add(kernel));
    file.kernels.iter().for_each(|kernel| lines.add_statements(kernel));
    lines.fill(&file.kernels.iter().map(|kernel| kernel.line).collect::<Vec<_>>());
    lines.lines
}

/// How far a task is settled.
pub fn of_task(verdict: &str) -> Standing {
    match verdict {
        "proved" => Standing::Proved,
        "refuted" => Standing::Refuted,
        "skipped" => Standing::Unreached,
        _ => Standing::Unknown,
    }
}

struct Lines<'f> {
    path: &'f str,
    lines: BTreeMap<usize, Line>,
}

impl Lines<'_> {
    fn at(&mut self, span: &SpanEntry) -> Option<&mut Line> {
        (span.file == self.path && span.line > 0).then(|| self.lines.entry(span.line).or_default())
    }

    fn mark(&mut self, span: &SpanEntry, standing: Standing, what: &'static str) {
        if let Some(line) = self.at(span) {
            line.standing = line.standing.max(Some(standing));
            line.others.push(what);
        }
    }

    fn add(&mut self, kernel: &KernelEntry) {
        // What follows a contradiction holds of nothing.
        let is_empty = kernel.tasks.iter().any(|task| task.kind == "vacuity" && task.verdict == "refuted");
        for task in &kernel.tasks {
            // A contract of which no launch was found that meets it stands among the assumptions.
            let standing = match (task.kind, of_task(task.verdict)) {
                ("vacuity", Standing::Unknown | Standing::Unreached) => Standing::Assumed,
                (_, Standing::Proved) if is_empty => Standing::Assumed,
                (_, standing) => standing,
            };
            let statement = task.statement_span.as_ref().filter(|span| span.line != task.span.line);
            for span in std::iter::once(&task.span).chain(statement) {
                if let Some(line) = self.at(span) {
                    line.standing = line.standing.max(Some(standing));
                    line.tasks.push((task.id.clone(), standing));
                }
            }
        }
        for clause in &kernel.outline.assumed {
            if let Some(line) = self.at(&clause.span) {
                line.is_assumed = true;
                line.standing = line.standing.max(Some(Standing::Assumed));
            }
        }
        for race in &kernel.races {
            let standing = if race.confirmed { Standing::Refuted } else { Standing::Unknown };
            [&race.first, &race.second].into_iter().for_each(|side| self.mark(&side.span, standing, "a race"));
        }
        for barrier in &kernel.barriers {
            let standing = if barrier.confirmed { Standing::Refuted } else { Standing::Unknown };
            self.mark(&barrier.span, standing, "a barrier that may diverge");
        }
        for found in &kernel.unsupported {
            self.mark(&found.span, Standing::Unreached, "not modelled");
        }
        // Those of launches that were run are about no task.
        let of_launches =
            kernel.findings.iter().filter(|found| found.tasks.is_empty() && found.message.severity == "error");
        for found in of_launches {
            if let Some(span) = &found.message.span {
                self.mark(span, found.status, "what a launch shows");
            }
        }
        for barrier in &kernel.outline.barriers {
            if let Some(line) = self.at(barrier) {
                line.is_barrier = true;
            }
        }
    }

    fn add_statements(&mut self, kernel: &KernelEntry) {
        let has_several = kernel.outline.intervals.len() > 1;
        for (number, interval) in kernel.outline.intervals.iter().enumerate() {
            for range in interval.lines.iter().filter(|range| range.file == self.path) {
                for number_of_line in range.from..=range.to {
                    let line = self.lines.entry(number_of_line).or_default();
                    if has_several && line.interval == 0 {
                        line.interval = number + 1;
                    }
                    let own = match Standing::from(kernel.verdict) {
                        standing @ (Standing::Proved | Standing::Unreached) => Some(standing),
                        Standing::Assumed | Standing::Unknown | Standing::Refuted => None,
                    };
                    line.with_kernel |= line.standing.is_none() && own == Some(Standing::Proved);
                    line.standing = line.standing.max(own);
                }
            }
        }
    }
}

impl Lines<'_> {
    /// Braces and comments between two statements of an interval have its colour, and nothing else of them.
    fn fill(&mut self, headers: &[usize]) {
        let known: Vec<(usize, usize)> = self.lines.iter().map(|(number, line)| (*number, line.interval)).collect();
        let of_intervals: Vec<(usize, usize)> = known.into_iter().filter(|(_, interval)| *interval > 0).collect();
        for pair in of_intervals.windows(2) {
            let [(before, interval), (after, other)] = [pair[0], pair[1]];
            if interval == other && !headers.iter().any(|header| (before..after).contains(header)) {
                (before + 1..after).for_each(|number| self.lines.entry(number).or_default().interval = interval);
            }
        }
    }
}

impl Line {
    /// In words, for readers that see no colours.
    pub fn why(&self) -> String {
        let count = |standing| self.tasks.iter().filter(|(_, own)| *own == standing).count();
        let tasks = |count: usize| if count == 1 { "1 task".to_owned() } else { format!("{count} tasks") };
        let mut parts: Vec<String> = Vec::new();
        for (standing, what) in [
            (Standing::Refuted, "refuted"),
            (Standing::Unknown, "not proved"),
            (Standing::Unreached, "not tried"),
            (Standing::Assumed, "taken to hold"),
            (Standing::Proved, "proved"),
        ] {
            if count(standing) > 0 {
                parts.push(format!("{} {what}", tasks(count(standing))));
            }
        }
        let mut others = self.others.clone();
        others.dedup();
        parts.extend(others.into_iter().map(str::to_owned));
        if self.is_assumed {
            parts.push("taken to hold, not proved".to_owned());
        }
        if self.with_kernel && self.standing == Some(Standing::Proved) {
            parts.push("part of a kernel that is proved".to_owned());
        }
        if parts.is_empty() && self.standing == Some(Standing::Unreached) {
            parts.push("part of a kernel that is not modelled".to_owned());
        }
        parts.join(", ")
    }
}
