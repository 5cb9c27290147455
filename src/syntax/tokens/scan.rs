//! Tokens of the expanded text with their bracket partners: what the item scan and the mask work on.

use super::expanded::Expanded;
use super::lexer::{self, TokenKind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LexemeKind {
    Word,
    Number,
    String,
    Char,
    Punct,
    /// The annotation of this number in [`Expanded::annotations`].
    Annotation(usize),
}

#[derive(Clone, Copy, Debug)]
pub struct Lexeme {
    pub kind: LexemeKind,
    pub lo: usize,
    pub hi: usize,
}

/// A bracket without a partner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    pub lexeme: usize,
    /// No bracket was open where a closing one stands.
    pub stray_closer: bool,
    /// Stood in no bracket at all.
    pub outermost: bool,
}

pub struct Scan<'e> {
    pub text: &'e str,
    pub lexemes: Vec<Lexeme>,
    /// For every bracket its partner.
    partners: Vec<u32>,
    pub faults: Vec<Fault>,
}

const NONE: u32 = u32::MAX;

impl<'e> Scan<'e> {
    pub fn new(expanded: &'e Expanded) -> Scan<'e> {
        let text = expanded.text.as_str();
        let mut lexemes = Vec::with_capacity(text.len() / 4);
        let mut from = 0;
        for (number, annotation) in expanded.annotations.iter().enumerate() {
            push_tokens(text, from..annotation.range.start, &mut lexemes);
            let (lo, hi) = (annotation.range.start, annotation.range.end);
            lexemes.push(Lexeme { kind: LexemeKind::Annotation(number), lo, hi });
            from = annotation.range.end;
        }
        push_tokens(text, from..text.len(), &mut lexemes);
        let partners = vec![NONE; lexemes.len()];
        let mut scan = Scan { text, lexemes, partners, faults: Vec::new() };
        scan.match_brackets();
        scan
    }

    pub fn len(&self) -> usize {
        self.lexemes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.lexemes.is_empty()
    }

    /// The text of a lexeme; nothing beyond the end.
    pub fn at(&self, lexeme: usize) -> &'e str {
        self.lexemes.get(lexeme).map_or("", |found| &self.text[found.lo..found.hi])
    }

    /// Whether a word (identifier or keyword) stands there.
    pub fn is_word(&self, lexeme: usize) -> bool {
        self.lexemes.get(lexeme).is_some_and(|found| found.kind == LexemeKind::Word)
    }

    pub fn annotation(&self, lexeme: usize) -> Option<usize> {
        match self.lexemes.get(lexeme)?.kind {
            LexemeKind::Annotation(number) => Some(number),
            _ => None,
        }
    }

    pub fn partner(&self, lexeme: usize) -> Option<usize> {
        self.partners.get(lexeme).filter(|partner| **partner != NONE).map(|partner| *partner as usize)
    }

    /// The lexeme after the group that opens at `lexeme`, or after the lexeme itself.
    pub fn after_group(&self, lexeme: usize) -> usize {
        match self.partner(lexeme) {
            Some(partner) if partner > lexeme => partner + 1,
            _ => lexeme + 1,
        }
    }

    /// After the attributes that begin here: `__align__(16)`, `[[nodiscard]]`.
    pub fn after_attributes(&self, mut at: usize) -> usize {
        loop {
            at = match self.at(at) {
                word if is_attribute(word) && self.at(at + 1) == "(" => self.after_group(at + 1),
                "[" => self.after_group(at),
                _ => return at,
            };
        }
    }

    /// Behind the `>` that closes the `<` at `open`, if there is one in this statement.
    pub fn after_angles(&self, open: usize) -> Option<usize> {
        let (mut depth, mut at) = (0, open);
        while at < self.len() {
            match self.at(at) {
                "<" => depth += 1,
                ">" => depth -= 1,
                ";" | "{" | "}" | ")" | "]" => return None,
                "(" | "[" => {
                    at = self.after_group(at);
                    continue;
                }
                _ => {}
            }
            at += 1;
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// The nearest bracket that is open at a place.
    pub fn opener(&self, place: usize) -> Option<usize> {
        let mut at = place;
        while at > 0 {
            at -= 1;
            match self.at(at) {
                "{" | "(" | "[" => return Some(at),
                "}" | ")" | "]" => at = self.partner(at).filter(|open| *open < at).unwrap_or(at),
                _ => {}
            }
        }
        None
    }

    /// Finds every bracket's partner. A kernel cannot stand inside a function, so at `__global__`
    /// every bracket other than a namespace's is known to lack its partner.
    fn match_brackets(&mut self) {
        let mut open: Vec<usize> = Vec::new();
        for at in 0..self.lexemes.len() {
            match (self.lexemes[at].kind, self.at(at)) {
                (LexemeKind::Punct, "(" | "[" | "{") => open.push(at),
                (LexemeKind::Punct, closer @ (")" | "]" | "}")) => {
                    let opener = match closer {
                        ")" => "(",
                        "]" => "[",
                        _ => "{",
                    };
                    // A brace closes what is open inside it; other brackets never close a brace.
                    let reach = open.iter().rposition(|open| self.at(*open) == opener || self.at(*open) == "{");
                    match reach.filter(|reach| self.at(open[*reach]) == opener) {
                        Some(reach) => {
                            for unclosed in open.drain(reach + 1..) {
                                self.faults.push(Fault { lexeme: unclosed, stray_closer: false, outermost: false });
                            }
                            if let Some(partner) = open.pop() {
                                self.partners[partner] = at as u32;
                                self.partners[at] = partner as u32;
                            }
                        }
                        None => self.faults.push(Fault { lexeme: at, stray_closer: true, outermost: open.is_empty() }),
                    }
                }
                (LexemeKind::Word, "__global__") => {
                    let keep = open.iter().take_while(|open| self.is_namespace(**open)).count();
                    for unclosed in open.drain(keep..) {
                        self.faults.push(Fault { lexeme: unclosed, stray_closer: false, outermost: false });
                    }
                }
                _ => {}
            }
        }
        for unclosed in open {
            self.faults.push(Fault { lexeme: unclosed, stray_closer: false, outermost: false });
        }
        self.faults.sort_by_key(|fault| fault.lexeme);
    }

    /// Whether the brace at `open` opens a namespace or `extern "C"`, or a class (whose members may
    /// be marked in ways that we do not know).
    fn is_namespace(&self, open: usize) -> bool {
        let before = |back: usize| open.checked_sub(back).map_or("", |at| self.at(at));
        if self.at(open) != "{" {
            return false;
        }
        if before(1) == "namespace" || (before(2) == "extern" && before(1).starts_with('"')) {
            return true;
        }
        let mut at = open;
        while at > 0 {
            // Attributes may stand before the name and behind it.
            at = match self.at(at - 1) {
                "]" | ")" => self.partner(at - 1).unwrap_or(0),
                "namespace" => return true,
                "::" => at - 1,
                _ if self.is_word(at - 1) => at - 1,
                _ => return false,
            };
        }
        false
    }
}

/// A word that stands before the parentheses of an attribute.
pub fn is_attribute(word: &str) -> bool {
    matches!(word, "__align__" | "alignas" | "__attribute__" | "__attribute" | "__declspec")
}

fn push_tokens(text: &str, range: std::ops::Range<usize>, lexemes: &mut Vec<Lexeme>) {
    for token in lexer::tokens(&text[range.clone()]) {
        let (lo, hi) = (range.start + token.lo, range.start + token.hi);
        let kind = match token.kind {
            TokenKind::Ident => LexemeKind::Word,
            TokenKind::Number => LexemeKind::Number,
            TokenKind::String => LexemeKind::String,
            TokenKind::Char => LexemeKind::Char,
            TokenKind::Punct => LexemeKind::Punct,
            TokenKind::Newline | TokenKind::LineComment | TokenKind::BlockComment => continue,
        };
        if kind == LexemeKind::Punct && matches!(&text[lo..hi], "<<" | ">>" | "<<<" | ">>>") {
            // One by one: `>>` may close two template argument lists.
            lexemes.extend((lo..hi).map(|at| Lexeme { kind, lo: at, hi: at + 1 }));
        } else {
            lexemes.push(Lexeme { kind, lo, hi });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{FileId, Span};

    fn faults(text: &str) -> Vec<(String, bool)> {
        let mut expanded = Expanded::default();
        expanded.push_verbatim(text, Span::new(FileId(0), 0, text.len()));
        let scan = Scan::new(&expanded);
        scan.faults.iter().map(|fault| (scan.at(fault.lexeme).to_string(), fault.stray_closer)).collect()
    }

    #[test]
    fn brackets_without_partner_are_found() {
        assert_eq!(faults("f(a[1], {2})"), []);
        assert_eq!(faults("{ f(a; }"), [("(".into(), false)]);
        assert_eq!(faults("{ a) ; }"), [(")".into(), true)]);
        assert_eq!(faults("namespace n { void f() { __global__ void g() {} }"), [("{".into(), false)]);
        assert_eq!(faults("}"), [("}".into(), true)]);
    }
}
