//! What the host code of the file says about launches.

pub mod aliases;
pub mod apart;
pub mod contexts;
pub mod deduced;
pub mod host_templates;
pub mod instance;
pub mod narrow;
