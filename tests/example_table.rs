//! What docs/examples.md counts: the lines of annotation and of code of every example.

#[path = "common/examples.rs"]
mod examples;

use std::path::Path;

use examples::examples;

#[test]
fn the_table_counts_the_lines_of_every_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(root.join("docs/examples.md")).expect("the table is read");
    let mut problems = Vec::new();
    for path in examples() {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let (annotations, code) = lines(&std::fs::read_to_string(&path).expect("an example is read"));
        let row = table.lines().find(|line| line.starts_with(&format!("| `{name}` |"))).unwrap_or_default();
        let end = format!("| {annotations} | {code} |");
        if !row.ends_with(&end) {
            problems.push(format!("{name}: its row in docs/examples.md should end with `{end}`"));
        }
        if annotations > code {
            problems.push(format!("{name}: {annotations} lines of annotation for {code} of code"));
        }
    }
    problems.sort();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// Lines of annotation, and lines that are neither blank nor comment.
fn lines(text: &str) -> (usize, usize) {
    let (mut annotations, mut code) = (0, 0);
    // A clause in an ordinary comment goes on until its `;`.
    let mut open = false;
    for line in text.lines().map(str::trim) {
        let words = line.strip_prefix("//").unwrap_or_default().trim_start();
        let begins = ["requires", "ensures", "invariant"].iter().any(|word| words.starts_with(word));
        if line.starts_with("//@") || begins || (open && line.starts_with("//")) {
            annotations += 1;
            open = !line.starts_with("//@") && !line.ends_with(';');
            continue;
        }
        open = false;
        if !line.is_empty() && !line.starts_with("//") {
            code += 1;
        }
    }
    (annotations, code)
}

#[test]
fn lines_are_told_apart() {
    let text = "// A kernel.\n//\n//@ ghost int m;\n// requires m\n//     > 0;\n// Prose.\n\nvoid f() { // code\n}\n";
    assert_eq!(lines(text), (3, 2));
}
