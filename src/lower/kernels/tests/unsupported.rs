//! What is parsed but not modelled is named, with its place.

use crate::base::Config;

use super::program;
use crate::lower::kernels::tests;

/// Files of one kernel that declare operators, and the construct.
const OPERATORS: &[(&str, &str)] = &[
    (
        "//@ operator plus(int x, int y) identity e;
         __device__ float plus(float x, float y);
         __global__ void k(float *a) { a[0] = plus(a[0], a[1]); }",
        "call of `plus`, whose types are not those of the operator `plus`",
    ),
    (
        "__device__ int plus(int x, int y) { x += y; return x; }
         //@ operator plus(int x, int y) identity 0;
         //@ ensures fold(plus, k, a[k], 0, 1) == 0;
         __global__ void k(int *a) { a[0] = 0; }",
        "operator `plus` whose function is not one `return`",
    ),
];

#[test]
fn operators_that_are_not_modelled() {
    for (source, construct) in OPERATORS {
        let (program, _) = program(source, &Config::default());
        let found: Vec<&str> = program.kernels[0].unsupported.iter().map(|found| found.construct.as_str()).collect();
        assert_eq!(found, [*construct], "{source}");
    }
}

/// A statement of a kernel over `int *a, float *f, int n`, the construct and the text of its place.
const STATEMENTS: &[(&str, &str, &str)] = &[
    ("int i = n; a[i++] = i;", "order of evaluation: unordered operands use and change `i`", "a[i++] = i"),
    ("__redux_any_sync(1, a[0]);", "call of `__redux_any_sync`", "__redux_any_sync(1, a[0])"),
    ("n = __uni_sync(~0u, n);", "call of `__uni_sync`", "__uni_sync(~0u, n)"),
    ("n = __shfl_sync(~0u, n, 0, 24);", "`__shfl_sync` with a width that is no power of two up to 32", "24"),
    ("atomicAdd(&n, 1);", "`atomicAdd` on a variable of one thread", "atomicAdd(&n, 1)"),
    ("atomicMax(f, 1);", "`atomicMax` on float", "atomicMax(f, 1)"),
    ("n = __fns(n, n, n);", "call of `__fns`", "__fns(n, n, n)"),
    ("n = __vavgs4(n, n);", "call of `__vavgs4`", "__vavgs4(n, n)"),
    ("n = __dp4a(n, 1u, n);", "`__dp4a` on arguments of several types", "__dp4a(n, 1u, n)"),
    ("int m[2], o[2]; std::swap(m, o);", "`swap` of these", "std::swap(m, o)"),
    ("n = std::clamp(n, 0, 1, a);", "call of `std::clamp`", "std::clamp(n, 0, 1, a)"),
    ("f[0] = tex2D(n, 1, 2);", "call of `tex2D` without a type", "tex2D(n, 1, 2)"),
    ("asm(\"exit;\");", "inline assembly `exit`", "asm(\"exit;\");"),
    (
        "asm(\"prmt.b32 %0, %1, %1, %1;\" : \"=r\"(n) : \"r\"(n));",
        "inline assembly `prmt.b32`",
        "asm(\"prmt.b32 %0, %1, %1, %1;\" : \"=r\"(n) : \"r\"(n));",
    ),
    (
        "asm(\"prmt.b32 %0, %1, %1, 8;\" : \"=r\"(n) : \"r\"(n));",
        "inline assembly `prmt.b32`",
        "asm(\"prmt.b32 %0, %1, %1, 8;\" : \"=r\"(n) : \"r\"(n));",
    ),
    (
        "asm(\"{ .reg .pred p; mov.u32 %0, 1; }\" : \"=r\"(n));",
        "inline assembly `.reg`",
        "asm(\"{ .reg .pred p; mov.u32 %0, 1; }\" : \"=r\"(n));",
    ),
    (
        "asm(\"{ .reg .u32 t; mov.u32 %0, t; }\" : \"=r\"(n));",
        "inline assembly `mov.u32`",
        "asm(\"{ .reg .u32 t; mov.u32 %0, t; }\" : \"=r\"(n));",
    ),
    (
        "asm(\"mov.u32 %0, %1;\" : \"=r\"(n) : \"f\"(f[0]));",
        "inline assembly `mov.u32`",
        "asm(\"mov.u32 %0, %1;\" : \"=r\"(n) : \"f\"(f[0]));",
    ),
    ("asm(\"\" : \"=r\"(n));", "inline assembly with an output that no instruction writes", "asm(\"\" : \"=r\"(n));"),
    ("asm(\"bar.sync 0, 64;\");", "inline assembly `bar.sync`", "asm(\"bar.sync 0, 64;\");"),
    (
        "asm(\"mov.u32 %0, 1; mov.u32 %1, 2;\" : \"=r\"(n), \"=r\"(a[n]));",
        "inline assembly with outputs that may depend on each other",
        "asm(\"mov.u32 %0, 1; mov.u32 %1, 2;\" : \"=r\"(n), \"=r\"(a[n]));",
    ),
    (
        "asm(\"add.s32 %0, %1, %2;\" : \"=r\"(n) : \"r\"(n++), \"r\"(n));",
        "inline assembly with inputs that may depend on each other",
        "asm(\"add.s32 %0, %1, %2;\" : \"=r\"(n) : \"r\"(n++), \"r\"(n));",
    ),
    (
        "__shared__ float s[32]; asm(\"ld.global.f32 %0, [%1];\" : \"=f\"(f[0]) : \"l\"(s + n));",
        "inline assembly `.global` of memory that is not global",
        "asm(\"ld.global.f32 %0, [%1];\" : \"=f\"(f[0]) : \"l\"(s + n));",
    ),
    (
        "asm(\"ld.global.nc.s32 %0, [%1];\" : \"=r\"(n) : \"l\"(a)); a[1] = n;",
        "`ld.global.nc` of `a`, which the kernel writes",
        "asm(\"ld.global.nc.s32 %0, [%1];\" : \"=r\"(n) : \"l\"(a));",
    ),
    ("__shared__ int s[32]; n = __ldg(&s[n]);", "`__ldg` of memory that is not global", "__ldg(&s[n])"),
    ("atomicAdd(&a[0], __ldg(a + 1));", "`__ldg` of `a`, which the kernel writes", "__ldg(a + 1)"),
    ("goto end; end: ;", "`goto`", "goto end;"),
    ("int own = own + 1;", "`own` in its own initialiser", "own"),
    ("static int s; s = 1;", "static variable `s`", "s"),
    ("int **p = &a;", "pointer to int *", "p"),
    ("char *g = (char *)a + 1; g[0] = a[0];", "write of char into memory of int", "g[0] = a[0]"),
    ("*(char *)(f + 1) = 1;", "write of char into memory of float", "*(char *)(f + 1) = 1"),
    ("bool *g = (bool *)a; g[n] = a[0];", "pointer to int used as a pointer to bool", "(bool *)a"),
    ("memcpy(a, f, n);", "`memcpy` of a number of bytes that is not known", "n"),
    ("memset(a, n, 8);", "`memset` to a value that is not known", "memset(a, n, 8)"),
    (
        "atomicAdd((unsigned long long *)(a + 2), 1ull);",
        "`atomicAdd` on several elements of `a` at once",
        "atomicAdd((unsigned long long *)(a + 2), 1ull)",
    ),
    ("int *p; p[0] = 1;", "pointer `p` before it points into an array", "p"),
    ("float4 u, v; u = u + v;", "`operator+` on `float4`", "u + v"),
    (
        "struct S { float x; bool y; }; S v; float *p = &v.x; p[1] = 0;",
        "pointer arithmetic on the address of `v.x`",
        "p[1]",
    ),
    ("float4 v; v.q = 0;", "member `float4::q`", "v.q"),
    (
        "struct L { L *next; int x; }; L *p = (L *)a; p->next->x = 1;",
        "pointer member `a:k::L.next` of an array",
        "p->next",
    ),
    ("struct B { int x : 3; }; B b;", "type `k::B`, which has a bit field", "b"),
    ("struct C { int x; ~C() { x = 1; } }; C c;", "type `k::C`, which has a destructor", "c"),
    ("union U { int i; float *f; }; U u;", "type `k::U`, which has a union with a member of type float *", "u"),
    ("auto g = [&](int v) mutable { return v; };", "a mutable lambda expression", "[&](int v) mutable { return v; }"),
    ("unsigned p = (unsigned)a;", "cast to unsigned int that reinterprets bits", "(unsigned)a"),
    ("int *p = (int *)((unsigned long)a + 4);", "a number as a pointer", "(int *)((unsigned long)a + 4)"),
    (
        "n = std::numeric_limits<float>::round_error();",
        "call of `std::numeric_limits<float>::round_error`",
        "std::numeric_limits<float>::round_error()",
    ),
    (
        "n = std::numeric_limits<float4>::max();",
        "call of `std::numeric_limits<float4>::max`",
        "std::numeric_limits<float4>::max()",
    ),
    ("__builtin_assume(n++ > 0);", "side effects in `__builtin_assume`", "__builtin_assume(n++ > 0)"),
    ("f[0] = normf(3, f);", "call of `normf`", "normf(3, f)"),
    ("n = __reduce_add_sync(~0u, 1ll);", "`__reduce_add_sync` of long long", "__reduce_add_sync(~0u, 1ll)"),
    ("curandState s; n = 1;", "variable `s` of type `curandState`", "s"),
    ("static __device__ int s; s = 1;", "static variable `s`", "s"),
    ("try { n = 1; } catch (...) { }", "`try`", "try { n = 1; } catch (...) { }"),
    (
        "for (int x : a) n += x;",
        "a range-based `for` over something else than an array of known size",
        "for (int x : a) n += x;",
    ),
    ("int pair[2]; auto [x, y] = pair;", "a structured binding of this", "auto [x, y] = pair;"),
    ("int *p = new int[n];", "`new`", "new int[n]"),
    ("k<<<1, 1>>>(a, f, n);", "a launch from device code (dynamic parallelism)", "k<<<1, 1>>>(a, f, n)"),
    ("n = __builtin_popcount(n);", "call of `__builtin_popcount`", "__builtin_popcount(n)"),
    ("wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;", "variable `c` of type `wmma::fragment`", "c"),
    ("int i = n; a[i] = i++ + i;", "order of evaluation: unordered operands use and change `i`", "i"),
    (
        "n = cooperative_groups::coalesced_threads().shfl_down(n, 1);",
        "`coalesced_group::shfl_down`",
        "cooperative_groups::coalesced_threads().shfl_down(n, 1)",
    ),
    ("n = n ? L\"a\"[0] : 1;", "a string of wide characters", "L\"a\""),
];

#[test]
fn statements_that_are_not_modelled_are_named_with_their_place() {
    for (statement, construct, place) in STATEMENTS {
        let source =
            format!("#include <cooperative_groups.h>\n__global__ void k(int *a, float *f, int n) {{ {statement} }}");
        let (program, files) = program(&source, &Config::default());
        let kernel = &program.kernels[0];
        let found: Vec<(&str, &str)> =
            kernel.unsupported.iter().map(|entry| (entry.construct.as_str(), files.text(entry.span))).collect();
        assert_eq!(found, [(*construct, *place)], "{statement}: {:?}", kernel.diagnostics);
        assert!(kernel.diagnostics.is_empty(), "{statement}: {:?}", kernel.diagnostics);
    }
}

/// A whole file and what is unsupported in its first kernel.
const FILES: &[(&str, &str)] = &[
    (
        "namespace p { const int N = 1; } namespace q { const int N = 2; } __global__ void k(int *a) { a[0] = N; }",
        "`N`, which is declared several times",
    ),
    (
        "namespace p { typedef int T; } namespace q { typedef float T; } __global__ void k(int *a) { T x = 1; }",
        "variable `x` of type `T`, declared several times",
    ),
    (
        "namespace p { __device__ int f() { return 1; } } namespace q { __device__ int f() { return 2; } }
         using namespace p; using namespace q; __global__ void k(int *a) { a[0] = f(); }",
        "choice between several functions `f` that take the arguments equally well",
    ),
    ("struct S { static int n; }; __global__ void k(int *a) { a[0] = S::n; }", "static member `n`"),
    ("struct S { virtual int f() { return 1; } }; __global__ void k(int *a, S s) { a[0] = s.f(); }", "call of `f`: a virtual function"),
    ("struct A { int x; }; struct B { A a; operator A() { return a; } }; __device__ int f(A a) { return 1; }
      __device__ int f(int a) { return 2; } __global__ void k(int *a, B b) { a[0] = f(b) + b; }", "`operator+` on `B`"),
    ("struct A { int x; A(int v) : x(v) {} }; struct B { int x; B(int v) : x(v) {} }; __device__ int f(A a) { return 1; }
      __device__ int f(B a) { return 2; } __global__ void k(int *a) { a[0] = f(3); }", "choice between several functions `f` that take the arguments equally well"),
    (
        "template <typename T> __device__ int f(T x) { return 1; } template <typename T> __device__ int f(T *x) { return 2; }
         __global__ void k(int *a) { a[0] = f(a); }",
        "choice between several functions `f` that take the arguments equally well",
    ),
    ("__global__ void k(float *a) { a[0] = other::exp(a[1]); }", "call of `other::exp`"),
    // The host's text, a macro or a header that is not read in full may declare the name.
    ("int f(int x) { return x; } __global__ void k(int *a) { a[0] = f(1); }", "call of `f`"),
    ("#define MADE(name) int made_##name(int x)\nMADE(f);\n__global__ void k(int *a) { a[0] = made_f(1); }", "call of `made_f`"),
    ("#include <mma.h>\n__global__ void k(int *a) { a[0] = foo(1); }", "call of `foo`"),
    ("#include <mma.h>\n__global__ void k(int *a) { Foo x; }", "variable `x` of type `Foo`"),
    ("template <class T> __device__ int f(T x) { return 1; } __device__ int f(long long x) { return 2; }
      __global__ void k(int *a, long n) { a[0] = f(n); }",
     "choice between several functions `f` for types that are not told apart"),
    ("__device__ int f(long &x) { return 1; } __device__ int f(long x) { return 2; }
      __global__ void k(int *a, long long n) { a[0] = f(n); }",
     "choice between several functions `f` for types that are not told apart"),
    ("__device__ int f(int x) { return 1; } __device__ int f(char x) { return 2; }
      __global__ void k(int *a, signed char n) { a[0] = f(n); }",
     "choice between several functions `f` for types that are not told apart"),
    ("template <class T> __device__ void f(T x) { __shared__ T s[32]; s[0] = x; }
      __global__ void k(long n, long long m) { f(n); f(m); }",
     "`__shared__` array `s` of a template for types that are not told apart"),
    ("__device__ int f(const int &x) { return 1; } __device__ int f(int &&x) { return 2; }
      __global__ void k(int *a, short n) { a[0] = f(n); }", "choice between several functions `f`, of which one takes something that is not modelled"),
    ("#include <cub/cub.cuh>
      __global__ void k(int *a) { typedef cub::BlockReduce<int, 64> R; __shared__ R::TempStorage t; int x[2] = {1, 2}; a[0] = R(t).Sum(x); }",
     "call of `Sum` with arguments of other types"),
    ("struct S { int v; template <class U> __device__ S &operator=(U &x) { v = 1; return *this; } };
      __global__ void k(int *a) { S s, t; s.v = 2; t = s; a[0] = t.v; }",
     "assignment of `S`, for which there is a template"),
    ("struct S { int v; __device__ int f() { auto l = [*this] { return v; }; v = 5; return l(); } };
      __global__ void k(int *a) { S s; a[0] = s.f(); }", "capture of `*this`"),
    ("struct S; __global__ void k(S *s) { }", "parameter `s`: pointer to type `S`"),
    ("__global__ void k(int ***p) { }", "parameter `p`: pointer to int * *"),
    ("__global__ void k(cudaSurfaceObject_t *t) { }", "parameter `t`: pointer to cudaSurfaceObject_t"),
    (
        "__global__ void k(int2 *a, int2 *b, int n) { int2 *p = n ? a : b; p->x = 1; }",
        "struct or row of one of several memories",
    ),
    (
        "__global__ void k(int n) { int x = 0, y = 0; int *p = n ? &x : &y; *p = 1; }",
        "choice of a pointer into rows of `x`, or to one variable",
    ),
    (
        "__device__ int f(int n) { return n ? f(n - 1) : 0; } __global__ void k(int *a) { a[0] = f(3); }",
        "recursion of `f`",
    ),
    (
        "__device__ int f(int n); __global__ void k(int *a) { a[0] = f(3); }",
        "call of `f`, whose body is not in this file",
    ),
    ("__device__ float *p; __global__ void k(float *a) { a[0] = p[0]; }", "pointer variable `p` of the device"),
    (
        "template <typename T> __global__ void k(T *a) { a[0].z = 1; }",
        "template type parameter `T` is not fixed (use --template T=float)",
    ),
    (
        "__global__ void k(int *a) { extern __shared__ int s[][4]; extern __shared__ float t[]; t[0] = s[0][0]; }",
        "several names for the dynamic shared memory (`t`)",
    ),
    (
        "__device__ int f(int *p) { *p = 1; return 2; } __global__ void k(int *a) { a[0] = a[1] + f(a); }",
        "order of evaluation: unordered operands use and change `a`",
    ),
    (
        "//@ ghost int m;\n//@ requires n > m;\n__device__ int f(int n) { return n; } __global__ void k(int *a) { a[0] = f(3); }",
        "`ghost` clause of device function `f`",
    ),
    (
        "//@ requires n > 0;\n__device__ int f(int n);\n__device__ int f(int n) { return n; } __global__ void k(int *a) { a[0] = f(3); }",
        "contract of a prototype of `f`",
    ),
    (
        "//@ requires n > 0;\n__device__ int f(int &n) { return n; } __global__ void k(int *a) { int x = 3; a[0] = f(x); }",
        "parameter `n` of a function with a contract: neither scalar nor pointer",
    ),
    (
        "//@ ensures *p == 1;\n__device__ void f(int *p) { *p = 1; } __global__ void k(int *a) { int x = 3; f(&x); }",
        "parameter `p` of a function with a contract: neither scalar nor pointer",
    ),
    (
        "//@ ensures *p >= 1;\n__device__ void f(int *p) { atomicAdd(p, 1); } __global__ void k(int *a) { f(a); }",
        "an atomic or warp operation in `f`, which has a contract",
    ),
];

#[test]
fn files_that_are_not_modelled() {
    for (source, construct) in FILES {
        let (program, _) = program(source, &Config::default());
        let kernel = &program.kernels[0];
        assert_eq!(kernel.unsupported.first().map(|entry| entry.construct.as_str()), Some(*construct), "{source}");
        assert!(kernel.diagnostics.is_empty(), "{source}: {:?}", kernel.diagnostics);
    }
}

#[test]
fn other_kernels_of_the_file_go_on() {
    let source =
        "__global__ void bad(int *a) { __redux_any_sync(1, a[0]); } __global__ void good(int *a) { a[0] = 1; }";
    let (program, _) = program(source, &Config::default());
    assert_eq!(program.kernels[0].unsupported.len(), 1);
    assert!(program.kernels[1].unsupported.is_empty());
    assert_eq!(tests::body(&program.kernels[1]), ["a[0] = 1;"]);
}
