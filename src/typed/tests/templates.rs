//! Instances of kernel templates, and templates of device functions.

use crate::base::Config;
use crate::kernel::ir::LocalRole;

use super::{check_file, kernel, program};

fn names(source: &str, templates: &[(&str, &str)]) -> Vec<String> {
    let templates = templates.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
    let config = Config { templates, ..Config::default() };
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
         __global__ void k(float *a, int n) { float v[6]; a[0] = twice(a[1]) + times<3>(n) + last(v); }",
        "
        declare v;
        x = a[1];
        a[0] = x + x + convert<f32>(3 * n) + v[6i64 - 1i64];",
    );
}
