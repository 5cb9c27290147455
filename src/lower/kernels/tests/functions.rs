//! Device functions: inlining, overloads, references.

use super::{check_file, kernel};

#[test]
fn a_single_return_is_the_value() {
    check_file(
        "__device__ int at(int r, int c, int w) { return r * w + c; }
         __global__ void k(int *a, int w) { a[at(threadIdx.y, 3, w)] = 1; }",
        "
        r = convert<i32>(threadIdx.y);
        a[r * w + 3] = 1;",
    );
}

#[test]
fn a_function_without_body_may_be_an_operator() {
    let plus = "//@ operator plus(int x, int y) identity e;\n__device__ int plus(int x, int y);";
    check_file(
        &format!("{plus} __global__ void k(int *a, short s) {{ a[0] = plus(a[1], s); }}"),
        "a[0] = logic<i32>.plus(a[1], convert<i32>(s));",
    );
    let assumed = kernel(&format!("{plus} __global__ void k(int *a) {{ a[0] = plus(a[1], 2); }}"));
    assert!(assumed.assumptions.contains(&"for every associative `plus` with identity `e`".to_string()));
    // The body of a function is the definition of the operator of its name.
    let defined = kernel(
        "__device__ int first(int x, int y) { return x ? x : y; }
         //@ operator first(int a, int b) identity 0;
         //@ ensures fold(first, k, a[k], 0, 1) == first(a[0], a[1]);
         __global__ void k(int *a) { a[0] = first(a[0], 1); }",
    );
    assert!(defined.declared.operators[0].body.is_some());
    assert!(!defined.assumptions.iter().any(|assumption| assumption.contains("associative")));
}

#[test]
fn early_returns_are_choices_or_scopes() {
    check_file(
        "__device__ int sign(int v) { if (v < 0) return -1; if (v == 0) { return 0; } return 1; }
         __global__ void k(int *a) { a[0] = sign(a[1]); }",
        "
        v = a[1];
        if (v < 0) {
            sign = -1;
        } else {
            if (v == 0) {
                sign = 0;
            } else {
                sign = 1;
            }
        }
        a[0] = sign;",
    );
    check_file(
        "__device__ int first(const int *p, int n) { for (int i = 0; i < n; i++) { if (p[i]) return i; } return n; }
         __global__ void k(int *a, int n) { a[n] = first(a + 1, n); }",
        "
        scope L2 {
            i = 0;
            loop `first.loop1` L1 while (i < n) {
                if (a[1i64 + convert<i64>(i)] != 0) {
                    first = i;
                    leave L2;
                }
                i = i + 1;
            }
            first = n;
        }
        a[n] = first;",
    );
}

#[test]
fn the_result_of_a_function_that_may_end_without_return_must_be_defined() {
    check_file(
        "__device__ int odd(int v) { if (v) return 1; }
         __global__ void k(int *a) { a[0] = odd(a[1]); }",
        "
        `initialised(odd)` = false;
        v = a[1];
        declare odd;
        `initialised(odd)` = false;
        if (v != 0) {
            `initialised(odd)` = true;
            odd = 1;
        }
        assert initialised thread: `initialised(odd)`;
        a[0] = odd;",
    );
}

#[test]
fn each_call_has_its_own_variables_and_loops() {
    let kernel = kernel(
        "__device__ void clear(int *p, int n) { for (int i = 0; i < n; i++) p[i] = 0; }
         __global__ void k(int *a, int *b, int n) { while (n > 0) { clear(a, n); clear(b, n); n--; } }",
    );
    let names: Vec<String> = kernel.loops.iter().map(|info| info.name()).collect();
    assert_eq!(names, ["loop1", "clear.loop1", "clear#2.loop1"]);
}

#[test]
fn references_and_addresses_are_places() {
    check_file(
        "__device__ void swap(int &a, int &b) { int t = a; a = b; b = t; }
         __device__ void put(int *p, int v) { *p = v; }
         __global__ void k(int *a, int n) { int x = 1, y = 2; swap(x, y); swap(a[n], a[0]); put(&x, 4); put(&a[y], x); }",
        "
        x = 1;
        y = 2;
        t = x;
        x = y;
        y = t;
        t#2 = a[n];
        a[n] = a[0];
        a[0] = t#2;
        x = 4;
        p = y;
        v = x;
        a[p] = v;",
    );
    check_file(
        "__global__ void k(int *a, int n) { int &cell = a[n + 1]; cell += 2; const int &c = n; a[0] = c; }",
        "
        a[n + 1] = a[n + 1] + 2;
        a[0] = n;",
    );
}

#[test]
fn overloads_and_defaults() {
    check_file(
        "__device__ int f(int x) { return x; } __device__ float f(float x) { return x * 2; }
         __device__ int f(int x, int y = 5) { return x - y; }
         __device__ int g(unsigned x, int y = 7) { return y; }
         __global__ void k(float *a, int n) { a[0] = f(a[1]); a[1] = g(n) + f(n, 2); }",
        "
        x = a[1];
        a[0] = x * 2.0f32;
        x#2 = convert<u32>(n);
        a[1] = convert<f32>(7 + (n - 2));",
    );
}

#[test]
fn shared_arrays_of_a_function_are_one_however_often_it_is_called() {
    let kernel = kernel(
        "__device__ int f(int x) { __shared__ int s[32]; s[0] = x; return s[1]; }
         __global__ void k(int *a) { a[0] = f(1); a[1] = f(2); }",
    );
    assert_eq!(kernel.arrays.iter().filter(|array| array.name == "s").count(), 1);
}

#[test]
fn barriers_keep_earlier_reads() {
    check_file(
        "__device__ int wait(int v) { __syncthreads(); return v; }
         __global__ void k(int *a) { a[0] = a[1] + wait(2); }",
        "
        operand = a[1];
        barrier 1;
        a[0] = operand + 2;",
    );
}

#[test]
fn a_function_of_the_own_namespace_hides_others() {
    check_file(
        "__device__ int f() { return 1; } const int N = 8;
         namespace p { __device__ int f() { return 2; } __device__ int g() { return f() * ::f(); } }
         __global__ void k(int *a) { int N = a[1]; a[N] = f() + p::f() + p::g() + ::f() - ::N; }",
        "
        N = a[1];
        a[N] = 1 + 2 + 2 * 1 + 1 - 8;",
    );
}

#[test]
fn a_function_for_pointers_to_const_is_the_second_choice() {
    check_file(
        "__device__ int f(const int *p) { return 1; } __device__ int f(int *p) { return 2; }
         __global__ void k(int *a, const int *b) { a[0] = f(a) + f(b); }",
        "a[0] = 2 + 1;",
    );
}
