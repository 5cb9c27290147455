//! The report as SARIF 2.1.0 (`--format sarif`): a result for each finding, for code scanning and editors. It says what the JSON
//! document says, and less: what is proved has no result.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use serde_sarif::sarif::{
    ArtifactLocation, CodeFlow, Invocation, Location, LogicalLocation, Message, MultiformatMessageString, Notification,
    PhysicalLocation, PropertyBag, Region, ReportingDescriptor, Result as Finding, ResultLevel, Run as SarifRun,
    SCHEMA_URL, Sarif, Suppression, ThreadFlow, ThreadFlowLocation, Tool, ToolComponent,
};

use crate::base::codes;

use crate::report::document::{DiagnosticEntry, Document, FindingEntry, KernelEntry, LabelEntry, RaceEntry, SpanEntry};
use crate::report::status::{ExitStatus, Standing};

/// What GitHub's code scanning keeps of a run; further results would be dropped there, whichever they are.
const MOST_RESULTS: usize = 5_000;
/// What it keeps of the places of a result.
const MOST_PLACES: usize = 100;

/// The report as text, with the exit status that the run has.
pub fn text(document: &Document, status: ExitStatus) -> String {
    let mut text = serde_json::to_string_pretty(&log(document, status)).expect("every key of a log is a string");
    text.push('\n');
    text
}

fn log(document: &Document, status: ExitStatus) -> Sarif {
    let mut results: Vec<Finding> = all(document);
    // What a run has shown comes first: it is what is kept where there is too much.
    results.sort_by_key(|found| match found.level {
        Some(ResultLevel::Error) => 0,
        Some(ResultLevel::Warning) => 1,
        _ => 2,
    });
    let left_out = results.len().saturating_sub(MOST_RESULTS);
    results.truncate(MOST_RESULTS);
    let rules: BTreeSet<String> = results.iter().filter_map(|found| found.rule_id.clone()).collect();
    let driver = ToolComponent::builder()
        .name(document.tool)
        .version(document.version)
        .semantic_version(document.version)
        .rules(rules.iter().map(|code| rule(code)).collect::<Vec<_>>())
        .build();
    for found in &mut results {
        let at = found.rule_id.as_ref().and_then(|code| rules.iter().position(|rule| rule == code));
        found.rule_index = at.and_then(|at| i64::try_from(at).ok());
    }
    let run = SarifRun::builder()
        .tool(Tool::builder().driver(driver).build())
        .column_kind(json!("unicodeCodePoints"))
        .invocations(vec![invocation(document, status, left_out)])
        .results(results)
        .build();
    Sarif::builder().schema(SCHEMA_URL).version(json!("2.1.0")).runs(vec![run]).build()
}

fn invocation(document: &Document, status: ExitStatus, left_out: usize) -> Invocation {
    let all = document.diagnostics.iter().chain(document.files.iter().flat_map(|file| &file.diagnostics));
    let without_place = all.filter(|found| found.span.is_none());
    let mut notifications: Vec<Notification> = without_place
        .map(|found| notification(found.severity, format!("{}: {}", found.code, told(found, &found.message))))
        .collect();
    if document.interrupted {
        notifications.push(notification("error", "the run was interrupted: these are the results so far".to_owned()));
    }
    if left_out > 0 {
        notifications.push(notification("warning", format!("{left_out} further results are left out")));
    }
    Invocation::builder()
        .execution_successful(matches!(status, ExitStatus::Success | ExitStatus::NotVerified))
        .exit_code(status.code())
        .tool_execution_notifications(notifications)
        .build()
}

fn notification(level: &str, text: String) -> Notification {
    Notification::builder().level(json!(level)).message(Message::builder().text(text).build()).build()
}

fn rule(code: &str) -> ReportingDescriptor {
    let (title, text) = codes::explain(code).map_or((code, ""), |entry| (entry.title, entry.text()));
    let string = |text: &str| MultiformatMessageString::builder().text(text).build();
    ReportingDescriptor::builder()
        .id(code)
        .short_description(string(title))
        .full_description(string(title))
        .help(MultiformatMessageString::builder().text(text).markdown(text).build())
        .build()
}

fn all(document: &Document) -> Vec<Finding> {
    let of_files = document.files.iter().flat_map(|file| &file.diagnostics);
    let placed = document.diagnostics.iter().chain(of_files).filter(|found| found.span.is_some());
    let plain = placed.map(|found| {
        let level = match found.severity {
            "error" => ResultLevel::Error,
            "warning" => ResultLevel::Warning,
            _ => ResultLevel::Note,
        };
        let mut shown = result(found, level);
        shown.properties = Some(properties([("diagnostic", json!(found.severity))]));
        shown
    });
    let kernels = document.files.iter().flat_map(|file| &file.kernels);
    plain.chain(kernels.flat_map(|kernel| kernel.findings.iter().map(|found| of_finding(kernel, found)))).collect()
}

fn of_finding(kernel: &KernelEntry, found: &FindingEntry) -> Finding {
    let level = match found.status {
        Standing::Refuted => ResultLevel::Error,
        Standing::Unknown | Standing::Unreached => match found.message.severity {
            "note" => ResultLevel::Note,
            _ => ResultLevel::Warning,
        },
        Standing::Assumed | Standing::Proved => ResultLevel::Note,
    };
    let mut shown = result(&found.message, level);
    shown.partial_fingerprints = Some(BTreeMap::from([("gpuhoare/v1".to_owned(), found.fingerprint.clone())]));
    shown.properties = Some(properties([
        ("status", json!(found.status)),
        ("kernel", json!(kernel.name)),
        ("verdict", json!(kernel.verdict)),
        ("tasks", json!(found.tasks)),
    ]));
    shown.suppressions = found.accepted.as_ref().map(|accepted| {
        let kind = if accepted.by == "comment" { "inSource" } else { "external" };
        vec![Suppression::builder().kind(json!(kind)).justification(accepted.reason.as_str()).build()]
    });
    if let Some(place) = shown.locations.iter_mut().flatten().next() {
        let function = LogicalLocation::builder().name(&kernel.name).kind("function").build();
        place.logical_locations = Some(vec![function]);
    }
    shown.code_flows = found.race.and_then(|at| kernel.races.get(at)).map(|race| vec![flow(race)]);
    shown
}

fn properties<const N: usize>(all: [(&str, Value); N]) -> PropertyBag {
    let named = all.into_iter().map(|(name, value)| (format!("gpuhoare/{name}"), value)).collect::<BTreeMap<_, _>>();
    PropertyBag::builder().additional_properties(named).build()
}

fn result(found: &DiagnosticEntry, level: ResultLevel) -> Finding {
    let related: Vec<Location> = found.related.iter().take(MOST_PLACES).map(at_label).collect();
    let mut shown = Finding::builder()
        .rule_id(found.code)
        .level(level)
        .message(Message::builder().text(told(found, &labelled(&found.message, &found.label))).build())
        .locations(found.span.iter().map(|span| location(span, "")).collect::<Vec<_>>())
        .build();
    shown.related_locations = Some(related).filter(|related| !related.is_empty());
    shown
}

/// The first line is what lists show; the notes are below.
fn told(found: &DiagnosticEntry, first: &str) -> String {
    std::iter::once(first).chain(found.notes.iter().map(String::as_str)).collect::<Vec<_>>().join("\n")
}

fn labelled(message: &str, label: &str) -> String {
    if label.is_empty() { message.to_owned() } else { format!("{message}: {label}") }
}

/// The two threads of a race, side by side.
fn flow(race: &RaceEntry) -> CodeFlow {
    let threads = [(&race.first, "one thread"), (&race.second, "another thread")].map(|(side, unnamed)| {
        let who = side.thread.map_or_else(|| unnamed.to_owned(), |thread| thread.to_string());
        let step = ThreadFlowLocation::builder()
            .location(location(&side.span, &format!("{who}: {} of `{}`", side.access, race.array)))
            .build();
        ThreadFlow::builder().id(who).locations(vec![step]).build()
    });
    CodeFlow::builder().thread_flows(threads.to_vec()).build()
}

fn at_label(label: &LabelEntry) -> Location {
    location(&label.span, &label.text)
}

fn location(span: &SpanEntry, text: &str) -> Location {
    let artifact = match span.file.starts_with('/') {
        true => ArtifactLocation::builder().uri(format!("file://{}", encoded(&span.file))).build(),
        false => {
            let path = span.file.strip_prefix("./").unwrap_or(&span.file);
            ArtifactLocation::builder().uri(encoded(path)).uri_base_id("%SRCROOT%").build()
        }
    };
    let number = |number: usize| i64::try_from(number.max(1)).unwrap_or(i64::MAX);
    let region = Region::builder()
        .start_line(number(span.line))
        .start_column(number(span.column))
        .end_line(number(span.end_line))
        .end_column(number(span.end_column))
        .build();
    let mut place = Location::builder()
        .physical_location(PhysicalLocation::builder().artifact_location(artifact).region(region).build())
        .build();
    place.message = Some(text).filter(|text| !text.is_empty()).map(|text| Message::builder().text(text).build());
    place
}

/// A path as a URI has it (RFC 3986, 3.3).
fn encoded(path: &str) -> String {
    path.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_encoded_as_uris() {
        assert_eq!(encoded("a b/ü#.cu"), "a%20b/%C3%BC%23.cu");
    }
}
