//! Random kernels without annotations: shared and global arrays, guards, loops of several strides, barriers here and there, early
//! exits, atomics, indices that depend on data. Most race somewhere.

use std::fmt::Write as _;

use super::random::Random;

/// A kernel as text.
pub fn kernel(random: &mut Random) -> String {
    let mut body = Body { text: String::new(), random, depth: 1, locals: 0, loops: Vec::new(), statements: 0 };
    body.line("int t = threadIdx.x;");
    body.line("int g = blockIdx.x * blockDim.x + t;");
    let statements = 2 + body.random.below(5);
    for _ in 0..statements {
        body.statement();
    }
    format!(
        "__device__ int half(int x) {{ return x / 2; }}\n\
         __global__ void k(int *a, int *b, const int *p, int n, int m) {{\n    __shared__ int s[256];\n    __shared__ int u[256];\n{}}}\n",
        body.text
    )
}

struct Body<'r> {
    text: String,
    random: &'r mut Random,
    depth: usize,
    locals: usize,
    /// The names of variables of the loops around.
    loops: Vec<String>,
    statements: usize,
}

const DEEPEST: usize = 3;
const MOST_STATEMENTS: usize = 8;

impl Body<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(self.depth));
    }

    fn block(&mut self, head: &str) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        let statements = 1 + self.random.below(3);
        for _ in 0..statements {
            self.statement();
        }
        self.depth -= 1;
        self.line("}");
    }

    fn statement(&mut self) {
        self.statements += 1;
        let deep = self.depth > DEEPEST || self.statements > MOST_STATEMENTS;
        match self.random.below(if deep { 10 } else { 16 }) {
            0..=3 => self.store(),
            4..=6 => self.line("__syncthreads();"),
            7 => {
                let value = self.value();
                self.locals += 1;
                let local = self.locals;
                self.line(&format!("int x{local} = {value};"));
                self.store_at(&format!("x{local}"));
            }
            8 => self.atomic(),
            9 => {
                let condition = self.condition();
                let exit = if self.loops.is_empty() || self.random.once_in(2) { "return" } else { "break" };
                self.line(&format!("if ({condition}) {exit};"));
            }
            10..=12 => {
                let condition = self.condition();
                self.block(&format!("if ({condition})"));
                if self.random.once_in(3) {
                    self.block("else");
                }
            }
            _ => self.a_loop(),
        }
    }

    fn a_loop(&mut self) {
        self.locals += 1;
        let name = format!("i{}", self.locals);
        let head = match self.random.below(6) {
            0 => format!("for (int {name} = 1; {name} < blockDim.x; {name} *= 2)"),
            1 => format!("for (int {name} = blockDim.x / 2; {name} > 0; {name} /= 2)"),
            2 => format!("for (int {name} = n; {name} > 0; {name}--)"),
            _ => {
                let from = self.random.pick(&["0", "0", "t", "g", "m"]);
                let to = self.random.pick(&["n", "3", "4", "blockDim.x", "m + 2"]);
                let step = self.random.pick(&["1", "1", "2", "blockDim.x", "blockDim.x * gridDim.x"]);
                format!("for (int {name} = {from}; {name} < {to}; {name} += {step})")
            }
        };
        self.loops.push(name);
        self.block(&head);
        self.loops.pop();
    }

    fn store(&mut self) {
        let index = self.index();
        self.store_at(&index);
    }

    fn store_at(&mut self, index: &str) {
        let value = self.value();
        let array = self.random.pick(&["s", "s", "u", "a", "b"]);
        let sign = self.random.pick(&["=", "=", "+="]);
        self.line(&format!("{array}[{index}] {sign} {value};"));
    }

    fn atomic(&mut self) {
        let (index, value) = (self.index(), self.value());
        let (array, function) = (self.random.pick(&["s", "a"]), self.random.pick(&["atomicAdd", "atomicMax"]));
        self.line(&format!("{function}(&{array}[{index}], {value});"));
    }

    fn value(&mut self) -> String {
        match self.random.below(5) {
            0 | 1 => {
                let index = self.index();
                format!("{}[{index}]", self.random.pick(&["s", "s", "u", "a", "b", "p"]))
            }
            2 => {
                let (one, other) = (self.index(), self.index());
                format!("s[{one}] + p[{other}]")
            }
            3 => self.random.pick(&["t", "n", "g", "7"]).to_owned(),
            _ => self.index(),
        }
    }

    /// Mostly small and not negative.
    fn index(&mut self) -> String {
        if let Some(name) = self.loops.last().cloned()
            && self.random.once_in(2)
        {
            return match self.random.below(4) {
                0 => format!("t + {name}"),
                1 => format!("{name} * blockDim.x + t"),
                2 => format!("(t ^ {name})"),
                _ => name,
            };
        }
        let all = [
            "t", "t", "t", "t", "g", "g", "g", "t + 1", "t * 2", "t * 2 + 1", "t / 2", "t % 3", "t & 3", "t ^ 1",
            "blockDim.x - 1 - t", "0", "n", "m + t", "g + 1", "half(g)", "blockIdx.x", "blockIdx.x * 8 + t",
            "(t + 1) % blockDim.x", "p[t]", "t + blockDim.x", "n * t",
        ];
        self.random.pick(&all).to_owned()
    }

    fn condition(&mut self) -> String {
        let all = [
            "t == 0", "t < n", "g < n", "t % 2 == 0", "t > 0", "n > 2", "m == 1", "t + 1 < blockDim.x",
            "blockIdx.x == 0", "p[t] > 0", "p[0] > 1", "t < 2 && n > 1", "t >= m", "(t & 1) == (n & 1)",
            "t * 2 < blockDim.x",
        ];
        self.random.pick(&all).to_owned()
    }
}
