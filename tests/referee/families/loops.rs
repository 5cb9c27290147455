//! Threads that loop over elements of global memory.

use crate::generate::{Draw, fill};
use crate::value::{Dialect, Element};

pub const FAMILIES: &[(&str, fn(&mut Draw) -> String)] = &[
    ("grid-stride loop", grid_stride),
    ("grid-stride loop, ragged", ragged),
    ("block-stride loop", block_stride),
    ("chunks, unrolled", chunks_unrolled),
    ("chunks", chunks),
    ("row sum", row_sum),
    ("dot products", products),
    ("count", count),
    ("row maximum", row_maximum),
    ("nested sums", nested_sums),
    ("matrix product", matrix_product),
    ("first match", first_match),
    ("continue", continued),
    ("do loop", do_loop),
    ("countdown", countdown),
    ("local array", local_array),
    ("fixed window", window),
    ("columns", columns),
    ("product of a row", product),
    ("no invariants", bare),
];

/// Programs of these families whose loops lose their invariants: iterations that do not depend on each other (LOOP-29).
fn bare(draw: &mut Draw) -> String {
    const INDEPENDENT: [fn(&mut Draw) -> String; 8] =
        [grid_stride, ragged, block_stride, chunks, row_sum, products, count, columns];
    let text = INDEPENDENT[draw.random.below(INDEPENDENT.len())](draw);
    text.split_inclusive('\n').filter(|line| !line.trim_start().starts_with("//@ invariant")).collect()
}

fn grid_stride(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i]", "a[k]"), ("b[i]", "b[k]"), ("c", "c")]);
    let stride = draw.pick(&["blockDim.x * gridDim.x", "gridDim.x * blockDim.x"]);
    let (head, step) = match draw.random.below(2) {
        0 => (format!("    for (; i < n; i += {stride}) {{\n"), String::new()),
        _ => ("    while (i < n) {\n".to_owned(), format!("        i += {stride};\n")),
    };
    let index = draw.index("i", "x");
    fill(
        "//@ ghost int m;\n\
         //@ requires 0 <= m && n == m * blockDim.x * gridDim.x;\n\
         //@ requires n <= \\length(a) && n <= \\length(b) && n <= \\length(out);\n\
         //@ ensures \\forall k. 0 <= k < n -> out[k] == $said;\n\
         __global__ void gridStride(const $T *a, const $T *b, $T *out, int n, $T c) {\n$index$head\
         \x20       //@ invariant i == loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x;\n\
         \x20       //@ invariant \\forall k. 0 <= k < blockDim.x * gridDim.x * loop_count -> out[k] == $said;\n\
         \x20       out[i] = $code;\n$step    }\n}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("head", &head), ("step", &step), ("code", &code)],
    )
}

fn ragged(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i]", "a[j]"), ("b[i]", "b[j]")]);
    fill(
        "//@ requires 0 <= n <= \\length(a) && n <= \\length(b) && n <= \\length(out);\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == $said;\n\
         __global__ void ragged(const $T *a, const $T *b, $T *out, int n) {\n\
         \x20   for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {\n\
         \x20       //@ invariant i < n -> i == loop_count * (blockDim.x * gridDim.x) + blockIdx.x * blockDim.x + threadIdx.x;\n\
         \x20       //@ invariant n <= i -> n <= loop_count * (blockDim.x * gridDim.x) + blockIdx.x * blockDim.x + threadIdx.x;\n\
         \x20       //@ invariant \\forall j. 0 <= j < n && j < loop_count * (blockDim.x * gridDim.x) -> out[j] == $said;\n\
         \x20       out[i] = $code;\n    }\n}\n",
        &[("T", draw.ty()), ("said", &said), ("code", &code)],
    )
}

fn block_stride(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[base + i]", "a[g * chunk + j]"), ("c", "c")]);
    fill(
        "//@ ghost int m;\n\
         //@ requires 0 <= m && chunk == m * blockDim.x;\n\
         //@ requires \\length(a) == chunk * gridDim.x && \\length(out) == chunk * gridDim.x;\n\
         //@ ensures \\forall g, j. 0 <= g < gridDim.x && 0 <= j < chunk -> out[g * chunk + j] == $said;\n\
         __global__ void blockStride(const $T *a, $T *out, int chunk, $T c) {\n\
         \x20   int base = blockIdx.x * chunk;\n\
         \x20   for (int i = threadIdx.x; i < chunk; i += blockDim.x) {\n\
         \x20       //@ invariant i == loop_count * blockDim.x + threadIdx.x;\n\
         \x20       //@ invariant \\forall g, j. 0 <= g < gridDim.x && 0 <= j < loop_count * blockDim.x -> out[g * chunk + j] == $said;\n\
         \x20       out[base + i] = $code;\n    }\n}\n",
        &[("T", draw.ty()), ("said", &said), ("code", &code)],
    )
}

fn chunks_unrolled(draw: &mut Draw) -> String {
    let size = draw.pick(&["2", "3", "4"]);
    let (code, said) =
        draw.value(&[(format!("a[i * {size} + k]").as_str(), format!("a[j * {size} + q]").as_str()), ("b[k]", "b[q]")]);
    let index = draw.index("i", "x");
    let body = format!("    for (int k = 0; k < {size}; k++) {{\n        out[i * {size} + k] = {code};\n    }}\n");
    let body = draw.guarded("i < n", "i >= n", &body);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == $K * n && \\length(b) == $K && \\length(out) == $K * n;\n\
         //@ ensures \\forall j, q. 0 <= j < n && 0 <= q < $K -> out[j * $K + q] == $said;\n\
         __global__ void chunksUnrolled(const $T *a, const $T *b, $T *out, int n) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said), ("K", size), ("index", &index), ("body", &body)],
    )
}

fn chunks(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i * m + k]", "a[j * m + q]"), ("b[k]", "b[q]")]);
    let index = draw.index("i", "x");
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && 0 <= m;\n\
         //@ requires \\length(a) == n * m && \\length(b) == m && \\length(out) == n * m;\n\
         //@ ensures \\forall j, q. 0 <= j < n && 0 <= q < m -> out[j * m + q] == $said;\n\
         __global__ void chunks(const $T *a, const $T *b, $T *out, int n, int m) {\n$index\
         \x20   if (i >= n) return;\n\
         \x20   for (int k = 0; k < m; k++) {\n\
         \x20       //@ invariant 0 <= k <= m && k == loop_count;\n\
         \x20       //@ invariant \\forall j, q. 0 <= j < n && 0 <= q < loop_count -> out[j * m + q] == $said;\n\
         \x20       out[i * m + k] = $code;\n    }\n}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("code", &code)],
    )
}

/// A loop over `k` from 0 below a limit, spelled in one of several ways, around a body of lines at its indentation.
fn counting(draw: &mut Draw, limit: &str, invariants: &str, body: &str) -> String {
    match draw.random.below(3) {
        0 => format!("    for (int k = 0; k < {limit}; k++) {{\n{invariants}{body}    }}\n"),
        1 => format!("    for (int k = 0; {limit} > k; k += 1) {{\n{invariants}{body}    }}\n"),
        _ => format!("    int k = 0;\n    while (k < {limit}) {{\n{invariants}{body}        k++;\n    }}\n"),
    }
}

fn row_sum(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[r * cols + k]", "a[$r * cols + q]"), ("b[r]", "b[$r]"), ("c", "c")]);
    let (in_loop, at_end) = (said.replace("$r", "r"), said.replace("$r", "j"));
    let zero = draw.element.literal(0, Dialect::Program);
    let invariants =
        format!("        //@ invariant 0 <= k <= cols;\n        //@ invariant s == sum(q, {in_loop}, 0, k - 1);\n");
    let body = if draw.random.once_in(2) {
        format!("        s += {code};\n")
    } else {
        format!("        {} v = {code};\n        s = s + v;\n", draw.ty())
    };
    let looped = counting(draw, "cols", &invariants, &body);
    let index = draw.index("r", "x");
    fill(
        "//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols;\n\
         //@ requires \\length(a) == rows * cols && \\length(b) == rows && \\length(out) == rows;\n\
         //@ ensures \\forall j. 0 <= j < rows -> out[j] == sum(q, $said, 0, cols - 1);\n\
         __global__ void rowSum(const $T *a, const $T *b, $T *out, int rows, int cols, $T c) {\n$index\
         \x20   if (r >= rows) return;\n\
         \x20   $T s = $zero;\n$looped    out[r] = s;\n}\n",
        &[("T", draw.ty()), ("said", &at_end), ("index", &index), ("zero", &zero), ("looped", &looped)],
    )
}

fn products(draw: &mut Draw) -> String {
    let index = draw.index("r", "x");
    let zero = draw.element.literal(0, Dialect::Program);
    let (from, said_from) = *[("0", "0"), ("r", "j")].get(draw.random.below(2)).expect("there are two");
    fill(
        "//@ requires rows == blockDim.x * gridDim.x && rows <= cols;\n\
         //@ requires \\length(a) == rows * cols && \\length(x) == cols && \\length(y) == rows;\n\
         //@ ensures \\forall j. 0 <= j < rows -> y[j] == sum(q, a[j * cols + q] * x[q], $said_from, cols - 1) + \\old(y[j]);\n\
         __global__ void products(const $T *a, const $T *x, $T *y, int rows, int cols) {\n$index\
         \x20   $T dot = $zero;\n\
         \x20   for (int k = $from; k < cols; ++k) {\n\
         \x20       //@ invariant $from <= k <= cols;\n\
         \x20       //@ invariant dot == sum(q, a[r * cols + q] * x[q], $from, k - 1);\n\
         \x20       dot += a[r * cols + k] * x[k];\n    }\n\
         \x20   y[r] += dot;\n}\n",
        &[("T", draw.ty()), ("index", &index), ("zero", &zero), ("from", from), ("said_from", said_from)],
    )
}

fn count(draw: &mut Draw) -> String {
    let op = draw.pick(&["<", "<=", ">", ">=", "==", "!="]);
    let invariants = fill(
        "        //@ invariant 0 <= k <= n;\n        //@ invariant found == count(q, a[q] $op b[r], 0, k - 1);\n",
        &[("op", op)],
    );
    let body = format!("        if (a[k] {op} b[r]) found++;\n");
    let looped = counting(draw, "n", &invariants, &body);
    let index = draw.index("r", "x");
    fill(
        "//@ requires 0 <= m <= blockDim.x * gridDim.x && 0 <= n;\n\
         //@ requires \\length(a) == n && \\length(b) == m && \\length(out) == m;\n\
         //@ ensures \\forall j. 0 <= j < m -> out[j] == count(q, a[q] $op b[j], 0, n - 1);\n\
         __global__ void counted(const $T *a, const $T *b, int *out, int n, int m) {\n$index\
         \x20   if (r >= m) return;\n    int found = 0;\n$looped    out[r] = found;\n}\n",
        &[("T", draw.ty()), ("op", op), ("index", &index), ("looped", &looped)],
    )
}

fn row_maximum(draw: &mut Draw) -> String {
    let (op, most) = *[(">", "<="), ("<", ">=")].get(draw.random.below(2)).expect("there are two");
    let body = match draw.random.below(2) {
        0 => format!("        if (a[r * cols + k] {op} best) best = a[r * cols + k];\n"),
        _ => format!("        best = a[r * cols + k] {op} best ? a[r * cols + k] : best;\n"),
    };
    let index = draw.index("r", "x");
    fill(
        "//@ requires 0 <= rows <= blockDim.x * gridDim.x && 1 <= cols;\n\
         //@ requires \\length(a) == rows * cols && \\length(out) == rows;\n\
         //@ ensures \\forall j, q. 0 <= j < rows && 0 <= q < cols -> a[j * cols + q] $most out[j];\n\
         //@ ensures \\forall j. 0 <= j < rows -> \\exists q. 0 <= q < cols && out[j] == a[j * cols + q];\n\
         __global__ void rowMaximum(const $T *a, $T *out, int rows, int cols) {\n$index\
         \x20   if (r >= rows) return;\n    $T best = a[r * cols];\n\
         \x20   for (int k = 1; k < cols; k++) {\n\
         \x20       //@ invariant 1 <= k <= cols;\n\
         \x20       //@ invariant \\forall q. 0 <= q < k -> a[r * cols + q] $most best;\n\
         \x20       //@ invariant \\exists q. 0 <= q < k && best == a[r * cols + q];\n$body    }\n    out[r] = best;\n}\n",
        &[("T", draw.ty()), ("most", most), ("index", &index), ("body", &body)],
    )
}

fn nested_sums(draw: &mut Draw) -> String {
    let index = draw.index("r", "x");
    let zero = draw.element.literal(0, Dialect::Program);
    let (code, said) = draw.value(&[("a[p * m + k]", "a[$p * m + q]"), ("b[k]", "b[q]")]);
    let (inner, outer) = (said.replace("$p", "p"), said.replace("$p", "u"));
    fill(
        "//@ requires 0 <= n && 0 <= m && \\length(a) == n * m && \\length(b) == m && \\length(out) == blockDim.x * gridDim.x;\n\
         //@ ensures \\forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == sum(u, sum(q, $outer, 0, m - 1), 0, n - 1);\n\
         __global__ void nestedSums(const $T *a, const $T *b, $T *out, int n, int m) {\n$index\
         \x20   $T s = $zero;\n\
         \x20   for (int p = 0; p < n; p++) {\n\
         \x20       //@ invariant 0 <= p <= n;\n\
         \x20       //@ invariant s == sum(u, sum(q, $outer, 0, m - 1), 0, p - 1);\n\
         \x20       for (int k = 0; k < m; k++) {\n\
         \x20           //@ invariant 0 <= k <= m;\n\
         \x20           //@ invariant s == sum(u, sum(q, $outer, 0, m - 1), 0, p - 1) + sum(q, $inner, 0, k - 1);\n\
         \x20           s += $code;\n        }\n    }\n    out[r] = s;\n}\n",
        &[("T", draw.ty()), ("index", &index), ("zero", &zero), ("code", &code), ("inner", &inner), ("outer", &outer)],
    )
}

fn matrix_product(draw: &mut Draw) -> String {
    let (x, y) = (draw.index("c", "x"), draw.index("r", "y"));
    let zero = draw.element.literal(0, Dialect::Program);
    fill(
        "//@ requires 0 <= w <= blockDim.x * gridDim.x && 0 <= h <= blockDim.y * gridDim.y && 0 <= m;\n\
         //@ requires \\length(A) == h * m && \\length(B) == m * w && \\length(C) == h * w;\n\
         //@ ensures \\forall i, j. 0 <= i < h && 0 <= j < w -> C[i * w + j] == sum(q, A[i * m + q] * B[q * w + j], 0, m - 1);\n\
         __global__ void matrixProduct(const $T *A, const $T *B, $T *C, int h, int m, int w) {\n$x$y\
         \x20   if (c >= w || r >= h) return;\n\
         \x20   $T dot = $zero;\n\
         \x20   for (int k = 0; k < m; k++) {\n\
         \x20       //@ invariant 0 <= k <= m;\n\
         \x20       //@ invariant dot == sum(q, A[r * m + q] * B[q * w + c], 0, k - 1);\n\
         \x20       dot += A[r * m + k] * B[k * w + c];\n    }\n\
         \x20   C[r * w + c] = dot;\n}\n",
        &[("T", draw.ty()), ("x", &x), ("y", &y), ("zero", &zero)],
    )
}

fn first_match(draw: &mut Draw) -> String {
    let (hit, miss) = *[("==", "!="), ("<", ">="), (">=", "<")].get(draw.random.below(3)).expect("there are three");
    let index = draw.index("r", "x");
    fill(
        "//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols;\n\
         //@ requires \\length(a) == rows * cols && \\length(found) == rows;\n\
         //@ ensures \\forall j. 0 <= j < rows -> -1 <= found[j] < cols;\n\
         //@ ensures \\forall j. 0 <= j < rows && 0 <= found[j] -> a[j * cols + found[j]] $hit key;\n\
         //@ ensures \\forall j, k. 0 <= j < rows && 0 <= k < cols && (found[j] == -1 || k < found[j]) -> a[j * cols + k] $miss key;\n\
         __global__ void firstMatch(const $T *a, $T key, int *found, int rows, int cols) {\n$index\
         \x20   if (r >= rows) return;\n    int at = -1;\n\
         \x20   for (int k = 0; k < cols; k++) {\n\
         \x20       //@ invariant 0 <= k <= cols && -1 <= at < cols;\n\
         \x20       //@ invariant \\active -> at == -1;\n\
         \x20       //@ invariant !\\active && at == -1 -> k == cols;\n\
         \x20       //@ invariant at != -1 -> a[r * cols + at] $hit key;\n\
         \x20       //@ invariant \\forall q. 0 <= q < k && (at == -1 || q < at) -> a[r * cols + q] $miss key;\n\
         \x20       //@ invariant at != -1 -> at <= k;\n\
         \x20       if (a[r * cols + k] $hit key) {\n            at = k;\n            break;\n        }\n    }\n    found[r] = at;\n}\n",
        &[("T", draw.ty()), ("hit", hit), ("miss", miss), ("index", &index)],
    )
}

fn continued(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i]", "a[j]")]);
    fill(
        "//@ ghost int m;\n\
         //@ requires gridDim.x == 1 && 0 <= m && n == m * blockDim.x;\n\
         //@ requires \\length(mask) == n && \\length(a) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n && mask[j] != 0 -> out[j] == $said;\n\
         //@ ensures \\forall j. 0 <= j < n && mask[j] == 0 -> out[j] == \\old(out[j]);\n\
         __global__ void continued(const int *mask, const $T *a, $T *out, int n) {\n\
         \x20   for (int i = threadIdx.x; i < n; i += blockDim.x) {\n\
         \x20       //@ invariant i == loop_count * blockDim.x + threadIdx.x;\n\
         \x20       //@ invariant \\forall j. 0 <= j < loop_count * blockDim.x && mask[j] != 0 -> out[j] == $said;\n\
         \x20       //@ invariant \\forall j. 0 <= j < n && (mask[j] == 0 || loop_count * blockDim.x <= j) -> out[j] == \\old(out[j]);\n\
         \x20       if (mask[i] == 0) continue;\n        out[i] = $code;\n    }\n}\n",
        &[("T", draw.ty()), ("said", &said), ("code", &code)],
    )
}

fn do_loop(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i]", "a[j]")]);
    fill(
        "//@ ghost int m;\n\
         //@ requires gridDim.x == 1 && 1 <= m && n == m * blockDim.x;\n\
         //@ requires \\length(a) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == $said;\n\
         __global__ void doLoop(const $T *a, $T *out, int n) {\n\
         \x20   int i = threadIdx.x;\n\
         \x20   do {\n\
         \x20       //@ invariant i == loop_count * blockDim.x + threadIdx.x;\n\
         \x20       //@ invariant \\active <-> i < n;\n\
         \x20       //@ invariant \\forall j. 0 <= j < loop_count * blockDim.x -> out[j] == $said;\n\
         \x20       out[i] = $code;\n        i += blockDim.x;\n    } while (i < n);\n}\n",
        &[("T", draw.ty()), ("said", &said), ("code", &code)],
    )
}

fn countdown(draw: &mut Draw) -> String {
    let index = draw.index("r", "x");
    let zero = draw.element.literal(0, Dialect::Program);
    let (code, said) = draw.value(&[("a[k]", "a[q]"), ("b[r]", "b[$r]")]);
    let (in_loop, at_end) = (said.replace("$r", "r"), said.replace("$r", "j"));
    fill(
        "//@ requires 0 <= n && 0 <= m <= blockDim.x * gridDim.x && \\length(a) == n && \\length(b) == m && \\length(out) == m;\n\
         //@ ensures \\forall j. 0 <= j < m -> out[j] == sum(q, $at_end, 0, n - 1);\n\
         __global__ void countdown(const $T *a, const $T *b, $T *out, int n, int m) {\n$index\
         \x20   if (r >= m) return;\n\
         \x20   $T total = $zero;\n\
         \x20   for (int k = n - 1; k >= 0; k--) {\n\
         \x20       //@ invariant -1 <= k < n;\n\
         \x20       //@ invariant total == sum(q, $in_loop, k + 1, n - 1);\n\
         \x20       //@ variant k + 1;\n\
         \x20       total += $code;\n    }\n    out[r] = total;\n}\n",
        &[
            ("T", draw.ty()),
            ("index", &index),
            ("zero", &zero),
            ("code", &code),
            ("in_loop", &in_loop),
            ("at_end", &at_end),
        ],
    )
}

fn local_array(draw: &mut Draw) -> String {
    let index = draw.index("i", "x");
    let (code, said) = draw.value(&[("v[2]", "a[3 * j]"), ("v[0]", "a[3 * j + 2]"), ("v[1]", "a[3 * j + 1]")]);
    let load = draw.pick(&[
        "    for (int k = 0; k < 3; k++) {\n        v[2 - k] = a[3 * i + k];\n    }\n",
        "    v[0] = a[3 * i + 2];\n    v[1] = a[3 * i + 1];\n    v[2] = a[3 * i];\n",
    ]);
    let body = format!("    {} v[3];\n{load}    out[i] = {code};\n", draw.ty());
    let body = draw.guarded("i < n", "i >= n", &body);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == 3 * n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == $said;\n\
         __global__ void localArray(const $T *a, $T *out, int n) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("body", &body)],
    )
}

fn window(draw: &mut Draw) -> String {
    let index = draw.index("i", "x");
    let zero = draw.element.literal(0, Dialect::Program);
    let (size, last) = *[("2", "1"), ("3", "2"), ("5", "4")].get(draw.random.below(3)).expect("there are three");
    let body = fill(
        "    $T s = $zero;\n    for (int k = 0; k < $K; k++) {\n        s += w[k] * a[i + k];\n    }\n    out[i] = s;\n",
        &[("T", draw.ty()), ("zero", &zero), ("K", size)],
    );
    let body = draw.guarded("i < n", "i >= n", &body);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n + $L && \\length(w) == $K && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == sum(q, w[q] * a[j + q], 0, $L);\n\
         __global__ void window(const $T *a, const $T *w, $T *out, int n) {\n$index$body}\n",
        &[("T", draw.ty()), ("K", size), ("L", last), ("index", &index), ("body", &body)],
    )
}

fn columns(draw: &mut Draw) -> String {
    let index = draw.index("c", "x");
    let (code, said) = draw.value(&[("a[r * w + c]", "a[p * w + q]"), ("b[c]", "b[q]")]);
    fill(
        "//@ requires 0 <= w <= blockDim.x * gridDim.x && 0 <= h;\n\
         //@ requires \\length(a) == w * h && \\length(b) == w && \\length(out) == w * h;\n\
         //@ ensures \\forall p, q. 0 <= p < h && 0 <= q < w -> out[p * w + q] == $said;\n\
         __global__ void columns(const $T *a, const $T *b, $T *out, int w, int h) {\n$index\
         \x20   if (c < w) {\n\
         \x20       for (int r = 0; r < h; r++) {\n\
         \x20           //@ invariant 0 <= r <= h && r == loop_count;\n\
         \x20           //@ invariant \\forall p, q. 0 <= p < loop_count && 0 <= q < w -> out[p * w + q] == $said;\n\
         \x20           out[r * w + c] = $code;\n        }\n    }\n}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("code", &code)],
    )
}

fn product(draw: &mut Draw) -> String {
    draw.element = Element::Int;
    let index = draw.index("r", "x");
    let invariants =
        "        //@ invariant 0 <= k <= n;\n        //@ invariant p == prod(q, a[r * n + q] + 1, 0, k - 1);\n";
    let looped = counting(draw, "n", invariants, "        p *= a[r * n + k] + 1;\n");
    fill(
        "//@ requires 0 <= m <= blockDim.x * gridDim.x && 0 <= n && \\length(a) == m * n && \\length(out) == m;\n\
         //@ ensures \\forall j. 0 <= j < m -> out[j] == prod(q, a[j * n + q] + 1, 0, n - 1);\n\
         __global__ void product(const int *a, int *out, int m, int n) {\n$index\
         \x20   if (r >= m) return;\n    int p = 1;\n$looped    out[r] = p;\n}\n",
        &[("index", &index), ("looped", &looped)],
    )
}
