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
    // A file that is named twice is looked at twice.
    let mut of_files: BTreeMap<(String, usize), Vec<FileReport>> = BTreeMap::new();
    let mut is_through = true;
    let included: BTreeSet<&String> = shards.iter().flat_map(|(_, shard)| &shard.part.included).collect();
    for (name, shard) in shards {
        let results = shard.results(&mut run.sources).map_err(|why| wrong(format!("{name}: {why}")))?;
        let Results { diagnostics, files, seconds, interrupted, not_reached } = results;
        for found in diagnostics {
            if !run.diagnostics.contains(&found) {
                run.diagnostics.push(found);
            }
        }
        // What was cut short says so.
        let of_kernels = files.iter().flat_map(|file| &file.kernels).flat_map(|kernel| &kernel.diagnostics);
        is_through &= !interrupted && !of_kernels.chain(&run.diagnostics).any(|found| codes::is_internal(found.code));
        let mut times = BTreeMap::new();
        for file in files {
            let time = next(&mut times, &file.path);
            of_files.entry((file.path.clone(), time)).or_default().push(file);
        }
        run.seconds = run.seconds.max(seconds);
        run.interrupted |= interrupted;
        run.not_reached.extend(not_reached);
    }
    let mut times = BTreeMap::new();
    for path in first.part.files.iter().filter(|path| !included.contains(path)) {
        let time = next(&mut times, path);
        match of_files.remove(&(path.clone(), time)) {
            Some(parts) => run.files.push(one_file(path, parts, is_through)?),
            None if is_through => return Err(wrong(format!("no shard has {path}"))),
            None => {}
        }
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
    let mut texts: BTreeMap<&String, (&String, &String)> = BTreeMap::new();
    for (name, shard) in shards {
        for (file, text) in &shard.part.read {
            let (known, other) = *texts.entry(file).or_insert((text, name));
            if known != text {
                return Err(wrong(format!("{other} and {name} have read {file} with different texts")));
            }
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

/// How often a name was met before.
fn next(times: &mut BTreeMap<String, usize>, name: &str) -> usize {
    let time = times.entry(name.to_owned()).or_default();
    *time += 1;
    *time - 1
}

/// What several parts have found in a file: of each of its kernels once, if they are through.
fn one_file(path: &str, parts: Vec<FileReport>, is_through: bool) -> Result<FileReport, Diagnostic> {
    let mut file = FileReport { path: path.to_owned(), ..FileReport::default() };
    let mut kernels: BTreeMap<usize, KernelReport> = BTreeMap::new();
    for part in parts {
        for found in part.diagnostics {
            if !file.diagnostics.contains(&found) {
                file.diagnostics.push(found);
            }
        }
        for (number, kernel) in part.numbers.into_iter().zip(part.kernels) {
            if let Some(other) = kernels.insert(number, kernel) {
                return Err(wrong(format!("two shards have looked at `{}` of {path}", other.name)));
            }
        }
    }
    if is_through && !kernels.keys().copied().eq(0..kernels.len()) {
        return Err(wrong(format!("no shard has looked at some kernel of {path}")));
    }
    (file.numbers, file.kernels) = kernels.into_iter().unzip();
    Ok(file)
}

fn wrong(message: String) -> Diagnostic {
    Diagnostic::new(codes::E0021, Severity::Error, message)
}
