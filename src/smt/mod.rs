//! The SMT solvers: profiles, provisioning, processes, portfolio, models.
//!
//! ```no_run
//! use gpuhoare::base::Config;
//! use gpuhoare::smt::{self, Outcome, Query, StopFlag};
//!
//! let config = Config::default();
//! let (portfolio, _warnings) = smt::open(&config, &|line| eprintln!("{line}")).unwrap();
//! let query = Query::new("(declare-const x Int) (assert (< x x))");
//! assert_eq!(portfolio.solve(&query, &StopFlag::new()).outcome, Outcome::Unsat);
//! ```
//!
//! A solver is a [`Profile`] file. [`open`] finds the solvers ([`locate`]: environment,
//! `PATH`, cache) and installs the pinned ones on first use. [`Portfolio::solve`] may be called from
//! many threads, and `encode` makes its queries from terms. A query is answered by processes that know nothing of those before:
//! new ones, or ones that were reset. Their limits are deterministic resources, and only the exact answer `unsat` proves. A long-lived conversation is a [`Session`]. A program that uses this
//! calls [`serve`] first in its `main` (cvc5 runs in a helper process of the same executable) and
//! [`shut_down`] when it is interrupted.

mod commands;
mod cvc5;
mod encode;
mod install;
mod lift;
mod model;
mod profile;
mod query;
mod solve;
mod solver;
#[cfg(test)]
mod tests;

pub use cvc5::serve;
pub use encode::encode;
pub use install::{Progress, cache_folder, digest, find, install, installed, locate, open, self_test};
pub use model::{Definition, Model};
pub use profile::{Limits, Profile, Wheel, WheelPlatform, built_in, selected};
pub use query::{Patience, Query};
pub use solve::{Answer, Outcome, Portfolio, Refuter, Session, StopFlag, Try, jobs, shut_down};
pub use solver::{Launch, Origin, Solver};
