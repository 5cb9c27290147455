//! Every diagnostic code, with its title and explanation (`gpuhoare explain CODE`).
//!
//! Codes are stable: a code is never given a new meaning. Ranges: `E00xx` command line, files and
//! environment; `E01xx` preprocessor and CUDA syntax; `E02xx` annotation syntax and attachment;
//! `E03xx` names and types of the program; `E04xx` names and sorts of annotations; `E05xx` not
//! modelled; `E06xx` solvers; `E07xx` proof results. Warnings use `W` with the same ranges.

/// A stable diagnostic code such as `E0102`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(pub &'static str);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// What a code means: one line, and the text that `gpuhoare explain` prints.
pub struct Explanation {
    pub code: Code,
    pub title: &'static str,
    pub text: &'static str,
}

/// Declares the codes: a constant for each, and the table of all.
macro_rules! codes {
    ($($(#[$meta:meta])* $code:ident $title:literal $text:literal)*) => {
        $(#[doc = $title] pub const $code: Code = Code(stringify!($code));)*
        /// All codes, in order.
        pub const ALL: &[Explanation] = &[$(Explanation { code: $code, title: $title, text: $text }),*];
    };
}

codes! {
    // ── command line, files, environment ────────────────────────────────────────────────────────
    E0001 "file cannot be read"
    "The file does not exist, is a directory, or may not be read. Check the path and its permissions."
    E0002 "file is not UTF-8"
    "Source files must be UTF-8 text. Convert the file, for example with iconv."
    E0003 "file is too large"
    "The file is larger than gpuhoare reads (64 MiB). A kernel of that size is almost surely generated data; move the data out of the source."
}

/// The explanation of a code, by its name in any case.
pub fn explain(name: &str) -> Option<&'static Explanation> {
    ALL.iter().find(|entry| entry.code.0.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_explained() {
        for (at, entry) in ALL.iter().enumerate() {
            assert!(entry.text.len() > 40, "{} needs an explanation", entry.code);
            assert!(ALL[at + 1..].iter().all(|other| other.code != entry.code), "{} stands twice", entry.code);
        }
    }

    #[test]
    fn explain_finds_a_code_in_any_case() {
        assert_eq!(explain("e0001").map(|entry| entry.code), Some(E0001));
        assert!(explain("E9999").is_none());
    }
}
