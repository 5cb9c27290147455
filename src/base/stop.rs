//! A flag that stops a run early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once, seen by all that share it: work that is under way ends soon, results so far are kept.
#[derive(Clone, Default, Debug)]
pub struct StopFlag {
    set: Arc<AtomicBool>,
    /// A flag that stops what this one stops, and more.
    wider: Option<Arc<StopFlag>>,
}

impl StopFlag {
    /// A flag that is not set.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// A flag for a part of the work: set by itself, or with this one.
    pub fn narrower(&self) -> StopFlag {
        StopFlag { set: Arc::default(), wider: Some(Arc::new(self.clone())) }
    }

    /// Sets the flag, for all that share it and for narrower ones.
    pub fn stop(&self) {
        self.set.store(true, Ordering::SeqCst);
    }

    /// Whether this flag or a wider one was set.
    pub fn is_set(&self) -> bool {
        self.set.load(Ordering::SeqCst) || self.wider.as_ref().is_some_and(|wider| wider.is_set())
    }
}
