//! How much memory the tool itself holds, and who gives up when that is too much.
//!
//! The program counts what it allocates ([`Counting`]). Work whose memory grows with its input calls [`checkpoint`]; over
//! the limit that ends the work by a panic with the payload [`OverLimit`], which whoever began it turns into a verdict.

use std::alloc::{GlobalAlloc, Layout};
use std::any::Any;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use mimalloc::MiMalloc;

/// The limit in megabytes where `--memory` says nothing.
pub const DEFAULT_MEGABYTES: u64 = 1_600;

/// Bytes that the program holds, but for what each thread keeps to itself.
static HELD: AtomicI64 = AtomicI64::new(0);
static LIMIT: AtomicI64 = AtomicI64::new(i64::MAX);
static WAS_SHORT: AtomicBool = AtomicBool::new(false);

/// A thread reports its allocations when they come to this many bytes: a shared counter is slow.
const UNREPORTED: i64 = 1 << 16;

thread_local! {
    static OWN: Cell<i64> = const { Cell::new(0) };
}

/// The payload of the panic that ends work over the limit.
#[derive(Debug)]
pub struct OverLimit;

/// From now on at most so many megabytes.
pub fn limit(megabytes: u64) {
    LIMIT.store(i64::try_from(megabytes.saturating_mul(1 << 20)).unwrap_or(i64::MAX), Ordering::Relaxed);
}

/// Ends the work of the caller, which has built much itself, where the program is over its limit.
pub fn checkpoint() {
    if excess() > 0 {
        std::panic::resume_unwind(Box::new(OverLimit));
    }
}

/// Whether half of the limit is used: for work that can end early with what it has, and whose tables double.
pub fn is_half_used() -> bool {
    let is_used = HELD.load(Ordering::Relaxed) > LIMIT.load(Ordering::Relaxed) / 2;
    if is_used {
        WAS_SHORT.store(true, Ordering::Relaxed);
    }
    is_used
}

/// Whether some work has ended early for that: another run, in which less is done beside it, might have gone on.
pub fn was_short() -> bool {
    WAS_SHORT.load(Ordering::Relaxed)
}

/// Whether the program is so far over its limit that no checkpoint seems to be where the memory goes.
pub fn is_out_of_hand() -> bool {
    excess() > LIMIT.load(Ordering::Relaxed) / 4
}

/// Whether a panic is that of [`checkpoint`].
pub fn is_over_limit(payload: &(dyn Any + Send)) -> bool {
    payload.is::<OverLimit>()
}

fn excess() -> i64 {
    HELD.load(Ordering::Relaxed).saturating_sub(LIMIT.load(Ordering::Relaxed))
}

/// mimalloc, counting: terms are many small pieces, and it is a tenth faster on them than the allocator of glibc.
pub struct Counting;

fn count(bytes: i64) {
    let report = OWN.try_with(|own| {
        let sum = own.get() + bytes;
        let is_much = sum.abs() >= UNREPORTED;
        own.set(if is_much { 0 } else { sum });
        if is_much { sum } else { 0 }
    });
    // A thread that ends has no counter of its own any more.
    let report = report.unwrap_or(bytes);
    if report != 0 {
        HELD.fetch_add(report, Ordering::Relaxed);
    }
}

fn size(layout: Layout) -> i64 {
    layout.size() as i64
}

// SAFETY: every call goes to mimalloc as it is; counting allocates nothing and does not panic.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(size(layout));
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(size(layout));
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-size(layout));
        unsafe { MiMalloc.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, new: usize) -> *mut u8 {
        count(new as i64 - size(layout));
        unsafe { MiMalloc.realloc(place, layout, new) }
    }
}
