//! The reader of a file: what it has read so far, and the way from lexemes to trees.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::base::Span;
use crate::syntax::disambiguate::marks::Place;
use crate::syntax::disambiguate::mask;
use crate::syntax::disambiguate::names::{NameKind, Names, is_keyword};
use crate::syntax::grammar::Builder;
use crate::syntax::tokens::expanded::Expanded;
use crate::syntax::tokens::scan::Scan;
use crate::syntax::tree::{Asked, File, Item, TemplateParam};

pub struct Program<'s, 'e> {
    pub expanded: &'e Expanded,
    pub scan: &'s Scan<'e>,
    pub names: Names<'e>,
    pub file: File,
    /// What another file asks for.
    pub asked: &'s Asked,
    /// Names of functions that the host defines.
    pub functions: BTreeSet<String>,
    /// Statements of the host that were not understood, by their lexemes.
    pub unread: Vec<Range<usize>>,
    /// The parameters of the template of the host that is read.
    pub template: Vec<TemplateParam>,
    /// Where the lambda expressions begin that have a class.
    pub lambdas: Vec<usize>,
    /// The numbers of annotations that were read.
    pub annotations: BTreeSet<usize>,
}

/// The masked text of some lexemes, and where it starts.
pub struct Masked {
    pub text: String,
    pub base: usize,
}

impl<'e> Program<'_, 'e> {
    /// Runs a builder over a masked text, and collects what it reports.
    pub fn build<T>(&mut self, masked: &Masked, run: impl FnOnce(&mut Builder<'_>) -> T) -> T {
        let mut builder = Builder {
            source: self.expanded,
            names: &self.names,
            base: masked.base,
            diagnostics: Vec::new(),
            logic: Vec::new(),
            annotations: Vec::new(),
        };
        let value = run(&mut builder);
        let mut diagnostics = std::mem::take(&mut builder.diagnostics);
        let logic = std::mem::take(&mut builder.logic);
        self.annotations.extend(std::mem::take(&mut builder.annotations));
        self.file.diagnostics.append(&mut diagnostics);
        self.file.items.extend(logic.into_iter().map(Item::Logic));
        value
    }

    pub fn masked(&mut self, range: Range<usize>, place: Place) -> Masked {
        let base = self.scan.lexemes.get(range.start).map_or(0, |first| first.lo);
        Masked { text: mask::mask(self.scan, range, &mut self.names, place), base }
    }

    pub fn declare_template_types(&mut self, range: Range<usize>) {
        for at in range {
            let named = matches!(self.scan.at(at), "typename" | "class") && self.scan.is_word(at + 1);
            if named && !is_keyword(self.scan.at(at + 1)) {
                self.names.declare(self.scan.at(at + 1), NameKind::Type);
            }
        }
    }

    pub fn lexeme_span(&self, at: usize) -> Span {
        self.lexemes_span(at..at + 1)
    }

    pub fn lexemes_span(&self, range: Range<usize>) -> Span {
        let lexemes = &self.scan.lexemes;
        match (lexemes.get(range.start), lexemes.get(range.end.wrapping_sub(1))) {
            (Some(first), Some(last)) => self.expanded.span(first.lo..last.hi),
            _ => Span::default(),
        }
    }
}
