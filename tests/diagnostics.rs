//! Every diagnostic code is produced by something: by a case here, or in the test that names it.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use gpuhoare::base::codes;
use libtest_mimic::{Arguments, Failed, Trial};

/// A file, the words that follow `gpuhoare` (`FILE` stands for it, `OTHER` for a kernel file that is always there), and the codes that must be among what is said.
struct Case {
    codes: &'static [&'static str],
    file: &'static str,
    text: &'static str,
    words: &'static str,
}

const CASES: &[Case] = &[
    Case {
        codes: &["E0012"],
        file: "k.cu",
        text: "__global__ void k(int *a, int n) { a[0] = n; }",
        words: "run FILE --block 1 --grid 1",
    },
    Case {
        codes: &["E0013"],
        file: "k.cu",
        text: "__global__ void one() { int i = 0; }\n__global__ void two() { int i = 0; }",
        words: "run FILE --block 1 --grid 1",
    },
    // A side file for a kernel that the file does not have.
    Case {
        codes: &["E0311"],
        file: "k.spec",
        text: "kernel absent { requires n > 0; }\n",
        words: "prove OTHER --spec FILE",
    },
    Case {
        codes: &["W0703"],
        file: "k.cu",
        text: "//@ requires n == blockDim.x * gridDim.x && n == 1;\n//@ ensures c[0] == n;\n__global__ void k(int *c, int n) { c[threadIdx.x] = n; }",
        words: "prove FILE",
    },
    Case {
        codes: &["W0702"],
        file: "k.cu",
        text: "__global__ void k(int n) { }",
        words: "prove FILE --require-contracts",
    },
    Case {
        codes: &["W0704"],
        file: "k.cu",
        text: "__global__ void k(int n) { }",
        words: "races FILE --block 1 --require-scope every",
    },
    Case { codes: &["W0719"], file: "k.cu", text: "__global__ void k(int n) { }", words: "prove FILE --limit 0.001ms" },
    Case {
        codes: &["E0723"],
        file: "k.cu",
        text: "//@ requires n > 0;\n__global__ void k(int n) { }\nint main() { k<<<1, 1>>>(0); }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0722"],
        file: "k.cu",
        text: "//@ ensures n == 7;\n__global__ void k(int n) { while (true) { } }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0316"],
        file: "k.cu",
        text: "//@ logic int twice(int x) = 2 * x;\n//@ predicate twice(int x) = x > 2;\n__global__ void k(int *a) { a[0] = 1; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0316"],
        file: "k.cu",
        text: "//@ logic int f(int x) = x;\n__device__ int f(int x) { return x; }\n__global__ void k(int *a) { a[0] = f(1); }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0316"],
        file: "k.cu",
        text: "//@ logic int max(int x, int y) = x;\n__global__ void k(int *a) { a[0] = 1; }",
        words: "prove FILE",
    },
    // A ghost is none of the program's names, and the program knows no ghost.
    Case {
        codes: &["E0306"],
        file: "k.cu",
        text: "constexpr int A = 4;\n//@ ghost int A;\n//@ requires A == 7;\n//@ ensures c[0] == 7;\n__global__ void k(int *c) { c[0] = A; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0306"],
        file: "k.cu",
        text: "//@ ghost int warpSize;\n//@ ensures c[0] == warpSize;\n__global__ void k(int *c) { c[0] = warpSize; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0301"],
        file: "k.cu",
        text: "//@ ghost int m;\n//@ ensures c[0] == m;\n__global__ void k(int *c) { c[0] = m; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0316"],
        file: "k.cu",
        text: "//@ logic int umax(int x) = x;\n__global__ void k(int *a, int n) { a[0] = 1; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0316"],
        file: "k.cu",
        text: "//@ logic int lround(int x) = x;\n__global__ void k(int *a, int n) { a[0] = 1; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0316"],
        file: "k.cu",
        text: "//@ logic int __popc(int x) = x;\n__global__ void k(int *a, int n) { a[0] = 1; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0316"],
        file: "k.cu",
        text: "//@ logic int old(int x) = x;\n__global__ void k(int *a, int n) { a[0] = 1; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0316"],
        file: "k.cu",
        text: "//@ logic int is_pow2(int x) = x;\n__global__ void k(int *a, int n) { a[0] = 1; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0316"],
        file: "k.cu",
        text: "//@ logic int blockDim(int x) = x;\n__global__ void k(int *a, int n) { a[0] = 1; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0316"],
        file: "k.cu",
        text: "//@ logic int f(int x) = x;\nint f(int x) { return x; }\n__global__ void k(int *a, int n) { a[0] = 1; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0316"],
        file: "k.cu",
        text: "//@ logic int d(int x) = x;\n__device__ int d[4];\n__global__ void k(int *a, int n) { a[0] = 1; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0316"],
        file: "k.cu",
        text: "//@ logic int n(int x) = x;\n__global__ void k(int *a, int n) { a[0] = 1; }",
        words: "prove FILE",
    },
    // Of a namespace, of an overload, of a template.
    Case {
        codes: &["W0304"],
        file: "k.cu",
        text: "namespace a {\n//@ requires n > 5;\n__global__ void k(int *p, int n);\n}\n__global__ void k(int *p, int n) { p[0] = n; }",
        words: "prove FILE",
    },
    Case {
        codes: &["W0304"],
        file: "k.cu",
        text: "//@ requires n > 5;\n__global__ void k(const int *p, int n);\n__global__ void k(int *p, int n) { p[0] = n; }",
        words: "prove FILE",
    },
    Case {
        codes: &["W0304"],
        file: "k.cu",
        text: "//@ requires n > 5;\ntemplate <int m> __global__ void k(int *p, int n);\n__global__ void k(int *p, int n) { p[0] = n; }",
        words: "prove FILE",
    },
    // Of a member.
    Case {
        codes: &["W0304"],
        file: "k.cu",
        text: "struct S {\n//@ ensures \\result == 1;\n__device__ int f();\n};\n__device__ int S::f() { return 1; }\n__global__ void k(int *a) { S s; a[0] = s.f(); }",
        words: "prove FILE",
    },
    Case {
        codes: &["W0303"],
        file: "k.cu",
        text: "__device__ int table[8];\n__global__ void k(int *o) { o[threadIdx.x] = table[0]; }\n\
               void f() { int *p; cudaGetSymbolAddress((void **)&p, table); k<<<1, 8>>>(p); }",
        words: "races FILE",
    },
    Case {
        codes: &["E0702"],
        file: "k.cu",
        text: "__global__ void k(int n) { int i = 0; while (i < n) {\n//@ invariant i >= 1;\ni++; } }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0703"],
        file: "k.cu",
        text: "__global__ void k(int n) { int i = 0; while (i < n) {\n//@ invariant i <= 2;\ni++; } }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0704"],
        file: "k.cu",
        text: "__global__ void k(int n) {\n//@ assert n > 3;\nint i = n; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0705"],
        file: "k.cu",
        text: "__global__ void k(int n) { if (threadIdx.x < n) __syncthreads(); }",
        words: "races FILE",
    },
    Case {
        codes: &["E0706"],
        file: "k.cu",
        text: "__global__ void k(int *a) { a[0] = threadIdx.x; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0707"],
        file: "k.cu",
        text: "//@ requires \\length(a) == blockDim.x && gridDim.x == 1;\n\
               __global__ void k(int *a) { a[threadIdx.x + 1] = 0; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0708"],
        file: "k.cu",
        text: "__global__ void k(int *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = 7 / n; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0709"],
        file: "k.cu",
        text: "__global__ void k(int *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n + 1; }",
        words: "prove FILE --ints checked",
    },
    Case {
        codes: &["E0710"],
        file: "k.cu",
        text: "__global__ void k(int n) { int i = 0; while (i < n) {\n//@ variant i;\ni++; } }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0721"],
        file: "k.cu",
        text: "__global__ void k(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;\n\
               a[i] = __shfl_xor_sync(0xffffffff, i, 1); }",
        words: "prove FILE",
    },
    Case { codes: &["E0712"], file: "l.spec", text: "lemma wrong(int x): x < x + x;\n", words: "prove FILE" },
    Case {
        codes: &["E0713"],
        file: "k.cu",
        text: "//@ requires n > 3 && n < 2;\n__global__ void k(int n) { int i = n; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0714"],
        file: "k.cu",
        text: "//@ requires n > 3;\n__global__ void k(int n) { int i = n; }",
        words: "run FILE --block 1 --grid 1 --arg n=2",
    },
    Case {
        codes: &["E0720"],
        file: "k.cu",
        text: "//@ requires gridDim.x == 1;\n//@ writes a[0..3];\n__global__ void k(int *a) { a[threadIdx.x] = 0; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0724"],
        file: "k.cu",
        text: "__global__ void k(const int *at, float *a) { a[at[threadIdx.x]] = 1.0f; }",
        words: "amplify FILE --block 2",
    },
    Case {
        codes: &["W0725"],
        file: "k.cu",
        text: "__global__ void k(float *a) { a[threadIdx.x] = 1.0f; }",
        words: "amplify FILE",
    },
    Case { codes: &["E0017"], file: "g.toml", text: "[options]\nfolder = 1\n", words: "races OTHER --config FILE" },
    Case { codes: &["E0005"], file: "k.cu", text: "", words: "prove FILE --ints exact" },
    // A function and a type that nothing declares, and a vector where a number is needed.
    Case {
        codes: &["E0301"],
        file: "k.cu",
        text: "#include <stdio.h>\n__device__ int step(int x) { return x; }\n__global__ void k(int *a) { a[0] = stpe(1); }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0301", "E0303"],
        file: "k.cu",
        text: "__device__ int cell(int x, int y = 1, int z = 2) { return x; }\n__global__ void k(int *a) { Foo f; a[0] = cell(); }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0302"],
        file: "k.cu",
        text: "__global__ void k(int *a, int n) { int i = threadIdx; if (i < n) a[i] = 0; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0309"],
        file: "k.cu",
        text: "__device__ int f(int *x, int y) { return y; }\n__device__ int f(int *x, int *y) { return 1; }\n__global__ void k(int *a) { a[0] = f(1, 2); }",
        words: "check FILE",
    },
    Case { codes: &["E0018"], file: "known.json", text: "{}", words: "races OTHER --baseline FILE" },
    Case { codes: &["E0019"], file: "k.cu", text: "int x;", words: "races FILE --error-on-empty" },
    Case { codes: &["E0020"], file: "all.json", text: "[1]", words: "races OTHER --compile-commands FILE" },
    Case {
        codes: &["W0004"],
        file: "k.cu",
        text: "// gpuhoare-ignore(E9999): no such code\n__global__ void k(int n) { }",
        words: "races FILE",
    },
    Case { codes: &["W0005"], file: "k.cu", text: "__global__ void k(int n) { }", words: "races FILE -I absent" },
    Case {
        codes: &["W0006"],
        file: "k.cu",
        text: "__global__ void k(int n) { }\n__global__ void k(float n) { }",
        words: "check FILE",
    },
    Case {
        codes: &["W0007"],
        file: "k.cu",
        text: "__global__ void k(int n) { }",
        words: "races FILE --emit-host l.cu",
    },
    Case { codes: &["E0016"], file: "k.toml", text: "[[launch]]\nblock = 1\n", words: "amplify k.cu --launches FILE" },
    Case {
        codes: &["E0790"],
        file: "k.cu",
        text: "__global__ void k(float *a, float x) { if (tgammaf(x) > 2.0f) a[threadIdx.x] = 1.0f; }",
        words: "run FILE --block 1 --grid 1 --arg x=1",
    },
    Case {
        codes: &["W0700"],
        file: "k.cu",
        text: "__global__ void k(int *a, int n) { for (int i = 0; i < n; i++) a[blockDim.x * i + threadIdx.x] = 0; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0419"],
        file: "k.cu",
        text: "//@ ensures c[0] == n ^ 3;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["E0419"],
        file: "k.cu",
        text: "//@ ensures c[0] & 6 != 1;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["E0419"],
        file: "k.cu",
        text: "//@ ensures c[0] == (n > 3) ? 1 : 2;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["E0419"],
        file: "k.cu",
        text: "//@ requires blockDim.x & (blockDim.x - 1) == 0;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["E0419"],
        file: "k.cu",
        text: "//@ requires 0 < n != 5;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["E0419"],
        file: "k.cu",
        text: "//@ requires !n != 3;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["E0419"],
        file: "k.cu",
        text: "//@ requires 0 <= n == n <= 7;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["E0419"],
        file: "k.cu",
        text: "//@ requires n > 3 -> n > 5 ? n < 9 : n < 7;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["E0419", "E0419", "E0419", "E0419"],
        file: "k.cu",
        text: "//@ requires !c[0] < 3;\n//@ requires !n + 1 == 2;\n//@ requires !n << 1;\n//@ requires !n < 3 <= 4;\n//@ requires (!n) + 1 < 3 && 0 <= !n && !n;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["E0422", "E0422", "E0422"],
        file: "k.cu",
        text: "//@ lemma l(int x): x * x >= 0; trigger x * x >= 0 && x > 0;\n//@ lemma m(int x): x * x >= 0; trigger 3;\n//@ lemma n(int x, int y): x * y < x * y + 1; trigger x * x;\n//@ lemma o(int x, int y): x * y < x * y + 1; trigger x * x, y * y;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["E0423", "E0423", "E0423"],
        file: "k.cu",
        text: "//@ requires n < -1u;\n//@ requires ~(n + 1) == n;\n//@ requires ~(1u << 3) == n;\n//@ requires n < ~0u && n < ~n;\n__global__ void k(int *c, unsigned n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["E0420"],
        file: "k.cu",
        text: "//@ ensures \\exists j. 0 <= j < n -> c[j] == 3;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["E0421"],
        file: "k.cu",
        text: "//@ requires gridDim.x == sum(t : thread, threadIdx.x);\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["W0402"],
        file: "k.cu",
        text: "//@ requires n == (2 ^ 3);\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    // Functions of the program that are no values.
    Case {
        codes: &["E0411", "E0411", "E0411", "E0411", "E0411", "E0411", "E0411", "E0411", "E0411"],
        file: "k.cu",
        text: "__device__ int g;\n__device__ int loop(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }\n__device__ int store(int *p) { p[0] = 1; return 1; }\n__device__ int add(int *p) { return atomicAdd(p, 1); }\n__device__ int wait(int v) { __syncthreads(); return v; }\n__device__ int global(int v) { g = v; return v; }\n__device__ int open(int v) { int r; if (v) r = 1; return r; }\n__device__ int own(int v) { int w[2]; w[0] = v; return w[0]; }\n__device__ int again(int v) { return v == 0 ? 0 : again(v - 1); }\n__device__ int by(int v, int s) { return v << s; }\n//@ requires loop(n) == 0;\n//@ requires store(c) == 0;\n//@ requires add(c) == 0;\n//@ requires wait(n) == 0;\n//@ requires global(n) == 0;\n//@ requires open(n) == 0;\n//@ requires own(n) == 0;\n//@ requires again(n) == 0;\n//@ requires by(n, n) == 0;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    // A value of now in an `\old`, and of this thread in an `\other`.
    Case {
        codes: &["E0411", "E0411"],
        file: "k.cu",
        text: "//@ ensures \\let x = c[0]; \\old(x) == x;\n__global__ void k(int *c, int n) {\n//@ barrier_invariant \\let t = threadIdx.x; t != \\other(t);\n__syncthreads(); c[0] = n; }",
        words: "check FILE",
    },
    // Ranges of cells that are no sides of `==`, and a state inside of another.
    Case {
        codes: &["E0411", "E0411", "E0411", "E0411", "E0411"],
        file: "k.cu",
        text: "//@ requires c[0 .. 3] != d[0 .. 3];\n//@ requires c[0 .. 3] < 4;\n//@ requires \\old(c[0 .. 3]) + 1 == 2;\n//@ requires \\forall j. c[0 .. 3];\n//@ requires \\old(\\at(c[0], Here)) == 2;\n__global__ void k(int *c, int *d, int n) { c[0] = n; }",
        words: "check FILE",
    },
    // No labels.
    Case {
        codes: &["E0207", "E0207", "E0207"],
        file: "k.cu",
        text: "//@ requires \\at(n, LoopEntry) == 1;\n//@ requires \\at(n, 1) == 1;\n//@ requires \\at(n) == 1;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    // Objects that are not compared.
    Case {
        codes: &["E0402", "E0402", "E0402", "E0402"],
        file: "k.cu",
        text: "struct P { int x; }; struct Q { int x; }; struct R { int *p; }; struct S { int x; __device__ bool operator==(const S &o) const { return true; } };\n//@ requires p == q;\n//@ requires p == 1;\n//@ requires r[0] == r[1];\n//@ requires s == s;\n__global__ void k(int *c, P p, Q q, R *r, S s) { c[0] = p.x; }",
        words: "check FILE",
    },
    // What moves no array.
    Case {
        codes: &["E0402", "E0402", "E0402", "E0402", "E0402"],
        file: "k.cu",
        text: "//@ requires *n == 1;\n//@ requires *(c + d) == 1;\n//@ requires *(1 - c) == 1;\n//@ requires *(c + 0.5) == 1;\n//@ requires c + 1 == d;\n__global__ void k(int *c, int *d, int n) { c[0] = n; }",
        words: "check FILE",
    },
    // Calls that do not say which function is meant, or no function.
    Case {
        codes: &["E0402", "E0402", "E0402", "E0413", "E0401"],
        file: "k.cu",
        text: "__device__ int f(int v) { return v; }\n__device__ float f(float v) { return v; }\ntemplate <class T> __device__ T t(T v) { return v; }\n__device__ int one(int v) { return v; }\nnamespace other { __device__ int h(int v) { return v; } }\n//@ requires f(2) == 2;\n//@ requires t(n + 1) == 2;\n//@ requires \\exists one. one(1) == 1;\n//@ requires one(1, 2) == 1;\n//@ requires h(1) == 1;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["W0403"],
        file: "k.cu",
        text: "//@ ensures \\forall j. 0 <= n;\n__global__ void k(int *c, int n) { c[0] = n; }",
        words: "check FILE",
    },
    Case {
        codes: &["W0404"],
        file: "k.cu",
        text: "//@ ensures \\forall n. 0 <= n < 1 -> c[n] == 0;\n__global__ void k(int *c, int n) { c[0] = 0; }",
        words: "check FILE",
    },
    Case {
        codes: &["W0404", "W0404"],
        file: "k.cu",
        text: "//@ ensures sum(n, n, 0, 1) == 1;\n//@ ensures \\forall j. count(j, j > 0, 0, 1) <= j;\n__global__ void k(int *c, int n) { c[0] = 0; }",
        words: "check FILE",
    },
    Case {
        codes: &["E0402", "E0402"],
        file: "k.cu",
        text: "//@ requires (half) == 3 && (half) < 4;\n//@ requires (size_t) - 1 > 0;\n//@ requires (real) + 1 > 0;\n__global__ void k(int *c, int half, int size_t, int real) { c[0] = half; }",
        words: "check FILE",
    },
    Case {
        codes: &["W0405"],
        file: "k.cu",
        text: "__device__ int f(int x) { x = x + 1;\n//@ assert \\old(x) == x;\nreturn x; }\n__global__ void k(int *c, int n) { c[0] = f(n); }",
        words: "check FILE",
    },
    Case {
        codes: &["E0402"],
        file: "k.cu",
        text: "//@ requires (half) - 1 > 0;\n__global__ void k(int *c, int half) { c[0] = half; }",
        words: "check FILE",
    },
    Case {
        codes: &["W0301"],
        file: "k.cu",
        text: "//@ ensures \\result == 1;\n__device__ int f() { return 2; }\n__global__ void k(int n) { int i = n; }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0711"],
        file: "k.cu",
        text: "__global__ void k(int n) {\n//@ barrier_invariant threadIdx.x < \\other(threadIdx.x);\n__syncthreads(); }",
        words: "prove FILE",
    },
    // A side file is no file of the run: what is wrong in it is shown all the same.
    Case {
        codes: &["E0214"],
        file: "k.spec",
        text: "kernel k { //@ requires n > 0;\n}\n",
        words: "prove OTHER --spec FILE",
    },
    Case {
        codes: &["E0214"],
        file: "k.spec",
        text: "kernel k { // requires n > 0;\n}\n",
        words: "prove OTHER --spec FILE",
    },
    Case { codes: &["E0201"], file: "k.spec", text: "kernel k { requires n > ; }\n", words: "races OTHER --spec FILE" },
    Case {
        codes: &["W0202"],
        file: "k.spec",
        text: "kernel k { /* @ */ // //@ requires n;\n}\n",
        words: "vcs OTHER --spec FILE",
    },
    Case {
        codes: &["W0202", "W0203"],
        file: "k.cu",
        text: "//@HEADER\n// //@ requires n > 0;\n__global__ void k(int n) { int i = n; }",
        words: "prove FILE",
    },
    Case {
        codes: &["W0204"],
        file: "k.cu",
        text: "__global__ void k(int *a, int n) { for (int i = 0; __invariant(__write_implies(a, i > 0) && i >= 0), i < n; i++) {} }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0250"],
        file: "k.cu",
        text: "__global__ void k(int n) {\n//@ barrier_invariant threadIdx.x != \\other(threadIdx.x);\nint i = n; }",
        words: "prove FILE",
    },
    Case {
        codes: &["W0701"],
        file: "k.cu",
        text: "//@ lemma wrong(int x): x < x + x;\n//@ ensures n > 5;\n__global__ void k(int n) { int i = n; }",
        words: "prove FILE",
    },
    Case {
        codes: &["W0716"],
        file: "k.cu",
        text: "//@ requires gridDim.x == 1 && n == 2147483647;\n//@ ensures \\forall j. 0 <= j < blockDim.x -> a[j] > n;\n\
               __global__ void k(int *a, int n) { a[threadIdx.x] = n + 1; }",
        words: "prove FILE",
    },
    Case {
        codes: &["W0716"],
        file: "k.cu",
        text: "//@ requires blockDim.x == 256 && gridDim.x == 1;\n\
               __global__ void k(int *a) { a[(threadIdx.x * 2654435761u) >> 28] = threadIdx.x; }",
        words: "races FILE",
    },
    Case {
        codes: &["W0716"],
        file: "k.cu",
        text: "__global__ void k(int *a) { unsigned short c = blockIdx.x * blockDim.x + threadIdx.x; a[c] = threadIdx.x; }",
        words: "races FILE",
    },
    Case {
        codes: &["W0717"],
        file: "k.cu",
        text: "//@ requires \\length(a) == 16;\n\
               __global__ void k(int *a, unsigned n) { atomicAdd(&a[(n * 2654435761u) >> 28], 1); }",
        words: "prove FILE",
    },
    Case {
        codes: &["E0314"],
        file: "k.cu",
        text: "__global__ void __launch_bounds__(64) k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }",
        words: "run FILE --block 65 --grid 1 --arg a=zeros(65)",
    },
    Case {
        codes: &["W0303"],
        file: "k.cu",
        text: "__global__ void k(const int *a, int *b) { int i = blockIdx.x * blockDim.x + threadIdx.x; b[i] = a[i + 1]; }\n\
               void f(int *a) { k<<<1, 64>>>(a, a); }",
        words: "races FILE",
    },
    Case {
        codes: &["W0302", "E0314"],
        file: "k.cu",
        text: "__global__ void __launch_bounds__(64) k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n\
               void f(int *a) { k<<<1, 65>>>(a); }",
        words: "prove FILE",
    },
    Case {
        codes: &["W0790"],
        file: "k.cu",
        text: "__global__ void k(int *a) { __shared__ int x; int y = x; a[threadIdx.x] = 0; }",
        words: "run FILE --block 1 --grid 1",
    },
];

/// Codes that no input produces, and why.
const EXCEPTIONS: &[(&str, &str)] = &[("E0715", "an internal error: it takes a flaw of the program")];

/// A case is called by its first code, and numbered among the cases of that code.
fn main() -> ExitCode {
    let cases = CASES.iter().enumerate().map(|(at, case)| {
        let nth = CASES[..=at].iter().filter(|other| other.codes[0] == case.codes[0]).count();
        Trial::test(format!("{}_{nth}", case.codes[0]), || said(case))
    });
    let every_code = Trial::test("every_code_has_a_test", || {
        every_code_has_a_test();
        Ok(())
    });
    libtest_mimic::run(&Arguments::from_args(), cases.chain([every_code]).collect()).exit_code()
}

/// The case's codes are said.
fn said(case: &Case) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join(case.file), case.text)?;
    std::fs::write(folder.path().join("other.cu"), "__global__ void other(int n) { int i = n; }")?;
    let words = case.words.split(' ').map(|word| match word {
        "FILE" => case.file,
        "OTHER" => "other.cu",
        word => word,
    });
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .args(words)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()?;
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    match case.codes.iter().find(|code| !said.contains(&format!("[{code}]"))) {
        None => Ok(()),
        Some(code) => Err(format!("{code} is not said of\n{}\n{said}", case.text).into()),
    }
}

fn every_code_has_a_test() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut tested = String::new();
    texts(&root.join("tests"), false, &mut tested);
    texts(&root.join("src"), true, &mut tested);
    for entry in codes::ALL {
        let code = entry.code.0;
        let is_exception = EXCEPTIONS.iter().any(|(other, _)| *other == code);
        assert!(tested.contains(code) || is_exception, "no test speaks of {code} ({})", entry.title);
    }
}

/// The Rust files under a folder; of the program's own only what tests them.
fn texts(folder: &Path, only_tests: bool, all: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            texts(&path, only_tests, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("text");
            let is_test = path.components().any(|part| part.as_os_str().to_string_lossy().starts_with("tests"));
            let from = if only_tests && !is_test { text.find("#[cfg(test)]").unwrap_or(text.len()) } else { 0 };
            all.push_str(&text[from..]);
        }
    }
}
