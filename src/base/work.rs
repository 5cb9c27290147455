//! How much work one thing may take: counted and not timed, so that what is given up does not depend on the machine.
//!
//! Whoever builds terms calls [`count`]. What comes to more than [`within`] allows ends by a panic with a payload of its own,
//! as at a checkpoint of [`memory`](super::memory). So does what is under way when a flag is set ([`until`]): that is looked at now and
//! then as steps are counted.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::StopFlag;

/// Steps between two looks at a flag: a fraction of a millisecond.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 10;

thread_local! {
    /// What is left to this thread.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    /// The flag that ends its work, and the steps until that is looked at.
    static FLAG: RefCell<Option<StopFlag>> = const { RefCell::new(None) };
    static UNSEEN: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// The work was more than it might be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMuch;

/// The work was stopped by a flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The work that is done on this thread, unless the flag is set before or meanwhile; what is done in the first steps is done in any
/// case. It must not wait for work of other threads: what this thread does for others while it waits would be stopped with it.
///
/// # Errors
///
/// [`Stopped`]. Panics of other kinds go on.
pub fn until<T>(stop: &StopFlag, first_steps: u64, work: impl FnOnce() -> T) -> Result<T, Stopped> {
    if first_steps == 0 && stop.is_set() {
        return Err(Stopped);
    }
    let flag = FLAG.replace(Some(stop.clone()));
    let unseen = UNSEEN.replace(first_steps.max(STEPS_BETWEEN_LOOKS));
    let result = catch_unwind(AssertUnwindSafe(work));
    FLAG.replace(flag);
    UNSEEN.set(unseen);
    match result {
        Ok(value) => Ok(value),
        Err(payload) if payload.is::<Stopped>() => Err(Stopped),
        Err(payload) => resume_unwind(payload),
    }
}

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
    let unseen = UNSEEN.get();
    UNSEEN.set(unseen.saturating_sub(steps));
    if unseen < steps {
        UNSEEN.set(STEPS_BETWEEN_LOOKS);
        if FLAG.with_borrow(|flag| flag.as_ref().is_some_and(StopFlag::is_set)) {
            resume_unwind(Box::new(Stopped));
        }
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
    fn work_ends_when_its_flag_is_set_and_what_follows_goes_on() {
        let stop = StopFlag::new();
        assert_eq!(until(&stop, 0, || steps(10_000)), Ok(10_000));
        let stopped = || {
            stop.stop();
            steps(10_000)
        };
        assert_eq!(until(&stop, 1, stopped), Err(Stopped));
        assert_eq!(until(&stop, 0, || steps(0)), Err(Stopped));
        assert_eq!(until(&stop, 20_000, || steps(10_000)), Ok(10_000));
        assert_eq!(steps(10_000), 10_000);
    }

    #[test]
    fn limits_and_flags_are_told_apart() {
        let stop = StopFlag::new();
        assert_eq!(until(&stop, 0, || within(10, || steps(10_000))), Ok(Err(TooMuch)));
        stop.stop();
        assert_eq!(within(u64::MAX, || until(&stop, 1, || steps(10_000))), Ok(Err(Stopped)));
        assert_eq!(until(&stop, 1, || within(u64::MAX, || steps(10_000))), Err(Stopped));
    }

    #[test]
    fn other_panics_go_on() {
        let caught = catch_unwind(|| within(10, || resume_unwind(Box::new("other"))));
        assert_eq!(caught.expect_err("it goes on").downcast_ref(), Some(&"other"));
        assert_eq!(within(10, || steps(10)), Ok(10));
    }
}
