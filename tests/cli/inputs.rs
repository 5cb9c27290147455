//! What is read: files, headers, side files and logic files.

use crate::bench::Bench;
use crate::{KERNEL, contains};

#[test]
fn files_that_cannot_be_read_are_named_with_the_reason() {
    let bench = Bench::with("latin.cu", b"int a = \xe9;\n");
    for (argument, code, part) in
        [("missing.cu", "E0001", "there is no such file"), ("latin.cu", "E0002", "line 1"), (".", "E0002", "line 1")]
    {
        let ran = bench.run(&["prove", argument]);
        assert_eq!(ran.code, Some(2), "{argument}");
        contains(&ran.err, &format!("error[{code}]"));
        contains(&ran.err, part);
        let ran = bench.run(&["prove", argument, "--format", "json"]);
        assert_eq!((ran.code, ran.codes()), (Some(2), vec![code.to_string()]));
        let path = if argument == "." { "./latin.cu" } else { argument };
        assert_eq!(ran.json()["files"][0]["path"], path);
        assert_eq!(ran.err, "");
    }
}

#[test]
fn a_missing_file_does_not_hide_the_others() {
    let bench = Bench::with("none.cu", "int x;\n");
    let ran = bench.run(&["prove", "missing.cu", "none.cu", "--format", "json"]);
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.json()["files"][1]["path"], "none.cu");
}

#[test]
fn a_file_without_kernels_is_a_success_with_a_note() {
    let bench = Bench::with("none.cu", "int x;\n");
    let ran = bench.run(&["prove", "none.cu"]);
    assert_eq!(ran.code, Some(0));
    contains(&ran.err, "note[W0001]");
    let ran = bench.run(&["prove", "none.cu", "--format", "json"]);
    assert_eq!((ran.code, ran.codes()), (Some(0), vec!["W0001".to_string()]));
    bench.write("none.cu", "#include \"kernels.h\"\nKERNEL(float, abs, x)\n");
    let ran = bench.run(&["races", "none.cu", "--format", "json"]);
    assert_eq!((ran.code, ran.codes()), (Some(0), vec!["W0101".to_string(), "W0001".to_string()]));
}

#[test]
fn a_kernel_that_lost_a_part_to_an_error_is_not_proved() {
    let bench =
        Bench::with("k.cu", "//@ ensures n ==;\n__global__ void lost(int n) {}\n__global__ void whole(int n) {}\n");
    let run = || {
        let ran = bench.run(&["check", "k.cu", "--format", "json"]);
        let document = ran.json();
        let kernels = document["files"][0]["kernels"].as_array().unwrap().clone();
        kernels.iter().map(|kernel| kernel["verdict"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(run(), ["unsupported", "modelled"]);
    // An error in a function that any kernel may call is everyone's.
    bench.write(
        "k.cu",
        "__device__ int f() { return 1 +; }\n__global__ void a(int n) {}\n__global__ void b(int n) {}\n",
    );
    assert_eq!(run(), ["unsupported", "unsupported"]);
    // It is among the kernels, whatever of its body is left.
    bench.write("k.cu", "__global__ void lost(int *a) { a[0] = 1 }\n__global__ void whole(int n) {}\n");
    assert_eq!(run(), ["unsupported", "modelled"]);
}

#[test]
fn a_system_header_that_nobody_knows_is_an_assumption() {
    let kernel = "#ifdef FAST\n__device__ int n;\n#endif\n__global__ void k(int *a) { a[0] = 0; }\n";
    for (header, listed) in
        [("cstdio", false), ("stdint.h", false), ("cuda_runtime.h", false), ("our/settings.h", true)]
    {
        let bench = Bench::with("k.cu", format!("#include <{header}>\n{kernel}"));
        let ran = bench.run(&["check", "k.cu", "--format", "json"]);
        let kernel = &ran.json()["files"][0]["kernels"][0];
        assert_eq!(kernel["verdict"], "modelled", "{header}");
        let assumed = kernel["assumptions"].to_string().contains(&format!("`{header}`, which was not found"));
        assert_eq!(assumed, listed, "{header}");
        assert_eq!(ran.codes().contains(&"W0102".to_string()), listed, "{header}");
    }
}

#[test]
fn a_header_that_is_not_found_is_an_assumption_by_macro_where_it_decides() {
    let kernels = "__global__ void asks(int *a) {\n#ifdef TWICE\n    a[1] = 0;\n#endif\n}\n__global__ void plain(int *a) { a[0] = 0; }\n";
    let bench = Bench::with("k.cu", format!("#include \"config.h\"\n{kernels}"));
    let verdicts = |arguments: &[&str]| {
        let ran = bench.run(&[&["check", "k.cu", "--format", "json"], arguments].concat());
        let document = ran.json();
        let kernels = document["files"][0]["kernels"].as_array().unwrap().clone();
        let assumed = kernels[1]["assumptions"].to_string().contains("`config.h`, which was not found");
        (kernels.iter().map(|kernel| kernel["verdict"] == "modelled").collect::<Vec<_>>(), assumed, ran.codes())
    };
    let codes = |codes: &[&str]| codes.iter().map(|code| code.to_string()).collect::<Vec<_>>();
    assert_eq!(verdicts(&[]), (vec![true, true], true, codes(&["W0101", "W0102"])));
    let of_asks = bench.run(&["check", "k.cu", "--format", "json"]).json()["files"][0]["kernels"][0].clone();
    assert!(of_asks["assumptions"].to_string().contains("`TWICE` is no macro"), "{of_asks}");
    assert_eq!(verdicts(&["-D", "TWICE"]), (vec![true, true], true, codes(&["W0101"])));
    // Elsewhere it is a warning; with the header there is nothing to say.
    bench.write("k.cu", format!("#include \"config.h\"\n#if DEBUG\n#endif\n{}", kernels.replace("TWICE", "__linux__")));
    assert_eq!(verdicts(&[]), (vec![true, true], true, codes(&["W0101", "W0102"])));
    bench.write("config.h", "#define TWICE\n");
    assert_eq!(verdicts(&[]), (vec![true, true], false, codes(&[])));
}

#[test]
fn of_several_headers_of_a_name_the_nearest_is_read() {
    let kernel = "#include \"width.h\"\n__global__ void k(int *a) { a[threadIdx.x] = WIDTH; }\n";
    let bench = Bench::with("code/one/src/k.cu", kernel);
    let modelled = || {
        let ran = bench.run(&["check", "code", "--format", "json"]);
        let kernel = ran.json()["files"][0]["kernels"][0].clone();
        (kernel["verdict"] == "modelled", kernel["assumptions"].to_string())
    };
    bench.write("code/one/include/width.h", "#define WIDTH 1\n");
    bench.write("code/two/include/width.h", "#define WIDTH 2\n");
    let (is_modelled, assumed) = modelled();
    assert!(is_modelled && assumed.contains("one/include/width.h"), "{assumed}");
    // Two are as near; copies of one text are as good as one.
    bench.write("code/one/extra/width.h", "#define WIDTH 3\n");
    assert!(!modelled().0);
    bench.write("code/one/extra/width.h", "#define WIDTH 1\n");
    assert!(modelled().0);
}

#[test]
fn files_of_the_paper_are_read_as_they_are() {
    // No compiler takes arrays without sizes, so these are no kernel files of the tests.
    let bench = Bench::with(
        "k.cu",
        "__attribute__((global)) void one(int *a) {\n  declare_precondition(\"gridDim.x == 1\");\n\
         declare_postcondition(\"\\\\forall i; 0 <= i < blockDim.x -> a[i] == i\");\n\
         __attribute__((shared)) int s[];\n  __attribute__((shared)) int t[];\n\
         s[threadIdx.x] = threadIdx.x; t[threadIdx.x] = 0;\n  a[threadIdx.x] = s[threadIdx.x];\n}\n\
         __global__ void two(float *a, float *b) {\n\
         /*@ requires gridDim.x == 1 && gridDim.y == 1 && blockDim.x == blockDim.y;\n\
         ensures \\forall i, j; 0 <= i < blockDim.x && 0 <= j < blockDim.x -> b[i * blockDim.x + j] == a[j * blockDim.x + i] */\n\
         __shared__ float t[][];\n  t[threadIdx.y][threadIdx.x] = a[threadIdx.y * blockDim.x + threadIdx.x];\n\
         __syncthreads();\n  b[threadIdx.y * blockDim.x + threadIdx.x] = t[threadIdx.x][threadIdx.y];\n}\n\
         __global__ void wrong(float *a, float *b) {\n  __shared__ float t[][];\n\
         t[threadIdx.y][threadIdx.x] = a[threadIdx.y * blockDim.x + threadIdx.x];\n\
         b[0] = t[threadIdx.x][threadIdx.y];\n}\n",
    );
    let ran = bench.run(&["prove", "k.cu"]);
    contains(&ran.out, "one (k.cu:1): verified");
    contains(&ran.out, "two (k.cu:9): verified");
    contains(&ran.out, "wrong (k.cu:17): refuted");
}

#[test]
fn other_kernels_do_not_suffer_from_annotations_of_the_host() {
    let host = "//@ requires n > 0;\nvoid f(int n) {\n//@ assrt n > 0;\n}\n__global__ void k() { int i = 0; }\n//@ ensures x;\n";
    let bench = Bench::with("k.cu", host);
    let ran = bench.run(&["check", "k.cu"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.out, "k (k.cu:5): modelled");
    assert_eq!(["E0250", "E0202", "because of"].map(|words| ran.out.matches(words).count()), [2, 1, 0]);
    // A contract that is misspelt is the kernel's.
    bench.write("k.cu", "//@ requirs n > 0;\n__global__ void k(int n) { int i = n; }\nvoid f() {}\n");
    let ran = bench.run(&["check", "k.cu"]);
    contains(&ran.out, "k (k.cu:2): unsupported, because of the error in line 1");
    assert!(!ran.out.contains("E0213"), "{}", ran.out);
    contains(&bench.run(&["check", "k.cu", "--format", "json"]).out, "E0213");
}

#[test]
fn a_side_file_that_may_mean_several_kernels_is_an_error() {
    let two = "namespace a {\n__global__ void k(int *p) { p[0] = 1; }\n}\n__global__ void k(int *p) { p[0] = 1; }\n";
    let bench = Bench::with("k.cu", two);
    bench.write("s.spec", "kernel k { requires gridDim.x == 1; }\n");
    let ran = bench.run(&["check", "k.cu", "--spec", "s.spec", "--format", "json"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.out, "E0315");
    // The clause applies to neither, so the race is there; and nothing is said of a kernel that may have another contract.
    let ran = bench.run(&["prove", "k.cu", "--spec", "s.spec"]);
    assert_eq!((ran.code, ran.out.matches("E0315").count()), (Some(2), 1));
    for line in [2, 4] {
        contains(&ran.out, &format!("k (k.cu:{line}): unknown, because of the error at s.spec:1"));
    }
    let ran = bench.run(&["prove", "k.cu", "--spec", "s.spec", "--format", "json"]);
    assert_eq!(ran.codes(), ["W0006", "E0315", "E0213", "E0213"]);
    bench.write("s.spec", "kernel a::k { requires gridDim.x == 1 && blockDim.x == 1; ensures p[0] == 1; }\n");
    let ran = bench.run(&["prove", "k.cu", "--spec", "s.spec"]);
    contains(&ran.out, "k (k.cu:2): verified");
    contains(&ran.out, "k (k.cu:4): refuted");
}

#[test]
fn logic_files_are_imported_once_and_never_by_themselves() {
    let bench = Bench::with("k.cu", format!("//@ use nowhere;\n{KERNEL}"));
    let ran = bench.run(&["prove", "k.cu"]);
    assert_eq!(ran.code, Some(2));
    contains(&(ran.out + &ran.err), "error[E0417]: there is no logic file `nowhere`");
    bench.write("one.spec", "use two;\nlemma first(int x): x <= x + 1;\n");
    bench.write("two.spec", "use one;\nlemma second(int x): x - 1 <= x;\n");
    let ran = bench.run(&["prove", "one.spec"]);
    assert_eq!(ran.code, Some(2));
    contains(&(ran.out + &ran.err), "error[E0418]: the logic file `one` imports `two`, which imports `one`");
    bench.write("two.spec", "use three;\nlemma second(int x): x - 1 <= x;\n");
    bench.write("three.spec", "lemma third(int x): x < x + 1;\n");
    bench.write("one.spec", "use two;\nuse three;\nlemma first(int x): x <= x + 1;\n");
    let ran = bench.run(&["prove", "one.spec", "--format", "json"]);
    assert_eq!(ran.code, Some(0));
    let names: Vec<String> = ran.json()["files"][0]["kernels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|lemma| lemma["name"].as_str().unwrap().to_string())
        .collect();
    assert_eq!(names, ["first", "second", "third"]);
}

/// What another file of the run declares, this one does not.
#[test]
fn each_file_has_its_own_names() {
    let bench = Bench::with("one.cu", "__device__ int lone(int x) { return x; }\n__global__ void k(int *a) {}\n");
    bench.write("two.cu", "__global__ void k2(int *a) { a[0] = lone(3); }\n");
    let ran = bench.run(&["prove", "one.cu", "two.cu"]);
    assert!(ran.out.contains("error[E0301]: `lone` is not declared here"), "{}", ran.out);
}

#[test]
fn what_other_files_read_declares_nothing() {
    let bench = Bench::with("word.cu", "__global__ void word(float *a) { a[0] = rint_distance(a[0]); }\n");
    // This one uses the library in which that is a lemma.
    let proved = "//@ requires 1 <= \\length(a);\n//@ ensures rint(a[0]) - a[0] <= 0.5;\n";
    bench.write("proved.cu", format!("{proved}__global__ void proved(const float *a) {{}}\n"));
    for files in [["word.cu", "proved.cu"], ["proved.cu", "word.cu"]] {
        let ran = bench.run(&["prove", files[0], files[1], "--format", "json"]);
        assert_eq!((ran.code, ran.codes()), (Some(2), vec!["E0301".to_string()]), "{files:?}: {}", ran.out);
    }
}
