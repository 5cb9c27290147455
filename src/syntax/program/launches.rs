//! What is read of the host's code: launches, the variables in their configurations, and the templates that they stand in.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::host::{self, Initialiser};
use crate::syntax::disambiguate::items::{self, RawKind};
use crate::syntax::disambiguate::mask::Place;
use crate::syntax::disambiguate::names::is_keyword;
use crate::syntax::grammar::of_words;
use crate::syntax::grammar::parse::{self, Rule};
use crate::syntax::tokens::nesting;
use crate::syntax::tokens::scan::Scan;
use crate::syntax::tree::{
    Expr, ExprKind, HostCall, HostLocal, HostTemplate, IntLiteral, Name, Qualifiers, TemplateParam, Type, TypeKind,
};

use super::Program;
use super::constants::{self, Constant};
use super::locals::{self, Declared};

/// What some declaration of the file calls a `dim3`: a variable, a parameter or a function.
fn dim3s<'e>(scan: &Scan<'e>) -> HashSet<&'e str> {
    let mut all = HashSet::new();
    for start in (0..scan.len()).filter(|at| scan.at(*at) == "dim3") {
        let mut at = start + 1;
        loop {
            at += (at..scan.len()).take_while(|at| matches!(scan.at(*at), "&" | "&&" | "const")).count();
            if !scan.is_word(at) {
                break;
            }
            all.insert(scan.at(at));
            // `dim3 a(1, 2), b = c;`
            while at < scan.len() && !matches!(scan.at(at), "," | ";" | ")" | "}") {
                at = scan.after_group(at);
            }
            if scan.at(at) != "," {
                break;
            }
            at += 1;
        }
    }
    all
}

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
        Some(open + 3..close)
    }

    /// Reads something that stands in a template of the host: its parameters are types there.
    pub(super) fn within(&mut self, template: Option<usize>, found: &items::Found, read: impl FnOnce(&mut Self)) {
        self.names.enter();
        self.template.clear();
        if let Some((range, name)) = template.map(|number| &found.host_templates[number]) {
            self.declare_template_types(range.start..*name);
            self.template = self.template_head(range.start);
        }
        read(self);
        self.names.leave();
    }

    /// The template parameters whose `template` stands here.
    fn template_head(&mut self, start: usize) -> Vec<TemplateParam> {
        let end = after_angles(self.scan, start + 1).unwrap_or(start);
        let masked = self.masked(start..end, Place::Other);
        let head = parse::parse(Rule::item_template, &masked.text).ok();
        let head = head.and_then(|node| node.into_inner().find(|part| part.as_rule() == Rule::template_head));
        head.map(|node| self.build(&masked, |builder| builder.template_head(node))).unwrap_or_default()
    }

    /// The variables of the host that these lexemes mention, and those that their initialisers do.
    fn locals(&mut self, mentioned: impl Iterator<Item = usize>) -> Vec<HostLocal> {
        let scan = self.scan;
        let mut all: Vec<HostLocal> = Vec::new();
        let mut open: Vec<usize> = mentioned.collect();
        let mut seen: HashMap<&str, Option<usize>> = HashMap::new();
        while let Some(at) = open.pop() {
            let is_name = scan.is_word(at) && !is_keyword(scan.at(at)) && !matches!(scan.at(at - 1), "." | "->" | "::");
            if !is_name {
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

    /// The type of a declaration, references aside.
    pub(super) fn declared_type(&mut self, declared: &Declared) -> Option<Type> {
        let scan = self.scan;
        let (first, last) = (*declared.base.first()?, *declared.base.last()?);
        if declared.is_other || nesting::too_deep(scan, first..last + 1).is_some() {
            return None;
        }
        let span = self.lexemes_span(first..last + 1);
        let kind = if declared.is_named {
            let masked = self.masked(first..last + 1, Place::Other);
            if let Ok(node) = parse::parse(Rule::item_type, &masked.text) {
                let node = node.into_inner().find(|part| part.as_rule() == Rule::type_id)?;
                self.build(&masked, |builder| builder.type_id(node)).kind
            } else {
                // A name that nothing declares as a type.
                let node = parse::parse(Rule::item_name, &masked.text).ok()?;
                let node = node.into_inner().find(|part| part.as_rule() == Rule::name)?;
                self.build(&masked, |builder| builder.named_type(node))
            }
        } else {
            of_words(declared.base.iter().map(|at| scan.at(*at)))
        };
        let qualifiers = Qualifiers { is_const: declared.is_const, ..Qualifiers::default() };
        let mut ty = Type { qualifiers, ..Type::new(kind, span) };
        for _ in 0..declared.pointers {
            ty = Type::new(TypeKind::Pointer(Box::new(ty)), span);
        }
        Some(ty)
    }

    /// An initialiser that is one expression.
    pub(super) fn read_value(&mut self, range: Range<usize>) -> Option<Expr> {
        let mut values = self.read_values(range.clone())?;
        let value = values.pop().filter(|_| values.is_empty())?;
        Some(self.with_class(value, &range))
    }

    /// Reads the variables of the host that the configurations of launches mention, and those that their values mention.
    pub(super) fn host(&mut self, configurations: Vec<(usize, Range<usize>)>, found: &items::Found) {
        if configurations.is_empty() {
            return;
        }
        let mut is_host = vec![true; self.scan.len()];
        for item in found.items.iter().filter(|item| matches!(item.kind, RawKind::Function { .. })) {
            is_host[item.range.clone()].fill(false);
        }
        let of_file = host::initialisers(self.scan, &|at| is_host[at]);
        let dim3s = dim3s(self.scan);
        for (launch, configuration) in configurations {
            let (sizes, mentioned) = self.constants(configuration, &of_file);
            let launch = &mut self.file.launches[launch];
            launch.dim3s = mentioned.into_iter().filter(|name| dim3s.contains(&name[..])).collect();
            launch.sizes = sizes;
        }
    }

    /// The variables with a value that is known (R115), by name, and all names. A name that means two of them is left out.
    fn constants(
        &mut self,
        mentioned: Range<usize>,
        of_file: &[Initialiser],
    ) -> (Vec<(String, Vec<Expr>)>, Vec<String>) {
        let scan = self.scan;
        let mut all: BTreeMap<&str, (Option<usize>, Option<Vec<Expr>>)> = BTreeMap::new();
        let mut open: Vec<usize> = mentioned.collect();
        while let Some(at) = open.pop() {
            let is_name = scan.is_word(at) && !is_keyword(scan.at(at)) && !matches!(scan.at(at - 1), "." | "->" | "::");
            if !is_name {
                continue;
            }
            let constant = constants::constant(scan, at, of_file);
            let here = constant.as_ref().map(|constant| constant.name);
            if let Some((known, values)) = all.get_mut(scan.at(at)) {
                if *known != here {
                    *values = None;
                }
                continue;
            }
            let values = constant.as_ref().and_then(|constant| self.values_of(constant));
            open.extend(constant.into_iter().flat_map(|constant| constant.mentioned()));
            all.insert(scan.at(at), (here, values));
        }
        let mentioned = all.keys().map(|name| (*name).to_owned()).collect();
        (all.into_iter().filter_map(|(name, (_, values))| Some((name.to_owned(), values?))).collect(), mentioned)
    }

    fn values_of(&mut self, constant: &Constant) -> Option<Vec<Expr>> {
        let mut values = match &constant.list {
            Some(list) => self.read_values(list.clone())?,
            None => Vec::new(),
        };
        if constant.members.iter().all(Option::is_none) {
            return Some(values);
        }
        // One value may be another `dim3`.
        if values.len() == 1 {
            return None;
        }
        let span = self.lexemes_span(constant.name..constant.name + 1);
        let one = IntLiteral { value: 1.into(), unsigned: false, long: 0, decimal: true };
        values.resize(3, Expr { kind: ExprKind::Int(one), span });
        for (value, member) in values.iter_mut().zip(&constant.members) {
            if let Some(member) = member {
                *value = self.read_value(member.clone())?;
            }
        }
        Some(values)
    }

    fn read_values(&mut self, range: Range<usize>) -> Option<Vec<Expr>> {
        if nesting::too_deep(self.scan, range.clone()).is_some() {
            return None;
        }
        let masked = self.masked(range.clone(), Place::Other);
        let node = parse::parse(Rule::item_values, &masked.text).ok()?;
        Some(self.build(&masked, |builder| builder.values(node)))
    }

    /// Reads the heads of the host's function templates, and their calls. Instances of kernels follow from them, where a
    /// launch hands arguments on.
    pub(super) fn host_templates(&mut self, found: &items::Found) {
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
        for at in found.host_functions.iter().cloned().chain(bodies).flatten().filter(is_declared) {
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
        let most = written(scan, name + 1, |_| true);
        let least = written(scan, name + 1, |mut param| !param.any(|at| matches!(scan.at(at), "=" | "...")));
        let mut types = Vec::new();
        for part in locals::parts(scan, name + 1) {
            let declared = locals::declaration(scan, part.start, part.end).unwrap_or_default();
            types.push(declared.first().and_then(|declared| {
                let ty = self.declared_type(declared)?;
                let span = ty.span;
                Some(if declared.is_reference { Type::new(TypeKind::Reference(Box::new(ty)), span) } else { ty })
            }));
        }
        let (name, params) = (scan.at(*name).to_owned(), self.template.clone());
        self.file.host_templates.push(HostTemplate { name, params, arguments: least..=most, types });
    }

    /// The call of a template of the host whose name stands here, if it is one.
    fn host_call(&mut self, at: usize, within: Option<usize>, deduces: bool) {
        let scan = self.scan;
        let is_written = scan.at(at + 1) == "<";
        let end = if is_written { after_angles(scan, at + 1) } else { Some(at + 1) };
        let Some(end) = end.filter(|end| scan.at(*end) == "(") else { return };
        if nesting::too_deep(scan, at..end).is_some() || !is_written && (!deduces || !calls(scan, at)) {
            return;
        }
        let masked = self.masked(at..end, Place::Other);
        let Ok(node) = parse::parse(Rule::item_name, &masked.text) else { return };
        let Some(name) = node.into_inner().find(|part| part.as_rule() == Rule::name) else { return };
        let name: Name = self.build(&masked, |builder| builder.name(name));
        let arguments = written(scan, end, |_| true);
        let (mut args, mut locals) = (Vec::new(), Vec::new());
        if let Some(close) = scan.partner(end).filter(|_| deduces) {
            for part in locals::parts(scan, end) {
                let missing = Expr { kind: ExprKind::Unsupported(String::new()), span: name.span };
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
pub(super) fn after_angles(scan: &Scan<'_>, open: usize) -> Option<usize> {
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
