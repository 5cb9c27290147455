//! What was found in earlier runs: values by their keys, kept for the user, and for a team where the user wants that.
//!
//! A key stands for everything that its value depends on, so a value is never wrong and never changed: it is there or not. What
//! others have found counts only if somebody has signed it whom the user trusts (KEPT-7).

mod local;
#[cfg(feature = "shared-cache")]
mod shared;
#[cfg(not(feature = "shared-cache"))]
#[path = "alone.rs"]
mod shared;

use std::time::{SystemTime, UNIX_EPOCH};

use borsh::{BorshDeserialize, BorshSerialize};

pub use local::{Local, Statistics};
pub use shared::{Shared, new_key};

/// What a value depends on, hashed.
pub type Key = blake3::Hash;

/// Who has signed a value: a public key of Ed25519.
pub type Signer = [u8; 32];

/// A value, and by which name the user trusts whoever has found it; none where that is the user.
pub struct Known {
    /// As it was put.
    pub value: Vec<u8>,
    /// The name that the user has given the signer.
    pub signer: Option<String>,
}

/// An earlier run.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct Earlier {
    /// When, in seconds since 1970.
    pub since: u64,
    /// By which name the user trusts whoever has run it; none where that is the user.
    pub by: Option<String>,
}

/// Values that may be kept, or none.
#[derive(Default)]
pub struct Store {
    local: Option<Local>,
    shared: Option<Shared>,
}

impl Store {
    /// Keeps nothing.
    pub const NONE: Store = Store { local: None, shared: None };

    /// A store of these parts.
    pub fn of(local: Option<Local>, shared: Option<Shared>) -> Store {
        Store { local, shared }
    }

    /// Whether anything is kept.
    pub fn is_open(&self) -> bool {
        self.local.is_some() || self.shared.is_some()
    }

    /// The value of that key, if it is there.
    pub fn get(&self, key: &Key) -> Option<Known> {
        let own = self.local.as_ref().and_then(|local| local.get(key));
        match own {
            Some((value, None)) => return Some(Known { value, signer: None }),
            // The user may have trusted another one then.
            Some((value, Some(signer))) => {
                if let Some(name) = self.shared.as_ref().and_then(|shared| shared.name_of(&signer)) {
                    return Some(Known { value, signer: Some(name.to_owned()) });
                }
            }
            None => {}
        }
        let shared = self.shared.as_ref()?;
        let (value, signer) = shared.get(key)?;
        if let Some(local) = &self.local {
            local.put(key, &value, Some(&signer));
        }
        Some(Known { value, signer: shared.name_of(&signer).map(str::to_owned) })
    }

    /// The value of that key, if it is the user's own: what others have is not worth a journey.
    pub fn get_own(&self, key: &Key) -> Option<Vec<u8>> {
        let (value, signer) = self.local.as_ref()?.get(key)?;
        signer.is_none().then_some(value)
    }

    /// Keeps a value for the user.
    pub fn put_own(&self, key: &Key, value: &[u8]) {
        if let Some(local) = &self.local {
            local.put(key, value, None);
        }
    }

    /// Keeps a value, as far as that is possible.
    pub fn put(&self, key: &Key, value: &[u8]) {
        self.put_own(key, value);
        if let Some(shared) = &self.shared {
            shared.put(key, value);
        }
    }

    /// Waits a while for what is on its way to others. What went wrong with them, a sentence each.
    pub fn finish(&self) -> Vec<String> {
        self.shared.as_ref().map(Shared::finish).unwrap_or_default()
    }
}

/// The user's file that says where others keep what they find, and who of them is trusted.
pub fn settings() -> Option<std::path::PathBuf> {
    match std::env::var_os("GPUHOARE_SHARED").filter(|value| !value.is_empty()) {
        Some(file) => Some(file.into()),
        None => dirs::config_dir().map(|folder| folder.join("gpuhoare/shared.toml")),
    }
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
