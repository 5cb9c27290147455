//! A part of a run, as a document carries it: one that `gpuhoare merge` puts together with the others.
//!
//! What people and tools read of a document is not enough to print a report in any form. So a shard's document also has its
//! results as they are, with the texts that their places lie in.

use std::collections::{BTreeMap, HashMap};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::base::portable::Places;
use crate::base::span::SourceFile;
use crate::base::{Diagnostic, FileId, Files};

use super::model::{FileReport, Run};

/// Which part of which run a report is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// Its number, from 1.
    pub number: usize,
    /// The run has so many.
    pub of: usize,
    /// The command that each part has run.
    pub command: String,
    /// BLAKE3 of the executable.
    pub tool: String,
    /// BLAKE3 of the options.
    pub options: String,
    /// BLAKE3 of the files of the run, names and texts.
    pub sources: String,
    /// BLAKE3 of which part has what.
    pub deal: String,
    /// All files of the run, in the order of its report.
    pub files: Vec<String>,
    /// What `--kernel` asks for.
    pub asked: Vec<String>,
    /// A success needs an `ensures`.
    pub contracts: bool,
    /// A success is about every launch.
    pub every_launch: bool,
    /// Names of kernels in the files of this part.
    pub names: Vec<String>,
    /// What this part has read: BLAKE3 of each file's text, by its name.
    pub read: BTreeMap<String, String>,
    /// Headers of the run that files of this part include: their kernels are looked at there.
    pub included: Vec<String>,
}

/// A part and its results.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct ShardEntry {
    /// Which part it is.
    pub part: Part,
    /// The texts that places of the results lie in.
    pub texts: Vec<TextEntry>,
    /// Which of them a place means by its file's number.
    pub numbered: Vec<usize>,
    /// The results as this version of gpuhoare keeps them, in Base64.
    pub results: String,
    /// BLAKE3 of the texts and the results.
    pub digest: String,
}

/// A text that places lie in.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct TextEntry {
    /// Its name, as it is shown. Nothing is opened by that name.
    pub name: String,
    /// All of it.
    pub text: String,
}

/// What was found, with places that lead into the texts beside it. The fields are those of [`Run`].
#[derive(Debug, BorshSerialize, BorshDeserialize)]
pub struct Results {
    /// Those of the run.
    pub diagnostics: Vec<Diagnostic>,
    /// In its order.
    pub files: Vec<FileReport>,
    /// Wall clock.
    pub seconds: f64,
    /// It was stopped before it was through.
    pub interrupted: bool,
    /// The files that it did not come to, then.
    pub not_reached: Vec<String>,
}

/// The part that a run was, with its results; none where it was a whole one.
pub fn entry(run: &Run) -> Option<ShardEntry> {
    let part = run.part.clone()?;
    let results = Results {
        diagnostics: run.diagnostics.clone(),
        files: run.files.clone(),
        seconds: run.seconds,
        interrupted: run.interrupted,
        not_reached: run.not_reached.clone(),
    };
    let mut places = Places::new(&run.sources);
    let results = places.within(|| {
        // Showing a place is what makes its file known.
        let _ = format!("{results:?}");
        borsh::to_vec(&results)
    });
    let results = STANDARD.encode(results.expect("every place of a run lies in one of its files"));
    let mut texts: Vec<TextEntry> = Vec::new();
    let mut numbers: HashMap<(&str, &str), usize> = HashMap::new();
    let mut number = |file: &FileId| {
        let SourceFile { name, text, .. } = run.sources.get(*file);
        *numbers.entry((name, text)).or_insert_with(|| {
            texts.push(TextEntry { name: name.to_string(), text: text.to_string() });
            texts.len() - 1
        })
    };
    let numbered = places.met().iter().map(&mut number).collect();
    // Comments that accept findings are looked for in the whole text of each file.
    let is_of_run = |name: &str| run.files.iter().any(|file| file.path == name);
    for (id, _) in run.sources.iter().filter(|(_, file)| is_of_run(&file.name)) {
        number(&id);
    }
    let shard = ShardEntry { part, texts, numbered, results, digest: String::new() };
    Some(ShardEntry { digest: shard.computed(), ..shard })
}

impl ShardEntry {
    /// Whether it is as it was written.
    pub fn is_whole(&self) -> bool {
        self.digest == self.computed()
    }

    /// The results, with places that lead into these files: a text that is there already is shared.
    ///
    /// # Errors
    ///
    /// What is wrong where the results cannot be read.
    pub fn results(&self, files: &mut Files) -> Result<Results, String> {
        let unread = || "its results cannot be read".to_owned();
        let mut ids = Vec::new();
        for TextEntry { name, text } in &self.texts {
            let known = files.latest(name).filter(|known| *files.get(*known).text == **text);
            ids.push(known.unwrap_or_else(|| files.add(name.as_str(), text.as_str())));
        }
        let met: Option<Vec<FileId>> = self.numbered.iter().map(|number| ids.get(*number).copied()).collect();
        let bytes = STANDARD.decode(&self.results).map_err(|_| unread())?;
        let mut places = Places::among(files, met.ok_or_else(unread)?);
        places.within(|| Results::try_from_slice(&bytes)).map_err(|_| unread())
    }

    /// A hash of all that stands here.
    fn computed(&self) -> String {
        let mut hash = blake3::Hasher::new();
        let without = (&self.part, &self.texts, &self.numbered, &self.results);
        serde_json::to_writer(&mut hash, &without).expect("every key of a shard is a string");
        hash.finalize().to_string()
    }
}
