//! Preprocessing tokens of C++: what directives, macros and the item scan look at.
//!
//! The lexer never fails: what it does not know is a one-character punctuator, and a literal that
//! is not closed ends with its line. The parsers complain where such a token matters.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    Ident,
    Number,
    String,
    Char,
    Punct,
    LineComment,
    BlockComment,
    Newline,
}

/// A token at bytes `lo..hi` of its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub lo: usize,
    pub hi: usize,
}

impl Token {
    pub fn text<'t>(&self, source: &'t str) -> &'t str {
        &source[self.lo..self.hi]
    }

    pub fn is_comment(&self) -> bool {
        matches!(self.kind, TokenKind::LineComment | TokenKind::BlockComment)
    }
}

/// Punctuators of more than one character, longest first.
const PUNCTUATORS: &[&str] = &[
    "%:%:", "<<<", ">>>", "<<=", ">>=", "...", "->*", "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##", "<%", "%>", "<:", ":>", "%:",
];

/// All tokens of a text; whitespace and line continuations are left out.
pub fn tokens(source: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(source.len() / 4);
    let mut at = 0;
    while let Some(token) = next_token(source, at) {
        at = token.hi;
        tokens.push(token);
    }
    tokens
}

/// Whether a character can stand in an identifier.
pub fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$' || (!c.is_ascii() && c.is_alphanumeric())
}

fn next_token(source: &str, mut at: usize) -> Option<Token> {
    let bytes = source.as_bytes();
    loop {
        match bytes.get(at)? {
            b' ' | b'\t' | b'\r' | 0x0B | 0x0C => at += 1,
            b'\\' if bytes[at + 1..].starts_with(b"\n") => at += 2,
            b'\\' if bytes[at + 1..].starts_with(b"\r\n") => at += 3,
            _ => break,
        }
    }
    let rest = &bytes[at..];
    let token = |kind, hi| Some(Token { kind, lo: at, hi });
    match rest[0] {
        b'\n' => token(TokenKind::Newline, at + 1),
        b'/' if rest.starts_with(b"//") => token(TokenKind::LineComment, line_end(bytes, at)),
        b'/' if rest.starts_with(b"/*") => {
            let hi = source[at + 2..].find("*/").map_or(source.len(), |found| at + 2 + found + 2);
            token(TokenKind::BlockComment, hi)
        }
        b'"' => token(TokenKind::String, quoted(bytes, at, b'"')),
        b'\'' => token(TokenKind::Char, quoted(bytes, at, b'\'')),
        c if c.is_ascii_digit() => token(TokenKind::Number, number(bytes, at)),
        b'.' if rest.get(1).is_some_and(u8::is_ascii_digit) => token(TokenKind::Number, number(bytes, at)),
        c if c.is_ascii_alphabetic() || c == b'_' || c == b'$' || c >= 0x80 => {
            let word: usize = source[at..].chars().take_while(|c| is_word(*c)).map(char::len_utf8).sum();
            if word == 0 {
                let width = source[at..].chars().next().map_or(1, char::len_utf8);
                return token(TokenKind::Punct, at + width);
            }
            let hi = at + word;
            match (&source[at..hi], bytes.get(hi)) {
                ("R" | "LR" | "u8R" | "uR" | "UR", Some(b'"')) => token(TokenKind::String, raw_string(source, hi)),
                ("L" | "u8" | "u" | "U", Some(b'"')) => token(TokenKind::String, quoted(bytes, hi, b'"')),
                ("L" | "u8" | "u" | "U", Some(b'\'')) => token(TokenKind::Char, quoted(bytes, hi, b'\'')),
                _ => token(TokenKind::Ident, hi),
            }
        }
        _ => {
            if matches!(rest[0], b'(' | b')' | b'[' | b']' | b'{' | b'}' | b';' | b',' | b'?') {
                return token(TokenKind::Punct, at + 1);
            }
            // `A<::B>` opens a list of template arguments (lex.pptoken).
            if rest.starts_with(b"<::") && !matches!(rest.get(3), Some(b':' | b'>')) {
                return token(TokenKind::Punct, at + 1);
            }
            let length = PUNCTUATORS.iter().find(|p| rest.starts_with(p.as_bytes())).map_or(1, |p| p.len());
            token(TokenKind::Punct, at + length)
        }
    }
}

/// The end of the line, over continuations.
fn line_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'\n' {
        let continued = if bytes[at] == b'\\' { &bytes[at + 1..] } else { &[][..] };
        at += if continued.starts_with(b"\n") {
            2
        } else if continued.starts_with(b"\r\n") {
            3
        } else {
            1
        };
    }
    let at = at.min(bytes.len());
    if at > 0 && bytes[at - 1] == b'\r' { at - 1 } else { at }
}

/// The end of a string or character literal whose quote stands at `at`.
fn quoted(bytes: &[u8], at: usize, quote: u8) -> usize {
    let mut at = at + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => return at,
            b'\\' => at += if bytes[at + 1..].starts_with(b"\r\n") { 3 } else { 2 },
            c => {
                at += 1;
                if c == quote {
                    return at;
                }
            }
        }
    }
    // A backslash before the end, or before a character of several bytes, may have led beyond it.
    at.min(bytes.len())
}

/// The end of a raw string whose quote stands at `at`.
fn raw_string(source: &str, at: usize) -> usize {
    let Some(open) = source[at..].find('(') else { return source.len() };
    let close = format!("){}\"", &source[at + 1..at + open]);
    source[at + open..].find(&close).map_or(source.len(), |found| at + open + found + close.len())
}

fn number(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&c) = bytes.get(at) {
        let next = bytes.get(at + 1);
        if matches!(c, b'e' | b'E' | b'p' | b'P') && matches!(next, Some(b'+' | b'-')) && !is_hex_e(bytes, at, c) {
            at += 2;
        } else if c.is_ascii_alphanumeric() || c == b'_' || (c == b'.' && next != Some(&b'.')) {
            at += 1;
        } else if c == b'\'' && next.is_some_and(u8::is_ascii_alphanumeric) {
            at += 2;
        } else {
            break;
        }
    }
    at
}

/// In `0xe+1` the `e` is a digit (C's own rule joins them to one bad token; no program means that).
fn is_hex_e(bytes: &[u8], at: usize, c: u8) -> bool {
    let start = bytes[..at].iter().rposition(|b| !b.is_ascii_alphanumeric()).map_or(0, |before| before + 1);
    matches!(c, b'e' | b'E') && (bytes[start..].starts_with(b"0x") || bytes[start..].starts_with(b"0X"))
}

/// Whether a word is one of those of a list with blanks between them.
pub fn is_listed(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[&str]) {
        let found: Vec<&str> = tokens(source).iter().map(|token| token.text(source)).collect();
        assert_eq!(found, expected, "in {source:?}");
    }

    #[test]
    fn texts_fall_into_tokens() {
        check("a+++b", &["a", "++", "+", "b"]);
        check("f<<<g, b>>>(x)", &["f", "<<<", "g", ",", "b", ">>>", "(", "x", ")"]);
        check("1.5e-3f+0x1F'00u..2", &["1.5e-3f", "+", "0x1F'00u", ".", ".2"]);
        check("0xe+1", &["0xe", "+", "1"]);
        check("\"a\\\"b\" 'c' L\"x\"", &["\"a\\\"b\"", "'c'", "L\"x\""]);
        check("R\"x(a)\" )x\" b", &["R\"x(a)\" )x\"", "b"]);
        check("a \\\n b // c \\\n d\ne", &["a", "b", "// c \\\n d", "\n", "e"]);
        check("a /* b\n c */ d /* open", &["a", "/* b\n c */", "d", "/* open"]);
        check("\"open\nx", &["\"open", "\n", "x"]);
        check("a<:1:>%:%:b<%%>%:", &["a", "<:", "1", ":>", "%:%:", "b", "<%", "%>", "%:"]);
        check("A<::B> A<:::>", &["A", "<", "::", "B", ">", "A", "<:", "::", ">"]);
        check("é→x", &["é", "→", "x"]);
        check("\"\\", &["\"\\"]);
    }
}
