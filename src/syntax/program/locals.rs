//! What a name of the host's code is declared as at a place, as far as lexemes show it for certain (LAUNCH-20).

use std::ops::Range;

use super::host;
use crate::syntax::disambiguate::names::{is_keyword, is_type_word};
use crate::syntax::tokens::scan::Scan;

/// A variable or parameter of the host.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The lexeme of its name.
    pub name: usize,
    /// The words of a built-in type, or the name of another one.
    pub base: Vec<usize>,
    pub is_named: bool,
    /// The base is `const`; the variable is, where it is no pointer.
    pub is_const: bool,
    pub pointers: usize,
    pub is_reference: bool,
    /// An array, or an rvalue reference: of these the type is not read.
    pub is_other: bool,
    /// The lexemes of its initialiser.
    pub value: Option<Range<usize>>,
}

/// The declaration of a name that is seen at a place of the host's code; nothing where there may be another one.
///
/// Variables of the file are not looked at: a macro, a capture or a `using` may declare the name closer by.
pub fn declared(scan: &Scan<'_>, place: usize, name: &str) -> Option<Declared> {
    let found = declaration_around(scan, place, name)?;
    let mentions = |of: &str| found.base.iter().any(|at| scan.at(*at) == of);
    let is_parameter = template_names(scan, place).iter().any(|of| mentions(of));
    (!found.is_named || !is_parameter).then_some(found)
}

/// The words in the heads of the class templates around a place: their parameters are among them.
fn template_names<'e>(scan: &Scan<'e>, place: usize) -> Vec<&'e str> {
    let mut all = Vec::new();
    let mut inner = place;
    while let Some(open) = enclosing(scan, inner) {
        let Some(head) = head(scan, open) else { break };
        if defines_class(scan, &head) && head.clone().any(|at| scan.at(at) == "template") {
            all.extend(head.clone().filter(|at| scan.is_word(*at)).map(|at| scan.at(at)));
        }
        inner = head.start;
    }
    all
}

/// Whether a name stands here that may be a variable's: no member, and not qualified.
pub fn is_variable(scan: &Scan<'_>, at: usize) -> bool {
    scan.is_word(at) && !is_keyword(scan.at(at)) && !matches!(scan.at(at - 1), "." | "->" | "::")
}

fn declaration_around(scan: &Scan<'_>, place: usize, name: &str) -> Option<Declared> {
    let mut inner = place;
    loop {
        let open = enclosing(scan, inner)?;
        let start = open + 1;
        let head = head(scan, open)?;
        if head.clone().any(|at| matches!(scan.at(at), "class" | "struct" | "union" | "enum"))
            && !has_parameters(scan, &head)
        {
            // A member of the class, wherever it stands; else it may be a base's.
            let close = scan.partner(open)?;
            return in_statements(scan, start..close, name).ok()?;
        }
        if let Some(found) = in_statements(scan, start..inner, name).ok()? {
            return Some(found);
        }
        // `[h = x] { ... }`
        if head.clone().any(|at| scan.at(at) == name && host::may_introduce(scan, at)) {
            return None;
        }
        if !is_namespace(scan, &head) {
            if let Some(found) = in_head(scan, &head, name).ok()? {
                return Some(found);
            }
            // A member function's definition outside of its class.
            if head.clone().any(|at| scan.at(at) == "::" && scan.at(at + 2) == "(") {
                return None;
            }
        }
        inner = head.start;
    }
}

fn defines_class(scan: &Scan<'_>, head: &Range<usize>) -> bool {
    head.clone().any(|at| matches!(scan.at(at), "class" | "struct" | "union")) && !has_parameters(scan, head)
}

/// There may be a declaration that was not understood.
pub struct Uncertain;

/// The nearest brace that is open at a place.
fn enclosing(scan: &Scan<'_>, place: usize) -> Option<usize> {
    let mut open = std::iter::successors(scan.opener(place), |open| scan.opener(*open));
    open.find(|open| scan.at(*open) == "{" && scan.partner(*open).is_some_and(|close| close >= place))
}

/// The nearest brace that is open at a place, and what stands before it.
pub fn around(scan: &Scan<'_>, place: usize) -> Option<(usize, Range<usize>)> {
    let open = enclosing(scan, place)?;
    Some((open, head(scan, open)?))
}

/// What stands before a brace, from the end of the statement before.
fn head(scan: &Scan<'_>, open: usize) -> Option<Range<usize>> {
    let mut at = open;
    while at > 0 {
        match scan.at(at - 1) {
            ";" | "{" | "(" | "[" => break,
            // An initialiser in braces, perhaps.
            "}" if at == open => return None,
            "}" => break,
            ")" | "]" => at = scan.partner(at - 1).filter(|start| *start < at)?,
            _ => at -= 1,
        }
    }
    Some(at..open)
}

fn has_parameters(scan: &Scan<'_>, head: &Range<usize>) -> bool {
    head.clone().any(|at| scan.at(at) == "(")
}

pub fn is_namespace(scan: &Scan<'_>, head: &Range<usize>) -> bool {
    head.clone().any(|at| scan.at(at) == "namespace") || scan.at(head.start) == "extern" && !has_parameters(scan, head)
}

/// A parameter of the function, or what a `for` or `if` declares.
fn in_head(scan: &Scan<'_>, head: &Range<usize>, name: &str) -> Result<Option<Declared>, Uncertain> {
    let mut at = head.start;
    while at < head.end {
        let end = scan.after_group(at);
        if scan.at(at) == "(" {
            for part in parts(scan, at) {
                let found = declaration(scan, part.start, part.end).unwrap_or_default();
                if let Some(found) = found.into_iter().find(|found| scan.at(found.name) == name) {
                    return Ok(Some(found));
                }
            }
            if at + 1 < end && mentions_declaration(scan, at + 1..end - 1, name) {
                return Err(Uncertain);
            }
        }
        at = end;
    }
    Ok(None)
}

/// What stands between the parentheses that open here, part by part.
pub fn parts(scan: &Scan<'_>, open: usize) -> Vec<Range<usize>> {
    let Some(close) = scan.partner(open) else { return Vec::new() };
    let (mut all, mut start, mut at) = (Vec::new(), open + 1, open + 1);
    while at <= close {
        if at == close || matches!(scan.at(at), "," | ";") {
            if at > start {
                all.push(start..at);
            }
            start = at + 1;
        }
        at = match scan.at(at) {
            "<" => scan.after_angles(at).unwrap_or(at + 1),
            _ if at == close => at + 1,
            _ => scan.after_group(at),
        };
    }
    all
}

/// What statements of one block declare, those before the end of the range.
fn in_statements(scan: &Scan<'_>, range: Range<usize>, name: &str) -> Result<Option<Declared>, Uncertain> {
    let mut found: Option<Declared> = None;
    let mut header: Option<Declared> = None;
    let mut at = range.start;
    while at < range.end {
        match scan.at(at) {
            "public" | "private" | "protected" => {
                at += 2;
                continue;
            }
            "else" | "do" | "try" => {
                at += 1;
                continue;
            }
            "for" | "if" | "while" | "switch" => {
                let open = (at + 1..at + 3).find(|at| scan.at(*at) == "(").ok_or(Uncertain)?;
                header = in_head(scan, &(open..scan.after_group(open)), name)?.or(header);
                at = scan.after_group(open);
                continue;
            }
            _ => {}
        }
        let all = declaration(scan, at, range.end).unwrap_or_default();
        for own in all.into_iter().filter(|own| scan.at(own.name) == name) {
            if found.replace(own).is_some() {
                return Err(Uncertain);
            }
        }
        let end = statement_end(scan, at, range.end);
        if found.is_none() && mentions_declaration(scan, at..end.min(range.end), name) {
            return Err(Uncertain);
        }
        at = end;
        if at < range.end {
            header = None;
        }
    }
    Ok(header.or(found))
}

/// Behind the statement that begins here.
fn statement_end(scan: &Scan<'_>, start: usize, most: usize) -> usize {
    let mut at = start;
    while at < most {
        match scan.at(at) {
            ";" => return at + 1,
            "{" => {
                at = scan.after_group(at);
                if !matches!(scan.at(at), ";" | "," | ")" | "." | "[" | "(") {
                    return at;
                }
            }
            _ => at = scan.after_group(at),
        }
    }
    at
}

/// Whether these lexemes may declare a name in a way that is not understood; what braces hold is another block's.
fn mentions_declaration(scan: &Scan<'_>, range: Range<usize>, name: &str) -> bool {
    let mut at = range.start;
    let mut in_parentheses = at > 0 && scan.at(at - 1) == "(";
    while at < range.end {
        if scan.at(at) == name
            && (host::may_declare(scan, at) && !is_operand(scan, at) || host::may_introduce(scan, at))
        {
            return true;
        }
        let is_further = scan.at(at) == name && at > range.start && scan.at(at - 1) == "," && scan.at(at + 1) == ",";
        let is_rvalue = scan.at(at) == name && at > 0 && scan.at(at - 1) == "&&" && scan.at(at + 1) == "=";
        if is_further && !in_parentheses || is_rvalue {
            return true;
        }
        // Enumerators are the block's own, and a `using` may name a variable of another namespace.
        if scan.at(at) == "enum" || scan.at(at) == "using" {
            return range.clone().any(|at| scan.at(at) == name);
        }
        // `auto [a, b] = ...`
        let is_binding = scan.at(at) == "[" && at > 0 && matches!(scan.at(at - 1), "auto" | "&" | "&&");
        if is_binding && (at..scan.after_group(at)).any(|at| scan.at(at) == name) {
            return true;
        }
        // `T (*a)[4]` declares, a list of parameters does nothing here.
        let is_list = scan.at(at) == "(" && !matches!(scan.at(at + 1), "*" | "&");
        in_parentheses |= scan.at(at) == "(" && !is_list || scan.at(at) == "<";
        at = if is_list || scan.at(at) == "{" { scan.after_group(at) } else { at + 1 };
    }
    false
}

/// Whether the `*` or `&` before a name is an operator of one operand: `(&a)`, `= *a`.
fn is_operand(scan: &Scan<'_>, name: usize) -> bool {
    let mut at = name;
    while at > 0 && matches!(scan.at(at - 1), "*" | "&") {
        at -= 1;
    }
    at < name && at > 0 && matches!(scan.at(at - 1), "(" | "," | "=" | ";" | "{" | "}" | "[" | "return")
}

/// The variables of the declaration that begins at a lexeme, up to `;` or to the end.
pub fn declaration(scan: &Scan<'_>, start: usize, end: usize) -> Option<Vec<Declared>> {
    let mut at = start;
    let (mut base, mut is_named) = (Vec::new(), false);
    let mut is_const = false;
    while at < end {
        match scan.at(at) {
            "const" | "constexpr" => is_const = true,
            "static" | "inline" | "register" | "extern" | "thread_local" | "typename" | "struct" | "class" => {}
            word if is_type_word(word) && !is_named => base.push(at),
            word if base.is_empty() && (word == "::" || scan.is_word(at) && !is_keyword(word)) => {
                is_named = true;
                let after = after_name(scan, at);
                base.extend(at..after);
                at = after;
                continue;
            }
            _ => break,
        }
        at += 1;
    }
    if base.is_empty() {
        return None;
    }
    let mut all = Vec::new();
    loop {
        let mut own = Declared {
            name: 0,
            base: base.clone(),
            is_named,
            is_const,
            pointers: 0,
            is_reference: false,
            is_other: false,
            value: None,
        };
        at = declarator(scan, at, end, &mut own)?;
        all.push(own);
        match scan.at(at) {
            _ if at == end => return Some(all),
            ";" | ":" => return Some(all),
            "," => at += 1,
            _ => return None,
        }
    }
}

/// Reads one declarator with its initialiser; behind it.
fn declarator(scan: &Scan<'_>, start: usize, end: usize, own: &mut Declared) -> Option<usize> {
    let mut at = start;
    loop {
        match scan.at(at) {
            "*" => own.pointers += 1,
            "&" => own.is_reference = true,
            "&&" => own.is_other = true,
            "const" | "__restrict__" | "__restrict" | "restrict" => {}
            _ => break,
        }
        at += 1;
    }
    if at >= end || !scan.is_word(at) || is_keyword(scan.at(at)) {
        return None;
    }
    own.name = at;
    at += 1;
    while at < end && scan.at(at) == "[" {
        own.is_other = true;
        at = scan.after_group(at);
    }
    if at < end && matches!(scan.at(at), "(" | "{") {
        let close = scan.after_group(at);
        own.value = Some(at + 1..close - 1);
        at = close;
    } else if at < end && scan.at(at) == "=" {
        let first = at + 1;
        while at < end && !matches!(scan.at(at), "," | ";") {
            at = scan.after_group(at);
        }
        own.value = Some(first..at);
    }
    (at <= end).then_some(at)
}

/// Behind a name with its qualifiers and template arguments.
fn after_name(scan: &Scan<'_>, start: usize) -> usize {
    let mut at = start;
    loop {
        at += usize::from(scan.at(at) == "::");
        at += usize::from(scan.is_word(at));
        if scan.at(at) == "<" {
            at = scan.after_angles(at).unwrap_or(at);
        }
        if scan.at(at) != "::" || !scan.is_word(at + 1) {
            return at;
        }
    }
}
