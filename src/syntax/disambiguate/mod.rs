//! What C++ cannot be parsed without: which names are types or templates at each place, and where the items of a file begin and
//! end.

mod heads;
pub mod items;
pub mod marks;
pub mod mask;
pub mod members;
pub mod names;
mod namespaces;
pub mod spellings;
mod typedefs;
pub mod usings;
