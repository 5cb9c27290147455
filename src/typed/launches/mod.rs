//! What the host code of the file says about launches: which instances of templates there are, with which numbers of threads, and which
//! memory is passed twice.

pub mod aliases;
pub mod deduced;
pub mod hosts;
pub mod instance;
pub mod narrow;
