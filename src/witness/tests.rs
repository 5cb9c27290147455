//! Contracts of many forms, each of which a small launch must be found for.

use crate::base::{Config, Files, StopFlag};
use crate::interp::{self, End, Ints, Scalar, ViolationKind};
use crate::kernel::ir::Kernel;
use crate::lower;
use crate::syntax;

use super::{Effort, Launches, search, search_machine};

fn lower(text: &str) -> Kernel {
    let (mut files, config) = (Files::new(), Config::default());
    let tree = syntax::parse_text(&mut files, "k.cu", text, &config);
    let mut program = lower::lower_file(&tree, &[], &config, &files);
    let kernel = program.kernels.remove(0);
    let all = tree.diagnostics.iter().chain(&program.diagnostics).chain(&kernel.diagnostics);
    let errors: Vec<&str> = all.filter(|found| found.is_error()).map(|found| found.message.as_str()).collect();
    assert!(errors.is_empty() && kernel.unsupported.is_empty(), "{errors:?} {:?}\n{text}", kernel.unsupported);
    kernel
}

#[test]
fn launches_are_found_that_meet_the_contract() {
    for (ghosts, requires) in [
        ("int m", "0 <= m && n == m * blockDim.x * gridDim.x"),
        ("int m", "n == (m + 1) * 3 - 2 && n > 20"),
        ("int m", "blockDim.x == 256 && 0 < n && n % 256 == 0 && gridDim.x == n / 256 && m == 0"),
        ("int m", "0 < n && gridDim.x == (n + blockDim.x - 1) / blockDim.x"),
        ("int m", "\\is_pow2(blockDim.x) && blockDim.x > 2 && gridDim.x == 1"),
        ("int m", "n == \\length(a) && 0 < m && \\forall j. 0 <= j < n -> 0 <= a[j] < m"),
        ("int m", "4 <= n && n == \\length(a) && \\forall i, j. 0 <= i < j < n -> a[i] < a[j]"),
        ("int m", "3 <= n && n == \\length(a) && \\forall j. 0 <= j < n -> a[j] == 2 * j + 1"),
        ("int m", "100 <= n < 200 && n % 7 == 3"),
        ("int m", "n == 1000000 && m == n * n"),
        ("int m", "x > 2 && blockDim.x * gridDim.x >= n && n >= 3 && flag"),
    ] {
        let kernel = lower(&format!(
            "//@ ghost {ghosts};\n//@ requires {requires};\n__global__ void k(int *a, int n, float x, bool flag) {{ int i = 0; }}"
        ));
        let found = search(&kernel, &Config::default(), Effort::SMALL, &StopFlag::new());
        assert!(found.met > 0, "{requires}");
        assert!(found.findings.is_empty(), "{requires}: {:?}", found.findings);
    }
}

#[test]
fn a_contract_that_nothing_meets_is_not_met() {
    let kernel = lower("//@ requires n < 0 && n > 3;\n//@ ensures false;\n__global__ void k(int n) { int i = 0; }");
    let found = search(&kernel, &Config::default(), Effort::LARGE, &StopFlag::new());
    assert_eq!((found.met, found.findings.len()), (0, 0));
}

#[test]
fn a_finding_is_seen_again_on_the_setup_that_is_shown() {
    let kernel = lower(
        "//@ ensures \\forall j. 0 <= j < n -> a[j] == \\old(a[j]) + 1;\n\
         __global__ void k(int *a, int n) { int i = threadIdx.x; if (i < n) a[i] = a[i] * 2; }",
    );
    let found = search(&kernel, &Config::default(), Effort::SMALL, &StopFlag::new());
    let finding = found.findings.iter().find(|finding| finding.violation.kind == ViolationKind::Ensures).unwrap();
    let outcome = interp::run(&kernel, &finding.setup, &finding.options).unwrap();
    assert_eq!((outcome.end, outcome.meets_requires), (End::Finished, Some(true)));
    assert!(outcome.violations.contains(&finding.violation));
    assert!(!finding.setup.arrays.is_empty(), "the contents are shown");
}

#[test]
fn what_only_the_machine_shows_is_kept_apart() {
    let kernel = lower(
        "//@ requires \\length(a) == 1 && blockDim.x == 1 && gridDim.x == 1;\n//@ ensures a[0] == n - 1;\n\
         __global__ void k(long long *a, unsigned n) { if (n < 5) a[0] = n - 1; else a[0] = (long long)n - 1; }",
    );
    assert!(search(&kernel, &Config::default(), Effort::SMALL, &StopFlag::new()).findings.is_empty());
    let found = search_machine(&kernel, &Config::default(), Effort::SMALL, &StopFlag::new());
    assert!(found.findings.iter().any(|finding| finding.overflow.is_some()));
}

/// The kinds of what is found of a kernel, and of what refutes nothing.
fn kinds(text: &str) -> (Vec<(ViolationKind, Ints)>, Vec<(ViolationKind, bool)>) {
    let found = search(&lower(text), &Config::default(), Effort::SMALL, &StopFlag::new());
    let findings = found.findings.iter().map(|finding| (finding.violation.kind, finding.options.ints));
    let outside = found.outside.iter().map(|outside| (outside.finding.violation.kind, outside.is_right));
    (findings.collect(), outside.collect())
}

#[test]
fn what_only_exact_integers_show_refutes_nothing() {
    let guarded = "//@ requires \\length(a) == n && gridDim.x == 1;\n\
                   __global__ void k(int *a, unsigned n) { unsigned i = threadIdx.x - 1; if (i < n) a[i] = 0; }";
    assert_eq!(kinds(guarded), (vec![], vec![(ViolationKind::Bounds, true)]));
    let converted = "//@ ensures a[0] == 1;\n\
                     __global__ void k(int *a, unsigned n) { int i = -1; if (blockIdx.x + threadIdx.x == 0) a[0] = i >= n; }";
    assert_eq!(kinds(converted), (vec![], vec![(ViolationKind::Ensures, true)]));
    let narrowed = "//@ ensures a[0] == 44;\n\
                    __global__ void k(unsigned char *a) { if (blockIdx.x + threadIdx.x == 0) { a[0] = 200; a[0] += 100; } }";
    assert_eq!(kinds(narrowed), (vec![], vec![(ViolationKind::Ensures, true)]));
}

#[test]
fn what_the_machine_shows_as_well_refutes() {
    // Before any integer leaves its range.
    let before = "//@ requires \\length(a) == n;\n\
                  __global__ void k(int *a, int n, unsigned u) { a[n] = 0; unsigned i = u - 100; if (i > 1) a[0] = 1; }";
    let (findings, outside) = kinds(before);
    assert!(findings.contains(&(ViolationKind::Bounds, Ints::Math)), "{findings:?}");
    assert!(outside.is_empty(), "{outside:?}");
    // Behind one that has nothing to do with it.
    let behind = "//@ requires \\length(a) == n && \\length(h) == 1;\n\
                  __global__ void k(int *a, unsigned *h, int n, unsigned u) { h[0] = u * 2654435761u; a[n] = 0; }";
    let (findings, outside) = kinds(behind);
    assert!(findings.iter().any(|(kind, _)| *kind == ViolationKind::Bounds), "{findings:?}");
    assert!(outside.is_empty(), "{outside:?}");
    // By the integer itself, which is too large as the machine has it, too.
    let itself = "//@ requires \\length(a) == 8;\n\
                  __global__ void k(int *a, unsigned n) { atomicAdd(&a[(n * 2654435761u) >> 28], 1); }";
    let (findings, outside) = kinds(itself);
    assert_eq!((findings, outside), (vec![(ViolationKind::Bounds, Ints::C)], vec![]));
}

#[test]
fn cells_that_the_contract_defines_by_other_arrays_are_computed() {
    let kernel = lower(
        "//@ requires n == 6 && \\length(f) == n && \\length(p) == n;\n\
         //@ requires \\forall t. 0 <= t < n -> p[t] == count(k, f[k] > 0, 0, t - 1) + sum(k, f[k], 0, t);\n\
         //@ ensures false;\n\
         __global__ void k(const int *p, const int *f, int n) { int i = 0; }",
    );
    let found = search(&kernel, &Config::default(), Effort::SMALL, &StopFlag::new());
    assert!(found.met > 3, "{} launches of random contents meet the contract", found.met);
}

#[test]
fn data_beside_constants_are_of_their_type_and_meet_the_contract() {
    let kernel = lower(
        "//@ requires \\length(a) == 4 && \\forall j. 0 <= j < 4 -> a[j] <= 200;\n\
         __global__ void k(unsigned char *a, int *b) { if (a[0] == 150 || a[1] == 201 || b[0] == -70000) b[0] = 300; }",
    );
    let mut launches = Launches::new(&kernel, &Config::default(), Ints::Math);
    let of_all = (0..Effort::LARGE.launches).filter_map(|number| launches.launch(number));
    let cells: Vec<Vec<Vec<i64>>> = of_all
        .map(|setup| {
            let int = |cell: &Scalar| match cell {
                Scalar::Int(value) => i64::try_from(value).unwrap(),
                other => panic!("{other:?}"),
            };
            setup.arrays.values().map(|array| array.cells.iter().map(int).collect()).collect()
        })
        .collect();
    let all = |at: usize| cells.iter().filter_map(move |arrays| arrays.get(at));
    assert!(all(0).flatten().all(|cell| (0..=200).contains(cell)), "{cells:?}");
    assert!([149, 150, 151].iter().all(|beside| all(0).flatten().any(|cell| cell == beside)));
    // On one side of the constant, and on both.
    assert!(all(1).any(|array| array.iter().all(|cell| *cell <= -70_000)), "{cells:?}");
    assert!(all(1).any(|array| array.contains(&-70_001) && array.contains(&-69_999)), "{cells:?}");
}
