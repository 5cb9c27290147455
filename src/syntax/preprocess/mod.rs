//! The preprocessor: directives, macros, local includes; comments go, annotations stay.
//!
//! Text that no macro touches is copied byte by byte, so that spans survive. System headers are not
//! read; what kernels use of their macros is predefined (`predefined.h`).

mod comments;
mod condition;
mod directives;
mod macros;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::span::Expansion;
use crate::base::{Config, Diagnostic, FileId, Files, Span, codes};

use super::expanded::{Annotation, AnnotationForm, Expanded};
use super::lexer::{self, Token, TokenKind, is_word};
use super::tree::{MissingHeaders, UncertainCondition};
use macros::{Expander, MacroToken, Rest};

/// What stands for `#pragma unroll` in the expanded text, directly before its loop.
pub const UNROLL_MARKER: &str = "__gpuhoare_pragma_unroll";

const MAX_INCLUDE_DEPTH: usize = 64;
const MAX_INCLUDES: usize = 1_000;
/// Macro expansion steps: this many, and some more for every token of the files.
const BASE_STEPS: usize = 400_000;
const STEPS_PER_TOKEN: usize = 10;

/// Preprocesses a file that is in `files` already. `directory` is where its local includes are
/// looked for first. Trouble is reported in the diagnostics, and the text is as good as it can be.
pub fn preprocess(
    files: &mut Files,
    file: FileId,
    directory: Option<&Path>,
    config: &Config,
) -> (Expanded, MissingHeaders, Vec<Diagnostic>) {
    let mut preprocessor = Preprocessor {
        files,
        config,
        expander: Expander::default(),
        out: Expanded::default(),
        diagnostics: Vec::new(),
        missing: MissingHeaders::default(),
        undefined: BTreeSet::new(),
        foreign: BTreeSet::new(),
        once: BTreeSet::new(),
        includes: 0,
        depth: 0,
    };
    preprocessor.expander.allow(BASE_STEPS);
    preprocessor.predefine("<built-in>", include_str!("predefined.h"));
    let mut defines = String::new();
    for (name, value) in &config.defines {
        let value = if value.is_empty() { "1" } else { value };
        defines.push_str(&format!("#define {name} {}\n", value.replace('\n', " ")));
    }
    if !defines.is_empty() {
        preprocessor.predefine("<command line>", &defines);
    }
    preprocessor.file(file, directory.map(Path::to_path_buf));
    let Preprocessor { out, mut diagnostics, mut expander, missing, .. } = preprocessor;
    diagnostics.append(&mut expander.diagnostics);
    (out, missing, diagnostics)
}

struct Preprocessor<'a> {
    files: &'a mut Files,
    config: &'a Config,
    expander: Expander,
    out: Expanded,
    diagnostics: Vec<Diagnostic>,
    missing: MissingHeaders,
    /// Macros that are known not to be defined: by an `#undef` since the last header that was not found.
    undefined: BTreeSet<Arc<str>>,
    /// Words of other tools' annotations that were mentioned.
    foreign: BTreeSet<String>,
    /// Files with `#pragma once` that were read.
    once: BTreeSet<PathBuf>,
    includes: usize,
    depth: usize,
}

/// The file that is being read.
struct Source<'t> {
    id: FileId,
    text: &'t str,
    directory: Option<PathBuf>,
    /// Where it was found, for `#pragma once`.
    path: Option<PathBuf>,
}

/// One `#if` that is open.
struct Conditional {
    span: Span,
    /// The text around the conditional is read.
    outer: bool,
    /// This branch holds.
    active: bool,
    /// A branch has been read, so that later ones are not.
    taken: bool,
    seen_else: bool,
}

impl Preprocessor<'_> {
    /// Runs the directives of a text that is not the user's.
    fn predefine(&mut self, name: &str, text: &str) {
        let file = self.files.add(name, text);
        self.file(file, None);
        self.out = Expanded::default();
    }

    fn file(&mut self, id: FileId, directory: Option<PathBuf>) {
        let text = self.files.get(id).text.clone();
        let path = directory.as_ref().and_then(|_| std::fs::canonicalize(&*self.files.get(id).name).ok());
        self.source(&Source { id, text: &text, directory, path });
    }

    fn source(&mut self, source: &Source<'_>) {
        let tokens = lexer::tokens(source.text);
        self.expander.allow(tokens.len() * STEPS_PER_TOKEN);
        let mut open: Vec<Conditional> = Vec::new();
        let mut active = true;
        let mut line_start = true;
        let mut copied = 0;
        let mut at = 0;
        // Nothing but comments stood before this place.
        let mut first = true;
        while let Some(token) = tokens.get(at) {
            if line_start && token.kind == TokenKind::Punct && token.text(source.text) == "#" {
                if active {
                    self.copy(source, copied, token.lo);
                }
                let end = tokens[at..].iter().position(|token| token.kind == TokenKind::Newline);
                let end = end.map_or(tokens.len(), |found| at + found);
                let was_active = active;
                active = self.directive(source, &tokens[at..end], first, &mut open);
                if was_active || active {
                    self.behind_directive(source, &tokens[at..end]);
                }
                first = false;
                copied = tokens.get(end).map_or(source.text.len(), |newline| newline.lo);
                at = end;
                continue;
            }
            first &= token.is_comment() || token.kind == TokenKind::Newline;
            match token.kind {
                TokenKind::Newline => line_start = true,
                TokenKind::LineComment | TokenKind::BlockComment => {
                    if active {
                        self.copy(source, copied, token.lo);
                        let (last, end) = self.comment(source, &tokens, at);
                        at = last;
                        copied = end;
                    }
                }
                TokenKind::Ident if active => {
                    line_start = false;
                    if self.is_special(token.text(source.text)) {
                        self.copy(source, copied, token.lo);
                        at = self.use_macro(source, 0, source.text, &tokens, at);
                        copied = tokens[at - 1].hi;
                        self.separate(source.text, copied);
                        continue;
                    }
                }
                _ => line_start = false,
            }
            at += 1;
        }
        if active {
            self.copy(source, copied, source.text.len());
        }
        if let Some(conditional) = open.last() {
            self.diagnostics.push(
                Diagnostic::error(codes::E0104, conditional.span, "this conditional has no `#endif`")
                    .note("add the missing `#endif`"),
            );
        }
        // Tokens of two files never join.
        if !self.out.text.is_empty() {
            self.out.push_made("\n", Span::new(source.id, source.text.len(), source.text.len()));
        }
    }

    /// Notes that a conditional took this name for no macro, where a header that was not found could make it one.
    fn taken_for_undefined(&mut self, name: &str, span: Span) {
        let certain = self.undefined.contains(name) || is_reserved(name);
        if !self.missing.names.is_empty() && !certain {
            self.missing.conditions.push(UncertainCondition { macro_name: name.to_owned(), span });
        }
    }

    fn copy(&mut self, source: &Source<'_>, from: usize, to: usize) {
        if from < to {
            self.out.push_verbatim(&source.text[from..to], Span::new(source.id, from, to));
        }
    }

    /// Whether an identifier is a macro, or works like one.
    fn is_special(&self, name: &str) -> bool {
        self.expander.macros.contains_key(name) || matches!(name, "__LINE__" | "__FILE__" | "_Pragma")
    }

    /// Handles the comment at `at`; gives the last comment that belongs to it and where that ends.
    fn comment(&mut self, source: &Source<'_>, tokens: &[Token], at: usize) -> (usize, usize) {
        let token = tokens[at];
        let text = token.text(source.text);
        let span = Span::new(source.id, token.lo, token.hi);
        if token.kind == TokenKind::BlockComment && !(text.len() >= 4 && text.ends_with("*/")) {
            let start = Span::new(source.id, token.lo, token.lo + 2);
            self.diagnostics
                .push(Diagnostic::error(codes::E0102, start, "this comment has no closing `*/`").note("add `*/`"));
        }
        let Some((form, last)) = comments::group(source.text, tokens, at) else {
            self.remark(source, &token);
            self.out.push_made(" ", span);
            return (at, token.hi);
        };
        if form == AnnotationForm::Line {
            self.doubtful_end(source, tokens, at, last);
        }
        let start = self.out.text.len();
        let mut copied = token.lo;
        for comment in tokens[at..=last].iter().filter(|token| token.is_comment()) {
            self.remark(source, comment);
            let text = comment.text(source.text);
            let opener = if text[2..].starts_with('@') { 3 } else { 2 };
            let closer = if text.starts_with("/*") && text.len() >= 4 && text.ends_with("*/") { 2 } else { 0 };
            let inner = comment.lo + opener..comment.hi.max(comment.lo + opener + closer) - closer;
            self.copy(source, copied, inner.start);
            self.copy_expanding(source, inner.clone());
            copied = inner.end;
        }
        self.copy(source, copied, tokens[last].hi);
        self.out.annotations.push(Annotation { range: start..self.out.text.len(), form });
        (last, tokens[last].hi)
    }

    /// Copies a part of the text (the inside of an annotation) with its macros expanded.
    fn copy_expanding(&mut self, source: &Source<'_>, range: std::ops::Range<usize>) {
        let inner = &source.text[range.clone()];
        let tokens = lexer::tokens(inner);
        let mut copied = 0;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let name = token.text(inner);
            let escaped = inner[..token.lo].ends_with('\\');
            if token.kind == TokenKind::Ident && !escaped && self.expander.macros.contains_key(name) {
                self.copy(source, range.start + copied, range.start + token.lo);
                at = self.use_macro(source, range.start, inner, &tokens, at);
                copied = tokens[at - 1].hi;
                self.separate(inner, copied);
            } else {
                at += 1;
            }
        }
        self.copy(source, range.start + copied, range.end);
    }

    /// Expands the macro used at `at` of the tokens of `text`, which starts at `base` of the file;
    /// gives the first token after the use.
    fn use_macro(&mut self, source: &Source<'_>, base: usize, text: &str, tokens: &[Token], at: usize) -> usize {
        let token = &tokens[at];
        let name = token.text(text);
        let first = MacroToken::written(token, text, base, source.id, false);
        if let Some(place) = self.place(name, first.span) {
            self.out.push_made(&place, first.span);
            return at + 1;
        }
        if name == "_Pragma" {
            let Some(inside) = tokens.get(at + 1..at + 4) else { return at + 1 };
            if inside[1].text(text).contains("\"unroll") {
                self.out.push_made(UNROLL_MARKER, first.span);
            }
            return at + 4;
        }
        let mut rest = Rest { source: text, base, file: source.id, tokens, at: at + 1 };
        self.expander.use_span = Some(first.span);
        let made = self.expander.expand(vec![first], Some(&mut rest));
        self.expander.use_span = None;
        let end = rest.at;
        let use_span = Span::new(source.id, base + token.lo, base + tokens[end - 1].hi);
        self.emit(&made, use_span);
        end
    }

    /// What `__LINE__` and `__FILE__` stand for at a place.
    fn place(&self, name: &str, span: Span) -> Option<String> {
        match name {
            "__LINE__" => Some(self.files.position(span.file, span.lo).line.to_string()),
            "__FILE__" => Some(format!("\"{}\"", self.files.get(span.file).name.replace(['\\', '"'], "/"))),
            _ => None,
        }
    }

    fn emit(&mut self, made: &[MacroToken], use_span: Span) {
        for (at, token) in made.iter().enumerate() {
            if (at > 0 && token.space) || self.would_join(&token.text) {
                self.out.push_made(" ", use_span);
            }
            if let Some(place) = self.place(&token.text, use_span) {
                self.out.push_made(&place, use_span);
                continue;
            }
            match &token.made_by {
                None => self.out.push_verbatim(&token.text, token.span),
                Some(name) => {
                    let expansion = Expansion { macro_name: name.clone(), definition: token.span };
                    let expansion = self.files.add_expansion(expansion);
                    self.out.push_made(&token.text, Span { expansion, ..use_span });
                }
            }
        }
    }

    /// Keeps a macro's last token apart from the text that follows its use.
    fn separate(&mut self, text: &str, at: usize) {
        if self.would_join(&text[at..]) {
            let end = self.out.span(self.out.text.len()..self.out.text.len());
            self.out.push_made(" ", end);
        }
    }

    /// Whether `next`, written directly after the text so far, would make another token of both.
    fn would_join(&self, next: &str) -> bool {
        let symbol = |c: char| "+-<>=&|!*/%^:#.@".contains(c);
        match (self.out.text.chars().next_back(), next.chars().next()) {
            (Some(last), Some(next)) => (is_word(last) && is_word(next)) || (symbol(last) && symbol(next)),
            _ => false,
        }
    }

    /// Tokens of a directive's line as macro tokens, comments left out.
    fn line(&self, source: &Source<'_>, tokens: &[Token]) -> Vec<MacroToken> {
        let mut end = tokens.first().map_or(0, |token| token.lo);
        let mut line = Vec::new();
        for token in tokens {
            if !token.is_comment() {
                line.push(MacroToken::written(token, source.text, 0, source.id, token.lo > end));
                end = token.hi;
            }
        }
        line
    }
}

/// Names that only the compiler and its own headers may define.
fn is_reserved(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next() == Some('_') && letters.next().is_some_and(|second| second == '_' || second.is_ascii_uppercase())
}

/// Shared text of a name.
fn shared(text: &str) -> Arc<str> {
    text.into()
}

/// Whether the text inside of these conditionals is read.
fn is_read(open: &[Conditional]) -> bool {
    open.last().is_none_or(|conditional| conditional.outer && conditional.active)
}
