//! A flag that stops a run early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once, seen by all that share it: work that is under way ends soon, results so far are kept.
#[derive(Clone, Default, Debug)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    pub fn stop(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
