//! Queries and their answers: processes, sessions with them, and several solvers at one query.

mod portfolio;
mod processes;
mod refuter;
mod session;

pub use portfolio::{Answer, Portfolio, StopFlag, Try, jobs};
pub use processes::shut_down;
pub use refuter::Refuter;
pub use session::{Outcome, Session};
