//! `benches/nvcc.py` compares a real machine with the concrete one. Here its host programs are compiled for the host, with threads of the host
//! for those of a block: launches agree bit for bit, and a program that computes something else is noticed.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What the script says of a file with these flags for the compiler; none where there is no compiler.
fn compared(file: &Path, flags: &str) -> Option<(String, bool)> {
    let output = Command::new("python3")
        .arg(root().join("benches/nvcc.py"))
        .args(["--emulate", "--launches", "1"])
        .arg(file)
        .env("GPUHOARE", env!("CARGO_BIN_EXE_gpuhoare"))
        .env("CXXFLAGS", flags)
        .output()
        .expect("python3 runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!said.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (!said.starts_with("skipped")).then(|| (said, output.status.success()))
}

#[test]
fn host_programs_end_as_the_concrete_machine_does() {
    // One thread a cell; barriers and shared memory of a size given at the launch; a template.
    for name in ["basics/saxpy.cu", "reductions/blockSum.cu", "matrices/transposePadded.cu"] {
        let file: PathBuf = root().join("examples").join(name);
        let Some((said, same)) = compared(&file, "") else { return };
        assert!(same && said.contains(": 1 launches agree, 0 differ"), "{name}: {said}");
    }
}

#[test]
fn structs_lie_in_memory_as_a_compiler_lays_them_out() {
    let file = root().join("tests/kernels/views/words/bytes_of_structs.cu");
    let Some((said, same)) = compared(&file, "-fno-strict-aliasing") else { return };
    assert!(same && said.contains(": 1 launches agree, 0 differ"), "{said}");
}

#[test]
fn a_host_program_that_computes_something_else_is_noticed() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("add.cu");
    let text = "#ifndef BY\n#define BY 1\n#endif\n\n//@ requires 1 <= n <= \\length(a) && n <= blockDim.x * gridDim.x;\n\
                __global__ void add(int *a, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
                \x20   if (i < n) a[i] += BY;\n}\n";
    std::fs::write(&file, text).expect("the folder is ours");
    let Some((said, same)) = compared(&file, "-DBY=1") else { return };
    assert!(same, "{said}");
    let (said, same) = compared(&file, "-DBY=2").expect("there was a compiler");
    assert!(!same && said.contains("0 launches agree, 1 differ"), "{said}");
}
