//! The folder that pages go to.

use std::io;
use std::path::{Path, PathBuf};

use crate::base::Diagnostic;
use crate::report::Run;
use crate::report::forms::pages;

use super::guard::internal;
use super::output::cannot_write;

/// A folder into which pages can be written.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Makes the folder.
    ///
    /// # Errors
    ///
    /// `E0006` where it cannot be made or written to: known before the work begins.
    pub fn open(path: &Path) -> Result<Folder, Diagnostic> {
        let made = std::fs::create_dir_all(path.join("pages")).and_then(|()| tempfile::tempfile_in(path));
        made.map(|_| Folder { path: path.to_path_buf() }).map_err(|error| unwritable(path, &error))
    }

    /// Where reading begins.
    pub fn index(&self) -> PathBuf {
        self.path.join("index.html")
    }

    /// Writes the pages of a run in place of those of an older one. Other files of the folder stay as they are.
    ///
    /// # Errors
    ///
    /// `E0006` where a page cannot be written.
    pub fn write(&self, run: &Run) -> Result<(), Diagnostic> {
        for entry in std::fs::read_dir(self.path.join("pages")).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_page = name.ends_with(".html")
                && name.split_once('-').is_some_and(|(number, _)| number.parse::<usize>().is_ok());
            if is_page {
                // One that stays is no harm: no link leads to it.
                let _ = std::fs::remove_file(entry.path());
            }
        }
        for page in pages::pages(run).map_err(|why| internal(&why))? {
            let path = self.path.join(&page.name);
            std::fs::write(&path, page.text).map_err(|error| cannot_write(&path, &error))?;
        }
        Ok(())
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Diagnostic {
    match error.kind() {
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            cannot_write(path, &io::Error::other("it is a file, and pages need a folder"))
        }
        _ => cannot_write(path, error),
    }
}
