//! The item scan: finds, by balanced tokens, the parts of a file that matter on the device.
//! Host functions and whatever else stands between are passed over.

use std::collections::BTreeSet;
use std::ops::Range;

use super::heads::{Head, after_angles};
use super::members;
use super::names::{NameKind, Names};
use super::namespaces::{self, Namespaces};
use super::typedefs::typedef_names;
use super::usings;
use crate::syntax::preprocess::UNROLL_MARKER;
use crate::syntax::tokens::scan::{LexemeKind, Scan, is_attribute};
use crate::syntax::tree::Using;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RawKind {
    /// `params` is the parenthesis of the parameters, `body` the brace of the body.
    Function {
        params: usize,
        body: Option<usize>,
    },
    Global,
    Typedef,
    Record,
    Enum,
    Instantiation,
}

/// An item by its lexemes.
#[derive(Clone, Debug)]
pub struct RawItem {
    pub kind: RawKind,
    /// From `template` or the first specifier to the closing `}` or `;`.
    pub range: Range<usize>,
    pub scope: Vec<String>,
    /// The namespaces with those that names leave out.
    pub within: Vec<String>,
    /// Annotations directly before it (their lexemes).
    pub annotations: Vec<usize>,
}

/// The definition of a function that is not for the device, by its lexemes.
#[derive(Clone, Debug)]
pub struct HostFunction {
    /// From `template` or the first specifier to the closing `}`.
    pub range: Range<usize>,
    /// The parenthesis of the parameters, and the brace of the body.
    pub params: usize,
    pub body: usize,
    pub scope: Vec<String>,
    /// The class in which it is defined.
    pub class: Option<String>,
    /// Whether no other file can name it.
    pub is_internal: bool,
    /// `extern "C"`
    pub is_c: bool,
}

/// What the scan of a file found.
#[derive(Debug, Default)]
pub struct Found {
    pub items: Vec<RawItem>,
    /// `using` at file level and in namespaces.
    pub usings: Vec<Using>,
    /// Annotations that stand before nothing that takes them (their lexemes).
    pub loose: Vec<usize>,
    /// Annotations before member functions in their class, and the names of these (their lexemes).
    pub of_members: Vec<(usize, usize)>,
    /// The lexeme of the first `<` of each `<<<` outside of device functions.
    pub launches: Vec<usize>,
    /// The definitions of functions that are not for the device.
    pub host_functions: Vec<HostFunction>,
    /// Their declarations; the body is the semicolon.
    pub host_prototypes: Vec<HostFunction>,
    /// Declarations at file level and in namespaces that are none of these: variables of the host, and what was not understood.
    /// With the namespaces around.
    pub host_declarations: Vec<(Range<usize>, Vec<String>)>,
    /// Names of functions that are not for the device, at file level and in namespaces.
    pub host_function_names: BTreeSet<String>,
    /// The definitions of function templates that are not for the device, with the lexemes of their names.
    pub host_templates: Vec<(Range<usize>, usize)>,
}

/// Scans a file; names of types, templates and constants at file scope go to `names`.
pub fn find<'e>(scan: &Scan<'e>, names: &mut Names<'e>) -> Found {
    namespaces::tell_aliases(scan, names);
    let mut finder = Finder {
        scan,
        names,
        found: Found::default(),
        namespaces: Namespaces::default(),
        pending: Vec::new(),
        textures: BTreeSet::new(),
    };
    finder.run();
    let Finder { mut found, .. } = finder;
    let mut device = found.items.iter().filter(|item| matches!(item.kind, RawKind::Function { .. })).peekable();
    for at in 0..scan.len() {
        while device.peek().is_some_and(|item| item.range.end <= at) {
            device.next();
        }
        let inside = device.peek().is_some_and(|item| item.range.contains(&at));
        if !inside && scan.at(at) == "<" && is_triple(scan, at) && (at == 0 || scan.at(at - 1) != "<") {
            found.launches.push(at);
        }
    }
    let launches = |item: &&RawItem| found.launches.iter().any(|at| item.range.contains(at));
    let classes = found.items.iter().filter(|item| item.kind == RawKind::Record).filter(launches);
    let members: Vec<HostFunction> = classes.flat_map(|class| members::of_class(scan, class)).collect();
    found.host_functions.extend(members);
    found
}

/// The name of the class that an item declares.
pub fn class_name(scan: &Scan<'_>, range: Range<usize>) -> Option<usize> {
    let mut depth = 0;
    let key = range.clone().find(|at| {
        match scan.at(*at) {
            "<" => depth += 1,
            ">" => depth -= 1,
            _ => {}
        }
        depth == 0 && matches!(scan.at(*at), "struct" | "class" | "union")
    })?;
    let mut name = scan.after_attributes(key + 1);
    while scan.at(name + 1) == "::" {
        name += 2;
    }
    (scan.is_word(name) && range.contains(&name)).then_some(name)
}

fn is_triple(scan: &Scan<'_>, at: usize) -> bool {
    (1..3).all(|next| scan.at(at + next) == "<" && scan.lexemes[at + next].lo == scan.lexemes[at].lo + next)
}

struct Finder<'s, 'e, 'n> {
    scan: &'s Scan<'e>,
    names: &'n mut Names<'e>,
    found: Found,
    namespaces: Namespaces,
    pending: Vec<usize>,
    /// Names for types of texture and surface references.
    textures: BTreeSet<&'e str>,
}

impl<'e> Finder<'_, 'e, '_> {
    fn run(&mut self) {
        let mut at = 0;
        while at < self.scan.len() {
            if self.scan.annotation(at).is_some() {
                self.pending.push(at);
                at += 1;
                continue;
            }
            at = match self.scan.at(at) {
                ";" | UNROLL_MARKER => at + 1,
                "}" => {
                    self.namespaces.close();
                    at + 1
                }
                "namespace" => self.namespace(at),
                "inline" if self.scan.at(at + 1) == "namespace" => self.namespace(at + 1),
                "extern" if self.scan.at(at + 1).starts_with('"') => {
                    if self.scan.at(at + 2) == "{" {
                        self.namespaces.open_extern();
                        at + 3
                    } else {
                        at + 2
                    }
                }
                "using" => self.using(at),
                "typedef" => {
                    let end = self.after_semicolon(at);
                    let is_texture = matches!(self.scan.at(at + 1), "texture" | "surface");
                    for name in typedef_names(self.scan, at, end) {
                        if is_texture {
                            self.textures.insert(self.scan.at(name));
                        }
                        self.names.declare(self.scan.at(name), NameKind::Type);
                    }
                    self.item(RawKind::Typedef, at..end)
                }
                _ => self.declaration(at),
            };
        }
        self.drop_pending();
    }

    /// No item took the annotations before this place.
    fn drop_pending(&mut self) {
        self.found.loose.append(&mut self.pending);
    }

    fn item(&mut self, kind: RawKind, range: Range<usize>) -> usize {
        let end = range.end;
        let annotations = match kind {
            RawKind::Function { .. } => std::mem::take(&mut self.pending),
            _ => {
                self.drop_pending();
                Vec::new()
            }
        };
        let (scope, within) = (self.namespaces.named(), self.namespaces.all());
        self.found.items.push(RawItem { kind, range, scope, within, annotations });
        end
    }

    fn namespace(&mut self, at: usize) -> usize {
        self.drop_pending();
        let (name, brace) = namespaces::opening(self.scan, at);
        if self.scan.at(brace) != "{" {
            return self.after_semicolon(at);
        }
        let name: String = name.map(|at| self.scan.at(at)).collect();
        let is_inline = at > 0 && self.scan.at(at - 1) == "inline" && self.names.is_inline(&name);
        self.namespaces.open(name, is_inline);
        brace + 1
    }

    fn using(&mut self, at: usize) -> usize {
        let end = self.after_semicolon(at);
        if self.scan.is_word(at + 1) && self.scan.at(at + 2) == "=" {
            self.names.declare(self.scan.at(at + 1), NameKind::Type);
            return self.item(RawKind::Typedef, at..end);
        }
        self.drop_pending();
        let said: Vec<&str> = (at + 1..end.saturating_sub(1)).map(|at| self.scan.at(at)).collect();
        for mut using in usings::read(&said.join(" ")) {
            using.scope = self.namespaces.named();
            using.order = self.scan.lexemes.get(at).map_or(0, |first| first.lo);
            if let Some(target) = using.path.first().and_then(|first| self.names.alias(first)) {
                using.path.splice(0..1, target);
            }
            using.path.retain(|part| !self.names.is_inline(part));
            self.found.usings.push(using);
        }
        end
    }

    fn after_semicolon(&self, mut at: usize) -> usize {
        while at < self.scan.len() && self.scan.at(at) != ";" {
            if self.scan.at(at) == "}" {
                return at;
            }
            at = self.scan.after_group(at);
        }
        (at + 1).min(self.scan.len())
    }

    /// A declaration of any other kind; gives the lexeme after it.
    fn declaration(&mut self, start: usize) -> usize {
        let mut at = start;
        while self.scan.at(at) == "template" {
            if self.scan.at(at + 1) != "<" {
                return self.instantiation(start);
            }
            at = after_angles(self.scan, at + 1);
        }
        if at > start && self.scan.at(at) == "using" {
            let end = self.after_semicolon(at);
            self.names.declare(self.scan.at(at + 1), NameKind::TypeTemplate);
            return self.item(RawKind::Typedef, start..end);
        }
        let head = Head::read(self.scan, start, at, at > start);
        self.finish(start, head)
    }

    fn instantiation(&mut self, start: usize) -> usize {
        let end = self.after_semicolon(start);
        self.item(RawKind::Instantiation, start..end)
    }

    /// Files a declaration.
    fn finish(&mut self, start: usize, mut head: Head) -> usize {
        let (end, body, inner) = (head.end.max(start + 1), head.body, std::mem::take(&mut head.annotations));
        if let Some(key) = head.class_key.filter(|_| head.params.is_none() && !head.assigned) {
            self.found.loose.extend(inner);
            return self.class(start..end, key, &head);
        }
        // `constexpr int N(64);` is a variable.
        let is_variable = |params: usize| {
            let first = self.scan.lexemes.get(params + 1).map(|first| first.kind);
            (head.is_constant || head.is_storage || head.is_device)
                && body.is_none()
                && matches!(first, Some(LexemeKind::Number | LexemeKind::Char))
        };
        if let Some(params) = head.params.filter(|params| is_variable(*params)) {
            self.names.declare(self.scan.at(params - 1), NameKind::Value);
            self.found.loose.extend(inner);
            return self.item(RawKind::Global, start..end);
        }
        if let Some(params) = head.params {
            let name = self.scan.at(params - 1);
            // A member that is defined outside of its class declares nothing.
            if self.scan.is_word(params - 1) && !matches!(self.scan.at(params.wrapping_sub(2)), "::" | "~") {
                let kind = if head.is_template { NameKind::FunctionTemplate } else { NameKind::Value };
                // An overload does not hide the template of its name, be it one of the C++ library.
                let hides = !matches!(name, "min" | "max");
                if kind == NameKind::FunctionTemplate
                    || hides && self.names.lookup(name) != Some(NameKind::FunctionTemplate)
                {
                    self.names.declare(name, kind);
                }
            }
            if head.is_device {
                return self.item(RawKind::Function { params, body }, start..end);
            }
            if self.scan.is_word(params - 1) {
                self.found.host_function_names.insert(name.to_owned());
            }
            if body.is_none() && self.holds_values(params) {
                self.found.host_declarations.push((start..end, self.namespaces.all()));
            }
            let (scope, is_internal) = (self.namespaces.named(), self.namespaces.is_unnamed());
            let is_c = self.namespaces.is_extern() || start > 0 && self.scan.at(start - 1) == "\"C\"";
            let of = |body| HostFunction { range: start..end, params, body, scope, class: None, is_internal, is_c };
            match body {
                Some(body) => self.found.host_functions.push(of(body)),
                None => self.found.host_prototypes.push(of(end - 1)),
            }
            if head.is_template && body.is_some() && self.scan.is_word(params - 1) {
                self.found.host_templates.push((start..end, params - 1));
            }
        } else if head.is_device || head.is_storage || head.is_constant || self.is_texture(start) {
            let kind = if head.is_template { NameKind::FunctionTemplate } else { NameKind::Value };
            let mut at = start;
            while at < end && self.scan.at(at) != "=" {
                let after = self.scan.at(at + 1);
                if self.scan.is_word(at) && matches!(after, "=" | ";" | "[" | "," | "{") {
                    self.names.declare(self.scan.at(at), kind);
                }
                // What stands between angle brackets is declared elsewhere.
                at = if self.scan.at(at) == "<" { after_angles(self.scan, at) } else { at + 1 };
            }
            self.found.loose.extend(inner);
            return self.item(RawKind::Global, start..end);
        } else {
            self.found.host_declarations.push((start..end, self.namespaces.all()));
        }
        self.found.loose.extend(inner);
        self.drop_pending();
        self.loose_inside(start..end);
        end
    }

    /// Whether what stands in the parentheses is no parameter: `dim3 grid(N / 16)` is a variable.
    fn holds_values(&self, params: usize) -> bool {
        let close = self.scan.partner(params).unwrap_or(params);
        let first = (params + 1..close).take_while(|at| !matches!(self.scan.at(*at), "," | "=" | "<" | "["));
        let is_of_value = |at: usize| {
            let kind = self.scan.lexemes[at].kind;
            matches!(kind, LexemeKind::Number | LexemeKind::Char)
                || matches!(self.scan.at(at), "/" | "+" | "-" | "%" | ".")
        };
        first.into_iter().any(is_of_value)
    }

    /// Whether a declaration is one of texture or surface references: variables of the host that kernels use.
    fn is_texture(&self, start: usize) -> bool {
        let start = start + usize::from(self.scan.at(start) == "static");
        matches!(self.scan.at(start), "texture" | "surface") || self.textures.contains(self.scan.at(start))
    }

    fn class(&mut self, range: Range<usize>, key: usize, head: &Head) -> usize {
        // `enum class` has two.
        let second = matches!(self.scan.at(key + 1), "class" | "struct");
        let name = self.scan.after_attributes(key + 1 + usize::from(second));
        if self.scan.is_word(name) {
            let kind = if head.is_template { NameKind::TypeTemplate } else { NameKind::Type };
            self.names.declare(self.scan.at(name), kind);
        }
        // Those in the bodies of member functions belong to their statements.
        let mut inside = range.start;
        let mut depth = 0;
        while inside < range.end {
            match self.scan.at(inside) {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ if depth < 2 && self.scan.annotation(inside).is_some() => {
                    match self.function_after(inside, range.end) {
                        Some(name) if depth == 1 => self.found.of_members.push((inside, name)),
                        _ => self.found.loose.push(inside),
                    }
                }
                _ => {}
            }
            inside += 1;
        }
        let mut brace = name;
        while brace < range.end && !matches!(self.scan.at(brace), "{" | ";" | "=") {
            brace += 1;
        }
        let kind = match self.scan.at(brace) {
            "{" if brace < range.end => {
                if self.scan.at(key) == "enum" {
                    for at in brace..range.end {
                        if self.scan.is_word(at) && matches!(self.scan.at(at - 1), "{" | ",") {
                            self.names.declare(self.scan.at(at), NameKind::Value);
                        }
                    }
                    RawKind::Enum
                } else {
                    RawKind::Record
                }
            }
            // `__constant__ struct S x;`, or a declaration without definition.
            _ if head.is_device || head.is_storage || head.is_constant => RawKind::Global,
            // Its specialisations may be all that is defined.
            _ if head.is_template && self.scan.at(name + 1) == ";" => RawKind::Record,
            _ => {
                self.drop_pending();
                return range.end;
            }
        };
        self.item(kind, range)
    }

    /// The name of the function that follows an annotation in a class.
    fn function_after(&self, annotation: usize, end: usize) -> Option<usize> {
        let mut name = None;
        let mut at = annotation;
        while at < end {
            at = match self.scan.at(at) {
                ";" | "{" => return name,
                "}" => return None,
                "=" if name.is_none() => return None,
                "(" => {
                    let word = at.saturating_sub(1);
                    let is_name = self.scan.is_word(word) && !is_attribute(self.scan.at(word));
                    name = name.or(is_name.then_some(word));
                    self.scan.after_group(at)
                }
                _ => at + 1,
            };
        }
        None
    }

    /// Annotations inside of what takes none.
    fn loose_inside(&mut self, range: Range<usize>) {
        self.found.loose.extend(range.filter(|at| self.scan.annotation(*at).is_some()));
    }
}
