//! A flag that stops a run early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set once, seen by all that share it: work that is under way ends soon, results so far are kept.
#[derive(Clone, Default, Debug)]
pub struct StopFlag {
    set: Arc<AtomicBool>,
    /// When it is set by itself.
    at: Option<Instant>,
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
        StopFlag { set: Arc::default(), at: None, wider: Some(Arc::new(self.clone())) }
    }

    /// A flag for a part of the work that may take so long from now on: set when that time is over, or with this one.
    pub fn within(&self, limit: Duration) -> StopFlag {
        // Where the clock has no such moment, it never comes.
        StopFlag { at: Instant::now().checked_add(limit), ..self.narrower() }
    }

    /// Sets the flag, for all that share it and for narrower ones.
    pub fn stop(&self) {
        self.set.store(true, Ordering::SeqCst);
    }

    /// Whether this flag or a wider one was set. Once it is, it stays so.
    pub fn is_set(&self) -> bool {
        self.set.load(Ordering::SeqCst) || self.is_due() || self.wider.as_ref().is_some_and(|wider| wider.is_set())
    }

    /// Whether the time of this flag or of a wider one is over.
    pub fn is_late(&self) -> bool {
        self.is_due() || self.wider.as_ref().is_some_and(|wider| wider.is_late())
    }

    fn is_due(&self) -> bool {
        self.at.is_some_and(|at| at <= Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrower_flag_is_set_with_its_wider_one_and_not_the_other_way_round() {
        let wide = StopFlag::new();
        let (one, other) = (wide.narrower(), wide.narrower());
        one.stop();
        assert!(one.is_set() && !wide.is_set() && !other.is_set());
        wide.stop();
        assert!(other.is_set() && !other.is_late());
    }

    #[test]
    fn a_flag_is_set_when_its_time_is_over_and_no_other_with_it() {
        let wide = StopFlag::new();
        let (now, later) = (wide.within(Duration::ZERO), wide.within(Duration::from_secs(3_600)));
        assert!(now.is_set() && now.is_late() && now.narrower().is_late());
        assert!(!wide.is_set() && !later.is_set() && !wide.within(Duration::MAX).is_set());
        wide.stop();
        assert!(later.is_set() && !later.is_late());
    }
}
