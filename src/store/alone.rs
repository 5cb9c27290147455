//! A build without the feature `shared-cache` shares nothing.

use std::convert::Infallible;
use std::path::{Path, PathBuf};

use super::{Key, Signer};

/// There is none.
pub struct Shared(Infallible);

impl Shared {
    /// None.
    ///
    /// # Errors
    ///
    /// In words, where the user's file asks for one.
    pub fn open(settings: &Path) -> Result<Option<Shared>, String> {
        match settings.exists() {
            true => Err(format!("{}: {NO_SHARED}", settings.display())),
            false => Ok(None),
        }
    }

    pub(super) fn get(&self, _key: &Key) -> Option<(Vec<u8>, Signer)> {
        match self.0 {}
    }

    pub(super) fn put(&self, _key: &Key, _value: &[u8]) {
        match self.0 {}
    }

    pub(super) fn name_of(&self, _signer: &Signer) -> Option<&str> {
        match self.0 {}
    }

    pub(super) fn finish(&self) -> Vec<String> {
        match self.0 {}
    }

    /// Where it is, in words.
    pub fn described(&self) -> String {
        match self.0 {}
    }
}

const NO_SHARED: &str = "this build has no shared cache; build it with `--features shared-cache`";

/// Nobody needs a key.
///
/// # Errors
///
/// That.
pub fn new_key(_settings: &Path) -> Result<(PathBuf, String), String> {
    Err(NO_SHARED.to_owned())
}
