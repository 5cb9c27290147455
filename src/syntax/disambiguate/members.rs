//! Member functions of the host that are defined in their classes, as far as a scan of the class finds them.

use std::collections::BTreeSet;
use std::ops::Range;

use super::items::{HostFunction, RawItem, RawKind, class_name};
use crate::syntax::tokens::scan::Scan;

/// The classes at file level and in namespaces that are derived from none: what their member functions name by itself is no member of
/// a base.
pub fn underived<'e>(scan: &Scan<'e>, items: &[RawItem]) -> BTreeSet<&'e str> {
    let (mut all, mut derived) = (BTreeSet::new(), BTreeSet::new());
    for item in items.iter().filter(|item| item.kind == RawKind::Record) {
        let Some(name) = class_name(scan, item.range.clone()) else { continue };
        let end = item.range.clone().find(|at| *at > name && matches!(scan.at(*at), "{" | ";")).unwrap_or(name);
        all.insert(scan.at(name));
        if (name + 1..end).any(|at| scan.at(at) == ":") {
            derived.insert(scan.at(name));
        }
    }
    all.difference(&derived).copied().collect()
}

/// The member functions with a body in a class; those of forms that are not known here, such as constructors with initialisers, are
/// left out.
pub fn of_class(scan: &Scan<'_>, class: &RawItem) -> Vec<HostFunction> {
    let Some(name) = class_name(scan, class.range.clone()) else { return Vec::new() };
    let Some(open) = (name..class.range.end).find(|at| matches!(scan.at(*at), "{" | ";")) else { return Vec::new() };
    let end = scan.partner(open).unwrap_or(open);
    let mut found = Vec::new();
    let mut start = open + 1;
    let mut at = start;
    while at < end {
        match scan.at(at) {
            ";" => start = at + 1,
            ":" if matches!(scan.at(at - 1), "public" | "private" | "protected") => start = at + 1,
            "(" => {
                let after = scan.after_group(at);
                let body =
                    (after..end).find(|next| !matches!(scan.at(*next), "const" | "noexcept" | "override" | "final"));
                if let Some(body) =
                    body.filter(|body| scan.at(*body) == "{" && is_named(scan, start..at, scan.at(name)))
                {
                    let range = start..scan.after_group(body);
                    found.push(HostFunction {
                        range: range.clone(),
                        params: at,
                        body,
                        scope: class.scope.clone(),
                        class: Some(scan.at(name).to_owned()),
                        is_internal: false,
                        is_c: false,
                    });
                    (start, at) = (range.end, range.end);
                    continue;
                }
                at = after;
                continue;
            }
            "{" => {
                at = scan.after_group(at);
                start = at;
                continue;
            }
            "[" => {
                at = scan.after_group(at);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Whether what stands before the parameters ends with the name of a function that is no constructor, destructor or operator.
fn is_named(scan: &Scan<'_>, head: Range<usize>, class: &str) -> bool {
    let Some(name) = head.clone().next_back().filter(|_| head.len() > 1) else { return false };
    scan.is_word(name)
        && scan.at(name) != class
        && !head.clone().any(|at| matches!(scan.at(at), "operator" | "~" | "=" | ":"))
}
