//! Program text: operators, types, statements, declarations, items.

use super::*;

#[test]
fn operators_bind_as_in_cxx() {
    value("1 + 2 * 3", "(+ 1 (* 2 3))");
    value("1 - 2 - 3", "(- (- 1 2) 3)");
    value("i << 2 + j", "(<< i (+ 2 j))");
    value("i & 1 == j", "(& i (== 1 j))");
    value("i | j ^ n & 3", "(| i (^ j (& n 3)))");
    value("i < j == n > 2", "(== (< i j) (> n 2))");
    value("i && j || !n && ~i", "(|| (&& i j) (&& (! n) (~ i)))");
    value("i ? j : n ? 1 : 2", "(? i j (? n 1 2))");
    value("i ? j, 1 : 2", "(? i (, j 1) 2)");
    value("i = j += 2", "(= i (+= j 2))");
    value("-i * -j", "(* (- i) (- j))");
    value("- -i", "(- (- i))");
    value("*a++ + ++*b", "(+ (deref (_++ a)) (++_ (deref b)))");
    value("i+++j", "(+ (_++ i) j)");
    value("i---j", "(- (_-- i) j)");
    value("a[i][j]", "a[i][j]");
    value("&a[i] - &b[j]", "(- (addr a[i]) (addr b[j]))");
    value("i >> 1 >> 2", "(>> (>> i 1) 2)");
    value("(i, j)", "(, i j)");
    check("i >>= 1, j <<= 2; n %= 3;", "(, (>>= i 1) (<<= j 2)) (%= n 3)");
    check("x = i ? 1.5f : .5e-3;", "(= x (? i 1.5f .5e-3))");
}

#[test]
fn types_are_told_from_values() {
    // A product whose value is thrown away, and a declaration.
    check("i * j; float4 *p;", "(* i j) (let p:*float4)");
    check("Unknown *p = f(i); Unknown q;", "(let p:*Unknown=(call f i)) (let q:Unknown)");
    check(
        "n = (float)(x); n = (i)(j); n = (T)x; n = (T*)a;",
        "(= n (cast f32 x)) (= n (call i j)) (= n (cast T x)) (= n (cast *T a))",
    );
    check("if (i) x = 1; while (j) i--;", "(if i (= x 1)) (while j (_-- i))");
    check("n = f<16>(i); n = i < j > (n);", "(= n (call f<16> i)) (= n (> (< i j) n))");
    check("n = ns::g<float, 2>(i) + std::max(i, j);", "(= n (+ (call ns::g<f32,2> i) (call std::max i j)))");
    check(
        "cg::thread_block block = cg::this_thread_block(); cg::sync(block); block.sync();",
        "(let block:cg::thread_block=(call cg::this_thread_block)) (call cg::sync block) (call block.sync)",
    );
    check(
        "typedef unsigned T; T t = (T)i; { int T; T * t; } T u;",
        "(typedef T u32) (let t:T=(cast T i)) {(let T:i32) (* T t)} (let u:T)",
    );
    check(
        "auto tile = cg::tiled_partition<32>(b); cg::thread_block_tile<32> t2 = tile;",
        "(let tile:auto=(call cg::tiled_partition<32> b)) (let t2:cg::thread_block_tile<32>=tile)",
    );
    check("A<B<int>> c; c.m<3>(i); c->f();", "(let c:A<B<i32>>) (call c.m<3> i) (call c->f)");
    check(
        "n = sizeof(float4) + sizeof(i) + sizeof n; n = sizeof(T*);",
        "(= n (+ (+ (sizeof-type float4) (sizeof i)) (sizeof n))) (= n (sizeof-type *T))",
    );
    check(
        "n = float(i) + int2(i, j).x + make_float4(x, x, x, x).y + dim3{1, 2}.z;",
        "(= n (+ (+ (+ (new f32 i) (new int2 i j).x) (call make_float4 x x x x).y) (new dim3 1 2).z))",
    );
}

#[test]
fn items_of_a_file_are_found_among_host_code() {
    file(
        "#include <cuda.h>\n#define N 16\nint main() { k<N><<<dim3(2, 2), N * 2>>>(p, 3); return 0; }\n\
         template <int M, typename T = float> __global__ void __launch_bounds__(256, 2) k(T *__restrict__ a, const int n);\n\
         namespace n { static __device__ __forceinline__ float2 f(const float2 &v) { return v; } }\n\
         class Host { int x; void f() { while (1) {} } };\n\
         __constant__ float table[N][4] = {{1, 2}, {3}};\n\
         typedef struct { float x, y; } P;\n\
         enum { A, B = N };\n\
         template __global__ void k<16, float>(float *, int);\n\
         std::vector<int> v = {1, 2};",
        "(global k (template M:i32 T=f32) (params a:restrict *T n:const i32) void (bounds 256 2))\n\
         (device-static-inline n::f (params v:&const float2) float2 {(return v)})\n\
         (struct Host x:i32 ( f (params) void {(while 1 {})}))\n\
         (global (let constant table:[16][4]f32={{1,2},{3}}))\n\
         (struct P x:f32 y:f32)\n\
         (enum _ A B=16)\n\
         (instantiate k<16,f32>)\n\
         (launch k<16> (config (new dim3 2 2) (* 16 2)) p 3)",
    );
}

#[test]
fn every_kernel_of_the_repository_is_read() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("examples"), root.join("tests/kernels")];
    let mut wrong = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "cu") {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                // Files that are wrong on purpose say so.
                if text.contains("//~") {
                    continue;
                }
                let mut files = Files::new();
                let file = crate::syntax::parse_file(&mut files, &path, &Config::default());
                let found = file.diagnostics.into_iter().filter(crate::base::Diagnostic::is_error);
                wrong.extend(found.map(|found| format!("{path:?}: {found:?}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn statements_of_every_kind_are_read() {
    check(";", "(skip)");
    check("if (i) j = 1; else if (n) j = 2; else { j = 3; }", "(if i (= j 1) (if n (= j 2) {(= j 3)}))");
    check("if constexpr (i > 2) { } if (int q = i) q++;", "(if-constexpr (> i 2) {}) (if (let q:i32=i) (_++ q))");
    check(
        "for (int p = 0, q = 1; p < q; p++, q--) { continue; }",
        "(for (let p:i32=0 q:i32=1) (< p q) (, (_++ p) (_-- q)) {(continue)})",
    );
    check("for (i = 0;;) break;", "(for (= i 0) _ _ (break))");
    check("while (i-- > 0) do { j++; } while (j < 3);", "(while (> (_-- i) 0) (do {(_++ j)} (< j 3)))");
    check(
        "switch (i) { case 1: case 2 + 1: j = 1; break; default: j = 2; }",
        "(switch i {(case 1) (case (+ 2 1)) (= j 1) (break) (default) (= j 2)})",
    );
    check("return; return i + 1; return {i, j};", "(return) (return (+ i 1)) (return {i,j})");
    check("n = sizeof...(Ts) + 1;", "(= n (+ [`sizeof...`] 1))");
    check("goto end; end: i = 0;", "(goto end) (label end) (= i 0)");
    check("asm volatile(\"mov %0, 1;\" : \"=r\"(i)); asm(\"nop\");", "[inline assembly `mov`] [inline assembly `nop`]");
    check(
        "for (auto &v : list) { f(v); }",
        "(for (let v.range:&auto=list v.number:i32=0) (< v.number (extent v.range)) (++_ v.number) \
         {(let v:&auto=v.range[v.number]) {(call f v)}})",
    );
    check("for (auto [p, q] : list) f(p);", "[a range-based `for`]");
    check("auto &[p, q] = i; n = (n + ...);", "(let [p, q]:&auto=i) (bind [p, q] p q) (= n [a fold expression])");
    check("int final; if (i) final = 1;", "(let final:i32) (if i (= final 1))");
    check(
        "auto [p, q] = f(); try { f(); } catch (...) { }",
        "(let [p, q]:auto=(call f)) (bind [p, q] p q) (try {(call f)} {})",
    );
    check(
        "auto f = [=] __device__ (int v) { return v; }; f(1);",
        "(let f:auto=(lambda [=] v:i32 {(return v)})) (call f 1)",
    );
    check("n = *new int[3]; delete[] a;", "(= n (deref [`new`])) [`delete`]");
    check("k2<<<1, 2>>>(i);", "(launch k2 1 2 i)");
    check(
        "typedef struct { int a; } S; S s; using U = float; U u = 1.0f;",
        "(struct S a:i32) (let s:S) (typedef U f32) (let u:U=1.0f)",
    );
    check(
        "struct S { int a, *b; float c[2]; }; struct S s = {1}; S t; enum E { A, B = 3 }; E e = A;",
        "(struct S a:i32 b:*i32 c:[2]f32) (let s:S={1}) (let t:S) (enum E A B=3) (let e:E=A)",
    );
    check(
        "static_assert(sizeof(int) == 4, \"\"); using namespace cg;",
        "(static-assert (== (sizeof-type i32) 4)) (skip)",
    );
    check(
        "__shared__ float s[16][17]; extern __shared__ int t[]; static const int q = 3;",
        "(let shared s:[16][17]f32) (let shared extern t:[]i32) (let static q:const i32=3)",
    );
    check(
        "__attribute__((shared)) float s[4]; __align__(16) float v; [[maybe_unused]] int w;",
        "(let shared s:[4]f32) (let v:f32) (let w:i32)",
    );
    check(
        "dim3 d(1, 2), e{3}; float4 v = {1, 2, 3, 4}; float m[2][2] = {{1}, {2, 3}}; int z = {};",
        "(let d:dim3( 1 2) e:dim3={3}) (let v:float4={1,2,3,4}) (let m:[2][2]f32={{1},{2,3}}) (let z:i32={})",
    );
    check(
        "x = __half2float(h) + 'a' + '\\n' + 0x1Fu + 1ull + 1.5e3 + 2.f + 1'000; p = nullptr; b = true;",
        "(= x (+ (+ (+ (+ (+ (+ (+ (call __half2float h) '97') '10') 31u) 1ull) 1.5e3) 2.f) 1000)) (= p nullptr) (= b true)",
    );
    check("printf(\"%d \" \"%d\\n\", i, j);", "(call printf \"%d %d\\n\" i j)");
    check(
        "n = (int)x + int(x) + static_cast<int>(x) + *reinterpret_cast<const int *>(&x);",
        "(= n (+ (+ (+ (cast i32 x) (new i32 x)) (static_cast i32 x)) (deref (reinterpret_cast *const i32 (addr x)))))",
    );
    check(
        "n = (i) + (j); n = (i) - j; n = (i)(j); n = (float4){1, 2}.x;",
        "(= n (+ i j)) (= n (- i j)) (= n (call i j)) (= n (new float4 1 2).x)",
    );
}

#[test]
fn types_are_read_in_any_order_of_words() {
    let ty = |written: &str, expected: &str| {
        check(&format!("{written} v;"), &format!("(let v:{expected})"));
    };
    for (written, expected) in [
        ("unsigned long long int", "u64"),
        ("long unsigned", "u64"),
        ("long long", "i64"),
        ("long", "i64"),
        ("short", "i16"),
        ("unsigned short int", "u16"),
        ("unsigned", "u32"),
        ("signed char", "i8"),
        ("char", "i8"),
        ("unsigned char", "u8"),
        ("bool", "bool"),
        ("size_t", "u64"),
        ("std::size_t", "u64"),
        ("uint32_t", "u32"),
        ("int64_t", "i64"),
        ("ptrdiff_t", "i64"),
        ("half", "f16"),
        ("__half", "f16"),
        ("float", "f32"),
        ("double", "f64"),
        ("long double", "f64"),
        ("int const", "const i32"),
        ("long const unsigned", "const u64"),
        ("const volatile float *", "*const volatile f32"),
        ("float *const *", "*const *f32"),
        ("volatile int *__restrict__", "restrict *volatile i32"),
        ("uint", "u32"),
        ("cudaTextureObject_t", "cudaTextureObject_t"),
        ("unsigned long long", "u64"),
        ("uchar4", "uchar4"),
        ("::std::vector<float*>", "std::vector<*f32>"),
        ("typename T::value_type", "T::value_type"),
        ("decltype(i)", "decltype(i)"),
        ("decltype((i))", "<`decltype`>"),
        ("decltype((i) + j)", "decltype((+ i j))"),
        ("__int128", "<`__int128`>"),
    ] {
        ty(written, expected);
    }
    check(
        "float (*p)[4]; int *q[3]; float (&r)[4] = m; void (*f)(int, float); int (*g[2])(int);",
        "(let p:*[4]f32) (let q:[3]*i32) (let r:&[4]f32=m) (let f:<a function pointer>) (let g:[2]<a function pointer>)",
    );
}

#[test]
fn functions_with_all_that_real_ones_have() {
    file(
        "template <typename T, int N, class Op = Add<T>, unsigned M = N * 2, typename... Rest>\n\
         static __inline__ __device__ __host__ T f(const T *__restrict__ in, T (&out)[N], Op op, int k = 3, ...) { return op(in[0]); }",
        "(device-host-static-inline f (template T N:i32 Op=Add<T> M:u32=(* N 2) Rest:[a parameter pack]) \
         (params in:restrict *const T out:&[N]T op:Op k:i32=3) T [a variable number of arguments] {(return (call op in[0]))})",
    );
    file("extern \"C\" __global__ __launch_bounds__(128) void k(void);", "(global k (params) void (bounds 128))");
    file("__device__ auto f(int a) -> float { return a; }", "(device f (params a:i32) f32 {(return a)})");
    file(
        "__device__ Unknown f(Unknown a, const Other &b, Third *c);",
        "(device f (params a:Unknown b:&const Other c:*Third) Unknown)",
    );
    file(
        "namespace a { namespace { namespace b::c { __device__ int f(); } } __device__ void S::g() {} }",
        "(device a::b::c::f (params) i32)\n(device a::S::g (params) void {})",
    );
    file(
        "__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }",
        "(device operator+ (params a:float2 b:float2) float2 {(return (call make_float2 (+ a.x b.x) (+ a.y b.y)))})",
    );
    file(
        "__device__ int counter = 0, *p; __constant__ const float c[] = {1.f}; static const int N = 4; constexpr int M{5};",
        "(global (let device counter:i32=0 p:*i32))\n(global (let constant c:[]const f32={1.f}))\n\
         (global (let static N:const i32=4))\n(global (let constexpr M:i32={5}))",
    );
    file(
        "template <typename T> struct V { T x, y; }; union U { int i; float f; }; struct B : A { int b : 3; static int c; void f(); };",
        "(struct V (template T) x:T y:T)\n(union U i:i32 f:f32)\n\
         (struct B (let static c:i32) b:i32 ( f (params) void) [a base class of unknown kind] [a bit field])",
    );
    file(
        "typedef unsigned int u, *pu; typedef float (*fn)(int); template <class T> using P = T *; enum class E : int { A };",
        "(typedef u u32)\n(typedef pu *u32)\n(typedef fn <a function pointer>)\n(typedef P (template T) *T)\n(enum-class E A)",
    );
    file(
        "texture<float, 2, cudaReadModeElementType> tex;\n__global__ void k() { tex2D(tex, 1, 2); }",
        "(global (let tex:texture<f32,2,cudaReadModeElementType>))\n(global k (params) void {(call tex2D tex 1 2)})",
    );
    file("template <> __device__ int f<3>(int a) { return a; }", "(device f<3> (params a:i32) i32 {(return a)})");
}

#[test]
fn host_code_that_makes_no_sense_does_not_matter() {
    file(
        "int main() { std::cout << \"(\" << ')' << x; auto f = [&](int a) { return a; }; k<<<1, 2>>>(f); }\n\
         struct Host { Host() : x(1) {} template <class T> void g(T t) { k<<<t, t>>>(t); } int x; };\n\
         void broken( { }\n__global__ void k(int n) { n = 1; }\nvoid other() { ] }",
        "(struct Host x:i32 ( Host (params) void {}) ( g (template T) (params t:T) void {(launch k t t t)}))\n\
         (global k (params n:i32) void {(= n 1)})\n(launch k (config 1 2) f)\n(launch k (config t t) t)",
    );
}

#[test]
fn templates_are_told_from_comparisons() {
    check("n = i < j && n > (i); n = i < j || n > i;", "(= n (&& (< i j) (> n i))) (= n (|| (< i j) (> n i)))");
    check("for (int q = 0; q < n; q++) if (q > (i)) j++;", "(for (let q:i32=0) (< q n) (_++ q) (if (> q i) (_++ j)))");
    check(
        "f<i, j>(n); g<(i > j)>(n); h<int *>(n); h<N>(n);",
        "(call f<i,j> n) (call g<(> i j)> n) (call h<*i32> n) (call h<N> n)",
    );
    check("n = U<i && U>(j);", "(= n (&& (< U i) (> U j)))");
    check(
        "n = w.size<2>() + w.x < i; n = w.x < i > (j);",
        "(= n (< (+ (call w.size<2>) w.x) i)) (= n (> (< w.x i) j))",
    );
}
