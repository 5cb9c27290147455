//! What a text says of code that is not looked into: loops that run in parallel, other definitions of functions, macros that come
//! back, code that runs where a variable ends.

use super::lexer::{Token, TokenKind, tokens};

/// First words of such pragmas.
const PRAGMAS: &[&str] = &["omp", "acc", "weak", "redefine_extname", "push_macro", "pop_macro"];

/// Such attributes.
const ATTRIBUTES: &[&str] = &["weak", "weakref", "alias", "ifunc", "selectany", "cleanup"];

/// What assembler code says to define names.
const DEFINING: &[&str] = &[".set", ".equ", ".globl", ".symver", ".weak ", ".weakref", ".type"];

/// Whether a text, preprocessed or not, has something of this.
pub fn stand_in(text: &str) -> bool {
    let found: Vec<Token> = tokens(text).into_iter().filter(|token| !token.is_comment()).collect();
    let words: Vec<(TokenKind, &str)> = found
        .iter()
        .filter(|token| token.kind != TokenKind::Newline)
        .map(|token| (token.kind, token.text(text)))
        .collect();
    (0..words.len()).any(|at| {
        let after = &words[at + 1..];
        match words[at].1 {
            "pragma" | "__pragma" => {
                after.iter().find(|word| word.1 != "(").is_some_and(|word| PRAGMAS.contains(&word.1))
            }
            "_Pragma" => after.get(1).is_some_and(|word| is_pragma(word.1)),
            "__attribute__" | "__attribute" | "__declspec" => names_attribute(after),
            "[" if after.first().is_some_and(|word| word.1 == "[") => names_attribute(&words[at..]),
            "asm" | "__asm" | "__asm__" => is_label(words[at].1, after),
            _ => false,
        }
    })
}

/// Whether the text of a string in `_Pragma("omp parallel")` is such a pragma.
pub fn is_pragma(string: &str) -> bool {
    let first = inside(string).split(|c: char| !c.is_ascii_alphanumeric() && c != '_').find(|word| !word.is_empty());
    first.is_some_and(|word| PRAGMAS.contains(&word))
}

/// Whether a pragma that begins with this word is one.
pub fn begins(word: &str) -> bool {
    PRAGMAS.contains(&word)
}

/// Whether the group of brackets that opens first names such an attribute.
fn names_attribute(words: &[(TokenKind, &str)]) -> bool {
    let mut depth = 0;
    for (_, word) in words {
        match *word {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            word if ATTRIBUTES.contains(&word.trim_matches('_')) => return true,
            _ => {}
        }
        if depth <= 0 {
            break;
        }
    }
    false
}

/// Whether this is the name of something for the assembler, or code that may give names: `asm("f")`. PTX has a `;`.
fn is_label(word: &str, after: &[(TokenKind, &str)]) -> bool {
    let qualifiers = after.iter().take_while(|word| matches!(word.1, "volatile" | "__volatile__" | "inline")).count();
    let rest = &after[qualifiers..];
    if rest.first().is_none_or(|word| word.1 != "(") {
        return false;
    }
    let strings = rest[1..].iter().take_while(|word| word.0 == TokenKind::String);
    let code: String = strings.map(|word| inside(word.1)).collect();
    let is_name = !code.is_empty() && !code.contains([';', ' ', '\t', '\n', '\\']);
    is_name
        || code.starts_with('_')
        || word == "__asm__" && qualifiers == 0 && !code.is_empty()
        || DEFINING.iter().any(|what| code.contains(what))
}

/// What stands in the quotes of a string.
fn inside(string: &str) -> &str {
    let string = string.split_once('"').map_or("", |(_, rest)| rest);
    let string = string.rsplit_once('"').map_or(string, |(string, _)| string);
    string.split_once('(').filter(|_| string.ends_with(')')).map_or(string, |(_, rest)| rest.trim_end_matches(')'))
}
