//! Lanes that give each other values without memory.

use crate::generate::{Draw, fill};

pub const FAMILIES: &[(&str, fn(&mut Draw) -> String)] = &[
    ("warp broadcast", broadcast),
    ("warp shift", shift),
    ("warp butterfly", butterfly),
    ("warp pairs", pairs),
    ("warp sum", warp_sum),
    ("warp votes", votes),
    ("warp ballot", ballot),
    ("warp arms", arms),
    ("warp exits", exits),
];

const ALL: &[&str] = &["0xffffffff", "0xffffffffu", "-1"];

fn broadcast(draw: &mut Draw) -> String {
    let lane = draw.pick(&["0", "1", "7", "31"]);
    let index = draw.index("i", "x");
    let (code, said) = draw.value(&[("a[i]", "a[j - j % blockDim.x % 32 + $lane]"), ("c", "c")]);
    let mask = draw.pick(ALL);
    fill(
        "//@ requires blockDim.x % 32 == 0 && \\length(a) == blockDim.x * gridDim.x && \\length(out) == blockDim.x * gridDim.x;\n\
         //@ ensures \\forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == $said;\n\
         __global__ void broadcast(const $T *a, $T *out, $T c) {\n$index    $T v = $code;\n\
         \x20   out[i] = __shfl_sync($mask, v, $lane);\n}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("code", &code), ("mask", mask), ("lane", lane)],
    )
}

fn shift(draw: &mut Draw) -> String {
    let by = draw.pick(&["1", "2", "16"]);
    let index = draw.index("i", "x");
    let (name, said) = *[
        ("up", "(j % blockDim.x % 32 < $by ? a[j] : a[j - $by])"),
        ("down", "(j % blockDim.x % 32 + $by > 31 ? a[j] : a[j + $by])"),
    ]
    .get(draw.random.below(2))
    .expect("there are two");
    let said = said.replace("$by", by);
    fill(
        "//@ requires blockDim.x % 32 == 0 && \\length(a) == blockDim.x * gridDim.x && \\length(out) == blockDim.x * gridDim.x;\n\
         //@ ensures \\forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == $said;\n\
         __global__ void shift(const $T *a, $T *out) {\n$index\
         \x20   out[i] = __shfl_$name_sync(0xffffffff, a[i], $by);\n}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("name", name), ("by", by)],
    )
}

fn butterfly(draw: &mut Draw) -> String {
    let step = draw.pick(&["1", "2", "16"]);
    let (code, said) = draw.value(&[("other", "a[$pair]"), ("own", "a[j]")]);
    let pair = format!("(j / {step} % 2 == 0 ? j + {step} : j - {step})");
    fill(
        "//@ requires blockDim.x == 32 && gridDim.x == 1 && \\length(a) == 32 && \\length(out) == 32;\n\
         //@ ensures \\forall j. 0 <= j < 32 -> out[j] == $said;\n\
         __global__ void butterfly(const $T *a, $T *out) {\n    $T own = a[threadIdx.x];\n\
         \x20   $T other = __shfl_xor_sync(0xffffffff, own, $step);\n    out[threadIdx.x] = $code;\n}\n",
        &[("T", draw.ty()), ("said", &said.replace("$pair", &pair)), ("code", &code), ("step", step)],
    )
}

fn pairs(draw: &mut Draw) -> String {
    let width = draw.pick(&["2", "4", "8"]);
    let index = draw.index("i", "x");
    fill(
        "//@ requires blockDim.x % 32 == 0 && \\length(a) == blockDim.x * gridDim.x && \\length(out) == blockDim.x * gridDim.x;\n\
         //@ ensures \\forall j. 0 <= j < blockDim.x * gridDim.x && j % blockDim.x % $width == 0 -> out[j] == a[j] + a[j + 1];\n\
         __global__ void pairs(const $T *a, $T *out) {\n$index    $T v = a[i];\n\
         \x20   v += __shfl_down_sync(0xffffffff, v, 1, $width);\n    out[i] = v;\n}\n",
        &[("T", draw.ty()), ("index", &index), ("width", width)],
    )
}

/// Only that lanes come together and nothing races: what the sum is takes more than is known of five steps.
fn warp_sum(draw: &mut Draw) -> String {
    let index = draw.index("i", "x");
    let step = draw.pick(&["int d = 16; d > 0; d >>= 1", "int d = 16; d > 0; d /= 2", "int d = 1; d < 32; d *= 2"]);
    let guarded = draw.pick(&["a[i]", "i < n ? a[i] : 0"]);
    let length = if guarded == "a[i]" { "blockDim.x * gridDim.x == n" } else { "0 <= n" };
    fill(
        "//@ requires blockDim.x % 32 == 0 && $length && \\length(a) == n && \\length(out) >= blockDim.x * gridDim.x / 32;\n\
         __global__ void warpSum(const $T *a, $T *out, int n) {\n$index    $T v = $guarded;\n\
         \x20   for ($step)\n        v += __shfl_xor_sync(0xffffffff, v, d);\n\
         \x20   if (threadIdx.x % 32 == 0)\n        out[i / 32] = v;\n}\n",
        &[("T", draw.ty()), ("length", length), ("index", &index), ("step", step), ("guarded", guarded)],
    )
}

fn votes(draw: &mut Draw) -> String {
    let op = draw.pick(&["<", "<=", ">", "==", "!="]);
    let (name, quantifier) = *[("any", "\\exists j. 0 <= j < 32 &&"), ("all", "\\forall j. 0 <= j < 32 ->")]
        .get(draw.random.below(2))
        .expect("there are two");
    fill(
        "//@ requires blockDim.x == 32 && gridDim.x == 1 && \\length(a) == 32 && \\length(out) == 1;\n\
         //@ ensures out[0] != 0 <-> $quantifier a[j] $op c;\n\
         __global__ void votes(const int *a, int *out, int c) {\n    int has = a[threadIdx.x] $op c;\n\
         \x20   int said = __$name_sync(0xffffffff, has);\n    if (threadIdx.x == 0)\n        out[0] = said;\n}\n",
        &[("quantifier", quantifier), ("op", op), ("name", name)],
    )
}

fn ballot(draw: &mut Draw) -> String {
    let index = draw.index("i", "x");
    let (code, _) = draw.value(&[("v", "v"), ("a[i]", "v")]);
    fill(
        "//@ requires 0 <= n && \\length(a) == n && \\length(out) == n;\n\
         __global__ void ballot(const $T *a, $T *out, int n) {\n$index\
         \x20   unsigned mask = __ballot_sync(0xffffffff, i < n);\n    if (i < n) {\n        $T v = a[i];\n\
         \x20       v += __shfl_down_sync(mask, v, 1);\n        out[i] = $code;\n    }\n}\n",
        &[("T", draw.ty()), ("index", &index), ("code", &code)],
    )
}

/// The halves of a warp meet in both arms of a branch.
fn arms(draw: &mut Draw) -> String {
    let mask = draw.pick(ALL);
    let (lower, said_lower) = draw.value(&[("a[i]", "a[j - 16]"), ("c", "c")]);
    let (upper, said_upper) = draw.value(&[("a[i]", "a[j + 16]"), ("c", "c")]);
    fill(
        "//@ requires blockDim.x == 32 && gridDim.x == 1 && \\length(a) == 32 && \\length(out) == 32;\n\
         //@ ensures \\forall j. 0 <= j < 16 -> out[j] == $said_upper;\n\
         //@ ensures \\forall j. 16 <= j < 32 -> out[j] == $said_lower;\n\
         __global__ void arms(const $T *a, $T *out, $T c) {\n    int i = threadIdx.x;\n    if (i < 16) {\n\
         \x20       $T v = $lower;\n        out[i] = __shfl_xor_sync($mask, v, 16);\n    } else {\n\
         \x20       $T v = $upper;\n        out[i] = __shfl_xor_sync($mask, v, 16);\n    }\n}\n",
        &[
            ("T", draw.ty()),
            ("said_lower", &said_lower),
            ("said_upper", &said_upper),
            ("lower", &lower),
            ("upper", &upper),
            ("mask", mask),
        ],
    )
}

/// Lanes behind the end are gone when the others exchange values.
fn exits(draw: &mut Draw) -> String {
    let mask = draw.pick(ALL);
    let (code, said) = draw.value(&[("a[i]", "a[0]"), ("c", "c")]);
    fill(
        "//@ requires blockDim.x == 32 && gridDim.x == 1 && 0 < n && \\length(a) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < 32 && j < n -> out[j] == $said;\n\
         __global__ void exits(const $T *a, $T *out, $T c, int n) {\n    int i = threadIdx.x;\n    if (i >= n)\n        return;\n\
         \x20   $T v = $code;\n    out[i] = __shfl_sync($mask, v, 0);\n}\n",
        &[("T", draw.ty()), ("said", &said), ("code", &code), ("mask", mask)],
    )
}
