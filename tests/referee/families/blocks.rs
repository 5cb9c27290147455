//! The threads of a block work together, through shared memory and barriers.

use crate::generate::{Draw, fill};
use crate::value::Dialect;

pub const FAMILIES: &[(&str, fn(&mut Draw) -> String)] = &[
    ("shared, permuted", permuted),
    ("shared, fixed size", fixed_size),
    ("shared, halo", halo),
    ("shared, transposed tile", transposed),
    ("shared scalar", broadcast),
    ("shared, two phases", two_phases),
    ("leader sums", leader_sums),
    ("tree sum", tree_sum),
    ("prefix sums", prefix_sums),
    ("tiled matrix product", tiled_product),
    ("leader writes", leader_writes),
    ("shared loop", shared_loop),
    ("shared, guarded load", guarded_load),
];

fn permuted(draw: &mut Draw) -> String {
    let (from, said_from) = *[
        ("blockDim.x - 1 - t", "blockDim.x - 1 - j"),
        ("(t + 1) % blockDim.x", "(j + 1) % blockDim.x"),
        ("t == 0 ? blockDim.x - 1 : t - 1", "(j == 0 ? blockDim.x - 1 : j - 1)"),
        ("0", "0"),
    ]
    .get(draw.random.below(4))
    .expect("there are four");
    let (load, said_load) = draw.value(&[("a[i]", "a[g * blockDim.x + ($from)]"), ("c", "c")]);
    let said = said_load.replace("$from", said_from);
    let index = draw.index("i", "x");
    fill(
        "//@ requires \\length(a) == blockDim.x * gridDim.x && \\length(out) == blockDim.x * gridDim.x && \\length(s) == blockDim.x;\n\
         //@ ensures \\forall g, j. 0 <= g < gridDim.x && 0 <= j < blockDim.x -> out[g * blockDim.x + j] == $said;\n\
         __global__ void permuted(const $T *a, $T *out, $T c) {\n    extern __shared__ $T s[];\n    int t = threadIdx.x;\n$index\
         \x20   s[t] = $load;\n    __syncthreads();\n    out[i] = s[$from];\n}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("load", &load), ("from", from)],
    )
}

fn fixed_size(draw: &mut Draw) -> String {
    let size = draw.pick(&["4", "8", "16"]);
    let index = draw.index("i", "x");
    let (code, said) =
        draw.value(&[("s[N - 1 - t]", "\\old(a[g * N + (N - 1 - j)])"), ("s[t]", "\\old(a[g * N + j])")]);
    fill(
        "#define N $N\n\n\
         //@ requires blockDim.x == N && \\length(a) == N * gridDim.x;\n\
         //@ ensures \\forall g, j. 0 <= g < gridDim.x && 0 <= j < N -> a[g * N + j] == $said;\n\
         __global__ void fixedSize($T *a) {\n    __shared__ $T s[N];\n    int t = threadIdx.x;\n$index\
         \x20   s[t] = a[i];\n    __syncthreads();\n    a[i] = $code;\n}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("code", &code), ("N", size)],
    )
}

fn halo(draw: &mut Draw) -> String {
    let index = draw.index("i", "x");
    let (code, said) = draw.value(&[
        ("s[t + 1]", "in[j]"),
        ("s[t]", "(0 < j ? in[j - 1] : $zero)"),
        ("s[t + 2]", "(j < n - 1 ? in[j + 1] : $zero)"),
    ]);
    let (zero, said_zero) = (draw.element.literal(0, Dialect::Program), draw.element.literal(0, Dialect::Contract));
    let said = said.replace("$zero", &said_zero);
    fill(
        "//@ requires n == blockDim.x * gridDim.x && \\length(in) == n && \\length(out) == n && \\length(s) == blockDim.x + 2;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == $said;\n\
         __global__ void halo(const $T *in, $T *out, int n) {\n    extern __shared__ $T s[];\n    int t = threadIdx.x;\n$index\
         \x20   s[t + 1] = in[i];\n\
         \x20   if (t == 0) s[0] = i > 0 ? in[i - 1] : $zero;\n\
         \x20   if (t == blockDim.x - 1) s[t + 2] = i < n - 1 ? in[i + 1] : $zero;\n\
         \x20   __syncthreads();\n    out[i] = $code;\n}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("code", &code), ("zero", &zero)],
    )
}

fn transposed(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("tile[threadIdx.x][threadIdx.y]", "in[r * w + c]"), ("k", "k")]);
    let pad = draw.pick(&["", " + 1"]);
    fill(
        "//@ requires blockDim.x == TILE && blockDim.y == TILE && w == TILE * gridDim.x && h == TILE * gridDim.y;\n\
         //@ requires \\length(in) == w * h && \\length(out) == w * h;\n\
         //@ ensures \\forall r, c. 0 <= r < h && 0 <= c < w -> out[c * h + r] == $said;\n\
         template <int TILE>\n\
         __global__ void transposed(const $T *in, $T *out, int w, int h, $T k) {\n\
         \x20   __shared__ $T tile[TILE][TILE$pad];\n\
         \x20   int x = blockIdx.x * TILE + threadIdx.x;\n\
         \x20   int y = blockIdx.y * TILE + threadIdx.y;\n\
         \x20   tile[threadIdx.y][threadIdx.x] = in[y * w + x];\n\
         \x20   __syncthreads();\n\
         \x20   x = blockIdx.y * TILE + threadIdx.x;\n\
         \x20   y = blockIdx.x * TILE + threadIdx.y;\n\
         \x20   out[y * h + x] = $code;\n}\n",
        &[("T", draw.ty()), ("said", &said), ("code", &code), ("pad", pad)],
    )
}

fn broadcast(draw: &mut Draw) -> String {
    let (load, said_load) = draw.value(&[("in[blockIdx.x]", "in[g]"), ("c", "c")]);
    let leader = draw.pick(&["threadIdx.x == 0", "threadIdx.x == blockDim.x - 1"]);
    let op = draw.pick(&["+", "-", "*"]);
    let index = draw.index("i", "x");
    fill(
        "//@ requires \\length(in) == gridDim.x && \\length(b) == blockDim.x && \\length(out) == blockDim.x * gridDim.x;\n\
         //@ ensures \\forall g, t. 0 <= g < gridDim.x && 0 <= t < blockDim.x -> out[g * blockDim.x + t] == $said $op b[t];\n\
         __global__ void broadcast(const $T *in, const $T *b, $T *out, $T c) {\n    __shared__ $T value;\n$index\
         \x20   if ($leader) value = $load;\n    __syncthreads();\n    out[i] = value $op b[threadIdx.x];\n}\n",
        &[("T", draw.ty()), ("said", &said_load), ("index", &index), ("load", &load), ("leader", leader), ("op", op)],
    )
}

fn two_phases(draw: &mut Draw) -> String {
    let index = draw.index("i", "x");
    let op = draw.pick(&["+", "-", "*"]);
    let between = draw.pick(&["    __syncthreads();\n    s[t] = v;\n", "    u[t] = v;\n"]);
    let again = if between.contains("u[t]") { "u" } else { "s" };
    fill(
        "#define N 8\n\n\
         //@ requires blockDim.x == N && \\length(a) == N * gridDim.x && \\length(out) == N * gridDim.x;\n\
         //@ ensures \\forall g, j. 0 <= g < gridDim.x && 0 <= j < N ->\n\
         //@     out[g * N + j] == a[g * N + (N - 1 - j)] $op a[g * N + (N - 1 - (N - 1 - j))];\n\
         __global__ void twoPhases(const $T *a, $T *out) {\n    __shared__ $T s[N];\n    __shared__ $T u[N];\n    int t = threadIdx.x;\n$index\
         \x20   s[t] = a[i];\n    __syncthreads();\n    $T v = s[t] $op s[N - 1 - t];\n$between    __syncthreads();\n    out[i] = $again[N - 1 - t];\n}\n",
        &[("T", draw.ty()), ("index", &index), ("op", op), ("between", between), ("again", again)],
    )
}

fn leader_sums(draw: &mut Draw) -> String {
    let index = draw.index("i", "x");
    let zero = draw.element.literal(0, Dialect::Program);
    let (load, said) = draw.value(&[("a[i]", "a[$g * blockDim.x + q]")]);
    let (inside, at_end) = (said.replace("$g", "blockIdx.x"), said.replace("$g", "g"));
    fill(
        "//@ requires \\length(a) == blockDim.x * gridDim.x && \\length(out) == gridDim.x && \\length(s) == blockDim.x;\n\
         //@ ensures \\forall g. 0 <= g < gridDim.x -> out[g] == sum(q, $at_end, 0, blockDim.x - 1);\n\
         __global__ void leaderSums(const $T *a, $T *out) {\n    extern __shared__ $T s[];\n$index\
         \x20   s[threadIdx.x] = $load;\n    __syncthreads();\n\
         \x20   if (threadIdx.x == 0) {\n\
         \x20       $T total = $zero;\n\
         \x20       for (int k = 0; k < blockDim.x; k++) {\n\
         \x20           //@ invariant 0 <= k <= blockDim.x;\n\
         \x20           //@ invariant total == sum(q, $inside, 0, k - 1);\n\
         \x20           total += s[k];\n        }\n\
         \x20       out[blockIdx.x] = total;\n    }\n}\n",
        &[
            ("T", draw.ty()),
            ("index", &index),
            ("zero", &zero),
            ("load", &load),
            ("inside", &inside),
            ("at_end", &at_end),
        ],
    )
}

fn tree_sum(draw: &mut Draw) -> String {
    let (load, said) = draw.value(&[("in[blockIdx.x * blockDim.x + t]", "in[$g * blockDim.x + k]")]);
    let (inside, at_end) = (said.replace("$g", "blockIdx.x"), said.replace("$g", "b"));
    let step = draw.pick(&["h >>= 1", "h /= 2"]);
    fill(
        "//@ requires \\is_pow2(blockDim.x) && \\length(in) == blockDim.x * gridDim.x && \\length(out) == gridDim.x && \\length(s) == blockDim.x;\n\
         //@ ensures \\forall b. 0 <= b < gridDim.x -> out[b] == sum(k, $at_end, 0, blockDim.x - 1);\n\
         __global__ void treeSum(const $T *in, $T *out) {\n    extern __shared__ $T s[];\n    unsigned t = threadIdx.x;\n\
         \x20   s[t] = $load;\n    __syncthreads();\n\
         \x20   for (unsigned h = blockDim.x / 2; h > 0; $step) {\n\
         \x20       //@ invariant h == 0 || \\is_pow2(h);\n\
         \x20       //@ invariant h == 0 -> s[0] == sum(k, $inside, 0, blockDim.x - 1);\n\
         \x20       //@ invariant 0 < h -> 2 * h <= blockDim.x && sum(j, s[j], 0, 2 * h - 1) == sum(k, $inside, 0, blockDim.x - 1);\n\
         \x20       if (t < h) s[t] += s[t + h];\n        __syncthreads();\n    }\n\
         \x20   if (t == 0) out[blockIdx.x] = s[0];\n}\n",
        &[("T", draw.ty()), ("load", &load), ("inside", &inside), ("at_end", &at_end), ("step", step)],
    )
}

fn prefix_sums(draw: &mut Draw) -> String {
    let index = draw.index("i", "x");
    let zero = draw.element.literal(0, Dialect::Program);
    let load = draw.pick(&[
        "        $T left = $zero;\n        if (t >= d) left = s[t - d];\n",
        "        $T left = t >= d ? s[t - d] : $zero;\n",
    ]);
    let load = fill(load, &[("T", draw.ty()), ("zero", &zero)]);
    fill(
        "//@ requires \\length(in) == blockDim.x * gridDim.x && \\length(out) == blockDim.x * gridDim.x && \\length(s) == blockDim.x;\n\
         //@ ensures \\forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x ->\n\
         //@     out[b * blockDim.x + j] == sum(k, in[b * blockDim.x + k], 0, j);\n\
         __global__ void prefixSums(const $T *in, $T *out) {\n    extern __shared__ $T s[];\n    int t = threadIdx.x;\n$index\
         \x20   s[t] = in[i];\n    __syncthreads();\n\
         \x20   for (int d = 1; d < blockDim.x; d *= 2) {\n\
         \x20       //@ invariant 1 <= d;\n\
         \x20       //@ invariant \\forall j. 0 <= j < blockDim.x -> s[j] == sum(k, in[blockIdx.x * blockDim.x + k], \\max(0, j - d + 1), j);\n\
         $load        __syncthreads();\n        s[t] += left;\n        __syncthreads();\n    }\n    out[i] = s[t];\n}\n",
        &[("T", draw.ty()), ("index", &index), ("load", &load)],
    )
}

fn tiled_product(draw: &mut Draw) -> String {
    let zero = draw.element.literal(0, Dialect::Program);
    fill(
        "//@ ghost int m;\n\
         //@ requires blockDim.x == TILE && blockDim.y == TILE && 0 <= m;\n\
         //@ requires wA == TILE * m && wB == TILE * gridDim.x && hA == TILE * gridDim.y;\n\
         //@ requires \\length(A) == hA * wA && \\length(B) == wA * wB && \\length(C) == hA * wB;\n\
         //@ ensures \\forall i, j. 0 <= i < hA && 0 <= j < wB -> C[i * wB + j] == sum(k, A[i * wA + k] * B[k * wB + j], 0, wA - 1);\n\
         template <int TILE>\n\
         __global__ void tiledProduct(const $T *A, const $T *B, $T *C, int wA, int wB, int hA) {\n\
         \x20   __shared__ $T As[TILE][TILE];\n    __shared__ $T Bs[TILE][TILE];\n\
         \x20   int tx = threadIdx.x, ty = threadIdx.y;\n\
         \x20   int row = blockIdx.y * TILE + ty;\n    int col = blockIdx.x * TILE + tx;\n\
         \x20   $T dot = $zero;\n\
         \x20   for (int p = 0; p < wA / TILE; p++) {\n\
         \x20       //@ invariant p == loop_count && 0 <= p <= m;\n\
         \x20       //@ invariant dot == sum(q, A[row * wA + q] * B[q * wB + col], 0, TILE * p - 1);\n\
         \x20       As[ty][tx] = A[row * wA + p * TILE + tx];\n\
         \x20       Bs[ty][tx] = B[(p * TILE + ty) * wB + col];\n\
         \x20       __syncthreads();\n\
         \x20       for (int k = 0; k < TILE; k++) {\n\
         \x20           //@ invariant 0 <= k <= TILE;\n\
         \x20           //@ invariant dot == sum(q, A[row * wA + q] * B[q * wB + col], 0, TILE * p + k - 1);\n\
         \x20           dot += As[ty][k] * Bs[k][tx];\n        }\n\
         \x20       __syncthreads();\n    }\n\
         \x20   C[row * wB + col] = dot;\n}\n",
        &[("T", draw.ty()), ("zero", &zero)],
    )
}

fn leader_writes(draw: &mut Draw) -> String {
    let (code, said) =
        draw.value(&[("in[blockIdx.x]", "in[g]"), ("in[gridDim.x - 1 - blockIdx.x]", "in[gridDim.x - 1 - g]")]);
    let leader = draw.pick(&["threadIdx.x == 0", "threadIdx.x == blockDim.x - 1", "threadIdx.x < 1"]);
    fill(
        "//@ requires \\length(in) == gridDim.x && \\length(out) == gridDim.x;\n\
         //@ ensures \\forall g. 0 <= g < gridDim.x -> out[g] == $said;\n\
         __global__ void leaderWrites(const $T *in, $T *out) {\n    if ($leader) {\n        out[blockIdx.x] = $code;\n    }\n}\n",
        &[("T", draw.ty()), ("said", &said), ("code", &code), ("leader", leader)],
    )
}

fn shared_loop(draw: &mut Draw) -> String {
    let index = draw.index("i", "x");
    let op = draw.pick(&["+", "-"]);
    fill(
        "//@ requires 0 <= rounds && \\length(a) == blockDim.x * gridDim.x && \\length(out) == blockDim.x * gridDim.x && \\length(s) == blockDim.x;\n\
         //@ ensures \\forall g, j. 0 <= g < gridDim.x && 0 <= j < blockDim.x -> out[g * blockDim.x + j] == a[g * blockDim.x + j] $op rounds;\n\
         __global__ void sharedLoop(const $T *a, $T *out, int rounds) {\n    extern __shared__ $T s[];\n    int t = threadIdx.x;\n$index\
         \x20   s[t] = a[i];\n    __syncthreads();\n\
         \x20   for (int r = 0; r < rounds; r++) {\n\
         \x20       //@ invariant 0 <= r <= rounds;\n\
         \x20       //@ invariant \\forall j. 0 <= j < blockDim.x -> s[j] == a[blockIdx.x * blockDim.x + j] $op r;\n\
         \x20       s[t] = s[t] $op 1;\n        __syncthreads();\n    }\n    out[i] = s[t];\n}\n",
        &[("T", draw.ty()), ("index", &index), ("op", op)],
    )
}

fn guarded_load(draw: &mut Draw) -> String {
    let index = draw.index("i", "x");
    let zero = draw.element.literal(0, Dialect::Program);
    let said_zero = draw.element.literal(0, Dialect::Contract);
    let op = draw.pick(&["+", "-", "*"]);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(out) == n && \\length(s) == blockDim.x;\n\
         //@ ensures \\forall g, j. 0 <= g < gridDim.x && 0 <= j < blockDim.x && g * blockDim.x + j < n ->\n\
         //@     out[g * blockDim.x + j] == a[g * blockDim.x + j] $op (g * blockDim.x + (blockDim.x - 1 - j) < n ? a[g * blockDim.x + (blockDim.x - 1 - j)] : $said_zero);\n\
         __global__ void guardedLoad(const $T *a, $T *out, int n) {\n    extern __shared__ $T s[];\n    int t = threadIdx.x;\n$index\
         \x20   if (i < n) {\n        s[t] = a[i];\n    } else {\n        s[t] = $zero;\n    }\n\
         \x20   __syncthreads();\n\
         \x20   if (i < n) {\n        out[i] = s[t] $op s[blockDim.x - 1 - t];\n    }\n}\n",
        &[("T", draw.ty()), ("index", &index), ("op", op), ("zero", &zero), ("said_zero", &said_zero)],
    )
}
