//! The source of a file, line by line, as its page shows it.

use serde::Serialize;

use crate::report::document::{FileEntry, SpanEntry};
use crate::report::status::Standing;

use super::gutter;
use super::places::Here;

/// A line of the source.
#[derive(Serialize)]
pub struct LineView {
    number: usize,
    pieces: Vec<Piece>,
    /// The word of its standing; empty where there is nothing to say.
    status: &'static str,
    why: String,
    tasks: Vec<String>,
    /// The colour of its barrier interval, 1 to 6; 0 for none.
    band: usize,
    /// The anchor of the kernel that begins here.
    kernel: String,
    barrier: bool,
}

/// A piece of a line that looks the same throughout.
#[derive(Serialize)]
struct Piece {
    text: String,
    class: String,
}

/// How a letter looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Plain,
    Keyword,
    Comment,
    Clause,
    Marked(Standing),
}

impl Look {
    fn class(self) -> String {
        match self {
            Look::Plain => String::new(),
            Look::Keyword => "keyword".to_owned(),
            Look::Comment => "comment".to_owned(),
            Look::Clause => "clause".to_owned(),
            Look::Marked(standing) => format!("mark {}", standing.name()),
        }
    }
}

/// The lines of a file; none where the run has not read its text.
pub fn lines(file: &FileEntry, here: &Here<'_>) -> Vec<LineView> {
    const BANDS: usize = 6;
    let Some(text) = here.text(&file.path) else { return Vec::new() };
    let mut known = gutter::lines(file);
    let mut letters = letters(text);
    mark(&mut letters, file);
    let view = |(at, letters): (usize, Vec<(char, Look)>)| {
        let number = at + 1;
        let line = known.remove(&number).unwrap_or_default();
        let starts = |(_, kernel): &(usize, &crate::report::document::KernelEntry)| kernel.line == number;
        let kernel =
            file.kernels.iter().enumerate().find(starts).map_or(String::new(), |(at, _)| format!("k{}", at + 1));
        LineView {
            number,
            pieces: pieces(&letters),
            status: line.standing.map_or("", Standing::name),
            why: line.why(),
            tasks: line.tasks.into_iter().map(|(id, _)| id).collect(),
            band: if line.interval == 0 { 0 } else { (line.interval - 1) % BANDS + 1 },
            kernel,
            barrier: line.is_barrier,
        }
    };
    letters.into_iter().enumerate().map(view).collect()
}

/// Findings are marked where they stand.
fn mark(lines: &mut [Vec<(char, Look)>], file: &FileEntry) {
    let of_kernels = file.kernels.iter().flat_map(|kernel| &kernel.findings);
    let of_kernels = of_kernels.filter_map(|found| Some((found.message.span.as_ref()?, found.status)));
    let of_file = file.diagnostics.iter().filter(|found| found.severity == "error");
    let of_file = of_file.filter_map(|found| Some((found.span.as_ref()?, Standing::Unknown)));
    let mut all: Vec<(&SpanEntry, Standing)> =
        of_kernels.chain(of_file).filter(|(span, _)| span.file == file.path).collect();
    // What is worse covers what is better.
    all.sort_by_key(|(_, standing)| *standing);
    for (span, standing) in all {
        for number in span.line..=span.end_line {
            let Some(line) = number.checked_sub(1).and_then(|at| lines.get_mut(at)) else { continue };
            let from = if number == span.line { span.column.saturating_sub(1) } else { 0 };
            let to = if number == span.end_line { span.end_column.saturating_sub(1) } else { line.len() };
            let to = to.min(line.len());
            line[from.min(to)..to].iter_mut().for_each(|(_, look)| *look = Look::Marked(standing));
        }
    }
}

fn pieces(letters: &[(char, Look)]) -> Vec<Piece> {
    letters
        .chunk_by(|(_, one), (_, other)| one == other)
        .map(|run| Piece { text: run.iter().map(|(letter, _)| letter).collect(), class: run[0].1.class() })
        .collect()
}

const KEYWORDS: [&str; 44] = [
    "__constant__", "__device__", "__global__", "__host__", "__restrict__", "__shared__", "auto", "bool", "break",
    "case", "char", "class", "const", "constexpr", "continue", "default", "do", "double", "else", "enum", "extern",
    "float", "for", "goto", "if", "inline", "int", "long", "namespace", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "template", "typedef", "typename", "union", "unsigned", "using", "void", "while",
];

/// The letters of each line, with comments, annotations and keywords told apart.
fn letters(text: &str) -> Vec<Vec<(char, Look)>> {
    let all: Vec<char> = text.chars().collect();
    let mut lines: Vec<Vec<(char, Look)>> = vec![Vec::new()];
    let mut at = 0;
    while at < all.len() {
        let (end, look) = token(&all, at);
        for &letter in &all[at..end] {
            match letter {
                '\n' => lines.push(Vec::new()),
                '\r' => {}
                _ => lines.last_mut().expect("there is a first line").push((letter, look)),
            }
        }
        at = end;
    }
    if text.ends_with('\n') {
        lines.pop();
    }
    lines
}

/// Where the token that begins here ends, and how it looks.
fn token(all: &[char], at: usize) -> (usize, Look) {
    let is_word = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    let until = |from: usize, ends: &dyn Fn(usize) -> bool| (from..all.len()).find(|at| ends(*at)).unwrap_or(all.len());
    match (all[at], all.get(at + 1)) {
        ('/', Some('/')) => {
            let look = if all.get(at + 2) == Some(&'@') { Look::Clause } else { Look::Comment };
            (until(at, &|at| all[at] == '\n'), look)
        }
        ('/', Some('*')) => {
            let look = if all.get(at + 2) == Some(&'@') { Look::Clause } else { Look::Comment };
            let end = until(at + 2, &|at| all[at] == '*' && all.get(at + 1) == Some(&'/'));
            ((end + 2).min(all.len()), look)
        }
        (quote @ ('"' | '\''), _) => {
            let mut end = at + 1;
            while end < all.len() && all[end] != quote && all[end] != '\n' {
                end += if all[end] == '\\' { 2 } else { 1 };
            }
            ((end + 1).min(all.len()), Look::Plain)
        }
        (first, _) if is_word(&first) => {
            let end = until(at, &|at| !is_word(&all[at]));
            let word: String = all[at..end].iter().collect();
            (end, if KEYWORDS.binary_search(&word.as_str()).is_ok() { Look::Keyword } else { Look::Plain })
        }
        _ => (at + 1, Look::Plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<Vec<(String, String)>> {
        let pieces =
            |line: &Vec<(char, Look)>| pieces(line).into_iter().map(|piece| (piece.text, piece.class)).collect();
        letters(text).iter().map(pieces).collect()
    }

    #[test]
    fn comments_annotations_and_keywords_are_told_apart() {
        let piece = |text: &str, class: &str| (text.to_owned(), class.to_owned());
        let lines = shown("//@ requires n > 0;\nint x = \"//\"; /* a\nb */ y\n");
        assert_eq!(lines[0], [piece("//@ requires n > 0;", "clause")]);
        assert_eq!(lines[1], [piece("int", "keyword"), piece(" x = \"//\"; ", ""), piece("/* a", "comment")]);
        assert_eq!(lines[2], [piece("b */", "comment"), piece(" y", "")]);
        assert_eq!(lines.len(), 3);
    }

    #[test]
    fn keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted());
    }
}
