//! A whole file: its items one by one, each parsed on its own, so that a mistake in one does not
//! touch the others; within a body, reading goes on after the statement with the mistake.

mod annotations;
mod faults;
mod functions;
mod host;
mod host_code;
mod kernel_variables;
mod lambdas;
mod launches;
mod locals;
mod reader;
mod values;

use std::collections::BTreeSet;

use crate::base::{Diagnostic, codes};

use crate::syntax::disambiguate::items::{self, RawItem, RawKind};
use crate::syntax::disambiguate::marks::Place;
use crate::syntax::disambiguate::names::Names;
use crate::syntax::disambiguate::spellings;
use crate::syntax::grammar::parse::{self, Rule};
use crate::syntax::tokens::expanded::Expanded;
use crate::syntax::tokens::nesting;
use crate::syntax::tokens::scan::Scan;
use crate::syntax::tree::{Asked, File, Item};

use reader::Program;

/// The stack of the parser's thread; nesting is limited, so that this is more than enough.
const STACK: usize = 256 << 20;

/// Parses preprocessed text. Never fails: what is wrong is in the diagnostics. Of the host's code those functions are read that
/// may come to a launch, or that another file asks for.
pub fn parse(expanded: &Expanded, asked: &Asked) -> File {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || parse_here(expanded, asked));
        match thread.map(|thread| thread.join()) {
            Ok(Ok(file)) => file,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            // No thread to be had: the present stack may do.
            Err(_) => parse_here(expanded, asked),
        }
    })
}

fn parse_here(expanded: &Expanded, asked: &Asked) -> File {
    let scan = Scan::new(expanded);
    let mut names = Names::default();
    let mut found = items::find(&scan, &mut names);
    let mut program = Program {
        expanded,
        scan: &scan,
        names,
        asked,
        functions: BTreeSet::new(),
        unread: Vec::new(),
        file: File::default(),
        template: Vec::new(),
        lambdas: Vec::new(),
        annotations: BTreeSet::new(),
    };
    program.file.usings = std::mem::take(&mut found.usings);
    for item in &found.items {
        program.item(item);
    }
    for at in &found.launches {
        let before = program.file.launches.len();
        let within = found.host_templates.iter().position(|(range, _)| range.contains(at));
        program.within(within, &found, |program| _ = program.launch(*at));
        if let Some(launch) = program.file.launches.get_mut(before) {
            launch.within = within;
        }
    }
    program.host_templates(&found);
    program.host_code(&found);
    for lexeme in &found.loose {
        program.loose(*lexeme);
    }
    for (lexeme, name) in &found.of_members {
        program.of_member(*lexeme, *name);
    }
    program.passed_over(&found.items);
    let host_functions = found.host_functions.iter().map(|host| program.lexemes_span(host.range.clone())).collect();
    program.file.host_functions = host_functions;
    program.file.host_function_names = found.host_function_names;
    program.stray_brackets(&found.items);
    program.file.spellings = spellings::of(&scan);
    program.file
}

impl Program<'_, '_> {
    fn item(&mut self, item: &RawItem) {
        if let Some((at, what)) = nesting::too_deep(self.scan, item.range.clone()) {
            let span = self.lexeme_span(at);
            self.file.diagnostics.push(
                Diagnostic::error(codes::E0103, span, what).note("split the expression, or use intermediate variables"),
            );
            return;
        }
        // Template parameters are types only inside of their item.
        self.names.enter();
        let before = self.file.items.len();
        let order = self.scan.lexemes.get(item.range.start).map_or(0, |first| first.lo);
        match item.kind {
            RawKind::Function { params, body } => self.function(item, params, body),
            RawKind::Global => self.simple(item, Rule::item_global),
            RawKind::Typedef => self.simple(item, Rule::item_typedef),
            RawKind::Record => self.simple(item, Rule::item_record),
            RawKind::Enum => self.simple(item, Rule::item_enum),
            RawKind::Instantiation => self.simple(item, Rule::item_instantiation),
        }
        for made in &mut self.file.items[before..] {
            match made {
                Item::Global(declaration) => (declaration.scope, declaration.order) = (item.scope.clone(), order),
                Item::Typedef(typedef) => (typedef.scope, typedef.order) = (item.scope.clone(), order),
                Item::Enum(enumeration) => (enumeration.scope, enumeration.order) = (item.scope.clone(), order),
                Item::Record(record) => record.order = order,
                Item::Function(_) | Item::Instantiation(_) | Item::Logic(_) => {}
            }
        }
        self.names.leave();
    }

    /// An item other than a function. Host code has such items of any kind, so one that is not
    /// understood is passed over: a kernel that uses it will find its names unknown.
    fn simple(&mut self, item: &RawItem, rule: Rule) {
        let masked = self.masked(item.range.clone(), Place::Other);
        let Ok(node) = parse::parse(rule, &masked.text) else {
            // It may be the specialisation of a class template that is understood otherwise.
            let name = items::class_name(self.scan, item.range.clone()).filter(|_| item.kind == RawKind::Record);
            self.file.unread_records.extend(name.map(|name| self.scan.at(name).to_string()));
            return;
        };
        let mut items = self.build(&masked, |builder| builder.items(node, &item.scope));
        self.file.items.append(&mut items);
    }
}
