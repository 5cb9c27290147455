//! Random host programs: launch arithmetic in the forms that programs have, as CUDA and as C++ that records its launches.

use std::fmt::Write;

use super::random::Random;

/// A program in both forms.
pub struct Program {
    /// As gpuhoare reads it.
    pub cuda: String,
    /// Likewise in two files: the kernels with a function for each launch, and the rest.
    pub apart: [String; 2],
    /// As a C++ compiler reads it: launches and conversions to signed types, `K(...)` as it is written down, go by way of the
    /// recorder.
    pub native: String,
    /// Launches, by number, with the values that are planted in them: `g`rid or `b`lock with an axis, or an argument's position.
    pub planted: Vec<Vec<Value>>,
}

/// A value of a launch that follows from the other values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Grid(usize),
    Block(usize),
    Argument(usize),
}

struct Writer {
    random: Random,
    cuda: String,
    calls: String,
    native: String,
    planted: Vec<Vec<Value>>,
    /// Integer variables in scope, and whether they are unsigned.
    ints: Vec<(String, bool)>,
    next: usize,
    depth: usize,
}

impl Writer {
    fn both(&mut self, text: &str) {
        self.cuda.push_str(text);
        self.calls.push_str(text);
        self.native.push_str(text);
    }

    fn name(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("{stem}{}", self.next)
    }

    fn variable(&mut self) -> String {
        let at = self.random.below(self.ints.len());
        self.ints[at].0.clone()
    }

    fn number(&mut self) -> String {
        self.random.pick(&["1", "2", "3", "7", "8", "16", "32", "64", "100", "128", "255", "256"]).to_owned()
    }

    fn atom(&mut self) -> String {
        if self.random.once_in(3) { self.number() } else { self.variable() }
    }

    /// An integer expression of small values.
    fn value(&mut self) -> String {
        let (a, b, c) = (self.atom(), self.atom(), self.number());
        match self.random.below(12) {
            0 => format!("{a} + {b}"),
            1 => format!("{a} - {b}"),
            2 => format!("({a} + {c} - 1) / {c}"),
            3 => format!("{a} / {c}"),
            4 => format!("{a} % {c}"),
            5 => format!("{a} * 2"),
            6 => format!("({a} > {b} ? {a} : {b})"),
            7 => format!("std::min<int>(K({a}), K({b}))"),
            8 => format!("half(K({a}))"),
            9 => format!("divUp(K({a}), {c})"),
            10 => format!("pick(K({a}), K({b}))"),
            _ => a,
        }
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.atom(), self.atom());
        let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        match self.random.below(4) {
            0 => {
                let c = self.atom();
                format!("{a} {op} {b} && {c} > 3")
            }
            1 => {
                let c = self.atom();
                format!("{a} {op} {b} || {c} == 64")
            }
            _ => format!("{a} {op} {b}"),
        }
    }

    /// A conversion to `int`, which the recorder watches.
    fn assign(&mut self, target: &str, value: &str) {
        self.both(&format!("{target} = K({value});\n"));
    }

    fn declare(&mut self) {
        let (name, value) = (self.name("v"), self.value());
        let is_unsigned = self.random.once_in(4);
        if is_unsigned {
            self.both(&format!("unsigned {name} = {value};\n"));
        } else {
            self.assign(&format!("int {name}"), &value);
        }
        self.ints.push((name, is_unsigned));
    }

    fn statement(&mut self) {
        match self.random.below(12) {
            0..=2 => self.declare(),
            3 => {
                let at = self.random.below(self.ints.len());
                let (name, is_unsigned) = self.ints[at].clone();
                if name.starts_with(['i', 's']) {
                    return;
                }
                let value = self.value();
                if is_unsigned { self.both(&format!("{name} = {value};\n")) } else { self.assign(&name, &value) }
            }
            4 if self.depth < 3 => {
                let condition = self.condition();
                self.both(&format!("if ({condition}) {{\n"));
                self.block();
                if self.random.once_in(2) {
                    self.both("} else {\n");
                    self.block();
                }
                self.both("}\n");
            }
            5 if self.depth < 3 => {
                let (name, many) = (self.name("i"), self.number());
                let step = self.random.pick(&["++", " += 2", " *= 2"]);
                self.both(&format!("for (int {name} = 1; {name} < {many}; {name}{step}) {{\n"));
                self.ints.push((name, false));
                self.block();
                if self.random.once_in(4) {
                    let condition = self.condition();
                    self.both(&format!("if ({condition}) break;\n"));
                }
                self.ints.pop();
                self.both("}\n");
            }
            6 if self.depth < 3 => {
                let (name, start) = (self.name("s"), self.number());
                self.both(&format!("for (int {name} = {start}; {name} > 0; {name} /= 2) {{\n"));
                self.ints.push((name, false));
                self.block();
                self.ints.pop();
                self.both("}\n");
            }
            7 => {
                let condition = self.condition();
                // The program ends here, or the function.
                let how = if self.random.once_in(2) { "exit(0)" } else { "return 0" };
                self.both(&format!("if ({condition}) {how};\n"));
            }
            8 => {
                let at = self.random.below(self.ints.len());
                let (name, is_unsigned) = self.ints[at].clone();
                if !is_unsigned && !name.starts_with(['i', 's']) {
                    self.both(&format!("change({name});\n"));
                }
            }
            9 => {
                let at = self.random.below(self.ints.len());
                let (name, is_unsigned) = self.ints[at].clone();
                if !is_unsigned && !name.starts_with(['i', 's']) {
                    self.both(&format!("set(&{name});\n"));
                }
            }
            _ => self.launch(),
        }
    }

    fn block(&mut self) {
        let known = self.ints.len();
        self.depth += 1;
        for _ in 0..=self.random.below(3) {
            self.statement();
        }
        self.depth -= 1;
        self.ints.truncate(known);
    }

    /// A launch with three arguments, in one of many forms.
    fn launch(&mut self) {
        let number = self.planted.len();
        let (n, size, other) = (self.variable(), self.number(), self.value());
        let (grid, block) = (self.name("grid"), self.name("block"));
        let mut planted = Vec::new();
        let (g, b, args) = match self.random.below(9) {
            0 => {
                planted.extend([Value::Grid(0), Value::Block(0)]);
                (format!("({n} + {size} - 1) / {size}"), size.clone(), [n.clone(), other, "1".into()])
            }
            1 => {
                planted.extend([Value::Grid(0), Value::Block(1), Value::Grid(2)]);
                self.both(&format!("dim3 {block}(16, 8), {grid}({n} / 16, 3);\n"));
                (grid, block, [n.clone(), n.clone(), other])
            }
            2 => {
                planted.extend([Value::Grid(0), Value::Grid(1), Value::Block(0), Value::Argument(1)]);
                self.both(&format!("dim3 {block}, {grid};\n{block}.x = {size};\n{grid}.x = divUp(K({n}), {size});\n"));
                (grid, block, [n.clone(), size, other])
            }
            3 => {
                planted.extend([Value::Grid(0), Value::Block(0), Value::Argument(2)]);
                self.both(&format!("dim3 {grid} = blocks(K({n}), {size});\n"));
                (grid, size, [n.clone(), other, "42".into()])
            }
            4 => {
                planted.extend([Value::Block(0), Value::Grid(0)]);
                let condition = self.condition();
                self.both(&format!(
                    "dim3 {block}(32);\nif ({condition}) {block} = dim3(64, 2);\nelse {block}.x = 64;\n"
                ));
                (format!("dim3({size}, 2)"), block, [n, other, "0".into()])
            }
            5 => {
                planted.extend([Value::Grid(0), Value::Block(0), Value::Argument(1)]);
                self.both(&format!("size_t {grid} = {n};\n"));
                (format!("{grid} * {size} / {size}"), "threads".into(), [n, "threads".into(), other])
            }
            6 => {
                planted.extend([Value::Argument(0), Value::Block(0)]);
                self.both(&format!("Shape {block};\n{block}.threads = {size};\n{block}.rows = K({n});\n"));
                (format!("{block}.rows"), format!("{block}.threads"), [format!("{block}.threads"), n, other])
            }
            7 => {
                planted.extend([Value::Block(0), Value::Block(2), Value::Argument(1)]);
                let value = self.value();
                self.both(&format!("dim3 {block}(LIMIT, 1, 2);\nint {grid} = K({value});\n"));
                (grid, block, [n, "LIMIT".into(), other])
            }
            _ => (n.clone(), size, [other, n, "5".into()]),
        };
        let args = args.join(", ");
        let _ = writeln!(self.cuda, "kernel<{number}><<<{g}, {b}>>>({args});");
        let _ = writeln!(self.calls, "launch{number}({g}, {b}, {args});");
        let _ = writeln!(self.native, "launched({number}, {g}, {b}, {args});");
        self.planted.push(planted);
    }
}

const COMMON: &str = "
#define LIMIT 64
struct Shape { int threads; int rows; };
static const int threads = 128;
static int half(int x) { return x / 2; }
static int divUp(int a, int b) { if (a % b == 0) return a / b; return a / b + 1; }
static int pick(int a, int b) { int r = a; if (b > 10) { r = b; } else if (b < 0) return 0; return r; }
static dim3 blocks(int n, int size) { dim3 all(divUp(n, size)); all.y = 1; return all; }
static void change(int &x) { x = x / 2 + 1; }
static void set(int *x) { if (*x > 100) *x = 100; }
";

/// A program, the same for each seed and number.
pub fn program(seed: u64, number: u64) -> Program {
    let mut writer = Writer {
        random: Random::new(seed, number),
        cuda: String::new(),
        calls: String::new(),
        native: String::new(),
        planted: Vec::new(),
        ints: vec![("n".into(), false), ("m".into(), false)],
        next: 0,
        depth: 0,
    };
    // A function that is called with other values, and one with the program's.
    writer.both("static int work(int n, int m) {\n");
    for _ in 0..4 {
        writer.statement();
    }
    writer.both("return 0;\n}\n");
    writer.ints = vec![("n".into(), false), ("m".into(), false)];
    writer.both("int run(int n, int m) {\nif (n <= 0) return 1;\n");
    for _ in 0..8 {
        writer.statement();
    }
    let value = writer.value();
    writer.both(&format!("work(n, K({value}));\nwork(7, 30);\nreturn 0;\n}}\n"));
    let main = "int main(int argc, char **argv) {\nint n = atoi(argv[1]), m = atoi(argv[2]);\nreturn run(n, m);\n}\n";
    let [cuda, calls] = [&writer.cuda, &writer.calls].map(|text| text.replace("K(", "("));
    let native = writer.native.replace("K(", "S(");
    let kernel = "template <int NUMBER> __global__ void kernel(int a, int b, int c) {}\n";
    let launches = 0..writer.planted.len();
    let header = |number| format!("void launch{number}(dim3 grid, dim3 block, int p, int q, int r)");
    let defined = launches.clone().map(|at| format!("{} {{ kernel<{at}><<<grid, block>>>(p, q, r); }}\n", header(at)));
    let declared: String = launches.map(|at| format!("{};\n", header(at))).collect();
    Program {
        apart: [
            format!("{kernel}{}", defined.collect::<String>()),
            format!("#include <cstdlib>\n#include <algorithm>\n{COMMON}{declared}{calls}{main}"),
        ],
        cuda: format!("#include <cstdlib>\n#include <algorithm>\n{kernel}{COMMON}{cuda}{main}"),
        native: format!("{COMMON}{native}"),
        planted: writer.planted,
    }
}

/// What C++ needs to compile programs: launches that would not fail are written out.
pub const RECORDER: &str = "
#include <algorithm>
#include <climits>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
struct dim3 { unsigned x, y, z; dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {} };
static jmp_buf ended;
static int left;
static void over() { longjmp(ended, 1); }
#define exit(code) over()
template <typename T> static int S(T value) {
    if (sizeof(T) == 8 ? (unsigned long long)value > INT_MAX && !((long long)value < 0 && (T)-1 < (T)0) : (T)-1 > (T)0 && (unsigned)value > INT_MAX)
        over();
    return (int)value;
}
static void launched(int number, dim3 g, dim3 b, long long p, long long q, long long r) {
    if (left-- <= 0) over();
    unsigned long long threads = 1ull * b.x * b.y * b.z;
    if (!g.x || !g.y || !g.z || !threads || threads > 1024 || b.z > 64) return;
    if (g.x > INT_MAX || g.y > 65535 || g.z > 65535) return;
    std::printf(\"L %d %u %u %u %u %u %u %lld %lld %lld\\n\", number, g.x, g.y, g.z, b.x, b.y, b.z, p, q, r);
}
";
