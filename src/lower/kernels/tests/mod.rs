//! Tests of lowering: source in, the kernel's text out.

pub mod errors;
pub mod functions;
pub mod pointers;
pub mod programs;
pub mod templates;
pub mod unsupported;

use crate::base::{Config, Files};
use crate::kernel::{ir, text};
use crate::syntax;

use super::lower_file;

/// Lowers a file that must parse.
pub fn program(source: &str, config: &Config) -> (ir::Program, Files) {
    let mut files = Files::new();
    let tree = syntax::parse_text(&mut files, "test.cu", source, config);
    let errors: Vec<&str> = tree.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert!(errors.is_empty(), "{errors:?} in\n{source}");
    let program = lower_file(&tree, &[], config, &files);
    (program, files)
}

/// Lowers a file with one kernel in which nothing is wrong.
pub fn kernel(source: &str) -> ir::Kernel {
    let (mut program, _) = program(source, &Config::default());
    assert!(program.diagnostics.is_empty(), "{:?}", program.diagnostics);
    assert_eq!(program.kernels.len(), 1, "one kernel in\n{source}");
    let kernel = program.kernels.remove(0);
    let errors: Vec<&str> = kernel.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert!(errors.is_empty(), "{errors:?} in\n{source}");
    assert!(kernel.unsupported.is_empty(), "{:?} in\n{source}", kernel.unsupported);
    kernel
}

/// The lines of a kernel's body.
pub fn body(kernel: &ir::Kernel) -> Vec<String> {
    let text = text::kernel(kernel);
    let lines: Vec<&str> = text.lines().collect();
    let start = lines.iter().position(|line| line.trim() == "body {").expect("a kernel has a body");
    let inner = &lines[start + 1..lines.len() - 2];
    inner.iter().map(|line| line.strip_prefix("        ").unwrap_or(line).to_string()).collect()
}

/// Checks the statements that the body of a kernel with these parameters becomes.
pub fn check_with(parameters: &str, source: &str, expected: &str) {
    let kernel = kernel(&format!("__global__ void k({parameters}) {{ {source} }}"));
    check_body(&kernel, source, expected);
}

/// Checks statements over `int *a, float *f, int n, unsigned u, float x`.
pub fn check(source: &str, expected: &str) {
    check_with("int *a, float *f, int n, unsigned u, float x", source, expected);
}

/// Checks the body of the only kernel of a file.
pub fn check_file(source: &str, expected: &str) {
    check_body(&kernel(source), source, expected);
}

fn check_body(kernel: &ir::Kernel, source: &str, expected: &str) {
    let expected: Vec<String> = dedent(expected);
    let found = body(kernel);
    assert_eq!(found, expected, "\n{source}\nbecame\n{}", found.join("\n"));
}

/// The non-empty lines without their common indentation.
fn dedent(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    lines.iter().map(|line| line[indent..].trim_end().to_string()).collect()
}
