//! What host code says of the sizes of launches: variables that are declared once in all of it, with an initialiser, and that
//! nothing changes (R115). Those of a function are looked at in `constants.rs`.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::syntax::disambiguate::names::is_type_word;
use crate::syntax::tokens::scan::{Scan, is_attribute};

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

/// Types of sizes that are no words of the language, and `auto`.
const OF_SIZES: &[&str] = &["size_t", "dim3", "auto"];

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
    "const", "volatile", "static", "constexpr", "inline", "explicit", "virtual", "friend", "extern", "operator",
    "__device__", "__host__", "__forceinline__", "__noinline__", "__restrict__", "__restrict",
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

/// Whether a name may get another value here: it is assigned, stepped, read into, or its address or a reference is taken; in
/// parentheses, too: `(a) = 2`, `(c ? a : b).x = 2`.
pub fn changes(scan: &Scan<'_>, name: usize) -> bool {
    let (before, twice) = (scan.at(name - 1), name.checked_sub(2).map_or("", |at| scan.at(at)));
    // `int *b` and `int &b` declare.
    let is_declared = before == "*" && (is_type_word(twice) || OF_SIZES.contains(&twice));
    let is_addressed = before == "(" && twice == "addressof";
    if is_declared || is_addressed || is_referred_to(scan, name) {
        return true;
    }
    let mut group = name..name + 1;
    loop {
        if changes_group(scan, &group) {
            return true;
        }
        match parentheses_around(scan, group.start) {
            Some(around) => group = around,
            None => return false,
        }
    }
}

/// Whether what stands here, or a member of it, is assigned, stepped or read into, or its address is taken.
fn changes_group(scan: &Scan<'_>, group: &Range<usize>) -> bool {
    let mut behind = group.end;
    while scan.at(behind) == "." && scan.is_word(behind + 1) {
        behind += 2;
    }
    let before = |distance: usize| group.start.checked_sub(distance).map_or("", |at| scan.at(at));
    // `a > b` with `>` twice is `>>`.
    let read_into = before(1) == ">" && before(2) == ">" && before(3) != ">";
    CHANGES.contains(&scan.at(behind)) || matches!(before(1), "++" | "--" | "&" | ">>") || read_into
}

/// The nearest parentheses around a place, in its statement.
fn parentheses_around(scan: &Scan<'_>, place: usize) -> Option<Range<usize>> {
    let mut at = place;
    while at > 0 {
        at -= 1;
        match scan.at(at) {
            "(" => return scan.partner(at).filter(|close| *close >= place).map(|close| at..close + 1),
            ")" | "]" => at = scan.partner(at).filter(|open| *open < at)?,
            ";" | "{" | "}" => return None,
            _ => {}
        }
    }
    None
}

/// Whether a reference that may change it is declared by it: `int &r = a;`, `auto &r = a.x;`, `int &r(a);`.
fn is_referred_to(scan: &Scan<'_>, name: usize) -> bool {
    let from = (0..name).rev().find(|at| matches!(scan.at(*at), ";" | "{" | "}")).map_or(0, |at| at + 1);
    // `int &r{a};`
    let from = if from == name && name > 3 && scan.at(name - 3) == "&" { name - 4 } else { from };
    let begins = (from..name).find(|at| {
        let before = |distance: usize| at.checked_sub(distance).filter(|at| *at >= from).map_or("", |at| scan.at(at));
        let is_declared = at.checked_sub(1).is_some_and(|at| scan.is_word(at)) && matches!(before(2), "&" | "&&");
        match scan.at(*at) {
            "=" => is_declared,
            // `a & f(b)` declares nothing.
            "(" | "{" => is_declared && before(2) == "&" && (is_type_word(before(3)) || OF_SIZES.contains(&before(3))),
            _ => false,
        }
    });
    begins.is_some_and(|at| !(from..at).any(|at| scan.at(at) == "const"))
}
