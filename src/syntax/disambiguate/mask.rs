//! The text that `cuda.pest` reads: as long as the expanded text, with every name marked as a type
//! or a value, angle brackets of templates marked, and literals blanked.
//!
//! Here C++'s type/expression ambiguity (`a * b;`, `(T)(x)`, `f<16>(x)`) is settled, by scopes of
//! the names that are declared and, for names that nobody declares (headers that are not read), by
//! the shape of what stands around them.

use std::ops::Range;

use super::marks::{Marks, Place, Role};
use super::names::{NameKind, Names, is_keyword, is_trait, is_type_word};
use super::typedefs::typedef_names;
use crate::syntax::preprocess::UNROLL_MARKER;
use crate::syntax::tokens::scan::{LexemeKind, Scan};

pub const VALUE: u8 = b'$';
pub const TYPE: u8 = b'`';
pub const ANNOTATION: u8 = b'@';
pub const UNROLL: u8 = b'#';
pub const ANGLE_OPEN: u8 = 1;
pub const ANGLE_CLOSE: u8 = 2;
/// Fits nowhere in the grammar.
const WRONG: u8 = 0x7F;

/// The masked text of lexemes `range`, which begins at the first one's text.
pub fn mask<'e>(scan: &Scan<'e>, range: Range<usize>, names: &mut Names<'e>, place: Place) -> String {
    let Some(first) = scan.lexemes.get(range.start).filter(|_| !range.is_empty()) else { return String::new() };
    let base = first.lo;
    let end = scan.lexemes[range.end - 1].hi;
    let mut masker = Masker {
        scan,
        marks: Marks::new(scan, range, place),
        names,
        base,
        out: vec![b' '; end - base],
        declaring: vec![false],
        angles_open: 0,
    };
    let depth = masker.names.depth();
    masker.run();
    while masker.names.depth() > depth {
        masker.names.leave();
    }
    // Only ASCII was written.
    String::from_utf8(masker.out).unwrap_or_default()
}

struct Masker<'s, 'e, 'n> {
    scan: &'s Scan<'e>,
    marks: Marks<'s, 'e>,
    names: &'n mut Names<'e>,
    base: usize,
    out: Vec<u8>,
    /// For every open bracket: a declaration is going on, so names after commas are declared too.
    declaring: Vec<bool>,
    /// Lists of template arguments that are open here.
    angles_open: usize,
}

impl<'e> Masker<'_, 'e, '_> {
    fn run(&mut self) {
        let mut heads_end = self.marks.range.start;
        for at in self.marks.range.clone() {
            let lexeme = self.scan.lexemes[at];
            match lexeme.kind {
                LexemeKind::Annotation(_) => self.write(lexeme.lo, ANNOTATION),
                LexemeKind::Number => self.copy(at),
                LexemeKind::String | LexemeKind::Char => self.literal(at),
                LexemeKind::Punct => self.punct(at),
                LexemeKind::Word => {
                    if self.scan.at(at) == "template"
                        && self.scan.at(at + 1) == "<"
                        && let Some(close) = self.marks.angles(at + 1)
                    {
                        heads_end = heads_end.max(close);
                    }
                    self.word(at, at < heads_end);
                }
            }
        }
    }

    // ── writing ─────────────────────────────────────────────────────────────────────────────────

    fn write(&mut self, at: usize, byte: u8) {
        if let Some(place) = self.out.get_mut(at - self.base) {
            *place = byte;
        }
    }

    /// Copies a lexeme of ASCII text; anything else is marked as wrong.
    fn copy(&mut self, at: usize) {
        let lexeme = self.scan.lexemes[at];
        for (offset, byte) in self.scan.at(at).bytes().enumerate() {
            self.write(lexeme.lo + offset, if byte.is_ascii_graphic() { byte } else { WRONG });
        }
    }

    fn literal(&mut self, at: usize) {
        let text = self.scan.at(at);
        let lexeme = self.scan.lexemes[at];
        let quote = if lexeme.kind == LexemeKind::String { '"' } else { '\'' };
        let open = text.find(quote).unwrap_or(0);
        for (offset, byte) in text[..=open].bytes().enumerate() {
            self.write(lexeme.lo + offset, byte);
        }
        let closed = text.len() > open + 1 && text.ends_with(quote);
        self.write(lexeme.hi - 1, if closed { quote as u8 } else { WRONG });
    }

    fn name(&mut self, at: usize, mark: u8) {
        let lexeme = self.scan.lexemes[at];
        self.write(lexeme.lo, mark);
        for place in lexeme.lo + 1..lexeme.hi {
            self.write(place, b'x');
        }
    }

    // ── lexemes ─────────────────────────────────────────────────────────────────────────────────

    fn punct(&mut self, at: usize) {
        let lexeme = self.scan.lexemes[at];
        match self.marks.role(at) {
            Role::AngleOpen => {
                self.angles_open += 1;
                return self.write(lexeme.lo, ANGLE_OPEN);
            }
            Role::AngleClose => {
                self.angles_open = self.angles_open.saturating_sub(1);
                return self.write(lexeme.lo, ANGLE_CLOSE);
            }
            _ => {}
        }
        match self.scan.at(at) {
            "(" | "[" => self.declaring.push(false),
            ")" | "]" => self.close(),
            "{" => {
                self.declaring.push(false);
                self.names.enter();
            }
            "}" => {
                self.close();
                self.names.leave();
                self.set_declaring(false);
            }
            ";" => self.set_declaring(false),
            // A comma between template arguments declares nothing.
            "," if self.declaring.last() == Some(&true) && self.angles_open == 0 => self.declare_after_comma(at + 1),
            // Two colons of an `asm` statement: nothing between them.
            "::" if self.marks.is_of_assembly(at) => {}
            // A leading `::` says nothing that the trees keep.
            "::" if !self.marks.is_name(at.wrapping_sub(1))
                && self.marks.role(at.wrapping_sub(1)) != Role::AngleClose
                && !self.marks.ends_decltype(at.wrapping_sub(1)) =>
            {
                return;
            }
            "$" | "`" | "@" | "#" | "\\" => return self.write(lexeme.lo, WRONG),
            _ => {}
        }
        self.copy(at);
    }

    fn close(&mut self) {
        if self.declaring.len() > 1 {
            self.declaring.pop();
        }
    }

    fn set_declaring(&mut self, on: bool) {
        if let Some(last) = self.declaring.last_mut() {
            *last = on;
        }
    }

    fn word(&mut self, at: usize, in_template_head: bool) {
        let word = self.scan.at(at);
        if word == UNROLL_MARKER {
            return self.write(self.scan.lexemes[at].lo, UNROLL);
        }
        if matches!(word, "final" | "override") && self.marks.ends_head(at) {
            return self.copy(at);
        }
        match self.marks.role(at) {
            Role::Type => return self.type_name(at, at + 1),
            Role::Value => return self.name(at, VALUE),
            _ => {}
        }
        if is_keyword(word) {
            self.copy(at);
            return self.keyword(at, word, in_template_head);
        }
        let (last, after) = self.qualified(at);
        if self.names_type(at, last, after) {
            self.type_name(at, after);
        } else {
            self.name(at, VALUE);
        }
    }

    fn keyword(&mut self, at: usize, word: &'e str, in_template_head: bool) {
        match word {
            "typename" | "class" if in_template_head => {
                let name = if matches!(self.scan.at(at + 1), "..." | "::") { at + 2 } else { at + 1 };
                if self.marks.is_name(name) && self.scan.at(name + 1) != "::" {
                    self.marks.set_role(name, Role::Type);
                    self.names.declare(self.scan.at(name), NameKind::Type);
                    if self.scan.at(name + 1) == "=" {
                        self.note_type(name + 2);
                    }
                } else {
                    self.note_type(name);
                }
            }
            "struct" | "class" | "union" | "enum" => {
                // Attributes may stand between the key and the name.
                let name = self.scan.after_attributes(at + 1);
                if self.note_type(name)
                    && self.names.lookup(self.scan.at(name)).is_none_or(|kind| kind == NameKind::Value)
                {
                    self.names.declare(self.scan.at(name), NameKind::Type);
                }
            }
            "typename" | "new" => {
                let name = if self.scan.at(at + 1) == "::" { at + 2 } else { at + 1 };
                self.note_type(name);
            }
            "using" if self.marks.is_name(at + 1) && self.scan.at(at + 2) == "=" => {
                self.marks.set_role(at + 1, Role::Type);
                self.names.declare(self.scan.at(at + 1), NameKind::Type);
            }
            "typedef" => self.typedef(at),
            "auto" => {
                let mut open = at + 1;
                while matches!(self.scan.at(open), "&" | "&&" | "const") {
                    open += 1;
                }
                if self.scan.at(open) == "[" {
                    // The names of a structured binding.
                    for name in open + 1..self.scan.after_group(open) {
                        if self.marks.is_name(name) {
                            self.declare_value(name);
                        }
                    }
                } else {
                    self.declare_after(at + 1);
                }
            }
            "static_cast" | "reinterpret_cast" | "const_cast" | "dynamic_cast"
                if self.scan.at(at + 1) == "<" && self.marks.angles(at + 1).is_some() =>
            {
                let mut name = at + 2;
                while matches!(self.scan.at(name), "const" | "volatile" | "::" | "typename") {
                    name += 1;
                }
                self.note_type(name);
            }
            _ if is_type_word(word) && !is_type_word(self.scan.at(at + 1)) => self.declare_after(at + 1),
            _ => {}
        }
    }

    /// Notes that a type's name stands here, if a name does.
    fn note_type(&mut self, name: usize) -> bool {
        let is_name = self.marks.is_name(name);
        if is_name {
            self.marks.set_role(name, Role::Type);
            self.qualified(name);
        }
        is_name
    }

    /// Marks a type's name and declares what follows it.
    fn type_name(&mut self, at: usize, after: usize) {
        self.name(at, TYPE);
        let after = if after == at + 1 { self.marks.after_qualified(at) } else { after };
        self.declare_after(after);
    }

    // ── declarations ────────────────────────────────────────────────────────────────────────────

    /// After a type: the name that is declared, if one is.
    fn declare_after(&mut self, mut at: usize) {
        if self.scan.at(at) == "(" && matches!(self.scan.at(at + 1), "*" | "&") {
            at += 1;
        }
        while matches!(
            self.scan.at(at),
            "*" | "&" | "&&" | "const" | "volatile" | "__restrict__" | "__restrict" | "restrict" | "..."
        ) {
            at += 1;
        }
        if self.marks.is_name(at) && !matches!(self.scan.at(at + 1), "::" | "<") {
            self.declare_value(at);
            self.set_declaring(true);
        }
    }

    fn declare_after_comma(&mut self, mut at: usize) {
        // Each parameter has a type of its own.
        if self.in_params(at) || self.scan.at(at) == "const" {
            return;
        }
        while matches!(self.scan.at(at), "*" | "&" | "const" | "__restrict__") {
            at += 1;
        }
        if self.marks.is_name(at) && matches!(self.scan.at(at + 1), "=" | ";" | "," | "[" | "{" | "(" | ":") {
            self.declare_value(at);
        }
    }

    fn declare_value(&mut self, at: usize) {
        let name = self.scan.at(at);
        // `typedef` and the like have said already what this name is.
        if self.marks.role(at) == Role::Plain {
            self.marks.set_role(at, Role::Value);
            if self.names.lookup(name) != Some(NameKind::FunctionTemplate) {
                self.names.declare(name, NameKind::Value);
            }
        }
    }

    /// Declares the names of a `typedef`.
    fn typedef(&mut self, at: usize) {
        for name in typedef_names(self.scan, at, self.marks.range.end) {
            self.names.declare(self.scan.at(name), NameKind::Type);
            self.marks.set_role(name, Role::Type);
        }
    }

    // ── names ───────────────────────────────────────────────────────────────────────────────────

    /// Reads the qualified name that starts at `at`, marking its template argument lists. Gives its
    /// last part and the lexeme after it.
    fn qualified(&mut self, at: usize) -> (usize, usize) {
        let mut part = at;
        loop {
            let mut after = part + 1;
            if self.scan.at(after) == "<" && self.opens_angles(part, part == at) {
                match self.marks.angles(after) {
                    Some(close) => after = close + 1,
                    None => return (part, after),
                }
            }
            if self.scan.at(after) == "::" {
                let next = if self.scan.at(after + 1) == "template" { after + 2 } else { after + 1 };
                if self.marks.is_name(next) {
                    // The other parts of a qualified name are values, whatever they mean alone.
                    if self.marks.role(next) == Role::Plain {
                        self.marks.set_role(next, Role::Value);
                    }
                    part = next;
                    continue;
                }
            }
            return (part, after);
        }
    }

    /// Whether the `<` after the name at `part` opens template arguments.
    fn opens_angles(&self, part: usize, alone: bool) -> bool {
        // A launch of a template whose arguments are deduced: `k<<<1, 32>>>(a)`.
        if self.scan.at(part + 2) == "<" {
            return false;
        }
        let member = match self.marks.previous(part) {
            "." => true,
            "->" => !self.marks.follows_head(part - 1),
            _ => false,
        };
        let known = if alone && !member { self.names.lookup(self.scan.at(part)) } else { None };
        match known {
            None if member => self.marks.looks_like_angles(part + 1) && self.only_types_and_numbers(part + 1),
            Some(NameKind::Type | NameKind::TypeTemplate | NameKind::FunctionTemplate) => true,
            Some(NameKind::Value) => false,
            None if self.marks.previous(part) == "::" && is_trait(trimmed(self.scan.at(part))) => true,
            None => self.marks.looks_like_angles(part + 1),
        }
    }

    /// For a member, which is compared far more often than it is a template.
    fn only_types_and_numbers(&self, open: usize) -> bool {
        let Some(close) = self.marks.find_close(open, false) else { return false };
        let fits = |at: usize| match self.scan.lexemes[at].kind {
            LexemeKind::Word => is_keyword(self.scan.at(at)) || self.names.is_type(self.scan.at(at)),
            _ => true,
        };
        (open + 1..close).all(fits)
    }

    /// Whether the qualified name from `at` to `last`, followed by `after`, names a type.
    fn names_type(&self, at: usize, last: usize, after: usize) -> bool {
        let before = self.marks.previous(at);
        if before == "->" && self.marks.follows_head(at - 1) {
            return true;
        }
        if matches!(before, "." | "->" | "goto") {
            return false;
        }
        if self.marks.previous(last) == "::" && self.scan.at(last).strip_suffix("_t").is_some_and(is_trait) {
            return true;
        }
        match self.names.lookup(self.scan.at(last)) {
            Some(NameKind::Type | NameKind::TypeTemplate) => return true,
            Some(NameKind::Value | NameKind::FunctionTemplate) if at == last => return false,
            _ => {}
        }
        let next = self.scan.at(after);
        // `Foo{.x = 1}`.
        if next == "{" && self.scan.at(after + 1) == "." {
            return true;
        }
        // `return Foo{x};`, `const Foo(*x)[4]`.
        if next == "{" && matches!(before, "return" | "=" | "(")
            || before == "const" && next == "(" && matches!(self.scan.at(after + 1), "*" | "&")
        {
            return true;
        }
        // `Foo x`, `Foo const x`.
        if self.marks.is_name(after) || matches!(next, "const" | "volatile" | "__restrict__") {
            return true;
        }
        // `Span<const Tree::Node>`: what comes first after `const` is a type.
        if before == "const"
            && at >= 2
            && (self.marks.role(at - 2) == Role::AngleOpen || matches!(self.scan.at(at - 2), "(" | ","))
        {
            return true;
        }
        let mut stars = after;
        while matches!(self.scan.at(stars), "*" | "&" | "&&" | "const" | "__restrict__" | "__restrict" | "...") {
            stars += 1;
        }
        let pointer = stars > after;
        if self.in_params(at) && matches!(before, "(" | "," | "const" | "volatile" | "__grid_constant__") {
            return matches!(self.scan.at(stars), "," | ")" | "[") || self.marks.is_name(stars);
        }
        let opens_statement = at == self.marks.range.start
            || matches!(before, "{" | "}" | ";" | "const" | "static" | "constexpr" | "volatile")
            || matches!(before, "__shared__" | "__constant__" | "__device__" | "extern" | "__restrict__" | "inline")
            || matches!(before, "__forceinline__" | "__host__" | "__global__" | "register")
            || self.scan.annotation(at.wrapping_sub(1)).is_some()
            || self.marks.role(at.wrapping_sub(1)) == Role::AngleClose;
        // `Foo *x;`, `Foo &x = ...`: a product whose value is thrown away is never meant.
        if pointer
            && opens_statement
            && self.marks.is_name(stars)
            && matches!(self.scan.at(stars + 1), "=" | ";" | "," | "[" | "{" | "(")
        {
            return true;
        }
        // `Foo<int> {` and the like stay values. A cast: `(Foo *)`, `(Foo) x`.
        if before == "(" && self.scan.at(stars) == ")" && at >= 2 {
            let ahead = at - 2;
            let casts =
                !self.scan.is_word(ahead) || matches!(self.scan.at(ahead), "return" | "case" | "else" | "do" | "throw");
            let operand = stars + 1;
            let has_operand = self.scan.is_word(operand) && !is_keyword(self.scan.at(operand))
                || self.scan.lexemes.get(operand).is_some_and(|lexeme| lexeme.kind == LexemeKind::Number);
            return pointer || (casts && !matches!(self.scan.at(ahead), ")" | "]") && has_operand);
        }
        // `sizeof(Foo *)`, `f<Foo *>`.
        pointer && (self.scan.at(stars) == ")" || self.marks.role(stars) == Role::AngleClose) && before != ")"
    }

    /// Whether the lexeme stands directly in the parameter list of the function.
    fn in_params(&self, at: usize) -> bool {
        match self.marks.place {
            Place::Function { params } => {
                at > params && self.scan.partner(params).is_some_and(|close| at < close) && self.declaring.len() == 2
            }
            Place::Other => false,
        }
    }
}

/// A trait's name without its suffix.
fn trimmed(name: &str) -> &str {
    name.strip_suffix("_t").or_else(|| name.strip_suffix("_v")).unwrap_or(name)
}
