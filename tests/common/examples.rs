//! The kernels that are shown as right: those of the examples, without the wrong variants.

use std::path::{Path, PathBuf};

/// Their files, by name.
pub fn examples() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let entries =
        |folder: &Path| std::fs::read_dir(folder).expect("there are examples").flatten().map(|entry| entry.path());
    let themes = entries(&root).filter(|path| path.is_dir() && !path.ends_with("wrong"));
    let mut files: Vec<PathBuf> = themes.flat_map(|folder| entries(&folder).collect::<Vec<_>>()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "cu"));
    files.sort_by(|one, other| one.file_name().cmp(&other.file_name()));
    files
}
