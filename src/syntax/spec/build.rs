//! What the tree builders share: places, errors, names and types.

use std::ops::Range;

use super::grammar::{Node, Rule};
use crate::base::codes::{self, Code};
use crate::base::{Diagnostic, Span};
use crate::syntax::tree::words::{library_type, of_words};
use crate::syntax::tree::{Ident, Name, Qualifiers, Type, TypeKind};

/// An error ends the clause that it is in; the next clause is read all the same.
pub type Built<T> = Result<T, Box<Diagnostic>>;

/// Turns the nodes of one parse into trees.
pub struct Builder<'a> {
    /// Where the parsed text starts in the text that `span` knows.
    pub base: usize,
    pub span: &'a dyn Fn(Range<usize>) -> Span,
    pub is_type: &'a dyn Fn(&str) -> bool,
}

impl Builder<'_> {
    /// The place of a node without the white space that optional parts leave behind it.
    pub fn at(&self, node: &Node) -> Span {
        let start = self.base + node.as_span().start();
        (self.span)(start..start + node.as_str().trim_end().len())
    }

    pub fn ident(&self, node: &Node) -> Ident {
        Ident { text: node.as_str().to_string(), span: self.at(node) }
    }

    /// `a::b` without template arguments.
    pub fn qualified(&self, node: Node) -> Name {
        let span = self.at(&node);
        let mut path: Vec<String> = node
            .into_inner()
            .filter(|part| part.as_rule() == Rule::ident)
            .map(|part| part.as_str().to_string())
            .collect();
        let ident = path.pop().unwrap_or_default();
        Name { path, ident, span, ..Name::default() }
    }

    /// `type_name`, `keyword_type`, `plain_type` or `binder_type`.
    pub fn type_name(&self, node: Node) -> Built<Type> {
        let span = self.at(&node);
        match node.as_rule() {
            Rule::type_name | Rule::binder_type => match node.into_inner().next() {
                Some(inner) => self.type_name(inner),
                None => Ok(named_type("", span)),
            },
            _ => self.type_words(node, span),
        }
    }

    /// The type of a variable of the logic: `int` is the mathematical integer there, other integer types are the machine's.
    pub fn sort_name(&self, node: Node) -> Built<Type> {
        let span = self.at(&node);
        match node.as_str().split_whitespace().filter(|word| *word != "const").eq(["int"]) {
            true => Ok(named_type("integer", span)),
            false => self.type_name(node),
        }
    }

    fn type_words(&self, node: Node, span: Span) -> Built<Type> {
        let mut words = Vec::new();
        let mut qualifiers = Qualifiers::default();
        let mut named = None;
        let mut stars = 0;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::const_word if part.as_str() == "const" => qualifiers.is_const = true,
                Rule::const_word => qualifiers.is_volatile = true,
                Rule::star => stars += 1,
                Rule::qualified => named = Some(self.qualified(part)),
                _ => words.push(part.as_str()),
            }
        }
        let kind = match named {
            Some(name) => TypeKind::Named(name),
            None => match kind_of_words(&words, span) {
                Some(kind) => kind,
                None => {
                    let words = words.join(" ");
                    return Err(error(codes::E0210, span, format!("`{words}` is not a type")));
                }
            },
        };
        Ok((0..stars).fold(Type { kind, qualifiers, span }, |ty, _| Type::new(TypeKind::Pointer(Box::new(ty)), span)))
    }
}

pub fn error(code: Code, span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, span, message))
}

/// A type that has a name only: the sorts of the logic (`integer`, `real`) and the user's types.
pub fn named_type(name: &str, span: Span) -> Type {
    Type::new(TypeKind::Named(Name::plain(name, span)), span)
}

/// The type that a list of type words names, in any order that C allows.
fn kind_of_words(words: &[&str], span: Span) -> Option<TypeKind> {
    if let [word] = words {
        match *word {
            // The logic's booleans are the program's.
            "boolean" => return Some(TypeKind::Bool),
            "integer" | "real" => return Some(named_type(word, span).kind),
            "uchar" => return Some(TypeKind::Int { signed: false, bits: 8 }),
            "void" | "bool" | "float" | "double" => return Some(of_words(words)),
            _ => {}
        }
        if let Some(kind) = library_type(word) {
            return Some(kind);
        }
    }
    let count = |word: &str| words.iter().filter(|other| **other == word).count();
    let known = ["unsigned", "signed", "int", "short", "long", "char"];
    let (ints, long, char) = (count("int"), count("long"), count("char"));
    let fits = words.iter().all(|word| known.contains(word))
        && count("unsigned") + count("signed") <= 1
        && ints <= 1
        && count("short") + char + usize::from(long > 0) <= 1
        && long <= 2
        && (char == 0 || ints == 0)
        && !words.is_empty();
    fits.then(|| of_words(words))
}
