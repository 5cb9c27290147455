//! Tests of the whole room: text to trees and diagnostics.

mod annotations;
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
