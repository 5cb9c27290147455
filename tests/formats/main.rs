//! The forms of a report say the same, have the form that their readers expect, and hold what a file may try to say in them.

mod agree;
mod command_line;
mod hostile;
mod recipes;
mod schemas;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use gpuhoare::base::{Config, StopFlag};
use gpuhoare::pipeline;
use gpuhoare::report::{Run, Silent};

#[path = "../common/files.rs"]
#[expect(dead_code, reason = "another test has a trial for each file")]
mod files;

/// The proofs of the examples, of a part of the wrong ones, and of kernels that are not modelled, by paths in the repository.
fn examples() -> &'static Run {
    static RUN: OnceLock<Run> = OnceLock::new();
    RUN.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        std::env::set_current_dir(root).expect("the repository is there");
        // All wrong ones take minutes.
        let is_drawn = |(at, path): &(usize, PathBuf)| !path.starts_with(root.join("examples/wrong")) || at % 6 == 0;
        let examples =
            files::files_under("examples", "cu").into_iter().enumerate().filter(is_drawn).map(|(_, path)| path);
        let all = examples.chain(files::files_under("tests/kernels/unsupported", "cu"));
        let paths: Vec<_> =
            all.map(|path| path.strip_prefix(root).expect("it lies in the repository").to_path_buf()).collect();
        pipeline::prove_files(&paths, &Config::default(), &StopFlag::new(), &Silent)
    })
}
