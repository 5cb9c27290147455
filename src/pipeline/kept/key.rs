//! What a kernel's report depends on, hashed.

use std::io::{BufWriter, Write};

use blake3::Hasher;

use crate::base::portable::Places;
use crate::base::{Config, Files, identity};
use crate::kernel::ir::Kernel;
use crate::pipeline::replay::Origin;
use crate::pipeline::solve::lemmas::Lemmas;
use crate::report::Command;
use crate::store::Key;

/// Bytes that are hashed at once.
const AT_ONCE: usize = 1 << 16;

/// The key, and the places of the kernel. None where this program cannot read itself.
pub fn of_kernel(
    command: Command,
    (kernel, origin): (&Kernel, Origin<'_>),
    lemmas: &Lemmas,
    config: &Config,
) -> Option<(Key, Places)> {
    let mut hash = Hasher::new();
    hash.update(identity::tool()?.as_bytes());
    let mut places = Places::new(origin.sources);
    // What is written comes in words.
    let mut text = BufWriter::with_capacity(AT_ONCE, &mut hash);
    places.within(|| {
        write!(text, "{command:?}\0{:?}\0{}\0", origin.path, origin.alone).ok()?;
        write!(text, "{kernel:?}\0").ok()?;
        // That there are other files is said where the program launches the kernel.
        let has_units = !kernel.source.contexts.is_empty() && !config.source.units.files.is_empty();
        write!(text, "{has_units}\0").ok()?;
        identity::add_options(&mut text, config).ok()?;
        text.flush().ok()
    })?;
    drop(text);
    add_texts(&mut hash, &places, origin.sources);
    hash.update(of_lemmas(lemmas, origin.sources)?.as_bytes());
    Some((hash.finalize(), places))
}

/// The lemmas, and which of them are proved.
fn of_lemmas(lemmas: &Lemmas, sources: &Files) -> Option<Key> {
    *lemmas.key.get_or_init(|| {
        let mut hash = Hasher::new();
        let mut places = Places::new(sources);
        let mut text = BufWriter::with_capacity(AT_ONCE, &mut hash);
        places.within(|| write!(text, "{:?}\0{:?}\0", lemmas.theory, lemmas.unproved()).ok())?;
        text.flush().ok()?;
        drop(text);
        add_texts(&mut hash, &places, sources);
        Some(hash.finalize())
    })
}

/// Whether a report of that key is among the share that is looked at again.
pub fn is_drawn(key: &Key, share: f64) -> bool {
    let draw = u32::from_le_bytes(*key.as_bytes().first_chunk().expect("a hash has four bytes"));
    f64::from(draw) < share * f64::from(u32::MAX) || share >= 1.0
}

/// Adds the whole text of each file that a place lies in.
fn add_texts(hash: &mut Hasher, places: &Places, sources: &Files) {
    for file in places.met() {
        let file = sources.get(*file);
        for part in [&file.name, &file.text] {
            hash.update(&(part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
    }
}
