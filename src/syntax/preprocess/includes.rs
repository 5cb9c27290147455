//! Includes: files that are found, texts of ours that stand for headers, and what a header that is not found may do.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::base::{Diagnostic, FileId, Span, codes};
use crate::syntax::tokens::lexer::TokenKind;

use super::macros::MacroToken;
use super::spliced::{Source, Spliced};
use super::{MAX_INCLUDE_DEPTH, MAX_INCLUDES, Preprocessor, files, library};

/// The headers that are being read and have been.
#[derive(Default)]
pub struct Inclusions {
    /// Files with `#pragma once` that were read.
    pub once: BTreeSet<PathBuf>,
    count: usize,
    pub depth: usize,
}

impl Preprocessor<'_> {
    pub fn include(&mut self, source: &Source<'_>, line: &[MacroToken], whole: Span) {
        let Some((name, is_local)) = self.header_name(line, whole) else {
            return self.bad_directive(whole, "expected `\"file\"` or `<file>` after `#include`");
        };
        let name = name.as_str();
        if let Some(path) = self.found(name, is_local, source.directory.as_deref()) {
            return self.include_file(path, whole);
        }
        let (is_off, is_wanted_off) = self.assertions();
        if is_off != is_wanted_off && !is_of_c(name) {
            let line = format!("`{name}` does not include `assert.h`, behind a change of `NDEBUG`");
            self.missing.elsewhere.push(line);
        }
        self.include_section(name);
        self.world.others |= !is_alone(name);
        self.missing.others |= !is_alone(name);
        match library::header(name, self.config.float) {
            Some(_) => self.include_own(name),
            None if is_local && !is_known_header(name) => {
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

    /// The header that a directive names, and whether in quotes.
    fn header_name(&mut self, line: &[MacroToken], whole: Span) -> Option<(String, bool)> {
        let spelled = |tokens: &[MacroToken]| tokens.iter().map(|token| &*token.text).collect::<String>();
        let mut target = match line.first()?.kind {
            TokenKind::Ident => spelled(&self.line_expanded(line.to_vec(), whole)),
            _ => spelled(line),
        };
        let is_local = target.starts_with('"');
        target.retain(|letter| letter != '\n');
        let (open, close) = if is_local { ('"', '"') } else { ('<', '>') };
        let (name, _) = target.strip_prefix(open)?.split_once(close)?;
        Some((name.to_owned(), is_local))
    }

    /// Whether a header is there, where `#if` asks: no answer where nothing is known of it.
    pub fn has_header(&mut self, source: &Source<'_>, line: &[MacroToken], whole: Span) -> Option<bool> {
        let Some((name, is_local)) = self.header_name(line, whole) else {
            self.bad_directive(whole, "expected `\"file\"` or `<file>` in `__has_include`");
            return Some(false);
        };
        let is_there = self.found(&name, is_local, source.directory.as_deref()).is_some();
        if is_there || is_of_toolkit(&name) {
            return Some(true);
        }
        None
    }

    fn found(&mut self, name: &str, is_local: bool, from: Option<&Path>) -> Option<PathBuf> {
        let beside = from.filter(|_| is_local).map(PathBuf::from);
        let mut folders = beside.iter().chain(&self.config.source.include_dirs).map(|folder| folder.join(name));
        let found = folders.find(|path| path.is_file());
        found.or_else(|| self.found_elsewhere(name, from))
    }

    /// A header of this name in the folders that are looked through: the nearest one (PP-16).
    fn found_elsewhere(&mut self, name: &str, from: Option<&Path>) -> Option<PathBuf> {
        let relative: PathBuf =
            Path::new(name).components().filter(|part| matches!(part, Component::Normal(_))).collect();
        let known = self.config.source.headers.get(relative.file_name()?.to_str()?)?;
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
        self.world.undefined.clear();
    }

    /// Reads our own text of a header that is not found (PP-16).
    fn include_own(&mut self, name: &str) {
        let Some((text, is_part)) = library::header(name, self.config.float) else { return };
        if is_part {
            self.lack(name);
        }
        if !self.missing.replaced.iter().any(|other| other == name) {
            self.missing.replaced.push(name.to_owned());
        }
        let id: FileId = self.files.add(format!("<{name}>"), text);
        self.source(&Source { id, text: Spliced::new(text), directory: None, path: None, is_ours: true });
    }

    fn include_file(&mut self, path: PathBuf, whole: Span) {
        let canonical = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        if self.inclusions.once.contains(&canonical) {
            return;
        }
        self.inclusions.count += 1;
        if self.inclusions.depth >= MAX_INCLUDE_DEPTH || self.inclusions.count > MAX_INCLUDES {
            if self.inclusions.count <= MAX_INCLUDES + 1 {
                self.diagnostics.push(
                    Diagnostic::error(codes::E0110, whole, "files include each other without end")
                        .note("add `#pragma once` or an include guard"),
                );
            }
            self.inclusions.count = self.inclusions.count.max(MAX_INCLUDES + 1);
            return;
        }
        let text = match files::read(&path) {
            Ok((text, odd)) => {
                self.diagnostics.extend(odd.map(|warning| warning.at(whole, "included here")));
                text
            }
            Err(diagnostic) => return self.diagnostics.push(diagnostic.at(whole, "included here")),
        };
        let id: FileId = self.files.add(path.display().to_string(), text.as_str());
        self.inclusions.depth += 1;
        let directory = path.parent().map(PathBuf::from);
        let text = Spliced::new(&text);
        self.source(&Source { id, text, directory, path: Some(canonical), is_ours: false });
        self.inclusions.depth -= 1;
    }
}

/// Whether two files hold the same.
fn is_copy(one: &Path, other: &Path) -> bool {
    matches!((std::fs::read(one), std::fs::read(other)), (Ok(one), Ok(other)) if one == other)
}

/// Headers of the standard library of C++.
const OF_CPP: &str = include_str!("../../../specs/headers/macros/standard.txt");

/// Whether a header belongs to C or C++: none of them includes `assert.h`.
fn is_of_c(name: &str) -> bool {
    OF_CPP.split_whitespace().any(|known| known == name)
        || name
            .strip_suffix(".h")
            .is_some_and(|stem| OF_CPP.split_whitespace().any(|known| known == format!("c{stem}")))
}

/// Whether a header includes none whose macros are not there anyway.
fn is_alone(name: &str) -> bool {
    const ALONE: &[&str] = &[
        "assert", "ctype", "errno", "float", "limits", "math", "stdarg", "stdbool", "stddef", "stdint", "stdio",
        "stdlib", "string", "time",
    ];
    const OF_CUDA: &[&str] =
        &["cuda_runtime.h", "cuda_runtime_api.h", "device_launch_parameters.h", "math_constants.h", "vector_types.h"];
    let stem = name.strip_suffix(".h").or(name.strip_prefix('c').filter(|_| !name.contains('.')));
    OF_CUDA.contains(&name) || stem.is_some_and(|stem| ALONE.contains(&stem))
}

/// Whether a header is one of C, C++ or the toolkit itself, and so always there.
fn is_of_toolkit(name: &str) -> bool {
    const FOLDERS: &[&str] = &["cooperative_groups/", "crt/", "cub/", "cuda/", "nv/", "nvtx3/", "thrust/"];
    const FILES: &[&str] = &[
        "cooperative_groups.h", "cuda.h", "cuda_runtime.h", "cuda_runtime_api.h", "mma.h", "cuda_fp16.h",
        "cuda_bf16.h", "cuda_fp8.h", "math_constants.h", "device_launch_parameters.h", "vector_types.h",
        "vector_functions.h", "cuComplex.h", "curand.h", "curand_kernel.h", "cublas_v2.h", "cufft.h", "cusparse.h",
        "cusolverDn.h", "cuda_pipeline.h", "cuda_profiler_api.h", "unistd.h", "pthread.h", "strings.h",
    ];
    is_of_c(name) || FILES.contains(&name) || FOLDERS.iter().any(|folder| name.starts_with(folder))
}

/// Headers of C, C++, POSIX and CUDA. They define no macro that kernels use but those that the preprocessor knows; of
/// any other header that is not found nothing is known.
fn is_known_header(name: &str) -> bool {
    const FOLDERS: &[&str] = &[
        "cooperative_groups/", "crt/", "cub/", "cuda/", "cute/", "cutlass/", "GL/", "linux/", "nv/", "sys/", "thrust/",
    ];
    const BEGINNINGS: &[&str] = &[
        "builtin_", "cooperative_groups", "cu", "device_", "driver_", "host_", "math_functions", "mma", "nvToolsExt",
        "nvtx3", "sm_", "surface_", "texture_", "vector_",
    ];
    const FILES: &[&str] = &[
        "assert.h", "complex.h", "ctype.h", "dirent.h", "errno.h", "fcntl.h", "fenv.h", "float.h", "getopt.h",
        "inttypes.h", "iso646.h", "limits.h", "locale.h", "malloc.h", "math.h", "memory.h", "omp.h", "pthread.h",
        "setjmp.h", "signal.h", "stdalign.h", "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h",
        "stdio.h", "stdlib.h", "string.h", "strings.h", "tgmath.h", "time.h", "uchar.h", "unistd.h", "wchar.h",
        "wctype.h",
    ];
    is_of_c(name)
        || FILES.contains(&name)
        || FOLDERS.iter().any(|folder| name.starts_with(folder))
        || !name.contains('/') && BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}
