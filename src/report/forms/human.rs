//! The report for people: a section for each kernel as soon as it is done, a summary at the end.

use std::collections::BTreeMap;

use crate::base::{Diagnostic, Files, Span, codes};
use crate::tasks::TaskKind;

use crate::report::accepted::Named;
use crate::report::amplified;
use crate::report::findings;
use crate::report::model::{FileReport, KernelReport, Role, Run, Scope, TaskResult, TaskVerdict, brief};
use crate::report::render::{Style, Text, Tone, place, tone};
use crate::report::status::KernelVerdict;
use crate::report::unproved;
use crate::syntax::tree::is_of_an_error;

/// A file's own diagnostics.
pub fn file(sources: &Files, file: &FileReport, style: Style) -> String {
    diagnostics(sources, file.diagnostics.iter().filter(|found| found.primary.is_some()), style)
}

/// The diagnostics that have no place in a source text: they concern the command line, files as a
/// whole and the environment, and go to standard error.
pub fn environment(run: &Run, style: Style) -> String {
    diagnostics(&run.sources, run.all_diagnostics().filter(|found| found.primary.is_none()), style)
}

/// What was found in texts that are no file of the run: side files.
pub fn of_run(run: &Run, style: Style) -> String {
    diagnostics(&run.sources, run.diagnostics.iter().filter(|found| found.primary.is_some()), style)
}

fn diagnostics<'a>(sources: &Files, all: impl Iterator<Item = &'a Diagnostic>, style: Style) -> String {
    let mut text = Text::new(style);
    for found in all {
        text.push_diagnostic(sources, found);
    }
    text.finish()
}

/// A kernel's section: the verdict, a line for each group of tasks, and a message for everything
/// that stands in the way.
pub fn kernel(sources: &Files, kernel: &KernelReport, style: Style) -> String {
    let mut text = Text::new(style);
    text.push_toned(Tone::Heading, &kernel.name);
    text.push(&format!(" ({}): ", place(sources, kernel.span)));
    text.push_toned(tone(kernel.verdict), kernel.verdict.name());
    text.push(match kernel.scope {
        Scope::AsLaunched(_) => " as launched",
        Scope::Amplified if kernel.verdict.is_success() => " for these launches and all data",
        Scope::Amplified | Scope::EveryLaunch | Scope::GivenLaunch => "",
    });
    if let Some(known) = &kernel.cost.known {
        let by = known.by.as_ref().map(|name| format!(" by {name}")).unwrap_or_default();
        text.push(&format!(" (known from an earlier run{by})"));
    }
    if let Some(error) = error_elsewhere(kernel) {
        let is_beside = error.file == kernel.span.file;
        let line = sources.start(error).line;
        text.push(&match is_beside {
            true => format!(", because of the error in line {line}"),
            false => format!(", because of the error at {}", place(sources, error)),
        });
    }
    text.push("\n");
    for launched in kernel.scope.launched() {
        text.push(&format!("    launch at {:<26} ", place(sources, launched.place)));
        text.push_toned(tone(launched.verdict), launched.verdict.name());
        text.push("\n");
        for (fact, span) in &launched.facts {
            text.push(&format!("        requires {fact};  // {}\n", place(sources, *span)));
        }
    }
    for launch in &kernel.coverage.amplified {
        amplified::push(&mut text, sources, launch);
    }
    for offer in &kernel.contract.offers {
        let host = offer.place.map(|span| format!("; {}", place(sources, span))).unwrap_or_default();
        text.push(&format!("    //@ {}  // {}{host}\n", offer.text, offer.why));
    }
    for ((_, group), count) in groups(kernel) {
        text.push(&format!("    {group:<36} "));
        let tone = if count.proved == count.all { Tone::Good } else { Tone::Bad };
        text.push_toned(tone, &format!("{} of {} proved", count.proved, count.all));
        if let Some(launch) =
            kernel.tasks.iter().filter(|task| unproved::group(task) == group).find_map(|task| task.met_by.as_ref())
        {
            text.push(&format!(": {launch}"));
        }
        text.push("\n");
    }
    for what in &kernel.coverage.not_checked {
        text.push(&format!("    {:<36} ", "not looked at"));
        text.push_toned(Tone::Doubtful, what);
        text.push("\n");
    }
    let messages = messages(kernel);
    if !messages.is_empty() {
        text.push("\n");
    }
    for message in &messages {
        text.push_diagnostic(sources, message);
    }
    text.finish()
}

/// What is shown below a kernel's lines. An error that is shown on its own is not told again for each kernel that it concerns.
fn messages(kernel: &KernelReport) -> Vec<Diagnostic> {
    let told = error_elsewhere(kernel);
    let is_told = |found: &Diagnostic| {
        let is_there = found.primary.as_ref().map(|label| label.span) == told;
        let is_of_it = found.code == codes::E0500 && is_of_an_error(&found.message);
        told.is_some() && (found.code == codes::E0213 || is_there || is_of_it)
    };
    let own = kernel.diagnostics.iter().filter(|found| found.primary.is_some()).cloned();
    let findings = findings::of_kernel(kernel).into_iter().map(|found| found.diagnostic);
    own.chain(findings).filter(|found| !is_told(found)).collect()
}

/// Where the error is, among those of the file or of a side file, that keeps a part of the kernel from being read.
fn error_elsewhere(kernel: &KernelReport) -> Option<Span> {
    let lost = kernel.diagnostics.iter().find(|found| found.code == codes::E0213)?;
    lost.secondary.first().map(|label| label.span)
}

#[derive(Clone, Copy, Default)]
struct Count {
    proved: usize,
    all: usize,
}

/// Proved and all tasks of each kind. A contract that was not shown satisfiable is an assumption.
fn groups(kernel: &KernelReport) -> BTreeMap<(TaskKind, &'static str), Count> {
    let mut groups: BTreeMap<(TaskKind, &str), Count> = BTreeMap::new();
    for task in &kernel.tasks {
        let count = groups.entry((task.kind, unproved::group(task))).or_default();
        count.all += 1;
        count.proved += usize::from(task.verdict.is_proved());
    }
    groups
}

/// How much people want to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// What is no success, and one line.
    Quiet,
    /// Everything, but long lists in part.
    Normal,
    /// Everything.
    Full,
}

/// What was proved, what was not, what was assumed; in the last line how many kernels have which verdict.
pub fn summary(run: &Run, style: Style, detail: Detail) -> String {
    let mut text = Text::new(style);
    for found in run.diagnostics.iter().filter(|found| found.primary.is_some()) {
        text.push_diagnostic(&run.sources, found);
    }
    let kernels = run.kernels().count();
    // A message ends with an empty line of its own.
    if detail != Detail::Quiet && run.kernels().last().is_some_and(|last| messages(last).is_empty()) {
        text.push("\n");
    }
    let lists = match (run.command, detail) {
        (_, Detail::Quiet) => Vec::new(),
        (Some(crate::report::Command::Check), _) => vec![("reach", reach(run))],
        _ => vec![
            ("proved", proved(run)),
            ("not proved", not_proved(run, detail)),
            ("not modelled", not_modelled(run)),
            ("assumed", assumed(run)),
            ("accepted", accepted(run)),
        ],
    };
    for (heading, lines) in lists.iter().filter(|_| kernels > 0) {
        list(&mut text, heading, lines, detail);
    }
    if run.interrupted {
        text.push_toned(Tone::Bad, "interrupted");
        text.push(": these are the results so far");
        text.push(&match run.not_reached.len() {
            0 => "\n".to_owned(),
            1 => format!("; {} was not reached\n", run.not_reached[0]),
            many => format!("; {many} of {} files were not reached\n", run.files.len() + many),
        });
    }
    if kernels == 0 {
        return text.finish();
    }
    match run.kernels().filter(|kernel| run.lacks_scope(kernel)).count() {
        0 => {}
        1 => text.push("1 kernel is not shown for every launch (--require-scope every)\n"),
        several => text.push(&format!("{several} kernels are not shown for every launch (--require-scope every)\n")),
    }
    text.push_toned(Tone::Heading, "summary");
    let verdicts: Vec<String> = verdict_counts(run).iter().map(|(name, count)| format!("{count} {name}")).collect();
    let what: Vec<String> = [(Role::Kernel, "kernel", "kernels"), (Role::Lemma, "lemma", "lemmas")]
        .into_iter()
        .map(|(role, one, many)| (run.kernels().filter(|kernel| kernel.role == role).count(), one, many))
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }))
        .collect();
    text.push(&format!(": {}: {} ({:.2} s)\n", what.join(", "), verdicts.join(", "), run.seconds));
    text.finish()
}

/// What `check` sees of a tree: files, kernels, and the constructs that are in the way of kernels, the most frequent first.
fn reach(run: &Run) -> Vec<String> {
    let kernels = run.kernels().count();
    let modelled = run.kernels().filter(|kernel| kernel.verdict == KernelVerdict::Modelled).count();
    let faulty = run.files.iter().filter(|file| file.diagnostics.iter().any(|found| found.is_error())).count();
    let percent = |part: usize| if kernels == 0 { 0.0 } else { 100.0 * part as f64 / kernels as f64 };
    let mut lines = vec![
        format!("files: {} ({faulty} with errors)", run.files.len()),
        format!("kernels: {kernels}"),
        format!("modelled: {modelled} ({:.0} %)", percent(modelled)),
        format!("unsupported: {} ({:.0} %)", kernels - modelled, percent(kernels - modelled)),
        format!("time: {:.2} s", run.seconds),
    ];
    let mut constructs: BTreeMap<&str, usize> = BTreeMap::new();
    for kernel in run.kernels() {
        let own: std::collections::BTreeSet<&str> = kernel
            .unsupported
            .iter()
            .map(|found| found.construct.as_str())
            .filter(|what| !is_of_an_error(what))
            .collect();
        own.into_iter().for_each(|construct| *constructs.entry(construct).or_default() += 1);
    }
    let mut constructs: Vec<(&str, usize)> = constructs.into_iter().collect();
    constructs.sort_by_key(|(construct, count)| (std::cmp::Reverse(*count), *construct));
    lines.extend(constructs.iter().map(|(construct, count)| format!("{count:5}  {construct}")));
    lines
}

fn list(text: &mut Text, heading: &str, lines: &[String], detail: Detail) {
    const MOST_LINES: usize = 12;
    if lines.is_empty() {
        return;
    }
    text.push_toned(Tone::Heading, heading);
    text.push("\n");
    // One more line would be as long as what it stands for.
    let shown = if detail == Detail::Full || lines.len() <= MOST_LINES + 1 { lines.len() } else { MOST_LINES };
    for line in &lines[..shown] {
        text.push(&format!("  - {line}\n"));
    }
    if shown < lines.len() {
        text.push(&format!("  - and {} more (--verbose lists them)\n", lines.len() - shown));
    }
}

fn verdict_counts(run: &Run) -> Vec<(&'static str, usize)> {
    let count = |verdict| run.kernels().filter(|kernel| kernel.verdict == verdict).count();
    KernelVerdict::ALL.iter().map(|verdict| (verdict.name(), count(*verdict))).filter(|(_, count)| *count > 0).collect()
}

/// "17 tasks (z3 12, cvc5 5): postconditions 3, array bounds 14".
fn proved(run: &Run) -> Vec<String> {
    let mut solvers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut kinds: BTreeMap<(TaskKind, &str), usize> = BTreeMap::new();
    for task in run.kernels().flat_map(|kernel| &kernel.tasks).filter(|task| task.verdict.is_proved()) {
        *solvers.entry(task.solver.as_deref().unwrap_or("no solver needed")).or_default() += 1;
        *kinds.entry((task.kind, unproved::group(task))).or_default() += 1;
    }
    let all: usize = kinds.values().sum();
    if all == 0 {
        return Vec::new();
    }
    let solvers: Vec<String> = solvers.iter().map(|(name, count)| format!("{name} {count}")).collect();
    let kinds = kinds.iter().map(|((_, group), count)| format!("{group}: {count}"));
    std::iter::once(format!("tasks: {all} ({})", solvers.join(", "))).chain(kinds).collect()
}

fn not_proved(run: &Run, detail: Detail) -> Vec<String> {
    let why = |task: &TaskResult| match &task.verdict {
        TaskVerdict::Unknown { reason } => {
            let reason = if detail == Detail::Full { reason } else { brief(reason) };
            format!("({}): {reason}", place(&run.sources, task.span))
        }
        TaskVerdict::Proved | TaskVerdict::Refuted { .. } | TaskVerdict::Skipped { .. } => {
            format!("({}): {}", place(&run.sources, task.span), task.verdict.name())
        }
    };
    // Tasks of a kernel that are about copies of one statement share a line.
    let mut lines: Vec<(&str, usize, String)> = Vec::new();
    for kernel in run.kernels() {
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for task in kernel.tasks.iter().filter(|task| unproved::diagnostic(task).is_some()) {
            let why = why(task);
            let at = *known.entry(why.clone()).or_insert(lines.len());
            match lines.get_mut(at) {
                Some((_, more, _)) => *more += 1,
                None => lines.push((&task.id, 0, why)),
            }
        }
    }
    let named = lines.into_iter().map(|(first, more, why)| match more {
        0 => format!("{first} {why}"),
        _ => format!("{first} and {more} more {why}"),
    });
    named.chain(not_tried(run)).collect()
}

/// How many tasks were not tried, for each reason.
fn not_tried(run: &Run) -> impl Iterator<Item = String> {
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for task in run.kernels().flat_map(|kernel| &kernel.tasks) {
        if let TaskVerdict::Skipped { reason } = &task.verdict {
            *reasons.entry(reason.clone()).or_default() += 1;
        }
    }
    let line = |(reason, count)| format!("{count} {} not tried: {reason}", if count == 1 { "task" } else { "tasks" });
    reasons.into_iter().map(line)
}

/// Findings that do not stand in the way of a success, and how many of the baseline are gone.
fn accepted(run: &Run) -> Vec<String> {
    let of_kernel = |kernel| {
        let line = |found: Named| {
            let acceptance = found.acceptance?;
            let found = found.finding.diagnostic;
            let at = found.primary.map_or_else(String::new, |label| format!(" ({})", place(&run.sources, label.span)));
            let reason = if acceptance.reason().is_empty() { acceptance.name() } else { acceptance.reason() };
            Some(format!("{}: {}{at}: {reason}", found.code, found.message))
        };
        run.findings(kernel).into_iter().filter_map(line).collect::<Vec<_>>()
    };
    let gone = match run.gone() {
        0 => None,
        1 => Some("1 finding of the baseline is gone".to_owned()),
        more => Some(format!("{more} findings of the baseline are gone")),
    };
    run.kernels().flat_map(of_kernel).chain(gone).collect()
}

/// Each construct once, with the number of kernels that use it.
fn not_modelled(run: &Run) -> Vec<String> {
    let mut constructs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for kernel in run.kernels() {
        for found in kernel.unsupported.iter().filter(|found| !is_of_an_error(&found.construct)) {
            let users = constructs.entry(&found.construct).or_default();
            if users.last() != Some(&kernel.name.as_str()) {
                users.push(&kernel.name);
            }
        }
    }
    constructs.iter().map(|(construct, users)| format!("{construct}: {}", few(users))).collect()
}

/// Each assumption once, with the kernels that rest on it where they are not all.
fn assumed(run: &Run) -> Vec<String> {
    let all = run.kernels().count();
    let mut order: Vec<&str> = Vec::new();
    let mut users: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for kernel in run.kernels() {
        for assumption in &kernel.assumptions {
            let kernels = users.entry(assumption).or_insert_with(|| {
                order.push(assumption);
                Vec::new()
            });
            kernels.push(&kernel.name);
        }
    }
    let line = |assumption: &&str| match &users[assumption] {
        kernels if kernels.len() == all => assumption.to_string(),
        kernels => format!("{assumption} (in {})", few(kernels)),
    };
    order.iter().map(line).collect()
}

/// The first names of a list, and how many more there are.
fn few(names: &[&str]) -> String {
    const SHOWN: usize = 4;
    match names.len() > SHOWN {
        true => format!("{} and {} more", names[..SHOWN].join(", "), names.len() - SHOWN),
        false => names.join(", "),
    }
}

/// Where time and size went (`--stats`): for each kernel, and for its slowest tasks; and what of its loops was inferred.
pub fn statistics(run: &Run) -> String {
    const SLOWEST: usize = 5;
    let mut text = String::from("\nstatistics\n");
    for kernel in run.kernels() {
        text.push_str(&format!(
            "  {}: {} tasks, {} nodes before and {} after simplification, {:.3} s in tasks, {:.3} s in solvers\n",
            kernel.name,
            kernel.tasks.len(),
            kernel.cost.vc_size_raw,
            kernel.cost.vc_size,
            kernel.cost.vc_seconds,
            kernel.cost.smt_seconds,
        ));
        let mut slowest: Vec<_> = kernel.tasks.iter().collect();
        slowest.sort_by(|a, b| b.seconds.total_cmp(&a.seconds).then_with(|| a.id.cmp(&b.id)));
        for task in slowest.iter().take(SLOWEST) {
            text.push_str(&format!(
                "    {:.3} s  {} ({}, {}, {} -> {} nodes, {} rounds)\n",
                task.seconds,
                task.id,
                task.verdict.name(),
                task.solver.as_deref().unwrap_or("no solver"),
                task.size_raw,
                task.size,
                task.rounds,
            ));
        }
        for (name, fact) in kernel.outline.inferred() {
            text.push_str(&format!("    inferred of {name}: {fact}\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Command, TaskResult};
    use crate::syntax::tree::Unsupported;

    fn example() -> Run {
        let mut sources = Files::new();
        let file = sources.add("k.cu", "//@ ensures a[0] == 1;\n__global__ void k(int *a) {}\n");
        let clause = Span::new(file, 12, 21);
        let task = |id: &str, kind, verdict, solver: Option<&str>| TaskResult {
            verdict,
            solver: solver.map(str::to_string),
            ..TaskResult::new(id, kind, clause)
        };
        let unknown = TaskVerdict::Unknown { reason: "z3: resource limit".to_string() };
        let proved = KernelReport {
            verdict: KernelVerdict::Verified,
            assumptions: vec!["no overflow".to_string()],
            tasks: vec![
                task("k/bounds1", TaskKind::Bounds, TaskVerdict::Proved, Some("z3")),
                task("k/bounds2", TaskKind::Bounds, TaskVerdict::Proved, Some("cvc5")),
            ],
            ..KernelReport::new("k", Span::new(file, 23, 48))
        };
        let open = KernelReport {
            verdict: KernelVerdict::Unknown,
            assumptions: vec!["no overflow".to_string(), "termination not proved".to_string()],
            tasks: vec![task("l/ensures1", TaskKind::Ensures, unknown, None)],
            ..KernelReport::new("l", Span::new(file, 23, 48))
        };
        let odd = KernelReport {
            verdict: KernelVerdict::Unsupported,
            unsupported: vec![Unsupported { construct: "inline assembly".to_string(), span: clause }],
            ..KernelReport::new("m", Span::new(file, 23, 48))
        };
        let mut run = Run::new(Command::Prove, sources);
        run.files.push(FileReport { path: "k.cu".to_string(), kernels: vec![proved, open, odd], ..Default::default() });
        run
    }

    #[test]
    fn a_kernel_shows_its_verdict_and_a_line_for_each_group_of_tasks() {
        let run = example();
        let kernels = &run.files[0].kernels;
        let text = kernel(&run.sources, &kernels[0], Style::Plain);
        assert_eq!(text, format!("k (k.cu:2): verified\n    {:<36} 2 of 2 proved\n", "array bounds"),);
        let text = kernel(&run.sources, &kernels[1], Style::Plain);
        assert!(text.contains("0 of 1 proved"), "{text}");
        assert!(text.contains("error[E0701]"), "{text}");
        let text = kernel(&run.sources, &kernels[2], Style::Plain);
        assert!(text.contains("m (k.cu:2): unsupported"), "{text}");
        assert!(text.contains("error[E0500]"), "{text}");
    }

    #[test]
    fn the_summary_says_what_was_proved_what_not_and_what_was_assumed() {
        let text = summary(&example(), Style::Plain, Detail::Normal);
        assert_eq!(
            text,
            "\
proved
  - tasks: 2 (cvc5 1, z3 1)
  - array bounds: 2
not proved
  - l/ensures1 (k.cu:1): z3: resource limit
not modelled
  - inline assembly: m
assumed
  - no overflow (in k, l)
  - termination not proved (in l)
summary: 3 kernels: 1 verified, 1 unknown, 1 unsupported (0.00 s)
"
        );
    }

    #[test]
    fn an_interrupted_run_says_so() {
        let mut run = example();
        run.interrupted = true;
        run.not_reached = vec!["l.cu".to_string(), "m.cu".to_string()];
        let text = summary(&run, Style::Plain, Detail::Normal);
        assert!(text.contains("interrupted: these are the results so far; 2 of 3 files were not reached\n"), "{text}");
    }

    #[test]
    fn long_lists_are_shown_in_part_and_a_quiet_summary_is_a_line() {
        let mut run = example();
        run.files[0].kernels[0].assumptions = (0..20).map(|at| format!("number {at}")).collect();
        let count = |detail| summary(&run, Style::Plain, detail).matches("number ").count();
        assert_eq!((count(Detail::Normal), count(Detail::Full)), (12, 20));
        assert!(summary(&run, Style::Plain, Detail::Normal).contains("  - and 10 more (--verbose lists them)\n"));
        assert_eq!(
            summary(&run, Style::Plain, Detail::Quiet),
            "summary: 3 kernels: 1 verified, 1 unknown, 1 unsupported (0.00 s)\n"
        );
    }
}
