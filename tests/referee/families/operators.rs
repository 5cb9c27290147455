//! Kernels over declared operators: of which nothing but the laws is known, or with a definition.

use crate::generate::{Draw, fill};

pub const FAMILIES: &[(&str, fn(&mut Draw) -> String)] =
    &[("operator, pairs", pairs), ("operator, row", row), ("operator, prefixes of a block", prefixes)];

/// The declaration of `plus`, and its identity.
fn operator(draw: &mut Draw) -> (String, &'static str) {
    let (text, identity) = match draw.random.below(3) {
        0 => ("//@ operator plus($T x, $T y) identity e;\n__device__ $T plus($T x, $T y);\n\n", "e"),
        1 => (
            "__device__ $T plus($T x, $T y) {\n    return x != 0 ? x : y;\n}\n\n//@ operator plus($T x, $T y) identity 0;\n",
            "0",
        ),
        _ => ("//@ operator plus($T x, $T y) = y == 0 ? x : y identity 0;\n__device__ $T plus($T x, $T y);\n\n", "0"),
    };
    (text.replace("$T", draw.ty()), identity)
}

fn pairs(draw: &mut Draw) -> String {
    let (declared, _) = operator(draw);
    let combined = draw.pick(&["plus($a, $b)", "plus($b, $a)", "plus($a, plus($b, $a))", "plus(plus($a, $b), $b)"]);
    let at = |index: &str| combined.replace("$a", &format!("a[{index}]")).replace("$b", &format!("b[{index}]"));
    let index = draw.index("i", "x");
    let guarded = draw.guarded("i < n", "i >= n", &format!("    out[i] = {};\n", at("i")));
    fill(
        "$declared//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \\length(a) && n <= \\length(b) && n <= \\length(out);\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == $said;\n\
         __global__ void combine(const $T *a, const $T *b, $T *out, int n) {\n$index$guarded}\n",
        &[("declared", &declared), ("T", draw.ty()), ("said", &at("j")), ("index", &index), ("guarded", &guarded)],
    )
}

fn row(draw: &mut Draw) -> String {
    let (declared, identity) = operator(draw);
    let index = draw.index("r", "x");
    let (first, last) = [("0", "cols"), ("1", "cols"), ("0", "cols - 1")][draw.random.below(3)];
    fill(
        "$declared//@ requires 0 <= rows <= blockDim.x * gridDim.x && rows * cols <= \\length(a) && rows <= \\length(out);\n\
         //@ requires 1 <= cols <= 1000 && zero == $identity;\n\
         //@ ensures \\forall r. 0 <= r < rows -> out[r] == fold(plus, k, a[r * cols + k], $first, $last - 1);\n\
         __global__ void rows(const $T *a, $T *out, int rows, int cols, $T zero) {\n$index    if (r >= rows) return;\n\
         \x20   $T all = zero;\n    for (int k = $first; k < $last; k++) {\n\
         \x20       //@ invariant $first <= k <= $last && all == fold(plus, i, a[r * cols + i], $first, k - 1);\n\
         \x20       all = plus(all, a[r * cols + k]);\n    }\n    out[r] = all;\n}\n",
        &[
            ("declared", &declared),
            ("T", draw.ty()),
            ("identity", identity),
            ("index", &index),
            ("first", first),
            ("last", last),
        ],
    )
}

fn prefixes(draw: &mut Draw) -> String {
    let (declared, _) = operator(draw);
    let index = draw.index("i", "x");
    fill(
        "$declared//@ requires \\length(in) == blockDim.x * gridDim.x && \\length(out) == blockDim.x * gridDim.x && \\length(s) == blockDim.x;\n\
         //@ ensures \\forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x -> out[b * blockDim.x + j] == fold(plus, k, in[b * blockDim.x + k], 0, j);\n\
         __global__ void prefixes(const $T *in, $T *out) {\n    extern __shared__ $T s[];\n    int t = threadIdx.x;\n$index\
         \x20   s[t] = in[i];\n    __syncthreads();\n    for (int d = 1; d < blockDim.x; d *= 2) {\n        //@ invariant 1 <= d;\n\
         \x20       //@ invariant \\forall j. 0 <= j < blockDim.x -> s[j] == fold(plus, k, in[blockIdx.x * blockDim.x + k], \\max(0, j - d + 1), j);\n\
         \x20       $T own = s[t];\n        if (t >= d) own = plus(s[t - d], own);\n        __syncthreads();\n        s[t] = own;\n\
         \x20       __syncthreads();\n    }\n    out[i] = s[t];\n}\n",
        &[("declared", &declared), ("T", draw.ty()), ("index", &index)],
    )
}
