//! The errors that Sarkar and others inject into race-free kernels to measure race checkers: a barrier that is left out
//! between a write and a read, a read and a write, or two writes of one cell, and a locality error (an index that names the
//! neighbour's cell). Each is put into one of our patterns by a change of its text, and must be found in one run.

use std::path::Path;
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};
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
    ("stencils/stencil_radius.cu", ReadAfterWrite(1)),
    ("reductions/reduce_sequential.cu", ReadAfterWrite(1)),
    ("reductions/reduce_sequential.cu", ReadAfterWrite(2)),
    ("reductions/reduce_sequential.cu", Locality("sdata[tid] = mySum = ", "sdata[tid + 1] = mySum = ")),
    ("stencils/jacobi_shared.cu", WriteAfterRead(2)),
    ("stencils/jacobi_shared.cu", ReadAfterWrite(3)),
    ("scans/scan_kogge_stone.cu", ReadAfterWrite(1)),
    ("scans/scan_kogge_stone.cu", WriteAfterRead(2)),
    ("algorithms/n_body_tiles.cu", ReadAfterWrite(1)),
    ("algorithms/n_body_tiles.cu", WriteAfterRead(2)),
    ("algorithms/odd_even_sort.cu", WriteAfterWrite(1)),
    ("algorithms/odd_even_sort.cu", Locality("a[t + 1] = x", "a[t + 2] = x")),
    ("algorithms/walsh.cu", WriteAfterWrite(1)),
    ("scans/scan_brent_kung.cu", WriteAfterWrite(1)),
    ("scans/scan_brent_kung.cu", ReadAfterWrite(3)),
    ("indices/interleaved_complex.cu", Locality("z[2 * i + 1] = ", "z[2 * i + 2] = ")),
    ("algorithms/device_swap.cu", Locality("&v[n - 1 - i]", "&v[i + 1]")),
    ("indices/own_segment_mirrored.cu", WriteAfterRead(1)),
    ("reductions/histogram_per_thread.cu", ReadAfterWrite(2)),
    ("reductions/histogram_per_thread.cu", Locality("h[t * BINS + (data", "h[t + (data")),
    ("indices/two_per_thread.cu", Locality("data[i + blockDim.x] = ", "data[i + 1] = ")),
];

fn main() -> ExitCode {
    let tests = INJECTED
        .iter()
        .map(|(file, injected)| Trial::test(format!("{file} {injected:?}"), move || is_found(file, *injected)));
    libtest_mimic::run(&Arguments::from_args(), tests.collect()).exit_code()
}

/// The error, put into the pattern, is found in one run.
fn is_found(file: &str, injected: Injected) -> Result<(), Failed> {
    let patterns = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels/patterns");
    let text = std::fs::read_to_string(patterns.join(file))?;
    if !text.contains("//% races: race-free") {
        return Err("it is not race-free".into());
    }
    let folder = tempfile::tempdir()?;
    let changed = folder.path().join("changed.cu");
    std::fs::write(&changed, inject(&text, injected))?;
    let options = text.lines().find_map(|line| line.strip_prefix("//% options: ")).unwrap_or_default();
    let (verdict, kinds) = races(&changed, options);
    let wanted = match injected {
        ReadAfterWrite(_) | WriteAfterRead(_) => kinds.iter().any(|kind| kind == "read-write"),
        WriteAfterWrite(_) => kinds.iter().any(|kind| kind == "write-write"),
        Locality(..) => !kinds.is_empty(),
    };
    if verdict == "racy" && wanted { Ok(()) } else { Err(format!("{verdict}, {kinds:?}").into()) }
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
