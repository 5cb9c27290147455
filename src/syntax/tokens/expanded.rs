//! The text that the parsers read: preprocessed program text, with a map from its bytes back to
//! what the user wrote, and the annotations in it.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::base::{FileId, Span};

/// Which kind of comment an annotation is, which decides how it is read and what happens when it
/// does not parse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnnotationForm {
    /// `//@ clause`, and the `//@` lines that directly follow it.
    Line,
    /// `/*@ clause clause @*/`.
    Block,
    /// `// requires P;`, and the `//` lines that directly follow up to its `;`. A comment that
    /// merely looks like one (it has no `;` at its end) is also of this form.
    Plain,
}

/// An annotation in the expanded text: the whole comment or group of comments, with its `//@`,
/// `//`, `/*@` and `@*/`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    pub range: Range<usize>,
    pub form: AnnotationForm,
}

/// Preprocessed text. Comments that are not annotations are gone, macros are expanded (in
/// annotations too), directives are carried out.
#[derive(Clone, Default, Debug)]
pub struct Expanded {
    pub text: String,
    /// In order of their ranges, which do not overlap.
    pub annotations: Vec<Annotation>,
    /// The texts of ours that stand for headers.
    pub ours: BTreeSet<FileId>,
    pieces: Vec<Piece>,
}

/// From `start` on (up to the next piece) the text came from `span`.
#[derive(Clone, Copy, Debug)]
struct Piece {
    start: usize,
    span: Span,
    origin: Origin,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// Byte by byte as the user wrote it.
    Verbatim,
    /// A token that a macro made: the span is the macro's use.
    Macro,
}

impl Expanded {
    /// Appends text that the user wrote at `span`, byte by byte.
    pub fn push_verbatim(&mut self, text: &str, span: Span) {
        let continues = self.pieces.last().is_some_and(|last| {
            last.origin == Origin::Verbatim
                && last.span.file == span.file
                && last.span.expansion == span.expansion
                && last.span.lo as usize + (self.text.len() - last.start) == span.lo as usize
        });
        if !continues {
            self.pieces.push(Piece { start: self.text.len(), span, origin: Origin::Verbatim });
        } else if let Some(last) = self.pieces.last_mut() {
            last.span.hi = span.hi;
        }
        self.text.push_str(text);
    }

    /// Appends text that a macro used at `span` made.
    pub fn push_made(&mut self, text: &str, span: Span) {
        self.pieces.push(Piece { start: self.text.len(), span, origin: Origin::Macro });
        self.text.push_str(text);
    }

    /// Whether a range ends a line on which a declaration or statement ends before it.
    pub fn is_behind(&self, range: &Range<usize>) -> bool {
        let before = self.text[..range.start].rsplit('\n').next().unwrap_or("");
        let after = self.text[range.end..].split('\n').next().unwrap_or("");
        before.trim_end().ends_with([';', '}']) && after.trim().is_empty()
    }

    /// The user's text that a range of this text came from. An empty range gives an empty span.
    pub fn span(&self, range: Range<usize>) -> Span {
        let start = self.place(range.start);
        let Some((first, lo)) = start else { return Span::default() };
        let lo_span = match first.origin {
            Origin::Verbatim => Span { lo, hi: lo, ..first.span },
            Origin::Macro => first.span,
        };
        if range.end <= range.start {
            return Span { hi: lo_span.lo, ..lo_span };
        }
        match self.place(range.end - 1) {
            Some((last, at)) if last.origin == Origin::Verbatim => {
                lo_span.to(Span { lo: at, hi: (at + 1).min(last.span.hi.max(at)), ..last.span })
            }
            Some((last, _)) => lo_span.to(last.span),
            None => lo_span,
        }
    }

    /// The piece that a byte lies in, and the byte of the user's file that it came from.
    fn place(&self, at: usize) -> Option<(Piece, u32)> {
        let next = self.pieces.partition_point(|piece| piece.start <= at);
        let piece = *self.pieces.get(next.max(1) - 1)?;
        let offset = at.saturating_sub(piece.start) as u32;
        Some((piece, (piece.span.lo + offset).min(piece.span.hi)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::FileId;

    #[test]
    fn verbatim_text_maps_byte_by_byte_and_made_text_to_the_use() {
        let file = FileId(0);
        let mut expanded = Expanded::default();
        expanded.push_verbatim("int x = ", Span::new(file, 10, 18));
        expanded.push_made("1024", Span::new(file, 18, 19));
        expanded.push_verbatim(";", Span::new(file, 19, 20));
        assert_eq!(expanded.text, "int x = 1024;");
        assert_eq!(expanded.span(4..5), Span::new(file, 14, 15));
        assert_eq!(expanded.span(8..12), Span::new(file, 18, 19));
        assert_eq!(expanded.span(10..11), Span::new(file, 18, 19));
        assert_eq!(expanded.span(4..13), Span::new(file, 14, 20));
        assert_eq!(expanded.span(4..4), Span::new(file, 14, 14));
    }

    #[test]
    fn an_empty_text_has_an_empty_span() {
        assert_eq!(Expanded::default().span(0..0), Span::default());
    }
}
