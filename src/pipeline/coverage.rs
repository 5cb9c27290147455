//! What a verdict covers: what had obligations or was shown to have none, and what was not looked at (CLAUSE-29).

use crate::base::config::{Contracts, IntMode, RaceScope, RequiredScope};
use crate::base::{Config, Diagnostic, Severity, codes};
use crate::exec;
use crate::report::{Coverage, KernelReport, KernelVerdict, Scope};
use crate::tasks::{FRAME, TaskKind, has_part};

use super::limit;

/// What of a kernel was looked at, as its tasks and assumptions tell.
pub fn of(report: &KernelReport, config: &Config) -> Coverage {
    // Of a kernel with a mistake in it, or without time for it, nothing was looked at.
    let is_untried = report.tasks.is_empty() && limit::is_cut(report);
    if !report.unsupported.is_empty() || report.diagnostics.iter().any(Diagnostic::is_error) || is_untried {
        return Coverage::default();
    }
    let asserted =
        [TaskKind::Assert, TaskKind::BarrierInvariant, TaskKind::InvariantEntry, TaskKind::InvariantPreserved];
    let races = !report.assumptions.iter().any(|text| text == exec::RACE_FREEDOM);
    let lengths = not_checked(report, |text| text.strip_suffix(exec::BOUNDS_NOT_CHECKED));
    let loops = not_checked(report, |text| {
        text.strip_prefix(exec::TERMINATION_NOT_PROVED)?.strip_prefix(" (")?.strip_suffix(')')
    });
    let has = |kinds: &[TaskKind]| report.tasks.iter().any(|task| kinds.contains(&task.kind));
    let within = report.tasks.iter().any(|task| has_part(&task.id, FRAME));
    let looked_at = [
        ("functional", report.contract.has_ensures),
        ("assertions", has(&asserted)),
        ("writes", within),
        ("races", races),
        ("barriers", true),
        ("bounds", lengths.is_empty()),
        ("division", true),
        ("overflow", config.ints == IntMode::Checked),
        ("termination", loops.is_empty()),
    ];
    let mut left_out = Vec::new();
    if !report.contract.has_ensures {
        left_out.push("what it computes: there is no `ensures`".to_owned());
    }
    match (races, config.scope) {
        (false, _) => left_out.push("races".to_owned()),
        (true, RaceScope::Block) => left_out.push("races between blocks".to_owned()),
        (true, RaceScope::All) => {}
    }
    for what in ["length", "extents of the surface"] {
        let ending = format!(": {what}");
        let arrays: Vec<&str> = lengths.iter().filter_map(|text| text.strip_suffix(&ending)).collect();
        if !arrays.is_empty() {
            left_out.push(format!("bounds of {}: {what} unknown", arrays.join(", ")));
        }
    }
    if !loops.is_empty() {
        left_out.push(format!("termination of {}", loops.join(", ")));
    }
    let checked = looked_at.iter().filter(|(_, was)| *was).map(|(what, _)| (*what).to_owned()).collect();
    Coverage { checked, not_checked: left_out, ..Coverage::default() }
}

/// What the assumptions of a kind are about.
fn not_checked(report: &KernelReport, about: impl Fn(&str) -> Option<&str>) -> Vec<String> {
    report.assumptions.iter().filter_map(|text| about(text)).map(str::to_owned).collect()
}

/// Says of a kernel without an `ensures` that it is not enough, where one is wanted.
pub fn wanted_contract(report: &KernelReport, config: &Config) -> Option<Diagnostic> {
    (config.required.contracts == Contracts::Required && report.verdict == KernelVerdict::Safe).then(|| {
        let message = format!("`{}` has no `ensures`, and --require-contracts wants one", report.name);
        let found = Diagnostic::new(codes::W0702, Severity::Warning, message).at(report.span, "");
        found.note("nothing is said of what it computes; it is safe, and no more was shown")
    })
}

/// Says of a success that is about fewer launches than every one that it is not enough, where every one is wanted.
pub fn wanted_scope(report: &KernelReport, config: &Config) -> Option<Diagnostic> {
    let about = match &report.scope {
        Scope::EveryLaunch => return None,
        Scope::GivenLaunch => "for the dimensions that --block and --grid give",
        Scope::AsLaunched(_) => "as launched",
        Scope::Amplified => "for the launches that were run",
    };
    (config.required.scope == RequiredScope::Every && report.verdict.is_success()).then(|| {
        let verdict = report.verdict.name();
        let message = format!("`{}` is {verdict} {about}, and --require-scope every wants every launch", report.name);
        let found = Diagnostic::new(codes::W0704, Severity::Warning, message).at(report.span, "");
        match report.scope {
            Scope::AsLaunched(_) => found.note("help: say with a `requires` which launches the kernel is for; `--launch any` says what is open of the others"),
            Scope::GivenLaunch => found.note("help: leave out --block and --grid, and say with a `requires` which launches the kernel is for"),
            Scope::EveryLaunch | Scope::Amplified => found,
        }
    })
}
