//! Over what values and arrays vary.

use crate::kernel::ir::Space;

/// Over what a value may vary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// One value of the launch.
    Launch,
    /// One value for each block.
    Block,
    /// One value for each thread.
    Thread,
}

/// Over what the arrays of a space vary.
pub fn space_level(space: Space) -> Level {
    match space {
        Space::Global | Space::Constant | Space::Ghost | Space::Surface => Level::Launch,
        Space::Shared => Level::Block,
        Space::Private => Level::Thread,
    }
}
