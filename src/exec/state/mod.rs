//! The state of execution: versions, masks, hypotheses, tasks and the record of what happens.

pub mod launch;
pub mod log;
pub mod obligations;
pub mod versions;
