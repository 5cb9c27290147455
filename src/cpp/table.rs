//! What stands at file level, by name.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::Span;
use crate::host;
use crate::syntax::tree::{
    self, Declaration, Declarator, Enumeration, File, Function, HostCall, HostTemplate, Instantiation, Item, Lambda,
    Launch, LaunchHeader, LogicItem, LogicSource, Record, Spellings, TypeKind, Typedef, Using,
};

use super::{decisions::Decisions, modified};

/// The names of a file. Functions of one name stand in source order.
#[derive(Debug, Default)]
pub struct Table<'a> {
    /// What is decided on the way, where somebody asks.
    pub decisions: Option<RefCell<Decisions>>,
    /// The functions of each name.
    pub functions: BTreeMap<&'a str, Vec<&'a Function>>,
    /// `using` at file level and in namespaces, in order.
    pub usings: &'a [Using],
    /// The namespaces that functions, classes and `using` stand in, and those around them.
    pub namespaces: BTreeSet<&'a [String]>,
    /// Several of one name stand in different namespaces, or are `extern` declarations and their definition.
    pub globals: BTreeMap<&'a str, Vec<(&'a Declaration, &'a Declarator)>>,
    /// The typedefs of each name, in source order.
    pub typedefs: BTreeMap<&'a str, Vec<&'a Typedef>>,
    /// Classes, class templates and lambda expressions.
    pub classes: Classes<'a>,
    /// Enumerations and their enumerators.
    pub enumerations: Enumerations<'a>,
    /// Which types the file may name of those that C++ tells apart and that are one here.
    pub spellings: Spellings,
    /// Some operator is a comma.
    pub has_comma: bool,
    /// Likewise `operator&&` or `operator||`.
    pub has_logical: bool,
    /// What the host code says.
    pub host: Host<'a>,
    /// What is not known of the program.
    pub missing: Missing,
    /// In the order in which they may rest on each other.
    pub logic: Vec<(LogicSource, &'a LogicItem)>,
}

/// The classes and lambda expressions of a file.
#[derive(Debug, Default)]
pub struct Classes<'a> {
    /// Class templates stand with their specialisations.
    pub records: BTreeMap<&'a str, Vec<&'a Record>>,
    /// Class templates that are declared and perhaps not defined.
    pub forwards: BTreeMap<&'a str, Vec<&'a Record>>,
    /// Classes of which a declaration could not be read.
    pub not_read: BTreeSet<&'a str>,
    /// Records that functions define, by where they are in memory.
    pub of_functions: BTreeMap<usize, &'a Record>,
    /// Lambda expressions, likewise.
    pub lambdas: BTreeMap<usize, &'a Lambda>,
    /// Some member function or lambda expression takes references through which it may write.
    pub take_references: bool,
    /// Names of friends of class templates that may write what they are given.
    pub writing_friends: BTreeSet<&'a str>,
    /// Names of member operators (`operator()`) that may change their object.
    pub writing_operators: BTreeSet<&'a str>,
}

/// The enumerations of a file.
#[derive(Debug, Default)]
pub struct Enumerations<'a> {
    /// Those of file level.
    pub named: BTreeMap<&'a str, Vec<&'a Enumeration>>,
    /// Some enumeration says which type it has.
    pub has_sized: bool,
    /// Names of enumerations inside of classes.
    pub of_classes: BTreeSet<&'a str>,
    /// The enumerations that have an enumerator of the name, and its position there.
    pub enumerators: BTreeMap<&'a str, Vec<(&'a Enumeration, usize)>>,
}

/// What the host code says.
#[derive(Debug, Default)]
pub struct Host<'a> {
    /// `f<<<...>>>(...)`, wherever it stands.
    pub launches: Vec<&'a Launch>,
    /// Those in other files of the program, of kernels that are not defined there.
    pub elsewhere: Vec<&'a Launch>,
    /// Explicit instantiations of templates.
    pub instantiations: Vec<&'a Instantiation>,
    /// Function templates in which kernels are launched.
    pub templates: &'a [HostTemplate],
    /// Calls in code of the host of names that it may declare for itself.
    pub calls: &'a [HostCall],
    /// Names that it may declare for itself.
    pub names: BTreeSet<String>,
    /// Names of functions of the host; `None` for a table that no file was read for.
    pub function_names: Option<&'a BTreeSet<String>>,
    /// What the file's header says of the launch.
    pub header: Option<&'a LaunchHeader>,
    /// What is known where its launches are reached.
    pub contexts: Vec<host::Context>,
    /// Kernels that may be launched by way of a pointer, and where they are named.
    pub handed_on: Vec<&'a (String, Span)>,
}

impl<'a> Host<'a> {
    fn of(file: &'a File, others: &'a [File]) -> Host<'a> {
        Host {
            launches: file.launches.iter().collect(),
            elsewhere: others
                .iter()
                .flat_map(|other| undefined(other, &other.launches, |own| &own.name.ident))
                .collect(),
            instantiations: Vec::new(),
            templates: &file.host_templates,
            calls: &file.host_calls,
            names: file.host_names.clone(),
            function_names: Some(&file.host_function_names),
            header: file.header.as_ref(),
            contexts: host::contexts(file, others),
            handed_on: file
                .host
                .handed_on
                .iter()
                .chain(others.iter().flat_map(|other| undefined(other, &other.host.handed_on, |own| &own.0)))
                .collect(),
        }
    }

    /// The launches of a kernel, in this file and in others.
    pub fn launches_of(&self, kernel: &str) -> impl Iterator<Item = &'a Launch> {
        let all = self.launches.iter().chain(&self.elsewhere).copied();
        all.filter(move |launch| launch.name.ident == kernel)
    }
}

/// What is not known of the program.
#[derive(Debug, Default)]
pub struct Missing {
    /// Some header was not found: what is not declared may be declared there.
    pub headers: bool,
    /// Of some headers that were not found our own text was read, which declares less.
    pub replaced: bool,
    /// The words by which something may declare a name that is not in this table: all, where that is `None`.
    pub declaring_words: Option<BTreeSet<String>>,
    /// `#pragma pack` stands somewhere.
    pub is_packed: bool,
}

/// What is said of kernels that a file does not define.
fn undefined<'a, T>(file: &'a File, said: &'a [T], kernel: impl Fn(&T) -> &str + 'a) -> impl Iterator<Item = &'a T> {
    let is_defined = move |name: &str| {
        file.items.iter().any(|item| match item {
            Item::Function(own) => own.specifiers.global && own.is_defined() && own.name.text == name,
            _ => false,
        })
    };
    said.iter().filter(move |said| !is_defined(kernel(said)))
}

impl<'a> Table<'a> {
    /// The table of what a file declares, with other files of its program.
    pub fn new(file: &'a File, others: &'a [File]) -> Table<'a> {
        let mut table = Table {
            usings: &file.usings,
            spellings: file.spellings,
            classes: Classes {
                not_read: file.unread_records.iter().map(String::as_str).collect(),
                ..Classes::default()
            },
            host: Host::of(file, others),
            missing: Missing {
                headers: !file.missing.names.is_empty(),
                replaced: !file.missing.replaced.is_empty(),
                declaring_words: None,
                is_packed: file.missing.is_packed,
            },
            ..Table::default()
        };
        for using in &file.usings {
            table.namespaces.extend((0..=using.scope.len()).map(|depth| &using.scope[..depth]));
        }
        for item in &file.items {
            match item {
                Item::Function(function) => {
                    let inside = (0..=function.scope.len()).map(|depth| &function.scope[..depth]);
                    table.namespaces.extend(inside);
                    table.has_comma |= function.name.text == "operator,";
                    table.has_logical |= is_logical(function);
                    table.functions.entry(&function.name.text).or_default().push(function);
                    table.inner(function);
                }
                Item::Global(declaration) => {
                    table.namespaces.extend((0..=declaration.scope.len()).map(|depth| &declaration.scope[..depth]));
                    for declarator in &declaration.declarators {
                        table.globals.entry(&declarator.name.text).or_default().push((declaration, declarator));
                    }
                }
                Item::Typedef(typedef) => {
                    table.namespaces.extend((0..=typedef.scope.len()).map(|depth| &typedef.scope[..depth]));
                    table.typedefs.entry(&typedef.name.text).or_default().push(typedef);
                }
                Item::Record(record) if record.is_forward => {
                    let name = record.name.as_ref().map(|name| name.text.as_str());
                    name.into_iter().for_each(|name| table.classes.forwards.entry(name).or_default().push(record));
                }
                Item::Record(record) => {
                    table.namespaces.extend((0..=record.scope.len()).map(|depth| &record.scope[..depth]));
                    if let Some(name) = &record.name {
                        table.classes.records.entry(&name.text).or_default().push(record);
                    }
                    table.methods(record);
                }
                Item::Enum(enumeration) => {
                    table.namespaces.extend((0..=enumeration.scope.len()).map(|depth| &enumeration.scope[..depth]));
                    table.enumerations.has_sized |= enumeration.underlying.is_some();
                    if let Some(name) = &enumeration.name {
                        table.enumerations.named.entry(&name.text).or_default().push(enumeration);
                    }
                    for (at, (name, _)) in enumeration.values.iter().enumerate() {
                        table.enumerations.enumerators.entry(&name.text).or_default().push((enumeration, at));
                    }
                }
                Item::Instantiation(instantiation) => table.host.instantiations.push(instantiation),
                Item::Logic(item) => table.logic.push((LogicSource::Program, item)),
            }
        }
        table
    }

    /// What the body of a function defines.
    fn inner(&mut self, function: &'a Function) {
        let Some(body) = &function.body else { return };
        let inner = modified::inner(body);
        for record in inner.records {
            self.classes.of_functions.insert(std::ptr::from_ref(record).addr(), record);
            self.methods(record);
        }
        let mut params = inner.lambdas.iter().flat_map(|lambda| &lambda.params);
        self.classes.take_references |= params.any(|param| modified::may_write(&param.ty));
        self.classes
            .lambdas
            .extend(inner.lambdas.into_iter().map(|lambda| (std::ptr::from_ref(lambda).addr(), lambda)));
    }

    fn methods(&mut self, record: &'a Record) {
        for method in &record.methods {
            self.has_comma |= method.name.text == "operator,";
            self.has_logical |= is_logical(method);
            if method.specifiers.is_friend && method.params.iter().any(|param| modified::may_write(&param.ty)) {
                self.classes.writing_friends.insert(&method.name.text);
            }
            self.classes.take_references |= method.params.iter().any(|param| modified::may_write(&param.ty));
            if !method.specifiers.is_const && method.name.text.starts_with("operator") {
                self.classes.writing_operators.insert(&method.name.text);
            }
            self.inner(method);
        }
        self.enumerations.has_sized |= record.names.enums.iter().any(|inner| inner.underlying.is_some());
        self.enumerations
            .of_classes
            .extend(record.names.enums.iter().filter_map(|inner| Some(inner.name.as_ref()?.text.as_str())));
        for inner in &record.names.records {
            self.methods(inner);
        }
    }

    /// Whether a type, or what it refers to, is written as an enumeration, or by another name of one.
    pub fn is_enumeration(&self, ty: &tree::Type) -> bool {
        self.is_enumeration_after(ty, &mut BTreeSet::new())
    }

    fn is_enumeration_after<'t>(&self, ty: &'t tree::Type, seen: &mut BTreeSet<&'t str>) -> bool
    where
        'a: 't,
    {
        match &ty.kind {
            TypeKind::Reference(to) => self.is_enumeration_after(to, seen),
            TypeKind::Named(name) if seen.insert(&name.ident) => {
                let ident = name.ident.as_str();
                let aliases = self.typedefs.get(ident).map_or(&[][..], Vec::as_slice);
                self.enumerations.named.contains_key(ident)
                    || self.enumerations.of_classes.contains(ident)
                    || aliases.iter().any(|alias| self.is_enumeration_after(&alias.ty, seen))
            }
            _ => false,
        }
    }

    /// Whether the file itself, not a class or function, gives a name a value.
    pub fn declares_value(&self, name: &str) -> bool {
        self.globals.contains_key(name) || self.enumerations.enumerators.contains_key(name)
    }

    /// Likewise any meaning.
    pub fn declares(&self, name: &str) -> bool {
        self.declares_value(name)
            || self.typedefs.contains_key(name)
            || self.classes.records.contains_key(name)
            || self.enumerations.named.contains_key(name)
    }

    /// Every name that program text or an annotation may mention.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.globals.keys().chain(self.enumerations.enumerators.keys()).copied()
    }
}

fn is_logical(function: &Function) -> bool {
    matches!(function.name.text.as_str(), "operator&&" | "operator||")
}
