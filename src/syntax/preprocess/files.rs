//! Reading source files, with a clear error for what cannot be read.

use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;

use crate::base::{Diagnostic, Severity, codes};

use crate::syntax::tokens::lexer::{self, TokenKind};

/// The path that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The largest file that is read.
const MAX_BYTES: u64 = 64 << 20;

/// The text of a file, and a warning where a comment or string of it is no text. A byte order mark at its start becomes
/// whitespace, and a carriage return alone the end of a line, as for g++.
///
/// # Errors
///
/// For what cannot be read, is too large, or is no text outside of comments and strings.
pub fn read(path: &Path) -> Result<(String, Option<Diagnostic>), Diagnostic> {
    let error = |code, message: String| Diagnostic::new(code, Severity::Error, message);
    let shown = path.display();
    let unreadable = |cause: std::io::Error| {
        let what = match cause.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_string(),
            std::io::ErrorKind::PermissionDenied => "permission denied".to_string(),
            _ => cause.to_string(),
        };
        error(codes::E0001, format!("cannot read `{shown}`: {what}"))
    };
    let is_input = path == Path::new(STANDARD_INPUT);
    let metadata = if is_input { None } else { Some(std::fs::metadata(path).map_err(unreadable)?) };
    if metadata.as_ref().is_some_and(std::fs::Metadata::is_dir) {
        return Err(error(codes::E0001, format!("cannot read `{shown}`: it is a directory"))
            .note("name the files in it, or use a command that takes directories"));
    }
    let too_large = || {
        error(codes::E0003, format!("`{shown}` is too large: gpuhoare reads up to {} MiB", MAX_BYTES >> 20))
            .note("move generated data out of the source")
    };
    if metadata.is_some_and(|metadata| metadata.len() > MAX_BYTES) {
        return Err(too_large());
    }
    // The limit holds also for what has no length beforehand, such as a pipe.
    let mut bytes = Vec::new();
    if is_input {
        bytes.clone_from(standard_input().as_ref().map_err(|cause| unreadable(cause.kind().into()))?);
    } else {
        let file = std::fs::File::open(path).map_err(unreadable)?;
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large());
    }
    let mut text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(cause) => String::from_utf8_lossy(cause.as_bytes()).into_owned(),
    };
    if text.contains('\0') {
        text = text.replace('\0', "\u{FFFD}");
    }
    if text.contains('\r') {
        text = line_ends(text);
    }
    if text.starts_with('\u{FEFF}') {
        text.replace_range(0..'\u{FEFF}'.len_utf8(), " ");
    }
    let odd = odd_places(&text);
    let line = |at: usize| text[..at].bytes().filter(|byte| *byte == b'\n').count() + 1;
    if let Some((at, _)) = odd.iter().find(|(_, is_prose)| !is_prose) {
        let message = format!("`{shown}` is not UTF-8 text: line {} has a byte that is not", line(*at));
        return Err(error(codes::E0002, message).note("convert the file, for example with iconv"));
    }
    let warning = odd.first().map(|(at, _)| {
        let message = format!("`{shown}` is not UTF-8 text: a comment or string in line {} is not", line(*at));
        Diagnostic::new(codes::W0103, Severity::Warning, message)
    });
    Ok((text, warning))
}

/// What standard input holds: it can be read once, and a file may be read several times.
fn standard_input() -> &'static std::io::Result<Vec<u8>> {
    static INPUT: OnceLock<std::io::Result<Vec<u8>>> = OnceLock::new();
    INPUT.get_or_init(|| {
        let mut bytes = Vec::new();
        std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    })
}

/// A carriage return without a line feed ends a line.
fn line_ends(text: String) -> String {
    let mut bytes = text.into_bytes();
    for at in 0..bytes.len() {
        if bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
            bytes[at] = b'\n';
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Where something stands that is no text, and whether that is a comment or a string.
fn odd_places(text: &str) -> Vec<(usize, bool)> {
    if !text.contains('\u{FFFD}') {
        return Vec::new();
    }
    let is_prose = |token: &lexer::Token| token.is_comment() || token.kind == TokenKind::String;
    let odd = |token: &lexer::Token| token.text(text).find('\u{FFFD}').map(|at| (token.lo + at, is_prose(token)));
    lexer::tokens(text).iter().filter_map(odd).collect()
}
