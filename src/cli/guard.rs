//! Runs the work so that the program always ends well: panics become an internal error, Ctrl-C ends
//! the work early, and deeply nested input has stack enough.

use std::any::Any;
use std::panic;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::base::{Diagnostic, Severity, StopFlag, codes, memory};
use crate::report::ExitStatus;

/// Stack for the work and for each of rayon's threads. Address space only: pages are used on touch.
const STACK_BYTES: usize = 64 << 20;

/// How long the work may go on after it was asked to stop.
const GRACE: Duration = Duration::from_secs(3);

/// Within this time a second signal is the same wish: `timeout` sends each signal to the program and to its process group.
const ONE_WISH: Duration = Duration::from_millis(250);

/// The work did not come to its end.
#[derive(Debug)]
pub enum Cut {
    /// It panicked, or took too much memory: the error to report.
    Failed(Diagnostic),
    /// It did not react to an interrupt in time, and still runs.
    Unresponsive,
}

/// What the first panic said, and where.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Keeps what panics say instead of printing it. Where nobody would report it, beside the work, the program says it and ends.
pub fn catch_panics() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map_or(String::new(), |place| format!(" at {}:{}", place.file(), place.line()));
        if thread::current().name() == Some("main") {
            eprintln!("error[E0099]: internal error: {}{place}", words(info.payload()));
            std::process::exit(i32::from(ExitStatus::InternalError.code()));
        }
        let mut first = PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| format!("{}{place}", words(info.payload())));
    }));
    // Without the larger stacks rayon would make its default pool: nothing is lost on failure.
    let _ = rayon::ThreadPoolBuilder::new().stack_size(STACK_BYTES).build_global();
}

/// On Ctrl-C (and termination): sets the flag and calls `on_stop`; the second time the program ends.
///
/// # Errors
///
/// When the operating system does not let us listen.
pub fn listen_for_interrupts(stop: &StopFlag, on_stop: fn()) -> Result<(), ctrlc::Error> {
    let stop = stop.clone();
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        on_stop();
        if first.get_or_insert_with(Instant::now).elapsed() > ONE_WISH {
            std::process::exit(i32::from(ExitStatus::Interrupted.code()));
        }
        stop.stop();
    })
}

/// Does the work in a thread of its own.
///
/// # Errors
///
/// See [`Cut`].
pub fn run<T: Send + 'static>(stop: &StopFlag, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Cut> {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::Builder::new().name("work".to_string()).stack_size(STACK_BYTES);
    let spawned = worker.spawn(move || {
        let result = panic::catch_unwind(panic::AssertUnwindSafe(work));
        let _ = sender.send(result);
    });
    match spawned {
        Ok(_) => wait(stop, &receiver),
        Err(error) => Err(Cut::Failed(internal(&format!("no thread could be started: {error}")))),
    }
}

fn wait<T>(stop: &StopFlag, receiver: &mpsc::Receiver<thread::Result<T>>) -> Result<T, Cut> {
    let mut asked: Option<Instant> = None;
    loop {
        match receiver.recv_timeout(Duration::from_millis(50)) {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(payload)) => return Err(Cut::Failed(panicked(payload.as_ref()))),
            Err(RecvTimeoutError::Disconnected) => return Err(Cut::Failed(internal("the work was lost"))),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if memory::is_out_of_hand() {
            return Err(Cut::Failed(out_of_memory()));
        }
        if stop.is_set() && asked.get_or_insert_with(Instant::now).elapsed() > GRACE {
            return Err(Cut::Unresponsive);
        }
    }
}

/// The exit status for work that failed.
pub fn failure(found: &Diagnostic) -> ExitStatus {
    if codes::is_internal(found.code) { ExitStatus::InternalError } else { ExitStatus::BadInput }
}

fn panicked(payload: &(dyn Any + Send)) -> Diagnostic {
    if memory::is_over_limit(payload) {
        return out_of_memory();
    }
    let first = PANIC.lock().unwrap_or_else(PoisonError::into_inner).take();
    internal(&first.unwrap_or_else(|| words(payload)))
}

fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".to_string())
}

fn out_of_memory() -> Diagnostic {
    Diagnostic::new(codes::E0014, Severity::Error, "the memory limit was reached, and the run ends here")
        .note("`--memory MEGABYTES` gives more; `--kernel` and smaller files ask for less")
}

pub fn internal(what: &str) -> Diagnostic {
    Diagnostic::new(codes::E0099, Severity::Error, format!("internal error: {what}"))
        .note("this is a bug in gpuhoare and says nothing about the kernel; please report it with the file")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_internal_error() {
        let cut = run(&StopFlag::new(), || -> u32 { panic!("the {} broke", "axle") });
        match cut {
            Err(Cut::Failed(found)) => {
                assert_eq!(found.code, codes::E0099);
                assert!(found.message.contains("the axle broke"), "{}", found.message);
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn work_over_the_memory_limit_is_no_internal_error() {
        let cut = run(&StopFlag::new(), || -> u32 { panic::resume_unwind(Box::new(memory::OverLimit)) });
        match cut {
            Err(Cut::Failed(found)) => assert_eq!((found.code, failure(&found)), (codes::E0014, ExitStatus::BadInput)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn work_that_ends_gives_its_value() {
        assert!(matches!(run(&StopFlag::new(), || 7), Ok(7)));
    }

    #[test]
    fn work_that_does_not_stop_is_left_behind() {
        let stop = StopFlag::new();
        stop.stop();
        let asked = Instant::now();
        let cut = run(&stop, || thread::sleep(10 * GRACE));
        assert!(matches!(cut, Err(Cut::Unresponsive)));
        assert!(asked.elapsed() < 2 * GRACE);
    }
}
