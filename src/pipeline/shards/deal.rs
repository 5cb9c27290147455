//! How kernels are dealt: the costliest first, each to the shard that has least (Graham, *Bounds on Multiprocessing Timing
//! Anomalies*, 1969: at most 4/3 of the best).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What it takes to read a file, in microseconds.
const READING: u64 = 5_000;

/// What a kernel takes that nothing is known of, and each of its loops and barriers, in microseconds. Rough
/// medians of the kernels under `examples`; only their ratio matters.
const KERNEL: u64 = 20_000;
const STEP: u64 = 40_000;

/// A file whose kernels cost more than this share of what falls to a shard is dealt kernel by kernel. Each shard that has some of
/// them reads the file.
const LARGE: u64 = 4;

/// What the kernels of a file may take, by what its text looks like, in microseconds.
pub fn estimated(text: &str) -> Vec<u64> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut kernels = Vec::new();
    for word in text.split(|letter| !is_word(letter)) {
        match word {
            "__global__" => kernels.push(KERNEL),
            "for" | "while" | "__syncthreads" => {
                if let Some(last) = kernels.last_mut() {
                    *last += STEP;
                }
            }
            _ => {}
        }
    }
    if kernels.is_empty() {
        kernels.push(KERNEL);
    }
    kernels
}

/// What the kernels of a file took, in microseconds.
pub fn measured(seconds: &[f64]) -> Vec<u64> {
    let known: Vec<u64> = seconds.iter().map(|seconds| (seconds.clamp(0.0, 1e6) * 1e6) as u64).collect();
    if known.is_empty() { vec![0] } else { known }
}

/// Deals files, each with what its kernels cost: for each file the shards that have its kernels, in turn, from 0.
pub fn dealt(files: &[Vec<u64>], shards: usize) -> Vec<Vec<usize>> {
    let of_file = |kernels: &Vec<u64>| READING + kernels.iter().sum::<u64>();
    let large = files.iter().map(of_file).sum::<u64>() / (LARGE * shards as u64);
    let mut work = Vec::new();
    let mut owners: Vec<Vec<usize>> = Vec::new();
    for (file, kernels) in files.iter().enumerate() {
        let is_split = kernels.len() > 1 && of_file(kernels) > large;
        match is_split {
            true => work.extend(kernels.iter().enumerate().map(|(part, cost)| (Reverse(READING + cost), file, part))),
            false => work.push((Reverse(of_file(kernels)), file, 0)),
        }
        owners.push(vec![0; if is_split { kernels.len() } else { 1 }]);
    }
    work.sort_unstable();
    let mut least: BinaryHeap<Reverse<(u64, usize)>> = (0..shards).map(|shard| Reverse((0, shard))).collect();
    for (Reverse(cost), file, part) in work {
        let Some(Reverse((load, shard))) = least.pop() else { break };
        owners[file][part] = shard;
        least.push(Reverse((load + cost, shard)));
    }
    owners
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn loops_and_barriers_count_with_their_kernel() {
        let text =
            "for_what(); __global__ void f() {} __global__ void g() { for (;;) { __syncthreads(); } while (x) {} }";
        assert_eq!(estimated(text), [KERNEL, KERNEL + 3 * STEP]);
        assert_eq!(estimated("int f() { for (;;); }"), [KERNEL]);
    }

    proptest! {
        /// No shard has more than the mean and the costliest piece of work.
        #[test]
        fn shards_are_balanced(
            files in prop::collection::vec(prop::collection::vec(0u64..3_000_000, 1..9), 1..60),
            shards in 1usize..9,
        ) {
            let owners = dealt(&files, shards);
            let (mut loads, mut largest) = (vec![0; shards], 0);
            for (kernels, owners) in files.iter().zip(&owners) {
                let is_whole = owners.len() == 1;
                prop_assert!(is_whole || owners.len() == kernels.len());
                for (number, cost) in kernels.iter().enumerate() {
                    let piece = if is_whole && number == 0 { READING + kernels.iter().sum::<u64>() } else { READING + cost };
                    if !is_whole || number == 0 {
                        loads[owners[number % owners.len()]] += piece;
                        largest = largest.max(piece);
                    }
                }
            }
            let mean = loads.iter().sum::<u64>() / shards as u64;
            prop_assert!(loads.iter().all(|load| *load <= mean + largest));
        }
    }
}
