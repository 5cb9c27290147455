//! What is read of the host's code: launches, the variables in their configurations, and the templates that they stand in.

use std::collections::HashSet;
use std::ops::Range;

use crate::syntax::items::{self, RawKind};
use crate::syntax::mask::Place;
use crate::syntax::names::is_keyword;
use crate::syntax::parse::{self, Rule};
use crate::syntax::scan::Scan;
use crate::syntax::tree::{HostCall, HostTemplate};
use crate::syntax::{host, nesting};

use super::Program;

impl Program<'_, '_> {
    /// The launch whose `<<<` starts at a lexeme of host code, as far as it can be read; the lexemes of its configuration.
    pub(super) fn launch(&mut self, open: usize) -> Option<Range<usize>> {
        let scan = self.scan;
        let mut start = open;
        if start > 0 && scan.at(start - 1) == ">" {
            let mut depth = 0;
            while start > 0 {
                start -= 1;
                match scan.at(start) {
                    ">" => depth += 1,
                    "<" => {
                        depth -= 1;
                        if depth == 0 {
                            break;
                        }
                    }
                    ";" | "{" | "}" => return None,
                    _ => {}
                }
            }
        }
        while start > 0 && (scan.at(start - 1) == "::" || (scan.is_word(start - 1) && !is_keyword(scan.at(start - 1))))
        {
            start -= 1;
        }
        let mut close = open + 3;
        while close < scan.len() && !(scan.at(close) == ">" && scan.at(close + 1) == ">" && scan.at(close + 2) == ">") {
            if matches!(scan.at(close), ";" | "{" | "}") {
                return None;
            }
            close = scan.after_group(close);
        }
        let args = close + 3;
        let end = scan.partner(args).filter(|_| scan.at(args) == "(")?;
        let range = start..end + 1;
        if nesting::too_deep(scan, range.clone()).is_some() {
            return None;
        }
        let masked = self.masked(range, Place::Other);
        if let Ok(node) = parse::parse(Rule::item_launch, &masked.text) {
            let launch = self.build(&masked, |builder| builder.launch(node));
            self.file.launches.extend(launch);
        }
        Some(open + 3..close)
    }

    /// Reads the variables of the host that these lexemes mention, and those that their initialisers mention.
    pub(super) fn host(&mut self, mentioned: Vec<usize>, found: &items::Found) {
        if mentioned.is_empty() {
            return;
        }
        let scan = self.scan;
        let mut is_host = vec![true; scan.len()];
        for item in found.items.iter().filter(|item| matches!(item.kind, RawKind::Function { .. })) {
            is_host[item.range.clone()].fill(false);
        }
        let known = host::initialisers(scan, &|at| is_host[at]);
        let mut open: Vec<usize> = mentioned;
        while let Some(at) = open.pop() {
            let name = scan.at(at);
            if !scan.is_word(at) || self.file.host.iter().any(|(known, _)| known == name) {
                continue;
            }
            let Some(initialiser) = known.iter().find(|known| known.name == name) else { continue };
            let range = initialiser.values.clone();
            if nesting::too_deep(scan, range.clone()).is_some() {
                continue;
            }
            let masked = self.masked(range.clone(), Place::Other);
            if let Ok(node) = parse::parse(Rule::item_values, &masked.text) {
                let values = self.build(&masked, |builder| builder.values(node));
                self.file.host.push((name.to_owned(), values));
                open.extend(range);
            }
        }
    }

    /// Reads the heads of the host's function templates, and the calls that write their arguments out. Instances of kernels
    /// follow from them, where a launch hands arguments on.
    pub(super) fn host_templates(&mut self, found: &items::Found) {
        let scan = self.scan;
        if self.file.launches.iter().all(|launch| launch.name.template_args.is_none()) {
            return;
        }
        // What a function or class of the host may declare itself.
        let bodies = found.items.iter().filter(|item| item.kind == RawKind::Record).map(|item| {
            let mut body = item.range.clone();
            body.by_ref().find(|at| scan.at(*at) == "{");
            body
        });
        for at in found.host_functions.iter().cloned().chain(bodies).flatten().filter(|at| host::may_declare(scan, *at))
        {
            self.file.host_names.insert(scan.at(at).to_owned());
        }
        for (range, name) in &found.host_templates {
            let end = after_angles(scan, range.start + 1).unwrap_or(range.start);
            let masked = self.masked(range.start..end, Place::Other);
            let head = parse::parse(Rule::item_template, &masked.text).ok();
            let head = head.and_then(|node| node.into_inner().find(|part| part.as_rule() == Rule::template_head));
            let params = head.map(|node| self.build(&masked, |builder| builder.template_head(node)));
            let most = written(scan, name + 1, |_| true);
            let least = written(scan, name + 1, |mut param| !param.any(|at| matches!(scan.at(at), "=" | "...")));
            let (name, params) = (scan.at(*name).to_owned(), params.unwrap_or_default());
            self.file.host_templates.push(HostTemplate { name, params, arguments: least..=most });
        }
        let device = found.items.iter().filter(|item| matches!(item.kind, RawKind::Function { .. }));
        let device: Vec<Range<usize>> = device.map(|item| item.range.clone()).collect();
        let names: HashSet<&str> = found.host_templates.iter().map(|(_, name)| scan.at(*name)).collect();
        for at in (0..scan.len()).filter(|at| scan.at(at + 1) == "<" && names.contains(scan.at(*at))) {
            let Some(end) = after_angles(scan, at + 1).filter(|end| scan.at(*end) == "(") else { continue };
            if device.iter().any(|range| range.contains(&at)) || nesting::too_deep(scan, at..end).is_some() {
                continue;
            }
            let masked = self.masked(at..end, Place::Other);
            let Ok(node) = parse::parse(Rule::item_name, &masked.text) else { continue };
            let Some(name) = node.into_inner().find(|part| part.as_rule() == Rule::name) else { continue };
            let name = self.build(&masked, |builder| builder.name(name));
            let within = found.host_templates.iter().position(|(range, _)| range.contains(&at));
            let arguments = written(scan, end, |_| true);
            self.file.host_calls.push(HostCall { name, arguments, within });
        }
    }
}

/// How many of the arguments or parameters between the parentheses that open here are such.
fn written(scan: &Scan<'_>, open: usize, is_such: impl Fn(Range<usize>) -> bool) -> usize {
    let Some(close) = scan.partner(open) else { return 0 };
    let (mut count, mut start, mut at) = (0, open + 1, open + 1);
    while at <= close {
        if at == close || scan.at(at) == "," {
            count += usize::from(at > start && is_such(start..at));
            start = at + 1;
        }
        at = match scan.at(at) {
            "<" => after_angles(scan, at).unwrap_or(at + 1),
            _ if at == close => at + 1,
            _ => scan.after_group(at),
        };
    }
    count
}

/// Behind the `>` that closes the `<` at `open`, if there is one in this statement.
fn after_angles(scan: &Scan<'_>, open: usize) -> Option<usize> {
    let (mut depth, mut at) = (0, open);
    while at < scan.len() {
        match scan.at(at) {
            "<" => depth += 1,
            ">" => depth -= 1,
            ";" | "{" | "}" | ")" | "]" => return None,
            "(" | "[" => {
                at = scan.after_group(at);
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
