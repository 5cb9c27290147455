//! Side files (`kernel k { requires ...; loop 1 { invariant ...; } }`) and logic files.

use std::ops::Range;

use super::grammar::{self, Rule};
use super::{Reader, clause_word, comment, mask};
use crate::base::{Diagnostic, Files, Span, codes};
use crate::syntax::tokens::expanded::AnnotationForm;
use crate::syntax::tokens::lexer;
use crate::syntax::tree::{Clause, ClauseKind, SideFile, SideKernel};

/// Reads a side file or a logic file: kernels with their clauses, and logic declarations beside them.
/// The text becomes a file of its own in `files`, under the name shown to users.
pub fn parse_side_file(files: &mut Files, name: &str, text: &str) -> SideFile {
    let file = files.add(name, text);
    let span = |range: Range<usize>| Span::new(file, range.start, range.end);
    let mut reader = Reader::new(text, &span, &|_| false);
    let mut side = SideFile::default();
    while let Some(at) = reader.next() {
        if mask::word(text, at) == "kernel" {
            if let Some(kernel) = reader.kernel(at) {
                side.kernels.push(kernel);
            }
            continue;
        }
        if text[at..].starts_with('}') {
            let wrong = Diagnostic::error(codes::E0201, span(at..at + 1), "expected a clause or `kernel`, found `}`");
            reader.diagnostics.push(wrong);
            reader.at = at + 1;
            continue;
        }
        let Some(clause) = reader.clause(at) else {
            // A misspelt `kernel`: its clauses belong to nothing.
            if text[reader.at..].starts_with('}') {
                reader.at = mask::behind_block(text, at);
            }
            continue;
        };
        match clause.kind {
            ClauseKind::Logic(item) => side.logic.push(item),
            kind => {
                let word = clause_word(&kind);
                let wrong = Diagnostic::error(codes::E0211, clause.span, format!("`{word}` stands in no kernel"));
                reader.diagnostics.push(wrong.note(format!("write `kernel NAME {{ {word} ...; }}`")));
            }
        }
    }
    side.diagnostics = reader.diagnostics;
    side.diagnostics.extend(annotations(text, &span));
    side
}

/// Annotations as programs have them, which are comments here and would be lost.
fn annotations(text: &str, span: &dyn Fn(Range<usize>) -> Span) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for comment in lexer::tokens(text).iter().filter(|token| token.is_comment()) {
        let inner = comment.text(text);
        match comment::form(inner) {
            Some(form) if form != AnnotationForm::Plain || inner.trim_end().ends_with(';') => {
                let wrong =
                    Diagnostic::error(codes::E0214, span(comment.lo..comment.hi), "this clause is a comment here");
                found.push(wrong.note("the clauses of a side file stand without `//` and `//@`"));
            }
            Some(_) => {
                let prose = "this comment is read as prose, not as a clause";
                let prose = Diagnostic::warning(codes::W0201, span(comment.lo..comment.hi), prose);
                found.push(prose.note("the clauses of a side file stand without `//`"));
            }
            None => found.extend(comment::remarks(inner).iter().filter(|remark| !remark.is_foreign()).map(|remark| {
                remark.diagnostic(inner, span(comment.lo + remark.place.start..comment.lo + remark.place.end))
            })),
        }
    }
    found
}

/// The blocks of a side file, by what may stand in them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Kernel,
    Loop,
    Barrier,
}

impl Reader<'_> {
    fn kernel(&mut self, at: usize) -> Option<SideKernel> {
        let Some((head, length)) = self.head(Rule::kernel_head, at) else {
            self.at = mask::behind_block(self.text, at);
            return None;
        };
        let span = (self.span)(at..at + length);
        let written = head.strip_prefix("kernel").unwrap_or(&head).trim();
        let start = at + self.text[at..at + length].rfind(written).unwrap_or(0);
        let name: String = written.split_whitespace().collect();
        let name = crate::syntax::tree::Ident { span: (self.span)(start..start + written.len()), text: name };
        self.at = at + length;
        let mut kernel = SideKernel { name, contract: Vec::new(), loops: Vec::new(), barriers: Vec::new(), span };
        while let Some(at) = self.inside(span) {
            if self.text[at..].starts_with('}') {
                self.at = at + 1;
                break;
            }
            match self.block_word(at) {
                Some(Place::Loop) => {
                    let Some((head, length)) = self.block_head(Rule::loop_head, at) else { continue };
                    let (function, path) = match head.split_once("loop") {
                        Some((function, path)) => (function.trim().trim_end_matches('.').trim(), path),
                        None => ("", ""),
                    };
                    let path = path.trim().split('.').filter_map(|part| part.parse().ok()).collect();
                    let span = (self.span)(at..at + length);
                    let clauses = self.block(Place::Loop, span);
                    let function = (!function.is_empty()).then(|| function.to_string());
                    kernel.loops.push((function, path, clauses, span));
                }
                Some(_) => {
                    let Some((head, length)) = self.block_head(Rule::barrier_head, at) else { continue };
                    let span = (self.span)(at..at + length);
                    let number = head.split_whitespace().last().and_then(|number| number.parse().ok()).unwrap_or(0);
                    let clauses = self.block(Place::Barrier, span);
                    kernel.barriers.push((number, clauses, span));
                }
                None => kernel.contract.extend(self.placed_clause(at, Place::Kernel)),
            }
        }
        Some(kernel)
    }

    /// The text of a block's head without its brace and comments, and the head's length.
    fn head(&mut self, rule: Rule, at: usize) -> Option<(String, usize)> {
        match grammar::parse(rule, &self.text[at..]) {
            Ok(nodes) => {
                let node = nodes.into_iter().next()?;
                let length = node.as_str().len();
                let words = node.into_inner().filter(|part| part.as_rule() != Rule::lbrace);
                let words: Vec<&str> = words.map(|part| part.as_str().trim()).collect();
                Some((words.join(" "), length))
            }
            Err(failure) => {
                let wrong = self.syntax_error(at, failure);
                self.diagnostics.push(wrong);
                None
            }
        }
    }

    /// A head inside a kernel; after an error, its block's clauses are not read as the kernel's.
    fn block_head(&mut self, rule: Rule, at: usize) -> Option<(String, usize)> {
        let head = self.head(rule, at);
        self.at = match &head {
            Some((_, length)) => at + length,
            None => mask::behind_block(self.text, at),
        };
        head
    }

    /// Whether a block starts here: `loop 1`, `f.loop 1`, `barrier 1`.
    fn block_word(&self, at: usize) -> Option<Place> {
        let word = mask::word(self.text, at);
        let rest = &self.text[at + word.len()..];
        let next = mask::skip_blanks(rest, 0);
        match word {
            "barrier" => Some(Place::Barrier),
            "loop" if !matches!(mask::word(rest, next), "invariant" | "variant") => Some(Place::Loop),
            _ if !word.is_empty() && rest[next..].starts_with('.') => Some(Place::Loop),
            _ => None,
        }
    }

    /// The next place inside a block; an error at the end of the text, where its brace is missing.
    fn inside(&mut self, opened: Span) -> Option<usize> {
        let at = self.next();
        if at.is_none() && self.at >= self.text.len() {
            let end = self.text.trim_end().len();
            let wrong =
                Diagnostic::error(codes::E0201, (self.span)(end..end), "expected `}`, found the end of the file");
            self.diagnostics.push(wrong.also(opened, "this block is not closed"));
        }
        at
    }

    fn block(&mut self, place: Place, opened: Span) -> Vec<Clause> {
        let mut clauses = Vec::new();
        while let Some(at) = self.inside(opened) {
            if self.text[at..].starts_with('}') {
                self.at = at + 1;
                break;
            }
            clauses.extend(self.placed_clause(at, place));
        }
        clauses
    }

    fn placed_clause(&mut self, at: usize, place: Place) -> Option<Clause> {
        debug_assert!(self.needs_semicolons, "side files need every `;`");
        let clause = self.clause(at)?;
        let fits = match &clause.kind {
            ClauseKind::Requires(_)
            | ClauseKind::Ensures(_)
            | ClauseKind::Ghost(_)
            | ClauseKind::Writes(_)
            | ClauseKind::Reads(_) => place == Place::Kernel,
            ClauseKind::Invariant(_) | ClauseKind::Variant(_) => place == Place::Loop,
            ClauseKind::BarrierInvariant(_) | ClauseKind::Assert(_) | ClauseKind::Assume(_) => place == Place::Barrier,
            ClauseKind::Wraps | ClauseKind::Logic(_) => false,
        };
        if fits {
            return Some(clause);
        }
        let word = clause_word(&clause.kind);
        let inside = match place {
            Place::Kernel => "directly in `kernel`",
            Place::Loop => "in `loop`",
            Place::Barrier => "in `barrier`",
        };
        let wrong =
            Diagnostic::error(codes::E0211, clause.span, format!("`{word}` cannot stand {inside} of a side file"));
        self.diagnostics.push(wrong.note(
            "contracts stand in `kernel`, `invariant` and `variant` in `loop`, `barrier_invariant`, `assert` and `assume` in `barrier`",
        ));
        None
    }
}
