//! What every stage of a run works with.

mod journeys;
mod solvers;
mod tap;

use crate::base::{Config, StopFlag};
use crate::report::Progress;
use crate::smt::Patience;
use crate::store::Store;

pub use journeys::Journeys;
pub use solvers::Solvers;
pub use tap::{Tap, Unwatched};

/// Stack of the threads that walk terms and trees: their depth is the source's.
pub const STACK: usize = 512 << 20;

/// The configuration, the solvers and how much they do, the wish to stop, and who watches. A part of the work may have one
/// that differs in some of these.
#[derive(Clone, Copy)]
pub struct Session<'s> {
    /// What the command line says.
    pub config: &'s Config,
    /// Opened when the first task needs them.
    pub solvers: &'s Solvers<'s>,
    /// How much solvers do for a query.
    pub patience: Patience,
    /// Set when the work shall end early.
    pub stop: &'s StopFlag,
    /// Is told which tasks are done.
    pub progress: &'s dyn Progress,
    /// Is shown what each stage made.
    pub tap: &'s dyn Tap,
    /// What earlier runs have found.
    pub store: &'s Store,
    /// Whether what is not proved is tried in other ways as well: by the writers of cells (SIMP-46), and with more steps.
    pub otherwise: bool,
    /// Whether what lacks steps gets more of them even where it is worth a moment.
    pub further: bool,
}

impl<'s> Session<'s> {
    /// A session with all patience, in which nobody looks at the stages.
    pub fn new(
        config: &'s Config,
        solvers: &'s Solvers<'s>,
        stop: &'s StopFlag,
        progress: &'s dyn Progress,
    ) -> Session<'s> {
        let (tap, store) = (&Unwatched, &Store::NONE);
        Session {
            config,
            solvers,
            patience: Patience::Full,
            stop,
            progress,
            tap,
            store,
            otherwise: true,
            further: false,
        }
    }

    /// The same for work that is done with this patience.
    pub fn with(self, patience: Patience) -> Session<'s> {
        Session { patience, ..self }
    }

    /// The same for work that is worth a moment.
    pub fn brief(self) -> Session<'s> {
        self.with(Patience::Brief)
    }
}
