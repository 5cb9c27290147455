//! Counterexamples as host programs: clang compiles them with the stub headers, as the kernels of the tests.

#[path = "common/bench.rs"]
#[expect(dead_code, reason = "another test reads documents")]
mod bench;

use std::path::Path;
use std::process::{Command, ExitCode};

use bench::Bench;
use libtest_mimic::{Arguments, Completion, Trial};

const KERNELS: &str = "__constant__ int offset = 1;
__device__ float table[4];

//@ requires n <= \\length(a) && n <= \\length(b);
//@ ensures \\forall i. 0 <= i < n -> a[i] == b[i];
__global__ void copy(float *a, const float *__restrict__ b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = b[i] + 1;
}

__global__ void race(unsigned char *a, bool on, long long big) {
    extern __shared__ int s[];
    s[threadIdx.x] = on ? (int)big : offset;
    a[0] = (unsigned char)s[0];
}

//@ requires x == 0.5 && \\length(v) == 2;
__global__ void outside(volatile double *v, float x) { v[blockDim.x * blockIdx.x + threadIdx.x] = x + table[0]; }

template <int N> __global__ void instance(int *a) { a[N] = threadIdx.x; }

struct Pair { int x, y; };
__global__ void split(Pair p, int *a) { a[0] = threadIdx.x; }

int main() { return 0; }
";

const CLANG: &str = match option_env!("CLANG") {
    Some(named) => named,
    None => "clang",
};

fn compiles(path: &Path) -> Result<(), String> {
    let stub = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cuda_stub");
    let mut clang = Command::new(CLANG);
    clang.args(["-x", "cuda", "--cuda-gpu-arch=sm_70", "-nocudainc", "-nocudalib", "-std=c++17", "-fsyntax-only"]);
    clang.args(["--cuda-host-only", "-include", "cuda_stub.h", "-I"]).arg(stub).arg(path);
    let output = clang.output().expect("clang runs");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

fn main() -> ExitCode {
    let is_there = Command::new(CLANG).arg("--version").output().is_ok();
    let trial = |name: &str, check: fn()| {
        Trial::ignorable_test(name, move || match is_there {
            true => {
                check();
                Ok(Completion::Completed)
            }
            false => Ok(Completion::ignored_with("no clang here")),
        })
    };
    let trials = vec![
        trial("a_launch_that_goes_wrong_compiles_as_a_program", a_launch_that_goes_wrong_compiles_as_a_program),
        trial("a_run_is_a_program_as_well", a_run_is_a_program_as_well_and_what_is_none_is_said),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn a_launch_that_goes_wrong_compiles_as_a_program() {
    let bench = Bench::with("k.cu", KERNELS);
    for (command, kernel, wanted) in [
        ("prove", "copy", "copy<<<dim3("),
        ("races", "race", "race<<<dim3("),
        ("prove", "outside", "(Parameter<Kernel, 1>)(0.5)"),
        ("races", "instance", "instance<"),
    ] {
        let ran = bench.run(&[command, "k.cu", "--kernel", kernel, "--emit-host", "launch.cu"]);
        assert_eq!(ran.code, Some(1), "{kernel}: {}{}", ran.out, ran.err);
        let path = bench.path().join("launch.cu");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{kernel}: {}{}", ran.out, ran.err));
        assert!(text.contains(wanted), "{kernel}: {text}");
        assert_eq!(compiles(&path), Ok(()), "{kernel}: {text}");
        std::fs::remove_file(path).unwrap();
    }
}

fn a_run_is_a_program_as_well_and_what_is_none_is_said() {
    let bench = Bench::with("k.cu", KERNELS);
    let run =
        ["run", "k.cu", "--kernel", "copy", "--block", "2", "--arg", "a=[1,2]", "--arg", "b=[1/3,4]", "--arg", "n=2"];
    let ran = bench.run(&[&run[..], &["--emit-host", "launch.cu"]].concat());
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let text = std::fs::read_to_string(bench.path().join("launch.cu")).unwrap();
    assert!(text.contains("1.0 / 3"), "{text}");
    assert_eq!(compiles(&bench.path().join("launch.cu")), Ok(()));
    let ran = bench.run(&["races", "k.cu", "--kernel", "split", "--emit-host", "split.cu"]);
    assert!(ran.err.contains("warning[W0007]"), "{}", ran.err);
    assert!(!bench.path().join("split.cu").exists());
}
