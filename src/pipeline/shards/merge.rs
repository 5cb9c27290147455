//! The reports of all parts of a run, put together: what one machine would have reported.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::base::config::{Contracts, Required, RequiredScope};
use crate::base::{Diagnostic, Files, Severity, codes, identity, plain};
use crate::report::shard::{Results, ShardEntry};
use crate::report::{Command, FileReport, KernelReport, Run};

use super::super::front::asked::unknown_kernels;

/// What is read of a document. The rest says the same in another form.
#[derive(Deserialize)]
struct Document {
    shard: Option<ShardEntry>,
}

/// Reads the report of a part.
///
/// # Errors
///
/// `E0021` where it is none, or damaged, or of another build of gpuhoare.
pub fn read(name: &str, text: &str) -> Result<ShardEntry, Diagnostic> {
    let document: Document = serde_json::from_str(text)
        .map_err(|error| wrong(format!("{name}: {}", plain::of_json(&error.to_string()).what)))?;
    let Some(shard) = document.shard else {
        let found = wrong(format!("{name} is not the report of a shard"));
        return Err(found.note("`--shard 1/4 --format json` writes one"));
    };
    if !shard.is_whole() {
        return Err(wrong(format!("{name} is damaged: it is not as it was written")));
    }
    if identity::tool().is_none_or(|tool| shard.part.tool != tool.to_string()) {
        let found = wrong(format!("{name} was written by another build of gpuhoare"));
        return Err(found.note("a report is merged by the build that wrote it"));
    }
    Ok(shard)
}

/// The run whose parts these are, each with the name of its document.
///
/// # Errors
///
/// `E0021` where they are not each part of one run once.
pub fn merged(shards: &[(String, ShardEntry)]) -> Result<Run, Diagnostic> {
    let first = are_of_one_run(shards)?;
    let command = Command::sharded(&first.part.command).ok_or_else(|| wrong("their command is unknown".to_owned()))?;
    let mut run = Run::new(command, Files::new());
    run.required = Required {
        contracts: if first.part.contracts { Contracts::Required } else { Contracts::Optional },
        scope: if first.part.every_launch { RequiredScope::Every } else { RequiredScope::Launched },
        ..Required::default()
    };
    let mut of_files: BTreeMap<String, Vec<FileReport>> = BTreeMap::new();
    let included: BTreeSet<&String> = shards.iter().flat_map(|(_, shard)| &shard.part.included).collect();
    for (name, shard) in shards {
        let results = shard.results(&mut run.sources).map_err(|why| wrong(format!("{name}: {why}")))?;
        let Results { diagnostics, files, seconds, interrupted, not_reached } = results;
        for found in diagnostics {
            if !run.diagnostics.contains(&found) {
                run.diagnostics.push(found);
            }
        }
        for file in files {
            of_files.entry(file.path.clone()).or_default().push(file);
        }
        run.seconds = run.seconds.max(seconds);
        run.interrupted |= interrupted;
        run.not_reached.extend(not_reached);
    }
    for path in first.part.files.iter().filter(|path| !included.contains(path)) {
        run.files.extend(of_files.remove(path).map(|parts| one_file(path, parts)));
    }
    if !run.interrupted {
        let names: Vec<String> = shards.iter().flat_map(|(_, shard)| shard.part.names.iter().cloned()).collect();
        run.diagnostics.extend(unknown_kernels(&names, &first.part.asked));
    }
    Ok(run)
}

/// Each part of one run once, in any order; the first of them.
fn are_of_one_run(shards: &[(String, ShardEntry)]) -> Result<&ShardEntry, Diagnostic> {
    let Some((first_name, first)) = shards.first() else { return Err(wrong("there is no report".to_owned())) };
    let mut numbers: BTreeMap<usize, &str> = BTreeMap::new();
    for (name, shard) in shards {
        let (one, other) = (&first.part, &shard.part);
        let differs = [
            (one.command != other.command, "another command"),
            (one.of != other.of, "another number of shards"),
            (one.options != other.options, "other options"),
            (one.sources != other.sources || one.files != other.files, "other source files"),
            (one.deal != other.deal, "other costs (--costs)"),
        ];
        if let Some((_, what)) = differs.into_iter().find(|(differs, _)| *differs) {
            return Err(wrong(format!("{first_name} and {name} are of two runs: {what}")));
        }
        if let Some(known) = numbers.insert(other.number, name) {
            return Err(wrong(format!("{known} and {name} are both shard {} of {}", other.number, other.of)));
        }
    }
    let missing: Vec<String> =
        (1..=first.part.of).filter(|number| !numbers.contains_key(number)).map(|number| number.to_string()).collect();
    match missing[..] {
        [] => Ok(first),
        [ref only] => Err(wrong(format!("shard {only} of {} is missing", first.part.of))),
        _ => Err(wrong(format!("shards {} of {} are missing", missing.join(", "), first.part.of))),
    }
}

/// A file of which several parts may have kernels.
fn one_file(path: &str, parts: Vec<FileReport>) -> FileReport {
    let mut file = FileReport { path: path.to_owned(), ..FileReport::default() };
    let mut kernels: BTreeMap<usize, KernelReport> = BTreeMap::new();
    for part in parts {
        for found in part.diagnostics {
            if !file.diagnostics.contains(&found) {
                file.diagnostics.push(found);
            }
        }
        kernels.extend(part.numbers.into_iter().zip(part.kernels));
    }
    (file.numbers, file.kernels) = kernels.into_iter().unzip();
    file
}

fn wrong(message: String) -> Diagnostic {
    Diagnostic::new(codes::E0021, Severity::Error, message)
}
