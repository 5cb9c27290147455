//! `--shard NUMBER/OF`: the part of a run that one of several machines does.
//!
//! Each machine is given the same files and options, and deals the kernels anew: who has what follows from the texts of the files
//! and from `--costs` alone. So nothing has to be agreed upon, and `merge` sees whether all have dealt alike.

mod deal;
pub mod merge;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use blake3::Hasher;
use rayon::prelude::*;

use crate::base::config::{Contracts, RequiredScope};
use crate::base::{Config, identity};
use crate::report::shard::Part;
use crate::report::{Command, Run};
use crate::syntax::preprocess::library::is_of_library;

/// What of the files' kernels is to be looked at here: all, or what falls to a shard.
pub struct Share {
    /// For each file who has its kernels, in turn.
    owners: HashMap<PathBuf, Vec<usize>>,
    /// The shard that this is, from 0.
    own: usize,
    part: Option<Part>,
}

impl Share {
    /// The share of a run over these files that the configuration asks for.
    pub fn of_run(paths: &[PathBuf], command: Option<Command>, config: &Config) -> Share {
        let Some((shard, command)) = config.source.shard.as_ref().zip(command) else {
            return Share { owners: HashMap::new(), own: 0, part: None };
        };
        // A file that cannot be read is no work; whoever has it says why.
        let texts: Vec<Vec<u8>> = paths.par_iter().map(|path| std::fs::read(path).unwrap_or_default()).collect();
        let costs = paths.iter().zip(&texts).map(|(path, text)| {
            let measured = shard.costs.get(&path.display().to_string());
            measured.map_or_else(|| deal::estimated(&String::from_utf8_lossy(text)), |seconds| deal::measured(seconds))
        });
        let dealt = deal::dealt(&costs.collect::<Vec<_>>(), shard.of);
        let names: Vec<Cow<'_, str>> = paths.iter().map(|path| path.to_string_lossy()).collect();
        let sources = names.iter().map(|name| name.as_bytes()).zip(texts.iter().map(Vec::as_slice));
        let part = Part {
            number: shard.number,
            of: shard.of,
            command: command.name().to_owned(),
            tool: identity::tool().map(|tool| tool.to_string()).unwrap_or_default(),
            options: identity::of_options(config).to_string(),
            sources: hashed(sources.flat_map(|(name, text)| [name, text])),
            deal: hashed([format!("{dealt:?}").as_bytes()]),
            files: names.iter().map(|name| name.to_string()).collect(),
            contracts: config.required.contracts == Contracts::Required,
            every_launch: config.required.scope == RequiredScope::Every,
            asked: config.source.kernels.clone(),
            names: Vec::new(),
            read: BTreeMap::new(),
            included: Vec::new(),
        };
        Share { owners: paths.iter().cloned().zip(dealt).collect(), own: shard.number - 1, part: Some(part) }
    }

    /// The files of which some kernels may have to be looked at here.
    pub fn of<'p>(&self, mut paths: Vec<&'p PathBuf>) -> Vec<&'p PathBuf> {
        paths.retain(|path| self.owners.get(*path).is_none_or(|owners| owners.contains(&self.own)));
        paths
    }

    /// Whether the kernel of that number is to be looked at here.
    pub fn has_kernel(&self, path: &Path, number: usize) -> bool {
        self.owners.get(path).is_none_or(|owners| owners[number % owners.len()] == self.own)
    }

    /// Puts into a run which part of it was done: with the names of the kernels that were met, what was read, and the headers that files
    /// of this part include.
    pub fn mark(&self, run: &mut Run, names: &[String], included: &[&PathBuf]) {
        let Some(part) = &self.part else { return };
        // Texts of ours are those of this program.
        let is_read = |name: &str| !name.starts_with('<') && !is_of_library(name);
        let read = run.sources.iter().filter(|(_, file)| is_read(&file.name));
        let read = read.map(|(_, file)| (file.name.to_string(), blake3::hash(file.text.as_bytes()).to_string()));
        let included = included.iter().map(|path| path.display().to_string()).collect();
        run.part = Some(Part { names: names.to_vec(), read: read.collect(), included, ..part.clone() });
    }
}

fn hashed<'t>(pieces: impl IntoIterator<Item = &'t [u8]>) -> String {
    let mut hash = Hasher::new();
    for piece in pieces {
        hash.update(&(piece.len() as u64).to_le_bytes());
        hash.update(piece);
    }
    hash.finalize().to_string()
}
