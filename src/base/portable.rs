//! Places that mean the same in another run: what is kept from one run for the next is written with them.
//!
//! A [`Span`] names its file and its macro expansion by their positions in a run's [`Files`]. Within [`Places`], spans are shown
//! and kept by the order in which their files were met, and expansions by what they are.

use std::cell::RefCell;
use std::fmt;
use std::io::{self, Read, Write};
use std::str::FromStr;

use borsh::{BorshDeserialize, BorshSerialize};
use serde::de::DeserializeOwned;

use super::codes::{self, Code};
use super::span::{Expansion, ExpansionId, FileId, Files, Span};

thread_local! {
    static PLACES: RefCell<Option<Places>> = const { RefCell::new(None) };
}

/// The files that spans lead into.
#[derive(Debug)]
pub struct Places {
    files: Files,
    met: Vec<FileId>,
}

/// What stands for the number of a file where a span is [`Span::default`], which means no place, whatever the first file is.
const NOWHERE: u32 = u32::MAX;

impl Places {
    /// No file was met yet.
    pub fn new(files: &Files) -> Places {
        Places { files: files.clone(), met: Vec::new() }
    }

    /// The files that were met elsewhere, in the same order.
    pub fn among(files: &Files, met: Vec<FileId>) -> Places {
        Places { files: files.clone(), met }
    }

    /// The files in the order in which they were met.
    pub fn met(&self) -> &[FileId] {
        &self.met
    }

    /// Does the work on this thread, in which spans are portable.
    pub fn within<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let own = Places { files: self.files.clone(), met: std::mem::take(&mut self.met) };
        let around = PLACES.replace(Some(own));
        let result = work();
        if let Some(own) = PLACES.replace(around) {
            self.met = own.met;
        }
        result
    }
}

/// The number of the span's file, which is met if it was not, and its expansion; none where spans are not portable.
fn met(span: Span) -> Option<(usize, Option<Expansion>)> {
    PLACES.with_borrow_mut(|places| {
        let Places { files, met } = places.as_mut()?;
        let number = met.iter().position(|file| *file == span.file).unwrap_or_else(|| {
            met.push(span.file);
            met.len() - 1
        });
        Some((number, files.expansion(span).cloned()))
    })
}

/// How a span is shown.
pub(super) fn debug(span: Span, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let is_portable = PLACES.with_borrow(Option::is_some);
    if is_portable && span == Span::default() {
        return f.write_str("nowhere");
    }
    let Some((number, expansion)) = met(span) else {
        let Span { file, lo, hi, expansion } = span;
        return write!(f, "Span({}:{lo}..{hi} {})", file.0, expansion.0);
    };
    write!(f, "{number}:{}..{}", span.lo, span.hi)?;
    match expansion {
        Some(Expansion { macro_name, definition }) => write!(f, "<{macro_name:?} {definition:?}>"),
        None => Ok(()),
    }
}

fn no_places() -> io::Error {
    io::Error::other("this place is in no file that is known here")
}

impl BorshSerialize for Span {
    fn serialize<W: Write>(&self, writer: &mut W) -> io::Result<()> {
        if *self == Span::default() {
            return NOWHERE.serialize(writer);
        }
        let (number, expansion) = PLACES
            .with_borrow(|places| {
                let Places { files, met } = places.as_ref()?;
                let number = met.iter().position(|file| *file == self.file)?;
                Some((number as u32, files.expansion(*self).cloned()))
            })
            .ok_or_else(no_places)?;
        (number, self.lo, self.hi).serialize(writer)?;
        expansion.map(|Expansion { macro_name, definition }| (macro_name.to_string(), definition)).serialize(writer)
    }
}

impl BorshDeserialize for Span {
    fn deserialize_reader<R: Read>(reader: &mut R) -> io::Result<Span> {
        let number = u32::deserialize_reader(reader)?;
        if number == NOWHERE {
            return Ok(Span::default());
        }
        let (lo, hi): (u32, u32) = BorshDeserialize::deserialize_reader(reader)?;
        let expansion: Option<(String, Span)> = BorshDeserialize::deserialize_reader(reader)?;
        PLACES
            .with_borrow_mut(|places| {
                let Places { files, met } = places.as_mut()?;
                let expansion = expansion.map_or(ExpansionId::NONE, |(name, definition)| {
                    files.add_expansion(Expansion { macro_name: name.into(), definition })
                });
                let file = *met.get(number as usize)?;
                let is_there = lo <= hi && hi as usize <= files.get(file).text.len();
                is_there.then_some(Span { file, lo, hi, expansion })
            })
            .ok_or_else(no_places)
    }
}

impl BorshSerialize for Code {
    fn serialize<W: Write>(&self, writer: &mut W) -> io::Result<()> {
        self.0.serialize(writer)
    }
}

impl BorshDeserialize for Code {
    fn deserialize_reader<R: Read>(reader: &mut R) -> io::Result<Code> {
        let name = String::deserialize_reader(reader)?;
        codes::explain(&name)
            .map(|known| known.code)
            .ok_or_else(|| io::Error::other(format!("there is no code {name}")))
    }
}

/// Writes what has no form of its own as text.
pub fn write_text<T: fmt::Display, W: Write>(value: &T, writer: &mut W) -> io::Result<()> {
    value.to_string().serialize(writer)
}

/// Reads what [`write_text`] wrote.
pub fn read_text<T: FromStr, R: Read>(reader: &mut R) -> io::Result<T> {
    let text = String::deserialize_reader(reader)?;
    text.parse().map_err(|_| io::Error::other(format!("`{text}` is no value of its kind")))
}

/// Writes a value as its JSON.
pub fn write_json<T: serde::Serialize, W: Write>(value: &T, writer: &mut W) -> io::Result<()> {
    serde_json::to_string(value)?.serialize(writer)
}

/// Reads what [`write_json`] wrote.
pub fn read_json<T: DeserializeOwned, R: Read>(reader: &mut R) -> io::Result<T> {
    Ok(serde_json::from_str(&String::deserialize_reader(reader)?)?)
}

/// Writes a float bit by bit, so that what is no number is kept, too.
pub fn write_float<W: Write>(value: &f64, writer: &mut W) -> io::Result<()> {
    value.to_bits().serialize(writer)
}

/// Reads what [`write_float`] wrote.
pub fn read_float<R: Read>(reader: &mut R) -> io::Result<f64> {
    u64::deserialize_reader(reader).map(f64::from_bits)
}
