//! Kernels whose annotations are moved, misspelt, joined and cut: each clause has an effect, or somebody is told at its line (CLAUSE-32).

use gpuhoare::base::{Config, Diagnostic, Files, Span};
use gpuhoare::syntax::tokens::lexer::{self, Token};
use gpuhoare::syntax::{self, dump};

use crate::mangle::Edit;

/// Each clause has a number of its own.
const KERNEL: &[&str] = &[
    "//@ requires n > 1001;",
    "//@ requires n < 1002; ensures n < 1003;",
    "/*@ ensures a[0] == 1004;",
    "  @ ensures a[1] == 1005 @*/",
    "// requires n > 1006;",
    "__global__ void k(int *a, int n) {",
    "    int i = threadIdx.x; // plain",
    "    const char *s = \"//@ no clause\";",
    "    //@ invariant i > 1007;",
    "    for (int j = 0; j < n; j++) {",
    "        //@ invariant j > 1008;",
    "        /*@ loop invariant j < 1009 */",
    "        // invariant j != 1010;",
    "        a[i] = j; //@ assert i > 1011;",
    "    }",
    "    //@ assert i < 1012",
    "    //@ assume i != 1013",
    "}",
    "__device__ int q[2] = { 1,",
    "    2 }; // the end",
    "int main() {",
    "    return 0; // of it",
    "}",
];

const NUMBERS: std::ops::RangeInclusive<u32> = 1001..=1013;

/// What stands before an annotation that was put elsewhere.
const PREFIXES: &[&str] = &["// ", "//", "/", "/* ", "* ", "#", "#define M ", "#pragma m ", "!", "@", "\t", "x ", "\\"];
const SUFFIXES: &[&str] = &[" // y", " */", "\\", " /* y */", "\"", "\r", " y", ";", " @*/"];
const LETTERS: &[char] = &[' ', '\t', '@', '/', '*', '!', ';', '\\', '"', '#', 's', 'e', '-', 'ö'];

/// The kernel with some changes, most of them at the beginning of a clause.
pub fn changed(edits: &[Edit]) -> String {
    let mut lines: Vec<String> = KERNEL.iter().map(|line| (*line).to_string()).collect();
    for Edit([kind, which, place, what]) in edits {
        let at = *which as usize % lines.len();
        let begin = lines[at].find("//").or_else(|| lines[at].find("/*")).unwrap_or(0);
        let letters: Vec<(usize, char)> = lines[at][begin..].char_indices().take(14).collect();
        let Some((offset, letter)) = letters.get(*place as usize % letters.len().max(1)).copied() else { continue };
        let (offset, what) = (begin + offset, *what as usize);
        match kind % 9 {
            0 => drop(lines[at].remove(offset)),
            1 => lines[at].insert(offset, letter),
            2 => lines[at].insert(offset, LETTERS[what % LETTERS.len()]),
            3 if at + 1 < lines.len() => {
                let next = lines.remove(at + 1);
                lines[at] = format!("{} {}", lines[at], next.trim_start());
            }
            4 => {
                let rest = lines[at].split_off(offset);
                lines.insert(at + 1, rest);
            }
            5 => lines.iter_mut().for_each(|line| line.push('\r')),
            6 => {
                let moved = lines.remove(at);
                lines.insert(what % (lines.len() + 1), moved);
            }
            7 => lines[at].insert_str(begin, PREFIXES[what % PREFIXES.len()]),
            _ => lines[at].push_str(SUFFIXES[what % SUFFIXES.len()]),
        }
    }
    lines.join("\n")
}

/// Looks for clauses without effect of which nobody is told.
pub fn nothing_is_lost(text: &str) {
    let mut files = Files::new();
    let tree = syntax::parse_text(&mut files, "k.cu", text, &Config::default());
    let is_broken = |found: &Diagnostic| matches!(found.code.0, "E0101" | "E0102" | "E0104");
    if tree.diagnostics.iter().any(is_broken) {
        return;
    }
    let read = dump::file(&tree);
    let tokens = lexer::tokens(text);
    for number in NUMBERS.map(|number| number.to_string()) {
        let Some(place) = text.find(&number) else { continue };
        let comment = tokens.iter().find(|token| token.is_comment() && token.lo <= place && place < token.hi);
        if read.contains(&number) || !comment.is_some_and(|comment| is_like_clause(text, comment, place)) {
            continue;
        }
        let lines = |span: Span| files.position(span.file, span.lo).line..=files.position(span.file, span.hi).line;
        let line = text[..place].matches('\n').count() + 1;
        let told = |found: &Diagnostic| {
            let labels = found.primary.iter().chain(&found.secondary);
            labels.map(|label| lines(label.span)).any(|lines| lines.contains(&line))
        };
        // A mistake in a clause may reach over all of its annotation: no kernel is proved then.
        let written = |line: usize| text.lines().nth(line.wrapping_sub(1)).unwrap_or("");
        let of_group = |line: &usize| written(*line).contains("//@") || written(line - 1).ends_with('\\');
        let first = (1..=line).rev().take_while(of_group).last().unwrap_or(line);
        let last = (line..).take_while(of_group).last().unwrap_or(line);
        let begin = text[..comment.map_or(place, |comment| comment.lo)].matches('\n').count() + 1;
        let is_near = |found: &Diagnostic| {
            let place = found.primary.as_ref().map_or(0, |label| *lines(label.span).start());
            found.is_error() && found.code.0.starts_with("E02") && (first.min(begin)..=last).contains(&place)
        };
        if tree.diagnostics.iter().any(is_near) {
            continue;
        }
        assert!(tree.diagnostics.iter().any(told), "the clause with {number} is lost:\n{text}\n{read}");
    }
}

/// Whether the line of a comment begins as a clause does: with an `@` and its word, or with the word of a plain one.
fn is_like_clause(text: &str, comment: &Token, place: usize) -> bool {
    let begin = text[..place].rfind('\n').map_or(0, |at| at + 1).max(comment.lo);
    // A comment inside of an annotation is one of its own.
    let begin = text[begin..place].rfind("//").map_or(begin, |at| begin + at);
    let end = text[place..].find('\n').map_or(text.len(), |at| place + at).min(comment.hi);
    let line = text[begin..end].trim_start_matches(['/', '*', ' ', '\t', '!']).trim_end();
    let word = |text: &str| text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_string();
    match line.strip_prefix('@') {
        Some(clause) => {
            let known = ["requires", "ensures", "invariant", "assert", "assume", "loop"];
            known.contains(&word(clause.trim_start_matches(['@', ' ', '\t'])).as_str())
        }
        None => ["requires", "ensures", "invariant"].contains(&word(line).as_str()) && line.ends_with(';'),
    }
}
