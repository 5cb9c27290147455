//! Namespaces: which are open, and names for them.

use std::collections::BTreeSet;
use std::ops::Range;

use super::names::Names;
use crate::syntax::tokens::scan::{Scan, is_attribute};

/// No name of a namespace begins so.
const LEFT_OUT: char = '<';

/// Names of the open namespaces; empty for `extern "C"`. Those that names leave out begin with [`LEFT_OUT`].
#[derive(Default)]
pub struct Namespaces(Vec<String>);

impl Namespaces {
    /// Opens one that is named so, or has no name.
    pub fn open(&mut self, name: String, is_inline: bool) {
        self.0.push(match name.is_empty() {
            true => format!("{LEFT_OUT}unnamed"),
            false if is_inline => format!("{LEFT_OUT}inline {name}"),
            false => name,
        });
    }

    /// `extern "C" {`
    pub fn open_extern(&mut self) {
        self.0.push(String::new());
    }

    /// Whether one of them is `extern "C"`.
    pub fn is_extern(&self) -> bool {
        self.0.iter().any(String::is_empty)
    }

    pub fn close(&mut self) {
        self.0.pop();
    }

    /// The namespaces around, outermost first.
    pub fn named(&self) -> Vec<String> {
        self.all().into_iter().filter(|name| !name.starts_with(LEFT_OUT)).collect()
    }

    /// Whether one of them has no name.
    pub fn is_unnamed(&self) -> bool {
        self.0.iter().any(|name| name.starts_with(LEFT_OUT) && !name.contains(' '))
    }

    /// Likewise with those that names leave out.
    pub fn all(&self) -> Vec<String> {
        self.0.iter().flat_map(|name| name.split("::")).filter(|name| !name.is_empty()).map(String::from).collect()
    }
}

/// The name behind a `namespace`, and where the brace stands if it opens one.
pub fn opening(scan: &Scan<'_>, at: usize) -> (Range<usize>, usize) {
    let start = scan.after_attributes(at + 1);
    let end = after_name(scan, start);
    (start..end, scan.after_attributes(end))
}

fn after_name(scan: &Scan<'_>, mut at: usize) -> usize {
    while scan.is_word(at) && !is_attribute(scan.at(at)) || scan.at(at) == "::" {
        at += 1;
    }
    at
}

/// Tells the names for namespaces, in functions too. A namespace that the file does not open is known by the names in it alone,
/// whatever it is called.
pub fn tell_aliases<'e>(scan: &Scan<'e>, names: &mut Names<'e>) {
    let words =
        |range: Range<usize>| -> Vec<&'e str> { range.filter(|at| scan.is_word(*at)).map(|at| scan.at(at)).collect() };
    let heads: Vec<usize> = (0..scan.len()).filter(|at| scan.at(*at) == "namespace").collect();
    let mut opened = BTreeSet::new();
    let mut inline = BTreeSet::new();
    for at in &heads {
        let (name, brace) = opening(scan, *at);
        let name = words(name);
        let is_inline = *at > 0 && scan.at(at - 1) == "inline" && name.len() == 1;
        match scan.at(brace) == "{" {
            true if is_inline => inline.extend(name),
            true => opened.extend(name),
            false => {}
        }
    }
    inline.difference(&opened).for_each(|name| names.add_inline(name));
    opened.extend(inline);
    for at in heads {
        let equals = after_name(scan, at + 1);
        let end = after_name(scan, equals + 1);
        let (alias, target) = (words(at + 1..equals), words(equals + 1..end));
        if let ([alias], "=", ";") = (alias.as_slice(), scan.at(equals), scan.at(end))
            && target.last().is_some_and(|last| opened.contains(last))
        {
            // A namespace of that name may be meant as well.
            let of_its_own = opened.contains(alias).then(|| vec![*alias]);
            names.add_alias(alias, of_its_own.unwrap_or_else(|| target.clone()));
            names.add_alias(alias, target);
        }
    }
}
