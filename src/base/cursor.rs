//! Reading text forms, of kernels and of tasks: a text's tokens, and the place in them.

use num_bigint::BigInt;

use super::codes::Code;
use super::diagnostic::Diagnostic;
use super::span::{FileId, Span};

/// A token of a text form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A word with a meaning, or a plain name.
    Word(String),
    /// A name that is none but a name: in backquotes, or numbered (`i#2`).
    Name {
        /// As it is spelled.
        key: String,
        /// As it is declared.
        name: String,
    },
    /// `tx?0`
    Var {
        /// As it is spelled.
        key: String,
        /// As it is declared.
        name: String,
    },
    /// All up to the next blank.
    Run(String),
    /// What stands in quotes.
    Text(String),
    /// Without a sign.
    Number {
        /// All digits, without the point.
        digits: BigInt,
        /// How many of them stand after the point; none when there is no point.
        fraction: Option<u32>,
        /// Letters and digits directly behind it.
        suffix: String,
    },
    /// Punctuation or an operator.
    Symbol(&'static str),
    /// Behind the last one.
    End,
}

/// What a text form's tokens are.
pub struct TextForm {
    /// That of the error at what starts no token.
    pub code: Code,
    /// Punctuation and operators, in any order.
    pub symbols: &'static [&'static str],
    /// Characters that may stand between those of a word, beside letters, digits and underscores.
    pub within_words: &'static [u8],
    /// Names may be numbered as variables: `x?2`.
    pub has_variables: bool,
    /// A word, and how many runs follow it.
    pub before_runs: Option<(&'static str, usize)>,
}

/// Most digits that a number may have.
const MOST_DIGITS: usize = 10_000;

impl TextForm {
    /// The tokens of a text.
    ///
    /// # Errors
    ///
    /// At the first character that starts no token.
    pub fn tokens(&self, file: FileId, text: &str) -> Result<Cursor, Diagnostic> {
        let mut tokens = Vec::new();
        let (mut at, mut runs) = (0, 0);
        loop {
            at += blank(&text[at..]);
            let rest = &text[at..];
            let Some(first) = rest.chars().next() else {
                tokens.push(Placed { token: Token::End, span: Span::new(file, at, at) });
                return Ok(Cursor { tokens, at: 0 });
            };
            let Some((token, length)) = self.token(rest, first, runs > 0) else {
                let span = Span::new(file, at, at + first.len_utf8());
                return Err(Diagnostic::error(self.code, span, format!("`{first}` starts nothing that is known here")));
            };
            runs = match (&token, self.before_runs) {
                (Token::Word(word), Some((before, count))) if word == before => count,
                _ => runs.saturating_sub(1),
            };
            tokens.push(Placed { token, span: Span::new(file, at, at + length) });
            at += length;
        }
    }

    /// The token that the rest of a text starts with, and its length. The first character is neither white space nor
    /// the start of a comment.
    fn token(&self, rest: &str, first: char, is_run: bool) -> Option<(Token, usize)> {
        match first {
            '"' => quoted(rest, '"').map(|(text, length)| (Token::Text(text), length)),
            _ if is_run => {
                let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
                Some((Token::Run(rest[..length].to_string()), length))
            }
            '`' => quoted(rest, '`').map(|(name, length)| self.numbered(rest, name, length)),
            _ if first.is_ascii_digit() => number(rest),
            _ if first.is_ascii_alphabetic() || first == '_' => {
                let length = self.word_length(rest);
                Some(self.numbered(rest, rest[..length].to_string(), length))
            }
            _ => {
                let starts = self.symbols.iter().filter(|symbol| rest.starts_with(**symbol));
                starts.max_by_key(|symbol| symbol.len()).map(|symbol| (Token::Symbol(symbol), symbol.len()))
            }
        }
    }

    /// A name with the number that may follow it.
    fn numbered(&self, rest: &str, name: String, length: usize) -> (Token, usize) {
        let after = rest.get(length + 1..).unwrap_or("");
        let count = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let numbered = || (rest[..length + 1 + count].to_string(), length + 1 + count);
        match rest[length..].chars().next() {
            Some('#') if count > 0 => {
                let (key, length) = numbered();
                (Token::Name { key, name }, length)
            }
            Some('?') if count > 0 && self.has_variables => {
                let (key, length) = numbered();
                (Token::Var { key, name }, length)
            }
            _ if rest.starts_with('`') => (Token::Name { key: rest[..length].to_string(), name }, length),
            _ => (Token::Word(name), length),
        }
    }

    /// Whether the text is one word.
    pub fn is_word(&self, text: &str) -> bool {
        text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && self.word_length(text) == text.len()
    }

    /// Bytes of the word at the start.
    fn word_length(&self, rest: &str) -> usize {
        let letters = rest.as_bytes();
        let continues = |at: usize| letters.get(at).is_some_and(|next| next.is_ascii_alphanumeric() || *next == b'_');
        let is_within = |at: usize| letters.get(at).is_some_and(|next| self.within_words.contains(next));
        let mut at = 0;
        while continues(at) || (at > 0 && is_within(at) && continues(at + 1)) {
            at += 1;
        }
        at
    }
}

fn number(rest: &str) -> Option<(Token, usize)> {
    let digits_from = |at: usize| rest[at..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| at + end);
    let whole = digits_from(0);
    let has_fraction =
        rest[whole..].strip_prefix('.').is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()));
    let end = if has_fraction { digits_from(whole + 1) } else { whole };
    if end > MOST_DIGITS {
        return None;
    }
    let length = rest[end..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(rest.len(), |at| end + at);
    let digits: String = rest[..end].chars().filter(char::is_ascii_digit).collect();
    let token = Token::Number {
        digits: digits.parse().unwrap_or_default(),
        fraction: has_fraction.then(|| (end - whole - 1) as u32),
        suffix: rest[end..length].to_string(),
    };
    Some((token, length))
}

#[derive(Clone, Debug)]
struct Placed {
    token: Token,
    span: Span,
}

/// The tokens of a text and the place in them.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// Never empty: the last one is [`Token::End`].
    tokens: Vec<Placed>,
    at: usize,
}

impl Cursor {
    /// The next token, which is not taken; [`Token::End`] when all are taken.
    pub fn peek(&self) -> &Token {
        &self.tokens[self.at].token
    }

    /// The token after the next one.
    pub fn peek_second(&self) -> &Token {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].token
    }

    /// The place of the next token.
    pub fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The span from a token to the last one that was read.
    pub fn since(&self, start: Span) -> Span {
        start.to(self.tokens[self.at.saturating_sub(1)].span)
    }

    /// Takes the next token; the end stays.
    pub fn advance(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// Gives the last token back.
    pub fn back(&mut self) {
        self.at = self.at.saturating_sub(1);
    }

    /// Whether all tokens are taken.
    pub fn is_at_end(&self) -> bool {
        self.at + 1 == self.tokens.len()
    }

    /// Whether the symbol is next; it is not taken.
    pub fn sees(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Symbol(next) if *next == symbol)
    }

    /// Takes the symbol if it is next.
    pub fn takes(&mut self, symbol: &str) -> bool {
        let found = self.sees(symbol);
        if found {
            self.advance();
        }
        found
    }

    /// Takes the word if it is next.
    pub fn takes_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(next) if next == word);
        if found {
            self.advance();
        }
        found
    }

    /// Takes a text in quotes if one is next.
    pub fn takes_text(&mut self) -> Option<String> {
        let Token::Text(text) = self.peek().clone() else { return None };
        self.advance();
        Some(text)
    }
}

/// Bytes of white space and comments at the start.
fn blank(text: &str) -> usize {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        match rest.strip_prefix("//") {
            Some(comment) => rest = comment.find('\n').map_or("", |end| &comment[end..]),
            None => return text.len() - rest.len(),
        }
    }
}

/// The text between quotes, unescaped, and the length with the quotes.
fn quoted(rest: &str, quote: char) -> Option<(String, usize)> {
    let mut out = String::new();
    let mut letters = rest.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next()?.1 {
                'n' => out.push('\n'),
                'r' => out.push('\r'),
                other => out.push(other),
            },
            _ if letter == quote => return Some((out, at + 1)),
            _ => out.push(letter),
        }
    }
    None
}
