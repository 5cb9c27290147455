//! Kernels drawn at random whose addresses and branches hang on data, openly and by hidden ways, or do not.

#[path = "../common/random.rs"]
mod numbers;

pub use numbers::Random;

/// The text of a kernel for 3 blocks of 8 threads.
pub fn kernel(random: &mut Random) -> String {
    let mut text = String::from(
        "__device__ int twice(int x) { if (x > 5) return x - 1; return 2 * x; }\n\
         __global__ void k(const int *a, int *b, int *out, int n, int m) {\n    __shared__ int s[16];\n    int t = threadIdx.x;\n    int g = blockIdx.x * 8 + t;\n",
    );
    if !random.once_in(8) {
        text += "    s[t] = a[t];\n    s[t + 8] = t;\n    __syncthreads();\n";
    }
    for local in 0..4 {
        let value = expression(random, 1, local);
        text += &format!("    int v{local} = {value};\n");
    }
    let mut loops = 0;
    for _ in 0..3 + random.below(6) {
        text += &statement(random, 1, &mut loops);
    }
    text + "}\n"
}

fn statement(random: &mut Random, depth: usize, loops: &mut usize) -> String {
    let pad = "    ".repeat(depth);
    let local = random.below(4);
    match random.below(if depth < 3 { 16 } else { 8 }) {
        0 | 1 => format!("{pad}v{local} = {};\n", expression(random, 2, 4)),
        2 | 3 => format!("{pad}s[{}] = {};\n", index(random, 15, "t", 4), expression(random, 2, 4)),
        4 | 5 => format!("{pad}out[{}] = {};\n", index(random, 31, "g", 4), expression(random, 2, 4)),
        6 => format!("{pad}b[{}] = {};\n", index(random, 31, "g", 4), expression(random, 2, 4)),
        7 => format!("{pad}v{local} = atomicAdd(&b[{}], {});\n", 32 + random.below(2), random.below(3)),
        8..=10 => {
            let (then, other) = (statement(random, depth + 1, loops), statement(random, depth + 1, loops));
            match random.below(2) {
                0 => format!("{pad}if ({}) {{\n{then}{pad}}}\n", condition(random)),
                _ => format!("{pad}if ({}) {{\n{then}{pad}}} else {{\n{other}{pad}}}\n", condition(random)),
            }
        }
        11 => {
            *loops += 1;
            let (k, body) = (*loops, statement(random, depth + 1, loops));
            let bound = if random.once_in(4) { format!("({}) & 3", expression(random, 1, 4)) } else { "3".to_owned() };
            format!("{pad}for (int k{k} = 0; k{k} < {bound}; k{k}++) {{\n{body}{pad}}}\n")
        }
        12 | 13 if depth == 1 => format!("{pad}__syncthreads();\n"),
        14 if depth == 1 && random.once_in(3) => format!("{pad}if ({}) return;\n", condition(random)),
        15 if depth == 1 => format!("{pad}v{local} = __shfl_xor_sync(0xff, v{local}, {});\n", 1 << random.below(3)),
        _ => format!("{pad}v{local} = twice({});\n", expression(random, 1, 4)),
    }
}

/// Mostly the thread's own place.
fn index(random: &mut Random, mask: u32, own: &str, declared: usize) -> String {
    match random.below(8) {
        0 => format!("({}) & {mask}", expression(random, 1, declared)),
        1 => format!("({own} + {}) & {mask}", random.below(9)),
        2 => format!("({own} ^ {}) & {mask}", 1 << random.below(3)),
        _ => own.to_owned(),
    }
}

fn condition(random: &mut Random) -> String {
    let (one, other) = (expression(random, 1, 4), expression(random, 1, 4));
    match random.below(4) {
        0 => format!("t < {}", random.below(9)),
        1 => format!("n > {}", random.below(4)),
        2 => format!("{one} < {other} && t != {}", random.below(8)),
        _ => format!("{one} < {other}"),
    }
}

/// Of the variables so many are declared.
fn expression(random: &mut Random, depth: usize, declared: usize) -> String {
    if depth == 0 || random.once_in(3) {
        return match random.below(12) {
            0 | 1 => "t".to_owned(),
            2 => "g".to_owned(),
            3 => "n".to_owned(),
            4 => "m".to_owned(),
            5 => format!("a[{}]", index(random, 15, "t", declared)),
            6 => format!("b[{}]", index(random, 31, "g", declared)),
            7 => format!("s[{}]", index(random, 15, "t", declared)),
            8 | 9 => random.below(7).to_string(),
            _ if declared > 0 => format!("v{}", random.below(declared)),
            _ => "0".to_owned(),
        };
    }
    let (one, other) = (expression(random, depth - 1, declared), expression(random, depth - 1, declared));
    match random.below(6) {
        0 => format!("({one} < {other} ? {one} : {other})"),
        1 => format!("({one} * {})", random.below(3)),
        _ => format!("({one} {} {other})", random.pick(&["+", "+", "-", "&"])),
    }
}
