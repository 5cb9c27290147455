//! Which program this is, and what it was told, hashed.

use std::io::{self, Write};
use std::sync::OnceLock;

use blake3::{Hash, Hasher};

use super::config::{Config, Kept, Solving, Source};

/// This program, byte by byte; none where it cannot read itself.
pub fn tool() -> Option<Hash> {
    static TOOL: OnceLock<Option<Hash>> = OnceLock::new();
    *TOOL.get_or_init(|| {
        // What runs, even where another file has taken its place.
        let own = ["/proc/self/exe".into()].into_iter().chain(std::env::current_exe().ok());
        let mut hash = Hasher::new();
        own.into_iter().find_map(|path| hash.update_mmap_rayon(path).ok().map(|hash| hash.finalize()))
    })
}

/// Adds the options that verdicts or messages may depend on. What files are read is none: what was read of them is in the kernels.
///
/// # Errors
///
/// Those of the writer.
pub fn add_options(to: &mut impl Write, config: &Config) -> io::Result<()> {
    let source = &config.source;
    let database = source.database.as_ref().map(|database| &database.path);
    write!(to, "{database:?}\0")?;
    let source = Source {
        headers: Default::default(),
        units: Default::default(),
        kernels: Vec::new(),
        shard: None,
        database: None,
        ..source.clone()
    };
    write!(to, "{:?}\0", Config { source, solving: of_solving(config), ..config.clone() })
}

/// What answers of solvers may depend on.
pub fn of_solving(config: &Config) -> Solving {
    Solving { jobs: None, offline: false, kept: Kept::default(), ..config.solving.clone() }
}

/// The options alone.
pub fn of_options(config: &Config) -> Hash {
    let mut hash = Hasher::new();
    add_options(&mut hash, config).expect("a hash takes whatever is written");
    hash.finalize()
}
