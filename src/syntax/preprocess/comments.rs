//! Which comments are annotations, and how far each one runs (`annotations.md`, "Where annotations stand").

use crate::syntax::expanded::AnnotationForm;
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::spec::starts_plain_clause;

/// Commands of Doxygen that are written directly behind the `@`. Those that are words of ours (`invariant`) are ours.
const DOXYGEN: &[&str] = &[
    "addtogroup",
    "author",
    "brief",
    "class",
    "code",
    "cond",
    "copydoc",
    "date",
    "def",
    "defgroup",
    "deprecated",
    "details",
    "endcode",
    "endcond",
    "file",
    "fn",
    "ingroup",
    "internal",
    "mainpage",
    "name",
    "namespace",
    "note",
    "page",
    "par",
    "param",
    "ref",
    "return",
    "returns",
    "sa",
    "section",
    "see",
    "struct",
    "todo",
    "tparam",
    "version",
    "warning",
];

/// Whether what follows the `@` is Doxygen's: `//@{`, `/*@}*/`, `//@name`.
fn is_doxygen(comment: &str) -> bool {
    let Some((_, text)) = comment.split_once('@') else { return false };
    let word = text.split(|letter: char| !letter.is_ascii_alphabetic()).next().unwrap_or("");
    text.starts_with(['{', '}']) || DOXYGEN.contains(&word)
}

/// Whether a comment is a manual page as PETSc's `doctext` reads it: `/*@C`, `name - description`, ..., `@*/`.
fn is_manual_page(comment: &str) -> bool {
    let Some(text) = comment.strip_prefix("/*@").and_then(|text| text.strip_suffix("@*/")) else { return false };
    let text = text.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let title = text.trim_start().lines().next().unwrap_or("");
    text.starts_with(char::is_whitespace)
        && title
            .split_once(" - ")
            .is_some_and(|(name, _)| name.trim_end().chars().all(|c| c.is_alphanumeric() || c == '_'))
}

/// The form of annotation that a comment starts, if it is one.
pub fn form(comment: &str) -> Option<AnnotationForm> {
    let marked = comment.starts_with("//@") || comment.starts_with("/*@");
    if marked && (is_doxygen(comment) || is_manual_page(comment)) {
        return None;
    }
    if comment.starts_with("//@") {
        return Some(AnnotationForm::Line);
    }
    if comment.starts_with("/*@") {
        return Some(AnnotationForm::Block);
    }
    comment.strip_prefix("//").filter(|text| starts_plain_clause(text)).map(|_| AnnotationForm::Plain)
}

/// The annotation that starts with the comment at `first`: its form and its last comment.
pub fn group(source: &str, tokens: &[Token], first: usize) -> Option<(AnnotationForm, usize)> {
    let form = form(tokens[first].text(source))?;
    let mut last = first;
    match form {
        AnnotationForm::Block => {}
        AnnotationForm::Line => {
            while let Some(next) = next_line(source, tokens, last).filter(|next| is_line(source, &tokens[*next])) {
                last = next;
            }
        }
        AnnotationForm::Plain => {
            // Runs on until its `;`. When there is none, only the first line is (bad) annotation.
            let mut end = first;
            while !tokens[end].text(source).contains(';') {
                let plain = |next: &usize| self::form(tokens[*next].text(source)).is_none();
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

fn is_line(source: &str, token: &Token) -> bool {
    form(token.text(source)) == Some(AnnotationForm::Line)
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
    use crate::syntax::lexer;

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
        check("/*@}*/", None);
        check("//@name Members", None);
        check("//@names x", Some((AnnotationForm::Line, "//@names x")));
        check("//@ name x", Some((AnnotationForm::Line, "//@ name x")));
        check("/* requires x; */", None);
        check("/*@ requires x; @*/ int", Some((AnnotationForm::Block, "/*@ requires x; @*/")));
        check("//@ a\n//@ b\n// c", Some((AnnotationForm::Line, "//@ a\n//@ b")));
        check("//@ a\n\n//@ b", Some((AnnotationForm::Line, "//@ a")));
        check("// requires a\n//   && b;\n// c", Some((AnnotationForm::Plain, "// requires a\n//   && b;")));
        check("// loop invariant a;", Some((AnnotationForm::Plain, "// loop invariant a;")));
        check("// requires much\n// patience", Some((AnnotationForm::Plain, "// requires much")));
    }
}
