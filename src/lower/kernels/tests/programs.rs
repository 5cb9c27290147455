//! Expressions and statements.

use super::{check, check_file, check_with};
use crate::lower::kernels::tests;

#[test]
fn conversions_are_explicit_and_only_where_types_differ() {
    check("int i = n + 1; a[i] = n * 2;", "i = n + 1;\na[i] = n * 2;");
    check("a[0] = u + n;", "a[0] = convert<i32>(u + convert<u32>(n));");
    check("f[0] = n / 2 * x;", "f[0] = convert<f32>(n / 2) * x;");
    check("f[0] = x + 0.5;", "f[0] = convert<f32>(convert<f64>(x) + 0.5f64);");
    check("f[0] = x + 2;", "f[0] = x + 2.0f32;");
    check("a[0] = x;", "a[0] = cast<i32>(x);");
    check("a[0] = (int)(x * 2.0f);", "a[0] = cast<i32>(x * 2.0f32);");
    check("char c = n; a[0] = c + c;", "c = convert<i8>(n);\na[0] = convert<i32>(c) + convert<i32>(c);");
    check("a[0] = (unsigned char)n;", "a[0] = convert<i32>(cast<u8>(n));");
    check("a[0] = n < u;", "a[0] = convert<i32>(convert<u32>(n) < u);");
    check("bool b = n; a[0] = b + 1;", "b = n != 0;\na[0] = convert<i32>(b) + 1;");
    check("a[0] = static_cast<long long>(n) * n >> 2;", "a[0] = convert<i32>(cast<i64>(n) * convert<i64>(n) >> 2);");
    check("a[n ? 1 : 2] = 0;", "a[n != 0 ? 1 : 2] = 0;");
    check("f[0] = n > 0 ? x : n;", "f[0] = n > 0 ? x : convert<f32>(n);");
}

#[test]
fn literals_have_c_types_and_values() {
    check("a[0] = 2147483648 % 7;", "a[0] = convert<i32>(2147483648i64 % 7i64);");
    check("a[0] = 0xffffffff >> 1;", "a[0] = convert<i32>(4294967295u32 >> 1);");
    check("a[0] = 'a' + -1;", "a[0] = 97 + -1;");
    check("unsigned v = -1; a[v] = 0;", "v = 4294967295u32;\na[v] = 0;");
    check("a[0] = 10ull / 3;", "a[0] = convert<i32>(10u64 / 3u64);");
    check("f[0] = 1e-1f + 0x1p-2f;", "f[0] = 0.1f32 + 0.25f32;");
    check("a[0] = true + !n;", "a[0] = 1 + convert<i32>(!(n != 0));");
    check("a[0] = warpSize + INT_MAX;", "a[0] = 32 + 2147483647;");
}

#[test]
fn operators_keep_their_width() {
    check("a[0] = ~n & n | n ^ 3;", "a[0] = ~n & n | n ^ 3;");
    check("a[0] = u << n;", "a[0] = convert<i32>(u << n);");
    check("a[0] = -u;", "a[0] = convert<i32>(-u);");
    check("short s = n; a[0] = s << 1;", "s = convert<i16>(n);\na[0] = convert<i32>(s) << 1;");
    check("a[0] = n % 3 - n / 3;", "a[0] = n % 3 - n / 3;");
}

#[test]
fn side_effects_become_statements_in_order() {
    check("int k = n; a[k++] = n;", "k = n;\n`old` = k;\nk = `old` + 1;\na[`old`] = n;");
    check("int k = n; a[++k] = 1;", "k = n;\nk = k + 1;\na[k] = 1;");
    check("a[n] += 2; a[0]++; --a[1];", "a[n] = a[n] + 2;\na[0] = a[0] + 1;\na[1] = a[1] - 1;");
    check("int i, j; i = j = n;", "declare i;\ndeclare j;\nj = n;\ni = j;");
    check("a[0] = a[1] = n;", "assigned = n;\na[1] = assigned;\na[0] = assigned;");
    check("int i = (a[0] = 1, n);", "a[0] = 1;\ni = n;");
    check(
        "int i = n; while (i-- > 0) a[i] = 0;",
        "
        i = n;
        loop loop1 L1 while (i > 0) {
            `old` = i;
            i = `old` - 1;
            a[i] = 0;
        }
        `old` = i;
        i = `old` - 1;",
    );
    check(
        "int i = n; while (i-- > 0) if (a[i] == 0) break;",
        "
        i = n;
        loop loop1 L1 while (true) {
            `old` = i;
            i = `old` - 1;
            if (!(`old` > 0)) {
                leave L1;
            }
            if (a[i] == 0) {
                leave L1;
            }
        }",
    );
    check(
        "int i = n; if (i > 0 && i++ < 3) a[0] = i;",
        "
        i = n;
        both = i > 0;
        if (both) {
            `old` = i;
            i = `old` + 1;
            both = `old` < 3;
        }
        if (both) {
            a[0] = i;
        }",
    );
    check(
        "int i = n; a[0] = n ? i++ : 3;",
        "
        i = n;
        if (n != 0) {
            `old` = i;
            i = `old` + 1;
            chosen = `old`;
        } else {
            chosen = 3;
        }
        a[0] = chosen;",
    );
    check(
        "n > 0 ? a[0]++ : a[1]--;",
        "
        if (n > 0) {
            a[0] = a[0] + 1;
        } else {
            a[1] = a[1] - 1;
        }",
    );
    // A value that nobody uses is computed only where that can go wrong.
    check("n + 1; a[n]; (void)u;", "unused = a[n];");
}

#[test]
fn pure_operands_stay_in_place() {
    check("if (n > 0 && a[n - 1] == 3) a[0] = 1;", "if (n > 0 && a[n - 1] == 3) {\n    a[0] = 1;\n}");
    check("a[a[n]] = a[a[u]] + n;", "a[a[n]] = a[a[u]] + n;");
}

#[test]
fn control_flow() {
    check(
        "for (int i = 0; i < n; i++) { if (a[i]) continue; if (i > 5) break; a[i] = i; }",
        "
        i = 0;
        loop loop1 L1 while (i < n) {
            scope L2 {
                if (a[i] != 0) {
                    leave L2;
                }
                if (i > 5) {
                    leave L1;
                }
                a[i] = i;
            }
            i = i + 1;
        }",
    );
    check(
        "do { a[0] = 1; } while (n);",
        "
        loop loop1 L1 while (true) {
            a[0] = 1;
            if (!(n != 0)) {
                leave L1;
            }
        }",
    );
    check(
        "for (;;) { for (int i = 0; i < 3; ++i) break; while (n) { } return; }",
        "
        loop loop1 L1 while (true) {
            i = 0;
            loop `loop1.1` L2 while (i < 3) {
                leave L2;
                i = i + 1;
            }
            loop `loop1.2` L3 while (n != 0) {
            }
            leave kernel;
        }",
    );
    check(
        "if (int k = n / 2) a[k] = k; else a[0] = 1;",
        "
        k = n / 2;
        if (k != 0) {
            a[k] = k;
        } else {
            a[0] = 1;
        }",
    );
    check("int i = 1; { int i = 2; a[i] = 0; } a[i] = 1;", "i = 1;\ni#2 = 2;\na[i#2] = 0;\na[i] = 1;");
    check("if (n) return; a[0] = 1; return;", "if (n != 0) {\n    leave kernel;\n}\na[0] = 1;");
}

#[test]
fn switches() {
    check(
        "switch (n) { case 1: a[0] = 1; break; case 2: case 3: a[0] = 2; break; default: a[0] = 3; }",
        "
        if (n == 1) {
            a[0] = 1;
        } else {
            if (n == 2 || n == 3) {
                a[0] = 2;
            } else {
                a[0] = 3;
            }
        }",
    );
    check(
        "switch (a[0]) { default: a[1] = 0; break; case 7: if (n) break; a[1] = 1; }",
        "
        subject = a[0];
        scope L1 {
            if (subject == 7) {
                if (n != 0) {
                    leave L1;
                }
                a[1] = 1;
            } else {
                a[1] = 0;
            }
        }",
    );
    check(
        "switch (n) { case 0: a[0] = 0; case 1: a[1] = 1; break; case 2: a[2] = 2; }",
        "
        scope L1 {
            falls = false;
            if (n == 0) {
                falls = true;
                a[0] = 0;
            }
            if (falls || n == 1) {
                a[1] = 1;
                leave L1;
            }
            if (n == 2) {
                a[2] = 2;
            }
        }",
    );
}

#[test]
fn arrays_of_every_space() {
    check("__shared__ float s[4][8], one; s[1][n] = x; one = s[1][2];", "s[1][n] = x;\none[] = s[1][2];");
    check("extern __shared__ int d[]; d[threadIdx.x] = n;", "d[threadIdx.x] = n;");
    check(
        "int v[2][2] = {1, 2, {3}}; a[0] = v[1][0];",
        "
        declare v;
        v[0i64][0i64] = 1;
        v[0i64][1i64] = 2;
        v[1i64][0i64] = 3;
        v[1i64][1i64] = 0;
        a[0] = v[1][0];",
    );
    check("float v[] = {x, 2}; f[0] = v[1];", "declare v;\nv[0i64] = x;\nv[1i64] = 2.0f32;\nf[0] = v[1];");
    check_file(
        "__constant__ float c[4]; __device__ int total; const int table[2] = {3, 4}; const float PI = 3.0f;
         __global__ void k(float *f) { f[0] = c[1] * PI + table[f[1] > 0]; total = 1; }",
        "
        f[0] = c[1] * 3.0f32 + convert<f32>(table[convert<i32>(f[1] > 0.0f32)]);
        total[] = 1;",
    );
}

#[test]
fn constants_enumerations_and_type_names() {
    check_file(
        "enum E { A, B = 4, C }; typedef unsigned int word; using real = double; constexpr int N = C * 2;
         __global__ void k(word *w, real *r) { enum { X = 7 }; const int m = N + X; w[m] = B; r[0] = sizeof(real) + sizeof(w[0]); }",
        "
        w[17] = 4u32;
        r[0] = convert<f64>(8u64 + 4u64);",
    );
}

#[test]
fn qualified_names_skip_local_ones_and_choose_among_enumerations() {
    check_file(
        "namespace p { enum class E { X = 3 }; enum class F { X = 4 }; const int N = 6; __device__ int f() { return N; } }
         __global__ void k(int *a) { int N = 5; a[(int)p::E::X] = (int)p::F::X; a[N] = p::N + p::f() + std::min(N, 2); }",
        "
        N = 5;
        a[3] = 4;
        a[N] = 6 + 6 + min(N, 2);",
    );
    check(
        "enum { BIG = 0x80000000, MORE }; a[0] = BIG / 2 + MORE;",
        "
        a[0] = convert<i32>(2147483648u32 / 2u32 + 2147483649u32);",
    );
}

#[test]
fn builtin_functions_have_one_name() {
    check("f[0] = sqrtf(x) + sqrt(x) + __fsqrt_rn(x);", "f[0] = math.sqrt(x) + math.sqrt(x) + math.sqrt(x);");
    check(
        "f[0] = fabsf(x) + abs(n) + fminf(x, n) + max(n, u);",
        "
        f[0] = abs(x) + convert<f32>(abs(n)) + min(x, convert<f32>(n)) + convert<f32>(max(convert<u32>(n), u));",
    );
    check(
        "f[0] = fmaf(x, x, 1) + __fmul_rn(x, 2) + powf(x, 3) + floorf(x);",
        "
        f[0] = math.fma(x, x, 1.0f32) + x * 2.0f32 + math.`pow`(x, 3.0f32) + floor(x);",
    );
    check("n = __ldg(&a[n]) + __float2int_rz(x);", "n = a[n] + cast<i32>(x);");
    check(
        "assert(n > 0 && \"message\"); printf(\"%d %f\", n, f[n]);",
        "
        assert program thread: n > 0;
        unused = f[n];",
    );
    check("__syncthreads(); __threadfence(); __syncthreads();", "barrier 1;\nfence device acq_rel;\nbarrier 2;");
}

#[test]
fn cooperative_groups_have_the_block() {
    check_file(
        "#include <cooperative_groups.h>
         namespace cg = cooperative_groups;
         __device__ void wait(cg::thread_block &b) { b.sync(); }
         __global__ void k(int *a) {
             auto block = cg::this_thread_block();
             a[block.thread_index().x] = block.group_index().y; wait(block); cg::sync(block);
         }",
        "
        a[threadIdx.x] = convert<i32>(blockIdx.y);
        barrier 1;
        barrier 2;",
    );
}

#[test]
fn wrapping_statements_are_marked() {
    check(
        "//@ wraps;\nunsigned h = u * 31u; a[0] = h;",
        "
        wraps {
            h = u * 31u32;
        }
        a[0] = convert<i32>(h);",
    );
}

#[test]
fn dimensions_that_are_mentioned_are_used() {
    let kernel = tests::kernel("__global__ void k(int *a) { a[threadIdx.y] = gridDim.z; }");
    assert_eq!(kernel.dims.block, [true, true, false]);
    assert_eq!(kernel.dims.grid, [true, false, true]);
}

#[test]
fn parameters_of_array_type() {
    check_with("float (*m)[16], const int r[]", "m[r[0]][3] = 1;", "m[r[0]][3] = 1.0f32;");
}

#[test]
fn aliasing_is_assumed_in_words() {
    let kernel = tests::kernel("__global__ void k(int *a, float *b) { }");
    assert_eq!(kernel.assumptions, ["distinct array parameters do not alias: a, b"]);
    let kernel = tests::kernel("__global__ void k(int *__restrict__ a, float *__restrict__ b) { }");
    assert!(kernel.assumptions.is_empty());
}

#[test]
fn what_variables_hold_is_assumed_apart_where_it_matters() {
    let apart = |text: &str| {
        let kernel = tests::kernel(text);
        let is_meant = |line: &&String| line.starts_with("memory behind") || line.starts_with("textures are not");
        kernel.assumptions.iter().filter(is_meant).cloned().collect::<Vec<_>>()
    };
    let of = |names: &str| vec![format!("memory behind pointers is not that of the file's variables: {names}")];
    assert_eq!(apart("__device__ int g[4]; __global__ void k(int *o) { o[0] = g[0]; }"), of("o; g"));
    assert_eq!(apart("__device__ int g; __global__ void k(const int *o) { g = o[0]; }"), of("o; g"));
    assert_eq!(apart("__constant__ int g[4]; __global__ void k(int *o) { o[0] = g[0]; }"), of("o; g"));
    assert_eq!(apart("__constant__ int g; __global__ void k(int *o) { o[0] = g; }"), of("o; g"));
    assert_eq!(apart("__constant__ int *g; __global__ void k(int *o) { o[0] = g[0]; }"), of("o; *g"));
    assert_eq!(apart("__constant__ int *g; __device__ int h; __global__ void k() { g[0] = h; }"), of("*g; h"));
    // Nothing is written, or could be, or the parameter says so itself.
    assert!(apart("__device__ int g[4]; __global__ void k(int *o) { int x = o[0] + g[0]; }").is_empty());
    assert!(apart("__device__ const int g[2] = {1, 2}; __global__ void k(int *o) { o[0] = g[0]; }").is_empty());
    assert!(apart("__device__ int g[4]; __global__ void k(int *__restrict__ o) { o[0] = g[0]; }").is_empty());
    assert!(apart("__device__ int g[4], h[4]; __global__ void k() { g[0] = h[0]; }").is_empty());
    let fetched = "__global__ void k(float *o, cudaTextureObject_t t) { o[0] = tex1Dfetch<float>(t, 0); }";
    assert_eq!(apart(fetched), ["textures are not memory that is written: o"]);
}

#[test]
fn launches_are_noted_as_written() {
    let source = "__global__ void k(int *a) { } void h(int *a) { k<<<4, 32>>>(a); }";
    assert_eq!(tests::kernel(source).source.launches, ["k<<<4, 32>>>(a)"]);
}
