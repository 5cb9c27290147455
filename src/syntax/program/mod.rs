//! A whole file: its items one by one, each parsed on its own, so that a mistake in one does not
//! touch the others; within a body, reading goes on after the statement with the mistake.

mod constants;
mod host;
mod lambdas;
mod launches;
mod locals;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::base::{Diagnostic, Span, codes};

use crate::syntax::disambiguate::items::{self, RawItem, RawKind};
use crate::syntax::disambiguate::mask::{self, Place};
use crate::syntax::disambiguate::names::{NameKind, Names, is_keyword};
use crate::syntax::disambiguate::spellings;
use crate::syntax::grammar::parse::{self, Fault, Rule};
use crate::syntax::grammar::{Builder, Header, Leading};
use crate::syntax::spec::{self, clause_word};
use crate::syntax::tokens::expanded::Expanded;
use crate::syntax::tokens::nesting;
use crate::syntax::tokens::scan::{LexemeKind, Scan};
use crate::syntax::tree::{BROKEN_BODY, Block, Clause, ClauseKind, File, Function, Item, TemplateParam, Unsupported};

/// The stack of the parser's thread; nesting is limited, so that this is more than enough.
const STACK: usize = 256 << 20;
/// Mistakes reported in one function.
const MAX_FAULTS: usize = 20;

/// Parses preprocessed text. Never fails: what is wrong is in the diagnostics.
pub fn parse(expanded: &Expanded) -> File {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || parse_here(expanded));
        match thread.map(|thread| thread.join()) {
            Ok(Ok(file)) => file,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            // No thread to be had: the present stack may do.
            Err(_) => parse_here(expanded),
        }
    })
}

fn parse_here(expanded: &Expanded) -> File {
    let scan = Scan::new(expanded);
    let mut names = Names::default();
    let mut found = items::find(&scan, &mut names);
    let mut program = Program {
        expanded,
        scan: &scan,
        names,
        file: File::default(),
        template: Vec::new(),
        lambdas: Vec::new(),
        annotations: BTreeSet::new(),
    };
    program.file.usings = std::mem::take(&mut found.usings);
    for item in &found.items {
        program.item(item);
    }
    let mut configurations = Vec::new();
    for at in &found.launches {
        let before = program.file.launches.len();
        let within = found.host_templates.iter().position(|(range, _)| range.contains(at));
        let mut configuration = None;
        program.within(within, &found, |program| configuration = program.launch(*at));
        if let Some(launch) = program.file.launches.get_mut(before) {
            launch.within = within;
            configurations.push((before, configuration.unwrap_or_default()));
        }
    }
    program.host(configurations, &found);
    program.host_templates(&found);
    for lexeme in &found.loose {
        program.loose(*lexeme);
    }
    for (lexeme, name) in &found.of_members {
        program.of_member(*lexeme, *name);
    }
    program.passed_over(&found.items);
    let host_functions = found.host_functions.iter().map(|range| program.lexemes_span(range.clone())).collect();
    program.file.host_functions = host_functions;
    program.file.host_function_names = found.host_function_names;
    program.stray_brackets(&found.items);
    program.file.spellings = spellings::of(&scan);
    program.file
}

struct Program<'s, 'e> {
    expanded: &'e Expanded,
    scan: &'s Scan<'e>,
    names: Names<'e>,
    file: File,
    /// The parameters of the template of the host that is read.
    template: Vec<TemplateParam>,
    /// Where the lambda expressions begin that have a class.
    lambdas: Vec<usize>,
    /// The numbers of annotations that were read.
    annotations: BTreeSet<usize>,
}

/// The masked text of some lexemes, and where it starts.
struct Masked {
    text: String,
    base: usize,
}

impl<'e> Program<'_, 'e> {
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

    /// Runs a builder over a masked text, and collects what it reports.
    fn build<T>(&mut self, masked: &Masked, run: impl FnOnce(&mut Builder<'_>) -> T) -> T {
        let is_type = |name: &str| self.names.is_type(name);
        let mut builder = Builder {
            source: self.expanded,
            names: &self.names,
            base: masked.base,
            is_type: &is_type,
            diagnostics: Vec::new(),
            logic: Vec::new(),
            annotations: Vec::new(),
        };
        let value = run(&mut builder);
        let mut diagnostics = std::mem::take(&mut builder.diagnostics);
        let logic = std::mem::take(&mut builder.logic);
        self.annotations.extend(std::mem::take(&mut builder.annotations));
        self.file.diagnostics.append(&mut diagnostics);
        self.file.items.extend(logic.into_iter().map(Item::Logic));
        value
    }

    fn masked(&mut self, range: Range<usize>, place: Place) -> Masked {
        let base = self.scan.lexemes.get(range.start).map_or(0, |first| first.lo);
        Masked { text: mask::mask(self.scan, range, &mut self.names, place), base }
    }

    // ── functions ───────────────────────────────────────────────────────────────────────────────

    fn function(&mut self, item: &RawItem, params: usize, body: Option<usize>) {
        let header_end = body.unwrap_or(item.range.end);
        // Template parameters are types only inside of this function.
        self.names.enter();
        self.declare_template_types(item.range.start..header_end);
        let mut masked = self.masked(item.range.clone(), Place::Function { params });
        let body_text = body.map(|body| {
            let split = self.scan.lexemes[body].lo - masked.base;
            Masked { text: masked.text.split_off(split), base: masked.base + split }
        });
        if let Some(function) = self.function_parts(item, &masked, body, body_text) {
            self.file.items.push(Item::Function(function));
        }
        self.names.leave();
    }

    fn declare_template_types(&mut self, range: Range<usize>) {
        for at in range {
            let named = matches!(self.scan.at(at), "typename" | "class") && self.scan.is_word(at + 1);
            if named && !is_keyword(self.scan.at(at + 1)) {
                self.names.declare(self.scan.at(at + 1), NameKind::Type);
            }
        }
    }

    fn function_parts(
        &mut self,
        item: &RawItem,
        header: &Masked,
        body: Option<usize>,
        body_text: Option<Masked>,
    ) -> Option<Function> {
        let mut contract = Vec::new();
        for lexeme in item.annotations.iter().copied().chain(item.range.start..body.unwrap_or(item.range.end)) {
            self.contract(lexeme, &mut contract);
        }
        let header_range = item.range.start..body.unwrap_or(item.range.end);
        let faulty = self.bracket_faults(item.range.clone());
        let parsed = match parse::parse(Rule::item_header, &header.text) {
            Ok(node) => self.build(header, |builder| builder.header(node)),
            Err(fault) => {
                if !faulty {
                    self.syntax_error(header, &fault, header_range.clone());
                }
                None
            }
        };
        let header = parsed?;
        let Header { specifiers, name, mut path, mut unsupported, .. } = header;
        let header_span = self.lexemes_span(header_range);
        let mut tree = None;
        let mut broken = faulty;
        if let (Some(text), false) = (body_text, faulty) {
            let range = body.unwrap_or(item.range.start)..item.range.end;
            let block;
            (block, broken) = self.body(text, range, &mut contract);
            tree = block;
        }
        if broken {
            unsupported.push(Unsupported { construct: BROKEN_BODY.to_string(), span: name.span });
            tree = None;
        }
        let (mut scope, mut within) = (item.scope.clone(), item.within.clone());
        within.extend(path.iter().cloned());
        scope.append(&mut path);
        Some(Function {
            specifiers,
            name,
            kind: header.kind,
            scope,
            within,
            template: header.template,
            template_args: header.template_args,
            return_type: header.return_type?,
            params: header.params,
            inits: header.inits,
            is_const: header.is_const,
            body: tree,
            contract,
            launch_bounds: header.launch_bounds,
            unsupported,
            span: self.lexemes_span(item.range.clone()),
            header: header_span,
            order: self.scan.lexemes.get(item.range.start).map_or(0, |first| first.lo),
        })
    }

    /// The clauses of an annotation before a body.
    fn contract(&mut self, lexeme: usize, contract: &mut Vec<Clause>) {
        for clause in self.clauses(lexeme) {
            match &clause.kind {
                ClauseKind::Requires(_)
                | ClauseKind::Ensures(_)
                | ClauseKind::Ghost(_)
                | ClauseKind::Writes(_)
                | ClauseKind::Reads(_) => contract.push(clause),
                ClauseKind::Logic(_) => self.logic(clause),
                ClauseKind::Invariant(_) | ClauseKind::Variant(_) => {
                    self.attached_to_nothing(&clause, "it stands first in a loop's body or directly before the loop");
                }
                ClauseKind::Assert(_) | ClauseKind::Assume(_) | ClauseKind::BarrierInvariant(_) | ClauseKind::Wraps => {
                    self.attached_to_nothing(&clause, "it stands where a statement may stand, inside a body");
                }
            }
        }
    }

    fn logic(&mut self, clause: Clause) {
        if let ClauseKind::Logic(item) = clause.kind {
            self.file.items.push(Item::Logic(item));
        }
    }

    fn attached_to_nothing(&mut self, clause: &Clause, help: &str) {
        let message = format!("this `{}` is attached to nothing", clause_word(&clause.kind));
        self.file.diagnostics.push(Diagnostic::error(codes::E0250, clause.span, message).note(help));
    }

    /// A body, and whether there were mistakes in it. After each, its statement is blanked and the
    /// body parsed again, so that the next one is found too.
    fn body(&mut self, mut text: Masked, range: Range<usize>, contract: &mut Vec<Clause>) -> (Option<Block>, bool) {
        let mut faults = 0;
        while faults < MAX_FAULTS {
            let fault = match parse::parse(Rule::item_body, &text.text) {
                Ok(node) => {
                    let block = self.build(&text, |builder| {
                        let block = node.into_inner().find(|part| part.as_rule() == Rule::block)?;
                        Some(builder.block(block, Leading::Function(contract)))
                    });
                    return (block, faults > 0);
                }
                Err(fault) => fault,
            };
            self.syntax_error(&text, &fault, range.clone());
            faults += 1;
            let Some(statement) = self.statement_around(text.base + fault.at, range.clone()) else { break };
            let mut bytes = std::mem::take(&mut text.text).into_bytes();
            bytes[statement.start - text.base..statement.end - text.base].fill(b' ');
            bytes[statement.start - text.base] = b';';
            text.text = String::from_utf8(bytes).unwrap_or_default();
        }
        (None, true)
    }

    /// Bytes of the statement around a place in the body whose lexemes are `range`.
    fn statement_around(&self, at: usize, range: Range<usize>) -> Option<Range<usize>> {
        let lexemes = &self.scan.lexemes;
        let guilty = range.start + lexemes[range.clone()].partition_point(|lexeme| lexeme.hi <= at);
        let guilty = guilty.min(range.end - 1);
        let mut start = guilty;
        while start > range.start + 1 {
            match self.scan.at(start - 1) {
                ";" if !self.in_parens(start - 1, range.start) => break,
                "{" => break,
                "}" if self.scan.partner(start - 1).is_some_and(|open| open > range.start) => break,
                ")" | "]" => start = self.scan.partner(start - 1).unwrap_or(start - 1),
                _ => start -= 1,
            }
        }
        let mut end = guilty.max(start);
        while end + 1 < range.end {
            match self.scan.at(end) {
                ";" => {
                    end += 1;
                    break;
                }
                "}" => break,
                "{" => {
                    end = self.scan.after_group(end);
                    if self.scan.at(end) != "else" && self.scan.at(end) != ";" {
                        break;
                    }
                }
                _ => end = self.scan.after_group(end),
            }
        }
        if end <= start {
            // A stray `}` or the like cannot be blanked.
            return None;
        }
        Some(lexemes[start].lo..lexemes[end - 1].hi)
    }

    /// Whether a `;` stands in the parentheses of a `for`.
    fn in_parens(&self, semicolon: usize, least: usize) -> bool {
        let mut at = semicolon;
        while at > least {
            at -= 1;
            match self.scan.at(at) {
                "(" => return true,
                "{" => return false,
                ")" | "]" | "}" => match self.scan.partner(at) {
                    Some(open) if open > least => at = open,
                    _ => return false,
                },
                _ => {}
            }
        }
        false
    }

    // ── everything else ─────────────────────────────────────────────────────────────────────────

    /// An annotation before nothing that takes one: a logic declaration, or a mistake.
    fn loose(&mut self, lexeme: usize) {
        let span = self.lexeme_span(lexeme);
        self.file.loose.push(span);
        for clause in self.clauses(lexeme) {
            match &clause.kind {
                ClauseKind::Logic(_) => self.logic(clause),
                _ => self.attached_to_nothing(&clause, "no kernel or device function follows it"),
            }
        }
    }

    /// An annotation before a member function: contracts of those are not modelled.
    fn of_member(&mut self, lexeme: usize, name: usize) {
        let span = self.lexeme_span(lexeme);
        self.file.loose.push(span);
        for clause in self.clauses(lexeme) {
            match &clause.kind {
                ClauseKind::Logic(_) => self.logic(clause),
                ClauseKind::Requires(_) | ClauseKind::Ensures(_) | ClauseKind::Writes(_) | ClauseKind::Reads(_) => {
                    let message = format!("this clause of `{}` is not looked at", self.scan.at(name));
                    let warning = Diagnostic::warning(codes::W0304, clause.span, message);
                    let why = "contracts of member functions are not modelled: calls are inlined";
                    self.file.diagnostics.push(warning.note(why));
                }
                _ => self.attached_to_nothing(&clause, "no kernel or device function follows it"),
            }
        }
    }

    /// Annotations that nothing has looked at, in initialisers and declarations that take none. Those of a function that cannot be
    /// read as a whole have an error there.
    fn passed_over(&mut self, items: &[RawItem]) {
        for lexeme in 0..self.scan.len() {
            let unread = self.scan.annotation(lexeme).is_some_and(|number| !self.annotations.contains(&number));
            let in_function =
                |item: &RawItem| matches!(item.kind, RawKind::Function { .. }) && item.range.contains(&lexeme);
            if unread && !items.iter().any(in_function) {
                self.loose(lexeme);
            }
        }
    }

    /// The clauses of an annotation.
    fn clauses(&mut self, lexeme: usize) -> Vec<Clause> {
        let Some(number) = self.scan.annotation(lexeme) else { return Vec::new() };
        let Some(annotation) = self.expanded.annotations.get(number) else { return Vec::new() };
        self.annotations.insert(number);
        let is_type = |name: &str| self.names.is_type(name);
        let (clauses, mut found) =
            spec::parse_clauses(self.expanded, annotation.range.clone(), annotation.form, &is_type);
        self.file.diagnostics.append(&mut found);
        clauses
    }

    // ── diagnostics ─────────────────────────────────────────────────────────────────────────────

    fn lexeme_span(&self, at: usize) -> Span {
        self.lexemes_span(at..at + 1)
    }

    fn lexemes_span(&self, range: Range<usize>) -> Span {
        let lexemes = &self.scan.lexemes;
        match (lexemes.get(range.start), lexemes.get(range.end.wrapping_sub(1))) {
            (Some(first), Some(last)) => self.expanded.span(first.lo..last.hi),
            _ => Span::default(),
        }
    }

    fn syntax_error(&mut self, masked: &Masked, fault: &Fault, range: Range<usize>) {
        let at = masked.base + fault.at;
        let lexemes = &self.scan.lexemes;
        let found = lexemes[..range.end].partition_point(|lexeme| lexeme.hi <= at);
        let found = Some(found).filter(|found| *found < range.end);
        let text = match found.map(|found| (lexemes[found].kind, self.scan.at(found))) {
            None => "the end".to_string(),
            Some((LexemeKind::Annotation(_), _)) => "an annotation".to_string(),
            Some((LexemeKind::String, _)) => "a string".to_string(),
            Some((LexemeKind::Word, word)) if is_keyword(word) => format!("keyword `{word}`"),
            Some((_, text)) => format!("`{text}`"),
        };
        let expected = &fault.expected;
        if let Some((annotation, word)) = self.between(found, expected, &range) {
            let message = format!("this annotation stands between a statement and its `{word}`");
            let wrong = Diagnostic::error(codes::E0250, self.lexeme_span(annotation), message);
            return self.say_once(wrong.note("write it before the whole statement, or inside of braces"));
        }
        let message = match expected.as_slice() {
            [] => format!("unexpected {text}"),
            _ if expected.contains(&"a statement") => format!("expected a statement, found {text}"),
            [only] => format!("expected {only}, found {text}"),
            [first, second] => format!("expected {first} or {second}, found {text}"),
            [first, second, third] => format!("expected {first}, {second} or {third}, found {text}"),
            [first, second, ..] => format!("expected {first}, {second} or something else, found {text}"),
        };
        // What is missing is reported where it should have stood.
        let missing = expected.first().is_some_and(|first| matches!(*first, "`;`" | "`)`" | "`]`" | "`}`" | "`,`"))
            && !expected.contains(&"a statement");
        let before = found.unwrap_or(range.end).checked_sub(1).filter(|before| *before >= range.start);
        let span = match (missing, before, found) {
            (true, Some(before), _) | (false, Some(before), None) => self.lexeme_span(before).end(),
            (_, _, Some(found)) => self.lexeme_span(found),
            (_, None, None) => self.lexemes_span(range),
        };
        self.say_once(Diagnostic::error(codes::E0101, span, message));
    }

    /// A fault is found again by each way of reading what it is in.
    fn say_once(&mut self, wrong: Diagnostic) {
        if !self.file.diagnostics.contains(&wrong) {
            self.file.diagnostics.push(wrong);
        }
    }

    /// The annotation before an `else`, or before the `while` of a `do`, where a fault is found.
    fn between(
        &self,
        found: Option<usize>,
        expected: &[&'static str],
        range: &Range<usize>,
    ) -> Option<(usize, &'static str)> {
        let is_annotation = |at: usize| matches!(self.scan.lexemes[at].kind, LexemeKind::Annotation(_));
        let found = found?;
        if is_annotation(found) {
            return (expected == ["`while`"]).then_some((found, "while"));
        }
        let before = found.checked_sub(1).filter(|before| *before >= range.start && is_annotation(*before))?;
        (self.scan.at(found) == "else").then_some((before, "else"))
    }

    /// Reports brackets without partner in a range; says whether there are any.
    fn bracket_faults(&mut self, range: Range<usize>) -> bool {
        let scan = self.scan;
        let mut any = false;
        for fault in scan.faults.iter().filter(|fault| range.contains(&fault.lexeme)) {
            any = true;
            let text = scan.at(fault.lexeme);
            let message =
                if fault.stray_closer { format!("`{text}` closes nothing") } else { format!("`{text}` is not closed") };
            self.file.diagnostics.push(Diagnostic::error(codes::E0102, self.lexeme_span(fault.lexeme), message));
        }
        any
    }

    /// A `}` that closes nothing, outside of everything: something before it ended too early.
    fn stray_brackets(&mut self, items: &[RawItem]) {
        if let Some(fault) = self.scan.faults.iter().find(|fault| fault.outermost)
            && !items.iter().any(|item| item.range.contains(&fault.lexeme))
        {
            let span = self.lexeme_span(fault.lexeme);
            let message = format!("`{}` closes nothing", self.scan.at(fault.lexeme));
            self.file.diagnostics.push(
                Diagnostic::error(codes::E0102, span, message)
                    .note("a bracket before it may have been closed too early"),
            );
        }
    }
}
