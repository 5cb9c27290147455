//! Random expressions and programs in the common part of CUDA and C++.

/// A small generator of pseudo-random numbers (xorshift), so that every run tests the same programs.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit
    }

    pub fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }
}

const TYPES: [&str; 9] = [
    "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long long", "unsigned long long",
    "bool",
];

/// Constants of every type.
pub const CONSTANTS: &str = "const signed char c = -7; const unsigned char uc = 200; const short s = -300;
    const unsigned short us = 60000; const int i = 41; const unsigned u = 3000000000u;
    const long long l = -5000000000LL; const unsigned long long ul = 18000000000000000000ull; const bool b = true;";

pub const CONSTANT_NAMES: [&str; 9] = ["c", "uc", "s", "us", "i", "u", "l", "ul", "b"];

const LITERALS: [&str; 12] = ["0", "1", "2", "7", "-3", "255", "0x80000000", "4294967296", "12u", "5LL", "true", "'a'"];

/// An expression without side effects over integers and the given names.
pub fn expression(random: &mut Random, depth: usize, names: &[&str]) -> String {
    if depth == 0 || random.below(6) == 0 {
        return if random.below(2) == 0 { random.pick(names).into() } else { random.pick(&LITERALS).into() };
    }
    let next = |random: &mut Random| expression(random, depth - 1, names);
    match random.below(12) {
        0 => format!("({})({})", random.pick(&TYPES), next(random)),
        1 => format!("static_cast<{}>({})", random.pick(&TYPES), next(random)),
        2 => format!("{}({})", random.pick(&["-", "~", "!", "+"]), next(random)),
        3 => format!("({} ? {} : {})", next(random), next(random), next(random)),
        4 => format!("({} {} {})", next(random), random.pick(&["<<", ">>"]), random.below(20)),
        5 => format!("({} {} {})", next(random), random.pick(&["&&", "||"]), next(random)),
        6 => format!("({} {} {})", next(random), random.pick(&["<", "<=", ">", ">=", "==", "!="]), next(random)),
        _ => {
            let op = random.pick(&["+", "-", "*", "/", "%", "&", "|", "^"]);
            format!("({} {op} {})", next(random), next(random))
        }
    }
}

/// An explicit conversion of an expression, whose operations are conversions again as often as not.
pub fn cast(random: &mut Random, depth: usize, names: &[&str]) -> String {
    let operand = |random: &mut Random| match depth {
        0 => random.pick(names).to_owned(),
        _ => cast(random, depth - 1, names),
    };
    let inner = match random.below(4) {
        0 => operand(random),
        1 => format!("({} {} {})", operand(random), random.pick(&["<<", ">>"]), random.below(9)),
        _ => {
            let op = random.pick(&["+", "-", "*", "/", "%", "&", "|", "^", "<"]);
            format!("({} {op} {})", operand(random), operand(random))
        }
    };
    let ty = random.pick(&TYPES);
    if random.below(2) == 0 { format!("({ty})({inner})") } else { format!("static_cast<{ty}>({inner})") }
}

/// A kernel `k<at>` over `int *a` of eight elements, with a few device functions of its own.
pub fn program(random: &mut Random, at: usize) -> String {
    let mut text = String::new();
    for (name, params) in [("f", "int x, unsigned y"), ("g", "int x, int &y"), ("h", "int *x, short y")] {
        let names = if name == "h" { ["(*x)", "y", "v"] } else { ["x", "y", "v"] };
        let mut body =
            Body { random, names: names.iter().map(|name| name.to_string()).collect(), at, calls: false, depth: 0 };
        let stmts = body.statements(3, Inside { looping: false, switching: false, function: true });
        text.push_str(&format!(
            "__device__ int {name}{at}({params}) {{ int v = 3; {stmts} return {}; }}\n",
            small(body.random, &names)
        ));
    }
    let names: Vec<String> = ["x", "y", "z", "w", "a[1]", "a[2]"].iter().map(|name| name.to_string()).collect();
    let mut body = Body { random, names, at, calls: true, depth: 0 };
    let stmts = body.statements(7, Inside { looping: false, switching: false, function: false });
    text.push_str(&format!(
        "__global__ void k{at}(int *a) {{ int x = 5; unsigned y = 9; short z = -2; unsigned char w = 250;\n{stmts}\
         a[4] = x; a[5] = y; a[6] = z; a[7] = w; }}\n"
    ));
    text
}

/// An expression whose value is small, so that few programs overflow.
fn small(random: &mut Random, names: &[&str]) -> String {
    let inner = expression(random, 2, names);
    format!("(int)(({inner}) & {})", random.pick(&["7", "255", "1023"]))
}

#[derive(Clone, Copy)]
struct Inside {
    looping: bool,
    switching: bool,
    function: bool,
}

struct Body<'r> {
    random: &'r mut Random,
    names: Vec<String>,
    at: usize,
    calls: bool,
    depth: usize,
}

impl Body<'_> {
    fn statements(&mut self, count: usize, inside: Inside) -> String {
        (0..count).map(|_| self.statement(inside)).collect()
    }

    fn place(&mut self) -> String {
        let at = self.random.below(self.names.len());
        self.names[at].clone()
    }

    fn value(&mut self) -> String {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        small(self.random, &names)
    }

    /// A value with at most one side effect, or with several in C++'s order.
    fn effect(&mut self) -> String {
        let place = self.place();
        match self.random.below(8) {
            0 => format!("{place}++"),
            1 => format!("--{place}"),
            2 => format!("({place} = {})", self.value()),
            3 => format!("({} && {place}++ > 2)", self.value()),
            4 => format!("({} ? {place}-- : {})", self.value(), self.value()),
            5 => format!("({place} += 1, {})", self.value()),
            6 if self.calls => self.call(),
            _ => self.value(),
        }
    }

    fn call(&mut self) -> String {
        let (at, arg) = (self.at, self.value());
        match self.random.below(3) {
            0 => format!("f{at}({arg}, {})", self.value()),
            1 => format!("g{at}({arg}, {})", self.random.pick(&["x", "a[2]", "a[x & 7]"])),
            _ => format!("h{at}({}, {arg})", self.random.pick(&["a + 1", "&x", "&a[x & 3]"])),
        }
    }

    fn statement(&mut self, inside: Inside) -> String {
        if self.depth > 3 {
            return format!("{} = {};\n", self.place(), self.value());
        }
        self.depth += 1;
        let loops = Inside { looping: true, switching: false, ..inside };
        let counter = format!("i{}", self.depth);
        let text = match self.random.below(15) {
            0 | 1 => format!("{} = {};\n", self.place(), self.effect()),
            2 => format!("{} {}= {};\n", self.place(), self.random.pick(&["+", "-", "^", "&", "|"]), self.value()),
            3 => format!("{};\n", self.effect()),
            4 => format!("if ({}) {{ {} }}\n", self.effect(), self.statements(2, inside)),
            5 => format!(
                "if ({}) {{ {} }} else {{ {} }}\n",
                self.value(),
                self.statements(1, inside),
                self.statements(2, inside)
            ),
            6 => format!(
                "for (int {counter} = 0; {counter} < {}; {counter}++) {{ {} }}\n",
                self.random.below(5),
                self.statements(2, loops)
            ),
            7 => format!(
                "{{ int {counter} = {}; while ({counter}-- > 0) {{ {} }} }}\n",
                self.random.below(5),
                self.statements(2, loops)
            ),
            8 => format!(
                "{{ int {counter} = 0; do {{ {} }} while (++{counter} < {}); }}\n",
                self.statements(2, loops),
                self.random.below(4)
            ),
            9 if inside.looping => format!("if ({}) {};\n", self.value(), self.random.pick(&["continue", "break"])),
            9 if inside.function => format!("if ({}) return {};\n", self.value(), self.value()),
            9 => format!("if ({} == 77) return;\n", self.value()),
            10 | 11 => self.switch(inside),
            12 if inside.function => {
                format!("if ({}) {{ {} return {}; }}\n", self.value(), self.statements(1, inside), self.value())
            }
            13 if inside.switching => format!("if ({}) break;\n", self.value()),
            13 if !inside.function => {
                format!("a[{} & 7] {}= {};\n", self.effect(), self.random.pick(&["", "+"]), self.value())
            }
            _ => {
                let (name, value) = (format!("t{}", self.depth), self.value());
                let place = self.place();
                format!("{{ const int {name} = {value}; {place} = {name} + 1; {} }}\n", self.statements(1, inside))
            }
        };
        self.depth -= 1;
        text
    }

    fn switch(&mut self, inside: Inside) -> String {
        let sections = Inside { switching: true, ..inside };
        let mut text = format!("switch ({}) {{\n", self.effect());
        for label in ["case 0:", "case 1: case 3:", "default:", "case 5:"] {
            if self.random.below(5) > 0 {
                text.push_str(&format!("{label} {}", self.statements(1, sections)));
                text.push_str(if self.random.below(3) > 0 { "break;\n" } else { "\n" });
            }
        }
        text.push_str("}\n");
        text
    }
}
