//! `gpuhoare races`.

use crate::bench::Bench;
use crate::contains;

const SHIFT: &str = "__global__ void shift(int *a, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    \
    if (i < n) {\n        int next = a[i + 1];\n        a[i] = next;\n    }\n}\n";

const OWN: &str = "__global__ void own(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }\n";

#[test]
fn a_race_is_shown_with_both_places_and_a_run_that_shows_it_again() {
    let bench = Bench::with("k.cu", SHIFT);
    let ran = bench.run(&["races", "k.cu"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    contains(&ran.out, "shift (k.cu:1): racy");
    contains(&ran.out, "error[E0706]: there is a data race on `a` (read-write)");
    contains(&ran.out, "of block 0 reads this");
    contains(&ran.out, "of block 0 writes this");
    contains(&ran.out, "summary: 1 kernel: 1 racy");
    contains(&ran.out, "assumed\n");
    let document = bench.run(&["races", "k.cu", "--format", "json"]).json();
    assert_eq!(document["command"], "races");
    let kernel = &document["files"][0]["kernels"][0];
    assert_eq!((&kernel["verdict"], kernel["races"].as_array().unwrap().len()), (&"racy".into(), 1));
    let race = &kernel["races"][0];
    assert_eq!((&race["array"], &race["kind"]), (&"a".into(), &"read-write".into()));
    assert_eq!((&race["first"]["span"]["line"], &race["first"]["access"]), (&4.into(), &"read".into()));
    assert_eq!((&race["second"]["span"]["line"], &race["second"]["access"]), (&5.into(), &"write".into()));
    assert_eq!(
        (&race["confirmed"], &race["same_value"], &race["proof"]),
        (&true.into(), &false.into(), &"true-race".into())
    );
    assert_ne!(race["first"]["thread"], race["second"]["thread"]);
    let again = race["command"].as_str().unwrap().strip_prefix("gpuhoare ").unwrap().replace('\'', "");
    let again = bench.run(&again.split(' ').collect::<Vec<_>>());
    assert_eq!(again.code, Some(1), "{}", again.err);
    contains(&again.out, "error[E0706]: a data race");
}

#[test]
fn races_searches_folders_and_needs_no_annotations() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path().join("in")).unwrap();
    bench.write("in/own.cu", OWN);
    bench.write("in/none.cu", "int x;\n");
    let ran = bench.run(&["races", "in"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    contains(&ran.out, "own (in/own.cu:1): race-free");
    contains(&ran.err, "holds no kernel");
    bench.write("in/shift.cu", SHIFT);
    assert_eq!(bench.run(&["races", "in"]).code, Some(1));
    assert_eq!(bench.run(&["races", "in", "--kernel", "own"]).code, Some(0));
    assert_eq!(bench.run(&["races", "in", "--block", "2048"]).code, Some(2));
}

#[test]
fn contracts_of_another_kind_do_not_matter_to_races() {
    let bench = Bench::with("k.cu", format!("//@ ensures a[0] == 7;\n{OWN}"));
    assert_eq!(bench.run(&["prove", "k.cu"]).code, Some(1));
    assert_eq!(bench.run(&["races", "k.cu"]).code, Some(0));
}

#[test]
fn a_false_invariant_does_not_make_a_kernel_race_free() {
    let text = "__global__ void k(int *a, int *b) {\n    int i = 0;\n    \
        //@ invariant a[0] == threadIdx.x + blockIdx.x;\n    while (i < 3) i++;\n    if (a[0] != 7) b[a[0]] = threadIdx.x;\n}\n";
    let ran = Bench::with("k.cu", text).run(&["races", "k.cu", "--format", "json"]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.json()["files"][0]["kernels"][0]["races"][0]["array"], "b");
}

#[test]
fn a_program_is_stopped_by_its_assertions() {
    let text = "#include <cassert>\n__global__ void k(int *a) {\n    assert(blockDim.x == 1 && gridDim.x == 1);\n    \
        a[0] = threadIdx.x;\n}\n";
    let ran = Bench::with("k.cu", text).run(&["races", "k.cu"]);
    assert_eq!(ran.code, Some(0), "{}\n{}", ran.out, ran.err);
    contains(&ran.out, "blockDim.x == 1");
}

#[test]
fn writes_of_one_value_are_tagged_and_may_be_allowed() {
    let bench = Bench::with("k.cu", "__global__ void k(int *flag) { flag[0] = 1; }\n");
    let ran = bench.run(&["races", "k.cu"]);
    assert_eq!(ran.code, Some(1));
    contains(&ran.out, "(write-write, the same value)");
    assert_eq!(bench.run(&["races", "k.cu", "--allow-same-value"]).code, Some(0));
}

#[test]
fn a_barrier_that_diverges_is_an_entry() {
    let bench = Bench::with("k.cu", "__global__ void k(int *a) {\n    if (threadIdx.x < 1) __syncthreads();\n}\n");
    let ran = bench.run(&["races", "k.cu", "--format", "json"]);
    assert_eq!(ran.code, Some(1));
    let barrier = &ran.json()["files"][0]["kernels"][0]["barriers"][0];
    assert_eq!((&barrier["span"]["line"], &barrier["confirmed"]), (&2.into(), &true.into()));
    let threads = ["thread_in", "thread_out"].map(|thread| barrier[thread]["thread_idx"][0].as_u64());
    assert!(threads[0] == Some(0) && threads[1] >= Some(1), "{barrier}");
    assert!(barrier["command"].as_str().unwrap().starts_with("gpuhoare run k.cu --block "));
}

/// CUB's classes are our own text where its headers are not found (LIB-20): what goes wrong in them is said there.
#[test]
fn misuse_of_collectives_is_found() {
    let kernel = |contract: &str, body: &str| {
        format!(
            "#include <cub/cub.cuh>\n{contract}\n__global__ void k(const int *in, int *out) {{
                typedef cub::BlockReduce<int, 64> Reduce;
                __shared__ typename Reduce::TempStorage held;
                {body}
            }}\n"
        )
    };
    let size = "//@ requires blockDim.x == 64 && gridDim.x == 1;";
    let sum = "int sum = Reduce(held).Sum(in[threadIdx.x]); if (threadIdx.x == 0) out[0] = sum;";
    let twice =
        "int a = Reduce(held).Sum(in[threadIdx.x]); int b = Reduce(held).Sum(1); if (threadIdx.x == 0) out[0] = a + b;";
    let none = "int sum = Reduce(held).Sum(in[threadIdx.x], 0); if (threadIdx.x == 0) out[0] = sum;";
    let asked = "if (threadIdx.x == 0) out[0] = sizeof(held);";
    for (contract, body, verdict, said) in [
        (size, sum, "safe", ""),
        // Another size of the block than the type says, storage that is used again at once, no input.
        ("//@ requires blockDim.x <= 64;", sum, "refuted", "E0704"),
        (size, twice, "refuted", "E0706"),
        (size, none, "refuted", "E0704"),
        (size, asked, "unsupported", "E0500"),
    ] {
        let ran = Bench::with("k.cu", kernel(contract, body)).run(&["prove", "k.cu"]);
        let text = format!("{}{}", ran.out, ran.err);
        assert!(text.contains(&format!(": {verdict}")) && text.contains(said), "{body}: {text}");
    }
    // In exact floats the order of the operands matters, which CUB leaves open.
    let ran = Bench::with("k.cu", kernel(size, sum)).run(&["prove", "k.cu", "--float", "exact"]);
    assert!(format!("{}{}", ran.out, ran.err).contains("unsupported"), "{}", ran.out);
}
