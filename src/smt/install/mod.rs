//! Where solvers come from: found on the machine, or installed into the cache on first use.

mod cache;
mod find;
mod verify;
mod wheels;

pub use cache::{cache_folder, installed};
pub use find::{find, locate, open};
pub use verify::{digest, self_test};
pub use wheels::{Progress, install};
