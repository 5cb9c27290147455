//! Kernels that call functions by contract: of one thread, of whole blocks, for some threads or blocks only.

use crate::generate::{Draw, fill};

pub const FAMILIES: &[(&str, fn(&mut Draw) -> String)] = &[
    ("contract, value", value),
    ("contract, own cell", own_cell),
    ("contract, block", block),
    ("contract, part of an array", part),
    ("contract, in a loop", repeated),
];

/// What of a kernel's threads or blocks make the call, in program and contract.
fn some(draw: &mut Draw, choices: &[(&'static str, &'static str)]) -> (&'static str, &'static str) {
    choices[draw.random.below(choices.len())]
}

fn value(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("x", "x"), ("y", "y")]);
    let condition = draw.pick(&["x < y", "x == y", "y < x", "x != y"]);
    let index = draw.index("i", "x");
    let called = said.replace('x', "a[j]").replace('y', "c");
    let condition_called = condition.replace('x', "a[j]").replace('y', "c");
    fill(
        "//@ ensures \\result == ($condition ? x : $said);\n\
         __device__ $T choose($T x, $T y) {\n    if ($condition) return x;\n    return $code;\n}\n\n\
         //@ requires \\length(a) == blockDim.x * gridDim.x && \\length(out) == blockDim.x * gridDim.x;\n\
         //@ ensures \\forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == ($called_condition ? a[j] : $called);\n\
         __global__ void chosen(const $T *a, $T *out, $T c) {\n$index    out[i] = choose(a[i], c);\n}\n",
        &[
            ("T", draw.ty()),
            ("condition", condition),
            ("said", &said),
            ("code", &code),
            ("called_condition", &condition_called),
            ("called", &called),
            ("index", &index),
        ],
    )
}

fn own_cell(draw: &mut Draw) -> String {
    let me = "blockIdx.x * blockDim.x + threadIdx.x";
    let (code, said) = draw.value(&[("a[i]", "\\old(a[$me])"), ("c", "c")]);
    let (said, called) = (said.replace("$me", me), said.replace("$me", "j"));
    let index = draw.index("i", "x");
    let (guard, said_guard) =
        some(draw, &[("i < n", "j < n"), ("i >= n", "j >= n"), ("i != n", "j != n"), ("i % 2 == 0", "j % 2 == 0")]);
    let limits = ["", "//@ writes a[$me .. $me];\n", "//@ reads a[$me .. $me];\n"];
    let writes = draw.pick(&limits).replace("$me", me);
    fill(
        "//@ requires \\length(a) == blockDim.x * gridDim.x;\n$writes//@ ensures a[$me] == $said;\n\
         __device__ void change($T *a, $T c) {\n$index    a[i] = $code;\n}\n\n\
         //@ requires \\length(a) == blockDim.x * gridDim.x;\n\
         //@ ensures \\forall j. 0 <= j < blockDim.x * gridDim.x && $said_guard -> a[j] == $called;\n\
         //@ ensures \\forall j. 0 <= j < blockDim.x * gridDim.x && !($said_guard) -> a[j] == \\old(a[j]);\n\
         __global__ void changed($T *a, int n, $T c) {\n$index    if ($guard) change(a, c);\n}\n",
        &[
            ("T", draw.ty()),
            ("writes", &writes),
            ("me", me),
            ("said", &said),
            ("code", &code),
            ("said_guard", said_guard),
            ("called", &called),
            ("guard", guard),
            ("index", &index),
        ],
    )
}

fn block(draw: &mut Draw) -> String {
    let (from, said_from) = some(
        draw,
        &[("blockDim.x - 1 - t", "blockDim.x - 1 - j"), ("(t + 1) % blockDim.x", "(j + 1) % blockDim.x"), ("0", "0")],
    );
    let (guard, said_guard) = some(
        draw,
        &[("true", "true"), ("blockIdx.x < n", "g < n"), ("blockIdx.x % 2 == 1", "g % 2 == 1"), ("n > 3", "n > 3")],
    );
    let first = draw.pick(&["    __syncthreads();\n", ""]);
    let index = draw.index("i", "x");
    fill(
        "//@ requires blockDim.x <= \\length(s);\n//@ writes s[0 .. blockDim.x - 1];\n\
         //@ ensures \\forall j. 0 <= j < blockDim.x -> s[j] == \\old(s[$said_from]);\n\
         __device__ void permute($T *s) {\n    int t = threadIdx.x;\n$first    $T v = s[$from];\n    __syncthreads();\n    s[t] = v;\n    __syncthreads();\n}\n\n\
         //@ requires \\length(a) == blockDim.x * gridDim.x && \\length(out) == blockDim.x * gridDim.x && \\length(s) == blockDim.x;\n\
         //@ ensures \\forall g, j. 0 <= g < gridDim.x && 0 <= j < blockDim.x -> out[g * blockDim.x + j] == ($said_guard ? a[g * blockDim.x + ($said_from)] : a[g * blockDim.x + j]);\n\
         __global__ void permuted(const $T *a, $T *out, int n) {\n    extern __shared__ $T s[];\n$index\
         \x20   s[threadIdx.x] = a[i];\n    __syncthreads();\n    if ($guard) permute(s);\n    out[i] = s[threadIdx.x];\n}\n",
        &[
            ("T", draw.ty()),
            ("said_from", said_from),
            ("from", from),
            ("first", first),
            ("said_guard", said_guard),
            ("guard", guard),
            ("index", &index),
        ],
    )
}

fn part(draw: &mut Draw) -> String {
    let offset = draw.pick(&["0", "1", "blockDim.x", "k"]);
    let (code, said) = draw.value(&[("b[t]", "b[j]"), ("c", "c")]);
    let reads = draw.pick(&["", "//@ reads b[threadIdx.x .. threadIdx.x];\n", "//@ reads b[0 .. blockDim.x - 1];\n"]);
    fill(
        "//@ requires 0 <= lo && lo + blockDim.x <= \\length(a) && blockDim.x <= \\length(b);\n\
         $reads//@ writes a[lo .. lo + blockDim.x - 1];\n\
         //@ ensures \\forall j. 0 <= j < blockDim.x -> a[lo + j] == $said;\n\
         __device__ void put($T *a, int lo, const $T *b, $T c) {\n    int t = threadIdx.x;\n    a[lo + t] = $code;\n}\n\n\
         //@ requires gridDim.x == 1 && 0 <= k < 4 && blockDim.x <= \\length(b) && \\length(a) == 2 * blockDim.x + 4;\n\
         //@ ensures \\forall j. 0 <= j < blockDim.x -> a[$offset + j] == $said;\n\
         //@ ensures \\forall j. 0 <= j < \\length(a) && !($offset <= j < $offset + blockDim.x) -> a[j] == \\old(a[j]);\n\
         __global__ void placed($T *a, const $T *b, int k, $T c) {\n    put(a, $offset, b, c);\n}\n",
        &[("T", draw.ty()), ("said", &said), ("code", &code), ("offset", offset), ("reads", reads)],
    )
}

fn repeated(draw: &mut Draw) -> String {
    let step = draw.pick(&["1", "2", "3"]);
    fill(
        "//@ requires blockDim.x <= \\length(s);\n//@ writes s[0 .. blockDim.x - 1];\n\
         //@ ensures \\forall j. 0 <= j < blockDim.x -> s[j] == \\old(s[(j + 1) % blockDim.x]) + $step;\n\
         __device__ void turn(int *s) {\n    int v = s[(threadIdx.x + 1) % blockDim.x];\n    __syncthreads();\n    s[threadIdx.x] = v + $step;\n    __syncthreads();\n}\n\n\
         //@ requires gridDim.x == 1 && 0 <= n && \\length(out) == blockDim.x && \\length(s) == blockDim.x;\n\
         //@ ensures \\forall j. 0 <= j < blockDim.x -> out[j] == $step * n;\n\
         __global__ void turned(int *out, int n) {\n    extern __shared__ int s[];\n    s[threadIdx.x] = 0;\n    __syncthreads();\n\
         \x20   for (int k = 0; k < n; k++) {\n        //@ invariant 0 <= k <= n;\n        //@ invariant \\forall j. 0 <= j < blockDim.x -> s[j] == $step * k;\n        turn(s);\n    }\n\
         \x20   out[threadIdx.x] = s[threadIdx.x];\n}\n",
        &[("step", step)],
    )
}
