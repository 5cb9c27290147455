//! The command line's behaviour, seen from outside: the built program, its output and exit code.

#[path = "../common/bench.rs"]
mod bench;
mod cache;
mod commands;
mod inputs;
mod output;
mod races;
mod run;
mod said;
mod shards;
#[cfg(feature = "shared-cache")]
mod shared;
mod solvers;
mod stages;

const KERNEL: &str = "__global__ void k(int *a) { a[threadIdx.x] = 0; }\n";

#[track_caller]
fn contains(text: &str, part: &str) {
    assert!(text.contains(part), "`{part}` is not in:\n{text}");
}
