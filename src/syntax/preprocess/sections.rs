//! The macros that nobody but the compiler and its headers knows (PP-1, PP-3): texts of ours, and lists of names.

/// Names whose meaning depends on where they stand.
pub const PLACES: &[&str] = &["__LINE__", "__FILE__", "__COUNTER__", "__INCLUDE_LEVEL__"];

/// What `#if` may ask besides `defined`.
pub const QUESTIONS: &[&str] =
    &["__has_include", "__has_include_next", "__has_attribute", "__has_cpp_attribute", "__has_builtin"];

/// When the macros of a text of ours are there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// From the beginning, before the command line's.
    First,
    /// From the beginning: `cuda_runtime.h`, which nvcc includes by itself, includes the header.
    Runtime,
    /// Where the header is included. Program text may use them in any case: some other header includes it.
    Lenient,
    /// Where the header is included.
    Included,
}

pub struct Section {
    pub names: &'static [&'static str],
    pub text: &'static str,
    pub when: When,
}

macro_rules! section {
    ($file:literal, $names:expr, $when:ident) => {
        Section {
            names: &$names,
            text: include_str!(concat!("../../../specs/headers/macros/", $file)),
            when: When::$when,
        }
    };
}

pub const SECTIONS: &[Section] = &[
    section!("compiler.h", [], First),
    section!("nvcc.h", [], First),
    section!("stddef.h", ["stddef.h", "cstddef"], Runtime),
    section!("limits.h", ["limits.h", "climits"], Runtime),
    section!("time.h", ["time.h", "ctime"], Runtime),
    section!("stdio.h", ["stdio.h", "cstdio"], Runtime),
    section!("stdlib.h", ["stdlib.h", "cstdlib"], Runtime),
    section!("assert.h", ["assert.h", "cassert"], Runtime),
    section!("math.h", ["math.h", "cmath"], Runtime),
    section!("stdint.h", ["stdint.h", "cstdint", "inttypes.h", "cinttypes"], Lenient),
    section!("inttypes.h", ["inttypes.h", "cinttypes"], Lenient),
    section!("float.h", ["float.h", "cfloat"], Lenient),
    section!("errno.h", ["errno.h", "cerrno"], Included),
    section!("math_constants.h", ["math_constants.h"], Lenient),
    section!("cuda.h", ["cuda.h"], Lenient),
    section!("cuda_fp16.h", ["cuda_fp16.h"], Lenient),
    section!("nv_target.h", ["nv/target"], Lenient),
];

/// Read at each inclusion, not at the first alone.
pub const AGAIN: &str = "assert.h";

/// A text of ours for a header, or for the compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SectionId(pub u8);

impl SectionId {
    /// The macros of `--arch`.
    pub const ARCH: SectionId = SectionId(u8::MAX);

    pub fn is_in(self, set: u32) -> bool {
        self == SectionId::ARCH || set & (1 << self.0) != 0
    }

    pub fn section(self) -> Option<&'static Section> {
        SECTIONS.get(usize::from(self.0))
    }
}

/// Macros of the compiler that are there whatever the compiler.
pub const CERTAIN: &[&str] = &["__cplusplus", "__CUDACC__", "__NVCC__"];

/// Whether a macro of this name says what the architecture is.
pub fn is_of_arch(name: &str) -> bool {
    name.starts_with("__CUDA_ARCH")
}

/// Names that only the compiler and its own headers may define.
pub fn is_reserved(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next() == Some('_') && letters.next().is_some_and(|second| second == '_' || second.is_ascii_uppercase())
}

/// What a question about an attribute or a built-in function is answered.
pub fn feature(question: &str, name: &str) -> Option<u32> {
    let rows = FEATURES.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    rows.into_iter().find_map(|row| match *row {
        [asked, known, number] if asked == question && known == name => number.parse().ok(),
        _ => None,
    })
}

const FEATURES: &str = include_str!("../../../specs/headers/macros/features.txt");
pub const ABSENT: &str = include_str!("../../../specs/headers/macros/absent.txt");
pub const DOUBTFUL: &str = include_str!("../../../specs/headers/macros/doubtful.txt");

/// Whether a list has a name, or a pattern for it.
pub fn is_in(list: &str, name: &str) -> bool {
    let words = list.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
    words.into_iter().any(|word| match word.split_once('*') {
        None => word == name,
        Some((start, end)) => name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end),
    })
}
