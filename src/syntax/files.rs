//! Reading source files, with a clear error for what cannot be read.

use std::io::Read;
use std::path::Path;

use crate::base::{Diagnostic, Severity, codes};

/// The largest file that is read.
const MAX_BYTES: u64 = 64 << 20;

/// The text of a file. A byte order mark at its start becomes whitespace.
pub fn read(path: &Path) -> Result<String, Diagnostic> {
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
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(error(codes::E0001, format!("cannot read `{shown}`: it is a directory"))
            .note("name the files in it, or use a command that takes directories"));
    }
    let too_large = || {
        error(codes::E0003, format!("`{shown}` is too large: gpuhoare reads up to {} MiB", MAX_BYTES >> 20))
            .note("move generated data out of the source")
    };
    if metadata.len() > MAX_BYTES {
        return Err(too_large());
    }
    // The limit holds also for what has no length beforehand, such as a pipe.
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large());
    }
    let text = String::from_utf8(bytes).map_err(|cause| {
        let at = cause.utf8_error().valid_up_to();
        let line = cause.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        error(codes::E0002, format!("`{shown}` is not UTF-8 text: line {line} has a byte that is not"))
            .note("convert the file, for example with iconv")
    })?;
    Ok(text.replacen('\u{FEFF}', " ", usize::from(text.starts_with('\u{FEFF}'))))
}
