//! Source files, byte spans in them, and the macro expansions that a span came through.
//!
//! A [`Span`] always points at text that the user wrote: a token that a macro produced carries the
//! span of the macro's use, and its [`ExpansionId`] leads to the place in the macro's definition.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::portable;

/// A file of a run, by its position in [`Files`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FileId(pub u32);

/// A macro expansion, by its position in [`Files`]; `NONE` for text that stands in the file itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ExpansionId(pub u32);

impl ExpansionId {
    /// The text stands in the file itself.
    pub const NONE: ExpansionId = ExpansionId(u32::MAX);
}

impl Default for ExpansionId {
    fn default() -> Self {
        ExpansionId::NONE
    }
}

/// A half-open range of bytes `lo..hi` of a file, as the user wrote it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The file that the bytes are counted in.
    pub file: FileId,
    /// The offset of the first byte.
    pub lo: u32,
    /// The offset behind the last byte.
    pub hi: u32,
    /// The macro expansion that the text came through; [`ExpansionId::NONE`] where it stands in the file itself.
    pub expansion: ExpansionId,
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        portable::debug(*self, f)
    }
}

impl Span {
    /// The bytes `lo..hi` of a file, through no macro expansion.
    pub fn new(file: FileId, lo: usize, hi: usize) -> Span {
        Span { file, lo: lo as u32, hi: hi as u32, expansion: ExpansionId::NONE }
    }

    /// The smallest span that holds both; `self` when they are in different files.
    pub fn to(self, end: Span) -> Span {
        if self.file != end.file {
            return self;
        }
        let expansion = if self.expansion == end.expansion { self.expansion } else { ExpansionId::NONE };
        Span { file: self.file, lo: self.lo.min(end.lo), hi: self.hi.max(end.hi), expansion }
    }

    /// The empty span at the end of this one, where a missing token is reported.
    pub fn end(self) -> Span {
        Span { lo: self.hi, ..self }
    }
}

/// One source file: its name as shown to the user and its text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The path, or a name for text that is in no file.
    pub name: Arc<str>,
    /// The whole text, in which spans count bytes.
    pub text: Arc<str>,
    line_starts: Arc<[u32]>,
}

/// One macro expansion: what was used where, and where its replacement text stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expansion {
    /// The macro that was used.
    pub macro_name: Arc<str>,
    /// The token in the macro's definition (or the argument) that the text came from.
    pub definition: Span,
}

/// A place as people count: line and column from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineColumn {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
}

/// All files of a run, and all macro expansions in them. What was added stays, and clones share it: threads that read
/// files side by side add to the same run.
#[derive(Clone, Debug, Default)]
pub struct Files(Arc<Registry>);

#[derive(Debug, Default)]
struct Registry {
    files: boxcar::Vec<SourceFile>,
    expansions: boxcar::Vec<Expansion>,
    /// The latest of each name: a header that many files include is kept once.
    latest: Mutex<HashMap<Arc<str>, FileId>>,
}

impl Files {
    /// No files and no expansions.
    pub fn new() -> Files {
        Files::default()
    }

    /// Adds a file under a new id; where the latest of that name has the same text, both share it.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> FileId {
        let (name, text) = (name.into(), text.into());
        let mut latest = self.0.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let same = latest.get(&name).map(|id| self.get(*id)).filter(|known| known.text == text).cloned();
        let file = same.unwrap_or_else(|| {
            let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1)).collect();
            SourceFile { name: name.clone(), text, line_starts }
        });
        let id = FileId(self.0.files.push(file) as u32);
        latest.insert(name, id);
        id
    }

    /// Adds an expansion that spans may then name.
    pub fn add_expansion(&mut self, expansion: Expansion) -> ExpansionId {
        ExpansionId(self.0.expansions.push(expansion) as u32)
    }

    /// The file of that id, which must be one of these files.
    pub fn get(&self, file: FileId) -> &SourceFile {
        &self.0.files[file.0 as usize]
    }

    /// The file that was added last under a name.
    pub fn latest(&self, name: &str) -> Option<FileId> {
        self.0.latest.lock().unwrap_or_else(PoisonError::into_inner).get(name).copied()
    }

    /// All files with their ids, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.0.files.iter().map(|(at, file)| (FileId(at as u32), file))
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.0.files.count()
    }

    /// Whether there is no file.
    pub fn is_empty(&self) -> bool {
        self.0.files.is_empty()
    }

    /// The expansion that a span came through, if any.
    pub fn expansion(&self, span: Span) -> Option<&Expansion> {
        self.0.expansions.get(span.expansion.0 as usize)
    }

    /// The text at a span; empty where the file has no such bytes.
    pub fn text(&self, span: Span) -> &str {
        let text = &self.get(span.file).text;
        text.get(span.lo as usize..span.hi as usize).unwrap_or("")
    }

    /// Number of lines of a file; an unfinished last line counts.
    pub fn line_count(&self, file: FileId) -> usize {
        self.get(file).line_starts.len()
    }

    /// The bytes of a line, counted from 0, with its line break.
    pub fn line_range(&self, file: FileId, line: usize) -> Option<std::ops::Range<usize>> {
        let source = self.get(file);
        let start = *source.line_starts.get(line)? as usize;
        let end = source.line_starts.get(line + 1).map_or(source.text.len(), |next| *next as usize);
        Some(start..end)
    }

    /// Line and column of a byte offset.
    pub fn position(&self, file: FileId, at: u32) -> LineColumn {
        let source = self.get(file);
        let line = source.line_starts.partition_point(|start| *start <= at);
        let start = source.line_starts[line - 1] as usize;
        let end = (at as usize).min(source.text.len());
        let column = source.text.get(start..end).map_or(end - start, |text| text.chars().count()) + 1;
        LineColumn { line, column }
    }

    /// Where a span begins.
    pub fn start(&self, span: Span) -> LineColumn {
        self.position(span.file, span.lo)
    }

    /// Where a span ends: behind its last character.
    pub fn finish(&self, span: Span) -> LineColumn {
        self.position(span.file, span.hi)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let mut files = Files::new();
        let file = files.add("a.cu", "ab\nçd\n");
        assert_eq!(files.position(file, 0), LineColumn { line: 1, column: 1 });
        assert_eq!(files.position(file, 3), LineColumn { line: 2, column: 1 });
        assert_eq!(files.position(file, 5), LineColumn { line: 2, column: 2 });
        assert_eq!(files.position(file, 7), LineColumn { line: 3, column: 1 });
    }

    #[test]
    fn lines_include_their_break() {
        let mut files = Files::new();
        let file = files.add("a.cu", "ab\nc");
        assert_eq!(files.line_range(file, 0), Some(0..3));
        assert_eq!(files.line_range(file, 1), Some(3..4));
        assert_eq!(files.line_range(file, 2), None);
        assert_eq!(files.line_count(file), 2);
    }

    #[test]
    fn joining_spans_of_one_file_covers_both() {
        let file = FileId(0);
        assert_eq!(Span::new(file, 2, 4).to(Span::new(file, 8, 9)), Span::new(file, 2, 9));
        assert_eq!(Span::new(file, 2, 4).to(Span::new(FileId(1), 8, 9)), Span::new(file, 2, 4));
    }
}
