//! `gpuhoare run`.

use crate::KERNEL;
use crate::bench::Bench;

const FILL: &str = "//@ ghost int m;\n//@ requires n == m;\n//@ ensures \\forall j. 0 <= j < n -> a[j] == j;\n\
    __global__ void fill(int *a, int n) { int i = threadIdx.x; if (i < n) a[i] = i; }\n";

#[test]
fn a_run_shows_what_arrays_hold_at_the_end() {
    let ran = Bench::with("k.cu", FILL).run(&["run", "k.cu", "--block", "3", "--arg", "n=2", "--ghost", "m=2"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("fill (k.cu:4): ok") && ran.out.contains("a = [0, 1]"), "{}", ran.out);
}

#[test]
fn a_violation_is_shown_with_thread_and_values() {
    let bench = Bench::with("k.cu", FILL.replace("a[i] = i", "a[i] = 7"));
    let ran = bench.run(&["run", "k.cu", "--block", "3", "--arg", "n=2", "--ghost", "m=2"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("error[E0701]") && ran.out.contains("with j = 0: `a[j]` is 7, `j` is 0"), "{}", ran.out);
}

/// What a run saw before its memory was spent is told.
#[test]
fn a_race_is_told_where_memory_ends_the_run() {
    let kernel = "//@ requires \\length(y) == n + 1;\n__global__ void k(char *y, int n) {\n    y[n] = 1;\n    \
                  for (int i = threadIdx.x; i < n; i += 2) y[i] = 1;\n}\n";
    let launch = ["run", "k.cu", "--block", "2", "--arg", "n=100000000", "--arg", "y=[0;100000001]", "--memory", "40"];
    let ran = Bench::with("k.cu", kernel).run(&launch);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    for told in ["error[E0706]: a data race", "error[E0790]: the memory limit was reached"] {
        assert!(ran.out.contains(told), "{}", ran.out);
    }
}

#[test]
fn inputs_that_are_missing_or_unknown_are_named() {
    let bench = Bench::with("k.cu", FILL);
    for (arguments, word) in [
        (&["run", "k.cu", "--ghost", "m=2"][..], "`n` has no value"),
        (&["run", "k.cu", "--arg", "n=2"], "help: --ghost m=VALUE"),
        (&["run", "k.cu", "--arg", "nn=2"], "did you mean `n`?"),
        (&["run", "k.cu", "--arg", "n=x"], "`x` is no value for `n`"),
        (&["run", "k.cu", "--arg", "a=[x]"], "no contents for the array `a`"),
        (&["run", "k.cu", "--arg", "n"], "expected NAME=VALUE"),
    ] {
        let ran = bench.run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}");
        assert!(ran.err.contains(word), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_run_is_of_one_kernel() {
    let bench = Bench::with("k.cu", format!("{KERNEL}{FILL}"));
    let ran = bench.run(&["run", "k.cu"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("--kernel takes: k, fill"), "{}", ran.err);
    assert_eq!(bench.run(&["run", "k.cu", "--kernel", "k", "--block", "4"]).code, Some(0));
}

#[test]
fn the_machine_rounds_no_bfloat_as_the_other_half() {
    let kernel =
        "#include <cuda_bf16.h>\n__global__ void k(__nv_bfloat16 *c, float x) { c[0] = __float2bfloat16(x); }\n";
    let bench = Bench::with("k.cu", kernel);
    let of = |float: &str| bench.run(&["run", "k.cu", "--arg", "c=[0]", "--arg", "x=1.001", "--float", float]);
    assert_eq!(of("real").code, Some(0));
    for float in ["ieee", "exact"] {
        let ran = of(float);
        assert_eq!(ran.code, Some(2));
        assert!(ran.out.contains("type `__nv_bfloat16`"), "{}", ran.out);
    }
}
