//! Mistakes in program text: what was found where something else was expected, and brackets without partner.

use std::ops::Range;

use crate::base::{Diagnostic, codes};
use crate::syntax::disambiguate::items::RawItem;
use crate::syntax::disambiguate::names::is_keyword;
use crate::syntax::grammar::parse::Fault;
use crate::syntax::tokens::scan::LexemeKind;

use super::reader::{Masked, Program};

impl Program<'_, '_> {
    pub fn syntax_error(&mut self, masked: &Masked, fault: &Fault, range: Range<usize>) {
        let at = masked.base + fault.at;
        let lexemes = &self.scan.lexemes;
        let found = lexemes[..range.end].partition_point(|lexeme| lexeme.hi <= at);
        let found = Some(found).filter(|found| *found < range.end);
        let text = match found.map(|found| (lexemes[found].kind, self.scan.at(found))) {
            None => "the end".to_string(),
            Some((LexemeKind::Annotation(_), _)) => "an annotation".to_string(),
            Some((LexemeKind::String, _)) => "a string".to_string(),
            Some((LexemeKind::Word, word)) if is_keyword(word) => format!("keyword `{word}`"),
            Some((_, text)) => format!("`{text}`"),
        };
        let expected = &fault.expected;
        if let Some((annotation, word)) = self.between(found, expected, &range) {
            let message = format!("this annotation stands between a statement and its `{word}`");
            let wrong = Diagnostic::error(codes::E0250, self.lexeme_span(annotation), message);
            return self.say_once(wrong.note("write it before the whole statement, or inside of braces"));
        }
        let message = match expected.as_slice() {
            [] => format!("unexpected {text}"),
            _ if expected.contains(&"a statement") => format!("expected a statement, found {text}"),
            [only] => format!("expected {only}, found {text}"),
            [first, second] => format!("expected {first} or {second}, found {text}"),
            [first, second, third] => format!("expected {first}, {second} or {third}, found {text}"),
            [first, second, ..] => format!("expected {first}, {second} or something else, found {text}"),
        };
        // What is missing is reported where it should have stood.
        let missing = expected.first().is_some_and(|first| matches!(*first, "`;`" | "`)`" | "`]`" | "`}`" | "`,`"))
            && !expected.contains(&"a statement");
        let before = found.unwrap_or(range.end).checked_sub(1).filter(|before| *before >= range.start);
        let span = match (missing, before, found) {
            (true, Some(before), _) | (false, Some(before), None) => self.lexeme_span(before).end(),
            (_, _, Some(found)) => self.lexeme_span(found),
            (_, None, None) => self.lexemes_span(range),
        };
        self.say_once(Diagnostic::error(codes::E0101, span, message));
    }

    /// A fault is found again by each way of reading what it is in.
    fn say_once(&mut self, wrong: Diagnostic) {
        if !self.file.diagnostics.contains(&wrong) {
            self.file.diagnostics.push(wrong);
        }
    }

    /// The annotation before an `else`, or before the `while` of a `do`, where a fault is found.
    fn between(
        &self,
        found: Option<usize>,
        expected: &[&'static str],
        range: &Range<usize>,
    ) -> Option<(usize, &'static str)> {
        let is_annotation = |at: usize| matches!(self.scan.lexemes[at].kind, LexemeKind::Annotation(_));
        let found = found?;
        if is_annotation(found) {
            return (expected == ["`while`"]).then_some((found, "while"));
        }
        let before = found.checked_sub(1).filter(|before| *before >= range.start && is_annotation(*before))?;
        (self.scan.at(found) == "else").then_some((before, "else"))
    }

    /// Reports brackets without partner in a range; says whether there are any.
    pub fn bracket_faults(&mut self, range: Range<usize>) -> bool {
        let scan = self.scan;
        let mut any = false;
        for fault in scan.faults.iter().filter(|fault| range.contains(&fault.lexeme)) {
            any = true;
            let text = scan.at(fault.lexeme);
            let message =
                if fault.stray_closer { format!("`{text}` closes nothing") } else { format!("`{text}` is not closed") };
            self.file.diagnostics.push(Diagnostic::error(codes::E0102, self.lexeme_span(fault.lexeme), message));
        }
        any
    }

    /// A `}` that closes nothing, outside of everything: something before it ended too early.
    pub fn stray_brackets(&mut self, items: &[RawItem]) {
        if let Some(fault) = self.scan.faults.iter().find(|fault| fault.outermost)
            && !items.iter().any(|item| item.range.contains(&fault.lexeme))
        {
            let span = self.lexeme_span(fault.lexeme);
            let message = format!("`{}` closes nothing", self.scan.at(fault.lexeme));
            self.file.diagnostics.push(
                Diagnostic::error(codes::E0102, span, message)
                    .note("a bracket before it may have been closed too early"),
            );
        }
    }
}
