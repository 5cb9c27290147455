//! Structs, vectors of CUDA, helper functions, and loops with steps of their own.

use crate::generate::{Draw, fill};
use crate::value::Element;

pub const FAMILIES: &[(&str, fn(&mut Draw) -> String)] = &[
    ("vector type", vector),
    ("vector type, operator", operator),
    ("struct array", structs),
    ("struct by value", by_value),
    ("helper by reference", by_reference),
    ("helper, nested", nested),
    ("search", searching),
    ("loop with a step", stepping),
    ("strided loop with break", breaking),
    ("struct in shared memory", shared_struct),
];

fn vector(draw: &mut Draw) -> String {
    let (ty, element) =
        *[("float2", Element::Float), ("int2", Element::Int), ("float4", Element::Float), ("double2", Element::Double)]
            .get(draw.random.below(4))
            .expect("there are four");
    draw.element = element;
    let (first, said_first) = draw.value(&[("p.x", "a[j].x"), ("p.y", "a[j].y")]);
    let (second, said_second) = draw.value(&[("p.y", "a[j].y"), ("c", "c")]);
    let rest = if ty == "float4" { "    q.z = p.z;\n    q.w = p.w;\n" } else { "" };
    let index = draw.index("i", "x");
    let body =
        format!("    {ty} p = a[i];\n    {ty} q;\n    q.x = {first};\n    q.y = {second};\n{rest}    out[i] = q;\n");
    let body = draw.guarded("i < n", "i >= n", &body);
    fill(
        "#include <cuda_runtime.h>\n\n//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j].x == $first && out[j].y == $second;\n\
         __global__ void vectors(const $V *a, $V *out, $T c, int n) {\n$index$body}\n",
        &[
            ("V", ty),
            ("T", draw.ty()),
            ("first", &said_first),
            ("second", &said_second),
            ("index", &index),
            ("body", &body),
        ],
    )
}

fn operator(draw: &mut Draw) -> String {
    let op = draw.pick(&["+", "-", "*"]);
    let index = draw.index("i", "x");
    let body = draw.guarded("i < n", "i >= n", &format!("    out[i] = a[i] {op} b[i];\n"));
    fill(
        "#include <cuda_runtime.h>\n\n\
         inline __host__ __device__ float2 operator$op(float2 p, float2 q) { return make_float2(p.x $op q.x, p.y $op q.y); }\n\n\
         //@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(b) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j].x == a[j].x $op b[j].x && out[j].y == a[j].y $op b[j].y;\n\
         __global__ void combine(const float2 *a, const float2 *b, float2 *out, int n) {\n$index$body}\n",
        &[("op", op), ("index", &index), ("body", &body)],
    )
}

fn structs(draw: &mut Draw) -> String {
    let (code, said) =
        draw.value(&[("all[i].value", "\\old(all[j].value)"), ("all[i].weight", "\\old(all[j].weight)"), ("c", "c")]);
    let index = draw.index("i", "x");
    let update = draw.pick(&[
        "all[i].value = $code;",
        "Item *at = all + i;\n    at->value = $code;",
        "Item &at = all[i];\n    at.value = $code;",
    ]);
    let update = fill(update, &[("code", &code)]);
    let body = draw.guarded("i < n", "i >= n", &format!("    {update}\n    all[i].seen = 1;\n"));
    fill(
        "struct Item {\n    $T value;\n    $T weight;\n    int seen;\n};\n\n\
         //@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(all) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> all[j].value == $said && all[j].weight == \\old(all[j].weight) && all[j].seen == 1;\n\
         __global__ void update(Item *all, $T c, int n) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("body", &body)],
    )
}

fn by_value(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i]", "a[j]"), ("by.scale", "by.scale"), ("by.shift", "by.shift")]);
    let index = draw.index("i", "x");
    let body = draw.guarded("i < by.n", "i >= by.n", &format!("    out[i] = {code};\n"));
    fill(
        "struct By {\n    int n;\n    $T scale;\n    $T shift;\n};\n\n\
         //@ requires 0 <= by.n <= blockDim.x * gridDim.x && \\length(a) == by.n && \\length(out) == by.n;\n\
         //@ ensures \\forall j. 0 <= j < by.n -> out[j] == $said;\n\
         __global__ void apply(const $T *a, $T *out, By by) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("body", &body)],
    )
}

fn by_reference(draw: &mut Draw) -> String {
    let (first, said_first) = draw.value(&[("x", "a[j]"), ("y", "b[j]")]);
    let (second, said_second) = draw.value(&[("y", "b[j]"), ("before", "a[j]")]);
    let index = draw.index("i", "x");
    let body =
        draw.guarded("i < n", "i >= n", "    $T p = a[i], q = b[i];\n    mix(p, q);\n    a[i] = p;\n    b[i] = q;\n");
    let old = |said: &str| said.replace("a[j]", "\\old(a[j])").replace("b[j]", "\\old(b[j])");
    fill(
        "__device__ void mix($T &x, $T &y) {\n    $T before = x;\n    x = $first;\n    y = $second;\n}\n\n\
         //@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(b) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> a[j] == $saidFirst && b[j] == $saidSecond;\n\
         __global__ void mixAll($T *a, $T *b, int n) {\n$index$body}\n",
        &[
            ("saidFirst", &old(&said_first)),
            ("saidSecond", &old(&said_second)),
            ("first", &first),
            ("second", &second),
            ("index", &index),
            ("body", &body.replace("$T", draw.ty())),
            ("T", draw.ty()),
        ],
    )
}

fn nested(draw: &mut Draw) -> String {
    let (inner, said_inner) = draw.value(&[("u", "a[j]"), ("v", "b[j]")]);
    let (outer, said_outer) = draw.value(&[("inner(x, y)", "$inner"), ("x", "a[j]")]);
    let early = draw.random.once_in(2);
    let (guard, said) = match early {
        true => ("    if (x < 0) return y;\n", format!("(a[j] < 0 ? b[j] : {said_outer})")),
        false => ("", said_outer),
    };
    let index = draw.index("i", "x");
    let body = draw.guarded("i < n", "i >= n", "    out[i] = outer(a[i], b[i]);\n");
    fill(
        "__device__ $T inner($T u, $T v) { return $code; }\n\n\
         static __device__ __forceinline__ $T outer($T x, $T y) {\n$guard    return $whole;\n}\n\n\
         //@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(b) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == $said;\n\
         __global__ void nested(const $T *a, const $T *b, $T *out, int n) {\n$index$body}\n",
        &[
            ("T", draw.ty()),
            ("code", &inner),
            ("whole", &outer),
            ("guard", guard),
            ("said", &said.replace("$inner", &format!("({said_inner})"))),
            ("index", &index),
            ("body", &body),
        ],
    )
}

/// A loop that is left by a return or by a break.
fn searching(draw: &mut Draw) -> String {
    let leave = draw.pick(&["break;", "{\n            out[i] = k;\n            return;\n        }"]);
    let index = draw.index("i", "x");
    let op = draw.pick(&["==", ">=", "<"]);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && 0 <= m && \\length(a) == m && \\length(x) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> 0 <= out[j] <= m;\n\
         //@ ensures \\forall j, q. 0 <= j < n && 0 <= q < out[j] -> !(a[q] $op x[j]);\n\
         //@ ensures \\forall j. 0 <= j < n && out[j] < m -> a[out[j]] $op x[j];\n\
         __global__ void search(const int *a, const int *x, int *out, int n, int m) {\n$index\
         \x20   if (i >= n) return;\n    int k = 0;\n    for (; k < m; k++) {\n\
         \x20       //@ invariant 0 <= k <= m;\n\
         \x20       //@ invariant \\forall q. 0 <= q < k -> !(a[q] $op x[i]);\n\
         \x20       if (a[k] $op x[i]) $leave\n    }\n    out[i] = k;\n}\n",
        &[("index", &index), ("op", op), ("leave", leave)],
    )
}

fn stepping(draw: &mut Draw) -> String {
    let step = draw.pick(&["2", "3", "s"]);
    let index = draw.index("i", "x");
    let (code, said) = draw.value(&[("a[k * n + i]", "a[q * $step * n + j]"), ("c", "c")]);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && 1 <= s && 0 <= m;\n\
         //@ requires \\length(a) == $step * m * n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == sum(q, $said, 0, m - 1);\n\
         __global__ void stepping(const $T *a, $T *out, $T c, int n, int m, int s) {\n$index\
         \x20   if (i >= n) return;\n    $T total = 0;\n    for (int k = 0; k < $step * m; k += $step) {\n\
         \x20       //@ invariant k == $step * loop_count && 0 <= loop_count <= m;\n\
         \x20       //@ invariant total == sum(q, $own, 0, loop_count - 1);\n\
         \x20       total += $code;\n    }\n    out[i] = total;\n}\n",
        &[
            ("T", draw.ty()),
            ("own", &said.replace("* n + j]", "* n + i]").replace("$step", step)),
            ("said", &said.replace("$step", step)),
            ("code", &code),
            ("index", &index),
            ("step", step),
        ],
    )
}

/// What was copied before the first zero, by each thread on its own cells.
fn breaking(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i]", "a[j]"), ("c", "c")]);
    let stop = draw.pick(&["limit <= i", "i >= limit", "!(i < limit)"]);
    fill(
        "//@ requires 0 <= limit <= n && \\length(a) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n && j < limit -> out[j] == $said;\n\
         //@ ensures \\forall j. 0 <= j < n && j >= limit -> out[j] == \\old(out[j]);\n\
         __global__ void untilLimit(const $T *a, $T *out, $T c, int n, int limit) {\n\
         \x20   for (int i = blockIdx.x * blockDim.x + threadIdx.x; true; i += blockDim.x * gridDim.x) {\n\
         \x20       //@ invariant \\active -> i == loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x;\n\
         \x20       //@ invariant !\\active -> limit <= loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x;\n\
         \x20       //@ invariant \\forall j. 0 <= j < loop_count * blockDim.x * gridDim.x && j < limit -> out[j] == $said;\n\
         \x20       //@ invariant \\forall j. 0 <= j < n && (j >= limit || j >= loop_count * blockDim.x * gridDim.x) -> out[j] == \\old(out[j]);\n\
         \x20       if ($stop) break;\n        out[i] = $code;\n    }\n}\n",
        &[("T", draw.ty()), ("said", &said), ("code", &code), ("stop", stop)],
    )
}

fn shared_struct(draw: &mut Draw) -> String {
    let index = draw.index("i", "x");
    let from = draw.pick(&["blockDim.x - 1 - $t", "($t + 1) % blockDim.x"]);
    let (code, said) =
        draw.value(&[("s[at].low", "a[g * blockDim.x + ($from)]"), ("s[at].high", "b[g * blockDim.x + ($from)]")]);
    let (program, contract) = (from.replace("$t", "t"), from.replace("$t", "j"));
    fill(
        "struct Pair {\n    $T low;\n    $T high;\n};\n\n\
         //@ requires \\length(a) == blockDim.x * gridDim.x && \\length(b) == blockDim.x * gridDim.x;\n\
         //@ requires \\length(out) == blockDim.x * gridDim.x && blockDim.x <= 64;\n\
         //@ ensures \\forall g, j. 0 <= g < gridDim.x && 0 <= j < blockDim.x -> out[g * blockDim.x + j] == $said;\n\
         __global__ void turned(const $T *a, const $T *b, $T *out) {\n    __shared__ Pair s[64];\n    int t = threadIdx.x;\n$index\
         \x20   s[t].low = a[i];\n    s[t].high = b[i];\n    __syncthreads();\n    int at = $program;\n    out[i] = $code;\n}\n",
        &[
            ("T", draw.ty()),
            ("said", &said.replace("$from", &contract)),
            ("code", &code),
            ("program", &program),
            ("index", &index),
        ],
    )
}
