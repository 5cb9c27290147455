//! What is proved of a conversion or an operation on integers is true of compiled C++, wherever no listed assumption is
//! broken: random expressions of all widths, with values of the launch and of each thread.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

use gpuhoare::interp::{self, Contents, End, Ints, Options, Scalar, Setup};
use gpuhoare::kernel::ir::{ArrayId, Kernel, LocalId, LocalRole};
use num_bigint::BigInt;
use serde_json::Value;

use super::generate::{self, Random};

const EXPRESSIONS: usize = if cfg!(debug_assertions) { 6 } else { 60 };
const THREADS: usize = 4;

/// The parameters with their values, as C++ and annotations write them.
const PARAMETERS: [(&str, &str, &str); 8] = [
    ("signed char", "c", "-7"),
    ("unsigned char", "uc", "200"),
    ("short", "s", "-300"),
    ("unsigned short", "us", "60000"),
    ("int", "i", "41"),
    ("unsigned", "u", "3000000000"),
    ("long long", "l", "-5000000000"),
    ("unsigned long long", "ul", "18000000000000000000"),
];

#[test]
fn what_is_proved_of_casts_is_what_the_compiler_says() {
    let mut random = Random::new(7);
    let names: Vec<&str> = PARAMETERS.iter().map(|(_, name, _)| *name).chain(["t", "t", "(t << 30)"]).collect();
    let mut found: Vec<(String, Vec<BigInt>)> = Vec::new();
    while found.len() < EXPRESSIONS {
        let text = generate::cast(&mut random, 3, &names);
        let kernel = super::lowered(&format!("{} {{ {} }}", header("k"), body(&text)));
        if let Some(values) = values(&kernel).filter(|_| kernel.unsupported.is_empty()) {
            found.push((text, values));
        }
    }
    let Some(printed) = super::run(&host_program(&found), "casts") else { return };
    let mut lines = printed.lines();
    let (mut source, mut expected) = (String::new(), BTreeMap::new());
    for (at, (text, values)) in found.iter().enumerate() {
        for value in values {
            assert_eq!(lines.next(), Some(format!("i64 {value}").as_str()), "{text}");
        }
        let mut wrong = values.clone();
        let place = random.below(THREADS);
        wrong[place] += BigInt::from(1) << [8, 16, 32][random.below(3)];
        for (name, values) in [(format!("right{at}"), values), (format!("wrong{at}"), &wrong)] {
            let _ = write!(source, "{}{} {{ {} }}\n\n", contract(values), header(&name), body(text));
            expected.insert(name, text.clone());
        }
    }
    let verdicts = proved(&source);
    let mut verified = 0;
    for (name, text) in &expected {
        let verdict = verdicts[name].as_str();
        match name.starts_with("right") {
            true => {
                assert_ne!(verdict, "refuted", "{text}");
                verified += usize::from(verdict == "verified");
            }
            false => assert_ne!(verdict, "verified", "{text}"),
        }
    }
    assert!(verified * 4 >= EXPRESSIONS * 3, "{verified} of {EXPRESSIONS} are proved");
}

fn header(name: &str) -> String {
    let parameters: Vec<String> = PARAMETERS.iter().map(|(ty, name, _)| format!("{ty} {name}")).collect();
    format!("__global__ void {name}({}, long long *r)", parameters.join(", "))
}

fn body(text: &str) -> String {
    format!("unsigned t = threadIdx.x; r[threadIdx.x] = (long long)({text});")
}

fn contract(values: &[BigInt]) -> String {
    let given: Vec<String> = PARAMETERS.iter().map(|(_, name, value)| format!("{name} == {value}")).collect();
    let cells: Vec<String> = values.iter().enumerate().map(|(at, value)| format!("r[{at}] == {value}")).collect();
    format!(
        "//@ requires {} && \\length(r) == {THREADS};\n//@ requires blockDim.x == {THREADS} && gridDim.x == 1;\n\
         //@ ensures {};\n",
        given.join(" && "),
        cells.join(" && ")
    )
}

/// What the threads write; none where a listed assumption is broken.
fn values(kernel: &Kernel) -> Option<Vec<BigInt>> {
    let value = |name: &str| PARAMETERS.iter().find(|(_, known, _)| *known == name).map(|(.., value)| *value);
    let given = |(at, local): (usize, &gpuhoare::kernel::ir::Local)| {
        let value = value(&local.name).filter(|_| local.role == LocalRole::Param)?;
        Some((LocalId(at as u32), Scalar::Int(value.parse().expect("a number"))))
    };
    let cells = vec![Scalar::Int(0.into()); THREADS];
    let setup = Setup {
        block: [THREADS as u64, 1, 1],
        grid: [1; 3],
        scalars: kernel.locals.iter().enumerate().filter_map(given).collect(),
        arrays: BTreeMap::from([(ArrayId(0), Contents { cells, length: THREADS as u64, null: false })]),
        seed: 1,
    };
    let outcome = interp::run(kernel, &setup, &Options { ints: Ints::Checked, ..Options::default() }).ok()?;
    let is_defined = outcome.end == End::Finished && outcome.violations.is_empty();
    let cells = outcome.arrays.first()?.cells.iter().map(|(_, _, now)| match now {
        Some(Scalar::Int(value)) => Some(value.clone()),
        _ => None,
    });
    cells.collect::<Option<Vec<BigInt>>>().filter(|cells| is_defined && cells.len() == THREADS)
}

fn host_program(found: &[(String, Vec<BigInt>)]) -> String {
    let mut source = format!("{}int main() {{\n", super::PRELUDE);
    for (ty, name, value) in PARAMETERS {
        let suffix = if name == "ul" { "ull" } else { "" };
        let _ = writeln!(source, "{ty} {name} = {value}{suffix};");
    }
    for (text, _) in found {
        let _ = writeln!(source, "for (unsigned t = 0; t < {THREADS}; ++t) show((long long)({text}));");
    }
    source + "}\n"
}

/// What `gpuhoare prove` says of each kernel.
fn proved(source: &str) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("casts.cu");
    std::fs::write(&path, source).expect("the folder is ours");
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .args(["prove", "--format", "json", "--ints", "math"])
        .arg(&path)
        .output()
        .expect("the binary was built");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let kernels = report["files"][0]["kernels"].as_array().expect("a list of kernels");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    kernels.iter().map(|kernel| (text(&kernel["name"]), text(&kernel["verdict"]))).collect()
}
