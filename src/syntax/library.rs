//! The standard library of lemmas, as it stands in `specs/`. It is a part of the program, so it is always there.

/// Name (as `use NAME;` says it) and text, in an order in which each file imports only those before it.
pub const LIBRARY: &[(&str, &str)] = &[
    ("folds", include_str!("../../specs/folds.spec")),
    ("arithmetic", include_str!("../../specs/arithmetic.spec")),
    ("operators", include_str!("../../specs/operators.spec")),
    ("nested", include_str!("../../specs/nested.spec")),
];

/// The files whose lemmas say by triggers where they are used. What the others say is built into the simplifier.
pub const ALWAYS_THERE: &[&str] = &["nested"];

/// The text of a library file.
pub fn library(name: &str) -> Option<&'static str> {
    LIBRARY.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
