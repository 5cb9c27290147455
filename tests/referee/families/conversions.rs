//! Conversions: between integers of all widths and both signs, between integers and reals, and unsigned numbers that wrap.

use super::Each;
use crate::generate::{Draw, fill};
use crate::value::Element;

pub const FAMILIES: &[(&str, fn(&mut Draw) -> String)] = &[
    ("cast", cast),
    ("cast, twice", twice),
    ("cast in a condition", condition),
    ("cast in an index", index),
    ("cast, window", window),
    ("cast in a function", function),
    ("bit field", field),
    ("packed pair", packed),
    ("truth value", truth),
    ("promoted operands", promoted),
    ("narrowed value", narrowed),
    ("wide product", wide),
    ("rounded real", rounded),
    ("real in integers", in_integers),
    ("integer in reals", in_reals),
    ("product of 24 bits", product24),
    ("unsigned wrap", wrapping),
];

/// A type of integers: its name, bits and sign.
type Integer = (&'static str, u32, bool);

const INTEGERS: &[Integer] = &[
    ("signed char", 8, true),
    ("unsigned char", 8, false),
    ("short", 16, true),
    ("unsigned short", 16, false),
    ("int", 32, true),
    ("unsigned", 32, false),
    ("long long", 64, true),
    ("unsigned long long", 64, false),
];

/// The same number in the type, in a contract.
fn modular((_, bits, signed): Integer, number: &str) -> String {
    let (all, half) = (1u128 << bits, 1u128 << (bits - 1));
    match signed {
        true => format!("((({number}) % {all} + {}) % {all} - {half})", all + half),
        false => format!("((({number}) % {all} + {all}) % {all})"),
    }
}

/// The conversion in the program.
fn converted(draw: &mut Draw, (name, ..): Integer, number: &str) -> String {
    match draw.random.below(3) {
        0 => format!("static_cast<{name}>({number})"),
        1 if !name.contains(' ') => format!("{name}({number})"),
        _ => format!("({name})({number})"),
    }
}

fn integer(draw: &mut Draw, from: &[Integer]) -> Integer {
    draw.one(from)
}

fn cast(draw: &mut Draw) -> String {
    draw.element = Element::Int;
    let to = integer(draw, INTEGERS);
    let from = draw.pick(&["int", "long long", "short", "signed char"]);
    let (code, said) = draw.value(&[("a[i]", "a[j]"), ("c", "c")]);
    let held = if to.1 < 64 && draw.random.once_in(2) { "long long" } else { to.0 };
    let code = converted(draw, to, &code);
    Each {
        arrays: &[&format!("const {from} *a"), &format!("{held} *out")],
        others: ", int c",
        ensures: &format!("out[j] == {}", modular(to, &said)),
        body: &format!("out[i] = {code};"),
        ..Each::default()
    }
    .program(draw)
}

fn twice(draw: &mut Draw) -> String {
    let (first, second) = (integer(draw, INTEGERS), integer(draw, INTEGERS));
    let inner = converted(draw, first, "a[i]");
    let code = converted(draw, second, &inner);
    Each {
        arrays: &["const long long *a", &format!("{} *out", second.0)],
        ensures: &format!("out[j] == {}", modular(second, &modular(first, "a[j]"))),
        body: &match draw.random.once_in(2) {
            true => format!("out[i] = {code};"),
            false => format!("{} v = {inner};\nout[i] = ({})v;", first.0, second.0),
        },
        ..Each::default()
    }
    .program(draw)
}

fn condition(draw: &mut Draw) -> String {
    let to = integer(draw, &INTEGERS[..5]);
    let op = draw.pick(&["<", "<=", ">", ">=", "==", "!="]);
    let bound = draw.pick(&["0", "1", "100", "c"]);
    let (then, said_then) = draw.value(&[("x[i]", "x[j]"), ("y[i]", "y[j]")]);
    let (other, said_other) = draw.value(&[("y[i]", "y[j]"), ("x[i]", "x[j]")]);
    let tested = converted(draw, to, "a[i]");
    let ty = draw.ty();
    Each {
        arrays: &["const long long *a", &format!("const {ty} *x"), &format!("const {ty} *y"), &format!("{ty} *out")],
        others: ", int c",
        ensures: &format!("out[j] == ({} {op} {bound} ? {said_then} : {said_other})", modular(to, "a[j]")),
        body: &match draw.random.once_in(2) {
            true => format!("if ({tested} {op} {bound})\n    out[i] = {then};\nelse\n    out[i] = {other};"),
            false => format!("out[i] = {tested} {op} {bound} ? {then} : {other};"),
        },
        ..Each::default()
    }
    .program(draw)
}

fn index(draw: &mut Draw) -> String {
    let (code, said) = draw.one(&[
        ("(unsigned char)a[i]", "((a[j] % 256 + 256) % 256)"),
        ("(signed char)a[i] + 128", "((a[j] + 128) % 256 + 256) % 256"),
        ("(unsigned)a[i] % 256", "((a[j] % 256 + 256) % 256)"),
        ("(unsigned)a[i] & 255u", "((a[j] % 256 + 256) % 256)"),
        ("(unsigned)a[i] >> 24", "((a[j] % 4294967296 + 4294967296) % 4294967296) / 16777216"),
        ("(size_t)(unsigned char)(a[i] + 1)", "((a[j] + 1) % 256 + 256) % 256"),
    ]);
    let ty = draw.ty();
    Each {
        arrays: &["const int *a", &format!("const {ty} *table: 256"), &format!("{ty} *out")],
        ensures: &format!("out[j] == table[{said}]"),
        body: &match draw.random.once_in(2) {
            true => format!("out[i] = table[{code}];"),
            false => format!("int k = {code};\nout[i] = table[k];"),
        },
        ..Each::default()
    }
    .program(draw)
}

/// One comparison for both ends: what is below the lower one wraps.
fn window(draw: &mut Draw) -> String {
    draw.element = Element::Int;
    let (code, said) = draw.value(&[("a[i]", "a[j]"), ("c", "c")]);
    let ty = draw.pick(&["unsigned", "unsigned int", "unsigned long long"]);
    let inside =
        draw.pick(&["($U)(i - low) < ($U)width", "!(($U)(i - low) >= ($U)width)", "($U)width > ($U)(i - low)"]);
    Each {
        arrays: &["const int *a", "int *out"],
        others: ", int c, int low, int width",
        requires: " && 0 <= width && 0 <= low + width <= 2000000000 && -1000000 <= low",
        ensures: &format!("out[j] == (low <= j < low + width ? {said} : 0)"),
        body: &format!("out[i] = {} ? {code} : 0;", inside.replace("$U", ty)),
        ..Each::default()
    }
    .program(draw)
}

fn function(draw: &mut Draw) -> String {
    let to = integer(draw, INTEGERS);
    let code = converted(draw, to, "v");
    let (before, call) = draw.one(&[
        ("__device__ $to low($from v) { return $code; }\n\n", "low(a[i])"),
        ("__device__ $to low($from v) { return v; }\n\n", "low(($to)a[i])"),
        ("template <typename T, typename U>\n__device__ T low(U v) { return (T)v; }\n\n", "low<$to>(a[i])"),
        ("static __device__ void low($from v, $to &r) { r = $code; }\n\n", "0;\n$to r;\nlow(a[i], r);\nout[i] = r"),
    ]);
    let from = if before.contains("return v;") { to.0 } else { "long long" };
    let spell = |text: &str| fill(text, &[("to", to.0), ("from", from), ("code", &code)]);
    Each {
        before: &spell(before),
        arrays: &["const long long *a", &format!("{} *out", to.0)],
        ensures: &format!("out[j] == {}", modular(to, "a[j]")),
        body: &format!("out[i] = {};", spell(call)),
        ..Each::default()
    }
    .program(draw)
}

fn field(draw: &mut Draw) -> String {
    let at = draw.random.below(4) * 8;
    let (bits, to) =
        draw.one(&[(4, None), (8, None), (8, Some("signed char")), (8, Some("unsigned char")), (8, Some(""))]);
    let field = format!("a[j] / {} % {}", 1u64 << at, 1 << bits);
    let masked = format!("((a[i] >> {at}) & {}u)", (1 << bits) - 1);
    let signed = format!("({field} + 128) % 256 - 128");
    let (code, said) = match to {
        Some("signed char") => (format!("(signed char){masked}"), signed),
        // The sign is spread by a shift.
        Some("") => (format!("(int)(a[i] << {}) >> 24", 24 - at), signed),
        Some(to) => (format!("({to})(a[i] >> {at})"), field),
        None => (masked, field),
    };
    Each {
        arrays: &["const unsigned *a", "int *out"],
        ensures: &format!("out[j] == {said}"),
        body: &format!("out[i] = {code};"),
        ..Each::default()
    }
    .program(draw)
}

/// Two numbers in one word, and taken out again.
fn packed(draw: &mut Draw) -> String {
    let (part, raw, bits) = draw.one(&[
        ("short", "unsigned short", 16),
        ("signed char", "unsigned char", 8),
        ("unsigned short", "unsigned short", 16),
        ("unsigned char", "unsigned char", 8),
    ]);
    let word = draw.pick(&["unsigned", "unsigned long long"]);
    let join = draw.pick(&["|", "+", "^"]);
    let mask = (1 << bits) - 1;
    Each {
        arrays: &[
            &format!("const {part} *a"),
            &format!("const {part} *b"),
            &format!("{part} *first"),
            &format!("{part} *second"),
        ],
        ensures: "first[j] == a[j]\nsecond[j] == b[j]",
        body: &format!(
            "{word} word = (({word})({raw})a[i] << {bits}) {join} ({raw})b[i];\n\
                 first[i] = ({part})(word >> {bits});\nsecond[i] = ({part})(word & {mask});"
        ),
        ..Each::default()
    }
    .program(draw)
}

fn truth(draw: &mut Draw) -> String {
    let from = draw.pick(&["int", "unsigned char", "long long", "float"]);
    let code = draw.pick(&["(bool)a[i]", "!!a[i]", "bool(a[i])", "(a[i] ? true : false)", "static_cast<bool>(a[i])"]);
    let (body, said) = draw.one(&[
        ("out[i] = $code;", "(a[j] != 0 ? 1 : 0)"),
        ("out[i] = $code * c;", "(a[j] != 0 ? c : 0)"),
        ("bool is = $code;\nout[i] = c + is;", "c + (a[j] != 0 ? 1 : 0)"),
        ("bool is = a[i];\nout[i] = !is;", "(a[j] == 0 ? 1 : 0)"),
        ("out[i] = $code == (c > 0);", "((a[j] != 0 && c > 0) || (a[j] == 0 && c <= 0) ? 1 : 0)"),
    ]);
    Each {
        arrays: &[&format!("const {from} *a"), "int *out"],
        others: ", int c",
        ensures: &format!("out[j] == {said}"),
        body: &fill(body, &[("code", code)]),
        ..Each::default()
    }
    .program(draw)
}

/// What is narrower than an `int` is counted in `int`, and goes on into what holds it.
fn promoted(draw: &mut Draw) -> String {
    draw.element = Element::Int;
    let (first, second) = (integer(draw, &INTEGERS[..4]), integer(draw, &INTEGERS[..4]));
    let (code, said) = draw.value(&[("a[i]", "a[j]"), ("b[i]", "b[j]")]);
    let held = draw.pick(&["int", "long long", "float", "double"]);
    Each {
        arrays: &[&format!("const {} *a", first.0), &format!("const {} *b", second.0), &format!("{held} *out")],
        ensures: &format!("out[j] == {said}"),
        body: &match draw.random.once_in(2) {
            true => format!("out[i] = {code};"),
            false => format!("{held} v = {code};\nout[i] = v;"),
        },
        ..Each::default()
    }
    .program(draw)
}

/// A conversion that nobody asks for, of a number that fits.
fn narrowed(draw: &mut Draw) -> String {
    let (to, from) = (integer(draw, &INTEGERS[..6]), draw.pick(&["int", "long long", "unsigned"]));
    let (lower, upper) = if to.2 && from != "unsigned" { (-60, 60) } else { (0, 60) };
    let by = draw.random.below(4) as i64;
    let (code, said) = (format!("a[i] * 2 + {by}"), format!("a[j] * 2 + {by}"));
    Each {
        arrays: &[&format!("const {from} *a"), &format!("{} *out", to.0)],
        requires: &format!(" && \\forall j. 0 <= j < n -> {lower} <= a[j] <= {upper}"),
        ensures: &format!("out[j] == {said}"),
        body: &match draw.random.below(3) {
            0 => format!("out[i] = {code};"),
            1 => format!("{} v = {code};\nout[i] = v;", to.0),
            _ => format!("out[i] = a[i];\nout[i] *= 2;\nout[i] += {by};"),
        },
        ..Each::default()
    }
    .program(draw)
}

fn wide(draw: &mut Draw) -> String {
    let (code, said) = draw.one(&[
        ("(long long)a[i] * b[i]", "a[j] * b[j]"),
        ("a[i] * (long long)b[i] - c", "a[j] * b[j] - c"),
        ("(long long)a[i] * b[i] / 65536", "a[j] * b[j] / 65536"),
        ("(long long)a[i] - (long long)b[i]", "a[j] - b[j]"),
    ]);
    let (held, said) = match draw.random.once_in(2) {
        true => ("long long", said.to_owned()),
        false => ("int", modular(INTEGERS[4], said)),
    };
    Each {
        arrays: &["const int *a", "const int *b", &format!("{held} *out")],
        others: ", int c",
        ensures: &format!("out[j] == {said}"),
        body: &format!("out[i] = ({held})({code});"),
        ..Each::default()
    }
    .program(draw)
}

fn rounded(draw: &mut Draw) -> String {
    let (from, short) = draw.one(&[("float", "float"), ("double", "double")]);
    let (code, said) = draw.one(&[
        ("(int)x[i]", "(x[j] >= 0.0 ? out[j] <= x[j] < out[j] + 1 : out[j] - 1 < x[j] <= out[j])"),
        ("__$2int_rz(x[i])", "(x[j] >= 0.0 ? out[j] <= x[j] < out[j] + 1 : out[j] - 1 < x[j] <= out[j])"),
        ("__$2int_rd(x[i])", "out[j] <= x[j] < out[j] + 1"),
        ("__$2int_ru(x[i])", "out[j] - 1 < x[j] <= out[j]"),
        ("(int)floor(x[i])", "out[j] <= x[j] < out[j] + 1"),
        ("static_cast<int>(ceil(x[i]))", "out[j] - 1 < x[j] <= out[j]"),
        ("(short)(x[i] + 1000)", "out[j] <= x[j] + 1000 < out[j] + 1"),
        ("(unsigned short)(2 * x[i] + 2000)", "out[j] <= 2 * x[j] + 2000 < out[j] + 1"),
    ]);
    Each {
        arrays: &[&format!("const {from} *x"), "int *out"],
        requires: " && \\forall j. 0 <= j < n -> -1000 <= x[j] <= 1000",
        ensures: said,
        body: &format!("out[i] = {};", code.replace('$', short)),
        ..Each::default()
    }
    .program(draw)
}

/// The integer part of a real in a condition, in an index, and taken away.
fn in_integers(draw: &mut Draw) -> String {
    let (arrays, body, said): (&[&str], _, _) = match draw.random.below(4) {
        0 => (&["int *out"][..], "out[i] = (int)x[i] >= 3;", "(out[j] == 1 <-> x[j] >= 3)"),
        1 => (&["float *out"], "out[i] = x[i] - (int)x[i];", "0 <= out[j] < 1"),
        2 => (
            &["const int *table: 100", "int *out"],
            "int k = (int)x[i];\nout[i] = table[k];",
            "\\forall k. 0 <= k < 100 && k <= x[j] < k + 1 -> out[j] == table[k]",
        ),
        _ => (
            &["unsigned char *out"],
            "out[i] = (unsigned char)(2.0f * x[i] + 0.5f);",
            "out[j] <= 2 * x[j] + 0.5 < out[j] + 1",
        ),
    };
    let arrays = [&["const float *x"], arrays].concat();
    let requires = " && \\forall j. 0 <= j < n -> 0 <= x[j] < 100";
    Each { arrays: &arrays, requires, ensures: said, body, ..Each::default() }.program(draw)
}

fn in_reals(draw: &mut Draw) -> String {
    draw.element = if draw.random.once_in(2) { Element::Float } else { Element::Double };
    let from = draw.pick(&["int", "unsigned char", "short", "long long"]);
    let input = draw.pick(&["($T)a[i]", "$T(a[i])", "static_cast<$T>(a[i])"]).replace("$T", draw.ty());
    let input = match (from, draw.ty()) {
        ("int", "float") if draw.random.once_in(3) => "__int2float_rn(a[i])".to_owned(),
        ("int", "double") if draw.random.once_in(3) => "__int2double_rn(a[i])".to_owned(),
        _ => input,
    };
    let (code, said) = draw.value(&[(&input, "a[j]"), ("c", "c")]);
    let ty = draw.ty();
    Each {
        arrays: &[&format!("const {from} *a"), &format!("{ty} *out")],
        others: &format!(", {ty} c"),
        ensures: &format!("out[j] == {said}"),
        body: &format!("out[i] = {code};"),
        ..Each::default()
    }
    .program(draw)
}

fn product24(draw: &mut Draw) -> String {
    let (name, ty, lower) = draw.one(&[("__mul24", "int", -2000), ("__umul24", "unsigned", 0)]);
    let (x, y) = draw.one(&[("a[i]", "b[i]"), ("b[i]", "7"), ("a[i]", "a[i]")]);
    let said = |text: &str| text.replace("[i]", "[j]");
    Each {
        arrays: &[&format!("const {ty} *a"), &format!("const {ty} *b"), &format!("{ty} *out")],
        requires: &format!(" && \\forall j. 0 <= j < n -> {lower} <= a[j] <= 2000 && {lower} <= b[j] <= 2000"),
        ensures: &format!("out[j] == {} * {} + b[j]", said(x), said(y)),
        body: &format!("out[i] = {name}({x}, {y}) + b[i];"),
        ..Each::default()
    }
    .program(draw)
}

fn wrapping(draw: &mut Draw) -> String {
    let to = integer(draw, &[INTEGERS[1], INTEGERS[3], INTEGERS[5], INTEGERS[7]]);
    let (change, said) = draw.one(&[
        ("v -= c", "a[j] - c"),
        ("v += c", "a[j] + c"),
        ("v = v * 3", "a[j] * 3"),
        ("v = v * 40503u + 7", "a[j] * 40503 + 7"),
        ("v = c - v", "c - a[j]"),
        ("v++", "a[j] + 1"),
        ("v--", "a[j] - 1"),
        ("v <<= 3", "a[j] * 8"),
    ]);
    let ty = to.0;
    Each {
        arrays: &[&format!("const {ty} *a"), &format!("{ty} *out")],
        others: &format!(", {ty} c"),
        ensures: &format!("out[j] == {}", modular(to, said)),
        body: &format!("{ty} v = a[i];\n//@ wraps;\n{change};\nout[i] = v;"),
        ..Each::default()
    }
    .program(draw)
}
