//! What host code says of the sizes of launches: variables that are declared once in all of it, with an initialiser, and that
//! nothing changes (R115). Those of a function are looked at in `program/constants.rs`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::scan::Scan;

/// The initialiser of a variable of the host: the lexemes between its brackets, or between `=` and `;`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Initialiser {
    pub name: String,
    /// The lexeme of the name where it is declared.
    pub at: usize,
    pub values: Range<usize>,
}

/// Words that stand before a name that is only used.
pub const BEFORE_USE: &[&str] =
    &["return", "case", "else", "do", "goto", "sizeof", "throw", "new", "delete", "typename"];

/// Operators behind a name that change it, the first lexeme of each.
const CHANGES: &[&str] = &["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"];

/// The variables with one value for the whole of the host's code, by name. `is_host` says which lexemes are that code.
pub fn initialisers(scan: &Scan<'_>, is_host: &dyn Fn(usize) -> bool) -> Vec<Initialiser> {
    let mut known: BTreeMap<&str, Option<(usize, Range<usize>)>> = BTreeMap::new();
    for at in (1..scan.len()).filter(|at| is_host(*at) && scan.is_word(*at)) {
        let (name, before) = (scan.at(at), scan.at(at - 1));
        if scan.is_word(at - 1) && !BEFORE_USE.contains(&before) {
            // A second declaration of the name: which of the two is meant is not looked into.
            let first = !known.contains_key(name);
            known.insert(name, declared(scan, at).filter(|_| first).map(|values| (at, values)));
        } else if changes(scan, at) {
            known.insert(name, None);
        }
    }
    let known = known.into_iter();
    let initialiser = |(name, found): (&str, Option<(usize, Range<usize>)>)| {
        let (at, values) = found?;
        Some(Initialiser { name: name.to_owned(), at, values })
    };
    known.filter_map(initialiser).collect()
}

/// Words before a declaration that are no type.
const NO_TYPE: &[&str] = &[
    "const",
    "volatile",
    "static",
    "constexpr",
    "inline",
    "explicit",
    "virtual",
    "friend",
    "extern",
    "operator",
    "__device__",
    "__host__",
    "__forceinline__",
    "__noinline__",
    "__restrict__",
    "__restrict",
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
    of_type || further || matches!(scan.at(before), "*" | "&" | ">")
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
        "," | "&" | "..." => match opener(scan, at) {
            Some(open) if scan.at(open) == "{" && is_of(scan, open, &["enum"]) => true,
            Some(open) if scan.at(open) == "(" => false,
            _ => matches!(behind, "=" | "{" | "(" | ";"),
        },
        _ => false,
    }
}

/// The nearest bracket that is open at a place.
pub fn opener(scan: &Scan<'_>, place: usize) -> Option<usize> {
    let mut at = place;
    while at > 0 {
        at -= 1;
        match scan.at(at) {
            "{" | "(" | "[" => return Some(at),
            "}" | ")" | "]" => at = scan.partner(at).filter(|open| *open < at).unwrap_or(at),
            _ => {}
        }
    }
    None
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
                Some(open) if scan.at(open) == "(" && !is_attribute(scan.at(open.saturating_sub(1))) => return false,
                Some(open) => at = open,
                None => return false,
            },
            word if words.contains(&word) => return true,
            _ => {}
        }
    }
    false
}

fn is_attribute(word: &str) -> bool {
    matches!(word, "alignas" | "__align__" | "__attribute__" | "__attribute" | "__declspec" | "decltype" | "sizeof")
}

/// The values that a declaration with this name gives: `dim3 b(16, 16);`, `dim3 b{16};`, `int n = 256;`, `dim3 b = dim3(16);`.
fn declared(scan: &Scan<'_>, name: usize) -> Option<Range<usize>> {
    let opening = name + 1;
    match scan.at(opening) {
        "(" | "{" => {
            let closing = scan.partner(opening)?;
            (scan.at(closing + 1) == ";" && closing > opening + 1).then_some(opening + 1..closing)
        }
        "=" => {
            let mut end = opening + 1;
            while end < scan.len() && scan.at(end) != ";" {
                // Several variables in one declaration are left alone.
                if matches!(scan.at(end), "," | ")" | "}") {
                    return None;
                }
                end = scan.after_group(end);
            }
            (end > opening + 1).then_some(opening + 1..end)
        }
        _ => None,
    }
}

/// Whether a name may get another value here: it is assigned, stepped, read into, or its address or a reference is taken.
pub fn changes(scan: &Scan<'_>, name: usize) -> bool {
    let mut behind = name + 1;
    while scan.at(behind) == "." && scan.is_word(behind + 1) {
        behind += 2;
    }
    let before = scan.at(name - 1);
    // `a > b` with `>` twice is `>>`.
    let read_into = before == ">" && name > 1 && scan.at(name - 2) == ">" && scan.at(name.wrapping_sub(3)) != ">";
    CHANGES.contains(&scan.at(behind))
        || matches!(before, "++" | "--" | "&" | ">>")
        || read_into
        // `int *b` and `int &b` declare.
        || before == "*" && name > 1 && matches!(scan.at(name - 2), "int" | "unsigned" | "long" | "size_t" | "dim3" | "auto")
}
