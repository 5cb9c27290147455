//! The macros of the compiler and of headers have the values that g++ gives them, and none that g++ knows is passed over in silence.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use gpuhoare::base::{Config, Files};
use gpuhoare::syntax;

/// Headers of C whose macros are known, and how the text of ours is called.
const HEADERS: &[&str] = &[
    "stddef.h", "limits.h", "time.h", "stdio.h", "stdlib.h", "math.h", "stdint.h", "inttypes.h", "float.h", "errno.h",
];

/// What the version of g++ decides.
const OF_VERSION: &[&str] = &["__GNUC_", "__GNUG__", "__GXX_ABI_VERSION", "__cpp_", "__GCC_", "__GLIBC", "__STDC"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/headers/macros")
}

/// Name, parameters and body of each definition.
fn definitions(text: &str) -> Vec<(String, String, String)> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("#define "));
    lines
        .map(|line| {
            let end = line.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(line.len());
            let (name, rest) = line.split_at(end);
            let (parameters, body) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
                Some((parameters, body)) => (parameters, body),
                None => ("", rest),
            };
            (name.to_owned(), parameters.to_owned(), body.trim().to_owned())
        })
        .collect()
}

fn ours(header: &str) -> Vec<(String, String, String)> {
    definitions(&std::fs::read_to_string(folder().join(header)).expect("the header has a text of ours"))
}

/// What g++ says to a text; nothing without a g++ for Linux on x86-64.
fn gcc(arguments: &[&str], text: &str) -> Option<(bool, String)> {
    use std::io::Write as _;
    let target = Command::new("g++").arg("-dumpmachine").output().ok()?;
    if !String::from_utf8_lossy(&target.stdout).starts_with("x86_64-linux-gnu") {
        return None;
    }
    let words = ["-std=gnu++17", "-x", "c++"].iter().chain(arguments).chain(&["-"]);
    let mut child = Command::new("g++")
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let done = child.wait_with_output().ok()?;
    let told = if done.status.success() { done.stdout } else { done.stderr };
    Some((done.status.success(), String::from_utf8_lossy(&told).into_owned()))
}

/// The tokens that a text becomes.
fn expanded(text: &str) -> String {
    let mut files = Files::new();
    let file = files.add("t.cu", text);
    let (expanded, _, diagnostics) = syntax::preprocess::preprocess(&mut files, file, None, &Config::default());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    expanded.text
}

/// Macros whose bodies are numbers: not the ones that only say that the name is taken.
fn numbers(header: &str) -> Vec<String> {
    let is_number =
        |name: &str, body: &str| body != name && body != "nullptr" && !body.is_empty() && !body.contains('"');
    let all = ours(header).into_iter();
    all.filter(|(name, parameters, body)| parameters.is_empty() && is_number(name, body))
        .map(|(name, ..)| name)
        .collect()
}

#[test]
fn every_macro_has_the_value_and_the_type_that_gcc_gives_it() {
    let mut text = "#include <type_traits>\n".to_owned();
    for header in HEADERS {
        text += &format!("#include <{header}>\n");
    }
    text +=
        "template <class A, class B> constexpr bool same(A a, B b) { return std::is_same<A, B>::value && a == b; }\n";
    let mut checked = 0;
    for header in HEADERS {
        for name in numbers(header) {
            let value = expanded(&format!("#include <{header}>\n{name}"));
            let value = value.trim();
            assert_ne!(value, name, "{header} does not define {name}");
            text += &format!("static_assert(same({name}, {value}), \"{name}\");\n");
            checked += 1;
        }
    }
    for name in numbers("compiler.h") {
        let is_type = name.ends_with("_TYPE__") || name.starts_with("__GLIBCXX_");
        if !is_type && !OF_VERSION.iter().any(|start| name.starts_with(start)) {
            text += &format!("static_assert(same({name}, {}), \"{name}\");\n", expanded(&name).trim());
            checked += 1;
        }
    }
    assert!(checked > 450, "{checked} macros");
    match gcc(&["-fsyntax-only", "-w"], &text) {
        None => println!("note: no g++ for Linux on x86-64 here; values of macros not checked"),
        Some((is_fine, told)) => assert!(is_fine, "{told}"),
    }
}

#[test]
fn every_macro_that_gcc_knows_is_known_or_doubted() {
    let includes: String =
        HEADERS.iter().chain(&["assert.h", "string.h"]).map(|name| format!("#include <{name}>\n")).collect();
    let Some((true, dumped)) = gcc(&["-dM", "-E"], &includes) else {
        return println!("note: no g++ for Linux on x86-64 here; names of macros not checked");
    };
    let names: BTreeSet<String> = definitions(&dumped).into_iter().map(|(name, ..)| name).collect();
    assert!(names.len() > 900, "{} names", names.len());
    let asked: String = names.iter().map(|name| format!("#ifdef {name}\nyes_{name}\n#endif\n")).collect();
    let mut files = Files::new();
    let text = format!("{includes}{asked}");
    let file = files.add("t.cu", text.as_str());
    let (expanded, missing, _) = syntax::preprocess::preprocess(&mut files, file, None, &Config::default());
    let known: BTreeSet<&str> = expanded.text.split_whitespace().collect();
    let doubted: BTreeSet<&str> = missing.conditions.iter().map(|found| &*found.macro_name).collect();
    let silent: Vec<&String> = names
        .iter()
        .filter(|name| !known.contains(&*format!("yes_{name}")) && !doubted.contains(name.as_str()))
        .collect();
    assert!(silent.is_empty(), "taken for undefined in silence: {silent:?}");
}

#[test]
fn macros_of_the_toolkit_are_numbers_of_the_right_kind() {
    for (name, _, body) in ours("math_constants.h") {
        let value = expanded(&format!("#include <math_constants.h>\n{name}"));
        let value = value.trim().trim_matches(['(', ')']);
        if body == name {
            assert_eq!(value, name);
            continue;
        }
        let is_single = name.ends_with("_F");
        assert_eq!(value.ends_with(['F', 'U']), is_single, "{name}");
        assert!(value.trim_end_matches(['F', 'U']).parse::<f64>().is_ok(), "{name} is {value}");
    }
}
