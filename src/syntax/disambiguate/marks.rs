//! The lexemes that are masked, and what is known of each: brackets of templates, names of types.

use std::ops::Range;

use super::names::is_keyword;
use crate::syntax::tokens::scan::{LexemeKind, Scan};

/// Where the lexemes to mask stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A function or its header: `params` is the parenthesis of its parameters.
    Function { params: usize },
    /// Any other item, or an expression.
    Other,
}

/// How far a `<` looks for its `>`, in lexemes.
const ANGLE_REACH: usize = 400;
/// Template argument lists in each other. Deeper ones are a syntax error.
const MAX_ANGLES: usize = 10;

/// What a lexeme is known to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Plain,
    AngleOpen,
    AngleClose,
    Type,
    Value,
}

/// The lexemes of a range, with what each is known to be.
pub struct Marks<'s, 'e> {
    pub scan: &'s Scan<'e>,
    pub range: Range<usize>,
    pub place: Place,
    roles: Vec<Role>,
}

impl<'s, 'e> Marks<'s, 'e> {
    pub fn new(scan: &'s Scan<'e>, range: Range<usize>, place: Place) -> Marks<'s, 'e> {
        Marks { scan, roles: vec![Role::Plain; range.len()], range, place }
    }

    pub fn role(&self, at: usize) -> Role {
        at.checked_sub(self.range.start).and_then(|offset| self.roles.get(offset)).copied().unwrap_or(Role::Plain)
    }

    pub fn set_role(&mut self, at: usize, role: Role) {
        if let Some(place) = at.checked_sub(self.range.start).and_then(|offset| self.roles.get_mut(offset)) {
            *place = role;
        }
    }

    /// A word that is a name.
    pub fn is_name(&self, at: usize) -> bool {
        self.range.contains(&at) && self.scan.is_word(at) && !is_keyword(self.scan.at(at))
    }

    pub fn previous(&self, at: usize) -> &'e str {
        if at > self.range.start { self.scan.at(at - 1) } else { "" }
    }

    /// Whether a `::` stands beside a string: no name does.
    pub fn is_of_assembly(&self, at: usize) -> bool {
        let is_string = |at: usize| self.range.contains(&at) && self.scan.lexemes[at].kind == LexemeKind::String;
        let ends = self.range.contains(&(at + 1)) && matches!(self.scan.at(at + 1), ")" | ":");
        is_string(at.wrapping_sub(1)) || is_string(at + 1) || ends
    }

    pub fn ends_decltype(&self, close: usize) -> bool {
        let open = self.scan.partner(close).filter(|_| self.scan.at(close) == ")");
        open.is_some_and(|open| open > 0 && self.scan.at(open - 1) == "decltype")
    }

    /// Whether a `final` or `override` belongs to the head of a class or function: elsewhere it is a name.
    pub fn ends_head(&self, at: usize) -> bool {
        let after_function = matches!(self.previous(at), ")" | "const" | "noexcept" | "override" | "final");
        let of_class = at >= self.range.start + 2
            && matches!(self.scan.at(at - 2), "struct" | "class" | "union")
            && matches!(self.scan.at(at + 1), "{" | ":");
        of_class || after_function && matches!(self.scan.at(at + 1), "{" | ";" | "override" | "final" | "->")
    }

    /// The lexeme after a qualified name that was looked at already.
    pub fn after_qualified(&self, at: usize) -> usize {
        let mut after = at + 1;
        loop {
            if self.role(after) == Role::AngleOpen {
                while after < self.range.end && self.role(after) != Role::AngleClose {
                    after += 1;
                }
                after += 1;
            } else if self.scan.at(after) == "::" && self.is_name(after + 1) {
                after += 2;
            } else {
                return after;
            }
        }
    }

    /// For a name that nobody declares: `<` and `>` around types and constants, followed by what
    /// follows template arguments.
    pub fn looks_like_angles(&self, open: usize) -> bool {
        if self.scan.at(open + 1) == "<" {
            return false;
        }
        let Some(close) = self.find_close(open, false) else { return false };
        let plain = |at: usize| match self.scan.lexemes[at].kind {
            LexemeKind::Word | LexemeKind::Number => true,
            LexemeKind::Punct => {
                matches!(self.scan.at(at), "::" | "," | "*" | "&" | "<" | ">" | "+" | "-" | "/" | "(" | ")" | "...")
            }
            _ => false,
        };
        let after = self.scan.at(close + 1);
        (open + 1..close).all(plain)
            && (matches!(after, "(" | "::" | "{" | ">" | "," | "*" | "&" | "&&" | ")" | ";" | "const" | "volatile")
                || self.is_name(close + 1)
                || (self.scan.at(close + 1) == "<" && self.scan.at(close + 2) == "<"))
    }

    /// Marks the angle brackets that open at `open`; gives the closing one.
    pub fn angles(&mut self, open: usize) -> Option<usize> {
        let close = self.find_close(open, true)?;
        if self.role(open) == Role::AngleOpen {
            return Some(close);
        }
        self.set_role(open, Role::AngleOpen);
        self.set_role(close, Role::AngleClose);
        Some(close)
    }

    /// The `>` that fits the `<` at `open`. Where it is not certain that template arguments open there, comparisons do not fit.
    pub fn find_close(&self, open: usize, certain: bool) -> Option<usize> {
        let mut depth = 0;
        let mut at = open;
        let end = self.range.end.min(open + ANGLE_REACH);
        while at < end {
            match self.scan.at(at) {
                "<" => {
                    depth += 1;
                    if depth > MAX_ANGLES {
                        return None;
                    }
                }
                ">" => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                "(" | "[" | "{" => {
                    at = self.scan.after_group(at);
                    continue;
                }
                ")" | "]" | "}" | ";" => return None,
                "||" if !certain => return None,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// Whether an arrow says the type that a function or a lambda with parameters returns.
    pub fn follows_head(&self, arrow: usize) -> bool {
        let mut close = arrow.wrapping_sub(1);
        while matches!(self.scan.at(close), "const" | "noexcept" | "mutable" | "constexpr" | "__device__" | "__host__")
        {
            close = close.wrapping_sub(1);
        }
        let Some(open) = self.scan.partner(close).filter(|_| self.scan.at(close) == ")") else { return false };
        match self.place {
            Place::Function { params } if open == params => true,
            // `a[i](x)->f` does not occur: a call of what an array holds would have to stand there.
            _ => open > 0 && self.scan.at(open - 1) == "]",
        }
    }
}
