//! The concrete machine: one launch, all its threads, every check of the proof made as it runs. The rules are MACHINE-1 to MACHINE-17
//! of `specs/rules`. It is the referee, so it shares the kernel IR with the symbolic executor and nothing else.
//!
//! [`setup`] is a launch with its inputs; `compile` makes `code` of a kernel for it; `machine` keeps the state over `memory`,
//! `race` and `clocks`; `evaluate` and [`arith`] compute [`value`]s, of the program and of annotations; `schedule` executes.
//! [`outcome`] is what it showed.

pub mod arith;
mod clocks;
mod code;
mod compile;
mod evaluate;
mod flow;
mod interval;
mod machine;
mod memory;
pub mod monoid;
pub mod outcome;
mod race;
mod schedule;
pub mod setup;
mod slice;
pub(crate) mod transfer;
pub mod value;

pub use compile::{Refusal, inputs};
pub use flow::Source;
pub use machine::tracking::{Comes, Sink};
pub use outcome::{End, Outcome, Remark, RemarkKind, ThreadIndex, Touch, Violation, ViolationKind};
pub use schedule::amplify::{Amplified, AmplifiedEnd, OpenAccess, amplify};
pub use schedule::run::{failing, meets_requires, not_modelled, run, touches};
pub use setup::{Contents, Floats, Ints, Options, Schedule, Setup};
pub use value::Scalar;
