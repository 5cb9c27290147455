//! Memory that is looked at in other ways than it is declared: as vectors, numbers, structs and bytes, from the middle, and row by row.

use super::Each;
use crate::generate::{Draw, fill};
use crate::value::Element;

pub const FAMILIES: &[(&str, fn(&mut Draw) -> String)] = &[
    ("vectors of numbers", vectors),
    ("vectors of numbers, with a tail", tail),
    ("numbers of vectors", numbers),
    ("vectors from numbers", from_numbers),
    ("structs of numbers", structs),
    ("arrays in structs", arrays),
    ("rows", rows),
    ("row sums", row_sums),
    ("pitched rows", pitched),
    ("pointer to the middle", middle),
    ("pointer that is moved", moved),
    ("pointer that is chosen", chosen),
    ("shared rows", shared_rows),
    ("shared vectors from numbers", shared_vectors),
    ("parts of dynamic memory", parts),
    ("words as bytes", bytes),
    ("bytes as words", words),
    ("other sign", other_sign),
];

/// A vector of CUDA, its number of components and their type.
fn vector(draw: &mut Draw) -> (&'static str, usize, &'static str) {
    let vectors = [
        ("float4", 4, Element::Float),
        ("float2", 2, Element::Float),
        ("int4", 4, Element::Int),
        ("int2", 2, Element::Int),
        ("double2", 2, Element::Double),
    ];
    let (name, count, element) = draw.one(&vectors);
    draw.element = element;
    (name, count, element.name())
}

/// The pointer as one to another type.
fn seen(draw: &mut Draw, ty: &str, pointer: &str) -> String {
    match draw.random.once_in(2) {
        true => format!("reinterpret_cast<{ty} *>({pointer})"),
        false => format!("(({ty} *)({pointer}))"),
    }
}

const COMPONENTS: &[&str] = &["x", "y", "z", "w"];

fn vectors(draw: &mut Draw) -> String {
    let (name, count, ty) = vector(draw);
    let head = if draw.random.once_in(2) { 0 } else { count };
    let at = |k: usize| match head + k {
        0 => format!("{count} * j"),
        head => format!("{count} * j + {head}"),
    };
    let (load, store) = match head {
        0 => (seen(draw, &format!("const {name}"), "a") + "[i]", seen(draw, name, "out") + "[i]"),
        _ => (
            format!("*{}", seen(draw, &format!("const {name}"), &format!("a + {head} + {count} * i"))),
            format!("*{}", seen(draw, name, &format!("out + {count} * i + {head}"))),
        ),
    };
    let (mut body, mut ensures) = (format!("{name} p = {load};\n{name} q;\n"), String::new());
    for (k, component) in COMPONENTS[..count].iter().enumerate() {
        let other = draw.random.below(count);
        let inputs = [
            (format!("p.{component}"), format!("a[{}]", at(k))),
            (format!("p.{}", COMPONENTS[other]), format!("a[{}]", at(other))),
            ("c".to_owned(), "c".to_owned()),
        ];
        let inputs: Vec<(&str, &str)> = inputs.iter().map(|(code, said)| (code.as_str(), said.as_str())).collect();
        let (code, said) = draw.value(&inputs);
        body += &format!("q.{component} = {code};\n");
        ensures += &format!("out[{}] == {said}\n", at(k));
    }
    let length = format!("{count} * n + {head}");
    Each {
        arrays: &[&format!("const {ty} *a: {length}"), &format!("{ty} *out: {length}")],
        others: &format!(", {ty} c"),
        ensures: &ensures,
        body: &format!("{body}{store} = q;"),
        ..Each::default()
    }
    .program(draw)
}

/// Whole vectors, and then what is left one by one.
fn tail(draw: &mut Draw) -> String {
    let (name, count, ty) = vector(draw);
    let (load, store) = (seen(draw, &format!("const {name}"), "a"), seen(draw, name, "out"));
    let by = draw.pick(&["+ c", "* 2", "- c"]);
    let parts: Vec<String> = COMPONENTS[..count].iter().map(|component| format!("p.{component} {by}")).collect();
    let index = draw.index("i", "x");
    let rest = draw.pick(&["int k = n / $N * $N + i;", "int k = n - n % $N + i;"]);
    fill(
        "//@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == a[j] $by;\n\
         __global__ void tail(const $T *__restrict__ a, $T *__restrict__ out, $T c, int n) {\n$index\
         \x20   if (i < n / $N) {\n        $V p = $load[i];\n        $store[i] = make_$V($parts);\n    }\n\
         \x20   $rest\n    if (k < n)\n        out[k] = a[k] $by;\n}\n",
        &[
            ("by", by),
            ("T", ty),
            ("V", name),
            ("N", &count.to_string()),
            ("index", &index),
            ("load", &load),
            ("store", &store),
            ("parts", &parts.join(", ")),
            ("rest", &rest.replace("$N", &count.to_string())),
        ],
    )
}

fn numbers(draw: &mut Draw) -> String {
    let (name, count, ty) = vector(draw);
    let (k, l) = (draw.random.below(count), draw.random.below(count));
    let input = |k: usize| (format!("p[{count} * i + {k}]"), format!("a[j].{}", COMPONENTS[k]));
    let ((x, said_x), (y, said_y)) = (input(k), input(l));
    let (code, said) = draw.value(&[(&x, &said_x), (&y, &said_y), ("c", "c")]);
    let from = seen(draw, &format!("const {ty}"), "a");
    Each {
        arrays: &[&format!("const {name} *a"), &format!("{ty} *out")],
        others: &format!(", {ty} c"),
        ensures: &format!("out[j] == {said}"),
        body: &match draw.random.once_in(2) {
            true => format!("const {ty} *p = {from};\nout[i] = {code};"),
            // The components of one vector.
            false => format!(
                "{name} own = a[i];\nconst {ty} *p = &own.x;\nout[i] = {};",
                code.replace(&format!("{count} * i + "), "")
            ),
        },
        ..Each::default()
    }
    .program(draw)
}

fn from_numbers(draw: &mut Draw) -> String {
    let (name, count, ty) = vector(draw);
    let (code, said) = draw.value(&[("a[i]", "a[$N * j + $k]"), ("c", "c")]);
    let to = seen(draw, ty, "out");
    let index = draw.index("i", "x");
    let body = draw.guarded("i < $N * n", "i >= $N * n", &format!("    {ty} *p = {to};\n    p[i] = {code};\n"));
    let number = count.to_string();
    let ensures = COMPONENTS[..count].iter().enumerate().map(|(k, component)| {
        let said = said.replace("$k", &k.to_string());
        format!("//@ ensures \\forall j. 0 <= j < n -> out[j].{component} == {said};\n")
    });
    let text = fill(
        "//@ requires 0 <= n && $N * n <= blockDim.x * gridDim.x && \\length(a) == $N * n && \\length(out) == n;\n$ensures\
         __global__ void fromNumbers(const $T *a, $V *out, $T c, int n) {\n$index$body}\n",
        &[("ensures", &ensures.collect::<String>()), ("T", ty), ("V", name), ("index", &index), ("body", &body)],
    );
    text.replace("$N", &number)
}

fn structs(draw: &mut Draw) -> String {
    let (first, said_first) = draw.value(&[("p.x", "a[3 * j]"), ("p.z", "a[3 * j + 2]"), ("c", "c")]);
    let (second, said_second) = draw.value(&[("p.y", "a[3 * j + 1]"), ("p.x", "a[3 * j]")]);
    let (from, to) = (seen(draw, "const Triple", "a"), seen(draw, "Triple", "out"));
    let ty = draw.ty();
    Each {
            before: &format!("struct Triple {{\n    {ty} x, y, z;\n}};\n\n"),
            arrays: &[&format!("const {ty} *a: 3 * n"), &format!("{ty} *out: 3 * n")],
            others: &format!(", {ty} c"),
            ensures: &format!(
                "out[3 * j] == {said_first}\nout[3 * j + 1] == c\nout[3 * j + 2] == {said_second}"
            ),
            body: &match draw.random.below(3) {
                0 => format!("Triple p = {from}[i];\nTriple q = {{{first}, c, {second}}};\n{to}[i] = q;"),
                1 => format!("const Triple &p = {from}[i];\nTriple &q = {to}[i];\nq.x = {first};\nq.y = c;\nq.z = {second};"),
                _ => format!(
                    "const Triple *all = {from};\nTriple p = all[i];\nTriple *q = {to} + i;\nq->x = {first};\nq->z = {second};\nq->y = c;"
                ),
            },
            ..Each::default() }
    .program(draw)
}

fn arrays(draw: &mut Draw) -> String {
    let count = draw.pick(&["2", "3", "4"]);
    let (code, said) = draw.value(&[("p.v[k]", "\\old(all[j].v[k])"), ("c", "c")]);
    let take = draw.pick(&["Item &p = all[i];", "Item p = all[i];"]);
    let put = if take.contains('&') { "" } else { "\nall[i] = p;" };
    let ty = draw.ty();
    Each {
        before: &format!("struct Item {{\n    int key;\n    {ty} v[{count}];\n}};\n\n"),
        arrays: &["Item *all"],
        others: &format!(", {ty} c"),
        ensures: &format!("\\forall k. 0 <= k < {count} -> all[j].v[k] == {said}\nall[j].key == \\old(all[j].key) + 1"),
        body: &format!("{take}\np.key++;\nfor (int k = 0; k < {count}; k++)\n    p.v[k] = {code};{put}"),
        ..Each::default()
    }
    .program(draw)
}

fn rows(draw: &mut Draw) -> String {
    let (code, said) =
        draw.value(&[("row[x]", "a[r * w + q]"), ("row[w - 1 - x]", "a[r * w + w - 1 - q]"), ("c", "c")]);
    let (across, down) = (draw.index("x", "x"), draw.index("y", "y"));
    let row = draw.pick(&["a + y * w", "&a[y * w]", "a + w * y"]);
    let store =
        draw.pick(&["$T *to = out + y * w;\n    to[x] = $code;", "$T *to = &out[y * w + x];\n    *to = $code;"]);
    let store = fill(store, &[("code", &code), ("T", draw.ty())]);
    let body = format!("    const {} *row = {row};\n    {store}\n", draw.ty());
    let body = draw.guarded("x < w && y < h", "x >= w || y >= h", &body);
    fill(
        "//@ requires 0 <= w <= blockDim.x * gridDim.x && 0 <= h <= blockDim.y * gridDim.y && \\length(a) == w * h && \\length(out) == w * h;\n\
         //@ ensures \\forall r, q. 0 <= r < h && 0 <= q < w -> out[r * w + q] == $said;\n\
         __global__ void rows(const $T *__restrict__ a, $T *__restrict__ out, $T c, int w, int h) {\n$across$down$body}\n",
        &[("T", draw.ty()), ("said", &said), ("across", &across), ("down", &down), ("body", &body)],
    )
}

fn row_sums(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("row[k]", "a[$r * w + q]"), ("c", "c")]);
    let index = draw.index("i", "x");
    fill(
        "//@ requires 0 <= h <= blockDim.x * gridDim.x && 0 <= w && \\length(a) == w * h && \\length(out) == h;\n\
         //@ ensures \\forall r. 0 <= r < h -> out[r] == sum(q, $said, 0, w - 1);\n\
         __global__ void rowSums(const $T *a, $T *out, $T c, int w, int h) {\n$index\
         \x20   if (i >= h) return;\n    const $T *row = $row;\n    $T total = 0;\n    for (int k = 0; k < w; k++) {\n\
         \x20       //@ invariant 0 <= k <= w && total == sum(q, $own, 0, k - 1);\n\
         \x20       total += $code;\n    }\n    out[i] = total;\n}\n",
        &[
            ("T", draw.ty()),
            ("said", &said.replace("$r", "r")),
            ("own", &said.replace("$r", "i")),
            ("code", &code),
            ("row", draw.pick(&["a + i * w", "&a[i * w]"])),
            ("index", &index),
        ],
    )
}

fn pitched(draw: &mut Draw) -> String {
    let size = if draw.element == Element::Double { "8" } else { "4" };
    let (code, said) = draw.value(&[("row[x]", "\\old(data[r * stride + q])"), ("c", "c")]);
    let (across, down) = (draw.index("x", "x"), draw.index("y", "y"));
    let bytes = draw.pick(&["char", "unsigned char"]);
    let body = format!("    $T *row = ($T *)(({bytes} *)data + y * pitch);\n    row[x] = {code};\n");
    let body = draw.guarded("x < w && y < h", "x >= w || y >= h", &body);
    fill(
        "//@ ghost int stride;\n\
         //@ requires 0 <= w <= stride && 0 <= h && pitch == $size * stride && \\length(data) == h * stride;\n\
         //@ requires w <= blockDim.x * gridDim.x && h <= blockDim.y * gridDim.y;\n\
         //@ ensures \\forall r, q. 0 <= r < h && 0 <= q < w -> data[r * stride + q] == $said;\n\
         __global__ void pitched($T *data, $T c, int w, int h, size_t pitch) {\n$across$down$body}\n",
        &[
            ("size", size),
            ("said", &said),
            ("across", &across),
            ("down", &down),
            ("body", &body.replace("$T", draw.ty())),
            ("T", draw.ty()),
        ],
    )
}

fn middle(draw: &mut Draw) -> String {
    let reach = 1 + draw.random.below(2);
    let inputs = [
        (format!("at[-{reach}]"), "a[j]".to_owned()),
        ("*at".to_owned(), format!("a[j + {reach}]")),
        (format!("at[{reach}]"), format!("a[j + {}]", 2 * reach)),
    ];
    let inputs: Vec<(&str, &str)> = inputs.iter().map(|(code, said)| (code.as_str(), said.as_str())).collect();
    let (code, said) = draw.value(&inputs);
    let take = draw.pick(&[
        "const $T *at = a + $reach + i;",
        "const $T *at = &a[i + $reach];",
        "const $T *all = a + $reach;\nconst $T *at = all + i;",
    ]);
    let ty = draw.ty();
    let take = fill(take, &[("T", ty), ("reach", &reach.to_string())]);
    Each {
        arrays: &[&format!("const {ty} *a: n + {}", 2 * reach), &format!("{ty} *out")],
        ensures: &format!("out[j] == {said}"),
        body: &format!("{take}\nout[i] = {code};"),
        ..Each::default()
    }
    .program(draw)
}

/// The parameters themselves are moved to the block's part.
fn moved(draw: &mut Draw) -> String {
    let (own, said) = draw.one(&[("t", "t"), ("blockDim.x - 1 - t", "blockDim.x - 1 - t")]);
    let (a, said_a) = (format!("a[{own}]"), format!("a[g * blockDim.x + {said}]"));
    let (code, said) = draw.value(&[(&a, &said_a), ("c", "c")]);
    let by = draw.pick(&["blockIdx.x * blockDim.x", "blockDim.x * blockIdx.x"]);
    let (out, store) = draw.one(&[("    out += $by;\n", "out[t]"), ("    out += $by + t;\n", "*out")]);
    fill(
        "//@ requires \\length(a) == blockDim.x * gridDim.x && \\length(out) == blockDim.x * gridDim.x;\n\
         //@ ensures \\forall g, t. 0 <= g < gridDim.x && 0 <= t < blockDim.x -> out[g * blockDim.x + t] == $said;\n\
         __global__ void moved(const $T *a, $T *out, $T c) {\n    int t = threadIdx.x;\n    a += $by;\n$out    $store = $code;\n}\n",
        &[
            ("T", draw.ty()),
            ("said", &said),
            ("by", by),
            ("out", &out.replace("$by", by)),
            ("store", store),
            ("code", &code),
        ],
    )
}

fn chosen(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("from[i]", "$from"), ("c[i]", "c[j]")]);
    let tested = draw.pick(&["k > 0", "k % 2 == 0", "k == 3"]);
    let ty = draw.ty();
    let choose = draw.pick(&[
        "const $T *from = $tested ? a : b;",
        "const $T *from = b;\nif ($tested) from = a;",
        "const $T *all[2] = {b, a};\nconst $T *from = $tested ? all[1] : all[0];",
    ]);
    Each {
        arrays: &[
            &format!("const {ty} *a"),
            &format!("const {ty} *b"),
            &format!("const {ty} *c"),
            &format!("{ty} *out"),
        ],
        others: ", int k",
        ensures: &format!("out[j] == {}", said.replace("$from", &format!("({tested} ? a[j] : b[j])"))),
        body: &format!("{}\nout[i] = {code};", fill(choose, &[("T", ty), ("tested", tested)])),
        ..Each::default()
    }
    .program(draw)
}

/// Rows and columns of a tile, which is declared with two dimensions or with one.
fn shared_rows(draw: &mut Draw) -> String {
    let (height, width) = draw.one(&[("4", "8"), ("8", "4"), ("2", "8"), ("4", "4")]);
    let (code, said) = draw.value(&[("v", "a[g * $H * $W + y * $W + x]"), ("c", "c")]);
    let (declared, row, value) = draw.one(&[
        ("s[$H][$W]", "s[t / $W]", "s[t % $H][t / $H]"),
        ("s[$H * $W]", "s + t / $W * $W", "s[t % $H * $W + t / $H]"),
        ("s[$H * $W]", "&s[t - t % $W]", "(s + t / $H)[t % $H * $W]"),
    ]);
    let text = fill(
        "//@ requires blockDim.x == $H * $W && \\length(a) == $H * $W * gridDim.x && \\length(out) == $H * $W * gridDim.x;\n\
         //@ ensures \\forall g, x, y. 0 <= g < gridDim.x && 0 <= x < $W && 0 <= y < $H -> out[g * $H * $W + x * $H + y] == $said;\n\
         __global__ void sharedRows(const $T *a, $T *out, $T c) {\n    __shared__ $T $declared;\n    int t = threadIdx.x;\n\
         \x20   $T *row = $row;\n    row[t % $W] = a[blockIdx.x * $H * $W + t];\n    __syncthreads();\n\
         \x20   $T v = $value;\n    out[blockIdx.x * $H * $W + t] = $code;\n}\n",
        &[("T", draw.ty()), ("said", &said), ("declared", declared), ("row", row), ("value", value), ("code", &code)],
    );
    text.replace("$H", height).replace("$W", width)
}

fn shared_vectors(draw: &mut Draw) -> String {
    let (name, count, ty) = vector(draw);
    let (first, last) = (COMPONENTS[0], COMPONENTS[count - 1]);
    let inputs = [(format!("p.{first}"), "a[$N * j]"), (format!("p.{last}"), "a[$N * j + $L]")];
    let inputs: Vec<(&str, &str)> = inputs.iter().map(|(code, said)| (code.as_str(), *said)).collect();
    let (code, said) = draw.value(&inputs);
    let numbers = seen(draw, ty, "s");
    let text = fill(
        "//@ requires blockDim.x == 32 && \\length(a) == 32 * gridDim.x && \\length(out) == $M * gridDim.x;\n\
         //@ ensures \\forall j. 0 <= j < $M * gridDim.x -> out[j] == $said;\n\
         __global__ void sharedVectors(const $T *a, $T *out) {\n    __shared__ $V s[$M];\n    $T *numbers = $numbers;\n\
         \x20   int t = threadIdx.x;\n    numbers[t] = a[blockIdx.x * 32 + t];\n    __syncthreads();\n\
         \x20   if (t < $M) {\n        $V p = s[t];\n        out[blockIdx.x * $M + t] = $code;\n    }\n}\n",
        &[("V", name), ("T", ty), ("said", &said), ("numbers", &numbers), ("code", &code)],
    );
    let numbers = [("$N", count), ("$L", count - 1), ("$M", 32 / count)];
    numbers.iter().fold(text, |text, (name, number)| text.replace(name, &number.to_string()))
}

/// One stretch of dynamic memory that is split among two arrays.
fn parts(draw: &mut Draw) -> String {
    let at = draw.pick(&["(blockDim.x - 1 - t)", "((t + 1) % blockDim.x)"]);
    let inputs = [("low[k]", format!("a[g * blockDim.x + {at}]")), ("high[k]", format!("b[g * blockDim.x + {at}]"))];
    let inputs: Vec<(&str, &str)> = inputs.iter().map(|(code, said)| (*code, said.as_str())).collect();
    let (code, said) = draw.value(&inputs);
    let high = draw.pick(&["s + blockDim.x", "&s[blockDim.x]", "low + blockDim.x"]);
    let index = draw.index("i", "x");
    fill(
        "//@ requires \\length(a) == blockDim.x * gridDim.x && \\length(b) == blockDim.x * gridDim.x;\n\
         //@ requires \\length(out) == blockDim.x * gridDim.x && \\length(s) == 2 * blockDim.x;\n\
         //@ ensures \\forall g, t. 0 <= g < gridDim.x && 0 <= t < blockDim.x -> out[g * blockDim.x + t] == $said;\n\
         __global__ void parts(const $T *a, const $T *b, $T *out) {\n    extern __shared__ $T s[];\n    int t = threadIdx.x;\n$index\
         \x20   $T *low = s;\n    $T *high = $high;\n    low[t] = a[i];\n    high[t] = b[i];\n    __syncthreads();\n\
         \x20   int k = $at;\n    out[i] = $code;\n}\n",
        &[("T", draw.ty()), ("said", &said), ("index", &index), ("high", high), ("at", at), ("code", &code)],
    )
}

/// The parts of a word through a pointer, a vector or a union.
fn bytes(draw: &mut Draw) -> String {
    let (k, l) = (draw.random.below(4), draw.random.below(4));
    let byte = |k: usize| format!("a[j] / {} % 256", 1u64 << (8 * k));
    let (before, take, part) = match draw.random.below(4) {
        0 => ("", "const unsigned char *p = (const unsigned char *)(a + i);", ["p[0]", "p[1]", "p[2]", "p[3]"]),
        1 => ("", "unsigned w = a[i];\nuchar4 p = *reinterpret_cast<uchar4 *>(&w);", ["p.x", "p.y", "p.z", "p.w"]),
        2 => ("", "unsigned w = a[i];\nunsigned char *p = (unsigned char *)&w;", ["p[0]", "p[1]", "p[2]", "p[3]"]),
        _ => (
            "union Word {\n    unsigned whole;\n    unsigned char bytes[4];\n    unsigned short halves[2];\n};\n\n",
            "Word w;\nw.whole = a[i];",
            ["w.bytes[0]", "w.bytes[1]", "w.bytes[2]", "w.bytes[3]"],
        ),
    };
    let op = draw.pick(&["+", "-", "*"]);
    Each {
        before,
        arrays: &["const unsigned *a", "int *out"],
        others: ", int c",
        ensures: &format!("out[j] == {} + c {op} ({})", byte(k), byte(l)),
        body: &format!("{take}\nout[i] = {} + c {op} {};", part[k], part[l]),
        ..Each::default()
    }
    .program(draw)
}

/// Four bytes as a word, one way or the other.
fn words(draw: &mut Draw) -> String {
    let sum = "a[4 * j] + 256 * a[4 * j + 1] + 65536 * a[4 * j + 2] + 16777216 * a[4 * j + 3]";
    let (arrays, body, said): (&[&str], _, _) = match draw.random.below(5) {
        0 => (
            &["const unsigned char *a: 4 * n", "unsigned *out"][..],
            "out[i] = ((const unsigned *)a)[i];",
            format!("out[j] == {sum}"),
        ),
        1 => (
            &["const unsigned char *a: 4 * n", "unsigned *out"],
            "out[i] = *reinterpret_cast<const unsigned *>(a + 4 * i);",
            format!("out[j] == {sum}"),
        ),
        2 => (
            &["unsigned char *a: 4 * n", "const unsigned *b"],
            "*(unsigned *)(a + 4 * i) = b[i];",
            format!("b[j] == {sum}"),
        ),
        3 => (
            &["const uchar4 *a", "unsigned *out"],
            "uchar4 p = a[i];\nout[i] = *(unsigned *)&p;",
            "out[j] == a[j].x + 256 * a[j].y + 65536 * a[j].z + 16777216 * a[j].w".to_owned(),
        ),
        _ => (
            &["const unsigned *a", "ushort2 *out"],
            "unsigned w = a[i];\nout[i] = *(ushort2 *)&w;",
            "out[j].x == a[j] % 65536 && out[j].y == a[j] / 65536".to_owned(),
        ),
    };
    Each { arrays, ensures: &said, body, ..Each::default() }.program(draw)
}

fn other_sign(draw: &mut Draw) -> String {
    let (from, to, all) = draw.one(&[
        ("int", "unsigned", "4294967296"),
        ("short", "unsigned short", "65536"),
        ("signed char", "unsigned char", "256"),
        ("long long", "unsigned long long", "18446744073709551616"),
    ]);
    let (change, said) =
        draw.one(&[("u[i]", "$v"), ("u[i] / 2", "$v / 2"), ("u[i] >> 3", "$v / 8"), ("u[i] % 7", "$v % 7")]);
    let take = seen(draw, &format!("const {to}"), "a");
    Each {
        arrays: &[&format!("const {from} *a"), &format!("{to} *out")],
        ensures: &format!("out[j] == {}", said.replace("$v", &format!("((a[j] + {all}) % {all})"))),
        body: &format!("const {to} *u = {take};\nout[i] = {change};"),
        ..Each::default()
    }
    .program(draw)
}
