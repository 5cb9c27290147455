//! Tests of the whole room: text to trees and diagnostics.

mod annotations;
mod idioms;
mod preprocessor;
mod programs;

use crate::base::{Config, Files};

use super::tree::{File, Item};
use super::{dump, parse_text};

/// The parsed file, and every diagnostic as `line:column code message`.
fn parsed(text: &str) -> (File, Vec<String>) {
    let mut files = Files::new();
    let file = parse_text(&mut files, "t.cu", text, &Config::default());
    let diagnostics = file.diagnostics.iter().map(|found| {
        let place = found.primary.as_ref().map(|label| files.start(label.span));
        let place = place.map_or(String::new(), |place| format!("{}:{} ", place.line, place.column));
        format!("{place}{} {}", found.code, found.message)
    });
    let diagnostics = diagnostics.collect();
    (file, diagnostics)
}

/// Checks the dump of a whole file without diagnostics.
fn file(text: &str, expected: &str) {
    let (file, diagnostics) = parsed(text);
    assert_eq!(diagnostics, Vec::<String>::new(), "in {text}");
    assert_eq!(dump::file(&file), expected, "in {text}");
}

/// The dump of statements in a kernel with some parameters.
fn statements(text: &str) -> String {
    let source = format!("__global__ void k(int *a, int *b, int i, int j, int n, float x) {{\n{text}\n}}");
    let (file, diagnostics) = parsed(&source);
    assert_eq!(diagnostics, Vec::<String>::new(), "in {text}");
    let Some(Item::Function(function)) = file.items.first() else { return "no function".into() };
    let Some(body) = &function.body else { return "no body".into() };
    body.stmts.iter().map(dump::stmt).collect::<Vec<_>>().join(" ")
}

fn check(text: &str, expected: &str) {
    assert_eq!(statements(text), expected, "in {text}");
}

/// Checks an expression.
fn value(text: &str, expected: &str) {
    check(&format!("n = {text};"), &format!("(= n {expected})"));
}

fn errors(text: &str, expected: &[&str]) {
    assert_eq!(parsed(text).1, expected, "in {text}");
}

#[test]
fn mistakes_are_reported_where_they_are() {
    errors(
        "__global__ void k(int *a) {\n  a[0] = 1\n  a[1] = 2;\n  a[2] = ;\n}",
        &["2:11 E0101 expected `;` or an operator, found `a`", "4:10 E0101 expected an expression, found `;`"],
    );
}

#[test]
fn brackets_without_partner_are_reported_and_the_next_kernel_is_read() {
    let text = "//@ requires 1 > 0;\n__global__ void a(int n) { if (n > 1) { n = 1;\n}\n\
                //@ requires 2 > 0;\ntemplate <int N> __global__ void b(int n) { n = N; }\n";
    let (file, diagnostics) = parsed(text);
    assert_eq!(diagnostics, ["2:26 E0102 `{` is not closed"]);
    assert_eq!(
        dump::file(&file),
        "(global a (params n:i32) void @requires((> 1 0)) [a body with syntax errors])\n\
         (global b (template N:i32) (params n:i32) void @requires((> 2 0)) {(= n N)})"
    );
    errors("__global__ void a(int n) { n = (1; }\n__global__ void b() { }", &["1:32 E0102 `(` is not closed"]);
    errors("__global__ void a(int n) { n = 1); }", &["1:33 E0102 `)` closes nothing"]);
    errors("__global__ void a(int n) { } n = 1; }", &["1:37 E0102 `}` closes nothing"]);
    errors("__global__ void a(int n { n = 1; }\n__global__ void b() { }", &["1:18 E0102 `(` is not closed"]);
}

#[test]
fn mistakes_in_heads_statements_and_literals_are_reported_one_by_one() {
    errors(
        "__global__ void a(int 3) { }\n__global__ b() { }\n__global__ void c(int n) { n = ; }",
        &[
            "1:22 E0101 expected `)`, `,` or a name, found `3`",
            "2:12 E0101 expected a type, found `b`",
            "3:32 E0101 expected an expression, found `;`",
        ],
    );
    errors(
        "__global__ void a(int n) { if n { } else n = 1; for (;) n = 2; while () ; n = 5 5; return 1 }",
        &[
            "1:31 E0101 expected `(`, found `n`",
            "1:55 E0101 expected `;` or an expression, found `)`",
            "1:71 E0101 expected an expression, found `)`",
            "1:80 E0101 expected `;` or an operator, found `5`",
            "1:92 E0101 expected `;` or an operator, found `}`",
        ],
    );
    errors(
        "__global__ void a(int n) { n = 09 + 1.5.2 + u8'ab' + \"\\q\"[0] + 99999999999999999999; }",
        &[
            "1:32 E0111 `09` is not a number: one that begins with 0 is octal, without 8 and 9; write `9`",
            "1:37 E0111 `1.5.2` is not a floating-point literal",
            "1:45 E0111 `u8'ab'` has more than one character",
            "1:54 E0111 a string literal has an unknown escape",
            "1:64 E0111 the integer `99999999999999999999` fits no type",
        ],
    );
}

#[test]
fn nesting_is_limited() {
    let deep = |text: String, expected: &str| {
        let (_, diagnostics) = parsed(&text);
        let start = &text[..60];
        assert_eq!(diagnostics.len(), 1, "{diagnostics:?} in {start}");
        assert!(diagnostics[0].contains(expected), "{diagnostics:?} in {start}");
    };
    let kernel = |body: &str| format!("__global__ void k(int n) {{ {body} }}");
    let n = 10_000;
    deep(kernel(&format!("n = {}1{};", "(".repeat(n), ")".repeat(n))), "E0103 brackets are nested too deeply");
    deep(kernel(&format!("n = a{}1{};", "[".repeat(n), "]".repeat(n))), "E0103 brackets are nested too deeply");
    deep(kernel(&format!("{}{}", "{".repeat(n), "}".repeat(n))), "E0103 brackets are nested too deeply");
    deep(kernel(&format!("n = {}n;", "- ".repeat(n))), "E0103 too many operators");
    deep(kernel(&format!("n = n{};", " + n".repeat(n))), "E0103 too many operators");
    deep(kernel(&format!("{}n = 1;", "n = ".repeat(n))), "E0103 too many operators");
    deep(kernel(&format!("n = {}1;", "n ? 1 : ".repeat(n))), "E0103 too many operators");
    deep(kernel(&format!("{}n = 1;", "if (n) ".repeat(n))), "E0103 too many operators");
    deep(kernel(&format!("if (n) ;{}", " else if (n) ;".repeat(n))), "E0103 too many operators");
    deep(kernel(&format!("if (n) {{}}{}", " else if (n) {}".repeat(n))), "E0103 too many operators");
    deep(kernel(&format!("{}int{} n;", "A<".repeat(n), ">".repeat(n))), "E0103 too many operators");
    deep(kernel(&format!("n{} = 1;", "[0]".repeat(n))), "E0103 too many operators");
    deep(kernel(&format!("n{} = 1;", ".x".repeat(n))), "E0103 too many operators");
    deep(kernel(&format!("n = {}n;", "(int)".repeat(n))), "E0103 too many operators");
    deep(kernel(&format!("n = 1{};", ", 1".repeat(n))), "E0103 too many operators");
    deep(kernel(&format!("{}while (n);", "do ".repeat(n))), "E0103 too many operators");
    // Open brackets without end, and their like.
    for text in
        ["(", "{", "[", "f(", "f<", "if (", "T(", "T<T(", "(T(", "#if 1\n", "/*", "for (;;", "do {", "[[", "\"", "'"]
    {
        let (_, diagnostics) = parsed(&kernel(&text.repeat(n)));
        assert!(!diagnostics.is_empty(), "{text}");
    }
}

#[test]
fn long_lists_are_fine() {
    let list = vec!["1"; 20_000].join(", ");
    let (file, diagnostics) =
        parsed(&format!("__constant__ int t[] = {{{list}}};\n__global__ void k(int n) {{ n = t[0]; }}"));
    assert_eq!(diagnostics, Vec::<String>::new());
    assert_eq!(file.items.len(), 2);
    let statements = "n = n * 2 + 1; if (n > 3) { n--; } ".repeat(2_000);
    let (_, diagnostics) = parsed(&format!("__global__ void k(int n) {{ {statements} }}"));
    assert_eq!(diagnostics, Vec::<String>::new());
}
