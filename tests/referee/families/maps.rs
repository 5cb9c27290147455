//! Every thread computes elements of its own, without loops.

use crate::generate::{Draw, fill};

pub const FAMILIES: &[(&str, fn(&mut Draw) -> String)] = &[
    ("map", map),
    ("map, exact launch", exact),
    ("map, two cases", cases),
    ("map in place", in_place),
    ("map, shifted", shifted),
    ("map, reversed", reversed),
    ("map, interleaved", interleaved),
    ("map, parity", parity),
    ("map, divided index", divided),
    ("gather", gather),
    ("scatter", scatter),
    ("map, two dimensions", plane),
    ("map, three dimensions", volume),
    ("stencil", stencil),
    ("device function", function),
    ("template", template),
    ("switch", switch),
    ("coordinates", coordinates),
    ("row and column", row_and_column),
    ("pairs swapped", pairs),
    ("pointer", pointer),
    ("flat plane, inner cells", inner_cells),
];

fn map(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i]", "a[j]"), ("b[i]", "b[j]"), ("c", "c")]);
    let body = draw.guarded("i < n", "i >= n", &format!("    out[i] = {code};\n"));
    let index = draw.index("i", "x");
    let lengths = draw.pick(&[
        "\\length(a) == n && \\length(b) == n && \\length(out) == n",
        "n <= \\length(a) && n <= \\length(b) && n <= \\length(out)",
    ]);
    let frame = match draw.random.below(3) {
        0 => "//@ ensures \\forall j. n <= j < \\length(out) -> out[j] == \\old(out[j]);\n",
        1 => "//@ writes out[0..n - 1];\n",
        _ => "",
    };
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x;\n\
         //@ requires $lengths;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == $said;\n$frame\
         __global__ void map(const $T *a, const $T *b, $T *out, int n, $T c) {\n$index$body}\n",
        &[
            ("T", draw.ty()),
            ("said", &said),
            ("index", &index),
            ("body", &body),
            ("lengths", lengths),
            ("frame", frame),
        ],
    )
}

fn exact(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("x", "a[j]"), ("b[i]", "b[j]")]);
    let index = draw.index("i", "x");
    fill(
        "//@ requires n == blockDim.x * gridDim.x && \\length(a) == n && \\length(b) == n && n <= \\length(out);\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == $said;\n\
         __global__ void exact(const $T *a, const $T *b, $T *out, int n) {\n$index\
         \x20   $T x = a[i];\n\
         \x20   $T y = $code;\n\
         \x20   out[i] = y;\n}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("code", &code)],
    )
}

fn cases(draw: &mut Draw) -> String {
    let inputs = [("a[i]", "a[j]"), ("b[i]", "b[j]")];
    let (one, said_one) = draw.value(&inputs);
    let (two, said_two) = draw.value(&inputs);
    let (three, said_three) = draw.value(&inputs);
    let op = draw.pick(&["<", "<=", ">", ">=", "==", "!="]);
    let limit = draw.pick(&["i < k", "i % 2 == 0", "i % 3 != 1", "i > k || i == 0", "k <= i && i != 2"]);
    let said_limit = limit.replace('i', "j");
    let index = draw.index("i", "x");
    let body = fill(
        "    if ($limit) {\n        out[i] = $one;\n    } else if (a[i] $op b[i]) {\n        out[i] = $two;\n    } else {\n        out[i] = $three;\n    }\n",
        &[("limit", limit), ("one", &one), ("two", &two), ("three", &three), ("op", op)],
    );
    let body = draw.guarded("i < n", "n <= i", &body);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(b) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == (($limit) ? $one : (a[j] $op b[j] ? $two : $three));\n\
         __global__ void cases(const $T *a, const $T *b, $T *out, int n, int k) {\n$index$body}\n",
        &[
            ("T", draw.ty()),
            ("index", &index),
            ("body", &body),
            ("op", op),
            ("limit", &said_limit),
            ("one", &said_one),
            ("two", &said_two),
            ("three", &said_three),
        ],
    )
}

fn in_place(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i]", "\\old(a[j])"), ("c", "c"), ("b[i]", "b[j]")]);
    let index = draw.index("i", "x");
    let store = match draw.random.below(2) {
        0 => format!("    a[i] = {code};\n"),
        _ => {
            let (op, by) = (draw.pick(&["+", "-", "*"]), draw.pick(&["b[i]", "c"]));
            let said = format!("\\old(a[j]) {op} {}", by.replace('i', "j"));
            let body = draw.guarded("i < n", "i >= n", &format!("    a[i] {op}= {by};\n"));
            return in_place_text(draw, &index, &body, &said);
        }
    };
    let body = draw.guarded("i < n", "i >= n", &store);
    in_place_text(draw, &index, &body, &said)
}

fn in_place_text(draw: &Draw, index: &str, body: &str, said: &str) -> String {
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \\length(a) && n <= \\length(b);\n\
         //@ ensures \\forall j. 0 <= j < n -> a[j] == $said;\n\
         //@ ensures \\forall j. n <= j < \\length(a) -> a[j] == \\old(a[j]);\n\
         __global__ void inPlace($T *a, const $T *b, int n, $T c) {\n$index$body}\n",
        &[("T", draw.ty()), ("index", index), ("body", body), ("said", said)],
    )
}

fn shifted(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i]", "a[j]"), ("b[i + 1]", "b[j + 1]")]);
    let index = draw.index("i", "x");
    let off = draw.pick(&["1", "2", "k", "2 * k + 1"]);
    let body = draw.guarded("i < n", "i >= n", &format!("    out[i + {off}] = {code};\n"));
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && 0 <= k;\n\
         //@ requires \\length(a) == n && \\length(b) == n + 1 && \\length(out) == n + $off;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j + $off] == $said;\n\
         __global__ void shifted(const $T *a, const $T *b, $T *out, int n, int k) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("body", &body), ("off", off)],
    )
}

fn reversed(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i]", "a[j]"), ("a[n - 1 - i]", "a[n - 1 - j]")]);
    let index = draw.index("i", "x");
    let body = draw.guarded("i < n", "i >= n", &format!("    int to = n - 1 - i;\n    out[to] = {code};\n"));
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[n - 1 - j] == $said;\n\
         __global__ void reversed(const $T *a, $T *out, int n) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("body", &body)],
    )
}

fn interleaved(draw: &mut Draw) -> String {
    let (one, said_one) = draw.value(&[("a[i]", "a[j]"), ("b[i]", "b[j]")]);
    let (two, said_two) = draw.value(&[("b[i]", "b[j]"), ("a[i]", "a[j]")]);
    let index = draw.index("i", "x");
    let (first, second) = *[("2 * i", "2 * i + 1"), ("i", "i + n"), ("i * 3 + 2", "3 * i")]
        .get(draw.random.below(3))
        .expect("there are three");
    let body = format!("    out[{first}] = {one};\n    out[{second}] = {two};\n");
    let body = draw.guarded("i < n", "i >= n", &body);
    let (first, second) = (first.replace('i', "j"), second.replace('i', "j"));
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(b) == n && \\length(out) == 3 * n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[$first] == $one && out[$second] == $two;\n\
         __global__ void interleaved(const $T *a, const $T *b, $T *out, int n) {\n$index$body}\n",
        &[
            ("T", draw.ty()),
            ("index", &index),
            ("body", &body),
            ("one", &said_one),
            ("two", &said_two),
            ("first", &first),
            ("second", &second),
        ],
    )
}

fn parity(draw: &mut Draw) -> String {
    let (one, said_one) = draw.value(&[("a[i]", "a[j]")]);
    let (two, said_two) = draw.value(&[("a[i]", "a[j]"), ("a[i - 1]", "a[j - 1]")]);
    let index = draw.index("i", "x");
    let even = draw.pick(&["i % 2 == 0", "(i & 1) == 0", "i / 2 * 2 == i"]);
    let body = format!("    if ({even}) out[i] = {one};\n    else out[i] = {two};\n");
    let body = draw.guarded("i < n", "!(i < n)", &body);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n && j % 2 == 0 -> out[j] == $one;\n\
         //@ ensures \\forall j. 0 <= j < n && j % 2 == 1 -> out[j] == $two;\n\
         __global__ void parity(const $T *a, $T *out, int n) {\n$index$body}\n",
        &[("T", draw.ty()), ("index", &index), ("body", &body), ("one", &said_one), ("two", &said_two)],
    )
}

fn divided(draw: &mut Draw) -> String {
    let at = draw.pick(&["i / 2", "i % m", "i / m", "(i + 1) % m", "i >> 1", "i & 3"]);
    let said_at = at.replace('i', "j");
    let (code, said) = draw.value(&[(format!("a[{at}]").as_str(), format!("a[{said_at}]").as_str()), ("b[i]", "b[j]")]);
    let index = draw.index("i", "x");
    let body = draw.guarded("i < n", "i >= n", &format!("    out[i] = {code};\n"));
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && 0 < m;\n\
         //@ requires \\length(a) == n + m + 4 && \\length(b) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == $said;\n\
         __global__ void divided(const $T *a, const $T *b, $T *out, int n, int m) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("body", &body)],
    )
}

fn gather(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[p[i]]", "a[p[j]]"), ("a[i]", "a[j]")]);
    let index = draw.index("i", "x");
    let body = draw.guarded("i < n", "i >= n", &format!("    out[i] = {code};\n"));
    fill(
        "//@ requires 0 < n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(p) == n && \\length(out) == n;\n\
         //@ requires \\forall j. 0 <= j < n -> 0 <= p[j] < n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == $said;\n\
         __global__ void gather(const $T *a, const int *p, $T *out, int n) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("body", &body)],
    )
}

fn scatter(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i]", "a[j]")]);
    let index = draw.index("i", "x");
    let body = draw.guarded("i < n", "i >= n", &format!("    out[p[i]] = {code};\n"));
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(p) == n;\n\
         //@ requires \\forall j. 0 <= j < n -> 0 <= p[j] < \\length(out);\n\
         //@ requires \\forall j, k. 0 <= j < k < n -> p[j] < p[k];\n\
         //@ ensures \\forall j. 0 <= j < n -> out[p[j]] == $said;\n\
         __global__ void scatter(const $T *a, const int *p, $T *out, int n) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("body", &body)],
    )
}

fn plane(draw: &mut Draw) -> String {
    let (to, said_to) =
        *[("y * w + x", "r * w + c"), ("x * h + y", "c * h + r")].get(draw.random.below(2)).expect("there are two");
    let (code, said) = draw.value(&[("a[y * w + x]", "a[r * w + c]"), ("b[x]", "b[c]")]);
    let body = draw.guarded("x < w && y < h", "x >= w || y >= h", &format!("    out[{to}] = {code};\n"));
    let (x, y) = (draw.index("x", "x"), draw.index("y", "y"));
    fill(
        "//@ requires 0 <= w <= blockDim.x * gridDim.x && 0 <= h <= blockDim.y * gridDim.y;\n\
         //@ requires \\length(a) == w * h && \\length(b) == w && \\length(out) == w * h;\n\
         //@ ensures \\forall r, c. 0 <= r < h && 0 <= c < w -> out[$to] == $said;\n\
         __global__ void plane(const $T *a, const $T *b, $T *out, int w, int h) {\n$x$y$body}\n",
        &[("T", draw.ty()), ("said", &said), ("x", &x), ("y", &y), ("body", &body), ("to", said_to)],
    )
}

fn volume(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[(z * h + y) * w + x]", "a[(p * h + r) * w + c]"), ("s", "s")]);
    let body = "    if (x >= w || y >= h || z >= d) return;\n    out[(z * h + y) * w + x] = $code;\n";
    let (x, y, z) = (draw.index("x", "x"), draw.index("y", "y"), draw.index("z", "z"));
    let body = body.replace("$code", &code);
    fill(
        "//@ requires 0 <= w <= blockDim.x * gridDim.x && 0 <= h <= blockDim.y * gridDim.y && 0 <= d <= blockDim.z * gridDim.z;\n\
         //@ requires \\length(a) == w * h * d && \\length(out) == w * h * d;\n\
         //@ ensures \\forall p, r, c. 0 <= p < d && 0 <= r < h && 0 <= c < w -> out[(p * h + r) * w + c] == $said;\n\
         __global__ void volume(const $T *a, $T *out, int w, int h, int d, $T s) {\n$X$Y$Z$body}\n",
        &[("T", draw.ty()), ("said", &said), ("X", &x), ("Y", &y), ("Z", &z), ("body", &body)],
    )
}

fn stencil(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i]", "a[j]"), ("a[i - 1]", "a[j - 1]"), ("a[i + 1]", "a[j + 1]")]);
    let index = draw.index("i", "x");
    let edge = draw.pick(&["a[i]", "c"]);
    let body = fill(
        "    if (0 < i && i < n - 1) out[i] = $code;\n    else out[i] = $edge;\n",
        &[("code", &code), ("edge", edge)],
    );
    let body = draw.guarded("i < n", "i >= n", &body);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 < j < n - 1 -> out[j] == $said;\n\
         //@ ensures \\forall j. 0 <= j < n && (j == 0 || j == n - 1) -> out[j] == $edge;\n\
         __global__ void stencil(const $T *a, $T *out, int n, $T c) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("body", &body), ("edge", &edge.replace('i', "j"))],
    )
}

fn function(draw: &mut Draw) -> String {
    let (one, said_one) = draw.value(&[("x", "a[j]"), ("y", "b[j]")]);
    let (two, said_two) = draw.value(&[("y", "b[j]"), ("x", "a[j]")]);
    let op = draw.pick(&["<", "<=", ">", ">=", "==", "!="]);
    let index = draw.index("i", "x");
    let body = draw.guarded("i < n", "i >= n", "    out[i] = choose(a[i], b[i]);\n");
    let rest = draw.pick(&["return $two;", "$T r = $two;\n    return r;"]);
    let rest = fill(rest, &[("T", draw.ty()), ("two", &two)]);
    fill(
        "__device__ $T choose($T x, $T y) {\n    if (x $op y) {\n        return $one;\n    }\n    $rest\n}\n\n\
         //@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(b) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == (a[j] $op b[j] ? $said_one : $said_two);\n\
         __global__ void function(const $T *a, const $T *b, $T *out, int n) {\n$index$body}\n",
        &[
            ("T", draw.ty()),
            ("index", &index),
            ("body", &body),
            ("op", op),
            ("one", &one),
            ("rest", &rest),
            ("said_one", &said_one),
            ("said_two", &said_two),
        ],
    )
}

fn template(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i + N]", "a[j + N]"), ("a[i]", "a[j]")]);
    let index = draw.index("i", "x");
    let body = draw.guarded("i < n", "i >= n", &format!("    out[N * i] = {code};\n"));
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && 1 <= N;\n\
         //@ requires \\length(a) == n + N && \\length(out) == N * n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[N * j] == $said;\n\
         template <int N>\n\
         __global__ void templated(const $T *a, $T *out, int n) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("body", &body)],
    )
}

fn switch(draw: &mut Draw) -> String {
    let (one, said_one) = draw.value(&[("a[i]", "a[j]")]);
    let (two, said_two) = draw.value(&[("a[i]", "a[j]"), ("b[i]", "b[j]")]);
    let (three, said_three) = draw.value(&[("b[i]", "b[j]")]);
    let index = draw.index("i", "x");
    let by = draw.pick(&["i % 3", "k", "i & 3"]);
    let body = fill(
        "    $T r;\n    switch ($by) {\n    case 0:\n        r = $one;\n        break;\n    case 2:\n        r = $two;\n        break;\n    default:\n        r = $three;\n    }\n    out[i] = r;\n",
        &[("T", draw.ty()), ("by", by), ("one", &one), ("two", &two), ("three", &three)],
    );
    let body = draw.guarded("i < n", "i >= n", &body);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(b) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == (($by) == 0 ? $one : (($by) == 2 ? $two : $three));\n\
         __global__ void switched(const $T *a, const $T *b, $T *out, int n, int k) {\n$index$body}\n",
        &[
            ("T", draw.ty()),
            ("index", &index),
            ("body", &body),
            ("by", &by.replace('i', "j")),
            ("one", &said_one),
            ("two", &said_two),
            ("three", &said_three),
        ],
    )
}

fn coordinates(draw: &mut Draw) -> String {
    let (code, said) = *[
        ("t", "t"),
        ("g", "g"),
        ("g * 2 - t", "g * 2 - t"),
        ("(int)blockDim.x - t", "blockDim.x - t"),
        ("t == 0 ? g : -1", "t == 0 ? g : -1"),
        ("g < 1 ? t : (int)gridDim.x", "g < 1 ? t : gridDim.x"),
    ]
    .get(draw.random.below(6))
    .expect("there are six");
    let own = draw.pick(&["g * blockDim.x + t", "t + blockDim.x * g"]);
    fill(
        "//@ requires \\length(out) == blockDim.x * gridDim.x;\n\
         //@ ensures \\forall g, t. 0 <= g < gridDim.x && 0 <= t < blockDim.x -> out[g * blockDim.x + t] == ($said);\n\
         __global__ void coordinates(int *out) {\n    int t = threadIdx.x;\n    int g = blockIdx.x;\n    out[$own] = $code;\n}\n",
        &[("code", code), ("said", said), ("own", own)],
    )
}

fn row_and_column(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[c * h + r]", "a[k * h + q]")]);
    let index = draw.index("i", "x");
    let body = draw.guarded(
        "i < w * h",
        "i >= w * h",
        &format!("    int r = i / w;\n    int c = i % w;\n    out[i] = {code};\n"),
    );
    fill(
        "//@ requires 0 < w && 0 <= h && w * h <= blockDim.x * gridDim.x && \\length(a) == w * h && \\length(out) == w * h;\n\
         //@ ensures \\forall q, k. 0 <= q < h && 0 <= k < w -> out[q * w + k] == $said;\n\
         __global__ void rowAndColumn(const $T *a, $T *out, int w, int h) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("body", &body)],
    )
}

fn pairs(draw: &mut Draw) -> String {
    let index = draw.index("i", "x");
    let (one, said_one) = draw.value(&[("x", "\\old(a[2 * j])"), ("y", "\\old(a[2 * j + 1])")]);
    let body = fill(
        "    $T x = a[2 * i];\n    $T y = a[2 * i + 1];\n    a[2 * i] = y;\n    a[2 * i + 1] = $one;\n",
        &[("T", draw.ty()), ("one", &one)],
    );
    let body = draw.guarded("i < n", "i >= n", &body);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == 2 * n;\n\
         //@ ensures \\forall j. 0 <= j < n -> a[2 * j] == \\old(a[2 * j + 1]) && a[2 * j + 1] == $said;\n\
         __global__ void pairs($T *a, int n) {\n$index$body}\n",
        &[("T", draw.ty()), ("said", &said_one), ("index", &index), ("body", &body)],
    )
}

fn pointer(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("row[c]", "a[q * w + k]"), ("row[0]", "a[q * w]")]);
    let (x, y) = (draw.index("c", "x"), draw.index("r", "y"));
    let body =
        fill("    const $T *row = a + r * w;\n    out[r * w + c] = $code;\n", &[("T", draw.ty()), ("code", &code)]);
    let body = draw.guarded("c < w && r < h", "c >= w || r >= h", &body);
    fill(
        "//@ requires 0 <= w <= blockDim.x * gridDim.x && 0 <= h <= blockDim.y * gridDim.y;\n\
         //@ requires \\length(a) == w * h && \\length(out) == w * h;\n\
         //@ ensures \\forall q, k. 0 <= q < h && 0 <= k < w -> out[q * w + k] == $said;\n\
         __global__ void pointed(const $T *a, $T *out, int w, int h) {\n$x$y$body}\n",
        &[("T", draw.ty()), ("said", &said), ("x", &x), ("y", &y), ("body", &body)],
    )
}

fn inner_cells(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[
        ("a[y * w + x]", "a[r * w + c]"),
        ("a[(y - 1) * w + x]", "a[(r - 1) * w + c]"),
        ("a[y * w + x + 1]", "a[r * w + c + 1]"),
    ]);
    let (x, y) = (draw.index("x", "x"), draw.index("y", "y"));
    fill(
        "//@ requires 0 <= w <= blockDim.x * gridDim.x && 0 <= h <= blockDim.y * gridDim.y;\n\
         //@ requires \\length(a) == w * h && \\length(out) == w * h;\n\
         //@ ensures \\forall r, c. 0 < r < h && 0 <= c < w - 1 -> out[r * w + c] == $said;\n\
         //@ ensures \\forall c. 0 <= c < w && 0 < h -> out[c] == \\old(out[c]);\n\
         __global__ void inner(const $T *a, $T *out, int w, int h) {\n$X$Y    if (y > 0 && y < h && x < w - 1) {\n        out[y * w + x] = $code;\n    }\n}\n",
        &[("T", draw.ty()), ("said", &said), ("X", &x), ("Y", &y), ("code", &code)],
    )
}
