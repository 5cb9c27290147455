//! Findings that are known and accepted, by a baseline or by a comment in the source. No verdict changes by it: only what counts as a
//! success does.

use std::collections::BTreeSet;

use crate::base::baseline::{Baseline, Known, SCHEMA};
use crate::base::{Diagnostic, FileId, Files, Severity, Span, codes};
use crate::syntax::tokens::lexer::{self, TokenKind};

use super::findings::{self, Finding, Fingerprints};
use super::model::{KernelReport, Run, TaskResult, TaskVerdict};

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
        let name = format!("{}{}", kernel.name, self.number(kernel));
        let mut prints = Fingerprints::of(&self.sources, &name);
        let path = self.path(kernel.span);
        let named = |finding: Finding| {
            let fingerprint = prints.next(&finding.diagnostic);
            let is_known = |known: &Known| {
                (known.path.as_str(), known.kernel.as_str(), known.fingerprint.as_str())
                    == (path.as_str(), kernel.name.as_str(), fingerprint.as_str())
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
        // Of what nobody tried nobody knows whether there is more.
        let is_left = |task: &TaskResult| matches!(task.verdict, TaskVerdict::Skipped { .. });
        let is_known = !kernel.has_error() && !kernel.tasks.iter().any(is_left);
        let findings = if is_known { self.findings(kernel) } else { Vec::new() };
        !findings.is_empty() && findings.iter().all(|found| found.acceptance.is_some())
    }

    /// All findings of the run, as a baseline.
    pub fn baseline(&self) -> Baseline {
        let of_kernel = |kernel: &KernelReport| {
            let known = |found: Named| Known {
                path: self.path(kernel.span),
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
        let looked_at: BTreeSet<(String, &str)> =
            self.kernels().map(|kernel| (self.path(kernel.span), kernel.name.as_str())).collect();
        let is_gone = |known: &&Known| {
            looked_at.contains(&(known.path.clone(), known.kernel.as_str()))
                && !here.findings.iter().any(|found| found.fingerprint == known.fingerprint && found.path == known.path)
        };
        baseline.findings.iter().filter(is_gone).count()
    }

    /// The file of a kernel by a path that is the same from every folder.
    fn path(&self, span: Span) -> String {
        let name = match (span.file.0 as usize) < self.sources.len() {
            true => &*self.sources.get(span.file).name,
            false => return String::new(),
        };
        std::fs::canonicalize(name).map_or_else(|_| name.to_owned(), |path| path.display().to_string())
    }

    /// Which one it is of several kernels of one name in a file; nothing for the first one.
    fn number(&self, kernel: &KernelReport) -> String {
        let same = self.kernels().filter(|other| other.name == kernel.name && other.span.file == kernel.span.file);
        match same.filter(|other| other.span.lo < kernel.span.lo).count() {
            0 => String::new(),
            number => format!(" {}", number + 1),
        }
    }
}

/// A comment that accepts findings: `// gpuhoare-ignore(E0706): REASON`, on the line of the finding or alone on the line above.
struct Comment {
    codes: Vec<String>,
    reason: String,
}

/// What such a comment begins with.
pub const WORD: &str = "gpuhoare-ignore";

fn comment(sources: &Files, found: &Diagnostic) -> Option<Comment> {
    let span = found.primary.as_ref()?.span;
    let is_known = (span.file.0 as usize) < sources.len();
    let text = is_known.then(|| &*sources.get(span.file).text).filter(|text| text.contains(WORD))?;
    let line = sources.start(span).line;
    let is_near = |(at, comment): &(usize, &str)| {
        let own = sources.position(span.file, *at as u32).line;
        let is_alone = text[..*at].rsplit('\n').next().is_none_or(|before| before.trim().is_empty());
        parse(comment).is_some() && (own == line || own + 1 == line && is_alone)
    };
    let accepts =
        |comment: &Comment| !comment.reason.is_empty() && comment.codes.iter().any(|code| code == found.code.0);
    line_comments(text).filter(is_near).filter_map(|(_, comment)| parse(comment)).find(accepts)
}

/// The comments that begin with two slashes, and where.
fn line_comments(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let tokens = lexer::tokens(text).into_iter().filter(|token| token.kind == TokenKind::LineComment);
    tokens.map(|token| (token.lo, &text[token.lo..token.hi]))
}

fn parse(comment: &str) -> Option<Comment> {
    let rest = comment.strip_prefix("//")?.trim_start().strip_prefix(WORD)?;
    let (inside, after) = rest.trim_start().strip_prefix('(')?.split_once(')')?;
    let codes = inside.split(',').map(|code| code.trim().to_owned()).collect();
    Some(Comment { codes, reason: after.trim_start().strip_prefix(':')?.trim().to_owned() })
}

/// Comments of a file that accept nothing by themselves: of another form, without a reason, or with a code that no message has.
pub fn remarks(sources: &Files, file: FileId) -> Vec<Diagnostic> {
    let text = &*sources.get(file).text;
    let mut found = Vec::new();
    if !text.contains(WORD) {
        return found;
    }
    let all = lexer::tokens(text).into_iter().filter(lexer::Token::is_comment);
    for (at, comment) in all.map(|token| (token.lo, token.text(text))) {
        let words = comment.trim_start_matches(['/', '*']).trim_start();
        if !words.to_ascii_lowercase().starts_with(WORD) {
            continue;
        }
        let wrong = match parse(comment) {
            None => Some("it has the form `// gpuhoare-ignore(E0706): REASON`".to_owned()),
            Some(comment) if comment.reason.is_empty() => Some("it says no reason".to_owned()),
            Some(comment) => {
                let is_known = |code: &String| codes::ALL.iter().any(|entry| entry.code.0 == code);
                let unknown = comment.codes.into_iter().find(|code| !is_known(code));
                unknown.map(|code| format!("there is no diagnostic code `{code}`"))
            }
        };
        found.extend(wrong.map(|wrong| {
            let span = Span::new(file, at, at + comment.len());
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
        let comment = parse("// gpuhoare-ignore(E0706, E0707): all write the same value").unwrap();
        assert_eq!(comment.codes, ["E0706", "E0707"]);
        assert_eq!(comment.reason, "all write the same value");
        assert_eq!(parse("// gpuhoare-ignore(E0706):").unwrap().reason, "");
        for other in [
            "gpuhoare-ignore(E0706): no comment",
            "// gpuhoare-ignore E0706: no brackets",
            "// gpuhoare-ignore(E0706) no colon",
            "// no gpuhoare-ignore(E0706): here",
            "/* gpuhoare-ignore(E0706): another comment */",
        ] {
            assert!(parse(other).is_none(), "{other}");
        }
    }
}
