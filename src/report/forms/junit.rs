//! The report as JUnit's XML (`--format junit`): a suite for each kernel, a case for each task and one for the verdict, which
//! fails where the exit code does.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::report::document::{DiagnosticEntry, Document, FileEntry, KernelEntry, TaskEntry};

/// The report as text.
pub fn text(document: &Document) -> String {
    let mut report = Report::new(document.tool);
    report.set_time(seconds(document.seconds));
    report.add_test_suites(of_messages("gpuhoare", document.diagnostics.iter()));
    for file in &document.files {
        report.add_test_suites(of_messages(&file.path, file.diagnostics.iter()));
        report.add_test_suites(file.kernels.iter().map(|kernel| suite(file, kernel)));
    }
    if document.interrupted {
        let mut suite = TestSuite::new("gpuhoare");
        suite.add_test_case(failed("the run comes to its end", "interrupted", "these are the results so far", ""));
        report.add_test_suite(suite);
    }
    let mut text = report.to_string().unwrap_or_default();
    text.push('\n');
    text
}

/// Errors that belong to no kernel, where there are any: each is a case that fails.
fn of_messages<'d>(name: &str, all: impl Iterator<Item = &'d DiagnosticEntry>) -> Option<TestSuite> {
    let cases: Vec<TestCase> = all
        .filter(|found| found.severity == "error")
        .map(|found| failed(&placed(found), found.code, &found.message, &found.notes.join("\n")))
        .collect();
    (!cases.is_empty()).then(|| {
        let mut suite = TestSuite::new(name);
        suite.add_test_cases(cases);
        suite
    })
}

fn placed(found: &DiagnosticEntry) -> String {
    match &found.span {
        Some(span) => format!("{} at {}:{}:{}", found.code, span.file, span.line, span.column),
        None => found.code.to_owned(),
    }
}

fn suite(file: &FileEntry, kernel: &KernelEntry) -> TestSuite {
    let class = format!("{}::{}", file.path, kernel.name);
    let mut suite = TestSuite::new(class.clone());
    suite.set_time(seconds(kernel.vc_seconds + kernel.smt_seconds));
    suite.add_property(("verdict", kernel.verdict.name()));
    suite.add_property(("scope", kernel.scope));
    kernel.assumptions.iter().for_each(|assumption| {
        suite.add_property(("assumption", assumption.as_str()));
    });
    suite.add_test_case(verdict(kernel));
    suite.add_test_cases(kernel.tasks.iter().map(|task| case(kernel, task)));
    for case in &mut suite.test_cases {
        case.set_classname(class.clone());
    }
    suite
}

/// Whether the kernel counts as a success.
fn verdict(kernel: &KernelEntry) -> TestCase {
    if kernel.success && kernel.verdict.is_success() {
        return TestCase::new("verdict", TestCaseStatus::success());
    }
    if kernel.success {
        let mut status = TestCaseStatus::skipped();
        status.set_message(format!("{}, accepted", kernel.verdict.name()));
        return TestCase::new("verdict", status);
    }
    let told: Vec<String> = kernel.findings.iter().map(|found| line(&found.message)).collect();
    failed("verdict", kernel.verdict.name(), &format!("{} is {}", kernel.name, kernel.verdict.name()), &told.join("\n"))
}

/// A task that is unknown fails as one that is refuted does, with another type. One that nobody tried is skipped, as is a contract
/// of which no launch was found that meets it, which stands among the assumptions, and what is accepted.
fn case(kernel: &KernelEntry, task: &TaskEntry) -> TestCase {
    let message = task.reason.clone().unwrap_or_else(|| format!("{} is {}", task.kind, task.verdict));
    let is_assumed = task.kind == "vacuity" && task.verdict == "unknown";
    let told = || kernel.findings.iter().filter(|found| found.tasks.contains(&task.id));
    let accepted = told().find_map(|found| found.accepted.as_ref());
    let mut case = match task.verdict {
        "proved" => TestCase::new(task.id.as_str(), TestCaseStatus::success()),
        "refuted" | "unknown" if !is_assumed && accepted.is_none() => {
            failed(&task.id, task.verdict, &message, &told().map(|found| line(&found.message)).collect::<String>())
        }
        _ => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(match accepted {
                Some(accepted) => format!("{}, accepted ({}): {}", task.verdict, accepted.by, accepted.reason),
                None => message,
            });
            TestCase::new(task.id.as_str(), status)
        }
    };
    case.set_time(seconds(task.seconds));
    case
}

fn failed(name: &str, kind: &str, message: &str, text: &str) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(message).set_type(kind);
    if !text.is_empty() {
        status.set_description(text);
    }
    TestCase::new(name, status)
}

/// "k.cu:3:9: error[E0706]: there is a data race", and the notes below.
fn line(found: &DiagnosticEntry) -> String {
    let place = found.span.as_ref().map(|span| format!("{}:{}:{}: ", span.file, span.line, span.column));
    let label = if found.label.is_empty() { String::new() } else { format!(": {}", found.label) };
    let notes: String = found.notes.iter().map(|note| format!("    {note}\n")).collect();
    format!("{}{}[{}]: {}{label}\n{notes}", place.unwrap_or_default(), found.severity, found.code, found.message)
}

/// Files that were never looked at have no time.
fn seconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number).unwrap_or_default()
}
