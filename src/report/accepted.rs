//! Findings that are known and accepted, by a baseline or by a comment in the source. No verdict changes by it: only what counts as a
//! success does.

use std::collections::BTreeSet;

use crate::base::baseline::{Baseline, Known, SCHEMA};
use crate::base::{Diagnostic, FileId, Files, Severity, Span, codes};

use super::findings::{self, Finding, Fingerprints};
use super::model::{KernelReport, Run};

/// Why a finding is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// It is in the baseline.
    Baseline,
    /// A comment says so, with this reason.
    Comment(String),
}

impl Acceptance {
    /// `baseline` or `comment`.
    pub fn name(&self) -> &'static str {
        match self {
            Acceptance::Baseline => "baseline",
            Acceptance::Comment(_) => "comment",
        }
    }

    /// What the comment says; of a baseline nothing.
    pub fn reason(&self) -> &str {
        match self {
            Acceptance::Baseline => "",
            Acceptance::Comment(reason) => reason,
        }
    }
}

/// A finding of a kernel with its name, and why it is accepted if it is.
pub struct Named {
    /// The finding.
    pub finding: Finding,
    /// What it is known by when lines move.
    pub fingerprint: String,
    /// Why it is accepted.
    pub acceptance: Option<Acceptance>,
}

impl Run {
    /// What stands in the way of a kernel.
    pub fn findings(&self, kernel: &KernelReport) -> Vec<Named> {
        let mut prints = Fingerprints::of(&self.sources, &kernel.name);
        let path = self.path(kernel.span);
        let named = |finding: Finding| {
            let fingerprint = prints.next(&finding.diagnostic);
            let is_known = |known: &Known| {
                (known.path.as_str(), known.kernel.as_str(), known.fingerprint.as_str())
                    == (path, kernel.name.as_str(), fingerprint.as_str())
            };
            let comment = comment(&self.sources, &finding.diagnostic).map(|found| Acceptance::Comment(found.reason));
            let in_baseline = self.required.baseline.iter().flat_map(|baseline| &baseline.findings).any(is_known);
            let acceptance = comment.or(in_baseline.then_some(Acceptance::Baseline));
            Named { finding, fingerprint, acceptance }
        };
        findings::of_kernel(kernel).into_iter().map(named).collect()
    }

    /// Whether all that stands in the way of a kernel is accepted.
    pub fn is_accepted(&self, kernel: &KernelReport) -> bool {
        let findings = if kernel.has_error() { Vec::new() } else { self.findings(kernel) };
        !findings.is_empty() && findings.iter().all(|found| found.acceptance.is_some())
    }

    /// All findings of the run, as a baseline.
    pub fn baseline(&self) -> Baseline {
        let of_kernel = |kernel: &KernelReport| {
            let known = |found: Named| Known {
                path: self.path(kernel.span).to_owned(),
                kernel: kernel.name.clone(),
                code: found.finding.diagnostic.code.to_string(),
                fingerprint: found.fingerprint,
                message: found.finding.diagnostic.message,
            };
            let open = self
                .findings(kernel)
                .into_iter()
                .filter(|found| !matches!(found.acceptance, Some(Acceptance::Comment(_))));
            open.map(known).collect::<Vec<_>>()
        };
        let findings: BTreeSet<Known> = self.kernels().flat_map(of_kernel).collect();
        Baseline { schema: SCHEMA, findings: findings.into_iter().collect() }
    }

    /// Findings of the baseline that kernels of this run had, and have no more.
    pub fn gone(&self) -> usize {
        let Some(baseline) = &self.required.baseline else { return 0 };
        let here = self.baseline();
        let looked_at: BTreeSet<(&str, &str)> =
            self.kernels().map(|kernel| (self.path(kernel.span), kernel.name.as_str())).collect();
        let is_gone = |known: &&Known| {
            looked_at.contains(&(known.path.as_str(), known.kernel.as_str()))
                && !here.findings.iter().any(|found| found.fingerprint == known.fingerprint && found.path == known.path)
        };
        baseline.findings.iter().filter(is_gone).count()
    }

    fn path(&self, span: Span) -> &str {
        match (span.file.0 as usize) < self.sources.len() {
            true => &self.sources.get(span.file).name,
            false => "",
        }
    }
}

/// A comment that accepts findings: `// gpuhoare-ignore(E0706): REASON`, on the line of the finding or alone on the line above.
struct Comment {
    codes: Vec<String>,
    reason: String,
}

/// What begins such a comment.
const WORD: &str = "gpuhoare-ignore";

fn comment(sources: &Files, found: &Diagnostic) -> Option<Comment> {
    let span = found.primary.as_ref()?.span;
    if span.file.0 as usize >= sources.len() {
        return None;
    }
    let line = sources.start(span).line - 1;
    let text = |line: usize| Some(&sources.get(span.file).text[sources.line_range(span.file, line)?]);
    let own = text(line).and_then(parse);
    let before = line.checked_sub(1).and_then(text);
    let above = before.filter(|text| text.trim_start().starts_with("//")).and_then(parse);
    own.into_iter()
        .chain(above)
        .find(|comment| !comment.reason.is_empty() && comment.codes.iter().any(|code| code == found.code.0))
}

fn parse(line: &str) -> Option<Comment> {
    let (_, comment) = line.split_once("//")?;
    let (_, rest) = comment.split_once(WORD)?;
    let (inside, after) = rest.trim_start().strip_prefix('(')?.split_once(')')?;
    let codes = inside.split(',').map(|code| code.trim().to_owned()).collect();
    Some(Comment { codes, reason: after.trim_start().trim_start_matches(':').trim().to_owned() })
}

/// Comments of a file that accept nothing by themselves: without a reason, or with a code that no message has.
pub fn remarks(sources: &Files, file: FileId) -> Vec<Diagnostic> {
    let text = &sources.get(file).text;
    let mut found = Vec::new();
    for (at, _) in text.match_indices(WORD) {
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
        let line = &text[start..end];
        let wrong = match parse(line) {
            _ if !line.contains("//") => continue,
            None => Some("it has the form `gpuhoare-ignore(E0706): REASON`".to_owned()),
            Some(comment) if comment.reason.is_empty() => Some("it says no reason, so it accepts nothing".to_owned()),
            Some(comment) => {
                let unknown = comment.codes.into_iter().find(|code| codes::explain(code).is_none());
                unknown.map(|code| format!("there is no diagnostic code `{code}`"))
            }
        };
        found.extend(wrong.map(|wrong| {
            let span = Span::new(file, at, at + WORD.len());
            let message = format!("this comment accepts no finding: {wrong}");
            Diagnostic::new(codes::W0004, Severity::Warning, message).at(span, "")
        }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_has_codes_and_a_reason() {
        let comment = parse("    x[0] = 1; // gpuhoare-ignore(E0706, E0707): all write the same value").unwrap();
        assert_eq!(comment.codes, ["E0706", "E0707"]);
        assert_eq!(comment.reason, "all write the same value");
        assert_eq!(parse("// gpuhoare-ignore(E0706)").unwrap().reason, "");
        assert!(parse("gpuhoare-ignore(E0706): no comment").is_none());
        assert!(parse("// gpuhoare-ignore E0706: no brackets").is_none());
    }
}
