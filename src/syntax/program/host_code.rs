//! Reads the code of the host that launches depend on: functions that launch, their callers, and what these call.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

use crate::syntax::disambiguate::items::{Found, HostFunction, RawItem, RawKind};
use crate::syntax::disambiguate::marks::Place;
use crate::syntax::disambiguate::members;
use crate::syntax::grammar::Leading;
use crate::syntax::grammar::parse::{self, Rule};
use crate::syntax::tokens::nesting;
use crate::syntax::tokens::scan::Scan;
use crate::syntax::tree::{Asked, Block, Function, Item, StmtKind, traverse, words};

use super::host;
use super::reader::{Masked, Program};

/// Lexemes that are read at most; what is beyond is not known.
const MOST_LEXEMES: usize = 200_000;
/// Statements of a function that may be unreadable.
const MOST_FAULTS: usize = 40;
/// Reads as a statement that is not understood.
const UNREAD: &[u8] = b"asm();";

/// Functions of CUDA that are told of a kernel and do not launch it.
const DESCRIBING: &[&str] = &[
    "FuncGetAttributes",
    "FuncGetName",
    "FuncGetParamInfo",
    "FuncSetAttribute",
    "FuncSetCacheConfig",
    "FuncSetSharedMemConfig",
    "OccupancyAvailableDynamicSMemPerBlock",
    "OccupancyMaxActiveBlocksPerMultiprocessor",
    "OccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
    "OccupancyMaxActiveClusters",
    "OccupancyMaxPotentialBlockSize",
    "OccupancyMaxPotentialBlockSizeVariableSMem",
    "OccupancyMaxPotentialBlockSizeVariableSMemWithFlags",
    "OccupancyMaxPotentialBlockSizeWithFlags",
    "OccupancyMaxPotentialClusterSize",
];

impl Program<'_, '_> {
    /// Reads what is there of it. Nothing is reported: what cannot be read is not known.
    pub fn host_code(&mut self, found: &Found) {
        let asked = self.asked;
        if found.launches.is_empty() && asked.callers.is_empty() && asked.definitions.is_empty() {
            return;
        }
        let scan = self.scan;
        let reported = self.file.diagnostics.len();
        self.functions = found.host_functions.iter().map(|host| name(scan, host).to_owned()).collect();
        self.host_variables(found);
        let variables = self.variables();
        let Wanted { all: wanted, callers } = wanted(scan, found, asked, &variables);
        let classes = members::underived(scan, &found.items);
        let mut read = Vec::new();
        for number in &wanted {
            let host = &found.host_functions[*number];
            let function = self.host_function(host).filter(|_| names_no_base(scan, host, &classes));
            let is_open = |function: &Function| {
                let specifiers = &function.specifiers;
                !specifiers.is_static && !specifiers.is_inline && function.template.is_empty()
            };
            if callers.contains(number) && name(scan, host) != "main" && function.as_ref().is_none_or(is_open) {
                self.file.host.open.insert(name(scan, host).to_owned());
            }
            if function.as_ref().is_some_and(|function| function.body.is_some()) {
                read.push(host.range.clone());
            }
            self.file.host.functions.extend(function);
        }
        self.open_variables(&variables, &read, found);
        let mut names: BTreeSet<&str> =
            wanted.iter().map(|number| name(scan, &found.host_functions[*number])).collect();
        names.extend(asked.callers.iter().map(String::as_str));
        let words: BTreeSet<&str> = read.iter().cloned().flatten().map(|at| scan.at(at)).collect();
        let is_named = |host: &&HostFunction| names.contains(name(scan, host)) || words.contains(name(scan, host));
        for host in found.host_prototypes.iter().filter(is_named) {
            let prototype = self.host_function(host);
            self.file.host.prototypes.extend(prototype);
        }
        let headers: BTreeSet<usize> = found.host_functions.iter().map(|host| host.params - 1).collect();
        let bodies: Vec<Range<usize>> = bodies(found);
        let inside = |at: usize| bodies.iter().any(|range| range.contains(&at));
        for at in (0..scan.len()).filter(|at| names.contains(scan.at(*at)) && !headers.contains(at)) {
            // At file level a name before a parenthesis declares.
            if inside(at) || scan.at(at + 1) != "(" {
                let mention = (scan.at(at).to_owned(), self.lexeme_span(at));
                self.file.host.mentions.push(mention);
            }
        }
        self.kernels_handed_on(found);
        self.file.host.is_odd = (0..scan.len()).any(|at| renames_library_type(scan, at));
        self.file.diagnostics.truncate(reported);
    }

    fn host_variables(&mut self, found: &Found) {
        for (range, scope) in &found.host_declarations {
            if nesting::too_deep(self.scan, range.clone()).is_some() {
                continue;
            }
            let masked = self.masked(range.clone(), Place::Other);
            let Ok(node) = parse::parse(Rule::item_global, &masked.text) else { continue };
            for item in self.build(&masked, |builder| builder.items(node, &[])) {
                if let Item::Global(mut declaration) = item {
                    declaration.scope.clone_from(scope);
                    self.file.host.globals.push(declaration);
                }
            }
        }
    }

    /// The names of the file's variables.
    fn variables(&self) -> BTreeSet<String> {
        let of_items = self.file.items.iter().filter_map(|item| match item {
            Item::Global(declaration) => Some(declaration),
            _ => None,
        });
        let all = self.file.host.globals.iter().chain(of_items).flat_map(|own| &own.declarators);
        all.map(|declarator| declarator.name.text.clone()).collect()
    }

    /// Files the variables that stand elsewhere than in the functions that are read, where they may be written or get another name.
    fn open_variables(&mut self, variables: &BTreeSet<String>, read: &[Range<usize>], found: &Found) {
        let scan = self.scan;
        let words = |range: &Range<usize>, word: &str| range.clone().any(|at| scan.at(at) == word);
        let is_harmless = |at: usize, item: &&RawItem| match item.kind {
            RawKind::Global => self.is_declared(at, &item.range),
            // A member of that name is what its functions mean.
            RawKind::Record => self.is_member(scan.at(at), &item.range),
            RawKind::Function { .. } => !words(&item.range, "__host__"),
            RawKind::Typedef | RawKind::Enum | RawKind::Instantiation => true,
        };
        let mut open = BTreeSet::new();
        for at in (0..scan.len()).filter(|at| variables.contains(scan.at(*at))) {
            let before = scan.at(at.wrapping_sub(1));
            let is_of_other = matches!(before, "." | "->") || before == "::" && scan.is_word(at.wrapping_sub(2));
            let is_in = |range: &Range<usize>| range.contains(&at);
            let declared = found.host_declarations.iter().map(|(range, _)| range).find(|range| is_in(range));
            let is_fine = is_of_other
                || read.iter().any(is_in) && !self.unread.iter().any(is_in)
                || found.host_prototypes.iter().any(|host| is_in(&host.range))
                || declared.is_some_and(|range| self.is_declared(at, range))
                || found.items.iter().filter(|item| is_in(&item.range)).any(|item| is_harmless(at, &item));
            if !is_fine {
                open.insert(scan.at(at).to_owned());
            }
        }
        self.file.host.open_variables = open;
        // Code that runs unseen.
        let is_operator = |range: &Range<usize>| words(range, "operator");
        let unseen = |host: &HostFunction| {
            let at = host.params - 1;
            let is_member = matches!(scan.at(at.wrapping_sub(1)), "::" | "~");
            let is_constructor = (host.range.start..host.body).any(|at| scan.at(at) == "constructor");
            is_member || is_operator(&host.range) || is_constructor
        };
        let functions = found.host_functions.iter().filter(|host| unseen(host)).map(|host| host.range.clone());
        let records = found.items.iter().filter(|item| item.kind == RawKind::Record).map(|item| item.range.clone());
        let with_code = records.clone().filter(|range| words(range, "("));
        let all: Vec<Range<usize>> = functions.chain(with_code).chain(self.unread.iter().cloned()).collect();
        let of_items = found.items.iter().filter(|item| item.kind == RawKind::Global).map(|item| &item.range);
        let declarations = found.host_declarations.iter().map(|(range, _)| range).chain(of_items);
        let written = declarations.flat_map(|range| range.clone().filter(|at| !self.is_declared(*at, range)));
        let written: Vec<usize> = written.collect();
        let is_named =
            |at: &usize| variables.contains(scan.at(*at)) && !matches!(scan.at(at.wrapping_sub(1)), "." | "->");
        self.file.host.wild_variables =
            all.into_iter().flatten().chain(written).filter(is_named).map(|at| scan.at(at).to_owned()).collect();
        // Texts of ours have nothing that writes variables of the program.
        let is_users = |range: &Range<usize>| !self.expanded.ours.contains(&self.lexeme_span(range.start).file);
        let of_host = |item: &&RawItem| {
            let runs = !matches!(item.kind, RawKind::Function { .. }) || words(&item.range, "__host__");
            runs && is_users(&item.range)
        };
        let own: Vec<&HostFunction> = found.host_functions.iter().filter(|host| is_users(&host.range)).collect();
        let items: Vec<&RawItem> = found.items.iter().filter(of_host).collect();
        let is_unnamed = |item: &&RawItem| is_operator(&item.range) || has_constructor(scan, &item.range);
        self.file.host.has_unnamed_calls = own.iter().any(|host| unseen(host)) || items.iter().any(is_unnamed);
        let all = own.iter().map(|host| &host.range).chain(items.iter().map(|item| &item.range));
        let named = all.flat_map(Range::clone).filter(|at| scan.at(*at) == "operator");
        let symbol = |at: usize| if scan.at(at + 1) == "[" { "[]".to_owned() } else { scan.at(at + 1).to_owned() };
        self.file.host.operators = named.map(symbol).collect();
        // In a class a type may have another meaning.
        let is_type = |at: &usize| {
            let (before, after) = (scan.at(at.wrapping_sub(1)), scan.at(at + 1));
            let is_declared = matches!(after, ";" | "," | "[" | "=" | "{" | ":") && !matches!(before, "<" | "," | "(");
            scan.is_word(*at) && is_declared
        };
        let inside = |range: Range<usize>| move |at: &usize| scan.opener(*at).is_some_and(|open| range.contains(&open));
        let of_classes = records.clone().flat_map(|range| range.clone().filter(inside(range))).filter(is_type);
        self.file.host.member_types = of_classes.map(|at| scan.at(at).to_owned()).collect();
        let declares = |at: &usize| scan.is_word(*at) && scan.at(at + 1) == "(";
        self.file.host.members = records.flatten().filter(declares).map(|at| scan.at(at).to_owned()).collect();
        self.file.host.defined = found.host_functions.iter().map(|host| name(scan, host).to_owned()).collect();
    }

    /// Whether a declaration of variables does no more to one than declare or read it.
    fn is_declared(&self, at: usize, range: &Range<usize>) -> bool {
        let scan = self.scan;
        let (before, after) = (scan.at(at.wrapping_sub(1)), scan.at(at + 1));
        let is_given = matches!(before, "(" | "," | "{") && matches!(after, ")" | "," | "}");
        let is_inside = scan.opener(at).is_some_and(|open| range.contains(&open));
        let is_written = matches!(after, "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "<<=" | ">>=" | "&=" | "|=" | "^=")
            || [before, after].iter().any(|step| matches!(*step, "++" | "--"));
        let has_reference = range.clone().any(|at| scan.at(at) == "&");
        !(has_reference || is_inside && (is_given || is_written))
    }

    /// Whether a class declares a field of this name.
    fn is_member(&self, name: &str, range: &Range<usize>) -> bool {
        let scan = self.scan;
        let mut depth = 0;
        range.clone().any(|at| {
            match scan.at(at) {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            let is_field = matches!(scan.at(at + 1), ";" | "," | "=" | "[" | "{" | ":");
            depth == 1 && scan.at(at) == name && is_field && scan.opener(at).is_some_and(|open| scan.at(open) == "{")
        })
    }

    fn host_function(&mut self, host: &HostFunction) -> Option<Function> {
        if nesting::too_deep(self.scan, host.range.clone()).is_some() {
            return None;
        }
        self.names.enter();
        self.declare_template_types(host.range.start..host.body);
        let mut masked = self.masked(host.range.clone(), Place::Function { params: host.params });
        let split = self.scan.lexemes[host.body].lo - masked.base;
        let body = Masked { text: masked.text.split_off(split), base: masked.base + split };
        let header = parse::parse(Rule::item_header, &masked.text).ok();
        let function = header.and_then(|node| self.build(&masked, |builder| builder.header(node)));
        let function = function.map(|header| {
            let mut function = header.function(self.lexemes_span(host.range.clone()));
            function.scope.splice(0..0, host.scope.iter().chain(&host.class).cloned());
            function.within.extend(host.class.clone());
            function.specifiers.is_static |= host.is_internal;
            function.specifiers.is_c = host.is_c;
            // Where an object is placed is not read.
            let places = host.range.clone().any(|at| self.scan.at(at) == "new" && self.scan.at(at + 1) == "(");
            // A function that is declared in one has defaults of its own.
            let declares = (host.body..host.range.end).any(|at| {
                self.scan.at(at + 1) == "("
                    && self.functions.contains(self.scan.at(at))
                    && host::may_declare(self.scan, at)
            });
            if self.scan.at(host.body) != ";" && !places && !declares {
                let before = self.unread.len();
                function.body = self.host_body(body, host.body..host.range.end);
                // Others that are no more understood may name anything in it.
                if function.body.as_ref().is_some_and(|body| not_understood(body) > self.unread.len() - before) {
                    self.unread.push(host.range.clone());
                }
            }
            function
        });
        self.names.leave();
        function
    }

    /// A body, in which statements that cannot be read are marked.
    fn host_body(&mut self, mut text: Masked, range: Range<usize>) -> Option<Block> {
        for _ in 0..MOST_FAULTS {
            let fault = match parse::parse(Rule::item_body, &text.text) {
                Ok(node) => {
                    return self.build(&text, |builder| {
                        let block = node.into_inner().find(|part| part.as_rule() == Rule::block)?;
                        Some(builder.block(block, Leading::Nobody))
                    });
                }
                Err(fault) => fault,
            };
            let statement = self.statement_around(text.base + fault.at, range.clone())?;
            if statement.len() < UNREAD.len() {
                return None;
            }
            self.unread.push(self.lexemes_in(statement.clone()));
            let mut bytes = std::mem::take(&mut text.text).into_bytes();
            let blank = &mut bytes[statement.start - text.base..statement.end - text.base];
            blank.fill(b' ');
            blank[..UNREAD.len()].copy_from_slice(UNREAD);
            text.text = String::from_utf8(bytes).ok()?;
        }
        None
    }

    /// The lexemes of a part of the text.
    fn lexemes_in(&self, text: Range<usize>) -> Range<usize> {
        let lexemes = &self.scan.lexemes;
        lexemes.partition_point(|own| own.lo < text.start)..lexemes.partition_point(|own| own.lo < text.end)
    }

    fn kernels_handed_on(&mut self, found: &Found) {
        let scan = self.scan;
        let kernels = self.file.items.iter().filter_map(|item| match item {
            Item::Function(function) if function.specifiers.global => Some(function.name.text.clone()),
            _ => None,
        });
        let kernels: BTreeSet<String> = kernels.chain(self.asked.callers.iter().cloned()).collect();
        let named = |at: &usize| kernels.contains(scan.at(*at));
        let in_host = bodies(found).into_iter().flatten().filter(named);
        let mut handed_on: Vec<usize> =
            in_host.filter(|at| !is_launched(scan, *at) && !is_described(scan, *at)).collect();
        // Kernels that a kernel launches.
        let of_device = found.items.iter().filter_map(|item| match item.kind {
            RawKind::Function { body: Some(body), .. } => Some(body..item.range.end),
            _ => None,
        });
        handed_on.extend(of_device.flatten().filter(named));
        let variables = found.items.iter().filter(|item| item.kind == RawKind::Global).map(|item| item.range.clone());
        handed_on.extend(variables.flatten().filter(named));
        for at in handed_on {
            if self.is_launched_by_variable(at, found) {
                continue;
            }
            let mention = (scan.at(at).to_owned(), self.lexeme_span(at));
            self.file.host.handed_on.push(mention);
        }
    }
}

/// The braces of functions and classes of the host, and what else stands at file level there.
fn bodies(found: &Found) -> Vec<Range<usize>> {
    let functions = found.host_functions.iter().map(|host| host.body..host.range.end);
    let records = found.items.iter().filter(|item| item.kind == RawKind::Record).map(|item| item.range.clone());
    functions.chain(records).chain(found.host_declarations.iter().map(|(range, _)| range.clone())).collect()
}

/// Whether a function or class gives the name of a type of C's library to one of its own.
fn renames_library_type(scan: &Scan<'_>, at: usize) -> bool {
    if words::library_type(scan.at(at)).is_none() {
        return false;
    }
    let start = (0..at).rev().find(|at| matches!(scan.at(*at), ";" | "{" | "}")).map_or(0, |end| end + 1);
    let is_declared = scan.at(start) == "typedef" && scan.at(at + 1) == ";"
        || scan.at(at.wrapping_sub(1)) == "using" && scan.at(at + 1) == "="
        || matches!(scan.at(at.wrapping_sub(1)), "struct" | "class" | "enum" | "union");
    let is_of_file = |open: usize| {
        let at = |back: usize| scan.at(open.wrapping_sub(back));
        at(1) == "\"C\"" || at(1) == "namespace" || at(2) == "namespace"
    };
    is_declared && scan.opener(at).is_some_and(|open| !is_of_file(open))
}

/// Whether a function is no member of a class that is derived from another one, or that is not known.
fn names_no_base(scan: &Scan<'_>, host: &HostFunction, underived: &BTreeSet<&str>) -> bool {
    let at = host.params - 1;
    let is_qualified = scan.at(at.wrapping_sub(1)) == "::";
    let qualifier = host.class.as_deref().or_else(|| is_qualified.then(|| scan.at(at.wrapping_sub(2))));
    let is_namespace = |name: &str| (1..scan.len()).any(|at| scan.at(at) == name && scan.at(at - 1) == "namespace");
    qualifier.is_none_or(|name| underived.contains(name) || is_namespace(name))
}

fn name<'e>(scan: &Scan<'e>, host: &HostFunction) -> &'e str {
    scan.at(host.params - 1)
}

/// The functions that are read, by their positions.
struct Wanted {
    /// Those that launch or name what another file asks for, their callers, and what these call.
    all: Vec<usize>,
    /// The first two of these.
    callers: Vec<usize>,
}

fn wanted(scan: &Scan<'_>, found: &Found, asked: &Asked, variables: &BTreeSet<String>) -> Wanted {
    let hosts = &found.host_functions;
    let mut of_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, host) in hosts.iter().enumerate() {
        of_name.entry(name(scan, host)).or_default().push(number);
    }
    let mut calls: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); hosts.len()];
    let mut callers: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); hosts.len()];
    for (number, host) in hosts.iter().enumerate() {
        for at in host.body..host.range.end {
            for called in of_name.get(scan.at(at)).into_iter().flatten() {
                calls[number].insert(*called);
                callers[*called].insert(number);
            }
        }
    }
    let launching = |host: &HostFunction| {
        found.launches.iter().any(|at| host.range.contains(at))
            || !asked.callers.is_empty() && (host.body..host.range.end).any(|at| asked.callers.contains(scan.at(at)))
    };
    let mut all: Vec<usize> = Vec::new();
    let mut open: VecDeque<usize> = (0..hosts.len()).filter(|number| launching(&hosts[*number])).collect();
    let mut left = MOST_LEXEMES;
    let mut take = |open: &mut VecDeque<usize>, next: &[BTreeSet<usize>], all: &mut Vec<usize>| {
        while let Some(number) = open.pop_front() {
            if all.contains(&number) {
                continue;
            }
            left = left.saturating_sub(hosts[number].range.len());
            if left > 0 {
                all.push(number);
            }
            open.extend(&next[number]);
        }
    };
    take(&mut open, &callers, &mut all);
    let callers = all.clone();
    open.extend(all.iter().flat_map(|number| &calls[*number]));
    open.extend((0..hosts.len()).filter(|number| asked.definitions.contains(name(scan, &hosts[*number]))));
    take(&mut open, &calls, &mut all);
    // What changes the variables of these.
    let mentions = |number: usize| -> BTreeSet<&str> {
        let range = hosts[number].body..hosts[number].range.end;
        range.map(|at| scan.at(at)).filter(|word| variables.contains(*word)).collect()
    };
    let of_function: Vec<BTreeSet<&str>> = (0..hosts.len()).map(mentions).collect();
    loop {
        let before = all.len();
        let used: BTreeSet<&str> = all.iter().flat_map(|number| &of_function[*number]).copied().collect();
        open.extend(
            (0..hosts.len()).filter(|number| !all.contains(number) && !of_function[*number].is_disjoint(&used)),
        );
        take(&mut open, &calls, &mut all);
        if all.len() == before {
            break;
        }
    }
    Wanted { all, callers }
}

/// How many statements of a body are not understood.
fn not_understood(body: &Block) -> usize {
    let mut found = 0;
    traverse::Node::walk(body.stmts.iter().map(traverse::Node::Stmt), &mut |node| {
        if let traverse::Node::Stmt(stmt) = node {
            found += usize::from(matches!(stmt.kind, StmtKind::Unsupported(_)));
        }
    });
    found
}

/// Whether a launch follows the name of a kernel.
fn is_launched(scan: &Scan<'_>, at: usize) -> bool {
    let opens = |at: usize| (0..3).all(|next| scan.at(at + next) == "<");
    opens(at + 1) || scan.at(at + 1) == "<" && scan.after_angles(at + 1).is_some_and(opens)
}

/// Whether the name of a kernel is an argument of a function that only asks about it.
fn is_described(scan: &Scan<'_>, at: usize) -> bool {
    let is_alone = matches!(scan.at(at.wrapping_sub(1)), "(" | "," | ")" | "&");
    is_alone
        && scan.opener(at).is_some_and(|open| {
            let called = scan.at(open.wrapping_sub(1));
            let of_runtime = called.strip_prefix("cuda").or_else(|| called.strip_prefix("hip"));
            scan.at(open) == "(" && of_runtime.is_some_and(|rest| DESCRIBING.contains(&rest)) && !declares(scan, called)
        })
}

/// Whether a class in a range, or one in it, may declare a constructor or destructor.
fn has_constructor(scan: &Scan<'_>, range: &Range<usize>) -> bool {
    let is_before = |at: usize, what: &[&str]| scan.is_word(at) && what.contains(&scan.at(at + 1));
    let classes: BTreeSet<&str> =
        range.clone().filter(|at| is_before(*at, &["{", ":", "final", "<"])).map(|at| scan.at(at)).collect();
    range.clone().any(|at| is_before(at, &["("]) && classes.contains(scan.at(at)))
}

/// Whether a program may declare something of this name: it stands where no plain call of a function of a library has it.
fn declares(scan: &Scan<'_>, name: &str) -> bool {
    let is_call = |at: usize| {
        let before = |back: usize| at.checked_sub(back).map_or("", |at| scan.at(at));
        let is_word = at > 0 && scan.is_word(at - 1);
        let is_part = matches!(before(1), "." | "->" | ">" | "*" | "&" | "&&" | "~")
            || before(1) == "::" && at > 1 && (scan.is_word(at - 2) || before(2) == ">");
        scan.at(at + 1) == "(" && !is_part && (!is_word || matches!(before(1), "return" | "else" | "do"))
    };
    (0..scan.len()).any(|at| scan.at(at) == name && !is_call(at))
}
