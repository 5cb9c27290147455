//! A text without its line splices, and the way back to the places of the file (translation phase 2).
//!
//! A backslash at the end of a line, with white space behind it or not, joins the line with the next one, wherever it
//! stands: in a token, in a comment, in an annotation. Only a raw string takes it back.

use std::borrow::Cow;
use std::ops::Range;
use std::path::PathBuf;

use crate::base::{FileId, Span};
use crate::syntax::tokens::lexer::{self, TokenKind};

#[derive(Debug)]
pub struct Spliced<'t> {
    pub text: Cow<'t, str>,
    /// Places of `text` where something was left out, and how many bytes up to there.
    joints: Vec<(usize, usize)>,
}

impl<'t> Spliced<'t> {
    pub fn new(file: &'t str) -> Spliced<'t> {
        let splices = splices(file);
        if splices.is_empty() {
            return Spliced { text: file.into(), joints: Vec::new() };
        }
        let raw = raw_strings(file);
        let kept = |splice: &Range<usize>| {
            let next = raw.partition_point(|string| string.end <= splice.start);
            raw.get(next).is_some_and(|string| string.start <= splice.start)
        };
        let mut text = String::with_capacity(file.len());
        let mut joints = Vec::new();
        let (mut copied, mut left_out) = (0, 0);
        for splice in splices.into_iter().filter(|splice| !kept(splice)) {
            text.push_str(&file[copied..splice.start]);
            left_out += splice.len();
            copied = splice.end;
            joints.push((text.len(), left_out));
        }
        text.push_str(&file[copied..]);
        Spliced { text: text.into(), joints }
    }

    /// The place in the file of a byte of the text.
    pub fn place(&self, at: usize) -> usize {
        let before = self.joints.partition_point(|(joint, _)| *joint <= at);
        at + before.checked_sub(1).map_or(0, |last| self.joints[last].1)
    }

    /// The place in the file behind the last byte of a part of the text that ends at `at`.
    pub fn end(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(0, |last| self.place(last) + 1)
    }

    /// The parts of a range of the text between which something was left out.
    pub fn parts(&self, range: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
        let first = self.joints.partition_point(|(joint, _)| *joint <= range.start);
        let joints = self.joints[first..].iter().map(|(joint, _)| *joint).take_while(move |joint| *joint < range.end);
        let mut start = range.start;
        joints.chain([range.end]).filter_map(move |end| {
            let part = start..end;
            start = end;
            (!part.is_empty()).then_some(part)
        })
    }
}

/// Where a backslash, white space and the end of a line follow each other.
fn splices(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let written = line.trim_ascii_end();
        if written.ends_with('\\') && line.ends_with('\n') {
            found.push(start + written.len() - 1..end);
        }
        start = end;
    }
    found
}

fn raw_strings(text: &str) -> Vec<Range<usize>> {
    if !text.contains("R\"") {
        return Vec::new();
    }
    let raw = |token: &lexer::Token| {
        let written = token.text(text);
        token.kind == TokenKind::String && written.split('"').next().is_some_and(|prefix| prefix.ends_with('R'))
    };
    lexer::tokens(text).into_iter().filter(raw).map(|token| token.lo..token.hi).collect()
}

/// The file that is being read.
pub struct Source<'t> {
    pub id: FileId,
    pub text: Spliced<'t>,
    pub directory: Option<PathBuf>,
    /// Where it was found, for `#pragma once`.
    pub path: Option<PathBuf>,
    /// A text of ours stands for a header: its conditionals are settled.
    pub is_ours: bool,
}

impl Source<'_> {
    /// The place in the file of a range of the text.
    pub fn span(&self, lo: usize, hi: usize) -> Span {
        let lo = self.text.place(lo);
        Span::new(self.id, lo, self.text.end(hi).max(lo))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splices_go_and_places_stay() {
        let spliced = Spliced::new("ab\\\ncd \\ \t\r\ne\\");
        assert_eq!(spliced.text, "abcd e\\");
        assert_eq!((0..7).map(|at| spliced.place(at)).collect::<Vec<_>>(), [0, 1, 4, 5, 6, 12, 13]);
        assert_eq!((spliced.end(2), spliced.end(3)), (2, 5));
        assert_eq!(spliced.parts(1..6).collect::<Vec<_>>(), [1..2, 2..5, 5..6]);
        assert!(spliced.parts(2..5).eq(std::iter::once(2..5)));
        assert_eq!(Spliced::new("a\\\n\\\n\\\nb").text, "ab");
        assert_eq!(Spliced::new("a\\\n\nb \\ c").text, "a\nb \\ c");
    }

    #[test]
    fn raw_strings_keep_theirs() {
        assert_eq!(Spliced::new("R\"(a\\\nb)\" c\\\nd \"e\\\nf\"").text, "R\"(a\\\nb)\" cd \"ef\"");
    }
}
