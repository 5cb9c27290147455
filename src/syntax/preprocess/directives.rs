//! The directives: `#define`, `#undef`, `#include`, conditionals, `#pragma`, `#error`, `#line`.

use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use crate::base::{Diagnostic, FileId, Span, codes};
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::{files, library};

use super::macros::{Macro, MacroToken};
use super::{
    Conditional, MAX_INCLUDE_DEPTH, MAX_INCLUDES, Preprocessor, Source, UNROLL_MARKER, condition, is_read, shared,
};

impl Preprocessor<'_> {
    /// Carries out the directive in `tokens` (from its `#` to the end of the line); says whether the
    /// text after it is read. `first`: nothing but comments stands before it in its file.
    pub(super) fn directive(
        &mut self,
        source: &Source<'_>,
        tokens: &[Token],
        first: bool,
        open: &mut Vec<Conditional>,
    ) -> bool {
        let line = self.line(source, tokens);
        let active = is_read(open);
        let whole = match (line.first(), line.last()) {
            (Some(hash), Some(last)) => hash.span.to(last.span),
            _ => return active,
        };
        let Some(name) = line.get(1) else { return active };
        let rest = &line[2..];
        match &*name.text {
            "if" | "ifdef" | "ifndef" => {
                let guard = &*name.text == "ifndef" && first;
                let uncertain = self.missing.conditions.len();
                let holds = active && self.condition(&name.text, rest, whole);
                if guard {
                    // What a header asks first is whether it has been read before.
                    self.missing.conditions.truncate(uncertain);
                }
                open.push(Conditional { span: whole, outer: active, active: holds, taken: holds, seen_else: false });
            }
            "elif" | "elifdef" | "elifndef" | "else" => {
                let is_else = &*name.text == "else";
                let reached = match open.last() {
                    Some(conditional) if !conditional.seen_else => conditional.outer && !conditional.taken,
                    _ => {
                        let text = format!("`#{}` without an open `#if`", name.text);
                        self.diagnostics.push(Diagnostic::error(codes::E0104, whole, text));
                        return active;
                    }
                };
                let holds = reached && (is_else || self.condition(&name.text, rest, whole));
                if let Some(conditional) = open.last_mut() {
                    conditional.active = holds;
                    conditional.taken |= holds;
                    conditional.seen_else = is_else;
                }
            }
            "endif" => {
                if open.pop().is_none() {
                    self.diagnostics.push(Diagnostic::error(codes::E0104, whole, "`#endif` without an open `#if`"));
                }
            }
            _ if !active => {}
            "define" => self.define(rest, whole),
            "undef" => match rest.first() {
                Some(name) if name.kind == TokenKind::Ident => {
                    self.expander.macros.remove(&name.text);
                    self.undefined.insert(name.text.clone());
                }
                _ => self.bad_directive(whole, "expected a macro's name after `#undef`"),
            },
            "include" | "include_next" | "import" => self.include(source, rest, whole),
            "pragma" => self.pragma(source, rest, whole),
            "error" => {
                let text = tokens.get(2).map_or("", |token| source.text[token.lo..whole.hi as usize].trim());
                self.diagnostics.push(
                    Diagnostic::error(codes::E0109, whole, format!("#error {text}"))
                        .note("define what it asks for with `-D NAME=VALUE`"),
                );
            }
            "warning" | "line" | "ident" | "sccs" => {}
            _ if name.kind == TokenKind::Number => {}
            _ => self.bad_directive(whole, &format!("unknown directive `#{}`", name.text)),
        }
        is_read(open)
    }

    fn bad_directive(&mut self, span: Span, message: &str) {
        self.diagnostics.push(Diagnostic::error(codes::E0104, span, message));
    }

    fn define(&mut self, line: &[MacroToken], whole: Span) {
        let Some(name) = line.first().filter(|name| name.kind == TokenKind::Ident) else {
            return self.bad_directive(whole, "expected a name after `#define`");
        };
        let mut body = &line[1..];
        let mut params = None;
        let mut variadic = false;
        if body.first().is_some_and(|open| open.is("(") && !open.space) {
            let Some(close) = body.iter().position(|token| token.is(")")) else {
                return self.bad_directive(whole, "the parameter list of this macro has no `)`");
            };
            let mut names: Vec<Arc<str>> = Vec::new();
            let mut after_name = false;
            for token in &body[1..close] {
                match &*token.text {
                    "," if after_name && !variadic => after_name = false,
                    "..." if !variadic => {
                        if !after_name {
                            names.push(shared("__VA_ARGS__"));
                        }
                        variadic = true;
                        after_name = true;
                    }
                    _ if token.kind == TokenKind::Ident && !after_name && !names.contains(&token.text) => {
                        names.push(token.text.clone());
                        after_name = true;
                    }
                    other => {
                        let message = format!("unexpected `{other}` in the parameter list of this macro");
                        return self.bad_directive(token.span, &message);
                    }
                }
            }
            params = Some(names);
            body = &body[close + 1..];
        }
        let mut body: Vec<MacroToken> = body.to_vec();
        for token in &mut body {
            token.made_by = Some(name.text.clone());
        }
        let definition = Macro { name: name.text.clone(), params, variadic, body };
        self.expander.macros.insert(name.text.clone(), Rc::new(definition));
    }

    /// Whether the condition of `#if`, `#ifdef`, `#elif`, ... holds.
    fn condition(&mut self, directive: &str, line: &[MacroToken], whole: Span) -> bool {
        if directive.ends_with("def") {
            return match line.first() {
                Some(name) if name.kind == TokenKind::Ident => {
                    let defined = self.expander.macros.contains_key(&name.text);
                    if !defined {
                        self.taken_for_undefined(&name.text, whole);
                    }
                    defined != directive.ends_with("ndef")
                }
                _ => {
                    self.bad_directive(whole, &format!("expected a macro's name after `#{directive}`"));
                    false
                }
            };
        }
        let mut tokens = Vec::new();
        let mut at = 0;
        while let Some(token) = line.get(at) {
            at += 1;
            if !token.is("defined") && !token.is("__has_include") {
                tokens.push(token.clone());
                continue;
            }
            let open = line.get(at).is_some_and(|next| next.is("("));
            let name = line.get(at + usize::from(open));
            let holds = token.is("defined") && name.is_some_and(|name| self.expander.macros.contains_key(&name.text));
            if let Some(name) = name.filter(|_| token.is("defined") && !holds) {
                self.taken_for_undefined(&name.text, whole);
            }
            while open && line.get(at).is_some_and(|next| !next.is(")")) {
                at += 1;
            }
            at += 1;
            let text = if holds { "1" } else { "0" };
            tokens.push(MacroToken { kind: TokenKind::Number, text: shared(text), ..token.clone() });
        }
        let expanded = self.expander.expand(tokens, None);
        for name in expanded.iter().filter(|token| token.kind == TokenKind::Ident) {
            if !name.is("true") && !name.is("false") {
                self.taken_for_undefined(&name.text, whole);
            }
        }
        match condition::evaluate(&expanded) {
            Ok(value) => value,
            Err(message) => {
                self.diagnostics
                    .push(Diagnostic::error(codes::E0105, whole, message).note("the condition is taken as false"));
                false
            }
        }
    }

    fn pragma(&mut self, source: &Source<'_>, line: &[MacroToken], whole: Span) {
        match line.first() {
            Some(name) if name.is("unroll") => {
                self.out.push_made(" ", whole);
                self.out.push_made(UNROLL_MARKER, whole);
                self.out.push_made(" ", whole);
            }
            Some(name) if name.is("once") => {
                self.once.extend(source.path.clone());
            }
            Some(name) if name.is("pack") => self.missing.is_packed = true,
            _ => {}
        }
    }

    fn include(&mut self, source: &Source<'_>, line: &[MacroToken], whole: Span) {
        let written = line.first().map_or(0, |token| token.span.lo as usize);
        let mut target = source.text[written..whole.hi as usize].trim().to_string();
        if line.first().is_some_and(|token| token.kind == TokenKind::Ident) {
            let expanded = self.expander.expand(line.to_vec(), None);
            target = expanded.iter().map(|token| &*token.text).collect();
        }
        let local = target.strip_prefix('"').and_then(|rest| rest.split_once('"')).map(|(name, _)| name);
        let system = target.strip_prefix('<').and_then(|rest| rest.split_once('>')).map(|(name, _)| name);
        let Some(name) = local.or(system) else {
            return self.bad_directive(whole, "expected `\"file\"` or `<file>` after `#include`");
        };
        let beside = source.directory.iter().filter(|_| local.is_some());
        let found = beside.chain(&self.config.include_dirs).map(|directory| directory.join(name)).find(|p| p.is_file());
        match found.or_else(|| self.found_elsewhere(name, source.directory.as_deref())) {
            Some(path) => self.include_file(path, whole),
            None if library::header(name, self.config.float).is_some() => self.include_own(name),
            None if local.is_some() => {
                self.diagnostics.push(
                    Diagnostic::warning(codes::W0101, whole, format!("included file `{name}` is not found"))
                        .note("it is skipped: what it declares is unknown; give its folder with `-I DIR`"),
                );
                self.lack(name);
            }
            None if !is_known_header(name) => self.lack(name),
            None => {}
        }
    }

    /// A header of this name in the folders that are looked through: the nearest one (R157).
    fn found_elsewhere(&mut self, name: &str, from: Option<&Path>) -> Option<PathBuf> {
        let relative: PathBuf =
            Path::new(name).components().filter(|part| matches!(part, Component::Normal(_))).collect();
        let known = self.config.headers.get(relative.file_name()?.to_str()?)?;
        let fitting: Vec<&PathBuf> = known.iter().filter(|path| path.ends_with(&relative)).collect();
        let shared = |path: &Path| {
            let around = from.map(Path::components).into_iter().flatten();
            path.components().zip(around).take_while(|(a, b)| a == b).count()
        };
        let most = fitting.iter().map(|path| shared(path)).max()?;
        let mut nearest = fitting.into_iter().filter(|path| shared(path) == most);
        let path = nearest.next()?;
        // Copies of one text are one header.
        if !nearest.all(|other| is_copy(path, other)) {
            return None;
        }
        let line = format!("`{name}` is the file {}", path.display());
        if !self.missing.elsewhere.contains(&line) {
            self.missing.elsewhere.push(line);
        }
        Some(path.clone())
    }

    /// A header that was not found: any macro may be defined behind it.
    fn lack(&mut self, name: &str) {
        if !self.missing.names.iter().any(|known| known == name) {
            self.missing.names.push(name.to_owned());
        }
        self.undefined.clear();
    }

    /// Reads our own text of a header that is not found (R157).
    fn include_own(&mut self, name: &str) {
        let Some((text, is_part)) = library::header(name, self.config.float) else { return };
        if is_part {
            self.lack(name);
        }
        if !self.missing.replaced.iter().any(|other| other == name) {
            self.missing.replaced.push(name.to_owned());
        }
        let id: FileId = self.files.add(format!("<{name}>"), text);
        self.source(&Source { id, text, directory: None, path: None });
    }

    fn include_file(&mut self, path: PathBuf, whole: Span) {
        let canonical = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        if self.once.contains(&canonical) {
            return;
        }
        self.includes += 1;
        if self.depth >= MAX_INCLUDE_DEPTH || self.includes > MAX_INCLUDES {
            if self.includes <= MAX_INCLUDES + 1 {
                self.diagnostics.push(
                    Diagnostic::error(codes::E0110, whole, "files include each other without end")
                        .note("add `#pragma once` or an include guard"),
                );
            }
            self.includes = self.includes.max(MAX_INCLUDES + 1);
            return;
        }
        let text = match files::read(&path) {
            Ok(text) => text,
            Err(diagnostic) => return self.diagnostics.push(diagnostic.at(whole, "included here")),
        };
        let id: FileId = self.files.add(path.display().to_string(), text.as_str());
        self.depth += 1;
        let directory = path.parent().map(PathBuf::from);
        self.source(&Source { id, text: &text, directory, path: Some(canonical) });
        self.depth -= 1;
    }
}

/// Whether two files hold the same.
fn is_copy(one: &Path, other: &Path) -> bool {
    matches!((std::fs::read(one), std::fs::read(other)), (Ok(one), Ok(other)) if one == other)
}

/// Headers of C, C++, POSIX and CUDA. They define no macro that kernels use but those that the preprocessor knows; of
/// any other header that is not found nothing is known.
fn is_known_header(name: &str) -> bool {
    const FOLDERS: &[&str] = &[
        "cooperative_groups/",
        "crt/",
        "cub/",
        "cuda/",
        "cute/",
        "cutlass/",
        "GL/",
        "linux/",
        "nv/",
        "sys/",
        "thrust/",
    ];
    const BEGINNINGS: &[&str] = &[
        "builtin_",
        "cooperative_groups",
        "cu",
        "device_",
        "driver_",
        "host_",
        "math_functions",
        "mma",
        "nvToolsExt",
        "nvtx3",
        "sm_",
        "surface_",
        "texture_",
        "vector_",
    ];
    const FILES: &[&str] = &[
        "assert.h",
        "complex.h",
        "ctype.h",
        "dirent.h",
        "errno.h",
        "fcntl.h",
        "fenv.h",
        "float.h",
        "getopt.h",
        "inttypes.h",
        "iso646.h",
        "limits.h",
        "locale.h",
        "malloc.h",
        "math.h",
        "memory.h",
        "omp.h",
        "pthread.h",
        "setjmp.h",
        "signal.h",
        "stdalign.h",
        "stdarg.h",
        "stdatomic.h",
        "stdbool.h",
        "stddef.h",
        "stdint.h",
        "stdio.h",
        "stdlib.h",
        "string.h",
        "strings.h",
        "tgmath.h",
        "time.h",
        "uchar.h",
        "unistd.h",
        "wchar.h",
        "wctype.h",
        "windows.h",
    ];
    let is_of_cpp = !name.contains(['.', '/']);
    is_of_cpp
        || FILES.contains(&name)
        || FOLDERS.iter().any(|folder| name.starts_with(folder))
        || !name.contains('/') && BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}
