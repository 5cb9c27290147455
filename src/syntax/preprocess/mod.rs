//! The preprocessor: directives, macros, local includes; comments go, annotations stay.
//!
//! Text that no macro touches is copied byte by byte, so that spans survive. System headers are not
//! read; what they define is in texts of ours (`specs/headers/macros`).

mod comments;
mod condition;
mod directives;
pub mod files;
pub mod header;
mod includes;
pub mod library;
mod macros;
mod sections;
mod spliced;
mod world;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::span::{Expansion, ExpansionId};
use crate::base::{Config, Diagnostic, FileId, Files, Span, codes};

use crate::syntax::spec::comment::remarks;
use crate::syntax::tokens::expanded::{Annotation, AnnotationForm, Expanded};
use crate::syntax::tokens::lexer::{self, Token, TokenKind, is_word};
use crate::syntax::tokens::oddities;
use crate::syntax::tree::MissingHeaders;
use crate::syntax::tree::operators::alternative;
use includes::Inclusions;
use macros::{Expander, MacroToken, Place, Rest};
use spliced::{Source, Spliced};
use world::World;

/// What stands for `#pragma unroll` in the expanded text, directly before its loop.
pub const UNROLL_MARKER: &str = "__gpuhoare_pragma_unroll";

/// What stands for a macro whose expansion is given up: an expression that is not modelled.
pub const TOO_LONG: &str = "__gpuhoare_macro_too_long";

/// What stands for code that `<nv/target>` chooses by the architecture.
pub const BY_TARGET: &str = "__gpuhoare_code_by_target";

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
        world: World::default(),
        inclusions: Inclusions::default(),
        guard: None,
        presumed: Presumed::default(),
        foreign: BTreeSet::new(),
        expansions: HashMap::new(),
    };
    preprocessor.expander.allow(BASE_STEPS);
    preprocessor.begin();
    preprocessor.file(file, directory.map(Path::to_path_buf));
    preprocessor.settle_doubts();
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
    world: World,
    inclusions: Inclusions,
    /// The name that the last directive asked for, and how many doubts there were before: a guard, where `#define` follows.
    guard: Option<(Arc<str>, usize)>,
    presumed: Presumed,
    /// Words of other tools' annotations that were mentioned.
    foreign: BTreeSet<String>,
    /// The expansions so far, with how often the token had come in one use: the next use makes no others.
    expansions: HashMap<(Expansion, usize), ExpansionId>,
}

/// What `#line` says of the lines behind it.
#[derive(Clone, Default)]
struct Presumed {
    /// What is added to the number of a line.
    shift: i64,
    file: Option<String>,
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
        let id = self.files.add(name, text);
        self.source(&Source { id, text: Spliced::new(text), directory: None, path: None, is_ours: true });
        self.out = Expanded::default();
    }

    fn file(&mut self, id: FileId, directory: Option<PathBuf>) {
        let text = self.files.get(id).text.clone();
        let path = directory.as_ref().and_then(|_| std::fs::canonicalize(&*self.files.get(id).name).ok());
        self.source(&Source { id, text: Spliced::new(&text), directory, path, is_ours: false });
    }

    fn source(&mut self, source: &Source<'_>) {
        let presumed = std::mem::take(&mut self.presumed);
        let is_ours = self.world.is_ours;
        self.world.is_ours |= source.is_ours;
        self.out.ours.extend(source.is_ours.then_some(source.id));
        self.lines(source, &source.text.text);
        (self.presumed, self.world.is_ours) = (presumed, is_ours);
    }

    fn lines(&mut self, source: &Source<'_>, text: &str) {
        let tokens = lexer::tokens(text);
        self.expander.allow(tokens.len() * STEPS_PER_TOKEN);
        let mut open: Vec<Conditional> = Vec::new();
        let mut active = true;
        let mut line_start = true;
        let mut copied = 0;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if line_start && token.kind == TokenKind::Punct && matches!(token.text(text), "#" | "%:") {
                if active {
                    self.copy(source, copied, token.lo);
                }
                let end = tokens[at..].iter().position(|token| token.kind == TokenKind::Newline);
                let end = end.map_or(tokens.len(), |found| at + found);
                let was_active = active;
                active = self.directive(source, &tokens[at..end], &mut open);
                if was_active || active {
                    self.behind_directive(source, &tokens[at..end]);
                }
                copied = tokens.get(end).map_or(text.len(), |newline| newline.lo);
                at = end;
                continue;
            }
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
                TokenKind::Ident | TokenKind::Punct if active && alternative(token.text(text)).is_some() => {
                    line_start = false;
                    self.copy(source, copied, token.lo);
                    let meant = alternative(token.text(text)).unwrap_or_default();
                    if self.would_join(meant) {
                        self.out.push_made(" ", source.span(token.lo, token.lo));
                    }
                    self.out.push_made(meant, source.span(token.lo, token.hi));
                    copied = token.hi;
                    self.separate(text, copied);
                }
                TokenKind::Ident if active => {
                    line_start = false;
                    if self.is_special(token.text(text)) {
                        self.copy(source, copied, token.lo);
                        at = self.use_macro(source, 0, text, &tokens, at);
                        copied = tokens[at - 1].hi;
                        self.separate(text, copied);
                        continue;
                    }
                }
                _ => line_start = false,
            }
            at += 1;
        }
        if active {
            self.copy(source, copied, text.len());
        }
        if let Some(conditional) = open.last() {
            self.diagnostics.push(
                Diagnostic::error(codes::E0104, conditional.span, "this conditional has no `#endif`")
                    .note("add the missing `#endif`"),
            );
        }
        // Tokens of two files never join.
        if !self.out.text.is_empty() {
            self.out.push_made("\n", source.span(text.len(), text.len()));
        }
    }

    fn copy(&mut self, source: &Source<'_>, from: usize, to: usize) {
        for part in source.text.parts(from..to) {
            let span = source.span(part.start, part.end);
            self.out.push_verbatim(&source.text.text[part], span);
        }
    }

    /// Whether an identifier is a macro, or works like one.
    fn is_special(&self, name: &str) -> bool {
        self.expander.is_macro(name) || name == "_Pragma"
    }

    /// Handles the comment at `at`; gives the last comment that belongs to it and where that ends.
    fn comment(&mut self, source: &Source<'_>, tokens: &[Token], at: usize) -> (usize, usize) {
        let token = tokens[at];
        let text = token.text(&source.text.text);
        let span = source.span(token.lo, token.hi);
        if token.kind == TokenKind::BlockComment && !(text.len() >= 4 && text.ends_with("*/")) {
            let start = source.span(token.lo, token.lo + 2);
            self.diagnostics
                .push(Diagnostic::error(codes::E0102, start, "this comment has no closing `*/`").note("add `*/`"));
        }
        let Some((form, last)) = comments::group(&source.text.text, tokens, at) else {
            self.remark(source, &token);
            self.out.push_made(" ", span);
            return (at, token.hi);
        };
        if form == AnnotationForm::Line {
            self.diagnostics.extend(comments::doubtful_end(source, tokens, at, last));
        }
        let start = self.out.text.len();
        let mut copied = token.lo;
        for comment in tokens[at..=last].iter().filter(|token| token.is_comment()) {
            self.remark(source, comment);
            let text = comment.text(&source.text.text);
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

    /// Says what there is to say of a comment beside the annotation that it is: of another tool's word once.
    pub fn remark(&mut self, source: &Source<'_>, comment: &Token) {
        let text = comment.text(&source.text.text);
        for remark in remarks(text) {
            if !remark.is_foreign() || self.foreign.insert(text[remark.place.clone()].to_owned()) {
                let span = source.span(comment.lo + remark.place.start, comment.lo + remark.place.end);
                self.diagnostics.push(remark.diagnostic(text, span));
            }
        }
    }

    /// Copies a part of the text (the inside of an annotation) with its macros expanded.
    fn copy_expanding(&mut self, source: &Source<'_>, range: std::ops::Range<usize>) {
        let inner = &source.text.text[range.clone()];
        let tokens = lexer::tokens(inner);
        let mut copied = 0;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let name = token.text(inner);
            let escaped = inner[..token.lo].ends_with('\\');
            if token.kind == TokenKind::Ident && !escaped && self.expander.is_macro(name) {
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
        let first = MacroToken::written(token, text, base, source, false);
        if name == "_Pragma" {
            let Some(inside) = tokens.get(at + 1..at + 4) else { return at + 1 };
            self.missing.is_odd |= oddities::is_pragma(inside[1].text(text));
            if inside[1].text(text).contains("\"unroll") {
                self.out.push_made(UNROLL_MARKER, first.span);
            }
            return at + 4;
        }
        let mut rest = Rest { source, text, base, tokens, at: at + 1 };
        let made = self.expanded(vec![first.clone()], first.span, Some(&mut rest));
        let made = made.unwrap_or_else(|| vec![first.made(TokenKind::Ident, TOO_LONG)]);
        let end = rest.at;
        self.note_arch_in_text(&made, first.span);
        self.emit(&made, source.span(base + token.lo, base + tokens[end - 1].hi));
        end
    }

    /// The expansion of tokens that stand at a place of the file; none where it is too long.
    fn expanded(&mut self, tokens: Vec<MacroToken>, at: Span, rest: Option<&mut Rest<'_>>) -> Option<Vec<MacroToken>> {
        let line = self.files.position(at.file, at.lo).line as i64 + self.presumed.shift;
        let file = self.presumed.file.clone().unwrap_or_else(|| self.files.get(at.file).name.to_string());
        self.expander.place = Place { line, file, depth: self.inclusions.depth };
        self.expander.expand_use(tokens, rest)
    }

    fn emit(&mut self, made: &[MacroToken], use_span: Span) {
        // What one use makes of one token several times stays apart: places tell declarations apart.
        let mut times: HashMap<Span, usize> = HashMap::new();
        for (at, token) in made.iter().enumerate() {
            let text = token.operator().unwrap_or(&token.text);
            if (at > 0 && token.space) || self.would_join(text) {
                self.out.push_made(" ", use_span);
            }
            match &token.made_by {
                // A token that a splice goes through is not what stands there.
                None if (token.span.hi - token.span.lo) as usize == text.len() => {
                    self.out.push_verbatim(text, token.span)
                }
                None => self.out.push_made(text, token.span),
                Some(name) => {
                    let times = times.entry(token.span).or_insert(0);
                    *times += 1;
                    let expansion = Expansion { macro_name: name.clone(), definition: token.span };
                    let made = self.expansions.entry((expansion, *times));
                    let expansion = *made.or_insert_with_key(|(made, _)| self.files.add_expansion(made.clone()));
                    self.out.push_made(text, Span { expansion, ..use_span });
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
                line.push(MacroToken::written(token, &source.text.text, 0, source, token.lo > end));
                end = token.hi;
            }
        }
        line
    }
}

/// Shared text of a name.
fn shared(text: &str) -> Arc<str> {
    text.into()
}

/// Whether the text inside of these conditionals is read.
fn is_read(open: &[Conditional]) -> bool {
    open.last().is_none_or(|conditional| conditional.outer && conditional.active)
}
