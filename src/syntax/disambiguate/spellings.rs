//! Which of the types that C++ tells apart, and that are one here, a file may name (TEMPLATE-18): by its words alone.

use super::names::is_type_word;
use crate::syntax::tokens::scan::{LexemeKind, Scan};
use crate::syntax::tree::Spellings;

pub fn of(scan: &Scan<'_>) -> Spellings {
    let mut found = Spellings::default();
    let mut at = 0;
    while at < scan.len() {
        match scan.lexemes[at].kind {
            LexemeKind::Number => found.long_long |= scan.at(at).to_ascii_lowercase().contains("ll"),
            LexemeKind::Char => found.plain_char = true,
            LexemeKind::Word if is_of_type(scan.at(at)) => {
                let start = at;
                while at < scan.len() && is_of_type(scan.at(at)) {
                    at += 1;
                }
                let words: Vec<&str> = (start..at).map(|at| scan.at(at)).collect();
                let of_assembly = start > 0 && matches!(scan.at(start - 1), "asm" | "__asm__" | "__asm");
                found.volatile |= !of_assembly && words.contains(&"volatile");
                type_words(&words, &mut found);
                continue;
            }
            LexemeKind::Word => word(scan.at(at), &mut found),
            _ => {}
        }
        at += 1;
    }
    found
}

/// A word that may stand between others of one built-in type.
fn is_of_type(word: &str) -> bool {
    is_type_word(word) || matches!(word, "const" | "volatile")
}

fn type_words(words: &[&str], found: &mut Spellings) {
    let count = |word: &str| words.iter().filter(|own| **own == word).count();
    let has = |word: &str| count(word) > 0;
    match count("long") {
        0 => {}
        _ if has("double") => found.long_double = true,
        1 => found.long = true,
        _ => found.long_long = true,
    }
    if has("char") && !has("unsigned") {
        let is_signed = has("signed") || has("__signed__");
        found.signed_char |= is_signed;
        found.plain_char |= !is_signed;
    }
    found.long_long |= has("__int64");
    found.wide_char |= ["wchar_t", "char8_t", "char16_t", "char32_t"].iter().any(|word| has(word));
}

fn word(word: &str, found: &mut Spellings) {
    match word {
        "sizeof" | "alignof" | "ulong" | "u_long" => found.long = true,
        "schar" => found.signed_char = true,
        "cudaTextureObject_t" | "cudaSurfaceObject_t" => found.long_long = true,
        _ => {}
    }
    // `int64_t`, `size_t`, `intptr_t`, ...; `int8_t`.
    found.long |= word.ends_with("_t") && !word.contains("8_t");
    found.signed_char |= word.ends_with("8_t") || word.starts_with("char") || word.starts_with("make_char");
    // `long4` has parts of type `long`, and the names of intrinsics say what they give.
    found.long |= word.contains("long") && !word.contains("longlong");
    let of_long_long = ["longlong", "2ll", "2ull", "64hi", "clock64", "timer", "brevll"];
    found.long_long |= of_long_long.iter().any(|part| word.contains(part));
    found.long_long |= ["ll", "ull", "__ll", "__ull"].iter().any(|start| word.starts_with(start));
    found.half |= word.contains("half");
    found.bfloat |= word.contains("bf");
}
