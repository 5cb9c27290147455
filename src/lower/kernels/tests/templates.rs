//! Instances of kernel templates, and templates of device functions.

use crate::base::{Config, config::Source};
use crate::kernel::ir::LocalRole;

use super::{check_file, kernel, program};
use crate::lower::kernels::tests;

fn names(source: &str, templates: &[(&str, &str)]) -> Vec<String> {
    let templates = templates.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
    let config = Config { source: Source { templates, ..Source::default() }, ..Config::default() };
    let (program, _) = program(source, &config);
    program.kernels.iter().map(|kernel| kernel.name.clone()).collect()
}

const SOURCE: &str = "template <typename T, int N> __global__ void k(T *a) { __shared__ T s[N]; s[0] = a[N]; }";

#[test]
fn arguments_come_from_the_command_line_instantiations_and_launches() {
    assert_eq!(names(SOURCE, &[("T", "unsigned int"), ("N", "4")]), ["k<unsigned int, 4>"]);
    assert_eq!(names(SOURCE, &[("T", "float")]), ["k<float, N>"]);
    let two =
        format!("{SOURCE} template __global__ void k<float, 8>(float *); template __global__ void k<int, 2>(int *);");
    assert_eq!(names(&two, &[]), ["k<float, 8>", "k<int, 2>"]);
    let launched = format!("{SOURCE} void h(float *a) {{ k<float, 3><<<1, 2>>>(a); k<float, 4><<<1, 2>>>(a); }}");
    assert_eq!(names(&launched, &[]), ["k<float, N>"]);
}

#[test]
fn launches_in_templates_of_the_host_follow_their_calls() {
    let source = "template <typename T, int N> __global__ void k(T *a) { a[0] = __shfl_sync(~0u, a[0], 0, N); }
         template <typename U, int M> void h(U *a) { k<U, M><<<1, 2>>>(a); }";
    // Called with a type that follows from an argument whose declaration is not seen: nothing is known, and the width is any.
    assert_eq!(names(&format!("{source} void f() {{ h(a); }}"), &[]), ["k<float, N>"]);
    assert_eq!(names(&format!("{source} void f(float *a) {{ h(a); }}"), &[]), ["k<float, N>"]);
    let called = format!("{source} void f(int *a) {{ h<int, 4>(a); if (a < a) h<int, 8>(a); h<int, 4>(a); }}");
    assert_eq!(names(&called, &[]), ["k<int, 4>", "k<int, 8>"]);
    let explicit = format!("{source} template void h<double, 2>(double *);");
    assert_eq!(names(&explicit, &[]), ["k<double, 2>"]);
    let nested = format!(
        "{source} template <int W> void g(int *a) {{ h<int, W>(a); h<long, 32>(0); }} void f() {{ g<16>(0); }}"
    );
    assert_eq!(names(&nested, &[]), ["k<int, 16>", "k<long long, 32>"]);
    // A call that calls itself, and one that fixes a part.
    let again = format!(
        "{source} template <int W> void g(int *a) {{ g<W>(a); g<W - 1>(a); h<int, W>(a); }} void f() {{ g<4>(0); }}"
    );
    assert_eq!(names(&again, &[]), ["k<int, 4>"]);
    let part = format!("{source} void f(int *a, const int n) {{ h<float, sizeof(n)>(0); h<int>(a); }}");
    assert_eq!(names(&part, &[]).len(), 2);
    // The call is of another template of the name.
    let other = format!(
        "{source} template <typename U, int M> void h(U *a, int n = 1, int m = 2);
         template <typename U, int M> void h(U *a, float x, int n, int m) {{ k<U, M><<<1, n>>>(a); }}
         void f(int *a) {{ h<int, 4>(a); h<float, 8>(0, 1.0f, (1, 2), f<int, 3>(4, 5)); }}"
    );
    assert_eq!(names(&other, &[]), ["k<int, 4>", "k<float, 8>"]);
    // Where any value is modelled, none is fixed.
    let any = "template <int N> __global__ void k(int *a) { a[N] = N; } template <int M> void h() { k<M><<<1, 2>>>(0); } void f() { h<3>(); }";
    assert_eq!(names(any, &[]), ["k"]);
}

#[test]
fn types_of_arguments_fix_what_a_launch_leaves_out() {
    let source = "template <typename T> __global__ void k(T *a, int n) { a[0] = n; }";
    let launched = |host: &str| names(&format!("{source} {host}"), &[]);
    assert_eq!(launched("void f(double *a) { k<<<1, 2>>>(a, 3); }"), ["k<double>"]);
    assert_eq!(
        launched("void f(int n) { double *a = 0, b; k<<<1, 2>>>(a + n, 3); k<<<1, 1>>>(&b, 2); }"),
        ["k<double>"]
    );
    assert_eq!(launched("typedef double real; void f() { real *a; { float *a; } k<<<1, 2>>>(a, 3); }"), ["k<double>"]);
    // A variable of the file may be hidden in ways that are not seen, and so may the name of a type.
    assert_eq!(launched("double *a; void f(int *q) { decltype(q) a = q; k<<<1, 2>>>(a, 3); }"), ["k<float>"]);
    let hidden = "typedef double real; template <class real> struct W { real *a; void h() { k<<<1, 2>>>(a, 3); } };";
    assert_eq!(launched(hidden), ["k<float>"]);
    assert_eq!(
        launched("void f(void *a) { k<<<1, 2>>>((short *)a, 3); k<<<1, 2>>>(reinterpret_cast<long *>(a), 1); }"),
        ["k<short>", "k<long long>"]
    );
    assert_eq!(
        launched("void f(int *a, bool b) { for (double *a = 0; b;) k<<<1, 2>>>(a, 3); k<<<1, 2>>>(a, 3); }"),
        ["k<double>", "k<int>"]
    );
    assert_eq!(launched("void f() { auto go = [=](short *a) { k<<<1, 2>>>(a, 1); }; }"), ["k<short>"]);
    assert_eq!(launched("struct H { void f() { k<<<1, 2>>>(a, 1); } short *a; };"), ["k<short>"]);
    // What the declaration is, or which one is meant, is not certain.
    for host in [
        "void f(std::vector<double> a) { k<<<1, 2>>>(a, 3); }",
        "double *a; void f() { auto [a, b] = g(); k<<<1, 2>>>(a, 3); }",
        "double *a; void f(double a[3]) { k<<<1, 2>>>(a, 3); }",
        "double *a; void H::f() { k<<<1, 2>>>(a, 3); }",
        "double *a; struct H : B { void f() { k<<<1, 2>>>(a, 3); } };",
        "template <typename T> void f() { T *a; k<<<1, 2>>>(a, 3); }",
        "void f() { typedef double real; real *a; k<<<1, 2>>>(a, 3); }",
        "template <typename T> __global__ void k(T a) {} void f(double *a) { k<<<1, 2>>>(a, 3); }",
        "void f(double *a) { kernel = k; kernel<<<1, 2>>>(a, 3); }",
    ] {
        assert!(!launched(host).contains(&"k<double>".to_owned()), "{host}");
    }
}

#[test]
fn calls_of_templates_of_the_host_fix_what_they_hand_on() {
    let source = "template <typename T> __global__ void k(T *a, int n) { a[0] = n; }
         template <typename U> void h(U *a) { k<U><<<1, 2>>>(a, 3); }";
    let called = |host: &str| names(&format!("{source} {host}"), &[]);
    assert_eq!(called("void f(double *a) { h(a); }"), ["k<double>"]);
    assert_eq!(called("void f(double *a, const short *b) { h(a); if (a) h((int *)b); }"), ["k<double>", "k<int>"]);
    assert_eq!(
        called("template <typename V> void g(const V *a, V b) { h(&b); } void f(double *a) { g(a, *a); }"),
        ["k<double>"]
    );
    // Another function of the name may be meant.
    assert_eq!(called("void h(double *a) {} void f(double *a) { h(a); }"), ["k<float>"]);
    assert_eq!(called("void h(double *a); void f(double *a) { h(a); }"), ["k<float>"]);
}

#[test]
fn constants_of_the_host_are_values_of_launches() {
    let source = "template <int N> __global__ void k(int *a) { int m[N * N] = {1}; a[0] = m[0]; }";
    let launched = |host: &str| names(&format!("{source} {host}"), &[]);
    assert_eq!(launched("void f(int *a) { const int n = 4; k<n><<<1, 2>>>(a); }"), ["k<4>"]);
    assert_eq!(
        launched("void f(int *a) { constexpr auto m = 2; static const int n{m + 1}; k<n * m><<<1, 2>>>(a); }"),
        ["k<6>"]
    );
    assert_eq!(
        launched(
            "template <typename T> void h(T *a) { constexpr int n = 16 / sizeof(T); k<n><<<1, 2>>>(0); } void f(double *a) { h(a); h<short>(0); }"
        ),
        ["k<2>", "k<8>"]
    );
    // Each name where it stands.
    let inner = "void f(int *a) { const int n = 4; const int m = n; { const int n = 8; k<m + n><<<1, 2>>>(a); } }";
    assert_eq!(launched(inner), ["k"]);
    assert_eq!(launched("void f(int *a) { int n = 4; n = 5; k<n><<<1, 2>>>(a); }"), ["k"]);
}

#[test]
fn a_value_parameter_is_symbolic_unless_fixed() {
    let symbolic = kernel("template <int N> __global__ void k(int *a) { a[N] = N; }");
    assert_eq!(symbolic.name, "k");
    assert_eq!(symbolic.locals[0].role, LocalRole::Template);
    check_file("template <int N> __global__ void k(int *a) { a[N * 2] = N; }", "a[N * 2] = N;");
}

#[test]
fn constant_conditions_choose_a_branch_without_typing_the_other() {
    check_file(
        "template <bool B> __global__ void k(int *a) { if constexpr (B) a[0] = 1; else a = nullptr; }
         template __global__ void k<true>(int *);",
        "a = 0i64;\na#2[a] = 1;",
    );
}

#[test]
fn arguments_of_device_templates_are_deduced_or_given() {
    check_file(
        "template <typename T> __device__ T twice(T x) { return x + x; }
         template <int N> __device__ int times(int x) { return N * x; }
         template <typename T, int M> __device__ T last(T (&v)[M]) { return v[M - 1]; }
         __global__ void k(float *a, int n) { float v[6]; v[5] = 1; a[0] = twice(a[1]) + times<3>(n) + last(v); }",
        "
        declare v;
        v[5] = 1.0f32;
        x = a[1];
        a[0] = x + x + convert<f32>(3 * n) + v[6 - 1];",
    );
}

#[test]
fn types_that_nothing_fixes_are_float_or_else_int() {
    assert_eq!(names("template <typename T> __global__ void k(T *a) { a[0] += a[1]; }", &[]), ["k<float>"]);
    assert_eq!(names("template <typename T> __global__ void k(T *a) { a[0] %= a[1]; }", &[]), ["k<int>"]);
    // A launch in a template of the host hands on the host's own parameter.
    let handed_on = "template <typename T> __global__ void k(T *a) { a[0] = 1; }
        template <typename Real> void h(Real *a) { k<Real><<<1, 1>>>(a); }";
    assert_eq!(names(handed_on, &[]), ["k<float>"]);
    let (program, _) = program(handed_on, &Config::default());
    let assumed = "the template's `T` is float: nothing here says what it is";
    assert!(program.kernels[0].assumptions.iter().any(|line| line == assumed), "{:?}", program.kernels[0].assumptions);
}

#[test]
fn an_explicit_specialisation_of_a_kernel_takes_the_place_of_an_instance() {
    let source = "template <typename T> __global__ void k(T *a) { a[0] = 1; }
        template <> __global__ void k<double>(double *a) { a[0] = 2; }
        template __global__ void k<float>(float *); template __global__ void k<double>(double *);";
    assert_eq!(names(source, &[]), ["k<float>", "k<double>"]);
    let (program, _) = program(source, &Config::default());
    assert_eq!(tests::body(&program.kernels[1]), ["a[0] = 2.0f64;"]);
}

#[test]
fn functions_are_given_to_pointers_and_template_parameters() {
    check_file(
        "__device__ float twice(float x) { return 2.f * x; }
         typedef float (*unary)(float);
         template <unary F> __device__ float both(float x) { return F(x) + F(1.f); }
         __device__ float apply(float (*f)(float), float x) { return f(x); }
         __global__ void k(float *a) { a[0] = both<twice>(a[1]); unary g = twice; a[2] = apply(twice, 3.f) + apply(&twice, 4.f) + g(5.f); }",
        "x = a[1];\na[0] = 2.0f32 * x + 2.0f32 * 1.0f32;\na[2] = 2.0f32 * 3.0f32 + 2.0f32 * 4.0f32 + 2.0f32 * 5.0f32;",
    );
    let two = "template <int (*F)(int)> __global__ void k(int *a) { a[0] = F(1); }
        __device__ int up(int n) { return n + 1; } __device__ int down(int n) { return n - 1; }
        void h(int *a) { k<up><<<1, 1>>>(a); k<down><<<1, 1>>>(a); }";
    assert_eq!(names(two, &[]), ["k<up>", "k<down>"]);
}

#[test]
fn a_pointer_from_outside_may_be_null_and_one_of_the_program_is_not() {
    let source = "__device__ float get(const float *p) { return p != nullptr ? p[0] : 0.f; }
        __global__ void k(float *a, float *b, const float *c) {
            __shared__ float s[4];
            if (!s) a[1] = 1.f;
            a[0] = get(nullptr);
            if (b && b[0] > 1.f) a[2] = get(b);
            if (b == NULL) a[3] = 1.f;
            if (c) a[4] = 1.f;
        }";
    let (program, _) = program(source, &Config::default());
    assert!(program.kernels[0].unsupported.is_empty(), "{:?}", program.kernels[0].unsupported);
    let body = tests::body(&program.kernels[0]).join("\n");
    assert!(
        body.contains("b_is_null")
            && body.contains("c_is_null")
            && !body.contains("a_is_null")
            && !body.contains("s_is_null"),
        "{body}"
    );
}
