//! Places of the source, as pages link to them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::base::Files;
use crate::report::document::{Document, SpanEntry};

/// The pages by the files that they are of, and the texts of all files.
pub struct Places<'d> {
    names: Vec<String>,
    pages: BTreeMap<&'d str, usize>,
    texts: BTreeMap<&'d str, &'d str>,
}

/// What a place is seen from.
pub struct Here<'d> {
    places: &'d Places<'d>,
    /// The page; none for the index.
    page: Option<usize>,
}

/// A place with its link.
#[derive(Clone, Serialize)]
pub struct Place {
    pub file: String,
    pub line: usize,
    pub column: usize,
    /// It is on the page that shows it.
    pub here: bool,
    /// Empty where the file has no page.
    pub href: String,
    /// The source there, on one line.
    pub text: String,
}

/// A line around a place.
#[derive(Clone, Serialize)]
pub struct Excerpt {
    pub number: usize,
    pub text: String,
    pub hit: bool,
}

impl<'d> Places<'d> {
    pub fn new(document: &'d Document, sources: &'d Files) -> Places<'d> {
        let name = |(at, path): (usize, &str)| format!("pages/{}-{}.html", at + 1, plain(path));
        let paths = || document.files.iter().map(|file| file.path.as_str()).enumerate();
        Places {
            names: paths().map(name).collect(),
            pages: paths().map(|(at, path)| (path, at)).collect(),
            texts: sources.iter().map(|(_, file)| (&*file.name, &*file.text)).collect(),
        }
    }

    /// The name of a page in the folder.
    pub fn name(&self, at: usize) -> String {
        self.names[at].clone()
    }

    pub fn of_page(&'d self, at: usize) -> Here<'d> {
        Here { places: self, page: Some(at) }
    }

    pub fn of_index(&'d self) -> Here<'d> {
        Here { places: self, page: None }
    }
}

impl Here<'_> {
    /// The text of a file, where the run has read it.
    pub fn text(&self, file: &str) -> Option<&str> {
        self.places.texts.get(file).copied()
    }

    pub fn place(&self, span: &SpanEntry) -> Option<Place> {
        if span.line == 0 {
            return None;
        }
        let page = self.places.pages.get(span.file.as_str()).copied();
        let here = page.is_some() && page == self.page;
        let href = match page {
            Some(_) if here => format!("#L{}", span.line),
            Some(at) => format!("{}{}#L{}", self.up(), self.link(at), span.line),
            None => String::new(),
        };
        let text = self.line(&span.file, span.line).map(|line| cut(line, span)).unwrap_or_default();
        Some(Place { file: span.file.clone(), line: span.line, column: span.column, here, href, text })
    }

    /// The lines around a place.
    pub fn excerpt(&self, span: &SpanEntry) -> Vec<Excerpt> {
        const AROUND: usize = 2;
        let from = span.line.saturating_sub(AROUND).max(1);
        let all = self.text(&span.file).unwrap_or_default().lines().enumerate();
        let lines: Vec<(usize, &str)> = all.skip(from - 1).take(span.line + AROUND + 1 - from).collect();
        // Side by side there is little room.
        let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let margin = lines.iter().filter(|(_, line)| !line.trim().is_empty()).map(|(_, line)| indent(line)).min();
        let shown = |(at, line): (usize, &str)| Excerpt {
            number: at + 1,
            text: line.get(margin.unwrap_or_default()..).unwrap_or_default().to_owned(),
            hit: at + 1 == span.line,
        };
        lines.into_iter().map(shown).collect()
    }

    fn line(&self, file: &str, number: usize) -> Option<&str> {
        self.text(file)?.lines().nth(number.checked_sub(1)?)
    }

    fn up(&self) -> &'static str {
        if self.page.is_some() { "../" } else { "" }
    }

    /// Names may have letters that end the path of a link.
    fn link(&self, at: usize) -> &str {
        &self.places.names[at]
    }
}

/// What stands at a place: up to the end of its first line.
fn cut(line: &str, span: &SpanEntry) -> String {
    let end = if span.end_line > span.line { usize::MAX } else { span.end_column };
    line.chars().skip(span.column.saturating_sub(1)).take(end.saturating_sub(span.column)).collect()
}

/// The last part of a path in letters that are themselves in every file system and link.
fn plain(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.chars()
        .take(80)
        .map(|letter| if letter.is_ascii_alphanumeric() || "._-".contains(letter) { letter } else { '_' })
        .collect()
}
