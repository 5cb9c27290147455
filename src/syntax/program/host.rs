//! Which names the host's code may declare at a place, by the lexemes around them (LAUNCH-20).

use crate::syntax::tokens::scan::{Scan, is_attribute};

/// Words that stand before a name that is only used.
pub const BEFORE_USE: &[&str] =
    &["return", "case", "else", "do", "goto", "sizeof", "throw", "new", "delete", "typename"];

/// Words before a declaration that are no type.
const NO_TYPE: &[&str] = &[
    "const", "volatile", "static", "constexpr", "inline", "explicit", "virtual", "friend", "extern", "operator",
    "__device__", "__host__", "__forceinline__", "__noinline__", "__restrict__", "__restrict",
];

/// Words before parentheses that end a type.
const OF_TYPE: &[&str] = &[
    "decltype", "typeof", "__typeof__", "__typeof", "__attribute__", "__attribute", "__declspec", "__align__",
    "alignas", "_Alignas", "_BitInt", "__underlying_type", "__launch_bounds__",
];

/// Whether a name may be declared here: a word or the end of a type stands before it, qualifiers aside.
pub fn may_declare(scan: &Scan<'_>, at: usize) -> bool {
    let mut before = at;
    while before > 0 && (before == at || NO_TYPE.contains(&scan.at(before))) {
        before -= 1;
    }
    if before == at || !scan.is_word(at) || NO_TYPE.contains(&scan.at(before)) {
        return false;
    }
    let of_type = scan.is_word(before) && !BEFORE_USE.contains(&scan.at(before));
    let further = scan.at(before) == "," && scan.at(at + 1) == "=";
    let of_declarator = matches!(scan.at(before), "*" | "&") && !ends_value(scan, before.wrapping_sub(1));
    of_type || further || of_declarator || scan.at(before) == ">"
}

/// Whether what ends here is a value and no type: a number, or a call.
fn ends_value(scan: &Scan<'_>, at: usize) -> bool {
    let last = scan.at(at);
    let is_call = last == ")"
        && scan
            .partner(at)
            .is_some_and(|open| open > 0 && scan.is_word(open - 1) && !OF_TYPE.contains(&scan.at(open - 1)));
    is_call || last.starts_with(|first: char| first.is_ascii_digit())
}

/// Words before parentheses behind which a name is only used.
const BEFORE_CONDITION: &[&str] = &["if", "while", "for", "switch", "catch", "constexpr", "alignof", "__alignof__"];

/// Whether a name may be declared here without a type before it: by an enumeration, by a capture of a lambda expression, behind
/// the definition of a class or `decltype(...)`, or as a further one.
pub fn may_introduce(scan: &Scan<'_>, at: usize) -> bool {
    if at == 0 || !scan.is_word(at) {
        return false;
    }
    let behind = scan.at(at + 1);
    match scan.at(at - 1) {
        "{" => is_of(scan, at - 1, &["enum"]),
        "}" => scan.partner(at - 1).is_some_and(|open| is_of(scan, open, &["enum", "struct", "class", "union"])),
        ")" => scan.partner(at - 1).is_some_and(|open| {
            open > 0
                && scan.is_word(open - 1)
                && !BEFORE_USE.contains(&scan.at(open - 1))
                && !BEFORE_CONDITION.contains(&scan.at(open - 1))
        }),
        "[" => matches!(behind, "=" | "{" | "("),
        "," | "&" | "..." => match scan.opener(at) {
            Some(open) if scan.at(open) == "{" && is_of(scan, open, &["enum"]) => true,
            Some(open) if scan.at(open) == "(" => false,
            _ => matches!(behind, "=" | "{" | "(" | ";"),
        },
        _ => false,
    }
}

/// Whether a brace opens what one of these words defines.
fn is_of(scan: &Scan<'_>, open: usize, words: &[&str]) -> bool {
    let mut at = open;
    while at > 0 {
        at -= 1;
        match scan.at(at) {
            ";" | "{" | "}" | "(" | "," | "=" => return false,
            ")" | "]" => match scan.partner(at).filter(|open| *open < at) {
                // The parameters of a function, perhaps.
                Some(open) if scan.at(open) == "(" && !takes_operand(scan.at(open.saturating_sub(1))) => return false,
                Some(open) => at = open,
                None => return false,
            },
            word if words.contains(&word) => return true,
            _ => {}
        }
    }
    false
}

fn takes_operand(word: &str) -> bool {
    is_attribute(word) || matches!(word, "decltype" | "sizeof")
}
