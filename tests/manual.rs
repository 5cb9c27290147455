//! Runs every code block of the manual, a test a page: `cargo test --test manual races` tries the pages with that text in their paths.
//!
//! The blocks of a page run in their order, in one folder of their own. A fence says after its language, separated by commas:
//!
//! * `cuda` with a verdict (`verified`, `safe`, `refuted`, `unknown`, `unsupported`; `race-free`, `racy` beside `races`): that of each kernel
//!   of the block. With several verdicts, each kernel has one of them, and each of them is some kernel's.
//! * `cuda` with `error=E0706`: the run has this diagnostic. `races`: the command is `races`, not `prove`. `file=scan.cu`: the name of the
//!   file, else `kernel.cu`; a block with nothing else is a file and is not run. A comment `<!-- gpuhoare prove --float exact -->` directly
//!   above the fence gives options.
//! * `cuda,part`: a fragment. Apart from white space, and in pieces where lines `...` stand, it occurs in a whole block of the page.
//! * `console`: lines `$ gpuhoare ...` are run; what follows is their output. Times are not compared, a line `...` stands for any lines, and
//!   `<!-- exit 1 -->` above says how the last command ends. Other `$` lines are not run, and have no output here.
//! * `toml`, `cpp`, `c`, `spec`, `json`, `text` with `file=NAME`: a file of the page. `text` without is neither run nor compared.
//! * `yaml`, `cmake`: each `gpuhoare COMMAND ...` in them ends with the exit code that `<!-- exit 1 -->` above says, or else 0.
//!
//! `MANUAL_UPDATE=1` writes the outputs that differ into the pages, but for those that have a line `...`: read the difference afterwards.
//!
//! mdBook builds all pages. Each page is in `SUMMARY.md`; its links lead to files and headings that are there; its sentences and lines are short.

#[path = "common/files.rs"]
mod files;

use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Once;

use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

use files::{files_under, name_of, outcome};

const SOURCE: &str = "docs/book/src";
const VERDICTS: [&str; 7] = ["verified", "safe", "refuted", "unknown", "unsupported", "race-free", "racy"];
/// A `gpuhoare` before one of these is a command in a recipe, and not a name.
const COMMANDS: [&str; 14] = [
    "prove", "races", "suggest", "audit", "check", "run", "amplify", "vcs", "bench", "solvers", "explain", "init",
    "schema", "equiv",
];
const MOST_WORDS: usize = 30;
const MOST_COLUMNS: usize = 120;

fn main() -> ExitCode {
    let pages = files_under(SOURCE, "md").into_iter().filter(|path| !path.ends_with("SUMMARY.md"));
    let tests = pages.map(|path| Trial::test(name_of(&path), move || outcome(&problems_of(&path))));
    let summary = Trial::test(format!("{SOURCE}/SUMMARY.md"), || outcome(&problems_of_summary()));
    let book = Trial::test("docs/book", || outcome(&problems_of_book()));
    libtest_mimic::run(&Arguments::from_args(), tests.chain([summary, book]).collect()).exit_code()
}

fn problems_of(path: &Path) -> Vec<String> {
    // The first run may have to install solvers: it goes alone.
    static FIRST: Once = Once::new();
    FIRST.call_once(|| drop(ran(Path::new("."), &["prove", &files_under("examples", "cu")[0].to_string_lossy()])));
    let text = std::fs::read_to_string(path).expect("a page is text");
    let mut page = Page { path, folder: tempfile::tempdir().expect("a folder"), problems: Vec::new(), new: Vec::new() };
    let blocks = page.blocks(&text);
    for block in &blocks {
        page.check(block, &blocks);
    }
    page.check_prose(&text);
    if std::env::var_os("MANUAL_UPDATE").is_some() && !page.new.is_empty() {
        page.update(&text);
    }
    page.problems
}

struct Page<'a> {
    path: &'a Path,
    /// Where its blocks run.
    folder: tempfile::TempDir,
    problems: Vec<String>,
    /// Lines of the page from which to which an output stands, and the right one.
    new: Vec<(usize, usize, String)>,
}

/// A code block.
#[derive(Default)]
struct Block {
    /// That of its fence, from 1.
    line: usize,
    /// How far the fence is indented.
    indent: usize,
    language: String,
    attributes: Vec<String>,
    /// What stands in comments directly above it.
    comments: Vec<String>,
    text: String,
}

impl Block {
    fn has(&self, attribute: &str) -> bool {
        self.attributes.iter().any(|other| other == attribute)
    }

    /// The values of `key=value`.
    fn values<'b>(&'b self, key: &'b str) -> impl Iterator<Item = &'b str> {
        self.attributes.iter().filter_map(move |attribute| attribute.strip_prefix(key)?.strip_prefix('='))
    }

    fn verdicts(&self) -> BTreeSet<&str> {
        self.attributes.iter().map(String::as_str).filter(|attribute| VERDICTS.contains(attribute)).collect()
    }

    fn is_whole_kernel(&self) -> bool {
        self.language == "cuda" && !self.has("part")
    }

    /// What is wrong with its fence.
    fn fault(&self) -> Option<String> {
        let known = |attribute: &String| match &*self.language {
            "cuda" if attribute.starts_with("file=") || attribute.starts_with("error=") => true,
            "cuda" => attribute == "part" || attribute == "races" || VERDICTS.contains(&&**attribute),
            "toml" | "cpp" | "c" | "spec" | "json" | "text" | "yaml" | "cmake" => attribute.starts_with("file="),
            _ => false,
        };
        if let Some(attribute) = self.attributes.iter().find(|attribute| !known(attribute)) {
            return Some(format!("`{attribute}` says nothing beside `{}`", self.language));
        }
        match &*self.language {
            "cuda" if self.has("part") && self.attributes.len() > 1 => {
                Some("a part has no other attributes".to_owned())
            }
            "cuda" if self.attributes.iter().all(|attribute| attribute == "races") => {
                Some("neither a verdict nor `error=`, `part` or `file=`".to_owned())
            }
            "cuda" | "console" | "text" | "yaml" | "cmake" => None,
            "toml" | "cpp" | "c" | "spec" | "json" if self.values("file").next().is_some() => None,
            "toml" | "cpp" | "c" | "spec" | "json" => Some("no `file=`".to_owned()),
            other => Some(format!("`{other}` is no language of a block")),
        }
    }
}

// ── the page as text ────────────────────────────────────────────────────────────────────────────

impl Page<'_> {
    fn problem(&mut self, line: usize, what: impl AsRef<str>) {
        self.problems.push(format!("{}:{line}: {}", name_of(self.path), what.as_ref()));
    }

    /// The blocks whose fences are in order.
    fn blocks(&mut self, text: &str) -> Vec<Block> {
        let (mut blocks, mut open, mut comments) = (Vec::new(), None::<(Block, usize)>, Vec::new());
        for (at, line) in text.lines().enumerate() {
            let trimmed = line.trim();
            let ticks = trimmed.len() - trimmed.trim_start_matches('`').len();
            match &mut open {
                Some((_, fence)) if ticks >= *fence && trimmed.len() == ticks => {
                    blocks.extend(open.take().map(|(block, _)| block));
                }
                Some((block, _)) => {
                    let cut = block.indent.min(line.len() - line.trim_start().len());
                    block.text += &line[cut..];
                    block.text.push('\n');
                }
                None if ticks >= 3 => {
                    let mut words = trimmed[ticks..].split(',').map(str::to_owned);
                    let block = Block {
                        line: at + 1,
                        indent: line.len() - line.trim_start().len(),
                        language: words.next().unwrap_or_default(),
                        attributes: words.collect(),
                        comments: std::mem::take(&mut comments),
                        text: String::new(),
                    };
                    open = Some((block, ticks));
                }
                None => match trimmed.strip_prefix("<!--").and_then(|comment| comment.strip_suffix("-->")) {
                    Some(comment) => comments.push(comment.trim().to_owned()),
                    None => comments.clear(),
                },
            }
        }
        if let Some((block, _)) = open {
            self.problem(block.line, "the block has no end");
        }
        blocks.retain(|block| match block.fault() {
            Some(fault) => {
                self.problem(block.line, fault);
                false
            }
            None => true,
        });
        blocks
    }

    /// Links, sentences and lines.
    fn check_prose(&mut self, text: &str) {
        let lines = prose(text);
        for (number, line) in &lines {
            let columns = line.chars().count();
            if columns > MOST_COLUMNS && !line.trim_start().starts_with('|') {
                self.problem(*number, format!("{columns} columns, at most {MOST_COLUMNS}"));
            }
            for target in links(line) {
                if let Some(fault) = fault_of_link(self.path, &target) {
                    self.problem(*number, format!("link to `{target}`: {fault}"));
                }
            }
        }
        for (number, sentence) in sentences(&lines) {
            let words = sentence.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
            if words > MOST_WORDS {
                self.problem(number, format!("a sentence of {words} words, at most {MOST_WORDS}: {sentence}"));
            }
        }
    }

    /// Puts the right outputs into the page.
    fn update(&self, text: &str) {
        let mut lines: Vec<&str> = text.lines().collect();
        for (from, to, right) in self.new.iter().rev() {
            lines.splice(from..to, right.lines());
        }
        std::fs::write(self.path, lines.join("\n") + "\n").expect("the page can be written");
    }
}

/// The lines outside of code blocks and comments, with their numbers.
fn prose(text: &str) -> Vec<(usize, &str)> {
    let (mut fence, mut comment) = (0, false);
    let mut lines = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        let ticks = trimmed.len() - trimmed.trim_start_matches('`').len();
        comment |= fence == 0 && trimmed.starts_with("<!--");
        if fence > 0 {
            fence = if ticks >= fence && trimmed.len() == ticks { 0 } else { fence };
        } else if ticks >= 3 {
            fence = ticks;
            // A block ends a paragraph.
            lines.push((at + 1, ""));
        } else if !comment {
            lines.push((at + 1, line));
        }
        comment &= !trimmed.ends_with("-->");
    }
    lines
}

/// The sentences of paragraphs, list items and headings, with their lines; code is one word, and of a link its text counts.
fn sentences(lines: &[(usize, &str)]) -> Vec<(usize, String)> {
    let mut sentences = vec![(1, String::new())];
    let is_item = |line: &str| {
        let number = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
        ["* ", "- ", "#", "|", "> "].iter().any(|mark| line.starts_with(mark))
            || number.len() < line.len() && number.starts_with(". ")
    };
    let mut heading = false;
    for (number, line) in lines {
        let line = line.trim();
        if line.is_empty() || is_item(line) || heading {
            sentences.push((*number, String::new()));
        }
        heading = line.starts_with('#');
        if line.starts_with('|') {
            continue;
        }
        let text = without_targets(&without_code(line));
        for word in text.split_whitespace() {
            let sentence = sentences.last_mut().expect("there is one");
            if sentence.1.is_empty() {
                sentence.0 = *number;
            }
            sentence.1 += word;
            sentence.1.push(' ');
            if word.trim_end_matches([')', '*', '_', '"']).ends_with(['.', '?', '!']) {
                sentences.push((*number, String::new()));
            }
        }
    }
    sentences
}

/// Each stretch of code is one word.
fn without_code(line: &str) -> String {
    let mut parts = line.split('`');
    let mut text = parts.next().unwrap_or("").to_owned();
    while let (Some(_), rest) = (parts.next(), parts.next()) {
        text += "CODE";
        text += rest.unwrap_or("");
    }
    text
}

/// `[text](target)` is `text`.
fn without_targets(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("](") {
        text += before;
        rest = after.split_once(')').map_or("", |(_, after)| after);
    }
    text + rest
}

fn links(line: &str) -> Vec<String> {
    let text = without_code(line);
    let targets = text.split("](").skip(1);
    targets.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target.to_owned()).collect()
}

fn fault_of_link(page: &Path, target: &str) -> Option<String> {
    if ["https://", "http://", "mailto:"].iter().any(|scheme| target.starts_with(scheme)) {
        return None;
    }
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { page.to_owned() } else { page.parent().expect("a folder").join(file) };
    let Ok(text) = std::fs::read_to_string(&path) else { return Some("there is no such page".to_owned()) };
    let headings = prose(&text).into_iter().filter(|(_, line)| line.starts_with('#'));
    let mut names = headings.map(|(_, line)| name_of_heading(line.trim_start_matches('#').trim()));
    (!heading.is_empty() && !names.any(|name| name == heading)).then(|| "there is no such heading".to_owned())
}

/// How mdBook makes an anchor of a heading.
fn name_of_heading(heading: &str) -> String {
    let letters = without_targets(heading).to_lowercase();
    let kept = letters.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

fn problems_of_summary() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(SOURCE);
    let text = std::fs::read_to_string(root.join("SUMMARY.md")).expect("a summary");
    let named: Vec<PathBuf> = text.lines().flat_map(links).map(|target| root.join(target)).collect();
    let pages: Vec<PathBuf> =
        files_under(SOURCE, "md").into_iter().filter(|path| !path.ends_with("SUMMARY.md")).collect();
    let missing =
        named.iter().filter(|path| !pages.contains(path)).map(|path| format!("there is no {}", name_of(path)));
    let left_out = pages.iter().filter(|path| !named.contains(path));
    let left_out = left_out.map(|path| format!("{} is not in the summary", name_of(path)));
    let twice = named.iter().enumerate().filter(|(at, path)| named[..*at].contains(path));
    let twice = twice.map(|(_, path)| format!("{} is in the summary twice", name_of(path)));
    missing.chain(left_out).chain(twice).collect()
}

/// Builds the book; each page must come out of it.
fn problems_of_book() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/book");
    let out = tempfile::tempdir().expect("a folder");
    let built = || {
        let mut config = mdbook_driver::config::Config::from_disk(root.join("book.toml"))?;
        config.build.build_dir = out.path().to_owned();
        mdbook_driver::MDBook::load_with_config(&root, config)?.build()
    };
    if let Err(error) = built() {
        return vec![format!("mdBook: {error:#}")];
    }
    let source = root.join("src");
    let pages = files_under(SOURCE, "md").into_iter().filter(|path| !path.ends_with("SUMMARY.md"));
    let pages = pages.map(|path| path.strip_prefix(&source).expect("a page of the book").with_extension("html"));
    // mdBook makes the README of a folder its index.
    let pages = pages.map(|page| if page.ends_with("README.html") { page.with_file_name("index.html") } else { page });
    let missing = pages.filter(|page| !out.path().join(page).is_file());
    missing.map(|page| format!("mdBook makes no {}", page.display())).collect()
}

// ── what blocks do ──────────────────────────────────────────────────────────────────────────────

impl Page<'_> {
    fn check(&mut self, block: &Block, blocks: &[Block]) {
        let file = block.values("file").next();
        if let Some(name) = file.or(block.is_whole_kernel().then_some("kernel.cu")) {
            let path = self.folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, &block.text).expect("a file");
        }
        match &*block.language {
            "cuda" if block.has("part") => self.check_part(block, blocks),
            "cuda" if block.attributes.len() == 1 && file.is_some() => {}
            "cuda" => self.check_kernel(block, file.unwrap_or("kernel.cu")),
            "console" => self.check_console(block),
            "yaml" | "cmake" => self.check_recipe(block),
            _ => {}
        }
    }

    fn check_part(&mut self, block: &Block, blocks: &[Block]) {
        if !blocks.iter().any(|whole| whole.is_whole_kernel() && is_part(&block.text, &whole.text)) {
            self.problem(block.line, "the fragment is not part of a whole block of this page");
        }
    }

    fn check_kernel(&mut self, block: &Block, file: &str) {
        let command = if block.has("races") { "races" } else { "prove" };
        let mut words = vec![command.to_owned()];
        for comment in &block.comments {
            match comment.strip_prefix("gpuhoare ").and_then(shlex::split) {
                Some(said) if said.first().is_some_and(|word| word == command) => {
                    words.extend(said.into_iter().skip(1))
                }
                _ => self.problem(block.line, format!("`<!-- {comment} -->` gives no options of `{command}`")),
            }
        }
        words.extend(["--format", "json", file].map(str::to_owned));
        let (output, _) = ran(self.folder.path(), &words);
        let Ok(document) = serde_json::from_str::<Value>(&output) else {
            return self.problem(block.line, format!("`gpuhoare {}` says: {output}", words.join(" ")));
        };
        let files = document["files"].as_array().into_iter().flatten();
        let kernels: Vec<&Value> = files.flat_map(|file| file["kernels"].as_array()).flatten().collect();
        let mut found = Vec::new();
        findings(&document, &mut found);
        let all: String = found.iter().map(|(code, message)| format!("\n    {code} {message}")).collect();
        let verdicts = block.verdicts();
        let of = |kernel: &Value| kernel["verdict"].as_str().unwrap_or("").to_owned();
        for kernel in kernels.iter().filter(|kernel| !verdicts.is_empty() && !verdicts.contains(&*of(kernel))) {
            self.problem(block.line, format!("{} is {}, not {verdicts:?}{all}", kernel["name"], of(kernel)));
        }
        for verdict in verdicts.iter().filter(|verdict| !kernels.iter().any(|kernel| of(kernel) == **verdict)) {
            self.problem(block.line, format!("no kernel is {verdict}{all}"));
        }
        for code in block.values("error").filter(|code| !found.iter().any(|(other, _)| other == code)) {
            self.problem(block.line, format!("there is no {code}:{all}"));
        }
    }

    fn check_console(&mut self, block: &Block) {
        let mut code = None;
        for command in commands_of(&block.text) {
            let line = block.line + 1 + command.line;
            let Some(words) = shlex::split(&command.text) else {
                self.problem(line, "the command cannot be split into words");
                continue;
            };
            if words.first().is_none_or(|word| word != "gpuhoare") {
                if !command.output.is_empty() || command.text.is_empty() {
                    self.problem(line, "this output is of no `$ gpuhoare` command");
                }
                continue;
            }
            let (output, exit) = ran(self.folder.path(), &words[1..]);
            code = exit;
            let actual: Vec<&str> = output.trim_end().lines().collect();
            let (cost, difference) = difference(&command.output, &actual);
            if cost == 0 {
                continue;
            }
            self.problem(line, format!("`{}` says something else (- page, + now):\n{difference}", command.text));
            if !command.output.contains(&"...") {
                let from = line + command.lines - 1;
                let indent = " ".repeat(block.indent);
                let right = actual.iter().map(|line| format!("{indent}{line}").trim_end().to_owned() + "\n").collect();
                self.new.push((from, from + command.output.len(), right));
            }
        }
        for wanted in exit_codes(block).filter(|wanted| Some(*wanted) != code) {
            self.problem(block.line, format!("the exit code is {code:?}, not {wanted}"));
        }
    }

    fn check_recipe(&mut self, block: &Block) {
        let wanted = exit_codes(block).next().unwrap_or(0);
        for (at, line) in block.text.lines().enumerate() {
            let here = ["${CMAKE_SOURCE_DIR}", "${CMAKE_CURRENT_SOURCE_DIR}", "$CI_PROJECT_DIR"];
            let line = here.iter().fold(line.to_owned(), |line, name| line.replace(name, "."));
            let Some(words) = shlex::split(line.trim().trim_end_matches(')')) else { continue };
            let is_command = |pair: &[String]| pair[0] == "gpuhoare" && COMMANDS.contains(&&*pair[1]);
            let Some(start) = words.windows(2).position(is_command) else { continue };
            let (output, code) = ran(self.folder.path(), &words[start + 1..]);
            if code != Some(wanted) {
                self.problem(block.line + 1 + at, format!("the exit code is {code:?}, not {wanted}:\n{output}"));
            }
        }
    }
}

/// What a program prints, both streams together, and its exit code.
fn ran(folder: &Path, words: &[impl AsRef<std::ffi::OsStr>]) -> (String, Option<i32>) {
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let mut command = Command::new(env!("CARGO_BIN_EXE_gpuhoare"));
    command.args(words).current_dir(folder).stdin(Stdio::null()).env_remove("NO_COLOR");
    command.stdout(writer.try_clone().expect("a pipe")).stderr(writer);
    let mut child = command.spawn().expect("gpuhoare starts");
    // Else the pipe stays open.
    drop(command);
    let mut output = Vec::new();
    reader.read_to_end(&mut output).expect("gpuhoare writes");
    let status = child.wait().expect("gpuhoare ends");
    (String::from_utf8_lossy(&output).into_owned(), status.code())
}

fn exit_codes(block: &Block) -> impl Iterator<Item = i32> {
    block.comments.iter().filter_map(|comment| comment.strip_prefix("exit ")?.trim().parse().ok())
}

/// The codes and messages in a report.
fn findings(value: &Value, found: &mut Vec<(String, String)>) {
    if let (Some(code), Some(message)) = (value["code"].as_str(), value["message"].as_str()) {
        found.push((code.to_owned(), format!("{message} (line {})", value["span"]["line"])));
    }
    match value {
        Value::Array(entries) => entries.iter().for_each(|entry| findings(entry, found)),
        Value::Object(fields) => fields.values().for_each(|entry| findings(entry, found)),
        _ => {}
    }
}

fn is_part(part: &str, whole: &str) -> bool {
    let close = |text: &str| text.split_whitespace().collect::<String>();
    let whole = close(whole);
    let mut rest = &*whole;
    let pieces: Vec<String> = part.split("...\n").map(close).filter(|piece| !piece.is_empty()).collect();
    pieces.iter().all(|piece| match rest.split_once(&**piece) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

/// A command of a console and what stands below it.
struct Said<'t> {
    /// Where it stands in the block, from 0.
    line: usize,
    /// How many lines the command takes.
    lines: usize,
    text: String,
    output: Vec<&'t str>,
}

fn commands_of(text: &str) -> Vec<Said<'_>> {
    let mut commands: Vec<Said> = Vec::new();
    for (line, text) in text.lines().enumerate() {
        match (text.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => {
                commands.push(Said { line, lines: 1, text: command.to_owned(), output: Vec::new() });
            }
            (None, Some(last)) if last.text.ends_with('\\') => {
                last.text.pop();
                last.text += text.trim_start();
                last.lines += 1;
            }
            (None, Some(last)) => last.output.push(text),
            (None, None) => commands.push(Said { line, lines: 0, text: String::new(), output: vec![text] }),
        }
    }
    for command in &mut commands {
        while command.output.last().is_some_and(|line| line.trim().is_empty()) {
            command.output.pop();
        }
    }
    commands
}

/// How many lines differ, and which; a line `...` is any lines.
fn difference(page: &[&str], now: &[&str]) -> (usize, String) {
    let same = |one: &str, other: &str| without_times(one) == without_times(other);
    let mut costs = vec![vec![0; now.len() + 1]; page.len() + 1];
    for at in (0..=page.len()).rev() {
        for to in (0..=now.len()).rev() {
            let any = page.get(at).is_some_and(|line| line.trim() == "...");
            let below = (at < page.len()).then(|| costs[at + 1][to] + usize::from(!any));
            let right = (to < now.len()).then(|| costs[at][to + 1] + usize::from(!any));
            let both = (at < page.len() && to < now.len() && same(page[at], now[to])).then(|| costs[at + 1][to + 1]);
            costs[at][to] = [below, right, both].into_iter().flatten().min().unwrap_or(0);
        }
    }
    let (mut at, mut to, mut text) = (0, 0, String::new());
    while at < page.len() || to < now.len() {
        let any = page.get(at).is_some_and(|line| line.trim() == "...");
        let cost = costs[at][to];
        if at < page.len() && to < now.len() && same(page[at], now[to]) && costs[at + 1][to + 1] == cost {
            text += &format!("      {}\n", now[to]);
            (at, to) = (at + 1, to + 1);
        } else if at < page.len() && costs[at + 1][to] + usize::from(!any) == cost {
            text += &format!("    {} {}\n", if any { ' ' } else { '-' }, page[at]);
            at += 1;
        } else {
            text += &(if any { String::new() } else { format!("    + {}\n", now[to]) });
            to += 1;
        }
    }
    (costs[0][0], text)
}

/// `0.12 s` and `"seconds": 0.12` are the same in every run.
fn without_times(line: &str) -> String {
    let (mut text, mut rest) = (String::new(), line.trim_end());
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(from.len());
        let after = &from[end..];
        let ends = |after: &&str| !after.starts_with(char::is_alphanumeric);
        let mut units = [" s", " ms", " µs"].into_iter();
        let unit = units.find_map(|unit| after.strip_prefix(unit).filter(ends));
        text += before;
        text += if unit.is_some() || before.trim_end().ends_with("seconds\":") { "#" } else { &from[..end] };
        rest = unit.unwrap_or(after);
    }
    text + rest
}
