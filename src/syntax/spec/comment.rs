//! What a comment is to the annotations (CLAUSE-30): one of them, prose, or a clause that would be lost in it.

use std::ops::Range;

use super::mask::{self, starts_plain_clause};
use super::{CLAUSE_WORDS, nearest};
use crate::base::{Diagnostic, Span, codes};
use crate::syntax::tokens::expanded::AnnotationForm;
use crate::syntax::tokens::lexer::is_listed;

/// Commands of Doxygen that are written directly behind the `@`. Those that are words of ours (`invariant`) are ours.
const DOXYGEN: &str = "\
    addtogroup author brief class code cond copydoc date def defgroup deprecated details endcode endcond file fn \
    ingroup internal mainpage name namespace note page par param ref return returns sa section see struct todo \
    tparam version warning";

/// What people write to each other.
const REMARKS: &[&str] = &["TODO", "FIXME", "NOTE", "XXX", "HACK", "BUG"];

/// Clauses of other tools, with ours.
pub const SYNONYMS: &[(&str, &str)] = &[
    ("assigns", "writes"),
    ("modifies", "writes"),
    ("decreases", "variant"),
    ("pre", "requires"),
    ("precondition", "requires"),
    ("expects", "requires"),
    ("post", "ensures"),
    ("postcondition", "ensures"),
    ("maintains", "invariant"),
    ("loop_invariant", "invariant"),
    ("check", "assert"),
];

/// What stands between the opening of a comment and its text, or at the beginning of its lines.
const DECORATION: &[char] = &[' ', '\t', '\r', '\\', '*', '/', '!', '-', '#', '<', '>', '|', '.', '=', '+', '~'];

/// The form of annotation that a comment starts, if it is one.
pub fn form(comment: &str) -> Option<AnnotationForm> {
    match marked(comment) {
        Some(text) if is_prose(text) => None,
        Some(_) if comment.starts_with("//") => Some(AnnotationForm::Line),
        Some(_) => Some(AnnotationForm::Block),
        None => comment.strip_prefix("//").filter(|text| starts_plain_clause(text)).map(|_| AnnotationForm::Plain),
    }
}

/// The text behind the `@` of `//@ ...` and `/*@ ... @*/`.
fn marked(comment: &str) -> Option<&str> {
    if let Some(text) = comment.strip_prefix("//@") {
        return Some(text);
    }
    let text = comment.strip_prefix("/*@")?;
    Some(text.strip_suffix("@*/").or_else(|| text.strip_suffix("*/")).unwrap_or(text))
}

/// Whether what follows the `@` is another tool's, or said to people: `TODO`, `{`, `brief`, `unused`, a manual page.
fn is_prose(text: &str) -> bool {
    let body = text.trim();
    let word = mask::word(body, 0);
    let attached = !text.starts_with(char::is_whitespace);
    if word.is_empty() {
        let is_line = !body.is_empty() && !body.contains(|c: char| c.is_alphanumeric() || matches!(c, ';' | '\\'));
        return attached && body.starts_with(['{', '}']) || is_line;
    }
    if attached && is_listed(DOXYGEN, word) || REMARKS.contains(&word) || is_manual_page(text) {
        return true;
    }
    let shouted = word.len() > 1 && !word.contains(|c: char| c.is_lowercase());
    !is_like_clause(word) && !body.ends_with(';') && (attached || shouted || body.len() == word.len())
}

/// Whether the text is a manual page as PETSc's `doctext` reads it: `/*@C`, `name - description`, ..., `@*/`. A clause's
/// word is no such name: `assert - n < 5;`.
fn is_manual_page(text: &str) -> bool {
    let text = text.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let title = text.trim_start().lines().next().unwrap_or("");
    text.starts_with(char::is_whitespace)
        && title
            .split_once(" - ")
            .map(|(name, _)| name.trim_end())
            .is_some_and(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_') && !is_like_clause(name))
}

/// Whether a clause begins with this word, a misspelling of one, or another tool's does.
fn is_like_clause(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    is_near_clause(&word) || SYNONYMS.iter().any(|(other, _)| *other == word)
}

fn is_near_clause(word: &str) -> bool {
    CLAUSE_WORDS.contains(&word) || nearest(word, CLAUSE_WORDS).is_some()
}

/// What there is to say of a comment beside the annotation that it may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Bytes of the comment.
    pub place: Range<usize>,
    kind: RemarkKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RemarkKind {
    /// A clause without effect where a reader takes it for one: an error.
    Lost,
    /// A clause that somebody took out, or part of a text.
    Disabled,
    /// Behind the `@` of an annotation stands a word of another tool.
    Foreign,
}

impl Remark {
    /// Whether it is about another tool's word, which a file may be full of.
    pub fn is_foreign(&self) -> bool {
        self.kind == RemarkKind::Foreign
    }

    /// The message, for a comment with this text and these places.
    pub fn diagnostic(&self, comment: &str, span: Span) -> Diagnostic {
        let text = &comment[self.place.clone()];
        let word = mask::word(text, 0);
        match self.kind {
            RemarkKind::Lost => {
                Diagnostic::error(codes::E0214, span, format!("this `{word}` stands in a comment and would be lost"))
                    .note(format!("write `//@ {word} ...;` on a line of its own"))
            }
            RemarkKind::Disabled => {
                Diagnostic::warning(codes::W0202, span, format!("this `{word}` is part of a comment and has no effect"))
                    .note(format!("an annotation is written `//@ {word} ...;`"))
            }
            RemarkKind::Foreign => {
                let message = format!("`{text}` begins no clause: this comment is read as prose");
                Diagnostic::warning(codes::W0203, span, message)
                    .note("a clause begins with `requires`, `ensures`, `invariant`, `assert`, `ghost`, ...")
            }
        }
    }
}

/// Clauses in a comment that are no annotations there.
pub fn remarks(comment: &str) -> Vec<Remark> {
    match (form(comment), marked(comment)) {
        (Some(AnnotationForm::Plain), _) => inside(comment, 2),
        (Some(_), _) => inside(comment, 3),
        (None, Some(text)) => {
            let end = 3 + text.find(char::is_whitespace).unwrap_or(text.len());
            let mut found = vec![Remark { place: 2..end, kind: RemarkKind::Foreign }];
            found.extend(in_prose(comment));
            found
        }
        (None, None) => in_prose(comment),
    }
}

/// The comments inside of an annotation, from a place on.
fn inside(comment: &str, from: usize) -> Vec<Remark> {
    let mut found = Vec::new();
    let mut at = from;
    while let Some((open, text)) = next_comment(comment, at) {
        at = open + text.len().max(2);
        let mut within = match form(text) {
            None => remarks(text),
            Some(form) => {
                let start = text.len() - text.trim_start_matches(['/', '*', '@', ' ', '\t']).len();
                let is_lost = form != AnnotationForm::Plain || text.trim_end().ends_with(';');
                let kind = if is_lost { RemarkKind::Lost } else { RemarkKind::Disabled };
                let end = text.trim_end().len();
                // An empty one loses nothing.
                (start < end).then_some(Remark { place: start..end, kind }).into_iter().collect()
            }
        };
        within.retain(|remark| !remark.is_foreign());
        for remark in &mut within {
            // Between clauses, what looks like one is taken for one.
            if form(text).is_none() {
                remark.kind = RemarkKind::Lost;
            }
            remark.place = open + remark.place.start..open + remark.place.end;
        }
        found.append(&mut within);
    }
    found
}

/// The next comment that begins at or behind a place of a text, and where.
fn next_comment(text: &str, from: usize) -> Option<(usize, &str)> {
    let line = text.get(from..)?.find("//").map(|at| from + at);
    let block = text[from..].find("/*").map(|at| from + at);
    let open = line.into_iter().chain(block).min()?;
    let rest = &text[open..];
    let end = if Some(open) == line { rest.find('\n') } else { rest[2..].find("*/").map(|at| at + 4) };
    Some((open, &rest[..end.unwrap_or(rest.len())]))
}

/// Clauses in a comment that is no annotation, line by line.
fn in_prose(comment: &str) -> Vec<Remark> {
    let mut found = Vec::new();
    let mut at = 2;
    for line in comment.get(2..).unwrap_or("").split_inclusive('\n') {
        let text = line.trim_end();
        let text = text.strip_suffix("*/").unwrap_or(text).trim_end();
        if let Some((start, kind)) = in_line(comment, text) {
            found.push(Remark { place: at + start..at + text.len(), kind });
        }
        at += line.len();
    }
    found
}

/// Where the clause of a line of prose begins, if there is one.
fn in_line(comment: &str, line: &str) -> Option<(usize, RemarkKind)> {
    let is_doc = comment.starts_with("/**") || comment.starts_with("/*!") || comment[2..].starts_with(['/', '!']);
    let begins = |from: usize| {
        let start = line.len() - line[from..].trim_start_matches(['@', ' ', '\t']).len();
        let word = mask::word(line, start);
        (start, word, CLAUSE_WORDS.contains(&word) || line.contains(';') && line.contains('@') && is_near_clause(word))
    };
    let is_opened = line.contains("//@") || line.contains("/*@");
    let from = line.len() - line.trim_start_matches(DECORATION).len();
    let (start, word, is_clause) = begins(from);
    let is_plain = is_plain_word(word);
    if line[from..].starts_with('@') && !is_opened {
        let is_lost = line.contains(';') || is_plain && !is_doc;
        return is_clause.then_some((start, if is_lost { RemarkKind::Lost } else { RemarkKind::Disabled }));
    }
    if is_opened || line.ends_with(';') {
        let mut within = line.match_indices('@').map(|(at, _)| begins(at + 1));
        let is_clause = |(_, word, is_clause): &(usize, &str, bool)| *is_clause && (is_opened || is_plain_word(word));
        if let Some((start, ..)) = within.find(is_clause) {
            return Some((start, RemarkKind::Disabled));
        }
    }
    let kind = if comment.starts_with("//") { RemarkKind::Lost } else { RemarkKind::Disabled };
    (starts_plain_clause(&line[from..]) && is_plain && line.ends_with(';')).then_some((start, kind))
}

/// Whether clauses of the plain form begin with this word.
fn is_plain_word(word: &str) -> bool {
    matches!(word, "requires" | "ensures" | "invariant")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_told_from_annotations() {
        for prose in [
            "//@TODO: mend this;",
            "//@ FIXME later",
            "//@NOTE",
            "//@ XXX x;",
            "//@HEADER",
            "//@{",
            "/*@}*/",
            "/*@func",
            "/*@unused@*/",
            "/*@ null @*/",
            "//@brief What it does; and how",
            "//@param n the length",
            "//@@@@@@@@",
            "//@-----",
            "/*@C\n  MatCreate - Creates; destroys\n@*/",
            "/*@\n  MatCreate - Creates; destroys\n@*/",
            "// plain",
            "// required: x",
            "/* requires x; */",
        ] {
            assert_eq!(form(prose), None, "{prose}");
        }
        for annotation in [
            "//@ ensure x > 0", "//@requries x", "//@ invarient x;", "//@REQUIRES x", "//@Ensures x",
            "//@assigns a[0]", "//@pre x > 0", "//@ name x", "//@names x > 0;", "//@ N > 0;", "//@",
            "//@ \\forall i; p", "//@ 0 <= n", "//@ assert - n < 5;", "//@ asert - n < 5;",
        ] {
            assert_eq!(form(annotation), Some(AnnotationForm::Line), "{annotation}");
        }
    }

    fn check(comment: &str, expected: &[(RemarkKind, &str)]) {
        let found = remarks(comment);
        let found: Vec<_> = found.iter().map(|remark| (remark.kind, &comment[remark.place.clone()])).collect();
        assert_eq!(found, expected, "{comment}");
    }

    #[test]
    fn clauses_in_comments_are_noticed() {
        use RemarkKind::{Disabled, Foreign, Lost};
        let clause = "requires n > 0;";
        for lost in [
            "// @ requires n > 0;",
            "///@ requires n > 0;",
            "///@requires n > 0;",
            "//! @requires n > 0;",
            "/// requires n > 0;",
            "/* @ requires n > 0; */",
            "/**@ requires n > 0; */",
            "/**\n * @requires n > 0;\n */",
            "//-@ requires n > 0;",
            "//@ ensures x; //@ requires n > 0;",
            "//@ ensures x; // @ requires n > 0;",
            "//@ ensures x; /* requires n > 0;*/",
            "/*@ ensures x; // requires n > 0;\n */",
            "/*@ ensures x;\n //@ requires n > 0;\n */",
            "// ensures x; // requires n > 0;",
        ] {
            let text = remarks(lost).first().map(|remark| &lost[remark.place.clone()]).unwrap_or("");
            assert!(text.starts_with(clause), "{lost}: {text}");
            assert!(remarks(lost).iter().all(|remark| remark.kind == Lost), "{lost}");
        }
        for disabled in [
            "// //@ requires n > 0;", "////@ requires n > 0;", "// /*@ requires n > 0; */",
            "/* //@ requires n > 0;\n */", "// later: @ requires n > 0;", "/*\n * requires n > 0;\n */",
        ] {
            assert!(remarks(disabled)[0].kind == Disabled, "{disabled}");
            assert!(disabled[remarks(disabled)[0].place.clone()].starts_with(clause), "{disabled}");
        }
        check("// @requries n;", &[(Lost, "requries n;")]);
        check("/// @invariant The list is sorted", &[(Disabled, "invariant The list is sorted")]);
        check("//@HEADER of it", &[(Foreign, "@HEADER")]);
        check("/*@func\n  @ requires n > 0;\n of it */", &[(Foreign, "@func"), (Lost, clause)]);
        check("// @param n; @return x;", &[]);
        check("// mail@example.org; requires x;", &[]);
        check("//@ requires n > 0; //@ ", &[]);
        check("//@ requires n > 0; // positive", &[]);
        check("//@ requires n > 0; // assume nothing of it", &[]);
        check("/* it requires n > 0; */", &[]);
    }
}
