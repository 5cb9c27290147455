//! The text level below the grammar: comment markers, blanks, where the next clause starts.

use super::CLAUSE_WORDS;
use super::nearest;
use crate::syntax::tokens::expanded::AnnotationForm;

/// The annotation's text with its comment markers as blanks, byte for byte at the same place.
pub fn masked(text: &str, form: AnnotationForm) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut blank = |from: usize, length: usize| bytes[from..from + length].fill(b' ');
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        let inner = &line[indent..];
        let first = start == 0;
        match form {
            AnnotationForm::Line | AnnotationForm::Plain if inner.starts_with("//@") => blank(start + indent, 3),
            AnnotationForm::Plain if inner.starts_with("//") => blank(start + indent, 2),
            AnnotationForm::Block if first && inner.starts_with("/*@") => blank(start + indent, 3),
            AnnotationForm::Block if inner.starts_with('@') && !inner.starts_with("@*/") => blank(start + indent, 1),
            AnnotationForm::Line | AnnotationForm::Plain | AnnotationForm::Block => {}
        }
        start += line.len();
    }
    if form == AnnotationForm::Block {
        let trimmed = text.trim_end();
        if let Some(inner) = trimmed.strip_suffix("@*/").or_else(|| trimmed.strip_suffix("*/")) {
            blank(inner.len(), trimmed.len() - inner.len());
        }
    }
    // Blanks replace whole ASCII characters only, so the text stays valid.
    String::from_utf8(bytes).unwrap_or_default()
}

/// Whether a character can stand in a name.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether the text of a plain `//` comment (without the `//`) starts as an annotation of the plain
/// form does: with `requires`, `ensures` or `invariant`, or with a typo of one and a `;` at its end.
pub fn starts_plain_clause(comment: &str) -> bool {
    let comment = comment.trim();
    let words = ["requires", "ensures", "invariant"];
    let first = word(comment, 0);
    let first = if first == "loop" { word(comment, skip_blanks(comment, 4)) } else { first };
    words.contains(&first) || comment.ends_with(';') && nearest(first, words).is_some()
}

/// The identifier that starts here, or nothing.
pub fn word(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    if rest.starts_with(char::is_numeric) { "" } else { &rest[..end] }
}

/// The token that starts here, as it is shown in messages.
pub fn token(text: &str, at: usize) -> &str {
    const LONG: [&str; 20] = [
        "<==>", "==>", "<->", "->", "<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "..", "::", "++", "--", "+=", "-=",
        "*=", "/=",
    ];
    let rest = &text[at..];
    let body = rest.strip_prefix('\\').unwrap_or(rest);
    let skipped = rest.len() - body.len();
    let end = body.find(|c| !is_word(c)).unwrap_or(body.len());
    if end > 0 {
        return &rest[..skipped + end];
    }
    if let Some(long) = LONG.iter().find(|long| rest.starts_with(**long)) {
        return &rest[..long.len()];
    }
    let length = rest.chars().next().map_or(0, char::len_utf8);
    &rest[..length]
}

/// Skips white space and comments.
pub fn skip_blanks(text: &str, at: usize) -> usize {
    let mut at = at;
    loop {
        let rest = &text[at..];
        let next = rest.trim_start();
        at += rest.len() - next.len();
        if next.starts_with("//") {
            at += next.find('\n').unwrap_or(next.len());
        } else if next.starts_with("/*") {
            at += next.find("*/").map_or(next.len(), |end| end + 2);
        } else {
            return at;
        }
    }
}

/// Where the next clause starts after the one at `at`: behind a `;` that a clause word (or, in side
/// files, a brace or a block's word) follows; else the end.
pub fn next_clause(text: &str, at: usize) -> usize {
    let mut from = at;
    while let Some(found) = text[from..].find([';', '/', '}', '{']) {
        let place = from + found;
        match text.as_bytes()[place] {
            b'/' => from = skip_blanks(text, place).max(place + 1),
            b';' => {
                let next = skip_blanks(text, place + 1);
                let word = word(text, next);
                let block = matches!(word, "kernel" | "barrier") || text[next..].starts_with('}');
                let of_function = text[next + word.len()..]
                    .trim_start()
                    .strip_prefix('.')
                    .is_some_and(|rest| !word.is_empty() && self::word(rest.trim_start(), 0) == "loop");
                if block || of_function || next == text.len() || CLAUSE_WORDS.contains(&word) {
                    return next;
                }
                from = place + 1;
            }
            b'}' if place > at => return place,
            _ => from = place + 1,
        }
    }
    text.len()
}

/// The place behind the block in braces that starts at or after `at`, nested ones included.
pub fn behind_block(text: &str, at: usize) -> usize {
    let mut open = 0usize;
    for (offset, c) in text[at..].char_indices() {
        match c {
            '{' => open += 1,
            '}' if open <= 1 => return at + offset + 1,
            '}' => open -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The place where more than `limit` brackets, quantifiers or conditionals are open, if there is one.
/// Quantifiers and conditionals count to the end: they reach as far right as possible.
pub fn too_deep(text: &str, limit: usize) -> Option<usize> {
    let mut open = 0usize;
    let mut binding = 0usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let c = rest.chars().next()?;
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open = open.saturating_sub(1),
            '?' => binding += 1,
            _ if c.is_alphabetic() || c == '_' => {
                let found = word(text, at);
                binding += usize::from(matches!(found, "forall" | "exists" | "lambda" | "let" | "sizeof"));
                if open + binding > limit {
                    return Some(at);
                }
                at += found.len().max(1);
                continue;
            }
            _ => {}
        }
        if open + binding > limit {
            return Some(at);
        }
        at += c.len_utf8();
    }
    None
}
