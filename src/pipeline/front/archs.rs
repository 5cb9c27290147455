//! A file on every architecture (`--arch all`): each program that it is on some of them, once (PP-8).

use std::path::Path;

use crate::base::arch::ARCHS;
use crate::base::config::{Archs, Source};
use crate::base::portable::Places;
use crate::base::{Arch, Config, Files};
use crate::kernel::ir::{Program, Unsupported};
use crate::syntax;

/// The kernels of all programs; where there is more than one, a kernel's name says the first architecture of its own.
pub fn each(
    files: &mut Files,
    path: &Path,
    config: &Config,
    lower: &dyn Fn(&mut Files, &Config) -> Program,
) -> Program {
    let of = |arch: Arch| {
        let source = Source { arch, archs: Archs::One, ..config.source.clone() };
        Config { source, ..config.clone() }
    };
    let mut groups: Vec<(String, Vec<Arch>)> = Vec::new();
    for arch in ARCHS {
        let text = syntax::program_text(&mut files.clone(), path, &of(*arch)).text;
        match groups.iter_mut().find(|(known, _)| *known == text) {
            Some((_, archs)) => archs.push(*arch),
            None => groups.push((text, vec![*arch])),
        }
    }
    if groups.len() == 1 {
        return lower(files, &of(Arch::default()));
    }
    let mut all = Program::default();
    let mut theory = None;
    for (_, archs) in groups {
        let Some(first) = archs.first() else { continue };
        let mut program = lower(files, &of(*first));
        for kernel in &mut program.kernels {
            kernel.name = format!("{}@{first}", kernel.name);
            let names: Vec<String> = archs.iter().map(Arch::to_string).collect();
            kernel.assumptions.push(format!("the program is that of {}", names.join(", ")));
        }
        // The files have other numbers each time that they are read.
        let stated = Places::new(files).within(|| format!("{:?}", program.theory));
        if *theory.get_or_insert_with(|| stated.clone()) != stated {
            let construct = "logic declarations that differ between architectures";
            for kernel in &mut program.kernels {
                kernel.unsupported.push(Unsupported { construct: construct.into(), span: kernel.span });
            }
            all.kernels.append(&mut program.kernels);
            continue;
        }
        all.theory = program.theory;
        all.kernels.append(&mut program.kernels);
        let known = std::mem::take(&mut all.diagnostics);
        program.diagnostics.retain(|found| !known.iter().any(|other| other.message == found.message));
        all.diagnostics = known;
        all.diagnostics.append(&mut program.diagnostics);
    }
    all
}
