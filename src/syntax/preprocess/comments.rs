//! How far each annotation runs (`annotations.md`, "Where annotations stand"), and where none can stand.

use crate::base::{Diagnostic, codes};
use crate::syntax::spec::comment::form;
use crate::syntax::tokens::expanded::AnnotationForm;
use crate::syntax::tokens::lexer::{Token, TokenKind};

use super::spliced::Source;

/// A comment directly behind an annotation whose last clause has no `;` may be the rest of that clause (CLAUSE-35).
pub fn doubtful_end(source: &Source<'_>, tokens: &[Token], first: usize, last: usize) -> Option<Diagnostic> {
    let text = &source.text.text;
    let next = next_line(text, tokens, last).filter(|_| !is_complete(text, &tokens[first..=last]))?;
    if form(tokens[next].text(text)).is_some() || !may_go_on(tokens[next].text(text)) {
        return None;
    }
    let end = source.span(tokens[last].hi, tokens[last].hi);
    let comment = source.span(tokens[next].lo, tokens[next].hi);
    let wrong = Diagnostic::error(codes::E0201, end, "expected `;`, found another comment");
    let wrong = wrong.also(comment, "this may belong to the clause");
    Some(wrong.note("end the clause with `;`, or begin each of its lines with `//@`"))
}

/// The error for an annotation where none can stand. A comment that merely looks like one has no `;`.
pub fn misplaced(source: &Source<'_>, text: &str, comment: &Token, base: usize, place: &str) -> Option<Diagnostic> {
    let text = comment.text(text);
    let is_clause = match form(text)? {
        AnnotationForm::Plain => text.trim_end().ends_with(';'),
        AnnotationForm::Line | AnnotationForm::Block => true,
    };
    let wrong = || {
        let span = source.span(base + comment.lo, base + comment.hi);
        Diagnostic::error(codes::E0108, span, format!("an annotation cannot stand {place}"))
    };
    is_clause.then(wrong)
}

/// Whether the text of an annotation in `//` comments ends in `;`, comments in it aside.
fn is_complete(source: &str, tokens: &[Token]) -> bool {
    let texts = tokens.iter().rev().filter(|token| token.is_comment()).map(|token| token.text(source));
    let texts = texts.map(|text| text.trim_start_matches(['/', '@']));
    let mut texts = texts.map(|text| text.split("//").next().unwrap_or("").split("/*").next().unwrap_or("").trim());
    texts.find(|text| !text.is_empty()).is_some_and(|text| text.ends_with(';'))
}

/// Whether a comment may be the rest of a clause: it ends in `;`, or begins with an operator.
fn may_go_on(comment: &str) -> bool {
    let text = comment.trim_start_matches(['/', '@', ' ', '\t']).trim_end();
    let begins = text.starts_with(|c: char| !c.is_alphanumeric() && !"\"'`_{}#".contains(c));
    text.ends_with(';') || begins && text.contains(char::is_alphanumeric)
}

/// The annotation that starts with the comment at `first`: its form and its last comment.
pub fn group(source: &str, tokens: &[Token], first: usize) -> Option<(AnnotationForm, usize)> {
    let form = form(tokens[first].text(source))?;
    let mut last = first;
    match form {
        AnnotationForm::Block => {}
        AnnotationForm::Line => {
            while let Some(next) = next_line(source, tokens, last).filter(|next| {
                let text = tokens[*next].text(source);
                // Another tool's word ends the annotation, or may be a name in the middle of a clause.
                text.starts_with("//@") && (self::form(text).is_some() || !is_complete(source, &tokens[first..=last]))
            }) {
                last = next;
            }
        }
        AnnotationForm::Plain => {
            // Runs on until its `;`. When there is none, only the first line is (bad) annotation.
            let mut end = first;
            while !tokens[end].text(source).contains(';') {
                let plain = |next: &usize| {
                    let text = tokens[*next].text(source);
                    !text.starts_with("//@") && self::form(text).is_none()
                };
                match next_line(source, tokens, end).filter(plain) {
                    Some(next) => end = next,
                    None => return Some((form, first)),
                }
            }
            last = end;
        }
    }
    Some((form, last))
}

/// The line comment that stands alone on the line directly after the comment at `at`.
fn next_line(source: &str, tokens: &[Token], at: usize) -> Option<usize> {
    let newline = tokens.get(at + 1)?;
    let next = tokens.get(at + 2)?;
    let directly = newline.kind == TokenKind::Newline && next.kind == TokenKind::LineComment;
    (directly && source[newline.hi..next.lo].trim().is_empty()).then_some(at + 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::tokens::lexer;

    fn check(source: &str, expected: Option<(AnnotationForm, &str)>) {
        let tokens = lexer::tokens(source);
        let found = group(source, &tokens, 0).map(|(form, last)| (form, &source[tokens[0].lo..tokens[last].hi]));
        assert_eq!(found, expected);
    }

    #[test]
    fn comments_are_told_from_annotations() {
        check("// plain", None);
        check("// required: x", None);
        check("//@{", None);
        check("/*@ requires x; @*/ int", Some((AnnotationForm::Block, "/*@ requires x; @*/")));
        check("//@ use a;\n//@ use b;\n// c", Some((AnnotationForm::Line, "//@ use a;\n//@ use b;")));
        check("//@ use a;\n\n//@ use b;", Some((AnnotationForm::Line, "//@ use a;")));
        check("//@ use a;\n//@TODO b", Some((AnnotationForm::Line, "//@ use a;")));
        check("//@ use a; // b\n//@TODO c", Some((AnnotationForm::Line, "//@ use a; // b")));
        check("//@requires n <=\n//@LIMIT\n//@;", Some((AnnotationForm::Line, "//@requires n <=\n//@LIMIT\n//@;")));
        check("// requires a\n//   && b;\n// c", Some((AnnotationForm::Plain, "// requires a\n//   && b;")));
        check("// loop invariant a;", Some((AnnotationForm::Plain, "// loop invariant a;")));
        check("// requires much\n// patience", Some((AnnotationForm::Plain, "// requires much")));
    }
}
