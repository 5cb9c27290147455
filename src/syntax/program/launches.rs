//! What is read of the host's code: launches, and the templates that they stand in.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::host;
use crate::syntax::disambiguate::items::{self, RawKind};
use crate::syntax::disambiguate::marks::Place;
use crate::syntax::disambiguate::names::is_keyword;
use crate::syntax::grammar::parse::{self, Rule};
use crate::syntax::tokens::nesting;
use crate::syntax::tokens::scan::Scan;
use crate::syntax::tree::{Expr, ExprKind, HostCall, HostLocal, HostTemplate, Name, Type, TypeKind};

use super::locals;
use super::reader::Program;

impl Program<'_, '_> {
    /// Reads the launch whose `<<<` starts at a lexeme of host code, as far as it can be read.
    pub fn launch(&mut self, open: usize) -> Option<()> {
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
            let mut launch = self.build(&masked, |builder| builder.launch(node));
            if let Some(launch) = &mut launch {
                let parts = locals::parts(scan, args);
                if parts.len() == launch.args.len() {
                    let args = std::mem::take(&mut launch.args).into_iter().zip(parts);
                    launch.args = args.map(|(arg, part)| self.with_class(arg, &part)).collect();
                }
                launch.locals = self.locals((start..open).chain(args..end));
            }
            self.file.launches.extend(launch);
        }
        Some(())
    }

    /// Reads something that stands in a template of the host: its parameters are types there.
    pub fn within(&mut self, template: Option<usize>, found: &items::Found, read: impl FnOnce(&mut Self)) {
        self.names.enter();
        self.template.clear();
        if let Some((range, name)) = template.map(|number| &found.host_templates[number]) {
            self.declare_template_types(range.start..*name);
            self.template = self.template_head(range.start);
        }
        read(self);
        self.names.leave();
    }

    /// The variables of the host that these lexemes mention, and those that their initialisers do.
    fn locals(&mut self, mentioned: impl Iterator<Item = usize>) -> Vec<HostLocal> {
        let scan = self.scan;
        let mut all: Vec<HostLocal> = Vec::new();
        let mut open: Vec<usize> = mentioned.collect();
        let mut seen: HashMap<&str, Option<usize>> = HashMap::new();
        while let Some(at) = open.pop() {
            if !locals::is_variable(scan, at) {
                continue;
            }
            let declared = locals::declared(scan, at, scan.at(at));
            let here = declared.as_ref().map(|declared| declared.name);
            if let Some(before) = seen.get(scan.at(at)) {
                if *before != here {
                    // One name for two variables.
                    all.retain(|known| known.name != scan.at(at));
                }
                continue;
            }
            seen.insert(scan.at(at), here);
            let Some(declared) = declared else { continue };
            let Some(ty) = self.declared_type(&declared) else { continue };
            let value = declared.value.clone().filter(|value| !value.is_empty());
            let value = value.and_then(|value| {
                let read = self.read_value(value.clone())?;
                open.extend(value);
                Some(read)
            });
            let is_constant = declared.is_const && declared.pointers == 0 && !declared.is_reference;
            all.push(HostLocal { name: scan.at(at).to_owned(), ty, is_constant, value });
        }
        all
    }

    /// An initialiser that is one expression.
    pub fn read_value(&mut self, range: Range<usize>) -> Option<Expr> {
        let value = self.single_value(range.clone())?;
        Some(self.with_class(value, &range))
    }

    /// Reads the heads of the host's function templates, and their calls. Instances of kernels follow from them, where a
    /// launch hands arguments on.
    pub fn host_templates(&mut self, found: &items::Found) {
        let scan = self.scan;
        if self.file.launches.is_empty() {
            return;
        }
        // What a function or class of the host may declare itself.
        let bodies = found.items.iter().filter(|item| item.kind == RawKind::Record).map(|item| {
            let mut body = item.range.clone();
            body.by_ref().find(|at| scan.at(*at) == "{");
            body
        });
        let is_declared = |at: &usize| host::may_declare(scan, *at) || host::may_introduce(scan, *at);
        for at in found.host_functions.iter().map(|host| host.range.clone()).chain(bodies).flatten().filter(is_declared)
        {
            self.file.host_names.insert(scan.at(at).to_owned());
        }
        // The parameters of class templates, and other words before their names.
        for item in
            found.items.iter().filter(|item| item.kind == RawKind::Record && scan.at(item.range.start) == "template")
        {
            let head = item.range.clone().take_while(|at| !matches!(scan.at(*at), "{" | ";"));
            let words =
                head.take_while(|at| !matches!(scan.at(*at), "struct" | "union")).filter(|at| scan.is_word(*at));
            self.file.host_names.extend(words.map(|at| scan.at(at).to_owned()));
        }
        for number in 0..found.host_templates.len() {
            self.within(Some(number), found, |program| program.host_template(&found.host_templates[number]));
        }
        let device = found.items.iter().filter(|item| matches!(item.kind, RawKind::Function { .. }));
        let device: Vec<Range<usize>> = device.map(|item| item.range.clone()).collect();
        let names: HashSet<&str> = found.host_templates.iter().map(|(_, name)| scan.at(*name)).collect();
        // Of one function alone the arguments' types say which instance a call means.
        let alone: HashSet<&str> = names.iter().copied().filter(|name| is_alone(scan, name)).collect();
        for at in (0..scan.len()).filter(|at| names.contains(scan.at(*at))) {
            if device.iter().any(|range| range.contains(&at)) {
                continue;
            }
            let within = found.host_templates.iter().position(|(range, _)| range.contains(&at));
            let deduces = alone.contains(scan.at(at));
            self.within(within, found, |program| program.host_call(at, within, deduces));
        }
    }

    fn host_template(&mut self, (_, name): &(Range<usize>, usize)) {
        let scan = self.scan;
        let parts = locals::parts(scan, name + 1);
        let is_needed = |part: &&Range<usize>| !(*part).clone().any(|at| matches!(scan.at(at), "=" | "..."));
        let arguments = parts.iter().filter(is_needed).count()..=parts.len();
        let mut types = Vec::new();
        for part in parts {
            let declared = locals::declaration(scan, part.start, part.end).unwrap_or_default();
            types.push(declared.first().and_then(|declared| {
                let ty = self.declared_type(declared)?;
                let span = ty.span;
                Some(if declared.is_reference { Type::new(TypeKind::Reference(Box::new(ty)), span) } else { ty })
            }));
        }
        let (name, params) = (scan.at(*name).to_owned(), self.template.clone());
        self.file.host_templates.push(HostTemplate { name, params, arguments, types });
    }

    /// The call of a template of the host whose name stands here, if it is one.
    fn host_call(&mut self, at: usize, within: Option<usize>, deduces: bool) {
        let scan = self.scan;
        let is_written = scan.at(at + 1) == "<";
        let end = if is_written { scan.after_angles(at + 1) } else { Some(at + 1) };
        let Some(end) = end.filter(|end| scan.at(*end) == "(") else { return };
        if nesting::too_deep(scan, at..end).is_some() || !is_written && (!deduces || !calls(scan, at)) {
            return;
        }
        let masked = self.masked(at..end, Place::Other);
        let Ok(node) = parse::parse(Rule::item_name, &masked.text) else { return };
        let Some(name) = node.into_inner().find(|part| part.as_rule() == Rule::name) else { return };
        let name: Name = self.build(&masked, |builder| builder.name(name));
        let parts = locals::parts(scan, end);
        let (arguments, mut args, mut locals) = (parts.len(), Vec::new(), Vec::new());
        if let Some(close) = scan.partner(end).filter(|_| deduces) {
            for part in parts {
                let missing = Expr::new(ExprKind::Unsupported(String::new()), name.span);
                args.push(self.read_value(part).unwrap_or(missing));
            }
            locals = self.locals(end..close);
        }
        self.file.host_calls.push(HostCall { name, arguments, args, locals, within });
    }
}

/// Whether a function is called where its name stands, and not declared.
fn calls(scan: &Scan<'_>, name: usize) -> bool {
    matches!(scan.at(name.wrapping_sub(1)), ";" | "{" | "}" | "(" | ")" | "," | "=" | "return" | "else" | "::")
}

/// Whether all that declares a function of this name is a template, defined once.
fn is_alone(scan: &Scan<'_>, name: &str) -> bool {
    let mut defined = 0;
    for at in (1..scan.len()).filter(|at| scan.at(*at) == name && scan.at(at + 1) == "(") {
        let behind = scan.at(scan.after_group(at + 1));
        if !host::may_declare(scan, at) || !matches!(behind, ";" | "{" | "const" | "noexcept") {
            continue;
        }
        let start = (0..at).rev().find(|at| matches!(scan.at(*at), ";" | "{" | "}" | ":")).map_or(0, |end| end + 1);
        if scan.at(start) != "template" {
            return false;
        }
        defined += usize::from(behind == "{");
    }
    defined == 1
}
