//! Diagnostics as text: source excerpt, labels, notes; macro expansions are shown at the use and in
//! the definition.

use std::io::Write;
use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic as Rendered, Label as RenderedLabel, LabelStyle, Severity as Level};
use codespan_reporting::files;
use codespan_reporting::term::termcolor::{Buffer, Color, ColorSpec, WriteColor};
use codespan_reporting::term::{self, Chars};

use super::status::KernelVerdict;
use crate::base::{Diagnostic, FileId, Files, Label, Severity, Span};

/// How text for people looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Letters only: for files and pipes.
    Plain,
    /// For a terminal on which colours are not wanted.
    Terminal,
    /// For a terminal that shows colours.
    Colored,
}

/// Text that may be coloured, under construction.
pub struct Text {
    buffer: Buffer,
    style: Style,
}

/// The few colours of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// What the user hopes for: proved, verified.
    Good,
    /// Good, as far as anybody has said what that is.
    Safe,
    /// What went wrong: refuted, racy, interrupted.
    Bad,
    /// What is left open, and what is not modelled.
    Doubtful,
    /// The name of a kernel, or the title of a list.
    Heading,
}

impl Text {
    /// A text with nothing in it yet.
    pub fn new(style: Style) -> Text {
        let buffer = match style {
            Style::Colored => Buffer::ansi(),
            Style::Plain | Style::Terminal => Buffer::no_color(),
        };
        Text { buffer, style }
    }

    /// Appends text without colour.
    pub fn push(&mut self, text: &str) {
        // Writing to a buffer in memory does not fail.
        let _ = self.buffer.write_all(text.as_bytes());
    }

    /// Appends text in bold, in the colour of a tone where the style has colours.
    pub fn push_toned(&mut self, tone: Tone, text: &str) {
        let color = match tone {
            Tone::Good => Some(Color::Green),
            Tone::Safe => Some(Color::Cyan),
            Tone::Bad => Some(Color::Red),
            Tone::Doubtful => Some(Color::Yellow),
            Tone::Heading => None,
        };
        let _ = self.buffer.set_color(ColorSpec::new().set_fg(color).set_bold(true));
        self.push(text);
        let _ = self.buffer.reset();
    }

    /// Appends a diagnostic and an empty line.
    pub fn push_diagnostic(&mut self, sources: &Files, diagnostic: &Diagnostic) {
        let chars = match self.style {
            Style::Plain => Chars::ascii(),
            Style::Terminal | Style::Colored => Chars::box_drawing(),
        };
        let config = term::Config { chars, ..term::Config::default() };
        let rendered = rendered(sources, diagnostic);
        if term::emit_to_write_style(&mut self.buffer, &config, &Excerpts(sources), &rendered).is_err() {
            self.push(&format!("{}[{}]: {}\n\n", diagnostic.severity.name(), diagnostic.code, diagnostic.message));
        }
    }

    /// The whole text, with the terminal's codes for its colours.
    pub fn finish(self) -> String {
        String::from_utf8_lossy(self.buffer.as_slice()).into_owned()
    }
}

/// One diagnostic as text.
pub fn diagnostic(sources: &Files, diagnostic: &Diagnostic, style: Style) -> String {
    let mut text = Text::new(style);
    text.push_diagnostic(sources, diagnostic);
    text.finish()
}

/// `file:line` of the start of a span.
pub fn place(sources: &Files, span: Span) -> String {
    match (span.file.0 as usize) < sources.len() {
        true => format!("{}:{}", sources.get(span.file).name, sources.start(span).line),
        false => "?".to_string(),
    }
}

fn rendered(sources: &Files, diagnostic: &Diagnostic) -> Rendered<FileId> {
    let level = match diagnostic.severity {
        Severity::Note => Level::Note,
        Severity::Warning => Level::Warning,
        Severity::Error => Level::Error,
    };
    let primary = diagnostic.primary.iter().map(|label| (LabelStyle::Primary, label));
    let secondary = diagnostic.secondary.iter().map(|label| (LabelStyle::Secondary, label));
    let mut labels: Vec<RenderedLabel<FileId>> = Vec::new();
    for (style, label) in primary.chain(secondary) {
        for (style, label) in with_expansions(sources, style, label) {
            let shown = RenderedLabel::new(style, label.span.file, range(sources, label.span)).with_message(label.text);
            if (label.span.file.0 as usize) < sources.len() && !labels.contains(&shown) {
                labels.push(shown);
            }
        }
    }
    Rendered::new(level)
        .with_code(diagnostic.code.0)
        .with_message(&diagnostic.message)
        .with_labels(labels)
        .with_notes(diagnostic.notes.clone())
}

/// Deepest nesting of macros that is shown.
const SHOWN_EXPANSIONS: usize = 8;

/// The label, and a label in each macro definition that its text came through.
fn with_expansions(sources: &Files, style: LabelStyle, label: &Label) -> Vec<(LabelStyle, Label)> {
    let mut all = vec![(style, label.clone())];
    let mut span = label.span;
    while let Some(expansion) = sources.expansion(span).filter(|_| all.len() <= SHOWN_EXPANSIONS) {
        let text = format!("in this expansion of `{}`", expansion.macro_name);
        all.push((LabelStyle::Secondary, Label { span: expansion.definition, text }));
        span = expansion.definition;
    }
    all
}

/// The bytes of a span, moved outwards to whole characters and into the text.
fn range(sources: &Files, span: Span) -> Range<usize> {
    if span.file.0 as usize >= sources.len() {
        return 0..0;
    }
    let text = &sources.get(span.file).text;
    let lo = text.floor_char_boundary(span.lo as usize);
    let hi = text.ceil_char_boundary(span.hi as usize);
    lo..hi.max(lo)
}

/// The files of a run as the renderer wants them.
struct Excerpts<'a>(&'a Files);

impl<'a> files::Files<'a> for Excerpts<'a> {
    type FileId = FileId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<&'a str, files::Error> {
        self.known(id)?;
        Ok(&self.0.get(id).name)
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, files::Error> {
        self.known(id)?;
        Ok(&self.0.get(id).text)
    }

    fn line_index(&'a self, id: FileId, at: usize) -> Result<usize, files::Error> {
        self.known(id)?;
        Ok(self.0.position(id, u32::try_from(at).unwrap_or(u32::MAX)).line - 1)
    }

    fn line_range(&'a self, id: FileId, line: usize) -> Result<Range<usize>, files::Error> {
        self.known(id)?;
        let too_large = files::Error::LineTooLarge { given: line, max: self.0.line_count(id) };
        self.0.line_range(id, line).ok_or(too_large)
    }
}

impl Excerpts<'_> {
    fn known(&self, id: FileId) -> Result<(), files::Error> {
        match (id.0 as usize) < self.0.len() {
            true => Ok(()),
            false => Err(files::Error::FileMissing),
        }
    }
}

/// How a verdict looks.
pub fn tone(verdict: KernelVerdict) -> Tone {
    match verdict {
        KernelVerdict::Verified | KernelVerdict::Modelled | KernelVerdict::RaceFree => Tone::Good,
        KernelVerdict::Safe => Tone::Safe,
        KernelVerdict::Refuted | KernelVerdict::Racy => Tone::Bad,
        KernelVerdict::Unknown | KernelVerdict::Unsupported => Tone::Doubtful,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::codes;
    use crate::base::span::Expansion;

    #[test]
    fn a_diagnostic_shows_source_labels_and_notes() {
        let mut sources = Files::new();
        let file = sources.add("k.cu", "int ä = x;\nint y;\n");
        let found = Diagnostic::error(codes::E0001, Span::new(file, 9, 10), "unknown name `x`")
            .also(Span::new(file, 16, 17), "did you mean this?")
            .note("declare it");
        let text = diagnostic(&sources, &found, Style::Plain);
        assert!(text.contains("error[E0001]: unknown name `x`"), "{text}");
        assert!(text.contains("--> k.cu:1:9"), "{text}");
        assert!(text.contains("1 | int ä = x;\n"), "{text}");
        assert!(text.contains("- did you mean this?"), "{text}");
        assert!(text.contains("= declare it"), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
        assert!(diagnostic(&sources, &found, Style::Colored).contains('\u{1b}'));
    }

    #[test]
    fn a_span_from_a_macro_shows_the_use_and_the_definition() {
        let mut sources = Files::new();
        let file = sources.add("k.cu", "#define M (a / b)\nint x = M;\n");
        let expansion =
            sources.add_expansion(Expansion { macro_name: "M".into(), definition: Span::new(file, 11, 16) });
        let span = Span { expansion, ..Span::new(file, 26, 27) };
        let text = diagnostic(&sources, &Diagnostic::error(codes::E0001, span, "division"), Style::Plain);
        assert!(text.contains("--> k.cu:2:9"), "{text}");
        assert!(text.contains("in this expansion of `M`"), "{text}");
    }

    #[test]
    fn spans_outside_the_text_do_no_harm() {
        let mut sources = Files::new();
        let nowhere = Diagnostic::error(codes::E0001, Span::default(), "nowhere");
        assert!(diagnostic(&sources, &nowhere, Style::Plain).contains("nowhere"));
        let file = sources.add("k.cu", "ä");
        for (lo, hi) in [(1, 1), (0, 99), (50, 99), (2, 2)] {
            let beyond = Diagnostic::error(codes::E0001, Span::new(file, lo, hi), "beyond");
            assert!(diagnostic(&sources, &beyond, Style::Plain).contains("beyond"));
        }
    }
}
