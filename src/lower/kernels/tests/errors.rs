//! Every code of names and types is provoked, and the rest of the file goes on.

use crate::base::{Config, Files, Span, config::Source};
use crate::kernel::ir;
use crate::lower::kernels;
use crate::syntax;
use crate::syntax::tree::{Ident, SideFile, SideKernel};

use super::program;
use crate::lower::kernels::tests;

/// A statement of a kernel over `int *a, const int *c, int n, float x`, its code and the guilty text.
const STATEMENTS: &[(&str, &str, &str)] = &[
    ("a[cuont] = 1;", "E0301", "cuont"),
    ("n = threadIdx.w;", "E0301", "w"),
    ("n = foo(n);", "E0301", "foo"),
    ("Foo v;", "E0301", "Foo"),
    ("n = (Foo) x;", "E0301", "Foo"),
    ("n = threadIdx;", "E0302", "threadIdx"),
    ("n = (int) blockDim;", "E0302", "blockDim"),
    ("n = x % 2;", "E0302", "x % 2"),
    ("n = ~x;", "E0302", "~x"),
    ("a[x] = 1;", "E0302", "x"),
    ("n[0] = 1;", "E0302", "n"),
    ("n = *n;", "E0302", "n"),
    ("n = a * 2;", "E0302", "a * 2"),
    ("n = a + c;", "E0302", "a + c"),
    ("n = __syncthreads();", "E0302", "__syncthreads()"),
    ("auto v;", "E0302", "v"),
    ("switch (x) { case 1: ; }", "E0302", "x"),
    ("int v[2] = {1, 2, 3};", "E0303", "3"),
    ("n = min(n);", "E0303", "min(n)"),
    ("__syncthreads(n);", "E0303", "__syncthreads(n)"),
    ("n + 1 = 2;", "E0304", "n + 1"),
    ("c[0] = 1;", "E0304", "c[0]"),
    ("const int k = n; k++;", "E0304", "k"),
    ("int *p = c;", "E0304", "c"),
    ("int v[n];", "E0305", "n"),
    ("switch (n) { case n: ; }", "E0305", "n"),
    ("int k; float k;", "E0306", "k"),
    ("switch (n) { case 1: break; case 1: break; }", "E0306", "1"),
    ("break;", "E0307", "break;"),
    ("if (n) continue;", "E0307", "continue;"),
    ("return n;", "E0308", "n"),
];

fn first_error(kernel: &ir::Kernel, files: &Files) -> Option<(String, String)> {
    let diagnostic = kernel.diagnostics.first()?;
    let span = diagnostic.primary.as_ref().map_or_else(Span::default, |label| label.span);
    Some((diagnostic.code.to_string(), files.text(span).to_string()))
}

#[test]
fn statements_with_errors() {
    for (statement, code, guilty) in STATEMENTS {
        let source = format!("__global__ void k(int *a, const int *c, int n, float x) {{ {statement} }}");
        let (program, files) = program(&source, &Config::default());
        let found = first_error(&program.kernels[0], &files);
        assert_eq!(found, Some((code.to_string(), guilty.to_string())), "{statement}");
    }
}

/// A whole file and the code in its last kernel.
const FILES: &[(&str, &str)] = &[
    ("__global__ int k() { return 1; }", "E0308"),
    ("__device__ int f() { return; } __global__ void k() { f(); }", "E0308"),
    ("__device__ int f(int x) { return x; } __global__ void k(int *a) { a[0] = f(1, 2); }", "E0303"),
    ("__device__ int f(int *x) { return *x; } __global__ void k(int *a) { a[0] = f(1); }", "E0309"),
    (
        "__device__ int f(int x, float y) { return x; } __device__ int f(float x, int y) { return y; }
         __global__ void k(int *a) { a[0] = f(1, 2); }",
        "E0309",
    ),
    ("__device__ void f(int &x) { x = 1; } __global__ void k() { f(1); }", "E0309"),
    ("template <typename T> __global__ void k(T *a) { } template __global__ void k<3>(int *);", "E0310"),
];

#[test]
fn files_with_errors() {
    for (source, code) in FILES {
        let (program, files) = program(source, &Config::default());
        let kernel = program.kernels.last().expect("each has a kernel");
        assert_eq!(first_error(kernel, &files).map(|found| found.0), Some(code.to_string()), "{source}");
    }
}

/// No C++, or none that a compiler gets to the end of.
#[test]
fn classes_without_end_are_not_modelled() {
    for source in [
        "struct S { int v; S s; }; __global__ void k(int *a, S s) { a[0] = s.v; }",
        "struct A; struct B { A *a; A again[2]; }; struct A { B b; }; __global__ void k(int *a, A s) { a[0] = 1; }",
        "template <class T> struct W { T first; T second; };
         template <class T> __device__ int deep(T x) { return deep(W<T>{}); }
         __global__ void k(int *a) { a[0] = deep(1); }",
    ] {
        let (program, _) = program(source, &Config::default());
        assert!(!program.kernels[0].unsupported.is_empty(), "{source}");
    }
}

#[test]
fn the_command_line_gives_arguments_of_the_right_kind() {
    let config = Config::default();
    let templates = vec![("T".into(), "16".into()), ("N".into(), "float".into())];
    let config = Config { source: Source { templates, ..Source::default() }, ..config };
    let (program, _) = program("template <typename T, int N> __global__ void k(T *a) { }", &config);
    let codes: Vec<&str> = program.kernels[0].diagnostics.iter().map(|diagnostic| diagnostic.code.0).collect();
    assert_eq!(codes, ["E0310", "E0310"]);
}

#[test]
fn a_misspelt_name_has_a_suggestion() {
    let (program, _) = program("__global__ void k(int *a, int count) { a[0] = cuont; }", &Config::default());
    assert_eq!(program.kernels[0].diagnostics[0].notes, ["did you mean `count`?"]);
}

#[test]
fn checking_goes_on_after_an_error() {
    let (program, _) = program("__global__ void k(int *a) { a[b] = 1; a[0] = c; a[1] = 2; }", &Config::default());
    assert_eq!(program.kernels[0].diagnostics.len(), 2);
    assert_eq!(tests::body(&program.kernels[0]), ["a[1] = 2;"]);
}

#[test]
fn deep_trees_are_refused_and_do_not_overflow() {
    let deep = format!("__global__ void k(int *a) {{ {} a[0] = 1; {} }}", "if (a[0]) {".repeat(120), "}".repeat(120));
    let (program, _) = program(&deep, &Config::default());
    assert!(program.kernels[0].diagnostics.is_empty());
    let chain: String = (0..400).map(|i| format!("if (a[0] == {i}) a[1] = {i}; else ")).collect();
    let deeper = format!("__global__ void k(int *a) {{ {chain} {{}} }}");
    let mut files = Files::new();
    let tree = syntax::parse_text(&mut files, "test.cu", &deeper, &Config::default());
    let program = kernels::lower_file(&tree, &[], &Config::default(), &files);
    let codes = program.kernels.iter().flat_map(|kernel| &kernel.diagnostics).map(|diagnostic| diagnostic.code.0);
    assert_eq!(codes.chain(tree.diagnostics.iter().map(|d| d.code.0)).collect::<Vec<_>>(), [] as [&str; 0]);
    assert_eq!(program.kernels[0].unsupported.len(), 1);
}

#[test]
fn nesting_of_calls_beyond_the_limit_is_unsupported() {
    let calls: String = (0..63)
        .map(|i| {
            format!(
                "__device__ int f{}(int x) {{ if (x) {{ if (x > 1) {{ x = 2 + (1 + f{i}(x)); }} }} return x; }}\n",
                i + 1
            )
        })
        .collect();
    let source =
        format!("__device__ int f0(int x) {{ return x; }}\n{calls}__global__ void k(int *a) {{ a[0] = f63(a[1]); }}");
    let (program, _) = program(&source, &Config::default());
    assert!(program.kernels[0].diagnostics.is_empty());
    assert_eq!(program.kernels[0].unsupported[0].construct, "device functions inlined too deep or too often");
}

#[test]
fn a_side_file_must_name_what_exists() {
    let mut files = Files::new();
    let config = Config::default();
    let tree = syntax::parse_text(&mut files, "test.cu", "__global__ void k(int *a) { a[0] = 1; }", &config);
    let kernel = |name: &str| SideKernel {
        name: Ident { text: name.into(), span: Span::default() },
        contract: Vec::new(),
        loops: vec![(None, vec![1], Vec::new(), Span::default())],
        barriers: vec![(1, Vec::new(), Span::default())],
        span: Span::default(),
    };
    let side = SideFile { kernels: vec![kernel("k"), kernel("missing")], ..SideFile::default() };
    let program = kernels::lower_file(&tree, &[side], &config, &files);
    let messages: Vec<&str> = program.kernels[0].diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(messages, ["kernel `k` has no loop 1", "kernel `k` has no barrier 1"]);
    assert_eq!(program.diagnostics.first().map(|d| d.message.as_str()), Some("the file has no kernel `missing`"));
}
