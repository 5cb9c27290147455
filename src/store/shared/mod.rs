//! What a team has found: signed values in a store that its members can reach (KEPT-7). It may be away.

mod settings;
mod signed;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ed25519_dalek::SigningKey;
use ed25519_dalek::ed25519::signature::rand_core::OsRng;
use opendal::layers::TimeoutLayer;
use opendal::{Buffer, ErrorKind, Operator};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

use super::{Key, Signer};
use settings::Settings;

/// How long one value may take to come or to go.
const PATIENCE: Duration = Duration::from_secs(3);

/// So many failures, and the run goes on without; where nothing has ever come or gone, one is enough.
const MOST_FAILURES: usize = 3;

/// Values on their way at a time.
const MOST_ON_THEIR_WAY: usize = 32;

/// Bytes of a value. A larger one is not looked at.
const MOST_BYTES: usize = 64 << 20;

/// By which name values are known that carry no signature, where the user accepts them.
const UNSIGNED: &str = "an unsigned entry";

/// By which name values are known that the user has signed.
const OWN: &str = "your own key";

/// A store that several people use.
pub struct Shared {
    /// Its address, as it may be shown.
    place: String,
    operator: Operator,
    runtime: Runtime,
    /// Names by public keys.
    trusted: BTreeMap<Signer, String>,
    /// None where values are only read.
    signing: Option<SigningKey>,
    accepts_unsigned: bool,
    sent: Mutex<JoinSet<opendal::Result<()>>>,
    failures: AtomicUsize,
    successes: AtomicUsize,
    first_failure: Mutex<Option<String>>,
    refused: AtomicUsize,
}

impl Shared {
    /// The store that the user's file names; none where there is no such file.
    ///
    /// # Errors
    ///
    /// In words, where the file does not say what it should.
    pub fn open(settings: &Path) -> Result<Option<Shared>, String> {
        let words = |why: String| format!("{}: {why}", settings.display());
        let Some(settings) = Settings::read(settings).map_err(words)? else { return Ok(None) };
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| words(error.to_string()))?;
        let operator = Operator::from_uri((settings.store.as_str(), settings.options));
        let operator = operator.map_err(|error| words(short(&error)))?;
        let layer = TimeoutLayer::new().with_timeout(PATIENCE).with_io_timeout(PATIENCE);
        let info = operator.info();
        Ok(Some(Shared {
            place: place(info.scheme(), &info.name(), &info.root()),
            operator: operator.layer(layer),
            runtime,
            trusted: settings.trusted,
            signing: settings.signing,
            accepts_unsigned: settings.accepts_unsigned,
            sent: Mutex::default(),
            failures: AtomicUsize::new(0),
            successes: AtomicUsize::new(0),
            first_failure: Mutex::default(),
            refused: AtomicUsize::new(0),
        }))
    }

    /// The value of that key, if it is there and signed by somebody who is trusted, and by whom.
    pub(super) fn get(&self, key: &Key) -> Option<(Vec<u8>, Signer)> {
        if self.is_away() {
            return None;
        }
        let found = self.runtime.block_on(self.read(&path_of(key)));
        let bytes = self.noted(found)??.to_vec();
        let opened = signed::opened(key, &bytes).filter(|(signer, _)| self.name_of(signer).is_some());
        if opened.is_none() {
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
        opened.map(|(signer, value)| (value.to_vec(), signer))
    }

    /// An object, if it is there and not too large.
    async fn read(&self, path: &str) -> opendal::Result<Option<Buffer>> {
        let size = match self.operator.stat(path).await {
            Ok(found) => found.content_length(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        if size > MOST_BYTES as u64 {
            return Ok(None);
        }
        match self.operator.read_with(path).range(0..size).await {
            Ok(found) => Ok(Some(found)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Gives others a value, in a while. Only what is signed is given away, unless unsigned values are accepted here as well.
    pub(super) fn put(&self, key: &Key, value: &[u8]) {
        if self.is_away() || value.len() > MOST_BYTES / 2 {
            return;
        }
        let bytes = match &self.signing {
            Some(signing) => signed::sealed(signing, key, value),
            None if self.accepts_unsigned => signed::unsigned(value),
            None => return,
        };
        let (operator, path) = (self.operator.clone(), path_of(key));
        let mut sent = self.sent();
        while let Some(done) = sent.try_join_next() {
            self.note_end(done);
        }
        if sent.len() >= MOST_ON_THEIR_WAY
            && let Some(done) = self.runtime.block_on(sent.join_next())
        {
            self.note_end(done);
        }
        sent.spawn_on(async move { operator.write(&path, bytes).await.map(drop) }, self.runtime.handle());
    }

    /// By which name the user trusts a signer, if that is so.
    pub(super) fn name_of(&self, signer: &Signer) -> Option<&str> {
        let own = self.signing.as_ref().is_some_and(|key| key.verifying_key().as_bytes() == signer);
        match self.trusted.get(signer) {
            Some(name) => Some(name),
            None if own => Some(OWN),
            None => (self.accepts_unsigned && *signer == signed::NOBODY).then_some(UNSIGNED),
        }
    }

    /// Waits a while for what is on its way. What went wrong, a sentence each.
    pub(super) fn finish(&self) -> Vec<String> {
        let mut sent = std::mem::take(&mut *self.sent());
        let all = async {
            while let Some(done) = sent.join_next().await {
                self.note_end(done);
            }
        };
        // Those that have not gone by then are given up.
        let _ = self.runtime.block_on(async { tokio::time::timeout(PATIENCE, all).await });
        let failure = self.first_failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        let failure = failure.map(|why| match self.is_away() {
            true => format!("the shared cache at {} is away: {why}", self.place),
            false => format!("the shared cache at {} failed once or twice: {why}", self.place),
        });
        let refused = match self.refused.swap(0, Ordering::Relaxed) {
            0 => None,
            1 => Some("an entry of the shared cache is refused: nobody has signed it whom you trust".to_owned()),
            many => {
                Some(format!("{many} entries of the shared cache are refused: nobody has signed them whom you trust"))
            }
        };
        failure.into_iter().chain(refused).collect()
    }

    /// Where it is, in words.
    pub fn described(&self) -> String {
        let written = match (&self.signing, self.accepts_unsigned) {
            (Some(_), _) => "signed",
            (None, true) => "not signed",
            (None, false) => "only read",
        };
        let trusted: Vec<&str> = self.trusted.values().map(String::as_str).collect();
        let trusted = if trusted.is_empty() { "nobody".to_owned() } else { trusted.join(", ") };
        format!("{}: what you find is {written}; trusted: {trusted}", self.place)
    }

    fn is_away(&self) -> bool {
        let most = if self.successes.load(Ordering::Relaxed) == 0 { 1 } else { MOST_FAILURES };
        self.failures.load(Ordering::Relaxed) >= most
    }

    fn note_end(&self, done: Result<opendal::Result<()>, tokio::task::JoinError>) {
        done.ok().and_then(|ended| self.noted(ended));
    }

    fn noted<T>(&self, ended: opendal::Result<T>) -> Option<T> {
        let count = if ended.is_ok() { &self.successes } else { &self.failures };
        count.fetch_add(1, Ordering::Relaxed);
        ended
            .inspect_err(|error| {
                let mut first = self.first_failure.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert_with(|| short(error));
            })
            .ok()
    }

    fn sent(&self) -> MutexGuard<'_, JoinSet<opendal::Result<()>>> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes a key to sign with, beside the user's file. Where it is, and its public part.
///
/// # Errors
///
/// In words, where there is one already, or it cannot be written.
pub fn new_key(settings: &Path) -> Result<(PathBuf, String), String> {
    let path = settings.with_file_name("signing.key");
    let words = |error: std::io::Error| format!("{}: {error}", path.display());
    let key = SigningKey::generate(&mut OsRng);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(words)?;
    }
    settings::write_secret(&path, &BASE64_STANDARD.encode(key.to_bytes())).map_err(words)?;
    Ok((path, BASE64_STANDARD.encode(key.verifying_key().as_bytes())))
}

/// Where the value of a key lies.
fn path_of(key: &Key) -> String {
    let name = key.to_hex();
    format!("{}/{name}", &name[..2])
}

/// The address of a store as it may be shown: what stands before an `@` may be a password.
fn place(scheme: &str, name: &str, root: &str) -> String {
    let name = name.rsplit(['@', '/']).next().unwrap_or_default();
    format!("{scheme}://{name}{root}")
}

/// An error without the library's own words about it.
fn short(error: &opendal::Error) -> String {
    let source = std::error::Error::source(error).map(|source| format!(": {source}")).unwrap_or_default();
    format!("{}{source}", error.message())
}
