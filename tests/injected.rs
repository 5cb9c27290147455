//! The errors that Sarkar and others inject into race-free kernels to measure race checkers: a barrier that is left out
//! between a write and a read, a read and a write, or two writes of one cell, and a locality error (an index that names the
//! neighbour's cell). Each is put into one of our patterns by a change of its text, and must be found in one run.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

#[derive(Clone, Copy, Debug)]
enum Injected {
    /// Without the n-th barrier of the text a read may come before the write.
    ReadAfterWrite(usize),
    WriteAfterRead(usize),
    WriteAfterWrite(usize),
    /// This text for that one.
    Locality(&'static str, &'static str),
}

use Injected::{Locality, ReadAfterWrite, WriteAfterRead, WriteAfterWrite};

const INJECTED: &[(&str, Injected)] = &[
    ("stencil_radius.cu", ReadAfterWrite(1)),
    ("reduce_sequential.cu", ReadAfterWrite(1)),
    ("reduce_sequential.cu", ReadAfterWrite(2)),
    ("reduce_sequential.cu", Locality("sdata[tid] = mySum = ", "sdata[tid + 1] = mySum = ")),
    ("jacobi_shared.cu", WriteAfterRead(2)),
    ("jacobi_shared.cu", ReadAfterWrite(3)),
    ("scan_kogge_stone.cu", ReadAfterWrite(1)),
    ("scan_kogge_stone.cu", WriteAfterRead(2)),
    ("n_body_tiles.cu", ReadAfterWrite(1)),
    ("n_body_tiles.cu", WriteAfterRead(2)),
    ("odd_even_sort.cu", WriteAfterWrite(1)),
    ("odd_even_sort.cu", Locality("a[t + 1] = x", "a[t + 2] = x")),
    ("walsh.cu", WriteAfterWrite(1)),
    ("scan_brent_kung.cu", WriteAfterWrite(1)),
    ("scan_brent_kung.cu", ReadAfterWrite(3)),
    ("interleaved_complex.cu", Locality("z[2 * i + 1] = ", "z[2 * i + 2] = ")),
    ("device_swap.cu", Locality("&v[n - 1 - i]", "&v[i + 1]")),
    ("own_segment_mirrored.cu", WriteAfterRead(1)),
    ("histogram_per_thread.cu", ReadAfterWrite(2)),
    ("histogram_per_thread.cu", Locality("h[t * BINS + (data", "h[t + (data")),
    ("two_per_thread.cu", Locality("data[i + blockDim.x] = ", "data[i + 1] = ")),
];

#[test]
fn every_injected_error_is_found_in_one_run() {
    let folder = tempfile::tempdir().expect("a folder for the changed kernels");
    let next = AtomicUsize::new(0);
    let told = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from).min(8) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((file, injected)) = INJECTED.get(at) else { break };
                    let changed = folder.path().join(format!("{at}_{file}"));
                    told.lock().expect("nobody panics with it").extend(problem(file, *injected, &changed));
                }
            });
        }
    });
    let told = told.into_inner().expect("nobody panics with it");
    assert!(told.is_empty(), "\n{}", told.join("\n"));
}

fn problem(file: &str, injected: Injected, changed: &Path) -> Option<String> {
    let text = std::fs::read_to_string(patterns().join(file)).expect("the pattern is there");
    if !text.contains("//% races: race-free") {
        return Some(format!("{file} is not race-free"));
    }
    std::fs::write(changed, inject(&text, injected)).expect("it can be written");
    let options = text.lines().find_map(|line| line.strip_prefix("//% options: ")).unwrap_or_default();
    let (verdict, kinds) = races(changed, options);
    let wanted = match injected {
        ReadAfterWrite(_) | WriteAfterRead(_) => kinds.iter().any(|kind| kind == "read-write"),
        WriteAfterWrite(_) => kinds.iter().any(|kind| kind == "write-write"),
        Locality(..) => !kinds.is_empty(),
    };
    (verdict != "racy" || !wanted).then(|| format!("{file} {injected:?}: {verdict}, {kinds:?}"))
}

fn inject(text: &str, injected: Injected) -> String {
    match injected {
        ReadAfterWrite(nth) | WriteAfterRead(nth) | WriteAfterWrite(nth) => {
            let barrier = "__syncthreads();";
            let (at, _) = text.match_indices(barrier).nth(nth - 1).expect("the kernel has that many barriers");
            format!("{};{}", &text[..at], &text[at + barrier.len()..])
        }
        Locality(right, wrong) => {
            assert!(text.contains(right), "{right}");
            text.replace(right, wrong)
        }
    }
}

/// The verdict, and the kinds of the races that a run shows.
fn races(path: &Path, options: &str) -> (String, Vec<String>) {
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .arg("races")
        .arg(path)
        .args(["--format", "json"])
        .args(options.split_whitespace())
        .output()
        .expect("gpuhoare starts");
    let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
    let kernel = &document["files"][0]["kernels"][0];
    let races = kernel["races"].as_array().cloned().unwrap_or_default();
    let shown = races.iter().filter(|race| race["confirmed"] == true);
    let kinds = shown.map(|race| race["kind"].as_str().unwrap_or_default().to_owned()).collect();
    (kernel["verdict"].as_str().unwrap_or_default().to_owned(), kinds)
}

fn patterns() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels/patterns")
}
