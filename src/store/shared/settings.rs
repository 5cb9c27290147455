//! The user's file: where the shared cache is, whom the user trusts, and the key to sign with.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ed25519_dalek::{SigningKey, VerifyingKey};
use serde::Deserialize;

use crate::store::Signer;

/// What the file says.
pub struct Settings {
    /// The address: `s3://bucket/folder`, `redis://host:6379`.
    pub store: String,
    /// What the store is told beside its address.
    pub options: Vec<(String, String)>,
    /// Names by public keys.
    pub trusted: BTreeMap<Signer, String>,
    pub signing: Option<SigningKey>,
    pub accepts_unsigned: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    store: String,
    signing_key: Option<PathBuf>,
    #[serde(default)]
    accept_unsigned: bool,
    #[serde(default)]
    trusted: BTreeMap<String, String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

impl Settings {
    /// What the file says, if it is there.
    ///
    /// # Errors
    ///
    /// In words, where it cannot be read, or does not say what it should.
    pub fn read(path: &Path) -> Result<Option<Settings>, String> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        let file: File = toml::from_str(&text).map_err(|error| error.message().to_owned())?;
        let trusted = file.trusted.into_iter().map(|(name, key)| match public(&key) {
            Some(key) => Ok((key, name)),
            None => Err(format!("the key of `{name}` is none: `gpuhoare cache key` shows what one looks like")),
        });
        let signing = match file.signing_key {
            Some(key) => Some(secret(&path.with_file_name("").join(key))?),
            None => None,
        };
        Ok(Some(Settings {
            store: file.store,
            options: file.options.into_iter().collect(),
            trusted: trusted.collect::<Result<_, _>>()?,
            signing,
            accepts_unsigned: file.accept_unsigned,
        }))
    }
}

fn public(text: &str) -> Option<Signer> {
    let bytes: Signer = BASE64_STANDARD.decode(text.trim()).ok()?.try_into().ok()?;
    VerifyingKey::from_bytes(&bytes).ok().filter(|key| !key.is_weak()).map(|key| key.to_bytes())
}

/// The key in a file that nobody else may read.
fn secret(path: &Path) -> Result<SigningKey, String> {
    let words = |why: &str| format!("{}: {why}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| words(&error.to_string()))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(path).map_err(|error| words(&error.to_string()))?.permissions().mode();
        if mode & 0o077 != 0 {
            return Err(words("others can read this key; say `chmod 600`, or make a new one"));
        }
    }
    let bytes = BASE64_STANDARD.decode(text.trim()).ok().and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
    bytes.map(|bytes| SigningKey::from_bytes(&bytes)).ok_or_else(|| words("no key; `gpuhoare cache key` makes one"))
}

/// Writes a new file that nobody else may read.
///
/// # Errors
///
/// Where there is one already, or it cannot be written.
pub fn write_secret(path: &Path, text: &str) -> io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    writeln!(options.open(path)?, "{text}")
}
