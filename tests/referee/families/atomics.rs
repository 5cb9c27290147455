//! Threads that meet at one cell: counters, histograms, extremes, tickets.

use crate::generate::{Draw, fill};
use crate::value::Element;

pub const FAMILIES: &[(&str, fn(&mut Draw) -> String)] = &[
    ("atomic count", count),
    ("atomic sum", sum),
    ("histogram", histogram),
    ("histogram, strided", strided_histogram),
    ("histogram, shared", shared_histogram),
    ("atomic sum of a block", block_sum),
    ("atomic extreme", extreme),
    ("atomic slots", slots),
    ("tickets", tickets),
    ("work queue", work_queue),
    ("atomic leaders", leaders),
    ("atomic flags", flags),
];

/// A comparison of an element, in the program and in the contract.
fn condition(draw: &mut Draw, element: &str, said: &str) -> (String, String) {
    let op = draw.pick(&["<", "<=", ">", ">=", "==", "!="]);
    let bound = draw.pick(&["0", "1", "2", "c"]);
    (format!("{element} {op} {bound}"), format!("{said} {op} {bound}"))
}

fn count(draw: &mut Draw) -> String {
    let (tested, said) = condition(draw, "a[i]", "a[k]");
    let index = draw.index("i", "x");
    let by = draw.pick(&["1", "2", "3"]);
    let (add, sign) =
        *[("atomicAdd", "+"), ("atomicAdd", "+"), ("atomicSub", "-")].get(draw.random.below(3)).expect("three");
    let body = format!("    if ({tested}) {add}(total, {by});\n");
    let body = draw.guarded("i < n", "i >= n", &body);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(total) == 1;\n\
         //@ ensures total[0] == \\old(total[0]) $sign $by * count(k, $said, 0, n - 1);\n\
         __global__ void countSome(const int *a, int *total, int n, int c) {\n$index$body}\n",
        &[("said", &said), ("sign", sign), ("by", by), ("index", &index), ("body", &body)],
    )
}

fn sum(draw: &mut Draw) -> String {
    draw.element = if draw.random.once_in(2) { Element::Int } else { Element::Float };
    let (code, said) = draw.value(&[("a[i]", "a[k]"), ("b[i]", "b[k]"), ("c", "c")]);
    let index = draw.index("i", "x");
    let body = format!("    atomicAdd(total, {code});\n");
    let body = draw.guarded("i < n", "i >= n", &body);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(b) == n;\n\
         //@ ensures *total == \\old(*total) + sum(k, $said, 0, n - 1);\n\
         __global__ void addUp(const $T *a, const $T *b, $T *total, $T c, int n) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("body", &body)],
    )
}

fn histogram(draw: &mut Draw) -> String {
    let index = draw.index("i", "x");
    let (key, said) = *[
        ("a[i]", "a[k]"),
        ("a[i] % 4", "a[k] % 4"),
        ("a[i] / 2", "a[k] / 2"),
        ("(a[i] < c ? 0 : 1)", "(a[k] < c ? 0 : 1)"),
    ]
    .get(draw.random.below(4))
    .expect("there are four");
    let by = draw.pick(&["1", "1", "2"]);
    let body = format!("    atomicAdd(&bins[{key}], {by});\n");
    let body = draw.guarded("i < n", "i >= n", &body);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(bins) == nb && 2 <= nb;\n\
         //@ requires \\forall k. 0 <= k < n -> 0 <= $said < nb;\n\
         //@ ensures \\forall u. 0 <= u < nb -> bins[u] == \\old(bins[u]) + $by * count(k, $said == u, 0, n - 1);\n\
         __global__ void histogram(const int *a, int *bins, int n, int nb, int c) {\n$index$body}\n",
        &[("said", said), ("by", by), ("index", &index), ("body", &body)],
    )
}

fn strided_histogram(draw: &mut Draw) -> String {
    let add = draw.pick(&["atomicAdd(&bins[a[i]], 1);", "{ int u = a[i]; atomicAdd(bins + u, 1); }"]);
    fill(
        "//@ requires 0 <= n && \\length(a) == n && \\length(bins) == nb && \\forall k. 0 <= k < n -> 0 <= a[k] < nb;\n\
         //@ ensures \\forall u. 0 <= u < nb -> bins[u] == \\old(bins[u]) + count(k, a[k] == u, 0, n - 1);\n\
         __global__ void histogram(const int *a, int *bins, int n, int nb) {\n\
         \x20   for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {\n\
         \x20       //@ invariant i < n -> i == loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x;\n\
         \x20       //@ invariant i >= n -> loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x >= n;\n\
         \x20       //@ invariant \\forall u. 0 <= u < nb -> bins[u] == \\old(bins[u]) + count(k, a[k] == u, 0, \\min(n, loop_count * blockDim.x * gridDim.x) - 1);\n\
         \x20       $add\n    }\n}\n",
        &[("add", add)],
    )
}

fn shared_histogram(draw: &mut Draw) -> String {
    let bins = draw.pick(&["4", "8", "16"]);
    fill(
        "//@ requires gridDim.x == 1 && 0 <= n <= blockDim.x && blockDim.x == $B && \\length(a) == n && \\length(bins) == $B;\n\
         //@ requires \\forall k. 0 <= k < n -> 0 <= a[k] < $B;\n\
         //@ ensures \\forall u. 0 <= u < $B -> bins[u] == \\old(bins[u]) + count(k, a[k] == u, 0, n - 1);\n\
         __global__ void histogram(const int *a, int *bins, int n) {\n\
         \x20   __shared__ int s[$B];\n    int t = threadIdx.x;\n    s[t] = 0;\n    __syncthreads();\n\
         \x20   if (t < n)\n        atomicAdd(&s[a[t]], 1);\n    __syncthreads();\n    atomicAdd(&bins[t], s[t]);\n}\n",
        &[("B", bins)],
    )
}

fn block_sum(draw: &mut Draw) -> String {
    draw.element = if draw.random.once_in(2) { Element::Int } else { Element::Float };
    let (code, said) = draw.value(&[("a[i]", "a[g * blockDim.x + k]"), ("c", "c")]);
    let index = draw.index("i", "x");
    fill(
        "//@ requires \\length(a) == blockDim.x * gridDim.x && \\length(out) == gridDim.x;\n\
         //@ ensures \\forall g. 0 <= g < gridDim.x -> out[g] == sum(k, $said, 0, blockDim.x - 1);\n\
         __global__ void blockSum(const $T *a, $T *out, $T c) {\n    __shared__ $T total;\n$index\
         \x20   if (threadIdx.x == 0)\n        total = 0;\n    __syncthreads();\n    atomicAdd(&total, $code);\n    __syncthreads();\n\
         \x20   if (threadIdx.x == 0)\n        out[blockIdx.x] = total;\n}\n",
        &[("T", draw.ty()), ("said", &said), ("code", &code), ("index", &index)],
    )
}

fn extreme(draw: &mut Draw) -> String {
    let (name, op) = *[("atomicMin", "<="), ("atomicMax", ">=")].get(draw.random.below(2)).expect("there are two");
    draw.element = Element::Int;
    let (code, said) = draw.value(&[("a[i]", "a[k]"), ("c", "c")]);
    let index = draw.index("i", "x");
    let body = draw.guarded("i < n", "i >= n", &format!("    {name}(best, {code});\n"));
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(best) == 1;\n\
         //@ ensures \\forall k. 0 <= k < n -> best[0] $op $said;\n\
         //@ ensures best[0] $op \\old(best[0]);\n\
         //@ ensures best[0] == \\old(best[0]) || \\exists k. 0 <= k < n && best[0] == $said;\n\
         __global__ void extreme(const int *a, int *best, int c, int n) {\n$index$body}\n",
        &[("op", op), ("said", &said), ("index", &index), ("body", &body)],
    )
}

/// One cell a thread: an atomic is an update like another.
fn slots(draw: &mut Draw) -> String {
    draw.element = if draw.random.once_in(2) { Element::Int } else { Element::Float };
    let (code, said) = draw.value(&[("a[i]", "a[j]"), ("c", "c")]);
    let index = draw.index("i", "x");
    let body = draw.guarded("i < n", "i >= n", &format!("    atomicAdd(&out[i], {code});\n"));
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == \\old(out[j]) + $said;\n\
         __global__ void slots(const $T *a, $T *out, $T c, int n) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("body", &body)],
    )
}

fn tickets(draw: &mut Draw) -> String {
    draw.element = Element::Int;
    let (tested, _) = condition(draw, "a[i]", "a[k]");
    let index = draw.index("i", "x");
    let (code, _) = draw.value(&[("a[i]", "a[j]"), ("c", "c")]);
    let store =
        draw.pick(&["int at = atomicAdd(next, 1);\n        out[at] = $code;", "out[atomicAdd(next, 1)] = $code;"]);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && blockDim.x * gridDim.x <= \\length(out) && next[0] == 0;\n\
         __global__ void tickets(const int *a, int *out, int *next, int c, int n) {\n$index\
         \x20   if (i < n && $tested) {\n        $store\n    }\n}\n",
        &[("tested", &tested), ("index", &index), ("store", &fill(store, &[("code", &code)]))],
    )
}

fn work_queue(draw: &mut Draw) -> String {
    draw.element = Element::Int;
    let (code, _) = draw.value(&[("a[k]", "a[k]"), ("c", "c")]);
    let take = draw.pick(&[
        "    while (true) {\n        int k = atomicAdd(next, 1);\n        if (k >= n)\n            break;\n",
        "    for (int k = atomicAdd(next, 1); k < n; k = atomicAdd(next, 1)) {\n",
    ]);
    fill(
        "//@ requires 0 <= n && \\length(a) == n && \\length(done) == n && next[0] == 0;\n\
         __global__ void workQueue(const int *a, int *done, int *next, int c, int n) {\n$take\
         \x20       done[k] = $code;\n    }\n}\n",
        &[("take", take), ("code", &code)],
    )
}

fn leaders(draw: &mut Draw) -> String {
    let lead = draw.pick(&["threadIdx.x == 0", "threadIdx.x == blockDim.x - 1", "threadIdx.x < 1"]);
    draw.element = if draw.random.once_in(2) { Element::Int } else { Element::Float };
    let (code, said) = draw.value(&[("a[blockIdx.x]", "a[k]"), ("c", "c")]);
    fill(
        "//@ requires \\length(a) == gridDim.x && \\length(total) == 1;\n\
         //@ ensures total[0] == \\old(total[0]) + sum(k, $said, 0, gridDim.x - 1);\n\
         __global__ void leaders(const $T *a, $T *total, $T c) {\n    if ($lead)\n        atomicAdd(total, $code);\n}\n",
        &[("T", draw.ty()), ("lead", lead), ("said", &said), ("code", &code)],
    )
}

fn flags(draw: &mut Draw) -> String {
    let (tested, _) = condition(draw, "a[i]", "a[k]");
    let index = draw.index("i", "x");
    let update = draw.pick(&[
        "atomicOr(&found[a[i] & 3], 1);", "atomicAnd(&found[i % 4], 6);", "atomicXor(found, 1);",
        "atomicExch(&found[i % 2], 1);",
    ]);
    fill(
        "//@ requires \\length(a) == n && \\length(found) == 4;\n\
         __global__ void flags(const int *a, int *found, int c, int n) {\n$index\
         \x20   if (i < n && $tested)\n        $update\n}\n",
        &[("tested", &tested), ("index", &index), ("update", update)],
    )
}
