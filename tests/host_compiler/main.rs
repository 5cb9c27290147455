//! The front end against a real compiler: random expressions and random single-threaded kernels are
//! lowered and executed here, compiled as host C++ and run, and must agree.

mod classes;
mod generate;
mod machine;
mod proofs;

use std::collections::BTreeMap;
use std::io::Write;
use std::process::Command;

use gpuhoare::base::{Config, Files};
use gpuhoare::cpp::value::{self, Constant};
use gpuhoare::interp::{self, Contents, End, Floats, Ints, Options, Scalar, Setup};
use gpuhoare::kernel::ir::{self, StmtKind, Type};
use gpuhoare::{lower, syntax};

use num_bigint::BigInt;

use generate::Random;

/// A development build parses slowly, so it tries fewer.
const EXPRESSIONS: usize = if cfg!(debug_assertions) { 150 } else { 2000 };
const PROGRAMS: usize = if cfg!(debug_assertions) { 10 } else { 300 };

/// What the compiled program needs to print values with their types.
const PRELUDE: &str = r#"
#include <cstdio>
#include <type_traits>
#define __global__
#define __device__
template <class T> void show(T v) {
    if (std::is_same<T, bool>::value) printf("bool %d\n", (int)v);
    else if (std::is_signed<T>::value) printf("i%d %lld\n", (int)sizeof(T) * 8, (long long)v);
    else printf("u%d %llu\n", (int)sizeof(T) * 8, (unsigned long long)v);
}
"#;

#[test]
fn constant_expressions_have_the_compilers_type_and_value() {
    let mut random = Random::new(1);
    let mut expected = Vec::new();
    let mut source = format!("{PRELUDE}int main() {{\n{}\n", generate::CONSTANTS);
    while expected.len() < EXPRESSIONS {
        let text = generate::expression(&mut random, 4, &generate::CONSTANT_NAMES);
        let kernel = lower(&format!("__global__ void k() {{ {} auto v = {text}; }}", generate::CONSTANTS));
        let last = kernel.body.last().map(|stmt| &stmt.kind);
        let Some(StmtKind::Assign { value, .. }) = last else { panic!("{text}: {kernel:?}") };
        // An overflow is undefined in C++, and the compiler may do as it likes.
        let Some(known) = value::constant(value) else { continue };
        source.push_str(&format!("show({text});\n"));
        expected.push((text, shown(&known, value.ty)));
    }
    source.push_str("}\n");
    let Some(printed) = run(&source, "expressions") else { return };
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), expected.len());
    for (line, (text, expected)) in lines.iter().zip(&expected) {
        assert_eq!(line, expected, "{text}");
    }
}

#[test]
fn programs_do_what_the_compiler_says() {
    let mut random = Random::new(2);
    let mut expected = Vec::new();
    let mut functions = String::from(PRELUDE);
    let mut calls = String::new();
    let mut tried = 0;
    while expected.len() < PROGRAMS {
        tried += 1;
        assert!(tried < PROGRAMS * 20, "too few of the programs are defined");
        let at = expected.len();
        let text = generate::program(&mut random, at);

        let kernel = lower(&text);
        let defined = if kernel.unsupported.is_empty() { machine::run(&kernel) } else { None };
        let Some(cells) = defined else { continue };
        assert_eq!(concrete(&kernel), cells, "the concrete machine\n{text}");
        functions.push_str(&text);
        calls.push_str(&format!("{{ int a[8] = {{1, 2, 3, 4, 5, 6, 7, 8}}; k{at}(a); for (int v : a) show(v); }}\n"));
        expected.push((text, cells));
    }
    let source = format!("{functions}int main() {{\n{calls}}}\n");
    let Some(printed) = run(&source, "programs") else { return };
    let mut lines = printed.lines();
    for (text, cells) in &expected {
        let found: Vec<&str> = lines.by_ref().take(8).collect();
        let expected: Vec<String> = cells.iter().map(|cell| format!("i32 {cell}")).collect();
        assert_eq!(found, expected, "\n{text}");
    }
}

#[test]
fn classes_references_and_overloads_do_what_the_compiler_says() {
    let mut random = Random::new(3);
    let mut texts: Vec<String> = classes::PROGRAMS.iter().map(|text| (*text).to_string()).collect();
    texts.extend((0..PROGRAMS * 4).map(|_| classes::program(&mut random)));
    let mut source = format!("{PRELUDE}{}", classes::VECTORS);
    let mut calls = String::new();
    let mut expected = Vec::new();
    let mut refused = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        let kernel = lowered(text);
        assert!(kernel.diagnostics.is_empty(), "{:?}\n{text}", kernel.diagnostics);
        if let Some(first) = kernel.unsupported.first() {
            // Unordered side effects are rightly refused, in programs that are made at random.
            refused.push((at, first.construct.clone()));
            continue;
        }
        source.push_str(&format!("namespace n{at} {{\n{text}\n}}\n"));
        calls
            .push_str(&format!("{{ int a[8] = {{1, 2, 3, 4, 5, 6, 7, 8}}; n{at}::k(a); for (int v : a) show(v); }}\n"));
        expected.push((text, concrete(&kernel)));
    }
    let by_hand: Vec<_> = refused.iter().filter(|(at, _)| *at < classes::PROGRAMS.len()).collect();
    assert!(by_hand.is_empty(), "{by_hand:?}");
    assert!(refused.len() < texts.len() / 2, "{refused:?}");
    let Some(printed) = run(&format!("{source}int main() {{\n{calls}}}\n"), "classes") else { return };
    let mut lines = printed.lines();
    for (text, cells) in &expected {
        let found: Vec<&str> = lines.by_ref().take(8).collect();
        let expected: Vec<String> = cells.iter().map(|cell| format!("i32 {cell}")).collect();
        assert_eq!(found, expected, "\n{text}");
    }
}

/// What the concrete machine makes of the array, with the machine's integers.
fn concrete(kernel: &ir::Kernel) -> Vec<BigInt> {
    let cells = (1..=8).map(|cell: i32| Scalar::Int(cell.into())).collect();
    let setup = Setup {
        block: [1; 3],
        grid: [1; 3],
        scalars: BTreeMap::new(),
        arrays: BTreeMap::from([(ir::ArrayId(0), Contents { cells, length: 8, null: false })]),
        seed: 1,
    };
    let options = Options { ints: Ints::C, floats: Floats::Ieee, ..Options::default() };
    let outcome = interp::run(kernel, &setup, &options).expect("all inputs are given");
    assert_eq!((&outcome.end, outcome.violations.len()), (&End::Finished, 0));
    let values = outcome.arrays[0].cells.iter().map(|(_, _, now)| match now {
        Some(Scalar::Int(value)) => value.clone(),
        other => panic!("no integer: {other:?}"),
    });
    values.collect()
}

/// Lowers a program, of which all must be modelled.
fn lower(source: &str) -> ir::Kernel {
    let kernel = lowered(source);
    assert!(kernel.diagnostics.is_empty(), "{:?}\n{source}", kernel.diagnostics);
    // Unordered side effects are undefined or unspecified in C++: rightly refused.
    let refused: Vec<&str> = kernel.unsupported.iter().map(|found| found.construct.as_str()).collect();
    assert!(refused.iter().all(|construct| construct.starts_with("order of evaluation")), "{refused:?}\n{source}");
    kernel
}

fn lowered(source: &str) -> ir::Kernel {
    let mut files = Files::new();
    let config = Config::default();
    let tree = syntax::parse_text(&mut files, "random.cu", source, &config);
    assert!(tree.diagnostics.is_empty(), "{:?}\n{source}", tree.diagnostics);
    let mut program = lower::lower_file(&tree, &[], &config, &files);
    program.kernels.remove(0)
}

/// A value as the compiled program prints it.
fn shown(known: &Constant, ty: Type) -> String {
    match (known, ty) {
        (Constant::Bool(known), _) => format!("bool {}", u8::from(*known)),
        (Constant::Int(known), Type::Int { signed: true, bits }) => format!("i{bits} {known}"),
        (Constant::Int(known), Type::Int { signed: false, bits }) => format!("u{bits} {known}"),
        other => panic!("no integer: {other:?}"),
    }
}

/// Compiles and runs host C++; `None` where there is no compiler.
fn run(source: &str, name: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join(format!("{name}.cpp"));
    let binary = folder.path().join(name);
    let mut file = std::fs::File::create(&path).expect("the folder is ours");
    file.write_all(source.as_bytes()).expect("the folder is ours");
    let compiler =
        ["c++", "g++", "clang++"].into_iter().find(|name| Command::new(name).arg("--version").output().is_ok());
    let Some(compiler) = compiler else {
        println!("note: no host compiler here; the front end is not compared with one");
        return None;
    };
    let output = Command::new(compiler)
        .args(["-std=c++20", "-O0", "-w", "-o"])
        .arg(&binary)
        .arg(&path)
        .output()
        .expect("the compiler starts, as it did a moment ago");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(&binary).output().expect("the program was just built");
    assert!(output.status.success());
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}
