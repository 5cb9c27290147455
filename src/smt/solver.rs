//! A solver that can be started: what is run, and how it was found.

use std::path::{Path, PathBuf};

use crate::smt::cvc5;
use crate::smt::profile::Profile;

/// A solver that can be started.
#[derive(Clone, PartialEq, Debug)]
pub struct Solver {
    /// How it is told its options and limits.
    pub profile: Profile,
    /// The program that is started.
    pub launch: Launch,
    /// Where it was found.
    pub origin: Origin,
}

/// What is run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Launch {
    /// The solver's own executable.
    Executable(PathBuf),
    /// cvc5's shared libraries, served by a helper process of gpuhoare (see [`crate::smt::serve`]).
    Cvc5Libraries {
        /// The executable of gpuhoare that runs as the helper process.
        host: PathBuf,
        /// Where the libraries lie.
        folder: PathBuf,
    },
}

/// How a solver was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// By this environment variable.
    Environment(String),
    /// On `PATH`, or by the path in the user's profile.
    Path,
    /// In the Python environment that this program is in.
    Beside,
    /// Installed by gpuhoare.
    Cache,
}

impl Solver {
    /// The executable and its first arguments.
    pub fn command_line(&self) -> Vec<String> {
        match &self.launch {
            Launch::Executable(path) => vec![path.to_string_lossy().into_owned()],
            Launch::Cvc5Libraries { host, folder } => {
                let [host, folder] = [host, folder].map(|path| path.to_string_lossy().into_owned());
                vec![host, cvc5::HELPER_COMMAND.to_string(), folder]
            }
        }
    }

    /// Where the solver lies.
    pub fn place(&self) -> &Path {
        match &self.launch {
            Launch::Executable(path) => path,
            Launch::Cvc5Libraries { folder, .. } => folder,
        }
    }
}
