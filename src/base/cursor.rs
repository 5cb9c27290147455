//! Reading text forms: a text's tokens, and the place in them. What the tokens are is the text form's own.

use super::codes::Code;
use super::diagnostic::Diagnostic;
use super::span::{FileId, Span};

/// What every text form's tokens have in common.
pub trait Token: Clone {
    /// Behind the last one.
    const END: Self;
    /// Punctuation or an operator.
    fn symbol(&self) -> Option<&'static str>;
    /// A name or a keyword.
    fn word(&self) -> Option<&str>;
    /// What stands in quotes.
    fn text(&self) -> Option<&str>;
}

#[derive(Clone, Debug)]
struct Placed<T> {
    token: T,
    span: Span,
}

/// The tokens of a text and the place in them.
#[derive(Clone, Debug)]
pub struct Cursor<T> {
    /// Never empty: the last one is [`Token::END`].
    tokens: Vec<Placed<T>>,
    at: usize,
}

impl<T: Token> Cursor<T> {
    /// The tokens of a text. `next` gives the token that the rest of the text starts with, and its length; it also gets
    /// the first character, which is neither white space nor the start of a comment (`//`).
    ///
    /// # Errors
    ///
    /// `code` at the first character that starts no token.
    pub fn of(
        file: FileId,
        text: &str,
        code: Code,
        mut next: impl FnMut(&str, char) -> Option<(T, usize)>,
    ) -> Result<Cursor<T>, Diagnostic> {
        let mut tokens = Vec::new();
        let mut at = 0;
        loop {
            at += blank(&text[at..]);
            let rest = &text[at..];
            let Some(first) = rest.chars().next() else {
                tokens.push(Placed { token: T::END, span: Span::new(file, at, at) });
                return Ok(Cursor { tokens, at: 0 });
            };
            let Some((token, length)) = next(rest, first) else {
                let span = Span::new(file, at, at + first.len_utf8());
                return Err(Diagnostic::error(code, span, format!("`{first}` starts nothing that is known here")));
            };
            tokens.push(Placed { token, span: Span::new(file, at, at + length) });
            at += length;
        }
    }

    /// The next token, which is not taken; [`Token::END`] when all are taken.
    pub fn peek(&self) -> &T {
        &self.tokens[self.at].token
    }

    /// The token after the next one.
    pub fn peek_second(&self) -> &T {
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
    pub fn advance(&mut self) -> T {
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
        self.peek().symbol() == Some(symbol)
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
        let found = self.peek().word() == Some(word);
        if found {
            self.advance();
        }
        found
    }

    /// Takes a text in quotes if one is next.
    pub fn takes_text(&mut self) -> Option<String> {
        let text = self.peek().text().map(str::to_owned);
        if text.is_some() {
            self.advance();
        }
        text
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
pub fn quoted(rest: &str, quote: char) -> Option<(String, usize)> {
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
