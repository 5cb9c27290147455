//! What a run found, as data ([`model`]), what follows from it ([`verdict`]), and its two forms:
//! the JSON document ([`json`]) and the text for people ([`forms::human`]).
//!
//! ```
//! use gpuhoare::base::Files;
//! use gpuhoare::report::{Command, ExitStatus, Run, json};
//!
//! let run = Run::new(Command::Prove, Files::new());
//! assert_eq!(run.exit_status(), ExitStatus::Success);
//! assert!(json::text(&run).contains("\"schema\": 1"));
//! ```

pub mod accepted;
pub mod amplified;
pub mod audit;
pub mod conflict;
pub mod counterexample;
pub mod document;
pub mod execution;
pub mod findings;
pub mod forms;
pub mod host_program;
pub mod json;
pub mod model;
pub mod outline;
pub mod progress;
pub mod render;
pub mod shard;
mod status;
pub mod unproved;
pub mod verdict;
pub mod violation;
mod words;

pub use conflict::{Conflict, Divergence, Side};
pub use counterexample::{Blame, Counterexample, Iteration, LaunchShape, Scalar, ThreadIndex};
pub use model::{
    AmplifiedLaunch, Command, ContractReport, Cost, Coverage, Dependence, FileReport, Inputs, KernelReport, LaunchFrom,
    Launched, Offer, Parts, Role, Run, Scope, Stage, TaskResult, TaskVerdict,
};
pub use outline::{LoopOutline, Outline};
pub use progress::{Progress, Silent};
pub use render::Style;
pub use status::{ExitStatus, KernelVerdict, Standing};
