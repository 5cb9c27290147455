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
         (struct Host x:i32 [a member function])\n\
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
                wrong.extend(file.diagnostics.into_iter().map(|found| format!("{path:?}: {found:?}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
