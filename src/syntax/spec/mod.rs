//! The parser of annotations: comments, side files and other tools' dialects to [`Clause`]s.
//!
//! * [`parse_clauses`] reads one annotation comment of a source file;
//! * [`parse_side_file`] reads a side file (`--spec`) or a logic file;
//! * [`declared_clauses`] reads `declare_precondition("P", ...)` and its like (the appendix of Kojima,
//!   Imanishi and Igarashi), which the program's parser finds as calls;
//! * [`gpuverify_clause`] and [`gpuverify_guard`] turn GPUVerify's `__requires(e)`,
//!   `__invariant(e)`, `__implies(a, b)`, ... into clauses and expressions. The program's parser calls
//!   the first for every call that is a statement, the second for every loop's guard.
//!
//! Errors never stop the reading: a wrong clause is reported and the next one is read.

mod advice;
mod build;
mod builtin;
mod clauses;
pub mod comment;
mod dialect;
mod expr;
mod grammar;
mod literal;
mod mask;
mod postfix;
mod rows;
mod side;
#[cfg(test)]
mod tests;

use std::ops::Range;

pub use builtin::loop_count_level;
pub use dialect::{declared_clauses, gpuverify_clause, gpuverify_guard, is_declaring_function, without_hints};
pub use side::parse_side_file;

use self::build::Builder;
use self::grammar::{Failure, Rule};
use crate::base::{Diagnostic, Span, codes};
use crate::syntax::tokens::expanded::{AnnotationForm, Expanded};
use crate::syntax::tree::{Clause, ClauseKind};

/// What is wrong with a clause that stands where nothing takes it.
pub fn attached_to_nothing(clause: &Clause, help: &str) -> Diagnostic {
    let message = format!("this `{}` is attached to nothing", clause_word(&clause.kind));
    Diagnostic::error(codes::E0250, clause.span, message).note(help)
}

/// The words that clauses start with.
const CLAUSE_WORDS: [&str; 18] = [
    "requires", "ensures", "invariant", "variant", "assert", "assume", "barrier_invariant", "loop", "ghost", "writes",
    "reads", "wraps", "logic", "predicate", "operator", "lemma", "axiom", "use",
];

/// Brackets, quantifiers and conditionals inside each other: the parser works by recursion, and a
/// level of it takes some 35 kB of stack in an unoptimised build.
const MAX_NESTING: usize = 40;

/// More errors than this in one annotation are not listed.
const MAX_ERRORS: usize = 20;

/// Reads the clauses of one annotation: `range` is the whole comment (or group of comments) in
/// `source`, `is_type` says which names are types there.
///
/// A plain comment that does not parse and has no `;` at its end is prose: it gives no clause and a
/// warning. Everything else that does not parse is an error; its neighbours are read all the same.
pub fn parse_clauses(
    source: &Expanded,
    range: Range<usize>,
    form: AnnotationForm,
    is_type: &dyn Fn(&str) -> bool,
) -> (Vec<Clause>, Vec<Diagnostic>) {
    let base = range.start;
    let text = mask::masked(source.text.get(range.clone()).unwrap_or(""), form);
    let span = |inner: Range<usize>| source.span(base + inner.start..base + inner.end);
    let mut reader = Reader::new(&text, &span, is_type);
    reader.form = form;
    reader.needs_semicolons = form == AnnotationForm::Plain;
    let is_behind = source.is_behind(&range);
    let mut clauses = Vec::new();
    while let Some(at) = reader.next() {
        if let Some(clause) = reader.clause(at)
            && (!is_behind || text[..at].contains('\n') || reader.speaks_of_its_place(&clause))
        {
            clauses.push(clause);
        }
    }
    if clauses.is_empty() && reader.diagnostics.is_empty() {
        let wrong = Diagnostic::error(codes::E0201, source.span(range), "an annotation without a clause");
        return (clauses, vec![wrong]);
    }
    if form == AnnotationForm::Plain && !reader.diagnostics.is_empty() && !text.trim_end().ends_with(';') {
        let prose = Diagnostic::warning(
            codes::W0201,
            source.span(range),
            "this comment is read as prose, not as an annotation",
        );
        let prose = prose.note("to make it an annotation, end it with `;` or start it with `//@`");
        return (Vec::new(), vec![prose]);
    }
    (clauses, reader.diagnostics)
}

/// Reads clause after clause of a text in which the comment markers are blanks already.
struct Reader<'a> {
    text: &'a str,
    span: &'a dyn Fn(Range<usize>) -> Span,
    is_type: &'a dyn Fn(&str) -> bool,
    form: AnnotationForm,
    /// No clause may leave out its `;`.
    needs_semicolons: bool,
    diagnostics: Vec<Diagnostic>,
    /// Where the next clause starts.
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, span: &'a dyn Fn(Range<usize>) -> Span, is_type: &'a dyn Fn(&str) -> bool) -> Reader<'a> {
        let form = AnnotationForm::Line;
        Reader { text, span, is_type, form, needs_semicolons: true, diagnostics: Vec::new(), at: 0 }
    }

    /// The start of the next token; nothing at the end, or when too many errors were found.
    fn next(&mut self) -> Option<usize> {
        self.at = mask::skip_blanks(self.text, self.at);
        (self.at < self.text.len() && self.diagnostics.len() < MAX_ERRORS).then_some(self.at)
    }

    fn builder(&self, base: usize) -> Builder<'a> {
        Builder { base, span: self.span, is_type: self.is_type }
    }

    /// Reads the clause that starts at `at`; moves behind it whether it is right or not.
    fn clause(&mut self, at: usize) -> Option<Clause> {
        let word = mask::word(self.text, at);
        if !CLAUSE_WORDS.contains(&word) {
            self.unknown_clause(at, word);
            self.at = mask::next_clause(self.text, at);
            return None;
        }
        if self.form == AnnotationForm::Plain && !matches!(word, "requires" | "ensures" | "invariant" | "loop") {
            let place = (self.span)(at..at + word.len());
            let wrong = Diagnostic::error(codes::E0202, place, format!("a plain comment cannot hold `{word}`"));
            self.diagnostics.push(wrong.note(format!("write `//@ {word} ...;`")));
            self.at = mask::next_clause(self.text, at);
            return None;
        }
        let rule = if self.needs_semicolons { Rule::clause } else { Rule::loose_clause };
        let end = mask::next_clause(self.text, at);
        if let Some(place) = mask::too_deep(&self.text[at..end], MAX_NESTING) {
            let place = (self.span)(at + place..at + place + 1);
            let wrong = Diagnostic::error(codes::E0203, place, "this annotation is nested too deeply");
            self.diagnostics
                .push(wrong.note(format!("at most {MAX_NESTING} brackets and quantifiers may be open at once")));
            self.at = end;
            return None;
        }
        match self.parsed_clause(rule, at, end) {
            Ok((clause, length)) => {
                self.at = at + length;
                Some(clause)
            }
            Err(wrong) => {
                self.diagnostics.push(*wrong);
                self.at = end;
                None
            }
        }
    }

    fn parsed_clause(&self, rule: Rule, at: usize, end: usize) -> Result<(Clause, usize), Box<Diagnostic>> {
        let mut nodes = grammar::parse(rule, &self.text[at..end]);
        // A clause word behind a quantifier's `;` may be a variable's name after all.
        if nodes.as_ref().is_err_and(|failure| at + failure.at >= end && end < self.text.len())
            && mask::too_deep(&self.text[at..], MAX_NESTING).is_none()
        {
            nodes = grammar::parse(rule, &self.text[at..]).or(nodes);
        }
        let nodes = nodes.map_err(|failure| Box::new(self.syntax_error(at, failure)))?;
        let Some(node) = nodes.into_iter().next() else {
            return Err(expr::missing((self.span)(at..at)));
        };
        let length = node.as_str().len();
        let is_ended = node.clone().into_inner().any(|part| part.as_rule() == Rule::semi);
        if !is_ended && self.form == AnnotationForm::Line {
            self.next_begins_a_line(at + node.as_str().trim_end().len())?;
        }
        Ok((self.builder(at).clause(node)?, length))
    }

    /// Behind a clause without `;`, the next one begins a line of its own (CLAUSE-35).
    fn next_begins_a_line(&self, end: usize) -> Result<(), Box<Diagnostic>> {
        let next = mask::skip_blanks(self.text, end);
        if next == self.text.len() || self.text[end..next].contains('\n') {
            return Ok(());
        }
        let message = format!("expected `;`, found `{}`", mask::token(self.text, next));
        Err(Box::new(Diagnostic::error(codes::E0201, (self.span)(end..end), message)))
    }

    /// CLAUSE-36: behind a statement on its line, a clause that belongs to what follows looks as if it belonged to that statement.
    fn speaks_of_its_place(&mut self, clause: &Clause) -> bool {
        if matches!(clause.kind, ClauseKind::Assert(_) | ClauseKind::Assume(_) | ClauseKind::Logic(_)) {
            return true;
        }
        let word = clause_word(&clause.kind);
        let message =
            format!("this `{word}` stands behind something else on its line, and would belong to what follows");
        let wrong = Diagnostic::error(codes::E0250, clause.span, message);
        self.diagnostics.push(wrong.note("write it on a line of its own before what it belongs to"));
        false
    }

    /// A parse failure in words, at the place where the user would look.
    fn syntax_error(&self, base: usize, mut failure: Failure) -> Diagnostic {
        // What else may stand where a `;` may be left out helps nobody.
        if self.form == AnnotationForm::Line && failure.expected.contains(&"`;`") {
            failure.expected.retain(|what| !matches!(*what, "a clause" | "the end of the annotation"));
        }
        let at = base + failure.at;
        let found = mask::token(self.text, at);
        let expected = match failure.expected.as_slice() {
            [] => "something else".to_string(),
            [one] => one.to_string(),
            [most @ .., last] => format!("{} or {last}", most.join(", ")),
        };
        // What is missing at the end of a line belongs behind the last token of that line.
        let before = self.text[..at].trim_end();
        let place =
            if found.is_empty() || self.text[before.len()..at].contains('\n') && failure.expected.contains(&"`;`") {
                before.len().saturating_sub(1)..before.len()
            } else {
                at..at + found.len()
            };
        let shown = if found.is_empty() { "the end of the annotation".to_string() } else { format!("`{found}`") };
        let wrong = Diagnostic::error(codes::E0201, (self.span)(place), format!("expected {expected}, found {shown}"));
        match advice::at(self.text, at, &failure) {
            Some(advice) => wrong.note(advice),
            None => wrong,
        }
    }

    fn unknown_clause(&mut self, at: usize, word: &str) {
        let found = mask::token(self.text, at);
        let place = (self.span)(at..at + found.len());
        if word.is_empty() {
            let wrong = Diagnostic::error(codes::E0201, place, format!("expected a clause, found `{found}`"));
            self.diagnostics
                .push(wrong.note("a clause starts with `requires`, `ensures`, `invariant`, `assert`, `ghost`, ..."));
            return;
        }
        let wrong = Diagnostic::error(codes::E0202, place, format!("`{word}` is not a clause"));
        let synonym = comment::SYNONYMS.iter().find(|(other, _)| *other == word).map(|(_, ours)| *ours);
        self.diagnostics.push(match nearest(word, CLAUSE_WORDS.into_iter().chain(["kernel"])) {
            Some(near) => wrong.note(format!("did you mean `{near}`?")),
            None if synonym.is_some() => wrong.note(format!("here it is `{}`", synonym.unwrap_or_default())),
            None => wrong.note("a clause starts with `requires`, `ensures`, `invariant`, `assert`, `ghost`, ..."),
        });
    }
}

/// The known name that a typo was most likely meant to be. A name of one or two letters says too little:
/// its first letter must be right.
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let length = name.chars().count();
    let likely = |other: &str| length > 2 || other.chars().next() == name.chars().next();
    known
        .into_iter()
        .map(|other| (strsim::osa_distance(name, other), other))
        .filter(|(distance, other)| *distance <= (length / 3).max(1) && *other != name && likely(other))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}

/// The word that a clause's kind is written with, for messages.
pub fn clause_word(kind: &ClauseKind) -> &'static str {
    match kind {
        ClauseKind::Requires(_) => "requires",
        ClauseKind::Ensures(_) => "ensures",
        ClauseKind::Invariant(_) => "invariant",
        ClauseKind::Variant(_) => "variant",
        ClauseKind::Assert(_) => "assert",
        ClauseKind::Assume(_) => "assume",
        ClauseKind::BarrierInvariant(_) => "barrier_invariant",
        ClauseKind::Ghost(_) => "ghost",
        ClauseKind::Writes(_) => "writes",
        ClauseKind::Reads(_) => "reads",
        ClauseKind::Wraps => "wraps",
        ClauseKind::Logic(_) => "logic",
    }
}
