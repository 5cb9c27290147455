//! clang as referee of the front end: every kernel file of the examples and tests is valid CUDA, and means what clang says. Which
//! function a call means, the types of expressions, the values of constants and the lines that conditionals leave are
//! compared with clang's tree, wherever both have the same piece of text.
//!
//! Every file is a test of its own, ignored where there is no clang. The files of another folder:
//! `COMPILER_FILES=FOLDER cargo test --release --test compiler`.

#[path = "common/files.rs"]
mod files;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{LazyLock, OnceLock};

use gpuhoare::base::span::ExpansionId;
use gpuhoare::base::{Config, FileId, Files, Span};
use gpuhoare::{lower, syntax};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use rayon::prelude::*;
use serde::Deserialize;

use files::{files_under, name_of, outcome};

/// Pieces of text of our own files that must have been compared, so that the test means something.
const LEAST_COMPARED: usize = 10_000;

fn main() -> ExitCode {
    let of_files = FILES.iter().map(|file| with_clang(name_of(&file.path), || outcome(&file.problems())));
    let of_all = with_clang("much_is_compared".to_owned(), || {
        much_is_compared();
        Ok(())
    });
    let of_all = Some(of_all).filter(|_| std::env::var_os("COMPILER_FILES").is_none());
    libtest_mimic::run(&Arguments::from_args(), of_files.chain(of_all).collect()).exit_code()
}

/// A test that is ignored where there is no clang.
fn with_clang(name: String, check: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Trial {
    static IS_THERE: LazyLock<bool> = LazyLock::new(|| clang().arg("--version").output().is_ok());
    Trial::ignorable_test(name, || match *IS_THERE {
        true => check().map(|()| Completion::Completed),
        false => Ok(Completion::ignored_with("no clang here")),
    })
}

static FILES: LazyLock<Vec<KernelFile>> = LazyLock::new(|| {
    let files = match std::env::var("COMPILER_FILES") {
        Ok(folder) => files_under(&folder, "cu"),
        Err(_) => ["examples", "tests/kernels"].iter().flat_map(|folder| files_under(folder, "cu")).collect(),
    };
    files.into_iter().map(|path| KernelFile { path, comparison: OnceLock::new() }).collect()
});

struct KernelFile {
    path: PathBuf,
    comparison: OnceLock<Comparison>,
}

impl KernelFile {
    fn comparison(&self) -> &Comparison {
        self.comparison.get_or_init(|| of_file(&self.path))
    }

    fn problems(&self) -> Vec<String> {
        let Comparison { differences, rejected, .. } = self.comparison();
        let rejected = rejected.iter().map(|told| format!("clang rejects it: {told}"));
        rejected.chain(differences.iter().cloned()).collect()
    }
}

fn much_is_compared() {
    let agreed: usize = FILES.par_iter().map(|file| file.comparison().agreed).sum();
    assert!(agreed > LEAST_COMPARED, "only {agreed} pieces of text were compared");
}

#[derive(Default)]
struct Comparison {
    agreed: usize,
    differences: Vec<String>,
    /// What clang says of a file that it does not take.
    rejected: Vec<String>,
}

fn clang() -> Command {
    let stub = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cuda_stub");
    let mut command = Command::new(std::env::var("CLANG").unwrap_or("clang".into()));
    command.args(["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70", "-nocudainc", "-nocudalib"]);
    command.args(["-std=c++17", "-w", "-include", "cuda_stub.h", "-I"]).arg(stub);
    command
}

fn of_file(path: &Path) -> Comparison {
    let mut comparison = Comparison::default();
    let output = clang().args(["-fsyntax-only", "-Xclang", "-ast-dump=json"]).arg(path).output().expect("clang runs");
    if !output.status.success() {
        comparison.rejected.push(String::from_utf8_lossy(&output.stderr).into_owned());
        return comparison;
    }
    let mut reader = serde_json::Deserializer::from_slice(&output.stdout);
    reader.disable_recursion_limit();
    let tree = Node::deserialize(&mut reader).expect("clang's tree is JSON");
    let name = path.display().to_string();
    let mut theirs = Theirs { main: name.clone(), ..Theirs::default() };
    theirs.node(&tree, false);

    let (mut files, config) = (Files::new(), Config::default());
    let parsed = syntax::parse_file(&mut files, path, &config);
    let ours = lower::decisions(&parsed, &config, &files);
    let text = files.get(FileId(0)).text.clone();
    let here = |span: &Span| {
        (span.file == FileId(0) && span.expansion == ExpansionId::NONE).then_some((span.lo as usize, span.hi as usize))
    };
    let mut differs = |at: Range, ours: &str, theirs: &BTreeSet<String>| {
        let line = files.position(FileId(0), at.0 as u32).line;
        let all = theirs.iter().cloned().collect::<Vec<_>>().join(" or ");
        comparison.differences.push(format!("{name}:{line}: `{}`: {ours}, and clang says {all}", &text[at.0..at.1]));
    };
    let place = |offset: Option<usize>| match offset {
        Some(offset) => format!("the function of line {}", files.position(FileId(0), offset as u32).line),
        None => "a function of a header".to_owned(),
    };

    let mut called = BTreeSet::new();
    for (call, function) in &ours.calls {
        let Some(at) = here(call) else { continue };
        called.insert(at);
        let Some(found) = theirs.calls.get(&at) else { continue };
        let of_header = function.file != FileId(0);
        let declared = (!of_header).then(|| theirs.first(function.lo as usize));
        let found: BTreeSet<_> = found.iter().map(|id| theirs.declared(id)).collect();
        match found.contains(&declared) {
            true => comparison.agreed += 1,
            false => differs(at, &place(declared), &found.into_iter().map(place).collect()),
        }
    }
    for (expression, ty) in &ours.types {
        let Some(at) = here(expression) else { continue };
        if let Some(found) = theirs.calls.get(&at).filter(|_| !called.contains(&at)) {
            let found: BTreeSet<_> = found.iter().map(|id| theirs.declared(id)).collect();
            if found.iter().all(Option::is_some) {
                differs(at, "no function of the file", &found.into_iter().map(place).collect());
            }
        }
        match theirs.types.get(&at) {
            Some(found) if found.contains(ty) => comparison.agreed += 1,
            Some(found) if !found.contains(UNKNOWN) => differs(at, ty, found),
            _ => {}
        }
    }
    for (expression, value) in &ours.constants {
        let Some(at) = here(expression) else { continue };
        match theirs.constants.get(&at) {
            Some(found) if found.contains(&value.to_string()) => comparison.agreed += 1,
            Some(found) => differs(at, &value.to_string(), found),
            None => {}
        }
    }
    if text.contains("#if") {
        lines(path, &name, &mut files, &config, &mut comparison);
    }
    comparison
}

/// The lines of the file that are left where conditionals are carried out.
fn lines(path: &Path, name: &str, files: &mut Files, config: &Config, comparison: &mut Comparison) {
    let output = clang().arg("-E").arg(path).output().expect("clang runs");
    let (mut theirs, mut line, mut inside) = (BTreeSet::new(), 0, false);
    for text in String::from_utf8_lossy(&output.stdout).lines() {
        let marker = text.strip_prefix("# ").and_then(|rest| rest.split_once(' '));
        if let Some((number, rest)) = marker
            && let Ok(number) = number.parse::<usize>()
        {
            (line, inside) = (number, rest.split('"').nth(1) == Some(name));
            continue;
        }
        if inside && !text.trim().is_empty() && !text.starts_with("#pragma") {
            theirs.insert(line);
        }
        line += 1;
    }
    let mut files_of_text = Files::new();
    let expanded = syntax::program_text(&mut files_of_text, path, config);
    let mut ours = BTreeSet::new();
    for (at, letter) in expanded.text.char_indices() {
        let span = expanded.span(at..at + letter.len_utf8());
        let annotated = expanded.annotations.iter().any(|annotation| annotation.range.contains(&at));
        if !letter.is_whitespace() && !annotated && span.file == FileId(0) {
            ours.insert(files_of_text.position(FileId(0), span.lo).line);
        }
    }
    let all: Vec<&str> = files.get(FileId(0)).text.lines().collect();
    for line in ours.symmetric_difference(&theirs) {
        let text = all.get(line - 1).map_or("", |text| text.trim());
        let who = if theirs.contains(line) { "clang reads it" } else { "clang leaves it out" };
        comparison.differences.push(format!("{name}:{line}: `{text}`: {who}, and we do not agree"));
    }
    comparison.agreed += ours.intersection(&theirs).count();
}

type Range = (usize, usize);

/// A type that is not compared.
const UNKNOWN: &str = "?";

/// What clang's tree says of a file.
#[derive(Default)]
struct Theirs {
    main: String,
    /// The file of the last place: it is written where it changes.
    file: String,
    calls: BTreeMap<Range, BTreeSet<String>>,
    types: BTreeMap<Range, BTreeSet<String>>,
    constants: BTreeMap<Range, BTreeSet<String>>,
    /// Where declarations stand in the file; nothing for those of headers.
    places: HashMap<String, Option<usize>>,
    /// The declarations before them of the same thing.
    before: HashMap<String, String>,
    /// The declarations at a place.
    at: HashMap<usize, String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Node {
    id: String,
    kind: String,
    loc: Place,
    range: Extent,
    #[serde(rename = "type")]
    ty: Named,
    value: serde_json::Value,
    value_category: String,
    referenced_decl: Reference,
    referenced_member_decl: String,
    previous_decl: String,
    is_implicit: bool,
    inner: Vec<Node>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Extent {
    begin: Place,
    end: Place,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Reference {
    id: String,
    kind: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Named {
    qual_type: String,
    desugared_qual_type: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Place {
    offset: Option<usize>,
    file: Option<String>,
    tok_len: usize,
    spelling_loc: Option<Box<Place>>,
    expansion_loc: Option<Box<Place>>,
}

impl Theirs {
    /// Reads a tree; the code of templates says nothing before it is instantiated.
    fn node(&mut self, node: &Node, is_pattern: bool) {
        let loc = self.place(&node.loc);
        let (begin, end) = (self.place(&node.range.begin), self.place(&node.range.end));
        if node.kind.ends_with("Decl") {
            let place = loc.map(|(lo, _)| lo).filter(|_| !node.is_implicit);
            self.places.insert(node.id.clone(), place);
            if let Some(place) = place {
                self.at.entry(place).or_insert(node.id.clone());
            }
            if !node.previous_decl.is_empty() {
                self.before.insert(node.id.clone(), node.previous_decl.clone());
            }
        }
        if let (Some((lo, _)), Some((_, hi)), false) = (begin, end, is_pattern) {
            self.expression(node, (lo, hi));
        }
        for child in &node.inner {
            let of_template = match node.kind.as_str() {
                "FunctionTemplateDecl" => child.kind != "TemplateArgument" && !child.is_instance(),
                "ClassTemplateDecl" => child.kind == "CXXRecordDecl",
                // The body stands in the class of the expression, too.
                "LambdaExpr" => child.kind == "CompoundStmt",
                _ => child.kind == "ClassTemplatePartialSpecializationDecl",
            };
            self.node(child, is_pattern || of_template);
        }
    }

    fn expression(&mut self, node: &Node, range: Range) {
        let value = node.value.as_str().filter(|_| matches!(node.kind.as_str(), "ConstantExpr" | "IntegerLiteral"));
        if let Some(value) = value {
            self.constants.entry(range).or_default().insert(value.to_owned());
        }
        let is_call = matches!(node.kind.as_str(), "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr");
        if let Some(callee) = node.inner.first().filter(|_| is_call).and_then(Node::callee) {
            self.calls.entry(range).or_default().insert(callee.to_owned());
        }
        // Nodes that stand for no text of their own.
        let wraps = ["ImplicitCastExpr", "ExprWithCleanups", "MaterializeTemporaryExpr", "ConstantExpr"];
        if !node.value_category.is_empty() && !wraps.contains(&node.kind.as_str()) {
            self.types.entry(range).or_default().insert(node.ty.known());
        }
    }

    /// Where a place starts and ends, if it is in the file and in no macro.
    fn place(&mut self, place: &Place) -> Option<Range> {
        for inner in [&place.spelling_loc, &place.expansion_loc].into_iter().flatten() {
            self.place(inner);
        }
        if let Some(file) = &place.file {
            self.file.clone_from(file);
        }
        let offset = place.offset.filter(|_| self.file == self.main)?;
        Some((offset, offset + place.tok_len))
    }

    /// Where a function is declared for the first time; nothing for one of a header.
    fn declared(&self, id: &str) -> Option<usize> {
        let mut id = id;
        while let Some(before) = self.before.get(id).filter(|before| self.places.contains_key(*before)) {
            id = before;
        }
        let place = (*self.places.get(id)?)?;
        Some(self.first(place))
    }

    /// Where the function that is declared at a place is declared for the first time.
    fn first(&self, place: usize) -> usize {
        let mut place = place;
        loop {
            let before = self.at.get(&place).and_then(|id| *self.places.get(self.before.get(id)?)?);
            match before.filter(|before| *before != place) {
                Some(before) => place = before,
                None => return place,
            }
        }
    }
}

impl Node {
    fn is_instance(&self) -> bool {
        self.inner.iter().any(|child| child.kind == "TemplateArgument")
    }

    /// The function that an expression names.
    fn callee(&self) -> Option<&str> {
        match self.kind.as_str() {
            "ImplicitCastExpr" | "ParenExpr" => self.inner.first()?.callee(),
            "DeclRefExpr" if self.referenced_decl.kind != "VarDecl" => Some(&self.referenced_decl.id),
            "MemberExpr" => Some(&self.referenced_member_decl),
            _ => None,
        }
    }
}

impl Named {
    /// The type as we name it.
    fn known(&self) -> String {
        let name = match self.desugared_qual_type.is_empty() {
            true => &self.qual_type,
            false => &self.desugared_qual_type,
        };
        let words = name.replace('*', " * ");
        let words = words.split_whitespace().filter(|word| !["const", "volatile", "__restrict"].contains(word));
        let name = words.collect::<Vec<_>>().join(" ");
        let (base, stars) = name.split_at(name.find(" *").unwrap_or(name.len()));
        let base = match base {
            "bool" | "float" | "double" | "char" | "short" | "int" | "long" => base,
            "unsigned char" | "unsigned short" | "unsigned int" | "unsigned long" => base,
            "signed char" => "char",
            "long long" => "long",
            "unsigned long long" => "unsigned long",
            _ => return UNKNOWN.to_owned(),
        };
        if stars.contains('[') {
            return UNKNOWN.to_owned();
        }
        format!("{base}{stars}")
    }
}
