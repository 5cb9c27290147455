//! The report as pages (`--format html`): one for each file, with its source, and an index. They are read from disk: nothing is
//! loaded from anywhere, and a content security policy forbids it.

mod gutter;
mod kernels;
mod pictures;
mod places;
mod source;

use std::collections::{BTreeMap, BTreeSet};

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Value, context};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::base::codes;
use crate::report::document::{DiagnosticEntry, Document, FileEntry, KernelEntry};
use crate::report::model::Run;
use crate::report::status::{KernelVerdict, Standing};

use kernels::{FindingView, KernelView};
use places::Places;
use source::LineView;

/// A page by its name in the folder.
#[derive(Debug)]
pub struct Page {
    /// `index.html`, or `pages/3-reduce.cu.html`.
    pub name: String,
    /// Its text.
    pub text: String,
}

const STYLE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/specs/pages/pages.css"));
const SCRIPT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/specs/pages/pages.js"));

/// All pages of a run, the index first.
///
/// # Errors
///
/// In words, where a template of ours does not fit its data.
pub fn pages(run: &Run) -> Result<Vec<Page>, String> {
    let document = crate::report::json::document(run);
    let environment = environment().map_err(|error| error.to_string())?;
    let places = Places::new(&document, &run.sources);
    let common = Value::from(Serde(Common::of(&document)));
    let render = |template: &str, values: Value| -> Result<String, String> {
        let template = environment.get_template(template).map_err(|error| error.to_string())?;
        template.render(context! { ..values, ..common.clone() }).map_err(|error| format!("{error:#}"))
    };
    let index = Value::from(Serde(Index::of(&document, &places)));
    let mut pages = vec![Page { name: "index.html".to_owned(), text: render("index.html", index)? }];
    for (at, file) in document.files.iter().enumerate() {
        let view = Value::from(Serde(FilePage::of(file, at, &places)));
        pages.push(Page { name: places.name(at), text: render("page.html", view)? });
    }
    Ok(pages)
}

fn environment() -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment
        .add_template("head.html", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/specs/pages/head.html")))?;
    environment
        .add_template("index.html", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/specs/pages/index.html")))?;
    environment
        .add_template("page.html", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/specs/pages/page.html")))?;
    Ok(environment)
}

/// What every page has.
#[derive(Serialize)]
struct Common<'d> {
    tool: &'d str,
    version: &'d str,
    command: &'d str,
    seconds: f64,
    interrupted: bool,
    csp: String,
    style: &'static str,
    script: &'static str,
}

impl Common<'_> {
    fn of<'d>(document: &Document) -> Common<'d> {
        let hash = |text: &str| base64(&Sha256::digest(text));
        Common {
            tool: document.tool,
            version: document.version,
            command: document.command.unwrap_or_default(),
            seconds: document.seconds,
            interrupted: document.interrupted,
            csp: format!(
                "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
                hash(STYLE),
                hash(SCRIPT)
            ),
            style: STYLE,
            script: SCRIPT,
        }
    }
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |chunk: &[u8]| {
        let bits = (0..3).fold(0_u32, |bits, at| bits << 8 | u32::from(chunk.get(at).copied().unwrap_or(0)));
        let letter = |at: usize| match at <= chunk.len() {
            true => char::from(LETTERS[(bits >> (18 - 6 * at) & 63) as usize]),
            false => '=',
        };
        (0..4).map(letter).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

/// How many kernels have a verdict.
#[derive(Serialize)]
struct Count {
    verdict: &'static str,
    status: Standing,
    count: usize,
}

fn counts<'d>(kernels: impl Iterator<Item = &'d KernelEntry> + Clone) -> Vec<Count> {
    KernelVerdict::ALL
        .iter()
        .map(|verdict| Count {
            verdict: verdict.name(),
            status: Standing::from(*verdict),
            count: kernels.clone().filter(|kernel| kernel.verdict == *verdict).count(),
        })
        .filter(|count| count.count > 0)
        .collect()
}

/// A file's page.
#[derive(Serialize)]
struct FilePage {
    root: &'static str,
    path: String,
    title: String,
    counts: Vec<Count>,
    diagnostics: Vec<FindingView>,
    lines: Vec<LineView>,
    kernels: Vec<KernelView>,
}

impl FilePage {
    fn of(file: &FileEntry, at: usize, places: &Places<'_>) -> FilePage {
        let here = places.of_page(at);
        let kernels: Vec<KernelView> =
            file.kernels.iter().enumerate().map(|(number, kernel)| KernelView::of(kernel, number + 1, &here)).collect();
        FilePage {
            root: "../index.html",
            path: file.path.clone(),
            title: file.path.clone(),
            counts: counts(file.kernels.iter()),
            diagnostics: diagnostics(&file.diagnostics, &here),
            lines: source::lines(file, &here),
            kernels,
        }
    }
}

fn diagnostics(all: &[DiagnosticEntry], here: &places::Here<'_>) -> Vec<FindingView> {
    all.iter().enumerate().map(|(number, found)| FindingView::of_diagnostic(found, number + 1, here)).collect()
}

/// The first page.
#[derive(Serialize)]
struct Index<'d> {
    counts: Vec<Count>,
    diagnostics: Vec<FindingView>,
    files: Vec<FileRow>,
    assumptions: Vec<Shared<'d>>,
    not_modelled: Vec<Shared<'d>>,
}

/// A line of the index.
#[derive(Serialize)]
struct FileRow {
    path: String,
    href: String,
    counts: Vec<Count>,
    status: Standing,
    kernels: Vec<KernelRow>,
}

/// A kernel in the index.
#[derive(Serialize)]
struct KernelRow {
    name: String,
    href: String,
    verdict: &'static str,
    status: Standing,
    scope: &'static str,
    open: usize,
    tasks: usize,
    proved: usize,
    seconds: f64,
}

/// Something that several kernels rest on, or that is in their way.
#[derive(Serialize)]
struct Shared<'d> {
    text: &'d str,
    construct: &'d str,
    kernels: Vec<&'d str>,
    more: usize,
}

impl<'d> Index<'d> {
    fn of(document: &'d Document, places: &Places<'_>) -> Index<'d> {
        let kernels = || document.files.iter().flat_map(|file| &file.kernels);
        let assumptions = kernels().map(|kernel| (kernel, kernel.assumptions.iter().map(String::as_str).collect()));
        let constructs = kernels().map(|kernel| {
            let own: BTreeSet<&str> = kernel.unsupported.iter().map(|found| found.construct.as_str()).collect();
            (kernel, own.into_iter().collect())
        });
        let mut files: Vec<FileRow> =
            document.files.iter().enumerate().map(|(at, file)| FileRow::of(file, places.name(at))).collect();
        // What is open comes first.
        files.sort_by_key(|file| file.status == Standing::Proved);
        Index {
            counts: counts(kernels()),
            diagnostics: diagnostics(&document.diagnostics, &places.of_index()),
            files,
            assumptions: shared(assumptions),
            not_modelled: shared(constructs),
        }
    }
}

impl FileRow {
    fn of(file: &FileEntry, href: String) -> FileRow {
        let of_kernels = file.kernels.iter().map(|kernel| Standing::from(kernel.verdict));
        let of_file = file.diagnostics.iter().filter(|found| found.severity == "error").map(|_| Standing::Unknown);
        FileRow {
            path: file.path.clone(),
            counts: counts(file.kernels.iter()),
            status: of_kernels.chain(of_file).max().unwrap_or(Standing::Unreached),
            kernels: file
                .kernels
                .iter()
                .enumerate()
                .map(|(number, kernel)| kernel_row(kernel, number, &href))
                .collect(),
            href,
        }
    }
}

fn kernel_row(kernel: &KernelEntry, number: usize, href: &str) -> KernelRow {
    KernelRow {
        name: kernel.name.clone(),
        href: format!("{href}#k{}", number + 1),
        verdict: kernel.verdict.name(),
        status: Standing::from(kernel.verdict),
        scope: kernels::scope(kernel.scope),
        open: kernel.findings.len(),
        tasks: kernel.tasks.len(),
        proved: kernel.tasks.iter().filter(|task| task.verdict == "proved").count(),
        seconds: kernel.vc_seconds + kernel.smt_seconds,
    }
}

/// Each text once, with the first kernels that have it.
fn shared<'d>(all: impl Iterator<Item = (&'d KernelEntry, Vec<&'d str>)>) -> Vec<Shared<'d>> {
    const NAMED: usize = 8;
    let mut found: Vec<Shared<'d>> = Vec::new();
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for (kernel, texts) in all {
        for text in texts {
            let at = *known.entry(text).or_insert(found.len());
            if at == found.len() {
                found.push(Shared { text, construct: text, kernels: Vec::new(), more: 0 });
            }
            match found[at].kernels.len() < NAMED {
                true => found[at].kernels.push(&kernel.name),
                false => found[at].more += 1,
            }
        }
    }
    found
}

/// What `gpuhoare explain` says of a code.
fn help(code: &str) -> &'static str {
    codes::explain(code).map_or("", |entry| entry.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_rfc() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
