//! What the source tree is like, measured: who imports whom, circles, and the sizes of folders, files, functions and types.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree};

/// A source file without its unit tests.
pub struct Source {
    /// `["base", "span"]` for `src/base/span.rs`, `["base"]` for `src/base/mod.rs`.
    pub module: Vec<String>,
    /// The folder under `src` that the file belongs to, `src/pipeline/mod.rs` to `pipeline`.
    pub folder: String,
    pub lines: usize,
    pub functions: Vec<Function>,
    pub structs: Vec<Struct>,
    /// Modules whose items the code names, as far as they are resolved: positions of files.
    pub uses: BTreeSet<usize>,
    file: syn::File,
}

pub struct Function {
    pub name: String,
    pub lines: usize,
    /// `self` is one.
    pub parameters: usize,
}

pub struct Struct {
    pub name: String,
    pub fields: usize,
    /// It is read from the command line or written as JSON: its fields are somebody else's.
    pub is_document: bool,
}

/// Reads and measures the source files, and finds who uses whom. A method may be one of another type that has the same name:
/// a call is of no file in a later room.
pub fn read(files: &[(PathBuf, Vec<String>, String)], rooms: &[&str]) -> Vec<Source> {
    let mut sources: Vec<Source> = files
        .iter()
        .filter(|(_, module, _)| !module.iter().any(|part| part == "tests"))
        .map(|(path, module, text)| {
            let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let is_folder = files.iter().any(|(_, other, _)| other.len() > module.len() && other.starts_with(module));
            let folder = if is_folder { &module[..] } else { &module[..module.len().saturating_sub(1)] };
            let mut measures = Measures::default();
            measures.visit_file(&file);
            let tests: usize = file.items.iter().filter(|item| is_test(attributes(item))).map(lines).sum();
            Source {
                module: module.clone(),
                folder: folder.join("/"),
                lines: text.lines().count() - tests,
                functions: measures.functions,
                structs: measures.structs,
                uses: BTreeSet::new(),
                file,
            }
        })
        .collect();
    let names = Names::of(&sources);
    let uses: Vec<BTreeSet<usize>> = (0..sources.len()).map(|at| names.used_by(&sources, at, rooms)).collect();
    for (source, uses) in sources.iter_mut().zip(uses) {
        source.uses = uses;
    }
    sources
}

/// The circles of more than one file, largest first.
pub fn circles_of_files(sources: &[Source]) -> Vec<Vec<usize>> {
    circles(&sources.iter().map(|source| source.uses.clone()).collect::<Vec<_>>())
}

/// The circles of more than one folder, largest first.
pub fn circles_of_folders(sources: &[Source]) -> Vec<Vec<String>> {
    let folders: BTreeSet<&str> = sources.iter().map(|source| &*source.folder).collect();
    let folders: Vec<&str> = folders.into_iter().collect();
    let number = |folder: &str| folders.iter().position(|other| *other == folder).expect("a folder of a source");
    let mut uses = vec![BTreeSet::new(); folders.len()];
    for source in sources {
        let own = number(&source.folder);
        uses[own].extend(source.uses.iter().map(|other| number(&sources[*other].folder)).filter(|other| *other != own));
    }
    let named = |circle: Vec<usize>| circle.into_iter().map(|folder| folders[folder].to_owned()).collect();
    circles(&uses).into_iter().map(named).collect()
}

/// Strongly connected parts of a graph that have more than one node, largest first (Tarjan, 1972).
fn circles(uses: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    struct Search<'u> {
        uses: &'u [BTreeSet<usize>],
        number: Vec<Option<usize>>,
        lowest: Vec<usize>,
        open: Vec<usize>,
        found: Vec<Vec<usize>>,
    }
    impl Search<'_> {
        fn visit(&mut self, node: usize) {
            let number = self.number.iter().flatten().count();
            self.number[node] = Some(number);
            self.lowest[node] = number;
            self.open.push(node);
            for next in self.uses[node].iter().copied() {
                match self.number[next] {
                    None => {
                        self.visit(next);
                        self.lowest[node] = self.lowest[node].min(self.lowest[next]);
                    }
                    Some(number) if self.open.contains(&next) => {
                        self.lowest[node] = self.lowest[node].min(number);
                    }
                    Some(_) => {}
                }
            }
            if self.lowest[node] == number {
                let first = self.open.iter().position(|open| *open == node).expect("it is open");
                self.found.push(self.open.split_off(first));
            }
        }
    }
    let nodes = uses.len();
    let mut search =
        Search { uses, number: vec![None; nodes], lowest: vec![0; nodes], open: Vec::new(), found: Vec::new() };
    for node in 0..nodes {
        if search.number[node].is_none() {
            search.visit(node);
        }
    }
    search.found.retain(|circle| circle.len() > 1);
    search.found.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    search.found
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Fn(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        _ => &[],
    }
}

fn lines(spanned: &impl Spanned) -> usize {
    let span = spanned.span();
    span.end().line - span.start().line + 1
}

// ── sizes ───────────────────────────────────────────────────────────────────────────────────────

#[derive(Default)]
struct Measures {
    functions: Vec<Function>,
    structs: Vec<Struct>,
}

impl Measures {
    fn function(&mut self, signature: &syn::Signature, lines: usize) {
        let (name, parameters) = (signature.ident.to_string(), signature.inputs.len());
        self.functions.push(Function { name, lines, parameters });
    }
}

impl<'ast> Visit<'ast> for Measures {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.function(&function.sig, lines(&function.sig) + lines(&function.block) - 1);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.function(&function.sig, lines(&function.sig) + lines(&function.block) - 1);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let derived = item.attrs.iter().filter(|attribute| attribute.path().is_ident("derive"));
        let derived: Vec<syn::Path> = derived
            .filter_map(|attribute| {
                attribute.parse_args_with(Punctuated::<syn::Path, syn::Token![,]>::parse_terminated).ok()
            })
            .flatten()
            .collect();
        let is_document = derived
            .iter()
            .filter_map(|path| path.segments.last())
            .any(|last| ["Args", "Parser", "Serialize", "Deserialize"].iter().any(|name| last.ident == name));
        self.structs.push(Struct { name: item.ident.to_string(), fields: item.fields.len(), is_document });
    }
}

// ── who uses whom ───────────────────────────────────────────────────────────────────────────────

/// What names of the crate mean.
struct Names {
    files: BTreeMap<Vec<String>, usize>,
    /// Names that a module passes on (`pub use`), with the path that they stand for.
    passed_on: BTreeMap<(Vec<String>, String), Vec<String>>,
    /// The only file that has a method of this name.
    methods: BTreeMap<String, usize>,
}

impl Names {
    fn of(sources: &[Source]) -> Names {
        let files = sources.iter().enumerate().map(|(at, source)| (source.module.clone(), at)).collect();
        let mut passed_on = BTreeMap::new();
        let mut methods: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for (at, source) in sources.iter().enumerate() {
            for item in &source.file.items {
                match item {
                    Item::Use(item) if !matches!(item.vis, syn::Visibility::Inherited) => {
                        for (path, name) in leaves(&item.tree) {
                            passed_on.insert((source.module.clone(), name), absolute(&source.module, path));
                        }
                    }
                    Item::Impl(item) if item.trait_.is_none() => {
                        for item in &item.items {
                            if let syn::ImplItem::Fn(function) = item
                                && function.sig.receiver().is_some()
                            {
                                methods.entry(function.sig.ident.to_string()).or_default().insert(at);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        let only = |(name, files): (String, BTreeSet<usize>)| match files.len() {
            1 if !OF_STD.contains(&&*name) => Some((name, files.into_iter().next()?)),
            _ => None,
        };
        Names { files, passed_on, methods: methods.into_iter().filter_map(only).collect() }
    }

    fn used_by(&self, sources: &[Source], at: usize, rooms: &[&str]) -> BTreeSet<usize> {
        let source = &sources[at];
        let mut paths = Paths { paths: Vec::new(), methods: BTreeSet::new() };
        for item in &source.file.items {
            match item {
                // What is only passed on is no use of it.
                Item::Use(item) if !matches!(item.vis, syn::Visibility::Inherited) => {}
                item => paths.visit_item(item),
            }
        }
        let named = paths.paths.into_iter().filter_map(|path| self.file(&absolute(&source.module, path)));
        let rank = |at: &usize| {
            let room = sources[*at].module.first();
            rooms.iter().position(|name| room.is_some_and(|room| room == name)).unwrap_or(rooms.len())
        };
        let called = paths.methods.iter().filter_map(|name| self.methods.get(name).copied());
        let called = called.filter(|used| rank(used) <= rank(&at));
        named.chain(called).filter(|used| *used != at).collect()
    }

    /// The file that has the item of a path of the crate.
    fn file(&self, path: &[String]) -> Option<usize> {
        for length in (1..=path.len()).rev() {
            let module = path[..length].to_vec();
            let Some(file) = self.files.get(&module) else { continue };
            let passed_on = path.get(length).and_then(|name| self.passed_on.get(&(module, name.clone())));
            return match passed_on {
                Some(other) => self.file(other).or(Some(*file)),
                None => Some(*file),
            };
        }
        None
    }
}

/// Methods of the standard library: a call of one says nothing.
const OF_STD: &[&str] = &[
    "add", "all", "any", "append", "apply", "bytes", "chain", "clear", "clone", "close", "contains", "count", "end",
    "entry", "extend", "filter", "find", "first", "flatten", "flush", "fold", "get", "index", "insert", "is_empty",
    "iter", "join", "keys", "kind", "last", "len", "lines", "map", "max", "min", "name", "next", "peek", "pop",
    "position", "push", "read", "remove", "replace", "retain", "rev", "reverse", "send", "skip", "sort", "span",
    "split", "start", "step", "sum", "take", "then", "union", "values", "wait", "write", "zip",
];

/// Paths and methods that code names.
struct Paths {
    paths: Vec<Vec<String>>,
    methods: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.paths.extend(leaves(&item.tree).into_iter().map(|(path, _)| path));
    }

    // `pub(super)` names no item.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let first = path.segments.first().map(|segment| segment.ident.to_string());
        if first.is_some_and(|first| ["crate", "super", "self"].contains(&&*first)) {
            self.paths.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.methods.insert(call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }
}

/// The paths of a `use`, each with the name that it gets.
fn leaves(tree: &UseTree) -> Vec<(Vec<String>, String)> {
    match tree {
        UseTree::Path(path) => {
            let mut leaves = leaves(&path.tree);
            for (leaf, name) in &mut leaves {
                if leaf.is_empty() {
                    *name = path.ident.to_string();
                }
                leaf.insert(0, path.ident.to_string());
            }
            leaves
        }
        UseTree::Name(name) if name.ident == "self" => vec![(Vec::new(), String::new())],
        UseTree::Name(name) => vec![(vec![name.ident.to_string()], name.ident.to_string())],
        UseTree::Rename(rename) => vec![(vec![rename.ident.to_string()], rename.rename.to_string())],
        UseTree::Glob(_) => vec![(Vec::new(), "*".to_owned())],
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
    }
}

/// A path as it is from the root of the crate.
fn absolute(module: &[String], path: Vec<String>) -> Vec<String> {
    let mut base = module.to_vec();
    // Without a prefix it is a module below, or another crate, which has no file.
    let mut rest = path.as_slice();
    while let Some((first, after)) = rest.split_first() {
        match &**first {
            "crate" => base.clear(),
            "self" => {}
            "super" => {
                base.pop();
            }
            _ => break,
        }
        rest = after;
    }
    base.extend_from_slice(rest);
    base
}
