//! How much work one thing may take: counted and not timed, so that what is given up does not depend on the machine.
//!
//! Whoever builds terms calls [`count`]. What comes to more than [`within`] allows ends by a panic with a payload of its own,
//! as at a checkpoint of [`memory`](super::memory).

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

thread_local! {
    /// What is left to this thread.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// The work was more than it might be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMuch;

/// The work that is done on this thread, if it counts no more than `most`. Inside of other work it has no more than is left
/// of that.
///
/// # Errors
///
/// [`TooMuch`]. Panics of other kinds go on.
pub fn within<T>(most: u64, work: impl FnOnce() -> T) -> Result<T, TooMuch> {
    let before = LEFT.get();
    let granted = most.min(before);
    LEFT.set(granted);
    let result = catch_unwind(AssertUnwindSafe(work));
    let used = granted - LEFT.get();
    LEFT.set(before - used);
    match result {
        Ok(value) => Ok(value),
        Err(payload) if payload.is::<TooMuch>() && used < before => Err(TooMuch),
        Err(payload) => resume_unwind(payload),
    }
}

/// The result of work that is done on this thread, and what it counts.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = LEFT.get();
    let result = work();
    (result, before - LEFT.get())
}

/// Counts steps of work.
pub fn count(steps: u64) {
    let left = LEFT.get();
    LEFT.set(left.saturating_sub(steps));
    if left < steps {
        resume_unwind(Box::new(TooMuch));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(all: u64) -> u64 {
        (0..all).for_each(|_| count(1));
        all
    }

    #[test]
    fn work_ends_at_its_limit_and_what_follows_goes_on() {
        assert_eq!(within(10, || steps(10)), Ok(10));
        assert_eq!(within(10, || steps(11)), Err(TooMuch));
        assert_eq!(within(10, || steps(10)), Ok(10));
    }

    #[test]
    fn what_is_inside_counts_for_what_is_around() {
        let inner = || (within(5, || steps(6)), within(5, || steps(5)));
        assert_eq!(within(10, inner), Ok((Err(TooMuch), Ok(5))));
        assert_eq!(within(9, inner), Err(TooMuch));
    }

    #[test]
    fn what_was_given_up_counts_as_well() {
        assert_eq!(counted(|| within(5, || steps(4))), (Ok(4), 4));
        assert_eq!(counted(|| within(5, || steps(6))), (Err(TooMuch), 5));
    }

    #[test]
    fn other_panics_go_on() {
        let caught = catch_unwind(|| within(10, || resume_unwind(Box::new("other"))));
        assert_eq!(caught.expect_err("it goes on").downcast_ref(), Some(&"other"));
        assert_eq!(within(10, || steps(10)), Ok(10));
    }
}
