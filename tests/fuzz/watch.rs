//! What takes too long is told, and ends the test.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Seconds that one case may take, on a slow and busy machine and without optimisation.
const LIMIT: Duration = Duration::from_secs(120);

static RUNNING: Mutex<Vec<(u64, &'static str, String, Instant)>> = Mutex::new(Vec::new());

/// Watches a case until it is dropped.
pub struct Watch(u64);

pub fn start(test: &'static str, input: String) -> Watch {
    static WATCHER: std::sync::Once = std::sync::Once::new();
    static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    WATCHER.call_once(|| drop(std::thread::spawn(watcher)));
    let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    RUNNING.lock().expect("nobody panics while holding it").push((number, test, input, Instant::now()));
    Watch(number)
}

impl Drop for Watch {
    fn drop(&mut self) {
        RUNNING.lock().expect("nobody panics while holding it").retain(|(number, ..)| *number != self.0);
    }
}

fn watcher() {
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let running = RUNNING.lock().expect("nobody panics while holding it");
        if let Some((_, test, input, _)) = running.iter().find(|(.., since)| since.elapsed() > LIMIT) {
            println!("{test}: this takes more than {LIMIT:?}: {input}");
            std::process::exit(101);
        }
    }
}
