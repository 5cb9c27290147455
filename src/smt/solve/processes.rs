//! Which solver processes live, who kills them in time, and that none outlives the run.
//!
//! Three safety nets, beside the limits that every solver gets for itself: a watchdog thread kills
//! a process at its deadline; [`shut_down`] kills all of them (for the Ctrl-C handler); and a guard,
//! one small shell process, kills what is left when this process dies without a chance to clean up.
//!
//! A process is killed only while it is in the list of living ones, and it leaves the list before
//! it is reaped, so a recycled process id is never hit.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rsmt2::Solver;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// Locks, whatever a thread that panicked left behind: the data here is valid at every moment.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Default)]
struct Living {
    processes: BTreeSet<u32>,
    closed: bool,
}

static LIVING: LazyLock<Mutex<Living>> = LazyLock::new(Mutex::default);

/// Kills every solver process of the run and lets no new one live. For the end of the program,
/// above all when it is interrupted; queries that are being solved end as failed.
pub fn shut_down() {
    let mut living = lock(&LIVING);
    living.closed = true;
    for process in &living.processes {
        send_kill(*process);
    }
}

/// Takes a fresh process into the list.
pub fn adopt(process: u32) {
    let mut living = lock(&LIVING);
    living.processes.insert(process);
    if living.closed {
        send_kill(process);
    }
    drop(living);
    tell(Message::Adopted(process));
}

/// Kills a process if it is still in the list.
pub fn kill(process: u32) {
    let living = lock(&LIVING);
    if living.processes.contains(&process) {
        send_kill(process);
    }
}

/// Kills a process, takes it off the list and hands its handle to the undertaker: reaping takes
/// rsmt2 some 10 ms, which no caller has to wait for.
pub fn bury(process: u32, handle: Solver<()>) {
    let mut living = lock(&LIVING);
    if living.processes.remove(&process) {
        send_kill(process);
    }
    drop(living);
    tell(Message::Buried(process, Box::new(handle)));
}

fn send_kill(process: u32) {
    if let Some(pid) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        // It may have ended by itself: then there is nothing to kill, but what it has started.
        let _ = kill_process_group(pid, Signal::KILL);
        let _ = kill_process(pid, Signal::KILL);
    }
}

enum Message {
    Adopted(u32),
    Buried(u32, Box<Solver<()>>),
}

static UNDERTAKER: LazyLock<Mutex<Sender<Message>>> = LazyLock::new(|| {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut guard = start_guard();
        for message in receiver {
            let line = match message {
                Message::Adopted(process) => format!("+ {process}\n"),
                Message::Buried(process, handle) => {
                    drop(handle);
                    format!("- {process}\n")
                }
            };
            if let Some(input) = &mut guard {
                let _ = input.write_all(line.as_bytes());
            }
        }
    });
    Mutex::new(sender)
});

fn tell(message: Message) {
    // The undertaker lives as long as the program; without it the handle is dropped here.
    let _ = lock(&UNDERTAKER).send(message);
}

/// Reads `+ id` and `- id` until this process is gone, then kills what was not taken back.
const GUARD: &str = r#"
trap '' HUP INT TERM
living=' '
while read -r change id; do
  case $change in
    +) living="$living$id " ;;
    -) case $living in *" $id "*) living=${living%%" $id "*}' '${living#*" $id "} ;; esac ;;
  esac
done
for id in $living; do kill -9 -- "-$id"; kill -9 "$id"; done
"#;

fn start_guard() -> Option<std::process::ChildStdin> {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", GUARD]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // Without a guard the limits that the solvers have for themselves remain.
    command.spawn().ok()?.stdin.take()
}

/// A deadline for a process; disarmed when dropped.
pub struct Deadline {
    key: (Instant, u32),
    fired: Arc<AtomicBool>,
}

#[derive(Default)]
struct Watch {
    deadlines: Mutex<BTreeMap<(Instant, u32), Arc<AtomicBool>>>,
    changed: Condvar,
}

static WATCH: LazyLock<Arc<Watch>> = LazyLock::new(|| {
    let watch = Arc::new(Watch::default());
    let watched = Arc::clone(&watch);
    std::thread::spawn(move || stand_watch(&watched));
    watch
});

impl Deadline {
    /// Kills the process at `at`, unless this is dropped before.
    pub fn arm(process: u32, at: Instant) -> Deadline {
        let fired = Arc::new(AtomicBool::new(false));
        lock(&WATCH.deadlines).insert((at, process), Arc::clone(&fired));
        WATCH.changed.notify_one();
        Deadline { key: (at, process), fired }
    }

    /// Whether the process was killed by this deadline.
    pub fn fired(&self) -> bool {
        self.fired.load(Ordering::SeqCst)
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        lock(&WATCH.deadlines).remove(&self.key);
    }
}

fn stand_watch(watch: &Watch) {
    let mut deadlines = lock(&watch.deadlines);
    loop {
        let now = Instant::now();
        let next = deadlines.first_key_value().map(|((at, process), _)| (*at, *process));
        deadlines = match next {
            None => watch.changed.wait(deadlines).unwrap_or_else(PoisonError::into_inner),
            Some((at, process)) if at <= now => {
                if let Some(fired) = deadlines.remove(&(at, process)) {
                    fired.store(true, Ordering::SeqCst);
                    kill(process);
                }
                deadlines
            }
            Some((at, _)) => watch.changed.wait_timeout(deadlines, at - now).unwrap_or_else(PoisonError::into_inner).0,
        };
    }
}
